//! What can be taken back was done according to the rules. (PRF-WH-10)

use crate::{
    rules::ProfitabilityRules,
    state::{Damaged, GoodHandled, GoodsHandled, PLAYERS, State, Step},
};
use kernel::{Refusal, Scripted, Silent, refuse};

impl ProfitabilityRules {
    /// What can be taken back was done in this turn according to the rules: the table before it is sound, and doing it again
    /// leads to this state. (PRF-WH-10)
    pub(super) fn check_goods_handled(&self, state: &State) -> Result<(), Refusal> {
        let list = &state.goods_handled;
        let wrong = |reason: &'static str| refuse("PRF-WH-10", reason);
        if !self.take_back || matches!(state.step, Step::Marking | Step::Over) {
            return match *list == GoodsHandled::NONE {
                true => Ok(()),
                false => wrong("only in a turn, with `take_back = until_departure`, can goods be put back"),
            };
        }
        let done: Vec<GoodHandled> = list.done.iter().flatten().copied().collect();
        if list.done[..done.len()].contains(&None) {
            return wrong("what can be put back is listed without gaps");
        }
        let before = self.undone(state, &done)?;
        self.check_bookings_of_turn(&before)?;
        if done.is_empty() {
            return Ok(());
        }
        self.check_table(&before)?;
        let mut again = before;
        for handled in done {
            if let Err(refusal) = self.redo(&mut again, handled) {
                let reason = format!("`{}` cannot have been done: {}", self.write_handled(handled), refusal.reason);
                return refuse(refusal.clause, reason);
            }
        }
        // What was counted before is not known.
        if (State { counts: state.counts, ..again }) != *state {
            return wrong("what is to be put back was handled in another way: look at the arrow and at the bookings");
        }
        Ok(())
    }

    /// The table before these goods were handled.
    fn undone(&self, state: &State, done: &[GoodHandled]) -> Result<State, Refusal> {
        let mut before = *state;
        if done.is_empty() {
            return Ok(before);
        }
        let value = state.dice[0].max(state.dice[1]);
        if done.len() + usize::from(state.points) > value.into() || state.step != Step::Acting {
            return refuse("PRF-INV-9", "each good has cost an action point of this turn");
        }
        let colour = state.colour();
        let Some(warehouse) = state.truck(colour).warehouse() else {
            return refuse("PRF-WH-10", "after leaving a warehouse nothing is put back");
        };
        for handled in done.iter().rev() {
            let (truck, space) = (before.truck(colour), before.stores[warehouse.index()].space(colour));
            let possible = match *handled {
                GoodHandled::Unloaded(good) => space.has(good),
                GoodHandled::Scrapped => truck.damaged == Damaged::In(warehouse),
                GoodHandled::Loaded(_, good) => truck.goods.has(good),
            };
            if !possible {
                return refuse("PRF-WH-10", "what is to be put back was handled here");
            }
            self.take_back(&mut before, &mut Silent)?;
        }
        Ok(before)
    }

    /// Does the same with a good again.
    fn redo(&self, state: &mut State, handled: GoodHandled) -> Result<(), Refusal> {
        // No turn ends by itself where goods can be put back, so no luck is drawn.
        let luck = &mut Scripted::default();
        match handled {
            GoodHandled::Unloaded(good) => self.unload(state, good, luck, &mut Silent),
            GoodHandled::Scrapped => self.scrap(state, luck, &mut Silent),
            GoodHandled::Loaded(space, good) => self.load(state, space, good, luck, &mut Silent),
        }?;
        Ok(())
    }

    /// All bookings since the turn began were made by the player in turn, so each can be undone to get the one before it.
    fn check_bookings_of_turn(&self, state: &State) -> Result<(), Refusal> {
        let (list, own) = (&state.goods_handled, self.account(state.colour()));
        let others = (0..PLAYERS).filter(|account| *account != own);
        let last = if state.bookings > list.bookings { state.bookings } else { list.booked };
        if state.bookings < list.bookings
            || list.booked > list.bookings
            || state.booked[own] != last
            || others.map(|account| state.booked[account]).any(|booked| booked > list.bookings)
        {
            return refuse(
                "PRF-WH-10",
                "since the turn began only the player in turn has booked: look at the bookings of `deeds`",
            );
        }
        Ok(())
    }
}
