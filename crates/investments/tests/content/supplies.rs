//! INV-DATA: lottery, casino, constants, pieces, and the cards of which all are alike.

use crate::{Draft, refuses, standard};
use investments::{Business, Condition, Fraction, Growth};
use kernel::Money;
use std::collections::BTreeSet;

fn money(units: i32) -> Money {
    Money::new(units)
}

// The lottery

#[test]
fn inv_data_5_the_lottery() {
    let pack = standard();
    let numbers: Vec<u8> = pack.lottery.iter().map(|row| row.number).collect();
    assert_eq!(numbers, (1..=6).flat_map(|first| (1..=6).map(move |second| 10 * first + second)).collect::<Vec<u8>>());
    let drawn: BTreeSet<Business> = pack.lottery.iter().map(|row| row.business).collect();
    assert_eq!(drawn.len(), 36);
    let deed = |business: Business| &pack.deeds[business.index()];
    assert!(drawn.iter().all(|business| deed(*business).growth == Growth::Standard));
    let series: BTreeSet<u8> = drawn.iter().map(|business| deed(*business).series).collect();
    assert_eq!(series.len(), 20);
    // Cheap ones bring something, dear ones cost something.
    for row in &pack.lottery {
        let price = deed(row.business).price.units();
        match row.condition {
            Condition::ReceiveBank(amount) => assert!(amount == money(60_000) && price <= 40_000),
            Condition::GainShortcut(cards) => assert!(cards == 1 && (50_000..=70_000).contains(&price)),
            Condition::Free => assert!((80_000..=100_000).contains(&price)),
            Condition::PayFraction(Fraction { over: 1, under: 2 }) => assert!((110_000..=170_000).contains(&price), "{row:?}"),
            Condition::PayFraction(part) => assert!(part == Fraction { over: 3, under: 4 } && price >= 180_000, "{row:?}"),
        }
    }
}

#[test]
fn inv_data_5_a_lottery_that_is_not_right() {
    refuses("lottery.csv", "33", "name", "Spinning Jenny", "INV-DATA-5");
    refuses("lottery.csv", "33", "condition", "for nothing", "INV-FX-2");
    refuses("lottery.csv", "33", "text", "", "INV-DATA-23");
}

#[test]
fn inv_data_15_the_36_numbers_and_36_businesses() {
    for number in ["32", "17", "20", "77", "0", "-11", "111"] {
        refuses("lottery.csv", "33", "number", number, "INV-DATA-15");
    }
    refuses("lottery.csv", "33", "business", "b18", "INV-DATA-15");
    refuses("lottery.csv", "33", "business", "b00", "INV-DATA-15");
    let mut draft = Draft::standard();
    draft.rows("lottery.csv").pop();
    draft.refused("lottery.csv", "", "INV-DATA-15");
    // The order of the rows is free.
    let mut draft = Draft::standard();
    draft.rows("lottery.csv")[1..].reverse();
    assert_eq!(draft.pack().lottery, standard().lottery);
}

#[test]
fn inv_data_15_a_condition_can_be_paid_from_a_million() {
    let dear = |price: i32| {
        let whole = |cells: &[(&str, i32)]| {
            cells
                .iter()
                .fold(Draft::standard(), |draft, (column, value)| draft.set("businesses.csv", "b71", column, &value.to_string()))
        };
        whole(&[("price", price), ("monopoly", 2 * price)]).set("lottery.csv", "56", "condition", "pay_fraction(3/4)")
    };
    assert_eq!(dear(1_330_000).pack().deeds[70].price, money(1_330_000));
    dear(1_340_000).refused("lottery.csv", "56", "INV-DATA-15");
}

// Casino and constants

#[test]
fn inv_data_9_the_three_games_of_the_casino() {
    let pack = standard();
    let games: Vec<_> = pack
        .casino
        .iter()
        .map(|game| {
            (game.dice, game.choices.iter().map(|choice| (choice.name.as_str(), choice.wins, choice.payout)).collect::<Vec<_>>())
        })
        .collect();
    let totals = |list: &[u16]| list.iter().map(|total| 1 << total).sum::<u16>();
    let expected = [
        (1, vec![("odd", totals(&[1, 3, 5]), 1), ("even", totals(&[2, 4, 6]), 1)]),
        (1, vec![("low", totals(&[1, 2]), 2), ("middle", totals(&[3, 4]), 2), ("high", totals(&[5, 6]), 2)]),
        (2, vec![("under", totals(&[2, 3, 4, 5, 6]), 1), ("seven", totals(&[7]), 4), ("over", totals(&[8, 9, 10, 11, 12]), 1)]),
    ];
    assert_eq!(games, expected);
    refuses("casino.csv", "1,even", "choice", "Even one", "INV-DATA-9");
    refuses("casino.csv", "1,even", "choice", "odd", "INV-DATA-9");
}

#[test]
fn inv_data_18_casino_tiles_that_are_not_right() {
    for tile in ["0", "4", "-1"] {
        refuses("casino.csv", "1,even", "tile", tile, "INV-DATA-18");
    }
    // A tile without choices.
    let mut draft = Draft::standard();
    draft.rows("casino.csv").retain(|row| row[0] != "2");
    draft.refused("casino.csv", "", "INV-DATA-18");
    refuses("casino.csv", "1,even", "dice", "2", "INV-DATA-18");
    refuses("casino.csv", "1,even", "dice", "3", "INV-DATA-18");
    refuses("casino.csv", "1,even", "dice", "0", "INV-DATA-18");
    for totals in ["7", "0", "2 4 x", "2  4", "2,4", "2 2", "", "-1", "99999999999"] {
        refuses("casino.csv", "1,even", "wins_on", totals, "INV-DATA-18");
    }
    refuses("casino.csv", "3,under", "wins_on", "1 2", "INV-DATA-18");
    refuses("casino.csv", "3,over", "wins_on", "13", "INV-DATA-18");
    for payout in ["0", "-1", "101"] {
        refuses("casino.csv", "1,even", "payout", payout, "INV-DATA-18");
    }
    refuses("casino.csv", "1,even", "label", "", "INV-DATA-23");
}

#[test]
fn inv_data_11_the_constants_are_the_rulebooks() {
    let numbers = standard().numbers;
    assert_eq!([numbers.subsidy, numbers.fine].map(Money::units), [300_000, 100_000]);
    assert_eq!([numbers.flat_profit, numbers.flat_loss].map(Money::units), [50_000; 2]);
    assert_eq!((numbers.bank_card_price, numbers.bank_cards), (money(1_000_000), 15));
    assert_eq!([numbers.refused_fee_factor, numbers.interest_percent, numbers.loan_laps, numbers.jail_rounds], [2, 20, 3, 3]);
    assert_eq!([numbers.tax_cards, numbers.shortcut_hand_limit], [7, 2]);
    assert_eq!([numbers.small_tokens, numbers.large_tokens, numbers.round_tokens], [75, 25, 20]);
    assert_eq!(numbers.start_money.map(Money::units), [6_000_000, 3_000_000, 2_000_000, 1_500_000, 1_200_000, 1_000_000]);
    let keys: Vec<String> = Draft::standard().rows("constants.csv")[1..].iter().map(|row| row[0].clone()).collect();
    assert_eq!(keys.len(), 25);
    for key in keys.iter().filter(|key| *key != "tax_discount") {
        for value in ["5", "5001", "0", "-1", "", "many"] {
            refuses("constants.csv", key, "value", value, "INV-DATA-11");
        }
    }
}

#[test]
fn inv_data_11_the_discount_is_the_packs() {
    let other = Draft::standard().set("constants.csv", "tax_discount", "value", "1/4");
    assert_eq!(other.pack().numbers.tax_discount, Fraction { over: 1, under: 4 });
    for value in ["3/2", "0/1", "1/0", "1", "50%", "1/101", "-1/2", ""] {
        refuses("constants.csv", "tax_discount", "value", value, "INV-FX-1");
    }
}

#[test]
fn inv_data_11_every_constant_stands_once() {
    refuses("constants.csv", "fine", "key", "fines", "INV-DATA-11");
    let mut draft = Draft::standard();
    let row = draft.rows("constants.csv")[1].clone();
    draft.rows("constants.csv")[5] = row;
    let faults = draft.faults();
    assert_eq!((faults.len(), faults[0].line), (1, Some(6)), "{faults:?}");
    let mut draft = Draft::standard();
    draft.rows("constants.csv").pop();
    draft.refused("constants.csv", "", "INV-DATA-11");
}

// Pieces and the cards that are all alike

/// Covers INV-DATA-22.
#[test]
fn inv_data_20_sixteen_pieces() {
    let pack = standard();
    assert_eq!(pack.pieces.len(), 16);
    let letters: String = pack.pieces.iter().map(|piece| piece.letter.as_str()).collect();
    assert_eq!(letters, "RBYGVOCPULNTSMWE");
    let different = |column: fn(&investments::Piece) -> &str| pack.pieces.iter().map(column).collect::<BTreeSet<_>>().len();
    assert_eq!(
        [
            different(|piece| &piece.colour),
            different(|piece| &piece.hex),
            different(|piece| &piece.letter),
            different(|piece| &piece.shape)
        ],
        [16; 4]
    );
    let first: Vec<&str> = pack.pieces[..6].iter().map(|piece| piece.colour.as_str()).collect();
    assert_eq!(first, ["red", "blue", "yellow", "green", "violet", "orange"]);
    refuses("pieces.csv", "2", "letter", "", "INV-DATA-20");
    refuses("pieces.csv", "2", "letter", "BL", "INV-DATA-20");
    refuses("pieces.csv", "2", "shape", "a square", "INV-DATA-20");
}

#[test]
fn inv_data_22_no_colour_letter_shape_or_mark_twice() {
    refuses("pieces.csv", "2", "colour", "red", "INV-DATA-22");
    refuses("pieces.csv", "2", "hex", "#d4191a", "INV-DATA-22");
    refuses("pieces.csv", "2", "letter", "R", "INV-DATA-22");
    refuses("pieces.csv", "2", "shape", "circle", "INV-DATA-22");
    refuses("series.csv", "s02", "mark", "FA", "INV-DATA-22");
    for ink in ["grey", "", "Black"] {
        refuses("pieces.csv", "2", "ink", ink, "INV-DATA-22");
        refuses("series.csv", "s02", "ink", ink, "INV-DATA-22");
    }
    for seat in ["17", "0", "-1", "1"] {
        refuses("pieces.csv", "2", "seat", seat, "INV-DATA-22");
    }
    let mut draft = Draft::standard();
    draft.rows("pieces.csv").pop();
    draft.refused("pieces.csv", "", "INV-DATA-22");
    // The order of the rows is free.
    let mut draft = Draft::standard();
    draft.rows("pieces.csv")[1..].reverse();
    assert_eq!(draft.pack().pieces, standard().pieces);
}

#[test]
fn inv_data_21_bank_cards_and_tax_office_cards() {
    let pack = standard();
    assert_eq!([pack.bank_card.name.as_str(), pack.tax_card.name.as_str()], ["Bank card", "Tax Office card"]);
    assert!(pack.bank_card.text.starts_with("A share in the bank.") && pack.tax_card.text.starts_with("Half off the tax"));
    refuses("cards.csv", "bank", "kind", "casino", "INV-DATA-21");
    Draft::standard().set("cards.csv", "bank", "kind", "tax").refused("cards.csv", "", "INV-DATA-21");
    let mut draft = Draft::standard();
    draft.rows("cards.csv").pop();
    draft.refused("cards.csv", "", "INV-DATA-21");
}

#[test]
fn inv_data_23_cards_agree_with_constants() {
    refuses("cards.csv", "bank", "count", "16", "INV-DATA-23");
    refuses("cards.csv", "bank", "price", "500000", "INV-DATA-23");
    refuses("cards.csv", "bank", "price", "", "INV-DATA-23");
    refuses("cards.csv", "tax", "count", "-7", "INV-DATA-23");
    refuses("cards.csv", "tax", "price", "5000", "INV-DATA-23");
}
