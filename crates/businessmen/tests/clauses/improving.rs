//! Phases 4 to 6: improvements, negative events, insurance: BIZ-IMPROVE, BIZ-EVENT, BIZ-INSURE.

use crate::common::{
    BusinessmenTable, CHARACTERISTICS, LOADER, MANAGER, NOTHING, Table, WAREHOUSE, asked, but, options, player, players, position,
};
use serde_json::{Value, json};

/// A is to improve and has all this; B has nothing.
fn improving(coins: u32, changes: Value) -> Table {
    Table::at(players(2), position("improving", 'A', &[player(coins, changes), player(0, json!({}))]))
}

/// A, who has this and 10 coins more, declines to improve and spins this sector; B spins nothing.
fn hit(settings: Value, changes: Value, sector: u32) -> Table {
    let options = options(but(json!({"players": 2}), settings));
    let mut table = Table::at(&options, position("improving", 'A', &[player(10, changes), player(0, json!({}))]));
    table.play("done", &[sector, NOTHING]);
    table
}

/// The sector that hits a characteristic.
fn sector(characteristic: &str) -> u32 {
    match characteristic {
        "warehouse" => WAREHOUSE,
        "loader" => LOADER,
        _ => MANAGER,
    }
}

// Phase 4

#[test]
fn biz_improve_1_only_in_phase_4_by_active_players_in_round_order() {
    let rich = |skips: bool| player(10, json!({"skips": skips}));
    let four = [rich(false), rich(true), rich(false), rich(false)];
    let mut table = Table::at(players(4), but(position("improving", 'C', &four), json!({"lead": 3})));
    let mut turns = String::new();
    while table.phase() == "improving" {
        turns.push(table.turn().unwrap());
        assert!(table.may("done"), "it is voluntary");
        assert!(!table.refused_to('B', "improve loader").is_empty());
        let action = if table.turn() == Some('D') { "done" } else { "improve loader" };
        table.calm(action);
    }
    assert_eq!(turns, "CDA");
    assert_eq!("ABCD".chars().map(|letter| table.level(letter, "loader")).collect::<Vec<_>>(), [2, 1, 2, 1]);
    // In no other phase.
    for phase in ["announcing", "buying", "loading", "exporting", "insuring"] {
        let able = player(30, json!({"main": {"oil": 4}, "warnings": ["manager"]}));
        let market = if phase == "buying" { json!({"market": {"oil": 1}}) } else { json!({}) };
        let mut table = Table::at(players(2), but(position(phase, 'A', &[able, player(0, json!({}))]), market));
        assert!(!table.actions().iter().any(|action| action.starts_with("improve")), "{phase}");
        assert!(["BIZ-IMPROVE-1", "BIZ-ROUND-1"].contains(&table.refused("improve loader")), "{phase}");
    }
}

#[test]
fn biz_improve_2_from_level_1_to_2_for_10_coins_and_1_point() {
    for characteristic in CHARACTERISTICS {
        let mut table = improving(25, json!({}));
        table.play(&format!("improve {characteristic}"), &[]);
        assert_eq!((table.level('A', characteristic), table.coins('A'), table.points('A')), (2, 15, 1));
        assert_eq!(table.levels('A').iter().sum::<u64>(), 4);
        let told = &table.told("improved")[0];
        assert_eq!(
            (&told["characteristic"], &told["level"], &told["cost"], &told["points"]),
            (&json!(characteristic), &json!(2), &json!(10), &json!(1))
        );
    }
}

#[test]
fn biz_improve_3_from_level_2_to_3_for_20_coins_and_2_points() {
    for characteristic in CHARACTERISTICS {
        let mut table = improving(25, json!({ characteristic: 2 }));
        table.calm(&format!("improve {characteristic}"));
        assert_eq!((table.level('A', characteristic), table.coins('A'), table.points('A')), (3, 5, 2));
        let mut table = improving(19, json!({ characteristic: 2 }));
        assert!(["BIZ-BANK-2", "BIZ-IMPROVE-3"].contains(&table.refused(&format!("improve {characteristic}"))));
    }
}

#[test]
fn biz_improve_4_several_and_by_two_levels_as_far_as_he_can_pay() {
    let mut table = improving(69, json!({}));
    table.plays(&["improve warehouse", "improve warehouse", "improve manager"]);
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!((table.levels('A'), table.coins('A'), table.points('A')), ([3, 2, 2], 19, 5));
    // Nobody improves without being able to pay: 19 coins do not buy level 3.
    assert_eq!(table.round(), 3);
    let mut table = improving(30, json!({}));
    table.play("improve loader", &[]);
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!((table.levels('A'), table.coins('A'), table.points('A')), ([1, 3, 1], 0, 3));
}

#[test]
fn biz_improve_5_level_3_is_the_highest() {
    for characteristic in CHARACTERISTICS {
        let mut table = improving(200, json!({ characteristic: 3 }));
        assert!(!table.may(&format!("improve {characteristic}")));
        assert_eq!(table.refused(&format!("improve {characteristic}")), "BIZ-IMPROVE-5");
    }
    // With all three there nobody asks, however rich.
    let rich = json!({"warehouse": 3, "loader": 3, "manager": 2});
    let mut table = improving(200, rich);
    table.play("improve manager", &[NOTHING, NOTHING]);
    assert_eq!((table.round(), table.levels('A')), (3, [3, 3, 3]));
}

#[test]
fn biz_improve_6_the_new_level_holds_at_once() {
    // Already in Phase 5: the hit counts against level 2.
    let mut table = improving(10, json!({"points": 3}));
    table.play("improve loader", &[LOADER, NOTHING]);
    assert_eq!((table.level('A', "loader"), table.points('A')), (1, 3), "1 earned, 1 lost with the level");
    // And its limits at the next use.
    let mut table = improving(30, json!({"main": {"oil": 9}}));
    table.plays(&["improve loader", "improve manager"]);
    table.play("improve warehouse", &[NOTHING, NOTHING]);
    let shown = table.view()["players"][0].clone();
    assert_eq!((&shown["load_limit"], &shown["buy_limit"], &shown["warehouse_limit"]), (&json!(5), &json!(4), &json!(2)));
    table.until("loading");
    table.play("load oil green", &[]);
    assert_eq!(table.car("green"), "oil A5");
}

#[test]
fn biz_improve_7_markers_and_insurance_neither_hinder_nor_change() {
    let mut table = improving(20, json!({"warnings": ["loader"], "insured": ["manager"]}));
    table.play("improve loader", &[]);
    assert_eq!((table.warnings('A'), table.insured('A')), (vec!["loader".into()], vec!["manager".into()]));
    table.play("improve manager", &[NOTHING, NOTHING]);
    assert_eq!((table.levels('A'), table.warnings('A')), ([1, 2, 2], vec!["loader".into()]));
}

#[test]
fn biz_improve_8_a_lost_level_can_be_bought_again_and_earns_again() {
    let mut table = improving(30, json!({"loader": 2, "points": 4}));
    table.play("done", &[LOADER, NOTHING]);
    // A has 30 coins and a marker: he is asked to insure.
    assert_eq!((table.level('A', "loader"), table.points('A'), table.now()), (1, 3, ("insuring".into(), 'A')));
    table.calm("done");
    table.until("improving");
    table.play("improve loader", &[]);
    assert_eq!((table.level('A', "loader"), table.points('A'), table.coins('A')), (2, 4, 20));
}

// Phase 5

#[test]
fn biz_event_1_each_active_player_spins_once_in_round_order() {
    let four = [player(0, json!({})), player(10, json!({})), player(0, json!({"skips": true})), player(0, json!({}))];
    let mut table = Table::at(players(4), but(position("improving", 'B', &four), json!({"lead": 2})));
    table.play("done", &[LOADER, MANAGER, NOTHING]);
    assert_eq!(table.who("spun"), "BDA");
    let hits: Vec<Value> = table.told("spun").iter().map(|spun| spun["hit"].clone()).collect();
    assert_eq!(hits, [json!("loader"), json!("manager"), json!(null)]);
    assert!(table.warnings('C').is_empty(), "a skipper does not spin");
    // Each in full before the next: the owner of too many goods chooses before B spins.
    let three = json!({"warehouse": 2, "main": {"fish": 2, "oil": 5}});
    let mut table = Table::at(players(2), position("improving", 'A', &[player(10, three), player(0, json!({}))]));
    table.play("done", &[WAREHOUSE]);
    assert_eq!((table.now(), table.who("spun").as_str()), (("events".into(), 'A'), "A"));
    table.play("keep oil", &[LOADER]);
    assert_eq!((table.who("spun").as_str(), table.warnings('B')), ("AB", vec!["loader".into()]));
}

#[test]
fn biz_event_2_a_sector_shows_a_characteristic_or_nothing() {
    for (sector, hit) in
        [(1, Some("warehouse")), (2, None), (3, Some("loader")), (4, None), (5, Some("manager")), (6, None), (7, None), (8, None)]
    {
        let table = common_hit(sector);
        assert_eq!(table.told("spun")[0]["hit"], json!(hit));
        assert_eq!(table.warnings('A'), hit.into_iter().collect::<Vec<_>>());
        assert_eq!(table.points('A'), if hit.is_some() { 5 } else { 6 });
        assert_eq!(table.levels('A'), [1, 1, 1]);
    }
}

/// A, with 6 points and 9 coins, spins this.
fn common_hit(sector: u32) -> Table {
    let players_ = [player(9, json!({"points": 6})), player(10, json!({}))];
    let mut table = Table::at(players(2), position("improving", 'B', &players_));
    table.play("done", &[sector, NOTHING]);
    table
}

#[test]
fn biz_event_3_a_hit_lays_the_warning_marker() {
    for characteristic in CHARACTERISTICS {
        let table = common_hit(sector(characteristic));
        assert_eq!(table.warnings('A'), [characteristic]);
        assert_eq!((table.who("warned").as_str(), &table.told("warned")[0]["characteristic"]), ("A", &json!(characteristic)));
        assert!(table.warnings('B').is_empty());
    }
}

#[test]
fn biz_event_4_the_penalty_comes_at_once_or_with_the_second_strike() {
    for characteristic in CHARACTERISTICS {
        let two = |warnings: Value| json!({ characteristic: 2, "points": 6, "warnings": warnings });
        let at_once = hit_poor(json!({"event_mode": "at_once"}), two(json!([])), sector(characteristic));
        assert_eq!((at_once.level('A', characteristic), at_once.points('A')), (1, 5));
        // Second strike: the first only lays the marker.
        let second = json!({"event_mode": "second_strike"});
        let first = hit_poor(second.clone(), two(json!([])), sector(characteristic));
        assert_eq!(
            (first.level('A', characteristic), first.points('A'), first.warnings('A')),
            (2, 6, vec![characteristic.into()])
        );
        // The second brings the penalty, and the marker stays.
        let then = hit_poor(second.clone(), two(json!([characteristic])), sector(characteristic));
        assert_eq!((then.level('A', characteristic), then.points('A'), then.warnings('A')), (1, 5, vec![characteristic.into()]));
        // A marker elsewhere does not arm it.
        let other = if characteristic == "loader" { "manager" } else { "loader" };
        let elsewhere = hit_poor(second, two(json!([other])), sector(characteristic));
        assert_eq!((elsewhere.level('A', characteristic), elsewhere.points('A')), (2, 6));
    }
    // Insuring then only removes the marker: there is no cover in the next round.
    let options = options(json!({"players": 2, "event_mode": "second_strike"}));
    let marked = player(30, json!({"loader": 2, "points": 6, "warnings": ["loader"]}));
    let mut table = Table::at(&options, position("insuring", 'A', &[marked, player(0, json!({}))]));
    table.play("insure loader", &[]);
    assert_eq!((table.coins('A'), table.warnings('A').len(), table.insured('A').len()), (20, 0, 0));
    table.until("improving");
    table.play("done", &[NOTHING, LOADER]);
    assert_eq!((table.level('A', "loader"), table.warnings('A')), (2, vec!["loader".into()]), "a first strike again");
    table.calm("done");
    table.until("improving");
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!((table.level('A', "loader"), table.points('A')), (1, 5));
}

/// A has 9 coins and is hit; B has 10 and so is asked to improve before.
fn hit_poor(settings: Value, changes: Value, sector: u32) -> Table {
    let options = options(but(json!({"players": 2}), settings));
    let players_ = [player(9, changes), player(10, json!({}))];
    let mut table = Table::at(&options, position("improving", 'B', &players_));
    table.play("done", &[sector, NOTHING]);
    table
}

#[test]
fn biz_event_5_at_level_3_two_points_and_a_level_are_lost() {
    for characteristic in CHARACTERISTICS {
        let table = hit_poor(json!({}), json!({ characteristic: 3, "points": 6 }), sector(characteristic));
        assert_eq!((table.level('A', characteristic), table.points('A')), (2, 4));
        let told = &table.told("penalised")[0];
        assert_eq!((&told["level"], &told["points"]), (&json!(2), &json!(2)));
    }
}

#[test]
fn biz_event_6_at_level_2_one_point_and_a_level_are_lost() {
    for characteristic in CHARACTERISTICS {
        let table = hit_poor(json!({}), json!({ characteristic: 2, "points": 6 }), sector(characteristic));
        assert_eq!((table.level('A', characteristic), table.points('A')), (1, 5));
    }
}

#[test]
fn biz_event_7_at_level_1_one_point_is_lost() {
    for characteristic in CHARACTERISTICS {
        let table = hit_poor(json!({}), json!({ "points": 6 }), sector(characteristic));
        assert_eq!((table.levels('A'), table.points('A')), ([1, 1, 1], 5));
    }
}

#[test]
fn biz_event_8_points_do_not_fall_below_0_but_the_level_is_lost_all_the_same() {
    for (level, points, left) in [(3, 0, 2), (3, 1, 2), (2, 0, 1), (1, 0, 1)] {
        let table = hit_poor(json!({}), json!({ "loader": level, "points": points }), LOADER);
        assert_eq!((table.level('A', "loader"), table.points('A')), (left, 0));
        assert_eq!(table.warnings('A'), ["loader"]);
    }
}

#[test]
fn biz_event_9_an_insured_characteristic_loses_neither_points_nor_level() {
    for characteristic in CHARACTERISTICS {
        for level in 1..=3 {
            let insured = json!({ characteristic: level, "points": 6, "insured": [characteristic] });
            let table = hit_poor(json!({}), insured, sector(characteristic));
            assert_eq!((table.level('A', characteristic), table.points('A')), (level, 6));
            assert_eq!(table.who("averted"), "A");
            assert!(table.told("penalised").is_empty());
        }
    }
    // Another's insurance, or that of another characteristic, helps nothing.
    let table = hit_poor(json!({}), json!({"loader": 2, "points": 6, "insured": ["manager"]}), LOADER);
    assert_eq!((table.level('A', "loader"), table.points('A')), (1, 5));
}

#[test]
fn biz_event_10_an_insured_hit_lays_the_marker_all_the_same() {
    let mut table = hit(json!({}), json!({"loader": 2, "points": 6, "insured": ["loader"]}), LOADER);
    assert_eq!(table.now(), ("insuring".into(), 'A'));
    assert_eq!((table.warnings('A'), table.insured('A').len()), (vec!["loader".into()], 0));
    // So that it can be insured again.
    table.play("insure loader", &[]);
    assert_eq!((table.warnings('A').len(), table.insured('A'), table.coins('A')), (0, vec!["loader".into()], 0));
}

#[test]
fn biz_event_11_a_second_hit_lays_no_second_marker_and_the_penalty_is_suffered_again() {
    let table = hit_poor(json!({}), json!({"loader": 3, "points": 6, "warnings": ["loader"]}), LOADER);
    assert_eq!((table.level('A', "loader"), table.points('A'), table.warnings('A')), (2, 4, vec!["loader".into()]));
    assert_eq!(table.position()["players"][0]["warnings"], json!(["loader"]));
    // A position with two on one characteristic is none.
    let twice = position("improving", 'B', &[player(9, json!({"warnings": ["loader", "loader"]})), player(10, json!({}))]);
    assert_eq!(Table::try_at(players(2), twice).err().map(|refusal| refusal.clause), Some("BIZ-INV-11"));
}

#[test]
fn biz_event_12_a_marker_by_itself_limits_nothing() {
    let stock = json!({"loader": 2, "manager": 3, "warehouse": 2, "main": {"oil": 9, "fish": 1}, "warnings": CHARACTERISTICS});
    let start = but(position("buying", 'A', &[player(10, stock), player(0, json!({}))]), json!({"market": {"oil": 6}}));
    let mut table = Table::at(players(2), start);
    table.play("buy 5 oil", &[]);
    table.play("load oil green", &[]);
    assert_eq!(table.car("green"), "oil A5");
    table.until("announcing");
    assert_eq!(table.main('A'), "fish 1, oil 9", "both goods are kept at level 2");
    assert_eq!(table.warnings('A').len(), 3);
}

// Phase 6

/// A has this and is to insure.
fn insuring(coins: u32, changes: Value) -> Table {
    Table::at(players(2), position("insuring", 'A', &[player(coins, changes), player(0, json!({}))]))
}

#[test]
fn biz_insure_1_each_active_player_in_round_order_or_not() {
    let marked = |skips: bool| player(10, json!({"warnings": ["loader"], "skips": skips}));
    let four = [marked(false), marked(false), marked(true), marked(false)];
    let mut table = Table::at(players(4), but(position("insuring", 'B', &four), json!({"lead": 2})));
    let mut turns = String::new();
    while table.phase() == "insuring" {
        turns.push(table.turn().unwrap());
        assert_eq!(table.sorted(), ["done", "insure loader"]);
        let action = if table.turn() == Some('D') { "done" } else { "insure loader" };
        table.calm(action);
    }
    assert_eq!(turns, "BDA");
    assert_eq!("ABCD".chars().map(|letter| table.insured(letter).len()).collect::<Vec<_>>(), [1, 1, 0, 0]);
}

#[test]
fn biz_insure_2_it_costs_10_coins_and_takes_the_marker_off() {
    let mut table = insuring(25, json!({"warnings": ["loader", "manager"]}));
    table.play("insure loader", &[]);
    assert_eq!((table.coins('A'), table.warnings('A'), table.insured('A')), (15, vec!["manager".into()], vec!["loader".into()]));
    assert_eq!(table.told("insured")[0], json!({"event": "insured", "seat": 1, "characteristic": "loader", "cost": 10}));
    // Not with 9 coins.
    let marked = player(9, json!({"warnings": ["loader"]}));
    let other = player(10, json!({"warnings": ["loader"]}));
    let mut table = Table::at(players(2), position("insuring", 'B', &[marked.clone(), other.clone()]));
    table.play("done", &[]);
    assert_eq!(table.round(), 3, "A was not asked");
    let mut table = insuring(19, json!({"warnings": ["loader", "manager"]}));
    table.play("insure loader", &[]);
    assert_eq!((table.round(), table.coins('A'), table.warnings('A')), (3, 9, vec!["manager".into()]));
}

#[test]
fn biz_insure_3_only_with_a_marker_or_any() {
    let mut table = insuring(40, json!({"warnings": ["loader"]}));
    assert_eq!(table.sorted(), ["done", "insure loader"]);
    assert_eq!(table.refused("insure manager"), "BIZ-INSURE-3");
    let any = options(json!({"players": 2, "insurance_scope": "any"}));
    let start = position("insuring", 'A', &[player(40, json!({"warnings": ["loader"]})), player(0, json!({}))]);
    let mut table = Table::at(&any, start);
    assert_eq!(table.sorted(), ["done", "insure loader", "insure manager", "insure warehouse"]);
    table.plays(&["insure manager", "insure loader"]);
    assert_eq!(table.coins('A'), 20, "at the same cost");
    assert_eq!(table.sorted(), ["done", "insure warehouse"]);
    // Together with second strike it has no meaning.
    assert!(asked(json!({"insurance_scope": "any", "event_mode": "second_strike"})).is_err());
}

#[test]
fn biz_insure_4_it_protects_in_phase_5_of_the_next_round_and_only_there() {
    // Used or not, it ends with that phase.
    for sector in [LOADER, NOTHING] {
        let mut table = insuring(40, json!({"loader": 2, "points": 6, "warnings": ["loader"]}));
        table.play("insure loader", &[]);
        assert_eq!((table.round(), table.insured('A')), (3, vec!["loader".into()]));
        table.until("improving");
        assert_eq!(table.insured('A'), ["loader"], "until then");
        table.play("done", &[NOTHING, sector]);
        assert_eq!((table.level('A', "loader"), table.points('A'), table.insured('A').len()), (2, 6, 0));
        assert_eq!(table.who("insurance_ended"), "A");
    }
    // Without cover in the second round after.
    let mut table = insuring(30, json!({"loader": 2, "points": 6, "warnings": ["loader"]}));
    table.play("insure loader", &[]);
    table.until("improving");
    table.play("done", &[NOTHING, NOTHING]);
    table.until("improving");
    table.play("done", &[LOADER, NOTHING]);
    assert_eq!((table.level('A', "loader"), table.points('A')), (1, 5));
    // Also if its owner skips that round.
    let mut table = insuring(30, json!({"loader": 2, "points": 6, "warnings": ["loader"]}));
    table.play("insure loader", &[]);
    table.calm("play");
    table.calm("skip");
    assert_eq!(table.round(), 4);
    assert!(table.insured('A').is_empty());
}

#[test]
fn biz_insure_5_several_in_one_phase_each_at_most_once() {
    let mut table = insuring(35, json!({"warnings": CHARACTERISTICS}));
    table.plays(&["insure loader", "insure warehouse"]);
    assert_eq!(table.sorted(), ["done", "insure manager"]);
    assert!(["BIZ-INSURE-5", "BIZ-INSURE-3"].contains(&table.refused("insure loader")));
    table.play("insure manager", &[]);
    assert_eq!((table.coins('A'), table.insured('A').len(), table.warnings('A').len()), (5, 3, 0));
    // With `any` too.
    let any = options(json!({"players": 2, "insurance_scope": "any"}));
    let mut table = Table::at(&any, position("insuring", 'A', &[player(40, json!({})), player(0, json!({}))]));
    table.play("insure loader", &[]);
    assert!(!table.may("insure loader"));
    assert_eq!(table.refused("insure loader"), "BIZ-INSURE-5");
}

#[test]
fn biz_insure_6_a_marker_that_is_not_taken_off_stays_and_can_be_insured_later() {
    let mut table = insuring(15, json!({"warnings": ["loader"]}));
    table.calm("done");
    for _ in 0..3 {
        assert_eq!(table.warnings('A'), ["loader"]);
        table.until("insuring");
        assert!(table.may("insure loader"));
        table.calm("done");
    }
    table.until("insuring");
    table.play("insure loader", &[]);
    assert!(table.warnings('A').is_empty());
}

#[test]
fn biz_insure_7_insurance_gives_back_nothing() {
    let mut table = hit(json!({}), json!({"loader": 3, "points": 6}), LOADER);
    assert_eq!((table.level('A', "loader"), table.points('A')), (2, 4));
    table.play("insure loader", &[]);
    assert_eq!((table.level('A', "loader"), table.points('A')), (2, 4));
}
