//! How far it is: the movement turns and customs cards between two places in fair weather, from tables that are made once, when a bot
//! first asks. Rules never look here.

use crate::{
    BorderKind, Cell, CompetitorsRules, Edge, Lasting, Pack, Place, Point, State, Territories, Territory, Token, Vehicle, WIDTH,
    movement::routes::{Over, Routes},
};
use kernel::Seat;

/// Stands for what cannot be reached.
const NEVER: u8 = u8::MAX;

/// The points of a movement turn.
const TRUCK: u8 = Vehicle::Truck.allowance();
const SHIP: u8 = Vehicle::Ship.allowance();

/// So many places at which goods may change from a carrier to a truck are looked at for each Receiver.
const TRANSFERS: usize = 6;

/// A flight that ends over a cell ends up to half a cell short of where it is heading.
const SHORT: u32 = 45;

/// What is left of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Need {
    /// Movement turns that have still to begin; 255 if there is no way.
    pub turns: u8,
    /// Customs cards on the way, for goods.
    pub cards: u8,
    /// How far it is in smaller steps, to tell equal ways apart.
    pub fine: u8,
}

impl Need {
    pub const NEVER: Need = Need { turns: NEVER, cards: 0, fine: 0 };
    pub const NOTHING: Need = Need { turns: 0, cards: 0, fine: 0 };

    pub fn is_possible(self) -> bool {
        self.turns != NEVER
    }

    /// This way and then that.
    pub fn then(self, next: Need) -> Need {
        if !self.is_possible() || !next.is_possible() {
            return Need::NEVER;
        }
        Need {
            turns: self.turns.saturating_add(next.turns),
            cards: self.cards.saturating_add(next.cards),
            fine: self.fine.saturating_add(next.fine),
        }
    }

    /// What orders ways: a customs card is about as bad as a third of a movement turn.
    pub fn length(self) -> u32 {
        u32::from(self.turns) * 300 + u32::from(self.cards) * 100 + u32::from(self.fine)
    }

    pub fn or(self, other: Need) -> Need {
        if other.length() < self.length() { other } else { self }
    }
}

/// The tables.
#[derive(Clone, Debug)]
pub(crate) struct Plans {
    count: usize,
    /// For a truck that has used so many points of its movement turn: five for each movement turn begun before the last, and the points
    /// of the last.
    drives: [Vec<u8>; TRUCK as usize],
    /// Customs cards on those ways, for a truck that sets out.
    borders: Vec<u8>,
    /// Points of a ship from each hex to each port, by port, and the straits on the way.
    sails: Vec<u8>,
    straits: Vec<u8>,
    /// Movement turns of an aircraft between airports: where it may leave and enter the continents freely, only leave, only enter, neither.
    flights: [Vec<u8>; 4],
    /// Where goods for a territory may change from a ship, or an aircraft, to a truck.
    docks: Vec<Vec<Territory>>,
    fields: Vec<Vec<Territory>>,
}

impl Plans {
    fn of(pack: &Pack, routes: &Routes) -> Plans {
        let count = pack.territories.len();
        let (drives, borders) = drives(routes, count);
        let (sails, straits) = sails(pack, routes, count);
        let flights = flights(pack, routes, count);
        let mut plans = Plans { count, drives, borders, sails, straits, flights, docks: Vec::new(), fields: Vec::new() };
        let near = |to: Territory, among: Territories| {
            let mut near: Vec<(u8, Territory)> =
                among.map(|from| (plans.drives[0][from.index() * count + to.index()], from)).collect();
            near.retain(|(key, from)| *key <= 2 * TRUCK && *from != to);
            near.sort_unstable();
            near.into_iter().take(TRANSFERS).map(|(_, from)| from).collect::<Vec<_>>()
        };
        let all = || Territory::all().take(count);
        let docks = all().map(|to| near(to, routes.ports)).collect();
        let fields = all().map(|to| near(to, routes.airports)).collect();
        (plans.docks, plans.fields) = (docks, fields);
        plans
    }

    #[inline]
    fn pair(&self, from: Territory, to: Territory) -> usize {
        from.index() * self.count + to.index()
    }
}

/// From each territory to each other: the fewest movement turns and points, then the fewest customs cards.
fn drives(routes: &Routes, count: usize) -> ([Vec<u8>; TRUCK as usize], Vec<u8>) {
    let mut borders = vec![0; count * count];
    let mut queue: Vec<Vec<Territory>> = vec![Vec::new(); usize::from(NEVER)];
    let tables = std::array::from_fn(|used| {
        let mut table = vec![NEVER; count * count];
        for from in Territory::all().take(count) {
            let row = from.index() * count..(from.index() + 1) * count;
            let keys = &mut table[row.clone()];
            let mut cards = vec![NEVER; count];
            keys[from.index()] = used as u8;
            cards[from.index()] = 0;
            queue[used].push(from);
            for key in used..queue.len() {
                while let Some(at) = queue[key].pop() {
                    if usize::from(keys[at.index()]) != key {
                        continue;
                    }
                    for road in &routes.roads[at.index()] {
                        let customs = !matches!(road.over, Over::Border(BorderKind::Regional));
                        let cost = usize::from(road.points.min(TRUCK));
                        let spent = key % usize::from(TRUCK);
                        // What does not fit into the rest of a movement turn waits for the next one; at the end of one both are the same.
                        let full = key > used && spent == 0;
                        let rest = if full { 0 } else { usize::from(TRUCK) - spent };
                        let next = if cost <= rest { key + cost } else { key + rest + cost };
                        let next_cards = cards[at.index()] + u8::from(customs);
                        let to = road.to.index();
                        if next < queue.len() && (next, next_cards) < (usize::from(keys[to]), cards[to]) {
                            (keys[to], cards[to]) = (next as u8, next_cards);
                            queue[next].push(road.to);
                        }
                    }
                }
            }
            if used == 0 {
                borders[row].copy_from_slice(&cards);
            }
        }
        table
    });
    (tables, borders)
}

/// From each hex to each port.
fn sails(pack: &Pack, routes: &Routes, count: usize) -> (Vec<u8>, Vec<u8>) {
    let (mut points, mut straits) = (vec![NEVER; count * Cell::COUNT], vec![0; count * Cell::COUNT]);
    let mut queue: Vec<Vec<Cell>> = vec![Vec::new(); usize::from(NEVER)];
    for (number, territory) in pack.territories.iter().enumerate() {
        let Some(port) = territory.port else { continue };
        let row = number * Cell::COUNT..(number + 1) * Cell::COUNT;
        let (points, straits) = (&mut points[row.clone()], &mut straits[row]);
        points[port.hex.index()] = 0;
        queue[0].push(port.hex);
        for used in 0..queue.len() {
            while let Some(at) = queue[used].pop() {
                if usize::from(points[at.index()]) != used {
                    continue;
                }
                // Lanes lead both ways, and every hex costs the same.
                for lane in &routes.lanes[at.index()] {
                    let next = used + 1 + usize::from(lane.strait.is_some());
                    if next < usize::from(points[lane.to.index()]) && next < queue.len() {
                        points[lane.to.index()] = next as u8;
                        straits[lane.to.index()] = straits[at.index()] + u8::from(lane.strait.is_some());
                        queue[next].push(lane.to);
                    }
                }
            }
        }
    }
    (points, straits)
}

/// Between airports: straight or over the edge, where there is no free entry by way of intercontinental airports.
fn flights(pack: &Pack, routes: &Routes, count: usize) -> [Vec<u8>; 4] {
    let mut direct = vec![NEVER; count * count];
    for from in routes.airports {
        for to in routes.airports {
            direct[from.index() * count + to.index()] = flight_turns(pack, pack[from].point, pack[to].point);
        }
    }
    let at = |from: Territory, to: Territory| direct[from.index() * count + to.index()];
    let gates = |territory: Territory| routes.continents[pack[territory].continent.index()].and(routes.intercontinental);
    let mut tables = [(); 4].map(|()| direct.clone());
    for from in routes.airports {
        for to in routes.airports {
            if pack[from].continent == pack[to].continent {
                continue;
            }
            let leave =
                |to: Territory| gates(from).map(|gate| at(from, gate).saturating_add(at(gate, to))).min().unwrap_or(NEVER);
            let enter = gates(to).map(|gate| at(from, gate).saturating_add(at(gate, to))).min().unwrap_or(NEVER);
            let both = gates(to).map(|gate| leave(gate).saturating_add(at(gate, to))).min().unwrap_or(NEVER);
            let pair = from.index() * count + to.index();
            tables[1][pair] = leave(to);
            tables[2][pair] = enter;
            tables[3][pair] = both;
        }
    }
    tables
}

/// Movement turns of an aircraft from point to point, straight or by way of a pair of arrows.
fn flight_turns(pack: &Pack, from: Point, to: Point) -> u8 {
    let straight = turns_for(pack, from.squared(to).isqrt());
    let around = { pack.all_arrows() }.map(|arrow| {
        let (out, back) = (pack.arrow_point(arrow), pack.arrow_point(arrow.opposite()));
        turns_for(pack, from.squared(out).isqrt()).max(1).saturating_add(turns_for(pack, back.squared(to).isqrt()).max(1))
    });
    around.min().map_or(straight, |around| around.min(straight))
}

fn turns_for(pack: &Pack, distance: u32) -> u8 {
    let turn = u32::from(pack.radius()) * u32::from(Vehicle::Aircraft.allowance());
    let turns = if distance <= turn { u32::from(distance > 0) } else { 1 + (distance - turn).div_ceil((turn - SHORT).max(1)) };
    u8::try_from(turns).unwrap_or(NEVER)
}

/// Where a token is, what it has left of its movement turn, and what counts for aircraft.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub vehicle: Vehicle,
    pub place: Place,
    pub last: Option<Territory>,
    /// Points left; 0 outside a movement turn.
    pub left: u8,
    /// Is it in a movement turn?
    pub moving: bool,
}

impl Stand {
    /// A token at rest in a territory.
    pub fn at(vehicle: Vehicle, territory: Territory) -> Stand {
        let place = match vehicle {
            Vehicle::Truck => Place::Land(territory),
            Vehicle::Ship => Place::Port(territory),
            Vehicle::Aircraft => Place::Airport(territory),
        };
        Stand { vehicle, place, last: Some(territory), left: 0, moving: false }
    }
}

/// The ways of one player, with the sites that the player has.
#[derive(Clone, Copy)]
pub(crate) struct Ways<'a> {
    rules: &'a CompetitorsRules,
    plans: &'a Plans,
    pub sites: Territories,
    /// Continents with a site, a bit for each.
    continents: u8,
    /// Territories that each kind of token cannot enter.
    shut: [Territories; Vehicle::ALL.len()],
}

impl CompetitorsRules {
    /// The ways of a player.
    pub(crate) fn ways_of(&self, state: &State, seat: Seat) -> Ways<'_> {
        let plans = self.routes.plans.get_or_init(|| Plans::of(&self.pack, &self.routes));
        let sites = self.sites(state, seat);
        let continents = sites.fold(0, |bits, site| bits | 1 << self.pack[site].continent.index());
        Ways { rules: self, plans, sites, continents, shut: [Territories::NONE; Vehicle::ALL.len()] }
    }

    /// The ways of a player while the present danger lasts: closed ports, airports or roads cannot be entered. (CMP-EFF-23 to
    /// CMP-EFF-25)
    pub(crate) fn ways_now(&self, state: &State, seat: Seat) -> Ways<'_> {
        let mut ways = self.ways_of(state, seat);
        if let Some(danger) = self.danger(state) {
            let closed = match danger.lasting {
                Lasting::ClosedRoads => Some(Vehicle::Truck),
                Lasting::ClosedPorts => Some(Vehicle::Ship),
                Lasting::ClosedAirports => Some(Vehicle::Aircraft),
                _ => None,
            };
            closed.into_iter().for_each(|vehicle| ways.shut[vehicle as usize] = danger.territories);
        }
        ways
    }

    /// Where a token stands.
    pub(crate) fn stand(&self, state: &State, token: Token) -> Stand {
        let piece = state.piece(token);
        let moving = state.journey.as_ref().is_some_and(|journey| {
            journey.moving && !journey.ended && journey.group.contains(token) && !journey.parted.contains(token)
        });
        let left = if moving { self.points_left(state, token) } else { 0 };
        Stand { vehicle: token.vehicle(), place: piece.place, last: piece.last, left, moving }
    }
}

impl Ways<'_> {
    /// Has the player a site on the continent of this territory?
    pub fn has_site_on(&self, territory: Territory) -> bool {
        self.continents & 1 << self.rules.pack[territory].continent.index() != 0
    }

    fn is_gate(&self, territory: Territory) -> bool {
        self.rules.routes.intercontinental.contains(territory) || self.has_site_on(territory)
    }

    /// The way of a token by itself.
    pub fn alone(&self, stand: Stand, to: Territory) -> Need {
        if stand.place.territory() == Some(to) {
            return Need::NOTHING;
        }
        if self.shut[stand.vehicle as usize].contains(to) {
            return Need::NEVER;
        }
        match (stand.vehicle, stand.place) {
            (Vehicle::Truck, Place::Land(from)) => self.drive(from, stand.left, to),
            (Vehicle::Ship, Place::Port(from)) => match self.rules.pack[from].port {
                Some(port) => self.sail(port.hex, 1, stand, to),
                None => Need::NEVER,
            },
            (Vehicle::Ship, Place::Sea(from)) => self.sail(from, 0, stand, to),
            (Vehicle::Aircraft, _) => self.fly(stand, to),
            _ => Need::NEVER,
        }
    }

    fn drive(&self, from: Territory, left: u8, to: Territory) -> Need {
        let pair = self.plans.pair(from, to);
        let used = if left == 0 { 0 } else { TRUCK.saturating_sub(left) };
        let key = self.plans.drives[usize::from(used)][pair];
        if key == NEVER || from != to && self.shut[Vehicle::Truck as usize].contains(to) {
            return Need::NEVER;
        }
        let turns = key.div_ceil(TRUCK) - u8::from(left > 0);
        let on = Need { turns, cards: self.plans.borders[pair], fine: key - used };
        // Too few points to get nearer are no reason to move: the way is no longer than after a rest.
        if left > 0 { on.or(self.drive(from, 0, to)) } else { on }
    }

    fn sail(&self, from: Cell, more: u8, stand: Stand, to: Territory) -> Need {
        let index = to.index() * Cell::COUNT + from.index();
        let points = self.plans.sails[index];
        if points == NEVER {
            return Need::NEVER;
        }
        let points = points.saturating_add(more);
        let turns = points.saturating_sub(stand.left).div_ceil(SHIP).max(u8::from(!stand.moving));
        Need { turns, cards: self.plans.straits[index] + u8::from(!self.has_site_on(to)), fine: points }
    }

    fn fly(&self, stand: Stand, to: Territory) -> Need {
        let (rules, pack) = (self.rules, &self.rules.pack);
        if !rules.routes.airports.contains(to) {
            return Need::NEVER;
        }
        let abroad = |last: Territory| u8::from(pack[last].area != pack[to].area && !self.sites.contains(to));
        let cards = stand.last.map_or(1, abroad);
        let lands = match stand.last {
            Some(last) => pack[last].continent == pack[to].continent || self.is_gate(last) && self.is_gate(to),
            None => true,
        };
        if let (Place::Airport(from), 0) = (stand.place, stand.left) {
            let closed = usize::from(!self.is_gate(from)) + 2 * usize::from(!self.is_gate(to));
            let turns = self.plans.flights[closed][self.plans.pair(from, to)];
            let stops = if lands { 0 } else { closed.count_ones() as u8 };
            let fine = rules.routes.notch(from, to).saturating_mul(4);
            return if turns == NEVER { Need::NEVER } else { Need { turns, cards: cards + stops, fine } };
        }
        let Some(from) = rules.flight_point(stand.place) else { return Need::NEVER };
        let distance = from.squared(pack[to].point).isqrt();
        let fine = u8::try_from(distance / 32).unwrap_or(NEVER);
        let reach = u32::from(pack.radius()) * u32::from(stand.left);
        if lands && distance <= reach {
            return Need { turns: 0, cards, fine };
        }
        let rest = |end: Point| {
            let distance = from.squared(end).isqrt();
            if distance <= reach { 0 } else { turns_for(pack, distance - reach.saturating_sub(SHORT).min(distance)) }
        };
        if lands {
            return Need { turns: rest(pack[to].point).min(self.around(from, stand.left, pack[to].point)), cards, fine };
        }
        // By way of an intercontinental airport on the far side, or on this one.
        let gates = |continent: usize| rules.routes.continents[continent].and(rules.routes.intercontinental);
        let far = gates(pack[to].continent.index());
        let near =
            stand.last.filter(|last| !self.is_gate(*last)).map_or(Territories::NONE, |last| gates(pack[last].continent.index()));
        let onward = |gate: Territory| self.plans.flights[0][self.plans.pair(gate, to)];
        let turns = far.or(near).map(|gate| rest(pack[gate].point).max(1).saturating_add(onward(gate))).min().unwrap_or(NEVER);
        if turns == NEVER { Need::NEVER } else { Need { turns, cards: cards + 1, fine } }
    }

    /// Over the edge.
    fn around(&self, from: Point, left: u8, to: Point) -> u8 {
        let pack = &self.rules.pack;
        // Only where the straight way is more than half round the map.
        if from.x.abs_diff(to.x) < WIDTH.unsigned_abs() / 2 {
            return NEVER;
        }
        let edge = if from.x < WIDTH / 2 { Edge::Left } else { Edge::Right };
        let reach = u32::from(pack.radius()) * u32::from(left);
        let arrows = { pack.all_arrows() }.filter(|arrow| arrow.edge() == edge);
        let turns = arrows.map(|arrow| {
            let out = from.squared(pack.arrow_point(arrow)).isqrt();
            let out = if out <= reach { 0 } else { turns_for(pack, out - reach.min(out)) };
            out.saturating_add(turns_for(pack, pack.arrow_point(arrow.opposite()).squared(to).isqrt()).max(1))
        });
        turns.min().unwrap_or(NEVER)
    }

    /// The way of a carrier with a truck that may go ashore before the end. (CMP-COMBO-5)
    pub fn with_truck(&self, stand: Stand, to: Territory) -> Need {
        let alone = self.alone(stand, to);
        if alone.turns <= 1 {
            return alone;
        }
        let transfers = match stand.vehicle {
            Vehicle::Truck => return alone,
            Vehicle::Ship => &self.plans.docks[to.index()],
            Vehicle::Aircraft => &self.plans.fields[to.index()],
        };
        transfers.iter().fold(alone, |best, at| best.or(self.alone(stand, *at).then(self.drive(*at, 0, to))))
    }

    /// The way of goods to their Receiver: by the token that has them, by what carries it, and by what else of the player is near and may take
    /// them. `moved` is where the outermost token would be.
    pub fn of_goods(&self, state: &State, goods: Token, moved: Option<Stand>) -> Need {
        let Some(load) = state.piece(goods).load else { return Need::NEVER };
        let (rules, to, seat) = (self.rules, load.receiver, load.signer);
        let outer = state.outermost(goods);
        let stand = moved.unwrap_or_else(|| rules.stand(state, outer));
        let at = stand.place.territory();
        if at == Some(to) {
            return Need::NOTHING;
        }
        let symbol = rules.goods(load.contract).and_then(|goods| goods.vehicle);
        if symbol.is_some() {
            // Aboard a carrier such goods have to go ashore first.
            return match at {
                _ if outer == goods => self.alone(stand, to),
                Some(at) => self.drive(at, 0, to),
                None => Need::NEVER,
            };
        }
        let free = |token: &Token| {
            *token != goods && *token != outer && state.piece(*token).load.is_none() && state.piece(*token).hire.is_none()
        };
        let beside = |token: &Token| at.is_some() && state.piece(*token).place.territory() == at && free(token);
        let near_truck = || Token::kind(seat, Vehicle::Truck).any(|truck| beside(&truck));
        let has_truck = goods.is_truck() || state.piece(outer).cargo.is_some() || near_truck();
        let mut best = if outer.is_carrier() && has_truck { self.with_truck(stand, to) } else { self.alone(stand, to) };
        let Some(at) = at else { return best };
        if outer.is_carrier() && has_truck {
            best = best.or(self.drive(at, stand.left, to));
        }
        for carrier in Token::fleet(seat).filter(|token| token.is_carrier() && free(token)) {
            let Some(dock) = state.piece(carrier).place.territory() else { continue };
            let there = Stand { moving: stand.moving, ..Stand::at(carrier.vehicle(), dock) };
            if dock == at {
                best = best.or(if has_truck { self.with_truck(there, to) } else { self.alone(there, to) });
            } else if goods.is_truck() && outer == goods {
                // The truck drives to a carrier that waits elsewhere.
                best = best.or(self.drive(at, stand.left, dock).then(self.with_truck(Stand::at(carrier.vehicle(), dock), to)));
            }
        }
        best
    }
}
