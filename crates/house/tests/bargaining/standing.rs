//! Answers that stand until they are taken back.

use crate::{house, invited, shows, two};
use house::{
    table::{
        Founding, Holder, Live, LogEntry,
        timing::{AtEnd, Timing},
    },
    token,
};
use kernel::{Seat, Seats};
use serde_json::json;

/// A table of two with a minute a move, which began at 0: the player in turn, and the other.
fn clocked() -> (Live, Seat, Seat) {
    invited();
    let founding: Founding = serde_json::from_value(json!({
        "game": "bazaar", "options": { "players": 2 }, "seats": 2, "secret": token::entropy().to_string(), "invite": "", "host": null,
        "open": false, "time": 0
    }))
    .unwrap();
    let clock = Some(Timing { each: 60_000, reserve: 0, end: AtEnd::Fallback });
    let mut live = Live::new("table".into(), Founding { clock, ..founding });
    for seat in Seats::first(2) {
        let (name, holder) = (seat.to_string(), Holder::Person(token::hash(&seat.to_string())));
        live.take(&mut LogEntry::Sat { seat, name, holder, entropy: token::entropy() }).unwrap();
    }
    live.take(&mut LogEntry::began(0)).unwrap();
    let ann = live.turn().awaited.lowest().unwrap();
    let bob: Seat = Seats::first(2).without(ann).lowest().unwrap();
    (live, ann, bob)
}

#[test]
fn a_safe_choice_that_is_taken_back_leaves_a_moves_time() {
    let (mut live, ann, bob) = clocked();
    let runs_out = |live: &mut Live, time: u64| {
        assert!(live.is_late(ann, time) && !live.is_late(ann, time - 1));
        let safe = live.game().unwrap().fallback(ann).unwrap();
        live.take(&mut LogEntry::RanOut { seat: ann, bot: None, time }).unwrap();
        live.take(&mut LogEntry::acted(ann, safe, time)).unwrap();
        assert!(live.turn().awaited.contains(bob));
    };
    let takes_back = |live: &mut Live, time: u64| live.take(&mut LogEntry::TookBack { by: ann, consent: false, time }).unwrap();
    runs_out(&mut live, 60_000);
    takes_back(&mut live, 70_000);
    runs_out(&mut live, 130_000);
    // It cannot be put off for ever.
    takes_back(&mut live, 131_000);
    assert!(live.is_late(ann, 131_000));
}

#[test]
fn an_answer_that_stands_is_no_sign_of_life() {
    let (mut live, ann, bob) = clocked();
    let act = |live: &mut Live, seat: Seat, action: &str| live.take(&mut LogEntry::acted(seat, action.into(), 1000)).unwrap();
    let offer = format!("offer {ann}>{bob} 4, {bob}>{ann} 3");
    let declined = |live: &mut Live| {
        act(live, ann, &offer);
        let (seat, answer) = live.standing_answer().expect("Bob has said so");
        act(live, seat, &answer);
    };
    act(&mut live, ann, &offer);
    live.take(&mut LogEntry::Stood { seat: bob, kind: "deal".into(), on: true }).unwrap();
    let (_, answer) = live.standing_answer().unwrap();
    act(&mut live, bob, &answer);
    act(&mut live, ann, "end");
    // Bob's time runs out, and the safe choice is made for him until it is Ann's turn again.
    while live.turn().awaited.contains(bob) {
        let safe = live.game().unwrap().fallback(bob).unwrap();
        live.take(&mut LogEntry::RanOut { seat: bob, bot: None, time: 61_000 }).unwrap();
        act(&mut live, bob, &safe);
    }
    assert!(live.ran_out(bob));
    declined(&mut live);
    assert!(live.ran_out(bob), "Bob himself has done nothing");
    act(&mut live, ann, "end");
    act(&mut live, bob, "end");
    assert!(!live.ran_out(bob));
}

#[tokio::test]
async fn a_standing_answer_is_given_at_once_and_seen_by_its_giver_alone() {
    let open = house().await;
    let table = two(&open, json!({})).await;
    let (id, (ann, a), (bob, b)) = (&table.id, &table.first, &table.second);
    let offer = |sum: u32| json!({ "action": format!("offer {a}>{b} {sum}, {b}>{a} 3") });
    let (stand, seat) = (format!("/t/{id}/stand"), b.to_string());
    let on = [("kind", "deal"), ("on", "true"), ("seat", seat.as_str())];
    assert_eq!(bob.form(&stand, &on).await.status, 409, "nobody asks anything yet");
    ann.command(id, "play", offer(4)).await.is(200);
    shows(&bob.page(&format!("/t/{id}")).await.body, &["Decline all deals, until I say otherwise"]);
    let other = [("kind", "everything"), ("on", "true"), ("seat", seat.as_str())];
    assert_eq!(bob.form(&stand, &other).await.status, 409, "only what is asked can be answered");
    assert_eq!(ann.form(&stand, &on).await.status, 403, "nobody answers for another");
    assert_eq!(bob.form(&stand, &on).await.status, 303);
    let after = ann.table(id).await;
    assert_eq!((&after["asked"], &after["awaited"]), (&json!([]), &json!([a])), "the question is answered with it");

    // The next offer is declined in the same change.
    let version = after["version"].as_u64().unwrap();
    ann.command(id, "play", offer(5)).await.is(200);
    let after = ann.table(id).await;
    assert_eq!((&after["asked"], after["version"].as_u64()), (&json!([]), Some(version + 2)));
    assert_eq!(bob.table(id).await["standing"], json!(["deal"]));
    shows(
        &bob.page(&format!("/t/{id}")).await.body,
        &["You have said: Decline all deals, until I say otherwise.", "Take it back"],
    );
    let others = [
        ann.page(&format!("/t/{id}")).await.body,
        ann.table(id).await.to_string(),
        open.visitor().await.table(id).await.to_string(),
    ];
    for shown in others {
        assert!(!shown.contains("until I say otherwise") && !shown.contains("\"standing\":[\"deal\"]"), "{shown}");
    }
    // It outlives the house.
    let off = [("kind", "deal"), ("on", "false"), ("seat", seat.as_str())];
    let data = open.close().await;
    let open = crate::common::Open::on(data, crate::common::no_limits(), std::time::Duration::ZERO).await;
    let (ann, bob) =
        (crate::Visitor { address: open.address, ..ann.clone() }, crate::Visitor { address: open.address, ..bob.clone() });
    assert_eq!(bob.table(id).await["standing"], json!(["deal"]));
    assert_eq!(bob.form(&stand, &off).await.status, 303);
    assert_eq!(bob.form(&stand, &off).await.status, 409, "there is none any more");
    // What was answered for Bob was no move of his: what he sent before it still counts.
    ann.command(id, "play", json!({ "action": "end" })).await.is(200);
    bob.command(id, "play", json!({ "action": "end", "version": version })).await.is(200);
    ann.command(id, "play", offer(6)).await.is(200);
    assert_eq!(bob.table(id).await["asked"], json!([b]), "asked again");
    open.close().await;
}
