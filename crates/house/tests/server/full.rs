//! A full disk stops play and nothing else: the house says so, and goes on when there is room again.

use crate::{
    child::House,
    common::{Answer, Visitor, visitor},
};
use serde_json::json;
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::Duration,
};

/// Longer than `/healthz` reuses an answer of the store.
const LATER: Duration = Duration::from_millis(1100);

/// A request whose result cannot be stored is answered like this.
fn is_told_that_nothing_can_be_stored(answer: &Answer) {
    assert_eq!((answer.status, answer.code().as_str()), (503, "unavailable"), "{answer:?}");
    assert!(answer.body.contains("cannot store anything right now"), "{answer:?}");
    assert!(answer.header("retry-after").is_some(), "{answer:?}");
}

/// Plays, with and without room on the disk.
async fn play_on_a_disk_that_fills_up(house: &House, fill: impl Fn(), free: impl Fn()) {
    let (ann, bob) = (visitor(house.address).await, visitor(house.address).await);
    let stranger = Visitor { address: house.address, token: None };
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "hot_seat": true, "option": { "players": 2 } })).await;
    let bots = ann.found(json!({ "game": "economy", "quick": true, "option": { "players": 3 } })).await;
    let talk = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 2 } })).await;
    bob.command(&talk, "sit", json!({ "name": "Bob" })).await.is(200);
    for round in 0..3 {
        for choice in 0..4 {
            ann.move_once(&id, choice).await.unwrap().is(200);
        }
        stranger.get("/healthz").await.is(200);
        fill();
        let before = ann.table(&id).await;
        for choice in 0..3 {
            is_told_that_nothing_can_be_stored(&ann.move_once(&id, choice).await.unwrap());
            assert_eq!(ann.table(&id).await, before, "what was not stored is not seen");
        }
        is_told_that_nothing_can_be_stored(&ann.post("/api/tables", json!({ "game": "economy", "quick": true })).await);
        is_told_that_nothing_can_be_stored(&bob.command(&talk, "say", json!({ "text": "Hello!" })).await);
        tokio::time::sleep(LATER).await;
        assert!(stranger.get("/healthz").await.is(503).body.contains("the store"));
        free();
        ann.move_once(&id, round).await.unwrap().is(200);
        assert_eq!(ann.table(&id).await["version"].as_u64(), before["version"].as_u64().map(|version| version + 1));
        bob.command(&talk, "say", json!({ "text": "Hello!" })).await.is(200);
        tokio::time::sleep(LATER).await;
        stranger.get("/healthz").await.is(200);
        // Bots that could not move go on by themselves.
        let version = ann.table(&bots).await["version"].clone();
        ann.until(&bots, |table| !table["choices"]["actions"].as_array().is_none_or(Vec::is_empty)).await;
        if let Some(moved) = ann.move_once(&bots, 0).await {
            moved.is(200);
        }
        ann.until(&bots, |table| table["version"] != version).await;
    }
}

fn logged(place: &Path) -> (File, PathBuf) {
    let path = place.join("log");
    (File::create(&path).unwrap(), path)
}

/// For every system: no file of the house may grow any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_goes_on_once_files_can_grow_again() {
    let place = tempfile::tempdir().unwrap();
    let (log, path) = logged(place.path());
    let data = place.path().join("data");
    let house = House::open_where_files_may_stop_growing(&data, log);
    let size = || fs::metadata(data.join("exchequer.sqlite-wal")).unwrap().len();
    play_on_a_disk_that_fills_up(&house, || house.limit_files(Some(size())), || house.limit_files(None)).await;
    assert!(house.terminate());
    assert!(!fs::read_to_string(path).unwrap().contains("panicked"));
}

/// A separate file system that is really full, where the system lets the tests have one: as root, or in a user namespace.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_goes_on_once_a_full_disk_has_room_again() {
    let place = tempfile::tempdir().unwrap();
    let (log, path) = logged(place.path());
    let data = place.path().join("data");
    fs::create_dir(&data).unwrap();
    let Some(house) = House::open_on_small_disk(&data, "4m", log) else {
        println!("no file system can be mounted here; the other test of this file has to do");
        return;
    };
    // Only the house sees this file system.
    let filler = PathBuf::from(format!("/proc/{}/root{}", house.process_id(), data.join("filler").display()));
    let fill = || {
        let mut file = File::create(&filler).unwrap();
        for chunk in [1 << 16, 1 << 12, 1 << 8, 1] {
            while std::io::Write::write_all(&mut file, &vec![0; chunk]).is_ok() {}
        }
    };
    play_on_a_disk_that_fills_up(&house, fill, || fs::remove_file(&filler).unwrap()).await;
    assert!(house.terminate());
    assert!(!fs::read_to_string(path).unwrap().contains("panicked"));
}
