//! What a bot gets to see.

use kernel::{Bounds, Luck, Rules, Seat, Viewer};

/// Everything that a bot knows of the table: what its seat sees and remembers.
///
/// It holds the true state but never gives it out. What it gives instead (view, actions, bounds, fallback) is proved by the crate
/// `proof` to depend on nothing that is hidden from the seat.
#[derive(Debug)]
pub struct Sight<'a, R: Rules> {
    rules: &'a R,
    state: &'a R::State,
    seat: Seat,
    memory: &'a R::Memory,
}

impl<'a, R: Rules> Sight<'a, R> {
    /// What this seat sees of the state, with what it remembers of earlier ones.
    pub fn new(rules: &'a R, state: &'a R::State, seat: Seat, memory: &'a R::Memory) -> Sight<'a, R> {
        Sight { rules, state, seat, memory }
    }

    /// The rules, which everybody knows.
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    /// The seat that looks.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Appends what the seat may do now: in its turn everything, out of turn only answers to questions, since bots begin nothing
    /// out of turn.
    pub fn actions(&self, out: &mut Vec<R::Action>) {
        decisions(self.rules, self.state, self.seat, out);
    }

    /// Appends what the seat should think about: of its possible actions, those that can be good.
    pub fn sensible(&self, out: &mut Vec<R::Action>) {
        considered(self.rules, self.state, self.seat, out);
    }

    /// Appends the amounts that the seat may choose freely, with their bounds.
    pub fn bounds(&self, out: &mut Vec<Bounds<R::Action>>) {
        self.rules.bounds(self.state, self.seat, out);
    }

    /// The table as the seat sees it.
    pub fn view(&self) -> R::View {
        self.rules.view(self.state, Viewer::Seat(self.seat))
    }

    /// The safe choice.
    pub fn fallback(&self) -> R::Action {
        self.rules.fallback(self.state, self.seat)
    }

    /// A state that might be the true one: everything that the seat neither sees nor remembers is dealt again.
    pub fn imagine(&self, luck: &mut impl Luck) -> R::State {
        self.rules.imagine(self.state, Viewer::Seat(self.seat), self.memory, luck)
    }
}

/// Appends what a bot in this seat chooses from: in its turn everything it may do, out of turn only answers.
pub fn decisions<R: Rules>(rules: &R, state: &R::State, seat: Seat, out: &mut Vec<R::Action>) {
    let before = out.len();
    rules.actions(state, seat, out);
    only_answers(rules, state, seat, before, out);
}

/// Appends what a thinking bot chooses from: of its decisions, the sensible ones.
pub fn considered<R: Rules>(rules: &R, state: &R::State, seat: Seat, out: &mut Vec<R::Action>) {
    let before = out.len();
    rules.sensible(state, seat, out);
    only_answers(rules, state, seat, before, out);
}

/// Out of turn, removes everything but answers from what was appended.
fn only_answers<R: Rules>(rules: &R, state: &R::State, seat: Seat, before: usize, out: &mut Vec<R::Action>) {
    if !rules.turn(state).awaited.contains(seat) {
        let mut index = 0;
        out.retain(|action| {
            index += 1;
            index <= before || rules.is_answer(state, seat, action)
        });
    }
}
