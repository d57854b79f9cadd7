//! Counted action paths: one number that changes when any rule does.

use kernel::{Rules, Seeded, Silent};

/// How many ways there are to play exactly `depth` actions from here, by whoever is awaited.
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
