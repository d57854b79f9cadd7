//! Taking a business by forced trade. (INV-FORCE; D15, D16)

use crate::{
    actions::Action,
    bots::sensible::keep_no_sales,
    content::effects::Global,
    content::things::{Business, Businesses},
    decisions::{Choices, Debt, Decision, Frame},
    events::Event,
    options::ForcedTie,
    play::Play,
    rules::InvestmentsRules,
    state::{DebtKind, MONOPOLY, Party, State},
    view::PendingView,
    words::Choice,
    words::saying::Reader,
};
use kernel::{Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, Turn, refuse};
use serde::{Deserialize, Serialize};

/// D15 where nothing is owed: only a forced trade can be had. (INV-FORCE-6)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// The lander.
    pub seat: Seat,
    /// The business.
    pub business: Business,
}

impl Decision for Force {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    /// D15 where only a forced trade can be had.
    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: the ways to raise money are many, and a refusal takes time to word.
        let Force { business, .. } = *self;

        if state.player(seat).cash >= rules.price(state, business) {
            out.push(Action::Force);
        } else {
            rules.list_raising(state, seat, false, out);
        }
        out.push(Action::No);
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Force { business, .. } = *self;
        match action {
            Action::No => Ok(()),
            Action::Force => rules.may_force(state, seat, business),
            _ if state.player(seat).cash < rules.price(state, business) => rules.may_raise(state, seat, action, false),
            _ => refuse("INV-FORCE-6", "first decide whether to take the business you have landed on"),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match action {
            Action::Force => play.force(seat, self.business),
            Action::No => play.leave(seat, self.business),
            _ => play.raise(seat, action),
        }
    }

    /// The forced trade is offered as long as it can be had: the owner may be gone by now, or an own business of the series sold.
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Force { seat, business } = *self;
        let gone = !play.state.is_present(seat) || !play.rules.can_force(play.state, seat, business);
        if gone {
            play.leave(seat, business);
        }
        gone
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Force { seat, business } = *self;
        let (name, price) = (rules.called(business), rules.price(state, business));
        let from = state.owner(business).map_or_else(|| "its owner".into(), |owner| reader.who(owner));
        let you = || {
            let cash = state.player(seat).cash;
            let what = match () {
                () if cash >= price => "take it".to_owned(),
                () if rules.has_something_to_sell(state, seat) => format!("you have {cash}, so sell something first"),
                () => {
                    return format!(
                        "{name} could be taken from {from} by forced trade for {price}, but you have {cash}: leave it."
                    );
                }
            };
            format!("You may take {name} from {from} by forced trade for {price}: {what}, or leave it.")
        };
        let they = || format!("{} may take {name} from {from} by forced trade for {price}.", reader.name(seat));
        reader.one(seat, "INV-FORCE-6", you, they)
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        rules.choice_at_force(state, seat, self.business, action, reader)
    }

    fn wanted(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, wanted: &mut Vec<Action>) {
        wanted.push(Action::Force);
    }

    fn price(&self, rules: &InvestmentsRules, state: &State, _seat: Seat) -> Option<Money> {
        Some(rules.price(state, self.business))
    }

    fn sensible(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>, first: usize) {
        keep_no_sales(out, first);
    }

    fn view(&self, rules: &InvestmentsRules, state: &State) -> PendingView {
        PendingView::Force { seat: self.seat, business: self.business, price: rules.price(state, self.business) }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, top: bool) -> (&'static str, bool) {
        ("INV-FORCE-6", !rules.single && (!top || rules.can_force(state, self.seat, self.business)))
    }
}

/// D16: the owner answers a forced trade. (INV-FORCE-7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forced {
    /// The taker.
    pub seat: Seat,
    /// The business.
    pub business: Business,
}

impl Decision for Forced {
    fn turn(&self, _rules: &InvestmentsRules, state: &State) -> Turn {
        Turn::asking(state.owner(self.business).into_iter().collect())
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, action: &Action) {
        let Forced { seat: taker, business } = *self;
        match action {
            Action::Refuse => play.refuse_force(taker, business),
            _ => play.sell_by_force(taker, business),
        }
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "forced", standing: Some(Action::Agree) })
    }

    fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
        Action::Agree
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Forced { seat: taker, business } = *self;
        let (name, price) = (rules.called(business), rules.price(state, business));
        let owner = state.owner(business).unwrap_or(taker);
        let you = || {
            let refuse = rules.refusing(state, owner);
            format!("{} takes {name} by forced trade for {price}: sell it, or {refuse}.", reader.name(taker))
        };
        let they = || format!("{} must sell {name} to {} for {price}, or refuse.", reader.name(owner), reader.who(taker));
        reader.one(owner, "INV-FORCE-1", you, they)
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Agree | Action::Refuse => rules.choice_of_forced(state, seat, action, reader),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, rules: &InvestmentsRules, state: &State) -> PendingView {
        let Forced { seat, business } = *self;
        PendingView::Forced { seat, owner: state.owner(business), business, price: rules.price(state, business) }
    }

    fn names(&self) -> Seats {
        Seats::only(self.seat)
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        let pays = state.player(self.seat).cash >= rules.price(state, self.business);
        ("INV-FORCE-5", pays && rules.can_force(state, self.seat, self.business))
    }

    fn waits(&self) -> bool {
        true
    }

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::Agree, Action::Refuse], "INV-FORCE-1", "a forced trade: first sell the business, or refuse"))
    }
}

/// Who takes the business by force? (INV-SINGLE-17)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcePoll {
    /// The business.
    pub business: Business,
}

impl Decision for ForcePoll {
    fn is_poll(&self) -> bool {
        true
    }

    /// Of those who take the business by force the roller comes first, otherwise the first in turn order. (INV-SINGLE-17)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let ForcePoll { business } = *self;
        play.pop();
        let order = play.state.order;
        let taker =
            play.state.poll.in_order(&order, play.state.active()).find(|(_, answer)| *answer == crate::state::Answer::Yes);
        if let Some((seat, _)) = taker {
            // Nobody pays a fee for this landing: what waits below is about it.
            while let Some(Frame::AskRefusal(_) | Frame::Payments(_) | Frame::PayEach(_)) = play.state.top() {
                play.pop();
            }
            play.ask_owner(seat, business);
        }
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "take", standing: Some(Action::No) })
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let ForcePoll { business } = *self;
        let (name, price) = (rules.called(business), rules.price(state, business));
        let whose = state.owner(business).map_or_else(|| "the owner’s".into(), |owner| reader.whose(owner));
        let you = |_| format!("You may take {whose} {name} by forced trade for {price}: take it, or leave it.");
        reader.poll(state, "INV-SINGLE-17", you, &format!("{whose} {name} may be taken by forced trade"))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        rules.choice_at_force(state, seat, self.business, action, reader)
    }

    fn view(&self, rules: &InvestmentsRules, state: &State) -> PendingView {
        PendingView::ForcePoll { business: self.business, price: rules.price(state, self.business) }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-SINGLE-17", rules.single && state.owner(self.business).is_some())
    }

    fn asked(&self, rules: &InvestmentsRules, state: &State) -> Seats {
        let price = rules.price(state, self.business);
        let takes = |seat: &Seat| state.player(*seat).cash >= price && rules.can_force(state, *seat, self.business);
        { state.present() }.filter(takes).collect()
    }

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::No, Action::Force], "INV-SINGLE-17", "you are asked whether you take the business: take it or leave it"))
    }
}

impl InvestmentsRules {
    /// May this player take the business by forced trade? Judged at each landing. (INV-FORCE-1 to INV-FORCE-4, INV-FORCE-8, INV-FORCE-10,
    /// INV-FORCE-14)
    pub fn can_force(&self, state: &State, seat: Seat, business: Business) -> bool {
        let Some(owner) = state.owner(business).filter(|owner| *owner != seat && state.is_present(*owner)) else { return false };
        if self.in_force(state, Global::ForcedTradeBan) && !self.insurance.contains(business) {
            return false;
        }
        let series = self.siblings[business.index()];
        let count = |seat: Seat| series.and(state.player(seat).owned).len();
        let (own, others, size) = (count(seat), count(owner), series.len());
        if 2 * own > size {
            return true;
        }
        if own != others || own == 0 {
            return false;
        }
        match self.options.forced_tie {
            ForcedTie::ExactHalf => 2 * own == size,
            ForcedTie::Literal => {
                let owners: Seats = series.filter_map(|one| state.owner(one)).collect();
                !(owners.len() >= 3 && { owners }.all(|owner| count(owner) == 1))
            }
        }
    }

    pub(crate) fn may_force(&self, state: &State, seat: Seat, business: Business) -> Result<(), Refusal> {
        if self.in_force(state, Global::ForcedTradeBan) && !self.insurance.contains(business) {
            return refuse("INV-GFX-16", "the Global Economy card in force bars forced trades");
        }
        if !self.can_force(state, seat, business) {
            return refuse("INV-FORCE-8", "you need more than half of the series, or as many as its owner");
        }
        let price = self.price(state, business);
        if state.player(seat).cash < price {
            return refuse("INV-FORCE-11", format!("the price is {price}, paid from cash: sell something first"));
        }
        Ok(())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// The forced trade is declined: a fee that is due now is waived by an armed card, because otherwise it would have been
    /// asked for first. (INV-FORCE-6)
    pub fn leave(&mut self, seat: Seat, business: Business) {
        self.pop();
        self.waive_by_arm(seat, business);
    }

    /// Asks the owner to sell at the current price. (INV-FORCE-5, INV-FORCE-6, INV-FORCE-16)
    pub fn force(&mut self, seat: Seat, business: Business) {
        self.pop();
        if let Some(Frame::Debt(Debt { kind: DebtKind::ReverseFee, business: Some(landed), .. })) = self.state.top()
            && *landed == business
        {
            self.pop();
        }
        self.ask_owner(seat, business);
    }

    pub fn ask_owner(&mut self, seat: Seat, business: Business) {
        let price = self.rules.price(self.state, business);
        if let Some(owner) = self.state.owner(business) {
            self.note(|| Event::ForceAsked { seat, owner, business, price });
        }
        self.push(Forced { seat, business });
    }

    /// The owner sells: upgrades first, to the bank; then the business at its price, the loan out of it. (INV-FORCE-12, INV-FORCE-13)
    pub fn sell_by_force(&mut self, seat: Seat, business: Business) {
        self.pop();
        let Some(owner) = self.state.owner(business) else { return };
        let price = self.rules.price(self.state, business);
        while self.state.level(business) > 0 {
            self.sell_upgrade(owner, business, true);
        }
        self.pays(seat, owner, price);
        let loan = self.state.mortgaged.contains(business).then(|| self.rules.deed(business).mortgage);
        self.state.set_loan(business, None);
        self.note(|| Event::ForcedTrade { seat, owner, business, price });
        self.transfer(business, Some(seat));
        if let Some(loan) = loan {
            // INV-EDGE-34: what the price does not cover is owed.
            self.push(Debt { seat: owner, to: Party::Bank, amount: loan.into(), kind: DebtKind::Loan, business: Some(business) });
        }
    }

    /// The owner refuses: the business passes for nothing, then the fine. (INV-FORCE-7, INV-FORCE-12, INV-FORCE-13, INV-FORCE-15)
    pub fn refuse_force(&mut self, seat: Seat, business: Business) {
        self.pop();
        let Some(owner) = self.state.owner(business) else { return };
        let loan = self.state.mortgaged.contains(business).then(|| self.rules.deed(business).mortgage);
        self.state.set_level(business, 0);
        self.state.set_loan(business, None);
        self.note(|| Event::ForceRefused { seat, owner, business });
        self.transfer(business, Some(seat));
        if self.state.is_over() {
            return;
        }
        self.send_to_jail(owner, self.rules.pack.numbers.fine);
        if let Some(loan) = loan.filter(|_| self.state.is_in(owner)) {
            // It arose with the refusal, so it is paid before the fine. (INV-DEBT-2)
            self.push(Debt { seat: owner, to: Party::Bank, amount: loan.into(), kind: DebtKind::Loan, business: Some(business) });
        }
    }
}

/// The words of forced trade.
impl InvestmentsRules {
    /// The words where a business can be taken by forced trade.
    pub(crate) fn choice_at_force(
        &self,
        state: &State,
        seat: Seat,
        business: Business,
        action: &Action,
        reader: &Reader,
    ) -> Choice {
        match action {
            Action::Force => self.choice_of_force(state, seat, business, reader),
            Action::No => {
                let owner = state.owner(business).map_or_else(|| "its owner".into(), |owner| reader.name(owner));
                Choice::new("INV-FORCE-6", format!("Leave {} with {owner}", self.called(business)))
            }
            _ => self.usual_choice(state, seat, action, reader),
        }
    }

    pub(crate) fn choice_of_force(&self, state: &State, seat: Seat, business: Business, reader: &Reader) -> Choice {
        let (name, price) = (self.called(business), self.price(state, business));
        let owner = state.owner(business).map_or_else(|| "its owner".into(), |owner| reader.name(owner));
        let got = Businesses::only(business);
        let reversed = |frame: &Frame| matches!(frame, Frame::Debt(Debt { kind: DebtKind::ReverseFee, .. }));
        let fee = match state.top() {
            Some(Frame::Debt(_)) => "no fee",
            Some(Frame::Force(_)) if state.pending.iter().nth(1).is_some_and(reversed) => "no fee from the owner",
            _ => "",
        };
        let wins = if self.would_win(state, seat, got, None) { "wins the game" } else { "" };
        let refused = format!("for nothing if {owner} refuses");
        let first = match state.top() {
            Some(Frame::ForcePoll(_)) if state.poll.asked().len() > 1 => "if nobody takes it before you",
            _ => "",
        };
        let parts = [self.left(state, seat, price), refused, first.into(), wins.into(), fee.into()];
        let series = self.series_after(state, seat, got, Businesses::NONE);
        Choice::new("INV-FORCE-5", format!("Take {name} from {owner} for {price}")).so(parts.into_iter().chain(series))
    }

    /// What the bank pays for all upgrades of a business, sold one after another. (INV-SELL-2, INV-SELL-10)
    pub(crate) fn upgrades_bring(&self, state: &State, business: Business) -> Money {
        let mut after = *state;
        let mut sum = Money::ZERO;
        while after.level(business) > 0 {
            let value = self.upgrade_value(&after, business);
            let paid = if self.box_only { value.min(after.bank.max(Money::ZERO)) } else { value };
            (sum, after.bank) = (sum + paid, after.bank + -paid);
            let level = match after.level(business) {
                MONOPOLY => self.small_tokens(&after).min(3),
                level => level - 1,
            };
            after.set_level(business, level);
        }
        sum
    }

    pub(crate) fn choice_of_forced(&self, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let Some(Frame::Forced(Forced { seat: taker, business })) = state.top().copied() else {
            return Choice::new("INV-FORCE-1", "Sell as the forced trade demands");
        };
        let (name, price) = (self.called(business), self.price(state, business));
        let upgrades = self.upgrades_bring(state, business);
        let loan = if state.mortgaged.contains(business) { self.deed(business).mortgage } else { Money::ZERO };
        let series = self.series_after(state, seat, Businesses::NONE, Businesses::only(business));
        let wins = self.would_win(state, taker, Businesses::only(business), None);
        let wins = if wins { format!("{} wins the game with it", reader.name(taker)) } else { String::new() };
        if *action == Action::Refuse {
            let passes = format!("{name} passes to {} for nothing", reader.name(taker));
            if !wins.is_empty() {
                return Choice::new("INV-FORCE-7", format!("Refuse to sell {name}")).so([passes, wins]);
            }
            let lost = if state.level(business) > 0 { "its upgrades go back unpaid" } else { "" };
            let owed = if loan > Money::ZERO { format!("its loan of {loan} falls due") } else { String::new() };
            let penalty = self.penalty(state, seat, self.pack.numbers.fine);
            return Choice::new("INV-FORCE-7", format!("Refuse to sell {name}")).so([passes, lost.into(), owed, penalty]);
        }
        let cash = state.player(seat).cash + price + upgrades;
        let hand = match cash.less(loan) {
            Some(cash) => format!("{cash} in hand"),
            None => format!("{} of the loan still to be raised", loan + -cash),
        };
        let sold = if state.level(business) > 0 { format!("the bank pays {upgrades} for its upgrades") } else { String::new() };
        let repaid = if loan > Money::ZERO { format!("its loan of {loan} is repaid") } else { String::new() };
        let choice = Choice::new("INV-FORCE-5", format!("Sell {name} to {} for {price}", reader.name(taker)));
        choice.so([hand, sold, repaid, wins].into_iter().chain(series))
    }
}
