//! A random action is uniformly random among the listed ones.

use kernel::{Rules, Seat, Seeded};
use std::collections::HashMap;

/// Draws many actions of this seat with [`Rules::any_action`]; all are listed, and each comes about equally often.
#[track_caller]
pub fn drawn_alike<R: Rules>(rules: &R, state: &R::State, seat: Seat) {
    let (mut luck, mut list, mut buffer) = (Seeded::new(9), Vec::new(), Vec::new());
    rules.actions(state, seat, &mut list);
    let draws = 2_000 * list.len();
    let mut counts: HashMap<R::Action, usize> = HashMap::new();
    for _ in 0..draws {
        let action = rules.any_action(state, seat, &mut luck, &mut buffer).expect("something can be done");
        *counts.entry(action).or_default() += 1;
    }
    assert!(counts.keys().all(|action| list.contains(action)), "something is drawn that is not listed");
    for action in &list {
        // Six standard deviations around 2,000.
        let count = counts.get(action).copied().unwrap_or(0);
        assert!((1_730..2_270).contains(&count), "{action:?} came {count} times of {draws}");
    }
}
