//! Debts: paying, raising money, refusing; jail and bankruptcy. (INV-DEBT, INV-SELL, INV-JAIL, INV-BUST; D17, D18, D38)

use crate::{
    actions::Action,
    decisions::{Card, Decision, Frame, Taxes},
    effects::Global,
    events::Event,
    options::TaxStay,
    play::{Flow, Play},
    position::is_default,
    rules::InvestmentsRules,
    saying::{Reader, one_of},
    sensible::keep,
    state::{Amount, Answer, DebtKind, Ending, FortuneId, Lock, MONOPOLY, Party, Player, State},
    things::{Business, Businesses, Fortune},
    view::PendingView,
    words::{Choice, fee_becomes},
};
use kernel::{
    Bits, Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, refuse,
    say::{counted, ordinal},
};
use serde::{Deserialize, Serialize};

/// D17, D18: a debt. (INV-DEBT-1)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Debt {
    /// Who owes.
    pub seat: Seat,
    /// To whom.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to: Party,
    /// How much.
    pub amount: Amount,
    /// What for.
    pub kind: DebtKind,
    /// The business of a fee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub business: Option<Business>,
}

impl Decision for Debt {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    /// D15, D17, D18: a debt.
    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: the ways to raise money are many, and a refusal takes time to word.

        let Debt { amount, kind, business, .. } = *self;
        let (cash, amount) = (state.player(seat).cash, Money::from(amount));
        let force = rules.forceable(state, seat, kind, business).map(|business| rules.price(state, business));
        let ruined = rules.is_ruined(state, seat, amount);
        if cash >= amount {
            out.push(Action::Pay);
        }
        if kind == DebtKind::Fee && rules.waiver(state, seat).is_some() {
            out.push(Action::Waive);
        }
        if force.is_some_and(|price| cash >= price) {
            out.push(Action::Force);
        }
        if cash < amount && !ruined {
            // INV-LOAN-12: only while cash is below the debt.
            rules.list_raising(state, seat, true, out);
        } else if force.is_some_and(|price| cash < price) {
            rules.list_raising(state, seat, false, out);
        }
        if ruined {
            out.push(Action::Bankrupt);
        }
        if kind.is_refusable() {
            out.push(Action::Refuse);
        }
        rules.list_debtor_deals(state, seat, out);
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Debt { amount, kind, business, .. } = *self;
        let (cash, amount) = (state.player(seat).cash, Money::from(amount));
        let force = rules.forceable(state, seat, kind, business);
        let ruined = rules.is_ruined(state, seat, amount);
        match action {
            Action::Pay if cash >= amount => Ok(()),
            Action::Pay => refuse("INV-DEBT-1", format!("you owe {amount} and have {cash}: raise the money first")),
            Action::Refuse if kind.is_refusable() => Ok(()),
            Action::Refuse => refuse("INV-DEBT-8", "this cannot be refused"),
            Action::Bankrupt if ruined => Ok(()),
            Action::Bankrupt => refuse("INV-DEBT-7", "you have enough to pay: bankruptcy is not a choice"),
            Action::Waive if kind != DebtKind::Fee => refuse("INV-FX-7", "only a fee can be waived"),
            Action::Waive if rules.waiver(state, seat).is_some() => Ok(()),
            Action::Waive => refuse("INV-KEEP-2", "you keep no card that waives a fee and can be used now"),
            Action::Force => match business.filter(|_| kind == DebtKind::Fee) {
                Some(_) if state.turn.borrowed => {
                    refuse("INV-FORCE-11", "you took a loan for the fee, and no loan pays a forced trade")
                }
                Some(business) => rules.may_force(state, seat, business),
                None => refuse("INV-FORCE-1", "there is no business here to be taken"),
            },
            Action::Offer(deal) => rules.may_offer(state, seat, deal),
            _ if cash < amount && !ruined => rules.may_raise(state, seat, action, true),
            _ => match force {
                Some(business) if cash < rules.price(state, business) => rules.may_raise(state, seat, action, false),
                _ => refuse("INV-DEBT-1", "a debt comes before any other action: settle it first"),
            },
        }
    }

    /// D15 to D18: what the debtor chose.
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let Debt { to, amount, kind, business, .. } = *self;
        let amount = Money::from(amount);
        match action {
            Action::Pay => play.pay_debt(*self),
            Action::Bankrupt => {
                play.close_debt();
                play.bankrupt(seat, to, amount);
            }
            Action::Waive => {
                play.close_debt();
                if let (Some(card), Some(business)) = (play.rules.waiver(play.state, seat), business) {
                    play.discard_kept(Fortune::Profit, card);
                    play.note(|| Event::FeeWaived { seat, business, amount });
                }
            }
            Action::Force => {
                if let Some(business) = business {
                    play.force(seat, business);
                }
            }
            Action::Refuse => {
                play.close_debt();
                play.note(|| Event::Refused { seat, amount, kind, business });
                play.refuse_payment(seat, to.seat().into_iter().collect(), amount, kind.is_fee());
            }
            _ => {
                play.raise(seat, action);
                play.state.turn.borrowed |= kind == DebtKind::Fee && matches!(action, Action::Mortgage(_));
            }
        }
    }

    /// A debt is topmost: it is settled by itself where there is nothing to decide, and otherwise waits. (INV-DEBT-1, INV-DEBT-7)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Debt { seat, to, amount, kind, business } = *self;
        let amount = Money::from(amount);
        // INV-JAIL-5: a jailed player pays nothing but what put them there.
        let owes = play.state.is_in(seat) && (play.state.is_present(seat) || matches!(kind, DebtKind::Fine | DebtKind::Loan));
        let receives = to.seat().is_none_or(|to| play.state.is_present(to));
        if !owes || !receives || amount == Money::ZERO {
            play.close_debt();
            return true;
        }
        let free = !kind.is_refusable() && (kind != DebtKind::Fee || business.is_none());
        if free && play.cash(seat) >= amount {
            play.pay_debt(*self);
            return true;
        }
        if free && play.rules.is_ruined(play.state, seat, amount) && !play.rules.may_bargain_in_debt(play.state, seat) {
            play.close_debt();
            play.bankrupt(seat, to, amount);
            return true;
        }
        false
    }

    fn fallback(&self, rules: &InvestmentsRules, state: &State, seat: Seat) -> Action {
        rules.safe_payment(state, seat, self.amount.into())
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Debt { seat, to, amount, kind, business } = *self;
        let amount = Money::from(amount);
        let for_what = rules.debt_for(state, kind, seat, business);
        let to = to.seat().map_or_else(|| "the bank".into(), |to| reader.who(to));
        let you = || {
            let (cash, ruined) = (state.player(seat).cash, rules.is_ruined(state, seat, amount));
            let force = rules.forceable(state, seat, kind, business).map(|business| rules.price(state, business));
            let have = match () {
                () if cash >= amount => String::new(),
                () if ruined => format!(", have {cash} and cannot raise the rest"),
                () => format!(" and have {cash}"),
            };
            let mut choices = Vec::new();
            let mut may = |may: bool, what: &str| {
                if may {
                    choices.push(what.to_owned());
                }
            };
            may(cash >= amount, "pay");
            may(cash < amount && !ruined, "raise the money");
            may(kind == DebtKind::Fee && rules.waiver(state, seat).is_some(), "use your card");
            may(force.is_some_and(|price| cash >= price), "take the business by forced trade");
            let sells =
                (cash >= amount || ruined) && force.is_some_and(|price| cash < price) && rules.has_something_to_sell(state, seat);
            may(sells, "sell something to take the business by forced trade");
            may(rules.may_bargain_in_debt(state, seat), "offer a deal");
            may(ruined, "go bankrupt");
            may(kind.is_refusable(), &rules.refusing(state, seat));
            format!("You owe {to} {amount}{for_what}{have}: {}.", one_of(&choices))
        };
        reader.one(seat, "INV-DEBT-1", you, || format!("{} owes {to} {amount}{for_what}.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match (action, self.business) {
            (Action::Pay | Action::Refuse | Action::Bankrupt | Action::Waive, _) => {
                rules.choice_of_debt(state, seat, action, reader)
            }
            (Action::Force, Some(business)) => rules.choice_at_force(state, seat, business, action, reader),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn wanted(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, wanted: &mut Vec<Action>) {
        wanted.push(Action::Pay);
    }

    fn price(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Option<Money> {
        Some(self.amount.into())
    }

    fn sensible(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>, first: usize) {
        let refusable = rules.is_worth_jail(state, seat, self.amount, self.kind);
        keep(out, first, |action| refusable || *action != Action::Refuse);
        rules.keep_fitting(state, seat, self.amount.into(), out, first);
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        let Debt { seat, to, amount, kind, business } = *self;
        PendingView::Debt { seat, to: to.seat(), amount: amount.into(), kind, business }
    }

    fn names(&self) -> Seats {
        self.to.seat().map_or(Seats::NONE, Seats::only).with(self.seat)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        self.kind != DebtKind::Pips || matches!(below, Some(Frame::Depart(_)))
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        match self.kind {
            DebtKind::ReverseFee => matches!(above, Frame::Force(_)),
            DebtKind::Fine => matches!(above, Frame::Debt(Debt { kind: DebtKind::Loan, .. })),
            DebtKind::Card => matches!(above, Frame::RefusalPoll(_) | Frame::Refusers(_)),
            _ => false,
        }
    }

    fn is_of_a_card(&self) -> bool {
        true
    }

    fn bears_deal_of(&self, opener: Seat) -> bool {
        opener == self.seat
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        let Debt { seat, to, amount, kind, business } = *self;
        let named = matches!(kind, DebtKind::Fee | DebtKind::ReverseFee | DebtKind::Loan);
        let whole = to != Party::Player(seat) && Money::from(amount) > Money::ZERO && named == business.is_some();
        ("INV-DEBT-1", whole && rules.is_owed(kind, to))
    }
}

/// Several are to be asked whether they refuse. (INV-LOSS-6, INV-HIDDEN-11, INV-SINGLE-19)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(Rust, packed)]
#[serde(deny_unknown_fields)]
pub struct AskRefusal {
    /// Whom.
    pub asked: Seats,
    /// Whom the bank pays for a refuser.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to: Seats,
    /// How much each of them.
    pub amount: Amount,
    /// Is it a fee?
    #[serde(default, skip_serializing_if = "is_default")]
    pub fee: bool,
}

impl Decision for AskRefusal {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let AskRefusal { asked, to, amount, fee } = *self;
        play.pop();
        let asked = asked.and(play.state.present());
        if !asked.is_empty() {
            play.open_poll(asked, RefusalPoll { to, amount, fee });
        }
        true
    }

    fn names(&self) -> Seats {
        self.asked.or(self.to)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::Payments(_) | Frame::PayEach(_)))
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::ForcePoll(_))
    }

    fn is_of_a_card(&self) -> bool {
        true
    }

    fn check(&self, _rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-POLL-1", !{ self.asked }.is_empty())
    }
}

/// D38: several are asked whether they refuse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusalPoll {
    /// Whom the bank pays for a refuser.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to: Seats,
    /// How much each of them.
    pub amount: Amount,
    /// Is it a fee?
    #[serde(default, skip_serializing_if = "is_default")]
    pub fee: bool,
}

impl Decision for RefusalPoll {
    fn is_poll(&self) -> bool {
        true
    }

    fn candidates(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Pay, Action::Refuse]);
    }

    fn may(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Pay | Action::Refuse => Ok(()),
            _ => refuse("INV-LOSS-6", "you are asked whether you pay: pay or refuse"),
        }
    }

    /// All have answered: who refused is dealt with one after another. (INV-POLL-3)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let RefusalPoll { to, amount, fee } = *self;
        if !play.state.poll.is_complete() {
            return false;
        }
        play.pop();
        let poll = play.state.poll;
        let refusers: Seats = poll.asked().filter(|seat| poll.answer_of(*seat) == Some(Answer::Yes)).collect();
        if let Some(Frame::PayEach(PayEach { seat, .. })) = play.state.top()
            && refusers.contains(*seat)
        {
            // INV-JAIL-9: the fine replaces what was refused, and the bank pays it once.
            play.pop();
        }
        if !refusers.is_empty() {
            play.push(Refusers { left: refusers, to, amount, fee });
        }
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "refusal", standing: Some(Action::Pay) })
    }

    fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
        Action::Pay
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let you = |seat: Seat| {
            let (demand, cost, card) = rules.demand(state, seat, reader);
            let refuse = rules.refusing(state, seat);
            if card {
                return format!("You are struck by {demand} Follow it, or {refuse}.");
            }
            let short = cost.filter(|cost| *cost > state.player(seat).cash);
            let have = short.map_or_else(String::new, |_| format!(" and have {}", state.player(seat).cash));
            format!("You are to pay {demand}{have}: pay, or {refuse}.")
        };
        let asked = state.poll.missing().lowest().unwrap_or(state.active());
        let about = match (rules.demand(state, asked, reader), state.pending.iter().nth(1)) {
            ((_, _, true), Some(Frame::Card(Card { card, .. }))) => {
                format!("whether to follow the Loss card “{}” or to refuse", rules.fortune_card(*card).name)
            }
            (_, Some(Frame::Taxes(_))) => "whether to pay the tax or to refuse".to_owned(),
            ((demand, ..), _) => format!("whether to pay {demand} or to refuse"),
        };
        reader.poll(state, "INV-LOSS-6", you, &about)
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Pay | Action::Refuse => rules.choice_of_refusal(state, seat, action, reader),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Refusal { amount: self.amount.into(), to: self.to, fee: self.fee }
    }

    fn names(&self) -> Seats {
        self.to
    }

    fn is_of_a_card(&self) -> bool {
        true
    }
}

/// Those who refused go to jail, one after another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(Rust, packed)]
#[serde(deny_unknown_fields)]
pub struct Refusers {
    /// Who is left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Seats,
    /// Whom the bank pays for each of them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to: Seats,
    /// How much each.
    pub amount: Amount,
    /// Is it a fee?
    #[serde(default, skip_serializing_if = "is_default")]
    pub fee: bool,
}

impl Decision for Refusers {
    /// The next refuser goes to jail. (INV-LOSS-5, INV-LOSS-6)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Refusers { left, to, amount, fee } = *self;
        let Some(seat) = play.state.first_of(left) else {
            play.pop();
            if let Some(Frame::Card(Card { term: 0, asked: false, seat, second, .. })) = play.state.top()
                && !play.rules.single
                && play.subjects(*seat, *second).and(play.state.present()).is_empty()
            {
                // INV-LOSS-5, INV-HIDDEN-11: both have refused the card, so that nothing on it happens to anyone.
                play.drop_frame();
            }
            return true;
        };
        play.replace(Refusers { left: left.without(seat), to, amount, fee });
        if play.state.is_present(seat) {
            let each = Money::from(amount);
            let below = play.state.pending.iter().nth(1).copied();
            let (kind, card) = match below {
                _ if fee => (DebtKind::AgreedFee, None),
                Some(Frame::Taxes(_)) => (DebtKind::AgreedTax, None),
                Some(Frame::Payments(Payments { kind, .. })) => (kind, play.rules.card_at_work(play.state)),
                Some(Frame::Card(Card { card, .. })) => (DebtKind::Card, Some(card)),
                _ => (DebtKind::Card, play.rules.card_at_work(play.state)),
            };
            let (kind, business) = play.rules.fee_in_question(play.state, seat, kind, None);
            play.note(|| Event::PollRefused { seat, amount: each, kind, card, business });
            if let Some(Frame::Card(Card { card, term: 0, asked: false, seat: drawer, second, .. })) = below {
                // INV-HIDDEN-11, INV-SINGLE-19: a Loss card that was just read is refused as by its drawer.
                play.stand_in(seat, drawer, second, card);
            }
            play.refuse_payment(seat, to, each, fee);
        }
        true
    }

    fn names(&self) -> Seats {
        self.left.or(self.to)
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::Debt(_))
    }

    fn is_of_a_card(&self) -> bool {
        true
    }
}

/// Several players pay, one after another. (INV-DEBT-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(Rust, packed)]
#[serde(deny_unknown_fields)]
pub struct Payments {
    /// Who is left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Seats,
    /// To whom.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to: Party,
    /// How much each.
    pub amount: Amount,
    /// What for.
    pub kind: DebtKind,
}

impl Decision for Payments {
    /// The next of several pays. (INV-DEBT-2)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Payments { left, to, amount, kind } = *self;
        let Some(seat) = play.state.first_of(left) else {
            play.pop();
            return true;
        };
        play.replace(Payments { left: left.without(seat), to, amount, kind });
        if play.state.is_present(seat) && to != Party::Player(seat) {
            play.push(Debt { seat, to, amount, kind, business: None });
        }
        true
    }

    fn names(&self) -> Seats {
        self.left.or(self.to.seat().map_or(Seats::NONE, Seats::only))
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        bears_payments(above)
    }

    fn is_of_a_card(&self) -> bool {
        true
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-DEBT-1", self.kind != DebtKind::Fee && rules.is_owed(self.kind, self.to))
    }
}

/// One player pays several, one after another. (INV-DEBT-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayEach {
    /// Who pays.
    pub seat: Seat,
    /// Who is left to be paid.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Seats,
    /// How much each.
    pub amount: Amount,
}

impl Decision for PayEach {
    /// The next of several is paid; if the payer went out at one of them, the bank pays the rest. (INV-DEBT-2, INV-EDGE-16)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let PayEach { seat, left, amount } = *self;
        let Some(to) = play.state.first_of(left) else {
            play.pop();
            return true;
        };
        play.replace(PayEach { seat, left: left.without(to), amount });
        if !play.state.is_present(to) || to == seat {
            return true;
        }
        if !play.state.is_in(seat) {
            let amount = play.bank_pays(to, amount.into(), Flow::Dues);
            play.note(|| Event::BankStoodIn { seat: to, debtor: seat, amount });
        } else {
            // INV-GLOB-26, INV-PFX-4: with one piece for all no card pays several, so it is a fee that its owner owes.
            let kind = if play.rules.single { DebtKind::AgreedFee } else { DebtKind::Card };
            play.push(Debt { seat, to: Party::Player(to), amount, kind, business: None });
        }
        true
    }

    fn names(&self) -> Seats {
        self.left.with(self.seat)
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        bears_payments(above)
    }

    fn is_of_a_card(&self) -> bool {
        true
    }
}

impl InvestmentsRules {
    /// Can there be such a debt to such a creditor under these settings?
    fn is_owed(&self, kind: DebtKind, to: Party) -> bool {
        match kind {
            DebtKind::Fee | DebtKind::ReverseFee => !self.single && to != Party::Bank,
            DebtKind::AgreedFee => self.single && to != Party::Bank,
            DebtKind::Tax => !self.single && !self.reroll && to == Party::Bank,
            DebtKind::AgreedTax => self.single && !self.reroll && to == Party::Bank,
            DebtKind::Flat => !self.single && to == Party::Bank,
            DebtKind::AgreedFlat => self.single && to == Party::Bank,
            DebtKind::Card => true,
            DebtKind::Pips | DebtKind::Fine | DebtKind::Loan => to == Party::Bank,
        }
    }

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

    fn bank_grants(&self, state: &State, amount: Money) -> Result<(), Refusal> {
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

    fn may_return_bank_card(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
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
    fn can_raise(&self, state: &State, seat: Seat) -> bool {
        let player = state.player(seat);
        let pays = |amount: Money| self.bank_can_pay(state, amount);
        { player.owned.and(state.upgraded) }.any(|one| pays(self.upgrade_value(state, one)))
            || { player.owned.and_not(state.upgraded).and_not(state.mortgaged) }.any(|one| pays(self.deed(one).mortgage))
            || player.shortcuts().any(|(_, held)| pays(self.pack.shortcuts[usize::from(held.card)].price))
            || (player.bank_cards > 0 && pays(self.pack.numbers.bank_card_price))
    }

    /// The business that the debtor of a fee could take instead. (INV-FORCE-6, INV-FORCE-11)
    fn forceable(&self, state: &State, seat: Seat, kind: DebtKind, business: Option<Business>) -> Option<Business> {
        business.filter(|business| kind == DebtKind::Fee && !state.turn.borrowed && self.can_force(state, seat, *business))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Pays a debt in full. (INV-DEBT-1)
    pub fn pay_debt(&mut self, debt: Debt) {
        let Debt { seat, to, amount, kind, business } = debt;
        self.close_debt();
        let amount = Money::from(amount);
        self.pays_party(seat, to, amount);
        let (kind, business) = self.rules.fee_in_question(self.state, seat, kind, business);
        self.note(|| Event::Paid { seat, to: to.seat(), amount, kind, business });
    }

    /// A debt is done with, one way or another.
    fn close_debt(&mut self) {
        self.pop();
        self.state.turn.borrowed = false;
    }

    /// The bank pays other players what was refused. (INV-JAIL-9)
    pub fn bank_stands_in(&mut self, debtor: Seat, to: Seats, each: Money) {
        for creditor in self.state.in_order(to.without(debtor)) {
            if self.state.is_present(creditor) && each > Money::ZERO {
                let amount = self.bank_pays(creditor, each, Flow::Dues);
                self.note(|| Event::BankStoodIn { seat: creditor, debtor, amount });
            }
        }
    }

    /// The bank pays other players what was refused; then jail. (INV-JAIL-9, INV-FEE-9)
    pub fn refuse_payment(&mut self, seat: Seat, to: Seats, each: Money, fee: bool) {
        self.bank_stands_in(seat, to, each);
        let fine = if fee {
            each.times(i32::from(self.rules.pack.numbers.refused_fee_factor) * to.len() as i32)
        } else {
            self.rules.pack.numbers.fine
        };
        self.send_to_jail(seat, fine);
    }

    /// Jail and a fine, while the piece stays where it is; or out, at the offence that reaches the limit. (INV-JAIL-1, INV-JAIL-3,
    /// INV-JAIL-4, INV-JAIL-7, INV-JAIL-8, INV-JAIL-10, INV-JAIL-11)
    pub fn send_to_jail(&mut self, seat: Seat, fine: Money) {
        let rounds = self.rules.pack.numbers.jail_rounds;
        let player = self.state.player_mut(seat);
        player.offences = player.offences.saturating_add(1);
        let offences = player.offences;
        if self.rules.options.offence_limit.is_some_and(|limit| offences >= limit) {
            self.note(|| Event::Expelled { seat, offences });
            self.eliminate(seat);
            return;
        }
        // INV-TURN-10: a pending missed turn is dropped by jail; INV-EDGE-25: and so is a stay.
        (player.jail, player.missed, player.stays) = (rounds, 0, false);
        self.note(|| Event::Jailed { seat, rounds, fine });
        self.push(Debt { seat, to: Party::Bank, amount: fine.into(), kind: DebtKind::Fine, business: None });
    }

    /// A player cannot pay: the bank pays the creditor in full and takes everything. (INV-BUST-1, INV-BUST-2)
    pub fn bankrupt(&mut self, seat: Seat, to: Party, amount: Money) {
        self.note(|| Event::Bankrupt { seat, to: to.seat(), amount });
        self.hand_over(seat);
        if let Some(creditor) = to.seat() {
            let amount = self.bank_pays(creditor, amount, Flow::Dues);
            self.note(|| Event::BankStoodIn { seat: creditor, debtor: seat, amount });
        }
        self.end_if_alone();
    }

    /// A player is out of the game.
    pub fn eliminate(&mut self, seat: Seat) {
        self.hand_over(seat);
        self.end_if_alone();
    }

    /// Everything goes back to the bank; a Global Economy card that the player drew stays in force. (INV-BUST-3, INV-BUST-4)
    fn hand_over(&mut self, seat: Seat) {
        for business in self.state.player(seat).owned {
            self.state.set_level(business, 0);
            self.state.set_loan(business, None);
            self.state.give(business, None);
        }
        self.lose_shortcuts(seat);
        for fortune in Fortune::ALL {
            for card in Bits(self.state.kept[fortune.index()].of(seat)) {
                self.discard_kept(fortune, card);
            }
            if let Some(card) = self.state.player_mut(seat).hidden[fortune.index()].take() {
                // INV-HIDDEN-12: an unseen card goes in at once.
                self.state.fortunes[fortune.index()].shuffle_in([card.card()].into_iter().collect());
            }
        }
        if seat == self.state.active() {
            self.state.turn.at_work = 0;
        }
        self.state.outs += 1;
        let (at, out, offences) = (self.state.player(seat).at, self.state.outs, self.state.player(seat).offences);
        let returned = self.state.player(seat).returned;
        let subsidised = self.state.player(seat).subsidised;
        let (cash, cards) = (self.cash(seat), self.state.player(seat).bank_cards);
        self.state.bank += cash;
        self.state.bank_cards += cards;
        *self.state.player_mut(seat) = Player { at, out, offences, returned, subsidised, ..Player::NEW };
        if !self.rules.single {
            (self.state.player_mut(seat).returned, self.state.player_mut(seat).subsidised) = (0, false);
        }
        self.note(|| Event::Out { seat, cash });
    }

    /// One player is left, or none of one. It is looked at whenever somebody goes out, so the last of several never does. (INV-END-1,
    /// INV-SOLO-3, INV-END-16, INV-END-19)
    fn end_if_alone(&mut self) {
        let left = self.rules.players - usize::from(self.state.outs);
        match (self.rules.players, left) {
            (1, _) => self.end_game(Ending::SoloOut, None),
            (_, 1) => self.end_game(Ending::LastPlayer, None),
            _ => {}
        }
    }

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

    /// Asks several players whether they refuse, once it is their turn to be asked. (INV-POLL-1)
    pub fn ask_for_refusals(&mut self, asked: Seats, to: Seats, amount: Money, fee: bool) {
        self.push(AskRefusal { asked, to, amount: amount.into(), fee });
    }
}

/// The words of debts: what is owed and for what, what refusing costs, what selling and loans bring.
impl InvestmentsRules {
    /// For what somebody owes, after the amount.
    fn debt_for(&self, state: &State, kind: DebtKind, seat: Seat, business: Option<Business>) -> String {
        let name = business.map(|business| self.called(business));
        match (kind, name) {
            (DebtKind::Fee, Some(name)) => format!(" for landing on {name}"),
            (DebtKind::ReverseFee, Some(name)) => format!(" as the fee of {name}"),
            (DebtKind::Fee | DebtKind::AgreedFee | DebtKind::ReverseFee, _) => {
                let landed = business.or_else(|| self.tile(self.piece(state, seat)).2);
                landed.map_or_else(String::new, |business| format!(" as the fee of {}", self.called(business)))
            }
            (DebtKind::Tax | DebtKind::AgreedTax, _) => " in taxes".into(),
            (DebtKind::Card, _) => match self.card_at_work(state) {
                Some(card) => format!(" by the card “{}”", self.fortune_card(card).name),
                None => " by a card".into(),
            },
            // INV-FORT-17: also where a die asked for a Loss card.
            (DebtKind::Flat | DebtKind::AgreedFlat, _) => " in place of a Loss card".into(),
            (DebtKind::Pips, _) => " for the pips rolled".into(),
            (DebtKind::Fine, _) => " as a fine".into(),
            (DebtKind::Loan, Some(name)) => format!(" for the loan on {name}"),
            (DebtKind::Loan, None) => " for a loan".into(),
        }
    }

    /// The business whose fee a table with one piece for all pays, and whether its owner owes it. (INV-SINGLE-6, INV-GLOB-26)
    pub(crate) fn fee_in_question(
        &self,
        state: &State,
        payer: Seat,
        kind: DebtKind,
        business: Option<Business>,
    ) -> (DebtKind, Option<Business>) {
        if kind != DebtKind::AgreedFee {
            return (kind, business);
        }
        let landed = business.or(self.tile(self.piece(state, payer)).2);
        let reversed = landed.is_some_and(|landed| state.owner(landed) == Some(payer));
        (if reversed { DebtKind::ReverseFee } else { kind }, landed)
    }

    /// The card that is being carried out.
    fn card_at_work(&self, state: &State) -> Option<FortuneId> {
        state.pending.iter().find_map(|frame| match frame {
            Frame::Card(Card { card, .. }) => Some(*card),
            _ => None,
        })
    }

    pub(crate) fn choice_of_debt(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let Some(Frame::Debt(Debt { to, amount, kind, business, .. })) = state.top().copied() else {
            return Choice::new("INV-DEBT-1", "Pay");
        };
        let amount = Money::from(amount);
        let creditor = to.seat().map(|to| reader.name(to));
        match action {
            Action::Bankrupt => {
                let wins = match (self.players, state.remaining().without(seat)) {
                    (1, _) => "the game is lost".into(),
                    (_, rest) if rest.len() == 1 => format!("{} wins", reader.all(rest)),
                    _ => String::new(),
                };
                let gone = "everything you have goes to the bank, and you are out of the game".to_owned();
                Choice::new("INV-DEBT-7", "Go bankrupt").so([gone, wins])
            }
            Action::Waive => {
                let name = business.map_or("this landing", |business| self.called(business));
                Choice::new("INV-FX-7", format!("Use your card: no fee for {name}")).with("the card is spent")
            }
            Action::Refuse => {
                let fine = if kind.is_fee() {
                    amount.times(self.pack.numbers.refused_fee_factor.into())
                } else {
                    self.pack.numbers.fine
                };
                let stands_in = creditor.map_or_else(String::new, |name| format!("the bank pays {name}"));
                Choice::new("INV-JAIL-1", format!("Refuse to pay {amount}")).so([self.penalty(state, seat, fine), stands_in])
            }
            _ => {
                let clause = match kind {
                    DebtKind::Fee => "INV-FEE-1",
                    DebtKind::Tax => "INV-TAX-1",
                    _ => "INV-DEBT-1",
                };
                let label = creditor.map_or_else(|| format!("Pay {amount} to the bank"), |name| format!("Pay {name} {amount}"));
                let stay = match self.options.tax_stay {
                    _ if kind != DebtKind::Tax => "",
                    TaxStay::MissTurn => "then no fees until your next turn, which is missed",
                    TaxStay::FeesOnly => "then no fees until your next turn",
                };
                Choice::new(clause, label).so([self.left(state, seat, amount), stay.into()])
            }
        }
    }

    /// What several are asked to pay or follow: in words, what it costs this player where that is known, and whether it is a card.
    fn demand(&self, state: &State, seat: Seat, reader: &Reader) -> (String, Option<Money>, bool) {
        let Some(Frame::RefusalPoll(RefusalPoll { to, amount, .. })) = state.top().copied() else {
            return (String::new(), None, false);
        };
        let (amount, to) = (Money::from(amount), to.without(seat));
        let by = |card: FortuneId| format!("by the card “{}”", self.fortune_card(card).name);
        match state.pending.iter().nth(1).copied() {
            Some(Frame::Payments(Payments { kind: DebtKind::AgreedFlat, amount, .. })) => {
                let amount = Money::from(amount);
                (format!("{amount} to the bank in place of a Loss card"), Some(amount), false)
            }
            Some(Frame::Payments(Payments { to, amount, .. })) => {
                let (amount, to) = (Money::from(amount), to.seat().map_or_else(|| "the bank".into(), |to| reader.who(to)));
                let landed = self
                    .tile(self.piece(state, seat))
                    .2
                    .map_or_else(String::new, |one| format!(" as the fee of {}", self.called(one)));
                (format!("{amount} to {to}{landed}"), Some(amount), false)
            }
            Some(Frame::PayEach(PayEach { amount, left, .. })) => {
                let amount = Money::from(amount);
                let left = left.without(seat);
                let each = if left.len() > 1 { "each of " } else { "" };
                let card = self.card_at_work(state).map_or_else(String::new, |card| format!(" {}", by(card)));
                (format!("{amount} to {each}{}{card}", reader.all(left)), Some(amount.times(left.len() as i32)), false)
            }
            Some(Frame::Taxes(Taxes { tile, .. })) => {
                let tax = self.tax(state, seat, tile);
                (format!("{tax} in taxes"), Some(tax), false)
            }
            Some(Frame::Debt(Debt { to: creditor, amount, .. })) => {
                let amount = Money::from(amount);
                let to = creditor.seat().map_or_else(|| "the bank".into(), |to| reader.who(to));
                let card = self.card_at_work(state).map_or_else(|| "by a card".into(), by);
                (format!("{amount} to {to} {card}"), Some(amount), false)
            }
            Some(Frame::Card(Card { card, asked: true, .. })) => {
                let receivers = if to.is_empty() { "the bank".into() } else { reader.all(to) };
                let each = if to.len() > 1 { " each" } else { "" };
                let cost = amount.times(to.len().max(1) as i32);
                (format!("{amount} to {receivers}{each} {}", by(card)), Some(cost), false)
            }
            Some(Frame::Card(Card { card, .. })) => {
                let card = self.fortune_card(card);
                (format!("the Loss card “{}”: {}", card.name, card.text), None, true)
            }
            _ => (format!("{amount}"), Some(amount), false),
        }
    }

    pub(crate) fn choice_of_refusal(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let Some(Frame::RefusalPoll(RefusalPoll { to, amount, fee })) = state.top().copied() else {
            return Choice::new("INV-LOSS-6", "Pay");
        };
        let (_, cost, card) = self.demand(state, seat, reader);
        if *action == Action::Refuse {
            let each = Money::from(amount);
            let fine = if fee {
                each.times(i32::from(self.pack.numbers.refused_fee_factor) * to.len() as i32)
            } else {
                self.pack.numbers.fine
            };
            let paid = match state.pending.iter().nth(1) {
                Some(Frame::Card(Card { card: read, .. })) if card => self.stood_in_for(state, seat, *read, reader),
                _ if to.without(seat).is_empty() || each == Money::ZERO => String::new(),
                _ => format!("the bank pays {}", reader.all(to.without(seat))),
            };
            let label = if card { "Refuse to follow it" } else { "Refuse to pay" };
            return Choice::new("INV-LOSS-6", label).so([self.penalty(state, seat, fine), paid]);
        }
        let label = match cost {
            Some(cost) => format!("Pay {cost}"),
            None => "Follow the card".into(),
        };
        let choice = Choice::new("INV-LOSS-6", label);
        match cost {
            Some(cost) => choice.with(self.left_or_raise(state, seat, cost)),
            None => choice,
        }
    }

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

/// What can lie above several payments.
fn bears_payments(above: &Frame) -> bool {
    matches!(above, Frame::Debt(_) | Frame::AskRefusal(_) | Frame::RefusalPoll(_) | Frame::Refusers(_))
}
