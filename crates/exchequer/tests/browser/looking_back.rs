//! Looking back: how it ended for the visitor, a game that plays by itself, a link to a moment.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

const HERE: &str = "+(document.querySelector('.replay .where').innerText.split('/')[0])";

async fn plays_a_short_game(visitor: &Visitor) {
    visitor.open("/").await;
    visitor.founds("game=economy&name=Ann&quick=1&option.placement=reference&option.target=6").await;
    visitor.plays_on(400).await;
    assert_eq!(visitor.stage().await, "over");
}

#[tokio::test]
async fn the_end_tells_how_the_visitor_did_on_the_first_screen() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks { still: true, ..Looks::WIDE }).await;
    plays_a_short_game(&visitor).await;
    let said = visitor.text("document.querySelector('.verdict .how').innerText").await;
    assert!(said.starts_with("You "), "{said}");
    visitor.tell("scrollTo(0, 0)").await;
    for part in [".verdict", ".podium", ".podium .bar", ".origins", ".chart svg", ".turning"] {
        let bottom = visitor.tell(&format!("Math.ceil(document.querySelector('{part}').getBoundingClientRect().bottom)")).await;
        assert!(bottom.as_u64() <= Some(800), "{part} ends at {bottom} of 800 pixels");
    }
    // What is marked in the chart is told under it, and leads to its moment.
    let marked = visitor.count(".chart .turn").await;
    assert!(marked > 0 && marked == visitor.count(".turning a[href*='?at=']").await);
    assert!(visitor.tell("document.querySelector('.log > ol').clientHeight").await.as_u64() > Some(100), "the log can be read");
    visitor.click(".turning a").await;
    visitor.finds("main[data-at] .log [aria-current]").await;
    visit.is_clean(&[&visitor]);
}

#[tokio::test]
async fn a_game_plays_by_itself_and_a_moment_has_a_link() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    plays_a_short_game(&visitor).await;
    visitor.choose("[data-replay-speed] select", "fast").await;
    visitor.click("[data-replay]").await;
    visitor.until(&format!("document.querySelector('main').dataset.at !== undefined && {HERE} >= 3 && {HERE} < 20")).await;
    visitor.click("[data-replay]").await;
    visitor.until("document.querySelector('[data-replay]').textContent.includes('Play')").await;
    // One step back in the history leads out of it, however many moments were shown.
    let link = visitor.text("document.querySelector('[data-share]').getAttribute('href')").await;
    assert_eq!(link, visitor.path().await, "the link is of the moment that is shown");
    visitor.reload().await;
    visitor.until("document.querySelector('[data-replay-speed] select').value === 'fast'").await;
    visit.is_clean(&[&visitor]);

    // Who opens the link sees the line of that moment in the log, and goes on from there; without any script too.
    for looks in [Looks::WIDE, Looks { script: false, ..Looks::WIDE }] {
        let friend = visit.visitor(looks).await;
        friend.open(&link).await;
        let shown = "(({ top, bottom }, list) => top >= list.top - 1 && bottom <= list.bottom + 1)(
            document.querySelector('.log [aria-current]').getBoundingClientRect(), document.querySelector('.log > ol').getBoundingClientRect())";
        friend.until(shown).await;
        let before = friend.tell(HERE).await.as_u64();
        friend.click(".replay a[rel=next]").await;
        friend.until(&format!("{HERE} > {}", before.unwrap_or(0))).await;
    }
}
