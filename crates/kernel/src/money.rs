//! Money in whole units, never a float.

use crate::say;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Neg},
};

/// An amount of money in the smallest unit of its game.
///
/// Sums saturate instead of wrapping, so that an overflow never turns wealth into debt. To keep an amount from falling below zero,
/// pay with [`Money::less`].
///
/// ```
/// use kernel::Money;
/// let purse = Money::new(20);
/// assert_eq!(purse.less(Money::new(15)), Some(Money::new(5)));
/// assert_eq!(purse.less(Money::new(21)), None, "nobody pays what they do not have");
/// assert_eq!(Money::new(1_250_000).to_string(), "1,250,000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(i32);

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// This many units.
    pub const fn new(units: i32) -> Money {
        Money(units)
    }

    /// The number of units.
    pub const fn units(self) -> i32 {
        self.0
    }

    /// What is left after paying, if there is enough.
    #[must_use]
    pub const fn less(self, price: Money) -> Option<Money> {
        if price.0 < 0 || self.0 < price.0 { None } else { Some(Money(self.0 - price.0)) }
    }

    /// This many times the amount.
    #[must_use]
    pub const fn times(self, count: i32) -> Money {
        Money(self.0.saturating_mul(count))
    }
}

impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl Neg for Money {
    type Output = Money;
    fn neg(self) -> Money {
        Money(self.0.saturating_neg())
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Money::add)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = say::groups(self.0.unsigned_abs().into());
        match self.0 < 0 {
            true => f.pad(&format!("−{digits}")),
            false => f.pad_integral(true, "", &digits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (units, text) in [(0, "0"), (999, "999"), (-1000, "−1,000"), (35_000, "35,000"), (i32::MAX, "2,147,483,647")] {
            assert_eq!(Money::new(units).to_string(), text);
        }
    }

    #[test]
    fn sums_saturate() {
        assert_eq!(Money::new(i32::MAX) + Money::new(1), Money::new(i32::MAX));
        assert_eq!([Money::new(2), Money::new(3)].into_iter().sum::<Money>(), Money::new(5));
    }
}
