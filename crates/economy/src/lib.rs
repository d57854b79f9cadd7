//! ECONOMY: collect inventions, factories and shops of nine sectors, then let them earn points.
//!
//! The rules of a table come from a pack and the options:
//!
//! ```
//! use economy::{Economy, Options};
//! use kernel::{Game, Rules, Seeded, Silent};
//!
//! let pack = Economy::pack(&Economy::files()).unwrap();
//! let rules = Economy::rules(&pack, &Options { players: 3, ..Options::default() }).unwrap();
//! let state = rules.start(&mut Seeded::new(1), &mut Silent);
//! assert_eq!(rules.turn(&state).awaited.len(), 1);
//! ```
//!
//! Play is a loop over what is legal:
//!
//! ```
//! # use economy::{Economy, Options};
//! # use kernel::{Game, Luck, Rules, Seeded, Silent};
//! # let pack = Economy::pack(&Economy::files()).unwrap();
//! # let rules = Economy::rules(&pack, &Options::default()).unwrap();
//! let mut luck = Seeded::new(7);
//! let mut state = rules.start(&mut luck, &mut Silent);
//! let mut actions = Vec::new();
//! while let Some(seat) = rules.turn(&state).awaited.lowest() {
//!     actions.clear();
//!     rules.actions(&state, seat, &mut actions);
//!     let action = actions[luck.below(actions.len())];
//!     rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
//! }
//! assert!(rules.outcome(&state).is_some());
//! ```
//!
//! And a refusal names its clause:
//!
//! ```
//! # use economy::{Action, Corner, Economy, Options};
//! # use kernel::{Game, Rules, Seeded, Silent};
//! # let pack = Economy::pack(&Economy::files()).unwrap();
//! # let rules = Economy::rules(&pack, &Options::default()).unwrap();
//! # let mut luck = Seeded::new(7);
//! # let mut state = rules.start(&mut luck, &mut Silent);
//! let seat = rules.turn(&state).awaited.lowest().unwrap();
//! let refusal = rules.apply(&mut state, seat, &Action::Corner(Corner::A1), &mut luck, &mut Silent).unwrap_err();
//! assert_eq!(refusal.clause, "ECO-SETUP-4");
//! ```

mod actions;
mod board;
mod cards;
mod drawing;
mod events;
mod fallback;
mod from_position;
mod heuristic;
mod invariants;
mod landing;
mod notation;
mod options;
mod pack;
mod paths;
mod position;
mod rules;
mod setup;
mod state;
mod step_checks;
mod telling;
mod turn;
mod view;
mod words;

pub use actions::Action;
pub use board::{Corner, Space, Spaces};
pub use cards::{Card, CardSet, Category, Face};
pub use events::Event;
pub use options::{DeckName, MemoryRule, Options, Placement, Spacing, Starter, Tie};
pub use pack::Pack;
pub use paths::Paths;
pub use position::Position;
pub use rules::EconomyRules;
pub use state::{Piece, State, Step};
pub use view::{CardView, LocationView, PlayerView, View};

kernel::game! {
    /// The game.
    pub struct Economy;
    about: {
        id: "economy",
        title: "ECONOMY",
        line: "Collect inventions, factories and shops, then let them earn – and throw your rivals off the board.",
        players: 2..=6,
        minutes: 45..=60,
        prefix: "ECO",
        edition: 1,
    };
    options: Options, with options::presets;
    pack: Pack, from pack::files, by pack::read;
    rules: EconomyRules;
}
