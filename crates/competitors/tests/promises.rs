//! What the kernel promises of every game, proved for this one; and the counts by which a changed rule shows.

use competitors::{Airport, Competitors, CompetitorsRules, Options, State, Vehicle};
use kernel::{Game, Luck, Notation, Rules, Seeded, settings::Settings};
use proof::{
    CountingAllocator, Counts, Effort, absent_game, counted_from_the_start, counted_paths, draws_alike, playout_allocations,
    prove_pairs, prove_table,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// How many crowded tables are played.
const CROWDED: usize = 40;

fn rules(options: &Options) -> CompetitorsRules {
    proof::rules::<Competitors>(options)
}

/// Mixes in which every value of every setting has its turn; few rounds, so that games end.
fn tables() -> Vec<Value> {
    vec![
        json!({"players": 4, "rounds": 4}),
        json!({"players": 2, "mode": "points", "points_round_limit": 8, "actions_per_turn": 3, "gifts": "yes", "proposals": 1}),
        json!({
            "players": 3, "rounds": 6, "hand_limit": 6, "vp_cap": 10, "bank_limited": "yes", "aircraft_fuel": "per_turn",
            "aircraft_customs": "any", "weather_check": "on_entry", "advantages_per_site": "none",
        }),
        json!({
            "players": 5, "rounds": 3, "transit_flag_customs": "none", "regional_flag_customs": "yes",
            "event_order": "customs_first_ships", "weather_loaded": "fail", "branch_relocate": "yes", "proposals": 20,
        }),
        json!({
            "players": 2, "rounds": 7, "actions_per_turn": 3, "transit_flag_customs": "none", "weather_check": "on_entry",
            "weather_loaded": "fail", "hand_limit": 1, "gifts": "yes",
        }),
    ]
}

/// One game each: tables without a near end.
fn long_tables() -> Vec<Value> {
    vec![json!({"players": 2}), json!({"players": 2, "rounds": 99, "hand_limit": 50}), json!({"players": 3, "mode": "points"})]
}

fn settings(table: &Value) -> &Map<String, Value> {
    table.as_object().expect("settings by name")
}

#[test]
fn competitors_keeps_every_promise() {
    let effort = Effort { cap: 30_000, games: 3, garbage: 4, stride: 8, ..Effort::default() };
    let once = Effort { games: 1, stride: 64, ..effort.clone() };
    let mut total = Counts::default();
    for (seed, table) in (1..).zip(&tables()) {
        total.add(&prove_table::<Competitors>(settings(table), seed, &effort));
    }
    for (seed, table) in (1..).zip(&long_tables()) {
        total.add(&prove_table::<Competitors>(settings(table), seed, &once));
    }
    println!("{total:?}");
    assert!(total.refused > 5_000 && total.undone > 20 && total.forged > 15, "{total:?}");
    assert!(total.redealt > 500 && total.compared > 500 && total.amounts > 500 && total.deals > 500, "{total:?}");
}

#[test]
fn the_tables_above_try_every_value_of_every_setting() {
    let mut tried: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for table in tables().iter().chain(&long_tables()) {
        let options: Options = serde_json::from_value(table.clone()).expect("a table has settings");
        for (key, value) in options.to_map() {
            tried.entry(key).or_default().insert(value.to_string());
        }
    }
    for setting in Competitors::settings() {
        let values = tried.get(setting.key).expect("every setting is tried");
        // Of a number of rounds, cards or points some stand for all.
        let few = ["rounds", "points_round_limit", "hand_limit", "proposals"].contains(&setting.key);
        for value in setting.values() {
            assert!(few && values.len() > 1 || values.contains(&value.to_string()), "{} = {value}", setting.key);
        }
    }
}

#[test]
fn competitors_keeps_every_promise_under_every_pair_of_settings() {
    let effort = Effort { cap: 30_000, games: 1, garbage: 1, stride: 32, ..Effort::default() };
    let report = prove_pairs::<Competitors>(&effort, &[("rounds", "2"), ("points_round_limit", "2")]);
    println!("{report:?}");
    assert!(report.tables >= 10 && report.impossible_pairs.is_empty(), "{report:?}");
}

#[test]
fn fallbacks_alone_finish_under_every_value_of_every_setting() {
    for setting in Competitors::settings() {
        for value in setting.values() {
            let mut options = serde_json::to_value(Options::default()).expect("options are data");
            options[setting.key] = value.clone();
            let rules = rules(&serde_json::from_value(options).expect("options are data"));
            let (state, steps) = absent_game(&rules, 7, 100_000);
            assert!(state.round <= 999 && steps > 0, "{} = {value}: {} rounds", setting.key, state.round);
        }
    }
}

#[test]
fn a_playout_allocates_nothing() {
    for (seed, table) in (1..).zip(tables().iter().chain(&long_tables())) {
        let rules = rules(&serde_json::from_value(table.clone()).expect("a table has settings"));
        assert_eq!(playout_allocations(&rules, seed, 30_000), 0, "{table}");
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 4_096, "{}", size_of::<State>());
}

#[test]
fn counted_paths_of_the_start_never_change() {
    let rules = rules(&Options { players: 2, ..Options::default() });
    assert_eq!(counted_from_the_start(&rules, 4), [13, 135, 3012, 80868]);
}

/// A table in the middle of things: fleets all over the map, half of them with goods, branches, advantages and full hands.
fn crowded(rules: &CompetitorsRules, luck: &mut Seeded) -> Value {
    let pack = &rules.pack;
    let mut lands: Vec<usize> = (0..pack.territories.len()).collect();
    let mut cards: Vec<usize> = (0..pack.contracts.len()).collect();
    luck.shuffle(&mut lands);
    luck.shuffle(&mut cards);
    let land = |index: usize| pack.territories[index].id.clone();
    let card = |index: usize| pack.contracts[index].id.clone();
    let headquarters: Vec<&str> = pack.offices.iter().map(|office| pack[office.territory].id.as_str()).collect();
    let players: Vec<Value> = (0..rules.players())
        .map(|seat| {
            let letter = char::from(b'a' + seat as u8);
            let mut tokens = Map::new();
            for (vehicle, count) in [("truck", 4), ("ship", 2), ("aircraft", 2)] {
                for number in 1..=count {
                    let fits = |index: &usize| match vehicle {
                        "ship" => pack.territories[*index].port.is_some(),
                        "aircraft" => pack.territories[*index].airport != Airport::None,
                        _ => true,
                    };
                    let at = (0..).map(|_| luck.below(pack.territories.len())).find(fits).expect("such a place");
                    let at = match (vehicle, number) {
                        ("ship", 2) => pack.territories[at].port.expect("a port").hex.to_string(),
                        ("aircraft", 2) => format!("{}:{}", luck.below(40), luck.below(18)),
                        ("truck", 4) => format!("aboard {letter}-ship-1"),
                        _ => land(at),
                    };
                    let mut token = json!({ "at": at });
                    if at.contains(':') && vehicle == "aircraft" {
                        token["last"] = json!("germany");
                    }
                    let goods = cards.iter().position(|card| {
                        pack.contracts[*card].goods().is_some_and(|goods| goods.vehicle.is_none_or(|kind| kind.id() == vehicle))
                    });
                    if let Some(goods) = goods.filter(|_| luck.below(2) == 0) {
                        let (contract, sender, receiver) = (cards.swap_remove(goods), lands.pop(), lands.pop());
                        let territory = |index: Option<usize>| land(index.expect("there are more territories than tokens"));
                        token["load"] =
                            json!({"contract": card(contract), "sender": territory(sender), "receiver": territory(receiver)});
                    }
                    tokens.insert(format!("{letter}-{vehicle}-{number}"), token);
                }
            }
            let site = lands.iter().position(|index| !headquarters.contains(&pack.territories[*index].id.as_str()));
            let branch = lands.swap_remove(site.expect("a territory without headquarters"));
            let hand: Vec<String> = lands.drain(lands.len() - 4..).map(land).collect();
            let contracts: Vec<String> = cards.drain(cards.len() - 6..).map(card).collect();
            json!({
                "money": 500 * luck.below(300), "points": luck.below(9), "branches": [land(branch)], "territories": hand,
                "contracts": contracts, "tokens": tokens,
            })
        })
        .collect();
    let areas = ["north_america", "south_america", "europe", "africa", "asia", "oceania"];
    json!({"players": players, "danger": {"area": areas[luck.below(6)], "die": 1 + luck.below(12)}})
}

#[test]
fn crowded_tables_keep_every_law() {
    let (mut happened, mut steps) = (BTreeMap::<String, usize>::new(), 0);
    for seed in 0..CROWDED {
        let options: Options = serde_json::from_value(tables()[seed % tables().len()].clone()).expect("a table has settings");
        let options = Options { bank_limited: false, hand_limit: None, ..options };
        let mut whim = Seeded::new(seed as u64);
        let position = crowded(&rules(&options), &mut whim);
        let mut table = proof::TestTable::<Competitors>::at(options, position);
        for _ in 0..250 {
            let turn = table.rules.turn(&table.state);
            let Some(mut seat) = turn.awaited.lowest() else { break };
            if whim.below(6) == 0
                && let Some(other) = turn.free.at_rank(whim.below(turn.free.len().max(1)) as u32)
            {
                seat = other;
            }
            let Some(action) = table.rules.any_action(&table.state, seat, &mut whim, &mut Vec::new()) else { continue };
            let action = table.rules.write(&action);
            table.try_with(seat, &action, &mut whim).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
            steps += 1;
        }
        for kind in table.kinds(0) {
            *happened.entry(kind).or_default() += 1;
        }
    }
    println!("{steps} steps: {happened:?}");
    for kind in ["delivered", "failed", "customs", "political", "weather", "extra_point", "seized", "fee"] {
        assert!(happened.get(kind).is_some_and(|count| *count > 0), "no {kind} among {happened:?}");
    }
}

/// A's truck is about to drive from Poland into Belarus with goods, its ship has a truck aboard, and its aircraft is in flight.
fn midgame() -> Value {
    json!({
        "players": [
            {
                "territories": ["spain", "france"], "contracts": ["C001", "C093", "C116"], "branches": ["egypt"],
                "tokens": {
                    "a-truck-1": {"at": "poland", "load": {"contract": "C071", "sender": "poland", "receiver": "moscow"}},
                    "a-truck-2": "aboard a-ship-1", "a-ship-1": "italy", "a-aircraft-1": "20:3",
                },
            },
            {"office": "H4", "territories": ["peru", "chile"], "contracts": ["C002"]},
        ],
        "danger": {"area": "europe", "die": 10},
    })
}

#[test]
fn counted_paths_of_a_delivery_and_a_fleet_never_change() {
    let rules = rules(&Options { players: 2, ..Options::default() });
    let count = |mut position: Value, journey: Value| {
        position["journey"] = journey;
        let position = serde_json::from_value(position).expect("a position");
        let state = kernel::Notation::restore(&rules, &position).expect("a possible position");
        counted_paths(&rules, &state, 3)
    };
    assert_eq!(count(midgame(), Value::Null), [20, 355, 6413]);
    assert_eq!(count(midgame(), json!({"token": "a-truck-1", "delivery": {"sender": "poland"}})), [27, 411, 5964]);
}

#[test]
fn any_action_draws_all_that_is_listed_alike() {
    let rules = rules(&Options::default());
    // What is drawn, and from how much, depends on what moves, on what is open and on what is pending.
    let kind = |state: &State| {
        let mover = state.journey.map(|journey| (journey.token.vehicle(), journey.moving, journey.delivery.is_some()));
        (mover, state.top().map(std::mem::discriminant), state.offers.is_empty())
    };
    let kinds = draws_alike(&rules, 7, 9_000, kind);
    for vehicle in Vehicle::ALL {
        for delivery in [false, true] {
            assert!(
                kinds.iter().any(|(mover, ..)| *mover == Some((vehicle, true, delivery))),
                "{vehicle:?} {delivery}: {kinds:?}"
            );
        }
    }
    assert!(kinds.iter().any(|(mover, top, _)| mover.is_none() && top.is_none()));
}
