//! How far a table is.

use serde::Serialize;
use utoipa::ToSchema;

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Seats are still free.
    Waiting,
    /// The game is played.
    Running,
    /// The game is over.
    Over,
    /// The host closed it before the game began.
    Closed,
    /// The rules were changed so that the game could not go on.
    Stopped,
}

impl Stage {
    /// The word for it in the store.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Waiting => "waiting",
            Stage::Running => "running",
            Stage::Over => "over",
            Stage::Closed => "closed",
            Stage::Stopped => "stopped",
        }
    }

    /// The stage of this word.
    pub fn named(word: &str) -> Option<Stage> {
        let all = [Stage::Waiting, Stage::Running, Stage::Over, Stage::Closed, Stage::Stopped];
        all.into_iter().find(|stage| stage.word() == word)
    }
}

/// Why a table rests whose game cannot be folded any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unplayable {
    /// It was over under other rules.
    Over,
    /// It could not go on under the present ones.
    Stopped,
}
