//! Goods, cars and characteristics, sets of them, and units of each good. (BIZ-COMP-2, BIZ-COMP-3, BIZ-COMP-9)

use serde::{Deserialize, Serialize};
use std::fmt;

/// A type of goods. (BIZ-COMP-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Good {
    /// The first of the six.
    Fish,
    /// The second.
    Meat,
    /// The third.
    Grain,
    /// The fourth.
    Wood,
    /// The fifth.
    Oil,
    /// The sixth.
    Metal,
}

impl Good {
    /// How many there are.
    pub const COUNT: usize = 6;
    /// All of them, in the order of the rulebook.
    pub const ALL: [Good; Good::COUNT] = [Good::Fish, Good::Meat, Good::Grain, Good::Wood, Good::Oil, Good::Metal];

    /// The good with this index, if there is one.
    #[inline]
    pub const fn new(index: usize) -> Option<Good> {
        if index < Good::COUNT { Some(Good::ALL[index]) } else { None }
    }

    /// Its index in [`Good::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A car. (BIZ-COMP-3)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Car {
    /// The smallest.
    Yellow,
    /// The middle one.
    Blue,
    /// The largest.
    Green,
}

impl Car {
    /// How many there are.
    pub const COUNT: usize = 3;
    /// All of them, in the order in which they are settled. (BIZ-SEND-10)
    pub const ALL: [Car; Car::COUNT] = [Car::Yellow, Car::Blue, Car::Green];

    /// Its index in [`Car::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Car::Yellow => "yellow",
            Car::Blue => "blue",
            Car::Green => "green",
        }
    }
}

/// What a player can improve. (BIZ-COMP-9)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Characteristic {
    /// The main warehouse: how many different goods it holds.
    Warehouse,
    /// The loader: the most units in one load.
    Loader,
    /// The manager: the most units in one purchase.
    Manager,
}

impl Characteristic {
    /// How many there are.
    pub const COUNT: usize = 3;
    /// All of them.
    pub const ALL: [Characteristic; Characteristic::COUNT] =
        [Characteristic::Warehouse, Characteristic::Loader, Characteristic::Manager];

    /// The characteristic with this index, if there is one.
    #[inline]
    pub const fn new(index: usize) -> Option<Characteristic> {
        if index < Characteristic::COUNT { Some(Characteristic::ALL[index]) } else { None }
    }

    /// Its index in [`Characteristic::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word for it in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Characteristic::Warehouse => "warehouse",
            Characteristic::Loader => "loader",
            Characteristic::Manager => "manager",
        }
    }

    /// The rulebook's name for it.
    pub const fn title(self) -> &'static str {
        match self {
            Characteristic::Warehouse => "Main warehouse",
            Characteristic::Loader => "Loader",
            Characteristic::Manager => "Manager",
        }
    }
}

kernel::set! {
    /// A set of goods.
    pub struct Goods(pub u8) of Good, written as a list;
}

kernel::set! {
    /// A set of characteristics.
    pub struct Characteristics(pub u8) of Characteristic, written as a list;
}

/// A number of units of each good, one byte each, so that all six are added and compared at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Units(u64);

impl Units {
    /// Nothing.
    pub const NONE: Units = Units(0);
    /// The most units of a good that can be counted.
    pub const MOST: u8 = 127;

    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;

    /// The same number of units of every good.
    pub const fn of_each(units: u8) -> Units {
        Units((units as u64 * Units::ONES) & 0x0000_FFFF_FFFF_FFFF)
    }

    /// The units of one good.
    #[inline]
    pub const fn of(self, good: Good) -> u8 {
        (self.0 >> (8 * good as u8)) as u8
    }

    /// Adds units; the sum stays within [`Units::MOST`], since there are no more tiles.
    #[inline]
    pub const fn add(&mut self, good: Good, units: u8) {
        self.0 += (units as u64) << (8 * good as u8);
    }

    /// Takes units that are there.
    #[inline]
    pub const fn take(&mut self, good: Good, units: u8) {
        self.0 -= (units as u64) << (8 * good as u8);
    }

    /// Takes all units of a good.
    #[inline]
    pub const fn clear(&mut self, good: Good) {
        self.0 &= !(0xFF << (8 * good as u8));
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Units) -> Units {
        Units(self.0 + other.0)
    }

    /// What is left when these units are taken; they must all be there.
    #[inline]
    #[must_use]
    pub const fn less(self, other: Units) -> Units {
        Units(self.0 - other.0)
    }

    /// The units of these goods alone.
    #[inline]
    #[must_use]
    pub fn only(self, goods: Goods) -> Units {
        Units(self.0 & LANES[(goods.0 & 0x3F) as usize])
    }

    /// Are there no units at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The goods of which there is at least one unit.
    #[inline]
    pub const fn goods(self) -> Goods {
        self.at_least(1)
    }

    /// The goods of which there are at least this many units, which must be more than 0.
    #[inline]
    pub const fn at_least(self, units: u8) -> Goods {
        if units > Units::MOST {
            return Goods::NONE;
        }
        let reached = (self.0 + (Units::MOST + 1 - units) as u64 * Units::ONES) & Units::HIGH;
        Goods(((reached >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8 & Goods::ALL.0)
    }

    /// The total of all units.
    pub fn total(self) -> u32 {
        Good::ALL.iter().map(|good| u32::from(self.of(*good))).sum()
    }

    /// Each good of which there are units, with their number.
    pub fn list(self) -> Vec<(Good, u8)> {
        self.goods().map(|good| (good, self.of(good))).collect()
    }
}

/// For every set of goods, a mask of the bytes of its goods.
static LANES: [u64; 64] = {
    let mut lanes = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut good = 0;
        while good < Good::COUNT {
            if set >> good & 1 != 0 {
                lanes[set] |= 0xFF << (8 * good);
            }
            good += 1;
        }
        set += 1;
    }
    lanes
};

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.list()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted_good_by_good() {
        let mut units = Units::NONE;
        units.add(Good::Fish, 4);
        units.add(Good::Metal, 127);
        assert_eq!(units.list(), [(Good::Fish, 4), (Good::Metal, 127)]);
        assert_eq!(units.at_least(5), Goods::only(Good::Metal));
        assert_eq!(units.at_least(4).len(), 2);
        assert_eq!(units.at_least(128), Goods::NONE);
        units.take(Good::Fish, 4);
        assert_eq!((units.goods(), units.total()), (Goods::only(Good::Metal), 127));
        assert_eq!(units.only(Goods::only(Good::Metal)), units);
        units.clear(Good::Metal);
        assert!(units.is_empty());
    }

    #[test]
    fn every_number_is_compared_rightly() {
        for have in 0..=Units::MOST {
            for wanted in 1..=Units::MOST {
                let mut units = Units::of_each(have);
                units.clear(Good::Oil);
                let expected = if have >= wanted { Goods::ALL.and_not(Goods::only(Good::Oil)) } else { Goods::NONE };
                assert_eq!(units.at_least(wanted), expected, "{have} of {wanted}");
            }
        }
    }
}
