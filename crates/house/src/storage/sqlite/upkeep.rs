//! What the file contains, and deleting old tables from it.

use super::Sqlite;
use crate::{
    storage::{Holding, Room, Stored, Upkeep},
    table::Stage,
};
use sqlx::Row;

/// All tables. The time of the last action is looked up in the log only where the game has not ended.
const HOLDINGS: &str = "
SELECT game_table.id, CASE WHEN json_valid(founding) THEN founding->>'$.game' END, stage,
    CASE WHEN stage IN ('waiting', 'running') THEN max(changed, coalesce((
        SELECT max(logged.value->>'$.time') FROM entry,
            json_each(CASE WHEN json_valid(body) THEN body ELSE '[]' END) AS happened, json_each(happened.value) AS logged
        WHERE entry.table_id = game_table.id), 0)) ELSE changed END,
    octet_length(founding) + coalesce(octet_length(summary), 0)
        + coalesce((SELECT sum(octet_length(body)) FROM entry WHERE entry.table_id = game_table.id), 0)
        + coalesce((SELECT sum(octet_length(body)) FROM kept WHERE kept.table_id = game_table.id), 0)
        + coalesce((SELECT octet_length(log) + octet_length(kept) FROM shelf WHERE shelf.table_id = game_table.id), 0)
        + coalesce((SELECT sum(octet_length(name) + octet_length(text)) FROM chat WHERE chat.table_id = game_table.id), 0)
FROM game_table ORDER BY game_table.id";

/// Deletes the rows of a table from everywhere.
const EVERYWHERE: [&str; 7] = [
    "DELETE FROM entry WHERE table_id IN (SELECT value FROM json_each(?1))",
    "DELETE FROM kept WHERE table_id IN (SELECT value FROM json_each(?1))",
    "DELETE FROM shelf WHERE table_id IN (SELECT value FROM json_each(?1))",
    "DELETE FROM chat WHERE table_id IN (SELECT value FROM json_each(?1))",
    "DELETE FROM called WHERE table_id IN (SELECT value FROM json_each(?1))",
    "DELETE FROM player WHERE table_id IN (SELECT value FROM json_each(?1))",
    "DELETE FROM game_table WHERE id IN (SELECT value FROM json_each(?1))",
];

impl Upkeep for Sqlite {
    fn holdings(&self) -> Stored<'_, Vec<Holding>> {
        Box::pin(async move {
            let rows = sqlx::query(HOLDINGS).fetch_all(&self.readers).await?;
            let holding = |row: &sqlx::sqlite::SqliteRow| {
                Some(Holding {
                    id: row.get(0),
                    game: row.get::<Option<String>, _>(1).unwrap_or_default(),
                    stage: Stage::named(row.get(2))?,
                    last: row.get::<i64, _>(3) as u64,
                    bytes: row.get::<i64, _>(4) as u64,
                })
            };
            Ok(rows.iter().filter_map(holding).collect())
        })
    }

    fn room(&self) -> Stored<'_, Room> {
        Box::pin(async move {
            let room = "SELECT page_count * page_size, freelist_count * page_size \
                        FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
            let row = sqlx::query(room).fetch_one(&self.readers).await?;
            Ok(Room { bytes: row.get::<i64, _>(0) as u64, free: row.get::<i64, _>(1) as u64 })
        })
    }

    fn remove<'a>(&'a self, tables: &'a [String]) -> Stored<'a, ()> {
        Box::pin(async move {
            let tables = serde_json::to_string(tables)?;
            let mut writing = self.writer.begin().await?;
            let to = writing.connection()?;
            for delete in EVERYWHERE {
                sqlx::query(delete).bind(&tables).execute(&mut *to).await?;
            }
            writing.commit().await
        })
    }

    fn give_back(&self) -> Stored<'_, ()> {
        Box::pin(async move {
            // The file is rewritten without free space; until that is done, the write-ahead log holds a second copy.
            self.writer.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").await
        })
    }
}
