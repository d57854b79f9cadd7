//! How many of something are open at once, by address and all together.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Counts what is open.
#[derive(Debug)]
pub(crate) struct OpenLimits {
    counts: Mutex<Counts>,
    /// How many one address may have open.
    each: usize,
    /// How many may be open all together.
    all: usize,
    /// How many more may be open if each of them is the only one of its address.
    room: usize,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Why no more can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// This address has as many as it may.
    Address,
    /// There are as many as there may be.
    All,
}

/// One that is open, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    open_limits: Arc<OpenLimits>,
    address: Option<IpAddr>,
}

impl OpenLimits {
    pub fn new(each: usize, all: usize) -> Arc<OpenLimits> {
        OpenLimits::with_room(each, all, 0)
    }

    /// Leaves `room` for more when it is full, for addresses that have nothing open: a few that ask for much do not shut out all
    /// others.
    pub fn with_room(each: usize, all: usize, room: usize) -> Arc<OpenLimits> {
        Arc::new(OpenLimits { counts: Mutex::default(), each, all, room })
    }

    /// Counts one more; without an address it counts among all only.
    pub fn open(self: &Arc<OpenLimits>, address: Option<IpAddr>) -> Result<Counted, Full> {
        let mut counts = self.counts();
        let newcomer = address.is_some_and(|address| !counts.by_address.contains_key(&address));
        if counts.all >= if newcomer { self.all + self.room } else { self.all } {
            return Err(Full::All);
        }
        if let Some(address) = address {
            let own = counts.by_address.entry(address).or_default();
            if *own >= self.each {
                return Err(Full::Address);
            }
            *own += 1;
        }
        counts.all += 1;
        Ok(Counted { open_limits: self.clone(), address })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // A panic while the lock was held leaves whole counts behind.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.open_limits.counts();
        counts.all -= 1;
        if let Some(address) = self.address
            && let Some(own) = counts.by_address.get_mut(&address)
        {
            *own -= 1;
            if *own == 0 {
                counts.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_addresses_that_have_nothing_open() {
        let open_limits = OpenLimits::with_room(8, 2, 2);
        let address = |last| Some(IpAddr::from([192, 0, 2, last]));
        let _full = [open_limits.open(address(1)).unwrap(), open_limits.open(address(1)).unwrap()];
        assert_eq!(open_limits.open(address(1)).unwrap_err(), Full::All);
        assert_eq!(open_limits.open(None).unwrap_err(), Full::All);
        let _second = open_limits.open(address(2)).unwrap();
        assert_eq!(open_limits.open(address(2)).unwrap_err(), Full::All, "it has one now");
        let _third = open_limits.open(address(3)).unwrap();
        assert_eq!(open_limits.open(address(4)).unwrap_err(), Full::All, "even the room is full");
    }

    #[test]
    fn what_is_open_is_counted_until_it_ends() {
        let open_limits = OpenLimits::new(2, 3);
        let [one, two] = [1, 2].map(|last| Some(IpAddr::from([192, 0, 2, last])));
        let first = open_limits.open(one).unwrap();
        let _second = open_limits.open(one).unwrap();
        assert_eq!(open_limits.open(one).unwrap_err(), Full::Address);
        let third = open_limits.open(two).unwrap();
        assert_eq!(open_limits.open(two).unwrap_err(), Full::All);
        assert_eq!(open_limits.open(None).unwrap_err(), Full::All);
        drop(third);
        assert_eq!(open_limits.open(one).unwrap_err(), Full::Address);
        drop(first);
        drop(open_limits.open(one).unwrap());
        let _any = (open_limits.open(None).unwrap(), open_limits.open(None).unwrap());
        assert_eq!(open_limits.counts().by_address.len(), 1, "who has nothing open is forgotten");
    }
}
