//! Offers and deals: who may propose what, who may accept it, and carrying it out whole or not at all. (CMP-NEG; D27)

pub(crate) mod asks;
pub(crate) mod auctions;
pub(crate) mod bargaining;
pub(crate) mod exchange;
pub(crate) mod hires;
pub(crate) mod negotiation;

use crate::{
    Accepted, Action, Asset, CompetitorsDeal, CompetitorsRules, Event, Hire, HireLoad, OfferNote, PLAYERS, Payment, Stage, State,
    TRANSFERS, Token, Tokens, Told, ToldAsset,
    deals::{
        asks::is_sum,
        exchange::{Move, Moves, Thing},
    },
    play::Play,
};
use kernel::{Journal, Luck, Money, Offer, OfferFault, OfferNumber, Refusal, Seat, Seats, Transfer, refuse};

/// How many offers of a player are open at a time. (CMP-NEG-19)
pub const OPEN: usize = 2;

/// How many counter-offers follow one another. (CMP-NEG-24)
pub const COUNTERS: u8 = 6;

/// An offer of this game.
pub(crate) type CompetitorsOffer = Offer<Asset, TRANSFERS>;

/// Do two assets name the same thing? Sums and unnamed cards name nothing.
fn is_same(one: Asset, other: Asset) -> bool {
    match (one, other) {
        (Asset::Territory(one), Asset::Territory(other)) | (Asset::Branch(one), Asset::Branch(other)) => one == other,
        (Asset::Contract(one) | Asset::Shown(one), Asset::Contract(other) | Asset::Shown(other)) => one == other,
        _ => one.token().is_some() && one.token() == other.token(),
    }
}

impl Asset {
    /// The token that is sold or hired.
    pub(crate) const fn token(self) -> Option<Token> {
        match self {
            Asset::Token(token) => Some(token),
            Asset::Hire(hire) => Some(hire.token),
            _ => None,
        }
    }
}

impl OfferNote {
    /// May this party name the contract card of this transfer?
    pub(crate) fn is_named(&self, seat: Seat, place: usize) -> bool {
        self.named.get(seat.index()).is_some_and(|named| named >> place & 1 != 0)
    }

    /// Who may name the contract card of this transfer.
    pub(crate) fn namers(&self, place: usize) -> Seats {
        Seats::first(PLAYERS).filter(|seat| self.is_named(*seat, place)).collect()
    }
}

impl State {
    /// How many open offers count for this player: those that the player opened, or what took their place. (CMP-NEG-19)
    pub(crate) fn opened_by(&self, seat: Seat) -> usize {
        if self.offers.is_empty() { 0 } else { self.offers.iter().filter(|(_, offer)| offer.opener() == seat).count() }
    }
}

impl CompetitorsRules {
    /// May this deal be proposed? (CMP-NEG-5, CMP-NEG-19, CMP-NEG-24)
    pub(crate) fn may_offer(&self, state: &State, seat: Seat, deal: &CompetitorsDeal) -> Result<(), Refusal> {
        self.may_propose(state, seat)?;
        if state.opened_by(seat) >= OPEN {
            return refuse("CMP-NEG-19", "two offers of yours are open: withdraw one first");
        }
        self.is_sound(state, seat, deal)
    }

    /// Can this player propose such a deal, as far as that player may know? (CMP-NEG-5, CMP-NEG-8, CMP-NEG-11)
    pub(crate) fn is_sound(&self, state: &State, seat: Seat, deal: &CompetitorsDeal) -> Result<(), Refusal> {
        let parties = deal.parties();
        if !parties.within(self.seats()) {
            return refuse("CMP-NEG-5", "a deal is between players of this table");
        }
        if !parties.contains(seat) {
            return refuse("CMP-NEG-5", "the player who makes an offer gives or gets something in it");
        }
        let again = |place: usize, asset: Asset| deal.transfers().take(place).any(|before| is_same(before.asset, asset));
        if deal.transfers().enumerate().any(|(place, transfer)| again(place, transfer.asset)) {
            return refuse("CMP-NEG-7", "all transfers happen at once, so each thing changes hands only once");
        }
        let (mut givers, mut takers) = (Seats::NONE, Seats::NONE);
        for transfer in deal.transfers() {
            let Transfer { from, to, asset } = transfer;
            (givers, takers) = (givers.with(from), takers.with(to));
            if matches!(asset, Asset::Hire(hire) if hire.fee > Money::ZERO) {
                (givers, takers) = (givers.with(to), takers.with(from));
            }
            self.is_asset(state, seat, transfer, parties)?;
        }
        if !self.options.gifts && (givers != parties || takers != parties) {
            return refuse("CMP-NEG-11", "each party gives something and gets something");
        }
        self.has_to_give(state, seat, deal, &Accepted::PLAIN, "CMP-NEG-5")
    }

    /// Can this asset stand in an offer of this player, as far as that player may know? (CMP-NEG-2, CMP-NEG-8, CMP-NEG-9, CMP-NEG-12, CMP-NEG-23)
    fn is_asset(&self, state: &State, seat: Seat, transfer: Transfer<Asset>, parties: Seats) -> Result<(), Refusal> {
        let Transfer { from, to, asset } = transfer;
        let proposer = state.player(seat);
        match asset {
            Asset::Money(amount) if !is_sum(amount) => refuse("CMP-NEG-8", "a sum is a multiple of 500, and at least 500"),
            Asset::Money(_) => Ok(()),
            Asset::Territory(card) if from != seat => {
                // What the proposer can see, and nothing else: whether the other has the card is for the other to say.
                let known = proposer.known_territories.contains(card) && !state.player(from).territories.contains(card);
                let elsewhere = parties.len() == 2 && (known || proposer.territories.contains(card));
                if elsewhere || self.is_open_territory(state, card) {
                    return refuse("CMP-NEG-22", "you can see that this card is not in that hand");
                }
                Ok(())
            }
            Asset::Contract(card) if from != seat => {
                if proposer.known_contracts.contains(card) && state.player(from).contracts.contains(card) {
                    return Ok(());
                }
                refuse(
                    "CMP-NEG-23",
                    "ask by name only for a contract card that you know to be in that hand; otherwise for an unnamed one",
                )
            }
            Asset::Shown(_) if from != seat => refuse("CMP-NEG-12", "you can show only a contract card of your own"),
            Asset::Unnamed(_) if from == seat => {
                refuse("CMP-NEG-23", "name the contract card that you give; the others see it only as a contract card")
            }
            Asset::Unnamed(number) if !(1..=TRANSFERS).contains(&usize::from(number)) => {
                refuse("CMP-NEG-23", "unnamed contract cards are numbered from 1 to 8")
            }
            Asset::Territory(_) | Asset::Contract(_) | Asset::Shown(_) | Asset::Unnamed(_) => Ok(()),
            Asset::Token(token) if token.owner() != from || !state.is_out(token) => {
                refuse("CMP-NEG-8", "a player gives only own tokens that are on the map")
            }
            Asset::Token(_) => Ok(()),
            Asset::Branch(territory) if !state.player(from).branches.contains(territory) => {
                refuse("CMP-NEG-8", "a player gives only own branches; headquarters never change hands")
            }
            Asset::Branch(_) => Ok(()),
            Asset::Hire(hire) => self.is_hire(state, from, to, &hire),
        }
    }

    /// Has this player what the deal takes from the player, with these contract cards for the unnamed ones? (CMP-NEG-5, CMP-NEG-6, CMP-NEG-23)
    pub(crate) fn has_to_give(
        &self,
        state: &State,
        seat: Seat,
        deal: &CompetitorsDeal,
        picked: &Accepted,
        clause: &'static str,
    ) -> Result<(), Refusal> {
        let player = state.player(seat);
        let (mut money, mut contracts, mut unnamed) = (i64::from(player.money.units()), player.contracts, 0);
        for Transfer { from, to, asset } in deal.transfers() {
            let has = match asset {
                Asset::Hire(hire) if to == seat => {
                    money -= i64::from(hire.fee.units());
                    true
                }
                _ if from != seat => true,
                Asset::Money(amount) => {
                    money -= i64::from(amount.units());
                    true
                }
                Asset::Territory(card) => player.territories.contains(card),
                Asset::Contract(card) | Asset::Shown(card) => {
                    let held = contracts.contains(card);
                    contracts.remove(card);
                    held
                }
                Asset::Unnamed(_) => {
                    unnamed += 1;
                    true
                }
                Asset::Token(token) | Asset::Hire(Hire { token, .. }) => token.owner() == seat && state.is_out(token),
                Asset::Branch(territory) => player.branches.contains(territory),
            };
            if !has {
                return refuse(clause, "you do not have what you are to give");
            }
        }
        if money < 0 {
            return refuse(clause, "you do not have the money that you are to give");
        }
        for card in picked.cards() {
            if !contracts.contains(card) {
                return refuse("CMP-NEG-23", "pick contract cards of your hand, each once, that the deal does not name");
            }
            contracts.remove(card);
        }
        if picked.cards().count() != unnamed {
            return refuse("CMP-NEG-23", "pick a contract card of your hand for each unnamed one that you are to give");
        }
        Ok(())
    }

    /// The open offer with this number, to which this player is a party other than its proposer. (CMP-NEG-6)
    pub(crate) fn offer_to(&self, state: &State, seat: Seat, number: OfferNumber) -> Result<CompetitorsOffer, Refusal> {
        match state.offers.get(number) {
            None => Err(OfferFault::Gone.by("CMP-NEG-6")),
            Some(offer) if !offer.parties().contains(seat) => Err(OfferFault::NotAParty.by("CMP-NEG-6")),
            Some(offer) if offer.proposer() == seat => Err(OfferFault::Yours.by("CMP-NEG-6")),
            Some(offer) => Ok(offer),
        }
    }

    /// May this party accept, with these contract cards for the unnamed ones? (CMP-NEG-6, CMP-NEG-23)
    pub(crate) fn may_accept(&self, state: &State, seat: Seat, number: OfferNumber, picked: &Accepted) -> Result<(), Refusal> {
        let offer = self.offer_to(state, seat, number)?;
        self.can_accept(state, seat, &offer)?;
        self.has_to_give(state, seat, offer.deal(), picked, "CMP-NEG-6")
    }

    /// May this party accept, if it has what it is to give?
    pub(crate) fn can_accept(&self, state: &State, seat: Seat, offer: &CompetitorsOffer) -> Result<(), Refusal> {
        if offer.accepted().contains(seat) {
            return Err(OfferFault::Accepted.by("CMP-NEG-6"));
        }
        let last = offer.asked() == Seats::only(seat);
        let early = |transfer: Transfer<Asset>| matches!(transfer.asset, Asset::Hire(_)) && transfer.to != state.active;
        if last && offer.deal().transfers().any(early) {
            // Everybody can see whose turn it is, so nothing is lost by waiting.
            return refuse("CMP-CHART-2", "a hire is for the user’s own turn: accept it then");
        }
        Ok(())
    }

    /// May this party answer with a counter-offer? (CMP-NEG-6, CMP-NEG-24)
    pub(crate) fn may_counter(
        &self,
        state: &State,
        seat: Seat,
        number: OfferNumber,
        deal: &CompetitorsDeal,
    ) -> Result<(), Refusal> {
        let old = self.offer_to(state, seat, number)?;
        if old.counters() >= COUNTERS {
            return Err(OfferFault::Countered.by("CMP-NEG-24"));
        }
        if !deal.parties().contains(old.proposer()) {
            return Err(OfferFault::LeavesOut.by("CMP-NEG-6"));
        }
        self.is_sound(state, seat, deal)
    }

    pub(crate) fn may_withdraw(&self, state: &State, seat: Seat, number: OfferNumber) -> Result<(), Refusal> {
        match state.offers.get(number) {
            None => Err(OfferFault::Gone.by("CMP-NEG-5")),
            Some(offer) if offer.proposer() != seat => Err(OfferFault::NotYours.by("CMP-NEG-5")),
            Some(_) => Ok(()),
        }
    }

    /// D27: the answers to open offers, and taking back the own ones.
    pub(crate) fn list_answers(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.offers.is_empty() {
            return;
        }
        for (number, offer) in state.offers.iter().filter(|(_, offer)| offer.parties().contains(seat)) {
            if offer.proposer() == seat {
                out.push(Action::Withdraw(number));
            } else {
                if self.can_accept(state, seat, &offer).is_ok() {
                    self.list_acceptances(state, seat, number, &offer, out);
                }
                out.push(Action::Decline(number));
                self.list_counters(state, seat, number, &offer, out);
            }
            self.list_inspections(state, seat, number, &offer, out);
        }
    }

    /// Acceptances: with each card of hand where one is to be picked, with the first ones where several are.
    fn list_acceptances(&self, state: &State, seat: Seat, number: OfferNumber, offer: &CompetitorsOffer, out: &mut Vec<Action>) {
        let (mut free, mut unnamed) = (state.player(seat).contracts, 0);
        for given in offer.deal().given_by(seat) {
            match given.asset {
                Asset::Contract(card) | Asset::Shown(card) => free.remove(card),
                Asset::Unnamed(_) => unnamed += 1,
                _ => {}
            }
        }
        let single = if unnamed == 1 { free } else { free.take(1).collect() };
        for card in single.filter(|_| unnamed == 1) {
            let picked = Accepted::of([card]);
            if self.has_to_give(state, seat, offer.deal(), &picked, "CMP-NEG-6").is_ok() {
                out.push(Action::Accept(number, picked));
            }
        }
        let picked = Accepted::of(free.take(unnamed));
        if unnamed != 1 && self.has_to_give(state, seat, offer.deal(), &picked, "CMP-NEG-6").is_ok() {
            out.push(Action::Accept(number, picked));
        }
    }

    /// Can all parties of an offer see that it cannot be carried out any more? (CMP-NEG-22)
    fn has_lapsed(&self, state: &State, number: OfferNumber, offer: &CompetitorsOffer) -> bool {
        let (parties, note) = (offer.parties(), state.note(number));
        offer.deal().transfers().enumerate().any(|(place, Transfer { from, to, asset })| match asset {
            Asset::Money(_) | Asset::Unnamed(_) => false,
            Asset::Token(token) => !state.is_out(token),
            Asset::Branch(territory) => !state.player(from).branches.contains(territory),
            Asset::Hire(hire) => {
                let ended = |sender| !state.signed(to).any(|(_, load)| load.sender == sender);
                !state.is_out(hire.token) || matches!(hire.load, HireLoad::Goods(sender) if ended(sender))
            }
            Asset::Territory(card) => self.all_see_territory_gone(state, from, card, parties),
            Asset::Contract(card) | Asset::Shown(card) => {
                let named = note.is_some_and(|note| { parties }.all(|party| note.is_named(party, place)));
                named && self.all_see_contract_gone(state, from, card, parties)
            }
        })
    }

    /// What there is to know of a new offer besides its list: the contract cards that each party may name. (CMP-NEG-12, CMP-NEG-23)
    fn note_of(&self, state: &State, number: OfferNumber, seat: Seat, deal: &CompetitorsDeal) -> OfferNote {
        let mut named = [0; PLAYERS];
        for (place, Transfer { from, asset, .. }) in deal.transfers().enumerate() {
            for party in deal.parties() {
                let sees = match asset {
                    Asset::Shown(_) => true,
                    Asset::Contract(card) => party == seat || party == from || state.player(party).known_contracts.contains(card),
                    _ => false,
                };
                named[party.index()] |= u8::from(sees) << place;
            }
        }
        OfferNote { number, picks: [None; TRANSFERS], named, asked: 0, shown: 0 }
    }

    /// What moves when a deal is carried out, and who sees it; none if a card was not picked.
    fn moves_of(&self, deal: &CompetitorsDeal, note: &OfferNote) -> Option<Moves> {
        let mut moves = Moves::NONE;
        for (place, Transfer { from, to, asset }) in deal.transfers().enumerate() {
            let parties = Seats::only(from).with(to);
            let (thing, seen) = match asset {
                Asset::Money(amount) => (Thing::Money(amount), self.seats()),
                Asset::Territory(card) => (Thing::Territory(card), self.seats()),
                Asset::Contract(card) | Asset::Shown(card) => (Thing::Contract(card), parties.or(note.namers(place))),
                Asset::Unnamed(_) => (Thing::Contract(note.picks[place]?), parties),
                Asset::Token(token) => (Thing::Token(token), self.seats()),
                Asset::Branch(territory) => (Thing::Branch(territory), self.seats()),
                Asset::Hire(hire) => (Thing::Hire(hire), self.seats()),
            };
            moves.push(Move { from, to, thing, seen });
        }
        Some(moves)
    }

    /// An offer as it is told to its parties. (CMP-NEG-12, CMP-NEG-23)
    fn told(&self, deal: &CompetitorsDeal, note: &OfferNote) -> Vec<Told> {
        let told = |(place, Transfer { from, to, asset }): (usize, Transfer<Asset>)| {
            let asset = match asset {
                Asset::Money(amount) => ToldAsset::Money(amount),
                Asset::Territory(card) => ToldAsset::Territory(card),
                Asset::Contract(card) | Asset::Shown(card) => ToldAsset::Contract { card: Some(card), known: note.namers(place) },
                Asset::Unnamed(_) => ToldAsset::Contract { card: None, known: Seats::NONE },
                Asset::Token(token) => ToldAsset::Token(token),
                Asset::Branch(territory) => ToldAsset::Branch(territory),
                Asset::Hire(hire) => ToldAsset::from(hire),
            };
            Told { from, to, asset }
        };
        deal.transfers().enumerate().map(told).collect()
    }
}

impl From<Hire> for ToldAsset {
    fn from(hire: Hire) -> ToldAsset {
        let sender = match hire.load {
            HireLoad::Goods(sender) => Some(sender),
            HireLoad::Truck => None,
        };
        ToldAsset::Hire { token: hire.token, sender, fee: hire.fee, on_success: hire.payment == Payment::OnSuccess }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Proposes a deal. (CMP-NEG-5)
    pub fn offer(&mut self, seat: Seat, deal: CompetitorsDeal) {
        self.count_proposal(seat);
        if let Ok(number) = self.state.offers.propose(seat, deal, OPEN) {
            self.table(number, seat, &deal, None);
        }
    }

    /// Answers with a counter-offer, which takes the place of the old offer. (CMP-NEG-6)
    pub fn counter(&mut self, seat: Seat, old: OfferNumber, deal: CompetitorsDeal) {
        if let Ok(number) = self.state.offers.counter(old, seat, deal, COUNTERS) {
            self.table(number, seat, &deal, Some(old));
        }
    }

    /// An offer lies on the table: the parties see what is in it, and who holds what the proposer names as the proposer's.
    /// (CMP-NEG-12, CMP-DECK-6)
    fn table(&mut self, number: OfferNumber, seat: Seat, deal: &CompetitorsDeal, counters: Option<OfferNumber>) {
        self.sealed = true;
        let note = self.rules.note_of(self.state, number, seat, deal);
        self.keep_notes();
        if let Some(place) = self.state.notes.iter_mut().find(|place| place.is_none()) {
            *place = Some(note);
        }
        let parties = deal.parties();
        for given in deal.given_by(seat) {
            for party in parties.without(seat) {
                match given.asset {
                    Asset::Territory(card) => self.learn_territory(party, card),
                    Asset::Shown(card) => self.learn_contract(party, card),
                    _ => {}
                }
            }
        }
        let rules = self.rules;
        self.note(|| Event::Offered { seat, number, parties, counters, content: Some(rules.told(deal, &note)) });
    }

    /// A party accepts; when it is the last one, the deal is carried out. (CMP-NEG-6, CMP-NEG-7)
    pub fn accept(&mut self, seat: Seat, number: OfferNumber, picked: Accepted) {
        self.sealed = true;
        let Some(offer) = self.state.offers.get(number) else { return };
        let Some(note) = self.state.notes.iter_mut().flatten().find(|note| note.number == number) else { return };
        let mut cards = picked.cards();
        for (place, transfer) in offer.deal().transfers().enumerate() {
            if transfer.from == seat && matches!(transfer.asset, Asset::Unnamed(_)) {
                note.picks[place] = cards.next();
            }
        }
        let note = *note;
        match self.state.offers.accept(number, seat) {
            Ok(None) => self.note(|| Event::Accepted { seat, number }),
            Ok(Some(agreed)) => {
                self.keep_notes();
                self.close_deal(number, &agreed, &note);
            }
            Err(_) => {}
        }
    }

    /// All have accepted: everything happens, or nothing. (CMP-NEG-7)
    fn close_deal(&mut self, number: OfferNumber, offer: &CompetitorsOffer, note: &OfferNote) {
        let agreed = self.rules.moves_of(offer.deal(), note);
        let handed = agreed.and_then(|moves| Some((moves, self.hand_over(&moves)?)));
        let parties = offer.parties();
        let Some((moves, handed)) = handed else { return self.note(|| Event::Void { number, parties }) };
        self.note(|| Event::Deal { number, content: moves.told() });
        self.after_hand_over(&moves, &handed);
    }

    /// A party says no, also after having accepted. (CMP-NEG-6)
    pub fn decline(&mut self, seat: Seat, number: OfferNumber) {
        self.sealed = true;
        if self.state.offers.decline(number, seat).is_ok() {
            self.keep_notes();
            self.note(|| Event::Declined { seat, number });
        }
    }

    /// The proposer takes the offer off the table. (CMP-NEG-5)
    pub fn withdraw(&mut self, seat: Seat, number: OfferNumber) {
        if self.state.offers.withdraw(number, seat).is_ok() {
            self.keep_notes();
            self.note(|| Event::Withdrew { seat, number });
        }
    }

    /// Offers that all their parties can see to be impossible lapse; after the end none is open. (CMP-NEG-22, CMP-INV-23)
    pub fn lapse(&mut self) {
        if self.state.stage != Stage::Playing {
            self.state.asks = [None; PLAYERS];
            return self.drop_offers(|_, _, _| true);
        }
        let rules = self.rules;
        self.drop_offers(|state, number, offer| rules.has_lapsed(state, number, offer));
    }

    /// A turn has ended: what its player has proposed ends with it. (CMP-NEG-4, CMP-NEG-5)
    pub fn offers_of_turn_end(&mut self, seat: Seat) {
        self.state.asks[seat.index()] = None;
        self.drop_offers(|_, _, offer| offer.proposer() == seat);
    }

    /// These tokens have changed hands, and their names may mean others now. (CMP-NEG-22)
    pub fn lapse_tokens(&mut self, tokens: Tokens) {
        let names = |offer: &CompetitorsOffer| {
            offer.deal().transfers().any(|transfer| transfer.asset.token().is_some_and(|token| tokens.contains(token)))
        };
        self.drop_offers(|_, _, offer| names(offer));
    }

    fn drop_offers(&mut self, gone: impl Fn(&State, OfferNumber, &CompetitorsOffer) -> bool) {
        // Asked after every deed, and hardly ever so.
        if self.state.offers.is_empty() || !self.state.offers.iter().any(|(number, offer)| gone(self.state, number, &offer)) {
            return;
        }
        let before = self.state.offers;
        let mut after = before;
        after.expire(|number, offer| gone(self.state, number, offer));
        // That it lapsed tells others something of what was in it.
        self.sealed = true;
        self.state.offers = after;
        self.keep_notes();
        for (number, _) in before.iter().filter(|(number, _)| after.get(*number).is_none()) {
            self.note(|| Event::Lapsed { number });
        }
    }

    /// Keeps the notes of the open offers, in the order of the offers.
    fn keep_notes(&mut self) {
        let notes = self.state.notes;
        let mut open =
            self.state.offers.iter().filter_map(|(number, _)| notes.iter().flatten().find(|note| note.number == number));
        self.state.notes = std::array::from_fn(|_| open.next().copied());
    }
}
