//! Bazaar: a small game that bargains, to try on it what is written for every game.
//!
//! Hidden hands, a lazy deck, things once seen, polls with sealed answers, auctions, deals of two or three with counter-offers,
//! and an order of play that need not be the order of seats. It is no part of the program.

mod deeds;
pub mod knowledge;
pub mod notation;
pub mod state;
mod words;

pub use state::Bazaar;

use kernel::{About, Fault, Files, Game, Kind, Order, Refusal, Seats, Setting};
use serde::{Deserialize, Serialize};

/// The settings of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Options {
    pub players: usize,
    pub rounds: u8,
    pub order: OrderKind,
    pub auction: AuctionKind,
    pub bargaining: Bargaining,
}

/// Who plays after whom.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum OrderKind {
    Clockwise,
    Backwards,
}

/// Who may bid.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum AuctionKind {
    Open,
    Interest,
}

/// Whether the game waits for the answer to an offer.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Bargaining {
    Waits,
    Open,
}

impl Default for Options {
    fn default() -> Options {
        Options { players: 3, rounds: 2, order: OrderKind::Clockwise, auction: AuctionKind::Open, bargaining: Bargaining::Waits }
    }
}

/// The game.
pub struct BazaarGame;

impl Game for BazaarGame {
    type Options = Options;
    type Pack = ();
    type Rules = Bazaar;

    fn about() -> About {
        About {
            id: "bazaar",
            title: "Bazaar",
            line: "Peek, bury, bargain and outbid.",
            players: 2..=16,
            minutes: 5..=10,
            prefix: "BAZ",
            edition: 1,
            rulebook: include_str!("rulebook.md"),
        }
    }

    fn settings() -> Vec<Setting> {
        let number = |low, high, default| Kind::Number { low, high, default: Some(default) };
        let order = Kind::Choice { values: &[("clockwise", "by seats"), ("backwards", "against the seats")] };
        let auction = Kind::Choice { values: &[("open", "everybody may bid"), ("interest", "only who said so first")] };
        let bargaining = Kind::Choice { values: &[("waits", "the game waits for answers"), ("open", "the turn goes on")] };
        vec![
            Setting { key: "players", kind: number(2, 16, 3), clause: "BAZ-SET-3", about: "how many play" },
            Setting { key: "rounds", kind: number(1, 6, 2), clause: "BAZ-SET-4", about: "how long it goes" },
            Setting { key: "order", kind: order, clause: "BAZ-SET-5", about: "who plays after whom" },
            Setting { key: "auction", kind: auction, clause: "BAZ-AUCT-2", about: "who may bid" },
            Setting { key: "bargaining", kind: bargaining, clause: "BAZ-NEG-4", about: "whether the game waits for answers" },
        ]
    }

    fn files() -> Files {
        Files::default()
    }

    fn pack(_files: &Files) -> Result<(), Vec<Fault>> {
        Ok(())
    }

    fn rules(_pack: &(), options: &Options) -> Result<Bazaar, Refusal> {
        let interest = options.auction == AuctionKind::Interest;
        if !(2..=16).contains(&options.players) {
            return Err(Refusal::new("BAZ-SET-3", "two to sixteen can play"));
        }
        if !(1..=6).contains(&options.rounds) {
            return Err(Refusal::new("BAZ-SET-4", "there are one to six rounds"));
        }
        if interest && (options.players < 3 || options.rounds < 2) {
            return Err(Refusal::new("BAZ-AUCT-2", "asking for interest takes three players and two rounds: play more"));
        }
        let mut seats: Vec<_> = Seats::first(options.players).collect();
        if options.order == OrderKind::Backwards {
            seats.reverse();
        }
        let order = Order::of(&seats).ok_or_else(|| Refusal::new("BAZ-SET-5", "everybody has one place in the order"))?;
        Ok(Bazaar { order, rounds: options.rounds, interest, waits: options.bargaining == Bargaining::Waits })
    }
}
