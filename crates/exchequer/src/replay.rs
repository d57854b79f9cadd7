//! `replay FILE`: plays a record again and verifies it.

use crate::{page, setup};
use anyhow::{Context, anyhow, bail};
use engine::AnyTable;
use kernel::{Entry, LONGEST_RECORD, Record, Viewer};
use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// Replay a record and verify every state and every roll
#[derive(clap::Args)]
#[command(after_help = "\
Every action is checked against the rules, every state against its fingerprint and, once the game is over and \
its secret published, every roll against the commitment made before the first one.

Examples:
  exchequer replay game.txt              what was verified, and how it ended
  exchequer replay game.txt --log        the whole game in words
  exchequer replay game.txt --at 12      the table after entry 12; 0 is the set-up

Exit codes: 0 verified; 1 wrong or unreadable: the error names the line or the entry.")]
pub struct Arguments {
    /// The record
    file: PathBuf,
    /// Print the game in words
    #[arg(long)]
    log: bool,
    /// Draw the table after this entry; 0 is the set-up
    #[arg(long, value_name = "ENTRY")]
    at: Option<usize>,
    /// The folder with the content it was played with, if not the built-in content
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
}

/// Reads and verifies the record and prints the result.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let shown = arguments.file.display();
    let text = read(&arguments.file)?;
    let record = Record::read(&text).with_context(|| format!("{shown} is not a record"))?;
    let game = setup::game(&record.header.game)?;
    let files = arguments.pack.as_deref().map(setup::read_files).transpose()?;
    let table = game.replay(&record, files.as_ref(), setup::secret(None)?).map_err(|error| match error.code {
        // With other content or rules nothing can be said about whether the game happened.
        "content" => anyhow!(error).context(format!("{shown} was played with other content; name its folder with --pack")),
        "edition" => anyhow!(error).context(format!("{shown} was played under other rules")),
        _ => anyhow!(error).context(format!("{shown} cannot be verified")),
    })?;
    let mut told = String::new();
    if arguments.log {
        told.push_str(&log(&*table));
    }
    if let Some(entry) = arguments.at {
        told.push_str(table.draw(Viewer::Watcher, Some(entry))?.trim_end());
        told.push_str("\n\n");
    }
    told.push_str(&verdict(&*table, &record));
    Ok(io::stdout().write_all(page::plain(&told).as_bytes())?)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(|| format!("cannot open {shown}"))?;
    file.take(LONGEST_RECORD as u64 + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {shown}"))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => bail!("{shown} is not text: byte {} is not UTF-8", error.utf8_error().valid_up_to() + 1),
    }
}

/// The game in words, by entry.
fn log(table: &dyn AnyTable) -> String {
    let mut told = String::new();
    let mut last = None;
    for event in table.events(0..=usize::MAX, Viewer::Watcher) {
        let entry = if last == Some(event.entry) { String::new() } else { format!("{}.", event.entry) };
        last = Some(event.entry);
        told.push_str(&format!("{entry:>5} {}  {}\n", event.text, event.clause));
    }
    told.push('\n');
    told
}

/// What was verified, and how the game ended.
fn verdict(table: &dyn AnyTable, record: &Record) -> String {
    let taken_back = record.entries.iter().filter(|entry| matches!(entry, Entry::Undo { .. })).count();
    let draws = |entry: &Entry| if let Entry::Act { luck, .. } = entry { luck.len() } else { 0 };
    let drawn = record.start.luck.len() + record.entries.iter().map(draws).sum::<usize>();
    let header = &record.header;
    let mut told = format!("{}: {}\n", header.game, header.seats.join(", "));
    told.push_str(&format!(
        "verified: {} entries ({taken_back} of them undo), {} fingerprints, {drawn} draws of luck\n",
        record.entries.len(),
        record.entries.len() - taken_back + 1,
    ));
    told.push_str(match (header.commitment, header.secret) {
        (Some(_), Some(_)) => "fair dice: the secret matches the commitment, and every draw follows from it\n",
        (Some(_), None) if table.turn().is_over() => {
            "fair dice: the game is over but its secret is missing, so they cannot be checked\n"
        }
        (Some(_), None) => "fair dice: promised; the secret is published when the game is over\n",
        _ => "fair dice: not promised by this record\n",
    });
    match table.outcome() {
        Some(outcome) => {
            let winners: Vec<&str> =
                outcome.winners().filter_map(|seat| Some(table.names().get(seat.index())?.as_str())).collect();
            let scores: Vec<String> =
                table.score(None).into_iter().flatten().map(|line| format!("  {}  {}\n", line.text, line.clause)).collect();
            told.push_str(&format!("ended by {}; won by {}\n{}", outcome.clause, kernel::say::listed(&winners), scores.concat()));
        }
        None => told.push_str("the game is not over\n"),
    }
    told
}
