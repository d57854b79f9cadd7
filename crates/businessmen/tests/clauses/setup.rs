//! What lies in the box and how the table is set up: BIZ-COMP, BIZ-SETUP.

use crate::common::{
    BusinessmenTable, CARS, CHARACTERISTICS, GOODS, Table, asked, but, options, player, players, position, refused_settings,
};
use businessmen::{Businessmen, Options};
use kernel::{Game, Notation, Rules, Seeded, Silent, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The view of a new table.
fn first_view(settings: Value) -> Value {
    let rules = asked(settings).expect("settings that fit together");
    let state = rules.start(&mut Seeded::new(1), &mut Silent);
    serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap()
}

fn default_of(key: &str) -> Value {
    kernel::settings::find(&Businessmen::settings(), key).expect("a setting").default_value()
}

fn clause_of(key: &str) -> &'static str {
    kernel::settings::find(&Businessmen::settings(), key).expect("a setting").clause
}

// The box

#[test]
fn biz_comp_1_two_to_four_play() {
    assert_eq!(Businessmen::about().players, 2..=4);
    for players in 2..=4 {
        assert_eq!(first_view(json!({ "players": players }))["players"].as_array().unwrap().len(), players);
    }
    for wrong in [json!(1), json!(5), json!(0), json!(-1), json!(2.5), json!("four"), json!(null)] {
        assert!(asked(json!({ "players": wrong })).is_err(), "{wrong}");
    }
    // A program that skips the list of settings is refused as well.
    let pack = Businessmen::pack(&Businessmen::files()).unwrap();
    for players in [0, 1, 5] {
        let options = Options { players, ..Options::default() };
        assert_eq!(Businessmen::rules(&pack, &options).map(|_| ()).expect_err("a refusal").clause, "BIZ-COMP-1");
    }
    assert_eq!((default_of("players"), clause_of("players")), (json!(4), "BIZ-COMP-1"));
}

#[test]
fn biz_comp_1_no_rule_changes_with_the_number_of_players() {
    for players in 2..=4 {
        let table = Table::start(crate::common::players(players), &[]);
        assert_eq!(table.piles(), [25; 6]);
        assert_eq!(table.purses(), vec![10; usize::from(players)]);
        assert_eq!(table.view()["victory_target"], 20);
    }
}

#[test]
fn biz_comp_2_six_goods_of_25_tiles_each_with_its_own_pile() {
    let table = Table::start(players(4), &[]);
    let view = table.view();
    let names: Vec<String> =
        view["goods"].as_array().unwrap().iter().map(|good| good["name"].as_str().unwrap().to_lowercase()).collect();
    assert_eq!(names, GOODS);
    assert_eq!(table.piles(), [25; 6]);
    assert_eq!(table.piles().iter().sum::<u64>(), 150);
}

#[test]
fn biz_comp_3_three_cars_for_5_6_and_7_units_of_one_good() {
    let view = Table::start(players(4), &[]).view();
    let cars: Vec<(String, u64)> = view["cars"]
        .as_array()
        .unwrap()
        .iter()
        .map(|car| (car["name"].as_str().unwrap().to_lowercase(), car["capacity"].as_u64().unwrap()))
        .collect();
    assert_eq!(cars, [("yellow".into(), 5), ("blue".into(), 6), ("green".into(), 7)]);
    // Each is full with exactly this many: with one unit fewer it takes one more, and no further.
    for (car, capacity) in CARS.into_iter().zip([5, 6, 7]) {
        let stock = player(10, json!({"main": {"fish": 3, "oil": 3}, "warehouse": 2}));
        let cars = json!({ "cars": { car: {"good": "fish", "units": [0, capacity - 1]} } });
        let mut table = Table::at(players(2), but(position("loading", 'B', &[player(0, json!({})), stock]), cars));
        assert!(!table.may(&format!("load oil {car}")), "one good at a time");
        table.play(&format!("load fish {car}"), &[]);
        assert_eq!(table.car(car), format!("fish B{capacity}"));
        assert!(!table.may(&format!("load fish {car}")));
    }
}

#[test]
fn biz_comp_4_thirty_goods_cards_and_twelve_export_cards() {
    let mut table = Table::start(players(2), &[]);
    let sizes = |table: &Table| {
        let position = table.position();
        let count = |key: &str| position[key].as_array().map_or(0, Vec::len);
        (count("goods_discard"), count("export_discard"))
    };
    // Every card comes once before one comes again.
    let (mut goods, mut exports) = (BTreeSet::new(), BTreeSet::new());
    for round in 0..12 {
        table.until("buying");
        goods.insert(table.position()["goods_card"].as_str().unwrap().to_owned());
        exports.insert(table.position()["export_card"].as_str().unwrap().to_owned());
        assert_eq!(sizes(&table), (round, round), "the two are discarded apart");
        table.next_round();
    }
    assert_eq!((goods.len(), exports.len()), (12, 12));
    assert_eq!(exports, (1..=12).map(|number| format!("E{number:02}")).collect());
    for _ in 12..30 {
        table.until("buying");
        goods.insert(table.position()["goods_card"].as_str().unwrap().to_owned());
        table.next_round();
    }
    assert_eq!(goods, (1..=30).map(|number| format!("G{number:02}")).collect());
}

#[test]
fn biz_comp_5_a_price_marker_for_each_good_and_two_wheels() {
    let view = Table::start(players(2), &[]).view();
    assert_eq!(view["goods"].as_array().unwrap().len(), 6);
    assert!(view["goods"].as_array().unwrap().iter().all(|good| good["position"].is_u64()));
    let text = view.to_string();
    assert!(text.contains("W01") && text.contains("W12"), "the price wheel is shown");
    assert!(text.contains("N1") && text.contains("N8"), "the event wheel is shown");
}

#[test]
fn biz_comp_6_a_level_and_a_warning_marker_for_each_characteristic_and_a_share_in_each_car() {
    // A marker on everything that can have one, a share in every car, at once.
    let busy = player(0, json!({"warehouse": 2, "loader": 3, "manager": 1, "warnings": CHARACTERISTICS}));
    let cars = json!({"cars": {
        "yellow": {"good": "fish", "units": [4, 0]},
        "blue": {"good": "oil", "units": [5, 0]},
        "green": {"good": "wood", "units": [5, 1]},
    }});
    let table = Table::at(players(2), but(position("announcing", 'A', &[busy, player(0, json!({}))]), cars));
    assert_eq!(table.levels('A'), [2, 3, 1]);
    assert_eq!(table.warnings('A'), CHARACTERISTICS);
    assert_eq!(table.cars(), ["fish A4", "oil A5", "wood A5 B1"]);
}

/// Covers BIZ-COMP-7: four players play with 36 markers (three shares, three levels, three warnings each), and nothing asks
/// for another.
#[test]
fn biz_comp_7_the_spare_markers_have_no_rule() {
    let all = json!({"warnings": CHARACTERISTICS, "points": 3});
    let four: Vec<Value> = (0..4).map(|_| player(0, all.clone())).collect();
    let cars = json!({"cars": {
        "yellow": {"good": "fish", "units": [1, 1, 1, 1]},
        "blue": {"good": "oil", "units": [1, 1, 1, 1]},
        "green": {"good": "wood", "units": [1, 1, 1, 1]},
    }});
    let mut table = Table::at(players(4), but(position("announcing", 'A', &four), cars));
    table.fate.events = [1, 3, 5, 1].into();
    table.next_round();
    assert_eq!(table.scale(), [2, 2, 2, 2], "all are hit once more");
    assert!("ABCD".chars().all(|letter| table.warnings(letter) == CHARACTERISTICS), "and nobody lays a second marker");
}

#[test]
fn biz_comp_8_what_no_player_holds_lies_in_the_bank() {
    for players in 2..=4 {
        let table = Table::start(options(json!({"players": players, "bank": "finite"})), &[]);
        assert_eq!(table.position()["bank"], 306 - 10 * u64::from(players as u8));
    }
    let files = Businessmen::files();
    let text: String = files.iter().map(|(_, text)| text).collect();
    assert!(text.contains("16") && text.contains("20"), "the pack has the coins");
}

#[test]
fn biz_comp_9_levels_limits_costs_and_points() {
    for (level, types, load, buy) in [(1, 1, 4, 3), (2, 2, 5, 4), (3, 3, 6, 5)] {
        let one = player(50, json!({"warehouse": level, "loader": level, "manager": level}));
        let seats = [one, player(0, json!({}))];
        let shown = Table::at(players(2), position("announcing", 'A', &seats)).view()["players"][0].clone();
        assert_eq!(shown["warehouse_limit"], types);
        assert_eq!(shown["load_limit"], load);
        assert_eq!(shown["buy_limit"], buy);
        if level == 3 {
            continue;
        }
        for characteristic in CHARACTERISTICS {
            let mut table = Table::at(players(2), position("improving", 'A', &seats));
            table.play(&format!("improve {characteristic}"), &[]);
            assert_eq!(table.coins('A'), 50 - 10 * level);
            assert_eq!(table.points('A'), level);
            assert_eq!(table.level('A', characteristic), level + 1);
        }
    }
}

#[test]
fn biz_comp_10_the_temporary_warehouse_holds_what_was_bought_this_round_and_the_main_one_keeps() {
    let rich = player(10, json!({"warehouse": 2, "main": {"oil": 2}}));
    let market = json!({"market": {"oil": 6, "wood": 5, "metal": 4, "meat": 3}});
    let mut table = Table::at(players(2), but(position("buying", 'A', &[rich, player(0, json!({}))]), market));
    table.plays(&["buy 3 oil", "buy 2 wood"]);
    assert_eq!((table.main('A'), table.temporary('A')), ("oil 2".into(), "wood 2, oil 3".into()));
    table.next_round();
    assert_eq!((table.main('A'), table.temporary('A')), ("wood 2, oil 5".into(), "-".into()));
    table.next_round();
    assert_eq!(table.main('A'), "wood 2, oil 5", "it keeps goods between rounds");
}

/// Covers BIZ-COMP-11, BIZ-COMP-12, BIZ-DATA-10: neither 4, 5, 6 nor 7 units, nor any other number, fill a cell, and the
/// temporary warehouse takes as many goods as there are.
#[test]
fn biz_comp_12_no_store_limits_the_number_of_units() {
    let rich = player(80, json!({"main": {"oil": 14}, "manager": 3}));
    let everything = json!({"market": {"fish": 5, "meat": 5, "grain": 5, "wood": 5, "oil": 5, "metal": 5}});
    let mut table = Table::at(players(2), but(position("buying", 'A', &[rich, player(0, json!({}))]), everything));
    for good in GOODS {
        table.play(&format!("buy 5 {good}"), &[]);
    }
    assert_eq!(table.temporary('A'), "fish 5, meat 5, grain 5, wood 5, oil 5, metal 5");
    // 19 of one good in one store.
    table.until("storing");
    table.play("keep oil", &[2]);
    assert_eq!(table.main('A'), "oil 19");
}

#[test]
fn biz_comp_13_the_field_shows_six_areas() {
    let table = Table::start(players(3), &[]);
    let view = table.view();
    // The victory scale, the market with piles and goods on sale, the price table, the cars, and the two wheels.
    assert!(view["players"].as_array().unwrap().iter().all(|player| player["points"] == 0));
    for good in view["goods"].as_array().unwrap() {
        assert!(good["pile"].is_u64() && good["market"].is_u64() && good["position"].is_u64() && good["price"].is_u64());
    }
    assert_eq!(view["cars"].as_array().unwrap().len(), 3);
    let names = vec!["Ann".to_owned(), "Bob".into(), "Cleo".into()];
    let drawn = kernel::Words::draw(&*table.rules, &table.state, Viewer::Watcher, &names).to_lowercase();
    for word in GOODS.into_iter().chain(CARS).chain(["ann", "bob", "cleo"]) {
        assert!(drawn.contains(word), "{word} in\n{drawn}");
    }
}

// The set-up

#[test]
fn biz_setup_1_colours_by_seat_or_chosen() {
    let colours = |settings: Value| -> Vec<String> {
        let view = first_view(settings);
        let players = view["players"].as_array().unwrap();
        players.iter().map(|player| player["colour"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(colours(json!({})), ["red", "yellow", "blue", "green"]);
    assert_eq!(colours(json!({"players": 2})), ["red", "yellow"]);
    assert_eq!(colours(json!({"colours": "by_seat", "players": 3})), ["red", "yellow", "blue"]);
    let chosen = json!({"colours": "chosen", "colour_1": "green", "colour_2": "blue", "colour_3": "yellow", "colour_4": "red"});
    assert_eq!(colours(chosen.clone()), ["green", "blue", "yellow", "red"]);
    let two = json!({"players": 2, "colours": "chosen", "colour_1": "blue", "colour_2": "red"});
    assert_eq!(colours(two), ["blue", "red"]);
    // A seat without a chosen colour takes one of the rest; all differ.
    for one in ["red", "yellow", "blue", "green"] {
        for key in ["colour_1", "colour_2", "colour_3", "colour_4"] {
            let all = colours(json!({"colours": "chosen", key: one}));
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 4, "{key} {one}: {all:?}");
            assert!(all.contains(&one.to_owned()));
        }
    }
    // Two of one colour, a colour that is none, and a choice where none is made.
    let refused = |settings: Value| refused_settings(settings).clause;
    assert_eq!(refused(json!({"colours": "chosen", "colour_1": "blue", "colour_2": "blue"})), "BIZ-SETUP-1");
    assert_eq!(refused(json!({"colours": "chosen", "colour_1": "pink"})), "BIZ-SETUP-1");
    assert_eq!(refused(json!({"colour_1": "blue"})), "BIZ-SETUP-1");
    assert_eq!(refused(json!({"colours": "rainbow"})), "BIZ-SETUP-1");
    assert_eq!((default_of("colours"), clause_of("colours")), (json!("by_seat"), "BIZ-SETUP-1"));
    // They change nothing in play.
    let play = |settings: Value| {
        let rules = asked(settings).unwrap();
        let mut luck = Seeded::new(7);
        let mut state = rules.start(&mut luck, &mut Silent);
        for _ in 0..200 {
            let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
        }
        state
    };
    assert_eq!(play(json!({})), play(chosen));
}

#[test]
fn biz_setup_2_what_a_player_starts_with() {
    let table = Table::start(players(4), &[]);
    for letter in "ABCD".chars() {
        assert_eq!((table.coins(letter), table.points(letter)), (10, 0));
        assert_eq!(table.levels(letter), [1, 1, 1]);
        assert!(table.warnings(letter).is_empty() && table.insured(letter).is_empty());
        assert_eq!((table.main(letter), table.temporary(letter)), ("-".into(), "-".into()));
    }
}

#[test]
fn biz_setup_3_full_piles_an_empty_market_and_empty_cars() {
    let table = Table::start(players(3), &[]);
    assert_eq!(table.piles(), [25; 6]);
    assert_eq!(table.market(), "-");
    assert_eq!(table.cars(), ["empty"; 3]);
}

#[test]
fn biz_setup_4_every_price_starts_at_3() {
    let table = Table::start(players(3), &[]);
    assert_eq!(table.prices(), [3; 6]);
    assert_eq!(table.markers(), [7; 6], "the black dot");
}

#[test]
fn biz_setup_5_two_shuffled_decks_face_down() {
    // Every card can be the first, each as likely as the others, and the two decks are independent.
    let rules = crate::common::rules(&players(2));
    let (mut goods, mut exports, mut pairs) = ([0; 30], [0; 12], BTreeSet::new());
    for seed in 0..3_600 {
        let mut luck = Seeded::nth(11, seed);
        let mut state = rules.start(&mut luck, &mut Silent);
        for _ in 0..2 {
            let seat = rules.turn(&state).awaited.lowest().unwrap();
            let play = rules.read("play").unwrap();
            rules.apply(&mut state, seat, &play, &mut luck, &mut Silent).unwrap();
        }
        let position = serde_json::to_value(rules.position(&state)).unwrap();
        let number = |key: &str| position[key].as_str().unwrap()[1..].parse::<usize>().unwrap() - 1;
        goods[number("goods_card")] += 1;
        exports[number("export_card")] += 1;
        pairs.insert((number("goods_card"), number("export_card")));
    }
    // 120 and 300 each, give or take five standard deviations.
    assert!(goods.iter().all(|count| (66..=174).contains(count)), "{goods:?}");
    assert!(exports.iter().all(|count| (217..=383).contains(count)), "{exports:?}");
    assert_eq!(pairs.len(), 360);
    // Nothing of the first card is seen before it is turned.
    let table = Table::start(players(2), &[]);
    assert!(table.view()["goods_card"].is_null() && table.view()["export_card"].is_null());
    assert!(table.told("goods_turned").is_empty());
}

#[test]
fn biz_setup_6_the_coins_not_dealt_out_are_the_bank() {
    let table = Table::start(options(json!({"bank": "finite"})), &[]);
    assert_eq!(table.position()["bank"], 266);
    assert_eq!(table.purses().iter().sum::<u64>() + 266, 306);
}

#[test]
fn biz_setup_7_the_first_player_is_random_or_a_named_seat_and_play_goes_clockwise() {
    for seat in 1..=4_u32 {
        // Named: nothing is drawn.
        let table = Table::start(options(json!({"first_player": seat.to_string()})), &[]);
        let letter = (b'A' + seat as u8 - 1) as char;
        assert_eq!((table.lead(), table.now()), (letter, ("announcing".into(), letter)));
        // Random: drawn.
        let mut table = Table::start(options(json!({"first_player": "random"})), &[seat]);
        assert_eq!(table.told("started")[0]["seat"], seat);
        assert_eq!((table.lead(), table.turn()), (letter, Some(letter)));
        // Clockwise by seat.
        table.play("play", &[]);
        assert_eq!(table.turn(), Some((b'A' + (seat % 4) as u8) as char));
    }
    // Each seat equally likely, for every number of players.
    for players in 2..=4_usize {
        let rules = crate::common::rules(&options(json!({"players": players, "first_player": "random"})));
        let mut counts = vec![0; players];
        for seed in 0..1_200 {
            let state = rules.start(&mut Seeded::nth(5, seed), &mut Silent);
            counts[rules.turn(&state).awaited.lowest().unwrap().index()] += 1;
        }
        let mean = 1_200 / players as i32;
        assert!(counts.iter().all(|count| (mean - 90..=mean + 90).contains(count)), "{counts:?}");
    }
    // A seat that is not at the table.
    assert_eq!(refused_settings(json!({"players": 2, "first_player": "3"})).clause, "BIZ-SETUP-7");
    assert_eq!(refused_settings(json!({"players": 3, "first_player": "4"})).clause, "BIZ-SETUP-7");
    assert!(asked(json!({"players": 3, "first_player": "3"})).is_ok());
    assert_eq!(refused_settings(json!({"first_player": "5"})).clause, "BIZ-SETUP-7");
    assert_eq!((default_of("first_player"), clause_of("first_player")), (json!("random"), "BIZ-SETUP-7"));
}

#[test]
fn biz_setup_8_settings_and_pack_are_fixed_before_the_first_round() {
    // No action changes a setting, and the rules are only ever read: the same game goes on under the same rules.
    let rules = crate::common::rules(&options(json!({"players": 2, "victory_target": 7})));
    let mut luck = Seeded::new(3);
    let mut state = rules.start(&mut luck, &mut Silent);
    let before = serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap();
    for _ in 0..300 {
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
        rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
        let now = serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap();
        for key in ["victory_target", "round_limit", "lots", "costs"] {
            assert_eq!(now[key], before[key], "{key}");
        }
    }
    // A position cannot contain settings.
    let mut written = serde_json::to_value(rules.position(&state)).unwrap();
    written["victory_target"] = json!(9);
    assert!(serde_json::from_value::<businessmen::Position>(written).is_err());
}

/// The settings of the table at the end of section 3: every key, every value, every default and clause.
#[test]
fn the_settings_of_the_table() {
    let choices: [(&str, &[&str], &str); 16] = [
        ("colours", &["by_seat", "chosen"], "BIZ-SETUP-1"),
        ("skip_car_points", &["no", "yes"], "BIZ-SKIP-6"),
        ("market_leftovers", &["return", "stay"], "BIZ-MARKET-6"),
        ("loading_start", &["after_leader", "leader", "first_to_pass"], "BIZ-LOAD-1"),
        ("load_duty", &["free", "must"], "BIZ-LOAD-10"),
        ("load_pass", &["final", "turn"], "BIZ-LOAD-11"),
        ("loader_limit", &["per_load", "per_good"], "BIZ-LOAD-9"),
        ("overflow", &["at_once", "next_store"], "BIZ-STORE-6"),
        ("same_good_twice", &["sum", "largest"], "BIZ-PRICE-6"),
        ("quiet_round", &["rise", "freeze"], "BIZ-PRICE-7"),
        ("export_lots", &["one_per_good", "one_per_player", "any"], "BIZ-EXPORT-7"),
        ("event_mode", &["at_once", "second_strike"], "BIZ-EVENT-4"),
        ("insurance_scope", &["marked", "any"], "BIZ-INSURE-3"),
        ("points_cap", &["none", "target"], "BIZ-VP-5"),
        ("bank", &["unlimited", "finite"], "BIZ-BANK-3"),
        ("tie_break", &["coins", "points", "first"], "BIZ-END-4"),
    ];
    for (key, values, clause) in choices {
        for value in values {
            assert!(asked(json!({ key: value })).is_ok(), "{key} {value}");
        }
        assert_eq!((default_of(key), clause_of(key)), (json!(values[0]), clause));
        assert_eq!(refused_settings(json!({ key: "nonsense" })).clause, clause);
        assert_eq!(refused_settings(json!({ key: null })).clause, clause);
    }
    let numbers = [
        ("first_player", 1, 4, json!("random"), "BIZ-SETUP-7"),
        ("skip_limit", 0, 99, json!(5), "BIZ-SKIP-9"),
        ("victory_target", 5, 40, json!(20), "BIZ-END-7"),
        ("round_limit", 1, 999, json!("none"), "BIZ-END-8"),
    ];
    for (key, low, high, default, clause) in numbers {
        for value in [low, high, (low + high) / 2] {
            assert!(asked(json!({ key: value })).is_ok(), "{key} {value}");
        }
        for value in [json!(low - 1), json!(high + 1), json!("many"), json!(7.5)] {
            assert_eq!(refused_settings(json!({ key: value })).clause, clause, "{key} {value}");
        }
        assert_eq!((default_of(key), clause_of(key)), (default, clause));
    }
    // Meaningless together.
    let refusal = refused_settings(json!({"event_mode": "second_strike", "insurance_scope": "any"}));
    assert!(["BIZ-INSURE-3", "BIZ-EVENT-4"].contains(&refusal.clause), "{refusal}");
    assert!(asked(json!({"event_mode": "second_strike", "insurance_scope": "marked"})).is_ok());
    assert!(asked(json!({"load_duty": "must", "load_pass": "turn"})).is_ok(), "it has no effect");
    // Unknown keys.
    assert!(asked(json!({"wind": 3})).is_err());
}
