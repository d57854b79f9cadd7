//! The games of the house: a new one is one line in [`each_game!`](crate::each_game!).

use crate::{AnyGame, EngineError, boxed};
use std::sync::{LazyLock, OnceLock};

/// Hands the list of all games to another macro, whose path stands in braces, after the tokens in brackets:
/// `[…] economy::Economy, …`. The name of a crate is the id of its game.
#[macro_export]
macro_rules! each_game {
    ({ $($macro:tt)+ }, [$($with:tt)*]) => {
        $($macro)+! {
            [$($with)*]
            economy::Economy,
            businessmen::Businessmen,
            profitability::Profitability,
            investments::Investments,
            competitors::Competitors,
            // The next game stands here.
        }
    };
}

/// Makes a test for each game of the house from a function that takes the game's id, so that they run side by side and
/// `cargo nextest run GAME` runs those of one game: `test_each_game!(is_told)` makes `is_told::economy` and so on. With `async`
/// before the name the function is awaited.
#[macro_export]
macro_rules! test_each_game {
    (async $check:ident) => {
        $crate::each_game!({ $crate::tests_of_games }, [tokio::test, $check, async, .await]);
    };
    ($check:ident) => {
        $crate::each_game!({ $crate::tests_of_games }, [test, $check]);
    };
}

/// The tests of [`test_each_game!`].
#[doc(hidden)]
#[macro_export]
macro_rules! tests_of_games {
    ([$test:meta, $check:ident $(, $async:ident, $($await:tt)+)?] $($game:ident::$type:ident),* $(,)?) => {
        $crate::tests_of_games! { @module $check [$($game)*] [$test] [$($async)?] [$($($await)+)?] }
    };
    (@module $check:ident [$($game:ident)*] $test:tt $async:tt $await:tt) => {
        mod $check {
            $($crate::tests_of_games! { @test $check $game $test $async $await })*
        }
    };
    (@test $check:ident $game:ident [$test:meta] [$($async:ident)?] [$($await:tt)*]) => {
        #[$test]
        $($async)? fn $game() {
            super::$check(stringify!($game)) $($await)*;
        }
    };
}

/// Games that do not belong to the house.
static GUESTS: OnceLock<Vec<&dyn AnyGame>> = OnceLock::new();

macro_rules! all_games {
    ([] $($game:ident::$type:ident),* $(,)?) => { vec![$(boxed::<$game::$type>()),*] };
}

static GAMES: LazyLock<Vec<&dyn AnyGame>> = LazyLock::new(|| {
    let house: Vec<&dyn AnyGame> = each_game!({ all_games }, []);
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
