//! Whole games with only the most important checks, for more tables than a full proof could play.

use kernel::{Notation, Seeded, Silent};

/// Plays a random game in which every state and every step is sound. Every thousandth position can be set up again, and absent
/// players finish the game from there. Returns the number of decisions, which must be less than `cap`.
#[track_caller]
pub fn sound_game<R: Notation>(rules: &R, seed: u64, cap: usize) -> usize {
    let (mut luck, mut buffer) = (Seeded::new(seed), Vec::new());
    let mut state = rules.start(&mut luck, &mut Silent);
    let mut decisions = 0;
    while let Some(seat) = rules.turn(&state).awaited.lowest() {
        let action = rules.any_action(&state, seat, &mut luck, &mut buffer).expect("something can be done");
        let before = state;
        rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what is drawn is legal");
        let sound = rules.check(&state).and_then(|()| rules.check_step(&before, &state));
        assert_eq!(sound, Ok(()), "{} in {:?}", rules.write(&action), rules.position(&before));
        decisions += 1;
        assert!(decisions < cap, "{decisions} decisions and no end");
        if decisions % 1_000 == 0 {
            assert_eq!(rules.restore(&rules.position(&state)), Ok(state));
            absent_from(rules, state, &mut luck, cap);
        }
    }
    decisions
}

/// Plays a game of absent players from its start. Returns its last state and the number of decisions, which must be less than
/// `cap`.
#[track_caller]
pub fn absent_game<R: Notation>(rules: &R, seed: u64, cap: usize) -> (R::State, usize) {
    let mut luck = Seeded::new(seed);
    let state = rules.start(&mut luck, &mut Silent);
    absent_from(rules, state, &mut luck, cap)
}

#[track_caller]
fn absent_from<R: Notation>(rules: &R, mut state: R::State, luck: &mut Seeded, cap: usize) -> (R::State, usize) {
    let mut decisions = 0;
    while let Some(seat) = rules.turn(&state).awaited.lowest() {
        let action = rules.fallback(&state, seat);
        rules.apply(&mut state, seat, &action, luck, &mut Silent).expect("a fallback is legal");
        decisions += 1;
        assert!(decisions < cap, "absent players do not finish: {:?}", rules.position(&state));
    }
    (state, decisions)
}
