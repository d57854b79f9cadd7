//! Aircraft: where one can fly, what it costs, and who may land where. (CMP-AIR)

use crate::{
    AircraftFuel, COLUMNS, Cell, CompetitorsRules, Direction, Lasting, PLAYERS, Place, Point, ROWS, State, Stop, Territories,
    Territory, Token, WIDTH, movement::Traveller,
};
use kernel::{Money, Refusal, Seat, refuse};

/// A flight that can be paid for in points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flight {
    /// The notch that it reaches. (CMP-AIR-4)
    pub notch: u8,
    pub points: u8,
    pub fuel: Money,
}

/// The fuel for each notch: the rulebook's table goes up by as much each time. (CMP-AIR-2)
const NOTCH: i32 = 1_000;

/// The most that an aircraft pays in a movement turn, with `aircraft_fuel=per_turn`. (CMP-AIR-5)
const MOST_NOTCHES: u8 = 3;

/// How many cells are listed at most: one in each direction, and one towards a goal.
pub(crate) const USUAL_CELLS: usize = Direction::ALL.len() + 1;

/// How far the centres of cells are apart, as [`Cell::centre`] has them.
const CELL_WIDTH: i32 = 90;
const ROW_HEIGHT: i32 = 78;

impl CompetitorsRules {
    /// The point of a place of aircraft. (CMP-AIR-3)
    pub(crate) fn flight_point(&self, place: Place) -> Option<Point> {
        match place {
            Place::Airport(territory) => Some(self.pack[territory].point),
            Place::Air(cell) => Some(cell.centre()),
            Place::Edge(arrow) => Some(self.pack.arrow_point(arrow)),
            _ => None,
        }
    }

    /// The cell of a place of aircraft. (CMP-AIR-19, CMP-WX-4)
    pub(crate) fn flight_cell(&self, place: Place) -> Option<Cell> {
        match place {
            Place::Airport(territory) => Some(self.pack[territory].cell),
            Place::Air(cell) => Some(cell),
            Place::Edge(arrow) => Some(self.pack.arrow_cell(arrow)),
            _ => None,
        }
    }

    /// The notch that a flight from here to there reaches; 0 for a flight of no length.
    fn notch(&self, from: Place, to: Stop) -> u8 {
        if let (Place::Airport(from), Stop::Territory(to)) = (from, to) {
            return self.routes.notch(from, to);
        }
        let (Some(start), Some(end)) = (self.flight_point(from), self.stop_point(to)) else { return u8::MAX };
        let squared = start.squared(end);
        self.routes.short_notch(squared).unwrap_or_else(|| u8::try_from(self.pack.notch(squared)).unwrap_or(u8::MAX))
    }

    /// The points of a flight from here to there. (CMP-AIR-4)
    pub(crate) fn flight_points(&self, from: Place, to: Stop) -> u8 {
        self.notch(from, to).div_ceil(3)
    }

    fn stop_point(&self, stop: Stop) -> Option<Point> {
        match stop {
            Stop::Territory(territory) => Some(self.pack[territory].point),
            Stop::Cell(cell) => Some(cell.centre()),
            Stop::Arrow(arrow) => (arrow.pair() < self.pack.arrows.len()).then(|| self.pack.arrow_point(arrow)),
        }
    }

    /// The flight from where the aircraft is to there, with so many points and so much money, or why it cannot be.
    pub(crate) fn may_fly(
        &self,
        state: &State,
        token: Token,
        to: Stop,
        points: u8,
        money: Money,
        free: bool,
    ) -> Result<Flight, Refusal> {
        let piece = state.piece(token);
        let notch = self.notch(piece.place, to);
        if notch == 0 {
            return refuse("CMP-AIR-6", "the aircraft is there already");
        }
        let used = notch.div_ceil(3);
        if used > points {
            return refuse("CMP-AIR-4", "it is too far for the points that are left");
        }
        let fuel = self.flight_fuel(state, token, notch, free);
        if fuel > money {
            return refuse("CMP-TM-4", "you cannot pay the fuel of this flight");
        }
        match to {
            Stop::Territory(territory) => self.may_land(state, token, territory)?,
            Stop::Cell(_) | Stop::Arrow(_) if state.marker_is_used(token.owner(), token) => {
                return refuse("CMP-AIR-9", "another aircraft of this player is in flight: this one flies only to airports");
            }
            Stop::Cell(_) | Stop::Arrow(_) => {}
        }
        Ok(Flight { notch, points: used, fuel })
    }

    /// What a flight that reaches a notch costs now. (CMP-AIR-4, CMP-AIR-5, CMP-SPEC-11)
    fn flight_fuel(&self, state: &State, token: Token, notch: u8, free: bool) -> Money {
        if free {
            return Money::ZERO;
        }
        let paid = state.journey.as_ref().filter(|journey| journey.moving).map_or(0, |journey| journey.notches[hangar(token)]);
        let due = match self.options.aircraft_fuel {
            AircraftFuel::PerPoint => notch,
            AircraftFuel::PerTurn => notch.min(MOST_NOTCHES.saturating_sub(paid)),
        };
        Money::new(NOTCH).times(due.into())
    }

    /// May the aircraft land there? (CMP-AIR-12, CMP-AIR-13, CMP-EFF-24)
    pub(crate) fn may_land(&self, state: &State, token: Token, to: Territory) -> Result<(), Refusal> {
        if !self.routes.airports.contains(to) {
            return refuse("CMP-AIR-7", "there is no airport");
        }
        if self.airport_is_closed(state, to) {
            return refuse("CMP-EFF-24", "the airport is closed as long as the danger lasts");
        }
        let Some(last) = state.piece(token).last else { return Ok(()) };
        if self.pack[last].continent == self.pack[to].continent {
            return Ok(());
        }
        let open = |territory: Territory| {
            self.routes.intercontinental.contains(territory) || self.has_site_on(state, token.owner(), territory)
        };
        match () {
            () if !open(to) => {
                refuse("CMP-AIR-12", "its owner has no site on that continent: only an intercontinental airport leads into it")
            }
            () if !open(last) => refuse(
                "CMP-AIR-13",
                "its owner has no site on the continent it comes from: only an intercontinental airport leads out of it",
            ),
            () => Ok(()),
        }
    }

    pub(crate) fn airport_is_closed(&self, state: &State, territory: Territory) -> bool {
        self.danger(state)
            .is_some_and(|danger| danger.lasting == Lasting::ClosedAirports && danger.territories.contains(territory))
    }

    /// Does landing there cost all points that are left? (CMP-AIR-12, CMP-AIR-14)
    pub(crate) fn landing_ends(&self, state: &State, owner: Seat, to: Territory) -> bool {
        self.routes.intercontinental.contains(to) && !self.has_site_on(state, owner, to)
    }

    /// The square of the longest flight for which there are points and money.
    pub(crate) fn longest_flight(&self, state: &State, token: Token, points: u8, money: Money, free: bool) -> u32 {
        let most = u32::from(points) * 3;
        let affordable = u32::try_from(money.units() / NOTCH).unwrap_or(0);
        // What a flight costs never falls with its length, so either all are paid for or those up to a notch.
        let all = free || self.flight_fuel(state, token, u8::try_from(most).unwrap_or(u8::MAX), false) <= money;
        let notch = if all { most } else { most.min(affordable) };
        (notch * u32::from(self.pack.notches[0])).pow(2)
    }

    /// The cells that stand for all where choices are listed: in each direction the last one in reach, and the one nearest to where
    /// the player wants to go. `longest` is the square of the longest flight. (CMP-AIR-19)
    pub(crate) fn usual_cells(
        &self,
        state: &State,
        token: Token,
        goal: Option<Territory>,
        longest: u32,
    ) -> [Option<Cell>; USUAL_CELLS] {
        std::array::from_fn(|number| self.usual_cell(state, token, goal, longest, number))
    }

    /// One of the usual cells: the last one in reach in this direction, or after all directions the one nearest to the goal, unless it is one
    /// of the others.
    pub(crate) fn usual_cell(
        &self,
        state: &State,
        token: Token,
        goal: Option<Territory>,
        longest: u32,
        number: usize,
    ) -> Option<Cell> {
        let place = state.piece(token).place;
        let (start, from) = (self.flight_cell(place)?, self.flight_point(place)?);
        let last = |direction: Direction| {
            let line = std::iter::successors(start.next(direction), |cell| cell.next(direction)).take(COLUMNS - 1);
            line.take_while(|cell| (1..=longest).contains(&from.squared(cell.centre()))).last()
        };
        if let Some(direction) = Direction::ALL.get(number) {
            return last(*direction);
        }
        let nearest = self.nearest_cell(from, self.pack[goal?].point, longest)?;
        Direction::ALL.into_iter().all(|direction| last(direction) != Some(nearest)).then_some(nearest)
    }

    /// Of all cells in reach the one nearest to the goal; of equal ones the first. (CMP-AIR-19)
    fn nearest_cell(&self, from: Point, goal: Point, longest: u32) -> Option<Cell> {
        let nearest_in = |left: i32, right: i32, bottom: i32, top: i32| {
            let first = Cell::FIRST.centre();
            let (x, y) = (i32::from(first.x), i32::from(first.y));
            let rows = ((y - top) / ROW_HEIGHT).max(0)..=((y - bottom) / ROW_HEIGHT + 1).min(ROWS as i32 - 1);
            let columns = ((left - x) / CELL_WIDTH - 1).max(0)..=((right - x) / CELL_WIDTH + 1).min(COLUMNS as i32 - 1);
            let mut best: Option<(u32, Cell)> = None;
            for cell in rows.flat_map(|row| columns.clone().filter_map(move |column| Cell::at(column as usize, row as usize))) {
                let centre = cell.centre();
                let distance = centre.squared(goal);
                if best.is_none_or(|(least, _)| distance < least) && (1..=longest).contains(&centre.squared(from)) {
                    best = Some((distance, cell));
                }
            }
            best
        };
        // Flying straight for the goal ends near the centre of some cell, and what is nearer to the goal lies around it.
        let reach = longest.isqrt();
        let around = (from.squared(goal).isqrt() + 1).saturating_sub(reach) + 2 * CELL_WIDTH as u32;
        let (reach, side) = (reach as i32 + 1, around as i32);
        let low = |from: i16, goal: i16| (i32::from(from) - reach).max(i32::from(goal) - side);
        let high = |from: i16, goal: i16| (i32::from(from) + reach).min(i32::from(goal) + side);
        let found = nearest_in(low(from.x, goal.x), high(from.x, goal.x), low(from.y, goal.y), high(from.y, goal.y));
        let all = || nearest_in(0, i32::from(WIDTH), i32::from(i16::MIN), i32::from(i16::MAX));
        found.filter(|(distance, _)| *distance <= around.pow(2)).or_else(all).map(|(_, cell)| cell)
    }

    /// The airports of the pack.
    pub(crate) fn airports(&self) -> Territories {
        self.routes.airports
    }
}

/// Where an aircraft can fly of what is listed: airports, arrows, and the usual cells. (CMP-AIR-19)
#[derive(Clone, Copy)]
pub(crate) struct Flights<'a> {
    pub rules: &'a CompetitorsRules,
    pub state: &'a State,
    pub token: Token,
    pub traveller: Traveller,
    pub points: u8,
    /// Does the fuel cost nothing?
    pub free: bool,
    /// The airports that may be in reach.
    pub airports: Territories,
    /// May it stay in flight? (CMP-AIR-9)
    pub airborne: bool,
    /// Where its player wants to go.
    pub goal: Option<Territory>,
}

impl<'a> Flights<'a> {
    pub fn all(self) -> impl Iterator<Item = Stop> + 'a {
        let airports = self.airports.filter(move |to| self.lands(*to)).map(Stop::Territory);
        let arrows = self.rules.pack.all_arrows().filter(move |_| self.airborne).map(Stop::Arrow);
        let arrows = arrows.filter(move |to| self.flies(*to).is_some());
        // Made only when they are asked for: to find them takes longer than all the rest.
        let cells = self.airborne.then_some(()).into_iter();
        let cells = cells
            .flat_map(move |()| self.rules.usual_cells(self.state, self.token, self.goal, self.longest()).into_iter().flatten());
        airports.chain(arrows).chain(cells.map(Stop::Cell))
    }

    /// The flight to there, if it can be made.
    pub fn flies(&self, to: Stop) -> Option<Flight> {
        self.rules.may_fly(self.state, self.token, to, self.points, self.traveller.money, self.free).ok()
    }

    /// Can it land there, and pay what that costs?
    pub fn lands(&self, to: Territory) -> bool {
        let entry = || self.rules.entry_price(self.state, &self.traveller, to);
        self.flies(Stop::Territory(to)).is_some_and(|flight| entry() + flight.fuel <= self.traveller.money)
    }

    /// The square of the longest flight.
    pub fn longest(&self) -> u32 {
        self.rules.longest_flight(self.state, self.token, self.points, self.traveller.money, self.free)
    }
}

/// Where the notches of an aircraft are counted.
pub(crate) fn hangar(token: Token) -> usize {
    (token.owner().index() * 2 + token.number() - 1).min(2 * PLAYERS - 1)
}
