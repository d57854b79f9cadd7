//! The embedded store: SQLite with a write-ahead log, durable commits, and one writer that commits many entries at once.

mod call_wishes;
mod finished;
mod schema;
mod upkeep;
mod writer;

use crate::{
    clock,
    storage::{Change, ListPosition, Listed, Listing, Played, Store, StoreFault, Stored, StoredLog, Summary, folder::Mark},
    table::{
        LogEntry, Stage,
        chat::{ChatLine, KEPT_LINES},
        snapshot::Snapshot,
    },
};
use finished::unpacked;
use kernel::{Files, Key, Seat};
use sqlx::{
    ConnectOptions, Row, SqlitePool,
    sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous},
};
use std::{
    collections::BTreeMap,
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
use writer::{Count, Job, What, Writer, Written, stopped, write};

/// A statement that writes.
type Writes<'a> = sqlx::query::Query<'a, sqlx::Sqlite, SqliteArguments>;

/// Two times at which the house was closed are one if no more than this was between them, in milliseconds.
const SOON: i64 = 1000;

/// Tables in a SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
    /// Where changes wait to be written; none once the house closes.
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    writing: Mutex<Option<JoinHandle<()>>>,
    written: Arc<Count>,
    /// When the house was closed.
    closed: OnceLock<Arc<[(u64, u64)]>>,
}

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> StoreFault {
        match error {
            sqlx::Error::PoolClosed => StoreFault::Closed,
            error => StoreFault::Failed(error.to_string()),
        }
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
        let writer = Writer::new(SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?);
        writer.run(schema::SCHEMA).await?;
        schema::migrate(&writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options.read_only(true)).await?;
        let (queue, jobs) = mpsc::channel(1024);
        let row = sqlx::query("SELECT written FROM house").fetch_one(&readers).await?;
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

    /// Notes that the house opens. It was closed since its last heartbeat. If it had `crashed`, it may have been open until the
    /// next heartbeat was due: that time counts as used, so that nobody gains time by a crash.
    pub(crate) async fn opens(&self, crashed: bool) -> Result<(), StoreFault> {
        let mut writing = self.writer.begin().await?;
        let to = writing.connection()?;
        let pulse = self.keeps_time().await?;
        let now = clock::now() as i64;
        let since = if crashed { now.min(pulse + clock::BEAT.as_millis() as i64) } else { pulse };
        if pulse > 0 && since < now {
            let longer = sqlx::query("UPDATE closed SET until = ?2 WHERE until >= ?1").bind(since - SOON).bind(now);
            if longer.execute(&mut *to).await?.rows_affected() == 0 {
                let note = sqlx::query("INSERT OR REPLACE INTO closed VALUES (?1, ?2)").bind(since).bind(now);
                note.execute(&mut *to).await?;
            }
        }
        let rows = sqlx::query("SELECT since, until FROM closed ORDER BY since").fetch_all(&mut *to).await?;
        writing.commit().await?;
        let _ = self.closed.set(rows.iter().map(|row| (row.get::<i64, _>(0) as u64, row.get::<i64, _>(1) as u64)).collect());
        self.ping().await
    }

    /// Sets the clock of the house no earlier than its last heartbeat: the system's clock may have been set back since, and the house's
    /// clock does not follow. Returns that heartbeat.
    pub(crate) async fn keeps_time(&self) -> Result<i64, StoreFault> {
        let pulse: i64 = sqlx::query("SELECT pulse FROM house").fetch_one(&self.readers).await?.get(0);
        let ahead = (pulse.max(0) as u64).saturating_sub(clock::now()) / (60 * 60 * 1000);
        if ahead > 0 {
            tracing::warn!(
                hours = ahead,
                "the system's clock is behind the last heartbeat of this house, which keeps its own time"
            );
        }
        clock::not_before(pulse.max(0) as u64);
        Ok(pulse)
    }

    /// Waits until this is written.
    async fn queued(&self, what: What) -> Result<(), StoreFault> {
        let (done, stored) = oneshot::channel();
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone();
        queue.ok_or_else(stopped)?.send(Job { what, done }).await.map_err(|_| stopped())?;
        stored.await.map_err(|_| stopped())?
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

/// The log of a table: the entries that were put away, and those after them.
fn log_of(rows: &[SqliteRow]) -> Result<Vec<LogEntry>, StoreFault> {
    let mut entries: Vec<LogEntry> = Vec::new();
    for row in rows {
        if row.get::<i64, _>(0) == 0 {
            entries = unpacked(row.get(1))?;
            continue;
        }
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
        changed: row.get::<i64, _>(4) as u64,
        summary: summary.and_then(|summary| serde_json::from_str(summary).ok()),
    })
}

impl Store for Sqlite {
    fn commit<'a>(&'a self, changes: &'a [Change<'a>]) -> Stored<'a, ()> {
        Box::pin(async move {
            let rows = changes.iter().map(Written::of).collect::<Result<_, _>>()?;
            self.queued(What::Changes(rows)).await
        })
    }

    fn has<'a>(&'a self, id: &'a str) -> Stored<'a, bool> {
        Box::pin(async move {
            let select = sqlx::query("SELECT 1 FROM game_table WHERE id = ?1").bind(id);
            Ok(select.fetch_optional(&self.readers).await?.is_some())
        })
    }

    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<StoredLog>> {
        Box::pin(async move {
            let facts = "SELECT founding, summary, stage, coalesce( \
                         (SELECT body->>'$.entry' FROM kept WHERE table_id = id ORDER BY sequence DESC LIMIT 1), \
                         (SELECT kept_to FROM shelf WHERE table_id = id)) FROM game_table WHERE id = ?1";
            let facts = sqlx::query(facts).bind(id).fetch_optional(&self.readers).await?;
            let Some(facts) = facts else { return Ok(None) };
            // One statement, so that the table is not put away in between.
            let rows = "SELECT 0 AS place, log FROM shelf WHERE table_id = ?1 \
                        UNION ALL SELECT sequence, body FROM entry WHERE table_id = ?1 ORDER BY place";
            let rows = sqlx::query(rows).bind(id).fetch_all(&self.readers).await?;
            // A long log takes a while, in which others want to be served.
            let read = tokio::task::spawn_blocking(move || log_of(&rows)).await;
            let entries = read.map_err(|error| StoreFault::Failed(error.to_string()))??;
            let founding = serde_json::from_str(facts.get(0)).map_err(damaged)?;
            let summary: Option<&str> = facts.get(1);
            let summary = summary.and_then(|summary| serde_json::from_str(summary).ok());
            let stage = Stage::named(facts.get(2)).ok_or_else(|| StoreFault::Damaged("its stage is unknown".into()))?;
            let snapshot_to = facts.get::<Option<i64>, _>(3).map(|entry| entry as usize);
            let closed = self.closed.get().cloned().unwrap_or_default();
            Ok(Some(StoredLog { founding, entries, stage, summary, snapshot_to, closed }))
        })
    }

    fn snapshots<'a>(&'a self, id: &'a str) -> Stored<'a, Vec<(u64, Snapshot)>> {
        Box::pin(async move {
            let select = "SELECT 0 AS place, kept FROM shelf WHERE table_id = ?1 \
                          UNION ALL SELECT sequence, body FROM kept WHERE table_id = ?1 ORDER BY place";
            let rows = sqlx::query(select).bind(id).fetch_all(&self.readers).await?;
            let mut snapshots = Vec::new();
            for row in &rows {
                match row.get::<i64, _>(0) {
                    0 => snapshots = unpacked(row.get(1))?,
                    sequence => snapshots.push((sequence as u64, serde_json::from_str(row.get(1)).map_err(damaged)?)),
                }
            }
            Ok(snapshots)
        })
    }

    fn put_away<'a>(&'a self, id: &'a str, snapshots: &'a [(u64, Snapshot)]) -> Stored<'a, ()> {
        Box::pin(async move { self.pack_away(id, snapshots).await })
    }

    fn not_put_away<'a>(&'a self, after: &'a str, limit: usize) -> Stored<'a, Vec<String>> {
        Box::pin(async move {
            let select = "SELECT DISTINCT table_id FROM kept JOIN game_table ON id = table_id \
                          WHERE table_id > ?1 AND stage IN ('over', 'stopped') ORDER BY table_id LIMIT ?2";
            let rows = sqlx::query(select).bind(after).bind(limit as i64).fetch_all(&self.readers).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn without_snapshots<'a>(&'a self, after: &'a str, limit: usize) -> Stored<'a, Vec<String>> {
        Box::pin(async move {
            let select = "SELECT id FROM game_table WHERE id > ?1 AND stage IN ('running', 'over') \
                          AND NOT EXISTS (SELECT 1 FROM kept WHERE table_id = id) \
                          AND NOT EXISTS (SELECT 1 FROM shelf WHERE table_id = id) ORDER BY id LIMIT ?2";
            let rows = sqlx::query(select).bind(after).bind(limit as i64).fetch_all(&self.readers).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn store_pack<'a>(&'a self, game: &'a str, files: &'a Files) -> Stored<'a, ()> {
        Box::pin(async move {
            let body = serde_json::to_string(&files.iter().collect::<BTreeMap<_, _>>())?;
            let keep = "INSERT OR IGNORE INTO pack VALUES (?1, ?2, ?3)";
            self.writer.write(sqlx::query(keep).bind(files.hash().to_string()).bind(game).bind(body)).await?;
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
            let select = "SELECT id, founding, stage, summary, changed FROM game_table WHERE stage = 'waiting' AND open AND changed >= ?1 \
                          ORDER BY changed DESC LIMIT ?2";
            let rows = sqlx::query(select).bind(since as i64).bind(limit as i64).fetch_all(&self.readers).await?;
            Ok(rows.iter().filter_map(listed).collect())
        })
    }

    fn sum_up<'a>(&'a self, id: &'a str, summary: &'a Summary) -> Stored<'a, ()> {
        Box::pin(async move {
            let mark = "UPDATE game_table SET summary = ?2 WHERE id = ?1";
            self.writer.write(sqlx::query(mark).bind(id).bind(serde_json::to_string(summary)?)).await?;
            Ok(())
        })
    }

    fn visited<'a>(&'a self, id: &'a str, time: u64) -> Stored<'a, ()> {
        Box::pin(async move {
            let mark = "UPDATE game_table SET changed = ?2 WHERE id = ?1 AND stage = 'waiting'";
            self.writer.write(sqlx::query(mark).bind(id).bind(time as i64)).await?;
            Ok(())
        })
    }

    fn tables_of<'a>(
        &'a self,
        person: &'a str,
        played: Played,
        before: Option<&'a ListPosition>,
        limit: usize,
    ) -> Stored<'a, Listing> {
        Box::pin(async move {
            let list = match played {
                Played::Now => 0,
                Played::Before => 1,
            };
            // In the order of the index `player_list`: a list takes no longer for somebody who has played much.
            let select = "SELECT id, founding, stage, summary, player.changed FROM player JOIN game_table ON id = table_id \
                          WHERE person = ?1 AND list = ?2 AND (player.changed, table_id) < (?3, ?4) \
                          ORDER BY player.changed DESC, table_id DESC LIMIT ?5";
            let (changed, id) = before.map_or((i64::MAX, ""), |place| (place.changed as i64, place.id.as_str()));
            let query = sqlx::query(select).bind(person).bind(list).bind(changed).bind(id).bind(limit as i64 + 1);
            let rows = query.fetch_all(&self.readers).await?;
            // One row more than is returned shows that the list goes on. Its last place is returned even if the table there
            // cannot be read.
            let told = &rows[..rows.len().min(limit)];
            let place = |row: &SqliteRow| ListPosition { changed: row.get::<i64, _>(4) as u64, id: row.get(0) };
            let older = told.last().filter(|_| rows.len() > limit).map(place);
            Ok(Listing { tables: told.iter().filter_map(listed).collect(), older })
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
            let mut writing = self.writer.begin().await?;
            let to = writing.connection()?;
            let say = sqlx::query("INSERT INTO chat VALUES (?1, ?2, ?3, ?4, ?5, ?6)").bind(id).bind(number).bind(seat);
            say.bind(&line.name).bind(&line.text).bind(line.time as i64).execute(&mut *to).await?;
            let forget = sqlx::query("DELETE FROM chat WHERE table_id = ?1 AND number <= ?2").bind(id);
            forget.bind(number - KEPT_LINES as i64).execute(&mut *to).await?;
            writing.commit().await
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
            self.writer.write(sqlx::query(forget).bind(before as i64)).await?;
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
            let now = clock::now() as i64;
            self.queued(What::Pulse(now)).await?;
            let row = sqlx::query("SELECT pulse FROM house").fetch_one(&self.readers).await?;
            match row.get::<i64, _>(0) {
                pulse if pulse >= now => Ok(()),
                _ => Err(StoreFault::Failed("what was written cannot be read".into())),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        storage::Sitter,
        table::{Founding, Holder},
    };
    use std::sync::atomic::AtomicUsize;

    /// A file where a person has `tables` finished tables, and one that goes on.
    async fn with_tables(folder: &Path, tables: u64) -> Sqlite {
        let store = Sqlite::open(&folder.join(format!("{tables}.sqlite"))).await.unwrap();
        let founding = |time| Founding {
            game: "economy".into(),
            edition: None,
            options: serde_json::Map::new(),
            seats: 2,
            secret: Key([7; 32]),
            invite: "invite".into(),
            host: Some("ann".into()),
            open: false,
            hot_seat: false,
            position: None,
            from: None,
            clock: None,
            time,
        };
        let sitter = |name: &str| Some(Sitter { name: name.into(), holder: Holder::Person(name.to_lowercase()), away: false });
        let summary =
            Summary { seats: vec![sitter("Ann"), sitter("Bob")], awaited: vec![], due: vec![], winners: vec![Seat::FIRST] };
        let made: Vec<(String, Founding, &str)> = (0..=tables)
            .map(|number| (format!("{number:0>12}"), founding(number / 3), if number == 0 { "running" } else { "over" }))
            .collect();
        for some in made.chunks(500) {
            let change = |(id, founding, stage): &'_ (String, Founding, &'static str)| (id.clone(), founding.clone(), *stage);
            let some: Vec<_> = some.iter().map(change).collect();
            let changes: Vec<Change> = some
                .iter()
                .map(|(id, founding, stage)| Change {
                    founding: Some(founding),
                    stage: Some(stage),
                    summary: Some(&summary),
                    ..Change::of(id, 1, &[])
                })
                .collect();
            store.commit(&changes).await.unwrap();
        }
        store
    }

    /// Counts the steps that the database takes to read.
    async fn counted(store: &Sqlite) -> Arc<AtomicUsize> {
        let steps = Arc::new(AtomicUsize::new(0));
        let mut all = Vec::new();
        for _ in 0..store.readers.options().get_max_connections() {
            all.push(store.readers.acquire().await.unwrap());
        }
        for reader in &mut all {
            let steps = steps.clone();
            let count = move || steps.fetch_add(1, Ordering::Relaxed) < usize::MAX;
            reader.lock_handle().await.unwrap().set_progress_handler(1, count);
        }
        steps
    }

    #[tokio::test]
    async fn a_list_costs_the_same_however_many_tables_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let mut costs = Vec::new();
        for tables in [100, 5000] {
            let store = with_tables(folder.path(), tables).await;
            let steps = counted(&store).await;
            let middle = ListPosition { changed: tables / 6, id: format!("{:0>12}", tables / 2) };
            for (played, before, listed) in
                [(Played::Now, None, 1), (Played::Before, None, 6), (Played::Before, Some(&middle), 6)]
            {
                steps.store(0, Ordering::Relaxed);
                let started = std::time::Instant::now();
                let list = store.tables_of("ann", played, before, 6).await.unwrap();
                println!("{tables} tables, {played:?}: {:?}", started.elapsed());
                assert_eq!(list.tables.len(), listed);
                costs.push(steps.load(Ordering::Relaxed));
            }
        }
        let (few, many) = costs.split_at(3);
        assert!(few.iter().all(|steps| *steps > 10), "{costs:?}");
        let grown = few.iter().zip(many).any(|(few, many)| *many > 2 * few);
        assert!(!grown, "steps with 100 tables, and with 5,000: {costs:?}");
    }

    #[tokio::test]
    async fn a_list_goes_on_where_it_ended_until_every_table_was_there_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = with_tables(folder.path(), 100).await;
        let whole_list = async || {
            let (mut all, mut place) = (Vec::new(), None);
            loop {
                let list = store.tables_of("ann", Played::Before, place.as_ref(), 7).await.unwrap();
                all.extend(list.tables.iter().map(|table| (table.changed, table.id.clone())));
                let Some(older) = list.older else { break all };
                assert_eq!(older.to_string().parse(), Ok(older.clone()));
                place = Some(older);
            }
        };
        let all = whole_list().await;
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        sorted.reverse();
        assert_eq!((all.len(), &all), (100, &sorted), "several have ended at the same moment");
        // Tables that cannot be read are left out, but no others: within a part of the list, at its end, or all of it.
        for damaged in [3..5, 6..8, 20..35, 99..100] {
            for (_, id) in &all[damaged] {
                let damage = sqlx::query("UPDATE game_table SET founding = '{' WHERE id = ?1").bind(id.clone());
                store.writer.write(damage).await.unwrap();
                sorted.retain(|(_, other)| other != id);
            }
            assert_eq!(whole_list().await, sorted);
        }
        for nonsense in [
            "",
            "7",
            "7-",
            "-000000000001",
            "7-0000000000001",
            "99999999999999999999-000000000001",
            "9223372036854775808-000000000001",
        ] {
            assert_eq!(nonsense.parse::<ListPosition>(), Err(()), "{nonsense}");
        }
    }
}
