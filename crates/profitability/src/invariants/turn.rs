//! What is asked of the player in turn fits the dice, the points and the last drive. (PRF-INV-9, PRF-TURN, PRF-SEQ-7)

use crate::{
    places::Place,
    reach::Way,
    rules::ProfitabilityRules,
    state::{Drive, Handled, MOST_POINTS, State, Step},
    trendline::{JOKER, Space},
};
use kernel::{Refusal, refuse};

impl ProfitabilityRules {
    pub(super) fn check_turn(&self, state: &State) -> Result<(), Refusal> {
        let [one, other] = state.dice;
        let (value, sum) = (one.max(other), one.saturating_add(other));
        if state.step == Step::Marking {
            let last = self.order(state).last();
            let idle = state.closing.is_none() && state.handled == Handled::Nothing;
            if (state.dice, state.points) != ([0; 2], 0) || Some(state.seat) != last || !idle {
                return refuse("PRF-START-4", "the last in turn order places the markers before anybody has rolled");
            }
            return Ok(());
        }
        if !(1..=6).contains(&one) || !(1..=6).contains(&other) {
            return refuse("PRF-TURN-1", "two dice show a number from 1 to 6 each");
        }
        if state.points > value {
            return refuse("PRF-INV-9", format!("no more action points are left than the {value} of the higher die"));
        }
        let whole = state.points == value;
        let empty = Space::new(sum).is_some_and(|space| state.trend.marker(space).is_none());
        match state.step {
            Step::Filling if !empty => refuse("PRF-TREND-6", format!("the space {sum} is not empty")),
            Step::Acting | Step::Over if empty => {
                refuse("PRF-TREND-6", format!("the space {sum} was rolled and is empty: it would have been filled"))
            }
            Step::JokerPrice | Step::JokerTrend if sum != JOKER => refuse("PRF-JOKER-1", "the Joker is a roll of 7"),
            Step::Filling | Step::JokerPrice | Step::JokerTrend if !whole => {
                refuse("PRF-TURN-2", "no action point is spent before the trend step is done")
            }
            Step::Acting if state.points == 0 && !self.take_back => {
                refuse("PRF-TURN-7", "with no action points left the turn is over")
            }
            Step::Over if state.points > 0 => refuse("PRF-TURN-6", "action points are lost at the end of a turn"),
            _ => self.check_handled(state, value - state.points),
        }
    }

    /// PRF-SEQ-7: a good costs a point, and so does leaving after it.
    fn check_handled(&self, state: &State, spent: u8) -> Result<(), Refusal> {
        let acting = state.step == Step::Acting;
        let open = |warehouse| !self.is_shut(state, state.colour(), warehouse);
        let sound = match state.handled {
            Handled::Nothing => !self.single || state.goods_handled.is_empty(),
            Handled::Here => {
                let kept = self.take_back != state.goods_handled.is_empty();
                self.single && acting && spent >= 1 && kept && state.truck(state.colour()).warehouse().is_some_and(open)
            }
            Handled::Elsewhere => self.single && acting && spent >= 2 && state.goods_handled.is_empty(),
        };
        match sound {
            true => Ok(()),
            false => refuse("PRF-SEQ-7", "`handled` says, with `sequence = single`, where goods were handled in this turn"),
        }
    }

    /// No truck has moved since the last drive, so its way can still be driven. (PRF-MOVE-8)
    pub(super) fn check_drive(&self, state: &State) -> Result<(), Refusal> {
        let Some(Drive { colour, from, via, last }) = state.drive else { return Ok(()) };
        let truck = state.truck(colour);
        let (Some(to), false) = (truck.at, truck.home) else {
            return refuse("PRF-GAME-4", format!("the truck of {colour} has never driven"));
        };
        let way = Way::from(self, state, colour, from, last);
        let sound = way.is_some_and(|way| {
            let set_off = match from {
                Place::Dot(dot) => !way.is_occupied(dot),
                Place::In(warehouse) => warehouse == last && way.has_room(warehouse),
            };
            set_off && way.price(to, via, MOST_POINTS as u8).is_some()
        });
        if !sound || truck.last != to.warehouse().or(via).unwrap_or(last) {
            let reason = format!("the last `drive` was the truck of {colour}’s, by a way that it could drive in a turn");
            return refuse("PRF-MOVE-8", reason);
        }
        let price = way.and_then(|way| way.price(to, via, MOST_POINTS as u8)).unwrap_or(0);
        self.check_last_driver(state, price.into())
    }
}
