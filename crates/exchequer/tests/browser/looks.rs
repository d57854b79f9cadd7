//! Contrast in light and dark, stillness for those who ask for it, one screen for the board.

use crate::{
    Scene,
    driving::{Looks, Visitor},
};

#[tokio::test]
async fn text_stands_out_in_light_and_dark_and_nothing_moves_for_who_wants_it_still() {
    let Some(scene) = Scene::open() else { return };
    let visitor = scene.visitor(Looks { still: true, ..Looks::WIDE }).await;
    for page in ["/", "/new/economy", "/rules/economy"] {
        visitor.open(page).await;
        stands_out(&visitor, page).await;
    }
    visitor.open("/").await;
    visitor.click("form[action='/tables'] button").await;
    visitor.finds("main[data-version]").await;
    for step in ["picking", "placing"] {
        assert!(visitor.has_turn().await);
        stands_out(&visitor, step).await;
        board_in_sight(&visitor, step).await;
        visitor.plays(&visitor.likes().await).await;
        is_still(&visitor, step).await;
    }
    visitor.set_up("economy", &[("target", "1"), ("placement", "reference"), ("players", "6")], &["you"]).await;
    assert!(visitor.has_turn().await);
    board_in_sight(&visitor, "moving").await;
    stands_out(&visitor, "moving").await;
    visitor.plays_on(400).await;
    is_still(&visitor, "the end").await;
    stands_out(&visitor, "the end").await;
    scene.is_clean(&[&visitor]);
}

/// The whole board is on the first screen.
async fn board_in_sight(visitor: &Visitor, when: &str) {
    visitor.tell("scrollTo(0, 0)").await;
    let bottom = visitor
        .tell("Math.ceil(document.querySelector('[data-grid][aria-label^=\"The board\"]').getBoundingClientRect().bottom)")
        .await;
    assert!(bottom.as_u64() <= Some(800), "{when}: the board ends at {bottom} of 800 pixels");
}

/// Nothing is animated, now or when something changes.
async fn is_still(visitor: &Visitor, when: &str) {
    let moving = "document.getAnimations().filter(one => one.effect.getComputedTiming().activeDuration > 20)
        .map(one => (one.animationName ?? one.transitionProperty) + ' of ' + one.effect.target.getAttribute('class')).join(', ')";
    assert_eq!(visitor.text(moving).await, "", "{when}: this moves");
}

/// Every text has a contrast of 4.5 to what lies behind it, 3 if it is large; in light and in dark.
async fn stands_out(visitor: &Visitor, when: &str) {
    for dark in [false, true] {
        visitor.prefer(dark, true);
        let pale = visitor.text(PALE).await;
        assert_eq!(pale, "", "{when}, {}: too pale", if dark { "dark" } else { "light" });
    }
    visitor.prefer(false, true);
}

/// Texts with too little contrast, as an expression.
const PALE: &str = include_str!("pale.js");
