//! The only writer: changes that arrive during a commit are stored together in the next one.
//!
//! Everything that is written goes through one connection. A connection that failed is never used again: after an error such as
//! a full disk, SQLite has rolled the transaction back by itself, and no new one can be begun on that connection.

use super::Writes;
use crate::{
    storage::{Change, StoreFault, folder::Mark},
    table::{Founding, Holder, LogEntry},
};
use sqlx::{Row, SqliteConnection, SqlitePool, pool::PoolConnection, sqlite::SqliteQueryResult};
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::{mpsc, oneshot};

/// How many changes one commit takes at most.
const BATCH: usize = 256;

/// The connection that writes; there is one at any time.
#[derive(Clone)]
pub(super) struct Writer(SqlitePool);

/// The connection while it is used. Unless it is put back it is closed, which rolls back what was not committed.
pub(super) struct Writing(Option<PoolConnection<sqlx::Sqlite>>);

impl Writer {
    /// Uses a pool of one connection.
    pub fn new(pool: SqlitePool) -> Writer {
        Writer(pool)
    }

    async fn take(&self) -> Result<Writing, StoreFault> {
        Ok(Writing(Some(self.0.acquire().await?)))
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Result<Writing, StoreFault> {
        let mut writing = self.take().await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(writing.connection()?).await?;
        Ok(writing)
    }

    /// Writes with one statement, which is a transaction of its own.
    pub async fn write(&self, statement: Writes<'_>) -> Result<SqliteQueryResult, StoreFault> {
        let mut writing = self.take().await?;
        let written = statement.execute(writing.connection()?).await?;
        writing.put_back();
        Ok(written)
    }

    /// Runs a statement that cannot be part of a transaction.
    pub async fn run(&self, statements: &'static str) -> Result<(), StoreFault> {
        let mut writing = self.take().await?;
        sqlx::raw_sql(statements).execute(writing.connection()?).await?;
        writing.put_back();
        Ok(())
    }

    /// Closes the file.
    pub async fn close(&self) {
        self.0.close().await;
    }
}

impl Writing {
    /// The connection.
    pub fn connection(&mut self) -> Result<&mut SqliteConnection, StoreFault> {
        self.0.as_deref_mut().ok_or_else(stopped)
    }

    /// Ends the transaction: all of it is stored.
    pub async fn commit(self) -> Result<(), StoreFault> {
        self.end("COMMIT").await
    }

    /// Ends the transaction: nothing of it is stored.
    pub async fn undo(self) -> Result<(), StoreFault> {
        self.end("ROLLBACK").await
    }

    async fn end(mut self, how: &'static str) -> Result<(), StoreFault> {
        sqlx::raw_sql(how).execute(self.connection()?).await?;
        self.put_back();
        Ok(())
    }

    fn put_back(mut self) {
        drop(self.0.take());
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.0 {
            connection.close_on_drop();
        }
    }
}

/// The writer has ended.
pub(super) fn stopped() -> StoreFault {
    StoreFault::Closed
}

/// A change to be stored, and the task that waits for it.
pub(super) struct Job {
    pub what: What,
    pub done: oneshot::Sender<Result<(), StoreFault>>,
}

/// What is to be written.
pub(super) enum What {
    /// Changes of tables, all or nothing.
    Changes(Vec<Written>),
    /// A heartbeat at this time.
    Pulse(i64),
}

impl Job {
    fn rows(&self) -> &[Written] {
        match &self.what {
            What::Changes(rows) => rows,
            What::Pulse(_) => &[],
        }
    }
}

/// A change of one table as it is stored.
pub(super) struct Written {
    table: String,
    /// The table itself, if it is new.
    founding: Option<New>,
    /// The place of the first entry.
    sequence: i64,
    /// The entries; none for a new table where nobody sits yet.
    body: Option<String>,
    /// The new stage, if it changed.
    stage: Option<&'static str>,
    /// The new summary of the table, if it changed.
    summary: Option<String>,
    /// Positions and texts that are kept beside the log, and after which entry.
    snapshot: Option<(i64, String)>,
    /// Who made the table or sat down.
    people: Vec<String>,
}

impl Written {
    pub fn of(change: &Change) -> Result<Written, StoreFault> {
        let Change { table, founding, sequence, entries, stage, summary, snapshot } = *change;
        let new = |founding: &Founding| {
            let body = serde_json::to_string(founding)?;
            Ok::<_, StoreFault>(New { body, open: founding.open, stage: stage.unwrap_or("waiting"), time: founding.time })
        };
        let host = founding.and_then(|founding| founding.host.clone());
        Ok(Written {
            table: table.to_owned(),
            founding: founding.map(new).transpose()?,
            sequence: sequence as i64,
            body: if entries.is_empty() { None } else { Some(serde_json::to_string(entries)?) },
            stage: stage.filter(|_| founding.is_none()),
            summary: summary.map(serde_json::to_string).transpose()?,
            snapshot: match snapshot {
                Some(snapshot) => Some((sequence as i64 + entries.len() as i64 - 1, serde_json::to_string(snapshot)?)),
                None => None,
            },
            people: host.into_iter().chain(people(entries)).collect(),
        })
    }

    /// How many rows it takes.
    fn rows(&self) -> usize {
        usize::from(self.founding.is_some()) + usize::from(self.body.is_some())
    }

    fn place(&self) -> (String, i64) {
        (self.table.clone(), self.sequence)
    }
}

/// A new table.
struct New {
    body: String,
    open: bool,
    stage: &'static str,
    time: u64,
}

/// How many rows were ever written to the file, and where that is marked.
pub(super) struct Count {
    pub number: AtomicU64,
    pub mark: Option<Mark>,
}

impl Count {
    /// Adds to the number of rows durably written.
    pub fn more(&self, rows: usize) {
        let number = self.number.fetch_add(rows as u64, Ordering::Relaxed) + rows as u64;
        if let Some(mark) = &self.mark
            && let Err(error) = mark.set(Some(number))
        {
            tracing::warn!(%error, "it could not be marked how much is written");
        }
    }
}

/// Who sat down.
fn people(entries: &[LogEntry]) -> impl Iterator<Item = String> {
    entries.iter().filter_map(|entry| match entry {
        LogEntry::Sat { holder: Holder::Person(person), .. } => Some(person.clone()),
        _ => None,
    })
}

/// Writes jobs until no more can come.
pub(super) async fn write(writer: Writer, mut jobs: mpsc::Receiver<Job>, written: Arc<Count>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let (pulses, changes): (Vec<Job>, Vec<Job>) = batch.drain(..).partition(|job| matches!(job.what, What::Pulse(_)));
        // A change of several tables is a commit of its own: then it is stored completely or not at all.
        let (single, several): (Vec<Job>, Vec<Job>) = changes.into_iter().partition(|job| job.rows().len() == 1);
        write_batch(&writer, single, &written).await;
        for job in several {
            write_batch(&writer, vec![job], &written).await;
        }
        for job in pulses {
            let What::Pulse(time) = job.what else { continue };
            let _ = job.done.send(pulse(&writer, time).await);
        }
    }
}

/// Writes a heartbeat in the same way as a change: an error that keeps changes from being stored shows here, too.
async fn pulse(writer: &Writer, time: i64) -> Result<(), StoreFault> {
    let mut writing = writer.begin().await?;
    sqlx::query("UPDATE house SET pulse = ?1").bind(time).execute(writing.connection()?).await?;
    writing.commit().await
}

async fn write_batch(writer: &Writer, batch: Vec<Job>, written: &Count) {
    let rows: Vec<&Written> = batch.iter().flat_map(Job::rows).collect();
    if rows.is_empty() {
        return;
    }
    let started = std::time::Instant::now();
    let stored = commit(writer, &rows, batch.len() == 1).await;
    metrics::histogram!("exchequer_commit_seconds").record(started.elapsed());
    if let Err(fault) = &stored {
        tracing::error!(%fault, changes = batch.len(), "nothing of this could be stored");
    }
    metrics::counter!("exchequer_changes_stored_total").increment(stored.as_ref().map_or(0, HashSet::len) as u64);
    let mut stored = stored.map_err(|fault| fault.to_string());
    let results = batch.iter().map(|job| match &mut stored {
        // Each place is filled once, even if two changes ask for it at the same time.
        Ok(stored) => job.rows().iter().all(|row| stored.remove(&row.place())).then_some(()).ok_or(StoreFault::Taken),
        Err(fault) => Err(StoreFault::Failed(fault.clone())),
    });
    let results: Vec<Result<(), StoreFault>> = results.collect();
    let new = batch.iter().zip(&results).filter(|(_, result)| result.is_ok()).flat_map(|(job, _)| job.rows());
    written.more(new.map(Written::rows).sum());
    for (job, result) in batch.into_iter().zip(results) {
        // The client that asked may have disconnected; the change is stored all the same.
        let _ = job.done.send(result);
    }
}

/// The places that were free and are now filled.
type Filled = HashSet<(String, i64)>;

/// Stores rows in one transaction. Of two changes for one place the first is stored; with `all_or_nothing` a conflict means that
/// none is.
async fn commit(writer: &Writer, rows: &[&Written], all_or_nothing: bool) -> Result<Filled, StoreFault> {
    let entries = rows.iter().filter_map(|row| Some((&row.table, row.sequence, row.body.as_ref()?)));
    let entries = serde_json::to_string(&entries.collect::<Vec<_>>())?;
    let plain = |row: &&Written| {
        row.founding.is_none() && row.stage.is_none() && row.summary.is_none() && row.snapshot.is_none() && row.people.is_empty()
    };
    if rows.iter().all(plain) && !(all_or_nothing && rows.len() > 1) {
        // One statement is a transaction of its own.
        let mut writing = writer.take().await?;
        let filled = insert(writing.connection()?, entries).await?;
        writing.put_back();
        return Ok(filled);
    }
    let mut writing = writer.begin().await?;
    let to = writing.connection()?;
    let new = rows.iter().filter_map(|row| {
        let New { body, open, stage, time } = row.founding.as_ref()?;
        Some((&row.table, body, i64::from(*open), stage, time))
    });
    let new: Vec<_> = new.collect();
    let mut filled = Filled::new();
    filled.extend(rows.iter().filter(|row| row.body.is_none()).map(|row| row.place()));
    if !new.is_empty() {
        let found = "INSERT INTO game_table (id, founding, open, stage, changed) \
                     SELECT value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?1)";
        sqlx::query(found).bind(serde_json::to_string(&new)?).execute(&mut *to).await?;
    }
    filled.extend(insert(&mut *to, entries).await?);
    // Of two changes for one place the first was stored, and nothing of the other may be.
    let mut first = HashSet::new();
    let stored: Vec<&&Written> = rows.iter().filter(|row| filled.contains(&row.place()) && first.insert(row.place())).collect();
    if all_or_nothing && stored.len() < rows.len() {
        writing.undo().await?;
        return Ok(Filled::new());
    }
    let players: Vec<_> = stored.iter().flat_map(|row| row.people.iter().map(|person| (person, &row.table))).collect();
    if !players.is_empty() {
        let note = "INSERT OR IGNORE INTO player (person, table_id) SELECT value->>0, value->>1 FROM json_each(?1)";
        sqlx::query(note).bind(serde_json::to_string(&players)?).execute(&mut *to).await?;
    }
    let stages: Vec<_> = stored.iter().filter_map(|row| Some((&row.table, row.stage?))).collect();
    if !stages.is_empty() {
        let mark = "UPDATE game_table SET stage = news.value->>1, changed = ?2 FROM json_each(?1) AS news \
                    WHERE game_table.id = news.value->>0";
        let now = crate::clock::now() as i64;
        sqlx::query(mark).bind(serde_json::to_string(&stages)?).bind(now).execute(&mut *to).await?;
    }
    let snapshots = stored.iter().filter_map(|row| row.snapshot.as_ref().map(|(sequence, body)| (&row.table, sequence, body)));
    let snapshots: Vec<_> = snapshots.collect();
    if !snapshots.is_empty() {
        let keep = "INSERT OR REPLACE INTO kept SELECT value->>0, value->>1, value->>2 FROM json_each(?1)";
        sqlx::query(keep).bind(serde_json::to_string(&snapshots)?).execute(&mut *to).await?;
    }
    let summaries: Vec<_> = stored.iter().filter_map(|row| Some((&row.table, row.summary.as_ref()?))).collect();
    if !summaries.is_empty() {
        let mark =
            "UPDATE game_table SET summary = news.value->>1 FROM json_each(?1) AS news WHERE game_table.id = news.value->>0";
        sqlx::query(mark).bind(serde_json::to_string(&summaries)?).execute(&mut *to).await?;
    }
    writing.commit().await?;
    Ok(filled)
}

/// Stores rows with one statement. It returns those that were stored; the others conflict with existing entries, put away or
/// not.
async fn insert(to: &mut SqliteConnection, rows: String) -> Result<Filled, StoreFault> {
    let insert = "INSERT INTO entry SELECT value->>0, value->>1, value->>2 FROM json_each(?1) \
                  WHERE NOT EXISTS (SELECT 1 FROM shelf WHERE table_id = value->>0 AND entries >= value->>1) \
                  ON CONFLICT DO NOTHING RETURNING table_id, sequence";
    let stored = sqlx::query(insert).bind(rows).fetch_all(to).await?;
    Ok(stored.iter().map(|row| (row.get(0), row.get(1))).collect())
}
