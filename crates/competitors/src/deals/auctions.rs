//! Auctions of own assets. (CMP-AUCT; D30, D31)

use crate::{
    Action, Asset, CompetitorsRules, Event, Lots, PendingView, Sale, State, Vehicle,
    bots::sensible::keep,
    deals::{
        asks::is_sum,
        exchange::{Move, Moves, Thing},
    },
    decision::Decision,
    figures::{self, UNIT},
    play::Play,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, capital},
    },
};
use kernel::{
    Auction, Bounds, Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, Terms, Turn, Viewer, refuse, say::listed,
};

/// No lowest price and no announced sum is higher: nobody could ever pay more.
pub const HIGHEST: Money = Money::new(1_000_000_000);

impl CompetitorsRules {
    /// May this lot be put up from this price? (CMP-AUCT-1, CMP-AUCT-2, CMP-AUCT-6)
    pub(crate) fn may_auction(&self, state: &State, seat: Seat, lot: &Lots, price: Money) -> Result<(), Refusal> {
        self.may_propose(state, seat)?;
        if state.turn.auctioned.contains(seat) {
            return refuse("CMP-AUCT-6", "you have opened an auction in this turn");
        }
        if !is_sum(price) || price > HIGHEST {
            return refuse("CMP-AUCT-2", "the lowest price is a multiple of 500, and at least 500");
        }
        if lot.assets().next().is_none() {
            return refuse("CMP-AUCT-2", "a lot is one to eight assets of yours");
        }
        let player = state.player(seat);
        let (mut shown, mut hidden) = (false, false);
        for asset in lot.assets() {
            match asset {
                Asset::Territory(card) if player.territories.contains(card) => {}
                Asset::Contract(card) if player.contracts.contains(card) => hidden = true,
                Asset::Shown(card) if player.contracts.contains(card) => shown = true,
                Asset::Token(token) if token.owner() == seat && state.is_out(token) => {
                    if !self.is_free(state, token) {
                        return refuse(
                            "CMP-NEG-13",
                            "a token is sold only if it has no goods, carries nothing, and is neither aboard nor hired",
                        );
                    }
                }
                Asset::Branch(territory) if player.branches.contains(territory) => {}
                Asset::Money(_) | Asset::Hire(_) | Asset::Unnamed(_) => {
                    return refuse("CMP-AUCT-2", "a lot is cards of hand by name, tokens and branches");
                }
                _ => return refuse("CMP-AUCT-2", "you do not have what you put up"),
            }
        }
        if shown && hidden {
            return refuse("CMP-AUCT-2", "the contract cards of a lot are shown to all or to nobody");
        }
        Ok(())
    }

    /// Could this player lawfully take the lot? (CMP-AUCT-4)
    fn can_take(&self, state: &State, seat: Seat, lot: &Lots) -> bool {
        let tokens = |vehicle: Vehicle| {
            lot.assets().filter(|asset| matches!(asset, Asset::Token(token) if token.vehicle() == vehicle)).count()
        };
        let branches = lot.assets().filter(|asset| matches!(asset, Asset::Branch(_))).count();
        let room = Vehicle::ALL.into_iter().all(|vehicle| tokens(vehicle) <= self.room_for(state, seat, vehicle));
        room && state.player(seat).branches.len() + branches <= usize::from(figures::BRANCHES)
    }

    /// Who speaks next. (CMP-AUCT-3)
    pub(crate) fn next_bidder(&self, state: &State) -> Option<Seat> {
        state.sale.and_then(|sale| sale.auction.next(&self.order()))
    }

    /// Who sees the contract cards of a lot besides the two between whom it changes hands. (CMP-AUCT-2)
    fn seen_in(&self, asset: Asset, parties: Seats) -> Seats {
        if matches!(asset, Asset::Contract(_)) { parties } else { self.seats() }
    }

    /// What changes hands when the lot goes to this player.
    fn moves_of_lot(&self, lot: &Lots, from: Seat, to: Seat) -> Moves {
        let mut moves = Moves::NONE;
        for asset in lot.assets() {
            let thing = match asset {
                Asset::Territory(card) => Thing::Territory(card),
                Asset::Contract(card) | Asset::Shown(card) => Thing::Contract(card),
                Asset::Token(token) => Thing::Token(token),
                Asset::Branch(territory) => Thing::Branch(territory),
                // A lot has none of these.
                Asset::Money(_) | Asset::Unnamed(_) | Asset::Hire(_) => continue,
            };
            moves.push(Move { from, to, thing, seen: self.seen_in(asset, Seats::only(from).with(to)) });
        }
        moves
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Opens an auction. Named and shown cards are seen by all. (CMP-AUCT-2, CMP-AUCT-6, CMP-DECK-6)
    pub fn put_up(&mut self, seat: Seat, lot: Lots, price: Money) {
        self.sealed = true;
        self.count_proposal(seat);
        self.state.turn.auctioned.insert(seat);
        let others = self.rules.seats().without(seat);
        for asset in lot.assets() {
            for other in others {
                match asset {
                    Asset::Territory(card) => self.learn_territory(other, card),
                    Asset::Shown(card) => self.learn_contract(other, card),
                    _ => {}
                }
            }
        }
        let able = |other: &Seat| self.state.player(*other).money >= price && self.rules.can_take(self.state, *other, &lot);
        let invited: Seats = { others }.filter(able).collect();
        let terms = Terms { lowest: price, step: Money::new(UNIT) };
        self.state.sale = Some(Sale { seller: seat, lot, auction: Auction::open(terms, seat, invited) });
        let rules = self.rules;
        self.note(|| Event::Auction { seat, lot: rules.moves_of_lot(&lot, seat, seat).told(), lowest: price });
        self.push(Bidding);
    }
}

/// An auction runs: bids and passes, in order of play. (D31)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bidding;

/// How much of the least bid is listed, in percent.
const RAISES: [i64; 4] = [100, 110, 130, 160];

/// The number of listed bids, from the least up, that a player who thinks considers.
const SENSIBLE: usize = 3;

impl Decision for Bidding {
    fn turn(&self, rules: &CompetitorsRules, state: &State) -> Turn {
        Turn::asking(rules.next_bidder(state).into_iter().collect())
    }

    /// Passing, the least bid and some above it.
    fn candidates(&self, _rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Pass);
        let Some(range) = state.sale.and_then(|sale| sale.auction.range(state.player(seat).money)) else { return };
        let mut last = Money::ZERO;
        for percent in RAISES {
            let raised = i64::from(range.low.units()) * percent / 100 / i64::from(UNIT) * i64::from(UNIT);
            let bid = Money::new(i32::try_from(raised).unwrap_or(range.low.units())).max(range.low);
            if bid > last && bid <= range.high {
                out.push(Action::Bid(bid));
                last = bid;
            }
        }
    }

    /// By hand: bids are within the auction’s range, and checking each again would cost random play four percent.
    fn list(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if rules.next_bidder(state) == Some(seat) {
            self.candidates(rules, state, seat, out);
        }
    }

    /// CMP-AUCT-3, CMP-AUCT-5.
    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Some(mut sale) = state.sale else { return refuse("CMP-AUCT-1", "nothing is being auctioned") };
        let said = match *action {
            Action::Bid(amount) => sale.auction.bid(&rules.order(), seat, amount, state.player(seat).money),
            Action::Pass => sale.auction.pass(&rules.order(), seat),
            _ if action.negotiates() => {
                return refuse("CMP-AUCT-5", "an auction is held: nothing else happens before it is over");
            }
            _ => return untimely(rules, state, seat, action),
        };
        said.map_err(|fault| fault.by("CMP-AUCT-3"))
    }

    /// A bid is binding. (CMP-AUCT-3, CMP-AUCT-5)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        play.sealed = true;
        let (order, money) = (play.rules.order(), play.money(seat));
        let Some(sale) = &mut play.state.sale else { return };
        match *action {
            Action::Bid(amount) => {
                if sale.auction.bid(&order, seat, amount, money).is_ok() {
                    play.note(|| Event::Bid { seat, amount });
                }
            }
            _ => {
                if sale.auction.pass(&order, seat).is_ok() {
                    play.note(|| Event::Passed { seat });
                }
            }
        }
    }

    /// The auction is over when all but the highest bidder have passed: that player pays the seller and takes the lot. (CMP-AUCT-4)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Some(sale) = play.state.sale else {
            play.pop();
            return true;
        };
        if !sale.auction.is_over() {
            return false;
        }
        play.pop();
        play.state.sale = None;
        let seat = sale.seller;
        let sold = sale.auction.sold().and_then(|bid| {
            let lot = play.rules.moves_of_lot(&sale.lot, seat, bid.seat);
            let mut moves = lot;
            moves.push(Move { from: bid.seat, to: seat, thing: Thing::Money(bid.amount), seen: play.rules.seats() });
            let handed = play.hand_over(&moves)?;
            play.note(|| Event::AuctionSold { seat, to: bid.seat, amount: bid.amount, lot: lot.told() });
            play.after_hand_over(&moves, &handed);
            Some(())
        });
        if sold.is_none() {
            play.note(|| Event::Unsold { seat });
        }
        true
    }

    fn bounds(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        if rules.next_bidder(state) == Some(seat) {
            let range = state.sale.and_then(|sale| sale.auction.range(state.player(seat).money));
            out.extend(range.map(|range| Bounds {
                least: Action::Bid(range.low),
                most: Action::Bid(range.high),
                low: range.low,
                high: range.high,
                step: range.step,
                clause: "CMP-AUCT-3",
            }));
        }
    }

    fn question(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Option<Question<Action>> {
        Some(Question { kind: "bid", standing: Some(Action::Pass) })
    }

    fn is_answer(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> bool {
        matches!(action, Action::Bid(_) | Action::Pass) && rules.next_bidder(state) == Some(seat)
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let (Some(sale), Some(next)) = (&state.sale, rules.next_bidder(state)) else {
            return Line::new("CMP-AUCT-1", "The auction is over.");
        };
        let lot = lot_words(rules, sale, reader);
        let stands = match sale.auction.highest() {
            Some(bid) if reader.is(bid.seat) => format!("your bid is {}", bid.amount),
            Some(bid) => format!("{} has bid {}", reader.name(bid.seat), bid.amount),
            None => format!("from {}", sale.auction.terms().lowest),
        };
        let seller = capital(&reader.who(sale.seller));
        let sells = if reader.is(sale.seller) { "sell" } else { "sells" };
        let you = || format!("{seller} {sells} {lot}, {stands}: bid, or pass.");
        reader.one(next, "CMP-AUCT-3", you, || {
            format!("{seller} {sells} {lot}, {stands}; {} is to bid or pass.", reader.name(next))
        })
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        match *action {
            Action::Bid(amount) => Choice::new("CMP-AUCT-3", format!("Bid {amount}")).so([rules.left(state, seat, amount)]),
            Action::Pass => Choice::new("CMP-AUCT-3", "Pass").so(["you bid no more in this auction"]),
            _ => Choice::written(rules, action),
        }
    }

    fn fallback(&self, _rules: &CompetitorsRules, _state: &State, _seat: Seat) -> Action {
        Action::Pass
    }

    /// The first bid is the least; after that bids rise by about a third, so that an auction is soon over.
    fn sensible(&self, _rules: &CompetitorsRules, state: &State, _seat: Seat, out: &mut Vec<Action>, before: usize) {
        let bids = out[before..].iter().filter_map(|action| if let Action::Bid(sum) = action { Some(*sum) } else { None });
        let is_first = state.sale.is_none_or(|sale| sale.auction.highest().is_none());
        let raised = bids.take(if is_first { 1 } else { SENSIBLE }).last();
        keep(out, before, |action| if let Action::Bid(sum) = action { Some(*sum) == raised } else { true });
    }

    fn shown(&self, _rules: &CompetitorsRules, _state: &State, _viewer: Viewer) -> Option<PendingView> {
        Some(PendingView::Bidding)
    }
}

/// What is being auctioned; contract cards that are not shown are named only to the seller. (CMP-AUCT-2)
fn lot_words(rules: &CompetitorsRules, sale: &Sale, reader: &Reader<'_>) -> String {
    listed(sale.lot.assets().map(|asset| match asset {
        Asset::Contract(_) if !reader.is(sale.seller) => "a contract card".to_owned(),
        Asset::Contract(card) | Asset::Shown(card) => format!("the contract card {}", rules.card(card)),
        // Tokens are named without their owner: the seller is named already.
        asset => rules.asset_words(asset, &Reader::on(sale.seller, reader.names)),
    }))
}
