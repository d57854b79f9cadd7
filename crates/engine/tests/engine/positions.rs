//! Positions written by hand, played through the line protocol.

use crate::common::{bad, good};
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
    assert_eq!(listed, ["buy 1 oil", "buy 2 oil", "buy 3 oil", "pass"], "the Manager’s level allows three");
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

#[test]
fn profitability_goes_on_from_a_position_written_by_hand() {
    let mut desk = Desk::new(engine::games());
    let load = |position: &serde_json::Value| json!({ "do": "load", "game": "profitability", "seats": 4, "seed": 1, "position": position });
    let position = json!({
        "lap": 5, "dice": [5, 2], "prices": { "red": 2500, "green": 500 }, "profits": { "red": 4000 },
        "trucks": { "red": { "at": "LargeRed", "goods": ["red", "green"] } },
    });
    good(&mut desk, load(&position));
    let view = good(&mut desk, json!({ "do": "view", "viewer": 1 }))["view"].clone();
    assert_eq!(
        (&view["points"], &view["prices"][0]["earns"]),
        (&json!(5), &json!(3500)),
        "own goods in an own warehouse earn more"
    );
    let actions = good(&mut desk, json!({ "do": "actions", "seat": 1 }));
    let listed: Vec<&str> = actions["actions"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert!(["unload red", "unload green", "unload damaged", "end"].iter().all(|action| listed.contains(action)), "{listed:?}");
    assert!(!listed.contains(&"unload blue") && listed.iter().any(|action| action.starts_with("drive ")), "{listed:?}");
    let refused = bad(&mut desk, json!({ "do": "play", "seat": 1, "action": "unload blue" }));
    assert!(refused["clause"].as_str().unwrap().starts_with("PRF-"), "{refused}");
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "unload red" }));
    let written = good(&mut desk, json!({ "do": "position" }))["position"].clone();
    assert_eq!((&written["profits"]["red"], &written["points"]), (&json!(7500), &json!(4)));
    assert_eq!(written["trucks"]["red"]["goods"], json!(["green"]));
    // What was written reads back to the same table.
    let mut again = Desk::new(engine::games());
    good(&mut again, load(&written));
    assert_eq!(good(&mut again, json!({ "do": "position" }))["position"], written);

    let impossible = json!({ "trucks": { "red": { "goods": ["red", "red", "red", "red", "red"] } } });
    let refused = bad(&mut desk, load(&impossible));
    assert!(refused["clause"].as_str().unwrap().starts_with("PRF-INV-"), "{refused}");
}

#[test]
fn investments_goes_on_from_a_position_written_by_hand() {
    let mut desk = Desk::new(engine::games());
    let load = |position: &serde_json::Value| json!({ "do": "load", "game": "investments", "seats": 2, "seed": 1, "position": position });
    let position = json!({
        "round": 7, "turn": { "step": "trade", "landed": "b29" }, "levels": { "b29": 2 }, "loans": { "b22": 1 },
        "players": [{ "at": 39, "cash": 130_000, "owned": ["b29", "b57", "b22"] }, { "owned": ["b01"] }],
    });
    good(&mut desk, load(&position));
    let actions = good(&mut desk, json!({ "do": "actions", "seat": 1 }));
    let listed: Vec<&str> = actions["actions"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert!(["invest 1", "strip b29", "repay b22", "end"].iter().all(|action| listed.contains(action)), "{listed:?}");
    let refused = bad(&mut desk, json!({ "do": "play", "seat": 1, "action": "monopoly" }));
    assert!(refused["clause"].as_str().unwrap().starts_with("INV-MONO-"), "{refused}");
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "offer 1>2 b57, 2>1 b01, 2>1 500000" }));
    good(&mut desk, json!({ "do": "play", "seat": 2, "action": "accept 1" }));
    let written = good(&mut desk, json!({ "do": "position" }))["position"].clone();
    assert_eq!(written["players"][0]["cash"], 630_000);
    assert_eq!(written["players"][0]["owned"], json!(["b01", "b22", "b29"]));
    assert_eq!((&written["levels"], &written["loans"]), (&json!({ "b29": 2 }), &json!({ "b22": 1 })));
    // What was written reads back to the same table.
    let mut again = Desk::new(engine::games());
    good(&mut again, load(&written));
    assert_eq!(good(&mut again, json!({ "do": "position" }))["position"], written);

    let impossible = json!({ "players": [{ "owned": ["b22"] }], "levels": { "b22": 1 }, "loans": { "b22": 0 } });
    let refused = bad(&mut desk, load(&impossible));
    assert_eq!(refused["clause"], "INV-INVAR-6");
}

#[test]
fn competitors_goes_on_from_a_position_written_by_hand() {
    let mut desk = Desk::new(engine::games());
    let load = |position: &serde_json::Value| json!({ "do": "load", "game": "competitors", "seats": 2, "seed": 1, "position": position });
    let flour = json!({ "contract": "C036", "sender": "portugal", "receiver": "poland" });
    let position = json!({
        "round": 3, "danger": { "area": "oceania", "die": 1 },
        "players": [
            { "office": "H3", "money": 200_000, "tokens": { "a-truck-1": { "at": "portugal", "load": flour } } },
            { "office": "H1" },
        ],
    });
    good(&mut desk, load(&position));
    let refused = bad(&mut desk, json!({ "do": "play", "seat": 1, "action": "move a-truck-1" }));
    assert_eq!(refused["clause"], "CMP-MOVE-5");
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "deliver portugal" }));
    let actions = good(&mut desk, json!({ "do": "actions", "seat": 1 }));
    let listed: Vec<&str> = actions["actions"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert!(["go a-truck-1 spain", "go a-truck-1 poland", "give up"].iter().all(|action| listed.contains(action)), "{listed:?}");
    // All the way is one choice: nothing but fuel is paid on it. (CMP-TM-13)
    good(&mut desk, json!({ "do": "play", "seat": 1, "action": "go a-truck-1 poland" }));
    let written = good(&mut desk, json!({ "do": "position" }))["position"].clone();
    assert_eq!((&written["players"][0]["money"], &written["players"][0]["points"]), (&json!(247_500), &json!(1)));
    assert_eq!(written["players"][0]["contracts"].as_array().map(Vec::len), Some(1), "a card for being early");
    // What was written reads back to the same table.
    let mut again = Desk::new(engine::games());
    good(&mut again, load(&written));
    assert_eq!(good(&mut again, json!({ "do": "position" }))["position"], written);

    let impossible = json!({ "players": [{ "territories": ["poland"] }, { "territories": ["poland"] }] });
    assert_eq!(bad(&mut desk, load(&impossible))["clause"], "CMP-INV-3");
}
