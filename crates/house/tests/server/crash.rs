//! Killed at random points, again and again: every move that was answered with success is there, and the tables go on.

use crate::{
    child::House,
    common::{Visitor, over, visitor},
};
use house::{
    storage::{Store, sqlite::Sqlite},
    table::LogEntry,
};
use kernel::{Luck, Seeded};
use serde_json::{Value, json};
use std::{
    fs::File,
    net::SocketAddr,
    time::{Duration, Instant},
};

/// How often the house is killed.
const KILLS: usize = 110;

/// No more kills after this, so that a slow machine is not kept busy for ever; far more than is needed.
const LONGEST: Duration = Duration::from_secs(60);

/// A player at a table of their own, and every move that the house said was taken.
struct Player {
    visitor: Visitor,
    founding: Value,
    table: Option<String>,
    /// Table, version and action of what was taken.
    taken: Vec<(String, u64, String)>,
    made: Vec<String>,
}

impl Player {
    /// Plays until the house is gone.
    async fn play(&mut self, address: SocketAddr) {
        self.visitor.address = address;
        while self.step().await.is_some() {}
    }

    async fn step(&mut self) -> Option<()> {
        let Some(id) = self.table.clone() else {
            let answer = self.visitor.try_post("/api/tables", self.founding.clone()).await?;
            let id = answer.is(201).json()["table"].as_str().unwrap().to_owned();
            self.made.push(id.clone());
            self.table = Some(id);
            return Some(());
        };
        let table = self.visitor.try_ask("GET", &format!("/api/tables/{id}"), &[], b"").await?.is(200).json();
        if over(&table) {
            self.table = None;
            return Some(());
        }
        let choices = Visitor::choices(&table);
        let Some(action) = choices.get(self.taken.len() % choices.len().max(1)) else {
            // A bot is to move.
            tokio::time::sleep(Duration::from_millis(1)).await;
            return Some(());
        };
        let body = json!({ "action": action, "version": table["version"] });
        let answer = self.visitor.try_post(&format!("/api/tables/{id}/play"), body).await?;
        let version = answer.is(200).json()["version"].as_u64().unwrap();
        self.taken.push((id, version, action.clone()));
        Some(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_accepted_is_lost_when_the_house_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let open = || House::open(&data, "error", File::options().append(true).create(true).open(&log).unwrap());
    let mut luck = Seeded::new(3);
    let mut house = open();
    let mut players = Vec::new();
    for founding in [
        json!({ "game": "economy", "hot_seat": true, "option": { "players": 3 } }),
        json!({ "game": "economy", "quick": true, "option": { "players": 3 } }),
        json!({ "game": "economy", "quick": true, "option": { "players": 2 } }),
    ] {
        let visitor = visitor(house.address).await;
        players.push(Player { visitor, founding, table: None, taken: vec![], made: vec![] });
    }
    let started = Instant::now();
    let (mut kills, mut moved) = (0, 0);
    while kills < KILLS && started.elapsed() < LONGEST {
        let address = house.address;
        // Where the machine is busy with other things, the first table takes longer: it gets more time until it is there.
        let millis = luck.between(1, 60) + if moved == 0 { 20 * kills as u32 } else { 0 };
        let playing: Vec<_> = players
            .into_iter()
            .map(|mut player| {
                tokio::spawn(async move {
                    player.play(address).await;
                    player
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(u64::from(millis))).await;
        house.kill();
        kills += 1;
        players = Vec::new();
        for one in playing {
            players.push(one.await.unwrap());
        }
        house = open();
        let now: usize = players.iter().map(|player| player.taken.len()).sum();
        moved += usize::from(now > 0);
        // What was taken last is there, and so is all before it.
        for player in &mut players {
            player.visitor.address = house.address;
            if let Some((id, version, _)) = player.taken.last() {
                let seen = player.visitor.table(id).await["version"].as_u64().unwrap();
                assert!(seen >= *version, "kill {kills}: version {version} of {id} was taken, {seen} is there");
            }
        }
    }
    assert!(kills >= 100, "only {kills} kills in {LONGEST:?}");
    assert!(moved > kills / 2);
    // Each table goes on.
    for player in &mut players {
        let before = player.taken.len();
        for _ in 0..3000 {
            if player.taken.len() > before {
                break;
            }
            player.step().await.expect("the house is open");
        }
        assert!(player.taken.len() > before, "the table stands still");
    }
    house.kill();
    // Word for word, from the disk.
    let store = Sqlite::open(&data.join("exchequer.sqlite")).await.unwrap();
    for player in &players {
        for id in &player.made {
            let log = store.load(id).await.unwrap().expect("every table that was made is there").entries;
            for (_, version, taken) in player.taken.iter().filter(|(table, ..)| table == id) {
                match &log[*version as usize - 1] {
                    LogEntry::Acted { action, .. } => assert_eq!(action, taken, "version {version}"),
                    other => panic!("version {version} is {other:?}, {taken} was taken"),
                }
            }
        }
    }
    let logged = std::fs::read_to_string(log).unwrap();
    assert!(!logged.contains("panicked") && !logged.contains("\"ERROR\""), "{logged}");
}
