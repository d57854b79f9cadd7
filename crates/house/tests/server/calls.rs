//! Whoever is to play is called: by a web hook that leads nowhere inside, and by mail that nobody gets who did not ask for it.

use crate::common::{Answer, Open, Visitor, config, invitation, no_limits, raw, request, two_at_a_table};
use house::{
    Config,
    calls::{CallOptions, MailServer, Trust},
    web::Network,
};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// This machine, where hooks of tests lead.
fn here() -> Vec<Network> {
    vec!["127.0.0.0/8".parse().unwrap()]
}

fn options() -> CallOptions {
    CallOptions {
        networks: here(),
        grace: Duration::from_millis(300),
        again: [Duration::from_millis(10); 2],
        ..CallOptions::default()
    }
}

async fn house(calls: CallOptions) -> Open {
    Open::calling(tempfile::tempdir().unwrap(), calls).await
}

/// A web server that is called, and what it was told. How often it was tried is counted apart.
#[derive(Clone)]
struct Hook {
    address: SocketAddr,
    calls: Arc<Mutex<Vec<Value>>>,
    tries: Arc<AtomicUsize>,
}

impl Hook {
    /// Answers every call with this.
    async fn answering(answer: &'static str) -> Hook {
        Hook::tried(answer, answer).await
    }

    /// Answers one who tries it with the first, and every call with the second.
    async fn tried(tried: &'static str, answer: &'static str) -> Hook {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let hook = Hook { address: listener.local_addr().unwrap(), calls: Arc::default(), tries: Arc::default() };
        let (calls, tries) = (hook.calls.clone(), hook.tries.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let (mut head, mut line, mut length) = (String::new(), String::new(), 0);
                while stream.read_line(&mut line).await.unwrap() > 2 {
                    if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                    head += &line;
                    line.clear();
                }
                let mut body = vec![0; length];
                stream.read_exact(&mut body).await.unwrap();
                assert!(head.starts_with("POST /told?x=1 HTTP/1.1"), "{head}");
                assert!(head.to_lowercase().contains("content-type: application/json"), "{head}");
                let call: Value = serde_json::from_slice(&body).unwrap();
                let answer = if call["event"] == "hello" { tried } else { answer };
                match &call["event"] {
                    hello if hello == "hello" => drop(tries.fetch_add(1, Ordering::SeqCst)),
                    _ => calls.lock().unwrap().push(call),
                }
                let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n");
                stream.get_mut().write_all(answer.as_bytes()).await.unwrap();
            }
        });
        hook
    }

    fn link(&self) -> String {
        format!("http://{}/told?x=1", self.address)
    }

    fn tries(&self) -> usize {
        self.tries.load(Ordering::SeqCst)
    }

    fn calls(&self) -> Vec<Value> {
        self.calls.lock().unwrap().clone()
    }

    async fn until(&self, calls: usize) -> Vec<Value> {
        until(|| self.calls().len() >= calls).await;
        self.calls()
    }
}

async fn until(fits: impl Fn() -> bool) {
    for _ in 0..6000 {
        if fits() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came so far");
}

/// Who is to move at a table of two, and who is not.
async fn in_turn<'a>(ann: &'a Visitor, bob: &'a Visitor, id: &str) -> (&'a Visitor, &'a Visitor) {
    if Visitor::choices(&ann.table(id).await).is_empty() { (bob, ann) } else { (ann, bob) }
}

/// Plays until it is the other one's turn.
async fn passes(one: &Visitor, other: &Visitor, id: &str) {
    for choice in 0..200 {
        if !Visitor::choices(&other.table(id).await).is_empty() {
            return;
        }
        one.move_once(id, choice).await.unwrap().is(200);
    }
    panic!("the turn never passes");
}

/// Looks at a page of the house as a browser does that knows this visitor.
async fn looks(one: &Visitor, path: &str) -> Answer {
    let cookie = format!("exchequer={}", one.token.as_ref().unwrap());
    raw(one.address, &request("GET", path, &[("cookie", &cookie)], b"")).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hook_is_called_once_for_each_turn() {
    let open = house(CallOptions { address: Some("https://games.example.org".into()), ..options() }).await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let (one, other) = in_turn(&ann, &bob, &id).await;
    let hook = Hook::answering("204 No Content").await;
    let set = other.post("/api/visitors/me/calls", json!({ "hook": hook.link() })).await.is(200).json();
    assert_eq!(set["hook"], json!({ "address": hook.link(), "confirmed": true, "failed": 0, "next": null }));
    passes(one, other, &id).await;
    let call = hook.until(1).await[0].clone();
    let link = format!("https://games.example.org/t/{id}");
    let words = format!("Your turn at ECONOMY: {link}");
    let seat = &other.table(&id).await["own"][0];
    assert_eq!(
        call,
        json!({ "event": "turn", "game": "economy", "title": "ECONOMY", "table": id, "seat": seat, "link": link,
                "text": words, "content": words })
    );
    passes(other, one, &id).await;
    passes(one, other, &id).await;
    hook.until(2).await;
    // Another one's addresses are nobody's business.
    let others = one.get("/api/visitors/me/calls").await.json();
    assert!(others["hook"].is_null() && !looks(one, "/calls").await.body.contains("told?x=1"));
    assert!(looks(other, "/calls").await.body.contains("told?x=1"));
    // The turn goes on after the house was closed: who was told is not told again, and who was not is told now.
    passes(other, one, &id).await;
    one.post("/api/visitors/me/calls", json!({ "hook": hook.link() })).await.is(200);
    passes(one, other, &id).await;
    hook.until(3).await;
    one.post("/api/visitors/me/calls", json!({ "hook": "" })).await.is(200);
    let second = Hook::answering("200 OK").await;
    passes(other, one, &id).await;
    one.post("/api/visitors/me/calls", json!({ "hook": second.link() })).await.is(200);
    let data = open.close().await;
    let open = Open::calling(data, options()).await;
    let call = second.until(1).await[0].clone();
    assert_eq!((&call["table"], &call["link"]), (&json!(id), &json!(format!("/t/{id}"))));
    let one = Visitor { address: open.address, ..one.clone() };
    let data = open.close().await;
    let open = Open::calling(data, options()).await;
    let one = Visitor { address: open.address, ..one };
    // At another table it is a turn of its own; when that call has come through, the first table's would have long since.
    let alone = one.found(json!({ "game": "economy", "hot_seat": true, "option": { "players": 2 } })).await;
    assert_eq!(second.until(2).await[1]["table"], json!(alone));
    assert_eq!(second.calls().len(), 2);
    assert_eq!(hook.calls().len(), 3);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hook_leads_nowhere_inside_and_follows_nobody() {
    let (hook, elsewhere) = (Hook::answering("204 No Content").await, Hook::answering("204 No Content").await);
    let open = house(CallOptions { networks: Vec::new(), ..options() }).await;
    let ann = open.visitor().await;
    for address in [hook.link(), format!("http://localhost:{}/told?x=1", hook.address.port()), "http://[::1]:8080/".to_owned()] {
        ann.form("/calls/hook", &[("address", &address)]).await.is(303);
        let tried = ann.form("/calls/try", &[]).await;
        assert!(tried.status == 409 && tried.body.contains("no public server"), "{tried:?}");
    }
    for wrong in ["", "ftp://example.org/", "http://example.org:22/", "https://a:b@example.org/", "x"] {
        ann.form("/calls/hook", &[("address", wrong)]).await.is(400);
    }
    assert_eq!(hook.tries(), 0);
    open.close().await;

    let open = house(options()).await;
    let ann = open.visitor().await;
    let moved = format!("302 Found\r\nlocation: {}", elsewhere.link());
    let moving = Hook::answering(moved.leak()).await;
    ann.form("/calls/try", &[]).await.is(409);
    ann.form("/calls/hook", &[("address", &moving.link())]).await.is(303);
    let tried = ann.form("/calls/try", &[]).await;
    assert!(tried.status == 409 && tried.body.contains("did not answer with success"), "{tried:?}");
    assert!(!tried.body.contains("302"), "what is answered elsewhere is nobody’s business: {tried:?}");
    assert_eq!((elsewhere.tries(), moving.tries()), (0, 2), "a redirect was followed");
    // What has never answered is not called.
    let hot = json!({ "game": "economy", "hot_seat": true, "option": { "players": 2 } });
    assert_eq!(ann.get("/api/visitors/me/calls").await.json()["hook"]["confirmed"], false);
    ann.found(hot.clone()).await;
    let (bob, other) = (open.visitor().await, Hook::answering("200 OK").await);
    bob.post("/api/visitors/me/calls", json!({ "hook": other.link() })).await.is(200);
    bob.found(hot).await;
    other.until(1).await;
    assert!(moving.calls().is_empty());
    ann.form("/calls/hook", &[("address", &hook.link())]).await.is(303);
    let tried = ann.form("/calls/try", &[]).await;
    assert!(tried.status == 200 && tried.body.contains("The web hook works"), "{tried:?}");
    assert_eq!(hook.tries(), 2);
    // Another one takes its place when it has answered, not before.
    ann.form("/calls/hook", &[("address", &moving.link())]).await.is(303);
    let both = ann.get("/api/visitors/me/calls").await.json()["hook"].clone();
    assert_eq!(both, json!({ "address": hook.link(), "confirmed": true, "failed": 0, "next": moving.link() }));
    ann.form("/calls/forget", &[("way", "hook")]).await.is(303);
    assert!(ann.get("/api/visitors/me/calls").await.json()["hook"].is_null());
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hook_that_says_wait_for_ever_is_not_listened_to_for_ever() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    // How much the house read before it hung up.
    let taken = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (wait, mut taken) = (b"HTTP/1.1 100 Continue\r\n\r\n".repeat(100), 0);
        while let Ok(written) = stream.write(&wait).await {
            taken += written;
        }
        taken
    });
    let open = house(options()).await;
    let ann = open.visitor().await;
    let began = std::time::Instant::now();
    ann.form("/calls/hook", &[("address", &format!("http://{address}/told?x=1"))]).await.is(303);
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    // Data that fit into the system's buffers are not read.
    let taken = taken.await.unwrap();
    assert!(taken < 16 << 20, "{taken} bytes");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_does_not_change_wishes_all_the_time() {
    let open = house(options()).await;
    let mut changed = 0;
    for _ in 0..15 {
        // Whoever they are, and in whichever way they ask.
        let eve = open.visitor().await;
        let form = eve.form("/calls/forget", &[("way", "hook")]).await.status;
        let json = eve.post("/api/visitors/me/calls", json!({ "hook": "" })).await.status;
        for status in [form, json] {
            assert!([200, 303, 429].contains(&status), "{status}");
            changed += usize::from(status != 429);
        }
    }
    assert!((20..25).contains(&changed), "{changed} changes at once");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hook_that_fails_is_tried_again_and_given_up() {
    let open = house(options()).await;
    let ann = open.visitor().await;
    let hook = Hook::tried("200 OK", "500 Oh").await;
    ann.post("/api/visitors/me/calls", json!({ "hook": hook.link() })).await.is(200);
    let failed = async || ann.get("/api/visitors/me/calls").await.json()["hook"]["failed"].as_u64().unwrap();
    let hot = json!({ "game": "economy", "hot_seat": true, "option": { "players": 2 } });
    for turn in 1..=5 {
        ann.found(hot.clone()).await;
        hook.until(3 * turn).await;
        while failed().await < turn as u64 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    ann.found(hot).await;
    assert!(looks(&ann, "/calls").await.body.contains("failed 5 times"));
    // Another one is called after it, so it was not called itself.
    let (bob, other) = (open.visitor().await, Hook::answering("200 OK").await);
    bob.post("/api/visitors/me/calls", json!({ "hook": other.link() })).await.is(200);
    bob.found(json!({ "game": "economy", "hot_seat": true, "option": { "players": 2 } })).await;
    other.until(1).await;
    assert_eq!(hook.calls().len(), 15);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_looks_at_the_table_is_not_called() {
    let open = house(CallOptions { grace: Duration::from_secs(4), ..options() }).await;
    let (ann, bob) = (open.visitor().await, open.visitor().await);
    let hook = Hook::answering("200 OK").await;
    bob.post("/api/visitors/me/calls", json!({ "hook": hook.link() })).await.is(200);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let fields = json!({ "game": "economy", "name": "Ann", "option": { "players": 2, "starter": "first_seat" } });
        let id = ann.found(fields).await;
        let invite = invitation(&ann.table(&id).await);
        bob.command(&id, "sit", json!({ "name": "Bob", "invite": invite })).await.is(200);
        // Bob is at both tables in his browser.
        looks(&bob, &format!("/t/{id}")).await.is(200);
        tables.push(id);
    }
    for id in &tables {
        passes(&ann, &bob, id).await;
        let away = if *id == tables[0] { "" } else { "?away=" };
        looks(&bob, &format!("/t/{id}/fragment{away}")).await.is(200);
    }
    // At the first he saw that it is his turn; of the second he is told, which was later.
    assert_eq!(hook.until(1).await[0]["table"], json!(tables[1]));
    assert_eq!(hook.calls().len(), 1);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_about_to_be_replaced_by_a_bot_is_told() {
    let data = tempfile::tempdir().unwrap();
    let told = config(data.path(), no_limits(), Duration::ZERO);
    let open = Open::as_told(data, Config { calls: options(), away: Duration::from_secs(2), ..told }).await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let hook = Hook::answering("200 OK").await;
    bob.post("/api/visitors/me/calls", json!({ "hook": hook.link() })).await.is(200);
    let mut answer = ann.command(&id, "hand-over", json!({ "seat": 2 })).await;
    while answer.status == 409 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        answer = ann.command(&id, "hand-over", json!({ "seat": 2 })).await;
    }
    answer.is(200);
    until(|| hook.calls().iter().any(|call| call["event"] == "stand_in")).await;
    let call = hook.calls().into_iter().find(|call| call["event"] == "stand_in").unwrap();
    assert_eq!(call["text"], json!(format!("A bot is about to play for you at ECONOMY: /t/{id}")));
    ann.until(&id, |table| table["seats"][1]["bot"] == "steady").await;
    open.close().await;
}

/// A mail as the server got it.
#[derive(Clone, Debug)]
struct Mail {
    to: String,
    text: String,
}

/// An SMTP server that takes every mail, but none for `nobody@…`.
#[derive(Clone)]
struct PostOffice {
    address: SocketAddr,
    mails: Arc<Mutex<Vec<Mail>>>,
    said: Arc<Mutex<String>>,
}

impl PostOffice {
    async fn open() -> PostOffice {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let office = PostOffice { address: listener.local_addr().unwrap(), mails: Arc::default(), said: Arc::default() };
        let opened = office.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let office = opened.clone();
                tokio::spawn(async move { office.serve(stream).await });
            }
        });
        office
    }

    async fn serve(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        let (mut to, mut answer) = (String::new(), "220 post.example.org ready".to_owned());
        loop {
            stream.get_mut().write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
            let mut line = String::new();
            if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                return;
            }
            self.said.lock().unwrap().push_str(&line);
            answer = match line.split([' ', ':']).next().unwrap_or_default().trim().to_uppercase().as_str() {
                "EHLO" => "250-post.example.org\r\n250-8BITMIME\r\n250 AUTH PLAIN".to_owned(),
                "AUTH" => "235 welcome".to_owned(),
                "RCPT" if line.contains("nobody@") => "550 no such mailbox".to_owned(),
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1).unwrap().to_owned();
                    "250 ok".to_owned()
                }
                "DATA" => {
                    stream.get_mut().write_all(b"354 go on\r\n").await.unwrap();
                    let mut text = String::new();
                    while !text.ends_with("\r\n.\r\n") {
                        assert!(stream.read_line(&mut text).await.unwrap() > 0);
                    }
                    self.mails.lock().unwrap().push(Mail { to: to.clone(), text });
                    "250 taken".to_owned()
                }
                "QUIT" => return drop(stream.get_mut().write_all(b"221 bye\r\n").await),
                _ => "250 ok".to_owned(),
            };
        }
    }

    async fn until(&self, mails: usize) -> Mail {
        until(|| self.mails.lock().unwrap().len() >= mails).await;
        self.mails.lock().unwrap()[mails - 1].clone()
    }

    fn options(&self) -> CallOptions {
        let user = Some(("house".to_owned(), "pass word".to_owned()));
        let (place, from) = (format!("smtp://{}", self.address), "Exchequer <games@example.org>");
        let server = MailServer::new(&place, user, from, &Trust::default()).unwrap();
        CallOptions { mail: Some(server), address: Some("https://games.example.org".into()), ..options() }
    }
}

/// The path of the first link of this kind in a mail. Lines that were broken for the way are put together again.
fn link(mail: &Mail, kind: &str) -> String {
    let text = mail.text.replace("=\r\n", "").replace("\r\n", "\n");
    let start = text.find(&format!("https://games.example.org/calls/{kind}/")).unwrap_or_else(|| panic!("no link: {text}"));
    let link = text[start..].split_whitespace().next().unwrap().trim_end_matches('>');
    link.strip_prefix("https://games.example.org").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_is_sent_once_a_turn_to_who_confirmed_the_address_and_stops_by_a_link() {
    let office = PostOffice::open().await;
    let open = house(office.options()).await;
    let (ann, bob, id) = two_at_a_table(&open).await;
    let (one, other) = in_turn(&ann, &bob, &id).await;
    assert!(looks(other, "/calls").await.body.contains("E-mail"));
    other.form("/calls/mail", &[("address", "Player@example.org")]).await.is(303);
    let asked = office.until(1).await;
    assert_eq!(asked.to, "Player@example.org");
    assert!(office.said.lock().unwrap().contains("AUTH PLAIN AGhvdXNlAHBhc3Mgd29yZA=="), "user and password");
    // Without a word from there nothing more is sent; a program that only looks at the link says nothing.
    passes(one, other, &id).await;
    let confirm = link(&asked, "confirm");
    let page = open.stranger().get(&confirm).await;
    assert!(page.status == 200 && page.body.contains("Player@example.org"), "{page:?}");
    passes(other, one, &id).await;
    assert!(looks(other, "/calls").await.body.contains("A link was sent"));
    open.stranger().form(&confirm, &[]).await.is(200);
    assert!(looks(other, "/calls").await.body.contains("Mail is sent to"));
    passes(one, other, &id).await;
    let told = office.until(2).await;
    let text = told.text.replace("=\r\n", "");
    for words in [
        "Subject: Your turn at ECONOMY",
        "From: Exchequer <games@example.org>",
        &format!("https://games.example.org/t/{id}"),
        "List-Unsubscribe: <https://games.example.org/calls/stop/",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    ] {
        assert!(text.contains(words), "no `{words}`: {text}");
    }
    // Another address counts when it is confirmed, not before.
    other.form("/calls/mail", &[("address", "later@example.org")]).await.is(303);
    let confirm = link(&office.until(3).await, "confirm");
    let both = other.get("/api/visitors/me/calls").await.json()["mail"].clone();
    assert_eq!((&both["address"], &both["next"]), (&json!("Player@example.org"), &json!("later@example.org")));
    // The next turn is another mail; between them there was none.
    passes(other, one, &id).await;
    passes(one, other, &id).await;
    assert_eq!(office.until(4).await.to, "Player@example.org");
    open.stranger().form(&confirm, &[]).await.is(200);
    passes(other, one, &id).await;
    passes(one, other, &id).await;
    let told = office.until(5).await;
    assert_eq!(told.to, "later@example.org");
    assert!(other.get("/api/visitors/me/calls").await.json()["mail"]["next"].is_null());
    // A mail program stops it without being anybody.
    let stop = link(&told, "stop");
    assert!(open.stranger().get(&stop).await.is(200).body.contains("No more mail"));
    let body = b"List-Unsubscribe=One-Click";
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    raw(open.address, &request("POST", &stop, &kind, body)).await.unwrap().is(200);
    assert!(other.get("/api/visitors/me/calls").await.json()["mail"].is_null());
    assert_eq!(office.mails.lock().unwrap().len(), 5);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_have_strangers_mailed() {
    let office = PostOffice::open().await;
    let open = house(office.options()).await;
    let eve = open.visitor().await;
    for wrong in ["", "x", "a@b", "a@example.org,b@example.org", "a@example.org\r\nBcc: b@example.org"] {
        eve.form("/calls/mail", &[("address", wrong)]).await.is(400);
    }
    for other_spelling in
        ["\"stranger\"@example.org", "\"strange\\r\"@example.org", "stranger(x)@example.org", "stranger.@example.org"]
    {
        eve.form("/calls/mail", &[("address", other_spelling)]).await.is(400);
    }
    // One address is asked twice in a while, whoever asks, and however it is spelt.
    let others = [open.visitor().await, open.visitor().await];
    for (visitor, name, status) in [(&eve, "stranger", 303), (&others[0], "Stranger+1", 303), (&others[1], "stranger+2", 429)] {
        visitor.form("/calls/mail", &[("address", &format!("{name}@example.org"))]).await.is(status);
    }
    let asked = office.until(2).await;
    assert!(!asked.text.contains("games.example.org/t/"), "{asked:?}");
    // Who says that it was not them is never asked again, whatever became of the wish meanwhile.
    others[0].form("/calls/forget", &[("way", "mail")]).await.is(303);
    eve.form("/calls/mail", &[("address", "other@example.org")]).await.is(303);
    open.stranger().form(&link(&asked, "stop"), &[]).await.is(200);
    open.stranger().form("/calls/stop/0123456789abcdefghjkmnpqrs", &[]).await.is(404);
    // Nor does one address of the network have many asked.
    for (name, status) in [("a", 303), ("b", 303), ("c", 429)] {
        open.visitor().await.form("/calls/mail", &[("address", &format!("{name}@example.org"))]).await.is(status);
    }
    let open = Open::calling(open.close().await, office.options()).await;
    let eve = Visitor { address: open.address, ..eve };
    for spelt in ["stranger@example.org", "Stranger@EXAMPLE.org", "stranger@example.org.", " stranger+again@example.org "] {
        let barred = eve.form("/calls/mail", &[("address", spelt)]).await;
        assert!(barred.status == 409 && barred.body.contains("does not want"), "{spelt}: {barred:?}");
    }
    eve.form("/calls/mail", &[("address", "nobody@example.org")]).await.is(503);
    assert_eq!(office.mails.lock().unwrap().len(), 5);
    open.close().await;
    // Without a server it is not offered.
    let open = house(options()).await;
    let ann = open.visitor().await;
    assert!(!looks(&ann, "/calls").await.body.contains("mail"));
    ann.form("/calls/mail", &[("address", "ann@example.org")]).await.is(409);
    open.close().await;
}
