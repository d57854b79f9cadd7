//! What the kernel promises of every game, proved for this one; and the counts by which a changed rule shows.

use businessmen::{
    BankRule, Businessmen, BusinessmenRules, EventMode, ExportLots, LoadDuty, LoadPass, LoaderLimit, MarketLeftovers, Options,
    Overflow, State,
};
use kernel::{Game, Notation, Rules, Seeded, settings::Settings};
use proof::{
    CountingAllocator, Counts, Effort, absent_game, counted_from_the_start, counted_paths, draws_alike, playout_allocations,
    prove_pairs, prove_table,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn rules(options: Options) -> BusinessmenRules {
    proof::rules::<Businessmen>(&options)
}

/// Mixes in which every value of every setting has its turn. Random players skip every other round and seldom reach twenty points, so
/// most of the tables have fewer rounds or a nearer target.
fn tables() -> Vec<Value> {
    vec![
        json!({"round_limit": 25}),
        json!({"players": 2, "victory_target": 5, "first_player": "2", "colours": "by_seat", "skip_limit": 0}),
        json!({
            "players": 3, "round_limit": 12, "colours": "chosen", "colour_1": "green", "colour_2": "default", "colour_3": "yellow",
            "first_player": "3", "skip_car_points": "yes", "market_leftovers": "stay", "loading_start": "leader", "load_duty": "must",
            "load_pass": "turn", "overflow": "next_store", "bank": "finite",
        }),
        json!({
            "round_limit": 12, "first_player": "4", "skip_limit": 99, "loading_start": "first_to_pass", "load_pass": "turn",
            "loader_limit": "per_good", "same_good_twice": "largest", "quiet_round": "freeze", "export_lots": "one_per_player",
            "insurance_scope": "any", "points_cap": "target", "tie_break": "points", "bank": "finite",
        }),
        json!({
            "round_limit": 12, "first_player": "1", "export_lots": "any", "event_mode": "second_strike", "overflow": "next_store",
            "skip_limit": 12, "market_leftovers": "stay", "colours": "chosen", "colour_1": "blue", "colour_2": "red",
            "colour_3": "green", "colour_4": "yellow",
        }),
        json!({
            "players": 2, "round_limit": 15, "victory_target": 40, "load_pass": "turn", "loading_start": "first_to_pass",
            "insurance_scope": "any", "overflow": "next_store", "points_cap": "target", "colours": "chosen", "colour_1": "yellow",
            "colour_2": "blue", "skip_limit": "none",
        }),
        json!({
            "players": 4, "victory_target": 6, "colours": "chosen", "colour_1": "red", "colour_2": "yellow", "colour_3": "blue",
            "colour_4": "green", "load_duty": "must", "loader_limit": "per_good", "event_mode": "second_strike", "bank": "finite",
            "tie_break": "first",
        }),
        json!({
            "round_limit": 10, "colours": "chosen", "colour_1": "default", "colour_2": "green", "colour_3": "red", "colour_4": "blue",
            "first_player": "random", "skip_car_points": "no", "market_leftovers": "return", "loading_start": "after_leader",
            "load_duty": "free", "load_pass": "final", "loader_limit": "per_load", "overflow": "at_once", "same_good_twice": "sum",
            "quiet_round": "rise", "export_lots": "one_per_good", "event_mode": "at_once", "insurance_scope": "marked",
            "points_cap": "none", "bank": "unlimited", "tie_break": "coins",
        }),
        json!({
            "players": 3, "round_limit": 10, "colours": "chosen", "colour_3": "default", "colour_4": "default", "skip_limit": 0,
            "bank": "finite", "market_leftovers": "stay",
        }),
        json!({"round_limit": 1, "colours": "chosen", "colour_3": "yellow", "colour_4": "red"}),
        json!({"players": 2, "round_limit": 999, "victory_target": 5}),
    ]
}

fn settings(table: &Value) -> &Map<String, Value> {
    table.as_object().expect("settings by name")
}

#[test]
fn businessmen_keeps_every_promise() {
    let effort = Effort { cap: 30_000, games: 3, garbage: 6, ..Effort::default() };
    let mut total = Counts::default();
    for (seed, table) in (1..).zip(&tables()) {
        let report = prove_table::<Businessmen>(settings(table), seed, &effort);
        total.add(&report);
    }
    println!("{total:?}");
    assert!(total.refused > 10_000 && total.undone > 50 && total.forged > 30, "{total:?}");
}

#[test]
fn the_tables_above_try_every_value_of_every_setting() {
    let mut tried: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for table in &tables() {
        let options: Options = serde_json::from_value(table.clone()).expect("a table has settings");
        for (key, value) in options.to_map() {
            tried.entry(key).or_default().insert(value.to_string());
        }
    }
    for setting in Businessmen::settings() {
        for value in setting.values() {
            assert!(tried.get(setting.key).is_some_and(|tried| tried.contains(&value.to_string())), "{} = {value}", setting.key);
        }
    }
}

#[test]
fn businessmen_keeps_every_promise_under_settings_drawn_at_random() {
    let mut luck = Seeded::new(11);
    let effort = Effort { cap: 30_000, games: 2, garbage: 4, ..Effort::default() };
    let (known, mut played) = (Businessmen::settings(), 0);
    // Most mixes contradict themselves, mostly by their colours.
    for seed in 0..1_000 {
        if played == 12 {
            break;
        }
        let mut table: Map<String, Value> =
            known.iter().map(|setting| (setting.key.to_owned(), setting.sample(&mut luck))).collect();
        table["round_limit"] = Value::from(1 + seed % 9);
        let options: Options = serde_json::from_value(Value::Object(table.clone())).expect("all keys are known");
        if options.check().is_ok() {
            prove_table::<Businessmen>(&table, seed, &effort);
            played += 1;
        }
    }
    assert_eq!(played, 12);
}

#[test]
fn businessmen_keeps_every_promise_under_every_pair_of_settings() {
    let effort = Effort { cap: 30_000, games: 1, garbage: 2, stride: 4, ..Effort::default() };
    let report = prove_pairs::<Businessmen>(&effort, &[("round_limit", "5")]);
    println!("{report:?}");
    assert!(report.tables >= 15, "{report:?}");
}

#[test]
fn fallbacks_alone_finish_under_every_value_of_every_setting() {
    for setting in Businessmen::settings() {
        for value in setting.values() {
            let mut options = serde_json::to_value(Options::default()).expect("options are data");
            options[setting.key] = value.clone();
            if setting.key.starts_with("colour_") {
                options["colours"] = Value::from("chosen");
            }
            let rules = rules(serde_json::from_value(options).expect("options are data"));
            for seed in 0..10 {
                let (state, _) = absent_game(&rules, seed, 100_000);
                assert!(state.round <= 300 || setting.key == "round_limit", "{} = {value}: {} rounds", setting.key, state.round);
            }
        }
    }
}

#[test]
fn a_playout_allocates_nothing() {
    let tables = [
        Options::default(),
        Options { load_duty: LoadDuty::Must, bank: BankRule::Finite, ..Options::default() },
        Options { load_pass: LoadPass::Turn, loader_limit: LoaderLimit::PerGood, ..Options::default() },
        Options { export_lots: ExportLots::Any, overflow: Overflow::NextStore, ..Options::default() },
        Options { event_mode: EventMode::SecondStrike, market_leftovers: MarketLeftovers::Stay, ..Options::default() },
    ];
    for options in tables {
        for players in 2..=4 {
            let rules = rules(Options { players, ..options.clone() });
            assert_eq!(playout_allocations(&rules, players.into(), 30_000), 0, "{players} players, {options:?}");
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
}

#[test]
fn any_action_draws_all_that_is_listed_alike() {
    for (seed, options) in [
        Options::default(),
        Options { load_duty: LoadDuty::Must, overflow: Overflow::AtOnce, ..Options::default() },
        Options { export_lots: ExportLots::Any, loader_limit: LoaderLimit::PerGood, players: 2, ..Options::default() },
    ]
    .into_iter()
    .enumerate()
    {
        let rules = rules(options);
        let phases = draws_alike(&rules, seed as u64, 6_000, |state| state.phase);
        assert_eq!(phases.len(), 8, "{phases:?}");
        let over = json!({"phase": "over", "players": [{"points": 20}]});
        let over = rules.restore(&serde_json::from_value(over).expect("a position")).expect("somebody won");
        assert_eq!(rules.any_action(&over, over.seat, &mut Seeded::new(4), &mut Vec::new()), None);
    }
}

/// The counted paths of every depth from the start of a table.
fn counts(options: Options, depth: u32) -> Vec<u64> {
    let rules = rules(Options { first_player: Some(1), ..options });
    counted_from_the_start(&rules, depth)
}

#[test]
fn counted_paths_never_change() {
    // With ten coins nobody may skip: 13 choices for the leader.
    assert_eq!(counts(Options { players: 2, ..Options::default() }, 6), [13, 159, 1_494, 12_522, 73_252, 412_481]);
    // Where anybody may: two announcements; then 13 choices, or two again in the next round if both skip.
    let anybody = || Options { skip_limit: None, ..Options::default() };
    assert_eq!(counts(Options { players: 2, ..anybody() }, 6), [2, 4, 3 * 13 + 2, 411, 3_159, 19_613]);
    assert_eq!(counts(anybody(), 7), [2, 4, 8, 16, 15 * 13 + 2, 2_249, 21_325]);
}

#[test]
fn counted_paths_of_one_played_round_never_change() {
    // Two players who hold something each, from loading to the next round.
    let table = |options: Options| {
        let rules = rules(Options { players: 2, ..options });
        let position = json!({
            "phase": "loading", "turn": 2, "goods_card": "G24", "export_card": "E10",
            "players": [
                {"coins": 12, "main": {"grain": 2}, "temporary": {"wood": 4, "oil": 3}, "bought": ["wood", "oil"], "warnings": ["loader"]},
                {"coins": 7, "warehouse": 2, "main": {"oil": 3, "metal": 4}, "temporary": {"oil": 3}, "bought": ["oil"]},
            ],
            "cars": {"yellow": {"good": "wood", "units": [3, 0]}},
        });
        let state = rules.restore(&serde_json::from_value(position).expect("a position")).expect("it can be");
        counted_paths(&rules, &state, 5)
    };
    assert_eq!(table(Options::default()), [5, 30, 88, 233, 651]);
    assert_eq!(table(Options { load_duty: LoadDuty::Must, ..Options::default() }), [4, 18, 28, 48, 123]);
    assert_eq!(table(Options { load_pass: LoadPass::Turn, ..Options::default() }), [5, 30, 84, 250, 635]);
    assert_eq!(table(Options { loader_limit: LoaderLimit::PerGood, ..Options::default() }), [5, 30, 78, 206, 624]);
}
