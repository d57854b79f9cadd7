//! Carrying out a Profit or Loss card, term by term, for whomever it strikes. (INV-PFX, INV-CARD-4; D20 to D22)

use crate::{
    content::effects::{Effect, Item, Keep, Must, Namer},
    content::things::{Businesses, Fortune, percent},
    decisions::{BuyAny, Debt, Decision, Frame, Name, PayEach, Payments},
    events::Event,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::position::is_default,
    state::{Arm, DebtKind, FortuneId, How, MONOPOLY, Party, Purpose, State, Target},
    view::{CardView, card_view},
};
use kernel::{Journal, Luck, Money, Seat, Seats};
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

impl InvestmentsRules {
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
            // Of two subjects both deal with the same player, who is found once. (INV-HIDDEN-13: the user may be spared.)
            Some(Effect::ExtremePayMe(..) | Effect::PayExtreme(..)) => {
                let subjects = self.subjects(seat, second);
                if subjects.contains(seat) { Seats::only(seat) } else { subjects }
            }
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
impl InvestmentsRules {}
