//! For bots: what is worth considering, and how good a state is.

pub(crate) mod heuristic;
pub(crate) mod sensible;
