//! A decision separate from its table: a bot thinks about a copy, and the table goes on meanwhile.

use crate::EngineError;
use bots::{Bot, Budget, Sight, Weighed};
use kernel::{Notation, Seat};
use std::sync::Arc;

/// A decision of one seat, with everything that it may know.
pub trait Thought: Send {
    /// What this bot would do. It sees what the seat sees and remembers what the seat has seen.
    fn bot(&self, name: &str, seed: u64, budget: &Budget) -> Result<String, EngineError>;

    /// The same, with the alternatives that the bot compared.
    fn weighed(&self, name: &str, seed: u64, budget: &Budget) -> Result<Weighed<String>, EngineError>;

    /// The safe choice of an absent player.
    fn fallback(&self) -> String;

    /// The first of the possible actions; none if the seat may act but none is listed.
    fn first(&self) -> Option<String>;
}

/// The decision of a seat in one game.
pub(crate) struct Undecided<R: Notation> {
    pub rules: Arc<R>,
    pub state: R::State,
    pub seat: Seat,
    pub memory: R::Memory,
}

impl<R: Notation> Undecided<R> {
    /// The bot of this name, if there is something to choose from.
    fn thinker(&self, name: &str, seed: u64) -> Result<Box<dyn Bot<R>>, EngineError> {
        if self.first().is_none() {
            let message = format!("seat {} may act but has nothing to choose from now", self.seat);
            return Err(EngineError::new("turn", message));
        }
        bots::by_name::<R>(name, seed).map_err(|unknown| EngineError::new("bot", unknown.to_string()))
    }

    fn sight(&self) -> Sight<'_, R> {
        Sight::new(self.rules.as_ref(), &self.state, self.seat, &self.memory)
    }
}

impl<R: Notation> Thought for Undecided<R> {
    fn bot(&self, name: &str, seed: u64, budget: &Budget) -> Result<String, EngineError> {
        Ok(self.rules.write(&self.thinker(name, seed)?.choose(&self.sight(), budget)))
    }

    fn weighed(&self, name: &str, seed: u64, budget: &Budget) -> Result<Weighed<String>, EngineError> {
        Ok(self.thinker(name, seed)?.weigh(&self.sight(), budget).map(|action| self.rules.write(&action)))
    }

    fn fallback(&self) -> String {
        self.rules.write(&self.rules.fallback(&self.state, self.seat))
    }

    fn first(&self) -> Option<String> {
        let mut listed = Vec::new();
        bots::decisions(self.rules.as_ref(), &self.state, self.seat, &mut listed);
        listed.first().map(|action| self.rules.write(action))
    }
}
