//! What moves by itself under the eyes of somebody who waits.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

/// Adds up from now on how far things move that nobody has touched, and keeps what they are.
const WATCH: &str = "(() => { window.shifted = 0; window.moved = []; new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) {
        window.shifted += shift.value;
        const named = ({ node }) => { const one = node?.closest ? node : node?.parentElement; return one ? `${one.localName}.${one.className} in ${one.parentElement?.className}` : 'gone'; };
        if (shift.value > .005) window.moved.push(`${shift.value.toFixed(3)}: ${shift.sources.map(named).join(', ')}`);
    }
}).observe({ type: 'layout-shift' }); })()";

/// The sum, once all that was drawn is counted.
const SHIFTED: &str =
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shifted)))))";

/// So much may move in twenty moves, by the measure of the browser.
const MOST: f64 = 0.1;

async fn is_calm(visitor: &Visitor, what: &str) {
    let shifted = visitor.tell(SHIFTED).await.as_f64().expect("a sum");
    assert!(shifted < MOST, "{what}: {shifted:.3}\n{}", visitor.text("window.moved.join('\\n')").await);
}

/// Twenty moves of everybody are made, while somebody looks on: neither on their page nor on that of who plays does anything
/// jump.
async fn nothing_jumps(game: &str, settings: &str) {
    let Some(visit) = Visit::open() else { return };
    let (player, watcher) = (visit.visitor(Looks::WIDE).await, visit.visitor(Looks::WIDE).await);
    player.open("/").await;
    player.founds(&format!("game={game}&name=Ada&quick=1{settings}")).await;
    watcher.open(&player.table().await).await;
    watcher.tell(WATCH).await;
    player.tell(WATCH).await;
    let first = player.version().await;
    while player.version().await < first + 20 && player.has_turn().await {
        let mut action = player.likes().await;
        // The page of a game that is over is another one.
        if action == "propose end" {
            action = player.actions().await.swap_remove(0);
        }
        player.plays(&action).await;
    }
    watcher.catches_up(player.version().await).await;
    is_calm(&watcher, &format!("{game}, looking on")).await;
    is_calm(&player, &format!("{game}, playing")).await;
}

#[tokio::test]
async fn nobody_sees_anything_jump_at_economy() {
    nothing_jumps("economy", "&option.placement=players").await;
}

#[tokio::test]
async fn nobody_sees_anything_jump_at_businessmen() {
    nothing_jumps("businessmen", "").await;
}

#[tokio::test]
async fn nobody_sees_anything_jump_at_profitability() {
    nothing_jumps("profitability", "").await;
}

#[tokio::test]
async fn nobody_sees_anything_jump_at_investments() {
    nothing_jumps("investments", "").await;
}

#[tokio::test]
async fn nobody_sees_anything_jump_at_competitors() {
    nothing_jumps("competitors", "").await;
}
