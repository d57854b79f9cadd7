//! An offer: a deal that somebody has proposed, and who has agreed to it.

use crate::{Deal, DealFault, Refusal, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// The number of an offer; no two open offers of a table share one. Answers name it, so that nobody accepts an offer that has
/// changed meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OfferNumber(pub u16);

impl fmt::Display for OfferNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why an offer cannot be made or answered like this. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferFault {
    /// The list of transfers is not a deal.
    NoDeal(DealFault),
    /// The proposer has no part in it.
    Stranger,
    /// A counter-offer leaves out the player whose offer it answers.
    LeavesOut,
    /// The seat has as many offers open as it may.
    TooMany(usize),
    /// The table has as many offers open as it can.
    Full,
    /// No further counter-offer may follow.
    Countered,
    /// There is no offer with this number, or no longer.
    Gone,
    /// The seat is not a party to it.
    NotAParty,
    /// The seat has already accepted.
    Accepted,
    /// Only the player who made an offer can withdraw it.
    NotYours,
    /// The player who made an offer does not answer it.
    Yours,
    /// A position with an impossible offer.
    Impossible,
}

impl OfferFault {
    /// This fault as a refusal by a clause of the game.
    pub fn by(self, clause: &'static str) -> Refusal {
        Refusal::new(clause, self.reason())
    }

    // Borrowed where possible, so that a game that lists actions by trying them allocates nothing.
    fn reason(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            OfferFault::NoDeal(fault) => return fault.to_string().into(),
            OfferFault::Stranger => "a player who makes an offer gives or gets something in it",
            OfferFault::LeavesOut => "a counter-offer is made to the one whose offer it answers",
            OfferFault::TooMany(most) => return format!("you have {most} offers open already; withdraw one first").into(),
            OfferFault::Full => "too many offers are open at this table; wait until one is answered",
            OfferFault::Countered => "this has been countered often enough; accept it or decline it",
            OfferFault::Gone => "this offer is not open any more",
            OfferFault::NotAParty => "this offer is between others",
            OfferFault::Accepted => "you have accepted this offer already",
            OfferFault::NotYours => "only the player who made an offer can withdraw it; you can decline it",
            OfferFault::Yours => "this is your own offer; you can withdraw it",
            OfferFault::Impossible => "an open offer has a number of its own, its content, and somebody who has not accepted",
        })
    }
}

impl fmt::Display for OfferFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason())
    }
}

impl std::error::Error for OfferFault {}

impl From<DealFault> for OfferFault {
    fn from(fault: DealFault) -> OfferFault {
        OfferFault::NoDeal(fault)
    }
}

/// A proposed deal: who proposed it and who has agreed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offer<A, const N: usize> {
    pub(crate) deal: Deal<A, N>,
    pub(crate) proposer: Seat,
    /// Who made the first offer of a chain of counter-offers.
    pub(crate) opener: Seat,
    /// How many counter-offers led to it.
    pub(crate) counters: u8,
    pub(crate) accepted: Seats,
}

impl<A: Copy, const N: usize> Offer<A, N> {
    /// An offer of this deal. Its parties are all who give or get; the proposer is one of them and has accepted.
    pub fn new(proposer: Seat, deal: Deal<A, N>) -> Result<Offer<A, N>, OfferFault> {
        if !deal.parties().contains(proposer) {
            return Err(OfferFault::Stranger);
        }
        Ok(Offer { deal, proposer, opener: proposer, counters: 0, accepted: Seats::only(proposer) })
    }

    /// The deal.
    pub const fn deal(&self) -> &Deal<A, N> {
        &self.deal
    }

    /// Who made it.
    pub const fn proposer(&self) -> Seat {
        self.proposer
    }

    /// Who made the first offer of a chain of counter-offers; for a first offer its proposer.
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// How many counter-offers led to it.
    pub const fn counters(&self) -> u8 {
        self.counters
    }

    /// Who must agree, the proposer included.
    pub fn parties(&self) -> Seats {
        self.deal.parties()
    }

    /// Who has agreed, the proposer included.
    pub const fn accepted(&self) -> Seats {
        self.accepted
    }

    /// Who has still to answer.
    pub fn asked(&self) -> Seats {
        self.parties().and_not(self.accepted)
    }

    /// May this viewer see what is in it? Others see only that it exists and who its parties are.
    pub fn is_open_to(&self, viewer: Viewer) -> bool {
        matches!(viewer, Viewer::Seat(seat) if self.parties().contains(seat))
    }

    /// May this seat accept or decline?
    pub(crate) fn answered_by(&self, seat: Seat) -> Result<(), OfferFault> {
        match () {
            () if !self.parties().contains(seat) => Err(OfferFault::NotAParty),
            () if self.proposer == seat => Err(OfferFault::Yours),
            () => Ok(()),
        }
    }
}
