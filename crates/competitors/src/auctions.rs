//! Auctions of own assets. (CMP-AUCT; D30, D31)

use crate::{
    actions::Action,
    asks::is_sum,
    assets::{Asset, Lots},
    events::Event,
    exchange::{Move, Moves, Thing},
    figures,
    places::Vehicle,
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, Sale, State},
};
use kernel::{Auction, Bounds, Journal, Luck, Money, Refusal, Seat, Seats, Terms, refuse};

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

    /// D31: passing, the least bid and some above it.
    pub(crate) fn list_bids(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.next_bidder(state) != Some(seat) {
            return;
        }
        out.push(Action::Pass);
        let Some(range) = state.sale.and_then(|sale| sale.auction.range(state.player(seat).money)) else { return };
        let mut last = Money::ZERO;
        for percent in [100, 110, 130, 160] {
            let raised = i64::from(range.low.units()) * percent / 100 / i64::from(figures::UNIT) * i64::from(figures::UNIT);
            let bid = Money::new(i32::try_from(raised).unwrap_or(range.low.units())).max(range.low);
            if bid > last && bid <= range.high {
                out.push(Action::Bid(bid));
                last = bid;
            }
        }
    }

    pub(crate) fn bound_bids(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        if self.next_bidder(state) != Some(seat) {
            return;
        }
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

    /// A bid or a pass of whoever is next. (CMP-AUCT-3, CMP-AUCT-5)
    pub(crate) fn may_speak(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Some(mut sale) = state.sale else { return refuse("CMP-AUCT-1", "nothing is being auctioned") };
        let said = match action {
            Action::Bid(amount) => sale.auction.bid(&self.order(), seat, *amount, state.player(seat).money),
            _ => sale.auction.pass(&self.order(), seat),
        };
        said.map_err(|fault| fault.by("CMP-AUCT-3"))
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
        let terms = Terms { lowest: price, step: Money::new(figures::UNIT) };
        self.state.sale = Some(Sale { seller: seat, lot, auction: Auction::open(terms, seat, invited) });
        let rules = self.rules;
        self.note(|| Event::Auction { seat, lot: rules.moves_of_lot(&lot, seat, seat).told(), lowest: price });
        self.push(Frame::Bidding);
    }

    /// A bid or a pass. A bid is binding. (CMP-AUCT-3, CMP-AUCT-5)
    pub fn speak(&mut self, seat: Seat, action: &Action) {
        self.sealed = true;
        let (order, money) = (self.rules.order(), self.money(seat));
        let Some(sale) = &mut self.state.sale else { return };
        match *action {
            Action::Bid(amount) => {
                if sale.auction.bid(&order, seat, amount, money).is_ok() {
                    self.note(|| Event::Bid { seat, amount });
                }
            }
            _ => {
                if sale.auction.pass(&order, seat).is_ok() {
                    self.note(|| Event::Passed { seat });
                }
            }
        }
    }

    /// The auction is over when all but the highest bidder have passed: that player pays the seller and takes the lot. (CMP-AUCT-4)
    pub fn hammer(&mut self) -> bool {
        let Some(sale) = self.state.sale else {
            self.pop();
            return true;
        };
        if !sale.auction.is_over() {
            return false;
        }
        self.pop();
        self.state.sale = None;
        let seat = sale.seller;
        let sold = sale.auction.sold().and_then(|bid| {
            let lot = self.rules.moves_of_lot(&sale.lot, seat, bid.seat);
            let mut moves = lot;
            moves.push(Move { from: bid.seat, to: seat, thing: Thing::Money(bid.amount), seen: self.rules.seats() });
            let handed = self.hand_over(&moves)?;
            self.note(|| Event::AuctionSold { seat, to: bid.seat, amount: bid.amount, lot: lot.told() });
            self.after_hand_over(&moves, &handed);
            Some(())
        });
        if sold.is_none() {
            self.note(|| Event::Unsold { seat });
        }
        true
    }
}
