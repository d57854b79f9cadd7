//! The cards: 36 locations, each with a property as its twin. (ECO-COMP-2, ECO-COMP-3)

use std::{fmt, num::NonZeroU8};

/// A location card or its twin property: one number for both, so the twin link never changes. (ECO-COMP-3, ECO-SETUP-9)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(NonZeroU8);

impl Card {
    /// How many there are.
    pub const COUNT: usize = 36;

    /// The card with this index in its deck.
    #[inline]
    pub const fn new(index: usize) -> Option<Card> {
        if index < Card::COUNT {
            match NonZeroU8::new(index as u8 + 1) {
                Some(number) => Some(Card(number)),
                None => None,
            }
        } else {
            None
        }
    }

    /// The index in the deck.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// All cards.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::COUNT).filter_map(Card::new)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No card.
    pub const NONE: CardSet = CardSet(0);
    /// All cards.
    pub const ALL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// Is this card among them?
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// Puts a card in.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Takes a card out.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// No card at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl Iterator for CardSet {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card::new(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        card
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// What kind of property a card is, which is also what it is worth. (ECO-GAME-4)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Category {
    /// Category 1.
    Shop = 1,
    /// Category 2.
    Factory = 2,
    /// Category 3.
    Invention = 3,
}

impl Category {
    /// The category with this number.
    pub const fn new(number: u8) -> Option<Category> {
        match number {
            1 => Some(Category::Shop),
            2 => Some(Category::Factory),
            3 => Some(Category::Invention),
            _ => None,
        }
    }

    /// The points it brings when its sector pays.
    pub const fn points(self) -> u16 {
        self as u16
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Category::Shop => "shop",
            Category::Factory => "factory",
            Category::Invention => "invention",
        }
    }
}

/// What is printed on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// Its name in notation, such as `MOT-1a`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The code of its sector.
    pub code: String,
    /// The name of its sector.
    pub sector: String,
    /// The sector's number in the deck.
    pub sector_number: u8,
    /// Its category.
    pub category: Category,
}
