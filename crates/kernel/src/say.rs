//! How numbers, lists and players' names are written, in every game and on every page.

use crate::{Line, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A number in groups of three digits.
///
/// ```
/// assert_eq!(kernel::say::grouped(-1_250_000), "−1,250,000");
/// ```
pub fn grouped(number: impl Into<i128>) -> String {
    let number = number.into();
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", groups(number.unsigned_abs()))
}

/// The digits of a number in groups of three.
pub(crate) fn groups(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 coin`, `1,200 coins`. The plural is the noun with an `s`.
pub fn counted(count: impl Into<i128>, noun: &str) -> String {
    let count = count.into();
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// The unit that something is counted in.
///
/// ```
/// use kernel::say::Unit;
/// assert_eq!([1, 1_200].map(|count| Unit::POINTS.of(count)), ["1 point", "1,200 points"]);
/// assert_eq!(Unit::new("EUR", "EUR").of(500), "500 EUR");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// The word for one.
    pub one: Cow<'static, str>,
    /// The word for several, and for none.
    pub many: Cow<'static, str>,
}

impl Unit {
    /// Points.
    pub const POINTS: Unit = Unit::new("point", "points");

    /// The words for one and for several.
    pub const fn new(one: &'static str, many: &'static str) -> Unit {
        Unit { one: Cow::Borrowed(one), many: Cow::Borrowed(many) }
    }

    /// A number of units, in groups of three digits; only the number if the unit has no name.
    pub fn of(&self, count: impl Into<i128>) -> String {
        let count = count.into();
        let word = if count == 1 { &self.one } else { &self.many };
        format!("{} {word}", grouped(count)).trim_end().to_owned()
    }
}

/// A place in an order: `1st`, `2nd`, `3rd`, `11th`.
pub fn ordinal(number: impl Into<i64>) -> String {
    let number = number.into();
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A list with `and` before the last item: `nothing`, `oil`, `oil and fish`, `oil, fish and grain`.
pub fn listed<S: AsRef<str>>(things: impl IntoIterator<Item = S>) -> String {
    let things: Vec<S> = things.into_iter().collect();
    let mut text = if things.is_empty() { "nothing".to_owned() } else { String::new() };
    for (index, thing) in things.iter().enumerate() {
        text.push_str(match index {
            0 => "",
            last if last + 1 == things.len() => " and ",
            _ => ", ",
        });
        text.push_str(thing.as_ref());
    }
    text
}

/// The text with a capital first, for the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Who reads a text: players are called by their names, and the reader is "you".
///
/// ```
/// use kernel::{Seat, Seats, say::Reader};
/// let names = ["Ann", "Bob", "Cid"].map(String::from);
/// let reader = Reader::on(Seat::FIRST, &names);
/// assert_eq!((reader.who(Seat::FIRST), reader.whose(Seat::FIRST.next(3))), ("you".into(), "Bob’s".into()));
/// assert_eq!(reader.all(Seats::first(3)), "Bob, Cid and you");
/// assert_eq!(Reader::anybody(&names).all(Seats::first(3)), "Ann, Bob and Cid");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// Who.
    pub viewer: Viewer,
    /// The names of all players.
    pub names: &'a [String],
}

impl<'a> Reader<'a> {
    /// The player on this seat reads.
    pub const fn on(seat: Seat, names: &'a [String]) -> Reader<'a> {
        Reader { viewer: Viewer::Seat(seat), names }
    }

    /// Nobody in particular reads: everybody is called by name.
    pub const fn anybody(names: &'a [String]) -> Reader<'a> {
        Reader { viewer: Viewer::Watcher, names }
    }

    /// Does this player read?
    pub fn is(&self, seat: Seat) -> bool {
        self.viewer.holds(seat)
    }

    /// The seat of the reader.
    pub const fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher => None,
        }
    }

    /// The player's name.
    pub fn name(&self, seat: Seat) -> String {
        name(self.names, seat)
    }

    /// `you`, or the player's name.
    pub fn who(&self, seat: Seat) -> String {
        if self.is(seat) { "you".into() } else { self.name(seat) }
    }

    /// `your`, or `Bob’s`.
    pub fn whose(&self, seat: Seat) -> String {
        if self.is(seat) { "your".into() } else { format!("{}’s", self.name(seat)) }
    }

    /// `yours`, or `Bob’s`.
    pub fn theirs(&self, seat: Seat) -> String {
        if self.is(seat) { "yours".into() } else { format!("{}’s", self.name(seat)) }
    }

    /// All of them, the reader last.
    pub fn all(&self, seats: Seats) -> String {
        let others = { seats }.filter(|seat| !self.is(*seat)).map(|seat| self.name(seat));
        let you = { seats }.any(|seat| self.is(seat)).then(|| "you".to_owned());
        listed(others.chain(you))
    }

    /// A question to one: what that player reads, and what the others are told.
    pub fn one(&self, seat: Seat, clause: &'static str, you: impl FnOnce() -> String, they: impl FnOnce() -> String) -> Line {
        Line::new(clause, if self.is(seat) { you() } else { they() })
    }
}

/// Typographic form of a text: a typed apostrophe within a word becomes `’`.
pub fn printed(text: &str) -> String {
    let mut printed = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    let mut before = ' ';
    while let Some(sign) = signs.next() {
        let within = before.is_alphanumeric() && signs.peek().is_some_and(|next| next.is_alphanumeric());
        printed.push(if sign == '\'' && within { '’' } else { sign });
        before = sign;
    }
    printed
}

/// The name of the player on this seat; the seat's number if there is no name.
pub fn name(names: &[String], seat: Seat) -> String {
    names.get(seat.index()).cloned().unwrap_or_else(|| format!("Seat {seat}"))
}

/// The names of the players on these seats.
pub fn names(names: &[String], seats: impl IntoIterator<Item = Seat>) -> String {
    listed(seats.into_iter().map(|seat| name(names, seat)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seats;

    #[test]
    fn an_apostrophe_is_printed_as_one() {
        assert_eq!(printed("Tailor's shop"), "Tailor’s shop");
        assert_eq!(printed("'a' and 5'"), "'a' and 5'");
    }

    #[test]
    fn digits_stand_in_groups_of_three() {
        let said = [0, 999, 1_000, -1, i64::MIN].map(grouped);
        assert_eq!(said, ["0", "999", "1,000", "−1", "−9,223,372,036,854,775,808"]);
    }

    #[test]
    fn one_thing_has_no_plural() {
        assert_eq!([0, 1, 2, 1_500].map(|count| counted(count, "point")), ["0 points", "1 point", "2 points", "1,500 points"]);
    }

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal);
        assert_eq!(said, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]);
    }

    #[test]
    fn the_last_of_a_list_comes_after_and() {
        assert_eq!(listed([""; 0]), "nothing");
        assert_eq!(listed(["oil"]), "oil");
        assert_eq!(listed(["oil", "fish"]), "oil and fish");
        assert_eq!(listed(["oil", "fish", "grain"]), "oil, fish and grain");
        assert_eq!(names(&["Ann".into(), "Bob".into()], Seats::first(3)), "Ann, Bob and Seat 3");
    }
}
