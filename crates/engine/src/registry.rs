//! The games of the house: a sixth is one line here.

use crate::{AnyGame, EngineError, boxed};
use std::sync::{LazyLock, OnceLock};

/// Games that do not belong to the house.
static GUESTS: OnceLock<Vec<&dyn AnyGame>> = OnceLock::new();

static GAMES: LazyLock<Vec<&dyn AnyGame>> = LazyLock::new(|| {
    let house: Vec<&dyn AnyGame> = vec![
        boxed::<economy::Economy>(),
        boxed::<businessmen::Businessmen>(),
        boxed::<profitability::Profitability>(),
        boxed::<investments::Investments>(),
        boxed::<competitors::Competitors>(),
        // The next game goes here.
    ];
    house.into_iter().chain(GUESTS.get().into_iter().flatten().copied()).collect()
});

/// Adds other games to those of the house in this process: a game under test, or one by somebody else. To be called once, before
/// any game is looked up; returns whether it was in time.
pub fn invite(guests: Vec<&'static dyn AnyGame>) -> bool {
    let first = GUESTS.set(guests).is_ok();
    first && games().len() > GUESTS.get().map_or(0, Vec::len)
}

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
