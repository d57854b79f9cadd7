//! Sets of small things: a bit for each.

use crate::Luck;

/// The set bits of a word, from the lowest; an iterator over itself.
///
/// ```
/// use kernel::Bits;
/// let bits = Bits(0b1010_0001);
/// assert_eq!(bits.collect::<Vec<_>>(), [0, 5, 7]);
/// assert_eq!((bits.len(), bits.at_rank(1), bits.at_rank(3)), (3, Some(5), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bits(pub u64);

impl Bits {
    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// None at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest.
    #[inline]
    pub const fn lowest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as u8) }
    }

    /// The bit with `rank` lower ones in the set.
    #[inline]
    pub const fn at_rank(self, rank: u32) -> Option<u8> {
        if rank < self.len() { Some(nth_bit(self.0, rank)) } else { None }
    }

    /// Any of them, each with the same chance.
    #[inline]
    pub fn any(self, luck: &mut impl Luck) -> Option<u8> {
        (self.0 != 0).then(|| nth_bit(self.0, luck.between(0, self.len() - 1)))
    }
}

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let bit = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(bit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

/// The place of the set bit that has `rank` set bits below it; `rank` is less than the number of set bits.
///
/// Halves the word six times instead of going through its bits.
#[inline]
pub const fn nth_bit(word: u64, rank: u32) -> u8 {
    let (mut word, mut rank, mut place) = (word, rank, 0);
    let mut half = 32;
    while half > 0 {
        let low = (word & ((1 << half) - 1)).count_ones();
        // Without a branch, which would be mispredicted half the time.
        let up = (rank >= low) as u32;
        rank -= low * up;
        word >>= half * up;
        place += half * up;
        half /= 2;
    }
    place as u8
}

/// Declares a set of small things, at most 64: a word with a bit for each. It is an iterator over itself, in their order.
///
/// The things have an `index`, a `new` that gives the thing of an index, and a `COUNT`:
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
/// pub struct Good(u8);
///
/// impl Good {
///     pub const COUNT: usize = 6;
///
///     pub const fn new(index: usize) -> Option<Good> {
///         if index < Good::COUNT { Some(Good(index as u8)) } else { None }
///     }
///
///     pub const fn index(self) -> usize {
///         self.0 as usize
///     }
/// }
///
/// kernel::set! {
///     /// A set of goods.
///     pub struct Goods(u8) of Good, written as a list;
/// }
///
/// let goods: Goods = [Good(4), Good(1), Good(4)].into_iter().collect();
/// assert_eq!(goods.len(), 2);
/// assert_eq!(goods.at_rank(1), Some(Good(4)));
/// assert_eq!(Goods::ALL.and_not(goods).map(Good::index).collect::<Vec<_>>(), [0, 2, 3, 5]);
/// assert_eq!(serde_json::to_string(&goods).unwrap(), "[1,4]");
/// ```
#[macro_export]
macro_rules! set {
    ($(#[$about:meta])* $vis:vis struct $Set:ident($inner:vis $word:ty) of $Thing:ident, written as a list;) => {
        $crate::set! { $(#[$about])* $vis struct $Set($inner $word) of $Thing; }
        $crate::set! { @written $Set of $Thing }
    };
    ($(#[$about:meta])* $vis:vis struct $Set:ident($inner:vis $word:ty) of $Thing:ident;) => {
        $crate::set! { @common $(#[$about])* $vis struct $Set($inner $word) of $Thing; }

        impl $Set {
            /// The one with `rank` lower ones in the set.
            #[inline]
            pub const fn at_rank(self, rank: u32) -> Option<$Thing> {
                match self.bits().at_rank(rank) {
                    Some(index) => $Thing::new(index as usize),
                    None => None,
                }
            }

            /// Their indices.
            #[inline]
            pub const fn bits(self) -> $crate::Bits {
                $crate::Bits(self.0 as u64)
            }
        }
    };
    (@written $Set:ident of $Thing:ident) => {
        impl ::serde::Serialize for $Set {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Set {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Set, D::Error> {
                Ok(<Vec<$Thing> as ::serde::Deserialize>::deserialize(deserializer)?.into_iter().collect())
            }
        }
    };
    (@common $(#[$about:meta])* $vis:vis struct $Set:ident($inner:vis $word:ty) of $Thing:ident;) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        $vis struct $Set($inner $word);

        impl $Set {
            /// None of them.
            pub const NONE: $Set = $Set(0);
            /// All of them.
            pub const ALL: $Set = $Set::first($Thing::COUNT);

            /// The first `count` of them.
            #[inline]
            pub const fn first(count: usize) -> $Set {
                $Set(if count < <$word>::BITS as usize { (1 << count) - 1 } else { <$word>::MAX })
            }

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

            /// Are all of these in the other set?
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

        impl ::std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

/// Declares a set of up to 128 things, written as a list: what [`set!`](crate::set!) is for up to 64. Its indices are
/// [`Cards`](crate::Cards).
///
/// ```
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
/// # pub struct Town(u8);
/// # impl Town {
/// #     pub const COUNT: usize = 116;
/// #     pub const fn new(index: usize) -> Option<Town> {
/// #         if index < Town::COUNT { Some(Town(index as u8)) } else { None }
/// #     }
/// #     pub const fn index(self) -> usize {
/// #         self.0 as usize
/// #     }
/// # }
/// kernel::wide_set! {
///     /// A set of towns.
///     pub struct Towns of Town;
/// }
///
/// let towns: Towns = [Town(100), Town(3)].into_iter().collect();
/// assert_eq!((towns.at_rank(1), Towns::ALL.len()), (Some(Town(100)), 116));
/// assert_eq!(Towns::from_cards(towns.cards()), towns);
/// assert_eq!(serde_json::to_string(&towns).unwrap(), "[3,100]");
/// ```
#[macro_export]
macro_rules! wide_set {
    ($(#[$about:meta])* $vis:vis struct $Set:ident of $Thing:ident;) => {
        $crate::set! { @common $(#[$about])* $vis struct $Set(u128) of $Thing; }
        $crate::set! { @written $Set of $Thing }

        impl $Set {
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
            pub const fn cards(self) -> $crate::Cards {
                $crate::Cards::from_bits(self.0)
            }

            /// The ones with these indices; higher indices are left out.
            #[inline]
            pub const fn from_cards(cards: $crate::Cards) -> $Set {
                $Set(cards.bits() & $Set::ALL.0)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_bit_is_the_bit_of_that_rank() {
        for word in [1u64, 1 << 63, 0b1011_0010, u64::MAX, 0xDEAD_BEEF_0BAD_F00D] {
            for (rank, place) in Bits(word).enumerate() {
                assert_eq!(nth_bit(word, rank as u32), place);
            }
            assert_eq!(Bits(word).at_rank(word.count_ones()), None);
        }
    }
}
