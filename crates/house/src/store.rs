//! Where tables are kept. A change is accepted when it is durably stored at `(table, sequence)`; that unique key is the
//! concurrency control.

use crate::log::{Founding, LogEntry};
use std::{future::Future, pin::Pin};

/// A future of a store.
pub type Stored<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFault>> + Send + 'a>>;

/// Why something could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// Somebody else stored an entry at this place first.
    #[error("another entry was stored at this place first")]
    Taken,
    /// What is kept of a table cannot be read, and never will be.
    #[error("the table is damaged: {0}")]
    Damaged(String),
    /// The database failed.
    #[error("the store failed: {0}")]
    Failed(String),
}

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What was fixed when it was made.
    pub founding: Founding,
    /// All that happened, in order; the first has sequence 1.
    pub entries: Vec<LogEntry>,
}

/// What a list of tables tells of one.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The table's id.
    pub id: String,
    /// What was fixed when it was made.
    pub founding: Founding,
}

/// Which tables of somebody are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
    /// Those that wait or are played.
    Now,
    /// Those that are over.
    Before,
}

/// What happened at once at one table.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The table's id.
    pub table: &'a str,
    /// What was fixed, if the table is new.
    pub founding: Option<&'a Founding>,
    /// The place of the first entry.
    pub sequence: u64,
    /// The entries.
    pub entries: &'a [LogEntry],
    /// The table's new stage, if this changed it; a new table has one.
    pub stage: Option<&'static str>,
}

/// A place where tables are kept. A stage is `waiting`, `running`, `over` or `closed`; it is kept for the lists.
pub trait Store: Send + Sync {
    /// Keeps what happened, at one table or at several, all or nothing; durable when it returns.
    fn keep<'a>(&'a self, changes: &'a [Change<'a>]) -> Stored<'a, ()>;

    /// Keeps a new table with its first entries.
    fn found<'a>(&'a self, id: &'a str, founding: &'a Founding, entries: &'a [LogEntry], stage: &'static str) -> Stored<'a, ()> {
        let founding = Some(founding);
        Box::pin(async move { self.keep(&[Change { table: id, founding, sequence: 1, entries, stage: Some(stage) }]).await })
    }

    /// Keeps what happened at a table. `sequence` is the place of the first entry, `stage` the table's new stage if this
    /// changed it.
    fn append<'a>(&'a self, id: &'a str, sequence: u64, entries: &'a [LogEntry], stage: Option<&'static str>) -> Stored<'a, ()> {
        Box::pin(async move { self.keep(&[Change { table: id, founding: None, sequence, entries, stage }]).await })
    }

    /// A whole table.
    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<Kept>>;

    /// The tables that are listed for anybody to join, have not begun, and were made or visited after this, in milliseconds
    /// since 1970; the last visited first.
    fn open_tables(&self, since: u64, limit: usize) -> Stored<'_, Vec<Listed>>;

    /// Somebody came by a table that waits. It need not be durable: what is lost is a visit.
    fn visited<'a>(&'a self, id: &'a str, time: u64) -> Stored<'a, ()>;

    /// The tables where this person sits or sat, or which they made; the last changed first. A person is known by the hash
    /// of their token.
    fn tables_of<'a>(&'a self, person: &'a str, played: Played, limit: usize) -> Stored<'a, Vec<String>>;

    /// Tables in play that began after this, in milliseconds since 1970: after a restart their bots go on at once, those
    /// of older tables when somebody comes by.
    fn running_tables(&self, since: u64) -> Stored<'_, Vec<String>>;

    /// Can the store be written and read? What it writes for that is durable when it returns.
    fn ping(&self) -> Stored<'_, ()>;
}
