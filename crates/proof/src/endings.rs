//! Somebody is awaited until the game is over, and absent players never keep it from ending.

use crate::{
    Law,
    moment::{Moment, Spoken},
    words::Ear,
};
use kernel::{Luck, Seats, Seeded, Silent};

/// Nobody is awaited exactly when there is an outcome, and only seats of this table are awaited.
pub(crate) fn turn_is_sound<R: Spoken>(moment: &Moment<R>) {
    let turn = moment.rules.turn(&moment.state);
    let here = turn.awaited.or(turn.free).within(moment.players());
    moment.require(here, Law::Ends, || format!("{turn:?} names seats that are not at the table"));
    let outcome = moment.rules.outcome(&moment.state);
    moment.require(turn.is_over() == outcome.is_some(), Law::Ends, || {
        format!("the turn is {turn:?} but the outcome is {outcome:?}: nobody is awaited exactly when the game is over")
    });
    if let Some(outcome) = outcome {
        moment.require(turn.free.is_empty(), Law::Ends, || format!("the game is over but {:?} may act", turn.free));
        // Where all have lost, the first place stays empty and the second does not.
        let best = moment.players().map(|seat| outcome.place(seat)).min();
        let all = outcome.players() == moment.rules.players() && matches!(best, Some(1 | 2));
        moment.require(all, Law::Ends, || format!("the outcome does not place all {} players", moment.rules.players()));
        moment.cites(outcome.clause, "the end", || "the outcome".into());
        Ear::strict(moment).hears_the_score();
    }
}

/// The safe choice of every awaited seat is among the actions listed for it.
pub(crate) fn fallback_is_listed<R: Spoken>(moment: &Moment<R>) {
    for seat in moment.rules.turn(&moment.state).awaited {
        let fallback = moment.rules.fallback(&moment.state, seat);
        let listed = moment.actions(&moment.state, seat).contains(&fallback);
        moment.require(listed, Law::Fallbacks, || format!("the fallback {} is not listed", moment.name(seat, &fallback)));
    }
}

/// If everybody is absent from here on, the game still ends.
pub(crate) fn fallbacks_finish<R: Spoken>(moment: &Moment<R>, cap: usize, luck: &mut Seeded) {
    let mut state = moment.state;
    for _ in 0..=cap {
        let awaited = moment.rules.turn(&state).awaited;
        let Some(seat) = any_of(awaited, luck) else { return };
        let fallback = moment.rules.fallback(&state, seat);
        if let Err(refusal) = moment.rules.apply(&mut state, seat, &fallback, luck, &mut Silent) {
            moment.fail(Law::Fallbacks, &format!("the fallback {} is refused: {refusal}", moment.name(seat, &fallback)));
        }
    }
    moment.fail(Law::Fallbacks, &format!("fallbacks alone do not finish the game in {cap} steps"));
}

/// One of these seats.
pub(crate) fn any_of(seats: Seats, luck: &mut Seeded) -> Option<kernel::Seat> {
    let mut seats = seats;
    seats.nth(luck.below(seats.len()))
}
