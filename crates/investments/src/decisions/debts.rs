//! Debts: paying, raising money, refusing; jail and bankruptcy. (INV-DEBT, INV-SELL, INV-JAIL, INV-BUST; D17, D18, D38)

use crate::{
    actions::Action,
    bots::sensible::keep,
    content::things::{Business, Fortune},
    decisions::{Decision, Frame},
    events::Event,
    options::TaxStay,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::position::is_default,
    state::{Amount, DebtKind, Ending, Party, Player, State},
    view::PendingView,
    words::Choice,
    words::saying::{Reader, one_of},
};
use kernel::{Bits, Journal, Line, Luck, Money, Refusal, Seat, Seats, refuse};
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

impl InvestmentsRules {
    /// Can there be such a debt to such a creditor under these settings?
    pub(crate) fn is_owed(&self, kind: DebtKind, to: Party) -> bool {
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

    /// The business that the debtor of a fee could take instead. (INV-FORCE-6, INV-FORCE-11)
    pub(crate) fn forceable(&self, state: &State, seat: Seat, kind: DebtKind, business: Option<Business>) -> Option<Business> {
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
}
