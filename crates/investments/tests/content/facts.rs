//! Clauses that are facts of the standard content.

use crate::{Draft, refuses, standard};
use investments::{Business, Condition, Fraction, GlobalTile, Growth, Shortcut, TileKind};
use kernel::Money;
use std::collections::BTreeSet;

#[test]
fn inv_comp_1_the_money_of_the_box() {
    let bills = [(500_000, 20), (100_000, 35), (50_000, 35), (20_000, 45), (10_000, 45), (5_000, 35)];
    let sum: i32 = bills.iter().map(|(value, count)| value * count).sum();
    assert_eq!((sum, standard().numbers.money_in_box), (16_775_000, Money::new(16_775_000)));
    let start = standard().numbers.start_money;
    assert!((1..).zip(start).all(|(players, each)| each.times(players) == Money::new(6_000_000)));
}

#[test]
fn inv_comp_5_all_deeds_are_businesses() {
    let pack = standard();
    assert_eq!(pack.deeds.len(), 71);
    for series in ["Agencies", "Entertainment", "Insurance", "Webhosting", "Internet Provider"] {
        let members = pack.series.iter().find(|other| other.name == series).unwrap().members;
        assert!(members.len() >= 2 && members.into_iter().all(|business| pack.deeds[business.index()].price > Money::ZERO));
    }
}

#[test]
fn inv_setup_9_start_is_the_third_bank_tile_in_the_top_left_corner() {
    let pack = standard();
    let start = &pack.board[0];
    assert_eq!((start.kind, start.number, start.name.as_str()), (TileKind::Bank, 3, "Bank - Start"));
    let bank: Vec<(u8, u8)> = [98, 99, 0].map(|index: usize| (pack.board[index].x, pack.board[index].y)).to_vec();
    assert_eq!(bank, [(0, 1), (0, 0), (1, 0)], "the group lies round the corner");
    // The whole board turned by one square: the corner is no longer the Bank's.
    let mut draft = Draft::standard();
    let mut places: Vec<Vec<String>> = draft.rows("board.csv")[1..].iter().map(|row| row[5..7].to_vec()).collect();
    places.rotate_left(2);
    for (row, place) in draft.rows("board.csv")[1..].iter_mut().zip(places) {
        row[5..7].clone_from_slice(&place);
    }
    draft.refused("board.csv", "97", "INV-SETUP-9");
}

#[test]
fn inv_lot_13_the_table_of_the_lottery() {
    let pack = standard();
    assert_eq!(pack.lottery.len(), 36);
    assert_eq!(pack.lottery.iter().map(|row| row.business).collect::<BTreeSet<_>>().len(), 36);
    let row = &pack.lottery[3];
    assert_eq!((row.number, row.business, row.text.as_str()), (14, Business::read("b57").unwrap(), "Pay half its price."));
    assert_eq!(row.condition, Condition::PayFraction(Fraction::HALF));
    // Other businesses and conditions are as good.
    let other = Draft::standard()
        .set("lottery.csv", "14", "business", "b70")
        .set("lottery.csv", "14", "name", "Diamond Mine")
        .set("lottery.csv", "14", "condition", "gain_shortcut(2)");
    let row = &other.pack().lottery[3];
    assert_eq!((row.business, row.condition), (Business::read("b70").unwrap(), Condition::GainShortcut(2)));
}

#[test]
fn inv_bank_7_the_extras_are_data() {
    assert_eq!(standard().extras.map(Money::units), [50_000, 100_000, 150_000]);
    assert_eq!(Draft::standard().set("tiles.csv", "bank,3", "value", "5000").pack().extras[2], Money::new(5_000));
}

#[test]
fn inv_kind_1_a_series_is_one_colour() {
    let pack = standard();
    for (business, deed) in Business::all().zip(&pack.deeds) {
        let of: Vec<usize> = (0..22).filter(|series| pack.series[*series].members.contains(business)).collect();
        assert_eq!(of, [usize::from(deed.series)], "{business}");
    }
    let mut draft = Draft::standard();
    for deed in 1..72 {
        let row = draft.rows("businesses.csv")[deed].clone();
        assert_eq!(draft.cell("series.csv", &row[2], "colour"), row[3]);
    }
    refuses("businesses.csv", "b01", "colour", "beige", "INV-DATA-13");
}

#[test]
fn inv_kind_2_a_deed_shows_everything() {
    let pack = standard();
    for deed in &pack.deeds {
        assert!(deed.price > Money::ZERO && deed.mortgage > Money::ZERO && usize::from(deed.kind.0) < pack.types.len());
        let due = if deed.growth == Growth::Standard { 5 } else { pack.series[usize::from(deed.series)].members.len() };
        assert!(deed.fees[..due].windows(2).all(|pair| Money::ZERO < pair[0] && pair[0] < pair[1]));
        assert_eq!(deed.investment > Money::ZERO && deed.monopoly > Money::ZERO, deed.growth == Growth::Standard);
    }
}

#[test]
fn inv_kind_8_webhosting_and_internet_provider_are_two_series_of_two() {
    let pack = standard();
    let names = |series: &str| {
        let members = pack.series.iter().find(|other| other.name == series).unwrap().members;
        members.into_iter().map(|business| pack.deeds[business.index()].name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(names("Webhosting"), ["Home Webhosting", "Business Webhosting"]);
    assert_eq!(names("Internet Provider"), ["Cable Internet", "Fibre Internet"]);
    assert_eq!(names("Insurance"), ["Life Insurance", "Property Insurance"]);
    // One series of the four is as good: the data decide.
    let mut one = Draft::standard().set("series.csv", "s21", "size", "4");
    one.rows("series.csv").retain(|row| row[0] != "s22");
    for id in ["b05", "b65"] {
        one = one.set("businesses.csv", id, "series", "s21").set("businesses.csv", id, "colour", "turquoise");
    }
    assert_eq!(one.pack().series.len(), 21);
}

#[test]
fn inv_casino_8_the_games_are_data() {
    let pack = standard();
    assert_eq!(pack.casino.each_ref().map(|game| (game.dice, game.choices.len())), [(1, 2), (1, 3), (2, 3)]);
    let other = Draft::standard()
        .set("casino.csv", "1,odd", "dice", "2")
        .set("casino.csv", "1,even", "dice", "2")
        .set("casino.csv", "1,odd", "wins_on", "3 5 7 9 11")
        .set("casino.csv", "1,even", "payout", "3");
    let game = &other.pack().casino[0];
    assert_eq!((game.dice, game.choices[0].wins, game.choices[1].payout), (2, 0b1010_1010_1000, 3));
}

#[test]
fn inv_short_13_the_shortcut_cards_and_their_prices() {
    let pack = standard();
    assert_eq!(pack.shortcuts.len(), 22);
    let prices: BTreeSet<i32> = pack.shortcuts.iter().map(|card| card.price.units()).collect();
    assert_eq!(prices, BTreeSet::from([15_000, 20_000, 25_000, 30_000]));
    let other = Draft::standard().set("shortcut.csv", "k01", "price", "50000").set("shortcut.csv", "k01", "effect", "back(2)");
    let card = &other.pack().shortcuts[0];
    assert_eq!((card.effect, card.price), (Shortcut::Back(2), Money::new(50_000)));
}

#[test]
fn inv_short_16_each_shortcut_tile_points_to_another() {
    let pack = standard();
    let tiles = pack.board.iter().enumerate().filter(|(_, tile)| tile.kind == TileKind::Shortcut);
    for (index, tile) in tiles {
        let to = usize::from(tile.arrow.unwrap());
        assert!(to != index && pack.board[to].kind == TileKind::Shortcut);
    }
    refuses("board.csv", "36", "arrow_to", "36", "INV-DATA-19");
}

#[test]
fn inv_glob_16_cards_and_instructions() {
    let pack = standard();
    assert_eq!(pack.globals.len(), 29);
    let names: Vec<&str> = pack.globals[..3].iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["Economic Profit", "Complaint", "Global Market"]);
    assert_eq!(pack.instructions, [GlobalTile::Extend(1), GlobalTile::Shorten(1), GlobalTile::Replace]);
}

#[test]
fn inv_tax_16_taxes_and_discount_are_data() {
    let pack = standard();
    assert_eq!((pack.taxes.map(Money::units), pack.numbers.tax_discount), ([50_000, 100_000, 150_000], Fraction::HALF));
    let other =
        Draft::standard().set("tiles.csv", "tax,2", "value", "75000").set("constants.csv", "tax_discount", "value", "1/1");
    let pack = other.pack();
    assert_eq!((pack.taxes[1], pack.numbers.tax_discount), (Money::new(75_000), Fraction { over: 1, under: 1 }));
}
