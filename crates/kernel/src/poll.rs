//! Polls: one question to several seats at once, with answers that stay sealed until the last is in.
//!
//! Who is asked must follow from what everybody can see, so that being asked gives nothing away. The game decides what an answer is
//! and what follows from it.
//!
//! ```
//! use kernel::{Poll, Seat, Seats, Viewer};
//! let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
//! let mut poll = Poll::<bool>::open(Seats::first(2));
//! poll.answer(ann, true)?;
//! // Bob sees that Ann has answered, not what.
//! let seen = poll.seen_by(Viewer::Seat(bob));
//! assert_eq!((seen.answered, seen.answers), (Seats::only(ann), vec![]));
//! poll.answer(bob, false)?;
//! assert!(poll.is_complete());
//! # Ok::<(), kernel::PollFault>(())
//! ```

use crate::{MAX_SEATS, Order, Refusal, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

/// A question to several seats, and the answers that have come in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Poll<A> {
    asked: Seats,
    answers: [Option<A>; MAX_SEATS],
}

/// Why an answer is not possible. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PollFault {
    /// The seat is not asked.
    #[error("this question is not put to you")]
    NotAsked,
    /// The seat has already answered.
    #[error("you have answered already; the answers are shown when the last is in")]
    Answered,
    /// A position with an impossible poll.
    #[error("a poll asks somebody, has answers only of those it asks, and waits for one of them at least")]
    Impossible,
}

impl PollFault {
    /// This fault as a refusal by a clause of the game.
    pub fn by(self, clause: &'static str) -> Refusal {
        Refusal::new(clause, self.to_string())
    }
}

impl<A: Copy> Poll<A> {
    /// Puts the question to these seats.
    pub const fn open(asked: Seats) -> Poll<A> {
        Poll { asked, answers: [None; MAX_SEATS] }
    }

    /// Who is asked.
    pub const fn asked(&self) -> Seats {
        self.asked
    }

    /// Who has answered.
    pub fn answered(&self) -> Seats {
        { self.asked }.filter(|seat| self.answers[seat.index()].is_some()).collect()
    }

    /// Who has still to answer.
    pub fn missing(&self) -> Seats {
        { self.asked }.filter(|seat| self.answers[seat.index()].is_none()).collect()
    }

    /// Are all answers in?
    pub fn is_complete(&self) -> bool {
        self.missing().is_empty()
    }

    /// May this seat answer now?
    pub fn awaits(&self, seat: Seat) -> Result<(), PollFault> {
        match () {
            () if !self.asked.contains(seat) => Err(PollFault::NotAsked),
            () if self.answers[seat.index()].is_some() => Err(PollFault::Answered),
            () => Ok(()),
        }
    }

    /// Takes an answer and seals it.
    pub fn answer(&mut self, seat: Seat, answer: A) -> Result<(), PollFault> {
        self.awaits(seat)?;
        self.answers[seat.index()] = Some(answer);
        Ok(())
    }

    /// What a seat answered.
    pub const fn answer_of(&self, seat: Seat) -> Option<A> {
        self.answers[seat.index()]
    }

    /// The answers in the order in which they are carried out: this seat's first, then in order of play.
    pub fn in_order(&self, order: &Order, first: Seat) -> impl Iterator<Item = (Seat, A)> {
        order.from(first).filter_map(|seat| Some((seat, self.answer_of(seat)?)))
    }

    /// The same poll with new answers in place of those that this viewer cannot see: for imagining.
    #[must_use]
    pub fn resealed(&self, viewer: Viewer, mut answer: impl FnMut(Seat) -> A) -> Poll<A> {
        let mut poll = *self;
        for seat in self.answered().filter(|seat| !viewer.holds(*seat)) {
            poll.answers[seat.index()] = Some(answer(seat));
        }
        poll
    }

    /// The poll as this viewer may know it: with only their own answer.
    pub fn seen_by(&self, viewer: Viewer) -> WrittenPoll<A> {
        self.written(|seat| viewer.holds(seat))
    }

    /// The poll with all answers.
    pub fn position(&self) -> WrittenPoll<A> {
        self.written(|_| true)
    }

    fn written(&self, knows: impl Fn(Seat) -> bool) -> WrittenPoll<A> {
        let answer = |seat: Seat| self.answer_of(seat).filter(|_| knows(seat)).map(|answer| SealedAnswer { seat, answer });
        WrittenPoll { asked: self.asked, answered: self.answered(), answers: { self.asked }.filter_map(answer).collect() }
    }

    /// Sets up a written poll among these players, unless it is impossible.
    pub fn restore(written: &WrittenPoll<A>, players: Seats) -> Result<Poll<A>, PollFault> {
        let mut poll = Poll::open(written.asked);
        for SealedAnswer { seat, answer } in &written.answers {
            poll.answer(*seat, *answer).map_err(|_| PollFault::Impossible)?;
        }
        let sound = poll.asked.within(players) && !poll.is_complete() && poll.answered() == written.answered;
        if sound { Ok(poll) } else { Err(PollFault::Impossible) }
    }
}

/// A poll as it is written: all of it in a position, what the viewer may know of it in a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenPoll<A> {
    /// To whom the question is put.
    pub asked: Seats,
    /// Who has answered.
    pub answered: Seats,
    /// The answers that may be known.
    pub answers: Vec<SealedAnswer<A>>,
}

/// What a seat answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedAnswer<A> {
    /// Who.
    pub seat: Seat,
    /// What.
    pub answer: A,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::try_from(number).unwrap()
    }

    /// Seats 2 to 4 are asked; 2 and 4 have answered.
    fn poll() -> Poll<u8> {
        let mut poll = Poll::open(Seats::first(4).without(seat(1)));
        poll.answer(seat(4), 40).unwrap();
        poll.answer(seat(2), 20).unwrap();
        poll
    }

    #[test]
    fn each_answers_once_and_only_who_is_asked() {
        let mut poll = poll();
        assert_eq!(poll.answer(seat(1), 10), Err(PollFault::NotAsked));
        assert_eq!(poll.answer(seat(2), 21), Err(PollFault::Answered));
        assert_eq!((poll.missing(), poll.is_complete()), (Seats::only(seat(3)), false));
        poll.answer(seat(3), 30).unwrap();
        assert!(poll.is_complete());
        let order = Order::of(&[seat(3), seat(1), seat(4), seat(2)]).unwrap();
        let carried_out: Vec<u8> = poll.in_order(&order, seat(1)).map(|(_, answer)| answer).collect();
        assert_eq!(carried_out, [40, 20, 30], "in order of play from the active player");
    }

    #[test]
    fn answers_stay_sealed() {
        let poll = poll();
        for viewer in [Viewer::Watcher, Viewer::Seat(seat(3)), Viewer::Seat(seat(1))] {
            assert_eq!(poll.seen_by(viewer).answers, []);
        }
        let own = poll.seen_by(Viewer::Seat(seat(2)));
        assert_eq!(own.answers, [SealedAnswer { seat: seat(2), answer: 20 }]);
        assert_eq!(own.answered.len(), 2);
        let other = poll.resealed(Viewer::Seat(seat(2)), |_| 99);
        assert_eq!((other.answer_of(seat(2)), other.answer_of(seat(4))), (Some(20), Some(99)));
        assert_eq!(other.answer_of(seat(3)), None, "who has not answered has not answered");
        assert_eq!(other.seen_by(Viewer::Seat(seat(2))), own);
    }

    #[test]
    fn a_poll_reads_back_what_it_wrote() {
        let text = serde_json::to_string(&poll().position()).unwrap();
        let read: WrittenPoll<u8> = serde_json::from_str(&text).unwrap();
        assert_eq!(Poll::restore(&read, Seats::first(4)), Ok(poll()));
        assert_eq!(Poll::restore(&read, Seats::first(3)), Err(PollFault::Impossible), "seat 4 does not play");
        let complete = WrittenPoll {
            asked: Seats::first(1),
            answered: Seats::first(1),
            answers: vec![SealedAnswer { seat: seat(1), answer: 1 }],
        };
        assert_eq!(Poll::restore(&complete, Seats::first(4)), Err(PollFault::Impossible), "it would be over");
        let wrong = WrittenPoll { answered: Seats::NONE, ..read };
        assert_eq!(Poll::restore(&wrong, Seats::first(4)), Err(PollFault::Impossible));
    }
}
