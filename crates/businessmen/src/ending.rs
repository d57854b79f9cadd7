//! The end check, and who won. (BIZ-END)

use crate::{
    events::Event,
    options::TieBreak,
    rules::BusinessmenRules,
    state::{MOST_PLAYERS, Phase, State},
};
use kernel::{Journal, Outcome, Seat};

/// What a player is ranked by, the highest first: at the victory target or not, then two figures.
type Rank = (bool, i32, i32);

impl BusinessmenRules {
    /// The game is over.
    pub(crate) fn end(&self, state: &mut State, journal: &mut impl Journal<Event>) {
        state.phase = Phase::Over;
        state.seat = state.lead;
        journal.note(|| {
            let outcome = self.ranking(state);
            Event::Won { winners: outcome.winners().collect(), clause: outcome.clause }
        });
    }

    /// The end check, after Phase 6: is somebody at the victory target, or was this the last round? (BIZ-END-1, BIZ-END-8)
    #[inline]
    pub(crate) fn is_ended(&self, state: &State) -> bool {
        let target = self.options.victory_target;
        state.players[..self.players].iter().any(|player| player.points >= target) || state.round >= self.last_round
    }

    /// BIZ-END-6: those at the target first, among themselves by BIZ-END-4 and BIZ-END-5; then the others by points, then coins.
    fn rank(&self, state: &State, seat: usize) -> Rank {
        let player = &state.players[seat];
        let (points, coins) = (i32::from(player.points), player.coins.units());
        let there = player.points >= self.options.victory_target;
        match self.options.tie_break {
            TieBreak::Coins if there => (there, coins, points),
            _ => (there, points, coins),
        }
    }

    /// The places of all, and the clause that decided the first.
    pub(crate) fn ranking(&self, state: &State) -> Outcome {
        let ranks: [Rank; MOST_PLAYERS] = std::array::from_fn(|seat| self.rank(state, seat));
        let scores: [i32; MOST_PLAYERS] = std::array::from_fn(|seat| state.players[seat].points.into());
        let (ranks, scores) = (&ranks[..self.players], &scores[..self.players]);
        let there = ranks.iter().filter(|rank| rank.0).count();
        let best = ranks.iter().max().copied().unwrap_or_default();
        // BIZ-END-4: is the first figure enough? With `points` the coins belong to that clause too.
        let by_coins = self.options.tie_break == TieBreak::Coins;
        let equal = ranks.iter().filter(|rank| if by_coins { rank.1 == best.1 } else { **rank == best });
        let clause = match there {
            0 => "BIZ-END-8",
            1 => "BIZ-END-3",
            _ if equal.filter(|rank| rank.0).count() == 1 => "BIZ-END-4",
            _ => "BIZ-END-5",
        };
        Outcome::by(ranks, scores, clause)
    }

    /// The seats from the first place to the last.
    pub(crate) fn by_place(&self, outcome: &Outcome) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.table.collect();
        seats.sort_by_key(|seat| outcome.place(*seat));
        seats
    }
}
