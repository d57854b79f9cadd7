//! Tables as they come from the store, and what has to be there before a table is made.

use super::{Hall, apart, no_table, stored};
use crate::{
    fault::Fault,
    lasting::{self, StoredTable},
    live::{Live, Stage},
    log::{Edition, Founding},
    store::{Change, Kept, StoreFault, Summary},
};
use kernel::Files;
use std::sync::PoisonError;

impl Hall {
    /// Reads a table from the store. Should the rules lead elsewhere than they did, it goes on under the present ones as well as it
    /// can, which is stored at once. Gives also how it stood when that was last noted.
    pub(super) async fn read(&self, id: &str) -> Result<(Live, Option<Summary>), Fault> {
        let kept = self.store().load(id).await.map_err(|fault| {
            if let StoreFault::Damaged(reason) = &fault {
                tracing::error!(table = id, reason, "a table is damaged");
            }
            stored(fault)
        });
        let kept = kept?.ok_or_else(no_table)?;
        let summary = kept.summary.clone();
        let goes_on = lasting::goes_on(&kept.entries).is_some();
        let files = self.own_pack(&kept).await?;
        let moments = if goes_on { self.store().kept(id).await.map_err(stored)? } else { Vec::new() };
        let table = StoredTable { id: id.to_owned(), kept, files, moments };
        let (folded, mut table) = apart(move || (table.fold(), table)).await?;
        let read = match folded {
            Ok(read) => read,
            Err(fault) => {
                tracing::warn!(table = id, fault = fault.message, "the rules lead elsewhere than they did");
                table.moments = self.store().kept(id).await.map_err(stored)?;
                let (revived, again) = apart(move || (table.revive(), table)).await?;
                table = again;
                revived.map_err(|fault| {
                    tracing::error!(table = id, fault = fault.message, "a table is damaged");
                    Fault::damaged()
                })?
            }
        };
        let lasting::Read { mut live, then, keeping } = read;
        if then.is_some() || keeping.is_some() {
            let (before, sequence) = (live.stage(), live.sequence + 1);
            let mut entries = Vec::from_iter(then);
            entries.iter_mut().try_for_each(|entry| live.take(entry))?;
            let went_on = lasting::goes_on(&entries).is_some();
            let kept = keeping.clone();
            if let (true, Some(keeping)) = (went_on, keeping) {
                table.went_on(&mut live, keeping)?;
            } else if let Some(keeping) = &kept {
                live.note_kept(keeping.entry);
            }
            let stage = Some(live.stage()).filter(|after| *after != before || !entries.is_empty()).map(Stage::word);
            let change = Change { stage, kept: kept.as_ref(), ..Change::of(id, sequence, &entries) };
            self.store().keep(&[change]).await.map_err(stored)?;
        }
        Ok((live, summary))
    }

    /// The record of a finished game as its log tells it, with what was told of it.
    pub async fn record_as_told(&self, id: &str) -> Result<String, Fault> {
        let kept = self.store().load(id).await.map_err(stored)?.ok_or_else(no_table)?;
        let told = move |live: &Live| {
            let record = lasting::record(live, &kept.entries)?;
            let lines = live.past.as_ref().map(|past| past.lines.clone()).unwrap_or_default();
            Some((record, lines))
        };
        let lost = || Fault::conflict("the rules have changed since, and the record of this game was not kept");
        let (record, lines) = self.look(id, told).await?.ok_or_else(lost)?;
        let comments = move |entry: usize| {
            let first = lines.partition_point(|line| line.entry < entry);
            lines[first..].iter().take_while(|line| line.entry == entry).map(|line| line.text.clone()).collect()
        };
        apart(move || record.annotated(comments)).await
    }

    /// The content that a table is played with, if it is not what comes with the program.
    async fn own_pack(&self, kept: &Kept) -> Result<Option<Files>, Fault> {
        let Some(edition) = lasting::edition(kept) else { return Ok(None) };
        if edition.pack == engine::game(&kept.founding.game)?.pack() {
            return Ok(None);
        }
        self.store().pack(edition.pack).await.map_err(stored)
    }

    /// What is told of the rules when a table is made: which they are. Their content is in the store before the first table that
    /// is played with it.
    pub(super) async fn fixed(&self, mut founding: Founding) -> Result<Founding, Fault> {
        let game = engine::game(&founding.game)?;
        let edition = Edition::of(game);
        let known = self.inner.packs.lock().unwrap_or_else(PoisonError::into_inner).contains(&edition.pack);
        if !known {
            self.store().keep_pack(&founding.game, &game.files()).await.map_err(stored)?;
            self.inner.packs.lock().unwrap_or_else(PoisonError::into_inner).insert(edition.pack);
        }
        founding.edition = Some(edition);
        Ok(founding)
    }

    /// Reads the tables that an older house wrote, one after the other, so that what outlives the rules is kept of them while the
    /// rules are still those that they were played by. Their bots are not woken.
    pub async fn keep_older(&self) -> Result<(), Fault> {
        let mut last = String::new();
        loop {
            let ids = self.store().unkept(&last, 100).await.map_err(stored)?;
            let Some(end) = ids.last().cloned() else { return Ok(()) };
            last = end;
            for id in ids {
                let desk = self.desk(&id);
                let guard = desk.live.lock().await;
                if guard.is_none()
                    && let Err(fault) = self.read(&id).await
                {
                    tracing::error!(table = id, fault = fault.message, "a table could not be read");
                }
                drop(guard);
                self.forget(&id, desk);
            }
        }
    }
}
