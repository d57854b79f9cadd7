//! Bazaar: a small game with hidden hands, a lazy deck, auctions, offers and things once seen, to try the kernel on.

mod deeds;
pub mod knowledge;
mod notation;
pub mod state;
mod words;

use state::Bazaar;

use kernel::{About, Fault, Files, Game, Kind, Refusal, Setting};
use serde::{Deserialize, Serialize};

/// The settings of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub players: usize,
    pub rounds: u8,
    pub auction: AuctionKind,
}

/// Who may bid.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuctionKind {
    Open,
    Interest,
}

impl Default for Options {
    fn default() -> Options {
        Options { players: 3, rounds: 2, auction: AuctionKind::Open }
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
            line: "Peek, bury and outbid.",
            players: 2..=4,
            minutes: 5..=10,
            prefix: "BAZ",
            edition: 1,
            rulebook: include_str!("rulebook.md"),
        }
    }

    fn settings() -> Vec<Setting> {
        let number = |low, high, default| Kind::Number { low, high, default: Some(default) };
        let auction = Kind::Choice { values: &[("open", "everybody may bid"), ("interest", "only who said so first")] };
        vec![
            Setting { key: "players", kind: number(2, 4, 3), clause: "BAZ-SET-3", about: "how many play" },
            Setting { key: "rounds", kind: number(1, 6, 2), clause: "BAZ-SET-4", about: "how long it goes" },
            Setting { key: "auction", kind: auction, clause: "BAZ-AUCT-2", about: "who may bid" },
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
        if !(2..=4).contains(&options.players) {
            return Err(Refusal::new("BAZ-SET-3", "two to four can play"));
        }
        if !(1..=6).contains(&options.rounds) {
            return Err(Refusal::new("BAZ-SET-4", "there are one to six rounds"));
        }
        if interest && options.players < 3 {
            return Err(Refusal::new("BAZ-AUCT-2", "with two players there is nobody to declare interest to; play three"));
        }
        Ok(Bazaar { players: options.players, rounds: options.rounds, interest })
    }
}
