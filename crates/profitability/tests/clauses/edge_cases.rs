//! Edge cases. (PRF-EDGE)

use crate::common::{
    JOKER, ProfitabilityTable, but, changed, ended, faults, four, placed, random_game, road, rules, store, trend, truck,
    try_placed,
};
use kernel::{Rules, Viewer};
use serde_json::json;

#[test]
fn prf_edge_1_nothing_to_load_costs_nothing() {
    let position = json!({"stores": {"SmallGreen": store("R|||")}, "trucks": {"red": truck("SmallGreen", "dG")}});
    let mut table = placed(json!({}), road(position));
    assert!(table.listed("load").is_empty());
    for space in ["blue", "yellow", "green"] {
        assert_eq!(table.refused(&format!("load {space} red")), "PRF-LOAD-4");
    }
    assert_eq!(table.points(), 6);
    assert!(table.may("drive W1") && table.may("end"));
}

#[test]
fn prf_edge_2_an_empty_truck_unloads_nothing_and_a_full_one_loads_nothing() {
    let at =
        |load: &str| placed(json!({}), road(json!({"profits": {"red": 9000}, "trucks": {"red": truck("LargeGreen", load)}})));
    assert!(at("").listed("unload").is_empty());
    assert_eq!(at("d").listed("unload"), ["unload damaged"]);
    assert!(!at("").listed("load").is_empty());
    assert!(at("dRBY").listed("load").is_empty());
    assert!(at("RBYG").listed("load").is_empty());
    assert_eq!(at("RBYG").listed("unload").len(), 4);
}

#[test]
fn prf_edge_3_unloading_at_price_0_is_legal_and_no_booking() {
    let position = json!({
        "prices": four([0, 0, 0, 1500]), "profits": {"red": 2000, "blue": 500}, "bookings": {"red": 4, "blue": 6},
        "trucks": {"red": truck("LargeRed", "BYRG")},
    });
    let mut table = placed(json!({}), road(position));
    table.plays(&["unload blue", "unload yellow"]);
    assert_eq!((table.points(), table.totals()[0]), (4, 2000));
    assert_eq!((table.position()["bookings"]["red"].clone(), table.position()["booking"].clone()), (json!(4), json!(6)));
    // With the extra profit it is one, and so is any other.
    table.play("unload red", &[]);
    assert_eq!((table.totals()[0], table.position()["bookings"]["red"].clone()), (3000, json!(7)));
    table.play("unload green", &[]);
    assert_eq!((table.totals()[0], table.position()["bookings"]["red"].clone()), (4500, json!(8)));
}

#[test]
fn prf_edge_4_both_exits_of_the_own_small_warehouse_are_occupied_in_the_first_lap() {
    let trucks = json!({"blue": truck("N1", "dR"), "green": truck("W6", "dY"), "yellow": truck("S2", "dB")});
    let position = |points: u8| json!({"lap": 1, "starter": 2, "turn": 1, "dice": [1, points], "trucks": trucks});
    // Pass, with two points or more: it must drive over one of them.
    for points in 2..=6 {
        let mut table = placed(json!({}), position(points));
        assert_eq!(table.refused("end"), "PRF-FIRST-1");
        assert!(table.may("drive N2") && table.may("drive W5"));
        for dot in ["N1", "W6"] {
            assert_eq!(table.refused(&format!("drive {dot}")), "PRF-MOVE-5");
        }
        table.play("drive N2", if points == 2 { &JOKER } else { &[] });
    }
    // With one point, or with block, it stays.
    let table = placed(json!({}), position(1));
    assert_eq!(table.actions(), ["end"]);
    for points in 1..=6 {
        let mut table = placed(json!({"truck_blocking": "block"}), position(points));
        assert_eq!(table.actions(), ["end"]);
        table.pass();
        assert_eq!((table.place("red").as_str(), table.truck("red")["home"].clone()), ("SmallRed", json!(true)));
    }
}

#[test]
fn prf_edge_5_the_turn_can_always_be_ended() {
    // SmallRed, both exits taken, later in the game, with block: nothing can be reached.
    let trucks = json!({"red": truck("SmallRed", ""), "blue": truck("N1", "dR"), "green": truck("W6", "dY")});
    let position = json!({"stores": {"SmallRed": {}}, "trucks": trucks});
    let mut table = placed(json!({"truck_blocking": "block"}), road(position));
    assert_eq!(table.actions(), ["end"]);
    table.pass();
    assert_eq!((table.place("red").as_str(), table.colour().as_str()), ("SmallRed", "blue"));
    // On a dot between two trucks.
    let trucks = json!({"red": truck("N1", ""), "blue": truck("N2", "dR"), "yellow": truck("SmallRed", "dB")});
    let table = placed(json!({"truck_blocking": "block"}), road(json!({"trucks": trucks})));
    assert_eq!(table.actions(), ["end"]);
}

#[test]
fn prf_edge_6_a_truck_may_stand_before_the_warehouse_that_it_has_just_left() {
    let trucks = json!({"red": truck("LargeGreen", "dG"), "blue": but(truck("N2", "dR"), json!({"last": "SmallRed"}))});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    table.play("drive N3", &[]);
    assert_eq!(table.refused("drive LargeGreen"), "PRF-WH-5");
    table.pass();
    // Others pass over the dot, and do not stop there.
    assert_eq!(table.refused("drive N3"), "PRF-MOVE-5");
    assert!(table.may("drive LargeGreen") && table.may("drive N4"));
    // With block they need the second opening, from the other side.
    let trucks = |blue: &str| json!({"red": but(truck("N3", "dG"), json!({"last": "LargeGreen"})), "blue": but(truck(blue, "dR"), json!({"last": "SmallRed"}))});
    let block = json!({"truck_blocking": "block"});
    let table = placed(block.clone(), road(json!({"turn": 2, "points": 3, "trucks": trucks("N2")})));
    assert!(!table.may("drive LargeGreen"));
    let table = placed(block, road(json!({"turn": 2, "points": 3, "trucks": trucks("N5")})));
    assert!(table.may("drive LargeGreen"));
}

#[test]
fn prf_edge_7_after_driving_through_another_warehouse_it_may_return() {
    // From SmallRed (last visited) through LargeGreen and back to SmallRed.
    let red = but(truck("N2", "dG"), json!({"last": "SmallRed"}));
    let mut table = placed(json!({}), road(json!({"trucks": {"red": red}})));
    assert_eq!(table.refused("drive SmallRed"), "PRF-WH-5");
    table.play("drive N3", &[]);
    table.play("drive N4 via LargeGreen", &[]);
    assert_eq!((table.points(), table.truck("red")["last"].clone()), (3, json!("LargeGreen")));
    table.pass();
    (0..3).for_each(|_| table.pass());
    table.play("drive N1", &[]);
    table.play("drive SmallRed", &JOKER);
    assert_eq!(table.place("red"), "SmallRed");
}

#[test]
fn prf_edge_8_a_small_warehouse_is_closed_while_a_truck_stays_inside() {
    let trucks = json!({"red": truck("SmallRed", "d"), "blue": but(truck("W6", "dR"), json!({"last": "LargeRed"}))});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    for _ in 0..5 {
        table.pass();
        assert_eq!(table.colour(), "blue");
        assert_eq!(table.refused("drive SmallRed"), "PRF-WH-3");
        assert_eq!(table.refused("drive N1 via SmallRed"), "PRF-WH-4");
        (0..3).for_each(|_| table.pass());
        assert_eq!(table.place("red"), "SmallRed");
    }
}

#[test]
fn prf_edge_9_both_markers_on_plus_at_3000_turn_one_by_one() {
    let line = trend("2R+ 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 10G-");
    let mut table = placed(json!({}), road(json!({"prices": {"red": 3000}, "trend": line})));
    table.play("end", &[2, 1]);
    assert_eq!((table.prices()[0], table.trend().starts_with("2R+ 3R- ")), (3000, true));
    table.play("end", &[1, 1]);
    assert_eq!((table.prices()[0], table.trend().starts_with("2R- 3R- ")), (3000, true));
    table.play("end", &[1, 1]);
    assert_eq!(table.prices()[0], 2500);
}

#[test]
fn prf_edge_10_any_of_the_eight_markers_may_be_taken_and_the_space_is_filled() {
    // The marker on 2 has just turned.
    let mut table = placed(json!({}), road(json!({"prices": {"red": 3000}})));
    table.play("end", &[1, 1]);
    assert!(table.trend().starts_with("2R- "));
    table.play("end", &[5, 6]);
    assert_eq!(table.actions().len(), 16);
    for action in ["end", "decline", "leave"] {
        assert_eq!(table.refused(action), "PRF-TREND-6", "{action}");
    }
    table.play("fill 2 +", &[]);
    assert_eq!(table.trend(), "3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G- 11R+");
}

#[test]
fn prf_edge_11_after_a_joker_exactly_two_spaces_are_free_again() {
    for action in ["shift 2 11 +", "shift 2 12 -", "shift 10 12 +", "turn 5", "decline"] {
        let mut table = placed(json!({}), road(json!({"step": "joker_trend", "dice": [3, 4]})));
        table.play(action, &[]);
        assert_eq!(table.trend().split(' ').count(), 8, "{action}");
    }
    // The space that it left is free for the next one.
    let mut table = placed(json!({}), road(json!({"step": "joker_trend", "dice": [3, 4]})));
    table.play("shift 2 11 +", &[]);
    table.play("end", &[1, 1]);
    assert_eq!(table.step(), "filling");
}

#[test]
fn prf_edge_12_no_marker_is_ever_off_the_line_and_other_counts_are_rejected() {
    for seed in 0..3 {
        let rules = rules(json!({"players": 3}));
        random_game(&rules, seed, 1_000, |_, _, after, _| {
            let view = rules.view(after, Viewer::Watcher);
            let on_line = view.trend.iter().filter(|space| space.marker.is_some()).count();
            assert_eq!(on_line + view.unplaced.len(), 8);
            assert!(view.step == "marking" || on_line == 8);
        });
    }
    for markers in ["1", "3"] {
        let told = faults(&changed("pack.toml", "markers = 2", &format!("markers = {markers}")));
        assert!(told.iter().any(|fault| fault.message.contains("PRF-PACK-3")), "{told:?}");
    }
    let seven = trend("2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+");
    assert_eq!(try_placed(json!({}), road(json!({"trend": seven}))).err().unwrap().clause, "PRF-INV-3");
}

#[test]
fn prf_edge_13_the_target_may_be_jumped_over() {
    let position =
        json!({"points": 1, "profits": {"red": 34_500}, "prices": {"red": 3000}, "trucks": {"red": truck("LargeRed", "dR")}});
    let mut table = placed(json!({}), road(position));
    table.play("unload red", &JOKER);
    assert_eq!(table.last("target_reached"), json!({"event": "target_reached", "seat": 1, "total": 38_500}));
}

#[test]
fn prf_edge_14_a_partner_may_lower_the_shared_total_and_the_end_has_begun_all_the_same() {
    let position = json!({"points": 5, "profits": {"red": 50_000}, "trucks": {"yellow": truck("LargeGreen", "dB")}});
    let mut table = placed(json!({"mode": "team"}), road(position));
    table.pass();
    assert_eq!(table.colour(), "blue");
    table.pass();
    table.play("unload damaged", &[]);
    assert_eq!((table.totals()[0], table.colour().as_str()), (47_000, "yellow"));
    table.pass();
    assert_eq!(table.colour(), "green");
    table.play("end", &[]);
    assert!(table.is_over());
    assert_eq!(table.last("match_ended")["profits"], json!([47_000, 0, 47_000, 0]));
}

#[test]
fn prf_edge_15_who_began_the_end_may_be_overtaken() {
    let trucks = json!({"green": truck("LargeGreen", "GG")});
    let profits = four([20_000, 35_000, 10_000, 33_000]);
    let mut table =
        placed(json!({}), road(json!({"turn": 2, "points": 5, "profits": profits, "prices": {"green": 3000}, "trucks": trucks})));
    table.pass();
    table.pass();
    table.play("unload green", &[]);
    assert_eq!(table.totals()[3], 37_000);
    table.pass();
    table.play("end", &[]);
    assert_eq!(table.places(), [3, 2, 4, 1]);
    assert_eq!(table.last("won")["winners"], json!([4]));
    let table = ended(json!({}), road(json!({"profits": four([40_000, 35_000, 0, 500])})));
    assert_eq!(table.places()[..2], [1, 2]);
}

#[test]
fn prf_edge_16_the_damaged_good_before_between_or_after_normal_goods_or_alone() {
    for order in [
        ["unload damaged", "unload green", "unload blue"],
        ["unload green", "unload damaged", "unload blue"],
        ["unload green", "unload blue", "unload damaged"],
    ] {
        let position = json!({"profits": {"red": 3000}, "trucks": {"red": truck("LargeGreen", "dGB")}});
        let mut table = placed(json!({}), road(position));
        table.plays(&order);
        assert_eq!((table.totals()[0], table.load("red").as_str()), (3000, ""));
    }
    let mut table = placed(json!({}), road(json!({"profits": {"red": 3000}, "trucks": {"red": truck("LargeGreen", "dG")}})));
    table.plays(&["unload damaged", "drive N3"]);
    assert_eq!(table.load("red"), "G");
}

#[test]
fn prf_edge_17_with_two_goods_a_truck_that_keeps_its_damaged_good_carries_one() {
    let position = |load: &str| road(json!({"trucks": {"red": truck("LargeGreen", load)}}));
    let settings = json!({"truck_capacity": "2"});
    let mut table = placed(settings.clone(), position("dG"));
    assert_eq!(table.refused("load blue blue"), "PRF-LOAD-5");
    table.plays(&["unload green", "load blue blue"]);
    assert_eq!(table.load("red"), "dB");
    assert_eq!(table.refused("load blue blue"), "PRF-LOAD-5");
    // Play goes on to the end.
    let rules = rules(settings);
    let mut events = Vec::new();
    let state = crate::common::play_out(&rules, &mut kernel::Seeded::new(2), &mut events);
    assert!(rules.turn(&state).is_over());
}

#[test]
fn prf_edge_18_a_full_own_space_refuses_until_another_player_has_loaded_from_it() {
    let settings = json!({"storage_large": 3, "storage_small": 1});
    let position = json!({"trucks": {"red": truck("LargeRed", "dG"), "blue": truck("LargeRed", "d")}, "profits": {"red": 9000}});
    let mut table = placed(settings, road(position));
    assert_eq!(table.store("LargeRed").split('|').next().unwrap().len(), 3);
    assert_eq!(table.refused("unload green"), "PRF-UNLOAD-4");
    assert!(table.may("unload damaged"), "it is always accepted");
    table.pass();
    let red = table.store("LargeRed").split('|').next().unwrap().to_owned();
    let good = if red.contains('R') { "red" } else { "blue" };
    table.play(&format!("load red {good}"), &[]);
    (0..3).for_each(|_| table.pass());
    assert_eq!(table.colour(), "red");
    table.play("unload green", &[]);
}

#[test]
fn prf_edge_19_two_players_load_from_unused_spaces_and_from_the_others() {
    for (turn, own, other) in [(1, "red", "blue"), (2, "blue", "red")] {
        let stores = json!({"LargeGreen": store("R|B|Y|G")});
        let trucks = json!({"red": truck("LargeGreen", "d"), "blue": truck("LargeGreen", "d")});
        let table = placed(json!({"players": 2}), json!({"lap": 3, "turn": turn, "stores": stores, "trucks": trucks}));
        let mut expected = vec![format!("load {other} {other}"), "load yellow yellow".to_owned(), "load green green".to_owned()];
        expected.sort();
        assert_eq!(table.listed("load"), expected);
        assert!(table.listed(&format!("load {own}")).is_empty());
    }
}

#[test]
fn prf_edge_20_a_turn_is_played_in_full_even_without_a_plan() {
    // Nobody does anything: still every turn rolls and moves a price.
    let mut table = placed(json!({}), road(json!({})));
    for (dice, prices) in [
        ([1, 1], [2000, 1500, 1500, 1500]),
        ([2, 2], [2000, 2000, 1500, 1500]),
        ([3, 3], [2000, 2000, 2000, 1500]),
        ([4, 4], [2000, 2000, 1500, 1500]),
    ] {
        table.play("end", &dice);
        assert_eq!(table.prices(), prices);
    }
    assert_eq!(table.told("rolled").len(), 4);
    // Only a player in the action phase can end the turn.
    table.play("end", &JOKER);
    table.refused("end");
}

#[test]
fn prf_edge_21_a_truck_may_end_its_turn_having_only_entered() {
    let mut table = placed(json!({}), road(json!({"points": 2})));
    table.play("drive LargeGreen", &JOKER);
    table.decline();
    assert_eq!(table.stage("red").as_deref(), Some("unload"));
    (0..3).for_each(|_| table.pass());
    assert_eq!(table.stage("red").as_deref(), Some("unload"));
    table.play("unload green", &[]);
}

#[test]
fn prf_edge_22_single_driving_through_without_handling_a_good_bars_nothing() {
    let red = but(truck("N2", "dG"), json!({"last": "LargeRed"}));
    let mut table = placed(json!({"sequence": "single"}), road(json!({"trucks": {"red": red}})));
    // Through SmallRed and on to LargeYellow takes more than a turn: it stops on the way and is as free as before.
    table.play("drive W6 via SmallRed", &[]);
    assert_eq!((table.points(), table.view()["handled"].clone()), (3, json!("nothing")));
    let red = but(truck("W5", "dG"), json!({"last": "SmallRed"}));
    let mut table = placed(json!({"sequence": "single"}), road(json!({"trucks": {"red": red}, "points": 4})));
    table.plays(&["drive LargeYellow", "unload green"]);
    // On a drive through one warehouse into another nothing was handled on the way.
    let red = but(truck("N3", "dG"), json!({"last": "LargeRed"}));
    let mut table = placed(json!({"sequence": "single"}), road(json!({"trucks": {"red": red}})));
    table.play("drive SmallBlue via LargeGreen", &[]);
    assert_eq!(table.view()["handled"], "nothing");
    assert!(table.may("unload green"), "one point is left for it");
    table.play("unload green", &JOKER);
}
