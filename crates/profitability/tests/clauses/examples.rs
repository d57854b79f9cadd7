//! The rulebook's worked examples: the run of 17 turns, the lengths of the drives, the short vectors.

use crate::common::{
    COLOURS, JOKER, ProfitabilityTable, TREND, Table, but, ended, four, map::Map, placed, prices_of_drives, reference_start,
    road, store, trend, truck,
};
use serde_json::{Value, json};

/// What the table of the run says after a turn: a truck with its load, place and stage; prices and totals of all.
#[track_caller]
fn after(table: &Table, colour: &str, load: &str, place: &str, stage: Option<&str>, prices: [i64; 4], totals: [i64; 4]) {
    assert_eq!(table.load(colour), load, "the load");
    assert_eq!(table.place(colour), place, "the place");
    assert_eq!(table.stage(colour).as_deref(), stage, "the stage");
    assert_eq!(table.prices(), prices, "the prices");
    assert_eq!(table.totals(), totals, "the totals");
}

/// Covers PRF-SEQ-3, PRF-LOAD-2, PRF-LOAD-5, PRF-DMG-4, PRF-WH-4, PRF-TREND-2, PRF-TREND-4, PRF-TREND-7, PRF-JOKER-3.
#[test]
fn a_run_of_17_turns_from_the_reference_set_up() {
    let mut table = reference_start(json!({}), [2, 6]);
    assert_eq!((table.trend().as_str(), table.colour().as_str()), (TREND, "red"));

    // 1. R 2,6: 8 is Y−
    table.play("drive LargeGreen", &[]);
    assert_eq!(table.last("drove")["path"], json!(["SmallRed", "N1", "N2", "N3", "LargeGreen"]));
    table.play("unload green", &[]);
    assert_eq!(table.last("unloaded")["profit"], 1500);
    table.play("load blue blue", &[1, 1]);
    // The next player has rolled already: that moved a price.
    let rolled = |prices, by: usize| {
        let mut prices: [i64; 4] = prices;
        prices[by] += 500;
        prices
    };
    let totals = [1500, 0, 0, 0];
    after(&table, "red", "dB", "LargeGreen", Some("load"), rolled([1500, 1500, 1000, 1500], 0), totals);
    // 2. B 1,1: 2 is R+; E1 (must leave)
    assert_eq!((table.colour().as_str(), table.prices()), ("blue", [2000, 1500, 1000, 1500]));
    assert_eq!(table.refused("end"), "PRF-FIRST-1");
    table.play("drive E1", &[5, 6]);
    after(&table, "blue", "dR", "E1", None, [2000, 1500, 1000, 1500], totals);
    // 3. Y 5,6: 11 is empty; G from 10 is put there, +
    assert_eq!((table.colour().as_str(), table.step().as_str()), ("yellow", "filling"));
    table.play("fill 10 +", &[]);
    assert_eq!(table.trend(), "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 11G+");
    table.play("drive LargeBlue", &[]);
    assert_eq!(table.last("drove")["path"], json!(["SmallYellow", "S1", "S2", "S3", "LargeBlue"]));
    table.play("unload blue", &[]);
    table.play("load red red", &[3, 4]);
    let totals = [1500, 0, 1500, 0];
    after(&table, "yellow", "dR", "LargeBlue", Some("load"), [2000, 1500, 1000, 1500], totals);
    // 4. G 3,4: a Joker; R up, the marker on 3 turned to +
    assert_eq!((table.colour().as_str(), table.step().as_str()), ("green", "joker_price"));
    table.plays(&["joker red up", "turn 3"]);
    assert_eq!(table.trend(), "2R+ 3R+ 4B+ 5B- 6Y+ 8Y- 9G+ 11G+");
    table.play("drive LargeYellow", &[6, 6]);
    after(&table, "green", "dY", "LargeYellow", Some("unload"), [2500, 1500, 1000, 1500], totals);
    // 5. R 6,6: 12 is empty; B from 5 is put there, −
    assert_eq!((table.colour().as_str(), table.step().as_str()), ("red", "filling"));
    table.play("fill 5 -", &[]);
    assert_eq!(table.refused("unload blue"), "PRF-SEQ-3");
    table.plays(&["load yellow yellow", "load green red"]);
    assert_eq!(table.refused("load green green"), "PRF-LOAD-5");
    table.play("drive SmallBlue", &[4, 5]);
    assert_eq!(table.last("drove")["path"], json!(["LargeGreen", "N4", "N5", "N6", "SmallBlue"]));
    after(&table, "red", "dRBY", "SmallBlue", Some("unload"), rolled([2500, 1500, 1000, 1500], 3), totals);
    // 6. B 4,5: 9 is G+
    assert_eq!((table.colour().as_str(), table.prices()), ("blue", [2500, 1500, 1000, 2000]));
    table.plays(&["drive LargeRed", "unload red"]);
    assert_eq!(table.last("unloaded")["profit"], 2500);
    table.play("load red blue", &[2, 2]);
    let totals = [1500, 2500, 1500, 0];
    after(&table, "blue", "dB", "LargeRed", Some("load"), rolled([2500, 1500, 1000, 2000], 1), totals);
    // 7. Y 2,2: 4 is B+
    assert_eq!((table.colour().as_str(), table.prices()), ("yellow", [2500, 2000, 1000, 2000]));
    table.play("load blue yellow", &[]);
    table.play("load green green", &[1, 3]);
    after(&table, "yellow", "dRYG", "LargeBlue", Some("load"), rolled([2500, 2000, 1000, 2000], 1), totals);
    // 8. G 1,3: 4 is B+
    assert_eq!((table.colour().as_str(), table.prices()), ("green", [2500, 2500, 1000, 2000]));
    table.play("unload yellow", &[]);
    assert_eq!(table.refused("unload damaged"), "PRF-DMG-4");
    table.play("load yellow green", &[]);
    assert_eq!(table.refused("load green green"), "PRF-LOAD-2");
    table.play("load red red", &[1, 2]);
    let totals = [1500, 2500, 1500, 1000];
    after(&table, "green", "dRG", "LargeYellow", Some("load"), rolled([2500, 2500, 1000, 2000], 0), totals);
    // 9. R 1,2: 3 is R+ now
    assert_eq!((table.colour().as_str(), table.prices()), ("red", [3000, 2500, 1000, 2000]));
    table.play("unload blue", &[]);
    table.play("unload yellow", &[3, 6]);
    let totals = [5000, 2500, 1500, 1000];
    after(&table, "red", "dR", "SmallBlue", Some("unload"), rolled([3000, 2500, 1000, 2000], 3), totals);
    // 10. B 3,6: 9 is G+
    assert_eq!((table.colour().as_str(), table.prices()), ("blue", [3000, 2500, 1000, 2500]));
    table.plays(&["load red red", "load green green", "drive E1"]);
    assert_eq!((table.last("drove")["path"].clone(), table.points()), (json!(["LargeRed", "E3", "E2", "E1"]), 1));
    assert_eq!(table.refused("drive SmallBlue"), "PRF-WH-3");
    table.play("end", &[1, 1]);
    assert_eq!(table.last("turn_ended")["unused"], 1);
    after(&table, "blue", "dRBG", "E1", None, [3000, 2500, 1000, 2500], totals);
    // 11. Y 1,1: R stands at 3000, the marker on 2 turns to −
    assert_eq!(table.colour(), "yellow");
    assert_eq!(table.trend(), "2R- 3R+ 4B+ 6Y+ 8Y- 9G+ 11G+ 12B-");
    table.play("drive S4", &[6, 4]);
    after(&table, "yellow", "dRYG", "S4", None, [3000, 2500, 1000, 2500], totals);
    // 12. G 6,4: 10 is empty; Y from 6 is put there, −
    assert_eq!(table.colour(), "green");
    table.plays(&["fill 6 -", "drive SmallRed", "unload green"]);
    assert_eq!(table.last("drove")["path"], json!(["LargeYellow", "W4", "W5", "W6", "SmallRed"]));
    assert_eq!(table.last("unloaded")["profit"], 2500);
    table.play("unload red", &[2, 5]);
    assert_eq!(table.last("unloaded")["profit"], 3000);
    let totals = [5000, 2500, 1500, 6500];
    after(&table, "green", "d", "SmallRed", Some("unload"), [3000, 2500, 1000, 2500], totals);
    // 13. R 2,5: a Joker, declined
    assert_eq!(table.colour(), "red");
    table.decline();
    table.play("drive N2", &[5, 5]);
    assert_eq!(table.last("drove")["path"], json!(["SmallBlue", "N6", "N5", "N4", "N3", "N2"]));
    after(&table, "red", "dR", "N2", None, [3000, 2500, 500, 2500], totals);
    // 14. B 5,5: 10 is Y−
    assert_eq!(table.colour(), "blue");
    table.plays(&["drive SmallBlue", "unload blue"]);
    assert_eq!((&table.last("unloaded")["profit"], &table.last("unloaded")["extra"]), (&json!(3500), &json!(1000)));
    table.plays(&["unload red", "unload green"]);
    table.play("unload damaged", &[1, 2]);
    assert_eq!(table.last("unloaded")["profit"], -2000);
    let totals = [5000, 9500, 1500, 6500];
    after(&table, "blue", "", "SmallBlue", Some("unload"), [3000, 2500, 500, 2500], totals);
    // 15. Y 1,2: R stands at 3000, the marker on 3 turns to −
    assert_eq!(table.colour(), "yellow");
    assert_eq!(table.trend(), "2R- 3R- 4B+ 8Y- 9G+ 10Y- 11G+ 12B-");
    table.play("drive S6", &[1, 1]);
    assert_eq!(table.last("drove")["path"], json!(["S4", "S5", "S6"]));
    after(&table, "yellow", "dRYG", "S6", None, [2500, 2500, 500, 2500], totals);
    // 16. G 1,1: 2 is R−
    assert_eq!(table.colour(), "green");
    table.play("unload damaged", &[4, 3]);
    assert_eq!(table.last("unloaded")["profit"], -3000);
    let totals = [5000, 9500, 1500, 3500];
    after(&table, "green", "", "SmallRed", Some("unload"), [2500, 2500, 500, 2500], totals);
    // 17. R 4,3: a Joker; G down, B from 12 to 6, +
    assert_eq!(table.colour(), "red");
    table.plays(&["joker green down", "shift 12 6 +", "drive N1"]);
    assert_eq!(table.refused("drive SmallRed"), "PRF-WH-3");
    after(&table, "red", "dR", "N1", None, [2500, 2500, 500, 2000], totals);
    assert_eq!(table.points(), 3);

    // Afterwards.
    table.play("end", &JOKER);
    assert_eq!(table.last("turn_ended")["unused"], 3);
    assert_eq!((table.colour().as_str(), table.prices(), table.totals()), ("blue", [2500, 2500, 500, 2000], totals.to_vec()));
    assert_eq!(table.trend(), "2R- 3R- 4B+ 6B+ 8Y- 9G+ 10Y- 11G+");
    let stores = [
        ("SmallRed", "Y|||RG"),
        ("SmallBlue", "BY|RBGG||"),
        ("SmallYellow", "||R|"),
        ("SmallGreen", "|||B"),
        ("LargeGreen", "RRG|B|Y|GG"),
        ("LargeRed", "R|RBB|YY|G"),
        ("LargeBlue", "R|BB|BYY|G"),
        ("LargeYellow", "R|BB|YY|YGG"),
    ];
    for (warehouse, goods) in stores {
        assert_eq!(table.store(warehouse), goods, "{warehouse}");
    }
    let on_spaces: usize = stores.iter().map(|(_, goods)| goods.replace('|', "").len()).sum();
    let loads: Vec<String> = COLOURS.iter().map(|colour| table.load(colour)).collect();
    assert_eq!((on_spaces, loads), (40, vec!["dR".into(), "".into(), "dRYG".into(), "".into()]));
}

const ORDER: [&str; 8] =
    ["SmallRed", "SmallBlue", "SmallYellow", "SmallGreen", "LargeGreen", "LargeRed", "LargeBlue", "LargeYellow"];

const LENGTHS: [[u8; 8]; 8] = [
    [0, 7, 13, 7, 4, 11, 11, 4],
    [7, 0, 7, 14, 4, 4, 12, 11],
    [13, 7, 0, 7, 11, 4, 4, 10],
    [7, 14, 7, 0, 11, 11, 4, 4],
    [4, 4, 11, 11, 0, 8, 13, 8],
    [11, 4, 4, 11, 8, 0, 9, 11],
    [11, 12, 4, 4, 13, 9, 0, 8],
    [4, 11, 10, 4, 8, 11, 8, 0],
];

/// Covers PRF-BOARD-8.
#[test]
fn the_lengths_of_the_drives_in_the_reference_set_up() {
    // On the roads as they are shown.
    let view = placed(json!({}), json!({})).view();
    let mut map = Map::of(&["A0", "B0", "C0", "D0"]);
    let links = view["board"]["links"].as_array().unwrap();
    map.links.iter_mut().for_each(Vec::clear);
    for link in links {
        let [one, other] = [0, 1].map(|end| map.index(link[end].as_str().unwrap()));
        map.links[one].push(other);
        map.links[other].push(one);
    }
    for (from, row) in ORDER.iter().zip(LENGTHS) {
        let lengths = map.lengths(map.index(from), &[]);
        for (to, length) in ORDER.iter().zip(row) {
            assert_eq!(lengths[map.index(to)], Some(length), "{from} to {to}");
        }
    }
}

/// Covers PRF-MOVE-1, PRF-MOVE-7.
#[test]
fn the_lengths_of_the_drives_are_what_is_paid() {
    // A truck drives with dice after dice of six points, always as far as it is to go; others do not stand in its way.
    for (from, row) in ORDER.iter().zip(LENGTHS) {
        for (to, length) in ORDER.iter().zip(row).filter(|(to, _)| *to != from) {
            let map = Map::of(&["A0", "B0", "C0", "D0"]);
            let left = map.lengths(map.index(to), &[]);
            // The others wait in warehouses that no road leads through.
            let mut at = (*from).to_owned();
            let mut paid = 0;
            while at != *to {
                let free: Vec<&str> = ORDER.iter().copied().filter(|other| other != from && other != to).collect();
                let trucks = json!({
                    "red": but(truck(&at, "dG"), json!({"last": from, "stage": Value::Null})),
                    "blue": truck(free[0], "dR"),
                    "yellow": truck(free[1], "dB"),
                    "green": truck(free[2], "dY"),
                });
                let table = placed(json!({}), json!({"lap": 12, "turn": 1, "trucks": trucks}));
                let drives = prices_of_drives(&table);
                // The drive that brings it nearest on roads alone, and among those the cheapest.
                let gain = |(drive, price): &(String, u64)| {
                    let stop = drive.strip_prefix("drive ").unwrap();
                    let place = map.find(stop)?;
                    (!map.is_warehouse(place) || stop == *to).then(|| (left[place].unwrap(), *price, stop.to_owned()))
                };
                let (_, price, stop) = drives.iter().filter_map(gain).min().unwrap();
                paid += price;
                at = stop;
            }
            assert_eq!(paid, u64::from(length), "{from} to {to}");
        }
    }
}

// Short vectors

/// Red ends a turn, and blue rolls these dice with these prices.
#[track_caller]
fn roll(prices: [i64; 4], line: &str, dice: [u32; 2]) -> Table {
    let mut table = placed(json!({}), road(json!({"prices": four(prices), "trend": trend(line)})));
    table.play("end", &dice);
    table
}

#[test]
fn v1_and_v2_a_marker_turns_at_0_and_works_the_next_time() {
    let mut table = roll([1500, 1500, 1500, 0], TREND, [4, 6]);
    assert_eq!(table.trend(), "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G+");
    assert_eq!(table.prices(), [1500, 1500, 1500, 0]);
    table.play("end", &[5, 5]);
    assert_eq!(table.prices(), [1500, 1500, 1500, 500]);
    assert_eq!(table.trend(), "2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G+");
}

#[test]
fn v3_only_the_rolled_marker_turns() {
    let table = roll([3000, 1500, 1500, 1500], TREND, [1, 1]);
    assert_eq!(table.trend(), "2R- 3R- 4B+ 5B- 6Y+ 8Y- 9G+ 10G-");
    assert_eq!(table.prices(), [3000, 1500, 1500, 1500]);
}

#[test]
fn v4_at_0_a_joker_offers_only_up() {
    let position = road(json!({"step": "joker_price", "dice": [3, 4], "prices": four([0; 4])}));
    let table = placed(json!({}), position);
    let mut actions = table.actions();
    actions.sort();
    assert_eq!(actions, ["decline", "joker blue up", "joker green up", "joker red up", "joker yellow up"]);
}

#[test]
fn v5_to_v7_occupied_dots() {
    // V5: one point.
    let trucks = json!({"red": truck("N1", "dG"), "blue": truck("N2", "dR")});
    let position = |points: u8| road(json!({"points": points, "trucks": trucks.clone()}));
    for blocking in ["pass", "block"] {
        let mut table = placed(json!({"truck_blocking": blocking}), position(1));
        assert_eq!(table.refused("drive N2"), "PRF-MOVE-5");
    }
    // V6: two points, over N2.
    let mut table = placed(json!({"truck_blocking": "pass"}), position(2));
    table.play("drive N3", &JOKER);
    assert_eq!(table.place("red"), "N3");
    let mut table = placed(json!({"truck_blocking": "block"}), position(2));
    assert_eq!(table.refused("drive N3"), "PRF-MOVE-6");
    // V7: N2 and N3 are taken.
    let mut table = placed(
        json!({}),
        road(json!({"points": 2, "trucks": {"red": truck("N1", "dG"), "blue": truck("N2", "dR"), "green": truck("N3", "dY")}})),
    );
    assert_eq!(table.refused("drive N2"), "PRF-MOVE-5");
    assert_eq!(table.refused("drive N3"), "PRF-MOVE-5");
    assert_eq!(table.listed("drive "), ["drive NW.n"]);
    assert!(table.may("end"));
}

#[test]
fn v8_a_full_warehouse() {
    let trucks = json!({"red": truck("S3", "dG"), "blue": truck("LargeBlue", "dR"), "green": truck("LargeBlue", "dY")});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    assert_eq!(table.refused("drive LargeBlue"), "PRF-WH-3");
    assert_eq!(table.refused("drive S4 via LargeBlue"), "PRF-WH-4");
    assert!(table.may("drive S4"));
}

/// Red unloads this good from a truck with this load.
#[track_caller]
fn unloading(warehouse: &str, load: &str, prices: [i64; 4], good: &str) -> i64 {
    let mut table = placed(json!({}), road(json!({"prices": four(prices), "trucks": {"red": truck(warehouse, load)}})));
    table.play(&format!("unload {good}"), &[]);
    table.totals()[0]
}

#[test]
fn v9_to_v11_profits() {
    assert_eq!(unloading("LargeRed", "dR", [0, 1500, 1500, 1500], "red"), 1000);
    assert_eq!(unloading("SmallBlue", "dR", [3000, 1500, 1500, 1500], "red"), 3000);
    assert_eq!(unloading("SmallRed", "dB", [1500, 2000, 1500, 1500], "blue"), 2000);
}

#[test]
fn v12_and_v13_the_damaged_good_after_a_normal_one() {
    let position =
        |points: u8| road(json!({"points": points, "profits": {"red": 500}, "trucks": {"red": truck("LargeRed", "dG")}}));
    let mut table = placed(json!({}), position(2));
    table.play("unload green", &[]);
    assert_eq!(table.totals()[0], 2000);
    table.play("unload damaged", &JOKER);
    assert_eq!((table.totals()[0], table.load("red").as_str()), (0, ""));
    let mut table = placed(json!({}), position(1));
    assert_eq!(table.refused("unload damaged"), "PRF-DMG-4");
}

#[test]
fn v14_the_others_have_one_turn_each() {
    let trucks = json!({"blue": truck("SmallRed", "dY")});
    let mut table = placed(json!({}), road(json!({"turn": 2, "profits": {"blue": 34_000}, "trucks": trucks})));
    table.play("unload yellow", &[]);
    assert_eq!(table.totals()[1], 35_500);
    let mut turns = Vec::new();
    table.pass();
    for _ in 0..2 {
        turns.push(table.colour());
        table.pass();
    }
    turns.push(table.colour());
    assert_eq!(turns, ["yellow", "green", "red"]);
    table.play("end", &[]);
    assert!(table.is_over());
    assert_eq!(table.places()[1], 1);
}

#[test]
fn v15_who_falls_below_the_target_again_has_not_reached_it() {
    let trucks = json!({"blue": truck("SmallBlue", "dG")});
    let prices = four([1500, 1500, 1500, 2500]);
    let mut table = placed(json!({}), road(json!({"turn": 2, "profits": {"blue": 34_000}, "prices": prices, "trucks": trucks})));
    table.play("unload green", &[]);
    assert_eq!(table.totals()[1], 36_500);
    table.play("unload damaged", &[]);
    assert_eq!(table.totals()[1], 34_500);
    table.pass();
    assert!(table.told("target_reached").is_empty());
    assert_eq!(table.view()["closing"], Value::Null);
    (0..8).for_each(|_| table.pass());
    assert!(!table.is_over());
}

#[test]
fn v16_the_order_is_by_profit() {
    let profits = four([20_000, 35_500, 20_000, 37_000]);
    // Red's truck is worth more than yellow's, and less.
    for (red, yellow, places) in [("GG", "G", [3, 2, 4, 1]), ("G", "GG", [4, 2, 3, 1])] {
        let trucks = json!({"red": truck("N2", red), "yellow": truck("S2", yellow)});
        let table = ended(json!({}), road(json!({"profits": profits, "trucks": trucks})));
        assert_eq!(table.places(), places);
    }
}

#[test]
fn v17_a_truck_with_its_damaged_good_counts_nothing() {
    let trucks = json!({"red": truck("N2", "BG"), "yellow": truck("S2", "dRR")});
    let prices = four([3000, 2500, 1500, 1000]);
    let profits = four([20_000, 35_500, 20_000, 10_000]);
    let table = ended(json!({}), road(json!({"profits": profits, "prices": prices, "trucks": trucks})));
    assert_eq!(table.places(), [2, 1, 3, 4]);
}

#[test]
fn v18_who_came_first_is_ahead() {
    let profits = four([20_000, 35_500, 20_000, 10_000]);
    let bookings = |red: u32, yellow: u32| json!({"red": red, "blue": 34, "yellow": yellow, "green": 4});
    let table = ended(json!({}), road(json!({"profits": profits, "bookings": bookings(33, 30)})));
    assert_eq!(table.places(), [3, 1, 2, 4]);
    let table = ended(json!({}), road(json!({"profits": profits, "bookings": bookings(30, 33)})));
    assert_eq!(table.places(), [2, 1, 3, 4]);
}

#[test]
fn v19_a_series_of_two() {
    let settings = json!({"matches": 2});
    let first = road(json!({"turn": 4, "closing": 1, "profits": four([36_000, 30_000, 22_000, 10_000])}));
    let mut table = placed(settings.clone(), first);
    table.play("end", &crate::common::reference_luck());
    assert_eq!((table.is_over(), table.view()["match"].clone()), (false, json!(2)));
    let series = table.position()["series"].clone();
    assert_eq!(series["totals"], four([44_000, 34_000, 24_000, 10_000]));
    let second = json!({"match": 2, "closing": 1, "profits": four([20_000, 35_500, 30_000, 12_000]), "series": series});
    let mut table = placed(settings, road(second));
    table.play("end", &[]);
    assert_eq!(table.position()["series"]["totals"], four([66_000, 77_500, 58_000, 22_000]));
    assert_eq!(table.places(), [2, 1, 3, 4]);
}

#[test]
fn v20_a_team_match_with_bonus() {
    let position = road(json!({"turn": 4, "closing": 1, "profits": {"red": 50_500, "blue": 47_000}}));
    let mut table = placed(json!({"mode": "team", "matches": 2}), position);
    table.play("end", &crate::common::reference_luck());
    assert_eq!(table.position()["series"]["totals"], four([58_500, 47_000, 58_500, 47_000]));
}

#[test]
fn the_reference_set_up_is_as_written() {
    let table = reference_start(json!({}), [2, 6]);
    let stores = [
        ("LargeRed", "RRB|BB|YY|GG"),
        ("LargeBlue", "RR|BBY|YY|GG"),
        ("LargeYellow", "RR|BB|YYG|GG"),
        ("LargeGreen", "RR|BB|YY|RGG"),
        ("SmallRed", "Y|||"),
        ("SmallBlue", "|G||"),
        ("SmallYellow", "||R|"),
        ("SmallGreen", "|||B"),
    ];
    for (warehouse, goods) in stores {
        assert_eq!(table.store(warehouse), goods, "{warehouse}");
    }
    assert_eq!(COLOURS.map(|colour| table.load(colour)), ["dG", "dR", "dB", "dY"]);
    // The same as a position that says nothing else.
    let written = placed(json!({}), json!({"dice": [2, 6], "prices": {"yellow": 1000}}));
    assert_eq!(written.position(), table.position());
    let named = json!({"stores": {"SmallRed": store("Y|||"), "LargeGreen": store("RR|BB|YY|RGG")}, "trend": trend(TREND)});
    assert_eq!(placed(json!({}), named).position(), placed(json!({}), json!({})).position());
}
