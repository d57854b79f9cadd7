//! What happened, with the rulebook's names.

use crate::{
    goods::{Car, Characteristic, Good},
    state::Phase,
};
use kernel::{Money, Seat};
use serde::Serialize;

/// Something that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// Who starts was decided. (BIZ-SETUP-7)
    Started {
        /// The starting seat.
        seat: Seat,
    },
    /// A round began. (BIZ-ROUND-1)
    RoundBegan {
        /// Which, from 1.
        round: u16,
        /// Its lead seat.
        lead: Seat,
    },
    /// The Bank paid for a round sat out. (BIZ-SKIP-7)
    Granted {
        /// To whom.
        seat: Seat,
        /// How much.
        coins: Money,
    },
    /// A player announced to sit the round out. (BIZ-SKIP-1)
    Skipped {
        /// Who.
        seat: Seat,
        /// The points it cost. (BIZ-SKIP-3)
        points_lost: u16,
    },
    /// A deck was empty and its discard pile shuffled. (BIZ-MARKET-5)
    Reshuffled {
        /// `goods` or `export`.
        deck: &'static str,
    },
    /// The goods card was turned. (BIZ-MARKET-1)
    GoodsTurned {
        /// The card.
        card: String,
        /// The tiles laid out.
        laid: Vec<(Good, u8)>,
    },
    /// The export card was turned. (BIZ-MARKET-2)
    ExportTurned {
        /// The card.
        card: String,
        /// Its goods.
        goods: Vec<Good>,
    },
    /// A purchase. (BIZ-BUY-2)
    Bought {
        /// Who.
        seat: Seat,
        /// What.
        good: Good,
        /// How many units.
        units: u8,
        /// What they cost.
        cost: Money,
    },
    /// A pass in buying or loading. (BIZ-BUY-7, BIZ-LOAD-11)
    Passed {
        /// Who.
        seat: Seat,
        /// Was nothing else possible?
        forced: bool,
        /// Buying or loading.
        phase: Phase,
    },
    /// What was left on the market went back to the piles. (BIZ-MARKET-6)
    MarketReturned {
        /// The tiles.
        goods: Vec<(Good, u8)>,
    },
    /// A load. (BIZ-LOAD-2)
    Loaded {
        /// Who.
        seat: Seat,
        /// What.
        good: Good,
        /// How many units.
        units: u8,
        /// Into which car.
        car: Car,
        /// Is the car full now?
        filled: bool,
    },
    /// What was bought moved to the main warehouse. (BIZ-STORE-1)
    Stored {
        /// Whose.
        seat: Seat,
        /// The units.
        goods: Vec<(Good, u8)>,
    },
    /// Goods were given up. (BIZ-STORE-4)
    Kept {
        /// By whom.
        seat: Seat,
        /// What stays.
        kept: Vec<(Good, u8)>,
        /// What went back to the piles.
        given_up: Vec<(Good, u8)>,
    },
    /// The price wheel was spun. (BIZ-WHEEL-1)
    WheelTurned {
        /// The sector.
        sector: String,
        /// The goods whose price it moves: positions that the marker went up or down, where it stands then, and the price there.
        moves: Vec<(Good, i16, u8, u8)>,
        /// The goods under embargo.
        embargo: Vec<Good>,
    },
    /// A car was sent and paid. (BIZ-SEND-1)
    Sent {
        /// Which.
        car: Car,
        /// What it carried.
        good: Good,
        /// The price of a unit.
        price: u8,
        /// Each owner with his units and what he received.
        paid: Vec<(Seat, u8, Money)>,
        /// The only owner and his points. (BIZ-SEND-6)
        points: Option<(Seat, u16)>,
    },
    /// A full car stayed because of the embargo. (BIZ-SEND-5)
    Held {
        /// Which.
        car: Car,
        /// What it carries.
        good: Good,
    },
    /// Prices were adjusted. (BIZ-PRICE-4, BIZ-PRICE-5)
    PricesAdjusted {
        /// Each good with the positions that the marker went up or down, where it stands then, and the price there.
        moves: Vec<(Good, i16, u8, u8)>,
    },
    /// An export. (BIZ-EXPORT-3)
    Exported {
        /// Who.
        seat: Seat,
        /// What.
        good: Good,
        /// The size of the lot.
        units: u8,
        /// The points.
        points: u16,
    },
    /// An improvement. (BIZ-IMPROVE-1)
    Improved {
        /// Who.
        seat: Seat,
        /// What.
        characteristic: Characteristic,
        /// The new level.
        level: u8,
        /// What it cost.
        cost: Money,
        /// The points.
        points: u16,
    },
    /// The event wheel was spun. (BIZ-EVENT-1)
    Spun {
        /// By whom.
        seat: Seat,
        /// The sector.
        sector: String,
        /// What it hits.
        hit: Option<Characteristic>,
    },
    /// A warning marker was laid. (BIZ-EVENT-3)
    Warned {
        /// Whose.
        seat: Seat,
        /// Beside what.
        characteristic: Characteristic,
    },
    /// The insurance averted the penalty. (BIZ-EVENT-9)
    Averted {
        /// Whose.
        seat: Seat,
        /// Of what.
        characteristic: Characteristic,
    },
    /// A penalty. (BIZ-EVENT-5 to BIZ-EVENT-7)
    Penalised {
        /// Whose.
        seat: Seat,
        /// What was hit.
        characteristic: Characteristic,
        /// Its level before.
        from: u8,
        /// Its level now.
        level: u8,
        /// The points lost.
        points: u16,
    },
    /// An insurance. (BIZ-INSURE-2)
    Insured {
        /// Who.
        seat: Seat,
        /// What.
        characteristic: Characteristic,
        /// What it cost.
        cost: Money,
    },
    /// An insurance ended. (BIZ-INSURE-4)
    InsuranceEnded {
        /// Whose.
        seat: Seat,
        /// Of what.
        characteristic: Characteristic,
    },
    /// The game is over. (BIZ-END-1, BIZ-END-8)
    Won {
        /// All who won.
        winners: Vec<Seat>,
        /// The clause by which they won.
        clause: &'static str,
    },
}

impl Event {
    /// The player who did it or whom it affects, if that is one player.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Event::Started { seat }
            | Event::Granted { seat, .. }
            | Event::Skipped { seat, .. }
            | Event::Bought { seat, .. }
            | Event::Passed { seat, .. }
            | Event::Loaded { seat, .. }
            | Event::Stored { seat, .. }
            | Event::Kept { seat, .. }
            | Event::Exported { seat, .. }
            | Event::Improved { seat, .. }
            | Event::Spun { seat, .. }
            | Event::Warned { seat, .. }
            | Event::Averted { seat, .. }
            | Event::Penalised { seat, .. }
            | Event::Insured { seat, .. }
            | Event::InsuranceEnded { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
