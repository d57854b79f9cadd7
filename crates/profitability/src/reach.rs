//! How far a truck can drive with its action points. (PRF-MOVE, PRF-WH)
//!
//! What can be reached by roads alone is found by a flood fill over the links. Where the fill reaches an opening, the truck may
//! drive through that warehouse. That changes which warehouse it may not enter again (PRF-WH-6), so another flood fill starts
//! there with the points that are left. In all there is one flood for the roads, and at most one for each warehouse driven
//! through last.

use crate::{
    colours::Colour,
    places::{Dot, Dots, Place, Warehouse, Warehouses},
    roads::Links,
    rules::ProfitabilityRules,
    state::State,
};

/// The index of the flood by roads alone; floods through a warehouse have the index of the warehouse.
const ROADS: usize = Warehouse::COUNT;

/// Where a truck can stop, by the last warehouse driven through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The dots, including those with other trucks.
    dots: [Dots; ROADS + 1],
    /// The warehouses.
    parks: [Warehouses; ROADS + 1],
    /// The points left in each warehouse that can be driven through.
    budgets: [u8; ROADS],
    /// Those warehouses.
    through: Warehouses,
}

/// The surroundings of a truck that wants to drive.
#[derive(Clone, Copy)]
pub(crate) struct Way<'a> {
    rules: &'a ProfitabilityRules,
    links: Links,
    /// Where it stands.
    from: Place,
    /// The warehouse entered last. (PRF-WH-6)
    last: Warehouse,
    /// The dots where other trucks stand.
    others: Dots,
    /// The dots that may not be driven over. (PRF-MOVE-6)
    walls: Dots,
    /// The warehouses with room. (PRF-WH-3, PRF-WH-4)
    open: Warehouses,
}

impl<'a> Way<'a> {
    /// The surroundings of the truck of a colour, if it is on the board.
    #[inline]
    pub(crate) fn of(rules: &'a ProfitabilityRules, state: &State, colour: Colour) -> Option<Way<'a>> {
        let truck = state.truck(colour);
        Way::from(rules, state, colour, truck.at?, truck.last)
    }

    /// The same, but as if that truck stood here and had visited `last`.
    #[inline]
    pub(crate) fn from(
        rules: &'a ProfitabilityRules,
        state: &State,
        colour: Colour,
        from: Place,
        last: Warehouse,
    ) -> Option<Way<'a>> {
        let mut others = state.occupied;
        if let Some(dot) = state.truck(colour).dot() {
            others.0 &= !Dots::only(dot).0;
        }
        let (mut one, mut two) = (0_u8, 0_u8);
        for other in Colour::ALL {
            if let Some(Place::In(warehouse)) = state.truck(other).at
                && other != colour
            {
                let bit = Warehouses::only(warehouse).0;
                two |= one & bit;
                one |= bit;
            }
        }
        // Small warehouses, the first four, are full with one truck and large ones with two.
        let full = one & 0x0f | two & 0xf0;
        let walls = if rules.block { others } else { Dots::NONE };
        Some(Way { rules, links: state.links, from, last, others, walls, open: Warehouses(!full) })
    }

    /// Is a truck in the way of stopping on this dot? (PRF-MOVE-5)
    pub(crate) fn is_occupied(&self, dot: Dot) -> bool {
        self.others.contains(dot)
    }

    /// Has this warehouse room? (PRF-WH-3)
    pub(crate) fn has_room(&self, warehouse: Warehouse) -> bool {
        self.open.contains(warehouse)
    }

    /// The same, but as if all warehouses had room.
    pub(crate) fn if_all_open(self) -> Way<'a> {
        Way { open: Warehouses(u8::MAX), ..self }
    }

    /// The same, but as if the other trucks were not there.
    pub(crate) fn alone(self) -> Way<'a> {
        Way { others: Dots::NONE, walls: Dots::NONE, open: Warehouses(u8::MAX), ..self }
    }

    /// Where the flood by roads alone begins, and what that costs: a truck in a warehouse has to leave it first. (PRF-MOVE-7)
    #[inline]
    fn set_off(&self) -> (Dots, u8) {
        match self.from {
            Place::Dot(dot) => (Dots::only(dot), 0),
            Place::In(warehouse) => (self.exits(warehouse), 1),
        }
    }

    /// Where the truck stands.
    pub(crate) fn place(&self) -> Place {
        self.from
    }

    /// The dots one step from this one that may be driven over.
    pub(crate) fn neighbours(&self, dot: Dot) -> Dots {
        Dots(self.links.of(dot).0 & !self.walls.0)
    }

    /// The warehouses that can be entered from this dot after driving through `via` last. (PRF-WH-4, PRF-WH-5)
    pub(crate) fn parks(&self, dot: Dot, via: Option<Warehouse>) -> impl Iterator<Item = Warehouse> {
        let (last, open, board) = (via.unwrap_or(self.last), self.open, &self.rules.board);
        Warehouse::all().filter(move |park| *park != last && open.contains(*park) && board.openings(*park).contains(dot))
    }

    /// How many steps it is from every dot to the parking place of a warehouse; `u8::MAX` where there is no way.
    pub(crate) fn steps_to(&self, goal: Warehouse) -> [u8; Dot::COUNT] {
        let mut far = [u8::MAX; Dot::COUNT];
        let mut reached = Dots::NONE;
        let mut ring = self.exits(goal);
        let mut steps = 1;
        while ring != reached {
            Dots(ring.0 & !reached.0).for_each(|dot| far[dot.index()] = steps);
            reached = ring;
            ring = self.grow(ring);
            steps += 1;
        }
        far
    }

    /// The openings by which a truck can come out. (PRF-WH-2)
    #[inline]
    pub(crate) fn exits(&self, warehouse: Warehouse) -> Dots {
        Dots(self.rules.board.openings(warehouse).0 & !self.walls.0)
    }

    #[inline]
    fn grow(&self, set: Dots) -> Dots {
        Dots(set.0 | self.links.step(set).0 & !self.walls.0)
    }

    /// Everything that can be reached with this many points.
    #[inline]
    pub(crate) fn reach(&self, points: u8) -> Reach {
        let mut reach = Reach::NONE;
        let (start, cost) = self.set_off();
        let Some(budget) = points.checked_sub(cost) else { return reach };
        self.flood(&mut reach, ROADS, start, budget, self.last);
        let mut done = Warehouses::NONE;
        // The flood with the most points left comes next, since floods started from it have fewer.
        while let Some((warehouse, budget)) = next(&reach, done) {
            done.0 |= Warehouses::only(warehouse).0;
            self.flood(&mut reach, warehouse.index(), self.exits(warehouse), budget - 1, warehouse);
        }
        reach
    }

    /// The points left in a warehouse that can be driven through. Later floods have fewer points, so the answer is known as soon
    /// as it is the turn of this one.
    #[inline]
    fn budget(&self, via: Warehouse, points: u8) -> Option<u8> {
        let mut reach = Reach::NONE;
        let (start, cost) = self.set_off();
        self.flood(&mut reach, ROADS, start, points.checked_sub(cost)?, self.last);
        let mut done = Warehouses::NONE;
        while let Some((warehouse, budget)) = next(&reach, done) {
            if warehouse == via {
                return Some(budget);
            }
            done.0 |= Warehouses::only(warehouse).0;
            self.flood(&mut reach, warehouse.index(), self.exits(warehouse), budget - 1, warehouse);
        }
        None
    }

    /// One flood, and the warehouses it reaches: all with room except the one visited last. (PRF-WH-5)
    #[inline]
    fn flood(&self, reach: &mut Reach, index: usize, start: Dots, budget: u8, last: Warehouse) {
        let doors = self.rules.doors.0;
        let open = Warehouses(self.open.0 & !Warehouses::only(last).0);
        let mut set = start;
        let mut new_doors = start.0 & doors;
        for left in (0..budget).rev() {
            for dot in Dots(new_doors) {
                let warehouse = self.rules.behind[dot.index()];
                if open.contains(warehouse) {
                    reach.parks[index].0 |= Warehouses::only(warehouse).0;
                    // One point to go in; with one more it comes out again. (PRF-WH-7)
                    if left > 0 {
                        let known = &mut reach.budgets[warehouse.index()];
                        *known = left.max(*known);
                        reach.through.0 |= Warehouses::only(warehouse).0;
                    }
                }
            }
            let grown = self.grow(set);
            new_doors = grown.0 & !set.0 & doors;
            set = grown;
        }
        reach.dots[index] = set;
    }

    /// The price of the cheapest way to stop here, if that is possible with this many points.
    #[inline]
    pub(crate) fn price(&self, to: Place, via: Option<Warehouse>, points: u8) -> Option<u8> {
        let (start, spent, last) = match via {
            None => {
                let (start, cost) = self.set_off();
                (start, cost, self.last)
            }
            Some(via) => (self.exits(via), points - self.budget(via, points)? + 1, via),
        };
        let (goal, more) = match to {
            Place::Dot(dot) if self.others.contains(dot) => return None,
            Place::Dot(dot) if via.is_none() && self.from == Place::Dot(dot) => return None,
            Place::Dot(dot) => (Dots::only(dot), 0),
            Place::In(warehouse) if warehouse == last || !self.open.contains(warehouse) => return None,
            Place::In(warehouse) => (self.rules.board.openings(warehouse), 1),
        };
        let mut price = spent + more;
        let mut ring = start;
        while price <= points {
            if ring.0 & goal.0 != 0 {
                return Some(price);
            }
            ring = self.grow(ring);
            price += 1;
        }
        None
    }
}

/// Of the floods through warehouses that are not done yet, the one with the most points left.
#[inline]
fn next(reach: &Reach, done: Warehouses) -> Option<(Warehouse, u8)> {
    let open = Warehouses(reach.through.0 & !done.0);
    let mut best = None;
    for warehouse in open {
        let budget = reach.budgets[warehouse.index()];
        if best.is_none_or(|(_, known)| known < budget) {
            best = Some((warehouse, budget));
        }
    }
    best
}

/// The stops of one flood: free dots and warehouses with room.
#[derive(Clone, Copy)]
pub(crate) struct Stops {
    /// The last warehouse driven through.
    pub via: Option<Warehouse>,
    /// The dots.
    pub dots: Dots,
    /// The warehouses.
    pub parks: Warehouses,
}

impl Stops {
    #[inline]
    fn count(&self) -> u32 {
        self.dots.bits().len() + self.parks.bits().len()
    }
}

impl Reach {
    /// Nowhere.
    const NONE: Reach = Reach {
        dots: [Dots::NONE; ROADS + 1],
        parks: [Warehouses::NONE; ROADS + 1],
        budgets: [0; ROADS],
        through: Warehouses::NONE,
    };

    /// The stops by roads alone. The dot where the truck stands is not one of them; it can be one only after driving through a
    /// warehouse.
    #[inline]
    fn by_roads(&self, way: &Way<'_>) -> Stops {
        let here = way.from.dot().map_or(Dots::NONE, Dots::only);
        Stops { via: None, dots: Dots(self.dots[ROADS].0 & !way.others.0 & !here.0), parks: self.parks[ROADS] }
    }

    /// The stops through a warehouse.
    #[inline]
    fn by(&self, way: &Way<'_>, via: Warehouse) -> Stops {
        Stops { via: Some(via), dots: Dots(self.dots[via.index()].0 & !way.others.0), parks: self.parks[via.index()] }
    }

    /// All stops: by roads alone, then through each warehouse.
    #[inline]
    pub(crate) fn stops<'a>(&'a self, way: &'a Way<'_>) -> impl Iterator<Item = Stops> + 'a {
        std::iter::once(self.by_roads(way)).chain(self.through.map(|via| self.by(way, via)))
    }

    /// How many drives there are.
    #[inline]
    pub(crate) fn count(&self, way: &Way<'_>) -> u32 {
        self.through.fold(self.by_roads(way).count(), |count, via| count + self.by(way, via).count())
    }

    /// The drive with this many before it; none if there are fewer.
    #[inline]
    pub(crate) fn pick(&self, way: &Way<'_>, rank: u32) -> Option<(Place, Option<Warehouse>)> {
        let (mut stops, mut rank, mut through) = (self.by_roads(way), rank, self.through);
        while rank >= stops.count() {
            rank -= stops.count();
            stops = self.by(way, through.next()?);
        }
        let dots = stops.dots.bits().len();
        let place =
            if rank < dots { Place::Dot(stops.dots.at_rank(rank)?) } else { Place::In(stops.parks.at_rank(rank - dots)?) };
        Some((place, stops.via))
    }
}

impl ProfitabilityRules {
    /// Steps by road from a place to each warehouse, parking places included; other trucks do not count. None where there is no
    /// way.
    pub(crate) fn distances(&self, links: &Links, from: Place) -> [Option<u8>; Warehouse::COUNT] {
        let mut distances = [None; Warehouse::COUNT];
        let mut missing = Warehouse::COUNT;
        let (mut ring, mut steps) = match from {
            Place::Dot(dot) => (Dots::only(dot), 0),
            Place::In(warehouse) => {
                distances[warehouse.index()] = Some(0);
                missing -= 1;
                (self.board.openings(warehouse), 1)
            }
        };
        let mut seen = 0;
        loop {
            // Only new dots can be openings of warehouses not reached before.
            for door in Dots(ring.0 & !seen & self.doors.0) {
                let distance = &mut distances[self.behind[door.index()].index()];
                if distance.is_none() {
                    *distance = Some(steps + 1);
                    missing -= 1;
                }
            }
            if missing == 0 {
                return distances;
            }
            seen = ring.0;
            let grown = Dots(ring.0 | links.step(ring).0);
            if grown == ring {
                return distances;
            }
            ring = grown;
            steps += 1;
        }
    }
}
