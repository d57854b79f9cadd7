//! Who has looked at which table of late. It is for calls alone, and forgotten soon.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// A look is remembered for so long.
const REMEMBERED: Duration = Duration::from_secs(15 * 60);

/// When people last looked at a table where they play: the person's hash and the table's name.
#[derive(Default)]
pub(crate) struct Seen(Mutex<HashMap<(String, String), Instant>>);

impl Seen {
    /// Somebody looks at a table.
    pub fn note(&self, person: String, table: &str) {
        self.looks().insert((person, table.to_owned()), Instant::now());
    }

    /// Have they looked within this time?
    pub fn within(&self, person: &str, table: &str, time: Duration) -> bool {
        self.last(person, table).is_some_and(|look| look.elapsed() <= time)
    }

    /// Have they looked since then?
    pub fn since(&self, person: &str, table: &str, then: Instant) -> bool {
        self.last(person, table).is_some_and(|look| look >= then)
    }

    /// Forgets who has not looked for a while.
    pub fn sweep(&self) {
        self.looks().retain(|_, look| look.elapsed() < REMEMBERED);
    }

    /// When they looked last, as far as that is remembered.
    pub fn last(&self, person: &str, table: &str) -> Option<Instant> {
        self.looks().get(&(person.to_owned(), table.to_owned())).copied()
    }

    fn looks(&self) -> MutexGuard<'_, HashMap<(String, String), Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
