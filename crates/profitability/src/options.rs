//! The settings of a table. (PRF-OPT-1 to PRF-OPT-15)

use crate::goods::GOODS;
use kernel::{Preset, Refusal, settings::Settings};

kernel::settings! {
    /// The settings of a table.
    pub struct Options;

    /// PRF-GAME-3
    "PRF-OPT-1" players: u8, "how many play" { 4 in 2..=4 }

    /// PRF-START-9
    "PRF-OPT-2" mode: Mode, "whether players play on their own or in teams of two" {
        Individual = "individual": "each on their own",
        Team = "team": "red and yellow against blue and green",
    }

    /// PRF-START-10
    "PRF-OPT-3" target: Target, "the profit at which the end of a match begins" {
        Low = "35000": "35,000 EUR; teams always play to 50,000",
        High = "50000": "50,000 EUR",
    }

    /// PRF-START-11
    "PRF-OPT-4" matches: u8, "how many matches are played; a series usually has 3" { 1 in 1..=10 }

    /// PRF-MULTI-1
    "PRF-OPT-5" championship_bonus: bool, "whether a place in a match earns a bonus in a series" {
        on: "after each match the first three places earn a bonus", off: "only profits count"
    }

    /// PRF-SETUP-2
    "PRF-OPT-6" tiles: Tiles, "how the four inner tiles are arranged" {
        Random = "random": "at random",
        Fixed = "fixed": "always the same, with no tile turned",
        Chosen = "chosen": "as the host arranges them below",
    }

    /// PRF-SETUP-2
    "PRF-OPT-6" tile[tile_nw "top left", tile_ne "top right", tile_se "bottom right", tile_sw "bottom left"]: TileChoice,
        "the tile at the " each ", if the host arranges them" {
        Default = "default": "the first that no other slot names",
        A = "a": "Crossroads",
        B = "b": "Ring",
        C = "c": "Bends",
        D = "d": "Junction",
    }

    "PRF-OPT-7" turn[turn_nw "top left", turn_ne "top right", turn_se "bottom right", turn_sw "bottom left"]: u8,
        "quarter turns clockwise of the tile at the " each ", if the host arranges them" { 0 in 0..=3 }

    /// PRF-SETUP-2
    "PRF-OPT-7" tile_rotation: bool, "whether tiles are turned" { on: "a tile may be turned", off: "no tile is turned" }

    /// PRF-SETUP-14
    "PRF-OPT-8" goods_layout: GoodsLayout, "how the goods are laid out" {
        Random = "random": "any good in any space",
        Matching = "matching": "pairs in large warehouses have the colour of their space",
    }

    /// PRF-GAME-6
    "PRF-OPT-9" colours: Colours, "who plays which colour" {
        Joined = "joined": "red, blue, yellow, green in the order of the seats",
        Random = "random": "at random",
    }

    /// PRF-LOAD-5
    "PRF-OPT-10" truck_capacity: u8, "how many goods a truck holds, the damaged one included" {
        4 in 2..=12, or "unlimited": "any number"
    }

    /// PRF-UNLOAD-4
    "PRF-OPT-11" storage_large: u8, "how many goods a space of a large warehouse holds" { "unlimited": "any number", or 3..=44 }

    /// PRF-UNLOAD-4
    "PRF-OPT-11" storage_small: u8, "how many goods a space of a small warehouse holds" { "unlimited": "any number", or 1..=44 }

    /// PRF-MOVE-6
    "PRF-OPT-12" truck_blocking: TruckBlocking, "whether trucks block each other’s way" {
        Pass = "pass": "a truck may drive over an occupied dot",
        Block = "block": "no truck drives over an occupied dot",
    }

    /// PRF-SEQ-7
    "PRF-OPT-13" sequence: Sequence, "in how many warehouses goods may be unloaded and loaded in one turn" {
        Flowing = "flowing": "in one after the other, as far as the action points go",
        Single = "single": "in only one",
    }

    /// PRF-WH-10
    "PRF-OPT-14" take_back: TakeBack, "whether goods may be put back that were unloaded or loaded in this turn" {
        None = "none": "never",
        UntilDeparture = "until_departure": "in the same turn, before the truck leaves the warehouse",
    }

    /// PRF-START-4
    "PRF-OPT-15" markers: Markers, "who places the trend markers before the first turn" {
        Placed = "placed": "the last player in turn order, one by one",
        Fixed = "fixed": "nobody: they always lie the same, and the first turn begins at once",
    }
}

/// Named sets of settings.
pub fn presets() -> Vec<Preset> {
    let quick = Preset {
        name: "quick",
        about: "trucks hold eight goods, so that a match takes fewer laps",
        audience: "players with an hour to spare",
        settings: &[("truck_capacity", "8")],
    };
    let first = Preset {
        name: "first",
        about: "always the same map and the same trend markers, and goods can be put back before the truck leaves",
        audience: "newcomers",
        settings: &[("tiles", "fixed"), ("markers", "fixed"), ("take_back", "until_departure")],
    };
    vec![Preset::STANDARD, quick, first]
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

impl Options {
    /// Refuses what is out of bounds or contradicts itself.
    pub fn check(&self) -> Result<(), Refusal> {
        let refuse = |clause, reason: &'static str| Err(Refusal::new(clause, reason));
        self.check_bounds()?;
        if self.mode == Mode::Team && self.players != 4 {
            return refuse("PRF-START-9", "two teams of two need 4 players: choose 4 players or individual play");
        }
        let (named, turns) = (self.tile.map(TileChoice::tile), self.turn);
        if self.tiles != Tiles::Chosen && (named.iter().any(Option::is_some) || turns != [0; 4]) {
            return refuse("PRF-OPT-6", "tiles are named and turned only with `tiles = chosen`: leave that out, or choose them");
        }
        if !self.tile_rotation && turns != [0; 4] {
            return refuse("PRF-OPT-7", "with `tile_rotation = off` no tile is turned: leave the quarter turns at 0");
        }
        if (0..4).any(|slot| named[slot].is_some() && named[..slot].contains(&named[slot])) {
            return refuse("PRF-SETUP-1", "each of the four tiles lies in one slot: name four different ones");
        }
        match (self.storage_large, self.storage_small) {
            (None, None) => Ok(()),
            (Some(large), Some(small)) => self.check_room(large, small),
            _ => {
                refuse("PRF-OPT-11", "storage is limited in large and small warehouses or in neither: give both numbers or none")
            }
        }
    }

    /// Players unload only into spaces of their own colour and load from all others, so goods gather in the spaces of the colours
    /// that are played. If these and the trucks could become completely full with all goods, nobody could ever unload or load
    /// again.
    /// (PRF-OPT-11)
    fn check_room(&self, large: u8, small: u8) -> Result<(), Refusal> {
        let players = u32::from(self.players);
        let in_play = GOODS - (4 - players);
        let spaces = 4 * (u32::from(large) + u32::from(small));
        // A damaged good that its player cannot pay to unload takes a place on the truck.
        let room = self.truck_room().saturating_sub(1).saturating_add(spaces);
        if room.saturating_mul(players) > in_play {
            return Ok(());
        }
        let reason =
            "with 2 players and so little room, all spaces and trucks could fill up for good: give spaces or trucks more room";
        Err(Refusal::new("PRF-OPT-11", reason))
    }

    /// How many goods a truck holds; if any number is allowed, as many as there are. (PRF-LOAD-5)
    pub(crate) fn truck_room(&self) -> u32 {
        self.truck_capacity.map_or(u32::MAX, u32::from)
    }

    /// The tiles of NW, NE, SE and SW as the host arranges them, with their quarter turns. A slot without one gets the first tile
    /// that is not named.
    pub(crate) fn chosen_tiles(&self) -> [(u8, u8); 4] {
        let named = self.tile.map(TileChoice::tile);
        let mut others = (0..4).filter(|tile| !named.contains(&Some(*tile)));
        std::array::from_fn(|slot| (named[slot].or_else(|| others.next()).unwrap_or(slot as u8), self.turn[slot]))
    }
}
