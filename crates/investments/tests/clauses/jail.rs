//! Jail. (INV-JAIL)

use crate::common::{InvestmentsTable, Table, l, p, table, with};
use serde_json::{Value, json};

/// A lands on the Cannery of B (fee 10,000), with these things.
#[track_caller]
fn owing(settings: Value, own: Value) -> Table {
    let position = json!({"players": [crate::common::but(json!({"at": 7}), own), {"owned": ["b08"]}]});
    let mut table = with(settings, position);
    table.play("roll", &[1, 2]);
    table
}

fn three() -> Value {
    json!({"players": 3})
}

/// Covers INV-JAIL-3, INV-EDGE-25.
#[test]
fn inv_jail_1_refusing_what_is_owed_leads_to_jail() {
    // A debt to a player.
    let mut table = owing(three(), json!({}));
    table.play("refuse", &[]);
    assert_eq!((table.jail('A'), table.at_tile('A')), (3, 10), "the piece stays where it is");
    // A debt to the bank: a tax. Jail takes the place of the stay, and there is no card.
    let mut table = crate::common::table(2, json!({"players": [{"at": 70}]}));
    table.play("roll", &[1, 2]);
    table.play("refuse", &[]);
    assert_eq!((table.jail('A'), table.cash('A'), table.at_tile('A')), (3, 2_900_000, 73));
    assert_eq!((&table.player('A')["stays"], &table.player('A')["tax_card"]), (&json!(false), &json!(false)));
    // A Loss card, a loan payment, a forced trade.
    let mut table = crate::common::table(2, json!({"players": [{"at": 4}]}));
    table.play("roll", &[2, 3, l(1)]);
    table.play("refuse", &[]);
    assert_eq!((table.jail('A'), table.cash('A')), (3, 2_900_000));
    let mut table = crate::common::table(2, json!({"players": [{"at": 97, "owned": ["b22"]}], "loans": {"b22": 0}}));
    table.play("roll", &[1, 3]);
    table.play("refuse", &[]);
    assert_eq!(table.jail('A'), 3);
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04"]}]);
    let mut table = crate::common::table(2, json!({ "players": players }));
    table.play("roll", &[1, 2]);
    table.plays(&["force", "refuse"]);
    assert_eq!(table.jail('B'), 3);
}

/// A player who goes to jail over a loan is on the tile on which the roll ends, and nothing happens to them there. Covers
/// INV-TURN-2.
#[test]
fn inv_jail_3_the_piece_goes_to_where_the_movement_ends() {
    // From 95, past the Bank, to a Profit tile, where no card is drawn.
    let lap = |more: Value| {
        let player = crate::common::but(json!({"at": 95, "owned": ["b22"]}), more);
        table(3, json!({"players": [player], "loans": {"b22": 0}}))
    };
    let mut table = lap(json!({}));
    table.play("roll", &[4, 3]);
    table.play("refuse", &[]);
    assert_eq!((table.at_tile('A'), table.jail('A'), table.cash('A')), (2, 3, 2_200_000));
    assert_eq!((table.active(), table.pending().as_str()), ('B', "-"));
    // A piece that ends on Start gets its extra; there is no repeat die, and no tile of a later turn is changed by it.
    let mut table = lap(json!({}));
    table.play("roll", &[1, 4]);
    assert_eq!(table.cash('A'), 2_450_000);
    table.play("refuse", &[]);
    assert_eq!((table.at_tile('A'), table.cash('A'), table.told("repeat_rolled").len()), (0, 2_350_000, 0));
    // A player who pays resolves the tile as usual.
    let mut table = lap(json!({}));
    table.play("roll", &[4, 3]);
    table.play("pay", &[p(1)]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (2, 2_340_000));
    // By a card, which goes under its pile.
    let mut table = crate::common::table(2, json!({"players": [{"at": 13, "owned": ["b22"]}], "loans": {"b22": 1}}));
    table.play("roll", &[1, 2, p(27)]);
    table.play("refuse", &[]);
    assert_eq!((table.at_tile('A'), table.jail('A'), table.cash('A')), (0, 3, 3_350_000));
    assert_eq!(table.position()["under"]["profit"], json!(["p27"]));
    // The second offence: out of the game.
    let mut table = lap(json!({"offences": 1}));
    table.play("roll", &[4, 3]);
    table.play("refuse", &[]);
    assert_eq!((&table.player('A')["out"], table.active()), (&json!(1), 'B'));
}

/// A movement of 99 tiles by a Shortcut card, past the Bank, the Global Economy and the Tax Office: the jailed player draws no card and
/// keeps the Tax Office card.
#[test]
fn inv_jail_5_what_the_piece_of_a_jailed_player_passes_does_nothing() {
    let player = json!({"at": 87, "owned": ["b62"], "shortcuts": ["k21"], "tax_card": true});
    let position = json!({"players": [player], "loans": {"b62": 0}});
    let mut table = with(json!({"players": 2, "global_mode": "passing"}), position);
    table.play("roll", &[1, 2]);
    table.play("play 1", &[]);
    table.play("refuse", &[]);
    assert_eq!((table.at_tile('A'), table.owner("b62"), table.jail('A')), (86, None, 3));
    assert_eq!((&table.player('A')["tax_card"], &table.view()["global"]), (&json!(true), &Value::Null));
}

#[test]
fn inv_jail_2_jail_is_not_on_the_board() {
    let table = table(2, json!({}));
    assert!(table.rules.pack.board.iter().all(|tile| !tile.name.to_lowercase().contains("jail")));
}

/// Covers INV-JAIL-6, INV-EX-36.
#[test]
fn inv_jail_4_out_for_three_rounds_without_fees() {
    let position = json!({
        "turn": {"seat": 2},
        "players": [{"at": 76, "owned": ["b08"]}, {"at": 7, "owned": ["b62", "b63"]}, {"at": 77}],
    });
    let mut table = table(3, position);
    table.play("roll", &[1, 2]);
    table.play("refuse", &[]);
    assert_eq!((table.active(), table.jail('B')), ('C', 3));
    // C lands on 80, 83, 86 (Tyre Factory of B), 89; A on 79, 82, 85, 88 (Lorry Factory of B).
    let mut slots = String::new();
    for _ in 0..7 {
        slots.push(table.active());
        table.play("roll", &[1, 2]);
        match table.pending().as_str() {
            "buy" => table.plays(&["no", "end"]),
            "debt" => table.plays(&["pay", "end"]),
            _ => table.plays(&["end"]),
        }
    }
    // B skips three slots and plays the fifth; no fee to B in the third round, fees again after the third skipped slot.
    assert_eq!((slots.as_str(), table.active()), ("CACACAC", 'A'));
    assert_eq!(table.told("no_fee").len(), 1);
    table.play("roll", &[1, 2]);
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (88, "debt"));
    table.plays(&["pay", "end"]);
    assert_eq!(table.active(), 'B');
}

#[test]
fn inv_jail_5_a_jailed_player_neither_acts_nor_pays_nor_is_counted() {
    let position = json!({
        "players": [{"at": 4}, {"jail": 2, "cash": 0, "owned": ["b22"], "shortcuts": ["k01"], "bank_cards": 1}, {"cash": 500_000}],
    });
    let mut table = table(3, position.clone());
    assert_eq!(table.refused_to('B', "roll"), "INV-JAIL-5");
    // Support for the poorest: C, though B has less.
    table.play("roll", &[2, 3, l(25)]);
    table.play("follow", &[]);
    assert_eq!((table.pending().as_str(), table.cash('B'), table.cash('C')), ("-", 0, 550_000));
    // Nobody asks B for a Shortcut card, and property stays theirs.
    assert_eq!((table.owner("b22"), table.hand('B').as_str(), &table.player('B')["bank_cards"]), (Some('B'), "k01", &json!(1)));
    // Everybody pays, everybody moves: not B.
    for (card, at) in [(26, 0), (34, 0)] {
        let mut table = crate::common::table(3, position.clone());
        table.play("roll", &[2, 3, l(card)]);
        table.play("follow", &[]);
        while ["refusal", "debt"].contains(&table.pending().as_str()) {
            assert_ne!(table.awaited(), "B");
            table.play("pay", &[]);
        }
        assert_eq!((table.cash('B'), table.at_tile('B')), (0, at));
    }
}

#[test]
fn inv_jail_7_the_fine_is_100000_and_twice_the_fee_for_a_fee() {
    let mut table = owing(three(), json!({}));
    table.play("refuse", &[]);
    assert_eq!((table.cash('A'), table.last("jailed")["fine"].clone()), (1_980_000, json!(20_000)));
    let mut table = crate::common::table(2, json!({"players": [{"at": 70}]}));
    table.play("roll", &[1, 2]);
    table.play("refuse", &[]);
    assert_eq!(table.last("jailed")["fine"], 100_000);
}

#[test]
fn inv_jail_8_the_fine_may_be_raised_and_who_cannot_pay_it_is_out() {
    let mut table = owing(three(), json!({"cash": 0, "owned": ["b22"]}));
    table.play("refuse", &[]);
    assert_eq!((table.awaited().as_str(), table.sorted()), ("A", vec!["mortgage b22".to_owned(), "sell b22".to_owned()]));
    table.play("mortgage b22", &[]);
    assert_eq!((table.cash('A'), table.jail('A'), table.active()), (20_000, 3, 'B'));
    let mut table = owing(three(), json!({"cash": 10_000}));
    table.play("refuse", &[]);
    assert_eq!((&table.player('A')["out"], table.cash('B')), (&json!(1), 2_010_000));
}

#[test]
fn inv_jail_9_the_fine_replaces_what_was_refused_and_the_bank_pays_the_others() {
    // You settle a lawsuit with all rivals: 20,000 each.
    let mut table = table(3, json!({"players": [{"at": 4}]}));
    table.play("roll", &[2, 3, l(11)]);
    table.play("refuse", &[]);
    assert_eq!(table.purses(), [1_900_000, 2_020_000, 2_020_000]);
}

/// Covers INV-JAIL-11, INV-EX-54, INV-EDGE-49, INV-INVAR-17.
#[test]
fn inv_jail_10_the_second_offence_eliminates() {
    let mut table = table(2, json!({"players": [{"at": 4, "cash": 150_000}]}));
    table.play("roll", &[2, 3, l(6)]);
    table.play("refuse", &[]);
    assert_eq!((table.cash('A'), table.jail('A'), &table.player('A')["offences"]), (50_000, 3, &json!(1)));
    // Neither jail nor fine, but the bank pays the owner.
    let mut table = owing(three(), json!({"offences": 1, "owned": ["b22"]}));
    table.play("refuse", &[]);
    assert_eq!((table.cash('B'), &table.player('A')["out"], table.owner("b22")), (2_010_000, &json!(1), None));
    assert!(table.told("jailed").is_empty());
    // Three, or never.
    let mut table = owing(json!({"players": 3, "offence_limit": 3}), json!({"offences": 1}));
    table.play("refuse", &[]);
    assert_eq!((table.jail('A'), &table.player('A')["offences"]), (3, &json!(2)));
    let mut table = owing(json!({"players": 3, "offence_limit": "never"}), json!({"offences": 9}));
    table.play("refuse", &[]);
    assert_eq!(table.jail('A'), 3);
    // A refused forced trade still passes the business.
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04", "b22"], "offences": 1}]);
    let mut table = with(three(), json!({ "players": players }));
    table.play("roll", &[1, 2]);
    table.plays(&["force", "refuse"]);
    assert_eq!((table.owner("b04"), table.owner("b22"), &table.player('B')["out"]), (Some('A'), None, &json!(1)));
}

#[test]
fn inv_jail_12_illegal_actions_are_rejected_without_penalty() {
    let mut table = owing(three(), json!({}));
    for deed in ["end", "bankcard", "buy", "roll"] {
        let _: &str = table.refused(deed);
    }
    assert_eq!((&table.player('A')["offences"], table.jail('A')), (&json!(0), 0));
}

#[test]
fn inv_jail_13_who_is_jailed_in_anothers_turn_serves_from_the_own_next_slot() {
    let players = json!([{"at": 2, "owned": ["b01", "b02", "b03"]}, {"owned": ["b04"]}]);
    let mut table = table(2, json!({ "players": players }));
    table.play("roll", &[1, 2]);
    table.plays(&["force", "refuse"]);
    assert_eq!((table.active(), table.jail('B')), ('A', 3), "the turn goes on");
    table.play("end", &[]);
    assert_eq!((table.active(), table.jail('B')), ('A', 2), "the slot of B was skipped");
}
