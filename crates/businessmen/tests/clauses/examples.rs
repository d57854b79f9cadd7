//! The rulebook's worked examples, step by step: BIZ-EX.

use crate::common::{BusinessmenTable, LOADER, MANAGER, NOTHING, Table, WAREHOUSE, but, options, player, players, position};
use kernel::Notation;
use serde_json::{Value, json};

/// Before the round: Olya (A) leads, then Nazar (B), Martha (C), Anton (D). The last round's cards are still open.
fn before_the_round() -> Value {
    json!({
        "round": 5,
        "lead": 1,
        "phase": "announcing",
        "turn": 1,
        "players": [
            {"coins": 10, "points": 2, "manager": 2, "loader": 1, "warehouse": 2, "main": {"grain": 2}},
            {"coins": 10, "points": 1, "manager": 1, "loader": 1, "warehouse": 2, "main": {"oil": 3, "metal": 4}},
            {"coins": 10, "points": 2, "manager": 1, "loader": 2, "warehouse": 2, "main": {"grain": 5, "metal": 2}},
            {"coins": 10, "points": 2, "manager": 2, "loader": 1, "warehouse": 2, "main": {"fish": 4}},
        ],
        "piles": {"fish": 17, "meat": 25, "grain": 18, "wood": 25, "oil": 22, "metal": 19},
        "prices": {"fish": 8, "meat": 5, "grain": 12, "wood": 3, "oil": 7, "metal": 11},
        "cars": {"yellow": {"good": "fish", "units": [0, 0, 0, 4]}},
        "goods_card": "G01",
        "export_card": "E01",
    })
}

/// The state after one turn: purses, market.
#[track_caller]
fn bought(table: &mut Table, who: char, action: &str, coins: u64, market: &str) {
    assert_eq!(table.now(), ("buying".into(), who));
    table.play(action, &[]);
    assert_eq!((table.coins(who), table.market().as_str()), (coins, market), "{action}");
}

/// BIZ-EX-1: the table of the state, and the turning of the cards.
fn example_1() -> Table {
    let mut table = Table::at(players(4), before_the_round());
    let colours: Vec<Value> = (0..4).map(|player| table.view()["players"][player]["colour"].clone()).collect();
    assert_eq!(colours, ["red", "yellow", "blue", "green"]);
    let levels = "ABCD".chars().map(|letter| table.levels(letter)).collect::<Vec<_>>();
    assert_eq!(levels, [[2, 1, 2], [2, 1, 1], [2, 2, 1], [2, 1, 2]], "Main warehouse, Loader, Manager");
    assert_eq!((table.purses(), table.scale()), (vec![10; 4], vec![2, 1, 2, 2]));
    let main = "ABCD".chars().map(|letter| table.main(letter)).collect::<Vec<_>>();
    assert_eq!(main, ["grain 2", "oil 3, metal 4", "grain 5, metal 2", "fish 4"]);
    assert!("ABCD".chars().all(|letter| table.temporary(letter) == "-"));
    assert_eq!(table.piles(), [17, 25, 18, 25, 22, 19]);
    assert_eq!((table.markers(), table.prices()), ([8, 5, 12, 3, 7, 11], [3, 2, 5, 2, 3, 4]));
    assert_eq!(table.cars(), ["fish D4", "empty", "empty"]);
    // Nobody skips; G24 and E10 are turned.
    table.plays(&["play", "play", "play"]);
    table.play("play", &[23, 9]);
    assert_eq!((&table.position()["goods_card"], &table.position()["export_card"]), (&json!("G24"), &json!("E10")));
    assert_eq!(table.market(), "meat 3, wood 5, oil 6, metal 4");
    assert_eq!(table.piles(), [17, 22, 18, 20, 16, 15]);
    assert_eq!((table.lead(), table.view()["leader"].clone()), ('A', json!(1)));
    table
}

/// BIZ-EX-2: Phase 1.
fn example_2(table: &mut Table) {
    // Turn 1: refused are 5 Wood, and 4 Wood with 1 Oil.
    assert_eq!(table.refused("buy 5 wood"), "BIZ-BUY-3");
    assert!(table.rules.read("buy 4 wood 1 oil").is_err());
    bought(table, 'A', "buy 4 wood", 6, "meat 3, wood 1, oil 6, metal 4");
    assert_eq!(table.refused("buy 4 oil"), "BIZ-BUY-3");
    bought(table, 'B', "buy 3 oil", 7, "meat 3, wood 1, oil 3, metal 4");
    bought(table, 'C', "buy 3 meat", 7, "wood 1, oil 3, metal 4");
    bought(table, 'D', "buy 4 metal", 6, "wood 1, oil 3");
    // Turn 5: she may buy Oil only.
    assert_eq!(table.sorted(), ["buy 1 oil", "buy 2 oil", "buy 3 oil", "pass"]);
    assert_eq!(table.refused("buy 1 wood"), "BIZ-BUY-6");
    bought(table, 'A', "buy 3 oil", 3, "wood 1");
    // Turn 6: he could have bought 1 Wood.
    assert_eq!(table.sorted(), ["buy 1 wood", "pass"]);
    bought(table, 'B', "pass", 7, "wood 1");
    assert_eq!(table.told("passed").last().unwrap()["forced"], false);
    bought(table, 'C', "buy 1 wood", 6, "-");
    // The market is empty: Anton has no second turn.
    assert_eq!(table.phase(), "loading");
    let temporary = "ABCD".chars().map(|letter| table.temporary(letter)).collect::<Vec<_>>();
    assert_eq!(temporary, ["wood 4, oil 3", "oil 3", "meat 3, wood 1", "metal 4"]);
    assert_eq!(table.purses(), [3, 7, 6, 6]);
    let paid: u64 = table.told("bought").iter().map(|bought| bought["cost"].as_u64().unwrap()).sum();
    assert_eq!(paid, 18);
}

/// BIZ-EX-3: Phase 2, loading.
fn example_3(table: &mut Table) {
    let mut load = |who: char, action: &str, units: u64, cars: [&str; 3]| {
        assert_eq!(table.now(), ("loading".into(), who));
        table.play(action, &[]);
        let loaded = table.told("loaded").last().unwrap().clone();
        assert_eq!((crate::common::who(&loaded), loaded["units"].as_u64()), (who, Some(units)));
        assert_eq!(table.cars(), cars);
    };
    load('B', "load metal green", 4, ["fish D4", "empty", "metal B4"]);
    load('C', "load grain blue", 5, ["fish D4", "grain C5", "metal B4"]);
    {
        // Fish into yellow was possible too.
        let mut other = table.clone();
        assert_eq!(other.sorted(), ["load fish yellow", "load metal green", "pass"]);
        assert_eq!(other.refused("load fish green"), "BIZ-LOAD-3");
    }
    let mut load = |who: char, action: &str, units: u64, cars: [&str; 3]| {
        assert_eq!(table.now(), ("loading".into(), who));
        table.play(action, &[]);
        let loaded = table.told("loaded").last().unwrap().clone();
        assert_eq!((crate::common::who(&loaded), loaded["units"].as_u64()), (who, Some(units)));
        assert_eq!(table.cars(), cars);
    };
    load('D', "load metal green", 3, ["fish D4", "grain C5", "metal B4 D3"]);
    // Olya's only load. Then Nazar and Martha can load nothing and pass; Anton is asked.
    assert_eq!(table.sorted(), ["load grain blue", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    let passes = table.told("passed").len();
    table.play("load grain blue", &[]);
    assert_eq!(table.cars(), ["fish D4", "grain A1 C5", "metal B4 D3"]);
    let forced: Vec<_> =
        table.told("passed")[passes..].iter().map(|event| (crate::common::who(event), event["forced"] == true)).collect();
    assert_eq!(forced, [('B', true), ('C', true)]);
    assert_eq!(table.now(), ("loading".into(), 'D'));
    assert_eq!(table.sorted(), ["load fish yellow", "pass"]);
    // Seven turns; the third car is filled and nobody is asked again.
    table.play("load fish yellow", &[]);
    assert_eq!(table.cars(), ["fish D5", "grain A1 C5", "metal B4 D3"]);
    assert_eq!(table.told("loaded").last().unwrap()["units"], 1);
    assert_eq!(table.phase(), "storing");
}

/// BIZ-EX-4: Phase 2, into the main warehouse. The last choice is Martha's; `wheel` is what the price wheel then shows.
fn example_4(table: &mut Table, wheel: u32) {
    let before = |table: &Table, letter: char| (table.main(letter), table.temporary(letter));
    assert_eq!(before(table, 'A'), ("grain 1".into(), "wood 4, oil 3".into()));
    assert_eq!(before(table, 'B'), ("oil 3".into(), "oil 3".into()));
    assert_eq!(before(table, 'C'), ("metal 2".into(), "meat 3, wood 1".into()));
    assert_eq!(before(table, 'D'), ("fish 3".into(), "metal 1".into()));
    assert_eq!(table.now(), ("storing".into(), 'A'));
    assert_eq!(table.sorted(), ["keep grain oil", "keep grain wood", "keep wood oil"]);
    table.play("keep wood oil", &[]);
    assert_eq!(table.now(), ("storing".into(), 'C'), "Nazar has nothing to choose");
    assert_eq!(table.sorted(), ["keep meat metal", "keep meat wood", "keep wood metal"]);
    table.play("keep meat metal", &[wheel]);
    let main = "ABCD".chars().map(|letter| table.main(letter)).collect::<Vec<_>>();
    assert_eq!(main, ["wood 4, oil 3", "oil 6", "meat 3, metal 2", "fish 3, metal 1"]);
    assert!("ABCD".chars().all(|letter| table.temporary(letter) == "-"));
}

/// The position of every good after the wheel, as the log tells it: the markers before, moved by the sector.
fn after_the_wheel(table: &Table, before: [u64; 6]) -> [u64; 6] {
    let mut markers = before;
    for one in table.told("wheel_turned")[0]["moves"].as_array().unwrap() {
        markers[crate::common::index(one[0].as_str().unwrap())] = one[2].as_u64().unwrap();
    }
    markers
}

/// What the adjustment did to each good.
fn adjustment(table: &Table) -> [i64; 6] {
    let mut steps = [0; 6];
    for one in table.told("prices_adjusted")[0]["moves"].as_array().unwrap() {
        steps[crate::common::index(one[0].as_str().unwrap())] = one[1].as_i64().unwrap();
    }
    steps
}

/// The rulebook's round of Olya, Nazar, Martha and Anton with both options of Phase 3, and the beginning of the next.
///
/// Covers BIZ-EX-1, BIZ-EX-2, BIZ-EX-3, BIZ-EX-4, BIZ-EX-5, BIZ-EX-6, BIZ-EX-7.
#[test]
fn biz_ex_1_to_7_the_rulebooks_round() {
    let mut table = example_1();
    example_2(&mut table);
    example_3(&mut table);
    let stored = table.clone();

    // BIZ-EX-5, option 1: W01, Fish +3, Wood -5.
    example_4(&mut table, 1);
    let before = [8, 5, 12, 3, 7, 11];
    assert_eq!(after_the_wheel(&table, before), [11, 5, 12, 0, 7, 11]);
    let sent: Vec<Value> = table
        .told("sent")
        .iter()
        .map(|sent| json!([sent["car"], sent["good"], sent["price"], sent["paid"], sent["points"]]))
        .collect();
    assert_eq!(
        sent,
        [
            json!(["yellow", "fish", 4, [[4, 5, 20]], [4, 1]]),
            json!(["blue", "grain", 5, [[1, 1, 5], [3, 5, 25]], null]),
            json!(["green", "metal", 4, [[2, 4, 16], [4, 3, 12]], null]),
        ]
    );
    assert_eq!(adjustment(&table), [-5, 3, -6, 3, 3, -7]);
    assert_eq!((table.markers(), table.prices()), ([6, 8, 6, 3, 10, 4], [3, 3, 3, 2, 4, 2]));
    // Exports: her Oil 3 is too little.
    assert_eq!((table.now(), table.sorted()), (("exporting".into(), 'A'), vec!["done".into(), "export 4 wood".into()]));
    assert!(["BIZ-EXPORT-3", "BIZ-EXPORT-5"].contains(&table.refused("export 4 oil")));
    table.play("export 4 wood", &[]);
    // He could have taken 4 for 1.
    assert_eq!(
        (table.now(), table.sorted()),
        (("exporting".into(), 'B'), vec!["done".into(), "export 4 oil".into(), "export 6 oil".into()])
    );
    table.play("export 6 oil", &[]);
    // Martha and Anton have none of the three; Olya cannot pay an improvement.
    assert_eq!(table.now(), ("improving".into(), 'B'));
    assert_eq!((table.purses(), table.scale()), (vec![8, 23, 31, 38], vec![3, 3, 2, 3]));
    let main = "ABCD".chars().map(|letter| table.main(letter)).collect::<Vec<_>>();
    assert_eq!(main, ["oil 3", "-", "meat 3, metal 2", "fish 3, metal 1"]);
    assert_eq!((table.cars(), table.piles()), (["empty".into(), "empty".into(), "empty".into()], [22, 22, 25, 25, 22, 22]));
    next_round(&mut table);

    // BIZ-EX-6, option 2, from the same state: W02, embargo on Metal and Wood.
    let mut table = stored;
    example_4(&mut table, 2);
    assert_eq!(after_the_wheel(&table, before), before);
    assert_eq!(table.embargo(), ["wood", "metal"]);
    let sent: Vec<Value> = table
        .told("sent")
        .iter()
        .map(|sent| json!([sent["car"], sent["good"], sent["price"], sent["paid"], sent["points"]]))
        .collect();
    assert_eq!(
        sent,
        [json!(["yellow", "fish", 3, [[4, 5, 15]], [4, 1]]), json!(["blue", "grain", 5, [[1, 1, 5], [3, 5, 25]], null])]
    );
    let held = table.told("held");
    assert_eq!((held.len(), &held[0]["car"], &held[0]["good"]), (1, &json!("green"), &json!("metal")));
    assert_eq!(adjustment(&table), [-5, 3, -6, 3, 3, 3]);
    assert_eq!((table.markers(), table.prices()), ([3, 8, 6, 6, 10, 14], [2, 3, 3, 3, 4, 5]));
    // Olya's Wood is refused; she has nothing else, so Nazar is the first who is asked.
    assert_eq!(table.now(), ("exporting".into(), 'B'));
    assert!(!table.actions_of(crate::common::seat('A')).contains(&"export 4 wood".to_owned()));
    assert!(!table.refused_to('A', "export 4 wood").is_empty());
    table.play("export 6 oil", &[]);
    assert_eq!((table.purses(), table.scale()), (vec![8, 7, 31, 21], vec![2, 3, 2, 3]));
    let main = "ABCD".chars().map(|letter| table.main(letter)).collect::<Vec<_>>();
    assert_eq!(main, ["wood 4, oil 3", "-", "meat 3, metal 2", "fish 3, metal 1"]);
    assert_eq!(table.cars(), ["empty", "empty", "metal B4 D3"]);
    assert_eq!(table.piles(), [22, 22, 25, 21, 22, 15]);
    next_round(&mut table);
}

/// BIZ-EX-7: Nazar leads the next round; he buys first, Martha loads first, Nazar loads last in each circle.
fn next_round(table: &mut Table) {
    table.until("announcing");
    assert_eq!((table.lead(), table.now()), ('B', ("announcing".into(), 'B')));
    // G25: Grain 4, Wood 3, Oil 6, Metal 5.
    table.plays(&["play", "play", "play"]);
    table.play("play", &[24, 3]);
    assert_eq!(table.now(), ("buying".into(), 'B'));
    for action in ["buy 1 oil", "buy 1 grain", "buy 1 grain", "buy 1 oil"] {
        table.play(action, &[]);
    }
    table.until("loading");
    let mut turns = String::new();
    for circle in 0..2 {
        for _ in 0..4 {
            if table.phase() != "loading" {
                break;
            }
            turns.push(table.turn().unwrap());
            let action = match (circle, table.turn()) {
                (0, Some('B')) => table.actions().into_iter().find(|action| action.starts_with("load oil")).unwrap(),
                (0, Some('C')) => "load meat yellow".into(),
                // Anton leaves the blue car to Nazar.
                _ => "pass".into(),
            };
            table.calm(&action);
        }
    }
    assert_eq!(turns[..4], *"CDAB", "Martha first, Nazar last");
}

#[test]
fn biz_ex_2_after_any_pass_or_purchase_the_next_is_in_turn() {
    // Out of turn nothing is bought: Nazar cannot buy before Olya.
    let mut table = example_1();
    for letter in ['B', 'C', 'D'] {
        assert!(!table.refused_to(letter, "buy 1 oil").is_empty());
        assert!(!table.refused_to(letter, "pass").is_empty());
    }
}

/// The variant: with Anton's Main warehouse at level 1 he must keep either Fish 3 or Metal 1.
#[test]
fn biz_ex_4_variant_anton_at_level_1() {
    let mut start = before_the_round();
    start["players"][3]["warehouse"] = json!(1);
    let mut table = Table::at(players(4), start);
    table.plays(&["play", "play", "play"]);
    table.play("play", &[23, 9]);
    example_2(&mut table);
    example_3(&mut table);
    table.play("keep wood oil", &[]);
    table.play("keep meat metal", &[]);
    assert_eq!((table.now(), table.sorted()), (("storing".into(), 'D'), vec!["keep fish".into(), "keep metal".into()]));
    for (keep, main) in [("keep fish", "fish 3"), ("keep metal", "metal 1")] {
        let mut table = table.clone();
        table.play(keep, &[1]);
        assert_eq!(table.main('D'), main);
    }
}

#[test]
fn biz_ex_4_the_piles_after_storing() {
    // Under an embargo on Meat and Grain nothing but Fish and Metal leaves, and Wood 1 and Grain 1 are back.
    let mut table = example_1();
    example_2(&mut table);
    example_3(&mut table);
    table.play("keep wood oil", &[]);
    assert_eq!(table.piles(), [17, 22, 19, 20, 16, 15]);
    table.play("keep meat metal", &[6]);
    // Fish 5 and Metal 7 left with their cars; Grain 6 stays in the blue one.
    assert_eq!(table.piles(), [22, 22, 19, 21, 16, 22]);
}

#[test]
fn biz_ex_8_the_important_note_on_loading() {
    let stock = json!({"loader": 2, "main": {"fish": 2}, "temporary": {"fish": 4}, "bought": ["fish"]});
    let cars = json!({"cars": {"green": {"good": "fish", "units": [1, 0]}}});
    let mut table = Table::at(players(2), but(position("loading", 'B', &[player(0, json!({})), player(0, stock)]), cars));
    assert_eq!(table.sorted(), ["load fish blue", "load fish green", "load fish yellow", "pass"]);
    for units in 1..=5 {
        assert!(table.rules.read(&format!("load {units} fish green")).is_err(), "there is no number to give");
    }
    table.play("load fish green", &[]);
    assert_eq!((table.car("green"), table.told("loaded")[0]["units"].as_u64()), ("fish A1 B5".into(), Some(5)));
    assert_eq!((table.main('B'), table.temporary('B')), ("fish 1".into(), "-".into()));
}

#[test]
fn biz_ex_9_main_warehouse_from_1_to_3_in_one_phase() {
    let mut table = Table::at(players(2), position("improving", 'A', &[player(30, json!({})), player(0, json!({}))]));
    table.play("improve warehouse", &[]);
    assert_eq!((table.coins('A'), table.points('A')), (20, 1));
    table.play("improve warehouse", &[NOTHING, NOTHING]);
    assert_eq!((table.coins('A'), table.level('A', "warehouse"), table.points('A')), (0, 3, 3));
}

#[test]
fn biz_ex_10_a_characteristic_is_hit() {
    for (name, sector) in [("warehouse", WAREHOUSE), ("loader", LOADER), ("manager", MANAGER)] {
        for (level, points, level_after, points_after) in [(3, 6, 2, 4), (1, 6, 1, 5), (1, 0, 1, 0)] {
            let a = player(9, json!({ name: level, "points": points }));
            let mut table = Table::at(players(2), position("improving", 'B', &[a, player(10, json!({}))]));
            table.play("done", &[sector, NOTHING]);
            assert_eq!((table.level('A', name), table.points('A')), (level_after, points_after));
            assert_eq!(table.warnings('A'), [name]);
        }
    }
}

#[test]
fn biz_ex_11_skipping() {
    let a = player(1, json!({"points": 4}));
    let mut table = Table::at(options(json!({"players": 2})), position("announcing", 'A', &[a, player(2, json!({}))]));
    table.play("skip", &[]);
    assert_eq!((table.points('A'), table.coins('A')), (3, 1));
    table.calm("play");
    assert_eq!((table.phase().as_str(), table.coins('A')), ("buying", 1));
    table.calm("pass");
    assert_eq!((table.round(), table.points('A'), table.coins('A')), (3, 3, 11));
}
