//! The same action with the same luck has the same result, and nothing is created or lost.

use crate::{
    Law,
    moment::{Moment, Spoken, Tried},
};
use kernel::{Consequence, Scripted, Seat, Seeded, Silent};

/// The invariants of the game hold here.
pub(crate) fn invariants_hold<R: Spoken>(moment: &Moment<R>) {
    if let Err(refusal) = moment.rules.check(&moment.state) {
        moment.cites(refusal.clause, &refusal.reason.to_string(), || "the invariant".into());
        moment.fail(Law::Invariants, &refusal.to_string());
    }
}

/// The invariants of a step hold between these two states.
pub(crate) fn step_is_sound<R: Spoken>(moment: &Moment<R>, seat: Seat, action: &R::Action, after: &R::State) {
    let sound = moment.rules.check(after).and_then(|()| moment.rules.check_step(&moment.state, after));
    if let Err(refusal) = sound {
        moment.cites(refusal.clause, &refusal.reason.to_string(), || "the invariant".into());
        moment.fail(Law::Invariants, &format!("after {}: {refusal}", moment.name(seat, action)));
    }
}

/// Same rules, action and luck: same state, same events. A journal that listens makes no difference.
pub(crate) fn action_is_repeatable<R: Spoken>(moment: &Moment<R>, seat: Seat, action: &R::Action, luck: &Seeded) {
    let once = moment.attempt(&moment.state, seat, action, luck.clone());
    let again = moment.attempt(&moment.state, seat, action, luck.clone());
    let name = || moment.name(seat, action);
    let same = same_result(moment, &once, &again) && once.drawn == again.drawn;
    moment.require(same, Law::Luck, || format!("{} with the same luck did something else", name()));

    let mut script = Scripted::new(once.drawn.clone());
    let told = moment.attempt(&moment.state, seat, action, &mut script);
    let fits = script.finish();
    moment.require(fits.is_ok(), Law::Luck, || format!("{} does not draw again what it drew: {fits:?}", name()));
    moment.require(same_result(moment, &once, &told), Law::Luck, || format!("{} retold did something else", name()));

    let mut silent = moment.state;
    let result = moment.rules.apply(&mut silent, seat, action, &mut luck.clone(), &mut Silent);
    let unheard = silent == once.after && result == once.result;
    moment.require(unheard, Law::Journal, || format!("{} does something else when nobody listens", name()));
    consequence_is_honest(moment, seat, action, &once);
}

/// An action that drew luck does not claim that it can be taken back.
pub(crate) fn consequence_is_honest<R: Spoken>(moment: &Moment<R>, seat: Seat, action: &R::Action, tried: &Tried<R>) {
    let honest = tried.drawn.is_empty() || tried.result != Ok(Consequence::Open);
    moment.require(honest, Law::Consequence, || {
        format!("{} drew luck {:?} but says it is Open", moment.name(seat, action), tried.drawn)
    });
}

fn same_result<R: Spoken>(moment: &Moment<R>, one: &Tried<R>, other: &Tried<R>) -> bool {
    one.after == other.after && one.result == other.result && moment.json(&one.events) == moment.json(&other.events)
}

/// Impossible luck never causes a panic, and no state that it leads to breaks an invariant.
pub(crate) fn absurd_luck_is_survived<R: Spoken>(moment: &Moment<R>, seat: Seat, action: &R::Action) {
    for absurd in [0, 1, 127, u32::MAX] {
        let mut script = Scripted::new([absurd; 4]);
        let tried = moment.attempt(&moment.state, seat, action, &mut script);
        if tried.result.is_ok() && script.fault().is_none() {
            step_is_sound(moment, seat, action, &tried.after);
        }
    }
}

/// `worth` gives the same value for the same state each time.
pub(crate) fn worth_is_steady<R: Spoken>(moment: &Moment<R>) {
    for seat in moment.players() {
        let steady = moment.rules.worth(&moment.state, seat) == moment.rules.worth(&moment.state, seat);
        moment.require(steady, Law::Luck, || format!("the same state is worth something else to seat {seat}"));
    }
}
