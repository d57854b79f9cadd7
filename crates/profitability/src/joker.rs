//! The Joker: the roller may move one price, and move or turn one trend marker. (PRF-JOKER)

use crate::{
    actions::Action,
    colours::{Colour, Direction},
    events::Event,
    rules::ProfitabilityRules,
    state::{State, Step},
    trendline::Space,
};
use kernel::{Bits, Consequence, Journal, Luck, Refusal};

impl ProfitabilityRules {
    /// Can this price still go that way? (PRF-JOKER-6)
    pub(crate) fn price_can(&self, state: &State, colour: Colour, direction: Direction) -> bool {
        let square = state.prices[colour.index()];
        match direction {
            Direction::Up => square < self.top(),
            Direction::Down => square > 0,
        }
    }

    pub(crate) fn list_prices(&self, state: &State, out: &mut Vec<Action>) {
        for colour in Colour::ALL {
            let can = Direction::ALL.into_iter().filter(|direction| self.price_can(state, colour, *direction));
            out.extend(can.map(|direction| Action::Price { colour, direction }));
        }
        out.push(Action::Decline);
    }

    pub(crate) fn list_shifts(&self, state: &State, out: &mut Vec<Action>) {
        for (from, _) in state.trend.spaces() {
            for to in state.trend.empty_spaces() {
                out.extend(Direction::ALL.map(|direction| Action::Shift { from, to, direction }));
            }
        }
        out.extend(state.trend.spaces().map(|(space, _)| Action::Turn(space)));
        out.push(Action::Decline);
    }

    /// One of the actions that [`list_prices`](Self::list_prices) lists, uniformly random, without making the list.
    #[inline]
    pub(crate) fn any_price(&self, state: &State, luck: &mut impl Luck) -> Action {
        // Two bits for each colour: up, then down.
        let mut moves = 0;
        for (colour, square) in state.prices.into_iter().enumerate() {
            moves |= (u64::from(square < self.top()) | u64::from(square > 0) << 1) << (2 * colour);
        }
        let moves = Bits(moves);
        match moves.at_rank(luck.between(0, moves.len())) {
            Some(bit) => {
                Action::Price { colour: Colour::at(usize::from(bit / 2)), direction: Direction::ALL[usize::from(bit & 1)] }
            }
            None => Action::Decline,
        }
    }

    /// One of the actions that [`list_shifts`](Self::list_shifts) lists, uniformly random, without making the list. (PRF-JOKER-7)
    #[inline]
    pub(crate) fn any_shift(&self, state: &State, luck: &mut impl Luck) -> Action {
        let (taken, free) = (Bits(state.trend.taken().into()), Bits(state.trend.free().into()));
        let space = |bits: Bits, rank: u32| bits.at_rank(rank).and_then(Space::new);
        let (turns, ways) = (taken.len(), free.len() * 2);
        let shifts = turns * ways;
        let draw = luck.between(0, shifts + turns);
        if draw < shifts {
            let direction = Direction::ALL[draw as usize & 1];
            if let (Some(from), Some(to)) = (space(taken, draw / ways), space(free, draw % ways / 2)) {
                return Action::Shift { from, to, direction };
            }
        }
        space(taken, draw - shifts.min(draw)).map_or(Action::Decline, Action::Turn)
    }

    /// Part a. (PRF-JOKER-2)
    pub(crate) fn joker_price(
        &self,
        state: &mut State,
        colour: Colour,
        direction: Direction,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        if !self.price_can(state, colour, direction) {
            let price = kernel::Money::new(self.price(state, colour));
            let reason = format!("the price of {colour} is {price} EUR and cannot go {} any more", direction.word());
            return Err(Refusal::new("PRF-JOKER-6", reason));
        }
        self.move_price(state, Some(state.seat), colour, direction, journal);
        state.step = Step::JokerTrend;
        Ok(Consequence::Open)
    }

    /// Part a is not used. (PRF-JOKER-4)
    pub(crate) fn decline_price(&self, state: &mut State, journal: &mut impl Journal<Event>) -> Result<Consequence, Refusal> {
        let seat = state.seat;
        state.step = Step::JokerTrend;
        journal.note(|| Event::Declined { seat, part: 'a' });
        Ok(Consequence::Open)
    }

    /// Part b (i): a marker goes to a free space. (PRF-JOKER-3, PRF-JOKER-7)
    pub(crate) fn joker_shift(
        &self,
        state: &mut State,
        from: Space,
        to: Space,
        direction: Direction,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let Some(marker) = state.trend.marker(from) else {
            return Err(Refusal::new("PRF-JOKER-3", format!("no marker lies on {from}: choose one of the eight")));
        };
        if state.trend.marker(to).is_some() {
            let reason = format!("a marker lies on {to} already: choose one of the two free spaces, or turn a marker in place");
            return Err(Refusal::new("PRF-TREND-8", reason));
        }
        state.trend.shift(from, to, direction);
        state.step = Step::Acting;
        let (seat, colour) = (state.seat, marker.colour);
        journal.note(|| Event::MarkerMoved { seat, joker: true, from: from.sum(), to: to.sum(), colour, direction });
        Ok(Consequence::Open)
    }

    /// Part b (ii): a marker turns on its space. (PRF-JOKER-3)
    pub(crate) fn joker_turn(
        &self,
        state: &mut State,
        space: Space,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let Some(marker) = state.trend.marker(space) else {
            return Err(Refusal::new("PRF-JOKER-3", format!("no marker lies on {space}: choose one of the eight")));
        };
        state.trend.turn(space);
        state.step = Step::Acting;
        let (by, direction) = (Some(state.seat), marker.direction.turned());
        journal.note(|| Event::MarkerTurned { by, space: space.sum(), colour: marker.colour, direction });
        Ok(Consequence::Open)
    }

    /// Part b is not used. (PRF-JOKER-4)
    pub(crate) fn decline_trend(&self, state: &mut State, journal: &mut impl Journal<Event>) -> Result<Consequence, Refusal> {
        let seat = state.seat;
        state.step = Step::Acting;
        journal.note(|| Event::Declined { seat, part: 'b' });
        Ok(Consequence::Open)
    }
}
