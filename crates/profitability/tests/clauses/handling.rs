//! Unloading, loading, damaged goods. (PRF-UNLOAD, PRF-LOAD, PRF-DMG)

use crate::common::{COLOURS, ProfitabilityTable, Table, WAREHOUSES, but, four, placed, road, store, truck, try_placed};
use serde_json::{Value, json};

/// Red's truck here with this load and these prices, with six points; the others are on the roads.
fn red(place: &str, load: &str, prices: [i64; 4]) -> Table {
    placed(json!({}), road(json!({"prices": four(prices), "trucks": {"red": truck(place, load)}})))
}

/// Where goods are unloaded, and where in.
#[test]
fn prf_unload_1_a_truck_unloads_in_any_warehouse() {
    for warehouse in WAREHOUSES {
        for (turn, colour) in COLOURS.iter().enumerate() {
            let position = json!({"turn": turn + 1, "trucks": {*colour: truck(warehouse, "dRBY")}});
            let mut table = placed(json!({}), road(position));
            assert_eq!(table.listed("unload "), ["unload blue", "unload red", "unload yellow"]);
            table.play("unload blue", &[]);
            assert_eq!(table.load(colour), "dRY");
        }
    }
}

#[test]
fn prf_unload_2_goods_go_only_into_the_space_of_the_own_colour() {
    for (index, colour) in COLOURS.iter().enumerate() {
        for warehouse in ["LargeGreen", "SmallRed"] {
            let stores = json!({warehouse: store("R|B|Y|G")});
            let position = json!({"turn": index + 1, "stores": stores, "trucks": {*colour: truck(warehouse, "dBB")}});
            let mut table = placed(json!({}), road(position));
            table.play("unload blue", &[]);
            let mut spaces = ["R", "B", "Y", "G"].map(str::to_owned);
            spaces[index] = ["RB", "BB", "BY", "BG"][index].to_owned();
            assert_eq!(table.store(warehouse), spaces.join("|"), "{colour}");
        }
    }
}

#[test]
fn prf_unload_3_a_point_for_each_good_in_any_order_and_number() {
    for order in [["red", "blue", "green"], ["green", "blue", "red"], ["blue", "green", "red"]] {
        let mut table = red("LargeGreen", "RBG", [500, 1000, 1500, 2000]);
        for (done, good) in order.iter().enumerate() {
            assert!(table.may("end"), "it may stop at any number");
            table.play(&format!("unload {good}"), &[]);
            assert_eq!(table.points(), 5 - done as u64);
        }
        assert_eq!(table.totals()[0], 3500);
    }
    // Two of one colour are one choice, made twice.
    let mut table = red("LargeGreen", "BB", [1500; 4]);
    assert_eq!(table.listed("unload "), ["unload blue"]);
    table.plays(&["unload blue", "unload blue"]);
    assert_eq!(table.refused("unload blue"), "PRF-EDGE-2");
    let mut table = red("LargeGreen", "BB", [1500; 4]);
    assert_eq!(table.refused("unload green"), "PRF-UNLOAD-3", "it has none");
}

#[test]
fn prf_unload_4_storage_is_unlimited_or_a_full_space_accepts_nothing() {
    // Unlimited: ten goods and more in one space.
    let stores = json!({"SmallBlue": store("RRRBBBYYYG|||")});
    let position = |stores: &Value, place: &str| road(json!({"stores": stores, "trucks": {"red": truck(place, "dG")}}));
    let mut table = placed(json!({}), position(&stores, "SmallBlue"));
    table.play("unload green", &[]);
    assert_eq!(table.store("SmallBlue").split('|').next().unwrap().len(), 11);
    // Limited: large 3 to 44, small 1 to 44.
    for (large, small) in [(3, 1), (4, 2), (10, 5), (44, 44)] {
        let limits = json!({"storage_large": large, "storage_small": small});
        for (warehouse, room) in [("LargeBlue", large), ("SmallBlue", small)] {
            for held in [room - 1, room].into_iter().filter(|held| *held <= 8) {
                let goods: String = "RBYGRBYG".chars().take(held).collect();
                // Spread over the board so that no other space is too full either.
                let mut stores = json!({});
                stores[warehouse] = store(&format!("{goods}|||"));
                let Ok(mut table) = try_placed(limits.clone(), position(&spread(stores, large, small), warehouse)) else {
                    panic!("{held} goods fit into {room}");
                };
                assert_eq!(table.may("unload green"), held < room, "{held} in {warehouse} of {room}");
                if held == room {
                    assert_eq!(table.refused("unload green"), "PRF-UNLOAD-4");
                } else {
                    table.play("unload green", &[]);
                }
            }
        }
    }
}

/// Stores that name all warehouses: those given, and the rest of the 40 goods that are not on trucks, spread evenly.
fn spread(mut stores: Value, large: usize, small: usize) -> Value {
    // On trucks: red G, blue R, yellow B, green Y.
    let mut left = [10usize; 4];
    for warehouse in stores.as_object().unwrap().values() {
        for goods in warehouse.as_object().unwrap().values() {
            for good in goods.as_array().unwrap() {
                left[COLOURS.iter().position(|colour| good == colour).unwrap()] -= 1;
            }
        }
    }
    let mut heap: Vec<usize> = (0..4).flat_map(|colour| vec![colour; left[colour]]).collect();
    for warehouse in ["LargeRed", "LargeYellow", "LargeGreen", "LargeBlue", "SmallRed", "SmallYellow", "SmallGreen", "SmallBlue"]
    {
        let room = if warehouse.starts_with("Large") { large } else { small };
        let given = stores.get(warehouse).cloned();
        if given.is_some() {
            continue;
        }
        let mut spaces = json!({});
        for colour in COLOURS {
            let goods: Vec<&str> = (0..room.min(4)).filter_map(|_| heap.pop()).map(|good| COLOURS[good]).collect();
            spaces[colour] = goods.into();
        }
        stores[warehouse] = spaces;
    }
    // What is left finds room in the other spaces of the warehouse under test.
    for warehouse in ["LargeBlue", "SmallBlue"] {
        let room = if warehouse.starts_with("Large") { large } else { small };
        for colour in &COLOURS[1..] {
            let held = stores[warehouse][*colour].as_array().map_or(0, Vec::len);
            for _ in held..room {
                if let Some(good) = heap.pop() {
                    let space = stores[warehouse][*colour].as_array_mut().unwrap();
                    space.push(COLOURS[good].into());
                }
            }
        }
    }
    assert!(heap.is_empty(), "{heap:?}");
    stores
}

#[test]
fn prf_unload_5_a_good_earns_the_present_value_of_its_colour() {
    for (index, good) in COLOURS.iter().enumerate() {
        for price in [0, 500, 1000, 1500, 2000, 2500, 3000] {
            let mut prices = [1000; 4];
            prices[index] = price;
            let mut table = red("LargeBlue", "RBYG", prices);
            table.play(&format!("unload {good}"), &[]);
            assert_eq!(table.totals(), [price, 0, 0, 0]);
            let event = table.last("unloaded");
            assert_eq!((&event["profit"], &event["extra"], &event["total"]), (&json!(price), &json!(0), &json!(price)));
            assert_eq!(
                (&event["good"], &event["warehouse"], &event["damaged"]),
                (&json!(good), &json!("LargeBlue"), &json!(false))
            );
            // The pawn moves along the track, a field for 500 EUR.
            assert_eq!(table.view()["players"][0]["field"], price / 500);
        }
    }
}

/// Covers PRF-UNLOAD-6, PRF-UNLOAD-7.
#[test]
fn prf_unload_6_an_extra_profit_for_own_goods_in_own_warehouses() {
    for warehouse in WAREHOUSES {
        for (index, good) in COLOURS.iter().enumerate() {
            for price in [0, 1500, 3000] {
                let mut prices = [500; 4];
                prices[index] = price;
                let mut table = red(warehouse, "RBYG", prices);
                let shown = table.view()["prices"][index]["earns"].clone();
                table.play(&format!("unload {good}"), &[]);
                assert_eq!(table.totals()[0], shown, "what is shown on {good} in {warehouse}");
                let extra = if *good == "red" && ["SmallRed", "LargeRed"].contains(&warehouse) { 1000 } else { 0 };
                assert_eq!(table.totals()[0], price + extra, "{good} in {warehouse}");
                assert_eq!(table.last("unloaded")["extra"], extra);
            }
        }
    }
    // For each good.
    let mut table = red("LargeRed", "RRR", [1500; 4]);
    table.plays(&["unload red", "unload red", "unload red"]);
    assert_eq!(table.totals()[0], 7500);
}

#[test]
fn prf_unload_7_in_teams_the_partners_colour_does_not_count() {
    for (warehouse, good, profit) in [
        ("LargeRed", "red", 2500),
        ("SmallRed", "red", 2500),
        ("LargeYellow", "yellow", 1500),
        ("LargeYellow", "red", 1500),
        ("LargeRed", "yellow", 1500),
    ] {
        let mut table = placed(json!({"mode": "team"}), road(json!({"trucks": {"red": truck(warehouse, "RY")}})));
        table.play(&format!("unload {good}"), &[]);
        assert_eq!(table.totals()[0], profit, "{good} in {warehouse}");
    }
    // Even at value 0.
    assert_eq!(
        {
            let mut table = red("SmallRed", "R", [0; 4]);
            table.play("unload red", &[]);
            table.totals()[0]
        },
        1000
    );
}

#[test]
fn prf_unload_8_values_are_read_after_the_trend_step_and_booked_good_by_good() {
    // Green's price goes up with the roll of the very turn, and stays during it.
    let trucks = json!({"blue": truck("LargeRed", "GGG")});
    let mut table = placed(json!({}), road(json!({"trucks": trucks})));
    table.play("end", &[4, 5]);
    let mut totals = Vec::new();
    for _ in 0..3 {
        table.play("unload green", &[]);
        totals.push(table.totals()[1]);
    }
    assert_eq!((totals, table.prices()[3]), (vec![2000, 4000, 6000], 2000));
    // Three bookings, one for each good.
    assert_eq!(table.position()["booking"], 3);
    assert_eq!(table.position()["bookings"]["blue"], 3);
}

// Loading

#[test]
fn prf_load_1_a_truck_loads_in_any_warehouse() {
    for warehouse in WAREHOUSES {
        for (turn, colour) in COLOURS.iter().enumerate() {
            let stores = json!({warehouse: store("R|B|Y|G")});
            let position = json!({"turn": turn + 1, "stores": stores, "trucks": {*colour: truck(warehouse, "d")}});
            let table = placed(json!({}), road(position));
            assert_eq!(table.listed("load ").len(), 3, "{colour} in {warehouse}");
        }
    }
}

#[test]
fn prf_load_2_only_from_spaces_of_another_colour() {
    for (turn, colour) in COLOURS.iter().enumerate() {
        let stores = json!({"LargeGreen": store("RBYG|RBYG|RBYG|RBYG")});
        let position = json!({"turn": turn + 1, "stores": stores, "trucks": {*colour: truck("LargeGreen", "")}});
        // Sixteen goods in all: the trucks of the others hold one each.
        let mut table = placed(json!({}), road(position));
        assert_eq!(table.listed("load ").len(), 12);
        for good in COLOURS {
            assert_eq!(table.refused(&format!("load {colour} {good}")), "PRF-LOAD-2");
        }
        let other = COLOURS[(turn + 1) % 4];
        table.play(&format!("load {other} {colour}"), &[]);
    }
}

#[test]
fn prf_load_3_a_point_and_no_money() {
    let mut table = red("LargeGreen", "d", [3000; 4]);
    table.play("load blue blue", &[]);
    assert_eq!((table.points(), table.totals()[0], table.load("red").as_str()), (5, 0, "dB"));
    assert_eq!(table.store("LargeGreen").split('|').nth(1), Some("B"));
    let event = table.last("loaded");
    assert_eq!((&event["space"], &event["good"], &event["warehouse"]), (&json!("blue"), &json!("blue"), &json!("LargeGreen")));
}

#[test]
fn prf_load_4_any_good_of_any_colour_also_what_others_unloaded() {
    // A red good from the blue space for red.
    let stores = json!({"LargeGreen": store("|RRBYG||")});
    let position =
        road(json!({"stores": stores, "trucks": {"red": truck("LargeGreen", "d"), "blue": truck("LargeGreen", "dY")}}));
    let table = placed(json!({}), position.clone());
    assert_eq!(table.listed("load "), ["load blue blue", "load blue green", "load blue red", "load blue yellow"]);
    let mut table = table;
    table.play("load blue red", &[]);
    assert_eq!(table.load("red"), "dR");
    // What is not there cannot be loaded.
    assert_eq!(table.refused("load green green"), "PRF-LOAD-4");
    // What blue unloads in this turn, yellow and red can load, and blue cannot.
    for mode in ["individual", "team"] {
        let trucks = json!({"red": truck("LargeGreen", "d"), "blue": truck("LargeGreen", "Y")});
        let stores = json!({"LargeGreen": {}});
        let mut table = placed(json!({"mode": mode}), road(json!({"turn": 2, "stores": stores, "trucks": trucks})));
        table.play("unload yellow", &[]);
        assert_eq!(table.refused("load blue yellow"), "PRF-LOAD-2");
        (0..3).for_each(|_| table.pass());
        table.play("load blue yellow", &[]);
        assert_eq!(table.load("red"), "dY");
    }
    // A partner included: yellow unloads, red loads.
    let trucks = json!({"red": truck("LargeGreen", "d"), "yellow": truck("LargeGreen", "B")});
    let mut table = placed(json!({"mode": "team"}), road(json!({"turn": 3, "stores": {"LargeGreen": {}}, "trucks": trucks})));
    table.play("unload blue", &[]);
    table.pass();
    table.pass();
    table.play("load yellow blue", &[]);
}

#[test]
fn prf_load_5_a_truck_holds_4_goods_or_what_was_agreed() {
    // With and without the damaged good, at every capacity.
    let capacities = (2..=12).map(|capacity| (capacity.to_string(), capacity)).chain([("unlimited".to_owned(), 44)]);
    for (setting, capacity) in capacities {
        for damaged in [true, false] {
            for free in [0, 1] {
                let goods = (capacity - usize::from(damaged) - free).min(20);
                let load: String = "RBYG".chars().cycle().take(goods).collect();
                let load = if damaged { format!("d{load}") } else { load };
                let stores = json!({"LargeGreen": store("|B||")});
                let position = road(json!({"stores": stores, "trucks": {"red": truck("LargeGreen", &load)}}));
                let mut table = placed(json!({"truck_capacity": setting}), position);
                let room = free > 0 || setting == "unlimited";
                assert_eq!(table.may("load blue blue"), room, "{load} of {setting}");
                if !room {
                    assert_eq!(table.refused("load blue blue"), "PRF-LOAD-5");
                }
            }
        }
    }
    // By default 4.
    assert_eq!(red("LargeGreen", "dRB", [1500; 4]).listed("load ").len(), 4);
    assert_eq!(red("LargeGreen", "dRBY", [1500; 4]).listed("load ").len(), 0);
    assert_eq!(red("LargeGreen", "RBY", [1500; 4]).listed("load ").len(), 4);
    assert_eq!(red("LargeGreen", "RBYG", [1500; 4]).listed("load ").len(), 0);
}

// Damaged goods

#[test]
fn prf_dmg_1_unloading_the_damaged_good_is_never_required() {
    // Rich, with nothing else on the truck: it may leave and end with it.
    let position = json!({"profits": {"red": 20_000}, "trucks": {"red": truck("LargeRed", "d")}});
    let mut table = placed(json!({}), road(position));
    assert!(table.may("unload damaged") && table.may("drive E3") && table.may("end") && table.may("load blue blue"));
    table.pass();
    assert_eq!(table.load("red"), "d");
}

#[test]
fn prf_dmg_2_it_follows_the_unloading_rules_and_earns_nothing() {
    for warehouse in WAREHOUSES {
        let position = json!({"profits": {"red": 9000}, "trucks": {"red": truck(warehouse, "d")}});
        let mut table = placed(json!({}), road(position));
        table.play("unload damaged", &[]);
        assert_eq!(table.points(), 5);
        let view = table.view();
        let found = view["warehouses"].as_array().unwrap().iter().find(|other| other["name"] == warehouse).unwrap().clone();
        let damaged: Vec<bool> = found["spaces"].as_array().unwrap().iter().map(|space| space["damaged"] == true).collect();
        assert_eq!(damaged, [true, false, false, false], "in the own space");
        assert!(table.totals()[0] < 9000);
        assert_eq!(table.refused("unload damaged"), "PRF-DMG-6", "there is only one");
    }
    // Not on the road, and not in stage load.
    let position = |place: &str, stage: Value| {
        road(json!({"profits": {"red": 9000}, "trucks": {"red": but(truck(place, "d"), json!({"stage": stage}))}}))
    };
    let mut table = placed(json!({}), position("N3", Value::Null));
    table.refused("unload damaged");
    let mut table = placed(json!({}), position("LargeGreen", json!("load")));
    assert_eq!(table.refused("unload damaged"), "PRF-SEQ-3");
}

#[test]
fn prf_dmg_3_2000_in_an_own_warehouse_and_3000_elsewhere() {
    for warehouse in WAREHOUSES {
        for (index, colour) in COLOURS.iter().enumerate() {
            let profits = json!({*colour: 10_000});
            let trucks = json!({*colour: truck(warehouse, "dB")});
            let mut table = placed(json!({}), road(json!({"turn": index + 1, "profits": profits, "trucks": trucks})));
            let shown = table.view()["damage"].clone();
            table.play("unload damaged", &[]);
            let own = warehouse.to_lowercase().ends_with(colour);
            let cost = if own { 2000 } else { 3000 };
            assert_eq!(shown, cost, "what is shown before");
            assert_eq!(table.totals()[index], 10_000 - cost, "{colour} in {warehouse}");
            assert_eq!(table.last("unloaded")["profit"], -cost);
            assert_eq!(table.view()["players"][index]["field"], (10_000 - cost) / 500, "the pawn moves back");
        }
    }
}

/// Covers PRF-DMG-4, PRF-DMG-5.
#[test]
fn prf_dmg_4_only_if_the_profit_covers_the_whole_cost() {
    for (warehouse, cost) in [("LargeRed", 2000), ("SmallRed", 2000), ("LargeGreen", 3000), ("SmallYellow", 3000)] {
        for profit in [0, 500, cost - 500, cost, cost + 500] {
            let position = json!({"profits": {"red": profit}, "trucks": {"red": truck(warehouse, "d")}});
            let mut table = placed(json!({}), road(position));
            assert_eq!(table.may("unload damaged"), profit >= cost, "{profit} in {warehouse}");
            if profit < cost {
                assert_eq!(table.refused("unload damaged"), "PRF-DMG-4");
            } else {
                table.play("unload damaged", &[]);
                assert_eq!(table.totals()[0], profit - cost);
            }
        }
    }
}

#[test]
fn prf_dmg_5_normal_goods_unloaded_first_pay_for_it() {
    let position = json!({"profits": {"red": 500}, "prices": {"green": 2500}, "trucks": {"red": truck("LargeGreen", "dG")}});
    let mut table = placed(json!({}), road(position));
    assert_eq!(table.refused("unload damaged"), "PRF-DMG-4", "it must be covered at the moment");
    table.plays(&["unload green", "unload damaged"]);
    assert_eq!(table.totals()[0], 0);
    // What the truck holds does not count before it is unloaded.
    let position = json!({"prices": {"green": 3000}, "trucks": {"red": truck("LargeGreen", "dGGG")}});
    assert_eq!(placed(json!({}), road(position)).refused("unload damaged"), "PRF-DMG-4");
}

#[test]
fn prf_dmg_6_an_unloaded_damaged_good_is_out_of_play() {
    // It fills no room, and it is always accepted.
    let limits = json!({"storage_large": 3, "storage_small": 1});
    let position = json!({"profits": {"red": 9000}, "trucks": {"red": truck("SmallRed", "dG")}});
    let mut table = placed(limits, road(position));
    assert_eq!(table.store("SmallRed").split('|').next().unwrap().len(), 1, "full");
    assert_eq!(table.refused("unload green"), "PRF-UNLOAD-4");
    table.play("unload damaged", &[]);
    // Nobody can load it: blue comes into the warehouse with nothing else in it.
    let position = json!({
        "turn": 2, "stores": {"SmallRed": {}},
        "trucks": {"red": but(truck("N2", "G"), json!({"scrapped": "SmallRed"})), "blue": truck("SmallRed", "")},
    });
    let table = placed(json!({}), road(position.clone()));
    assert!(table.listed("load").is_empty());
    // And it leaves the room that was there: with one place, a good goes in beside it.
    let mut position = position;
    position["turn"] = json!(1);
    position["trucks"]["red"]["at"] = json!("SmallRed");
    position["trucks"]["blue"] = truck("E4", "R");
    position["stores"] = json!({"SmallRed": {}});
    let mut table = placed(json!({}), road(position));
    table.play("unload green", &[]);
    assert_eq!(table.store("SmallRed"), "G|||");
}

#[test]
fn prf_dmg_7_in_a_team_the_shared_profit_covers_and_pays() {
    let position = |profits: Value| road(json!({"turn": 3, "profits": profits, "trucks": {"yellow": truck("LargeRed", "d")}}));
    let mut table = placed(json!({"mode": "team"}), position(json!({"red": 3000})));
    table.play("unload damaged", &[]);
    assert_eq!(table.totals(), [0, 0, 0, 0]);
    assert_eq!(table.last("unloaded")["profit"], -3000, "red’s warehouse is not yellow’s own");
    let mut table = placed(json!({"mode": "team"}), position(json!({"red": 2500, "blue": 9000})));
    assert_eq!(table.refused("unload damaged"), "PRF-DMG-4");
    // Individually red's profit is of no use to yellow.
    let mut table = placed(json!({}), position(json!({"red": 9000})));
    assert_eq!(table.refused("unload damaged"), "PRF-DMG-4");
}
