//! The book of a table's open offers.

use crate::{Offer, OfferFault, OfferNumber, Seat, Seats, Transfer, Viewer};
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

    /// All open offers, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (OfferNumber, Offer<A, N>)> {
        self.open.into_iter().flatten()
    }

    /// The offer with this number.
    pub fn get(&self, number: OfferNumber) -> Option<Offer<A, N>> {
        self.iter().find(|(open, _)| *open == number).map(|(_, offer)| offer)
    }

    /// The number that the next offer gets.
    pub const fn next_number(&self) -> OfferNumber {
        OfferNumber(self.next)
    }

    /// Puts an offer on the table, if its proposer has fewer than `limit` there.
    pub fn propose(&mut self, offer: Offer<A, N>, limit: usize) -> Result<OfferNumber, OfferFault> {
        if self.iter().filter(|(_, open)| open.proposer() == offer.proposer()).count() >= limit {
            return Err(OfferFault::TooMany(limit));
        }
        let number = self.next_number();
        let room = self.open.iter_mut().find(|place| place.is_none()).ok_or(OfferFault::Full)?;
        *room = Some((number, offer));
        // Numbers come again after 65,536 offers, but never one that is still open.
        loop {
            self.next = self.next.wrapping_add(1);
            if self.get(self.next_number()).is_none() {
                return Ok(number);
            }
        }
    }

    /// A party agrees. When it was the last one, the offer leaves the table and comes back to be carried out.
    pub fn accept(&mut self, number: OfferNumber, seat: Seat) -> Result<Option<Offer<A, N>>, OfferFault> {
        let offer = self.find(number)?;
        offer.answered_by(seat)?;
        if offer.accepted.contains(seat) {
            return Err(OfferFault::Accepted);
        }
        offer.accepted = offer.accepted.with(seat);
        let offer = *offer;
        if offer.accepted != offer.parties() {
            return Ok(None);
        }
        self.expire(|open, _| open == number);
        Ok(Some(offer))
    }

    /// A party takes its acceptance back, as long as others have not all accepted.
    pub fn take_back(&mut self, number: OfferNumber, seat: Seat) -> Result<(), OfferFault> {
        let offer = self.find(number)?;
        offer.answered_by(seat)?;
        if !offer.accepted.contains(seat) {
            return Err(OfferFault::NotAccepted);
        }
        offer.accepted = offer.accepted.without(seat);
        Ok(())
    }

    /// A party other than the proposer says no: the offer is gone, and comes back to be told.
    pub fn decline(&mut self, number: OfferNumber, seat: Seat) -> Result<Offer<A, N>, OfferFault> {
        let offer = *self.find(number)?;
        offer.answered_by(seat)?;
        self.expire(|open, _| open == number);
        Ok(offer)
    }

    /// The proposer takes the offer off the table.
    pub fn withdraw(&mut self, number: OfferNumber, seat: Seat) -> Result<Offer<A, N>, OfferFault> {
        let offer = *self.find(number)?;
        if offer.proposer() != seat {
            return Err(OfferFault::NotYours);
        }
        self.expire(|open, _| open == number);
        Ok(offer)
    }

    /// A counter-offer: whoever proposes it declines the old one, both or neither.
    pub fn counter(&mut self, number: OfferNumber, offer: Offer<A, N>, limit: usize) -> Result<OfferNumber, OfferFault> {
        let mut after = *self;
        after.decline(number, offer.proposer())?;
        let number = after.propose(offer, limit)?;
        *self = after;
        Ok(number)
    }

    /// Takes all such offers off the table (a turn has ended, an asset is gone); gives how many there were.
    pub fn expire(&mut self, lapsed: impl Fn(OfferNumber, &Offer<A, N>) -> bool) -> usize {
        let before = self.iter().count();
        let mut left = self.iter().filter(|(number, offer)| !lapsed(*number, offer));
        let open = std::array::from_fn(|_| left.next());
        drop(left);
        self.open = open;
        before - self.iter().count()
    }

    fn find(&mut self, number: OfferNumber) -> Result<&mut Offer<A, N>, OfferFault> {
        let place = self.open.iter_mut().flatten().find(|(open, _)| *open == number);
        place.map(|(_, offer)| offer).ok_or(OfferFault::Gone)
    }
}

/// An open offer as it is written down: all of it in a position, what one may know of it in a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenOffer<A> {
    /// Its number.
    pub number: OfferNumber,
    /// Who made it.
    pub proposer: Seat,
    /// Between whom.
    pub parties: Seats,
    /// What the parties know of it.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub content: Option<OfferContent<A>>,
}

/// What only the parties of an offer know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferContent<A> {
    /// Who has agreed.
    pub accepted: Seats,
    /// What changes hands.
    pub transfers: Vec<Transfer<A>>,
}

impl<A: Copy, const N: usize, const M: usize> Offers<A, N, M> {
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
            proposer: offer.proposer(),
            parties: offer.parties(),
            content: knows(&offer).then(|| OfferContent { accepted: offer.accepted, transfers: offer.transfers().collect() }),
        };
        self.iter().map(write).collect()
    }

    /// Sets up offers that were written down, unless they cannot be.
    pub fn place(written: &[WrittenOffer<A>], next: OfferNumber) -> Result<Offers<A, N, M>, OfferFault> {
        let mut book = Offers { next: next.0, ..Offers::NONE };
        for WrittenOffer { number, proposer, parties, content } in written {
            let content = content.as_ref().ok_or(OfferFault::Misplaced)?;
            let mut offer = Offer::new(*proposer, &content.transfers)?;
            offer.accepted = content.accepted;
            let open =
                offer.accepted.within(offer.parties()) && offer.accepted != offer.parties() && offer.accepted.contains(*proposer);
            if !open || offer.parties() != *parties || *number == next || book.get(*number).is_some() {
                return Err(OfferFault::Misplaced);
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

    type Book = Offers<&'static str, 3, 4>;

    fn seat(number: usize) -> Seat {
        Seat::try_from(number).unwrap()
    }

    fn gives(from: usize, to: usize, asset: &'static str) -> Transfer<&'static str> {
        Transfer { from: seat(from), to: seat(to), asset }
    }

    /// Three seats pass things round; the first proposes.
    fn round() -> Offer<&'static str, 3> {
        Offer::new(seat(1), &[gives(1, 2, "truck"), gives(2, 3, "ship"), gives(3, 1, "plane")]).unwrap()
    }

    #[test]
    fn an_offer_is_carried_out_when_the_last_party_accepts() {
        let mut book = Book::NONE;
        let number = book.propose(round(), 5).unwrap();
        assert_eq!(book.accept(number, seat(2)), Ok(None));
        assert_eq!(book.accept(number, seat(2)), Err(OfferFault::Accepted));
        assert_eq!(book.accept(number, seat(4)), Err(OfferFault::NotAParty));
        assert_eq!(book.accept(number, seat(1)), Err(OfferFault::Yours));
        let agreed = book.accept(number, seat(3)).unwrap().unwrap();
        assert_eq!(agreed.transfers().count(), 3);
        assert_eq!(book.accept(number, seat(3)), Err(OfferFault::Gone));
    }

    #[test]
    fn an_acceptance_is_taken_back_until_the_last_one() {
        let mut book = Book::NONE;
        let number = book.propose(round(), 5).unwrap();
        assert_eq!(book.take_back(number, seat(2)), Err(OfferFault::NotAccepted));
        book.accept(number, seat(2)).unwrap();
        book.take_back(number, seat(2)).unwrap();
        assert_eq!(book.accept(number, seat(3)), Ok(None), "the second has to accept again");
        assert_eq!(book.take_back(number, seat(1)), Err(OfferFault::Yours));
    }

    #[test]
    fn one_no_is_enough() {
        let mut book = Book::NONE;
        let number = book.propose(round(), 5).unwrap();
        assert_eq!(book.withdraw(number, seat(2)), Err(OfferFault::NotYours));
        assert_eq!(book.decline(number, seat(1)), Err(OfferFault::Yours));
        assert!(book.decline(number, seat(3)).is_ok());
        assert_eq!(book.iter().count(), 0);
        let number = book.propose(round(), 5).unwrap();
        assert!(book.withdraw(number, seat(1)).is_ok());
        assert_eq!(book.withdraw(number, seat(1)), Err(OfferFault::Gone));
    }

    #[test]
    fn a_counter_offer_declines_the_old_one_or_changes_nothing() {
        let mut book = Book::NONE;
        let number = book.propose(round(), 5).unwrap();
        let answer = Offer::new(seat(2), &[gives(2, 1, "ship")]).unwrap();
        let before = book;
        assert_eq!(book.counter(number, answer, 0), Err(OfferFault::TooMany(0)));
        assert_eq!(book, before);
        let second = book.counter(number, answer, 5).unwrap();
        assert_eq!(book.iter().map(|(number, _)| number).collect::<Vec<_>>(), [second]);
    }

    #[test]
    fn a_seat_and_a_table_have_only_so_many_offers() {
        let mut book = Book::NONE;
        for _ in 0..2 {
            book.propose(round(), 2).unwrap();
        }
        assert_eq!(book.propose(round(), 2), Err(OfferFault::TooMany(2)));
        for _ in 2..4 {
            book.propose(round(), 5).unwrap();
        }
        assert_eq!(book.propose(round(), 5), Err(OfferFault::Full));
    }

    #[test]
    fn a_number_never_means_another_offer() {
        let mut book = Book::NONE;
        let old = book.propose(round(), 5).unwrap();
        let kept = book.propose(round(), 5).unwrap();
        book.withdraw(old, seat(1)).unwrap();
        let new = book.propose(round(), 5).unwrap();
        assert_ne!(old, new);
        assert_eq!(book.iter().map(|(number, _)| number).collect::<Vec<_>>(), [kept, new], "the oldest stands first");
        assert_eq!(book.accept(old, seat(2)), Err(OfferFault::Gone));
    }

    #[test]
    fn who_is_no_party_sees_only_between_whom() {
        let mut book = Book::NONE;
        book.propose(round(), 5).unwrap();
        assert!(book.seen_by(Viewer::Seat(seat(2)))[0].content.is_some());
        for outsider in [Viewer::Seat(seat(4)), Viewer::Watcher] {
            let seen = book.seen_by(outsider);
            assert_eq!((seen[0].parties, &seen[0].content), (Seats::first(3), &None));
        }
    }

    #[test]
    fn a_book_reads_back_what_it_wrote() {
        let mut book = Offers::<u8, 2, 3>::NONE;
        let gift = |from, to| Offer::new(seat(from), &[Transfer { from: seat(from), to: seat(to), asset: 9 }]).unwrap();
        let first = book.propose(gift(1, 2), 5).unwrap();
        book.propose(gift(2, 3), 5).unwrap();
        book.withdraw(first, seat(1)).unwrap();
        let text = serde_json::to_string(&book.position()).unwrap();
        let read: Vec<WrittenOffer<u8>> = serde_json::from_str(&text).unwrap();
        assert_eq!(Offers::place(&read, book.next_number()), Ok(book));
        let mut wrong = read.clone();
        wrong[0].content.as_mut().unwrap().accepted = Seats::first(3);
        assert_eq!(Offers::<u8, 2, 3>::place(&wrong, book.next_number()), Err(OfferFault::Misplaced));
        assert_eq!(Offers::<u8, 2, 3>::place(&read, read[0].number), Err(OfferFault::Misplaced));
    }

    #[test]
    fn offers_lapse_by_what_the_game_says() {
        let mut book = Book::NONE;
        book.propose(round(), 5).unwrap();
        book.propose(Offer::new(seat(2), &[gives(2, 1, "ship")]).unwrap(), 5).unwrap();
        assert_eq!(book.expire(|_, offer| offer.proposer() == seat(1)), 1);
        assert_eq!(book.iter().count(), 1);
    }
}
