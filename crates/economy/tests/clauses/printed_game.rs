//! A whole short game printed as text, so that a change of behaviour is a readable difference.

use crate::common::{best, reference, rules};
use economy::{Event, Options};

/// Somebody is thrown off, somebody stays, and a property changes hands.
#[test]
fn a_short_game() {
    let rules = rules(Options { target: Some(25), ..reference(3) });
    let moment = |event: &Event| matches!(event, Event::LaidOut | Event::PartTwo | Event::TurnedDown { .. } | Event::Won { .. });
    let text = proof::printed(
        &rules,
        &proof::names(3),
        39,
        |state, seat, whim| best(&rules, state, seat, whim),
        |_, events| events.iter().any(moment),
    );
    insta::assert_snapshot!(text);
}
