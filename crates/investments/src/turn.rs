//! A turn, step by step, and what is done while nothing is pending. (INV-TURN)

pub(crate) mod ending;
pub(crate) mod global_economy;
pub(crate) mod scoring;
pub(crate) mod setup;
pub(crate) mod slots;

use crate::{
    actions::Action,
    decisions::{BankCardStep, BeforeRoll, Decision, Frame, Now, OpenDeal, Trade},
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::{Answer, State, Step},
};
use kernel::{Journal, Luck, Poll, Seat, Seats};

/// A turn begins: hidden cards may be used. (INV-HIDDEN-5)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begin;

impl Decision for Begin {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let goes_on = play.hidden_window();
        play.step_on(Step::Roll) && goes_on
    }
}

/// Step 2: what the movement brought is resolved; each part of it is pending in turn. (INV-TURN-3)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolve;

impl Decision for Resolve {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        play.step_on(Step::Resolved)
    }
}

/// All is resolved: hidden cards may be used again. (INV-HIDDEN-5)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved;

impl Decision for Resolved {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let goes_on = play.hidden_window();
        play.step_on(Step::Trade) && goes_on
    }
}

/// The steps of a turn, in their order. What is decided in steps 1, 3 and 4 is with each of them; step 5 and step 6 come by
/// [`Play::end_turn`]. (INV-TURN-1 to INV-TURN-7, INV-TURN-14)
const TURN: [(Step, Now); 6] = [
    (Step::Begin, Now::Begin(Begin)),
    (Step::Roll, Now::BeforeRoll(BeforeRoll)),
    (Step::Resolve, Now::Resolve(Resolve)),
    (Step::Resolved, Now::Resolved(Resolved)),
    (Step::Trade, Now::Trade(Trade)),
    (Step::BankCard, Now::BankCardStep(BankCardStep)),
];

impl InvestmentsRules {
    /// What the table waits for or goes on with.
    #[inline]
    pub(crate) fn now(&self, state: &State) -> Now {
        match state.top() {
            _ if !state.offers.is_empty() => OpenDeal.into(),
            Some(frame) => (*frame).into(),
            None => TURN[state.turn.step as usize].1,
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A sealed answer. (INV-POLL-3)
    pub fn answer_poll(&mut self, seat: Seat, action: &Action) {
        let answer = match *action {
            Action::Play { place, distance } => Answer::Play { place, distance },
            Action::Use { fortune, target } => Answer::Use { fortune, target },
            Action::Bet { choice, stake } => Answer::Bet { choice, stake },
            Action::Yes | Action::Refuse | Action::Force => Answer::Yes,
            _ => Answer::No,
        };
        if self.state.poll.answer(seat, answer).is_ok() {
            let complete = self.state.poll.is_complete();
            self.note(|| Event::Answered { seat });
            // The last answer shows all of them.
            self.sealed |= complete;
        }
    }

    /// Goes on until somebody has a decision to make or the game is over: what is pending first, topmost first; then the steps of
    /// the turn in their order. (INV-TURN-1 to INV-TURN-7)
    pub fn go_on(&mut self) {
        loop {
            if self.state.is_over() {
                self.clear();
                return;
            }
            let now = self.rules.now(self.state);
            let poll = now.is_poll();
            let goes_on = match now {
                // A poll waits until all have answered. (INV-POLL-3)
                Now::Frame(frame) => (!poll || self.state.poll.is_complete()) && frame.run(self),
                Now::OpenDeal(_) => false,
                _ if self.state.is_present(self.state.active()) => now.run(self),
                _ => {
                    // INV-TURN-11: jailed or out during the own turn; step 6 still happens.
                    self.end_turn();
                    true
                }
            };
            if !goes_on {
                return;
            }
            if poll {
                // All answers are in and carried out.
                self.state.poll = Poll::open(Seats::NONE);
            }
        }
    }

    /// Would play go on with this frame? A poll waits until all have answered. (INV-POLL-3)
    pub fn proceed(&mut self, frame: Frame) -> bool {
        (!frame.is_poll() || self.state.poll.is_complete()) && frame.run(self)
    }

    /// A step of the turn is over. (INV-TURN-1)
    fn step_on(&mut self, next: Step) -> bool {
        self.state.turn.step = next;
        true
    }

    /// A frame that waits for this player is dropped if they are jailed or out by then. (INV-CARD-6)
    pub fn keeps_waiting(&mut self, seat: Seat) -> bool {
        let gone = !self.state.is_present(seat);
        if gone {
            self.drop_frame();
        }
        gone
    }

    /// Drops the topmost frame; a card in it goes back.
    pub fn drop_frame(&mut self) {
        if let Some(frame) = self.state.pending.pop() {
            frame.dropped(self);
        }
    }
}
