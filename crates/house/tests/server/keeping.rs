//! The folder of a house: for its owner only, changed only where the house made it, and not opened when something is missing in it.

use crate::{
    child::House,
    common::{Open, config, no_limits, two_at_a_table, visitor},
};
use house::{
    Config,
    storage::{Store, sqlite::Sqlite},
    table::LogEntry,
    web::Limits,
};
use serde_json::json;
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use std::{
    fs::{self, File, Permissions},
    num::NonZeroU32,
    os::unix::fs::PermissionsExt,
    path::Path,
    time::Duration,
};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// The files of a house in a folder, with what others may do with them.
fn files(folder: &Path) -> Vec<(String, u32)> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = all.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), mode(&path))).collect();
    all.sort();
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_the_house_made_is_made_private() {
    // A folder that was there stays as it was, and what else is in it, too.
    let data = tempfile::tempdir().unwrap();
    fs::set_permissions(data.path(), Permissions::from_mode(0o755)).unwrap();
    let other = data.path().join("other");
    fs::write(&other, "x").unwrap();
    fs::set_permissions(&other, Permissions::from_mode(0o644)).unwrap();
    // An older house left its files to be read by others.
    let file = data.path().join("exchequer.sqlite");
    drop(Sqlite::open(&file).await.unwrap());
    fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    let open = Open::on(data, no_limits(), Duration::ZERO).await;
    open.visitor().await.found(json!({ "game": "economy", "quick": true })).await;
    assert_eq!(mode(open.data.path()), 0o755);
    let found = files(open.data.path());
    for name in ["exchequer.lock", "exchequer.mark", "exchequer.sqlite", "exchequer.sqlite-shm", "exchequer.sqlite-wal"] {
        assert!(found.contains(&(name.to_owned(), 0o600)), "{name}: {found:?}");
    }
    assert!(found.contains(&("other".to_owned(), 0o644)), "{found:?}");
    open.close().await;

    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), Permissions::from_mode(0o755)).unwrap();
    let new = place.path().join("a/b");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (ready, opened) = tokio::sync::oneshot::channel();
    let tell = move |address| ready.send(address).expect("somebody waits for the house");
    let house = house::serve(config(&new, no_limits(), Duration::ZERO), tell, async move { drop(stopped.await) });
    let serving = tokio::spawn(house);
    opened.await.unwrap();
    assert_eq!((mode(place.path()), mode(&place.path().join("a")), mode(&new)), (0o755, 0o700, 0o700));
    drop(stop);
    serving.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_is_well_while_its_store_can_be_written() {
    let few = NonZeroU32::new(3).unwrap();
    let open = Open::with(Limits { requests: few, burst: few, ..no_limits() }, Duration::ZERO).await;
    let log = open.data.path().join("exchequer.sqlite-wal");
    open.stranger().get("/healthz").await.is(200);
    let before = fs::metadata(&log).unwrap().len();
    // Never too much, and never much for the store.
    for _ in 0..300 {
        let answer = open.stranger().get("/healthz").await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "ok\n"));
    }
    let grown = fs::metadata(&log).unwrap().len() - before;
    assert!(grown < 300 * 4096 / 4, "{grown} bytes for 300 looks");
    // Somebody else holds the database: then nothing can be stored, and the house says so.
    let file = open.data.path().join("exchequer.sqlite");
    let mut other = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    open.stranger().get("/healthz").await.is(503);
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    open.stranger().get("/healthz").await.is(200);
    open.close().await;
}

/// Opens a house on this folder and closes it again.
async fn try_to_open(config: Config) -> anyhow::Result<()> {
    house::serve(config, |_| (), async {}).await
}

/// A folder where moves were made before the house was killed.
async fn killed(folder: &Path) {
    let house = House::open(folder, "warn", File::create(folder.with_extension("log")).unwrap());
    let ann = visitor(house.address).await;
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "hot_seat": true, "option": { "players": 2 } })).await;
    for choice in 0..5 {
        ann.move_once(&id, choice).await.unwrap().is(200);
    }
    house.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_write_ahead_log_is_noticed() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let open = |accept_loss| Config { accept_loss, ..config(&data, no_limits(), Duration::ZERO) };
    let log = data.join("exchequer.sqlite-wal");
    killed(&data).await;
    // Killed, but whole: again and again.
    killed(&data).await;
    killed(&data).await;
    let whole = fs::read(&log).unwrap();
    for cut in [None, Some(0), Some(whole.len() / 2)] {
        fs::write(&log, &whole[..cut.unwrap_or(0)]).unwrap();
        if cut.is_none() {
            fs::remove_file(&log).unwrap();
        }
        let refused = try_to_open(open(false)).await.unwrap_err().to_string();
        assert!(refused.contains("write-ahead log") && refused.contains("--accept-loss"), "{cut:?}: {refused}");
        if cut == Some(0) {
            break;
        }
        fs::write(&log, &whole).unwrap();
    }
    // It is said once that the loss is accepted.
    try_to_open(open(true)).await.unwrap();
    try_to_open(open(false)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_whole_is_opened() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let open = || config(&data, no_limits(), Duration::ZERO);
    // Closed well: there is no log, and none is missed.
    try_to_open(open()).await.unwrap();
    assert!(!data.join("exchequer.sqlite-wal").exists());
    try_to_open(open()).await.unwrap();
    // Killed, and looked at by somebody else, who brought the log into the database: nothing is lost.
    killed(&data).await;
    let file = data.join("exchequer.sqlite");
    let mut other = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    sqlx::raw_sql("SELECT * FROM entry").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    assert!(!data.join("exchequer.sqlite-wal").exists());
    try_to_open(open()).await.unwrap();
    // A copy of the database in another folder is a house of its own, and so is an older copy after a good close.
    let copy = place.path().join("copy");
    fs::create_dir(&copy).unwrap();
    fs::copy(&file, copy.join("exchequer.sqlite")).unwrap();
    try_to_open(config(&copy, no_limits(), Duration::ZERO)).await.unwrap();
    killed(&data).await;
    try_to_open(open()).await.unwrap();
    fs::copy(copy.join("exchequer.sqlite"), &file).unwrap();
    try_to_open(open()).await.unwrap();
    // Killed before anything was written.
    let fresh = place.path().join("fresh");
    for _ in 0..3 {
        House::open(&fresh, "warn", File::create(place.path().join("fresh.log")).unwrap()).kill();
    }
    try_to_open(config(&fresh, no_limits(), Duration::ZERO)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_table_says_so_and_leaves_the_others_alone() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let (_, _, whole) = two_at_a_table(&open).await;
    for choice in 0..6 {
        ann.move_once(&id, choice).await;
        bob.move_once(&id, choice).await;
    }
    let mut ids = vec![(id.clone(), "DELETE FROM entry WHERE table_id = '{}' AND sequence = 4")];
    for change in [
        "UPDATE entry SET body = '[{\"began\":{\"time\":0}}]' WHERE table_id = '{}' AND sequence = 1",
        "UPDATE entry SET body = 'x' WHERE table_id = '{}' AND sequence = 1",
        "UPDATE game_table SET founding = '{{}}' WHERE id = '{}'",
    ] {
        ids.push((ann.found(json!({ "game": "economy", "name": "Ann", "quick": true })).await, change));
    }
    let data = open.close().await;
    let file = data.path().join("exchequer.sqlite");
    let store = Sqlite::open(&file).await.unwrap();
    assert!(matches!(store.load(&id).await.unwrap().unwrap().entries[0], LogEntry::Sat { .. }));
    store.close().await;
    let mut other = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    for (id, change) in &ids {
        let change = change.replace("{{}}", "{ }").replace("{}", id);
        let done = sqlx::raw_sql(sqlx::AssertSqlSafe(change)).execute(&mut other).await.unwrap();
        assert!(done.rows_affected() > 0);
    }
    other.close().await.unwrap();
    let open = Open::on(data, no_limits(), Duration::ZERO).await;
    let ann = crate::common::Visitor { address: open.address, ..ann };
    for (id, change) in &ids {
        let told = ann.get(&format!("/api/tables/{id}")).await;
        assert_eq!((told.status, told.code().as_str()), (500, "damaged"), "{change}");
        let page = ann.get(&format!("/t/{id}")).await;
        assert!(page.is(500).body.contains("This table is damaged"), "{page:?}");
        assert!(!page.body.contains("in a moment") && page.header("retry-after").is_none(), "{page:?}");
        ann.command(id, "play", json!({ "action": "x" })).await.is(500);
    }
    open.stranger().get(&format!("/api/tables/{whole}")).await.is(200);
    ann.get("/").await.is(200);
    open.close().await;
}
