//! Political-social events: rolling one, rolling again, and what it does. (CMP-POL)

use crate::{
    effects::Advantage,
    events::{Event, Failure},
    places::Continent,
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State},
    tokens::Token,
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

    /// The token on which the event acts: the one that has the goods, or else the one that stopped. (CMP-POL-5, CMP-POL-6)
    fn affected(&self, state: &State, token: Token) -> Token {
        let piece = state.piece(token);
        match piece.cargo {
            Some(truck) if piece.load.is_none() && state.piece(truck).load.is_some() => truck,
            _ => token,
        }
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
    pub fn roll_event(&mut self, token: Token) -> bool {
        self.pop();
        let Some(at) = self.state.territory_of(token) else { return true };
        // CMP-TM-11: where a customs card has sent or put the token meanwhile, it has not stopped.
        let place = self.state.piece(token).place;
        let sent_back = self.state.journey.is_some_and(|journey| journey.from == place);
        if sent_back || !self.rules.routes.flags.contains(at) {
            return true;
        }
        let Some(die) = self.roll_line(token) else { return true };
        let continent = self.rules.pack[at].continent;
        if self.rules.rolls_again(self.state, self.state.active, continent) {
            self.push(Frame::Reroll { token, die });
        } else {
            self.begin_event(token, die);
        }
        true
    }

    fn roll_line(&mut self, token: Token) -> Option<u8> {
        let at = self.state.territory_of(token)?;
        let (seat, continent) = (self.state.active, self.rules.pack[at].continent);
        let die = self.die(D12);
        self.note(|| Event::Political { seat, token, at, continent, die });
        Some(die)
    }

    /// Rolls again, or keeps the roll. (D18)
    pub fn settle_roll(&mut self, again: bool) {
        let Some(Frame::Reroll { token, die }) = self.state.top().copied() else { return };
        self.pop();
        let die = if again { self.roll_line(token).unwrap_or(die) } else { die };
        self.begin_event(token, die);
    }

    fn begin_event(&mut self, token: Token, die: u8) {
        let Some(at) = self.state.territory_of(token) else { return };
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
        self.cause = Failure::Event;
        self.carry_out(*effect, token, None);
        true
    }
}
