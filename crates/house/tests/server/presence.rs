//! Who is here, and how a bot comes to stand in for somebody who is not.

use crate::common::{Open, Visitor, two_at_a_table};
use serde_json::{Value, json};
use std::time::Duration;

/// Whether Bob is here, as anybody sees it.
fn bob_is_here(table: &Value) -> bool {
    table["company"]["seats"][1]["here"] == true
}

/// The page of a table as somebody sees it.
async fn page(one: &Visitor, id: &str) -> String {
    let cookie = format!("exchequer={}", one.token.clone().unwrap());
    one.ask("GET", &format!("/t/{id}"), &[("cookie", &cookie)], b"").await.is(200).body.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_listens_is_here_and_everybody_else_hears_of_it() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let mut anns = ann.listen(&id).await;
    anns.until("event: presence").await;
    let version = ann.table(&id).await["version"].clone();
    let bobs = bob.listen(&id).await;
    anns.until("\"seat\":2,\"here\":true").await;
    assert!(bob_is_here(&ann.table(&id).await));
    let eves = open.visitor().await.listen(&id).await;
    anns.until("\"watchers\":1").await;
    let said = anns.heard();
    for secret in [&ann, &bob].map(|one| one.token.clone().unwrap()) {
        assert!(!said.contains(&secret) && !said.contains(&house::token::hash(&secret)), "{said}");
    }
    drop(eves);
    anns.until("\"watchers\":0").await;
    drop(bobs);
    anns.until("\"seat\":2,\"here\":false").await;
    let table = ann.until(&id, |table| !bob_is_here(table)).await;
    assert!(table["company"]["seats"][1]["since"].as_u64().unwrap() > 1_000_000);
    assert_eq!(table["version"], version, "that is nothing for the log");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_takes_the_seat_of_somebody_who_is_here() {
    let open = Open::patient(Duration::from_secs(3600), Duration::ZERO).await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    // Bob has no stream, but has just sat down.
    let refused = ann.command(&id, "hand-over", json!({ "seat": 2 })).await;
    assert!(refused.is(409).body.contains("Bob is here"), "{refused:?}");
    let page = page(&ann, &id).await;
    assert!(page.contains("Bob is here: a bot can stand in only after 60 minutes"), "the button says why not");
    // His own seat is his own affair.
    bob.command(&id, "hand-over", json!({})).await.is(200);
    bob.command(&id, "resume", json!({})).await.is(200);
    assert!(ann.table(&id).await["seats"][1]["bot"].is_null());
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_stands_in_is_announced() {
    let open = Open::patient(Duration::from_secs(6), Duration::ZERO).await;
    let (ann, _, id) = two_at_a_table(&open).await;
    let (mut anns, mut watcher) = (ann.listen(&id).await, open.visitor().await.listen(&id).await);
    ann.until(&id, |table| !bob_is_here(table)).await;
    loop {
        let answer = ann.command(&id, "hand-over", json!({ "seat": 2 })).await;
        if answer.status == 200 {
            break;
        }
        assert!(answer.is(409).body.contains("which is in"), "{answer:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for one in [&mut anns, &mut watcher] {
        one.until("\"stand_in\":1").await;
    }
    ann.until(&id, |table| table["seats"][1]["bot"] == "steady").await;
    assert!(page(&ann, &id).await.contains("Bob was away: the host let a bot play."));
    assert!(ann.table(&id).await["company"]["seats"][1]["stand_in"].is_null());
    open.close().await;
}
