//! Settings of the table. (CMP-OPT)

use super::common::*;
use competitors::{Competitors, Options};
use kernel::{Game, settings::Settings};
use serde_json::json;

/// Covers CMP-OPT-1.
#[test]
fn cmp_opt_1_every_setting_has_the_default_of_the_rulebook() {
    let defaults = json!({
        "players": 4, "mode": "timed", "rounds": "track", "points_round_limit": 60, "actions_per_turn": 2, "hand_limit": "none",
        "vp_cap": "none", "bank_limited": "no", "aircraft_fuel": "per_point", "aircraft_customs": "abroad",
        "transit_flag_customs": "draw", "regional_flag_customs": "no", "event_order": "choice", "weather_check": "on_stop",
        "weather_loaded": "keep", "branch_relocate": "no", "advantages_per_site": 1, "gifts": "no", "proposals": 3,
    });
    assert_eq!(serde_json::to_value(Options::default()).expect("settings are data"), defaults);
    assert_eq!(Options::default().to_map().len(), 19);
}

#[test]
fn cmp_opt_1_other_values_are_taken_and_wrong_ones_refused_by_their_clause() {
    for (key, value, wrong, clause) in [
        ("mode", json!("points"), json!("race"), "CMP-END-1"),
        ("rounds", json!(99), json!(100), "CMP-END-3"),
        ("points_round_limit", json!(999), json!(1000), "CMP-END-10"),
        ("actions_per_turn", json!(3), json!(4), "CMP-TURN-2"),
        ("hand_limit", json!(50), json!(0), "CMP-DRAW-3"),
        ("vp_cap", json!(10), json!(11), "CMP-VP-5"),
        ("bank_limited", json!("yes"), json!("maybe"), "CMP-COMP-10"),
        ("aircraft_fuel", json!("per_turn"), json!("free"), "CMP-AIR-5"),
        ("aircraft_customs", json!("any"), json!("none"), "CMP-CUST-6"),
        ("transit_flag_customs", json!("none"), json!("any"), "CMP-CUST-9"),
        ("regional_flag_customs", json!("yes"), json!("any"), "CMP-CUST-10"),
        ("event_order", json!("customs_first_ships"), json!("event_first"), "CMP-POL-9"),
        ("weather_check", json!("on_entry"), json!("never"), "CMP-WX-9"),
        ("weather_loaded", json!("fail"), json!("lose"), "CMP-WX-12"),
        ("branch_relocate", json!("yes"), json!("once"), "CMP-BRANCH-8"),
        ("advantages_per_site", json!("none"), json!(2), "CMP-SPEC-6"),
        ("gifts", json!("yes"), json!("some"), "CMP-NEG-11"),
        ("proposals", json!(20), json!(21), "CMP-NEG-24"),
    ] {
        assert!(asked(json!({ key: value })).is_ok(), "{key}");
        assert_eq!(refused_settings(json!({ key: wrong })).clause, clause, "{key}");
    }
}

#[test]
fn cmp_opt_2_settings_are_fixed_from_the_start_and_open() {
    let settings = json!({"players": 3, "actions_per_turn": 3});
    let table = Table::start(options(settings), &[6, 1, 1]);
    // Part of the table from its first moment, before anybody has chosen anything.
    assert_eq!(table.rules.options.actions_per_turn, 3);
    for setting in Competitors::settings() {
        assert!(!setting.about.is_empty(), "{}", setting.key);
    }
}

#[test]
fn cmp_opt_3_presets_are_sets_of_settings() {
    let presets = Competitors::presets();
    let of = |name: &str| presets.iter().find(|preset| preset.name == name).unwrap_or_else(|| panic!("{name}")).settings;
    assert_eq!(of("standard"), []);
    assert_eq!(of("quick"), [("rounds", "6"), ("actions_per_turn", "3")]);
    assert_eq!(of("first"), [("rounds", "4"), ("actions_per_turn", "3")]);
    let mut quick = set_with(json!({"players": 2, "rounds": 6, "actions_per_turn": 3})).round(6).active('B').done();
    quick.does('B', "end");
    assert!(quick.is_over());
}
