//! Customs: when a card is due, drawing it, and what it does. (CMP-CUST, CMP-ILL, CMP-SPEC-15, CMP-SPEC-21)

use crate::{
    effects::Advantage,
    events::{Event, Failure},
    options::{AircraftCustoms, EventOrder},
    pack::CustomsColour,
    places::{Customs, Territory, Vehicle},
    play::Play,
    rules::CompetitorsRules,
    state::{Drawn, Frame, State},
    tokens::{Place, Token},
};
use kernel::{Journal, Luck, Refusal, Seat, Seats, refuse};

impl CompetitorsRules {
    /// Does a laden aircraft draw a card when it lands there? (CMP-CUST-6, CMP-CUST-8)
    pub(crate) fn landing_card(&self, state: &State, last: Option<Territory>, to: Territory) -> bool {
        if self.sites(state, state.active).contains(to) {
            return false;
        }
        let abroad = last.is_none_or(|last| self.pack[last].area != self.pack[to].area);
        abroad || self.options.aircraft_customs == AircraftCustoms::Any
    }

    /// Does the customs card come before the event without a question? (CMP-POL-9)
    pub(crate) fn customs_come_first(&self, token: Token) -> bool {
        self.options.event_order == EventOrder::CustomsFirstShips && token.vehicle() == Vehicle::Ship
    }

    /// How many customs cards the player draws in a territory, to apply one of them. (CMP-SPEC-15, CMP-SPEC-23)
    fn cards_to_draw(&self, state: &State, seat: Seat, at: Option<Territory>) -> u8 {
        let Some(at) = at else { return 1 };
        let continent = self.pack[at].continent;
        let here = self.advantages(state, seat).filter(|(_, _, site)| self.pack[*site].continent == continent);
        let picks = here.map(|(_, card, _)| if let Advantage::CustomsPick(count) = card { count } else { 0 });
        picks.fold(0, u8::saturating_add).max(1)
    }

    /// May this one of the drawn cards be taken? (D19)
    pub(crate) fn may_take(&self, state: &State, card: Customs) -> Result<(), Refusal> {
        match state.top() {
            Some(Frame::Pick { .. }) if state.drawn.iter().any(|drawn| drawn == card) => Ok(()),
            Some(Frame::Pick { .. }) => refuse("CMP-SPEC-15", "this card is not among those drawn"),
            _ => refuse("CMP-SPEC-15", "there is no customs card to choose"),
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Draws the card that is due, or several of which one is taken. (CMP-CUST-1, CMP-CUST-14)
    pub fn draw_customs(&mut self, token: Token, at: Option<Territory>) -> bool {
        self.pop();
        // The goods may be gone, or a free pass have come, before the card is drawn.
        if !self.rules.traveller_now(self.state, token).is_some_and(|traveller| traveller.draws) {
            return true;
        }
        let seat = self.state.active;
        let strait = match self.state.piece(token).place {
            Place::Strait(strait) => Some(strait),
            _ => None,
        };
        for _ in 0..self.rules.cards_to_draw(self.state, seat, at) {
            let Some(card) = self.state.customs.draw(self.luck).and_then(|card| Customs::new(card.into())) else { break };
            self.sealed = true;
            self.state.drawn.push(card);
            self.note(|| Event::Customs { seat, token, card, at, strait });
        }
        let drawn = self.state.drawn;
        let mut drawn = drawn.iter();
        match (drawn.next(), drawn.next()) {
            (Some(_), Some(_)) => self.push(Frame::Pick { token }),
            (Some(card), None) => self.apply_customs(card, token),
            (None, _) => {}
        }
        true
    }

    /// The player takes one of the drawn cards. (D19)
    pub fn take_customs(&mut self, card: Customs) {
        let Some(Frame::Pick { token }) = self.state.top().copied() else { return };
        self.pop();
        let seat = self.state.active;
        self.note(|| Event::PickedCustoms { seat, card });
        self.apply_customs(card, token);
    }

    /// A card begins to act, unless one that was laid open cancels it. (CMP-CUST-17, CMP-CUST-18, CMP-SPEC-21)
    fn apply_customs(&mut self, card: Customs, token: Token) {
        let seat = self.state.active;
        let Some(delivery) = self.state.journey.as_mut().and_then(|journey| journey.delivery.as_mut()) else { return };
        let text = &self.rules.pack[card];
        if text.colour != CustomsColour::Green
            && let Some(by) = delivery.laid.lowest()
        {
            delivery.laid.remove(by);
            self.discard_contract(by);
            self.note(|| Event::CancelledCustoms { seat, card, by });
            self.customs_done();
            return;
        }
        let sender = delivery.sender;
        let Some(load) = self.state.carrying(sender).and_then(|token| self.state.piece(token).load) else { return };
        let illegal = self.rules.goods(load.contract).is_some_and(|goods| goods.illegal);
        if text.legal != text.illegal {
            self.show_contract(sender);
        }
        self.push(Frame::Card { card, token, illegal, next: 0 });
    }

    /// The contract card of a running Delivery is shown to all. (CMP-CUST-17)
    fn show_contract(&mut self, sender: Territory) {
        let Some(token) = self.state.carrying(sender) else { return };
        let others: Seats = self.rules.seats().without(self.state.active);
        let Some(load) = &mut self.state.piece_mut(token).load else { return };
        let (contract, seat) = (load.contract, load.signer);
        if !others.within(load.known) {
            load.known = load.known.or(others);
            self.sealed = true;
            self.note(|| Event::ShownContract { seat, sender, contract });
        }
    }

    /// The effect of a customs card goes on. (CMP-EFF)
    pub fn customs_effect(&mut self, card: Customs, token: Token, illegal: bool, next: u8) -> bool {
        let rules = self.rules;
        let Some(effect) = rules.pack[card].effects(illegal).get(usize::from(next)) else {
            self.pop();
            self.customs_done();
            return true;
        };
        if rules.must_choose(self.state, token, effect) {
            return false;
        }
        self.replace(Frame::Card { card, token, illegal, next: next + 1 });
        self.cause = Failure::Customs;
        self.carry_out(*effect, token, None);
        true
    }

    /// The drawn cards go under the deck in the order drawn. (CMP-DECK-3, CMP-DECK-4)
    pub fn customs_done(&mut self) {
        let drawn = std::mem::replace(&mut self.state.drawn, Drawn::NONE);
        for card in drawn.iter() {
            self.state.customs.put_under(card.index() as u8);
        }
    }
}
