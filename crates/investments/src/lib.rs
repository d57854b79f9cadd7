//! Expensive Investments – Industry: buy businesses round the board, complete series, invest, bargain, and own the most.
//!
//! The rules of a table come from a pack and the options:
//!
//! ```
//! use investments::{Investments, Options};
//! use kernel::{Game, Rules, Seeded, Silent};
//!
//! let pack = Investments::pack(&Investments::files()).unwrap();
//! let rules = Investments::rules(&pack, &Options { players: 3, ..Options::default() }).unwrap();
//! let state = rules.start(&mut Seeded::new(1), &mut Silent);
//! assert_eq!(rules.turn(&state).awaited.len(), 1);
//! ```
//!
//! A position is written with the rulebook's names, and an action in a few words:
//!
//! ```
//! # use investments::{Investments, Options, Position};
//! # use kernel::{Game, Money, Notation, Rules, Scripted, Seat, Silent};
//! # let pack = Investments::pack(&Investments::files()).unwrap();
//! # let rules = Investments::rules(&pack, &Options::default()).unwrap();
//! // The first player stands on tile 1 before the roll; the second owns the whole series around it, with two investments on b03.
//! let position: Position = serde_json::from_str(
//!     r#"{"players": [{"at": 1}, {"owned": ["b01", "b02", "b03", "b04"]}], "levels": {"b03": 2}}"#,
//! ).unwrap();
//! let mut state = rules.restore(&position).unwrap();
//! for action in ["roll", "pay"] {
//!     let action = rules.read(action).unwrap();
//!     rules.apply(&mut state, Seat::FIRST, &action, &mut Scripted::new([1, 2]), &mut Silent).unwrap();
//! }
//! assert_eq!(state.player(Seat::FIRST).cash, Money::new(1_440_000), "60,000 for two investments");
//! ```
//!
//! And a refusal names its clause:
//!
//! ```
//! # use investments::{Investments, Options, Position};
//! # use kernel::{Game, Notation, Rules, Seat, Seeded, Silent};
//! # let pack = Investments::pack(&Investments::files()).unwrap();
//! # let rules = Investments::rules(&pack, &Options::default()).unwrap();
//! # let mut state = rules.restore(&Position::default()).unwrap();
//! let end = rules.read("end").unwrap();
//! let refusal = rules.apply(&mut state, Seat::FIRST, &end, &mut Seeded::new(1), &mut Silent).unwrap_err();
//! assert_eq!(refusal.clause, "INV-TURN-1");
//! ```

mod actions;
mod bots;
mod content;
pub mod decisions;
mod events;
mod notation;
mod options;
mod play;
mod rules;
mod state;
mod turn;
mod view;
mod words;

pub use actions::Action;
pub use content::effects::{
    Condition, Effect, Extreme, Global, GlobalTile, Item as Counted, Keep, Must, Namer, Shortcut, Types, Way,
};
pub use content::pack::{
    CardText, CasinoChoice, CasinoGame, Deed, FortuneCard, GlobalCard, Growth, LotteryRow, Numbers, Pack, Piece, Series,
    ShortcutCard, Tile, TileText, files, read as read_pack,
};
pub use content::things::{
    BUSINESSES, Business, Businesses, FORTUNES, Fortune, Fraction, GLOBALS, SERIES, SHORTCUTS, TILES, TileKind, Type, UNIT,
    percent,
};
pub use decisions::Frame;
pub use events::{Event, NoFee, SkipReason, ToldTransfer, fortune_id, global_id, shortcut_id};
pub use options::{
    BankMoney, EndExtra, ForcedTie, FortuneMode, GlobalFirstToken, GlobalMode, LoanInTradeStep, Options, OrderMode, PieceMode,
    RepeatDie, ShortcutMode, SingleFee, StartMode, TaxMode, TaxStay, TokenSupply, WealthTies,
};
pub use rules::InvestmentsRules;
pub use state::position::{
    ArmedPosition, BookPosition, CardId, GlobalId, GlobalPosition, HeldPosition, KeptCard, KeptPosition, LevelPosition,
    LockPosition, PlayerPosition, Position, RollPosition, SalePosition, ShortcutId, ShortcutPosition, TurnPosition,
    UnderPosition, UsePosition,
};
pub use state::{
    Amount, Answer, Arm, Armed, Arms, Asset, Book, DEPTH, DebtKind, Ending, FortuneId, Held, How, InForce, InvestmentsDeal, Item,
    Kept, Lock, MONOPOLY, Party, Player, Purpose, Roll, Sale, State, Step, THINGS, TurnState, Unseen,
};
pub use turn::ending::COUNTS;
pub use view::{
    BankView, BusinessView, CardView, GlobalView, KeptView, LapView, PendingView, PlayerView, RollView, SaleView, ShortcutView,
    View,
};
pub use words::table_words::TableWords;

use kernel::{About, Files, Game, PackFault, Preset, Primer, Refusal};
use std::sync::Arc;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Investments;

impl Game for Investments {
    type Options = Options;
    type Pack = Arc<Pack>;
    type Rules = InvestmentsRules;

    fn about() -> About {
        About {
            id: "investments",
            title: "Expensive Investments – Industry",
            line: "Buy businesses round the board, complete series, invest and bargain, and own the most when it ends.",
            players: 1..=16,
            minutes: 60..=240,
            prefix: "INV",
            edition: 3,
            rulebook: include_str!("../rulebook.md"),
        }
    }

    fn primer() -> Primer {
        Primer { aim: include_str!("../aim.md"), summary: include_str!("../summary.md"), terms: include_str!("../terms.md") }
    }

    fn presets() -> Vec<Preset> {
        options::presets()
    }

    fn files() -> Files {
        content::pack::files()
    }

    fn pack(files: &Files) -> Result<Arc<Pack>, Vec<PackFault>> {
        content::pack::read(files).map(Arc::new)
    }

    fn lesson() -> Option<&'static str> {
        Some(include_str!("../lesson.toml"))
    }

    fn rules(pack: &Arc<Pack>, options: &Options) -> Result<InvestmentsRules, Refusal> {
        InvestmentsRules::new(pack, options)
    }
}
