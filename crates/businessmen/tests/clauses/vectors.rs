//! Vectors for rules that the rulebook works no example of: BIZ-VEC.

use crate::common::{
    BusinessmenTable, LOADER, MANAGER, NOTHING, Table, WAREHOUSE, before_the_wheel, but, options, player, players, position,
};
use serde_json::{Value, json};

fn two(settings: Value) -> businessmen::Options {
    options(but(json!({"players": 2}), settings))
}

/// A has this and 9 coins; B is asked to improve, declines, and A spins this.
fn hit(changes: Value, sector: u32) -> Table {
    let seats = [player(9, changes), player(10, json!({}))];
    let mut table = Table::at(players(2), position("improving", 'B', &seats));
    table.play("done", &[sector, NOTHING]);
    table
}

#[test]
fn biz_vec_1_level_2_is_hit() {
    for (points, left) in [(5, 4), (0, 0)] {
        let table = hit(json!({"loader": 2, "points": points}), LOADER);
        assert_eq!((table.level('A', "loader"), table.points('A'), table.warnings('A')), (1, left, vec!["loader".into()]));
    }
}

#[test]
fn biz_vec_2_level_3_with_one_point_is_hit() {
    let table = hit(json!({"loader": 3, "points": 1}), LOADER);
    assert_eq!((table.level('A', "loader"), table.points('A')), (2, 0));
}

/// A with Loader 2, 6 points and 25 coins before the events of a round; B, who has 10 coins, is always asked to improve.
fn four_rounds(settings: Value) -> Table {
    let seats = [player(25, json!({"loader": 2, "points": 6})), player(10, json!({}))];
    Table::at(two(settings), position("improving", 'A', &seats))
}

/// The spins of the round that is being played, A's as given: A leads the even rounds.
fn spins(table: &mut Table, sector: u32) {
    table.fate.events = if table.lead() == 'A' { [sector, NOTHING] } else { [NOTHING, sector] }.into();
}

fn loader(table: &Table) -> (u64, u64, u64, bool, bool) {
    let (marked, insured) = (!table.warnings('A').is_empty(), !table.insured('A').is_empty());
    (table.level('A', "loader"), table.points('A'), table.coins('A'), marked, insured)
}

#[test]
fn biz_vec_3_insurance_over_four_rounds() {
    let mut table = four_rounds(json!({}));
    // Round 1: hit, then insured.
    spins(&mut table, LOADER);
    table.until("insuring");
    assert_eq!(loader(&table), (1, 5, 25, true, false));
    table.calm("insure loader");
    assert_eq!(loader(&table), (1, 5, 15, false, true));
    // Round 2: hit again, without harm; insured again.
    spins(&mut table, LOADER);
    table.until("insuring");
    assert_eq!(loader(&table), (1, 5, 15, true, false));
    table.calm("insure loader");
    assert_eq!(loader(&table), (1, 5, 5, false, true));
    // Round 3: not hit; the insurance ended, no marker, nothing to insure.
    let round = table.round();
    spins(&mut table, NOTHING);
    table.next_round();
    assert_eq!((table.round(), loader(&table)), (round + 1, (1, 5, 5, false, false)));
    // Round 4: hit; 5 coins do not insure.
    spins(&mut table, LOADER);
    table.forget();
    while table.round() == round + 1 {
        assert_ne!(table.phase(), "insuring");
        let least = table.actions().into_iter().find(|action| ["play", "pass", "done"].contains(&action.as_str())).unwrap();
        table.calm(&least);
    }
    assert_eq!(loader(&table), (1, 4, 5, true, false));
}

#[test]
fn biz_vec_4_the_same_with_second_strike() {
    let mut table = four_rounds(json!({"event_mode": "second_strike"}));
    spins(&mut table, LOADER);
    table.until("insuring");
    assert_eq!(loader(&table), (2, 6, 25, true, false), "marker only");
    table.calm("insure loader");
    assert_eq!(loader(&table), (2, 6, 15, false, false));
    spins(&mut table, LOADER);
    table.until("insuring");
    assert_eq!(loader(&table), (2, 6, 15, true, false), "marker only");
    table.calm("done");
    spins(&mut table, NOTHING);
    table.until("insuring");
    table.calm("done");
    assert_eq!(loader(&table), (2, 6, 15, true, false));
    spins(&mut table, LOADER);
    table.until("insuring");
    assert_eq!(loader(&table), (1, 5, 15, true, false), "the marker stays");
}

#[test]
fn biz_vec_5_the_main_warehouse_is_hit() {
    let stock = json!({"warehouse": 3, "points": 6, "main": {"fish": 2, "oil": 5, "metal": 1}});
    let mut table = Table::at(players(2), position("improving", 'A', &[player(10, stock), player(0, json!({}))]));
    table.play("done", &[WAREHOUSE]);
    assert_eq!((table.level('A', "warehouse"), table.points('A'), table.turn()), (2, 4, Some('A')));
    assert_eq!(table.pile("metal"), 24);
    table.play("keep fish oil", &[NOTHING]);
    assert_eq!((table.main('A'), table.pile("metal"), table.who("spun").as_str()), ("fish 2, oil 5".into(), 25, "AB"));
    let table = hit(json!({"warehouse": 3, "points": 6, "main": {"fish": 2, "oil": 5}}), WAREHOUSE);
    assert_eq!((table.level('A', "warehouse"), table.main('A'), table.round()), (2, "fish 2, oil 5".into(), 3));
}

/// The wheel shows this sector; A is then asked what to improve.
fn wheel(settings: Value, changes: Value, sector: u32) -> Table {
    let mut table = Table::at(two(settings), before_the_wheel(changes));
    table.play("pass", &[sector]);
    table
}

#[test]
fn biz_vec_6_limits_of_the_track() {
    assert_eq!(wheel(json!({}), json!({"prices": {"meat": 13}}), 2).marker("meat"), 14);
    let green = json!({"cars": {"green": {"good": "fish", "units": [7, 0]}}, "prices": {"fish": 14}});
    let table = wheel(json!({}), green, 1);
    assert_eq!(table.told("wheel_turned")[0]["moves"][0], json!(["fish", 0, 14, 5]));
    assert_eq!(table.marker("fish"), 7);
    let yellow = json!({"cars": {"yellow": {"good": "fish", "units": [5, 0]}}, "prices": {"fish": 2}});
    assert_eq!(wheel(json!({}), yellow, 2).marker("fish"), 0);
}

#[test]
fn biz_vec_7_two_cars_full_of_one_owners_oil() {
    let cars = json!({
        "cars": {"yellow": {"good": "oil", "units": [5, 0]}, "green": {"good": "oil", "units": [7, 0]}},
        "prices": {"oil": 14},
    });
    for (setting, marker, price) in [("sum", 2, 1), ("largest", 7, 3)] {
        let table = wheel(json!({"same_good_twice": setting}), cars.clone(), 2);
        assert_eq!((table.coins('A'), table.points('A')), (50 + 60, 4));
        assert_eq!((table.marker("oil"), table.prices()[4]), (marker, price));
    }
}

#[test]
fn biz_vec_8_a_sold_good_that_also_lies_in_a_car_that_stays() {
    let cars = json!({"cars": {"yellow": {"good": "oil", "units": [3, 0]}, "green": {"good": "oil", "units": [7, 0]}}});
    let table = wheel(json!({}), cars, 2);
    assert_eq!((table.marker("oil"), table.car("yellow"), table.car("green")), (0, "oil A3".into(), "empty".into()));
    let high = json!({
        "cars": {"yellow": {"good": "oil", "units": [3, 0]}, "green": {"good": "oil", "units": [7, 0]}},
        "prices": {"oil": 12},
    });
    assert_eq!(wheel(json!({}), high, 2).marker("oil"), 5);
}

#[test]
fn biz_vec_9_no_car_is_full() {
    let table = wheel(json!({}), json!({}), 1);
    assert_eq!(table.told("wheel_turned")[0]["moves"], json!([["fish", 3, 10, 4], ["wood", -5, 2, 1]]));
    assert_eq!(table.markers(), [13, 10, 10, 5, 10, 10]);
    assert_eq!(wheel(json!({"quiet_round": "freeze"}), json!({}), 1).markers(), [10, 7, 7, 2, 7, 7]);
}

/// A has this in the main warehouse and E10 is open.
fn exporting(settings: Value, main: Value) -> Table {
    let seats = [player(50, json!({"warehouse": 3, "main": main})), player(0, json!({}))];
    Table::at(two(settings), position("exporting", 'A', &seats))
}

#[test]
fn biz_vec_10_lots_by_stock() {
    for (stock, lots) in [(4, vec![4]), (5, vec![4]), (6, vec![4, 6]), (7, vec![4, 6]), (8, vec![4, 6, 8]), (12, vec![4, 6, 8])] {
        let table = exporting(json!({}), json!({ "oil": stock }));
        let mut expected: Vec<String> = lots.iter().map(|units| format!("export {units} oil")).collect();
        expected.push("done".into());
        expected.sort();
        assert_eq!(table.sorted(), expected, "{stock}");
    }
    // 3: none. Wood 4 keeps A in the phase.
    assert_eq!(exporting(json!({}), json!({"oil": 3, "wood": 4})).sorted(), ["done", "export 4 wood"]);
    let mut table = exporting(json!({}), json!({"oil": 12}));
    table.play("export 8 oil", &[]);
    assert_eq!((table.main('A'), table.phase().as_str(), table.points('A')), ("oil 4".into(), "improving", 3));
    let mut table = exporting(json!({"export_lots": "any"}), json!({"oil": 12}));
    table.plays(&["export 8 oil", "export 4 oil"]);
    assert_eq!((table.main('A'), table.points('A')), ("-".into(), 4));
}

#[test]
fn biz_vec_11_three_goods_in_one_round() {
    let mut table = exporting(json!({}), json!({"oil": 8, "wood": 6, "grain": 5}));
    table.plays(&["export 8 oil", "export 6 wood", "export 4 grain"]);
    assert_eq!((table.points('A'), table.main('A')), (6, "grain 1".into()));
}

#[test]
fn biz_vec_12_improving_with_40_and_with_29_coins() {
    let improving =
        |coins: u32| Table::at(players(2), position("improving", 'A', &[player(coins, json!({})), player(0, json!({}))]));
    let mut table = improving(40);
    table.plays(&["improve manager", "improve manager"]);
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!((table.coins('A'), table.points('A'), table.levels('A')), (0, 4, [1, 2, 3]));
    let mut table = improving(29);
    table.play("improve manager", &[]);
    assert_eq!(table.sorted(), ["done", "improve loader", "improve warehouse"], "never 2 to 3 with 19 left");
    assert!(!table.refused("improve manager").is_empty());
    let mut once = table.clone();
    once.play("done", &[NOTHING, NOTHING]);
    assert_eq!((once.coins('A'), once.points('A')), (19, 1));
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!((table.coins('A'), table.points('A')), (9, 2));
}

#[test]
fn biz_vec_13_twenty_points_lost_again() {
    let mut table = Table::at(players(2), position("improving", 'A', &[player(10, json!({"points": 19})), player(0, json!({}))]));
    table.play("improve loader", &[MANAGER, NOTHING]);
    assert_eq!((table.won(), table.points('A'), table.round()), (None, 19, 3));
    // Without the hit he has won.
    let mut table = Table::at(players(2), position("improving", 'A', &[player(10, json!({"points": 19})), player(0, json!({}))]));
    table.play("improve loader", &[NOTHING, NOTHING]);
    assert_eq!(table.won(), Some(("A".into(), "BIZ-END-3")));
}

/// The end check with these points and coins.
fn end(settings: Value, players: &[(u32, u32)]) -> Table {
    let mut seats: Vec<Value> = players.iter().map(|(points, coins)| player(*coins, json!({"points": points}))).collect();
    // The last player is asked: he has a marker and 10 coins more, which he pays.
    let last = seats.len() - 1;
    seats[last]["coins"] = json!(players[last].1 + 10);
    seats[last]["warnings"] = json!(["loader"]);
    let settings = but(json!({"players": players.len()}), settings);
    let mut table = Table::at(options(settings), position("insuring", (b'A' + last as u8) as char, &seats));
    table.play("insure loader", &[]);
    table
}

#[test]
fn biz_vec_14_several_at_20() {
    let table = end(json!({}), &[(23, 4), (20, 9), (19, 50)]);
    assert_eq!((table.won().map(|won| won.0), table.places()), (Some("B".into()), vec![2, 1, 3]));
    let table = end(json!({"tie_break": "points"}), &[(23, 4), (20, 9), (19, 50)]);
    assert_eq!((table.won().map(|won| won.0), table.places()), (Some("A".into()), vec![1, 2, 3]));
    assert_eq!(end(json!({}), &[(21, 9), (20, 9)]).won().map(|won| won.0), Some("A".into()));
    assert_eq!(end(json!({}), &[(20, 9), (20, 9)]).won().map(|won| won.0), Some("AB".into()));
}

/// Plays a round with these answers and tells whose turn it was in each phase, each player once in a row.
fn turns(table: &mut Table, answer: impl Fn(&Table) -> String) -> Vec<(String, String)> {
    let round = table.round();
    let mut turns: Vec<(String, String)> = Vec::new();
    while table.round() == round && table.turn().is_some() {
        let (phase, turn) = table.now();
        match turns.last_mut() {
            Some((last, who)) if *last == phase => {
                if !who.ends_with(turn) {
                    who.push(turn);
                }
            }
            _ => turns.push((phase, turn.into())),
        }
        let action = answer(table);
        table.calm(&action);
    }
    turns
}

#[test]
fn biz_vec_15_the_lead_seat_skips() {
    let seats: Vec<Value> = (0..4).map(|_| player(3, json!({"main": {"fish": 1}}))).collect();
    let mut table = Table::at(players(4), position("announcing", 'A', &seats));
    let order = turns(&mut table, |table| match table.now() {
        (phase, 'A') if phase == "announcing" => "skip".into(),
        (phase, _) if phase == "announcing" => "play".into(),
        _ => "pass".into(),
    });
    let order: Vec<(&str, &str)> = order.iter().map(|(phase, who)| (phase.as_str(), who.as_str())).collect();
    assert_eq!(order, [("announcing", "ABCD"), ("buying", "BCD"), ("loading", "CDB")]);
    assert_eq!(table.who("spun"), "BCD");
    assert_eq!((table.lead(), table.turn(), table.coins('A')), ('B', Some('B'), 13));
}

#[test]
fn biz_vec_16_a_skippers_car() {
    for (setting, points) in [("no", 0), ("yes", 3)] {
        let changes = json!({
            "players": [player(0, json!({"skips": true})), player(50, json!({"main": {"meat": 1}}))],
            "cars": {"green": {"good": "fish", "units": [7, 0]}},
            "prices": {"fish": 12},
        });
        let table = wheel(json!({"skip_car_points": setting}), changes, 2);
        assert_eq!((table.coins('A'), table.points('A'), table.car("green")), (35, points, "empty".into()));
    }
}

#[test]
fn biz_vec_17_a_pile_is_short() {
    for (own, market, pile) in [(21, "meat 3, wood 5, oil 4, metal 4", 0), (25, "meat 3, wood 5, metal 4", 0)] {
        let seats = [player(5, json!({"main": {"oil": own}})), player(5, json!({}))];
        let start = but(position("announcing", 'B', &seats), json!({"goods_card": "G01", "export_card": "E01"}));
        let mut table = Table::at(players(2), start);
        table.play("play", &[23, 9]);
        assert_eq!((table.market().as_str(), table.pile("oil")), (market, pile));
    }
}

#[test]
fn biz_vec_18_a_finite_bank_of_12_coins() {
    let seats = [player(100, json!({})), player(100, json!({})), player(94, json!({})), player(0, json!({"main": {"fish": 1}}))];
    let changes = json!({
        "players": seats,
        "turn": 4,
        "bank": 12,
        "cars": {
            "yellow": {"good": "fish", "units": [0, 0, 0, 4]},
            "blue": {"good": "grain", "units": [1, 0, 5, 0]},
            "green": {"good": "metal", "units": [0, 4, 0, 3]},
        },
        "prices": {"fish": 8, "meat": 5, "grain": 12, "wood": 3, "oil": 7, "metal": 11},
    });
    let mut table = Table::at(options(json!({"bank": "finite"})), before_the_wheel(changes));
    table.play("load fish yellow", &[1]);
    assert_eq!((table.purses(), table.position()["bank"].as_u64()), (vec![100, 100, 94, 12], Some(0)));
    assert_eq!((table.points('D'), table.cars()), (1, ["empty".into(), "empty".into(), "empty".into()]));
}

#[test]
fn biz_vec_19_two_players_load() {
    let seats = [player(0, json!({"main": {"fish": 20}})), player(0, json!({"main": {"oil": 20}}))];
    let start = position("loading", 'B', &seats);
    let mut table = Table::at(players(2), start.clone());
    let mut order = String::new();
    for action in ["load oil green", "load fish blue", "load oil green", "load fish blue"] {
        order.push(table.turn().unwrap());
        table.play(action, &[]);
    }
    assert_eq!(order, "BABA");
    // B passes although he could load: A goes on alone.
    table.plays(&["pass", "load fish yellow"]);
    assert_eq!(table.turn(), Some('A'));
    // `turn`: B may load at his next turn; two passes in a row end the phase.
    let mut table = Table::at(two(json!({"load_pass": "turn"})), start);
    table.plays(&["pass", "load fish blue", "load oil green", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'B'));
    table.calm("pass");
    assert_eq!(table.now(), ("exporting".into(), 'B'));
}

#[test]
fn biz_vec_20_a_shared_car() {
    let table = wheel(json!({}), json!({"cars": {"green": {"good": "metal", "units": [6, 1]}}}), 4);
    assert_eq!((table.purses(), table.scale()), (vec![50 + 18, 3], vec![0, 0]));
}

#[test]
fn biz_vec_21_eight_fish_and_empty_cars() {
    let seats = [player(0, json!({})), player(0, json!({"main": {"fish": 8}}))];
    let start = position("loading", 'B', &seats);
    let mut table = Table::at(players(2), start.clone());
    table.play("load fish green", &[]);
    assert_eq!(table.car("green"), "fish B4");
    table.play("load fish green", &[]);
    assert_eq!(table.car("green"), "fish B7");
    assert_eq!(table.sorted(), ["load fish blue", "load fish yellow", "pass"]);
    for car in ["yellow", "blue"] {
        let mut table = table.clone();
        // Fish is under embargo, so that nothing leaves.
        table.play(&format!("load fish {car}"), &[8, NOTHING, NOTHING]);
        assert_eq!(table.car(car), "fish B1");
    }
    let mut table = Table::at(two(json!({"loader_limit": "per_good"})), start);
    table.play("load fish green", &[2, NOTHING, NOTHING]);
    assert_eq!((table.car("green"), table.round(), table.main('B')), ("fish B4".into(), 3, "fish 4".into()));
}

#[test]
fn biz_vec_22_the_order_of_a_round_without_skips() {
    let seat = |good: &str| player(60, json!({"main": {good: 4}, "warnings": ["manager"]}));
    let seats = [seat("oil"), seat("wood"), seat("grain"), seat("oil")];
    let start = but(position("buying", 'C', &seats), json!({"lead": 3, "market": {"fish": 5}}));
    let mut table = Table::at(players(4), start);
    table.fate.wheel = [11].into();
    let order = turns(&mut table, |table| {
        let actions = table.actions();
        let wanted = |action: &&String| match table.phase().as_str() {
            "buying" => *action == "buy 1 fish",
            "loading" => *action == "pass",
            "storing" => *action != "keep fish",
            "exporting" => action.starts_with("export"),
            "improving" => table.coins(table.turn().unwrap()) == 59 && *action == "improve loader" || *action == "done",
            _ => action.starts_with("insure"),
        };
        actions.iter().find(wanted).unwrap_or(&actions[0]).clone()
    });
    let order: Vec<(&str, &str)> = order.iter().map(|(phase, who)| (phase.as_str(), who.as_str())).collect();
    assert_eq!(
        order,
        [
            ("buying", "CDAB"),
            ("loading", "DABC"),
            ("storing", "CDAB"),
            ("exporting", "CDAB"),
            ("improving", "CDAB"),
            ("insuring", "CDAB"),
        ]
    );
    assert_eq!(table.who("spun"), "CDAB");
}

#[test]
fn biz_vec_23_loading_start_in_the_examples_round() {
    for (setting, order) in [("leader", "ABCD"), ("first_to_pass", "BCDA"), ("after_leader", "BCDA")] {
        let seats = [
            player(6, json!({"temporary": {"wood": 4}, "bought": ["wood"], "main": {"grain": 2}, "manager": 2, "warehouse": 2})),
            player(7, json!({"temporary": {"oil": 3}, "bought": ["oil"], "main": {"oil": 3, "metal": 4}, "warehouse": 2})),
            player(
                7,
                json!({"temporary": {"meat": 3}, "bought": ["meat"], "main": {"grain": 5, "metal": 2}, "warehouse": 2, "loader": 2}),
            ),
            player(6, json!({"temporary": {"metal": 4}, "bought": ["metal"], "main": {"fish": 4}, "manager": 2, "warehouse": 2})),
        ];
        let changes = json!({"market": {"oil": 3, "wood": 1}, "cars": {"yellow": {"good": "fish", "units": [0, 0, 0, 4]}}});
        let mut table = Table::at(options(json!({"loading_start": setting})), but(position("buying", 'A', &seats), changes));
        table.plays(&["buy 3 oil", "pass", "buy 1 wood"]);
        let mut turns = String::new();
        for action in ["pass"; 4] {
            assert_eq!(table.phase(), "loading");
            turns.push(table.turn().unwrap());
            table.calm(action);
        }
        assert_eq!(turns, order, "{setting}");
    }
}

#[test]
fn biz_vec_24_market_leftovers() {
    for (setting, oil) in [("return", "oil 6"), ("stay", "oil 9")] {
        let start = but(position("buying", 'A', &[player(1, json!({})), player(1, json!({}))]), json!({"market": {"oil": 3}}));
        let mut table = Table::at(two(json!({"market_leftovers": setting})), start);
        table.play("pass", &[]);
        table.play("pass", &[2, NOTHING, NOTHING]);
        table.play("play", &[]);
        table.play("play", &[24, 0]);
        assert_eq!(table.market(), format!("grain 4, wood 3, {oil}, metal 5"));
    }
}

#[test]
fn biz_vec_25_a_skip_limit_of_5() {
    let limit = || two(json!({"skip_limit": 5}));
    let at = |a: u32, b: u32| Table::try_at(limit(), position("announcing", 'B', &[player(a, json!({})), player(b, json!({}))]));
    assert!(at(0, 5).unwrap().may("skip"));
    // With 6 he may not: he is not even asked, so there is no such position.
    assert!(at(0, 6).is_err());
    // One with 0 coins who skipped the last round has 10 after his grant and may not.
    let skipped = player(0, json!({"skips": true}));
    let mut table = Table::at(limit(), position("insuring", 'B', &[skipped, player(10, json!({"warnings": ["loader"]}))]));
    // B has 10 coins too, so nobody is asked and the cards are turned at once.
    table.play("done", &[0, 0]);
    assert_eq!((table.round(), table.now(), table.purses()), (3, ("buying".into(), 'B'), vec![10, 10]));
    assert!(table.told("skipped").is_empty());
    // Without the limit both are asked.
    let skipped = player(0, json!({"skips": true}));
    let mut table = Table::at(players(2), position("insuring", 'B', &[skipped, player(10, json!({"warnings": ["loader"]}))]));
    table.play("done", &[]);
    assert_eq!(table.now(), ("announcing".into(), 'B'));
}

#[test]
fn biz_vec_26_who_can_load_must() {
    let seats = [player(0, json!({})), player(0, json!({"main": {"fish": 2}}))];
    let cars = json!({"cars": {"yellow": {"good": "fish", "units": [1, 0]}, "green": {"good": "oil", "units": [1, 0]}}});
    let mut table = Table::at(two(json!({"load_duty": "must"})), but(position("loading", 'B', &seats), cars));
    assert_eq!(table.sorted(), ["load fish blue", "load fish yellow"]);
    assert_eq!(table.refused("pass"), "BIZ-LOAD-10");
    table.calm("load fish blue");
    assert_eq!((table.car("blue"), table.round()), ("fish B2".into(), 3));
}

#[test]
fn biz_vec_27_one_lot_per_player() {
    let mut table = exporting(json!({"export_lots": "one_per_player"}), json!({"oil": 8, "wood": 6, "grain": 5}));
    table.play("export 8 oil", &[]);
    assert_eq!((table.points('A'), table.main('A'), table.phase().as_str()), (3, "grain 5, wood 6".into(), "improving"));
}

#[test]
fn biz_vec_28_insurance_without_a_marker() {
    let seats = [player(12, json!({"manager": 3, "points": 7})), player(0, json!({}))];
    let mut table = Table::at(two(json!({"insurance_scope": "any"})), position("insuring", 'A', &seats));
    table.play("insure manager", &[]);
    assert_eq!((table.coins('A'), table.insured('A')), (2, vec!["manager".into()]));
    table.fate.events = [NOTHING, MANAGER].into();
    table.next_round();
    assert_eq!((table.level('A', "manager"), table.points('A'), table.warnings('A')), (3, 7, vec!["manager".into()]));
}

#[test]
fn biz_vec_29_overflow_until_the_next_store() {
    let stock = json!({"warehouse": 3, "points": 6, "main": {"fish": 2, "oil": 5, "metal": 1}});
    let start = position("improving", 'A', &[player(10, stock), player(0, json!({}))]);
    let mut table = Table::at(two(json!({"overflow": "next_store"})), start);
    table.play("done", &[WAREHOUSE, NOTHING]);
    assert_eq!((table.level('A', "warehouse"), table.main('A')), (2, "fish 2, oil 5, metal 1".into()));
    // A has a marker and 10 coins; he does not insure. G01: Fish 6, Meat 5, Grain 4, Metal 3.
    table.calm("done");
    table.play("play", &[]);
    table.play("play", &[0, 0]);
    table.plays(&["buy 3 meat", "pass"]);
    assert_eq!(table.now(), ("loading".into(), 'A'));
    table.play("load oil green", &[]);
    table.play("pass", &[]);
    assert_eq!(table.now(), ("storing".into(), 'A'));
    assert_eq!(table.actions().len(), 6, "two of Fish 2, Oil 1, Metal 1, Meat 3");
    assert!(table.actions().iter().all(|keep| keep.split(' ').count() == 3));
    table.calm("keep fish meat");
    assert_eq!(table.main('A'), "fish 2, meat 3");
}

#[test]
fn biz_vec_30_round_limit_and_victory_target() {
    let limited = |round: u32| {
        let seats = [
            player(5, json!({"points": 12})),
            player(8, json!({"points": 12})),
            player(40, json!({"points": 11, "warnings": ["loader"]})),
        ];
        let start = but(position("insuring", 'C', &seats), json!({ "round": round }));
        let mut table = Table::at(options(json!({"players": 3, "round_limit": 10})), start);
        table.play("done", &[]);
        table
    };
    assert_eq!(limited(10).won(), Some(("B".into(), "BIZ-END-8")));
    assert_eq!(limited(9).won(), None);
    assert_eq!(end(json!({"victory_target": 15}), &[(15, 0), (14, 90)]).won(), Some(("A".into(), "BIZ-END-3")));
    assert_eq!(end(json!({"victory_target": 15}), &[(14, 0), (14, 90)]).won(), None);
}

#[test]
fn biz_vec_31_the_whole_start() {
    let mut table = Table::start(players(4), &[]);
    assert_eq!((table.purses(), table.scale(), table.piles()), (vec![10; 4], vec![0; 4], [25; 6]));
    assert!("ABCD".chars().all(|letter| table.levels(letter) == [1, 1, 1]));
    assert_eq!((table.markers(), table.prices()), ([7; 6], [3; 6]));
    table.plays(&["play", "play", "play"]);
    table.play("play", &[0, 0]);
    assert_eq!(table.market(), "fish 6, meat 5, grain 4, metal 3");
    assert_eq!(table.piles(), [19, 20, 21, 25, 25, 22]);
    let mut expected: Vec<String> = ["fish", "meat", "grain", "metal"]
        .iter()
        .flat_map(|good| (1..=3).map(move |units| format!("buy {units} {good}")))
        .collect();
    expected.push("pass".into());
    expected.sort();
    assert_eq!((table.sorted().len(), table.sorted()), (13, expected));
}
