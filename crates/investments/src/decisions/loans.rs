//! Lap events: the subsidy, loan payments, and the expiry of kept cards. (INV-LAP, INV-LOAN; D9 to D11)

use crate::{
    actions::Action,
    bots::sensible::keep,
    content::effects::Global,
    content::things::{Business, Businesses, Fortune, percent},
    decisions::{Decision, Frame, Moving},
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::position::is_default,
    state::{Armed, Book, State, in_order},
    view::PendingView,
    words::Choice,
    words::saying::Reader,
};
use kernel::{
    Bits, Journal, Line, Luck, Money, Refusal, Seat, Seats, refuse,
    say::{counted, listed},
};
use serde::{Deserialize, Serialize};

/// Loan payments of a lap event, then the expiry of kept cards. (INV-LAP-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lap {
    /// Who made the lap.
    pub seat: Seat,
    /// Whose loans are still to be looked at.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Seats,
}

impl Decision for Lap {
    /// The loans of one player after another; then kept cards expire. (INV-SINGLE-11)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Lap { seat, left } = *self;
        let next = play.state.order.from(seat).find(|seat| left.contains(*seat));
        let Some(debtor) = next else {
            play.pop();
            // INV-JAIL-5: nothing is taken from whoever went to jail over a loan.
            for seat in play.struck(seat).and(play.state.present()) {
                play.expire_kept(seat);
            }
            return true;
        };
        play.replace(Lap { seat, left: left.without(debtor) });
        if !play.state.is_present(debtor) {
            return true;
        }
        // INV-LOAN-13: every loan that stands now; INV-LOAN-17: not one that is taken to pay another.
        play.state.dues = play.state.player(debtor).owned.and(play.state.mortgaged);
        if !play.state.dues.is_empty() {
            play.push(Loans { seat: debtor });
        }
        true
    }

    fn names(&self) -> Seats {
        self.left.with(self.seat)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::Moving(_)))
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::Loans(_))
    }
}

/// D9: which loan is paid. (INV-LOAN-10)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loans {
    /// The debtor.
    pub seat: Seat,
}

impl Decision for Loans {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn candidates(&self, _rules: &InvestmentsRules, state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::PayAll);
        out.extend(state.dues.map(Action::Settle));
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::PayAll if rules.loans_due(state, state.dues) <= state.player(seat).cash => Ok(()),
            Action::PayAll => refuse("INV-LOAN-10", "your cash does not cover all loans: settle one after another"),
            Action::Settle(business) if state.dues.contains(*business) => Ok(()),
            Action::Settle(_) => refuse("INV-LOAN-10", "settle a loan that is due at this lap"),
            _ => refuse("INV-LAP-4", "loan payments come before anything else: pay them all, or settle one after another"),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match action {
            Action::Settle(business) => play.push(Loan { seat, business: *business }),
            _ => play.state.dues.for_each(|business| play.pay_loan(seat, business)),
        }
    }

    /// What is due is asked for; on a loan of which nothing is, the lap is only counted. (INV-LOAN-10, INV-GFX-9)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Loans { seat } = *self;
        if !play.state.is_present(seat) || play.state.dues.is_empty() {
            play.state.dues = Businesses::NONE;
            play.pop();
            return true;
        }
        let dues = play.state.dues;
        let free: Businesses = dues.filter(|loan| play.rules.loan_due(play.state, *loan) == Money::ZERO).collect();
        if !free.is_empty() {
            free.for_each(|business| play.pay_loan(seat, business));
            return true;
        }
        if dues.len() == 1
            && let Some(business) = dues.lowest()
        {
            play.push(Loan { seat, business });
            return true;
        }
        false
    }

    fn fallback(&self, rules: &InvestmentsRules, state: &State, seat: Seat) -> Action {
        if rules.loans_due(state, state.dues) <= state.player(seat).cash {
            return Action::PayAll;
        }
        // In deed order.
        state.dues.lowest().map_or(Action::PayAll, Action::Settle)
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Loans { seat } = *self;
        let (due, count) = (rules.loans_due(state, state.dues), state.dues.len());
        let you = || {
            let cash = state.player(seat).cash;
            if cash >= due {
                format!("Payments of {due} are due on {count} loans: pay them all, or settle one after another.")
            } else {
                format!("Payments of {due} are due on {count} loans, and you have {cash}: settle one after another.")
            }
        };
        reader.one(seat, "INV-LOAN-10", you, || format!("{} settles payments of {due} on {count} loans.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::PayAll | Action::Settle(_) => rules.choice_of_loans(state, seat, action),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn wanted(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, wanted: &mut Vec<Action>) {
        wanted.push(Action::PayAll);
    }

    fn sensible(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>, first: usize) {
        if out[first..].contains(&Action::PayAll) {
            keep(out, first, |action| *action == Action::PayAll);
        }
    }

    fn view(&self, rules: &InvestmentsRules, state: &State) -> PendingView {
        PendingView::Loans { seat: self.seat, due: rules.loans_due(state, state.dues) }
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::Lap(_)))
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::Loan(_) | Frame::Debt(_))
    }
}

/// D10, D11: one loan. (INV-LOAN-14)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loan {
    /// The debtor.
    pub seat: Seat,
    /// The pledged business.
    pub business: Business,
}

impl Decision for Loan {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: the ways to raise money are many, and a refusal takes time to word.
        if rules.loan_due(state, self.business) <= state.player(seat).cash {
            out.extend([Action::Pay, Action::Refuse]);
        } else {
            out.push(Action::LetGo);
            rules.list_raising(state, seat, true, out);
        }
        rules.list_debtor_deals(state, seat, out);
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Loan { business, .. } = *self;
        if let Action::Offer(deal) = action {
            return rules.may_offer(state, seat, deal);
        }

        let short = state.player(seat).cash < rules.loan_due(state, business);
        match action {
            Action::Pay if short => {
                refuse("INV-LOAN-14", "your cash is short of the payment: raise money or let the business go")
            }
            Action::Refuse if short => {
                refuse("INV-LOAN-14", "only a payment that could be made is refused: raise money or let the business go")
            }
            Action::Pay | Action::Refuse => Ok(()),
            Action::LetGo if short => Ok(()),
            Action::LetGo => refuse("INV-LOAN-14", "your cash covers the payment: pay it or refuse"),
            _ if !short => refuse("INV-DEBT-4", "your cash covers the payment: pay it or refuse"),
            _ => rules.may_raise(state, seat, action, true),
        }
    }

    /// D9 and D10: what the debtor chose.
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let Loan { business, .. } = *self;
        match action {
            Action::Pay => {
                play.pop();
                play.pay_loan(seat, business);
            }
            Action::LetGo => {
                play.pop();
                play.lose_pledge(seat, business);
            }
            Action::Refuse => {
                // INV-LOAN-14: a player who refuses one payment refuses all that are still open, and loses those businesses too,
                // for one fine.
                play.pop();
                for business in play.state.dues {
                    let amount = play.rules.loan_due(play.state, business);
                    play.note(|| Event::LoanRefused { seat, business, amount });
                    play.lose_pledge(seat, business);
                }
                play.finish_movement(seat);
                play.send_to_jail(seat, play.rules.pack.numbers.fine);
            }
            _ => play.raise(seat, action),
        }
    }

    fn fallback(&self, rules: &InvestmentsRules, state: &State, seat: Seat) -> Action {
        match () {
            () if rules.loan_due(state, self.business) <= state.player(seat).cash => Action::Pay,
            () if state.player(seat).bank_cards > 0 && rules.bank_can_pay(state, rules.pack.numbers.bank_card_price) => {
                Action::SellBankCard
            }
            () => Action::LetGo,
        }
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Loan { seat, business } = *self;
        let (name, due) = (rules.called(business), rules.due_in_words(state, business));
        let you = || {
            let cash = state.player(seat).cash;
            let comes = if rules.is_last_offence(state, seat) { "be out of the game" } else { "go to jail" };
            if cash >= rules.loan_due(state, business) {
                let lost = if state.dues.len() > 1 { "all businesses whose payments are open" } else { "the business" };
                format!("You owe the bank {due} for {name}: pay, or refuse, lose {lost} and {comes}.")
            } else {
                format!("You owe the bank {due} for {name} and have {cash}: raise money, or let the business go.")
            }
        };
        reader.one(seat, "INV-LOAN-14", you, || format!("{} owes the bank {due} for {name}.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Pay | Action::LetGo | Action::Refuse => rules.choice_of_loans(state, seat, action),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn wanted(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, wanted: &mut Vec<Action>) {
        wanted.push(Action::Pay);
    }

    fn price(&self, rules: &InvestmentsRules, state: &State, _seat: Seat) -> Option<Money> {
        Some(rules.loan_due(state, self.business))
    }

    fn sensible(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>, first: usize) {
        keep(out, first, |action| *action != Action::Refuse);
        rules.keep_fitting(state, seat, rules.loan_due(state, self.business), out, first);
    }

    fn view(&self, rules: &InvestmentsRules, state: &State) -> PendingView {
        let Loan { seat, business } = *self;
        PendingView::Loan { seat, business, due: rules.loan_due(state, business) }
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::Loans(Loans { seat })) if *seat == self.seat)
    }

    fn bears_deal_of(&self, opener: Seat) -> bool {
        opener == self.seat
    }
}

impl InvestmentsRules {
    /// The subsidy now. (INV-LAP-3, INV-GFX-8)
    pub fn subsidy(&self, state: &State) -> Money {
        let set = self.terms(state).iter().find_map(|term| match term {
            Global::SubsidySet(amount) => Some(*amount),
            _ => None,
        });
        set.unwrap_or(self.pack.numbers.subsidy)
    }

    /// The interest on a loan now. (INV-LOAN-6, INV-GFX-9)
    pub fn interest(&self, state: &State, business: Business) -> Money {
        let set = self.terms(state).iter().find_map(|term| match term {
            Global::InterestSet(percent) => Some(*percent),
            _ => None,
        });
        percent(self.deed(business).mortgage, set.unwrap_or(self.pack.numbers.interest_percent).into())
    }

    /// Is this the lap event at which the loan itself is due? (INV-LOAN-5)
    pub(crate) fn is_last_lap(&self, state: &State, business: Business) -> bool {
        state.loan_laps(business).is_some_and(|laps| laps + 1 >= self.pack.numbers.loan_laps)
    }

    /// What is due on a loan at this lap event: the interest, and at the third the loan as well. (INV-LOAN-13)
    pub fn loan_due(&self, state: &State, business: Business) -> Money {
        let loan = if self.is_last_lap(state, business) { self.deed(business).mortgage } else { Money::ZERO };
        self.interest(state, business) + loan
    }

    /// All that is due of these loans.
    pub(crate) fn loans_due(&self, state: &State, loans: Businesses) -> Money {
        loans.map(|loan| self.loan_due(state, loan)).sum()
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A lap event: the subsidy at once, then loans, then the expiry of kept cards. `left` is how far the movement still goes: the
    /// extra of a Bank tile is added if it ends on one. (INV-LAP-2, INV-BANK-2)
    pub fn lap_event(&mut self, seat: Seat, left: u8) {
        let lapper = self.rules.lapper(seat);
        self.state.player_mut(lapper).subsidised = true;
        let extra = self.rules.pack.extras.get(usize::from(left)).copied().unwrap_or(Money::ZERO);
        let subsidy = self.rules.subsidy(self.state);
        let laps = self.struck(seat);
        for seat in in_order(self.state.order, seat, laps) {
            self.state.player_mut(seat).book = Book::default();
            let paid = self.bank_pays(seat, subsidy + extra, Flow::Dues);
            self.note(|| Event::Subsidised { seat, amount: paid, extra });
        }
        self.push(Lap { seat, left: laps });
    }

    /// Pays what is due on one loan. (INV-LOAN-6, INV-LOAN-13)
    pub fn pay_loan(&mut self, seat: Seat, business: Business) {
        let (due, last) = (self.rules.loan_due(self.state, business), self.rules.is_last_lap(self.state, business));
        self.pays_bank(seat, due, Flow::Dues);
        let laps = self.state.loan_laps(business).unwrap_or(0) + 1;
        self.state.set_loan(business, if last { None } else { Some(laps) });
        if last {
            // INV-LOAN-16: not mortgaged again in this slot, however it was repaid.
            self.state.repaid.insert(business);
        }
        self.state.dues.remove(business);
        self.note(|| Event::LoanPaid { seat, business, amount: due, repaid: last, laps });
    }

    /// The pledged business goes to the bank, and its loan is settled: that is no bankruptcy. (INV-LOAN-8, INV-LOAN-9, INV-LOAN-15,
    /// INV-BUST-5)
    pub fn lose_pledge(&mut self, seat: Seat, business: Business) {
        self.state.set_loan(business, None);
        self.state.dues.remove(business);
        self.transfer(business, None);
        self.note(|| Event::PledgeLost { seat, business });
    }

    /// Moves the piece of a player who goes to jail over a loan to the tile on which the whole movement ends. That tile is not
    /// resolved for them, and tiles passed on the way have no effect. A common piece goes on with the other players, if there
    /// are any. (INV-JAIL-3, INV-JAIL-5, INV-SINGLE-18)
    fn finish_movement(&mut self, seat: Seat) {
        let moving = self.state.pending.iter().find_map(|frame| match *frame {
            Frame::Moving(Moving { seat: mover, left, .. }) => Some((mover, left)),
            _ => None,
        });
        let alone = |mover: Seat| match self.rules.single {
            true => !self.state.has_company(seat),
            false => mover == seat,
        };
        if let Some((_, left)) = moving.filter(|(mover, _)| alone(*mover)) {
            let at = self.rules.ahead(self.rules.piece(self.state, seat), left);
            self.put_piece(seat, at);
        }
    }

    /// Kept cards that were not used go under their piles; what was armed lapses. The tile landed on comes after it. (INV-KEEP-5,
    /// INV-KEEP-8, INV-HIDDEN-10)
    fn expire_kept(&mut self, seat: Seat) {
        for fortune in Fortune::ALL {
            // INV-KEEP-4: what is at work in this turn counts as used.
            let at_work = if fortune == Fortune::Loss && seat == self.state.active() { self.state.turn.at_work } else { 0 };
            let cards = if self.state.kept[fortune.index()].cards == 0 { 0 } else { self.state.kept[fortune.index()].of(seat) };
            for card in Bits(cards & !at_work) {
                self.discard_kept(fortune, card);
                self.note(|| Event::KeptExpired { seat, fortune, card });
            }
        }
        if self.state.player(seat).armed != Armed::NONE {
            self.state.player_mut(seat).armed = Armed::NONE;
            self.note(|| Event::ArmedLapsed { seat });
        }
    }
}

/// The words of loan payments.
impl InvestmentsRules {
    /// What is due on a loan, and for what.
    fn due_in_words(&self, state: &State, business: Business) -> String {
        let (due, interest) = (self.loan_due(state, business), self.interest(state, business));
        match (self.is_last_lap(state, business), interest) {
            (true, Money::ZERO) => format!("{due}, the loan"),
            (true, _) => format!("{due}, the loan and its interest"),
            (false, _) => format!("{due} interest"),
        }
    }

    pub(crate) fn choice_of_loans(&self, state: &State, seat: Seat, action: &Action) -> Choice {
        let pledge = match (action, state.top()) {
            (Action::Settle(business), _) | (_, Some(Frame::Loan(Loan { business, .. }))) => Some(*business),
            _ => None,
        };
        let Some(business) = pledge.filter(|_| *action != Action::PayAll) else {
            let due = self.loans_due(state, state.dues);
            let repaid = state.dues.filter(|loan| self.is_last_lap(state, *loan)).count();
            let ended = if repaid > 0 { format!("{} repaid", counted(repaid as u32, "loan")) } else { String::new() };
            return Choice::new("INV-LOAN-10", format!("Pay all {due}")).so([self.left(state, seat, due), ended]);
        };
        let (name, due) = (self.called(business), self.loan_due(state, business));
        let last = self.is_last_lap(state, business);
        let laps = state.loan_laps(business).map_or(1, |laps| laps + 1);
        let lap = format!("lap {laps} of {}", self.pack.numbers.loan_laps);
        let after = if last { "the loan is repaid" } else { &lap };
        let goes = format!("{name} goes to the bank, and nothing more is owed on it");
        match action {
            Action::Settle(_) => {
                let choice = Choice::new("INV-LOAN-10", format!("Settle {name}: {}", self.due_in_words(state, business)));
                choice.with(if last { "the loan itself is due".into() } else { lap.clone() })
            }
            Action::LetGo => Choice::new("INV-LOAN-14", format!("Let {name} go")).with(goes),
            Action::Refuse => {
                let penalty = self.penalty(state, seat, self.pack.numbers.fine);
                let all = state.dues;
                let go = if all.len() > 1 { "go" } else { "goes" };
                let lost = listed(all.map(|business| self.called(business).to_owned()).collect::<Vec<_>>());
                let label = match all.len() {
                    0 | 1 => format!("Refuse to pay {due}"),
                    count => format!("Refuse all {count} payments: {}", self.loans_due(state, all)),
                };
                Choice::new("INV-LOAN-14", label).so([format!("{lost} {go} to the bank"), penalty])
            }
            _ => Choice::new("INV-LOAN-14", format!("Pay {due} for {name}")).so([self.left(state, seat, due), after.to_owned()]),
        }
    }
}
