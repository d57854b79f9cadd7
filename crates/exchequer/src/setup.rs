//! The arguments that describe a table: the game, its content, its settings, its luck.

use crate::failure::Usage;
use anyhow::Context;
use clap::builder::PossibleValuesParser;
use engine::AnyGame;
use kernel::{Files, Key};
use serde_json::{Map, Value};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The games there are.
pub fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(engine::games().iter().map(|game| game.about().id))
}

/// The bots there are.
pub fn bot_names() -> PossibleValuesParser {
    PossibleValuesParser::new(bots::BOTS.iter().map(|bot| bot.name))
}

/// The game with this name.
pub fn game(name: &str) -> anyhow::Result<&'static dyn AnyGame> {
    Ok(engine::game(name)?)
}

/// The content and the settings of a table.
#[derive(clap::Args)]
pub struct Table {
    /// The game
    #[arg(value_parser = game_names())]
    pub game: String,
    /// A named set of settings: `standard`, `quick`, `first`; --set changes it. `exchequer rules GAME --settings` lists them
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// A setting of the table; may be repeated. `exchequer rules GAME --settings` lists them
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// A folder with content to use instead of the built-in content; see `exchequer pack`
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
}

impl Table {
    /// The chosen settings, each checked.
    pub fn settings(&self) -> anyhow::Result<Map<String, Value>> {
        let pairs: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        let game = game(&self.game)?;
        let mut settings = self.preset.as_deref().map(|name| game.preset(name)).transpose()?.unwrap_or_default();
        settings.extend(game.read_options(&pairs)?);
        Ok(settings)
    }

    /// The content, unless it is the built-in one.
    pub fn files(&self) -> anyhow::Result<Option<Files>> {
        self.pack.as_deref().map(read_files).transpose()
    }
}

/// How many play under these settings.
pub fn players(game: &dyn AnyGame, settings: &Map<String, Value>) -> anyhow::Result<usize> {
    let all = game.options(settings)?;
    let players = all.get("players").and_then(Value::as_u64).and_then(|players| usize::try_from(players).ok());
    players.context("the game does not say how many play")
}

/// Sets the number of players to the number of seats, unless another number was chosen.
pub fn seat(game: &dyn AnyGame, settings: &mut Map<String, Value>, seats: usize) -> anyhow::Result<()> {
    if settings.contains_key("players") {
        let players = players(game, settings)?;
        if players != seats {
            let message = format!("there are {seats} seats for {players} players; name as many as play, or leave `players` out");
            return Err(Usage(message).into());
        }
    }
    settings.extend(game.read_options(&[&format!("players={seats}")])?);
    Ok(())
}

/// Every file of a pack’s folder.
pub fn read_files(folder: &Path) -> anyhow::Result<Files> {
    let mut files = Vec::new();
    let shown = folder.display();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read the folder {shown}"))? {
        let path = entry.with_context(|| format!("cannot read the folder {shown}"))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Files left behind by editors or the system are not part of a pack.
        if path.is_file() && !name.starts_with('.') && !name.ends_with('~') {
            match fs::read_to_string(&path) {
                Ok(text) => files.push((name, text)),
                // A picture beside the pack: only tables and settings have to be text.
                Err(error)
                    if error.kind() == io::ErrorKind::InvalidData && !name.ends_with(".toml") && !name.ends_with(".csv") => {}
                Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
            }
        }
    }
    Ok(Files::new(files))
}

/// The secret of a table: from its seed, so that the same seed gives the same game; without one, from the system.
pub fn secret(seed: Option<u64>) -> anyhow::Result<Key> {
    seed.map_or_else(
        || engine::secret().context("the system gives no randomness; choose a --seed"),
        |seed| Ok(engine::secret_of(seed)),
    )
}
