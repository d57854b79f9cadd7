//! Who is asked: people are told wherever they look, bots answer at once, and on one device the asked seat comes first.

use crate::{common::Open, house, shows, two};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn bots_answer_at_once_though_they_pause_before_they_move() {
    drop(house().await.close().await);
    let open = Open::with(crate::common::no_limits(), Duration::from_secs(600)).await;
    let ann = open.visitor().await;
    let option = json!({ "players": 6, "auction": "interest" });
    let id = ann.found(json!({ "game": "bazaar", "name": "Ann", "quick": true, "option": option })).await;
    loop {
        let table = ann.table(&id).await;
        match table["choices"]["question"]["kind"].as_str() {
            Some(_) => drop(ann.command(&id, "play", json!({ "action": answer(&table) })).await.is(200)),
            None if table["awaited"] == json!([1]) => break,
            None => drop(ann.command(&id, "hurry", json!({})).await.is(200)),
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let card = crate::card(&ann.table(&id).await);
    ann.command(&id, "play", json!({ "action": format!("sell card-{card} for 40") })).await.is(200);
    // Five bots are polled, and then those who want to bid do so or pass: nobody waits ten minutes for any of it.
    let polled = ann.until(&id, |table| table["asked"] == json!([])).await;
    let answered = polled["events"].as_array().unwrap().iter().filter(|event| event["data"]["event"] == "answered").count();
    assert_eq!(answered, 5);
    open.close().await;
}

/// The last of the answers, which is no.
fn answer(table: &Value) -> String {
    crate::Visitor::choices(table).pop().expect("an answer")
}

#[tokio::test]
async fn on_one_device_the_asked_seat_comes_first_and_others_are_one_click_away() {
    let open = house().await;
    let ann = open.visitor().await;
    let option = json!({ "players": 3, "auction": "interest", "bargaining": "open" });
    let id = ann.found(json!({ "game": "bazaar", "hot_seat": true, "names": ["Ann", "Bob", "Cleo"], "option": option })).await;
    let table = ann.table(&id).await;
    let active = table["awaited"][0].as_u64().unwrap();
    assert_eq!(table["viewer"], active);
    let card = crate::card(&table);
    ann.command(&id, "play", json!({ "action": format!("sell card-{card} for 2") })).await.is(200);
    let asked: Vec<u64> = (1..=3).filter(|seat| *seat != active).collect();
    let table = ann.table(&id).await;
    assert_eq!((&table["asked"], &table["viewer"]), (&json!(asked), &json!(asked[0])));
    let page = ann.page(&format!("/t/{id}")).await.body;
    // The hand of each stays behind the curtain, and so does what is drawn of the table.
    shows(
        &page,
        &[&format!("/t/{id}?as={}", asked[1]), "is asked: answer", "is that you? Open your hand.", "This game has no board yet."],
    );
    let board = page.split("class=\"board\"").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(board.contains("your hand: []"), "{board}");
    let as_other = ann.page(&format!("/t/{id}?as={}", asked[1])).await.body;
    shows(&as_other, &[&format!("data-as=\"{}\"", asked[1]), &format!("name=\"seat\" value=\"{}\"", asked[1])]);
    // Nobody looks from a seat that is not theirs.
    let stranger = open.visitor().await.page(&format!("/t/{id}?as={}", asked[1])).await.body;
    assert!(stranger.contains("You are watching") && !stranger.contains("data-as"));
    open.close().await;
}

#[tokio::test]
async fn whoever_is_asked_is_told_in_the_title_and_in_the_prompt() {
    let open = house().await;
    let table = two(&open, json!({ "bargaining": "open" })).await;
    let (id, (ann, a), (bob, b)) = (&table.id, &table.first, &table.second);
    ann.command(id, "play", json!({ "action": format!("offer {a}>{b} 4, {b}>{a} 3") })).await.is(200);
    let asked = bob.page(&format!("/t/{id}")).await.body;
    shows(&asked, &["<title>You are asked. An offer is open", "mark-turn.svg", " data-turn", ">asked</span>", "to play"]);
    assert!(!asked.contains("http-equiv"), "whoever has to answer is not disturbed");
    shows(&bob.page("/").await.body, &["Your turn"]);
    open.close().await;
}

#[tokio::test]
async fn a_table_of_sixteen_shows_every_seat() {
    let open = house().await;
    let ann = open.visitor().await;
    let id = ann.found(json!({ "game": "bazaar", "name": "Ann", "quick": true, "option": { "players": 16 } })).await;
    let page = ann.page(&format!("/t/{id}")).await.body;
    let seats = page.split("<ol class=\"compact\">").nth(1).unwrap();
    for seat in 1..=16 {
        assert!(seats.contains(&format!("data-key=\"seat-{seat}\"")), "{seat}");
    }
    shows(&ann.page("/new/bazaar").await.body, &["<option value=\"16\"", "data-seat=\"16\""]);
    open.close().await;
}
