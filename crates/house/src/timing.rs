//! How long everybody at a table may take. Clocks are the house's: no game knows of them and no record has them. Where each one
//! stands follows from the times in the table's log, so they go on after a restart.
//!
//! A seat has its time from the moment on at which the game, or somebody, waits for it until that is over, whatever it does in
//! between; if several are waited for, each has its own. While somebody is asked, whoever is in turn does not lose time.

use kernel::{Seat, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// So much time, in milliseconds, somebody has at least who is put to a decision anew: by coming back, by a move that was taken back
/// with everybody's consent, or because there is more to decide after their time ran out.
const BREATH: u64 = 15_000;

/// Whoever's time ran on while the house was closed has at least a whole move more, but no more than this, in milliseconds.
const GRACE: u64 = 3_600_000;

/// The clocks of a table, as they were chosen. Times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Clock)]
pub struct Timing {
    /// How long a move may take.
    pub each: u64,
    /// What each player may take beyond that in the whole game.
    pub reserve: u64,
    /// What happens when both are used up.
    pub end: AtEnd,
}

/// What happens when somebody's time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtEnd {
    /// The safe choice that the rules know for an absent player is made, and the game goes on.
    Fallback,
    /// A bot stands in until the player is back.
    Bot,
}

/// How much time a seat has that is to decide now. Times are in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TimeLeft {
    /// When the time for this move is over and the reserve begins to be used.
    pub move_ends: u64,
    /// When the reserve is used up as well.
    pub due: u64,
}

/// The clocks of a table in play.
#[derive(Clone, Debug)]
pub struct Clocks {
    timing: Timing,
    seats: Vec<SeatClock>,
    /// When the house was opened.
    opened: u64,
}

#[derive(Clone, Copy, Debug)]
struct SeatClock {
    /// What is left beyond the time of each move.
    reserve: u64,
    /// The decision that is waited for.
    now: Option<Stretch>,
    /// The one before, which a move that is taken back takes up again.
    before: Option<Stretch>,
}

/// The time from which on a seat is waited for until it is not.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    /// How much was used before the clock was started last.
    used: u64,
    /// Since when the clock runs; none while others are asked.
    since: Option<u64>,
    /// It is not over before this.
    not_before: u64,
    /// What was taken from the reserve for it.
    charged: u64,
}

impl Stretch {
    fn stop(&mut self, time: u64) {
        if let Some(since) = self.since.take() {
            self.used += time.saturating_sub(since);
        }
    }
}

impl Clocks {
    /// Clocks of a table that has not begun.
    pub fn new(timing: Timing, seats: usize) -> Clocks {
        let clock = SeatClock { reserve: timing.reserve, now: None, before: None };
        Clocks { timing, seats: vec![clock; seats], opened: 0 }
    }

    /// The house was opened then: what ran on before is treated with leniency.
    pub fn open(&mut self, opened: u64) {
        self.opened = opened;
    }

    /// Something was done; now it is this turn.
    pub fn advance(&mut self, time: u64, turn: Turn) {
        for (index, clock) in self.seats.iter_mut().enumerate() {
            let Some(seat) = Seat::new(index) else { continue };
            if let Some(mut stretch) = clock.now {
                stretch.stop(time);
                clock.now = Some(stretch);
                if !turn.concerned().contains(seat) {
                    stretch.charged = stretch.used.saturating_sub(self.timing.each).min(clock.reserve);
                    clock.reserve -= stretch.charged;
                    (clock.now, clock.before) = (None, Some(stretch));
                }
            }
            clock.run(seat, time, turn);
        }
    }

    /// Something was taken back; now it is this turn. Whoever has to decide again has the time that was left, and what was waited
    /// for in vain costs nobody anything.
    pub fn take_back(&mut self, time: u64, turn: Turn, consent: bool) {
        let breath = time + self.timing.each.min(BREATH);
        for (index, clock) in self.seats.iter_mut().enumerate() {
            let Some(seat) = Seat::new(index) else { continue };
            let again = turn.concerned().contains(seat);
            match clock.now.take() {
                Some(mut stretch) if again => {
                    stretch.stop(time);
                    clock.now = Some(stretch);
                }
                None if again => {
                    if let Some(mut stretch) = clock.before.take() {
                        clock.reserve += std::mem::take(&mut stretch.charged);
                        stretch.not_before = if consent { breath } else { 0 };
                        clock.now = Some(stretch);
                    }
                }
                _ => {}
            }
            clock.run(seat, time, turn);
        }
    }

    /// A seat is put to its decision anew: its player is back, or its time ran out and there may be more to decide.
    pub fn take_breath(&mut self, seat: Seat, time: u64) {
        let breath = time + self.timing.each.min(BREATH);
        if let Some(stretch) = self.seats.get_mut(seat.index()).and_then(|clock| clock.now.as_mut()) {
            stretch.not_before = breath;
        }
    }

    /// The time of a seat ran out.
    pub fn run_out(&mut self, seat: Seat, time: u64) {
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            clock.reserve = 0;
        }
        self.take_breath(seat, time);
    }

    /// How much time a seat has that is to decide now.
    pub fn left(&self, seat: Seat) -> Option<TimeLeft> {
        let Timing { each, .. } = self.timing;
        let clock = self.seats.get(seat.index())?;
        let stretch = clock.now?;
        let since = stretch.since?;
        let move_ends = since + each.saturating_sub(stretch.used);
        let due = (since + (each + clock.reserve).saturating_sub(stretch.used)).max(stretch.not_before);
        let lenient = if since < self.opened { self.opened + each.min(GRACE) } else { 0 };
        Some(TimeLeft { move_ends: move_ends.max(lenient).min(due.max(lenient)), due: due.max(lenient) })
    }

    /// What a seat has beyond the time of each move.
    pub fn reserve(&self, seat: Seat) -> u64 {
        self.seats.get(seat.index()).map_or(0, |clock| {
            let over = clock.now.map_or(0, |stretch| stretch.used.saturating_sub(self.timing.each));
            clock.reserve.saturating_sub(over)
        })
    }
}

impl SeatClock {
    /// Starts the clock if this seat is to decide now.
    fn run(&mut self, seat: Seat, time: u64, turn: Turn) {
        let running = if turn.asked.is_empty() { turn.awaited } else { turn.asked };
        if turn.concerned().contains(seat) {
            self.now.get_or_insert_default().since = running.contains(seat).then_some(time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Seats;

    const A: Seat = Seat::FIRST;
    const MINUTE: u64 = 60_000;

    fn b() -> Seat {
        Seat::new(1).unwrap()
    }

    fn clocks() -> Clocks {
        Clocks::new(Timing { each: MINUTE, reserve: 5 * MINUTE, end: AtEnd::Bot }, 2)
    }

    fn due(clocks: &Clocks, seat: Seat) -> Option<u64> {
        clocks.left(seat).map(|left| left.due)
    }

    #[test]
    fn a_move_has_its_time_and_then_the_reserve() {
        let mut clocks = clocks();
        clocks.advance(1000, Turn::of(A));
        assert_eq!(clocks.left(A), Some(TimeLeft { move_ends: 1000 + MINUTE, due: 1000 + 6 * MINUTE }));
        assert_eq!(clocks.left(b()), None);
        // More of the same turn is of the same time.
        clocks.advance(1000 + MINUTE / 2, Turn::of(A));
        assert_eq!(due(&clocks, A), Some(1000 + 6 * MINUTE));
        clocks.advance(1000 + 2 * MINUTE, Turn::of(b()));
        assert_eq!((clocks.reserve(A), clocks.left(A)), (4 * MINUTE, None));
        clocks.advance(1000 + 2 * MINUTE + 5, Turn::of(A));
        assert_eq!(due(&clocks, A), Some(1000 + 7 * MINUTE + 5));
        assert_eq!(clocks.reserve(b()), 5 * MINUTE);
    }

    #[test]
    fn several_who_are_asked_have_their_own_time_and_whoever_waits_loses_none() {
        let mut clocks = clocks();
        clocks.advance(0, Turn::of(A));
        let offer = Turn { awaited: Seats::only(A), free: Seats::only(b()), asked: Seats::only(b()) };
        clocks.advance(10_000, offer);
        assert_eq!((due(&clocks, A), due(&clocks, b())), (None, Some(10_000 + 6 * MINUTE)));
        clocks.advance(50_000, Turn::of(A));
        assert_eq!((due(&clocks, A), due(&clocks, b())), (Some(50_000 + 6 * MINUTE - 10_000), None));
        let both = Seats::only(A).with(b());
        clocks.advance(60_000, Turn::asking(both));
        clocks.advance(90_000, Turn::asking(Seats::only(b())));
        assert_eq!((due(&clocks, A), due(&clocks, b())), (None, Some(60_000 + 6 * MINUTE)));
    }

    #[test]
    fn nobody_gains_time_by_taking_back() {
        let mut clocks = clocks();
        clocks.advance(0, Turn::of(A));
        clocks.advance(3 * MINUTE, Turn::of(b()));
        assert_eq!(clocks.reserve(A), 3 * MINUTE);
        clocks.take_back(4 * MINUTE, Turn::of(A), false);
        assert_eq!(due(&clocks, A), Some(4 * MINUTE + 3 * MINUTE), "three of six minutes were used");
        clocks.advance(4 * MINUTE, Turn::of(b()));
        assert_eq!((clocks.reserve(A), clocks.reserve(b())), (3 * MINUTE, 5 * MINUTE));
        assert_eq!(due(&clocks, b()), Some(10 * MINUTE));
    }

    #[test]
    fn who_ran_out_is_put_to_the_next_decision_soon() {
        let mut clocks = clocks();
        clocks.advance(0, Turn::of(A));
        clocks.run_out(A, 6 * MINUTE);
        clocks.advance(6 * MINUTE, Turn::of(A));
        assert_eq!(due(&clocks, A), Some(6 * MINUTE + BREATH));
        clocks.advance(6 * MINUTE + 1, Turn::of(b()));
        clocks.advance(7 * MINUTE, Turn::of(A));
        assert_eq!(due(&clocks, A), Some(8 * MINUTE), "without a reserve");
    }

    #[test]
    fn what_ran_out_while_the_house_was_closed_gets_a_move_more() {
        let mut clocks = clocks();
        clocks.advance(0, Turn::of(A));
        clocks.open(100 * MINUTE);
        assert_eq!(due(&clocks, A), Some(101 * MINUTE));
        clocks.advance(102 * MINUTE, Turn::of(b()));
        assert_eq!((due(&clocks, b()), clocks.reserve(A)), (Some(108 * MINUTE), 0));
    }
}
