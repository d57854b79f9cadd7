//! `store stats` and `store prune`: what a house keeps, and deleting old tables.

use crate::{page, serve};
use anyhow::Context;
use house::storage::{
    Holding, Room,
    upkeep::{Ages, Upkeep, days_ago},
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

/// See what a house keeps, and delete what is old.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Show what is stored: how many tables of each game, how old, how much
    #[command(after_help = "\
The age of a table counts from its end, or, if it is not over, from the last thing that anybody did there. \
Nothing is changed, except that a file of an older version is upgraded. The house has to be closed.

Examples:
  exchequer store stats
  exchequer store stats --data games --json

Exit codes: 0 shown; 1 there is no house, or it is open; 2 invalid command line.")]
    Stats(Stats),
    /// Delete old tables from the store, and free the space
    #[command(after_help = "\
Only what you name is deleted: finished tables with --finished, tables that are waiting or in play with --abandoned. \
With --archive the record of each game is written first, so that `exchequer replay` can read it; a table whose \
record cannot be made is kept. Deleted tables cannot be restored: try --dry-run first. The house has to be closed.

Examples:
  exchequer store prune --finished 365 --dry-run
  exchequer store prune --finished 365 --archive records
  exchequer store prune --finished 365 --abandoned 90

Exit codes: 0 done; 1 there is no house, it is open, or something cannot be written; 2 invalid command line.")]
    Prune(Prune),
}

/// Where the house is.
#[derive(clap::Args)]
struct Place {
    /// The folder where tables are kept [default: in the user’s folder for local data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Show what is stored: how many tables of each game, how old, how much
#[derive(clap::Args)]
pub struct Stats {
    #[command(flatten)]
    place: Place,
    /// Print one JSON object instead of text; times are in milliseconds since 1970
    #[arg(long)]
    json: bool,
}

/// Delete old tables from the store, and free the space
#[derive(clap::Args)]
#[group(id = "what", required = true, multiple = true, args = ["finished", "abandoned"])]
pub struct Prune {
    #[command(flatten)]
    place: Place,
    /// Delete tables that were over, closed or stopped more than this many days ago
    #[arg(long, value_name = "DAYS")]
    finished: Option<u64>,
    /// Delete tables that are waiting or in play if nobody did anything there for this many days
    #[arg(long, value_name = "DAYS")]
    abandoned: Option<u64>,
    /// Write the record of each game into this folder first; created if it does not exist
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// Only say what would be deleted
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object instead of text; times are in milliseconds since 1970
    #[arg(long)]
    json: bool,
}

/// Carries it out.
pub fn run(command: &Command) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (told, failed) = runtime.block_on(async {
        match command {
            Command::Stats(arguments) => Ok((stats(arguments).await?, None)),
            Command::Prune(arguments) => prune(arguments).await,
        }
    })?;
    io::stdout().write_all(page::plain(&told).as_bytes())?;
    failed.map_or(Ok(()), Err)
}

async fn stats(arguments: &Stats) -> anyhow::Result<String> {
    let store = open(&arguments.place).await?;
    let (tables, room) = (store.tables().await?, store.room().await?);
    store.close().await;
    let all: Vec<&Holding> = tables.iter().collect();
    if arguments.json {
        let heaps = heaps(&all).into_iter().map(|((game, stage), heap)| {
            let Heap { tables, oldest, newest, bytes } = heap;
            json!({ "game": game, "stage": stage, "tables": tables, "oldest": oldest, "newest": newest, "bytes": bytes })
        });
        return line(&json!({ "bytes": room.bytes, "free": room.free, "tables": heaps.collect::<Vec<_>>() }));
    }
    let free = if room.free > 0 { format!(", of which {} are free for new tables", size(room.free)) } else { String::new() };
    Ok(format!("{}\nThe file has {}{free}.\n", listed(&all), size(room.bytes)))
}

/// The result in words, and what failed after some tables were already deleted.
async fn prune(arguments: &Prune) -> anyhow::Result<(String, Option<anyhow::Error>)> {
    let store = open(&arguments.place).await?;
    let ages = Ages { finished: arguments.finished, abandoned: arguments.abandoned };
    let old: Vec<Holding> = store.tables().await?.into_iter().filter(|table| ages.are_passed_by(table)).collect();
    let before = store.room().await?;
    let pruned = match arguments.dry_run {
        true => Ok(Pruned { gone: old, ..Pruned::default() }),
        false => take_out(&store, arguments, old).await,
    };
    let after = store.room().await?;
    store.close().await;
    let mut pruned = pruned?;
    let failed = pruned.failed.take();
    Ok((told(arguments, &pruned, before, after)?, failed))
}

/// The result for the old tables.
#[derive(Default)]
struct Pruned {
    gone: Vec<Holding>,
    /// How many records were written.
    records: usize,
    /// Those that are kept, because no record of their game could be made.
    stay: Vec<Holding>,
    /// What failed after the tables in `gone` were deleted.
    failed: Option<anyhow::Error>,
}

async fn take_out(store: &Upkeep, arguments: &Prune, old: Vec<Holding>) -> anyhow::Result<Pruned> {
    let mut pruned = Pruned::default();
    match &arguments.archive {
        Some(folder) => {
            let bar = progress_bar(old.len(), "records");
            for table in old {
                // If no game began there is no record to write.
                let began = !matches!(table.stage.word(), "waiting" | "closed");
                let written = began && store.archive(&table, folder).await?;
                pruned.records += usize::from(written);
                if written || !began {
                    pruned.gone.push(table)
                } else {
                    pruned.stay.push(table)
                }
                bar.inc(1);
            }
            bar.finish_and_clear();
        }
        None => pruned.gone = old,
    }
    let bar = progress_bar(pruned.gone.len(), "tables");
    let mut gone = 0;
    let removed = store.remove(&pruned.gone, |count| {
        gone = count;
        bar.set_position(count as u64);
    });
    let removed = removed.await;
    bar.finish_and_clear();
    if let Err(error) = removed {
        // What is gone is gone: it is reported before the error.
        if gone == 0 {
            return Err(error);
        }
        pruned.gone.truncate(gone);
        pruned.failed = Some(error);
        return Ok(pruned);
    }
    if io::stderr().is_terminal() {
        writeln!(io::stderr(), "Giving the room back to the system …")?;
    }
    // The file is written anew for that, which needs as much room on the disk as the rest of it takes.
    let given_back = store.give_back().await;
    pruned.failed = given_back.err().map(|error| error.context("the tables are deleted, but the file is as large as before"));
    Ok(pruned)
}

fn told(arguments: &Prune, pruned: &Pruned, before: Room, after: Room) -> anyhow::Result<String> {
    let Pruned { gone, records, stay, .. } = pruned;
    if arguments.json {
        let tables = |tables: &[Holding]| -> Vec<Value> {
            let table = |table: &Holding| json!({ "table": table.id, "game": table.game, "stage": table.stage.word(), "last": table.last, "bytes": table.bytes });
            tables.iter().map(table).collect()
        };
        return line(&json!({
            "dry_run": arguments.dry_run,
            "gone": tables(gone),
            "records": records,
            "stay": tables(stay),
            "bytes_before": before.bytes,
            "bytes": after.bytes,
        }));
    }
    let mut told = if gone.is_empty() { String::new() } else { listed(&gone.iter().collect::<Vec<_>>()) + "\n" };
    let (one, many) = if arguments.dry_run { ("would be", "would be") } else { ("was", "were") };
    told.push_str(&match gone.len() {
        0 => format!("No table {one} taken out.\n"),
        1 => format!("One table {one} taken out.\n"),
        tables => format!("{tables} tables {many} taken out.\n"),
    });
    if let (Some(folder), false) = (&arguments.archive, arguments.dry_run) {
        told.push_str(&format!("Records written into {}: {records}.\n", folder.display()));
    }
    if !stay.is_empty() {
        let ids: Vec<&str> = stay.iter().map(|table| table.id.as_str()).collect();
        told.push_str(&format!("These stay, because no record of their game can be made: {}.\n", ids.join(", ")));
    }
    if !arguments.dry_run {
        told.push_str(&format!("The file had {} and has {}.\n", size(before.bytes), size(after.bytes)));
    }
    Ok(told)
}

async fn open(place: &Place) -> anyhow::Result<Upkeep> {
    Upkeep::open(&serve::data(place.data.as_ref())?).await
}

/// Tables of one game at one stage.
struct Heap {
    tables: usize,
    oldest: u64,
    newest: u64,
    bytes: u64,
}

/// The tables by game and stage.
fn heaps<'a>(tables: &[&'a Holding]) -> BTreeMap<(&'a str, &'static str), Heap> {
    let mut heaps = BTreeMap::new();
    for table in tables {
        let game = if table.game.is_empty() { "(damaged)" } else { table.game.as_str() };
        let new = Heap { tables: 0, oldest: u64::MAX, newest: 0, bytes: 0 };
        let heap: &mut Heap = heaps.entry((game, table.stage.word())).or_insert(new);
        heap.tables += 1;
        heap.oldest = heap.oldest.min(table.last);
        heap.newest = heap.newest.max(table.last);
        heap.bytes += table.bytes;
    }
    heaps
}

/// The tables by game and stage, as a table for people.
fn listed(tables: &[&Holding]) -> String {
    let line = |[game, stage, tables, oldest, newest, size]: [&str; 6]| {
        format!("{game:<15} {stage:<8} {tables:>7} {oldest:>11} {newest:>11} {size:>9}\n")
    };
    let mut told = line(["game", "stage", "tables", "oldest", "newest", "size"]);
    for ((game, stage), heap) in heaps(tables) {
        let (oldest, newest) = (days(heap.oldest), days(heap.newest));
        told.push_str(&line([game, stage, &heap.tables.to_string(), &oldest, &newest, &size(heap.bytes)]));
    }
    let all: u64 = tables.iter().map(|table| table.bytes).sum();
    told.push_str(&line(["all", "", &tables.len().to_string(), "", "", &size(all)]));
    told
}

/// How long ago that was.
fn days(time: u64) -> String {
    match days_ago(time) {
        0 => "today".to_owned(),
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

/// A number of bytes, for people.
fn size(bytes: u64) -> String {
    let mut number = bytes as f64;
    for unit in ["bytes", "kB", "MB", "GB"] {
        if number < 1000.0 {
            return if unit == "bytes" { format!("{bytes} {unit}") } else { format!("{number:.1} {unit}") };
        }
        number /= 1000.0;
    }
    format!("{number:.1} TB")
}

fn line(told: &Value) -> anyhow::Result<String> {
    Ok(serde_json::to_string(told).context("this cannot be written as JSON")? + "\n")
}

/// A bar on a terminal; nothing elsewhere.
fn progress_bar(count: usize, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{human_pos}} of {{human_len}} {what}, {{eta}} left"));
    ProgressBar::new(count as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_in_few_digits() {
        let told = [0, 999, 1000, 96_300, 12_340_000, 5_000_000_000, 7_000_000_000_000].map(size);
        assert_eq!(told, ["0 bytes", "999 bytes", "1.0 kB", "96.3 kB", "12.3 MB", "5.0 GB", "7.0 TB"]);
    }
}
