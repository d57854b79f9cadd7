//! A whole short match printed as text, so that a change of behaviour is a readable difference.

use crate::common::{greedy, map::Map, reference, rules};
use profitability::Event;
use serde_json::json;

/// Prices move and turn, goods and a damaged good are unloaded, and somebody is overtaken or not.
#[test]
fn a_short_match() {
    let rules = rules(reference(json!({"players": 2, "truck_capacity": "6"})));
    let (mut map, mut laps) = (None, 0);
    let text = proof::printed(
        &rules,
        &proof::names(2),
        21,
        |state, seat, whim| greedy(&rules, map.get_or_insert_with(|| Map::of_state(&rules, state)), state, seat, whim),
        |state, events| {
            let ends = events.iter().any(|event| matches!(event, Event::MatchEnded { .. }));
            let due = state.lap >= laps + 5 || ends || laps == 0;
            laps = if due { state.lap } else { laps };
            due
        },
    );
    insta::assert_snapshot!(text);
}
