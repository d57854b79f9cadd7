//! The Casino. (INV-CASINO)

use crate::common::{InvestmentsTable, Table, table};
use serde_json::{Value, json};

/// A lands on this tile of the Casino, with these things.
#[track_caller]
fn at(tile: u8, own: Value) -> Table {
    let player = crate::common::but(json!({"at": 22 + tile - 3, "cash": 100_000}), own);
    let mut table = table(2, json!({"players": [player]}));
    table.play("roll", &[1, 2]);
    table
}

#[test]
fn inv_casino_1_bet_or_ignore_it() {
    for tile in 1..=3 {
        let mut table = at(tile, json!({}));
        assert_eq!((table.pending().as_str(), table.refused("buy")), ("casino", "INV-CASINO-1"), "it cannot be bought");
        table.play("no", &[]);
        assert_eq!((table.step().as_str(), table.cash('A')), ("trade", 100_000), "without penalty");
    }
}

/// Covers INV-CASINO-6.
#[test]
fn inv_casino_2_the_stake_is_any_amount_of_the_own_money() {
    let mut table = at(1, json!({"owned": ["b22"]}));
    for (wrong, clause) in [
        ("bet 1 105000", "INV-CASINO-6"),
        ("bet 1 0", "INV-CASINO-6"),
        ("bet 3 5000", "INV-CASINO-3"),
        ("mortgage b22", "INV-CASINO-2"),
    ] {
        assert_eq!(table.refused(wrong), clause, "{wrong}");
    }
    assert!(kernel::Notation::read(&*table.rules, "bet 1 7000").is_err(), "in steps of 5,000");
    let bounds = {
        let mut bounds = Vec::new();
        kernel::Rules::bounds(&*table.rules, &table.state, crate::common::seat('A'), &mut bounds);
        bounds.iter().map(|bounds| (bounds.low.units(), bounds.high.units())).collect::<Vec<_>>()
    };
    assert_eq!(bounds, [(5_000, 100_000); 2]);
    // One bet for a landing.
    table.play("bet 1 100000", &[2]);
    assert_eq!((table.cash('A'), table.step().as_str()), (0, "trade"));
    // Without money there is no bet.
    assert_eq!(at(1, json!({"cash": 0})).pending(), "-");
}

/// Covers INV-CASINO-4, INV-CASINO-7, INV-CASINO-8.
#[test]
fn inv_casino_3_the_tile_sets_the_game_and_the_winnings() {
    for (tile, bet, dice, change) in [
        (1, "bet 1 50000", &[3][..], 50_000),
        (1, "bet 2 50000", &[3], -50_000),
        (2, "bet 1 50000", &[2], 100_000),
        (2, "bet 3 50000", &[4], -50_000),
        (3, "bet 2 50000", &[3, 4], 200_000),
        (3, "bet 1 50000", &[4, 4], -50_000),
        (3, "bet 3 50000", &[4, 4], 50_000),
    ] {
        let mut table = at(tile, json!({}));
        table.play(bet, dice);
        assert_eq!(table.cash('A'), 100_000 + change, "tile {tile}, {bet}");
        assert_eq!(table.cash('A') + table.cash('B') + table.bank(), 16_775_000);
    }
}

#[test]
fn inv_casino_5_landing_there_again_allows_another_bet() {
    let mut table = table(2, json!({"players": [{"at": 23}]}));
    table.play("roll", &[1, 1]);
    table.play("accept", &[]);
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (25, "casino"), "no repeat die");
}

/// Covers INV-COMP-3.
#[test]
fn inv_casino_9_without_a_stake_the_true_reason_is_told() {
    // The bank of the box could pay a win of the first choice, not one of the second.
    let players = json!([{"at": 22, "cash": 100_000}, {"cash": 16_665_000}]);
    let mut table = crate::common::with(json!({"players": 2, "bank_money": "box"}), json!({ "players": players }));
    table.play("roll", &[1, 2]);
    assert_eq!((table.bank(), table.refused("bet 2 5000")), (10_000, "INV-COMP-3"));
    table.play("bet 1 10000", &[1, 1]);
    assert_eq!(table.bank(), 0);
    // There is room for a win of the first choice only.
    let mut table = at(3, json!({"cash": 49_990_000}));
    assert_eq!(table.refused("bet 2 5000"), "INV-CASINO-9");
    table.play("bet 1 10000", &[1, 1]);
    assert_eq!(table.cash('A'), 50_000_000);
}

#[test]
fn inv_casino_9_a_win_carries_cash_to_50_000_000_at_most() {
    let mut table = at(2, json!({"cash": 49_900_000}));
    assert_eq!(table.refused("bet 1 55000"), "INV-CASINO-6");
    table.play("bet 1 50000", &[1]);
    assert_eq!(table.cash('A'), 50_000_000);
    assert_eq!(at(1, json!({"cash": 50_000_000})).pending(), "-");
}

/// Why no stake is possible on a choice: no money, too much of it, or a bank that could not pay.
#[test]
fn inv_casino_6_a_bet_that_is_not_possible_is_refused_for_its_reason() {
    let mut table = at(3, json!({"cash": 49_985_000}));
    assert_eq!(table.refused("bet 2 5000"), "INV-CASINO-9", "a win would be 20,000");
    assert!(table.allows('A', "bet 1 5000"));
    let rich = json!({"at": 22, "cash": 16_760_000});
    let mut table = crate::common::with(json!({"players": 2, "bank_money": "box"}), json!({"players": [rich, {"cash": 0}]}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.refused("bet 2 5000"), "INV-COMP-3", "the bank has 15,000");
    assert!(table.allows('A', "bet 1 5000"));
    let poor = json!({"players": [{"at": 20, "cash": 0}, {}]});
    let mut table = crate::common::with(json!({"players": 2, "piece_mode": "single"}), poor);
    table.play("roll", &[1, 2]);
    assert_eq!(table.awaited(), "B", "whoever has nothing is not asked");
}
