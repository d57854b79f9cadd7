//! The interface for programs: every route is documented, every command does what it says, every refusal says why.

use crate::common::{Open, Visitor, invitation, over, play, two_at_a_table};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_and_the_routes_are_the_same() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let document = ann.get("/api/openapi.json").await.is(200).json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
    let paths = document["paths"].as_object().unwrap();
    for (path, methods) in paths {
        let address = path.replace("{game}", "economy").replace("{table}", &id);
        for method in ["get", "post", "put", "delete", "patch"] {
            let documented = methods.get(method).is_some();
            if documented && address.ends_with("/stream") {
                continue;
            }
            let answer = bob.ask(&method.to_uppercase(), &address, &[("content-type", "application/json")], b"{}").await;
            assert_eq!(answer.status != 405, documented, "{method} {path}: {answer:?}");
            assert_ne!(answer.status, 404, "{method} {path}: {answer:?}");
            assert!(answer.status < 500, "{method} {path}: {answer:?}");
            if documented {
                let told = methods[method]["responses"].as_object().unwrap();
                assert!(
                    told.contains_key(&answer.status.to_string()),
                    "{method} {path} answers {}, not documented",
                    answer.status
                );
                let parameters = methods[method]["parameters"].as_array().cloned().unwrap_or_default();
                let named =
                    parameters.iter().filter(|one| one["in"] == "path").map(|one| one["name"].as_str().unwrap().to_owned());
                let braces = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).map(str::to_owned);
                assert_eq!(named.collect::<BTreeSet<_>>(), braces.collect::<BTreeSet<_>>(), "{path}");
            }
        }
    }
    // Every command that a page sends is documented too.
    let page = ann.get(&format!("/t/{id}")).await.is(200).body.clone();
    for part in page.split(&format!("action=\"/t/{id}/")).skip(1) {
        let verb = part.split('"').next().unwrap();
        assert!(paths.contains_key(&format!("/api/tables/{{table}}/{verb}")), "{verb}");
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_and_two_bots_play_a_whole_game() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let founding = json!({
        "game": "economy", "name": "Ann", "option": { "players": 4 }, "open": false,
        "seat": ["you", "bot:steady", "person", "bot:random"],
    });
    let made = ann.post("/api/tables", founding).await.is(201).json();
    let id = made["table"].as_str().unwrap();
    assert_eq!(made["stage"], "waiting");
    assert_eq!(made["own"], json!([1]));
    assert!(open.stranger().get("/api/tables").await.json()["tables"].as_array().unwrap().is_empty(), "not listed");
    ann.get(&format!("/api/tables/{id}/record")).await.is(409);
    bob.command(id, "sit", json!({ "name": "Bob" })).await.is(403);
    bob.command(id, "sit", json!({ "name": "Bob", "invite": "wrong" })).await.is(403);
    bob.command(id, "sit", json!({ "name": "Bob", "invite": invitation(&made), "seat": 1 })).await.is(409);
    bob.command(id, "sit", json!({ "name": "Bob", "invite": invitation(&made), "luck": "my own" })).await.is(200);
    let table = play(&[&ann, &bob], id, 2000).await;
    assert!(over(&table), "{table}");
    assert!(table["outcome"].is_object() || table["outcome"].is_array(), "{}", table["outcome"]);
    assert!(!table["score"].as_array().unwrap().is_empty());
    assert!(Visitor::choices(&table).is_empty());
    ann.command(id, "play", json!({ "action": "move a1" })).await.is(409);
    ann.command(id, "undo", json!({})).await.is(409);
    ann.command(id, "ask", json!({})).await.is(409);
    ann.command(id, "hand-over", json!({})).await.is(409);
    ann.command(id, "resume", json!({})).await.is(409);

    // Every moment can be looked at, and the record replays anywhere.
    let stops = table["chart"]["stops"].as_array().unwrap();
    let middle = &stops[stops.len() / 2][1];
    let then = ann.get(&format!("/api/tables/{id}?at={middle}")).await.is(200).json();
    assert_ne!(then["view"], table["view"]);
    ann.get(&format!("/api/tables/{id}?at=99999")).await.is(404);
    let page = open.stranger().get(&format!("/t/{id}?at={middle}")).await;
    page.is(200);
    let record = open.stranger().get(&format!("/api/tables/{id}/record")).await.is(200).json();
    let record = record["record"].as_str().unwrap().to_owned();
    assert_eq!(open.stranger().get(&format!("/t/{id}/record")).await.is(200).body, record);
    let read = kernel::Record::read(&record).unwrap();
    assert!(read.header.secret.is_some(), "the secret is shown at the end");
    let game = engine::game("economy").unwrap();
    let replayed = game.replay(&read, None, engine::secret_of(1)).unwrap();
    assert!(replayed.turn().is_over());

    // A rematch keeps the seats; who asks second is led to the same table.
    open.visitor().await.command(id, "rematch", json!({})).await.is(403);
    let next = ann.command(id, "rematch", json!({})).await.is(200).json();
    assert_eq!(bob.command(id, "rematch", json!({})).await.is(200).json(), next);
    let next = next["table"].as_str().unwrap();
    assert_eq!(ann.table(id).await["next"], next);
    assert_eq!(ann.table(next).await["own"], json!([1]));
    assert_eq!(bob.table(next).await["own"], json!([3]));
    assert_eq!(bob.table(next).await["stage"], "running");

    // Playing on from a moment is alone against bots, at another table.
    bob.command(id, "play-on", json!({})).await.is(400);
    bob.command(id, "play-on", json!({ "at": stops.last().unwrap()[1] })).await.is(409);
    bob.command(id, "play-on", json!({ "at": 99999 })).await.is(404);
    let on = bob.command(id, "play-on", json!({ "at": middle })).await.is(200).json();
    let on = on["table"].as_str().unwrap();
    assert_ne!(on, next);
    let table = bob.table(on).await;
    assert_eq!(table["own"], json!([3]));
    assert_eq!(table["seats"][0]["bot"], "steady");
    let table = bob.until(on, |table| over(table) || !Visitor::choices(table).is_empty()).await;
    assert!(over(&table) || bob.move_once(on, 0).await.unwrap().status == 200);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_done_can_be_taken_back_alone_or_together() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let table = ann.table(&id).await;
    let (first, second) = if Visitor::choices(&table).is_empty() { (&bob, &ann) } else { (&ann, &bob) };
    first.command(&id, "ask", json!({})).await.is(409);
    first.command(&id, "undo", json!({})).await.is(409);

    // To pick a card can be taken back alone.
    let before = first.table(&id).await;
    first.move_once(&id, 0).await.unwrap().is(200);
    let picked = first.table(&id).await;
    assert_eq!(picked["undoable"], 1);
    second.command(&id, "undo", json!({})).await.is(409);
    first.command(&id, "undo", json!({ "version": before["version"] })).await.is(409);
    first.command(&id, "undo", json!({ "version": picked["version"] })).await.is(200);
    assert_eq!(first.table(&id).await["view"], before["view"]);
    first.command(&id, "undo", json!({ "version": picked["version"] })).await.is(409);
    first.move_once(&id, 1).await.unwrap().is(200);
    first.command(&id, "restart", json!({})).await.is(200);
    assert_eq!(first.table(&id).await["view"], before["view"]);

    // What others have seen can be taken back when all agree.
    first.move_once(&id, 0).await.unwrap().is(200);
    first.move_once(&id, 0).await.unwrap().is(200);
    let placed = first.table(&id).await;
    second.move_once(&id, 0).await.unwrap().is(200);
    first.command(&id, "agree", json!({})).await.is(409);
    first.command(&id, "ask", json!({})).await.is(200);
    assert_eq!(second.table(&id).await["request"]["missing"], second.table(&id).await["own"]);
    first.command(&id, "agree", json!({})).await.is(403);
    open.visitor().await.command(&id, "agree", json!({})).await.is(403);
    second.command(&id, "decline", json!({})).await.is(200);
    assert!(second.table(&id).await["request"].is_null());
    first.command(&id, "ask", json!({})).await.is(200);
    second.command(&id, "agree", json!({})).await.is(200);
    assert_eq!(first.table(&id).await["view"], placed["view"]);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_bots_the_own_last_action_can_be_taken_back() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    let id = ann.found(json!({ "game": "economy", "quick": true, "option": { "players": 2 } })).await;
    let own_turn = |table: &Value| !Visitor::choices(table).is_empty();
    let start = ann.until(&id, own_turn).await;
    ann.command(&id, "ask", json!({})).await.is(409);
    ann.move_once(&id, 0).await.unwrap().is(200);
    let chosen = ann.table(&id).await;
    ann.move_once(&id, 0).await.unwrap().is(200);
    ann.until(&id, own_turn).await;
    ann.command(&id, "ask", json!({})).await.is(200);
    let back = ann.until(&id, own_turn).await;
    assert_eq!(back["view"], chosen["view"]);
    ann.command(&id, "undo", json!({})).await.is(200);
    assert_eq!(ann.table(&id).await["view"], start["view"]);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_stands_in_and_can_be_hurried() {
    let open = Open::patient(Duration::ZERO, Duration::from_secs(600)).await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    bob.command(&id, "resume", json!({})).await.is(409);
    bob.command(&id, "hand-over", json!({ "bot": "nobody" })).await.is(400);
    bob.command(&id, "hand-over", json!({ "seat": 1 })).await.is(403);
    bob.command(&id, "hand-over", json!({ "bot": "steady" })).await.is(200);
    bob.command(&id, "hand-over", json!({ "bot": "steady" })).await.is(409);
    assert_eq!(ann.table(&id).await["seats"][1]["bot"], "steady");
    // The bot thinks for ten minutes unless it is hurried.
    let mut moved = 0;
    while moved < 6 {
        open.visitor().await.command(&id, "hurry", json!({})).await.is(403);
        ann.command(&id, "hurry", json!({})).await.is(200);
        ann.until(&id, |table| table["awaited"] == json!([1])).await;
        moved += usize::from(ann.move_once(&id, 3).await.unwrap().status == 200);
    }
    bob.command(&id, "resume", json!({})).await.is(200);
    bob.command(&id, "resume", json!({})).await.is(409);
    assert!(ann.table(&id).await["seats"][1]["bot"].is_null());
    // Who made the table may hand over the seat of somebody who went away.
    ann.command(&id, "hand-over", json!({ "seat": 2 })).await.is(200);
    ann.command(&id, "hand-over", json!({ "seat": 3 })).await.is(403);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_are_taken_given_up_and_shared_on_one_device() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 3 } })).await;
    let listed = bob.get("/api/tables").await.is(200).json();
    assert_eq!((&listed["tables"][0]["table"], &listed["tables"][0]["free"]), (&json!(id), &json!(2)));
    bob.command(&id, "sit", json!({})).await.is(400);
    bob.command(&id, "sit", json!({ "name": "Ann", "seat": 3 })).await.is(200);
    assert_eq!(bob.table(&id).await["seats"][2]["name"], "Ann 2");
    bob.command(&id, "bot", json!({ "seat": 2 })).await.is(403);
    bob.command(&id, "leave", json!({ "seat": 1 })).await.is(403);
    bob.command(&id, "leave", json!({})).await.is(200);
    bob.command(&id, "leave", json!({})).await.is(403);
    ann.command(&id, "leave", json!({ "seat": 3 })).await.is(409);
    ann.command(&id, "bot", json!({ "seat": 2, "bot": "random" })).await.is(200);
    ann.command(&id, "play", json!({ "action": "pick MOT-1" })).await.is(409);
    bob.command(&id, "sit", json!({ "name": "Bob" })).await.is(200);
    assert_eq!(bob.table(&id).await["stage"], "running");
    bob.command(&id, "leave", json!({})).await.is(409);
    assert!(bob.get("/api/tables").await.json()["tables"].as_array().unwrap().is_empty(), "nobody can join any more");

    let hot = json!({ "game": "economy", "name": "Us", "hot_seat": true, "option": { "players": 2 } });
    let id = ann.found(hot).await;
    assert_eq!(ann.table(&id).await["own"], json!([1, 2]));
    let mut viewers = BTreeSet::new();
    for choice in 0..12 {
        viewers.insert(ann.table(&id).await["viewer"].to_string());
        ann.move_once(&id, choice).await.unwrap().is(200);
    }
    assert_eq!(viewers.len(), 2, "the page turns to whoever is to play");

    // `false` is no.
    let no = json!({ "game": "economy", "quick": false, "open": false, "hot_seat": false, "option": { "players": 2 } });
    let id = ann.found(no).await;
    let table = ann.table(&id).await;
    assert_eq!((&table["stage"], &table["own"]), (&json!("waiting"), &json!([1])));
    assert!(bob.get("/api/tables").await.json()["tables"].as_array().unwrap().is_empty());
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_refusal_has_a_status_a_code_and_words() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let table = ann.table(&id).await;
    let (first, second) = if Visitor::choices(&table).is_empty() { (&bob, &ann) } else { (&ann, &bob) };
    let own = first.table(&id).await["own"][0].clone();
    let stale = json!({ "action": "pick x", "version": 0 });
    first.move_once(&id, 0).await.unwrap().is(200);
    let barred = first.command(&id, "play", json!({ "action": "place a1" })).await;
    let cases = [
        (first.command(&id, "play", json!({ "action": "dance" })).await, 400, "action"),
        (first.command(&id, "play", json!({})).await, 400, "bad_request"),
        (first.command(&id, "play", json!({ "action": "pick x", "seat": 99 })).await, 400, "bad_request"),
        (first.command(&id, "play", json!({ "action": "pick x", "version": -1 })).await, 400, "bad_request"),
        (first.command(&id, "play", stale).await, 409, "conflict"),
        (first.command(&id, "play", json!({ "action": "pick x", "version": u64::MAX })).await, 409, "conflict"),
        (second.command(&id, "play", json!({ "action": "place b2", "seat": own })).await, 403, "forbidden"),
        (second.command(&id, "play", json!({ "action": "place b2" })).await, 409, "refused"),
        (open.visitor().await.command(&id, "play", json!({ "action": "place b2" })).await, 403, "forbidden"),
        (first.command(&id, "dance", json!({})).await, 404, "not_found"),
        (first.command("000000000000", "play", json!({ "action": "place b2" })).await, 404, "not_found"),
        (first.get("/api/tables/000000000000").await, 404, "not_found"),
        (first.get("/api/tables/000000000000/stream").await, 404, "not_found"),
        (first.get("/api/games/chess").await, 404, "game"),
        (first.post("/api/tables", json!({ "game": "chess" })).await, 404, "game"),
        (first.post("/api/tables", json!({ "game": "economy", "option": { "players": 99 } })).await, 400, "options"),
        (first.post("/api/tables", json!({ "game": "economy", "option": { "wind": 1 } })).await, 400, "options"),
        (first.post("/api/tables", json!({ "game": "economy", "seat": ["bot:nobody"] })).await, 400, "bad_request"),
        (first.get("/api/nowhere").await, 404, "not_found"),
        (first.ask("DELETE", "/api/games", &[], b"").await, 405, "method_not_allowed"),
        (open.stranger().post("/api/games", json!({})).await, 405, "method_not_allowed"),
        (open.stranger().get("/api/visitors/me/tables").await, 401, "unauthorized"),
        (first.post("/api/tables", json!({ "game": "economy", "seat": ["elephant"] })).await, 400, "bad_request"),
        (first.post("/api/tables", json!({ "game": "economy", "name": "\u{3164}" })).await, 400, "bad_request"),
        (first.get("/api/tables/%ff").await, 400, "bad_request"),
        (first.get(&format!("/api/tables/{id}?at=x")).await, 400, "bad_request"),
        (first.get(&format!("/api/tables/{id}?at=0")).await, 409, "conflict"),
        (open.stranger().post("/api/tables", json!({ "game": "economy" })).await, 401, "unauthorized"),
        (Visitor { token: Some("short".into()), ..open.stranger() }.get("/api/games").await, 401, "unauthorized"),
    ];
    for (index, (answer, status, code)) in cases.iter().enumerate() {
        assert_eq!((answer.status, answer.code().as_str()), (*status, *code), "case {index}: {answer:?}");
        assert!(!answer.json()["error"]["message"].as_str().unwrap().is_empty(), "{answer:?}");
        assert_eq!(answer.json().as_object().unwrap().len(), 1, "{answer:?}");
    }
    // What a rule forbids names the rule.
    assert!(matches!(barred.status, 200 | 409), "{barred:?}");
    let refused = second.command(&id, "play", json!({ "action": "place b2" })).await;
    assert!(refused.json()["error"]["clause"].as_str().unwrap().starts_with("ECO-"), "{refused:?}");
    open.close().await;
}
