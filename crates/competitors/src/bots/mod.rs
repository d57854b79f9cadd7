//! What bots build on: how good a table is, what is worth considering, and drawing any action at random.

pub(crate) mod heuristic;
pub(crate) mod picking;
pub(crate) mod planning;
pub(crate) mod sensible;
pub(crate) mod signable;
