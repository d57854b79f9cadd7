//! Edge cases: BIZ-EDGE.

use crate::common::{
    BusinessmenTable, CHARACTERISTICS, LOADER, MANAGER, NOTHING, Table, WAREHOUSE, before_the_wheel, but, options, player,
    players, position,
};
use kernel::{Notation, Rules, Seeded};
use serde_json::{Value, json};

fn two(settings: Value) -> businessmen::Options {
    options(but(json!({"players": 2}), settings))
}

/// G24 lies open for sale and A is the first to buy.
fn market(players: &[Value]) -> Value {
    but(position("buying", 'A', players), json!({"market": {"oil": 6, "wood": 5, "metal": 4, "meat": 3}}))
}

/// B passes, the wheel shows this sector, and A is asked what to improve.
fn wheel(changes: Value, sector: u32) -> Table {
    let mut table = Table::at(players(2), before_the_wheel(changes));
    table.play("pass", &[sector]);
    table
}

fn nobody() -> Value {
    player(0, json!({}))
}

// Buying

#[test]
fn biz_edge_1_a_player_without_coins_passes_and_still_takes_part() {
    let a = player(0, json!({"main": {"oil": 4}}));
    let cars = json!({"cars": {"yellow": {"good": "fish", "units": [5, 0]}}});
    let mut table = Table::at(players(2), but(position("announcing", 'B', &[a, player(1, json!({}))]), cars));
    table.play("play", &[0, 6]);
    assert_eq!((table.now(), table.who("passed").as_str()), (("buying".into(), 'B'), "A"));
    table.play("pass", &[]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    table.play("pass", &[2]);
    // Paid, exporting, improving, spinning.
    assert_eq!((table.coins('A'), table.now()), (15, ("exporting".into(), 'A')));
    table.play("export 4 oil", &[]);
    assert_eq!(table.now(), ("improving".into(), 'A'));
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!((table.now(), table.warnings('A')), (("insuring".into(), 'A'), vec!["loader".into()]));
}

#[test]
fn biz_edge_2_only_goods_he_has_already_bought_are_left() {
    let a = player(9, json!({"temporary": {"oil": 1}, "bought": ["oil"]}));
    let start = but(position("buying", 'B', &[a, player(9, json!({}))]), json!({"market": {"oil": 5, "wood": 1}}));
    let mut table = Table::at(players(2), start);
    table.play("buy 1 wood", &[]);
    assert_eq!(
        (table.turn(), table.told("passed")[0]["forced"].clone(), table.who("passed").as_str()),
        (Some('B'), json!(true), "A")
    );
    assert_eq!(table.market(), "oil 5");
}

#[test]
fn biz_edge_3_two_coins_buy_two_units() {
    let a = player(2, json!({"manager": 3}));
    let mut table = Table::at(players(2), but(position("buying", 'A', &[a, nobody()]), json!({"market": {"oil": 6}})));
    assert_eq!(table.sorted(), ["buy 1 oil", "buy 2 oil", "pass"]);
    assert!(["BIZ-BUY-3", "BIZ-BANK-2"].contains(&table.refused("buy 3 oil")));
}

#[test]
fn biz_edge_4_purchases_that_are_refused() {
    let mut table = Table::at(players(2), market(&[player(9, json!({})), player(9, json!({}))]));
    assert_eq!(table.refused("buy 0 oil"), "BIZ-BUY-3");
    assert!(table.rules.read("buy 1 oil 1 wood").is_err());
    assert_eq!(table.refused("buy 4 oil"), "BIZ-BUY-3");
    assert!(["BIZ-BUY-3", "BIZ-MARKET-1"].contains(&table.refused("buy 1 fish")));
    assert!(!table.refused_to('B', "buy 1 oil").is_empty(), "out of turn");
    table.play("pass", &[]);
    assert!(!table.refused_to('A', "buy 1 oil").is_empty(), "after one’s own pass");
    table.play("buy 1 oil", &[]);
    table.play("pass", &[]);
    assert_eq!(table.phase(), "loading");
    assert!(["BIZ-ROUND-1", "BIZ-BUY-2", "BIZ-BUY-8"].contains(&table.refused("buy 1 oil")), "outside Phase 1");
    for text in ["buy -1 oil", "buy 1.5 oil", "buy 99999999999999999999 oil", "buy one oil", "buy 1 gold"] {
        assert!(table.rules.read(text).is_err(), "`{text}`");
    }
    // A number as large as can be written is refused, not misread.
    for text in ["buy 255 oil", "buy 256 oil", "buy 257 oil", "buy 65537 oil"] {
        if table.rules.read(text).is_ok() {
            let mut table = Table::at(players(2), market(&[player(9, json!({})), player(9, json!({}))]));
            assert_eq!(table.refused(text), "BIZ-BUY-3");
        }
    }
}

#[test]
fn biz_edge_5_an_empty_market_ends_phase_1_before_anyone_is_in_turn() {
    // All Oil, Wood, Metal and Meat lie in warehouses.
    let a = player(9, json!({"warehouse": 3, "main": {"oil": 25, "wood": 25, "metal": 25}}));
    let b = player(9, json!({"main": {"meat": 25}}));
    let start = but(position("announcing", 'B', &[a, b]), json!({"goods_card": "G01", "export_card": "E01"}));
    let mut table = Table::at(players(2), start);
    table.play("play", &[23, 9]);
    assert_eq!((table.market().as_str(), table.now()), ("-", ("loading".into(), 'B')));
    assert!(table.who("passed").is_empty());
}

#[test]
fn biz_edge_6_the_leader_who_passes_first_stays_leader() {
    let seats: Vec<Value> = (0..3).map(|_| player(10, json!({"main": {"oil": 4}, "warnings": ["loader"]}))).collect();
    let mut table = Table::at(players(3), market(&seats));
    table.play("pass", &[]);
    assert_eq!(table.view()["leader"], 1);
    table.plays(&["pass", "pass"]);
    let mut order = Vec::new();
    while table.round() == 2 {
        order.push(table.now());
        assert_eq!(table.view()["leader"], 1);
        table.calm(if table.phase() == "loading" { "pass" } else { "done" });
    }
    let order: String = order.into_iter().map(|(_, turn)| turn).collect();
    assert_eq!(order, "BCAABCABCABC", "loading, exporting, improving, insuring");
    assert_eq!(table.who("spun"), "ABC");
}

#[test]
fn biz_edge_7_everyone_passes_at_once() {
    let mut table = Table::at(players(2), market(&[player(9, json!({"main": {"fish": 2}})), player(9, json!({}))]));
    assert_eq!(table.piles(), [23, 22, 25, 20, 19, 21]);
    table.plays(&["pass", "pass"]);
    assert_eq!((table.market().as_str(), table.piles()), ("-", [23, 25, 25, 25, 25, 25]));
    assert_eq!(table.now(), ("loading".into(), 'A'), "with old stocks");
    assert!(table.may("load fish green"));
}

#[test]
fn biz_edge_8_four_goods_with_main_warehouse_1() {
    let mut table = Table::at(players(2), market(&[player(20, json!({})), nobody()]));
    table.plays(&["buy 3 oil", "buy 3 wood", "buy 3 metal", "buy 3 meat", "load oil green", "pass"]);
    assert_eq!(table.sorted(), ["keep meat", "keep metal", "keep wood"]);
    table.calm("keep metal");
    assert_eq!((table.main('A'), table.piles()), ("metal 3".into(), [25, 25, 25, 25, 22, 22]));
}

// Loading and storing

#[test]
fn biz_edge_9_loading_ends_without_a_turn() {
    // Nobody has goods.
    let start = but(position("buying", 'A', &[player(2, json!({})), nobody()]), json!({"market": {"oil": 6}}));
    let mut table = Table::at(players(2), start);
    table.play("pass", &[2, NOTHING, NOTHING]);
    assert_eq!(table.round(), 3);
    // All cars are full from an earlier embargo, and everybody has goods.
    let cars = json!({"market": {"oil": 6}, "cars": {
        "yellow": {"good": "metal", "units": [5, 0]},
        "blue": {"good": "wood", "units": [6, 0]},
        "green": {"good": "metal", "units": [7, 0]},
    }});
    let seats = [player(2, json!({"main": {"metal": 3}})), player(0, json!({"main": {"wood": 3}}))];
    let mut table = Table::at(players(2), but(position("buying", 'A', &seats), cars));
    table.play("pass", &[2, NOTHING, NOTHING]);
    assert_eq!((table.round(), table.told("held").len()), (3, 3));
}

#[test]
fn biz_edge_10_loads_that_are_refused() {
    let stock = json!({"warehouse": 2, "main": {"oil": 3, "fish": 3}});
    let cars = json!({"cars": {"yellow": {"good": "oil", "units": [5, 0]}, "blue": {"good": "fish", "units": [1, 0]}}});
    let seats = [player(0, json!({"main": {"fish": 1}})), player(0, stock)];
    let mut table = Table::at(players(2), but(position("loading", 'B', &seats), cars));
    assert_eq!(table.refused("load oil yellow"), "BIZ-LOAD-3", "a full car");
    assert_eq!(table.refused("load oil blue"), "BIZ-LOAD-3", "a good other than the car’s");
    assert!(["BIZ-LOAD-4", "BIZ-LOAD-5"].contains(&table.refused("load wood green")), "a good not owned");
    assert!(table.rules.read("load 2 oil green").is_err(), "a number");
    assert!(!table.refused_to('A', "load fish blue").is_empty(), "out of turn");
    assert!(table.rules.read("load oil red").is_err() && table.rules.read("load gold green").is_err());
}

#[test]
fn biz_edge_11_a_car_may_be_left_unfilled_for_any_number_of_rounds() {
    let cars = json!({"cars": {"green": {"good": "fish", "units": [6, 0]}}});
    let seats = [nobody(), player(0, json!({"main": {"fish": 19}}))];
    let mut table = Table::at(players(2), but(position("loading", 'B', &seats), cars));
    for round in 3..8 {
        assert!(table.may("load fish green"));
        table.next_round();
        assert_eq!((table.round(), table.car("green")), (round, "fish A6".into()));
        table.until("loading");
    }
}

#[test]
fn biz_edge_12_loader_1_fills_yellow_alone_in_two_turns() {
    let seats = [nobody(), player(0, json!({"main": {"fish": 5}}))];
    let mut table = Table::at(players(2), position("loading", 'B', &seats));
    table.play("load fish yellow", &[]);
    table.play("load fish yellow", &[2]);
    let units: Vec<_> = table.told("loaded").iter().map(|loaded| loaded["units"].as_u64().unwrap()).collect();
    assert_eq!((units, table.points('B')), (vec![4, 1], 1));
}

#[test]
fn biz_edge_13_a_good_in_both_warehouses_is_one_type() {
    let b = json!({"main": {"fish": 2}, "temporary": {"fish": 3}, "bought": ["fish"]});
    let mut table = Table::at(players(2), position("loading", 'B', &[nobody(), player(0, b)]));
    table.calm("pass");
    assert_eq!((table.round(), table.main('B')), (3, "fish 5".into()));
}

#[test]
fn biz_edge_14_loading_the_last_unit_of_a_good_frees_its_place() {
    let b = json!({"main": {"fish": 2}, "temporary": {"oil": 3}, "bought": ["oil"]});
    let mut table = Table::at(players(2), position("loading", 'B', &[nobody(), player(0, b)]));
    table.play("load fish green", &[]);
    table.calm("pass");
    assert_eq!((table.round(), table.main('B')), (3, "oil 3".into()), "nothing to choose");
}

#[test]
fn biz_edge_15_raising_the_warehouse_brings_nothing_back() {
    let b = player(10, json!({"main": {"fish": 2}, "temporary": {"oil": 3}, "bought": ["oil"]}));
    let mut table = Table::at(players(2), position("loading", 'B', &[nobody(), b]));
    table.play("pass", &[]);
    table.play("keep fish", &[2]);
    assert_eq!(table.now(), ("improving".into(), 'B'));
    table.play("improve warehouse", &[NOTHING, NOTHING]);
    assert_eq!((table.level('B', "warehouse"), table.main('B'), table.pile("oil")), (2, "fish 2".into(), 25));
}

#[test]
fn biz_edge_16_a_lost_loader_or_manager_level_undoes_nothing() {
    let a = json!({"loader": 3, "manager": 3, "main": {"oil": 5}});
    let cars = json!({"cars": {"green": {"good": "oil", "units": [6, 0]}}});
    for sector in [LOADER, MANAGER] {
        let start = but(position("improving", 'A', &[player(20, a.clone()), nobody()]), cars.clone());
        let mut table = Table::at(players(2), start);
        table.play("done", &[sector, NOTHING]);
        assert_eq!(table.levels('A').iter().sum::<u64>(), 6);
        assert_eq!((table.car("green"), table.main('A'), table.coins('A')), ("oil A6".into(), "oil 5".into(), 20));
    }
}

#[test]
fn biz_edge_17_with_next_store_the_excess_may_lie_longer_by_skipping() {
    let stock = json!({"warehouse": 2, "main": {"fish": 2, "oil": 3}, "points": 4});
    let start = position("improving", 'A', &[player(10, stock), nobody()]);
    let mut table = Table::at(two(json!({"overflow": "next_store"})), start);
    table.play("done", &[WAREHOUSE, NOTHING]);
    table.calm("done");
    // A skips round 3 and plays round 4.
    table.calm("play");
    table.calm("skip");
    assert_eq!((table.round(), table.main('A'), table.level('A', "warehouse")), (4, "fish 2, oil 3".into(), 1));
    table.until("storing");
    assert_eq!((table.round(), table.sorted()), (4, vec!["keep fish".into(), "keep oil".into()]));
    // By default it is settled at once.
    let stock = json!({"warehouse": 2, "main": {"fish": 2, "oil": 3}, "points": 4});
    let mut table = Table::at(players(2), position("improving", 'A', &[player(10, stock), nobody()]));
    table.play("done", &[WAREHOUSE]);
    assert_eq!(table.now(), ("events".into(), 'A'));
}

// Wheel, sending, prices

#[test]
fn biz_edge_18_the_wheels_change_stands_though_no_car_is_full() {
    let table = wheel(json!({}), 11);
    assert_eq!(table.markers(), [5, 13, 10, 10, 10, 10]);
    assert!(table.told("sent").is_empty());
}

#[test]
fn biz_edge_19_an_embargo_on_a_good_in_no_car_bars_its_export_and_it_still_rises() {
    let seats = [player(0, json!({"warehouse": 2, "main": {"wood": 4, "oil": 4}})), nobody()];
    let mut table = Table::at(players(2), but(position("loading", 'A', &seats), json!({})));
    table.play("pass", &[4]);
    assert_eq!((table.now(), table.sorted()), (("exporting".into(), 'A'), vec!["done".into(), "export 4 oil".into()]));
    assert_eq!(table.refused("export 4 wood"), "BIZ-EXPORT-2");
    assert_eq!((table.marker("wood"), table.marker("meat")), (10, 10));
}

#[test]
fn biz_edge_20_a_full_car_may_be_held_several_rounds_and_pays_at_the_price_of_the_round_it_leaves() {
    let cars = json!({"cars": {"green": {"good": "metal", "units": [7, 0]}}});
    let seats = [player(0, json!({})), player(0, json!({"main": {"metal": 1}}))];
    let mut table = Table::at(players(2), but(before_the_wheel(cars), json!({"players": seats})));
    for (round, marker) in [(3, 10), (4, 13), (5, 14)] {
        table.until("loading");
        // It blocks the car.
        assert!(!table.may("load metal green"));
        table.fate.wheel = [2].into();
        table.calm("pass");
        assert_eq!((table.round(), table.marker("metal"), table.car("green")), (round, marker, "metal A7".into()));
    }
    table.until("loading");
    table.fate.wheel = [4].into();
    table.calm("pass");
    assert_eq!((table.coins('A'), table.car("green"), table.marker("metal")), (35, "empty".into(), 7));
}

#[test]
fn biz_edge_21_a_good_moved_by_the_wheel_is_then_sold_or_rises_each_limited_on_its_own() {
    // Fish 13 +3: stops at 14; sold by yellow: 9. Wood 4 -5: stops at 0; rises to 3.
    let changes = json!({"cars": {"yellow": {"good": "fish", "units": [5, 0]}}, "prices": {"fish": 13, "wood": 4}});
    let table = wheel(changes, 1);
    assert_eq!((table.marker("fish"), table.marker("wood")), (9, 3));
    // Fish 12 +3 and +3 again.
    assert_eq!(wheel(json!({"prices": {"fish": 9}}), 1).marker("fish"), 14);
    assert_eq!(wheel(json!({"prices": {"fish": 2}}), 11).marker("fish"), 3);
}

#[test]
fn biz_edge_22_wood_at_0_stays_and_rises_to_3() {
    let table = wheel(json!({"prices": {"wood": 0}}), 1);
    let moves = table.told("wheel_turned")[0]["moves"].clone();
    let wood = moves.as_array().unwrap().iter().find(|one| one[0] == "wood").unwrap();
    assert_eq!((wood[2].as_u64(), table.marker("wood")), (Some(0), 3));
}

#[test]
fn biz_edge_23_a_sold_good_at_3_carried_by_green_falls_to_0() {
    let changes = json!({"cars": {"green": {"good": "oil", "units": [7, 0]}}, "prices": {"oil": 3}});
    let mut table = wheel(changes, 2);
    assert_eq!(table.marker("oil"), 0);
    table.next_round();
    table.until("improving");
    assert_eq!(table.marker("oil"), 3, "next round it may rise from 0");
}

#[test]
fn biz_edge_24_of_two_cars_with_the_same_good_only_the_full_one_leaves() {
    let changes = json!({"cars": {"blue": {"good": "oil", "units": [6, 0]}, "green": {"good": "oil", "units": [6, 0]}}});
    let table = wheel(changes, 2);
    assert_eq!((table.cars(), table.coins('A'), table.marker("oil")), (["empty".into(), "empty".into(), "oil A6".into()], 68, 1));
}

// Export, improving, events, insurance

#[test]
fn biz_edge_25_exports_that_are_refused() {
    let a = player(0, json!({"warehouse": 3, "main": {"fish": 8, "oil": 12, "wood": 8}}));
    let changes = json!({"embargo": ["wood", "metal"], "cars": {"green": {"good": "grain", "units": [6, 0]}}});
    let mut table = Table::at(players(2), but(position("exporting", 'A', &[a, nobody()]), changes));
    assert_eq!(table.refused("export 4 fish"), "BIZ-EXPORT-2", "not on the card");
    assert_eq!(table.refused("export 4 wood"), "BIZ-EXPORT-2", "under embargo");
    for units in [5, 7] {
        if table.rules.read(&format!("export {units} oil")).is_ok() {
            assert_eq!(table.refused(&format!("export {units} oil")), "BIZ-EXPORT-3");
        }
    }
    assert!(["BIZ-EXPORT-3", "BIZ-EXPORT-5"].contains(&table.refused("export 4 grain")), "goods in cars");
    assert_eq!(table.sorted(), ["done", "export 4 oil", "export 6 oil", "export 8 oil"]);
    // A second lot: a second good keeps A in the phase.
    let a = player(0, json!({"warehouse": 2, "main": {"oil": 12, "wood": 8}}));
    let mut table = Table::at(players(2), position("exporting", 'A', &[a, nobody()]));
    table.play("export 4 oil", &[]);
    assert_eq!(table.refused("export 4 oil"), "BIZ-EXPORT-7");
}

#[test]
fn biz_edge_26_who_loaded_everything_has_nothing_to_export() {
    let seats = [nobody(), player(0, json!({"main": {"oil": 4}}))];
    let mut table = Table::at(players(2), position("loading", 'B', &seats));
    // The car does not leave, it is not full; nobody is asked to export.
    table.play("load oil green", &[2, NOTHING, NOTHING]);
    assert_eq!((table.round(), table.car("green")), (3, "oil B4".into()));
}

#[test]
fn biz_edge_27_improvements_that_are_refused() {
    let a = player(19, json!({"loader": 3, "manager": 2}));
    let mut table = Table::at(players(2), position("improving", 'A', &[a, player(60, json!({"skips": true}))]));
    assert_eq!(table.refused("improve loader"), "BIZ-IMPROVE-5");
    assert!(["BIZ-BANK-2", "BIZ-IMPROVE-3"].contains(&table.refused("improve manager")));
    assert_eq!(table.sorted(), ["done", "improve warehouse"]);
    assert!(!table.refused_to('B', "improve loader").is_empty(), "a skipper");
    let mut table = Table::at(players(2), market(&[player(60, json!({})), nobody()]));
    assert!(["BIZ-IMPROVE-1", "BIZ-ROUND-1"].contains(&table.refused("improve loader")), "outside Phase 4");
}

#[test]
fn biz_edge_28_improving_and_being_hit_in_the_same_round() {
    let a = player(20, json!({"loader": 2, "points": 5}));
    let mut table = Table::at(players(2), position("improving", 'A', &[a, nobody()]));
    table.play("improve loader", &[LOADER, NOTHING]);
    assert_eq!((table.level('A', "loader"), table.points('A')), (2, 5), "2 gained, 2 lost");
    assert_eq!(table.told("penalised")[0]["points"], 2);
}

#[test]
fn biz_edge_29_a_hit_at_level_1_with_0_points_lays_the_marker() {
    let mut table = Table::at(players(2), position("improving", 'B', &[player(3, json!({})), player(10, json!({}))]));
    table.play("done", &[MANAGER, NOTHING]);
    assert_eq!((table.points('A'), table.levels('A'), table.warnings('A')), (0, [1, 1, 1], vec!["manager".into()]));
    assert_eq!(table.coins('A'), 3);
}

#[test]
fn biz_edge_30_three_markers_and_25_coins() {
    let a = player(25, json!({"warnings": CHARACTERISTICS}));
    let mut table = Table::at(players(2), position("insuring", 'A', &[a, nobody()]));
    table.plays(&["insure loader", "insure manager"]);
    assert_eq!((table.round(), table.coins('A'), table.warnings('A')), (3, 5, vec!["warehouse".into()]));
}

#[test]
fn biz_edge_31_the_insurance_covers_the_higher_level() {
    let a = player(60, json!({"warnings": ["loader"], "loader": 2, "points": 5}));
    let mut table = Table::at(players(2), position("insuring", 'A', &[a, nobody()]));
    table.play("insure loader", &[]);
    table.until("improving");
    table.play("improve loader", &[]);
    table.play("done", &[NOTHING, LOADER]);
    assert_eq!((table.level('A', "loader"), table.points('A')), (3, 7));
}

#[test]
fn biz_edge_32_in_phase_6_the_cover_of_a_round_ago_has_ended() {
    let a = player(60, json!({"insured": ["loader", "manager"], "loader": 2, "points": 5}));
    let mut table = Table::at(players(2), position("improving", 'A', &[a, nobody()]));
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!((table.now(), table.insured('A').len()), (("insuring".into(), 'A'), 0));
    assert_eq!(table.sorted(), ["done", "insure loader"], "it has a marker again; the other has none");
    table.play("insure loader", &[]);
    assert_eq!(table.insured('A'), ["loader"]);
}

#[test]
fn biz_edge_33_insured_then_skipping_the_insurance_is_gone() {
    let a = player(20, json!({"insured": ["loader"], "points": 5}));
    let mut table = Table::at(players(2), position("announcing", 'A', &[a, nobody()]));
    table.play("skip", &[]);
    table.calm("play");
    assert_eq!((table.round(), table.insured('A').len(), table.coins('A')), (3, 0, 30));
    assert_eq!(table.who("spun"), "B");
    assert_eq!(table.who("insurance_ended"), "A");
}

#[test]
fn biz_edge_34_a_marker_survives_a_skipped_round() {
    let a = player(0, json!({"warnings": ["loader", "warehouse"], "points": 5}));
    let mut table = Table::at(players(2), position("announcing", 'A', &[a, nobody()]));
    table.play("skip", &[]);
    table.calm("play");
    assert_eq!((table.round(), table.warnings('A')), (3, vec!["warehouse".into(), "loader".into()]));
}

// Skipping, order, end

#[test]
fn biz_edge_35_skipping_at_0_costs_nothing_and_brings_10() {
    let mut table = Table::at(players(2), position("announcing", 'A', &[nobody(), nobody()]));
    table.play("skip", &[]);
    table.calm("play");
    assert_eq!((table.points('A'), table.coins('A')), (0, 10));
}

#[test]
fn biz_edge_36_skipping_two_rounds_running() {
    let mut table = Table::at(players(2), position("announcing", 'A', &[nobody(), nobody()]));
    for (round, coins) in [(3, 10), (4, 20)] {
        while table.round() < round {
            let action = if table.turn() == Some('A') { "skip" } else { "play" };
            table.calm(action);
        }
        assert_eq!(table.coins('A'), coins);
    }
    // And a played round brings none.
    table.next_round();
    assert_eq!(table.coins('A'), 20);
}

#[test]
fn biz_edge_37_all_but_one_skip() {
    let seats = [nobody(), nobody(), player(5, json!({"main": {"fish": 6}})), nobody()];
    let mut table = Table::at(players(4), position("announcing", 'A', &seats));
    table.plays(&["skip", "skip", "play"]);
    table.calm("skip");
    assert_eq!((table.now(), table.view()["leader"].clone(), table.lead()), (("buying".into(), 'C'), json!(3), 'A'));
    table.play("pass", &[]);
    table.play("load fish green", &[]);
    assert_eq!(table.now(), ("loading".into(), 'C'), "first and last");
    table.play("load fish blue", &[2, LOADER]);
    assert_eq!((table.round(), table.who("spun").as_str()), (3, "C"));
    assert_eq!(table.purses(), [10, 10, 5, 10]);
}

#[test]
fn biz_edge_38_everyone_skips() {
    let seats: Vec<Value> = (0..4).map(|points| player(points, json!({ "points": points }))).collect();
    let mut table = Table::at(players(4), position("announcing", 'A', &seats));
    table.plays(&["skip", "skip", "skip"]);
    table.play("skip", &[0, 0, 2]);
    assert_eq!((table.round(), table.scale(), table.purses()), (3, vec![0, 0, 1, 2], vec![10, 11, 12, 13]));
    assert_eq!((table.piles(), table.markers()), ([25; 6], [10; 6]));
}

#[test]
fn biz_edge_39_the_grant_is_never_paid_when_another_wins() {
    // A skips with 20 points and 5 coins; B has 20 points and 12: without the grant B is richer.
    let seats = [player(5, json!({"points": 20, "skips": true})), player(12, json!({"points": 20, "warnings": ["loader"]}))];
    let mut table = Table::at(players(2), position("insuring", 'B', &seats));
    table.play("done", &[]);
    assert_eq!((table.won(), table.purses()), (Some(("B".into(), "BIZ-END-4")), vec![5, 12]));
    assert!(table.told("granted").is_empty());
}

#[test]
fn biz_edge_40_who_was_first_at_20_does_not_matter() {
    // A exports to 20 in Phase 3, B improves to 20 in Phase 4 and is richer.
    let a = player(0, json!({"points": 18, "main": {"oil": 6}}));
    let b = player(15, json!({"points": 19}));
    let mut table = Table::at(players(2), position("exporting", 'A', &[a, b]));
    table.play("export 6 oil", &[]);
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!((table.won(), table.scale()), (Some(("B".into(), "BIZ-END-4")), vec![20, 20]));
}

#[test]
fn biz_edge_40_who_was_first_at_20_wins_with_tie_break_first() {
    let a = player(0, json!({"points": 18, "main": {"oil": 6}}));
    let b = player(15, json!({"points": 19}));
    let first = options(json!({"players": 2, "tie_break": "first"}));
    let mut table = Table::at(&first, position("exporting", 'A', &[a, b]));
    table.play("export 6 oil", &[]);
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!((table.won(), table.scale()), (Some(("A".into(), "BIZ-END-4")), vec![20, 20]));
}

#[test]
fn biz_edge_41_coins_spent_on_the_last_insurance_are_gone() {
    let seats = [player(12, json!({"points": 20, "warnings": ["loader"]})), player(5, json!({"points": 20}))];
    let start = position("insuring", 'A', &seats);
    let mut table = Table::at(players(2), start.clone());
    assert!(table.may("done"), "nobody need insure");
    table.play("insure loader", &[]);
    assert_eq!(table.won(), Some(("B".into(), "BIZ-END-4")));
    let mut table = Table::at(players(2), start);
    table.play("done", &[]);
    assert_eq!(table.won(), Some(("A".into(), "BIZ-END-4")));
}

#[test]
fn biz_edge_42_the_only_player_at_20_falls_to_19() {
    let seats = [player(10, json!({"points": 20})), nobody()];
    let mut table = Table::at(players(2), position("improving", 'A', &seats));
    table.play("done", &[LOADER, NOTHING]);
    table.play("done", &[]);
    assert_eq!((table.won(), table.points('A'), table.round()), (None, 19, 3));
}

#[test]
fn biz_edge_43_the_13th_export_card_and_the_31st_goods_card() {
    let mut table = Table::start(players(2), &[]);
    let mut reshuffled = Vec::new();
    for round in 1..=40 {
        table.forget();
        table.until("buying");
        for event in table.told("reshuffled") {
            reshuffled.push((round, event["deck"].as_str().unwrap().to_owned()));
        }
        table.next_round();
    }
    let expected = [(13, "export"), (25, "export"), (31, "goods"), (37, "export")];
    assert_eq!(reshuffled, expected.map(|(round, deck)| (round, deck.to_owned())));
}

#[test]
fn biz_edge_44_a_win_in_the_last_round_is_an_ordinary_win() {
    // By the limit's rule A would win on points; by the ordinary one B does on coins.
    let seats = [player(3, json!({"points": 22})), player(12, json!({"points": 20, "warnings": ["loader"]}))];
    let mut table = Table::at(two(json!({"round_limit": 2})), position("insuring", 'B', &seats));
    table.play("done", &[]);
    assert_eq!(table.won(), Some(("B".into(), "BIZ-END-4")));
    let seats = [player(3, json!({"points": 19})), player(12, json!({"points": 20, "warnings": ["loader"]}))];
    let mut table = Table::at(two(json!({"round_limit": 2})), position("insuring", 'B', &seats));
    table.play("done", &[]);
    assert_eq!(table.won(), Some(("B".into(), "BIZ-END-3")));
}

#[test]
fn biz_edge_45_points_cap_at_the_target() {
    let a = player(9, json!({"points": 19, "main": {"oil": 8}}));
    let mut table = Table::at(two(json!({"points_cap": "target"})), position("exporting", 'A', &[a, player(10, json!({}))]));
    table.play("export 8 oil", &[]);
    assert_eq!(table.points('A'), 20);
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!((table.points('A'), table.won()), (19, None));
}

#[test]
fn biz_edge_46_an_empty_finite_bank() {
    let changes = json!({
        "players": [player(306, json!({})), player(0, json!({"main": {"meat": 1}}))],
        "bank": 0,
        "cars": {"green": {"good": "oil", "units": [0, 7]}},
    });
    let mut table = Table::at(two(json!({"bank": "finite"})), before_the_wheel(changes));
    table.play("pass", &[2]);
    // It leaves, scores and lowers the price, and nobody is paid.
    assert_eq!((table.coins('B'), table.points('B'), table.car("green"), table.marker("oil")), (0, 3, "empty".into(), 0));
    assert_eq!(table.position()["bank"], 0);
    // Purchases still work and refill it.
    table.until("announcing");
    table.until("buying");
    let buy = table.actions().into_iter().find(|action| action.starts_with("buy 3")).unwrap();
    table.calm(&buy);
    assert_eq!((table.coins('A'), table.position()["bank"].as_u64()), (303, Some(3)));
}

#[test]
fn biz_edge_47_no_permanent_standstill_exists() {
    // Without coins, goods and points one may always skip for 10, and with 10 buy.
    let seats: Vec<Value> = (0..3).map(|_| nobody()).collect();
    let mut table = Table::at(players(3), position("announcing", 'A', &seats));
    assert!(table.may("skip"));
    table.plays(&["skip", "skip"]);
    table.calm("skip");
    table.until("buying");
    assert!(table.actions().len() > 1);
    // Every good comes again: 30 rounds show them all.
    let mut table = Table::start(players(2), &[]);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..30 {
        table.next_round();
    }
    for turned in table.told("goods_turned") {
        for laid in turned["laid"].as_array().unwrap() {
            seen.insert(laid[0].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(seen.len(), 6);
    // Random play always comes to an end.
    for seed in 0..10 {
        let rules = crate::common::rules(&options(json!({"players": 2 + seed % 3})));
        let mut luck = Seeded::nth(31, seed);
        let mut state = rules.start(&mut luck, &mut kernel::Silent);
        let mut steps = 0;
        while let Some(seat) = rules.turn(&state).awaited.lowest() {
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut kernel::Silent).unwrap();
            steps += 1;
            assert!(steps < 1_000_000, "it ends");
        }
    }
}
