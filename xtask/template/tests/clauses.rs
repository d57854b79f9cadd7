//! One test for each clause, named after it.

use __game__::{__Game__, Options};
use kernel::{Game, PackFault, Rules};
use serde_json::{Value, json};

type Table = proof::TestTable<__Game__>;

/// A table of three at which 20 coins win.
fn table(position: Value) -> Table {
    Table::at(Options { players: 3, target: Some(20) }, position)
}

#[test]
fn __prefix___game_1_two_to_six_play() {
    for (players, fits) in [(1, false), (2, true), (6, true), (7, false)] {
        let rules = __Game__::rules(proof::pack::<__Game__>(), &Options { players, target: None });
        assert_eq!(rules.is_ok(), fits, "{players}");
    }
    let refusal = Table::try_at(Options::default(), json!({ "turn": 4 })).err().map(|refusal| refusal.clause);
    assert_eq!(refusal, Some("__PREFIX__-GAME-1"));
}

/// The faults of the standard pack with this instead of that.
fn faults(instead: &str, of: &str) -> Vec<String> {
    let files = __Game__::files();
    let changed = kernel::Files::new(files.iter().map(|(name, text)| (name, text.replace(of, instead))));
    __Game__::pack(&changed).map(drop).map_or_else(|faults| faults.iter().map(PackFault::to_string).collect(), |()| Vec::new())
}

#[test]
fn __prefix___pack_1_numbers_have_bounds() {
    assert_eq!(faults("faces = 20", "faces = 6"), [""; 0]);
    assert_eq!(faults("faces = 3", "faces = 6"), ["pack.toml:7: the die has 4 to 20 faces (__PREFIX__-PACK-1)"]);
    assert_eq!(faults("target = 9", "target = 100"), ["pack.toml:10: 10 to 500 coins win (__PREFIX__-PACK-1)"]);
}

/// Covers __PREFIX__-OPT-1, __PREFIX__-OPT-2.
#[test]
fn a_table_is_set_as_its_options_say() {
    let rules = proof::rules::<__Game__>(&Options { players: 5, target: Some(12) });
    assert_eq!((rules.players, rules.target), (5, 12));
    assert_eq!(proof::rules::<__Game__>(&Options::default()).target, 100, "as the pack says");
}

#[test]
fn __prefix___turn_1_seat_1_begins_and_turns_go_clockwise() {
    let mut table = Table::start(Options { players: 2, target: None }, &[]);
    for seat in [1, 2, 1] {
        assert_eq!(table.state.seat.number(), seat);
        table.play("roll", &[1]);
    }
}

#[test]
fn __prefix___turn_2_rolls_as_often_as_one_likes_then_keeps() {
    let mut table = table(json!({}));
    table.play("roll", &[2]);
    table.play("roll", &[3]);
    table.play("roll", &[4]);
    table.play("keep", &[]);
    assert_eq!(table.state.coins[0], 9);
}

#[test]
fn __prefix___roll_1_puts_coins_into_the_pot() {
    let mut table = table(json!({ "pot": 4 }));
    table.play("roll", &[6]);
    assert_eq!((table.state.pot, table.state.seat.number()), (10, 1));
}

#[test]
fn __prefix___roll_2_a_one_empties_the_pot_and_ends_the_turn() {
    let mut table = table(json!({ "pot": 9, "coins": [5] }));
    table.play("roll", &[1]);
    assert_eq!((table.state.pot, table.state.coins[0], table.state.seat.number()), (0, 5, 2));
}

#[test]
fn __prefix___keep_1_takes_a_coin_in_the_pot() {
    let mut table = table(json!({ "pot": 3, "coins": [5] }));
    table.play("keep", &[]);
    assert_eq!((table.state.pot, table.state.coins[0], table.state.seat.number()), (0, 8, 2));
    assert_eq!(table.refused("keep"), "__PREFIX__-KEEP-1");
}

#[test]
fn __prefix___end_1_who_keeps_the_target_wins() {
    let mut table = table(json!({ "pot": 5, "coins": [15, 19] }));
    table.play("keep", &[]);
    assert_eq!(table.rules.outcome(&table.state).map(|outcome| outcome.clause), Some("__PREFIX__-END-1"));
}

#[test]
fn __prefix___end_2_the_others_are_placed_by_coins() {
    let table = table(json!({ "coins": [20, 3, 3] }));
    let outcome = table.rules.outcome(&table.state).expect("it is over");
    assert_eq!(serde_json::to_value(outcome).expect("JSON")["places"], json!([1, 2, 2]));
}

#[test]
fn __prefix___inv_1_only_the_player_in_turn_can_have_won() {
    for position in [json!({ "coins": [0, 20] }), json!({ "coins": [20], "pot": 1 })] {
        let refusal = Table::try_at(Options { players: 3, target: Some(20) }, position).err();
        assert_eq!(refusal.map(|refusal| refusal.clause), Some("__PREFIX__-INV-1"));
    }
}
