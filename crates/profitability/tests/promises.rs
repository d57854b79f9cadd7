//! What the kernel promises of every game, proved for this one; and the counts by which a changed rule shows.
//!
//! A random game of trucks takes thousands of decisions, so each table has its own test: they run side by side.

use kernel::{Game, Notation, Rules, Seeded, Silent};
use profitability::{Position, Profitability, ProfitabilityRules, State, Step};
use proof::{
    CountingAllocator, Effort, absent_game, counted_paths, draws_alike, playout_allocations, prove_pairs, prove_table, sound_game,
};
use serde_json::{Value, json};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The rules of a table with these settings and the standard pack.
fn rules(settings: Value) -> ProfitabilityRules {
    proof::rules::<Profitability>(&proof::options::<Profitability>(settings))
}

/// Proves every promise for one table: a game at random, and as many more as are asked for, with absent players among them.
#[track_caller]
fn keeps_every_promise(games: usize, settings: Value) {
    let effort = Effort { cap: 60_000, games, garbage: 4, stride: 20, random: false, ..Effort::default() };
    let report = prove_table::<Profitability>(settings.as_object().expect("settings by name"), 1, &effort);
    println!("{report:?}");
    assert!(report.refused > 1_000 && report.undone > 20 && report.compared > 100, "{report:?}");
}

// Together these have every kind of setting; every single value is played below.

#[test]
fn every_promise_by_default() {
    keeps_every_promise(3, json!({}));
}

#[test]
fn every_promise_with_two_small_trucks() {
    keeps_every_promise(
        2,
        json!({"players": 2, "truck_capacity": "2", "tiles": "fixed", "take_back": "until_departure", "goods_layout": "matching"}),
    );
}

#[test]
fn every_promise_where_trucks_block_each_other() {
    keeps_every_promise(1, json!({"players": 3, "truck_blocking": "block", "sequence": "single", "truck_capacity": "7"}));
}

#[test]
fn every_promise_in_teams() {
    keeps_every_promise(
        1,
        json!({"mode": "team", "colours": "random", "truck_capacity": "unlimited", "truck_blocking": "block"}),
    );
}

#[test]
fn every_promise_in_a_series_without_bonus() {
    keeps_every_promise(1, json!({"players": 2, "matches": 2, "championship_bonus": "off", "truck_capacity": "12"}));
}

#[test]
fn every_promise_with_little_storage() {
    keeps_every_promise(
        1,
        json!({"players": 2, "storage_large": 3, "storage_small": 1, "colours": "random", "sequence": "single",
               "tile_rotation": "off", "truck_capacity": "9"}),
    );
}

#[test]
fn every_promise_with_tiles_that_the_host_turned() {
    keeps_every_promise(
        1,
        json!({"players": 2, "tiles": "chosen", "tile_nw": "b", "tile_ne": "d", "tile_se": "a", "tile_sw": "c", "turn_nw": 1,
               "turn_ne": 2, "turn_se": 3, "turn_sw": 1, "truck_capacity": "5", "storage_large": 44, "storage_small": 44}),
    );
}

#[test]
fn every_promise_to_the_high_target() {
    keeps_every_promise(
        1,
        json!({"players": 2, "target": "50000", "tiles": "chosen", "tile_nw": "c", "truck_capacity": "6",
               "take_back": "until_departure", "sequence": "single", "truck_blocking": "block"}),
    );
}

/// Random games take thousands of decisions, so absent players are among those who play.
#[test]
fn every_promise_under_every_pair_of_settings() {
    let effort = Effort { cap: 60_000, games: 1, garbage: 1, stride: 200, random: false, ..Effort::default() };
    let report = prove_pairs::<Profitability>(&effort, &[("target", "35000"), ("matches", "1")]);
    println!("{report:?}");
    assert!(report.tables >= 20, "{report:?}");
}

#[test]
fn a_playout_allocates_nothing() {
    let tables = [
        json!({}),
        json!({"players": 2, "take_back": "until_departure", "truck_blocking": "block"}),
        json!({"players": 3, "matches": 2, "colours": "random", "sequence": "single"}),
        json!({"mode": "team"}),
    ];
    for (seed, settings) in (1..).zip(tables) {
        assert_eq!(playout_allocations(&rules(settings.clone()), seed, 50_000), 0, "{settings}");
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
}

/// Random games end long before anybody takes them for endless, even ten matches to the high target.
#[test]
fn random_games_end() {
    let mut buffer = Vec::new();
    for settings in [
        json!({"matches": 10, "target": "50000"}),
        json!({"players": 2, "matches": 10, "target": "50000", "truck_capacity": "2", "truck_blocking": "block", "sequence": "single"}),
        json!({"players": 3, "matches": 3, "storage_large": 3, "storage_small": 1, "take_back": "until_departure"}),
    ] {
        let rules = rules(settings.clone());
        let mut luck = Seeded::new(5);
        let mut state = rules.start(&mut luck, &mut Silent);
        let mut decisions = 0;
        while let Some(seat) = rules.turn(&state).awaited.lowest() {
            let action = rules.any_action(&state, seat, &mut luck, &mut buffer).expect("something can be done");
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what is drawn is legal");
            decisions += 1;
            assert!(decisions < 200_000, "{settings}");
        }
        println!("{decisions} decisions: {settings}");
    }
}

/// Every value of every setting, alone with what it needs: a random game in which the invariants hold at every step.
#[test]
fn every_value_of_every_setting_is_played() {
    let mut tables = 0;
    for setting in Profitability::settings() {
        for value in setting.values() {
            let mut settings = match setting.key {
                "storage_large" if value.is_number() => json!({"storage_small": 2}),
                "storage_small" if value.is_number() => json!({"storage_large": 4}),
                "matches" => json!({"players": 2, "truck_capacity": "8"}),
                key if key.starts_with("tile_n") || key.starts_with("tile_s") || key.starts_with("turn_") => {
                    json!({"tiles": "chosen"})
                }
                _ => json!({}),
            };
            settings[setting.key] = value;
            println!("{} decisions: {settings}", sound_game(&rules(settings.clone()), 11, 200_000));
            tables += 1;
        }
    }
    assert!(tables > 80, "{tables}");
}

/// Absent players alone finish, whatever the settings; see why in `fallback.rs`.
#[test]
fn fallbacks_finish_under_all_settings() {
    for players in 2..=4 {
        for (capacity, blocking, sequence) in
            [("2", "block", "single"), ("4", "block", "flowing"), ("4", "pass", "single"), ("unlimited", "block", "single")]
        {
            for storage in [None, Some((3, 1)), Some((4, 2))] {
                let (large, small) = (storage.map(|pair| pair.0), storage.map(|pair| pair.1));
                let settings = json!({"players": players, "truck_capacity": capacity, "truck_blocking": blocking,
                    "sequence": sequence, "storage_large": large, "storage_small": small, "target": "50000"});
                // With two players so little storage goes only with large trucks.
                if players == 2 && capacity != "unlimited" && storage == Some((3, 1)) {
                    let options = proof::options::<Profitability>(settings);
                    let refusal = Profitability::rules(proof::pack::<Profitability>(), &options).map(|_| ());
                    assert_eq!(refusal.expect_err("too little storage").clause, "PRF-OPT-11");
                    continue;
                }
                let rules = rules(settings.clone());
                for seed in 0..20 {
                    absent_game(&rules, seed, 20_000);
                }
            }
        }
    }
}

#[test]
fn any_action_draws_all_that_is_listed_alike() {
    let rules = rules(json!({"take_back": "until_departure"}));
    // In a warehouse there is more to choose from than on the road.
    let steps = draws_alike(&rules, 4, 3_000, |state| (state.step, state.truck(state.colour()).warehouse().is_some()));
    for step in [Step::Marking, Step::Filling, Step::JokerPrice, Step::JokerTrend, Step::Acting] {
        assert!(steps.iter().any(|(other, _)| *other == step), "{steps:?}");
    }
    assert!(steps.contains(&(Step::Acting, true)) && steps.contains(&(Step::Acting, false)));
    let over = json!({"step": "over", "lap": 12, "profits": {"blue": 35_000}});
    let over = rules.restore(&serde_json::from_value(over).expect("a position")).expect("a finished match");
    assert_eq!(rules.any_action(&over, over.seat, &mut Seeded::new(4), &mut Vec::new()), None);
}

/// The counted paths of every depth from a position.
fn counts(settings: Value, position: Value, depth: u32) -> Vec<u64> {
    let rules = rules(settings);
    let position: Position = serde_json::from_value(position).expect("the shape of a position");
    let state = rules.restore(&position).expect("a possible position");
    counted_paths(&rules, &state, depth)
}

#[test]
fn counted_paths_of_the_opening_never_change() {
    // 8 markers or nothing. Then 8 × (7 + 1) and 8 + 1; then 56 × (6 + 1), twice 8 × (7 + 1), and 8 after two spaces were left.
    assert_eq!(counts(json!({}), json!({"step": "marking"}), 3), [9, 64 + 9, 392 + 2 * 64 + 8]);
}

#[test]
fn counted_paths_of_the_joker_never_change() {
    // PRF-JOKER-7: at most 9 choices for part a, 41 for part b.
    assert_eq!(counts(json!({}), json!({"step": "joker_price", "dice": [3, 4]}), 2), [9, 9 * 41]);
}

#[test]
fn counted_paths_of_a_turn_never_change() {
    assert_eq!(counts(json!({}), json!({"dice": [2, 6]}), 3), [31, 297, 5_253]);
    let meeting = json!({"lap": 4, "dice": [1, 5], "trucks": {
        "red": {"at": "LargeGreen", "goods": ["red", "blue"]}, "blue": {"at": "N5"}, "yellow": {"at": "NW.c"}, "green": {"at": "LargeYellow"}}});
    let counted = |settings| counts(settings, meeting.clone(), 3);
    let others = [json!({"truck_blocking": "block"}), json!({"take_back": "until_departure"})];
    assert_eq!(counted(json!({})), [27, 258, 4_955]);
    assert_eq!(others.map(counted), [[15, 117, 1_718], [27, 192, 1_316]].map(Vec::from));
    // With a sixth point a good can be handled here and another four dots away, but not with `sequence = single`.
    let mut further = meeting.clone();
    further["dice"] = json!([1, 6]);
    let counted = |sequence: &str| counts(json!({"sequence": sequence}), further.clone(), 3);
    assert_eq!(["flowing", "single"].map(counted), [[35, 375, 5_650], [35, 375, 5_624]].map(Vec::from));
}
