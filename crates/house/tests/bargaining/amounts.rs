//! Amounts as fields.

use crate::{card, house, shows, two};
use serde_json::json;

#[tokio::test]
async fn an_amount_by_a_plain_form() {
    let open = house().await;
    let table = two(&open, json!({})).await;
    let (id, (ann, a), (bob, b)) = (&table.id, &table.first, &table.second);
    let own = card(&ann.table(id).await);
    let page = ann.page(&format!("/t/{id}")).await.body;
    let action = format!("sell card-{own} for ?");
    shows(
        &page,
        &[
            &format!("value=\"{action}\""),
            "min=\"2\" max=\"40\" step=\"2\"",
            "2 to 40, in steps of 2",
            "name=\"usual\" value=\"40\"",
        ],
    );
    let (play, seat) = (format!("/t/{id}/play"), a.to_string());
    let refused = ann.form(&play, &[("action", &action), ("amount", "13"), ("seat", &seat)]).await.is(409).body.clone();
    shows(&refused, &["value=\"13\"", "aria-invalid=\"true\"", "BAZ-AUCT-1", "The lowest price is 2 to 40 coins in steps of 2."]);
    shows(&ann.form(&play, &[("action", &action), ("amount", "lots"), ("seat", &seat)]).await.is(400).body, &["value=\"lots\""]);
    // A usual amount that is pressed counts, whatever stands in the field.
    let pressed = ann.form(&play, &[("action", &action), ("amount", "13"), ("usual", "10"), ("seat", &seat)]).await;
    assert_eq!(pressed.status, 303);

    let asked = bob.page(&format!("/t/{id}")).await.body;
    shows(&asked, &["value=\"bid ?\"", "min=\"10\" max=\"60\" step=\"2\"", "50 coins left if you win", "value=\"pass\""]);
    let bids = asked.matches("value=\"bid 10\"").count();
    assert_eq!(bids, 1, "the least bid stands among the usual amounts and not in the list as well");
    let preview = |seat: &u64, amount: &str| format!("/t/{id}/preview?seat={seat}&action=bid+{amount}");
    assert_eq!(bob.page(&preview(b, "20")).await.is(200).body, "40 coins left if you win");
    assert_eq!(bob.page(&preview(b, "21")).await.is(200).body, "a bid is a multiple of 2 (BAZ-AUCT-1)");
    assert_eq!(bob.page(&preview(a, "20")).await.status, 403);
    assert_eq!(open.visitor().await.page(&preview(b, "20")).await.status, 403);
    let version = bob.table(id).await["version"].clone();
    bob.command(id, "play", json!({ "action": "bid ?", "amount": "20" })).await.is(200);
    assert_ne!(bob.table(id).await["version"], version);
    open.close().await;
}
