//! The hall: all tables that are in use, each behind a lock, each change stored before anybody sees it.
//!
//! There is one slot for a table at any time: a slot leaves the hall only when nobody holds or watches it, so two slots
//! can never tell two stories of the same table.

mod bot_only_tables;
mod bots;
mod bring_in;
mod changes;
mod chat;
mod hints;
mod lists;
mod loading;
mod slot;
mod stand_in;
mod timers;
mod turn_news;

pub use bring_in::InMemory;
pub use changes::{Following, sits};
pub use hints::ADVISER;
pub(crate) use loading::record_of;
pub use turn_news::{News, TurnNews};

use crate::{
    clock,
    fault::Fault,
    net::address_slots::AddressSlots,
    storage::{Store, StoreFault},
    table::Live,
    token,
};
use kernel::{Files, Key};
use slot::{TableSlot, in_use, tell};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex as Lock, OnceLock, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Semaphore, mpsc, watch},
    task::JoinHandle,
};

/// The message when the store fails, for example because the disk is full.
pub(crate) const CANNOT_STORE: &str = "the house cannot store anything right now, so nothing was changed: try again in a moment";

/// All tables in use.
#[derive(Clone)]
pub struct Hall {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn Store>,
    tables: Lock<HashMap<String, Arc<TableSlot>>>,
    /// The packs that are known to be in the store.
    packs: Lock<HashSet<Key>>,
    /// How long a bot seems to think, so that people can follow.
    pause: Duration,
    /// After how long without a sign of life a bot may stand in for somebody.
    away: Duration,
    /// When it was opened, in milliseconds since 1970.
    opened: u64,
    /// When whose time is up.
    timers: timers::Timers,
    /// As many bots think at once as there are processors; the others wait, so that people need not.
    thinkers: Semaphore,
    /// Limits how many tables are read from the store at once to the number of processors: a long one takes a while and some
    /// memory.
    reading: Semaphore,
    /// Limits how many tables are read at once for one address.
    read_for: AddressSlots,
    /// Which tables of bots alone are played.
    alone: bot_only_tables::Alone,
    /// Turns true when the house closes: then bots stop.
    closing: watch::Sender<bool>,
    /// Who waits for a hint.
    asking: hints::Waiting,
    /// Who wants to know whose turn it is.
    turns: OnceLock<mpsc::Sender<TurnNews>>,
}

/// The bot that stands in for somebody who did not choose it.
pub const STAND_IN: &str = "steady";

/// After how long without a sign of life a bot may stand in for somebody, where nothing else is said.
pub const AWAY: Duration = Duration::from_secs(120);

impl Hall {
    /// A hall over this store.
    pub fn new(store: Arc<dyn Store>, pause: Duration) -> Hall {
        Hall::patient(store, pause, AWAY)
    }

    /// A hall where a bot may stand in for somebody after so long without a sign of life.
    pub fn patient(store: Arc<dyn Store>, pause: Duration, away: Duration) -> Hall {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        Hall {
            inner: Arc::new(Inner {
                store,
                tables: Lock::default(),
                packs: Lock::default(),
                pause,
                away,
                opened: clock::now(),
                timers: timers::Timers::default(),
                thinkers: Semaphore::new(processors),
                reading: Semaphore::new(processors),
                read_for: AddressSlots::new(bring_in::READ_AT_ONCE),
                alone: bot_only_tables::Alone::default(),
                closing: watch::Sender::new(false),
                asking: hints::Waiting::default(),
                turns: OnceLock::new(),
            }),
        }
    }

    /// The store behind it.
    pub fn store(&self) -> &dyn Store {
        self.inner.store.as_ref()
    }

    /// The content of a pack that some table was made with.
    pub async fn pack(&self, pack: Key) -> Result<Option<Files>, Fault> {
        self.store().pack(pack).await.map_err(stored)
    }

    /// How many tables are in memory.
    pub fn in_use(&self) -> usize {
        self.tables().len()
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<TableSlot>>> {
        // A panic while the lock was held leaves a whole map behind.
        self.inner.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does some work to its end even if the client disconnects meanwhile, so that memory and store always agree.
    async fn to_its_end<T, F>(&self, work: impl FnOnce(Hall) -> F) -> Result<T, Fault>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Fault>> + Send + 'static,
    {
        let doing = tokio::spawn(work(self.clone()));
        doing.await.unwrap_or_else(|_| Err(Fault::internal("something went wrong; nothing was changed")))
    }

    /// The slot of a table, whether or not the table exists.
    fn slot(&self, id: &str) -> Arc<TableSlot> {
        let slot = || Arc::new(TableSlot::new(self.inner.away));
        self.tables().entry(id.to_owned()).or_insert_with(slot).clone()
    }

    /// Tells the newest sequence number of a table whenever it changes.
    pub async fn watch(&self, id: &str) -> Result<watch::Receiver<u64>, Fault> {
        // Subscribed before the table is read: the slot stays from here on.
        let news = self.known_slot(id)?.news.subscribe();
        match self.look(id, |_| ()).await {
            Ok(()) => Ok(news),
            Err(fault) => {
                drop(news);
                self.forget(id, self.slot(id));
                Err(fault)
            }
        }
    }

    /// Looks at a table.
    pub async fn look<T>(&self, id: &str, look: impl FnOnce(&Live) -> T) -> Result<T, Fault> {
        self.note(id, |live| look(live)).await
    }

    /// Looks at a table and notes something that is no part of its log.
    async fn note<T>(&self, id: &str, look: impl FnOnce(&mut Live) -> T) -> Result<T, Fault> {
        let slot = self.known_slot(id)?;
        loop {
            if let Some(live) = slot.live.lock().await.as_mut() {
                return Ok(look(live));
            }
            if let Err(fault) = self.read_to_its_end(id, None).await {
                self.forget(id, slot);
                return Err(fault);
            }
        }
    }

    /// The slot of a table that may exist: what has not the shape of a table's name is no table.
    fn known_slot(&self, id: &str) -> Result<Arc<TableSlot>, Fault> {
        if token::is_table(id) { Ok(self.slot(id)) } else { Err(no_table()) }
    }

    /// Gives up a slot. It leaves the hall if nobody else holds or watches it.
    fn forget(&self, id: &str, slot: Arc<TableSlot>) {
        let mut tables = self.tables();
        drop(slot);
        if tables.get(id).is_some_and(|slot| !in_use(slot)) {
            tables.remove(id);
        }
    }

    /// Takes tables out of memory that nobody watches and that need no bot.
    pub fn sweep(&self) {
        let mut tables = self.tables();
        tables.retain(|_, slot| in_use(slot));
        tables.shrink_to_fit();
        drop(tables);
        self.sweep_onlookers();
    }

    /// The table itself, read from the store if it is not in memory; then its bots go on if it is their turn.
    async fn loaded<'a>(&self, id: &str, slot: &Arc<TableSlot>, guard: &'a mut Option<Live>) -> Result<&'a mut Live, Fault> {
        if guard.is_none() {
            let (mut live, summary) = self.read(id).await?;
            if let Some(next) = &live.next
                && let Ok(false) = self.store().has(next).await
            {
                // The table was deleted by the owner of the house. A new rematch may be made.
                live.next = None;
            }
            live.presence = slot.presence.clone();
            live.wind(self.inner.opened, clock::now());
            self.wind(&live);
            let stands = live.summary();
            if summary.as_ref() != Some(&stands)
                && let Err(fault) = self.store().sum_up(id, &stands).await
                && !matches!(fault, StoreFault::Closed)
            {
                tracing::warn!(%fault, "it could not be noted how a table stands");
            }
            tell(slot, &live);
            if live.awaits_bot() {
                self.play_bots(id, slot.clone());
            }
            *guard = Some(live);
        }
        guard.as_mut().ok_or_else(|| Fault::internal("the table could not be read"))
    }

    /// Puts away a table that is over. If that fails it is tried again the next time the house looks for such tables.
    fn put_away_soon(&self, id: &str) -> JoinHandle<()> {
        let (hall, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            // The store of a closing house closes too.
            if let Err(fault) = hall.put_away(&id).await
                && !hall.closes()
            {
                tracing::warn!(table = id, fault = fault.message, "a table could not be put away");
            }
        })
    }

    /// After a restart: bots whose turn it is go on.
    pub async fn wake(&self, since: u64) -> Result<(), Fault> {
        for id in self.store().running_tables(since).await.map_err(stored)? {
            if self.closes() {
                break;
            }
            // To read a table is to wake its bots.
            if let Err(fault) = self.look(&id, |_| ()).await
                && !self.closes()
            {
                tracing::error!(table = id, fault = fault.message, "a table could not be read");
            }
        }
        Ok(())
    }

    /// The house closes: bots stop.
    pub fn close(&self) {
        self.inner.closing.send_replace(true);
    }

    /// Does the house close?
    fn closes(&self) -> bool {
        *self.inner.closing.borrow()
    }
}

/// Does something that takes a while, in which others want to be served.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Fault::damaged())
}

fn no_table() -> Fault {
    Fault::missing("there is no such table")
}

fn stored(fault: StoreFault) -> Fault {
    match fault {
        StoreFault::Taken => Fault::conflict("somebody else was faster: look again"),
        StoreFault::Damaged(_) => Fault::damaged(),
        StoreFault::Closed => Fault::unavailable("the house is closing: try again in a moment"),
        StoreFault::Failed(message) => {
            tracing::error!(message, "the store failed");
            Fault::unavailable(CANNOT_STORE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::sqlite::Sqlite;
    use std::io;

    /// What was logged.
    #[derive(Clone, Default)]
    struct Logged(Arc<Lock<Vec<u8>>>);

    impl io::Write for Logged {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_house_that_closes_says_nothing_of_tables_that_it_puts_away_later() {
        let logged = Logged::default();
        let writer = logged.clone();
        let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        let _logging = tracing::subscriber::set_default(subscriber);
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap();
        let hall = Hall::new(Arc::new(store), Duration::ZERO);
        let said = || String::from_utf8(std::mem::take(&mut *logged.0.lock().unwrap())).unwrap();
        // There is no such table.
        hall.put_away_soon(&token::table()).await.unwrap();
        assert!(said().contains("could not be put away"));
        hall.close();
        hall.put_away_soon(&token::table()).await.unwrap();
        assert_eq!(said(), "");
    }
}
