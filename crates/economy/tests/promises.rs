//! What the kernel promises of every game, proved for this one; and the counts by which a changed rule shows.

mod common;

use common::{Table, part_two, reference};
use economy::{Economy, Options, Placement, Spacing, Starter, State};
use kernel::{Rules, Seeded, Silent};
use proof::{CountingAllocator, Plan, Report, drawn_alike, perft, playout_allocations, prove, prove_table};
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
    let plan = Plan { cap: 20_000, games: 3, garbage: 6, ..Plan::default() };
    let mut total = Report::default();
    for (seed, settings) in (1..).zip(&tables) {
        let report = prove_table::<Economy>(settings.as_object().expect("settings by name"), seed, &plan);
        total.redealt += report.redealt;
        total.refused += report.refused;
        total.compared += report.compared;
        total.undone += report.undone;
        total.forged += report.forged;
    }
    println!("{total:?}");
    assert!(total.redealt > 1_000, "hands and faces were dealt anew: {total:?}");
    assert!(total.refused > 10_000 && total.compared > 300 && total.undone > 50 && total.forged > 30, "{total:?}");
}

#[test]
fn economy_keeps_every_promise_under_settings_drawn_at_random() {
    let report = prove::<Economy>(&Plan { cap: 20_000, games: 1, mixes: 6, garbage: 4, ..Plan::default() });
    println!("{report:?}");
    assert!(report.tables > 6 && report.redealt > 0, "{report:?}");
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
    let mut luck = Seeded::new(4);
    let rules = common::rules(Options::default());
    let mut state = rules.start(&mut luck, &mut Silent);
    let mut steps: Vec<&str> = Vec::new();
    let mut buffer = Vec::new();
    for _ in 0..400 {
        let step = rules.view(&state, kernel::Viewer::Watcher).step.expect("the game goes on");
        // A few of each kind.
        if steps.iter().filter(|other| **other == step).count() < 3 {
            steps.push(step);
            drawn_alike(&rules, &state, state.seat);
        }
        // Who is not in turn draws nothing.
        let seat = state.seat;
        assert_eq!(rules.any_action(&state, seat.next(rules.players()), &mut luck, &mut buffer), None);
        let action = rules.any_action(&state, seat, &mut luck, &mut buffer).unwrap();
        rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).unwrap();
        if steps.len() == 12 {
            break;
        }
    }
    for step in ["pick", "place", "move", "hit"] {
        assert!(steps.contains(&step), "{steps:?}");
    }
    let over = Table::at(reference(3), common::but(part_two(), json!({"points": [45]})));
    assert_eq!(over.rules.any_action(&over.state, over.state.seat, &mut luck, &mut buffer), None);
}

/// The counted paths of every depth from the start of a table.
fn counts(options: Options, depth: u32) -> Vec<u64> {
    let rules = common::rules(options);
    let mut luck = Seeded::new(1);
    let state = rules.start(&mut luck, &mut Silent);
    (1..=depth).map(|depth| perft(&rules, &state, depth, &luck)).collect()
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
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&*table.rules, &table.state, depth, &Seeded::new(1))).collect();
    assert_eq!(counts, [15, 279, 4_117, 97_228]);
}
