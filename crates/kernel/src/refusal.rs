//! Refusals: what was wrong, by which clause, and what would be right.

use crate::Phrase;
use serde::Serialize;
use std::fmt;

/// An action that the rules do not allow. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The clause of the rulebook that forbids it.
    pub clause: &'static str,
    /// Why, and what to do about it.
    pub reason: Phrase,
}

impl Refusal {
    /// A refusal by this clause.
    pub fn new(clause: &'static str, reason: impl Into<Phrase>) -> Refusal {
        Refusal { clause, reason: reason.into() }
    }
}

/// Refuses by this clause.
pub fn refuse<T>(clause: &'static str, reason: impl Into<Phrase>) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason))
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.clause)
    }
}

impl std::error::Error for Refusal {}
