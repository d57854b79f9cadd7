//! Checks that the rolls and action points of the match so far can have led to this position. (PRF-INV-4 to PRF-INV-6,
//! PRF-INV-9, PRF-INV-11, PRF-TIE-5)

use crate::{
    colours::{Colour, Direction},
    options::Markers,
    places::{Dot, Dots, Place, Warehouse},
    rules::ProfitabilityRules,
    state::{Counts, Damaged, MOST_POINTS, PLAYERS, Stage, State, Step},
    trendline::{JOKER, Space, Trendline},
};
use kernel::{Money, Refusal, refuse, say::counted};

/// The most goods that a player can have handled so far.
#[derive(Clone, Copy, Default)]
struct Handled {
    unloaded: u32,
    loaded: u32,
}

impl ProfitabilityRules {
    pub(super) fn check_so_far(&self, state: &State) -> Result<(), Refusal> {
        if state.step == Step::Marking {
            return Ok(());
        }
        self.check_rolls(state)?;
        let mut handled = [Handled::default(); PLAYERS];
        for colour in state.played() {
            handled[colour.index()] = match state.truck(colour).home {
                true => self.check_blocked(state, colour).map(|()| Handled::default())?,
                false => self.most_handled(state, colour)?,
            };
        }
        self.check_earnings(state, &handled)?;
        self.check_stores(state, &handled)?;
        self.check_bookings(state, &handled)?;
        self.check_counts(state)
    }

    /// A player's place in turn order, from 0.
    fn place_in_order(&self, state: &State, colour: Colour) -> u32 {
        let seat = state.seat_of(colour);
        self.order(state).position(|other| Some(other) == seat).map_or(0, |place| place as u32)
    }

    /// How many turns of this match have begun, each with a roll.
    fn rolls(&self, state: &State) -> u32 {
        u32::from(state.lap).saturating_sub(1) * self.players as u32 + self.place_in_order(state, state.colour()) + 1
    }

    /// How many turns of this match a player has ended.
    fn ended_turns(&self, state: &State, colour: Colour) -> u32 {
        let (own, present) = (self.place_in_order(state, colour), self.place_in_order(state, state.colour()));
        let over = state.step == Step::Over && own == present;
        u32::from(state.lap).saturating_sub(1) + u32::from(own < present || over)
    }

    /// The most action points that a player can have spent in this match: all of each completed turn, and those used in the
    /// current one.
    pub(super) fn most_points_spent(&self, state: &State, colour: Colour) -> u32 {
        if state.step == Step::Marking {
            return 0;
        }
        if colour != state.colour() {
            return self.ended_turns(state, colour) * MOST_POINTS as u32;
        }
        let spent = self.action_value(state).saturating_sub(state.points);
        u32::from(state.lap).saturating_sub(1) * MOST_POINTS as u32 + u32::from(spent)
    }

    /// Each roll moves one price by one square, or one marker; the last roll had the effect of its sum. (PRF-INV-4, PRF-INV-5)
    fn check_rolls(&self, state: &State) -> Result<(), Refusal> {
        let rolls = self.rolls(state);
        let told = counted(rolls, "roll");
        let squares = self.squares_moved(&state.prices);
        if squares > rolls {
            let reason = format!(
                "the prices are {} away from the middle, and after {told} they can be {rolls} away at most: write a later `lap`",
                counted(squares, "square")
            );
            return refuse("PRF-INV-4", reason);
        }
        let before = self.before_the_roll(state);
        let earlier = rolls - 1;
        if before.iter().any(|(squares, markers)| *squares <= earlier && *markers <= earlier) {
            return Ok(());
        }
        let sum = state.dice[0] + state.dice[1];
        match before.iter().any(|(squares, _)| *squares <= earlier) {
            true => refuse("PRF-INV-5", format!("{told} cannot have left the markers so: each roll moves or turns one at most")),
            false => refuse("PRF-INV-4", format!("{told}, the last of them {sum}, cannot have brought these prices")),
        }
    }

    /// The sum of the distances of all prices from the middle, in squares.
    fn squares_moved(&self, prices: &[u8; PLAYERS]) -> u32 {
        prices.iter().map(|square| u32::from(square.abs_diff(self.top() / 2))).sum()
    }

    /// The least number of markers that were moved or turned. (PRF-START-5, PRF-OPT-15)
    fn markers_moved(&self, trend: &Trendline) -> u32 {
        let moved = match self.options.markers {
            Markers::Fixed => {
                let laid = Trendline::reference();
                trend.spaces().filter(|(space, marker)| laid.marker(*space) != Some(*marker)).count()
            }
            Markers::Placed => {
                let ups = |colour: Colour| {
                    trend.spaces().filter(|(_, marker)| marker.colour == colour && marker.direction == Direction::Up).count()
                };
                Colour::ALL.into_iter().filter(|colour| ups(*colour) != 1).count()
            }
        };
        moved as u32
    }

    /// Possible states before the current roll: the distance of the prices from the middle, and the least number of markers that
    /// had been moved or turned.
    fn before_the_roll(&self, state: &State) -> Vec<(u32, u32)> {
        let (prices, trend) = (state.prices, state.trend);
        let (squares, markers) = (self.squares_moved(&prices), self.markers_moved(&trend));
        let sum = state.dice[0] + state.dice[1];
        let (space, marker) = match (state.step, Space::new(sum)) {
            (Step::Filling | Step::JokerPrice, _) => return vec![(squares, markers)],
            (Step::JokerTrend, _) => return vec![(squares.saturating_sub(1), markers)],
            (_, Some(space)) if sum != JOKER => match trend.marker(space) {
                Some(marker) => (space, marker),
                None => return vec![(squares, markers)],
            },
            _ => return vec![(squares.saturating_sub(1), markers.saturating_sub(1))],
        };
        let mut before = Vec::new();
        let (square, top) = (prices[marker.colour.index()], self.top());
        // PRF-TREND-2: the price moved.
        let earlier = match marker.direction {
            Direction::Up => square.checked_sub(1),
            Direction::Down => Some(square + 1).filter(|square| *square <= top),
        };
        if let Some(earlier) = earlier {
            let mut prices = prices;
            prices[marker.colour.index()] = earlier;
            before.push((self.squares_moved(&prices), markers));
        }
        // PRF-TREND-3, PRF-TREND-4: the marker turned.
        if square == if marker.direction == Direction::Up { 0 } else { top } {
            let mut trend = trend;
            trend.turn(space);
            before.push((squares, self.markers_moved(&trend)));
        }
        // PRF-TREND-7: the space was empty, and the marker came from one that is empty now.
        for from in trend.empty_spaces() {
            before.extend(Direction::ALL.map(|direction| {
                let mut trend = trend;
                trend.shift(space, from, direction);
                (squares, self.markers_moved(&trend))
            }));
        }
        before
    }

    /// A truck is still at home after a turn only if trucks stood at both openings, which is impossible before the third
    /// turn of a match. (PRF-FIRST-1, PRF-FIRST-3)
    fn check_blocked(&self, state: &State, colour: Colour) -> Result<(), Refusal> {
        if self.ended_turns(state, colour) == 0 {
            return Ok(());
        }
        let place = self.place_in_order(state, colour);
        let earlier = |other: &Colour| self.place_in_order(state, *other) < place;
        // Those that had their turn again since the only turn of this truck may have driven on.
        let drove_on = |other: &Colour| *other == state.colour() || self.ended_turns(state, *other) > 1;
        let gone = state.played().filter(earlier).filter(drove_on).count();
        let standing = state.played().filter(|other| earlier(other) && !drove_on(other));
        let standing = standing.filter_map(|other| state.truck(other).dot());
        let standing = standing.fold(Dots::NONE, |standing, dot| Dots(standing.0 | Dots::only(dot).0));
        let free = Dots(self.board.openings(Warehouse::small(colour)).0 & !standing.0);
        if place < 2 || self.ended_turns(state, colour) == 1 && free.len() > gone {
            let reason = format!("{colour} has had a turn with a free way out: its truck has left its small warehouse");
            return refuse("PRF-FIRST-1", reason);
        }
        Ok(())
    }

    /// The most goods that a player can have handled with the action points that the truck did not need to get to its place.
    /// (PRF-TURN-4)
    fn most_handled(&self, state: &State, colour: Colour) -> Result<Handled, Refusal> {
        let truck = state.truck(colour);
        let spent = self.most_points_spent(state, colour);
        let own = Warehouse::small(colour);
        let Some(at) = truck.at else { return Ok(Handled::default()) };
        let scrapped = match truck.damaged {
            Damaged::In(warehouse) => Some(warehouse),
            Damaged::OnTruck | Damaged::Removed => None,
        };
        let steps = match scrapped {
            None => self.least_steps(state, own, at, truck.last),
            // It went through the warehouse where the damaged good lies.
            Some(warehouse) => self.least_steps(state, own, Place::In(warehouse), warehouse).and_then(|steps| {
                let stayed = at == Place::In(warehouse);
                let on = if stayed { Some(0) } else { self.least_steps(state, warehouse, at, truck.last) };
                Some(steps + on?)
            }),
        };
        let Some(left) = steps.and_then(|steps| spent.checked_sub(steps)) else {
            return self.out_of_reach(state, colour, at, spent);
        };
        // It had one normal good. Each good loaded or unloaded costs a point, and so does the damaged one.
        let more = i64::from(truck.goods.total()) - 1;
        let parked = matches!(at, Place::In(_)) && truck.stage == Stage::Load;
        let points = i64::from(left) - i64::from(scrapped.is_some());
        // PRF-SEQ-5: the arrow turns with the first good loaded.
        let least = more.max(i64::from(parked));
        let most = (points + more).div_euclid(2);
        if most < least {
            let reason = format!(
                "the truck of {colour} cannot have come here with these goods: {colour} has spent {} at most",
                counted(spent, "action point")
            );
            return refuse("PRF-TURN-4", reason);
        }
        let count = |goods: i64| u32::try_from(goods).unwrap_or(0);
        Ok(Handled { loaded: count(most), unloaded: count(most - more) })
    }

    #[cold]
    fn out_of_reach<T>(&self, state: &State, colour: Colour, at: Place, spent: u32) -> Result<T, Refusal> {
        if state.lap == 1 && at == Place::In(Warehouse::small(colour)) {
            let reason =
                format!("{colour} has had the first turn, in which its truck must leave its small warehouse: say where it is");
            return refuse("PRF-FIRST-1", reason);
        }
        let reason = format!(
            "the truck of {colour} cannot be at {} yet: {colour} has spent {} at most",
            self.board.name(at),
            counted(spent, "action point")
        );
        refuse("PRF-MOVE-1", reason)
    }

    /// The fewest steps from a warehouse to a place, with this warehouse as the last one visited. Other trucks do not count,
    /// because they may have stood elsewhere. (PRF-MOVE-1, PRF-MOVE-7, PRF-WH-5)
    fn least_steps(&self, state: &State, from: Warehouse, to: Place, last: Warehouse) -> Option<u32> {
        let mut seen = [Dots::NONE; Warehouse::COUNT];
        let mut front = [Dots::NONE; Warehouse::COUNT];
        // The warehouses that were entered with the last step: the next one leads out of them.
        let mut entered = [false; Warehouse::COUNT];
        entered[from.index()] = true;
        for steps in 1..=(Dot::COUNT * Warehouse::COUNT) as u32 {
            let mut next = [Dots::NONE; Warehouse::COUNT];
            let mut parked = [false; Warehouse::COUNT];
            for visited in Warehouse::all() {
                let index = visited.index();
                let out = if entered[index] { self.board.openings(visited) } else { Dots::NONE };
                next[index] = Dots((state.links.step(front[index]).0 | out.0) & !seen[index].0);
                for dot in Dots(front[index].0 & self.doors.0) {
                    let behind = self.behind[dot.index()];
                    parked[behind.index()] |= behind != visited;
                }
            }
            let there = match to {
                Place::In(warehouse) => parked[warehouse.index()],
                Place::Dot(dot) => next[last.index()].contains(dot),
            };
            if there {
                return Some(steps);
            }
            if next.iter().all(|dots| dots.0 == 0) && !parked.contains(&true) {
                return None;
            }
            for index in 0..Warehouse::COUNT {
                seen[index] = Dots(seen[index].0 | next[index].0);
            }
            (front, entered) = (next, parked);
        }
        None
    }

    /// The last drive on record is that of the truck that drove last, from a place where it can have been. (PRF-MOVE-8)
    pub(super) fn check_last_driver(&self, state: &State, price: u32) -> Result<(), Refusal> {
        let Some(drive) = state.drive else { return Ok(()) };
        let place = self.place_in_order(state, drive.colour);
        // In the first lap everybody has one turn, and drives in it.
        let later = |other: &Colour| !state.truck(*other).home && self.place_in_order(state, *other) > place;
        if let Some(other) = state.played().find(later).filter(|_| state.lap == 1) {
            return refuse("PRF-MOVE-8", format!("{other} has driven after {}: `drive` is the last drive", drive.colour));
        }
        let home = Warehouse::small(drive.colour);
        let started = drive.from == Place::In(home) && drive.last == home;
        let before = if started { Some(0) } else { self.least_steps(state, home, drive.from, drive.last) };
        if before.is_none_or(|steps| steps + price > self.most_points_spent(state, drive.colour)) {
            let from = self.board.name(drive.from);
            return refuse("PRF-MOVE-8", format!("the truck of {} cannot have come from {from} yet", drive.colour));
        }
        Ok(())
    }

    /// Nobody has earned more than for goods at the highest possible price, each with the extra profit, less the cost of the
    /// damaged good. (PRF-UNLOAD-5, PRF-UNLOAD-6, PRF-DMG-3)
    fn check_earnings(&self, state: &State, handled: &[Handled; PLAYERS]) -> Result<(), Refusal> {
        let highest = u32::from(self.top()).min(u32::from(self.top() / 2).saturating_add(self.rolls(state)));
        let dearest = i64::from(self.squares[highest as usize]) + i64::from(self.numbers.extra);
        for colour in state.played() {
            let account = self.account(colour);
            let earned = |partner: Colour| {
                let cost = match state.truck(partner).damaged {
                    Damaged::In(warehouse) => i64::from(self.damage(partner, warehouse)),
                    Damaged::OnTruck | Damaged::Removed => 0,
                };
                i64::from(handled[partner.index()].unloaded) * dearest - cost
            };
            let most: i64 = state.played().filter(|other| self.account(*other) == account).map(earned).sum();
            if i64::from(state.profits[account].units()) > most {
                let most = Money::new(i32::try_from(most.max(0)).unwrap_or(i32::MAX));
                let reason = format!("in lap {} {colour} can have a profit of {most} EUR at most", state.lap);
                return refuse("PRF-INV-6", reason);
            }
        }
        Ok(())
    }

    /// No more goods have changed places since the beginning than were unloaded and loaded. (PRF-SETUP-8 to PRF-SETUP-10)
    fn check_stores(&self, state: &State, handled: &[Handled; PLAYERS]) -> Result<(), Refusal> {
        let (mut more, mut fewer, mut other) = (0, 0, 0);
        for warehouse in Warehouse::all() {
            let store = state.stores[warehouse.index()];
            let usual = if warehouse.is_large() { 2 } else { 0 };
            for colour in Colour::ALL {
                let laid = usual + u32::from(colour == warehouse.colour());
                let lie = store.space(colour).total();
                more += lie.saturating_sub(laid);
                fewer += laid.saturating_sub(lie);
                let goods: u32 = Colour::ALL.into_iter().map(|space| store.space(space).count(colour)).sum();
                other += usual.saturating_sub(goods);
            }
        }
        let unloaded: u32 = handled.iter().map(|handled| handled.unloaded).sum();
        let loaded: u32 = handled.iter().map(|handled| handled.loaded).sum();
        if more > unloaded || fewer.max(other) > loaded {
            let reason = format!(
                "{} can have been unloaded and {loaded} loaded so far: more than that lie elsewhere than at the beginning, so write a \
                 later `lap`",
                counted(unloaded, "good")
            );
            return refuse("PRF-INV-11", reason);
        }
        Ok(())
    }

    /// Bookings are made one at a time, each by the player in turn with a good. (PRF-TIE-5)
    fn check_bookings(&self, state: &State, handled: &[Handled; PLAYERS]) -> Result<(), Refusal> {
        let scrapped = state.trucks.iter().filter(|truck| matches!(truck.damaged, Damaged::In(_))).count() as u32;
        let most = handled.iter().map(|handled| handled.unloaded).sum::<u32>() + scrapped;
        if state.bookings > most {
            let (made, lap) = (state.bookings, state.lap);
            return refuse(
                "PRF-TIE-5",
                format!("in lap {lap} there can have been {} at most, not {made}", counted(most, "booking")),
            );
        }
        let mut last: Vec<(u32, usize)> = (0..PLAYERS).map(|account| (state.booked[account], account)).collect();
        last.retain(|(booked, _)| *booked > 0);
        last.sort_unstable();
        let begun = self.end_began(state);
        let mut before = u32::MAX;
        while let Some((booked, account)) = last.pop() {
            // Before the end began nobody was at the target, so a player who is there or began it has booked in that turn or
            // later. (PRF-END-3)
            let at_target = state.profits[account].units() >= self.target;
            let began = begun.filter(|(_, beginner)| at_target || *beginner == account).map_or(0, |(turn, _)| turn);
            let turn = self.last_turn(state, account, before).filter(|turn| *turn >= began);
            let Some(turn) = turn else {
                let whose = Colour::at(account);
                let reason = format!("the last bookings do not fit the turns: that of {whose} comes too early or too late");
                return refuse("PRF-TIE-5", reason);
            };
            let turns = self.turns_with_bookings(state).saturating_sub(began + 1);
            let since = state.bookings - booked;
            if began > 0 && since > turns * MOST_POINTS as u32 {
                let since = counted(since, "booking");
                return refuse("PRF-TIE-5", format!("there cannot have been {since} in {}", counted(turns, "turn")));
            }
            before = turn;
        }
        Ok(())
    }

    /// The number of turns of this match in which something can have been booked.
    fn turns_with_bookings(&self, state: &State) -> u32 {
        let idle = state.step != Step::Over && state.points == self.action_value(state);
        self.rolls(state) - u32::from(idle)
    }

    /// The last turn before this one in which something can have been booked on an account.
    pub(crate) fn last_turn(&self, state: &State, account: usize, before: u32) -> Option<u32> {
        let order: Vec<usize> = self.order(state).map(|seat| self.account(state.colours[seat.index()])).collect();
        let turns = self.turns_with_bookings(state).min(before);
        let own = |turn: &u32| order.get(*turn as usize % order.len()) == Some(&account);
        (turns.saturating_sub(PLAYERS as u32)..turns).rev().find(own)
    }

    /// The turn in which the end began, or will begin if the current one ends like this, and on which account. (PRF-END-1)
    pub(crate) fn end_began(&self, state: &State) -> Option<(u32, usize)> {
        let turns = match state.closing {
            Some(closing) => (self.players as u32).saturating_sub(closing.max(1).into()),
            None if state.profits[self.account(state.colour())].units() >= self.target => 0,
            None => return None,
        };
        let began = (self.rolls(state) - 1).checked_sub(turns)?;
        let seat = self.order(state).nth(began as usize % self.players)?;
        Some((began, self.account(state.colours[seat.index()])))
    }

    /// The counters over all matches. (PRF-INV-9)
    fn check_counts(&self, state: &State) -> Result<(), Refusal> {
        let Counts { laps, unloaded, damaged, steps, carried, extras, jokers } = state.counts;
        let turns = u64::from(laps) * self.players as u64 + u64::from(self.rolls(state));
        let spent = [steps, unloaded, damaged].map(u64::from).iter().sum::<u64>();
        // A truck never has more than all goods and its damaged one.
        let room = u64::from(self.capacity.min(crate::goods::GOODS + 1));
        let sound = (laps == 0 || state.number > 1)
            && spent <= turns * MOST_POINTS as u64
            && u64::from(jokers) <= turns
            && extras <= unloaded
            && damaged <= self.players as u32 * u32::from(state.number)
            && u64::from(carried) <= u64::from(steps) * room;
        match sound {
            true => Ok(()),
            false => refuse("PRF-INV-9", "`counts` has more than the turns so far can have brought"),
        }
    }
}
