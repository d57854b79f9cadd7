//! A hint: what a bot would do in the visitor's place, and what that would change.

use super::{aim, frame};
use crate::{
    hall::ADVISER,
    table::{
        Advice, RunnerUp,
        scene::{PlayScene, Scene},
    },
};
use kernel::Seat;
use maud::{Markup, PreEscaped, html};

/// What the bot would do: it can be done from here. Beside it stands what it would do otherwise, and what it knows.
pub fn told(play: &PlayScene, seat: Seat) -> Markup {
    let Some(hint) = &play.hint else { return html! {} };
    // Out of turn there is nothing but answers to choose from.
    let answers = play.asked.contains(seat) && !play.awaited.contains(seat);
    html! {
        div .hint #hint data-key="hint" {
            p { (bulb()) "The bot “" (ADVISER) "” would" @if answers { " answer" } ":" }
            button .choice type="submit" form="play" name="action" value=(hint.choice.action) data-key="do-hint" {
                span { (hint.choice.text) }
                @if !hint.choice.effect.is_empty() { small .effect { (hint.choice.effect) } }
            }
            @if let Some(next) = &hint.runner_up { p .note data-key="runner-up" { (compared(next, hint.compared)) } }
            p .note { (why(play, hint)) }
        }
    }
}

/// How the choice compares with the next of all in the bot's ranking: they are as good, or that one is worse, as far as it sees.
fn compared(next: &RunnerUp, all: usize) -> String {
    let RunnerUp { choice, level } = next;
    if all > 2 && level + 1 == all {
        return format!("Any of the {all} choices is as good: it sees no difference.");
    }
    let effect = if choice.effect.is_empty() { String::new() } else { format!(" ({})", choice.effect) };
    let others = match level {
        0 => return format!("It likes that better than its second choice, “{}”{effect}.", choice.text),
        1 => String::new(),
        2 => " or one other".to_owned(),
        more => format!(" or one of {} others", more - 1),
    };
    format!("It would as soon choose “{}”{effect}{others}: it sees no difference.", choice.text)
}

/// What that rests on.
fn why(play: &PlayScene, hint: &Advice) -> String {
    let sees = "looks one step ahead and knows only what you know.";
    match play.choices.actions.iter().filter(|choice| !choice.last_resort).count() {
        0 | 1 if play.choices.bargains.is_empty() => "There is nothing else to choose from.".to_owned(),
        _ if hint.compared > 2 && hint.runner_up.as_ref().is_some_and(|next| next.level + 1 < hint.compared) => {
            format!("It compared {} choices, {sees}", hint.compared)
        }
        _ if hint.compared > 1 => format!("It {sees}"),
        _ => "It sees nothing else worth comparing with that.".to_owned(),
    }
}

/// The same for who listens, where news are told.
pub fn said(play: &PlayScene) -> Markup {
    html! {
        @if let Some(Advice { choice, runner_up, compared: all }) = &play.hint {
            p .sr data-key="hinted" {
                "Hint: the bot “" (ADVISER) "” would: " (frame::sentence(&choice.text))
                @if !choice.effect.is_empty() { " " (frame::sentence(&choice.effect)) }
                @if let Some(next) = runner_up { " " (compared(next, *all)) }
            }
        }
    }
}

/// The button that asks; it stays in its place, and says why where nothing can be asked.
pub fn ask(scene: &Scene, play: &PlayScene, seat: Seat) -> Markup {
    let off = !play.may_ask;
    let why = match off {
        true => "You can ask for a hint when you have something to decide.",
        false => "Not sure? See what a bot would do in your place.",
    };
    let offered = !off && play.hint.is_none() && is_new_to_all(scene, play);
    html! {
        form method="post" action=(format!("/t/{}/hint", scene.id)) data-key="Hint" {
            input type="hidden" name="seat" value=(seat);
            @if let Some(view) = &scene.view { input type="hidden" name="view" value=(view); }
            button .quiet .offered[offered] type="submit" aria-disabled=[off.then_some("true")] title=(why) data-press="i" { (bulb()) "Hint" }
        }
    }
}

/// So many moments a seat are the first turns of a game, in which a hint is offered to newcomers.
const FIRST_TURNS: usize = 12;

/// Is this the beginning of a game for newcomers?
fn is_new_to_all(scene: &Scene, play: &PlayScene) -> bool {
    play.steps.end < FIRST_TURNS * scene.seats.len() && aim::preset(scene).is_some_and(|preset| preset.name == "first")
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
    use engine::Choice;

    #[test]
    fn a_hint_says_what_the_bot_sees_between_its_first_and_its_second_choice() {
        let next = |effect: &str, level, all| {
            let choice = Choice {
                action: "buy 3 wood".to_owned(),
                text: "Buy 3 wood".to_owned(),
                clause: "",
                effect: effect.to_owned(),
                topic: "",
                last_resort: false,
            };
            compared(&RunnerUp { choice, level }, all)
        };
        assert_eq!(next("4 coins left", 0, 9), "It likes that better than its second choice, “Buy 3 wood” (4 coins left).");
        assert_eq!(next("", 0, 2), "It likes that better than its second choice, “Buy 3 wood”.");
        assert_eq!(next("4 coins left", 1, 2), "It would as soon choose “Buy 3 wood” (4 coins left): it sees no difference.");
        assert_eq!(next("", 2, 9), "It would as soon choose “Buy 3 wood” or one other: it sees no difference.");
        assert_eq!(next("", 4, 9), "It would as soon choose “Buy 3 wood” or one of 3 others: it sees no difference.");
        assert_eq!(next("", 8, 9), "Any of the 9 choices is as good: it sees no difference.");
    }

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
