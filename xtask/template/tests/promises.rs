//! What the kernel promises of every game, proved for this one.

use __game__::{__Game__, State};
use proof::{CountingAllocator, Effort, playout_allocations, prove};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn __game___keeps_every_promise() {
    let report = prove::<__Game__>(&Effort { mixes: 4, ..Effort::default() });
    assert!(report.tables > 4 && report.refused > 100, "{report:?}");
}

#[test]
fn a_playout_allocates_nothing_and_a_state_is_small() {
    let rules = proof::rules::<__Game__>(&__game__::Options::default());
    assert_eq!(playout_allocations(&rules, 3, 5_000), 0);
    assert!(size_of::<State>() <= 32);
}
