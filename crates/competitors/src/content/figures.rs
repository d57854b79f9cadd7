//! The figures that the rulebook sets and no pack may change: `[fixed]` of `map.toml`. (CMP-COMP, CMP-SETUP, CMP-BUY, CMP-TM)

use crate::content::places::{Morphology, Vehicle};
use kernel::Money;

/// The smallest coin: every sum is a multiple of it. (CMP-GEN-8)
pub const UNIT: i32 = 500;

/// The fewest players of a table. (CMP-GEN-1)
pub const LEAST_PLAYERS: u8 = 2;

/// The most players of a table. (CMP-GEN-1)
pub const MOST_PLAYERS: u8 = 5;

/// The actions of a turn. (CMP-TURN-1, CMP-GEN-6)
pub const ACTIONS: u8 = 2;

/// The victory points that end a `points` game. (CMP-END-4)
pub const VICTORY_TARGET: u8 = 10;

/// What a player starts with. (CMP-SETUP-7)
pub const START_MONEY: Money = Money::new(200_000);

/// The coins of that: the value, and how many. (CMP-SETUP-8)
pub const START_COINS: [(i32, u8); 6] = [(100_000, 1), (50_000, 1), (10_000, 4), (5_000, 1), (1_000, 4), (500, 2)];

/// The territory cards that a player is dealt. (CMP-SETUP-7)
pub const START_TERRITORIES: u8 = 10;

/// The contract cards that a player is dealt. (CMP-SETUP-7)
pub const START_CONTRACTS: u8 = 5;

/// What another player's token pays on entering a headquarters' territory. (CMP-HQ-2)
pub const HEADQUARTERS_FEE: Money = Money::new(10_000);

/// What a failed Delivery does to the victory points. (CMP-VP-3)
pub const FAILURE_POINTS: i8 = -1;

/// How many in-flight markers a colour has. (CMP-COMP-5)
pub const IN_FLIGHT: u8 = 1;

/// How many headquarters a colour has. (CMP-COMP-6)
pub const HEADQUARTERS: u8 = 1;

/// How many branches a colour has. (CMP-COMP-6, CMP-BRANCH-6)
pub const BRANCHES: u8 = 5;

/// How many crowns a colour has. (CMP-COMP-6)
pub const CROWNS: u8 = 1;

/// What a branch costs. (CMP-BUY-2)
pub const BRANCH_PRICE: Money = Money::new(100_000);

/// What the bank returns for a branch. (CMP-BUY-2)
pub const BRANCH_RETURN: Money = Money::new(50_000);

/// The coins in the box: the value, and how many. (CMP-COMP-9)
pub const COINS: [(i32, u8); 6] = [(500, 50), (1_000, 50), (5_000, 50), (10_000, 50), (50_000, 30), (100_000, 20)];

/// The fuel of an aircraft that reaches the green, the yellow and the red notch of the ruler. (CMP-AIR-2)
pub const NOTCH_FUEL: [Money; 3] = [Money::new(1_000), Money::new(2_000), Money::new(3_000)];

/// The points for entering a strait. (CMP-STRAIT-1)
pub const STRAIT_POINTS: u8 = 1;

/// All money in the box. (CMP-COMP-9)
pub const fn money_in_box() -> Money {
    total(COINS)
}

/// What so many coins of each value come to.
pub const fn total(coins: [(i32, u8); 6]) -> Money {
    let (mut sum, mut kind) = (0, 0);
    while kind < coins.len() {
        sum += coins[kind].0 * coins[kind].1 as i32;
        kind += 1;
    }
    Money::new(sum)
}

impl Vehicle {
    /// The points of a movement turn. (CMP-TM-1)
    #[inline]
    pub const fn allowance(self) -> u8 {
        match self {
            Vehicle::Truck => 5,
            Vehicle::Ship => 4,
            Vehicle::Aircraft => 2,
        }
    }

    /// What the bank takes for one. (CMP-BUY-2)
    pub const fn price(self) -> Money {
        Money::new(match self {
            Vehicle::Truck => 30_000,
            Vehicle::Ship => 100_000,
            Vehicle::Aircraft => 200_000,
        })
    }

    /// What the bank returns for one. (CMP-BUY-2)
    pub const fn price_back(self) -> Money {
        Money::new(self.price().units() / 2)
    }

    /// How many a colour has. (CMP-COMP-5, CMP-BUY-5)
    pub const fn tokens(self) -> u8 {
        match self {
            Vehicle::Truck => 5,
            Vehicle::Ship => 3,
            Vehicle::Aircraft => 2,
        }
    }

    /// How many a player starts with. (CMP-SETUP-7)
    pub const fn start_tokens(self) -> u8 {
        match self {
            Vehicle::Truck => 2,
            Vehicle::Ship | Vehicle::Aircraft => 1,
        }
    }

    /// The fuel of a movement turn; that of an aircraft goes by distance. (CMP-FUEL-1 to CMP-FUEL-3)
    pub const fn fuel(self) -> Option<Money> {
        match self {
            Vehicle::Truck => Some(Money::new(500)),
            Vehicle::Ship => Some(Money::new(1_000)),
            Vehicle::Aircraft => None,
        }
    }

    /// The price of the extra point that leaves a strait; aircraft never are on one. (CMP-STRAIT-5)
    pub const fn extra_point(self) -> Option<Money> {
        match self {
            Vehicle::Truck => Some(Money::new(5_000)),
            Vehicle::Ship => Some(Money::new(10_000)),
            Vehicle::Aircraft => None,
        }
    }
}

impl Morphology {
    /// The points that entering costs a truck. (CMP-TRUCK-2)
    #[inline]
    pub const fn points(self) -> u8 {
        match self {
            Morphology::Plain => 1,
            Morphology::Mountain | Morphology::Frozen => 2,
            Morphology::Desert | Morphology::TropicalForest => 3,
        }
    }
}
