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

kernel::set! {
    /// A set of cards.
    pub struct CardSet(pub u64) of Card;
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
