//! Seats at a table, and sets of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats that any game has.
pub const MAX_SEATS: usize = 16;

/// A place at the table, counted from 0 inside and from 1 for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "usize", into = "usize")]
pub struct Seat(u8);

impl Seat {
    /// The most seats that a table can have.
    pub const COUNT: usize = MAX_SEATS;

    /// The seat that every table has: number 1 for people.
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

    /// Its letter on boards, from A.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
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

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<usize> for Seat {
    type Error = String;

    fn try_from(number: usize) -> Result<Seat, String> {
        number
            .checked_sub(1)
            .and_then(Seat::new)
            .ok_or_else(|| format!("{number} is not a seat: seats are numbered 1 to {MAX_SEATS}"))
    }
}

impl From<Seat> for usize {
    fn from(seat: Seat) -> usize {
        seat.number()
    }
}

crate::set! {
    /// A set of seats.
    pub struct Seats(u16) of Seat, written as a list;
}

impl Seats {
    /// The first of them at the table after `seat`, clockwise; `seat` itself comes last.
    pub fn after(self, seat: Seat) -> Option<Seat> {
        seat.next(MAX_SEATS).clockwise(MAX_SEATS).find(|seat| self.contains(*seat))
    }
}

/// Who is looking: a player, or a watcher, who sees the least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player on this seat.
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
