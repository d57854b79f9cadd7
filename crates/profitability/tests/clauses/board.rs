//! Profit area, trendline, profit track and the roads. (PRF-BOARD)

use crate::common::{
    COLOURS, ProfitabilityTable, WAREHOUSES,
    map::{Map, OPENINGS},
    placed, play_out, rules, seeded,
};
use kernel::{Rules, Seeded, Viewer};
use profitability::Event;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn prf_board_1_the_profit_area_has_seven_squares_and_starts_in_the_middle() {
    let table = seeded(json!({}), 1);
    assert_eq!(table.view()["area"], json!([0, 500, 1000, 1500, 2000, 2500, 3000]));
    assert_eq!(table.prices(), [1500; 4]);
}

#[test]
fn prf_board_2_the_trendline_has_eleven_spaces_in_a_row() {
    let view = seeded(json!({}), 1).view();
    let line: Vec<(u64, bool)> = view["trend"]
        .as_array()
        .unwrap()
        .iter()
        .map(|space| (space["space"].as_u64().unwrap(), space["joker"].as_bool().unwrap()))
        .collect();
    assert_eq!(line, (2..=12).map(|space| (space, space == 7)).collect::<Vec<_>>());
}

#[test]
fn prf_board_3_the_profit_track_is_a_loop_of_100_fields_of_500_eur() {
    let view = seeded(json!({}), 1).view();
    let fields = view["track"]["fields"].as_array().unwrap();
    assert_eq!((fields.len(), view["track"]["step"].as_i64()), (100, Some(500)));
    let corners = [(-1.0, -1.0), (10.0, -1.0), (10.0, 10.0), (-1.0, 10.0)];
    let ways = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    for (index, field) in fields.iter().enumerate() {
        let (corner, way, along) = (corners[index / 25], ways[index / 25], 0.44 * (index % 25) as f64);
        let (x, y) = (corner.0 + way.0 * along, corner.1 + way.1 * along);
        let (shown_x, shown_y) = (field[0].as_f64().unwrap(), field[1].as_f64().unwrap());
        assert!((shown_x - x).abs() < 1e-9 && (shown_y - y).abs() < 1e-9, "field {index}: {shown_x} {shown_y}, not {x} {y}");
    }
    // Field number = (profit / 500) mod 100; 35,000 is field 70, and 50,000 a whole lap.
    for (profit, field) in
        [(0, 0), (500, 1), (12_500, 25), (34_500, 69), (35_000, 70), (49_500, 99), (50_000, 0), (50_500, 1), (127_000, 54)]
    {
        // A player who is at the target has ended the turn with that.
        let began = json!({"turn": 2, "closing": 3, "profits": {"red": profit}});
        let position = if profit < 35_000 { json!({"profits": {"red": profit}}) } else { began };
        let table = placed(json!({}), crate::common::road(position));
        let view = table.view();
        let player = &view["players"][0];
        assert_eq!(player["field"], field, "{profit}");
        let place = &view["track"]["fields"][field];
        assert_eq!((player["x"].as_f64(), player["y"].as_f64()), (place[0].as_f64(), place[1].as_f64()));
    }
}

/// Coordinates by name, and links as pairs of names.
type Roads = (BTreeMap<String, (f64, f64)>, BTreeSet<(String, String)>);

/// Two ports and the steps between them.
type Steps = (&'static str, &'static str, u8);

/// The places and links that a view shows.
fn shown(view: &Value) -> Roads {
    let mut places = BTreeMap::new();
    let lists = [&view["board"]["dots"], &view["warehouses"]];
    for place in lists.into_iter().flat_map(|list| list.as_array().unwrap()) {
        let at = (place["x"].as_f64().unwrap(), place["y"].as_f64().unwrap());
        assert!(places.insert(place["name"].as_str().unwrap().to_owned(), at).is_none(), "names are different");
    }
    let mut links = BTreeSet::new();
    for link in view["board"]["links"].as_array().unwrap() {
        let mut ends = [0, 1].map(|end| link[end].as_str().unwrap().to_owned());
        ends.sort();
        let [one, other] = ends;
        assert!(links.insert((one, other)), "each link once");
    }
    (places, links)
}

/// The same of the plain map.
fn built(map: &Map) -> Roads {
    let places = map.names.iter().cloned().zip(map.at.iter().copied()).collect();
    let mut links = BTreeSet::new();
    for (one, others) in map.links.iter().enumerate() {
        for other in others {
            let mut ends = [map.names[one].clone(), map.names[*other].clone()];
            ends.sort();
            let [one, other] = ends;
            links.insert((one, other));
        }
    }
    (places, links)
}

/// A view of the table with these tiles.
fn view_of(tiles: &[String]) -> Value {
    placed(json!({"tiles": "random"}), json!({"tiles": tiles})).view()
}

#[test]
fn prf_board_4_56_places_and_69_links() {
    let view = view_of(&["A0", "B0", "C0", "D0"].map(str::to_owned));
    let (places, links) = shown(&view);
    assert_eq!((places.len(), links.len()), (56, 69));
    let dots = view["board"]["dots"].as_array().unwrap();
    let yellow = dots.iter().filter(|dot| dot["tile"] == true).count();
    assert_eq!((dots.len(), yellow), (48, 24));
    assert!(dots.iter().all(|dot| dot["name"].as_str().unwrap().contains('.') == (dot["tile"] == true)));
}

#[test]
fn prf_board_5_the_fixed_dots_and_the_warehouses() {
    let (places, links) = shown(&view_of(&["A0", "B0", "C0", "D0"].map(str::to_owned)));
    let rows = [
        ("N", [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]),
        ("E", [(8, 2), (8, 3), (8, 4), (8, 5), (8, 6), (8, 7)]),
        ("S", [(7, 8), (6, 8), (5, 8), (4, 8), (3, 8), (2, 8)]),
        ("W", [(1, 7), (1, 6), (1, 5), (1, 4), (1, 3), (1, 2)]),
    ];
    for (side, dots) in rows {
        for (number, (x, y)) in (1..).zip(dots) {
            assert_eq!(places[&format!("{side}{number}")], (f64::from(x), f64::from(y)));
        }
        for number in 1..6 {
            assert!(links.contains(&(format!("{side}{number}"), format!("{side}{}", number + 1))));
        }
    }
    // The side roads do not meet at the corners.
    let sides = links.iter().filter(|(one, other)| one.len() == 2 && other.len() == 2);
    assert!(sides.clone().all(|(one, other)| one[..1] == other[..1]));
    assert_eq!(sides.count(), 20);
    for (warehouse, at, openings) in OPENINGS {
        assert_eq!(places[warehouse], at);
        let doors: BTreeSet<&str> = links
            .iter()
            .filter_map(|(one, other)| {
                if one == warehouse {
                    Some(other)
                } else if other == warehouse {
                    Some(one)
                } else {
                    None
                }
            })
            .map(String::as_str)
            .collect();
        assert_eq!(doors, BTreeSet::from(openings), "{warehouse}");
    }
}

/// Covers PRF-BOARD-6, PRF-BOARD-7.
#[test]
fn prf_board_6_tiles_in_their_slots_and_the_joints() {
    let view = view_of(&["D1", "C3", "B2", "A1"].map(str::to_owned));
    let slots: Vec<(&str, f64, f64)> = view["tiles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tile| (tile["slot"].as_str().unwrap(), tile["x"].as_f64().unwrap(), tile["y"].as_f64().unwrap()))
        .collect();
    assert_eq!(slots, [("NW", 2.0, 2.0), ("NE", 5.0, 2.0), ("SE", 5.0, 5.0), ("SW", 2.0, 5.0)]);
    let (_, links) = shown(&view);
    let joints = "N2-NW.n N5-NE.n E2-NE.e E5-SE.e S2-SE.s S5-SW.s W2-SW.w W5-NW.w NE.w-NW.e NE.s-SE.n SE.w-SW.e NW.s-SW.n";
    for joint in joints.split(' ') {
        let (one, other) = joint.split_once('-').unwrap();
        let mut ends = [one.to_owned(), other.to_owned()];
        ends.sort();
        let [one, other] = ends;
        assert!(links.contains(&(one, other)), "{joint}");
    }
}

#[test]
fn prf_board_7_the_four_tiles_and_their_turns() {
    // Steps between the ports of each tile, on the tile alone, unrotated.
    let tables: [(&str, &str, [Steps; 6]); 4] = [
        ("A", "Crossroads", [("n", "e", 2), ("n", "s", 2), ("n", "w", 2), ("e", "s", 2), ("e", "w", 2), ("s", "w", 2)]),
        ("B", "Ring", [("n", "e", 2), ("n", "s", 4), ("n", "w", 2), ("e", "s", 2), ("e", "w", 4), ("s", "w", 2)]),
        ("C", "Bends", [("n", "e", 1), ("s", "w", 1), ("e", "w", 2), ("n", "w", 3), ("s", "e", 3), ("n", "s", 4)]),
        ("D", "Junction", [("w", "e", 2), ("n", "w", 2), ("n", "e", 2), ("s", "w", 2), ("s", "e", 4), ("s", "n", 4)]),
    ];
    for (tile, name, steps) in tables {
        for turns in 0..4 {
            let others: Vec<&str> = ["A", "B", "C", "D"].into_iter().filter(|other| *other != tile).collect();
            let tiles =
                [format!("{tile}{turns}"), format!("{}0", others[0]), format!("{}0", others[1]), format!("{}0", others[2])];
            let view = view_of(&tiles);
            assert_eq!((&view["tiles"][0]["name"], &view["tiles"][0]["turns"]), (&json!(name), &json!(turns)));
            // Breadth first on the dots of slot NW.
            let (_, links) = shown(&view);
            let inner: Vec<(&str, &str)> =
                links.iter().filter_map(|(one, other)| Some((one.strip_prefix("NW.")?, other.strip_prefix("NW.")?))).collect();
            let steps_between = |from: &str, to: &str| {
                let mut ring = BTreeSet::from([from]);
                let mut seen = ring.clone();
                for step in 0..9u8 {
                    if ring.contains(to) {
                        return Some(step);
                    }
                    let next: BTreeSet<&str> = inner
                        .iter()
                        .flat_map(|(one, other)| [(*one, *other), (*other, *one)])
                        .filter(|(one, _)| ring.contains(one))
                        .map(|(_, other)| other)
                        .filter(|other| !seen.contains(other))
                        .collect();
                    seen.extend(&next);
                    ring = next;
                }
                None
            };
            // A quarter turn clockwise brings the north port to the east.
            let turned = |port: &str| {
                ["n", "e", "s", "w"][(["n", "e", "s", "w"].iter().position(|other| *other == port).unwrap() + turns) % 4]
            };
            for (from, to, length) in steps {
                assert_eq!(steps_between(turned(from), turned(to)), Some(length), "{tile}{turns} {from} to {to}");
            }
        }
    }
}

/// Covers PRF-BOARD-8, PRF-PACK-7.
#[test]
fn prf_board_8_all_6144_placements() {
    let mut ranges: BTreeMap<&str, (u8, u8, u64, u64)> = BTreeMap::new();
    let (mut placements, mut different) = (0, BTreeSet::new());
    let rules = rules(json!({}));
    for order in orders() {
        for turns in 0..256usize {
            let tiles: Vec<String> =
                order.iter().enumerate().map(|(slot, tile)| format!("{tile}{}", turns >> (2 * slot) & 3)).collect();
            let map = Map::of(&tiles);
            placements += 1;
            // The board of the table is this map.
            let position = serde_json::from_value(json!({"tiles": tiles})).unwrap();
            let state = kernel::Notation::restore(&rules, &position).unwrap();
            let view = rules.view(&state, Viewer::Watcher);
            assert_eq!(view.board.dots.len() + view.warehouses.len(), 56);
            assert_eq!(view.board.links.len(), 69);
            let mut table = Map { names: map.names.clone(), at: Vec::new(), links: vec![Vec::new(); 56] };
            for [one, other] in &view.board.links {
                let (one, other) = (map.index(one), map.index(other));
                assert!(map.links[one].contains(&other), "{tiles:?}: {one} {other}");
                table.links[one].push(other);
                table.links[other].push(one);
            }
            table.at = map.names.iter().map(|name| place_of(&view, name)).collect();
            assert_eq!(table.at, map.at);
            check_map(&table, &tiles);
            let mut lines: Vec<String> = view.board.links.iter().map(|[one, other]| format!("{one}{other}")).collect();
            lines.sort();
            different.insert(lines);
            measure(&table, &mut ranges);
        }
    }
    assert_eq!((placements, different.len()), (6144, 192));
    let bounds: BTreeMap<&str, (u8, u8)> = ranges.iter().map(|(kind, (low, high, ..))| (*kind, (*low, *high))).collect();
    let expected = BTreeMap::from([
        ("small to neighbouring large", (4, 4)),
        ("neighbouring small", (7, 7)),
        ("neighbouring large", (7, 10)),
        ("own small to own large", (10, 13)),
        ("small to the other far large", (10, 11)),
        ("opposite large", (11, 13)),
        ("opposite small", (13, 14)),
    ]);
    assert_eq!(bounds, expected);
    let mean = |kinds: &[&str]| {
        let (sum, count) = kinds.iter().fold((0, 0), |(sum, count), kind| (sum + ranges[kind].2, count + ranges[kind].3));
        sum as f64 / count as f64
    };
    assert!((mean(&["neighbouring large"]) - 8.1).abs() < 0.05);
    assert!((mean(&["own small to own large"]) - 11.1).abs() < 0.05);
    let all: Vec<&str> = ranges.keys().copied().collect();
    assert!((mean(&all) - 8.26).abs() < 0.005, "{}", mean(&all));
}

fn place_of(view: &profitability::View, name: &str) -> (f64, f64) {
    let dot = view.board.dots.iter().find(|dot| dot.name == name).map(|dot| (dot.x, dot.y));
    let warehouse =
        || view.warehouses.iter().find(|warehouse| warehouse.name == name).map(|warehouse| (warehouse.x, warehouse.y));
    dot.or_else(warehouse).expect("every place is shown")
}

fn orders() -> Vec<[&'static str; 4]> {
    let letters = ["A", "B", "C", "D"];
    let mut orders = Vec::new();
    for code in 0..256 {
        let picks = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        if BTreeSet::from(picks).len() == 4 {
            orders.push(picks.map(|pick| letters[pick]));
        }
    }
    orders
}

/// No two dots at one place, links between neighbours, no dead end, connected in every way that is asked.
fn check_map(map: &Map, tiles: &[String]) {
    let places = map.names.len();
    for one in 0..places {
        assert!((0..one).all(|other| map.at[one] != map.at[other]), "{tiles:?}: {one} lies on another place");
        if !map.is_warehouse(one) {
            assert!((2..=4).contains(&map.links[one].len()), "{tiles:?}: {}", map.names[one]);
            for other in map.links[one].iter().filter(|other| !map.is_warehouse(**other)) {
                let (a, b) = (map.at[one], map.at[*other]);
                let (x, y) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
                assert!(
                    x <= 1.0 && y <= 1.0 && x + y > 0.0,
                    "{tiles:?}: {} and {} are no neighbours",
                    map.names[one],
                    map.names[*other]
                );
            }
        }
    }
    let warehouses: Vec<usize> = (0..places).filter(|place| map.is_warehouse(*place)).collect();
    let first = (0..places).find(|place| !map.is_warehouse(*place)).unwrap();
    assert!(
        map.lengths(first, &warehouses).iter().enumerate().all(|(place, length)| length.is_some() != map.is_warehouse(place))
    );
    for warehouse in &warehouses {
        assert!(map.lengths(*warehouse, &[]).iter().all(Option::is_some), "{tiles:?}");
    }
    for removed in (0..places).filter(|place| !map.is_warehouse(*place)) {
        let from = warehouses[0];
        let lengths = map.lengths_through(from, &[removed]);
        assert!(
            (0..places).all(|place| place == removed || lengths[place].is_some()),
            "{tiles:?} without {}",
            map.names[removed]
        );
    }
}

/// Lengths by kind of the two warehouses.
fn measure(map: &Map, ranges: &mut BTreeMap<&'static str, (u8, u8, u64, u64)>) {
    // Round the board: small and large ones by turns.
    let round = ["SmallRed", "LargeGreen", "SmallBlue", "LargeRed", "SmallYellow", "LargeBlue", "SmallGreen", "LargeYellow"];
    for (at, one) in round.iter().enumerate() {
        let lengths = map.lengths(map.index(one), &[]);
        for (to, other) in round.iter().enumerate().skip(at + 1) {
            let apart = (to - at).min(8 - (to - at));
            let own = one[5..] == other[5..];
            let small = one.starts_with("Small");
            let kind = match (apart, own) {
                (1, _) => "small to neighbouring large",
                (2, _) if small => "neighbouring small",
                (2, _) => "neighbouring large",
                (3, true) => "own small to own large",
                (3, false) => "small to the other far large",
                (_, _) if small => "opposite small",
                _ => "opposite large",
            };
            let length = lengths[map.index(other)].unwrap();
            let range = ranges.entry(kind).or_insert((length, length, 0, 0));
            *range = (range.0.min(length), range.1.max(length), range.2 + u64::from(length), range.3 + 1);
        }
    }
}

#[test]
fn prf_board_8_the_naive_map_is_the_rulebooks() {
    for tiles in [["A0", "B0", "C0", "D0"], ["D1", "C3", "B2", "A1"], ["C2", "D3", "A0", "B1"]] {
        let tiles = tiles.map(str::to_owned);
        assert_eq!(shown(&view_of(&tiles)), built(&Map::of(&tiles)));
    }
    assert_eq!(WAREHOUSES.len(), 8);
}

#[test]
fn prf_board_9_trial_matches_with_simple_price_greedy_players() {
    for (settings, laps, goods) in [
        (json!({}), 11.0..18.0, 40.0..75.0),
        (json!({"target": "50000"}), 15.0..24.0, 60.0..105.0),
        (json!({"players": 3}), 11.0..19.0, 25.0..65.0),
        (json!({"players": 2}), 11.0..20.0, 18.0..50.0),
    ] {
        let rules = rules(settings.clone());
        let games = 40;
        let (mut lap_sum, mut good_sum) = (0, 0);
        let mut wins = [0; 4];
        for game in 0..games {
            let mut events = Vec::new();
            let state = play_out(&rules, &mut Seeded::nth(12, game), &mut events);
            lap_sum += u32::from(state.lap);
            good_sum += events.iter().filter(|event| matches!(event, Event::Unloaded { good: Some(_), .. })).count();
            let outcome = rules.outcome(&state).unwrap();
            let winner = outcome.winners().lowest().unwrap();
            wins[winner.index()] += 1;
        }
        let (mean_laps, mean_goods) = (f64::from(lap_sum) / games as f64, good_sum as f64 / games as f64);
        println!("{settings}: {mean_laps} laps, {mean_goods} goods, wins {wins:?}");
        assert!(laps.contains(&mean_laps), "{settings}: {mean_laps} laps");
        assert!(goods.contains(&mean_goods), "{settings}: {mean_goods} goods");
        let players = rules.players();
        assert!(wins[..players].iter().all(|wins| *wins >= 3), "{settings}: {:?} of {COLOURS:?}", wins);
    }
}
