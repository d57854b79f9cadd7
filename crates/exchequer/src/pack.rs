//! `pack check DIR` and `pack export GAME DIR`: a game's content as files that a person can edit.

use crate::{failure::Usage, setup};
use anyhow::{Context, bail};
use kernel::Files;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Check or export a game’s content.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Check a pack and report faults by file and line
    #[command(after_help = "\
The game is named by --game or by a line `game = \"…\"` in pack.toml, or known by its files.

Examples:
  exchequer pack check my-economy --game economy

Exit codes: 0 the pack can be played; 1 it cannot, or cannot be read; 2 invalid command line.")]
    Check(Check),
    /// Write a game’s built-in content into a folder, so that you can change it
    #[command(after_help = "\
Examples:
  exchequer pack export economy my-economy
  exchequer simulate economy --pack my-economy --games 1000 --bots steady

Exit codes: 0 written; 1 a file exists already or cannot be written; 2 invalid command line.")]
    Export(Export),
}

/// Check a pack and report faults by file and line
#[derive(clap::Args)]
pub struct Check {
    /// The folder with the pack’s files
    folder: PathBuf,
    /// The game it is for
    #[arg(long, value_parser = setup::game_names())]
    game: Option<String>,
}

/// Write a game’s built-in content into a folder, so that you can change it
#[derive(clap::Args)]
pub struct Export {
    /// The game
    #[arg(value_parser = setup::game_names())]
    game: String,
    /// The folder; created if it does not exist
    folder: PathBuf,
    /// Overwrite files that exist already
    #[arg(long)]
    force: bool,
}

/// Does it.
pub fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Check(arguments) => check(arguments),
        Command::Export(arguments) => export(arguments),
    }
}

fn check(arguments: &Check) -> anyhow::Result<()> {
    let files = setup::read_files(&arguments.folder)?;
    if let Some(message) = no_pack(&files, arguments.game.as_deref(), &arguments.folder) {
        bail!(message);
    }
    let name = arguments.game.clone().map_or_else(|| game_of(&files, &arguments.folder), Ok)?;
    let game = setup::game(&name)?;
    let faults = game.check_pack(&files);
    if faults.is_empty() {
        let told = format!("{} is a pack of {name}; its fingerprint is {}", arguments.folder.display(), files.hash());
        return Ok(writeln!(io::stdout(), "{told}")?);
    }
    for fault in &faults {
        // The same form as a compiler's, so that an editor can jump there.
        writeln!(io::stderr(), "{}", arguments.folder.join(fault.to_string()).display())?;
    }
    bail!("{} cannot be played as {name}: {} found", arguments.folder.display(), count(faults.len(), "fault"))
}

/// The message for a folder without a pack: it contains none of the files that a pack has.
fn no_pack(files: &Files, game: Option<&str>, folder: &Path) -> Option<String> {
    let games = engine::games().iter().filter(|one| game.is_none_or(|name| one.about().id == name));
    let known: Vec<String> =
        games.flat_map(|game| game.files().iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>()).collect();
    if files.iter().any(|(name, _)| name == "pack.toml" || known.iter().any(|known| known == name)) {
        return None;
    }
    let (folder, of) = (folder.display(), game.map_or_else(String::new, |game| format!(" of {game}")));
    let there = if files.iter().next().is_none() { "it is empty" } else { "none of its files belongs to one" };
    let game = game.unwrap_or("economy");
    Some(format!("there is no pack{of} in {folder}: {there}; `exchequer pack export {game} DIR` writes one to begin with"))
}

/// The game that a pack says it is for.
fn game_of(files: &Files, folder: &Path) -> anyhow::Result<String> {
    let text = files.get("pack.toml").map(|file| file.text()).unwrap_or_default();
    let named = |line: &str| {
        let (key, value) = line.split_once('=')?;
        let value = value.trim().strip_prefix('"')?;
        let (name, _) = value.split_once('"')?;
        (key.trim() == "game").then(|| name.to_owned())
    };
    // A pack without that file is known by the files that only one game has.
    let has = |name: &str| files.get(name).is_ok();
    let known = || engine::games().iter().find(|game| game.files().iter().all(|(name, _)| has(name) && name != "pack.toml"));
    text.lines().find_map(named).or_else(|| known().map(|game| game.about().id.to_owned())).ok_or_else(|| {
        let games: Vec<String> = engine::games().iter().map(|game| format!("--game {}", game.about().id)).collect();
        Usage(format!("{} does not say which game it is for; add {}", folder.display(), games.join(" or "))).into()
    })
}

fn export(arguments: &Export) -> anyhow::Result<()> {
    let files = setup::game(&arguments.game)?.files();
    let folder = &arguments.folder;
    let there: Vec<&str> = files.iter().map(|(name, _)| name).filter(|name| folder.join(name).exists()).collect();
    if !there.is_empty() && !arguments.force {
        bail!("in {} there is already {}; nothing was written (--force overwrites)", folder.display(), there.join(", "));
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, text) in files.iter() {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(io::stdout(), "{}", path.display())?;
    }
    Ok(())
}

fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
