//! The board as the pack has it: printed roads, warehouses with their openings, slots, and the tiles that lie in them.
//! (PRF-BOARD-4 to PRF-BOARD-7)

use crate::{
    places::{Dot, Dots, Place, SIDE, Warehouse, said},
    roads::Links,
};

/// The four slots in their order. (PRF-BOARD-6)
pub const SLOTS: [&str; 4] = ["NW", "NE", "SE", "SW"];

/// The four tiles in their order. (PRF-BOARD-7)
pub const TILES: [&str; 4] = ["A", "B", "C", "D"];

/// The nine points of a tile, row by row.
pub const POINTS: [&str; 9] = ["nw", "n", "ne", "w", "c", "e", "sw", "s", "se"];

/// One of the inner tiles. (PRF-BOARD-7)
#[derive(Clone, Debug)]
pub struct Tile {
    /// Its name.
    pub name: String,
    /// Its dots and links for each number of quarter turns clockwise, as they lie at the top left of the grid.
    pub(crate) turned: [(Dots, Links); 4],
}

/// Which tile lies in a slot, and how it is turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Laid {
    /// The number of the tile, from 0.
    pub tile: u8,
    /// Quarter turns clockwise.
    pub turns: u8,
}

impl Laid {
    /// As it is written: `A0`, `D3`.
    pub fn name(self) -> String {
        format!("{}{}", TILES[usize::from(self.tile & 3)], self.turns)
    }

    /// The tile written like this.
    pub fn named(text: &str) -> Option<Laid> {
        let tile = TILES.iter().position(|name| text.get(..1).is_some_and(|start| start.eq_ignore_ascii_case(name)))?;
        let turns = text.get(1..).filter(|turns| matches!(*turns, "0" | "1" | "2" | "3"))?.parse().ok()?;
        Some(Laid { tile: tile as u8, turns })
    }
}

/// Everything that is printed on the board and on the tiles.
#[derive(Clone, Debug)]
pub struct Board {
    /// The name of each point where there can be a dot.
    pub(crate) names: [Option<String>; Dot::COUNT],
    /// The dots that are printed on the board.
    pub(crate) fixed: Dots,
    /// The links between them, and the joints.
    pub(crate) roads: Links,
    /// The openings of each warehouse. (PRF-WH-1)
    pub(crate) openings: [Dots; Warehouse::COUNT],
    /// Where each warehouse stands, in hundredths.
    pub(crate) parking: [[i32; 2]; Warehouse::COUNT],
    /// The top left point of each slot.
    pub(crate) slots: [Dot; 4],
    /// The tiles.
    pub tiles: [Tile; 4],
}

impl Board {
    /// All links when the tiles lie like this. (PRF-BOARD-6)
    pub fn links(&self, tiles: [Laid; 4]) -> Links {
        let lay = |links, (slot, laid): (&Dot, Laid)| links | self.turned(laid).1 << slot.index();
        self.slots.iter().zip(tiles).fold(self.roads, lay)
    }

    /// All dots when the tiles lie like this.
    pub fn dots(&self, tiles: [Laid; 4]) -> Dots {
        let lay = |dots: Dots, (slot, laid): (&Dot, Laid)| Dots(dots.0 | self.turned(laid).0.0 << slot.index());
        self.slots.iter().zip(tiles).fold(self.fixed, lay)
    }

    fn turned(&self, laid: Laid) -> (Dots, Links) {
        self.tiles[usize::from(laid.tile & 3)].turned[usize::from(laid.turns & 3)]
    }

    /// The two openings of a warehouse.
    #[inline]
    pub fn openings(&self, warehouse: Warehouse) -> Dots {
        self.openings[warehouse.index()]
    }

    /// The name of a place.
    pub fn name(&self, place: Place) -> String {
        match place {
            Place::In(warehouse) => warehouse.to_string(),
            Place::Dot(dot) => self.names[dot.index()].clone().unwrap_or_else(|| format!("({},{})", dot.x(), dot.y())),
        }
    }

    /// The name of a place as people say it.
    pub fn said(&self, place: Place) -> String {
        said(&self.name(place))
    }

    /// The place of this name, in capitals or not.
    pub fn place(&self, text: &str) -> Result<Place, String> {
        if let Some(warehouse) = Warehouse::named(text) {
            return Ok(Place::In(warehouse));
        }
        let named = |name: &Option<String>| name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(text));
        let dot = self.names.iter().position(named).and_then(Dot::new);
        dot.map(Place::Dot).ok_or_else(|| format!("`{text}` is not a place; a place is written like N1, NW.n or SmallRed"))
    }

    /// Where a place is drawn, in hundredths.
    pub fn at(&self, place: Place) -> [i32; 2] {
        match place {
            Place::Dot(dot) => [100 * dot.x() as i32, 100 * dot.y() as i32],
            Place::In(warehouse) => self.parking[warehouse.index()],
        }
    }
}

/// Where `point` of a tile lies after this many quarter turns clockwise: (u,v) goes to (2−v, u).
/// (PRF-BOARD-7)
pub(crate) fn turned_point(point: usize, turns: usize) -> usize {
    (0..turns).fold(point, |point, _| {
        let (u, v) = (point % 3, point / 3);
        u * 3 + (2 - v)
    })
}

/// A point of a tile on the grid, as it lies at the top left.
pub(crate) fn local(point: usize) -> Dot {
    Dot::new(point / 3 * SIDE + point % 3).unwrap_or(Dot::FIRST)
}
