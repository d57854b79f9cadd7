//! What a player can do. (D1 to D8 of the rulebook's table of decisions)

use crate::goods::{Car, Characteristic, Good, Goods};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Sit this round out. (BIZ-SKIP-1)
    Skip,
    /// Play this round. (BIZ-SKIP-2)
    Play,
    /// Buy units of one good. (BIZ-BUY-2)
    Buy {
        /// How many.
        units: u8,
        /// Of which good.
        good: Good,
    },
    /// Pass, in buying or in loading. (BIZ-BUY-7, BIZ-LOAD-11)
    Pass,
    /// Load a good into a car; the number of units follows. (BIZ-LOAD-2, BIZ-LOAD-5)
    Load {
        /// Which good.
        good: Good,
        /// Into which car.
        car: Car,
    },
    /// Keep these goods and give up the others. (BIZ-STORE-4)
    Keep(Goods),
    /// Export a lot. (BIZ-EXPORT-3)
    Export {
        /// Its size.
        units: u8,
        /// Of which good.
        good: Good,
    },
    /// Raise a characteristic by a level. (BIZ-IMPROVE-1)
    Improve(Characteristic),
    /// Insure a characteristic. (BIZ-INSURE-2)
    Insure(Characteristic),
    /// No further export, improvement or insurance. (BIZ-EXPORT-1, BIZ-IMPROVE-1, BIZ-INSURE-1)
    Done,
}
