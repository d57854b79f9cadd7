//! The only clock of the house. It is set from the system's clock at start and runs evenly from then on: nobody at a table gains
//! or loses time when the system's clock is changed. It never goes back behind a time noted in the store.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// How often an open house notes that it is open while a player's clock runs. After a crash, the time of the crash is known no
/// more precisely than this.
pub(crate) const BEAT: Duration = Duration::from_secs(5);

static CLOCK: LazyLock<HouseClock> = LazyLock::new(|| HouseClock::set_to(by_the_system()));

/// Now, in milliseconds since 1970.
pub fn now() -> u64 {
    CLOCK.now()
}

/// It is at least this time: that time was noted before.
pub(crate) fn not_before(time: u64) {
    CLOCK.not_before(time);
}

fn by_the_system() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A clock that is set once and runs evenly.
struct HouseClock {
    started: Instant,
    /// What it was set to, in milliseconds since 1970.
    set_to: AtomicU64,
}

impl HouseClock {
    fn set_to(time: u64) -> HouseClock {
        HouseClock { started: Instant::now(), set_to: AtomicU64::new(time) }
    }

    fn runs(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    fn now(&self) -> u64 {
        self.set_to.load(Ordering::Relaxed).saturating_add(self.runs())
    }

    fn not_before(&self, time: u64) {
        self.set_to.fetch_max(time.saturating_sub(self.runs()), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_goes_back() {
        // The system's clock is three hours behind a time noted in the store.
        let (hour, known) = (3_600_000, 1_700_000_000_000);
        let clock = HouseClock::set_to(known - 3 * hour);
        assert!(clock.now() < known);
        clock.not_before(known);
        let now = clock.now();
        assert!((known..known + hour).contains(&now));
        clock.not_before(known - hour);
        assert!(clock.now() >= now);
    }
}
