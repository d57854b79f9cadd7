//! A turn begins: the roll and its effect on the trendline. (PRF-TURN-1 to PRF-TURN-3, PRF-TREND)

use crate::{
    actions::Action,
    colours::Direction,
    events::Event,
    rules::ProfitabilityRules,
    state::{GoodsHandled, State, Step},
    trendline::Space,
};
use kernel::{Consequence, Journal, Luck, Refusal, Seat};

impl ProfitabilityRules {
    /// The roll of the player in turn: its sum moves the trend, its higher die gives the action points. (PRF-TURN-3)
    #[inline]
    pub(crate) fn begin_turn(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        state.dice = [luck.die(6), luck.die(6)];
        let [one, other] = state.dice;
        state.points = one.max(other);
        if self.take_back {
            let booked = state.booked[self.account(state.colour())];
            state.goods_handled = GoodsHandled { bookings: state.bookings, booked, ..GoodsHandled::NONE };
        }
        journal.note(|| Event::Rolled { seat: state.seat, dice: state.dice, sum: one + other, points: state.points });
        state.step = self.trend_step(state, journal);
    }

    /// What the sum does, and what is asked next. (PRF-TURN-2)
    #[inline]
    fn trend_step(&self, state: &mut State, journal: &mut impl Journal<Event>) -> Step {
        let Some(space) = Space::new(state.dice[0] + state.dice[1]) else {
            state.counts.jokers = state.counts.jokers.saturating_add(1);
            journal.note(|| Event::Joker { seat: state.seat });
            return Step::JokerPrice;
        };
        let Some(marker) = state.trend.marker(space) else { return Step::Filling };
        let at = state.prices[marker.colour.index()];
        let end = match marker.direction {
            Direction::Up => self.top(),
            Direction::Down => 0,
        };
        if at == end {
            // PRF-TREND-3, PRF-TREND-4: at the end of the area the marker turns and the price stays.
            state.trend.turn(space);
            let direction = marker.direction.turned();
            journal.note(|| Event::MarkerTurned { by: None, space: space.sum(), colour: marker.colour, direction });
        } else {
            self.move_price(state, None, marker.colour, marker.direction, journal);
        }
        Step::Acting
    }

    /// A price moves one square up or down, in a trend step or by a player's Joker. The caller has checked that there is such a
    /// square.
    /// (PRF-TREND-2)
    #[inline]
    pub(crate) fn move_price(
        &self,
        state: &mut State,
        by: Option<Seat>,
        colour: crate::Colour,
        direction: Direction,
        journal: &mut impl Journal<Event>,
    ) {
        let from = self.price(state, colour);
        let square = &mut state.prices[colour.index()];
        *square = match direction {
            Direction::Up => (*square + 1).min(self.top()),
            Direction::Down => square.saturating_sub(1),
        };
        journal.note(|| Event::PriceMoved { by, colour, from, to: self.price(state, colour) });
    }

    pub(crate) fn list_fills(&self, state: &State, out: &mut Vec<Action>) {
        let fills = state.trend.spaces().flat_map(|(from, _)| Direction::ALL.map(|direction| Action::Fill { from, direction }));
        out.extend(fills);
    }

    /// The empty space that was rolled gets any of the eight markers, in either direction. (PRF-TREND-6, PRF-TREND-7)
    #[inline]
    pub(crate) fn fill(
        &self,
        state: &mut State,
        from: Space,
        direction: Direction,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let (Some(marker), Some(to)) = (state.trend.marker(from), Space::new(state.dice[0] + state.dice[1])) else {
            return Err(Refusal::new("PRF-TREND-7", format!("no marker lies on {from}: take one of the eight on the trendline")));
        };
        state.trend.shift(from, to, direction);
        state.step = Step::Acting;
        let (seat, colour) = (state.seat, marker.colour);
        journal.note(|| Event::MarkerMoved { seat, joker: false, from: from.sum(), to: to.sum(), colour, direction });
        Ok(Consequence::Open)
    }
}
