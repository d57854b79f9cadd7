//! The hall: all tables that are in use, each behind a lock, each change stored before anybody sees it.
//!
//! There is one desk for a table at any time: a desk leaves the hall only when nobody holds or watches it, so two desks
//! can never tell two stories of the same table.

mod alone;
mod bringing_in;
mod hinting;
mod reading;
mod standing_in;
mod talking;
mod timers;
mod turns;

pub use bringing_in::InMemory;
pub use hinting::ADVISER;
pub(crate) use reading::record_of;
pub use turns::{News, TurnNews};

use crate::{
    chat::Chat,
    clock,
    fault::Fault,
    keeping::Keeping,
    live::{Live, Progress, Stage},
    log::{Founding, Holder, LogEntry},
    presence::Presence,
    shares::Shares,
    store::{self, Change, Listed, Listing, Place, Store, StoreFault, Summary},
    token,
};
use axum::http::StatusCode;
use bots::Budget;
use engine::Thought;
use kernel::{Files, Key, Seat};
use std::{
    collections::{HashMap, HashSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex as Lock, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Mutex, MutexGuard, Semaphore, mpsc, watch},
    task::JoinHandle,
    time::Instant,
};

/// How long a bot thinks at most.
const THINKING: Duration = Duration::from_secs(2);

/// How long a bot waits for a store that fails before it tries again: at first, and at most.
const PATIENCE: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(30));

/// How long bots wait while people are asked whether something may be taken back: so many pauses, and this at least. Then
/// they go on, and the request is void: nobody can hold up a table by not answering, nor by asking again and again.
const ANSWER: (u32, Duration) = (40, Duration::from_secs(2));

/// A visit to a table that waits is noted once in this time, in milliseconds.
const VISITS: u64 = 60 * 60 * 1000;

/// A table that waits is listed for so long after the last visit, in milliseconds.
const LISTED: u64 = 24 * VISITS;

/// The message when the store fails, for example because the disk is full.
pub(crate) const CANNOT_STORE: &str = "the house cannot store anything right now, so nothing was changed: try again in a moment";

/// The longest log of a table. No game comes near it; who fills it up only wastes the disk.
const LONGEST_LOG: u64 = 100_000;

/// How often one seat can ask, go and come back between two moves: more would only fill up the log.
const MOST_SAID: usize = 50;

/// The most actions that can be taken back at one table: with more, the table would take long to read.
const MOST_TAKEN_BACK: usize = 5000;

/// The most times that people can sit down at a table and leave it before the game begins: more would only fill the log.
const MOST_COMINGS: usize = 500;

/// How many standing answers follow one deed at most: no game asks more in one go.
const MOST_ANSWERS: usize = 64;

/// All tables in use.
#[derive(Clone)]
pub struct Hall {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn Store>,
    tables: Lock<HashMap<String, Arc<TableInUse>>>,
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
    read_for: Shares,
    /// Which tables of bots alone are played.
    alone: alone::Alone,
    /// Turns true when the house closes: then bots stop.
    closing: watch::Sender<bool>,
    /// Who waits for a hint.
    asking: hinting::Waiting,
    /// Who wants to know whose turn it is.
    turns: OnceLock<mpsc::Sender<TurnNews>>,
}

/// The bot that stands in for somebody who did not choose it.
pub const STAND_IN: &str = "steady";

/// After how long without a sign of life a bot may stand in for somebody, where nothing else is said.
pub const AWAY: Duration = Duration::from_secs(120);

/// A table in use, and who waits for news of it.
struct TableInUse {
    /// The table; none before it is read, and after a change that could not be stored.
    live: Mutex<Option<Live>>,
    news: watch::Sender<u64>,
    /// What was said at it, once somebody asked.
    chat: Mutex<Option<Chat>>,
    /// Tells the number of the last line that was said.
    said: watch::Sender<u64>,
    /// Are the bots to move without a pause, until a person is to move?
    hurry: watch::Sender<bool>,
    /// Held by who makes the bots play.
    playing: Mutex<()>,
    /// When a visit was noted last, in milliseconds since 1970.
    visited: AtomicU64,
    /// Until when bots wait before they move: however often somebody asks for something meanwhile, they wait once.
    waits: Lock<Waits>,
    /// Who is here.
    presence: Arc<Presence>,
    /// Do only bots play at it, and who is looking at it then?
    onlookers: alone::Onlookers,
}

/// Until when bots wait.
#[derive(Clone, Copy, Default)]
struct Waits {
    /// To seem to think: at which moment of the game, and until when.
    pause: Option<(usize, Instant)>,
    /// For an answer: after which deed of a person, and until when. Whatever bots do after it, they wait once.
    answer: Option<(usize, Instant)>,
}

/// The end of a wait that began with `from`, or that begins now.
fn until(wait: &mut Option<(usize, Instant)>, from: usize, length: Duration) -> Instant {
    match *wait {
        Some((began, end)) if began == from => end,
        _ => wait.insert((from, Instant::now() + length)).1,
    }
}

impl TableInUse {
    /// Until when a bot waits at this moment of the game: to seem to think, and for an answer if somebody asks for one.
    fn waits_until(&self, progress: Progress, asked: bool, pause: Duration) -> Instant {
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        let thinks = until(&mut waits.pause, progress.now, pause);
        let longest = pause.saturating_mul(ANSWER.0).max(ANSWER.1);
        if asked { thinks.max(until(&mut waits.answer, progress.of_person, longest)) } else { thinks }
    }

    /// Have bots waited for an answer since the last deed of a person for as long as they do?
    fn has_waited(&self, progress: Progress) -> bool {
        let waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        waits.answer.is_some_and(|(from, end)| from == progress.of_person && end <= Instant::now())
    }
}

/// The table that follows another one.
pub enum Following {
    /// It is there already.
    There(String),
    /// A new one, to which the old one leads from now on.
    Next(Founding, Vec<LogEntry>),
    /// A new one that the old one does not know of.
    Aside(Founding, Vec<LogEntry>),
}

/// A new table that is not stored yet.
struct New {
    live: Live,
    entries: Vec<LogEntry>,
    summary: Summary,
    keeping: Option<Keeping>,
}

impl New {
    fn of(founding: Founding, mut entries: Vec<LogEntry>) -> Result<New, Fault> {
        let mut live = Live::new(token::table(), founding);
        entries.iter_mut().try_for_each(|entry| live.take(entry))?;
        let (summary, keeping) = (live.summary(), live.keeping());
        if let Some(keeping) = &keeping {
            live.note_kept(keeping.entry);
        }
        Ok(New { live, entries, summary, keeping })
    }

    fn change(&self) -> Change<'_> {
        Change {
            founding: Some(&self.live.founding),
            stage: Some(self.live.stage().word()),
            summary: Some(&self.summary),
            kept: self.keeping.as_ref(),
            ..Change::of(&self.live.id, 1, &self.entries)
        }
    }
}

/// How much of a change has to happen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All of it or nothing.
    Whole,
    /// As much as goes, from the first entry on.
    AsFar,
}

/// What came of a bot's turn.
enum Played {
    /// Something happened: look again.
    Moved,
    /// No bot is to move, or none is to move now.
    Idle,
    /// The store failed: try again later.
    Later,
    /// No move could be found; it was logged.
    Never,
}

/// Where a bot's move comes from, the best first: a table must never wait for a bot that found nothing.
#[derive(Clone, Copy)]
enum Wits {
    Bot,
    Fallback,
    Anything,
}

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
                read_for: Shares::new(bringing_in::READ_AT_ONCE),
                alone: alone::Alone::default(),
                closing: watch::Sender::new(false),
                asking: hinting::Waiting::default(),
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

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<TableInUse>>> {
        // A panic while the lock was held leaves a whole map behind.
        self.inner.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a table where these things have happened already.
    pub async fn found(&self, founding: Founding, entries: Vec<LogEntry>) -> Result<String, Fault> {
        self.to_its_end(move |hall| async move {
            let new = New::of(hall.fixed(founding).await?, entries)?;
            hall.store().keep(&[new.change()]).await.map_err(stored)?;
            Ok(hall.put_up(new).await)
        })
        .await
    }

    /// Makes a table that follows another one. `decide` looks at that one, and nobody else can change it meanwhile: two who
    /// ask at once come to the same table. Both tables are stored in one go, so that neither ever knows of the other alone.
    pub async fn follow<D>(&self, id: &str, decide: D) -> Result<String, Fault>
    where
        D: FnOnce(&Live) -> Result<Following, Fault> + Send + 'static,
    {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move {
            let desk = hall.known_desk(&id)?;
            let mut guard = desk.live.lock().await;
            let live = match hall.loaded(&id, &desk, &mut guard).await {
                Ok(live) => live,
                Err(fault) => {
                    drop(guard);
                    hall.forget(&id, desk);
                    return Err(fault);
                }
            };
            let new = match decide(live)? {
                Following::There(table) => return Ok(table),
                Following::Aside(founding, entries) => {
                    drop(guard);
                    return hall.found(founding, entries).await;
                }
                Following::Next(founding, entries) => New::of(hall.fixed(founding).await?, entries)?,
            };
            let followed = [LogEntry::Followed { table: new.live.id.clone() }];
            let sequence = live.sequence + 1;
            let change = Change::of(&id, sequence, &followed);
            // As in a change: should anything fail half-way, the table is read anew from the store.
            let Some(mut live) = guard.take() else { return Err(Fault::internal("the table is gone")) };
            live.take(&mut followed[0].clone())?;
            hall.store().keep(&[new.change(), change]).await.map_err(stored)?;
            tell(&desk, &live);
            *guard = Some(live);
            drop(guard);
            Ok(hall.put_up(new).await)
        })
        .await
    }

    /// Brings a new table that is stored into the hall; its bots begin.
    async fn put_up(&self, new: New) -> String {
        metrics::counter!("exchequer_tables_founded_total").increment(1);
        let (id, mut live) = (new.live.id.clone(), new.live);
        let (desk, bots) = (self.desk(&id), live.awaits_bot());
        live.presence = desk.presence.clone();
        tell(&desk, &live);
        self.tell_turns(&live, None);
        self.wind(&live);
        *desk.live.lock().await = Some(live);
        desk.onlookers.note(None);
        if bots {
            self.play_bots(&id, desk);
        }
        id
    }

    /// Does something to its end even if whoever asked goes away meanwhile, so that memory and store never part.
    async fn to_its_end<T, F>(&self, deed: impl FnOnce(Hall) -> F) -> Result<T, Fault>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Fault>> + Send + 'static,
    {
        let doing = tokio::spawn(deed(self.clone()));
        doing.await.unwrap_or_else(|_| Err(Fault::internal("something went wrong; nothing was changed")))
    }

    /// The desk of a table, whether or not the table exists.
    fn desk(&self, id: &str) -> Arc<TableInUse> {
        let desk = || TableInUse {
            live: Mutex::new(None),
            news: watch::Sender::new(0),
            chat: Mutex::new(None),
            said: watch::Sender::new(0),
            hurry: watch::Sender::new(false),
            playing: Mutex::new(()),
            visited: AtomicU64::new(0),
            waits: Lock::default(),
            presence: Arc::new(Presence::new(self.inner.away)),
            onlookers: alone::Onlookers::default(),
        };
        self.tables().entry(id.to_owned()).or_insert_with(|| Arc::new(desk())).clone()
    }

    /// Tells the newest sequence number of a table whenever it changes.
    pub async fn watch(&self, id: &str) -> Result<watch::Receiver<u64>, Fault> {
        // Subscribed before the table is read: the desk stays from here on.
        let news = self.known_desk(id)?.news.subscribe();
        match self.look(id, |_| ()).await {
            Ok(()) => Ok(news),
            Err(fault) => {
                drop(news);
                self.forget(id, self.desk(id));
                Err(fault)
            }
        }
    }

    /// Notes that somebody came by a table, or still has it open: a table that waits stays listed as long as people come.
    pub async fn visit(&self, id: &str) {
        let now = clock::now();
        let noted = |desk: &Arc<TableInUse>| now.saturating_sub(desk.visited.load(Ordering::Relaxed)) < VISITS;
        if self.tables().get(id).is_some_and(noted) {
            return;
        }
        let Ok(waiting) = self.look(id, |live| live.stage() == Stage::Waiting).await else { return };
        let desk = self.desk(id);
        desk.visited.store(now, Ordering::Relaxed);
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
        let watched = |(id, desk): (&String, &Arc<TableInUse>)| {
            (desk.news.receiver_count() > 0 && desk.visited.load(Ordering::Relaxed) <= due).then(|| id.clone())
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
        played: store::Played,
        before: Option<&Place>,
        limit: usize,
    ) -> Result<Listing, Fault> {
        self.store().tables_of(&token::hash(token), played, before, limit).await.map_err(stored)
    }

    /// Looks at a table.
    pub async fn look<T>(&self, id: &str, look: impl FnOnce(&Live) -> T) -> Result<T, Fault> {
        self.note(id, |live| look(live)).await
    }

    /// Looks at a table and notes something that is no part of its log.
    async fn note<T>(&self, id: &str, look: impl FnOnce(&mut Live) -> T) -> Result<T, Fault> {
        let desk = self.known_desk(id)?;
        loop {
            if let Some(live) = desk.live.lock().await.as_mut() {
                return Ok(look(live));
            }
            if let Err(fault) = self.read_to_its_end(id, None).await {
                self.forget(id, desk);
                return Err(fault);
            }
        }
    }

    /// The desk of a table that may exist: what has not the shape of a table's name is no table.
    fn known_desk(&self, id: &str) -> Result<Arc<TableInUse>, Fault> {
        if token::is_table(id) { Ok(self.desk(id)) } else { Err(no_table()) }
    }

    /// Gives up a desk. It leaves the hall if nobody else holds or watches it.
    fn forget(&self, id: &str, desk: Arc<TableInUse>) {
        let mut tables = self.tables();
        drop(desk);
        if tables.get(id).is_some_and(|desk| !in_use(desk)) {
            tables.remove(id);
        }
    }

    /// Takes tables out of memory that nobody watches and that need no bot.
    pub fn sweep(&self) {
        let mut tables = self.tables();
        tables.retain(|_, desk| in_use(desk));
        tables.shrink_to_fit();
        drop(tables);
        self.sweep_onlookers();
    }

    /// The table itself, read from the store if it is not in memory; then its bots go on if it is their turn.
    async fn loaded<'a>(&self, id: &str, desk: &Arc<TableInUse>, guard: &'a mut Option<Live>) -> Result<&'a mut Live, Fault> {
        if guard.is_none() {
            let (mut live, summary) = self.read(id).await?;
            if let Some(next) = &live.next
                && let Ok(false) = self.store().has(next).await
            {
                // The table was deleted by the owner of the house. A new rematch may be made.
                live.next = None;
            }
            live.presence = desk.presence.clone();
            live.wind(self.inner.opened, clock::now());
            self.wind(&live);
            let stands = live.summary();
            if summary.as_ref() != Some(&stands)
                && let Err(fault) = self.store().sum_up(id, &stands).await
                && !matches!(fault, StoreFault::Closed)
            {
                tracing::warn!(%fault, "it could not be noted how a table stands");
            }
            tell(desk, &live);
            if live.awaits_bot() {
                self.play_bots(id, desk.clone());
            }
            *guard = Some(live);
        }
        guard.as_mut().ok_or_else(|| Fault::internal("the table could not be read"))
    }

    /// Changes a table: `decide` looks at it and says what happens. All of it is applied, durably stored, and only then seen
    /// by others. What is refused changes nothing.
    pub async fn change<D>(&self, id: &str, decide: D) -> Result<u64, Fault>
    where
        D: FnOnce(&Live) -> Result<Vec<LogEntry>, Fault> + Send + 'static,
    {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move { hall.change_now(&id, decide, Extent::Whole).await }).await
    }

    /// The same, but what cannot happen any more after what comes before it is left out: of several who answer at once the first may
    /// have settled the matter.
    async fn change_as_far<D>(&self, id: &str, decide: D) -> Result<u64, Fault>
    where
        D: FnOnce(&Live) -> Result<Vec<LogEntry>, Fault> + Send + 'static,
    {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move { hall.change_now(&id, decide, Extent::AsFar).await }).await
    }

    async fn change_now<D>(&self, id: &str, decide: D, extent: Extent) -> Result<u64, Fault>
    where
        D: FnOnce(&Live) -> Result<Vec<LogEntry>, Fault>,
    {
        let desk = self.known_desk(id)?;
        let mut guard = desk.live.lock().await;
        let live = match self.loaded(id, &desk, &mut guard).await {
            Ok(live) => live,
            Err(fault) => {
                drop(guard);
                self.forget(id, desk);
                return Err(fault);
            }
        };
        let (before, stood) = (live.stage(), live.summary());
        let mut entries = decide(live)?;
        let taken_back = entries.iter().filter(|entry| matches!(entry, LogEntry::TookBack { .. })).count();
        let Some((first, others)) = entries.split_first_mut() else { return Ok(live.sequence) };
        if first.said_by().is_some_and(|seat| live.said(seat) >= MOST_SAID) {
            return Err(Fault::conflict("you have said enough about this move: wait for the next one"));
        }
        if matches!(first, LogEntry::Sat { .. } | LogEntry::Left { .. }) && live.comings >= MOST_COMINGS {
            return Err(Fault::conflict("there was too much coming and going at this table: make a new one"));
        }
        if taken_back > 0 && live.taken_back + taken_back > MOST_TAKEN_BACK {
            return Err(Fault::conflict("so much was taken back at this table that nothing more can be"));
        }
        if live.sequence + others.len() as u64 >= LONGEST_LOG {
            return Err(Fault::conflict("this table has reached its limit: start a new one"));
        }
        // Taken out while it changes: should anything fail half-way, the table is read anew from the store.
        let Some(mut live) = guard.take() else { return Err(Fault::internal("the table is gone")) };
        let sequence = live.sequence + 1;
        if let Err(fault) = live.take(first) {
            // What is refused has changed nothing.
            *guard = Some(live);
            return Err(fault);
        }
        let mut taken = 1;
        for entry in others {
            match live.take(entry) {
                Ok(()) => taken += 1,
                Err(fault) if extent == Extent::Whole => return Err(fault),
                // What is refused has changed nothing: the others see what they can still answer.
                Err(_) => break,
            }
        }
        entries.truncate(taken);
        // What was answered once for all is answered at once, before anybody sees the question.
        for _ in 0..MOST_ANSWERS {
            let Some((seat, action)) = live.standing_answer() else { break };
            let mut answer = LogEntry::acted(seat, action, clock::now());
            if let Err(fault) = live.take(&mut answer) {
                tracing::error!(table = id, %seat, fault = fault.message, "a standing answer was refused");
                break;
            }
            entries.push(answer);
        }
        let (after, bots) = (live.stage(), live.awaits_bot());
        let stage = (before != after).then_some(after.word());
        let stands = Some(live.summary()).filter(|stands| *stands != stood);
        let keeping = match after {
            // To tell how a whole game went takes a while, in which others want to be served.
            Stage::Over => {
                let told = apart(move || (live.keeping(), live)).await?;
                live = told.1;
                told.0
            }
            _ => live.keeping(),
        };
        let (summary, kept) = (stands.as_ref(), keeping.as_ref());
        self.store().keep(&[Change { stage, summary, kept, ..Change::of(id, sequence, &entries) }]).await.map_err(stored)?;
        if let Some(keeping) = keeping {
            live.note_kept(keeping.entry);
        }
        let sequence = live.sequence;
        tell(&desk, &live);
        if stands.is_some() {
            self.tell_turns(&live, Some(&stood));
        }
        self.wind(&live);
        *guard = Some(live);
        drop(guard);
        if bots {
            self.play_bots(id, desk);
        }
        if after == Stage::Over {
            self.put_away_soon(id);
        }
        Ok(sequence)
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

    /// Lets the bots of a table move at once, without their pause, until a person is to move.
    pub async fn hurry(&self, id: &str) -> Result<(), Fault> {
        let desk = self.known_desk(id)?;
        if self.look(id, |live| live.awaits_bot()).await? {
            desk.hurry.send_replace(true);
        }
        Ok(())
    }

    /// Lets the bots of a table move at once, and waits until a person is to move, but no longer than this.
    pub async fn hurry_to_person(&self, id: &str, longest: Duration) -> Result<(), Fault> {
        let mut news = self.watch(id).await?;
        self.hurry(id).await?;
        let arrival = async {
            while self.look(id, |live| live.awaits_bot() && !live.asks_person()).await? {
                if news.changed().await.is_err() {
                    break;
                }
            }
            Ok(())
        };
        tokio::time::timeout(longest, arrival).await.unwrap_or(Ok(()))
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

    /// Are the bots of this table to wait, because the house closes or because only bots play at it and nobody is looking?
    fn rests(&self, desk: &TableInUse) -> bool {
        self.closes() || desk.onlookers.lets_rest(self.inner.away, desk.news.receiver_count() > 0)
    }

    /// Plays for the bots of a table until a person is to move or the table rests. There is one task for each table; a second
    /// one ends at once.
    fn play_bots(&self, id: &str, desk: Arc<TableInUse>) {
        let (hall, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let mut patience = PATIENCE.0;
            loop {
                let Ok(playing) = desk.playing.try_lock() else { return };
                let played = loop {
                    match hall.play_bot(&id, &desk).await {
                        Played::Moved => patience = PATIENCE.0,
                        Played::Later => {
                            let mut closing = hall.inner.closing.subscribe();
                            let closes = closing.wait_for(|closing| *closing);
                            let _ = tokio::time::timeout(patience, closes).await;
                            patience = (patience * 2).min(PATIENCE.1);
                        }
                        played => break played,
                    }
                };
                desk.hurry.send_replace(false);
                drop(playing);
                // Whoever moved just before the lock was given back found it taken and relies on this look.
                let bots = hall.look(&id, |live| live.awaits_bot()).await;
                if matches!(played, Played::Never) || bots != Ok(true) || hall.rests(&desk) {
                    return;
                }
            }
        });
    }

    /// One move of a bot, if it is a bot's turn, or the answers of all bots that are asked. A bot that cannot find a move plays
    /// the safe choice.
    async fn play_bot(&self, id: &str, desk: &Arc<TableInUse>) -> Played {
        // A bot in turn leaves people some time to answer an offer or the like before it goes on.
        let look = |live: &Live| {
            let people_answer = live.request.is_some() || live.asks_person() && !live.asks_bot();
            (live.awaits_bot(), live.asks_bot(), people_answer, live.progress(), live.sequence)
        };
        if self.rests(desk) {
            return Played::Idle;
        }
        let (answers, requested, progress, sequence) = match self.look(id, look).await {
            Ok((true, answers, requested, progress, sequence)) => (answers, requested, progress, sequence),
            Ok((false, ..)) => return Played::Idle,
            Err(fault) if fault.status == StatusCode::SERVICE_UNAVAILABLE => return Played::Later,
            Err(_) => return Played::Never,
        };
        let until = desk.waits_until(progress, requested, self.inner.pause);
        if requested {
            let mut news = desk.news.subscribe();
            let answered = news.wait_for(|now| *now > sequence);
            if tokio::time::timeout_at(until, answered).await.is_ok() {
                return Played::Moved;
            }
        } else if !answers && until > Instant::now() {
            let (mut hurry, mut closing) = (desk.hurry.subscribe(), self.inner.closing.subscribe());
            tokio::select! {
                () = tokio::time::sleep_until(until) => {}
                _ = hurry.wait_for(|hurry| *hurry) => {}
                _ = closing.wait_for(|closing| *closing) => return Played::Idle,
            }
        }
        for wits in [Wits::Bot, Wits::Fallback, Wits::Anything] {
            // Somebody may have moved since, or have taken their seat back: then there is nothing to decide here any more.
            let still = |live: &Live| live.progress() == progress && live.awaits_bot();
            let thoughts = match self.look(id, |live| still(live).then(|| thoughts(live))).await {
                Ok(Some(thoughts)) => thoughts,
                Ok(None) => return Played::Moved,
                Err(fault) if fault.status == StatusCode::SERVICE_UNAVAILABLE => return Played::Later,
                Err(_) => return Played::Never,
            };
            let mut turn = None;
            if desk.onlookers.bots_play_alone() {
                let (mut news, mut closing) = (desk.news.subscribe(), self.inner.closing.subscribe());
                tokio::select! {
                    alone = self.inner.alone.turn_to_think() => turn = Some(alone),
                    // A person may have come back: their table does not wait with those where only bots play.
                    _ = news.wait_for(|now| *now != sequence) => return Played::Moved,
                    _ = closing.wait_for(|closing| *closing) => return Played::Idle,
                }
            }
            let acted = self.think(thoughts, progress.now as u64, wits, turn).await;
            if acted.is_empty() {
                continue;
            }
            let at_the_table = desk.clone();
            let decide = move |live: &Live| {
                // Somebody asks for the first time at this moment: they get their answer first.
                let answer_first = live.request.is_some() && !at_the_table.has_waited(progress);
                // Nobody moved meanwhile, whatever was said: then these are the moves. Otherwise look again. Whoever has come back
                // meanwhile decides themselves.
                let bots = live.bots_to_play();
                let of_bot =
                    |entry: &LogEntry| matches!(entry, LogEntry::Acted { seat, .. } if bots.iter().any(|(bot, _)| bot == seat));
                let as_before = live.progress() == progress && !answer_first;
                Ok(if as_before { acted.into_iter().filter(of_bot).collect() } else { Vec::new() })
            };
            match self.change_as_far(id, decide).await {
                Ok(_) => return Played::Moved,
                Err(fault) if fault.status == StatusCode::SERVICE_UNAVAILABLE => return Played::Later,
                Err(_) if self.closes() => return Played::Idle,
                Err(fault) => tracing::error!(table = id, fault = fault.message, "a bot’s move was refused"),
            }
        }
        if self.closes() {
            return Played::Idle;
        }
        tracing::error!(table = id, "no move was found for a bot");
        Played::Never
    }

    /// Lets the bots choose their actions. Each thinks about its own copy of what it may know, and the table is not locked
    /// meanwhile. Where only bots play, it is their `turn`, to which the time is added.
    async fn think(
        &self,
        thoughts: Vec<BotsThought>,
        seed: u64,
        wits: Wits,
        turn: Option<MutexGuard<'_, Duration>>,
    ) -> Vec<LogEntry> {
        let Ok(_thinker) = self.inner.thinkers.acquire().await else { return Vec::new() };
        let think = move || {
            let acted = thoughts.iter().filter_map(|(seat, bot, thought)| {
                // A bot that stumbles must not stop the table.
                let chosen = catch_unwind(AssertUnwindSafe(|| choose(thought.as_ref(), bot, seed, wits)));
                let action = chosen.ok().flatten()?;
                Some(LogEntry::acted(*seat, action, clock::now()))
            });
            acted.collect()
        };
        let began = Instant::now();
        let acted = tokio::task::spawn_blocking(think).await.unwrap_or_default();
        if let Some(mut thought) = turn {
            *thought += began.elapsed();
        }
        acted
    }
}

/// A seat, the bot that plays it, and what it has to decide.
type BotsThought = (Seat, String, Box<dyn Thought>);

/// What the bots have to decide that are to play now.
fn thoughts(live: &Live) -> Vec<BotsThought> {
    let Some(table) = &live.table else { return Vec::new() };
    live.bots_to_play().into_iter().filter_map(|(seat, bot)| Some((seat, bot, table.thought(seat).ok()?))).collect()
}

fn choose(thought: &dyn Thought, bot: &str, seed: u64, wits: Wits) -> Option<String> {
    match wits {
        Wits::Bot => thought.bot(bot, seed, &patience()).ok(),
        Wits::Fallback => Some(thought.fallback()),
        Wits::Anything => thought.first(),
    }
}

/// How much a bot may think about one choice.
fn patience() -> Budget {
    Budget { nodes: Some(200_000), time: Some(THINKING) }
}

/// Does anybody but the hall hold or watch this desk? To be asked while the hall's map is locked: then nobody can come to
/// hold it meanwhile.
fn in_use(desk: &Arc<TableInUse>) -> bool {
    Arc::strong_count(desk) > 1 || desk.news.receiver_count() > 0
}

/// Does something that takes a while, in which others want to be served.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Fault::damaged())
}

/// Tells everybody who waits for news how a table stands now.
fn tell(desk: &TableInUse, live: &Live) {
    desk.presence.seat(live);
    desk.onlookers.set_alone(live.is_played_by_bots_alone());
    desk.news.send_if_modified(|news| std::mem::replace(news, live.sequence) != live.sequence);
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

/// Sitting down, as an entry. Whoever brings luck of their own finds it in the record as nothing but its hash, and can so check
/// that it counted.
pub fn sits(seat: Seat, name: &str, holder: Holder, luck: Option<&str>) -> LogEntry {
    let entropy = match luck.filter(|luck| !luck.is_empty()) {
        Some(luck) => Key::of(&[b"exchequer seat", luck.as_bytes()]),
        None => token::entropy(),
    };
    LogEntry::Sat { seat, name: name.to_owned(), holder, entropy }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::Sqlite;
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
