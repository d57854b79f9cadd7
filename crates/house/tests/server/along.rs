//! Another name, and a second device.

use crate::common::{Open, Visitor, over, play, two_at_a_table};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_is_changed_at_the_table_and_in_the_record() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "open": true, "option": { "players": 2, "target": 1 } })).await;
    let name = async |seat: usize| ann.table(&id).await["seats"][seat]["name"].as_str().unwrap_or_default().to_owned();
    assert_eq!(name(0).await, "Guest");
    ann.command(&id, "rename", json!({ "name": "Ann" })).await.is(200);
    assert_eq!(name(0).await, "Ann");
    bob.command(&id, "rename", json!({ "name": "Bob" })).await.is(403);
    bob.command(&id, "sit", json!({ "name": "Bob" })).await.is(200);
    for nonsense in ["", " ", "a\u{200b}b", "a name that is far too long for a table"] {
        bob.command(&id, "rename", json!({ "name": nonsense })).await.is(400);
    }
    bob.command(&id, "rename", json!({ "name": "Eve", "seat": 1 })).await.is(403);
    let before = ann.table(&id).await["version"].as_u64().unwrap();
    bob.command(&id, "rename", json!({ "name": "Bob" })).await.is(200);
    assert_eq!(ann.table(&id).await["version"].as_u64(), Some(before), "the same name is no news");
    bob.command(&id, "rename", json!({ "name": "Аnn" })).await.is(200);
    assert_eq!(name(1).await, "Аnn 2", "nobody is called like somebody else, in whatever letters");
    bob.command(&id, "rename", json!({ "name": "Bea" })).await.is(200);
    let cookie = format!("exchequer={}", ann.token.clone().unwrap());
    let page = ann.ask("GET", &format!("/t/{id}"), &[("cookie", &cookie)], b"").await.body.clone();
    assert!(page.contains("Bea is the new name of"), "{page}");
    // Whoever changes it again and again only fills up the log.
    let mut told = 0;
    while bob.command(&id, "rename", json!({ "name": format!("Bea {told}") })).await.status == 200 {
        told += 1;
        assert!(told < 100);
    }
    let called = name(1).await;
    assert!(over(&play(&[&ann, &bob], &id, 4000).await));
    ann.command(&id, "rename", json!({ "name": "Winner" })).await.is(409);
    let record = ann.get(&format!("/api/tables/{id}/record")).await.json()["record"].as_str().unwrap().to_owned();
    let read = kernel::Record::read(&record).unwrap();
    assert_eq!(read.header.seats, ["Ann".to_owned(), called]);
    open.close().await;
}

/// A browser with this cookie.
async fn browse(one: &Visitor, method: &str, path: &str) -> crate::common::Answer {
    let cookie = one.token.as_ref().map(|token| format!("exchequer={token}")).unwrap_or_default();
    let stranger = Visitor { token: None, ..one.clone() };
    stranger.ask(method, path, &[("cookie", &cookie)], b"").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_taken_along_by_a_link_that_works_once() {
    let open = Open::new().await;
    let (ann, _, id) = two_at_a_table(&open).await;
    browse(&ann, "GET", "/along").await.is(200);
    let page = browse(&ann, "POST", "/along").await.is(200).body.clone();
    let key = page.split("/along/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(key.len() == 26 && page.contains("<svg class=\"qr\""), "{page}");
    assert!(!page.contains(ann.token.as_ref().unwrap()), "the token itself is never shown");
    let path = format!("/along/{key}");
    // To look at it, on whatever device, changes nothing.
    assert!(browse(&ann, "GET", &path).await.is(200).body.contains("where the link was made"));
    browse(&ann, "POST", &path).await.is(409);
    let phone = open.stranger();
    assert!(browse(&phone, "GET", &path).await.is(200).body.contains("1 table under"));
    let taken = browse(&phone, "POST", &path).await;
    let cookies: Vec<&str> =
        taken.is(303).headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, value)| value.as_str()).collect();
    assert_eq!(cookies.len(), 1, "{cookies:?}");
    assert!(cookies[0].contains("HttpOnly") && cookies[0].contains("SameSite=Lax"));
    let token = cookies[0].split(['=', ';']).nth(1).unwrap().to_owned();
    let phone = Visitor { token: Some(token), ..phone };
    assert_eq!(phone.table(&id).await["own"], json!([1]), "the same seat");
    assert!(browse(&phone, "GET", "/").await.body.contains(&id), "and the same list of tables");
    // Used up, whoever comes.
    for one in [&open.stranger(), &phone, &ann] {
        browse(one, "GET", &path).await.is(410);
        browse(one, "POST", &path).await.is(410);
    }
    // Whoever has games of their own is told what becomes of them.
    let (bob, _, _) = two_at_a_table(&open).await;
    let page = browse(&ann, "POST", "/along").await.is(200).body.clone();
    let path = format!("/along/{}", page.split("/along/").nth(1).unwrap().split('"').next().unwrap());
    assert!(browse(&bob, "GET", &path).await.is(200).body.contains("This browser has 1 table of its own."));
    // No other site can make a browser use a link.
    let elsewhere = [("sec-fetch-site", "cross-site")];
    open.stranger().ask("POST", &path, &elsewhere, b"").await.is(403);
    open.close().await;
}
