//! Driving and warehouses. (PRF-MOVE, PRF-WH)

use crate::common::{
    COLOURS, JOKER, ProfitabilityTable, Table, WAREHOUSES, but,
    map::{Map, OPENINGS, Trip},
    placed, prices_of_drives, road, rules, seat, seeded, store, truck, try_placed,
};
use kernel::{Luck, Notation, Rules, Seeded, Viewer};
use profitability::Action;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Red's truck here, having visited `last` last, with six points; the others are on the roads.
fn red_at(place: &str, last: &str) -> Table {
    let red = but(truck(place, "dG"), json!({"last": last}));
    placed(json!({}), road(json!({"trucks": {"red": red}})))
}

#[test]
fn prf_move_1_a_truck_drives_dot_by_dot_for_a_point_each() {
    let mut table = red_at("N1", "SmallRed");
    for (dot, left) in [("N2", 5), ("N3", 4), ("N4", 3)] {
        table.play(&format!("drive {dot}"), &[]);
        assert_eq!((table.place("red").as_str(), table.points()), (dot, left));
    }
    let mut table = red_at("N1", "SmallRed");
    table.play("drive N6", &[]);
    assert_eq!((table.points(), table.last("drove")["price"].clone()), (1, json!(5)));
    assert_eq!(table.last("drove")["path"], json!(["N1", "N2", "N3", "N4", "N5", "N6"]));
}

#[test]
fn prf_move_2_it_goes_only_where_a_road_leads() {
    // N1 and W6 lie close together, as do N6 and E1, but no road joins them; only the warehouse does.
    for (from, to) in [("N1", "W6"), ("W6", "N1")] {
        let at = |points: u8| placed(json!({}), road(json!({"points": points, "trucks": {"red": truck(from, "dG")}})));
        assert!(at(5).try_play(seat("red"), &format!("drive {to}"), &[]).is_err());
        // Round by the crossroads it is six dots.
        assert!(at(6).may(&format!("drive {to}")));
    }
    // From the middle of the crossroads to its ports in one step, to the roads in two.
    let mut table = placed(json!({}), road(json!({"points": 2, "trucks": {"red": truck("NW.c", "dG")}})));
    let expected = ["drive N2", "drive NE.w", "drive NW.e", "drive NW.n", "drive NW.s", "drive NW.w", "drive SW.n", "drive W5"];
    assert_eq!(table.listed("drive "), expected);
    // Tile C has no middle to its north.
    assert!(table.rules.read("drive NW.ne").is_err() || !table.may("drive NW.ne"), "there is no such dot");
    table.refused("drive N6");
}

#[test]
fn prf_move_3_yellow_and_white_dots_work_the_same_way() {
    // From white to yellow to white, a point each, and trucks may stand on both.
    let mut table = red_at("N2", "SmallRed");
    table.play("drive NW.n", &[]);
    assert_eq!(table.points(), 5);
    table.play("drive NW.c", &[]);
    table.play("drive W5", &[]);
    assert_eq!(table.points(), 2);
    let view = table.view();
    let dots = view["board"]["dots"].as_array().unwrap();
    let yellow = dots.iter().filter(|dot| dot["tile"] == true).count();
    assert_eq!((yellow, dots.len() - yellow), (24, 24));
    // An occupied yellow dot is occupied.
    let trucks = json!({"red": truck("N2", "dG"), "blue": truck("NW.n", "dR")});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    assert_eq!(table.refused("drive NW.n"), "PRF-MOVE-5");
}

#[test]
fn prf_move_4_roads_are_two_way_and_a_truck_may_turn_round() {
    let mut table = red_at("N1", "SmallRed");
    for dot in ["N2", "N3", "N2", "N1", "N2"] {
        table.play(&format!("drive {dot}"), &[]);
    }
    assert_eq!((table.place("red").as_str(), table.points()), ("N2", 1));
    // Every link is listed both ways.
    let view = table.view();
    let dots = view["board"]["dots"].as_array().unwrap();
    let neighbours: BTreeMap<&str, BTreeSet<&str>> = dots
        .iter()
        .map(|dot| {
            let links = dot["links"].as_array().unwrap().iter().map(|link| link.as_str().unwrap()).collect();
            (dot["name"].as_str().unwrap(), links)
        })
        .collect();
    for (dot, links) in &neighbours {
        assert!(links.iter().all(|other| neighbours.get(other).is_none_or(|back| back.contains(dot))), "{dot}");
    }
}

#[test]
fn prf_move_5_two_trucks_never_stand_on_one_dot() {
    let trucks = json!({"red": truck("N2", "dG"), "blue": truck("N5", "dR"), "yellow": truck("NW.w", "dB")});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    for dot in ["N5", "NW.w"] {
        assert_eq!(table.refused(&format!("drive {dot}")), "PRF-MOVE-5");
    }
    // One dot earlier is free.
    table.play("drive N4", &[]);
    // A position with two trucks on one dot is none.
    let trucks = json!({"red": truck("N5", "dG"), "blue": truck("N5", "dR")});
    assert_eq!(try_placed(json!({}), road(json!({"trucks": trucks}))).err().unwrap().clause, "PRF-INV-7");
}

#[test]
fn prf_move_6_an_occupied_dot_may_be_driven_over_or_not() {
    // N3 and N4 are taken; red comes from N2.
    let trucks = json!({"red": truck("N2", "dG"), "blue": truck("N3", "dR"), "yellow": truck("N4", "dB")});
    let position = |points: u8| road(json!({"points": points, "trucks": trucks}));
    let mut table = placed(json!({"truck_blocking": "pass"}), position(6));
    table.play("drive N5", &[]);
    assert_eq!(
        (table.points(), table.last("drove")["path"].clone()),
        (3, json!(["N2", "N3", "N4", "N5"])),
        "at the normal price"
    );
    // With two points the road north ends where it began: neither N3 nor N4 is free.
    let mut table = placed(json!({"truck_blocking": "pass"}), position(2));
    for dot in ["N3", "N4"] {
        assert_eq!(table.refused(&format!("drive {dot}")), "PRF-MOVE-5");
    }
    assert!(!table.may("drive N5"));
    // Block: round by the tiles only, and that is too far.
    let mut table = placed(json!({"truck_blocking": "block"}), position(6));
    assert_eq!(table.refused("drive N5"), "PRF-MOVE-6");
    assert!(table.may("drive NW.n") && table.may("drive N1") && !table.may("drive LargeGreen"));
    // An occupied entrance dot keeps nobody out who may drive over it.
    let table = placed(json!({"truck_blocking": "pass"}), position(6));
    assert!(table.may("drive LargeGreen"));
    // A longer way round is taken where there is one: NE.n to NE.s both ways round the ring.
    let trucks = json!({"red": truck("NE.n", "dG"), "blue": truck("NE.e", "dR"), "yellow": truck("S3", "dB")});
    for (blocking, over) in [("pass", true), ("block", false)] {
        let table = placed(json!({"truck_blocking": blocking}), road(json!({"trucks": trucks})));
        assert!(table.may("drive NE.s"));
        assert_eq!(table.may("drive E3"), over, "past E2: round the ring it is too far");
    }
}

#[test]
fn prf_move_7_onto_a_parking_place_and_from_it_costs_a_point() {
    for (warehouse, _, openings) in OPENINGS {
        for dot in openings {
            let mut table = red_at(dot, if warehouse == "SmallRed" { "LargeRed" } else { "SmallRed" });
            table.play(&format!("drive {warehouse}"), &[]);
            assert_eq!((table.place("red").as_str(), table.points()), (warehouse, 5));
            let mut table = red_at(warehouse, warehouse);
            table.play(&format!("drive {dot}"), &[]);
            assert_eq!((table.place("red").as_str(), table.points()), (dot, 5));
        }
    }
    // The parking place is not a dot: two trucks may be in a large warehouse.
    let trucks = json!({"red": truck("N3", "dG"), "blue": truck("LargeGreen", "dR")});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    table.play("drive LargeGreen", &[]);
}

#[test]
fn prf_move_8_a_move_is_a_path_and_may_go_on_after_a_stop() {
    // Stop on a free dot, think, and go on: the same price in all.
    let mut stops = red_at("N1", "SmallRed");
    stops.plays(&["drive N2", "drive N4", "drive LargeGreen"]);
    let mut whole = red_at("N1", "SmallRed");
    whole.play("drive LargeGreen", &[]);
    assert_eq!((whole.points(), stops.points()), (3, 2), "N4 is a dot beyond the nearer opening");
    assert_eq!(whole.place("red"), stops.place("red"));
    // The path that is told has the length of its price, and each step is a link.
    let map = Map::of(&["A0", "B0", "C0", "D0"]);
    let table = red_at("NW.c", "SmallRed");
    for (drive, price) in prices_of_drives(&table) {
        let mut table = table.clone();
        let luck: &[u32] = if price == 6 { &JOKER } else { &[] };
        table.play(&drive, luck);
        let path: Vec<String> = serde_json::from_value(table.last("drove")["path"].clone()).unwrap();
        assert_eq!(path.len() as u64, price + 1, "{drive}");
        assert_eq!((path[0].as_str(), path.last().unwrap()), ("NW.c", &table.place("red")));
        for pair in path.windows(2) {
            assert!(map.links[map.index(&pair[0])].contains(&map.index(&pair[1])), "{path:?}");
        }
    }
}

/// What the player in turn can reach, by the plainest of searches.
fn expected(rules: &profitability::ProfitabilityRules, state: &profitability::State, block: bool) -> BTreeMap<String, u64> {
    let view = rules.view(state, Viewer::Watcher);
    let map = Map::of_state(rules, state);
    let seat = view.turn.unwrap();
    let me = view.trucks.iter().find(|truck| truck.seat == seat).unwrap();
    let occupied = view.trucks.iter().filter(|truck| truck.seat != seat && !truck.parked).map(|truck| truck.place.as_str());
    let full = view.warehouses.iter().filter(|warehouse| {
        let others = warehouse.trucks.iter().filter(|colour| **colour != me.colour).count();
        others >= if warehouse.large { 2 } else { 1 }
    });
    map.drives(&Trip {
        from: &me.place,
        last: &me.last,
        points: view.points.into(),
        occupied: occupied.collect(),
        full: full.map(|warehouse| warehouse.name.as_str()).collect(),
        block,
    })
}

/// Covers PRF-MOVE-1, PRF-MOVE-2, PRF-MOVE-5, PRF-MOVE-6, PRF-MOVE-7, PRF-WH-3, PRF-WH-4, PRF-WH-6, PRF-WH-7.
#[test]
fn prf_move_8_what_can_be_reached_is_what_a_plain_search_finds() {
    // Trucks anywhere on boards laid anyhow: every drive, its price and no other.
    let mut luck = Seeded::new(77);
    let (mut vias, mut refused) = (0, 0);
    for round in 0..1_500 {
        let block = round % 3 == 0;
        let rules = rules(json!({"truck_blocking": if block { "block" } else { "pass" }}));
        let mut order = vec!["A", "B", "C", "D"];
        luck.shuffle(&mut order);
        let tiles: Vec<String> = order.iter().map(|tile| format!("{tile}{}", luck.below(4))).collect();
        let map = Map::of(&tiles);
        let mut trucks = json!({});
        // Close together, so that they are in each other's way.
        let centre = luck.below(map.names.len());
        let near = map.lengths_through(centre, &[]);
        let places: Vec<usize> = (0..map.names.len()).filter(|place| near[*place].is_some_and(|steps| steps < 4)).collect();
        for colour in COLOURS {
            let place = &map.names[places[luck.below(places.len())]];
            let last = if map.is_warehouse(map.index(place)) { place } else { WAREHOUSES[luck.below(8)] };
            trucks[colour] = but(truck(place, "d"), json!({"last": last}));
        }
        let points = 1 + luck.below(6);
        let position = json!({"lap": 12, "turn": 1, "points": points, "tiles": tiles, "trucks": trucks});
        let Ok(state) = rules.restore(&serde_json::from_value(position.clone()).unwrap()) else {
            refused += 1;
            continue;
        };
        let table = Table::of(rules, state);
        let expected = expected(&table.rules, &table.state, block);
        let listed: BTreeMap<String, u64> = prices_of_drives(&table).into_iter().collect();
        assert_eq!(listed, expected, "{position}");
        // As it is shown: each with its price and a way that has no step too many.
        let view = table.rules.view(&table.state, Viewer::Watcher);
        let shown: BTreeMap<String, u64> = view.reach.iter().map(|stop| (stop.action.clone(), stop.price.into())).collect();
        assert_eq!(shown, expected, "{position}");
        for stop in &view.reach {
            assert_eq!(stop.path.len(), usize::from(stop.price) + 1, "{}: {:?}", stop.action, stop.path);
            assert!(stop.path.windows(2).all(|pair| map.links[map.index(&pair[0])].contains(&map.index(&pair[1]))));
            assert_eq!(stop.path.last(), Some(&stop.to));
            assert!(stop.via.as_ref().is_none_or(|via| stop.path[1..stop.path.len() - 1].contains(via)));
        }
        vias += expected.keys().filter(|drive| drive.contains("via")).count();
    }
    assert!(vias > 1_000 && refused < 900, "{vias} {refused}");
}

#[test]
fn places_are_read_in_capitals_or_not() {
    let rules = rules(json!({}));
    for (one, other) in [
        ("drive n3", "drive N3"),
        ("drive largegreen", "drive LargeGreen"),
        ("drive N1 via SMALLRED", "drive N1 via SmallRed"),
        ("drive nw.C", "drive NW.c"),
    ] {
        assert_eq!(rules.read(one), rules.read(other));
        assert_eq!(rules.write(&rules.read(one).unwrap()), other);
    }
    for wrong in ["drive", "drive N7", "drive N0", "drive HugeRed", "drive N1 over N2", "drive N1 via N2", "fly N1", ""] {
        assert!(rules.read(wrong).is_err(), "`{wrong}`");
    }
}

// Warehouses

/// Covers PRF-WH-1, PRF-WH-2.
#[test]
fn prf_wh_1_two_openings_each_both_entrance_and_exit() {
    for (warehouse, _, openings) in OPENINGS {
        let mut entrances = Vec::new();
        let map = Map::of(&["A0", "B0", "C0", "D0"]);
        for (dot, name) in map.names.iter().enumerate().filter(|(place, _)| !map.is_warehouse(*place)) {
            let trucks = json!({"red": but(truck(name, "dG"), json!({"last": if warehouse == "SmallRed" { "LargeRed" } else { "SmallRed" }}))});
            let others = ["N2", "E2", "S2", "W2"];
            if others.contains(&name.as_str()) {
                continue;
            }
            let table = placed(json!({}), road(json!({"points": 1, "trucks": trucks})));
            if table.may(&format!("drive {warehouse}")) {
                entrances.push(map.names[dot].as_str());
            }
        }
        assert_eq!(BTreeSet::from_iter(entrances), BTreeSet::from(openings));
        let table = placed(json!({}), road(json!({"points": 1, "trucks": {"red": truck(warehouse, "dG")}})));
        let exits: BTreeSet<String> = table.listed("drive ").into_iter().collect();
        assert_eq!(exits, openings.iter().map(|dot| format!("drive {dot}")).collect());
    }
}

#[test]
fn prf_wh_2_a_truck_leaves_by_either_opening_whichever_it_came_in_by() {
    for entrance in ["N3", "N4"] {
        for exit in ["N3", "N4"] {
            let mut table = red_at(entrance, "SmallRed");
            table.play("drive LargeGreen", &[]);
            table.play(&format!("drive {exit}"), &[]);
            assert_eq!((table.place("red").as_str(), table.points()), (exit, 4));
        }
    }
}

#[test]
fn prf_wh_3_two_trucks_in_a_large_warehouse_and_one_in_a_small_one() {
    let view = placed(json!({}), json!({})).view();
    for warehouse in view["warehouses"].as_array().unwrap() {
        assert_eq!(warehouse["room"], if warehouse["large"] == true { 2 } else { 1 });
    }
    for (warehouse, room) in [("LargeBlue", 2), ("SmallYellow", 1)] {
        for inside in 0..=3 {
            let mut trucks = json!({"red": truck(if room == 2 { "S3" } else { "S1" }, "dG")});
            for colour in &COLOURS[1..=inside] {
                trucks[*colour] = truck(warehouse, "d");
            }
            match try_placed(json!({}), road(json!({"trucks": trucks}))) {
                Ok(table) => {
                    assert!(inside <= room);
                    assert_eq!(table.may(&format!("drive {warehouse}")), inside < room, "{inside} in {warehouse}");
                }
                Err(refusal) => assert!(inside > room && refusal.clause == "PRF-INV-7", "{refusal}"),
            }
        }
    }
}

#[test]
fn prf_wh_4_a_full_warehouse_cannot_be_entered_not_even_to_drive_through() {
    let trucks = json!({"red": truck("N3", "dG"), "blue": truck("LargeGreen", "dR"), "yellow": truck("LargeGreen", "dB")});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    assert_eq!(table.refused("drive LargeGreen"), "PRF-WH-3");
    assert_eq!(table.refused("drive N4 via LargeGreen"), "PRF-WH-4");
    assert!(table.listed("drive ").iter().all(|drive| !drive.contains("LargeGreen")));
    // It stops before it or drives elsewhere.
    assert!(table.may("drive N4") && table.may("drive SmallBlue"));
    // A small one with one truck.
    let trucks = json!({"red": but(truck("W6", "dG"), json!({"last": "LargeRed"})), "blue": truck("SmallRed", "dR")});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    assert_eq!(table.refused("drive SmallRed"), "PRF-WH-3");
    assert_eq!(table.refused("drive N1 via SmallRed"), "PRF-WH-4");
    // The way to the last one to drive through leads through a full one; with a point less it is too far anyway.
    let trucks = json!({"red": but(truck("W6", "dG"), json!({"last": "LargeRed"})), "blue": truck("SmallRed", "dR")});
    for blocking in ["pass", "block"] {
        for (points, clause) in [(6, "PRF-WH-4"), (5, "PRF-TURN-4")] {
            let position = road(json!({"points": points, "trucks": trucks}));
            let mut table = placed(json!({"truck_blocking": blocking}), position);
            assert_eq!(table.refused("drive N4 via LargeGreen"), clause, "{blocking}");
        }
    }
}

#[test]
fn prf_wh_5_a_truck_returns_only_after_it_has_visited_another_warehouse() {
    let mut table = red_at("LargeGreen", "LargeGreen");
    table.play("drive N4", &[]);
    assert_eq!(table.refused("drive LargeGreen"), "PRF-WH-5");
    // Not in later turns either.
    (0..4).for_each(|_| table.pass());
    assert_eq!(table.refused("drive LargeGreen"), "PRF-WH-5");
    // After SmallBlue it may.
    table.play("drive SmallBlue", &[]);
    table.pass();
    (0..3).for_each(|_| table.pass());
    table.play("drive LargeGreen", &JOKER);
    assert_eq!(table.place("red"), "LargeGreen");
}

#[test]
fn prf_wh_6_a_visit_is_entering_the_parking_place() {
    let mut table = red_at("N3", "SmallRed");
    assert_eq!(table.truck("red")["last"], "SmallRed");
    table.play("drive LargeGreen", &[]);
    assert_eq!(table.truck("red")["last"], "LargeGreen");
    // Even without touching goods; and leaving does not change it.
    table.play("drive N3", &[]);
    assert_eq!(table.truck("red")["last"], "LargeGreen");
    assert_eq!(table.refused("drive LargeGreen"), "PRF-WH-5");
    // SmallRed was visited before that: it is open again.
    assert!(table.may("drive SmallRed"));
    // At the start it is the own small warehouse.
    let start = seeded(json!({}), 4);
    assert_eq!(
        COLOURS.map(|colour| start.truck(colour)["last"].clone()),
        ["SmallRed", "SmallBlue", "SmallYellow", "SmallGreen"].map(Value::from)
    );
    // Each truck has its own.
    let mut table = placed(json!({}), json!({"dice": [1, 6]}));
    table.play("drive N1", &[]);
    assert_eq!(table.refused("drive SmallRed"), "PRF-WH-5");
}

#[test]
fn prf_wh_7_driving_through_costs_two_points_and_counts_as_a_visit() {
    let mut table = red_at("W6", "LargeYellow");
    table.play("drive N1 via SmallRed", &[]);
    assert_eq!((table.place("red").as_str(), table.points()), ("N1", 4));
    assert_eq!(table.last("drove")["path"], json!(["W6", "SmallRed", "N1"]));
    assert_eq!(table.truck("red")["last"], "SmallRed");
    assert_eq!(table.refused("drive SmallRed"), "PRF-WH-5");
    // Nothing was handled.
    assert_eq!((table.store("SmallRed").as_str(), table.load("red").as_str()), ("Y|||", "dG"));
    // Not through the one visited last.
    let mut table = red_at("W6", "SmallRed");
    assert_eq!(table.refused("drive N1 via SmallRed"), "PRF-WH-5");
    // By road and through a warehouse are two drives where both lead: N3 to N4.
    let mut road = red_at("N3", "SmallRed");
    assert!(road.may("drive N4") && road.may("drive N4 via LargeGreen"));
    let mut through = road.clone();
    road.play("drive N4", &[]);
    through.play("drive N4 via LargeGreen", &[]);
    assert_eq!((road.points(), through.points()), (5, 4));
    assert_eq!(
        (road.truck("red")["last"].clone(), through.truck("red")["last"].clone()),
        (json!("SmallRed"), json!("LargeGreen"))
    );
    // From the road into one warehouse and on into the next.
    let mut table = red_at("N1", "LargeYellow");
    assert_eq!(table.refused("drive LargeGreen via SmallBlue"), "PRF-TURN-4");
    let mut table = red_at("W5", "LargeRed");
    table.play("drive N3 via SmallRed", &[]);
    assert_eq!(table.points(), 1);
    table.play("drive LargeGreen", &JOKER);
}

#[test]
fn prf_wh_8_nothing_limits_how_long_a_truck_stays() {
    let mut table = red_at("LargeGreen", "LargeGreen");
    for _ in 0..80 {
        table.pass();
    }
    assert_eq!((table.colour().as_str(), table.place("red").as_str()), ("red", "LargeGreen"));
    assert!(table.may("unload green") && table.may("end"));
}

/// Covers PRF-WH-9, PRF-WH-10.
#[test]
fn prf_wh_9_after_a_truck_has_left_nothing_done_there_is_undone() {
    let position = road(json!({"trucks": {"red": truck("LargeGreen", "dG")}}));
    let mut table = placed(json!({"take_back": "until_departure"}), position);
    table.plays(&["unload green", "drive N4"]);
    assert!(!table.may("back"));
    assert_eq!(table.refused("back"), "PRF-WH-10");
    assert_eq!(table.totals()[0], 1500);
}

#[test]
fn prf_wh_10_taking_back_is_off_by_default() {
    let mut table = red_at("LargeGreen", "LargeGreen");
    table.play("unload green", &[]);
    assert_eq!(table.refused("back"), "PRF-WH-10");
    assert!(!table.may("back"));
}

#[test]
fn prf_wh_10_until_departure_the_last_unloading_or_loading_of_this_turn_is_taken_back_first() {
    let position = json!({
        "profits": {"red": 5000, "blue": 500}, "bookings": {"red": 3, "blue": 4}, "booking": 4, "prices": {"green": 2000},
        "trucks": {"red": truck("LargeRed", "dGR")},
    });
    let start = placed(json!({"take_back": "until_departure"}), road(position));
    let mut table = start.clone();
    assert_eq!(table.refused("back"), "PRF-WH-10");
    let mut seen = vec![table.position()];
    for action in ["unload green", "unload red", "unload damaged", "load blue blue", "load yellow yellow"] {
        table.play(action, &[]);
        seen.push(table.position());
    }
    assert_eq!((table.totals()[0], table.load("red").as_str(), table.points()), (5000 + 2000 + 2500 - 2000, "BY", 1));
    let same = |table: &Table, before: &Value| {
        let now = table.position();
        for key in ["points", "profits", "trucks", "stores", "bookings", "prices", "trend", "turn"] {
            assert_eq!(now[key], before[key], "{key}");
        }
    };
    for before in seen.iter().rev().skip(1) {
        assert!(table.may("back"));
        table.play("back", &[]);
        same(&table, before);
    }
    assert!(!table.may("back"));
    assert_eq!(table.stage("red").as_deref(), Some("unload"));
    // Back at the beginning, all can be done otherwise.
    table.plays(&["load green green"]);
    assert_eq!(table.told("took_back").len(), 5);
    // With no points left it can still be taken back.
    let mut table =
        placed(json!({"take_back": "until_departure"}), road(json!({"points": 1, "trucks": {"red": truck("LargeRed", "dG")}})));
    table.play("unload green", &[]);
    let mut actions = table.actions();
    actions.sort();
    assert_eq!(actions, ["back", "end"]);
    table.play("back", &[]);
    assert_eq!((table.points(), table.totals()[0]), (1, 0));
    // Not in the next turn, and not what another did.
    table.play("unload green", &[]);
    table.pass();
    assert!(!table.may("back"));
    (0..3).for_each(|_| table.pass());
    assert_eq!((table.colour().as_str(), table.refused("back")), ("red", "PRF-WH-10"));
    // A drive is not taken back.
    let mut table = placed(json!({"take_back": "until_departure"}), road(json!({})));
    table.play("drive LargeGreen", &[]);
    assert!(!table.may("back"));
    assert!(table.try_play(seat("blue"), "back", &[]).is_err());
}

#[test]
fn prf_wh_10_what_is_taken_back_after_driving_in_is_only_what_was_done_there() {
    let mut table = placed(json!({"take_back": "until_departure"}), road(json!({})));
    table.plays(&["drive LargeGreen", "load blue blue", "back"]);
    assert_eq!((table.place("red").as_str(), table.stage("red").as_deref(), table.points()), ("LargeGreen", Some("unload"), 4));
    assert!(!table.may("back"));
    table.play("unload green", &[]);
}

#[test]
fn prf_wh_10_whoever_thinks_first_takes_nothing_back() {
    let mut table = placed(json!({"take_back": "until_departure"}), road(json!({})));
    table.plays(&["drive LargeGreen", "load blue blue"]);
    assert!(table.may("back"));
    let mut sensible = Vec::new();
    table.rules.sensible(&table.state, kernel::Seat::FIRST, &mut sensible);
    assert_eq!(sensible.len() + 1, table.actions().len());
    assert!(!sensible.contains(&Action::Back));
}

#[test]
fn prf_wh_10_what_is_to_be_taken_back_was_done_by_the_rules() {
    let clause = |settings: Value, position: Value| {
        let settings = but(json!({"take_back": "until_departure"}), settings);
        try_placed(settings, road(position)).err().map(|refusal| refusal.clause)
    };
    // Red in LargeGreen after handling these goods.
    let done = |handled: &[&str], goods: &str, load: &str, stage: &str| {
        json!({
            "points": 6 - handled.len(), "deeds": {"done": handled}, "stores": {"LargeGreen": store(goods)},
            "trucks": {"red": but(truck("LargeGreen", load), json!({"stage": stage}))},
        })
    };
    let sold = |handled: &[&str]| but(done(handled, "RRG|BB|YY|GG", "d", "unload"), json!({"profits": {"red": 1500}}));
    let booked = |handled: &[&str], bookings: Value| but(sold(handled), json!({"bookings": bookings}));
    assert_eq!(clause(json!({}), done(&["load blue blue"], "RR|B|YY|GG", "dB", "load")), None);
    assert_eq!(clause(json!({}), booked(&["unload green"], json!({"red": 1}))), None);
    // From the own space; although the space is full; while the arrow says otherwise; without the good.
    assert_eq!(clause(json!({}), done(&["load red blue"], "RR|B|YY|GG", "dB", "load")), Some("PRF-LOAD-2"));
    let full = done(&["load blue blue"], "RR|BBB|YY|GG", "dB", "load");
    assert_eq!(clause(json!({"storage_large": 3, "storage_small": 1}), full.clone()), Some("PRF-INV-8"));
    assert_eq!(clause(json!({"storage_large": 4, "storage_small": 1}), full), None);
    assert_eq!(clause(json!({}), done(&["load blue blue"], "RR|B|YY|GG", "dB", "unload")), Some("PRF-WH-10"));
    assert_eq!(clause(json!({}), done(&["load blue blue"], "RR|B|YY|GG", "dY", "load")), Some("PRF-WH-10"));
    // From a truck that held more than it can.
    let packed = but(booked(&["unload green"], json!({"red": 1})), json!({"trucks": {"red": truck("LargeGreen", "dBYY")}}));
    assert_eq!(clause(json!({}), packed), Some("PRF-INV-8"));
    // Unloaded after loading, or when the arrow pointed away.
    let swapped = but(done(&["load blue blue", "unload green"], "RRG|B|YY|GG", "dB", "load"), json!({"profits": {"red": 1500}}));
    assert_eq!(clause(json!({}), but(swapped, json!({"bookings": {"red": 1}}))), Some("PRF-SEQ-3"));
    let away = but(booked(&["unload green"], json!({"red": 1})), json!({"deeds": {"done": ["unload green"], "stage": "load"}}));
    assert_eq!(clause(json!({}), away), Some("PRF-SEQ-3"));
    // After handling goods elsewhere with `sequence = single`, and at home in the first lap.
    let left = but(done(&["load blue blue"], "RR|B|YY|GG", "dB", "load"), json!({"handled": "elsewhere", "points": 3}));
    assert_eq!(clause(json!({"sequence": "single"}), left), Some("PRF-SEQ-7"));
    let home = |lap: u8, home: bool| {
        let red = but(truck("SmallRed", "dB"), json!({"stage": "load", "home": home}));
        json!({"lap": lap, "points": 5, "deeds": {"done": ["load blue blue"]}, "trucks": {"red": red}})
    };
    assert_eq!(clause(json!({}), home(1, true)), Some("PRF-FIRST-2"));
    assert_eq!(clause(json!({}), home(2, true)), Some("PRF-FIRST-3"));
    assert_eq!(clause(json!({}), home(2, false)), Some("PRF-MOVE-1"), "it has not been away for long enough");
    assert_eq!(clause(json!({}), home(3, false)), None);
    // With other bookings than these goods made: none, those of others in this turn, or an earlier one that was not the last.
    assert_eq!(clause(json!({}), booked(&["unload green"], json!({"red": 0}))), Some("PRF-TIE-5"));
    assert_eq!(clause(json!({}), sold(&["unload green"])), None, "bookings that are left out follow from the profits");
    let others = |handled: Value, red: u32| {
        let profits = json!({"profits": {"red": red, "blue": 500}, "deeds": handled});
        but(booked(&["unload green"], json!({"red": 5, "blue": 4})), profits)
    };
    for (booking, last, fits) in [(4, 0, true), (4, 3, true), (3, 0, false), (5, 0, false), (4, 4, false)] {
        let handled = json!({"done": ["unload green"], "booking": booking, "booked": last});
        let red = if last > 0 { 3000 } else { 1500 };
        assert_eq!(clause(json!({}), others(handled, red)).is_none(), fits, "{booking} {last}");
    }
    let handled = json!({"booking": 3, "booked": 3});
    assert_eq!(
        clause(json!({}), json!({"profits": {"red": 500, "blue": 500}, "bookings": {"red": 3, "blue": 4}, "deeds": handled})),
        Some("PRF-WH-10")
    );
}
