//! What is hidden and what is open. (INV-SECRET)

use crate::common::{InvestmentsTable, Table, k, seat, table, with};
use kernel::{Notation, Rules, Seeded, Viewer, Words};
use serde_json::{Value, json};

/// What somebody imagines to be written under this key, by the luck of so many tries.
fn imagined(table: &Table, viewer: Viewer, key: &str) -> Vec<Value> {
    let twin = |seed: u64| table.rules.imagine(&table.state, viewer, &(), &mut Seeded::new(seed));
    let written = |seed: u64| serde_json::to_value(table.rules.position(&twin(seed))).expect("a position is data");
    (0..200).map(|seed| written(seed)[key].clone()).collect()
}

#[test]
fn inv_secret_1_shortcut_cards_are_unseen_by_others() {
    let mut table = table(3, json!({"players": [{"at": 9, "shortcuts": [{"card": "k05", "ready": false}]}, {}]}));
    table.play("roll", &[1, 2, k(7)]);
    assert_eq!(table.hand('A'), "k05 k07");
    for viewer in [Viewer::Watcher, Viewer::Seat(seat('B')), Viewer::Seat(seat('C'))] {
        let hand = &table.seen_by(viewer)["players"][0]["shortcuts"];
        assert_eq!(hand.as_array().unwrap().len(), 2, "their number is seen");
        assert!(hand.as_array().unwrap().iter().all(|card| card["card"].is_null() && card["ready"] == false));
        let drawn = table.events.iter().find(|event| matches!(event, investments::Event::ShortcutDrawn { .. })).unwrap();
        let seen = kernel::Rules::seen(&*table.rules, drawn, viewer).unwrap();
        assert_eq!(serde_json::to_value(seen).unwrap()["card"], Value::Null);
    }
}

#[test]
fn inv_secret_2_money_and_property_are_open() {
    let own = json!({"cash": 1_230_000, "owned": ["b22", "b08"], "kept": ["p39"], "bank_cards": 2, "tax_card": true, "jail": 2, "offences": 1});
    let table = table(2, json!({"turn": {"seat": 2}, "players": [own], "loans": {"b22": 1}, "levels": {"b08": 2}}));
    let seen = &table.seen_by(Viewer::Seat(seat('B')))["players"][0];
    assert_eq!([&seen["cash"], &seen["bank_cards"], &seen["jail"], &seen["offences"]], [1_230_000, 2, 2, 1]);
    assert_eq!(
        (&seen["owned"], &seen["kept"][0]["card"], &seen["tax_card"]),
        (&json!(["b08", "b22"]), &json!("p39"), &json!(true))
    );
    assert_eq!((table.level("b08"), table.loan("b22")), (2, Some(1)));
}

/// The money that somebody could raise is shown as far as the viewer knows their Shortcut cards. Covers INV-DEBT-6.
#[test]
fn inv_secret_1_a_shortcut_card_that_was_shown_counts_for_who_has_seen_it() {
    let hand = json!([{"card": "k01", "known": [2]}, {"card": "k11"}]);
    let mut table = table(3, json!({"turn": {"step": "trade"}, "players": [{"owned": ["b22"], "shortcuts": hand}]}));
    let reserve = |table: &Table, viewer: Viewer| table.seen_by(viewer)["players"][0]["reserve"].clone();
    let price = |card: u32| table.rules.pack.shortcuts[card as usize].price.units();
    let (first, second) = (price(k(1)), price(k(11)));
    let of = |letter: char| Viewer::Seat(seat(letter));
    assert_eq!(reserve(&table, of('A')), 40_000 + first + second);
    assert_eq!(reserve(&table, of('B')), 40_000 + first, "B has seen one of them");
    assert_eq!((reserve(&table, of('C')), reserve(&table, Viewer::Watcher)), (json!(40_000), json!(40_000)));
    // While one is auctioned everybody sees it.
    table.play("auction shortcut-2 for 0", &[]);
    assert_eq!(reserve(&table, Viewer::Watcher), 40_000 + second);
    assert_eq!(reserve(&table, of('B')), 40_000 + first + second);
}

/// Covers INV-TRADE-5: the deal between two others in an imagined state is one that could be made, and not always the true one.
#[test]
fn inv_trade_5_a_deal_between_others_is_imagined_as_one_that_could_be() {
    let full = |one: &str, other: &str| json!([one, other]);
    let swap = json!([{"shortcuts": full("k01", "k02")}, {"shortcuts": full("k03", "k04")}]);
    let goods = json!([{"owned": ["b02", "b03"], "shortcuts": ["k01"]}, {"owned": ["b30"]}]);
    for (players, offer, kinds) in [(goods, "offer 1>2 b02, 2>1 60000", 3), (swap, "offer 1>2 shortcut 2, 2>1 shortcut 1", 1)] {
        let mut table = table(3, json!({"turn": {"step": "trade"}, "players": players}));
        table.play(offer, &[]);
        for viewer in [Viewer::Watcher, Viewer::Seat(seat('C'))] {
            let imagined = imagined(&table, viewer, "offers");
            let contents: std::collections::BTreeSet<String> =
                imagined.iter().map(|offers| offers[0]["content"].to_string()).collect();
            assert!(contents.len() >= kinds, "{contents:?}");
            assert!(contents.iter().all(|content| content.contains('b') || content.contains("shortcut")), "{contents:?}");
            let twin = table.rules.imagine(&table.state, viewer, &(), &mut Seeded::new(7));
            let position = serde_json::to_value(table.rules.position(&twin)).unwrap();
            assert!(Table::try_at(crate::common::options(json!({"players": 3})), position).is_ok());
        }
    }
}

/// Covers INV-POLL-3: a hidden card that waits for others of the same poll could still stay unseen, so nobody else knows of it.
#[test]
fn inv_edge_57_who_else_uses_a_hidden_card_is_not_known_before() {
    let players = json!([{"hidden": ["l02"]}, {"hidden": ["p03"]}, {"hidden": ["p02"]}, {"hidden": ["p04"]}]);
    let position = json!({
        "turn": {"step": "roll"}, "players": players,
        "pending": [{"what": "hidden_window"}], "poll": {"asked": [1, 2, 3, 4], "answered": [], "answers": []},
    });
    let mut table = with(json!({"fortune_mode": "hidden"}), position);
    table.answers(&[('A', "use loss 2"), ('B', "no"), ('C', "use profit 2"), ('D', "no")]);
    let truth = json!([{"seat": 3, "fortune": "profit", "target": 2}]);
    assert_eq!((table.position()["plays"].clone(), table.pending().as_str()), (truth.clone(), "refusal"));
    let (own, others) = (Viewer::Seat(seat('C')), [Viewer::Watcher, Viewer::Seat(seat('A')), Viewer::Seat(seat('D'))]);
    for viewer in others {
        let plays = imagined(&table, viewer, "plays");
        assert!(plays.contains(&Value::Null), "{viewer:?}: perhaps nobody");
        assert!(plays.iter().flat_map(|plays| plays.as_array().into_iter().flatten()).any(|play| play["target"] != 2));
        let seats = |plays: &Value| -> Vec<u64> {
            plays.as_array().map_or_else(Vec::new, |plays| plays.iter().filter_map(|play| play["seat"].as_u64()).collect())
        };
        assert!(plays.iter().all(|plays| !seats(plays).contains(&1)), "A has used one in this poll");
        assert!(plays.iter().any(|plays| seats(plays).contains(&2)), "{viewer:?}: perhaps B");
    }
    let known = |plays: &Value| plays.as_array().is_some_and(|plays| plays.contains(&truth[0]));
    assert!(imagined(&table, own, "plays").iter().all(known), "C knows their own");
    // Whether another card comes is news, so nobody takes back what they said before it.
    table.does('A', "pay", &[]);
    let last = table.rules.read("pay").expect("an action");
    let told = table.rules.apply(&mut { table.state }, seat('B'), &last, &mut Seeded::new(1), &mut kernel::Silent);
    assert_eq!(told, Ok(kernel::Consequence::Sealed));
}

/// Covers INV-TRADE-8: what was offered to whom is between those two, also when somebody else asks for it.
#[test]
fn inv_glob_23_nobody_learns_what_was_offered_to_another() {
    let market = json!({"card": "g03", "drawer": 2});
    let players = json!([{"owned": ["b02", "b22", "b23"], "shortcuts": ["k01"]}]);
    let mut table = table(4, json!({"turn": {"step": "trade"}, "players": players, "global": market}));
    let names = proof::names(4);
    let lots = |table: &Table| table.rules.bargains(&table.state, seat('B'), &names);
    let before = lots(&table);
    table.play("offer 1>3 b02, 1>3 shortcut 1, 3>1 60000", &[]);
    table.does('C', "decline 1", &[]);
    assert_eq!(lots(&table), before, "B may ask for the same things");
    for (viewer, locks) in [('A', json!({"b02": 3})), ('B', Value::Null), ('C', json!({"b02": 3})), ('D', Value::Null)] {
        let viewer = Viewer::Seat(seat(viewer));
        assert!(imagined(&table, viewer, "locks").iter().all(|imagined| *imagined == locks), "{viewer:?}");
        let known = |players: &Value| players[0]["shortcuts"][0]["known"] == json!([3]);
        assert!(imagined(&table, viewer, "players").iter().all(|players| known(players) != locks.is_null()), "{viewer:?}");
    }
    // A alone knows why this cannot be agreed to.
    table.does('B', "offer 1>2 b02, 2>1 90000", &[]);
    assert_eq!(table.refused_to('A', "accept 2"), "INV-TRADE-8");
    assert!(!table.allows('A', "accept 2"));
    let asked = table.rules.prompt(&table.state, Viewer::Seat(seat('A')), &names).text;
    assert_eq!(asked, "Bob offers you 90,000 for Orchard: you cannot give that now, so decline or make a counter-offer.");
    table.does('A', "counter 2 1>2 b22, 2>1 90000", &[]);
    table.does('B', "accept 3", &[]);
    assert_eq!((table.owner("b02"), table.owner("b22")), (Some('A'), Some('B')));
    // What was not sold at auction everybody has seen.
    table.does('A', "auction b23 for 50000000", &[]);
    assert_eq!(table.refused_to('B', "offer 1>2 b23, 2>1 90000"), "INV-AUCT-5");
}
