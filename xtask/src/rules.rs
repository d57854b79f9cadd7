//! `cargo xtask rules`: every clause of the rulebooks, the code that cites it and the tests that name it.

mod book;
mod coverage;

use crate::{root, source::Source};
use anyhow::{Context, bail};
use book::Book;
use coverage::Coverage;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// Clauses of the rulebooks with the code that cites them and the tests that name them; fails on a gap
#[derive(clap::Args)]
pub struct Arguments {
    /// A game (`economy`), a topic (`ECO-MOVE`) or a clause (`ECO-MOVE-7`); everything if left out
    pub what: Option<String>,
    /// Print only what is wrong
    #[arg(long)]
    pub check: bool,
}

/// Prints each clause with its code and its tests. Fails if a clause has no test, if no code cites it and no reason is given
/// for that, or if something names a clause that does not exist.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    told(&root().join("crates"), arguments.what.as_deref(), arguments.check)
}

/// The check alone, for the crates in this folder.
#[cfg(test)]
pub fn check(crates: &Path, what: Option<&str>) -> anyhow::Result<()> {
    told(crates, what, true)
}

fn told(crates: &Path, what: Option<&str>, check: bool) -> anyhow::Result<()> {
    let sources = sources(crates)?;
    let (mut found, mut faults) = (false, 0);
    for book in Book::all(crates)? {
        let coverage = Coverage::of(&book, &sources).only(what);
        if coverage.is_empty() {
            continue;
        }
        found = true;
        faults += coverage.faults().len();
        let told = if check { coverage.check() } else { coverage.list() };
        // The reader may stop reading at any line.
        if std::io::stdout().write_all(told.as_bytes()).is_err() {
            break;
        }
    }
    match (what, faults) {
        (Some(what), _) if !found => bail!("`{what}` is neither a game nor a topic nor a clause"),
        (_, 0) => Ok(()),
        (_, faults) => bail!("{faults} faults in the rulebooks' coverage"),
    }
}

/// Every Rust file under `src`, `tests` and `benches` of every crate, by its path from the root.
fn sources(crates: &Path) -> anyhow::Result<Vec<(String, Source)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(crates)? {
        let folder = entry?.path();
        for part in ["src", "tests", "benches"] {
            rust_files(&folder.join(part), &mut files)?;
        }
    }
    files.sort();
    let base = crates.parent().unwrap_or(crates);
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.strip_prefix(base).unwrap_or(&file).display().to_string();
        Ok((name, Source::read(&text)))
    };
    files.into_iter().map(read).collect()
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, out)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
    Ok(())
}
