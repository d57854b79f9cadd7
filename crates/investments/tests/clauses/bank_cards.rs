//! Bank cards. (INV-BCARD)

use crate::drawing::*;
use serde_json::{Value, json};

/// A is in step 3 of the turn.
fn trading(settings: Value, players: Value) -> Table {
    with(settings, json!({"turn": {"step": "trade"}, "players": players}))
}

/// Covers INV-BCARD-3, INV-INVAR-18.
#[test]
fn inv_bcard_1_there_are_15_at_1_000_000_each() {
    let mut table = trading(json!({}), json!([]));
    assert_eq!(table.state.bank_cards, 15);
    table.play("bankcard", &[]);
    assert_eq!((table.net()[0], table.written('A')["bank_cards"].clone(), table.state.bank_cards), (-1_000_000, json!(1), 14));
    assert_eq!(table.active(), 'B', "one per turn, which then ends by itself");
    let mut table = trading(json!({"bank_cards_per_turn": "any"}), json!([{"cash": 2500000}]));
    table.plays(&["bankcard", "bankcard"]);
    assert_eq!((table.cash('A'), table.active(), table.step()), (500_000, 'A', "bank_card".into()));
    assert_eq!(table.refused("bankcard"), "INV-BCARD-1");
}

#[test]
fn inv_bcard_2_only_the_active_player_buys_one_in_step_4() {
    let mut table = with(json!({}), json!({}));
    assert_eq!((table.refused("bankcard"), table.refused_to('B', "bankcard")), ("INV-BCARD-2", "INV-ORDER-3"));
}

/// Covers INV-BCARD-5.
#[test]
fn inv_bcard_4_the_bank_takes_a_card_back_at_its_price() {
    for position in [json!({"players": [{"bank_cards": 2}]}), json!({"turn": {"step": "trade"}, "players": [{"bank_cards": 2}]})]
    {
        let mut table = with(json!({}), position);
        table.play("sell bankcard", &[]);
        assert_eq!((table.net()[0], table.state.bank_cards), (1_000_000, 14), "before the roll and in step 3");
    }
    assert_eq!(with(json!({}), json!({})).refused("sell bankcard"), "INV-BCARD-4");
    // Whenever money is raised, also in another's turn.
    let mut table = before(LOSS, json!({}), json!({"players": [{}, {"cash": 0, "bank_cards": 1}]}));
    table.follows("l34", &[]);
    table.play("pay", &[]);
    assert_eq!(table.awaited(), "B");
    table.plays(&["sell bankcard", "pay"]);
    assert_eq!(table.cash('B'), 950_000);
    let mut table = before(10, json!({}), json!({"players": [{"cash": 0, "bank_cards": 1}]}));
    table.roll(&[]);
    table.plays(&["sell bankcard", "buy"]);
    assert_eq!((table.cash('A'), table.owner("b08")), (960_000, Some('A')), "for a purchase too");
}

#[test]
fn inv_bcard_6_between_players_only_the_active_one_buys() {
    let holder = json!([{"bank_cards": 1}, {"bank_cards": 1}, {"bank_cards": 1, "jail": 1}]);
    let mut table = trading(json!({}), holder.clone());
    assert_eq!(table.refused("offer 1>2 bankcard, 2>1 900000"), "INV-BCARD-6", "A does not sell");
    assert_eq!(table.refused("offer 3>1 bankcard, 1>3 900000"), "INV-TRADE-5", "the holder must be present");
    assert_eq!(table.refused("offer 4>1 bankcard, 1>4 900000"), "INV-BCARD-6", "and hold one");
    table.play("offer 2>1 bankcard, 1>2 900000", &[]);
    assert_eq!(table.step(), "bank_card", "asking begins step 4");
    table.play("decline 1", &[]);
    assert_eq!(table.refused("sell bankcard"), "INV-BCARD-5");
    table.play("offer 2>1 bankcard, 1>2 950000", &[]);
    table.play("accept 2", &[]);
    assert_eq!((table.net()[..2].to_vec(), table.written('A')["bank_cards"].clone()), (vec![-950_000, 950_000], json!(2)));
    assert_eq!(table.active(), 'B', "it counts as the one of this turn");
}

/// Covers INV-BCARD-8.
#[test]
fn inv_bcard_8_after_buying_one_none_is_sold_in_the_same_turn() {
    let mut table = trading(json!({"bank_cards_per_turn": "any"}), json!([]));
    table.play("bankcard", &[]);
    assert_eq!(table.refused("sell bankcard"), "INV-BCARD-8");
    assert!(!table.may("sell bankcard"));
}

/// Covers INV-EDGE-51, INV-END-2, INV-END-7, INV-END-11, INV-EX-49.
#[test]
fn inv_bcard_7_the_last_card_ends_the_game_at_once() {
    let players = json!([
        {"bank_cards": 6, "owned": ["b01", "b02", "b05", "b06"]},
        {"bank_cards": 6, "owned": ["b07", "b08", "b09", "b11"]},
        {"bank_cards": 2, "owned": ["b12", "b13", "b14", "b16", "b17"]},
    ]);
    let levels = json!({
        "b01": "M", "b02": "M", "b05": 3, "b06": 1, "b07": "M", "b08": "M", "b09": 3, "b11": 2,
        "b12": "M", "b13": "M", "b14": "M", "b16": "M", "b17": "M",
    });
    let position = json!({"turn": {"seat": 3, "step": "trade"}, "players": players, "levels": levels});
    let mut table = with(json!({"players": 3}), position.clone());
    table.play("bankcard", &[]);
    assert_eq!(table.won(), Some(("B".into(), "INV-END-2")), "B has more investments than A; C is not in the tie");
    assert_eq!(table.places(), [2, 1, 3]);
    // Then businesses, then cash; still equal, the victory is shared.
    let mut equal = position;
    equal["levels"] = json!({});
    equal["players"][0]["owned"] = json!(["b01", "b02", "b05"]);
    let mut table = with(json!({"players": 3}), equal.clone());
    table.play("bankcard", &[]);
    assert_eq!(table.won().map(|won| won.0), Some("B".into()), "more businesses");
    equal["players"][0]["owned"] = json!(["b01", "b02", "b05", "b06"]);
    equal["players"][0]["cash"] = json!(2005000);
    let mut table = with(json!({"players": 3}), equal.clone());
    table.play("bankcard", &[]);
    assert_eq!(table.won().map(|won| won.0), Some("A".into()), "more cash");
    equal["players"][0]["cash"] = json!(2000000);
    let mut table = with(json!({"players": 3}), equal);
    table.play("bankcard", &[]);
    assert_eq!((table.won().map(|won| won.0), table.places()), (Some("AB".into()), vec![1, 1, 3]));
}

#[test]
fn inv_edge_52_a_bankrupt_players_bank_cards_return() {
    let mut table = with(json!({}), json!({"players": [{"bank_cards": 6}, {"bank_cards": 8}]}));
    table.play("resign", &[]);
    assert_eq!((table.state.bank_cards, table.is_over()), (7, false));
}
