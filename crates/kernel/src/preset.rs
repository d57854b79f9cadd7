//! Named sets of settings.

use crate::{Refusal, Setting, settings};
use serde::Serialize;
use serde_json::{Map, Value};

/// A named set of settings, for people who do not want to choose each one. Settings that it does not name have their default, and
/// any of them may then be changed. A table knows only its settings, not its preset.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Preset {
    /// The name in commands and addresses.
    pub name: &'static str,
    /// What kind of game it makes, in one line.
    pub about: &'static str,
    /// Whom it is for.
    pub audience: &'static str,
    /// The settings that differ from the defaults, as they are written.
    pub settings: &'static [(&'static str, &'static str)],
}

impl Preset {
    /// The game as the rulebook has it; the first preset of every game.
    pub const STANDARD: Preset =
        Preset { name: "standard", about: "the game as the rulebook has it", audience: "those who know the game", settings: &[] };

    /// The settings that it names, each checked against the list.
    pub fn chosen(&self, list: &[Setting]) -> Result<Map<String, Value>, Refusal> {
        let read = |(key, text): &(&str, &str)| Ok(((*key).to_owned(), settings::find(list, key)?.read(text)?));
        self.settings.iter().map(read).collect()
    }
}
