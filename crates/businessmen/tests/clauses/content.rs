//! What the standard pack holds, and what the loader says about a pack that is not right: BIZ-DATA.

use crate::common::{BusinessmenTable, CARS, CHARACTERISTICS, GOODS, Table, but, index, options, player, players, position};
use businessmen::Businessmen;
use kernel::{Files, Game, Luck, Notation, PackFault, Rules, Scripted, Seeded, Silent, Viewer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The goods cards as the rulebook's catalogue lists them: Fish, Meat, Grain, Wood, Oil, Metal.
const GOODS_CARDS: [[u8; 6]; 30] = [
    [6, 5, 4, 0, 0, 3],
    [6, 0, 5, 3, 4, 0],
    [6, 0, 3, 5, 0, 4],
    [6, 4, 3, 0, 5, 0],
    [6, 3, 0, 4, 0, 5],
    [5, 6, 0, 4, 0, 3],
    [0, 6, 5, 0, 3, 4],
    [4, 6, 3, 5, 0, 0],
    [0, 6, 3, 4, 5, 0],
    [3, 6, 0, 0, 4, 5],
    [5, 0, 6, 4, 3, 0],
    [0, 5, 6, 3, 0, 4],
    [0, 3, 6, 5, 4, 0],
    [4, 0, 6, 0, 5, 3],
    [4, 0, 6, 3, 0, 5],
    [5, 3, 4, 6, 0, 0],
    [4, 5, 0, 6, 3, 0],
    [0, 4, 5, 6, 0, 3],
    [3, 0, 0, 6, 5, 4],
    [0, 0, 3, 6, 4, 5],
    [5, 4, 0, 0, 6, 3],
    [3, 5, 0, 4, 6, 0],
    [4, 3, 5, 0, 6, 0],
    [0, 3, 0, 5, 6, 4],
    [0, 0, 4, 3, 6, 5],
    [5, 0, 0, 3, 4, 6],
    [0, 5, 4, 0, 3, 6],
    [3, 4, 5, 0, 0, 6],
    [0, 4, 0, 5, 3, 6],
    [3, 0, 4, 0, 5, 6],
];

const EXPORT_CARDS: [[&str; 3]; 12] = [
    ["fish", "meat", "grain"],
    ["fish", "meat", "wood"],
    ["fish", "meat", "oil"],
    ["fish", "grain", "wood"],
    ["fish", "grain", "metal"],
    ["fish", "oil", "metal"],
    ["meat", "grain", "oil"],
    ["meat", "wood", "metal"],
    ["meat", "oil", "metal"],
    ["grain", "wood", "oil"],
    ["grain", "wood", "metal"],
    ["wood", "oil", "metal"],
];

/// A new game of two whose first cards are these (from 1).
fn turned(goods: u32, export: u32) -> Table {
    let mut table = Table::start(players(2), &[]);
    table.play("play", &[]);
    table.play("play", &[goods - 1, export - 1]);
    table
}

/// The standard pack with one of its files changed; the text to be replaced must be there.
#[track_caller]
fn changed(file: &str, from: &str, to: &str) -> Files {
    let files = Businessmen::files();
    assert!(files.get(file).expect("a file of the pack").text().contains(from), "`{from}` is in {file}");
    Files::new(files.iter().map(|(name, text)| {
        let text = if name == file { text.replacen(from, to, 1) } else { text.to_owned() };
        (name.to_owned(), text)
    }))
}

/// What the loader says about these files.
#[track_caller]
fn faults(files: &Files) -> Vec<PackFault> {
    Businessmen::pack(files).map(|_| ()).expect_err("a pack that is not right")
}

/// The first line of a file that holds this text.
#[track_caller]
fn line(files: &Files, file: &str, mark: &str) -> usize {
    let text = files.get(file).expect("a file").text();
    1 + text.lines().position(|line| line.contains(mark)).unwrap_or_else(|| panic!("`{mark}` is in {file}"))
}

/// With this change the loader finds a fault on the line of `mark`, by this clause.
#[track_caller]
fn assert_fault(file: &str, (from, to): (&str, &str), mark: &str, clause: &str) {
    let files = changed(file, from, to);
    let told = faults(&files);
    let place = line(&files, file, mark);
    let fits = |fault: &PackFault| fault.file == file && fault.line == Some(place) && fault.message.contains(clause);
    assert!(told.iter().any(fits), "{from} -> {to}: expected {file}:{place} ({clause}), told {told:?}");
}

/// The rules of a table of two with a changed pack.
fn rules_with(files: &Files) -> businessmen::BusinessmenRules {
    let pack = Businessmen::pack(files).unwrap_or_else(|faults| panic!("{faults:?}"));
    Businessmen::rules(&pack, &players(2)).expect("settings that fit together")
}

/// A table of two with a changed pack at this position.
fn table_with(files: &Files, position: Value) -> Table {
    let rules = rules_with(files);
    let position: businessmen::Position = serde_json::from_value(position).expect("the shape of a position");
    let state = rules.restore(&position).unwrap_or_else(|refusal| panic!("{refusal}"));
    Table::of(rules, state)
}

// The numbers

#[test]
fn biz_data_1_the_numbers_of_the_rulebook() {
    let table = turned(1, 1);
    let view = table.view();
    assert_eq!((table.purses(), view["lots"].clone()), (vec![10, 10], json!([[4, 1], [6, 2], [8, 3]])));
    assert_eq!(table.piles().iter().zip(GOODS_CARDS[0]).map(|(pile, laid)| pile + u64::from(laid)).collect::<Vec<_>>(), [25; 6]);
    let cars: Vec<(u64, u64)> = view["cars"]
        .as_array()
        .unwrap()
        .iter()
        .map(|car| (car["capacity"].as_u64().unwrap(), car["points"].as_u64().unwrap()))
        .collect();
    assert_eq!(cars, [(5, 1), (6, 2), (7, 3)]);
}

#[test]
fn biz_data_1_the_numbers_are_held_in_the_pack() {
    // Each number of the pack is the number of the table.
    let start = |file: &str, from: &str, to: &str| {
        let rules = rules_with(&changed(file, from, to));
        let state = rules.start(&mut Scripted::new([]), &mut Silent);
        serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap()
    };
    assert_eq!(start("pack.toml", "tiles = 25", "tiles = 30")["goods"][0]["pile"], 30);
    assert_eq!(start("pack.toml", "coins = 10", "coins = 12")["players"][0]["coins"], 12);
    assert_eq!(start("pack.toml", "yellow = { capacity = 5", "yellow = { capacity = 4")["cars"][0]["capacity"], 4);
    assert_eq!(start("pack.toml", "points = 3, fall = 7", "points = 5, fall = 7")["cars"][2]["points"], 5);
    assert_eq!(start("pack.toml", "units = [4, 6, 8]", "units = [3, 6, 9]")["lots"], json!([[3, 1], [6, 2], [9, 3]]));
    assert_eq!(start("pack.toml", "loader = [4, 5, 6]", "loader = [3, 5, 7]")["players"][0]["load_limit"], 3);

    // Dearer purchases.
    let market = json!({"market": {"oil": 6}});
    let seats = [player(5, json!({})), player(0, json!({}))];
    let files = changed("pack.toml", "unit_price = 1", "unit_price = 2");
    let mut table = table_with(&files, but(position("buying", 'A', &seats), market));
    assert_eq!(table.sorted(), ["buy 1 oil", "buy 2 oil", "pass"]);
    table.play("buy 2 oil", &[]);
    assert_eq!(table.coins('A'), 1);
    // Another fall and another rise.
    let sending = |files: &Files| {
        let changes = json!({"cars": {"green": {"good": "oil", "units": [7, 0]}}, "prices": {"oil": 14}});
        let mut table = table_with(files, crate::common::before_the_wheel(changes));
        table.play("pass", &[2]);
        table
    };
    assert_eq!(sending(&changed("pack.toml", "fall = 7", "fall = 2")).marker("oil"), 12);
    assert_eq!(sending(&changed("pack.toml", "rise = 3", "rise = 1")).marker("fish"), 8);
    // Costs and points of a level, penalties, insurance.
    let seats = [player(30, json!({"loader": 2, "points": 9, "warnings": ["loader"]})), player(0, json!({}))];
    let mut table = table_with(&changed("pack.toml", "costs = [10, 20]", "costs = [11, 22]"), position("improving", 'A', &seats));
    table.play("improve loader", &[2, 2]);
    assert_eq!((table.coins('A'), table.points('A')), (8, 11));
    let mut table = table_with(&changed("pack.toml", "points = [1, 2]", "points = [3, 4]"), position("improving", 'A', &seats));
    table.play("improve manager", &[]);
    assert_eq!(table.points('A'), 12);
    let mut table =
        table_with(&changed("pack.toml", "penalties = [1, 1, 2]", "penalties = [1, 4, 5]"), position("improving", 'A', &seats));
    table.play("done", &[3, 2]);
    assert_eq!(table.points('A'), 5);
    let mut table = table_with(&changed("pack.toml", "insurance = 10", "insurance = 30"), position("insuring", 'A', &seats));
    table.play("insure loader", &[]);
    assert_eq!(table.coins('A'), 0);
    // Skipping.
    let seats = [player(30, json!({"points": 9})), player(0, json!({}))];
    let files = changed("pack.toml", "skip_points = 1", "skip_points = 2");
    let mut table = table_with(&files, position("announcing", 'A', &seats));
    table.play("skip", &[]);
    assert_eq!(table.points('A'), 7);
    let files = changed("pack.toml", "skip_coins = 10", "skip_coins = 7");
    let mut table = table_with(&files, position("announcing", 'A', &seats));
    table.play("skip", &[]);
    table.calm("play");
    assert_eq!(table.coins('A'), 37);
}

#[test]
fn biz_data_1_six_goods_with_distinct_names() {
    for (from, to) in
        [("\"Fish\", \"Meat\"", "\"Fish\", \"Fish\""), ("\"Fish\", \"Meat\"", "\"Fish\""), ("\"Metal\"]", "\"Metal\", \"Gold\"]")]
    {
        assert_fault("pack.toml", (from, to), "goods =", "BIZ-");
    }
}

#[test]
fn biz_data_1_every_number_is_at_least_1() {
    let zeros = [
        ("tiles = 25", "tiles = 0"),
        ("coins = 10", "coins = 0"),
        ("unit_price = 1", "unit_price = 0"),
        ("rise = 3", "rise = 0"),
        ("insurance = 10", "insurance = 0"),
        ("skip_points = 1", "skip_points = 0"),
        ("skip_coins = 10", "skip_coins = 0"),
        ("yellow = { capacity = 5", "yellow = { capacity = 0"),
        ("blue = { capacity = 6, points = 2", "blue = { capacity = 6, points = 0"),
        ("fall = 7", "fall = 0"),
        ("warehouse = [1", "warehouse = [0"),
        ("loader = [4", "loader = [0"),
        ("manager = [3", "manager = [0"),
        ("costs = [10", "costs = [0"),
        ("points = [1, 2]", "points = [0, 2]"),
        ("penalties = [1", "penalties = [0"),
        ("units = [4", "units = [0"),
        ("points = [1, 2, 3]", "points = [0, 2, 3]"),
    ];
    for (from, to) in zeros {
        assert_fault("pack.toml", (from, to), to, "BIZ-DATA-1");
    }
    for (from, to) in [("tiles = 25", "tiles = -1"), ("rise = 3", "rise = 2.5"), ("rise = 3", "rise = \"three\"")] {
        let files = changed("pack.toml", from, to);
        let told = faults(&files);
        assert_eq!((told[0].file.as_str(), told[0].line), ("pack.toml", Some(line(&files, "pack.toml", to))));
    }
    // Numbers beyond all measure are faults too, not wrapped around.
    for (from, to) in [("tiles = 25", "tiles = 100000"), ("rise = 3", "rise = 9999999999"), ("coins = 10", "coins = 4294967297")]
    {
        assert!(Businessmen::pack(&changed("pack.toml", from, to)).is_err(), "{to}");
    }
}

#[test]
fn biz_data_1_limits_rise_with_the_level() {
    for (from, to) in [
        ("warehouse = [1, 2, 3]", "warehouse = [1, 1, 3]"),
        ("loader = [4, 5, 6]", "loader = [4, 5, 5]"),
        ("manager = [3, 4, 5]", "manager = [5, 4, 3]"),
        ("loader = [4, 5, 6]", "loader = [5, 4, 6]"),
    ] {
        assert_fault("pack.toml", (from, to), to, "BIZ-DATA-1");
    }
    // Two or four levels are none.
    for (from, to) in [
        ("loader = [4, 5, 6]", "loader = [4, 5]"),
        ("costs = [10, 20]", "costs = [10]"),
        ("loader = [4, 5, 6]", "loader = [4, 5, 6, 7]"),
    ] {
        assert!(Businessmen::pack(&changed("pack.toml", from, to)).is_err(), "{to}");
    }
}

#[test]
fn biz_data_1_lots_and_their_points_rise_together() {
    for (from, to) in [
        ("units = [4, 6, 8]", "units = [4, 4, 8]"),
        ("units = [4, 6, 8]", "units = [8, 6, 4]"),
        ("points = [1, 2, 3]", "points = [1, 1, 3]"),
        ("points = [1, 2, 3]", "points = [1, 3, 2]"),
    ] {
        assert_fault("pack.toml", (from, to), to, "BIZ-DATA-1");
    }
}

#[test]
fn biz_data_1_capacities_are_at_most_the_tiles() {
    assert_fault("pack.toml", ("green = { capacity = 7", "green = { capacity = 26"), "green =", "BIZ-DATA-1");
    assert!(Businessmen::pack(&changed("pack.toml", "green = { capacity = 7", "green = { capacity = 25")).is_ok());
}

// The cards

#[test]
fn biz_data_2_thirty_cards_among_them_the_rulebooks() {
    assert_eq!(turned(24, 1).market(), "meat 3, wood 5, oil 6, metal 4");
    let rules = crate::common::rules(&players(2));
    let mut state = rules.start(&mut Scripted::new([]), &mut Silent);
    let (first, play) = (rules.turn(&state).awaited.lowest().unwrap(), rules.read("play").unwrap());
    rules.apply(&mut state, first, &play, &mut Scripted::new([]), &mut Silent).unwrap();
    for card in 0..=30 {
        let mut next = state;
        let mut script = Scripted::new([card, 0]);
        let seat = rules.turn(&next).awaited.lowest().unwrap();
        rules.apply(&mut next, seat, &play, &mut script, &mut Silent).unwrap();
        assert_eq!(script.finish().is_ok(), card < 30, "card {card}");
    }
    // Every card offers 18 units, which is what the three cars carry.
    for card in GOODS_CARDS {
        let mut numbers: Vec<u8> = card.into_iter().filter(|units| *units > 0).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [3, 4, 5, 6]);
        assert_eq!(numbers.iter().sum::<u8>(), 5 + 6 + 7);
    }
}

#[test]
fn biz_data_2_what_the_loader_checks() {
    let last = "  { id = \"G30\", lay = { Fish = 3, Grain = 4, Oil = 5, Metal = 6 } },\n";
    // 29 and 31 cards.
    for to in [String::new(), format!("{last}  {{ id = \"G31\", lay = {{ Fish = 3 }} }},\n")] {
        assert_fault("cards.toml", (last, &to), "goods = [", "BIZ-DATA-2");
    }
    // No good, an unknown good, too few and too many of one.
    for to in ["lay = { }", "lay = { Fish = 0 }", "lay = { Fish = 26 }", "lay = { Gold = 3 }"] {
        let from = "lay = { Fish = 3, Grain = 4, Oil = 5, Metal = 6 }";
        assert_fault("cards.toml", (from, to), "\"G30\"", "");
    }
    // One good twice is no TOML.
    let twice = changed("cards.toml", "lay = { Fish = 3, Grain = 4,", "lay = { Fish = 3, Fish = 4,");
    assert_eq!(faults(&twice)[0].file, "cards.toml");
    // From 1 to 25 of up to six goods is possible.
    let rich = "lay = { Fish = 25, Meat = 1, Grain = 4, Wood = 1, Oil = 5, Metal = 6 }";
    assert!(Businessmen::pack(&changed("cards.toml", "lay = { Fish = 3, Grain = 4, Oil = 5, Metal = 6 }", rich)).is_ok());
    // Two cards of one name.
    assert_fault("cards.toml", ("\"G30\"", "\"G29\""), "Fish = 3, Grain = 4, Oil = 5", "");
    // Every good occurs on some card: no Metal anywhere.
    let files = Businessmen::files();
    let text = files.get("cards.toml").unwrap().text();
    let (goods, export) = text.split_once("export = [").unwrap();
    let without: Vec<String> = goods
        .lines()
        .map(|line| match line.find("Metal = ") {
            Some(at) => format!("{}{}", line[..at].trim_end().trim_end_matches(','), &line[at + 9..]),
            None => line.to_owned(),
        })
        .collect();
    let text = format!("{}\nexport = [{export}", without.join("\n"));
    let files = Files::new(
        files.iter().map(|(name, old)| (name.to_owned(), if name == "cards.toml" { text.clone() } else { old.to_owned() })),
    );
    let told = faults(&files);
    assert!(told.iter().any(|fault| fault.message.contains("Metal") && fault.message.contains("BIZ-DATA-2")), "{told:?}");
}

#[test]
fn biz_data_3_the_default_goods_cards() {
    for (number, card) in (1..).zip(GOODS_CARDS) {
        let table = turned(number, 1);
        let expected: Vec<String> =
            GOODS.iter().zip(card).filter(|(_, units)| *units > 0).map(|(good, units)| format!("{good} {units}")).collect();
        assert_eq!(table.market(), expected.join(", "), "G{number:02}");
        assert_eq!(table.position()["goods_card"], format!("G{number:02}"));
    }
    // For every ordered pair one card with 6 of the first and 5 of the second.
    let place = |card: &[u8; 6], units: u8| card.iter().position(|other| *other == units).unwrap();
    let pairs: BTreeSet<(usize, usize)> = GOODS_CARDS.iter().map(|card| (place(card, 6), place(card, 5))).collect();
    assert_eq!(pairs.len(), 30);
    for good in 0..6 {
        for units in 3..=6 {
            assert_eq!(GOODS_CARDS.iter().filter(|card| card[good] == units).count(), 5);
        }
        assert_eq!(GOODS_CARDS.iter().map(|card| u32::from(card[good])).sum::<u32>(), 90);
        for other in 0..good {
            assert_eq!(GOODS_CARDS.iter().filter(|card| card[good] + card[other] == 0).count(), 2);
        }
    }
    assert_eq!(GOODS_CARDS.iter().collect::<BTreeSet<_>>().len(), 30);
}

#[test]
fn biz_data_4_the_default_export_cards() {
    for (number, goods) in (1..).zip(EXPORT_CARDS) {
        let table = turned(1, number);
        assert_eq!(table.position()["export_card"], format!("E{number:02}"));
        assert_eq!(table.told("export_turned")[0]["goods"], json!(goods));
    }
    assert_eq!(EXPORT_CARDS.iter().collect::<BTreeSet<_>>().len(), 12);
    let mut pairs = BTreeMap::new();
    for good in GOODS {
        assert_eq!(EXPORT_CARDS.iter().filter(|card| card.contains(&good)).count(), 6);
        for other in &GOODS[..index(good)] {
            let together = EXPORT_CARDS.iter().filter(|card| card.contains(&good) && card.contains(other)).count();
            pairs.insert((good, *other), together);
        }
    }
    assert!(pairs.values().all(|count| (2..=3).contains(count)), "{pairs:?}");
}

#[test]
fn biz_data_4_what_the_loader_checks() {
    let last = "  { id = \"E12\", goods = [\"Wood\", \"Oil\", \"Metal\"] },\n";
    for to in [String::new(), format!("{last}  {{ id = \"E13\", goods = [\"Fish\", \"Oil\", \"Wood\"] }},\n")] {
        assert_fault("cards.toml", (last, &to), "export = [", "BIZ-DATA-4");
    }
    for to in [
        "goods = [\"Wood\", \"Oil\"]",
        "goods = [\"Wood\", \"Oil\", \"Oil\"]",
        "goods = [\"Wood\", \"Oil\", \"Metal\", \"Fish\"]",
        "goods = [\"Wood\", \"Oil\", \"Gold\"]",
    ] {
        assert_fault("cards.toml", ("goods = [\"Wood\", \"Oil\", \"Metal\"]", to), "\"E12\"", "");
    }
    // Every good on some card: no Metal anywhere (Fish, Meat and Wood instead).
    let files = Businessmen::files();
    let text = files.get("cards.toml").unwrap().text();
    let (goods, export) = text.split_once("export = [").unwrap();
    let export = export
        .replace("[\"Fish\", \"Grain\", \"Metal\"]", "[\"Fish\", \"Grain\", \"Oil\"]")
        .replace("[\"Fish\", \"Oil\", \"Metal\"]", "[\"Fish\", \"Oil\", \"Wood\"]")
        .replace("\"Wood\", \"Oil\", \"Metal\"", "\"Wood\", \"Oil\", \"Fish\"")
        .replace("\"Metal\"", "\"Fish\"");
    let text = format!("{goods}export = [{export}");
    let files = Files::new(
        files.iter().map(|(name, old)| (name.to_owned(), if name == "cards.toml" { text.clone() } else { old.to_owned() })),
    );
    let told = faults(&files);
    assert!(told.iter().any(|fault| fault.message.contains("Metal") && fault.message.contains("BIZ-DATA-4")), "{told:?}");
}

// Prices and wheels

#[test]
fn biz_data_5_the_default_track() {
    let view = Table::start(players(2), &[]).view();
    for good in view["goods"].as_array().unwrap() {
        assert_eq!(good["track"], json!([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]));
        assert_eq!((&good["position"], &good["price"]), (&json!(7), &json!(3)));
    }
}

#[test]
fn biz_data_5_what_the_loader_checks() {
    let prices = "prices = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]";
    let wrong = [
        // Seven positions.
        "prices = [1, 1, 2, 2, 3, 3, 3]",
        // Falling.
        "prices = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 4]",
        // With a gap.
        "prices = [1, 1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 5, 6, 6, 6]",
        // The lowest is not 1.
        "prices = [2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]",
        "prices = [0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]",
    ];
    for to in wrong {
        let files = changed("prices.toml", prices, to);
        let files = if to.contains("3, 3, 3]") {
            Files::new(files.iter().map(|(name, text)| (name.to_owned(), text.replace("start = 7", "start = 5"))))
        } else {
            files
        };
        let told = faults(&files);
        assert!(
            told.iter().any(|fault| fault.file == "prices.toml" && fault.line.is_some() && fault.message.contains("BIZ-DATA-5")),
            "{to}: {told:?}"
        );
    }
    // The start must have price 3.
    for start in [5, 9, 15, 99] {
        assert_fault("prices.toml", ("start = 7", &format!("start = {start}")), "start =", "BIZ-DATA-5");
    }
    for start in [6, 8] {
        assert!(Businessmen::pack(&changed("prices.toml", "start = 7", &format!("start = {start}"))).is_ok());
    }
    // Fractions are no prices.
    assert!(Businessmen::pack(&changed("prices.toml", prices, "prices = [1, 1.5, 2, 2, 3, 3, 3, 3, 3, 3]")).is_err());
    // Eight positions are enough, and a price above 5 is possible.
    let eight = "prices = [1, 2, 3, 3, 3, 3, 3, 3]";
    let files = changed("prices.toml", prices, eight);
    assert!(Businessmen::pack(&files).is_ok(), "eight positions");
    let higher = "prices = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6]";
    assert!(Businessmen::pack(&changed("prices.toml", prices, higher)).is_ok());
    // A good may have its own track.
    let files = changed("prices.toml", "start = 7", "start = 7\n\n[own.Oil]\nprices = [1, 2, 3, 4, 5, 6, 7, 8]\nstart = 2");
    let rules = rules_with(&files);
    let state = rules.start(&mut Scripted::new([]), &mut Silent);
    let view = serde_json::to_value(rules.view(&state, Viewer::Watcher)).unwrap();
    assert_eq!((&view["goods"][4]["track"], &view["goods"][4]["position"]), (&json!([1, 2, 3, 4, 5, 6, 7, 8]), &json!(2)));
    assert_eq!(view["goods"][3]["position"], 7);
    // Its own upper end holds: it rises from 6 to 7 and no farther.
    let mut table = table_with(&files, crate::common::before_the_wheel(json!({"prices": {"oil": 6}})));
    table.play("pass", &[2]);
    assert_eq!((table.marker("oil"), table.prices()[4]), (7, 8));
    assert_eq!(table.marker("fish"), 10);
    // And it is checked like any other.
    let wrong = changed("prices.toml", "start = 7", "start = 7\n\n[own.Oil]\nprices = [1, 2, 3, 4, 5, 6, 7, 8]\nstart = 3");
    assert!(faults(&wrong).iter().any(|fault| fault.message.contains("BIZ-DATA-5")));
    let wrong = changed("prices.toml", "start = 7", "start = 7\n\n[own.Gold]\nprices = [1, 2, 3, 4, 5, 6, 7, 8]\nstart = 2");
    assert_eq!(faults(&wrong)[0].file, "prices.toml");
}

/// A sector: goods and how many positions they move, or goods under embargo.
type Sector = (&'static [(&'static str, i64)], &'static [&'static str]);

/// The price wheel of the catalogue.
const PRICE_WHEEL: [Sector; 12] = [
    (&[("fish", 3), ("wood", -5)], &[]),
    (&[], &["metal", "wood"]),
    (&[("wood", 3), ("oil", -5)], &[]),
    (&[], &["wood", "meat"]),
    (&[("oil", 3), ("grain", -5)], &[]),
    (&[], &["meat", "grain"]),
    (&[("grain", 3), ("metal", -5)], &[]),
    (&[], &["grain", "fish"]),
    (&[("metal", 3), ("meat", -5)], &[]),
    (&[], &["fish", "oil"]),
    (&[("meat", 3), ("fish", -5)], &[]),
    (&[], &["oil", "metal"]),
];

#[test]
fn biz_data_6_the_default_price_wheel() {
    for (sector, (moves, embargo)) in (1..).zip(PRICE_WHEEL) {
        let mut table = Table::at(players(2), crate::common::before_the_wheel(json!({})));
        table.play("pass", &[sector]);
        let turned = table.told("wheel_turned")[0].clone();
        assert_eq!(turned["sector"], format!("W{sector:02}"));
        let told: BTreeMap<String, i64> = turned["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one[0].as_str().unwrap().to_owned(), one[1].as_i64().unwrap()))
            .collect();
        assert_eq!(told, moves.iter().map(|(good, steps)| ((*good).to_owned(), *steps)).collect());
        let under: BTreeSet<String> = table.embargo().into_iter().collect();
        assert_eq!(under, embargo.iter().map(|good| (*good).to_owned()).collect());
        // And the markers really moved, before they all rose by 3.
        for good in GOODS {
            let steps = moves.iter().find(|(other, _)| *other == good).map_or(0, |(_, steps)| *steps);
            assert_eq!(table.marker(good) as i64, 7 + steps + 3, "W{sector:02} {good}");
        }
    }
    // Every sector is as likely as the others.
    let rules = crate::common::rules(&players(2));
    let position: businessmen::Position = serde_json::from_value(crate::common::before_the_wheel(json!({}))).unwrap();
    let start = rules.restore(&position).unwrap();
    let mut counts = BTreeMap::new();
    for seed in 0..2_400 {
        let mut state = start;
        let mut events = Vec::new();
        let seat = rules.turn(&state).awaited.lowest().unwrap();
        rules.apply(&mut state, seat, &rules.read("pass").unwrap(), &mut Seeded::nth(3, seed), &mut events).unwrap();
        let events: Vec<Value> = events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
        let turned = events.iter().find(|event| event["event"] == "wheel_turned").unwrap();
        *counts.entry(turned["sector"].as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    assert!(counts.len() == 12 && counts.values().all(|count| (130..=270).contains(count)), "{counts:?}");
}

#[test]
fn biz_data_6_what_the_loader_checks() {
    let w1 = "moves = { Fish = 3, Wood = -5 }";
    assert_fault("wheels.toml", (w1, "moves = { }"), "\"W01\"", "BIZ-DATA-6");
    assert_fault("wheels.toml", (w1, "moves = { Fish = 0, Wood = -5 }"), "\"W01\"", "BIZ-DATA-6");
    assert_fault("wheels.toml", ("embargo = [\"Metal\", \"Wood\"]", "embargo = []"), "\"W02\"", "BIZ-DATA-6");
    assert_fault("wheels.toml", ("embargo = [\"Metal\", \"Wood\"]", "embargo = [\"Wood\", \"Wood\"]"), "\"W02\"", "BIZ-DATA-6");
    assert_fault("wheels.toml", ("\"W01\", weight = 1", "\"W01\", weight = 0"), "\"W01\"", "BIZ-DATA-6");
    assert_fault("wheels.toml", (w1, "moves = { Gold = 3 }"), "\"W01\"", "");
    // Both kinds, or neither, on one sector.
    assert_fault("wheels.toml", (w1, "moves = { Fish = 3 }, embargo = [\"Wood\"]"), "\"W01\"", "");
    assert_fault("wheels.toml", (", moves = { Fish = 3, Wood = -5 }", ""), "\"W01\"", "");
    for weight in ["-1", "0.5", "\"one\""] {
        assert!(
            Businessmen::pack(&changed("wheels.toml", "\"W01\", weight = 1", &format!("\"W01\", weight = {weight}"))).is_err()
        );
    }
    // At least one sector of each kind.
    let files = Businessmen::files();
    let only = |kind: &str| {
        let text = files.get("wheels.toml").unwrap().text();
        let other = |line: &&str| !line.contains("\"W") || line.contains(kind);
        let text: String = text.lines().filter(other).map(|line| format!("{line}\n")).collect();
        Files::new(
            files.iter().map(|(name, old)| (name.to_owned(), if name == "wheels.toml" { text.clone() } else { old.to_owned() })),
        )
    };
    for kind in ["moves", "embargo"] {
        let told = faults(&only(kind));
        assert!(told.iter().any(|fault| fault.file == "wheels.toml" && fault.message.contains("BIZ-DATA-6")), "{told:?}");
    }
    // A weight counts: with W01 at weight 3 the wheel has 14 places, of which the first three are W01.
    let heavy = changed("wheels.toml", "\"W01\", weight = 1", "\"W01\", weight = 3");
    for (place, sector) in [(1, "W01"), (3, "W01"), (4, "W02"), (14, "W12")] {
        let mut table = table_with(&heavy, crate::common::before_the_wheel(json!({})));
        table.play("pass", &[place]);
        assert_eq!(table.told("wheel_turned")[0]["sector"], sector);
    }
}

#[test]
fn biz_data_7_the_default_event_wheel() {
    for (sector, hit) in (1..).zip(["warehouse", "", "loader", "", "manager", "", "", ""]) {
        let seats = [player(3, json!({"points": 5})), player(10, json!({}))];
        let mut table = Table::at(players(2), position("improving", 'B', &seats));
        table.play("done", &[sector, 2]);
        let spun = table.told("spun")[0].clone();
        assert_eq!(spun["sector"], format!("N{sector}"));
        assert_eq!(spun["hit"].as_str().unwrap_or(""), hit);
        assert_eq!(table.warnings('A').concat(), hit);
    }
    assert_eq!(CHARACTERISTICS.len(), 3);
    // Each of the eight is as likely as the others: a characteristic 1 in 8.
    let rules = crate::common::rules(&players(2));
    let seats = [player(3, json!({})), player(10, json!({}))];
    let written: businessmen::Position = serde_json::from_value(position("improving", 'B', &seats)).unwrap();
    let start = rules.restore(&written).unwrap();
    let mut counts = BTreeMap::new();
    for seed in 0..1_600 {
        let mut state = start;
        let mut events = Vec::new();
        let seat = rules.turn(&state).awaited.lowest().unwrap();
        rules.apply(&mut state, seat, &rules.read("done").unwrap(), &mut Seeded::nth(4, seed), &mut events).unwrap();
        for event in &events {
            let event = serde_json::to_value(event).unwrap();
            if event["event"] == "spun" && event["seat"] == 1 {
                *counts.entry(event["sector"].as_str().unwrap().to_owned()).or_insert(0) += 1;
            }
        }
    }
    assert!(counts.len() == 8 && counts.values().all(|count| (130..=270).contains(count)), "{counts:?}");
}

#[test]
fn biz_data_7_what_the_loader_checks() {
    // Each kind must occur.
    for kind in ["warehouse", "loader", "manager"] {
        let files = changed("wheels.toml", &format!("hits = \"{kind}\""), "hits = \"nothing\"");
        let told = faults(&files);
        assert!(told.iter().any(|fault| fault.file == "wheels.toml" && fault.message.contains("BIZ-DATA-7")), "{told:?}");
    }
    let files = Businessmen::files();
    let files =
        Files::new(files.iter().map(|(name, text)| (name.to_owned(), text.replace("hits = \"nothing\"", "hits = \"loader\""))));
    assert!(faults(&files).iter().any(|fault| fault.message.contains("BIZ-DATA-7")));
    assert_fault("wheels.toml", ("\"N3\", weight = 1", "\"N3\", weight = 0"), "\"N3\"", "BIZ-DATA-7");
    assert_fault("wheels.toml", ("hits = \"loader\"", "hits = \"purse\""), "\"N3\"", "");
    // A weight counts.
    let heavy = changed("wheels.toml", "\"N1\", weight = 1", "\"N1\", weight = 2");
    for (place, hit) in [(2, json!("warehouse")), (3, json!(null)), (4, json!("loader"))] {
        let seats = [player(3, json!({"points": 5})), player(10, json!({}))];
        let mut table = table_with(&heavy, position("improving", 'B', &seats));
        table.play("done", &[place, 9]);
        assert_eq!(table.told("spun")[0]["hit"], hit);
    }
}

#[test]
fn biz_data_8_the_victory_scale_begins_at_0_and_points_beyond_it_are_a_number() {
    let start = position("exporting", 'A', &[player(0, json!({"points": 19, "main": {"oil": 8}})), player(10, json!({}))]);
    let mut table = Table::at(players(2), start);
    table.play("export 8 oil", &[]);
    assert_eq!(table.view()["players"][0]["points"], 22);
    let names = ["Ann".to_owned(), "Bob".to_owned()];
    assert!(kernel::Words::draw(&*table.rules, &table.state, Viewer::Watcher, &names).contains("22"));
    assert_eq!(Table::start(players(2), &[]).scale(), [0, 0]);
}

#[test]
fn biz_data_9_the_coins() {
    let total = |players: u8| {
        let table = Table::start(options(json!({"players": players, "bank": "finite"})), &[]);
        table.position()["bank"].as_u64().unwrap() + table.purses().iter().sum::<u64>()
    };
    assert_eq!((total(2), total(4)), (16 + 10 * 5 + 8 * 10 + 8 * 20, 306));
    let values = "values = [1, 5, 10, 20]";
    for to in ["values = [1, 5, 10, 10]", "values = [2, 5, 10, 20]", "values = [1, 5, 10]", "values = [0, 5, 10, 20]"] {
        let files = changed("pack.toml", values, to);
        let told = faults(&files);
        let place = line(&files, "pack.toml", "values =");
        assert!(told.iter().any(|fault| fault.file == "pack.toml" && fault.line == Some(place)), "{to}: {told:?}");
    }
    assert_fault("pack.toml", (values, "values = [1, 5, 10, 10]"), "values =", "BIZ-DATA-9");
    assert_fault("pack.toml", (values, "values = [2, 5, 10, 20]"), "values =", "BIZ-DATA-9");
    for to in ["pieces = [16, 10, 8, 9]", "pieces = [16, 10, 8, 7]"] {
        assert_fault("pack.toml", ("pieces = [16, 10, 8, 8]", to), "pieces =", "BIZ-DATA-9");
    }
    // The smallest need not be the first; 42 pieces of any four values with 1 among them.
    assert!(Businessmen::pack(&changed("pack.toml", values, "values = [1, 2, 3, 4]")).is_ok());
}

#[test]
fn biz_data_10_the_cells_of_the_tablet_bound_nothing() {
    // With one cell drawn in each store everything is as before.
    let files = changed("pack.toml", "temporary_cells = 6", "temporary_cells = 1");
    let seats = [player(20, json!({"main": {"oil": 14}})), player(0, json!({}))];
    let market = json!({"market": {"fish": 3, "meat": 3, "grain": 3}});
    let mut table = table_with(&files, but(position("buying", 'A', &seats), market));
    table.plays(&["buy 3 fish", "buy 3 meat", "buy 3 grain"]);
    assert_eq!(table.temporary('A'), "fish 3, meat 3, grain 3");
    assert_eq!(CARS.len(), 3);
}

// Packs in general

#[test]
fn every_file_is_needed_and_no_other() {
    for missing in ["pack.toml", "cards.toml", "prices.toml", "wheels.toml"] {
        let files = Businessmen::files();
        let files = Files::new(files.iter().filter(|(name, _)| *name != missing));
        let told: Vec<String> = faults(&files).iter().map(ToString::to_string).collect();
        assert!(told.contains(&format!("{missing}: this file is missing from the pack")), "{told:?}");
    }
    let files = Businessmen::files();
    let files = Files::new(files.iter().chain([("weather.toml", "")]));
    assert!(faults(&files).iter().any(|fault| fault.file == "weather.toml"));
}

#[test]
fn a_pack_of_another_game_is_none_of_this() {
    assert_fault("pack.toml", ("game = \"businessmen\"", "game = \"economy\""), "game =", "economy");
}

#[test]
fn an_unknown_key_or_a_wrong_type_names_its_line() {
    let wrong = [
        ("pack.toml", "name = \"Standard\"", "name = \"Standard\"\nauthor = \"me\"", "author"),
        ("pack.toml", "tiles = 25", "tiles = 25\ntaxes = 3", "taxes"),
        ("pack.toml", "[money]", "[weather]\nwind = 3\n\n[money]", "weather"),
        ("cards.toml", "id = \"G01\", lay", "id = \"G01\", price = 3, lay", "\"G01\""),
        ("cards.toml", "id = \"E01\", goods", "id = \"E01\", price = 3, goods", "\"E01\""),
        ("prices.toml", "start = 7", "start = 7\nend = 14", "end = 14"),
        ("wheels.toml", "id = \"W01\", weight", "id = \"W01\", colour = 1, weight", "\"W01\""),
        ("wheels.toml", "id = \"N1\", weight", "id = \"N1\", colour = 1, weight", "\"N1\""),
        ("pack.toml", "tiles = 25", "tiles = \"many\"", "tiles ="),
        ("pack.toml", "tiles = 25", "tiles = ", "tiles ="),
    ];
    for (file, from, to, mark) in wrong {
        assert_fault(file, (from, to), mark, "");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let files = changed("pack.toml", "tiles = 25", "tiles = 0");
    let files = Files::new(files.iter().map(|(name, text)| {
        let text = if name == "wheels.toml" { text.replacen("weight = 1", "weight = 0", 1) } else { text.to_owned() };
        (name.to_owned(), text)
    }));
    let told: BTreeSet<String> = faults(&files).iter().map(|fault| fault.file.clone()).collect();
    assert!(told.contains("pack.toml") && told.contains("wheels.toml"), "{told:?}");
}

/// Whatever is done to a pack, the loader answers and never panics; what it accepts can be played.
#[test]
fn a_pack_with_any_line_dropped_or_number_changed_is_refused_or_playable() {
    let files = Businessmen::files();
    let mut luck = Seeded::new(12);
    let (mut accepted, mut refused) = (0, 0);
    let numbers = ["0", "1", "2", "3", "7", "25", "26", "99", "255", "-1", "100000"];
    for round in 0..300 {
        let names: Vec<&str> = files.iter().map(|(name, _)| name).collect();
        let file = names[luck.below(names.len())];
        let text = files.get(file).unwrap().text();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = luck.below(lines.len());
        if round % 5 == 0 {
            lines.remove(at);
        } else {
            let digits: Vec<usize> =
                lines[at].char_indices().filter(|(_, one)| one.is_ascii_digit()).map(|(place, _)| place).collect();
            if digits.is_empty() {
                continue;
            }
            let place = digits[luck.below(digits.len())];
            let number = numbers[luck.below(numbers.len())];
            lines[at].replace_range(place..=place, number);
        }
        let text = lines.join("\n");
        let broken = Files::new(
            files.iter().map(|(name, old)| (name.to_owned(), if name == file { text.clone() } else { old.to_owned() })),
        );
        let Ok(pack) = Businessmen::pack(&broken) else {
            refused += 1;
            continue;
        };
        accepted += 1;
        let rules = Businessmen::rules(&pack, &options(json!({"players": 2 + luck.below(3), "round_limit": 20}))).unwrap();
        let mut state = rules.start(&mut luck, &mut Silent);
        for _ in 0..2_000 {
            let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
            let before = state;
            let action = rules.any_action(&state, seat, &mut luck, &mut Vec::new()).unwrap();
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
            rules.check(&state).unwrap_or_else(|fault| panic!("{fault} with\n{text}"));
            rules.check_step(&before, &state).unwrap_or_else(|fault| panic!("{fault} with\n{text}"));
        }
    }
    assert!(accepted > 40 && refused > 40, "{accepted} {refused}");
}
