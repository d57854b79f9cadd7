//! How good a state looks for a player: what bots build on.
//!
//! A truck earns by trips: load, drive, unload. A point of the dice is worth what it earns on such a trip, so goods on a truck are
//! worth their prices less the points that it takes to sell them at the best warehouse, and an empty truck what it can load.

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

/// What is kept of a price until the good is sold elsewhere, in percent.
const LATER: i64 = 92;

/// What is kept of a price until the good is unloaded here, in percent.
const SOON: i64 = 97;

/// What one more place on the truck earns over a whole match, in EUR.
const ROOM: i64 = 3_500;

/// What it is worth to be ahead once the end has begun, in tenths of a EUR.
const AHEAD: i64 = 300_000;

/// The points of a usual roll. (PRF-TURN-3)
const USUAL_POINTS: u8 = 4;

/// As many goods as can be loaded in a turn.
const TURNFUL: u32 = 6;

impl ProfitabilityRules {
    /// Money ahead of the others, with what the trucks are about to earn.
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
            // PRF-END-5: now only who is ahead in the end counts.
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

    /// What a truck can still sell once the end has begun: only in the one turn that it may have left. (PRF-END-2)
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

    /// What a player has, over all matches.
    fn money(&self, state: &State, colour: Colour) -> i64 {
        i64::from(state.series.totals[colour.index()].units()) + i64::from(state.profits[self.account(colour)].units())
    }

    /// The same of both partners in a team.
    fn side(&self, colour: Colour, value: impl Fn(Colour) -> i64) -> i64 {
        value(colour) + if self.team { value(colour.partner()) } else { 0 }
    }

    /// The goods on a truck at present prices.
    fn cargo(&self, state: &State, colour: Colour) -> i64 {
        self.at_prices(state, state.truck(colour).goods)
    }

    fn at_prices(&self, state: &State, goods: Goods) -> i64 {
        Colour::ALL.into_iter().map(|good| i64::from(goods.count(good)) * i64::from(self.price(state, good))).sum()
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

    /// A truck without its damaged good has room for one more on every trip that is still to come.
    fn freedom(&self, state: &State, colour: Colour) -> i64 {
        if state.truck(colour).carries_damaged() {
            return 0;
        }
        let target = i64::from(self.target);
        let most = state.profits.iter().map(|profit| i64::from(profit.units())).max().unwrap_or(0);
        ROOM * (target - most).max(0) / target
    }
}

/// A truck about to set off.
struct Trip<'a> {
    rules: &'a ProfitabilityRules,
    state: &'a State,
    colour: Colour,
    /// The goods by what they bring, the dearest first.
    dearest: [Colour; 4],
    /// Steps to each warehouse that it may enter; none to the others.
    far: [Option<u8>; Warehouse::COUNT],
    /// What can be earned with what lies in each of them, once the truck is empty.
    next_load: [i64; Warehouse::COUNT],
}

impl<'a> Trip<'a> {
    fn of(rules: &'a ProfitabilityRules, state: &'a State, colour: Colour, place: Place) -> Trip<'a> {
        let mut dearest = Colour::ALL;
        let value = |good: Colour| rules.price(state, good) + if good == colour { rules.numbers.extra / 2 } else { 0 };
        dearest.sort_by_key(|good| -value(*good));
        let mut far = rules.distances(&state.links, place);
        far[state.truck(colour).last.index()] = None;
        let mut trip = Trip { rules, state, colour, dearest, far, next_load: [0; Warehouse::COUNT] };
        for warehouse in Warehouse::all().filter(|warehouse| far[warehouse.index()].is_some()) {
            trip.next_load[warehouse.index()] = trip.load_at(warehouse);
        }
        trip
    }

    /// How many goods can still be unloaded there.
    fn room_at(&self, warehouse: Warehouse) -> u32 {
        let lies = self.state.stores[warehouse.index()].space(self.colour).total();
        self.rules.space_room(warehouse).saturating_sub(lies)
    }

    /// What these goods bring there.
    fn sold(&self, goods: Goods, warehouse: Warehouse) -> i64 {
        let own = if warehouse.colour() == self.colour { i64::from(self.rules.numbers.extra) } else { 0 };
        let extra = own * i64::from(goods.count(self.colour));
        self.rules.at_prices(self.state, goods) + extra
    }

    /// What can be loaded in a warehouse, by colour.
    fn offer(&self, warehouse: Warehouse) -> Goods {
        let store = self.state.stores[warehouse.index()];
        let others = Colour::ALL.into_iter().filter(|space| *space != self.colour);
        Goods(others.map(|space| store.space(space).0).sum())
    }

    /// How many more goods find room on a truck with these.
    fn room_on_truck(&self, goods: Goods) -> u32 {
        let damaged = u32::from(self.state.truck(self.colour).carries_damaged());
        self.rules.capacity.saturating_sub(goods.total() + damaged).min(TURNFUL)
    }

    /// Drive with these goods to where they bring most.
    fn carry(&self, goods: Goods) -> i64 {
        let count = i64::from(goods.total());
        let stops = Warehouse::all().filter_map(|warehouse| Some((warehouse, self.far[warehouse.index()]?)));
        let best = stops.map(|(warehouse, steps)| {
            let sold = match self.room_at(warehouse) {
                0 => 0,
                _ => self.sold(goods, warehouse) * LATER / 100 - POINT * count,
            };
            sold - POINT * i64::from(steps) + self.next_load[warehouse.index()]
        });
        best.max().unwrap_or(0)
    }

    /// Load the dearest goods here first, as many as pay.
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

    fn load_at(&self, warehouse: Warehouse) -> i64 {
        let mut offer = self.offer(warehouse);
        let mut earned = -4 * POINT;
        for _ in 0..self.room_on_truck(Goods::NONE) {
            let Some(good) = self.dearest.into_iter().find(|good| offer.has(*good)) else { break };
            offer.take(good);
            earned += (i64::from(self.rules.price(self.state, good)) * LATER / 100 - 2 * POINT).max(0);
        }
        earned.max(0) * 3 / 4
    }
}
