//! What the tests of the workspace need to know of a game: `tests/facts.toml` in its crate.

use kernel::Files;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fs, path::Path};

/// Settings by their keys.
pub type Chosen = Map<String, Value>;

/// What a game says for the tests that go through all games. A test fails if the file says nothing, or something unknown.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Tables whose texts are read for typewriter characters: the settings of each.
    pub printed: Vec<Chosen>,
    /// Are there settings that contradict each other?
    pub settings_contradict: bool,
    /// Is there only one thing to do at the beginning of the game for newcomers, so that a hint compares nothing?
    pub begins_alone: bool,
    /// How well `steady` plays against three `random`.
    pub strength: Strength,
    /// What `cargo xtask bench --check` wants of it.
    pub speed: Speed,
    /// A game that chance ends soon, for tests of the end.
    pub end: End,
    /// How its board is tested; left out where the game has no board.
    pub board: Option<Board>,
}

/// A match of one `steady` against three `random`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// The set of settings.
    pub preset: String,
    /// How many games: fewer where a game takes long.
    pub games: u64,
    /// The share of them that `steady` wins at least: 0.95, but for a game in which luck decides more.
    #[serde(default = "most")]
    pub share: f64,
}

fn most() -> f64 {
    0.95
}

/// What has to be reached in random play.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// Decisions a second that must be reached.
    pub must: f64,
    /// Decisions a second that are aimed at.
    pub aim: f64,
    /// The most bytes that a state may have.
    pub state: usize,
}

/// A short game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Its settings.
    pub options: Chosen,
    /// Where it begins, if not at the beginning.
    pub position: Option<Value>,
    /// What its score is counted in, as one of it is called.
    pub unit: String,
    /// Do players choose something before the first turn?
    pub set_up_by_hand: bool,
}

/// How a board is tested.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// How many moves of a table are looked at for figures that nothing explains.
    pub figures: u64,
    /// Figures of which many stand together: the class of what they stand in, and the id of the term (or `legend`) beside them
    /// that explains them all.
    #[serde(default)]
    pub together: BTreeMap<String, String>,
    /// How many players play the game of which each page is checked for access.
    pub access_players: usize,
    /// How many bytes the first visit of a table may load, compressed: a tenth more than it does.
    pub weight: usize,
    /// Does its table load the script for maps?
    pub map: bool,
    /// Which steps of its lesson are looked at on a phone: does what glows come into sight?
    pub glows: Vec<usize>,
    /// How the lesson is gone through in a browser.
    pub lesson: Manner,
    /// More fields of the form that founds the table at which nothing may jump: `&option.placement=players`.
    pub calm: String,
    /// More fields of the form that founds the game that is checked for access from beginning to end in a browser.
    pub whole_game: String,
}

/// How somebody uses a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// On a large screen, with a mouse.
    Wide,
    /// Without any script.
    Plain,
    /// On a small phone.
    Phone,
    /// While everything that happens is shown.
    Told,
    /// With dark colours.
    Dark,
}

impl Facts {
    /// The facts of a game of the workspace.
    ///
    /// # Panics
    ///
    /// If the game says nothing or something unknown, with the file and the line.
    #[track_caller]
    pub fn of(game: &str) -> Facts {
        let name = format!("crates/{game}/tests/facts.toml");
        // A test runs in the folder of its crate, a benchmark too.
        let file = Path::new("../..").join(&name);
        let help = "it says what the tests of the workspace need to know of the game; docs/add-a-game.md shows one";
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}: {help}"));
        let files = Files::new([(name, text)]);
        let read = files.iter().next().and_then(|(name, _)| files.get(name).ok()).map(|file| file.toml::<Facts>());
        match read {
            Some(Ok(facts)) => facts,
            Some(Err(fault)) => panic!("{fault}: {help}"),
            None => panic!("{help}"),
        }
    }

    /// The games among these that have a board, with how it is tested.
    pub fn boards<'a>(games: impl IntoIterator<Item = &'a str>) -> Vec<(&'a str, Board)> {
        games.into_iter().filter_map(|game| Some((game, Facts::of(game).board?))).collect()
    }
}
