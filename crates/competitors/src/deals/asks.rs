//! Wishes: what a player announces to want, and for what. They bind nobody. (CMP-NEG-4; D27)

use crate::{Ask, CompetitorsRules, Event, State, Wish, deals::auctions::HIGHEST, figures::UNIT, play::Play};
use kernel::{Journal, Luck, Money, Refusal, Seat, refuse};

/// Is this a sum that can be paid: a multiple of the smallest coin, and at least one? (CMP-NEG-8)
pub(crate) fn is_sum(amount: Money) -> bool {
    amount.units() >= UNIT && amount.units() % UNIT == 0
}

impl CompetitorsRules {
    /// Has the player a proposal left in this turn? (CMP-NEG-24)
    #[inline]
    pub(crate) fn has_proposal(&self, state: &State, seat: Seat) -> bool {
        state.turn.proposals.get(seat.index()).is_some_and(|made| *made < self.options.proposals)
    }

    pub(crate) fn may_propose(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if self.has_proposal(state, seat) {
            Ok(())
        } else {
            refuse("CMP-NEG-24", "you have made all the proposals of this turn; you can still answer those of others")
        }
    }

    /// May this wish be announced? A new one takes the place of the old one. (CMP-NEG-4, CMP-NEG-24)
    pub(crate) fn may_ask(&self, state: &State, seat: Seat, ask: &Ask) -> Result<(), Refusal> {
        self.may_propose(state, seat)?;
        if matches!(ask.wanted, Wish::Money(_)) {
            return refuse("CMP-NEG-4", "money is what you can offer; wanted is a card, a token, a branch or a passage");
        }
        let sound = |wish: Wish| match wish {
            Wish::Money(amount) => is_sum(amount) && amount <= HIGHEST,
            Wish::Passage(from, to) => from != to,
            _ => true,
        };
        if !sound(ask.offered) || !sound(ask.wanted) {
            return refuse("CMP-NEG-4", "a sum is a multiple of 500, and a passage leads from one territory to another");
        }
        Ok(())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Announces a wish; all see it. (CMP-NEG-4)
    pub fn announce(&mut self, seat: Seat, ask: Ask) {
        self.sealed = true;
        self.count_proposal(seat);
        self.state.asks[seat.index()] = Some(ask);
        self.note(|| Event::Asked { seat, ask });
    }

    /// One more proposal of this turn. (CMP-NEG-24)
    pub fn count_proposal(&mut self, seat: Seat) {
        let made = &mut self.state.turn.proposals[seat.index()];
        *made = made.saturating_add(1);
    }
}
