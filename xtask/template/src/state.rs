//! What changes in play, what can be done, what happened, and what a viewer sees.

use kernel::Seat;
use serde::Serialize;

/// The most players. (__PREFIX__-GAME-1)
pub const PLAYERS: usize = 6;

/// The whole table between two decisions: flat plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// What each player has kept.
    pub coins: [u16; PLAYERS],
    /// What lies in the pot.
    pub pot: u16,
    /// Whose turn it is; once the game is over, who won it.
    pub seat: Seat,
}

/// What a player in turn can do. (__PREFIX__-TURN-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Rolls the die.
    Roll,
    /// Keeps the pot.
    Keep,
}

/// Something that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// The die was rolled.
    Rolled {
        /// By whom.
        seat: Seat,
        /// The number.
        die: u8,
    },
    /// The pot was lost.
    Lost {
        /// By whom.
        seat: Seat,
    },
    /// The pot was kept.
    Kept {
        /// By whom.
        seat: Seat,
        /// How many coins it held.
        pot: u16,
        /// How many coins the player has now.
        coins: u16,
    },
    /// The game is over.
    Won {
        /// Who won it.
        seat: Seat,
        /// With how many coins.
        coins: u16,
    },
}

/// The table as a viewer sees it. Nothing is hidden here; in a game with hidden cards the view leaves them out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Whose turn it is; nobody’s when the game is over.
    pub turn: Option<Seat>,
    /// What lies in the pot.
    pub pot: u16,
    /// How many coins win.
    pub target: u16,
    /// All players.
    pub players: Vec<PlayerView>,
}

/// A player as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerView {
    /// Who.
    pub seat: Seat,
    /// What they have kept.
    pub coins: u16,
}
