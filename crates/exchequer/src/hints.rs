//! Suggestions for a command line that cannot be parsed: a setting written as a flag, a game written as a command.

use crate::page;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use engine::AnyGame;

/// The same error with a tip, if the intention is clear. The exit code stays clap’s.
pub fn with_hints(mut error: Error, arguments: impl IntoIterator<Item = String>) -> Error {
    let arguments: Vec<String> = arguments.into_iter().collect();
    let word = |error: &Error, kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    };
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => word(&error, ContextKind::InvalidArg).and_then(|flag| meant_setting(&flag, &arguments)),
        ErrorKind::InvalidSubcommand => word(&error, ContextKind::InvalidSubcommand).and_then(|name| meant_game(&name)),
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// A flag that is a setting or a preset of the game that was named: `--players 3` is `--set players=3`.
fn meant_setting(flag: &str, arguments: &[String]) -> Option<String> {
    let command = arguments.get(1).filter(|command| ["play", "simulate"].contains(&command.as_str()))?;
    let game = arguments.iter().find_map(|argument| engine::game(argument).ok())?;
    let (written, value) = match flag.trim_start_matches('-').split_once('=') {
        Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
        None => {
            // The value after it: `--players=3`, or `--players 3`.
            let at = arguments.iter().position(|argument| argument.split('=').next() == Some(flag));
            let whole = at.and_then(|at| arguments.get(at)).and_then(|argument| argument.split_once('='));
            let next = at.and_then(|at| arguments.get(at + 1)).filter(|next| !next.starts_with('-'));
            (flag.trim_start_matches('-').to_owned(), whole.map(|(_, value)| value.to_owned()).or_else(|| next.cloned()))
        }
    };
    let written = written.replace('-', "_");
    if game.presets().iter().any(|preset| preset.name == written) {
        return Some(format!("a preset is chosen with `--preset {written}`"));
    }
    let key = meant_key(game, &written)?;
    let value = value.unwrap_or_else(|| "VALUE".into());
    let id = game.about().id;
    Some(format!("{key} is a setting of the table: `exchequer {command} {id} --set {key}={value}`"))
}

/// The setting of this name, or the only one with a similar name.
fn meant_key(game: &dyn AnyGame, written: &str) -> Option<&'static str> {
    let settings = game.settings();
    let keys: Vec<&'static str> = settings.iter().map(|setting| setting.key).collect();
    match page::near(written, keys.iter().copied())[..] {
        [key] if page::distance(written, key) <= written.len() / 4 => keys.into_iter().find(|other| *other == key),
        _ => None,
    }
}

/// A game that was named where a command was expected.
fn meant_game(written: &str) -> Option<String> {
    let games = engine::games().iter().map(|game| game.about().id);
    let near = page::near(written, games);
    let [game] = near[..] else { return None };
    (page::distance(written, game) <= written.len() / 4).then(|| {
        format!("{game} is a game: `exchequer play {game}` plays it here, and `exchequer` opens the house in your browser")
    })
}
