//! What is written is read back.

use crate::{
    Law,
    garbage::Pool,
    scene::{Scene, Told},
};
use kernel::Seeded;

/// A position survives being written down as text and set up again.
pub(crate) fn position_reads_back<R: Told>(scene: &Scene<R>) {
    let position = scene.rules.position(&scene.state);
    let text = scene.json(&position).to_string();
    let read: R::Position = match serde_json::from_str(&text) {
        Ok(read) => read,
        Err(error) => scene.fail(Law::Notation, &format!("the position cannot be read back: {error}")),
    };
    scene.require(read == position, Law::Notation, || "the position reads back as another".into());
    match scene.rules.place(&read) {
        Ok(placed) => {
            scene.require(placed == scene.state, Law::Notation, || {
                format!("the position sets up another state:\n    {placed:?}\n  but was written from\n    {:?}", scene.state)
            });
        }
        Err(refusal) => scene.fail(Law::Notation, &format!("the position of a game in play is refused: {refusal}")),
    }
}

/// Actions survive being written down, and fit on one line of a record.
pub(crate) fn actions_read_back<R: Told>(scene: &Scene<R>, pool: &Pool<R::Action>, count: usize, luck: &mut Seeded) {
    let listed = scene.players().flat_map(|seat| scene.actions(&scene.state, seat));
    for action in listed.chain(pool.some(count, luck)) {
        let text = scene.rules.write(&action);
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = !text.is_empty() && words.join(" ") == text && !text.contains('|');
        scene.require(plain, Law::Notation, || format!("`{text}` does not fit a line of a record"));
        match scene.rules.read(&text) {
            Ok(read) if read == action => {}
            Ok(read) => scene.fail(Law::Notation, &format!("`{text}` is {action:?} but reads back as {read:?}")),
            Err(message) => scene.fail(Law::Notation, &format!("`{text}` cannot be read back: {message}")),
        }
    }
}
