//! Requests that make no sense, at every address: a status that fits, nothing changed, nobody stumbles.

use crate::{
    child::House,
    common::{Answer, Visitor, invitation, raw, raw_and_no_more, request, visitor},
};
use kernel::{Luck, Seeded};
use serde_json::json;
use std::fs::File;

/// Every address of the house, with gaps for a table, a word and a number.
const ADDRESSES: [&str; 37] = [
    "/",
    "/along",
    "/along/{word}",
    "/new/{word}",
    "/rules/{word}",
    "/tables",
    "/past?before={number}-{table}",
    "/t/{table}",
    "/t/{table}/join/{word}",
    "/t/{table}/fragment",
    "/calls",
    "/calls/{word}",
    "/calls/confirm/{word}",
    "/calls/stop/{word}",
    "/t/{table}/record",
    "/t/{table}/chat?after={number}",
    "/t/{table}/{word}",
    "/t/{table}?at={number}&invite={word}",
    "/t/{table}/fragment?at={number}",
    "/api/openapi.json",
    "/api/visitors/me/tables",
    "/api/visitors/me/tables?before={word}",
    "/api/visitors/me/calls",
    "/api/bots",
    "/api/games",
    "/api/games/{word}",
    "/api/games/{word}/rules",
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{table}?at={number}&from={number}",
    "/api/tables/{table}/record",
    "/api/tables/{table}/chat?after={number}",
    "/api/tables/{table}/{word}",
    "/assets/{word}",
    "/healthz",
    "/metrics",
    "/{word}/{word}",
];

const METHODS: [&str; 8] = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW"];

const WORDS: [&str; 26] = [
    "economy",
    "play",
    "sit",
    "bot",
    "leave",
    "close",
    "hurry",
    "say",
    "undo",
    "restart",
    "ask",
    "agree",
    "decline",
    "rename",
    "hand-over",
    "resume",
    "rematch",
    "play-on",
    "%00",
    "%ff%fe",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%5c",
    "%F0%9F%92%A5",
    "<script>",
    "'--",
    "%",
];

const NUMBERS: [&str; 10] =
    ["0", "-1", "1", "99999999999999999999999999", "18446744073709551615", "1e9", "NaN", "%31", "", "9223372036854775808"];

const KINDS: [&str; 7] = [
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "",
    "\u{fe}",
];

fn one_of<'a>(list: &[&'a str], luck: &mut Seeded) -> &'a str {
    list[luck.between(0, list.len() as u32 - 1) as usize]
}

/// A body of some kind, sensible or not.
fn body(luck: &mut Seeded) -> Vec<u8> {
    let bodies: [&[u8]; 27] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\"x\"",
        b"{}",
        b"\xff\xfe\x00",
        b"{\"action\":\"\xff\"}",
        b"{\"action\":1}",
        b"{\"action\":\"move a1\",\"version\":-1}",
        b"{\"action\":\"move a1\",\"version\":18446744073709551615}",
        b"{\"action\":\"move a1\",\"seat\":0}",
        b"{\"action\":\"move a1\",\"seat\":17}",
        b"{\"seat\":1e400}",
        b"{\"seat\":1.5,\"name\":\"x\"}",
        b"{\"name\":{\"a\":[1,2,{\"b\":null}]},\"at\":-5}",
        b"{\"at\":99999999999,\"bot\":\"\\u0000\"}",
        b"{\"game\":\"economy\",\"option\":{\"players\":-1}}",
        b"{\"game\":\"economy\",\"option\":\"x\",\"seat\":{\"1\":\"bot:\"}}",
        b"{\"game\":\"economy\",\"name\":\"\\u202e\"}",
        b"{\"game\":\"economy\",\"name\":\"\\u3164\"}",
        b"{\"game\":\"economy\",\"seat\":[\"elephant\"]}",
        b"{\"game\":\"economy\",\"option\":{\"players\":2,\"starter\":\"host_choice\",\"starting_seat\":5}}",
        b"game=economy&option.players=0",
        b"game=%ff&name=%",
        b"action=move+a1&version=-1&seat=99",
        b"=&=&&&=x",
    ];
    match luck.between(0, 30) {
        27 => b"[".repeat(30_000),
        28 => [b"{\"a\":".repeat(10_000), b"1".to_vec(), b"}".repeat(10_000)].concat(),
        29 => vec![b'x'; 70_000],
        30 => (0..luck.between(1, 400)).map(|_| luck.between(0, 255) as u8).collect(),
        index => bodies[index as usize].to_vec(),
    }
}

fn fits(answer: &Answer, what: &str) {
    assert!(answer.status < 500, "{what}: {answer:?}");
    assert!(answer.status != 101 && answer.status != 201, "{what}: {answer:?}");
    // What is no HTTP is refused before it comes to the house.
    if answer.header("content-security-policy").is_none() {
        assert!(matches!(answer.status, 400 | 414 | 431), "{what}: {answer:?}");
    } else if what.contains(" /api/") && answer.status >= 400 && !what.starts_with("HEAD") {
        let error = &answer.json()["error"];
        assert!(error["code"].is_string() && error["message"].is_string(), "{what}: {answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let house = House::open(&folder.path().join("data"), "warn", File::create(&log).unwrap());
    let (ann, bob, eve) = (visitor(house.address).await, visitor(house.address).await, visitor(house.address).await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2 } })).await;
    let invite = invitation(&ann.table(&id).await);
    let waiting = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2 } })).await;
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    for choice in 0..3 {
        ann.move_once(&id, choice).await;
        bob.move_once(&id, choice).await;
    }
    let tables = [id.as_str(), waiting.as_str()];
    let mut before = Vec::new();
    for table in tables {
        before.push((ann.table(table).await, eve.table(table).await));
    }

    // Somebody who has no seat here sends anything anywhere.
    let mut luck = Seeded::new(11);
    for _ in 0..1500 {
        let method = one_of(&METHODS, &mut luck);
        let mut path = one_of(&ADDRESSES, &mut luck).to_owned();
        for _ in 0..2 {
            let table = one_of(&[&id, &waiting, "000000000000", "x", "%ff", "0000000000000"], &mut luck);
            path = path.replacen("{table}", table, 1);
            path = path.replacen("{word}", one_of(&WORDS, &mut luck), 1);
            path = path.replacen("{number}", one_of(&NUMBERS, &mut luck), 1);
        }
        let body = body(&mut luck);
        // An honest request for a new table is no nonsense.
        if path.ends_with("/tables") && body.starts_with(b"{\"game\":\"economy\",\"option\":\"x\"") {
            continue;
        }
        let kind = one_of(&KINDS, &mut luck);
        let token = eve.token.clone().unwrap();
        let (bearer, cookie) = (format!("Bearer {token}"), format!("exchequer={token}"));
        let who = match luck.between(0, 4) {
            0 => ("authorization", "Bearer nonsense"),
            1 => ("cookie", "exchequer=<script>"),
            2 => ("cookie", cookie.as_str()),
            _ => ("authorization", bearer.as_str()),
        };
        let what = format!("{method} {path} {kind} {who:?} {:?}", String::from_utf8_lossy(&body[..body.len().min(80)]));
        // A house that has refused a long body may close before it is read; then there is no answer to be had.
        match raw(house.address, &request(method, &path, &[("content-type", kind), who], &body)).await {
            Some(answer) => fits(&answer, &what),
            None => assert!(body.len() > 60_000, "{what}: no answer"),
        }
    }

    // Those who have a seat send what cannot be meant.
    let verbs = "say sit bot leave close play undo restart ask agree decline hand-over resume play-on";
    for verb in verbs.split(' ') {
        for seat in [json!(-1), json!(0), json!(17), json!(1.5), json!("x"), json!(true), json!(u64::MAX), json!("１")] {
            for player in [&ann, &bob] {
                let body = json!({ "seat": seat, "name": "x", "action": "move a1", "at": 1, "text": "x" });
                player.command(&id, verb, body).await.is(400);
            }
        }
        for kind in ["text/plain", "image/png", ""] {
            ann.ask("POST", &format!("/api/tables/{id}/{verb}"), &[("content-type", kind)], b"{}").await.is(415);
        }
        for body in [&b"{"[..], b"[]", b"7", b"\xff", b"{\"seat\":1e999}", b"{\"a\":\"\\ud800\"}"] {
            ann.ask("POST", &format!("/api/tables/{id}/{verb}"), &[("content-type", "application/json")], body).await.is(400);
        }
    }
    for version in [json!(0), json!(1), json!(u64::MAX), json!(1_000_000)] {
        let table = ann.table(&id).await;
        let one = if Visitor::choices(&table).is_empty() { &bob } else { &ann };
        let action = Visitor::choices(&one.table(&id).await)[0].clone();
        one.command(&id, "play", json!({ "action": action, "version": version })).await.is(409);
    }

    // What is hardly a request at all.
    for bytes in [
        &b"\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n: x\r\nconnection: close\r\n\r\n",
        b"GET http://[::1 HTTP/1.1\r\nhost: x\r\n\r\n",
        b"POST /tables HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /tables HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx",
        b"POST /tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense-nonsense-nonsense-nonsense",
    ] {
        if let Some(answer) = raw_and_no_more(house.address, bytes).await {
            assert!((400..500).contains(&answer.status), "{answer:?}");
        }
    }
    let long = "x".repeat(50_000);
    for (path, headers) in [(format!("/t/{long}"), vec![]), ("/".to_owned(), vec![("cookie", long.as_str())])] {
        let answer = raw(house.address, &request("GET", &path, &headers, b"")).await.unwrap();
        assert!(answer.status < 500, "{answer:?}");
    }

    for (table, before) in tables.iter().zip(before) {
        assert_eq!((ann.table(table).await, eve.table(table).await), before, "nothing was changed");
    }
    ann.get("/healthz").await.is(200);
    assert!(house.terminate());
    let logged = std::fs::read_to_string(log).unwrap();
    assert!(!logged.contains("panicked") && !logged.contains("\"ERROR\""), "{logged}");
}
