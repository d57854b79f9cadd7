//! Durable, then visible: what the store did not take is not seen, and a table is one table whoever holds it.

use house::{
    hall::{Following, Hall, sits},
    pages,
    storage::{
        Change, ListPosition, Listed, Listing, Played, Store, StoreFault, Stored, StoredLog, Summary, Upkeep, sqlite::Sqlite,
    },
    table::{
        Founding, Holder, Live, LogEntry, Stage,
        chat::ChatLine,
        scene::{Look, Scene},
        snapshot::Snapshot,
        timing::{AtEnd, Timing},
    },
    token,
};
use kernel::{Files, Key, Luck, Seat, Seeded};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tempfile::TempDir;
use tokio::sync::Semaphore;

/// A store that can be made to fail, and to be slow.
struct Flaky {
    store: Sqlite,
    failing: AtomicBool,
    slow: AtomicU64,
    /// What is said is stored, and yet it seems to fail.
    mumbling: AtomicBool,
    /// A table that is never read.
    stuck: Mutex<Option<String>>,
    /// Tables can no longer be put away.
    keeps_out: AtomicBool,
    /// How often putting a table away was tried.
    put_away: AtomicU64,
    /// The tables that were read, in order.
    reads: Mutex<Vec<String>>,
    /// Each read of a table waits for a permit of this semaphore; without one all go on at once.
    gate: Mutex<Option<Arc<Semaphore>>>,
}

impl Flaky {
    async fn new(folder: &TempDir) -> Arc<Flaky> {
        let store = Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap();
        Arc::new(Flaky {
            store,
            failing: AtomicBool::new(false),
            slow: AtomicU64::new(0),
            mumbling: AtomicBool::new(false),
            stuck: Mutex::default(),
            keeps_out: AtomicBool::new(false),
            put_away: AtomicU64::new(0),
            reads: Mutex::default(),
            gate: Mutex::default(),
        })
    }

    fn fail(&self, failing: bool) {
        self.failing.store(failing, Ordering::SeqCst);
    }

    async fn try_it(&self) -> Result<(), StoreFault> {
        tokio::time::sleep(Duration::from_millis(self.slow.load(Ordering::SeqCst))).await;
        if self.failing.load(Ordering::SeqCst) { Err(StoreFault::Failed("the disk is full".into())) } else { Ok(()) }
    }
}

impl Store for Flaky {
    fn commit<'a>(&'a self, changes: &'a [Change<'a>]) -> Stored<'a, ()> {
        Box::pin(async move {
            self.try_it().await?;
            self.store.commit(changes).await
        })
    }

    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<StoredLog>> {
        Box::pin(async move {
            self.try_it().await?;
            if self.stuck.lock().unwrap().as_deref() == Some(id) {
                std::future::pending::<()>().await;
            }
            self.reads.lock().unwrap().push(id.to_owned());
            let gate = self.gate.lock().unwrap().clone();
            if let Some(gate) = gate {
                gate.acquire().await.unwrap().forget();
            }
            self.store.load(id).await
        })
    }

    fn snapshots<'a>(&'a self, id: &'a str) -> Stored<'a, Vec<(u64, Snapshot)>> {
        self.store.snapshots(id)
    }

    fn without_snapshots<'a>(&'a self, after: &'a str, limit: usize) -> Stored<'a, Vec<String>> {
        self.store.without_snapshots(after, limit)
    }

    fn store_pack<'a>(&'a self, game: &'a str, files: &'a Files) -> Stored<'a, ()> {
        self.store.store_pack(game, files)
    }

    fn pack(&self, hash: Key) -> Stored<'_, Option<Files>> {
        self.store.pack(hash)
    }

    fn open_tables(&self, since: u64, limit: usize) -> Stored<'_, Vec<Listed>> {
        self.store.open_tables(since, limit)
    }

    fn sum_up<'a>(&'a self, id: &'a str, summary: &'a Summary) -> Stored<'a, ()> {
        self.store.sum_up(id, summary)
    }

    fn visited<'a>(&'a self, id: &'a str, time: u64) -> Stored<'a, ()> {
        self.store.visited(id, time)
    }

    fn put_away<'a>(&'a self, id: &'a str, kept: &'a [(u64, Snapshot)]) -> Stored<'a, ()> {
        self.put_away.fetch_add(1, Ordering::SeqCst);
        match self.keeps_out.load(Ordering::SeqCst) {
            true => Box::pin(async { Err(StoreFault::Closed) }),
            false => self.store.put_away(id, kept),
        }
    }

    fn not_put_away<'a>(&'a self, after: &'a str, limit: usize) -> Stored<'a, Vec<String>> {
        self.store.not_put_away(after, limit)
    }

    fn tables_of<'a>(
        &'a self,
        person: &'a str,
        played: Played,
        before: Option<&'a ListPosition>,
        limit: usize,
    ) -> Stored<'a, Listing> {
        self.store.tables_of(person, played, before, limit)
    }

    fn running_tables(&self, since: u64) -> Stored<'_, Vec<String>> {
        self.store.running_tables(since)
    }

    fn say<'a>(&'a self, id: &'a str, line: &'a ChatLine) -> Stored<'a, ()> {
        Box::pin(async move {
            self.try_it().await?;
            self.store.say(id, line).await?;
            match self.mumbling.load(Ordering::SeqCst) {
                true => Err(StoreFault::Failed("nobody knows what became of it".into())),
                false => Ok(()),
            }
        })
    }

    fn said<'a>(&'a self, id: &'a str) -> Stored<'a, Vec<ChatLine>> {
        self.store.said(id)
    }

    fn forget_chats(&self, before: u64) -> Stored<'_, ()> {
        self.store.forget_chats(before)
    }

    fn due(&self) -> Stored<'_, Vec<(String, u64)>> {
        self.store.due()
    }

    fn ping(&self) -> Stored<'_, ()> {
        self.store.ping()
    }
}

fn founding(seats: usize) -> Founding {
    Founding {
        game: "economy".into(),
        options: serde_json::Map::from_iter([("players".to_owned(), seats.into())]),
        seats,
        secret: token::entropy(),
        invite: token::invitation(),
        host: None,
        open: false,
        hot_seat: false,
        edition: None,
        position: None,
        from: None,
        clock: None,
        time: 0,
    }
}

fn person() -> Holder {
    Holder::Person("somebody".into())
}

fn bot() -> Holder {
    Holder::Bot("steady".into())
}

/// All seats taken, and begun.
fn seated(holders: &[Holder]) -> Vec<LogEntry> {
    let sat = holders.iter().enumerate().map(|(index, holder)| {
        let seat = Seat::new(index).unwrap();
        sits(seat, &format!("Player {seat}"), holder.clone(), None)
    });
    sat.chain([LogEntry::began(0)]).collect()
}

/// What the first awaited seat does: the first thing it may.
fn first_choice(live: &Live) -> LogEntry {
    let table = live.table.as_ref().unwrap();
    let seat = table.turn().awaited.lowest().unwrap();
    let action = table.actions(seat).actions[0].action.clone();
    LogEntry::acted(seat, action, 0)
}

async fn act(hall: &Hall, id: &str) -> Result<u64, house::fault::Fault> {
    hall.change(id, |live| Ok(vec![first_choice(live)])).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_stored_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    act(&hall, &id).await.unwrap();
    let news = hall.watch(&id).await.unwrap();
    let before = hall.look(&id, |live| (live.sequence, live.table.as_ref().unwrap().export())).await.unwrap();
    assert_eq!(*news.borrow(), before.0);

    store.fail(true);
    let fault = act(&hall, &id).await.unwrap_err();
    assert_eq!(fault.status, 503, "{fault:?}");
    assert_eq!(hall.found(founding(2), vec![]).await.unwrap_err().status, 503);
    // Memory went ahead and was thrown away: the table cannot be seen until the store answers again.
    assert_eq!(hall.look(&id, |_| ()).await.unwrap_err().status, 503);
    assert_eq!(*news.borrow(), before.0);

    store.fail(false);
    let after = hall.look(&id, |live| (live.sequence, live.table.as_ref().unwrap().export())).await.unwrap();
    assert_eq!(after, before);
    let sequence = act(&hall, &id).await.unwrap();
    assert_eq!(sequence, before.0 + 1);
    assert_eq!(*news.borrow(), sequence);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_goes_on_after_the_store_failed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    let say = async |text: &str| hall.say(&id, text.into(), |_| Ok(Seat::FIRST)).await;
    say("Hello!").await.unwrap();
    store.mumbling.store(true, Ordering::SeqCst);
    assert_eq!(say("Is anybody there?").await.unwrap_err().status, 503);
    store.mumbling.store(false, Ordering::SeqCst);
    assert_eq!(say("Again.").await.unwrap(), 3, "the line before was stored all the same");
    let said: Vec<String> = hall.chat(&id, 0).await.unwrap().into_iter().map(|line| line.text).collect();
    assert_eq!(said, ["Hello!", "Is anybody there?", "Again."]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_cannot_be_read_holds_up_no_other_clock() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let clock = Some(Timing { each: 1000, reserve: 0, end: AtEnd::Bot });
    let hall = Hall::new(store.clone(), Duration::from_secs(3600));
    let now = house::clock::now();
    let mut tables = Vec::new();
    for began in [now - 10_000, now] {
        let mut entries = seated(&[person(), person()]);
        *entries.last_mut().unwrap() = LogEntry::began(began);
        tables.push(hall.found(Founding { clock, ..founding(2) }, entries).await.unwrap());
    }
    drop(hall);
    *store.stuck.lock().unwrap() = Some(tables[0].clone());
    let hall = Hall::new(store.clone(), Duration::from_secs(3600));
    let snapshot = tokio::spawn({
        let hall = hall.clone();
        async move { hall.keep_time().await }
    });
    let mut ran_out = false;
    for _ in 0..2000 {
        let entries = store.load(&tables[1]).await.unwrap().unwrap().entries;
        ran_out = entries.iter().any(|entry| matches!(entry, LogEntry::RanOut { .. }));
        if ran_out {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    snapshot.abort();
    assert!(ran_out, "the second table waits for the first");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_is_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    let before = hall.look(&id, |live| live.sequence).await.unwrap();
    // The second half of this cannot be.
    let refused = hall.change(&id, |live| Ok(vec![first_choice(live), LogEntry::began(0)])).await;
    assert_eq!(refused.unwrap_err().status, 409);
    assert_eq!(hall.look(&id, |live| live.sequence).await.unwrap(), before);
    assert_eq!(store.load(&id).await.unwrap().unwrap().entries.len() as u64, before);
    // Who stumbles while deciding changes nothing either, and the table goes on.
    let stumbled = hall.change(&id, |_| panic!("on purpose")).await;
    assert_eq!(stumbled.unwrap_err().status, 500);
    assert_eq!(act(&hall, &id).await.unwrap(), before + 1);
    assert!(hall.found(founding(2), vec![LogEntry::began(0)]).await.is_err(), "nobody sits there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_away_leaves_a_whole_change_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    store.slow.store(50, Ordering::SeqCst);
    for round in 0..20 {
        let before = hall.look(&id, |live| live.sequence).await.unwrap();
        let asking = tokio::spawn({
            let (hall, id) = (hall.clone(), id.clone());
            async move { act(&hall, &id).await }
        });
        tokio::time::sleep(Duration::from_millis(round % 4 * 15)).await;
        asking.abort();
        // Taken or not: memory and store agree.
        let seen = hall.look(&id, |live| live.sequence).await.unwrap();
        assert!(seen == before || seen == before + 1);
        tokio::time::sleep(Duration::from_millis(60)).await;
        let seen = hall.look(&id, |live| live.sequence).await.unwrap();
        assert_eq!(store.load(&id).await.unwrap().unwrap().entries.len() as u64, seen);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_place_is_given_away_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
    let id = token::table();
    store.found(&id, &founding(2), &[], "waiting").await.unwrap();
    for sequence in 1..=20 {
        let many = (0..20).map(|number| {
            let (store, id) = (store.clone(), id.clone());
            tokio::spawn(async move { store.append(&id, sequence, &[LogEntry::began(number)], None).await.is_ok() })
        });
        let mut taken = 0;
        for one in many.collect::<Vec<_>>() {
            taken += usize::from(one.await.unwrap());
        }
        assert_eq!(taken, 1, "place {sequence}");
    }
    assert_eq!(store.load(&id).await.unwrap().unwrap().entries.len(), 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_at_one_desk_whatever_is_swept() {
    let folder = tempfile::tempdir().unwrap();
    let hall = Hall::new(Flaky::new(&folder).await, Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    let news = hall.watch(&id).await.unwrap();
    let sweeping = tokio::spawn({
        let hall = hall.clone();
        async move {
            loop {
                hall.sweep();
                tokio::time::sleep(Duration::from_micros(200)).await;
            }
        }
    });
    let actors = (0..4).map(|_| {
        let (hall, id) = (hall.clone(), id.clone());
        tokio::spawn(async move {
            let mut places = Vec::new();
            while places.len() < 25 {
                let sequence = act(&hall, &id).await.unwrap();
                // A lost look at a table that is not there must not disturb those that are.
                let _ = hall.look(&token::table(), |_| ()).await;
                places.push(sequence);
            }
            places
        })
    });
    let mut places = Vec::new();
    for actor in actors.collect::<Vec<_>>() {
        places.extend(actor.await.unwrap());
    }
    places.sort_unstable();
    let first = places[0];
    assert_eq!(places, (first..first + 100).collect::<Vec<_>>(), "each change has its own place");
    // Who watched from the start has heard of the last change.
    assert_eq!(*news.borrow(), first + 99);
    drop(news);
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(hall.in_use(), 0, "nobody needs it any more");
    assert_eq!(hall.look(&id, |live| live.sequence).await.unwrap(), first + 99);
    sweeping.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_are_not_there_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let hall = Hall::new(Flaky::new(&folder).await, Duration::ZERO);
    for _ in 0..50 {
        let id = token::table();
        let (looked, watched) = tokio::join!(hall.look(&id, |_| ()), hall.watch(&id));
        assert_eq!((looked.unwrap_err().status.as_u16(), watched.unwrap_err().status.as_u16()), (404, 404));
    }
    assert_eq!(hall.look(&"x".repeat(10_000), |_| ()).await.unwrap_err().status, 404);
    assert_eq!(hall.in_use(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_go_on_when_the_store_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::from_millis(1));
    let id = hall.found(founding(3), seated(&[bot(), bot(), bot()])).await.unwrap();
    let mut news = hall.watch(&id).await.unwrap();
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        store.fail(true);
        tokio::time::sleep(Duration::from_millis(20)).await;
        let stuck = *news.borrow_and_update();
        store.fail(false);
        let moved = tokio::time::timeout(Duration::from_secs(10), news.wait_for(|now| *now > stuck)).await;
        moved.expect("the bots go on").unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_read_wakes_its_bots() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    // A house that was killed before its bots moved.
    let id = token::table();
    store.found(&id, &founding(2), &seated(&[bot(), bot()]), "waiting").await.unwrap();
    let hall = Hall::new(store, Duration::ZERO);
    let over = |live: &Live| live.table.as_ref().unwrap().turn().is_over();
    let sequence = hall.look(&id, |live| live.sequence).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(hall.look(&id, |live| live.sequence).await.unwrap(), sequence, "bots alone wait for somebody who looks");
    for _ in 0..2000 {
        if hall.look(&id, over).await.unwrap() {
            return;
        }
        hall.look_on(&id, [192, 0, 2, 1].into(), 10);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the bots did not finish");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_never_forgotten_between_two_moves() {
    let folder = tempfile::tempdir().unwrap();
    let hall = Hall::new(Flaky::new(&folder).await, Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), bot()])).await.unwrap();
    let mut news = hall.watch(&id).await.unwrap();
    for _ in 0..60 {
        // The person acts as soon as the bot has: just when the bots' task ends.
        let state = hall.look(&id, |live| (live.awaits_bot(), live.table.as_ref().unwrap().turn().is_over())).await.unwrap();
        match state {
            (_, true) => return,
            (true, _) => {
                let moved = tokio::time::timeout(Duration::from_secs(10), news.changed()).await;
                moved.expect("the bot moves").unwrap();
            }
            (false, _) => drop(act(&hall, &id).await.unwrap()),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_tables_change_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap());
    let (old, founding) = (token::table(), founding(2));
    let begun = [LogEntry::began(0)];
    store.found(&old, &founding, &begun, "over").await.unwrap();
    // Two followers of the same table at once, while others write as well: one of them is there, and nothing of the other.
    let ids: Vec<String> = (0..8).map(|_| token::table()).collect();
    let many = ids.iter().cloned().map(|new| {
        let (store, old, founding, begun) = (store.clone(), old.clone(), founding.clone(), begun.clone());
        tokio::spawn(async move {
            let followed = [LogEntry::Followed { table: new.clone() }];
            let next = Change { founding: Some(&founding), stage: Some("running"), ..Change::of(&new, 1, &begun) };
            let led = Change::of(&old, 2, &followed);
            store.found(&token::table(), &founding, &begun, "waiting").await.unwrap();
            store.commit(&[next, led]).await.is_ok()
        })
    });
    let mut taken = Vec::new();
    for (one, id) in many.collect::<Vec<_>>().into_iter().zip(&ids) {
        if one.await.unwrap() {
            taken.push(id.clone());
        }
    }
    assert_eq!(taken.len(), 1);
    let kept = store.load(&old).await.unwrap().unwrap().entries;
    assert_eq!(kept[1..], [LogEntry::Followed { table: taken[0].clone() }]);
    assert_eq!(store.running_tables(0).await.unwrap(), taken, "nobody plays at a table that nobody was led to");
    for id in &ids {
        assert_eq!(store.load(id).await.unwrap().is_some(), *id == taken[0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_follows_is_stored_with_the_one_it_follows() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    let next = |live: &Live| match &live.next {
        Some(next) => Ok(Following::There(next.clone())),
        None => Ok(Following::Next(founding(2), seated(&[person(), person()]))),
    };
    store.fail(true);
    assert_eq!(hall.follow(&id, next).await.unwrap_err().status, 503);
    store.fail(false);
    assert_eq!(hall.look(&id, |live| live.next.clone()).await.unwrap(), None);
    assert_eq!(store.running_tables(0).await.unwrap(), std::slice::from_ref(&id), "no other table is left behind");
    // Whoever asks and goes away at once finds it done or not begun.
    store.slow.store(30, Ordering::SeqCst);
    for round in 0..6 {
        let asking = tokio::spawn({
            let (hall, id) = (hall.clone(), id.clone());
            async move { hall.follow(&id, next).await }
        });
        tokio::time::sleep(Duration::from_millis(round * 10)).await;
        asking.abort();
    }
    let (one, two) = tokio::join!(hall.follow(&id, next), hall.follow(&id, next));
    let table = one.unwrap();
    assert_eq!(two.unwrap(), table);
    assert_eq!(hall.look(&id, |live| live.next.clone()).await.unwrap(), Some(table.clone()));
    let mut running = store.running_tables(0).await.unwrap();
    running.sort_unstable();
    let mut both = [id, table];
    both.sort_unstable();
    assert_eq!(running, both);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_does_not_grow_with_what_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    act(&hall, &id).await.unwrap();
    let size = async |hall: &Hall| {
        let scene = hall.look(&id, |live| Scene::of(live, None, Look::default())).await.unwrap().unwrap();
        (pages::table(&scene, None).into_string().len(), pages::fragment(&scene, None).into_string().len())
    };
    let (page, fragment) = size(&hall).await;
    let sequence = hall.look(&id, |live| live.sequence).await.unwrap();
    let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
    let said: Vec<LogEntry> = (0..49_900).flat_map(|_| [LogEntry::Asked { by: ann }, LogEntry::Declined { seat: bob }]).collect();
    store.append(&id, sequence + 1, &said, None).await.unwrap();
    let hall = Hall::new(store, Duration::ZERO);
    let (long_page, long_fragment) = size(&hall).await;
    assert!(long_page < page + 50_000 && long_fragment < fragment + 50_000, "{long_page} bytes after {page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_fills_up_the_log_by_asking() {
    let folder = tempfile::tempdir().unwrap();
    let hall = Hall::new(Flaky::new(&folder).await, Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    act(&hall, &id).await.unwrap();
    let ask = |seat| hall.change(&id, move |_| Ok(vec![LogEntry::Asked { by: seat }]));
    let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
    // Ask as often as one may.
    let ask_on = async || {
        let mut asked = 0;
        while ask(ann).await.is_ok() {
            asked += 1;
            assert!(asked < 1000, "nobody minds");
        }
        assert_eq!(ask(ann).await.unwrap_err().status, 409);
        asked
    };
    assert!(ask_on().await > 20);
    // Others can still ask, and after the next move all is new.
    ask(bob).await.unwrap();
    act(&hall, &id).await.unwrap();
    assert!(ask_on().await > 20);
    // The host can help whatever was said.
    let helped = LogEntry::HandedOver { seat: ann, bot: "steady".into(), by_host: true };
    hall.change(&id, move |_| Ok(vec![helped])).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_that_was_taken_out_of_the_store_can_be_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let next = |live: &Live| match &live.next {
        Some(next) => Ok(Following::There(next.clone())),
        None => Ok(Following::Next(founding(2), seated(&[person(), person()]))),
    };
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let id = hall.found(founding(2), seated(&[person(), person()])).await.unwrap();
    let gone = hall.follow(&id, next).await.unwrap();
    // The house is closed, and its owner deletes tables that nobody plays at.
    Upkeep::remove(&store.store, std::slice::from_ref(&gone)).await.unwrap();
    let hall = Hall::new(store.clone(), Duration::ZERO);
    assert_eq!(hall.look(&id, |live| live.next.clone()).await.unwrap(), None, "nothing leads to a table that is gone");
    let another = hall.follow(&id, next).await.unwrap();
    assert_ne!(another, gone);
    hall.look(&another, |_| ()).await.unwrap();
    // That one stays, now and after the next start.
    assert_eq!(hall.follow(&id, next).await.unwrap(), another);
    let hall = Hall::new(store, Duration::ZERO);
    assert_eq!(hall.follow(&id, next).await.unwrap(), another);
}

#[tokio::test]
async fn a_game_that_ends_while_the_house_closes_is_no_reason_to_warn() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let subscriber = tracing_subscriber::fmt().with_writer(std::fs::File::create(&log).unwrap()).finish();
    let _here = tracing::subscriber::set_default(subscriber);
    let store = Flaky::new(&folder).await;
    store.keeps_out.store(true, Ordering::SeqCst);
    let short = || {
        let mut founding = founding(2);
        founding.options.insert("target".into(), 1.into());
        founding
    };
    for (closes, warnings) in [(false, 1), (true, 1)] {
        let hall = Hall::new(store.clone(), Duration::ZERO);
        let id = hall.found(short(), seated(&[person(), person()])).await.unwrap();
        if closes {
            hall.close();
        }
        let before = store.put_away.load(Ordering::SeqCst);
        let mut luck = Seeded::new(3);
        for _ in 0..5000 {
            if hall.look(&id, Live::stage).await.unwrap() == Stage::Over {
                break;
            }
            // With random moves, so that the game ends.
            let number = luck.below(1_000_000);
            let some = move |live: &Live| {
                let table = live.table.as_ref().unwrap();
                let seat = table.turn().awaited.lowest().unwrap();
                let actions = table.actions(seat).actions;
                Ok(vec![LogEntry::acted(seat, actions[number % actions.len()].action.clone(), 0)])
            };
            hall.change(&id, some).await.unwrap();
        }
        assert_eq!(hall.look(&id, Live::stage).await.unwrap(), Stage::Over);
        // The refusal came at once, so a warning would be in the log by now.
        while store.put_away.load(Ordering::SeqCst) == before {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let said = std::fs::read_to_string(&log).unwrap();
        assert_eq!(said.matches("a table could not be put away").count(), warnings, "{said}");
    }
}

/// Runs every task that waits only for others of this test.
async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_table_is_read_once_however_many_ask_and_hang_up() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let mut tables = Vec::new();
    for _ in 0..2 {
        tables.push(hall.found(founding(2), seated(&[person(), person()])).await.unwrap());
    }
    let gate = Arc::new(Semaphore::new(0));
    *store.gate.lock().unwrap() = Some(gate.clone());
    let hall = Hall::new(store.clone(), Duration::ZERO);
    for _ in 0..10 {
        let (one, other) = (tables[0].clone(), tables[1].clone());
        let looking = tokio::spawn({
            let hall = hall.clone();
            async move { hall.look(&one, |_| ()).await }
        });
        let bringing = tokio::spawn({
            let hall = hall.clone();
            async move { hall.bring_in(&other, [192, 0, 2, 1].into()).await.map(|_| ()) }
        });
        settle().await;
        looking.abort();
        bringing.abort();
        assert!(looking.await.is_err() && bringing.await.is_err());
    }
    gate.add_permits(100);
    for id in &tables {
        hall.look(id, |_| ()).await.unwrap();
    }
    let mut reads = store.reads.lock().unwrap().clone();
    reads.sort();
    tables.sort();
    assert_eq!(reads, tables);
}

#[tokio::test]
async fn whoever_asks_for_many_tables_does_not_keep_others_from_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let store = Flaky::new(&folder).await;
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let mut tables = Vec::new();
    for _ in 0..20 {
        tables.push(hall.found(founding(2), seated(&[person(), person()])).await.unwrap());
    }
    let gate = Arc::new(Semaphore::new(0));
    *store.gate.lock().unwrap() = Some(gate.clone());
    let hall = Hall::new(store.clone(), Duration::ZERO);
    let mut asking = Vec::new();
    let (own, others) = tables.split_last().unwrap();
    for (ids, last) in [(others, 1), (std::slice::from_ref(own), 2)] {
        for id in ids {
            let (hall, id) = (hall.clone(), id.clone());
            asking.push(tokio::spawn(async move { hall.bring_in(&id, [192, 0, 2, last].into()).await.map(|_| ()) }));
        }
        settle().await;
    }
    gate.add_permits(tables.len());
    for one in asking {
        one.await.unwrap().unwrap();
    }
    let reads = store.reads.lock().unwrap().clone();
    assert_eq!(reads.len(), tables.len());
    let place = reads.iter().position(|id| id == own).unwrap();
    assert!(place <= 2, "{place} others came first");
}
