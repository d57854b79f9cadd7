//! A browser that runs no scripts: every action is a plain form.

use crate::{
    Visit,
    bargaining::pictured,
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

/// What could be written on this page, with every fold of it open.
const FIELDS: &str = "(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const fields = document.querySelectorAll('input:not([type=hidden], [type=submit], [readonly]), select, textarea');
    return [...fields].filter((field) => field.checkVisibility()).map((field) => field.name).join(' ');
})()";

/// Does this page look for news by itself?
async fn looks_again(visitor: &Visitor) -> bool {
    visitor.sees("meta[http-equiv=refresh]").await
}

#[tokio::test]
async fn what_is_written_without_script_is_not_taken_away_by_looking_for_news() {
    let Some(visit) = Visit::open() else { return };
    let (ann, ben) = tokio::join!(
        visit.visitor(Looks { script: false, ..Looks::WIDE }),
        visit.visitor(Looks { script: false, ..Looks::WIDE })
    );
    // At a table that waits, the host who sits can write on a page that stays as it is.
    ann.set_up("economy", &[("players", "2"), ("starter", "first_seat")], &["you", "person"]).await;
    let (table, invitation) = (ann.table().await, ann.text("document.querySelector('input[readonly]').value").await);
    assert!(looks_again(&ann).await);
    assert_eq!(ann.text(FIELDS).await, "");
    pictured(&ann, "plain-waiting").await;
    ann.click("[data-key=to-write-sit-2]").await;
    ann.finds("[data-key=undisturbed]").await;
    assert!(!looks_again(&ann).await);
    assert!(ann.text(FIELDS).await.contains("name"));
    ann.open(&table).await;

    // A visitor who is about to sit down is not disturbed.
    ben.open(&invitation).await;
    assert!(!looks_again(&ben).await);
    ben.write("form[action$='/sit'] input[name=name]", "Ben").await;
    ben.click("form[action$='/sit'] button[type=submit]").await;
    ben.finds("main[data-stage=running]").await;

    // While others play, the page looks for news, and has links to where a name and a line of the chat can be written.
    assert!(looks_again(&ben).await);
    assert_eq!(ben.text(FIELDS).await, "");
    ben.leaves_sign().await;
    ben.until("window.sign === undefined").await;
    ben.click(".seat-2 .seat-menu > summary").await;
    pictured(&ben, "plain-menu").await;
    ben.click("[data-key=to-write-name-2]").await;
    ben.finds("[data-key=undisturbed]").await;
    assert!(!looks_again(&ben).await);
    pictured(&ben, "plain-writing").await;
    ben.write(".rename input[name=name]", "Benjamin").await;
    ben.click(".rename button").await;
    ben.until("document.querySelector('.seat-2 strong').innerText === 'Benjamin'").await;
    assert!(looks_again(&ben).await);
    ben.click("#chat summary").await;
    ben.click("#chat a[href$='/chat']").await;
    ben.finds("main.chat-page").await;
    assert!(!looks_again(&ben).await);
    ben.write("form.say input[name=text]", "Hello!").await;
    ben.click("form.say button").await;
    ben.until("document.querySelector('.said').innerText.includes('Hello!')").await;
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
