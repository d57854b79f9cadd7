//! The board: 64 spaces named like those of a chess board, and its four corners.

use std::{fmt, num::NonZeroU8, str::FromStr};

/// A space, a1 to h8. (ECO-BOARD-1)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space(NonZeroU8);

impl Space {
    /// How many there are. (ECO-COMP-1)
    pub const COUNT: usize = 64;

    /// The space in this column and row, both counted from 0.
    pub fn at(column: usize, row: usize) -> Option<Space> {
        (column < 8 && row < 8).then(|| Space::new(row * 8 + column)).flatten()
    }

    /// The space with this index: a1 is 0, b1 is 1, h8 is 63.
    #[inline]
    pub const fn new(index: usize) -> Option<Space> {
        if index < Space::COUNT {
            match NonZeroU8::new(index as u8 + 1) {
                Some(number) => Some(Space(number)),
                None => None,
            }
        } else {
            None
        }
    }

    /// The index, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask changes nothing and spares a bounds check wherever a space is looked up.
        (self.0.get() as usize - 1) & 63
    }

    /// The column, a is 0.
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// The row, 1 is 0.
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// All spaces.
    pub fn all() -> impl Iterator<Item = Space> {
        (0..Space::COUNT).filter_map(Space::new)
    }

    /// Those that share a side with this one. (ECO-BOARD-1, ECO-MOVE-5)
    pub fn neighbours(self) -> Spaces {
        Space::all().filter(|other| self.distance(*other) == 1).collect()
    }

    /// Those that share a side or a corner with this one.
    pub fn touching(self) -> Spaces {
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        Space::all()
            .filter(|other| *other != self && near(self.column(), other.column()) && near(self.row(), other.row()))
            .collect()
    }

    /// Columns and rows between the two.
    pub const fn distance(self, other: Space) -> usize {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Space {
    type Err = String;

    fn from_str(text: &str) -> Result<Space, String> {
        match text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Space::at((column - b'a') as usize, (row - b'1') as usize),
            _ => None,
        }
        .ok_or_else(|| format!("`{text}` is not a space; spaces are a1 to h8"))
    }
}

kernel::set! {
    /// A set of spaces.
    #[derive(serde::Serialize, serde::Deserialize)]
    pub struct Spaces(pub u64) of Space;
}

/// One of the four corner spaces, where pieces enter. (ECO-GAME-6)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Corner {
    /// The corner a1.
    A1,
    /// The corner a8.
    A8,
    /// The corner h8.
    H8,
    /// The corner h1.
    H1,
}

impl Corner {
    /// All four, clockwise from a1.
    pub const ALL: [Corner; 4] = [Corner::A1, Corner::A8, Corner::H8, Corner::H1];

    /// Its space.
    #[inline]
    pub const fn space(self) -> Space {
        let index = match self {
            Corner::A1 => 0,
            Corner::A8 => 56,
            Corner::H8 => 63,
            Corner::H1 => 7,
        };
        match Space::new(index) {
            Some(space) => space,
            None => unreachable!(),
        }
    }

    /// The corner that is this space.
    pub fn of(space: Space) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.space() == space)
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.space().fmt(f)
    }
}

impl FromStr for Corner {
    type Err = String;

    fn from_str(text: &str) -> Result<Corner, String> {
        let corner = text.parse().ok().and_then(Corner::of);
        corner.ok_or_else(|| format!("`{text}` is not a corner; corners are a1, a8, h8 and h1"))
    }
}
