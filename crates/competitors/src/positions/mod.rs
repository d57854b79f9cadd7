//! Tables as people and programs write them down, and what is true of every table.

pub(crate) mod event_names;
pub(crate) mod from_position;
pub(crate) mod invariants;
pub(crate) mod notation;
pub(crate) mod pending_checks;
pub(crate) mod pending_text;
pub(crate) mod position;
pub(crate) mod step_checks;
