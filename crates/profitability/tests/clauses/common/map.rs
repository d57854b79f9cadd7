//! The board once more, built from the rulebook's tables alone, with the plainest of searches.

use kernel::{Rules, Viewer};
use profitability::{ProfitabilityRules, State};
use std::collections::{BTreeMap, BTreeSet};

/// The roads as the tiles lie: 48 dots, then 8 parking places.
pub struct Map {
    pub names: Vec<String>,
    pub at: Vec<(f64, f64)>,
    pub links: Vec<Vec<usize>>,
}

const SIDES: [(&str, [(i32, i32); 6]); 4] = [
    ("N", [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]),
    ("E", [(8, 2), (8, 3), (8, 4), (8, 5), (8, 6), (8, 7)]),
    ("S", [(7, 8), (6, 8), (5, 8), (4, 8), (3, 8), (2, 8)]),
    ("W", [(1, 7), (1, 6), (1, 5), (1, 4), (1, 3), (1, 2)]),
];

const SLOTS: [(&str, i32, i32); 4] = [("NW", 2, 2), ("NE", 5, 2), ("SE", 5, 5), ("SW", 2, 5)];

const LOCAL: [(&str, (i32, i32)); 9] = [
    ("n", (1, 0)),
    ("e", (2, 1)),
    ("s", (1, 2)),
    ("w", (0, 1)),
    ("c", (1, 1)),
    ("nw", (0, 0)),
    ("ne", (2, 0)),
    ("se", (2, 2)),
    ("sw", (0, 2)),
];

const TILES: [(&str, &str); 4] = [
    ("A", "n-c e-c s-c w-c"),
    ("B", "n-ne ne-e e-se se-s s-sw sw-w w-nw nw-n"),
    ("C", "n-e s-w e-c c-w"),
    ("D", "w-c c-e n-c s-sw sw-w"),
];

const JOINTS: &str = "N2-NW.n N5-NE.n E2-NE.e E5-SE.e S2-SE.s S5-SW.s W2-SW.w W5-NW.w NW.e-NE.w NE.s-SE.n SE.w-SW.e SW.n-NW.s";

/// Warehouses with their places and openings.
pub const OPENINGS: [(&str, (f64, f64), [&str; 2]); 8] = [
    ("SmallRed", (0.0, 0.0), ["W6", "N1"]),
    ("SmallBlue", (9.0, 0.0), ["N6", "E1"]),
    ("SmallYellow", (9.0, 9.0), ["E6", "S1"]),
    ("SmallGreen", (0.0, 9.0), ["S6", "W1"]),
    ("LargeGreen", (4.5, 0.0), ["N3", "N4"]),
    ("LargeRed", (9.0, 4.5), ["E3", "E4"]),
    ("LargeBlue", (4.5, 9.0), ["S3", "S4"]),
    ("LargeYellow", (0.0, 4.5), ["W3", "W4"]),
];

fn turned((u, v): (i32, i32), turns: u8) -> (i32, i32) {
    (0..turns).fold((u, v), |(u, v), _| (2 - v, u))
}

fn local(name: &str) -> (i32, i32) {
    LOCAL.iter().find(|(other, _)| *other == name).expect("a local dot").1
}

impl Map {
    /// The map with these tiles in NW, NE, SE and SW, written like `A0`.
    pub fn of(tiles: &[impl AsRef<str>]) -> Map {
        let mut map = Map { names: Vec::new(), at: Vec::new(), links: Vec::new() };
        for (side, dots) in SIDES {
            for (number, (x, y)) in (1..).zip(dots) {
                map.add(format!("{side}{number}"), (x.into(), y.into()));
            }
            (1..6).for_each(|number| map.link(&format!("{side}{number}"), &format!("{side}{}", number + 1)));
        }
        for ((slot, x, y), tile) in SLOTS.into_iter().zip(tiles) {
            let (letter, turns) = tile.as_ref().split_at(1);
            let turns: u8 = turns.parse().expect("quarter turns");
            let (_, links) = TILES.iter().find(|(other, _)| *other == letter).expect("a tile");
            let name = |dot: &str| {
                let place = turned(local(dot), turns);
                let (name, _) = LOCAL.iter().find(|(_, other)| *other == place).expect("a local dot");
                format!("{slot}.{name}")
            };
            let dots: BTreeSet<&str> = links.split([' ', '-']).collect();
            for dot in dots {
                let (u, v) = turned(local(dot), turns);
                map.add(name(dot), ((x + u).into(), (y + v).into()));
            }
            for link in links.split(' ') {
                let (one, other) = link.split_once('-').expect("a link");
                map.link(&name(one), &name(other));
            }
        }
        for joint in JOINTS.split(' ') {
            let (one, other) = joint.split_once('-').expect("a joint");
            map.link(one, other);
        }
        for (warehouse, at, openings) in OPENINGS {
            map.add(warehouse.into(), at);
            openings.iter().for_each(|dot| map.link(warehouse, dot));
        }
        map
    }

    /// The map of a table.
    pub fn of_state(rules: &ProfitabilityRules, state: &State) -> Map {
        let view = rules.view(state, Viewer::Watcher);
        let tiles: Vec<String> = view.tiles.iter().map(|tile| format!("{}{}", tile.tile, tile.turns)).collect();
        Map::of(&tiles)
    }

    fn add(&mut self, name: String, at: (f64, f64)) {
        self.names.push(name);
        self.at.push(at);
        self.links.push(Vec::new());
    }

    fn link(&mut self, one: &str, other: &str) {
        let (one, other) = (self.index(one), self.index(other));
        self.links[one].push(other);
        self.links[other].push(one);
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    #[track_caller]
    pub fn index(&self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| panic!("there is no {name}"))
    }

    pub fn is_warehouse(&self, place: usize) -> bool {
        self.names[place].starts_with("Small") || self.names[place].starts_with("Large")
    }

    /// The lengths of the shortest drives from a place to all others, without driving through a warehouse or over `closed`.
    pub fn lengths(&self, from: usize, closed: &[usize]) -> Vec<Option<u8>> {
        self.search(from, closed, false)
    }

    /// The same, with driving through warehouses.
    pub fn lengths_through(&self, from: usize, closed: &[usize]) -> Vec<Option<u8>> {
        self.search(from, closed, true)
    }

    fn search(&self, from: usize, closed: &[usize], through: bool) -> Vec<Option<u8>> {
        let mut lengths = vec![None; self.names.len()];
        lengths[from] = Some(0);
        let mut ring = vec![from];
        for length in 1.. {
            let mut next = Vec::new();
            for place in ring {
                if place != from && self.is_warehouse(place) && !through {
                    continue;
                }
                for other in &self.links[place] {
                    if lengths[*other].is_none() && !closed.contains(other) {
                        lengths[*other] = Some(length);
                        next.push(*other);
                    }
                }
            }
            if next.is_empty() {
                return lengths;
            }
            ring = next;
        }
        lengths
    }

    /// Every drive of at most this many points, in notation with its price: all walks step by step, with what they visit.
    pub fn drives(&self, trip: &Trip) -> BTreeMap<String, u64> {
        let mut drives = BTreeMap::new();
        let from = self.index(trip.from);
        let mut ring = BTreeSet::from([(from, self.index(trip.last), None::<usize>)]);
        for price in 1..=trip.points {
            let mut next = BTreeSet::new();
            for (place, last, via) in ring {
                // Who goes on from a warehouse has driven through it, unless the drive began there.
                let inside = self.is_warehouse(place) && price > 1;
                let via = if inside { Some(place) } else { via };
                for step in &self.links[place] {
                    let name = self.names[*step].as_str();
                    let occupied = trip.occupied.contains(&name);
                    if self.is_warehouse(*step) {
                        if *step != last && !trip.full.contains(&name) {
                            next.insert((*step, *step, via));
                        }
                    } else if !(occupied && trip.block) {
                        next.insert((*step, last, via));
                    }
                }
            }
            for (place, _, via) in &next {
                let name = self.names[*place].as_str();
                if trip.occupied.contains(&name) || *place == from && via.is_none() {
                    continue;
                }
                let drive = match via {
                    Some(via) => format!("drive {name} via {}", self.names[*via]),
                    None => format!("drive {name}"),
                };
                drives.entry(drive).or_insert(price);
            }
            ring = next;
        }
        drives
    }
}

/// What bears on a drive.
pub struct Trip<'a> {
    pub from: &'a str,
    /// The warehouse visited last.
    pub last: &'a str,
    pub points: u64,
    /// Dots where other trucks stand.
    pub occupied: Vec<&'a str>,
    /// Warehouses without room.
    pub full: Vec<&'a str>,
    /// May occupied dots not be driven over?
    pub block: bool,
}
