//! The end of the game. (CMP-END)

use super::common::*;
use serde_json::{Value, json};

/// B's turn, the last of the round, with these settings.
fn last_turn(settings: Value) -> Setup {
    set_with(proof::but(json!({"players": 2}), settings)).active('B')
}

/// Covers CMP-END-1.
#[test]
fn cmp_end_1_a_game_is_timed_or_for_points() {
    let mut timed = last_turn(json!({})).points('A', 10).done();
    timed.lucky('B', "end", &[6, 3]);
    assert!(!timed.is_over());
    let mut points = last_turn(json!({"mode": "points"})).points('A', 10).done();
    points.does('B', "end");
    assert_eq!(points.won(), Some(("A".into(), "CMP-END-4")));
    assert_eq!(refused_settings(json!({"mode": "endless"})).clause, "CMP-END-1");
}

/// Covers CMP-END-2.
#[test]
fn cmp_end_2_after_the_last_round_most_points_win() {
    let mut table = last_turn(json!({})).points('A', 3).points('B', 4).round(12).done();
    table.does('B', "end");
    assert_eq!(table.won(), Some(("B".into(), "CMP-END-2")));
    assert_eq!(table.turn(), None);
    let refusal = table.try_play(seat('A'), "draw territory", &[]).expect_err("the game is over");
    assert_eq!(refusal.clause, "CMP-END-2");
    // The last player's turn has to be over.
    let mut table = set(2).points('A', 3).round(12).done();
    table.does('A', "end");
    assert!(!table.is_over());
}

#[test]
fn cmp_end_3_twelve_rounds_or_as_many_as_the_table_says() {
    for (rounds, last) in [(json!("track"), 12), (json!(1), 1), (json!(99), 99)] {
        let mut before = last_turn(json!({"rounds": rounds})).round(last).done();
        before.does('B', "end");
        assert!(before.is_over(), "{rounds}");
        if last > 1 {
            let mut table = last_turn(json!({"rounds": rounds})).round(last - 1).done();
            table.lucky('B', "end", &[6, 3]);
            assert!(!table.is_over(), "{rounds}");
        }
    }
    assert_eq!(refused_settings(json!({"rounds": 0})).clause, "CMP-END-3");
    assert_eq!(refused_settings(json!({"rounds": 100})).clause, "CMP-END-3");
}

/// Covers CMP-END-4, CMP-END-5. Edge cases 65, 66.
#[test]
fn cmp_end_4_ten_points_at_the_end_of_the_round_win() {
    // A has ten after the first turn; the game goes on to the end of the round, and B comes to eleven.
    let mut table = set_with(json!({"players": 2, "mode": "points"}))
        .points('A', 10)
        .points('B', 9)
        .token("b-truck-1", "portugal")
        .signed("b-truck-1", "C036", "kenya", "portugal")
        .done();
    table.does('A', "end");
    assert!(!table.is_over());
    table.lucky('B', "deliver kenya", &[c(1)]);
    table.does('B', "end");
    assert_eq!((table.points('B'), table.won()), (11, Some(("B".into(), "CMP-END-4"))));
}

#[test]
fn cmp_end_5_who_had_ten_and_lost_one_has_not_won() {
    let mut table = last_turn(json!({"mode": "points"}))
        .points('B', 10)
        .token("b-truck-1", "portugal")
        .signed("b-truck-1", "C036", "portugal", "spain")
        .done();
    table.does('B', "deliver portugal");
    table.does('B', "give up");
    table.lucky('B', "end", &[6, 3]);
    assert_eq!((table.points('B'), table.is_over()), (9, false));
}

/// Covers CMP-END-6, CMP-END-7, CMP-END-9. Edge case 68.
#[test]
fn cmp_end_6_equal_in_points_the_richer_player_wins() {
    // The wealth of the rulebook's catalogue: 57,500, three trucks, a ship, an aircraft, two branches.
    let mut table = last_turn(json!({}))
        .round(12)
        .points('A', 4)
        .points('B', 4)
        .money('A', 57_500)
        .token("a-truck-3", "germany")
        .branches('A', "peru chile")
        .money('B', 171_500)
        .done();
    assert_eq!(
        (table.rules.wealth(&table.state, seat('A')).units(), table.rules.wealth(&table.state, seat('B')).units()),
        (352_500, 351_500)
    );
    table.does('B', "end");
    assert_eq!((table.won(), table.places()), (Some(("A".into(), "CMP-END-2")), vec![1, 2]));
}

#[test]
fn cmp_end_7_tokens_count_in_flight_and_loaded_and_nothing_else_does() {
    let table = set(2)
        .money('A', 0)
        .without_tokens('A')
        .token("a-aircraft-1", "20:3")
        .token("a-truck-1", "spain")
        .signed("a-truck-1", "C072", "spain", "portugal")
        .cards('A', "peru chile")
        .contracts('A', "C090")
        .advantage("C093", "germany")
        .done();
    assert_eq!(table.rules.wealth(&table.state, seat('A')).units(), 115_000);
}

/// Covers CMP-END-8. Edge case 67.
#[test]
fn cmp_end_8_equal_in_wealth_too_the_victory_is_shared() {
    let mut table = last_turn(json!({})).round(12).points('A', 2).points('B', 2).done();
    table.does('B', "end");
    assert_eq!((table.won(), table.places()), (Some(("AB".into(), "CMP-END-2")), vec![1, 1]));
}

#[test]
fn cmp_end_9_open_contracts_cost_nothing() {
    let mut table = last_turn(json!({})).round(12).points('A', 2).signed("a-truck-1", "C001", "spain", "portugal").done();
    table.does('B', "end");
    assert_eq!((table.points('A'), table.won()), (2, Some(("A".into(), "CMP-END-2"))));
}

/// Covers CMP-END-10.
#[test]
fn cmp_end_10_a_game_for_points_has_a_last_round() {
    for (settings, last) in [(json!({"mode": "points"}), 60), (json!({"mode": "points", "points_round_limit": 999}), 999)] {
        let mut goes_on = last_turn(settings.clone()).round(last - 1).points('B', 3).done();
        goes_on.lucky('B', "end", &[6, 3]);
        assert!(!goes_on.is_over());
        let mut over = last_turn(settings).round(last).points('B', 3).done();
        over.does('B', "end");
        assert_eq!(over.won(), Some(("B".into(), "CMP-END-10")));
    }
    assert_eq!(refused_settings(json!({"points_round_limit": 0})).clause, "CMP-END-10");
    assert_eq!(refused_settings(json!({"points_round_limit": 1000})).clause, "CMP-END-10");
}

#[test]
fn cmp_end_11_places_go_by_points_then_wealth_in_both_modes() {
    for settings in [json!({"players": 5}), json!({"players": 5, "mode": "points"})] {
        let mut table = set_with(settings)
            .active('E')
            .round(12)
            .points('A', 3)
            .points('B', 12)
            .points('C', 3)
            .points('D', 12)
            .points('E', 3)
            .money('A', 100_000)
            .money('D', 150_000)
            .done();
        table.does('E', "end");
        // C and E are equal in both and share the third place.
        assert_eq!(table.places(), [5, 1, 3, 2, 3]);
    }
}
