//! Positions written by hand, played through the line protocol.

mod common;

use common::{bad, good};
use engine::Desk;
use serde_json::json;

#[test]
fn businessmen_goes_on_from_a_position_written_by_hand() {
    let mut desk = Desk::new(engine::games());
    let position = json!({
        "phase": "buying", "turn": 1, "market": { "oil": 6 }, "goods_card": "G24", "export_card": "E10",
        "players": [{ "coins": 5 }, { "coins": 3, "manager": 2 }],
    });
    good(&mut desk, json!({ "do": "load", "game": "businessmen", "seats": 2, "seed": 1, "position": position }));
    let actions = good(&mut desk, json!({ "do": "actions", "seat": 1 }));
    let listed: Vec<&str> = actions["actions"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(listed, ["buy 1 oil", "buy 2 oil", "buy 3 oil", "pass"], "the Manager's level allows three");
    let refused = bad(&mut desk, json!({ "do": "play", "seat": 1, "action": "buy 4 oil" }));
    assert_eq!(refused["clause"], "BIZ-BUY-3");
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "buy 3 oil" }));
    let written = good(&mut desk, json!({ "do": "position" }));
    assert_eq!(written["position"]["players"][0]["temporary"], json!({ "oil": 3 }));
    assert_eq!(written["position"]["players"][0]["coins"], 2);
    // What was written reads back to the same table.
    good(&mut desk, json!({ "do": "load", "game": "businessmen", "seats": 2, "position": written["position"] }));

    let impossible = json!({ "phase": "buying", "turn": 1, "market": { "oil": 26 } });
    let refused = bad(&mut desk, json!({ "do": "load", "game": "businessmen", "seats": 2, "position": impossible }));
    assert_eq!(refused["clause"], "BIZ-INV-1");
}
