//! Phase 3, the exports: BIZ-EXPORT.

use crate::common::{BusinessmenTable, NOTHING, Table, asked, but, options, player, players, position};
use serde_json::{Value, json};

/// A has this in his main warehouse, and E10 (Grain, Wood, Oil) is open.
fn exporting(settings: Value, main: Value) -> Table {
    let players = [player(50, json!({"warehouse": 3, "main": main})), player(0, json!({}))];
    Table::at(options(but(json!({"players": 2}), settings)), position("exporting", 'A', &players))
}

fn lots(table: &Table) -> Vec<String> {
    table.sorted().into_iter().filter(|action| action.starts_with("export")).collect()
}

#[test]
fn biz_export_1_each_active_player_in_round_order_may_export() {
    let stock = |skips: bool| player(0, json!({"main": {"oil": 4}, "skips": skips}));
    let four = [stock(false), stock(false), stock(true), stock(false)];
    let changes = json!({"lead": 2, "turn": 2});
    let mut table = Table::at(players(4), but(position("exporting", 'B', &four), changes));
    let mut turns = String::new();
    while table.phase() == "exporting" {
        turns.push(table.turn().unwrap());
        // It is never compulsory.
        assert!(table.may("done"));
        let action = if table.turn() == Some('D') { "done" } else { "export 4 oil" };
        table.calm(action);
    }
    assert_eq!(turns, "BDA", "C skips");
    assert_eq!(table.scale(), [1, 1, 0, 0]);
    // After the adjustment.
    let mut table =
        Table::at(players(2), position("loading", 'A', &[player(0, json!({"main": {"oil": 4}})), player(0, json!({}))]));
    table.play("pass", &[2]);
    assert_eq!((table.now(), table.marker("oil")), (("exporting".into(), 'A'), 10));
}

#[test]
fn biz_export_2_only_goods_of_the_card_that_are_not_under_embargo() {
    let mut table = exporting(json!({}), json!({"fish": 8, "oil": 4, "wood": 4}));
    assert_eq!(lots(&table), ["export 4 oil", "export 4 wood"]);
    assert_eq!(table.refused("export 4 fish"), "BIZ-EXPORT-2");
    let players_ = [player(0, json!({"warehouse": 3, "main": {"oil": 4, "wood": 4}})), player(0, json!({}))];
    let embargo = but(position("exporting", 'A', &players_), json!({"embargo": ["wood", "metal"]}));
    let mut table = Table::at(players(2), embargo);
    assert_eq!(lots(&table), ["export 4 oil"]);
    assert_eq!(table.refused("export 4 wood"), "BIZ-EXPORT-2");
}

#[test]
fn biz_export_3_a_lot_is_exactly_4_6_or_8_units_for_1_2_or_3_points() {
    for (units, points) in [(4, 1), (6, 2), (8, 3)] {
        let mut table = exporting(json!({}), json!({"oil": 9}));
        assert_eq!(lots(&table), ["export 4 oil", "export 6 oil", "export 8 oil"]);
        table.play(&format!("export {units} oil"), &[]);
        assert_eq!((table.points('A'), table.main('A')), (points, format!("oil {}", 9 - units)));
        assert_eq!(
            table.told("exported")[0],
            json!({"event": "exported", "seat": 1, "good": "oil", "units": units, "points": points})
        );
    }
    let mut table = exporting(json!({}), json!({"oil": 10}));
    for units in [0, 1, 3, 5, 7, 9, 10] {
        match kernel::Notation::read(&*table.rules, &format!("export {units} oil")) {
            Ok(_) => assert_eq!(table.refused(&format!("export {units} oil")), "BIZ-EXPORT-3"),
            Err(message) => assert!(!message.is_empty()),
        }
    }
    // Not more than he has.
    let mut table = exporting(json!({}), json!({"oil": 5}));
    assert_eq!(lots(&table), ["export 4 oil"]);
    assert!(["BIZ-EXPORT-3", "BIZ-EXPORT-5"].contains(&table.refused("export 6 oil")));
}

#[test]
fn biz_export_4_export_earns_no_coins() {
    let mut table = exporting(json!({}), json!({"oil": 8}));
    table.play("export 8 oil", &[]);
    assert_eq!((table.coins('A'), table.points('A')), (50, 3));
}

#[test]
fn biz_export_5_the_units_come_from_the_main_warehouse() {
    // 3 in store and 5 in a car that stayed: no lot.
    let start =
        position("loading", 'B', &[player(0, json!({})), player(0, json!({"main": {"oil": 3, "wood": 4}, "warehouse": 2}))]);
    let cars = json!({"cars": {"green": {"good": "oil", "units": [0, 5]}}});
    let mut table = Table::at(players(2), but(start, cars));
    table.play("pass", &[6]);
    assert_eq!((table.now(), lots(&table)), (("exporting".into(), 'B'), vec!["export 4 wood".into()]));
    assert_eq!(table.temporary('B'), "-", "it is empty by now");
    assert!(["BIZ-EXPORT-3", "BIZ-EXPORT-5"].contains(&table.refused("export 4 oil")));
    assert_eq!(table.car("green"), "oil B5");
    // What was bought this round is in the main warehouse by then.
    let bought = json!({"main": {"oil": 1}, "temporary": {"oil": 3}, "bought": ["oil"]});
    let mut table = Table::at(players(2), position("loading", 'B', &[player(0, json!({})), player(0, bought)]));
    table.play("pass", &[6]);
    assert_eq!(lots(&table), ["export 4 oil"]);
}

#[test]
fn biz_export_6_exported_tiles_return_to_their_piles() {
    let mut table = exporting(json!({}), json!({"oil": 7, "wood": 4}));
    assert_eq!((table.pile("oil"), table.pile("wood")), (18, 21));
    table.plays(&["export 6 oil", "export 4 wood"]);
    assert_eq!((table.pile("oil"), table.pile("wood")), (24, 25));
}

#[test]
fn biz_export_7_one_lot_of_each_good_or_one_in_all_or_any_number() {
    let stock = || json!({"oil": 12, "wood": 5, "grain": 4});
    // By default one of each.
    for settings in [json!({}), json!({"export_lots": "one_per_good"})] {
        let mut table = exporting(settings, stock());
        table.play("export 8 oil", &[]);
        assert_eq!(lots(&table), ["export 4 grain", "export 4 wood"]);
        assert_eq!(table.refused("export 4 oil"), "BIZ-EXPORT-7");
        assert_eq!(table.player('A')["exported"], json!(["oil"]));
        table.plays(&["export 4 wood", "export 4 grain"]);
        assert_eq!((table.points('A'), table.phase().as_str()), (5, "improving"), "nothing is left to choose");
    }
    // One in all.
    let mut table = exporting(json!({"export_lots": "one_per_player"}), stock());
    assert_eq!(lots(&table).len(), 5);
    table.play("export 6 oil", &[]);
    assert_eq!((table.points('A'), table.phase().as_str()), (2, "improving"));
    // As many as his stock allows.
    let mut table = exporting(json!({"export_lots": "any"}), stock());
    table.plays(&["export 4 oil", "export 4 oil"]);
    assert!(table.may("export 4 oil") && !table.may("export 6 oil"));
    table.plays(&["export 4 oil", "export 4 wood", "export 4 grain"]);
    assert_eq!((table.points('A'), table.main('A'), table.phase().as_str()), (5, "wood 1".into(), "improving"));
    // In the next round a lot of the same good is possible again.
    let start = position("exporting", 'A', &[player(0, json!({"main": {"oil": 12}})), player(0, json!({}))]);
    let mut table = Table::at(players(2), start);
    table.play("export 4 oil", &[NOTHING, NOTHING]);
    table.fate.exports = [7].into();
    table.until("exporting");
    assert!(table.may("export 8 oil"));
    assert!(asked(json!({"export_lots": "two"})).is_err());
}

#[test]
fn biz_export_8_the_rest_stays_in_the_main_warehouse() {
    let mut table = exporting(json!({}), json!({"oil": 7}));
    table.play("export 4 oil", &[]);
    assert_eq!(table.main('A'), "oil 3");
    table.next_round();
    assert_eq!(table.main('A'), "oil 3");
}
