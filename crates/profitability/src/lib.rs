//! PROFI-T-ABILITY: drive a truck between eight warehouses and sell where the price is right.
//!
//! The rules of a table come from a pack and the options:
//!
//! ```
//! use kernel::{Game, Rules, Seeded, Silent};
//! use profitability::{Options, Profitability};
//!
//! let pack = Profitability::pack(&Profitability::files()).unwrap();
//! let rules = Profitability::rules(&pack, &Options { players: 3, ..Options::default() }).unwrap();
//! let state = rules.start(&mut Seeded::new(1), &mut Silent);
//! assert_eq!(rules.turn(&state).awaited.len(), 1);
//! ```
//!
//! A position is written with the rulebook's names, and a drive is one action at the price of its cheapest way:
//!
//! ```
//! # use kernel::{Game, Notation, Rules, Seat, Seeded, Silent};
//! # use profitability::{Options, Position, Profitability};
//! # let pack = Profitability::pack(&Profitability::files()).unwrap();
//! # let rules = Profitability::rules(&pack, &Options::default()).unwrap();
//! // Everybody at home in the first lap; the first player has rolled 2 and 6.
//! let mut state = rules.restore(&Position { dice: Some([2, 6]), ..Position::default() }).unwrap();
//! let drive = rules.read("drive LargeGreen").unwrap();
//! rules.apply(&mut state, Seat::FIRST, &drive, &mut Seeded::new(1), &mut Silent).unwrap();
//! assert_eq!(state.points, 2, "four dots away");
//! ```
//!
//! And a refusal names its clause:
//!
//! ```
//! # use kernel::{Game, Notation, Rules, Seat, Seeded, Silent};
//! # use profitability::{Options, Position, Profitability};
//! # let pack = Profitability::pack(&Profitability::files()).unwrap();
//! # let rules = Profitability::rules(&pack, &Options::default()).unwrap();
//! # let mut state = rules.restore(&Position { dice: Some([2, 6]), ..Position::default() }).unwrap();
//! let end = rules.read("end").unwrap();
//! let refusal = rules.apply(&mut state, Seat::FIRST, &end, &mut Seeded::new(1), &mut Silent).unwrap_err();
//! assert_eq!(refusal.clause, "PRF-FIRST-1");
//! ```

mod action_phase;
mod actions;
mod board;
mod colours;
mod drawing;
mod driving;
mod effects;
mod ending;
mod events;
mod fallback;
mod from_position;
mod goods;
mod heuristic;
mod invariants;
mod joker;
mod loading;
mod map;
mod marking;
mod notation;
mod options;
mod pack;
mod places;
mod position;
mod reach;
mod roads;
mod roll;
mod routes;
mod rules;
mod scoring;
mod setup;
mod showing;
mod state;
mod step_checks;
mod telling;
mod trendline;
mod unloading;
mod view;
mod words;

pub use actions::Action;
pub use board::{Board, Laid, POINTS, SLOTS, TILES, Tile};
pub use colours::{Colour, Direction, Marker};
pub use events::Event;
pub use goods::{Goods, Store};
pub use options::{Colours, GoodsLayout, Mode, Options, Sequence, TakeBack, Target, TileChoice, Tiles, TruckBlocking};
pub use pack::{Numbers, Pack, Track};
pub use places::{Dot, Dots, Place, Warehouse, Warehouses, said};
pub use position::{CountsPosition, DeedsPosition, DrivePosition, Position, SeriesPosition, TruckPosition};
pub use roads::Links;
pub use rules::ProfitabilityRules;
pub use state::{Counts, Damaged, Drive, GoodHandled, GoodsHandled, Handled, Series, Stage, State, Step, Truck};
pub use trendline::{JOKER, Space, Trendline};
pub use view::{
    BoardView, DotView, DriveView, MarkerView, PlayerView, PriceView, ReachView, SpaceView, TileView, TrackView, TrendView,
    TruckView, View, WarehouseView,
};

kernel::game! {
    /// The game.
    pub struct Profitability;
    about: {
        id: "profitability",
        title: "PROFI-T-ABILITY",
        line: "Drive your truck between eight warehouses, watch four prices, and sell where it pays most.",
        players: 2..=4,
        minutes: 45..=75,
        prefix: "PRF",
        edition: 3,
    };
    options: Options, with options::presets;
    pack: Pack, from pack::files, by pack::read;
    rules: ProfitabilityRules;
}
