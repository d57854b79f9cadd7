//! Facts about a game that need no table, and how a table's rules are made.

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

/// What a newcomer reads before the rulebook, as Markdown. `![](die)` is a small picture of one of the game's pieces; the page that
/// shows it knows the name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Primer {
    /// How to win, what a turn is and what the numbers mean, in fewer than 120 words.
    pub aim: &'static str,
    /// The rules on one page.
    pub summary: &'static str,
    /// The figures and abbreviations of the board: a list of names, each with one or two sentences.
    pub terms: &'static str,
}

impl Primer {
    /// The terms by their names.
    pub fn terms(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.terms.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("` — "))
    }
}

/// One of the games of the house.
pub trait Game: Send + Sync + 'static {
    /// The chosen settings of a table, with defaults.
    type Options: Settings;
    /// The content, checked.
    type Pack: Clone + Send + Sync;
    /// The rules of a table.
    type Rules: Rules + Notation + Words;

    /// The facts.
    fn about() -> About;

    /// What a newcomer reads first; empty if nobody has written it.
    fn primer() -> Primer {
        Primer::default()
    }

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

    /// Checks content against everything that the rulebook fixes.
    fn pack(files: &Files) -> Result<Self::Pack, Vec<PackFault>>;

    /// A lesson for newcomers on prepared tables, as TOML; none if nobody has written one. The engine defines the format.
    fn lesson() -> Option<&'static str> {
        None
    }

    /// The rules of a table, unless the settings contradict each other.
    fn rules(pack: &Self::Pack, options: &Self::Options) -> Result<Self::Rules, Refusal>;
}
