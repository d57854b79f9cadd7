//! What a stranger sends in a body costs the house next to nothing, and what does not belong there is refused.

use crate::{
    child::House,
    common::{Open, Visitor, invitation, two_at_a_table, visitor},
};
use serde_json::json;
use std::{fs::File, time::Duration};

/// Bodies of nearly 64 KiB, of every shape that could grow when it is read.
fn heavy() -> Vec<(&'static str, Vec<u8>)> {
    let (json, form) = ("application/json", "application/x-www-form-urlencoded");
    let leaves = |count: usize| (0..count).map(|number| format!("\"{number:x}\":1")).collect::<Vec<_>>().join(",");
    let long = "k".repeat(30_000);
    let deep = |depth: usize, key: &str, inner: &str| {
        [format!("{{\"{key}\":").repeat(depth), inner.to_owned(), "}".repeat(depth)].concat()
    };
    let bodies = [
        // Every leaf has a long way to it.
        format!("{{\"{long}\":{{{}}}}}", leaves(3500)),
        deep(100, &"k".repeat(300), &format!("{{{}}}", leaves(3000))),
        format!("{{\"option\":{{{}}}}}", leaves(6000)),
        format!("{{\"game\":\"economy\",\"option\":{{\"{long}\":{{{}}}}}}}", leaves(3000)),
        format!("{{\"seat\":[{}1]}}", "1,".repeat(30_000)),
        format!("{{\"game\":\"economy\",\"seat\":[{}null]}}", "null,".repeat(12_000)),
        format!("{{\"game\":\"economy\",\"names\":[{}\"\"]}}", "\"\",".repeat(20_000)),
        format!("{{\"name\":\"{}\"}}", "\\u0041".repeat(10_000)),
        format!("{{\"action\":{}", "[".repeat(60_000)),
        deep(120, "a", &format!("[{}0]", "[],".repeat(20_000))),
    ];
    let forms = [
        "a=&".repeat(21_000),
        (0..9000).map(|number| format!("{number}=&")).collect(),
        (0..4000).map(|number| format!("option.{number}=1&")).collect(),
        format!("game=economy&name={}", "%3c".repeat(20_000)),
        format!("{long}.{long}=1"),
    ];
    let of = |kind, bodies: Vec<String>| bodies.into_iter().map(move |body| (kind, body.into_bytes()));
    of(json, bodies.into()).chain(of(form, forms.into())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_body_costs_much() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(&folder.path().join("data"), "warn", File::create(folder.path().join("log")).unwrap());
    let ann = visitor(house.address).await;
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2 } })).await;
    // Once before it is measured, so that what every first request takes is taken.
    let send = async || {
        for path in ["/api/tables", "/tables", &format!("/api/tables/{id}/sit"), &format!("/t/{id}/play")] {
            for (kind, body) in heavy() {
                assert!(body.len() < 64 * 1024, "{}", body.len());
                let answer = ann.ask("POST", path, &[("content-type", kind)], &body).await;
                assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
                assert!(answer.body.len() < 400_000, "{path}: {} bytes back", answer.body.len());
            }
        }
    };
    send().await;
    let (before, worked) = (house.most_memory(), house.worked());
    send().await;
    let (grown, took) = (house.most_memory().saturating_sub(before), house.worked() - worked);
    assert!(before < 200 << 20, "{before} bytes in use");
    assert!(grown < 16 << 20, "{grown} bytes more");
    assert!(took < Duration::from_secs(6), "{took:?} of a processor for {} requests", 4 * heavy().len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_belong_there_is_refused_and_changes_nothing() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 4 } })).await;
    let before = ann.table(&id).await;
    for body in [
        json!({ "name": "Bob", "seat": [1] }),
        json!({ "name": "Bob", "seat": {} }),
        json!({ "name": "Bob", "seat": [] }),
        json!({ "name": "Bob", "seat": "2" }),
        json!({ "name": "Bob", "seat": 2.0 }),
        json!({ "name": 7 }),
        json!({ "name": true }),
        json!({ "name": ["Bob"] }),
        json!({ "name": "Bob", "luck": 7 }),
        json!({ "name": "Bob", "invite": {} }),
        json!({ "name": "Bob", "saet": 2 }),
        json!(["Bob", null, null, null]),
    ] {
        let answer = bob.command(&id, "sit", body.clone()).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_request"), "{body}");
    }
    for (verb, body) in [
        ("bot", json!({ "bot": ["steady"] })),
        ("bot", json!({ "seat": null, "bot": 1 })),
        ("leave", json!({ "name": "Ann" })),
        ("close", json!({ "seat": 1 })),
        ("close", json!([])),
        ("hurry", json!({ "now": true })),
        ("rematch", json!({ "at": 1 })),
        ("play-on", json!({ "at": "1" })),
    ] {
        ann.command(&id, verb, body).await.is(400);
    }
    assert_eq!(ann.table(&id).await, before);
    for body in [
        json!({ "game": "economy", "option": [] }),
        json!({ "game": "economy", "option": { "players": "2" } }),
        json!({ "game": "economy", "option": { "players": [2] } }),
        json!({ "game": "economy", "option": { "players": true } }),
        json!({ "game": ["economy"] }),
        json!({ "game": "economy", "seat": { "1": "you" } }),
        json!({ "game": "economy", "seat": "you" }),
        json!({ "game": "economy", "seat": [1] }),
        json!({ "game": "economy", "option": { "players": 2 }, "seat": ["you", "person", "person"] }),
        json!({ "game": "economy", "quick": 1 }),
        json!({ "game": "economy", "quick": "yes" }),
        json!({ "game": "economy", "options": { "players": 2 } }),
    ] {
        let answer = ann.post("/api/tables", body.clone()).await;
        assert_eq!(answer.status, 400, "{body}: {answer:?}");
    }
    let tables = ann.get("/api/visitors/me/tables").await.json();
    assert_eq!(tables["tables"].as_array().unwrap().len(), 1, "{tables}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn json_is_json_however_its_name_is_written() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    let body = br#"{"game":"economy","option":{"players":2}}"#;
    for kind in ["application/json", "Application/JSON; charset=utf-8", "APPLICATION/JSON;charset=UTF-8", "application/json ;x=y"]
    {
        ann.ask("POST", "/api/tables", &[("content-type", kind)], body).await.is(201);
    }
    for kind in ["application/jsonp", "text/json", "application", "json"] {
        ann.ask("POST", "/api/tables", &[("content-type", kind)], body).await.is(415);
    }
    let form = ann.ask("POST", "/tables", &[("content-type", "Application/X-WWW-Form-URLencoded")], b"game=economy").await;
    form.is(303);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_down_three_times_has_one_seat() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 4 } })).await;
    let mut versions = Vec::new();
    for _ in 0..3 {
        let sat = bob.command(&id, "sit", json!({ "name": "Bob" })).await.is(200).json();
        assert_eq!(sat["seat"], 2, "{sat}");
        versions.push(sat["version"].clone());
    }
    assert_eq!((&versions[1], &versions[2]), (&versions[0], &versions[0]), "nothing more happened");
    assert_eq!(bob.table(&id).await["own"], json!([2]));
    // Further seats on the same device are asked for by their number; asking twice for one is asking once.
    for _ in 0..2 {
        assert_eq!(bob.command(&id, "sit", json!({ "name": "Ben", "seat": 4 })).await.is(200).json()["seat"], 4);
    }
    assert_eq!(bob.table(&id).await["own"], json!([2, 4]));
    bob.command(&id, "sit", json!({ "name": "Ben", "seat": 1 })).await.is(409);
    // At once, too.
    let cat = open.visitor().await;
    let sit = || cat.command(&id, "sit", json!({ "name": "Cat" }));
    let (one, two, three) = tokio::join!(sit(), sit(), sit());
    for answer in [one, two, three] {
        assert_eq!(answer.is(200).json()["seat"], 3);
    }
    let table = cat.table(&id).await;
    assert_eq!((&table["own"], &table["stage"]), (&json!([3]), &json!("running")));
    // Also after the game has begun: it is an answer that was lost.
    cat.command(&id, "sit", json!({ "name": "Cat" })).await.is(200);
    open.visitor().await.command(&id, "sit", json!({ "name": "Eve" })).await.is(409);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_answers_for_a_seat_answers_for_their_own() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let (first, second) = if Visitor::choices(&ann.table(&id).await).is_empty() { (&bob, &ann) } else { (&ann, &bob) };
    let own = first.table(&id).await["own"][0].clone();
    for _ in 0..2 {
        first.move_once(&id, 0).await.unwrap().is(200);
    }
    first.command(&id, "ask", json!({})).await.is(200);
    second.command(&id, "agree", json!({ "seat": own })).await.is(403);
    second.command(&id, "decline", json!({ "seat": own })).await.is(403);
    assert!(!second.table(&id).await["request"].is_null());
    let seat = second.table(&id).await["own"][0].clone();
    second.command(&id, "decline", json!({ "seat": seat })).await.is(200);
    assert!(second.table(&id).await["request"].is_null());
    // An invitation is still shown to whoever was refused.
    let waiting = ann.found(json!({ "game": "economy", "option": { "players": 2 } })).await;
    let invite = invitation(&ann.table(&waiting).await);
    let page = bob.form(&format!("/t/{waiting}/sit"), &[("name", "\u{3164}"), ("seat", "2"), ("invite", &invite)]).await;
    assert!(page.is(400).body.contains(&format!("value=\"{invite}\"")), "{page:?}");
    open.close().await;
}
