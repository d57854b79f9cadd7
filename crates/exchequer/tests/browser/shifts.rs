//! What moves by itself under the eyes of somebody who waits.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

/// Adds up from now on how far things move that nobody has touched.
const WATCH: &str = "(() => { window.shifted = 0; new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
}).observe({ type: 'layout-shift' }); })()";

/// The sum, once all that was drawn is counted.
const SHIFTED: &str =
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shifted)))))";

/// So much may move in twenty moves, by the measure of the browser.
const MOST: f64 = 0.1;

async fn is_calm(visitor: &Visitor, what: &str) {
    let shifted = visitor.tell(SHIFTED).await.as_f64().expect("a sum");
    assert!(shifted < MOST, "{what}: {shifted:.3}");
}

#[tokio::test]
async fn whoever_looks_on_sees_nothing_jump() {
    let Some(visit) = Visit::open() else { return };
    for (game, settings) in [("economy", "&option.placement=players"), ("businessmen", "")] {
        let (player, watcher) = (visit.visitor(Looks::WIDE).await, visit.visitor(Looks::WIDE).await);
        player.open("/").await;
        player.founds(&format!("game={game}&name=Ada&quick=1{settings}")).await;
        watcher.open(&player.table().await).await;
        watcher.tell(WATCH).await;
        player.plays_on(20).await;
        watcher.catches_up(player.version().await).await;
        is_calm(&watcher, game).await;
    }
}
