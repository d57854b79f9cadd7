//! The proof, on a game that keeps every promise and on many that each break one.

mod flawed;
mod flaws;
mod helpers;
mod tables;

use bazaar::{BazaarGame, Options};
use kernel::{Game, Rules, Seeded, Silent};
use proof::{CountingAllocator, Effort, perft, playout_allocations, prove};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn bazaar_keeps_every_promise() {
    let report = prove::<BazaarGame>(&Effort { cap: 6_000, mixes: 30, stride: 4, ..Effort::default() });
    println!("{report:?}");
    assert!(report.redealt > 1_000, "imagining deals anew: {report:?}");
    assert!(
        report.compared > 1_000 && report.amounts > 500 && report.deals > 1_000 && report.forged > 100 && report.undone > 100,
        "{report:?}"
    );
    assert!(report.impossible > 0, "one round and interest do not go together");
}

#[test]
fn a_playout_allocates_nothing() {
    for players in 2..=4 {
        let rules = BazaarGame::rules(&(), &Options { players, ..Options::default() }).unwrap();
        assert_eq!(playout_allocations(&rules, 7, 400), 0);
    }
}

#[test]
fn counted_paths_never_change() {
    let rules = BazaarGame::rules(&(), &Options::default()).unwrap();
    let mut luck = Seeded::new(1);
    let state = rules.start(&mut luck, &mut Silent);
    let counts: Vec<u64> = (0..4).map(|depth| perft(&rules, &state, depth, &luck)).collect();
    assert_eq!(counts, [1, 16, 108, 688]);
}
