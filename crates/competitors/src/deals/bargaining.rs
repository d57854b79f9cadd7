//! Proposals that stand for all others in lists, and the forms with which people put together their own. (CMP-NEG-5, CMP-NEG-8, CMP-NEG-12,
//! CMP-NEG-23)

use crate::{
    Action, Ask, Asset, CompetitorsDeal, CompetitorsRules, Hire, HireLoad, Lots, PLAYERS, Payment, State, TRANSFERS, Territories,
    Territory, Token, Wish,
    deals::{COUNTERS, CompetitorsOffer, OPEN, auctions::HIGHEST},
    figures::{self, UNIT},
};
use kernel::{Bargain, Bounds, Lot, Money, OfferNumber, Purse, Seat, Seats, Transfer};

/// What is offered or asked for a card where a list needs a sum.
const CARD_PRICE: Money = Money::new(5_000);

/// With more territory cards than this, one can be spared.
pub(crate) const LARGE_HAND: usize = 5;

/// What is offered for a passage.
const FEE: Money = Money::new(5_000);

/// How many proposals are listed at most: five offers, then a wish and an auction.
pub(crate) const PROPOSALS: usize = 7;
const WISH: usize = 5;
const AUCTION: usize = 6;

/// One half of an offer: who gives what to whom.
type Part = (Seat, Seat, Asset);

/// Three quarters of a price.
const fn cheaper(price: Money) -> Money {
    Money::new(price.units() / 4 * 3)
}

/// A list of transfers that grows as long as a deal has room.
struct Draft {
    list: [Transfer<Asset>; TRANSFERS],
    count: usize,
    full: bool,
}

impl Draft {
    fn new(seat: Seat) -> Draft {
        let filler = Transfer { from: seat, to: seat, asset: Asset::Unnamed(0) };
        Draft { list: [filler; TRANSFERS], count: 0, full: false }
    }

    fn push(&mut self, transfer: Transfer<Asset>) {
        match self.list.get_mut(self.count) {
            Some(place) => {
                *place = transfer;
                self.count += 1;
            }
            None => self.full = true,
        }
    }

    fn deal(&self) -> Option<CompetitorsDeal> {
        if self.full { None } else { CompetitorsDeal::new(&self.list[..self.count]).ok() }
    }
}

impl CompetitorsRules {
    /// A few proposals stand for all. They are made of what lies in sight of the proposer, so that they are lawful by themselves.
    pub(crate) fn list_proposals(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.has_proposal(state, seat) {
            out.extend((0..PROPOSALS).filter_map(|number| self.usual_proposal(state, seat, number)));
        }
    }

    /// One of these proposals, if it can be made: the offers, a wish, an auction.
    pub(crate) fn usual_proposal(&self, state: &State, seat: Seat, number: usize) -> Option<Action> {
        match number {
            WISH => {
                let office = self.headquarters(state, seat).filter(|_| state.asks[seat.index()].is_none())?;
                let (wanted, offered) = (Wish::Continent(self.pack[office].continent), Wish::Money(CARD_PRICE));
                Some(Action::Ask(Ask { wanted, offered }))
            }
            AUCTION => {
                self.usual_lot(state, seat, self.free_token(state, seat)).map(|(lot, price)| Action::Auction { lot, price })
            }
            _ => self.usual_offer(state, seat, number),
        }
    }

    /// The first token of a player that may be sold.
    fn free_token(&self, state: &State, seat: Seat) -> Option<Token> {
        Token::fleet(seat).find(|token| self.is_free(state, *token))
    }

    /// A lot that this player might put up for auction, and an opening price: a territory card of a large hand, else a free
    /// token, else any territory card.
    fn usual_lot(&self, state: &State, seat: Seat, free: Option<Token>) -> Option<(Lots, Money)> {
        if state.turn.auctioned.contains(seat) {
            return None;
        }
        let hand = state.player(seat).territories;
        let card = hand.lowest().map(|card| (Asset::Territory(card), Money::new(UNIT)));
        let token = free.map(|token| (Asset::Token(token), token.vehicle().price_back()));
        let (asset, price) = if hand.len() > LARGE_HAND { card } else { token.or(card) }?;
        Some((Lots::of(&[asset])?, price))
    }

    pub(crate) fn bound_auctions(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        let free = self.free_token(state, seat);
        let Some((lot, _)) = self.usual_lot(state, seat, free).filter(|_| self.has_proposal(state, seat)) else { return };
        let put_up = |price: Money| Action::Auction { lot, price };
        let (low, high, step) = (Money::new(UNIT), HIGHEST, Money::new(UNIT));
        out.push(Bounds { least: put_up(low), most: put_up(high), low, high, step, clause: "CMP-AUCT-2" });
    }

    fn usual_offer(&self, state: &State, seat: Seat, number: usize) -> Option<Action> {
        if state.opened_by(seat) >= OPEN {
            return None;
        }
        let player = state.player(seat);
        let others = self.seats().without(seat);
        let richest = || others.max_by_key(|other| state.player(*other).money);
        let (one, other) = match number {
            // A free token to whoever has the most money.
            0 => {
                let (buyer, token) = (richest()?, self.free_token(state, seat)?);
                let price = cheaper(token.vehicle().price());
                if state.player(buyer).money < price || self.room_for(state, buyer, token.vehicle()) == 0 {
                    return None;
                }
                ((seat, buyer, Asset::Token(token)), (buyer, seat, Asset::Money(price)))
            }
            // The territory card that somebody has asked for.
            1 if let Some(asked) = self.asked_for(state, seat) => asked,
            // A territory card for one that is known, else for money.
            1 => {
                let card = player.territories.lowest()?;
                let known = |other: Seat| Some((other, player.known_territories.and(state.player(other).territories).lowest()?));
                match { others }.find_map(known) {
                    Some((other, wanted)) => ((seat, other, Asset::Territory(card)), (other, seat, Asset::Territory(wanted))),
                    None => {
                        let buyer = richest().filter(|buyer| state.player(*buyer).money >= CARD_PRICE)?;
                        ((seat, buyer, Asset::Territory(card)), (buyer, seat, Asset::Money(CARD_PRICE)))
                    }
                }
            }
            // A contract card for another, both unseen.
            2 => {
                let next = seat.next(self.players);
                let card = player.contracts.lowest().filter(|_| !state.player(next).contracts.is_empty())?;
                ((seat, next, Asset::Contract(card)), (next, seat, Asset::Unnamed(1)))
            }
            // A branch of somebody else.
            3 => {
                let price = cheaper(figures::BRANCH_PRICE);
                if player.money < price || player.branches.len() >= usize::from(figures::BRANCHES) {
                    return None;
                }
                let (owner, branch) = { others }.find_map(|other| Some((other, state.player(other).branches.lowest()?)))?;
                ((seat, owner, Asset::Money(price)), (owner, seat, Asset::Branch(branch)))
            }
            _ => return self.usual_passage(state, seat),
        };
        let deal = CompetitorsDeal::new(&[one, other].map(|(from, to, asset)| Transfer { from, to, asset })).ok()?;
        debug_assert!(self.is_sound(state, seat, &deal).is_ok(), "what is listed may be proposed: {deal:?}");
        Some(Action::Offer(deal))
    }

    /// A card of the player that another wants, for the money that is announced for it. (CMP-NEG-4)
    fn asked_for(&self, state: &State, seat: Seat) -> Option<(Part, Part)> {
        let own = state.player(seat).territories;
        self.seats().without(seat).find_map(|other| {
            let Ask { wanted, offered: Wish::Money(price) } = state.asks[other.index()]? else { return None };
            let fitting = match wanted {
                Wish::Continent(continent) => own.and(self.routes.continents[continent.index()]),
                Wish::Territory(card) => own.and(Territories::NONE.with(card)),
                _ => Territories::NONE,
            };
            let card = fitting.lowest().filter(|_| state.player(other).money >= price)?;
            Some(((seat, other, Asset::Territory(card)), (other, seat, Asset::Money(price))))
        })
    }

    /// A passage for goods that wait beside another's ship or aircraft.
    fn usual_passage(&self, state: &State, seat: Seat) -> Option<Action> {
        if seat != state.active || state.player(seat).money < FEE {
            return None;
        }
        let waiting = |token: Token| Some((state.piece(token).load?.sender, state.territory_of(token)?));
        let (sender, at) = Token::fleet(seat).find_map(waiting)?;
        let mut others = self.seats().without(seat);
        let token = others.find_map(|other: Seat| self.carriers_at(state, other, at).next())?;
        let hire = Hire { token, load: HireLoad::Goods(sender), payment: Payment::OnSuccess, fee: FEE };
        let deal = CompetitorsDeal::new(&[Transfer { from: token.owner(), to: seat, asset: Asset::Hire(hire) }]).ok()?;
        self.is_sound(state, seat, &deal).is_ok().then_some(Action::Offer(deal))
    }

    /// The free ships and aircraft of a player in a territory.
    fn carriers_at<'a>(&'a self, state: &'a State, owner: Seat, at: Territory) -> impl Iterator<Item = Token> + 'a {
        let here = move |token: &Token| token.is_carrier() && state.piece(*token).place.territory() == Some(at);
        Token::fleet(owner).filter(here).filter(|token| self.is_free(state, *token))
    }

    /// An open offer as this party would propose it: own cards by name, others' by name only as far as this party saw them named in it,
    /// or a card that was learned of later would tell what was offered unseen. (CMP-NEG-12, CMP-NEG-23)
    fn turned(
        &self,
        state: &State,
        seat: Seat,
        number: OfferNumber,
        offer: &CompetitorsOffer,
        change: impl Fn(Transfer<Asset>) -> Asset,
    ) -> Draft {
        let (mut draft, mut unnamed) = (Draft::new(seat), [0; PLAYERS]);
        for (place, transfer) in offer.deal().transfers().enumerate() {
            let from = transfer.from;
            let named = state.note(number).is_some_and(|note| note.is_named(seat, place));
            let known =
                |card| named && state.player(seat).known_contracts.contains(card) && state.player(from).contracts.contains(card);
            let asset = match transfer.asset {
                // What the proposer picks is named; that is for the player to do.
                Asset::Unnamed(_) if from == seat => continue,
                Asset::Contract(card) | Asset::Shown(card) if from == seat || known(card) => Asset::Contract(card),
                Asset::Contract(_) | Asset::Shown(_) | Asset::Unnamed(_) => {
                    unnamed[from.index()] += 1;
                    Asset::Unnamed(unnamed[from.index()])
                }
                _ => change(transfer),
            };
            draft.push(Transfer { asset, ..transfer });
        }
        draft
    }

    /// A counter-offer that stands for all: half as much again for what one is to give, or half of what one is to pay. (CMP-NEG-6)
    pub(crate) fn list_counters(
        &self,
        state: &State,
        seat: Seat,
        number: OfferNumber,
        offer: &CompetitorsOffer,
        out: &mut Vec<Action>,
    ) {
        if offer.counters() >= COUNTERS {
            return;
        }
        let haggled = |transfer: Transfer<Asset>| match transfer.asset {
            Asset::Money(amount) if transfer.to == seat => {
                let more = i64::from(amount.units() / UNIT) * 3 / 2 * i64::from(UNIT);
                Asset::Money(i32::try_from(more).map_or(amount, Money::new))
            }
            Asset::Money(amount) if transfer.from == seat => Asset::Money(Money::new((amount.units() / UNIT / 2).max(1) * UNIT)),
            asset => asset,
        };
        let Some(deal) = self.turned(state, seat, number, offer, haggled).deal() else { return };
        if deal != *offer.deal() && self.may_counter(state, seat, number, &deal).is_ok() {
            out.push(Action::Counter(number, deal));
        }
    }

    /// The deals that this player can put together now: offers, and counter-offers to those that are open to the player.
    pub(crate) fn bargains_of(&self, state: &State, seat: Seat, names: &[String]) -> Vec<Bargain> {
        if !state.is_open_point() || !self.seats().contains(seat) {
            return Vec::new();
        }
        let mut bargains = Vec::new();
        for (number, offer) in state.offers.iter().filter(|(_, offer)| offer.parties().contains(seat)) {
            let proposer = offer.proposer();
            if proposer == seat || offer.counters() >= COUNTERS {
                continue;
            }
            let whose = names.get(proposer.index()).cloned().unwrap_or_else(|| proposer.letter().into());
            let draft = self.turned(state, seat, number, &offer, |transfer| transfer.asset).deal();
            // CMP-NEG-6: whoever made the offer has a part in what answers it, so everything goes to or comes from there.
            let takers = |from: Seat| if from == proposer { offer.parties().without(from) } else { Seats::only(proposer) };
            bargains.push(Bargain {
                verb: format!("counter {number}"),
                title: format!("Counter the offer of {whose}"),
                draft: draft.map_or_else(String::new, |deal| self.deal_text(&deal)),
                clause: "CMP-NEG-6",
                ..self.bargain(state, seat, offer.parties(), takers)
            });
        }
        if self.has_proposal(state, seat) && state.opened_by(seat) < OPEN {
            bargains.push(self.bargain(state, seat, self.seats(), |from| self.seats().without(from)));
        }
        bargains
    }

    /// What can be put into a deal between these players, and who may get what each of them has.
    fn bargain(&self, state: &State, seat: Seat, parties: Seats, takers: impl Fn(Seat) -> Seats) -> Bargain {
        let mut lots = Vec::new();
        for from in Seats::only(seat).chain(parties.without(seat)) {
            self.list_lots(state, seat, from, takers(from), &mut lots);
        }
        let partners = parties.without(seat);
        Bargain {
            verb: "offer".into(),
            title: "Offer a deal".into(),
            partners,
            most_partners: partners.len(),
            most_things: TRANSFERS,
            lots,
            purses: parties.map(|seat| Purse { seat, most: state.player(seat).money }).collect(),
            step: Money::new(UNIT),
            mutual: !self.options.gifts,
            draft: String::new(),
            clause: "CMP-NEG-5",
        }
    }

    /// What this player can give to whom, as far as `seat` may know.
    fn list_lots(&self, state: &State, seat: Seat, from: Seat, takers: Seats, lots: &mut Vec<Lot>) {
        let mut lot = |to: Seats, asset: Asset, name: String, topic: &str| {
            if !to.is_empty() {
                lots.push(Lot { from, to, asset: self.asset_text(&asset), name, topic: topic.into() });
            }
        };
        let (giver, proposer) = (state.player(from), state.player(seat));
        let own = from == seat;
        let territories = if own { giver.territories } else { proposer.known_territories.and(giver.territories) };
        for card in territories {
            lot(takers, Asset::Territory(card), format!("The territory card {}", self.pack[card].name), "Territory cards");
        }
        let contracts = if own { giver.contracts } else { proposer.known_contracts.and(giver.contracts) };
        for card in contracts {
            let name = &self.pack[card].name;
            lot(takers, Asset::Contract(card), format!("The contract card {name}"), "Contract cards");
            if own {
                lot(takers, Asset::Shown(card), format!("The contract card {name}, shown"), "Contract cards");
            }
        }
        for number in (1..=2).take_while(|number| !own && usize::from(*number) <= giver.contracts.len()) {
            let name = if number == 1 { "A contract card of their choice" } else { "A second contract card of their choice" };
            lot(takers, Asset::Unnamed(number), name.into(), "Contract cards");
        }
        for token in Token::fleet(from).filter(|token| self.is_free(state, *token)) {
            let at = state.piece(token).place.territory().map_or(String::new(), |at| format!(" in {}", self.pack[at].name));
            let name = format!("{} {}{at}", token.vehicle().words(), token.number());
            lot(takers, Asset::Token(token), format!("The {name}"), "Tokens");
            let hire = |load, payment, fee| Asset::Hire(Hire { token, load, payment, fee });
            let here = |other: Token| self.is_beside(state, other, token);
            let idle = |truck: &Token| truck.is_truck() && state.piece(*truck).load.is_none() && here(*truck);
            let users: Seats =
                { takers }.filter(|user| token.is_carrier() && Token::fleet(*user).any(|truck| idle(&truck))).collect();
            lot(users, hire(HireLoad::Truck, Payment::Now, Money::ZERO), format!("The hire of the {name} for a truck"), "Hires");
            for user in takers {
                for (_, load) in state.signed(user).filter(|(loaded, _)| here(*loaded)) {
                    let (to, goods) = (Seats::only(user), HireLoad::Goods(load.sender));
                    let what = format!("The hire of the {name} for the goods from {}", self.pack[load.sender].name);
                    lot(to, hire(goods, Payment::Now, Money::ZERO), what.clone(), "Hires");
                    // What is set aside for success has to be there, and something to spare.
                    for fee in [FEE, FEE.times(2), FEE.times(4)].into_iter().filter(|fee| *fee < state.player(user).money) {
                        lot(to, hire(goods, Payment::OnSuccess, fee), format!("{what}, {fee} if they are delivered"), "Hires");
                    }
                }
            }
        }
        for branch in giver.branches {
            lot(takers, Asset::Branch(branch), format!("The branch in {}", self.pack[branch].name), "Branches");
        }
    }

    /// Are two tokens in the same territory?
    fn is_beside(&self, state: &State, one: Token, other: Token) -> bool {
        let at = state.territory_of(one);
        at.is_some() && at == state.territory_of(other)
    }
}
