//! INV-DATA: series and businesses.

use crate::{Draft, names, refuses, standard};
use investments::{Business, Growth};
use kernel::Money;
use std::collections::{BTreeMap, BTreeSet};

fn money(units: i32) -> Money {
    Money::new(units)
}

#[test]
fn inv_data_3_the_series() {
    let pack = standard();
    let sizes = |growth| {
        let mut sizes: Vec<usize> =
            pack.series.iter().filter(|series| series.growth == growth).map(|series| series.members.len()).collect();
        sizes.sort_unstable();
        sizes
    };
    assert_eq!(pack.series.len(), 22);
    assert_eq!(sizes(Growth::Standard), [[2; 3].as_slice(), &[3; 9], &[4; 8]].concat());
    assert_eq!(sizes(Growth::Count), [2, 4]);
    let size = |name: &str| {
        let series = pack.series.iter().find(|series| series.name == name).unwrap();
        (series.growth, series.members.len())
    };
    assert_eq!([size("Entertainment"), size("Agencies")], [(Growth::Count, 4), (Growth::Count, 2)]);
    assert_eq!(["Insurance", "Webhosting", "Internet Provider"].map(size), [(Growth::Standard, 2); 3]);
    assert_eq!(pack.series[0].id, "s01");
    assert_eq!(
        (pack.series[0].hex.as_str(), pack.series[0].ink.as_str(), pack.series[0].mark.as_str()),
        ("#8B5A2B", "white", "FA")
    );
}

#[test]
fn inv_data_3_ink_is_what_reads_better_on_the_colour() {
    let part = |hex: &str, at: usize| {
        let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let pack = standard();
    let series = pack.series.iter().map(|series| (&series.hex, &series.ink));
    for (hex, ink) in series.chain(pack.pieces.iter().map(|piece| (&piece.hex, &piece.ink))) {
        let light = 0.2126 * part(hex, 1) + 0.7152 * part(hex, 3) + 0.0722 * part(hex, 5);
        let (white, black) = (1.05 / (light + 0.05), (light + 0.05) / 0.05);
        assert_eq!(ink == "black", black >= white, "{hex} {ink}: black {black:.2}, white {white:.2}");
    }
}

#[test]
fn inv_data_3_series_that_are_not_right() {
    refuses("series.csv", "s02", "id", "", "INV-DATA-3");
    refuses("series.csv", "s02", "id", "series 2", "INV-DATA-3");
    refuses("series.csv", "s02", "hex", "8B5A2B", "INV-DATA-13");
    refuses("series.csv", "s02", "hex", "#8B5A2", "INV-DATA-13");
    refuses("series.csv", "s02", "hex", "#8B5A2G", "INV-DATA-13");
    refuses("series.csv", "s02", "mark", "F", "INV-DATA-3");
    refuses("series.csv", "s02", "mark", "fo", "INV-DATA-3");
    refuses("series.csv", "s02", "name", "", "INV-DATA-23");
    refuses("series.csv", "s02", "id", "s01", "INV-DATA-3");
}

#[test]
fn inv_data_4_the_businesses() {
    let pack = standard();
    let prices: Vec<i32> = pack.deeds.iter().map(|deed| deed.price.units()).collect();
    assert_eq!((prices.len(), prices.iter().sum::<i32>()), (71, 8_240_000));
    assert_eq!((prices.iter().min(), prices.iter().max()), (Some(&20_000), Some(&300_000)));
    assert_eq!(pack.deeds.iter().filter(|deed| deed.growth == Growth::Standard).count(), 65);
    for (business, deed) in Business::all().zip(&pack.deeds) {
        assert_eq!(deed.mortgage.times(2), deed.price, "{business}");
        assert_eq!(pack.board[usize::from(deed.tile)].business, Some(business));
        if deed.growth == Growth::Standard {
            assert_eq!(deed.investment, deed.price);
            // About 0.2, 0.8, 2, 4 and 7 times the price: no other multiple of 5,000 is nearer.
            for (fee, tenths) in deed.fees.iter().zip([2, 8, 20, 40, 70]) {
                let off = fee.units() - deed.price.units() * tenths / 10;
                assert!(off.abs() <= 2500, "{business}: {fee} for {tenths} tenths of {}", deed.price);
            }
        }
    }
    let mut types = BTreeMap::new();
    for deed in &pack.deeds {
        *types.entry(pack.types[usize::from(deed.kind.0)].as_str()).or_insert(0) += 1;
    }
    let expected = [
        ("Industry", 24),
        ("Transport", 7),
        ("Entertainment", 6),
        ("Agriculture", 5),
        ("Trade", 5),
        ("Services", 5),
        ("Agency", 4),
        ("Energy", 3),
        ("Mining", 3),
        ("Insurance", 2),
        ("Webhosting", 2),
        ("Internet", 2),
        ("Media", 2),
        ("Technology", 1),
    ];
    assert_eq!(types, BTreeMap::from(expected));
    assert_eq!(pack.types[..4], ["Agriculture", "Internet", "Trade", "Industry"], "in the order of the deeds");
    assert_eq!(pack.types[usize::from(pack.insurance.0)], "Insurance");
}

#[test]
fn inv_data_4_a_deed_from_edge_to_edge() {
    let pack = standard();
    let deed = &pack.deeds[70];
    assert_eq!((deed.name.as_str(), deed.tile, deed.growth), ("Gold Mine", 97, Growth::Standard));
    assert_eq!(
        [deed.price, deed.mortgage, deed.investment, deed.monopoly].map(Money::units),
        [300_000, 150_000, 300_000, 600_000]
    );
    assert_eq!(deed.fees.map(Money::units), [60_000, 240_000, 600_000, 1_200_000, 2_100_000]);
    let deed = &pack.deeds[14];
    assert_eq!((deed.name.as_str(), deed.tile, deed.growth), ("Employment Agency", 19, Growth::Count));
    assert_eq!([deed.price, deed.mortgage, deed.investment, deed.monopoly].map(Money::units), [80_000, 40_000, 0, 0]);
    assert_eq!(deed.fees.map(Money::units), [15_000, 60_000, 0, 0, 0]);
    assert_eq!(pack.series[usize::from(deed.series)].name, "Agencies");
}

#[test]
fn inv_data_4_businesses_that_are_not_right() {
    refuses("businesses.csv", "b07", "id", "b08", "INV-DATA-4");
    refuses("businesses.csv", "b07", "name", " Flour Mill", "INV-DATA-23");
    // In the order of the board.
    Draft::standard()
        .set("board.csv", "1", "business", "b02")
        .set("board.csv", "3", "business", "b01")
        .set("board.csv", "1", "name", "Orchard")
        .set("board.csv", "3", "name", "Potato Farm")
        .set("businesses.csv", "b01", "tile", "3")
        .set("businesses.csv", "b02", "tile", "1")
        .refused("board.csv", "3", "INV-DATA-4");
    // At most 31 types.
    let mut draft = Draft::standard();
    let spare: Vec<usize> = (1..72).filter(|row| draft.rows("businesses.csv")[*row][4] == "Industry").skip(1).take(18).collect();
    for (number, row) in spare.into_iter().enumerate() {
        draft.rows("businesses.csv")[row][4] = format!("Kind {number}");
    }
    let faults = draft.faults();
    assert!(faults.iter().all(|fault| names(&fault.message, "INV-DATA-4")) && faults.len() == 1, "{faults:?}");
}

#[test]
fn inv_data_13_there_are_71_businesses() {
    for change in [|rows: &mut Vec<Vec<String>>| drop(rows.pop()), |rows: &mut Vec<Vec<String>>| rows.push(rows[71].clone())] {
        let mut draft = Draft::standard();
        change(draft.rows("businesses.csv"));
        draft.refused("businesses.csv", "", "INV-DATA-13");
    }
    assert_eq!(standard().series.iter().map(|series| series.members.len()).sum::<usize>(), 71);
}

#[test]
fn inv_data_13_the_sizes_of_series_add_up() {
    refuses("series.csv", "s02", "size", "3", "INV-DATA-13");
    refuses("series.csv", "s02", "size", "1", "INV-DATA-13");
    refuses("series.csv", "s02", "size", "-4", "INV-DATA-13");
    refuses("series.csv", "s18", "size", "5", "INV-DATA-13");
    refuses("businesses.csv", "b07", "series", "s23", "INV-DATA-13");
    Draft::standard().set("businesses.csv", "b07", "series", "s03").set("businesses.csv", "b07", "colour", "olive").refused(
        "series.csv",
        "s03",
        "INV-DATA-13",
    );
    // A series of one.
    Draft::standard()
        .set("businesses.csv", "b05", "series", "s01")
        .set("businesses.csv", "b05", "colour", "brown")
        .set("series.csv", "s01", "size", "5")
        .set("series.csv", "s22", "size", "1")
        .refused("series.csv", "s22", "INV-DATA-13");
    // More series than businesses could fill.
    let mut draft = Draft::standard();
    let row = draft.rows("series.csv")[1].clone();
    draft.rows("series.csv").extend(std::iter::repeat_n(row, 14));
    draft.refused("series.csv", "", "INV-DATA-13");
}

#[test]
fn inv_data_13_a_series_has_one_colour_and_one_rule() {
    refuses("businesses.csv", "b07", "colour", "brown", "INV-DATA-13");
    refuses("businesses.csv", "b10", "rule", "standard", "INV-DATA-13");
    refuses("series.csv", "s02", "colour", "brown", "INV-DATA-13");
    refuses("series.csv", "s02", "hex", "#8b5a2b", "INV-DATA-13");
    let pack = standard();
    let colours: BTreeSet<&str> = pack.series.iter().map(|series| series.colour.as_str()).collect();
    assert_eq!(colours.len(), 22);
    for series in &pack.series {
        assert!(series.members.into_iter().all(|business| pack.deeds[business.index()].growth == series.growth));
    }
}

#[test]
fn inv_data_14_money_is_a_positive_multiple_of_5000() {
    for value in ["0", "-5000", "12500", "50005000", "9000000000000000000"] {
        refuses("businesses.csv", "b07", "price", value, "INV-DATA-14");
        refuses("businesses.csv", "b07", "mortgage", value, "INV-DATA-14");
        refuses("businesses.csv", "b07", "fee2", value, "INV-DATA-14");
        refuses("businesses.csv", "b15", "count1", value, "INV-DATA-14");
        refuses("shortcut.csv", "k01", "price", value, "INV-DATA-14");
        refuses("tiles.csv", "bank,1", "value", value, "INV-DATA-14");
        refuses("tiles.csv", "tax,1", "value", value, "INV-DATA-14");
    }
    for column in ["investment", "monopoly", "fee0", "fee1", "fee2", "fee3", "fee_monopoly"] {
        refuses("businesses.csv", "b07", column, "", "INV-DATA-14");
    }
}

#[test]
fn inv_data_14_upgrades_cost_twice_price_and_mortgage() {
    refuses("businesses.csv", "b07", "monopoly", "85000", "INV-DATA-14");
    refuses("businesses.csv", "b07", "investment", "45000", "INV-DATA-14");
    refuses("businesses.csv", "b07", "mortgage", "25000", "INV-DATA-14");
    Draft::standard()
        .set("businesses.csv", "b07", "mortgage", "45000")
        .set("businesses.csv", "b07", "investment", "90000")
        .refused("businesses.csv", "b07", "INV-DATA-14");
    let dearer =
        Draft::standard().set("businesses.csv", "b07", "mortgage", "40000").set("businesses.csv", "b07", "investment", "80000");
    assert_eq!(dearer.pack().deeds[6].mortgage, money(40_000));
}

#[test]
fn inv_data_14_fees_rise() {
    refuses("businesses.csv", "b07", "fee1", "10000", "INV-DATA-14");
    refuses("businesses.csv", "b07", "fee_monopoly", "160000", "INV-DATA-14");
    refuses("businesses.csv", "b10", "count3", "40000", "INV-DATA-14");
}

#[test]
fn inv_data_14_a_count_series_has_a_fee_for_each_member_and_no_upgrades() {
    let pack = standard();
    for deed in pack.deeds.iter().filter(|deed| deed.growth == Growth::Count) {
        let size = pack.series[usize::from(deed.series)].members.len();
        assert_eq!(deed.fees.iter().filter(|fee| **fee > Money::ZERO).count(), size);
        assert_eq!((deed.investment, deed.monopoly), (Money::ZERO, Money::ZERO));
    }
    refuses("businesses.csv", "b10", "count4", "", "INV-DATA-14");
    refuses("businesses.csv", "b15", "count3", "90000", "INV-DATA-14");
    refuses("businesses.csv", "b15", "investment", "80000", "INV-DATA-14");
    refuses("businesses.csv", "b15", "monopoly", "160000", "INV-DATA-14");
    refuses("businesses.csv", "b15", "fee0", "5000", "INV-DATA-14");
    refuses("businesses.csv", "b07", "count1", "5000", "INV-DATA-14");
}
