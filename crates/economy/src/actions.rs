//! What a player can do. (D3, D4 and D5 of the rulebook's table of decisions)

use crate::{
    board::{Corner, Space},
    cards::Card,
};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Take this card of the hand to place it.
    Pick(Card),
    /// Place the card on this space.
    Place(Space),
    /// Move the piece to this space.
    Move(Space),
    /// Put the piece that was hit outside at this corner.
    Corner(Corner),
}
