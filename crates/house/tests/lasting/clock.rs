//! A limit in minutes outlives a restart: the same times give the same answers.

use crate::{editions::opened, founding, ladder::alone, seated};
use house::table::{Founding, Live, LogEntry, Stage};
use kernel::Record;

/// Whoever has the turn draws a card, at this time.
fn draws(live: &Live, time: u64) -> LogEntry {
    LogEntry::acted(live.turn().awaited.lowest().unwrap(), "draw".into(), time)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_in_minutes_counts_across_restarts() {
    let _alone = alone().await;
    let folder = tempfile::tempdir().unwrap();
    let options = serde_json::json!({ "players": 2, "rounds": 6, "minutes": 30 });
    let options = options.as_object().unwrap().clone();
    let (hall, _) = opened(folder.path()).await;
    let id = hall.found(Founding { game: "bazaar".into(), options, ..founding() }, seated(None)).await.unwrap();
    let minute = |count: u64| 1_700_000_000_000 + count * 60_000;
    // Half a round before each restart, so that the clock is asked of what is read and of what is new.
    for count in [0, 1, 20, 29, 29] {
        let hall = opened(folder.path()).await.0;
        hall.change(&id, move |live| Ok(vec![draws(live, minute(count))])).await.unwrap();
        assert_eq!(hall.look(&id, Live::stage).await.unwrap(), Stage::Running);
    }
    let hall = opened(folder.path()).await.0;
    hall.change(&id, move |live| Ok(vec![draws(live, minute(30))])).await.unwrap();
    let record = hall.look(&id, |live| live.table.as_ref().unwrap().record()).await.unwrap();
    for _ in 0..2 {
        let hall = opened(folder.path()).await.0;
        assert_eq!(hall.look(&id, Live::stage).await.unwrap(), Stage::Over, "the third round was the last");
        assert!(hall.look(&id, |live| live.table.as_ref().unwrap().record()).await.unwrap() == record);
    }
    let game = engine::game("bazaar").unwrap();
    let record = Record::read(&record.to_string()).unwrap();
    assert!(game.replay(&record, None, engine::secret_of(1)).unwrap().turn().is_over());
}
