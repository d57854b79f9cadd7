//! Rounds. (CMP-ROUND)

use super::common::*;
use serde_json::json;

#[test]
fn cmp_round_1_everybody_has_one_turn_clockwise() {
    let mut table = set(3).done();
    assert_eq!(table.active(), 'A');
    assert_eq!(table.refused_to('B', "draw territory"), "CMP-NEG-1");
    table.does('A', "end");
    assert_eq!(table.active(), 'B');
    table.does('B', "end");
    assert_eq!(table.active(), 'C');
    table.lucky('C', "end", &[6, 3]);
    assert_eq!((table.active(), table.state.round), ('A', 2));
}

/// Covers CMP-ROUND-2, CMP-WX-3.
#[test]
fn cmp_round_2_the_round_moves_on_a_new_danger_strikes_and_the_first_turn_begins() {
    // B's truck is in Cuba when the hurricane comes: it is saved by a 1 or 2.
    let mut table = set(2).danger("europe", 4).token("b-truck-1", "cuba").active('B').done();
    let from = table.events.len();
    table.lucky('B', "end", &[1, 2, 3]);
    assert_eq!(table.kinds(from), ["turn_over", "round", "danger", "weather", "put_back", "turn"]);
    assert_eq!((table.state.round, table.active(), table.place("b-truck-1").as_str()), (2, 'A', "land italy"));
    let danger = table.state.danger.expect("one danger");
    assert_eq!((danger.area.id(), danger.die), ("north_america", 2));
}

/// Covers CMP-ROUND-3. Edge case 50.
#[test]
fn cmp_round_3_no_new_danger_is_rolled_when_the_game_is_over() {
    let mut table = set(2).danger("europe", 4).round(12).active('B').done();
    table.does('B', "end");
    assert!(table.is_over());
    assert_eq!(table.state.danger.map(|danger| danger.area.id()), Some("europe"));
    assert!(table.told("danger").is_empty());
}

#[test]
fn cmp_round_4_a_game_for_points_goes_on_beyond_the_track() {
    let mut table = set_with(json!({"players": 2, "mode": "points"})).round(12).active('B').done();
    table.lucky('B', "end", &[6, 3]);
    assert_eq!((table.is_over(), table.state.round), (false, 13));
}
