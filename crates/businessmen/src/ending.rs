//! The end check, and who won by which rule. (BIZ-END)

use crate::{
    events::Event,
    options::TieBreak,
    rules::{BusinessmenRules, slot},
    state::{MOST_PLAYERS, Phase, State},
};
use kernel::{Journal, Line, Outcome, Seat, say};

/// What players are ranked by, highest first: whether they have reached the victory target, then three numbers.
type Rank = (bool, [i32; 3]);

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

    /// Has a player with these points reached the victory target, at a table where it matters who did so first? (BIZ-END-4)
    pub(crate) fn counts_arrival(&self, points: u16) -> bool {
        self.first_breaks_ties && points >= self.options.victory_target
    }

    /// A player who reaches the victory target is ranked after those who are there already. Each gain of points counts as a
    /// separate payment. (BIZ-END-4)
    pub(crate) fn note_arrival(&self, state: &mut State, seat: Seat) {
        let last = state.players.iter().map(|player| player.reached).max().unwrap_or(0);
        let player = &mut state.players[slot(seat)];
        if player.reached == 0 {
            player.reached = last + 1;
        }
    }

    /// BIZ-END-6: those at the target first, among themselves by BIZ-END-4 and BIZ-END-5; then the others by points, then coins.
    fn rank(&self, state: &State, seat: usize) -> Rank {
        let player = &state.players[seat];
        let (points, coins) = (i32::from(player.points), player.coins.units());
        let there = player.points >= self.options.victory_target;
        let figures = match self.options.tie_break {
            TieBreak::Coins if there => [coins, points, 0],
            TieBreak::First if there => [-i32::from(player.reached), coins, points],
            _ => [points, coins, 0],
        };
        (there, figures)
    }

    /// How many of the three numbers belong to BIZ-END-4; the others belong to BIZ-END-5.
    fn deciding_figures(&self) -> usize {
        match self.options.tie_break {
            TieBreak::Coins => 1,
            TieBreak::Points | TieBreak::First => 2,
        }
    }

    /// The places of all players, and the clause that decided the first place.
    pub(crate) fn ranking(&self, state: &State) -> Outcome {
        let ranks: [Rank; MOST_PLAYERS] = std::array::from_fn(|seat| self.rank(state, seat));
        let scores: [i32; MOST_PLAYERS] = std::array::from_fn(|seat| state.players[seat].points.into());
        let (ranks, scores) = (&ranks[..self.players], &scores[..self.players]);
        let best = ranks.iter().max().copied().unwrap_or_default();
        let figures = self.deciding_figures();
        let there = ranks.iter().filter(|rank| rank.0);
        let equal = there.clone().filter(|rank| rank.1[..figures] == best.1[..figures]);
        let clause = match (there.count(), equal.count()) {
            (0, _) => "BIZ-END-8",
            (1, _) => "BIZ-END-3",
            (_, 1) => "BIZ-END-4",
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

    /// Who won and why, as the last line of the score.
    pub(crate) fn verdict(&self, state: &State, names: &[String]) -> Line {
        let outcome = self.ranking(state);
        let target = self.options.victory_target;
        let order: Vec<String> = self.by_place(&outcome).into_iter().map(|seat| say::name(names, seat)).collect();
        let who = say::names(names, outcome.winners());
        let wins = if outcome.winners().len() == 1 { "wins" } else { "win together" };
        let text = match outcome.clause {
            "BIZ-END-3" => format!("{who} alone has {target} points or more and {wins}"),
            clause => {
                let so_far = match clause {
                    "BIZ-END-8" => format!("after round {} nobody has {target} points", state.round),
                    _ => format!("several have {target} points or more"),
                };
                format!("{so_far}; {} and {wins}", self.decided_by(state, &who))
            }
        };
        Line::new(outcome.clause, format!("{text} (in order: {})", order.join(", ")))
    }

    /// What puts the winners ahead of the others who could have won.
    fn decided_by(&self, state: &State, who: &str) -> String {
        let ranks: Vec<Rank> = (0..self.players).map(|seat| self.rank(state, seat)).collect();
        let best = ranks.iter().max().copied().unwrap_or_default();
        let words = match self.options.tie_break {
            TieBreak::Coins if best.0 => ["has the most coins", "has the most points", ""],
            TieBreak::First if best.0 => ["came there first", "has the most coins", "has the most points"],
            _ => ["has the most points", "has the most coins", ""],
        };
        let equal =
            |figures: usize| ranks.iter().filter(|rank| rank.0 == best.0 && rank.1[..figures] == best.1[..figures]).count();
        match (1..=3).find(|figures| equal(*figures) == 1) {
            Some(1) => format!("{who} {}", words[0]),
            Some(figures) => {
                let before = words[..figures - 1].join(" and ").replace("has the", "have the");
                format!("of those who {before}, {who} {}", words[figures - 1])
            }
            None => format!("{who} are equal in all that counts"),
        }
    }
}
