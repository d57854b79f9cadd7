//! What is written is read back.

use crate::{
    Law,
    garbage::Pool,
    moment::{Moment, Spoken},
};
use kernel::Seeded;

/// A position written as text and set up again is the same position.
pub(crate) fn position_reads_back<R: Spoken>(moment: &Moment<R>) {
    let position = moment.rules.position(&moment.state);
    let text = moment.json(&position).to_string();
    let read: R::Position = match serde_json::from_str(&text) {
        Ok(read) => read,
        Err(error) => moment.fail(Law::Notation, &format!("the position cannot be read back: {error}")),
    };
    moment.require(read == position, Law::Notation, || "the position reads back as another".into());
    match moment.rules.restore(&read) {
        Ok(placed) => {
            moment.require(placed == moment.state, Law::Notation, || {
                format!("the position sets up another state:\n    {placed:?}\n  but was written from\n    {:?}", moment.state)
            });
        }
        Err(refusal) => moment.fail(Law::Notation, &format!("the position of a game in play is refused: {refusal}")),
    }
}

/// Actions written as text read back as the same actions, and fit on one line of a record.
pub(crate) fn actions_read_back<R: Spoken>(moment: &Moment<R>, pool: &Pool<R::Action>, count: usize, luck: &mut Seeded) {
    let listed = moment.players().flat_map(|seat| moment.legal(&moment.state, seat));
    for action in listed.chain(pool.some(count, luck)) {
        let text = moment.rules.write(&action);
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = !text.is_empty() && words.join(" ") == text && !text.contains('|');
        moment.require(plain, Law::Notation, || format!("`{text}` does not fit a line of a record"));
        match moment.rules.read(&text) {
            Ok(read) if read == action => {}
            Ok(read) => moment.fail(Law::Notation, &format!("`{text}` is {action:?} but reads back as {read:?}")),
            Err(message) => moment.fail(Law::Notation, &format!("`{text}` cannot be read back: {message}")),
        }
    }
}
