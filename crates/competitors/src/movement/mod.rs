//! Movement turns, common to Move and Delivery: who may take a step, what a step costs, taking it, and what is due at its end.
//! (CMP-TM, CMP-MOVE, CMP-COMBO-5 to CMP-COMBO-10, CMP-FUEL)

pub(crate) mod aircraft;
pub(crate) mod combined;
pub(crate) mod crossing;
pub(crate) mod delivery;
pub(crate) mod movement_end;
pub(crate) mod out_of_reach;
pub(crate) mod routes;
pub(crate) mod ships;
pub(crate) mod steps;
pub(crate) mod travel;
pub(crate) mod trucks;

use crate::{
    Advantage, CompetitorsRules, Journey, Lasting, PLAYERS, Place, Stage, State, Stop, Strait, Territories, Territory, Token,
    Tokens, Vehicle,
    figures::HEADQUARTERS_FEE,
    movement::{
        aircraft::{Flight, Flights},
        routes::Over,
        trucks::Drive,
    },
};
use kernel::{Money, Refusal, Seat, refuse};

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
                let depot = |card: crate::Contract| state.advantages[card.index()] == Some(place);
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
                let lane = |lane: &crate::movement::routes::Lane| {
                    self.hex_points(state, lane.to) + u8::from(lane.strait.is_some()) <= points
                };
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
