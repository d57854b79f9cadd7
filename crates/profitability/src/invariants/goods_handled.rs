//! What can be taken back was done by the rules. (PRF-WH-10)

use crate::{
    rules::ProfitabilityRules,
    state::{Damaged, Deed, Deeds, PLAYERS, State, Step},
};
use kernel::{Refusal, Scripted, Silent, refuse};

impl ProfitabilityRules {
    /// What can be taken back was done by the rules in this turn: before it all was sound too, and done again it comes to the same.
    /// (PRF-WH-10)
    pub(super) fn check_deeds(&self, state: &State) -> Result<(), Refusal> {
        let deeds = &state.deeds;
        let wrong = |reason: &'static str| refuse("PRF-WH-10", reason);
        if !self.take_back || matches!(state.step, Step::Marking | Step::Over) {
            return match *deeds == Deeds::NONE {
                true => Ok(()),
                false => wrong("only in a turn, with `take_back = until_departure`, can goods be put back"),
            };
        }
        let done: Vec<Deed> = deeds.done.iter().flatten().copied().collect();
        if deeds.done[..done.len()].contains(&None) {
            return wrong("deeds are kept one after the other");
        }
        let before = self.undone(state, &done)?;
        self.check_bookings_of_turn(&before)?;
        if done.is_empty() {
            return Ok(());
        }
        self.check_table(&before)?;
        let mut again = before;
        for deed in done {
            if let Err(refusal) = self.redo(&mut again, deed) {
                let reason = format!("`{}` cannot have been done: {}", self.write_deed(deed), refusal.reason);
                return refuse(refusal.clause, reason);
            }
        }
        // What was counted before is not known.
        if (State { counts: state.counts, ..again }) != *state {
            return wrong("what is to be put back was handled in another way: look at the arrow and at the bookings");
        }
        Ok(())
    }

    /// The table before these deeds.
    fn undone(&self, state: &State, done: &[Deed]) -> Result<State, Refusal> {
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
        for deed in done.iter().rev() {
            let (truck, space) = (before.truck(colour), before.stores[warehouse.index()].space(colour));
            let possible = match *deed {
                Deed::Unloaded(good) => space.has(good),
                Deed::Scrapped => truck.damaged == Damaged::In(warehouse),
                Deed::Loaded(_, good) => truck.goods.has(good),
            };
            if !possible {
                return refuse("PRF-WH-10", "what is to be put back was handled here");
            }
            self.take_back(&mut before, &mut Silent)?;
        }
        Ok(before)
    }

    /// Does one of the deeds again.
    fn redo(&self, state: &mut State, deed: Deed) -> Result<(), Refusal> {
        // No turn ends by itself where deeds can be taken back, so no luck is drawn.
        let luck = &mut Scripted::default();
        match deed {
            Deed::Unloaded(good) => self.unload(state, good, luck, &mut Silent),
            Deed::Scrapped => self.scrap(state, luck, &mut Silent),
            Deed::Loaded(space, good) => self.load(state, space, good, luck, &mut Silent),
        }?;
        Ok(())
    }

    /// The bookings since the turn began are all of the player in turn, so that each leads back to the one before it.
    fn check_bookings_of_turn(&self, state: &State) -> Result<(), Refusal> {
        let (deeds, own) = (&state.deeds, self.account(state.colour()));
        let others = (0..PLAYERS).filter(|account| *account != own);
        let last = if state.bookings > deeds.bookings { state.bookings } else { deeds.booked };
        if state.bookings < deeds.bookings
            || deeds.booked > deeds.bookings
            || state.booked[own] != last
            || others.map(|account| state.booked[account]).any(|booked| booked > deeds.bookings)
        {
            return refuse(
                "PRF-WH-10",
                "since the turn began only the player in turn has booked: look at the bookings of `deeds`",
            );
        }
        Ok(())
    }
}
