//! Tables that are brought into memory because somebody asks for them. To read a long one takes a while, so it is read once even if
//! those who asked hang up, and one address has a few tables in the line of those to be read: what others ask for is not behind all of its.

use super::{Hall, TableInUse};
use crate::{fault::Fault, shares::Share};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::time::timeout;

/// One address has so many tables read, or waiting to be read, at once.
pub(super) const READ_AT_ONCE: usize = 2;

/// So long somebody waits until a table that their address asks for can be read.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A table that stays in memory while this is held.
pub struct InMemory(#[expect(dead_code, reason = "held so that the table stays")] Arc<TableInUse>);

impl Hall {
    /// Brings a table into memory for somebody at this address, and keeps it there while they need it. Where their address has asked
    /// for several others, this one waits until those are read.
    pub async fn bring_in(&self, id: &str, party: IpAddr) -> Result<InMemory, Fault> {
        let desk = self.known_desk(id)?;
        if desk.live.lock().await.is_some() {
            return Ok(InMemory(desk));
        }
        let read = match timeout(LONGEST_WAIT, self.inner.read_for.take(party)).await {
            Ok(share) => self.read_to_its_end(id, Some(share)).await,
            Err(_) => Err(Fault::busy("many tables were asked for from your address: try again in a moment")),
        };
        match read {
            Ok(()) => Ok(InMemory(desk)),
            Err(fault) => {
                self.forget(id, desk);
                Err(fault)
            }
        }
    }

    /// Reads a table into memory unless it is there. This goes on if whoever asked goes away: otherwise they could have it read again
    /// and again, many times at once.
    pub(super) async fn read_to_its_end(&self, id: &str, share: Option<Share>) -> Result<(), Fault> {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move {
            let _share = share;
            let desk = hall.known_desk(&id)?;
            let mut guard = desk.live.lock().await;
            let read = hall.loaded(&id, &desk, &mut guard).await.map(|_| ());
            drop(guard);
            if read.is_err() {
                hall.forget(&id, desk);
            }
            read
        })
        .await
    }
}
