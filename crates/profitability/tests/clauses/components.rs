//! The pieces and the frame of the game. (PRF-COMP, PRF-GAME)

use crate::common::{
    COLOURS, JOKER, ProfitabilityTable, Table, WAREHOUSES, asked, changed, ended, four, letters, placed, random_game, reference,
    reference_start, road, rules, seat, seeded, start, truck, try_placed,
};
use kernel::{Game, Notation, Rules, Scripted, Seeded, Silent, Viewer, Words};
use profitability::{Event, Options, Position, Profitability, ProfitabilityRules};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A list of a view.
fn list<'a>(view: &'a Value, key: &str) -> &'a Vec<Value> {
    view[key].as_array().unwrap_or_else(|| panic!("{key} is a list"))
}

/// All normal goods in letters: on spaces of large warehouses, of small ones, on trucks.
fn goods(table: &Table) -> [String; 3] {
    let view = table.view();
    let mut found = [const { String::new() }; 3];
    for warehouse in list(&view, "warehouses") {
        let place = if warehouse["large"] == true { 0 } else { 1 };
        list(warehouse, "spaces").iter().for_each(|space| found[place].push_str(&letters(&space["goods"])));
    }
    list(&view, "trucks").iter().for_each(|truck| found[2].push_str(&letters(&truck["goods"])));
    found
}

fn count(goods: &str) -> [usize; 4] {
    ['R', 'B', 'Y', 'G'].map(|letter| goods.matches(letter).count())
}

#[test]
fn prf_comp_1_the_board_has_roads_a_profit_area_a_trendline_a_track_and_eight_warehouses() {
    let view = seeded(json!({}), 1).view();
    assert_eq!(list(&view["board"], "dots").len(), 48);
    assert_eq!(view["area"], json!([0, 500, 1000, 1500, 2000, 2500, 3000]));
    let spaces: Vec<u64> = list(&view, "trend").iter().map(|space| space["space"].as_u64().unwrap()).collect();
    assert_eq!(spaces, (2..=12).collect::<Vec<_>>());
    assert_eq!(list(&view["track"], "fields").len(), 100);
    let names: BTreeSet<&str> = list(&view, "warehouses").iter().map(|warehouse| warehouse["name"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(WAREHOUSES));
}

#[test]
fn prf_comp_2_four_different_tiles_lie_in_the_four_slots() {
    for seed in 0..30 {
        let view = seeded(json!({}), seed).view();
        let tiles: BTreeSet<&str> = list(&view, "tiles").iter().map(|tile| tile["tile"].as_str().unwrap()).collect();
        assert_eq!(tiles, BTreeSet::from(["A", "B", "C", "D"]));
        let slots: Vec<&str> = list(&view, "tiles").iter().map(|tile| tile["slot"].as_str().unwrap()).collect();
        assert_eq!(slots, ["NW", "NE", "SE", "SW"]);
    }
}

#[test]
fn prf_comp_3_two_six_sided_dice() {
    let table = placed(json!({}), road(json!({})));
    let end = table.rules.read("end").unwrap();
    for one in 0..=7 {
        for other in 0..=7 {
            let (mut state, mut script) = (table.state, Scripted::new([one, other]));
            table.rules.apply(&mut state, seat("red"), &end, &mut script, &mut Silent).unwrap();
            let fair = (1..=6).contains(&one) && (1..=6).contains(&other);
            assert_eq!(script.finish().is_ok(), fair, "{one} {other}");
            if fair {
                assert_eq!(state.dice.map(u32::from), [one, other]);
            }
        }
    }
    // All 36 rolls alike: 200 each, give or take five standard deviations.
    let mut rolls = BTreeMap::<[u8; 2], u32>::new();
    let mut luck = Seeded::new(8);
    for _ in 0..7200 {
        let mut state = table.state;
        table.rules.apply(&mut state, seat("red"), &end, &mut luck, &mut Silent).unwrap();
        *rolls.entry(state.dice).or_default() += 1;
    }
    assert_eq!(rolls.len(), 36);
    assert!(rolls.values().all(|count| (130..=270).contains(count)), "{rolls:?}");
}

/// Covers PRF-COMP-4, PRF-SETUP-6.
#[test]
fn prf_comp_4_four_pawns_at_0_eur() {
    let view = seeded(json!({}), 1).view();
    let players = list(&view, "players");
    assert_eq!(players.iter().map(|player| player["colour"].as_str().unwrap()).collect::<Vec<_>>(), COLOURS);
    for player in players {
        assert_eq!((&player["profit"], &player["field"]), (&json!(0), &json!(0)));
        assert_eq!((player["x"].as_f64(), player["y"].as_f64()), (Some(-1.0), Some(-1.0)));
    }
}

/// Covers PRF-COMP-5, PRF-SETUP-13.
#[test]
fn prf_comp_5_44_normal_goods_eleven_of_each_colour() {
    for layout in ["random", "matching"] {
        for seed in 0..20 {
            let [large, small, trucks] = goods(&seeded(json!({"goods_layout": layout}), seed));
            assert_eq!([large.len(), small.len(), trucks.len()], [36, 4, 4]);
            assert_eq!(count(&(large + &small + &trucks)), [11; 4]);
        }
    }
}

/// Covers PRF-COMP-6, PRF-SETUP-11.
#[test]
fn prf_comp_6_a_damaged_good_on_every_truck() {
    let table = seeded(json!({}), 3);
    let view = table.view();
    assert!(COLOURS.iter().all(|colour| table.truck(colour)["damaged"] == true));
    for warehouse in list(&view, "warehouses") {
        assert!(list(warehouse, "spaces").iter().all(|space| space["damaged"] == false));
    }
}

/// Covers PRF-COMP-7, PRF-SETUP-7.
#[test]
fn prf_comp_7_eight_trend_markers_two_of_each_colour_are_off_the_board_until_the_opening() {
    let table = start(reference(json!({})), &crate::common::reference_luck());
    assert_eq!((table.trend().as_str(), table.step().as_str()), ("", "marking"));
    let view = table.view();
    let unplaced: BTreeSet<(&str, &str)> = list(&view, "unplaced")
        .iter()
        .map(|marker| (marker["colour"].as_str().unwrap(), marker["direction"].as_str().unwrap()))
        .collect();
    let all: BTreeSet<(&str, &str)> = COLOURS.iter().flat_map(|colour| [(*colour, "up"), (*colour, "down")]).collect();
    assert_eq!((list(&view, "unplaced").len(), unplaced), (8, all));
    let view = reference_start(json!({}), [1, 1]).view();
    assert_eq!(list(&view, "unplaced").len(), 0);
    assert_eq!(list(&view, "trend").iter().filter(|space| !space["marker"].is_null()).count(), 8);
}

/// Covers PRF-COMP-8, PRF-SETUP-5.
#[test]
fn prf_comp_8_four_profit_markers_on_the_middle_square() {
    let table = seeded(json!({}), 5);
    assert_eq!(table.prices(), [1500; 4]);
    let view = table.view();
    assert!(list(&view, "prices").iter().all(|price| price["square"] == 3));
}

/// Covers PRF-COMP-9, PRF-SETUP-16.
#[test]
fn prf_comp_9_four_trucks_in_the_small_warehouses_of_their_colours() {
    let table = seeded(json!({}), 5);
    assert_eq!(COLOURS.map(|colour| table.place(colour)), ["SmallRed", "SmallBlue", "SmallYellow", "SmallGreen"]);
    assert_eq!(list(&table.view(), "trucks").len(), 4);
}

/// Covers PRF-COMP-10, PRF-COMP-11, PRF-SETUP-15.
#[test]
fn prf_comp_10_a_small_and_a_large_warehouse_of_each_colour() {
    let view = seeded(json!({}), 5).view();
    for colour in COLOURS {
        let of = |large: bool| {
            let mine = list(&view, "warehouses").iter().filter(|warehouse| warehouse["colour"] == colour);
            mine.filter(|warehouse| warehouse["large"] == large).collect::<Vec<_>>()
        };
        assert_eq!((of(false).len(), of(true).len()), (1, 1));
    }
    for (name, at, openings) in crate::common::map::OPENINGS {
        let warehouse = list(&view, "warehouses").iter().find(|warehouse| warehouse["name"] == name).unwrap();
        assert_eq!((warehouse["x"].as_f64(), warehouse["y"].as_f64()), (Some(at.0), Some(at.1)), "{name}");
        let shown: BTreeSet<&str> = list(warehouse, "openings").iter().map(|dot| dot.as_str().unwrap()).collect();
        assert_eq!(shown, BTreeSet::from(openings), "{name}");
        assert!(name.to_lowercase().ends_with(warehouse["colour"].as_str().unwrap()));
    }
}

/// Covers PRF-COMP-12, PRF-SETUP-3, PRF-SETUP-4.
#[test]
fn prf_comp_12_32_storage_spaces_one_of_each_colour_in_each_warehouse() {
    let view = seeded(json!({}), 5).view();
    let mut spaces = 0;
    for warehouse in list(&view, "warehouses") {
        let colours: Vec<&str> = list(warehouse, "spaces").iter().map(|space| space["colour"].as_str().unwrap()).collect();
        assert_eq!(colours, COLOURS, "shown as red, blue, yellow, green");
        spaces += colours.len();
    }
    assert_eq!(spaces, 32);
}

#[test]
fn prf_comp_13_a_parked_truck_has_an_arrow_and_a_truck_on_the_road_has_none() {
    let trucks = json!({"red": truck("LargeGreen", "dG"), "blue": crate::common::but(truck("LargeGreen", "dR"), json!({"stage": "load"}))});
    let table = placed(json!({}), road(json!({"trucks": trucks})));
    let arrows = COLOURS.map(|colour| table.stage(colour));
    assert_eq!(arrows, [Some("unload".into()), Some("load".into()), None, None]);
}

// The frame

#[test]
fn prf_game_1_pawn_truck_warehouses_and_spaces_of_a_colour_are_the_players_own() {
    for (index, colour) in COLOURS.iter().enumerate() {
        let mine = ["R", "B", "Y", "G"][index];
        for warehouse in WAREHOUSES {
            let trucks = json!({*colour: truck(warehouse, mine)});
            let position = json!({"turn": index + 1, "stores": {warehouse: {}}, "trucks": trucks});
            let mut table = placed(json!({}), road(position));
            table.play(&format!("unload {colour}"), &[]);
            let own = warehouse.to_lowercase().ends_with(colour);
            let mut totals = vec![0; 4];
            totals[index] = if own { 2500 } else { 1500 };
            assert_eq!(table.totals(), totals, "{colour} in {warehouse}");
            let mut spaces = ["", "", "", ""];
            spaces[index] = mine;
            assert_eq!(table.store(warehouse), spaces.join("|"), "{colour} in {warehouse}");
            assert_eq!(table.load(colour), "");
        }
    }
}

#[test]
fn prf_game_2_goods_belong_to_nobody_and_their_colour_decides_only_what_they_earn() {
    // Red loads a good of each colour from the blue space, and unloads one of each elsewhere.
    for good in COLOURS {
        let stores = json!({"LargeGreen": crate::common::store("|RBYG||")});
        let position = json!({"stores": stores, "trucks": {"red": truck("LargeGreen", "d")}});
        let mut table = placed(json!({}), road(position));
        table.play(&format!("load blue {good}"), &[]);
        assert_eq!(table.points(), 5);
        let earned = |warehouse: &str| {
            let letter = good[..1].to_uppercase();
            let trucks = json!({"red": truck(warehouse, &letter)});
            let mut table = placed(json!({}), road(json!({"prices": four([0, 500, 1000, 2000]), "trucks": trucks})));
            table.play(&format!("unload {good}"), &[]);
            assert_eq!(table.points(), 5);
            table.totals()[0]
        };
        let value = [0, 500, 1000, 2000][seat(good).index()];
        assert_eq!(earned("LargeGreen"), value, "{good}");
        assert_eq!(earned("LargeRed"), value + if good == "red" { 1000 } else { 0 }, "{good}");
    }
}

#[test]
fn prf_game_3_four_players_by_default_two_and_three_in_individual_play() {
    assert_eq!(Options::default().players, 4);
    for players in 2..=4 {
        let rules = asked(json!({"players": players})).unwrap();
        assert_eq!(rules.players(), players);
    }
    for players in [0, 1, 5] {
        assert!(asked(json!({"players": players})).is_err());
    }
    for players in [2, 3] {
        assert_eq!(asked(json!({"players": players, "mode": "team"})).unwrap_err().clause, "PRF-START-9");
    }
    assert!(asked(json!({"players": 4, "mode": "team"})).is_ok());
    assert_eq!((Profitability::about().players, Profitability::about().prefix), (2..=4, "PRF"));
}

#[test]
fn prf_game_4_with_fewer_players_the_unused_trucks_are_removed_with_what_is_on_them() {
    for players in 2..=4usize {
        for seed in 0..10 {
            let table = seeded(json!({"players": players}), seed);
            let view = table.view();
            let trucks: Vec<&str> = list(&view, "trucks").iter().map(|truck| truck["colour"].as_str().unwrap()).collect();
            assert_eq!(trucks, COLOURS[..players]);
            assert_eq!(list(&view, "players").len(), players);
            let [large, small, on_trucks] = goods(&table);
            assert_eq!([large.len(), small.len(), on_trucks.len()], [36, 4, players]);
            let left = count(&(large + &small + &on_trucks));
            assert_eq!(left.iter().sum::<usize>(), 40 + players);
            assert!(left.iter().all(|goods| *goods <= 11));
            assert!(list(&view, "trucks").iter().all(|truck| truck["damaged"] == true));
            // Everything else stays.
            assert_eq!((list(&view, "warehouses").len(), list(&view, "prices").len()), (8, 4));
            assert_eq!(list(&view, "unplaced").len(), 8);
        }
    }
    // Unused spaces are loadable by everybody, and nothing goes into them.
    for seat in 1..=2 {
        let trucks = json!({"red": truck("LargeYellow", "dG"), "blue": truck("LargeYellow", "dR")});
        let mut table = placed(json!({"players": 2}), json!({"lap": 3, "turn": seat, "trucks": trucks}));
        assert!(table.may("load yellow yellow") && table.may("load green green"));
        let good = ["green", "red"][seat - 1];
        let before = table.store("LargeYellow");
        table.play(&format!("unload {good}"), &[]);
        let after = table.store("LargeYellow");
        let changed: Vec<usize> = (0..4).filter(|space| before.split('|').nth(*space) != after.split('|').nth(*space)).collect();
        assert_eq!(changed, [seat - 1]);
    }
    // The small warehouse of an unused colour is free for others.
    let mut table =
        placed(json!({"players": 2}), json!({"lap": 3, "trucks": {"red": truck("S1", "dG"), "blue": truck("E2", "dR")}}));
    table.play("drive SmallYellow", &[]);
}

#[test]
fn prf_game_5_a_lap_is_a_turn_of_every_player_from_the_starting_player_and_a_match_a_play_to_the_final_order() {
    // Blue began; a lap ends with red's turn.
    let mut table = placed(json!({}), road(json!({"starter": 2, "turn": 3, "lap": 4})));
    let mut laps = Vec::new();
    for _ in 0..8 {
        laps.push((table.colour(), table.view()["lap"].as_u64().unwrap()));
        table.pass();
    }
    let expected = [("yellow", 4), ("green", 4), ("red", 4), ("blue", 5), ("yellow", 5), ("green", 5), ("red", 5), ("blue", 6)];
    assert_eq!(laps, expected.map(|(colour, lap)| (colour.to_owned(), lap)));
    // A match goes on to its final order, and the next begins with its first lap.
    let profits = four([0, 0, 0, 36_000]);
    let position = road(json!({"turn": 3, "lap": 20, "closing": 1, "profits": profits}));
    let mut table = placed(json!({"matches": 2}), position);
    table.play("end", &crate::common::reference_luck());
    let view = table.view();
    assert_eq!((&view["match"], &view["lap"]), (&json!(2), &json!(1)));
    assert_eq!(table.last("match_ended")["match"], 1);
}

#[test]
fn prf_game_6_seats_clockwise_are_red_blue_yellow_green_and_colours_go_by_joining_or_at_random() {
    for players in 2..=4 {
        let view = seeded(json!({"players": players}), 1).view();
        assert_eq!(view["colours"], json!(COLOURS[..players]));
    }
    // At random: every way to give colours to people, equally often.
    let mut ways = BTreeMap::<String, u32>::new();
    let rules = rules(json!({"players": 2, "colours": "random"}));
    for seed in 0..2400 {
        let state = rules.start(&mut Seeded::new(seed), &mut Silent);
        *ways.entry(format!("{:?}", rules.view(&state, Viewer::Watcher).colours)).or_default() += 1;
    }
    assert_eq!(ways.len(), 12);
    assert!(ways.values().all(|count| (130..=270).contains(count)), "{ways:?}");
    // Turns go clockwise by colour, wherever people sit.
    let position = json!({"lap": 3, "colours": ["yellow", "red", "green", "blue"], "turn": 2, "starter": 2});
    let mut table = placed(json!({"colours": "random"}), road(position));
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push((table.seat().number(), table.colour()));
        table.pass();
    }
    let expected = [(2, "red"), (4, "blue"), (1, "yellow"), (3, "green"), (2, "red")];
    assert_eq!(order, expected.map(|(seat, colour)| (seat, colour.to_owned())));
    // The truck that moves is the one of the player's colour.
    table.play("drive NE.n", &[]);
    assert_eq!(COLOURS.map(|colour| table.place(colour)), ["N2", "NE.n", "S2", "W2"]);
}

#[test]
fn prf_game_7_the_highest_profit_wins_after_the_closing_turns() {
    for winner in 0..4 {
        let mut profits = [30_000, 35_000, 30_500, 31_000];
        profits[winner] = 40_000;
        let table = ended(json!({}), road(json!({"profits": four(profits)})));
        assert_eq!(table.places()[winner], 1);
        assert_eq!(table.places().iter().filter(|place| **place == 1).count(), 1);
        assert_eq!(table.last("won")["winners"], json!([winner + 1]));
        assert_eq!(table.view()["winners"], json!([winner + 1]));
    }
    // Of teams, both partners win.
    let table = ended(json!({"mode": "team"}), road(json!({"profits": {"red": 49_000, "blue": 50_000}})));
    assert_eq!((table.places(), table.view()["winners"].clone()), (vec![2, 1, 2, 1], json!([2, 4])));
}

/// Covers PRF-GAME-8, PRF-START-9, PRF-START-10, PRF-START-11.
#[test]
fn prf_game_8_with_all_defaults_the_table_plays_the_rulebook_game() {
    let view = seeded(json!({}), 1).view();
    assert_eq!((&view["mode"], &view["target"], &view["matches"]), (&json!("individual"), &json!(35_000), &json!(1)));
    assert_eq!(view["truck_capacity"], 4);
    // Every setting may be changed before the match, and is one of the list.
    let keys: BTreeSet<&str> = Profitability::settings().iter().map(|setting| setting.key).collect();
    let known = [
        "players",
        "mode",
        "target",
        "matches",
        "championship_bonus",
        "tiles",
        "tile_rotation",
        "goods_layout",
        "colours",
        "truck_capacity",
        "storage_large",
        "storage_small",
        "truck_blocking",
        "sequence",
        "take_back",
        "markers",
    ];
    assert!(known.iter().all(|key| keys.contains(key)), "{keys:?}");
    let defaults: serde_json::Map<String, Value> =
        Profitability::settings().iter().map(|setting| (setting.key.to_owned(), setting.default_value())).collect();
    assert_eq!(serde_json::from_value::<Options>(defaults.into()).unwrap(), Options::default());
}

#[test]
fn prf_game_9_a_profit_is_never_below_0_and_always_a_multiple_of_500() {
    let (mut positive, mut costs) = (0, 0);
    for seed in 0..12 {
        let settings = [json!({}), json!({"mode": "team"}), json!({"players": 2, "truck_capacity": "unlimited"})];
        let rules = rules(settings[seed as usize % 3].clone());
        random_game(&rules, seed, 2_000, |_, _, after, events| {
            for player in &rules.view(after, Viewer::Watcher).players {
                assert!(player.profit >= 0 && player.profit % 500 == 0, "{}", player.profit);
                positive += usize::from(player.profit > 0);
            }
            costs += events.iter().filter(|event| matches!(event, Event::Unloaded { profit, .. } if *profit < 0)).count();
        });
    }
    assert!(positive > 1_000 && costs > 5, "{positive} {costs}");
    assert_eq!(try_placed(json!({}), road(json!({"profits": {"red": -500}}))).err().unwrap().clause, "PRF-INV-6");
    for profit in [1, 499, 5001] {
        let refusal = try_placed(json!({}), road(json!({"profits": {"red": profit}}))).err().unwrap();
        assert_eq!(refusal.clause, "PRF-GAME-9", "{profit}");
    }
    // With other squares it is a multiple of something else.
    let squares = |squares: &str| {
        let files = changed("pack.toml", "squares = [0, 500, 1000, 1500, 2000, 2500, 3000]", squares);
        let pack = Profitability::pack(&files).unwrap();
        Profitability::rules(&pack, &Default::default()).unwrap()
    };
    let place = |rules: &ProfitabilityRules, profit: i32| {
        let position: Position = serde_json::from_value(road(json!({"profits": {"red": profit}}))).unwrap();
        rules.restore(&position).err().map(|refusal| refusal.clause)
    };
    let fine = squares("squares = [0, 250, 1500, 2750, 3000]");
    assert_eq!([250, 750, 1000, 900].map(|profit| place(&fine, profit)), [None, None, None, Some("PRF-GAME-9")]);
    // And it has no upper bound.
    let rich = json!({"turn": 3, "lap": 60, "closing": 2, "profits": {"red": 1_000_000}, "trucks": {"yellow": truck("LargeYellow", "Y")}});
    let mut table = placed(json!({"mode": "team"}), road(rich));
    table.play("unload yellow", &[]);
    assert_eq!(table.totals()[0], 1_002_500);
}

#[test]
fn prf_game_10_the_words_of_the_rulebook() {
    // Space 7 of the trendline is the Joker, and no other is.
    let mut table = reference_start(json!({}), [3, 4]);
    let jokers: Vec<Value> = list(&table.view(), "trend").iter().filter(|space| space["joker"] == true).cloned().collect();
    assert_eq!(jokers.iter().map(|space| space["space"].as_u64().unwrap()).collect::<Vec<_>>(), [7]);
    let names = COLOURS.map(str::to_owned);
    let prompt = table.rules.prompt(&table.state, Viewer::Seat(seat("red")), &names).text;
    assert!(prompt.to_lowercase().contains("joker"), "{prompt}");
    table.plays(&["decline", "turn 3"]);
    let told = |table: &Table, kind: &str| {
        let event = table.events.iter().rev().find(|event| serde_json::to_value(event).unwrap()["event"] == kind).unwrap();
        table.rules.tell(event, &names).text.to_lowercase()
    };
    assert!(told(&table, "marker_turned").contains("marker"), "{}", told(&table, "marker_turned"));
    // The two kinds of goods: normal ones have colours, the other one is damaged.
    let trucks = json!({"red": truck("LargeRed", "dG")});
    let mut table = placed(json!({}), road(json!({"profits": {"red": 5000}, "trucks": trucks})));
    table.plays(&["unload green", "unload damaged"]);
    assert!(told(&table, "unloaded").contains("damaged"));
    table.play("end", &JOKER);
}
