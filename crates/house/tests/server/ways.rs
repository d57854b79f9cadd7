//! No address is a dead end: whoever comes to one by hand, by a refused form or by a broken link is led on by a page.

use crate::common::{Answer, Open, Visitor, no_limits, two_at_a_table};
use house::web::Access;
use serde_json::json;

#[track_caller]
fn is_page(answer: &Answer, status: u16, words: &str) {
    answer.is(status);
    assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{answer:?}");
    assert!(answer.body.contains(words), "no `{words}`: {answer:?}");
}

#[tokio::test]
async fn every_address_leads_on() {
    let open = Open::new().await;
    let (ann, _, id) = two_at_a_table(&open).await;
    let stranger = open.stranger();
    for verb in ["play", "undo", "sit", "agree"] {
        let answer = stranger.get(&format!("/t/{id}/{verb}")).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some(format!("/t/{id}").as_str())));
    }
    is_page(&stranger.get(&format!("/t/{id}/nonsense")).await, 404, "Back to the games");
    is_page(&stranger.get("/t/%00%0a/play").await, 404, "Back to the games");
    let tables = stranger.get("/tables").await;
    assert_eq!((tables.status, tables.header("location")), (303, Some("/")));
    for path in [format!("/t/{id}?at=1&at=2"), "/t/%ff".to_owned(), "/rules/%ff".to_owned(), "/t/%ff/fragment".to_owned()] {
        is_page(&stranger.get(&path).await, 400, "Back to the games");
    }
    let wrong = stranger.ask("DELETE", &format!("/t/{id}"), &[], b"").await;
    is_page(&wrong, 405, "Back to the games");
    assert!(wrong.header("allow").is_some_and(|allow| allow.contains("GET")), "{wrong:?}");
    // A moment that may not be looked at yet, or never was.
    ann.move_once(&id, 0).await;
    is_page(&ann.get(&format!("/t/{id}?at=0")).await, 409, &format!("href=\"/t/{id}\""));
    is_page(&ann.get(&format!("/t/{id}?at=x")).await, 400, &format!("href=\"/t/{id}\""));
    is_page(&ann.get("/t/000000000000?at=0").await, 404, "Back to the games");
    open.close().await;
}

#[tokio::test]
async fn an_invitation_is_a_whole_address() {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let open = Open::to(Access { limits: no_limits(), proxies, ..Access::default() }).await;
    let ann = open.visitor().await;
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2 } })).await;
    let page = ann.get(&format!("/t/{id}")).await;
    assert!(page.body.contains(&format!("value=\"http://house.localhost/t/{id}/join/")), "{}", page.body);
    let page = ann.ask("GET", &format!("/t/{id}"), &[("x-forwarded-proto", "https")], b"").await;
    assert!(page.body.contains(&format!("value=\"https://house.localhost/t/{id}/join/")), "{}", page.body);
    open.close().await;
}

#[tokio::test]
async fn a_fragment_tells_all_that_is_new() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let before = ann.table(&id).await["version"].as_u64().unwrap();
    for choice in 0..40 {
        ann.move_once(&id, choice).await;
        bob.move_once(&id, choice).await;
    }
    let told = async |query: String| {
        let page = ann.get(&format!("/t/{id}/fragment{query}")).await.is(200).body.clone();
        let news = page.split_once("role=\"log\"").unwrap().1.split_once("</div>").unwrap().0;
        news.matches("<p ").count()
    };
    let (all, last) = (told(format!("?since={before}")).await, told(String::new()).await);
    assert!(all > last && all > 20, "{all} of all, {last} at last");
    open.close().await;
}

#[tokio::test]
async fn a_posted_move_is_answered_with_the_fragment_that_it_led_to() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let table = ann.table(&id).await;
    let (one, other) = if Visitor::choices(&table).is_empty() { (&bob, &ann) } else { (&ann, &bob) };
    let version = table["version"].as_u64().unwrap();
    let shown = version.to_string();
    let cookie = format!("exchequer={}", one.token.clone().unwrap());
    let headers = [("cookie", cookie.as_str()), ("content-type", "application/x-www-form-urlencoded"), ("x-exchequer", &shown)];
    let post = async |headers: &[(&str, &str)], action: &str| {
        let body = serde_urlencoded::to_string([("action", action)]).unwrap();
        open.stranger().ask("POST", &format!("/t/{id}/play"), headers, body.as_bytes()).await
    };
    let choice = Visitor::choices(&one.table(&id).await)[0].clone();
    let answer = post(&headers, &choice).await;
    is_page(&answer, 200, &format!("data-version=\"{}\"", version + 1));
    assert!(answer.body.contains("id=\"table\"") && !answer.body.contains("<html"), "{}", answer.body);
    // What was refused is told on the fragment, and nothing has changed.
    let refused = post(&headers, &choice.replace(char::is_alphanumeric, "x")).await;
    assert!((400..500).contains(&refused.status), "{refused:?}");
    assert!(refused.body.contains("class=\"fault\"") && !refused.body.contains("<html"), "{}", refused.body);
    assert_eq!(other.table(&id).await["version"], version + 1);
    // A plain form leads to the table's page.
    let choice = Visitor::choices(&one.table(&id).await).first().cloned();
    if let Some(choice) = choice {
        let answer = post(&headers[..2], &choice).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some(format!("/t/{id}").as_str())));
    }
    open.close().await;
}
