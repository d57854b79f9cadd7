//! What an action does, it does again for the same luck, and nothing is created or lost.

use crate::{
    Law,
    scene::{Scene, Told, Tried},
};
use kernel::{Consequence, Scripted, Seat, Seeded, Silent};

/// The invariants of the game hold here.
pub(crate) fn invariants_hold<R: Told>(scene: &Scene<R>) {
    if let Err(refusal) = scene.rules.check(&scene.state) {
        scene.cites(refusal.clause, &refusal.reason.to_string(), || "the invariant".into());
        scene.fail(Law::Invariants, &refusal.to_string());
    }
}

/// The invariants of a step hold between here and there.
pub(crate) fn step_is_sound<R: Told>(scene: &Scene<R>, seat: Seat, action: &R::Action, after: &R::State) {
    let sound = scene.rules.check(after).and_then(|()| scene.rules.check_step(&scene.state, after));
    if let Err(refusal) = sound {
        scene.cites(refusal.clause, &refusal.reason.to_string(), || "the invariant".into());
        scene.fail(Law::Invariants, &format!("after {}: {refusal}", scene.name(seat, action)));
    }
}

/// Same rules, action and luck: same state, same events; and who listens makes no difference.
pub(crate) fn deed_is_repeatable<R: Told>(scene: &Scene<R>, seat: Seat, action: &R::Action, luck: &Seeded) {
    let once = scene.attempt(&scene.state, seat, action, luck.clone());
    let again = scene.attempt(&scene.state, seat, action, luck.clone());
    let name = || scene.name(seat, action);
    let same = same_deed(scene, &once, &again) && once.drawn == again.drawn;
    scene.require(same, Law::Luck, || format!("{} with the same luck did something else", name()));

    let mut script = Scripted::new(once.drawn.clone());
    let told = scene.attempt(&scene.state, seat, action, &mut script);
    let fits = script.finish();
    scene.require(fits.is_ok(), Law::Luck, || format!("{} does not draw again what it drew: {fits:?}", name()));
    scene.require(same_deed(scene, &once, &told), Law::Luck, || format!("{} retold did something else", name()));

    let mut silent = scene.state;
    let result = scene.rules.apply(&mut silent, seat, action, &mut luck.clone(), &mut Silent);
    let unheard = silent == once.after && result == once.result;
    scene.require(unheard, Law::Journal, || format!("{} does something else when nobody listens", name()));
    consequence_is_honest(scene, seat, action, &once);
}

/// Who drew luck does not say that it can be taken back.
pub(crate) fn consequence_is_honest<R: Told>(scene: &Scene<R>, seat: Seat, action: &R::Action, tried: &Tried<R>) {
    let honest = tried.drawn.is_empty() || tried.result != Ok(Consequence::Open);
    scene.require(honest, Law::Consequence, || {
        format!("{} drew luck {:?} but says it is Open", scene.name(seat, action), tried.drawn)
    });
}

fn same_deed<R: Told>(scene: &Scene<R>, one: &Tried<R>, other: &Tried<R>) -> bool {
    one.after == other.after && one.result == other.result && scene.json(&one.events) == scene.json(&other.events)
}

/// Luck that cannot be is answered, never a panic; and no state that it led to breaks an invariant.
pub(crate) fn absurd_luck_is_survived<R: Told>(scene: &Scene<R>, seat: Seat, action: &R::Action) {
    for absurd in [0, 1, 127, u32::MAX] {
        let mut script = Scripted::new([absurd; 4]);
        let tried = scene.attempt(&scene.state, seat, action, &mut script);
        if tried.result.is_ok() && script.fault().is_none() {
            step_is_sound(scene, seat, action, &tried.after);
        }
    }
}

/// A state is worth the same each time it is looked at.
pub(crate) fn worth_is_steady<R: Told>(scene: &Scene<R>) {
    for seat in scene.players() {
        let steady = scene.rules.worth(&scene.state, seat) == scene.rules.worth(&scene.state, seat);
        scene.require(steady, Law::Luck, || format!("the same state is worth something else to seat {seat}"));
    }
}
