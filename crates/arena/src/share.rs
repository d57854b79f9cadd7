//! Shares of wins and how certain they are.

use serde::Serialize;

/// The true share lies within these bounds, for 95 of 100 such intervals.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The number of standard deviations on either side of the mean that hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959963984540054;

/// Wilson's 95 % interval of a share observed in this many games.
///
/// It holds for few games and for shares near 0 and 1, where the textbook's p ± 2σ does not, and it accepts fractions of a
/// win, which shared wins produce.
///
/// ```
/// let interval = arena::wilson(0.8, 10);
/// assert!((interval.low - 0.4902).abs() < 5e-5 && (interval.high - 0.9433).abs() < 5e-5);
/// ```
pub fn wilson(share: f64, games: u64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (share, games, square) = (share.clamp(0.0, 1.0), games as f64, NORMAL_95 * NORMAL_95);
    let scale = 1.0 + square / games;
    let centre = (share + square / (2.0 * games)) / scale;
    let half = NORMAL_95 * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt() / scale;
    // Rounding must not exclude the observed share when it is 0 or 1.
    Interval { low: (centre - half).clamp(0.0, share), high: (centre + half).clamp(share, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_agree_with_published_values() {
        // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
        for (wins, games, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = wilson(f64::from(wins) / games as f64, games);
            assert!((interval.low - low).abs() < 5e-5, "{wins}/{games}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{wins}/{games}: {interval:?}");
        }
    }

    #[test]
    fn an_interval_holds_what_was_seen() {
        for games in [1, 2, 7, 1000, 1_000_000] {
            assert_eq!(wilson(0.0, games).low, 0.0);
            assert_eq!(wilson(1.0, games).high, 1.0);
            assert!(wilson(1.0, games).low < 1.0);
        }
        assert_eq!(wilson(0.5, 0), Interval { low: 0.0, high: 1.0 });
    }
}
