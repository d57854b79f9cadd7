//! Answers that stand until they are taken back.

use crate::{house, shows, two};
use serde_json::json;

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
