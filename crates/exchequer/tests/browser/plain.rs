//! A browser that runs no scripts: every deed is a plain form.

use crate::{
    Visit,
    driving::{Looks, Visitor, table::button},
};

#[tokio::test]
async fn a_whole_game_without_any_script() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { script: false, ..Looks::WIDE }).await;
    visitor
        .set_up("economy", &[("target", "1"), ("placement", "reference")], &["you", "bot:steady", "bot:steady", "bot:random"])
        .await;
    assert_eq!(visitor.text("document.querySelector('input[name=luck]')?.value ?? ''").await, "", "scripts run after all");
    let (mut moves, mut taken_back) = (0, false);
    while turn(&visitor).await {
        let version = visitor.version().await;
        let action = visitor.likes().await;
        visitor.click(&button(&action)).await;
        visitor.catches_up(version + 1).await;
        moves += 1;
        assert!(moves < 400, "the game does not end");
        if !taken_back && visitor.sees("form[action$='/undo'] button:not([aria-disabled])").await {
            let version = visitor.version().await;
            visitor.click("form[action$='/undo'] button:not([aria-disabled])").await;
            visitor.catches_up(version + 1).await;
            taken_back = true;
        }
    }
    assert!(moves > 4, "{moves} moves are no game");
    assert_eq!(visitor.count("svg[role=img][aria-label^='Final standing'] polyline").await, 4);
    visitor.click("a[rel=prev]").await;
    visitor.finds("main[data-at] a[rel=next]").await;
    visitor.click("a[rel=start]").await;
    visitor.finds("main[data-at='0']").await;

    // Placing by hand, too: a refusal is told on the page.
    visitor.set_up("economy", &[], &["you"]).await;
    for _ in 0..6 {
        assert!(turn(&visitor).await);
        let version = visitor.version().await;
        visitor.click(&button(&visitor.likes().await)).await;
        visitor.catches_up(version + 1).await;
    }
    assert!(turn(&visitor).await);
    let version = visitor.version().await;
    assert!(visitor.text("document.title").await.starts_with("Your turn"));
    visitor.tell("document.querySelector('button[name=action]:not(.moves *)').value = 'nonsense'").await;
    visitor.click(&button("nonsense")).await;
    visitor.finds("[role=status] .fault").await;
    assert_eq!(visitor.version().await, version);
    // The address that the refused form left behind leads back to the table.
    let table = visitor.table().await;
    assert!(visitor.path().await.ends_with("/play"));
    visitor.open(&visitor.path().await).await;
    assert_eq!(visitor.path().await, table);

    // A table that waits tells its whole address, and looks for players by itself.
    visitor.set_up("economy", &[("players", "2")], &["you", "person"]).await;
    let link = visitor.text("document.querySelector('input[readonly]').value").await;
    assert!(link.starts_with("http://127.0.0.1:") && link.contains("/join/"), "{link}");
    assert!(visitor.text("document.querySelector('head noscript').innerHTML").await.contains("refresh"));
    assert_eq!(visit.house.complaints(), "");
}

/// Looks again until it is the visitor's turn; false if the game is over.
async fn turn(visitor: &Visitor) -> bool {
    for _ in 0..1000 {
        if visitor.sees("main[data-turn]").await {
            return true;
        }
        if visitor.stage().await == "over" {
            return false;
        }
        visitor.reload().await;
    }
    panic!("the bots do not move: {}", visitor.prompt().await);
}
