//! What the kernel promises of every game, proved for this one; and the counts by which a changed rule shows.

use investments::{Investments, InvestmentsRules, Options, State};
use kernel::{Game, Luck, Notation, Rules, Seeded, Silent, settings::Settings};
use proof::{CountingAllocator, Counts, Effort, absent_game, playout_allocations, prove_pairs, prove_table};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn rules(options: &Options) -> InvestmentsRules {
    proof::rules::<Investments>(options)
}

/// Mixes in which every value of every setting has its turn; few rounds, so that games end.
fn tables() -> Vec<Value> {
    vec![
        json!({"limit_rounds": 10}),
        json!({"players": 2, "limit_rounds": 12, "start_mode": "lottery_series", "invest_on_purchase": "yes", "offence_limit": "never"}),
        json!({
            "players": 1, "limit_rounds": 20, "start_mode": "lottery_monopoly", "bank_cards_per_turn": "any", "offence_limit": 3,
            "loan_in_trade_step": "allowed", "end_extra": "own_45", "limit_minutes": 1,
        }),
        json!({
            "players": 3, "limit_rounds": 8, "piece_mode": "single", "single_fee": "shared", "tax_mode": "standard",
            "bank_money": "box", "repeat_die": "literal", "invest_on_purchase": "yes", "offence_limit": "never",
        }),
        json!({
            "players": 3, "limit_rounds": 8, "fortune_mode": "hidden", "order_mode": "roll", "tax_mode": "reroll",
            "start_mode": "lottery", "offence_limit": "never", "forced_tie": "exact_half",
        }),
        json!({
            "players": 5, "limit_rounds": 5, "shortcut_mode": "path", "global_mode": "opening_auto", "fortune_mode": "die",
            "repeat_die": "odd_even", "tax_stay": "fees_only", "token_supply": "unlimited", "end_extra": "four_groups",
            "global_first_token": "same_slot", "wealth_ties": "none", "start_mode": "lottery_series",
        }),
        json!({
            "players": 2, "limit_rounds": 12, "global_mode": "casino", "fortune_mode": "only_loss", "bank_money": "box",
            "start_mode": "lottery_monopoly", "end_extra": "two_monopoly_groups", "loan_in_trade_step": "allowed",
            "order_mode": "agreed", "place_1": 2,
        }),
        json!({
            "players": 4, "limit_rounds": 5, "global_mode": "passing", "fortune_mode": "both_flat", "piece_mode": "single",
            "tax_mode": "reroll", "shortcut_mode": "cards",
        }),
        json!({
            "players": 4, "limit_rounds": 6, "global_mode": "opening_landing", "fortune_mode": "profit_flat",
            "start_mode": "lottery_series", "limit_minutes": 999, "bank_cards_per_turn": "any",
        }),
        json!({"players": 2, "limit_rounds": 8, "fortune_mode": "loss_flat", "repeat_die": "literal", "tax_mode": "reroll"}),
    ]
}

/// One game each: tables without a near end, and every number of players.
fn long_or_large_tables() -> Vec<Value> {
    let numbers = (1..=16).map(|number| with_places(json!({"players": number, "limit_rounds": 1}), number));
    let long =
        [json!({"players": 2, "piece_mode": "single"}), json!({"players": 2, "piece_mode": "single", "limit_rounds": 999})];
    numbers.chain(long).collect()
}

/// The same place for each seat, which counts for nothing where no order is agreed.
fn with_places(mut table: Value, place: u8) -> Value {
    (1..=16).for_each(|seat| table[format!("place_{seat}")] = place.into());
    table
}

fn settings(table: &Value) -> &Map<String, Value> {
    table.as_object().expect("settings by name")
}

#[test]
fn investments_keeps_every_promise() {
    let effort = Effort { cap: 30_000, games: 3, garbage: 4, stride: 8, ..Effort::default() };
    let once = Effort { games: 1, ..effort.clone() };
    let mut total = Counts::default();
    for (seed, table) in (1..).zip(&tables()) {
        total.add(&prove_table::<Investments>(settings(table), seed, &effort));
    }
    for (seed, table) in (1..).zip(&long_or_large_tables()) {
        total.add(&prove_table::<Investments>(settings(table), seed, &once));
    }
    println!("{total:?}");
    assert!(total.refused > 10_000 && total.undone > 50 && total.forged > 30, "{total:?}");
    assert!(total.redealt > 1_000 && total.compared > 1_000 && total.amounts > 1_000 && total.deals > 1_000, "{total:?}");
}

#[test]
fn the_tables_above_try_every_value_of_every_setting() {
    let mut tried: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for table in tables().iter().chain(&long_or_large_tables()) {
        let options: Options = serde_json::from_value(table.clone()).expect("a table has settings");
        for (key, value) in options.to_map() {
            tried.entry(key).or_default().insert(value.to_string());
        }
    }
    for setting in Investments::settings() {
        for value in setting.values() {
            assert!(tried.get(setting.key).is_some_and(|tried| tried.contains(&value.to_string())), "{} = {value}", setting.key);
        }
    }
}

#[test]
fn investments_keeps_every_promise_under_every_pair_of_settings() {
    let effort = Effort { cap: 30_000, games: 1, garbage: 1, stride: 32, ..Effort::default() };
    let report = prove_pairs::<Investments>(&effort, &[("limit_rounds", "1")]);
    println!("{report:?}");
    assert!(report.tables >= 15, "{report:?}");
}

/// Settings drawn at random that make a table.
fn any_options(luck: &mut Seeded) -> Options {
    let known = Investments::settings();
    let pack = proof::pack::<Investments>();
    loop {
        let map = known.iter().map(|setting| (setting.key.to_owned(), setting.sample(luck))).collect();
        if let Ok(options) = Options::from_map(&map)
            && options.check(pack).is_ok()
        {
            return Options { limit_rounds: Some(1 + luck.below(40) as u16), ..options };
        }
    }
}

#[test]
fn every_position_reads_back() {
    for game in 0..40 {
        let mut whims = Seeded::nth(3, game);
        let options =
            if game % 4 == 0 { Options { limit_rounds: Some(40), ..Options::default() } } else { any_options(&mut whims) };
        let rules = rules(&options);
        let mut luck = Seeded::nth(4, game);
        let mut state = rules.start(&mut luck, &mut Silent);
        let mut buffer = Vec::new();
        loop {
            let position = rules.position(&state);
            let text = serde_json::to_string(&position).expect("a position is data");
            let read = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(position, read, "{text}");
            let placed = rules.restore(&read).unwrap_or_else(|refusal| panic!("{refusal}: {text} {options:?}"));
            assert_eq!(placed, state, "{text}");
            let turn = rules.turn(&state);
            let Some(mut seat) = turn.next() else { break };
            if whims.below(4) == 0
                && let Some(free) = turn.free.at_rank(whims.below(turn.free.len().max(1)) as u32)
            {
                seat = free;
            }
            let Some(action) = rules.any_action(&state, seat, &mut whims, &mut buffer) else { continue };
            let before = state;
            let done = rules.apply(&mut state, seat, &action, &mut luck, &mut Silent);
            assert!(done.is_ok(), "{} of {seat}: {done:?} {text}", rules.write(&action));
            let sound = rules.check(&state).and_then(|()| rules.check_step(&before, &state));
            assert!(sound.is_ok(), "{} of {seat}: {sound:?} {options:?}\n{text}\n{state:?}", rules.write(&action));
        }
    }
}

#[test]
fn fallbacks_alone_finish_under_every_value_of_every_setting() {
    for setting in Investments::settings() {
        for value in setting.values() {
            let mut options = serde_json::to_value(Options::default()).expect("options are data");
            options[setting.key] = value.clone();
            if setting.key == "fortune_mode" || setting.key == "piece_mode" {
                options["players"] = 3.into();
            }
            let rules = rules(&serde_json::from_value(options).expect("options are data"));
            let (state, _) = absent_game(&rules, 7, 300_000);
            assert!(state.round <= 999, "{} = {value}: {} rounds", setting.key, state.round);
        }
    }
}

#[test]
fn a_playout_allocates_nothing() {
    for (seed, table) in (1..).zip(tables().iter().chain(&long_or_large_tables())) {
        let rules = rules(&serde_json::from_value(table.clone()).expect("a table has settings"));
        assert_eq!(playout_allocations(&rules, seed, 30_000), 0, "{table}");
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 2_048, "{}", size_of::<State>());
}
