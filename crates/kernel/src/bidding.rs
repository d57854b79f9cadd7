//! What is said in an auction: a bid or a pass, with the actions, bounds and refusals that every game needs of it.

use crate::{Auction, BidRange, Bounds, Money, Order, Refusal, Seat, refuse};
use std::{fmt, str::FromStr};

/// What somebody says in an [`Auction`]. A game has it as one of its actions, and writes and reads it as `bid 500` or `pass`.
///
/// ```
/// use kernel::{Auction, BidOrPass, Money, Order, Seat, Seats, Terms};
/// let (order, cash) = (Order::clockwise(2), Money::new(900));
/// let terms = Terms { lowest: Money::new(500), step: Money::new(100) };
/// let mut auction = Auction::by_bank(terms, &order, Seat::FIRST, Seats::first(2));
/// auction.say(&order, Seat::FIRST, "bid 600".parse().unwrap(), cash, "FUN-BID-1")?;
/// let second = auction.next(&order).unwrap();
/// let choices: Vec<String> = auction.choices(&order, second, cash).map(|said| said.to_string()).collect();
/// assert_eq!(choices, ["bid 700", "pass"]);
/// let refusal = auction.say(&order, second, BidOrPass::Bid(Money::new(600)), cash, "FUN-BID-1").unwrap_err();
/// assert_eq!(refusal.to_string(), "the least you can bid is 700 (FUN-BID-1)");
/// # Ok::<(), kernel::Refusal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BidOrPass {
    /// Bids so much.
    Bid(Money),
    /// Passes, for good.
    Pass,
}

impl fmt::Display for BidOrPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BidOrPass::Bid(amount) => write!(f, "bid {}", amount.units()),
            BidOrPass::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for BidOrPass {
    type Err = String;

    fn from_str(text: &str) -> Result<BidOrPass, String> {
        let amount = text.strip_prefix("bid ").and_then(|amount| amount.trim().parse().ok());
        match (text, amount) {
            ("pass", _) => Ok(BidOrPass::Pass),
            (_, Some(amount)) => Ok(BidOrPass::Bid(Money::new(amount))),
            (_, None) => Err(format!("`{text}` is neither a bid such as `bid 500` nor `pass`")),
        }
    }
}

impl Auction {
    /// What this seat may bid now with this much cash; none if another seat is next or the cash is not enough.
    pub fn range_of(&self, order: &Order, seat: Seat, cash: Money) -> Option<BidRange> {
        (self.next(order) == Some(seat)).then(|| self.range(cash)).flatten()
    }

    /// What [`Rules::actions`](crate::Rules::actions) lists for this seat: the least bid, which stands for all others, and to pass.
    pub fn choices(&self, order: &Order, seat: Seat, cash: Money) -> impl Iterator<Item = BidOrPass> {
        let bid = self.range_of(order, seat, cash).map(|range| BidOrPass::Bid(range.low));
        let pass = (self.next(order) == Some(seat)).then_some(BidOrPass::Pass);
        bid.into_iter().chain(pass)
    }

    /// What [`Rules::bounds`](crate::Rules::bounds) lists for this seat, if it can bid; `action` makes an action of the game.
    pub fn bounds<A>(
        &self,
        order: &Order,
        seat: Seat,
        cash: Money,
        clause: &'static str,
        action: impl Fn(BidOrPass) -> A,
    ) -> Option<Bounds<A>> {
        let BidRange { low, high, step } = self.range_of(order, seat, cash)?;
        let (least, most) = (action(BidOrPass::Bid(low)), action(BidOrPass::Bid(high)));
        Some(Bounds { least, most, low, high, step, clause })
    }

    /// Bids or passes; what cannot be is refused by this clause and changes nothing.
    pub fn say(&mut self, order: &Order, seat: Seat, said: BidOrPass, cash: Money, clause: &'static str) -> Result<(), Refusal> {
        let done = match said {
            BidOrPass::Bid(amount) => self.bid(order, seat, amount, cash),
            BidOrPass::Pass => self.pass(order, seat),
        };
        done.or_else(|fault| refuse(clause, fault.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seats, Terms};

    const TERMS: Terms = Terms { lowest: Money::new(10), step: Money::new(5) };

    #[test]
    fn in_an_auction_by_the_bank_everybody_speaks_beginning_with_the_first() {
        let order = Order::clockwise(3);
        let second = Seat::FIRST.next(3);
        let mut auction = Auction::by_bank(TERMS, &order, second, Seats::first(3));
        let mut spoke = Vec::new();
        while let Some(seat) = auction.next(&order) {
            spoke.push(seat.index());
            let said = if spoke.len() == 3 { BidOrPass::Bid(Money::new(10)) } else { BidOrPass::Pass };
            auction.say(&order, seat, said, Money::new(12), "FUN-BID-1").unwrap();
        }
        assert_eq!(spoke, [1, 2, 0]);
        assert_eq!(auction.sold().map(|bid| bid.seat), Some(Seat::FIRST));
        let alone = Auction::by_bank(TERMS, &Order::clockwise(1), Seat::FIRST, Seats::first(1));
        assert_eq!(alone.next(&Order::clockwise(1)), Some(Seat::FIRST));
    }

    #[test]
    fn choices_and_bounds_are_of_whoever_is_next() {
        let order = Order::clockwise(2);
        let auction = Auction::by_bank(TERMS, &order, Seat::FIRST, Seats::first(2));
        let (next, other, cash) = (Seat::FIRST, Seat::FIRST.next(2), Money::new(22));
        let bounds = auction.bounds(&order, next, cash, "FUN-BID-1", |said| said).unwrap();
        assert_eq!((bounds.low, bounds.high, bounds.step), (Money::new(10), Money::new(20), Money::new(5)));
        assert_eq!((bounds.least, bounds.most), (BidOrPass::Bid(Money::new(10)), BidOrPass::Bid(Money::new(20))));
        assert_eq!(auction.bounds(&order, other, cash, "FUN-BID-1", |said| said), None);
        assert_eq!(auction.choices(&order, other, cash).count(), 0);
        let poor: Vec<BidOrPass> = auction.choices(&order, next, Money::new(9)).collect();
        assert_eq!(poor, [BidOrPass::Pass]);
    }

    #[test]
    fn what_is_said_is_read_as_it_is_written() {
        for said in [BidOrPass::Bid(Money::new(1_200)), BidOrPass::Pass] {
            assert_eq!(said.to_string().parse(), Ok(said));
        }
        for wrong in ["bid", "bid x", "passe", ""] {
            assert!(wrong.parse::<BidOrPass>().is_err(), "{wrong}");
        }
    }
}
