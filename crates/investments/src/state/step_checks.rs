//! What is true of every step from one state to the next. (INV-INVAR-11, INV-INVAR-15, INV-INVAR-22)

use crate::{
    decisions::{Debt, Frame},
    rules::InvestmentsRules,
    state::invariants::is,
    state::{DebtKind, State},
};
use kernel::{Refusal, Seat};

impl InvestmentsRules {
    pub(crate) fn check_between(&self, before: &State, after: &State) -> Result<(), Refusal> {
        is(before.order == after.order, "INV-ORDER-3", || "the order of play stays".into())?;
        is(!before.is_over(), "INV-END-16", || "nothing happens after the end".into())?;
        is(before.round <= after.round, "INV-TERM-1", || "rounds only go on".into())?;
        for seat in self.seats() {
            let (was, is_now) = (before.player(seat), after.player(seat));
            is(was.out == 0 || was.out == is_now.out, "INV-INVAR-12", || format!("seat {seat} stays out of the game"))?;
            is(was.offences <= is_now.offences, "INV-JAIL-11", || format!("the offences of seat {seat} are not forgotten"))?;
            self.check_jailed(before, after, seat)?;
        }
        let slot = |state: &State| (state.round, state.turn.seat);
        if slot(before) == slot(after) {
            self.check_slot(before, after)?;
        }
        Ok(())
    }

    /// INV-INVAR-11: nothing changes the money or property of a jailed player, except their fine and elimination.
    fn check_jailed(&self, before: &State, after: &State, seat: Seat) -> Result<(), Refusal> {
        let (was, now) = (before.player(seat), after.player(seat));
        let pays = before.pending.iter().any(|frame| match frame {
            Frame::Debt(Debt { seat: debtor, kind: DebtKind::Fine | DebtKind::Loan, .. }) => *debtor == seat,
            _ => false,
        });
        if was.jail == 0 || now.jail == 0 || now.out > 0 || pays {
            return Ok(());
        }
        let cards = |state: &State| state.player(seat).hand.map(|held| held.map(|held| held.card));
        let hidden = |state: &State| state.player(seat).hidden.map(|card| card.is_some());
        let kept = |state: &State| [state.kept[0].of(seat), state.kept[1].of(seat)];
        let same = (was.cash, was.owned, was.bank_cards, was.tax_card) == (now.cash, now.owned, now.bank_cards, now.tax_card)
            && (cards(before), hidden(before), kept(before)) == (cards(after), hidden(after), kept(after))
            && { was.owned }.all(|one| (before.level(one), before.loan_laps(one)) == (after.level(one), after.loan_laps(one)));
        is(same, "INV-INVAR-11", || format!("seat {seat} is in jail, but their money or property changed"))
    }

    /// INV-INVAR-15, INV-INVAR-22: what holds within a slot.
    fn check_slot(&self, before: &State, after: &State) -> Result<(), Refusal> {
        for seat in self.seats().filter(|seat| after.is_in(*seat)) {
            let (was, now) = (before.player(seat).offers, after.player(seat).offers);
            is(was <= now && now <= was + 1, "INV-INVAR-22", || format!("the offers of seat {seat} are counted one by one"))?;
        }
        let counted = before.stripped.within(after.stripped)
            && before.repaid.within(after.repaid)
            && (!before.turn.proposed || after.turn.proposed);
        is(counted, "INV-INVAR-22", || "what was sold, repaid or proposed in a slot is not forgotten in it".into())?;
        is({ before.repaid }.all(|loan| after.loan_laps(loan).is_none()), "INV-INVAR-22", || {
            "a loan repaid in this slot is not taken again".into()
        })?;
        let buys = matches!(before.top(), None | Some(Frame::Upgrade(_)));
        let rebuilt = { before.stripped }.any(|one| after.level(one) > before.level(one));
        is(!buys || !rebuilt, "INV-INVAR-22", || "an upgrade sold in this slot is not bought again".into())?;
        // Another turn of the slot begins anew.
        if after.turn.more < before.turn.more {
            return Ok(());
        }
        let seat = before.turn.seat;
        let kept = !before.turn.bought || after.player(seat).bank_cards >= before.player(seat).bank_cards;
        is(kept || !after.is_in(seat), "INV-INVAR-22", || "a Bank card bought in this turn is not sold in it".into())?;
        is(before.turn.step <= after.turn.step, "INV-INVAR-15", || "the steps of a turn never go back".into())
    }
}
