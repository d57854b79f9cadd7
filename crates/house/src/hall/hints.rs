//! A hint: what a bot would do in a visitor's place.

use super::{Hall, bots::patience};
use crate::{
    fault::Fault,
    table::{Advice, Live, RunnerUp},
};
use kernel::Seat;
use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
};

/// The bot that is asked.
pub const ADVISER: &str = "steady";

/// How many wait for a hint at most: the bots that play at the tables think in the same queue.
const MOST_ASKING: usize = 64;

/// The visitors who wait for a hint, by the hashes of their tokens.
pub(super) type Waiting = Arc<Mutex<HashSet<String>>>;

/// Somebody who waits for a hint, counted until it is there.
struct Asking {
    waiting: Waiting,
    who: String,
}

impl Asking {
    /// One question at a time and visitor.
    fn begin(waiting: &Waiting, who: String) -> Result<Asking, Fault> {
        let mut asking = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if asking.contains(&who) {
            return Err(Fault::busy("a hint for you is being thought about already: wait for it"));
        }
        if asking.len() >= MOST_ASKING {
            return Err(Fault::busy("many are asking for a hint right now: try again in a moment"));
        }
        asking.insert(who.clone());
        Ok(Asking { waiting: waiting.clone(), who })
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.who);
    }
}

impl Hall {
    /// What the bot [`ADVISER`] would do on this seat, and the table's version. It thinks as bots at a table do: on what the seat may
    /// know, in the same queue and no longer. It is remembered until somebody moves, and nowhere stored: nobody can make the house
    /// think twice about the same. `who` is the visitor, by the hash of their token.
    pub async fn hint(&self, id: &str, who: String, seat: Seat) -> Result<(u64, Advice), Fault> {
        let asking = Asking::begin(&self.inner.asking, who)?;
        let id = id.to_owned();
        // The client may disconnect: the thinker is given back when the thought is over, not before.
        self.to_its_end(move |hall| async move {
            let _asking = asking;
            hall.advice(&id, seat).await
        })
        .await
    }

    async fn advice(&self, id: &str, seat: Seat) -> Result<(u64, Advice), Fault> {
        let nothing = || Fault::conflict("there is nothing for you to decide now");
        let look = |live: &Live| match (live.hint(seat), live.game()) {
            (Some(known), _) => Ok((Some((live.sequence, known.clone())), None)),
            (None, Some(table)) => Ok((None, Some((table.thought(seat)?, live.progress())))),
            (None, None) => Err(nothing()),
        };
        let (thought, progress) = match self.look(id, look).await?? {
            (Some(known), _) => return Ok(known),
            (None, Some(undecided)) => undecided,
            (None, None) => return Err(nothing()),
        };
        let thinker = self.inner.thinkers.acquire().await.map_err(|_| Fault::unavailable("the house is closing"))?;
        let think = move || {
            let weighed = catch_unwind(AssertUnwindSafe(|| thought.weighed(ADVISER, progress.now as u64, &patience())));
            weighed.ok().and_then(Result::ok)
        };
        let weighed = tokio::task::spawn_blocking(think).await.ok().flatten().ok_or_else(nothing)?;
        drop(thinker);
        self.note(id, |live| {
            if live.progress() != progress {
                return Err(Fault::conflict("somebody has moved meanwhile: ask again"));
            }
            let table = live.game().ok_or_else(nothing)?;
            let told = |rival: bots::Rival<String>| {
                Some(RunnerUp { choice: table.preview(seat, &rival.action).ok()?, level: rival.level })
            };
            let (choice, runner_up) = (table.preview(seat, &weighed.action)?, weighed.rival.and_then(told));
            let advice = Advice { choice, runner_up, compared: weighed.compared };
            live.note_hint(seat, advice.clone());
            Ok((live.sequence, advice))
        })
        .await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_waits_for_one_hint_at_a_time_and_not_too_many_do() {
        let waiting = Waiting::default();
        let first = Asking::begin(&waiting, "ann".to_owned()).unwrap();
        assert_eq!(Asking::begin(&waiting, "ann".to_owned()).err().unwrap().status.as_u16(), 429);
        let others: Vec<Asking> = (1..MOST_ASKING).map(|number| Asking::begin(&waiting, number.to_string()).unwrap()).collect();
        assert_eq!(Asking::begin(&waiting, "ben".to_owned()).err().unwrap().status.as_u16(), 429);
        drop(first);
        drop(Asking::begin(&waiting, "ann".to_owned()).unwrap());
        drop(others);
        assert!(waiting.lock().unwrap().is_empty());
    }
}
