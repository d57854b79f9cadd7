//! Profit and Loss tiles and cards: drawing, reading, refusing, keeping. (INV-PROFIT, INV-LOSS, INV-FORT, INV-KEEP; D19)

use crate::{
    actions::Action,
    content::effects::{Effect, Extreme, Keep, Must},
    content::pack::FortuneCard,
    content::things::{Fortune, TileKind, percent},
    decisions::{Debt, Decision, Frame, Payments},
    events::{Event, fortune_id},
    options::FortuneMode,
    play::{Flow, Play},
    rules::InvestmentsRules,
    state::{Arm, DebtKind, FortuneId, Party, State, Target},
    view::{CardView, PendingView, card_view},
    words::Choice,
    words::saying::Reader,
};
use kernel::{Journal, Line, Luck, Money, Refusal, Seat, Seats, refuse};
use serde::{Deserialize, Serialize};

/// D19: a Loss card was read. (INV-LOSS-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    /// The drawer.
    pub seat: Seat,
    /// The card.
    pub card: FortuneId,
}

impl Decision for Read {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn card(&self) -> Option<FortuneId> {
        Some(self.card)
    }

    fn candidates(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Follow, Action::Cancel, Action::Refuse]);
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Follow | Action::Refuse => Ok(()),
            Action::Cancel if rules.canceller(state, seat).is_some() => Ok(()),
            Action::Cancel => refuse("INV-KEEP-2", "you keep no card that cancels a Loss card and can be used now"),
            _ => refuse("INV-LOSS-5", "first decide on the Loss card: follow it or refuse"),
        }
    }

    /// D19: what the drawer chose.
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let card = self.card;
        play.pop();
        match action {
            Action::Cancel => {
                if let Some(canceller) = play.rules.canceller(play.state, seat) {
                    play.discard_kept(Fortune::Profit, canceller);
                }
                play.note(|| Event::CardCancelled { seat, fortune: card.fortune(), card: card.card() });
                play.put_back(card.fortune(), card.card());
            }
            Action::Refuse => {
                play.note(|| Event::CardRefused { seat, fortune: card.fortune(), card: card.card() });
                play.put_back(card.fortune(), card.card());
                play.stand_in(seat, seat, Target::struck(seat), card);
                play.send_to_jail(seat, play.rules.pack.numbers.fine);
            }
            _ => play.begin_card(seat, Target::struck(seat), card),
        }
    }

    fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
        Action::Follow
    }

    fn ask(&self, rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let Read { seat, card } = *self;
        let FortuneCard { name, text, .. } = rules.fortune_card(card);
        let you = || {
            let cancel = if rules.canceller(state, seat).is_some() { ", cancel it with your card" } else { "" };
            format!("Your Loss card is “{name}”: {text} Follow it{cancel}, or {}.", rules.refusing(state, seat))
        };
        reader.one(seat, "INV-LOSS-5", you, || format!("{} decides on the Loss card “{name}”.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let card = self.card;
        if !matches!(action, Action::Pay | Action::Follow | Action::Cancel | Action::Refuse) {
            return rules.usual_choice(state, seat, action, reader);
        }

        match action {
            Action::Cancel => {
                Choice::new("INV-FX-7", "Cancel it with your card").with("nothing on it happens; your card is spent")
            }
            Action::Refuse => {
                let paid = rules.stood_in_for(state, seat, card, reader);
                Choice::new("INV-LOSS-4", "Refuse to follow it").so([rules.penalty(state, seat, rules.pack.numbers.fine), paid])
            }
            _ => Choice::new("INV-LOSS-1", "Follow the card").with(rules.following(state, seat, card)),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Read { seat: self.seat, card: fortune_id(self.card.fortune(), self.card.card()) }
    }

    fn shown_card(&self) -> Option<CardView> {
        Some(card_view(self.seat, self.card, true))
    }

    fn check(&self, _rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-LOSS-5", self.card.fortune() == Fortune::Loss)
    }
}

/// So often is rolled again at most. Dice do not come near it; luck that somebody has written down could, and must not keep the game
/// from ending.
pub(crate) const PATIENCE: usize = 500;

impl InvestmentsRules {
    /// The terms of a Profit or Loss card.
    #[inline]
    pub(crate) fn card_terms(&self, card: FortuneId) -> &[Effect] {
        &self.pack.fortunes[card.fortune().index()][usize::from(card.card())].effects
    }

    /// Does a kept card of this player cancel a Loss card now? (INV-FX-7)
    pub(crate) fn canceller(&self, state: &State, seat: Seat) -> Option<u8> {
        self.usable_kept(state, seat, |keep| (keep == Keep::CancelLoss).then_some(())).map(|(card, ())| card)
    }

    /// Who of these has the most or the least cash. (INV-FORT-7)
    pub(crate) fn have_the(&self, state: &State, among: Seats, extreme: Extreme) -> Seats {
        let cash = |seat: Seat| state.player(seat).cash;
        let best = match extreme {
            Extreme::Most => { among }.map(cash).max(),
            Extreme::Least => { among }.map(cash).min(),
        };
        { among }.filter(|seat| Some(cash(*seat)) == best).collect()
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Landing on a Profit or Loss tile, by the mode of the table. (INV-PROFIT-1, INV-LOSS-1, INV-FORT-10 to INV-FORT-16)
    pub fn land_on_fortune(&mut self, seat: Seat, tile: Fortune) {
        match (self.rules.options.fortune_mode, tile) {
            (FortuneMode::Hidden, _) => self.take_hidden(seat, tile),
            (FortuneMode::Die, _) => {
                let die = self.die();
                let fortune = if die <= 3 { Fortune::Loss } else { Fortune::Profit };
                self.note(|| Event::FortuneRolled { seat, die, fortune });
                self.draw_openly(seat, fortune);
            }
            (FortuneMode::OnlyLoss, _) => self.draw_openly(seat, Fortune::Loss),
            _ => self.draw_openly(seat, tile),
        }
    }

    /// A card is drawn and shown, or what stands in its place. (INV-FORT-17)
    pub fn draw_openly(&mut self, seat: Seat, fortune: Fortune) {
        use FortuneMode::{BothFlat, LossFlat, OnlyLoss, ProfitFlat};
        match (self.rules.options.fortune_mode, fortune) {
            (ProfitFlat | BothFlat, Fortune::Profit) => self.flat_profit(seat),
            (LossFlat | BothFlat, Fortune::Loss) => self.flat_loss(seat),
            (OnlyLoss, _) => self.turn_up(seat, seat, Fortune::Loss),
            _ => self.turn_up(seat, seat, fortune),
        }
    }

    /// Profit without a card. (INV-FORT-11)
    fn flat_profit(&mut self, seat: Seat) {
        let struck = self.struck(seat);
        for seat in self.state.in_order(struck) {
            let amount = self.bank_pays(seat, self.rules.pack.numbers.flat_profit, Flow::Dues);
            self.note(|| Event::Received { seat, from: None, amount });
        }
    }

    /// Loss without a card. (INV-FORT-12, INV-FORT-18)
    fn flat_loss(&mut self, seat: Seat) {
        let amount = self.rules.pack.numbers.flat_loss;
        if self.rules.single {
            let all = self.state.present();
            self.push(Payments { left: all, to: Party::Bank, amount: amount.into(), kind: DebtKind::AgreedFlat });
            self.ask_for_refusals(all, Seats::NONE, amount, false);
        } else {
            self.push(Debt { seat, to: Party::Bank, amount: amount.into(), kind: DebtKind::Flat, business: None });
        }
    }

    /// A card is turned up and strikes its subjects; where it cannot, another one is. Each pile holds one that can. (INV-HIDDEN-9,
    /// INV-SINGLE-10, INV-FORT-9)
    pub fn turn_up(&mut self, seat: Seat, second: Seat, fortune: Fortune) {
        while let Some(card) = self.draw(fortune) {
            self.note(|| Event::CardDrawn { seat, fortune, card });
            let card = FortuneId::new(fortune, card);
            if self.strikes(seat, second, card) {
                return self.read(seat, second, card);
            }
            self.note(|| Event::CardIgnored { fortune, card: card.card() });
            self.put_back(fortune, card.card());
            if !self.rules.hidden && !self.state.fortunes[fortune.index()].unseen().is_empty() {
                continue;
            }
            if !self.rules.hidden {
                // Every card that is left has been looked at already.
                let known = self.state.fortunes[fortune.index()].known();
                if !known.iter().any(|other| self.strikes(seat, second, FortuneId::new(fortune, *other))) {
                    return;
                }
            }
        }
    }

    /// A card that strikes is read: a Loss card can be refused. (INV-LOSS-5, INV-HIDDEN-11, INV-SINGLE-19)
    pub fn read(&mut self, seat: Seat, second: Seat, card: FortuneId) {
        let mut subjects = if self.rules.single { self.state.present() } else { Seats::only(seat).with(second) };
        if card.fortune() == Fortune::Profit {
            // INV-PROFIT-4: it cannot be refused.
            return self.begin_card(seat, Target::struck(second), card);
        }
        for subject in subjects {
            if self.state.player_mut(subject).armed.spend(Arm::CancelLoss) {
                // INV-HIDDEN-13: it strikes only the others.
                subjects = subjects.without(subject);
                self.note(|| Event::CardCancelled { seat: subject, fortune: card.fortune(), card: card.card() });
            }
        }
        if subjects.is_empty() {
            return self.put_back(card.fortune(), card.card());
        }
        if self.rules.single || seat != second {
            let target = match (subjects.contains(seat), subjects.contains(second)) {
                (true, true) => Target::struck(second),
                (true, false) => Target::spared(second),
                (false, _) => Target::alone(second),
            };
            self.begin_card(seat, target, card);
            self.ask_for_refusals(subjects, Seats::NONE, Money::ZERO, false);
        } else {
            self.push(Read { seat, card });
        }
    }

    /// Whoever refuses a Loss card pays nobody: the bank pays the other players what they would have got. (INV-LOSS-5)
    pub fn stand_in(&mut self, refuser: Seat, seat: Seat, second: Target, card: FortuneId) {
        let rules = self.rules;
        for term in rules.card_terms(card) {
            let rest = self.state.present().and_not(self.subjects(seat, second));
            let (to, amount) = match *term {
                Effect::PayEach(amount) => (rest, amount),
                Effect::PayExtreme(extreme, amount) => {
                    let among = self.compared(seat, second);
                    (self.extreme(among, extreme, card.fortune()).into_iter().collect(), amount)
                }
                _ => continue,
            };
            self.bank_stands_in(refuser, to, amount);
        }
    }

    /// A card to keep is laid beside the businesses. (INV-KEEP-1)
    pub fn keep(&mut self, seat: Seat, card: FortuneId) {
        let kept = &mut self.state.kept[card.fortune().index()];
        kept.lay(card.card(), Some(seat));
        self.note(|| Event::CardKept { seat, fortune: card.fortune(), card: card.card() });
    }

    /// A kept card goes under its pile. (INV-KEEP-5, INV-KEEP-6)
    pub fn discard_kept(&mut self, fortune: Fortune, card: u8) {
        self.state.kept[fortune.index()].lay(card, None);
        self.put_back(fortune, card);
    }

    /// A kept Loss card takes effect by itself for this turn. (INV-KEEP-4)
    pub fn put_to_work(&mut self, seat: Seat, card: u8) {
        if let [Effect::KeepMust(must)] = self.rules.pack.fortunes[Fortune::Loss.index()][usize::from(card)].effects[..] {
            let turn = &mut self.state.turn;
            match must {
                Must::OneDie => turn.one_die = true,
                Must::HalfRoll => turn.half_roll = true,
                Must::DoubleFee => turn.double_fee = true,
                Must::PayPips(amount) => turn.pay_pips = (Money::from(turn.pay_pips) + amount).into(),
            }
            self.note(|| Event::KeptAtWork { seat, card });
        }
    }

    /// Who has the most or least cash of these; the tied roll: for a Loss card the lowest, for a Profit card the highest. (INV-FORT-1,
    /// INV-FORT-7, INV-FORT-8)
    pub fn extreme(&mut self, among: Seats, extreme: Extreme, fortune: Fortune) -> Option<Seat> {
        let tied = self.rules.have_the(self.state, among, extreme);
        self.contest(tied, fortune == Fortune::Profit)
    }

    /// All of these roll one die until one is left: the highest, or the lowest; whoever is alone does not roll. (INV-FORT-2, INV-FORT-8,
    /// INV-SOLO-2)
    pub fn contest(&mut self, mut tied: Seats, highest: bool) -> Option<Seat> {
        for _ in 0..PATIENCE {
            if tied.len() < 2 {
                break;
            }
            let mut dice = [0; kernel::MAX_SEATS];
            for seat in self.state.in_order(tied) {
                let die = self.die();
                dice[seat.index()] = die;
                self.note(|| Event::ContestRolled { seat, die });
            }
            let of = |seat: Seat| dice[seat.index()];
            let decisive = if highest { tied.map(of).max() } else { tied.map(of).min() };
            tied = { tied }.filter(|seat| Some(of(*seat)) == decisive).collect();
        }
        tied.lowest()
    }

    /// The distance to the next tile of a kind, for a card. (INV-MOVE-7)
    pub fn to_kind(&self, seat: Seat, kind: TileKind) -> Option<u8> {
        self.rules.nearest(self.rules.piece(self.state, seat), |tile, _| tile == kind)
    }
}

/// The words of a Loss card that was read.
impl InvestmentsRules {
    /// Whom the bank pays for somebody who refuses this card. (INV-LOSS-5)
    pub(crate) fn stood_in_for(&self, state: &State, seat: Seat, card: FortuneId, reader: &Reader) -> String {
        let others = state.present().without(seat);
        let two = matches!(state.top(), Some(Frame::RefusalPoll(_))) && state.poll.asked().len() > 1;
        let pays = |term: &Effect| match *term {
            Effect::PayEach(_) if !self.single && others.len() == 1 => Some(format!("the bank pays {}", reader.all(others))),
            Effect::PayEach(_) if !others.is_empty() => Some("the bank pays in your place".to_owned()),
            // Among two who are struck neither is the one who is paid; otherwise whoever is paid could be the refuser.
            Effect::PayExtreme(extreme, _) if !two => match self.have_the(state, state.present(), extreme) {
                paid if !paid.contains(seat) => Some("the bank pays in your place".to_owned()),
                paid if paid.len() > 1 => Some("the bank pays in your place, if another one is to be paid".to_owned()),
                _ => None,
            },
            Effect::PayExtreme(..) if !others.is_empty() => Some("the bank pays in your place".to_owned()),
            _ => None,
        };
        self.card_terms(card).iter().find_map(pays).unwrap_or_default()
    }

    /// What following a Loss card costs its drawer, where that is certain.
    fn following(&self, state: &State, seat: Seat, card: FortuneId) -> String {
        let others = state.present().without(seat).len() as i32;
        let cash = state.player(seat).cash;
        let cost = match self.card_terms(card) {
            [Effect::PayBank(amount)] | [Effect::AllPay(amount)] => *amount,
            [Effect::PayEach(amount)] => amount.times(others),
            [Effect::PayPer(item, amount)] => amount.times(self.items(state, seat, *item) as i32),
            [Effect::PayPercent(part)] => percent(cash, (*part).into()).min(cash),
            [Effect::PayDie(amount)] => return format!("{amount} to {} to the bank", amount.times(6)),
            [Effect::MissTurn(count)] => {
                return format!("your next {} missed", if *count == 1 { "turn is".into() } else { format!("{count} turns are") });
            }
            [Effect::LoseShortcuts] if state.player(seat).shortcut_count() == 0 => {
                return "you have no Shortcut card to lose".into();
            }
            _ => return String::new(),
        };
        match cost {
            Money::ZERO => "nothing to pay".into(),
            cost => format!("{cost} to pay; {}", self.left_or_raise(state, seat, cost)),
        }
    }
}
