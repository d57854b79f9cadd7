//! Tables as they come from the store, and what has to be there before a table is made.

use super::{Hall, apart, no_table, stored};
use crate::{
    fault::Fault,
    keeping::{self, KeptLine},
    lasting::{self, StoredTable},
    live::{Live, Stage},
    log::{Edition, Founding, LogEntry},
    store::{Change, Kept, Store, StoreFault, Summary},
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
        let kept = self.store().load(id).await.map_err(|fault| {
            if let StoreFault::Damaged(reason) = &fault {
                tracing::error!(table = id, reason, "a table is damaged");
            }
            stored(fault)
        });
        let kept = kept?.ok_or_else(no_table)?;
        let summary = kept.summary.clone();
        let goes_on = lasting::goes_on(&kept.entries).is_some();
        let game = engine::game(&kept.founding.game)?;
        let files = own_pack(self.store(), game, &kept).await.map_err(stored)?;
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
            }
            let stage = Some(live.stage()).filter(|after| *after != before || !entries.is_empty()).map(Stage::word);
            let change = Change { stage, kept: kept.as_ref(), ..Change::of(id, sequence, &entries) };
            match self.store().keep(&[change]).await.map_err(stored) {
                Ok(()) if !went_on => kept.iter().for_each(|keeping| live.note_kept(keeping.entry)),
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
        let desk = self.known_desk(id)?;
        // The lock keeps the table unchanged meanwhile.
        let guard = desk.live.lock().await;
        let done = self.put_away_now(id).await;
        let in_memory = guard.is_some();
        drop(guard);
        if !in_memory {
            self.forget(id, desk);
        }
        done
    }

    async fn put_away_now(&self, id: &str) -> Result<(), Fault> {
        let kept = self.store().load(id).await.map_err(stored)?.ok_or_else(no_table)?;
        if !matches!(kept.stage, Stage::Over | Stage::Stopped) {
            return Ok(());
        }
        let moments = self.store().kept(id).await.map_err(stored)?;
        let needed = apart(move || keeping::of_finished(moments, &kept.entries)).await?;
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
        let folded = |live: &Live| live.table.as_ref().filter(|_| live.rests.is_none()).map(|table| table.copy());
        match self.look(id, folded).await? {
            Some(table) => Ok(Box::new(move || table.export())),
            None => self.record_as_told(id).await,
        }
    }

    /// The record of a finished game according to its log, with the texts that were stored.
    async fn record_as_told(&self, id: &str) -> Result<Telling, Fault> {
        let kept = self.store().load(id).await.map_err(stored)?.ok_or_else(no_table)?;
        let told = move |live: &Live| Told::of(live, &kept.entries);
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
                    && !self.closes()
                {
                    tracing::error!(table = id, fault = fault.message, "a table could not be read");
                }
                drop(guard);
                self.forget(&id, desk);
            }
        }
    }
}

/// A game as its log tells it, without its rules.
struct Told {
    record: Record,
    lines: Vec<KeptLine>,
}

impl Told {
    fn of(live: &Live, entries: &[LogEntry]) -> Option<Told> {
        let record = lasting::record(live, entries)?;
        Some(Told { record, lines: live.past.as_ref().map(|past| past.lines.clone()).unwrap_or_default() })
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
    let Some(kept) = store.load(id).await? else { return Ok(None) };
    let Ok(game) = engine::game(&kept.founding.game) else { return Ok(None) };
    let files = own_pack(store, game, &kept).await?;
    let moments = store.kept(id).await?;
    let table = StoredTable { id: id.to_owned(), kept, files, moments };
    let record = move || match table.fold() {
        Ok(read) => read.live.table.map(|table| table.export()),
        Err(_) => Told::of(&table.revive().ok()?.live, &table.kept.entries).map(|told| told.text()),
    };
    // A game on which the program panics has no record either.
    Ok(apart(record).await.unwrap_or_default())
}

/// The content that a table is played with, if it is not the built-in content.
async fn own_pack(store: &dyn Store, game: &dyn AnyGame, kept: &Kept) -> Result<Option<Files>, StoreFault> {
    match lasting::edition(kept).filter(|edition| edition.pack != game.pack()) {
        Some(edition) => store.pack(edition.pack).await,
        None => Ok(None),
    }
}
