//! `cargo xtask bench server`: how much load the house can take, in a release build on this machine.
//!
//! The clients and the house share the processors, so the figures are for one machine that runs both.

use crate::cargo;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

/// Tables that are played on at the same time.
const TABLES: usize = 200;
/// Watchers of these tables, in total.
const WATCHERS: usize = 1000;
/// Tables that are made to measure the memory of one.
const MADE: usize = 1000;
/// Clients that move as fast as they can.
const CLIENTS: usize = 64;
/// How long each load lasts.
const LASTS: Duration = Duration::from_secs(8);
/// The number of long tables, and how many entries each has at least; random bots play them that far.
const LONG: (usize, u64) = (16, 10_000);
/// How many of them are read before memory is measured, since reading the first tables takes memory that later ones reuse.
const WARM: usize = 4;
/// The game of the long tables: with random players few of its games end sooner.
const LONG_GAME: &str = "businessmen";
/// Moves at a long table that are timed.
const LONG_MOVES: usize = 100;

/// One figure: its name, its value and its target.
struct Figure {
    name: &'static str,
    value: f64,
    unit: &'static str,
    target: Option<Target>,
}

enum Target {
    Below(f64),
    Above(f64),
}

impl Figure {
    fn reached(&self) -> Option<bool> {
        self.target.as_ref().map(|target| match target {
            Target::Below(most) => self.value < *most,
            Target::Above(least) => self.value > *least,
        })
    }
}

/// Builds the house, opens it on this machine, puts it under load and prints the figures.
pub fn run(json: bool, check: bool) -> anyhow::Result<()> {
    let program = build()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut figures = {
        let data = tempfile::tempdir()?;
        runtime.block_on(measure(&House::open(&program, data.path())?))?
    };
    figures.extend(runtime.block_on(measure_long(&program))?);
    if json {
        let figures = figures.iter().map(
            |figure| json!({ "name": figure.name, "value": figure.value, "unit": figure.unit, "reached": figure.reached() }),
        );
        println!("{}", json!({ "figures": figures.collect::<Vec<_>>() }));
    } else {
        for figure in &figures {
            let target = match &figure.target {
                Some(Target::Below(most)) => format!("below {most} {}", figure.unit),
                Some(Target::Above(least)) => format!("above {least} {}", figure.unit),
                None => String::new(),
            };
            let mark = figure.reached().map_or("", |reached| if reached { "reached" } else { "MISSED" });
            println!("{:<58} {:>10.2} {:<6} {target:<16} {mark}", figure.name, figure.value, figure.unit);
        }
    }
    if check && figures.iter().any(|figure| figure.reached() == Some(false)) {
        bail!("a target was missed");
    }
    Ok(())
}

/// Builds the program; returns where it is.
fn build() -> anyhow::Result<String> {
    let built = cargo()
        .args(["build", "--release", "--package", "exchequer", "--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !built.status.success() {
        bail!("the house cannot be built");
    }
    let messages = String::from_utf8_lossy(&built.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program = messages.filter_map(|message| message["executable"].as_str().map(str::to_owned)).next_back();
    program.context("cargo does not say where the program is")
}

/// The house in its own process, which ends when this is dropped.
struct House {
    process: Child,
    address: SocketAddr,
}

impl House {
    fn open(program: &str, data: &Path) -> anyhow::Result<House> {
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--pause", "0", "--rate", "100000000", "--tables", "100000000"])
            .args(["--connections", "10000", "--streams", "10000", "--bot-tables", "10000", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut lines = BufReader::new(process.stdout.take().context("no output")?).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.split_once("http://")?.1.trim().parse().ok());
        Ok(House { address: address.context("the house does not say where it is open")?, process })
    }

    /// The memory it uses, in kilobytes; 0 if the system does not say.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0.0)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A connection that stays open.
struct Client {
    stream: tokio::io::BufReader<TcpStream>,
    token: String,
}

impl Client {
    async fn new(address: SocketAddr) -> anyhow::Result<Client> {
        let mut client = Client::with(address, String::new()).await?;
        let answer = client.ask("POST", "/api/visitors", "", "").await?;
        let answer: Value = serde_json::from_slice(&answer)?;
        client.token = answer["token"].as_str().context("no token")?.to_owned();
        Ok(client)
    }

    async fn with(address: SocketAddr, token: String) -> anyhow::Result<Client> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client { stream: tokio::io::BufReader::new(stream), token })
    }

    async fn send(&mut self, method: &str, path: &str, headers: &str, body: &str) -> anyhow::Result<()> {
        let authorization =
            if self.token.is_empty() { String::new() } else { format!("authorization: Bearer {}\r\n", self.token) };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\n{authorization}{headers}content-length: {length}\r\n\r\n{body}"
        );
        Ok(self.stream.get_mut().write_all(head.as_bytes()).await?)
    }

    /// Sends a request and returns the body of the reply, which must be a success.
    async fn ask(&mut self, method: &str, path: &str, headers: &str, body: &str) -> anyhow::Result<Vec<u8>> {
        self.send(method, path, headers, body).await?;
        let (mut line, mut length, mut chunked, mut status) = (String::new(), 0, false, String::new());
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                bail!("the house closed the connection");
            }
            if status.is_empty() {
                status.clone_from(&line);
            }
            let head = line.trim().to_ascii_lowercase();
            if let Some(told) = head.strip_prefix("content-length: ") {
                length = told.parse()?;
            }
            chunked |= head == "transfer-encoding: chunked";
            if head.is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).await?;
        while chunked {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let size = usize::from_str_radix(line.trim(), 16)?;
            let mut chunk = vec![0; size + 2];
            self.stream.read_exact(&mut chunk).await?;
            answer.extend_from_slice(&chunk[..size]);
            chunked = size > 0;
        }
        if !status.contains(" 20") {
            bail!("{method} {path}: {} {}", status.trim(), String::from_utf8_lossy(&answer));
        }
        Ok(answer)
    }

    async fn post(&mut self, path: &str, body: Value) -> anyhow::Result<Value> {
        let answer = self.ask("POST", path, "content-type: application/json\r\n", &body.to_string()).await?;
        Ok(serde_json::from_slice(&answer)?)
    }

    async fn table(&mut self, id: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_slice(&self.ask("GET", &format!("/api/tables/{id}"), "", "").await?)?)
    }

    /// Makes a table of this game where this client plays all four seats.
    async fn found(&mut self, game: &str) -> anyhow::Result<String> {
        let made = self.post("/api/tables", json!({ "game": game, "hot_seat": true, "option": { "players": 4 } })).await?;
        Ok(made["table"].as_str().context("no table")?.to_owned())
    }

    /// Reads the table and plays the first action; returns the new version.
    async fn step(&mut self, id: &str) -> anyhow::Result<Option<u64>> {
        let table = self.table(id).await?;
        let Some(action) = table["choices"]["actions"][0]["action"].as_str() else { return Ok(None) };
        let done = self.post(&format!("/api/tables/{id}/play"), json!({ "action": action })).await?;
        Ok(done["version"].as_u64())
    }
}

async fn measure(house: &House) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    let mut tell = |name, value, unit, target| figures.push(Figure { name, value, unit, target });

    let empty = house.memory();
    let mut owner = Client::new(house.address).await?;
    let mut tables = Vec::new();
    for _ in 0..MADE {
        tables.push(owner.found("economy").await?);
    }
    tell("memory of a table that begins", (house.memory() - empty) / MADE as f64, "kB", None);

    // In the middle of a game: cards are placed, pieces move.
    let id = tables[0].clone();
    while owner.step(&id).await?.is_some_and(|version| version < 120) {}
    for (name, token, headers) in [
        ("page of a player, median", owner.token.clone(), ""),
        ("page of a watcher, median", "0".repeat(26), ""),
        ("page of a watcher, compressed, median", "0".repeat(26), "accept-encoding: gzip\r\n"),
    ] {
        let mut client = Client::with(house.address, token).await?;
        let (times, bytes) = pages(&mut client, &format!("/t/{id}"), headers).await?;
        tell(name, percentile(&times, 50), "ms", Some(Target::Below(5.0)));
        if headers.is_empty() && name.starts_with("page of a player") {
            tell("page of a player, 99 of 100", percentile(&times, 99), "ms", None);
        }
        tell("  its size", bytes as f64 / 1024.0, "kB", None);
    }
    let (times, _) = pages(&mut owner, "/", "").await?;
    tell("home page, median", percentile(&times, 50), "ms", Some(Target::Below(5.0)));

    let (moves, times) = durable_moves(house.address, &owner.token, &tables[1..=CLIENTS]).await?;
    tell("durable moves, 64 tables at once", moves, "/s", Some(Target::Above(1000.0)));
    tell("  one of them, median", percentile(&times, 50), "ms", None);
    tell("  one of them, 99 of 100", percentile(&times, 99), "ms", None);
    let moves = whole_moves(house.address, &owner.token, &tables[CLIENTS + 1..=2 * CLIENTS]).await?;
    tell("read the table and move, 64 tables at once", moves, "/s", None);

    let live = &tables[MADE - TABLES..];
    let (times, memory) = watched_moves(house, &owner.token, live).await?;
    tell("memory of a watcher", memory, "kB", None);
    tell("a move is visible to a watcher, median", percentile(&times, 50), "ms", Some(Target::Below(20.0)));
    tell("a move is visible to a watcher, 99 of 100", percentile(&times, 99), "ms", None);
    tell("  events seen", times.len() as f64, "", None);
    tell("memory in all, at the end", house.memory() / 1024.0, "MB", None);
    Ok(figures)
}

/// The cost of a long game: its pages, its moves, its memory, and reading it from the store.
async fn measure_long(program: &str) -> anyhow::Result<Vec<Figure>> {
    let data = tempfile::tempdir()?;
    let mut house = House::open(program, data.path())?;
    let mut owner = Client::new(house.address).await?;
    let made = long_tables(&mut owner).await?;

    // In a house that has just opened, only these tables take memory.
    drop(house);
    house = House::open(program, data.path())?;
    owner = Client::with(house.address, owner.token).await?;
    owner.ask("GET", &format!("/new/{LONG_GAME}"), "", "").await?;
    let (mut before, mut loading) = (0.0, Vec::new());
    for (number, id) in made.iter().enumerate() {
        if number == WARM {
            before = house.memory();
        }
        let asked = Instant::now();
        owner.ask("GET", &format!("/t/{id}/fragment"), "", "").await?;
        loading.push(asked.elapsed());
    }
    let memory = (house.memory() - before) / 1024.0 / (made.len() - WARM) as f64;

    let id = &made[0];
    let (mut times, mut bytes) = (Vec::new(), 0);
    while times.len() < LONG_MOVES {
        let table = owner.table(id).await?;
        let version = table["version"].as_u64().context("no version")?;
        let action = table["choices"]["actions"][0]["action"].as_str().context("the long game is over")?;
        let body = format!("action={}", action.replace(' ', "+"));
        let headers = format!("content-type: application/x-www-form-urlencoded\r\nx-exchequer: {version}\r\n");
        let asked = Instant::now();
        let fragment = owner.ask("POST", &format!("/t/{id}/play"), &headers, &body).await?;
        times.push(asked.elapsed());
        bytes = bytes.max(fragment.len());
    }
    let figure = |name, value, unit, most| Figure { name, value, unit, target: Some(Target::Below(most)) };
    Ok(vec![
        figure("after 10,000 entries: the largest fragment", bytes as f64 / 1000.0, "kB", 100.0),
        figure("  a move is answered with it, median", percentile(&times, 50), "ms", 20.0),
        Figure { name: "  a move is answered with it, 99 of 100", value: percentile(&times, 99), unit: "ms", target: None },
        figure("  memory of a table", memory, "MB", 2.0),
        figure("  reading a table from the store, median", percentile(&loading, 50), "ms", 500.0),
    ])
}

/// Opens tables and lets random bots play them until they are long; then all seats are this client's again.
async fn long_tables(owner: &mut Client) -> anyhow::Result<Vec<String>> {
    let (mut playing, mut long) = (Vec::new(), Vec::new());
    while long.len() < LONG.0 {
        while playing.len() + long.len() < LONG.0 {
            let id = owner.found(LONG_GAME).await?;
            for seat in 1..=4 {
                owner.post(&format!("/api/tables/{id}/hand-over"), json!({ "seat": seat, "bot": "random" })).await?;
            }
            playing.push(id);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        let mut still = Vec::new();
        for id in playing {
            let table = owner.table(&id).await?;
            if table["stage"] == "over" {
                continue;
            }
            if table["version"].as_u64().context("no version")? < LONG.1 {
                still.push(id);
                continue;
            }
            for seat in 1..=4 {
                owner.post(&format!("/api/tables/{id}/resume"), json!({ "seat": seat })).await?;
            }
            long.push(id);
        }
        playing = still;
    }
    Ok(long)
}

/// How long a page takes, over many requests, and its size.
async fn pages(client: &mut Client, path: &str, headers: &str) -> anyhow::Result<(Vec<Duration>, usize)> {
    let (mut times, mut bytes) = (Vec::new(), 0);
    let started = Instant::now();
    while times.len() < 300 && started.elapsed() < LASTS {
        let asked = Instant::now();
        bytes = client.ask("GET", path, headers, "").await?.len();
        times.push(asked.elapsed());
    }
    Ok((times, bytes))
}

/// Every client plays an action and takes it back at its own table, as fast as it gets replies.
async fn durable_moves(address: SocketAddr, token: &str, tables: &[String]) -> anyhow::Result<(f64, Vec<Duration>)> {
    let mut clients = JoinSet::new();
    for id in tables {
        let mut client = Client::with(address, token.to_owned()).await?;
        let table = client.table(id).await?;
        let action = table["choices"]["actions"][0]["action"].as_str().context("nothing to do")?.to_owned();
        let id = id.clone();
        clients.spawn(async move {
            let (mut times, started) = (Vec::new(), Instant::now());
            while started.elapsed() < LASTS {
                let asked = Instant::now();
                client.post(&format!("/api/tables/{id}/play"), json!({ "action": action })).await?;
                times.push(asked.elapsed());
                let asked = Instant::now();
                client.post(&format!("/api/tables/{id}/undo"), json!({})).await?;
                times.push(asked.elapsed());
            }
            anyhow::Ok(times)
        });
    }
    let mut times = Vec::new();
    for done in clients.join_all().await {
        times.extend(done?);
    }
    Ok((times.len() as f64 / LASTS.as_secs_f64(), times))
}

/// Every client reads its table and moves, as a playing program would.
async fn whole_moves(address: SocketAddr, token: &str, tables: &[String]) -> anyhow::Result<f64> {
    let mut clients = JoinSet::new();
    for id in tables {
        let mut client = Client::with(address, token.to_owned()).await?;
        let id = id.clone();
        clients.spawn(async move {
            let (mut moves, started) = (0, Instant::now());
            while started.elapsed() < LASTS && client.step(&id).await?.is_some() {
                moves += 1;
            }
            anyhow::Ok(f64::from(moves) / started.elapsed().as_secs_f64())
        });
    }
    let mut moves = 0.0;
    for done in clients.join_all().await {
        moves += done?;
    }
    Ok(moves)
}

/// When each version of each table was asked for.
type Asked = Arc<Mutex<HashMap<(usize, u64), Instant>>>;

/// One move a second at every table: how long it takes until each watcher hears of it, and how much memory a watcher uses.
async fn watched_moves(house: &House, token: &str, tables: &[String]) -> anyhow::Result<(Vec<Duration>, f64)> {
    let asked: Asked = Asked::default();
    let open = Arc::new(AtomicU64::new(0));
    // Read into memory before memory is measured.
    let mut reader = Client::with(house.address, token.to_owned()).await?;
    for id in tables {
        reader.table(id).await?;
    }
    let before = house.memory();
    let mut watchers = JoinSet::new();
    for number in 0..WATCHERS {
        let (table, open, asked) = (number % tables.len(), open.clone(), asked.clone());
        let mut client = Client::with(house.address, String::new()).await?;
        let path = format!("/api/tables/{}/stream", tables[table]);
        watchers.spawn(async move {
            client.send("GET", &path, "", "").await?;
            let (mut times, mut line, mut first) = (Vec::new(), String::new(), true);
            loop {
                line.clear();
                if client.stream.read_line(&mut line).await? == 0 {
                    bail!("the stream ended");
                }
                let Some(version) = line.strip_prefix("data: ") else { continue };
                // Who is present is sent as JSON.
                let Ok(version) = version.trim().parse::<u64>() else { continue };
                if std::mem::take(&mut first) {
                    open.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                let heard = Instant::now();
                if let Some(asked) = asked.lock().ok().and_then(|asked| asked.get(&(table, version)).copied()) {
                    times.push(heard - asked);
                }
                if asked.lock().is_ok_and(|asked| asked.contains_key(&(usize::MAX, 0))) {
                    return anyhow::Ok(times);
                }
            }
        });
    }
    for _ in 0..1000 {
        if open.load(Ordering::Relaxed) as usize == WATCHERS {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let memory = (house.memory() - before) / WATCHERS as f64;
    let mut movers = JoinSet::new();
    for (number, id) in tables.iter().enumerate() {
        let (asked, id) = (asked.clone(), id.clone());
        let mut client = Client::with(house.address, token.to_owned()).await?;
        movers.spawn(async move {
            let table = client.table(&id).await?;
            let mut version = table["version"].as_u64().context("no version")?;
            let action = table["choices"]["actions"][0]["action"].as_str().context("nothing to do")?.to_owned();
            // Spread over the second, so that they do not all move at once.
            tokio::time::sleep(Duration::from_millis(number as u64 * 1000 / TABLES as u64)).await;
            let mut beat = tokio::time::interval(Duration::from_secs(1));
            let started = Instant::now();
            while started.elapsed() < LASTS || version % 2 == 1 {
                beat.tick().await;
                let (verb, body) = match version % 2 {
                    0 => ("undo", json!({})),
                    _ => ("play", json!({ "action": action })),
                };
                if let Ok(mut asked) = asked.lock() {
                    asked.insert((number, version + 1), Instant::now());
                }
                client.post(&format!("/api/tables/{id}/{verb}"), body).await?;
                version += 1;
            }
            anyhow::Ok(version)
        });
    }
    for done in movers.join_all().await {
        done?;
    }
    // One more move each, so that every watcher sees that it is over.
    if let Ok(mut asked) = asked.lock() {
        asked.insert((usize::MAX, 0), Instant::now());
    }
    for id in tables {
        reader.post(&format!("/api/tables/{id}/undo"), json!({})).await.ok();
        reader.step(id).await?;
    }
    let mut times = Vec::new();
    for done in watchers.join_all().await {
        times.extend(done?);
    }
    Ok((times, memory))
}

/// This percentile of the times, in milliseconds.
fn percentile(times: &[Duration], percent: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(index).map_or(0.0, Duration::as_secs_f64) * 1000.0
}
