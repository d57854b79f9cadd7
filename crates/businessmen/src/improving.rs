//! Phase 4: coins buy levels and points. (BIZ-IMPROVE)

use crate::{
    counting::coins,
    events::Event,
    goods::{Characteristic, Characteristics},
    pack::LEVELS,
    rules::{BusinessmenRules, slot},
    state::{Player, State, account},
};
use kernel::{Journal, Money, Refusal, Seat};

impl BusinessmenRules {
    /// The cost and the points of the next level of a characteristic; none at the highest. (BIZ-IMPROVE-2, BIZ-IMPROVE-3,
    /// BIZ-IMPROVE-5)
    #[inline]
    pub(crate) fn next_level(&self, player: &Player, characteristic: Characteristic) -> Option<(Money, u16)> {
        let level = usize::from(player.level(characteristic));
        let cost = self.pack.costs.get(level.wrapping_sub(1))?;
        Some((*cost, self.pack.points[level - 1]))
    }

    /// What this player can improve and pay for. (BIZ-IMPROVE-4)
    #[inline]
    pub(crate) fn improvable(&self, player: &Player) -> Characteristics {
        let mut set = Characteristics::NONE;
        for characteristic in Characteristic::ALL {
            if self.next_level(player, characteristic).is_some_and(|(cost, _)| cost <= player.coins) {
                set.insert(characteristic);
            }
        }
        set
    }

    /// Asks the next active player who can improve something. (BIZ-IMPROVE-1)
    #[inline]
    pub(crate) fn ask_to_improve(&self, state: &mut State, next: Option<Seat>) -> bool {
        self.ask_round(state, next, |state, seat| !self.improvable(&state.players[slot(seat)]).is_empty())
    }

    /// The new level counts from now on. (BIZ-IMPROVE-2 to BIZ-IMPROVE-6)
    #[inline]
    pub(crate) fn improve(
        &self,
        state: &mut State,
        characteristic: Characteristic,
        journal: &mut impl Journal<Event>,
    ) -> Result<Option<Seat>, Refusal> {
        let seat = state.seat;
        let player = &mut state.players[slot(seat)];
        let Some((cost, points)) = self.next_level(player, characteristic).filter(|(cost, _)| *cost <= player.coins) else {
            return Err(self.why_not_improve(player, characteristic));
        };
        player.levels[characteristic.index()] += 1;
        let level = player.level(characteristic);
        self.collect(state, seat, cost);
        let points = self.gain(state, seat, points, account::IMPROVING);
        journal.note(|| Event::Improved { seat, characteristic, level, cost, points });
        Ok(Some(seat))
    }

    #[cold]
    pub(crate) fn why_not_improve(&self, player: &Player, characteristic: Characteristic) -> Refusal {
        let title = characteristic.title();
        match self.next_level(player, characteristic) {
            None => Refusal::new("BIZ-IMPROVE-5", format!("your {title} is at level {LEVELS}, the highest")),
            Some((cost, _)) => {
                let (cost, have) = (coins(cost), coins(player.coins));
                Refusal::new("BIZ-BANK-2", format!("the next level of your {title} costs {cost} and you have {have}"))
            }
        }
    }
}
