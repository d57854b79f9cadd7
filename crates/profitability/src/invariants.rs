//! What is true of every state. (PRF-INV-1 to PRF-INV-13)

use crate::{
    colours::Colour,
    goods::{GOODS, GOODS_OF_A_COLOUR},
    notation::refuse,
    places::{Dots, Place, Warehouse},
    rules::ProfitabilityRules,
    state::{Damaged, Deed, Deeds, PLAYERS, State, Step},
    trendline::{JOKER, Space},
};
use kernel::{Money, Refusal, Scripted, Seats, Silent};

/// More EUR than any match can bring.
const MOST_EURO: i32 = 100_000_000;

impl ProfitabilityRules {
    pub(crate) fn check_state(&self, state: &State) -> Result<(), Refusal> {
        self.check_table(state)?;
        self.check_deeds(state)
    }

    /// All but what can be taken back.
    fn check_table(&self, state: &State) -> Result<(), Refusal> {
        self.check_seats(state)?;
        self.check_goods(state)?;
        self.check_trend(state)?;
        self.check_money(state)?;
        self.check_trucks(state)?;
        self.check_turn(state)?;
        self.check_end(state)
    }

    /// Everybody has a colour, everybody else's truck is removed, and the roads are those of the tiles.
    fn check_seats(&self, state: &State) -> Result<(), Refusal> {
        let mut seats = [None; 4];
        for seat in Seats::first(self.players) {
            seats[state.colours[seat.index()].index()] = Some(seat);
        }
        let played = seats.iter().flatten().count();
        if seats != state.seats || played != self.players || state.seat.index() >= played || state.starter.index() >= played {
            return refuse("PRF-GAME-1", "each of the players has one colour");
        }
        let all = (0..4).all(|tile| state.tiles.iter().any(|laid| laid.tile == tile && laid.turns < 4));
        if !all || state.links != self.board.links(state.tiles) {
            return refuse("PRF-SETUP-1", "each of the four tiles lies in one slot");
        }
        Ok(())
    }

    /// PRF-INV-1, PRF-INV-2, PRF-INV-8.
    fn check_goods(&self, state: &State) -> Result<(), Refusal> {
        let mut counts = [0; 4];
        for good in Colour::ALL {
            let spaces = state.stores.iter().flat_map(|store| Colour::ALL.map(|space| store.space(space).count(good)));
            let trucks = state.trucks.iter().map(|truck| truck.goods.count(good));
            counts[good.index()] = spaces.chain(trucks).sum::<u32>();
        }
        let removed = (4 - self.players) as u32;
        if counts.iter().any(|count| *count > GOODS_OF_A_COLOUR) || counts.iter().sum::<u32>() + removed != GOODS {
            return refuse(
                "PRF-INV-1",
                format!("there are {} normal goods in play, at most 11 of a colour; here they are {counts:?}", GOODS - removed),
            );
        }
        for colour in Colour::ALL {
            let truck = state.truck(colour);
            let played = state.seat_of(colour).is_some();
            if played != truck.at.is_some() || played == (truck.damaged == Damaged::Removed) {
                return refuse(
                    "PRF-INV-2",
                    format!("the damaged good of {colour} is on its truck, out of play, or removed with it"),
                );
            }
            if truck.load() > self.capacity {
                return refuse("PRF-INV-8", format!("the truck of {colour} holds {} goods at most", self.capacity));
            }
        }
        for warehouse in Warehouse::all() {
            let store = state.stores[warehouse.index()];
            if Colour::ALL.iter().any(|space| store.space(*space).total() > self.space_room(warehouse)) {
                let reason = format!("a space of {warehouse} holds {} goods at most", self.space_room(warehouse));
                return refuse("PRF-INV-8", reason);
            }
        }
        Ok(())
    }

    /// PRF-INV-3, and the opening before it.
    fn check_trend(&self, state: &State) -> Result<(), Refusal> {
        if state.step != Step::Marking {
            let pairs = Colour::ALL.iter().all(|colour| state.trend.count(*colour) == 2);
            if state.trend.len() != 8 || !pairs || usize::from(state.marked) != Space::COUNT {
                return refuse("PRF-INV-3", "eight trend markers, two of each colour, lie on eight different spaces");
            }
            return Ok(());
        }
        if usize::from(state.marked) >= Space::COUNT {
            return refuse("PRF-START-8", format!("of the {} spaces some are undecided while markers are placed", Space::COUNT));
        }
        let decided: Vec<Space> = Space::all().take(state.marked.into()).collect();
        if state.trend.spaces().any(|(space, _)| !decided.contains(&space)) {
            return refuse("PRF-START-4", "markers are placed space by space from 2 on: `marked` says how many are decided");
        }
        if state.trend.unplaced().count_zeros() != state.trend.len() {
            return refuse("PRF-START-5", "of the two markers of each colour one points up and one down");
        }
        if decided.len() - state.trend.len() as usize > 2 {
            return refuse("PRF-START-7", "exactly two spaces stay empty");
        }
        if self.forced(state).is_some() {
            return refuse("PRF-START-8", "the rest of the trendline leaves no choice: the first turn would have begun");
        }
        Ok(())
    }

    /// PRF-INV-4, PRF-INV-6, PRF-INV-13.
    fn check_money(&self, state: &State) -> Result<(), Refusal> {
        if state.prices.iter().any(|square| *square > self.top()) {
            return refuse("PRF-INV-4", "each price is a square of the profit area");
        }
        let sound = |euro: &Money| (0..=MOST_EURO).contains(&euro.units());
        if !state.profits.iter().chain(&state.series.totals).all(sound) {
            return refuse("PRF-INV-6", format!("every total is from 0 to {}", Money::new(MOST_EURO)));
        }
        let unit = self.squares.iter().fold(self.numbers.extra, |unit, square| common_divisor(unit, *square));
        if state.profits.iter().chain(&state.series.totals).any(|euro| euro.units() % unit != 0) {
            return refuse("PRF-GAME-9", format!("every total is a multiple of {unit} EUR, as prices and costs are"));
        }
        let accounts: Vec<usize> = state.played().map(|colour| self.account(colour)).collect();
        let unused = |account: &usize| !accounts.contains(account);
        if (0..4).filter(unused).any(|account| state.profits[account] != Money::ZERO || state.booked[account] != 0) {
            return refuse("PRF-INV-13", "there is a total for each player, or for each team");
        }
        if state.booked.iter().any(|booked| *booked > state.bookings) {
            return refuse("PRF-TIE-5", "no booking comes after the last one");
        }
        let twice = |account: usize| state.booked[account] != 0 && state.booked[..account].contains(&state.booked[account]);
        if (0..PLAYERS).any(twice) {
            return refuse("PRF-TIE-5", "bookings are made one at a time: no two pawns have the same one");
        }
        Ok(())
    }

    /// PRF-INV-7, PRF-INV-10, PRF-FIRST-1.
    fn check_trucks(&self, state: &State) -> Result<(), Refusal> {
        let dots = self.board.dots(state.tiles);
        let mut occupied = Dots::NONE;
        for colour in Colour::ALL {
            let truck = state.truck(colour);
            match truck.at {
                Some(Place::Dot(dot)) if !dots.contains(dot) => {
                    let name = self.board.name(Place::Dot(dot));
                    return refuse("PRF-MOVE-2", format!("there is no dot {name} as the tiles lie"));
                }
                Some(Place::Dot(dot)) if occupied.contains(dot) => {
                    return refuse("PRF-INV-7", format!("two trucks stand on {}", self.board.name(Place::Dot(dot))));
                }
                Some(Place::Dot(dot)) => occupied.insert(dot),
                Some(Place::In(warehouse)) => {
                    if truck.last != warehouse {
                        return refuse("PRF-INV-10", format!("a truck in {warehouse} visited {warehouse} last"));
                    }
                    if state.guests(warehouse, colour) >= warehouse.room() {
                        return refuse("PRF-INV-7", format!("{warehouse} has no room for so many trucks"));
                    }
                }
                None => {}
            }
            if truck.home && truck.at != Some(Place::In(Warehouse::small(colour))) {
                return refuse(
                    "PRF-FIRST-1",
                    format!("only a truck in its small warehouse can be due to leave it: {colour} is not"),
                );
            }
        }
        if occupied != state.occupied {
            return refuse("PRF-INV-7", "every truck is at exactly one place");
        }
        Ok(())
    }

    /// PRF-INV-9: what is asked of the player in turn fits the rest.
    fn check_turn(&self, state: &State) -> Result<(), Refusal> {
        let [one, other] = state.dice;
        let (value, sum) = (one.max(other), one.saturating_add(other));
        if state.step == Step::Marking {
            let last = self.order(state).last();
            if (state.dice, state.points) != ([0; 2], 0) || Some(state.seat) != last || state.closing.is_some() {
                return refuse("PRF-START-4", "the last in turn order places the markers before anybody has rolled");
            }
            return Ok(());
        }
        if !(1..=6).contains(&one) || !(1..=6).contains(&other) {
            return refuse("PRF-TURN-1", "two dice show a number from 1 to 6 each");
        }
        if state.points > value {
            return refuse("PRF-INV-9", format!("no more points are left than the {value} of the higher die"));
        }
        let whole = state.points == value;
        match state.step {
            Step::Filling if sum == JOKER || Space::new(sum).is_some_and(|space| state.trend.marker(space).is_some()) => {
                refuse("PRF-TREND-6", format!("the space {sum} is not empty"))
            }
            Step::JokerPrice | Step::JokerTrend if sum != JOKER => refuse("PRF-JOKER-1", "the Joker is a roll of 7"),
            Step::Filling | Step::JokerPrice | Step::JokerTrend if !whole => {
                refuse("PRF-TURN-2", "no point is spent before the trend step is done")
            }
            Step::Acting if state.points == 0 && !self.take_back => refuse("PRF-TURN-7", "with no points left the turn is over"),
            Step::Over if state.points > 0 => refuse("PRF-TURN-6", "points are lost at the end of a turn"),
            _ if state.left && (!self.single || state.step != Step::Acting || whole) => {
                refuse("PRF-SEQ-7", "`left` counts only with `sequence = single`, after a drive of this turn")
            }
            _ => Ok(()),
        }
    }

    /// PRF-INV-12, PRF-MULTI.
    fn check_end(&self, state: &State) -> Result<(), Refusal> {
        let over = state.step == Step::Over;
        if !(1..=self.options.matches).contains(&state.number) || state.lap == 0 {
            let reason = format!("matches are numbered from 1 to {}, laps from 1", self.options.matches);
            return refuse("PRF-START-11", reason);
        }
        let turns = usize::from(state.closing.unwrap_or(1));
        if over != (turns == 0) || turns >= self.players.max(2) || over && state.number != self.options.matches {
            return refuse("PRF-INV-12", "once the end has begun each other player has one turn; then the match is over");
        }
        let matches = usize::from(state.number) - usize::from(!over);
        let lowest = if self.team { 2 } else { self.players };
        for colour in Colour::ALL {
            let places = state.series.places[colour.index()];
            let count: usize = places.iter().map(|count| usize::from(*count)).sum();
            let last = state.series.last[colour.index()];
            let played = state.seat_of(colour).is_some();
            let idle = (count, last, state.series.totals[colour.index()]) == (0, 0, Money::ZERO);
            let too_low = usize::from(last) > lowest || places[lowest..].iter().any(|count| *count > 0);
            if count > matches || too_low || !played && !idle {
                let reason = format!("{matches} matches are over, and only who plays has a place in them, from 1 to {lowest}");
                return refuse("PRF-MULTI-6", reason);
            }
            let scored = |index: usize| (state.series.totals[index], state.series.places[index], state.series.last[index]);
            if self.team && scored(colour.partner().index()) != scored(colour.index()) {
                return refuse("PRF-INV-13", "partners have the same total and the same places");
            }
        }
        if let Some(drive) = state.drive
            && state.seat_of(drive.colour).is_none()
        {
            return refuse("PRF-GAME-4", format!("nobody plays {}, so that truck never drove", drive.colour));
        }
        Ok(())
    }

    /// What can be taken back was done by the rules in this turn: before it all was sound too, and done again it comes to the same.
    /// (PRF-WH-10)
    fn check_deeds(&self, state: &State) -> Result<(), Refusal> {
        let deeds = &state.deeds;
        let wrong = |reason: &str| refuse("PRF-WH-10", reason);
        if !self.take_back || matches!(state.step, Step::Marking | Step::Over) {
            return match *deeds == Deeds::NONE {
                true => Ok(()),
                false => wrong("only in a turn, with `take_back = until_departure`, is there something to take back"),
            };
        }
        let done: Vec<Deed> = deeds.done.iter().flatten().copied().collect();
        if deeds.done[..done.len()].contains(&None) {
            return wrong("deeds are kept one after the other");
        }
        let before = self.undone(state, &done)?;
        self.check_bookings_of_turn(&before)?;
        if done.is_empty() {
            return Ok(());
        }
        self.check_table(&before)?;
        let mut again = before;
        for deed in done {
            if let Err(refusal) = self.redo(&mut again, deed) {
                let reason = format!("`{}` cannot have been done: {}", self.write_deed(deed), refusal.reason);
                return refuse(refusal.clause, reason);
            }
        }
        // What was counted before is not known.
        if (State { counts: state.counts, ..again }) != *state {
            return wrong("what is to be taken back was done in another way: look at the arrow and at the bookings");
        }
        Ok(())
    }

    /// The table before these deeds.
    fn undone(&self, state: &State, done: &[Deed]) -> Result<State, Refusal> {
        let mut before = *state;
        if done.is_empty() {
            return Ok(before);
        }
        let value = state.dice[0].max(state.dice[1]);
        if done.len() + usize::from(state.points) > value.into() || state.step != Step::Acting {
            return refuse("PRF-INV-9", "each deed has cost a point of this turn");
        }
        let colour = state.colour();
        let Some(warehouse) = state.truck(colour).warehouse() else {
            return refuse("PRF-WH-10", "after leaving a warehouse nothing can be taken back");
        };
        for deed in done.iter().rev() {
            let (truck, space) = (before.truck(colour), before.stores[warehouse.index()].space(colour));
            let possible = match *deed {
                Deed::Unloaded(good) => space.has(good),
                Deed::Scrapped => truck.damaged == Damaged::In(warehouse),
                Deed::Loaded(_, good) => truck.goods.has(good),
            };
            if !possible {
                return refuse("PRF-WH-10", "what is to be taken back must have been done here");
            }
            self.take_back(&mut before, &mut Silent)?;
        }
        Ok(before)
    }

    /// Does one of the deeds again.
    fn redo(&self, state: &mut State, deed: Deed) -> Result<(), Refusal> {
        // No turn ends by itself where deeds can be taken back, so no luck is drawn.
        let luck = &mut Scripted::default();
        match deed {
            Deed::Unloaded(good) => self.unload(state, good, luck, &mut Silent),
            Deed::Scrapped => self.scrap(state, luck, &mut Silent),
            Deed::Loaded(space, good) => self.load(state, space, good, luck, &mut Silent),
        }?;
        Ok(())
    }

    /// The bookings since the turn began are all of the player in turn, so that each leads back to the one before it.
    fn check_bookings_of_turn(&self, state: &State) -> Result<(), Refusal> {
        let (deeds, own) = (&state.deeds, self.account(state.colour()));
        let others = (0..PLAYERS).filter(|account| *account != own);
        let last = if state.bookings > deeds.bookings { state.bookings } else { deeds.booked };
        if state.bookings < deeds.bookings
            || deeds.booked > deeds.bookings
            || state.booked[own] != last
            || others.map(|account| state.booked[account]).any(|booked| booked > deeds.bookings)
        {
            return refuse(
                "PRF-WH-10",
                "since the turn began only the player in turn has booked: look at the bookings of `deeds`",
            );
        }
        Ok(())
    }
}

/// The greatest number of which both are multiples.
fn common_divisor(one: i32, other: i32) -> i32 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}
