//! The content that comes with Expensive Investments, and what its loader says about a pack that is not right.

mod board;
mod businesses;
mod cards;
mod facts;
mod files;
mod random;
mod supplies;
mod terms;

use investments::Pack;
use kernel::{Files, PackFault};

/// A pack whose cells can be changed: for each file its rows, the header first.
#[derive(Clone)]
struct Draft(Vec<(String, Vec<Vec<String>>)>);

impl Draft {
    /// The pack that comes with the program.
    fn standard() -> Draft {
        let rows = |text: &str| {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
        };
        Draft(investments::files().iter().map(|(name, text)| (name.to_owned(), rows(text))).collect())
    }

    #[track_caller]
    fn rows(&mut self, file: &str) -> &mut Vec<Vec<String>> {
        let found = self.0.iter_mut().find(|(name, _)| name == file);
        &mut found.unwrap_or_else(|| panic!("{file} is a file of the pack")).1
    }

    /// The place of the row that begins with this; the header is that of the empty key.
    #[track_caller]
    fn place(&mut self, file: &str, key: &str) -> usize {
        let begins = |row: &Vec<String>| key.is_empty() || format!("{},", row.join(",")).starts_with(&format!("{key},"));
        self.rows(file).iter().position(begins).unwrap_or_else(|| panic!("a row of {file} begins with {key}"))
    }

    /// Puts something else into a cell.
    #[track_caller]
    fn set(mut self, file: &str, key: &str, column: &str, value: &str) -> Draft {
        let place = self.place(file, key);
        let rows = self.rows(file);
        let column = rows[0].iter().position(|name| name == column).unwrap_or_else(|| panic!("{file} has a column {column}"));
        value.clone_into(&mut rows[place][column]);
        self
    }

    /// The cell of a row.
    #[track_caller]
    fn cell(&mut self, file: &str, key: &str, column: &str) -> String {
        let place = self.place(file, key);
        let rows = self.rows(file);
        let column = rows[0].iter().position(|name| name == column).unwrap_or_else(|| panic!("{file} has a column {column}"));
        rows[place][column].clone()
    }

    /// The files as they would be written.
    fn files(&self) -> Files {
        Files::new(self.0.iter().map(|(name, rows)| {
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            rows.iter().for_each(|row| writer.write_record(row).unwrap());
            (name.clone(), String::from_utf8(writer.into_inner().unwrap()).unwrap())
        }))
    }

    /// What the loader finds wrong.
    #[track_caller]
    fn faults(&self) -> Vec<PackFault> {
        investments::read_pack(&self.files()).map(|_| ()).expect_err("a pack that is not right")
    }

    /// The checked pack.
    #[track_caller]
    fn pack(&self) -> Pack {
        investments::read_pack(&self.files()).unwrap_or_else(|faults| panic!("{faults:#?}"))
    }

    /// The loader finds a fault in the row that begins so, by this clause.
    #[track_caller]
    fn refused(mut self, file: &str, key: &str, clause: &str) {
        let line = 1 + self.place(file, key);
        self.refused_at(file, line, clause);
    }

    /// The loader finds a fault on this line, by this clause.
    #[track_caller]
    fn refused_at(&self, file: &str, line: usize, clause: &str) {
        let faults = self.faults();
        let fits = |fault: &PackFault| fault.file == file && fault.line == Some(line) && names(&fault.message, clause);
        assert!(faults.iter().any(fits), "expected {file}:{line} ({clause}), told {faults:#?}");
    }
}

/// Does the message name the clause?
fn names(message: &str, clause: &str) -> bool {
    kernel::clauses_in(message).any(|(_, name)| name == clause)
}

/// The standard content.
fn standard() -> Pack {
    investments::read_pack(&investments::files()).expect("the standard pack")
}

/// With this cell changed, its row is refused by this clause.
#[track_caller]
fn refuses(file: &str, key: &str, column: &str, value: &str, clause: &str) {
    let mut draft = Draft::standard();
    let line = 1 + draft.place(file, key);
    draft.set(file, key, column, value).refused_at(file, line, clause);
}
