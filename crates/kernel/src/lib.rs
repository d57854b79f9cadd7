//! The building blocks of every game of the house.
//!
//! A game is a crate that implements [`Game`] and, for its tables, [`Rules`], [`Notation`] and [`Words`]. Everything
//! else (bots, simulations, records, pages) is written once against these traits.
//!
//! Luck is drawn through one small trait, so that a test can decide every roll:
//!
//! ```
//! use kernel::{Luck, Scripted};
//! let mut luck = Scripted::new([6, 1]);
//! assert_eq!(luck.die(6) + luck.die(6), 7);
//! ```
//!
//! Decks hold no secret order; a draw takes a random card of those that nobody has seen:
//!
//! ```
//! use kernel::{Deck, Seeded};
//! let mut deck = Deck::<52>::shuffled(52);
//! let card = deck.draw(&mut Seeded::new(7)).unwrap();
//! assert!(!deck.unseen().contains(card));
//! ```
//!
//! Money is a type that cannot be overdrawn:
//!
//! ```
//! use kernel::Money;
//! assert_eq!(Money::new(10).less(Money::new(12)), None);
//! ```

mod auction;
mod bargain;
mod bidding;
mod cards;
mod clause;
mod clock;
mod deal;
mod decision;
mod declare;
mod declare_game;
mod game;
mod ledger;
mod luck;
mod moment;
mod money;
mod offer;
mod offers;
mod order;
mod outcome;
mod pack;
mod pending;
mod phrase;
mod poll;
mod preset;
mod record;
mod refusal;
mod rulebook;
mod rules;
pub mod say;
mod seat;
mod set;
pub mod settings;
mod sheet;
mod table;
mod words;

pub use auction::{Auction, AuctionFault, Bid, BidRange, Terms};
pub use bargain::{Bargain, Lot, Purse};
pub use bidding::BidOrPass;
pub use cards::{Cards, Deck, redeal};
pub use clause::{clauses_in, is_clause};
pub use clock::Clock;
pub use deal::{Deal, DealFault, Transfer};
pub use game::{About, Game, Primer};
pub use luck::{Fair, Key, Luck, LuckFault, Prepared, Recording, Scripted, Seeded};
pub use money::Money;
pub use offer::{Offer, OfferFault, OfferNumber};
pub use offers::{Offers, WrittenOffer};
pub use order::Order;
pub use outcome::Outcome;
pub use pack::{File, Files, PackFault, is_plain};
pub use pending::{Pending, TooDeep};
pub use phrase::Phrase;
pub use poll::{Poll, PollFault, SealedAnswer, WrittenPoll};
pub use preset::Preset;
pub use record::{Entry, Fingerprint, Header, LONGEST_RECORD, Record, RecordFault, Start};
pub use refusal::{Refusal, refuse};
pub use rulebook::{Clause, Rulebook};
pub use rules::{Bounds, Consequence, Journal, Question, Rules, Silent, Turn};
pub use seat::{MAX_SEATS, Seat, Seats, Viewer};
pub use set::{Bits, nth_bit};
pub use settings::{Kind, Setting};
pub use sheet::{PackReader, Row, Sheet};
pub use table::{Event, Kept, Recorded, Table, TableFault, header};
pub use words::{AmountText, EventNames, Figure, Line, Notation, Words};

/// A value as records and programs write it.
#[doc(hidden)]
pub use serde_json::Value as Json;
