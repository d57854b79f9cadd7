//! Combined movement. (CMP-COMBO)

use crate::common::{CompetitorsTable, PASS, Travel, c, set};

#[test]
fn cmp_combo_1_a_truck_goes_aboard_an_own_carrier_in_the_same_territory_for_nothing() {
    let mut table = set(2).token("b-ship-1", "germany").token("a-truck-2", "france").token("a-ship-2", "19:2").done();
    assert_eq!(table.refused("load a-truck-2 a-ship-1"), "CMP-COMBO-1", "in another territory");
    assert_eq!(table.refused("load a-truck-1 a-ship-2"), "CMP-COMBO-1", "at sea beside it");
    assert_eq!(table.refused("load a-truck-1 b-ship-1"), "CMP-COMBO-1", "not A's");
    assert_eq!(table.refused("load a-ship-1 a-aircraft-1"), "CMP-COMBO-1", "not a truck");
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!((table.place("a-truck-1"), table.money('A'), table.left()), ("aboard a-ship-1".into(), 200_000, 2));
    // With goods too, and on an aircraft.
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    table.does('A', "load a-truck-1 a-aircraft-1");
    assert_eq!(table.place("a-truck-1"), "aboard a-aircraft-1");
}

#[test]
fn cmp_combo_2_a_truck_is_unloaded_where_the_carrier_is_docked_or_has_landed() {
    let mut table = set(2).token("a-ship-1", "19:2").token("a-truck-1", "a-ship-1").done();
    assert_eq!(table.refused("unload a-truck-1"), "CMP-COMBO-2", "at sea");
    assert_eq!(table.refused("unload a-truck-2"), "CMP-COMBO-2", "not aboard");
    table.run(&["move a-ship-1", "go a-ship-1 denmark", "unload a-truck-1"]);
    assert_eq!(table.place("a-truck-1"), "land denmark");
}

#[test]
fn cmp_combo_3_goods_change_tokens_in_one_territory() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").token("a-ship-2", "benelux").done();
    assert_eq!(table.refused("hand a-truck-1 a-ship-2"), "CMP-COMBO-3");
    table.does('A', "hand a-truck-1 a-ship-1");
    assert!(table.state.piece("a-ship-1".parse().expect("a token")).load.is_some());
    assert_eq!((table.money('A'), table.left()), (200_000, 2));
    // At sea no two tokens are in one territory.
    let mut table =
        set(2).token("a-ship-1", "19:2").signed("a-ship-1", "C001", "germany", "poland").token("a-truck-1", "a-ship-1").done();
    assert_eq!(table.refused("hand a-ship-1 a-truck-1"), "CMP-COMBO-3");
}

/// Edge case 100. Covers CMP-DELIV-6.
#[test]
fn cmp_combo_4_to_a_free_token_that_the_contract_allows_and_only_in_its_own_delivery_or_between_actions() {
    let setup = || set(2).signed("a-truck-1", "C001", "germany", "poland");
    let mut table = setup().signed("a-ship-1", "C002", "france", "spain").token("b-truck-1", "germany").done();
    assert_eq!(table.refused("hand a-truck-1 a-ship-1"), "CMP-COMBO-4", "loaded already");
    assert_eq!(table.refused("hand a-truck-2 a-ship-1"), "CMP-COMBO-4", "nothing on it");
    assert_eq!(table.refused("hand a-truck-1 b-truck-1"), "CMP-COMBO-4", "not A's");
    // In a Move, or in the Delivery of other goods, they stay.
    let mut table = setup().done();
    table.does('A', "move a-ship-1");
    assert_eq!(table.refused("hand a-truck-1 a-truck-2"), "CMP-COMBO-4");
    let mut table = setup().signed("a-ship-1", "C002", "france", "spain").done();
    table.does('A', "deliver france");
    assert_eq!(table.refused("hand a-truck-1 a-truck-2"), "CMP-COMBO-4");
    // The contract shows a truck.
    let mut table = set(2).signed("a-truck-1", "C036", "germany", "poland").done();
    assert_eq!(table.refused("hand a-truck-1 a-ship-1"), "CMP-DELIV-6");
    table.does('A', "hand a-truck-1 a-truck-2");
    // The truck is then empty, may move and may be named again.
    assert!(table.may("move a-truck-1") && !table.may("move a-truck-2"));
}

#[test]
fn cmp_combo_5_the_second_token_never_uses_more_than_the_first_had_left() {
    // Two by truck; aboard at most three; then what is left of five.
    let mut table = set(2).token("a-truck-1", "spain").token("a-ship-1", "germany").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany", "load a-truck-1 a-ship-1"]);
    assert_eq!(table.step().0, 2, "France, Germany");
    assert!(table.may("go a-ship-1 poland"), "three points by the Oresund");
    table.run(&["go a-ship-1 benelux", "unload a-truck-1"]);
    assert!(table.may("go a-truck-1 spain") && table.may("go a-truck-1 poland"), "two are left");
    assert!(!table.may("go a-truck-1 portugal"), "three would be needed");
}

#[test]
fn cmp_combo_6_the_cap_is_that_of_the_token_that_moves_first_or_5_if_it_carries_a_truck() {
    // The ship with a truck aboard: the truck has one point after four of the ship.
    let mut table = set(2).token("a-ship-1", "japan").token("a-truck-1", "a-ship-1").done();
    table.run(&["move a-ship-1", "go a-ship-1 34:5"]);
    let cap = |table: &crate::common::Table| table.state.journey.map(|journey| journey.cap);
    assert_eq!(cap(&table), Some(4), "five less one");
    let mut table = set(2).token("a-ship-1", "japan").done();
    table.run(&["move a-ship-1", "go a-ship-1 34:5"]);
    assert_eq!(cap(&table), Some(3), "four less one");
    let mut table = set(2).done();
    table.run(&["load a-truck-1 a-aircraft-1", "move a-aircraft-1", "go a-aircraft-1 poland"]);
    assert_eq!(cap(&table), Some(4), "five less one, of which the aircraft may use one");
    table.does('A', "unload a-truck-1");
    assert!(table.may("go a-truck-1 portugal"), "four points of the truck");
}

#[test]
fn cmp_combo_7_when_the_carriers_points_run_out_a_new_action_is_needed() {
    let mut table = set(2).token("a-truck-1", "benelux").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany", "load a-truck-1 a-ship-1", "go a-ship-1 21:2", "stop"]);
    assert_eq!((table.place("a-ship-1"), table.left()), ("sea 21:2".into(), 1));
    assert_eq!(table.refused("go a-ship-1 poland"), "CMP-MOVE-6");
    table.run(&["move a-ship-1", "go a-ship-1 poland"]);
    assert_eq!((table.place("a-truck-1"), table.money('A')), ("aboard a-ship-1".into(), 200_000 - 500 - 1_000 - 1_000));
}

#[test]
fn cmp_combo_8_in_a_delivery_the_next_movement_turn_takes_its_place() {
    let mut table = set(2).token("a-truck-1", "benelux").signed("a-truck-1", "C001", "benelux", "finland").done();
    table.run(&["deliver benelux", "go a-truck-1 germany", "load a-truck-1 a-ship-1"]);
    table.lucky('A', "go a-ship-1 21:2", &[PASS]);
    table.does('A', "stop");
    assert_eq!((table.turns(), table.left()), ((1, 4), 1));
    table.lucky('A', "go a-ship-1 finland", &[c(9)]);
    assert_eq!((table.points('A'), table.left()), (1, 1));
}

#[test]
fn cmp_combo_10_goods_of_another_contract_cannot_be_on_the_way() {
    let mut table =
        set(2).signed("a-truck-1", "C001", "germany", "denmark").signed("a-ship-1", "C002", "benelux", "norway").done();
    table.run(&["load a-truck-1 a-ship-1", "deliver germany"]);
    assert_eq!(table.refused("go a-ship-1 denmark"), "CMP-COMBO-10", "the carrier has other goods");
    let mut table =
        set(2).signed("a-truck-1", "C001", "germany", "denmark").signed("a-ship-1", "C002", "benelux", "norway").done();
    table.run(&["load a-truck-1 a-ship-1", "deliver benelux"]);
    assert_eq!(table.refused("go a-ship-1 norway"), "CMP-COMBO-10", "the truck aboard has other goods");
    table.does('A', "unload a-truck-1");
    table.lucky('A', "go a-ship-1 norway", &[c(9)]);
    assert_eq!(table.points('A'), 1);
}

/// In a running Delivery nothing is put aboard that could not travel in that way.
#[test]
fn cmp_combo_10_in_a_delivery_its_goods_and_others_do_not_come_together_aboard() {
    let both = || set(2).signed("a-truck-1", "C001", "germany", "denmark").signed("a-ship-1", "C002", "benelux", "norway");
    // Neither the truck with the goods onto a carrier with others, nor a truck with others onto the carrier with the goods.
    for sender in ["germany", "benelux"] {
        let mut table = both().done();
        table.does('A', &format!("deliver {sender}"));
        assert_eq!(table.refused("load a-truck-1 a-ship-1"), "CMP-COMBO-10", "{sender}");
        assert!(table.may("load a-truck-2 a-ship-1"), "an empty truck may");
    }
    // Between two movement turns the same applies; but a truck that takes no part in the Delivery may then go aboard elsewhere.
    let mut table = both().signed("a-truck-2", "C003", "poland", "spain").done();
    table.does('A', "deliver benelux");
    table.lucky('A', "go a-ship-1 19:2", &[]);
    table.does('A', "stop");
    assert!(table.state.is_open_point() && table.may("load a-truck-2 a-aircraft-1"));
}

#[test]
fn cmp_combo_10_in_a_delivery_goods_are_not_handed_over_beside_others() {
    let mut table =
        set(2).signed("a-truck-1", "C001", "benelux", "spain").signed("a-truck-2", "C002", "germany", "norway").done();
    table.run(&["load a-truck-2 a-ship-1", "deliver benelux"]);
    assert_eq!(table.refused("hand a-truck-1 a-ship-1"), "CMP-COMBO-10", "a truck with other goods is aboard");
    assert!(table.may("hand a-truck-1 a-aircraft-1"));
}

#[test]
fn cmp_combo_11_a_loaded_carrier_may_bring_an_empty_truck_that_takes_the_goods_over() {
    let mut table = set(2)
        .token("a-ship-1", "great_britain")
        .token("a-truck-1", "a-ship-1")
        .signed("a-ship-1", "C001", "great_britain", "poland")
        .done();
    table.run(&["deliver great_britain", "go a-ship-1 benelux", "hand a-ship-1 a-truck-1", "unload a-truck-1"]);
    table.lucky('A', "go a-truck-1 poland", &[c(9)]);
    assert_eq!((table.points('A'), table.money('A')), (1, 200_000 - 1_500 + 43_000));
}

#[test]
fn cmp_combo_12_nothing_is_aboard_a_truck_and_no_carrier_aboard_a_carrier() {
    let mut table = set(2).done();
    assert_eq!(table.refused("load a-truck-1 a-truck-2"), "CMP-COMBO-1");
    assert_eq!(table.refused("load a-aircraft-1 a-ship-1"), "CMP-COMBO-1");
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.refused("load a-truck-1 a-aircraft-1"), "CMP-COMBO-12", "it is aboard already");
}

/// Covers CMP-MOVE-5.
#[test]
fn cmp_combo_13_loading_is_a_free_step_and_possible_at_open_points_of_the_own_turn() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    assert!(table.refused_to('B', "load b-truck-1 b-ship-1").starts_with("CMP-NEG"), "in A's turn");
    // A waiting loaded truck may be put aboard, but its carrier may not move.
    table.does('A', "load a-truck-1 a-ship-1");
    assert_eq!(table.refused("move a-ship-1"), "CMP-MOVE-5");
    table.does('A', "unload a-truck-1");
    // In a movement turn only what moves in it is handled.
    table.run(&["move a-aircraft-1", "go a-aircraft-1 poland"]);
    assert_eq!(table.refused("load a-truck-2 a-ship-1"), "CMP-COMBO-13");
}

/// Edge case 24. Covers CMP-POL-4.
#[test]
fn cmp_combo_14_unloading_is_not_entering() {
    let mut table = set(2).token("a-ship-1", "19:4").token("a-truck-1", "a-ship-1").done();
    table.run(&["move a-ship-1", "go a-ship-1 italy", "unload a-truck-1"]);
    assert_eq!((table.count("fee"), table.money('B')), (1, 210_000), "one fee, for the docking");
    // No second event for a truck that is not driven on.
    let mut table = set(2).token("a-ship-1", "18:5").token("a-truck-1", "a-ship-1").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 algeria", &[3]);
    table.run(&["unload a-truck-1", "stop"]);
    assert_eq!(table.count("political"), 1);
    // One that is driven on brings its own.
    let mut table = set(2).token("a-ship-1", "18:5").token("a-truck-1", "a-ship-1").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 algeria", &[3]);
    table.does('A', "unload a-truck-1");
    // It has no point left, and the ship from which it has parted takes no step: the movement turn ends by itself.
    table.lucky('A', "go a-truck-1 libya", &[3]);
    assert_eq!(table.count("political"), 2);
}

/// Edge case 90.
#[test]
fn cmp_combo_15_each_free_step_once_between_two_moving_steps() {
    let mut table = set(2).signed("a-truck-1", "C001", "germany", "poland").done();
    table.run(&["load a-truck-2 a-ship-1", "unload a-truck-2"]);
    assert_eq!(table.refused("load a-truck-2 a-ship-1"), "CMP-COMBO-15");
    assert_eq!(table.refused("load a-truck-2 a-aircraft-1"), "CMP-COMBO-15");
    table.does('A', "hand a-truck-1 a-ship-1");
    assert_eq!(table.refused("hand a-ship-1 a-truck-2"), "CMP-COMBO-15");
    // An action later it is possible again.
    table.lucky('A', "draw contract", &[c(50)]);
    assert!(table.may("load a-truck-2 a-ship-1") && table.may("hand a-ship-1 a-truck-2"));
    // And aboard first, ashore once.
    let mut table = set(2).token("a-truck-1", "a-ship-1").done();
    table.run(&["unload a-truck-1", "load a-truck-1 a-ship-1"]);
    assert_eq!(table.refused("unload a-truck-1"), "CMP-COMBO-15");
    table.run(&["move a-ship-1", "go a-ship-1 benelux"]);
    assert!(table.may("unload a-truck-1"), "a moving step later");
}

/// By truck, by ship and by truck again, as the rulebook counts it. Covers CMP-COMBO-6, CMP-COMBO-9, CMP-TRUCK-8, CMP-MOVE-8.
#[test]
fn cmp_combo_5_a_journey_by_truck_by_ship_and_by_truck() {
    let mut table = set(2).token("a-truck-1", "spain").done();
    table.run(&["move a-truck-1", "go a-truck-1 germany", "load a-truck-1 a-ship-1", "go a-ship-1 denmark", "unload a-truck-1"]);
    // Two by truck, one by ship: two are left of five, and the ship has no more than those either.
    assert!(table.may("go a-truck-1 poland") && table.may("go a-ship-1 benelux"));
    table.does('A', "go a-truck-1 germany");
    assert_eq!(table.step(), (1, 0), "its fuel is paid");
    table.does('A', "go a-truck-1 poland");
    // The last point is used, nothing can be loaded in Poland, and the ship takes no step: the movement turn is over.
    assert!(table.state.journey.is_none());
    assert_eq!((table.money('A'), table.left(), table.place("a-ship-1")), (200_000 - 500 - 1_000, 1, "port denmark".into()));
}

/// Edge case 39, with a truck aboard. Covers CMP-POL-3, CMP-POL-4.
#[test]
fn cmp_combo_14_each_docking_is_a_stop_and_going_ashore_is_none() {
    let mut table = set(2).token("a-ship-1", "18:5").token("a-truck-1", "a-ship-1").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 algeria", &[3]);
    table.lucky('A', "go a-ship-1 libya", &[3]);
    table.run(&["unload a-truck-1", "stop"]);
    assert_eq!(table.count("political"), 2);
}

/// A hired ship moves only with a truck of the user. Covers CMP-CHART-2, CMP-MOVE-8.
#[test]
fn cmp_combo_1_from_a_hired_ship_only_the_truck_goes_on() {
    let mut table = set(2).token("b-ship-1", "germany").done();
    table.does('A', "offer 2>1 hire b-ship-1 truck 500 now");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table.run(&["load a-truck-1 b-ship-1", "move b-ship-1", "go b-ship-1 denmark", "unload a-truck-1"]);
    assert_eq!(table.refused("go b-ship-1 19:2"), "CMP-CHART-2", "nothing of A is on it");
    assert!(table.may("go a-truck-1 germany"));
    table.does('A', "go a-truck-1 germany");
    assert_eq!(table.refused("go b-ship-1 19:2"), "CMP-MOVE-8");
}
