//! Actions and states as text, and back.

use crate::{
    rules::__Game__Rules,
    state::{Action, PLAYERS, State},
};
use kernel::{Notation, Refusal, Seat, refuse};
use serde::{Deserialize, Serialize};

/// A whole table as a person writes it; what is left out has a natural default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// Whose turn it is; once the game is over, who won it.
    pub turn: Seat,
    /// What lies in the pot.
    pub pot: u16,
    /// What each player has kept.
    pub coins: Vec<u16>,
}

impl Default for Position {
    fn default() -> Position {
        Position { turn: Seat::FIRST, pot: 0, coins: Vec::new() }
    }
}

impl Notation for __Game__Rules {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match action {
            Action::Roll => "roll".into(),
            Action::Keep => "keep".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        match text.trim() {
            "roll" => Ok(Action::Roll),
            "keep" => Ok(Action::Keep),
            other => Err(format!("`{other}` is not an action: an action is `roll` or `keep`")),
        }
    }

    fn position(&self, state: &State) -> Position {
        Position { turn: state.seat, pot: state.pot, coins: state.coins[..self.players].to_vec() }
    }

    fn restore(&self, position: &Position) -> Result<State, Refusal> {
        if position.turn.index() >= self.players || position.coins.len() > self.players {
            return refuse("__PREFIX__-GAME-1", format!("{} players sit at this table", self.players));
        }
        let mut state = State { coins: [0; PLAYERS], pot: position.pot, seat: position.turn };
        state.coins[..position.coins.len()].copy_from_slice(&position.coins);
        self.check(&state)?;
        Ok(state)
    }

    /// __PREFIX__-INV-1
    fn check(&self, state: &State) -> Result<(), Refusal> {
        let rich = |seat: &Seat| state.coins[seat.index()] >= self.target;
        if Seat::FIRST.clockwise(self.players).filter(rich).any(|seat| seat != state.seat || state.pot > 0) {
            return refuse("__PREFIX__-INV-1", "only the player in turn can have won, and then the pot is empty");
        }
        Ok(())
    }
}
