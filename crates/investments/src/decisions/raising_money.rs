//! Raising money: selling to the bank and taking loans, for a debt, for something on sale, or freely. (INV-SELL, INV-LOAN, INV-DEBT-3 to INV-DEBT-6; D18)

use crate::{
    actions::Action,
    content::effects::Global,
    content::things::{Business, Businesses},
    decisions::{Debt, Frame},
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::{Lock, MONOPOLY, State},
    words::{Choice, fee_becomes},
};
use kernel::{
    Journal, Luck, Money, Refusal, Seat, refuse,
    say::{counted, ordinal},
};

impl InvestmentsRules {
    /// Pays, raising money in this order: Shortcut cards (cheapest first), Bank cards, mortgages (lowest first; sales if loans are
    /// barred), investments (cheapest first), monopolies (cheapest first). (D17, D18)
    pub(crate) fn safe_payment(&self, state: &State, seat: Seat, amount: Money) -> Action {
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

    /// What a player could raise in all. (INV-DEBT-6)
    pub fn reserve(&self, state: &State, seat: Seat) -> Money {
        let player = state.player(seat);
        let cards: Money = player.shortcuts().map(|(_, held)| self.pack.shortcuts[usize::from(held.card)].price).sum();
        let bank_cards = self.pack.numbers.bank_card_price.times(player.bank_cards.into());
        let free = player.owned.and_not(state.mortgaged);
        let businesses: Money = free
            .map(|business| {
                let deed = self.deed(business);
                match state.level(business) {
                    MONOPOLY => deed.price + deed.mortgage.times(4),
                    level => deed.mortgage.times(1 + i32::from(level)),
                }
            })
            .sum();
        cards + bank_cards + businesses
    }

    /// What selling the next upgrade of a business brings, by its list prices. (INV-SELL-2, INV-SELL-3, INV-SELL-9, INV-SELL-10)
    pub fn upgrade_value(&self, state: &State, business: Business) -> Money {
        let deed = self.deed(business);
        let half = |money: Money| Money::new(money.units() / 2);
        if state.level(business) < MONOPOLY {
            return half(deed.investment);
        }
        let missing = 3 - self.small_tokens(state).min(3);
        half(deed.monopoly) + half(deed.investment).times(missing.into())
    }

    /// The businesses that this player may sell to the bank: without upgrades and loans and, unless for a debt, not offered to somebody
    /// in this slot. (INV-SELL-2, INV-TRADE-8, INV-DEBT-4)
    pub(crate) fn sellable(&self, state: &State, seat: Seat, debt: bool) -> Businesses {
        let plain = state.player(seat).owned.and_not(state.upgraded).and_not(state.mortgaged);
        if debt || plain.is_empty() { plain } else { plain.filter(|business| state.lock(*business).is_open()).collect() }
    }

    /// The businesses that this player may mortgage. (INV-LOAN-3, INV-LOAN-16, INV-GFX-10)
    pub(crate) fn pledgeable(&self, state: &State, seat: Seat) -> Businesses {
        if self.in_force(state, Global::LoanBan) {
            return Businesses::NONE;
        }
        state.player(seat).owned.and_not(state.upgraded).and_not(state.mortgaged).and_not(state.repaid)
    }

    /// The ways to raise money: for a debt all of them, for something on sale all but loans. (INV-DEBT-3 to INV-DEBT-5, INV-SELL-7,
    /// INV-FEE-10)
    pub(crate) fn list_raising(&self, state: &State, seat: Seat, debt: bool, out: &mut Vec<Action>) {
        let player = state.player(seat);
        let pays = |amount: Money| self.bank_can_pay(state, amount);
        let upgraded = player.owned.and(state.upgraded).filter(|one| pays(self.upgrade_value(state, *one)));
        out.extend(upgraded.map(Action::SellUpgrade));
        let sellable = self.sellable(state, seat, debt).filter(|one| pays(self.deed(*one).mortgage));
        out.extend(sellable.map(Action::Sell));
        if debt {
            let pledgeable = self.pledgeable(state, seat).filter(|one| pays(self.deed(*one).mortgage));
            out.extend(pledgeable.map(Action::Mortgage));
        }
        for (place, held) in player.shortcuts() {
            if (debt || held.locked.is_open()) && pays(self.pack.shortcuts[usize::from(held.card)].price) {
                out.push(Action::SellShortcut(place));
            }
        }
        let free = debt || !(state.turn.bought && seat == state.active());
        if player.bank_cards > 0 && free && pays(self.pack.numbers.bank_card_price) {
            out.push(Action::SellBankCard);
        }
    }

    /// Could this player sell anything for something that is on sale? (INV-DEBT-5)
    pub(crate) fn has_something_to_sell(&self, state: &State, seat: Seat) -> bool {
        let mut raising = Vec::new();
        self.list_raising(state, seat, false, &mut raising);
        !raising.is_empty()
    }

    /// May this player raise money like this? That cash is short is looked at before. (INV-DEBT-4, INV-DEBT-5)
    pub(crate) fn may_raise(&self, state: &State, seat: Seat, action: &Action, debt: bool) -> Result<(), Refusal> {
        match action {
            Action::SellUpgrade(business) => self.may_sell_upgrade(state, seat, *business),
            Action::Sell(business) if state.mortgaged.contains(*business) => {
                refuse("INV-DEBT-4", "a mortgaged business brings nothing: sell another one")
            }
            Action::Sell(business) => self.may_sell(state, seat, *business, debt),
            Action::Mortgage(business) if debt => self.may_mortgage(state, seat, *business),
            Action::Mortgage(_) => refuse("INV-DEBT-5", "a loan is only for debts: sell something instead"),
            Action::SellShortcut(place) => self.may_sell_shortcut(state, seat, *place, debt),
            Action::SellBankCard if debt => self.may_return_bank_card(state, seat),
            Action::SellBankCard => self.may_sell_bank_card(state, seat),
            _ if debt => refuse("INV-DEBT-1", "a payment is due before anything else: raise the money for it"),
            _ => refuse("INV-DEBT-5", "first decide on the business landed on: sell something to pay for it, or leave it"),
        }
    }

    /// Can this go to anybody? If not, what it was declared for in this slot. (INV-TRADE-8, INV-AUCT-5)
    pub(crate) fn is_free(lock: Lock) -> Result<(), Refusal> {
        match () {
            () if lock.is_open() => Ok(()),
            () if lock == Lock::SHUT => {
                refuse("INV-AUCT-5", "it was put up for auction in this turn and not sold: it goes to nobody before the next")
            }
            () => refuse("INV-TRADE-8", "it was offered to a player in this turn and goes to nobody else before the next"),
        }
    }

    pub(crate) fn bank_grants(&self, state: &State, amount: Money) -> Result<(), Refusal> {
        if self.bank_can_pay(state, amount) { Ok(()) } else { refuse("INV-COMP-3", "the bank has not as much money left") }
    }

    pub(crate) fn may_sell_upgrade(&self, state: &State, seat: Seat, business: Business) -> Result<(), Refusal> {
        if !state.player(seat).owned.and(state.upgraded).contains(business) {
            return refuse("INV-SELL-4", "sell an upgrade of a business of yours that has one");
        }
        self.bank_grants(state, self.upgrade_value(state, business))
    }

    pub(crate) fn may_sell(&self, state: &State, seat: Seat, business: Business, debt: bool) -> Result<(), Refusal> {
        if !state.player(seat).owned.contains(business) {
            return refuse("INV-SELL-1", "sell a business of your own");
        }
        if state.upgraded.contains(business) {
            return refuse("INV-SELL-2", "its upgrades must be sold first");
        }
        if !debt {
            Self::is_free(state.lock(business))?;
        }
        if state.mortgaged.contains(business) {
            return Ok(());
        }
        self.bank_grants(state, self.deed(business).mortgage)
    }

    pub(crate) fn may_mortgage(&self, state: &State, seat: Seat, business: Business) -> Result<(), Refusal> {
        let player = state.player(seat);
        if !player.owned.contains(business) || state.mortgaged.contains(business) {
            return refuse("INV-LOAN-1", "mortgage a business of your own that has no loan");
        }
        if state.upgraded.contains(business) {
            return refuse("INV-LOAN-3", "its upgrades must be sold first");
        }
        if self.in_force(state, Global::LoanBan) {
            return refuse("INV-GFX-10", "the Global Economy card in force bars new loans");
        }
        if state.repaid.contains(business) {
            return refuse("INV-LOAN-16", "its loan was repaid in this turn: it is not mortgaged again before the next");
        }
        self.bank_grants(state, self.deed(business).mortgage)
    }

    pub(crate) fn may_sell_shortcut(&self, state: &State, seat: Seat, place: u8, debt: bool) -> Result<(), Refusal> {
        let held = state.player(seat).hand.get(usize::from(place)).copied().flatten();
        let Some(held) = held else { return refuse("INV-SELL-8", "sell a Shortcut card of your hand") };
        if !debt {
            Self::is_free(held.locked)?;
        }
        self.bank_grants(state, self.pack.shortcuts[usize::from(held.card)].price)
    }

    /// May a Bank card be sold freely? (INV-BCARD-4, INV-BCARD-5, INV-BCARD-8)
    pub(crate) fn may_sell_bank_card(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if state.turn.bought && seat == state.active() {
            return refuse("INV-BCARD-8", "you bought a Bank card in this turn: you sell none before the next");
        }
        self.may_return_bank_card(state, seat)
    }

    pub(crate) fn may_return_bank_card(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        if state.player(seat).bank_cards == 0 {
            return refuse("INV-BCARD-4", "you have no Bank card");
        }
        self.bank_grants(state, self.pack.numbers.bank_card_price)
    }

    /// Can this debtor never raise the debt? (INV-DEBT-7)
    pub(crate) fn is_ruined(&self, state: &State, seat: Seat, amount: Money) -> bool {
        let cash = state.player(seat).cash;
        if cash >= amount {
            return false;
        }
        cash + self.reserve(state, seat) < amount || (self.box_only && !self.can_raise(state, seat))
    }

    /// Does the bank grant this debtor anything more?
    pub(crate) fn can_raise(&self, state: &State, seat: Seat) -> bool {
        let player = state.player(seat);
        let pays = |amount: Money| self.bank_can_pay(state, amount);
        { player.owned.and(state.upgraded) }.any(|one| pays(self.upgrade_value(state, one)))
            || { player.owned.and_not(state.upgraded).and_not(state.mortgaged) }.any(|one| pays(self.deed(one).mortgage))
            || player.shortcuts().any(|(_, held)| pays(self.pack.shortcuts[usize::from(held.card)].price))
            || (player.bank_cards > 0 && pays(self.pack.numbers.bank_card_price))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Raises money. (INV-DEBT-4)
    pub fn raise(&mut self, seat: Seat, action: &Action) {
        match *action {
            Action::SellUpgrade(business) => self.sell_upgrade(seat, business, false),
            Action::Sell(business) => self.sell(seat, business),
            Action::Mortgage(business) => self.mortgage(seat, business),
            Action::SellShortcut(place) => self.sell_shortcut(seat, place),
            Action::SellBankCard => self.sell_bank_card(seat),
            _ => {}
        }
    }

    /// Sells one upgrade to the bank. It is final. (INV-SELL-2, INV-SELL-6, INV-SELL-10, INV-INVEST-12)
    pub fn sell_upgrade(&mut self, seat: Seat, business: Business, forced: bool) {
        let value = self.rules.upgrade_value(self.state, business);
        let level = match self.state.level(business) {
            MONOPOLY => self.rules.small_tokens(self.state).min(3),
            level => level.saturating_sub(1),
        };
        self.state.set_level(business, level);
        let amount = self.bank_pays(seat, value, Flow::Property);
        self.state.stripped.insert(business);
        self.sealed |= !forced;
        self.note(|| Event::UpgradeSold { seat, business, level, amount });
    }

    /// Sells a business to the bank; the loan is deducted. It is final, and whoever lands there can buy it again. (INV-SELL-1, INV-SELL-5,
    /// INV-SELL-6, INV-SELL-11, INV-SELL-12)
    pub fn sell(&mut self, seat: Seat, business: Business) {
        let loan = self.state.mortgaged.contains(business);
        let value = if loan { Money::ZERO } else { self.rules.deed(business).mortgage };
        self.state.set_loan(business, None);
        self.transfer(business, None);
        let amount = self.bank_pays(seat, value, Flow::Property);
        self.sealed = true;
        self.note(|| Event::Sold { seat, business, amount });
    }

    /// Takes a loan on a business; its mark is none of the tokens. (INV-LOAN-1, INV-LOAN-18)
    pub fn mortgage(&mut self, seat: Seat, business: Business) {
        self.state.set_loan(business, Some(0));
        let amount = self.bank_pays(seat, self.rules.deed(business).mortgage, Flow::Property);
        self.note(|| Event::Mortgaged { seat, business, amount });
    }

    /// Repays a loan. (INV-LOAN-16)
    pub fn repay(&mut self, seat: Seat, business: Business) {
        let amount = self.rules.deed(business).mortgage;
        self.pays_bank(seat, amount, Flow::Property);
        self.state.set_loan(business, None);
        self.state.repaid.insert(business);
        self.note(|| Event::Repaid { seat, business, amount });
    }

    /// Sells a Shortcut card to the bank at its price; everybody sees it. (INV-SELL-8)
    pub fn sell_shortcut(&mut self, seat: Seat, place: u8) {
        let Some(held) = self.take_from_hand(seat, place) else { return };
        self.state.shortcuts.put_under(held.card);
        let amount = self.bank_pays(seat, self.rules.pack.shortcuts[usize::from(held.card)].price, Flow::Property);
        self.sealed = true;
        self.note(|| Event::ShortcutSold { seat, card: held.card, amount });
    }

    /// Sells a Bank card to the bank. (INV-BCARD-4)
    pub fn sell_bank_card(&mut self, seat: Seat) {
        self.state.player_mut(seat).bank_cards -= 1;
        self.state.bank_cards += 1;
        let amount = self.bank_pays(seat, self.rules.pack.numbers.bank_card_price, Flow::Property);
        self.sealed = true;
        self.note(|| Event::BankCardSold { seat, amount });
    }
}

/// The words of selling to the bank and of loans.
impl InvestmentsRules {
    /// Selling to the bank, taking and repaying loans.
    pub(crate) fn choice_of_sale(&self, state: &State, seat: Seat, action: &Action) -> Choice {
        let numbers = &self.pack.numbers;
        match *action {
            Action::SellUpgrade(business) => {
                let (name, value, level) = (self.called(business), self.upgrade_value(state, business), state.level(business));
                let then = match level {
                    MONOPOLY => self.small_tokens(state).min(3),
                    level => level.saturating_sub(1),
                };
                let what = if level == MONOPOLY { "the monopoly" } else { "an investment" };
                let fee = fee_becomes(self.fee(state, business), self.fee_then(state, business, then, 0));
                Choice::new("INV-SELL-2", format!("Sell {what} of {name} for {value}"))
                    .so([self.in_hand(state, seat, value), format!("{} left", self.level_called(then)), fee])
                    .under("Sell to the bank")
            }
            Action::Sell(business) => {
                let (name, value) = (self.called(business), self.deed(business).mortgage);
                let series = self.series_after(state, seat, Businesses::NONE, Businesses::only(business));
                if state.mortgaged.contains(business) {
                    return Choice::new("INV-SELL-11", format!("Give {name} to the bank for its loan"))
                        .so([format!("brings nothing, and its loan of {value} ends")].into_iter().chain(series))
                        .under("Sell to the bank");
                }
                Choice::new("INV-SELL-1", format!("Sell {name} to the bank for {value}"))
                    .so([self.in_hand(state, seat, value)].into_iter().chain(series))
                    .under("Sell to the bank")
            }
            Action::SellShortcut(place) => {
                let held = state.player(seat).hand.get(usize::from(place)).copied().flatten();
                let Some(held) = held else { return Choice::new("INV-SELL-8", "Sell a Shortcut card") };
                let card = self.shortcut_card(held.card);
                Choice::new("INV-SELL-8", format!("Sell the Shortcut card {} for {}", card.name, card.price))
                    .with(self.in_hand(state, seat, card.price))
                    .under("Sell to the bank")
            }
            Action::SellBankCard => {
                let kept = state.player(seat).bank_cards.saturating_sub(1);
                let kept =
                    if kept == 0 { "none of yours left".into() } else { format!("{} of yours left", counted(kept, "card")) };
                Choice::new("INV-BCARD-4", format!("Sell a Bank card for {}", numbers.bank_card_price))
                    .so([self.in_hand(state, seat, numbers.bank_card_price), kept])
                    .under("Bank cards")
            }
            Action::Mortgage(business) => {
                let (name, value) = (self.called(business), self.deed(business).mortgage);
                let interest = match self.interest(state, business) {
                    Money::ZERO => "no interest as things stand".into(),
                    interest => format!("{interest} interest a lap as things stand"),
                };
                let term = format!("repaid at the {} lap at the latest", ordinal(numbers.loan_laps));
                let landed = match state.top().copied() {
                    Some(Frame::Debt(Debt { seat, kind, business, .. })) => self.forceable(state, seat, kind, business),
                    _ => None,
                };
                let barred = landed.map_or_else(String::new, |one| format!("no forced trade for {} any more", self.called(one)));
                Choice::new("INV-LOAN-1", format!("Mortgage {name} for {value}"))
                    .so([self.in_hand(state, seat, value), interest, term, barred])
                    .under("Loans")
            }
            Action::Repay(business) => {
                let (name, value) = (self.called(business), self.deed(business).mortgage);
                Choice::new("INV-LOAN-16", format!("Repay the loan of {value} on {name}"))
                    .so([self.left(state, seat, value), "no more interest on it".into()])
                    .under("Loans")
            }
            _ => Choice::new("INV-DEBT-4", "Raise money"),
        }
    }
}
