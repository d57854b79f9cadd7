//! Profit and Loss cards that nobody sees until they are used. (INV-HIDDEN; D32, D33)

use crate::{
    actions::Action,
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    saying::Reader,
    state::{Answer, FortuneId, Frame, State, Step, Unseen, Use},
    things::Fortune,
    words::Choice,
};
use kernel::{Journal, Line, Luck, MAX_SEATS, Refusal, Seat, Seats, refuse};

impl InvestmentsRules {
    /// D32: which hidden card, and on whom.
    pub(crate) fn list_hidden(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::No);
        for fortune in Fortune::ALL {
            if state.player(seat).hidden[fortune.index()].is_some() {
                let targets = state.present().without(seat);
                out.extend(targets.map(|target| Action::Use { fortune, target }));
            }
        }
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
                self.open_poll(asked, Frame::HiddenWindow);
            }
        }
        true
    }

    /// The cards are carried out one after another: the active player's first. (INV-HIDDEN-5, INV-EDGE-57)
    pub fn close_hidden_window(&mut self) -> bool {
        if !self.state.poll.is_complete() {
            return false;
        }
        self.pop();
        self.state.plays = [Use::NONE; MAX_SEATS];
        let (poll, mut left) = (self.state.poll, Seats::NONE);
        for seat in poll.asked() {
            if let Some(Answer::Use { fortune, target }) = poll.answer_of(seat) {
                self.state.plays[seat.index()] = Use::new(fortune, target);
                left = left.with(seat);
            }
        }
        if !left.is_empty() {
            self.push(Frame::HiddenPlays { left });
        }
        true
    }

    /// The next hidden card is turned over; one whose player or target is jailed or out by now stays unseen. (INV-EDGE-57)
    pub fn next_hidden(&mut self, left: Seats) -> bool {
        // Whether another one comes was not known before. (INV-POLL-3)
        self.sealed = true;
        let Some(seat) = self.state.first_of(left) else {
            self.pop();
            return true;
        };
        self.replace(Frame::HiddenPlays { left: left.without(seat) });
        let Some((fortune, target)) = std::mem::take(&mut self.state.plays[seat.index()]).get() else { return true };
        if !self.state.is_present(seat) || !self.state.is_present(target) {
            return true;
        }
        let Some(card) = self.state.player_mut(seat).hidden[fortune.index()].take().map(Unseen::card) else { return true };
        self.note(|| Event::HiddenUsed { seat, target, fortune, card });
        // INV-HIDDEN-6: the two are its subjects; where it cannot strike both, another one is turned up. (INV-HIDDEN-8)
        let used = FortuneId::new(fortune, card);
        if self.strikes(seat, target, used) {
            self.read(seat, target, used);
        } else {
            self.note(|| Event::CardIgnored { fortune, card });
            self.put_back(fortune, card);
            self.turn_up(seat, target, fortune);
        }
        true
    }

    /// Landing on Profit or Loss: one unseen card is taken. (INV-HIDDEN-3, INV-HIDDEN-4)
    pub fn take_hidden(&mut self, seat: Seat, fortune: Fortune) {
        // INV-CARD-3, INV-EDGE-73: with an empty pile nobody is asked.
        let Some(card) = self.draw(fortune) else { return };
        self.note(|| Event::HiddenTaken { seat, fortune });
        match self.state.player(seat).hidden[fortune.index()] {
            Some(_) => self.push(Frame::Taken { seat, card: FortuneId::new(fortune, card) }),
            None => self.state.player_mut(seat).hidden[fortune.index()] = Some(Unseen::new(card)),
        }
    }

    /// D33: the one stays, the other is shuffled into its pile, and nobody sees either. (INV-HIDDEN-4)
    pub fn keep_one(&mut self, seat: Seat, card: FortuneId, new: bool) {
        self.pop();
        let fortune = card.fortune();
        let mut put_back = card.card();
        if new {
            let held = &mut self.state.player_mut(seat).hidden[fortune.index()];
            put_back = held.replace(Unseen::new(put_back)).map_or(put_back, Unseen::card);
        }
        self.state.fortunes[fortune.index()].shuffle_in([put_back].into_iter().collect());
        self.note(|| Event::HiddenKept { seat, fortune, new });
    }
}

/// The words of hidden cards.
impl InvestmentsRules {
    pub(crate) fn ask_for_hidden(&self, state: &State, reader: &Reader) -> Line {
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

    pub(crate) fn ask_which_to_keep(&self, seat: Seat, card: FortuneId, reader: &Reader) -> Line {
        let fortune = card.fortune().words();
        let you = || format!("You have taken an unseen {fortune} card and hold another one: say which of the two you keep.");
        reader.one(seat, "INV-HIDDEN-4", you, || format!("{} chooses between two unseen {fortune} cards.", reader.name(seat)))
    }

    pub(crate) fn choice_of_hidden(&self, state: &State, action: &Action, reader: &Reader) -> Choice {
        let fortune = match state.top() {
            Some(Frame::Taken { card, .. }) => card.fortune().words(),
            _ => "hidden",
        };
        match *action {
            Action::Use { fortune, target } => {
                let label = format!("Use your hidden {} card on {}", fortune.words(), reader.name(target));
                Choice::new("INV-HIDDEN-6", label)
                    .with(format!("turned over and carried out for you and {}", reader.name(target)))
            }
            Action::KeepNew => Choice::new("INV-HIDDEN-4", format!("Keep the new {fortune} card"))
                .with("the one you held is shuffled in, unseen"),
            _ => Choice::new("INV-HIDDEN-4", format!("Keep the {fortune} card you held"))
                .with("the new one is shuffled in, unseen"),
        }
    }
}
