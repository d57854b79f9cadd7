//! What pages load: each file once, well compressed, and nothing of games that are not on the page.

use crate::common::{Answer, Open, Visitor};
use serde_json::json;
use std::collections::BTreeMap;

const LASTING: &str = "public, max-age=31536000, immutable";

/// The addresses of this folder in a page, except those for pages without script.
fn addresses(page: &str, folder: &str) -> Vec<String> {
    let with_script: String = page.split("<noscript>").map(|part| part.rsplit("</noscript>").next().unwrap_or(part)).collect();
    let named = with_script.split(['"', '\'']).filter(|part| part.starts_with(folder));
    named.map(str::to_owned).collect()
}

async fn asked(visitor: &Visitor, path: &str, encodings: &str) -> Answer {
    let answer = visitor.ask("GET", path, &[("accept-encoding", encodings)], b"").await;
    answer.is(200);
    answer
}

fn length(answer: &Answer) -> usize {
    answer.header("content-length").and_then(|length| length.parse().ok()).expect("a length")
}

/// Every kind of page, with a name for it.
async fn pages(visitor: &Visitor) -> BTreeMap<String, Answer> {
    let mut paths =
        vec![("home".to_owned(), "/".to_owned()), ("calls".into(), "/calls".into()), ("along".into(), "/along".into())];
    for game in engine::games() {
        let id = game.about().id;
        let table = visitor.found(json!({ "game": id, "quick": true })).await;
        paths.extend([(format!("table of {id}"), format!("/t/{table}")), (format!("set-up of {id}"), format!("/new/{id}"))]);
        paths.extend([(format!("rules of {id}"), format!("/rules/{id}")), (format!("lesson of {id}"), format!("/learn/{id}/1"))]);
    }
    let mut pages = BTreeMap::new();
    for (name, path) in paths {
        let page = visitor.get(&path).await;
        if page.status == 200 {
            pages.insert(name, page);
        }
    }
    pages
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_pages_load_is_kept_for_ever_and_comes_packed() {
    let open = Open::new().await;
    let visitor = open.visitor().await;
    let mut all: Vec<String> = pages(&visitor).await.values().flat_map(|page| addresses(&page.body, "/assets/")).collect();
    all.sort();
    all.dedup();
    assert!(all.len() > 12, "{all:?}");
    for address in &all {
        let plain = asked(&visitor, address, "identity").await;
        assert_eq!((plain.header("cache-control"), plain.header("content-encoding")), (Some(LASTING), None), "{address}");
        assert_eq!(plain.header("vary"), Some("accept-encoding"), "{address}");
        let gzip = asked(&visitor, address, "gzip, deflate").await;
        let brotli = asked(&visitor, address, "gzip, deflate, br, zstd").await;
        assert_eq!((gzip.header("content-encoding"), brotli.header("content-encoding")), (Some("gzip"), Some("br")), "{address}");
        assert_eq!((gzip.header("cache-control"), brotli.header("cache-control")), (Some(LASTING), Some(LASTING)), "{address}");
        assert!(length(&gzip) < length(&plain), "{address}");

        // A name without a hash leads to the present file; the address of another version is served, but not to be kept.
        let (front, name) = address.rsplit_once('/').unwrap();
        let (_, edition) = front.rsplit_once('/').unwrap();
        let by_name = visitor.get(&format!("/assets/{name}")).await;
        assert_eq!((by_name.status, by_name.header("location")), (307, Some(address.as_str())));
        assert_eq!(by_name.header("cache-control"), Some("no-cache"));
        let other = visitor.get(&address.replace(edition, "0123456789abcdef")).await;
        assert_eq!((other.is(200).header("cache-control"), &other.body), (Some("no-cache"), &plain.body), "{address}");
    }
    for missing in
        ["/assets/none.css", "/assets/0123456789abcdef/none.css", "/assets/0123456789abcdef/worker.js", "/assets/a/b/c"]
    {
        visitor.get(missing).await.is(404);
    }
    // Browsers look for a newer worker where they found the last one.
    let worker = asked(&visitor, "/assets/worker.js", "br").await;
    assert_eq!((worker.header("cache-control"), worker.header("content-encoding")), (Some("no-cache"), Some("br")));
    let icon = visitor.get("/favicon.ico").await;
    assert_eq!(icon.status, 307);
    assert_eq!(visitor.get(icon.header("location").unwrap()).await.is(200).header("content-type"), Some("image/svg+xml"));
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_loads_the_styles_and_scripts_of_its_own_game_only() {
    let open = Open::new().await;
    let visitor = open.visitor().await;
    let boards = proof::Facts::boards(engine::games().iter().map(|game| game.about().id));
    for (name, page) in pages(&visitor).await {
        let loaded = addresses(&page.body, "/assets/");
        let loads = |file: &str| loaded.iter().any(|address| address.ends_with(&format!("/{file}")));
        assert!(loads("house.css") && loads("house.js"), "{name}");
        let own = name.split_once(" of ").map(|(_, game)| game);
        for (game, _) in &boards {
            assert_eq!(loads(&format!("{game}.css")), own == Some(game), "{name} and {game}.css");
        }
        assert_eq!(loads("pictures.css"), name == "home", "{name}");
        let map = boards.iter().any(|(game, board)| board.map && own == Some(game));
        assert_eq!(loads("map.js"), map, "{name}");
    }
    open.close().await;
}

/// The most that the first visit of a page may load besides the page itself, compressed with gzip, in bytes: a tenth more than
/// it does. With the sheets of all games and a fast compression it was 144,000 for the home page and 102,000 for most tables.
fn weights() -> Vec<(String, usize)> {
    let boards = proof::Facts::boards(engine::games().iter().map(|game| game.about().id));
    let tables = boards.into_iter().map(|(game, board)| (format!("table of {game}"), board.weight));
    std::iter::once(("home".to_owned(), 84_000)).chain(tables).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_visit_is_light() {
    let open = Open::new().await;
    let visitor = open.visitor().await;
    let pages = pages(&visitor).await;
    let (mut weights, mut heavy) = (Vec::new(), 0);
    for (name, most) in self::weights() {
        let page = &pages[&name].body;
        let mut loaded = [addresses(page, "/assets/"), addresses(page, "/pictures/")].concat();
        loaded.sort();
        loaded.dedup();
        let mut weight = 0;
        for address in loaded {
            weight += length(&asked(&visitor, &address, "gzip").await);
        }
        heavy += usize::from(weight > most);
        weights.push((name, weight));
    }
    assert_eq!(heavy, 0, "{weights:?}");
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_packed_and_streams_never() {
    let open = Open::new().await;
    let visitor = open.visitor().await;
    let id = visitor.found(json!({ "game": "investments", "quick": true })).await;
    let page = format!("/t/{id}");
    let plain = asked(&visitor, &page, "identity").await.body.len();
    for (encodings, told, part) in [("gzip, deflate, br, zstd", "br", 5), ("gzip, deflate", "gzip", 4)] {
        let packed = asked(&visitor, &page, encodings).await;
        assert_eq!(packed.header("content-encoding"), Some(told));
        assert_eq!(packed.header("cache-control"), Some("no-store"));
        // Bytes that are not text count at least once, so this is an upper bound.
        assert!(packed.body.len() / 2 < plain / part, "{told}: {} of {plain}", packed.body.len());
    }
    let mut stream = visitor.listen_with(&id, "accept-encoding: gzip, deflate, br, zstd\r\n").await;
    stream.until("event: alive").await;
    let heard = stream.heard();
    assert!(!heard.to_lowercase().contains("content-encoding"), "{heard}");
    assert!(heard.contains("x-accel-buffering: no") && heard.contains("\"every\":15000"), "{heard}");
    open.close().await;
}
