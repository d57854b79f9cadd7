//! Work that takes long: little of it at once, so that everything else goes on; others wait in a line, and the line is short.

use crate::{
    fault::Fault,
    tally::{Counted, Full, Tally},
};
use std::{net::IpAddr, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many are at work or wait at most, all addresses together.
const MOST: usize = 32;

/// Where costly work is done.
pub(crate) struct Workshop {
    benches: Arc<Semaphore>,
    line: Arc<Tally>,
}

/// A place at work. It is given back when this is dropped, which is when the work is done and not when nobody waits for it any more.
pub(crate) struct Bench(#[expect(dead_code, reason = "held to be counted")] (OwnedSemaphorePermit, Counted));

impl Workshop {
    /// One where each address is at work or waits so often.
    pub fn new(each: usize) -> Workshop {
        // Half of the processors do something else.
        let benches = std::thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
        Workshop { benches: Arc::new(Semaphore::new(benches)), line: Tally::new(each, MOST) }
    }

    /// Waits for a place, unless too many wait already.
    pub async fn enter(&self, party: IpAddr) -> Result<Bench, Fault> {
        let counted = self.line.open(Some(party)).map_err(|full| match full {
            Full::Address => Fault::busy("your address asks for much that takes long: wait for some of it"),
            Full::All => Fault::unavailable("many ask for what takes long: try again in a moment"),
        })?;
        let permit = self.benches.clone().acquire_owned().await;
        let permit = permit.map_err(|_| Fault::unavailable("the house is closing"))?;
        Ok(Bench((permit, counted)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn few_are_at_work_and_the_line_is_short() {
        let workshop = Arc::new(Workshop::new(8));
        let benches = workshop.benches.available_permits();
        assert!(benches >= 1);
        let enter = |last: u8| {
            let workshop = workshop.clone();
            tokio::spawn(async move { workshop.enter(IpAddr::from([192, 0, 2, last])).await })
        };
        let held: Vec<Bench> = {
            let mut held = Vec::new();
            for bench in 0..benches {
                held.push(enter(100 + bench as u8).await.unwrap().unwrap());
            }
            held
        };
        let waiting: Vec<_> = (0..8).map(|_| enter(1)).collect();
        tokio::task::yield_now().await;
        assert_eq!(enter(1).await.unwrap().err().unwrap().status.as_u16(), 429, "eight of one address");
        let others: Vec<_> = (0..MOST - 8 - benches).map(|number| enter(2 + number as u8 / 8)).collect();
        tokio::task::yield_now().await;
        assert_eq!(enter(50).await.unwrap().err().unwrap().status.as_u16(), 503, "the line is full");
        drop(held);
        for one in waiting.into_iter().chain(others) {
            one.await.unwrap().unwrap();
        }
        enter(50).await.unwrap().unwrap();
    }
}
