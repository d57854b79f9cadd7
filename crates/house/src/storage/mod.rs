//! Where tables are kept. A change is accepted when it is durably stored at `(table, sequence)`; that unique key is the
//! concurrency control.

pub(crate) mod folder;
pub mod sqlite;
pub mod upkeep;

use crate::{
    table::{Founding, Holder, LogEntry, Stage, chat::ChatLine, snapshot::Snapshot},
    token,
};
use kernel::{Files, Key, Seat, Seats};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, future::Future, pin::Pin, str::FromStr, sync::Arc};

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
    /// The house is closing, and nothing more is stored or read.
    #[error("the store is closed")]
    Closed,
    /// The database failed.
    #[error("the store failed: {0}")]
    Failed(String),
}

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct StoredLog {
    /// What was fixed when it was made.
    pub founding: Founding,
    /// All that happened, in order; the first has sequence 1.
    pub entries: Vec<LogEntry>,
    /// How far it is.
    pub stage: Stage,
    /// How it stands, as far as that was noted.
    pub summary: Option<Summary>,
    /// The last entry of the game's record of which something is kept beside the log.
    pub snapshot_to: Option<usize>,
    /// When the house was closed: from when until when, in milliseconds since 1970.
    pub closed: Arc<[(u64, u64)]>,
}

/// What a list of tables tells of one.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The table's id.
    pub id: String,
    /// What was fixed when it was made.
    pub founding: Founding,
    /// How far it is.
    pub stage: Stage,
    /// When that last changed, or somebody visited while it waited, in milliseconds since 1970.
    pub changed: u64,
    /// How it stands; none of a table that no house has read since summaries are kept.
    pub summary: Option<Summary>,
}

impl Listed {
    /// Its place in a list.
    pub fn position(&self) -> ListPosition {
        ListPosition { changed: self.changed, id: self.id.clone() }
    }
}

/// A part of a list of tables.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Those that can be read.
    pub tables: Vec<Listed>,
    /// The place after which the list goes on; none at its end. Tables that cannot be read count too.
    pub older: Option<ListPosition>,
}

/// A place in a list of tables, after which the older ones follow. It is written as one word in addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListPosition {
    /// When the table there last changed.
    pub changed: u64,
    /// Its id.
    pub id: String,
}

impl fmt::Display for ListPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.changed, self.id)
    }
}

impl FromStr for ListPosition {
    type Err = ();

    fn from_str(word: &str) -> Result<ListPosition, ()> {
        let (changed, id) = word.split_once('-').ok_or(())?;
        // A larger number does not fit into the database.
        let changed = changed.parse().ok().filter(|changed| i64::try_from(*changed).is_ok()).ok_or(())?;
        if token::is_table(id) { Ok(ListPosition { changed, id: id.to_owned() }) } else { Err(()) }
    }
}

/// How a table stands, in as few words as a list needs. It follows from the log and is kept beside it, so that a list folds no
/// table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Who sits where.
    pub seats: Vec<Option<Sitter>>,
    /// Who is awaited or asked.
    pub awaited: Vec<Seat>,
    /// When whose time is up, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<(Seat, u64)>,
    /// Who won, when it is over.
    pub winners: Vec<Seat>,
}

/// Somebody who sits at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitter {
    /// The name that all see.
    pub name: String,
    /// Who holds the seat.
    pub holder: Holder,
    /// Does a bot play for them?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
}

impl Summary {
    /// The seats that this person holds.
    pub fn seats_of(&self, person: &str) -> Seats {
        let own = |sitter: &Sitter| matches!(&sitter.holder, Holder::Person(holder) if holder == person);
        let held = self.seats.iter().enumerate().filter(|(_, sitter)| sitter.as_ref().is_some_and(own));
        held.filter_map(|(index, _)| Seat::new(index)).collect()
    }

    /// The people who are awaited or asked and play themselves, each with one of their seats.
    pub fn awaited_people(&self) -> BTreeMap<String, Seat> {
        let awaited = self.awaited.iter().rev().filter(|seat| self.plays(**seat));
        let person = |seat: &Seat| match &self.seats.get(seat.index())?.as_ref()?.holder {
            Holder::Person(person) => Some((person.clone(), *seat)),
            Holder::Bot(_) => None,
        };
        awaited.filter_map(person).collect()
    }

    /// Does a person play this seat themselves?
    pub fn plays(&self, seat: Seat) -> bool {
        let sitter = self.seats.get(seat.index()).and_then(Option::as_ref);
        sitter.is_some_and(|sitter| !sitter.away && matches!(sitter.holder, Holder::Person(_)))
    }
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
    /// How the table stands now, if a list would tell it otherwise than before.
    pub summary: Option<&'a Summary>,
    /// What is kept of the moment after the last entry, beside the log.
    pub snapshot: Option<&'a Snapshot>,
}

impl<'a> Change<'a> {
    /// These entries, and nothing else.
    pub fn of(table: &'a str, sequence: u64, entries: &'a [LogEntry]) -> Change<'a> {
        Change { table, founding: None, sequence, entries, stage: None, summary: None, snapshot: None }
    }
}

/// A place where tables are kept. A stage is `waiting`, `running`, `over`, `closed` or `stopped`; it is kept for the lists.
pub trait Store: Send + Sync {
    /// Keeps what happened, at one table or at several, all or nothing; durable when it returns.
    fn commit<'a>(&'a self, changes: &'a [Change<'a>]) -> Stored<'a, ()>;

    /// Keeps a new table with its first entries.
    fn found<'a>(&'a self, id: &'a str, founding: &'a Founding, entries: &'a [LogEntry], stage: &'static str) -> Stored<'a, ()> {
        let founding = Some(founding);
        let change = Change { founding, stage: Some(stage), ..Change::of(id, 1, entries) };
        Box::pin(async move { self.commit(&[change]).await })
    }

    /// Keeps what happened at a table. `sequence` is the place of the first entry, `stage` the table's new stage if this
    /// changed it.
    fn append<'a>(&'a self, id: &'a str, sequence: u64, entries: &'a [LogEntry], stage: Option<&'static str>) -> Stored<'a, ()> {
        let change = Change { stage, ..Change::of(id, sequence, entries) };
        Box::pin(async move { self.commit(&[change]).await })
    }

    /// Is there a table of this id?
    fn has<'a>(&'a self, id: &'a str) -> Stored<'a, bool> {
        Box::pin(async move { Ok(self.load(id).await?.is_some()) })
    }

    /// A whole table.
    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<StoredLog>>;

    /// What is kept of a table beside its log, oldest first: after which entry of the log, and what.
    fn snapshots<'a>(&'a self, id: &'a str) -> Stored<'a, Vec<(u64, Snapshot)>>;

    /// Tables that began and of which nothing is kept beside the log, since an older house wrote them: by id, after this one.
    fn without_snapshots<'a>(&'a self, after: &'a str, limit: usize) -> Stored<'a, Vec<String>>;

    /// Puts away a table that is over: its log stays unchanged, and of what was kept beside it only these snapshots. Later entries may
    /// follow.
    fn put_away<'a>(&'a self, id: &'a str, snapshots: &'a [(u64, Snapshot)]) -> Stored<'a, ()>;

    /// Tables that are over and not put away, by id, after this one. Those for which nothing is kept are not among them.
    fn not_put_away<'a>(&'a self, after: &'a str, limit: usize) -> Stored<'a, Vec<String>>;

    /// Keeps the content of a game, so that tables can be played with it when another one comes with the program.
    fn store_pack<'a>(&'a self, game: &'a str, files: &'a Files) -> Stored<'a, ()>;

    /// The content with this fingerprint, if it was kept.
    fn pack(&self, hash: Key) -> Stored<'_, Option<Files>>;

    /// The tables that are listed for anybody to join, have not begun, and were made or visited after this, in milliseconds
    /// since 1970; the last visited first.
    fn open_tables(&self, since: u64, limit: usize) -> Stored<'_, Vec<Listed>>;

    /// Notes how a table stands, for the lists. It need not be durable: it follows from the log.
    fn sum_up<'a>(&'a self, id: &'a str, summary: &'a Summary) -> Stored<'a, ()>;

    /// Somebody came by a table that waits. It need not be durable: what is lost is a visit.
    fn visited<'a>(&'a self, id: &'a str, time: u64) -> Stored<'a, ()>;

    /// The tables where this person sits or sat, or which they made, before this place; the most recently changed first. A
    /// person is known by the hash of their token. At most `limit` are returned; the list says whether it goes on. The cost
    /// depends on `limit`, not on how many tables there are.
    fn tables_of<'a>(
        &'a self,
        person: &'a str,
        played: Played,
        before: Option<&'a ListPosition>,
        limit: usize,
    ) -> Stored<'a, Listing>;

    /// Tables in play that began after this, in milliseconds since 1970: after a restart their bots go on at once, those
    /// of older tables when somebody comes by.
    fn running_tables(&self, since: u64) -> Stored<'_, Vec<String>>;

    /// Keeps what somebody said at a table, and forgets what is too old to be kept; durable when it returns.
    fn say<'a>(&'a self, id: &'a str, line: &'a ChatLine) -> Stored<'a, ()>;

    /// What was said at a table, the oldest first.
    fn said<'a>(&'a self, id: &'a str) -> Stored<'a, Vec<ChatLine>>;

    /// Forgets what was said at tables that ended before this, in milliseconds since 1970.
    fn forget_chats(&self, before: u64) -> Stored<'_, ()>;

    /// Tables in play where somebody's clock runs, and when the first of them is up, in milliseconds since 1970.
    fn due(&self) -> Stored<'_, Vec<(String, u64)>>;

    /// Can the store be written and read? It writes in the same way as a change, and the write is durable when this returns.
    fn ping(&self) -> Stored<'_, ()>;
}

/// What is known of a table without reading its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// The table's id.
    pub id: String,
    /// The game's id; empty where that cannot be read.
    pub game: String,
    /// How far it is.
    pub stage: Stage,
    /// When it ended, or when somebody last did something there, in milliseconds since 1970.
    pub last: u64,
    /// How many bytes are stored of it.
    pub bytes: u64,
}

/// How much room a store takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// In bytes.
    pub bytes: u64,
    /// How many of these are free.
    pub free: u64,
}

/// What the owner of a house does with the store while the house is closed.
pub trait Upkeep: Store {
    /// All tables.
    fn holdings(&self) -> Stored<'_, Vec<Holding>>;

    /// How much room everything takes.
    fn room(&self) -> Stored<'_, Room>;

    /// Deletes tables with everything that is stored for them, all or none; durable when it returns.
    fn remove<'a>(&'a self, tables: &'a [String]) -> Stored<'a, ()>;

    /// Returns free space to the file system.
    fn give_back(&self) -> Stored<'_, ()>;
}
