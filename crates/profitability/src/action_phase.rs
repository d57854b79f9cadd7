//! The action phase: what the player in turn may do with the points, and the end of it. (PRF-SEQ, PRF-TURN-5 to PRF-TURN-7)

use crate::{
    actions::Action,
    colours::Colour,
    events::Event,
    goods::Store,
    places::{Place, Warehouse},
    reach::Way,
    rules::ProfitabilityRules,
    state::{Handled, Stage, State},
};
use kernel::{Bits, Consequence, Journal, Luck, Refusal, nth_bit};

/// What can be handled in the warehouse where the truck in turn stands.
#[derive(Clone, Copy)]
pub(crate) struct Handling {
    /// A bit for each colour of goods that can be unloaded, four bits apart.
    pub unload: u64,
    /// Can the damaged good be unloaded?
    pub scrap: bool,
    /// A bit for each good that can be loaded, as in [`Store::loadable`].
    pub load: u64,
}

impl Handling {
    const NOTHING: Handling = Handling { unload: 0, scrap: false, load: 0 };

    #[inline]
    fn count(&self) -> u32 {
        self.unload.count_ones() + u32::from(self.scrap) + self.load.count_ones()
    }
}

impl ProfitabilityRules {
    /// What the player in turn may unload and load now. (D9, D10 and D11 of the rulebook's table of decisions)
    #[inline]
    pub(crate) fn handling(&self, state: &State) -> Handling {
        let colour = state.colour();
        let truck = state.truck(colour);
        let Some(Place::In(warehouse)) = truck.at else { return Handling::NOTHING };
        if state.points == 0 || self.is_shut(state, colour, warehouse) {
            return Handling::NOTHING;
        }
        let store = state.stores[warehouse.index()];
        let mut handling = Handling::NOTHING;
        if truck.stage == Stage::Unload {
            if store.space(colour).total() < self.space_room(warehouse) {
                handling.unload = truck.goods.kinds();
            }
            handling.scrap = truck.carries_damaged() && self.can_pay_for_damage(state, colour, warehouse);
        }
        if truck.load() < self.capacity {
            handling.load = store.loadable(colour);
        }
        handling
    }

    /// May no good be handled here by this truck at all? (PRF-FIRST-2, PRF-FIRST-3, PRF-SEQ-7)
    #[inline]
    pub(crate) fn is_shut(&self, state: &State, colour: Colour, warehouse: Warehouse) -> bool {
        state.handled == Handled::Elsewhere || state.truck(colour).home || state.lap == 1 && warehouse == Warehouse::small(colour)
    }

    pub(crate) fn list_acts(&self, state: &State, out: &mut Vec<Action>) {
        let handling = self.handling(state);
        let colours = Colour::ALL.into_iter().filter(|colour| handling.unload >> (4 * colour.index()) & 1 != 0);
        out.extend(colours.map(Action::Unload));
        if handling.scrap {
            out.push(Action::Scrap);
        }
        out.extend(Bits(handling.load).map(Store::kind).map(|(space, good)| Action::Load { space, good }));
        if !state.goods_handled.is_empty() {
            out.push(Action::Back);
        }
        let before = out.len();
        if let Some(way) = Way::of(self, state, state.colour()) {
            for stops in way.reach(state.points).stops(&way) {
                out.extend(stops.dots.map(|dot| Action::Drive { to: Place::Dot(dot), via: stops.via }));
                out.extend(stops.parks.map(|park| Action::Drive { to: Place::In(park), via: stops.via }));
            }
        }
        // PRF-FIRST-1: a player who can drive out must.
        if !state.truck(state.colour()).home || out.len() == before {
            out.push(Action::End);
        }
    }

    /// One of the actions that [`list_acts`](Self::list_acts) lists, uniformly random, without making the list.
    #[inline]
    pub(crate) fn any_act(&self, state: &State, luck: &mut impl Luck) -> Action {
        let colour = state.colour();
        let handling = self.handling(state);
        let Some(way) = Way::of(self, state, colour) else { return Action::End };
        let reach = way.reach(state.points);
        let drives = reach.count(&way);
        let back = u32::from(!state.goods_handled.is_empty());
        let end = u32::from(!state.truck(colour).home || drives == 0);
        let count = handling.count() + back + drives + end;
        let mut draw = luck.between(0, count.saturating_sub(1));
        // By far the most actions are drives.
        if let Some((to, via)) = reach.pick(&way, draw) {
            return Action::Drive { to, via };
        }
        draw -= drives;
        if draw < end {
            return Action::End;
        }
        draw -= end;
        let unload = handling.unload.count_ones();
        if draw < unload {
            return Action::Unload(Colour::at(usize::from(nth_bit(handling.unload, draw)) / 4));
        }
        draw -= unload;
        let load = handling.load.count_ones();
        if draw < load {
            let (space, good) = Store::kind(nth_bit(handling.load, draw));
            return Action::Load { space, good };
        }
        if draw - load < u32::from(handling.scrap) { Action::Scrap } else { Action::Back }
    }

    /// After an action: with no points left the turn ends automatically, unless goods can be taken back. (PRF-TURN-7)
    #[inline]
    pub(crate) fn act_done(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) -> Consequence {
        if state.points > 0 || self.take_back {
            return Consequence::Open;
        }
        self.end_turn(state, luck, journal);
        Consequence::Sealed
    }

    /// The player ends the turn. (PRF-TURN-5, PRF-TURN-7)
    #[inline]
    pub(crate) fn end(
        &self,
        state: &mut State,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        if self.must_drive(state) {
            let home = Warehouse::small(state.colour()).said();
            // PRF-FIRST-3: a player who could not leave before must leave now.
            let (clause, since) = if state.lap == 1 { ("PRF-FIRST-1", "in the first lap ") } else { ("PRF-FIRST-3", "") };
            return Err(Refusal::new(clause, format!("{since}you must drive out of {home} before you end your turn")));
        }
        self.end_turn(state, luck, journal);
        Ok(Consequence::Sealed)
    }
}
