//! The order of actions and the first lap. (PRF-SEQ, PRF-FIRST)

use crate::common::{
    COLOURS, JOKER, ProfitabilityTable, Table, but, placed, reference_start, road, seat, store, truck, try_placed,
};
use serde_json::{Value, json};

/// Red's truck like this, with six points; the others are on the roads.
fn red(truck: Value) -> Table {
    placed(json!({}), road(json!({"trucks": {"red": truck}})))
}

#[test]
fn prf_seq_1_movement_unloading_loading_movement() {
    let mut table = red(truck("N2", "dG"));
    table.plays(&["drive LargeGreen", "unload green", "load blue blue", "drive N4"]);
    assert_eq!((table.place("red"), table.load("red"), table.points()), ("N4".into(), "dB".into(), 1));
}

#[test]
fn prf_seq_2_any_step_may_be_skipped() {
    // No unloading; no loading; neither; no movement before or after.
    let orders: [&[&str]; 5] = [
        &["drive LargeGreen", "load blue blue", "drive N4"],
        &["drive LargeGreen", "unload green", "drive N4"],
        &["drive LargeGreen", "drive N4"],
        &["drive LargeGreen", "unload green", "load blue blue", "end"],
        &["end"],
    ];
    for order in orders {
        let mut table = red(truck("N2", "dG"));
        for action in order {
            table.play(action, if *action == "end" { &JOKER } else { &[] });
        }
    }
    let mut table = red(truck("LargeGreen", "dG"));
    table.plays(&["load blue blue", "drive N4"]);
    let mut table = red(truck("LargeGreen", "dG"));
    table.play("drive N4", &[]);
}

#[test]
fn prf_seq_3_after_the_first_good_loaded_nothing_is_unloaded_during_this_stay() {
    let position = json!({"profits": {"red": 9000}, "trucks": {"red": truck("LargeGreen", "dGY")}});
    let mut table = placed(json!({}), road(position));
    table.play("unload green", &[]);
    table.play("load blue blue", &[]);
    for action in ["unload yellow", "unload blue", "unload damaged"] {
        assert_eq!(table.refused(action), "PRF-SEQ-3");
    }
    assert!(table.listed("unload").is_empty());
    // Nor in the next turn, until it has left and entered another warehouse.
    (0..4).for_each(|_| table.pass());
    assert_eq!(table.refused("unload yellow"), "PRF-SEQ-3");
    table.play("drive SmallBlue", &JOKER);
    table.decline();
    (0..3).for_each(|_| table.pass());
    assert_eq!(table.colour(), "red");
    table.play("unload yellow", &[]);
    // On the road nothing is unloaded or loaded.
    let mut table = red(truck("N3", "dGY"));
    assert!(table.listed("unload").is_empty() && table.listed("load").is_empty());
    table.refused("unload green");
    table.refused("load blue blue");
}

#[test]
fn prf_seq_4_a_step_broken_off_goes_on_in_the_next_turn() {
    // Unloading is broken off after one of two goods.
    let mut table = placed(json!({}), road(json!({"points": 1, "trucks": {"red": truck("LargeGreen", "dGY")}})));
    table.play("unload green", &JOKER);
    table.decline();
    (0..3).for_each(|_| table.pass());
    assert_eq!((table.colour(), table.stage("red")), ("red".into(), Some("unload".into())));
    table.play("unload yellow", &[]);
    // Loading is broken off and goes on.
    let position = json!({"points": 1, "trucks": {"red": but(truck("LargeGreen", "dG"), json!({"stage": "load"}))}});
    let mut table = placed(json!({}), road(position));
    table.play("load blue blue", &JOKER);
    table.decline();
    (0..3).for_each(|_| table.pass());
    assert_eq!(table.stage("red").as_deref(), Some("load"));
    table.play("load blue blue", &[]);
    assert_eq!(table.refused("unload green"), "PRF-SEQ-3");
    // So does a drive.
    let mut table = placed(json!({}), road(json!({"points": 1, "trucks": {"red": truck("N1", "dG")}})));
    table.play("drive N2", &JOKER);
    table.decline();
    (0..3).for_each(|_| table.pass());
    table.play("drive LargeGreen", &[]);
}

#[test]
fn prf_seq_5_the_state_of_a_truck() {
    let mut table = red(truck("N3", "dBY"));
    assert_eq!((table.truck("red")["parked"].clone(), table.stage("red")), (json!(false), None));
    table.play("drive LargeGreen", &[]);
    assert_eq!((table.truck("red")["parked"].clone(), table.stage("red").as_deref()), (json!(true), Some("unload")));
    // In stage unload: unload, load, leave.
    assert!(table.may("unload blue") && table.may("load blue blue") && table.may("drive N4"));
    table.play("load blue blue", &[]);
    // In stage load: load, leave.
    assert_eq!(table.stage("red").as_deref(), Some("load"));
    assert!(!table.may("unload blue") && table.may("drive N4"));
    table.play("drive N4", &[]);
    assert_eq!(table.stage("red"), None);
    // Room for one more in stage load.
    let mut table = red(but(truck("LargeGreen", "dB"), json!({"stage": "load"})));
    assert!(table.may("load blue blue"));
    // Entering another warehouse sets unload again.
    table.plays(&["load blue blue", "drive SmallBlue"]);
    assert_eq!(table.stage("red").as_deref(), Some("unload"));
}

#[test]
fn prf_seq_6_stopping_with_points_left_does_not_end_a_step() {
    let mut table = red(truck("LargeGreen", "dGY"));
    table.play("unload green", &[]);
    table.play("end", &[1, 2]);
    assert_eq!(table.last("turn_ended")["unused"], 5);
    // Meanwhile yellow's price goes up, twice.
    table.play("end", &[3, 3]);
    table.play("end", &[3, 3]);
    table.play("end", &JOKER);
    table.decline();
    assert_eq!((table.colour().as_str(), table.stage("red").as_deref()), ("red", Some("unload")));
    table.play("unload yellow", &[]);
    assert_eq!(table.last("unloaded")["profit"], 2500);
}

#[test]
fn prf_seq_7_the_sequence_starts_again_when_the_truck_leaves() {
    // From SmallRed to LargeGreen is four dots: one good is left to unload there, at once.
    let position = road(json!({"trucks": {"red": truck("SmallRed", "dGY")}}));
    let mut table = placed(json!({"sequence": "flowing"}), position.clone());
    table.plays(&["unload green", "drive LargeGreen"]);
    assert!(table.may("unload yellow") && table.may("load blue blue"));
    table.play("unload yellow", &JOKER);
    assert_eq!(table.totals()[0], 3000);
    // Single: after a good was unloaded in one warehouse, nothing is handled in another in the same turn.
    let mut table = placed(json!({"sequence": "single"}), position.clone());
    table.play("unload green", &[]);
    assert_eq!(table.view()["handled"], "here");
    assert!(table.may("unload yellow"), "in the same warehouse it goes on");
    table.play("drive LargeGreen", &[]);
    assert_eq!(table.view()["handled"], "elsewhere");
    for action in ["unload yellow", "load blue blue"] {
        assert_eq!(table.refused(action), "PRF-SEQ-7");
    }
    assert_eq!(table.listed("load").len() + table.listed("unload").len(), 0);
    // It may drive on, and in the next turn everything is allowed.
    assert!(table.may("drive N3"));
    table.pass();
    assert_eq!(table.view()["handled"], "nothing");
    (0..3).for_each(|_| table.pass());
    assert_eq!(table.colour(), "red");
    table.plays(&["unload yellow", "load blue blue"]);
}

#[test]
fn prf_seq_7_single_is_barred_by_a_good_handled_and_not_by_leaving() {
    let single = || json!({"sequence": "single"});
    // A good loaded, or the damaged good unloaded, bars the next warehouse as well.
    let loads = road(json!({"trucks": {"red": truck("SmallRed", "dG")}, "stores": {"SmallRed": store("|Y||")}}));
    let rich = road(json!({"profits": {"red": 9000}, "trucks": {"red": truck("SmallRed", "dG")}}));
    for (position, action) in [(loads, "load blue yellow"), (rich, "unload damaged")] {
        let mut table = placed(single(), position);
        table.plays(&[action, "drive LargeGreen"]);
        assert_eq!(table.refused("unload green"), "PRF-SEQ-7", "after {action}");
    }
    // Who handled nothing before leaving is free in the next warehouse.
    let mut table = placed(single(), road(json!({"trucks": {"red": truck("SmallRed", "dG")}})));
    table.plays(&["drive LargeGreen", "unload green"]);
    // So is who comes from the road, and who handled goods in an earlier turn.
    let mut table = placed(single(), road(json!({})));
    table.plays(&["drive LargeGreen", "unload green", "load blue blue"]);
    let position = road(json!({"trucks": {"red": truck("LargeGreen", "dG")}, "points": 2}));
    let mut table = placed(single(), position);
    table.play("unload green", &[]);
    table.play("drive N4", &JOKER);
    table.decline();
    (0..3).for_each(|_| table.pass());
    table.play("drive SmallBlue", &[]);
    assert!(table.may("load blue green"));
}

#[test]
fn prf_seq_7_what_is_taken_back_was_not_handled() {
    let settings = json!({"sequence": "single", "take_back": "until_departure"});
    let mut table = placed(settings, road(json!({"trucks": {"red": truck("SmallRed", "dGY")}})));
    table.plays(&["unload green", "unload yellow", "back"]);
    assert_eq!(table.view()["handled"], "here");
    table.plays(&["back"]);
    assert_eq!(table.view()["handled"], "nothing");
    table.plays(&["drive LargeGreen", "unload green"]);
}

#[test]
fn prf_seq_7_is_checked() {
    let single = || json!({"sequence": "single"});
    let at = |settings: Value, changes: Value| try_placed(settings, road(changes)).err().map(|refusal| refusal.clause);
    let parked =
        |handled: &str, points: u8| json!({"handled": handled, "points": points, "trucks": {"red": truck("LargeGreen", "dG")}});
    for (handled, points) in [("nothing", 6), ("here", 5), ("elsewhere", 4)] {
        assert_eq!(at(single(), parked(handled, points)), None, "{handled}");
    }
    // A good costs a point, and leaving after it another.
    for (handled, points) in [("here", 6), ("elsewhere", 5), ("there", 3)] {
        assert_eq!(at(single(), parked(handled, points)), Some("PRF-SEQ-7"), "{handled}");
    }
    assert_eq!(at(json!({}), parked("here", 5)), Some("PRF-SEQ-7"), "it is kept only with this setting");
    assert_eq!(at(single(), json!({"handled": "here", "points": 5})), Some("PRF-SEQ-7"), "on the road nothing is handled");
    let back = json!({"sequence": "single", "take_back": "until_departure"});
    assert_eq!(at(back, parked("here", 5)), Some("PRF-SEQ-7"), "what was handled here could be taken back");
    let marking = try_placed(single(), json!({"step": "marking", "handled": "here"}));
    assert_eq!(marking.err().map(|refusal| refusal.clause), Some("PRF-START-4"));
}

// The first lap

#[test]
fn prf_first_1_in_the_first_lap_everybody_must_leave_the_own_small_warehouse() {
    let mut table = reference_start(json!({}), [1, 1]);
    for (colour, dot) in COLOURS.iter().zip(["N1", "E1", "S1", "W1"]) {
        assert_eq!(&table.colour(), colour);
        assert_eq!(table.truck(colour)["home"], true);
        assert_eq!(table.refused("end"), "PRF-FIRST-1");
        assert!(table.actions().iter().all(|action| action.starts_with("drive ")));
        table.play(&format!("drive {dot}"), &[1, 1]);
        assert_eq!(table.truck(colour)["home"], false);
    }
    // In the second lap nobody must.
    assert_eq!((table.colour().as_str(), table.view()["lap"].as_u64()), ("red", Some(2)));
    assert!(table.may("end"));
    // With more points, ending is allowed as soon as it has left.
    let mut table = reference_start(json!({}), [6, 6]);
    table.plays(&["fill 2 +", "drive W6"]);
    assert!(table.may("end"));
}

#[test]
fn prf_first_2_in_the_first_lap_nothing_is_handled_at_the_own_small_warehouse() {
    let mut table = placed(json!({}), json!({}));
    for action in ["unload green", "load blue blue"] {
        assert_eq!(table.refused(action), "PRF-FIRST-2", "{action}");
    }
    assert!(table.listed("unload").is_empty() && table.listed("load").is_empty());
    // Nobody comes back in the first lap, and later it is allowed.
    let stores = json!({"SmallRed": crate::common::store("Y|B||")});
    let table = placed(json!({}), road(json!({"stores": stores, "trucks": {"red": truck("SmallRed", "dG")}})));
    assert!(table.may("unload green") && table.may("load blue blue"));
}

#[test]
fn prf_first_3_without_a_legal_first_step_the_duty_moves_to_the_next_turn() {
    // Both exits of SmallRed are taken: blue on N1, green on W6.
    let trucks = json!({"blue": truck("N1", "dR"), "green": truck("W6", "dY"), "yellow": truck("S2", "dB")});
    let position = |points: u8| json!({"lap": 1, "starter": 2, "turn": 1, "dice": [1, points], "trucks": trucks});
    for (blocking, points) in [("pass", 1), ("block", 6)] {
        let mut table = placed(json!({"truck_blocking": blocking}), position(points));
        assert_eq!(table.truck("red")["home"], true);
        assert_eq!(table.actions(), ["end"], "{blocking} with {points}");
        // In the next lap the others still stand there.
        (0..4).for_each(|_| table.pass());
        assert_eq!((table.colour().as_str(), table.truck("red")["home"].clone()), ("red", json!(true)));
        if blocking == "block" {
            // Until it has left, it may not unload or load there.
            for action in ["unload green", "load blue blue"] {
                assert_eq!(table.refused(action), "PRF-FIRST-3", "{action}");
            }
            assert!(table.may("end"));
        } else {
            // With four points it can pass over them: so it must.
            assert_eq!(table.refused("end"), "PRF-FIRST-3");
            assert!(table.may("drive N2"));
        }
    }
    // Once a way is free in a later lap, it must leave.
    let free = json!({"red": {"home": true}, "blue": truck("N2", "dR"), "green": truck("W6", "dY"), "yellow": truck("S2", "dB")});
    let mut table =
        placed(json!({"truck_blocking": "block"}), json!({"lap": 2, "starter": 2, "turn": 1, "dice": [1, 1], "trucks": free}));
    assert_eq!(table.refused("end"), "PRF-FIRST-3");
    assert_eq!(table.actions(), ["drive N1"]);
}

#[test]
fn prf_first_4_other_warehouses_are_used_normally_in_the_first_lap() {
    // Red drives to LargeGreen and handles goods there.
    let mut table = reference_start(json!({}), [2, 6]);
    table.plays(&["drive LargeGreen", "unload green"]);
    table.play("load blue blue", &[1, 1]);
    assert_eq!((table.load("red"), table.totals()[0]), ("dB".into(), 1500));
    // A foreign small warehouse, once it is free: green's truck stands before SmallRed, which red has left. PRF-PACK-8 lets nobody come
    // there before the second lap.
    let trucks =
        json!({"red": truck("N3", "dG"), "blue": truck("E3", "dR"), "yellow": truck("S3", "dB"), "green": truck("W6", "dY")});
    let mut table = placed(json!({}), json!({"lap": 2, "turn": 4, "points": 4, "trucks": trucks}));
    table.plays(&["drive SmallRed", "unload yellow", "load red yellow"]);
    assert_eq!(table.load("green"), "dY");
    // And not before: PRF-PACK-8 keeps the others away in the first turn.
    let mut table = reference_start(json!({}), [6, 6]);
    table.play("fill 2 +", &[]);
    for warehouse in ["SmallBlue", "SmallGreen"] {
        assert!(["PRF-WH-3", "PRF-TURN-4"].contains(&table.refused(&format!("drive {warehouse}"))));
    }
    assert!(table.try_play(seat("blue"), "drive E1", &[]).is_err());
}
