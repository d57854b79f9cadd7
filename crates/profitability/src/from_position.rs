//! Sets up positions that were written down.

use crate::{
    actions::Action,
    board::{Laid, TILES},
    colours::Colour,
    goods::{GOODS_OF_A_COLOUR, Goods, Store},
    notation::{REFERENCE, by_colour},
    places::{Place, Warehouse},
    position::{CountsPosition, DeedsPosition, Position, TruckPosition},
    rules::ProfitabilityRules,
    state::{Counts, Damaged, Drive, GoodHandled, GoodsHandled, Handled, PLAYERS, Series, Stage, State, Step},
    trendline::{Space, Trendline},
};
use kernel::{Money, Notation, Refusal, Seat, Silent, refuse};
use std::collections::BTreeMap;

/// The most EUR that a position can contain: much less than a table can hold.
const MOST_PLACED: i32 = 10_000_000;

/// The highest count that a position can contain, so that no counter overflows in play from there on.
const MOST_COUNTED: u32 = 1_000_000_000;

impl ProfitabilityRules {
    /// The state that a position describes, or why it is impossible.
    pub(crate) fn table_of(&self, position: &Position) -> Result<State, Refusal> {
        let mut state = self.table(self.place_colours(position)?);
        self.place_frame(&mut state, position)?;
        self.place_tiles(&mut state, position)?;
        self.place_trend(&mut state, position)?;
        self.place_money(&mut state, position)?;
        self.place_trucks(&mut state, position)?;
        self.place_stores(&mut state, position)?;
        self.place_turn(&mut state, position)?;
        self.place_series(&mut state, position)?;
        self.check(&state)?;
        Ok(state)
    }

    /// PRF-GAME-6.
    fn place_colours(&self, position: &Position) -> Result<[Colour; PLAYERS], Refusal> {
        let mut colours = Colour::ALL;
        if let Some(given) = &position.colours {
            if given.len() != self.players || (1..given.len()).any(|seat| given[..seat].contains(&given[seat])) {
                return refuse("PRF-GAME-1", format!("`colours` gives each of the {} seats a colour of its own", self.players));
            }
            // Colours that nobody plays follow in their order, as when colours are drawn.
            let others: Vec<Colour> = Colour::ALL.into_iter().filter(|colour| !given.contains(colour)).collect();
            colours[..self.players].copy_from_slice(given);
            colours[self.players..].copy_from_slice(&others);
        }
        Ok(colours)
    }

    /// Match, lap, step, seats.
    fn place_frame(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        state.number = position.number.unwrap_or(1);
        state.lap = position.lap.unwrap_or(1);
        let named = |name: &String| Step::ALL.into_iter().find(|step| step.name() == name);
        state.step = match &position.step {
            None => Step::Acting,
            Some(name) => match named(name) {
                Some(step) => step,
                None => {
                    let names = Step::ALL.map(Step::name).join(", ");
                    return refuse("PRF-TURN-2", format!("`{name}` is not a step; there are {names}"));
                }
            },
        };
        state.starter = position.starter.unwrap_or(Seat::FIRST);
        let here = |seat: &Seat| seat.index() < self.players;
        if !here(&state.starter) {
            return refuse("PRF-START-1", format!("`starter` is a seat from 1 to {}", self.players));
        }
        let natural = match state.step {
            Step::Marking => self.order(state).last().unwrap_or(state.starter),
            _ => state.starter,
        };
        state.seat = position.turn.unwrap_or(natural);
        if !here(&state.seat) {
            return refuse("PRF-START-3", format!("`turn` is a seat from 1 to {}", self.players));
        }
        Ok(())
    }

    /// PRF-SETUP-1.
    fn place_tiles(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let mut tiles = std::array::from_fn(|slot| Laid { tile: slot as u8, turns: 0 });
        if let Some(given) = &position.tiles {
            let read: Vec<Laid> = given.iter().filter_map(|text| Laid::named(text)).collect();
            let all = (0..TILES.len() as u8).all(|tile| read.iter().any(|laid| laid.tile == tile));
            if read.len() != 4 || given.len() != 4 || !all {
                return refuse(
                    "PRF-SETUP-1",
                    "`tiles` are the four tiles in NW, NE, SE and SW with their quarter turns, such as A0",
                );
            }
            tiles.copy_from_slice(&read);
        }
        self.lay(state, tiles);
        Ok(())
    }

    /// PRF-START-4 to PRF-START-8.
    fn place_trend(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let marking = state.step == Step::Marking;
        state.marked = match (marking, position.marked) {
            (true, marked) => marked.unwrap_or(0),
            (false, None) => Space::COUNT as u8,
            (false, Some(_)) => return refuse("PRF-START-4", "`marked` counts only while the markers are placed: leave it out"),
        };
        let Some(given) = &position.trend else {
            if !marking {
                state.trend = Trendline::reference();
            }
            return Ok(());
        };
        for (sum, marker) in given {
            let Some(space) = Space::new(*sum) else {
                return refuse(
                    "PRF-TREND-8",
                    format!("{sum} is not a space for a marker; they are 2 to 12 without the Joker, 7"),
                );
            };
            match marker.parse() {
                Ok(marker) => state.trend.put(space, marker),
                Err(message) => return refuse("PRF-TREND-1", message),
            }
        }
        Ok(())
    }

    /// Prices, profits, and the bookings that are given.
    fn place_money(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        for (colour, price) in &position.prices {
            let Some(square) = self.squares.iter().position(|square| square == price) else {
                return refuse("PRF-INV-4", format!("{price} EUR is no square of the profit area"));
            };
            state.prices[colour.index()] = square as u8;
        }
        if self.differ_in_teams(&position.profits) || self.differ_in_teams(&position.bookings) {
            return refuse("PRF-INV-13", "partners have one profit and one last booking: give it once, or twice the same");
        }
        for (colour, profit) in &position.profits {
            state.profits[self.account(*colour)] = placed_money(*profit)?;
        }
        for (colour, booked) in &position.bookings {
            state.booked[self.account(*colour)] = *booked;
        }
        Ok(())
    }

    /// If the last bookings are not given, pawns moved in turn order; or, once somebody has reached the target, in the order of
    /// their last turns, because nobody had reached it before. (PRF-TIE-5)
    fn place_bookings(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        if position.bookings.is_empty() {
            let moved = self.order(state).map(|seat| self.account(state.colours[seat.index()]));
            let mut moved: Vec<usize> = moved.filter(|account| state.profits[*account] > Money::ZERO).collect();
            if self.end_began(state).is_some() {
                moved.sort_by_key(|account| self.last_turn(state, *account, u32::MAX));
            }
            for account in moved {
                let last = state.booked.into_iter().max().unwrap_or(0);
                if state.booked[account] == 0 {
                    state.booked[account] = last + 1;
                }
            }
        }
        state.bookings = position.booking.unwrap_or(state.booked.into_iter().max().unwrap_or(0));
        if state.bookings > MOST_COUNTED {
            return refuse("PRF-TIE-5", format!("a position has at most {MOST_COUNTED} bookings"));
        }
        Ok(())
    }

    /// Do partners have different values?
    fn differ_in_teams<T: PartialEq>(&self, given: &BTreeMap<Colour, T>) -> bool {
        let differs = |(colour, value): (&Colour, &T)| given.get(&colour.partner()).is_some_and(|other| other != value);
        self.team && given.iter().any(differs)
    }

    fn place_trucks(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        if let Some(colour) = position.trucks.keys().find(|colour| state.seat_of(**colour).is_none()) {
            return refuse("PRF-GAME-4", format!("nobody plays {colour}, so there is no such truck"));
        }
        let usual = TruckPosition::default();
        for colour in state.played() {
            self.place_truck(state, colour, position.trucks.get(&colour).unwrap_or(&usual))?;
        }
        Ok(())
    }

    fn place_truck(&self, state: &mut State, colour: Colour, given: &TruckPosition) -> Result<(), Refusal> {
        let own = Warehouse::small(colour);
        let at = match &given.at {
            None => Place::In(own),
            Some(name) => self.board.place(name).or_else(|message| refuse("PRF-BOARD-5", message))?,
        };
        if let Place::Dot(dot) = at
            && state.occupied.contains(dot)
        {
            return refuse("PRF-INV-7", format!("two trucks stand on {}", self.board.name(at)));
        }
        // Players who come before the player in turn have had a turn in this lap.
        let turn = |seat: Option<Seat>| self.order(state).position(|other| Some(other) == seat);
        let waits = state.step == Step::Marking || turn(state.seat_of(colour)) >= turn(Some(state.seat));
        let home = given.home.unwrap_or(at == Place::In(own) && state.lap == 1 && waits && state.step != Step::Over);
        let stage = match (&given.stage, at) {
            (Some(_), Place::Dot(_)) => return refuse("PRF-SEQ-5", "a truck has a `stage` only in a warehouse"),
            (Some(name), Place::In(_)) => stage_named(name)?,
            (None, Place::In(_)) if !home => Stage::Unload,
            (None, _) => Stage::Load,
        };
        let last = match (&given.last, at) {
            (Some(name), _) => known_warehouse(name)?,
            (None, Place::In(warehouse)) => warehouse,
            (None, Place::Dot(_)) => own,
        };
        let damaged = match (given.damaged.unwrap_or(given.scrapped.is_none()), &given.scrapped) {
            (true, None) => Damaged::OnTruck,
            (true, Some(_)) => return refuse("PRF-INV-2", "a damaged good is on its truck or `scrapped`, not both"),
            (false, Some(name)) => Damaged::In(known_warehouse(name)?),
            (false, None) => Damaged::In(own),
        };
        let mut goods = Goods::NONE;
        match &given.goods {
            None => goods.add(REFERENCE[2][colour.index()]),
            Some(given) => {
                for good in given {
                    if goods.count(*good) >= GOODS_OF_A_COLOUR {
                        return refuse("PRF-INV-1", format!("there are only {GOODS_OF_A_COLOUR} {good} goods"));
                    }
                    goods.add(*good);
                }
            }
        }
        let truck = &mut state.trucks[colour.index()];
        (truck.stage, truck.last, truck.damaged, truck.goods, truck.home) = (stage, last, damaged, goods, home);
        state.put(colour, Some(at));
        Ok(())
    }

    /// Warehouses that are named hold what is written. The others hold the goods of the reference set-up, with goods added or
    /// removed so that there are eleven of each colour.
    fn place_stores(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let mut named = [false; Warehouse::COUNT];
        let mut counts = [0; 4];
        let mut count = |good: Colour| {
            counts[good.index()] += 1;
            match counts[good.index()] > GOODS_OF_A_COLOUR {
                true => refuse("PRF-INV-1", format!("there are only {GOODS_OF_A_COLOUR} {good} goods")),
                false => Ok(()),
            }
        };
        for truck in &state.trucks {
            truck.goods.each().try_for_each(&mut count)?;
        }
        for (name, spaces) in &position.stores {
            let warehouse = known_warehouse(name)?;
            if std::mem::replace(&mut named[warehouse.index()], true) {
                return refuse("PRF-INV-1", format!("`stores` names {warehouse} twice"));
            }
            for (space, goods) in spaces {
                for good in goods {
                    count(*good)?;
                    state.stores[warehouse.index()].add(*space, *good);
                }
            }
        }
        if named.iter().all(|named| *named) {
            return Ok(());
        }
        let mut wanted = [GOODS_OF_A_COLOUR; 4];
        for colour in Colour::ALL.into_iter().filter(|colour| state.seat_of(*colour).is_none()) {
            wanted[REFERENCE[2][colour.index()].index()] -= 1;
        }
        let free = |warehouse: &Warehouse| !named[warehouse.index()];
        for warehouse in Warehouse::all().filter(free) {
            let store = reference_store(warehouse);
            for space in Colour::ALL {
                store.space(space).each().for_each(|good| counts[good.index()] += 1);
            }
            state.stores[warehouse.index()] = store;
        }
        for good in Colour::ALL {
            // First the large warehouse and the space of the good's colour, then all others in order.
            let mut rooms: Vec<(Warehouse, Colour)> =
                Warehouse::all().rev().filter(free).flat_map(|warehouse| Colour::ALL.map(|space| (warehouse, space))).collect();
            rooms.sort_by_key(|(warehouse, space)| (*space != good, *warehouse != Warehouse::large(good)));
            while counts[good.index()] > wanted[good.index()] {
                let lies = |(warehouse, space): &&(Warehouse, Colour)| state.stores[warehouse.index()].space(*space).has(good);
                let Some((warehouse, space)) = rooms.iter().find(lies) else {
                    return refuse("PRF-INV-1", format!("there are only {} {good} goods", wanted[good.index()]));
                };
                state.stores[warehouse.index()].take(*space, good);
                counts[good.index()] -= 1;
            }
            while counts[good.index()] < wanted[good.index()] {
                let room = |(warehouse, space): &&(Warehouse, Colour)| {
                    state.stores[warehouse.index()].space(*space).total() < self.space_room(*warehouse)
                };
                let Some((warehouse, space)) = rooms.iter().find(room) else {
                    return refuse("PRF-INV-8", format!("there is no room left for the {good} goods: write all `stores`"));
                };
                state.stores[warehouse.index()].add(*space, good);
                counts[good.index()] += 1;
            }
        }
        Ok(())
    }

    /// Dice, points, closing turns, and what can be taken back.
    fn place_turn(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let marking = state.step == Step::Marking;
        if marking && position.dice.is_some() {
            return refuse("PRF-START-4", "nobody has rolled before the markers are placed: leave out `dice`");
        }
        if !marking {
            // Two sixes give an empty space of the reference placement; 6 and 1 are the Joker, which by itself changes nothing.
            state.dice = position.dice.unwrap_or(if state.step == Step::Filling { [6, 6] } else { [6, 1] });
        }
        let over = state.step == Step::Over;
        let rolled = if over { 0 } else { state.dice[0].max(state.dice[1]) };
        state.points = position.points.unwrap_or(rolled);
        state.closing = position.closing.or(over.then_some(0));
        self.place_bookings(state, position)?;
        if self.take_back && !marking && !over {
            state.goods_handled = GoodsHandled {
                bookings: state.bookings,
                booked: state.booked[self.account(state.colour())],
                ..GoodsHandled::NONE
            };
        }
        if let Some(given) = &position.deeds {
            state.goods_handled = self.place_goods_handled(given)?;
        }
        state.handled = match &position.handled {
            Some(name) => handled_named(name)?,
            None if self.single && !state.goods_handled.is_empty() => Handled::Here,
            None => Handled::Nothing,
        };
        if let Some(drive) = &position.drive {
            state.drive = Some(Drive {
                colour: drive.colour,
                from: self.board.place(&drive.from).or_else(|message| refuse("PRF-BOARD-5", message))?,
                via: drive.via.as_deref().map(known_warehouse).transpose()?,
                last: known_warehouse(&drive.last)?,
            });
        }
        Ok(())
    }

    fn place_goods_handled(&self, given: &DeedsPosition) -> Result<GoodsHandled, Refusal> {
        let mut handled = GoodsHandled { bookings: given.booking, booked: given.booked, ..GoodsHandled::NONE };
        if let Some(name) = &given.stage {
            handled.stage = stage_named(name)?;
        }
        if given.done.len() > handled.done.len() {
            return refuse("PRF-INV-9", "nobody unloads and loads more than 6 goods in a turn");
        }
        for (room, text) in handled.done.iter_mut().zip(&given.done) {
            *room = match self.read(text) {
                Ok(Action::Unload(good)) => Some(GoodHandled::Unloaded(good)),
                Ok(Action::Scrap) => Some(GoodHandled::Scrapped),
                Ok(Action::Load { space, good }) => Some(GoodHandled::Loaded(space, good)),
                _ => return refuse("PRF-WH-10", format!("`{text}` is nothing that was unloaded or loaded")),
            };
        }
        Ok(handled)
    }

    /// The score of the series; if it is left out, a match that is over is added. (PRF-MULTI-6)
    fn place_series(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        if let Some(counts) = &position.counts {
            let CountsPosition { laps, unloaded, damaged, steps, carried, extras, jokers } = *counts;
            if [laps, unloaded, damaged, steps, carried, extras, jokers].iter().any(|count| *count > MOST_COUNTED) {
                return refuse("PRF-INV-9", format!("each of the `counts` is at most {MOST_COUNTED}"));
            }
            state.counts = Counts { laps, unloaded, damaged, steps, carried, extras, jokers };
        }
        match &position.series {
            Some(given) => {
                let mut totals = [Money::ZERO; PLAYERS];
                for (colour, total) in &given.totals {
                    totals[colour.index()] = placed_money(*total)?;
                }
                state.series = Series { totals, placings: by_colour(&given.places, [0; 4]), last: by_colour(&given.last, 0) };
            }
            None if state.step == Step::Over => self.settle(state, &mut Silent),
            None => {}
        }
        Ok(())
    }
}

/// An amount that leaves room for everything that can be earned from there on.
fn placed_money(euro: i32) -> Result<Money, Refusal> {
    match euro <= MOST_PLACED {
        true => Ok(Money::new(euro)),
        false => refuse("PRF-INV-6", format!("a position has totals of at most {} EUR", Money::new(MOST_PLACED))),
    }
}

/// What lies in a warehouse in the reference set-up.
fn reference_store(warehouse: Warehouse) -> Store {
    let mut store = Store::EMPTY;
    if warehouse.is_large() {
        Colour::ALL.into_iter().flat_map(|space| [space; 2]).for_each(|space| store.add(space, space));
    }
    let colour = warehouse.colour();
    store.add(colour, REFERENCE[usize::from(!warehouse.is_large())][colour.index()]);
    store
}

fn stage_named(name: &str) -> Result<Stage, Refusal> {
    match name {
        "unload" => Ok(Stage::Unload),
        "load" => Ok(Stage::Load),
        _ => refuse("PRF-SEQ-5", format!("`{name}` is not a stage; it is unload or load")),
    }
}

fn handled_named(name: &str) -> Result<Handled, Refusal> {
    match Handled::ALL.into_iter().find(|handled| handled.name() == name) {
        Some(handled) => Ok(handled),
        None => {
            refuse("PRF-SEQ-7", format!("`{name}` is not a place where goods were handled; it is nothing, here or elsewhere"))
        }
    }
}

fn known_warehouse(name: &str) -> Result<Warehouse, Refusal> {
    match Warehouse::named(name) {
        Some(warehouse) => Ok(warehouse),
        None => refuse("PRF-BOARD-5", format!("`{name}` is not a warehouse; they are called SmallRed, LargeBlue and so on")),
    }
}
