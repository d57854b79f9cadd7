//! A hint: what a bot would do in the visitor's place, and what that would change.

use super::frame;
use crate::{
    hall::ADVISER,
    scene::{PlayScene, Scene},
};
use engine::Choice;
use kernel::Seat;
use maud::{Markup, PreEscaped, html};

/// Besides what the bot would answer, so many other answers are told with what they would change.
const OTHERS: usize = 2;

/// What the bot would do: it can be done from here. Beside it stands what other answers, or other choices of the kind, would change.
pub fn told(play: &PlayScene, seat: Seat) -> Markup {
    let Some(hint) = &play.hint else { return html! {} };
    let asked = play.asked.contains(seat);
    let verb = |choice: &Choice| choice.action.split(' ').next().map(str::to_owned);
    let alike = |other: &Choice| asked || verb(other) == verb(hint);
    let others =
        play.choices.actions.iter().filter(|other| alike(other) && other.action != hint.action && !other.effect.is_empty());
    html! {
        div .hint #hint data-key="hint" {
            p { (bulb()) "The bot “" (ADVISER) "” would:" }
            button .choice type="submit" form="play" name="action" value=(hint.action) data-key="do-hint" {
                span { (hint.text) }
                @if !hint.effect.is_empty() { small .effect { (hint.effect) } }
            }
            @for other in others.take(OTHERS) { p .note { "Or " span { (other.text) } ": " (other.effect) "." } }
            p .note { (why(play)) }
        }
    }
}

/// Why that, as far as the bot can say it.
fn why(play: &PlayScene) -> String {
    let sees = "It looks one step ahead and knows only what you know.";
    match play.choices.actions.iter().filter(|choice| !choice.last_resort).count() {
        0 | 1 if play.choices.bargains.is_empty() => "There is nothing else to choose from.".to_owned(),
        0 | 1 => sees.to_owned(),
        count => format!("Of {count} choices this leaves you best off, as far as it sees. {sees}"),
    }
}

/// The same for who listens, where news are told.
pub fn said(play: &PlayScene) -> Markup {
    html! {
        @if let Some(hint) = &play.hint {
            p .sr data-key="hinted" { "Hint: the bot “" (ADVISER) "” would: " (frame::sentence(&hint.text)) @if !hint.effect.is_empty() { " " (frame::sentence(&hint.effect)) } }
        }
    }
}

/// The button that asks; it stays in its place, and says why where nothing can be asked.
pub fn ask(scene: &Scene, play: &PlayScene, seat: Seat) -> Markup {
    let off = !play.may_ask;
    let why = "You can ask for a hint when you have something to decide.";
    html! {
        form method="post" action=(format!("/t/{}/hint", scene.id)) data-key="Hint" {
            input type="hidden" name="seat" value=(seat);
            @if let Some(view) = &scene.view { input type="hidden" name="view" value=(view); }
            button .quiet type="submit" aria-disabled=[off.then_some("true")] title=[off.then_some(why)] data-press="i" { (bulb()) "Hint" }
        }
    }
}

/// Boards and lists draw what may be done without knowing of hints and lessons: what is meant is marked wherever it stands, and
/// whatever is drawn for it.
pub fn marked(page: Markup, action: &str, mark: &str) -> Markup {
    let action = html! { (action) }.into_string();
    let mut page = page.into_string();
    for sign in
        [format!("name=\"action\" value=\"{action}\""), format!("data-shows=\"{action}\""), format!("data-does=\"{action}\"")]
    {
        if page.contains(&sign) {
            page = page.replace(&sign, &format!("{sign} {mark}"));
        }
    }
    PreEscaped(page)
}

/// A light bulb.
fn bulb() -> Markup {
    html! {
        svg .bulb viewBox="0 0 16 16" aria-hidden="true" focusable="false" {
            path d="M8 1.500a4.500 4.500 0 0 1 2.600 8.200c-.5.4-.6.8-.6 1.300H6c0-.5-.1-.9-.6-1.300A4.500 4.500 0 0 1 8 1.500z" {}
            path .cap d="M6.200 12.500h3.600M6.700 14.300h2.600" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hinted_at_is_marked_wherever_it_stands() {
        let button = |action: &str| html! { button name="action" value=(action) data-key=(action) { (action) } };
        let page = html! { (button("offer 1>2 mill")) (button("pass")) svg { path data-shows="offer 1>2 mill" {} } };
        let page = marked(page, "offer 1>2 mill", "data-advised").into_string();
        assert_eq!(page.matches("data-advised").count(), 2, "{page}");
        assert!(page.contains("value=\"offer 1&gt;2 mill\" data-advised"), "{page}");
        assert!(!marked(button("move c22"), "move c2", "data-advised").into_string().contains("data-advised"));
    }
}
