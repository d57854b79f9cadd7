//! The table as it is shown. Nothing is hidden, so every viewer sees the same. (PRF-SECRET-1)

use crate::colours::{Colour, Direction};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// The whole table, with everything that is needed to draw it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Which match this is, from 1.
    #[serde(rename = "match")]
    pub number: u8,
    /// How many matches are played.
    pub matches: u8,
    /// Which lap of the match, from 1.
    pub lap: u16,
    /// Whose turn it is; nobody's when the game is over.
    pub turn: Option<Seat>,
    /// What is asked: `marking`, `filling`, `joker_price`, `joker_trend`, `acting` or `over`.
    pub step: String,
    /// The dice of the turn; none before the first roll.
    pub dice: Option<[u8; 2]>,
    /// Action points left.
    pub points: u8,
    /// The profit at which the end begins, in EUR.
    pub target: i32,
    /// `individual` or `team`.
    pub mode: String,
    /// What it costs the truck in turn to unload its damaged good where it stands, in EUR; none on the road. (PRF-DMG-3)
    pub damage: Option<i32>,
    /// How many goods a truck holds; none for any number.
    pub truck_capacity: Option<u32>,
    /// The colour of each seat.
    pub colours: Vec<Colour>,
    /// Who began the match.
    pub starter: Seat,
    /// The seats in turn order from the starter.
    pub order: Vec<Seat>,
    /// The next space of the trendline while markers are placed.
    pub marking: Option<u8>,
    /// The markers that are not placed yet.
    pub unplaced: Vec<MarkerView>,
    /// The tiles in NW, NE, SE and SW.
    pub tiles: Vec<TileView>,
    /// The roads as the tiles lie.
    pub board: BoardView,
    /// The spaces of the trendline from 2 to 12.
    pub trend: Vec<TrendView>,
    /// The squares of the profit area in EUR, the lowest first.
    pub area: Vec<i32>,
    /// The prices by colour.
    pub prices: Vec<PriceView>,
    /// The profit track.
    pub track: TrackView,
    /// All players by seat.
    pub players: Vec<PlayerView>,
    /// All trucks that are played, clockwise by colour.
    pub trucks: Vec<TruckView>,
    /// All warehouses.
    pub warehouses: Vec<WarehouseView>,
    /// Turns left once the end has begun, the current one included.
    pub closing: Option<u8>,
    /// With `sequence = single`, where the player in turn has unloaded or loaded a good in this turn: `nothing` yet, `here`, or
    /// `elsewhere`, after which no goods may be handled for the rest of the turn. (PRF-SEQ-7)
    pub handled: Option<String>,
    /// What the player in turn can take back, in notation, the first one first. (PRF-WH-10)
    pub deeds: Vec<String>,
    /// The last drive of any truck.
    pub drive: Option<DriveView>,
    /// Where the player in turn can drive.
    pub reach: Vec<ReachView>,
    /// Who won, when the game is over.
    pub winners: Vec<Seat>,
}

/// A trend marker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MarkerView {
    /// Its colour.
    pub colour: Colour,
    /// How it points.
    pub direction: Direction,
}

/// A tile in its slot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TileView {
    /// `NW`, `NE`, `SE` or `SW`.
    pub slot: String,
    /// The letter of the tile.
    pub tile: String,
    /// Its name.
    pub name: String,
    /// Quarter turns clockwise.
    pub turns: u8,
    /// Its top left point, x to the right; the tile is three by three points.
    pub x: f64,
    /// Its top left point, y down.
    pub y: f64,
}

/// The roads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardView {
    /// All dots.
    pub dots: Vec<DotView>,
    /// All links between two places by their names, each once; those to parking places are among them.
    pub links: Vec<[String; 2]>,
}

/// A dot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DotView {
    /// Its name.
    pub name: String,
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Is it on a tile? Those dots are yellow, the others white. (PRF-MOVE-3)
    pub tile: bool,
    /// The names of the places one step away.
    pub links: Vec<String>,
    /// The truck that stands on it.
    pub truck: Option<Colour>,
}

/// A space of the trendline.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrendView {
    /// Its sum.
    pub space: u8,
    /// Is it the Joker?
    pub joker: bool,
    /// The marker on it.
    pub marker: Option<MarkerView>,
}

/// A price.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PriceView {
    /// Of which colour.
    pub colour: Colour,
    /// In EUR.
    pub price: i32,
    /// The square of the profit area, from 0.
    pub square: u8,
    /// What such a good would earn the truck in turn if it were unloaded where it stands; on the road the price.
    pub earns: i32,
}

/// The profit track.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrackView {
    /// What a field stands for, in EUR.
    pub step: i32,
    /// Where each field lies, from the starting field on.
    pub fields: Vec<[f64; 2]>,
}

/// A player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// The colour.
    pub colour: Colour,
    /// The partner in a team.
    pub partner: Option<Seat>,
    /// The profit in this match, in EUR; a team's is shared.
    pub profit: i32,
    /// The number of the booking that brought the pawn there; 0 if it never moved. (PRF-TIE-5)
    pub booked: u32,
    /// The field of the pawn on the profit track.
    pub field: i32,
    /// Where that is, to the right.
    pub x: f64,
    /// Where that is, down.
    pub y: f64,
    /// The total of the matches that are over, in EUR.
    pub series: i32,
    /// How often first, second, third, fourth.
    pub places: [u8; 4],
    /// The place in the match that ended last.
    pub last: Option<u8>,
    /// The place, when the game is over.
    pub place: Option<u8>,
}

/// A truck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TruckView {
    /// Its colour.
    pub colour: Colour,
    /// The seat that drives it.
    pub seat: Seat,
    /// The name of the place where it is.
    pub place: String,
    /// Is it in a warehouse?
    pub parked: bool,
    /// Where it is, to the right.
    pub x: f64,
    /// Where it is, down.
    pub y: f64,
    /// In a warehouse, what the arrow shows: `unload` or `load`.
    pub stage: Option<String>,
    /// The warehouse it entered last and may not enter again.
    pub last: String,
    /// The normal goods on it.
    pub goods: Vec<Colour>,
    /// Is its damaged good on it?
    pub damaged: bool,
    /// Must it still drive out of its small warehouse for the first time?
    pub home: bool,
    /// What the goods count at current prices, in EUR, if a tie had to be broken. (PRF-TIE-2, PRF-TIE-3)
    pub value: i32,
}

/// A warehouse.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WarehouseView {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Is it a large one?
    pub large: bool,
    /// Where it stands, to the right.
    pub x: f64,
    /// Where it stands, down.
    pub y: f64,
    /// The names of the dots at its openings.
    pub openings: [String; 2],
    /// How many trucks it has room for.
    pub room: usize,
    /// The trucks in it.
    pub trucks: Vec<Colour>,
    /// Its storage spaces: red, blue, yellow, green. (PRF-SETUP-4)
    pub spaces: Vec<SpaceView>,
}

/// A storage space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpaceView {
    /// Its colour.
    pub colour: Colour,
    /// The normal goods in it.
    pub goods: Vec<Colour>,
    /// Does the damaged good of its colour lie in it?
    pub damaged: bool,
    /// How many more goods it takes; none for any number.
    pub room: Option<u32>,
}

/// A drive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DriveView {
    /// Whose truck.
    pub colour: Colour,
    /// Every place of the way by name, both ends included.
    pub path: Vec<String>,
}

/// A place where the player in turn can drive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReachView {
    /// The drive in notation.
    pub action: String,
    /// Where it ends.
    pub to: String,
    /// The last warehouse that it drives through.
    pub via: Option<String>,
    /// What it costs.
    pub price: u8,
    /// Every place of the way by name, both ends included.
    pub path: Vec<String>,
}
