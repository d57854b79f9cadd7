//! Several people at one table, each in a browser of their own.

use crate::{Visit, driving::Looks};

/// The names of the cards in the visitor's hand.
const HAND: &str =
    "[...document.querySelectorAll('[aria-label=\"Your hand\"] [data-key]')].map(card => card.innerText.trim()).join('|')";

#[tokio::test]
async fn two_people_see_each_others_moves_and_a_watcher_sees_no_more_than_allowed() {
    let Some(visit) = Visit::open() else { return };
    let (ann, ben, watcher) = tokio::join!(visit.visitor(Looks::WIDE), visit.visitor(Looks::WIDE), visit.visitor(Looks::WIDE));
    ann.set_up("economy", &[("players", "2"), ("starter", "first_seat")], &["you", "person"]).await;
    assert_eq!(ann.stage().await, "waiting");
    let table = ann.table().await;

    // Without the invitation one can watch, and not sit down.
    watcher.open(&table).await;
    assert_eq!(watcher.count("form[action$='/sit']").await, 0);
    assert!(!watcher.text("document.documentElement.outerHTML").await.contains("/join/"), "the invitation is for the players");
    for one in [&ann, &watcher] {
        one.leaves_sign().await;
    }
    let invitation = ann.text("document.querySelector('input[readonly]').value").await;
    ben.open(&invitation).await;
    ben.write("form[action$='/sit'] input[name=name]", "Ben & <b>Co</b>").await;
    ben.click("form[action$='/sit'] button[type=submit]").await;
    ben.finds("main[data-stage=running]").await;
    ben.leaves_sign().await;
    for one in [&ann, &watcher] {
        one.finds("main[data-stage=running]").await;
        one.until("document.querySelector('section[aria-label=Players]').innerText.includes('Ben & <b>Co</b>')").await;
    }

    // Ann picks in secret; what she holds and picked is in nobody else's page.
    for round in 0..3 {
        assert!(ann.has_turn().await);
        let (mine, theirs) = (ann.text(HAND).await, ben.text(HAND).await);
        assert!(mine.matches('|').count() > 3 && theirs.matches('|').count() > 3, "{mine} / {theirs}");
        let picked = ann.likes().await;
        let name = ann.text(&format!("document.querySelector('button[value={picked:?}]').innerText.trim()")).await;
        ann.plays(&picked).await;
        let version = ann.version().await;
        for (other, secrets) in [(&ben, vec![&mine]), (&watcher, vec![&mine, &theirs])] {
            other.catches_up(version).await;
            let page = other.text("document.documentElement.outerHTML").await;
            for card in secrets.iter().flat_map(|hand| hand.split('|')).chain([name.as_str()]) {
                assert!(!page.contains(card), "round {round}: another’s page has `{card}`");
            }
            assert!(!page.contains(&format!("value={picked:?}")));
        }
        // Placed, it lies open to all.
        let place = ann.likes().await;
        ann.plays(&place).await;
        let version = ann.version().await;
        for other in [&ben, &watcher] {
            other.catches_up(version).await;
        }
        assert!(ben.has_turn().await);
        ben.plays_on(2).await;
        ann.catches_up(ben.version().await).await;
    }
    assert_eq!(watcher.count("button[name=action], [aria-label='Your hand'], form[action$='/undo']").await, 0);

    // Ann cannot take back alone what Ben did, and no single key asks him; he agrees, in whatever tab he is.
    let before = ann.version().await;
    ann.press('u').await;
    ben.hides(true).await;
    ann.click("form[action$='/ask'] button").await;
    ben.finds("form[action$='/decline'] button").await;
    assert_eq!(ann.version().await, before + 1, "asked once");
    ben.until("document.title.includes(' asks · ')").await;
    ben.until("document.querySelector('[role=log]').lastChild.innerText.includes('asked to take back')").await;
    ben.hides(false).await;
    assert_eq!(watcher.count("form[action$='/agree']").await, 0);
    ben.click("form[action$='/agree'] button").await;
    ann.catches_up(before + 3).await;
    assert!(ben.has_turn().await, "Ben is to play again: {}", ben.prompt().await);
    for one in [&ann, &watcher] {
        one.until("document.querySelector('section[aria-label=Log]').innerText.includes('with everybody’s consent')").await;
    }

    // A player's tab calls while another one is looked at.
    ann.hides(true).await;
    ben.plays_on(1).await;
    ann.until("document.title.startsWith('Your turn')").await;
    ann.until("document.querySelector('link[rel=icon]').href.includes('turn')").await;
    ann.hides(false).await;
    ann.plays_on(2).await;
    assert!(ben.has_turn().await);

    // A seat goes to a bot and back.
    ben.click("form[action$='/hand-over'] button").await;
    ben.finds("form[action$='/resume'] button").await;
    assert!(ann.has_turn().await, "the bot played for Ben");
    ben.click("form[action$='/resume'] button").await;
    ben.finds("form[action$='/hand-over'] button").await;
    for one in [&ann, &ben, &watcher] {
        assert!(one.finds_sign().await, "a page was loaded anew");
    }
    visit.is_clean(&[&ann, &ben, &watcher]);
}
