//! Landing on a business: buying it, paying its fee, taking it by forced trade, upgrading it.
//! (INV-BUY, INV-FEE, INV-FORCE, INV-INVEST, INV-MONO; D12 to D16)

use crate::{
    actions::Action,
    bots::sensible::keep_no_sales,
    content::effects::{Global, Keep},
    content::pack::Growth,
    content::things::{Business, Fortune, Fraction},
    decisions::{Debt, Decision, Force, ForcePoll, PayEach, Payments, Upgrade},
    events::{Event, NoFee},
    options::SingleFee,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::{Arm, DebtKind, Party, State},
    view::PendingView,
    words::Choice,
    words::saying::{Reader, one_of},
};
use kernel::{Journal, Line, Luck, Money, Refusal, Seat, Seats, refuse};
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

    /// An armed hidden card waives the next fee owed in the player's own turn. (INV-HIDDEN-13)
    pub fn waive_by_arm(&mut self, seat: Seat, business: Business) {
        let Some(owner) = self.state.owner(business).filter(|_| seat == self.state.active()) else { return };
        if let Due::Fee(amount) = self.rules.due(self.state, seat, owner, business)
            && self.state.player_mut(seat).armed.spend(Arm::WaiveFee)
        {
            self.note(|| Event::FeeWaived { seat, business, amount });
        }
    }
}

/// The words of a landing on a business: buying, forced trade, upgrades.
impl InvestmentsRules {}
