//! Hints: what a bot would do in a visitor's place, on what that visitor may know, and nothing of it in the log.

use crate::common::{Open, Visitor, no_limits, two_at_a_table};
use house::web::Limits;
use serde_json::json;
use std::{num::NonZeroU32, time::Duration};

#[tokio::test]
async fn a_hint_is_one_of_the_choices_and_leaves_no_trace() {
    let open = Open::new().await;
    for game in engine::games() {
        let (about, ann) = (game.about(), open.visitor().await);
        let id = ann.found(json!({ "game": about.id, "quick": true, "preset": "first" })).await;
        let before = ann.until(&id, |table| table["awaited"] == json!([1]) || table["asked"] == json!([1])).await;
        let hint = ann.command(&id, "hint", json!({})).await.is(200).json();
        let action = hint["hint"]["action"].as_str().unwrap().to_owned();
        assert!(Visitor::choices(&before).contains(&action), "{}: {action}", about.id);
        // What it would do otherwise is another of the choices; only where there is none, nothing is compared.
        let choices = Visitor::choices(&before);
        match hint["runner_up"]["action"].as_str() {
            Some(next) => assert!(next != action && choices.iter().any(|choice| choice == next), "{}: {next}", about.id),
            None => {
                let alone = proof::Facts::of(about.id).begins_alone;
                assert_eq!((alone, &hint["compared"]), (true, &json!(1)), "{}: {choices:?}", about.id);
            }
        }
        assert!(hint["level"].as_u64() < hint["compared"].as_u64(), "{hint}");
        assert_eq!(ann.command(&id, "hint", json!({ "seat": 1 })).await.is(200).json(), hint, "it is thought of once");
        assert_eq!(ann.table(&id).await, before, "{}: nothing has changed", about.id);
        // As a form it leads to the page that shows it, and the script gets the part that changes.
        let asked = ann.form(&format!("/t/{id}/hint"), &[("seat", "1")]).await;
        assert_eq!((asked.status, asked.header("location")), (303, Some(format!("/t/{id}#hint").as_str())));
        let page = ann.fragment(&id).await;
        assert!(page.contains("class=\"hint\"") && page.contains("data-advised"), "{}", about.id);
        let says = match (hint["compared"].as_u64().unwrap(), hint["level"].as_u64().unwrap()) {
            (1, _) => "There is nothing else to choose from.",
            (_, 0) => "It likes that better than its second choice, “",
            (compared, level) if level + 1 == compared => "Any of the ",
            _ => "It would as soon choose “",
        };
        assert!(page.contains(says), "{}: {hint}", about.id);
        ann.command(&id, "play", json!({ "action": action })).await.is(200);
        assert!(!ann.fragment(&id).await.contains("class=\"hint\""), "{}: it was for that moment", about.id);
    }
    open.close().await;
}

#[tokio::test]
async fn one_address_asks_for_few_hints_whoever_asks_there() {
    let limits = Limits { hints: NonZeroU32::new(2).unwrap(), ..no_limits() };
    let open = Open::with(limits, Duration::ZERO).await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        let ann = open.visitor().await;
        let id = ann.found(json!({ "game": "economy", "hot_seat": true, "option": { "players": 2 } })).await;
        answers.push(ann.command(&id, "hint", json!({})).await.status);
    }
    assert_eq!(answers, [200, 200, 429]);
    open.close().await;
}

#[tokio::test]
async fn only_who_has_something_to_decide_can_ask_and_only_for_their_own_seat() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let first = ann.table(&id).await["awaited"][0].as_u64().unwrap();
    let (one, other) = if first == 1 { (&ann, &bob) } else { (&bob, &ann) };
    assert_eq!(other.command(&id, "hint", json!({})).await.status, 409);
    assert_eq!(other.command(&id, "hint", json!({ "seat": first })).await.status, 403);
    assert_eq!(open.visitor().await.command(&id, "hint", json!({})).await.status, 403);
    one.command(&id, "hint", json!({})).await.is(200);
    assert!(!other.fragment(&id).await.contains("class=\"hint\""), "the other learns nothing of it");
    // Whom a bot stands in for has nothing to decide.
    let (cleo, waits) = (open.visitor().await, json!({ "game": "economy", "name": "Cleo", "option": { "players": 2 } }));
    let waiting = cleo.found(waits).await;
    assert_eq!(cleo.command(&waiting, "hint", json!({})).await.status, 409, "the game has not begun");
    open.close().await;
}

#[tokio::test]
async fn what_part_of_the_board_a_page_shows_is_no_part_of_a_move() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    let id = ann.found(json!({ "game": "competitors", "quick": true, "preset": "first" })).await;
    let table = ann.until(&id, |table| table["awaited"] == json!([1])).await;
    let fields = [("seat", "1"), ("view", "europe"), ("action", &Visitor::choices(&table)[0])];
    let played = ann.form(&format!("/t/{id}/play"), &fields).await;
    assert_eq!((played.status, played.header("location")), (303, Some(format!("/t/{id}?view=europe").as_str())));
    open.close().await;
}

/// "Play now": the preset for newcomers, and something to decide without waiting for bots that pretend to think.
#[tokio::test]
async fn a_quick_table_begins_with_a_decision_of_its_visitor() {
    let open = Open::with(crate::common::no_limits(), std::time::Duration::from_secs(600)).await;
    for game in engine::games() {
        let (about, ann) = (game.about(), open.visitor().await);
        let first = game.presets().into_iter().find(|preset| preset.name == "first");
        let first = first.unwrap_or_else(|| panic!("{} has no preset for newcomers", about.id));
        assert_eq!(first.audience, "newcomers", "{}", about.id);
        let home = open.stranger().get("/").await.body;
        assert!(home.contains(&format!("“Play now” is for newcomers: {}", first.about)), "{}: {home}", about.id);
        let form = [("game", about.id), ("quick", "1"), ("preset", "first"), ("luck", "")];
        let made = ann.form("/tables", &form).await;
        let id = made.header("location").unwrap().strip_prefix("/t/").unwrap().to_owned();
        // Bots of this house would pause for ten minutes; here they do not pause at all.
        let table = ann.until(&id, |table| table["awaited"] == json!([1]) || table["asked"] == json!([1])).await;
        assert!(ann.fragment(&id).await.contains("data-turn"), "{}: nothing to decide", about.id);
        let actions = Visitor::choices(&table);
        assert!(!actions.iter().any(|action| action.starts_with("pick ")), "{}: {actions:?}", about.id);
    }
    open.close().await;
}
