//! `cargo xtask rules`: every clause of the rulebooks and the tests that name it.

use crate::{
    citation, root,
    source::{Source, Test},
};
use anyhow::{Context, bail};
use kernel::Rulebook;
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// Every clause of the rulebooks and the tests that name it; fails on a gap
#[derive(clap::Args)]
pub struct Arguments {
    /// Only this game
    pub game: Option<String>,
    /// Print only what is wrong
    #[arg(long)]
    pub check: bool,
}

/// Prints clause → tests; fails if a clause has no test, or if something names a clause that does not exist.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let crates = root().join("crates");
    let books = books(&crates, arguments.game.as_deref())?;
    let sources = sources(&crates)?;
    let mut gaps = 0;
    let mut wrong = 0;
    for (game, book) in &books {
        let coverage = Coverage::of(book, &sources);
        gaps += coverage.gaps().count();
        wrong += coverage.unknown.len();
        let told = if arguments.check { coverage.faults(game) } else { coverage.table(game) };
        // Whoever reads this may stop reading at any line.
        if std::io::stdout().write_all(told.as_bytes()).is_err() {
            break;
        }
    }
    match (gaps, wrong) {
        (0, 0) => Ok(()),
        _ => bail!("{gaps} clauses without a test, {wrong} names of clauses that do not exist"),
    }
}

/// The rulebook of each game, which is the file `rulebook.md` in its crate.
fn books(crates: &Path, only: Option<&str>) -> anyhow::Result<BTreeMap<String, Rulebook>> {
    let mut books = BTreeMap::new();
    for entry in fs::read_dir(crates).with_context(|| format!("cannot list {}", crates.display()))? {
        let folder = entry?.path();
        let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = folder.join("rulebook.md");
        if file.is_file() && only.is_none_or(|only| only == game) {
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let book = Rulebook::read(&text);
            if book.clauses().is_empty() {
                bail!("{} holds no clause", file.display());
            }
            books.insert(game, book);
        }
    }
    match only {
        Some(game) if books.is_empty() => bail!("there is no crates/{game}/rulebook.md"),
        _ => Ok(books),
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

/// Which tests stand for the clauses of one rulebook.
struct Coverage<'a> {
    /// Every clause in the order of the book, with its tests.
    clauses: Vec<(&'a str, Vec<String>)>,
    /// Where something names a clause that is not in the book.
    unknown: Vec<String>,
}

impl<'a> Coverage<'a> {
    fn of(book: &'a Rulebook, sources: &[(String, Source)]) -> Coverage<'a> {
        let mut clauses: Vec<(&str, Vec<String>)> =
            book.clauses().iter().map(|clause| (clause.id.as_str(), Vec::new())).collect();
        let mut unknown = Vec::new();
        let prefix = book.clauses().first().map_or("", |clause| citation::prefix(&clause.id));
        let strange = |clause: &str| citation::prefix(clause) == prefix && book.clause(clause).is_none();
        for (file, source) in sources {
            for test in &source.tests {
                let place = format!("{file}:{}: {}", test.line, test.name);
                if test.clause.as_deref().is_some_and(strange) {
                    unknown.push(format!("{place} is named after a clause that does not exist"));
                }
                for (clause, tests) in &mut clauses {
                    if !test.ignored && stands_for(test, clause) {
                        tests.push(place.clone());
                    }
                }
            }
            for citation in source.citations.iter().filter(|citation| strange(&citation.clause)) {
                unknown.push(format!("{file}:{}: {} does not exist", citation.line, citation.clause));
            }
        }
        Coverage { clauses, unknown }
    }

    fn gaps(&self) -> impl Iterator<Item = &'a str> {
        self.clauses.iter().filter(|(_, tests)| tests.is_empty()).map(|(clause, _)| *clause)
    }

    fn summary(&self, game: &str) -> String {
        let tests: usize = self.clauses.iter().map(|(_, tests)| tests.len()).sum();
        let covered = self.clauses.len() - self.gaps().count();
        format!("{game}: {covered} of {} clauses have a test; {tests} tests in all\n", self.clauses.len())
    }

    fn faults(&self, game: &str) -> String {
        let mut told = self.summary(game);
        self.gaps().for_each(|clause| told.push_str(&format!("  {clause} has no test\n")));
        self.unknown.iter().for_each(|place| told.push_str(&format!("  {place}\n")));
        told
    }

    fn table(&self, game: &str) -> String {
        let mut told = String::new();
        for (clause, tests) in &self.clauses {
            told.push_str(&format!("{clause}\n"));
            if tests.is_empty() {
                told.push_str("    NO TEST\n");
            }
            tests.iter().for_each(|place| told.push_str(&format!("    {place}\n")));
        }
        told.push('\n');
        told.push_str(&self.faults(game));
        told
    }
}

fn stands_for(test: &Test, clause: &str) -> bool {
    test.clause.as_deref() == Some(clause) || test.covers.iter().any(|covered| covered == clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "- `ECO-MOVE-1` — Go.\n- `ECO-MOVE-10` — Stop.\n- `ECO-END-1` — Win.\n";

    fn coverage(rust: &str) -> (Vec<String>, Vec<String>) {
        let book = Rulebook::read(BOOK);
        let coverage = Coverage::of(&book, &[("a.rs".into(), Source::read(rust))]);
        (coverage.gaps().map(str::to_owned).collect(), coverage.unknown)
    }

    #[test]
    fn a_clause_without_a_test_is_a_gap() {
        let (gaps, unknown) = coverage("#[test]\nfn eco_move_10_stops() {}\n/// Covers ECO-END-1.\n#[test]\nfn end() {}\n");
        assert_eq!(gaps, ["ECO-MOVE-1"]);
        assert_eq!(unknown, [""; 0]);
    }

    #[test]
    fn a_test_that_is_not_run_proves_nothing() {
        let (gaps, _) = coverage("#[test]\n#[ignore]\nfn eco_move_1_goes() {}\n");
        assert_eq!(gaps.len(), 3);
    }

    #[test]
    fn names_of_clauses_that_do_not_exist_are_told() {
        let (_, unknown) =
            coverage("#[test]\nfn eco_move_2_x() {}\n// ECO-MOVE-3, not BIZ-MOVE-3\n/// Covers ECO-END-9.\n#[test]\nfn y() {}\n");
        assert_eq!(
            unknown,
            [
                "a.rs:2: eco_move_2_x is named after a clause that does not exist",
                "a.rs:3: ECO-MOVE-3 does not exist",
                "a.rs:4: ECO-END-9 does not exist",
            ]
        );
    }

    #[test]
    fn the_table_shows_every_clause_and_where_its_tests_are() {
        let book = Rulebook::read(BOOK);
        let sources = [("a.rs".into(), Source::read("#[test]\nfn eco_move_1_goes() {}\n"))];
        let table = Coverage::of(&book, &sources).table("economy");
        assert!(table.starts_with("ECO-MOVE-1\n    a.rs:2: eco_move_1_goes\nECO-MOVE-10\n    NO TEST\n"), "{table}");
        assert!(table.ends_with(
            "economy: 1 of 3 clauses have a test; 1 tests in all\n  ECO-MOVE-10 has no test\n  ECO-END-1 has no test\n"
        ));
    }
}
