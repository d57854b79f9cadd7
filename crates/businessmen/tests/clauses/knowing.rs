//! What is open and what is not: BIZ-OPEN.

use crate::common::{Table, but, options, player, players, position, viewers};
use businessmen::{Action, Car, Event, Good};
use kernel::{Notation, Rules, Seeded, Silent, Viewer};
use serde_json::{Value, json};

#[test]
fn biz_open_1_everything_but_the_decks_is_open_to_all() {
    let four = [
        player(7, json!({"points": 3, "loader": 2, "main": {"grain": 2}, "warnings": ["manager"]})),
        player(0, json!({"skips": true, "main": {"oil": 3}})),
        player(5, json!({"temporary": {"wood": 4}, "bought": ["wood"], "insured": ["loader"], "warehouse": 3})),
        player(9, json!({"passed": true})),
    ];
    let changes = json!({
        "market": {"oil": 6, "meat": 3},
        "cars": {"yellow": {"good": "fish", "units": [0, 0, 0, 4]}},
        "prices": {"fish": 8},
        "goods_discard": ["G01", "G02"],
        "export_discard": ["E01"],
    });
    let table = Table::at(players(4), but(position("buying", 'A', &four), changes));
    let seen: Vec<Value> = viewers(4).into_iter().map(|viewer| table.seen_by(viewer)).collect();
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "the same for all");
    let view = &seen[4];
    let one = |player: usize, key: &str| view["players"][player][key].clone();
    assert_eq!((one(0, "coins"), one(0, "points"), one(0, "loader")), (json!(7), json!(3), json!(2)));
    assert_eq!((one(0, "main"), one(0, "warnings")), (json!({"grain": 2}), json!(["manager"])));
    assert_eq!((one(1, "skips"), one(2, "temporary"), one(2, "bought")), (json!(true), json!({"wood": 4}), json!(["wood"])));
    assert_eq!((one(2, "insured"), one(3, "passed"), one(2, "warehouse")), (json!(["loader"]), json!(true), json!(3)));
    assert_eq!((view["cars"][0]["good"].clone(), view["cars"][0]["units"].clone()), (json!("fish"), json!([0, 0, 0, 4])));
    assert_eq!((view["goods"][0]["position"].clone(), view["goods"][4]["market"].clone()), (json!(8), json!(6)));
    assert_eq!(view["goods"][4]["pile"], 16);
    assert_eq!(view["turn"], 1);
    // Events are told to everybody.
    let rules = crate::common::rules(&players(3));
    let mut luck = Seeded::new(6);
    let mut state = rules.start(&mut luck, &mut Silent);
    for _ in 0..100 {
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        let mut events = Vec::new();
        let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).unwrap();
        for event in &events {
            assert!(viewers(3).into_iter().all(|viewer| rules.seen(event, viewer).as_ref() == Some(event)));
        }
    }
}

#[test]
fn biz_open_2_which_cards_are_left_is_open_but_not_their_order() {
    // The discarded cards are named, and what is left follows from them.
    let changes = json!({"goods_discard": ["G01", "G02"], "export_discard": ["E01"]});
    let start = but(position("announcing", 'B', &[player(0, json!({})), player(0, json!({}))]), changes);
    let table = Table::at(options(json!({"players": 2})), start);
    for viewer in viewers(2) {
        let view = table.seen_by(viewer);
        assert_eq!((&view["goods_deck"]["left"], &view["goods_deck"]["discarded"]), (&json!(27), &json!(["G01", "G02"])));
        assert_eq!((&view["export_deck"]["left"], &view["export_deck"]["discarded"]), (&json!(10), &json!(["E01"])));
    }
    // No order is kept anywhere: whatever a viewer imagines, every card that is left can come next, equally likely, and
    // nothing of the state tells which.
    let mut counts = [0; 30];
    let rules = &table.rules;
    for seed in 0..2_700 {
        let mut luck = Seeded::nth(77, seed);
        let mut state = rules.imagine(&table.state, Viewer::Watcher, &Default::default(), &mut luck);
        assert_eq!(rules.position(&state), rules.position(&table.state), "nothing else is unknown");
        let seat = rules.turn(&state).awaited.lowest().unwrap();
        rules.apply(&mut state, seat, &rules.read("play").unwrap(), &mut luck, &mut Silent).unwrap();
        let written = serde_json::to_value(rules.position(&state)).unwrap();
        counts[written["goods_card"].as_str().unwrap()[1..].parse::<usize>().unwrap() - 1] += 1;
    }
    // G01 and G02 are discarded, G24 was open.
    for (index, count) in counts.into_iter().enumerate() {
        let gone = [0, 1, 23].contains(&index);
        assert!(if gone { count == 0 } else { (50..=150).contains(&count) }, "{counts:?}");
    }
}

#[test]
fn what_is_shown_of_loads_is_what_is_listed_and_what_is_then_loaded() {
    let mut seen = 0;
    for seed in 0..6 {
        let table = Table::at(
            options(json!({"players": 2, "loader_limit": if seed % 2 == 0 { "per_load" } else { "per_good" }})),
            position("announcing", 'A', &[]),
        );
        let (rules, mut state, mut luck) = (table.rules, table.state, Seeded::new(seed));
        for _ in 0..200 {
            let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
            let mut listed = Vec::new();
            rules.actions(&state, seat, &mut listed);
            let mut listed: Vec<(Car, Good)> = (listed.iter())
                .filter_map(|action| if let Action::Load { good, car } = action { Some((*car, *good)) } else { None })
                .collect();
            let view = rules.view(&state, Viewer::Watcher);
            let mut shown: Vec<(Car, Good)> =
                view.cars.iter().flat_map(|car| car.loads.iter().map(|(good, _)| (car.car, *good))).collect();
            listed.sort();
            shown.sort();
            assert_eq!(shown, listed);
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).expect("something can be done");
            let mut events = Vec::new();
            rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("it is listed");
            if let (Action::Load { good, car }, Some(Event::Loaded { units, .. })) = (action, events.first()) {
                let promised = view.cars[car.index()].loads.iter().find(|(other, _)| *other == good);
                assert_eq!(promised.map(|(_, units)| units), Some(units));
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen} loads");
}
