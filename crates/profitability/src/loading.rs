//! Loading, and taking back what was unloaded and loaded. (PRF-LOAD, PRF-WH-10)

use crate::{
    colours::Colour,
    events::Event,
    rules::ProfitabilityRules,
    state::{Damaged, GoodHandled, Handled, Stage, State},
};
use kernel::{Consequence, Journal, Luck, Refusal};

impl ProfitabilityRules {
    /// Loads a good from a storage space of another colour; the arrow turns away. (PRF-LOAD-2, PRF-ARROW-4)
    #[inline]
    pub(crate) fn load(
        &self,
        state: &mut State,
        space: Colour,
        good: Colour,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let warehouse = self.at_work(state)?;
        let colour = state.colour();
        let store = &mut state.stores[warehouse.index()];
        let truck = &mut state.trucks[colour.index()];
        if space == colour {
            let reason = "goods are loaded only from storage spaces of a colour other than your own";
            return Err(Refusal::new("PRF-LOAD-2", reason));
        }
        if truck.load() >= self.capacity {
            let reason = format!("your truck is full: it holds {} goods, the damaged one included", self.capacity);
            return Err(Refusal::new("PRF-LOAD-5", reason));
        }
        if !store.space(space).has(good) {
            let reason = format!("there is no {good} good in the {space} space of {}", warehouse.said());
            return Err(Refusal::new("PRF-LOAD-4", reason));
        }
        store.take(space, good);
        truck.goods.add(good);
        let before = truck.stage;
        truck.stage = Stage::Load;
        state.points -= 1;
        self.remember_handling(state, before, GoodHandled::Loaded(space, good));
        journal.note(|| Event::Loaded { seat: state.seat, space, good, warehouse: warehouse.to_string() });
        Ok(self.act_done(state, luck, journal))
    }

    /// Remembers that a good was handled here: with `sequence = single` none may then be handled in the next warehouse
    /// (PRF-SEQ-7), and with `take_back` it can be taken back (PRF-WH-10). `before` is the arrow before it.
    #[inline]
    pub(crate) fn remember_handling(&self, state: &mut State, before: Stage, handled: GoodHandled) {
        if self.single {
            state.handled = Handled::Here;
        }
        if self.take_back {
            if state.goods_handled.is_empty() {
                state.goods_handled.stage = before;
            }
            if let Some(room) = state.goods_handled.done.iter_mut().find(|room| room.is_none()) {
                *room = Some(handled);
            }
        }
    }

    /// Takes back the last good unloaded or loaded in this turn, while the truck has not left. (PRF-WH-10)
    pub(crate) fn take_back(&self, state: &mut State, journal: &mut impl Journal<Event>) -> Result<Consequence, Refusal> {
        let colour = state.colour();
        let last = state.goods_handled.done.iter().rposition(Option::is_some);
        let (Some(last), Some(warehouse)) = (last, state.truck(colour).warehouse()) else {
            let reason = if self.take_back {
                "there is nothing to put back: you have unloaded and loaded nothing here in this turn"
            } else {
                "with `take_back = none` goods are never put back; Undo, which takes back a whole action, is something else"
            };
            return Err(Refusal::new("PRF-WH-10", reason));
        };
        let Some(handled) = state.goods_handled.done[last].take() else {
            return Err(Refusal::new("PRF-WH-10", "there is nothing to put back"));
        };
        let store = &mut state.stores[warehouse.index()];
        let truck = &mut state.trucks[colour.index()];
        let mut booked = 0;
        match handled {
            GoodHandled::Unloaded(good) => {
                truck.goods.add(good);
                store.take(colour, good);
                let (price, extra) = self.earns(state, colour, good, warehouse);
                state.counts.unloaded = state.counts.unloaded.saturating_sub(1);
                state.counts.extras = state.counts.extras.saturating_sub(u32::from(extra > 0));
                booked = price + extra;
            }
            GoodHandled::Scrapped => {
                truck.damaged = Damaged::OnTruck;
                state.counts.damaged = state.counts.damaged.saturating_sub(1);
                booked = -self.damage(colour, warehouse);
            }
            GoodHandled::Loaded(space, good) => {
                truck.goods.take(good);
                store.add(space, good);
            }
        }
        if !state.goods_handled.done.iter().flatten().any(|handled| matches!(handled, GoodHandled::Loaded(..))) {
            state.trucks[colour.index()].stage = state.goods_handled.stage;
        }
        if state.goods_handled.is_empty() {
            state.goods_handled.stage = Stage::Unload;
            state.handled = Handled::Nothing;
        }
        self.unbook(state, colour, booked);
        state.points += 1;
        let total = state.profits[self.account(colour)].units();
        journal.note(|| Event::TookBack { seat: state.seat, deed: self.write_handled(handled), total });
        Ok(Consequence::Open)
    }

    /// Undoes the last booking. Within a turn nobody else books, so the account's booking before it has the previous number, or was
    /// its last one when the turn began.
    fn unbook(&self, state: &mut State, colour: Colour, amount: i32) {
        let account = self.account(colour);
        state.profits[account] += kernel::Money::new(-amount);
        if amount != 0 {
            state.bookings = state.bookings.saturating_sub(1);
            let earlier = state.bookings > state.goods_handled.bookings;
            state.booked[account] = if earlier { state.bookings } else { state.goods_handled.booked };
        }
    }
}
