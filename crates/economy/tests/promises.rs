//! What the kernel promises of every game, proved for this one; and the counts by which a changed rule shows.

mod common;

use common::{Table, part_two, reference};
use economy::{Economy, Options, Placement, Spacing, Starter, State};
use kernel::{Rules, Seeded};
use proof::{
    CountingAllocator, Counts, Effort, counted_from_the_start, counted_paths, draws_alike, playout_allocations, prove,
    prove_pairs, prove_table,
};
use serde_json::json;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn economy_keeps_every_promise() {
    // Every value of every setting but the longest target, in eight mixes.
    let tables = [
        json!({}),
        json!({"players": 2, "placement": "reference", "memory": "shown"}),
        json!({"players": 3, "placement": "random", "deck": "3221", "tie": "play_on", "target": 20}),
        json!({"players": 5, "spacing": "orthogonal", "deck": "3321", "starter": "first_seat", "target": 10}),
        json!({"players": 6, "placement": "random", "spacing": "off", "deck": "twelve"}),
        json!({"players": 3, "starter": "host_choice", "starting_seat": 2, "placement": "reference", "deck": "3321"}),
        json!({"players": 2, "spacing": "off", "deck": "twelve", "target": 1, "tie": "play_on"}),
        json!({"players": 6, "placement": "reference", "memory": "shown", "tie": "play_on", "target": 60}),
    ];
    let effort = Effort { cap: 20_000, games: 3, garbage: 6, ..Effort::default() };
    let mut total = Counts::default();
    for (seed, settings) in (1..).zip(&tables) {
        let report = prove_table::<Economy>(settings.as_object().expect("settings by name"), seed, &effort);
        total.add(&report);
    }
    println!("{total:?}");
    assert!(total.redealt > 1_000, "hands and faces were dealt anew: {total:?}");
    assert!(total.refused > 10_000 && total.compared > 300 && total.undone > 50 && total.forged > 30, "{total:?}");
}

#[test]
fn economy_keeps_every_promise_under_settings_drawn_at_random() {
    let report = prove::<Economy>(&Effort { cap: 20_000, games: 1, mixes: 6, garbage: 4, ..Effort::default() });
    println!("{report:?}");
    assert!(report.tables > 6 && report.redealt > 0, "{report:?}");
}

#[test]
fn economy_keeps_every_promise_under_every_pair_of_settings() {
    let report = prove_pairs::<Economy>(
        &Effort { cap: 20_000, games: 1, garbage: 2, stride: 4, ..Effort::default() },
        &[("target", "12")],
    );
    println!("{report:?}");
    assert!(report.tables >= 15 && report.redealt > 0, "{report:?}");
}

#[test]
fn a_playout_allocates_nothing() {
    for players in 2..=6 {
        for placement in [Placement::Players, Placement::Random] {
            let rules = common::rules(Options { players, placement, ..Options::default() });
            assert_eq!(playout_allocations(&rules, players.into(), 20_000), 0, "{players} players, {placement:?}");
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 256, "{}", size_of::<State>());
}

#[test]
fn any_action_draws_all_that_is_listed_alike() {
    let rules = common::rules(Options::default());
    let step = |state: &State| rules.view(state, kernel::Viewer::Watcher).step;
    let steps: Vec<&str> = draws_alike(&rules, 4, 400, step).into_iter().flatten().collect();
    for step in ["pick", "place", "move", "hit"] {
        assert!(steps.contains(&step), "{steps:?}");
    }
    let over = Table::at(reference(3), common::but(part_two(), json!({"points": [45]})));
    assert_eq!(over.rules.any_action(&over.state, over.state.seat, &mut Seeded::new(4), &mut Vec::new()), None);
}

/// The counted paths of every depth from the start of a table.
fn counts(options: Options, depth: u32) -> Vec<u64> {
    counted_from_the_start(&common::rules(options), depth)
}

#[test]
fn counted_paths_of_the_placement_never_change() {
    assert_eq!(counts(Options { starter: Starter::FirstSeat, ..Options::default() }, 4), [9, 576, 5_184, 323_232]);
    // The second player's card may lie anywhere but on the first one's space, or not around it either.
    let third = |spacing| counts(Options { players: 2, spacing, starter: Starter::FirstSeat, ..Options::default() }, 4);
    assert_eq!(third(Spacing::Off), [18, 18 * 64, 18 * 64 * 18, 18 * 64 * 18 * 63]);
    assert_eq!([third(Spacing::Orthogonal)[3], third(Spacing::Touching)[3]], [1_300_096, 1_294_608]);
}

#[test]
fn counted_paths_of_part_1_never_change() {
    assert_eq!(counts(reference(2), 5), [24, 280, 5_888, 31_160, 362_456]);
    assert_eq!(counts(reference(3), 5), [24, 280, 12_656, 66_144, 584_816]);
    assert_eq!(counts(reference(4), 5), [24, 280, 12_656, 99_520, 939_936]);
    assert_eq!(counts(reference(5), 5), [24, 280, 12_656, 99_520, 1_005_536]);
    assert_eq!(counts(reference(6), 5), [24, 280, 12_656, 99_520, 1_005_536]);
}

#[test]
fn counted_paths_of_part_2_never_change() {
    let table = Table::at(reference(3), part_two());
    assert_eq!(counted_paths(&*table.rules, &table.state, 4), [15, 279, 4_117, 97_228]);
}

/// A starting seat needs `starter = host_choice`, which the search has to find; what is left over cannot be.
#[test]
fn only_contradictions_keep_two_settings_apart() {
    let mut impossible = proof::pairs::<economy::Economy>(1, &[]).impossible;
    impossible.sort();
    let contradictions = [
        "placement = \"reference\", deck = \"twelve\"",
        "players = 2, starting_seat = 6",
        "players = 4, starting_seat = 6",
        "starter = \"first_seat\", starting_seat = 1",
        "starter = \"first_seat\", starting_seat = 6",
        "starter = \"random\", starting_seat = 1",
        "starter = \"random\", starting_seat = 6",
    ];
    assert_eq!(impossible, contradictions);
}
