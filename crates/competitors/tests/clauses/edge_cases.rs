//! The table of edge cases, those that no test of a clause has already.

use super::common::*;
use serde_json::json;

/// Edge case 21: pay 8,000 or lose a movement turn, with 5,000 in hand. Covers CMP-EFF-18.
#[test]
fn case_21_a_payment_beyond_the_money_cannot_be_chosen() {
    let bond = |money: i32| {
        let mut table = set(2)
            .money('A', money)
            .token("a-truck-1", "eastern_siberia")
            .signed("a-truck-1", "C036", "eastern_siberia", "moscow")
            .done();
        table.does('A', "deliver eastern_siberia");
        table.lucky('A', "go a-truck-1 urals", &[u(23)]);
        table
    };
    let poor = bond(5_500);
    assert_eq!((poor.money('A'), poor.used()), (5_000, Some((2, 3))));
    assert_eq!(bond(8_500).sorted(), ["choose 1", "choose 2"]);
}

/// Edge case 26: two points before a desert. Covers CMP-TRUCK-3.
#[test]
fn case_26_two_points_are_too_few_for_a_desert() {
    // To and fro between Tanzania and Kenya: fewer than three points are left beside Sudan.
    let mut table = set(2).token("a-truck-1", "mozambique").signed("a-truck-1", "C036", "mozambique", "egypt").done();
    table.does('A', "deliver mozambique");
    table.lucky('A', "go a-truck-1 tanzania", &[PASS]);
    table.does('A', "go a-truck-1 kenya");
    table.does('A', "go a-truck-1 tanzania");
    table.does('A', "go a-truck-1 kenya");
    assert_eq!(table.refused("go a-truck-1 sudan"), "CMP-TRUCK-3");
    assert!(table.allows('A', "stop") && table.allows('A', "give up"));
}

/// Edge case 40: a movement turn of a Delivery ends in a red-flag territory half-way. Covers CMP-POL-3.
#[test]
fn case_40_a_stop_half_way_brings_an_event() {
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "volga_basin").done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[1]);
    assert_eq!((table.money('A'), table.used()), (205_500, Some((1, 4))));
}

/// Edge case 41: put on a branch that stands on the Receiver's territory. Covers CMP-DELIV-8, CMP-EFF-13.
#[test]
fn case_41_a_truck_that_an_event_puts_on_the_receiver_has_delivered() {
    // The site is the headquarters, whose territory is the Receiver.
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C001", "poland", "germany").done();
    table.does('A', "deliver poland");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[10, c(2)]);
    assert_eq!((table.place("a-truck-1").as_str(), table.points('A')), ("land germany", 1));
    assert_eq!(table.heard('A', "delivered")["used"], json!(1));
}

/// Edge case 52: an arrow in the last movement turn. Covers CMP-AIR-11.
#[test]
fn case_52_over_the_edge_in_the_last_turn_the_delivery_fails() {
    let mut table = set(3)
        .points('C', 2)
        .token("c-aircraft-1", "japan")
        .signed("c-aircraft-1", "C059", "japan", "pacific_states")
        .active('C')
        .done();
    table.does('C', "deliver japan");
    // One point to a cell to the east, and no more; then over the edge.
    table.does('C', "go c-aircraft-1 36:5");
    table.does('C', "stop");
    assert_eq!(table.used(), Some((1, 2)));
    table.does('C', "go c-aircraft-1 right-3");
    assert_eq!((table.place("c-aircraft-1").starts_with("edge"), table.points('C')), (true, 1));
    assert_eq!(table.load("c-aircraft-1"), "-");
}

/// Edge case 72: delayed by the first action, chosen for the second. Covers CMP-EFF-8.
#[test]
fn case_72_a_delayed_token_does_not_move_again_this_turn() {
    let mut table = set(2).token("a-truck-1", "poland").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 ukraine");
    table.lucky('A', "stop", &[3]);
    assert_eq!(table.refused("move a-truck-1"), "CMP-EFF-8");
    assert!(table.allows('A', "move a-truck-2"));
    table.does('A', "end");
    table.lucky('B', "end", &[6, 3]);
    assert!(table.allows('A', "move a-truck-1"));
}

/// Edge case 82: who rolls for the first danger. Covers CMP-SETUP-13.
#[test]
fn case_82_the_first_player_is_the_first_to_choose() {
    let table = Table::start(options(json!({"players": 2})), &[1, 6]);
    assert_eq!((table.turn(), table.active()), (Some('B'), 'B'));
    assert!(table.state.danger.is_none());
}

/// Edge case 83: two players, all rules unchanged. Covers CMP-GEN-1.
#[test]
fn case_83_two_players_play_by_the_same_rules() {
    let (two, five) = (set(2).done(), set(5).done());
    assert_eq!(two.actions_left(), five.actions_left());
    assert_eq!(two.listed("move"), five.listed("move"));
    assert_eq!(two.listed("buy"), five.listed("buy"));
}

/// Edge case 96: territories that touch only at a corner. Covers CMP-DATA-22.
#[test]
fn case_96_there_is_no_way_over_a_corner() {
    // Mongolia is a desert, three points: over a border it would be one step. By Western Siberia or Western China it is five, in two.
    let mut table = set(2).token("a-truck-1", "kazakhstan").done();
    table.does('A', "move a-truck-1");
    table.does('A', "go a-truck-1 mongolia");
    let went = table.heard('A', "went");
    assert_eq!((went["points"].as_i64(), went["way"].as_array().map(Vec::len)), (Some(5), Some(2)));
}

/// Edge case 100: goods wait on a truck beside an own docked ship. Covers CMP-COMBO-4, CMP-SIGN-5, CMP-MOVE-5.
#[test]
fn case_100_waiting_goods_go_to_the_ship_and_the_truck_is_free() {
    let mut table = set(2)
        .cards('A', "germany peru")
        .contracts('A', "C002")
        .token("a-truck-2", "france")
        .signed("a-truck-1", "C001", "spain", "poland")
        .done();
    table.does('A', "hand a-truck-1 a-ship-1");
    assert_eq!(table.load("a-ship-1"), "C001 spain poland");
    assert!(table.allows('A', "move a-truck-1"));
    table.does('A', "sign C002");
    table.does('A', "by a-truck-1");
    table.does('A', "to peru");
    assert_eq!(table.load("a-truck-1"), "C002 germany peru");
}
