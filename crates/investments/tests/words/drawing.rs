//! The table in characters fits a terminal, for a watcher and for each player.

use investments::Investments;
use kernel::{Rules, Seat, Seeded, Silent, Viewer, Words};
use proof::names;

#[test]
fn a_drawing_is_at_most_a_hundred_columns_wide() {
    for table in crate::tables() {
        let rules = proof::rules::<Investments>(&proof::options::<Investments>(table.clone()));
        let names: Vec<String> = names(rules.players()).into_iter().map(|name| format!("{name} of the Long Surname")).collect();
        let (mut luck, mut buffer) = (Seeded::new(7), Vec::new());
        let mut state = rules.start(&mut luck, &mut Silent);
        for step in 0..600 {
            let Some(seat) = rules.turn(&state).next() else { break };
            if step % 20 == 0 {
                for viewer in [Viewer::Watcher, Viewer::Seat(Seat::FIRST), Viewer::Seat(seat)] {
                    let drawn = rules.draw(&state, viewer, &names);
                    let widest = drawn.lines().map(|line| line.chars().count()).max().unwrap_or(0);
                    assert!(widest <= 100 && drawn.ends_with('\n'), "{table}: {widest} columns\n{drawn}");
                    let hands = drawn.lines().filter(|line| line.starts_with("Your Shortcut cards")).count();
                    let own = matches!(viewer, Viewer::Seat(seat) if state.player(seat).shortcut_count() > 0);
                    assert_eq!(hands, usize::from(own), "{drawn}");
                }
            }
            let action = rules.any_action(&state, seat, &mut luck, &mut buffer).expect("something can be done");
            rules.apply(&mut state, seat, &action, &mut luck, &mut Silent).expect("what is listed is legal");
        }
    }
}
