//! The set-up, a turn with its actions, and the end of the game.

pub(crate) mod branches;
pub(crate) mod draw;
pub(crate) mod ending;
pub(crate) mod market;
pub(crate) mod own_turn;
pub(crate) mod setup;
pub(crate) mod sign;
pub(crate) mod special;
