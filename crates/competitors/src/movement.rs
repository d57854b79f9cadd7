//! Movement turns, common to Move and Delivery: who may take a step, what a step costs, taking it, and what is due at its end.
//! (CMP-TM, CMP-MOVE, CMP-COMBO-5 to CMP-COMBO-10, CMP-FUEL)

use crate::{
    aircraft::{Flight, Flights, hangar},
    decision::{AfterStep, CardOrEvent, CrossStrait, DrawCustoms, Frame, RollEvent, Weather},
    effects::{Advantage, Lasting},
    events::{At, Event},
    figures::HEADQUARTERS_FEE,
    places::{Cell, Strait, Territories, Territory, Vehicle},
    play::Play,
    routes::Over,
    rules::CompetitorsRules,
    state::{Journey, Stage, State},
    tokens::{PLAYERS, Place, Stop, Token, Tokens},
    trucks::{BorderCard, Drive},
};
use kernel::{Journal, Luck, Money, Refusal, Seat, refuse};

/// A token that is about to move, and what counts for what it meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traveller {
    /// Who moves it and pays.
    pub payer: Seat,
    /// Whose token it is.
    pub owner: Seat,
    /// Does it draw customs cards: is it laden, without a free pass? (CMP-CUST-1, CMP-EFF-15)
    pub draws: bool,
    /// Where the goods on it end the movement turn. (CMP-DELIV-8)
    pub receiver: Option<Territory>,
    /// Was the weather checked on entry in this movement turn? (CMP-WX-9)
    pub weathered: bool,
    /// What is left for fees and tolls after the fuel.
    pub money: Money,
    /// Where others have sites: nowhere else a fee or a toll is due.
    pub priced: Territories,
}

/// A way that may be taken, with what its last step is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Drive(Drive),
    /// To a hex: from where the last step is taken, and across what strait.
    Sail {
        points: u8,
        near: Place,
        strait: Option<Strait>,
    },
    /// Into a port.
    Dock {
        points: u8,
    },
    Fly(Flight),
}

impl Way {
    /// The strait that its last step crosses.
    const fn strait(self) -> Option<Strait> {
        match self {
            Way::Drive(Drive { over: Over::Strait(strait), .. }) | Way::Sail { strait: Some(strait), .. } => Some(strait),
            _ => None,
        }
    }
}

/// The points of the cap where the token that moves first carries a truck. (CMP-COMBO-6)
const CAP_WITH_TRUCK: i8 = 5;

impl CompetitorsRules {
    /// The tokens that may take the next moving step. (CMP-DELIV-5, CMP-DELIV-7, CMP-MOVE-5, CMP-MOVE-7, CMP-MOVE-8, CMP-COMBO-10)
    pub(crate) fn movers(&self, state: &State) -> Tokens {
        let Some(journey) = &state.journey else { return Tokens::NONE };
        if let Some(delivery) = &journey.delivery {
            let goods = state.carrying(delivery.sender).filter(|goods| self.may_take_goods_along(state, *goods).is_ok());
            return goods.map_or(Tokens::NONE, |goods| Tokens::only(state.outermost(goods)));
        }
        let group = if journey.moving { journey.going(state) } else { Tokens::only(journey.token) };
        group.filter(|token| self.may_move_empty(state, *token).is_ok()).collect()
    }

    /// May the token that has the goods of the running Delivery travel, with its carrier if it is aboard one?
    fn may_take_goods_along(&self, state: &State, goods: Token) -> Result<(), Refusal> {
        let symbol = state.piece(goods).load.and_then(|load| self.goods(load.contract)).and_then(|goods| goods.vehicle);
        if state.outermost(goods) != goods && symbol.is_some() {
            return refuse("CMP-DELIV-7", "the contract shows a vehicle: the goods may not travel aboard another");
        }
        self.may_take_some_along(state, goods)
    }

    /// The same, whatever the contract card may be.
    fn may_take_some_along(&self, state: &State, goods: Token) -> Result<(), Refusal> {
        let outer = state.outermost(goods);
        let piece = state.piece(outer);
        if outer != goods && piece.load.is_some() {
            return refuse("CMP-COMBO-10", "the carrier has the goods of another contract");
        }
        if outer == goods && piece.cargo.is_some_and(|truck| state.piece(truck).load.is_some()) {
            return refuse("CMP-COMBO-10", "the truck aboard has the goods of another contract: put it ashore first");
        }
        self.may_take_part(state, outer)
    }

    /// May this token take part in a movement turn? (CMP-EFF-8, CMP-CHART-2, CMP-MOVE-8)
    fn may_take_part(&self, state: &State, token: Token) -> Result<(), Refusal> {
        let aboard = state.piece(token).cargo;
        if state.journey.as_ref().is_some_and(|journey| journey.moving && journey.parted.contains(token)) {
            return refuse(
                "CMP-MOVE-8",
                "it has parted from the token that went on: it takes no step any more in this movement turn",
            );
        }
        if state.turn.delayed.contains(token) || aboard.is_some_and(|truck| state.turn.delayed.contains(truck)) {
            return refuse("CMP-EFF-8", "it is delayed for the rest of the turn");
        }
        if !self.may_use(state, state.active, token) {
            return refuse("CMP-CHART-2", "it is not yours to move now");
        }
        Ok(())
    }

    /// May this token move without goods? (CMP-MOVE-2, CMP-MOVE-5)
    pub(crate) fn may_move_empty(&self, state: &State, token: Token) -> Result<(), Refusal> {
        match state.piece(token).place {
            Place::Supply => return refuse("CMP-MOVE-1", "it is not on the map"),
            Place::Aboard(_) => return refuse("CMP-MOVE-7", "it is aboard a carrier: put it ashore, or move the carrier"),
            _ => {}
        }
        if state.is_laden(token) {
            return refuse("CMP-MOVE-5", "it has goods on it or aboard: goods travel by a Delivery");
        }
        self.may_take_part(state, token)
    }

    /// Can this token be chosen for a Move: may it move, and is there a step for it? (CMP-MOVE-7)
    pub(crate) fn can_move(&self, state: &State, seat: Seat, token: Token) -> Result<(), Refusal> {
        if token.owner().index() >= self.players || seat != state.active {
            return refuse("CMP-MOVE-1", "it is not yours to move");
        }
        self.may_move_empty(state, token)?;
        if !self.can_step(state, token) {
            return refuse("CMP-MOVE-7", "it can take no step: there is no money for fuel or fees, or every way is closed");
        }
        Ok(())
    }

    /// The points that a token may still use: each movement turn begins with all of them. (CMP-COMBO-6, CMP-DELIV-4, CMP-TM-2)
    pub(crate) fn points_left(&self, state: &State, token: Token) -> u8 {
        match &state.journey {
            Some(journey) if journey.moving => journey.left[token.index()].min(journey.cap).max(0) as u8,
            _ => token.vehicle().allowance(),
        }
    }

    /// Does the token's fuel cost nothing in this movement turn? It does if it begins it on an own depot. (CMP-SPEC-11)
    fn refuels_free(&self, state: &State, token: Token) -> bool {
        match &state.journey {
            Some(journey) if journey.moving => journey.free_fuel.contains(token),
            _ => state.piece(token).place.territory().is_some_and(|place| {
                let depot = |card: crate::places::Contract| state.advantages[card.index()] == Some(place);
                { self.routes.depots }.any(depot) && self.sites(state, token.owner()).contains(place)
            }),
        }
    }

    /// The fuel that a truck or a ship pays with its next step, once in a movement turn; that of aircraft goes by distance. (CMP-COMBO-9,
    /// CMP-FUEL-5, CMP-TRUCK-8)
    pub(crate) fn fuel(&self, state: &State, token: Token) -> Money {
        let paid = state.journey.as_ref().is_some_and(|journey| journey.moving && journey.fuelled.contains(token));
        match token.vehicle().fuel() {
            Some(fuel) if !paid && !self.refuels_free(state, token) => fuel,
            _ => Money::ZERO,
        }
    }

    /// What counts for what the token meets; none if its fuel cannot be paid. (CMP-TM-4, CMP-DELIV-20, CMP-MONEY-3)
    pub(crate) fn traveller(&self, state: &State, token: Token) -> Option<Traveller> {
        let payer = state.active;
        let money = state.player(payer).money.less(self.fuel(state, token))?;
        let delivery = state.journey.as_ref().and_then(|journey| journey.delivery);
        let laden = state.is_laden(token);
        let receiver = delivery.and_then(|delivery| state.carrying(delivery.sender)).and_then(|goods| state.piece(goods).load);
        Some(Traveller {
            payer,
            owner: token.owner(),
            draws: laden && delivery.is_some_and(|delivery| !delivery.free_pass),
            receiver: receiver.filter(|_| laden).map(|load| load.receiver),
            weathered: state.journey.as_ref().is_some_and(|journey| journey.moving && journey.weathered),
            money,
            priced: self.others_sites(state, payer, token.owner()),
        })
    }

    /// The sites of all but these two players.
    pub(crate) fn others_sites(&self, state: &State, payer: Seat, owner: Seat) -> Territories {
        let others = self.seats().without(payer).without(owner);
        others.fold(Territories::NONE, |sites, seat| sites.or(self.sites(state, seat)))
    }

    /// The headquarters fee and the tolls for entering a territory; a branch has no fee. (CMP-HQ-2, CMP-HQ-3, CMP-BRANCH-12, CMP-SPEC-10,
    /// CMP-CHART-9)
    #[inline]
    pub(crate) fn entry_price(&self, state: &State, traveller: &Traveller, to: Territory) -> Money {
        let mut price = Money::ZERO;
        if !traveller.priced.contains(to) {
            return price;
        }
        for seat in self.seats() {
            if seat != traveller.payer && seat != traveller.owner && self.sites(state, seat).contains(to) {
                if self.headquarters(state, seat) == Some(to) {
                    price += HEADQUARTERS_FEE;
                }
                price += self.tolls(state, seat, to);
            }
        }
        price
    }

    /// The tolls of a player in a territory. (CMP-SPEC-23)
    fn tolls(&self, state: &State, seat: Seat, at: Territory) -> Money {
        let cards = self.advantages(state, seat).filter(|(_, _, site)| *site == at);
        cards.map(|(_, card, _)| if let Advantage::Toll(sum) = card { sum } else { Money::ZERO }).sum()
    }

    /// May the token go there, in one step or in a run? (D8, D9, D10)
    pub(crate) fn may_go(&self, state: &State, token: Token, to: Stop) -> Result<Way, Refusal> {
        if !state.is_journeying() {
            return refuse("CMP-MOVE-6", "nothing moves without a Move or a Delivery");
        }
        if !self.movers(state).contains(token) {
            return match &state.journey {
                Some(journey) if journey.delivery.is_none() && (journey.group.contains(token) || journey.token == token) => {
                    self.may_move_empty(state, token)?;
                    if journey.moving {
                        let why = "it has taken no step together with the token that moves, which alone goes on";
                        return refuse("CMP-MOVE-8", why);
                    }
                    refuse("CMP-MOVE-7", "the token that was chosen takes the first step")
                }
                Some(journey)
                    if journey.delivery.is_some_and(|delivery| {
                        state.carrying(delivery.sender).is_some_and(|goods| state.outermost(goods) == token)
                    }) =>
                {
                    let goods = journey.delivery.and_then(|delivery| state.carrying(delivery.sender)).unwrap_or(token);
                    self.may_take_goods_along(state, goods)?;
                    refuse("CMP-DELIV-5", "it cannot move now")
                }
                Some(journey) if journey.delivery.is_some() => {
                    refuse("CMP-DELIV-5", "only the token that has these goods, or carries the one that has, is moved")
                }
                _ => refuse("CMP-MOVE-1", "this Move is of another token"),
            };
        }
        if state.journey.as_ref().is_some_and(|journey| {
            journey.delivery.as_ref().is_some_and(|delivery| !journey.moving && delivery.used >= delivery.limit)
        }) {
            return refuse("CMP-DELIV-3", "no movement turn is left");
        }
        let points = self.points_left(state, token);
        let Some(traveller) = self.traveller(state, token) else {
            return refuse("CMP-TM-4", "you cannot pay the fuel");
        };
        let place = state.piece(token).place;
        match (token.vehicle(), place, to) {
            (Vehicle::Truck, Place::Land(from), Stop::Territory(to)) => {
                match self.drive_to(state, &traveller, from, points, to) {
                    Some(drive) => Ok(Way::Drive(drive)),
                    None => Err(self.why_no_drive(state, &traveller, from, points, to)),
                }
            }
            (Vehicle::Ship, _, Stop::Cell(to)) => {
                let sails = self.sails_until(state, &traveller, place, points, Some(to));
                match sails.to(to) {
                    Some(sail) => {
                        let near = sails.before(sail).map_or(place, Place::Sea);
                        Ok(Way::Sail { points: sail.points, near, strait: sail.strait })
                    }
                    None => Err(self.why_no_sail(state, &traveller, place, points, to)),
                }
            }
            (Vehicle::Ship, _, Stop::Territory(to)) => {
                let hex = self.pack[to].port.map(|port| port.hex);
                let sails = self.sails_until(state, &traveller, place, points, hex);
                if sails.ports.contains(to) {
                    let sail = hex.and_then(|hex| sails.quietly_to(hex));
                    Ok(Way::Dock { points: sail.map_or(0, |sail| sail.points) })
                } else {
                    Err(self.why_no_dock(state, &traveller, place, points, to))
                }
            }
            (Vehicle::Aircraft, _, _) => {
                let free = self.refuels_free(state, token);
                let flight = self.may_fly(state, token, to, points, traveller.money, free)?;
                if let Stop::Territory(to) = to
                    && self.entry_price(state, &traveller, to) + flight.fuel > traveller.money
                {
                    return refuse("CMP-HQ-4", "you cannot pay the fuel and the fee there");
                }
                Ok(Way::Fly(flight))
            }
            _ => refuse("CMP-TM-3", "it cannot go to such a place"),
        }
    }

    /// The points for the place beyond a strait. (CMP-STRAIT-3)
    pub(crate) fn far_points(&self, state: &State, far: Stop) -> u8 {
        match far {
            Stop::Territory(to) => {
                let slow = self
                    .danger(state)
                    .is_some_and(|danger| danger.lasting == Lasting::SlowLand && danger.territories.contains(to));
                self.pack[to].morphology.points() + u8::from(slow)
            }
            Stop::Cell(cell) => self.hex_points(state, cell),
            Stop::Arrow(_) => 0,
        }
    }

    /// Can this token take any step from where it is? (CMP-MOVE-7, CMP-TM-5)
    pub(crate) fn can_step(&self, state: &State, token: Token) -> bool {
        let points = self.points_left(state, token);
        let Some(traveller) = self.traveller(state, token) else { return false };
        let place = state.piece(token).place;
        match (token.vehicle(), place) {
            (Vehicle::Truck, Place::Land(from)) => self.routes.roads[from.index()].iter().any(|road| {
                self.road_points(state, *road).is_some_and(|price| price <= points)
                    && self.entry_price(state, &traveller, road.to) <= traveller.money
            }),
            (Vehicle::Ship, Place::Port(port)) => {
                self.pack[port].port.is_some_and(|port| self.hex_points(state, port.hex) <= points)
            }
            (Vehicle::Ship, Place::Sea(cell)) => {
                let lane =
                    |lane: &crate::routes::Lane| self.hex_points(state, lane.to) + u8::from(lane.strait.is_some()) <= points;
                let docks = |port: Territory| {
                    !self.port_is_closed(state, port) && self.entry_price(state, &traveller, port) <= traveller.money
                };
                self.routes.lanes[cell.index()].iter().any(lane) || self.pack[cell].ports.into_iter().any(docks)
            }
            (Vehicle::Aircraft, _) => points > 0 && self.flights(state, token, &traveller, points).all().next().is_some(),
            _ => false,
        }
    }

    /// Where an aircraft can fly.
    pub(crate) fn flights<'a>(&'a self, state: &'a State, token: Token, traveller: &Traveller, points: u8) -> Flights<'a> {
        Flights {
            rules: self,
            state,
            token,
            traveller: *traveller,
            points,
            free: self.refuels_free(state, token),
            airports: match state.piece(token).place {
                Place::Airport(from) => self.routes.near(from, points),
                _ => self.airports(),
            },
            airborne: !state.marker_is_used(token.owner(), token),
            goal: traveller.receiver.or_else(|| self.headquarters(state, traveller.payer)),
        }
    }

    /// Everywhere the token can go. (D8, D9, D10)
    pub(crate) fn each_stop(&self, state: &State, token: Token, mut each: impl FnMut(Stop)) {
        let points = self.points_left(state, token);
        let Some(traveller) = self.traveller(state, token) else { return };
        let place = state.piece(token).place;
        match (token.vehicle(), place) {
            (Vehicle::Truck, Place::Land(from)) => {
                self.drives(state, &traveller, from, points).reached.for_each(|to| each(Stop::Territory(to)));
            }
            (Vehicle::Ship, _) => {
                let sails = self.sails(state, &traveller, place, points);
                sails.ports.for_each(|to| each(Stop::Territory(to)));
                sails.cells().for_each(|sail| each(Stop::Cell(sail.cell)));
            }
            (Vehicle::Aircraft, _) => self.flights(state, token, &traveller, points).all().for_each(each),
            _ => {}
        }
    }

    /// Is there any step, moving or free, in the running movement turn, whatever the contract card may be? (CMP-TM-5)
    pub(crate) fn has_step(&self, state: &State) -> bool {
        let delivery = state.journey.as_ref().and_then(|journey| journey.delivery);
        let mut movers = match delivery.and_then(|delivery| state.carrying(delivery.sender)) {
            Some(goods) if self.may_take_some_along(state, goods).is_ok() => Tokens::only(state.outermost(goods)),
            _ => self.movers(state),
        };
        movers.any(|token| self.can_step(state, token)) || self.has_free_step(state)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Begins to move a token: the action is used, whatever follows. (CMP-MOVE-1, CMP-MOVE-7)
    pub fn begin_move(&mut self, seat: Seat, token: Token) {
        self.state.journey = Some(Journey::of(token));
        self.note(|| Event::MoveBegan { seat, token });
    }

    pub fn journey(&mut self) -> Option<&mut Journey> {
        self.state.journey.as_mut()
    }

    /// A token takes a step or a run of steps by a way that it may take; others in the same place do not matter. (CMP-TM-3, CMP-TM-12,
    /// CMP-TM-13)
    pub fn go(&mut self, token: Token, to: Stop, way: Way) {
        let rules = self.rules;
        let (seat, from) = (self.state.active, self.state.piece(token).place);
        let free = rules.refuels_free(self.state, token);
        let fuel = if let Way::Fly(flight) = way { flight.fuel } else { rules.fuel(self.state, token) };
        let Some(traveller) = rules.traveller(self.state, token) else { return };
        self.tell_way(token, to, way, fuel, &traveller);
        let starts = self.state.journey.as_ref().is_some_and(|journey| !journey.moving);
        self.begin_step(token, starts, free);
        self.pay_fuel(seat, token, fuel);
        match (way, to) {
            (Way::Drive(drive), Stop::Territory(to)) => {
                self.set_out(token, Place::Land(drive.from), None);
                match drive.over {
                    Over::Strait(strait) => {
                        let beyond = drive.points.min(rules.far_points(self.state, Stop::Territory(to)));
                        self.spend(token, drive.points - beyond);
                        self.enter_strait(token, strait, Stop::Territory(drive.from), Stop::Territory(to), traveller.draws);
                    }
                    Over::Border(_) => {
                        self.spend(token, drive.points);
                        self.push(AfterStep);
                        self.enter_by_land(token, to, rules.border_card(self.state, &traveller, to, drive.over));
                    }
                }
            }
            (Way::Sail { points, near, strait }, Stop::Cell(to)) => {
                self.set_out(token, near, None);
                match (strait, near) {
                    (Some(strait), Place::Sea(near)) => {
                        let beyond = points.min(rules.far_points(self.state, Stop::Cell(to)));
                        self.spend(token, points - beyond);
                        self.enter_strait(token, strait, Stop::Cell(near), Stop::Cell(to), traveller.draws);
                    }
                    _ => {
                        self.spend(token, points);
                        self.push(AfterStep);
                        self.enter_hex(token, to);
                    }
                }
            }
            (Way::Dock { points }, Stop::Territory(to)) => {
                let Some(port) = rules.pack[to].port else { return };
                self.set_out(token, Place::Sea(port.hex), None);
                self.spend(token, points);
                self.push(AfterStep);
                self.dock(token, to);
            }
            (Way::Fly(flight), to) => {
                if let Some(journey) = self.journey() {
                    journey.notches[hangar(token)] = journey.notches[hangar(token)].saturating_add(flight.notch);
                }
                let last = self.state.piece(token).last;
                self.set_out(token, from, last);
                self.spend(token, flight.points);
                self.push(AfterStep);
                self.fly(token, to);
            }
            _ => {}
        }
    }

    /// Logs a way with all its places, which are computed only if somebody listens. Where a customs card is drawn on a strait
    /// the way ends there; the rest is logged when it is known. (CMP-STRAIT-4)
    fn tell_way(&mut self, token: Token, to: Stop, way: Way, fuel: Money, traveller: &Traveller) {
        let (rules, state) = (self.rules, &*self.state);
        let (seat, from, points) = (state.active, state.piece(token).place, rules.points_left(state, token));
        let beyond = rules.far_points(state, to);
        self.journal.note(|| {
            let sailed = |hex: Option<Cell>, quietly: bool| -> Vec<At> {
                let sails = rules.sails(state, traveller, from, points);
                let sail = hex.and_then(|hex| if quietly { sails.quietly_to(hex) } else { sails.to(hex) });
                sail.map_or_else(Vec::new, |sail| sails.way(sail).into_iter().map(At::Sea).collect())
            };
            let (mut places, mut points) = match (way, from, to) {
                (Way::Drive(drive), Place::Land(start), Stop::Territory(to)) => {
                    let places = rules.drives(state, traveller, start, points).way(to);
                    (places.into_iter().map(At::Land).collect(), drive.points)
                }
                (Way::Dock { points }, _, Stop::Territory(to)) => {
                    let mut places = sailed(rules.pack[to].port.map(|port| port.hex), true);
                    places.push(At::Port(to));
                    (places, points)
                }
                (Way::Drive(Drive { points, .. }) | Way::Sail { points, .. } | Way::Dock { points }, _, to) => {
                    (sailed(if let Stop::Cell(to) = to { Some(to) } else { None }, false), points)
                }
                (Way::Fly(flight), _, Stop::Territory(to)) => (vec![At::Airport(to)], flight.points),
                (Way::Fly(flight), _, Stop::Cell(cell)) => (vec![At::Air(cell)], flight.points),
                (Way::Fly(flight), _, Stop::Arrow(arrow)) => (vec![At::Arrow(arrow)], flight.points),
            };
            if let Some(strait) = way.strait().filter(|_| traveller.draws) {
                places.pop();
                places.push(At::Strait(strait));
                points -= points.min(beyond);
            }
            Event::Went { seat, token, from: from.into(), way: places, points, fuel }
        });
    }

    /// The first moving step begins the movement turn. (CMP-TM-3, CMP-DELIV-3, CMP-COMBO-6)
    fn begin_step(&mut self, token: Token, starts: bool, free: bool) {
        let cargo = self.state.piece(token).cargo;
        let Some(journey) = self.state.journey.as_mut() else { return };
        if starts {
            let own = token.vehicle().allowance() as i8;
            *journey = Journey {
                token: journey.token,
                delivery: journey.delivery,
                moving: true,
                cap: if cargo.is_some() { CAP_WITH_TRUCK } else { own },
                ..Journey::of(token)
            };
            if free {
                journey.free_fuel.insert(token);
            }
            if let Some(delivery) = &mut journey.delivery {
                delivery.used = delivery.used.saturating_add(1);
            }
        }
        // CMP-MOVE-8: of the tokens that have moved, only the one that takes this step and what it carries go on.
        let step = cargo.map_or(Tokens::only(token), |truck| Tokens::only(token).with(truck));
        journey.parted = journey.parted.or(journey.moved.and_not(step));
        journey.moved = journey.moved.or(step);
        journey.group = journey.group.or(step);
        // CMP-POL-2: a truck that leaves aboard has only passed through, and a card that is due if it stops is not due any more.
        if let Some(truck) = cargo.filter(|truck| journey.drove.contains(*truck)) {
            journey.drove.remove(truck);
            journey.card_due = false;
        }
        // CMP-CHART-3: a hired token that carries the goods earns its fee.
        let hired = token.owner() != self.state.active;
        if let Some(delivery) = &mut journey.delivery
            && hired
        {
            delivery.carried_by.insert(token);
        }
        // CMP-COMBO-15: free steps are counted between two moving steps.
        self.state.turn.boarded = Tokens::NONE;
        self.state.turn.landed = Tokens::NONE;
        self.state.turn.handed = Tokens::NONE;
    }

    fn pay_fuel(&mut self, seat: Seat, token: Token, fuel: Money) {
        self.pays_bank(seat, fuel);
        if let Some(journey) = self.journey() {
            journey.fuelled.insert(token);
        }
    }

    /// The last step begins here. (CMP-EFF-5)
    fn set_out(&mut self, token: Token, from: Place, last: Option<Territory>) {
        self.set_place(token, from);
        if let Some(journey) = self.journey() {
            journey.from = from;
            journey.from_last = last;
        }
    }

    /// Points are used: the token's own, and those of the group. (CMP-COMBO-6)
    pub fn spend(&mut self, token: Token, points: u8) {
        if let Some(journey) = self.journey() {
            journey.left[token.index()] -= points as i8;
            journey.cap -= points as i8;
        }
    }

    /// Puts a token somewhere; what is aboard comes along, and a truck leaves its carrier. An aircraft remembers the airport. (CMP-COMBO-14)
    pub fn set_place(&mut self, token: Token, place: Place) {
        if let Place::Aboard(carrier) = self.state.piece(token).place {
            self.state.piece_mut(carrier).cargo = None;
        }
        let piece = self.state.piece_mut(token);
        piece.place = place;
        match place {
            Place::Airport(territory) => piece.last = Some(territory),
            Place::Aboard(carrier) => self.state.piece_mut(carrier).cargo = Some(token),
            _ => {}
        }
    }

    /// A truck or a ship enters a strait: it goes on at once, or as the customs card allows, whatever lies beyond. (CMP-STRAIT-1,
    /// CMP-STRAIT-4, CMP-CUST-5, CMP-CUST-13)
    fn enter_strait(&mut self, token: Token, strait: Strait, near: Stop, far: Stop, draws: bool) {
        self.then([CrossStrait { token, strait, near, far }.into(), AfterStep.into()]);
        if draws {
            self.set_place(token, Place::Strait(strait));
            self.push(DrawCustoms { token, at: None });
        }
    }

    /// The movement turn ends with what is due of this step. (CMP-TM-5)
    pub fn end_here(&mut self) {
        if let Some(journey) = self.journey() {
            journey.ended = true;
        }
    }

    /// The headquarters fee and the tolls, in this order. (CMP-TM-7, CMP-HQ-4, CMP-SPEC-23)
    fn pay_entry(&mut self, token: Token, to: Territory) {
        let payer = self.state.active;
        for seat in self.rules.seats() {
            if seat == payer || seat == token.owner() || !self.rules.sites(self.state, seat).contains(to) {
                continue;
            }
            if self.rules.headquarters(self.state, seat) == Some(to) {
                self.pays(payer, seat, HEADQUARTERS_FEE);
                self.note(|| Event::Fee { from: payer, to: seat, at: to, amount: HEADQUARTERS_FEE });
            }
            let toll = self.rules.tolls(self.state, seat, to);
            if toll > Money::ZERO {
                self.pays(payer, seat, toll);
                self.note(|| Event::Toll { from: payer, to: seat, at: to, amount: toll });
            }
        }
    }

    /// A truck is in a territory. (CMP-TRUCK-5, CMP-TRUCK-6, CMP-TM-9)
    pub fn enter_by_land(&mut self, token: Token, to: Territory, card: BorderCard) {
        let weather = match self.rules.traveller_now(self.state, token) {
            Some(traveller) => self.rules.meets_weather(self.state, &traveller, to),
            None => false,
        };
        self.set_place(token, Place::Land(to));
        self.pay_entry(token, to);
        let flag = self.rules.routes.flags.contains(to);
        let turn_ends = matches!(self.state.top(), Some(Frame::TurnOver(_)));
        if let Some(journey) = self.journey() {
            journey.drove.insert(token);
            journey.card_due = card == BorderCard::IfItStops;
        }
        if turn_ends {
            return;
        }
        if weather {
            self.weather_on_entry(token);
        }
        match card {
            BorderCard::Now if flag => self.push(CardOrEvent { token }),
            BorderCard::Now => self.push(DrawCustoms { token, at: Some(to) }),
            BorderCard::None | BorderCard::IfItStops => {}
        }
    }

    /// A ship is in a hex.
    pub fn enter_hex(&mut self, token: Token, to: Cell) {
        let weather = match self.rules.traveller_now(self.state, token) {
            Some(traveller) => self.rules.sails_into_weather(self.state, &traveller, to),
            None => false,
        };
        self.set_place(token, Place::Sea(to));
        if weather && !matches!(self.state.top(), Some(Frame::TurnOver(_))) {
            self.weather_on_entry(token);
        }
    }

    fn weather_on_entry(&mut self, token: Token) {
        if let Some(journey) = self.journey() {
            journey.weathered = true;
            journey.to_check.insert(token);
        }
        self.push(Weather);
    }

    /// A ship docks. (CMP-SHIP-5, CMP-SHIP-8, CMP-SHIP-9, CMP-CUST-4, CMP-CUST-11)
    fn dock(&mut self, token: Token, to: Territory) {
        let draws = self.rules.traveller_now(self.state, token).is_some_and(|traveller| traveller.draws);
        self.set_place(token, Place::Port(to));
        self.pay_entry(token, to);
        let card = draws && !self.rules.has_site_on(self.state, self.state.active, to);
        self.stop_of_carrier(token, to, card);
    }

    /// An aircraft is in flight, or lands; what it flies over does nothing. (CMP-AIR-7 to CMP-AIR-16, CMP-AIR-18)
    fn fly(&mut self, token: Token, to: Stop) {
        match to {
            Stop::Cell(cell) => self.set_place(token, Place::Air(cell)),
            Stop::Arrow(arrow) => {
                self.set_place(token, Place::Edge(arrow.opposite()));
                self.end_here();
            }
            Stop::Territory(to) => {
                let draws = self.rules.traveller_now(self.state, token).is_some_and(|traveller| traveller.draws);
                let card = draws && self.rules.landing_card(self.state, self.state.piece(token).last, to);
                self.set_place(token, Place::Airport(to));
                self.pay_entry(token, to);
                if self.rules.landing_ends(self.state, token.owner(), to) {
                    self.end_here();
                }
                self.stop_of_carrier(token, to, card);
            }
        }
    }

    /// A ship or an aircraft has stopped in a territory: the customs card and the event, in the order that the player chooses. (CMP-POL-8)
    fn stop_of_carrier(&mut self, token: Token, to: Territory, card: bool) {
        let event = self.rules.routes.flags.contains(to);
        // CMP-CHART-11: a truck that was left aboard when a hire ended at sea goes ashore.
        if let Some(truck) = self.state.piece(token).cargo.filter(|truck| truck.owner() != self.state.active) {
            self.put_ashore(token.owner(), truck, token, to);
        }
        match (card, event) {
            (true, true) if self.rules.customs_come_first(token) => {
                self.then([DrawCustoms { token, at: Some(to) }.into(), RollEvent { token, at: Some(to) }.into()]);
            }
            (true, true) => self.push(CardOrEvent { token }),
            (true, false) => self.push(DrawCustoms { token, at: Some(to) }),
            (false, true) => self.push(RollEvent { token, at: Some(to) }),
            (false, false) => {}
        }
    }
}

impl CompetitorsRules {
    /// What counts for a token that is on its way, whatever its fuel; without goods it draws no card. (CMP-MOVE-3)
    pub(crate) fn traveller_now(&self, state: &State, token: Token) -> Option<Traveller> {
        let journey = state.journey.as_ref()?;
        let delivery = journey.delivery.filter(|delivery| !delivery.failed);
        Some(Traveller {
            payer: state.active,
            owner: token.owner(),
            draws: state.is_laden(token) && delivery.is_some_and(|delivery| !delivery.free_pass),
            receiver: None,
            weathered: journey.weathered,
            money: state.player(state.active).money,
            priced: self.others_sites(state, state.active, token.owner()),
        })
    }

    /// Are the goods of the running Delivery in the Receiver's territory? (CMP-DELIV-8)
    pub(crate) fn goods_are_there(&self, state: &State, sender: Territory) -> bool {
        let Some(token) = state.carrying(sender) else { return false };
        let receiver = state.piece(token).load.map(|load| load.receiver);
        receiver.is_some() && state.territory_of(token) == receiver
    }
}

impl Journey {
    /// Which token may take the next step of a Move: the one that took the last step, by itself or aboard, or the carrier that
    /// it is aboard of now. (CMP-MOVE-8)
    fn going(&self, state: &State) -> Tokens {
        self.moved.and_not(self.parted).map(|token| state.outermost(token)).collect()
    }

    /// A journey of this token that has not begun.
    pub fn of(token: Token) -> Journey {
        let mut left = [0; Token::COUNT];
        for one in Token::all() {
            left[one.index()] = one.vehicle().allowance() as i8;
        }
        Journey {
            token,
            delivery: None,
            moving: false,
            ended: false,
            card_due: false,
            weathered: false,
            cap: 0,
            left,
            group: Tokens::NONE,
            moved: Tokens::NONE,
            parted: Tokens::NONE,
            drove: Tokens::NONE,
            to_check: Tokens::NONE,
            fuelled: Tokens::NONE,
            free_fuel: Tokens::NONE,
            notches: [0; 2 * PLAYERS],
            from: Place::Supply,
            from_last: None,
        }
    }
}

impl State {
    /// Is a movement turn running?
    pub fn is_moving(&self) -> bool {
        self.stage == Stage::Playing && self.journey.is_some_and(|journey| journey.moving)
    }
}
