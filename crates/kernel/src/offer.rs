//! Offers between seats: who gives what to whom, agreed by all and carried out whole.
//!
//! An offer is flat data in a game's state. What an asset is, when bargaining is allowed and what must hold after a deal, the
//! game says; how an offer lives and dies is the same everywhere:
//!
//! ```
//! use kernel::{Money, Offer, Offers, Seat, Transfer};
//! let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
//! let deal = [Transfer { from: ann, to: bob, asset: 3 }, Transfer { from: bob, to: ann, asset: 1 }];
//! let mut book = Offers::<i32, 4, 8>::NONE;
//! let number = book.propose(Offer::new(ann, &deal)?, 5)?;
//! // Ann has accepted by offering; Bob is the last, so the offer is his to carry out.
//! let agreed = book.accept(number, bob)?.expect("all have accepted");
//! let mut purses = [Money::new(2), Money::new(2)];
//! let carried_out = agreed.carry_out(&mut purses, |purses, transfer| {
//!     let amount = Money::new(transfer.asset);
//!     purses[transfer.to.index()] += amount;
//!     purses[transfer.from.index()] += -amount;
//!     Ok(())
//! }, |purses| if purses.iter().all(|purse| *purse >= Money::ZERO) { Ok(()) } else { Err("money is short") });
//! assert_eq!((carried_out, purses), (Ok(()), [Money::new(0), Money::new(4)]));
//! # Ok::<(), kernel::OfferFault>(())
//! ```

use crate::{Refusal, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// One thing that changes hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer<A> {
    /// Who gives it.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// What it is.
    pub asset: A,
}

/// The number of an offer; no two open offers of a table share one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OfferNumber(pub u16);

/// Why an offer cannot be made or answered like this. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferFault {
    /// Nothing changes hands.
    Empty,
    /// From a seat to itself.
    ToOneself,
    /// The proposer has no part in it.
    Stranger,
    /// More transfers than an offer can hold.
    TooLong(usize),
    /// The seat has as many offers open as it may.
    TooMany(usize),
    /// The table has as many offers open as it can.
    Full,
    /// There is no offer with this number (any more).
    Gone,
    /// The seat has no say in it.
    NotAParty,
    /// The seat has accepted before.
    Accepted,
    /// The seat has not accepted.
    NotAccepted,
    /// Only who made an offer withdraws it.
    NotYours,
    /// Who made an offer does not answer it.
    Yours,
    /// A position with an offer that cannot be.
    Misplaced,
}

impl OfferFault {
    /// The refusal that this clause of the game makes of it.
    pub fn by(self, clause: &'static str) -> Refusal {
        Refusal::new(clause, self.reason())
    }

    // Borrowed where it can be, so that a game which lists actions by trying them allocates nothing.
    fn reason(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            OfferFault::Empty => "an offer moves something from one seat to another",
            OfferFault::ToOneself => "nobody gives to themselves; name another seat",
            OfferFault::Stranger => "who makes an offer gives or gets something in it",
            OfferFault::TooLong(most) => return format!("an offer holds at most {most} transfers; make two offers of it").into(),
            OfferFault::TooMany(most) => return format!("you have {most} offers open already; withdraw one first").into(),
            OfferFault::Full => "too many offers are open at this table; wait until one is answered",
            OfferFault::Gone => "this offer is not open any more",
            OfferFault::NotAParty => "this offer is between others",
            OfferFault::Accepted => "you have accepted this offer already",
            OfferFault::NotAccepted => "you have not accepted this offer",
            OfferFault::NotYours => "only who made an offer withdraws it; you can decline it",
            OfferFault::Yours => "this is your own offer; you can withdraw it",
            OfferFault::Misplaced => "an open offer has a number of its own, its content, and somebody who has not accepted",
        })
    }
}

impl fmt::Display for OfferFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason())
    }
}

impl std::error::Error for OfferFault {}

/// Who gives what to whom, and who has agreed to it: up to `N` transfers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offer<A, const N: usize> {
    proposer: Seat,
    parties: Seats,
    pub(crate) accepted: Seats,
    transfers: [Option<Transfer<A>>; N],
}

impl<A: Copy, const N: usize> Offer<A, N> {
    /// An offer of these transfers. Its parties are all who give or get; the proposer is one of them and has accepted.
    pub fn new(proposer: Seat, transfers: &[Transfer<A>]) -> Result<Offer<A, N>, OfferFault> {
        let parties: Seats = transfers.iter().flat_map(|transfer| [transfer.from, transfer.to]).collect();
        if transfers.is_empty() {
            return Err(OfferFault::Empty);
        }
        if transfers.iter().any(|transfer| transfer.from == transfer.to) {
            return Err(OfferFault::ToOneself);
        }
        if !parties.contains(proposer) {
            return Err(OfferFault::Stranger);
        }
        if transfers.len() > N {
            return Err(OfferFault::TooLong(N));
        }
        let transfers = std::array::from_fn(|place| transfers.get(place).copied());
        Ok(Offer { proposer, parties, accepted: Seats::only(proposer), transfers })
    }

    /// Who made it.
    pub const fn proposer(&self) -> Seat {
        self.proposer
    }

    /// Who must agree, the proposer included.
    pub const fn parties(&self) -> Seats {
        self.parties
    }

    /// Who has agreed, the proposer included.
    pub const fn accepted(&self) -> Seats {
        self.accepted
    }

    /// What changes hands.
    pub fn transfers(&self) -> impl Iterator<Item = Transfer<A>> {
        self.transfers.into_iter().flatten()
    }

    /// Does each party give something and get something?
    pub fn is_mutual(&self) -> bool {
        let givers: Seats = self.transfers().map(|transfer| transfer.from).collect();
        let takers: Seats = self.transfers().map(|transfer| transfer.to).collect();
        self.parties.within(givers.and(takers))
    }

    /// Does this viewer see what is in it? Others see that it exists and between whom.
    pub fn is_open_to(&self, viewer: Viewer) -> bool {
        matches!(viewer, Viewer::Seat(seat) if self.parties.contains(seat))
    }

    /// Does everything that was agreed, or nothing: `give` moves one asset, and `check` looks at the state after the
    /// whole deal, so that two who swap need not be able to hold both things in between.
    pub fn carry_out<S: Copy, E>(
        &self,
        state: &mut S,
        mut give: impl FnMut(&mut S, Transfer<A>) -> Result<(), E>,
        check: impl FnOnce(&S) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut after = *state;
        self.transfers().try_for_each(|transfer| give(&mut after, transfer))?;
        check(&after)?;
        *state = after;
        Ok(())
    }

    /// May this seat accept or decline?
    pub(crate) fn answered_by(&self, seat: Seat) -> Result<(), OfferFault> {
        match () {
            () if !self.parties.contains(seat) => Err(OfferFault::NotAParty),
            () if self.proposer == seat => Err(OfferFault::Yours),
            () => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn impossible_offers_are_told() {
        let offer = |transfers: &[_]| Offer::<_, 3>::new(seat(1), transfers).unwrap_err();
        assert_eq!(offer(&[]), OfferFault::Empty);
        assert_eq!(offer(&[gives(1, 1, "x")]), OfferFault::ToOneself);
        assert_eq!(offer(&[gives(2, 3, "x")]), OfferFault::Stranger);
        assert_eq!(offer(&[gives(1, 2, "x"); 4]), OfferFault::TooLong(3));
    }

    #[test]
    fn a_deal_that_may_not_be_moves_nothing() {
        // Both own all the trucks they may have; only the state after the swap counts.
        let swap = Offer::<u8, 2>::new(
            seat(1),
            &[Transfer { from: seat(1), to: seat(2), asset: 1 }, Transfer { from: seat(2), to: seat(1), asset: 1 }],
        );
        let give = |trucks: &mut [u8; 2], transfer: Transfer<u8>| {
            trucks[transfer.to.index()] += transfer.asset;
            trucks[transfer.from.index()] -= transfer.asset;
            Ok(())
        };
        let at_most_five = |trucks: &[u8; 2]| if trucks.iter().all(|count| *count <= 5) { Ok(()) } else { Err("a sixth truck") };
        let mut trucks = [5, 5];
        assert_eq!(swap.unwrap().carry_out(&mut trucks, give, at_most_five), Ok(()));
        let sale = Offer::<u8, 2>::new(seat(1), &[Transfer { from: seat(1), to: seat(2), asset: 1 }]).unwrap();
        assert_eq!(sale.carry_out(&mut trucks, give, at_most_five), Err("a sixth truck"));
        assert_eq!(trucks, [5, 5]);
        assert!(!sale.is_mutual());
        assert!(round().is_mutual());
    }
}
