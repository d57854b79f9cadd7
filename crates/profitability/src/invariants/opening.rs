//! Nobody has done anything before the first turn. (PRF-SETUP, PRF-START-4, PRF-FIRST-1)

use crate::{
    colours::Colour,
    places::Warehouse,
    rules::ProfitabilityRules,
    state::{Stage, State, Step},
};
use kernel::{Refusal, refuse};

impl ProfitabilityRules {
    pub(super) fn check_opening(&self, state: &State) -> Result<(), Refusal> {
        for colour in state.played() {
            self.check_home(state, colour)?;
        }
        match state.step {
            Step::Marking => self.check_layout(state),
            _ => Ok(()),
        }
    }

    /// A truck that has not left its small warehouse stands there as it was set up; and no truck has left before its player
    /// spent a point. (PRF-SETUP-11, PRF-SETUP-12, PRF-SETUP-17)
    fn check_home(&self, state: &State, colour: Colour) -> Result<(), Refusal> {
        let truck = state.truck(colour);
        let spent = self.most_points_spent(state, colour);
        if !truck.home && spent == 0 {
            return refuse(
                "PRF-SETUP-16",
                format!("{colour} has spent no action point yet, so its truck has not left its small warehouse"),
            );
        }
        let fresh = truck.stage == Stage::Load && truck.goods.total() == 1 && truck.carries_damaged();
        let idle =
            state.seat_of(colour) != Some(state.seat) || state.step == Step::Over || state.points == self.action_value(state);
        if truck.home && !(fresh && idle) {
            let reason =
                format!("the truck of {colour} has not left its small warehouse: it is as it was set up, with two goods");
            return refuse(if state.lap == 1 { "PRF-FIRST-2" } else { "PRF-FIRST-3" }, reason);
        }
        Ok(())
    }

    /// The higher die. (PRF-TURN-3)
    pub(super) fn action_value(&self, state: &State) -> u8 {
        state.dice[0].max(state.dice[1])
    }

    /// The table as it is set up, while the markers are placed. (PRF-SETUP-5, PRF-SETUP-8 to PRF-SETUP-10)
    fn check_layout(&self, state: &State) -> Result<(), Refusal> {
        if state.lap != 1 || state.drive.is_some() || state.bookings > 0 {
            return refuse("PRF-START-4", "while the markers are placed the first lap has not begun and nobody has had a turn");
        }
        if state.prices.iter().any(|square| *square != self.top() / 2) {
            return refuse("PRF-SETUP-5", "while the markers are placed all prices are on the middle square");
        }
        for warehouse in Warehouse::all() {
            let store = state.stores[warehouse.index()];
            let usual = if warehouse.is_large() { 2 } else { 0 };
            let sound = Colour::ALL.into_iter().all(|colour| {
                let goods: u32 = Colour::ALL.into_iter().map(|space| store.space(space).count(colour)).sum();
                store.space(colour).total() == usual + u32::from(colour == warehouse.colour()) && goods >= usual
            });
            if !sound {
                let (clause, lies) = match warehouse.is_large() {
                    true => ("PRF-SETUP-8", "two goods lie in each space, three in its own, and at least two of each colour"),
                    false => ("PRF-SETUP-10", "one good lies in its own space and none in the others"),
                };
                return refuse(clause, format!("while the markers are placed, {lies}: look at {warehouse}"));
            }
        }
        Ok(())
    }
}
