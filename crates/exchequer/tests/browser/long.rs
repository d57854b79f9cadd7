//! A game that has gone on for long: a page has the end of its log, and the rest comes when somebody wants it.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

/// The versions of the lines in the log, as they stand on the page: the newest turn first.
const LINES: &str = "[...document.querySelectorAll('.log li[data-version]')].map(line => +line.dataset.version)";

/// Notes what the page asks for from here on.
const LISTEN: &str = "(() => { const fetch = window.fetch; window.asked = [];
    window.fetch = (...what) => { asked.push((what[1]?.method ?? 'get') + ' ' + what[0]); return fetch(...what); }; return true })()";

async fn lines(visitor: &Visitor) -> Vec<u64> {
    let lines = visitor.tell(LINES).await;
    lines.as_array().expect("a log").iter().filter_map(serde_json::Value::as_u64).collect()
}

/// A table at which much has happened; it is the visitor's turn.
async fn long_table(visitor: &Visitor) {
    // To so many points that the game is not over before that.
    visitor.set_up("businessmen", &[("victory_target", "40")], &["you", "bot:random", "bot:random", "bot:random"]).await;
    while visitor.version().await < 160 {
        assert_eq!(visitor.plays_on(1).await, 1, "the game is over");
    }
    assert!(visitor.has_turn().await);
}

#[tokio::test]
async fn the_log_shows_what_is_new_unless_somebody_reads_elsewhere_in_it() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.set_up("businessmen", &[], &["you", "bot:random", "bot:random", "bot:random"]).await;
    // Much comes at once, faster than the list can slide.
    while visitor.version().await < 40 {
        visitor.plays_on(1).await;
    }
    let top = "document.querySelector('.log > ol').scrollTop";
    visitor.until(&format!("{top} < 4")).await;
    assert!(visitor.tell("document.querySelector('.log > ol').scrollHeight").await.as_f64() > Some(600.0));
    // A visitor who has gone elsewhere stays there.
    visitor.tell("document.querySelector('.log > ol').scrollTop = 300").await;
    visitor.tell("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))").await;
    visitor.plays_on(6).await;
    visitor.tell("new Promise((done) => setTimeout(() => done(true), 600))").await;
    assert!(visitor.tell(top).await.as_f64() >= Some(300.0));
}

#[tokio::test]
async fn who_scrolls_back_in_the_log_gets_all_of_it() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    long_table(&visitor).await;
    visitor.reload().await;
    let shown = lines(&visitor).await;
    assert!((40..100).contains(&shown.len()), "a page has a window of the log: {}", shown.len());
    // Scrolling to the end of what is there brings more, until the game's beginning.
    let mut had = shown.len();
    while visitor.sees(".log .earlier a").await {
        visitor.tell("document.querySelector('.log .earlier').scrollIntoView()").await;
        visitor.until(&format!("{LINES}.length > {had}")).await;
        had = lines(&visitor).await.len();
        assert!(had < 20_000, "it does not end");
    }
    let all = lines(&visitor).await;
    assert!(all.len() > 150 && all.iter().min() < Some(&8), "{} lines from {:?} on", all.len(), all.iter().min());
    // They stay when something new happens, and nothing is there twice.
    let version = visitor.version().await;
    let mut now = Vec::new();
    // Some actions are not told before everybody has acted.
    while now.iter().max() <= Some(&version) {
        visitor.plays_on(1).await;
        assert!(visitor.has_turn().await);
        now = lines(&visitor).await;
        assert!(visitor.version().await < version + 100, "nothing is ever told");
    }
    let older = |lines: &[u64]| lines.iter().filter(|line| **line <= version).count();
    assert_eq!((older(&now), now.iter().min()), (older(&all), all.iter().min()));
    assert!(now.len() > all.len());
    // A turn is there once, whichever page it came with.
    let twice = "(() => { const keys = [...document.querySelectorAll('.log ol > li')].map(li => li.dataset.key); return keys.length - new Set(keys).size })()";
    assert_eq!(visitor.tell(twice).await, 0);
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn the_log_can_be_leafed_through_without_script() {
    let Some(visit) = Visit::open() else { return };
    let (player, reader) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks { script: false, ..Looks::WIDE }));
    long_table(&player).await;
    reader.open(&player.table().await).await;
    let (end, mut all) = (lines(&reader).await, lines(&reader).await);
    let mut leaves = 0;
    while reader.sees(".log .earlier a").await {
        reader.click(".log .earlier a").await;
        let (oldest, page) = (all.iter().min().copied(), lines(&reader).await);
        assert!(page.iter().max().copied() < oldest, "what is earlier, and nothing twice");
        assert!(page.len() < 100);
        all.extend(page);
        leaves += 1;
        assert!(leaves < 200, "it does not end");
    }
    assert!(leaves > 2 && all.iter().min() < Some(&8), "{leaves} leaves");
    reader.click(".log a[href*='after=']").await;
    assert!(lines(&reader).await.iter().min() > all.iter().min());
    // Back to the end.
    reader.click(".log [data-key=later] a:last-child").await;
    assert_eq!(lines(&reader).await, end);
    visit.is_clean(&[&player]);
}

#[tokio::test]
async fn nothing_is_fetched_twice() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.set_up("businessmen", &[], &["you", "bot:random", "bot:random", "bot:random"]).await;
    assert!(visitor.has_turn().await);
    visitor.tell(LISTEN).await;
    let mut version = visitor.version().await;
    for _ in 0..6 {
        let before = version;
        visitor.plays_on(1).await;
        assert!(visitor.has_turn().await);
        version = visitor.version().await;
        let asked = visitor.tell("asked.splice(0)").await;
        let asked: Vec<&str> = asked.as_array().expect("what was asked").iter().filter_map(|one| one.as_str()).collect();
        assert!(asked[0].starts_with("post ") && asked[0].ends_with("/play"), "{asked:?}");
        // The answer to the move is the page with it: what is asked for later is what came later, and each of it once.
        let since = |one: &&str| one.split_once("since=").and_then(|(_, since)| since.split('&').next()?.parse::<u64>().ok());
        let since: Vec<u64> = asked[1..].iter().filter_map(since).collect();
        assert_eq!(since.len(), asked.len() - 1, "{asked:?}");
        assert!(
            since.iter().all(|since| *since > before) && since.is_sorted_by(|one, next| one < next),
            "{asked:?} after {before}"
        );
        assert!((since.len() as u64) < version - before, "{asked:?}");
    }
    visit.is_clean(&[&visitor]);
}
