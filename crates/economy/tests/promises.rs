//! What the kernel promises of every game, proved for this one; and the counts by which a changed rule shows.

mod common;

use common::{Table, part_two, reference};
use economy::{Action, DeckName, Economy, Options, Placement, State};
use kernel::{
    Rules, Seeded, Silent,
    harness::{CountingAllocator, Plan, playout_allocations, prove},
    perft,
};
use std::collections::HashMap;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn economy_keeps_every_promise() {
    let report = prove::<Economy>(&Plan { cap: 20_000, mixes: 2, games: 1, garbage: 2, ..Plan::default() });
    println!("{report:?}");
    assert!(report.redealt > 1_000, "hands and faces were dealt anew: {report:?}");
    assert!(report.refused > 10_000 && report.compared > 1_000 && report.undone > 50 && report.forged > 50, "{report:?}");
    assert!(report.impossible > 0, "the reference layout does not go with deck twelve");
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

/// Draws many actions; all are listed, and each comes about equally often.
fn drawn_alike(rules: &economy::EconomyRules, state: &State) {
    let (mut luck, mut list, mut buffer) = (Seeded::new(9), Vec::new(), Vec::new());
    rules.actions(state, state.seat, &mut list);
    let draws = 2_000 * list.len();
    let mut counts: HashMap<Action, usize> = HashMap::new();
    for _ in 0..draws {
        let action = rules.any_action(state, state.seat, &mut luck, &mut buffer).expect("something can be done");
        *counts.entry(action).or_default() += 1;
    }
    assert!(counts.keys().all(|action| list.contains(action)));
    for action in &list {
        // Six standard deviations around 2,000.
        let count = counts.get(action).copied().unwrap_or(0);
        assert!((1_730..2_270).contains(&count), "{action:?} came {count} times of {draws}");
    }
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
            drawn_alike(&rules, &state);
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
    let over = Table::at(reference(3), common::but(part_two(), serde_json::json!({"points": [45]})));
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
    assert_eq!(counts(Options { starter: economy::Starter::FirstSeat, ..Options::default() }, 4), [0; 4]);
    let twelve = Options { deck: DeckName::Twelve, spacing: economy::Spacing::Off, ..Options::default() };
    assert_eq!(counts(twelve, 3), [0; 3]);
}

#[test]
fn counted_paths_of_part_1_never_change() {
    assert_eq!(counts(reference(2), 5), [0; 5]);
    assert_eq!(counts(reference(3), 4), [0; 4]);
    assert_eq!(counts(reference(4), 4), [0; 4]);
    assert_eq!(counts(reference(5), 4), [0; 4]);
    assert_eq!(counts(reference(6), 4), [0; 4]);
}

#[test]
fn counted_paths_of_part_2_never_change() {
    let table = Table::at(reference(3), part_two());
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&table.rules, &table.state, depth, &Seeded::new(1))).collect();
    assert_eq!(counts, [0; 4]);
}
#[test]
fn tmp_counts() {
    for p in 2..=6 { let t = std::time::Instant::now(); println!("{p} {:?} {:?}", counts(reference(p), 5), t.elapsed()); }
}
