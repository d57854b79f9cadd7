//! What one client can make the house do: records of long games, coming and going, tables where only bots play, ambiguous
//! requests.

use crate::{
    child::House,
    common::{Open, Visitor, no_limits, raw, request, visitor},
};
use house::{
    hall::{Hall, sits},
    storage::{Store, sqlite::Sqlite},
    table::{
        Founding, Holder, Live, LogEntry,
        timing::{AtEnd, Timing},
    },
    token,
    web::{Access, Limits},
};
use kernel::{Key, Seats};
use serde_json::json;
use std::{
    fs::File,
    num::NonZeroU32,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

/// A folder with the table of a finished game of at least `entries` entries; returns the table's name. Until then both players
/// play at random and take back most of it, so that the game does not end; then they play as well as the bot `steady`.
async fn long_game(data: &Path, game: &str, entries: u64) -> String {
    std::fs::create_dir_all(data).unwrap();
    let rules = engine::game(game).unwrap();
    let options = rules.options(&serde_json::Map::from_iter([("players".to_owned(), 2.into())])).unwrap();
    let founding = Founding { secret: Key::of(&[b"a long game"]), ..founding(game, options) };
    let mut live = Live::new(token::table(), founding.clone());
    let mut log: Vec<LogEntry> = seated().chain([LogEntry::began(0)]).collect();
    log.iter_mut().for_each(|entry| live.take(entry).unwrap());
    let budget = bots::Budget { nodes: Some(1000), time: None };
    while let Some(table) = live.game().filter(|table| !table.turn().is_over()) {
        let seat = table.turn().concerned().lowest().unwrap();
        let grows = live.sequence < entries;
        let action = table.bot(seat, if grows { "random" } else { "steady" }, live.sequence, &budget).unwrap();
        let mut happens = vec![LogEntry::acted(seat, action, live.sequence)];
        if grows && !live.sequence.is_multiple_of(16) {
            happens.push(LogEntry::took_back(seat, true));
        }
        for mut entry in happens {
            live.take(&mut entry).unwrap();
            log.push(entry);
        }
        assert!(live.sequence < entries + 5000, "{game} does not end");
    }
    assert!(live.sequence >= entries, "{game} ended after {} entries", live.sequence);
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&data.join("exchequer.sqlite")).await.unwrap());
    Hall::new(store, Duration::ZERO).found(founding, log).await.unwrap()
}

/// Two people.
fn seated() -> impl Iterator<Item = LogEntry> {
    Seats::first(2).map(|seat| {
        let holder = Holder::Person(token::hash(&token::visitor()));
        sits(seat, &format!("Player {seat}"), holder, Some("luck"))
    })
}

fn founding(game: &str, options: serde_json::Map<String, serde_json::Value>) -> Founding {
    Founding {
        game: game.into(),
        options,
        seats: 2,
        secret: token::entropy(),
        invite: token::invitation(),
        host: None,
        open: false,
        hot_seat: false,
        edition: None,
        position: None,
        from: None,
        clock: None,
        time: house::clock::now(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_want_the_record_of_a_long_game_cost_little_more_than_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let id = long_game(&data, "economy", 3000).await;
    let log = File::create(folder.path().join("log")).unwrap();
    let house = House::open(&data, "error", log);
    let ann = visitor(house.address).await;
    let seen = ann.table(&id).await;
    assert_eq!(seen["stage"], "over");
    let (memory, worked) = (house.most_memory(), house.worked());
    let asking = (0..100).map(|number| {
        let (ann, path) =
            (ann.clone(), if number % 2 == 0 { format!("/t/{id}/record") } else { format!("/api/tables/{id}/record") });
        tokio::spawn(async move { ann.get(&path).await })
    });
    let asking: Vec<_> = asking.collect();
    let (mut told, mut refused) = (0, 0);
    for one in asking {
        let answer = one.await.unwrap();
        match answer.status {
            200 => told += 1,
            429 | 503 if answer.header("retry-after").is_some() => refused += 1,
            _ => panic!("{answer:?}"),
        }
    }
    assert!(told >= 8, "{told} were told, {refused} were refused");
    let (memory, all) = (house.most_memory() - memory, house.worked() - worked);
    assert!(memory < 64 << 20, "{memory} bytes for {told} records");
    // The record was produced, so it is now available to everybody.
    let worked = house.worked();
    for _ in 0..50 {
        ann.get(&format!("/t/{id}/record")).await.is(200);
    }
    let again = house.worked() - worked;
    let plain = ann.get(&format!("/t/{id}/record")).await;
    assert!(plain.body.len() > 100_000 && plain.header("content-disposition").unwrap().contains(&id));
    assert_eq!(ann.get(&format!("/api/tables/{id}/record")).await.json()["record"], plain.body);
    let packed = ann.ask("GET", &format!("/t/{id}/record"), &[("accept-encoding", "br, gzip;q=0.5")], b"").await;
    assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")));
    for never in ["br", "gzip;q=0", "identity"] {
        let unpacked = ann.ask("GET", &format!("/t/{id}/record"), &[("accept-encoding", never)], b"").await;
        assert!(unpacked.header("content-encoding").is_none() && unpacked.body == plain.body, "{never}");
    }
    // Producing it once takes a few tenths of a second here; it was produced once, or twice at the same time.
    assert!(all < Duration::from_secs(6) && again < Duration::from_secs(2), "{all:?} for {told} records, {again:?} for 50 more");
}

/// The present log of a table. Asking for it does not count as looking at the table.
async fn told(ann: &Visitor, id: &str) -> String {
    ann.get(&format!("/t/{id}/log")).await.is(200).body.clone()
}

fn bots_alone() -> serde_json::Value {
    json!({ "game": "economy", "option": { "players": 2 }, "seat": ["bot:random", "bot:random"] })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_alone_rest_when_nobody_looks() {
    let open = Open::patient(Duration::from_millis(700), Duration::from_millis(40)).await;
    let ann = open.visitor().await;
    let id = ann.found(bots_alone()).await;
    let begun = told(&ann, &id).await;
    tokio::time::sleep(Duration::from_millis(2000)).await;
    let rests = told(&ann, &id).await;
    assert_ne!(rests, begun, "the person who makes a table looks at it");
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(told(&ann, &id).await, rests, "nobody has looked for a while");
    // A visit makes them go on.
    let seen = ann.table(&id).await;
    let now = ann.until(&id, |table| table["version"].as_u64() > seen["version"].as_u64()).await;
    assert_eq!(now["stage"], "running");
    // And while somebody has the table open they go on.
    let _stream = ann.listen(&id).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let before = told(&ann, &id).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_ne!(told(&ann, &id).await, before, "somebody looks");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_few_tables_of_bots_alone_in_play() {
    let limits = Limits { bot_tables: number(2), ..no_limits() };
    let open = Open::with(limits, Duration::from_millis(60)).await;
    let ann = open.visitor().await;
    let mut tables = Vec::new();
    for _ in 0..5 {
        tables.push(ann.found(bots_alone()).await);
    }
    // Bots that play with a person are not counted.
    let with_people = json!({ "game": "economy", "option": { "players": 2 }, "seat": ["you", "bot:random"] });
    let own = ann.found(with_people).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut before = Vec::new();
    for id in &tables {
        before.push(told(&ann, id).await);
    }
    tokio::time::sleep(Duration::from_millis(800)).await;
    let mut moved = Vec::new();
    for (id, before) in tables.iter().zip(&before) {
        moved.push(told(&ann, id).await != *before);
    }
    assert_eq!(moved, [false, false, false, true, true], "the last two that were looked at");
    // Looking at another table makes that one go on.
    let seen = ann.table(&tables[0]).await;
    ann.until(&tables[0], |table| table["version"].as_u64() > seen["version"].as_u64()).await;
    ann.until(&own, |table| !Visitor::choices(table).is_empty()).await;
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_fills_a_log_by_coming_and_going() {
    let proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let access = Access { limits: Limits { comings: number(6), ..no_limits() }, proxies, ..Access::default() };
    let open = Open::to(access).await;
    let ann = open.visitor().await;
    let fields = json!({ "game": "economy", "open": true, "option": { "players": 4 } });
    let id = ann.found(fields.clone()).await;
    let come_and_go = async |id: &str, from: &str, times: usize| {
        let mut done = 0;
        for _ in 0..times {
            // A new visitor each time, like somebody who clears their cookies.
            let eve = open.visitor().await;
            for verb in ["sit", "leave"] {
                let bearer = format!("Bearer {}", eve.token.as_ref().unwrap());
                let headers = [("x-forwarded-for", from), ("authorization", &bearer), ("content-type", "application/json")];
                let body = if verb == "sit" { &br#"{"name":"Eve"}"#[..] } else { b"{}" };
                let answer =
                    raw(open.address, &request("POST", &format!("/api/tables/{id}/{verb}"), &headers, body)).await.unwrap();
                assert!([200, 403, 429].contains(&answer.status), "{answer:?}");
                done += usize::from(answer.status == 200);
            }
        }
        done
    };
    let before = ann.table(&id).await["version"].as_u64().unwrap();
    assert_eq!(come_and_go(&id, "192.0.2.1", 20).await, 6);
    assert_eq!(ann.table(&id).await["version"].as_u64().unwrap(), before + 6);
    // Other addresses have their own limit, and so has each table.
    assert_eq!(come_and_go(&id, "192.0.2.2", 2).await, 4);
    let other = ann.found(fields).await;
    assert_eq!(come_and_go(&other, "192.0.2.1", 2).await, 4);
    open.close().await;

    // Many addresses together have a limit, too.
    let open = Open::new().await;
    let ann = open.visitor().await;
    let id = ann.found(json!({ "game": "economy", "open": true, "option": { "players": 4 } })).await;
    let eve = open.visitor().await;
    let refused = 'coming: {
        for _ in 0..400 {
            for (verb, body) in [("sit", json!({ "name": "Eve" })), ("leave", json!({}))] {
                let answer = eve.command(&id, verb, body).await;
                if answer.status != 200 {
                    break 'coming answer;
                }
            }
        }
        panic!("no end");
    };
    assert!(refused.is(409).body.contains("coming and going"), "{refused:?}");
    assert!(ann.table(&id).await["version"].as_u64().unwrap() <= 500);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_has_one_meaning() {
    let open = Open::new().await;
    let ask = async |text: &str| raw(open.address, text.as_bytes()).await.map(|answer| (answer.status, answer.body));
    let two_hosts = "GET /api/games HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    let same_hosts = "GET /api/games HTTP/1.1\r\nhost: localhost\r\nHost: localhost\r\nconnection: close\r\n\r\n";
    let another_host = "GET http://localhost/api/games HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    assert_eq!(ask(&another_host.replace("evil.example", "localhost")).await.unwrap().0, 200);
    for hosts in [two_hosts, same_hosts, another_host] {
        let (status, body) = ask(hosts).await.unwrap();
        assert!(status == 400 && body.contains("names two hosts"), "{body}");
        assert_eq!(ask(&hosts.replace("/api/games", "/healthz")).await.unwrap().0, 400);
    }
    let post = |headers: &str, body: &str| format!("POST /api/visitors HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n{body}");
    let (length, chunked) = ("content-length: 2\r\ncontent-type: application/json\r\n", "transfer-encoding: chunked\r\n");
    let (plain, chunks) = ("{}", "2\r\n{}\r\n0\r\n\r\n");
    let close = "connection: close\r\n";
    assert_eq!(ask(&post(&format!("{close}{length}"), plain)).await.unwrap().0, 201);
    assert_eq!(ask(&post(&format!("{close}{chunked}"), chunks)).await.unwrap().0, 201);
    for both in [format!("{length}{chunked}"), format!("{chunked}{length}"), format!("{chunked}Content-Length: 12\r\n")] {
        let answer = ask(&post(&both, chunks)).await.unwrap();
        assert!(answer.0 == 400 && answer.1.contains("twice"), "{both}: {answer:?}");
        // The same after other requests on the connection; bytes that follow it are not read as a request.
        let smuggled = "GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n";
        let before = post(chunked, chunks) + &post(length, plain);
        let mut line = TcpStream::connect(open.address).await.unwrap();
        line.write_all(format!("{before}{}{smuggled}", post(&both, chunks)).as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        let _ = line.read_to_end(&mut bytes).await;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let statuses: Vec<&str> = text.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
        assert_eq!(statuses, ["201", "201", "400"], "{both}: {text}");
    }
    // A body comes in one piece or in many, but their number is limited.
    let ann = open.visitor().await;
    let bearer = format!("authorization: Bearer {}\r\ncontent-type: application/json\r\n", ann.token.as_ref().unwrap());
    for (pieces, status) in [(1, 201), (3000, 201), (50_000, 400)] {
        let body = format!("{}12\r\n{{\"game\":\"economy\"}}\r\n0\r\n\r\n", "1\r\n \r\n".repeat(pieces));
        let text = format!("POST /api/tables HTTP/1.1\r\nhost: localhost\r\n{close}{bearer}{chunked}\r\n{body}");
        assert_eq!(ask(&text).await.map(|answer| answer.0), Some(status), "{pieces}");
    }
    for lengths in ["content-length: 2\r\ncontent-length: 3\r\n", "content-length: 2, 3\r\n", "content-length: +2\r\n"] {
        assert_eq!(ask(&post(lengths, plain)).await.unwrap().0, 400, "{lengths}");
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_with_many_tables_closes_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let house = House::open(&folder.path().join("data"), "warn", File::create(&path).unwrap());
    let ann = visitor(house.address).await;
    for _ in 0..40 {
        ann.found(bots_alone()).await;
    }
    for _ in 0..10 {
        ann.found(json!({ "game": "economy", "option": { "players": 2 }, "seat": ["you", "bot:steady"] })).await;
    }
    assert!(tokio::task::spawn_blocking(move || house.terminate()).await.unwrap());
    let said = std::fs::read_to_string(path).unwrap();
    // On a busy machine the store may have been slow; such an answer is not about a table.
    let said: Vec<&str> = said.lines().filter(|line| !line.contains("sqlx::pool")).collect();
    assert!(said.is_empty(), "{said:#?}");
}

/// A house that is killed again and again, and two people at a table in it.
struct Killed {
    house: House,
    people: [Visitor; 2],
}

impl Killed {
    /// Kills the house and opens it again.
    async fn again(self, data: &Path, log: &Path) -> Killed {
        self.house.kill();
        let house = House::open(data, "error", File::options().append(true).create(true).open(log).unwrap());
        let people = self.people.map(|one| Visitor { address: house.address, ..one });
        Killed { house, people }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_gives_nobody_time_back() {
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let house = House::open(&data, "error", File::create(&log).unwrap());
    let people = [visitor(house.address).await, visitor(house.address).await];
    let (each, reserve) = (1000, 600_000);
    let clock = json!({ "pace": "seconds", "each": 1, "reserve": 600 });
    let option = json!({ "players": 2, "starter": "first_seat" });
    let id = people[0].found(json!({ "game": "economy", "open": true, "clock": clock, "option": option })).await;
    people[1].command(&id, "sit", json!({ "name": "Bob" })).await.is(200);
    let mut open_for = Duration::ZERO;
    let left = async |one: &Visitor| one.table(&id).await["seats"][0]["reserve"].as_u64().unwrap();
    let mut killed = Killed { house, people };
    for _ in 0..3 {
        let opened = Instant::now();
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let before = left(&killed.people[0]).await;
        open_for += opened.elapsed();
        killed = killed.again(&data, &log).await;
        assert!(left(&killed.people[0]).await <= before);
    }
    while !Visitor::choices(&killed.people[0].table(&id).await).is_empty() {
        killed.people[0].move_once(&id, 0).await.unwrap().is(200);
    }
    let (used, after) = (open_for.as_millis() as u64, left(&killed.people[0]).await);
    assert!(after < reserve + each - used + 1000, "{after} of {reserve} left after {used} milliseconds");
    // Time that was used stays used, however often and soon the house is killed.
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(300)).await;
        killed = killed.again(&data, &log).await;
        assert!(left(&killed.people[0]).await <= after + 1000);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_was_wrong_gives_nobody_hours() {
    // The system's clock was three hours fast when the game began, and was set back.
    for known in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir_all(&data).unwrap();
        let wrong = house::clock::now() + 3 * 3_600_000;
        let clock = Some(Timing { each: 1000, reserve: 0, end: AtEnd::Bot });
        let options = json!({ "players": 2, "starter": "first_seat" });
        let options = engine::game("economy").unwrap().options(options.as_object().unwrap()).unwrap();
        let founding = Founding { clock, time: wrong, ..founding("economy", options) };
        let file = data.join("exchequer.sqlite");
        let store = Sqlite::open(&file).await.unwrap();
        let id = {
            let hall = Hall::new(Arc::new(store), Duration::ZERO);
            hall.found(founding, seated().chain([LogEntry::began(wrong)]).collect()).await.unwrap()
        };
        if known {
            let file = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
            let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
            sqlx::query("UPDATE house SET pulse = ?1").bind(wrong as i64).execute(&pool).await.unwrap();
            pool.close().await;
        }
        let log = File::create(folder.path().join("log")).unwrap();
        let house = House::open(&data, "error", log);
        let ann = visitor(house.address).await;
        let began = Instant::now();
        ann.until(&id, |table| table["seats"][0]["ran_out"] == true).await;
        assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_makes_a_table_slow_to_read_by_taking_back() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder.path().join("exchequer.sqlite")).await.unwrap());
    let hall = Hall::new(store, Duration::ZERO);
    let options =
        engine::game("economy").unwrap().options(&serde_json::Map::from_iter([("players".to_owned(), 2.into())])).unwrap();
    let id = hall.found(founding("economy", options), seated().chain([LogEntry::began(0)]).collect()).await.unwrap();
    let there_and_back = async |times: usize| {
        let decide = move |live: &Live| {
            let table = live.game().unwrap();
            let seat = table.turn().concerned().lowest().unwrap();
            let action = table.fallback(seat).unwrap();
            let again = [LogEntry::acted(seat, action, 0), LogEntry::took_back(seat, true)];
            Ok(std::iter::repeat_n(again, times).flatten().collect())
        };
        hall.change(&id, decide).await
    };
    for _ in 0..10 {
        there_and_back(500).await.unwrap();
    }
    let refused = there_and_back(1).await.unwrap_err();
    assert!(refused.status == 409 && refused.message.contains("taken back"), "{refused:?}");
}
