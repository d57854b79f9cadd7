//! The games of the house: a sixth is one line here.

use crate::{AnyGame, EngineError, boxed};
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<&dyn AnyGame>> = LazyLock::new(|| {
    vec![
        boxed::<economy::Economy>(),
        boxed::<businessmen::Businessmen>(),
        boxed::<profitability::Profitability>(),
        // The next game stands here.
    ]
});

/// Every game of the house.
pub fn games() -> &'static [&'static dyn AnyGame] {
    &GAMES
}

/// The game with this id.
pub fn game(id: &str) -> Result<&'static dyn AnyGame, EngineError> {
    find(games(), id)
}

/// The game with this id among these.
pub(crate) fn find(games: &[&'static dyn AnyGame], id: &str) -> Result<&'static dyn AnyGame, EngineError> {
    games.iter().copied().find(|game| game.about().id == id).ok_or_else(|| {
        let known: Vec<&str> = games.iter().map(|game| game.about().id).collect();
        EngineError::new("game", format!("there is no game `{id}`; there are {}", known.join(", ")))
    })
}
