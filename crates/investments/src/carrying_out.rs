//! Carrying out a Profit or Loss card, term by term, for whomever it strikes. (INV-PFX, INV-CARD-4; D20 to D22)

use crate::{
    actions::Action,
    decisions::{Debt, Decision, Frame, PayEach, Payments},
    effects::{Effect, Item, Keep, Must, Namer},
    events::Event,
    play::{Flow, Play},
    position::is_default,
    rules::InvestmentsRules,
    saying::Reader,
    state::{Arm, DebtKind, FortuneId, How, MONOPOLY, Party, Purpose, State, Target},
    things::{Business, Businesses, Fortune, Fraction, percent},
    view::{CardView, PendingView, card_view},
    words::{Choice, fee_becomes},
};
use kernel::{Journal, Line, Luck, Money, Refusal, Seat, Seats, refuse, say::counted};
use serde::{Deserialize, Serialize};

/// A card is carried out, term by term. (INV-CARD-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(Rust, packed)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The card.
    pub card: FortuneId,
    /// The term that is carried out, from 0.
    pub term: u8,
    /// Were those who must pay by it asked?
    #[serde(default, skip_serializing_if = "is_default")]
    pub asked: bool,
    /// Who drew or used it.
    pub seat: Seat,
    /// The target of the card; the drawer again if it was drawn. (INV-HIDDEN-6, INV-HIDDEN-13)
    pub second: Target,
    /// The subjects for whom the term is still to be carried out; if others pay the subjects, those who pay.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Seats,
}

impl Decision for Card {
    fn card(&self) -> Option<FortuneId> {
        Some(self.card)
    }

    /// One step of a card: the present term for the next of those it is for. (INV-MOVE-6, INV-DEBT-2)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Card { card, term, asked, seat, second, left } = *self;
        let rules = play.rules;
        let terms = rules.card_terms(card);
        let Some(effect) = terms.get(usize::from(term)) else {
            // INV-PROFIT-3, INV-LOSS-3: afterwards it goes back.
            play.pop();
            play.put_back(card.fortune(), card.card());
            return true;
        };
        // INV-MOVE-6: from the drawer; otherwise in turn order from the active player.
        let next = match effect {
            Effect::AllMoveKind(_) if left.contains(seat) => Some(seat),
            Effect::AllMoveKind(_) => play.state.order.after(seat, left),
            _ => play.state.first_of(left),
        };
        let Some(subject) = next else {
            let term = term + 1;
            let left = play.subjects_of_term(seat, second, terms.get(usize::from(term)));
            play.replace(Card { card, term, asked: false, seat, second, left });
            return true;
        };
        // INV-CARD-6: whoever is jailed or out by now is left out; what is done once does not depend on who drew it.
        let pair = play.subjects(seat, second).len() == 2 && matches!(effect, Effect::ExtremePayMe(..) | Effect::PayExtreme(..));
        let once = pair || matches!(effect, Effect::AllReceive(_) | Effect::AllPay(_)) || play.is_contest(effect);
        if !play.state.is_present(subject) && !once {
            // INV-SINGLE-19: the others still follow it, so the common piece moves without a roller who refused.
            let leader = play.leader(subject).filter(|_| effect.moves());
            let left = leader.map_or(left.without(subject), Seats::only);
            play.replace(Card { card, term, asked, seat, second, left });
            return true;
        }
        if !asked && let Some((payers, to, amount)) = play.payers(effect, seat, second) {
            // INV-LOSS-6: those who must pay by somebody else's card are asked first, once.
            play.replace(Card { card, term, asked: true, seat, second, left });
            play.ask_for_refusals(payers, to, amount, false);
            return true;
        }
        let left = left.without(subject);
        play.replace(Card { card, term, asked: true, seat, second, left });
        let alone = left.is_empty() && usize::from(term) + 1 == terms.len();
        play.apply_effect(subject, seat, second, *effect, card, alone);
        true
    }

    fn shown_card(&self) -> Option<CardView> {
        Some(card_view(self.seat, self.card, false))
    }

    fn names(&self) -> Seats {
        self.left.with(self.seat).with(self.second.seat())
    }

    fn bears(&self, rules: &InvestmentsRules, above: &Frame, under: Option<&Frame>) -> bool {
        // A card that moves its drawer is back under its pile by the time the piece has arrived, so a piece moves and lands only above one
        // that moves everybody or was used unseen. So a position has room for all that comes of it.
        let effect = rules.card_terms(self.card).get(usize::from(self.term));
        let everybody = matches!(effect, Some(Effect::AllMoveKind(_)));
        everybody || matches!(under, Some(Frame::HiddenPlays(_))) || above.is_of_a_card()
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        // INV-HIDDEN-13: a Loss card that was used unseen can have been cancelled by one of the two.
        let Card { card, term, seat, second, .. } = *self;
        let cancelled = rules.hidden && card.fortune() == Fortune::Loss && second.seat() != seat;
        let sound = second.spares(seat).is_empty() || cancelled;
        ("INV-CARD-4", sound && usize::from(term) < rules.card_terms(card).len())
    }
}

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

    /// How many of an item a player owns. (INV-PFX-5)
    pub(crate) fn items(&self, state: &State, seat: Seat, item: Item) -> usize {
        let owned = state.player(seat).owned;
        let upgraded = owned.and(state.upgraded);
        match item {
            Item::Business => owned.len(),
            Item::Investment => upgraded.map(|one| state.level(one)).filter(|level| *level < MONOPOLY).map(usize::from).sum(),
            Item::Monopoly => upgraded.filter(|one| state.level(*one) == MONOPOLY).count(),
            Item::Series => self.complete_series(state, seat),
            Item::Type(kind) => owned.filter(|one| self.deed(*one).kind == kind).count(),
        }
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
    /// The subjects of a card that is carried out. (INV-FX-2)
    pub fn subjects(&self, seat: Seat, second: Target) -> Seats {
        if self.rules.single { self.state.present() } else { second.subjects(seat) }
    }

    /// All present players whom a card can affect: without the one of the two who cancelled it. (INV-HIDDEN-13)
    fn reached(&self, seat: Seat, second: Target) -> Seats {
        self.state.present().and_not(second.spares(seat))
    }

    /// The players whom a card can affect besides its subjects. (INV-HIDDEN-13)
    fn others(&self, seat: Seat, second: Target) -> Seats {
        self.reached(seat, second).and_not(self.subjects(seat, second))
    }

    /// The players among whom the one with the most or least money is looked for: all for one subject, the others for two.
    /// (INV-PFX-12, INV-PFX-13)
    pub fn compared(&self, seat: Seat, second: Target) -> Seats {
        let subjects = self.subjects(seat, second);
        if subjects.len() == 2 && !self.rules.single { self.state.present().and_not(subjects) } else { self.state.present() }
    }

    /// Can the card be applied to its subjects? One drawn for oneself always can. (INV-FX-2)
    pub fn strikes(&self, seat: Seat, second: Seat, card: FortuneId) -> bool {
        let two = seat != second;
        if !two && !self.rules.single {
            return true;
        }
        let subjects = self.subjects(seat, Target::struck(second));
        let rest = !self.state.present().and_not(subjects).is_empty();
        let each = |has: &dyn Fn(Seat) -> bool| { subjects }.all(has);
        let eligible = |purpose| self.rules.single || each(&|seat| !self.rules.eligible(self.state, seat, purpose).is_empty());
        let unowned = || Businesses::ALL.into_iter().any(|one| self.state.owner(one).is_none());
        self.rules.card_terms(card).iter().all(|term| match term {
            Effect::ReceiveEach(_) | Effect::PayEach(_) | Effect::ExtremePayMe(..) | Effect::PayExtreme(..) => two && rest,
            Effect::ExtremeReceive(..) | Effect::ExtremePay(..) | Effect::ContestReceive(_) | Effect::ContestPay(_) => !two,
            Effect::MoveUnowned => unowned(),
            Effect::LoseShortcuts => !two || each(&|seat| self.state.player(seat).shortcut_count() > 0),
            Effect::MissTurn(_) | Effect::ExtraTurn => two,
            Effect::FreeInvestment => eligible(Purpose::FreeInvestment),
            Effect::LoseInvestment => eligible(Purpose::LoseInvestment),
            Effect::SellBusiness => eligible(Purpose::SellBusiness),
            Effect::BuyAny(_) => !two || unowned(),
            Effect::Keep(_) | Effect::KeepMust(_) => two,
            _ => true,
        })
    }

    /// A card begins to be carried out. (INV-CARD-4)
    pub fn begin_card(&mut self, seat: Seat, second: Target, card: FortuneId) {
        let left = self.subjects_of_term(seat, second, self.rules.card_terms(card).first());
        self.push(Card { card, term: 0, asked: false, seat, second, left });
    }

    /// The players for whom a term is carried out: each subject, everybody, or once. If others pay the subjects it is carried
    /// out for each payer: one who cannot pay the first subject is out, and the bank pays the second one too. (INV-FX-2,
    /// INV-DEBT-2, INV-BUST-2)
    fn subjects_of_term(&self, seat: Seat, second: Target, term: Option<&Effect>) -> Seats {
        match term {
            Some(Effect::AllMoveKind(_)) if !self.rules.single => self.reached(seat, second),
            Some(Effect::ReceiveEach(_)) if !self.others(seat, second).is_empty() => self.others(seat, second),
            Some(
                Effect::ExtremeReceive(..)
                | Effect::ExtremePay(..)
                | Effect::ContestReceive(_)
                | Effect::ContestPay(_)
                | Effect::AllReceive(_)
                | Effect::AllPay(_),
            ) => Seats::only(seat),
            // Of two subjects both deal with the same player, who is found once.
            Some(Effect::ExtremePayMe(..) | Effect::PayExtreme(..)) => Seats::only(seat),
            Some(term) if self.rules.single && term.moves() => Seats::only(self.state.active()),
            _ => self.subjects(seat, second),
        }
    }

    fn is_contest(&self, effect: &Effect) -> bool {
        use Effect::{ContestPay, ContestReceive, ExtremePay, ExtremeReceive};
        matches!(effect, ExtremeReceive(..) | ExtremePay(..) | ContestReceive(_) | ContestPay(_))
    }

    /// Who must pay by this term besides its subjects, to whom, and how much each, where that is known beforehand. (INV-LOSS-6)
    fn payers(&self, effect: &Effect, seat: Seat, second: Target) -> Option<(Seats, Seats, Money)> {
        let subjects = self.subjects(seat, second);
        let rest = self.others(seat, second);
        match effect {
            Effect::ReceiveEach(amount) if !rest.is_empty() => Some((rest, subjects.and(self.state.present()), *amount)),
            Effect::AllPay(amount) if !rest.is_empty() => Some((rest, Seats::NONE, *amount)),
            _ => None,
        }
    }

    /// One term for one subject, as written. `alone`: nothing of the card is left after it, so that a card which moves its subject goes
    /// back when the piece has arrived. What two pay or receive is between them and the rest; the bank is no remaining player. (INV-FORT-6,
    /// INV-CARD-6, INV-HIDDEN-7, INV-HIDDEN-14)
    fn apply_effect(&mut self, subject: Seat, seat: Seat, second: Target, effect: Effect, card: FortuneId, alone: bool) {
        let subjects = self.subjects(seat, second);
        let rest = self.state.present().and_not(subjects);
        match effect {
            Effect::ReceiveBank(amount) => self.receive(subject, amount),
            Effect::PayBank(amount) => self.owe(subject, Party::Bank, amount),
            Effect::ReceiveEach(_) if self.others(seat, second).is_empty() => self.nothing(subject, card, &effect),
            Effect::PayEach(_) if rest.is_empty() => self.nothing(subject, card, &effect),
            Effect::ReceiveEach(amount) => {
                let left = subjects.and(self.state.present());
                self.push(PayEach { seat: subject, left, amount: amount.into() });
            }
            Effect::PayEach(amount) => self.push(PayEach { seat: subject, left: rest, amount: amount.into() }),
            Effect::ReceivePer(item, _) | Effect::PayPer(item, _) if self.rules.items(self.state, subject, item) == 0 => {
                self.nothing(subject, card, &effect);
            }
            Effect::ReceivePer(item, amount) => {
                let count = self.rules.items(self.state, subject, item) as i32;
                self.receive(subject, amount.times(count));
            }
            Effect::PayPer(item, amount) => {
                let count = self.rules.items(self.state, subject, item) as i32;
                self.owe(subject, Party::Bank, amount.times(count));
            }
            Effect::ReceiveDie(amount) => {
                let die = self.card_die(subject);
                self.receive(subject, amount.times(die.into()));
            }
            Effect::PayDie(amount) => {
                let die = self.card_die(subject);
                self.owe(subject, Party::Bank, amount.times(die.into()));
            }
            Effect::PayPercent(_) if self.cash(subject) == Money::ZERO => self.nothing(subject, card, &effect),
            Effect::PayPercent(part) => {
                let cash = self.cash(subject);
                self.owe(subject, Party::Bank, percent(cash, part.into()).min(cash));
            }
            Effect::ExtremeReceive(extreme, amount) => {
                if let Some(lucky) = self.extreme(self.state.present(), extreme, card.fortune()) {
                    self.receive(lucky, amount);
                }
            }
            Effect::ExtremePay(extreme, amount) => {
                if let Some(payer) = self.extreme(self.state.present(), extreme, card.fortune()) {
                    self.pay_by_card(payer, Party::Bank, amount, subjects);
                }
            }
            Effect::ExtremePayMe(extreme, amount) => {
                let among = self.compared(seat, second);
                let payer = self.extreme(among, extreme, card.fortune()).filter(|payer| !subjects.contains(*payer));
                if payer.is_none() {
                    self.nothing(subject, card, &effect);
                }
                if let Some(payer) = payer {
                    let to = subjects.and(self.state.present());
                    self.push(PayEach { seat: payer, left: to, amount: amount.into() });
                    self.ask_for_refusals(Seats::only(payer), to, amount, false);
                }
            }
            Effect::PayExtreme(extreme, amount) => {
                let among = self.compared(seat, second);
                let payee = self.extreme(among, extreme, card.fortune()).filter(|payee| !subjects.contains(*payee));
                if payee.is_none() {
                    self.nothing(subject, card, &effect);
                }
                if let Some(payee) = payee {
                    let (left, to) = (subjects.and(self.state.present()), Party::Player(payee));
                    self.push(Payments { left, to, amount: amount.into(), kind: DebtKind::Card });
                }
            }
            Effect::ContestReceive(amount) => {
                if let Some(lucky) = self.contest(self.state.present(), true) {
                    self.receive(lucky, amount);
                }
            }
            Effect::ContestPay(amount) => {
                if let Some(payer) = self.contest(self.state.present(), false) {
                    self.pay_by_card(payer, Party::Bank, amount, subjects);
                }
            }
            Effect::AllReceive(amount) => {
                let all = self.reached(seat, second);
                for seat in self.state.in_order(all) {
                    self.receive(seat, amount);
                }
            }
            Effect::AllPay(amount) => {
                let (left, amount) = (self.reached(seat, second), amount.into());
                self.push(Payments { left, to: Party::Bank, amount, kind: DebtKind::Card });
            }
            Effect::MoveStart => self.move_by_card(subject, Some(self.rules.start), card, alone),
            Effect::MoveKind(kind) | Effect::AllMoveKind(kind) => {
                let distance = self.to_kind(subject, kind);
                self.go_by_card(subject, distance, card, alone && !matches!(effect, Effect::AllMoveKind(_)));
            }
            Effect::MoveType(kind) => {
                let rules = self.rules;
                let from = rules.piece(self.state, subject);
                let distance = rules.nearest(from, |_, tile| tile.is_some_and(|one| rules.deed(one).kind == kind));
                self.go_by_card(subject, distance, card, alone);
            }
            Effect::MoveBusiness(business) => {
                let tile = self.rules.deed(business).tile;
                self.move_by_card(subject, Some(tile), card, alone);
            }
            Effect::MoveUnowned => {
                let from = self.rules.piece(self.state, subject);
                let distance = self.rules.nearest(from, |_, tile| tile.is_some_and(|one| self.state.owner(one).is_none()));
                if distance.is_none() {
                    self.nothing(subject, card, &effect);
                }
                self.go_by_card(subject, distance, card, alone);
            }
            Effect::MoveChoice(namer) => {
                // INV-PFX-25: with one piece for all it is the player after the roller, even if somebody else leads by now.
                let before = if self.rules.single { self.state.active() } else { subject };
                let next = self.state.order.after(before, self.state.present()).unwrap_or(subject);
                let seat = if namer == Namer::Next { next } else { subject };
                let card = self.hand_on(card, alone && self.is_drawers());
                self.push(Name { seat, mover: subject, card });
            }
            Effect::GainShortcut(_) if !self.rules.shortcut_cards => self.nothing(subject, card, &effect),
            Effect::GainShortcut(count) => self.gain_shortcuts(subject, count),
            Effect::LoseShortcuts if self.state.player(subject).shortcut_count() == 0 => self.nothing(subject, card, &effect),
            Effect::LoseShortcuts => self.lose_shortcuts(subject),
            Effect::MissTurn(count) => {
                let player = self.state.player_mut(subject);
                player.missed = player.missed.saturating_add(count);
                self.note(|| Event::WillMiss { seat: subject, count });
            }
            Effect::ExtraTurn => {
                if subject == self.state.active() {
                    self.state.turn.more = self.state.turn.more.saturating_add(1);
                } else {
                    let player = self.state.player_mut(subject);
                    player.extra = player.extra.saturating_add(1);
                }
                self.note(|| Event::ExtraTurn { seat: subject });
            }
            Effect::FreeInvestment | Effect::LoseInvestment | Effect::SellBusiness => {
                let purpose = match effect {
                    Effect::FreeInvestment => Purpose::FreeInvestment,
                    Effect::LoseInvestment => Purpose::LoseInvestment,
                    _ => Purpose::SellBusiness,
                };
                if self.rules.eligible(self.state, subject, purpose).is_empty() {
                    self.nothing(subject, card, &effect);
                }
                self.ask_for_business(subject, purpose);
            }
            Effect::BuyAny(part) => {
                if self.rules.bargains_of_the_bank(self.state, subject, part).is_empty() {
                    self.nothing(subject, card, &effect);
                } else {
                    let (over, under) = (part.over as u8, part.under as u8);
                    self.push(BuyAny { seat: subject, over, under });
                }
            }
            Effect::Keep(keep) if self.is_hidden_play() => self.arm(subject, card, Some(keep), None),
            Effect::KeepMust(must) if self.is_hidden_play() => self.arm(subject, card, None, Some(must)),
            Effect::Keep(_) | Effect::KeepMust(_) => {
                self.pop();
                self.keep(subject, card);
            }
        }
    }

    /// Somebody receives what a card says; from the bank, unless it says otherwise. (INV-FORT-5, INV-PROFIT-2)
    fn receive(&mut self, seat: Seat, amount: Money) {
        let amount = self.bank_pays(seat, amount, Flow::Dues);
        self.note(|| Event::Received { seat, from: None, amount });
    }

    /// A term of a card does nothing for this player, and the log says why. (INV-CARD-4)
    fn nothing(&mut self, seat: Seat, card: FortuneId, effect: &Effect) {
        let rules = self.rules;
        let term = rules.card_terms(card).iter().position(|term| term == effect).unwrap_or(0) as u8;
        self.note(|| Event::NoEffect { seat, card, term });
    }

    /// Somebody owes what a card says; to the bank, unless it says otherwise. (INV-FORT-4, INV-LOSS-2)
    fn owe(&mut self, seat: Seat, to: Party, amount: Money) {
        self.push(Debt { seat, to, amount: amount.into(), kind: DebtKind::Card, business: None });
    }

    /// A payment by a card that puts it on one player: whoever has not decided on the card may refuse. (INV-LOSS-6)
    fn pay_by_card(&mut self, payer: Seat, to: Party, amount: Money, decided: Seats) {
        self.owe(payer, to, amount);
        if !decided.contains(payer) {
            self.ask_for_refusals(Seats::only(payer), to.seat().into_iter().collect(), amount, false);
        }
    }

    fn card_die(&mut self, seat: Seat) -> u8 {
        let die = self.die();
        self.note(|| Event::CardRolled { seat, die });
        die
    }

    /// Does the card on top move its drawer alone? One that was used unseen stays until its movements are over, so that a card drawn on
    /// the way is not taken for it. (INV-CARD-6)
    fn is_drawers(&self) -> bool {
        matches!(self.state.top(), Some(Frame::Card(Card { seat, second, .. })) if *second == Target::struck(*seat))
            && !self.is_hidden_play()
    }

    /// Is the card on top one that was used unseen, rather than drawn for oneself? (INV-FORT-17)
    fn is_hidden_play(&self) -> bool {
        matches!(self.state.pending.iter().nth(1), Some(Frame::HiddenPlays(_)))
    }

    /// The card leaves its frame and goes back when the piece has arrived; unless it moves several. (INV-CARD-6)
    fn hand_on(&mut self, card: FortuneId, alone: bool) -> Option<FortuneId> {
        alone.then(|| {
            self.pop();
            card
        })
    }

    fn move_by_card(&mut self, seat: Seat, tile: Option<u8>, card: FortuneId, alone: bool) {
        let from = self.rules.piece(self.state, seat);
        self.go_by_card(seat, tile.map(|tile| self.rules.distance(from, tile)), card, alone);
    }

    /// A card sends a piece so far; nowhere, if there is no such tile. (INV-FORT-3, INV-MOVE-5, INV-CARD-4)
    fn go_by_card(&mut self, seat: Seat, distance: Option<u8>, card: FortuneId, alone: bool) {
        let Some(distance) = distance else { return };
        let card = self.hand_on(card, alone && self.is_drawers());
        self.set_off(seat, distance, How::Card, card);
    }

    /// A tile was named. (INV-PFX-24, INV-PFX-25)
    pub fn name(&mut self, seat: Seat, mover: Seat, card: Option<FortuneId>, business: Business) {
        self.pop();
        self.note(|| Event::Named { seat, mover, business });
        let from = self.rules.piece(self.state, mover);
        let distance = self.rules.distance(from, self.rules.deed(business).tile);
        self.set_off(mover, distance, How::Card, card);
    }

    /// D21: asked only where there is a choice. (INV-PFX-30 to INV-PFX-32)
    fn ask_for_business(&mut self, seat: Seat, purpose: Purpose) {
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

    /// A kept effect of a hidden card applies to both by being armed. (INV-HIDDEN-10, INV-HIDDEN-13)
    fn arm(&mut self, seat: Seat, card: FortuneId, keep: Option<Keep>, must: Option<Must>) {
        let armed = &mut self.state.player_mut(seat).armed;
        match keep {
            Some(Keep::WaiveFee) => armed.set(Arm::WaiveFee),
            Some(Keep::HalfPrice) => armed.set(Arm::HalfPrice),
            Some(Keep::CancelLoss) => armed.set(Arm::CancelLoss),
            Some(Keep::SetRoll(most)) => armed.set_roll = armed.set_roll.max(most),
            None => {}
        }
        match must {
            Some(Must::OneDie) => armed.set(Arm::OneDie),
            Some(Must::HalfRoll) => armed.set(Arm::HalfRoll),
            Some(Must::DoubleFee) => armed.set(Arm::DoubleFee),
            Some(Must::PayPips(amount)) => armed.pay_pips = armed.pay_pips.max(amount.into()),
            None => {}
        }
        self.note(|| Event::Armed { seat, card });
    }
}

/// The words of what a card lets somebody choose.
impl InvestmentsRules {
    fn choice_of_business(&self, state: &State, seat: Seat, purpose: Purpose, business: Business) -> Choice {
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
