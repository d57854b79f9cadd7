//! Cases at the edge, of turns, movement, cards that pay, and trade. (INV-EDGE)

use crate::common::{InvestmentsTable, k, l, p, table};
use serde_json::{Value, json};

#[test]
fn inv_edge_1_an_empty_pile_gives_no_card() {
    // Eleven full hands hold all 22 Shortcut cards.
    let mut players = vec![json!({"at": 9})];
    for holder in 0..11 {
        let card = |number: u32| json!({"card": format!("k{number:02}"), "ready": false});
        players.push(json!({"shortcuts": [card(2 * holder + 1), card(2 * holder + 2)]}));
    }
    let mut table = table(12, json!({ "players": players }));
    table.play("roll", &[1, 2]);
    assert_eq!((table.at_tile('A'), table.hand('A').as_str(), table.step().as_str()), (12, "", "trade"));
    assert!(table.told("shortcut_drawn").is_empty());
}

/// Covers INV-TAX-13.
#[test]
fn inv_edge_4_an_eighth_player_at_the_tax_office_gets_no_card() {
    let mut players = vec![json!({"at": 70})];
    players.extend(std::iter::repeat_n(json!({"tax_card": true}), 7));
    let mut table = table(8, json!({ "players": players }));
    table.play("roll", &[1, 2]);
    table.play("pay", &[]);
    assert_eq!(
        (table.cash('A'), &table.player('A')["tax_card"], &table.player('A')["stays"]),
        (950_000, &json!(false), &json!(true))
    );
}

#[test]
fn inv_edge_11_slots_pass_one_after_another_while_nobody_can_act() {
    let mut table = table(2, json!({"turn": {"step": "trade"}, "players": [{"missed": 2}, {"jail": 2}]}));
    table.play("end", &[]);
    let skipped: Vec<Value> = table.told("skipped").iter().map(|skip| skip["seat"].clone()).collect();
    assert_eq!((skipped, table.active(), table.round()), (vec![json!(2), json!(1), json!(2), json!(1)], 'B', 3));
}

/// Covers INV-EDGE-14.
#[test]
fn inv_edge_12_a_debtor_in_anothers_turn_raises_money_or_is_out_and_the_turn_goes_on() {
    let mut table = table(3, json!({"players": [{"at": 97}, {"cash": 0, "owned": ["b22"]}, {"cash": 5_000}]}));
    table.play("roll", &[2, 3, p(13)]);
    table.answers(&[('B', "pay"), ('C', "pay")]);
    assert_eq!(table.awaited(), "B");
    table.play("mortgage b22", &[]);
    // C cannot pay 30,000: the bank pays A in full.
    assert_eq!((table.cash('A'), table.cash('B'), &table.player('C')["out"]), (2_360_000, 10_000, &json!(1)));
    assert_eq!((table.active(), table.step().as_str()), ('A', "trade"));
}

#[test]
fn inv_edge_15_the_game_ends_before_the_last_one_pays() {
    let mut table = table(3, json!({"players": [{"at": 4, "cash": 0}, {"cash": 0}, {"cash": 0}]}));
    table.play("roll", &[2, 3, l(26)]);
    table.play("follow", &[]);
    table.answers(&[('B', "pay"), ('C', "pay")]);
    assert_eq!((table.won().unwrap(), table.places()), (("C".to_owned(), "INV-END-1"), vec![3, 2, 1]));
}

#[test]
fn inv_edge_16_the_bank_pays_the_creditor_that_cannot_be_paid_and_the_rest() {
    let mut table = table(4, json!({"players": [{"at": 4, "cash": 10_000}]}));
    table.play("roll", &[2, 3, l(12)]);
    table.play("follow", &[]);
    assert_eq!(table.purses(), [0, 1_510_000, 1_510_000, 1_510_000]);
    assert_eq!((&table.player('A')["out"], table.told("bank_stood_in").len(), table.active()), (&json!(1), 2, 'B'));
}

#[test]
fn inv_edge_17_nothing_is_paid_for_nothing_and_a_percentage_bankrupts_nobody() {
    for (cash, card, after) in [(0, 27, 0), (0, 14, 0), (5_000, 28, 0), (110_000, 27, 100_000)] {
        let mut table = table(2, json!({"players": [{"at": 4, "cash": cash}]}));
        table.play("roll", &[2, 3, l(card)]);
        table.play("follow", &[]);
        assert_eq!((table.cash('A'), &table.player('A')["out"], table.step().as_str()), (after, &json!(0), "trade"));
    }
}

#[test]
fn inv_edge_18_a_mortgaged_business_is_given_up_for_nothing() {
    let mut table = table(2, json!({"players": [{"at": 4, "owned": ["b22"]}], "loans": {"b22": 1}}));
    table.play("roll", &[2, 3, l(38)]);
    table.play("follow", &[]);
    assert_eq!((table.owner("b22"), table.loan("b22"), table.cash('A')), (None, None, 3_000_000));
}

#[test]
fn inv_edge_19_with_all_businesses_sold_there_is_nowhere_to_go() {
    let all: Vec<String> = (1..=71).map(|number| format!("b{number:02}")).collect();
    let mut table = table(2, json!({"players": [{"at": 97, "shortcuts": ["k22", "k21"]}, {"owned": all}]}));
    table.play("roll", &[2, 3]);
    assert_eq!(table.sorted(), ["no"], "neither `to_unowned` nor `to_own` can be played");
    table.play("no", &[p(31)]);
    assert_eq!((table.at_tile('A'), table.step().as_str()), (2, "trade"), "`move_unowned` is ignored");
}

#[test]
fn inv_edge_20_the_next_profit_tile_may_lie_behind_the_bank() {
    let mut table = table(2, json!({"players": [{"at": 79, "cash": 0}]}));
    table.play("roll", &[2, 3, p(30), p(1)]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (2, 350_000));
}

#[test]
fn inv_edge_22_cards_that_lead_to_cards_are_resolved_one_after_another() {
    let mut table = table(2, json!({"players": [{"at": 4}]}));
    table.play("roll", &[2, 3, l(30)]);
    table.play("follow", &[l(29)]);
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (28, "read"));
    table.plays(&["follow", "pay"]);
    assert_eq!((table.at_tile('A'), table.cash('A'), &table.player('A')["stays"]), (73, 2_950_000, &json!(true)));
    assert_eq!(table.step(), "trade");
}

/// Covers INV-EDGE-24.
#[test]
fn inv_edge_23_everybody_to_the_tax_office_where_some_already_stand() {
    let mut table = table(3, json!({"players": [{"at": 4}, {"at": 73, "stays": true}, {"at": 75, "cash": 0}]}));
    table.play("roll", &[2, 3, l(34)]);
    table.play("follow", &[]);
    // A pays; B moves one tile on and rolls the repeat die; C goes once around, with a lap event, and pays and stays anew.
    table.play("pay", &[5, p(1)]);
    assert_eq!((table.at_tile('B'), table.cash('B'), table.at_tile('C'), table.cash('C')), (74, 2_050_000, 73, 300_000));
    assert_eq!(table.awaited(), "C");
    table.play("pay", &[]);
    assert_eq!((table.cash('C'), &table.player('C')["stays"]), (250_000, &json!(true)));
    // B was moved away from where the stay began: the slot is missed all the same.
    table.play("end", &[]);
    let skipped: Vec<Value> = table.told("skipped").iter().map(|skip| skip["seat"].clone()).collect();
    assert_eq!((skipped, table.active()), (vec![json!(2), json!(3), json!(1)], 'B'));
}

/// Covers INV-SFX-2, INV-SFX-5, INV-SFX-6.
#[test]
fn inv_edge_41_less_than_one_half_a_tile_and_twice_the_most() {
    for (card, dice, at) in [("k05", [1, 2], 11), ("k12", [3, 4], 14)] {
        let mut table = table(2, json!({"players": [{"at": 10, "shortcuts": [card]}]}));
        table.play("roll", &dice);
        table.play("play 1", &[]);
        assert_eq!(table.at_tile('A'), at, "{card}");
    }
    let mut table = table(2, json!({"players": [{"at": 3, "shortcuts": ["k11"]}]}));
    table.play("roll", &[6, 6]);
    table.play("again", &[6, 6]);
    table.play("play 1", &[]);
    assert_eq!(table.at_tile('A'), 51, "48 tiles");
}

/// Covers INV-SHORT-7.
#[test]
fn inv_edge_42_a_card_drawn_in_this_slot_is_sold_at_once_but_not_used() {
    let mut table = table(2, json!({"turn": {"more": 1}, "players": [{"at": 9}]}));
    table.play("roll", &[1, 2, k(7)]);
    assert!(table.may("sell shortcut-1"));
    table.play("end", &[]);
    assert_eq!(table.active(), 'A');
    table.play("roll", &[1, 2]);
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (15, "buy"), "no Shortcut window");
}

#[test]
fn inv_edge_43_a_card_bought_in_anothers_slot_is_usable_from_the_own_next_slot() {
    let mut table = table(2, json!({"turn": {"step": "trade", "more": 1}, "players": [{"shortcuts": ["k01"]}]}));
    table.play("offer 1>2 shortcut 1, 2>1 15000", &[]);
    table.plays(&["accept 1", "end"]);
    table.play("roll", &[1, 2]);
    assert_eq!(table.pending(), "buy", "B is not asked in this slot of A");
    table.plays(&["no", "end"]);
    table.play("roll", &[1, 2]);
    assert_eq!((table.pending().as_str(), table.awaited().as_str()), ("shortcut_window", "B"));
}

#[test]
fn inv_edge_53_bank_cards_are_sold_back_for_a_debt_in_anothers_turn_too() {
    let mut table = table(2, json!({"players": [{"at": 97}, {"cash": 0, "bank_cards": 1}]}));
    table.play("roll", &[2, 3, p(11)]);
    table.plays(&["pay", "sell bankcard"]);
    assert_eq!((table.cash('B'), &table.player('B')["bank_cards"], table.active()), (980_000, &json!(0), 'A'));
}

#[test]
fn inv_edge_63_solo_jail_skips_three_rounds_and_tokens_go_on_being_removed() {
    let position = json!({"players": [{"at": 4}], "global": {"card": "g14", "tokens": 4, "drawer": 1}});
    let mut table = table(1, position);
    table.play("roll", &[2, 3, l(1)]);
    table.play("refuse", &[]);
    assert_eq!((table.told("skipped").len(), table.round(), table.active(), table.step().as_str()), (3, 5, 'A', "roll"));
    assert!(table.view()["global"].is_null(), "one token in each of four slots");
}

#[test]
fn inv_edge_67_the_roll_waits_for_the_answer_to_an_open_offer() {
    let position = json!({"global": {"card": "g03", "drawer": 1}, "players": [{}, {"owned": ["b01"]}]});
    let mut table = table(3, position);
    table.does('B', "offer 2>3 b01, 3>2 20000", &[]);
    assert_eq!((table.awaited().as_str(), table.refused_to('A', "roll")), ("C", "INV-ORDER-3"));
    table.play("decline 1", &[]);
    table.does('A', "roll", &[1, 2]);
}

#[test]
fn inv_edge_71_bought_for_a_quarter_and_sold_for_half() {
    let position = json!({"global": {"card": "g09", "drawer": 2}, "players": [{"at": 94, "cash": 75_000, "kept": ["p40"]}]});
    let mut table = table(2, position);
    table.play("roll", &[1, 2]);
    table.play("buyhalf", &[]);
    assert_eq!((table.cash('A'), table.owner("b71")), (0, Some('A')));
    table.play("sell b71", &[]);
    assert_eq!(table.cash('A'), 150_000);
}
