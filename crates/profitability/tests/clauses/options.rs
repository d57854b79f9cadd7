//! The settings of a table: every value, every default, and what is refused. (PRF-OPT, PRF-SECRET)

use crate::common::{COLOURS, ProfitabilityTable, Table, asked, four, placed, reference_luck, road, seeded, start, truck};
use kernel::{Game, Notation, Rules, Seat, Seeded, Silent, Viewer};
use profitability::{Event, Options, Profitability, State};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The first view of a game with these settings.
fn first_view(settings: Value) -> Value {
    let rules = asked(settings).expect("settings that fit together");
    let state = rules.start(&mut Seeded::new(1), &mut Silent);
    serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap()
}

fn clause(settings: Value) -> Option<&'static str> {
    asked(settings).err().map(|refusal| refusal.clause)
}

/// The default and the clause of a setting, as the list of settings has them.
fn listed(key: &str) -> (Value, &'static str) {
    let settings = Profitability::settings();
    let setting = kernel::settings::find(&settings, key).expect("a setting");
    (setting.default_value(), setting.clause)
}

/// A choice with exactly these values, the first of them the default.
#[track_caller]
fn choice(key: &str, values: &[&str], clause_of_it: &str) {
    assert_eq!(listed(key), (json!(values[0]), clause_of_it));
    for value in values {
        assert_eq!(clause(json!({key: value})), None, "{key} = {value}");
    }
    for wrong in [json!("other"), json!(17), Value::Null] {
        assert_eq!(clause(json!({key: wrong})), Some(clause_of_it), "{key} = {wrong}");
    }
    let settings = Profitability::settings();
    let setting = kernel::settings::find(&settings, key).expect("a setting");
    let kernel::Kind::Choice { values: offered } = setting.kind else { panic!("{key} is a choice") };
    let offered: BTreeSet<&str> = offered.iter().map(|(value, _)| *value).collect();
    assert_eq!(offered, values.iter().copied().collect::<BTreeSet<_>>(), "{key}");
}

#[test]
fn prf_opt_1_players_are_2_to_4_and_4_by_default() {
    for players in 2..=4 {
        assert_eq!(first_view(json!({"players": players}))["players"].as_array().unwrap().len(), players);
    }
    assert_eq!(first_view(json!({}))["players"].as_array().unwrap().len(), 4);
    for wrong in [json!(1), json!(5), json!(0), json!(-1), json!("four"), json!(2.5)] {
        assert_eq!(clause(json!({"players": wrong})), Some("PRF-OPT-1"), "{wrong}");
    }
    assert_eq!(listed("players"), (json!(4), "PRF-OPT-1"));
    // A program that skips the list of settings is refused as well.
    let pack = crate::common::pack();
    for players in [0, 1, 5, 255] {
        let options = Options { players, ..Options::default() };
        assert_eq!(Profitability::rules(pack, &options).err().unwrap().clause, "PRF-OPT-1");
    }
}

#[test]
fn prf_opt_2_mode() {
    choice("mode", &["individual", "team"], "PRF-OPT-2");
    assert_eq!(first_view(json!({"mode": "team"}))["mode"], "team");
    assert_eq!(first_view(json!({}))["mode"], "individual");
}

#[test]
fn prf_opt_3_target() {
    choice("target", &["35000", "50000"], "PRF-OPT-3");
    assert_eq!(first_view(json!({}))["target"], 35_000);
    assert_eq!(first_view(json!({"target": "50000"}))["target"], 50_000);
    assert_eq!(first_view(json!({"target": "35000", "mode": "team"}))["target"], 50_000);
}

#[test]
fn prf_opt_4_matches() {
    for matches in 1..=10 {
        assert_eq!(first_view(json!({"matches": matches}))["matches"], matches);
    }
    for wrong in [json!(0), json!(11), json!("many")] {
        assert_eq!(clause(json!({"matches": wrong})), Some("PRF-OPT-4"));
    }
    assert_eq!(listed("matches"), (json!(1), "PRF-OPT-4"));
    let pack = crate::common::pack();
    for matches in [0, 11] {
        let options = Options { matches, ..Options::default() };
        assert_eq!(Profitability::rules(pack, &options).err().unwrap().clause, "PRF-OPT-4");
    }
}

#[test]
fn prf_opt_5_championship_bonus() {
    choice("championship_bonus", &["on", "off"], "PRF-OPT-5");
    for (settings, total) in [
        (json!({"matches": 2}), 44_000),
        (json!({"matches": 2, "championship_bonus": "on"}), 44_000),
        (json!({"matches": 2, "championship_bonus": "off"}), 36_000),
    ] {
        let position = json!({"turn": 4, "closing": 1, "profits": four([36_000, 3000, 2000, 1000])});
        let mut table = placed(settings, road(position));
        table.play("end", &reference_luck());
        assert_eq!(table.view()["players"][0]["series"], total);
    }
    // Only if there are several matches.
    for bonus in ["on", "off"] {
        let position = json!({"turn": 4, "closing": 1, "profits": four([36_000, 3000, 2000, 1000])});
        let mut table = placed(json!({"championship_bonus": bonus}), road(position));
        table.play("end", &[]);
        assert!(table.told("bonus").is_empty());
    }
}

#[test]
fn prf_opt_6_tiles() {
    choice("tiles", &["random", "fixed", "chosen"], "PRF-OPT-6");
    let letters = |settings: Value| -> String {
        first_view(settings)["tiles"].as_array().unwrap().iter().map(|tile| tile["tile"].as_str().unwrap()).collect()
    };
    assert_eq!(letters(json!({"tiles": "fixed"})), "ABCD");
    assert_eq!(letters(json!({"tiles": "chosen"})), "ABCD");
    assert_eq!(letters(json!({"tiles": "chosen", "tile_nw": "d", "tile_ne": "b", "tile_se": "a", "tile_sw": "c"})), "DBAC");
    // Tiles are named only when they are chosen.
    for tiles in ["random", "fixed"] {
        for key in ["tile_nw", "tile_ne", "tile_se", "tile_sw"] {
            assert_eq!(clause(json!({"tiles": tiles, key: "a"})), Some("PRF-OPT-6"));
        }
        assert_eq!(clause(json!({"tiles": tiles, "turn_se": 1})), Some("PRF-OPT-6"));
    }
    for key in ["tile_nw", "tile_ne", "tile_se", "tile_sw"] {
        assert_eq!(clause(json!({"tiles": "chosen", key: "e"})), Some("PRF-OPT-6"));
    }
}

#[test]
fn prf_opt_7_tile_rotation() {
    choice("tile_rotation", &["on", "off"], "PRF-OPT-7");
    let turned = |settings: Value| {
        let rules = asked(settings).unwrap();
        (0..20u64).any(|seed| {
            let state = rules.start(&mut Seeded::new(seed), &mut Silent);
            rules.view(&state, Viewer::Watcher).tiles.iter().any(|tile| tile.turns > 0)
        })
    };
    assert!(turned(json!({})) && turned(json!({"tile_rotation": "on"})) && !turned(json!({"tile_rotation": "off"})));
    for key in ["turn_nw", "turn_ne", "turn_se", "turn_sw"] {
        for turns in 0..=3 {
            assert_eq!(clause(json!({"tiles": "chosen", key: turns})), None);
            let off = clause(json!({"tiles": "chosen", "tile_rotation": "off", key: turns}));
            assert_eq!(off, (turns > 0).then_some("PRF-OPT-7"));
        }
        assert_eq!(clause(json!({"tiles": "chosen", key: 4})), Some("PRF-OPT-7"));
    }
}

#[test]
fn prf_opt_8_goods_layout() {
    choice("goods_layout", &["random", "matching"], "PRF-OPT-8");
    // With matching the red space of a large warehouse always holds a red pair.
    let pairs =
        |settings: Value| (0..20).filter(|seed| seeded(settings.clone(), *seed).store("LargeBlue").starts_with("RR|")).count();
    assert_eq!(pairs(json!({"goods_layout": "matching"})), 20);
    assert!(pairs(json!({"goods_layout": "random"})) < 10);
    assert!(pairs(json!({})) < 10);
}

#[test]
fn prf_opt_9_colours() {
    choice("colours", &["joined", "random"], "PRF-OPT-9");
    let first = |settings: Value| -> BTreeSet<String> {
        (0..40).map(|seed| seeded(settings.clone(), seed).view()["colours"][0].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(first(json!({})), BTreeSet::from(["red".to_owned()]));
    assert_eq!(first(json!({"colours": "joined"})), BTreeSet::from(["red".to_owned()]));
    assert_eq!(first(json!({"colours": "random"})), COLOURS.map(str::to_owned).into_iter().collect());
    // A draw for each seat among the colours that are left: yellow, then green of what is left.
    let mut luck = vec![2, 2];
    let mut rest = reference_luck();
    rest.truncate(12);
    luck.extend(rest);
    luck.extend([6, 6, 1, 1]);
    let settings = json!({"players": 2, "colours": "random", "tiles": "fixed", "goods_layout": "matching"});
    let table = start(settings, &luck);
    assert_eq!(table.view()["colours"], json!(["yellow", "green"]));
}

#[test]
fn prf_opt_10_truck_capacity() {
    assert_eq!(listed("truck_capacity"), (json!(4), "PRF-OPT-10"));
    for goods in 2..=12 {
        assert_eq!(first_view(json!({"truck_capacity": goods}))["truck_capacity"], goods);
    }
    assert_eq!(first_view(json!({"truck_capacity": "unlimited"}))["truck_capacity"], Value::Null);
    for wrong in [json!(0), json!(1), json!(13), json!("13"), json!("any")] {
        assert_eq!(clause(json!({"truck_capacity": wrong})), Some("PRF-OPT-10"));
    }
}

/// Covers PRF-OPT-11, PRF-UNLOAD-4.
#[test]
fn prf_opt_11_storage_capacity() {
    assert_eq!(
        (listed("storage_large"), listed("storage_small")),
        ((json!("unlimited"), "PRF-OPT-11"), (json!("unlimited"), "PRF-OPT-11"))
    );
    for (large, small) in [(3, 1), (3, 44), (44, 1), (44, 44), (7, 2)] {
        assert_eq!(clause(json!({"storage_large": large, "storage_small": small})), None);
    }
    for (large, small) in [(2, 1), (3, 0), (45, 1), (3, 45), (0, 0)] {
        assert_eq!(clause(json!({"storage_large": large, "storage_small": small})), Some("PRF-OPT-11"), "{large} {small}");
    }
    // Both or neither.
    assert_eq!(clause(json!({"storage_large": 5})), Some("PRF-OPT-11"));
    assert_eq!(clause(json!({"storage_small": 5})), Some("PRF-OPT-11"));
    assert_eq!(clause(json!({"storage_large": null, "storage_small": null})), None);
    let pack = crate::common::pack();
    for (large, small) in [(2, 1), (3, 0), (45, 1)] {
        let options = Options { storage_large: Some(large), storage_small: Some(small), ..Options::default() };
        assert_eq!(Profitability::rules(pack, &options).err().unwrap().clause, "PRF-OPT-11");
    }
    // With two players there is a place more than there are goods.
    for (large, small, truck, enough) in [(3, 1, "6", false), (3, 1, "7", true), (4, 1, "2", false), (4, 1, "3", true)] {
        let settings = json!({"players": 2, "storage_large": large, "storage_small": small, "truck_capacity": truck});
        assert_eq!(clause(settings), (!enough).then_some("PRF-OPT-11"), "{large} {small} {truck}");
    }
    // What is left is shown.
    let room = |settings: Value, warehouse: usize, space: usize| {
        let view = seeded(settings, 2).view();
        view["warehouses"][warehouse]["spaces"][space]["room"].as_u64()
    };
    assert_eq!(room(json!({}), 0, 0), None);
    let limits = json!({"storage_large": 6, "storage_small": 4});
    let view = seeded(limits, 2).view();
    for warehouse in view["warehouses"].as_array().unwrap() {
        let limit = if warehouse["large"] == true { 6 } else { 4 };
        for space in warehouse["spaces"].as_array().unwrap() {
            assert_eq!(space["room"].as_u64().unwrap() + space["goods"].as_array().unwrap().len() as u64, limit);
        }
    }
}

#[test]
fn prf_opt_12_truck_blocking() {
    choice("truck_blocking", &["pass", "block"], "PRF-OPT-12");
    let trucks = json!({"red": truck("N2", "dG"), "blue": truck("N3", "dR")});
    for (settings, over) in
        [(json!({}), true), (json!({"truck_blocking": "pass"}), true), (json!({"truck_blocking": "block"}), false)]
    {
        assert_eq!(placed(settings, road(json!({"points": 2, "trucks": trucks}))).may("drive N4"), over);
    }
}

#[test]
fn prf_opt_13_sequence() {
    choice("sequence", &["flowing", "single"], "PRF-OPT-13");
    for (settings, again) in [(json!({}), true), (json!({"sequence": "flowing"}), true), (json!({"sequence": "single"}), false)] {
        let mut table = placed(settings, road(json!({"trucks": {"red": truck("SmallRed", "dGG")}})));
        table.plays(&["unload green", "drive LargeGreen"]);
        assert_eq!(table.may("unload green"), again);
        assert_eq!(table.may("load blue blue"), again);
    }
}

#[test]
fn prf_opt_14_take_back() {
    choice("take_back", &["none", "until_departure"], "PRF-OPT-14");
    for (settings, back) in
        [(json!({}), false), (json!({"take_back": "none"}), false), (json!({"take_back": "until_departure"}), true)]
    {
        let mut table = placed(settings, road(json!({"trucks": {"red": truck("SmallRed", "dG")}})));
        table.play("unload green", &[]);
        assert_eq!(table.may("back"), back);
    }
}

/// An addition to PRF-START-4: with `fixed` nobody places a marker, and what lies there is one of the placements that the opening allows.
#[test]
fn prf_opt_15_markers() {
    choice("markers", &["placed", "fixed"], "PRF-OPT-15");
    for settings in [json!({}), json!({"markers": "placed"})] {
        assert_eq!(seeded(settings, 3).position()["step"], "marking");
    }
    for players in 2..=4 {
        let fixed = json!({"markers": "fixed", "tiles": "fixed", "players": players, "matches": 2});
        let rules = crate::common::rules(fixed.clone());
        let (mut luck, mut events) = (Seeded::new(players), Vec::new());
        let mut state = rules.start(&mut luck, &mut events);
        rules.check(&state).unwrap();
        let seat = rules.turn(&state).next().unwrap();
        assert_eq!(
            Some(seat),
            events.iter().find_map(|event| if let Event::Started { seat } = event { Some(*seat) } else { None })
        );
        assert!(
            events.contains(&Event::MarkersLaid)
                && matches!(events[events.len() - 2..], [.., Event::Rolled { .. }] | [Event::Rolled { .. }, _])
        );
        // The same placement can be chosen, marker by marker. (PRF-START-5 to PRF-START-7)
        let mut placed = seeded(json!({"tiles": "fixed", "players": players}), players);
        placed.plays(
            &["red+", "red-", "blue+", "blue-", "yellow+", "yellow-", "green+"]
                .map(|marker| format!("mark {marker}"))
                .each_ref()
                .map(String::as_str),
        );
        placed.play("mark green-", &[3, 4]);
        let trend = |state: &State| serde_json::to_value(rules.position(state)).unwrap()["trend"].clone();
        assert_eq!(trend(&state), placed.position()["trend"]);
        let mut laid = Vec::new();
        let mut matches = 1;
        // Each match of a series begins like that.
        while let Some(seat) = rules.turn(&state).next() {
            let before = state;
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
            laid.clear();
            rules.apply(&mut state, seat, &action, &mut luck, &mut laid).unwrap();
            rules.check_step(&before, &state).unwrap();
            assert!(!laid.iter().any(|event| matches!(event, Event::Marked { .. })));
            matches += laid.iter().filter(|event| **event == Event::MarkersLaid).count();
        }
        assert_eq!(matches, 2);
        // A position in which they are being placed belongs to another table.
        let marking = serde_json::from_value(json!({"step": "marking"})).unwrap();
        assert_eq!(rules.restore(&marking).unwrap_err().clause, "PRF-OPT-15");
    }
}

/// Covers PRF-SECRET-1.
#[test]
fn prf_secret_1_everybody_sees_everything_but_the_dice_to_come() {
    let rules = crate::common::rules(json!({}));
    let mut luck = Seeded::new(5);
    let mut state = rules.start(&mut luck, &mut Silent);
    let mut events = Vec::new();
    for _ in 0..400 {
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        let views: Vec<Value> = (0..4)
            .map(|seat| Viewer::Seat(Seat::new(seat).unwrap()))
            .chain([Viewer::Watcher])
            .map(|viewer| serde_json::to_value(rules.view(&state, viewer)).unwrap())
            .collect();
        assert!(views.windows(2).all(|pair| pair[0] == pair[1]), "all see the same");
        // Nothing is left to imagine, and no event is hidden from anybody.
        assert_eq!(rules.imagine(&state, Viewer::Watcher, &Default::default(), &mut Seeded::new(9)), state);
        let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
        events.clear();
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
        for event in &events {
            assert!(rules.seen(event, Viewer::Seat(Seat::FIRST)).as_ref() == Some(event));
            assert!(rules.seen(event, Viewer::Watcher).as_ref() == Some(event));
        }
    }
    // The tie-break bookkeeping: the last booking of each pawn, and the value of each truck.
    let position = json!({"profits": {"blue": 500}, "bookings": {"blue": 4}, "trucks": {"red": truck("LargeGreen", "GB")}});
    let booked = |table: &Table| -> Vec<Value> {
        table.view()["players"].as_array().unwrap().iter().map(|player| player["booked"].clone()).collect()
    };
    let mut table = placed(json!({}), road(position.clone()));
    assert_eq!((booked(&table), table.truck("red")["value"].clone()), ([0, 4, 0, 0].map(Value::from).to_vec(), json!(3000)));
    table.play("unload green", &[]);
    assert_eq!((booked(&table), table.truck("red")["value"].clone()), ([5, 4, 0, 0].map(Value::from).to_vec(), json!(1500)));
    assert_eq!(table.view()["deeds"], json!([]));
    // A team has one pawn.
    let mut table = placed(json!({"mode": "team"}), road(position.clone()));
    table.play("unload green", &[]);
    assert_eq!(booked(&table), [5, 4, 5, 4].map(Value::from));
    // What can be taken back.
    let mut table = placed(json!({"take_back": "until_departure"}), road(position));
    table.plays(&["unload green", "load yellow yellow"]);
    assert_eq!(table.view()["deeds"], json!(["unload green", "load yellow yellow"]));
    table.play("back", &[]);
    assert_eq!(table.view()["deeds"], json!(["unload green"]));
    table.play("drive N4", &[]);
    assert_eq!(table.view()["deeds"], json!([]));
    // Where goods were handled in this turn, if that bars anything.
    let position = road(json!({"trucks": {"red": truck("SmallRed", "dG")}}));
    assert_eq!(placed(json!({}), position.clone()).view()["handled"], Value::Null);
    let mut table = placed(json!({"sequence": "single"}), position);
    assert_eq!(table.view()["handled"], "nothing");
    table.play("unload green", &[]);
    assert_eq!(table.view()["handled"], "here");
    table.play("drive N1", &[]);
    assert_eq!(table.view()["handled"], "elsewhere");
    table.pass();
    assert_eq!(table.view()["handled"], "nothing");
}
