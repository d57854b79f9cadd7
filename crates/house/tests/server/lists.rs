//! The lists of tables: one's own, and those that wait for anybody.

use crate::common::{Open, Visitor, invitation, no_limits, over, play, two_at_a_table};
use house::{
    hall::{Hall, sits},
    storage::{Change, Played, Sitter, Store, Summary, sqlite::Sqlite},
    table::{Founding, Holder, LogEntry},
    token,
};
use kernel::Seat;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

async fn own_tables(visitor: &Visitor) -> Vec<Value> {
    visitor.get("/api/visitors/me/tables").await.is(200).json()["tables"].as_array().unwrap().clone()
}

fn ids(tables: &[Value]) -> Vec<&str> {
    tables.iter().map(|table| table["table"].as_str().unwrap()).collect()
}

async fn home(visitor: &Visitor) -> String {
    let cookie = format!("exchequer={}", visitor.token.clone().unwrap());
    let stranger = Visitor { token: None, ..visitor.clone() };
    stranger.ask("GET", "/", &[("cookie", &cookie)], b"").await.is(200).body.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_finds_their_own_tables_again() {
    let open = Open::new().await;
    let (ann, bob, running) = two_at_a_table(&open).await;
    assert!(!home(&open.visitor().await).await.contains("Your tables"));
    let waiting = bob.found(json!({ "game": "economy", "name": "Bob", "option": { "players": 3 } })).await;
    let short = json!({ "game": "economy", "hot_seat": true, "option": { "players": 2, "target": 1 } });
    let finished = bob.found(short).await;
    assert!(over(&play(&[&bob], &finished, 4000).await));
    // A table that Bob left is not his any more.
    let left = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 3 } })).await;
    bob.command(&left, "sit", json!({ "name": "Bob" })).await.is(200);
    bob.command(&left, "leave", json!({})).await.is(200);
    // It is Bob's turn at the table that is played.
    while ann.table(&running).await["awaited"] != json!([2]) {
        ann.move_once(&running, 0).await.unwrap().is(200);
    }
    let tables = own_tables(&bob).await;
    assert_eq!(ids(&tables), [&running, &waiting, &finished]);
    assert_eq!(
        (&tables[0]["your_turn"], &tables[0]["stage"], &tables[0]["host"]),
        (&json!(true), &json!("running"), &json!(false))
    );
    assert_eq!((&tables[0]["seats"], &tables[0]["own"]), (&json!(["Ann", "Bob"]), &json!([2])));
    assert_eq!(tables[2]["stage"], "over");
    let (of_bob, of_ann) = (tables, own_tables(&ann).await);
    let tables = &of_ann;
    assert_eq!((ids(tables), &tables[0]["your_turn"]), (vec![running.as_str(), left.as_str()], &json!(false)));
    let page = home(&bob).await;
    assert!(page.contains("Your tables") && page.contains("Your turn") && page.contains(&finished), "{page}");

    // All of it is there again after a restart, from what the store knows: no table is read for it, not even one whose log is
    // damaged.
    let folder = open.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("exchequer.sqlite"));
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    sqlx::query("UPDATE entry SET body = 'torn'").execute(&pool).await.unwrap();
    pool.close().await;
    let again = Open::on(folder, no_limits(), Duration::ZERO).await;
    let (ann, bob) = (Visitor { address: again.address, ..ann }, Visitor { address: again.address, ..bob });
    assert_eq!(own_tables(&bob).await, of_bob);
    assert_eq!(own_tables(&ann).await, of_ann);
    let open = bob.get("/api/tables").await.json()["tables"].clone();
    assert_eq!(open, json!([{ "table": left, "game": "economy", "host": "Ann", "seats": 3, "free": 2 }]));
    bob.get(&format!("/api/tables/{running}")).await.is(500);
    again.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tables_of_an_older_house_are_found() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let folder = open.close().await;
    // As it was before there was a list of players.
    let path = folder.path().join("exchequer.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let older = "DROP TRIGGER table_moved; DROP VIEW in_list; DROP TABLE shelf; DROP TABLE player; DROP TABLE pack; DROP TABLE kept; DROP TABLE chat; DROP TABLE wish; DROP TABLE barred; \
                 DROP TABLE called; DROP TABLE stop_link; DROP TABLE closed; ALTER TABLE game_table DROP COLUMN summary; PRAGMA user_version = 0";
    sqlx::raw_sql(older).execute(&pool).await.unwrap();
    let again = Open::on(folder, no_limits(), Duration::ZERO).await;
    for one in [ann, bob] {
        let one = Visitor { address: again.address, ..one };
        assert_eq!(ids(&own_tables(&one).await), [&id]);
    }
    let _folder = again.close().await;
    // What a newer house wrote is left alone.
    sqlx::raw_sql("PRAGMA user_version = 99").execute(&pool).await.unwrap();
    let refused = Sqlite::open(&path).await.err().expect("a newer file");
    assert!(refused.to_string().contains("newer house"), "{refused}");
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_closes_a_table_that_waits() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 3 } })).await;
    let listed = bob.get("/api/tables").await.json()["tables"][0].clone();
    assert_eq!(listed, json!({ "table": id, "game": "economy", "host": "Ann", "seats": 3, "free": 2 }));
    bob.command(&id, "close", json!({})).await.is(403);
    let invite = invitation(&ann.table(&id).await);
    ann.command(&id, "close", json!({})).await.is(200);
    ann.command(&id, "close", json!({})).await.is(409);
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(409);
    ann.command(&id, "bot", json!({})).await.is(409);
    assert_eq!(bob.table(&id).await["stage"], "closed");
    assert!(bob.get("/api/tables").await.json()["tables"].as_array().unwrap().is_empty());
    assert!(!home(&ann).await.contains(&id));
    let page = bob.get(&format!("/t/{id}")).await.is(200).body.clone();
    assert!(page.contains("The host closed this table") && !page.contains("/sit\""), "{page}");
    // Only before the game begins.
    let (ann, _, id) = two_at_a_table(&open).await;
    ann.command(&id, "close", json!({})).await.is(409);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_nobody_visits_for_a_day_is_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let day = 24 * 60 * 60 * 1000;
    let mut tables = Vec::new();
    for time in [day + 1000, day - 60_000, day + 1000].map(|age| house::clock::now() - age) {
        let founding = Founding {
            game: "economy".into(),
            options: serde_json::Map::from_iter([("players".to_owned(), 3.into())]),
            seats: 3,
            secret: token::entropy(),
            invite: token::invitation(),
            host: Some("host".into()),
            open: true,
            hot_seat: false,
            edition: None,
            position: None,
            from: None,
            clock: None,
            time,
        };
        let sat: Vec<LogEntry> = vec![sits(Seat::FIRST, "Ann", Holder::Person("ann".into()), None)];
        tables.push(hall.found(founding, sat).await.unwrap());
    }
    let listed = async || -> Vec<String> { hall.open_tables(9).await.unwrap().into_iter().map(|table| table.id).collect() };
    assert_eq!(listed().await, [tables[1].clone()]);
    // Whoever comes by brings it back.
    hall.visit(&tables[0]).await;
    assert_eq!(listed().await, tables[..2]);
    // So does whoever has it open, for as long as they have.
    let watching = hall.watch(&tables[2]).await.unwrap();
    hall.visit_watched().await;
    assert_eq!(listed().await.len(), 3);
    drop(watching);
    // An own table is found however old it is.
    for person in ["host", "ann"] {
        assert_eq!(store.tables_of(person, Played::Now, None, 9).await.unwrap().tables.len(), 3, "{person}");
        assert!(store.tables_of(person, Played::Before, None, 9).await.unwrap().tables.is_empty());
    }
}

/// The ids of this many games that Ann has played, the first game first.
async fn with_a_long_past(folder: &std::path::Path, ann: &str, tables: usize) {
    let store = Sqlite::open(&folder.join("exchequer.sqlite")).await.unwrap();
    let sitter =
        |name: &str, holder: &str| Some(Sitter { name: name.into(), holder: Holder::Person(holder.into()), away: false });
    let summary = Summary {
        seats: vec![sitter("Ann", ann), sitter("Bob", "bob")],
        awaited: vec![],
        due: vec![],
        winners: vec![Seat::FIRST],
    };
    let made: Vec<(String, Founding)> = (0..tables)
        .map(|number| {
            let founding = Founding {
                game: "economy".into(),
                options: serde_json::Map::new(),
                seats: 2,
                secret: token::entropy(),
                invite: token::invitation(),
                host: Some(ann.into()),
                open: false,
                hot_seat: false,
                edition: None,
                position: None,
                from: None,
                clock: None,
                time: 1_700_000_000_000 + number as u64,
            };
            (format!("{number:0>12}"), founding)
        })
        .collect();
    for some in made.chunks(500) {
        let change = |(id, founding): &'_ (String, Founding)| (id.clone(), founding.clone());
        let some: Vec<_> = some.iter().map(change).collect();
        let change = |(id, founding)| Change {
            founding: Some(founding),
            stage: Some("over"),
            summary: Some(&summary),
            ..Change::of(id, 1, &[])
        };
        let changes: Vec<Change> = some.iter().map(|(id, founding)| change((id, founding))).collect();
        store.commit(&changes).await.unwrap();
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_past_makes_no_long_page() {
    const TABLES: usize = 5000;
    let token = token::visitor();
    let data = tempfile::tempdir().unwrap();
    with_a_long_past(data.path(), &token::hash(&token), TABLES).await;
    let open = Open::on(data, no_limits(), Duration::ZERO).await;
    let ann = Visitor { address: open.address, token: Some(token) };
    let page = async |path: &str| {
        let cookie = format!("exchequer={}", ann.token.clone().unwrap());
        let stranger = Visitor { token: None, ..ann.clone() };
        let started = std::time::Instant::now();
        let page = stranger.ask("GET", path, &[("cookie", &cookie)], b"").await.is(200).body.clone();
        println!("{path}: {:?}, {} bytes", started.elapsed(), page.len());
        page
    };
    let tables = |page: &str| page.matches("data-stage=\"over\"").count();
    let older = |page: &str| {
        let (before, _) = page.split_once("\">Older tables</a>")?;
        Some(before.rsplit_once("href=\"").unwrap().1.to_owned())
    };
    // Pages that are made once for everybody are made for the first request.
    page("/").await;
    let home = page("/").await;
    assert_eq!(tables(&home), 5);
    // Each table is on exactly one page, and the last page has no link to older ones.
    let (mut next, mut seen, mut pages) = (older(&home), tables(&home), 0);
    while let Some(address) = next {
        let shown = page(&address).await;
        assert!(tables(&shown) > 0 && tables(&shown) <= 50 && shown.len() < 60_000, "{} bytes", shown.len());
        (seen, pages, next) = (seen + tables(&shown), pages + 1, older(&shown));
    }
    assert_eq!((seen, pages), (TABLES, (TABLES - 5).div_ceil(50)));
    // The same for programs.
    let mut listed = Vec::new();
    let mut path = "/api/visitors/me/tables".to_owned();
    loop {
        let answer = ann.get(&path).await.is(200).json();
        let tables = answer["tables"].as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().to_owned());
        listed.extend(tables);
        let Some(older) = answer["older"].as_str() else { break };
        path = format!("/api/visitors/me/tables?before={older}");
    }
    let all: Vec<String> = (0..TABLES).rev().map(|number| format!("{number:0>12}")).collect();
    assert!(listed == all, "{} tables", listed.len());
    assert_eq!(ann.get("/api/visitors/me/tables?before=yesterday").await.is(400).code(), "bad_request");
    // A visitor without finished tables is told so.
    let nobody = open.visitor().await;
    assert!(nobody.get("/past").await.is(200).body.contains("None of your tables is over yet"));
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_table_does_not_end_the_list_of_older_ones() {
    const TABLES: usize = 120;
    let token = token::visitor();
    let data = tempfile::tempdir().unwrap();
    with_a_long_past(data.path(), &token::hash(&token), TABLES).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(data.path().join("exchequer.sqlite"));
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    sqlx::query("UPDATE game_table SET founding = '{' WHERE id = '000000000090'").execute(&pool).await.unwrap();
    pool.close().await;
    let open = Open::on(data, no_limits(), Duration::ZERO).await;
    let ann = Visitor { address: open.address, token: Some(token) };
    let (mut listed, mut path) = (0, "/api/visitors/me/tables".to_owned());
    loop {
        let answer = ann.get(&path).await.is(200).json();
        listed += answer["tables"].as_array().unwrap().len();
        let Some(older) = answer["older"].as_str() else { break };
        path = format!("/api/visitors/me/tables?before={older}");
    }
    assert_eq!(listed, TABLES - 1);
    open.close().await;
}
