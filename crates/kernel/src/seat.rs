//! Seats at a table, and sets of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats that any game has.
pub const MAX_SEATS: usize = 16;

/// A place at the table, counted from 0 inside and from 1 for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Seat(u8);

impl Seat {
    /// The seat everybody has: number 1 for people.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this index, if a table can have it.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that people read, from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The neighbour to the left, clockwise round a table of this many players.
    #[inline]
    pub const fn next(self, players: usize) -> Seat {
        let next = self.0 + 1;
        Seat(if (next as usize) < players { next } else { 0 })
    }

    /// All players once, clockwise, this seat first.
    pub fn clockwise(self, players: usize) -> impl Iterator<Item = Seat> {
        std::iter::successors(Some(self), move |seat| Some(seat.next(players))).take(players)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl TryFrom<usize> for Seat {
    type Error = String;

    fn try_from(number: usize) -> Result<Seat, String> {
        number
            .checked_sub(1)
            .and_then(Seat::new)
            .ok_or_else(|| format!("{number} is no seat: seats are numbered 1 to {MAX_SEATS}"))
    }
}

impl From<Seat> for usize {
    fn from(seat: Seat) -> usize {
        seat.number()
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct Seats(u16);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// The first `players` seats.
    pub const fn first(players: usize) -> Seats {
        Seats(if players >= MAX_SEATS { u16::MAX } else { (1 << players) - 1 })
    }

    /// Just this seat.
    #[inline]
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// Is this seat among them?
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// These and that one.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// These but not that one.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }

    /// Those that are in either.
    #[must_use]
    pub const fn or(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// Those that are in both.
    #[must_use]
    pub const fn and(self, other: Seats) -> Seats {
        Seats(self.0 & other.0)
    }

    /// Those of these that are not among the others.
    #[must_use]
    pub const fn and_not(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// Are all of these among the others?
    pub const fn within(self, other: Seats) -> bool {
        self.0 & !other.0 == 0
    }

    /// Nobody at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The one with the lowest number.
    #[inline]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The first of them at the table after `seat`, clockwise; `seat` itself comes last.
    pub fn after(self, seat: Seat) -> Option<Seat> {
        seat.next(MAX_SEATS).clockwise(MAX_SEATS).find(|seat| self.contains(*seat))
    }
}

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Seats {
        seats.into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Vec<Seat> {
        seats.collect()
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.map(Seat::number)).finish()
    }
}

/// Who looks: a player, or somebody who only watches and sees the least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// Whoever holds this seat.
    Seat(Seat),
    /// A spectator.
    Watcher,
}

impl Viewer {
    /// Does this viewer hold that seat?
    pub fn holds(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_goes_round_the_table_once() {
        let third = Seat::new(2).unwrap();
        let order: Vec<usize> = third.clockwise(4).map(Seat::number).collect();
        assert_eq!(order, [3, 4, 1, 2]);
    }

    #[test]
    fn a_set_keeps_each_seat_once_in_order() {
        let set: Seats = [3, 1, 3].into_iter().filter_map(Seat::new).collect();
        assert_eq!(set.map(Seat::index).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(set.after(Seat::new(1).unwrap()), Seat::new(3));
        assert_eq!(set.after(Seat::new(3).unwrap()), Seat::new(1));
        assert_eq!(Seats::NONE.after(Seat::FIRST), None);
        assert_eq!(Seats::first(16).len(), 16);
    }

    #[test]
    fn people_count_seats_from_one() {
        assert_eq!(serde_json::to_string(&Seats::first(3)).unwrap(), "[1,2,3]");
        assert!(serde_json::from_str::<Seat>("0").is_err());
        assert!(serde_json::from_str::<Seat>("17").is_err());
        assert_eq!(serde_json::from_str::<Seat>("16").unwrap().index(), 15);
    }
}
