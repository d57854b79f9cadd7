//! INV-DATA: the board and what stands on its tiles.

use crate::{Draft, refuses, standard};
use investments::{GlobalTile, TileKind};
use kernel::Money;
use std::collections::BTreeSet;

#[test]
fn inv_data_2_the_board() {
    let pack = standard();
    let at = |kind| -> Vec<(usize, u8)> {
        let tiles = pack.board.iter().enumerate().filter(|(_, tile)| tile.kind == kind);
        tiles.map(|(index, tile)| (index, tile.number)).collect()
    };
    assert_eq!(pack.board.len(), 100);
    assert_eq!(at(TileKind::Bank), [(0, 3), (98, 1), (99, 2)]);
    assert_eq!(at(TileKind::Casino), [(23, 1), (24, 2), (25, 3)]);
    assert_eq!(at(TileKind::Global), [(48, 1), (49, 2), (50, 3)]);
    assert_eq!(at(TileKind::Tax), [(73, 1), (74, 2), (75, 3)]);
    let counts = [TileKind::Business, TileKind::Profit, TileKind::Loss, TileKind::Shortcut].map(|kind| at(kind).len());
    assert_eq!(counts, [71, 7, 6, 4]);
    let arrows: Vec<_> = pack.board.iter().enumerate().filter_map(|(index, tile)| Some((index, tile.arrow?))).collect();
    assert_eq!(arrows, [(12, 36), (36, 12), (62, 87), (87, 62)]);
    // A ring of 26 × 26 squares with a group in each corner.
    let corners = [(0, 0), (25, 0), (25, 25), (0, 25)];
    let kinds = corners.map(|place| pack.board.iter().find(|tile| (tile.x, tile.y) == place).map(|tile| tile.kind).unwrap());
    assert_eq!(kinds, [TileKind::Bank, TileKind::Casino, TileKind::Global, TileKind::Tax]);
    let places: BTreeSet<_> = pack.board.iter().map(|tile| (tile.x, tile.y)).collect();
    assert_eq!(places.len(), 100);
    assert!(places.iter().all(|(x, y)| [0, 25].contains(x) || [0, 25].contains(y)));
}

#[test]
fn inv_data_2_a_board_that_is_not_right() {
    refuses("board.csv", "5", "name", "Cheese Farm", "INV-DATA-2");
    refuses("board.csv", "5", "name", "", "INV-DATA-23");
    refuses("board.csv", "5", "number", "4", "INV-DATA-2");
    refuses("board.csv", "16", "number", "3", "INV-DATA-2");
    refuses("board.csv", "16", "number", "", "INV-DATA-2");
    refuses("board.csv", "5", "x", "7", "INV-DATA-2");
    refuses("board.csv", "5", "y", "1", "INV-DATA-2");
    for (x, y) in [("-1", "0"), ("6", "-1"), ("9223372036854775807", "0"), ("-9223372036854775808", "0")] {
        let moved = Draft::standard().set("board.csv", "5", "x", x).set("board.csv", "5", "y", y);
        assert!(moved.faults().iter().all(|fault| fault.file == "board.csv"));
    }
    // The ring has more squares than there are tiles.
    Draft::standard().set("board.csv", "30", "x", "26").refused("board.csv", "", "INV-DATA-2");
    // Counterclockwise.
    let mut draft = Draft::standard();
    let mut places: Vec<[String; 2]> = draft.rows("board.csv")[1..].iter().map(|row| [row[5].clone(), row[6].clone()]).collect();
    places[1..].reverse();
    for (row, place) in draft.rows("board.csv")[1..].iter_mut().zip(places) {
        row[5..7].clone_from_slice(&place);
    }
    draft.refused("board.csv", "1", "INV-DATA-2");
}

#[test]
fn inv_data_12_indices_have_no_gaps() {
    refuses("board.csv", "40", "index", "41", "INV-DATA-12");
    refuses("board.csv", "40", "index", "-1", "INV-DATA-12");
    let mut draft = Draft::standard();
    draft.rows("board.csv").swap(5, 6);
    draft.refused("board.csv", "5", "INV-DATA-12");
}

#[test]
fn inv_data_12_each_business_has_one_tile() {
    refuses("board.csv", "5", "business", "b03", "INV-DATA-12");
    Draft::standard().set("board.csv", "5", "business", "b03").refused("businesses.csv", "b04", "INV-DATA-12");
    refuses("board.csv", "5", "business", "", "INV-DATA-12");
    refuses("board.csv", "5", "business", "b72", "INV-DATA-12");
    refuses("board.csv", "2", "business", "b03", "INV-DATA-12");
    refuses("businesses.csv", "b04", "tile", "6", "INV-DATA-12");
    refuses("businesses.csv", "b04", "tile", "-5", "INV-DATA-12");
    refuses("businesses.csv", "b04", "tile", "1005", "INV-DATA-12");
}

#[test]
fn inv_data_12_a_group_is_three_neighbours() {
    // Numbered counterclockwise.
    Draft::standard().set("board.csv", "23", "number", "3").set("board.csv", "25", "number", "1").refused(
        "board.csv",
        "23",
        "INV-DATA-12",
    );
    refuses("board.csv", "73", "number", "", "INV-DATA-12");
    // A fourth one.
    refuses("board.csv", "48", "number", "4", "INV-DATA-12");
    Draft::standard().set("board.csv", "44", "kind", "casino").refused("board.csv", "23", "INV-DATA-12");
    // Only two, and one elsewhere.
    Draft::standard()
        .set("board.csv", "73", "kind", "loss")
        .set("board.csv", "78", "kind", "tax")
        .set("board.csv", "78", "number", "1")
        .refused("board.csv", "74", "INV-DATA-12");
}

#[test]
fn inv_data_12_start_is_bank_3() {
    let tile = &standard().board[0];
    assert_eq!((tile.kind, tile.number), (TileKind::Bank, 3));
    refuses("board.csv", "0", "number", "1", "INV-DATA-12");
    refuses("board.csv", "0", "kind", "tax", "INV-DATA-12");
    // The whole track counted from the second Bank tile.
    let mut draft = Draft::standard();
    let next = |cell: &str| cell.parse::<usize>().map_or(String::new(), |index| ((index + 1) % 100).to_string());
    draft.rows("board.csv")[1..].rotate_right(1);
    for row in &mut draft.rows("board.csv")[1..] {
        (row[0], row[7]) = (next(&row[0]), next(&row[7]));
    }
    draft.rows("businesses.csv")[1..].iter_mut().for_each(|row| row[19] = next(&row[19]));
    let faults = draft.faults();
    assert_eq!((faults.len(), faults[0].file.as_str(), faults[0].line), (1, "board.csv", Some(2)), "{faults:?}");
    assert!(faults[0].message.contains("Start"), "{faults:?}");
}

#[test]
fn inv_data_12_every_kind_is_on_the_board() {
    for (kind, other) in [("profit", "loss"), ("loss", "profit"), ("shortcut", "loss"), ("casino", "loss")] {
        let mut draft = Draft::standard();
        draft.rows("board.csv").iter_mut().filter(|row| row[1] == kind).for_each(|row| other.clone_into(&mut row[1]));
        draft.refused("board.csv", "", "INV-DATA-12");
    }
}

#[test]
fn inv_data_12_a_board_has_a_sensible_size() {
    let mut draft = Draft::standard();
    let row = draft.rows("board.csv")[3].clone();
    draft.rows("board.csv").extend(std::iter::repeat_n(row, 29));
    draft.refused("board.csv", "", "INV-DATA-12");
    let mut draft = Draft::standard();
    draft.rows("board.csv").truncate(80);
    draft.refused("board.csv", "", "INV-DATA-12");
}

#[test]
fn inv_data_19_arrows_form_pairs() {
    let pack = standard();
    for (index, tile) in pack.board.iter().enumerate() {
        assert_eq!(tile.arrow.is_some(), tile.kind == TileKind::Shortcut);
        if let Some(to) = tile.arrow {
            assert_eq!(pack.board[usize::from(to)].arrow, Some(index as u8));
        }
    }
    refuses("board.csv", "12", "arrow_to", "", "INV-DATA-19");
    refuses("board.csv", "12", "arrow_to", "12", "INV-DATA-19");
    refuses("board.csv", "12", "arrow_to", "13", "INV-DATA-19");
    refuses("board.csv", "12", "arrow_to", "100", "INV-DATA-19");
    refuses("board.csv", "12", "arrow_to", "-36", "INV-DATA-19");
    refuses("board.csv", "12", "arrow_to", "62", "INV-DATA-19");
    refuses("board.csv", "13", "arrow_to", "12", "INV-DATA-19");
    // Other pairs are as good.
    let paired = Draft::standard()
        .set("board.csv", "12", "arrow_to", "62")
        .set("board.csv", "62", "arrow_to", "12")
        .set("board.csv", "36", "arrow_to", "87")
        .set("board.csv", "87", "arrow_to", "36");
    assert_eq!(paired.pack().board[36].arrow, Some(87));
}

#[test]
fn inv_data_19_no_arrow_jumps_over_the_bank() {
    let mut draft = Draft::standard();
    draft.rows("board.csv")[21][1..3].clone_from_slice(&["bank".into(), "1".into()]);
    draft.refused("board.csv", "12", "INV-DATA-19");
}

#[test]
fn inv_data_10_what_stands_on_tiles() {
    let pack = standard();
    assert_eq!(pack.extras.map(Money::units), [50_000, 100_000, 150_000]);
    assert_eq!(pack.taxes.map(Money::units), [50_000, 100_000, 150_000]);
    assert_eq!(pack.instructions, [GlobalTile::Extend(1), GlobalTile::Shorten(1), GlobalTile::Replace]);
    let rows: Vec<(TileKind, u8)> = pack.tile_texts.iter().map(|text| (text.kind, text.number)).collect();
    let groups = [TileKind::Bank, TileKind::Casino, TileKind::Global, TileKind::Tax];
    let singles = [TileKind::Profit, TileKind::Loss, TileKind::Shortcut];
    let expected: Vec<(TileKind, u8)> = groups
        .into_iter()
        .flat_map(|kind| (1..=3).map(move |number| (kind, number)))
        .chain(singles.map(|kind| (kind, 0)))
        .collect();
    assert_eq!(rows, expected);
    assert!(pack.tile_texts.iter().all(|text| !text.text.is_empty()));
}

#[test]
fn inv_data_10_tiles_that_are_not_right() {
    refuses("tiles.csv", "bank,2", "kind", "business", "INV-DATA-10");
    refuses("tiles.csv", "profit", "number", "1", "INV-DATA-10");
    for number in ["4", "0", "-1", "", "1"] {
        refuses("tiles.csv", "bank,2", "number", number, "INV-DATA-10");
    }
    refuses("tiles.csv", "bank,2", "value", "", "INV-DATA-14");
    refuses("tiles.csv", "casino,2", "value", "5000", "INV-DATA-10");
    refuses("tiles.csv", "bank,2", "effect", "global_replace", "INV-DATA-10");
    refuses("tiles.csv", "global,2", "effect", "", "INV-FX-2");
    let mut draft = Draft::standard();
    draft.rows("tiles.csv").pop();
    draft.refused("tiles.csv", "", "INV-DATA-10");
}
