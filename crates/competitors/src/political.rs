//! Political-social events: rolling one, rolling again, and what it does. (CMP-POL)

use crate::{
    effects::Advantage,
    events::{Event, Failure, Idle},
    places::{Continent, Territory},
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State},
    tokens::{Place, Token},
};
use kernel::{Journal, Luck, Refusal, Seat, refuse};

/// The sides of the die for events. (CMP-COMP-4)
const D12: u8 = 12;

impl CompetitorsRules {
    /// May the player roll a political event on this continent again? (CMP-SPEC-14)
    fn rolls_again(&self, state: &State, seat: Seat, continent: Continent) -> bool {
        let cards = self.advantages(state, seat).filter(|(_, card, _)| *card == Advantage::RerollPolitical);
        { cards }.any(|(_, _, site)| self.pack[site].continent == continent)
    }

    /// The token to which the event applies: of a carrier and the truck aboard it the one with the goods, or else the one that
    /// stopped. (CMP-POL-5, CMP-POL-6)
    fn affected(&self, state: &State, token: Token) -> Token {
        let piece = state.piece(token);
        let other = match piece.place {
            Place::Aboard(carrier) => Some(carrier),
            _ => piece.cargo,
        };
        other.filter(|other| piece.load.is_none() && state.piece(*other).load.is_some()).unwrap_or(token)
    }

    /// Does any part of an event apply to this token? (CMP-EFF-17)
    fn concerns(&self, state: &State, token: Token, continent: Continent, die: u8) -> bool {
        self.pack.political_event(continent, die).effects.iter().any(|effect| self.applies(state, token, effect.only))
    }

    /// Is the roll of an event waiting to be kept or rolled again? (D18)
    pub(crate) fn may_reroll(&self, state: &State) -> Result<(), Refusal> {
        match state.top() {
            Some(Frame::Reroll { .. }) => Ok(()),
            _ => refuse("CMP-SPEC-14", "there is no event to roll again"),
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Rolls the event of the territory in which the token stopped, also on an own site and for a hired token. (CMP-POL-1, CMP-POL-12,
    /// CMP-POL-13)
    pub fn roll_event(&mut self, token: Token, at: Option<Territory>) -> bool {
        self.pop();
        let Some(at) = self.state.event_at(token, at) else { return true };
        // CMP-TM-11: a token that a customs card has sent or put elsewhere meanwhile has not stopped. One that was seized has
        // (CMP-TM-10).
        let elsewhere = self.state.is_out(token) && self.state.territory_of(token) != Some(at);
        if elsewhere || !self.rules.routes.flags.contains(at) {
            return true;
        }
        let die = self.roll_line(token, at);
        if self.rules.rolls_again(self.state, self.state.active, self.rules.pack[at].continent) {
            self.push(Frame::Reroll { token, at: Some(at), die });
        } else {
            self.begin_event(token, at, die);
        }
        true
    }

    fn roll_line(&mut self, token: Token, at: Territory) -> u8 {
        let (seat, continent) = (self.state.active, self.rules.pack[at].continent);
        let die = self.die(D12);
        let (rules, state) = (self.rules, &*self.state);
        self.journal.note(|| {
            let affected = rules.affected(state, token);
            let spared = state.is_out(affected) && !rules.concerns(state, affected, continent, die);
            let spares = spared.then_some(affected);
            Event::Political { seat, token, at, continent, die, spares }
        });
        die
    }

    /// Rolls again, or keeps the roll. (D18)
    pub fn settle_roll(&mut self, again: bool) {
        let Some(Frame::Reroll { token, at, die }) = self.state.top().copied() else { return };
        self.pop();
        let Some(at) = self.state.event_at(token, at) else { return };
        let die = if again { self.roll_line(token, at) } else { die };
        self.begin_event(token, at, die);
    }

    fn begin_event(&mut self, token: Token, at: Territory, die: u8) {
        let continent = self.rules.pack[at].continent;
        let token = self.rules.affected(self.state, token);
        self.push(Frame::EventEffect { token, continent, die, next: 0 });
    }

    /// The effect of an event goes on.
    pub fn event_effect(&mut self, token: Token, continent: Continent, die: u8, next: u8) -> bool {
        let rules = self.rules;
        let Some(effect) = rules.pack.political_event(continent, die).effects.get(usize::from(next)) else {
            self.pop();
            return true;
        };
        if rules.must_choose(self.state, token, effect) {
            return false;
        }
        self.replace(Frame::EventEffect { token, continent, die, next: next + 1 });
        // CMP-TM-10: a token that was seized has stopped there, but nothing can happen to it any more.
        if effect.needs_token() && !self.state.is_out(token) {
            let seat = self.state.active;
            return {
                self.note(|| Event::NoEffect { seat, token: Some(token), why: Idle::Gone });
                true
            };
        }
        self.cause = Failure::Event;
        self.carry_out(*effect, token, None);
        true
    }
}
