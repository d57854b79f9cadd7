//! Closing and opening again: streams end, moves stay, bots go on.

use crate::{
    child::House,
    common::{Open, Visitor, no_limits, over, two_at_a_table},
};
use serde_json::json;
use std::{
    fs::File,
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// A stream of news.
pub struct Stream {
    lines: BufReader<TcpStream>,
}

impl Stream {
    pub async fn open(address: SocketAddr, id: &str) -> Stream {
        Stream::try_open(address, id).await.expect("a stream")
    }

    pub async fn try_open(address: SocketAddr, id: &str) -> Option<Stream> {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let request = format!("GET /api/tables/{id}/stream HTTP/1.1\r\nhost: house.localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        lines.read_line(&mut line).await.ok()?;
        line.contains(" 200 ").then_some(Stream { lines })
    }

    /// The next version that is told; none when the stream ends.
    pub async fn next(&mut self) -> Option<u64> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            // Who is here is told as JSON.
            if let Some(version) = line.strip_prefix("data: ").and_then(|version| version.trim().parse().ok()) {
                return Some(version);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_hear_of_every_change() {
    let open = Open::new().await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let mut streams = [Stream::open(open.address, &id).await, Stream::open(open.address, &id).await];
    let version = ann.table(&id).await["version"].as_u64().unwrap();
    for stream in &mut streams {
        assert_eq!(stream.next().await, Some(version), "the newest version comes first");
    }
    for step in 1..=6 {
        let answer = match ann.move_once(&id, 0).await {
            Some(answer) => answer,
            None => bob.move_once(&id, 0).await.unwrap(),
        };
        assert_eq!(answer.is(200).json()["version"], version + step);
        for stream in &mut streams {
            assert_eq!(stream.next().await, Some(version + step));
        }
    }
    // What is refused is no news.
    ann.command(&id, "play", json!({ "action": "dance" })).await.is(400);
    let silence = tokio::time::timeout(Duration::from_millis(100), streams[0].next()).await;
    assert!(silence.is_err(), "{silence:?}");
    open.close().await;
    assert_eq!(streams[0].next().await, None, "the stream ends with the house");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_with_open_streams_closes_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), "warn", File::create(folder.path().join("log")).unwrap());
    let ann = crate::common::visitor(house.address).await;
    let id = ann.found(json!({ "game": "economy", "quick": true })).await;
    let mut streams = Vec::new();
    for _ in 0..20 {
        let mut stream = Stream::open(house.address, &id).await;
        stream.next().await.unwrap();
        streams.push(stream);
    }
    // Connections on which nobody has asked anything, as browsers keep ready.
    let idle = [TcpStream::connect(house.address).await.unwrap(), TcpStream::connect(house.address).await.unwrap()];
    tokio::time::sleep(Duration::from_millis(50)).await;
    let started = Instant::now();
    let ended_well = tokio::task::spawn_blocking(move || house.terminate()).await.unwrap();
    assert!(ended_well);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    for stream in &mut streams {
        while stream.next().await.is_some() {}
    }
    drop(idle);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_is_there_again_and_bots_go_on() {
    let open = Open::with(no_limits(), Duration::from_millis(30)).await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    for choice in 0..6 {
        ann.move_once(&id, choice).await;
        bob.move_once(&id, choice).await;
    }
    let alone = ann.found(json!({ "game": "economy", "option": { "players": 2 }, "seat": ["bot:steady", "bot:random"] })).await;
    let (seen, of_bob) = (ann.table(&id).await, bob.table(&id).await);
    let folder = open.close().await;
    let again = Open::on(folder, no_limits(), Duration::ZERO).await;
    let (ann, bob) = (Visitor { address: again.address, ..ann }, Visitor { address: again.address, ..bob });
    // Who is here is nothing that lasts.
    for (mut now, before) in [(ann.table(&id).await, seen), (bob.table(&id).await, of_bob)] {
        now["company"] = before["company"].clone();
        assert_eq!(now, before);
    }
    let moved = [ann.move_once(&id, 0).await, bob.move_once(&id, 0).await];
    assert!(moved.iter().flatten().any(|answer| answer.status == 200));
    // Only bots play at the other table: they go on as soon as somebody looks.
    ann.until(&alone, over).await;
    again.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_folder_holds_one_house() {
    let open = Open::new().await;
    let second = crate::common::config(open.data.path(), no_limits(), Duration::ZERO);
    let refused = house::serve(second, |_| panic!("two houses"), std::future::pending()).await.unwrap_err();
    assert!(refused.to_string().contains("another house is open"), "{refused}");
    open.close().await;
}
