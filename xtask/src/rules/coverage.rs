//! Which code and which tests belong to the clauses of a rulebook.

use super::book::{Book, covers};
use crate::{
    citation,
    source::{Citation, Source, Test},
};
use std::fmt::Write;

/// The width of a clause's text.
const WIDTH: usize = 110;

/// A clause with everything that belongs to it.
struct Entry<'a> {
    clause: &'a kernel::Clause,
    /// Where the game's code cites it.
    code: Vec<Cited<'a>>,
    /// Its tests.
    tests: Vec<String>,
    /// Why no code has to cite it.
    excuse: Option<&'a str>,
}

/// A place in the game's code that cites a clause.
struct Cited<'a> {
    /// The file.
    file: &'a str,
    citation: &'a Citation,
    /// The line of code it stands at.
    code: &'a str,
}

/// What a place in the code has to do with its clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The code refuses what the clause forbids.
    Refuses,
    /// The code does what the clause says.
    Does,
    /// The code shows, checks again or writes down what was decided elsewhere.
    Echoes,
}

/// Files and folders of a game in which nothing is decided: words, written positions, checks after the fact, the bots' heuristic.
const ECHOES: [&str; 20] = [
    "words",
    "telling",
    "told",
    "drawing",
    "labels",
    "saying",
    "prompts",
    "topics",
    "effects_in_words",
    "score",
    "events",
    "event_names",
    "notation",
    "position",
    "from_position",
    "invariants",
    "step_checks",
    "pending_checks",
    "heuristic",
    "sensible",
];

impl Cited<'_> {
    fn part(&self) -> Part {
        let words = self.code.contains("Line::new");
        let echoes = words || self.file.split(['/', '.']).any(|name| ECHOES.contains(&name));
        match (echoes, self.citation.refuses) {
            (true, _) => Part::Echoes,
            (false, true) => Part::Refuses,
            (false, false) => Part::Does,
        }
    }
}

/// The clauses of one rulebook, in its order.
pub struct Coverage<'a> {
    book: &'a Book,
    entries: Vec<Entry<'a>>,
    /// Where something names a clause that is not in the book, or the list of exceptions is out of date.
    wrong: Vec<String>,
}

impl<'a> Coverage<'a> {
    /// Looks through all files of the workspace.
    pub fn of(book: &'a Book, sources: &'a [(String, Source)]) -> Coverage<'a> {
        let entry =
            |clause: &'a kernel::Clause| Entry { clause, code: Vec::new(), tests: Vec::new(), excuse: book.excuse(&clause.id) };
        let mut entries: Vec<Entry> = book.rules.clauses().iter().map(entry).collect();
        let mut wrong = Vec::new();
        let prefix = book.rules.clauses().first().map_or("", |clause| citation::prefix(&clause.id));
        let strange = |clause: &str| citation::prefix(clause) == prefix && book.rules.clause(clause).is_none();
        let own_code = format!("crates/{}/src/", book.game);
        for (file, source) in sources {
            for test in &source.tests {
                let place = format!("{file}:{}: {}", test.line, test.name);
                if test.clause.as_deref().is_some_and(strange) {
                    wrong.push(format!("{place} is named after a clause that does not exist"));
                }
                let stands_for = |entry: &&mut Entry| !test.ignored && stands_for(test, &entry.clause.id);
                entries.iter_mut().filter(stands_for).for_each(|entry| entry.tests.push(place.clone()));
            }
            for citation in &source.citations {
                let place = format!("{file}:{}", citation.line);
                if strange(&citation.clause) {
                    wrong.push(format!("{place}: {} does not exist", citation.clause));
                }
                if let Some(code) = citation.code.as_ref().filter(|_| file.starts_with(&own_code)) {
                    let cited = entries.iter_mut().filter(|entry| entry.clause.id == citation.clause);
                    cited.for_each(|entry| entry.code.push(Cited { file, citation, code }));
                }
            }
        }
        wrong.extend(idle(book, &entries));
        Coverage { book, entries, wrong }
    }

    /// Keeps only what belongs to this game, topic or clause.
    pub fn only(mut self, what: Option<&str>) -> Coverage<'a> {
        if let Some(what) = what.filter(|what| *what != self.book.game) {
            let what = what.to_uppercase();
            self.entries.retain(|entry| covers(&what, &entry.clause.id));
            self.wrong.clear();
        }
        self
    }

    /// Is there no clause at all?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Everything that is wrong, a line for each.
    pub fn faults(&self) -> Vec<String> {
        let untested = self.entries.iter().filter(|entry| entry.tests.is_empty());
        let uncited = self.entries.iter().filter(|entry| entry.code.is_empty() && entry.excuse.is_none());
        let game = &self.book.game;
        let hint = format!("cite it where it is enforced in crates/{game}/src, or give a reason in crates/{game}/uncited.md");
        untested
            .map(|entry| format!("{} has no test", entry.clause.id))
            .chain(self.wrong.iter().cloned())
            .chain(uncited.map(|entry| format!("{} is cited nowhere: {hint}", entry.clause.id)))
            .collect()
    }

    /// How many clauses are covered, and what is wrong.
    pub fn check(&self) -> String {
        let tests: usize = self.entries.iter().map(|entry| entry.tests.len()).sum();
        let count = |found: fn(&Entry) -> bool| self.entries.iter().filter(|entry| found(entry)).count();
        let tested = count(|entry| !entry.tests.is_empty());
        let cited = count(|entry| !entry.code.is_empty());
        let excused = count(|entry| entry.code.is_empty() && entry.excuse.is_some());
        let mut out = format!(
            "{}: {tested} of {} clauses have a test ({tests} tests in all); {cited} are cited in the code, {excused} need not be\n",
            self.book.game,
            self.entries.len(),
        );
        self.faults().iter().for_each(|fault| out.push_str(&format!("  {fault}\n")));
        out
    }

    /// Every clause with its text, its code and its tests, then what is wrong.
    pub fn list(&self) -> String {
        let mut out = String::new();
        for entry in &self.entries {
            // Writing to a string cannot fail.
            let _ = entry.write(&mut out);
        }
        out.push_str(&self.check());
        out
    }
}

impl Entry<'_> {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        let mark = self.clause.mark.as_ref().map_or(String::new(), |mark| format!(" ({mark})"));
        writeln!(out, "{}{mark}", self.clause.id)?;
        wrapped(&self.clause.text, WIDTH).iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        writeln!(out, "  decided")?;
        for part in [Part::Refuses, Part::Does] {
            self.places(part, out)?;
        }
        match (self.code.is_empty(), self.excuse) {
            (true, Some(reason)) => writeln!(out, "    none: {reason}")?,
            (true, None) => writeln!(out, "    NONE")?,
            (false, _) => {}
        }
        if self.code.iter().any(|cited| cited.part() == Part::Echoes) {
            writeln!(out, "  echoes")?;
            self.places(Part::Echoes, out)?;
        }
        writeln!(out, "  tests")?;
        self.tests.iter().try_for_each(|place| writeln!(out, "    {place}"))?;
        if self.tests.is_empty() {
            writeln!(out, "    NONE")?;
        }
        writeln!(out)
    }

    /// The places of this part in the code, each with its line of code.
    fn places(&self, part: Part, out: &mut String) -> std::fmt::Result {
        let places = self.code.iter().filter(|cited| cited.part() == part);
        { places }.try_for_each(|cited| writeln!(out, "    {}:{}\n        {}", cited.file, cited.citation.line, cited.code))
    }
}

fn stands_for(test: &Test, clause: &str) -> bool {
    test.clause.as_deref() == Some(clause) || test.covers.iter().any(|covered| covered == clause)
}

/// Exceptions that are not needed: unknown, or cited after all.
fn idle(book: &Book, entries: &[Entry]) -> Vec<String> {
    let file = format!("crates/{}/uncited.md", book.game);
    let idle = |name: &str| {
        let excused: Vec<&Entry> = entries.iter().filter(|entry| covers(name, &entry.clause.id)).collect();
        if excused.is_empty() {
            Some(format!("{file}: {name} is neither a clause nor a topic"))
        } else if excused.iter().all(|entry| !entry.code.is_empty()) {
            Some(format!("{file}: {name} is cited in the code; strike it from the list"))
        } else {
            None
        }
    };
    book.uncited.iter().filter_map(|(name, _)| idle(name)).collect()
}

/// The text in lines of at most this width, broken at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().filter(|line| line.is_empty() || line.chars().count() + 1 + word.chars().count() <= width);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "- `ECO-MOVE-1` — Go.\n- `ECO-MOVE-10` **(ruling)** — Stop.\n- `ECO-END-1` — Win.\n";
    const SOURCE: &str = "crates/economy/src/turn.rs";
    const TESTS: &str = "crates/economy/tests/turn.rs";

    fn book(uncited: &str) -> Book {
        Book::read("economy".into(), BOOK, uncited).unwrap()
    }

    fn faults(uncited: &str, files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(String, Source)> = files.iter().map(|(file, rust)| ((*file).to_owned(), Source::read(rust))).collect();
        let book = book(uncited);
        Coverage::of(&book, &files).faults()
    }

    const ALL_TESTED: &str = "/// Covers ECO-MOVE-1, ECO-MOVE-10, ECO-END-1.\n#[test]\nfn all() {}\n";
    const NONE_CITED: &str = "- `ECO` — Not now.\n";

    #[test]
    fn a_clause_without_a_test_is_a_gap() {
        let rust = "#[test]\nfn eco_move_10_stops() {}\n/// Covers ECO-END-1.\n#[test]\nfn end() {}\n";
        assert_eq!(faults(NONE_CITED, &[(TESTS, rust)]), ["ECO-MOVE-1 has no test"]);
    }

    #[test]
    fn a_test_that_is_not_run_proves_nothing() {
        assert_eq!(faults(NONE_CITED, &[(TESTS, "#[test]\n#[ignore]\nfn eco_move_1_goes() {}\n")]).len(), 3);
    }

    #[test]
    fn names_of_clauses_that_do_not_exist_are_told() {
        let rust = "#[test]\nfn eco_move_2_x() {}\n// ECO-MOVE-3, not BIZ-MOVE-3\n/// Covers ECO-END-9.\n#[test]\nfn y() {}\n";
        assert_eq!(
            faults(NONE_CITED, &[("a.rs", rust), (TESTS, ALL_TESTED)]),
            [
                "a.rs:2: eco_move_2_x is named after a clause that does not exist",
                "a.rs:3: ECO-MOVE-3 does not exist",
                "a.rs:4: ECO-END-9 does not exist",
            ]
        );
    }

    #[test]
    fn a_clause_is_cited_in_the_games_own_code() {
        let cited = "// ECO-MOVE-1, ECO-MOVE-10\nfn f() {}\nconst X: &str = \"ECO-END-1\";\n";
        assert_eq!(faults("", &[(SOURCE, cited), (TESTS, ALL_TESTED)]), [""; 0]);
        let hint = "cite it where it is enforced in crates/economy/src, or give a reason in crates/economy/uncited.md";
        let uncited = |clause: &str| format!("{clause} is cited nowhere: {hint}");
        let all = ["ECO-MOVE-1", "ECO-MOVE-10", "ECO-END-1"].map(uncited);
        assert_eq!(faults("", &[("crates/house/src/a.rs", cited), (TESTS, ALL_TESTED)]), all);
        assert_eq!(faults("", &[(SOURCE, "//! ECO-MOVE-1\nfn f() {}\n"), (TESTS, ALL_TESTED)]), all, "the head of a file");
        assert_eq!(faults("- `ECO-MOVE` — Why.\n", &[(TESTS, ALL_TESTED)]), all[2..]);
    }

    #[test]
    fn exceptions_that_excuse_nothing_are_told() {
        let uncited = "- `ECO-MOVE-1` — Why.\n- `ECO-END` — Why.\n- `ECO-ENDS` — Why.\n- `ECO-MOVE` — Why.\n";
        assert_eq!(
            faults(uncited, &[(SOURCE, "// ECO-MOVE-1\nfn f() {}\n"), (TESTS, ALL_TESTED)]),
            [
                "crates/economy/uncited.md: ECO-MOVE-1 is cited in the code; strike it from the list",
                "crates/economy/uncited.md: ECO-ENDS is neither a clause nor a topic",
            ]
        );
    }

    #[test]
    fn the_list_shows_text_code_and_tests() {
        let book = book("- `ECO-MOVE-10` — It has no legs.\n");
        let sources = [
            (SOURCE.to_owned(), Source::read("/// ECO-MOVE-1\n#[inline]\nfn go() {}\n")),
            (TESTS.to_owned(), Source::read("#[test]\nfn eco_move_1_goes() {}\n")),
        ];
        let whole = Coverage::of(&book, &sources);
        assert!(whole.list().starts_with(
            "ECO-MOVE-1\n    Go.\n  decided\n    crates/economy/src/turn.rs:1\n        fn go() {}\n  tests\n    \
             crates/economy/tests/turn.rs:2: eco_move_1_goes\n\n\
             ECO-MOVE-10 (ruling)\n    Stop.\n  decided\n    none: It has no legs.\n  tests\n    NONE\n\n\
             ECO-END-1\n    Win.\n  decided\n    NONE\n  tests\n    NONE\n\n\
             economy: 1 of 3 clauses have a test (1 tests in all); 1 are cited in the code, 1 need not be\n  ECO-MOVE-10 has no test\n"
        ));
    }

    #[test]
    fn where_a_clause_is_decided_stands_before_its_echoes() {
        let book = book("");
        let rust = "// ECO-END-1\nfn win() {}\nfn no() { refuse(\"ECO-END-1\") }\nfn say() { Line::new(\"ECO-END-1\", it) }\n";
        let words = "// ECO-END-1\nfn tell() {}\n";
        let sources =
            [("crates/economy/src/ending/words.rs".to_owned(), Source::read(words)), (SOURCE.to_owned(), Source::read(rust))];
        let told = Coverage::of(&book, &sources).only(Some("ECO-END-1")).list();
        assert!(told.starts_with(
            "ECO-END-1\n    Win.\n  decided\n    crates/economy/src/turn.rs:3\n        fn no() { refuse(\"ECO-END-1\") }\n    \
             crates/economy/src/turn.rs:1\n        fn win() {}\n  echoes\n    crates/economy/src/ending/words.rs:1\n        \
             fn tell() {}\n    crates/economy/src/turn.rs:4\n        fn say() { Line::new(\"ECO-END-1\", it) }\n  tests\n    NONE\n"
        ));
    }

    #[test]
    fn a_game_a_topic_or_a_clause_is_chosen() {
        let book = book("");
        let chosen = |what: &str| -> Vec<String> {
            let coverage = Coverage::of(&book, &[]).only(Some(what));
            coverage.entries.iter().map(|entry| entry.clause.id.clone()).collect()
        };
        assert_eq!(chosen("economy").len(), 3);
        assert_eq!(chosen("eco").len(), 3);
        assert_eq!(chosen("eco-move"), ["ECO-MOVE-1", "ECO-MOVE-10"]);
        assert_eq!(chosen("ECO-MOVE-1"), ["ECO-MOVE-1"]);
        assert_eq!(chosen("ECO-MO"), [""; 0]);
    }

    #[test]
    fn long_texts_are_broken_at_spaces() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("overlong x", 4), ["overlong", "x"]);
    }
}
