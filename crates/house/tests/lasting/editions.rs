//! The rules of a game are changed while its tables stand in the store.

use crate::{
    founding,
    ladder::{EDITION, alone},
    seated,
};
use house::{
    fault::Fault,
    hall::Hall,
    pages,
    storage::{Store, sqlite::Sqlite},
    table::{
        Live, LogEntry, Stage,
        log_window::Part,
        scene::{Look, Scene},
    },
};
use kernel::{Record, Seat, Viewer};
use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// A house that has just opened.
pub async fn opened(folder: &Path) -> (Hall, Arc<Sqlite>) {
    let store = Arc::new(Sqlite::open(&folder.join("tables.sqlite")).await.unwrap());
    (Hall::new(store.clone(), Duration::ZERO), store)
}

/// So many moves, each by who is to move: three climb, one waits.
pub async fn play(hall: &Hall, id: &str, moves: usize) {
    for _ in 0..moves {
        hall.change(id, |live| Ok(vec![next_move(live)])).await.unwrap();
    }
}

fn next_move(live: &Live) -> LogEntry {
    let seat = live.table.as_ref().unwrap().turn().awaited.lowest().unwrap();
    let action = if live.version() % 4 == 3 { "wait" } else { "climb" };
    LogEntry::acted(seat, action.into(), 0)
}

/// What everybody sees.
async fn scene(hall: &Hall, id: &str, look: Look) -> Result<Scene, Fault> {
    hall.look(id, move |live| Scene::of(live, None, look)).await?
}

fn lines(scene: &Scene) -> Vec<String> {
    scene.play.as_ref().unwrap().log.lines.iter().map(|line| line.text.clone()).collect()
}

/// All lines of the log, page by page.
async fn whole_log(hall: &Hall, id: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut part = None;
    loop {
        let scene = scene(hall, id, Look { log: part, ..Look::default() }).await.unwrap();
        let window = &scene.play.as_ref().unwrap().log;
        assert!(window.lines.len() < 200, "a page has a window of the log");
        all.splice(0..0, lines(&scene));
        match window.first().filter(|_| window.earlier) {
            Some(first) => part = Some(Part::Before(first)),
            None => return all,
        }
    }
}

fn position(live: &Live) -> serde_json::Value {
    live.table.as_ref().unwrap().position(None).unwrap()
}

async fn entries(store: &Sqlite, id: &str) -> Vec<LogEntry> {
    store.load(id).await.unwrap().unwrap().entries
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_table_goes_on_under_a_raised_edition_and_says_so() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, store) = opened(folder.path()).await;
    let id = hall.found(founding(), seated(None)).await.unwrap();
    let act = async |hall: &Hall, action: &'static str| {
        hall.change(&id, |live| Ok(vec![LogEntry::acted(next_seat(live), action.into(), 0)])).await.unwrap();
    };
    play(&hall, &id, 128).await;
    // After the last position that was kept: a wait is the same under both editions, a climb is not.
    for _ in 0..3 {
        act(&hall, "wait").await;
    }
    let kept = hall.look(&id, position).await.unwrap();
    let told = whole_log(&hall, &id).await;
    act(&hall, "climb").await;
    act(&hall, "wait").await;
    let before = entries(&store, &id).await;
    drop(hall);

    EDITION.store(2, Ordering::SeqCst);
    let hall = opened(folder.path()).await.0;
    let page = scene(&hall, &id, Look::default()).await.unwrap();
    assert_eq!(page.stage, Stage::Running);
    let after = entries(&store, &id).await;
    assert_eq!(after[..before.len()], before, "nothing is deleted");
    let LogEntry::WentOn { edition, kept: true, lost, .. } = &after[before.len()] else { panic!("{:?}", after.last()) };
    assert_eq!((edition.number, *lost), (2, 2), "only what leads elsewhere is lost");
    let now = hall.look(&id, position).await.unwrap();
    assert_eq!(now, kept);
    let log = whole_log(&hall, &id).await;
    let said = log.last().unwrap();
    assert!(said.starts_with("The rules of this game were changed (edition 2).") && said.contains("goes on"), "{said}");
    assert!(said.contains("The last 2 moves could not be kept"), "{said}");
    assert_eq!(log[..log.len() - 1], told);
    assert!(pages::table(&page, None).into_string().contains("The rules of this game were changed (edition 2)"));
    // It is played under the new rules: a climb counts double.
    let rungs = |live: &Live| position(live)["rungs"].as_array().unwrap().iter().map(|one| one.as_i64().unwrap()).sum::<i64>();
    for _ in 0..8 {
        let had = hall.look(&id, rungs).await.unwrap();
        act(&hall, "climb").await;
        assert_eq!((hall.look(&id, rungs).await.unwrap() - had) % 2, 0);
    }
    play(&hall, &id, 70).await;
    let (state, log) = (hall.look(&id, position).await.unwrap(), whole_log(&hall, &id).await);

    // Another start of the house finds the same, and asks nothing of what was before.
    let hall = opened(folder.path()).await.0;
    assert_eq!(hall.look(&id, position).await.unwrap(), state);
    assert_eq!(whole_log(&hall, &id).await, log);
    assert_eq!(entries(&store, &id).await.len(), before.len() + 79);
    // Nobody can take back what was played under other rules.
    let undo = LogEntry::took_back(Seat::FIRST, true);
    for _ in 0..78 {
        let undo = undo.clone();
        hall.change(&id, move |_| Ok(vec![undo])).await.unwrap();
    }
    assert!(hall.change(&id, move |_| Ok(vec![undo])).await.is_err());
    assert_eq!(hall.look(&id, position).await.unwrap(), now);
    // And once more, to the end.
    EDITION.store(1, Ordering::SeqCst);
    let hall = opened(folder.path()).await.0;
    assert_eq!(scene(&hall, &id, Look::default()).await.unwrap().stage, Stage::Running);
    while hall.look(&id, Live::stage).await.unwrap() == Stage::Running {
        play(&hall, &id, 1).await;
    }
    let score = scene(&hall, &id, Look::default()).await.unwrap().play.unwrap().score;
    assert!(!score.is_empty());
    // After it is put away, it is still replayed from where it went on, and the log before that is unchanged.
    let log = whole_log(&hall, &id).await;
    hall.put_away(&id).await.unwrap();
    let (hall, store) = opened(folder.path()).await;
    let kept = store.snapshots(&id).await.unwrap();
    assert_eq!(kept.len(), 2, "where it went on, and the end");
    let page = scene(&hall, &id, Look::default()).await.unwrap();
    assert_eq!((page.stage, page.unplayable, &page.play.as_ref().unwrap().score), (Stage::Over, false, &score));
    assert_eq!(whole_log(&hall, &id).await, log);
    let at = hall.look(&id, Live::version).await.unwrap() - 3;
    assert!(scene(&hall, &id, Look { at: Some(at), ..Look::default() }).await.is_ok());
    // It is also shown with its stored texts when the rules lead elsewhere again.
    EDITION.store(2, Ordering::SeqCst);
    let hall = opened(folder.path()).await.0;
    let page = scene(&hall, &id, Look::default()).await.unwrap();
    assert_eq!((page.stage, page.unplayable, &page.play.as_ref().unwrap().score), (Stage::Over, true, &score));
    assert_eq!(whole_log(&hall, &id).await, log);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_later_follows_what_is_put_away() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, store) = opened(folder.path()).await;
    let id = hall.found(founding(), seated(None)).await.unwrap();
    while hall.look(&id, Live::stage).await.unwrap() == Stage::Running {
        play(&hall, &id, 1).await;
    }
    hall.put_away(&id).await.unwrap();
    let (before, told) = (entries(&store, &id).await, whole_log(&hall, &id).await);
    assert!(store.not_put_away("", 9).await.unwrap().is_empty());
    // The first entries are put away: nobody can write at their positions.
    let late = LogEntry::Asked { by: Seat::FIRST };
    for place in [1, 2, before.len() as u64] {
        assert!(store.append(&id, place, std::slice::from_ref(&late), None).await.is_err(), "{place}");
    }
    assert_eq!(entries(&store, &id).await, before);
    let gone = LogEntry::HandedOver { seat: Seat::FIRST, bot: "steady".into(), by_host: false };
    let then = [before.clone(), vec![gone.clone()]].concat();
    store.append(&id, before.len() as u64 + 1, &[gone], None).await.unwrap();
    // After a restart the later entry is there, and the table can be put away again.
    for _ in 0..2 {
        let (hall, store) = opened(folder.path()).await;
        assert_eq!(entries(&store, &id).await, then);
        let log = whole_log(&hall, &id).await;
        assert_eq!((&log[..told.len()], log.len()), (&told[..], told.len() + 1));
        hall.put_away(&id).await.unwrap();
    }
    let late = store.append(&id, then.len() as u64, &[LogEntry::Asked { by: Seat::FIRST }], None).await;
    assert!(late.is_err(), "it is put away, too");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_an_older_house_finished_are_put_away() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, store) = opened(folder.path()).await;
    let id = hall.found(founding(), seated(None)).await.unwrap();
    let running = hall.found(founding(), seated(None)).await.unwrap();
    play(&hall, &running, 70).await;
    while hall.look(&id, Live::stage).await.unwrap() == Stage::Running {
        play(&hall, &id, 1).await;
    }
    hall.put_away(&id).await.unwrap();
    let (was, log, score) =
        (entries(&store, &id).await, whole_log(&hall, &id).await, scene(&hall, &id, Look::default()).await.unwrap());
    // As the older house left it: all positions beside all rows of the log.
    let kept = store.snapshots(&id).await.unwrap();
    let (rows, moments) = (serde_json::to_string(&was).unwrap(), serde_json::to_value(&kept).unwrap());
    let pool =
        sqlx::SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("tables.sqlite")))
            .await
            .unwrap();
    sqlx::raw_sql("DELETE FROM shelf").execute(&pool).await.unwrap();
    sqlx::query("INSERT INTO entry VALUES (?1, 1, ?2)").bind(&id).bind(rows).execute(&pool).await.unwrap();
    for moment in moments.as_array().unwrap() {
        let keep =
            sqlx::query("INSERT INTO kept VALUES (?1, ?2, ?3)").bind(&id).bind(moment[0].as_i64()).bind(moment[1].to_string());
        keep.execute(&pool).await.unwrap();
    }
    let (hall, store) = opened(folder.path()).await;
    assert_eq!(store.not_put_away("", 9).await.unwrap(), std::slice::from_ref(&id), "what goes on is left as it is");
    assert_eq!(hall.put_all_away().await.unwrap(), 1);
    assert_eq!(hall.put_all_away().await.unwrap(), 0);
    let rows: i64 = sqlx::Row::get(
        &sqlx::query("SELECT count(*) FROM entry WHERE table_id = ?1").bind(&id).fetch_one(&pool).await.unwrap(),
        0,
    );
    assert_eq!(rows, 0);
    pool.close().await;
    assert_eq!((entries(&store, &id).await, store.snapshots(&id).await.unwrap()), (was, kept));
    assert_eq!(whole_log(&hall, &id).await, log);
    assert_eq!(scene(&hall, &id, Look::default()).await.unwrap().play.unwrap().score, score.play.unwrap().score);
    assert!(store.without_snapshots("", 9).await.unwrap().is_empty(), "it is not read once more for what is kept of it");
}

fn next_seat(live: &Live) -> Seat {
    live.table.as_ref().unwrap().turn().awaited.lowest().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_the_same_under_a_raised_edition_stays_as_it_is() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, _) = opened(folder.path()).await;
    let id = hall.found(founding(), seated(None)).await.unwrap();
    for _ in 0..150 {
        hall.change(&id, |live| Ok(vec![LogEntry::acted(next_seat(live), "wait".into(), 0)])).await.unwrap();
    }
    let told = whole_log(&hall, &id).await;
    EDITION.store(2, Ordering::SeqCst);
    let (hall, store) = opened(folder.path()).await;
    let log = whole_log(&hall, &id).await;
    assert_eq!(log[..150], told[..]);
    assert_eq!(log[150..], ["The rules of this game were changed (edition 2). All that was played counts as before."]);
    // Every moment can still be looked at, and be taken back to.
    assert!(scene(&hall, &id, Look { at: Some(3), ..Look::default() }).await.is_ok());
    let undo = || LogEntry::took_back(Seat::FIRST, true);
    hall.change(&id, move |_| Ok(vec![undo(), undo()])).await.unwrap();
    assert_eq!(entries(&store, &id).await.iter().filter(|entry| matches!(entry, LogEntry::WentOn { .. })).count(), 1);
    let hall = opened(folder.path()).await.0;
    assert_eq!(whole_log(&hall, &id).await.len(), 148 + 2);
    assert_eq!(entries(&store, &id).await.iter().filter(|entry| matches!(entry, LogEntry::WentOn { .. })).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_table_is_shown_as_it_was_told_and_scored() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, _) = opened(folder.path()).await;
    let id = hall.found(founding(), seated(None)).await.unwrap();
    play(&hall, &id, 20).await;
    let undo = LogEntry::took_back(Seat::FIRST, true);
    hall.change(&id, move |_| Ok(vec![undo])).await.unwrap();
    while hall.look(&id, Live::stage).await.unwrap() == Stage::Running {
        play(&hall, &id, 1).await;
    }
    hall.put_away(&id).await.unwrap();
    assert_eq!(
        opened(folder.path()).await.1.snapshots(&id).await.unwrap().len(),
        1,
        "one position is kept, and all that was told"
    );
    let was = scene(&hall, &id, Look::default()).await.unwrap().play.unwrap();
    let told = whole_log(&hall, &id).await;
    let record = hall.look(&id, |live| live.table.as_ref().unwrap().record()).await.unwrap();
    for edition in [2, 3] {
        EDITION.store(edition, Ordering::SeqCst);
        let (hall, store) = opened(folder.path()).await;
        let before = entries(&store, &id).await;
        let page = scene(&hall, &id, Look::default()).await.unwrap();
        assert_eq!((page.stage, page.unplayable), (Stage::Over, true));
        let play = page.play.as_ref().unwrap();
        assert_eq!((&play.score, &play.outcome, &play.prompt), (&was.score, &was.outcome, &was.prompt));
        assert_eq!(play.chart.as_ref().unwrap().lines, was.chart.as_ref().unwrap().lines);
        assert_eq!(whole_log(&hall, &id).await, told);
        let html = pages::table(&page, None).into_string();
        assert!(html.contains("as it was told then") && html.contains(&was.score[0].text), "{html}");
        assert!(!html.contains("?at="), "no way leads to a moment that cannot be shown");
        assert_eq!(scene(&hall, &id, Look { at: Some(3), ..Look::default() }).await.unwrap_err().status, 404);
        assert_eq!(play.view.json().unwrap().is_null(), edition == 3, "the last position is drawn if it can be");
        // The record is whole: the rules of then can replay it.
        let told = Record::read(&hall.record(&id).await.unwrap()()).unwrap();
        assert!(told == record, "{:?} {:?}", told.header, record.header);
        // Nothing can be played, and nothing was written.
        let late = hall.change(&id, |_| Ok(vec![LogEntry::acted(Seat::FIRST, "wait".into(), 0)])).await;
        assert_eq!(late.unwrap_err().status, 409);
        assert_eq!(entries(&store, &id).await, before);
    }
    EDITION.store(1, Ordering::SeqCst);
    let game = engine::game("ladder").unwrap();
    assert!(game.replay(&record, None, engine::secret_of(1)).unwrap().turn().is_over());
    let hall = opened(folder.path()).await.0;
    assert!(!scene(&hall, &id, Look { at: Some(3), ..Look::default() }).await.unwrap().unplayable);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_cannot_go_on_stops_and_can_be_read() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, _) = opened(folder.path()).await;
    let id = hall.found(founding(), seated(Some("random"))).await.unwrap();
    let ann = |live: &Live| live.table.as_ref().unwrap().turn().awaited.contains(Seat::FIRST);
    for _ in 0..40 {
        while !hall.look(&id, ann).await.unwrap() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        play(&hall, &id, 1).await;
    }
    while !hall.look(&id, ann).await.unwrap() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let told = whole_log(&hall, &id).await;
    EDITION.store(3, Ordering::SeqCst);
    for _ in 0..2 {
        let (hall, store) = opened(folder.path()).await;
        let page = scene(&hall, &id, Look::default()).await.unwrap();
        assert_eq!(page.stage, Stage::Stopped);
        let log = whole_log(&hall, &id).await;
        // What was told up to the last position that was kept.
        assert_eq!(log[..64], told[..64]);
        assert_eq!(log.last().unwrap(), "The rules of this game were changed, and it cannot go on under the new ones.");
        let html = pages::table(&page, None).into_string();
        assert!(html.contains("cannot go on under the new ones"), "{html}");
        let stopped = entries(&store, &id).await.iter().filter(|entry| matches!(entry, LogEntry::Stopped { .. })).count();
        assert_eq!(stopped, 1, "it stops once");
        let late = hall.change(&id, |_| Ok(vec![LogEntry::acted(Seat::FIRST, "wait".into(), 0)])).await;
        assert_eq!(late.unwrap_err().status, 409);
        let own = store.tables_of("ann", house::storage::Played::Before, None, 9).await.unwrap().tables;
        assert_eq!((own.len(), own[0].stage), (1, Stage::Stopped));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_keeps_the_pack_that_it_was_made_with() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, store) = opened(folder.path()).await;
    // As a program with another pack made it.
    let files = kernel::Files::new([("moves.txt", "30")]);
    store.store_pack("ladder", &files).await.unwrap();
    let mut made = founding();
    made.edition = Some(house::table::Edition { number: 1, pack: files.hash() });
    let id = house::token::table();
    store.found(&id, &made, &[], "waiting").await.unwrap();
    hall.change(&id, |_| Ok(seated(None))).await.unwrap();
    let hall = opened(folder.path()).await.0;
    let mut moves = 0;
    while hall.look(&id, Live::stage).await.unwrap() == Stage::Running {
        play(&hall, &id, 1).await;
        moves += 1;
    }
    assert!((28..=30).contains(&moves), "{moves}");
    let hall = opened(folder.path()).await.0;
    let page = scene(&hall, &id, Look { at: Some(5), ..Look::default() }).await.unwrap();
    assert_eq!((page.stage, page.unplayable), (Stage::Over, false));
    // A new table is played with what comes with the program, which is in the store.
    let new = hall.found(founding(), seated(None)).await.unwrap();
    let edition = store.load(&new).await.unwrap().unwrap().founding.edition.unwrap();
    assert_eq!(store.pack(edition.pack).await.unwrap().unwrap(), engine::game("ladder").unwrap().files());
    assert_ne!(edition.pack, files.hash());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_are_kept_in_the_same_transaction_as_what_led_to_them() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, store) = opened(folder.path()).await;
    let id = hall.found(founding(), seated(None)).await.unwrap();
    play(&hall, &id, 63).await;
    let kept = async || store.snapshots(&id).await.unwrap();
    assert_eq!(kept().await.iter().map(|(_, snapshot)| snapshot.entry).collect::<Vec<_>>(), [0]);
    // What cannot be kept keeps the move from being stored as well, and the other way round.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("tables.sqlite"));
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let refuse = "CREATE TRIGGER full BEFORE INSERT ON kept BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    sqlx::raw_sql(refuse).execute(&pool).await.unwrap();
    let before = entries(&store, &id).await;
    assert_eq!(hall.change(&id, |live| Ok(vec![next_move(live)])).await.unwrap_err().status, 503);
    assert_eq!(entries(&store, &id).await, before);
    sqlx::raw_sql(
        "DROP TRIGGER full; CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    )
    .execute(&pool)
    .await
    .unwrap();
    assert_eq!(hall.change(&id, |live| Ok(vec![next_move(live)])).await.unwrap_err().status, 503);
    assert_eq!((entries(&store, &id).await, kept().await.len()), (before, 1));
    sqlx::raw_sql("DROP TRIGGER full").execute(&pool).await.unwrap();
    play(&hall, &id, 1).await;
    let moments = kept().await;
    assert_eq!(moments.len(), 2);
    let (sequence, snapshot) = &moments[1];
    assert_eq!((*sequence, snapshot.entry), (entries(&store, &id).await.len() as u64, 64));
    assert_eq!(snapshot.moment["position"], hall.look(&id, position).await.unwrap());
    assert_eq!(snapshot.told.len(), 64);
    // What is kept is a moment that counts: when it is taken back, another one is kept.
    let undo = || LogEntry::took_back(Seat::FIRST, true);
    hall.change(&id, move |_| Ok(vec![undo(), undo()])).await.unwrap();
    assert_eq!(kept().await.last().unwrap().1.moment["position"], hall.look(&id, position).await.unwrap());
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_everybody_may_know_is_kept_of_what_was_told() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let (hall, store) = opened(folder.path()).await;
    let mut made = founding();
    (made.game, made.seats) = ("businessmen".into(), 2);
    made.options.insert("players".into(), 2.into());
    let id = hall.found(made, seated(None)).await.unwrap();
    for _ in 0..130 {
        let act = |live: &Live| {
            let table = live.table.as_ref().unwrap();
            let seat = table.turn().next().unwrap();
            Ok(vec![LogEntry::acted(seat, table.bot(seat, "random", live.sequence, &bots::Budget::default()).unwrap(), 0)])
        };
        hall.change(&id, act).await.unwrap();
    }
    let told: Vec<String> =
        store.snapshots(&id).await.unwrap().iter().flat_map(|(_, kept)| kept.told.clone()).map(|line| line.text).collect();
    let watcher = |live: &Live| live.table.as_ref().unwrap().events(0..=128, Viewer::Watcher);
    let seen: Vec<String> = hall.look(&id, watcher).await.unwrap().into_iter().map(|told| told.text).collect();
    assert_eq!(told, seen);
}
