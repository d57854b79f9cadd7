//! The log: a line for each event, grouped by turn, the newest turn first. Between them what the players did about the
//! game: asked, agreed, took back. A page has a window of it; the script fetches what was before when somebody scrolls there.

use super::frame;
use crate::table::{
    log_window::{LogLine, Window},
    scene::{PlayScene, Scene},
};
use maud::{Markup, html};

/// The region of the log.
pub fn log(scene: &Scene) -> Markup {
    const CLOSED: &str = "Remembering is part of this game: you can go back to the moment of a line when the game is over";
    html! {
        section .log data-key="log" aria-label="Log" {
            h2 { "Log" }
            @if scene.play.as_ref().is_some_and(|play| !play.past_is_open) {
                p .note title=(CLOSED) { "You can look back when the game is over." }
            }
            @match &scene.play {
                Some(play) => (lines(scene, play)),
                None => p .note { "Nothing has happened yet." },
            }
        }
    }
}

/// A window of the log, the newest turn first, with the ways to what is before and after it.
fn lines(scene: &Scene, play: &PlayScene) -> Markup {
    let at = play.at.map(|at| format!("at={at}&")).unwrap_or_default();
    let window = &play.log;
    html! {
        @if let (true, Some(last)) = (window.later, window.last()) {
            p .leaf data-key="later" {
                a href=(format!("/t/{}?{at}after={last}", scene.id)) rel="nofollow" { "Later" }
                @if play.leafing { " " a href=(format!("/t/{}?{at}", scene.id).trim_end_matches(['?', '&'])) { "To the end" } }
            }
        }
        (turns(&Leaf { id: &scene.id, game: scene.about.id, opens: play.past_is_open, at: play.at }, window))
    }
}

/// Where lines of a log stand.
pub struct Leaf<'a> {
    /// The table.
    pub id: &'a str,
    /// Its game.
    pub game: &'static str,
    /// Does a line lead to its moment?
    pub opens: bool,
    /// The moment that is shown.
    pub at: Option<usize>,
}

/// The lines themselves, by turns; at the end the way to those before.
pub fn turns(leaf: &Leaf, window: &Window) -> Markup {
    // The moment that is shown is where its last line stands; where nothing was told of it, the last line before it.
    let shown = |line: &LogLine| line.told.as_ref().zip(leaf.at).is_some_and(|(told, at)| told.entry <= at);
    let here = window.lines.iter().rposition(shown).map(|index| &window.lines[index]);
    html! {
        ol data-from=(window.first().unwrap_or(0)) data-later[window.later] {
            @for turn in window.lines.chunk_by(|_, line| !line.opens_turn).rev() { (turn_lines(leaf, here, turn)) }
            @if let (true, Some(first)) = (window.earlier, window.first()) {
                @let at = leaf.at.map(|at| format!("at={at}&")).unwrap_or_default();
                li .earlier data-key="earlier" {
                    a href=(format!("/t/{}?{at}log={first}", leaf.id)) rel="nofollow" data-more=(format!("/t/{}/log?{at}log={first}", leaf.id)) { "Earlier" }
                }
            }
        }
    }
}

fn turn_lines(leaf: &Leaf, here: Option<&LogLine>, lines: &[LogLine]) -> Markup {
    let Some(first) = lines.first() else { return html! {} };
    let is_here = |line: &LogLine| here.is_some_and(|here| std::ptr::eq(line, here));
    let entry = |line: &LogLine| line.told.as_ref().map(|told| told.entry);
    let to_come = here.is_some_and(|here| entry(first) > entry(here));
    let key = match &first.told {
        // A few signs of its words tell it from another turn in the same entry.
        Some(told) => {
            format!("turn-{}-{:x}", told.entry, told.text.bytes().fold(0u16, |sum, byte| sum.wrapping_mul(31) ^ u16::from(byte)))
        }
        None => format!("remark-{}", first.version),
    };
    html! {
        li .now[lines.iter().any(is_here)] .to-come[to_come] .remark[first.told.is_none()] data-key=(key) {
            @if let Some(seat) = first.seat { (frame::token(seat)) }
            ul {
                @for line in lines {
                    li data-version=(line.version) aria-current=[is_here(line).then_some("true")] {
                        @match &line.told {
                            Some(told) if leaf.opens && !line.past => a .moment href=(format!("/t/{}?at={}", leaf.id, told.entry)) { (line.text) },
                            _ => span { (line.text) },
                        }
                        @if let Some(told) = &line.told { " " (frame::clause(leaf.game, told.clause)) }
                    }
                }
            }
        }
    }
}
