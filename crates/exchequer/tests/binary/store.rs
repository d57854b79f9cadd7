//! `store` reports what a house keeps, and deletes only what it is asked to delete.

use crate::common::{exchequer, folder, program};
use house::{
    hall::{Hall, sits},
    storage::{Change, Store, StoredLog, sqlite::Sqlite},
    table::{Founding, Holder, Live, LogEntry, Stage},
    token,
};
use kernel::Seat;
use serde_json::{Map, Value};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

const DAY: u64 = 24 * 60 * 60 * 1000;

fn days_ago(days: u64) -> u64 {
    house::clock::now() - days * DAY - 1000
}

fn founding(days: u64) -> Founding {
    Founding {
        game: "economy".into(),
        edition: None,
        options: Map::from_iter([("players".to_owned(), 2.into()), ("target".to_owned(), 1.into())]),
        seats: 2,
        secret: token::entropy(),
        invite: token::invitation(),
        host: Some("ann".into()),
        open: false,
        hot_seat: false,
        position: None,
        from: None,
        clock: None,
        time: days_ago(days),
    }
}

fn sat(seats: usize, time: u64) -> Vec<LogEntry> {
    let sat = |index| sits(Seat::new(index).unwrap(), "Bot", Holder::Bot("random".into()), None);
    (0..seats).map(sat).chain((seats == 2).then(|| LogEntry::began(time))).collect()
}

/// The folder of a closed house. It has games that were over 400 and 20 days ago, one that was played 90 and 5 days ago, and a
/// table that has waited for 90 days.
async fn house_with_tables(name: &str) -> PathBuf {
    let data = folder(name);
    let store = Arc::new(Sqlite::open(&data.join("exchequer.sqlite")).await.unwrap());
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(0), sat(2, days_ago(0))).await.unwrap();
    while hall.look(&id, Live::stage).await.unwrap() != Stage::Over {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    hall.put_away(&id).await.unwrap();
    let StoredLog { founding: played, entries, .. } = store.load(&id).await.unwrap().unwrap();
    let ids: Vec<String> = (0..8).map(|number| format!("{number:0>12}")).collect();
    for (id, days) in [(&ids[0], 400), (&ids[1], 400), (&ids[2], 20)] {
        let founding = Founding { time: days_ago(days), ..played.clone() };
        store.found(id, &founding, &entries, "over").await.unwrap();
    }
    for (id, days) in [(&ids[3], 90), (&ids[4], 5)] {
        // Made long ago; somebody did something there later.
        let mut some = entries[..6].to_vec();
        some.iter_mut().for_each(|entry| {
            if let LogEntry::Acted { time, .. } | LogEntry::Began { time, .. } = entry {
                *time = days_ago(days);
            }
        });
        let founding = Founding { time: days_ago(100), ..played.clone() };
        let change = Change { founding: Some(&founding), stage: Some("running"), ..Change::of(id, 1, &some) };
        store.commit(&[change]).await.unwrap();
    }
    store.found(&ids[5], &founding(90), &sat(1, 0), "waiting").await.unwrap();
    // Games whose luck was not written down, as an older house left them, and whose content is no longer known.
    let lost = Founding { time: days_ago(400), game: "no such game".into(), ..played.clone() };
    store.found(&ids[6], &lost, &entries, "over").await.unwrap();
    store.close().await;
    data
}

fn json(arguments: &[&str], data: &Path) -> Value {
    let mut all = vec!["store"];
    all.extend(arguments);
    all.extend(["--json", "--data", data.to_str().unwrap()]);
    serde_json::from_str(&exchequer(&all).ended(0).out).unwrap()
}

/// How many tables there are of a game at a stage.
fn count(told: &Value, game: &str, stage: &str) -> u64 {
    let heaps = told["tables"].as_array().unwrap();
    heaps.iter().filter(|heap| heap["game"] == game && heap["stage"] == stage).map(|heap| heap["tables"].as_u64().unwrap()).sum()
}

fn gone(told: &Value) -> Vec<&str> {
    told["gone"].as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().trim_start_matches('0')).collect()
}

#[tokio::test]
async fn what_is_stored_is_told_by_game_stage_and_age() {
    let data = house_with_tables("store_stats").await;
    let told = json(&["stats"], &data);
    assert_eq!(
        (count(&told, "economy", "over"), count(&told, "economy", "running"), count(&told, "economy", "waiting")),
        (4, 2, 1)
    );
    let running = told["tables"].as_array().unwrap().iter().find(|heap| heap["stage"] == "running").unwrap();
    let days = |key: &str| (house::clock::now() - running[key].as_u64().unwrap()) / DAY;
    assert_eq!((days("oldest"), days("newest")), (90, 5), "as old as what was done last");
    let all: u64 = told["tables"].as_array().unwrap().iter().map(|heap| heap["bytes"].as_u64().unwrap()).sum();
    assert!(all > 2000 && all < told["bytes"].as_u64().unwrap(), "{told}");
    let said = exchequer(&["store", "stats", "--data", data.to_str().unwrap()]).ended(0);
    let said = said.tells("economy").tells("400 days").tells("90 days").tells("The file has");
    assert!(said.out.lines().all(|line| line.chars().count() <= 100), "{}", said.out);
    assert!(!data.join("exchequer.sqlite-wal").exists(), "it is left as it was: closed");
}

#[tokio::test]
async fn only_what_is_asked_for_is_taken_out() {
    let data = house_with_tables("store_prune").await;
    let file = data.join("exchequer.sqlite");
    let place = data.to_str().unwrap();
    // Without a flag nothing is deleted, nor with `--dry-run`.
    exchequer(&["store", "prune", "--data", place]).ended(2).complains("--finished");
    let before = (json(&["stats"], &data), fs::read(&file).unwrap());
    for (flags, old) in [
        (&["--finished", "365"][..], &["", "1", "6"][..]),
        (&["--finished", "10"], &["", "1", "2", "6"]),
        (&["--abandoned", "60"], &["3", "5"]),
        (&["--abandoned", "3", "--finished", "500"], &["3", "4", "5"]),
        (&["--abandoned", "500", "--finished", "500"], &[]),
    ] {
        let told = json(&[&["prune", "--dry-run"], flags].concat(), &data);
        assert_eq!((gone(&told), &told["dry_run"]), (old.to_vec(), &Value::Bool(true)), "{flags:?}");
    }
    exchequer(&["store", "prune", "--finished", "365", "--dry-run", "--data", place])
        .ended(0)
        .tells("3 tables would be taken out");
    assert_eq!((json(&["stats"], &data), fs::read(&file).unwrap()), before, "not a byte has changed");
    // Records are written first; a table without one stays.
    let records = data.join("records");
    let told = json(&["prune", "--finished", "365", "--archive", records.to_str().unwrap()], &data);
    assert_eq!((gone(&told), told["records"].as_u64()), (vec!["", "1"], Some(2)));
    assert_eq!(told["stay"][0]["game"], "no such game");
    let mut written: Vec<PathBuf> = fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path()).collect();
    written.sort();
    assert_eq!(written.len(), 2);
    for record in &written {
        exchequer(&["replay", record.to_str().unwrap()]).ended(0).tells("fair dice: the secret matches");
    }
    let after = json(&["stats"], &data);
    assert_eq!(
        (count(&after, "economy", "over"), count(&after, "economy", "running"), count(&after, "economy", "waiting")),
        (2, 2, 1)
    );
    // A game that was given up has a record, too; a table where no game began is just deleted.
    let told = json(&["prune", "--abandoned", "60", "--archive", records.to_str().unwrap()], &data);
    assert_eq!((gone(&told), told["records"].as_u64()), (vec!["3", "5"], Some(1)));
    let given_up = records.join("exchequer-000000000003.txt");
    exchequer(&["replay", given_up.to_str().unwrap()]).ended(0).tells("the game is not over");
    // Nothing is left of the deleted tables.
    let store = Sqlite::open(&file).await.unwrap();
    assert!(store.load("000000000003").await.unwrap().is_none() && store.load("000000000002").await.unwrap().is_some());
    let own = store.tables_of("ann", house::storage::Played::Now, None, 9).await.unwrap();
    assert_eq!(own.tables.len(), 1);
    store.close().await;
}

#[tokio::test]
async fn the_room_of_what_is_taken_out_is_given_back() {
    let data = house_with_tables("store_room").await;
    let file = data.join("exchequer.sqlite");
    let store = Sqlite::open(&file).await.unwrap();
    let entries = store.load("000000000000").await.unwrap().unwrap().entries;
    for _ in 0..100 {
        let old = Founding { game: "x".into(), ..founding(700) };
        store.found(&token::table(), &old, &entries, "over").await.unwrap();
    }
    store.close().await;
    let before = fs::metadata(&file).unwrap().len();
    let told = json(&["prune", "--finished", "600"], &data);
    let after = fs::metadata(&file).unwrap().len();
    assert_eq!(gone(&told).len(), 100);
    assert!(after < before / 2, "{before} bytes before, {after} after");
    assert_eq!((told["bytes_before"].as_u64(), told["bytes"].as_u64()), (Some(before), Some(after)));
    // A house opens with the remaining tables.
    assert_eq!(count(&json(&["stats"], &data), "economy", "over"), 4);
}

#[tokio::test]
async fn nothing_is_done_while_the_house_is_open_or_where_there_is_none() {
    let data = house_with_tables("store_open").await;
    let place = data.to_str().unwrap();
    let mut house = program(&["serve", "--listen", "127.0.0.1:0", "--data", place]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(house.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let commands =
        [&["store", "stats"][..], &["store", "prune", "--finished", "1"], &["store", "prune", "--abandoned", "1", "--dry-run"]];
    let said: Vec<_> = commands.map(|command| exchequer(&[command, &["--data", place]].concat())).into();
    house.kill().unwrap();
    house.wait().unwrap();
    assert!(line.contains("is open"), "{line}");
    for said in said {
        said.ended(1).complains("the house is open on");
    }
    let nowhere = data.join("nowhere");
    exchequer(&["store", "stats", "--data", nowhere.to_str().unwrap()]).ended(1).complains("there is no house in");
    assert!(!nowhere.exists(), "nothing is made");
    // The house is killed, and the data are complete: the contents of the write-ahead log count.
    assert_eq!(count(&json(&["stats"], &data), "economy", "over"), 4);
    json(&["prune", "--abandoned", "60"], &data);
    let mark = fs::read_to_string(data.join("exchequer.mark")).unwrap();
    assert!(mark.starts_with("open "), "the house still knows that it was not closed: {mark}");
}
