//! Counted action paths: one number that changes when any rule does.

use kernel::{Rules, Seeded, Silent};

/// How many ways there are for the awaited seats to play exactly `depth` actions from here.
///
/// Luck is not branched over: every branch goes on with its own copy of `luck`, so the count is the same on every machine.
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32, luck: &Seeded) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    let mut actions = Vec::new();
    for seat in rules.turn(state).awaited {
        actions.clear();
        rules.actions(state, seat, &mut actions);
        for action in &actions {
            let (mut next, mut luck) = (*state, luck.clone());
            if rules.apply(&mut next, seat, action, &mut luck, &mut Silent).is_ok() {
                paths += perft(rules, &next, depth - 1, &luck);
            }
        }
    }
    paths
}

/// The counts of every depth up to this one, from here, with the luck of the first seed.
pub fn counted_paths<R: Rules>(rules: &R, state: &R::State, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(rules, state, depth, &Seeded::new(1))).collect()
}

/// The same from the start of a table.
pub fn counted_from_the_start<R: Rules>(rules: &R, depth: u32) -> Vec<u64> {
    let mut luck = Seeded::new(1);
    let state = rules.start(&mut luck, &mut Silent);
    (1..=depth).map(|depth| perft(rules, &state, depth, &luck)).collect()
}
