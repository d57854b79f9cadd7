//! How people want to be called, in the same file as the tables.

use super::Sqlite;
use crate::{
    calls::{Called, Way, Wish, Wishes},
    storage::Stored,
    token,
};
use sqlx::{Row, sqlite::SqliteRow};

const COLUMNS: &str = "SELECT person, way, address, secret, confirmed, failed, made, known FROM wish";

fn wish(row: &SqliteRow) -> Option<Wish> {
    Some(Wish {
        person: row.get(0),
        way: Way::named(row.get(1))?,
        address: row.get(2),
        secret: row.get(3),
        confirmed: row.get::<i64, _>(4) != 0,
        failed: row.get::<i64, _>(5) as u32,
        made: row.get::<i64, _>(6) as u64,
        known: row.get(7),
    })
}

impl Wishes for Sqlite {
    fn wishes<'a>(&'a self, person: &'a str) -> Stored<'a, Vec<Wish>> {
        Box::pin(async move {
            let select = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE person = ?1 ORDER BY way, confirmed"));
            let rows = sqlx::query(select).bind(person).fetch_all(&self.readers).await?;
            Ok(rows.iter().filter_map(wish).collect())
        })
    }

    fn wish_of<'a>(&'a self, secret: &'a str) -> Stored<'a, Option<Wish>> {
        Box::pin(async move {
            let select = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE secret = ?1"));
            let row = sqlx::query(select).bind(secret).fetch_optional(&self.readers).await?;
            Ok(row.as_ref().and_then(wish))
        })
    }

    fn wish<'a>(&'a self, wish: &'a Wish) -> Stored<'a, ()> {
        Box::pin(async move {
            let keep = "INSERT OR REPLACE INTO wish VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let keep = sqlx::query(keep).bind(&wish.person).bind(wish.way.word()).bind(&wish.address).bind(&wish.secret);
            let keep = keep.bind(i64::from(wish.confirmed)).bind(i64::from(wish.failed)).bind(wish.made as i64);
            self.writer.write(keep.bind(&wish.known)).await?;
            Ok(())
        })
    }

    fn confirm<'a>(&'a self, secret: &'a str) -> Stored<'a, ()> {
        Box::pin(async move {
            let confirm = sqlx::query("UPDATE OR REPLACE wish SET confirmed = 1, failed = 0 WHERE secret = ?1").bind(secret);
            self.writer.write(confirm).await?;
            Ok(())
        })
    }

    fn note_failed<'a>(&'a self, secret: &'a str, failed: u32) -> Stored<'a, ()> {
        Box::pin(async move {
            let note = sqlx::query("UPDATE wish SET failed = ?2 WHERE secret = ?1").bind(secret).bind(i64::from(failed));
            self.writer.write(note).await?;
            Ok(())
        })
    }

    fn forget_wish<'a>(&'a self, person: &'a str, way: Way) -> Stored<'a, ()> {
        Box::pin(async move {
            let forget = sqlx::query("DELETE FROM wish WHERE person = ?1 AND way = ?2").bind(person).bind(way.word());
            self.writer.write(forget).await?;
            Ok(())
        })
    }

    fn forget_unconfirmed(&self, before: u64) -> Stored<'_, ()> {
        Box::pin(async move {
            let forget = sqlx::query("DELETE FROM wish WHERE NOT confirmed AND made < ?1").bind(before as i64);
            self.writer.write(forget).await?;
            Ok(())
        })
    }

    fn forget_idle(&self, before: u64) -> Stored<'_, ()> {
        Box::pin(async move {
            let idle = "DELETE FROM wish WHERE way = 'hook' AND made < ?1
                AND NOT EXISTS (SELECT 1 FROM player WHERE player.person = wish.person)";
            self.writer.write(sqlx::query(idle).bind(before as i64)).await?;
            Ok(())
        })
    }

    fn stop_link<'a>(&'a self, known: &'a str) -> Stored<'a, String> {
        Box::pin(async move {
            let make = sqlx::query("INSERT OR IGNORE INTO stop_link VALUES (?1, ?2)").bind(known).bind(token::invitation());
            self.writer.write(make).await?;
            let link = sqlx::query("SELECT secret FROM stop_link WHERE known = ?1").bind(known);
            Ok(link.fetch_one(&self.readers).await?.get(0))
        })
    }

    fn stopped_by<'a>(&'a self, secret: &'a str) -> Stored<'a, Option<(String, bool)>> {
        Box::pin(async move {
            let known =
                "SELECT known, EXISTS (SELECT 1 FROM wish WHERE way = 'mail' AND confirmed AND wish.known = stop_link.known)
                FROM stop_link WHERE secret = ?1";
            let row = sqlx::query(known).bind(secret).fetch_optional(&self.readers).await?;
            Ok(row.map(|row| (row.get(0), row.get::<i64, _>(1) != 0)))
        })
    }

    fn forget_address<'a>(&'a self, known: &'a str) -> Stored<'a, ()> {
        Box::pin(async move {
            let forget = sqlx::query("DELETE FROM wish WHERE way = 'mail' AND known = ?1").bind(known);
            self.writer.write(forget).await?;
            Ok(())
        })
    }

    fn wishing(&self) -> Stored<'_, Vec<String>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT DISTINCT person FROM wish WHERE confirmed").fetch_all(&self.readers).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn bar<'a>(&'a self, address: &'a str) -> Stored<'a, ()> {
        Box::pin(async move {
            self.writer.write(sqlx::query("INSERT OR IGNORE INTO barred VALUES (?1)").bind(address)).await?;
            Ok(())
        })
    }

    fn is_barred<'a>(&'a self, address: &'a str) -> Stored<'a, bool> {
        Box::pin(async move {
            let row = sqlx::query("SELECT 1 FROM barred WHERE address = ?1").bind(address).fetch_optional(&self.readers).await?;
            Ok(row.is_some())
        })
    }

    fn called(&self) -> Stored<'_, Vec<Called>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT person, table_id, way FROM called").fetch_all(&self.readers).await?;
            let called = |row: &SqliteRow| Some(Called { person: row.get(0), table: row.get(1), way: Way::named(row.get(2))? });
            Ok(rows.iter().filter_map(called).collect())
        })
    }

    fn note_called<'a>(&'a self, called: &'a Called, on: bool) -> Stored<'a, ()> {
        Box::pin(async move {
            let note = match on {
                true => "INSERT OR IGNORE INTO called VALUES (?1, ?2, ?3)",
                false => "DELETE FROM called WHERE person = ?1 AND table_id = ?2 AND way = ?3",
            };
            let note = sqlx::query(note).bind(&called.person).bind(&called.table).bind(called.way.word());
            self.writer.write(note).await?;
            Ok(())
        })
    }
}
