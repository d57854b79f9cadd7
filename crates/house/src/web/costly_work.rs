//! Limits work that takes long: little of it runs at once, so that everything else goes on; other requests wait in a short
//! queue. One address has one place at a time, so that others do not wait behind all its requests.

use crate::{
    fault::Fault,
    net::{
        address_slots::{AddressSlot, AddressSlots},
        open_limits::{Counted, Full, OpenLimits},
    },
};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// The most requests running or waiting, all addresses together.
const MOST: usize = 32;

/// How many more may wait if their addresses ask for nothing else.
const ROOM: usize = 32;

/// The longest wait before work begins. A request that takes longer than the house allows would end without saying when to come
/// back.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Runs costly work.
pub(crate) struct CostlyWork {
    permits: Arc<Semaphore>,
    waiting: Arc<OpenLimits>,
    slots: AddressSlots,
}

/// A place at work, which is freed when this is dropped.
struct WorkPermit(#[expect(dead_code, reason = "held to be counted")] (OwnedSemaphorePermit, AddressSlot, Counted));

impl CostlyWork {
    /// Costly work, of which each address can have `each` requests running or waiting.
    pub fn new(each: usize) -> CostlyWork {
        // The other half of the processors stays free.
        let permits = std::thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
        CostlyWork {
            permits: Arc::new(Semaphore::new(permits)),
            waiting: OpenLimits::with_room(each, MOST, ROOM),
            slots: AddressSlots::new(1),
        }
    }

    /// Does some work for this address once there is a place for it. It keeps its place until it is done, even if the client
    /// disconnects: otherwise a client could have much done at once by asking and disconnecting.
    pub async fn work<T: Send + 'static>(
        &self,
        party: IpAddr,
        work: impl Future<Output = Result<T, Fault>> + Send + 'static,
    ) -> Result<T, Fault> {
        let place = self.enter(party).await?;
        let working = tokio::spawn(async move {
            let _bench = place;
            work.await
        });
        working.await.unwrap_or_else(|_| Err(Fault::internal("something went wrong")))
    }

    /// Waits for a place, unless too many wait already, and only for a limited time.
    async fn enter(&self, party: IpAddr) -> Result<WorkPermit, Fault> {
        let many = || Fault::unavailable("many ask for what takes long: try again in a moment");
        let counted = self.waiting.open(Some(party)).map_err(|full| match full {
            Full::Address => Fault::busy("your address asks for much that takes long: wait for some of it"),
            Full::All => many(),
        })?;
        let place = async {
            let slot = self.slots.take(party).await;
            (self.permits.clone().acquire_owned().await, slot)
        };
        let (permit, slot) = timeout(LONGEST_WAIT, place).await.map_err(|_| many())?;
        let permit = permit.map_err(|_| Fault::unavailable("the house is closing"))?;
        Ok(WorkPermit((permit, slot, counted)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{sync::oneshot, task::JoinHandle};

    fn address(last: usize) -> IpAddr {
        IpAddr::from([192, 0, 2, last as u8])
    }

    /// Asks for work that does nothing.
    fn ask(costly_work: &Arc<CostlyWork>, last: usize) -> JoinHandle<Result<(), Fault>> {
        let costly_work = costly_work.clone();
        tokio::spawn(async move { costly_work.work(address(last), async { Ok(()) }).await })
    }

    async fn status(asked: JoinHandle<Result<(), Fault>>) -> u16 {
        asked.await.unwrap().err().unwrap().status.as_u16()
    }

    /// Takes all permits at work.
    async fn take_all(costly_work: &CostlyWork) -> Vec<WorkPermit> {
        let mut held = Vec::new();
        for place in 0..costly_work.permits.available_permits() {
            held.push(costly_work.enter(address(100 + place)).await.unwrap());
        }
        held
    }

    #[tokio::test]
    async fn few_are_at_work_and_the_line_is_short() {
        let costly_work = Arc::new(CostlyWork::new(8));
        let held = take_all(&costly_work).await;
        assert!(!held.is_empty());
        let mut waiting: Vec<_> = (0..8).map(|_| ask(&costly_work, 1)).collect();
        tokio::task::yield_now().await;
        assert_eq!(status(ask(&costly_work, 1)).await, 429, "eight of one address");
        waiting.extend((0..MOST - 8 - held.len()).map(|number| ask(&costly_work, 2 + number / 8)));
        tokio::task::yield_now().await;
        assert_eq!(status(ask(&costly_work, 2)).await, 503, "the line is full");
        // An address that asks for nothing else still finds room, but not without limit.
        waiting.extend((0..ROOM).map(|number| ask(&costly_work, 10 + number)));
        tokio::task::yield_now().await;
        assert_eq!(status(ask(&costly_work, 90)).await, 503, "the room is full");
        drop(held);
        for one in waiting {
            one.await.unwrap().unwrap();
        }
        ask(&costly_work, 90).await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn who_asks_for_much_is_not_before_all_others() {
        let costly_work = Arc::new(CostlyWork::new(8));
        let mut held = take_all(&costly_work).await;
        let done = Arc::new(std::sync::Mutex::new(Vec::new()));
        let asked = [1, 1, 1, 2].map(|last| {
            let (costly_work, done) = (costly_work.clone(), done.clone());
            tokio::spawn(async move {
                let note = async move {
                    done.lock().unwrap().push(last);
                    Ok(())
                };
                costly_work.work(address(last), note).await
            })
        });
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        held.pop();
        for one in asked {
            one.await.unwrap().unwrap();
        }
        assert_eq!(*done.lock().unwrap(), [1, 2, 1, 1]);
    }

    #[tokio::test]
    async fn work_keeps_its_place_when_nobody_waits_for_it_any_more() {
        let costly_work = Arc::new(CostlyWork::new(8));
        let permits = costly_work.permits.available_permits();
        let (begin, begun) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        let asking = tokio::spawn({
            let costly_work = costly_work.clone();
            async move {
                let work = async move {
                    begin.send(()).unwrap();
                    ended.await.map_err(|_| Fault::internal("nobody ends it"))
                };
                costly_work.work(address(1), work).await
            }
        });
        begun.await.unwrap();
        asking.abort();
        assert!(asking.await.unwrap_err().is_cancelled());
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        assert_eq!(costly_work.permits.available_permits(), permits - 1);
        end.send(()).unwrap();
        ask(&costly_work, 1).await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn nobody_waits_so_long_that_their_request_ends_without_an_answer() {
        tokio::time::pause();
        let costly_work = Arc::new(CostlyWork::new(8));
        let _held = take_all(&costly_work).await;
        assert!(LONGEST_WAIT < crate::web::LONGEST_REQUEST);
        assert_eq!(status(ask(&costly_work, 1)).await, 503);
        assert_eq!(costly_work.waiting.open(Some(address(1))).map(|_| ()), Ok(()), "a client that gave up is no longer counted");
    }
}
