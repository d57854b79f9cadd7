//! Who sits where: on one device, gone and replaced, called by which name, and what needs whose consent.

use crate::common::{Open, Visitor, invitation, no_limits, over, play};
use serde_json::{Value, json};
use std::time::Duration;

/// The fields that the set-up page sends as it comes, with what somebody changed.
async fn as_the_page_sends_it(visitor: &Visitor, changed: &[(&str, &str)]) -> Vec<(String, String)> {
    let page = visitor.get("/new/economy").await.is(200).body.clone();
    let form = page.split("<form").find(|form| form.contains("data-differs")).unwrap().split("</form>").next().unwrap();
    let attribute =
        |tag: &str, name: &str| tag.split(&format!(" {name}=\"")).nth(1).map(|rest| rest.split('"').next().unwrap().to_owned());
    let mut fields: Vec<(String, String)> = Vec::new();
    for tag in form.split('<').skip(1) {
        let chosen = match tag.split([' ', '>']).next().unwrap() {
            "input" => !matches!(attribute(tag, "type").as_deref(), Some("radio" | "checkbox")) || tag.contains(" checked"),
            "select" => true,
            "option" if tag.contains(" selected") => {
                fields.last_mut().unwrap().1 = attribute(tag, "value").unwrap();
                false
            }
            _ => false,
        };
        if let Some(name) = attribute(tag, "name").filter(|_| chosen) {
            fields.push((name, attribute(tag, "value").unwrap_or_default()));
        }
    }
    for (name, value) in changed {
        fields.retain(|(field, _)| field != name);
        fields.push(((*name).to_owned(), (*value).to_owned()));
    }
    fields
}

/// The table that a form led to.
async fn opened(visitor: &Visitor, fields: &[(String, String)]) -> String {
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let answer = visitor.form("/tables", &fields).await;
    answer.is(303).header("location").unwrap().strip_prefix("/t/").unwrap().to_owned()
}

fn names(table: &Value) -> Vec<&str> {
    table["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap_or("–")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_seats_on_this_device_are_shared_behind_a_curtain() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    let plain = as_the_page_sends_it(&ann, &[("option.players", "2")]).await;
    let table = ann.table(&opened(&ann, &plain).await).await;
    assert_eq!((&table["own"], names(&table)), (&json!([1]), vec!["Guest", "Ducat"]), "what the placeholder says");
    let page = ann.get("/new/economy").await.body.clone();
    assert!(page.contains("placeholder=\"Name (Guest if empty)\"") && !page.contains("hot_seat"), "{page}");

    let both = [("option.players", "2"), ("seat.2", "you"), ("names.1", "Ann"), ("names.2", "Ben")];
    let id = opened(&ann, &as_the_page_sends_it(&ann, &both).await).await;
    let table = ann.table(&id).await;
    assert_eq!((&table["own"], names(&table)), (&json!([1, 2]), vec!["Ann", "Ben"]));
    let cookie = format!("exchequer={}", ann.token.clone().unwrap());
    let page = open.stranger().ask("GET", &format!("/t/{id}"), &[("cookie", &cookie)], b"").await;
    assert!(page.is(200).body.contains("<details class=\"curtain"), "the other one’s hand is hidden");

    // A program may name all at once, or leave the names to the house.
    let id = ann.found(json!({ "game": "economy", "hot_seat": true, "name": "Us", "names": [null, "Ben"], "option": { "players": 4 }, "seat": [null, null, "bot:random"] })).await;
    let table = ann.table(&id).await;
    assert_eq!((&table["own"], names(&table)), (&json!([1, 2, 4]), vec!["Us", "Ben", "Guilder", "Us 2"]));
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_could_never_begin_is_not_made() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    for option in [
        json!({ "players": 2, "starter": "host_choice", "starting_seat": 5 }),
        json!({ "starting_seat": 1 }),
        json!({ "starter": "first_seat", "starting_seat": 2 }),
    ] {
        for quick in [false, true] {
            let refused = ann.post("/api/tables", json!({ "game": "economy", "quick": quick, "option": option })).await;
            let error = refused.is(400).json()["error"].clone();
            assert_eq!((&error["code"], &error["clause"]), (&json!("options"), &json!("ECO-START-2")), "{error}");
        }
    }
    assert!(ann.get("/api/visitors/me/tables").await.is(200).json()["tables"].as_array().unwrap().is_empty());
    // On the page a setting is called by its title.
    let fields = [("game", "economy"), ("option.starting_seat", "2")];
    let page = ann.form("/tables", &fields).await.is(400).body.clone();
    assert!(page.contains("“Starting seat” works only with “Starter: the player named by the host”"), "{page}");
    let page = ann.form("/tables", &[("game", "economy"), ("option.target", "900")]).await.is(400).body.clone();
    assert!(page.contains("“Target” cannot be 900") && !page.contains('`'), "{page}");
    let fine = json!({ "game": "economy", "option": { "players": 2, "starter": "host_choice", "starting_seat": 2 } });
    ann.found(fine).await;
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sits_down_who_is_not_known() {
    let open = Open::new().await;
    let ann = open.visitor().await;
    let refused = ann.post("/api/tables", json!({ "game": "economy", "seat": ["you", "elephant"] })).await;
    assert!(refused.is(400).json()["error"]["message"].as_str().unwrap().contains("elephant"), "{refused:?}");
    for name in ["\u{fe0f}", "\u{3164}", "\u{e0041}", " ", "a\u{200b}b"] {
        ann.post("/api/tables", json!({ "game": "economy", "name": name })).await.is(400);
    }
    let id = ann.found(json!({ "game": "economy", "name": "Bob", "open": true, "option": { "players": 4 } })).await;
    for (called, shown) in [("Bob", "Bob 2"), ("Bob 2", "Bob 3"), ("👩‍👩‍👧", "👩‍👩‍👧")] {
        let one = open.visitor().await;
        one.command(&id, "sit", json!({ "name": called })).await.is(200);
        let table = one.table(&id).await;
        assert!(names(&table).contains(&shown), "{table}");
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_helps_where_somebody_is_gone() {
    // Whoever has no stream is gone at once here.
    let open = Open::patient(Duration::ZERO, Duration::ZERO).await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2, "target": 1 } })).await;
    let invite = invitation(&ann.table(&id).await);
    let page = async |one: &Visitor| {
        let cookie = format!("exchequer={}", one.token.clone().unwrap());
        open.stranger().ask("GET", &format!("/t/{id}"), &[("cookie", &cookie)], b"").await.is(200).body.clone()
    };
    // A seat is freed before the game begins, and taken again.
    let three = ann.found(json!({ "game": "economy", "name": "Ann", "open": true, "option": { "players": 3 } })).await;
    bob.command(&three, "sit", json!({ "name": "Bob" })).await.is(200);
    let cookie = format!("exchequer={}", ann.token.clone().unwrap());
    let waiting = open.stranger().ask("GET", &format!("/t/{three}"), &[("cookie", &cookie)], b"").await.body.clone();
    assert!(waiting.contains("Free this seat"), "{waiting}");
    ann.command(&three, "leave", json!({ "seat": 2 })).await.is(200);
    assert_eq!(names(&ann.table(&three).await), ["Ann", "–", "–"]);

    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    assert!(page(&ann).await.contains("Let a bot play"));
    assert!(!page(&bob).await.contains("Let a bot play"), "only the host");
    ann.command(&id, "hand-over", json!({ "seat": 2 })).await.is(200);
    assert!(!page(&ann).await.contains("Let a bot play"), "a bot plays already");
    let table = play(&[&ann], &id, 4000).await;
    assert!(over(&table), "{table}");

    // Whoever was gone is not waited for in the rematch, and can come back.
    let next = ann.command(&id, "rematch", json!({})).await.is(200).json()["table"].as_str().unwrap().to_owned();
    let table = ann.table(&next).await;
    assert_eq!((&table["seats"][1]["bot"], &table["seats"][1]["person"]), (&json!("steady"), &json!(true)), "{table}");
    assert_eq!(table["from"], json!(id));
    bob.command(&next, "resume", json!({})).await.is(200);
    assert!(bob.table(&next).await["seats"][1]["bot"].is_null());

    // Who plays on against bots sees that they are bots.
    let on = ann.command(&id, "play-on", json!({ "at": 0 })).await.is(200).json()["table"].as_str().unwrap().to_owned();
    let table = ann.table(&on).await;
    assert_eq!((names(&table), &table["from"]), (vec!["Ann", "Ducat"], &json!(id)));
    let eve = open.visitor().await;
    let on = eve.command(&id, "play-on", json!({ "at": 0 })).await.is(200).json()["table"].as_str().unwrap().to_owned();
    assert_eq!(names(&eve.table(&on).await), ["Guest", "Ducat"]);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_did_is_taken_back_with_their_consent_only() {
    // Bots that stand in never come to move here, and whoever has no stream is gone at once.
    let open = Open::patient(Duration::ZERO, Duration::from_secs(600)).await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2, "starter": "first_seat" } })).await;
    let invite = invitation(&ann.table(&id).await);
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    // Both have acted; the last was Bob himself.
    let mut last = Value::Null;
    while last != json!([2]) {
        let table = ann.table(&id).await;
        last = table["awaited"].clone();
        let one = if last == json!([1]) { &ann } else { &bob };
        one.move_once(&id, 0).await.unwrap().is(200);
    }
    while bob.table(&id).await["awaited"] == json!([2]) {
        bob.move_once(&id, 0).await.unwrap().is(200);
    }
    let before = ann.table(&id).await;
    ann.command(&id, "hand-over", json!({ "seat": 2 })).await.is(200);
    ann.command(&id, "ask", json!({})).await.is(200);
    let table = ann.table(&id).await;
    assert_eq!((&table["request"]["missing"], &table["view"]), (&json!([2]), &before["view"]), "Bob has not agreed");
    bob.command(&id, "decline", json!({})).await.is(200);
    assert_eq!(ann.table(&id).await["view"], before["view"]);
    // Who left it to a bot themselves has left it the say as well.
    bob.command(&id, "resume", json!({})).await.is(200);
    bob.command(&id, "hand-over", json!({})).await.is(200);
    ann.command(&id, "ask", json!({})).await.is(200);
    assert_ne!(ann.table(&id).await["view"], before["view"]);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_wait_for_an_answer_but_not_for_ever() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2, "starter": "first_seat" } })).await;
    let invite = invitation(&ann.table(&id).await);
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    for one in [&ann, &bob] {
        let seat = one.table(&id).await["own"].clone();
        while one.table(&id).await["awaited"] == seat {
            one.move_once(&id, 0).await.unwrap().is(200);
        }
    }
    // Bob asks when it is Ann's turn; then a bot is to move for her.
    bob.command(&id, "ask", json!({})).await.is(200);
    ann.command(&id, "hand-over", json!({})).await.is(200);
    let asked = bob.table(&id).await;
    assert_eq!((&asked["awaited"], &asked["request"]["missing"]), (&json!([1]), &json!([1])));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(bob.table(&id).await["version"], asked["version"], "the bot waits");
    ann.command(&id, "agree", json!({})).await.is(200);
    assert_eq!(bob.table(&id).await["awaited"], json!([2]), "Bob is to move again");

    // Now Ann does not answer.
    ann.command(&id, "resume", json!({})).await.is(200);
    bob.move_once(&id, 0).await.unwrap().is(200);
    bob.command(&id, "ask", json!({})).await.is(200);
    ann.command(&id, "hand-over", json!({})).await.is(200);
    let asked = bob.table(&id).await;
    assert_eq!(asked["request"]["missing"], json!([1]));
    bob.until(&id, |table| table["request"].is_null()).await;
    bob.until(&id, |table| table["awaited"] == json!([2])).await;
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_holds_a_bot_by_asking_again_and_again() {
    let open = Open::with(no_limits(), Duration::from_millis(150)).await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let seats = json!(["you", "person", "bot:steady"]);
    let founding = json!({ "game": "economy", "name": "Ann", "seat": seats, "open": true, "option": { "players": 3, "starter": "first_seat" } });
    let id = ann.found(founding).await;
    bob.command(&id, "sit", json!({ "name": "Bob" })).await.is(200);
    // Bob asks as soon as the bot is to move, before it does: Ann has to answer, and does not.
    let held = |table: &Value| table["awaited"] == json!([3]) && !table["request"].is_null();
    while !held(&bob.table(&id).await) {
        let table = ann.table(&id).await;
        if !table["request"].is_null() {
            ann.command(&id, "decline", json!({})).await;
        } else if table["awaited"] == json!([1]) {
            ann.move_once(&id, 0).await;
        } else if table["awaited"] == json!([2]) {
            bob.move_once(&id, 0).await;
            if bob.table(&id).await["awaited"] == json!([3]) {
                bob.command(&id, "ask", json!({})).await;
            }
        }
    }
    let (started, mut asked) = (std::time::Instant::now(), 1);
    while bob.table(&id).await["awaited"] == json!([3]) {
        let answer = bob.command(&id, "ask", json!({})).await;
        assert!(matches!(answer.status, 200 | 409), "{answer:?}");
        asked += usize::from(answer.status == 200);
        // Forty pauses are six seconds, however many moves the bot has to make in its turn.
        assert!(started.elapsed() < Duration::from_secs(20), "the bot is held");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(asked >= 2, "{asked}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dice_can_be_checked() {
    let open = Open::new().await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let made = json!({ "game": "economy", "name": "Ann", "luck": "three blind mice", "option": { "players": 2, "target": 1 } });
    let id = ann.found(made).await;
    let table = ann.table(&id).await;
    let commitment = table["commitment"].as_str().unwrap().to_owned();
    assert!(open.stranger().get(&format!("/t/{id}")).await.body.contains(&commitment), "shown before the game begins");
    bob.command(&id, "sit", json!({ "name": "Bob", "luck": "see how they run", "invite": invitation(&table) })).await.is(200);
    assert!(open.stranger().get(&format!("/t/{id}")).await.body.contains(&commitment), "and while it is played");
    let entropy: Vec<Value> =
        bob.table(&id).await["seats"].as_array().unwrap().iter().map(|seat| seat["entropy"].clone()).collect();
    assert!(over(&play(&[&ann, &bob], &id, 4000).await));
    let record = ann.get(&format!("/api/tables/{id}/record")).await.json()["record"].as_str().unwrap().to_owned();
    let header = kernel::Record::read(&record).unwrap().header;
    assert_eq!(header.secret.unwrap().commitment().to_string(), commitment);
    // Everybody finds nothing but their own luck at their seat.
    for (seat, luck) in ["three blind mice", "see how they run"].iter().enumerate() {
        let own = kernel::Key::of(&[b"exchequer seat", luck.as_bytes()]);
        assert_eq!((header.entropy[seat], &entropy[seat]), (own, &json!(own.to_string())));
    }
    open.close().await;
}
