//! Replay equals play, nothing forged replays, and the dice were fair.

use crate::{
    Counts, Law,
    difference::why_not,
    garbage::Pool,
    moment::{Moment, Spoken},
};
use kernel::{Entry, Fingerprint, Key, Luck, Record, Scripted, Seat, Seeded, Table, TableFault};

/// While the game goes on, nothing that is published gives away future luck.
pub(crate) fn secret_is_kept<R: Spoken>(moment: &Moment<R>, table: &Table<R>, secret: Key) {
    let header = table.header();
    moment.require(header.secret.is_none(), Law::Records, || "the secret is in the record before the end".into());
    moment.require(header.commitment == Some(secret.commitment()), Law::Records, || "nothing is committed to".into());
}

/// The table did what the rules do with the recorded luck.
pub(crate) fn entry_is_true<R: Spoken>(moment: &Moment<R>, table: &Table<R>, seat: Seat, action: &R::Action) {
    let Some(Entry::Act { luck, .. }) = table.last_entry() else {
        moment.fail(Law::Records, &format!("{} left no entry", moment.name(seat, action)))
    };
    let mut script = Scripted::new(luck);
    let told = moment.attempt(&moment.state, seat, action, &mut script);
    let same = told.result.is_ok() && told.after == *table.state() && script.finish().is_ok();
    moment.require(same, Law::Records, || format!("{} retold leads elsewhere", moment.name(seat, action)));
}

/// Luck that does not fit is reported, and the table does not change.
pub(crate) fn scripted_luck_must_fit<R: Spoken>(moment: &Moment<R>, table: &Table<R>, seat: Seat, action: &R::Action) {
    let mut table = table.clone();
    let script = [u32::MAX; 8];
    let scripted = table.script(script);
    moment.require(scripted.is_ok(), Law::Luck, || "luck could not be scripted before the end".into());
    let version = table.version();
    let fault = table.play(seat, action, None);
    let told = matches!(fault, Err(TableFault::Luck(_)));
    let unchanged = *table.state() == moment.state && table.version() == version && table.scripted().eq(script);
    moment.require(told && unchanged, Law::Luck, || {
        format!("{} with luck that cannot be gave {fault:?} and should change nothing", moment.name(seat, action))
    });
}

/// A table restored from its record and its secret goes on as if it had never been interrupted.
pub(crate) fn goes_on_after_a_restart<R: Spoken>(
    moment: &Moment<R>,
    table: &Table<R>,
    secret: Key,
    (seat, action): (Seat, &R::Action),
) {
    let mut restored = replayed(moment, &table.record(), secret);
    let mut table = table.clone();
    for table in [&mut table, &mut restored] {
        if let Err(fault) = table.play(seat, action, None) {
            moment.fail(Law::Records, &format!("{} after a restart: {fault}", moment.name(seat, action)));
        }
    }
    moment.require(table.record() == restored.record(), Law::Records, || {
        let (there, here) = (table.last_entry(), restored.last_entry());
        format!("after a restart the game goes on with {here:?}, without with {there:?}")
    });
}

fn replayed<R: Spoken>(moment: &Moment<R>, record: &Record, secret: Key) -> Table<R> {
    match Table::replay(moment.rules.clone(), record, secret) {
        Ok(table) => table,
        Err(fault) => {
            let why = why_not(moment.rules, record, &fault);
            moment.fail(Law::Records, &format!("the record does not replay: {why}\n{record}"))
        }
    }
}

/// Replaying the record of a finished game from text gives the whole game again. `moment` is its end.
pub(crate) fn replay_equals_play<R: Spoken>(moment: &Moment<R>, table: &Table<R>, secret: Key) {
    let record = table.record();
    moment.require(record.header.secret == Some(secret), Law::Records, || "the game is over but the secret is not shown".into());
    let read = match Record::read(&record.to_string()) {
        Ok(read) => read,
        Err(fault) => moment.fail(Law::Records, &format!("the record cannot be read back: {fault}\n{record}")),
    };
    moment.require(read == record, Law::Records, || "the record reads back as another".into());
    let again = replayed(moment, &read, Key([0; 32]));
    moment.require(again.state() == table.state(), Law::Records, || "the replay ends elsewhere".into());
    moment.require(again.record() == record, Law::Records, || "the replay has another record".into());
    for viewer in moment.viewers() {
        let same = moment.json(&again.events_from(0, viewer)) == moment.json(&table.events_from(0, viewer));
        moment.require(same, Law::Records, || format!("the replay tells {viewer:?} something else"));
    }
}

/// An action, a draw, a hash, the commitment or the secret changed: the record does not replay.
pub(crate) fn forgeries_are_found<R: Spoken>(
    moment: &Moment<R>,
    table: &Table<R>,
    pool: &Pool<R::Action>,
    luck: &mut Seeded,
    report: &mut Counts,
) {
    let forge = |change: &mut dyn FnMut(&mut Record) -> bool| {
        let mut record = table.record();
        change(&mut record).then_some(record)
    };
    let place = luck.below(table.version());
    let forged = [
        ("commitment", forge(&mut |record| other_key(&mut record.header.commitment))),
        ("secret", forge(&mut |record| other_key(&mut record.header.secret))),
        ("hash of the start", forge(&mut |record| other_hash(&mut record.start.hash))),
        ("hash", forge(&mut |record| act(record, place).is_some_and(|(_, _, hash)| other_hash(hash)))),
        ("luck", forge(&mut |record| other_luck(record, place))),
        ("number of draws", forge(&mut |record| act(record, place).map(|(_, luck, _)| luck.push(1)).is_some())),
        ("end", forge(&mut |record| take_back_the_end(record))),
        ("action", forge(&mut |record| other_action(moment, table, record, pool, place, luck))),
    ];
    for (what, record) in forged {
        let Some(record) = record else { continue };
        let found = Table::replay(moment.rules.clone(), &record, Key([0; 32])).is_err();
        moment.require(found, Law::Records, || format!("a record with another {what} at entry {} replays", place + 1));
        report.forged += 1;
    }
}

fn act(record: &mut Record, place: usize) -> Option<(&mut String, &mut Vec<u32>, &mut Fingerprint)> {
    match record.entries.get_mut(place)? {
        Entry::Act { action, luck, hash, .. } => Some((action, luck, hash)),
        Entry::Undo { .. } => None,
    }
}

fn other_key(key: &mut Option<Key>) -> bool {
    key.as_mut().map(|key| key.0[5] ^= 4).is_some()
}

fn other_hash(hash: &mut Fingerprint) -> bool {
    hash.0 ^= 0x10;
    true
}

fn take_back_the_end(record: &mut Record) -> bool {
    record.entries.push(Entry::Undo { by: Seat::FIRST, to: 0 });
    true
}

/// Changes the first draw from this entry on.
fn other_luck(record: &mut Record, place: usize) -> bool {
    let drawn = (place..record.entries.len()).find(|place| act(record, *place).is_some_and(|(_, luck, _)| !luck.is_empty()));
    let Some((_, luck, _)) = drawn.and_then(|place| act(record, place)) else { return false };
    luck[0] ^= 1;
    true
}

/// Replaces an action by one that leads to another state; an action with the same result would be no forgery.
fn other_action<R: Spoken>(
    moment: &Moment<R>,
    table: &Table<R>,
    record: &mut Record,
    pool: &Pool<R::Action>,
    place: usize,
    luck: &mut Seeded,
) -> bool {
    let Some(before) = table.state_after(place) else { return false };
    let Some(after) = table.state_after(place + 1) else { return false };
    let Some(Entry::Act { seat, action, luck: drawn, .. }) = record.entries.get_mut(place) else { return false };
    let elsewhere = pool.some(8, luck).into_iter().find(|other| {
        let tried = moment.attempt(&before, *seat, other, Scripted::new(drawn.clone()));
        tried.result.is_err() || tried.after != after
    });
    let Some(other) = elsewhere else { return false };
    *action = moment.rules.write(&other);
    true
}
