//! Bazaar: a small game with bargaining, for testing code that works with every game.
//!
//! It has hidden hands, a deck whose cards are chosen only when drawn, cards that players remember, polls with sealed answers,
//! auctions, deals between two or three players with counter-offers, and an order of play that need not be the order of seats.
//! The program does not offer it.

mod acting;
pub mod knowledge;
pub mod notation;
pub mod state;
mod words;

pub use state::Bazaar;

use kernel::{About, Files, Game, Order, PackFault, Refusal, Seats, settings::Settings};

kernel::settings! {
    /// The settings of a table.
    pub struct Options;

    "BAZ-SET-3" players: usize, "how many play" { 3 in 2..=16 }

    "BAZ-SET-4" rounds: u8, "how long it goes" { 2 in 1..=6 }

    "BAZ-END-2" minutes: u32, "after how many minutes it ends" { "none": "there is no limit", or 1..=99 }

    "BAZ-SET-5" order: OrderKind, "who plays after whom" {
        Clockwise = "clockwise": "by seats",
        Backwards = "backwards": "against the seats",
    }

    "BAZ-AUCT-2" auction: AuctionKind, "who may bid" {
        Open = "open": "everybody may bid",
        Interest = "interest": "only who said so first",
    }

    "BAZ-NEG-4" bargaining: Bargaining, "whether the game waits for answers" {
        Waits = "waits": "the game waits for answers",
        Open = "open": "the turn goes on",
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

    fn files() -> Files {
        Files::default()
    }

    fn pack(_files: &Files) -> Result<(), Vec<PackFault>> {
        Ok(())
    }

    fn rules(_pack: &(), options: &Options) -> Result<Bazaar, Refusal> {
        let interest = options.auction == AuctionKind::Interest;
        options.check_bounds()?;
        if interest && (options.players < 3 || options.rounds < 2) {
            return Err(Refusal::new("BAZ-AUCT-2", "asking for interest takes three players and two rounds: play more"));
        }
        let mut seats: Vec<_> = Seats::first(options.players).collect();
        if options.order == OrderKind::Backwards {
            seats.reverse();
        }
        let order = Order::of(&seats).ok_or_else(|| Refusal::new("BAZ-SET-5", "everybody has one place in the order"))?;
        let waits = options.bargaining == Bargaining::Waits;
        Ok(Bazaar { order, rounds: options.rounds, minutes: options.minutes, interest, waits })
    }
}
