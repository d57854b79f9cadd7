//! Landing on a business: buying it, paying its fee, taking it by forced trade, upgrading it.
//! (INV-BUY, INV-FEE, INV-FORCE, INV-INVEST, INV-MONO; D12 to D16)

use crate::{
    actions::Action,
    decisions::{Debt, Decision, Frame, PayEach, Payments},
    effects::{Global, Keep},
    events::{Event, NoFee},
    options::{ForcedTie, SingleFee},
    pack::Growth,
    play::{Flow, Play},
    position::is_default,
    rules::InvestmentsRules,
    saying::{Reader, one_of},
    sensible::keep_no_sales,
    state::{Arm, DebtKind, MONOPOLY, Party, State},
    things::{Business, Businesses, Fortune, Fraction},
    view::PendingView,
    words::{Choice, fee_becomes},
};
use kernel::{Journal, Line, Luck, Money, Question, Refusal, Seat, Seats, Turn, refuse, say::counted};
use serde::{Deserialize, Serialize};

/// D12: a business of the bank. (INV-BUY-1)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buy {
    /// The lander.
    pub seat: Seat,
    /// The business.
    pub business: Business,
}

impl Decision for Buy {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    /// D12: buying the business of the bank landed on, now or not at all. (INV-BUY-3, INV-BUY-7)
    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: the ways to raise money are many, and a refusal takes time to word.
        let Buy { business, .. } = *self;

        let (cash, price) = (state.player(seat).cash, rules.purchase_price(state, seat, business));
        if cash >= price {
            out.push(Action::Buy);
        }
        let half = Fraction::HALF.of(price);
        if cash >= half && rules.voucher(state, seat).is_some() {
            out.push(Action::BuyHalf);
        }
        out.push(Action::No);
        if cash < price {
            rules.list_raising(state, seat, false, out);
        }
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Buy { business, .. } = *self;
        let (cash, price) = (state.player(seat).cash, rules.purchase_price(state, seat, business));
        match action {
            Action::No => Ok(()),
            Action::Buy if cash >= price => Ok(()),
            Action::Buy => {
                refuse("INV-BUY-6", format!("the price is {price} and you have {cash}: sell something first, or decline"))
            }
            Action::BuyHalf => rules.may_buy_half(state, seat, business),
            Action::Mortgage(_) => refuse("INV-BUY-5", "no loan may be taken to buy"),
            _ if cash < price => rules.may_raise(state, seat, action, false),
            _ => refuse("INV-TURN-3", "first decide on the business you have landed on: buy it or decline"),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let Buy { business, .. } = *self;
        match action {
            Action::Buy => play.buy(seat, business, false),
            Action::BuyHalf => play.buy(seat, business, true),
            Action::No => {
                // INV-BUY-2, INV-TURN-9: nothing else happens, and the turn goes on.
                play.pop();
                play.note(|| Event::NotBought { seat, business });
            }
            _ => play.raise(seat, action),
        }
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Buy { seat, business } = *self;
        let (name, price) = (rules.called(business), rules.purchase_price(state, seat, business));
        let you = || {
            let cash = state.player(seat).cash;
            let half = rules.may_buy_half(state, seat, business).is_ok().then(|| "buy it for half with your card".to_owned());
            if cash < price {
                let sell = rules.has_something_to_sell(state, seat).then(|| "sell something first".to_owned());
                let choices: Vec<String> = half.into_iter().chain(sell).chain(["do without it".to_owned()]).collect();
                return format!("You are on {name}, which costs {price}, and you have {cash}: {}.", one_of(&choices));
            }
            let choices: Vec<String> = ["buy it".to_owned()].into_iter().chain(half).chain(["leave it".to_owned()]).collect();
            format!("You are on {name}, for sale at {price}: {}.", one_of(&choices))
        };
        reader.one(seat, "INV-BUY-1", you, || format!("{} is on {name} and may buy it for {price}.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let Buy { business, .. } = *self;
        let (name, price) = (rules.called(business), rules.purchase_price(state, seat, business));
        match *action {
            Action::Buy => {
                let choice = Choice::new("INV-BUY-1", format!("Buy {name} for {price}"));
                choice.with(rules.purchase(state, seat, business, price))
            }
            Action::BuyHalf => {
                let price = Fraction::HALF.of(price);
                let choice = Choice::new("INV-FX-7", format!("Buy {name} for {price} with your card"));
                choice.with(rules.purchase(state, seat, business, price))
            }
            Action::No => Choice::new("INV-BUY-2", "Do not buy").with(format!("{name} stays with the bank")),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn wanted(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, wanted: &mut Vec<Action>) {
        wanted.push(Action::Buy);
    }

    fn price(&self, rules: &InvestmentsRules, state: &State, seat: Seat) -> Option<Money> {
        Some(rules.purchase_price(state, seat, self.business))
    }

    fn sensible(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>, first: usize) {
        keep_no_sales(out, first);
    }

    fn view(&self, rules: &InvestmentsRules, state: &State) -> PendingView {
        let Buy { seat, business } = *self;
        PendingView::Buy { seat, business, price: rules.purchase_price(state, seat, business) }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        let here = !rules.single && rules.stands_on(state, self.seat, self.business);
        ("INV-BUY-1", here && state.owner(self.business).is_none())
    }
}

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

    fn candidates(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Agree, Action::Refuse]);
    }

    fn may(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Agree | Action::Refuse => Ok(()),
            _ => refuse("INV-FORCE-1", "a forced trade: first sell the business, or refuse"),
        }
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
}

/// D13, D14 in another's turn. (INV-INVEST-9)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upgrade {
    /// The owner.
    pub seat: Seat,
    /// The business.
    pub business: Business,
    /// Were investments bought on this landing? (INV-MONO-3)
    #[serde(default, skip_serializing_if = "is_default")]
    pub invested: bool,
}

impl Decision for Upgrade {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    /// D13 and D14 in another's turn.
    fn list(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        // By hand: the ways to raise money are many, and a refusal takes time to word.
        let Upgrade { business, invested, .. } = *self;

        rules.list_upgrades(state, seat, business, invested, out);
        out.push(Action::No);
        if rules.lacks_cash_for_upgrade(state, seat, business, invested) {
            rules.list_raising(state, seat, false, out);
        }
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Upgrade { business, invested, .. } = *self;
        match action {
            Action::No => Ok(()),
            Action::Invest(count) => rules.may_invest(state, seat, business, *count),
            Action::Monopoly => rules.may_monopolise(state, seat, business, invested),
            Action::Mortgage(_) => refuse("INV-INVEST-11", "no loan may be taken for upgrades"),
            _ if rules.lacks_cash_for_upgrade(state, seat, business, invested) => rules.may_raise(state, seat, action, false),
            _ => refuse("INV-INVEST-9", "first decide on upgrades of the business you have landed on"),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match action {
            Action::Invest(count) => play.invest(seat, self.business, *count),
            Action::Monopoly => play.monopolise(seat, self.business),
            Action::No => play.pop(),
            _ => play.raise(seat, action),
        }
    }

    /// An upgrade is offered at once, if there is one to buy. (INV-INVEST-9)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Upgrade { seat, business, invested } = *self;
        let rules = play.rules;
        let possible = play.state.is_present(seat)
            && ((1..=3).any(|count| rules.can_invest(play.state, seat, business, count))
                || rules.can_monopolise(play.state, seat, business, invested)
                || rules.lacks_cash_for_upgrade(play.state, seat, business, invested));
        if !possible {
            play.pop();
        }
        !possible
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Upgrade { seat, business, .. } = *self;
        let (name, level) = (rules.called(business), rules.level_called(state.level(business)));
        let you = || {
            let mut upgrades = Vec::new();
            let invested = matches!(state.top(), Some(Frame::Upgrade(Upgrade { invested: true, .. })));
            rules.list_upgrades(state, seat, business, invested, &mut upgrades);
            let cash = state.player(seat).cash;
            let what = match () {
                () if !upgrades.is_empty() => "invest in it, or not".to_owned(),
                () if rules.has_something_to_sell(state, seat) => {
                    format!("you have {cash}, so sell something first to invest in it, or do not")
                }
                () => format!("you have {cash}, too little to invest in it"),
            };
            format!("Your business {name}, with {level}, was landed on: {what}.")
        };
        reader.one(seat, "INV-INVEST-9", you, || format!("{} may invest in {name}.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Invest(_) | Action::Monopoly => rules.choice_of_upgrade(state, seat, self.business, action),
            Action::No => Choice::new("INV-INVEST-9", "Invest nothing"),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn wanted(&self, rules: &InvestmentsRules, state: &State, _seat: Seat, wanted: &mut Vec<Action>) {
        wanted.extend(rules.wanted_upgrades(state, self.business));
    }

    fn sensible(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>, first: usize) {
        keep_no_sales(out, first);
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Upgrade { seat: self.seat, business: self.business }
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(
            above,
            Frame::Debt(_)
                | Frame::RefusalPoll(_)
                | Frame::Refusers(_)
                | Frame::Payments(_)
                | Frame::PayEach(_)
                | Frame::ForcePoll(_)
                | Frame::Forced(_)
        )
    }

    fn check(&self, _rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-INVEST-9", self.seat != state.active())
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

    fn candidates(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::No, Action::Force]);
    }

    fn may(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::No | Action::Force => Ok(()),
            _ => refuse("INV-SINGLE-17", "you are asked whether you take the business: take it or leave it"),
        }
    }

    /// Of those who take the business by force the roller comes first, otherwise the first in turn order. (INV-SINGLE-17)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let ForcePoll { business } = *self;
        if !play.state.poll.is_complete() {
            return false;
        }
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
}

/// What a landing on somebody's business makes due. (INV-FEE-8)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// Nothing, for this reason.
    Nothing(NoFee),
    /// The lander owes the owner this.
    Fee(Money),
    /// The owner owes the lander this. (INV-GLOB-25)
    Reverse(Money),
}

impl InvestmentsRules {
    /// The upgrades that a business could get next: by one, and by as many as possible; none if it can have no more.
    pub(crate) fn wanted_upgrades(&self, state: &State, business: Business) -> Vec<Action> {
        match state.level(business) {
            _ if !self.standard.contains(business) => vec![Action::Invest(1)],
            level @ 0..=1 => vec![Action::Invest(1), Action::Invest(3 - level)],
            2 => vec![Action::Invest(1)],
            3 => vec![Action::Monopoly],
            _ => Vec::new(),
        }
    }

    /// The fee on the deed at the present level, or for the present number in its series, mortgaged or not. (INV-FEE-2, INV-FEE-3,
    /// INV-FEE-5, INV-LOAN-4, INV-KIND-3, INV-KIND-4, INV-KIND-6)
    pub fn deed_fee(&self, state: &State, business: Business) -> Money {
        let deed = self.deed(business);
        let row = match deed.growth {
            Growth::Standard => usize::from(state.level(business)),
            Growth::Count => {
                let owned =
                    state.owner(business).map_or(1, |owner| self.siblings[business.index()].and(state.player(owner).owned).len());
                owned.clamp(1, deed.fees.len()) - 1
            }
        };
        deed.fees[row]
    }

    /// The current fee, before what the lander's own cards do. (INV-TERM-7)
    pub fn fee(&self, state: &State, business: Business) -> Money {
        let fee = self.deed_fee(state, business);
        self.fee_factor(state, business).map_or(fee, |factor| factor.of(fee))
    }

    /// What this lander makes due on somebody's business. (INV-FEE-7, INV-FEE-8, INV-GLOB-26)
    pub(crate) fn due(&self, state: &State, lander: Seat, owner: Seat, business: Business) -> Due {
        let kind = self.deed(business).kind;
        let terms = self.terms(state);
        if !state.is_present(owner) {
            return Due::Nothing(NoFee::OwnerInJail);
        }
        if terms.iter().any(|term| matches!(term, Global::FeeReverse(types) if types.contains(kind))) {
            let deed = self.deed(business);
            let amount = match deed.growth {
                Growth::Standard => deed.fees[usize::from(state.level(business))],
                Growth::Count => deed.fees[0],
            };
            return Due::Reverse(amount);
        }
        if terms.iter().any(|term| matches!(term, Global::FeeNone(types) if types.contains(kind))) {
            return Due::Nothing(NoFee::GlobalEconomy);
        }
        if state.player(owner).stays {
            return Due::Nothing(NoFee::OwnerAtTaxOffice);
        }
        let fee = self.fee(state, business);
        let doubled = state.turn.double_fee && lander == state.active();
        Due::Fee(if doubled { fee.times(2) } else { fee })
    }

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

    /// Does a kept card of this player waive a fee now? (INV-FX-7)
    pub(crate) fn waiver(&self, state: &State, seat: Seat) -> Option<u8> {
        self.usable_kept(state, seat, |keep| (keep == Keep::WaiveFee).then_some(())).map(|(card, ())| card)
    }

    /// What the business costs with a card that halves the price: the kept card, or none where it is armed. (INV-FX-7)
    pub(crate) fn voucher(&self, state: &State, seat: Seat) -> Option<u8> {
        self.usable_kept(state, seat, |keep| (keep == Keep::HalfPrice).then_some(())).map(|(card, ())| card)
    }

    /// What buying the business landed on costs this player: half, where a hidden card has armed that. (INV-HIDDEN-13)
    pub(crate) fn purchase_price(&self, state: &State, seat: Seat, business: Business) -> Money {
        let price = self.price(state, business);
        if state.player(seat).armed.has(Arm::HalfPrice) { Fraction::HALF.of(price) } else { price }
    }

    fn may_buy_half(&self, state: &State, seat: Seat, business: Business) -> Result<(), Refusal> {
        if self.voucher(state, seat).is_none() {
            return refuse("INV-KEEP-2", "you keep no card that halves the price and can be used now");
        }
        let price = Fraction::HALF.of(self.purchase_price(state, seat, business));
        if state.player(seat).cash < price {
            return refuse("INV-BUY-6", format!("half the price is {price}: raise the money first, or decline"));
        }
        Ok(())
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

    /// How many investments this player could be sold for the business now, cash aside. (INV-INVEST-1 to INV-INVEST-7)
    pub(crate) fn may_upgrade(&self, state: &State, seat: Seat, business: Business) -> Result<(), Refusal> {
        if !state.player(seat).owned.contains(business) {
            return refuse("INV-INVEST-2", "upgrade a business of your own on which you have just landed");
        }
        if !self.standard.contains(business) {
            return refuse("INV-INVEST-5", "agencies and entertainment take no upgrades");
        }
        if !self.has_series(state, seat, business) {
            // INV-INVEST-10: upgrades that stand there stay.
            let series = self.siblings[business.index()];
            let (own, all, name) = (series.and(state.player(seat).owned).len(), series.len(), self.series_of(business));
            return refuse("INV-INVEST-1", format!("upgrades need the whole series, and you own {own} of {all} of {name}"));
        }
        if state.mortgaged.contains(business) {
            return refuse("INV-INVEST-7", "repay its loan first: a mortgaged business takes no upgrade");
        }
        if state.stripped.contains(business) {
            return refuse("INV-INVEST-12", "an upgrade of it was sold in this turn: it takes no new one before the next");
        }
        if self.in_force(state, Global::UpgradeBan) && !self.insurance.contains(business) {
            return refuse("INV-GFX-7", "the Global Economy card in force bars upgrades");
        }
        Ok(())
    }

    /// D13: so many investments at once.
    pub(crate) fn may_invest(&self, state: &State, seat: Seat, business: Business, count: u8) -> Result<(), Refusal> {
        self.may_upgrade(state, seat, business)?;
        let level = state.level(business);
        if count == 0 || level >= MONOPOLY || level + count > 3 {
            return refuse("INV-INVEST-4", "a business holds at most three investments");
        }
        if count > self.small_tokens(state) {
            return refuse("INV-COMP-4", "the bank has not as many investment tokens left");
        }
        let price = self.investment_price(state, business).times(count.into());
        if state.player(seat).cash < price {
            let cash = state.player(seat).cash;
            return refuse("INV-INVEST-11", format!("that costs {price}, paid from cash, and you have {cash}"));
        }
        Ok(())
    }

    /// D14: a monopoly, on any landing but the one on which investments were bought. (INV-MONO-1 to INV-MONO-5)
    pub(crate) fn may_monopolise(&self, state: &State, seat: Seat, business: Business, invested: bool) -> Result<(), Refusal> {
        self.may_upgrade(state, seat, business)?;
        if invested {
            return refuse("INV-MONO-3", "not on the landing on which investments were bought: come back later");
        }
        if state.level(business) != 3 || !{ self.siblings[business.index()] }.all(|one| state.level(one) >= 3) {
            return refuse("INV-MONO-2", "every business of the series needs three investments or a monopoly first");
        }
        if self.large_tokens(state) == 0 {
            return refuse("INV-COMP-4", "the bank has no monopoly token left");
        }
        let price = self.monopoly_price(state, business);
        if state.player(seat).cash < price {
            let cash = state.player(seat).cash;
            return refuse("INV-INVEST-11", format!("that costs {price}, paid from cash, and you have {cash}"));
        }
        Ok(())
    }

    pub(crate) fn list_upgrades(&self, state: &State, seat: Seat, business: Business, invested: bool, out: &mut Vec<Action>) {
        out.extend((1..=3).filter(|count| self.can_invest(state, seat, business, *count)).map(Action::Invest));
        if self.can_monopolise(state, seat, business, invested) {
            out.push(Action::Monopoly);
        }
    }

    /// [`InvestmentsRules::may_invest`] at a glance: a refusal takes time to word, and lists are made often.
    fn can_invest(&self, state: &State, seat: Seat, business: Business, count: u8) -> bool {
        self.investment_price(state, business).times(count.into()) <= state.player(seat).cash
            && self.has_series(state, seat, business)
            && self.may_invest(state, seat, business, count).is_ok()
    }

    /// [`InvestmentsRules::may_monopolise`] at a glance.
    fn can_monopolise(&self, state: &State, seat: Seat, business: Business, invested: bool) -> bool {
        self.monopoly_price(state, business) <= state.player(seat).cash
            && self.has_series(state, seat, business)
            && self.may_monopolise(state, seat, business, invested).is_ok()
    }

    /// Could an upgrade be bought if only there were the cash? Then money may be raised for it. (INV-DEBT-5)
    fn lacks_cash_for_upgrade(&self, state: &State, seat: Seat, business: Business, invested: bool) -> bool {
        let cash = state.player(seat).cash;
        let level = state.level(business);
        let investment = level < 3 && self.small_tokens(state) > 0 && cash < self.investment_price(state, business);
        let whole = level == 3 && { self.siblings[business.index()] }.all(|one| state.level(one) >= 3);
        let monopoly = whole && !invested && self.large_tokens(state) > 0 && cash < self.monopoly_price(state, business);
        self.has_series(state, seat, business) && (investment || monopoly) && self.may_upgrade(state, seat, business).is_ok()
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Landing on a business: whose it is decides. The bank collects no fees, and nobody pays for what is theirs. (INV-BUY-1, INV-BUY-8,
    /// INV-FEE-1, INV-FEE-4, INV-FEE-6, INV-INVEST-9)
    pub fn land_on_business(&mut self, seat: Seat, business: Business) {
        let owner = self.state.owner(business);
        if self.rules.single {
            return self.all_land_on_business(seat, business);
        }
        match owner {
            None => self.push(Buy { seat, business }),
            Some(owner) if owner == seat => self.own_landing(seat, business),
            Some(owner) => self.land_on_another(seat, owner, business),
        }
    }

    /// The owner has landed: in the own turn upgrades wait for steps 3 and 4, otherwise they are bought at once. (INV-INVEST-9)
    pub fn own_landing(&mut self, owner: Seat, business: Business) {
        if owner == self.state.active() {
            (self.state.turn.landed, self.state.turn.invested) = (Some(business), false);
        } else {
            self.push(Upgrade { seat: owner, business, invested: false });
        }
    }

    fn land_on_another(&mut self, seat: Seat, owner: Seat, business: Business) {
        let can_force = self.rules.can_force(self.state, seat, business);
        match self.rules.due(self.state, seat, owner, business) {
            Due::Fee(amount) => {
                if seat == self.state.active() && self.state.player(seat).armed.has(Arm::WaiveFee) {
                    // INV-FORCE-5, INV-FORCE-6: a player who takes the business owes no fee; otherwise it is due, and waived.
                    if can_force {
                        self.push(Force { seat, business });
                    } else {
                        self.waive_by_arm(seat, business);
                    }
                    return;
                }
                let to = Party::Player(owner);
                self.push(Debt { seat, to, amount: amount.into(), kind: DebtKind::Fee, business: Some(business) });
            }
            Due::Reverse(amount) => {
                let (debtor, to) = (owner, Party::Player(seat));
                let kind = DebtKind::ReverseFee;
                self.push(Debt { seat: debtor, to, amount: amount.into(), kind, business: Some(business) });
                // INV-FORCE-5, INV-FORCE-6: whoever takes the business has no fee of this landing.
                if can_force {
                    self.push(Force { seat, business });
                }
            }
            Due::Nothing(reason) => {
                self.note(|| Event::NoFee { seat, owner, business, reason });
                if can_force {
                    self.push(Force { seat, business });
                }
            }
        }
    }

    /// One piece for all: everybody has landed. (INV-SINGLE-4 to INV-SINGLE-8, INV-SINGLE-17)
    fn all_land_on_business(&mut self, roller: Seat, business: Business) {
        let Some(owner) = self.state.owner(business) else {
            return self.auction_of_the_bank(roller, business);
        };
        if self.state.is_present(owner) {
            self.own_landing(owner, business);
        }
        let payers = self.state.present().without(owner);
        let price = self.rules.price(self.state, business);
        let takers: Seats = { payers }
            .filter(|seat| self.state.player(*seat).cash >= price && self.rules.can_force(self.state, *seat, business))
            .collect();
        // The fee waits below the question of a forced trade: nobody pays one if the business is taken.
        self.push_fees(roller, owner, payers, business);
        if !takers.is_empty() {
            self.open_poll(takers, ForcePoll { business });
        }
    }

    fn push_fees(&mut self, roller: Seat, owner: Seat, payers: Seats, business: Business) {
        match self.rules.due(self.state, roller, owner, business) {
            Due::Nothing(reason) => self.note(|| Event::NoFee { seat: roller, owner, business, reason }),
            Due::Reverse(amount) => {
                // The owner owes everybody who has landed.
                self.push(PayEach { seat: owner, left: payers, amount: amount.into() });
                self.ask_for_refusals(Seats::only(owner), payers, amount, true);
            }
            Due::Fee(fee) if !payers.is_empty() => {
                let amount = match self.rules.options.single_fee {
                    SingleFee::Each => fee,
                    SingleFee::Shared => Fraction { over: 1, under: payers.len() as u16 }.of(fee),
                };
                let to = Party::Player(owner);
                self.push(Payments { left: payers, to, amount: amount.into(), kind: DebtKind::AgreedFee });
                self.ask_for_refusals(payers, Seats::only(owner), amount, true);
            }
            Due::Fee(_) => {}
        }
    }

    /// Buys the business landed on. (INV-BUY-1)
    pub fn buy(&mut self, seat: Seat, business: Business, half: bool) {
        self.pop();
        let mut price = self.rules.purchase_price(self.state, seat, business);
        self.state.player_mut(seat).armed.spend(Arm::HalfPrice);
        if half && let Some(card) = self.rules.voucher(self.state, seat) {
            price = Fraction::HALF.of(price);
            self.discard_kept(Fortune::Profit, card);
        }
        self.acquire(seat, business, price);
        if self.rules.options.invest_on_purchase && !self.state.is_over() {
            // INV-INVEST-8: on the landing on which it was bought.
            self.own_landing(seat, business);
        }
    }

    /// A business of the bank is bought.
    pub fn acquire(&mut self, seat: Seat, business: Business, price: Money) {
        self.pays_bank(seat, price, Flow::Property);
        self.note(|| Event::Bought { seat, business, price });
        self.transfer(business, Some(seat));
    }

    /// The forced trade is declined: a fee that is due now is waived by an armed card, because otherwise it would have been
    /// asked for first. (INV-FORCE-6)
    pub fn leave(&mut self, seat: Seat, business: Business) {
        self.pop();
        self.waive_by_arm(seat, business);
    }

    /// An armed hidden card waives the next fee owed in the player's own turn. (INV-HIDDEN-13)
    fn waive_by_arm(&mut self, seat: Seat, business: Business) {
        let Some(owner) = self.state.owner(business).filter(|_| seat == self.state.active()) else { return };
        if let Due::Fee(amount) = self.rules.due(self.state, seat, owner, business)
            && self.state.player_mut(seat).armed.spend(Arm::WaiveFee)
        {
            self.note(|| Event::FeeWaived { seat, business, amount });
        }
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

    fn ask_owner(&mut self, seat: Seat, business: Business) {
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

    /// Buys investments. (INV-INVEST-3)
    pub fn invest(&mut self, seat: Seat, business: Business, count: u8) {
        let price = self.rules.investment_price(self.state, business).times(count.into());
        self.pays_bank(seat, price, Flow::Property);
        let level = self.state.level(business) + count;
        self.state.set_level(business, level);
        match self.state.pending.top_mut() {
            Some(Frame::Upgrade(Upgrade { invested, .. })) => *invested = true,
            _ => self.state.turn.invested = true,
        }
        self.note(|| Event::Invested { seat, business, count, price, level });
    }

    /// Three small tokens go back and one large token takes their place. (INV-MONO-1)
    pub fn monopolise(&mut self, seat: Seat, business: Business) {
        let price = self.rules.monopoly_price(self.state, business);
        self.pays_bank(seat, price, Flow::Property);
        self.state.set_level(business, MONOPOLY);
        self.note(|| Event::Monopolised { seat, business, price });
        self.crown(seat);
    }
}

/// The words of a landing on a business: buying, forced trade, upgrades.
impl InvestmentsRules {
    /// The words of upgrading a business.
    pub(crate) fn choice_of_upgrade(&self, state: &State, seat: Seat, business: Business, action: &Action) -> Choice {
        let (name, level) = (self.called(business), state.level(business));
        match *action {
            Action::Invest(_) if !self.standard.contains(business) => Choice::new("INV-INVEST-5", format!("Invest in {name}")),
            Action::Invest(count) => {
                let price = self.investment_price(state, business).times(count.into());
                let then = level.saturating_add(count).min(3);
                let fee = fee_becomes(self.fee(state, business), self.fee_then(state, business, then, 0));
                let label = format!("Buy {} for {name} at {price}", counted(count, "investment"));
                Choice::new("INV-INVEST-3", label)
                    .so([self.left(state, seat, price), fee, format!("{then} of 3 investments")])
                    .under("Invest")
            }
            _ => {
                let price = self.monopoly_price(state, business);
                let fee = fee_becomes(self.fee(state, business), self.fee_then(state, business, MONOPOLY, 0));
                let wins = self.would_win(state, seat, Businesses::NONE, Some(business));
                let wins = if wins { "wins the game".into() } else { String::new() };
                Choice::new("INV-MONO-1", format!("Make {name} a monopoly for {price}"))
                    .so([self.left(state, seat, price), wins, fee])
                    .under("Invest")
            }
        }
    }

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

    fn choice_of_force(&self, state: &State, seat: Seat, business: Business, reader: &Reader) -> Choice {
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
