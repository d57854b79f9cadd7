//! A random action is uniformly random among the listed ones.

use kernel::{Rules, Seat, Seeded, Silent};
use std::collections::HashMap;

/// Draws many actions of this seat with [`Rules::any_action`]. All are listed, and each is drawn about equally often.
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

/// Plays random games for this many decisions. The first three moments of each kind (see `kind`) are tried with [`drawn_alike`],
/// and seats that are not in turn draw nothing at them. Returns the kinds that occurred.
#[track_caller]
pub fn draws_alike<R: Rules, K: PartialEq>(rules: &R, seed: u64, decisions: usize, kind: impl Fn(&R::State) -> K) -> Vec<K> {
    let (mut luck, mut buffer) = (Seeded::new(seed), Vec::new());
    let mut state = rules.start(&mut luck, &mut Silent);
    let mut kinds: Vec<(K, usize)> = Vec::new();
    for _ in 0..decisions {
        let turn = rules.turn(&state);
        for idle in Seat::FIRST.clockwise(rules.players()).filter(|seat| !turn.admits(*seat)) {
            assert_eq!(rules.any_action(&state, idle, &mut luck, &mut buffer), None, "seat {idle} is not in turn");
        }
        let Some(seat) = turn.awaited.lowest() else {
            state = rules.start(&mut luck, &mut Silent);
            continue;
        };
        let now = kind(&state);
        match kinds.iter_mut().find(|(known, _)| *known == now) {
            Some((_, tried @ 1..3)) => {
                *tried += 1;
                drawn_alike(rules, &state, seat);
            }
            Some(_) => {}
            None => {
                kinds.push((now, 1));
                drawn_alike(rules, &state, seat);
            }
        }
        let action = rules.any_action(&state, seat, &mut luck, &mut buffer).expect("something can be done");
        rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what is drawn is legal");
    }
    kinds.into_iter().map(|(kind, _)| kind).collect()
}
