//! The course of a game as a chart, with a limited number of points however long the game was.

use kernel::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most points of a chart, all lines together.
const POINTS: usize = 1000;

/// The most moments that can be chosen on it.
const STOPS: usize = 200;

/// The course of a game: a line for each seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Chart {
    /// How many moments the game had.
    pub moments: usize,
    /// The place of the first moment after the set-up, where the chart begins.
    #[serde(default)]
    #[schema(required = false)]
    pub begins: usize,
    /// Moments spread over the whole game, including the first and the last: their places, and the entries that led to them.
    #[schema(value_type = Vec<Vec<usize>>)]
    pub stops: Vec<(usize, usize)>,
    /// Each seat's line: the place of a moment, and the seat's value then. For a long game it has the turns and peaks of each
    /// stretch, not every moment.
    #[schema(value_type = Vec<Vec<Vec<i64>>>)]
    pub lines: Vec<Vec<(usize, i64)>>,
    /// Where the points or the money came from; none if the game does not track that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub origins: Option<Origins>,
}

/// Where points or money came from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Origins {
    /// What came from there.
    pub of: String,
    /// From where, in a few words each.
    pub sources: Vec<String>,
    /// What each seat got from each of these; negative for costs.
    pub brought: Vec<Vec<i64>>,
}

impl Origins {
    pub(crate) fn new(sources: Vec<String>, of: &str, seats: usize) -> Origins {
        Origins { of: of.to_owned(), brought: vec![vec![0; sources.len()]; seats], sources }
    }

    pub(crate) fn add(&mut self, seat: Seat, source: usize, amount: i64) {
        // A place outside the list breaks the promise of `Words::brought`; the proof of a game finds it.
        if let Some(sum) = self.brought.get_mut(seat.index()).and_then(|seat| seat.get_mut(source)) {
            *sum += amount;
        }
    }

    /// Without the sources that brought nobody anything; none if nothing is left.
    pub(crate) fn told(mut self) -> Option<Origins> {
        let some: Vec<bool> = (0..self.sources.len()).map(|source| self.brought.iter().any(|seat| seat[source] != 0)).collect();
        let mut kept = some.iter();
        self.sources.retain(|_| kept.next() == Some(&true));
        for seat in &mut self.brought {
            let mut kept = some.iter();
            seat.retain(|_| kept.next() == Some(&true));
        }
        (!self.sources.is_empty()).then_some(self)
    }
}

/// A chart in the making, moment by moment. The game is divided into stretches; for each stretch and seat the first, the least, the
/// greatest and the last value are kept.
pub(crate) struct Sketch {
    moments: usize,
    stretch: usize,
    lines: Vec<Line>,
}

#[derive(Clone, Default)]
struct Line {
    done: Vec<(usize, i64)>,
    /// The points of the current stretch that are kept.
    first: Option<(usize, i64)>,
    least: (usize, i64),
    greatest: (usize, i64),
    last: (usize, i64),
}

impl Sketch {
    pub fn new(seats: usize, moments: usize) -> Sketch {
        let stretches = (POINTS / 4 / seats.max(1)).max(8);
        Sketch { moments, stretch: moments.div_ceil(stretches).max(1), lines: vec![Line::default(); seats] }
    }

    /// Adds the next moment.
    pub fn add(&mut self, place: usize, standing: &[i64]) {
        for (line, value) in self.lines.iter_mut().zip(standing) {
            if place.is_multiple_of(self.stretch) {
                line.settle();
            }
            line.add((place, *value));
        }
    }

    /// The chart of a game whose moments are these entries.
    pub fn done(mut self, entries: &[usize]) -> Chart {
        self.lines.iter_mut().for_each(Line::settle);
        let last = entries.len().saturating_sub(1);
        let stops = (0..last).step_by(entries.len().div_ceil(STOPS).max(1)).chain([last]);
        let stops = stops.filter_map(|place| Some((place, *entries.get(place)?))).collect();
        let lines = self.lines.into_iter().map(|line| line.done).collect();
        Chart { moments: self.moments, stops, lines, ..Chart::default() }
    }
}

impl Line {
    fn add(&mut self, point: (usize, i64)) {
        if self.first.is_none() {
            (self.first, self.least, self.greatest) = (Some(point), point, point);
        }
        if point.1 < self.least.1 {
            self.least = point;
        }
        if point.1 > self.greatest.1 {
            self.greatest = point;
        }
        self.last = point;
    }

    /// Ends the current stretch.
    fn settle(&mut self) {
        let Some(first) = self.first.take() else { return };
        let mut stays = [first, self.least, self.greatest, self.last];
        stays.sort_unstable();
        for point in stays {
            // A point in the middle of a level line is not needed.
            if let [.., before, level] = self.done[..]
                && before.1 == level.1
                && level.1 == point.1
            {
                self.done.pop();
            }
            if self.done.last() != Some(&point) {
                self.done.push(point);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(seats: usize, moments: usize, standing: impl Fn(usize, usize) -> i64) -> Chart {
        let mut sketch = Sketch::new(seats, moments);
        for place in 0..moments {
            sketch.add(place, &(0..seats).map(|seat| standing(place, seat)).collect::<Vec<_>>());
        }
        sketch.done(&(0..moments).map(|place| place * 2).collect::<Vec<_>>())
    }

    #[test]
    fn a_short_game_is_drawn_whole() {
        let all = chart(3, 40, |place, seat| (place * place * (seat + 1)) as i64);
        assert_eq!(all.lines[1], (0..40).map(|place| (place, (place * place * 2) as i64)).collect::<Vec<_>>());
        assert_eq!(all.stops.len(), 40);
    }

    #[test]
    fn a_long_game_keeps_its_extremes_in_a_bounded_chart() {
        for (seats, moments) in [(2, 100_000), (4, 10_007), (16, 33_333)] {
            // One peak and one pit of a single moment each, and noise.
            let noise = |place: usize, seat: usize| match place {
                5003 => 1_000_000 + seat as i64,
                7001 => -1_000_000 - seat as i64,
                _ => (place * 7919 % 1009) as i64,
            };
            let long = chart(seats, moments, noise);
            let points: usize = long.lines.iter().map(Vec::len).sum();
            assert!(points <= POINTS + 4 * seats && long.stops.len() <= STOPS + 1, "{points} points");
            for (seat, line) in long.lines.iter().enumerate() {
                assert!(line.is_sorted());
                assert!(line.contains(&(5003, 1_000_000 + seat as i64)) && line.contains(&(7001, -1_000_000 - seat as i64)));
                assert_eq!((line[0].0, line[line.len() - 1].0), (0, moments - 1));
            }
            assert_eq!(long.stops.last(), Some(&(moments - 1, (moments - 1) * 2)));
        }
    }

    #[test]
    fn sources_that_brought_nobody_anything_are_left_out() {
        let mut origins = Origins::new(["mills", "mines", "luck"].map(str::to_owned).to_vec(), "points", 2);
        let second = Seat::new(1).unwrap();
        for (seat, source, amount) in [(Seat::FIRST, 0, 3), (second, 2, -1), (second, 2, 5), (Seat::FIRST, 9, 1)] {
            origins.add(seat, source, amount);
        }
        let told = origins.told().unwrap();
        assert_eq!((told.sources, told.brought), (vec!["mills".to_owned(), "luck".to_owned()], vec![vec![3, 0], vec![0, 4]]));
        assert_eq!(Origins::new(vec!["mills".to_owned()], "points", 2).told(), None);
    }

    #[test]
    fn a_level_line_is_two_points() {
        assert_eq!(chart(2, 5000, |_, _| 7).lines[0], [(0, 7), (4999, 7)]);
        assert_eq!(chart(2, 0, |_, _| 7), Chart { lines: vec![vec![]; 2], ..Chart::default() });
    }
}
