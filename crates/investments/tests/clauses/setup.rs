//! The set-up, the lottery and the order of play. (INV-SETUP, INV-LOT, INV-ORDER)

use crate::common::{InvestmentsTable, Table, asked, k, options, refused_settings, start, table};
use kernel::Game;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn pack() -> &'static investments::Pack {
    static PACK: std::sync::LazyLock<std::sync::Arc<investments::Pack>> =
        std::sync::LazyLock::new(|| investments::Investments::pack(&investments::Investments::files()).expect("the pack"));
    &PACK
}

fn order(table: &Table) -> Value {
    table.view()["order"].clone()
}

/// Covers INV-SETUP-2.
#[test]
fn inv_setup_1_cards_lie_in_four_piles_and_the_rest_with_the_bank() {
    let table = start(json!({}), &[]);
    let bank = &table.view()["bank"];
    assert_eq!(bank["piles"], json!([42, 42, 22, 29]));
    assert_eq!([&bank["bank_cards"], &bank["tax_cards"], &bank["investments"], &bank["monopolies"]], [15, 7, 75, 25]);
    assert!(table.view()["businesses"].as_array().unwrap().iter().all(|deed| deed["owner"].is_null()));
    // Shuffled: a card that nobody has seen can be any of its pile.
    for card in [1, 42] {
        let mut table = crate::common::table(2, json!({"players": [{"at": 97}]}));
        table.play("roll", &[2, 3, card - 1]);
        assert_eq!(table.last("card_drawn")["card"], json!(card - 1));
    }
}

/// Covers INV-SETUP-13.
#[test]
fn inv_setup_3_every_seat_has_a_piece_of_its_own() {
    let pieces = &pack().pieces;
    assert_eq!(pieces.len(), 16);
    let of_its_own = |of: &dyn Fn(&investments::Piece) -> String| pieces.iter().map(of).collect::<BTreeSet<_>>().len();
    assert_eq!(of_its_own(&|piece| piece.colour.clone()), 16, "no two alike");
    assert_eq!(of_its_own(&|piece| piece.letter.to_string()), 16);
    assert_eq!(of_its_own(&|piece| piece.shape.clone()), 16);
    assert!(!start(json!({}), &[]).actions().iter().any(|action| action.contains("piece")), "nobody is asked");
}

/// Covers INV-BANKER-1, INV-BANKER-2, INV-BANKER-3.
#[test]
fn inv_setup_4_the_program_is_the_banker_and_no_player_is() {
    let table = start(json!({"players": 3}), &[]);
    // It has handed out the start money, and nobody's money or property differs.
    assert_eq!(table.purses(), [2_000_000; 3]);
    assert!(!table.actions().iter().any(|action| action.contains("banker")));
    // It pays subsidies and issues deeds.
    let mut table = crate::common::table(2, json!({"players": [{"cash": 100_000, "at": 96}]}));
    table.play("roll", &[1, 4]);
    table.play("buy", &[]);
    assert_eq!((table.cash('A'), table.owned('A').as_str()), (380_000, "b01"));
    assert_eq!(table.bank(), 16_775_000 - 380_000 - 3_000_000);
}

/// Covers INV-SETUP-6.
#[test]
fn inv_setup_5_one_to_sixteen_play() {
    for players in 1..=16 {
        let table = start(json!({ "players": players }), &[]);
        assert_eq!(table.view()["players"].as_array().unwrap().len(), players);
    }
    for players in [0, 17] {
        assert_eq!(refused_settings(json!({ "players": players })).clause, "INV-SETUP-5");
    }
    // 16 is the most that the box can give 1,000,000 each.
    assert!(asked(json!({"players": 16, "bank_money": "box"})).is_ok());
    assert_eq!(table(2, json!({})).refused_to('C', "roll"), "INV-SETUP-6");
}

/// Covers INV-SETUP-8, INV-EX-8.
#[test]
fn inv_setup_7_start_money_by_the_number_of_players() {
    let each = [6_000_000, 3_000_000, 2_000_000, 1_500_000, 1_200_000, 1_000_000];
    for players in 1..=16_usize {
        let table = start(json!({ "players": players }), &[]);
        let each = each[players.min(6) - 1];
        assert_eq!(table.purses(), vec![each; players]);
        let bank = if players <= 6 { 10_775_000 } else { 16_775_000 - 1_000_000 * players as i64 };
        assert_eq!(table.bank(), bank, "{players} players");
    }
    assert_eq!(start(json!({"players": 7}), &[]).bank(), 9_775_000);
}

#[test]
fn inv_setup_9_start_is_the_third_tile_of_the_bank() {
    let start = &pack().board[0];
    assert_eq!((start.kind, start.number), (investments::TileKind::Bank, 3));
    assert_eq!((pack().board[98].number, pack().board[99].number), (1, 2));
    // The player sent there lands on it and receives its extra.
    let mut table = table(2, json!({"players": [{"at": 97, "cash": 0}]}));
    table.play("roll", &[2, 1]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (0, 450_000));
}

/// Covers INV-SETUP-11.
#[test]
fn inv_setup_10_every_piece_begins_on_start_with_all_the_money_and_no_business() {
    let table = start(json!({"players": 3}), &[]);
    for letter in ['A', 'B', 'C'] {
        assert_eq!((table.at_tile(letter), table.cash(letter), table.owned(letter).as_str()), (0, 2_000_000, ""));
    }
    // Placing a piece is no landing.
    assert!(table.told("subsidised").is_empty() && table.told("repeat_rolled").is_empty());
    let table = start(json!({"players": 2, "start_mode": "lottery"}), &[1, 2, 1, 3]);
    assert_eq!((table.at_tile('A'), table.at_tile('B'), table.pending().as_str()), (30, 51, "-"));
}

/// Covers INV-SETUP-12, INV-LOT-1, INV-LOT-2, INV-LOT-4, INV-LOT-5, INV-LOT-6, INV-EX-1.
#[test]
fn inv_lot_1_two_dice_name_a_business_and_its_condition_is_settled_at_once() {
    // 24: Paint Works for half its price; 11: Potato Farm, and 60,000 with it.
    let table = start(json!({"players": 2, "start_mode": "lottery"}), &[2, 4, 1, 1]);
    assert_eq!((table.cash('A'), table.at_tile('A'), table.owned('A').as_str()), (2_935_000, 64, "b46"));
    assert_eq!((table.cash('B'), table.at_tile('B'), table.owned('B').as_str()), (3_060_000, 1, "b01"));
    assert_eq!(table.last("lottery_paid")["amount"], 65_000);
    assert_eq!(table.last("lottery_received")["amount"], 60_000);
    // 22: a Shortcut card, drawn at once.
    let table = start(json!({"players": 2, "start_mode": "lottery"}), &[2, 2, k(9), 1, 1]);
    assert_eq!(table.hand('A'), "k09");
    // In turn order: seat 2 is first here, and draws first.
    let table = start(json!({"players": 2, "start_mode": "lottery", "order_mode": "agreed", "place_2": 1}), &[2, 4, 1, 1]);
    assert_eq!((table.owned('B').as_str(), table.owned('A').as_str()), ("b46", "b01"));
}

/// Covers INV-EX-2.
#[test]
fn inv_lot_3_an_owned_number_is_rolled_again() {
    let table = start(json!({"players": 2, "start_mode": "lottery"}), &[2, 4, 2, 4, 1, 2]);
    assert_eq!((table.owned('A').as_str(), table.owned('B').as_str(), table.cash('B')), ("b46", "b22", 3_000_000));
    assert_eq!(table.told("lottery_rolled").iter().map(|roll| roll["taken"].clone()).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn inv_lot_7_laps_end_at_the_bank_wherever_the_player_started() {
    // 56: the Gold Mine on tile 97, three quarters of 300,000.
    let mut table = start(json!({"players": 2, "start_mode": "lottery"}), &[5, 6, 1, 1]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (97, 2_775_000));
    table.play("roll", &[1, 3]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (1, 3_075_000), "the lap is over though only four tiles were walked");
}

#[test]
fn inv_lot_8_a_drawn_business_is_an_ordinary_one() {
    let mut table = start(json!({"players": 2, "start_mode": "lottery"}), &[1, 2, 1, 1]);
    table.play("roll", &[1, 3]);
    table.plays(&["no", "sell b22"]);
    assert_eq!((table.owner("b22"), table.cash('A')), (None, 3_040_000));
}

/// Covers INV-EX-3.
#[test]
fn inv_lot_9_the_whole_series_for_the_condition_of_one_row() {
    let table = start(json!({"players": 2, "start_mode": "lottery_series"}), &[2, 4, 5, 5, 1, 2]);
    assert_eq!(table.owned('A'), "b46 b47 b48 b49");
    assert_eq!((table.cash('A'), table.at_tile('A')), (2_935_000, 64));
    // 55 is the Medicine Plant of the same series: it is owned, and B rolls again.
    assert_eq!((table.owned('B').as_str(), table.at_tile('B')), ("b19 b20 b21 b22", 30));
}

/// Covers INV-LOT-12, INV-EX-4, INV-EX-5.
#[test]
fn inv_lot_10_the_business_at_monopoly_level() {
    let mut table = start(json!({"players": 2, "start_mode": "lottery_monopoly"}), &[2, 4, 4, 5]);
    assert_eq!((table.owned('A').as_str(), table.level("b46"), table.cash('A')), ("b46", 4, 2_935_000));
    assert_eq!((table.level("b56"), table.cash('B')), (4, 2_855_000), "three quarters of 190,000, rounded up");
    assert_eq!(table.view()["bank"]["monopolies"], 23);
    assert_eq!(table.view()["businesses"][45]["fee"], 910_000);
    // A monopoly in every respect: it is sold like one.
    table.play("roll", &[1, 2]);
    table.play("no", &[]);
    assert_eq!(table.refused("sell b46"), "INV-SELL-2");
    table.play("strip b46", &[]);
    assert_eq!((table.level("b46"), table.cash('A')), (3, 2_935_000 + 130_000));
}

/// The lottery of the standard pack names no agency and no entertainment; with a pack that does, there is no token on it.
#[test]
fn inv_lot_11_a_count_business_is_received_without_a_token() {
    use kernel::Rules;
    let mut changed = pack().clone();
    changed.lottery[0].business = investments::Business::read("b10").unwrap();
    let rules =
        investments::InvestmentsRules::new(&changed.into(), &options(json!({"players": 2, "start_mode": "lottery_monopoly"})))
            .unwrap();
    let state = rules.start(&mut kernel::Scripted::new([1, 1, 2, 4]), &mut kernel::Silent);
    let cinema = investments::Business::read("b10").unwrap();
    assert_eq!((state.owner(cinema), state.level(cinema), state.monopolies), (Some(kernel::Seat::FIRST), 0, 1));
}

#[test]
fn inv_lot_13_the_table_has_36_rows() {
    let lottery = &pack().lottery;
    assert_eq!(lottery.len(), 36);
    assert_eq!(lottery.iter().map(|row| row.business).collect::<BTreeSet<_>>().len(), 36);
}

#[test]
fn inv_order_1_the_order_of_the_seats_unless_another_is_chosen() {
    assert_eq!(order(&start(json!({"players": 3}), &[])), json!([1, 2, 3]));
    assert_eq!(order(&start(json!({"players": 3, "order_mode": "roll"}), &[2, 6, 4])), json!([2, 3, 1]));
    assert_eq!(order(&start(json!({"players": 3, "order_mode": "agreed", "place_3": 1}), &[])), json!([3, 1, 2]));
}

#[test]
fn inv_order_2_the_tied_roll_again_among_themselves() {
    // 1 and 3 tie at the top, roll again, tie again, and roll once more; 2 and 4 are clear.
    let table = start(json!({"players": 4, "order_mode": "roll"}), &[5, 4, 5, 1, 2, 2, 3, 6]);
    assert_eq!(order(&table), json!([3, 1, 2, 4]));
    assert_eq!(table.told("order_rolled").len(), 8);
}

#[test]
fn inv_order_3_the_others_follow_again_and_again() {
    let mut table = start(json!({"players": 3, "order_mode": "agreed", "place_3": 1}), &[]);
    let mut slots = String::new();
    for _ in 0..6 {
        slots.push(table.active());
        table.play("roll", &[1, 2]);
        // Tile 3 is a business, tile 6 as well.
        table.plays(&["no", "end"]);
    }
    assert_eq!((slots.as_str(), table.round()), ("CABCAB", 3));
    assert_eq!(table.refused_to('A', "roll"), "INV-ORDER-3");
}

#[test]
fn inv_order_4_an_eliminated_players_slot_stays_empty() {
    let mut table = table(3, json!({"turn": {"step": "trade"}, "players": [{}, {"out": 1}]}));
    table.play("end", &[]);
    assert_eq!(table.last("skipped"), json!({"event": "skipped", "seat": 2, "reason": "out"}));
    assert_eq!((table.active(), order(&table)), ('C', json!([1, 2, 3])));
}

#[test]
fn inv_order_5_seats_without_a_place_fill_the_places_left_over() {
    let settings = json!({"players": 5, "order_mode": "agreed", "place_4": 1, "place_1": 3});
    assert_eq!(order(&start(settings, &[])), json!([4, 2, 1, 3, 5]));
    // A place matters only where the order is agreed.
    assert_eq!(order(&start(json!({"players": 2, "place_2": 1}), &[])), json!([1, 2]));
    assert_eq!(refused_settings(json!({"players": 3, "order_mode": "agreed", "place_1": 2, "place_3": 2})).clause, "INV-OPT-5");
    assert_eq!(refused_settings(json!({"players": 3, "order_mode": "agreed", "place_1": 4})).clause, "INV-OPT-5");
}
