//! Clocks: chosen when a table is made, kept by the house, and going on after a restart.

use crate::common::{Open, Visitor, config, invitation, no_limits, visitor};
use house::{
    Config,
    calls::{CallOptions, Caller},
    hall::Hall,
    storage::sqlite::Sqlite,
    web::{Access, House, Limits, router},
};
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::watch};

/// A table for two with clocks, where Ann and Bob sit.
async fn with_clocks(open: &Open, clock: Value) -> (Visitor, Visitor, String) {
    clocks_at(open.address, clock).await
}

/// The same in the house at this address.
async fn clocks_at(address: SocketAddr, clock: Value) -> (Visitor, Visitor, String) {
    let (ann, bob) = (visitor(address).await, visitor(address).await);
    let option = json!({ "players": 2, "starter": "first_seat" });
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "clock": clock, "option": option })).await;
    let invite = invitation(&ann.table(&id).await);
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    (ann, bob, id)
}

/// The page of a table as a browser gets it.
async fn page(one: &Visitor, path: &str) -> String {
    let cookie = format!("exchequer={}", one.token.clone().unwrap());
    one.ask("GET", path, &[("cookie", &cookie)], b"").await.is(200).body.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_runs_out_of_time_is_played_for() {
    let open = Open::new().await;
    let (ann, bob, id) = with_clocks(&open, json!({ "pace": "seconds", "each": 1, "end": "fallback" })).await;
    let table = ann.table(&id).await;
    assert_eq!(table["clock"], json!({ "each": 1000, "reserve": 0, "end": "fallback" }));
    assert!(table["seats"][0]["time"]["due"].as_u64().unwrap() > 1_000_000 && table["seats"][1]["time"].is_null(), "{table}");
    // Nobody does anything, and yet the game goes on.
    let later = bob.until(&id, |table| table["moments"]["end"].as_u64() > Some(3)).await;
    assert!(later["seats"][0]["bot"].is_null() && later["seats"][1]["bot"].is_null(), "{later}");
    assert!(page(&ann, &format!("/t/{id}")).await.contains("Ann ran out of time: the safe choice is made."));

    // Or a bot stands in, until the player is back.
    let (ann, _, id) = with_clocks(&open, json!({ "pace": "seconds", "each": 1, "reserve": 1, "end": "bot" })).await;
    ann.until(&id, |table| table["seats"][0]["bot"] == "steady").await;
    assert!(page(&ann, &format!("/t/{id}")).await.contains("Ann ran out of time: a bot plays on."));
    ann.command(&id, "resume", json!({})).await.is(200);
    let table = ann.table(&id).await;
    assert_eq!((&table["seats"][0]["bot"], &table["seats"][0]["reserve"]), (&Value::Null, &json!(0)));
    open.close().await;
}

/// A house where nobody looks at the clocks but who comes to a table.
async fn without_timekeeper(data: &std::path::Path) -> SocketAddr {
    let store = Arc::new(Sqlite::open(&data.join("tables.sqlite")).await.unwrap());
    let hall = Hall::new(store.clone(), Duration::from_secs(3600));
    let (closing, closed) = watch::channel(false);
    let caller = Arc::new(Caller::new(store, CallOptions::default(), closed.clone()));
    let access = Access { limits: no_limits(), ..Access::default() };
    let router = router(House::new(hall, access, caller, closed));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>()).await.unwrap();
        drop(closing);
    });
    address
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_after_the_time_is_up_is_not_done_and_the_clock_takes_its_course_first() {
    let data = tempfile::tempdir().unwrap();
    let address = without_timekeeper(data.path()).await;
    for (end, ran_out) in
        [("fallback", "Ann ran out of time: the safe choice is made."), ("bot", "Ann ran out of time: a bot plays on.")]
    {
        let clock = json!({ "pace": "seconds", "each": 1, "end": end });
        let (ann, bob, id) = clocks_at(address, clock).await;
        let table = ann.table(&id).await;
        let due = table["seats"][0]["time"]["due"].as_u64().unwrap();
        while house::clock::now() <= due {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(ann.table(&id).await["version"], table["version"], "nobody has looked at the clock yet");
        // Bob's deeds are not held up by Ann's clock.
        bob.command(&id, "rename", json!({ "name": "Bobby" })).await.is(200);
        let choices = Visitor::choices(&table);
        let late = ann.command(&id, "play", json!({ "action": choices[0] })).await;
        assert_eq!(late.is(409).code(), "late");
        assert!(late.body.contains("your time was up"), "{late:?}");
        assert!(page(&ann, &format!("/t/{id}")).await.contains(ran_out));
        let after = ann.table(&id).await;
        // What was meant for the moment before is not done now, and the clock is named as the reason.
        let again = ann.command(&id, "play", json!({ "action": choices[0], "version": table["version"] })).await;
        assert_eq!((again.is(409).code().as_str(), &ann.table(&id).await["version"]), ("late", &after["version"]));
        match end {
            "fallback" => assert_eq!(after["seats"][0]["bot"], Value::Null),
            _ => {
                assert_eq!(after["seats"][0]["bot"], "steady");
                ann.command(&id, "resume", json!({})).await.is(200);
            }
        }
        // Whoever is back in time plays on.
        if let Some(answer) = ann.move_once(&id, 0).await {
            answer.is(200);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_plays_a_seat_that_a_bot_plays_for_them() {
    let open = Open::with(no_limits(), Duration::from_secs(3600)).await;
    let (ann, _, id) = with_clocks(&open, json!({ "pace": "days", "days": 3 })).await;
    let table = ann.table(&id).await;
    ann.command(&id, "hand-over", json!({})).await.is(200);
    let action = Visitor::choices(&table).remove(0);
    let refused = ann.command(&id, "play", json!({ "action": action })).await;
    assert!(refused.is(409).body.contains("take your seat back first"), "{refused:?}");
    ann.command(&id, "resume", json!({})).await.is(200);
    ann.command(&id, "play", json!({ "action": action })).await.is(200);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_go_on_after_a_restart_with_some_leniency() {
    let open = Open::new().await;
    let (ann, _, id) = with_clocks(&open, json!({ "pace": "seconds", "each": 2, "reserve": 1, "end": "bot" })).await;
    let (_, _, slow) = with_clocks(&open, json!({ "pace": "days", "days": 3 })).await;
    let due = ann.table(&slow).await["seats"][0]["time"]["due"].as_u64().unwrap();
    let data = open.close().await;
    // The time is up while the house is closed.
    tokio::time::sleep(Duration::from_millis(3200)).await;
    let open = Open::on(data, no_limits(), Duration::ZERO).await;
    let ann = Visitor { address: open.address, token: ann.token.clone() };
    let table = ann.table(&id).await;
    assert!(table["seats"][0]["bot"].is_null() && table["seats"][0]["time"].is_object(), "a move more: {table}");
    assert_eq!(table["seats"][0]["reserve"], 1000, "what the house was closed for is nobody’s time");
    // Nobody looks at the table, and yet its clock runs out.
    tokio::time::sleep(Duration::from_millis(100)).await;
    ann.until(&id, |table| table["seats"][0]["bot"] == "steady").await;
    let later = ann.table(&slow).await["seats"][0]["time"]["due"].as_u64().unwrap() - due;
    assert!((3200..60_000).contains(&later), "it is due later by as long as the house was closed: {later}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_everybody_has_left_rests_until_somebody_is_back() {
    let open = Open::new().await;
    let (ann, bob, id) = with_clocks(&open, json!({ "pace": "seconds", "each": 1, "end": "fallback" })).await;
    let resting = ann.until(&id, |table| table["clock_rests"] == true).await;
    let ran_out = |table: &Value| [0, 1].map(|seat| table["seats"][seat]["ran_out"].as_bool().unwrap());
    assert_eq!(ran_out(&resting), [true, true]);
    assert!([0, 1].iter().all(|seat: &usize| resting["seats"][*seat]["time"].is_null()), "{resting}");
    let list = ann.get("/api/visitors/me/tables").await.json();
    assert!(list["tables"][0]["due"].is_null(), "{list}");
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(ann.table(&id).await["version"], resting["version"], "nobody is played for any more");
    // After a restart they rest as well.
    let open = Open::on(open.close().await, no_limits(), Duration::ZERO).await;
    let (ann, bob) = (Visitor { address: open.address, ..ann }, Visitor { address: open.address, ..bob });
    assert_eq!(ann.table(&id).await["clock_rests"], true);
    // Whoever is back says so, whose turn it may be.
    assert!(page(&bob, &format!("/t/{id}")).await.contains("the clocks stand still until somebody is back"));
    bob.command(&id, "resume", json!({})).await.is(200);
    let table = bob.table(&id).await;
    assert_eq!((&table["clock_rests"], ran_out(&table)), (&json!(false), [true, false]));
    assert!([0, 1].iter().any(|seat: &usize| table["seats"][*seat]["time"].is_object()), "{table}");
    bob.command(&id, "resume", json!({})).await.is(409);
    bob.until(&id, |later| later["version"].as_u64() > table["version"].as_u64()).await;
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_loses_the_seat_while_the_clock_gives_them_time() {
    // Whoever does nothing counts as gone at once.
    let open = Open::patient(Duration::ZERO, Duration::ZERO).await;
    let (ann, bob, id) = with_clocks(&open, json!({ "pace": "days", "days": 3 })).await;
    for _ in 0..200 {
        if ann.move_once(&id, 0).await.is_none() {
            break;
        }
    }
    assert!(ann.table(&id).await["seats"][1]["time"].is_object(), "it is Bob’s turn");
    let refused = ann.command(&id, "hand-over", json!({ "seat": 2 })).await;
    assert!(refused.is(409).body.contains("Bob has time by the clock"), "{refused:?}");
    assert!(!page(&ann, &format!("/t/{id}")).await.contains("Let a bot play"));
    let refused = ann.command(&id, "hand-over", json!({ "seat": 2, "bot": "random" })).await;
    assert!(refused.is(400).body.contains("steady"), "{refused:?}");
    bob.command(&id, "hand-over", json!({ "bot": "random" })).await.is(200);
    // Whose time has run out can be replaced.
    let (ann, _, id) = with_clocks(&open, json!({ "pace": "seconds", "each": 1 })).await;
    ann.until(&id, |table| table["seats"][1]["ran_out"] == true).await;
    ann.command(&id, "hand-over", json!({ "seat": 2 })).await.is(200);
    assert_eq!(ann.table(&id).await["seats"][1]["bot"], "steady");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn own_tables_tell_whose_time_runs() {
    let open = Open::new().await;
    let (ann, bob, days) = with_clocks(&open, json!({ "pace": "days", "days": 3 })).await;
    let invited = async |clock: Value| {
        let option = json!({ "players": 2, "starter": "first_seat" });
        let id = ann.found(json!({ "game": "economy", "name": "Ann", "clock": clock, "option": option })).await;
        let invite = invitation(&ann.table(&id).await);
        bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
        id
    };
    let none = invited(json!({ "pace": "none" })).await;
    let minutes = invited(json!({ "pace": "minutes", "each": 30, "reserve": 10 })).await;
    let list = ann.get("/api/visitors/me/tables").await.json()["tables"].clone();
    let order: Vec<&str> = list.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap()).collect();
    assert_eq!(order, [minutes.as_str(), days.as_str(), none.as_str()], "whose time is up first comes first");
    assert!(list[0]["due"].is_u64() && list[2]["due"].is_null());
    let home = page(&ann, "/").await;
    assert!(home.contains("40 minutes left") && home.contains("3 days left"), "{home}");
    let theirs = bob.get("/api/visitors/me/tables").await.json()["tables"].clone();
    assert!(theirs.as_array().unwrap().iter().all(|table| table["your_turn"] == false));
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_have_bounds() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    for (clock, word) in [
        (json!({ "pace": "minutes", "each": 0 }), "between 1 and 240"),
        (json!({ "pace": "minutes", "each": 3, "reserve": 241 }), "between 0 and 240"),
        (json!({ "pace": "days", "days": 31 }), "between 1 and 30"),
        (json!({ "pace": "years" }), "years"),
        (json!({ "pace": "minutes", "end": "lose" }), "lose"),
        (json!({ "pace": "minutes", "each": 18_446_744_073_709_551_615_u64 }), "between"),
        (json!({ "each": 3 }), "pace"),
    ] {
        let refused = ann.post("/api/tables", json!({ "game": "economy", "clock": clock })).await;
        assert!(refused.is(400).body.contains(word), "{clock}: {refused:?}");
    }
    // Where nobody is, the house moves when time is up: not all too often.
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { shortest_move: Limits::default().shortest_move, ..no_limits() };
    let told = Config { access: Access { limits, ..Access::default() }, ..config(data.path(), limits, Duration::ZERO) };
    let strict = Open::as_told(data, told).await;
    let bob = strict.visitor().await;
    for (each, status) in [(json!(1), 400), (json!(9), 400), (json!(10), 201), (Value::Null, 201)] {
        let clock = match each {
            Value::Null => json!({ "pace": "seconds" }),
            each => json!({ "pace": "seconds", "each": each }),
        };
        bob.post("/api/tables", json!({ "game": "economy", "clock": clock })).await.is(status);
    }
    strict.close().await;
    // The set-up page sends all of it, and what was chosen counts.
    let fields = [
        ("game", "economy"),
        ("clock.pace", "days"),
        ("clock.each", "3"),
        ("clock.reserve", "10"),
        ("clock.days", "2"),
        ("clock.end", "bot"),
    ];
    let made = ann.form("/tables", &fields).await;
    let id = made.is(303).header("location").unwrap().strip_prefix("/t/").unwrap().to_owned();
    assert_eq!(ann.table(&id).await["clock"], json!({ "each": 2 * 86_400_000, "reserve": 0, "end": "bot" }));
    let waiting = page(&ann, &format!("/t/{id}")).await;
    assert!(waiting.contains("2 days a move; when time is up, a bot stands in"), "{waiting}");
    open.close().await;
}
