//! Lessons in a browser: each is gone through to its end, by those who click, tap, type or have no script.

use crate::{
    Visit,
    bargaining::pictured,
    driving::{Looks, Visitor},
    games_with_boards,
    keyboard::{ENTER, tab_to},
};
use proof::Manner;
use serde_json::json;

/// Where the lesson is: the address of its step.
const STEP: &str = "document.querySelector('main.lesson')?.dataset.address";

async fn step(visitor: &Visitor) -> String {
    visitor.text(STEP).await
}

/// Waits until the page shows another step than this.
async fn leaves(visitor: &Visitor, step: &str) {
    visitor.until(&format!("({STEP} ?? {0}) !== {0}", json!(step))).await;
}

/// Is this the end?
async fn is_end(visitor: &Visitor) -> bool {
    visitor.sees(".learnt").await
}

/// Does what the step wants, with the mouse.
async fn does(visitor: &Visitor) {
    let here = step(visitor).await;
    if visitor.sees("main.lesson[data-turn]").await {
        visitor.click("#meant").await;
        // Where something is drawn for a choice, a finger's first tap only shows it.
        visitor.until(&format!("({STEP} ?? {0}) !== {0} || document.querySelector('#meant.hinted')", json!(here))).await;
        if step(visitor).await == here {
            visitor.click("#meant").await;
        }
    } else {
        visitor.click("[data-key='go-on']").await;
    }
    leaves(visitor, &here).await;
}

/// From the home page through a whole lesson. Somewhere a wrong choice is made, and answered.
async fn learns(game: &str, looks: Looks) {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(looks).await;
    visitor.open("/").await;
    visitor.click(&format!("a[href='/learn/{game}']")).await;
    visitor.finds("main.lesson").await;
    let (mut answered, mut steps) = (false, 0);
    while !is_end(&visitor).await {
        steps += 1;
        pictured(&visitor, &format!("lesson-{game}-{}-{steps:02}", looks.size.0)).await;
        let other = "main.lesson[data-turn] button[name=action]:not([data-meant]):not(.moves *)";
        if !answered && looks.script && visitor.sees(other).await {
            let here = step(&visitor).await;
            visitor.click(other).await;
            visitor.until("document.querySelector('.kindly, .hinted')").await;
            if !visitor.sees(".kindly").await {
                visitor.click(other).await;
            }
            visitor.finds(".kindly").await;
            pictured(&visitor, &format!("lesson-{game}-{}-kindly", looks.size.0)).await;
            assert_eq!(step(&visitor).await, here, "a wrong choice leads nowhere");
            answered = true;
        }
        does(&visitor).await;
        assert!(steps <= 20, "the lesson does not end");
    }
    assert!(steps >= 10, "{steps} steps are no lesson");
    assert!(answered || !looks.script, "no other choice was possible anywhere");
    pictured(&visitor, &format!("lesson-{game}-{}-end", looks.size.0)).await;
    visitor.click(".learnt form button").await;
    visitor.finds("main[data-version]:not(.lesson)").await;
    visit.is_clean(&[&visitor]);
}

/// Each game in the manner that its facts name.
async fn a_lesson_is_learnt(game: &str) {
    let Some(board) = proof::Facts::of(game).board else { return };
    let looks = match board.lesson {
        Manner::Wide => Looks::WIDE,
        Manner::Plain => Looks { script: false, ..Looks::WIDE },
        Manner::Phone => Looks::NARROW,
        Manner::Told => Looks { pace: Some("fast"), ..Looks::WIDE },
        Manner::Dark => Looks { dark: true, ..Looks::WIDE },
    };
    learns(game, looks).await;
}

engine::test_each_game!(async a_lesson_is_learnt);

/// Between them the games are learnt in every manner.
#[test]
fn lessons_are_learnt_in_every_manner() {
    let boards = games_with_boards();
    for manner in [Manner::Wide, Manner::Plain, Manner::Phone, Manner::Told, Manner::Dark] {
        assert!(boards.iter().any(|(_, board)| board.lesson == manner), "no lesson is learnt like this: {manner:?}");
    }
}

/// Can what glows be seen whole under the text of the step, and hit?
const IN_SIGHT: &str = "(() => { const meant = document.querySelector('.board path[data-meant]') ?? document.getElementById('meant'); const [box, text] = [meant, document.querySelector('.status')].map(node => node.getBoundingClientRect()); \
    return text.top >= 0 && box.top >= text.bottom && box.bottom <= innerHeight && Math.min(box.width, box.height) >= 24 })()";

#[tokio::test]
async fn what_glows_comes_into_sight_under_the_text() {
    let Some(visit) = Visit::open() else { return };
    let (phone, wide) = tokio::join!(visit.visitor(Looks::NARROW), visit.visitor(Looks::WIDE));
    let boards = games_with_boards();
    let steps = boards.iter().flat_map(|(game, board)| board.glows.iter().map(move |step| format!("{game}/{step}")));
    for step in steps {
        phone.open(&format!("/learn/{step}")).await;
        phone.finds("#meant, path[data-meant]").await;
        phone.until(IN_SIGHT).await;
    }
    wide.open("/learn/competitors/15").await;
    wide.until(IN_SIGHT).await;
    // What takes two steps glows one after the other.
    wide.open("/learn/profitability/6").await;
    let first = "getComputedStyle(document.querySelector('.hand-place details:not([open]):has(#meant) > summary')).outlineWidth";
    assert_eq!(wide.text(first).await, "4px", "the marker does not glow");
    visit.is_clean(&[&phone, &wide]);
}

#[tokio::test]
async fn economy_is_learnt_by_keyboard_alone() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.open("/learn/economy").await;
    while !is_end(&visitor).await {
        let here = step(&visitor).await;
        if visitor.sees("main.lesson[data-turn]").await {
            // The link to what glows comes before all that can be chosen.
            tab_to(&visitor, ".to-meant").await;
            visitor.press(ENTER).await;
            visitor.until("document.activeElement.id === 'meant'").await;
        } else {
            tab_to(&visitor, "[data-key='go-on']").await;
        }
        visitor.press(ENTER).await;
        leaves(&visitor, &here).await;
        let within = "document.activeElement === document.body || document.activeElement.matches('.prompt, .table *')";
        assert!(visitor.tell(within).await.as_bool().unwrap_or_default(), "the focus is lost");
    }
    tab_to(&visitor, ".learnt form button").await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_lesson_is_left_and_taken_up_again() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.open("/learn/economy").await;
    for _ in 0..3 {
        does(&visitor).await;
    }
    let here = step(&visitor).await;
    assert_eq!(here, "/learn/economy/4");
    assert_eq!(visitor.path().await, here, "the address tells the step");
    visitor.open("/").await;
    visitor.click("a[href='/learn/economy']").await;
    visitor.finds("main.lesson").await;
    assert_eq!(step(&visitor).await, here);
    // Back by the link and by the browser, on by looking ahead.
    visitor.click("[data-key='back']").await;
    leaves(&visitor, &here).await;
    assert_eq!(step(&visitor).await, "/learn/economy/3");
    visitor.click("[data-key='go-on']").await;
    leaves(&visitor, "/learn/economy/3").await;
    visitor.tell("history.back()").await;
    leaves(&visitor, "/learn/economy/4").await;
    assert_eq!(step(&visitor).await, "/learn/economy/3");
    visit.is_clean(&[&visitor]);
}
