//! When whose time is up. One task looks after all tables that have clocks: it sleeps until the first of them is due, and a table that is
//! due is read only then, a few of them at once.

use super::{Hall, STAND_IN, stored};
use crate::{
    clock,
    fault::Fault,
    table::{Live, LogEntry, Stage, timing::AtEnd},
};
use axum::http::StatusCode;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::Notify, task::JoinSet};

/// So many tables are looked after at once: one that takes long to read does not hold up the others.
const AT_ONCE: usize = 4;

/// How long is waited before something is tried again that the store refused.
const AGAIN: Duration = Duration::from_secs(5);

/// When each table is due at which somebody's clock runs, in milliseconds since 1970.
#[derive(Default)]
pub(super) struct Timers {
    due: Mutex<Due>,
    changed: Notify,
}

#[derive(Default)]
struct Due {
    by_time: BTreeSet<(u64, String)>,
    by_table: HashMap<String, u64>,
    /// Tables that are in hand, or whose change the store refused: they are not due before this time.
    held: HashMap<String, u64>,
}

impl Timers {
    fn due(&self) -> MutexGuard<'_, Due> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table is due then, or not at all; one that is held is due no earlier than its hold ends.
    fn set(&self, id: &str, due: Option<u64>) {
        let mut all = self.due();
        let due = due.map(|due| due.max(all.held.get(id).copied().unwrap_or(0)));
        let before = match due {
            Some(due) => all.by_table.insert(id.to_owned(), due),
            None => all.by_table.remove(id),
        };
        if before == due {
            return;
        }
        if let Some(before) = before {
            all.by_time.remove(&(before, id.to_owned()));
        }
        all.by_time.extend(due.map(|due| (due, id.to_owned())));
        drop(all);
        self.changed.notify_one();
    }

    /// A table is not due before this time, even if it is read again and a player's time is up there.
    fn hold(&self, id: &str, until: u64) {
        self.due().held.insert(id.to_owned(), until);
        self.set(id, None);
    }

    /// A table is due again whenever a player's time is up.
    fn release(&self, id: &str) {
        self.due().held.remove(id);
    }

    /// The table that is due first.
    fn first(&self) -> Option<(u64, String)> {
        self.due().by_time.first().cloned()
    }
}

impl Hall {
    /// Is any player's clock running at any table?
    pub(crate) fn a_clock_runs(&self) -> bool {
        self.inner.timers.first().is_some()
    }

    /// Notes when a table is due.
    pub(super) fn wind(&self, live: &Live) {
        if live.founding.clock.is_some() {
            self.inner.timers.set(&live.id, live.due());
        }
    }

    /// Looks after the clocks of all tables, for as long as the house is open.
    pub async fn keep_time(&self) {
        let timers = &self.inner.timers;
        loop {
            match self.store().due().await.map_err(stored) {
                Ok(tables) => {
                    tables.iter().for_each(|(id, due)| timers.set(id, Some(*due)));
                    break;
                }
                Err(_) => tokio::time::sleep(AGAIN).await,
            }
        }
        let mut calling = JoinSet::new();
        loop {
            if calling.len() >= AT_ONCE {
                calling.join_next().await;
            }
            let changed = timers.changed.notified();
            let wait = timers.first().map(|(due, id)| (due.saturating_sub(clock::now()), id));
            match wait {
                None => changed.await,
                Some((0, id)) => {
                    // It is in hand; when it is due next is known then.
                    timers.hold(&id, clock::now() + AGAIN.as_millis() as u64);
                    let hall = self.clone();
                    calling.spawn(async move { hall.call_time(&id).await });
                }
                Some((millis, _)) => drop(tokio::time::timeout(Duration::from_millis(millis), changed).await),
            }
        }
    }

    /// A table may be due: the house plays for players whose time is up; if there are several, one after the other.
    pub(crate) async fn call_time(&self, id: &str) {
        let called = self.change(id, |live| Ok(time_is_up(live, clock::now()))).await;
        let timers = &self.inner.timers;
        // Perhaps it was not due after all: a player whose clock ran while the house was closed has some more time.
        let wound = match called {
            Ok(_) => {
                timers.release(id);
                self.look(id, |live| self.wind(live)).await
            }
            Err(fault) => Err(fault),
        };
        match wound {
            Ok(()) => {}
            Err(Fault { status: StatusCode::SERVICE_UNAVAILABLE, .. }) => {
                // Reading the table again says that it is due at once; it is tried again only after a while.
                let again = clock::now() + AGAIN.as_millis() as u64;
                timers.hold(id, again);
                timers.set(id, Some(again));
            }
            Err(fault) => {
                timers.release(id);
                tracing::error!(table = id, fault = fault.message, "a clock ran out and nothing could be done");
            }
        }
    }
}

/// What happens at a table where somebody's time is up.
fn time_is_up(live: &Live, time: u64) -> Vec<LogEntry> {
    let running = live.stage() == Stage::Running;
    let late = live.turn().concerned().find(|seat| running && live.is_late(*seat, time));
    let (Some(seat), Some(timing), Some(table)) = (late, live.founding.clock, live.game()) else {
        return Vec::new();
    };
    let safe = match timing.end {
        AtEnd::Fallback => table.fallback(seat).ok().filter(|action| table.preview(seat, action).is_ok()),
        AtEnd::Bot => None,
    };
    match safe {
        Some(action) => vec![LogEntry::RanOut { seat, bot: None, time }, LogEntry::acted(seat, action, time)],
        None => vec![LogEntry::RanOut { seat, bot: Some(STAND_IN.to_owned()), time }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_that_is_due_first_comes_first() {
        let timers = Timers::default();
        for (id, due) in [("a", 30), ("b", 20), ("c", 40), ("b", 50)] {
            timers.set(id, Some(due));
        }
        assert_eq!(timers.first(), Some((30, "a".into())));
        timers.set("a", None);
        assert_eq!(timers.first(), Some((40, "c".into())));
        timers.set("c", None);
        timers.set("b", None);
        assert_eq!((timers.first(), timers.due().by_table.len()), (None, 0), "what is not due is forgotten");
    }

    #[test]
    fn a_table_that_could_not_be_changed_waits_although_it_is_due() {
        let timers = Timers::default();
        timers.hold("a", 100);
        timers.set("a", Some(30));
        assert_eq!(timers.first(), Some((100, "a".into())), "read again, it is still not tried at once");
        timers.set("a", Some(300));
        assert_eq!(timers.first(), Some((300, "a".into())));
        timers.release("a");
        timers.set("a", Some(30));
        assert_eq!(timers.first(), Some((30, "a".into())));
        assert!(timers.due().held.is_empty());
    }
}
