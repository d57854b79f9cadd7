//! Phase 6: coins buy cover against the next round's event. (BIZ-INSURE)

use crate::{
    counting::coins,
    events::Event,
    goods::{Characteristic, Characteristics},
    options::{EventMode, InsuranceScope},
    rules::{BusinessmenRules, slot},
    state::{Player, State},
};
use kernel::{Journal, Refusal, Seat};

impl BusinessmenRules {
    /// What this player can insure and pay for. (BIZ-INSURE-3, BIZ-INSURE-5)
    #[inline]
    pub(crate) fn insurable(&self, player: &Player) -> Characteristics {
        if player.coins < self.pack.numbers.insurance {
            return Characteristics::NONE;
        }
        match self.options.insurance_scope {
            InsuranceScope::Marked => player.warnings.and_not(player.insured),
            InsuranceScope::Any => Characteristics::ALL.and_not(player.insured),
        }
    }

    /// Asks the next active player who can insure something. (BIZ-INSURE-1)
    #[inline]
    pub(crate) fn ask_to_insure(&self, state: &mut State, next: Option<Seat>) -> bool {
        self.ask_round(state, next, |state, seat| !self.insurable(&state.players[slot(seat)]).is_empty())
    }

    /// The marker comes off and the characteristic is insured; with `event_mode = second_strike` only the marker comes off.
    /// (BIZ-INSURE-2, BIZ-EVENT-4)
    #[inline]
    pub(crate) fn insure(
        &self,
        state: &mut State,
        characteristic: Characteristic,
        journal: &mut impl Journal<Event>,
    ) -> Result<Option<Seat>, Refusal> {
        let seat = state.seat;
        let player = &mut state.players[slot(seat)];
        if !self.insurable(player).contains(characteristic) {
            return Err(self.why_not_insure(player, characteristic));
        }
        player.warnings.remove(characteristic);
        if self.options.event_mode == EventMode::AtOnce {
            player.insured.insert(characteristic);
        }
        let cost = self.pack.numbers.insurance;
        self.collect(state, seat, cost);
        state.books.insurances = state.books.insurances.saturating_add(1);
        journal.note(|| Event::Insured { seat, characteristic, cost });
        Ok(Some(seat))
    }

    #[cold]
    pub(crate) fn why_not_insure(&self, player: &Player, characteristic: Characteristic) -> Refusal {
        let title = characteristic.title();
        let marked = self.options.insurance_scope == InsuranceScope::Any || player.warnings.contains(characteristic);
        if player.insured.contains(characteristic) {
            Refusal::new("BIZ-INSURE-5", format!("your {title} is insured already"))
        } else if !marked {
            Refusal::new("BIZ-INSURE-3", format!("your {title} has no warning marker: only what has one can be insured"))
        } else {
            let (cost, have) = (coins(self.pack.numbers.insurance), coins(player.coins));
            Refusal::new("BIZ-BANK-2", format!("an insurance costs {cost} and you have {have}"))
        }
    }
}
