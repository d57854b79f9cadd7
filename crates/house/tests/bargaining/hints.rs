//! A hint for whoever is asked over a deal, and on a device that several share.

use crate::{Visitor, house, shows, two};
use serde_json::json;

#[tokio::test]
async fn whoever_is_asked_over_a_deal_can_ask_what_a_bot_would_answer() {
    let open = house().await;
    let two = two(&open, json!({})).await;
    let ((first, a), (second, b), id) = (&two.first, &two.second, &two.id);
    first.command(id, "play", json!({ "action": format!("offer {a}>{b} 9, {b}>{a} 1") })).await.is(200);
    let before = second.table(id).await;
    // Whoever offered waits: there is nothing to decide for them but what they may do in their turn anyway.
    let hint = second.command(id, "hint", json!({})).await.is(200).json();
    assert_eq!((&hint["hint"]["action"], &hint["seat"]), (&json!("accept 1"), &json!(b)), "nine coins for one");
    assert_eq!((&hint["runner_up"]["action"], &hint["level"]), (&json!("decline 1"), &json!(0)), "an answer against the other");
    let after = second.table(id).await;
    assert_eq!((&before["version"], &before["events"]), (&after["version"], &after["events"]), "a hint is no part of the record");
    let page = second.page(&format!("/t/{id}")).await.body;
    shows(&page, &["class=\"hint\"", "would", "value=\"accept 1\" data-advised"]);
    assert!(!first.page(&format!("/t/{id}")).await.body.contains("class=\"hint\""), "the other does not see it");
    second.command(id, "play", json!({ "action": "decline 1" })).await.is(200);
    assert!(!second.page(&format!("/t/{id}")).await.body.contains("class=\"hint\""), "it was for that moment");
    open.close().await;
}

#[tokio::test]
async fn on_one_device_a_hint_is_shown_to_the_seat_that_asked() {
    let open = house().await;
    let ann = open.visitor().await;
    let option = json!({ "players": 3, "auction": "interest", "bargaining": "open" });
    let id = ann.found(json!({ "game": "bazaar", "hot_seat": true, "names": ["Ann", "Bob", "Cleo"], "option": option })).await;
    let table = ann.table(&id).await;
    let card = crate::card(&table);
    ann.command(&id, "play", json!({ "action": format!("sell card-{card} for 2") })).await.is(200);
    let asked: Vec<u64> = ann.table(&id).await["asked"].as_array().unwrap().iter().filter_map(|seat| seat.as_u64()).collect();
    for (place, seat) in asked.iter().enumerate() {
        let answer = ann.form(&format!("/t/{id}/hint"), &[("seat", &seat.to_string())]).await;
        let there = if place == 0 { format!("/t/{id}") } else { format!("/t/{id}?as={seat}") };
        assert_eq!((answer.status, answer.header("location")), (303, Some(format!("{there}#hint").as_str())));
        shows(&ann.page(&there).await.body, &["class=\"hint\""]);
    }
    let cleo: &Visitor = &open.visitor().await;
    assert_eq!(cleo.command(&id, "hint", json!({ "seat": asked[0] })).await.status, 403);
    open.close().await;
}
