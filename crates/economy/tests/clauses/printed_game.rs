//! A whole short game printed as text, so that a change of behaviour is a readable difference.

use crate::common::{best, reference};
use economy::{Event, Options};
use kernel::{Rules, Seeded, Viewer, Words};
use std::fmt::Write;

/// Somebody is thrown off, somebody stays, and a property changes hands.
#[test]
fn a_short_game() {
    let rules = crate::common::rules(Options { target: Some(25), ..reference(3) });
    let names = ["Ann", "Bob", "Cleo"].map(str::to_owned);
    let (mut luck, mut whim) = (Seeded::new(39), Seeded::new(40));
    let mut events = Vec::new();
    let mut state = rules.start(&mut luck, &mut events);
    let mut text = String::new();
    loop {
        let moments =
            |event: &Event| matches!(event, Event::LaidOut | Event::PartTwo | Event::TurnedDown { .. } | Event::Won { .. });
        let boards = events.iter().any(moments);
        for event in events.drain(..) {
            let line = rules.tell(&event, &names);
            writeln!(text, "{:<14} {}", line.clause, line.text).expect("room in a string");
        }
        if boards {
            writeln!(text, "\n{}", rules.draw(&state, Viewer::Watcher, &names)).expect("room in a string");
        }
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        let action = best(&rules, &state, seat, &mut whim);
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what is listed is legal");
    }
    for line in rules.score(&state, &names) {
        writeln!(text, "{:<14} {}", line.clause, line.text).expect("room in a string");
    }
    insta::assert_snapshot!(text);
}
