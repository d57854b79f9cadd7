//! Payments of several players: who of them refuses, and one after another pays. (INV-LOSS-6, INV-HIDDEN-11, INV-SINGLE-19, INV-DEBT-2; D38)

use crate::{
    actions::Action,
    decisions::{Card, Choices, Debt, Decision, Frame, Taxes},
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::position::is_default,
    state::{Amount, Answer, DebtKind, FortuneId, Party, State},
    view::PendingView,
    words::Choice,
    words::saying::Reader,
};
use kernel::{Journal, Line, Luck, Money, Question, Seat, Seats};
use serde::{Deserialize, Serialize};

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

    /// All have answered: who refused is dealt with one after another. (INV-POLL-3)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let RefusalPoll { to, amount, fee } = *self;
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

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::Pay, Action::Refuse], "INV-LOSS-6", "you are asked whether you pay: pay or refuse"))
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

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Asks several players whether they refuse, once it is their turn to be asked. (INV-POLL-1)
    pub fn ask_for_refusals(&mut self, asked: Seats, to: Seats, amount: Money, fee: bool) {
        self.push(AskRefusal { asked, to, amount: amount.into(), fee });
    }
}

/// The words of refusing: what is asked for, and what follows.
impl InvestmentsRules {
    /// The card that is being carried out.
    pub(crate) fn card_at_work(&self, state: &State) -> Option<FortuneId> {
        state.pending.iter().find_map(|frame| match frame {
            Frame::Card(Card { card, .. }) => Some(*card),
            _ => None,
        })
    }

    /// What several are asked to pay or follow: in words, what it costs this player where that is known, and whether it is a card.
    pub(crate) fn demand(&self, state: &State, seat: Seat, reader: &Reader) -> (String, Option<Money>, bool) {
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
}

/// What can lie above several payments.
fn bears_payments(above: &Frame) -> bool {
    matches!(above, Frame::Debt(_) | Frame::AskRefusal(_) | Frame::RefusalPoll(_) | Frame::Refusers(_))
}
