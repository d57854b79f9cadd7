//! Negotiations in one place: what may be said when, and who is asked. (CMP-NEG-1, CMP-NEG-3; D27 to D31)

use crate::{
    actions::Action,
    assets::Accepted,
    events::Event,
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State},
};
use kernel::{Bounds, Journal, Luck, OfferNumber, Question, Refusal, Rules, Seat, refuse};

impl CompetitorsRules {
    /// What a player may do of D27 to D31: at an open point everybody, in an auction whoever is next, after a deal the new owner of a token.
    pub(crate) fn list_negotiation(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.top() {
            Some(Frame::Bidding) => self.list_bids(state, seat, out),
            Some(Frame::PutTraded(token)) => self.list_new_places(state, seat, *token, out),
            None if state.is_open_point() && self.seats().contains(seat) => {
                self.list_answers(state, seat, out);
                self.list_proposals(state, seat, out);
            }
            _ => {}
        }
    }

    /// May this be said now? (CMP-NEG-3, CMP-AUCT-5)
    pub(crate) fn may_negotiate(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !self.seats().contains(seat) {
            return refuse("CMP-NEG-1", "only players of this table negotiate");
        }
        match (state.top(), action) {
            (_, Action::Put(_) | Action::Stay) | (Some(Frame::PutTraded(_)), _) => {
                return self.may_put_traded(state, seat, action);
            }
            (Some(Frame::Bidding), Action::Bid(_) | Action::Pass) | (None, Action::Bid(_) | Action::Pass) => {
                return self.may_speak(state, seat, action);
            }
            (Some(Frame::Bidding), _) => {
                return refuse("CMP-AUCT-5", "an auction is held: nothing else happens before it is over");
            }
            _ if !state.is_open_point() => {
                let when = "negotiate while an action is to be chosen, or between two movement turns of a Delivery";
                return refuse("CMP-NEG-3", when);
            }
            _ => {}
        }
        match action {
            Action::Ask(ask) => self.may_ask(state, seat, ask),
            Action::Offer(deal) => self.may_offer(state, seat, deal),
            Action::Accept(number, picked) => self.may_accept(state, seat, *number, picked),
            Action::Decline(number) => self.offer_to(state, seat, *number).map(drop),
            Action::Withdraw(number) => self.may_withdraw(state, seat, *number),
            Action::Counter(number, deal) => self.may_counter(state, seat, *number, deal),
            Action::Inspect(number) => self.may_inspect(state, seat, *number),
            Action::Show(number) => self.may_show(state, seat, *number),
            Action::Auction { lot, price } => self.may_auction(state, seat, lot, *price),
            _ => refuse("CMP-NEG-1", "this is no part of a negotiation"),
        }
    }

    /// Sums that may be chosen freely: bids, and the lowest price of an auction that is listed.
    pub(crate) fn list_bounds(&self, state: &State, seat: Seat, out: &mut Vec<Bounds<Action>>) {
        match state.top() {
            Some(Frame::Bidding) => self.bound_bids(state, seat, out),
            None if state.is_open_point() && self.seats().contains(seat) => self.bound_auctions(state, seat, out),
            _ => {}
        }
    }

    /// What has too many possibilities to be listed: proposals, sums, the cards that are picked with an acceptance, and flights to cells.
    /// (CMP-AIR-19)
    pub(crate) fn is_open_action(&self, action: &Action) -> bool {
        match action {
            Action::Offer(_) | Action::Counter(..) | Action::Ask(_) | Action::Auction { .. } | Action::Bid(_) => true,
            Action::Accept(_, picked) => *picked != Accepted::PLAIN,
            Action::Go { token, to: crate::tokens::Stop::Cell(_) } => token.vehicle() == crate::places::Vehicle::Aircraft,
            _ => false,
        }
    }

    /// What a player is asked: an open offer, a bid, or whether a card lengthens the Delivery. (CMP-NEG-6, CMP-AUCT-3, CMP-SPEC-24)
    pub(crate) fn asks(&self, state: &State, seat: Seat) -> Option<Question<Action>> {
        if !self.turn(state).asked.contains(seat) {
            return None;
        }
        match state.top() {
            Some(Frame::Bidding) => Some(Question { kind: "bid", standing: Some(Action::Pass) }),
            Some(Frame::LastCard) => Some(Question { kind: "last_card", standing: Some(Action::GiveUp) }),
            _ => {
                let (number, _) = state.offers.iter().find(|(_, offer)| offer.asked().contains(seat))?;
                Some(Question { kind: "deal", standing: Some(Action::Decline(number)) })
            }
        }
    }

    /// Does this answer what the player is asked?
    pub(crate) fn answers(&self, state: &State, seat: Seat, action: &Action) -> bool {
        let of_offer = |number: &OfferNumber| state.offers.get(*number).is_some_and(|offer| offer.asked().contains(seat));
        match (state.top(), action) {
            (Some(Frame::Bidding), Action::Bid(_) | Action::Pass) => self.next_bidder(state) == Some(seat),
            (Some(Frame::LastCard), Action::GiveUp | Action::Play(_)) => seat == state.active,
            (None, Action::Accept(number, _) | Action::Decline(number) | Action::Counter(number, _)) => of_offer(number),
            _ => false,
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Does what was found to be allowed.
    pub fn negotiate(&mut self, seat: Seat, action: &Action) {
        match *action {
            Action::Ask(ask) => self.announce(seat, ask),
            Action::Offer(deal) => self.offer(seat, deal),
            Action::Accept(number, picked) => self.accept(seat, number, picked),
            Action::Decline(number) => self.decline(seat, number),
            Action::Withdraw(number) => self.withdraw(seat, number),
            Action::Counter(number, deal) => self.counter(seat, number, deal),
            Action::Inspect(number) => self.inspect(seat, number),
            Action::Show(number) => self.show(seat, number),
            Action::Auction { lot, price } => self.put_up(seat, lot, price),
            Action::Bid(_) | Action::Pass => self.speak(seat, action),
            Action::Put(site) => self.place_traded(seat, Some(site)),
            Action::Stay => self.place_traded(seat, None),
            _ => {}
        }
    }
}
