//! What stays secret, and what every answer is guarded by.

use crate::{
    child::House,
    common::{Open, Visitor, invitation, no_limits, raw, request, two_at_a_table},
};
use house::{
    storage::{Store, sqlite::Sqlite},
    table::{Founding, Holder, LogEntry},
    token,
    web::Limits,
};
use kernel::{Key, Seats};
use serde_json::json;
use std::{num::NonZeroU32, path::Path, time::Duration};

/// All that this visitor can be shown of a table.
async fn shown_to(visitor: &Visitor, id: &str) -> Vec<String> {
    let cookie = visitor.token.as_ref().map(|token| format!("exchequer={token}")).unwrap_or_default();
    let mut shown = Vec::new();
    for path in [format!("/t/{id}"), format!("/t/{id}/fragment"), format!("/t/{id}/record"), format!("/t/{id}?at=1")] {
        shown.push(raw(visitor.address, &request("GET", &path, &[("cookie", &cookie)], b"")).await.unwrap().body);
    }
    // A refused form answers with a page, too.
    shown.push(visitor.form(&format!("/t/{id}/play"), &[("action", "dance")]).await.body);
    for path in ["", "/record", "?at=1"] {
        shown.push(visitor.get(&format!("/api/tables/{id}{path}")).await.body);
    }
    shown.push(visitor.command(id, "play", json!({ "action": "dance" })).await.body);
    // What time it is depends on nothing.
    let timeless = |page: String| match page.split_once("data-now=\"") {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(|sign: char| sign.is_ascii_digit())),
        None => page,
    };
    shown.into_iter().map(timeless).collect()
}

/// What the store keeps of a table that nobody may see.
async fn kept_secrets(data: &Path, id: &str) -> Vec<String> {
    let store = Sqlite::open(&data.join("exchequer.sqlite")).await.unwrap();
    let kept = store.load(id).await.unwrap().unwrap();
    // What the seats add to the luck is no secret: without the table's own nobody can foretell anything from it.
    vec![kept.founding.secret.to_string(), kept.founding.host.unwrap()]
}

/// The same table in a house of its own: same seats, same secret, same luck.
async fn same_table(id: &str, tokens: &[String]) -> Open {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("exchequer.sqlite")).await.unwrap();
    let founding = Founding {
        game: "economy".into(),
        options: serde_json::Map::from_iter([("players".to_owned(), tokens.len().into())]),
        seats: tokens.len(),
        secret: Key::of(&[b"the same"]),
        invite: "0".repeat(26),
        host: Some(token::hash(&tokens[0])),
        open: false,
        hot_seat: false,
        edition: None,
        position: None,
        from: None,
        clock: None,
        time: 0,
    };
    let mut entries = Vec::new();
    for (seat, token) in Seats::first(tokens.len()).zip(tokens) {
        let holder = Holder::Person(token::hash(token));
        entries.push(LogEntry::Sat { seat, name: format!("Player {seat}"), holder, entropy: Key::of(&[b"entropy"]) });
    }
    entries.push(LogEntry::began(0));
    store.found(id, &founding, &entries, "running").await.unwrap();
    Open::on(folder, no_limits(), Duration::ZERO).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_others_see_does_not_depend_on_what_is_hidden() {
    let tokens: Vec<String> = (0..3).map(|_| token::visitor()).collect();
    let id = token::table();
    let houses = [same_table(&id, &tokens).await, same_table(&id, &tokens).await];
    for _ in 0..9 {
        // Whoever is to move picks another card in each house: nobody else can tell the houses apart.
        let mut shown: Vec<Vec<Vec<String>>> = Vec::new();
        let mut picked = Vec::new();
        let mut mover = 0;
        for (choice, open) in houses.iter().enumerate() {
            let people = tokens.iter().map(|token| Visitor { address: open.address, token: Some(token.clone()) });
            let mut people: Vec<Visitor> = people.collect();
            for (index, one) in people.iter().enumerate() {
                if !Visitor::choices(&one.table(&id).await).is_empty() {
                    mover = index;
                }
            }
            let one = people.remove(mover);
            one.move_once(&id, choice).await.unwrap().is(200);
            let own = one.table(&id).await;
            let card = own["view"]["picked"]["id"].as_str().unwrap().to_owned();
            people.push(Visitor { address: open.address, token: Some("0".repeat(26)) });
            let mut all = Vec::new();
            for other in &people {
                let table = other.table(&id).await;
                assert!(table["view"]["picked"].is_null() && !table.to_string().contains(&card), "{table}");
                for card in own["view"]["hand"].as_array().unwrap() {
                    assert!(!table.to_string().contains(card["id"].as_str().unwrap()), "{card} in {table}");
                }
                all.push(shown_to(other, &id).await);
            }
            shown.push(all);
            picked.push(card);
        }
        assert_ne!(picked[0], picked[1]);
        assert_eq!(shown[0], shown[1], "{picked:?}");
        // From here on both houses do the same again.
        for open in &houses {
            let one = Visitor { address: open.address, token: Some(tokens[mover].clone()) };
            one.command(&id, "undo", json!({})).await.is(200);
            one.move_once(&id, 0).await.unwrap().is(200);
            one.move_once(&id, 0).await.unwrap().is(200);
        }
    }
    for open in houses {
        open.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_tokens_and_invitations_are_shown_to_nobody() {
    let open = Open::new().await;
    let (ann, bob, eve) = (open.visitor().await, open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 3 } })).await;
    let invite = invitation(&ann.table(&id).await);
    let lists = [open.stranger().get("/").await.body, open.stranger().get("/api/tables").await.body];
    assert!(lists.iter().all(|list| list.contains(&id) && !list.contains(&invite)));
    assert!(shown_to(&eve, &id).await.iter().all(|shown| !shown.contains(&invite)), "only players invite");
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    assert_eq!(invitation(&bob.table(&id).await), invite);
    ann.command(&id, "bot", json!({})).await.is(200);

    let mut secrets = kept_secrets(open.data.path(), &id).await;
    secrets.extend([invite, ann.token.clone().unwrap(), bob.token.clone().unwrap(), eve.token.clone().unwrap()]);
    secrets.extend([&ann, &bob].map(|one| token::hash(one.token.as_ref().unwrap())));
    for _ in 0..3 {
        for visitor in [&ann, &bob, &eve] {
            for shown in shown_to(visitor, &id).await {
                for secret in &secrets {
                    assert!(!shown.contains(secret.as_str()), "{secret} in {shown}");
                }
            }
        }
        ann.move_once(&id, 0).await;
        bob.move_once(&id, 0).await;
    }
    assert!(!open.stranger().get("/metrics").await.is(200).body.contains(&id));
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_secret_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let house = House::open(&folder.path().join("data"), "trace", std::fs::File::create(&log).unwrap());
    let ann = crate::common::visitor(house.address).await;
    let bob = crate::common::visitor(house.address).await;
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 3 } })).await;
    let invite = invitation(&ann.table(&id).await);
    bob.get(&format!("/t/{id}/join/{invite}")).await.is(200);
    bob.form(&format!("/t/{id}/sit"), &[("name", "Bob"), ("invite", &invite)]).await.is(303);
    ann.command(&id, "bot", json!({})).await.is(200);
    for choice in 0..4 {
        ann.move_once(&id, choice).await;
        bob.move_once(&id, choice).await;
        bob.command(&id, "undo", json!({})).await;
    }
    bob.get(&format!("/nowhere/{invite}")).await.is(404);
    let mut secrets = kept_secrets(&folder.path().join("data"), &id).await;
    secrets.extend([invite, ann.token.clone().unwrap(), bob.token.clone().unwrap()]);
    assert!(house.terminate());
    let logged = std::fs::read_to_string(log).unwrap();
    assert!(logged.contains("\"route\":\"/api/tables/{id}/{verb}\""), "requests are logged by route: {logged}");
    for secret in secrets {
        let line = logged.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_guarded() {
    let open = Open::new().await;
    let (ann, _, id) = two_at_a_table(&open).await;
    let stranger = open.stranger();
    let mut answers = Vec::new();
    let paths = ["/", "/new/economy", "/rules/economy", "/healthz", "/metrics", "/assets/house.css", "/assets/none", "/nowhere"];
    let more = ["/favicon.ico", "/api/games", "/api/nowhere", "/t/000000000000", "/t/%ff", "/t/a/b/c/d/e"];
    for path in paths.iter().chain(&more) {
        answers.push(stranger.get(path).await);
    }
    for path in [format!("/t/{id}"), format!("/t/{id}/fragment"), format!("/t/{id}/record"), format!("/t/{id}?at=x")] {
        answers.push(stranger.get(&path).await);
    }
    answers.push(stranger.ask("DELETE", "/", &[], b"").await);
    answers.push(stranger.ask("HEAD", "/", &[], b"").await);
    answers.push(ann.command(&id, "undo", json!({})).await);
    let json = [("content-type", "application/json")];
    let long = vec![b' '; 65 * 1024];
    for path in [format!("/api/tables/{id}/play"), "/api/tables".to_owned()] {
        let refused = ann.ask("POST", &path, &json, &long).await;
        refused.is(413);
        answers.push(refused);
    }
    let refused = stranger.form("/tables", &[("game", &"x".repeat(65 * 1024))]).await;
    refused.is(413);
    answers.push(refused);
    let odd = ann.ask("POST", &format!("/api/tables/{id}/play"), &[("content-type", "text/plain")], b"action=x").await;
    odd.is(415);
    answers.push(odd);
    for answer in answers {
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("no policy: {answer:?}"));
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{answer:?}");
        assert!(answer.header("cache-control").is_some(), "{answer:?}");
        assert!(!answer.body.contains("<script>") && !answer.body.contains(" style=\""), "{answer:?}");
        if let Some(cookie) = answer.header("set-cookie") {
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"), "{cookie}");
        }
    }
    // A new visitor gets a cookie from a page, keeps it, and programs get none.
    let cookie = stranger.get("/").await.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let again = raw(open.address, &request("GET", "/", &[("cookie", &cookie)], b"")).await.unwrap();
    assert_eq!(again.header("set-cookie"), None);
    assert_eq!(stranger.get("/api/games").await.header("set-cookie"), None);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_other_site_can_send_forms() {
    let open = Open::new().await;
    let (ann, _, id) = two_at_a_table(&open).await;
    let cookie = format!("exchequer={}", ann.token.clone().unwrap());
    let before = ann.table(&id).await["version"].clone();
    let form = ("content-type", "application/x-www-form-urlencoded");
    for other in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", "http://house.localhost:81"),
    ] {
        for (path, body) in [(format!("/t/{id}/hand-over"), "bot=steady"), ("/tables".to_owned(), "game=economy&quick=1")] {
            let headers = [form, ("cookie", &cookie), other];
            let answer = raw(open.address, &request("POST", &path, &headers, body.as_bytes())).await.unwrap();
            answer.is(403);
        }
    }
    assert_eq!(ann.table(&id).await["version"], before);
    let here = [form, ("cookie", &cookie), ("origin", "http://house.localhost"), ("sec-fetch-site", "same-origin")];
    let path = format!("/t/{id}/hand-over");
    raw(open.address, &request("POST", &path, &here, b"bot=steady")).await.unwrap().is(303);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_short_seen_and_escaped() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let wrong = ["", "   ", &"x".repeat(25), "a\u{0}b", "a\u{202e}b", "a\u{200b}b", "\u{feff}", "\u{1b}[31m"];
    for name in wrong.iter().filter(|name| !name.is_empty()) {
        ann.post("/api/tables", json!({ "game": "economy", "name": name })).await.is(400);
    }
    let name = "<script>x</script>";
    let id = ann.found(json!({ "game": "economy", "name": name, "open": true, "option": { "players": 2 } })).await;
    for wrong in wrong {
        bob.command(&id, "sit", json!({ "name": wrong })).await.is(400);
    }
    bob.command(&id, "sit", json!({ "name": "  \"><img  src=x>  " })).await.is(200);
    assert_eq!(bob.table(&id).await["seats"][1]["name"], "\"><img src=x>");
    for choice in 0..4 {
        ann.move_once(&id, choice).await;
        bob.move_once(&id, choice).await;
    }
    for path in ["/".to_owned(), format!("/t/{id}"), format!("/t/{id}/fragment")] {
        let page = ann.get(&path).await.is(200).body.clone();
        assert!(!page.contains("<script>") && !page.contains("<img src=x"), "{page}");
    }
    assert!(ann.get(&format!("/t/{id}")).await.body.contains("&lt;script&gt;"));
    let refused = ann.form(&format!("/t/{id}/%3Cscript%3E"), &[]).await;
    assert_eq!((refused.status, refused.body.contains("<script>")), (404, false));
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_ask_too_much() {
    let number = |number| NonZeroU32::new(number).unwrap();
    let open = Open::with(Limits { requests: number(1), burst: number(20), ..no_limits() }, Duration::ZERO).await;
    let mut refused = 0;
    for _ in 0..30 {
        let answer = open.stranger().get("/api/games").await;
        if answer.status == 429 {
            refused += 1;
            assert_eq!(answer.code(), "too_many");
            assert!(answer.header("content-security-policy").is_some());
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
        }
    }
    assert!((5..=10).contains(&refused), "{refused}");
    open.close().await;

    let open = Open::with(Limits { tables: number(3), ..no_limits() }, Duration::ZERO).await;
    let ann = open.visitor().await;
    let quick = json!({ "game": "economy", "quick": true, "option": { "players": 2 } });
    for _ in 0..3 {
        ann.found(quick.clone()).await;
    }
    ann.post("/api/tables", quick).await.is(429);
    ann.form("/tables", &[("game", "economy"), ("quick", "1")]).await.is(429);
    ann.command("000000000000", "play-on", json!({ "at": 1 })).await.is(429);
    ann.command("000000000000", "rematch", json!({})).await.is(429);
    ann.get("/api/tables").await.is(200);
    open.close().await;

    let open = Open::with(Limits { streams: number(3), ..no_limits() }, Duration::ZERO).await;
    let (ann, _, id) = two_at_a_table(&open).await;
    let mut streams = Vec::new();
    for _ in 0..3 {
        streams.push(crate::restart::Stream::open(open.address, &id).await);
    }
    ann.get(&format!("/t/{id}/stream")).await.is(429);
    drop(streams);
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        if let Some(stream) = crate::restart::Stream::try_open(open.address, &id).await {
            drop(stream);
            open.close().await;
            return;
        }
    }
    panic!("who leaves makes room");
}
