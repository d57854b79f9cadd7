//! Tables as they come from the store, and what has to be there before a table is made.

use super::{Hall, apart, no_table, stored};
use crate::{
    fault::Fault,
    storage::{Change, Store, StoreFault, StoredLog, Summary},
    table::{
        Edition, Founding, Live, LogEntry, Stage,
        loading::{self, StoredTable},
        snapshot::{self, StoredLine},
    },
};
use engine::AnyGame;
use kernel::{Files, Record};
use std::{sync::PoisonError, time::Duration};

/// The pause after each table that is put away.
const PAUSE: Duration = Duration::from_millis(2);

/// Work that produces a text.
pub type Telling = Box<dyn FnOnce() -> String + Send>;

impl Hall {
    /// Reads a table from the store. Should the rules lead elsewhere than they did, it goes on under the present ones as well as it
    /// can, which is stored at once. Gives also how it stood when that was last noted.
    pub(super) async fn read(&self, id: &str) -> Result<(Live, Option<Summary>), Fault> {
        let _place = self.inner.reading.acquire().await;
        let log = self.store().load(id).await.map_err(|fault| {
            if let StoreFault::Damaged(reason) = &fault {
                tracing::error!(table = id, reason, "a table is damaged");
            }
            stored(fault)
        });
        let log = log?.ok_or_else(no_table)?;
        let summary = log.summary.clone();
        let goes_on = loading::goes_on(&log.entries).is_some();
        let game = engine::game(&log.founding.game)?;
        let files = own_pack(self.store(), game, &log).await.map_err(stored)?;
        let snapshots = if goes_on { self.store().snapshots(id).await.map_err(stored)? } else { Vec::new() };
        let table = StoredTable { id: id.to_owned(), log, files, snapshots };
        let (folded, mut table) = apart(move || (table.fold(), table)).await?;
        let read = match folded {
            Ok(read) => read,
            Err(fault) => {
                tracing::warn!(table = id, fault = fault.message, "the rules lead elsewhere than they did");
                table.snapshots = self.store().snapshots(id).await.map_err(stored)?;
                let (revived, again) = apart(move || (table.revive(), table)).await?;
                table = again;
                revived.map_err(|fault| {
                    tracing::error!(table = id, fault = fault.message, "a table is damaged");
                    Fault::damaged()
                })?
            }
        };
        let loading::LoadedTable { mut live, then, snapshot } = read;
        if then.is_some() || snapshot.is_some() {
            let (before, sequence) = (live.stage(), live.sequence + 1);
            let mut entries = Vec::from_iter(then);
            entries.iter_mut().try_for_each(|entry| live.take(entry))?;
            let went_on = loading::goes_on(&entries).is_some();
            let new = snapshot.clone();
            if let (true, Some(snapshot)) = (went_on, snapshot) {
                table.went_on(&mut live, snapshot)?;
            }
            let stage = Some(live.stage()).filter(|after| *after != before || !entries.is_empty()).map(Stage::word);
            let change = Change { stage, snapshot: new.as_ref(), ..Change::of(id, sequence, &entries) };
            match self.store().commit(&[change]).await.map_err(stored) {
                Ok(()) if !went_on => new.iter().for_each(|snapshot| live.note_snapshot(snapshot.entry)),
                Ok(()) => {}
                // Nothing happened at the table, so it can be shown even while nothing can be stored.
                Err(fault) if entries.is_empty() => {
                    tracing::warn!(table = id, fault = fault.message, "a moment could not be kept")
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok((live, summary))
    }

    /// Puts away a table that is over: what was kept only for a running game is deleted.
    pub async fn put_away(&self, id: &str) -> Result<(), Fault> {
        let slot = self.known_slot(id)?;
        // The lock keeps the table unchanged meanwhile.
        let guard = slot.live.lock().await;
        let done = self.put_away_now(id).await;
        let in_memory = guard.is_some();
        drop(guard);
        if !in_memory {
            self.forget(id, slot);
        }
        done
    }

    async fn put_away_now(&self, id: &str) -> Result<(), Fault> {
        let log = self.store().load(id).await.map_err(stored)?.ok_or_else(no_table)?;
        if !matches!(log.stage, Stage::Over | Stage::Stopped) {
            return Ok(());
        }
        let snapshots = self.store().snapshots(id).await.map_err(stored)?;
        let needed = apart(move || snapshot::of_finished(snapshots, &log.entries)).await?;
        self.store().put_away(id, &needed).await.map_err(stored)
    }

    /// Puts away all tables that are over, one after the other: those of an older version of the program, and those that could
    /// not be put away when they ended. Returns how many there were.
    pub async fn put_all_away(&self) -> Result<usize, Fault> {
        let (mut last, mut count) = (String::new(), 0);
        loop {
            let ids = self.store().not_put_away(&last, 100).await.map_err(stored)?;
            let Some(end) = ids.last().cloned() else { return Ok(count) };
            last = end;
            for id in ids {
                match self.put_away(&id).await {
                    Ok(()) => count += 1,
                    Err(fault) => tracing::error!(table = id, fault = fault.message, "a table could not be put away"),
                }
                // People who play have priority.
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Produces the record of a finished game as text. This takes a while, so other requests are served meanwhile.
    pub async fn record(&self, id: &str) -> Result<Telling, Fault> {
        let folded = |live: &Live| live.table.as_ref().filter(|_| live.unplayable.is_none()).map(|table| table.copy());
        match self.look(id, folded).await? {
            Some(table) => Ok(Box::new(move || table.export())),
            None => self.record_as_told(id).await,
        }
    }

    /// The record of a finished game according to its log, with the texts that were stored.
    async fn record_as_told(&self, id: &str) -> Result<Telling, Fault> {
        let log = self.store().load(id).await.map_err(stored)?.ok_or_else(no_table)?;
        let told = move |live: &Live| LoggedGame::of(live, &log.entries);
        let lost = || Fault::conflict("the rules have changed since, and the record of this game was not kept");
        let told = self.look(id, told).await?.ok_or_else(lost)?;
        Ok(Box::new(move || told.text()))
    }

    /// What is told of the rules when a table is made: which they are. Their content is in the store before the first table that
    /// is played with it.
    pub(super) async fn fixed(&self, mut founding: Founding) -> Result<Founding, Fault> {
        let game = engine::game(&founding.game)?;
        let edition = Edition::of(game);
        let known = self.inner.packs.lock().unwrap_or_else(PoisonError::into_inner).contains(&edition.pack);
        if !known {
            self.store().store_pack(&founding.game, &game.files()).await.map_err(stored)?;
            self.inner.packs.lock().unwrap_or_else(PoisonError::into_inner).insert(edition.pack);
        }
        founding.edition = Some(edition);
        Ok(founding)
    }

    /// Reads the tables that an older house wrote, one after the other, so that what outlives the rules is kept of them while the
    /// rules are still those that they were played by. Their bots are not woken.
    pub async fn snapshot_older(&self) -> Result<(), Fault> {
        let mut last = String::new();
        loop {
            let ids = self.store().without_snapshots(&last, 100).await.map_err(stored)?;
            let Some(end) = ids.last().cloned() else { return Ok(()) };
            last = end;
            for id in ids {
                let slot = self.slot(&id);
                let guard = slot.live.lock().await;
                if guard.is_none()
                    && let Err(fault) = self.read(&id).await
                    && !self.closes()
                {
                    tracing::error!(table = id, fault = fault.message, "a table could not be read");
                }
                drop(guard);
                self.forget(&id, slot);
            }
        }
    }
}

/// A game as its log tells it, without its rules.
struct LoggedGame {
    record: Record,
    lines: Vec<StoredLine>,
}

impl LoggedGame {
    fn of(live: &Live, entries: &[LogEntry]) -> Option<LoggedGame> {
        let record = loading::record(live, entries)?;
        Some(LoggedGame { record, lines: live.past.as_ref().map(|past| past.lines.clone()).unwrap_or_default() })
    }

    fn text(&self) -> String {
        self.record.annotated(|entry| {
            let first = self.lines.partition_point(|line| line.entry < entry);
            self.lines[first..].iter().take_while(|line| line.entry == entry).map(|line| line.text.clone()).collect()
        })
    }
}

/// The record of a table that is about to be deleted, even of an unfinished game; none if no game began or its record was not
/// kept.
pub(crate) async fn record_of(store: &dyn Store, id: &str) -> Result<Option<String>, StoreFault> {
    let Some(log) = store.load(id).await? else { return Ok(None) };
    let Ok(game) = engine::game(&log.founding.game) else { return Ok(None) };
    let files = own_pack(store, game, &log).await?;
    let snapshots = store.snapshots(id).await?;
    let table = StoredTable { id: id.to_owned(), log, files, snapshots };
    let record = move || match table.fold() {
        Ok(read) => read.live.table.map(|table| table.export()),
        Err(_) => LoggedGame::of(&table.revive().ok()?.live, &table.log.entries).map(|told| told.text()),
    };
    // A game on which the program panics has no record either.
    Ok(apart(record).await.unwrap_or_default())
}

/// The content that a table is played with, if it is not the built-in content.
async fn own_pack(store: &dyn Store, game: &dyn AnyGame, log: &StoredLog) -> Result<Option<Files>, StoreFault> {
    match loading::edition(log).filter(|edition| edition.pack != game.pack()) {
        Some(edition) => store.pack(edition.pack).await,
        None => Ok(None),
    }
}
