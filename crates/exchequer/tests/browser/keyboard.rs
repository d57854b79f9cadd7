//! Nothing but the keyboard.

use crate::{
    Visit,
    driving::{Looks, Visitor},
};

const TAB: char = '\u{E004}';
pub const ENTER: char = '\u{E007}';
const ESCAPE: char = '\u{E00C}';
const RIGHT: char = '\u{E014}';
const DOWN: char = '\u{E015}';

#[tokio::test]
async fn a_visitor_with_nothing_but_a_keyboard_plays() {
    let Some(visit) = Visit::open() else { return };
    let visitor = visit.visitor(Looks::WIDE).await;
    visitor.open("/").await;
    tab_to(&visitor, "form[action='/tables'] button").await;
    assert!(visitor.tell("getComputedStyle(document.activeElement).outlineStyle !== 'none'").await.as_bool().unwrap_or_default());
    visitor.press(ENTER).await;
    visitor.finds("main[data-version]").await;
    visitor.set_up("economy", &[], &["you"]).await;
    assert!(visitor.has_turn().await);

    // By Tab to a card, by arrows to another, by Enter into play, by U back.
    tab_to(&visitor, "button[name=action]").await;
    let first = visitor.text("document.activeElement.value").await;
    visitor.press(RIGHT).await;
    visitor.until(&format!("document.activeElement.matches('button[name=action]:not([value={first:?}])')")).await;
    let before = visitor.version().await;
    visitor.press(ENTER).await;
    visitor.catches_up(before + 1).await;
    visitor.press('u').await;
    visitor.catches_up(before + 2).await;
    assert!(visitor.actions().await.iter().all(|action| action.starts_with("pick ")));

    // The focus is where something is, not lost with what was taken away.
    assert!(visitor.tell("document.activeElement.matches('.prompt, .table *')").await.as_bool().unwrap_or_default());

    // A few whole turns: the arrows find the board wherever the focus was.
    for turn in 0..3 {
        for step in ["pick ", "place "] {
            assert!(visitor.has_turn().await);
            let actions = visitor.actions().await;
            assert!(actions.iter().all(|action| action.starts_with(step)), "{actions:?}");
            tab_to(&visitor, &format!("button[name=action][value^='{step}']")).await;
            if turn > 0 {
                visitor.press(DOWN).await;
            }
            assert!(
                visitor
                    .tell("document.activeElement.matches('button[name=action], [tabindex]')")
                    .await
                    .as_bool()
                    .unwrap_or_default()
            );
            tab_to(&visitor, &format!("button[name=action][value^='{step}']")).await;
            let before = visitor.version().await;
            visitor.press(ENTER).await;
            visitor.catches_up(before + 1).await;
            // A picked card is gone from the hand. Where a card was placed nothing more can be done, and the player who is in
            // turn again is led to what is asked; from there the hand and the board are a step away.
            assert!(visitor.has_turn().await);
            visitor.until("document.activeElement.dataset.key === 'prompt'").await;
            if step == "place " {
                visitor.press(TAB).await;
                visitor.until("document.activeElement.matches('button[name=action][value^=\"pick \"]')").await;
            }
        }
    }

    // The sheet of keys, and the list of moves.
    assert!(visitor.has_turn().await);
    visitor.press('?').await;
    visitor.finds("dialog[open]").await;
    visitor.press(ESCAPE).await;
    visitor.until("!document.querySelector('dialog[open]')").await;
    let open = visitor.tell("!!document.querySelector('details').open").await;
    visitor.press('l').await;
    visitor.until(&format!("document.querySelector('details').open !== {open}")).await;

    // Who speaks to the browser can switch single letters off; the sheet is still behind its button.
    visitor.press('?').await;
    visitor.finds("dialog[open] #letters:checked").await;
    visitor.click("#letters").await;
    visitor.press(ESCAPE).await;
    visitor.until("!document.querySelector('dialog[open]')").await;
    let open = visitor.tell("!!document.querySelector('details').open").await;
    for key in ['l', '?'] {
        visitor.press(key).await;
    }
    visitor.reload().await;
    visitor.press('?').await;
    assert!(!visitor.sees("dialog[open]").await);
    visitor.click("[data-sheet=keys]").await;
    visitor.finds("dialog[open] #letters:not(:checked)").await;
    assert!(open.is_boolean());
    visit.is_clean(&[&visitor]);
}

/// Presses Tab until the focus is on such a thing.
pub async fn tab_to(visitor: &Visitor, css: &str) {
    for _ in 0..150 {
        if visitor.tell(&format!("document.activeElement.matches({css:?})")).await.as_bool().unwrap_or_default() {
            return;
        }
        visitor.press(TAB).await;
    }
    panic!("Tab does not lead to `{css}`");
}
