//! After an undo everything is as before the action.

use crate::{
    Counts, Law,
    moment::{Moment, Spoken},
};
use kernel::{Fingerprint, Luck, Recorded, Seat, Seeded, Table, Viewer};
use serde_json::Value;

/// Everything that undoing must restore.
#[derive(PartialEq, Debug)]
pub(crate) struct Memento {
    hash: Fingerprint,
    events: Vec<Value>,
    undoable: Vec<usize>,
    memory: String,
}

impl Memento {
    pub fn of<R: Spoken>(moment: &Moment<R>, table: &Table<R>, viewer: Viewer) -> Memento {
        Memento {
            hash: moment.rules.fingerprint(table.state()),
            events: table.events_from(0, viewer).iter().map(|event| moment.json(event)).collect(),
            undoable: moment.players().map(|seat| table.undoable(seat)).collect(),
            memory: format!("{:?}", table.memory(viewer)),
        }
    }
}

/// Takes back the last action, of `seat`, and plays it again: `moment` and `before` are the moment before it.
pub(crate) fn undo_restores<R: Spoken>(
    moment: &Moment<R>,
    table: &mut Table<R>,
    (seat, action): (Seat, &R::Action),
    (viewer, before): (Viewer, &Memento),
    report: &mut Counts,
) {
    if table.header().secret.is_some() {
        return end_is_final(moment, table, seat);
    }
    let (after, version) = (*table.state(), table.version());
    for other in moment.players().without(seat) {
        let refused = table.undo(other, false).is_err() && table.version() == version && *table.state() == after;
        moment.require(refused, Law::Undo, || format!("seat {other} took back {}", moment.name(seat, action)));
    }
    let alone = table.undoable(seat) > 0;
    if !alone {
        let refused = table.undo(seat, false).is_err() && table.version() == version && *table.state() == after;
        moment.require(refused, Law::Undo, || format!("{} is sealed but was taken back", moment.name(seat, action)));
    }
    if let Err(fault) = table.undo(seat, !alone) {
        moment.fail(Law::Undo, &format!("{} cannot be taken back: {fault}", moment.name(seat, action)));
    }
    report.undone += 1;
    moment.require(*table.state() == moment.state, Law::Undo, || "the state is not what it was".into());
    moment.require(table.version() == version + 1, Law::Undo, || "an undo is an entry of its own".into());
    let restored = Memento::of(moment, table, viewer);
    moment.require(restored == *before, Law::Undo, || format!("it was {before:?}, taken back it is {restored:?}"));
    if let Err(fault) = table.play(seat, action, None) {
        moment.fail(Law::Undo, &format!("{} taken back cannot be done again: {fault}", moment.name(seat, action)));
    }
    let same = !alone || *table.state() == after;
    moment.require(same, Law::Undo, || format!("{} done again does something else", moment.name(seat, action)));
}

/// With everybody's consent a game can be taken back to its start, and no further.
pub(crate) fn consent_goes_back_to_the_start<R: Spoken>(moment: &Moment<R>, table: &Table<R>, luck: &mut Seeded) {
    let mut table = table.clone();
    let Some(start) = table.state_after(0) else { moment.fail(Law::Undo, "the start is gone") };
    let by = Seat::new(luck.below(moment.rules.players())).unwrap_or(Seat::FIRST);
    let most = table.version();
    let taken_back = (0..=most).take_while(|_| table.undo(by, true).is_ok()).count();
    moment.require(taken_back <= most, Law::Undo, || "the start itself was taken back".into());
    moment.require(*table.state() == start, Law::Undo, || "all together cannot go back to the start".into());
}

/// Once the secret is published nothing can be taken back, even with consent: future luck would be known.
fn end_is_final<R: Spoken>(moment: &Moment<R>, table: &mut Table<R>, seat: Seat) {
    let version = table.version();
    let refused = table.undoable(seat) == 0 && table.undo(seat, true).is_err() && table.version() == version;
    moment.require(refused, Law::Undo, || "the luck is shown but the end was taken back".into());
}
