//! Investments and monopolies. (INV-INVEST, INV-MONO; D13, D14)

use crate::{
    actions::Action,
    bots::sensible::keep_no_sales,
    content::effects::Global,
    content::things::{Business, Businesses},
    decisions::{Decision, Frame},
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::position::is_default,
    state::{MONOPOLY, State},
    view::PendingView,
    words::saying::Reader,
    words::{Choice, fee_becomes},
};
use kernel::{Journal, Line, Luck, Refusal, Seat, refuse, say::counted};
use serde::{Deserialize, Serialize};

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
    pub(crate) fn can_invest(&self, state: &State, seat: Seat, business: Business, count: u8) -> bool {
        self.investment_price(state, business).times(count.into()) <= state.player(seat).cash
            && self.has_series(state, seat, business)
            && self.may_invest(state, seat, business, count).is_ok()
    }

    /// [`InvestmentsRules::may_monopolise`] at a glance.
    pub(crate) fn can_monopolise(&self, state: &State, seat: Seat, business: Business, invested: bool) -> bool {
        self.monopoly_price(state, business) <= state.player(seat).cash
            && self.has_series(state, seat, business)
            && self.may_monopolise(state, seat, business, invested).is_ok()
    }

    /// Could an upgrade be bought if only there were the cash? Then money may be raised for it. (INV-DEBT-5)
    pub(crate) fn lacks_cash_for_upgrade(&self, state: &State, seat: Seat, business: Business, invested: bool) -> bool {
        let cash = state.player(seat).cash;
        let level = state.level(business);
        let investment = level < 3 && self.small_tokens(state) > 0 && cash < self.investment_price(state, business);
        let whole = level == 3 && { self.siblings[business.index()] }.all(|one| state.level(one) >= 3);
        let monopoly = whole && !invested && self.large_tokens(state) > 0 && cash < self.monopoly_price(state, business);
        self.has_series(state, seat, business) && (investment || monopoly) && self.may_upgrade(state, seat, business).is_ok()
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
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

/// The words of upgrades.
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
}
