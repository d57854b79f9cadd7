//! Where remembering is part of the game, no command looks back before it is over.

use crate::common::{bad, good};
use engine::{Desk, games};
use serde_json::{Value, json};

/// ECONOMY in part 2: PHO-3 on c2 lies face down, Bob stands beside it, and Ann behind him.
fn face_down(desk: &mut Desk, memory: &str) {
    let cards = |sectors: &[&str]| -> Vec<String> {
        sectors.iter().flat_map(|sector| ["3", "2", "1a", "1b"].map(|kind| format!("{sector}-{kind}"))).collect()
    };
    let position = json!({
        "turn": 2, "die": 1, "pieces": ["c1", "c3", "c5"], "face_down": ["c2", "b4", "e4"], "points": [0, 0, 40],
        "properties": [cards(&["MOT", "TEX", "FOO"]), cards(&["MED", "COM", "TOY"]), cards(&["PHO", "FUR", "COS"])],
    });
    let options = json!({ "memory": memory, "target": 45 });
    let load =
        json!({ "do": "load", "game": "economy", "seats": ["Ann", "Bob", "Cleo"], "options": options, "position": position });
    good(desk, load);
}

/// Bob turns PHO-3 up, Cleo goes on, and Ann hits Bob there: it lies face down again.
fn shown_and_hidden_again(desk: &mut Desk) {
    good(desk, json!({ "do": "script", "luck": [1, 1, 1] }));
    for (seat, action) in [(2, "move c2"), (3, "move c4"), (1, "move c2"), (1, "corner a1")] {
        good(desk, json!({ "do": "play", "seat": seat, "action": action }));
    }
}

fn log(desk: &mut Desk, viewer: Value) -> String {
    good(desk, json!({ "do": "events", "viewer": viewer }))["events"].to_string()
}

#[test]
fn the_past_is_closed_while_the_game_is_played() {
    let mut desk = Desk::new(games());
    face_down(&mut desk, "hidden");
    shown_and_hidden_again(&mut desk);
    let record = good(&mut desk, json!({ "do": "export" }))["record"].clone();
    // Another table of the same record is no way round it.
    good(&mut desk, json!({ "do": "import", "record": record }));
    for table in [1, 2] {
        for at in 0..4 {
            for viewer in [json!(1), json!(2), json!(3), json!("watcher")] {
                for command in ["view", "draw"] {
                    let error = bad(&mut desk, json!({ "do": command, "viewer": viewer, "at": at, "table": table }));
                    assert_eq!(error["code"], "past");
                }
            }
            for command in ["position", "score"] {
                assert_eq!(bad(&mut desk, json!({ "do": command, "at": at, "table": table }))["code"], "past");
            }
        }
        good(&mut desk, json!({ "do": "view", "at": 4, "table": table }));
    }
}

#[test]
fn what_is_hidden_again_is_told_only_as_news() {
    let mut desk = Desk::new(games());
    face_down(&mut desk, "hidden");
    shown_and_hidden_again(&mut desk);
    // Since Bob last moved, and since Cleo did, nothing else has happened that they could have missed.
    assert!(log(&mut desk, json!(2)).contains("turned up: PHO-3"), "Bob’s own last turn is still news to Bob");
    for viewer in [json!(1), json!(3), json!("watcher")] {
        let told = log(&mut desk, viewer.clone());
        assert!(!told.contains("PHO") && told.contains("The location on c2 is turned up."), "{viewer}: {told}");
    }
    let record = good(&mut desk, json!({ "do": "export" }))["record"].clone();
    assert!(!record.as_str().unwrap().lines().any(|line| line.starts_with('#') && line.contains("turned up: PHO")), "{record}");
}

#[test]
fn what_is_shown_or_over_is_open() {
    let mut desk = Desk::new(games());
    face_down(&mut desk, "shown");
    shown_and_hidden_again(&mut desk);
    good(&mut desk, json!({ "do": "view", "at": 0 }));
    assert!(log(&mut desk, json!("watcher")).contains("turned up: PHO-3"));
    good(&mut desk, json!({ "do": "close" }));

    face_down(&mut desk, "hidden");
    shown_and_hidden_again(&mut desk);
    // Cleo's furniture pays: the game is over.
    good(&mut desk, json!({ "do": "script", "luck": [3] }));
    good(&mut desk, json!({ "do": "play", "seat": 2, "action": "move a1" }));
    good(&mut desk, json!({ "do": "play", "seat": 3, "action": "move d2" }));
    assert_eq!(good(&mut desk, json!({ "do": "tables" }))["tables"][0]["over"], true);
    good(&mut desk, json!({ "do": "view", "at": 0 }));
    assert!(log(&mut desk, json!("watcher")).contains("turned up: PHO-3"));
}
