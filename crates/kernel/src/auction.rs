//! Auctions: bids go round in order of play until all but the highest bidder have passed.
//!
//! One flat state machine for every game. The game decides what is sold, who may bid (perhaps after a [`Poll`](crate::Poll) for
//! interest) and what buying means.
//!
//! ```
//! use kernel::{Auction, Money, Order, Seat, Seats, Terms};
//! let (ann, bob, cleo) = (Seat::FIRST, Seat::new(1).unwrap(), Seat::new(2).unwrap());
//! let order = Order::clockwise(3);
//! let terms = Terms { lowest: Money::new(500), step: Money::new(500) };
//! // Cleo sells, so Ann speaks first.
//! let mut auction = Auction::open(terms, cleo, Seats::only(ann).with(bob));
//! auction.bid(&order, ann, Money::new(500), Money::new(9_000))?;
//! assert_eq!(auction.range(Money::new(1_700)).unwrap().low, Money::new(1_000));
//! auction.bid(&order, bob, Money::new(1_500), Money::new(1_700))?;
//! auction.pass(&order, ann)?;
//! assert_eq!(auction.sold().unwrap().seat, bob);
//! # Ok::<(), kernel::AuctionFault>(())
//! ```

use crate::{Money, Order, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};

/// The terms of an auction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The least that the first bid may be.
    pub lowest: Money,
    /// Each bid raises the last by at least this much; every bid is a multiple of it.
    pub step: Money,
}

/// A bid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// Who.
    pub seat: Seat,
    /// How much.
    pub amount: Money,
}

/// What a bidder may bid: from the least to the most, step by step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BidRange {
    /// The least.
    pub low: Money,
    /// The most.
    pub high: Money,
    /// The distance between two neighbouring bids.
    pub step: Money,
}

/// Why a bid or a pass is not possible. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AuctionFault {
    /// Somebody else is next, or nobody.
    #[error("it is not your turn in this auction")]
    NotNext,
    /// Less than the lowest price, or than the highest bid and a step.
    #[error("the least you can bid is {0}")]
    TooLow(Money),
    /// Between two steps.
    #[error("a bid is a multiple of {0}")]
    NotAStep(Money),
    /// More than the bidder has.
    #[error("you have only {0}")]
    TooHigh(Money),
}

impl AuctionFault {
    /// This fault as a refusal by a clause of the game.
    pub fn by(self, clause: &'static str) -> Refusal {
        Refusal::new(clause, self.to_string())
    }
}

/// An auction in progress, or just over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Auction {
    terms: Terms,
    /// Who spoke last; at first the seller.
    last: Seat,
    /// Who has not passed.
    bidders: Seats,
    highest: Option<Bid>,
}

impl Auction {
    /// Opens an auction among those invited; the first of them after `seller` in order of play bids or passes first.
    ///
    /// The seller is not invited, nor is anybody who would not be allowed to take what is sold.
    pub fn open(terms: Terms, seller: Seat, invited: Seats) -> Auction {
        Auction { terms, last: seller, bidders: invited, highest: None }
    }

    /// Opens an auction in which nobody at the table sells: `first` speaks first, if invited, and may bid like everybody else.
    pub fn by_bank(terms: Terms, order: &Order, first: Seat, invited: Seats) -> Auction {
        // The last to speak in a round that begins with `first`.
        let last = order.from(first).last().unwrap_or(first);
        Auction { terms, last, bidders: invited, highest: None }
    }

    /// The terms.
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// The highest bid so far.
    pub const fn highest(&self) -> Option<Bid> {
        self.highest
    }

    /// Who may still bid, the highest bidder included.
    pub const fn bidders(&self) -> Seats {
        self.bidders
    }

    /// Those who still have to bid or pass: all who have not passed, except the highest bidder.
    fn waiting(&self) -> Seats {
        self.highest.map_or(self.bidders, |bid| self.bidders.without(bid.seat))
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.waiting().is_empty()
    }

    /// Who bids or passes next; nobody once it is over.
    pub fn next(&self, order: &Order) -> Option<Seat> {
        order.after(self.last, self.waiting())
    }

    /// The winning bid, once the auction is over; none if nobody bid.
    pub fn sold(&self) -> Option<Bid> {
        self.highest.filter(|_| self.is_over())
    }

    /// What the next bidder may bid with this much cash; none if it is not enough.
    pub fn range(&self, cash: Money) -> Option<BidRange> {
        let (low, step) = (self.least(), self.step());
        let high = i64::from(cash.units()) / step * step;
        (low <= high && !self.is_over()).then(|| BidRange { low: money(low), high: money(high), step: money(step) })
    }

    /// Bids. A bid is binding.
    pub fn bid(&mut self, order: &Order, seat: Seat, amount: Money, cash: Money) -> Result<(), AuctionFault> {
        let (units, least, step) = (i64::from(amount.units()), self.least(), self.step());
        match () {
            () if self.next(order) != Some(seat) => Err(AuctionFault::NotNext),
            () if units < least => Err(AuctionFault::TooLow(money(least))),
            () if amount > cash => Err(AuctionFault::TooHigh(cash)),
            () if units % step != 0 => Err(AuctionFault::NotAStep(money(step))),
            () => {
                self.highest = Some(Bid { seat, amount });
                self.last = seat;
                Ok(())
            }
        }
    }

    /// Passes, for good.
    pub fn pass(&mut self, order: &Order, seat: Seat) -> Result<(), AuctionFault> {
        if self.next(order) != Some(seat) {
            return Err(AuctionFault::NotNext);
        }
        self.bidders = self.bidders.without(seat);
        self.last = seat;
        Ok(())
    }

    /// Is this a possible auction among these players that is not over? For positions that were written by hand.
    pub fn is_sound(&self, players: Seats) -> bool {
        let here = self.bidders.within(players) && players.contains(self.last);
        let terms = self.terms.step > Money::ZERO && self.terms.lowest >= Money::ZERO;
        let bid = self.highest.is_none_or(|bid| {
            let (amount, lowest) = (i64::from(bid.amount.units()), i64::from(self.terms.lowest.units()));
            self.bidders.contains(bid.seat) && amount >= lowest && amount % self.step() == 0
        });
        here && terms && bid && !self.is_over()
    }

    fn step(&self) -> i64 {
        i64::from(self.terms.step.units()).max(1)
    }

    fn least(&self) -> i64 {
        let step = self.step();
        let least = match self.highest {
            Some(bid) => i64::from(bid.amount.units()) + step,
            None => i64::from(self.terms.lowest.units()).max(0),
        };
        (least + step - 1) / step * step
    }
}

fn money(units: i64) -> Money {
    Money::new(i32::try_from(units).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Luck, Seeded};

    const RICH: Money = Money::new(1_000_000);

    fn seat(number: usize) -> Seat {
        Seat::try_from(number).unwrap()
    }

    fn thousands(count: i32) -> Money {
        Money::new(count * 1_000)
    }

    #[test]
    fn bids_go_round_in_order_of_play() {
        let order = Order::of(&[seat(3), seat(1), seat(4), seat(2)]).unwrap();
        let terms = Terms { lowest: thousands(20), step: thousands(5) };
        // Seat 1 sells; seat 2 did not want to bid.
        let mut auction = Auction::open(terms, seat(1), Seats::only(seat(3)).with(seat(4)));
        assert_eq!(auction.next(&order), Some(seat(4)));
        assert_eq!(auction.bid(&order, seat(3), thousands(20), RICH), Err(AuctionFault::NotNext));
        auction.bid(&order, seat(4), thousands(20), RICH).unwrap();
        assert_eq!(auction.next(&order), Some(seat(3)));
        auction.bid(&order, seat(3), thousands(25), RICH).unwrap();
        assert_eq!(auction.sold(), None);
        auction.pass(&order, seat(4)).unwrap();
        assert_eq!(auction.sold(), Some(Bid { seat: seat(3), amount: thousands(25) }));
        assert_eq!(auction.next(&order), None);
        assert_eq!(auction.pass(&order, seat(3)), Err(AuctionFault::NotNext));
    }

    #[test]
    fn without_bidders_or_without_a_bid_nothing_is_sold() {
        let (order, terms) = (Order::clockwise(4), Terms { lowest: Money::ZERO, step: thousands(5) });
        let auction = Auction::open(terms, seat(1), Seats::NONE);
        assert_eq!((auction.is_over(), auction.sold()), (true, None));
        let mut auction = Auction::open(terms, seat(1), Seats::only(seat(4)));
        assert!(!auction.is_over(), "one interested player may still bid or pass");
        auction.pass(&order, seat(4)).unwrap();
        assert_eq!((auction.is_over(), auction.sold()), (true, None), "nobody is obliged to bid");
    }

    #[test]
    fn a_bid_keeps_to_price_step_and_cash() {
        let (order, terms) = (Order::clockwise(4), Terms { lowest: Money::new(500), step: Money::new(500) });
        let mut auction = Auction::open(terms, seat(4), Seats::first(3));
        assert_eq!(auction.bid(&order, seat(1), Money::ZERO, RICH), Err(AuctionFault::TooLow(Money::new(500))));
        assert_eq!(auction.bid(&order, seat(1), Money::new(750), RICH), Err(AuctionFault::NotAStep(Money::new(500))));
        auction.bid(&order, seat(1), Money::new(2_000), RICH).unwrap();
        assert_eq!(auction.bid(&order, seat(2), Money::new(2_000), RICH), Err(AuctionFault::TooLow(Money::new(2_500))));
        let poor = Money::new(2_700);
        assert_eq!(auction.bid(&order, seat(2), Money::new(3_000), poor), Err(AuctionFault::TooHigh(poor)));
        let range = BidRange { low: Money::new(2_500), high: Money::new(2_500), step: Money::new(500) };
        assert_eq!(auction.range(poor), Some(range));
        assert_eq!(auction.range(Money::new(2_499)), None, "who cannot pay can only pass");
        auction.pass(&order, seat(2)).unwrap();
        auction.pass(&order, seat(3)).unwrap();
        assert_eq!(auction.range(RICH), None);
        assert_eq!(auction.sold().unwrap().seat, seat(1), "the highest bidder is not asked again");
    }

    #[test]
    fn an_opening_price_between_steps_is_rounded_up() {
        let terms = Terms { lowest: Money::new(12_300), step: thousands(5) };
        let auction = Auction::open(terms, seat(3), Seats::first(2));
        assert_eq!(auction.range(RICH).unwrap().low, thousands(15));
    }

    #[test]
    fn riches_beyond_measure_do_not_overflow() {
        let (order, terms) = (Order::clockwise(3), Terms { lowest: Money::new(i32::MAX), step: Money::new(i32::MAX) });
        let mut auction = Auction::open(terms, seat(3), Seats::first(2));
        let all = Money::new(i32::MAX);
        auction.bid(&order, seat(1), all, all).unwrap();
        assert_eq!(auction.range(all), None);
        assert_eq!(auction.bid(&order, seat(2), all, all), Err(AuctionFault::TooLow(all)));
    }

    #[test]
    fn every_auction_ends_with_the_highest_bid_and_reads_back() {
        let mut luck = Seeded::new(4);
        for _ in 0..500 {
            let players = luck.below(15) + 2;
            let order = Order::clockwise(players);
            let terms = Terms { lowest: thousands(luck.below(9) as i32), step: thousands(5) };
            let seller = Seat::new(luck.below(players)).unwrap();
            let mut auction = Auction::open(terms, seller, Seats::first(players).without(seller));
            let mut best = None;
            while let Some(next) = auction.next(&order) {
                assert!(auction.is_sound(Seats::first(players)), "{auction:?}");
                let text = serde_json::to_string(&auction).unwrap();
                assert_eq!(serde_json::from_str::<Auction>(&text).unwrap(), auction);
                if let Some(range) = auction.range(thousands(luck.below(60) as i32)).filter(|_| luck.below(3) > 0) {
                    auction.bid(&order, next, range.high, range.high).unwrap();
                    assert!(best < Some(range.high));
                    best = Some(range.high);
                } else {
                    auction.pass(&order, next).unwrap();
                }
            }
            assert_eq!(auction.sold().map(|bid| bid.amount), best);
        }
    }
}
