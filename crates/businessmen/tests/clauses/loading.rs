//! Phase 2: loading the cars and moving into the main warehouse: BIZ-LOAD, BIZ-STORE.

use crate::common::{BusinessmenTable, NOTHING, Table, WAREHOUSE, asked, but, options, player, players, position};
use kernel::Notation;
use serde_json::{Value, json};

/// B is to load first, after the leader A.
fn loading(players: &[Value], changes: Value) -> Value {
    but(position("loading", 'B', players), changes)
}

/// B alone has goods.
fn alone(stock: Value, changes: Value) -> Value {
    loading(&[player(0, json!({})), player(0, stock)], changes)
}

fn loads(table: &Table) -> Vec<String> {
    table.sorted().into_iter().filter(|action| action.starts_with("load")).collect()
}

// Loading

#[test]
fn biz_load_1_loading_begins_after_the_leader_or_as_the_setting_says() {
    // C leads; B passes first in Phase 1, then C, D and A. All have something to load.
    let orders = [("after_leader", "DABC"), ("leader", "CDAB"), ("first_to_pass", "BCDA")];
    for (setting, order) in orders {
        let options = options(json!({"loading_start": setting}));
        let four: Vec<Value> = (0..4).map(|_| player(5, json!({"main": {"oil": 1}}))).collect();
        let market = json!({"market": {"fish": 6, "wood": 5, "metal": 4, "meat": 3}, "lead": 3, "turn": 3});
        let mut table = Table::at(&options, but(position("buying", 'C', &four), market));
        for action in ["buy 1 fish", "buy 1 wood", "buy 1 fish", "pass", "pass", "pass", "pass"] {
            table.play(action, &[]);
        }
        let mut turns = String::new();
        while table.phase() == "loading" && turns.len() < 8 {
            turns.push(table.turn().unwrap());
            table.calm(if turns.len() <= 4 { "load oil green" } else { "pass" });
        }
        // The leader comes last in each circle (by default); the player who passed first comes first.
        let again: String = order.chars().filter(|letter| *letter != 'B').collect();
        assert_eq!(turns, format!("{order}{again}"), "{setting}");
    }
    // A forced pass counts too: D has no coin.
    let four: Vec<Value> = [5, 5, 5, 0].map(|coins| player(coins, json!({"main": {"oil": 1}}))).to_vec();
    let market = json!({"market": {"fish": 6}});
    let mut table = Table::at(options(json!({"loading_start": "first_to_pass"})), but(position("buying", 'A', &four), market));
    table.plays(&["buy 1 fish", "buy 1 fish", "buy 1 fish"]);
    assert_eq!((table.who("passed").chars().next(), table.now()), (Some('D'), ("loading".into(), 'D')));
    // Nobody passed: as by default.
    let market = json!({"market": {"fish": 2}});
    let mut table = Table::at(options(json!({"loading_start": "first_to_pass"})), but(position("buying", 'A', &four), market));
    table.plays(&["buy 1 fish", "buy 1 fish"]);
    assert_eq!((table.who("passed").as_str(), table.now()), ("", ("loading".into(), 'B')));
    // Among the active: B and C skip.
    let mut four = four;
    four[1]["skips"] = json!(true);
    four[2]["skips"] = json!(true);
    for (setting, first) in [("after_leader", 'D'), ("leader", 'A')] {
        let start = but(position("buying", 'A', &four), json!({"market": {"fish": 1}}));
        let mut table = Table::at(options(json!({"loading_start": setting})), start);
        table.play("buy 1 fish", &[]);
        assert_eq!(table.now(), ("loading".into(), first));
    }
}

#[test]
fn biz_load_2_one_load_or_a_pass_then_the_next() {
    let both = player(0, json!({"warehouse": 2, "main": {"oil": 3, "fish": 3}}));
    let mut table = Table::at(players(2), loading(&[both.clone(), both], json!({})));
    let mut turns = String::new();
    for action in ["load oil green", "load fish blue", "load fish blue"] {
        turns.push(table.turn().unwrap());
        table.play(action, &[]);
        assert_eq!(table.told("loaded").len(), turns.len(), "exactly one load a turn");
    }
    assert_eq!(turns, "BAB");
    // Two cars or two goods at once cannot be said.
    for text in ["load oil green blue", "load oil fish green", "load green", "load oil"] {
        assert!(table.rules.read(text).is_err(), "`{text}`");
    }
}

#[test]
fn biz_load_3_an_empty_car_takes_any_good_another_only_its_own_a_full_one_none() {
    let stock = json!({"warehouse": 2, "main": {"oil": 3, "fish": 3}});
    let cars = json!({"cars": {"yellow": {"good": "oil", "units": [5, 0]}, "blue": {"good": "fish", "units": [1, 0]}}});
    let mut table = Table::at(players(2), alone(stock, cars));
    assert_eq!(loads(&table), ["load fish blue", "load fish green", "load oil green"]);
    assert_eq!(table.refused("load oil yellow"), "BIZ-LOAD-3");
    assert_eq!(table.refused("load oil blue"), "BIZ-LOAD-3");
    table.play("load fish blue", &[]);
    assert_eq!(table.car("blue"), "fish A1 B3");
}

#[test]
fn biz_load_4_the_stock_of_a_good_is_the_sum_of_both_warehouses() {
    let stock = json!({"main": {"oil": 1}, "temporary": {"oil": 2, "wood": 1}, "bought": ["oil", "wood"]});
    let mut table = Table::at(players(2), alone(stock, json!({})));
    assert_eq!(loads(&table).len(), 6, "Oil and Wood into any car");
    table.play("load oil green", &[]);
    assert_eq!(table.car("green"), "oil B3");
    assert_eq!((table.main('B'), table.temporary('B')), ("-".into(), "wood 1".into()));
    assert!(["BIZ-LOAD-4", "BIZ-LOAD-5"].contains(&table.refused("load oil blue")), "none is left");
}

#[test]
fn biz_load_5_the_load_is_as_large_as_possible() {
    // Loader's limit, free space and stock: the least of them.
    let cases = [
        (1, 20, 0, 4),
        (2, 20, 0, 5),
        (3, 20, 0, 6),
        (1, 19, 4, 3),
        (3, 19, 2, 5),
        (3, 19, 6, 1),
        (1, 2, 0, 2),
        (3, 5, 1, 5),
        (2, 5, 2, 5),
        (2, 1, 0, 1),
    ];
    for (loader, stock, inside, load) in cases {
        let stock = json!({"loader": loader, "main": {"oil": stock}, "warehouse": 1});
        let cars = if inside > 0 { json!({"cars": {"green": {"good": "oil", "units": [inside, 0]}}}) } else { json!({}) };
        let mut table = Table::at(players(2), alone(stock, cars));
        let green = loads(&table).into_iter().filter(|action| action.ends_with("green")).count();
        assert_eq!(green, 1, "the number is no choice");
        table.fate.events = [NOTHING; 2].into();
        table.calm("load oil green");
        let loaded = &table.told("loaded")[0];
        assert_eq!((loaded["units"].as_u64(), loaded["good"].as_str()), (Some(load), Some("oil")), "{loader} {inside}");
        assert_eq!(loaded["filled"].as_bool(), Some(inside + load == 7));
    }
    let table = Table::at(players(2), alone(json!({"main": {"oil": 5}}), json!({})));
    for text in ["load 2 oil green", "load oil green 2", "load oil 2 green"] {
        assert!(table.rules.read(text).is_err(), "`{text}`");
    }
}

#[test]
fn biz_load_6_units_in_a_car_remain_their_owners() {
    let oil = |units: u32| player(0, json!({"main": {"oil": units}}));
    let mut table = Table::at(players(3), loading(&[oil(2), oil(1), oil(2)], json!({})));
    table.plays(&["load oil green", "load oil green"]);
    table.calm("load oil green");
    assert_eq!(table.round(), 3);
    assert_eq!(table.car("green"), "oil A2 B1 C2");
    assert_eq!(table.position()["cars"]["green"]["units"], json!([2, 1, 2]));
    table.next_round();
    assert_eq!(table.car("green"), "oil A2 B1 C2", "until the car is sent");
}

#[test]
fn biz_load_7_several_players_may_share_a_car_in_any_proportion() {
    for units in [[1, 1, 1, 4], [4, 1, 1, 1], [2, 2, 2, 1]] {
        let four: Vec<Value> = units.iter().map(|units| player(30, json!({"main": {"oil": units}}))).collect();
        let mut table = Table::at(players(4), loading(&four, json!({})));
        for _ in 0..3 {
            table.play("load oil green", &[]);
        }
        table.play("load oil green", &[2]);
        let paid: Vec<u64> =
            table.told("sent")[0]["paid"].as_array().unwrap().iter().map(|paid| paid[1].as_u64().unwrap()).collect();
        assert_eq!(paid, units);
    }
}

#[test]
fn biz_load_8_several_cars_may_hold_the_same_good() {
    let mut table = Table::at(players(2), alone(json!({"main": {"oil": 12}}), json!({})));
    table.plays(&["load oil yellow", "load oil blue"]);
    table.calm("load oil green");
    assert_eq!(table.cars(), ["oil B4", "oil B4", "oil B4"]);
}

#[test]
fn biz_load_9_any_number_of_loads_and_the_limit_is_per_load_or_per_good() {
    // The same car and the same good again, then another good.
    let stock = json!({"warehouse": 2, "main": {"fish": 8, "oil": 2}});
    let mut table = Table::at(players(2), alone(stock.clone(), json!({})));
    table.plays(&["load fish green", "load fish green", "load oil blue"]);
    // Fish is under embargo, so that nothing leaves.
    table.play("load fish yellow", &[8, NOTHING, NOTHING]);
    assert_eq!(table.cars(), ["fish B1", "oil B2", "fish B7"]);
    // Per good: what was loaded of it is deducted.
    let per_good = options(json!({"players": 2, "loader_limit": "per_good"}));
    let start = alone(stock.clone(), json!({"cars": {"yellow": {"good": "fish", "units": [2, 0]}}}));
    let mut table = Table::at(&per_good, start);
    table.play("load fish yellow", &[]);
    assert_eq!(table.car("yellow"), "fish A2 B3");
    assert_eq!(table.player('B')["loaded"], json!({"fish": 3}));
    table.play("load fish green", &[]);
    assert_eq!(table.car("green"), "fish B1", "one of four was left");
    assert_eq!(loads(&table), ["load oil blue"]);
    assert_eq!(table.refused("load fish green"), "BIZ-LOAD-9");
    // Other goods have their own limit, and the next round starts from 0.
    table.calm("load oil blue");
    assert_eq!((table.car("blue"), table.round()), ("oil B2".into(), 3));
    table.until("loading");
    assert!(table.may("load fish green"));
    // A limit already used in the position.
    let used = but(stock, json!({"loaded": {"fish": 4}}));
    let table = Table::at(&per_good, alone(used, json!({"cars": {"blue": {"good": "fish", "units": [0, 4]}}})));
    assert_eq!(loads(&table), ["load oil green", "load oil yellow"]);
}

#[test]
fn biz_load_10_a_player_may_pass_unless_he_must_load() {
    let stock = json!({"main": {"oil": 3}});
    let mut table = Table::at(options(json!({"players": 2, "load_duty": "free"})), alone(stock.clone(), json!({})));
    assert!(table.may("pass"));
    table.calm("pass");
    assert_eq!((table.round(), table.main('B')), (3, "oil 3".into()));
    let must = options(json!({"players": 2, "load_duty": "must"}));
    let mut table = Table::at(&must, alone(stock.clone(), json!({})));
    assert_eq!(table.sorted(), ["load oil blue", "load oil green", "load oil yellow"]);
    assert_eq!(table.refused("pass"), "BIZ-LOAD-10");
    // When he can load no more, the pass is automatic.
    table.play("load oil green", &[2, NOTHING, NOTHING]);
    assert_eq!(table.round(), 3);
    assert!(table.told("passed").iter().all(|event| event["forced"] == true), "nobody passed of his own will");
    // A single load may be the only choice.
    let cars = json!({"cars": {"yellow": {"good": "fish", "units": [1, 0]}, "blue": {"good": "fish", "units": [1, 0]}}});
    let table = Table::at(&must, alone(stock, cars));
    assert_eq!(table.actions(), ["load oil green"]);
}

#[test]
fn biz_load_11_a_pass_is_final_or_gives_up_the_turn_only() {
    let both = [player(0, json!({"main": {"fish": 8}})), player(0, json!({"main": {"oil": 8}}))];
    let mut table = Table::at(options(json!({"players": 2, "load_pass": "final"})), loading(&both, json!({})));
    table.plays(&["pass", "load fish green"]);
    assert_eq!(table.turn(), Some('A'), "B is out");
    assert!(!table.refused_to('B', "load oil blue").is_empty());
    let mut table = Table::at(options(json!({"players": 2, "load_pass": "turn"})), loading(&both, json!({})));
    table.plays(&["pass", "load fish green"]);
    assert_eq!(table.now(), ("loading".into(), 'B'));
    table.plays(&["load oil blue", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'B'), "one pass ends nothing");
    table.plays(&["load oil blue", "pass"]);
    assert_eq!(table.position()["passes"], 1);
    // Two passes in a row do; the blue car is full and B is paid.
    table.play("pass", &[2]);
    assert_eq!(table.now(), ("improving".into(), 'B'));
    // All active players: with three, two passes do not end it, and a skipper does not count.
    let three = [
        player(0, json!({"main": {"fish": 8}})),
        player(0, json!({"main": {"oil": 8}})),
        player(0, json!({"main": {"meat": 8}})),
    ];
    let turn = options(json!({"players": 3, "load_pass": "turn"}));
    let mut table = Table::at(&turn, loading(&three, json!({})));
    table.plays(&["pass", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    table.plays(&["load fish green", "pass", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    table.calm("pass");
    assert_eq!(table.now(), ("exporting".into(), 'B'));
    let mut three = three;
    three[2]["skips"] = json!(true);
    let mut table = Table::at(&turn, loading(&three, json!({})));
    table.play("pass", &[]);
    table.calm("pass");
    assert_eq!(table.now(), ("exporting".into(), 'B'));
}

#[test]
fn biz_load_12_without_a_legal_load_the_pass_is_automatic() {
    // C has nothing; D's good fits no car.
    let four = [
        player(0, json!({"main": {"fish": 3}})),
        player(0, json!({"main": {"fish": 3}})),
        player(0, json!({})),
        player(0, json!({"main": {"wood": 3}})),
    ];
    let cars = json!({"cars": {
        "yellow": {"good": "fish", "units": [0, 1, 0, 0]},
        "blue": {"good": "oil", "units": [0, 0, 1, 0]},
        "green": {"good": "metal", "units": [0, 0, 1, 0]},
    }});
    let mut table = Table::at(players(4), loading(&four, cars));
    table.play("load fish yellow", &[]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    let forced: Vec<_> = table.told("passed").iter().map(|event| (crate::common::who(event), event["forced"] == true)).collect();
    assert_eq!(forced, [('C', true), ('D', true)]);
    assert_eq!(table.actions().len(), 2);
    // A fills yellow's last place: no load is left to anybody. B is paid 12 for his four.
    table.calm("load fish yellow");
    assert_eq!(table.now(), ("improving".into(), 'B'));
}

#[test]
fn biz_load_13_loading_ends_when_all_cars_are_full_or_all_have_passed() {
    let cars = json!({"cars": {
        "yellow": {"good": "fish", "units": [5, 0]},
        "blue": {"good": "oil", "units": [6, 0]},
        "green": {"good": "metal", "units": [6, 0]},
    }});
    let both = [player(90, json!({"main": {"metal": 3}})), player(90, json!({"main": {"metal": 3}}))];
    let mut table = Table::at(players(2), loading(&both, cars));
    // The third car is filled: nobody is asked again, nobody passes.
    table.play("load metal green", &[2]);
    assert_eq!(table.phase(), "improving");
    assert!(table.who("passed").is_empty());
    // All pass.
    let mut table = Table::at(players(2), loading(&both, json!({})));
    table.play("pass", &[]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    table.play("pass", &[2]);
    assert_eq!((table.phase().as_str(), table.who("passed").as_str()), ("improving", "BA"));
}

#[test]
fn biz_load_14_units_are_taken_from_the_temporary_warehouse_first() {
    let stock = json!({"main": {"oil": 3}, "temporary": {"oil": 3}, "bought": ["oil"]});
    let mut table = Table::at(players(2), alone(stock.clone(), json!({"cars": {"yellow": {"good": "oil", "units": [3, 0]}}})));
    table.play("load oil yellow", &[]);
    assert_eq!((table.main('B'), table.temporary('B')), ("oil 3".into(), "oil 1".into()));
    let mut table = Table::at(players(2), alone(stock, json!({})));
    table.play("load oil green", &[]);
    assert_eq!((table.main('B'), table.temporary('B')), ("oil 2".into(), "-".into()));
}

#[test]
fn biz_load_15_a_load_cannot_be_taken_back() {
    let both = [player(0, json!({"main": {"fish": 8}})), player(0, json!({"main": {"oil": 8}}))];
    let mut table = Table::at(players(2), loading(&both, json!({})));
    table.play("load oil green", &[]);
    for text in ["unload oil green", "take oil green", "move green blue", "load -1 oil green"] {
        assert!(table.rules.read(text).is_err(), "`{text}`");
    }
    // While the phase lasts no car ever holds less.
    table.play("pass", &[]);
    assert_eq!(table.turn(), Some('B'));
    let before = table.car("green");
    table.calm("load oil blue");
    assert_eq!(table.car("green"), before);
}

// Into the main warehouse

/// A position where B's last load or pass leads to storing; B has this.
fn storing(stock: Value) -> Table {
    let start = loading(&[player(0, json!({})), player(0, stock)], json!({}));
    Table::at(players(2), start)
}

#[test]
fn biz_store_1_all_goods_move_to_the_main_warehouse_and_merge() {
    let mut table =
        storing(json!({"warehouse": 2, "main": {"oil": 2}, "temporary": {"oil": 3, "wood": 1}, "bought": ["oil", "wood"]}));
    table.calm("pass");
    assert_eq!((table.main('B'), table.temporary('B')), ("wood 1, oil 5".into(), "-".into()));
    assert_eq!(table.who("stored"), "B");
}

#[test]
fn biz_store_2_the_main_warehouse_holds_as_many_goods_as_its_level() {
    for level in 1..=3_usize {
        for types in 1..=4_usize {
            let goods = ["fish", "oil", "wood", "metal"];
            let bought: serde_json::Map<String, Value> =
                goods[..types].iter().map(|good| ((*good).to_owned(), json!(1))).collect();
            let mut table = storing(json!({"warehouse": level, "temporary": bought, "bought": goods[..types]}));
            table.calm("pass");
            if types > level {
                assert_eq!(table.now(), ("storing".into(), 'B'));
                assert!(table.actions().iter().all(|keep| keep.split(' ').count() == 1 + level), "{:?}", table.actions());
            } else {
                assert_eq!(table.round(), 3, "nothing to choose");
            }
        }
    }
}

#[test]
fn biz_store_3_the_player_chooses_old_or_new_alike() {
    let stock = json!({"warehouse": 2, "main": {"grain": 1, "metal": 2}, "temporary": {"wood": 4}, "bought": ["wood"]});
    let mut table = storing(stock);
    table.play("pass", &[]);
    assert_eq!(table.sorted(), ["keep grain metal", "keep grain wood", "keep wood metal"]);
    for (keep, left) in
        [("keep grain metal", "grain 1, metal 2"), ("keep grain wood", "grain 1, wood 4"), ("keep wood metal", "wood 4, metal 2")]
    {
        let mut table = table.clone();
        table.calm(keep);
        assert_eq!(table.main('B'), left);
    }
}

#[test]
fn biz_store_4_exactly_as_many_as_the_level_allows_each_with_all_its_units() {
    let stock = json!({"warehouse": 2, "main": {"grain": 3}, "temporary": {"wood": 2, "oil": 2, "grain": 1}, "bought": ["wood", "oil", "grain"]});
    let mut table = storing(stock);
    table.play("pass", &[]);
    // Neither fewer, nor more, nor what he does not have, nor one twice.
    assert_eq!(table.refused("keep grain"), "BIZ-STORE-4");
    assert_eq!(table.refused("keep grain wood oil"), "BIZ-STORE-4");
    assert!(["BIZ-STORE-3", "BIZ-STORE-4"].contains(&table.refused("keep fish grain")));
    table.calm("keep grain oil");
    assert_eq!(table.main('B'), "grain 4, oil 2");
    // Without excess there is nothing to choose.
    let mut table =
        storing(json!({"warehouse": 3, "main": {"grain": 3}, "temporary": {"wood": 2, "oil": 2}, "bought": ["wood", "oil"]}));
    table.play("pass", &[2, NOTHING, NOTHING]);
    assert_eq!((table.main('B'), table.told("kept").len()), ("grain 3, wood 2, oil 2".into(), 0));
}

#[test]
fn biz_store_5_goods_given_up_return_to_their_piles_for_nothing() {
    let mut table = storing(json!({"warehouse": 1, "main": {"grain": 3}, "temporary": {"wood": 2}, "bought": ["wood"]}));
    table.play("pass", &[]);
    assert_eq!((table.pile("grain"), table.pile("wood")), (22, 23));
    table.play("keep wood", &[2, NOTHING, NOTHING]);
    assert_eq!((table.pile("grain"), table.pile("wood")), (25, 23));
    assert_eq!(table.coins('B'), 0);
    let kept = &table.told("kept")[0];
    assert_eq!((&kept["seat"], kept["kept"].to_string().contains("wood")), (&json!(2), true));
    assert!(kept["given_up"].to_string().contains("grain"));
}

#[test]
fn biz_store_6_a_lost_warehouse_level_is_settled_at_once_or_at_the_next_store() {
    let three = json!({"warehouse": 3, "main": {"fish": 2, "oil": 5, "metal": 1}, "points": 5});
    let start = position("improving", 'A', &[player(10, three.clone()), player(0, json!({}))]);
    let mut table = Table::at(options(json!({"players": 2, "overflow": "at_once"})), start.clone());
    table.play("done", &[WAREHOUSE]);
    assert_eq!((table.now(), table.level('A', "warehouse")), (("events".into(), 'A'), 2));
    assert_eq!(table.sorted(), ["keep fish metal", "keep fish oil", "keep oil metal"]);
    assert_eq!(table.refused("keep oil"), "BIZ-STORE-4");
    assert_eq!(table.who("spun"), "A", "the next player spins afterwards");
    table.play("keep fish oil", &[NOTHING]);
    assert_eq!((table.main('A'), table.pile("metal"), table.who("spun").as_str()), ("fish 2, oil 5".into(), 25, "AB"));
    // Two goods fit: no choice.
    let fits = json!({"warehouse": 3, "main": {"fish": 2, "oil": 5}, "points": 5});
    let mut table = Table::at(players(2), position("improving", 'A', &[player(10, fits), player(0, json!({}))]));
    table.play("done", &[WAREHOUSE, NOTHING]);
    assert_eq!((table.main('A'), table.level('A', "warehouse")), ("fish 2, oil 5".into(), 2));
    // The other setting: the excess lies until the end of loading of the next round in which he is active.
    let mut table = Table::at(options(json!({"players": 2, "overflow": "next_store"})), start);
    table.play("done", &[WAREHOUSE, NOTHING]);
    table.calm("done");
    assert_eq!((table.round(), table.main('A')), (3, "fish 2, oil 5, metal 1".into()));
    table.until("storing");
    assert_eq!((table.turn(), table.sorted().len()), (Some('A'), 3));
    table.calm("keep fish oil");
    assert_eq!(table.main('A'), "fish 2, oil 5");
    // At level 2 likewise.
    let two = json!({"warehouse": 2, "main": {"fish": 2, "oil": 5}, "points": 5});
    let mut table = Table::at(players(2), position("improving", 'A', &[player(10, two), player(0, json!({}))]));
    table.play("done", &[WAREHOUSE]);
    assert_eq!(table.sorted(), ["keep fish", "keep oil"]);
    assert!(asked(json!({"overflow": "never"})).is_err());
}

/// The choice of an absent player (D4, D7): the most units, and of equals the first in the order of the goods.
#[test]
fn an_absent_player_keeps_the_largest_stocks() {
    let cases = [
        (2, json!({"grain": 2, "wood": 4, "oil": 4}), "keep wood oil"),
        (1, json!({"fish": 1, "meat": 3, "metal": 3}), "keep meat"),
        (2, json!({"fish": 1, "meat": 1, "metal": 1}), "keep fish meat"),
        (3, json!({"fish": 1, "meat": 2, "oil": 1, "metal": 1}), "keep fish meat oil"),
    ];
    for (level, bought, kept) in cases {
        let goods: Vec<String> = bought.as_object().unwrap().keys().cloned().collect();
        let mut table = storing(json!({"warehouse": level, "temporary": bought, "bought": goods}));
        table.play("pass", &[]);
        let choice = kernel::Rules::fallback(&*table.rules, &table.state, table.seat());
        assert_eq!(table.rules.write(&choice), kept);
    }
}
