//! The tables of the file, and how a file of an older house is brought up to date.

use super::writer::Writer;
use crate::storage::StoreFault;
use sqlx::Row;

/// The schema; `IF NOT EXISTS` makes it its own first migration. What happened at a table at once is one row: a list of entries,
/// at the position of the first of them.
pub(super) const SCHEMA: &str = "
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
const STEPS: [&str; 9] = [
    // Whose tables these are: everybody who made one or ever sat down, by the hash of their token. Derived from what is stored,
    // so tables of an older house are included.
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
    // How each table stands, for the lists; for tables of an older house it is noted when the table is read.
    "ALTER TABLE game_table ADD COLUMN summary TEXT;",
    // Data that outlives the rules: the content that tables are played with, and moments of tables with their texts.
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
    // An address that is not confirmed yet is kept beside the one that is; one link stops all mails to an address.
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
    // Finished tables, put away: the first entries of the log and what is kept beside it, compressed.
    "
CREATE TABLE shelf (
    table_id TEXT PRIMARY KEY,
    entries INTEGER NOT NULL,
    kept_to INTEGER,
    log BLOB NOT NULL,
    kept BLOB NOT NULL
) STRICT;
",
    // A person's list is read from one index, however many tables there are: 0 goes on, 1 is over; closed tables are in no list.
    "
ALTER TABLE player ADD COLUMN list INTEGER;
ALTER TABLE player ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
CREATE VIEW in_list AS
    SELECT id, changed, CASE WHEN stage IN ('waiting', 'running') THEN 0 WHEN stage IN ('over', 'stopped') THEN 1 END AS list
    FROM game_table;
UPDATE player SET
    list = (SELECT list FROM in_list WHERE id = table_id),
    changed = coalesce((SELECT changed FROM in_list WHERE id = table_id), 0);
CREATE INDEX player_list ON player (person, list, changed, table_id);
CREATE INDEX player_table ON player (table_id);
CREATE TRIGGER table_moved AFTER UPDATE OF stage, changed ON game_table BEGIN
    UPDATE player SET (list, changed) = (SELECT list, changed FROM in_list WHERE id = new.id) WHERE table_id = new.id;
END;
CREATE TRIGGER player_sat AFTER INSERT ON player BEGIN
    UPDATE player SET
        list = (SELECT list FROM in_list WHERE id = new.table_id),
        changed = coalesce((SELECT changed FROM in_list WHERE id = new.table_id), 0)
    WHERE person = new.person AND table_id = new.table_id;
END;
",
];

/// Brings a file of an older house up to date.
pub(super) async fn migrate(writer: &Writer) -> Result<(), StoreFault> {
    let mut writing = writer.begin().await?;
    let to = writing.connection()?;
    let version: i64 = sqlx::query("PRAGMA user_version").fetch_one(&mut *to).await?.get(0);
    if version as usize > STEPS.len() {
        return Err(StoreFault::Failed("the file was written by a newer house".into()));
    }
    for (step, change) in (1..).zip(STEPS).skip(version as usize) {
        sqlx::raw_sql(change).execute(&mut *to).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("PRAGMA user_version = {step}"))).execute(&mut *to).await?;
    }
    writing.commit().await
}
