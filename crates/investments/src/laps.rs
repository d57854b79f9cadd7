//! Lap events: the subsidy, loan payments, and the expiry of kept cards. (INV-LAP, INV-LOAN; D9 to D11)

use crate::{
    actions::Action,
    effects::Global,
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    saying::Reader,
    state::{Armed, Book, Frame, State, in_order},
    things::{Business, Businesses, Fortune, percent},
    words::Choice,
};
use kernel::{
    Bits, Journal, Line, Luck, Money, Refusal, Seat, Seats, refuse,
    say::{counted, listed},
};

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

    /// D9: which loan is paid.
    pub(crate) fn list_loans(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.loans_due(state, state.dues) <= state.player(seat).cash {
            out.push(Action::PayAll);
        }
        out.extend(state.dues.map(Action::Settle));
    }

    pub(crate) fn may_pay_loans(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::PayAll if self.loans_due(state, state.dues) <= state.player(seat).cash => Ok(()),
            Action::PayAll => refuse("INV-LOAN-10", "your cash does not cover all loans: settle one after another"),
            Action::Settle(business) if state.dues.contains(*business) => Ok(()),
            Action::Settle(_) => refuse("INV-LOAN-10", "settle a loan that is due at this lap"),
            _ => refuse("INV-LAP-4", "loan payments come before anything else: pay them all, or settle one after another"),
        }
    }

    /// D10, D11: one loan.
    pub(crate) fn list_loan(&self, state: &State, seat: Seat, business: Business, out: &mut Vec<Action>) {
        if self.loan_due(state, business) <= state.player(seat).cash {
            out.extend([Action::Pay, Action::Refuse]);
        } else {
            out.push(Action::LetGo);
            self.list_raising(state, seat, true, out);
        }
    }

    pub(crate) fn may_settle_loan(&self, state: &State, seat: Seat, business: Business, action: &Action) -> Result<(), Refusal> {
        let short = state.player(seat).cash < self.loan_due(state, business);
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
            _ => self.may_raise(state, seat, action, true),
        }
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
        self.push(Frame::Lap { seat, left: laps });
    }

    /// The loans of one player after another; then kept cards expire. (INV-SINGLE-11)
    pub fn settle_lap(&mut self, seat: Seat, left: Seats) -> bool {
        let next = self.state.order.from(seat).find(|seat| left.contains(*seat));
        let Some(debtor) = next else {
            self.pop();
            // INV-JAIL-5: nothing is taken from whoever went to jail over a loan.
            for seat in self.struck(seat).and(self.state.present()) {
                self.expire_kept(seat);
            }
            return true;
        };
        self.replace(Frame::Lap { seat, left: left.without(debtor) });
        if !self.state.is_present(debtor) {
            return true;
        }
        // INV-LOAN-13: every loan that stands now; INV-LOAN-17: not one that is taken to pay another.
        self.state.dues = self.state.player(debtor).owned.and(self.state.mortgaged);
        if !self.state.dues.is_empty() {
            self.push(Frame::Loans { seat: debtor });
        }
        true
    }

    /// What is due is asked for; on a loan of which nothing is, the lap is only counted. (INV-LOAN-10, INV-GFX-9)
    pub fn settle_loans(&mut self, seat: Seat) -> bool {
        if !self.state.is_present(seat) || self.state.dues.is_empty() {
            self.state.dues = Businesses::NONE;
            self.pop();
            return true;
        }
        let dues = self.state.dues;
        let free: Businesses = dues.filter(|loan| self.rules.loan_due(self.state, *loan) == Money::ZERO).collect();
        if !free.is_empty() {
            free.for_each(|business| self.pay_loan(seat, business));
            return true;
        }
        if dues.len() == 1
            && let Some(business) = dues.lowest()
        {
            self.push(Frame::Loan { seat, business });
            return true;
        }
        false
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

    /// D9 and D10: what the debtor chose.
    pub fn settle(&mut self, seat: Seat, action: &Action) {
        match (self.state.top().copied(), action) {
            (Some(Frame::Loans { .. }), Action::PayAll) => {
                self.state.dues.for_each(|business| self.pay_loan(seat, business));
            }
            (Some(Frame::Loans { .. }), Action::Settle(business)) => {
                self.push(Frame::Loan { seat, business: *business });
            }
            (Some(Frame::Loan { business, .. }), Action::Pay) => {
                self.pop();
                self.pay_loan(seat, business);
            }
            (Some(Frame::Loan { business, .. }), Action::LetGo) => {
                self.pop();
                self.lose_pledge(seat, business);
            }
            (Some(Frame::Loan { .. }), Action::Refuse) => {
                // INV-LOAN-14: a player who refuses one payment refuses all that are still open, and loses those businesses too,
                // for one fine.
                self.pop();
                for business in self.state.dues {
                    let amount = self.rules.loan_due(self.state, business);
                    self.note(|| Event::LoanRefused { seat, business, amount });
                    self.lose_pledge(seat, business);
                }
                self.finish_movement(seat);
                self.send_to_jail(seat, self.rules.pack.numbers.fine);
            }
            _ => {}
        }
    }

    /// Moves the piece of a player who goes to jail over a loan to the tile on which the whole movement ends. That tile is not
    /// resolved for them, and tiles passed on the way have no effect. A common piece goes on with the other players, if there
    /// are any. (INV-JAIL-3, INV-JAIL-5, INV-SINGLE-18)
    fn finish_movement(&mut self, seat: Seat) {
        let moving = self.state.pending.iter().find_map(|frame| match *frame {
            Frame::Moving { seat: mover, left, .. } => Some((mover, left)),
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
    pub(crate) fn ask_for_loans(&self, state: &State, seat: Seat, reader: &Reader) -> Line {
        let (due, count) = (self.loans_due(state, state.dues), state.dues.len());
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

    pub(crate) fn ask_for_loan(&self, state: &State, seat: Seat, business: Business, reader: &Reader) -> Line {
        let (name, due) = (self.called(business), self.due_in_words(state, business));
        let you = || {
            let cash = state.player(seat).cash;
            let comes = if self.is_last_offence(state, seat) { "be out of the game" } else { "go to jail" };
            if cash >= self.loan_due(state, business) {
                let lost = if state.dues.len() > 1 { "all businesses whose payments are open" } else { "the business" };
                format!("You owe the bank {due} for {name}: pay, or refuse, lose {lost} and {comes}.")
            } else {
                format!("You owe the bank {due} for {name} and have {cash}: raise money, or let the business go.")
            }
        };
        reader.one(seat, "INV-LOAN-14", you, || format!("{} owes the bank {due} for {name}.", reader.name(seat)))
    }

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
            (Action::Settle(business), _) | (_, Some(Frame::Loan { business, .. })) => Some(*business),
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
