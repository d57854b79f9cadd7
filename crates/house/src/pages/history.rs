//! The log: a line for each event, grouped by turn, the newest turn first. Between them what the players did about the
//! game: asked, agreed, took back.

use super::frame;
use crate::{
    boards,
    scene::{PlayScene, Scene},
};
use engine::Told;
use kernel::Seat;
use maud::{Markup, html};

/// One line of the log.
pub struct Line<'a> {
    /// The version of the table with which it came.
    pub version: u64,
    /// What happened.
    pub text: String,
    /// Who did it, as far as the line says.
    seat: Option<Seat>,
    /// The event of the game; none for what was done about it.
    pub told: Option<&'a Told>,
}

/// All lines, oldest first.
pub fn lines<'a>(scene: &Scene, play: &'a PlayScene) -> Vec<Line<'a>> {
    let board = boards::board(scene.about.id);
    let told = play.log.iter().chain(&play.later).map(|told| Line {
        version: play.heard.get(told.entry).copied().unwrap_or(0),
        text: told.text.clone(),
        seat: board.and_then(|board| board.doer(told)),
        told: Some(told),
    });
    let remarks = scene.remarks.iter().map(|remark| Line {
        version: remark.version,
        text: format!("{} {}.", frame::name(scene, remark.seat), remark.deed.words()),
        seat: Some(remark.seat),
        told: None,
    });
    let mut lines: Vec<Line> = told.chain(remarks).collect();
    lines.sort_by_key(|line| line.version);
    lines
}

/// The region of the log.
pub fn log(scene: &Scene) -> Markup {
    const CLOSED: &str = "Remembering is part of this game: you can go back to the moment of a line when the game is over";
    html! {
        section .log data-key="log" aria-label="Log" {
            h2 { "Log" }
            @if scene.play.as_ref().is_some_and(|play| !play.past_is_open) {
                p .note title=(CLOSED) { "You can look back when the game is over." }
            }
            @if scene.earlier_remarks > 0 { p .note data-key="earlier" { (scene.earlier_remarks) " earlier remarks are not shown." } }
            @match &scene.play {
                Some(play) => ol { @for turn in lines(scene, play).chunk_by(|before, line| same_turn(scene, before, line)).rev() { (turn_lines(scene, play, turn)) } },
                None => p .note { "Nothing has happened yet." },
            }
        }
    }
}

/// Does a line belong to the same turn as the one before it?
pub fn same_turn(scene: &Scene, before: &Line, line: &Line) -> bool {
    match (before.told, line.told) {
        (Some(before), Some(told)) => match boards::board(scene.about.id) {
            Some(board) => !board.opens_turn(told, before),
            None => told.entry == before.entry,
        },
        _ => false,
    }
}

fn turn_lines(scene: &Scene, play: &PlayScene, lines: &[Line]) -> Markup {
    let Some(first) = lines.first() else { return html! {} };
    // The moment that is shown is where its last line stands; where nothing was told of it, the last line before it.
    let here = play.at.and_then(|_| play.log.last());
    let is_here = |line: &Line| line.told.zip(here).is_some_and(|(told, here)| std::ptr::eq(told, here));
    let to_come = first.told.zip(here).is_some_and(|(told, here)| told.entry > here.entry);
    let key = match first.told {
        Some(told) => format!("turn-{}-{}", told.entry, told.text),
        None => format!("remark-{}", first.version),
    };
    html! {
        li .now[lines.iter().any(is_here)] .to-come[to_come] .remark[first.told.is_none()] data-key=(key) {
            @if let Some(seat) = first.seat { (frame::token(seat)) }
            ul {
                @for line in lines {
                    li aria-current=[is_here(line).then_some("true")] {
                        @match line.told {
                            Some(told) if play.past_is_open => a .moment href=(format!("/t/{}?at={}", scene.id, told.entry)) { (line.text) },
                            _ => span { (line.text) },
                        }
                        @if let Some(told) = line.told { " " (frame::clause(scene.about.id, told.clause)) }
                    }
                }
            }
        }
    }
}
