//! A phone 360 pixels wide.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

#[tokio::test]
async fn everything_fits_and_works_on_a_small_phone() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::NARROW).await;
    for page in ["/", "/new/economy", "/rules/economy", "/nowhere"] {
        visitor.open(page).await;
        fits(&visitor, page).await;
    }
    // A page that is not there is the browser's only complaint.
    assert!(visitor.complaints().iter().all(|complaint| complaint.contains("404")));
    visitor.set_up("economy", &[], &["you"]).await;
    for _ in 0..3 {
        for step in ["picking", "placing"] {
            assert!(visitor.has_turn().await);
            fits(&visitor, step).await;
            reachable(&visitor, step).await;
            visitor.plays(&visitor.likes().await).await;
        }
    }
    visitor.set_up("economy", &[("target", "1"), ("placement", "reference"), ("players", "6")], &["you"]).await;
    assert!(visitor.has_turn().await);
    fits(&visitor, "moving").await;
    reachable(&visitor, "moving").await;
    visitor.plays_on(400).await;
    assert_eq!(visitor.stage().await, "over");
    fits(&visitor, "the end").await;
    visitor.click("a[rel=prev]").await;
    visitor.finds("main[data-at]").await;
    fits(&visitor, "looking back").await;
    visit.is_clean(&[&visitor]);
}

/// Nothing sticks out to the side, and nothing has to be scrolled to the side. A phone shows a page that is too wide smaller.
pub async fn fits(visitor: &Visitor, page: &str) {
    let wide = visitor.tell("Math.max(innerWidth, document.documentElement.scrollWidth)").await;
    let who = "[...document.querySelectorAll('body *')].filter(node => node.getBoundingClientRect().right > 361).slice(0, 5)
        .map(node => `${node.nodeName}.${node.getAttribute('class')} ${Math.round(node.getBoundingClientRect().right)}`).join(', ')";
    assert_eq!(wide, 360, "{page} is too wide: {}", visitor.text(who).await);
}

/// Every action can be scrolled to, is big enough to be hit, and lies under nothing else.
pub async fn reachable(visitor: &Visitor, when: &str) {
    // While one table glides into the next, a picture of both lies over everything.
    visitor.until("!document.getAnimations().some(one => one.effect?.pseudoElement?.startsWith('::view-transition'))").await;
    let hidden = "[...document.querySelectorAll('button[name=action]:enabled')].map(button => {
        if (!button.checkVisibility()) return button.closest('details:not([open])') ? '' : `${button.value} is hidden`;
        button.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const box = button.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (box.width < 24 || box.height < 24) return `${button.value} is small`;
        return button.contains(top) ? '' : `${button.value} lies under ${top?.nodeName}.${top?.getAttribute('class')}`;
    }).filter(fault => fault).join(', ')";
    assert_eq!(visitor.text(hidden).await, "", "{when}: these cannot be reached");
}
