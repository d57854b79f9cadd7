//! Texts with placeholders for players' names.

use crate::{MAX_SEATS, Seat, Seats};
use serde::{Serialize, Serializer};
use std::{borrow::Cow, fmt};

/// A short text that rules write without knowing the players' names. [`Seat::mark`] is the placeholder for a seat, and
/// [`Phrase::with`] fills in the names. Displayed without names it says "seat 2".
///
/// ```
/// use kernel::{Phrase, Seat};
/// let phrase = Phrase::from(format!("it is {}’s turn", Seat::FIRST.mark()));
/// assert_eq!(phrase.with(&["Ann".to_owned()]), "it is Ann’s turn");
/// assert_eq!(phrase.to_string(), "it is seat 1’s turn");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase(Cow<'static, str>);

/// The first of the characters that stand for seats: Unicode reserves them for use inside a program.
const FIRST_MARK: u32 = 0xfdd0;

impl Seat {
    /// The placeholder for the seat in a [`Phrase`].
    pub const fn mark(self) -> char {
        match char::from_u32(FIRST_MARK + self.index() as u32) {
            Some(mark) => mark,
            None => char::REPLACEMENT_CHARACTER,
        }
    }

    const fn marked(mark: char) -> Option<Seat> {
        match (mark as u32).checked_sub(FIRST_MARK) {
            Some(index) => Seat::new(index as usize),
            None => None,
        }
    }
}

const _: () = assert!(MAX_SEATS <= 32, "Unicode has 32 characters in a row that never stand for anything");

impl Phrase {
    /// The seats that are mentioned.
    pub fn seats(&self) -> Seats {
        self.0.chars().filter_map(Seat::marked).collect()
    }

    /// The text with the players' names; a seat without a name is called by its number.
    pub fn with(&self, names: &[String]) -> String {
        let mut words = String::with_capacity(self.0.len());
        for sign in self.0.chars() {
            match Seat::marked(sign).map(|seat| (seat, names.get(seat.index()))) {
                None => words.push(sign),
                Some((_, Some(name))) => words.push_str(name),
                Some((seat, None)) => words.push_str(&format!("seat {seat}")),
            }
        }
        words
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with(&[]))
    }
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<Cow<'static, str>> for Phrase {
    fn from(words: Cow<'static, str>) -> Phrase {
        Phrase(words)
    }
}

impl From<&'static str> for Phrase {
    fn from(words: &'static str) -> Phrase {
        Phrase(words.into())
    }
}

impl From<String> for Phrase {
    fn from(words: String) -> Phrase {
        Phrase(words.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_is_called_by_its_name_once() {
        let marks: String = Seats::first(MAX_SEATS).map(Seat::mark).collect();
        let phrase = Phrase::from(marks);
        assert_eq!(phrase.seats(), Seats::first(MAX_SEATS));
        let named = phrase.with(&[Seat::new(1).unwrap().mark().to_string(), "seat 3".into(), "B".into()]);
        assert_eq!(named.matches("seat 3").count(), 1, "{named}");
        assert!(named.starts_with(&format!("{}seat 3Bseat 4", Seat::new(1).unwrap().mark())), "a name stays as it is: {named}");
        assert!(named.ends_with("seat 15seat 16"));
    }

    #[test]
    fn programs_and_logs_read_numbers() {
        let phrase = Phrase::from(format!("ask {} first", Seat::new(11).unwrap().mark()));
        assert_eq!(phrase.to_string(), "ask seat 12 first");
        assert_eq!(serde_json::to_string(&phrase).unwrap(), "\"ask seat 12 first\"");
    }
}
