//! Where trucks, ships and aircraft can go: the steps of each, what is in reach in one T.M. with the fewest points, and how many T.M. a
//! delivery by one kind alone takes at least. Slow and plain, to be held against the clauses.

use crate::printed::{Airport, Border, Channel, Danger, Hex, Kind, Land, Printed};
use std::collections::{BTreeMap, BTreeSet};

/// What a danger does to movement while it lasts (CMP-EFF-20 to CMP-EFF-25).
#[derive(Clone, Debug, Default)]
pub struct Lasting {
    pub slow_land: BTreeSet<Land>,
    pub slow_sea: BTreeSet<String>,
    pub closed_ports: BTreeSet<Land>,
    pub closed_airports: BTreeSet<Land>,
    pub closed_roads: BTreeSet<Land>,
}

impl Lasting {
    pub fn fair() -> Lasting {
        Lasting::default()
    }

    pub fn of(danger: &Danger) -> Lasting {
        let mut lasting = Lasting::fair();
        let lands = danger.territories.clone();
        match danger.lasting.as_str() {
            "none" => {}
            "slow_land" => lasting.slow_land = lands,
            "slow_sea" => lasting.slow_sea = danger.zones.clone(),
            "closed_ports" => lasting.closed_ports = lands,
            "closed_airports" => lasting.closed_airports = lands,
            "closed_roads" => lasting.closed_roads = lands,
            other => panic!("{other} is no lasting effect"),
        }
        lasting
    }
}

// ---- Trucks

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    Border(Border),
    Strait(Channel),
}

/// One step of a truck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    pub to: Land,
    pub over: Over,
    pub points: u32,
}

/// CMP-TRUCK-2.
fn morphology_points(morphology: &str) -> u32 {
    match morphology {
        "plain" => 1,
        "mountain" | "frozen" => 2,
        "desert" | "tropical_forest" => 3,
        other => panic!("{other} is no morphology"),
    }
}

/// All steps of a truck from a territory (CMP-TRUCK-1, CMP-TRUCK-4, CMP-STRAIT-3, CMP-EFF-21, CMP-EFF-25).
pub fn drives(printed: &Printed, lasting: &Lasting, from: Land) -> Vec<Drive> {
    let mut drives = Vec::new();
    for to in printed.lands() {
        let mut entering = morphology_points(&printed.territories[to].morphology);
        if lasting.slow_land.contains(&to) {
            entering += 1;
        }
        if lasting.closed_roads.contains(&to) {
            continue;
        }
        if let Some(border) = printed.borders.get(&(from, to)) {
            drives.push(Drive { to, over: Over::Border(*border), points: entering });
        }
        for (channel, strait) in printed.straits.iter().enumerate() {
            if strait.links.contains(&(from, to)) || strait.links.contains(&(to, from)) {
                drives.push(Drive { to, over: Over::Strait(channel), points: 1 + entering });
            }
        }
    }
    drives
}

// ---- Ships

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Afloat {
    Port(Land),
    Hex(Hex),
}

/// One step of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sail {
    pub to: Afloat,
    pub strait: Option<Channel>,
    pub points: u32,
}

/// All steps of a ship (CMP-SHIP-1 to CMP-SHIP-6, CMP-STRAIT-3, CMP-EFF-22, CMP-EFF-23).
pub fn sails(printed: &Printed, lasting: &Lasting, from: Afloat) -> Vec<Sail> {
    let entering = |hex: Hex| if lasting.slow_sea.contains(&printed.cells[&hex].zone) { 2 } else { 1 };
    let mut sails = Vec::new();
    match from {
        Afloat::Port(land) => {
            let hex = printed.territories[land].port.expect("a ship is only docked where there is a port");
            sails.push(Sail { to: Afloat::Hex(hex), strait: None, points: entering(hex) });
        }
        Afloat::Hex(here) => {
            for hex in here.neighbours() {
                if printed.cells[&hex].sea && !printed.sealed(here, hex) {
                    sails.push(Sail { to: Afloat::Hex(hex), strait: None, points: entering(hex) });
                }
            }
            for (channel, strait) in printed.straits.iter().enumerate() {
                if let Some((a, b)) = strait.hexes
                    && (here == a || here == b)
                {
                    let beyond = if here == a { b } else { a };
                    sails.push(Sail { to: Afloat::Hex(beyond), strait: Some(channel), points: 1 + entering(beyond) });
                }
            }
            for land in printed.lands() {
                if printed.territories[land].port == Some(here) && !lasting.closed_ports.contains(&land) {
                    sails.push(Sail { to: Afloat::Port(land), strait: None, points: 0 });
                }
            }
        }
    }
    sails
}

// ---- What trucks and ships reach

/// The fewest points to every place within the allowance, the start (0 points) among them.
fn reach<P: Ord + Copy>(start: P, allowance: u32, steps: impl Fn(P) -> Vec<(P, u32)>) -> BTreeMap<P, u32> {
    let mut best = BTreeMap::from([(start, 0)]);
    loop {
        let before = best.clone();
        for (from, used) in &before {
            for (to, points) in steps(*from) {
                let total = used + points;
                if total <= allowance && best.get(&to).is_none_or(|least| total < *least) {
                    best.insert(to, total);
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// A way of several steps: its points, the number of its steps, and the places one after another.
pub type Way<P> = (u32, usize, Vec<P>);

/// The steps and runs from a place (CMP-TM-13): to every end of a way the one with the fewest points, then the fewest steps, then the
/// places that come first in the files. `happens` says of a step whether anything but fuel is paid, or anything is drawn, rolled or
/// asked, or the T.M. ends with it; only the last step of a way may be such a one.
pub fn runs<P: Ord + Copy, S>(
    start: P,
    allowance: u32,
    steps: impl Fn(P) -> Vec<S>,
    of: impl Fn(&S) -> (P, u32),
    happens: impl Fn(P, &S) -> bool,
) -> BTreeMap<P, Way<P>> {
    // Ways that go on, and all ways.
    let mut quiet: BTreeMap<P, Way<P>> = BTreeMap::from([(start, (0, 0, Vec::new()))]);
    let mut all: BTreeMap<P, Way<P>> = BTreeMap::new();
    loop {
        let before = quiet.clone();
        for (from, (used, count, places)) in &before {
            for step in steps(*from) {
                let (to, points) = of(&step);
                let way = (used + points, count + 1, places.iter().copied().chain([to]).collect());
                if way.0 > allowance || to == start {
                    continue;
                }
                if all.get(&to).is_none_or(|best| way < *best) {
                    all.insert(to, way.clone());
                }
                if !happens(*from, &step) && quiet.get(&to).is_none_or(|best| way < *best) {
                    quiet.insert(to, way);
                }
            }
        }
        if quiet == before {
            return all;
        }
    }
}

/// Every territory that a truck reaches in one T.M. with that many points left, with the fewest points.
pub fn truck_reach(printed: &Printed, lasting: &Lasting, from: Land, points: u32) -> BTreeMap<Land, u32> {
    reach(from, points, |at| drives(printed, lasting, at).iter().map(|drive| (drive.to, drive.points)).collect())
}

/// Every hex and port that a ship reaches in one T.M. with that many points left, with the fewest points.
pub fn ship_reach(printed: &Printed, lasting: &Lasting, from: Afloat, points: u32) -> BTreeMap<Afloat, u32> {
    reach(from, points, |at| sails(printed, lasting, at).iter().map(|sail| (sail.to, sail.points)).collect())
}

/// The fewest T.M. to every place, each T.M. with its full points (CMP-DELIV-4).
pub fn fewest_turns<P: Ord + Copy>(start: P, one_turn: impl Fn(P) -> Vec<P>) -> BTreeMap<P, u32> {
    let mut turns = BTreeMap::from([(start, 0)]);
    let mut last = vec![start];
    for turn in 1.. {
        let mut next = Vec::new();
        for to in last.into_iter().flat_map(&one_turn) {
            turns.entry(to).or_insert_with(|| {
                next.push(to);
                turn
            });
        }
        if next.is_empty() {
            break;
        }
        last = next;
    }
    turns
}

/// The fewest T.M. of a truck alone from each territory to each.
pub fn truck_turns(printed: &Printed, lasting: &Lasting) -> BTreeMap<(Land, Land), u32> {
    let one: Vec<Vec<Land>> = printed.lands().map(|from| truck_reach(printed, lasting, from, 5).into_keys().collect()).collect();
    let all = printed.lands().flat_map(|from| {
        let turns = fewest_turns(from, |at| one[at].clone());
        turns.into_iter().map(move |(to, turns)| ((from, to), turns))
    });
    all.collect()
}

/// Every place where a ship can be.
pub fn waters(printed: &Printed) -> Vec<Afloat> {
    let ports = printed.lands().filter(|land| printed.territories[*land].port.is_some()).map(Afloat::Port);
    let hexes = printed.cells.iter().filter(|(_, cell)| cell.sea).map(|(hex, _)| Afloat::Hex(*hex));
    ports.chain(hexes).collect()
}

/// The fewest T.M. of a ship alone from each port to each.
pub fn ship_turns(printed: &Printed, lasting: &Lasting) -> BTreeMap<(Land, Land), u32> {
    let one: BTreeMap<Afloat, Vec<Afloat>> =
        waters(printed).into_iter().map(|from| (from, ship_reach(printed, lasting, from, 4).into_keys().collect())).collect();
    let mut all = BTreeMap::new();
    for from in printed.lands().filter(|land| printed.territories[*land].port.is_some()) {
        for (to, turns) in fewest_turns(Afloat::Port(from), |at| one[&at].clone()) {
            if let Afloat::Port(to) = to {
                all.insert((from, to), turns);
            }
        }
    }
    all
}

/// What a lasting effect does to the ways, worked out once.
pub struct Ways {
    pub lasting: Lasting,
    pub drives: Vec<Vec<Drive>>,
    pub sails: BTreeMap<Afloat, Vec<Sail>>,
}

impl Ways {
    pub fn under(printed: &Printed, lasting: Lasting) -> Ways {
        let drives = printed.lands().map(|from| drives(printed, &lasting, from)).collect();
        let sails = waters(printed).into_iter().map(|from| (from, sails(printed, &lasting, from))).collect();
        Ways { lasting, drives, sails }
    }
}

// ---- Aircraft

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aloft {
    Airport(Land),
    Cell(Hex),
    Arrow(Side, i32),
}

impl Aloft {
    /// CMP-AIR-3, CMP-DATA-10.
    pub fn point(self, printed: &Printed) -> (i64, i64) {
        match self {
            Aloft::Airport(land) => printed.territories[land].point,
            Aloft::Cell(hex) => printed.cells[&hex].centre,
            Aloft::Arrow(Side::Left, row) => (0, 740 - 78 * i64::from(row)),
            Aloft::Arrow(Side::Right, row) => (3600, 740 - 78 * i64::from(row)),
        }
    }

    /// The cell that counts for the weather (CMP-WX-4, CMP-DATA-10).
    pub fn cell(self, printed: &Printed) -> Hex {
        match self {
            Aloft::Airport(land) => printed.cell_of(printed.territories[land].point),
            Aloft::Cell(hex) => hex,
            Aloft::Arrow(Side::Left, row) => Hex { col: 0, row },
            Aloft::Arrow(Side::Right, row) => Hex { col: 39, row },
        }
    }
}

/// Every place where an aircraft can be.
pub fn skies(printed: &Printed) -> Vec<Aloft> {
    let airports = printed.lands().filter(|land| printed.territories[*land].airport != Airport::None).map(Aloft::Airport);
    let cells = printed.cells.keys().map(|hex| Aloft::Cell(*hex));
    let arrows = printed.arrow_rows.iter().flat_map(|row| [Aloft::Arrow(Side::Left, *row), Aloft::Arrow(Side::Right, *row)]);
    airports.chain(cells).chain(arrows).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flight {
    pub notch: u32,
    pub points: u32,
    pub fuel: i64,
}

/// The measure of a flight, whatever its points (CMP-AIR-4). `None` for a flight of length 0 (CMP-AIR-6).
pub fn measured(printed: &Printed, from: (i64, i64), to: (i64, i64)) -> Option<Flight> {
    let square = (to.0 - from.0).pow(2) + (to.1 - from.1).pow(2);
    if square == 0 {
        return None;
    }
    let notch = (1..).find(|k| (k * printed.notch).pow(2) >= square)?;
    Some(Flight { notch: notch as u32, points: (notch as u32).div_ceil(3), fuel: 1_000 * notch })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    Refused,
    Allowed,
    /// Allowed, and the points left in the T.M. are lost.
    Costly,
}

/// Has a player with these sites one on the continent of a territory?
pub fn at_home(printed: &Printed, sites: &BTreeSet<Land>, land: Land) -> bool {
    sites.iter().any(|site| printed.territories[*site].continent == printed.territories[land].continent)
}

/// Landing rights (CMP-AIR-12 to CMP-AIR-14, CMP-EFF-24): `last` is the airport where the aircraft last stood, `sites` are its
/// owner's.
pub fn landing(printed: &Printed, lasting: &Lasting, sites: &BTreeSet<Land>, last: Land, at: Land) -> Landing {
    let airport = |land: Land| printed.territories[land].airport;
    let free = |land: Land| airport(land) == Airport::Intercontinental || at_home(printed, sites, land);
    let abroad = printed.territories[last].continent != printed.territories[at].continent;
    if airport(at) == Airport::None || lasting.closed_airports.contains(&at) || abroad && !(free(last) && free(at)) {
        return Landing::Refused;
    }
    if airport(at) == Airport::Intercontinental && !at_home(printed, sites, at) {
        return Landing::Costly;
    }
    Landing::Allowed
}

/// An aircraft in a T.M.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plane {
    pub at: Aloft,
    pub last: Land,
    pub points: u32,
}

/// Every flight of an aircraft: the place that is named, the aircraft afterwards, and the measure. `marker` says whether the
/// owner's in-flight marker is free for this aircraft (CMP-AIR-9).
pub fn flights(
    printed: &Printed,
    lasting: &Lasting,
    sites: &BTreeSet<Land>,
    marker: bool,
    plane: Plane,
) -> Vec<(Aloft, Plane, Flight)> {
    let mut flights = Vec::new();
    for to in skies(printed) {
        let Some(flight) = measured(printed, plane.at.point(printed), to.point(printed)) else { continue };
        if flight.points > plane.points {
            continue;
        }
        let left = plane.points - flight.points;
        let after = match to {
            Aloft::Airport(land) => match landing(printed, lasting, sites, plane.last, land) {
                Landing::Refused => continue,
                Landing::Allowed => Plane { at: to, last: land, points: left },
                Landing::Costly => Plane { at: to, last: land, points: 0 },
            },
            Aloft::Cell(_) if marker => Plane { at: to, last: plane.last, points: left },
            // CMP-AIR-10, CMP-AIR-11: on to the arrow that matches, and all points are gone.
            Aloft::Arrow(Side::Left, row) if marker => Plane { at: Aloft::Arrow(Side::Right, row), last: plane.last, points: 0 },
            Aloft::Arrow(Side::Right, row) if marker => Plane { at: Aloft::Arrow(Side::Left, row), last: plane.last, points: 0 },
            Aloft::Cell(_) | Aloft::Arrow(..) => continue,
        };
        flights.push((to, after, flight));
    }
    flights
}

/// The fewest T.M. of an aircraft alone from each airport to each, for a player with these sites. Only straight flights are tried:
/// a stop on the way within one T.M. brings an aircraft nowhere else, as a test shows.
pub fn aircraft_turns(printed: &Printed, lasting: &Lasting, sites: &BTreeSet<Land>) -> BTreeMap<(Land, Land), u32> {
    // Places are numbered here, because there are many ways between them.
    let skies = skies(printed);
    let number = |place: Aloft| skies.iter().position(|other| *other == place).unwrap();
    let points: Vec<(i64, i64)> = skies.iter().map(|place| place.point(printed)).collect();
    let near = |from: (i64, i64), to: (i64, i64)| measured(printed, from, to).is_some_and(|flight| flight.points <= 2);
    // Where each flight of one T.M. ends: at the place itself, or at the arrow that matches it.
    let ends: Vec<usize> = skies
        .iter()
        .map(|place| match *place {
            Aloft::Arrow(Side::Left, row) => number(Aloft::Arrow(Side::Right, row)),
            Aloft::Arrow(Side::Right, row) => number(Aloft::Arrow(Side::Left, row)),
            Aloft::Airport(_) | Aloft::Cell(_) => number(*place),
        })
        .collect();
    let in_reach: Vec<Vec<usize>> =
        points.iter().map(|from| (0..skies.len()).filter(|to| near(*from, points[*to])).map(|to| ends[to]).collect()).collect();
    // Of the last airport only its rights matter: two with the same rights everywhere are one.
    let mut rights: Vec<Vec<bool>> = Vec::new();
    let mut class: Vec<usize> = Vec::new();
    for last in printed.lands() {
        let own = printed.lands().map(|at| landing(printed, lasting, sites, last, at) != Landing::Refused).collect();
        class.push(rights.iter().position(|other| *other == own).unwrap_or(rights.len()));
        if class[last] == rights.len() {
            rights.push(own);
        }
    }
    let mut fewest = BTreeMap::new();
    for (start, place) in skies.iter().enumerate() {
        let Aloft::Airport(from) = *place else { continue };
        let mut seen = vec![vec![false; rights.len()]; skies.len()];
        seen[start][class[from]] = true;
        let mut now = vec![(start, class[from])];
        for turns in 0.. {
            for (at, _) in &now {
                if let Aloft::Airport(to) = skies[*at] {
                    fewest.entry((from, to)).or_insert(turns);
                }
            }
            let mut next = Vec::new();
            for (at, last) in now {
                for to in &in_reach[at] {
                    let last = match skies[*to] {
                        Aloft::Airport(land) if !rights[last][land] => continue,
                        Aloft::Airport(land) => class[land],
                        Aloft::Cell(_) | Aloft::Arrow(..) => last,
                    };
                    if !seen[*to][last] {
                        seen[*to][last] = true;
                        next.push((*to, last));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            now = next;
        }
    }
    fewest
}

// ---- Combined movement

/// The points of a group of tokens in one T.M. (CMP-COMBO-5, CMP-COMBO-6).
#[derive(Clone, Debug)]
pub struct Group {
    left: u32,
    tokens: BTreeMap<String, u32>,
}

impl Group {
    /// `first` takes the first moving step of the T.M.
    pub fn begun_by(first: Kind, carries_a_truck: bool) -> Group {
        Group { left: if carries_a_truck { 5 } else { first.points() }, tokens: BTreeMap::new() }
    }

    pub fn left(&self, token: &str, kind: Kind) -> u32 {
        self.tokens.get(token).copied().unwrap_or(kind.points()).min(self.left)
    }

    /// A step of a token; refused if its points or the group's do not cover it.
    pub fn uses(&mut self, token: &str, kind: Kind, points: u32) -> bool {
        if self.left(token, kind) < points {
            return false;
        }
        *self.tokens.entry(token.into()).or_insert(kind.points()) -= points;
        self.left -= points;
        true
    }

    /// A landing that costs all points ends the T.M. for the whole group (CMP-AIR-14).
    pub fn loses_all(&mut self) {
        self.left = 0;
    }

    /// `points +N` and `points -N` (CMP-EFF-3): both the token's points and the group's, not below 0.
    pub fn changes(&mut self, token: &str, kind: Kind, by: i32) {
        let own = self.tokens.entry(token.into()).or_insert(kind.points());
        *own = own.saturating_add_signed(by);
        self.left = self.left.saturating_add_signed(by);
    }
}
