//! The Tax Office. (INV-TAX)

use crate::drawing::*;
use serde_json::{Value, json};

#[test]
fn inv_tax_1_landing_costs_the_tax_and_a_stay() {
    let mut table = before(TAX, json!({}), json!({}));
    table.roll(&[]);
    table.play("pay", &[]);
    assert_eq!((table.net()[0], table.written('A')["stays"].clone(), table.step()), (-50_000, json!(true), "trade".into()));
}

/// Covers INV-TAX-2, INV-TAX-6, INV-EX-37.
#[test]
fn inv_tax_3_the_stay_lasts_to_the_next_slot_which_is_missed() {
    let position = json!({"players": [{"owned": ["b12", "b14"]}, {"at": 12}, {"at": 12}]});
    let mut table = before(TAX, json!({"players": 3}), position);
    table.roll(&[]);
    table.plays(&["pay", "end"]);
    assert_eq!(table.written('A')["tax_card"], true);
    for letter in ['B', 'C'] {
        table.roll(&[]);
        assert_eq!((table.at_tile(letter), table.last("no_fee")["reason"].clone()), (15, json!("owner_at_tax_office")));
        table.play("end", &[]);
    }
    assert_eq!((table.active(), table.last("skipped")["reason"].clone()), ('B', json!("tax_office")), "A2 is missed");
    for letter in ['B', 'C'] {
        table.roll(&[]);
        table.plays(&["pay", "end"]);
        assert_eq!(table.at_tile(letter), 18, "fees again");
    }
    assert_eq!((table.active(), table.step(), table.cash('A')), ('A', "roll".into(), 1_970_000), "A3 rolls");
    // A second stay before the first is served adds no further missed slot.
    let mut table = with(json!({"players": 2}), json!({"turn": {"seat": 2}, "players": [{"at": 20, "stays": true}, {"at": 6}]}));
    table.play("roll", &[1, 2, card("l34")]);
    table.plays(&["follow", "pay", "pay", "end"]);
    assert_eq!((table.active(), table.told("skipped").len()), ('A', 2), "one slot of A, one of B");
    // Other money is not withheld.
    let mut table = before(PROFIT, json!({}), json!({"players": [{}, {"stays": true}]}));
    table.draws("p26", &[]);
    assert_eq!(table.net()[1], 25_000);
}

#[test]
fn inv_tax_4_with_fees_only_no_turn_is_missed() {
    let position = json!({"turn": {"seat": 2, "step": "trade"}, "players": [{"stays": true}]});
    let mut table = with(json!({"players": 2, "tax_stay": "fees_only"}), position.clone());
    table.play("end", &[]);
    assert_eq!((table.active(), table.written('A')["stays"].clone()), ('A', Value::Null));
    let mut table = with(json!({"players": 2}), position);
    table.play("end", &[]);
    assert_eq!(table.active(), 'B');
}

#[test]
fn inv_tax_5_each_tile_has_its_amount_and_passing_costs_nothing() {
    for (tile, amount) in [(73, 50_000), (74, 100_000), (75, 150_000)] {
        let mut table = before(tile, json!({}), json!({}));
        table.roll(&[]);
        assert_eq!(table.refused("buy"), "INV-DEBT-1");
        table.play("pay", &[]);
        assert_eq!(table.net()[0], -amount);
    }
    let mut table = with(json!({}), json!({"players": [{"at": 72}]}));
    table.play("roll", &[1, 3]);
    assert_eq!((table.at_tile('A'), table.net()[0]), (76, 0));
}

/// Covers INV-TAX-8, INV-TAX-10, INV-EX-39.
#[test]
fn inv_tax_7_with_the_card_of_the_last_lap_the_tax_is_less() {
    let mut table = before(75, json!({}), json!({"players": [{"tax_card": true}]}));
    table.roll(&[]);
    table.play("pay", &[]);
    assert_eq!((table.net()[0], table.written('A')["tax_card"].clone()), (-75_000, json!(true)), "one card, a new one");
    let mut table = with(json!({}), json!({"players": [{"at": 72, "tax_card": true}]}));
    table.play("roll", &[1, 3]);
    assert_eq!(
        (table.net()[0], table.written('A')["tax_card"].clone()),
        (0, Value::Null),
        "whoever passes returns it for nothing"
    );
}

/// Covers INV-EX-38.
#[test]
fn inv_tax_9_landing_there_again_rolls_the_repeat_die() {
    let position = json!({"players": [{"at": 73, "tax_card": true}], "global": {"card": "g22", "drawer": 2}});
    let mut table = with(json!({}), position);
    table.play("roll", &[2, 5, card("p01")]);
    assert_eq!((table.at_tile('A'), table.net()[0], table.step()), (75, 50_000, "trade".into()), "no tax");
    assert_eq!(
        (table.written('A')["tax_card"].clone(), table.written('A')["stays"].clone()),
        (json!(true), Value::Null),
        "no stay, card kept"
    );
}

/// Covers INV-EX-40.
#[test]
fn inv_tax_11_first_the_factor_then_the_discount() {
    let position = json!({"players": [{"tax_card": true}], "global": {"card": "g20", "drawer": 2}});
    let mut table = before(74, json!({}), position);
    table.roll(&[]);
    table.play("pay", &[]);
    assert_eq!(table.net()[0], -100_000, "100,000 × 2, half");
}

#[test]
fn inv_tax_12_a_refused_tax_means_jail_and_neither_card_nor_stay() {
    let mut table = before(TAX, json!({}), json!({}));
    table.roll(&[]);
    table.play("refuse", &[]);
    let refuser = table.written('A');
    assert_eq!(
        (table.net()[0], table.jail('A'), &refuser["tax_card"], &refuser["stays"]),
        (-100_000, 3, &Value::Null, &Value::Null)
    );
    let mut table = with(json!({}), json!({"players": [{"tax_card": true}]}));
    table.play("resign", &[]);
    assert_eq!(table.written('A')["tax_card"], Value::Null, "an eliminated player's card returns");
}

/// Covers INV-EDGE-4.
#[test]
fn inv_tax_13_with_no_card_left_none_is_given() {
    let mut players = vec![json!({})];
    players.extend((0..7).map(|_| json!({"tax_card": true})));
    let mut table = before(TAX, json!({"players": 8}), json!({ "players": players }));
    table.roll(&[]);
    table.play("pay", &[]);
    assert_eq!(
        (table.net()[0], table.written('A')["tax_card"].clone(), table.written('A')["stays"].clone()),
        (-50_000, Value::Null, json!(true))
    );
    // Passing is entering the first tile and ending beyond the third.
    let mut table = with(json!({}), json!({"players": [{"at": 73, "tax_card": true}]}));
    table.play("roll", &[1, 3]);
    assert_eq!((table.at_tile('A'), table.written('A')["tax_card"].clone()), (77, json!(true)));
}

/// Covers INV-TAX-15.
#[test]
fn inv_tax_14_the_tax_office_can_be_a_place_to_roll_again() {
    let settings = || json!({"tax_mode": "reroll"});
    let mut table = before(TAX, settings(), json!({}));
    table.roll(&[]);
    assert_eq!(table.sorted(), ["no", "yes"]);
    table.play("yes", &[1, 1]);
    table.play("accept", &[]);
    assert_eq!(
        (table.at_tile('A'), table.sorted()),
        (75, vec!["no".to_owned(), "yes".into()]),
        "a full movement roll, again and again"
    );
    table.play("no", &[]);
    assert_eq!((table.net()[0], table.step()), (0, "trade".into()));
    let mut table = with(settings(), json!({"players": [{"at": 69}, {"shortcuts": ["k01"]}]}));
    table.play("roll", &[1, 3]);
    table.play("no", &[]);
    table.play("yes", &[1, 2]);
    assert_eq!(table.pending(), "shortcut_window", "with a Shortcut window");
    // A player moved there in another's turn does not roll.
    let mut table = before(LOSS, settings(), json!({}));
    table.follows("l34", &[]);
    assert_eq!((table.awaited(), table.at_tile('B')), ("A".into(), 0));
    table.play("no", &[]);
    assert_eq!((table.at_tile('B'), table.step()), (73, "trade".into()));
}

#[test]
fn inv_edge_76_a_stay_and_a_missed_turn_are_served_one_after_the_other() {
    let position =
        json!({"turn": {"seat": 2, "step": "trade"}, "players": [{"stays": true, "missed": 1, "owned": ["b12"]}, {"at": 12}]});
    let mut table = with(json!({"players": 2}), position);
    table.play("end", &[]);
    assert_eq!((table.active(), table.last("skipped")["reason"].clone()), ('B', json!("tax_office")), "the stay first");
    table.roll(&[]);
    table.plays(&["pay", "end"]);
    assert_eq!(
        (table.active(), table.last("skipped")["reason"].clone(), table.net()[0]),
        ('B', json!("missed"), 10_000),
        "fees are due again"
    );
}

#[test]
fn inv_edge_62_an_empty_bank_pays_what_is_there() {
    let position = json!({"players": [{"cash": 8000000, "at": 95}, {"cash": 8675000}]});
    let mut table = with(json!({"players": 2, "bank_money": "box"}), position);
    table.roll(&[]);
    assert_eq!(
        (table.cash('A'), table.bank(), table.written('A')["subsidised"].clone()),
        (8_100_000, 0, json!(true)),
        "the lap counts"
    );
}
