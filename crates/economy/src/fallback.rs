//! A safe choice for an absent player.
//!
//! A game ends only when properties are taken and locations then pay. So an absent player heads for the nearest of these instead
//! of moving at random.

use crate::{
    actions::Action,
    board::{Corner, Space, Spaces},
    cards::CardSet,
    rules::EconomyRules,
    state::{State, Step},
};
use kernel::Seat;

impl EconomyRules {
    /// The first card, space or corner in their order. A move avoids hits if it can, and heads for what brings the end of the
    /// game nearer: a property that nobody has, or a location that pays.
    pub(crate) fn safe_choice(&self, state: &State, seat: Seat) -> Action {
        let mut hand = state.hands.get(seat.index()).copied().unwrap_or_default();
        let mut reach = state.reach;
        let corner = Action::Corner(Corner::A1);
        match state.step {
            Step::Pick => hand.next().map_or(corner, Action::Pick),
            Step::Place(_) => reach.next().map_or(corner, Action::Place),
            Step::Move => {
                let goals = self.goals(state);
                let others = state.others(seat);
                let far = |space: &Space| (goals.map(|goal| goal.distance(*space)).min(), others.contains(*space));
                reach.min_by_key(far).map_or(corner, Action::Move)
            }
            Step::Hit(_) | Step::Over => corner,
        }
    }

    /// The spaces that bring the end of the game nearer: locations with their property in part 1, any location in part 2.
    fn goals(&self, state: &State) -> Spaces {
        let cards = if state.part() == 1 { state.uncollected() } else { CardSet::ALL };
        cards.filter_map(|card| state.spaces[card.index()]).collect()
    }
}
