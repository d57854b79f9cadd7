//! What never changes of the ways over land, sea and air: tables made once with the pack.

use crate::{
    Advantage, Airport, BorderKind, Cell, Contracts, Pack, Point, Special, Strait, Territories, Territory, bots::planning::Plans,
};
use std::sync::OnceLock;

/// So many notches are found without a root: those of a movement turn.
const NEAR: usize = 6;

/// The tables.
#[derive(Clone, Debug)]
pub(crate) struct Routes {
    /// The territories of each continent.
    pub continents: [Territories; 6],
    /// The cards that can lie on a site.
    pub advantages: Contracts,
    /// Those of them that save fuel. (CMP-SPEC-11)
    pub depots: Contracts,
    /// The special cards of all kinds.
    pub special: Contracts,
    /// Territories with a port, with any airport, with an intercontinental one, and with a red flag.
    pub ports: Territories,
    pub airports: Territories,
    pub intercontinental: Territories,
    pub flags: Territories,
    /// The ways of a truck out of each territory, in the order of the files: borders, then straits.
    pub roads: Vec<Vec<Road>>,
    /// The ways of a ship out of each sea hex: hexes, then straits.
    pub lanes: Vec<Vec<Lane>>,
    /// The notch that a flight between the points of two territories reaches, at most 255. (CMP-AIR-4)
    notches: Vec<u8>,
    points: Vec<Point>,
    /// The squares of the first notches.
    squares: [u32; NEAR],
    /// The airports that an aircraft can reach from each territory with one point, and with two.
    near: [Vec<Territories>; 2],
    /// How far it is from everywhere to everywhere, for bots: made when one first asks.
    pub plans: OnceLock<Plans>,
}

/// One way of a truck out of a territory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Road {
    pub to: Territory,
    /// The points for entering: by morphology, and one for the strait. (CMP-TRUCK-2, CMP-TRUCK-4)
    pub points: u8,
    pub over: Over,
}

/// What a truck drives over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    Border(BorderKind),
    Strait(Strait),
}

/// One way of a ship out of a hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub to: Cell,
    /// Across this strait, which costs one point more. (CMP-STRAIT-3)
    pub strait: Option<Strait>,
}

impl Routes {
    pub fn of(pack: &Pack) -> Routes {
        let count = pack.territories.len();
        let all = || Territory::all().take(count);
        let having = |holds: &dyn Fn(Territory) -> bool| all().filter(|one| holds(*one)).collect::<Territories>();
        let cards = |holds: &dyn Fn(Special) -> bool| {
            let cards = crate::Contract::all().take(pack.contracts.len());
            cards.filter(|card| pack[*card].special().is_some_and(holds)).collect::<Contracts>()
        };
        let roads = all().map(|from| {
            let enter = |to: Territory| pack[to].morphology.points();
            let borders =
                pack[from].neighbours.iter().map(|way| Road { to: way.to, points: enter(way.to), over: Over::Border(way.kind) });
            let straits = pack[from].crossings.iter();
            let straits = straits.map(|way| Road { to: way.to, points: 1 + enter(way.to), over: Over::Strait(way.strait) });
            borders.chain(straits).collect()
        });
        let lanes = Cell::all().map(|from| {
            let open = pack[from].links.iter().map(|to| Lane { to: *to, strait: None });
            let straits = pack[from].passages.iter().map(|way| Lane { to: way.to, strait: Some(way.strait) });
            open.chain(straits).collect()
        });
        let points: Vec<Point> = pack.territories.iter().map(|territory| territory.point).collect();
        let notch = |from: Point, to: Point| u8::try_from(pack.notch(from.squared(to))).unwrap_or(u8::MAX);
        let airports = having(&|one| pack[one].airport != Airport::None);
        let notches: Vec<u8> = points.iter().flat_map(|from| points.iter().map(|to| notch(*from, *to))).collect();
        let within = |most: u8| {
            let reach = |from: Territory, to: &Territory| (1..=most).contains(&notches[from.index() * points.len() + to.index()]);
            all().map(|from| airports.filter(|to| reach(from, to)).collect()).collect::<Vec<Territories>>()
        };
        let near = [within(3), within(6)];
        Routes {
            continents: crate::Continent::ALL.map(|continent| pack.territories_of(continent)),
            advantages: cards(&|card| matches!(card, Special::Advantage(_))),
            depots: cards(&|card| matches!(card, Special::Advantage(Advantage::FuelDepot))),
            special: cards(&|_| true),
            ports: having(&|one| pack[one].port.is_some()),
            airports,
            intercontinental: having(&|one| pack[one].airport == Airport::Intercontinental),
            flags: having(&|one| pack[one].red_flag),
            roads: roads.collect(),
            lanes: lanes.collect(),
            notches,
            points,
            squares: std::array::from_fn(|notch| (u32::from(pack.notches[0]) * (notch as u32 + 1)).pow(2)),
            near,
            plans: OnceLock::new(),
        }
    }

    /// The notch of a flight between two airports.
    #[inline]
    pub fn notch(&self, from: Territory, to: Territory) -> u8 {
        self.notches[from.index() * self.points.len() + to.index()]
    }

    /// The notch that a flight reaches whose length has this square, if that is no more than a movement turn usually has.
    #[inline]
    pub fn short_notch(&self, squared: u32) -> Option<u8> {
        match self.squares.iter().filter(|square| **square < squared).count() {
            _ if squared == 0 => Some(0),
            NEAR => None,
            below => Some(below as u8 + 1),
        }
    }

    /// The airports that an aircraft can reach from an airport with so many points.
    #[inline]
    pub fn near(&self, from: Territory, points: u8) -> Territories {
        match points {
            0 => Territories::NONE,
            1 => self.near[0][from.index()],
            2 => self.near[1][from.index()],
            _ => self.airports,
        }
    }
}
