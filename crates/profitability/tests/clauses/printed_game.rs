//! A whole short match printed as text, so that a change of behaviour is a readable difference.

use crate::common::{greedy, map::Map, reference};
use kernel::{Rules, Seeded, Viewer, Words};
use profitability::Event;
use serde_json::json;
use std::fmt::Write;

/// Prices move and turn, goods and a damaged good are unloaded, and somebody is overtaken or not.
#[test]
fn a_short_match() {
    let rules = crate::common::rules(reference(json!({"players": 2, "truck_capacity": "6"})));
    let names = ["Ann", "Bob"].map(str::to_owned);
    let (mut luck, mut whim) = (Seeded::new(21), Seeded::new(22));
    let mut events = Vec::new();
    let mut state = rules.start(&mut luck, &mut events);
    let map = Map::of_state(&rules, &state);
    let mut text = String::new();
    let mut laps = 0;
    loop {
        let ends = events.iter().any(|event| matches!(event, Event::MatchEnded { .. }));
        for event in events.drain(..) {
            let line = rules.tell(&event, &names);
            writeln!(text, "{:<14} {}", line.clause, line.text).expect("room in a string");
        }
        if state.lap >= laps + 5 || ends || laps == 0 {
            laps = state.lap;
            writeln!(text, "\n{}", rules.draw(&state, Viewer::Watcher, &names)).expect("room in a string");
        }
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        let action = greedy(&rules, &map, &state, seat, &mut whim);
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what is listed is legal");
    }
    for line in rules.score(&state, &names) {
        writeln!(text, "{:<14} {}", line.clause, line.text).expect("room in a string");
    }
    insta::assert_snapshot!(text);
}
