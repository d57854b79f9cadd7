//! Nobody waits for others: a bot thinks on a copy of what it may know, and a long table is read while everybody else is served.

use crate::{
    founding,
    ladder::{THINKING, alone},
    seated,
};
use house::{
    hall::Hall,
    storage::{Store, sqlite::Sqlite},
    table::{
        Edition, Live, LogEntry,
        scene::{Look, Scene},
    },
    token,
};
use kernel::{Files, Seat};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

const SOON: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_read_and_left_while_its_bot_thinks() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
    let hall = Hall::new(store, Duration::ZERO);
    let id = hall.found(founding(), seated(Some("steady"))).await.unwrap();
    let (ann, moves) = (Seat::FIRST, |live: &Live| live.version());
    THINKING.store(true, Ordering::SeqCst);
    let wait = |seat| LogEntry::acted(seat, "wait".into(), 0);
    hall.change(&id, move |_| Ok(vec![wait(ann)])).await.unwrap();
    // It has the table's moment, and does not come to an end.
    tokio::time::sleep(Duration::from_millis(300)).await;
    for _ in 0..3 {
        let read = tokio::time::timeout(SOON, hall.look(&id, |live| Scene::of(live, None, Look::default()))).await;
        let scene = read.expect("it can be read").unwrap().unwrap();
        assert_eq!(scene.play.unwrap().log.lines.len(), 1);
    }
    let gone = LogEntry::HandedOver { seat: ann, bot: "steady".into(), by_host: false };
    let left = tokio::time::timeout(SOON, hall.change(&id, move |_| Ok(vec![gone]))).await;
    left.expect("it can be left").unwrap();
    // Who comes back takes back what they did: what the bot thinks of is no more, and it plays no move that was not asked for.
    let back = [LogEntry::Resumed { seat: ann, time: 0 }, LogEntry::took_back(ann, true)];
    let taken = tokio::time::timeout(SOON, hall.change(&id, move |_| Ok(back.to_vec()))).await;
    taken.expect("it can be changed").unwrap();
    THINKING.store(false, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(hall.look(&id, moves).await.unwrap(), 2, "one move, and it was taken back");
    hall.change(&id, move |_| Ok(vec![wait(ann)])).await.unwrap();
    for _ in 0..500 {
        if hall.look(&id, moves).await.unwrap() == 4 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the bot never answered");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_while_a_bot_thinks_decides_themselves() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
    let hall = Hall::new(store, Duration::ZERO);
    let id = hall.found(founding(), seated(None)).await.unwrap();
    let (ann, moves) = (Seat::FIRST, |live: &Live| live.version());
    THINKING.store(true, Ordering::SeqCst);
    let gone = LogEntry::HandedOver { seat: ann, bot: "steady".into(), by_host: true };
    hall.change(&id, move |_| Ok(vec![gone])).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    hall.change(&id, move |_| Ok(vec![LogEntry::Resumed { seat: ann, time: 0 }])).await.unwrap();
    THINKING.store(false, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(hall.look(&id, moves).await.unwrap(), 0, "the bot’s move came after Ann was back");
}

/// One thread serves everybody here: whatever kept it would keep all others waiting.
#[tokio::test(flavor = "current_thread")]
async fn others_are_served_while_a_long_table_is_read() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
    let files = Files::new([("moves.txt", "50000")]);
    store.store_pack("ladder", &files).await.unwrap();
    let mut made = founding();
    made.edition = Some(Edition { number: 1, pack: files.hash() });
    let id = token::table();
    store.found(&id, &made, &seated(None), "running").await.unwrap();
    let waits = (0..30_000).map(|index| LogEntry::acted(Seat::new(index % 2).unwrap(), "wait".into(), 0));
    store.append(&id, 4, &waits.collect::<Vec<_>>(), None).await.unwrap();
    let hall = Hall::new(store, Duration::ZERO);
    let served = Arc::new(AtomicUsize::new(0));
    let counted = served.clone();
    let others = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(2)).await;
            counted.fetch_add(1, Ordering::Relaxed);
        }
    });
    tokio::time::sleep(Duration::from_millis(10)).await;
    served.store(0, Ordering::Relaxed);
    assert_eq!(hall.look(&id, Live::version).await.unwrap(), 30_000);
    let served = served.load(Ordering::Relaxed);
    others.abort();
    assert!(served > 15, "others were served {served} times");
}
