//! A few places for each address in a queue that everybody shares: however much one address asks for, others do not wait behind
//! all of it.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The places that each address has.
pub(crate) struct AddressSlots {
    each: usize,
    by_address: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// One of the places of an address, which is given back when this is dropped.
pub(crate) struct AddressSlot(#[expect(dead_code, reason = "held to be counted")] Option<OwnedSemaphorePermit>);

impl AddressSlots {
    pub fn new(each: usize) -> AddressSlots {
        AddressSlots { each, by_address: Mutex::default() }
    }

    /// Waits until one of the places of this address is free. A caller that waits here is not in the shared queue yet.
    pub async fn take(&self, party: IpAddr) -> AddressSlot {
        let own = {
            // The map is valid even after a panic while the lock was held.
            let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
            // Removes addresses that neither have a place nor wait for one.
            by_address.retain(|_, own| Arc::strong_count(own) > 1);
            by_address.entry(party).or_insert_with(|| Arc::new(Semaphore::new(self.each))).clone()
        };
        // The semaphore is never closed.
        AddressSlot(own.acquire_owned().await.ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn each_address_has_its_own_places_and_is_forgotten_afterwards() {
        let slots = AddressSlots::new(2);
        let [one, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let (first, second) = (slots.take(one).await, slots.take(one).await);
        assert!(slots.take(one).now_or_never().is_none(), "it has two");
        assert!(slots.take(other).now_or_never().is_some());
        drop(first);
        let third = slots.take(one).now_or_never();
        assert!(third.is_some());
        drop((second, third));
        slots.take(other).await;
        assert_eq!(slots.by_address.lock().unwrap().len(), 1);
    }
}
