//! COMPETITOR$: carry goods over land, sea and air from Sender to Receiver within the time of the contract.
//!
//! The rules of a table come from a pack and the options:
//!
//! ```
//! use competitors::{Competitors, Options};
//! use kernel::{Game, Rules, Seeded, Silent};
//!
//! let pack = Competitors::pack(&Competitors::files()).unwrap();
//! let rules = Competitors::rules(&pack, &Options { players: 3, ..Options::default() }).unwrap();
//! let state = rules.start(&mut Seeded::new(1), &mut Silent);
//! assert_eq!(rules.turn(&state).awaited.len(), 1, "the highest roller chooses a headquarters");
//! ```
//!
//! A position is written with the ids of the pack, an action in a few words; its player reads what it would change before it is chosen:
//!
//! ```
//! # use competitors::{Competitors, Options, Position};
//! # use kernel::{Game, Money, Notation, Rules, Seat, Seeded, Silent, Words};
//! # let pack = Competitors::pack(&Competitors::files()).unwrap();
//! # let rules = Competitors::rules(&pack, &Options { players: 2, ..Options::default() }).unwrap();
//! // The first player, in Germany, has goods for France on a truck in Poland.
//! let position: Position = serde_json::from_str(
//!     r#"{"danger": {"area": "oceania", "die": 1}, "players": [{"office": "H3", "tokens": {
//!         "a-truck-1": {"at": "poland", "load": {"contract": "C002", "sender": "poland", "receiver": "france"}}}}, {"office": "H1"}]}"#,
//! ).unwrap();
//! let mut state = rules.restore(&position).unwrap();
//! let deliver = rules.read("deliver poland").unwrap();
//! rules.apply(&mut state, Seat::FIRST, &deliver, &mut Seeded::new(1), &mut Silent).unwrap();
//! let go = rules.read("go a-truck-1 france").unwrap();
//! let effect = rules.effect(&state, Seat::FIRST, &go, &[]);
//! assert_eq!(effect, "2 points of 5; fuel 500, 199,500 left; the goods are at the Receiver: 47,000 and 1 victory point");
//! rules.apply(&mut state, Seat::FIRST, &go, &mut Seeded::new(1), &mut Silent).unwrap();
//! assert_eq!(state.player(Seat::FIRST).money, Money::new(246_500));
//! ```
//!
//! And a refusal names its clause:
//!
//! ```
//! # use competitors::{Competitors, Options, Position};
//! # use kernel::{Game, Notation, Rules, Seat, Seeded, Silent};
//! # let pack = Competitors::pack(&Competitors::files()).unwrap();
//! # let rules = Competitors::rules(&pack, &Options::default()).unwrap();
//! # let mut state = rules.restore(&Position::default()).unwrap();
//! let stop = rules.read("stop").unwrap();
//! let refusal = rules.apply(&mut state, Seat::FIRST, &stop, &mut Seeded::new(1), &mut Silent).unwrap_err();
//! assert_eq!(refusal.clause, "CMP-TM-5");
//! ```

mod bots;
mod content;
mod deals;
mod decision;
mod hazards;
mod movement;
mod options;
mod play;
mod positions;
mod rules;
mod state;
mod turn;
mod untimely;
mod words;

pub use content::effects::{
    Advantage, Code, Deed, Effect, InDelivery, Instant, Lasting, Only, Special, SpecialKind, effect_words, read as read_effect,
};
pub use content::figures;
pub use content::pack::{
    Border, ContractCard, ContractKind, Crossing, CustomsCard, CustomsColour, Danger, DangerKind, Drawing, EVENTS, Goods,
    GridCell, Ground, HeadquartersCard, Line, Neighbour, Pack, Passage, Plate, PoliticalEvent, Port, SeaZone, Side, StraitSpace,
    TerritoryCard, Window, files, read as read_pack,
};
pub use content::pack_drawing::{Stroke, softened};
pub use content::pack_shares::{shares, warnings};
pub use content::places::{
    Airport, Area, Arrow, BorderKind, COLUMNS, Cell, Colour, Colours, Continent, Continents, Contract, Contracts, Customs,
    Direction, Edge, Morphology, Office, Offices, Point, ROWS, Strait, StraitKind, Straits, Territories, Territory, Vehicle,
    Vehicles, WIDTH, Zone, Zones,
};
pub use decision::*;
pub use options::{AircraftCustoms, AircraftFuel, EventOrder, Mode, Options, TransitFlagCustoms, WeatherCheck, WeatherLoaded};
pub use positions::position::{
    AskPosition, DangerPosition, DeliveryPosition, FullToken, HirePosition, JourneyPosition, LoadPosition, NotePosition,
    PlayerPosition, Position, SalePosition, TokenPosition, TurnPosition,
};
pub use rules::CompetitorsRules;
pub use state::actions::Action;
pub use state::assets::{Accepted, Ask, Asset, CompetitorsDeal, Hire, HireLoad, Lots, OFFERS, Payment, TRANSFERS, Wish};
pub use state::events::{At, Event, Failure, Idle, Told, ToldAsset};
pub use state::tokens::{FLEET, PLAYERS, Place, Stop, Token, Tokens};
pub use state::view::{
    AdvantageView, AskView, ContractView, CustomsView, DangerView, DecksView, DeliveryView, Due, EventView, GivenView, HireView,
    JourneyView, LeftView, NeedView, OfferView, PendingView, PlaceView, PlayerView, Reach, SaleView, SignedView, TerritoryView,
    TokenView, View,
};
pub use state::{
    Book, DEPTH, Danger as LastingDanger, Delivery, Drawn, HiredFor, Journey, Load, OfferNote, Piece, Player, Sale, Stage, State,
    TurnState,
};

use kernel::{About, Files, Game, PackFault, Preset, Primer, Refusal};
use std::sync::Arc;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Competitors;

impl Game for Competitors {
    type Options = Options;
    type Pack = Arc<Pack>;
    type Rules = CompetitorsRules;

    fn about() -> About {
        About {
            id: "competitors",
            title: "COMPETITOR$",
            line: "Carry goods round the world by truck, ship and aircraft, past customs and storms, before the contract runs out.",
            players: 2..=5,
            minutes: 90..=180,
            prefix: "CMP",
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

    fn rules(pack: &Arc<Pack>, options: &Options) -> Result<CompetitorsRules, Refusal> {
        CompetitorsRules::new(pack, options)
    }
}
