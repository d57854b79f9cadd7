//! The rulebook of a game, and the clauses that its code need not cite.

use anyhow::{Context, bail};
use kernel::Rulebook;
use std::{fs, path::Path};

/// A game's rulebook with its exceptions.
pub struct Book {
    /// The game: the name of its crate.
    pub game: String,
    /// `rulebook.md` in its crate.
    pub rules: Rulebook,
    /// The clauses and topics of `uncited.md` beside it, each with the reason why no code cites it.
    pub uncited: Vec<(String, String)>,
}

impl Book {
    /// The books of all games, by name.
    pub fn all(crates: &Path) -> anyhow::Result<Vec<Book>> {
        let mut books = Vec::new();
        for entry in fs::read_dir(crates).with_context(|| format!("cannot list {}", crates.display()))? {
            let folder = entry?.path();
            let file = folder.join("rulebook.md");
            if file.is_file() {
                let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
                let uncited = fs::read_to_string(folder.join("uncited.md")).unwrap_or_default();
                let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                books.push(Book::read(game, &text, &uncited)?);
            }
        }
        books.sort_by(|one, other| one.game.cmp(&other.game));
        Ok(books)
    }

    /// Reads a rulebook and its exceptions: list items ``- `ECO-GAME-3` — the reason``.
    pub fn read(game: String, rulebook: &str, uncited: &str) -> anyhow::Result<Book> {
        let rules = Rulebook::read(rulebook);
        if rules.clauses().is_empty() {
            bail!("crates/{game}/rulebook.md holds no clause");
        }
        let mut exceptions: Vec<(String, String)> = Vec::new();
        for (index, line) in uncited.lines().enumerate() {
            if let Some(item) = line.strip_prefix("- ") {
                let parts = item.strip_prefix('`').and_then(|item| item.split_once("` — "));
                let (name, reason) = parts.with_context(|| {
                    format!("crates/{game}/uncited.md:{}: an exception is written ``- `CLAUSE` — reason``", index + 1)
                })?;
                exceptions.push((name.to_owned(), reason.to_owned()));
            } else if let (Some(more), Some((_, reason))) = (line.strip_prefix("  "), exceptions.last_mut()) {
                reason.push(' ');
                reason.push_str(more.trim());
            }
        }
        Ok(Book { game, rules, uncited: exceptions })
    }

    /// Why no code has to cite this clause.
    pub fn excuse(&self, clause: &str) -> Option<&str> {
        self.uncited.iter().find(|(name, _)| covers(name, clause)).map(|(_, reason)| reason.as_str())
    }
}

/// Is this the clause, or the topic or the game that it belongs to?
pub fn covers(name: &str, clause: &str) -> bool {
    clause.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "- `ECO-MOVE-1` — Go.\n- `ECO-MOVE-10` — Stop.\n";

    #[test]
    fn exceptions_are_clauses_or_topics_with_their_reasons() {
        let book =
            Book::read("x".into(), BOOK, "# Head\n\n- `ECO-MOVE-1` — It goes\n  by itself.\n- `ECO-EDGE` — Cases.\n").unwrap();
        assert_eq!(book.excuse("ECO-MOVE-1"), Some("It goes by itself."));
        assert_eq!(book.excuse("ECO-MOVE-10"), None);
        assert_eq!(book.excuse("ECO-EDGE-4"), Some("Cases."));
    }

    #[test]
    fn an_exception_without_a_reason_is_refused() {
        let error = Book::read("x".into(), BOOK, "- `ECO-MOVE-1`\n").map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("crates/x/uncited.md:1:"), "{error}");
        assert!(Book::read("x".into(), "no clause", "").is_err());
    }
}
