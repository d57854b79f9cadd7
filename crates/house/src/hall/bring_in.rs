//! Brings tables into memory when somebody asks for them. Reading a long one takes a while, so it is completed even if the
//! client disconnects, and each address has only a few tables in the queue, so that others do not wait for all of them.

use super::{Hall, slot::TableSlot};
use crate::{fault::Fault, net::address_slots::AddressSlot};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::time::timeout;

/// How many tables one address can have read, or waiting to be read, at once.
pub(super) const READ_AT_ONCE: usize = 2;

/// How long a request waits until a table that its address asks for can be read.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A table that stays in memory while this is held.
pub struct InMemory(#[expect(dead_code, reason = "held so that the table stays")] Arc<TableSlot>);

impl Hall {
    /// Brings a table into memory for a client at this address, and keeps it there while it is needed. If the address has asked
    /// for several others, this one waits until those are read.
    pub async fn bring_in(&self, id: &str, party: IpAddr) -> Result<InMemory, Fault> {
        let slot = self.known_slot(id)?;
        if slot.live.lock().await.is_some() {
            return Ok(InMemory(slot));
        }
        let read = match timeout(LONGEST_WAIT, self.inner.read_for.take(party)).await {
            Ok(share) => self.read_to_its_end(id, Some(share)).await,
            Err(_) => Err(Fault::busy("many tables were asked for from your address: try again in a moment")),
        };
        match read {
            Ok(()) => Ok(InMemory(slot)),
            Err(fault) => {
                self.forget(id, slot);
                Err(fault)
            }
        }
    }

    /// Reads a table into memory unless it is there. This goes on if the client disconnects: otherwise a client could have it
    /// read again and again, many times at once.
    pub(super) async fn read_to_its_end(&self, id: &str, share: Option<AddressSlot>) -> Result<(), Fault> {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move {
            let _share = share;
            let slot = hall.known_slot(&id)?;
            let mut guard = slot.live.lock().await;
            let read = hall.loaded(&id, &slot, &mut guard).await.map(|_| ());
            drop(guard);
            if read.is_err() {
                hall.forget(&id, slot);
            }
            read
        })
        .await
    }
}
