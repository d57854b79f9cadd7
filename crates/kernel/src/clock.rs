//! The clock of a table: how long it has been in play, by the times of its entries.

use serde::{Deserialize, Serialize};

/// When play began and how late it is now, in milliseconds since 1970: the time of the first entry that has one, and the latest
/// time of all entries since.
///
/// It follows from the entries alone, so a table that is loaded again has the same clock. Taking back does not turn it back, it
/// never runs backwards, and if no entry has a time it stands still.
///
/// ```
/// use kernel::Clock;
/// let mut clock = Clock::default();
/// [Some(1_000), None, Some(61_000)].into_iter().for_each(|time| clock.note(time));
/// assert!(clock.has_run(1) && !clock.has_run(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clock(Option<(u64, u64)>);

impl Clock {
    /// Notes the time of an entry.
    pub fn note(&mut self, time: Option<u64>) {
        if let Some(time) = time {
            let (began, now) = self.0.unwrap_or((time, time));
            self.0 = Some((began, now.max(time)));
        }
    }

    /// Has it run for this many minutes?
    pub fn has_run(self, minutes: u32) -> bool {
        self.0.is_some_and(|(began, now)| now.saturating_sub(began) >= u64::from(minutes) * 60_000)
    }

    /// Does it stand still, because no entry has a time?
    pub fn stands_still(&self) -> bool {
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_from_the_first_time_and_never_backwards() {
        let mut clock = Clock::default();
        clock.note(None);
        assert!(clock.stands_still() && !clock.has_run(0));
        clock.note(Some(500));
        assert!(clock.has_run(0) && !clock.has_run(1));
        clock.note(Some(60_499));
        assert!(!clock.has_run(1));
        clock.note(Some(60_500));
        assert!(clock.has_run(1));
        clock.note(Some(3));
        clock.note(None);
        assert!(clock.has_run(1) && !clock.has_run(2));
        clock.note(Some(u64::MAX));
        assert!(clock.has_run(u32::MAX));
    }
}
