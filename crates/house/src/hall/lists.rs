//! Lists of tables, and the visits that keep a waiting table listed.

use super::{Hall, slot::TableSlot, stored};
use crate::{
    clock,
    fault::Fault,
    storage::{ListPosition, Listed, Listing, Played, StoreFault},
    table::Stage,
    token,
};
use std::sync::{Arc, atomic::Ordering};

/// A visit to a table that waits is noted once in this time, in milliseconds.
const VISITS: u64 = 60 * 60 * 1000;

/// A table that waits is listed for so long after the last visit, in milliseconds.
const LISTED: u64 = 24 * VISITS;

impl Hall {
    /// Notes that somebody came by a table, or still has it open: a table that waits stays listed as long as people come.
    pub async fn visit(&self, id: &str) {
        let now = clock::now();
        let noted = |slot: &Arc<TableSlot>| now.saturating_sub(slot.visited.load(Ordering::Relaxed)) < VISITS;
        if self.tables().get(id).is_some_and(noted) {
            return;
        }
        let Ok(waiting) = self.look(id, |live| live.stage() == Stage::Waiting).await else { return };
        let slot = self.slot(id);
        slot.visited.store(now, Ordering::Relaxed);
        if waiting
            && let Err(fault) = self.store().visited(id, now).await
            && !matches!(fault, StoreFault::Closed)
        {
            tracing::warn!(%fault, "a visit could not be noted");
        }
    }

    /// Notes visits to all tables that somebody has open.
    pub async fn visit_watched(&self) {
        let due = clock::now().saturating_sub(VISITS);
        let watched = |(id, slot): (&String, &Arc<TableSlot>)| {
            (slot.news.receiver_count() > 0 && slot.visited.load(Ordering::Relaxed) <= due).then(|| id.clone())
        };
        let watched: Vec<String> = self.tables().iter().filter_map(watched).collect();
        for id in watched {
            self.visit(&id).await;
        }
    }

    /// The tables that anybody can join, the last visited first.
    pub async fn open_tables(&self, limit: usize) -> Result<Vec<Listed>, Fault> {
        self.store().open_tables(clock::now().saturating_sub(LISTED), limit).await.map_err(stored)
    }

    /// The tables of a visitor before this place, the most recently changed first.
    pub async fn tables_of(
        &self,
        token: &str,
        played: Played,
        before: Option<&ListPosition>,
        limit: usize,
    ) -> Result<Listing, Fault> {
        self.store().tables_of(&token::hash(token), played, before, limit).await.map_err(stored)
    }
}
