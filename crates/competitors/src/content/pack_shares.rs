//! What a pack's author should look at although the rules can live with it: headquarters under a red flag, and contracts that can
//! hardly be done. (CMP-DATA-11, CMP-DATA-20)

use crate::content::{
    figures::STRAIT_POINTS,
    pack::Pack,
    places::{Airport, Cell, Continent, Contract, Office, Point, Territory, Vehicle},
};
use std::{cmp::Reverse, collections::BinaryHeap};

/// The longest limit that is looked at.
const LIMITS: usize = 9;

/// A smaller share of pairs than this many percent is worth a warning. (CMP-DATA-20)
const LEAST_PERCENT: usize = 15;

/// How many movement turns are used up, and how many points of the running one; the fewer the better.
type Used = (u8, u8);

/// For each Sender and Receiver the least movement turns, if there is a way.
type Turns = Vec<Option<u8>>;

/// The share of ordered pairs of different territories that each kind of vehicle alone serves within each limit from 1 to 9, and
/// in the last column the best of the three: percent, rounded. Fair weather, no fees; aircraft of a player whose only site is the
/// headquarters, mean over all of them. (CMP-DATA-20)
pub fn shares(pack: &Pack) -> [[usize; 4]; LIMITS] {
    let (truck, ship) = (trucks(pack), ships(pack));
    let legs = legs(pack);
    let sites: Vec<Continent> = pack.offices.iter().map(|office| pack[office.territory].continent).collect();
    let flights = Continent::ALL.map(|site| if sites.contains(&site) { aircraft(pack, &legs, site) } else { Turns::new() });
    let pairs = Territory::COUNT * (Territory::COUNT - 1);
    let within = |turns: Option<u8>, limit: usize| turns.is_some_and(|turns| usize::from(turns) <= limit);
    let mut table = [[0; 4]; LIMITS];
    for (limit, row) in (1..).zip(&mut table) {
        let mut counts = [0; 4];
        for (pair, (truck, ship)) in truck.iter().zip(&ship).enumerate() {
            let ground = within(*truck, limit) || within(*ship, limit);
            counts[0] += usize::from(within(*truck, limit)) * sites.len();
            counts[1] += usize::from(within(*ship, limit)) * sites.len();
            for site in &sites {
                let air = within(flights[site.index()][pair], limit);
                counts[2] += usize::from(air);
                counts[3] += usize::from(air || ground);
            }
        }
        let all = pairs * sites.len().max(1);
        *row = counts.map(|count| (200 * count + all) / (2 * all));
    }
    table
}

/// What is worth a second look, in words. (CMP-DATA-11, CMP-DATA-20)
pub fn warnings(pack: &Pack) -> Vec<String> {
    let mut found = Vec::new();
    for office in Office::all().take(pack.offices.len()) {
        let card = &pack[pack[office].territory];
        if card.red_flag {
            found.push(format!("the headquarters {} stand under a red flag (CMP-DATA-11)", card.id));
        }
    }
    let shares = shares(pack);
    for contract in Contract::all() {
        let Some(goods) = pack[contract].goods() else { continue };
        let share = shares[usize::from(goods.limit).clamp(1, LIMITS) - 1][goods.vehicle.map_or(3, Vehicle::index)];
        if share < LEAST_PERCENT {
            let id = &pack[contract].id;
            found.push(format!("only {share} % of all pairs of territories can be served with {id} (CMP-DATA-20)"));
        }
    }
    found
}

/// Takes a step of so many points after so much was used: in this movement turn, or else in the next one.
fn after((turns, points): Used, step: u8, allowance: u8) -> Used {
    if points + step <= allowance { (turns, points + step) } else { (turns + 1, step) }
}

/// A step: where it leads, its points, and whether it uses up those that are left. (CMP-AIR-10)
type Step = (usize, u8, bool);

/// The least use to come from a start to each place, where `ways` calls its second argument with each step from a place. Nobody uses
/// more than the longest limit.
fn least(places: usize, start: (usize, Used), allowance: u8, ways: impl Fn(usize, &mut dyn FnMut(Step))) -> Vec<Option<Used>> {
    let mut best: Vec<Option<Used>> = vec![None; places];
    best[start.0] = Some(start.1);
    let mut open = BinaryHeap::from([Reverse((start.1, start.0))]);
    while let Some(Reverse((used, place))) = open.pop() {
        if best[place] != Some(used) {
            continue;
        }
        ways(place, &mut |(to, step, all)| {
            let (turn, points) = after(used, step, allowance);
            let then = (turn, if all { allowance } else { points });
            if step <= allowance && usize::from(then.0) <= LIMITS && best[to].is_none_or(|known| then < known) {
                best[to] = Some(then);
                open.push(Reverse((then, to)));
            }
        });
    }
    best
}

/// A pair's place in a table of turns; a territory with itself is in none.
fn put(turns: &mut Turns, from: Territory, to: Territory, used: Option<Used>) {
    if from != to {
        turns[from.index() * Territory::COUNT + to.index()] = used.map(|(turns, _)| turns);
    }
}

fn no_way() -> Turns {
    vec![None; Territory::COUNT * Territory::COUNT]
}

/// By land and over straits. (CMP-TRUCK-2, CMP-TRUCK-4)
fn trucks(pack: &Pack) -> Turns {
    let mut turns = no_way();
    for from in Territory::all() {
        let best = least(Territory::COUNT, (from.index(), (1, 0)), Vehicle::Truck.allowance(), |place, step| {
            let card = &pack.territories[place];
            card.neighbours.iter().for_each(|over| step((over.to.index(), pack[over.to].morphology.points(), false)));
            card.crossings
                .iter()
                .for_each(|over| step((over.to.index(), STRAIT_POINTS + pack[over.to].morphology.points(), false)));
        });
        Territory::all().for_each(|to| put(&mut turns, from, to, best[to.index()]));
    }
    turns
}

/// From port to port: leaving one costs a point, docking none. (CMP-SHIP-1, CMP-SHIP-4)
fn ships(pack: &Pack) -> Turns {
    let mut turns = no_way();
    for from in Territory::all() {
        let Some(port) = pack[from].port else { continue };
        let best = least(Cell::COUNT, (port.hex.index(), (1, 1)), Vehicle::Ship.allowance(), |place, step| {
            let cell = &pack.grid[place];
            cell.links.iter().for_each(|to| step((to.index(), 1, false)));
            cell.passages.iter().for_each(|over| step((over.to.index(), STRAIT_POINTS + 1, false)));
        });
        for to in Territory::all() {
            put(&mut turns, from, to, pack[to].port.and_then(|port| best[port.hex.index()]));
        }
    }
    turns
}

/// The airports, and the least use to fly from one to another without landing between: for each airport and for 0, 1 and 2 points
/// used of the running turn when it takes off.
struct Legs {
    airports: Vec<Territory>,
    used: Vec<[Vec<Option<Used>>; 3]>,
}

fn legs(pack: &Pack) -> Legs {
    let airports: Vec<Territory> = Territory::all().filter(|territory| pack[*territory].airport != Airport::None).collect();
    // Places: the airports, then the cells, then the arrows.
    let arrows: Vec<_> = pack.all_arrows().collect();
    let points: Vec<Point> = airports
        .iter()
        .map(|territory| pack[*territory].point)
        .chain(Cell::all().map(Cell::centre))
        .chain(arrows.iter().map(|arrow| pack.arrow_point(*arrow)))
        .collect();
    let (cells, edge) = (airports.len(), airports.len() + Cell::COUNT);
    let allowance = Vehicle::Aircraft.allowance();
    // From each place the cells and arrows in reach of one movement turn, with the points that the flight takes. A flight to an arrow
    // uses up all points and ends at the opposite one. (CMP-AIR-10)
    let flights: Vec<Vec<Step>> = points
        .iter()
        .map(|from| {
            let cost = |to: usize| {
                let notch = pack.notch(from.squared(points[to]));
                u8::try_from(notch.div_ceil(3)).ok().filter(|cost| (1..=allowance).contains(cost))
            };
            let over = (cells..edge).filter_map(|to| Some((to, cost(to)?, false)));
            let arrow = |at: usize| Some((edge + (at ^ 1), cost(edge + at)?, true));
            over.chain((0..arrows.len()).filter_map(arrow)).collect()
        })
        .collect();
    let fly = |from: usize, points_used: u8| {
        let best = least(points.len(), (from, (1, points_used)), allowance, |place, step| {
            // Only the start is an airport at which the aircraft stands.
            if place == from || place >= cells {
                flights[place].iter().for_each(|flight| step(*flight));
            }
        });
        let land = |to: usize| {
            let last = |place: usize| {
                let notch = pack.notch(points[place].squared(points[to]));
                let cost = u8::try_from(notch.div_ceil(3)).ok().filter(|cost| (1..=allowance).contains(cost))?;
                Some(after(best[place]?, cost, allowance))
            };
            let places = std::iter::once(from).chain(cells..points.len());
            if to == from { None } else { places.filter_map(last).min() }
        };
        (0..cells).map(land).collect()
    };
    let used = (0..cells).map(|from| [0, 1, 2].map(|points| fly(from, points))).collect();
    Legs { airports, used }
}

/// From airport to airport, for a player whose only site is on this continent. (CMP-AIR-12 to CMP-AIR-14)
fn aircraft(pack: &Pack, legs: &Legs, site: Continent) -> Turns {
    let mut turns = no_way();
    let count = legs.airports.len();
    let card = |place: usize| &pack[legs.airports[place]];
    let free = |place: usize| card(place).airport == Airport::Intercontinental || card(place).continent == site;
    let allowed = |from: usize, to: usize| card(from).continent == card(to).continent || free(from) && free(to);
    for start in 0..count {
        let mut best: Vec<Option<Used>> = vec![None; count];
        best[start] = Some((1, 0));
        let mut open = BinaryHeap::from([Reverse(((1, 0), start))]);
        while let Some(Reverse((used, from))) = open.pop() {
            if best[from] != Some(used) {
                continue;
            }
            for to in (0..count).filter(|to| allowed(from, *to)) {
                let Some((turn, points)) = legs.used[from][usize::from(used.1)][to] else { continue };
                // Landing at an intercontinental airport without a site on the continent costs all points left.
                let lost = card(to).airport == Airport::Intercontinental && card(to).continent != site;
                let then = (used.0 + turn - 1, if lost { Vehicle::Aircraft.allowance() } else { points });
                if usize::from(then.0) <= LIMITS && best[to].is_none_or(|known| then < known) {
                    best[to] = Some(then);
                    open.push(Reverse((then, to)));
                }
            }
        }
        for (to, used) in best.into_iter().enumerate() {
            put(&mut turns, legs.airports[start], legs.airports[to], used);
        }
    }
    turns
}
