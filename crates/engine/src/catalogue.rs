//! What can be asked without a table: the engine, its games, their settings, rules and content.

use crate::{
    AnyGame, CODES, COMMANDS, Command, Desk, EngineError, LONGEST_LINE, LONGEST_SCRIPT, MOST_MILLIS, MOST_TABLES,
    command::{Answer, Nothing, PROTOCOL, Texts, body},
};
use kernel::{Files, Kind, Preset, Setting};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub(crate) fn hello(desk: &Desk, Nothing {}: Nothing) -> Answer {
    let games: Vec<&str> = desk.games.iter().map(|game| game.about().id).collect();
    body(json!({
        "engine": "exchequer",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": PROTOCOL,
        "games": games,
        "bots": bots(),
        "limits": { "line": LONGEST_LINE, "tables": MOST_TABLES, "script": LONGEST_SCRIPT, "millis": MOST_MILLIS },
    }))
}

/// The bots, as programs see them.
pub fn bots() -> Vec<Value> {
    bots::BOTS.iter().map(|bot| json!({ "name": bot.name, "line": bot.line })).collect()
}

pub(crate) fn help(Nothing {}: Nothing) -> Answer {
    let pairs = |pairs: &[(&str, &str)]| -> Map<String, Value> {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), Value::from(*text))).collect()
    };
    let command = |command: &Command| json!({ "do": command.name, "about": command.about, "fields": pairs(command.fields) });
    body(json!({ "commands": COMMANDS.iter().map(command).collect::<Vec<_>>(), "errors": pairs(CODES) }))
}

/// The facts of a game, as programs see them.
pub fn facts(game: &dyn AnyGame) -> Value {
    let about = game.about();
    let presets: Vec<&str> = game.presets().iter().map(|preset| preset.name).collect();
    json!({
        "id": about.id,
        "title": about.title,
        "line": about.line,
        "players": [about.players.start(), about.players.end()],
        "minutes": [about.minutes.start(), about.minutes.end()],
        "edition": about.edition,
        "prefix": about.prefix,
        "presets": presets,
    })
}

pub(crate) fn games(desk: &Desk, Nothing {}: Nothing) -> Answer {
    body(json!({ "games": desk.games.iter().map(|game| facts(*game)).collect::<Vec<_>>() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Options {
    game: String,
    preset: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
}

pub(crate) fn options(desk: &Desk, request: Options) -> Answer {
    let game = desk.game(&request.game)?;
    let chosen = game.options(&over_preset(game, request.preset.as_deref(), request.options)?)?;
    let settings: Vec<Value> = game.settings().iter().map(setting).collect();
    body(json!({ "settings": settings, "presets": presets(game)?, "options": chosen }))
}

/// The chosen settings, and below them those of a preset.
pub(crate) fn over_preset(
    game: &dyn AnyGame,
    preset: Option<&str>,
    chosen: Map<String, Value>,
) -> Result<Map<String, Value>, EngineError> {
    let mut options = preset.map(|name| game.preset(name)).transpose()?.unwrap_or_default();
    options.extend(chosen);
    Ok(options)
}

/// The presets of a game, as programs see them.
pub fn presets(game: &dyn AnyGame) -> Result<Value, EngineError> {
    let told = |Preset { name, about, audience, .. }: &Preset| {
        Ok(json!({ "name": name, "about": about, "audience": audience, "settings": game.preset(name)? }))
    };
    game.presets().iter().map(told).collect()
}

/// A setting, as programs see it.
pub fn setting(setting: &Setting) -> Value {
    let mut told = json!({ "key": setting.key, "about": setting.about, "clause": setting.clause });
    match &setting.kind {
        Kind::Choice { values } => {
            told["kind"] = "choice".into();
            let value = |(value, about): &(&str, &str)| json!({ "value": value, "about": about });
            told["values"] = values.iter().map(value).collect();
        }
        Kind::Number { low, high, word, .. } => {
            told["kind"] = "number".into();
            told["low"] = (*low).into();
            told["high"] = (*high).into();
            if let Some((word, about)) = word {
                told["or"] = json!({ "value": word, "about": about });
            }
        }
    }
    told["default"] = setting.default_value();
    told
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    game: String,
    clause: Option<String>,
}

/// A clause, as programs see it.
pub fn clause(clause: &kernel::Clause) -> Value {
    json!({ "clause": clause.id, "section": clause.section, "mark": clause.mark, "text": clause.text })
}

pub(crate) fn rules(desk: &Desk, request: Rules) -> Answer {
    let game = desk.game(&request.game)?;
    let book = game.rulebook();
    let clauses: Vec<Value> = match &request.clause {
        None => book.clauses().iter().map(clause).collect(),
        Some(id) => {
            let missing = || EngineError::new("clause", format!("the rulebook of {} has no clause `{id}`", request.game));
            vec![clause(book.clause(id).ok_or_else(missing)?)]
        }
    };
    body(json!({ "clauses": clauses }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pack {
    game: String,
    files: Option<Texts>,
}

pub(crate) fn pack(desk: &Desk, request: Pack) -> Answer {
    let game = desk.game(&request.game)?;
    let Some(files) = request.files.map(Files::new) else {
        let files = game.files();
        let texts: Map<String, Value> = files.iter().map(|(name, text)| (name.to_owned(), Value::from(text))).collect();
        return body(json!({ "hash": files.hash().to_string(), "files": texts }));
    };
    let faults = game.check_pack(&files);
    let tell = |fault: &kernel::Fault| json!({ "file": fault.file, "line": fault.line, "message": fault.message });
    body(json!({ "hash": files.hash().to_string(), "faults": faults.iter().map(tell).collect::<Vec<_>>() }))
}
