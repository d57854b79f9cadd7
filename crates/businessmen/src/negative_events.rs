//! Phase 5: every active player spins the event wheel. (BIZ-EVENT)

use crate::{
    events::Event,
    goods::{Characteristic, Characteristics},
    options::{EventMode, Overflow},
    rules::{BusinessmenRules, slot},
    state::{State, account},
};
use kernel::{Journal, Luck, Seat};

impl BusinessmenRules {
    /// One spin each in round order, each carried out in full before the next. Asks a player who has too many goods after losing
    /// a level.
    /// (BIZ-EVENT-1, BIZ-STORE-6)
    #[inline]
    pub(crate) fn spin_event_wheel(
        &self,
        state: &mut State,
        next: Option<Seat>,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> bool {
        let mut next = next;
        while let Some(seat) = next {
            state.seat = seat;
            let drawn = luck.between(1, self.event_draws.len() as u32) as usize;
            let number = self.event_draws[drawn - 1];
            let sector = &self.pack.event_wheel[usize::from(number)];
            state.spin = Some((seat, number));
            journal.note(|| Event::Spun { seat, sector: sector.id.clone(), hit: sector.hits });
            if let Some(characteristic) = sector.hits {
                self.hit(state, seat, characteristic, journal);
                let at_once = self.options.overflow == Overflow::AtOnce && characteristic == Characteristic::Warehouse;
                if at_once && self.has_too_many(&state.players[slot(seat)]) {
                    return true;
                }
            }
            next = self.next_in_round(state, seat);
        }
        false
    }

    /// A hit lays the warning marker; a player who is not insured suffers the penalty. (BIZ-EVENT-3 to BIZ-EVENT-11)
    fn hit(&self, state: &mut State, seat: Seat, characteristic: Characteristic, journal: &mut impl Journal<Event>) {
        state.books.hits = state.books.hits.saturating_add(1);
        let player = &mut state.players[slot(seat)];
        let warned = player.warnings.contains(characteristic);
        if !warned {
            player.warnings.insert(characteristic);
            journal.note(|| Event::Warned { seat, characteristic });
        }
        let penalty = match self.options.event_mode {
            EventMode::AtOnce if player.insured.contains(characteristic) => {
                journal.note(|| Event::Averted { seat, characteristic });
                false
            }
            EventMode::AtOnce => true,
            EventMode::SecondStrike => warned,
        };
        if penalty {
            let level = player.level(characteristic).clamp(1, 3);
            player.levels[characteristic.index()] = level.saturating_sub(1).max(1);
            let now = player.level(characteristic);
            let points = self.lose(state, seat, self.pack.penalties[usize::from(level) - 1], account::EVENTS);
            journal.note(|| Event::Penalised { seat, characteristic, from: level, level: now, points });
        }
    }

    /// Insurance ends with this phase, used or not, even for players who skipped. (BIZ-INSURE-4)
    #[inline]
    pub(crate) fn end_insurances(&self, state: &mut State, journal: &mut impl Journal<Event>) {
        for seat in self.table {
            let player = &mut state.players[slot(seat)];
            for characteristic in std::mem::replace(&mut player.insured, Characteristics::NONE) {
                journal.note(|| Event::InsuranceEnded { seat, characteristic });
            }
        }
    }
}
