//! How good a state looks for a player: what bots build on.
//!
//! A truck earns by trips: load, drive, unload. An action point is worth what it earns on such a trip. So goods on a truck are
//! worth their prices less the points that it takes to sell them at the best warehouse, and an empty truck is worth what it can
//! load.

use crate::{
    colours::Colour,
    goods::Goods,
    places::{Place, Warehouse},
    rules::ProfitabilityRules,
    state::{Stage, State, Step},
};
use kernel::Seat;

/// What an action point earns on a good trip, in EUR.
const POINT: i64 = 400;

/// How much of a price is expected to be left when the good is sold elsewhere, in percent.
const LATER: i64 = 92;

/// How much of a price is expected to be left when the good is unloaded here, in percent.
const SOON: i64 = 97;

/// What one more place on the truck earns over a whole match, in EUR.
const ROOM: i64 = 3_500;

/// The value of being ahead once the end has begun, in tenths of a EUR.
const AHEAD: i64 = 300_000;

/// The points of an average roll. (PRF-TURN-3)
const USUAL_POINTS: u8 = 4;

/// The most goods that can be loaded in a turn.
const TURNFUL: u32 = 6;

impl ProfitabilityRules {
    /// The lead in money over the others, with what the trucks are about to earn.
    pub(crate) fn prospects(&self, state: &State, seat: Seat) -> i64 {
        if seat.index() >= self.players {
            return 0;
        }
        let colour = state.colours[seat.index()];
        if state.step == Step::Over {
            let place = self.final_order(state).place(seat);
            return 1_000_000_000 * (5 - i64::from(place)) + self.money(state, colour);
        }
        let rivals = || state.played().filter(|other| self.account(*other) != self.account(colour));
        if let Some(turns) = state.closing {
            // PRF-END-5: from now on it matters only who is ahead in the end.
            let final_money =
                |colour| self.money(state, colour) + self.side(colour, |colour| self.last_sale(state, colour, turns));
            let own = final_money(colour);
            let lead = own - rivals().map(final_money).max().unwrap_or(0);
            return 10 * own + 20 * lead.clamp(-10_000, 10_000) + AHEAD * lead.signum();
        }
        let own = self.money(state, colour) + self.side(colour, |colour| self.plan(state, colour));
        let best = rivals().map(|rival| self.money(state, rival) + self.side(rival, |rival| self.cargo(state, rival)) / 2);
        10 * own - 3 * best.max().unwrap_or(0)
    }

    /// What a truck can still sell once the end has begun: it may have one turn left. (PRF-END-2)
    fn last_sale(&self, state: &State, colour: Colour, turns: u8) -> i64 {
        let mut seat = state.seat;
        let mut waits = 0;
        while state.colours[seat.index()] != colour && waits < turns {
            seat = self.after(state, seat);
            waits += 1;
        }
        let truck = state.truck(colour);
        let (Some(place), true) = (truck.at, waits < turns) else { return 0 };
        let points = if waits == 0 && state.step == Step::Acting { state.points } else { USUAL_POINTS };
        let trip = Trip::of(self, state, colour, place);
        let sale = |warehouse: Warehouse, steps: u8| {
            let (mut sold, mut goods) = (0, truck.goods);
            for _ in 0..u32::from(points.saturating_sub(steps)).min(trip.room_at(warehouse)) {
                let Some(good) = trip.dearest.into_iter().find(|good| goods.has(*good)) else { break };
                goods.take(good);
                let (price, extra) = self.earns(state, colour, good, warehouse);
                sold += i64::from(price + extra);
            }
            sold
        };
        let here = truck.warehouse().filter(|_| truck.stage == Stage::Unload && !truck.home).map(|here| sale(here, 0));
        let there = Warehouse::all().filter_map(|warehouse| Some(sale(warehouse, trip.far[warehouse.index()]?)));
        there.chain(here).max().unwrap_or(0) * SOON / 100
    }

    /// A player's money, over all matches.
    fn money(&self, state: &State, colour: Colour) -> i64 {
        i64::from(state.series.totals[colour.index()].units()) + i64::from(state.profits[self.account(colour)].units())
    }

    /// A value for a player, or its sum for both partners of a team.
    fn side(&self, colour: Colour, value: impl Fn(Colour) -> i64) -> i64 {
        value(colour) + if self.team { value(colour.partner()) } else { 0 }
    }

    /// The goods on a truck at current prices.
    fn cargo(&self, state: &State, colour: Colour) -> i64 {
        self.at_prices(state, state.truck(colour).goods)
    }

    fn at_prices(&self, state: &State, goods: Goods) -> i64 {
        value_of(goods, &Colour::ALL.map(|good| i64::from(self.price(state, good))))
    }

    /// What a truck is about to earn: sell here, load, sell elsewhere.
    fn plan(&self, state: &State, colour: Colour) -> i64 {
        let truck = state.truck(colour);
        let Some(place) = truck.at else { return 0 };
        let trip = Trip::of(self, state, colour, place);
        let points = if state.colour() == colour { POINT * i64::from(state.points) } else { 0 };
        let mut best = trip.carry(truck.goods);
        if let Place::In(here) = place
            && !truck.home
        {
            let empty = trip.after_loading(here, truck.goods);
            best = best.max(empty);
            if truck.stage == Stage::Unload && trip.room_at(here) > 0 {
                let sold = trip.sold(truck.goods, here) * SOON / 100 - POINT * i64::from(truck.goods.total());
                best = best.max(sold + trip.after_loading(here, Goods::NONE));
            }
        }
        best + points + self.freedom(state, colour)
    }

    /// The value of having got rid of the damaged good: room for one more good on every future trip.
    fn freedom(&self, state: &State, colour: Colour) -> i64 {
        if state.truck(colour).carries_damaged() {
            return 0;
        }
        let target = i64::from(self.target);
        let most = state.profits.iter().map(|profit| i64::from(profit.units())).max().unwrap_or(0);
        ROOM * (target - most).max(0) / target
    }
}

/// These goods at these prices.
#[inline]
fn value_of(goods: Goods, prices: &[i64; 4]) -> i64 {
    let mut value = 0;
    for good in Colour::ALL {
        value += i64::from(goods.count(good)) * prices[good.index()];
    }
    value
}

/// A truck about to set off.
struct Trip<'a> {
    rules: &'a ProfitabilityRules,
    state: &'a State,
    colour: Colour,
    /// The current prices.
    prices: [i64; 4],
    /// The goods by what they bring, the most valuable first.
    dearest: [Colour; 4],
    /// Steps to each warehouse that it may enter; none to the others.
    far: [Option<u8>; Warehouse::COUNT],
    /// What the best warehouse of each kind brings besides the goods carried there: what can be loaded there once the truck is empty,
    /// less the way. Worked out once, since goods bring the same in every warehouse of a kind.
    best_stops: BestStops,
}

/// The value of the best stop of each kind, without the goods carried there; none if there is no such warehouse to drive to.
#[derive(Clone, Copy, Default)]
struct BestStops {
    /// Warehouses of the truck's own colour with room for its goods.
    own: Option<i64>,
    /// Warehouses of other colours with room for its goods.
    other: Option<i64>,
    /// Warehouses where nothing can be unloaded.
    full: Option<i64>,
}

impl<'a> Trip<'a> {
    #[inline]
    fn of(rules: &'a ProfitabilityRules, state: &'a State, colour: Colour, place: Place) -> Trip<'a> {
        let prices = Colour::ALL.map(|good| i64::from(rules.price(state, good)));
        let mut values = prices;
        values[colour.index()] += i64::from(rules.numbers.extra / 2);
        let mut dearest = Colour::ALL;
        dearest.sort_by_key(|good| -values[good.index()]);
        let mut far = rules.distances(&state.links, place);
        far[state.truck(colour).last.index()] = None;
        let mut trip = Trip { rules, state, colour, prices, dearest, far, best_stops: BestStops::default() };
        trip.best_stops = trip.find_best_stops();
        trip
    }

    #[inline]
    fn find_best_stops(&self) -> BestStops {
        let room = self.room_on_truck(Goods::NONE);
        let gains = self.prices.map(|price| (price * LATER / 100 - 2 * POINT).max(0));
        let mut best = BestStops::default();
        for warehouse in Warehouse::all() {
            let Some(steps) = self.far[warehouse.index()] else { continue };
            let value = self.next_load(warehouse, room, &gains) - POINT * i64::from(steps);
            let kind = match self.room_at(warehouse) {
                0 => &mut best.full,
                _ if warehouse.colour() == self.colour => &mut best.own,
                _ => &mut best.other,
            };
            *kind = (*kind).max(Some(value));
        }
        best
    }

    /// What can be earned with the goods in a warehouse by an empty truck with this much room, if each good gains this much.
    fn next_load(&self, warehouse: Warehouse, room: u32, gains: &[i64; 4]) -> i64 {
        let (offer, mut room) = (self.offer(warehouse), room);
        let mut earned = -4 * POINT;
        for good in self.dearest {
            let loaded = offer.count(good).min(room);
            room -= loaded;
            earned += i64::from(loaded) * gains[good.index()];
        }
        earned.max(0) * 3 / 4
    }

    /// How many goods can still be unloaded there.
    fn room_at(&self, warehouse: Warehouse) -> u32 {
        let lies = self.state.stores[warehouse.index()].space(self.colour).total();
        self.rules.space_room(warehouse).saturating_sub(lies)
    }

    /// These goods at current prices.
    fn value_of(&self, goods: Goods) -> i64 {
        value_of(goods, &self.prices)
    }

    /// The extra profit for these goods in a warehouse of the truck's own colour.
    fn extra_for(&self, goods: Goods) -> i64 {
        i64::from(self.rules.numbers.extra) * i64::from(goods.count(self.colour))
    }

    /// What these goods bring there.
    fn sold(&self, goods: Goods, warehouse: Warehouse) -> i64 {
        self.value_of(goods) + if warehouse.colour() == self.colour { self.extra_for(goods) } else { 0 }
    }

    /// What can be loaded in a warehouse, by colour.
    fn offer(&self, warehouse: Warehouse) -> Goods {
        self.state.stores[warehouse.index()].offer(self.colour)
    }

    /// How many more goods fit on a truck that carries these.
    fn room_on_truck(&self, goods: Goods) -> u32 {
        let damaged = u32::from(self.state.truck(self.colour).carries_damaged());
        self.rules.capacity.saturating_sub(goods.total() + damaged).min(TURNFUL)
    }

    /// The value of driving with these goods to where they bring most.
    fn carry(&self, goods: Goods) -> i64 {
        let (value, spent) = (self.value_of(goods), POINT * i64::from(goods.total()));
        let sale = |value: i64| value * LATER / 100 - spent;
        let own = self.best_stops.own.map(|stop| stop + sale(value + self.extra_for(goods)));
        let other = self.best_stops.other.map(|stop| stop + sale(value));
        own.max(other).max(self.best_stops.full).unwrap_or(0)
    }

    /// The value of first loading here: the most valuable goods, as many as pay off.
    fn after_loading(&self, here: Warehouse, goods: Goods) -> i64 {
        let (mut goods, mut offer) = (goods, self.offer(here));
        let mut best = self.carry(goods);
        for loaded in 1..=i64::from(self.room_on_truck(goods)) {
            let Some(good) = self.dearest.into_iter().find(|good| offer.has(*good)) else { break };
            offer.take(good);
            goods.add(good);
            best = best.max(self.carry(goods) - POINT * loaded);
        }
        best
    }
}
