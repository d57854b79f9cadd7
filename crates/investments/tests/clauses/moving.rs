//! Dice, movement, laps, the Bank, and landing again on a group. (INV-ROLL, INV-MOVE, INV-LAP, INV-BANK, INV-REPEAT)

use crate::common::{InvestmentsTable, Table, g, l, p, table, with};
use serde_json::json;

/// A stands here with these things and is about to roll.
#[track_caller]
fn alone(at: u8, more: serde_json::Value) -> Table {
    table(2, json!({"players": [crate::common::but(json!({"at": at}), more)]}))
}

#[test]
fn inv_roll_1_the_piece_moves_the_sum_of_two_dice() {
    let mut table = alone(10, json!({}));
    table.play("roll", &[6, 5]);
    assert_eq!(table.at_tile('A'), 21);
}

/// Covers INV-ROLL-3, INV-ROLL-4, INV-ROLL-5, INV-EX-6, INV-EX-7.
#[test]
fn inv_roll_2_on_equal_dice_the_player_chooses() {
    let fives = || {
        let mut table = alone(51, json!({}));
        table.play("roll", &[5, 5]);
        table
    };
    assert_eq!(fives().sorted(), ["accept", "again", "pick 1", "pick 2", "pick 3", "pick 4", "pick 5"]);
    assert_eq!(fives().refused("pick 6"), "INV-ROLL-5");
    assert_eq!(fives().refused("pick 0"), "INV-ROLL-5");
    assert_eq!(fives().refused("roll"), "INV-ROLL-2");
    let mut table = fives();
    table.play("accept", &[]);
    assert_eq!(table.at_tile('A'), 61);
    let mut table = fives();
    table.play("again", &[3, 4]);
    assert_eq!(table.at_tile('A'), 68, "17");
    // Equal dice again are only added.
    let mut table = fives();
    table.play("again", &[6, 6]);
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (73, "debt"), "22, and no further choice");
    let mut table = fives();
    table.play("pick 3", &[]);
    assert_eq!(table.at_tile('A'), 54);
    // Ones included.
    let mut table = alone(10, json!({}));
    table.play("roll", &[1, 1]);
    assert_eq!(table.sorted(), ["accept", "again", "pick 1"]);
    let mut other = table.clone();
    other.play("pick 1", &[]);
    assert_eq!(other.at_tile('A'), 11);
    let mut other = table.clone();
    other.play("accept", &[12]);
    assert_eq!(other.at_tile('A'), 12);
    table.play("again", &[2, 4]);
    assert_eq!(table.at_tile('A'), 18);
}

/// Covers INV-EDGE-40.
#[test]
fn inv_roll_6_the_choice_belongs_to_movement_rolls_of_two_dice() {
    // Also to the extra roll at the Tax Office.
    let mut table = with(json!({"players": 2, "tax_mode": "reroll"}), json!({"players": [{"at": 70}]}));
    table.play("roll", &[1, 2]);
    table.play("yes", &[2, 2]);
    assert_eq!(table.pending(), "equal_dice");
    // Not to one die.
    let mut table = crate::common::table(2, json!({"global": {"card": "g22", "drawer": 2}, "players": [{"at": 10}]}));
    table.play("roll", &[1]);
    assert_eq!(table.at_tile('A'), 11);
    // Not to a new roll by a Shortcut card, nor after one that sets the distance.
    for (card, luck, at) in [("k13", &[3, 3][..], 17), ("k07", &[], 18)] {
        let mut table = alone(11, json!({"shortcuts": [card]}));
        table.play("roll", &[1, 4]);
        table.play("play 1", luck);
        assert_eq!((table.at_tile('A'), table.pending() == "equal_dice"), (at, false));
    }
    // Not where no dice are rolled, and not in the Casino.
    let mut table = alone(10, json!({"kept": ["p42"]}));
    table.play("drive 4", &[]);
    assert_eq!(table.at_tile('A'), 14);
    let mut table = alone(20, json!({}));
    table.play("roll", &[2, 3]);
    table.play("bet 1 5000", &[3, 3]);
    assert_eq!(table.step(), "trade");
}

#[test]
fn inv_roll_7_each_stage_works_on_the_distance_of_the_one_before() {
    let position = json!({
        "turn": {"at_work": ["l40", "l42"]},
        "players": [{"kept": ["l40", "l42", "p42"], "shortcuts": ["k01"]}],
    });
    let mut table = table(2, position);
    table.play("roll", &[5, 5]);
    table.play("accept", &[]);
    // Halved to 5; then the card that sets the distance may be used; then the Shortcut window; then the pips are paid.
    assert_eq!((table.pending().as_str(), &table.view()["roll"]["distance"]), ("set_roll", &json!(5)));
    let mut other = table.clone();
    table.play("no", &[]);
    assert_eq!(table.pending(), "shortcut_window");
    table.play("play 1", &[]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (7, 2_900_000), "5 and 2 more; 10 pips at 10,000");
    // Used, the card sets the distance that the Shortcut card then works on.
    other.plays(&["drive 6", "play 1"]);
    assert_eq!((other.at_tile('A'), other.cash('A')), (8, 2_900_000));
    // The number of dice comes first of all.
    let position = json!({"turn": {"at_work": ["l39"]}, "players": [{"kept": ["l39"]}]});
    let mut table = crate::common::table(2, position);
    table.play("roll", &[4]);
    assert_eq!(table.at_tile('A'), 4);
}

#[test]
fn inv_roll_8_pips_are_all_that_was_rolled() {
    let fuel = || table(2, json!({"turn": {"at_work": ["l42"]}, "players": [{"kept": ["l42"], "shortcuts": ["k13"]}]}));
    let mut table = fuel();
    table.play("roll", &[5, 5]);
    table.play("pick 1", &[]);
    table.play("no", &[]);
    assert_eq!(table.cash('A'), 2_900_000, "whatever distance is chosen");
    let mut table = fuel();
    table.play("roll", &[5, 5]);
    table.play("again", &[3, 4]);
    table.play("no", &[]);
    assert_eq!(table.cash('A'), 2_830_000, "both rolls");
    let mut table = fuel();
    table.play("roll", &[1, 2]);
    table.play("play 1", &[6, 5]);
    assert_eq!((table.cash('A'), table.at_tile('A')), (2_890_000, 11), "the new dice instead of the old");
}

/// Covers INV-MOVE-2.
#[test]
fn inv_move_1_pieces_move_clockwise_and_only_shortcuts_lead_back() {
    let mut table = alone(97, json!({}));
    table.play("roll", &[1, 3]);
    assert_eq!(table.at_tile('A'), 1, "past 99 comes 0");
    // However far a card leads: from Profit 7 forward to Start, from Profit 1 forward to the Gold Mine.
    let mut table = alone(97, json!({}));
    table.play("roll", &[2, 3, p(33)]);
    assert_eq!((table.at_tile('A'), table.last("moved")["distance"].clone()), (97, json!(95)));
    let mut table = alone(10, json!({"shortcuts": ["k15"]}));
    table.play("roll", &[1, 2]);
    table.play("play 1", &[]);
    assert_eq!((table.at_tile('A'), table.last("moved")["back"].clone()), (7, json!(true)));
    // The way back between Shortcut tiles.
    let mut table = with(json!({"players": 2, "shortcut_mode": "path"}), json!({"players": [{"at": 33}]}));
    table.play("roll", &[1, 2]);
    table.play("yes", &[]);
    assert_eq!(table.at_tile('A'), 12);
}

#[test]
fn inv_move_3_only_the_last_tile_is_landed_on() {
    // Past the Tax Office, a Loss tile and businesses of B: nothing but the tile landed on acts.
    let position = json!({"players": [{"at": 72}, {"owned": ["b54", "b55"]}]});
    let mut table = table(2, position);
    table.play("roll", &[3, 4]);
    assert_eq!((table.pending().as_str(), table.purses()), ("buy", vec![3_000_000; 2]));
    // Without a Global Economy card drawn in passing.
    let mut table = alone(46, json!({}));
    table.play("roll", &[2, 3]);
    assert!(table.view()["global"].is_null());
}

#[test]
fn inv_move_4_what_passing_causes_is_settled_in_the_order_of_the_path() {
    // On the way to Start a Global Economy card is drawn first: Austerity sets the subsidy that comes later on the path.
    let mut table = with(json!({"players": 2, "global_mode": "passing"}), json!({"players": [{"at": 39, "tax_card": true}]}));
    table.play("roll", &[1, 4, p(27), g(14)]);
    let kinds = table.kinds(0);
    let of_path: Vec<&str> = kinds
        .iter()
        .map(String::as_str)
        .filter(|kind| ["global_drawn", "tax_card_returned", "subsidised"].contains(kind))
        .collect();
    assert_eq!(of_path, ["global_drawn", "tax_card_returned", "subsidised"]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (0, 3_300_000));
}

#[test]
fn inv_move_5_a_player_sent_by_a_card_resolves_that_tile_without_a_roll() {
    let mut table = alone(97, json!({}));
    table.play("roll", &[2, 3, p(30), p(33)]);
    // Profit leads to the next Profit, that to the Gold Mine: the third tile of the turn.
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (97, "buy"));
    table.play("buy", &[]);
    assert_eq!(table.owned('A'), "b71");
}

#[test]
fn inv_move_7_the_next_tile_of_a_kind_is_the_nearest_ahead() {
    let mut table = alone(97, json!({}));
    table.play("roll", &[2, 3, p(28)]);
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (23, "casino"));
    let mut table = alone(97, json!({}));
    table.play("roll", &[2, 3, p(30), p(1)]);
    assert_eq!(table.at_tile('A'), 16, "not the Profit tile stood on, but the next");
    // A piece already on the only such tile goes once around.
    let mut table = alone(0, json!({"shortcuts": ["k20"], "cash": 0}));
    table.play("roll", &[1, 2]);
    table.play("play 1", &[]);
    assert_eq!((table.at_tile('A'), table.cash('A'), table.last("moved")["distance"].clone()), (0, 450_000, json!(100)));
}

/// Covers INV-LAP-5, INV-BANK-5, INV-EX-13.
#[test]
fn inv_move_8_a_move_by_card_past_the_bank_pays_as_one_by_dice() {
    let mut table = alone(96, json!({"cash": 0}));
    table.play("roll", &[2, 4, p(27)]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (0, 750_000), "300,000, then 300,000 and 150,000");
    assert_eq!(table.told("subsidised").len(), 2);
    // The Global Economy card in force applies too.
    let position = json!({"global": {"card": "g15", "drawer": 2}, "players": [{"at": 79, "cash": 0}]});
    let mut table = crate::common::table(2, position);
    table.play("roll", &[2, 3, p(27)]);
    assert_eq!(table.cash('A'), 600_000, "Stimulus Package: 450,000, and the extra of Start");
}

#[test]
fn inv_move_9_any_number_of_pieces_stand_on_one_tile() {
    let mut table = table(4, json!({"players": [{"at": 2}, {"at": 5}, {"at": 5}, {"at": 5}]}));
    table.play("roll", &[1, 2]);
    assert!("ABCD".chars().all(|letter| table.at_tile(letter) == 5));
    assert_eq!(table.pending(), "buy");
}

/// Covers INV-BANK-2, INV-BANK-7, INV-EX-10.
#[test]
fn inv_lap_1_a_lap_ends_where_the_first_bank_tile_is_entered() {
    for (dice, at, paid) in [([1, 2], 98, 350_000), ([1, 3], 99, 400_000), ([2, 3], 0, 450_000), ([4, 2], 1, 300_000)] {
        let mut table = alone(95, json!({"cash": 0}));
        table.play("roll", &dice);
        assert_eq!((table.at_tile('A'), table.cash('A')), (at, paid));
        assert_eq!(table.told("subsidised").len(), 1);
    }
    let mut table = alone(94, json!({"cash": 0}));
    table.play("roll", &[1, 2]);
    assert_eq!(table.cash('A'), 0, "the tile before it is no lap");
}

#[test]
fn inv_lap_3_the_subsidy_is_the_same_for_any_number_of_players() {
    for players in [1, 2, 7, 16] {
        let mut table = table(players, json!({"players": [{"at": 97, "cash": 0}]}));
        table.play("roll", &[1, 3]);
        assert_eq!(table.cash('A'), 300_000);
    }
}

/// Covers INV-BANK-3, INV-BANK-6, INV-EX-11, INV-EX-12.
#[test]
fn inv_lap_6_from_one_bank_tile_to_another_or_off_the_group_is_no_lap() {
    let debtor = json!({"cash": 0, "owned": ["b22"]});
    for (die, card, fortune) in [(3, l(35), "loss"), (5, p(1), "profit")] {
        let position = json!({"players": [crate::common::but(debtor.clone(), json!({"at": 98}))], "loans": {"b22": 0}});
        let mut table = table(2, position);
        table.play("roll", &[1, 1]);
        table.play("accept", &[die, card]);
        assert!(table.told("subsidised").is_empty() && table.told("loan_paid").is_empty());
        assert_eq!(
            (table.last("repeat_rolled")["die"].clone(), table.last("card_drawn")["fortune"].clone()),
            (json!(die), json!(fortune))
        );
    }
    let position = json!({"players": [crate::common::but(debtor, json!({"at": 98}))], "loans": {"b22": 0}});
    let mut table = table(2, position);
    table.play("roll", &[3, 4]);
    assert_eq!((table.at_tile('A'), table.cash('A'), table.pending().as_str()), (5, 0, "buy"), "nothing for the Bank");
}

#[test]
fn inv_lap_7_a_lap_taken_back_is_not_paid_twice() {
    let mut table = table(2, json!({"players": [{"at": 1, "cash": 0, "shortcuts": ["k16"]}, {}]}));
    table.play("roll", &[1, 3]);
    table.play("play 1", &[]);
    // 0, 99, 98, 97, 96: the first Bank tile was left backward.
    assert_eq!((table.at_tile('A'), table.cash('A'), &table.player('A')["returned"]), (96, 0, &json!(1)));
    table.plays(&["no", "end"]);
    table.play("roll", &[1, 2]);
    table.plays(&["no", "end"]);
    table.play("roll", &[1, 4]);
    assert_eq!((table.at_tile('A'), table.cash('A'), &table.player('A')["returned"]), (1, 0, &json!(0)));
}

/// Covers INV-LAP-9.
#[test]
fn inv_lap_8_a_shortcut_pays_the_subsidy_at_most_once_a_round() {
    let position = |subsidised: bool| {
        json!({
            "players": [{"at": 97, "cash": 0, "owned": ["b22"], "kept": ["p39"], "subsidised": subsidised, "shortcuts": ["k06"]}],
            "loans": {"b22": 0},
        })
    };
    // Paid since the slot began: no lap event at all, neither interest nor expiry, and the Bank is landed on again.
    let mut table = table(2, position(true));
    table.play("roll", &[1, 2]);
    table.play("play 1", &[4, p(1)]);
    assert_eq!((table.at_tile('A'), table.cash('A'), table.loan("b22")), (98, 50_000, Some(0)), "only the Profit card");
    assert_eq!(table.player('A')["kept"][0]["card"], "p39");
    let mut table = crate::common::table(2, position(false));
    table.play("roll", &[1, 2]);
    table.play("play 1", &[]);
    assert_eq!(table.cash('A'), 350_000);
    // By dice every lap pays.
    let mut table = alone(97, json!({"cash": 0, "subsidised": true}));
    table.play("roll", &[1, 3]);
    assert_eq!(table.cash('A'), 300_000);
}

/// Covers INV-CARD-5.
#[test]
fn inv_bank_1_the_bank_cannot_be_bought() {
    for dice in [[1, 2], [1, 3], [2, 3]] {
        let mut table = alone(95, json!({}));
        table.play("roll", &dice);
        assert_eq!((table.pending().as_str(), table.step().as_str()), ("-", "trade"));
    }
}

/// Covers INV-EDGE-21.
#[test]
fn inv_bank_4_again_is_a_landing_without_a_lap() {
    // Backward onto the Bank.
    let mut table = alone(1, json!({"shortcuts": ["k15"], "cash": 0}));
    table.play("roll", &[1, 2]);
    table.play("play 1", &[4, p(3)]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (98, 25_000));
    // With a returned lap.
    let mut table = alone(96, json!({"returned": 1, "cash": 0}));
    table.play("roll", &[1, 2, 4, p(3)]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (99, 25_000));
    // A card sends a player to Start from Bank 1: no lap event, repeat die.
    let mut table = alone(95, json!({"cash": 0, "returned": 1}));
    table.play("roll", &[1, 2, 4, p(27), 6, p(3)]);
    assert_eq!((table.at_tile('A'), table.cash('A'), table.told("repeat_rolled").len()), (0, 25_000, 2));
}

/// Covers INV-REPEAT-2, INV-REPEAT-3, INV-REPEAT-5, INV-REPEAT-6, INV-EX-38.
#[test]
fn inv_repeat_1_landing_again_on_a_group_rolls_one_die_instead() {
    // Tax Office: no tax, no stay, the card stays; then trade.
    let mut table = alone(73, json!({"tax_card": true}));
    table.play("roll", &[1, 1]);
    table.play("accept", &[5, p(1)]);
    assert_eq!((table.at_tile('A'), table.cash('A')), (75, 3_050_000));
    assert_eq!((&table.player('A')["tax_card"], &table.player('A')["stays"]), (&json!(true), &json!(false)));
    assert_eq!(table.step(), "trade");
    // Global Economy: neither a card nor the instruction of the tile.
    for global in [json!(null), json!({"card": "g07", "tokens": 2, "drawer": 2})] {
        let mut table = crate::common::table(2, json!({"players": [{"at": 48}], "global": global.clone()}));
        table.play("roll", &[1, 1]);
        table.play("pick 1", &[1, l(35)]);
        table.play("follow", &[]);
        assert_eq!(table.view()["global"]["tokens"], global["tokens"]);
        assert_eq!((&table.player('A')["missed"], table.step().as_str()), (&json!(1), "trade"));
    }
    // Once around and back is not again.
    let mut table = alone(75, json!({"shortcuts": ["k19"]}));
    table.play("roll", &[1, 2]);
    table.play("play 1", &[]);
    assert_eq!((table.at_tile('A'), table.pending().as_str()), (73, "debt"));
}

/// Covers INV-EX-58.
#[test]
fn inv_repeat_4_what_the_die_decides() {
    let decks = |mode: &str, die: u32| {
        let mut table = with(json!({"players": 2, "repeat_die": mode}), json!({"players": [{"at": 73}]}));
        table.play("roll", &[1, 1]);
        let mut luck = vec![die];
        // `miss_turn` for Loss, 50,000 for Profit.
        match (mode, die) {
            ("literal", 5) => {}
            ("low_high", 1..=3) | ("odd_even", 1 | 3 | 5) | ("literal", 1..=3) => luck.push(l(35)),
            _ => luck.push(p(1)),
        }
        table.play("pick 1", &luck);
        if table.pending() == "read" {
            let profit = [p(1)];
            table.play("follow", if (mode, die) == ("literal", 2) { &profit } else { &[] });
        }
        assert_eq!(table.step(), "trade");
        let drawn = table.told("card_drawn");
        drawn.iter().map(|card| card["fortune"].as_str().unwrap()[..1].to_uppercase()).collect::<String>()
    };
    let all = |mode: &str| (1..=6).map(|die| decks(mode, die)).collect::<Vec<_>>();
    assert_eq!(all("low_high"), ["L", "L", "L", "P", "P", "P"]);
    assert_eq!(all("odd_even"), ["L", "P", "L", "P", "L", "P"]);
    assert_eq!(all("literal"), ["L", "LP", "L", "P", "", "P"]);
}
