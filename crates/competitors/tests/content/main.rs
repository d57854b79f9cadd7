//! The content that comes with COMPETITOR$, and what its loader says about a pack that is not right.

mod cards;
mod effects;
mod figures;
mod files;
mod outlines;
mod random;
mod sea;
mod shares;
mod tables;
mod territories;

use competitors::{Pack, Territory};
use kernel::{Files, PackFault};
use std::sync::LazyLock;

/// A pack whose cells can be changed: for each table its rows, the header first, and the text of `map.toml`.
#[derive(Clone)]
struct Draft {
    tables: Vec<(String, Vec<Vec<String>>)>,
    map: String,
}

/// The file that is no table.
const MAP: &str = "map.toml";

impl Draft {
    /// The pack that comes with the program.
    fn standard() -> Draft {
        let rows = |text: &str| {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
        };
        let files = competitors::files();
        let tables = files.iter().filter(|(name, _)| *name != MAP).map(|(name, text)| (name.to_owned(), rows(text))).collect();
        Draft { tables, map: files.get(MAP).unwrap().text().to_owned() }
    }

    #[track_caller]
    fn rows(&mut self, file: &str) -> &mut Vec<Vec<String>> {
        let found = self.tables.iter_mut().find(|(name, _)| name == file);
        &mut found.unwrap_or_else(|| panic!("{file} is a table of the pack")).1
    }

    /// The place of the row that begins with this; the header is that of the empty key.
    #[track_caller]
    fn place(&mut self, file: &str, key: &str) -> usize {
        let begins = |row: &Vec<String>| key.is_empty() || format!("{},", row.join(",")).starts_with(&format!("{key},"));
        self.rows(file).iter().position(begins).unwrap_or_else(|| panic!("a row of {file} begins with {key}"))
    }

    /// A cell of a row.
    #[track_caller]
    fn cell(&mut self, file: &str, key: &str, column: &str) -> &mut String {
        let place = self.place(file, key);
        let rows = self.rows(file);
        let column = rows[0].iter().position(|name| name == column).unwrap_or_else(|| panic!("{file} has a column {column}"));
        &mut rows[place][column]
    }

    /// Puts something else into a cell.
    #[track_caller]
    fn set(mut self, file: &str, key: &str, column: &str, value: &str) -> Draft {
        value.clone_into(self.cell(file, key, column));
        self
    }

    /// Puts something else into a column of every row that has this in it.
    #[track_caller]
    fn replace(mut self, file: &str, column: &str, from: &str, to: &str) -> Draft {
        let rows = self.rows(file);
        let column = rows[0].iter().position(|name| name == column).unwrap_or_else(|| panic!("{file} has a column {column}"));
        rows[1..].iter_mut().filter(|row| row[column] == from).for_each(|row| to.clone_into(&mut row[column]));
        self
    }

    /// Takes a row out.
    #[track_caller]
    fn without(mut self, file: &str, key: &str) -> Draft {
        let place = self.place(file, key);
        self.rows(file).remove(place);
        self
    }

    /// Puts a row at the end.
    #[track_caller]
    fn with(mut self, file: &str, row: &str) -> Draft {
        self.rows(file).push(row.split(',').map(str::to_owned).collect());
        self
    }

    /// The files as they would be written.
    fn files(&self) -> Files {
        let tables = self.tables.iter().map(|(name, rows)| {
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            rows.iter().for_each(|row| writer.write_record(row).unwrap());
            (name.clone(), String::from_utf8(writer.into_inner().unwrap()).unwrap())
        });
        Files::new(tables.chain([(MAP.to_owned(), self.map.clone())]))
    }

    /// What the loader finds wrong.
    #[track_caller]
    fn faults(&self) -> Vec<PackFault> {
        competitors::read_pack(&self.files()).map(|_| ()).expect_err("a pack that is not right")
    }

    /// The checked pack.
    #[track_caller]
    fn pack(&self) -> Pack {
        competitors::read_pack(&self.files()).unwrap_or_else(|faults| panic!("{faults:#?}"))
    }

    /// The loader finds a fault in the row that begins so, by this clause and in these words.
    #[track_caller]
    fn refused(mut self, file: &str, key: &str, clause: &str, words: &str) {
        let line = 1 + self.place(file, key);
        self.refused_at(file, line, clause, words);
    }

    /// The loader finds a fault on this line, by this clause and in these words.
    #[track_caller]
    fn refused_at(&self, file: &str, line: usize, clause: &str, words: &str) {
        let faults = self.faults();
        let fits = |fault: &PackFault| {
            fault.file == file && fault.line == Some(line) && names(&fault.message, clause) && fault.message.contains(words)
        };
        assert!(faults.iter().any(fits), "expected {file}:{line}: … {words} … ({clause}), told {faults:#?}");
    }
}

/// Does the message name the clause?
fn names(message: &str, clause: &str) -> bool {
    kernel::clauses_in(message).any(|(_, name)| name == clause)
}

/// The standard content.
fn standard() -> &'static Pack {
    static STANDARD: LazyLock<Pack> = LazyLock::new(|| competitors::read_pack(&competitors::files()).expect("the standard pack"));
    &STANDARD
}

/// The territory with this id.
#[track_caller]
fn land(id: &str) -> Territory {
    standard().find_territory(id).unwrap_or_else(|| panic!("{id} is a territory"))
}

/// With this cell changed, its row is refused by this clause and in these words.
#[track_caller]
fn refuses(file: &str, key: &str, column: &str, value: &str, (clause, words): (&str, &str)) {
    let mut draft = Draft::standard();
    let line = 1 + draft.place(file, key);
    draft.set(file, key, column, value).refused_at(file, line, clause, words);
}

/// With this line of `map.toml` changed, it is refused by this clause and in these words.
#[track_caller]
fn map_refuses(line: &str, changed: &str, (clause, words): (&str, &str)) {
    let mut draft = Draft::standard();
    let place =
        draft.map.lines().position(|found| found.starts_with(line)).unwrap_or_else(|| panic!("a line begins with {line}"));
    let lines: Vec<&str> = draft.map.lines().enumerate().map(|(at, text)| if at == place { changed } else { text }).collect();
    draft.map = lines.join("\n");
    draft.refused_at(MAP, place + 1, clause, words);
}
