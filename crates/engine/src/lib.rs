//! Every game of the house behind one interface, and the line protocol through which programs play.
//!
//! [`games`] lists the games as [`AnyGame`]; opening one gives an [`AnyTable`]. Code that uses these two knows no particular game:
//!
//! ```
//! use bots::Budget;
//! use engine::{Setup, games, secret_of};
//! for game in games() {
//!     let mut table = game.open(Setup::new(secret_of(7)))?;
//!     while let Some(seat) = table.turn().awaited.lowest() {
//!         let action = table.bot(seat, "steady", 1, &Budget::default())?;
//!         table.play(seat, &action, None)?;
//!     }
//!     assert!(table.outcome().is_some());
//! }
//! # Ok::<(), engine::EngineError>(())
//! ```
//!
//! [`serve`] speaks the line protocol: one JSON object per line, one reply per line.
//!
//! ```
//! let mut replies = Vec::new();
//! engine::serve(&b"{\"do\":\"tables\"}\nnonsense\n"[..], &mut replies)?;
//! assert_eq!(String::from_utf8_lossy(&replies).lines().count(), 2);
//! # Ok::<(), std::io::Error>(())
//! ```

mod catalogue;
mod chart;
mod command;
mod data;
mod desk;
mod error;
mod game;
pub mod lesson;
mod looking;
mod names;
mod opening;
mod playing;
mod registry;
mod secret;
mod table;
mod thought;
pub mod told;

pub use chart::{Chart, Origins};
pub use command::{COMMANDS, Command, LONGEST_SCRIPT, MOST_MILLIS};
pub use data::Data;
pub use desk::{Desk, LONGEST_LINE, MOST_TABLES};
pub use error::{CODES, EngineError};
pub use game::{AnyGame, LONGEST_NAME, Setup, boxed};
pub use lesson::Lesson;
pub use names::{alike, twice, unlike};
pub use registry::{game, games, invite};
pub use secret::{secret, secret_of};
pub use table::{Amount, AnyTable, Asked, Barred, Choice, Choices, ToldEvent};
pub use thought::Thought;

use std::io::{self, BufRead, Write};

/// Speaks the line protocol about all games until the input ends or somebody quits.
pub fn serve(input: impl BufRead, output: impl Write) -> io::Result<()> {
    Desk::new(games()).serve(input, output)
}
