//! Profit and Loss cards that nobody sees until they are used. (INV-HIDDEN; D32, D33)

use crate::{
    actions::Action,
    bots::sensible::keep,
    content::things::Fortune,
    decisions::{Choices, Decision, Frame},
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::position::is_default,
    state::{Answer, FortuneId, State, Step, Unseen, Use},
    view::PendingView,
    words::Choice,
    words::saying::Reader,
};
use kernel::{Journal, Line, Luck, MAX_SEATS, Question, Refusal, Seat, Seats, refuse};
use serde::{Deserialize, Serialize};

/// D32: who uses a hidden card? (INV-HIDDEN-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct HiddenWindow;

impl Decision for HiddenWindow {
    fn is_poll(&self) -> bool {
        true
    }

    /// D32: which hidden card, and on whom.
    fn list(&self, _rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::No);
        for fortune in Fortune::ALL {
            if state.player(seat).hidden[fortune.index()].is_some() {
                let targets = state.present().without(seat);
                out.extend(targets.map(|target| Action::Use { fortune, target }));
            }
        }
    }

    fn may(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::No => Ok(()),
            Action::Use { fortune, target } => rules.may_use(state, seat, *fortune, *target),
            _ => refuse("INV-HIDDEN-5", "first say whether you use a hidden card"),
        }
    }

    /// The cards are carried out one after another: the active player's first. (INV-HIDDEN-5, INV-EDGE-57)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.pop();
        play.state.plays = [Use::NONE; MAX_SEATS];
        let (poll, mut left) = (play.state.poll, Seats::NONE);
        for seat in poll.asked() {
            if let Some(Answer::Use { fortune, target }) = poll.answer_of(seat) {
                play.state.plays[seat.index()] = Use::new(fortune, target);
                left = left.with(seat);
            }
        }
        if !left.is_empty() {
            play.push(HiddenPlays { left });
        }
        true
    }

    fn question(&self, _state: &State) -> Option<Question<Action>> {
        Some(Question { kind: "hidden", standing: Some(Action::No) })
    }

    fn ask(&self, _rules: &InvestmentsRules, state: &State, reader: &Reader) -> Line {
        let active = state.active();
        let when = match state.turn.step {
            Step::Begin | Step::Roll if reader.is(active) => "at the start of your turn".to_owned(),
            Step::Begin | Step::Roll => format!("at the start of the turn of {}", reader.name(active)),
            _ if reader.is(active) => "before the end of your turn".to_owned(),
            _ => format!("before the end of the turn of {}", reader.name(active)),
        };
        let you = |_| format!("You may use a hidden card on somebody {when}, or none.");
        reader.poll(state, "INV-HIDDEN-5", you, &format!("a hidden card may be used {when}"))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match *action {
            Action::Use { fortune, target } => {
                let label = format!("Use your hidden {} card on {}", fortune.words(), reader.name(target));
                Choice::new("INV-HIDDEN-6", label)
                    .with(format!("turned over and carried out for you and {}", reader.name(target)))
            }
            Action::No => Choice::new("INV-HIDDEN-5", "Use no hidden card"),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn sensible(&self, _rules: &InvestmentsRules, state: &State, seat: Seat, out: &mut Vec<Action>, first: usize) {
        let rivals = state.present().without(seat);
        let richest = rivals.max_by_key(|rival| state.player(*rival).cash);
        keep(out, first, |action| match action {
            Action::Use { target, .. } => Some(*target) == richest,
            _ => true,
        });
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::HiddenWindow
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        below.is_none()
    }

    fn fits_step(&self, state: &State) -> bool {
        matches!(state.turn.step, Step::Roll | Step::Trade)
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-HIDDEN-5", rules.hidden)
    }

    fn asked(&self, _rules: &InvestmentsRules, state: &State) -> Seats {
        { state.present() }.filter(|seat| state.player(*seat).hidden.iter().any(Option::is_some)).collect()
    }

    fn takes_answer(&self, rules: &InvestmentsRules, state: &State, seat: Seat, answer: Answer) -> bool {
        matches!(answer, Answer::Use { fortune, target } if rules.may_use(state, seat, fortune, target).is_ok())
    }

    fn any_answer(&self, rules: &InvestmentsRules, state: &State, seat: Seat, luck: &mut impl Luck) -> Answer {
        let pick = luck.below(4);
        let used = rules.any_use(state, seat, luck).filter(|_| pick == 0).and_then(Use::get);
        used.map_or(Answer::No, |(fortune, target)| Answer::Use { fortune, target })
    }
}

/// Hidden cards are carried out, one after another. (INV-HIDDEN-5)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenPlays {
    /// Whose are left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Seats,
}

impl Decision for HiddenPlays {
    /// The next hidden card is turned over; one whose player or target is jailed or out by now stays unseen. (INV-EDGE-57)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let HiddenPlays { left } = *self;
        // Whether another one comes was not known before. (INV-POLL-3)
        play.sealed = true;
        let Some(seat) = play.state.first_of(left) else {
            play.pop();
            return true;
        };
        play.replace(HiddenPlays { left: left.without(seat) });
        let Some((fortune, target)) = std::mem::take(&mut play.state.plays[seat.index()]).get() else { return true };
        if !play.state.is_present(seat) || !play.state.is_present(target) {
            return true;
        }
        let Some(card) = play.state.player_mut(seat).hidden[fortune.index()].take().map(Unseen::card) else { return true };
        play.note(|| Event::HiddenUsed { seat, target, fortune, card });
        // INV-HIDDEN-6: the two are its subjects; where it cannot strike both, another one is turned up. (INV-HIDDEN-8)
        let used = FortuneId::new(fortune, card);
        if play.strikes(seat, target, used) {
            play.read(seat, target, used);
        } else {
            play.note(|| Event::CardIgnored { fortune, card });
            play.put_back(fortune, card);
            play.turn_up(seat, target, fortune);
        }
        true
    }

    fn names(&self) -> Seats {
        self.left
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        below.is_none()
    }

    fn bears(&self, _rules: &InvestmentsRules, _above: &Frame, _under: Option<&Frame>) -> bool {
        true
    }

    fn fits_step(&self, state: &State) -> bool {
        matches!(state.turn.step, Step::Roll | Step::Trade)
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-HIDDEN-5", rules.hidden)
    }
}

/// D33: which of two unseen cards is kept. (INV-HIDDEN-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// Who.
    pub seat: Seat,
    /// The new card.
    pub card: FortuneId,
}

impl Decision for Taken {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn card(&self) -> Option<FortuneId> {
        Some(self.card)
    }

    /// D33: the one stays, the other is shuffled into its pile, and nobody sees either. (INV-HIDDEN-4)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        let card = self.card;
        let new = *action == Action::KeepNew;

        play.pop();
        let fortune = card.fortune();
        let mut put_back = card.card();
        if new {
            let held = &mut play.state.player_mut(seat).hidden[fortune.index()];
            put_back = held.replace(Unseen::new(put_back)).map_or(put_back, Unseen::card);
        }
        play.state.fortunes[fortune.index()].shuffle_in([put_back].into_iter().collect());
        play.note(|| Event::HiddenKept { seat, fortune, new });
    }

    fn dropped(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) {
        // INV-HIDDEN-12: an unseen card goes in at once.
        let (pile, card) = (self.card.fortune().index(), self.card.card());
        play.state.fortunes[pile].shuffle_in([card].into_iter().collect());
    }

    fn fallback(&self, _rules: &InvestmentsRules, _state: &State, _seat: Seat) -> Action {
        Action::KeepHeld
    }

    fn ask(&self, _rules: &InvestmentsRules, _state: &State, reader: &Reader) -> Line {
        let Taken { seat, card } = *self;
        let fortune = card.fortune().words();
        let you = || format!("You have taken an unseen {fortune} card and hold another one: say which of the two you keep.");
        reader.one(seat, "INV-HIDDEN-4", you, || format!("{} chooses between two unseen {fortune} cards.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        let fortune = self.card.fortune().words();
        match action {
            Action::KeepNew => Choice::new("INV-HIDDEN-4", format!("Keep the new {fortune} card"))
                .with("the one you held is shuffled in, unseen"),
            Action::KeepHeld => Choice::new("INV-HIDDEN-4", format!("Keep the {fortune} card you held"))
                .with("the new one is shuffled in, unseen"),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Taken { seat: self.seat, fortune: self.card.fortune() }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        let held = state.player(self.seat).hidden[self.card.fortune().index()];
        ("INV-HIDDEN-4", rules.hidden && held.is_some())
    }

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::KeepHeld, Action::KeepNew], "INV-HIDDEN-4", "say which of the two unseen cards stays"))
    }
}

impl InvestmentsRules {
    /// A hidden card that this player could use, on anybody.
    pub(crate) fn any_use(&self, state: &State, seat: Seat, luck: &mut impl Luck) -> Option<Use> {
        let targets = state.present().without(seat);
        let target = targets.at_rank(luck.below(targets.len().max(1)) as u32)?;
        let holds = |fortune: &Fortune| state.is_present(seat) && state.player(seat).hidden[fortune.index()].is_some();
        let count = Fortune::ALL.iter().filter(|fortune| holds(fortune)).count();
        let fortune = Fortune::ALL.into_iter().filter(holds).nth(luck.below(count.max(1)))?;
        Some(Use::new(fortune, target))
    }

    pub(crate) fn may_use(&self, state: &State, seat: Seat, fortune: Fortune, target: Seat) -> Result<(), Refusal> {
        if state.player(seat).hidden[fortune.index()].is_none() {
            return refuse("INV-HIDDEN-2", format!("you hold no hidden {} card", fortune.words()));
        }
        if target == seat || target.index() >= self.players || !state.is_present(target) {
            return refuse("INV-HIDDEN-6", "use it on another player who is in the game and not in jail");
        }
        Ok(())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Everybody who holds a hidden card may use one, at the start of a turn and again after step 2. (INV-HIDDEN-5)
    pub fn hidden_window(&mut self) -> bool {
        if self.rules.hidden {
            let present = self.state.present();
            let asked: Seats = { present }.filter(|seat| self.state.player(*seat).hidden.iter().any(Option::is_some)).collect();
            if present.len() > 1 && !asked.is_empty() {
                self.open_poll(asked, HiddenWindow);
            }
        }
        true
    }

    /// Landing on Profit or Loss: one unseen card is taken. (INV-HIDDEN-3, INV-HIDDEN-4)
    pub fn take_hidden(&mut self, seat: Seat, fortune: Fortune) {
        // INV-CARD-3, INV-EDGE-73: with an empty pile nobody is asked.
        let Some(card) = self.draw(fortune) else { return };
        self.note(|| Event::HiddenTaken { seat, fortune });
        match self.state.player(seat).hidden[fortune.index()] {
            Some(_) => self.push(Taken { seat, card: FortuneId::new(fortune, card) }),
            None => self.state.player_mut(seat).hidden[fortune.index()] = Some(Unseen::new(card)),
        }
    }
}

/// The words of hidden cards.
impl InvestmentsRules {}
