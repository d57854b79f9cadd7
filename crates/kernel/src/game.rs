//! The facts of a game, readable without a table, and how a table's rules are made.

use crate::{Files, Notation, PackFault, Preset, Refusal, Rules, Setting, Words, settings::Settings};
use std::ops::RangeInclusive;

/// What a visitor wants to know first.
#[derive(Clone, Debug)]
pub struct About {
    /// The name in commands, addresses and records.
    pub id: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// One line that makes people want to play it.
    pub line: &'static str,
    /// How many can play.
    pub players: RangeInclusive<usize>,
    /// How long it takes, in minutes.
    pub minutes: RangeInclusive<usize>,
    /// What the names of its clauses begin with.
    pub prefix: &'static str,
    /// Raised by hand whenever the same record would lead to another state.
    pub edition: u32,
    /// The rulebook: all clauses as Markdown.
    pub rulebook: &'static str,
}

/// One of the games of the house.
pub trait Game: Send + Sync + 'static {
    /// The chosen settings of a table, with defaults.
    type Options: Settings;
    /// The content, checked.
    type Pack: Clone + Send + Sync;
    /// What makes a table.
    type Rules: Rules + Notation + Words;

    /// The facts.
    fn about() -> About;

    /// Every setting of a table; `players` is always among them.
    fn settings() -> Vec<Setting> {
        Self::Options::list()
    }

    /// Named sets of settings; [`Preset::STANDARD`] is always the first.
    fn presets() -> Vec<Preset> {
        vec![Preset::STANDARD]
    }

    /// The content that comes with the program.
    fn files() -> Files;

    /// Checks content against all that the rulebook fixes.
    fn pack(files: &Files) -> Result<Self::Pack, Vec<PackFault>>;

    /// The rules of a table, unless the settings contradict each other.
    fn rules(pack: &Self::Pack, options: &Self::Options) -> Result<Self::Rules, Refusal>;
}
