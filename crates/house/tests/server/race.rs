//! Clients that act at once on one table: nothing is doubled, reordered or lost.

use crate::common::{Open, Visitor, over, request, two_at_a_table};
use house::{
    storage::{Played, Store, sqlite::Sqlite},
    table::LogEntry,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::{io::AsyncWriteExt, net::TcpStream, task::JoinSet};

/// The log of a table as it is stored.
async fn log_of(open: &Open, id: &str) -> Vec<LogEntry> {
    let store = Sqlite::open(&open.data.path().join("exchequer.sqlite")).await.unwrap();
    store.load(id).await.unwrap().unwrap().entries
}

/// Sends these at the same time and gives what was answered.
async fn at_once(asks: Vec<(Visitor, String, &'static str, Value)>) -> Vec<(&'static str, Value, u16, Value)> {
    let barrier = std::sync::Arc::new(tokio::sync::Barrier::new(asks.len()));
    let mut all = JoinSet::new();
    for (visitor, id, verb, body) in asks {
        let barrier = barrier.clone();
        all.spawn(async move {
            barrier.wait().await;
            let answer = visitor.command(&id, verb, body.clone()).await;
            (verb, body, answer.status, answer.json())
        });
    }
    all.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_click_twelve_times_is_one_move() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let mut moves = Vec::new();
    for round in 0..20 {
        let (one, table) = match ann.table(&id).await {
            table if Visitor::choices(&table).is_empty() => (&bob, bob.table(&id).await),
            table => (&ann, table),
        };
        let choices = Visitor::choices(&table);
        let action = choices[round % choices.len()].clone();
        let body = json!({ "action": action, "version": table["version"] });
        let answers = at_once((0..12).map(|_| (one.clone(), id.clone(), "play", body.clone())).collect()).await;
        let taken: Vec<_> = answers.iter().filter(|(_, _, status, _)| *status == 200).collect();
        assert_eq!(taken.len(), 1, "{answers:?}");
        assert!(answers.iter().all(|(_, _, status, _)| matches!(status, 200 | 409)), "{answers:?}");
        moves.push((taken[0].3["version"].as_u64().unwrap(), action));
    }
    let log = log_of(&open, &id).await;
    let acted = log.iter().enumerate().filter_map(|(index, entry)| match entry {
        LogEntry::Acted { action, .. } => Some((index as u64 + 1, action.clone())),
        _ => None,
    });
    assert_eq!(acted.collect::<Vec<_>>(), moves, "what was answered is what is stored");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_undos_and_hand_overs_at_once_have_one_order() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let mut told: BTreeMap<u64, (&str, Value)> = BTreeMap::new();
    let from = ann.table(&id).await["version"].as_u64().unwrap();
    for round in 0..40 {
        let mut asks = Vec::new();
        for one in [&ann, &bob] {
            let table = one.table(&id).await;
            for action in Visitor::choices(&table).into_iter().cycle().skip(round).take(4) {
                asks.push((one.clone(), id.clone(), "play", json!({ "action": action })));
            }
            asks.push((one.clone(), id.clone(), "undo", json!({})));
            asks.push((one.clone(), id.clone(), ["ask", "agree", "decline", "restart"][round % 4], json!({})));
        }
        for (verb, body, status, answer) in at_once(asks).await {
            assert!(matches!(status, 200 | 403 | 409), "{verb} {body}: {status} {answer}");
            if status == 200 {
                let version = answer["version"].as_u64().unwrap();
                assert!(told.insert(version, (verb, body)).is_none(), "version {version} was given twice");
            }
        }
    }
    let log = log_of(&open, &id).await;
    assert_eq!(told.keys().last(), Some(&(log.len() as u64)), "the last answer is the end of the log");
    // Every answer is its entry, and between two answers stand only entries of the second.
    let mut before = from;
    for (version, (verb, body)) in told {
        let entries = &log[before as usize..version as usize];
        let fits = |entry: &LogEntry| match (verb, entry) {
            ("play", LogEntry::Acted { action, .. }) => body["action"] == **action,
            ("undo" | "restart", LogEntry::TookBack { consent, .. }) => !consent,
            ("ask", LogEntry::Asked { .. }) | ("agree", LogEntry::Agreed { .. }) | ("decline", LogEntry::Declined { .. }) => true,
            ("agree", LogEntry::TookBack { consent, .. }) => *consent,
            _ => false,
        };
        assert!(!entries.is_empty() && entries.iter().all(fits), "{verb} {body}: {entries:?}");
        assert!(entries.len() == 1 || matches!(verb, "agree" | "restart"), "{verb}: {entries:?}");
        before = version;
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_seat_is_taken_once() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    for _ in 0..5 {
        let id = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 4 } })).await;
        let mut asks = Vec::new();
        for number in 0..12 {
            let body = json!({ "name": format!("Guest {number}"), "seat": 2 + number % 3 });
            asks.push((open.visitor().await, id.clone(), "sit", body));
        }
        let answers = at_once(asks).await;
        assert_eq!(answers.iter().filter(|(_, _, status, _)| *status == 200).count(), 3, "{answers:?}");
        let table = ann.table(&id).await;
        assert_eq!(table["stage"], "running");
        let log = log_of(&open, &id).await;
        assert_eq!(log.iter().filter(|entry| matches!(entry, LogEntry::Began { .. })).count(), 1);
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_asked_for_by_all_at_once_is_one_table() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    for one in [&ann, &bob] {
        one.command(&id, "hand-over", json!({ "bot": "random" })).await;
    }
    ann.until(&id, crate::common::over).await;
    let asks = (0..10).map(|number| ([&ann, &bob][number % 2].clone(), id.clone(), "rematch", json!({})));
    let answers = at_once(asks.collect()).await;
    assert!(answers.iter().all(|(_, _, status, answer)| *status == 200 && *answer == answers[0].3), "{answers:?}");
    let log = log_of(&open, &id).await;
    assert_eq!(log.iter().filter(|entry| matches!(entry, LogEntry::Followed { .. })).count(), 1);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_a_rematch_and_hangs_up_leaves_no_table_behind() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    let quick = json!({ "game": "economy", "quick": true, "option": { "players": 2, "target": 1 } });
    let mut asked = Vec::new();
    for round in 0..12 {
        let id = ann.found(quick.clone()).await;
        // A bot plays for her as well, so that it is over soon.
        ann.command(&id, "hand-over", json!({})).await.is(200);
        ann.until(&id, over).await;
        let bearer = format!("Bearer {}", ann.token.clone().unwrap());
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        let bytes = request("POST", &format!("/api/tables/{id}/rematch"), &headers, b"{}");
        for wait in 0..3 {
            let mut line = TcpStream::connect(open.address).await.unwrap();
            line.write_all(&bytes).await.unwrap();
            tokio::time::sleep(Duration::from_micros(300 * round + 100 * wait)).await;
            drop(line);
        }
        asked.push(id);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut next = BTreeSet::new();
    for id in &asked {
        next.extend(ann.table(id).await["next"].as_str().map(str::to_owned));
    }
    let data = open.close().await;
    let store = Sqlite::open(&data.path().join("exchequer.sqlite")).await.unwrap();
    let mut tables = store.running_tables(0).await.unwrap();
    let finished = store.tables_of(&house::token::hash(&ann.token.unwrap()), Played::Before, None, 1000).await.unwrap();
    tables.extend(finished.tables.into_iter().map(|table| table.id));
    let mut made = BTreeSet::new();
    for id in tables {
        if store.load(&id).await.unwrap().unwrap().founding.from.is_some() {
            made.insert(id);
        }
    }
    assert!(!made.is_empty());
    assert_eq!(made, next, "every table that was made is one that somebody was led to");
}
