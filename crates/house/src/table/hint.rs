//! Hints: what a bot would do in somebody's place. A hint is remembered until somebody moves and is no part of the log.

use super::Live;
use engine::Choice;
use kernel::Seat;

/// What a bot would do in somebody's place, in words, and what it compared that with.
#[derive(Clone, Debug)]
pub struct Advice {
    /// What it would do.
    pub choice: Choice,
    /// What comes next in its ranking; none where it compared nothing.
    pub runner_up: Option<RunnerUp>,
    /// How many choices it compared.
    pub compared: usize,
}

/// The next in a bot's ranking.
#[derive(Clone, Debug)]
pub struct RunnerUp {
    /// What that would do.
    pub choice: Choice,
    /// How many choices the bot sees as exactly as good as its first; if any, this is one of them.
    pub level: usize,
}

impl Live {
    /// What a bot would do on this seat, if that was asked since somebody moved.
    pub fn hint(&self, seat: Seat) -> Option<&Advice> {
        let (after, hint) = self.hints.get(seat.index())?.as_ref()?;
        (*after == self.by_bot.len()).then_some(hint)
    }

    /// Notes what a bot would do on this seat now.
    pub fn note_hint(&mut self, seat: Seat, hint: Advice) {
        let now = self.by_bot.len();
        if let Some(noted) = self.hints.get_mut(seat.index()) {
            *noted = Some((now, hint));
        }
    }
}
