//! The embedded store: SQLite with a write-ahead log, durable commits, and one writer that commits many entries at once.

mod wishes;

use crate::{
    chat::{ChatLine, KEPT_LINES},
    folder::Mark,
    keeping::Keeping,
    live::Stage,
    log::{Founding, Holder, LogEntry},
    store::{Change, Kept, Listed, Played, Store, StoreFault, Stored, Summary},
};
use kernel::{Files, Key, Seat};
use sqlx::{
    ConnectOptions, Row, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous},
};
use std::{
    collections::{BTreeMap, HashSet},
    path::Path,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

/// The schema; `IF NOT EXISTS` makes it its own first migration. What happened at once at a table is one row: a list of
/// entries, at the place of the first of them.
const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS game_table (
    id TEXT PRIMARY KEY,
    founding TEXT NOT NULL,
    open INTEGER NOT NULL,
    stage TEXT NOT NULL DEFAULT 'waiting',
    changed INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS game_table_stage ON game_table (stage, changed);
CREATE TABLE IF NOT EXISTS entry (
    table_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS house (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    written INTEGER NOT NULL,
    pulse INTEGER NOT NULL
) STRICT;
CREATE TRIGGER IF NOT EXISTS table_written AFTER INSERT ON game_table BEGIN UPDATE house SET written = written + 1; END;
CREATE TRIGGER IF NOT EXISTS entry_written AFTER INSERT ON entry BEGIN UPDATE house SET written = written + 1; END;
INSERT OR IGNORE INTO house VALUES (1, 0, 0);
";

/// What each version of the schema adds to the one before it. The file knows its version (`user_version`); all steps are
/// taken in one transaction, and none is ever changed.
const STEPS: [&str; 7] = [
    // Whose tables these are: everybody who made one or ever sat down, by the hash of their token. Told from what is stored, so
    // tables of an older house are found as well.
    "
CREATE TABLE player (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO player
    SELECT founding->>'$.host', id FROM game_table WHERE founding->>'$.host' IS NOT NULL;
INSERT OR IGNORE INTO player
    SELECT happened.value->>'$.sat.holder.person', entry.table_id FROM entry, json_each(entry.body) AS happened
    WHERE happened.value->>'$.sat.holder.person' IS NOT NULL;
",
    // How each table stands, for the lists; of a table that an older house wrote it is noted when the table is read.
    "ALTER TABLE game_table ADD COLUMN summary TEXT;",
    // What outlives the rules: the content that tables are played with, and moments of tables with what was told.
    "
CREATE TABLE pack (
    hash TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    files TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE kept (
    table_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, sequence)
) STRICT, WITHOUT ROWID;
",
    // What people say to each other at a table.
    "
CREATE TABLE chat (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    time INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
",
    // How people want to be called when it is their turn, which addresses want no mail, and who was called for the turn they have.
    "
CREATE TABLE wish (
    person TEXT NOT NULL,
    way TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL UNIQUE,
    confirmed INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (person, way)
) STRICT, WITHOUT ROWID;
CREATE TABLE barred (
    address TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE called (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    way TEXT NOT NULL,
    PRIMARY KEY (person, table_id, way)
) STRICT, WITHOUT ROWID;
",
    // An address that is not confirmed yet stands beside the one that is; and by one link all mails to an address end.
    "
CREATE TABLE wished (
    person TEXT NOT NULL,
    way TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL UNIQUE,
    confirmed INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    made INTEGER NOT NULL,
    known TEXT NOT NULL,
    PRIMARY KEY (person, way, confirmed)
) STRICT, WITHOUT ROWID;
INSERT INTO wished SELECT person, way, address, secret, confirmed, failed, made, '' FROM wish;
DROP TABLE wish;
ALTER TABLE wished RENAME TO wish;
CREATE INDEX wish_known ON wish (known);
CREATE TABLE stop_link (
    known TEXT PRIMARY KEY,
    secret TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
",
    // When the house was closed.
    "
CREATE TABLE closed (
    since INTEGER PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT;
",
];

/// Between two openings so soon after each other, in milliseconds, the house counts as closed: nobody played.
const SOON: i64 = 60_000;

/// How many changes one commit takes at most.
const BATCH: usize = 256;

/// Tables in a SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: SqlitePool,
    /// Where changes wait to be written; none once the house closes.
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    writing: Mutex<Option<JoinHandle<()>>>,
    written: Arc<Count>,
    /// When the house was closed.
    closed: OnceLock<Arc<[(u64, u64)]>>,
}

/// What is on its way to the disk, all or nothing, and who waits for it.
struct Job {
    rows: Vec<Written>,
    done: oneshot::Sender<Result<(), StoreFault>>,
}

/// A change of one table as it is stored.
struct Written {
    table: String,
    /// The table itself, if it is new.
    founding: Option<New>,
    /// The place of the first entry.
    sequence: i64,
    /// The entries; none for a new table where nobody sits yet.
    body: Option<String>,
    /// The new stage, if it changed.
    stage: Option<&'static str>,
    /// How the table stands now, if that changed.
    summary: Option<String>,
    /// What is kept beside the log, and after which entry of it.
    kept: Option<(i64, String)>,
    /// Who made the table or sat down.
    people: Vec<String>,
}

impl Written {
    fn of(change: &Change) -> Result<Written, StoreFault> {
        let Change { table, founding, sequence, entries, stage, summary, kept } = *change;
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
            kept: match kept {
                Some(kept) => Some((sequence as i64 + entries.len() as i64 - 1, serde_json::to_string(kept)?)),
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

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> StoreFault {
        StoreFault::Failed(error.to_string())
    }
}

/// What was stored cannot be read.
fn damaged(error: serde_json::Error) -> StoreFault {
    StoreFault::Damaged(error.to_string())
}

impl From<serde_json::Error> for StoreFault {
    fn from(error: serde_json::Error) -> StoreFault {
        StoreFault::Failed(error.to_string())
    }
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreFault> {
        Sqlite::open_with(path, None).await
    }

    /// Opens the file, or makes it; how much is written to it is marked beside it.
    pub(crate) async fn marked(path: &Path, mark: Mark) -> Result<Sqlite, StoreFault> {
        Sqlite::open_with(path, Some(mark)).await
    }

    async fn open_with(path: &Path, mark: Option<Mark>) -> Result<Sqlite, StoreFault> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // What was accepted survives the plug being pulled.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .disable_statement_logging();
        let writer = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        sqlx::raw_sql(SCHEMA).execute(&writer).await?;
        migrate(&writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options.read_only(true)).await?;
        let (queue, jobs) = mpsc::channel(1024);
        let row = sqlx::query("SELECT written FROM house").fetch_one(&writer).await?;
        let written = Arc::new(Count { number: AtomicU64::new(row.get::<i64, _>(0) as u64), mark });
        let writing = tokio::spawn(write(writer.clone(), jobs, written.clone()));
        let (queue, writing, closed) = (Mutex::new(Some(queue)), Mutex::new(Some(writing)), OnceLock::new());
        Ok(Sqlite { readers, writer, queue, writing, written, closed })
    }
}

impl Sqlite {
    /// How many rows were ever written to the file.
    pub fn written(&self) -> u64 {
        self.written.number.load(Ordering::Relaxed)
    }

    /// Marks beside the file how much is written to it.
    pub(crate) fn set_mark(&self) {
        self.written.more(0);
    }

    /// Notes that the house opens. Since its last sign of life it was closed.
    pub(crate) async fn opens(&self) -> Result<(), StoreFault> {
        let now = crate::clock::now() as i64;
        let mut transaction = self.writer.begin().await?;
        let pulse: i64 = sqlx::query("SELECT pulse FROM house").fetch_one(&mut *transaction).await?.get(0);
        if pulse > 0 && pulse < now {
            let longer = sqlx::query("UPDATE closed SET until = ?2 WHERE until >= ?1").bind(pulse - SOON).bind(now);
            if longer.execute(&mut *transaction).await?.rows_affected() == 0 {
                let note = sqlx::query("INSERT OR REPLACE INTO closed VALUES (?1, ?2)").bind(pulse).bind(now);
                note.execute(&mut *transaction).await?;
            }
        }
        let rows = sqlx::query("SELECT since, until FROM closed ORDER BY since").fetch_all(&mut *transaction).await?;
        transaction.commit().await?;
        let _ = self.closed.set(rows.iter().map(|row| (row.get::<i64, _>(0) as u64, row.get::<i64, _>(1) as u64)).collect());
        self.ping().await
    }

    /// Writes what waits to be written, takes nothing more, and lets go of the file.
    pub async fn close(&self) {
        drop(self.queue.lock().unwrap_or_else(PoisonError::into_inner).take());
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writing) = writing {
            let _ = writing.await;
        }
        self.readers.close().await;
        // The last one brings the write-ahead log into the file and takes it away.
        self.writer.close().await;
    }
}

/// How many rows were ever written to the file, and where that is marked.
struct Count {
    number: AtomicU64,
    mark: Option<Mark>,
}

impl Count {
    /// Counts what is durably written.
    fn more(&self, rows: usize) {
        let number = self.number.fetch_add(rows as u64, Ordering::Relaxed) + rows as u64;
        if let Some(mark) = &self.mark
            && let Err(error) = mark.set(Some(number))
        {
            tracing::warn!(%error, "it could not be marked how much is written");
        }
    }
}

fn stopped() -> StoreFault {
    StoreFault::Failed("the writer has stopped".into())
}

/// Brings a file of an older house up to date.
async fn migrate(pool: &SqlitePool) -> Result<(), StoreFault> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let version: i64 = sqlx::query("PRAGMA user_version").fetch_one(&mut *transaction).await?.get(0);
    if version as usize > STEPS.len() {
        return Err(StoreFault::Failed("the file was written by a newer house".into()));
    }
    for (step, change) in (1..).zip(STEPS).skip(version as usize) {
        sqlx::raw_sql(change).execute(&mut *transaction).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("PRAGMA user_version = {step}"))).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Who sat down.
fn people(entries: &[LogEntry]) -> impl Iterator<Item = String> {
    entries.iter().filter_map(|entry| match entry {
        LogEntry::Sat { holder: Holder::Person(person), .. } => Some(person.clone()),
        _ => None,
    })
}

/// The one writer: what came in while the last commit was on its way goes with the next.
async fn write(pool: SqlitePool, mut jobs: mpsc::Receiver<Job>, written: Arc<Count>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        // What concerns several tables at once is a commit of its own: then nothing of it goes in without the rest.
        let (single, several): (Vec<Job>, Vec<Job>) = batch.drain(..).partition(|job| job.rows.len() == 1);
        write_batch(&pool, single, &written).await;
        for job in several {
            write_batch(&pool, vec![job], &written).await;
        }
    }
}

async fn write_batch(pool: &SqlitePool, batch: Vec<Job>, written: &Count) {
    let rows: Vec<&Written> = batch.iter().flat_map(|job| &job.rows).collect();
    if rows.is_empty() {
        return;
    }
    let started = std::time::Instant::now();
    let stored = commit(pool, &rows, batch.len() == 1).await;
    metrics::histogram!("exchequer_commit_seconds").record(started.elapsed());
    if let Err(fault) = &stored {
        tracing::error!(%fault, changes = batch.len(), "nothing of this could be stored");
    }
    metrics::counter!("exchequer_changes_stored_total").increment(stored.as_ref().map_or(0, HashSet::len) as u64);
    let mut stored = stored.map_err(|fault| fault.to_string());
    let results = batch.iter().map(|job| match &mut stored {
        // Each place is given away once, even if two asked for it at the same time.
        Ok(stored) => job.rows.iter().all(|row| stored.remove(&row.place())).then_some(()).ok_or(StoreFault::Taken),
        Err(fault) => Err(StoreFault::Failed(fault.clone())),
    });
    let results: Vec<Result<(), StoreFault>> = results.collect();
    let new = batch.iter().zip(&results).filter(|(_, result)| result.is_ok()).flat_map(|(job, _)| &job.rows);
    written.more(new.map(Written::rows).sum());
    for (job, result) in batch.into_iter().zip(results) {
        // Whoever asked may have gone away; the change is stored all the same.
        let _ = job.done.send(result);
    }
}

/// The places that were free and are now filled.
type Filled = HashSet<(String, i64)>;

/// Stores rows, all at once. Of two changes for one place the first goes in; if nothing is to go in without the rest, none
/// does.
async fn commit(pool: &SqlitePool, rows: &[&Written], all_or_nothing: bool) -> Result<Filled, StoreFault> {
    let entries = rows.iter().filter_map(|row| Some((&row.table, row.sequence, row.body.as_ref()?)));
    let entries = serde_json::to_string(&entries.collect::<Vec<_>>())?;
    let plain = |row: &&Written| {
        row.founding.is_none() && row.stage.is_none() && row.summary.is_none() && row.kept.is_none() && row.people.is_empty()
    };
    if rows.iter().all(plain) && !(all_or_nothing && rows.len() > 1) {
        // One statement is a transaction of its own.
        return insert(pool, entries).await;
    }
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
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
        sqlx::query(found).bind(serde_json::to_string(&new)?).execute(&mut *transaction).await?;
    }
    filled.extend(insert(&mut *transaction, entries).await?);
    // Of two for one place the first went in, and nothing else of the other one may.
    let mut first = HashSet::new();
    let stored: Vec<&&Written> = rows.iter().filter(|row| filled.contains(&row.place()) && first.insert(row.place())).collect();
    if all_or_nothing && stored.len() < rows.len() {
        transaction.rollback().await?;
        return Ok(Filled::new());
    }
    let players: Vec<_> = stored.iter().flat_map(|row| row.people.iter().map(|person| (person, &row.table))).collect();
    if !players.is_empty() {
        let note = "INSERT OR IGNORE INTO player SELECT value->>0, value->>1 FROM json_each(?1)";
        sqlx::query(note).bind(serde_json::to_string(&players)?).execute(&mut *transaction).await?;
    }
    let stages: Vec<_> = stored.iter().filter_map(|row| Some((&row.table, row.stage?))).collect();
    if !stages.is_empty() {
        let mark = "UPDATE game_table SET stage = news.value->>1, changed = ?2 FROM json_each(?1) AS news \
                    WHERE game_table.id = news.value->>0";
        let now = crate::clock::now() as i64;
        sqlx::query(mark).bind(serde_json::to_string(&stages)?).bind(now).execute(&mut *transaction).await?;
    }
    let kept = stored.iter().filter_map(|row| row.kept.as_ref().map(|(sequence, body)| (&row.table, sequence, body)));
    let kept: Vec<_> = kept.collect();
    if !kept.is_empty() {
        let keep = "INSERT OR REPLACE INTO kept SELECT value->>0, value->>1, value->>2 FROM json_each(?1)";
        sqlx::query(keep).bind(serde_json::to_string(&kept)?).execute(&mut *transaction).await?;
    }
    let summaries: Vec<_> = stored.iter().filter_map(|row| Some((&row.table, row.summary.as_ref()?))).collect();
    if !summaries.is_empty() {
        let mark =
            "UPDATE game_table SET summary = news.value->>1 FROM json_each(?1) AS news WHERE game_table.id = news.value->>0";
        sqlx::query(mark).bind(serde_json::to_string(&summaries)?).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(filled)
}

/// Stores rows as one statement; what comes back went in, what does not, clashed.
async fn insert<'c>(to: impl sqlx::Executor<'c, Database = sqlx::Sqlite>, rows: String) -> Result<Filled, StoreFault> {
    let insert = "INSERT INTO entry SELECT value->>0, value->>1, value->>2 FROM json_each(?1) WHERE true \
                  ON CONFLICT DO NOTHING RETURNING table_id, sequence";
    let stored = sqlx::query(insert).bind(rows).fetch_all(to).await?;
    Ok(stored.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// The log of a table.
fn log_of(rows: &[SqliteRow]) -> Result<Vec<LogEntry>, StoreFault> {
    let mut entries: Vec<LogEntry> = Vec::new();
    for row in rows {
        if row.get::<i64, _>(0) != entries.len() as i64 + 1 {
            return Err(StoreFault::Damaged(format!("there is a gap after entry {}", entries.len())));
        }
        entries.extend(serde_json::from_str::<Vec<LogEntry>>(row.get(1)).map_err(damaged)?);
    }
    Ok(entries)
}

/// A row of a list. A table that cannot be read must not hide the others.
fn listed(row: &SqliteRow) -> Option<Listed> {
    let summary: Option<&str> = row.get(3);
    Some(Listed {
        id: row.get(0),
        founding: serde_json::from_str(row.get(1)).ok()?,
        stage: Stage::named(row.get(2))?,
        summary: summary.and_then(|summary| serde_json::from_str(summary).ok()),
    })
}

impl Store for Sqlite {
    fn keep<'a>(&'a self, changes: &'a [Change<'a>]) -> Stored<'a, ()> {
        Box::pin(async move {
            let rows = changes.iter().map(Written::of).collect::<Result<_, _>>()?;
            let (done, stored) = oneshot::channel();
            let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone();
            queue.ok_or_else(stopped)?.send(Job { rows, done }).await.map_err(|_| stopped())?;
            stored.await.map_err(|_| stopped())?
        })
    }

    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<Kept>> {
        Box::pin(async move {
            let facts = sqlx::query("SELECT founding, summary, stage FROM game_table WHERE id = ?1").bind(id);
            let Some(facts) = facts.fetch_optional(&self.readers).await? else { return Ok(None) };
            let rows = sqlx::query("SELECT sequence, body FROM entry WHERE table_id = ?1 ORDER BY sequence").bind(id);
            let rows = rows.fetch_all(&self.readers).await?;
            // A long log takes a while, in which others want to be served.
            let read = tokio::task::spawn_blocking(move || log_of(&rows)).await;
            let entries = read.map_err(|error| StoreFault::Failed(error.to_string()))??;
            let founding = serde_json::from_str(facts.get(0)).map_err(damaged)?;
            let summary: Option<&str> = facts.get(1);
            let summary = summary.and_then(|summary| serde_json::from_str(summary).ok());
            let stage = Stage::named(facts.get(2)).ok_or_else(|| StoreFault::Damaged("its stage is unknown".into()))?;
            let last = "SELECT body->>'$.entry' FROM kept WHERE table_id = ?1 ORDER BY sequence DESC LIMIT 1";
            let last = sqlx::query(last).bind(id).fetch_optional(&self.readers).await?;
            let kept_to = last.and_then(|row| row.get::<Option<i64>, _>(0)).map(|entry| entry as usize);
            let closed = self.closed.get().cloned().unwrap_or_default();
            Ok(Some(Kept { founding, entries, stage, summary, kept_to, closed }))
        })
    }

    fn kept<'a>(&'a self, id: &'a str) -> Stored<'a, Vec<(u64, Keeping)>> {
        Box::pin(async move {
            let select = "SELECT sequence, body FROM kept WHERE table_id = ?1 ORDER BY sequence";
            let rows = sqlx::query(select).bind(id).fetch_all(&self.readers).await?;
            let keeping = |row: &SqliteRow| Ok((row.get::<i64, _>(0) as u64, serde_json::from_str(row.get(1)).map_err(damaged)?));
            rows.iter().map(keeping).collect()
        })
    }

    fn unkept<'a>(&'a self, after: &'a str, limit: usize) -> Stored<'a, Vec<String>> {
        Box::pin(async move {
            let select = "SELECT id FROM game_table WHERE id > ?1 AND stage IN ('running', 'over') \
                          AND NOT EXISTS (SELECT 1 FROM kept WHERE table_id = id) ORDER BY id LIMIT ?2";
            let rows = sqlx::query(select).bind(after).bind(limit as i64).fetch_all(&self.readers).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn keep_pack<'a>(&'a self, game: &'a str, files: &'a Files) -> Stored<'a, ()> {
        Box::pin(async move {
            let body = serde_json::to_string(&files.iter().collect::<BTreeMap<_, _>>())?;
            let keep = "INSERT OR IGNORE INTO pack VALUES (?1, ?2, ?3)";
            sqlx::query(keep).bind(files.hash().to_string()).bind(game).bind(body).execute(&self.writer).await?;
            Ok(())
        })
    }

    fn pack(&self, hash: Key) -> Stored<'_, Option<Files>> {
        Box::pin(async move {
            let select = sqlx::query("SELECT files FROM pack WHERE hash = ?1").bind(hash.to_string());
            let Some(row) = select.fetch_optional(&self.readers).await? else { return Ok(None) };
            let files: BTreeMap<String, String> = serde_json::from_str(row.get(0)).map_err(damaged)?;
            Ok(Some(Files::new(files)))
        })
    }

    fn open_tables(&self, since: u64, limit: usize) -> Stored<'_, Vec<Listed>> {
        Box::pin(async move {
            let select = "SELECT id, founding, stage, summary FROM game_table WHERE stage = 'waiting' AND open AND changed >= ?1 \
                          ORDER BY changed DESC LIMIT ?2";
            let rows = sqlx::query(select).bind(since as i64).bind(limit as i64).fetch_all(&self.readers).await?;
            Ok(rows.iter().filter_map(listed).collect())
        })
    }

    fn sum_up<'a>(&'a self, id: &'a str, summary: &'a Summary) -> Stored<'a, ()> {
        Box::pin(async move {
            let mark = "UPDATE game_table SET summary = ?2 WHERE id = ?1";
            sqlx::query(mark).bind(id).bind(serde_json::to_string(summary)?).execute(&self.writer).await?;
            Ok(())
        })
    }

    fn visited<'a>(&'a self, id: &'a str, time: u64) -> Stored<'a, ()> {
        Box::pin(async move {
            let mark = "UPDATE game_table SET changed = ?2 WHERE id = ?1 AND stage = 'waiting'";
            sqlx::query(mark).bind(id).bind(time as i64).execute(&self.writer).await?;
            Ok(())
        })
    }

    fn tables_of<'a>(&'a self, person: &'a str, played: Played, limit: usize) -> Stored<'a, Vec<Listed>> {
        Box::pin(async move {
            let stages = match played {
                Played::Now => ["running", "waiting"],
                Played::Before => ["over", "stopped"],
            };
            // Sorted by what is small: who plays much has many tables.
            let select = "SELECT id, founding, stage, summary FROM game_table WHERE id IN \
                          (SELECT id FROM player JOIN game_table ON id = table_id WHERE person = ?1 AND stage IN (?2, ?3) \
                           ORDER BY changed DESC LIMIT ?4) ORDER BY changed DESC";
            let query = sqlx::query(select).bind(person).bind(stages[0]).bind(stages[1]).bind(limit as i64);
            Ok(query.fetch_all(&self.readers).await?.iter().filter_map(listed).collect())
        })
    }

    fn running_tables(&self, since: u64) -> Stored<'_, Vec<String>> {
        Box::pin(async move {
            let select = "SELECT id FROM game_table WHERE stage = 'running' AND changed >= ?1 ORDER BY changed DESC";
            let rows = sqlx::query(select).bind(since as i64).fetch_all(&self.readers).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn say<'a>(&'a self, id: &'a str, line: &'a ChatLine) -> Stored<'a, ()> {
        Box::pin(async move {
            let (number, seat) = (line.number as i64, line.seat.index() as i64);
            let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
            let say = sqlx::query("INSERT INTO chat VALUES (?1, ?2, ?3, ?4, ?5, ?6)").bind(id).bind(number).bind(seat);
            say.bind(&line.name).bind(&line.text).bind(line.time as i64).execute(&mut *transaction).await?;
            let forget = sqlx::query("DELETE FROM chat WHERE table_id = ?1 AND number <= ?2").bind(id);
            forget.bind(number - KEPT_LINES as i64).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(())
        })
    }

    fn said<'a>(&'a self, id: &'a str) -> Stored<'a, Vec<ChatLine>> {
        Box::pin(async move {
            let select = "SELECT number, seat, name, text, time FROM chat WHERE table_id = ?1 ORDER BY number";
            let rows = sqlx::query(select).bind(id).fetch_all(&self.readers).await?;
            let line = |row: &SqliteRow| {
                Some(ChatLine {
                    number: row.get::<i64, _>(0) as u64,
                    seat: Seat::new(row.get::<i64, _>(1) as usize)?,
                    name: row.get(2),
                    text: row.get(3),
                    time: row.get::<i64, _>(4) as u64,
                })
            };
            Ok(rows.iter().filter_map(line).collect())
        })
    }

    fn forget_chats(&self, before: u64) -> Stored<'_, ()> {
        Box::pin(async move {
            let forget = "DELETE FROM chat WHERE table_id IN \
                          (SELECT id FROM game_table WHERE stage IN ('over', 'closed', 'stopped') AND changed < ?1)";
            sqlx::query(forget).bind(before as i64).execute(&self.writer).await?;
            Ok(())
        })
    }

    fn due(&self) -> Stored<'_, Vec<(String, u64)>> {
        let due = "SELECT id, (SELECT min(value->>1) FROM json_each(summary, '$.due')) FROM game_table \
                   WHERE stage = 'running' AND summary->>'$.due' IS NOT NULL";
        Box::pin(async move {
            let rows = sqlx::query(due).fetch_all(&self.readers).await?;
            Ok(rows.iter().filter_map(|row| Some((row.get(0), row.get::<Option<i64>, _>(1)? as u64))).collect())
        })
    }

    fn ping(&self) -> Stored<'_, ()> {
        Box::pin(async move {
            let now = crate::clock::now() as i64;
            sqlx::query("UPDATE house SET pulse = ?1").bind(now).execute(&self.writer).await?;
            let row = sqlx::query("SELECT pulse FROM house").fetch_one(&self.readers).await?;
            match row.get::<i64, _>(0) {
                pulse if pulse >= now => Ok(()),
                _ => Err(StoreFault::Failed("what was written cannot be read".into())),
            }
        })
    }
}
