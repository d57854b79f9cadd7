//! Customs: when a card is due, drawing it, and what it does. (CMP-CUST, CMP-ILL, CMP-SPEC-15, CMP-SPEC-21)

use crate::{
    Action, Advantage, AircraftCustoms, CompetitorsRules, Customs, CustomsColour, Drawn, Event, EventOrder, Goods, PendingView,
    Place, State, Territory, Token, Vehicle,
    decision::{ApplyEffect, Decision, Frame, Source},
    effect_words,
    movement::movement_end::lies_on_step,
    play::Play,
    untimely::untimely,
    words::{choice::Choice, saying::Reader},
};
use kernel::{Journal, Line, Luck, Refusal, Seat, Seats, Viewer, refuse, say::listed};

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

    /// The goods of the running Delivery.
    pub(crate) fn delivered_goods(&self, state: &State) -> Option<Goods> {
        let sender = state.journey.and_then(|journey| journey.delivery)?.sender;
        let load = state.carrying(sender).and_then(|token| state.piece(token).load)?;
        self.goods(load.contract)
    }

    /// How many customs cards the player draws in a territory, to apply one of them. (CMP-SPEC-15, CMP-SPEC-23)
    fn cards_to_draw(&self, state: &State, seat: Seat, at: Option<Territory>) -> u8 {
        let Some(at) = at else { return 1 };
        let continent = self.pack[at].continent;
        let here = self.advantages(state, seat).filter(|(_, _, site)| self.pack[*site].continent == continent);
        let picks = here.map(|(_, card, _)| if let Advantage::CustomsPick(count) = card { count } else { 0 });
        picks.fold(0, u8::saturating_add).max(1)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
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
        self.push(ApplyEffect { of: Source::Card { card, illegal }, token, next: 0 });
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

    /// The drawn cards go under the deck in the order drawn. (CMP-DECK-3, CMP-DECK-4)
    pub fn customs_done(&mut self) {
        let drawn = std::mem::replace(&mut self.state.drawn, Drawn::NONE);
        for card in drawn.iter() {
            self.state.customs.put_under(card.index() as u8);
        }
    }
}

/// A customs card is to be drawn, or several of which one is taken. (CMP-CUST-1, CMP-CUST-14)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawCustoms {
    /// For the goods on this token, or on a truck aboard it.
    pub token: Token,
    /// In this territory; none on a strait. (CMP-SPEC-15)
    pub at: Option<Territory>,
}

impl Decision for DrawCustoms {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let DrawCustoms { token, at } = *self;
        play.pop();
        // The goods may be gone, or a free pass have come, before the card is drawn.
        if !play.rules.traveller_now(play.state, token).is_some_and(|traveller| traveller.draws) {
            return true;
        }
        let seat = play.state.active;
        let strait = match play.state.piece(token).place {
            Place::Strait(strait) => Some(strait),
            _ => None,
        };
        for _ in 0..play.rules.cards_to_draw(play.state, seat, at) {
            let Some(card) = play.state.customs.draw(play.luck).and_then(|card| Customs::new(card.into())) else { break };
            play.sealed = true;
            play.state.drawn.push(card);
            play.note(|| Event::Customs { seat, token, card, at, strait });
        }
        let drawn = play.state.drawn;
        let mut drawn = drawn.iter();
        match (drawn.next(), drawn.next()) {
            (Some(_), Some(_)) => play.push(PickCustoms { token }),
            (Some(card), None) => play.apply_customs(card, token),
            (None, _) => {}
        }
        true
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        lies_on_crossing_or_step(below)
    }
}

/// One of the drawn customs cards is to be taken. (D19)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickCustoms {
    /// For this token.
    pub token: Token,
}

impl Decision for PickCustoms {
    fn candidates(&self, _rules: &CompetitorsRules, state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(state.drawn.iter().map(Action::Take));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Take(card) if state.drawn.iter().any(|drawn| drawn == card) => Ok(()),
            Action::Take(_) => refuse("CMP-SPEC-15", "this card is not among those drawn"),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        if let Action::Take(card) = *action {
            play.pop();
            play.note(|| Event::PickedCustoms { seat, card });
            play.apply_customs(card, self.token);
        }
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let drawn = listed(state.drawn.iter().map(|card| format!("“{}”", rules.pack[card].title)));
        let you = || format!("Which of the customs cards counts: {drawn}?");
        let they = || format!("{} takes one of the customs cards {drawn}.", reader.name(state.active));
        reader.one(state.active, "CMP-SPEC-15", you, they)
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, action: &Action, _reader: &Reader<'_>) -> Choice {
        let Action::Take(card) = *action else { return Choice::written(rules, action) };
        let card = &rules.pack[card];
        let label = format!("Take “{}” ({})", card.title, card.colour.words());
        let illegal = rules.delivered_goods(state).is_some_and(|goods| goods.illegal);
        Choice::new("CMP-SPEC-15", label).so([effect_words(card.effects(illegal))])
    }

    fn fallback(&self, _rules: &CompetitorsRules, state: &State, _seat: Seat) -> Action {
        state.drawn.iter().next().map_or(Action::End, Action::Take)
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, _viewer: Viewer) -> Option<PendingView> {
        let cards = state.drawn.iter().map(|card| rules.customs_view(card)).collect();
        Some(PendingView::Picking { token: self.token, cards })
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        lies_on_crossing_or_step(below)
    }
}

/// Customs are met by a step, or on a strait.
pub(crate) fn lies_on_crossing_or_step(below: Option<&Frame>) -> bool {
    lies_on_step(below) || matches!(below, Some(Frame::CrossStrait(_)))
}
