//! Exact sums over many games. All are whole numbers, so it does not matter which thread played which game or in what order the
//! sums are added.

use crate::{ArenaFault, Plan};
use kernel::{Figure, MAX_SEATS, Outcome, Seats};
use std::{collections::BTreeMap, time::Duration};

/// A whole win, divisible among any number of winners (the least common multiple of 1 to 16).
pub(crate) const WIN: u64 = 720_720;

/// Statistics of a number that each game gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sums {
    pub count: u64,
    pub sum: i128,
    pub squares: i128,
    pub min: i64,
    pub max: i64,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { count: 0, sum: 0, squares: 0, min: i64::MAX, max: i64::MIN }
    }
}

impl Sums {
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        self.squares = self.squares.saturating_add(i128::from(value) * i128::from(value));
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    pub fn merge(&mut self, other: &Sums) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The standard deviation, as estimated from a sample.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        // Calculated in whole numbers, since the difference of two large floats would lose digits.
        let count = i128::from(self.count);
        let spread = self.squares.saturating_mul(count).saturating_sub(self.sum.saturating_mul(self.sum));
        (spread.max(0) as f64 / (count as f64 * (count - 1) as f64)).sqrt()
    }
}

/// How a seat or a bot did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Results {
    /// First places that were not shared.
    pub wins: u64,
    /// First places shared.
    pub shared: u64,
    /// All first places, shared ones in parts of [`WIN`].
    pub credit: u128,
    pub score: Sums,
}

impl Results {
    fn add(&mut self, outcome: &Outcome, winners: Seats, seat: kernel::Seat) {
        if winners.contains(seat) {
            *if winners.len() == 1 { &mut self.wins } else { &mut self.shared } += 1;
            self.credit += u128::from(WIN / winners.len() as u64);
        }
        self.score.add(i64::from(outcome.score(seat)));
    }

    fn merge(&mut self, other: &Results) {
        self.wins += other.wins;
        self.shared += other.shared;
        self.credit += other.credit;
        self.score.merge(&other.score);
    }
}

/// Figures with the game's own names, in its own order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures(pub Vec<(&'static str, Sums)>);

impl Figures {
    #[inline]
    fn add(&mut self, figures: &[Figure]) {
        for (index, (key, value)) in figures.iter().enumerate() {
            self.of(index, key).add(*value);
        }
    }

    /// The sums of a figure. A game gives the same figures in the same order each time, so it is enough to look where it was last
    /// time.
    #[inline]
    fn of(&mut self, index: usize, key: &'static str) -> &mut Sums {
        let known = self.0.get(index).is_some_and(|(known, _)| std::ptr::eq(*known, key));
        let index = if known { index } else { self.find(key) };
        &mut self.0[index].1
    }

    #[cold]
    fn find(&mut self, key: &'static str) -> usize {
        self.0.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.0.push((key, Sums::default()));
            self.0.len() - 1
        })
    }

    fn merge(&mut self, other: &Figures) {
        other.0.iter().enumerate().for_each(|(index, (key, sums))| self.of(index, key).merge(sums));
    }
}

/// Later rounds are not followed, since nobody would look at them one by one.
const ROUNDS_FOLLOWED: usize = 10_000;

/// Everything that is counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub games: u64,
    /// CPU time of the play itself.
    pub time: Duration,
    /// By seat.
    pub seats: [Results; MAX_SEATS],
    /// By place in the line-up.
    pub bots: [Results; MAX_SEATS],
    pub length: Sums,
    /// How many games had how many decisions.
    pub lengths: BTreeMap<u64, u64>,
    /// How many games ended by which clause.
    pub endings: BTreeMap<&'static str, u64>,
    /// The game's own figures.
    pub figures: Figures,
    /// The figures that are followed through a game, by round from the first.
    pub course: Vec<Figures>,
    /// The first game that failed, and why.
    pub fault: Option<(u64, ArenaFault)>,
}

impl Tally {
    pub fn add(&mut self, plan: &Plan, game: u64, decisions: u64, outcome: Option<&Outcome>, figures: &[Figure]) {
        self.games += 1;
        self.length.add(decisions as i64);
        *self.lengths.entry(decisions).or_default() += 1;
        if let Some(outcome) = outcome {
            let winners = outcome.winners();
            for seat in Seats::first(outcome.players()) {
                self.seats[seat.index()].add(outcome, winners, seat);
                self.bots[plan.holder(game, seat)].add(outcome, winners, seat);
            }
            *self.endings.entry(outcome.clause).or_default() += 1;
        }
        self.figures.add(figures);
    }

    /// A round of a game, counted from 1, begins with these figures.
    #[inline]
    pub fn follow(&mut self, round: u32, figures: &[Figure]) {
        self.reach(round as usize);
        if let Some(course) = (round as usize).checked_sub(1).and_then(|index| self.course.get_mut(index)) {
            course.add(figures);
        }
    }

    /// Makes room for this many rounds.
    #[inline]
    fn reach(&mut self, rounds: usize) {
        let rounds = rounds.min(ROUNDS_FOLLOWED);
        if rounds > self.course.len() {
            self.course.resize_with(rounds, Figures::default);
        }
    }

    /// Adds the games of another tally.
    pub fn merge(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.time += other.time;
        self.seats.iter_mut().zip(&other.seats).for_each(|(ours, theirs)| ours.merge(theirs));
        self.bots.iter_mut().zip(&other.bots).for_each(|(ours, theirs)| ours.merge(theirs));
        self.length.merge(&other.length);
        other.lengths.into_iter().for_each(|(length, games)| *self.lengths.entry(length).or_default() += games);
        other.endings.into_iter().for_each(|(clause, games)| *self.endings.entry(clause).or_default() += games);
        self.figures.merge(&other.figures);
        self.reach(other.course.len());
        self.course.iter_mut().zip(&other.course).for_each(|(ours, theirs)| ours.merge(theirs));
        self.fault = match (self.fault, other.fault) {
            (Some(ours), Some(theirs)) => Some(if ours.0 <= theirs.0 { ours } else { theirs }),
            (ours, theirs) => ours.or(theirs),
        };
        self
    }

    /// The results of all bots of this name in the line-up, together.
    pub fn bot(&self, plan: &Plan, name: &str) -> Results {
        let mut results = Results::default();
        let named = plan.lineup.iter().zip(&self.bots).filter(|(other, _)| *other == name);
        named.for_each(|(_, other)| results.merge(other));
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_divisible_among_all() {
        assert!((1..=MAX_SEATS as u64).all(|winners| WIN.is_multiple_of(winners)));
    }

    #[test]
    fn mean_and_deviation_of_a_small_sample() {
        let mut sums = Sums::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|value| sums.add(value));
        assert_eq!((sums.mean(), sums.min, sums.max), (5.0, 2, 9));
        assert!((sums.deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn great_numbers_keep_their_deviation() {
        let mut sums = Sums::default();
        [1_000_000_000_001, 1_000_000_000_003].into_iter().for_each(|value| sums.add(value));
        assert!((sums.deviation() - 2f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_shared_win_is_shared_exactly() {
        let plan = Plan {
            lineup: vec!["steady".into(), "random".into(), "random".into()],
            games: 1,
            seed: 0,
            threads: 1,
            budget: bots::Budget::default(),
        };
        let mut tally = Tally::default();
        let outcome = Outcome::by_score(&[7, 7, 7], "X-1");
        (0..3).for_each(|game| tally.add(&plan, game, 1, Some(&outcome), &[]));
        assert_eq!(tally.bot(&plan, "steady").credit, u128::from(WIN));
        assert_eq!(tally.bot(&plan, "random").credit, 2 * u128::from(WIN));
        assert_eq!((tally.seats[0].wins, tally.seats[0].shared), (0, 3));
    }
}
