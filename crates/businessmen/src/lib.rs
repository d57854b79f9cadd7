//! Businessmen: buy goods, load shared cars, sell while the price is high, and be the first to twenty victory points.
//!
//! The rules of a table come from a pack and the options:
//!
//! ```
//! use businessmen::{Businessmen, Options};
//! use kernel::{Game, Rules, Seeded, Silent};
//!
//! let pack = Businessmen::pack(&Businessmen::files()).unwrap();
//! let rules = Businessmen::rules(&pack, &Options { players: 3, ..Options::default() }).unwrap();
//! let state = rules.start(&mut Seeded::new(1), &mut Silent);
//! assert_eq!(rules.turn(&state).awaited.len(), 1);
//! ```
//!
//! Play is a loop over what is legal:
//!
//! ```
//! # use businessmen::{Businessmen, Options};
//! # use kernel::{Game, Luck, Rules, Seeded, Silent};
//! # let pack = Businessmen::pack(&Businessmen::files()).unwrap();
//! # let rules = Businessmen::rules(&pack, &Options { round_limit: Some(20), ..Options::default() }).unwrap();
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
//! # use businessmen::{Action, Businessmen, Good, Options};
//! # use kernel::{Game, Rules, Seeded, Silent};
//! # let pack = Businessmen::pack(&Businessmen::files()).unwrap();
//! // Everybody is asked first whether they skip the round.
//! let options = Options { skip_limit: None, ..Options::default() };
//! let rules = Businessmen::rules(&pack, &options).unwrap();
//! # let mut luck = Seeded::new(7);
//! # let mut state = rules.start(&mut luck, &mut Silent);
//! let seat = rules.turn(&state).awaited.lowest().unwrap();
//! let early = Action::Buy { units: 3, good: Good::Oil };
//! let refusal = rules.apply(&mut state, seat, &early, &mut luck, &mut Silent).unwrap_err();
//! assert_eq!(refusal.clause, "BIZ-BUY-2");
//! ```
//!
//! If absent players always chose the rulebook's "nothing", a game would never end. So the fallback plays a simple game for them:
//! it skips only without coins, buys and loads what brings it nearest to an export or a full car, takes every export and
//! improvement, keeps the largest stocks and insures nothing. Exports and cars bring more points than the event wheel takes, and
//! after round 999 the game is over in any case.

mod actions;
mod announcing;
mod buying;
mod counting;
mod drawing;
mod ending;
mod events;
mod exporting;
mod fallback;
mod from_position;
mod goods;
mod heuristic;
mod improving;
mod insuring;
mod invariants;
mod loading;
mod market;
mod negative_events;
mod notation;
mod options;
mod pack;
mod position;
mod rules;
mod sending;
mod setup;
mod state;
mod step_checks;
mod storing;
mod telling;
mod view;
mod words;

pub use actions::Action;
pub use events::Event;
pub use goods::{Car, Characteristic, Characteristics, Good, Goods, Units};
pub use options::{
    BankRule, COLOURS, Colour, Colours, EventMode, ExportLots, InsuranceScope, LoadDuty, LoadPass, LoaderLimit, LoadingStart,
    MOST_ROUNDS, MarketLeftovers, Options, Overflow, PointsCap, QuietRound, SameGoodTwice, TieBreak,
};
pub use pack::{CarFigures, EventSector, ExportCard, GoodsCard, Numbers, Pack, PriceSector, Track};
pub use position::{CarPosition, PlayerPosition, Position, SpinPosition};
pub use rules::BusinessmenRules;
pub use state::{Books, Load, MOST_PLAYERS, Phase, Player, State};
pub use view::{
    CarView, CostsView, DeckView, Earned, EventSectorView, EventWheelView, ExportCardView, GoodView, GoodsCardView, Lost,
    PlayerView, PriceSectorView, PriceWheelView, View,
};

kernel::game! {
    /// The game.
    pub struct Businessmen;
    about: {
        id: "businessmen",
        title: "Businessmen",
        line: "Buy goods, load shared cars, sell while the price is high – and let no bad luck take your twenty points away.",
        players: 2..=4,
        minutes: 45..=90,
        prefix: "BIZ",
        edition: 2,
    };
    options: Options, with options::presets;
    pack: Pack, from pack::files, by pack::read;
    rules: BusinessmenRules;
}
