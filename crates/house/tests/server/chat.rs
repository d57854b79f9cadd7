//! What people say to each other: who hears it, how much of it there is, and that it is nothing of the game.

use crate::common::{Answer, Open, Visitor, invitation, no_limits, over, play, raw, request, two_at_a_table};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

async fn said(one: &Visitor, id: &str) -> Vec<String> {
    let chat = one.get(&format!("/api/tables/{id}/chat")).await.is(200).json();
    chat["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
}

/// A page as a browser asks for it that knows this visitor and remembers this of the chat.
async fn page(one: &Visitor, path: &str, remembers: &str, script: bool) -> Answer {
    let cookie = format!("exchequer={}; chat={remembers}", one.token.as_ref().unwrap());
    let mut headers = vec![("cookie", cookie.as_str())];
    headers.extend(script.then_some(("x-exchequer", "")));
    raw(one.address, &request("GET", path, &headers, b"")).await.expect("an answer").is(200).clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_holds_several_seats_talks_no_faster_than_others() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let seats = ["you", "person", "you"];
    let id = ann.found(json!({ "game": "economy", "seat": seats, "option": { "players": 3 } })).await;
    let invite = invitation(&ann.table(&id).await);
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    let mut said = Vec::new();
    for line in 0..6 {
        said.push(ann.command(&id, "say", json!({ "text": "Hello!", "seat": 1 + 2 * (line % 2) })).await.status);
    }
    assert_eq!(said, [200, 200, 200, 200, 200, 429]);
    bob.command(&id, "say", json!({ "text": "Hello!" })).await.is(200);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_at_the_table_talk_and_watchers_neither_write_nor_read_before_the_end() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let eve = open.visitor().await;
    let before = ann.table(&id).await;
    ann.command(&id, "say", json!({ "text": "  Hello,\n Bob <b>&</b> all\u{202e} " })).await.is(200);
    bob.command(&id, "say", json!({ "text": "Good luck!" })).await.is(200);
    for one in [&ann, &bob] {
        assert_eq!(said(one, &id).await, ["Hello, Bob <b>&</b> all", "Good luck!"]);
    }
    let newer = ann.get(&format!("/api/tables/{id}/chat?after=1")).await.is(200).json();
    assert_eq!((newer["lines"].as_array().unwrap().len(), &newer["lines"][0]["name"]), (1, &json!("Bob")));
    assert_eq!(ann.table(&id).await, before, "what is said is nothing of the game");

    // On a page it is text, whatever it looks like.
    let shown = page(&bob, &format!("/t/{id}/chat"), "", false).await;
    assert!(shown.body.contains("Hello, Bob &lt;b&gt;&amp;&lt;/b&gt; all"), "{}", shown.body);
    assert!(page(&ann, &format!("/t/{id}"), "", false).await.body.contains("Good luck!"));

    // Nobody else reads or writes along.
    for (answer, status) in [
        (eve.command(&id, "say", json!({ "text": "Ann has the mine!" })).await, 403),
        (eve.command(&id, "say", json!({ "text": "Ann has the mine!", "seat": 1 })).await, 403),
        (eve.get(&format!("/api/tables/{id}/chat")).await, 403),
        (eve.get(&format!("/t/{id}/chat")).await, 403),
        (open.stranger().get(&format!("/api/tables/{id}/chat")).await, 401),
        (ann.command(&id, "say", json!({ "text": "x", "seat": 2 })).await, 403),
        (ann.command(&id, "say", json!({ "text": " \u{200b} " })).await, 400),
        (ann.command(&id, "say", json!({ "text": "x".repeat(201) })).await, 400),
        (ann.get("/api/tables/000000000000/chat").await, 404),
    ] {
        assert_eq!(answer.status, status, "{answer:?}");
    }
    for path in [format!("/t/{id}"), format!("/t/{id}/fragment")] {
        let watched = page(&eve, &path, "", false).await.body;
        assert!(!watched.contains("Good luck") && !watched.contains("Hello, Bob"), "{watched}");
    }
    assert_eq!(said(&ann, &id).await.len(), 2);

    // When it is over, whoever looks at the table may read what was said, and the record knows nothing of it.
    assert!(over(&play(&[&ann, &bob], &id, 4000).await));
    assert_eq!(said(&eve, &id).await.len(), 2);
    eve.command(&id, "say", json!({ "text": "Well played!" })).await.is(403);
    bob.command(&id, "say", json!({ "text": "Good game!" })).await.is(200);
    let record = ann.get(&format!("/api/tables/{id}/record")).await.is(200).json();
    assert!(!record["record"].as_str().unwrap().contains("Good luck"));
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_outlives_the_house_and_nobody_floods_it() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    for number in 1..=5 {
        ann.command(&id, "say", json!({ "text": format!("line {number}") })).await.is(200);
    }
    let much = ann.command(&id, "say", json!({ "text": "and another" })).await;
    assert_eq!((much.status, much.code().as_str()), (429, "too_many"));
    bob.command(&id, "say", json!({ "text": "Hush!" })).await.is(200);
    let data = open.close().await;
    let open = Open::on(data, no_limits(), Duration::ZERO).await;
    let (ann, bob) = (Visitor { address: open.address, ..ann }, Visitor { address: open.address, ..bob });
    let lines = said(&bob, &id).await;
    assert_eq!((lines.len(), lines[5].as_str()), (6, "Hush!"));
    ann.command(&id, "say", json!({ "text": "and another" })).await.is(429);

    // Alone with bots there is nobody to talk to.
    let alone = ann.found(json!({ "game": "economy", "quick": true, "option": { "players": 2 } })).await;
    ann.command(&alone, "say", json!({ "text": "Hello?" })).await.is(403);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_is_told_by_the_stream_and_fetched_alone() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let eve = open.visitor().await;
    let mut streams = Vec::new();
    for one in [&bob, &eve] {
        let mut stream = TcpStream::connect(open.address).await.unwrap();
        let cookie = format!("exchequer={}", one.token.as_ref().unwrap());
        let ask = format!("GET /t/{id}/stream HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\n\r\n");
        stream.write_all(ask.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    ann.command(&id, "say", json!({ "text": "Hello, all!" })).await.is(200);
    heard(&mut streams[0], "event: chat\ndata: 1").await;
    // The watcher hears of the next move and of nothing before it.
    for one in [&ann, &bob] {
        one.move_once(&id, 0).await;
    }
    let version = ann.table(&id).await["version"].to_string();
    let all = heard(&mut streams[1], &format!("data: {version}")).await;
    assert!(!all.contains("event: chat"), "{all}");

    // The script gets the new lines and no board.
    bob.command(&id, "say", json!({ "text": "Good luck!" })).await.is(200);
    let new = page(&ann, &format!("/t/{id}/chat?after=1"), "1.", true).await;
    assert!(new.body.contains("Good luck!") && !new.body.contains("Hello") && new.body.len() < 800, "{}", new.body);
    assert!(new.body.contains("<b>1</b>"), "one line is unread: {}", new.body);
    let read = page(&ann, &format!("/t/{id}/chat?after=1&read="), "1.", true).await;
    assert!(read.header("set-cookie").unwrap().starts_with("chat=2."), "{read:?}");
    open.close().await;
}

async fn heard(stream: &mut TcpStream, words: &str) -> String {
    let (mut all, mut bytes) = (String::new(), [0; 4096]);
    while !all.contains(words) {
        let read = tokio::time::timeout(Duration::from_secs(30), stream.read(&mut bytes)).await;
        let read = read.unwrap_or_else(|_| panic!("never `{words}`: {all}")).unwrap();
        assert!(read > 0, "the stream ended: {all}");
        all += &String::from_utf8_lossy(&bytes[..read]);
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_silenced_is_not_heard_on_that_screen_alone() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    bob.command(&id, "say", json!({ "text": "Nah nah!" })).await.is(200);
    ann.command(&id, "say", json!({ "text": "Please." })).await.is(200);
    let here = format!("/t/{id}/chat");
    let hushed = ann.form(&format!("/t/{id}/chat"), &[("seat", "2"), ("on", "true")]).await;
    assert_eq!((hushed.status, hushed.header("location")), (303, Some(here.as_str())), "{hushed:?}");
    let cookie = hushed.header("set-cookie").unwrap();
    assert!(cookie.starts_with("chat=0.2;") && cookie.contains(&format!("Path=/t/{id}")), "{cookie}");
    for (remembers, heard) in [("0.2", [false, true]), ("0.all", [false, true]), ("0.", [true, true]), ("x.y", [true, true])] {
        let shown = page(&ann, &here, remembers, false).await.body;
        assert_eq!(["Nah nah!", "Please."].map(|line| shown.contains(line)), heard, "{remembers}: {shown}");
    }
    assert!(page(&bob, &here, "", false).await.body.contains("Nah nah!"));
    ann.form(&format!("/t/{id}/chat"), &[("seat", "99"), ("on", "true")]).await.is(400);
    open.visitor().await.form(&format!("/t/{id}/chat"), &[("on", "true")]).await.is(403);
    // Without a script a form leads to the page of the chat, and what is refused is said there.
    let told = bob.form(&format!("/t/{id}/say"), &[("text", "Sorry."), ("seat", "2")]).await;
    assert_eq!((told.status, told.header("location")), (303, Some(here.as_str())));
    let refused = bob.form(&format!("/t/{id}/say"), &[("text", "  ")]).await;
    assert!(refused.status == 400 && refused.body.contains("role=\"alert\""), "{refused:?}");
    let kept: Value = ann.get(&format!("/api/tables/{id}/chat")).await.is(200).json();
    assert_eq!(kept["lines"].as_array().unwrap().len(), 3);
    open.close().await;
}
