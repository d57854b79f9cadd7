//! A file that an older house wrote, before editions, packs and positions were kept.

use crate::{
    editions::{opened, play},
    founding,
    ladder::{EDITION, alone},
};
use engine::{AnyTable, Setup};
use house::{
    pages,
    storage::{Played, Store},
    table::{
        Live, LogEntry, Stage,
        scene::{Look, Scene},
    },
};
use kernel::{Entry, Key};
use serde_json::{Value, json};
use std::{path::Path, sync::atomic::Ordering};

/// The schema of the file as it was.
const OLDER: &str = "
CREATE TABLE game_table (
    id TEXT PRIMARY KEY,
    founding TEXT NOT NULL,
    open INTEGER NOT NULL,
    stage TEXT NOT NULL DEFAULT 'waiting',
    changed INTEGER NOT NULL
) STRICT;
CREATE INDEX game_table_stage ON game_table (stage, changed);
CREATE TABLE entry (
    table_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE house (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    written INTEGER NOT NULL,
    pulse INTEGER NOT NULL
) STRICT;
CREATE TRIGGER table_written AFTER INSERT ON game_table BEGIN UPDATE house SET written = written + 1; END;
CREATE TRIGGER entry_written AFTER INSERT ON entry BEGIN UPDATE house SET written = written + 1; END;
INSERT INTO house VALUES (1, 0, 0);
CREATE TABLE player (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
";

/// A table of so many moves, as the older house wrote it.
async fn write(folder: &Path, id: &str, moves: usize) {
    let path = folder.join("tables.sqlite");
    let new = !path.exists();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    if new {
        sqlx::raw_sql(OLDER).execute(&pool).await.unwrap();
    }
    let (secret, entropy) = (engine::secret_of(7), vec![Key([1; 32]), Key([2; 32])]);
    let setup = Setup { seats: vec!["Ann".into(), "Bob".into()], entropy: entropy.clone(), ..Setup::new(secret) };
    let mut table = engine::game("ladder").unwrap().open(setup).unwrap();
    let mut made = serde_json::to_value(founding()).unwrap();
    made.as_object_mut().unwrap().remove("edition");
    made["secret"] = json!(secret.to_string());
    let sat = |seat: usize, name: &str, person: &str| json!({ "sat": { "seat": seat, "name": name, "holder": { "person": person }, "entropy": entropy[seat - 1].to_string() } });
    let mut rows = vec![json!([sat(1, "Ann", "ann"), sat(2, "Bob", "bob"), { "began": { "time": 5 } }])];
    for _ in 0..moves {
        let seat = table.turn().awaited.lowest().unwrap();
        table.play(seat, "climb", Some(5)).unwrap();
        rows.push(acted(table.as_ref()));
    }
    let stage = if table.turn().is_over() { "over" } else { "running" };
    let insert = "INSERT INTO game_table VALUES (?1, ?2, 0, ?3, 5)";
    sqlx::query(insert).bind(id).bind(made.to_string()).bind(stage).execute(&pool).await.unwrap();
    sqlx::query("INSERT INTO player VALUES ('ann', ?1), ('bob', ?1)").bind(id).execute(&pool).await.unwrap();
    let mut sequence = 1;
    for row in rows {
        let insert = sqlx::query("INSERT INTO entry VALUES (?1, ?2, ?3)").bind(id).bind(sequence).bind(row.to_string());
        insert.execute(&pool).await.unwrap();
        sequence += row.as_array().unwrap().len() as i64;
    }
    pool.close().await;
}

/// The last action, as the older house wrote it.
fn acted(table: &dyn AnyTable) -> Value {
    let Some(Entry::Act { seat, action, hash, .. }) = table.last_entry() else { panic!("nothing was played") };
    json!([{ "acted": { "seat": seat, "action": action, "hash": hash.to_string(), "time": 5 } }])
}

fn name(number: usize) -> String {
    format!("{number:0>12}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tables_of_an_older_file_go_on_and_last_from_then_on() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (short, long, over) = (name(1), name(2), name(3));
    for (id, moves) in [(&short, 3), (&long, 200), (&over, 400)] {
        assert!(house::token::is_table(id));
        write(folder.path(), id, moves).await;
    }
    let (hall, store) = opened(folder.path()).await;
    hall.snapshot_older().await.unwrap();
    assert!(hall.in_use() == 0 && store.without_snapshots("", 9).await.unwrap().is_empty());
    let position = |live: &Live| live.table.as_ref().unwrap().position(None).unwrap();
    let look = |live: &Live| Scene::of(live, None, Look::default()).unwrap();
    for (id, stage) in [(&short, Stage::Running), (&long, Stage::Running), (&over, Stage::Over)] {
        assert_eq!(hall.look(id, look).await.unwrap().stage, stage);
        assert!(!store.snapshots(id).await.unwrap().is_empty(), "what is needed later is kept");
    }
    let listed = store.tables_of("ann", Played::Now, None, 9).await.unwrap().tables;
    assert!(listed.len() == 2 && listed.iter().all(|table| table.summary.is_some()));
    let (stood, scored) = (hall.look(&long, position).await.unwrap(), hall.look(&over, look).await.unwrap().play.unwrap().score);
    play(&hall, &short, 10).await;

    EDITION.store(2, Ordering::SeqCst);
    let hall = opened(folder.path()).await.0;
    assert_eq!(hall.look(&long, position).await.unwrap(), stood);
    play(&hall, &long, 1).await;
    play(&hall, &short, 1).await;
    let page = hall.look(&over, look).await.unwrap();
    assert_eq!((page.unplayable, &page.play.as_ref().unwrap().score), (true, &scored));
    // Its luck was not written down, so its record cannot be told; that is said, and nothing else is lost.
    assert_eq!(hall.record(&over).await.err().unwrap().status, 409);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_table_whose_rules_were_changed_unseen_is_no_error() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (running, over) = (name(1), name(2));
    write(folder.path(), &running, 50).await;
    write(folder.path(), &over, 400).await;
    EDITION.store(2, Ordering::SeqCst);
    let (hall, store) = opened(folder.path()).await;
    for (id, stage) in [(&running, Stage::Stopped), (&over, Stage::Over)] {
        let page = hall.look(id, |live| Scene::of(live, None, Look::default())).await.unwrap().unwrap();
        assert_eq!((page.stage, page.unplayable), (stage, true));
        assert!(pages::table(&page, None).into_string().contains("Ann"));
    }
    let log = store.load(&running).await.unwrap().unwrap().entries;
    assert!(matches!(log.last(), Some(LogEntry::Stopped { .. })));
}
