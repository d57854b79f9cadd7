//! Phase 3 up to the exports: the price wheel, the cars, the price table: BIZ-WHEEL, BIZ-SEND, BIZ-PRICE.

use crate::common::{BusinessmenTable, NOTHING, Table, before_the_wheel, but, options, player, players, position};
use serde_json::{Value, json};

/// The wheel shows this sector; A then is asked what to improve.
fn sent(settings: Value, changes: Value, sector: u32) -> Table {
    let mut table = Table::at(options(but(json!({"players": 2}), settings)), before_the_wheel(changes));
    table.play("pass", &[sector]);
    assert_eq!(table.now(), ("improving".into(), 'A'));
    table
}

fn by_default(changes: Value, sector: u32) -> Table {
    sent(json!({}), changes, sector)
}

// The price wheel

#[test]
fn biz_wheel_1_the_wheel_is_spun_once_in_every_round() {
    // No car is full; nobody has anything.
    let mut table = Table::start(players(2), &[]);
    for round in 1..=5 {
        table.forget();
        table.next_round();
        assert_eq!(table.told("wheel_turned").len(), 1, "round {round}");
    }
    // Two cars full, one spin; and it comes before anything is paid.
    let cars = json!({"cars": {"yellow": {"good": "oil", "units": [5, 0]}, "blue": {"good": "fish", "units": [6, 0]}}});
    let table = by_default(cars, 1);
    let kinds = table.kinds(0);
    assert_eq!(kinds.iter().filter(|kind| *kind == "wheel_turned").count(), 1);
    let place = |kind: &str| kinds.iter().position(|other| other == kind).unwrap();
    assert!(place("wheel_turned") < place("sent") && place("sent") < place("prices_adjusted"));
}

#[test]
fn biz_wheel_2_a_sector_is_of_one_kind_and_names_its_goods() {
    let goods = |sector: u32| {
        let table = by_default(json!({}), sector);
        let turned = table.told("wheel_turned")[0].clone();
        let moves: Vec<Value> = turned["moves"].as_array().unwrap().iter().map(|one| json!([one[0], one[1]])).collect();
        (moves, turned["embargo"].clone())
    };
    assert_eq!(goods(1), (vec![json!(["fish", 3]), json!(["wood", -5])], json!([])));
    let (moves, embargo) = goods(5);
    assert!(moves.len() == 2 && moves.contains(&json!(["grain", -5])) && moves.contains(&json!(["oil", 3])));
    assert_eq!(embargo, json!([]));
    for (sector, embargo) in [(2, ["wood", "metal"]), (4, ["meat", "wood"]), (10, ["fish", "oil"])] {
        let (moves, named) = goods(sector);
        let mut named: Vec<&str> = named.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        named.sort_by_key(|good| crate::common::index(good));
        assert_eq!((moves.len(), named), (0, embargo.to_vec()));
    }
}

#[test]
fn biz_wheel_3_a_price_sector_moves_its_markers_before_anything_is_sold() {
    // Fish +3 from 8 to 11: the yellow car is paid at 4.
    let changes = json!({"cars": {"yellow": {"good": "fish", "units": [5, 0]}}, "prices": {"fish": 8, "wood": 9}});
    let table = by_default(changes, 1);
    assert_eq!(table.told("sent")[0]["price"], 4);
    assert_eq!(table.coins('A'), 50 + 20);
    // Wood: 9 - 5, then + 3. Fish: 11 - 5.
    assert_eq!((table.marker("wood"), table.marker("fish")), (7, 6));
    assert!(table.embargo().is_empty());
    let moves = table.told("wheel_turned")[0]["moves"].clone();
    assert_eq!(moves, json!([["fish", 3, 11, 4], ["wood", -5, 4, 2]]));
    // Limited at both ends.
    let table = by_default(json!({"prices": {"fish": 13, "wood": 3}}), 1);
    assert_eq!(
        table.told("wheel_turned")[0]["moves"].as_array().unwrap().iter().map(|one| one[2].clone()).collect::<Vec<_>>(),
        [14, 0]
    );
    assert_eq!((table.marker("fish"), table.marker("wood")), (14, 3));
}

#[test]
fn biz_wheel_4_goods_under_embargo_are_neither_sold_nor_exported_and_no_price_moves() {
    let changes = json!({
        "players": [player(50, json!({"warehouse": 2, "main": {"wood": 4, "oil": 4}})), player(0, json!({"main": {"meat": 1}}))],
        "cars": {"yellow": {"good": "metal", "units": [5, 0]}, "blue": {"good": "fish", "units": [6, 0]}},
    });
    let mut table = Table::at(players(2), before_the_wheel(changes));
    table.play("pass", &[]);
    // A has Wood and Oil to load into green.
    table.play("pass", &[2]);
    assert_eq!(table.embargo(), ["wood", "metal"]);
    assert_eq!(table.told("sent").len(), 1, "only the Fish");
    assert_eq!(table.car("yellow"), "metal A5");
    assert!(table.told("wheel_turned")[0]["moves"].as_array().unwrap().is_empty());
    assert_eq!(table.now(), ("exporting".into(), 'A'));
    assert_eq!(table.actions(), ["export 4 oil", "done"]);
    assert_eq!(table.refused("export 4 wood"), "BIZ-EXPORT-2");
    assert_eq!(table.markers(), [1, 10, 10, 10, 10, 10], "only the adjustment");
}

#[test]
fn biz_wheel_5_the_embargo_ends_with_the_round_and_bars_no_purchase_or_load() {
    let changes = json!({"cars": {"yellow": {"good": "metal", "units": [5, 0]}}});
    let mut table = by_default(changes, 2);
    table.play("done", &[NOTHING, NOTHING]);
    assert!(table.embargo().is_empty(), "a new round has begun");
    table.play("play", &[]);
    table.play("play", &[24, 0]);
    // Metal and Wood can be bought and loaded, and the car leaves.
    assert!(table.embargo().is_empty());
    assert_eq!(table.turn(), Some('A'), "B has no coin");
    assert!(table.may("buy 1 metal") && table.may("buy 1 wood"));
    table.play("buy 3 wood", &[]);
    table.play("pass", &[]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    assert!(table.may("load wood green"));
    table.calm("pass");
    assert_eq!(table.now(), ("loading".into(), 'B'), "B leads and comes last");
    table.play("pass", &[4]);
    assert_eq!(table.car("yellow"), "empty", "this time it is Wood and Meat");
}

// Sending the cars

/// Yellow full of A's Oil, blue full and shared, green not full.
fn three_cars() -> Value {
    json!({"cars": {
        "yellow": {"good": "oil", "units": [5, 0]},
        "blue": {"good": "fish", "units": [2, 4]},
        "green": {"good": "meat", "units": [3, 3]},
    }})
}

#[test]
fn biz_send_1_every_full_car_without_embargo_is_sent() {
    let table = by_default(three_cars(), 2);
    assert_eq!(table.cars(), ["empty", "empty", "meat A3 B3"]);
    let cars: Vec<Value> = table.told("sent").iter().map(|sent| sent["car"].clone()).collect();
    assert_eq!(cars, ["yellow", "blue"]);
    // At the same time: one's price is not lowered by another's sale.
    let both = json!({"cars": {"yellow": {"good": "oil", "units": [5, 0]}, "blue": {"good": "oil", "units": [6, 0]}}});
    let table = by_default(both, 2);
    assert_eq!(table.coins('A'), 50 + 15 + 18);
}

#[test]
fn biz_send_2_sending_is_no_choice() {
    // Nobody is asked, and there is no such action.
    let table = by_default(three_cars(), 2);
    for text in ["send yellow", "hold yellow", "send green"] {
        assert!(kernel::Notation::read(&*table.rules, text).is_err(), "`{text}`");
    }
    assert_eq!((table.told("sent").len(), table.car("green")), (2, "meat A3 B3".into()));
}

#[test]
fn biz_send_3_a_car_that_is_not_full_stays_as_it_is() {
    let mut table = by_default(three_cars(), 2);
    assert_eq!(table.car("green"), "meat A3 B3");
    table.play("done", &[]);
    // B was paid 12 and is asked too.
    assert_eq!(table.turn(), Some('B'));
    table.next_round();
    assert_eq!(table.car("green"), "meat A3 B3");
    table.next_round();
    assert_eq!(table.car("green"), "meat A3 B3");
}

#[test]
fn biz_send_4_each_owner_gets_his_units_times_the_price_after_the_wheel_and_before_the_adjustment() {
    // W11: Meat +3, Fish -5. Fish at 13 (price 5) falls to 8 (price 3); the adjustment comes later.
    let changes = json!({"cars": {"blue": {"good": "fish", "units": [2, 4]}}, "prices": {"fish": 13}});
    let table = by_default(changes, 11);
    assert_eq!(table.purses(), [50 + 2 * 3, 4 * 3]);
    assert_eq!(table.told("sent")[0]["paid"], json!([[1, 2, 6], [2, 4, 12]]));
    assert_eq!(table.marker("fish"), 2);
    // Every price there is.
    for (marker, price) in [(0, 1), (3, 2), (7, 3), (11, 4), (14, 5)] {
        let changes = json!({"cars": {"green": {"good": "fish", "units": [1, 6]}}, "prices": {"fish": marker}});
        assert_eq!(by_default(changes, 2).purses(), [50 + price, 6 * price]);
    }
}

#[test]
fn biz_send_5_a_full_car_under_embargo_stays_and_pays_nothing() {
    let mut table = by_default(json!({"cars": {"green": {"good": "fish", "units": [6, 1]}}}), 8);
    assert_eq!((table.car("green"), table.purses()), ("fish A6 B1".into(), vec![50, 0]));
    let held = &table.told("held")[0];
    assert_eq!((&held["car"], &held["good"]), (&json!("green"), &json!("fish")));
    assert!(table.told("sent").is_empty());
    // Next round it leaves.
    table.fate.wheel = [2].into();
    table.next_round();
    table.until("improving");
    assert_eq!(table.car("green"), "empty");
}

#[test]
fn biz_send_6_a_car_of_one_players_units_brings_him_points() {
    for (car, capacity, points) in [("yellow", 5, 1), ("blue", 6, 2), ("green", 7, 3)] {
        for owner in 0..2 {
            let mut units = [0, 0];
            units[owner] = capacity;
            let table = by_default(json!({"cars": {car: {"good": "oil", "units": units}}}), 2);
            let mut expected = [0, 0];
            expected[owner] = points;
            assert_eq!(table.scale(), expected);
            assert_eq!(table.told("sent")[0]["points"], json!([owner + 1, points]));
        }
    }
}

#[test]
fn biz_send_7_a_shared_car_brings_nobody_points() {
    for (car, units) in [("yellow", [4, 1]), ("blue", [1, 5]), ("green", [6, 1])] {
        let table = by_default(json!({"cars": {car: {"good": "oil", "units": units}}}), 2);
        assert_eq!(table.scale(), [0, 0]);
        assert!(table.told("sent")[0]["points"].is_null());
        assert_eq!(table.car(car), "empty");
    }
}

#[test]
fn biz_send_8_only_the_owners_at_the_moment_of_sending_count() {
    // B loads 4 in one round and 1 in the next.
    let mut table = Table::at(
        players(2),
        before_the_wheel(json!({"players": [player(0, json!({})), player(0, json!({"main": {"oil": 5}}))]})),
    );
    table.play("load oil yellow", &[]);
    table.play("pass", &[2, NOTHING, NOTHING]);
    assert_eq!((table.round(), table.car("yellow")), (3, "oil B4".into()));
    table.until("loading");
    table.fate.wheel = [2].into();
    table.calm("load oil yellow");
    assert_eq!((table.points('B'), table.car("yellow")), (1, "empty".into()));
}

#[test]
fn biz_send_9_the_tiles_return_to_the_pile_and_the_car_is_empty() {
    let mut table = Table::at(players(2), before_the_wheel(three_cars()));
    assert_eq!((table.pile("oil"), table.pile("fish"), table.pile("meat")), (20, 19, 18));
    table.play("pass", &[2]);
    assert_eq!((table.pile("oil"), table.pile("fish"), table.pile("meat")), (25, 25, 18));
    assert_eq!(table.cars(), ["empty", "empty", "meat A3 B3"]);
    // It takes any good again.
    table.fate.wheel = [2].into();
    table.next_round();
    table.until("loading");
    assert!(table.may("load meat yellow"));
}

#[test]
fn biz_send_10_cars_are_settled_yellow_blue_green_and_seats_from_the_lead() {
    // C leads; the Bank has 13 coins. Every unit brings 1.
    let finite = options(json!({"bank": "finite"}));
    let four = [player(100, json!({})), player(93, json!({})), player(100, json!({})), player(0, json!({"main": {"meat": 1}}))];
    let changes = json!({
        "players": four, "lead": 3, "turn": 4, "bank": 13,
        "cars": {"blue": {"good": "oil", "units": [2, 1, 2, 1]}, "green": {"good": "fish", "units": [1, 2, 2, 2]}},
        "prices": {"oil": 0, "fish": 0},
    });
    let mut table = Table::at(&finite, before_the_wheel(changes.clone()));
    table.play("pass", &[2]);
    let paid: Vec<Value> = table.told("sent").iter().map(|sent| sent["paid"].clone()).collect();
    assert_eq!(paid[0], json!([[3, 2, 2], [4, 1, 1], [1, 2, 2], [2, 1, 1]]));
    assert_eq!(paid[1], json!([[3, 2, 2], [4, 2, 2], [1, 1, 1], [2, 2, 2]]));
    assert_eq!(table.position()["bank"], 0);
    // With 7 coins fewer the green car's last owners go short, in that order.
    let poor = but(
        changes,
        json!({"bank": 9, "players": [
            player(100, json!({})), player(97, json!({})), player(100, json!({})), player(0, json!({"main": {"meat": 1}})),
        ]}),
    );
    let mut table = Table::at(&finite, before_the_wheel(poor));
    table.play("pass", &[2]);
    assert_eq!(table.purses(), [102, 98, 104, 2]);
}

// The price table

#[test]
fn biz_price_1_the_price_is_that_of_the_band_the_marker_stands_in() {
    for marker in 0..15 {
        let start = but(
            position("announcing", 'A', &[player(0, json!({})), player(0, json!({}))]),
            json!({"prices": {"oil": marker, "fish": 0}}),
        );
        let table = Table::at(players(2), start);
        assert_eq!(table.prices()[crate::common::index("oil")], 1 + marker / 3);
        assert_eq!((table.marker("oil"), table.prices()[0], table.prices()[1]), (marker, 1, 3), "each good its own marker");
    }
}

#[test]
fn biz_price_2_prices_change_only_by_the_wheel_and_the_adjustment() {
    // Buy, load, give up, export, improve, insure: the markers stand still except when the wheel is turned.
    let rules = crate::common::rules(&players(3));
    let mut luck = kernel::Seeded::new(19);
    let mut state = kernel::Rules::start(&rules, &mut luck, &mut kernel::Silent);
    let (mut still, mut moved) = (0, 0);
    for _ in 0..3_000 {
        use kernel::{Notation, Rules};
        let Some(seat) = rules.turn(&state).awaited.lowest() else {
            state = rules.start(&mut luck, &mut kernel::Silent);
            continue;
        };
        let before = serde_json::to_value(rules.position(&state)).unwrap()["prices"].clone();
        let mut events = Vec::new();
        let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
        let after = serde_json::to_value(rules.position(&state)).unwrap()["prices"].clone();
        let turned = events.iter().any(|event| serde_json::to_value(event).unwrap()["event"] == "wheel_turned");
        assert!(turned || before == after);
        still += usize::from(!turned);
        moved += usize::from(turned && before != after);
    }
    assert!(still > 1_000 && moved > 50, "{still} {moved}");
    // An export moves no marker.
    let start = position("exporting", 'A', &[player(50, json!({"main": {"oil": 8}})), player(0, json!({}))]);
    let mut table = Table::at(players(2), start);
    table.play("export 8 oil", &[]);
    assert_eq!(table.markers(), [7; 6]);
}

#[test]
fn biz_price_3_a_marker_never_leaves_its_track() {
    // Wheel up and down.
    let table = by_default(json!({"prices": {"fish": 14, "wood": 2}}), 1);
    assert_eq!(table.told("wheel_turned")[0]["moves"], json!([["fish", 0, 14, 5], ["wood", -2, 0, 1]]));
    // The rest of the move is lost: Wood rises from 0.
    assert_eq!(table.marker("wood"), 3);
    // The adjustment up and down.
    for (before, after) in [(10, 13), (11, 14), (12, 14), (13, 14), (14, 14)] {
        assert_eq!(by_default(json!({"prices": {"meat": before}}), 2).marker("meat"), after);
    }
    for (before, after) in [(6, 0), (7, 0), (8, 1), (0, 0), (2, 0)] {
        let changes = json!({"cars": {"green": {"good": "meat", "units": [7, 0]}}, "prices": {"meat": before}});
        let table = by_default(changes, 2);
        assert_eq!(table.marker("meat"), after);
        let adjusted = table.told("prices_adjusted")[0]["moves"].clone();
        let meat = adjusted.as_array().unwrap().iter().find(|one| one[0] == "meat").cloned();
        assert!(meat.is_none_or(|meat| meat[2] == after));
    }
}

#[test]
fn biz_price_4_a_sold_good_falls_by_5_6_or_7() {
    for (car, capacity, fall) in [("yellow", 5, 5), ("blue", 6, 6), ("green", 7, 7)] {
        let changes = json!({"cars": {car: {"good": "oil", "units": [capacity, 0]}}, "prices": {"oil": 14}});
        let table = by_default(changes, 2);
        assert_eq!(table.marker("oil"), 14 - fall);
        let kinds = table.kinds(0);
        assert_eq!(kinds.iter().filter(|kind| *kind == "prices_adjusted").count(), 1, "once");
    }
    // After all payments and before exports.
    let changes = json!({
        "players": [player(50, json!({"main": {"oil": 4}})), player(0, json!({}))],
        "turn": 1,
        "cars": {"yellow": {"good": "oil", "units": [5, 0]}},
    });
    let mut table = Table::at(players(2), before_the_wheel(changes));
    table.play("pass", &[2]);
    assert_eq!((table.phase().as_str(), table.marker("oil")), ("exporting", 2));
}

#[test]
fn biz_price_5_every_good_not_sold_rises_by_3() {
    // Metal and Wood under embargo; Metal lies in a full car, Meat in one that is not full.
    let changes = json!({"cars": {
        "yellow": {"good": "oil", "units": [5, 0]},
        "blue": {"good": "metal", "units": [6, 0]},
        "green": {"good": "meat", "units": [2, 0]},
    }});
    let table = by_default(changes, 2);
    assert_eq!(table.markers(), [10, 10, 10, 10, 2, 10]);
}

#[test]
fn biz_price_6_a_good_sold_by_several_cars_falls_by_the_sum_or_the_largest() {
    let cars = |cars: &[&str]| {
        let capacity = |car: &str| match car {
            "yellow" => 5,
            "blue" => 6,
            _ => 7,
        };
        let cars: serde_json::Map<String, Value> =
            cars.iter().map(|car| ((*car).to_owned(), json!({"good": "oil", "units": [capacity(car), 0]}))).collect();
        json!({"cars": cars, "prices": {"oil": 14}})
    };
    for (which, sum, largest) in
        [(&["yellow", "blue"][..], 3, 8), (&["yellow", "green"], 2, 7), (&["blue", "green"], 1, 7), (&["yellow"], 9, 9)]
    {
        assert_eq!(sent(json!({"same_good_twice": "sum"}), cars(which), 2).marker("oil"), sum, "{which:?}");
        assert_eq!(sent(json!({"same_good_twice": "largest"}), cars(which), 2).marker("oil"), largest, "{which:?}");
    }
    // All three: B fills the last.
    for (setting, marker) in [("sum", 0), ("largest", 7)] {
        let mut changes = cars(&["yellow", "blue"]);
        changes["cars"]["green"] = json!({"good": "oil", "units": [6, 0]});
        changes["players"] = json!([player(50, json!({})), player(0, json!({"main": {"oil": 1}}))]);
        let mut table = Table::at(options(json!({"players": 2, "same_good_twice": setting})), before_the_wheel(changes));
        table.play("load oil green", &[2]);
        assert_eq!((table.told("sent").len(), table.marker("oil")), (3, marker));
    }
}

#[test]
fn biz_price_7_without_a_sent_car_all_rise_or_all_stand_still() {
    let held = json!({"cars": {"yellow": {"good": "metal", "units": [5, 0]}}});
    for changes in [json!({}), held] {
        assert_eq!(sent(json!({"quiet_round": "rise"}), changes.clone(), 2).markers(), [10; 6]);
        let table = sent(json!({"quiet_round": "freeze"}), changes, 2);
        assert_eq!(table.markers(), [7; 6]);
    }
    // A sent car makes the round loud under both.
    let loud = json!({"cars": {"yellow": {"good": "oil", "units": [5, 0]}}});
    for setting in ["rise", "freeze"] {
        assert_eq!(sent(json!({"quiet_round": setting}), loud.clone(), 2).markers(), [10, 10, 10, 10, 2, 10]);
    }
    // The wheel's own move stands.
    assert_eq!(sent(json!({"quiet_round": "freeze"}), json!({}), 1).markers(), [10, 7, 7, 2, 7, 7]);
}
