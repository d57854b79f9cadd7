//! Goods counted by colour, four bits for each: there are eleven of each, so no count overflows. (PRF-COMP-5)

use crate::colours::Colour;
use std::fmt;

/// Normal goods of one colour. (PRF-PACK-4)
pub const GOODS_OF_A_COLOUR: u32 = 11;

/// All normal goods.
pub const GOODS: u32 = 44;

/// For a word of counts: a bit for every count that is not 0.
#[inline]
const fn some(counts: u64) -> u64 {
    let pairs = counts | counts >> 1;
    (pairs | pairs >> 2) & 0x1111_1111_1111_1111
}

/// The sum of all counts of a word.
#[inline]
const fn sum(counts: u64) -> u32 {
    let bytes = (counts & 0x0f0f_0f0f_0f0f_0f0f) + (counts >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// Some normal goods: on a truck, or in one storage space. Only their colour matters. (PRF-GAME-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Goods(pub(crate) u16);

impl Goods {
    /// None.
    pub const NONE: Goods = Goods(0);

    /// How many of this colour.
    #[inline]
    pub const fn count(self, colour: Colour) -> u32 {
        (self.0 >> (4 * colour as u16) & 15) as u32
    }

    /// How many in all.
    #[inline]
    pub const fn total(self) -> u32 {
        sum(self.0 as u64)
    }

    /// Are there none?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is there one of this colour?
    #[inline]
    pub const fn has(self, colour: Colour) -> bool {
        self.count(colour) > 0
    }

    /// One more of this colour.
    #[inline]
    pub const fn add(&mut self, colour: Colour) {
        self.0 += 1 << (4 * colour as u16);
    }

    /// One less of this colour, of which there is one.
    #[inline]
    pub const fn take(&mut self, colour: Colour) {
        self.0 -= 1 << (4 * colour as u16);
    }

    /// A bit for each colour of which there is at least one, four bits apart.
    #[inline]
    pub(crate) const fn kinds(self) -> u64 {
        some(self.0 as u64)
    }

    /// The colours of which there is at least one.
    pub fn colours(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |colour| self.has(*colour))
    }

    /// Every good by its colour.
    pub fn each(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().flat_map(move |colour| std::iter::repeat_n(colour, self.count(colour) as usize))
    }
}

impl fmt::Debug for Goods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.each()).finish()
    }
}

/// The four storage spaces of a warehouse with what lies in them. (PRF-COMP-12, PRF-SETUP-3)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Store(u64);

impl Store {
    /// Nothing in any space.
    pub const EMPTY: Store = Store(0);

    /// What lies in the space of this colour.
    #[inline]
    pub const fn space(self, space: Colour) -> Goods {
        Goods((self.0 >> (16 * space as u64)) as u16)
    }

    /// All goods in the warehouse, whatever the space.
    pub fn total(self) -> u32 {
        sum(self.0)
    }

    /// Puts a good into a space.
    #[inline]
    pub const fn add(&mut self, space: Colour, good: Colour) {
        self.0 += 1 << (16 * space as u64 + 4 * good as u64);
    }

    /// Takes a good that lies in the space.
    #[inline]
    pub const fn take(&mut self, space: Colour, good: Colour) {
        self.0 -= 1 << (16 * space as u64 + 4 * good as u64);
    }

    /// A bit for every good, by space and colour, that a truck of this colour may load: four bits apart, none in its own space.
    /// (PRF-LOAD-2)
    #[inline]
    pub(crate) const fn loadable(self, own: Colour) -> u64 {
        some(self.0 & !(0xffff << (16 * own as u64)))
    }

    /// All goods that a truck of this colour may load, whatever the space. (PRF-LOAD-2)
    #[inline]
    pub(crate) const fn offer(self, own: Colour) -> Goods {
        let others = self.0 & !(0xffff << (16 * own as u64));
        let halves = others + (others >> 32);
        Goods((halves + (halves >> 16)) as u16)
    }

    /// The space and the colour of a bit of [`Store::loadable`].
    #[inline]
    pub(crate) const fn kind(bit: u8) -> (Colour, Colour) {
        (Colour::at(bit as usize / 16), Colour::at(bit as usize / 4))
    }

    /// The counts as one number, for comparing.
    pub(crate) const fn counts(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(Colour::ALL.map(|space| (space, self.space(space)))).finish()
    }
}
