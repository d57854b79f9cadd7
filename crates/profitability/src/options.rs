//! The settings of a table. (PRF-OPT-1 to PRF-OPT-14)

use crate::goods::GOODS;
use kernel::{Kind, Refusal, Setting};
use serde::{Deserialize, Serialize};

/// The settings of a table, with their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many play. (PRF-GAME-3)
    pub players: u8,
    /// Each for themselves, or two teams of two. (PRF-START-9)
    pub mode: Mode,
    /// The profit at which the end of a match begins, in individual play. (PRF-START-10)
    pub target: Target,
    /// How many matches. (PRF-START-11)
    pub matches: u8,
    /// Whether places earn a bonus after each of several matches. (PRF-MULTI-1)
    pub championship_bonus: Switch,
    /// How the inner tiles are arranged. (PRF-SETUP-2)
    pub tiles: Tiles,
    /// The tile of the slot NW with `tiles = chosen`.
    pub tile_nw: TileChoice,
    /// The tile of the slot NE with `tiles = chosen`.
    pub tile_ne: TileChoice,
    /// The tile of the slot SE with `tiles = chosen`.
    pub tile_se: TileChoice,
    /// The tile of the slot SW with `tiles = chosen`.
    pub tile_sw: TileChoice,
    /// The quarter turns of the tile in the slot NW with `tiles = chosen`.
    pub turn_nw: u8,
    /// The quarter turns of the tile in the slot NE with `tiles = chosen`.
    pub turn_ne: u8,
    /// The quarter turns of the tile in the slot SE with `tiles = chosen`.
    pub turn_se: u8,
    /// The quarter turns of the tile in the slot SW with `tiles = chosen`.
    pub turn_sw: u8,
    /// Whether tiles may be turned. (PRF-SETUP-2)
    pub tile_rotation: Switch,
    /// How the goods are laid out. (PRF-SETUP-14)
    pub goods_layout: GoodsLayout,
    /// Who plays which colour. (PRF-GAME-6)
    pub colours: Colours,
    /// How many goods a truck holds. (PRF-LOAD-5)
    pub truck_capacity: TruckCapacity,
    /// How many goods a storage space of a large warehouse holds; none for any number. (PRF-UNLOAD-4)
    pub storage_large: Option<u8>,
    /// How many goods a storage space of a small warehouse holds; none for any number. (PRF-UNLOAD-4)
    pub storage_small: Option<u8>,
    /// Whether an occupied dot may be driven over. (PRF-MOVE-6)
    pub truck_blocking: TruckBlocking,
    /// Whether goods may be handled again after leaving a warehouse in the same turn. (PRF-SEQ-7)
    pub sequence: Sequence,
    /// Whether unloading and loading may be taken back. (PRF-WH-10)
    pub take_back: TakeBack,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            players: 4,
            mode: Mode::Individual,
            target: Target::Low,
            matches: 1,
            championship_bonus: Switch::On,
            tiles: Tiles::Random,
            tile_nw: TileChoice::Default,
            tile_ne: TileChoice::Default,
            tile_se: TileChoice::Default,
            tile_sw: TileChoice::Default,
            turn_nw: 0,
            turn_ne: 0,
            turn_se: 0,
            turn_sw: 0,
            tile_rotation: Switch::On,
            goods_layout: GoodsLayout::Random,
            colours: Colours::Joined,
            truck_capacity: TruckCapacity::C4,
            storage_large: None,
            storage_small: None,
            truck_blocking: TruckBlocking::Pass,
            sequence: Sequence::Flowing,
            take_back: TakeBack::None,
        }
    }
}

/// Each for themselves, or two teams of two. (PRF-START-9)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Each for themselves.
    Individual,
    /// Red and yellow against blue and green.
    Team,
}

/// The profit at which the end of a match begins. (PRF-START-10)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Target {
    /// 35,000 EUR.
    #[serde(rename = "35000")]
    Low,
    /// 50,000 EUR.
    #[serde(rename = "50000")]
    High,
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// How the inner tiles are arranged. (PRF-SETUP-2)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tiles {
    /// At random.
    Random,
    /// A, B, C, D in NW, NE, SE, SW, not turned.
    Fixed,
    /// As the host arranges them.
    Chosen,
}

/// The tile that the host puts in a slot. (PRF-SETUP-2)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileChoice {
    /// The first that no other slot names.
    Default,
    /// Tile A.
    A,
    /// Tile B.
    B,
    /// Tile C.
    C,
    /// Tile D.
    D,
}

impl TileChoice {
    /// The number of the tile named, from 0.
    pub const fn tile(self) -> Option<u8> {
        match self {
            TileChoice::Default => None,
            named => Some(named as u8 - 1),
        }
    }
}

/// How the goods are laid out. (PRF-SETUP-14)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoodsLayout {
    /// Any good in any space.
    Random,
    /// The pairs in large warehouses have the colour of their space.
    Matching,
}

/// Who plays which colour. (PRF-GAME-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// In the order of joining.
    Joined,
    /// At random.
    Random,
}

/// How many goods a truck holds, the damaged one included. (PRF-LOAD-5)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TruckCapacity {
    /// Four.
    #[serde(rename = "4")]
    C4,
    /// Two.
    #[serde(rename = "2")]
    C2,
    /// Three.
    #[serde(rename = "3")]
    C3,
    /// Five.
    #[serde(rename = "5")]
    C5,
    /// Six.
    #[serde(rename = "6")]
    C6,
    /// Seven.
    #[serde(rename = "7")]
    C7,
    /// Eight.
    #[serde(rename = "8")]
    C8,
    /// Nine.
    #[serde(rename = "9")]
    C9,
    /// Ten.
    #[serde(rename = "10")]
    C10,
    /// Eleven.
    #[serde(rename = "11")]
    C11,
    /// Twelve.
    #[serde(rename = "12")]
    C12,
    /// Any number.
    #[serde(rename = "unlimited")]
    Unlimited,
}

impl TruckCapacity {
    /// The number of goods; all there are, where any number is allowed.
    pub const fn goods(self) -> u32 {
        match self {
            TruckCapacity::C2 => 2,
            TruckCapacity::C3 => 3,
            TruckCapacity::C4 => 4,
            TruckCapacity::C5 => 5,
            TruckCapacity::C6 => 6,
            TruckCapacity::C7 => 7,
            TruckCapacity::C8 => 8,
            TruckCapacity::C9 => 9,
            TruckCapacity::C10 => 10,
            TruckCapacity::C11 => 11,
            TruckCapacity::C12 => 12,
            TruckCapacity::Unlimited => u32::MAX,
        }
    }
}

/// Whether an occupied dot may be driven over. (PRF-MOVE-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TruckBlocking {
    /// Yes; only stopping there is forbidden.
    Pass,
    /// No.
    Block,
}

/// Whether goods may be handled again after leaving a warehouse in the same turn. (PRF-SEQ-7)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sequence {
    /// Yes.
    Flowing,
    /// No.
    Single,
}

/// Whether unloading and loading may be taken back. (PRF-WH-10)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakeBack {
    /// No.
    None,
    /// As long as the truck has not left the warehouse, in the same turn.
    UntilDeparture,
}

impl Options {
    /// Refuses what is out of range or contradicts itself.
    pub fn check(&self) -> Result<(), Refusal> {
        let refuse = |clause, reason: &'static str| Err(Refusal::new(clause, reason));
        if !(2..=4).contains(&self.players) {
            return refuse("PRF-OPT-1", "there is one set of pieces for each colour: choose 2 to 4 players");
        }
        if self.mode == Mode::Team && self.players != 4 {
            return refuse("PRF-START-9", "two teams of two need 4 players: choose 4 players or individual play");
        }
        if !(1..=10).contains(&self.matches) {
            return refuse("PRF-OPT-4", "choose 1 to 10 matches");
        }
        let (named, turns) = (self.named_tiles(), self.named_turns());
        if turns.iter().any(|turns| *turns > 3) {
            return refuse("PRF-OPT-7", "a tile is turned by 0 to 3 quarter turns");
        }
        if self.tiles != Tiles::Chosen && (named.iter().any(Option::is_some) || turns != [0; 4]) {
            return refuse("PRF-OPT-6", "tiles are named and turned only with `tiles = chosen`: leave that out, or choose them");
        }
        if self.tile_rotation == Switch::Off && turns != [0; 4] {
            return refuse("PRF-OPT-7", "with `tile_rotation = off` no tile is turned: leave the quarter turns at 0");
        }
        if (0..4).any(|slot| named[slot].is_some() && named[..slot].contains(&named[slot])) {
            return refuse("PRF-SETUP-1", "each of the four tiles lies in one slot: name four different ones");
        }
        match (self.storage_large, self.storage_small) {
            (None, None) => Ok(()),
            (Some(large), Some(small)) if (3..=44).contains(&large) && (1..=44).contains(&small) => self.check_room(large, small),
            (Some(_), Some(_)) => refuse(
                "PRF-UNLOAD-4",
                "a space of a large warehouse holds at least 3 goods, of a small one at least 1, of either at most 44",
            ),
            _ => {
                refuse("PRF-OPT-11", "storage is limited in large and small warehouses or in neither: give both numbers or none")
            }
        }
    }

    /// Goods are unloaded into own spaces only, and loaded from all others. So they gather in the spaces of those who play; where
    /// these and the trucks can hold all goods to the last place, nobody could unload or load ever again. (PRF-OPT-11)
    fn check_room(&self, large: u8, small: u8) -> Result<(), Refusal> {
        let players = u32::from(self.players);
        let in_play = GOODS - (4 - players);
        let spaces = 4 * (u32::from(large) + u32::from(small));
        // A damaged good that nobody can pay for takes a place of the truck.
        let room = self.truck_capacity.goods().saturating_sub(1).saturating_add(spaces);
        if room.saturating_mul(players) > in_play {
            return Ok(());
        }
        let reason =
            "with 2 players and so little room all spaces and trucks can be full for ever: give spaces or trucks more room";
        Err(Refusal::new("PRF-OPT-11", reason))
    }

    /// The tiles that the host names for NW, NE, SE and SW.
    fn named_tiles(&self) -> [Option<u8>; 4] {
        [self.tile_nw, self.tile_ne, self.tile_se, self.tile_sw].map(TileChoice::tile)
    }

    fn named_turns(&self) -> [u8; 4] {
        [self.turn_nw, self.turn_ne, self.turn_se, self.turn_sw]
    }

    /// The tiles of NW, NE, SE and SW as the host arranges them, with their quarter turns. A slot that names none gets the
    /// first tile that nobody names.
    pub(crate) fn chosen_tiles(&self) -> [(u8, u8); 4] {
        let (named, turns) = (self.named_tiles(), self.named_turns());
        let mut others = (0..4).filter(|tile| !named.contains(&Some(*tile)));
        std::array::from_fn(|slot| (named[slot].or_else(|| others.next()).unwrap_or(slot as u8), turns[slot]))
    }
}

const TILE_CHOICES: &[(&str, &str)] =
    &[("default", "the first that no other slot names"), ("a", "Crossroads"), ("b", "Ring"), ("c", "Bends"), ("d", "Junction")];

/// Every setting, for set-up pages and command lines.
pub fn settings() -> Vec<Setting> {
    let number =
        |key, low, high, default, clause, about| Setting { key, kind: Kind::Number { low, high, default }, clause, about };
    let choice = |key, values, clause, about| Setting { key, kind: Kind::Choice { values }, clause, about };
    let tile = |key, about| choice(key, TILE_CHOICES, "PRF-OPT-6", about);
    let turns = |key, about| number(key, 0, 3, Some(0), "PRF-OPT-7", about);
    vec![
        number("players", 2, 4, Some(4), "PRF-OPT-1", "how many play"),
        choice(
            "mode",
            &[("individual", "each for themselves"), ("team", "red and yellow against blue and green")],
            "PRF-OPT-2",
            "each for themselves or in teams of two",
        ),
        choice(
            "target",
            &[("35000", "35,000 EUR; teams play to 50,000 all the same"), ("50000", "50,000 EUR")],
            "PRF-OPT-3",
            "the profit at which the end of a match begins",
        ),
        number("matches", 1, 10, Some(1), "PRF-OPT-4", "how many matches are played; a series has usually 3"),
        choice(
            "championship_bonus",
            &[("on", "after each match of a series the places earn a bonus"), ("off", "only profits count")],
            "PRF-OPT-5",
            "whether the places of a match count in a series",
        ),
        choice(
            "tiles",
            &[("random", "at random"), ("fixed", "always the same, none turned"), ("chosen", "as the host arranges them below")],
            "PRF-OPT-6",
            "how the four inner tiles are arranged",
        ),
        tile("tile_nw", "the tile at the top left, if the host arranges them"),
        tile("tile_ne", "the tile at the top right, if the host arranges them"),
        tile("tile_se", "the tile at the bottom right, if the host arranges them"),
        tile("tile_sw", "the tile at the bottom left, if the host arranges them"),
        turns("turn_nw", "quarter turns clockwise of the tile at the top left, if the host arranges them"),
        turns("turn_ne", "quarter turns clockwise of the tile at the top right, if the host arranges them"),
        turns("turn_se", "quarter turns clockwise of the tile at the bottom right, if the host arranges them"),
        turns("turn_sw", "quarter turns clockwise of the tile at the bottom left, if the host arranges them"),
        choice(
            "tile_rotation",
            &[("on", "each tile may lie turned"), ("off", "no tile is turned")],
            "PRF-OPT-7",
            "whether tiles are turned",
        ),
        choice(
            "goods_layout",
            &[("random", "any good in any space"), ("matching", "pairs in large warehouses have the colour of their space")],
            "PRF-OPT-8",
            "how the goods are laid out",
        ),
        choice(
            "colours",
            &[("joined", "red, blue, yellow, green in the order of the seats"), ("random", "at random")],
            "PRF-OPT-9",
            "who plays which colour",
        ),
        choice(
            "truck_capacity",
            &[
                ("4", "four goods, the damaged one included"),
                ("2", "two goods"),
                ("3", "three goods"),
                ("5", "five goods"),
                ("6", "six goods"),
                ("7", "seven goods"),
                ("8", "eight goods"),
                ("9", "nine goods"),
                ("10", "ten goods"),
                ("11", "eleven goods"),
                ("12", "twelve goods"),
                ("unlimited", "any number of goods"),
            ],
            "PRF-OPT-10",
            "how many goods a truck holds",
        ),
        number("storage_large", 3, 44, None, "PRF-OPT-11", "goods in a space of a large warehouse; by default any number"),
        number("storage_small", 1, 44, None, "PRF-OPT-11", "goods in a space of a small warehouse; by default any number"),
        choice(
            "truck_blocking",
            &[("pass", "trucks drive over an occupied dot"), ("block", "nobody drives over an occupied dot")],
            "PRF-OPT-12",
            "whether trucks stand in each other's way",
        ),
        choice(
            "sequence",
            &[
                ("flowing", "goods may be handled in the next warehouse at once"),
                ("single", "after leaving a warehouse no good is handled for the rest of the turn"),
            ],
            "PRF-OPT-13",
            "whether several warehouses can be used in one turn",
        ),
        choice(
            "take_back",
            &[
                ("none", "what is done is done"),
                ("until_departure", "unloading and loading may be taken back before leaving, in the same turn"),
            ],
            "PRF-OPT-14",
            "whether unloading and loading may be taken back",
        ),
    ]
}
