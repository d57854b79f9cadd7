//! A house on a free port of this machine, visitors who speak to it, and what they see.

use house::{
    Config,
    calls::CallOptions,
    web::{Access, Limits},
};
use serde_json::{Value, json};
use std::{net::SocketAddr, num::NonZeroU32, path::Path, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
};

/// Limits that nobody reaches.
pub fn no_limits() -> Limits {
    let many = NonZeroU32::new(1_000_000).unwrap();
    let shortest_move = Duration::from_secs(1);
    Limits {
        requests: many,
        burst: many,
        tables: many,
        bot_tables: many,
        comings: many,
        hints: many,
        connections: many,
        streams: many,
        shortest_move,
        ..Limits::default()
    }
}

/// How a house is opened for a test: on any free port, with bots that do not pause.
pub fn config(data: &Path, limits: Limits, pause: Duration) -> Config {
    let access = Access { limits, ..Access::default() };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let calls = CallOptions::default();
    Config { listen, any_port: false, data: data.to_owned(), pause, away: house::AWAY, access, calls, accept_loss: false }
}

/// A house that is open.
pub struct Open {
    pub address: SocketAddr,
    pub data: TempDir,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<anyhow::Result<()>>,
}

impl Open {
    pub async fn new() -> Open {
        Open::with(no_limits(), Duration::ZERO).await
    }

    pub async fn with(limits: Limits, pause: Duration) -> Open {
        Open::on(tempfile::tempdir().unwrap(), limits, pause).await
    }

    /// Opens a house on a folder that may have tables already.
    pub async fn on(data: TempDir, limits: Limits, pause: Duration) -> Open {
        let config = config(data.path(), limits, pause);
        Open::as_told(data, config).await
    }

    /// Opens a house that listens to whom it is told to.
    pub async fn to(access: Access) -> Open {
        let data = tempfile::tempdir().unwrap();
        let config = Config { access, ..config(data.path(), no_limits(), Duration::ZERO) };
        Open::as_told(data, config).await
    }

    /// Opens a house where a bot may stand in for somebody after so long without a sign of life.
    pub async fn patient(away: Duration, pause: Duration) -> Open {
        let data = tempfile::tempdir().unwrap();
        let config = Config { away, ..config(data.path(), no_limits(), pause) };
        Open::as_told(data, config).await
    }

    /// Opens a house that calls people like this, on a folder that may have tables already.
    pub async fn calling(data: TempDir, calls: CallOptions) -> Open {
        let config = Config { calls, ..config(data.path(), no_limits(), Duration::ZERO) };
        Open::as_told(data, config).await
    }

    /// Opens a house as it is told.
    pub async fn as_told(data: TempDir, config: Config) -> Open {
        let (ready, address) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let tell = move |address| ready.send(address).expect("somebody waits for the house");
        let serving = tokio::spawn(house::serve(config, tell, async move { drop(stopped.await) }));
        Open { address: address.await.expect("the house opens"), data, stop, serving }
    }

    /// Closes it and gives back its folder.
    pub async fn close(self) -> TempDir {
        let _ = self.stop.send(());
        self.serving.await.unwrap().unwrap();
        self.data
    }

    /// Somebody nobody knows yet.
    pub fn stranger(&self) -> Visitor {
        Visitor { address: self.address, token: None }
    }

    /// A program with a token.
    pub async fn visitor(&self) -> Visitor {
        visitor(self.address).await
    }
}

/// A program with a token of this house.
pub async fn visitor(address: SocketAddr) -> Visitor {
    let answer = Visitor { address, token: None }.post("/api/visitors", json!({})).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    Visitor { address, token: answer.json()["token"].as_str().map(str::to_owned) }
}

/// Somebody who speaks to the house.
#[derive(Clone)]
pub struct Visitor {
    pub address: SocketAddr,
    pub token: Option<String>,
}

/// What the house answered.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of an error.
    #[track_caller]
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_else(|| panic!("no code: {self:?}")).to_owned()
    }

    #[track_caller]
    pub fn is(&self, status: u16) -> &Answer {
        assert_eq!(self.status, status, "{self:?}");
        self
    }
}

/// Sends bytes as they are and reads the answer to its end; none if there is none.
pub async fn raw(address: SocketAddr, request: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    // A house that refuses a long request may answer before all of it is sent.
    let _ = stream.write_all(request).await;
    answer(stream, request.starts_with(b"HEAD")).await
}

/// Sends bytes as they are and says that no more will come.
pub async fn raw_and_no_more(address: SocketAddr, request: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let _ = stream.write_all(request).await;
    let _ = stream.shutdown().await;
    answer(stream, false).await
}

/// The answer on a line where something was asked.
pub async fn answer_of(stream: TcpStream) -> Option<Answer> {
    answer(stream, false).await
}

async fn answer(mut stream: TcpStream, head_only: bool) -> Option<Answer> {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut bytes)).await.expect("the house answers");
    if read.is_err() && bytes.is_empty() {
        return None;
    }
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines.filter_map(|line| line.split_once(": ")).map(|(key, value)| (key.to_lowercase(), value.to_owned()));
    let headers: Vec<(String, String)> = headers.collect();
    let body = &bytes[end + 4..];
    if let Some((_, length)) = headers.iter().find(|(key, _)| key == "content-length") {
        // An answer that was cut off is no answer.
        if body.len() < length.parse().ok()? && !head_only {
            return None;
        }
    }
    Some(Answer { status, headers, body: String::from_utf8_lossy(body).into_owned() })
}

/// A request as text.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: house.localhost\r\nconnection: close\r\n");
    headers.iter().for_each(|(key, value)| text += &format!("{key}: {value}\r\n"));
    text += &format!("content-length: {}\r\n\r\n", body.len());
    [text.as_bytes(), body].concat()
}

impl Visitor {
    /// Asks; none if the house is gone.
    pub async fn try_ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<Answer> {
        let token = self.token.as_ref().map(|token| format!("Bearer {token}"));
        let mut headers = headers.to_vec();
        headers.extend(token.as_ref().map(|token| ("authorization", token.as_str())));
        raw(self.address, &request(method, path, &headers, body)).await
    }

    pub async fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.try_ask(method, path, headers, body).await.unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes()).await
    }

    /// Posts to a house that may be gone.
    pub async fn try_post(&self, path: &str, body: Value) -> Option<Answer> {
        self.try_ask("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes()).await
    }

    /// Sends a form as a browser does that knows this visitor by the cookie.
    pub async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = serde_urlencoded::to_string(fields).unwrap();
        let cookie = self.token.as_ref().map(|token| format!("exchequer={token}"));
        let mut headers = vec![("content-type", "application/x-www-form-urlencoded")];
        headers.extend(cookie.as_ref().map(|cookie| ("cookie", cookie.as_str())));
        raw(self.address, &request("POST", path, &headers, body.as_bytes())).await.expect("an answer")
    }

    /// A table as this visitor sees it.
    pub async fn table(&self, id: &str) -> Value {
        self.get(&format!("/api/tables/{id}")).await.is(200).json()
    }

    /// The part of a table's page that changes, as this visitor's browser gets it.
    pub async fn fragment(&self, id: &str) -> String {
        let cookie = format!("exchequer={}", self.token.as_deref().unwrap_or_default());
        self.ask("GET", &format!("/t/{id}/fragment"), &[("cookie", &cookie)], b"").await.is(200).body.clone()
    }

    /// Carries out a command at a table.
    pub async fn command(&self, id: &str, verb: &str, body: Value) -> Answer {
        self.post(&format!("/api/tables/{id}/{verb}"), body).await
    }

    /// Makes a table and gives its name.
    pub async fn found(&self, body: Value) -> String {
        self.post("/api/tables", body).await.is(201).json()["table"].as_str().unwrap().to_owned()
    }

    /// What this visitor may do now, if it is their turn.
    pub fn choices(table: &Value) -> Vec<String> {
        let actions = table["choices"]["actions"].as_array().cloned().unwrap_or_default();
        actions.iter().map(|choice| choice["action"].as_str().unwrap().to_owned()).collect()
    }

    /// Plays one of the choices if there is one; the number chooses.
    pub async fn move_once(&self, id: &str, choice: usize) -> Option<Answer> {
        let table = self.table(id).await;
        let choices = Visitor::choices(&table);
        let action = choices.get(choice % choices.len().max(1))?;
        Some(self.command(id, "play", json!({ "action": action, "version": table["version"] })).await)
    }

    /// Waits until a table fits.
    pub async fn until(&self, id: &str, fits: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..4000 {
            let table = self.table(id).await;
            if fits(&table) {
                return table;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the table never came so far: {}", self.table(id).await);
    }
}

/// A stream of a table that is open as long as it is held.
pub struct Listening {
    line: TcpStream,
    heard: String,
}

impl Listening {
    /// Listens until it has heard this.
    pub async fn until(&mut self, words: &str) {
        let mut bytes = [0; 4096];
        let latest = tokio::time::Instant::now() + Duration::from_secs(30);
        while !self.heard.contains(words) {
            let read = tokio::time::timeout_at(latest, self.line.read(&mut bytes)).await;
            let read = read.unwrap_or_else(|_| panic!("never heard `{words}`: {}", self.heard)).unwrap();
            assert!(read > 0, "the stream ended before `{words}`: {}", self.heard);
            self.heard += &String::from_utf8_lossy(&bytes[..read]);
        }
    }

    /// What was heard since this was asked last.
    pub fn heard(&mut self) -> String {
        std::mem::take(&mut self.heard)
    }
}

impl Visitor {
    /// Opens the stream of a table.
    pub async fn listen(&self, id: &str) -> Listening {
        self.listen_with(id, "").await
    }

    /// The same with more headers, each ending with a line break.
    pub async fn listen_with(&self, id: &str, headers: &str) -> Listening {
        let mut line = TcpStream::connect(self.address).await.unwrap();
        let token = self.token.as_ref().map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
        let ask = format!("GET /api/tables/{id}/stream HTTP/1.1\r\nhost: localhost\r\n{token}{headers}\r\n");
        line.write_all(ask.as_bytes()).await.unwrap();
        let mut listening = Listening { line, heard: String::new() };
        listening.until("event: version").await;
        listening
    }
}

/// Is this table over?
pub fn over(table: &Value) -> bool {
    table["stage"] == "over"
}

/// Two people who have a table for two between them.
pub async fn two_at_a_table(open: &Open) -> (Visitor, Visitor, String) {
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2 } })).await;
    let invite = invitation(&ann.table(&id).await);
    bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
    (ann, bob, id)
}

/// The invitation's key of a table that waits.
pub fn invitation(table: &Value) -> String {
    let path = table["invitation"].as_str().expect("an invitation");
    path.rsplit('/').next().unwrap().to_owned()
}

/// Lets two people play until the end, or so many actions.
pub async fn play(people: &[&Visitor], id: &str, actions: usize) -> Value {
    let mut choice = 7;
    for _ in 0..actions {
        for one in people {
            choice = (choice * 31 + 11) % 1009;
            if let Some(answer) = one.move_once(id, choice).await
                && answer.status != 200
            {
                assert_eq!(answer.status, 409, "{answer:?}");
            }
        }
        let table = people[0].table(id).await;
        if over(&table) {
            return table;
        }
    }
    people[0].table(id).await
}
