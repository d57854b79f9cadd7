//! How much the store keeps of a finished game.

use house::{
    hall::{Hall, sits},
    storage::{Store, sqlite::Sqlite},
    table::{Founding, Holder, Live, LogEntry, Stage},
    token,
};
use kernel::Seat;
use std::{path::Path, sync::Arc, time::Duration};

/// A game that bots play.
fn founding(game: &str, preset: &str) -> Founding {
    let options = engine::game(game).unwrap().preset(preset).unwrap();
    let seats = engine::game(game).unwrap().options(&options).unwrap()["players"].as_u64().unwrap() as usize;
    Founding {
        game: game.into(),
        options,
        seats,
        secret: engine::secret_of(1),
        invite: token::invitation(),
        host: Some("ann".into()),
        open: false,
        hot_seat: false,
        edition: None,
        position: None,
        from: None,
        clock: None,
        time: house::clock::now(),
    }
}

fn bots(seats: usize) -> Vec<LogEntry> {
    let sat = (0..seats).map(|index| {
        let seat = Seat::new(index).unwrap();
        sits(seat, &format!("Player {seat}"), Holder::Bot("steady".into()), Some("the same each time"))
    });
    sat.chain([LogEntry::began(house::clock::now())]).collect()
}

/// How many bytes of the file are in use.
async fn used(file: &Path) -> i64 {
    let pool = sqlx::SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(file)).await.unwrap();
    let used = "SELECT (page_count - freelist_count) * page_size \
                FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
    let used = sqlx::Row::get(&sqlx::query(used).fetch_one(&pool).await.unwrap(), 0);
    pool.close().await;
    used
}

/// The most bytes that a finished game may take, whichever it is.
const MOST: i64 = 20_000;

/// A game between bots with the settings of "Play now".
async fn play(game: &'static str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let store = Arc::new(Sqlite::open(&file).await.unwrap());
    let hall = Hall::new(store.clone(), Duration::ZERO);
    // The content of the game is stored once, not with each table.
    store.store_pack(game, &engine::game(game).unwrap().files()).await.unwrap();
    let before = used(&file).await;
    let founding = founding(game, "first");
    let seats = founding.seats;
    let id = hall.found(founding, bots(seats)).await.unwrap();
    while hall.look(&id, Live::stage).await.unwrap() != Stage::Over {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let moves = hall.look(&id, Live::version).await.unwrap();
    // That happens by itself, soon after the end.
    while !store.not_put_away("", 9).await.unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let bytes = used(&file).await - before;
    println!("{game}: {bytes} bytes a finished game of {moves} moves");
    assert!(bytes < MOST, "{game}: {bytes} bytes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_takes_little_room() {
    let games: Vec<_> = engine::games().iter().map(|game| tokio::spawn(play(game.about().id))).collect();
    for game in games {
        game.await.unwrap();
    }
}
