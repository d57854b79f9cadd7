//! What lasts: a page loaded anew, a tab closed, a house killed.

use crate::{
    Visit,
    driving::{Looks, table::button},
};

/// What a player has before them, whatever the page looks like.
const BEFORE_ME: &str = "[document.querySelector('[role=status] h1').innerText,
    [...document.querySelectorAll('button[name=action]')].map(button => button.value).join(),
    document.querySelector('section[aria-label=Players]').innerText,
    document.querySelector('section[aria-label=Log]').innerText].join('\\n')";

#[tokio::test]
async fn a_page_loaded_anew_shows_the_same_game() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.set_up("economy", &[], &["you"]).await;
    visitor.plays_on(3).await;
    assert!(visitor.has_turn().await);
    let (table, before, version) = (visitor.table().await, visitor.text(BEFORE_ME).await, visitor.version().await);
    visitor.reload().await;
    // Without its style a page has other lines.
    visitor.until("document.readyState === 'complete'").await;
    assert_eq!((visitor.text(BEFORE_ME).await, visitor.version().await), (before.clone(), version));
    // Away and back by its address: the seat is still the visitor's.
    visitor.open("/rules/economy").await;
    visitor.open(&table).await;
    assert_eq!((visitor.text(BEFORE_ME).await, visitor.version().await), (before, version));
    visitor.plays_on(2).await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_killed_house_comes_back_with_every_move_and_the_open_pages_go_on() {
    let Some(mut visit) = Visit::open() else { return };
    let (player, watcher) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::WIDE));
    player.set_up("economy", &[], &["you"]).await;
    let table = player.table().await;
    watcher.open(&table).await;
    for one in [&player, &watcher] {
        one.leaves_sign().await;
    }
    player.plays_on(4).await;
    for moves in [false, true] {
        assert!(player.has_turn().await);
        let (before, version) = (player.text(BEFORE_ME).await, player.version().await);
        visit.house.kill();

        // A move meanwhile fails with a message, and changes nothing yet.
        let action = player.likes().await;
        if moves {
            player.click(&button(&action)).await;
            let told =
                "[...document.querySelectorAll('[role=status]')].some(node => node.innerText.includes('cannot be reached'))";
            player.until(told).await;
            assert_eq!(player.version().await, version);
        }
        // A visitor who does nothing is told, too, until the connection is back.
        watcher.finds(".lost[role=status]:not(:empty)").await;

        visit.house.reopen();
        watcher.finds(".lost:empty").await;
        if moves {
            // It is made once the house is back.
            player.catches_up(version + 1).await;
        } else {
            // Everything is as before, once it is known again who is here.
            player.until(&format!("{BEFORE_ME} === {}", serde_json::json!(before))).await;
            player.plays(&action).await;
        }
        assert!(player.has_turn().await);
        let now = player.version().await;
        assert!(now > version);
        // A visitor who only watches is told again without doing anything.
        watcher.catches_up(now).await;
    }
    for one in [&player, &watcher] {
        assert!(one.finds_sign().await, "a page was loaded anew");
        // While the house was gone the browser had reason to complain.
        let unexpected: Vec<String> = one.complaints().into_iter().filter(|complaint| !complaint.contains("net::ERR_")).collect();
        assert_eq!(unexpected, Vec::<String>::new());
    }
    let before = player.text(BEFORE_ME).await;
    player.reload().await;
    assert_eq!(player.text(BEFORE_ME).await, before);
    assert_eq!(visit.house.complaints(), "");
}
