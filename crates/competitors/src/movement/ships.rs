//! Ships: where one can sail, over hexes and straits, and dock. (CMP-SHIP, CMP-STRAIT, CMP-TM-13)

use crate::{
    Cell, CompetitorsRules, Lasting, Place, State, Strait, Territories, Territory, Vehicle, WeatherCheck, movement::Traveller,
};
use std::cmp::Ordering;

/// The most hexes that a search looks at: all within some ten points of a ship.
const MOST: usize = 420;

/// How a hex is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sail {
    pub cell: Cell,
    /// The points of the whole way.
    pub points: u8,
    steps: u8,
    /// The number of the hex from which the last step is taken; none from the start.
    before: Option<u16>,
    /// Across this strait, by the last step.
    pub strait: Option<Strait>,
    /// May a run go on from here?
    quiet: bool,
}

/// Where a ship can go now: hexes, each by one way, and ports.
pub(crate) struct Sails {
    start: Place,
    sails: [Option<Sail>; MOST],
    count: u16,
    /// The number of the best way to each hex, and of the best quiet one.
    ends: [u16; Cell::COUNT],
    quiet: [u16; Cell::COUNT],
    /// Ports in reach.
    pub ports: Territories,
}

/// Stands for no way in the tables.
const NONE: u16 = u16::MAX;

impl Sails {
    fn get(&self, number: u16) -> Option<Sail> {
        self.sails.get(usize::from(number)).copied().flatten()
    }

    /// The best way to a hex.
    #[inline]
    pub fn to(&self, cell: Cell) -> Option<Sail> {
        self.get(self.ends[cell.index()])
    }

    /// The best way to a hex on which nothing but fuel is paid and nothing is drawn, rolled or asked.
    #[inline]
    pub fn quietly_to(&self, cell: Cell) -> Option<Sail> {
        self.get(self.quiet[cell.index()])
    }

    /// Does the ship begin in this hex?
    pub fn begins_at(&self, cell: Cell) -> bool {
        self.start == Place::Sea(cell)
    }

    /// All hexes in reach.
    pub fn cells(&self) -> impl Iterator<Item = Sail> + '_ {
        let all = self.sails[..usize::from(self.count)].iter().flatten().copied().enumerate();
        all.filter(|(number, sail)| usize::from(self.ends[sail.cell.index()]) == *number).map(|(_, sail)| sail)
    }

    fn back(&self, sail: Sail) -> impl Iterator<Item = Sail> + '_ {
        std::iter::successors(Some(sail), |sail| self.get(sail.before?))
    }

    /// The hexes of a way, its end the last.
    pub fn way(&self, sail: Sail) -> Vec<Cell> {
        let mut way: Vec<Cell> = self.back(sail).map(|sail| sail.cell).collect();
        way.reverse();
        way
    }

    /// The hex from which the last step of a way is taken; none if that is where the ship is.
    pub fn before(&self, sail: Sail) -> Option<Cell> {
        sail.before.and_then(|number| self.get(number)).map(|sail| sail.cell)
    }

    /// Fewest points, then fewest steps, then the places that come first in the files. (CMP-TM-13)
    fn is_better(&self, new: Sail, old: u16) -> bool {
        let Some(old) = self.get(old) else { return true };
        match (new.points, new.steps).cmp(&(old.points, old.steps)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                let pairs = self.back(new).zip(self.back(old));
                let decided = pairs.fold(Ordering::Equal, |so_far, (new, old)| new.cell.cmp(&old.cell).then(so_far));
                decided == Ordering::Less
            }
        }
    }

    fn add(&mut self, sail: Sail) -> bool {
        let (end, quiet) =
            (self.is_better(sail, self.ends[sail.cell.index()]), self.is_better(sail, self.quiet[sail.cell.index()]));
        let kept = end || quiet && sail.quiet;
        if kept && usize::from(self.count) < MOST {
            self.sails[usize::from(self.count)] = Some(sail);
            if end {
                self.ends[sail.cell.index()] = self.count;
            }
            if quiet && sail.quiet {
                self.quiet[sail.cell.index()] = self.count;
            }
            self.count += 1;
        }
        kept
    }
}

impl CompetitorsRules {
    /// What a ship pays to enter a hex now. (CMP-EFF-22)
    #[inline]
    pub(crate) fn hex_points(&self, state: &State, cell: Cell) -> u8 {
        match self.danger(state) {
            Some(danger)
                if danger.lasting == Lasting::SlowSea
                    && self.pack[cell].zone().is_some_and(|zone| danger.zones.contains(zone)) =>
            {
                2
            }
            _ => 1,
        }
    }

    /// Is the port closed? (CMP-EFF-23)
    pub(crate) fn port_is_closed(&self, state: &State, territory: Territory) -> bool {
        self.danger(state).is_some_and(|danger| danger.lasting == Lasting::ClosedPorts && danger.territories.contains(territory))
    }

    /// Where a ship can go from here with so many points. (CMP-SHIP-2, CMP-SHIP-4, CMP-SHIP-6)
    pub(crate) fn sails(&self, state: &State, traveller: &Traveller, start: Place, points: u8) -> Sails {
        self.sails_until(state, traveller, start, points, None)
    }

    /// The same as far as it takes to get to this hex, or to the port that opens on it.
    pub(crate) fn sails_until(
        &self,
        state: &State,
        traveller: &Traveller,
        start: Place,
        points: u8,
        goal: Option<Cell>,
    ) -> Sails {
        let mut sails = Sails {
            start,
            sails: [None; MOST],
            count: 0,
            ends: [NONE; Cell::COUNT],
            quiet: [NONE; Cell::COUNT],
            ports: Territories::NONE,
        };
        let quiet = |cell: Cell| !self.sails_into_weather(state, traveller, cell);
        match start {
            Place::Port(territory) => {
                if let Some(port) = self.pack[territory].port {
                    let price = self.hex_points(state, port.hex);
                    if price <= points {
                        let sail =
                            Sail { cell: port.hex, points: price, steps: 1, before: None, strait: None, quiet: quiet(port.hex) };
                        sails.add(sail);
                    }
                }
            }
            Place::Sea(cell) => {
                self.sail_on(state, traveller, &mut sails, cell, (0, 0, None), points);
                self.open_ports(state, traveller, &mut sails, cell);
            }
            _ => {}
        }
        // Ways come in the order in which they are found; a hex that was entered for more points is looked at again only if it got better.
        for used in 1..=points {
            // Once the ways of a port's hex were looked at, no better one can come.
            if goal.and_then(|goal| sails.quietly_to(goal)).is_some_and(|way| way.points < used) {
                break;
            }
            let mut number = 0;
            while number < sails.count {
                if let Some(sail) = sails.get(number)
                    && sail.points == used
                    && sail.quiet
                    && sails.quiet[sail.cell.index()] == number
                {
                    self.open_ports(state, traveller, &mut sails, sail.cell);
                    self.sail_on(state, traveller, &mut sails, sail.cell, (used, sail.steps, Some(number)), points);
                }
                number += 1;
            }
        }
        sails
    }

    fn sail_on(
        &self,
        state: &State,
        traveller: &Traveller,
        sails: &mut Sails,
        from: Cell,
        so_far: (u8, u8, Option<u16>),
        most: u8,
    ) {
        let (used, steps, before) = so_far;
        for lane in &self.routes.lanes[from.index()] {
            let points = used + self.hex_points(state, lane.to) + u8::from(lane.strait.is_some());
            if points > most || sails.begins_at(lane.to) {
                continue;
            }
            let draws = lane.strait.is_some() && traveller.draws;
            let quiet = !draws && !self.sails_into_weather(state, traveller, lane.to);
            sails.add(Sail { cell: lane.to, points, steps: steps + 1, before, strait: lane.strait, quiet });
        }
    }

    /// The ports that open on a hex. (CMP-SHIP-3, CMP-HQ-4)
    fn open_ports(&self, state: &State, traveller: &Traveller, sails: &mut Sails, cell: Cell) {
        for port in self.pack[cell].ports {
            let here = sails.start == Place::Port(port);
            if !here && !self.port_is_closed(state, port) && self.entry_price(state, traveller, port) <= traveller.money {
                sails.ports.insert(port);
            }
        }
    }

    /// Is the weather checked because a ship enters this hex? (CMP-WX-9)
    pub(crate) fn sails_into_weather(&self, state: &State, traveller: &Traveller, cell: Cell) -> bool {
        self.options.weather_check == WeatherCheck::OnEntry
            && !traveller.weathered
            && self.danger(state).is_some_and(|danger| {
                danger.affects.contains(Vehicle::Ship) && self.pack[cell].zone().is_some_and(|zone| danger.zones.contains(zone))
            })
    }
}
