//! The trendline: a space for each sum of two dice, and the markers on it. (PRF-BOARD-2)

use crate::colours::{Colour, Direction, Marker};
use std::fmt;

/// The Joker space. (PRF-JOKER-1)
pub const JOKER: u8 = 7;

/// The spaces that can hold a marker, a bit for each sum. (PRF-TREND-8)
const SPACES: u16 = 0b1_1111_1111_1100 & !(1 << JOKER);

/// A space of the trendline that can hold a marker: a sum from 2 to 12, but not 7. (PRF-TREND-8)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Space(u8);

impl Space {
    /// How many there are.
    pub const COUNT: usize = 10;

    /// The space of this sum, unless it is the Joker or no sum of two dice.
    #[inline]
    pub const fn new(sum: u8) -> Option<Space> {
        if sum >= 2 && sum <= 12 && sum != JOKER { Some(Space(sum)) } else { None }
    }

    /// All of them in order.
    pub fn all() -> impl Iterator<Item = Space> {
        (2..=12).filter_map(Space::new)
    }

    /// The space with this many others before it. (PRF-START-8)
    #[inline]
    pub const fn nth(rank: u8) -> Option<Space> {
        Space::new(if rank < 5 { rank + 2 } else { rank + 3 })
    }

    /// The sum it stands for.
    #[inline]
    pub const fn sum(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for Space {
    type Err = String;

    fn from_str(text: &str) -> Result<Space, String> {
        let sum = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0'));
        sum.and_then(Space::new).ok_or_else(|| format!("`{text}` is not a space for a marker; they are 2 to 12 without 7"))
    }
}

/// The markers on their spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Trendline {
    markers: [Option<Marker>; 13],
    /// A bit for each sum whose space holds a marker.
    taken: u16,
}

impl Trendline {
    /// No marker lies on it.
    pub const EMPTY: Trendline = Trendline { markers: [None; 13], taken: 0 };

    /// The marker on a space.
    #[inline]
    pub const fn marker(&self, space: Space) -> Option<Marker> {
        self.markers[space.0 as usize]
    }

    /// Puts a marker on a space, replacing any marker there.
    #[inline]
    pub const fn put(&mut self, space: Space, marker: Marker) {
        self.markers[space.0 as usize] = Some(marker);
        self.taken |= 1 << space.0;
    }

    /// Lifts the marker from a space.
    #[inline]
    pub const fn lift(&mut self, space: Space) -> Option<Marker> {
        self.taken &= !(1 << space.0);
        self.markers[space.0 as usize].take()
    }

    /// Turns the marker on a space round. (PRF-TREND-5)
    #[inline]
    pub fn turn(&mut self, space: Space) {
        let marker = &mut self.markers[space.0 as usize];
        *marker = marker.map(Marker::turned);
    }

    /// How many markers lie on it.
    pub const fn len(&self) -> u32 {
        self.taken.count_ones()
    }

    /// Does no marker lie on it?
    pub const fn is_empty(&self) -> bool {
        self.taken == 0
    }

    /// The spaces with a marker, a bit for each sum.
    #[inline]
    pub(crate) const fn taken(&self) -> u16 {
        self.taken
    }

    /// The spaces without a marker, a bit for each sum.
    #[inline]
    pub(crate) const fn free(&self) -> u16 {
        SPACES & !self.taken
    }

    /// The spaces with a marker.
    pub fn spaces(&self) -> impl Iterator<Item = (Space, Marker)> {
        let markers = self.markers;
        Space::all().filter_map(move |space| Some((space, markers[space.0 as usize]?)))
    }

    /// The spaces without a marker.
    pub fn empty_spaces(&self) -> impl Iterator<Item = Space> {
        let taken = self.taken;
        Space::all().filter(move |space| taken >> space.0 & 1 == 0)
    }

    /// How many markers of a colour lie on it.
    pub fn count(&self, colour: Colour) -> usize {
        self.spaces().filter(|(_, marker)| marker.colour == colour).count()
    }

    /// The markers of the opening that are not on it yet, a bit for each. (PRF-START-5)
    #[inline]
    pub fn unplaced(&self) -> u8 {
        self.markers.iter().flatten().fold(u8::MAX, |left, marker| left & !(1 << marker.index()))
    }

    /// The reference placement: 2 R+, 3 R−, 4 B+, 5 B−, 6 Y+, 8 Y−, 9 G+, 10 G−.
    pub fn reference() -> Trendline {
        let mut line = Trendline::EMPTY;
        for (space, index) in Space::all().zip(0..Marker::COUNT) {
            line.put(space, Marker::at(index));
        }
        line
    }

    /// Moves a marker to another space, pointing this way. (PRF-TREND-7)
    #[inline]
    pub(crate) fn shift(&mut self, from: Space, to: Space, direction: Direction) {
        if let Some(marker) = self.lift(from) {
            self.put(to, Marker { direction, ..marker });
        }
    }
}

impl fmt::Debug for Trendline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.spaces().map(|(space, marker)| (space.0, marker.to_string()))).finish()
    }
}
