//! A game's rulebook: numbered clauses that code, tests, refusals and pages cite by the same name.

use crate::is_clause;
use std::collections::BTreeMap;

/// One rule of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its name, such as `ECO-MOVE-1`.
    pub id: String,
    /// `option`, `ruling` or `content`, if it is marked.
    pub mark: Option<String>,
    /// What it says, on one line.
    pub text: String,
    /// The heading it stands under.
    pub section: String,
}

/// All clauses of a game in the order of the book.
#[derive(Clone, Debug)]
pub struct Rulebook {
    clauses: Vec<Clause>,
    places: BTreeMap<String, usize>,
}

impl Rulebook {
    /// Reads the clauses of a Markdown text: list items ``- `ID` — …`` and table rows ``| `ID` | … |``.
    ///
    /// ```
    /// let book = kernel::Rulebook::read("### TURN\n\n- `ECO-TURN-1` **(ruling)** — Roll,\n  then move.\n");
    /// let clause = book.clause("ECO-TURN-1").unwrap();
    /// assert_eq!(clause.text, "Roll, then move.");
    /// assert_eq!(clause.mark.as_deref(), Some("ruling"));
    /// ```
    pub fn read(markdown: &str) -> Rulebook {
        let mut book = Rulebook { clauses: Vec::new(), places: BTreeMap::new() };
        let mut section = String::new();
        let mut open = false;
        for line in markdown.lines() {
            if let Some(heading) = line.strip_prefix('#') {
                section = heading.trim_start_matches('#').trim().to_owned();
                open = false;
            } else if let Some(item) = line.strip_prefix("- `") {
                open = book.begin(item, &section, |text| text.trim_start_matches([' ', '—', '–', '-']).to_owned());
            } else if let Some(row) = line.strip_prefix("| `") {
                book.begin(row, &section, |text| {
                    let cells: Vec<&str> = text.trim_matches([' ', '|']).split(" | ").map(str::trim).collect();
                    cells.join(" · ")
                });
                open = false;
            } else if open && line.starts_with("  ") {
                if let Some(clause) = book.clauses.last_mut() {
                    clause.text.push(' ');
                    clause.text.push_str(line.trim());
                }
            } else {
                open = false;
            }
        }
        book
    }

    fn begin(&mut self, rest: &str, section: &str, text: impl Fn(&str) -> String) -> bool {
        let Some((id, rest)) = rest.split_once('`') else { return false };
        if !is_clause(id) || self.places.contains_key(id) {
            return false;
        }
        let rest = rest.trim_start();
        let marked = rest.strip_prefix("**(").and_then(|rest| rest.split_once(")**"));
        let (mark, rest) = marked.map_or((None, rest), |(mark, rest)| (Some(mark.to_owned()), rest));
        self.places.insert(id.to_owned(), self.clauses.len());
        self.clauses.push(Clause { id: id.to_owned(), mark, text: text(rest), section: section.to_owned() });
        true
    }

    /// All clauses, in order.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The clause with this name.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.places.get(id).map(|place| &self.clauses[*place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_items_and_table_rows_are_clauses_once_each() {
        let book = Rulebook::read(
            "## 2. Components\n| Clause | Piece |\n|---|---|\n| `X-COMP-1` | Board | 64 spaces |\n\n### MOVE\n\n- `X-MOVE-1` — Go\n  \
             on, see X-MOVE-2.\n\nAside.\n- `X-MOVE-2` — Stop.\n- `not-a-clause` — no.\n- `X-MOVE-2` — again.\n",
        );
        let ids: Vec<&str> = book.clauses().iter().map(|clause| clause.id.as_str()).collect();
        assert_eq!(ids, ["X-COMP-1", "X-MOVE-1", "X-MOVE-2"]);
        assert_eq!(book.clause("X-COMP-1").unwrap().text, "Board · 64 spaces");
        assert_eq!(book.clause("X-MOVE-1").unwrap().text, "Go on, see X-MOVE-2.");
        assert_eq!(book.clause("X-MOVE-1").unwrap().section, "MOVE");
        assert_eq!(book.clause("X-MOVE-2").unwrap().text, "Stop.");
    }
}
