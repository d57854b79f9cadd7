//! The nouns of the rulebook: businesses, series, tiles, types, and the arithmetic of its money.

use kernel::Money;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, num::NonZeroU8};

/// The smallest bill: every amount is a multiple of it. (INV-COMP-2)
pub const UNIT: i32 = 5_000;

/// How many businesses there are: every deed is one, whatever its type. (INV-COMP-5, INV-DATA-13)
pub const BUSINESSES: usize = 71;

/// The most series that a pack can have: each has two businesses at least. (INV-DATA-13)
pub const SERIES: usize = BUSINESSES / 2;

/// The most tiles that a board can have.
pub const TILES: usize = 128;

/// How many Profit cards there are, and how many Loss cards. (INV-DATA-16)
pub const FORTUNES: usize = 42;

/// How many Shortcut cards there are. (INV-DATA-16)
pub const SHORTCUTS: usize = 22;

/// How many Global Economy cards there are. (INV-DATA-16)
pub const GLOBALS: usize = 29;

/// A business by its deed, `b01` to `b71` in board order. (INV-DATA-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Business(NonZeroU8);

impl Business {
    /// The first deed.
    pub const FIRST: Business = Business(NonZeroU8::MIN);

    /// The business with this index.
    pub const fn new(index: usize) -> Option<Business> {
        if index >= BUSINESSES {
            return None;
        }
        match NonZeroU8::new(index as u8 + 1) {
            Some(number) => Some(Business(number)),
            None => None,
        }
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The number of the deed, from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// All businesses, in board order.
    pub fn all() -> impl Iterator<Item = Business> {
        (0..BUSINESSES).filter_map(Business::new)
    }

    /// The business with this id, such as `b07`.
    pub fn read(id: &str) -> Option<Business> {
        let digits =
            id.strip_prefix('b').filter(|digits| digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit()))?;
        Business::new(digits.parse::<usize>().ok()?.checked_sub(1)?)
    }
}

impl fmt::Display for Business {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{:02}", self.number())
    }
}

impl fmt::Debug for Business {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Business {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Business {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Business, D::Error> {
        let id = String::deserialize(deserializer)?;
        Business::read(&id).ok_or_else(|| serde::de::Error::custom(format!("`{id}` is not a business: they are b01 to b71")))
    }
}

/// A set of businesses; an iterator over itself in board order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Businesses(u128);

impl Businesses {
    /// None.
    pub const NONE: Businesses = Businesses(0);

    /// All of them.
    pub const ALL: Businesses = Businesses((1 << BUSINESSES) - 1);

    /// Just this one.
    #[inline]
    pub const fn only(business: Business) -> Businesses {
        Businesses(1 << business.index())
    }

    /// Is this one among them?
    #[inline]
    pub const fn contains(self, business: Business) -> bool {
        self.0 >> business.index() & 1 != 0
    }

    /// Puts one in.
    #[inline]
    pub const fn insert(&mut self, business: Business) {
        self.0 |= 1 << business.index();
    }

    /// Takes one out.
    #[inline]
    pub const fn remove(&mut self, business: Business) {
        self.0 &= !(1 << business.index());
    }

    /// These and that one.
    #[inline]
    #[must_use]
    pub const fn with(self, business: Business) -> Businesses {
        Businesses(self.0 | 1 << business.index())
    }

    /// Those in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Businesses) -> Businesses {
        Businesses(self.0 | other.0)
    }

    /// Those in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Businesses) -> Businesses {
        Businesses(self.0 & other.0)
    }

    /// Those that are not among the others.
    #[inline]
    #[must_use]
    pub const fn and_not(self, other: Businesses) -> Businesses {
        Businesses(self.0 & !other.0)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// None at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Are all of these among the others?
    #[inline]
    pub const fn within(self, other: Businesses) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first in board order.
    #[inline]
    pub const fn lowest(self) -> Option<Business> {
        if self.0 == 0 { None } else { Business::new(self.0.trailing_zeros() as usize) }
    }

    /// The one with `rank` lower ones in the set.
    #[inline]
    pub const fn at_rank(self, rank: u32) -> Option<Business> {
        match kernel::Cards::from_bits(self.0).at_rank(rank) {
            Some(index) => Business::new(index as usize),
            None => None,
        }
    }
}

impl Iterator for Businesses {
    type Item = Business;

    #[inline]
    fn next(&mut self) -> Option<Business> {
        let lowest = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

impl FromIterator<Business> for Businesses {
    fn from_iter<I: IntoIterator<Item = Business>>(businesses: I) -> Businesses {
        businesses.into_iter().fold(Businesses::NONE, Businesses::with)
    }
}

impl fmt::Debug for Businesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Serialize for Businesses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Businesses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Businesses, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

/// What a tile is. (INV-DATA-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileKind {
    /// The Bank; the third of its tiles is Start.
    Bank,
    /// A business.
    Business,
    /// Profit.
    Profit,
    /// Loss.
    Loss,
    /// Shortcut.
    Shortcut,
    /// The Casino.
    Casino,
    /// Global Economy.
    Global,
    /// The Tax Office.
    Tax,
}

impl TileKind {
    /// All kinds.
    pub const ALL: [TileKind; 8] = [
        TileKind::Bank,
        TileKind::Business,
        TileKind::Profit,
        TileKind::Loss,
        TileKind::Shortcut,
        TileKind::Casino,
        TileKind::Global,
        TileKind::Tax,
    ];

    /// The name in packs and notation.
    pub const fn name(self) -> &'static str {
        match self {
            TileKind::Bank => "bank",
            TileKind::Business => "business",
            TileKind::Profit => "profit",
            TileKind::Loss => "loss",
            TileKind::Shortcut => "shortcut",
            TileKind::Casino => "casino",
            TileKind::Global => "global",
            TileKind::Tax => "tax",
        }
    }

    /// What people call it.
    pub const fn words(self) -> &'static str {
        match self {
            TileKind::Bank => "Bank",
            TileKind::Business => "business",
            TileKind::Profit => "Profit",
            TileKind::Loss => "Loss",
            TileKind::Shortcut => "Shortcut",
            TileKind::Casino => "Casino",
            TileKind::Global => "Global Economy",
            TileKind::Tax => "Tax Office",
        }
    }

    /// The kind with this name.
    pub fn read(name: &str) -> Option<TileKind> {
        TileKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The type on a deed, by its place in the pack's list of types. (INV-TERM-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(pub u8);

/// A fraction by which an amount is multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fraction {
    /// What it is multiplied by.
    pub over: u16,
    /// What it is divided by; never 0.
    pub under: u16,
}

impl Fraction {
    /// One half.
    pub const HALF: Fraction = Fraction { over: 1, under: 2 };

    /// This part of an amount, rounded up to the next multiple of 5,000. (INV-TERM-8)
    #[inline]
    pub fn of(self, amount: Money) -> Money {
        part(amount, self.over.into(), self.under.into())
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.over, self.under)
    }
}

/// So many percent of an amount, rounded up to the next multiple of 5,000. (INV-TERM-8, INV-LOAN-7)
#[inline]
pub fn percent(amount: Money, percent: u32) -> Money {
    part(amount, percent.into(), 100)
}

#[inline]
fn part(amount: Money, over: i64, under: i64) -> Money {
    let (whole, unit) = (i64::from(amount.units()) * over, under.max(1) * i64::from(UNIT));
    Money::new(i32::try_from((whole + unit - 1).div_euclid(unit) * i64::from(UNIT)).unwrap_or(i32::MAX / UNIT * UNIT))
}

/// Which of the two decks of fortune a card belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fortune {
    /// Profit cards. (INV-PROFIT)
    Profit,
    /// Loss cards. (INV-LOSS)
    Loss,
}

impl Fortune {
    /// Both.
    pub const ALL: [Fortune; 2] = [Fortune::Profit, Fortune::Loss];

    /// Its index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Fortune::Profit => "profit",
            Fortune::Loss => "loss",
        }
    }

    /// What people call it.
    pub const fn words(self) -> &'static str {
        match self {
            Fortune::Profit => "Profit",
            Fortune::Loss => "Loss",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_rounded_up_to_the_next_five_thousand() {
        let half = |amount| Fraction::HALF.of(Money::new(amount)).units();
        assert_eq!([half(0), half(10_000), half(15_000), half(5_000)], [0, 5_000, 10_000, 5_000]);
        assert_eq!([8, 2, 11].map(|thousand| percent(Money::new(thousand * 5_000), 20).units()), [10_000, 5_000, 15_000]);
        assert_eq!(Fraction { over: 3, under: 2 }.of(Money::new(35_000)), Money::new(55_000));
    }

    #[test]
    fn a_business_reads_back_its_id() {
        assert!(Business::all().all(|business| Business::read(&business.to_string()) == Some(business)));
        assert!(["b00", "b72", "b7", "b007", "x01", "b+1", ""].iter().all(|id| Business::read(id).is_none()));
    }
}
