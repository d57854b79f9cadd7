//! How long everybody at a table may take. Clocks are the house's: no game knows of them and no record has them. Where each one
//! stands follows from the times in the table's log, so they go on after a restart.
//!
//! A seat has its time from the moment on at which the game, or somebody, waits for it until that is over, whatever it does in
//! between; if several are waited for, each has its own. While somebody is asked, whoever is in turn neither loses nor gains time.
//!
//! A table that everybody has left does not play on by itself: once all have run out of time again and again, the clocks rest until
//! somebody does something.

use kernel::{Seat, Seats, Turn};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// So much time, in milliseconds, somebody has at least who is put to a decision anew: by coming back, by a move that was taken back
/// with everybody's consent, or because there is more to decide after their time ran out.
const BREATH: u64 = 15_000;

/// Whoever's time was to run on when the house opens has at least a whole move more, but no more than this, in milliseconds.
const GRACE: u64 = 3_600_000;

/// Whoever's time has run out so often, and who did nothing themselves meanwhile, is not waited for by the clock any more.
const ASLEEP: u32 = 2;

/// Nor is a seat that was not to decide anything while the time of others ran out so often: it may be out of the game.
const PASSED_OVER: u32 = 40;

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
    /// Do they all stand still, because nobody is there?
    resting: bool,
    /// When the house was closed, from when until when: that is nobody's time.
    closed: Arc<[(u64, u64)]>,
}

#[derive(Clone, Copy, Debug)]
struct SeatClock {
    /// What is left beyond the time of each move.
    reserve: u64,
    /// The decision that is waited for.
    now: Option<Stretch>,
    /// The one before, which a move that is taken back takes up again.
    before: Option<Stretch>,
    /// How often its time has run out since its player did something.
    lapses: u32,
    /// How often the time of others ran out while it had nothing to decide.
    passed_over: u32,
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
    /// When it was over.
    ended: u64,
    /// Is an answer waited for, and not a move?
    answers: bool,
    /// Was it broken off by somebody who took their move back? Then it goes on when it comes to it again.
    broken_off: bool,
    /// Did its time run out, with nothing taken back since?
    ran_out: bool,
    /// Was it given the time of a new move, which happens once, when the action after the time limit was taken back?
    renewed: bool,
}

impl Stretch {
    /// The action taken when the time ran out is undone: the player has the time of a whole move again, so that it does not run
    /// out at once. This happens once in a decision, or it could be put off for ever.
    fn renew(&mut self) -> bool {
        let renewed = std::mem::take(&mut self.ran_out) && !self.renewed;
        if renewed {
            (self.renewed, self.used) = (true, 0);
        }
        renewed
    }

    fn stop(&mut self, time: u64, closed: &[(u64, u64)]) {
        if let Some(since) = self.since.take() {
            self.used += open_between(since, time, closed);
        }
    }
}

/// How much of a time the house was closed.
fn closed_between(since: u64, time: u64, closed: &[(u64, u64)]) -> u64 {
    let before = closed.partition_point(|(_, until)| *until <= since);
    closed[before..].iter().map(|(from, until)| time.min(*until).saturating_sub(since.max(*from))).sum()
}

/// How much of a time the house was open.
fn open_between(since: u64, time: u64, closed: &[(u64, u64)]) -> u64 {
    time.saturating_sub(since).saturating_sub(closed_between(since, time, closed))
}

impl Clocks {
    /// Clocks of a table that has not begun.
    pub fn new(timing: Timing, seats: usize) -> Clocks {
        let clock = SeatClock { reserve: timing.reserve, now: None, before: None, lapses: 0, passed_over: 0 };
        Clocks { timing, seats: vec![clock; seats], opened: 0, resting: false, closed: Arc::default() }
    }

    /// The house was opened then: what ran on before is treated with leniency.
    pub fn open(&mut self, opened: u64) {
        self.opened = opened;
    }

    /// Sets the time: anything that seems to have begun later was noted when the system's clock was wrong, and begins now.
    pub fn come_to(&mut self, now: u64) {
        let breath = now + self.timing.each.min(BREATH);
        for stretch in self.seats.iter_mut().filter_map(|clock| clock.now.as_mut()) {
            stretch.since = stretch.since.map(|since| since.min(now));
            stretch.not_before = stretch.not_before.min(breath);
        }
    }

    /// The house was closed at these times, the earliest first.
    pub fn closed(&mut self, closed: Arc<[(u64, u64)]>) {
        self.closed = closed;
    }

    /// Something was done; now it is this turn.
    pub fn advance(&mut self, time: u64, turn: Turn) {
        let (each, resting, closed) = (self.timing.each, self.resting, self.closed.clone());
        for (seat, clock) in self.each() {
            if let Some(stretch) = &mut clock.now {
                stretch.stop(time, &closed);
                // The seat in turn goes on when others have answered.
                let goes_on = stretch.broken_off || !turn.asked.is_empty() && !stretch.answers;
                if !turn.concerned().contains(seat) && !goes_on {
                    stretch.charged = stretch.used.saturating_sub(each).min(clock.reserve);
                    stretch.ended = time;
                    clock.reserve -= stretch.charged;
                    clock.before = clock.now.take();
                }
            }
            clock.run(seat, time, turn, resting);
        }
    }

    /// Something was taken back by a seat; now it is this turn. A seat that has to decide again has the time that was left. With everybody's
    /// consent, what was waited for in vain costs nobody anything; without it, the time since the move counts for who takes it back,
    /// and nobody else's clock is set back by it. Whose time had run out has a move's time anew, once in a decision.
    pub fn take_back(&mut self, by: Seat, time: u64, turn: Turn, consent: bool) {
        let (breath, resting, closed) = (time + self.timing.each.min(BREATH), self.resting, self.closed.clone());
        for (seat, clock) in self.each() {
            let again = turn.concerned().contains(seat);
            match clock.now.take() {
                Some(mut stretch) if again || !consent => {
                    stretch.stop(time, &closed);
                    stretch.broken_off = !again;
                    if again && (seat == by || consent) {
                        stretch.renew();
                    }
                    clock.now = Some(stretch);
                }
                None if again => {
                    if let Some(mut stretch) = clock.before.take() {
                        clock.reserve += std::mem::take(&mut stretch.charged);
                        stretch.not_before = if consent { breath } else { 0 };
                        let renewed = (seat == by || consent) && stretch.renew();
                        if seat == by && !consent && !renewed {
                            stretch.used += open_between(stretch.ended, time, &closed);
                        }
                        clock.now = Some(stretch);
                    }
                }
                _ => {}
            }
            clock.run(seat, time, turn, resting);
        }
    }

    /// The player of a seat did something.
    pub fn wake(&mut self, seat: Seat) {
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            clock.lapses = 0;
        }
    }

    /// All clocks stand still once nobody of these people is there, and go on when somebody is.
    pub fn settle(&mut self, people: Seats, time: u64, turn: Turn) {
        let asleep = |seat: Seat| {
            self.seats.get(seat.index()).is_none_or(|clock| clock.lapses >= ASLEEP || clock.passed_over >= PASSED_OVER)
        };
        let resting = !people.is_empty() && { people }.all(asleep);
        if resting == self.resting {
            return;
        }
        self.resting = resting;
        let (breath, closed) = (time + self.timing.each.min(BREATH), self.closed.clone());
        for (seat, clock) in self.each() {
            if let Some(stretch) = &mut clock.now {
                stretch.stop(time, &closed);
                stretch.not_before = breath;
            }
            clock.run(seat, time, turn, resting);
        }
    }

    /// Do all clocks stand still, because nobody is there?
    pub fn rest(&self) -> bool {
        self.resting
    }

    /// Has the time of a seat run out since its player did something?
    pub fn ran_out(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|clock| clock.lapses > 0)
    }

    fn each(&mut self) -> impl Iterator<Item = (Seat, &mut SeatClock)> {
        self.seats.iter_mut().enumerate().filter_map(|(index, clock)| Some((Seat::new(index)?, clock)))
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
        for (other, clock) in self.each() {
            if other == seat {
                clock.reserve = 0;
                clock.lapses += 1;
                clock.now.iter_mut().for_each(|stretch| stretch.ran_out = true);
            }
            if clock.now.is_none() {
                clock.passed_over += 1;
            }
        }
        self.take_breath(seat, time);
    }

    /// How much time a seat has that is to decide now.
    pub fn left(&self, seat: Seat) -> Option<TimeLeft> {
        let Timing { each, .. } = self.timing;
        let clock = self.seats.get(seat.index())?;
        let stretch = clock.now?;
        let began = stretch.since?;
        // As if it had begun later by as much as the house was closed since.
        let since = began + closed_between(began, u64::MAX, &self.closed);
        let move_ends = since + each.saturating_sub(stretch.used);
        let due = (since + (each + clock.reserve).saturating_sub(stretch.used)).max(stretch.not_before);
        let lenient = if began < self.opened { self.opened + each.min(GRACE) } else { 0 };
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
    fn run(&mut self, seat: Seat, time: u64, turn: Turn, resting: bool) {
        let running = if turn.asked.is_empty() { turn.awaited } else { turn.asked };
        if turn.concerned().contains(seat) {
            let answers = turn.asked.contains(seat);
            self.passed_over = 0;
            let stretch = self.now.get_or_insert_with(|| Stretch { answers, ..Stretch::default() });
            stretch.broken_off = false;
            stretch.since = (running.contains(seat) && !resting).then_some(time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        clocks.take_back(A, 4 * MINUTE, Turn::of(A), false);
        assert_eq!(due(&clocks, A), Some(6 * MINUTE), "four of six minutes were used, one of them after the move");
        clocks.advance(4 * MINUTE + 1000, Turn::of(A));
        clocks.advance(4 * MINUTE + 2000, Turn::of(b()));
        assert_eq!((clocks.reserve(A), clocks.reserve(b())), (2 * MINUTE - 2000, 5 * MINUTE));
        assert_eq!(due(&clocks, b()), Some(9 * MINUTE + 2000), "the minute that was B’s before is used");
        // What all agree to costs nobody anything.
        clocks.advance(5 * MINUTE, Turn::of(A));
        clocks.take_back(b(), 6 * MINUTE, Turn::of(b()), true);
        assert_eq!(clocks.reserve(b()), 5 * MINUTE - 58_000);
        clocks.advance(6 * MINUTE, Turn::of(A));
        assert_eq!(due(&clocks, A), Some(9 * MINUTE - 2000));
    }

    #[test]
    fn a_safe_choice_that_is_taken_back_gives_a_moves_time_once() {
        let mut clocks = clocks();
        clocks.advance(0, Turn::of(A));
        // A's turn was ended when the time ran out, and A takes that back: a new minute, and nothing from the reserve.
        let runs_out = |clocks: &mut Clocks, time: u64| {
            assert_eq!(due(clocks, A), Some(time));
            clocks.run_out(A, time);
            clocks.advance(time, Turn::of(b()));
        };
        runs_out(&mut clocks, 6 * MINUTE);
        clocks.take_back(A, 6 * MINUTE + 30_000, Turn::of(A), false);
        clocks.wake(A);
        runs_out(&mut clocks, 7 * MINUTE + 30_000);
        // Only once: otherwise A could put it off for ever. A move of their own in between does not help.
        clocks.take_back(A, 8 * MINUTE, Turn::of(A), false);
        assert!(due(&clocks, A) <= Some(8 * MINUTE), "it runs out at once");
        clocks.advance(8 * MINUTE, Turn::of(b()));
        clocks.take_back(A, 8 * MINUTE, Turn::of(A), false);
        assert!(due(&clocks, A) <= Some(8 * MINUTE), "it runs out at once");
        assert_eq!(clocks.reserve(b()), 5 * MINUTE);
        // The next decision has its own renewal.
        clocks.advance(8 * MINUTE, Turn::of(b()));
        clocks.advance(9 * MINUTE, Turn::of(A));
        runs_out(&mut clocks, 10 * MINUTE);
        clocks.take_back(A, 10 * MINUTE, Turn::of(A), false);
        assert_eq!(due(&clocks, A), Some(11 * MINUTE));
    }

    #[test]
    fn a_safe_choice_in_the_middle_of_a_turn_that_is_taken_back_gives_a_moves_time() {
        let mut clocks = clocks();
        clocks.advance(0, Turn::of(A));
        clocks.run_out(A, 6 * MINUTE);
        clocks.advance(6 * MINUTE, Turn::of(A));
        clocks.take_back(A, 6 * MINUTE + 5000, Turn::of(A), false);
        assert_eq!(due(&clocks, A), Some(7 * MINUTE + 5000));
        clocks.run_out(A, 7 * MINUTE + 5000);
        clocks.advance(7 * MINUTE + 5000, Turn::of(A));
        clocks.take_back(A, 7 * MINUTE + 6000, Turn::of(A), false);
        assert_eq!(due(&clocks, A), Some(7 * MINUTE + 5000 + BREATH), "no more than there was");
    }

    #[test]
    fn an_offer_gives_whoever_makes_it_no_new_time() {
        let mut clocks = clocks();
        clocks.advance(0, Turn::of(A));
        for offer in 0..5 {
            // The game waits for the answer and for nothing else.
            clocks.advance(MINUTE + offer * 20_000, Turn::asking(Seats::only(b())));
            assert_eq!(clocks.left(A), None);
            assert_eq!(due(&clocks, b()), Some(MINUTE + offer * 20_000 + 6 * MINUTE), "each question has its time");
            clocks.advance(MINUTE + offer * 20_000 + 10_000, Turn::of(A));
        }
        assert_eq!(due(&clocks, A), Some(MINUTE + 90_000 + 6 * MINUTE - MINUTE - 40_000));
        clocks.advance(MINUTE + 100_000, Turn::of(b()));
        assert_eq!(clocks.reserve(A), 5 * MINUTE - 50_000);
    }

    #[test]
    fn clocks_rest_when_everybody_is_gone_and_go_on_when_somebody_is_back() {
        let (mut clocks, both) = (clocks(), Seats::only(A).with(b()));
        let mut time = 0;
        clocks.advance(time, Turn::of(A));
        for lapse in 0..4 {
            let (late, next) = if lapse % 2 == 0 { (A, b()) } else { (b(), A) };
            time = due(&clocks, late).expect("the clocks go on");
            clocks.run_out(late, time);
            clocks.settle(both, time, Turn::of(late));
            assert_eq!((clocks.rest(), clocks.ran_out(b())), (lapse == 3, lapse > 0));
            clocks.advance(time, Turn::of(next));
        }
        assert_eq!(due(&clocks, A), None, "nobody is there");
        let back = time + 1000 * MINUTE;
        clocks.wake(b());
        clocks.settle(both, back, Turn::of(A));
        assert_eq!(due(&clocks, A), Some(back + MINUTE), "what was rested costs nobody anything");
        // Who is out of the game holds nobody up.
        let mut clocks = self::clocks();
        clocks.advance(0, Turn::of(A));
        for _ in 0..PASSED_OVER {
            clocks.settle(both, 0, Turn::of(A));
            assert!(!clocks.rest());
            clocks.run_out(A, 0);
        }
        clocks.settle(both, 0, Turn::of(A));
        assert!(clocks.rest());
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

    #[test]
    fn a_time_that_has_not_come_yet_gives_nobody_more_than_their_own() {
        let (mut clocks, wrong) = (clocks(), 180 * MINUTE);
        clocks.advance(wrong, Turn::of(A));
        assert_eq!(due(&clocks, A), Some(wrong + 6 * MINUTE), "noted when the system's clock was three hours fast");
        clocks.come_to(MINUTE);
        assert_eq!(due(&clocks, A), Some(7 * MINUTE));
        clocks.take_breath(A, wrong);
        clocks.come_to(2 * MINUTE);
        assert_eq!(due(&clocks, A), Some(7 * MINUTE));
    }

    #[test]
    fn what_the_house_was_closed_for_is_nobodys_time() {
        let mut clocks = clocks();
        clocks.closed([(2 * MINUTE, 50 * MINUTE), (51 * MINUTE, 100 * MINUTE)].into());
        clocks.advance(0, Turn::of(A));
        clocks.open(100 * MINUTE);
        // Two minutes before, one in between.
        assert_eq!(clocks.left(A), Some(TimeLeft { move_ends: 101 * MINUTE, due: 103 * MINUTE }));
        clocks.advance(101 * MINUTE, Turn::of(b()));
        assert_eq!((due(&clocks, b()), clocks.reserve(A)), (Some(107 * MINUTE), 2 * MINUTE));
        clocks.take_back(A, 101 * MINUTE, Turn::of(A), false);
        assert_eq!(due(&clocks, A), Some(103 * MINUTE));
    }
}
