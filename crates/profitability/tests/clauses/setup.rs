//! Before the start, the action arrows, the opening. (PRF-SETUP, PRF-ARROW, PRF-START)

use crate::common::{
    COLOURS, JOKER, ProfitabilityTable, TREND, TWELVE, Table, asked, but, deal, placed, reference, reference_luck,
    reference_start, road, rules, seeded, start, trend, truck, try_placed,
};
use kernel::{Rules, Seat, Seeded, Silent, Viewer};
use profitability::{ProfitabilityRules, State};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The tiles in NW, NE, SE and SW, like `A0`.
fn tiles(table: &Table) -> Vec<String> {
    let view = table.view();
    let tile = |tile: &Value| format!("{}{}", tile["tile"].as_str().unwrap(), tile["turns"]);
    view["tiles"].as_array().unwrap().iter().map(tile).collect()
}

#[test]
fn prf_setup_1_the_tiles_lie_in_any_arrangement() {
    let names = ["a", "b", "c", "d"];
    let mut seen = BTreeSet::new();
    for code in 0..256 {
        let picks = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        let settings = json!({
            "tiles": "chosen", "tile_nw": names[picks[0]], "tile_ne": names[picks[1]], "tile_se": names[picks[2]], "tile_sw": names[picks[3]],
        });
        let different = BTreeSet::from(picks).len() == 4;
        match asked(settings.clone()) {
            Ok(_) => {
                assert!(different);
                seen.insert(tiles(&seeded(settings, 1)));
            }
            Err(refusal) => assert!(!different && refusal.clause == "PRF-SETUP-1", "{refusal}"),
        }
    }
    assert_eq!(seen.len(), 24);
    // A slot for which nothing is named gets a tile that is left.
    let table = seeded(json!({"tiles": "chosen", "tile_nw": "c", "tile_sw": "a"}), 1);
    assert_eq!(tiles(&table), ["C0", "B0", "D0", "A0"]);
}

#[test]
fn prf_setup_2_random_fixed_or_chosen_tiles() {
    // Fixed: A, B, C, D, not turned.
    for rotation in ["on", "off"] {
        let table = seeded(json!({"tiles": "fixed", "tile_rotation": rotation}), 4);
        assert_eq!(tiles(&table), ["A0", "B0", "C0", "D0"]);
    }
    // Chosen, with quarter turns.
    let settings = json!({
        "tiles": "chosen", "tile_nw": "d", "tile_ne": "c", "tile_se": "b", "tile_sw": "a",
        "turn_nw": 3, "turn_ne": 2, "turn_se": 1, "turn_sw": 0,
    });
    assert_eq!(tiles(&seeded(settings.clone(), 1)), ["D3", "C2", "B1", "A0"]);
    assert_eq!(asked(but(settings, json!({"tile_rotation": "off"}))).unwrap_err().clause, "PRF-OPT-7");
    // Random: uniform, with or without turning.
    let count = |settings: Value, games: u64| {
        let rules = rules(settings);
        let mut counts = BTreeMap::<(String, u8), u32>::new();
        let mut whole = BTreeSet::new();
        for seed in 0..games {
            let state = rules.start(&mut Seeded::new(seed), &mut Silent);
            let view = rules.view(&state, Viewer::Watcher);
            let order: String = view.tiles.iter().map(|tile| tile.tile.as_str()).collect();
            *counts.entry((order.clone(), view.tiles[1].turns)).or_default() += 1;
            whole.insert((order, view.tiles.iter().map(|tile| tile.turns).collect::<Vec<_>>()));
        }
        (counts, whole.len())
    };
    let (counts, whole) = count(json!({}), 9_600);
    assert_eq!(counts.len(), 24 * 4);
    assert!(counts.values().all(|count| (50..=150).contains(count)), "{counts:?}");
    assert!(whole > 4_000, "{whole} of 6,144 in 9,600 tries");
    let (counts, _) = count(json!({"tile_rotation": "off"}), 2_400);
    assert_eq!(counts.len(), 24);
    assert!(counts.keys().all(|(_, turns)| *turns == 0));
    assert!(counts.values().all(|count| (50..=150).contains(count)), "{counts:?}");
}

#[test]
fn prf_setup_2_the_luck_of_the_tiles() {
    // C, A, D, B in NW, NE, SE, SW, then a quarter turn for each; the rest as in the reference.
    let mut luck = vec![2, 0, 1, 0, 3, 0, 1, 2];
    luck.extend(reference_luck());
    let table = start(json!({"goods_layout": "matching"}), &luck);
    assert_eq!(tiles(&table), ["C3", "A0", "D1", "B2"]);
    assert_eq!(table.last("tiles_laid")["tiles"], json!(["C3", "A0", "D1", "B2"]));
}

/// The goods of every space of a large warehouse without its extra good, as far as that is known: with matching pairs.
fn spaces(table: &Table, warehouse: &str) -> Vec<String> {
    table.store(warehouse).split('|').map(str::to_owned).collect()
}

/// Covers PRF-SETUP-8, PRF-SETUP-9, PRF-SETUP-10, PRF-SETUP-12, PRF-SETUP-13.
#[test]
fn prf_setup_8_the_goods_in_warehouses_and_on_trucks() {
    for seed in 0..50 {
        let table = seeded(json!({"goods_layout": if seed % 2 == 0 { "random" } else { "matching" }}), seed);
        let mut others = String::new();
        for (index, colour) in ["Red", "Blue", "Yellow", "Green"].iter().enumerate() {
            let large = spaces(&table, &format!("Large{colour}"));
            for (space, goods) in large.iter().enumerate() {
                assert_eq!(goods.len(), if space == index { 3 } else { 2 }, "2 in each space, 3 in the own one");
            }
            let all = large.concat();
            let counts = ['R', 'B', 'Y', 'G'].map(|letter| all.matches(letter).count());
            let mut sorted = counts;
            sorted.sort_unstable();
            assert_eq!(sorted, [2, 2, 2, 3], "two of each colour and one more");
            others.push(['R', 'B', 'Y', 'G'][counts.iter().position(|count| *count == 3).unwrap()]);
            let small = spaces(&table, &format!("Small{colour}"));
            for (space, goods) in small.iter().enumerate() {
                assert_eq!(goods.len(), usize::from(space == index));
            }
            others.push_str(&small[index]);
            let truck = table.load(&colour.to_lowercase());
            assert!(truck.starts_with('d') && truck.len() == 2, "{truck}");
            others.push_str(&truck[1..]);
        }
        assert_eq!(['R', 'B', 'Y', 'G'].map(|letter| others.matches(letter).count()), [3; 4]);
    }
}

#[test]
fn prf_setup_9_the_extra_good_lies_in_the_space_of_the_warehouses_own_colour() {
    // From the rulebook: in the blue warehouse in the blue storage space.
    let table = start(reference(json!({})), &reference_luck());
    assert_eq!(table.store("LargeBlue"), "RR|BBY|YY|GG");
    assert_eq!(table.store("LargeRed"), "RRB|BB|YY|GG");
    assert_eq!(table.store("LargeYellow"), "RR|BB|YYG|GG");
    assert_eq!(table.store("LargeGreen"), "RR|BB|YY|RGG");
}

#[test]
fn prf_setup_10_the_good_of_a_small_warehouse_lies_in_the_space_of_its_own_colour() {
    let table = start(reference(json!({})), &reference_luck());
    let small = ["SmallRed", "SmallBlue", "SmallYellow", "SmallGreen"].map(|warehouse| table.store(warehouse));
    assert_eq!(small, ["Y|||", "|G||", "||R|", "|||B"]);
}

#[test]
fn prf_setup_12_each_truck_has_a_normal_good_of_any_colour() {
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let table = seeded(json!({}), seed);
        for colour in COLOURS {
            assert_eq!(table.load(colour).len(), 2);
            seen.insert((colour, table.load(colour)));
        }
    }
    assert_eq!(seen.len(), 16, "any colour on any truck");
}

#[test]
fn prf_setup_14_random_shuffles_each_large_warehouse_and_matching_keeps_pairs() {
    // Scripted: each large warehouse is dealt its own eight goods, two to each space, then the twelve others.
    let eight = "RRBBYYGG";
    let hands = ["GGYYBBRR", "RBRBYGYG", "RRBBYYGG", "YGYGRBRB"];
    let mut luck = Vec::new();
    hands.iter().for_each(|hand| luck.extend(deal(hand, eight)));
    luck.extend(reference_luck());
    let table = start(json!({"tiles": "fixed"}), &luck);
    assert_eq!(table.store("LargeRed"), "BGG|YY|BB|RR");
    assert_eq!(table.store("LargeBlue"), "RB|RBY|YG|YG");
    assert_eq!(table.store("LargeYellow"), "RR|BB|YYG|GG");
    assert_eq!(table.store("LargeGreen"), "YG|YG|RB|RRB");
    assert_eq!(COLOURS.map(|colour| table.load(colour)), ["dG", "dR", "dB", "dY"]);
    // Matching: always the colour of the space.
    for seed in 0..30 {
        let table = seeded(json!({"goods_layout": "matching"}), seed);
        for colour in ["Red", "Blue", "Yellow", "Green"] {
            for (pair, goods) in ["RR", "BB", "YY", "GG"].iter().zip(spaces(&table, &format!("Large{colour}"))) {
                assert!(goods.contains(pair), "{goods}");
            }
        }
    }
    // Random: in each space every colour is equally likely: a good of a pair is red in one of four.
    let mut reds = 0;
    for seed in 0..800 {
        let table = seeded(json!({}), seed);
        reds += spaces(&table, "LargeRed")[3].matches('R').count();
    }
    assert!((320..=480).contains(&reds), "{reds} of 1600");
    // The twelve others are shuffled in either layout.
    for layout in ["random", "matching"] {
        let small: BTreeSet<String> =
            (0..40).map(|seed| seeded(json!({"goods_layout": layout}), seed).store("SmallRed")).collect();
        assert_eq!(small.len(), 4);
    }
    assert_eq!(TWELVE.len(), 12);
}

#[test]
fn prf_setup_17_a_truck_at_home_fills_the_place_of_its_small_warehouse_and_its_arrow_points_away() {
    let table = reference_start(json!({}), [6, 6]);
    for colour in COLOURS {
        assert_eq!(table.stage(colour).as_deref(), Some("load"));
        assert_eq!(table.truck(colour)["parked"], true);
    }
    // Blue is at home, so red cannot enter there; once blue has left, it can.
    let at = |blue: Value| road(json!({"lap": 2, "starter": 3, "points": 2, "trucks": {"red": truck("N6", "dG"), "blue": blue}}));
    let mut table = placed(json!({}), at(json!({"home": true})));
    assert_eq!(table.refused("drive SmallBlue"), "PRF-WH-3");
    let mut table = placed(json!({}), at(truck("E1", "dR")));
    table.play("drive SmallBlue", &[]);
}

// Arrows

/// Covers PRF-ARROW-1, PRF-ARROW-2, PRF-ARROW-3.
#[test]
fn prf_arrow_1_the_arrow_shows_what_the_truck_will_do_next() {
    for (stage, unloads) in [("unload", true), ("load", false)] {
        let red = but(truck("LargeGreen", "dB"), json!({"stage": stage}));
        let mut table = placed(json!({}), road(json!({"trucks": {"red": red}})));
        assert_eq!(table.stage("red").as_deref(), Some(stage));
        assert_eq!(table.may("unload blue"), unloads, "{stage}");
        // It loads and departs in both.
        assert!(table.may("load green green") && table.may("drive N3"));
        if !unloads {
            assert_eq!(table.refused("unload blue"), "PRF-SEQ-3");
        }
    }
}

#[test]
fn prf_arrow_4_the_arrow_is_set_on_entering_and_turns_with_the_first_good_loaded() {
    let mut table = placed(json!({}), road(json!({"trucks": {"red": truck("N3", "dBY")}})));
    table.play("drive LargeGreen", &[]);
    assert_eq!(table.stage("red").as_deref(), Some("unload"));
    table.play("unload blue", &[]);
    assert_eq!(table.stage("red").as_deref(), Some("unload"));
    table.play("load green green", &[]);
    assert_eq!(table.stage("red").as_deref(), Some("load"));
    // It stands like that in the next turns.
    (0..4).for_each(|_| table.pass());
    assert_eq!((table.colour().as_str(), table.stage("red").as_deref()), ("red", Some("load")));
    assert_eq!(table.refused("unload yellow"), "PRF-SEQ-3");
    // Nothing in the notation turns it.
    assert!(table.actions().iter().all(|action| ["drive", "load", "end"].iter().any(|known| action.starts_with(known))));
}

// The opening

/// The start of a game with these rolls in the order red, blue, yellow, green.
fn rolled(rolls: &[u32]) -> Table {
    let mut luck = deal(TWELVE, "RRRBBBYYYGGG");
    luck.extend(rolls);
    start(reference(json!({})), &luck)
}

#[test]
fn prf_start_1_the_highest_sum_of_two_dice_starts() {
    for starter in 0..4 {
        let mut rolls = vec![3, 4, 2, 6, 1, 6, 5, 4];
        rolls[2 * starter] = 6;
        rolls[2 * starter + 1] = 5;
        let table = rolled(&rolls);
        assert_eq!(table.view()["starter"], starter + 1);
        assert_eq!(table.last("started")["seat"], starter + 1);
        assert_eq!(table.told("start_rolled").len(), 4);
        assert_eq!(table.told("start_rolled")[1]["dice"], json!([rolls[2], rolls[3]]));
        // These rolls have no trend effect.
        assert_eq!(table.prices(), [1500; 4]);
        assert!(!table.kinds(0).iter().any(|kind| kind == "price_moved" || kind == "rolled" || kind == "joker"));
    }
}

#[test]
fn prf_start_2_who_is_tied_for_the_highest_sum_rolls_again() {
    // Blue and green have 9, then again 5 each, then blue has 4 and green 3.
    let table = rolled(&[1, 1, 4, 5, 2, 6, 6, 3, 2, 3, 4, 1, 1, 3, 2, 1]);
    assert_eq!(table.view()["starter"], 2);
    let rollers: Vec<u64> = table.told("start_rolled").iter().map(|event| event["seat"].as_u64().unwrap()).collect();
    assert_eq!(rollers, [1, 2, 3, 4, 2, 4, 2, 4]);
    // Of three, two are tied again: only they roll on. The highest of a later roll starts, whatever was rolled before.
    let table = rolled(&[6, 6, 6, 6, 1, 2, 6, 6, 1, 1, 2, 2, 3, 1, 1, 1, 1, 2]);
    assert_eq!(table.view()["starter"], 4);
    let rollers: Vec<u64> = table.told("start_rolled").iter().map(|event| event["seat"].as_u64().unwrap()).collect();
    assert_eq!(rollers, [1, 2, 3, 4, 1, 2, 4, 2, 4]);
}

#[test]
fn prf_start_3_turns_go_clockwise_from_the_starting_player() {
    for starter in 1..=4 {
        let mut table = placed(json!({}), road(json!({"starter": starter, "turn": starter})));
        let mut turns = Vec::new();
        for _ in 0..5 {
            turns.push(table.seat().number());
            table.pass();
        }
        assert_eq!(turns, (0..5).map(|turn| (starter - 1 + turn) % 4 + 1).collect::<Vec<usize>>());
        assert_eq!(table.view()["order"], json!((0..4).map(|turn| (starter - 1 + turn) % 4 + 1).collect::<Vec<usize>>()));
    }
}

#[test]
fn prf_start_4_the_player_to_the_right_of_the_starter_places_the_markers() {
    for (starter, placer) in [(1, 4), (2, 1), (3, 2), (4, 3)] {
        let mut rolls = vec![1; 8];
        rolls[2 * starter - 1] = 2;
        let mut table = rolled(&rolls);
        assert_eq!((table.step().as_str(), table.seat().number()), ("marking", placer));
        let other = Seat::new(starter - 1).unwrap();
        assert!(table.try_play(other, "leave", &[]).is_err(), "nobody else does");
        for marker in ["red+", "red-", "blue+", "blue-", "yellow+", "yellow-", "green+"] {
            table.play(&format!("mark {marker}"), &[]);
            assert_eq!(table.seat().number(), placer);
        }
        table.play("mark green-", &JOKER);
        assert_eq!((table.seat().number(), table.trend().as_str()), (starter, TREND));
        assert_eq!(table.view()["lap"], 1);
    }
    // With fewer players it is the last in turn order, too.
    for players in [2, 3] {
        let table = seeded(json!({"players": players}), 1);
        let view = table.view();
        assert_eq!(Some(&json!(table.seat())), view["order"].as_array().unwrap().last());
    }
}

#[test]
fn prf_start_5_of_each_colour_one_marker_points_up_and_one_down() {
    let mut table = start(reference(json!({})), &reference_luck());
    table.play("mark red+", &[]);
    assert_eq!(table.refused("mark red+"), "PRF-START-5");
    table.play("mark red-", &[]);
    for marker in ["red+", "red-"] {
        assert_eq!(table.refused(&format!("mark {marker}")), "PRF-START-5");
    }
    assert_eq!(table.actions().len(), 6 + 1);
}

#[test]
fn prf_start_6_no_marker_lies_on_the_joker() {
    // Five spaces are decided; the next one is 8.
    let mut table = start(reference(json!({})), &reference_luck());
    let mut spaces = Vec::new();
    for marker in ["red+", "red-", "blue+", "blue-", "yellow+", "yellow-"] {
        spaces.push(table.view()["marking"].as_u64().unwrap());
        table.play(&format!("mark {marker}"), &[]);
    }
    assert_eq!(spaces, [2, 3, 4, 5, 6, 8]);
    let line = trend("2R+ 3R- 4B+ 5B- 6Y+ 7Y- 9G+ 10G-");
    assert_eq!(try_placed(json!({}), road(json!({"trend": line}))).err().unwrap().clause, "PRF-TREND-8");
}

#[test]
fn prf_start_7_exactly_two_spaces_stay_empty() {
    let start = start(reference(json!({})), &reference_luck());
    // Two are left out at once: then everything must be placed.
    let mut table = start.clone();
    table.plays(&["leave", "leave"]);
    assert_eq!(table.refused("leave"), "PRF-START-7");
    assert_eq!(table.actions().len(), 8);
    // The last marker is forced, and so it is placed by itself.
    table.plays(&["mark red+", "mark red-", "mark blue+", "mark blue-", "mark yellow+", "mark yellow-"]);
    table.play("mark green-", &JOKER);
    assert_eq!(table.trend(), "4R+ 5R- 6B+ 8B- 9Y+ 10Y- 11G- 12G+");
    // One early, one late.
    let mut table = start;
    table.plays(&["mark red+", "leave", "mark red-", "mark blue+", "mark blue-", "mark yellow+", "mark yellow-", "mark green+"]);
    assert!(table.may("leave") && table.may("mark green-"));
    table.play("leave", &JOKER);
    assert_eq!(table.trend(), "2R+ 4R- 5B+ 6B- 8Y+ 9Y- 10G+ 12G-");
}

/// How many ways there are to go on with the opening.
fn ways(rules: &ProfitabilityRules, state: &State, known: &mut BTreeMap<String, u64>) -> u64 {
    let view = rules.view(state, Viewer::Watcher);
    if view.step != "marking" {
        return 1;
    }
    let key = format!("{:?} {:?}", view.marking, view.unplaced);
    if let Some(ways) = known.get(&key) {
        return *ways;
    }
    let mut actions = Vec::new();
    let placer = rules.turn(state).awaited.lowest().unwrap();
    rules.actions(state, placer, &mut actions);
    let mut sum = 0;
    for action in actions {
        let mut next = *state;
        rules.apply(&mut next, placer, &action, &mut Seeded::new(1), &mut Silent).unwrap();
        sum += ways(rules, &next, known);
    }
    known.insert(key, sum);
    sum
}

#[test]
fn prf_start_8_there_are_1_814_400_placements() {
    let table = start(reference(json!({})), &reference_luck());
    assert_eq!(ways(&table.rules, &table.state, &mut BTreeMap::new()), 1_814_400);
}

#[test]
fn prf_start_8_while_markers_are_placed_some_space_is_undecided() {
    let line = trend(TREND);
    for marked in [8, 9, 10, 11, 252, 253, 255] {
        let position = json!({"step": "marking", "marked": marked, "trend": line});
        assert_eq!(try_placed(json!({}), position).err().unwrap().clause, "PRF-START-8", "{marked}");
    }
    let few = json!({"step": "marking", "marked": 7, "trend": trend("2R+ 3R- 4B+ 5B- 6Y+ 8Y- 9G+")});
    assert_eq!(try_placed(json!({}), few).err().map(|refusal| refusal.clause), None);
}

#[test]
fn prf_start_9_the_mode_is_individual_or_team_and_teams_need_four() {
    assert_eq!(seeded(json!({}), 1).view()["mode"], "individual");
    let view = seeded(json!({"mode": "team"}), 1).view();
    assert_eq!(view["mode"], "team");
    let partners: Vec<Value> = view["players"].as_array().unwrap().iter().map(|player| player["partner"].clone()).collect();
    assert_eq!(partners, [3, 4, 1, 2].map(Value::from));
    for players in [2, 3] {
        assert_eq!(asked(json!({"players": players, "mode": "team"})).unwrap_err().clause, "PRF-START-9");
    }
}

/// Covers PRF-START-10, PRF-TEAM-2.
#[test]
fn prf_start_10_the_target_is_35000_or_50000_and_in_teams_always_50000() {
    let target = |settings| seeded(settings, 1).view()["target"].as_i64().unwrap();
    assert_eq!(target(json!({})), 35_000);
    assert_eq!(target(json!({"target": "35000"})), 35_000);
    assert_eq!(target(json!({"target": "50000"})), 50_000);
    for chosen in ["35000", "50000"] {
        assert_eq!(target(json!({"mode": "team", "target": chosen})), 50_000);
    }
    // And it is what ends the match.
    for (settings, profit, reached) in [
        (json!({"target": "50000"}), 49_500, false),
        (json!({"target": "50000"}), 50_000, true),
        (json!({}), 34_500, false),
        (json!({}), 35_000, true),
        (json!({"mode": "team"}), 49_500, false),
        (json!({"mode": "team"}), 50_000, true),
    ] {
        let mut table = placed(settings, road(json!({"points": 5, "profits": {"red": profit}})));
        table.pass();
        assert_eq!(table.view()["closing"].is_null(), !reached, "{profit}");
    }
}

#[test]
fn prf_start_11_one_match_or_up_to_ten() {
    for matches in 1..=10 {
        assert_eq!(seeded(json!({"matches": matches}), 1).view()["matches"], matches);
    }
    for wrong in [0, 11] {
        assert_eq!(asked(json!({"matches": wrong})).unwrap_err().clause, "PRF-OPT-4");
    }
    assert_eq!(seeded(json!({}), 1).view()["matches"], 1);
}

#[test]
fn prf_start_12_mode_target_and_matches_are_fixed_before_the_starting_roll() {
    let settings = json!({"target": "50000", "matches": 4, "players": 3});
    let table = seeded(settings, 1);
    let view = table.view();
    assert_eq!((&view["step"], &view["target"], &view["matches"]), (&json!("marking"), &json!(50_000), &json!(4)));
    // The player who places the markers knows them, and nothing during play changes them.
    let mut played = table.clone();
    let mut luck = Seeded::new(5);
    for _ in 0..200 {
        let Some(awaited) = played.rules.turn(&played.state).awaited.lowest() else { break };
        let action = played.rules.any_action(&played.state, awaited, &mut luck, &mut Vec::new()).unwrap();
        played.rules.apply(&mut played.state, awaited, &action, &mut luck, &mut Silent).unwrap();
        let now = played.view();
        assert_eq!((&now["mode"], &now["target"], &now["matches"]), (&view["mode"], &view["target"], &view["matches"]));
    }
}
