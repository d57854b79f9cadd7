//! Where a truck can be: dots on the roads and parking places in warehouses. (PRF-BOARD-4, PRF-BOARD-5)
//!
//! All dots lie on a grid of eight by eight points, so a set of dots is one word of 64 bits.

use crate::colours::Colour;
use std::fmt;

/// How many points the grid has in a row and in a column.
pub const SIDE: usize = 8;

/// A point of the grid where a dot can be, from (1,1) at the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Dot(u8);

impl Dot {
    /// How many points there are.
    pub const COUNT: usize = SIDE * SIDE;

    /// The point at the top left.
    pub const FIRST: Dot = Dot(0);

    /// The point with this index, if there is one.
    #[inline]
    pub const fn new(index: usize) -> Option<Dot> {
        if index < Dot::COUNT { Some(Dot(index as u8)) } else { None }
    }

    /// The point at these coordinates, x to the right and y down, both from 1 to 8.
    pub const fn at(x: usize, y: usize) -> Option<Dot> {
        if x >= 1 && x <= SIDE && y >= 1 && y <= SIDE { Some(Dot(((y - 1) * SIDE + x - 1) as u8)) } else { None }
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// To the right, from 1.
    pub const fn x(self) -> usize {
        self.0 as usize % SIDE + 1
    }

    /// Downwards, from 1.
    pub const fn y(self) -> usize {
        self.0 as usize / SIDE + 1
    }
}

kernel::set! {
    /// A set of dots.
    pub struct Dots(pub u64) of Dot;
}

/// One of the eight warehouses: four small ones, then four large ones, each in the order of the colours. (PRF-COMP-10, PRF-COMP-11)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Warehouse(u8);

impl Warehouse {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// The warehouse with this index, if there is one.
    #[inline]
    pub const fn new(index: usize) -> Option<Warehouse> {
        if index < Warehouse::COUNT { Some(Warehouse(index as u8)) } else { None }
    }

    /// The warehouse with this index; only the last three bits count, so there always is one.
    #[inline]
    pub const fn at_index(index: usize) -> Warehouse {
        Warehouse((index & 7) as u8)
    }

    /// The small warehouse of a colour.
    #[inline]
    pub const fn small(colour: Colour) -> Warehouse {
        Warehouse(colour as u8)
    }

    /// The large warehouse of a colour.
    #[inline]
    pub const fn large(colour: Colour) -> Warehouse {
        Warehouse(4 + colour as u8)
    }

    /// All of them.
    pub fn all() -> impl DoubleEndedIterator<Item = Warehouse> + Clone {
        (0..8).map(Warehouse)
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Its colour.
    #[inline]
    pub const fn colour(self) -> Colour {
        Colour::at(self.0 as usize)
    }

    /// Is it a large one?
    #[inline]
    pub const fn is_large(self) -> bool {
        self.0 >= 4
    }

    /// How many trucks it has room for. (PRF-WH-3)
    #[inline]
    pub const fn room(self) -> usize {
        if self.is_large() { 2 } else { 1 }
    }

    /// The name as people say it: Large Red.
    pub fn said(self) -> String {
        said(&self.to_string())
    }

    /// The warehouse of this name, in capitals or not.
    pub fn named(text: &str) -> Option<Warehouse> {
        Warehouse::all().find(|warehouse| warehouse.to_string().eq_ignore_ascii_case(text))
    }
}

/// The name of a place in texts: `LargeRed` is Large Red, `NE.nw` the north-west dot of tile NE; other dots keep their names.
pub fn said(name: &str) -> String {
    if let Some((slot, dot)) = name.split_once('.') {
        let dots = [
            ("n", "north"),
            ("ne", "north-east"),
            ("e", "east"),
            ("se", "south-east"),
            ("s", "south"),
            ("sw", "south-west"),
            ("w", "west"),
            ("nw", "north-west"),
            ("c", "middle"),
        ];
        let dot = dots.into_iter().find_map(|(short, word)| (short == dot).then_some(word)).unwrap_or(dot);
        return format!("the {dot} dot of tile {slot}");
    }
    let parts = ["Small", "Large"].into_iter().find_map(|size| Some((size, name.strip_prefix(size)?)));
    parts.map_or_else(|| name.to_owned(), |(size, colour)| format!("{size} {colour}"))
}

impl fmt::Display for Warehouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(
            ["SmallRed", "SmallBlue", "SmallYellow", "SmallGreen", "LargeRed", "LargeBlue", "LargeYellow", "LargeGreen"]
                [self.index()],
        )
    }
}

impl fmt::Debug for Warehouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

kernel::set! {
    /// A set of warehouses.
    pub struct Warehouses(pub u8) of Warehouse;
}

/// Where a truck is or can stop: on a dot, or on the parking place of a warehouse. (PRF-SEQ-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// On the road.
    Dot(Dot),
    /// In a warehouse.
    In(Warehouse),
}

impl Place {
    /// The warehouse, if it is one.
    #[inline]
    pub const fn warehouse(self) -> Option<Warehouse> {
        match self {
            Place::In(warehouse) => Some(warehouse),
            Place::Dot(_) => None,
        }
    }

    /// The dot, if it is one.
    #[inline]
    pub const fn dot(self) -> Option<Dot> {
        match self {
            Place::Dot(dot) => Some(dot),
            Place::In(_) => None,
        }
    }
}
