//! Somebody is awaited until the game is over, and absent players never keep it from ending.

use crate::{
    Law,
    scene::{Scene, Told},
    words::Ear,
};
use kernel::{Luck, Seats, Seeded, Silent};

/// Nobody is awaited exactly when there is an outcome, and only who sits at the table is.
pub(crate) fn turn_is_sound<R: Told>(scene: &Scene<R>) {
    let turn = scene.rules.turn(&scene.state);
    let here = turn.awaited.or(turn.free).within(scene.players());
    scene.require(here, Law::Ends, || format!("{turn:?} names seats that are not at the table"));
    let outcome = scene.rules.outcome(&scene.state);
    scene.require(turn.is_over() == outcome.is_some(), Law::Ends, || {
        format!("the turn is {turn:?} but the outcome is {outcome:?}: nobody is awaited exactly when the game is over")
    });
    if let Some(outcome) = outcome {
        scene.require(turn.free.is_empty(), Law::Ends, || format!("the game is over but {:?} may act", turn.free));
        let all = outcome.players() == scene.rules.players() && !outcome.winners().is_empty();
        scene.require(all, Law::Ends, || format!("the outcome does not place all {} players", scene.rules.players()));
        scene.cites(outcome.clause, "the end", || "the outcome".into());
        Ear::strict(scene).hears_the_score();
    }
}

/// The safe choice of everybody awaited is among what is listed for them.
pub(crate) fn fallback_is_listed<R: Told>(scene: &Scene<R>) {
    for seat in scene.rules.turn(&scene.state).awaited {
        let fallback = scene.rules.fallback(&scene.state, seat);
        let listed = scene.actions(&scene.state, seat).contains(&fallback);
        scene.require(listed, Law::Fallbacks, || format!("the fallback {} is not listed", scene.name(seat, &fallback)));
    }
}

/// From here on everybody is absent, and the game ends all the same.
pub(crate) fn fallbacks_finish<R: Told>(scene: &Scene<R>, cap: usize, luck: &mut Seeded) {
    let mut state = scene.state;
    for _ in 0..=cap {
        let awaited = scene.rules.turn(&state).awaited;
        let Some(seat) = any_of(awaited, luck) else { return };
        let fallback = scene.rules.fallback(&state, seat);
        if let Err(refusal) = scene.rules.apply(&mut state, seat, &fallback, luck, &mut Silent) {
            scene.fail(Law::Fallbacks, &format!("the fallback {} is refused: {refusal}", scene.name(seat, &fallback)));
        }
    }
    scene.fail(Law::Fallbacks, &format!("fallbacks alone do not finish the game in {cap} steps"));
}

/// One of these seats.
pub(crate) fn any_of(seats: Seats, luck: &mut Seeded) -> Option<kernel::Seat> {
    let mut seats = seats;
    seats.nth(luck.below(seats.len()))
}
