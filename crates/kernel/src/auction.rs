//! Auctions: bids go round until all but the highest bidder have passed.
//!
//! One flat state machine for every game. What is sold, and what buying it means, the game says.
//!
//! ```
//! use kernel::{Auction, Money, Seat, Seats, Terms};
//! let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
//! let terms = Terms { lowest: Money::new(500), step: Money::new(500), interest: false };
//! let mut auction = Auction::open(terms, ann, Seats::first(2));
//! auction.bid(ann, Money::new(500), Money::new(9_000))?;
//! assert_eq!(auction.range(Money::new(1_700)).unwrap().low, Money::new(1_000));
//! auction.bid(bob, Money::new(1_500), Money::new(1_700))?;
//! auction.pass(ann)?;
//! assert_eq!(auction.sold().unwrap().seat, bob);
//! # Ok::<(), kernel::AuctionFault>(())
//! ```

use crate::{Money, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};

/// What is agreed before the first bid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The least that the first bid may be.
    pub lowest: Money,
    /// The least that each bid tops the last by; every bid is a multiple of it.
    pub step: Money,
    /// Must who wants to bid say so first?
    pub interest: bool,
}

/// Who offers how much.
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
    /// What lies between two bids.
    pub step: Money,
}

/// What is asked of whoever is next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AuctionStage {
    /// To say whether they want to bid at all.
    Interest,
    /// To bid or to pass.
    Bidding,
    /// Nothing any more.
    Over,
}

/// Why a bid, a pass or a declaration cannot be. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AuctionFault {
    /// Somebody else is next, or nobody.
    #[error("it is not your turn in this auction")]
    NotNext,
    /// A bid or pass while interest is declared, or interest once the bidding has begun.
    #[error("first everybody says whether they want to bid, then the bids go round")]
    NotNow,
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
    /// The refusal that this clause of the game makes of it.
    pub fn by(self, clause: &'static str) -> Refusal {
        Refusal::new(clause, self.to_string())
    }
}

/// An auction in progress, or just over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Auction {
    terms: Terms,
    /// Whoever speaks last before the next one does.
    last: Seat,
    /// Who has still to say whether they want to bid.
    asked: Seats,
    /// Who has not passed.
    bidders: Seats,
    highest: Option<Bid>,
}

impl Auction {
    /// Opens an auction among those invited, who speak clockwise; `first` does so first, or the next after.
    ///
    /// The seller is not invited, nor is anybody who could not lawfully take what is sold.
    pub fn open(terms: Terms, first: Seat, invited: Seats) -> Auction {
        let asked = if terms.interest { invited } else { Seats::NONE };
        let bidders = if terms.interest { Seats::NONE } else { invited };
        Auction { terms, last: before(first), asked, bidders, highest: None }
    }

    /// What was agreed.
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

    /// Who has still to say whether they want to bid.
    pub const fn asked(&self) -> Seats {
        self.asked
    }

    /// What is asked now.
    pub fn stage(&self) -> AuctionStage {
        match self.next() {
            None => AuctionStage::Over,
            Some(_) if !self.asked.is_empty() => AuctionStage::Interest,
            Some(_) => AuctionStage::Bidding,
        }
    }

    /// Who speaks next; nobody once it is over.
    pub fn next(&self) -> Option<Seat> {
        if !self.asked.is_empty() {
            return self.asked.after(self.last);
        }
        // The highest bidder waits until somebody tops the bid.
        self.highest.map_or(self.bidders, |bid| self.bidders.without(bid.seat)).after(self.last)
    }

    /// The winning bid, once the auction is over; none if nobody bid.
    pub fn sold(&self) -> Option<Bid> {
        self.highest.filter(|_| self.stage() == AuctionStage::Over)
    }

    /// Says whether a seat wants to bid. When all have said it, the bids go round in the same order.
    pub fn declare(&mut self, seat: Seat, interested: bool) -> Result<(), AuctionFault> {
        self.expect(AuctionStage::Interest, seat)?;
        self.asked = self.asked.without(seat);
        self.last = seat;
        if interested {
            self.bidders = self.bidders.with(seat);
        }
        Ok(())
    }

    /// What whoever is next may bid with this much cash; none if it is not enough.
    pub fn range(&self, cash: Money) -> Option<BidRange> {
        if self.stage() != AuctionStage::Bidding {
            return None;
        }
        let (low, step) = (self.least(), self.step());
        let high = i64::from(cash.units()) / step * step;
        (low <= high).then(|| BidRange { low: money(low), high: money(high), step: money(step) })
    }

    /// Bids. A bid is binding.
    pub fn bid(&mut self, seat: Seat, amount: Money, cash: Money) -> Result<(), AuctionFault> {
        self.expect(AuctionStage::Bidding, seat)?;
        let (units, least, step) = (i64::from(amount.units()), self.least(), self.step());
        match () {
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
    pub fn pass(&mut self, seat: Seat) -> Result<(), AuctionFault> {
        self.expect(AuctionStage::Bidding, seat)?;
        self.bidders = self.bidders.without(seat);
        self.last = seat;
        Ok(())
    }

    /// Can this be an auction among these players that is not over? For positions that somebody wrote down.
    pub fn is_sound(&self, players: Seats) -> bool {
        let here = self.asked.or(self.bidders).within(players) && self.asked.and(self.bidders).is_empty();
        let terms = self.terms.step > Money::ZERO && self.terms.lowest >= Money::ZERO;
        let order = self.terms.interest || self.asked.is_empty();
        let bid = self.highest.is_none_or(|bid| {
            let (amount, lowest) = (i64::from(bid.amount.units()), i64::from(self.terms.lowest.units()));
            self.asked.is_empty() && self.bidders.contains(bid.seat) && amount >= lowest && amount % self.step() == 0
        });
        here && terms && order && bid && self.stage() != AuctionStage::Over
    }

    fn expect(&self, stage: AuctionStage, seat: Seat) -> Result<(), AuctionFault> {
        match () {
            () if self.next() != Some(seat) => Err(AuctionFault::NotNext),
            () if self.stage() != stage => Err(AuctionFault::NotNow),
            () => Ok(()),
        }
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

/// The seat after which `first` is the first.
fn before(first: Seat) -> Seat {
    Seats::first(crate::MAX_SEATS).find(|seat| seat.next(crate::MAX_SEATS) == first).unwrap_or(first)
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

    /// Four players; the second sells, so the third speaks first.
    fn with_interest(lowest: Money) -> Auction {
        let terms = Terms { lowest, step: thousands(5), interest: true };
        Auction::open(terms, seat(3), Seats::first(4).without(seat(2)))
    }

    #[test]
    fn interest_is_declared_clockwise_and_nobody_joins_later() {
        let mut auction = with_interest(thousands(20));
        assert_eq!(auction.pass(seat(3)), Err(AuctionFault::NotNow));
        assert_eq!(auction.declare(seat(4), true), Err(AuctionFault::NotNext));
        for (number, interested) in [(3, true), (4, false), (1, true)] {
            assert_eq!((auction.stage(), auction.next()), (AuctionStage::Interest, Some(seat(number))));
            auction.declare(seat(number), interested).unwrap();
        }
        assert_eq!(auction.next(), Some(seat(3)), "the bids go round in the same order");
        auction.bid(seat(3), thousands(20), RICH).unwrap();
        assert_eq!(auction.next(), Some(seat(1)), "who declared no interest is left out");
        assert_eq!(auction.declare(seat(1), true), Err(AuctionFault::NotNow));
        auction.pass(seat(1)).unwrap();
        assert_eq!(auction.sold(), Some(Bid { seat: seat(3), amount: thousands(20) }));
    }

    #[test]
    fn without_interest_or_without_a_bid_nothing_is_sold() {
        let mut auction = with_interest(Money::ZERO);
        for number in [3, 4, 1] {
            auction.declare(seat(number), false).unwrap();
        }
        assert_eq!((auction.stage(), auction.sold()), (AuctionStage::Over, None));

        let mut auction = with_interest(Money::ZERO);
        for number in [3, 4, 1] {
            auction.declare(seat(number), number == 4).unwrap();
        }
        assert_eq!(auction.stage(), AuctionStage::Bidding, "one interested player may still bid or pass");
        auction.pass(seat(4)).unwrap();
        assert_eq!((auction.stage(), auction.sold()), (AuctionStage::Over, None), "interest does not oblige to bid");
    }

    #[test]
    fn a_bid_keeps_to_price_step_and_cash() {
        let terms = Terms { lowest: Money::new(500), step: Money::new(500), interest: false };
        let mut auction = Auction::open(terms, seat(1), Seats::first(3));
        assert_eq!(auction.bid(seat(1), Money::ZERO, RICH), Err(AuctionFault::TooLow(Money::new(500))));
        assert_eq!(auction.bid(seat(1), Money::new(750), RICH), Err(AuctionFault::NotAStep(Money::new(500))));
        auction.bid(seat(1), Money::new(2_000), RICH).unwrap();
        assert_eq!(auction.bid(seat(2), Money::new(2_000), RICH), Err(AuctionFault::TooLow(Money::new(2_500))));
        let poor = Money::new(2_700);
        assert_eq!(auction.bid(seat(2), Money::new(3_000), poor), Err(AuctionFault::TooHigh(poor)));
        let range = BidRange { low: Money::new(2_500), high: Money::new(2_500), step: Money::new(500) };
        assert_eq!(auction.range(poor), Some(range));
        assert_eq!(auction.range(Money::new(2_499)), None, "who cannot pay can only pass");
        auction.pass(seat(2)).unwrap();
        auction.pass(seat(3)).unwrap();
        assert_eq!(auction.range(RICH), None);
        assert_eq!(auction.sold().unwrap().seat, seat(1), "the highest bidder is not asked again");
    }

    #[test]
    fn an_opening_price_between_steps_is_rounded_up() {
        let terms = Terms { lowest: Money::new(12_300), step: thousands(5), interest: false };
        let auction = Auction::open(terms, seat(1), Seats::first(2));
        assert_eq!(auction.range(RICH).unwrap().low, thousands(15));
    }

    #[test]
    fn riches_beyond_measure_do_not_overflow() {
        let terms = Terms { lowest: Money::new(i32::MAX), step: Money::new(i32::MAX), interest: false };
        let mut auction = Auction::open(terms, seat(1), Seats::first(2));
        let all = Money::new(i32::MAX);
        auction.bid(seat(1), all, all).unwrap();
        assert_eq!(auction.range(all), None);
        assert_eq!(auction.bid(seat(2), all, all), Err(AuctionFault::TooLow(all)));
    }

    #[test]
    fn every_auction_ends_with_the_highest_bid_and_reads_back() {
        let mut luck = Seeded::new(4);
        for _ in 0..500 {
            let players = luck.below(15) + 2;
            let terms = Terms { lowest: thousands(luck.below(9) as i32), step: thousands(5), interest: luck.below(2) == 0 };
            let first = Seat::new(luck.below(players)).unwrap();
            let mut auction = Auction::open(terms, first, Seats::first(players));
            let mut best = None;
            while let Some(next) = auction.next() {
                assert!(auction.is_sound(Seats::first(players)), "{auction:?}");
                let text = serde_json::to_string(&auction).unwrap();
                assert_eq!(serde_json::from_str::<Auction>(&text).unwrap(), auction);
                if auction.stage() == AuctionStage::Interest {
                    auction.declare(next, luck.below(2) == 0).unwrap();
                } else if let Some(range) = auction.range(thousands(luck.below(60) as i32)).filter(|_| luck.below(3) > 0) {
                    auction.bid(next, range.high, range.high).unwrap();
                    assert!(best < Some(range.high));
                    best = Some(range.high);
                } else {
                    auction.pass(next).unwrap();
                }
            }
            assert_eq!(auction.sold().map(|bid| bid.amount), best);
        }
    }
}
