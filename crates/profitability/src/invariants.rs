//! What is true of every state. (PRF-INV-1 to PRF-INV-13)

mod end;
mod goods_handled;
mod opening;
mod so_far;
mod turn;

use crate::{
    colours::Colour,
    goods::{GOODS, GOODS_OF_A_COLOUR},
    options::Markers,
    places::{Dots, Place, Warehouse},
    rules::ProfitabilityRules,
    state::{Damaged, PLAYERS, State, Step},
    trendline::Space,
};
use kernel::{Money, Refusal, Seats, refuse};

/// More EUR than any match can bring.
const MOST_EURO: i32 = 100_000_000;

impl ProfitabilityRules {
    pub(crate) fn check_state(&self, state: &State) -> Result<(), Refusal> {
        self.check_table(state)?;
        self.check_goods_handled(state)
    }

    /// Checks everything except what can be taken back.
    fn check_table(&self, state: &State) -> Result<(), Refusal> {
        self.check_seats(state)?;
        self.check_goods(state)?;
        self.check_trend(state)?;
        self.check_money(state)?;
        self.check_trucks(state)?;
        self.check_turn(state)?;
        self.check_opening(state)?;
        self.check_drive(state)?;
        self.check_end(state)?;
        self.check_so_far(state)
    }

    /// Everybody has a colour, the trucks of unused colours are removed, and the roads are those of the tiles.
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
        if self.options.markers == Markers::Fixed {
            return refuse("PRF-OPT-15", "with `markers = fixed` nobody places markers: the first turn has begun");
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
        // PRF-TIE-5: every booking moved a pawn, so the last one is the last of some pawn.
        if state.booked.iter().max() != Some(&state.bookings) {
            return refuse("PRF-TIE-5", "the last booking is that of the pawn that moved last");
        }
        for colour in state.played() {
            let (profit, booked) = (state.profits[self.account(colour)], state.booked[self.account(colour)]);
            let partners = state.played().filter(|other| self.account(*other) == self.account(colour));
            if profit > Money::ZERO && booked == 0 {
                return refuse("PRF-TIE-5", format!("the pawn of {colour} has moved, so it has a last booking"));
            }
            if profit == Money::ZERO && booked > 0 && partners.into_iter().all(|partner| state.truck(partner).carries_damaged()) {
                let reason = format!("only who pays for a damaged good comes back to 0, and {colour} has not");
                return refuse("PRF-TIE-5", reason);
            }
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
}

/// The greatest common divisor.
fn common_divisor(one: i32, other: i32) -> i32 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}
