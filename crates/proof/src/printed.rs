//! Whole games as text, so that a change of behaviour is a readable difference.

use kernel::{Line, Seat, Seeded, Viewer, Words};
use std::fmt::Write;

/// A game from a seed as people would read it: every line of the log with its clause, the board where `board` says so, the score.
/// `choose` plays for all seats; its random choices draw from separate luck.
pub fn printed<R: Words>(
    rules: &R,
    names: &[String],
    seed: u64,
    mut choose: impl FnMut(&R::State, Seat, &mut Seeded) -> R::Action,
    mut board: impl FnMut(&R::State, &[R::Event]) -> bool,
) -> String {
    let (mut luck, mut whim) = (Seeded::new(seed), Seeded::new(seed + 1));
    let (mut text, mut events) = (String::new(), Vec::new());
    let line = |text: &mut String, line: Line| {
        writeln!(text, "{:<14} {}", line.clause, line.text).expect("room in a string");
    };
    let mut state = rules.start(&mut luck, &mut events);
    loop {
        events.iter().for_each(|event| line(&mut text, rules.tell(event, names)));
        if board(&state, &events) {
            writeln!(text, "\n{}", rules.draw(&state, Viewer::Watcher, names)).expect("room in a string");
        }
        events.clear();
        let Some(seat) = rules.turn(&state).awaited.lowest() else { break };
        let action = choose(&state, seat, &mut whim);
        rules.apply(&mut state, seat, &action, &mut luck, &mut events).expect("what is listed is legal");
    }
    rules.score(&state, names).into_iter().for_each(|score| line(&mut text, score));
    text
}
