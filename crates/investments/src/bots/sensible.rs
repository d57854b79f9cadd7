//! Of all that may be done, what a player who thinks considers. What is left out is never good: selling to the bank at half price without
//! need, bets at the bank's odds, refusing what can be paid, deals that the other would decline.

use crate::{
    actions::Action,
    decisions::Decision,
    rules::InvestmentsRules,
    state::{Amount, Asset, DebtKind, InvestmentsDeal, Item, State},
};
use kernel::{MAX_SEATS, Money, Rules, Seat};

/// With less cash than this an odd business may go to auction.
const LITTLE: Money = Money::new(150_000);

/// So many fines have to be saved by going to jail.
const FINES: i32 = 4;

impl InvestmentsRules {
    pub(crate) fn list_sensible(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let before = out.len();
        self.actions(state, seat, out);
        if !state.offers.is_empty() {
            return;
        }
        if self.next_offence_expels(state, seat) {
            keep(out, before, |action| *action != Action::Refuse);
        }
        self.keep_one_loan(state, out, before);
        self.now(state).sensible(self, state, seat, out, before);
    }

    /// Before the roll a loan that costs interest on this roll is repaid, any other after it.
    pub(crate) fn keep_before_roll(&self, state: &State, seat: Seat, out: &mut Vec<Action>, before: usize) {
        let near = self.distance(self.piece(state, seat), self.first_bank) <= 12;
        keep(out, before, |action| match action {
            Action::Roll | Action::Drive(_) => true,
            Action::Repay(_) => near,
            _ => false,
        });
    }

    /// In steps 3 and 4. Those who trade freely in the turn of another do as before a roll.
    pub(crate) fn keep_trades(&self, state: &State, seat: Seat, out: &mut Vec<Action>, before: usize) {
        if seat != state.active() {
            return self.keep_before_roll(state, seat, out, before);
        }
        let mut standing = [None; MAX_SEATS];
        keep(out, before, |action| self.is_sensible_trade(state, seat, action, &mut standing));
    }

    fn is_sensible_trade(&self, state: &State, seat: Seat, action: &Action, standing: &mut [Option<i64>; MAX_SEATS]) -> bool {
        match *action {
            Action::Sell(_) | Action::SellUpgrade(_) | Action::SellShortcut(_) | Action::SellBankCard | Action::Mortgage(_) => {
                false
            }
            Action::Auction { item, price } => {
                let Item::Business(business) = item else { return false };
                let series = self.siblings[business.index()];
                let odd = state.player(seat).cash < LITTLE && series.and(state.player(seat).owned).len() == 1;
                odd && price >= self.deed(business).mortgage && self.finds_bidders(state, seat, item, price)
            }
            Action::Offer(deal) => self.suits_all(state, &deal, standing),
            _ => true,
        }
    }

    /// Does this deal leave both sides better off, as they see it? How they stand now is noted for the next deal.
    fn suits_all(&self, state: &State, deal: &InvestmentsDeal, standing: &mut [Option<i64>; MAX_SEATS]) -> bool {
        let mut after = *state;
        for transfer in deal.transfers() {
            match transfer.asset {
                Asset::Cash(amount) => {
                    after.player_mut(transfer.from).cash += -amount;
                    after.player_mut(transfer.to).cash += amount;
                }
                Asset::Business(business) => after.give(business, Some(transfer.to)),
                Asset::BankCard => {
                    after.player_mut(transfer.from).bank_cards -= 1;
                    after.player_mut(transfer.to).bank_cards += 1;
                }
                Asset::Shortcut(_) => return true,
            }
        }
        { deal.parties() }.all(|party| {
            let now = *standing[party.index()].get_or_insert_with(|| self.prospects(state, party));
            self.prospects(&after, party) > now
        })
    }

    /// Loans are paid one after another, the dearest first.
    fn keep_one_loan(&self, state: &State, out: &mut Vec<Action>, before: usize) {
        let loan = |action: &Action| match *action {
            Action::Repay(business) | Action::Settle(business) => Some(business),
            _ => None,
        };
        let dearest = out[before..].iter().filter_map(loan).max_by_key(|one| (state.loan_laps(*one), self.deed(*one).mortgage));
        keep(out, before, |action| loan(action).is_none_or(|business| Some(business) == dearest));
    }

    /// Is it better to go to jail than to pay? Only where the fine is not twice the debt and the offence does not expel; and then if
    /// the debt is far above the fine, or beyond all that there is. (INV-JAIL-9, INV-JAIL-11)
    pub(crate) fn is_worth_jail(&self, state: &State, seat: Seat, amount: Amount, kind: DebtKind) -> bool {
        let amount = Money::from(amount);
        !kind.is_fee()
            && !self.next_offence_expels(state, seat)
            && (amount > self.pack.numbers.fine.times(FINES) || self.is_ruined(state, seat, amount))
    }

    fn next_offence_expels(&self, state: &State, seat: Seat) -> bool {
        self.options.offence_limit.is_some_and(|limit| state.player(seat).offences + 1 >= limit)
    }

    /// Of each way to raise money for a debt only the one that fits: the least that suffices, or the most that there is.
    pub(crate) fn keep_fitting(&self, state: &State, seat: Seat, debt: Money, out: &mut Vec<Action>, before: usize) {
        let cash = state.player(seat).cash;
        let brings = |action: &Action| match *action {
            Action::Sell(business) => Some((0, self.deed(business).mortgage)),
            Action::SellUpgrade(business) => Some((1, self.upgrade_value(state, business))),
            Action::Mortgage(business) => Some((2, self.deed(business).mortgage)),
            _ => None,
        };
        let mut fitting: [Option<(Money, Action)>; 3] = [None; 3];
        for action in &out[before..] {
            let Some((kind, value)) = brings(action) else { continue };
            let fits = |value: Money| cash + value >= debt;
            let better = fitting[kind].is_none_or(|(best, _)| match (fits(value), fits(best)) {
                (true, true) => value < best,
                (false, false) => value > best,
                (fits, _) => fits,
            });
            if better {
                fitting[kind] = Some((value, *action));
            }
        }
        // A loan brings as much as a sale, and the business stays. With the money at hand, nothing is sold for a forced trade.
        if fitting[2].is_some() {
            fitting[0] = None;
        }
        let short = cash < debt;
        keep(out, before, |action| match brings(action) {
            None => true,
            Some((kind, _)) => short && fitting[kind].is_some_and(|(_, best)| best == *action),
        });
    }
}

/// Leaves only these of what was appended; all of it if there would be none.
pub(crate) fn keep(out: &mut Vec<Action>, before: usize, mut wanted: impl FnMut(&Action) -> bool) {
    let mut kept = before;
    for index in before..out.len() {
        if wanted(&out[index]) {
            out.swap(kept, index);
            kept += 1;
        }
    }
    if kept > before {
        out.truncate(kept);
    }
}

/// What is sold for a purchase comes back in full.
pub(crate) fn keep_no_sales(out: &mut Vec<Action>, before: usize) {
    keep(out, before, |action| !matches!(action, Action::Sell(_) | Action::SellUpgrade(_)));
}
