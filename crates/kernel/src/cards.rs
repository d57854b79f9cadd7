//! Sets of cards, and decks that hold no secret order.

use crate::{Luck, Refusal, nth_bit, refuse};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A set of up to 128 cards of one kind, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Cards(u128);

impl From<Vec<u8>> for Cards {
    fn from(cards: Vec<u8>) -> Cards {
        cards.into_iter().collect()
    }
}

impl From<Cards> for Vec<u8> {
    fn from(cards: Cards) -> Vec<u8> {
        cards.collect()
    }
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// The first `count` cards, at most 128.
    pub const fn first(count: usize) -> Cards {
        Cards(if count >= 128 { u128::MAX } else { (1 << count) - 1 })
    }

    /// The cards whose bits are set.
    pub const fn from_bits(bits: u128) -> Cards {
        Cards(bits)
    }

    /// A bit for each card.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Is this card in the set?
    pub const fn contains(self, card: u8) -> bool {
        card < 128 && self.0 >> card & 1 != 0
    }

    /// Puts a card in; numbers from 128 up are no cards.
    pub const fn insert(&mut self, card: u8) {
        if card < 128 {
            self.0 |= 1 << card;
        }
    }

    /// Takes a card out; returns whether it was there.
    pub const fn remove(&mut self, card: u8) -> bool {
        let there = self.contains(card);
        if there {
            self.0 &= !(1 << card);
        }
        there
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is there no card?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes the cards with these names out of the set, as a written position lists a hand. `number` is the card with a name.
    ///
    /// ```
    /// use kernel::Cards;
    /// let number = |name: &str| ["oil", "fish", "grain"].iter().position(|card| *card == name).map(|card| card as u8);
    /// let mut stock = Cards::first(3);
    /// let hand = stock.take_named(&["fish"], number, "FUN-CARD-1", "hand").unwrap();
    /// assert_eq!((hand.len(), stock.len()), (1, 2));
    /// let refusal = stock.take_named(&["fish"], number, "FUN-CARD-1", "hand").unwrap_err();
    /// assert_eq!(refusal.to_string(), "`hand` names fish, which is elsewhere already (FUN-CARD-1)");
    /// ```
    pub fn take_named<S: AsRef<str>>(
        &mut self,
        names: &[S],
        number: impl Fn(&str) -> Option<u8>,
        clause: &'static str,
        key: &str,
    ) -> Result<Cards, Refusal> {
        let mut taken = Cards::NONE;
        for name in names.iter().map(AsRef::as_ref) {
            let Some(card) = number(name) else {
                return refuse(clause, format!("`{key}` names {name}, which is no card of this table"));
            };
            if !self.remove(card) {
                return refuse(clause, format!("`{key}` names {name}, which is elsewhere already"));
            }
            taken.insert(card);
        }
        Ok(taken)
    }

    /// The names of the cards, as [`Cards::take_named`] reads them.
    pub fn names(self, name: impl Fn(u8) -> String) -> Vec<String> {
        self.map(name).collect()
    }

    /// The card with `rank` lower ones in the set.
    pub const fn at_rank(self, rank: u32) -> Option<u8> {
        let low = self.0 as u64;
        let below = low.count_ones();
        if rank < below {
            Some(nth_bit(low, rank))
        } else {
            let high = (self.0 >> 64) as u64;
            if rank - below < high.count_ones() { Some(64 + nth_bit(high, rank - below)) } else { None }
        }
    }
}

/// Deals anew what these sets hold together, each as many as it has: what [`Rules::imagine`](crate::Rules::imagine) does with the
/// hands that a viewer does not see. What is left undealt, such as the bag of a [`Deck`], is one of the sets.
///
/// ```
/// use kernel::{Cards, Seeded, redeal};
/// let (mut hand, mut bag) = (Cards::first(2), Cards::from_iter([5, 6, 7]));
/// redeal(&mut [&mut hand, &mut bag], &mut Seeded::new(1));
/// assert_eq!((hand.len(), bag.len()), (2, 3));
/// assert_eq!(hand.bits() | bag.bits(), 0b1110_0011);
/// ```
pub fn redeal(sets: &mut [&mut Cards], luck: &mut impl Luck) {
    let mut unseen = sets.iter().fold(Cards::NONE, |all, set| Cards(all.0 | set.0));
    for set in sets {
        let mut dealt = Cards::NONE;
        for _ in 0..set.len() {
            if let Some(card) = luck.among(unseen) {
                unseen.remove(card);
                dealt.insert(card);
            }
        }
        **set = dealt;
    }
}

impl Iterator for Cards {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let card = self.at_rank(0)?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl FromIterator<u8> for Cards {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Cards {
        let mut set = Cards::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// A deck without a stored order: a bag of cards whose order nobody knows, on top of the cards that were put under it in an order
/// that everybody could see.
///
/// A draw takes a random card from the bag, so no state holds a secret order and a bot that looks at it learns nothing.
///
/// ```
/// use kernel::{Deck, Scripted};
/// let mut deck = Deck::<8>::shuffled(3);
/// let mut luck = Scripted::new([2]);
/// assert_eq!(deck.draw(&mut luck), Some(2));
/// assert!(deck.put_under(2));
/// assert_eq!(deck.unseen().len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deck<const N: usize> {
    bag: Cards,
    under: [u8; N],
    known: u8,
}

impl<const N: usize> Deck<N> {
    /// A deck without cards.
    pub const EMPTY: Deck<N> = Deck { bag: Cards::NONE, under: [0; N], known: 0 };

    /// The cards 0 to `count` − 1, shuffled. At most `N`, and at most 128.
    pub fn shuffled(count: usize) -> Deck<N> {
        Deck { bag: Cards::first(count.min(N)), ..Deck::EMPTY }
    }

    /// Cards in an unknown order, and under them these in this order; none if there are too many or one appears twice.
    pub fn new(bag: Cards, under: &[u8]) -> Option<Deck<N>> {
        let mut deck = Deck { bag, ..Deck::EMPTY };
        let room = bag.len() <= N;
        (room && under.iter().all(|card| deck.put_under(*card))).then_some(deck)
    }

    /// The cards whose order nobody knows.
    pub const fn unseen(&self) -> Cards {
        self.bag
    }

    /// The cards below the unseen ones, the next to be drawn first.
    pub fn known(&self) -> &[u8] {
        &self.under[..self.known as usize]
    }

    /// How many cards are left.
    pub const fn len(&self) -> usize {
        self.bag.len() + self.known as usize
    }

    /// Is no card left?
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the top card: any of the unseen ones, or the first of the known.
    pub fn draw(&mut self, luck: &mut impl Luck) -> Option<u8> {
        if let Some(card) = luck.among(self.bag) {
            self.bag.remove(card);
            return Some(card);
        }
        let card = *self.known().first()?;
        self.under.copy_within(1..self.known as usize, 0);
        self.known -= 1;
        self.under[self.known as usize] = 0;
        Some(card)
    }

    /// Puts a card under the deck for all to see; refused when the deck is full or has the card already.
    pub fn put_under(&mut self, card: u8) -> bool {
        let room = self.len() < N && card < 128 && !self.bag.contains(card) && !self.known().contains(&card);
        if room {
            self.under[self.known as usize] = card;
            self.known += 1;
        }
        room
    }

    /// Shuffles these cards and all cards of the deck together: from now on nobody knows any order.
    pub fn shuffle_in(&mut self, cards: Cards) {
        let known: Cards = self.known().iter().copied().collect();
        *self = Deck { bag: Cards(self.bag.0 | known.0 | cards.0), ..Deck::EMPTY };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scripted, Seeded};

    #[test]
    fn cards_are_taken_by_name_and_told_by_name() {
        let number = |name: &str| name.parse().ok();
        let mut stock = Cards::first(4);
        let hand = stock.take_named(&["3", "0"], number, "FUN-CARD-1", "hand").unwrap();
        assert_eq!((hand.names(|card| card.to_string()), stock), (vec!["0".to_owned(), "3".to_owned()], Cards::from_bits(0b110)));
        let refused = |names: &[&str]| stock.clone().take_named(names, number, "FUN-CARD-1", "hand").unwrap_err().to_string();
        assert_eq!(refused(&["x"]), "`hand` names x, which is no card of this table (FUN-CARD-1)");
        assert_eq!(refused(&["1", "1"]), "`hand` names 1, which is elsewhere already (FUN-CARD-1)");
    }

    #[test]
    fn a_new_deal_keeps_all_cards_and_every_size() {
        let mut luck = Seeded::new(5);
        let mut seen = Cards::NONE;
        for _ in 0..100 {
            let (mut one, mut two, mut none) = (Cards::first(3), Cards::from_iter([70, 100]), Cards::NONE);
            redeal(&mut [&mut one, &mut two, &mut none], &mut luck);
            assert_eq!((one.len(), two.len(), none.len()), (3, 2, 0));
            assert_eq!(one.chain(two).collect::<Cards>(), Cards::from_iter([0, 1, 2, 70, 100]));
            seen = Cards(seen.0 | two.0);
        }
        assert_eq!(seen.len(), 5, "every card comes to every set");
    }

    #[test]
    fn a_set_spans_both_words() {
        let set: Cards = [3, 64, 127, 200].into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), [3, 64, 127]);
        assert_eq!((set.at_rank(2), set.at_rank(3)), (Some(127), None));
        assert_eq!(Cards::first(128).len(), 128);
    }

    #[test]
    fn unseen_cards_come_before_known_ones() {
        let mut deck = Deck::<4>::new(Cards::from_iter([1, 2]), &[3, 0]).unwrap();
        let mut luck = Scripted::new([2, 1]);
        let order: Vec<u8> = std::iter::from_fn(|| deck.draw(&mut luck)).collect();
        assert_eq!(order, [2, 1, 3, 0]);
        assert!(luck.fault().is_none());
    }

    #[test]
    fn a_cycle_repeats_once_every_card_was_seen() {
        let mut deck = Deck::<5>::shuffled(5);
        let mut luck = Seeded::new(1);
        let mut lap = || -> Vec<u8> {
            (0..5)
                .map(|_| {
                    let card = deck.draw(&mut luck).unwrap();
                    assert!(deck.put_under(card));
                    card
                })
                .collect()
        };
        let first = lap();
        assert_eq!(first, lap());
    }

    #[test]
    fn no_card_is_put_under_twice_or_beyond_the_room() {
        let mut deck = Deck::<2>::shuffled(1);
        assert!(!deck.put_under(0));
        assert!(deck.put_under(7));
        assert!(!deck.put_under(7));
        assert!(!deck.put_under(8));
        deck.shuffle_in(Cards::NONE);
        assert_eq!((deck.unseen().len(), deck.known().len()), (2, 0));
        assert!(Deck::<2>::new(Cards::first(1), &[0]).is_none());
        assert!(Deck::<2>::new(Cards::first(3), &[]).is_none());
    }
}
