//! One moment of one table under proof, and how a broken law is reported.

use crate::Law;
use kernel::{Consequence, Luck, MAX_SEATS, Notation, Recording, Refusal, Rulebook, Rules, Seat, Seats, Viewer, Words};
use serde::Serialize;
use serde_json::Value;
use std::{cell::Cell, sync::Arc};

/// What the laws are about.
pub(crate) trait Spoken: Notation + Words {}

impl<R: Notation + Words> Spoken for R {}

/// One moment of one table.
pub(crate) struct Moment<'a, R: Spoken> {
    pub rules: &'a Arc<R>,
    pub book: &'a Rulebook,
    pub names: &'a [String],
    /// Which game, settings and seed.
    pub place: String,
    pub step: usize,
    pub state: R::State,
    told: Cell<bool>,
}

/// The result of an action that was tried on a copy of the state.
pub(crate) struct Tried<R: Rules> {
    pub result: Result<Consequence, Refusal>,
    pub after: R::State,
    pub events: Vec<R::Event>,
    pub drawn: Vec<u32>,
}

impl<'a, R: Spoken> Moment<'a, R> {
    pub fn new(rules: &'a Arc<R>, book: &'a Rulebook, names: &'a [String], place: String, state: R::State) -> Moment<'a, R> {
        Moment { rules, book, names, place, step: 0, state, told: Cell::new(false) }
    }

    /// The law is broken.
    pub fn fail(&self, law: Law, what: &str) -> ! {
        self.told.set(true);
        panic!("{law}: {what}\n  {}", self.whereabouts());
    }

    pub fn require(&self, holds: bool, law: Law, what: impl FnOnce() -> String) {
        if !holds {
            self.fail(law, &what());
        }
    }

    /// A citation names a clause of the rulebook, and its text is not empty.
    pub fn cites(&self, clause: &str, text: &str, what: impl FnOnce() -> String) {
        if self.book.clause(clause).is_none() {
            self.fail(Law::Clauses, &format!("{} names `{clause}`, which is not in the rulebook", what()));
        }
        if text.trim().is_empty() {
            self.fail(Law::Clauses, &format!("{} names {clause} but says nothing", what()));
        }
    }

    pub fn whereabouts(&self) -> String {
        let position = serde_json::to_string(&self.rules.position(&self.state)).unwrap_or_else(|error| error.to_string());
        format!("{}, step {}\n  position {position}", self.place, self.step)
    }

    pub fn players(&self) -> Seats {
        Seats::first(self.rules.players())
    }

    /// Every seat that any table could have, whether or not this one has it.
    pub fn all_seats() -> Seats {
        Seats::first(MAX_SEATS)
    }

    pub fn viewers(&self) -> Vec<Viewer> {
        self.players().map(Viewer::Seat).chain([Viewer::Watcher]).collect()
    }

    pub fn actions(&self, state: &R::State, seat: Seat) -> Vec<R::Action> {
        let mut list = Vec::new();
        self.rules.actions(state, seat, &mut list);
        list
    }

    /// Everything a seat may do: the listed actions and its last resorts.
    pub fn legal(&self, state: &R::State, seat: Seat) -> Vec<R::Action> {
        let mut list = self.actions(state, seat);
        self.rules.last_resorts(state, seat, &mut list);
        list
    }

    /// Tries an action on a copy of this state.
    pub fn attempt(&self, state: &R::State, seat: Seat, action: &R::Action, luck: impl Luck) -> Tried<R> {
        let (mut after, mut events) = (*state, Vec::new());
        let mut luck = Recording::new(luck);
        let result = self.rules.apply(&mut after, seat, action, &mut luck, &mut events);
        Tried { result, after, events, drawn: luck.into_parts().1 }
    }

    /// An action as a person would name it.
    pub fn name(&self, seat: Seat, action: &R::Action) -> String {
        format!("`{}` of seat {seat}", self.rules.write(action))
    }

    /// What kind of action it is: the first word of its notation.
    pub fn kind(&self, action: &R::Action) -> String {
        self.rules.write(action).split(' ').next().unwrap_or_default().to_owned()
    }

    pub fn json(&self, thing: &impl Serialize) -> Value {
        serde_json::to_value(thing)
            .unwrap_or_else(|error| self.fail(Law::Notation, &format!("something cannot be written as JSON: {error}")))
    }
}

impl<R: Spoken> Drop for Moment<'_, R> {
    /// If the game itself panics, this says at which table and step.
    fn drop(&mut self) {
        if std::thread::panicking() && !self.told.get() {
            eprintln!("{}: the game panicked\n  {}, step {}", Law::Atomic, self.place, self.step);
        }
    }
}
