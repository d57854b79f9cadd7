//! The turning points of a game, read off its chart: when the winner came to the front for good, and what a single move changed most.

use super::frame;
use crate::table::scene::Scene;
use engine::Chart;
use kernel::{Outcome, Seat, Viewer, say::grouped};

/// A turning point.
pub struct Turn {
    /// Its place among the moments of the game.
    pub place: usize,
    /// The moment by which it can be looked at; none where nothing can be looked back at.
    pub moment: Option<usize>,
    /// Whose line it is on.
    pub seat: Seat,
    /// How that seat stood then.
    pub value: i64,
    /// What turned.
    pub words: String,
}

/// At most so many are told.
const MOST: usize = 4;

/// The turning points in the order of play.
pub fn points(scene: &Scene, chart: &Chart, measure: &str, outcome: Option<&Outcome>) -> Vec<Turn> {
    let seats: Vec<Seat> = scene.seats.iter().map(|seat| seat.seat).collect();
    let own = match scene.viewer {
        Viewer::Seat(seat) if !scene.shared && !scene.own.is_empty() => Some(seat),
        _ => None,
    };
    let whose = |seat: Seat, yours: &str, theirs: &str| {
        if own == Some(seat) { yours.to_owned() } else { format!("{} {theirs}", frame::name(scene, seat)) }
    };
    let mut found: Vec<(usize, Seat, String)> = Vec::new();
    // Where the chart shows something else than what wins, its leader need not have won.
    let won = |seat: Seat| outcome.is_none_or(|outcome| outcome.place(seat) == 1);
    if let Some((place, seat)) = lead(chart, &seats).filter(|(_, seat)| won(*seat)) {
        found.push((place, seat, whose(seat, "You take the lead for good", "takes the lead for good")));
    }
    let steps = |seat: Seat| {
        let line = chart.lines.get(seat.index()).map_or(&[][..], Vec::as_slice);
        let step = move |pair: &[(usize, i64)]| (pair[1].1 - pair[0].1, pair[1].0, seat);
        // What is done before the first turn turns nothing.
        line.windows(2).map(step).filter(|(_, place, _)| *place > chart.begins)
    };
    let most = |all: &mut dyn Iterator<Item = (i64, usize, Seat)>| {
        // Of equal steps the first.
        all.filter(|(by, ..)| *by != 0).max_by_key(|(by, place, _)| (by.abs(), std::cmp::Reverse(*place)))
    };
    let mut tell = |step: Option<(i64, usize, Seat)>| {
        if let Some((by, place, seat)) = step {
            let words = match by > 0 {
                true => format!("{} {}", whose(seat, "You gain", "gains"), measured(by, measure)),
                false => format!("{} {}", whose(seat, "You lose", "loses"), measured(-by, measure)),
            };
            found.push((place, seat, words));
        }
    };
    // The visitor's own best and worst move, and the largest of all.
    if let Some(own) = own {
        tell(most(&mut steps(own).filter(|(by, ..)| *by > 0)));
        tell(most(&mut steps(own).filter(|(by, ..)| *by < 0)));
    }
    tell(most(&mut seats.iter().flat_map(|seat| steps(*seat))));
    found.truncate(MOST);
    found.sort_by_key(|(place, seat, _)| (*place, seat.index()));
    found.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0 && later.1 == earlier.1;
        if same && !earlier.2.contains(&later.2) {
            earlier.2 = format!("{}; {}", earlier.2, later.2);
        }
        same
    });
    let turn = |(place, seat, words): (usize, Seat, String)| {
        // Of a long game not every moment is a stop: the nearest one that shows it.
        let after = chart.stops.partition_point(|(stop, _)| *stop < place);
        let moment = chart.stops.get(after).map(|(_, moment)| *moment);
        let value = standing(chart, seat, place);
        Turn { place, moment, seat, value, words: format!("Move {place}: {words}.") }
    };
    found.into_iter().map(turn).collect()
}

/// An amount with its unit, read off the caption of the chart: `3 points`, `20 EUR`, `380 thousand`.
fn measured(amount: i64, measure: &str) -> String {
    let measure = measure.split(':').next().unwrap_or_default();
    let unit = measure.rsplit_once("in ").map_or(measure, |(_, unit)| unit);
    let unit = if amount == 1 || unit == "thousands" { unit.strip_suffix('s').unwrap_or(unit) } else { unit };
    format!("{} {unit}", grouped(amount))
}

/// How a seat stood at a moment.
fn standing(chart: &Chart, seat: Seat, place: usize) -> i64 {
    let line = chart.lines.get(seat.index()).map_or(&[][..], Vec::as_slice);
    let known = line.partition_point(|(at, _)| *at <= place);
    known.checked_sub(1).and_then(|known| line.get(known)).map_or(0, |(_, value)| *value)
}

/// When whoever leads at the end came to the front for good; none where several lead, or where it was so from the start or since the
/// set-up.
fn lead(chart: &Chart, seats: &[Seat]) -> Option<(usize, Seat)> {
    let mut places: Vec<usize> = chart.lines.iter().flatten().map(|(place, _)| *place).collect();
    places.sort_unstable();
    places.dedup();
    let ahead = |place: usize| {
        let stands: Vec<(i64, Seat)> = seats.iter().map(|seat| (standing(chart, *seat, place), *seat)).collect();
        let best = stands.iter().map(|(value, _)| *value).max()?;
        let mut first = stands.iter().filter(|(value, _)| *value == best);
        first.next().filter(|_| first.next().is_none()).map(|(_, seat)| *seat)
    };
    let leader = ahead(*places.last()?)?;
    let since = places.iter().rev().take_while(|place| ahead(**place) == Some(leader)).last()?;
    (*since > chart.begins.max(*places.first()?)).then_some((*since, leader))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(lines: &[&[(usize, i64)]]) -> Chart {
        Chart { moments: 10, lines: lines.iter().map(|line| line.to_vec()).collect(), ..Chart::default() }
    }

    #[test]
    fn the_lead_for_good_is_the_last_change_at_the_front() {
        let seats: Vec<Seat> = kernel::Seats::first(2).collect();
        let turns = chart(&[&[(0, 0), (2, 5), (9, 6)], &[(0, 0), (4, 7), (6, 4), (8, 9), (9, 9)]]);
        assert_eq!(lead(&turns, &seats), Some((8, seats[1])), "in front at 4, behind at 6, in front for good at 8");
        let tie = chart(&[&[(0, 0), (9, 6)], &[(0, 0), (9, 6)]]);
        assert_eq!(lead(&tie, &seats), None);
        let always = chart(&[&[(0, 3), (9, 6)], &[(0, 0), (9, 1)]]);
        assert_eq!(lead(&always, &seats), None, "nothing turned");
    }

    #[test]
    fn whoever_leads_since_the_set_up_has_not_taken_the_lead() {
        let seats: Vec<Seat> = kernel::Seats::first(2).collect();
        let lines: [&[(usize, i64)]; 2] = [&[(0, 0), (3, 5), (9, 6)], &[(0, 0), (9, 1)]];
        assert_eq!(lead(&chart(&lines), &seats), Some((3, seats[0])));
        for (begins, turns) in [(2, true), (3, false), (4, false)] {
            assert_eq!(lead(&Chart { begins, ..chart(&lines) }, &seats).is_some(), turns, "play begins at {begins}");
        }
    }

    #[test]
    fn what_is_gained_has_a_unit() {
        assert_eq!(measured(1, "victory points"), "1 victory point");
        assert_eq!(measured(1_200, "profit in EUR"), "1,200 EUR");
        assert_eq!(measured(380, "worth in thousands: money and businesses"), "380 thousand");
    }

    #[test]
    fn between_two_points_a_seat_stands_where_it_stood_at_the_first() {
        let line = chart(&[&[(0, 0), (2, 5), (9, 6)]]);
        assert_eq!([0, 1, 2, 5, 9].map(|place| standing(&line, Seat::FIRST, place)), [0, 0, 5, 5, 6]);
    }
}
