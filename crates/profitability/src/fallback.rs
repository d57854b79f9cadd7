//! A safe choice for an absent player.
//!
//! Players who do nothing never reach the target, and a table of absent players would never end. So an absent player trades in the
//! simplest way: unload everything, load the most expensive goods, and drive to the nearest warehouse where there is something to
//! do. Each stop there handles at least one good. Since a truck holds only a limited number, goods are unloaded again and again;
//! and since no price stays at 0 (PRF-TREND-3), they earn money.

use crate::{
    actions::Action,
    colours::{Colour, Marker},
    goods::Store,
    places::{Dot, Dots, Place, Warehouse},
    reach::Way,
    rules::ProfitabilityRules,
    state::{Stage, State, Step},
};

impl ProfitabilityRules {
    pub(crate) fn safe_choice(&self, state: &State) -> Action {
        match state.step {
            Step::Marking => match state.trend.unplaced() {
                0 => Action::Leave,
                unplaced => Action::Mark(Marker::at(unplaced.trailing_zeros() as usize)),
            },
            // Some marker must be moved: the first one, without turning it.
            Step::Filling => state
                .trend
                .spaces()
                .next()
                .map_or(Action::Leave, |(from, marker)| Action::Fill { from, direction: marker.direction }),
            Step::JokerPrice | Step::JokerTrend => Action::Decline,
            Step::Acting => self.handle_dearest(state).or_else(|| self.drive_on(state)).unwrap_or(Action::End),
            Step::Over => Action::End,
        }
    }

    /// Unloads the good that earns most; if there is none, loads the one that is worth most.
    fn handle_dearest(&self, state: &State) -> Option<Action> {
        let handling = self.handling(state);
        let colour = state.colour();
        let warehouse = state.truck(colour).warehouse()?;
        let earns = |good: &Colour| {
            let (price, extra) = self.earns(state, colour, *good, warehouse);
            price + extra
        };
        let unload = Colour::ALL.into_iter().filter(|good| handling.unload >> (4 * good.index()) & 1 != 0);
        if let Some(good) = unload.max_by_key(earns) {
            return Some(Action::Unload(good));
        }
        let kinds = (0..64).step_by(4).filter(|bit| handling.load >> bit & 1 != 0).map(Store::kind);
        let (space, good) = kinds.max_by_key(|(_, good)| self.price(state, *good))?;
        Some(Action::Load { space, good })
    }

    /// Drives towards the nearest warehouse where there is something to do; none if it is better to wait.
    fn drive_on(&self, state: &State) -> Option<Action> {
        let colour = state.colour();
        let truck = state.truck(colour);
        let way = Way::of(self, state, colour)?;
        if let Some(here) = truck.warehouse()
            && !truck.home
            && (truck.stage == Stage::Unload || state.points == 0)
            && self.is_useful(state, colour, here)
        {
            // It has handled goods in another warehouse, and goes on here in the next turn. (PRF-SEQ-7)
            return None;
        }
        let may_enter = |warehouse: &Warehouse| *warehouse != truck.last && way.has_room(*warehouse);
        let useful = Warehouse::all().filter(|warehouse| may_enter(warehouse) && self.is_useful(state, colour, *warehouse));
        let any = Warehouse::all().filter(may_enter);
        let (goal, far) =
            [way, way.alone()].iter().find_map(|way| nearest(way, useful.clone()).or_else(|| nearest(way, any.clone())))?;
        if way.price(Place::In(goal), None, state.points).is_some() {
            return Some(Action::Drive { to: Place::In(goal), via: None });
        }
        let stops = way.reach(state.points).stops(&way).next()?.dots;
        let best = { stops }.min_by_key(|dot| far[dot.index()])?;
        let here = truck.dot().map_or(u8::MAX, |dot| far[dot.index()]);
        (far[best.index()] < here || self.must_drive(state)).then_some(Action::Drive { to: Place::Dot(best), via: None })
    }

    /// Could a truck of this colour unload or load something there? (PRF-UNLOAD-4, PRF-LOAD-2, PRF-LOAD-5)
    fn is_useful(&self, state: &State, colour: Colour, warehouse: Warehouse) -> bool {
        let (truck, store) = (state.truck(colour), state.stores[warehouse.index()]);
        let sells = !truck.goods.is_empty() && store.space(colour).total() < self.space_room(warehouse);
        let loads = truck.load() < self.capacity && store.loadable(colour) != 0;
        let shut = state.lap == 1 && warehouse == Warehouse::small(colour);
        !shut && (sells || loads)
    }
}

/// The nearest of these warehouses, and the distance to it from every dot.
fn nearest(way: &Way<'_>, goals: impl Iterator<Item = Warehouse>) -> Option<(Warehouse, [u8; Dot::COUNT])> {
    let goals = goals.map(|goal| {
        let far = way.steps_to(goal);
        let starts = match way.place() {
            Place::Dot(dot) => Dots::only(dot),
            Place::In(here) => way.exits(here),
        };
        (goal, far, starts.map(|dot| far[dot.index()]).min().unwrap_or(u8::MAX))
    });
    let (goal, far, _) = goals.filter(|(.., steps)| *steps < u8::MAX).min_by_key(|(.., steps)| *steps)?;
    Some((goal, far))
}
