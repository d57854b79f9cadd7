//! The log: a line for each event, grouped by turn, the newest turn first.

use super::frame;
use crate::{
    boards,
    scene::{PlayScene, Scene},
};
use engine::Told;
use kernel::Seat;
use maud::{Markup, html};
use serde::Deserialize;

/// The region of the log.
pub fn log(scene: &Scene) -> Markup {
    html! {
        section .log data-key="log" aria-label="Log" {
            h2 { "Log" }
            @if scene.play.as_ref().is_some_and(|play| !play.past_is_open) {
                p .note { "Each line will lead to its moment when the game is over; until then remembering is part of it." }
            }
            @match &scene.play {
                Some(play) => ol { @for turn in turns(scene, play).iter().rev() { (turn_lines(scene, turn)) } },
                None => p .note { "Nothing has happened yet." },
            }
        }
    }
}

/// The lines of each turn, oldest first.
fn turns<'a>(scene: &Scene, play: &'a PlayScene) -> Vec<&'a [Told]> {
    let board = boards::board(scene.about.id);
    let same = |before: &Told, told: &Told| match board {
        Some(board) => !board.opens_turn(told, before),
        None => told.entry == before.entry,
    };
    play.log.chunk_by(same).collect()
}

fn turn_lines(scene: &Scene, lines: &[Told]) -> Markup {
    let Some(first) = lines.first() else { return html! {} };
    let last = lines.last().map_or(0, |told| told.entry);
    let at = scene.play.as_ref().and_then(|play| play.at);
    let past_is_open = scene.play.as_ref().is_some_and(|play| play.past_is_open);
    let who = first.data.get("seat").and_then(|seat| Seat::deserialize(seat).ok());
    html! {
        li .now[at == Some(last)] data-key=(format!("turn-{}-{}", first.entry, first.text)) {
            @if let Some(seat) = who { (frame::token(seat)) }
            ul {
                @for told in lines {
                    li {
                        @if past_is_open { a .moment href=(format!("/t/{}?at={}", scene.id, told.entry)) { (told.text) } } @else { span { (told.text) } }
                        " " (frame::clause(scene.about.id, told.clause))
                    }
                }
            }
        }
    }
}
