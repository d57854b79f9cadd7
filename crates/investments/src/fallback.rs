//! Actions for an absent player: they play on, pay what they owe, refuse nothing, and save in Bank cards late in a long game.
//! (INV-ABSENT)

use crate::{
    actions::Action,
    rules::InvestmentsRules,
    state::{Frame, MONOPOLY, State, Step},
    things::Business,
};
use kernel::{Money, Seat};

/// From this round on an absent player saves in Bank cards, so that a table of absent players ends; before it, a player who is
/// only slow is not made to spend money. (INV-ABSENT-2)
const SAVES_FROM: u16 = 30;

impl InvestmentsRules {
    /// The column "unanswered" of the rulebook's table of decisions. (INV-ABSENT-1, INV-ABSENT-3)
    pub(crate) fn safe_choice(&self, state: &State, seat: Seat) -> Action {
        if let Some((number, _)) = state.offers.iter().next() {
            return Action::Decline(number);
        }
        let Some(frame) = state.top() else {
            return match state.turn.step {
                Step::Begin | Step::Roll => Action::Roll,
                _ if state.round >= SAVES_FROM && self.can_buy_bank_card(state, seat) => Action::BuyBankCard,
                _ => Action::End,
            };
        };
        match *frame {
            Frame::EqualDice => Action::Accept,
            Frame::SetRoll => match state.player(seat).armed.set_roll {
                0 => Action::No,
                // The nearest to the distance rolled.
                most => Action::Drive(state.roll.distance.clamp(1, most)),
            },
            Frame::Loans { .. } if self.loans_due(state, state.dues) <= state.player(seat).cash => Action::PayAll,
            // In deed order.
            Frame::Loans { .. } => state.dues.lowest().map_or(Action::PayAll, Action::Settle),
            Frame::Loan { business, .. } if self.loan_due(state, business) <= state.player(seat).cash => Action::Pay,
            Frame::Loan { .. }
                if state.player(seat).bank_cards > 0 && self.bank_can_pay(state, self.pack.numbers.bank_card_price) =>
            {
                Action::SellBankCard
            }
            Frame::Loan { .. } => Action::LetGo,
            Frame::Forced { .. } => Action::Agree,
            Frame::Debt { amount, .. } => self.safe_payment(state, seat, amount.into()),
            Frame::Refusal { .. } => Action::Pay,
            Frame::Read { .. } => Action::Follow,
            Frame::Name { mover, .. } => Action::Name(self.next_business(state, mover)),
            Frame::Choose { purpose, .. } => match self.eligible(state, seat, purpose).lowest() {
                Some(business) => Action::Choose(business),
                None => Action::No,
            },
            Frame::Taken { .. } => Action::KeepHeld,
            Frame::Bidding => Action::Pass,
            _ => Action::No,
        }
    }

    /// The next business ahead. (D20)
    fn next_business(&self, state: &State, mover: Seat) -> Business {
        let from = self.piece(state, mover);
        let distance = self.nearest(from, |_, business| business.is_some()).unwrap_or(1);
        let (_, _, business) = self.tile(self.ahead(from, distance));
        business.unwrap_or(Business::FIRST)
    }

    /// Pays, raising money in this order: Shortcut cards (cheapest first), Bank cards, mortgages (lowest first; sales if loans are
    /// barred), investments (cheapest first), monopolies (cheapest first). (D17, D18)
    fn safe_payment(&self, state: &State, seat: Seat, amount: Money) -> Action {
        let player = state.player(seat);
        if player.cash >= amount {
            return Action::Pay;
        }
        if self.is_ruined(state, seat, amount) {
            return Action::Bankrupt;
        }
        let pays = |amount: Money| self.bank_can_pay(state, amount);
        let price = |card: u8| self.pack.shortcuts[usize::from(card)].price;
        let shortcut = player.shortcuts().filter(|(_, held)| pays(price(held.card))).min_by_key(|(_, held)| price(held.card));
        if let Some((place, _)) = shortcut {
            return Action::SellShortcut(place);
        }
        if player.bank_cards > 0 && pays(self.pack.numbers.bank_card_price) {
            return Action::SellBankCard;
        }
        let loan = |business: &Business| self.deed(*business).mortgage;
        let pledge = self.pledgeable(state, seat).filter(|one| pays(loan(one))).min_by_key(loan);
        if let Some(business) = pledge {
            return Action::Mortgage(business);
        }
        if let Some(business) = self.sellable(state, seat, true).filter(|one| pays(loan(one))).min_by_key(loan) {
            return Action::Sell(business);
        }
        let upgraded = player.owned.and(state.upgraded).filter(|one| pays(self.upgrade_value(state, *one)));
        let cheapest = upgraded.min_by_key(|one| (state.level(*one) == MONOPOLY, self.upgrade_value(state, *one)));
        cheapest.map_or(Action::Bankrupt, Action::SellUpgrade)
    }
}
