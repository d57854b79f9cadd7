//! The book of a table's open offers. How offers are made, answered and ended is the same in every game; the game decides what an
//! asset is, when bargaining is allowed and what must hold after a deal.
//!
//! ```
//! use kernel::{Deal, Money, Offers, Seat};
//! let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
//! let amount = |text: &str| text.parse().map(Money::new).map_err(|_| format!("`{text}` is not an amount"));
//! let mut book = Offers::<Money, 4, 8>::NONE;
//! let number = book.propose(ann, Deal::read("1>2 3, 2>1 1", amount)?, 5).unwrap();
//! // Ann has accepted by offering; Bob is the last, so the deal is carried out.
//! let agreed = book.accept(number, bob).unwrap().expect("all have accepted");
//! let mut purses = [Money::new(3), Money::new(2)];
//! let carried_out = agreed.deal().carry_out(&mut purses, |purses, transfer| {
//!     purses[transfer.to.index()] += transfer.asset;
//!     purses[transfer.from.index()] += -transfer.asset;
//!     Ok(())
//! }, |purses| if purses.iter().all(|purse| *purse >= Money::ZERO) { Ok(()) } else { Err("money is short") });
//! assert_eq!((carried_out, purses), (Ok(()), [Money::new(1), Money::new(4)]));
//! # Ok::<(), String>(())
//! ```

use crate::{Deal, Offer, OfferFault, OfferNumber, Seat, Seats, Transfer, Viewer};
use serde::{Deserialize, Serialize};

/// The open offers of a table, the oldest first: at most `M`, of up to `N` transfers each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offers<A, const N: usize, const M: usize> {
    open: [Option<(OfferNumber, Offer<A, N>)>; M],
    next: u16,
}

impl<A: Copy, const N: usize, const M: usize> Offers<A, N, M> {
    /// No offer.
    pub const NONE: Offers<A, N, M> = Offers { open: [None; M], next: 1 };

    /// Is no offer open?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.open.iter().all(Option::is_none)
    }

    /// All open offers, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (OfferNumber, Offer<A, N>)> {
        self.open.iter().flatten().copied()
    }

    /// The offer with this number.
    pub fn get(&self, number: OfferNumber) -> Option<Offer<A, N>> {
        self.iter().find(|(open, _)| *open == number).map(|(_, offer)| offer)
    }

    /// The number that the next offer gets.
    pub const fn next_number(&self) -> OfferNumber {
        OfferNumber(self.next)
    }

    /// All seats that have an offer to answer.
    pub fn asked(&self) -> Seats {
        self.iter().fold(Seats::NONE, |asked, (_, offer)| asked.or(offer.asked()))
    }

    /// Makes an offer, if its proposer has fewer than `limit` open.
    pub fn propose(&mut self, proposer: Seat, deal: Deal<A, N>, limit: usize) -> Result<OfferNumber, OfferFault> {
        if self.iter().filter(|(_, open)| open.opener == proposer).count() >= limit {
            return Err(OfferFault::TooMany(limit));
        }
        self.add(Offer::new(proposer, deal)?)
    }

    fn add(&mut self, offer: Offer<A, N>) -> Result<OfferNumber, OfferFault> {
        let number = self.next_number();
        let room = self.open.iter_mut().find(|place| place.is_none()).ok_or(OfferFault::Full)?;
        *room = Some((number, offer));
        // Numbers repeat after 65,536 offers, but never that of an open one.
        loop {
            self.next = self.next.wrapping_add(1);
            if self.get(self.next_number()).is_none() {
                return Ok(number);
            }
        }
    }

    /// A party agrees. If it was the last one, the offer is removed from the book and returned, to be carried out.
    pub fn accept(&mut self, number: OfferNumber, seat: Seat) -> Result<Option<Offer<A, N>>, OfferFault> {
        let place = self.open.iter_mut().flatten().find(|(open, _)| *open == number);
        let (_, offer) = place.ok_or(OfferFault::Gone)?;
        offer.answered_by(seat)?;
        if offer.accepted.contains(seat) {
            return Err(OfferFault::Accepted);
        }
        offer.accepted = offer.accepted.with(seat);
        let offer = *offer;
        if !offer.asked().is_empty() {
            return Ok(None);
        }
        self.expire(|open, _| open == number);
        Ok(Some(offer))
    }

    /// A party other than the proposer declines, even if it had accepted: the offer is removed from the book and returned, for
    /// the log.
    pub fn decline(&mut self, number: OfferNumber, seat: Seat) -> Result<Offer<A, N>, OfferFault> {
        let offer = self.get(number).ok_or(OfferFault::Gone)?;
        offer.answered_by(seat)?;
        self.expire(|open, _| open == number);
        Ok(offer)
    }

    /// The proposer withdraws the offer.
    pub fn withdraw(&mut self, number: OfferNumber, seat: Seat) -> Result<Offer<A, N>, OfferFault> {
        let offer = self.get(number).ok_or(OfferFault::Gone)?;
        if offer.proposer != seat {
            return Err(OfferFault::NotYours);
        }
        self.expire(|open, _| open == number);
        Ok(offer)
    }

    /// A counter-offer replaces the offer that it answers and gets a new number. It counts as an open offer of the player who
    /// made the first offer; at most `most` may follow one another.
    pub fn counter(&mut self, number: OfferNumber, seat: Seat, deal: Deal<A, N>, most: u8) -> Result<OfferNumber, OfferFault> {
        let old = self.get(number).ok_or(OfferFault::Gone)?;
        old.answered_by(seat)?;
        if old.counters >= most {
            return Err(OfferFault::Countered);
        }
        let new = Offer { opener: old.opener, counters: old.counters + 1, ..Offer::new(seat, deal)? };
        if !new.parties().contains(old.proposer) {
            return Err(OfferFault::LeavesOut);
        }
        self.expire(|open, _| open == number);
        self.add(new)
    }

    /// Removes all offers that have lapsed (a turn has ended, an asset is gone); returns how many there were.
    pub fn expire(&mut self, lapsed: impl Fn(OfferNumber, &Offer<A, N>) -> bool) -> usize {
        let before = self.iter().count();
        let mut left = self.iter().filter(|(number, offer)| !lapsed(*number, offer));
        let open = std::array::from_fn(|_| left.next());
        drop(left);
        self.open = open;
        before - self.iter().count()
    }
}

/// An open offer as it is written: all of it in a position, what the viewer may know of it in a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenOffer<A> {
    /// Its number.
    pub number: OfferNumber,
    /// Who made it.
    pub proposer: Seat,
    /// Who made the first offer of a chain of counter-offers.
    pub opener: Seat,
    /// How many counter-offers led to it.
    #[serde(default)]
    pub counters: u8,
    /// The parties.
    pub parties: Seats,
    /// Who has agreed.
    pub accepted: Seats,
    /// What changes hands, for those who may know it.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<Transfer<A>>>,
}

impl<A: Copy + PartialEq, const N: usize, const M: usize> Offers<A, N, M> {
    /// The offers as this viewer may know them.
    pub fn seen_by(&self, viewer: Viewer) -> Vec<WrittenOffer<A>> {
        self.written(|offer| offer.is_open_to(viewer))
    }

    /// The offers with all that is in them.
    pub fn position(&self) -> Vec<WrittenOffer<A>> {
        self.written(|_| true)
    }

    fn written(&self, knows: impl Fn(&Offer<A, N>) -> bool) -> Vec<WrittenOffer<A>> {
        let write = |(number, offer): (OfferNumber, Offer<A, N>)| WrittenOffer {
            number,
            proposer: offer.proposer,
            opener: offer.opener,
            counters: offer.counters,
            parties: offer.parties(),
            accepted: offer.accepted,
            content: knows(&offer).then(|| offer.deal.transfers().collect()),
        };
        self.iter().map(write).collect()
    }

    /// Sets up written offers, unless they are impossible.
    pub fn restore(written: &[WrittenOffer<A>], next: OfferNumber) -> Result<Offers<A, N, M>, OfferFault> {
        let mut book = Offers { next: next.0, ..Offers::NONE };
        for WrittenOffer { number, proposer, opener, counters, parties, accepted, content } in written {
            let transfers = content.as_ref().ok_or(OfferFault::Impossible)?;
            let mut offer = Offer::new(*proposer, Deal::new(transfers)?)?;
            (offer.accepted, offer.opener, offer.counters) = (*accepted, *opener, *counters);
            let open = offer.accepted.within(offer.parties()) && !offer.asked().is_empty() && offer.accepted.contains(*proposer);
            let first = *counters > 0 || opener == proposer;
            if !open || !first || offer.parties() != *parties || *number == next || book.get(*number).is_some() {
                return Err(OfferFault::Impossible);
            }
            let room = book.open.iter_mut().find(|place| place.is_none()).ok_or(OfferFault::Full)?;
            *room = Some((*number, offer));
        }
        Ok(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Book = Offers<u8, 3, 4>;

    fn seat(number: usize) -> Seat {
        Seat::try_from(number).unwrap()
    }

    fn deal(text: &str) -> Deal<u8, 3> {
        Deal::read(text, |asset| asset.parse().map_err(|_| asset.to_owned())).unwrap()
    }

    /// Three seats pass things round.
    fn round() -> Deal<u8, 3> {
        deal("1>2 10, 2>3 20, 3>1 30")
    }

    #[test]
    fn an_offer_is_carried_out_when_the_last_party_accepts() {
        let mut book = Book::NONE;
        assert_eq!(book.propose(seat(4), round(), 5), Err(OfferFault::Stranger));
        let number = book.propose(seat(1), round(), 5).unwrap();
        assert_eq!(book.asked(), Seats::first(3).without(seat(1)));
        assert_eq!(book.accept(number, seat(2)), Ok(None));
        assert_eq!(book.accept(number, seat(2)), Err(OfferFault::Accepted));
        assert_eq!(book.accept(number, seat(4)), Err(OfferFault::NotAParty));
        assert_eq!(book.accept(number, seat(1)), Err(OfferFault::Yours));
        assert_eq!(book.asked(), Seats::only(seat(3)));
        let agreed = book.accept(number, seat(3)).unwrap().unwrap();
        assert_eq!(agreed.deal().transfers().count(), 3);
        assert_eq!(book.accept(number, seat(3)), Err(OfferFault::Gone));
    }

    #[test]
    fn one_no_is_enough() {
        let mut book = Book::NONE;
        let number = book.propose(seat(1), round(), 5).unwrap();
        assert_eq!(book.withdraw(number, seat(2)), Err(OfferFault::NotYours));
        assert_eq!(book.decline(number, seat(1)), Err(OfferFault::Yours));
        book.accept(number, seat(3)).unwrap();
        assert!(book.decline(number, seat(3)).is_ok(), "an acceptance is taken back by declining");
        assert_eq!(book.iter().count(), 0);
        let number = book.propose(seat(1), round(), 5).unwrap();
        assert!(book.withdraw(number, seat(1)).is_ok());
        assert_eq!(book.withdraw(number, seat(1)), Err(OfferFault::Gone));
    }

    #[test]
    fn a_counter_offer_takes_the_place_of_the_old_one_or_changes_nothing() {
        let mut book = Book::NONE;
        let number = book.propose(seat(1), round(), 1).unwrap();
        let before = book;
        assert_eq!(book.counter(number, seat(2), deal("2>3 20"), 2), Err(OfferFault::LeavesOut));
        assert_eq!(book.counter(number, seat(1), deal("1>2 20"), 2), Err(OfferFault::Yours));
        assert_eq!(book.counter(number, seat(2), deal("1>3 20"), 2), Err(OfferFault::Stranger));
        assert_eq!(book.counter(number, seat(2), deal("2>1 20"), 0), Err(OfferFault::Countered));
        assert_eq!(book, before);
        let second = book.counter(number, seat(2), deal("2>1 20"), 2).unwrap();
        let third = book.counter(second, seat(1), deal("1>2 5"), 2).unwrap();
        assert_eq!(book.counter(third, seat(2), deal("2>1 20"), 2), Err(OfferFault::Countered));
        let open: Vec<_> = book.iter().collect();
        assert_eq!((open.len(), open[0].0, open[0].1.opener(), open[0].1.counters()), (1, third, seat(1), 2));
        assert_eq!(book.accept(number, seat(2)), Err(OfferFault::Gone), "what was countered is gone");
        assert_eq!(book.propose(seat(1), round(), 1), Err(OfferFault::TooMany(1)), "it counts for who opened the bargaining");
        assert!(book.propose(seat(2), deal("2>3 1"), 1).is_ok());
    }

    #[test]
    fn a_table_has_only_so_many_offers() {
        let mut book = Book::NONE;
        for _ in 0..4 {
            book.propose(seat(1), round(), 5).unwrap();
        }
        assert_eq!(book.propose(seat(1), round(), 5), Err(OfferFault::Full));
        let oldest = book.iter().next().unwrap().0;
        assert!(book.counter(oldest, seat(2), deal("2>1 20"), 6).is_ok(), "an answer always finds room");
    }

    #[test]
    fn a_number_never_means_another_offer() {
        let mut book = Book::NONE;
        let old = book.propose(seat(1), round(), 5).unwrap();
        let kept = book.propose(seat(1), round(), 5).unwrap();
        book.withdraw(old, seat(1)).unwrap();
        let new = book.propose(seat(1), round(), 5).unwrap();
        assert_ne!(old, new);
        assert_eq!(book.iter().map(|(number, _)| number).collect::<Vec<_>>(), [kept, new], "the oldest stands first");
        assert_eq!(book.accept(old, seat(2)), Err(OfferFault::Gone));
    }

    #[test]
    fn who_is_no_party_sees_only_between_whom() {
        let mut book = Book::NONE;
        book.propose(seat(1), round(), 5).unwrap();
        assert!(book.seen_by(Viewer::Seat(seat(2)))[0].content.is_some());
        for outsider in [Viewer::Seat(seat(4)), Viewer::Watcher] {
            let seen = book.seen_by(outsider);
            assert_eq!((seen[0].parties, &seen[0].content), (Seats::first(3), &None));
        }
    }

    #[test]
    fn a_book_reads_back_what_it_wrote() {
        let mut book = Book::NONE;
        let first = book.propose(seat(1), deal("1>2 9"), 5).unwrap();
        book.propose(seat(2), deal("2>3 9"), 5).unwrap();
        book.counter(first, seat(2), deal("2>1 8"), 5).unwrap();
        let text = serde_json::to_string(&book.position()).unwrap();
        let read: Vec<WrittenOffer<u8>> = serde_json::from_str(&text).unwrap();
        assert_eq!(Book::restore(&read, book.next_number()), Ok(book));
        let mut wrong = read.clone();
        wrong[0].accepted = Seats::first(3);
        assert_eq!(Book::restore(&wrong, book.next_number()), Err(OfferFault::Impossible));
        assert_eq!(Book::restore(&read, read[0].number), Err(OfferFault::Impossible));
        let mut wrong = read.clone();
        wrong[0].opener = seat(3);
        assert_eq!(Book::restore(&wrong, book.next_number()), Err(OfferFault::Impossible), "a first offer is its proposer’s");
    }

    #[test]
    fn offers_lapse_by_what_the_game_says() {
        let mut book = Book::NONE;
        book.propose(seat(1), round(), 5).unwrap();
        book.propose(seat(2), deal("2>1 20"), 5).unwrap();
        assert_eq!(book.expire(|_, offer| offer.proposer() == seat(1)), 1);
        assert_eq!(book.iter().count(), 1);
    }
}
