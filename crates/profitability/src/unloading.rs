//! Unloading: goods for profit, and the damaged good at a cost. (PRF-UNLOAD, PRF-DMG)

use crate::{
    colours::Colour,
    events::Event,
    places::Warehouse,
    rules::ProfitabilityRules,
    state::{Damaged, GoodHandled, Handled, Stage, State},
};
use kernel::{Consequence, Journal, Luck, Money, Refusal};

impl ProfitabilityRules {
    /// What a good of this colour earns a truck here: its price, and the extra profit. (PRF-UNLOAD-5, PRF-UNLOAD-6)
    #[inline]
    pub(crate) fn earns(&self, state: &State, truck: Colour, good: Colour, warehouse: Warehouse) -> (i32, i32) {
        let own = good == truck && warehouse.colour() == truck;
        (self.price(state, good), if own { self.numbers.extra } else { 0 })
    }

    /// What it costs to unload the damaged good here. (PRF-DMG-3)
    #[inline]
    pub(crate) fn damage(&self, colour: Colour, warehouse: Warehouse) -> i32 {
        if warehouse.colour() == colour { self.numbers.damage_own } else { self.numbers.damage_other }
    }

    /// Does the profit cover that cost? (PRF-DMG-4, PRF-DMG-5, PRF-DMG-7)
    #[inline]
    pub(crate) fn can_pay_for_damage(&self, state: &State, colour: Colour, warehouse: Warehouse) -> bool {
        state.profits[self.account(colour)].units() >= self.damage(colour, warehouse)
    }

    /// Moves the pawn, and remembers when. (PRF-UNLOAD-5, PRF-TIE-5)
    #[inline]
    pub(crate) fn book(&self, state: &mut State, colour: Colour, amount: i32) {
        let account = self.account(colour);
        state.profits[account] += Money::new(amount);
        // PRF-EDGE-3: earning nothing is not a booking.
        if amount != 0 {
            state.bookings = state.bookings.saturating_add(1);
            state.booked[account] = state.bookings;
        }
    }

    /// The warehouse where the player in turn may handle goods now, or why there is none.
    #[inline]
    pub(crate) fn at_work(&self, state: &State) -> Result<Warehouse, Refusal> {
        let colour = state.colour();
        match state.truck(colour).warehouse() {
            Some(warehouse) if state.points > 0 && !self.is_shut(state, colour, warehouse) => Ok(warehouse),
            warehouse => Err(self.why_not_work(state, warehouse)),
        }
    }

    #[cold]
    fn why_not_work(&self, state: &State, warehouse: Option<Warehouse>) -> Refusal {
        let Some(warehouse) = warehouse else {
            return Refusal::new("PRF-SEQ-5", "your truck is on the road: goods are unloaded and loaded in a warehouse");
        };
        if state.points == 0 {
            return Refusal::new("PRF-TURN-4", "each good costs 1 action point, and you have none left");
        }
        if state.handled == Handled::Elsewhere {
            let reason = "you have unloaded or loaded in another warehouse in this turn: go on here in your next turn";
            return Refusal::new("PRF-SEQ-7", reason);
        }
        if state.lap == 1 {
            let reason =
                format!("in the first lap you neither unload nor load in {}, your own small warehouse", warehouse.said());
            return Refusal::new("PRF-FIRST-2", reason);
        }
        let reason = format!("you must drive out of {} before you unload or load there", warehouse.said());
        Refusal::new("PRF-FIRST-3", reason)
    }

    /// Unloading is legal only while the arrow points towards the warehouse. (PRF-SEQ-3, PRF-ARROW-3)
    fn may_unload(&self, state: &State) -> Result<Warehouse, Refusal> {
        let warehouse = self.at_work(state)?;
        if state.truck(state.colour()).stage == Stage::Load {
            let reason = format!("you have begun to load in {}: nothing more is unloaded during this stay", warehouse.said());
            return Err(Refusal::new("PRF-SEQ-3", reason));
        }
        Ok(warehouse)
    }

    /// A normal good goes into the player's own storage space and earns its price. (PRF-UNLOAD-2 to PRF-UNLOAD-8)
    #[inline]
    pub(crate) fn unload(
        &self,
        state: &mut State,
        good: Colour,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let warehouse = self.may_unload(state)?;
        let colour = state.colour();
        let truck = &mut state.trucks[colour.index()];
        if !truck.goods.has(good) {
            let clause = if truck.load() == 0 { "PRF-EDGE-2" } else { "PRF-UNLOAD-3" };
            return Err(Refusal::new(clause, format!("there is no {good} good on your truck")));
        }
        let store = &mut state.stores[warehouse.index()];
        if store.space(colour).total() >= self.space_room(warehouse) {
            let reason = format!("the {colour} space of {} is full", warehouse.said());
            return Err(Refusal::new("PRF-UNLOAD-4", reason));
        }
        truck.goods.take(good);
        store.add(colour, good);
        let (price, extra) = self.earns(state, colour, good, warehouse);
        self.book(state, colour, price + extra);
        state.counts.unloaded = state.counts.unloaded.saturating_add(1);
        state.counts.extras = state.counts.extras.saturating_add(u32::from(extra > 0));
        state.points -= 1;
        self.remember_handling(state, Stage::Unload, GoodHandled::Unloaded(good));
        journal.note(|| Event::Unloaded {
            seat: state.seat,
            good: Some(good),
            damaged: false,
            warehouse: warehouse.to_string(),
            profit: price + extra,
            extra,
            total: state.profits[self.account(colour)].units(),
        });
        Ok(self.act_done(state, luck, journal))
    }

    /// The damaged good goes out of play, at a cost that the profit must cover. (PRF-DMG-2 to PRF-DMG-6)
    pub(crate) fn scrap(
        &self,
        state: &mut State,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let warehouse = self.may_unload(state)?;
        let colour = state.colour();
        if !state.truck(colour).carries_damaged() {
            return Err(Refusal::new("PRF-DMG-6", "your damaged good is out of play already"));
        }
        let cost = self.damage(colour, warehouse);
        if !self.can_pay_for_damage(state, colour, warehouse) {
            let (cost, profit) = (Money::new(cost), state.profits[self.account(colour)]);
            let whose = if self.team { "your team’s profit" } else { "your profit" };
            let reason = format!("unloading the damaged good here costs {cost} EUR, and {whose} is only {profit}");
            return Err(Refusal::new("PRF-DMG-4", reason));
        }
        state.trucks[colour.index()].damaged = Damaged::In(warehouse);
        self.book(state, colour, -cost);
        state.counts.damaged = state.counts.damaged.saturating_add(1);
        state.points -= 1;
        self.remember_handling(state, Stage::Unload, GoodHandled::Scrapped);
        journal.note(|| Event::Unloaded {
            seat: state.seat,
            good: None,
            damaged: true,
            warehouse: warehouse.to_string(),
            profit: -cost,
            extra: 0,
            total: state.profits[self.account(colour)].units(),
        });
        Ok(self.act_done(state, luck, journal))
    }
}
