//! What deals can be made: everything that a form, a terminal or a program needs to put one together.
//!
//! A deal is one open action; there are too many to list. The game says with whom, what and how much. The form or program then
//! writes the action in the grammar of [`Deal`](crate::Deal): `offer 1>2 mill, 2>1 500`.

use crate::{Money, Seat, Seats};
use serde::Serialize;

/// One kind of deal that a seat can put together now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bargain {
    /// What the action begins with: `offer`, `counter 7`.
    pub verb: String,
    /// What it is called on a button or above a form: `Offer a deal`.
    pub title: String,
    /// With whom.
    pub partners: Seats,
    /// How many partners one deal can have.
    pub most_partners: usize,
    /// How many things one deal can name, a sum of money counted as one.
    pub most_things: usize,
    /// What can change hands, besides money.
    pub lots: Vec<Lot>,
    /// Who can give money, and how much.
    pub purses: Vec<Purse>,
    /// All sums are multiples of this.
    pub step: Money,
    /// Must each party give something and get something?
    pub mutual: bool,
    /// What is filled in at first, in the grammar of a deal: for a counter-offer the deal that it answers.
    pub draft: String,
    /// The clause that bounds it.
    pub clause: &'static str,
}

/// Something that can change hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Lot {
    /// Who would give it.
    pub from: Seat,
    /// Who may get it.
    pub to: Seats,
    /// How it is written in an action.
    pub asset: String,
    /// What people call it.
    pub name: String,
    /// The group in a form that it belongs to: `Businesses`, `Cards`.
    pub topic: String,
}

/// The money that a party can give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Purse {
    /// Who.
    pub seat: Seat,
    /// The most.
    pub most: Money,
}

impl Bargain {
    /// The action for this deal: for each transfer the giver, the taker, and the lot or the sum as it is written.
    pub fn written(&self, transfers: &[(Seat, Seat, String)]) -> String {
        let part = |(from, to, asset): &(Seat, Seat, String)| format!("{from}>{to} {asset}");
        format!("{} {}", self.verb, transfers.iter().map(part).collect::<Vec<_>>().join(", "))
    }

    /// The money that this seat can give.
    pub fn purse(&self, seat: Seat) -> Money {
        self.purses.iter().find(|purse| purse.seat == seat).map_or(Money::ZERO, |purse| purse.most)
    }
}
