//! Political-social events. (CMP-POL)

use crate::common::{CompetitorsTable, PASS, Table, Travel, c, set, set_with, t, u};
use serde_json::json;

/// Every column by one line of its own.
#[test]
fn cmp_pol_1_who_stops_at_a_red_flag_rolls_the_d12_in_the_column_of_the_continent() {
    for (from, to, die, money) in [
        ("northern_mexico", "southern_mexico", 9, -6_000),
        ("panama", "colombia", 2, 5_000),
        ("poland", "belarus", 1, 6_000),
        ("ivory_coast_ghana", "nigeria", 9, 6_000),
        ("turkey", "levant", 5, -4_000),
        ("queensland", "papua_new_guinea", 10, -5_000),
    ] {
        let mut table = set(2).token("a-truck-1", from).danger("europe", 6).done();
        table.does('A', "move a-truck-1");
        let go = format!("go a-truck-1 {to}");
        if to == "papua_new_guinea" {
            table.lucky('A', &go, &[die]); // no step is left
        } else {
            table.does('A', &go);
            table.lucky('A', "stop", &[die]);
        }
        assert_eq!((table.count("political"), table.money('A')), (1, 200_000 - 500 + money), "{to}");
    }
}

#[test]
fn cmp_pol_2_passing_through_brings_none() {
    let mut table = set(2).token("a-truck-1", "poland").done();
    table.run(&["move a-truck-1", "go a-truck-1 moscow", "stop"]);
    assert_eq!((table.step().0, table.count("political")), (2, 0), "through Belarus");
}

/// Edge case 40.
#[test]
fn cmp_pol_3_a_truck_stops_where_each_movement_turn_ends_a_carrier_wherever_it_docks_or_lands() {
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C031", "poland", "urals").done();
    table.run(&["deliver poland", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[PASS]);
    table.lucky('A', "stop", &[2]);
    assert_eq!((table.count("political"), table.turns()), (1, (1, 4)), "half-way");
    // An aircraft that flies on has stopped too.
    let mut table = set(2).token("a-aircraft-1", "poland").done();
    table.does('A', "move a-aircraft-1");
    table.lucky('A', "go a-aircraft-1 ukraine", &[2]);
    table.does('A', "go a-aircraft-1 poland");
    assert_eq!(table.count("political"), 1);
}

/// A's truck drives from Poland into Ukraine, where its ship and its aircraft stand.
fn in_ukraine() -> Table {
    let mut table = set(2).token("a-truck-1", "poland").token("a-ship-1", "ukraine").token("a-aircraft-1", "ukraine").done();
    table.run(&["move a-truck-1", "go a-truck-1 ukraine"]);
    table
}

#[test]
fn cmp_pol_3_going_aboard_and_ashore_again_does_not_avoid_the_event() {
    for carrier in ["a-ship-1", "a-aircraft-1"] {
        let mut table = in_ukraine();
        table.run(&[&format!("load a-truck-1 {carrier}"), "unload a-truck-1"]);
        table.lucky('A', "stop", &[1]);
        assert_eq!((table.count("political"), table.money('A')), (1, 200_000 - 500 + 6_000), "{carrier}");
        // Aboard it has stopped as well; parts of the event about trucks do not apply to it there (CMP-POL-7), and the rest
        // does.
        for (die, money, place) in
            [(1, 6_000, format!("aboard {carrier}")), (8, 0, format!("aboard {carrier}")), (10, 0, "land germany".into())]
        {
            let mut table = in_ukraine();
            table.does('A', &format!("load a-truck-1 {carrier}"));
            assert!(table.effect("stop").contains("a political event"), "{}", table.effect("stop"));
            table.lucky('A', "stop", &[die]);
            assert_eq!((table.count("political"), table.money('A')), (1, 200_000 - 500 + money), "{carrier}, {die}");
            assert_eq!((table.place("a-truck-1"), table.place(carrier).ends_with(" ukraine")), (place, true));
        }
    }
}

#[test]
fn cmp_pol_3_a_truck_that_leaves_aboard_has_only_passed_through() {
    let mut table = in_ukraine();
    table.run(&["load a-truck-1 a-ship-1", "go a-ship-1 22:4"]);
    assert!(!table.effect("stop").contains("event"), "{}", table.effect("stop"));
    table.does('A', "stop");
    assert_eq!(table.count("political"), 0);
    // Back in the same port the ship has docked, which brings one event for both.
    let mut table = in_ukraine();
    table.run(&["load a-truck-1 a-ship-1", "go a-ship-1 22:4"]);
    table.lucky('A', "go a-ship-1 ukraine", &[2]);
    table.run(&["unload a-truck-1", "stop"]);
    assert_eq!(table.count("political"), 1);
    // On an own ship it drove aboard in Romania, so in Ukraine it is the ship that stops.
    let mut table = set(2).token("a-truck-1", "czechia_hungary").token("a-ship-1", "romania_bulgaria").done();
    table.run(&["move a-truck-1", "go a-truck-1 romania_bulgaria", "load a-truck-1 a-ship-1"]);
    table.lucky('A', "go a-ship-1 ukraine", &[2]);
    table.run(&["unload a-truck-1", "stop"]);
    assert_eq!(table.count("political"), 1);
}

/// Also aboard a hired ship, and where a movement turn of a Delivery ends half-way.
#[test]
fn cmp_pol_3_it_is_so_on_hired_carriers_and_in_a_delivery() {
    let mut table = set(2).token("b-ship-1", "ukraine").token("a-truck-1", "poland").done();
    table.does('A', "offer 2>1 hire b-ship-1 truck 500 now");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table.run(&["move a-truck-1", "go a-truck-1 ukraine", "load a-truck-1 b-ship-1"]);
    table.lucky('A', "stop", &[1]);
    assert_eq!(table.purses(), [200_000 - 500 - 500 + 6_000, 200_500]);
    let goods = || {
        let mut table = set(2)
            .token("a-truck-1", "poland")
            .token("a-ship-1", "ukraine")
            .signed("a-truck-1", "C001", "poland", "turkey")
            .done();
        table.run(&["deliver poland", "go a-truck-1 ukraine"]);
        table.lucky('A', "customs first", &[PASS]);
        table.does('A', "load a-truck-1 a-ship-1");
        table
    };
    let mut table = goods();
    table.lucky('A', "stop", &[1]);
    assert_eq!((table.count("political"), table.turns(), table.place("a-truck-1")), (1, (1, 4), "aboard a-ship-1".into()));
    // Giving up ends the movement turn too.
    let mut table = goods();
    table.lucky('A', "give up", &[1]);
    assert_eq!((table.count("political"), table.failure()), (1, "gave_up".into()));
    // The goods go over to the ship and the truck aboard: the event applies to the token with the goods. (CMP-POL-5)
    let mut table =
        set(2).token("a-truck-1", "poland").token("a-ship-1", "ukraine").signed("a-truck-1", "C001", "poland", "turkey").done();
    table.run(&["deliver poland", "go a-truck-1 ukraine"]);
    table.lucky('A', "customs first", &[PASS]);
    table.run(&["hand a-truck-1 a-ship-1", "load a-truck-1 a-ship-1"]);
    table.lucky('A', "stop", &[9]);
    assert_eq!((table.has("delayed"), table.turns()), (true, (2, 4)), "`ship: delay`");
}

/// A truck that has given its goods to another one has stopped where it stays, even if the other one drives on from there.
#[test]
fn cmp_pol_3_a_truck_that_stays_behind_has_stopped() {
    let mut table =
        set(2).token("a-truck-1", "poland").token("a-truck-2", "belarus").signed("a-truck-1", "C001", "poland", "moscow").done();
    table.run(&["deliver poland", "go a-truck-1 belarus"]);
    table.lucky('A', "customs first", &[PASS]);
    table.does('A', "hand a-truck-1 a-truck-2");
    table.lucky('A', "go a-truck-2 moscow", &[u(9), 1, c(9)]);
    let told = table.heard('A', "political");
    assert_eq!((table.count("political"), told["token"].as_str(), table.points('A')), (1, Some("a-truck-1"), 1));
}

#[test]
fn cmp_pol_4_one_stop_brings_one_event_for_the_group() {
    let mut table = set(2).token("a-ship-1", "22:4").token("a-truck-1", "a-ship-1").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 ukraine", &[2]);
    table.run(&["unload a-truck-1", "stop"]);
    assert_eq!(table.count("political"), 1);
}

/// Edge case 38. Covers CMP-EFF-17.
#[test]
fn cmp_pol_5_in_a_combination_the_token_with_the_goods_is_affected() {
    // `ship: delay`, with the goods on a truck aboard.
    let mut table = set(2)
        .token("a-ship-1", "22:4")
        .token("a-truck-1", "a-ship-1")
        .signed("a-truck-1", "C001", "romania_bulgaria", "caucasus")
        .done();
    table.does('A', "deliver romania_bulgaria");
    table.lucky('A', "go a-ship-1 ukraine", &[9]);
    assert_eq!((table.has("delayed"), table.turns()), (false, (1, 4)));
    // `relocate` moves the truck with its goods off the ship.
    let mut table = set(2)
        .token("a-ship-1", "22:4")
        .token("a-truck-1", "a-ship-1")
        .signed("a-truck-1", "C001", "romania_bulgaria", "caucasus")
        .done();
    table.does('A', "deliver romania_bulgaria");
    table.lucky('A', "go a-ship-1 ukraine", &[10]);
    assert_eq!((table.place("a-truck-1"), table.place("a-ship-1")), ("land germany".into(), "port ukraine".into()));
}

#[test]
fn cmp_pol_6_without_goods_the_token_that_stopped_is_affected() {
    let mut table = set(2).token("a-ship-1", "22:4").token("a-truck-1", "a-ship-1").done();
    table.does('A', "move a-ship-1");
    table.lucky('A', "go a-ship-1 ukraine", &[10]);
    assert_eq!((table.place("a-ship-1"), table.place("a-truck-1")), ("port germany".into(), "aboard a-ship-1".into()));
}

/// Edge case 37.
#[test]
fn cmp_pol_7_an_event_that_speaks_of_trucks_does_not_touch_one_aboard() {
    let mut table = set(2)
        .token("a-ship-1", "22:4")
        .token("a-truck-1", "a-ship-1")
        .signed("a-truck-1", "C001", "romania_bulgaria", "caucasus")
        .done();
    table.does('A', "deliver romania_bulgaria");
    table.lucky('A', "go a-ship-1 ukraine", &[8]);
    assert_eq!(table.money('A'), 199_000, "`truck: gain 3000`");
    let mut table = set(2).token("a-truck-1", "poland").done();
    table.run(&["move a-truck-1", "go a-truck-1 ukraine"]);
    table.lucky('A', "stop", &[8]);
    assert_eq!(table.money('A'), 200_000 - 500 + 3_000);
}

/// Covers CMP-TM-8, CMP-TM-9.
#[test]
fn cmp_pol_8_the_player_chooses_what_comes_first() {
    let setup = || set(2).token("a-aircraft-1", "poland").signed("a-aircraft-1", "C061", "poland", "ukraine").done();
    let kinds = |table: &crate::common::Table| {
        let all = table
            .events
            .iter()
            .map(|event| serde_json::to_value(event).expect("JSON")["event"].as_str().unwrap_or("").to_owned());
        all.filter(|kind| kind == "customs" || kind == "political").collect::<Vec<_>>()
    };
    let mut table = setup();
    table.run(&["deliver poland", "go a-aircraft-1 ukraine"]);
    assert_eq!(table.sorted(), ["customs first", "event first"]);
    table.lucky('A', "customs first", &[PASS, 2, c(9)]);
    assert_eq!(kinds(&table), ["customs", "political"]);
    let mut table = setup();
    table.run(&["deliver poland", "go a-aircraft-1 ukraine"]);
    table.lucky('A', "event first", &[2, PASS, c(9)]);
    assert_eq!(kinds(&table), ["political", "customs"]);
    // A truck that takes the event first stops.
    let mut table = set(2).token("a-truck-1", "poland").signed("a-truck-1", "C031", "poland", "moscow").done();
    table.run(&["deliver poland", "go a-truck-1 belarus"]);
    table.lucky('A', "event first", &[2, PASS]);
    assert_eq!(table.turns(), (1, 4));
    assert!(!table.state.journey.is_some_and(|journey| journey.moving));
    assert_eq!(table.count("political"), 1, "not once more when the movement turn ends");
    assert_eq!(table.refused("customs first"), "CMP-POL-8");
}

#[test]
fn cmp_pol_9_for_ships_the_table_may_put_customs_first() {
    let with = |order: &str| {
        let table = set_with(json!({"players": 2, "event_order": order})).token("a-ship-1", "18:5");
        let mut table = table.signed("a-ship-1", "C045", "spain", "algeria").done();
        table.does('A', "deliver spain");
        table
    };
    let mut table = with("choice");
    table.does('A', "go a-ship-1 algeria");
    assert_eq!(table.sorted(), ["customs first", "event first"]);
    let mut table = with("customs_first_ships");
    table.lucky('A', "go a-ship-1 algeria", &[PASS, 3, c(9)]);
    assert_eq!(table.points('A'), 3);
    // Of aircraft the order is chosen all the same.
    let table = set_with(json!({"players": 2, "event_order": "customs_first_ships"})).token("a-aircraft-1", "poland");
    let mut table = table.signed("a-aircraft-1", "C061", "poland", "ukraine").done();
    table.run(&["deliver poland", "go a-aircraft-1 ukraine"]);
    assert_eq!(table.sorted(), ["customs first", "event first"]);
}

/// Edge cases 35 and 36. Covers CMP-TM-10.
#[test]
fn cmp_pol_10_an_event_that_ends_the_turn_comes_before_the_delivery() {
    let setup = || {
        let mut table =
            set(2).token("a-aircraft-1", "poland").signed("a-aircraft-1", "C061", "poland", "ukraine").points('A', 3).done();
        table.run(&["deliver poland", "go a-aircraft-1 ukraine"]);
        table
    };
    let mut table = setup();
    table.lucky('A', "event first", &[11]);
    assert_eq!((table.points('A'), table.turn(), table.count("customs")), (2, Some('B'), 0), "no card any more");
    // The other way round: customs end the Delivery, and the event is faced without goods.
    let mut table = setup();
    table.lucky('A', "customs first", &[u(28), 6]);
    assert_eq!(
        (table.points('A'), table.turn(), table.count("political")),
        (2, Some('A'), 1),
        "`goods: end_delivery` does nothing"
    );
    let mut table = setup();
    table.lucky('A', "customs first", &[u(29)]);
    assert_eq!((table.points('A'), table.turn(), table.count("political")), (2, Some('B'), 0));
}

#[test]
fn cmp_pol_11_events_may_harm_or_help() {
    let stop = |die: u32, luck: Option<u32>| {
        let mut table = set(2).token("a-truck-1", "poland").done();
        table.run(&["move a-truck-1", "go a-truck-1 belarus"]);
        let luck: Vec<u32> = std::iter::once(die).chain(luck).collect();
        table.lucky('A', "stop", &luck);
        table
    };
    assert_eq!(stop(5, None).money('A'), 200_000 - 500 - 3_000);
    assert_eq!(stop(7, Some(t("fiji"))).cards('A'), "fiji");
    assert_eq!(stop(4, Some(c(50))).contracts('A'), "C050");
    assert_eq!(stop(12, None).left(), 2, "one more action");
}

#[test]
fn cmp_pol_12_an_own_site_does_not_protect() {
    let mut table = set(2).token("a-truck-1", "poland").branches('A', "belarus").done();
    table.run(&["move a-truck-1", "go a-truck-1 belarus"]);
    table.lucky('A', "stop", &[5]);
    assert_eq!(table.money('A'), 200_000 - 500 - 3_000);
}

#[test]
fn cmp_pol_13_on_a_hired_token_the_event_is_the_movers_and_relocate_acts_on_the_token() {
    let mut table = set(2).token("b-ship-1", "romania_bulgaria").token("a-truck-1", "romania_bulgaria").done();
    table.does('A', "offer 2>1 hire b-ship-1 truck 500 now");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table.run(&["load a-truck-1 b-ship-1", "move b-ship-1"]);
    table.lucky('A', "go b-ship-1 ukraine", &[1]);
    assert_eq!(table.purses(), [200_000 - 500 - 1_000 + 6_000, 200_500], "A's money");
    let mut table = set(2).token("b-ship-1", "romania_bulgaria").token("a-truck-1", "romania_bulgaria").done();
    table.does('A', "offer 2>1 hire b-ship-1 truck 500 now");
    let number = table.number();
    table.does('B', &format!("accept {number}"));
    table.run(&["load a-truck-1 b-ship-1", "move b-ship-1"]);
    table.lucky('A', "go b-ship-1 ukraine", &[10]);
    assert_eq!(table.place("b-ship-1"), "port italy", "its owner's site");
}
