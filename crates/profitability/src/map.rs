//! The board as it is written in the pack, and what its loader checks. (PRF-PACK-5 to PRF-PACK-8)

use crate::{
    board::{Board, Laid, POINTS, SLOTS, TILES, Tile, local, turned_point},
    places::{Dot, Dots, Warehouse},
    roads::Links,
};
use kernel::{File, PackFault, is_plain};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use toml::Spanned;

/// The least distance between the parking places of two small warehouses. (PRF-PACK-8)
const SMALL_APART: u32 = 7;

/// The ports of a tile: the middle of each side.
const PORTS: [&str; 4] = ["n", "e", "s", "w"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    roads: Spanned<BTreeMap<String, Spanned<Vec<[i64; 2]>>>>,
    warehouses: Spanned<BTreeMap<String, Spanned<WarehouseRow>>>,
    slots: Spanned<BTreeMap<String, Spanned<[i64; 2]>>>,
    joints: Joints,
    tiles: Spanned<BTreeMap<String, Spanned<TileRow>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WarehouseRow {
    at: [f64; 2],
    trucks: usize,
    openings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joints {
    links: Vec<Spanned<Vec<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileRow {
    name: String,
    dots: Vec<String>,
    links: Vec<String>,
}

/// Reads the board, or reports everything that is wrong with it.
pub(crate) fn read(file: File<'_>) -> Result<Board, Vec<PackFault>> {
    let written: MapFile = file.toml().map_err(|fault| vec![fault])?;
    let mut draft =
        Draft { file, faults: Vec::new(), names: [const { None }; Dot::COUNT], fixed: Dots::NONE, roads: Links::NONE };
    draft.roads(&written);
    let slots = draft.slots(&written);
    draft.joints(&written);
    let tiles = draft.tiles(&written);
    let (openings, parking) = draft.warehouses(&written);
    if !draft.faults.is_empty() {
        return Err(draft.faults);
    }
    let Draft { names, fixed, roads, .. } = draft;
    let board = Board { names, fixed, roads, openings, parking, slots, tiles };
    match check_arrangements(&board) {
        None => Ok(board),
        Some(message) => Err(vec![file.fault(written.tiles.span(), message)]),
    }
}

/// The board as far as it has been read.
struct Draft<'a> {
    file: File<'a>,
    faults: Vec<PackFault>,
    names: [Option<String>; Dot::COUNT],
    fixed: Dots,
    roads: Links,
}

impl Draft<'_> {
    fn wrong(&mut self, place: Range<usize>, message: impl Into<String>) {
        self.faults.push(self.file.fault(place, message));
    }

    fn named(&self, name: &str) -> Option<Dot> {
        self.names.iter().position(|known| known.as_deref() == Some(name)).and_then(Dot::new)
    }

    /// Adds a link, or reports what is wrong with it. (PRF-PACK-7)
    fn link(&mut self, place: Range<usize>, one: Dot, other: Dot) {
        match Links::between(one, other) {
            None => {
                self.wrong(place, "a link joins two points that touch (PRF-BOARD-8); it never joins a dot to itself (PRF-PACK-7)")
            }
            Some(_) if self.roads.joins(one, other) => self.wrong(place, "these dots are linked already (PRF-PACK-7)"),
            Some(link) => self.roads = self.roads | link,
        }
    }

    /// The printed roads with their dots. (PRF-BOARD-5)
    fn roads(&mut self, written: &MapFile) {
        for (road, dots) in written.roads.get_ref() {
            let place = dots.span();
            if !(1..=4).contains(&road.len()) || !road.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                self.wrong(place.clone(), format!("`{road}` is not a name for a road: it has 1 to 4 letters"));
            }
            let same = |other: &&String| *other != road && other.eq_ignore_ascii_case(road);
            if let Some(other) = written.roads.get_ref().keys().find(same) {
                let message = format!("`{road}` and `{other}` are one name: places are read in capitals or not (PRF-PACK-7)");
                self.wrong(place.clone(), message);
            }
            let mut before = None;
            for (number, [x, y]) in (1..).zip(dots.get_ref()) {
                let Some(dot) = grid(*x, *y) else {
                    self.wrong(
                        place.clone(),
                        format!("[{x}, {y}] is no point for a dot: both numbers are from 1 to 8 (PRF-BOARD-4)"),
                    );
                    continue;
                };
                if self.fixed.contains(dot) {
                    self.wrong(place.clone(), format!("two dots lie at [{x}, {y}] (PRF-PACK-7)"));
                }
                self.fixed.insert(dot);
                self.names[dot.index()] = Some(format!("{road}{number}"));
                if let Some(before) = before {
                    self.link(place.clone(), before, dot);
                }
                before = Some(dot);
            }
        }
    }

    /// Where the tiles lie, and the names of their points. (PRF-BOARD-6)
    fn slots(&mut self, written: &MapFile) -> [Dot; 4] {
        let given = written.slots.get_ref();
        if given.len() != SLOTS.len() || SLOTS.iter().any(|slot| !given.contains_key(*slot)) {
            self.wrong(written.slots.span(), "there are four slots: NW, NE, SE and SW (PRF-PACK-6)");
        }
        let mut slots = [Dot::FIRST; 4];
        for (slot, name) in slots.iter_mut().zip(SLOTS) {
            let Some(origin) = given.get(name) else { continue };
            let [x, y] = *origin.get_ref();
            match grid(x, y).filter(|_| x <= 6 && y <= 6) {
                Some(dot) => *slot = dot,
                None => {
                    self.wrong(
                        origin.span(),
                        "a slot is three by three points of the grid: it begins between 1 and 6 (PRF-PACK-6)",
                    );
                    continue;
                }
            }
            for (point, local_name) in POINTS.iter().enumerate() {
                let Some(dot) = Dot::new(local(point).index() + slot.index()) else { continue };
                if self.names[dot.index()].is_some() {
                    self.wrong(origin.span(), format!("something else lies where {name}.{local_name} is (PRF-PACK-7)"));
                }
                self.names[dot.index()] = Some(format!("{name}.{local_name}"));
            }
        }
        slots
    }

    /// The joints of tiles with roads and with each other: every end is a printed dot or a port. (PRF-PACK-6)
    fn joints(&mut self, written: &MapFile) {
        for joint in &written.joints.links {
            let is_port = |name: &str| name.split_once('.').is_none_or(|(_, point)| PORTS.contains(&point));
            let ends: Vec<Option<Dot>> = joint.get_ref().iter().map(|name| self.named(name).filter(|_| is_port(name))).collect();
            match ends[..] {
                [Some(one), Some(other)] => self.link(joint.span(), one, other),
                _ => self.wrong(joint.span(), "a joint has two ends, each a printed dot or a port such as NW.n (PRF-PACK-6)"),
            }
        }
    }

    /// The tiles in all four turns. (PRF-BOARD-7)
    fn tiles(&mut self, written: &MapFile) -> [Tile; 4] {
        let given = written.tiles.get_ref();
        if given.len() != TILES.len() || TILES.iter().any(|tile| !given.contains_key(*tile)) {
            self.wrong(written.tiles.span(), "there are four tiles: A, B, C and D (PRF-PACK-6)");
        }
        let mut seen: Vec<(Dots, Links)> = Vec::new();
        TILES.map(|letter| {
            let nothing = Tile { name: String::new(), turned: [(Dots::NONE, Links::NONE); 4] };
            let Some(row) = given.get(letter) else { return nothing };
            let tile = self.tile(row);
            if tile.turned.iter().any(|turned| seen.contains(turned)) {
                self.wrong(row.span(), format!("tile {letter} looks like another one: all four are different (PRF-PACK-6)"));
            }
            seen.extend(tile.turned);
            tile
        })
    }

    fn tile(&mut self, row: &Spanned<TileRow>) -> Tile {
        let TileRow { name, dots, links } = row.get_ref();
        if !is_plain(name) {
            self.wrong(row.span(), "a tile has a name of 1 to 40 characters");
        }
        let point = |name: &str| POINTS.iter().position(|point| *point == name).filter(|_| dots.iter().any(|dot| dot == name));
        let unlike: BTreeSet<&String> = dots.iter().collect();
        if unlike.len() != dots.len() || dots.iter().any(|dot| point(dot).is_none()) {
            self.wrong(row.span(), format!("the dots of a tile are some of {}, each once (PRF-PACK-7)", POINTS.join(" ")));
        }
        if PORTS.iter().any(|port| point(port).is_none()) {
            self.wrong(row.span(), "a tile has a port in the middle of each side: n, e, s and w (PRF-PACK-6)");
        }
        let mut pairs = Vec::new();
        for link in links {
            let ends = link.split_once('-').and_then(|(one, other)| Some([point(one)?, point(other)?]));
            let touching = ends.filter(|[one, other]| Links::between(local(*one), local(*other)).is_some());
            match touching {
                None => self.wrong(row.span(), format!("`{link}` links no two dots of this tile that touch (PRF-PACK-7)")),
                Some([one, other]) if pairs.contains(&[one, other]) || pairs.contains(&[other, one]) => {
                    self.wrong(row.span(), format!("`{link}` stands here twice (PRF-PACK-7)"));
                }
                Some(ends) => pairs.push(ends),
            }
        }
        let turned = std::array::from_fn(|turns| {
            let at = |point: usize| local(turned_point(point, turns));
            let lie = dots.iter().filter_map(|dot| point(dot)).map(at).collect();
            let link = |all, [one, other]: &[usize; 2]| all | Links::between(at(*one), at(*other)).unwrap_or_default();
            (lie, pairs.iter().fold(Links::NONE, link))
        });
        Tile { name: name.clone(), turned }
    }

    /// The warehouses with their places and openings. (PRF-PACK-5, PRF-SETUP-15)
    fn warehouses(&mut self, written: &MapFile) -> ([Dots; Warehouse::COUNT], [[i32; 2]; Warehouse::COUNT]) {
        let (mut openings, mut parking) = ([Dots::NONE; Warehouse::COUNT], [[0; 2]; Warehouse::COUNT]);
        let given = written.warehouses.get_ref();
        if given.len() != Warehouse::COUNT {
            let message = "there are eight warehouses, one small and one large of each colour (PRF-PACK-5)";
            self.wrong(written.warehouses.span(), message);
        }
        let mut taken = Dots::NONE;
        for (name, row) in given {
            let Some(warehouse) = Warehouse::all().find(|warehouse| warehouse.to_string() == *name) else {
                let message = format!("`{name}` is not a warehouse; they are called SmallRed, LargeBlue and so on (PRF-PACK-5)");
                self.wrong(row.span(), message);
                continue;
            };
            let WarehouseRow { at, trucks, openings: given } = row.get_ref();
            if *trucks != warehouse.room() {
                self.wrong(row.span(), "a small warehouse has room for 1 truck, a large one for 2 (PRF-PACK-5)");
            }
            if at.iter().any(|number| !(-100.0..=100.0).contains(number)) {
                self.wrong(row.span(), "a warehouse stands on the board: its numbers are from -100 to 100");
            }
            let doors: Dots = given.iter().filter_map(|name| self.named(name)).filter(|dot| self.fixed.contains(*dot)).collect();
            if doors.len() != 2 || given.len() != 2 {
                self.wrong(row.span(), format!("{name} has two openings, on two different printed dots (PRF-PACK-5)"));
            }
            if doors.0 & taken.0 != 0 {
                self.wrong(row.span(), "no dot is an opening of two warehouses (PRF-PACK-5)");
            }
            taken.0 |= doors.0;
            openings[warehouse.index()] = doors;
            parking[warehouse.index()] = at.map(|number| (number * 100.0).round() as i32);
        }
        (openings, parking)
    }
}

fn grid(x: i64, y: i64) -> Option<Dot> {
    Dot::at(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
}

/// Tries all 24 × 256 ways to lay the tiles; reports the first that cannot be played. (PRF-PACK-6, PRF-PACK-8)
fn check_arrangements(board: &Board) -> Option<String> {
    for order in orders() {
        for turns in 0..256_u32 {
            let tiles = std::array::from_fn(|slot| Laid { tile: order[slot], turns: (turns >> (2 * slot) & 3) as u8 });
            if let Some(wrong) = check_arrangement(board, tiles) {
                let tiles: Vec<String> = tiles.iter().map(|laid| laid.name()).collect();
                return Some(format!("with the tiles {} in NW, NE, SE and SW {wrong}", tiles.join(", ")));
            }
        }
    }
    None
}

/// All orders of four tiles.
fn orders() -> impl Iterator<Item = [u8; 4]> {
    let digits = |number: u8| [number >> 6 & 3, number >> 4 & 3, number >> 2 & 3, number & 3];
    (0..=u8::MAX).map(digits).filter(|order| (0..4).all(|tile| order.contains(&tile)))
}

fn check_arrangement(board: &Board, tiles: [Laid; 4]) -> Option<&'static str> {
    let (dots, links) = (board.dots(tiles), board.links(tiles));
    let mut doors = [0; Dot::COUNT];
    for warehouse in Warehouse::all() {
        board.openings(warehouse).for_each(|dot| doors[dot.index()] += 1);
    }
    if { dots }.any(|dot| links.of(dot).len() + doors[dot.index()] < 2) {
        return Some("a dot is a dead end (PRF-PACK-6)");
    }
    let first = { dots }.next()?;
    if flood(&links, Dots::only(first)).last() != Some(dots) {
        return Some("the roads are not connected (PRF-PACK-6)");
    }
    let smalls = || Warehouse::all().filter(|warehouse| !warehouse.is_large());
    for warehouse in smalls() {
        // From the parking place onto an opening is one step, and so is the way from an opening into the other warehouse.
        let near = near(board, &links, warehouse, SMALL_APART - 3);
        if smalls().any(|other| other != warehouse && board.openings(other).0 & near.0 != 0) {
            return Some("two small warehouses are less than 7 steps apart (PRF-PACK-8)");
        }
    }
    None
}

/// The dots within this many steps of the openings of a warehouse, with driving through large ones. (PRF-WH-7)
fn near(board: &Board, links: &Links, warehouse: Warehouse, steps: u32) -> Dots {
    let (mut before, mut near) = (Dots::NONE, board.openings(warehouse));
    for _ in 0..steps {
        // It takes two steps from one opening to the other.
        let larges = Warehouse::all().filter(|other| other.is_large()).map(|large| board.openings(large).0);
        let through = larges.filter(|openings| openings & before.0 != 0).fold(0, |through, openings| through | openings);
        (before, near) = (near, Dots(near.0 | links.step(near).0 | through));
    }
    near
}

/// The dots within 0, 1, 2, … steps, until there are no more.
fn flood(links: &Links, from: Dots) -> impl Iterator<Item = Dots> {
    let mut reached = None;
    let links = *links;
    std::iter::from_fn(move || {
        let next = match reached {
            None => from,
            Some(before) => {
                let next = Dots(before | links.step(Dots(before)).0);
                if next.0 == before {
                    return None;
                }
                next
            }
        };
        reached = Some(next.0);
        Some(next)
    })
}
