//! A whole short game printed as text, so that a change of behaviour is a readable difference.

use crate::common::{best, rules, standard};
use serde_json::json;

/// A game in which all this happens.
const SEED: u64 = 293;

/// Somebody skips, cars leave, an embargo holds one, somebody exports, improves, is hit and insures.
#[test]
fn a_short_game() {
    let rules = rules(&standard(json!({"players": 3, "victory_target": 7})));
    let mut kinds: Vec<String> = Vec::new();
    let text = proof::printed(
        &rules,
        &proof::names(3),
        SEED,
        |state, seat, whim| best(&rules, state, seat, whim),
        |_, events| {
            let told = events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON"));
            let now: Vec<String> = told.map(|event| event["event"].as_str().expect("a kind").to_owned()).collect();
            kinds.extend(now.clone());
            now.iter().any(|kind| ["round_began", "prices_adjusted", "won"].contains(&kind.as_str()))
        },
    );
    for kind in ["skipped", "bought", "loaded", "sent", "held", "exported", "improved", "warned", "penalised", "insured", "won"] {
        assert!(kinds.iter().any(|other| other == kind), "{kind} in the printed game");
    }
    insta::assert_snapshot!(text);
}
