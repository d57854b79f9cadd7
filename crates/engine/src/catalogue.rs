//! Requests that need no table: about the engine, its games, their settings, rules and content.

use crate::{
    AnyGame, CODES, COMMANDS, Command, Desk, EngineError, LONGEST_LINE, LONGEST_SCRIPT, MOST_MILLIS, MOST_TABLES,
    command::{Answer, Nothing, PROTOCOL, Texts, body},
    told,
};
use kernel::Files;
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub(crate) fn hello(desk: &Desk, Nothing {}: Nothing) -> Answer {
    let games: Vec<&str> = desk.games.iter().map(|game| game.about().id).collect();
    body(json!({
        "engine": "exchequer",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": PROTOCOL,
        "games": games,
        "bots": told::bots(),
        "limits": { "line": LONGEST_LINE, "tables": MOST_TABLES, "script": LONGEST_SCRIPT, "millis": MOST_MILLIS },
    }))
}

pub(crate) fn help(Nothing {}: Nothing) -> Answer {
    let pairs = |pairs: &[(&str, &str)]| -> Map<String, Value> {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), Value::from(*text))).collect()
    };
    let command = |command: &Command| json!({ "do": command.name, "about": command.about, "fields": pairs(command.fields) });
    body(json!({ "commands": COMMANDS.iter().map(command).collect::<Vec<_>>(), "errors": pairs(CODES) }))
}

pub(crate) fn games(desk: &Desk, Nothing {}: Nothing) -> Answer {
    body(json!({ "games": desk.games.iter().map(|game| told::Game::listed(*game)).collect::<Vec<_>>() }))
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
    body(json!({ "settings": told::settings(game), "presets": told::presets(game)?, "options": chosen }))
}

/// The chosen settings, on top of those of a preset.
pub(crate) fn over_preset(
    game: &dyn AnyGame,
    preset: Option<&str>,
    chosen: Map<String, Value>,
) -> Result<Map<String, Value>, EngineError> {
    let mut options = preset.map(|name| game.preset(name)).transpose()?.unwrap_or_default();
    options.extend(chosen);
    Ok(options)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    game: String,
    clause: Option<String>,
}

pub(crate) fn rules(desk: &Desk, request: Rules) -> Answer {
    let game = desk.game(&request.game)?;
    let book = game.rulebook();
    let clauses: Vec<told::Clause> = match &request.clause {
        None => book.clauses().iter().map(told::Clause::from).collect(),
        Some(id) => {
            let missing = || EngineError::new("clause", format!("the rulebook of {} has no clause `{id}`", request.game));
            vec![book.clause(id).ok_or_else(missing)?.into()]
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
    let tell = |fault: &kernel::PackFault| json!({ "file": fault.file, "line": fault.line, "message": fault.message });
    body(json!({ "hash": files.hash().to_string(), "faults": faults.iter().map(tell).collect::<Vec<_>>() }))
}
