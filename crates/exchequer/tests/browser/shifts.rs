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

/// Plays one move that does not end the game: the page of a game that is over is another one.
async fn goes_on(player: &Visitor) {
    let mut action = player.likes().await;
    if action == "propose end" {
        action = player.actions().await.swap_remove(0);
    }
    player.plays(&action).await;
}

/// Twenty moves of everybody are made, while somebody looks on: neither on their page nor on that of who plays does anything
/// jump.
async fn nothing_jumps(game: &str) {
    let Some(settings) = proof::Facts::of(game).board.map(|board| board.calm) else { return };
    let Some(visit) = Visit::open() else { return };
    let (player, watcher) = (visit.visitor(Looks::WIDE).await, visit.visitor(Looks::WIDE).await);
    player.open("/").await;
    player.founds(&format!("game={game}&name=Ada&quick=1{settings}")).await;
    watcher.open(&player.table().await).await;
    watcher.tell(WATCH).await;
    player.tell(WATCH).await;
    let first = player.version().await;
    while player.version().await < first + 20 && player.has_turn().await {
        goes_on(&player).await;
    }
    watcher.catches_up(player.version().await).await;
    is_calm(&watcher, &format!("{game}, looking on")).await;
    is_calm(&player, &format!("{game}, playing")).await;
}

engine::test_each_game!(async nothing_jumps);

/// Where one's cards and businesses begin, and where moves are taken back; nothing while one has none.
const PLACES: &str = "(() => {
    const top = (what) => document.querySelector(what)?.getBoundingClientRect().top + scrollY;
    const kept = top('.choosing ~ .hand-place:has(section, details, article)');
    return Number.isNaN(kept) ? null : [kept, top('.again')].map(Math.round);
})()";

/// The measure of the browser excuses what moves soon after a click; one's own things do not move then either.
async fn what_one_has_stays(game: &str, settings: &str) {
    let Some(visit) = Visit::open() else { return };
    let player = visit.visitor(Looks::WIDE).await;
    player.open("/").await;
    player.founds(&format!("game={game}&name=Ada&quick=1{settings}")).await;
    let mut places = Vec::new();
    while places.len() < 12 && player.version().await < 120 && player.has_turn().await {
        let now = player.tell(PLACES).await;
        if !now.is_null() {
            places.push(now);
        }
        goes_on(&player).await;
    }
    assert!(places.len() > 3, "{game}: the visitor hardly ever has anything");
    places.dedup();
    assert_eq!(places.len(), 1, "{game}: {places:?}");
}

#[tokio::test]
async fn the_cards_of_competitors_stay_where_they_are_whatever_can_be_chosen() {
    what_one_has_stays("competitors", "").await;
}

#[tokio::test]
async fn the_businesses_of_investments_stay_where_they_are_whatever_can_be_chosen() {
    // Everybody has a series from the start.
    what_one_has_stays("investments", "&option.start_mode=lottery_series").await;
}
