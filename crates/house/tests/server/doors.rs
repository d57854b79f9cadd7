//! Who comes in: how many, from where, by which name, through which proxy; and who is turned away how.

use crate::{
    child::House,
    common::{Answer, Open, answer_of, no_limits, raw, request, two_at_a_table, visitor},
    restart::Stream,
};
use house::web::{Access, Limits, Network};
use serde_json::json;
use std::{fs::File, net::SocketAddr, num::NonZeroU32, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

/// A house behind a proxy on this machine.
fn behind_a_proxy(limits: Limits) -> Access {
    Access { limits, proxies: vec!["127.0.0.0/8".parse::<Network>().unwrap()], ..Access::default() }
}

/// Asks as a proxy does that speaks for somebody.
async fn as_proxy(address: SocketAddr, path: &str, whom: &str) -> Answer {
    raw(address, &request("GET", path, &[("x-forwarded-for", whom)], b"")).await.expect("an answer")
}

/// Asks until it is answered with success; who has left makes room.
async fn until_let_in(open: &Open) -> Answer {
    for _ in 0..500 {
        match raw(open.address, &request("GET", "/api/games", &[], b"")).await {
            Some(answer) if answer.status == 200 => return answer,
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    panic!("nobody is let in any more");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_so_many_connections() {
    let open = Open::to(Access { limits: Limits { connections: number(3), ..no_limits() }, ..Access::default() }).await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        let mut line = TcpStream::connect(open.address).await.unwrap();
        // Answered, and so known to be counted.
        line.write_all(b"GET /assets/mark.svg HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        assert!(line.read(&mut [0; 64]).await.unwrap() > 0);
        idle.push(line);
    }
    let refused = open.stranger().get("/api/games").await;
    assert_eq!((refused.status, refused.header("connection")), (429, Some("close")), "{refused:?}");
    assert!(refused.body.contains("too many connections"), "{refused:?}");
    idle.pop();
    until_let_in(&open).await;
    drop(idle);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_together_have_so_many_connections() {
    // A proxy may open as many as it likes, as long as there is room.
    let limits = Limits { connections: number(1), all_connections: number(4), ..no_limits() };
    let open = Open::to(behind_a_proxy(limits)).await;
    let mut idle = Vec::new();
    for _ in 0..4 {
        let mut line = TcpStream::connect(open.address).await.unwrap();
        line.write_all(b"GET /assets/mark.svg HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        assert!(line.read(&mut [0; 64]).await.unwrap() > 0);
        idle.push(line);
    }
    let refused = open.stranger().get("/api/games").await;
    assert_eq!((refused.status, refused.header("connection")), (503, Some("close")), "{refused:?}");
    assert!(refused.body.contains("the house is full"), "{refused:?}");
    drop(idle);
    until_let_in(&open).await;
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_dropped() {
    let limits = Limits { connections: number(1), unread: Duration::from_millis(400), ..no_limits() };
    let open = Open::to(Access { limits, ..Access::default() }).await;
    let mut line = TcpStream::connect(open.address).await.unwrap();
    let many = b"GET /rules/profitability HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(400);
    // Asks for tens of megabytes and reads nothing of it.
    let asking = tokio::spawn(async move {
        let _ = line.write_all(&many).await;
        tokio::time::sleep(Duration::from_secs(600)).await;
        drop(line);
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(open.stranger().get("/api/games").await.status, 429, "the only place is taken");
    until_let_in(&open).await;
    asking.abort();
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trusted_proxy_speaks_for_others_and_nobody_else_does() {
    let limits = Limits { requests: number(1), burst: number(5), ..no_limits() };
    let open = Open::to(behind_a_proxy(limits)).await;
    // Each address has its own measure, and a network of IPv6 is one address.
    for whom in ["192.0.2.1", "192.0.2.2", "2001:db8:0:1::1", "2001:db8:0:2::1"] {
        for _ in 0..5 {
            as_proxy(open.address, "/api/games", whom).await.is(200);
        }
    }
    as_proxy(open.address, "/api/games", "192.0.2.1").await.is(429);
    as_proxy(open.address, "/api/games", "198.51.100.77, 192.0.2.1").await.is(429);
    as_proxy(open.address, "/api/games", "2001:db8:0:1:ffff::1").await.is(429);
    as_proxy(open.address, "/api/games", "192.0.2.3").await.is(200);
    open.close().await;

    let open = Open::to(Access { limits, ..Access::default() }).await;
    let mut refused = 0;
    for last in 0..15 {
        refused += usize::from(as_proxy(open.address, "/api/games", &format!("192.0.2.{last}")).await.status == 429);
    }
    assert!(refused >= 5, "what anybody writes there counts for nothing: {refused}");
    let cookie = raw(open.address, &request("GET", "/", &[("x-forwarded-proto", "https")], b"")).await.unwrap();
    assert!(cookie.status == 429 || !cookie.header("set-cookie").unwrap().contains("Secure"), "{cookie:?}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_with_https_the_cookie_is_secure() {
    let open = Open::to(behind_a_proxy(no_limits())).await;
    let cookie = async |headers: &[(&str, &str)]| {
        let page = raw(open.address, &request("GET", "/", headers, b"")).await.unwrap();
        page.is(200).header("set-cookie").unwrap().contains("Secure")
    };
    assert!(cookie(&[("x-forwarded-proto", "https"), ("x-forwarded-for", "192.0.2.1")]).await);
    assert!(cookie(&[("forwarded", "for=192.0.2.1;proto=https")]).await);
    assert!(!cookie(&[("x-forwarded-proto", "http"), ("x-forwarded-for", "192.0.2.1")]).await);
    assert!(!cookie(&[]).await);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_are_counted_for_whom_the_proxy_speaks() {
    let open = Open::to(behind_a_proxy(Limits { streams: number(2), ..no_limits() })).await;
    let (_, _, id) = two_at_a_table(&open).await;
    let path = format!("/api/tables/{id}/stream");
    let watch = async |whom: &str| {
        let mut line = TcpStream::connect(open.address).await.unwrap();
        let ask = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {whom}\r\n\r\n");
        line.write_all(ask.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        line.read_exact(&mut head).await.unwrap();
        (String::from_utf8_lossy(&head[9..]).into_owned(), line)
    };
    let mut held = Vec::new();
    for whom in ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"] {
        let (status, line) = watch(whom).await;
        assert_eq!(status, "200", "{whom}");
        held.push(line);
    }
    for whom in ["192.0.2.1", "2001:db8::3"] {
        assert_eq!(watch(whom).await.0, "429", "{whom}");
    }
    drop(held);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_takes_as_many_open_files_as_the_system_gives() {
    let folder = tempfile::tempdir().unwrap();
    let log = File::create(folder.path().join("log")).unwrap();
    let house = House::open_with_files(&folder.path().join("data"), 200, log);
    let ann = visitor(house.address).await;
    let id = ann.found(json!({ "game": "economy", "name": "Ann", "option": { "players": 2 } })).await;
    let mut streams = Vec::new();
    for _ in 0..300 {
        streams.push(Stream::open(house.address, &id).await);
    }
    ann.get("/api/games").await.is(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_answers_to_its_own_names_only() {
    let ask = async |open: &Open, host: &str, path: &str| {
        let bytes = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        raw(open.address, bytes.as_bytes()).await.unwrap()
    };
    let open = Open::new().await;
    let here = open.address.to_string();
    for own in [here.as_str(), "localhost", "localhost:7878", "[::1]:7878", "192.0.2.7:8080"] {
        ask(&open, own, "/").await.is(200);
    }
    for other in ["evil.example", "evil.example:7878", "127.0.0.1.evil.example"] {
        let page = ask(&open, other, "/").await;
        page.is(421);
        assert!(page.body.contains("--host") && page.header("set-cookie").is_none(), "{page:?}");
        let told = ask(&open, other, "/api/games").await;
        assert_eq!((told.status, told.code().as_str()), (421, "host"));
        ask(&open, other, "/healthz").await.is(200);
    }
    // The address in the request line counts, and must name the same host.
    let absolute = |host: &str| format!("GET http://evil.example/ HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    raw(open.address, absolute("evil.example").as_bytes()).await.unwrap().is(421);
    raw(open.address, absolute("localhost").as_bytes()).await.unwrap().is(400);
    open.close().await;

    let hosts = vec!["games.example.org".to_owned()];
    let open = Open::to(Access { limits: no_limits(), hosts, ..Access::default() }).await;
    for own in ["games.example.org", "Games.Example.org:443", "localhost", "127.0.0.1"] {
        ask(&open, own, "/").await.is(200);
    }
    for other in ["example.org", "evil.games.example.org", "192.0.2.7"] {
        ask(&open, other, "/").await.is(421);
    }
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_refused_before_the_body_was_read_can_go_on() {
    let open = Open::new().await;
    let body = vec![b'x'; 60_000];
    let post = |path: &str| {
        [format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60000\r\n\r\n").as_bytes(), &body].concat()
    };
    let ask = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    // On one line: what is refused, and then something sensible. None of these is read by whoever refuses it.
    for path in ["/nowhere", "/api/games", "/healthz", "/api/tables", "/t/000000000000"] {
        let mut line = TcpStream::connect(open.address).await.unwrap();
        line.write_all(&post(path)).await.unwrap();
        line.write_all(ask).await.unwrap();
        let mut bytes = Vec::new();
        line.read_to_end(&mut bytes).await.unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let answers: Vec<&str> = text.matches("HTTP/1.1 ").collect();
        assert_eq!(answers.len(), 2, "{path}: {text}");
        assert!(text.contains("HTTP/1.1 200 OK"), "{path}: {text}");
    }
    // Nobody reads for ever what nobody asked for: then the answer says that the line ends.
    let head = b"POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000000\r\n\r\n";
    let mut line = TcpStream::connect(open.address).await.unwrap();
    line.write_all(head).await.unwrap();
    line.write_all(&body).await.unwrap();
    let answer = answer_of(line).await.unwrap();
    assert_eq!((answer.status, answer.header("connection")), (404, Some("close")), "{answer:?}");
    // Whoever asks before sending is told at once.
    let mut line = TcpStream::connect(open.address).await.unwrap();
    line.write_all(b"POST /nowhere HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 60000\r\n\r\n")
        .await
        .unwrap();
    let answer = answer_of(line).await.unwrap();
    assert_eq!((answer.status, answer.header("connection")), (404, Some("close")), "{answer:?}");
    open.close().await;
}
