//! The four colours, the two directions, and trend markers, which have one of each. (PRF-GAME-1, PRF-GAME-2)

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A colour, in the order of the seats clockwise. (PRF-GAME-6)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Colour {
    /// Red, whose partner is yellow.
    Red,
    /// Blue, whose partner is green.
    Blue,
    /// Yellow, whose partner is red.
    Yellow,
    /// Green, whose partner is blue.
    Green,
}

impl Colour {
    /// All colours, clockwise.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Yellow, Colour::Green];

    /// The colour with this index from 0; only the last two bits count, so there always is one.
    #[inline]
    pub const fn at(index: usize) -> Colour {
        Colour::ALL[index & 3]
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour to the left.
    #[inline]
    pub const fn next(self) -> Colour {
        Colour::at(self.index() + 1)
    }

    /// The colour opposite: the partner in a team. (PRF-TEAM-1)
    pub const fn partner(self) -> Colour {
        Colour::at(self.index() + 2)
    }

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        ["red", "blue", "yellow", "green"][self as usize]
    }

    /// The name as the beginning of a sentence, and in the names of warehouses.
    pub const fn title(self) -> &'static str {
        ["Red", "Blue", "Yellow", "Green"][self as usize]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Colour {
    type Err = String;

    fn from_str(text: &str) -> Result<Colour, String> {
        let found = Colour::ALL.into_iter().find(|colour| colour.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("`{text}` is not a colour; there are red, blue, yellow and green"))
    }
}

/// Where a price goes. (PRF-TREND-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Direction {
    /// Positive: one square up.
    Up,
    /// Negative: one square down.
    Down,
}

impl Direction {
    /// Both.
    pub const ALL: [Direction; 2] = [Direction::Up, Direction::Down];

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }

    /// As on a marker: `+` or `-`.
    pub const fn sign(self) -> char {
        match self {
            Direction::Up => '+',
            Direction::Down => '-',
        }
    }

    /// As a word: `up` or `down`.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
        }
    }

    /// The direction of a sign.
    pub fn of_sign(text: &str) -> Result<Direction, String> {
        match text {
            "+" => Ok(Direction::Up),
            "-" | "−" => Ok(Direction::Down),
            _ => Err(format!("`{text}` is not a direction of a marker; it points + or -")),
        }
    }
}

/// A trend marker. (PRF-TREND-1)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Marker {
    /// Whose price it moves.
    pub colour: Colour,
    /// Which way.
    pub direction: Direction,
}

impl Marker {
    /// The eight markers of the opening: one of each colour in each direction. (PRF-START-5)
    pub const COUNT: usize = 8;

    /// The marker with this index among the eight.
    #[inline]
    pub const fn at(index: usize) -> Marker {
        Marker { colour: Colour::at(index / 2), direction: Direction::ALL[index & 1] }
    }

    /// The index among the eight.
    #[inline]
    pub const fn index(self) -> usize {
        self.colour.index() * 2 + self.direction as usize
    }

    /// The same marker turned round.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Marker {
        Marker { colour: self.colour, direction: self.direction.turned() }
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour, self.direction.sign())
    }
}

impl FromStr for Marker {
    type Err = String;

    fn from_str(text: &str) -> Result<Marker, String> {
        let wrong = || format!("`{text}` is not a marker; a marker is written like red+ or green-");
        let (last, _) = text.char_indices().next_back().ok_or_else(wrong)?;
        let (colour, sign) = text.split_at(last);
        Ok(Marker { colour: colour.parse().map_err(|_| wrong())?, direction: Direction::of_sign(sign).map_err(|_| wrong())? })
    }
}
