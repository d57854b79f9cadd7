//! The nouns of the rulebook: territories and the sea, vehicles, and the cards by their place in the pack.
//!
//! What a pack lists is known by its place in the file; what the rulebook lists is an enumeration.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{
    fmt,
    num::{NonZeroU8, NonZeroU16},
};

/// Columns of the grid. (CMP-DATA-6)
pub const COLUMNS: usize = 40;

/// Rows of the grid. (CMP-DATA-6)
pub const ROWS: usize = 18;

/// The width of the map in tenths of a degree: once round the world. (CMP-DATA-6)
pub const WIDTH: i16 = 3_600;

/// Declares a thing that is known by its place, from 0, in a file of the pack. It is stored from 1, so that *none* takes no room.
macro_rules! listed {
    ($(#[$about:meta])* $Thing:ident($Number:ty, $inner:ty), at most $count:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $Thing($Number);

        impl $Thing {
            /// How many there are at most.
            pub const COUNT: usize = $count;

            /// The first.
            pub const FIRST: $Thing = $Thing(<$Number>::MIN);

            /// The one with this index.
            #[inline]
            pub const fn new(index: usize) -> Option<$Thing> {
                if index >= $Thing::COUNT {
                    return None;
                }
                match <$Number>::new(index as $inner + 1) {
                    Some(number) => Some($Thing(number)),
                    None => None,
                }
            }

            /// The index, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            /// All of them, in the order of their file.
            pub fn all() -> impl DoubleEndedIterator<Item = $Thing> + Clone {
                (0..$Thing::COUNT).filter_map($Thing::new)
            }
        }
    };
}

/// Debug and serde of a listed thing: its index.
macro_rules! by_index {
    ($($Thing:ident)+) => {$(
        impl fmt::Debug for $Thing {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($Thing), "({})"), self.index())
            }
        }

        impl Serialize for $Thing {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64(self.index() as u64)
            }
        }

        impl<'de> Deserialize<'de> for $Thing {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Thing, D::Error> {
                let index = u64::deserialize(deserializer)?;
                usize::try_from(index).ok().and_then($Thing::new).ok_or_else(|| {
                    let (most, what) = ($Thing::COUNT - 1, stringify!($Thing));
                    serde::de::Error::custom(format!("{index} is no {what}: they are counted from 0 to {most}"))
                })
            }
        }
    )+};
}

listed! {
    /// A territory, and its territory card: its place in `territories.csv`. (CMP-DATA-1)
    Territory(NonZeroU8, u8), at most 116
}
listed! {
    /// A cell of the grid, `column:row`: the cells are counted row by row from the top left. (CMP-DATA-6)
    Cell(NonZeroU16, u16), at most COLUMNS * ROWS
}
listed! {
    /// A zone of the sea, in the order in which `grid.csv` first names them. (CMP-DATA-6)
    Zone(NonZeroU8, u8), at most 64
}
listed! {
    /// A canal or strait: its place in `straits.csv`. (CMP-DATA-5)
    Strait(NonZeroU8, u8), at most 32
}
listed! {
    /// A customs area: territories of one area have only regional borders with each other. (CMP-CUST-6, CMP-DATA-4)
    Area(NonZeroU8, u8), at most 116
}
listed! {
    /// A headquarters card: its place in `headquarters.csv`. (CMP-DATA-11)
    Office(NonZeroU8, u8), at most 9
}
listed! {
    /// A contract card: its place in `contracts.csv`. (CMP-DATA-12)
    Contract(NonZeroU8, u8), at most 116
}
listed! {
    /// A customs card: its place in `customs.csv`. (CMP-DATA-15)
    Customs(NonZeroU8, u8), at most 35
}
listed! {
    /// A colour of player boards and tokens, by its place in the pack's list. (CMP-DATA-18)
    Colour(NonZeroU8, u8), at most 5
}

by_index! { Territory Zone Strait Area Office Contract Customs Colour }

impl Cell {
    /// The cell in this column and row.
    #[inline]
    pub const fn at(column: usize, row: usize) -> Option<Cell> {
        if column < COLUMNS && row < ROWS { Cell::new(row * COLUMNS + column) } else { None }
    }

    /// Its column, from the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % COLUMNS
    }

    /// Its row, from the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / COLUMNS
    }

    /// The cell written so, such as `19:2`.
    pub fn read(text: &str) -> Option<Cell> {
        let (column, row) = text.split_once(':')?;
        let number = |digits: &str| -> Option<usize> {
            let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits.len() == 1 || !digits.starts_with('0'));
            digits.parse().ok().filter(|_| plain)
        };
        Cell::at(number(column)?, number(row)?)
    }

    /// Its centre. (CMP-DATA-6)
    #[inline]
    pub const fn centre(self) -> Point {
        let (column, row) = (self.column() as i16, self.row() as i16);
        Point { x: 90 * column + 45 + 45 * (row % 2), y: 740 - 78 * row }
    }

    /// The next cell in a direction; columns go round the world, rows do not. (CMP-DATA-7)
    #[inline]
    pub const fn next(self, direction: Direction) -> Option<Cell> {
        let (column, row) = (self.column(), self.row());
        let (west, east) = ((column + COLUMNS - 1) % COLUMNS, (column + 1) % COLUMNS);
        let odd = row % 2 == 1;
        // An odd row lies half a cell further east.
        let (half_west, half_east) = if odd { (column, east) } else { (west, column) };
        match direction {
            Direction::West => Cell::at(west, row),
            Direction::East => Cell::at(east, row),
            Direction::NorthWest if row > 0 => Cell::at(half_west, row - 1),
            Direction::NorthEast if row > 0 => Cell::at(half_east, row - 1),
            Direction::SouthWest => Cell::at(half_west, row + 1),
            Direction::SouthEast => Cell::at(half_east, row + 1),
            Direction::NorthWest | Direction::NorthEast => None,
        }
    }

    /// Its neighbours. (CMP-DATA-7)
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.next(direction))
    }

    /// Does a point lie in its hexagon, with corners (0, ±52) and (±45, ±26) around the centre? (CMP-DATA-24)
    pub const fn holds(self, point: Point) -> bool {
        let centre = self.centre();
        let (x, y) = ((point.x as i32 - centre.x as i32).abs(), (point.y as i32 - centre.y as i32).abs());
        x <= 45 && 26 * x + 45 * y <= 45 * 52
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.column(), self.row())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format!("`{text}` is no cell: they are written from 0:0 to 39:17"));
        Cell::read(&text).ok_or_else(wrong)
    }
}

/// Where a hexagon's six neighbours lie. (CMP-DATA-7, CMP-AIR-19)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Direction {
    West,
    East,
    NorthWest,
    NorthEast,
    SouthWest,
    SouthEast,
}

impl Direction {
    /// All six.
    pub const ALL: [Direction; 6] = [
        Direction::West,
        Direction::East,
        Direction::NorthWest,
        Direction::NorthEast,
        Direction::SouthWest,
        Direction::SouthEast,
    ];
}

/// A point of the map in tenths of a degree: x grows to the east from the left edge, y is the latitude. (CMP-DATA-6)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Point {
    pub x: i16,
    pub y: i16,
}

impl Point {
    /// The square of the straight distance on the flat map, never over the edge. (CMP-AIR-3)
    #[inline]
    pub const fn squared(self, other: Point) -> u32 {
        let (x, y) = (self.x.abs_diff(other.x) as u32, self.y.abs_diff(other.y) as u32);
        x * x + y * y
    }

    /// The square of the straight distance, over the edge if that is shorter. (CMP-WX-10)
    #[inline]
    pub const fn squared_around(self, other: Point) -> u32 {
        let (x, y) = (self.x.abs_diff(other.x) as u32, self.y.abs_diff(other.y) as u32);
        let around = (WIDTH as u32).abs_diff(x);
        let x = if around < x { around } else { x };
        x * x + y * y
    }
}

/// A side edge of the map. (CMP-AIR-10)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Edge {
    Left,
    Right,
}

/// An arrow on a side edge: which edge, and which pair of the pack's list. (CMP-AIR-10, CMP-DATA-10)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arrow(u8);

impl Arrow {
    /// How many there are at most: a pair at each row of the grid.
    pub const COUNT: usize = 2 * ROWS;

    /// The arrow of a pair on an edge.
    pub const fn new(edge: Edge, pair: usize) -> Option<Arrow> {
        if pair < ROWS { Some(Arrow(2 * pair as u8 + edge as u8)) } else { None }
    }

    /// A number of its own, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The edge on which it is.
    #[inline]
    pub const fn edge(self) -> Edge {
        if self.0.is_multiple_of(2) { Edge::Left } else { Edge::Right }
    }

    /// The place of its pair in the pack's list.
    #[inline]
    pub const fn pair(self) -> usize {
        self.0 as usize / 2
    }

    /// The arrow that belongs to it on the other edge. (CMP-AIR-10)
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Arrow {
        Arrow(self.0 ^ 1)
    }
}

impl fmt::Debug for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.edge(), self.pair())
    }
}

impl Serialize for Arrow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Arrow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Arrow, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let known = (number as usize) < Arrow::COUNT;
        known.then_some(Arrow(number)).ok_or_else(|| serde::de::Error::custom(format!("{number} is no arrow")))
    }
}

/// Declares an enumeration of the rulebook, with the id that files have and the words that people read.
macro_rules! named {
    ($(#[$about:meta])* $Thing:ident { $($(#[$one:meta])* $Name:ident $id:literal $words:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $Thing {
            $($(#[$one])* #[serde(rename = $id)] $Name,)+
        }

        impl $Thing {
            /// All of them, in the rulebook's order.
            pub const ALL: [$Thing; [$($id),+].len()] = [$($Thing::$Name),+];

            /// How many there are.
            pub const COUNT: usize = $Thing::ALL.len();

            /// The one with this index.
            pub const fn new(index: usize) -> Option<$Thing> {
                if index < $Thing::COUNT { Some($Thing::ALL[index]) } else { None }
            }

            /// Its index, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The name in packs and notation.
            pub const fn id(self) -> &'static str {
                match self { $($Thing::$Name => $id,)+ }
            }

            /// What people call it.
            pub const fn words(self) -> &'static str {
                match self { $($Thing::$Name => $words,)+ }
            }

            /// The one with this name.
            pub fn read(id: &str) -> Option<$Thing> {
                $Thing::ALL.into_iter().find(|thing| thing.id() == id)
            }
        }

        impl $crate::content::places::Named for $Thing {
            fn named(id: &str) -> Option<$Thing> {
                $Thing::read(id)
            }

            fn names() -> String {
                $Thing::ALL.map($Thing::id).join(", ")
            }
        }
    };
}
pub(crate) use named;

/// What a cell of a pack's table can name.
pub(crate) trait Named: Sized {
    /// The one with this name.
    fn named(id: &str) -> Option<Self>;

    /// All names.
    fn names() -> String;
}

named! {
    /// A continent, in the order of the tables. (CMP-DATA-1, CMP-DATA-13)
    #[allow(missing_docs)]
    Continent {
        NorthAmerica "north_america" "North America",
        SouthAmerica "south_america" "South America",
        Europe "europe" "Europe",
        Africa "africa" "Africa",
        Asia "asia" "Asia",
        Oceania "oceania" "Oceania",
    }
}

named! {
    /// The morphology of a territory, which decides what entering costs a truck. (CMP-TRUCK-2)
    #[allow(missing_docs)]
    Morphology {
        Plain "plain" "plain",
        Mountain "mountain" "mountain",
        Frozen "frozen" "frozen",
        Desert "desert" "desert",
        TropicalForest "tropical_forest" "tropical forest",
    }
}

named! {
    /// The airport of a territory. (CMP-AIR-12)
    Airport {
        /// There is none.
        None "none" "no airport",
        /// For its continent, and for those who have a site on it.
        National "national" "national airport",
        /// Open to all continents.
        Intercontinental "intercontinental" "intercontinental airport",
    }
}

named! {
    /// A kind of token that moves. (CMP-COMP-5)
    #[allow(missing_docs)]
    Vehicle {
        Truck "truck" "truck",
        Ship "ship" "ship",
        Aircraft "aircraft" "aircraft",
    }
}

named! {
    /// What kind of border two territories have. (CMP-DATA-3)
    BorderKind {
        /// Grey: no customs. (CMP-CUST-2)
        Regional "regional" "regional border",
        /// National, white edged with red: customs. (CMP-CUST-1)
        Customs "customs" "customs border",
    }
}

named! {
    /// Is it a strait or a canal? No rule looks at it. (CMP-DATA-5)
    #[allow(missing_docs)]
    StraitKind {
        Strait "strait" "strait",
        Canal "canal" "canal",
    }
}

kernel::set! {
    /// A set of kinds of token.
    pub struct Vehicles(u8) of Vehicle, written as a list;
}

kernel::set! {
    /// A set of continents.
    pub struct Continents(u8) of Continent, written as a list;
}

kernel::set! {
    /// A set of zones of the sea.
    pub struct Zones(u64) of Zone, written as a list;
}

kernel::set! {
    /// A set of straits.
    pub struct Straits(u32) of Strait, written as a list;
}

kernel::set! {
    /// A set of headquarters cards.
    pub struct Offices(u16) of Office, written as a list;
}

kernel::set! {
    /// A set of colours.
    pub struct Colours(u8) of Colour, written as a list;
}

/// Declares a set of things that are more than 64: what [`kernel::set!`] is for fewer.
macro_rules! wide_set {
    ($(#[$about:meta])* $Set:ident of $Thing:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Set(u128);

        impl $Set {
            /// None of them.
            pub const NONE: $Set = $Set(0);

            /// All there are.
            pub const ALL: $Set = $Set((1 << $Thing::COUNT) - 1);

            /// Just this one.
            #[inline]
            pub const fn only(thing: $Thing) -> $Set {
                $Set(1 << thing.index())
            }

            /// Is this one among them?
            #[inline]
            pub const fn contains(self, thing: $Thing) -> bool {
                self.0 >> thing.index() & 1 != 0
            }

            /// Puts one in.
            #[inline]
            pub const fn insert(&mut self, thing: $Thing) {
                self.0 |= 1 << thing.index();
            }

            /// Takes one out.
            #[inline]
            pub const fn remove(&mut self, thing: $Thing) {
                self.0 &= !(1 << thing.index());
            }

            /// These and that one.
            #[inline]
            #[must_use]
            pub const fn with(self, thing: $Thing) -> $Set {
                $Set(self.0 | 1 << thing.index())
            }

            /// These but not that one.
            #[inline]
            #[must_use]
            pub const fn without(self, thing: $Thing) -> $Set {
                $Set(self.0 & !(1 << thing.index()))
            }

            /// Those that are in either.
            #[inline]
            #[must_use]
            pub const fn or(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// Those that are in both.
            #[inline]
            #[must_use]
            pub const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// Those of these that are not among the others.
            #[inline]
            #[must_use]
            pub const fn and_not(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// Are all of these among the others?
            #[inline]
            pub const fn within(self, other: $Set) -> bool {
                self.0 & !other.0 == 0
            }

            /// None at all?
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The lowest.
            #[inline]
            pub const fn lowest(self) -> Option<$Thing> {
                if self.0 == 0 { None } else { $Thing::new(self.0.trailing_zeros() as usize) }
            }

            /// The one with `rank` lower ones in the set.
            #[inline]
            pub const fn at_rank(self, rank: u32) -> Option<$Thing> {
                match self.cards().at_rank(rank) {
                    Some(index) => $Thing::new(index as usize),
                    None => None,
                }
            }

            /// Their indices.
            #[inline]
            pub const fn cards(self) -> kernel::Cards {
                kernel::Cards::from_bits(self.0)
            }

            /// The ones with these indices; higher indices are left out.
            #[inline]
            pub const fn from_cards(cards: kernel::Cards) -> $Set {
                $Set(cards.bits() & $Set::ALL.0)
            }
        }

        impl Iterator for $Set {
            type Item = $Thing;

            #[inline]
            fn next(&mut self) -> Option<$Thing> {
                let thing = self.lowest()?;
                self.0 &= self.0 - 1;
                Some(thing)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.len(), Some(self.len()))
            }
        }

        impl FromIterator<$Thing> for $Set {
            fn from_iter<I: IntoIterator<Item = $Thing>>(things: I) -> $Set {
                things.into_iter().fold($Set::NONE, $Set::with)
            }
        }

        impl fmt::Debug for $Set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        impl Serialize for $Set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        impl<'de> Deserialize<'de> for $Set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Set, D::Error> {
                Ok(Vec::deserialize(deserializer)?.into_iter().collect())
            }
        }
    };
}

wide_set! {
    /// A set of territories, or of their cards.
    Territories of Territory
}
wide_set! {
    /// A set of contract cards.
    Contracts of Contract
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_takes_no_room() {
        assert_eq!(size_of::<Option<Territory>>(), 1);
        assert_eq!(size_of::<Option<Cell>>(), 2);
    }

    #[test]
    fn a_cell_reads_back_what_is_written() {
        assert!(Cell::all().all(|cell| Cell::read(&cell.to_string()) == Some(cell)));
        assert!(["40:0", "0:18", "1:", ":1", "1", "01:2", "1:+2", " 1:2", ""].iter().all(|text| Cell::read(text).is_none()));
    }

    #[test]
    fn neighbours_are_neighbours_both_ways() {
        for cell in Cell::all() {
            assert!(cell.neighbours().all(|other| other != cell && other.neighbours().any(|back| back == cell)), "{cell}");
            let around = cell.centre();
            assert!(cell.neighbours().all(|other| around.squared_around(other.centre()) <= 90 * 90 + 10), "{cell}");
        }
    }

    #[test]
    fn arrows_belong_in_pairs() {
        let arrow = Arrow::new(Edge::Left, 4).unwrap();
        assert_eq!((arrow.edge(), arrow.pair(), arrow.index()), (Edge::Left, 4, 8));
        assert_eq!(arrow.opposite(), Arrow::new(Edge::Right, 4).unwrap());
        assert_eq!(arrow.opposite().opposite(), arrow);
        assert_eq!(Arrow::new(Edge::Left, ROWS), None);
    }
}
