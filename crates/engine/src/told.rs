//! Games, settings, clauses and bots as programs see them, through the line protocol or any other interface.

use crate::{AnyGame, EngineError};
use kernel::Kind;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::{
    ToSchema,
    openapi::schema::{Object, SchemaType, Type},
};

/// A bot that can sit at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Bot {
    /// Its name.
    pub name: &'static str,
    /// How it plays.
    pub line: &'static str,
}

/// All bots.
pub fn bots() -> Vec<Bot> {
    bots::BOTS.iter().map(|bot| Bot { name: bot.name, line: bot.line }).collect()
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Game {
    /// Its id.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is about.
    pub line: &'static str,
    /// The fewest and the most players.
    pub players: [usize; 2],
    /// The fewest and the most minutes.
    pub minutes: [usize; 2],
    /// Raised when the same record would lead to another state.
    pub edition: u32,
    /// What its clauses begin with.
    pub prefix: &'static str,
    /// Its settings, if the request is about this game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub settings: Option<Vec<Setting>>,
    /// Its sets of settings, the standard game first.
    pub presets: Presets,
}

/// Sets of settings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Presets {
    /// Their names, in a list of games.
    Named(Vec<&'static str>),
    /// All of them, if the request is about one game.
    ToldEvent(Vec<Preset>),
}

/// A set of settings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What kind of game it makes.
    pub about: &'static str,
    /// Whom it is for.
    pub audience: &'static str,
    /// The settings that differ from their defaults.
    #[schema(value_type = Object)]
    pub settings: Map<String, Value>,
}

/// The presets of a game.
pub fn presets(game: &dyn AnyGame) -> Result<Vec<Preset>, EngineError> {
    let told = |preset: &kernel::Preset| {
        let kernel::Preset { name, about, audience, .. } = *preset;
        Ok(Preset { name, about, audience, settings: game.preset(name)? })
    };
    game.presets().iter().map(told).collect()
}

impl Game {
    /// A game as it appears in a list.
    pub fn listed(game: &dyn AnyGame) -> Game {
        let about = game.about();
        Game {
            id: about.id,
            title: about.title,
            line: about.line,
            players: [*about.players.start(), *about.players.end()],
            minutes: [*about.minutes.start(), *about.minutes.end()],
            edition: about.edition,
            prefix: about.prefix,
            settings: None,
            presets: Presets::Named(game.presets().iter().map(|preset| preset.name).collect()),
        }
    }

    /// A game with all its settings.
    pub fn whole(game: &dyn AnyGame) -> Result<Game, EngineError> {
        Ok(Game { settings: Some(settings(game)), presets: Presets::ToldEvent(presets(game)?), ..Game::listed(game) })
    }
}

/// A setting of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Setting {
    /// Its name.
    pub key: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// The clause of the rulebook.
    pub clause: &'static str,
    /// Is it one of several values, or a number?
    pub kind: SettingKind,
    /// The values of a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub values: Option<Vec<SettingValue>>,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub low: Option<i64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub high: Option<i64>,
    /// A word that can stand instead of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub or: Option<SettingValue>,
    /// The default.
    #[schema(schema_with = word_or_number)]
    pub default: Value,
}

/// What a setting can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettingKind {
    /// One of several values.
    Choice,
    /// A whole number.
    Number,
}

/// A value that a setting can have.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SettingValue {
    /// As it is written.
    pub value: &'static str,
    /// What it means.
    pub about: &'static str,
}

fn word_or_number() -> Object {
    Object::with_type(SchemaType::from_iter([Type::String, Type::Integer]))
}

impl From<&kernel::Setting> for Setting {
    fn from(setting: &kernel::Setting) -> Setting {
        let named = |(value, about): &(&'static str, &'static str)| SettingValue { value, about };
        let (kind, values, low, high, or) = match &setting.kind {
            Kind::Choice { values } => (SettingKind::Choice, Some(values.iter().map(named).collect()), None, None, None),
            Kind::Number { low, high, word, .. } => {
                (SettingKind::Number, None, Some(*low), Some(*high), word.as_ref().map(named))
            }
        };
        let default = setting.default_value();
        Setting { key: setting.key, about: setting.about, clause: setting.clause, kind, values, low, high, or, default }
    }
}

/// The settings of a game.
pub fn settings(game: &dyn AnyGame) -> Vec<Setting> {
    game.settings().iter().map(Setting::from).collect()
}

/// A clause of a rulebook.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Clause {
    /// Its name.
    pub clause: String,
    /// The section it stands in.
    pub section: String,
    /// `ruling`, `option` or `content`, if it is marked.
    #[schema(required)]
    pub mark: Option<String>,
    /// Its words.
    pub text: String,
}

impl From<&kernel::Clause> for Clause {
    fn from(clause: &kernel::Clause) -> Clause {
        let kernel::Clause { id, section, mark, text } = clause.clone();
        Clause { clause: id, section, mark, text }
    }
}
