//! A whole short game printed as text, so that a change of behaviour is a readable difference.

use crate::common::{best, standard};
use kernel::{Rules, Seeded, Viewer, Words};
use serde_json::{Value, json};
use std::fmt::Write;

/// Somebody skips, cars leave, an embargo holds one, somebody exports, improves, is hit and insures.
#[test]
fn a_short_game() {
    let rules = crate::common::rules(&standard(json!({"players": 3, "victory_target": 7})));
    let names = ["Ann", "Bob", "Cleo"].map(str::to_owned);
    let (mut luck, mut whim) = (Seeded::new(SEED), Seeded::new(SEED + 1));
    let mut events = Vec::new();
    let mut state = rules.start(&mut luck, &mut events);
    let (mut text, mut kinds) = (String::new(), Vec::new());
    loop {
        let moment = |event: &Value| ["round_began", "prices_adjusted", "won"].contains(&event["event"].as_str().unwrap_or(""));
        let mut board = false;
        for event in events.drain(..) {
            let told = serde_json::to_value(&event).expect("an event is JSON");
            board |= moment(&told);
            kinds.push(told["event"].as_str().expect("a kind").to_owned());
            let line = rules.tell(&event, &names);
            writeln!(text, "{:<14} {}", line.clause, line.text).expect("room in a string");
        }
        if board {
            writeln!(text, "\n{}", rules.draw(&state, Viewer::Watcher, &names)).expect("room in a string");
        }
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        let action = best(&rules, &state, seat, &mut whim);
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what is listed is legal");
    }
    for line in rules.score(&state, &names) {
        writeln!(text, "{:<14} {}", line.clause, line.text).expect("room in a string");
    }
    for kind in ["skipped", "bought", "loaded", "sent", "held", "exported", "improved", "warned", "penalised", "insured", "won"] {
        assert!(kinds.iter().any(|other| other == kind), "{kind} in the printed game");
    }
    insta::assert_snapshot!(text);
}

/// A game in which all this happens.
const SEED: u64 = 293;
