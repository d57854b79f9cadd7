//! __Title__: roll as long as you dare, then keep what you won.
//!
//! ```
//! use __game__::{__Game__, Options};
//! use kernel::{Game, Rules, Seeded, Silent};
//!
//! let pack = __Game__::pack(&__Game__::files()).unwrap();
//! let rules = __Game__::rules(&pack, &Options::default()).unwrap();
//! let (mut luck, mut buffer) = (Seeded::new(7), Vec::new());
//! let mut state = rules.start(&mut luck, &mut Silent);
//! while let Some(seat) = rules.turn(&state).next() {
//!     let action = rules.any_action(&state, seat, &mut luck, &mut buffer).unwrap();
//!     rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
//! }
//! assert!(rules.outcome(&state).is_some());
//! ```

mod notation;
mod options;
mod pack;
mod rules;
mod state;
mod words;

pub use notation::Position;
pub use options::Options;
pub use pack::Pack;
pub use rules::__Game__Rules;
pub use state::{Action, Event, PlayerView, State, View};

kernel::game! {
    /// The game.
    pub struct __Game__;
    about: {
        id: "__game__",
        title: "__Title__",
        line: "Roll as long as you dare, then keep what you won.",
        players: 2..=6,
        minutes: 5..=15,
        prefix: "__PREFIX__",
        edition: 1,
    };
    options: Options, with options::presets;
    pack: Pack, from pack::files, by pack::read;
    rules: __Game__Rules;
}
