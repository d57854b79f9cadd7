//! What players read is true: each prompt, label, effect and line of the log is held against what is legal and what then happens.

mod books;
mod drawing;
mod examples;
mod lines;
mod promises;

use competitors::{Action, Competitors, CompetitorsRules};
use proof::{Deed, Walk, walk};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Played<'a> = Deed<'a, CompetitorsRules>;

/// What this game counts.
const NOUNS: &[(&str, &str)] = &[
    ("action", "actions"),
    ("branch", "branches"),
    ("proposal", "proposals"),
    ("ship", "ships"),
    ("site", "sites"),
    ("token", "tokens"),
    ("truck", "trucks"),
];

/// Tables under which words differ.
fn tables() -> Vec<Value> {
    vec![
        json!({"players": 3}),
        json!({"players": 2, "hand_limit": 9, "branch_relocate": "yes", "aircraft_customs": "any", "aircraft_fuel": "per_turn"}),
        json!({"players": 4, "actions_per_turn": 3, "weather_check": "on_entry", "weather_loaded": "fail", "gifts": "yes"}),
        json!({"players": 5, "mode": "points", "points_round_limit": 8, "transit_flag_customs": "none", "regional_flag_customs": "yes"}),
        json!({"players": 2, "bank_limited": "yes", "event_order": "customs_first_ships", "advantages_per_site": "none"}),
    ]
}

/// The kind of an action, as its name in the code begins.
fn kind(action: &Action) -> String {
    format!("{action:?}").chars().take_while(|letter| letter.is_alphanumeric()).collect()
}

#[test]
fn every_word_to_a_player_is_true() {
    let walks = Walk { games: 3, decisions: 260, choices: 10, nouns: NOUNS, ..Walk::default() };
    let mut kinds = BTreeMap::<String, usize>::new();
    let seen = walk::<Competitors>(&tables(), &walks, |deed| {
        *kinds.entry(kind(deed.action)).or_default() += 1;
        no_id_is_read(deed)?;
        promises::label_and_effect_come_true(deed)?;
        books::balance(deed)
    });
    assert!(seen > 10_000, "{seen} choices");
    assert!(kinds.len() > 30, "{} kinds of choices: {kinds:?}", kinds.len());
}

/// Names for programs, such as `a-truck-2`, `C017` or `north_america`, are not for people.
fn no_id_is_read(deed: &Played) -> Result<(), String> {
    for text in [deed.label, deed.effect] {
        let code = |word: &str| {
            let card = word.len() == 4 && word.starts_with('C') && word[1..].bytes().all(|digit| digit.is_ascii_digit());
            card || word.contains('_') || word.contains("-truck-") || word.contains("-ship-") || word.contains("-aircraft-")
        };
        let word = text.split([' ', ',', ';', ':', '(', ')']).find(|word| code(word));
        proof::so!(word.is_none(), "`{}` is for programs", word.unwrap_or_default());
    }
    Ok(())
}
