//! One click asks a bot: with scripts and without, on every board, over a deal. And "Play now", which newcomers press first.

use crate::{Visit, bargaining::pictured, driving::Looks, games_with_boards, narrow::fits};

const ASK: &str = "form[action$='/hint'] button";

async fn on_every_board(looks: Looks, name: &str) {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(looks).await;
    for (game, _) in games_with_boards() {
        // One click from home to something to decide, in the game for newcomers.
        visitor.open("/").await;
        let card = format!(".game-card:has(input[name=game][value={game}])");
        assert!(
            visitor.text(&format!("document.querySelector({card:?}).innerText")).await.contains("“Play now” is for newcomers")
        );
        visitor.click(&format!("{card} form[action='/tables'] button")).await;
        visitor.finds("main[data-turn]").await;
        visitor.click(ASK).await;
        visitor.finds(".hint button[name=action]").await;
        let action = visitor.text("document.querySelector('.hint button').value").await;
        let glows = format!("button[value={action:?}][data-advised]:not(.hint *)");
        assert!(visitor.sees(&glows).await, "{game}: {action} does not glow");
        assert!(visitor.text("document.querySelector('[data-key=hinted]').textContent").await.starts_with("Hint: "));
        pictured(&visitor, &format!("{name}-{game}")).await;
        if looks.phone {
            fits(&visitor, game).await;
        }
        // What is hinted at can be done from there, and then the hint is gone.
        let version = visitor.version().await;
        visitor.click(".hint button").await;
        visitor.catches_up(version + 1).await;
        visitor.until("!document.querySelector('.hint, [data-advised]')").await;
    }
    if looks.script {
        visit.is_clean(&[&visitor]);
    }
    assert_eq!(visit.house.complaints(), "");
}

#[tokio::test]
async fn a_hint_on_every_board() {
    on_every_board(Looks::WIDE, "hint").await;
}

#[tokio::test]
async fn a_hint_on_every_board_without_any_script() {
    on_every_board(Looks { script: false, ..Looks::WIDE }, "hint-plain").await;
}

#[tokio::test]
async fn a_hint_on_every_board_on_a_phone() {
    on_every_board(Looks::NARROW, "hint-narrow").await;
}

#[tokio::test]
async fn a_key_asks_for_a_hint_and_the_button_keeps_the_focus() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.open("/").await;
    visitor.founds("game=economy&quick=1&preset=first").await;
    visitor.finds("main[data-turn]").await;
    visitor.press('i').await;
    visitor.finds(".hint").await;
    let again = format!("(document.querySelector({ASK:?}).focus(), true)");
    visitor.until(&again).await;
    visitor.press('\u{e007}').await;
    visitor
        .until(&format!("document.activeElement === document.querySelector({ASK:?}) && !document.querySelector('[data-busy]')"))
        .await;
    // Before the game begins there is nothing to ask.
    visitor.founds("game=economy&seat.2=person&option.players=2").await;
    visitor.finds("main[data-stage=waiting]").await;
    assert!(!visitor.sees(ASK).await);
    visit.is_clean(&[&visitor]);
}
