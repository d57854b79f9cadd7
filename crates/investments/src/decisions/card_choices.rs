//! What a Profit or Loss card lets somebody choose: a tile, a business, a bargain of the bank. (INV-PFX-24, INV-PFX-25, INV-PFX-30 to INV-PFX-33; D20 to D22)

use crate::{
    actions::Action,
    content::effects::Effect,
    content::things::{Business, Businesses, Fraction},
    decisions::Decision,
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::{FortuneId, How, MONOPOLY, Purpose, State},
    view::{CardView, PendingView, card_view},
    words::saying::Reader,
    words::{Choice, fee_becomes},
};
use kernel::{Journal, Line, Luck, Money, Refusal, Seat, Seats, refuse, say::counted};
use serde::{Deserialize, Serialize};

/// D20: somebody names a tile. (INV-PFX-24, INV-PFX-25)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// Who names it.
    pub seat: Seat,
    /// Who moves there.
    pub mover: Seat,
    /// The card that goes under its pile on arrival.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<FortuneId>,
}

impl Decision for Name {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn card(&self) -> Option<FortuneId> {
        self.card
    }

    fn candidates(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(Business::all().map(Action::Name));
    }

    fn may(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Name(_) => Ok(()),
            _ => refuse("INV-PFX-24", "name any business tile"),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        if let Action::Name(business) = action {
            play.name(seat, self.mover, self.card, *business);
        }
    }

    /// D20: somebody names a tile; if they are gone, or there is nobody else, the subject does. (INV-PFX-25, INV-SOLO-2)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Name { seat, mover, card } = *self;
        let Some(mover) = play.leader(mover) else {
            play.drop_frame();
            return true;
        };
        if !play.state.is_present(seat) {
            play.replace(Name { seat: mover, mover, card });
            return true;
        }
        false
    }

    fn fallback(&self, rules: &InvestmentsRules, state: &State, _seat: Seat) -> Action {
        Action::Name(rules.next_business(state, self.mover))
    }

    fn ask(&self, rules: &InvestmentsRules, _state: &State, reader: &Reader) -> Line {
        let Name { seat, mover, .. } = *self;
        let goes = match () {
            () if rules.single => "the piece of all moves".into(),
            () if reader.is(mover) => "you move".into(),
            () => format!("{} moves", reader.name(mover)),
        };
        let you = || format!("Name any business tile: {goes} there.");
        let they = || {
            if rules.single {
                return format!("{} names a business tile for the piece of all to move to.", reader.name(seat));
            }
            if seat == mover {
                return format!("{} names a business tile to move to.", reader.name(seat));
            }
            format!("{} names a business tile for {} to move to.", reader.name(seat), reader.who(mover))
        };
        reader.one(seat, if seat == mover { "INV-PFX-24" } else { "INV-PFX-25" }, you, they)
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let Action::Name(business) = *action else { return rules.usual_choice(state, seat, action, reader) };
        let mover = self.mover;
        let distance = rules.distance(rules.piece(state, mover), rules.deed(business).tile);
        let way = rules.way(state, mover, distance, false, How::Card, reader);
        let topic = match state.owner(business) {
            None => "For sale",
            Some(owner) if owner == mover => "Own businesses",
            Some(_) => "Businesses of others",
        };
        let far = format!("{} ahead", counted(distance, "tile"));
        Choice::new("INV-PFX-24", format!("Name {}", rules.called(business))).so([way, far]).under(topic)
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Name { seat: self.seat, mover: self.mover }
    }

    fn shown_card(&self) -> Option<CardView> {
        self.card.map(|card| card_view(self.mover, card, false))
    }

    fn names(&self) -> Seats {
        Seats::only(self.seat).with(self.mover)
    }
}

/// D21: a card needs a business. (INV-PFX-30 to INV-PFX-32)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    /// Whose.
    pub seat: Seat,
    /// What for.
    pub purpose: Purpose,
}

impl Decision for Choose {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn candidates(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.extend(rules.eligible(state, seat, self.purpose).map(Action::Choose));
    }

    /// D21: a card needs a business.
    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Choose { purpose, .. } = *self;
        match action {
            Action::Choose(business) if rules.eligible(state, seat, purpose).contains(*business) => Ok(()),
            _ => match purpose {
                Purpose::FreeInvestment => {
                    refuse("INV-PFX-30", "choose a business of a complete series of yours with fewer than three investments")
                }
                Purpose::LoseInvestment => refuse("INV-PFX-31", "choose a business of yours with an investment"),
                Purpose::SellBusiness => refuse("INV-PFX-32", "choose a business of yours to sell"),
            },
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        play.pop();
        if let Action::Choose(business) = action {
            play.use_business(seat, self.purpose, *business);
        }
    }

    fn fallback(&self, rules: &InvestmentsRules, state: &State, seat: Seat) -> Action {
        rules.eligible(state, seat, self.purpose).lowest().map_or(Action::No, Action::Choose)
    }

    fn ask(&self, _rules: &InvestmentsRules, _state: &State, reader: &Reader) -> Line {
        let Choose { seat, purpose } = *self;
        let (clause, you, they) = match purpose {
            Purpose::FreeInvestment => (
                "INV-PFX-30",
                "A free investment: choose the business that gets it.",
                "chooses a business for a free investment.",
            ),
            Purpose::LoseInvestment => (
                "INV-PFX-31",
                "You lose an investment: choose the business that returns one.",
                "chooses an investment to return.",
            ),
            Purpose::SellBusiness => {
                ("INV-PFX-32", "You must sell a business to the bank: choose which.", "chooses a business to sell to the bank.")
            }
        };
        reader.one(seat, clause, || you.into(), || format!("{} {they}", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Choose(business) => rules.choice_of_business(state, seat, self.purpose, business),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Choose { seat: self.seat, purpose: self.purpose }
    }

    fn is_of_a_card(&self) -> bool {
        true
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-PFX-30", rules.eligible(state, self.seat, self.purpose).len() > 1)
    }
}

/// D22: a card offers a business. (INV-PFX-33)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuyAny {
    /// Who.
    pub seat: Seat,
    /// The part of the price.
    pub over: u8,
    /// Likewise.
    pub under: u8,
}

impl BuyAny {
    /// The part of the price that is paid.
    const fn part(&self) -> Fraction {
        Fraction { over: self.over as _, under: self.under as _ }
    }
}

impl Decision for BuyAny {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn candidates(&self, rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::No);
        out.extend(rules.bargains_of_the_bank(state, seat, self.part()).map(Action::BuyAny));
    }

    /// D22: a card offers a business.
    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let part = self.part();
        match action {
            Action::No => Ok(()),
            Action::BuyAny(business) if state.owner(*business).is_some() => {
                refuse("INV-PFX-33", "choose a business of the bank, or none")
            }
            Action::BuyAny(business) if part.of(rules.price(state, *business)) > state.player(seat).cash => {
                refuse("INV-PFX-33", "it is paid from cash: choose one that you can pay, or none")
            }
            Action::BuyAny(_) => Ok(()),
            _ => refuse("INV-PFX-33", "first decide on the bargain of the card: buy a business, or none"),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match action {
            Action::BuyAny(business) => play.buy_any(seat, *business, self.part()),
            _ => play.pop(),
        }
    }

    fn ask(&self, _rules: &InvestmentsRules, _state: &State, reader: &Reader) -> Line {
        let BuyAny { seat, .. } = *self;
        let you = || "The card offers any one business of the bank: choose one, or none.".to_owned();
        reader.one(seat, "INV-PFX-33", you, || format!("{} may buy any one business of the bank.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::BuyAny(business) => {
                let price = self.part().of(rules.price(state, business));
                Choice::new("INV-PFX-33", format!("Buy {} for {price}", rules.called(business)))
                    .with(rules.purchase(state, seat, business, price))
                    .under("Buy from the bank")
            }
            Action::No => Choice::new("INV-PFX-33", "Buy none"),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::BuyAny { seat: self.seat }
    }

    fn is_of_a_card(&self) -> bool {
        true
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        let terms = rules.pack.fortunes.iter().flatten().flat_map(|card| &card.effects);
        let offers = |term: &Effect| matches!(term, Effect::BuyAny(part) if *part == self.part());
        ("INV-PFX-33", { terms }.any(offers))
    }
}

impl InvestmentsRules {
    /// The next business ahead. (D20)
    pub(crate) fn next_business(&self, state: &State, mover: Seat) -> Business {
        let from = self.piece(state, mover);
        let distance = self.nearest(from, |_, business| business.is_some()).unwrap_or(1);
        let (_, _, business) = self.tile(self.ahead(from, distance));
        business.unwrap_or(Business::FIRST)
    }

    /// The businesses that a card can be about. (INV-PFX-30 to INV-PFX-32)
    pub(crate) fn eligible(&self, state: &State, seat: Seat, purpose: Purpose) -> Businesses {
        let owned = state.player(seat).owned;
        match purpose {
            Purpose::FreeInvestment if self.small_tokens(state) == 0 => Businesses::NONE,
            Purpose::FreeInvestment => {
                let free = owned.and(self.standard).and_not(state.mortgaged);
                free.filter(|one| state.level(*one) < 3 && self.has_series(state, seat, *one)).collect()
            }
            Purpose::LoseInvestment => owned.and(state.upgraded).filter(|one| state.level(*one) < MONOPOLY).collect(),
            Purpose::SellBusiness => owned,
        }
    }

    /// The businesses of the bank that a card lets this player buy. (INV-PFX-33)
    pub(crate) fn bargains_of_the_bank(&self, state: &State, seat: Seat, part: Fraction) -> Businesses {
        let cash = state.player(seat).cash;
        let unowned = Businesses::ALL.filter(|one| state.owner(*one).is_none());
        unowned.filter(|one| part.of(self.price(state, *one)) <= cash).collect()
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A tile was named. (INV-PFX-24, INV-PFX-25)
    pub fn name(&mut self, seat: Seat, mover: Seat, card: Option<FortuneId>, business: Business) {
        self.pop();
        self.note(|| Event::Named { seat, mover, business });
        let from = self.rules.piece(self.state, mover);
        let distance = self.rules.distance(from, self.rules.deed(business).tile);
        self.set_off(mover, distance, How::Card, card);
    }

    /// D21: asked only where there is a choice. (INV-PFX-30 to INV-PFX-32)
    pub fn ask_for_business(&mut self, seat: Seat, purpose: Purpose) {
        let eligible = self.rules.eligible(self.state, seat, purpose);
        match (eligible.len(), eligible.lowest()) {
            (1, Some(only)) => self.use_business(seat, purpose, only),
            (0, _) | (_, None) => {}
            _ => self.push(Choose { seat, purpose }),
        }
    }

    /// A card is carried out on a business.
    pub fn use_business(&mut self, seat: Seat, purpose: Purpose, business: Business) {
        match purpose {
            Purpose::FreeInvestment => {
                let level = self.state.level(business) + 1;
                self.state.set_level(business, level);
                self.note(|| Event::Invested { seat, business, count: 1, price: Money::ZERO, level });
            }
            Purpose::LoseInvestment => {
                let level = self.state.level(business).saturating_sub(1);
                self.state.set_level(business, level);
                self.note(|| Event::UpgradeLost { seat, business, level });
            }
            Purpose::SellBusiness => {
                while self.state.level(business) > 0 {
                    self.sell_upgrade(seat, business, true);
                }
                let sealed = self.sealed;
                self.sell(seat, business);
                self.sealed = sealed;
            }
        }
    }

    /// Buys as the card offers. (INV-PFX-33)
    pub fn buy_any(&mut self, seat: Seat, business: Business, part: Fraction) {
        self.pop();
        let price = part.of(self.rules.price(self.state, business));
        self.acquire(seat, business, price);
    }
}

/// The words of what a card lets somebody choose.
impl InvestmentsRules {
    pub(crate) fn choice_of_business(&self, state: &State, seat: Seat, purpose: Purpose, business: Business) -> Choice {
        let (name, level) = (self.called(business), state.level(business));
        let becomes = |level: u8| fee_becomes(self.fee(state, business), self.fee_then(state, business, level, 0));
        match purpose {
            Purpose::FreeInvestment => Choice::new("INV-PFX-30", format!("Place it on {name}"))
                .so([becomes(level + 1), format!("{} of 3 investments", level + 1)]),
            Purpose::LoseInvestment => {
                let then = level.saturating_sub(1);
                let left = format!("{} left", self.level_called(then));
                Choice::new("INV-PFX-31", format!("Return an investment of {name}")).so([becomes(then), left])
            }
            Purpose::SellBusiness => {
                let upgrades = self.upgrades_bring(state, business);
                let mortgage = if state.mortgaged.contains(business) { Money::ZERO } else { self.deed(business).mortgage };
                let bank = if self.box_only { state.bank.max(Money::ZERO) } else { Money::new(i32::MAX) };
                let brings = (upgrades + mortgage).min(bank);
                let hand = format!("{} in hand", state.player(seat).cash + brings);
                let loan = if state.mortgaged.contains(business) { "its loan ends" } else { "" };
                let series = self.series_after(state, seat, Businesses::NONE, Businesses::only(business));
                let label = match brings {
                    Money::ZERO => format!("Give {name} to the bank for nothing"),
                    brings => format!("Sell {name} for {brings}"),
                };
                Choice::new("INV-PFX-32", label).so([hand, loan.into()].into_iter().chain(series))
            }
        }
    }
}
