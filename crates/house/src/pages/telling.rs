//! What has happened, for those who were not there: the beats that the script shows one after the other, and what matters of
//! all that came since the visitor's last move.

use super::frame;
use crate::{
    boards::{self, SetBoard, beat::Beat},
    table::{
        Stage,
        log_window::LogLine,
        scene::{PlayScene, Scene},
    },
};
use engine::ToldEvent;
use kernel::{Seats, Viewer};
use maud::{Markup, html};
use std::cmp::Reverse;

/// At most so many events are shown one after the other. Of more than that only the last turn is, the rest as a list.
const BEATS: usize = 24;

/// How many lines tell what happened since the visitor's last move, and what went before the beats.
const LINES: usize = 6;

/// What stands above those lines.
const SINCE: &str = "Since your last move";

/// The region of both.
pub fn lately(scene: &Scene, board: Option<&dyn SetBoard>) -> Markup {
    let Some((play, board)) = scene.play.as_ref().zip(board).filter(|(play, _)| play.at.is_none()) else { return html! {} };
    let lines = &play.last_lines.as_ref().unwrap_or(&play.log).lines;
    let lines: Vec<&LogLine> = lines.iter().filter(|line| line.told.is_some()).collect();
    html! {
        section .lately data-key="lately" aria-label="Lately" tabindex="0" {
            (beats(scene, board, &lines))
            @if scene.stage == Stage::Running { (since(scene, play, board, &lines)) }
        }
    }
}

/// The place where the script tells: the words, how to skip them, how fast they come.
pub fn teller() -> Markup {
    html! {
        div .teller data-key="teller" hidden {
            p .tale aria-hidden="true" {}
            span .tale-count aria-hidden="true" {}
            (pace())
            button .small type="button" data-skip title="Skip (Esc)" { "Skip" }
        }
    }
}

/// How fast things are told.
pub fn pace() -> Markup {
    html! {
        select data-pace aria-label="How fast events are shown" {
            @for pace in ["slow", "normal", "fast", "at once"] { option value=(pace) selected[pace == "normal"] { (frame::words(pace)) } }
        }
    }
}

/// The beats of what is new to a page: one for each event.
fn beats(scene: &Scene, board: &dyn SetBoard, lines: &[&LogLine]) -> Markup {
    let new = match scene.told.or(scene.since) {
        Some(since) => &lines[lines.partition_point(|line| line.version <= since)..],
        None => &[],
    };
    let last_turn = || new.iter().rposition(|line| line.opens_turn).unwrap_or(0);
    let first = if new.len() > BEATS { last_turn().max(new.len() - BEATS) } else { 0 };
    let (before, told) = new.split_at(first);
    let own = played(scene);
    // What the visitors themselves have just done they need not wait for, unless luck has its say in it.
    let leads = told.iter().take_while(|line| {
        let short = line.told.as_ref().is_some_and(|told| board.beat(told).is_short());
        before.is_empty() && short && line.seat.is_some_and(|seat| own.contains(seat))
    });
    let leads = leads.count();
    let title = if own.is_empty() { "What has happened" } else { SINCE };
    html! {
        div .told-list .some[!new.is_empty()] data-key="told-list" aria-hidden="true" {
            h2 { (title) }
            ol .telling data-from=[scene.since] data-to=(scene.version) {
                @if !before.is_empty() { (meanwhile(scene, board, before)) }
                @for (index, line) in told.iter().enumerate() {
                    @if let Some(event) = &line.told {
                        @let beat = board.beat(event);
                        li .strong[beat.strong] .card-beat[beat.card] .own[concerns(scene, line)] data-key=(key(lines, line)) data-beat=(beat.json()) data-own[index < leads] {
                            @if let Some(seat) = line.seat { (frame::token(seat)) }
                            @if let Some(picture) = &beat.picture { span .beat-picture { (picture) } }
                            span { (line.text) }
                        }
                    }
                }
            }
        }
    }
}

/// The seats that the visitor plays, without those that a bot plays for now.
fn played(scene: &Scene) -> Seats {
    scene.seats.iter().filter(|seat| seat.own && seat.bot.is_none()).map(|seat| seat.seat).collect()
}

/// A line is known by its version and its place in it.
fn key(lines: &[&LogLine], line: &LogLine) -> String {
    let first = lines.partition_point(|other| other.version < line.version);
    let place = lines[first..].iter().position(|other| std::ptr::eq(*other, line)).unwrap_or(0);
    format!("beat-{}-{place}", line.version)
}

/// What is not shown one by one, because too much has happened: what matters of it, as something to be read.
fn meanwhile(scene: &Scene, board: &dyn SetBoard, lines: &[&LogLine]) -> Markup {
    let picked = picked(scene, board, lines);
    let more = picked.len() < lines.len();
    html! {
        li .card-beat.meanwhile data-key="meanwhile" data-beat=(Beat::long().json()) {
            div {
                strong { "Meanwhile" }
                ul { @for line in picked { li { (line.text) } } @if more { li .note { "and more, in the log" } } }
            }
        }
    }
}

/// What happened since the visitor's last move: some lines, those that concern the visitor first.
fn since(scene: &Scene, play: &PlayScene, board: &dyn SetBoard, lines: &[&LogLine]) -> Markup {
    let Viewer::Seat(seat) = scene.viewer else { return html! {} };
    let (title, later) = match play.own_move {
        // What one's own move was needs no telling; what came of it does.
        Some(moved) => {
            let from = lines.partition_point(|line| line.version < moved);
            let own = |line: &&&LogLine| line.version == moved && line.seat == Some(seat);
            (SINCE, from + lines[from..].iter().take_while(own).count())
        }
        None => ("Before your first move", lines.partition_point(|line| line.told.as_ref().is_some_and(|told| told.entry == 0))),
    };
    let picked = picked(scene, board, &lines[later..]);
    html! {
        div .since data-key="since" {
            h2 { (title) }
            @if picked.is_empty() { p .note { "Nobody else has moved." } }
            @else {
                ul {
                    @for line in picked {
                        li .strong[is_strong(board, line)] .own[concerns(scene, line)] { @if let Some(seat) = line.seat { (frame::token(seat)) } span { (line.text) } }
                    }
                }
            }
        }
    }
}

/// Does a line concern the visitor?
fn concerns(scene: &Scene, line: &LogLine) -> bool {
    let own = match scene.viewer {
        Viewer::Seat(seat) => Seats::only(seat),
        Viewer::Watcher => Seats::NONE,
    };
    let befalls = |told: &ToldEvent| boards::board(scene.about.id).map(|board| board.befalls(told));
    line.told.as_ref().and_then(befalls).is_some_and(|befalls| !befalls.and(own).is_empty())
}

fn is_strong(board: &dyn SetBoard, line: &LogLine) -> bool {
    line.told.as_ref().is_some_and(|told| board.beat(told).strong)
}

/// Of many lines those that matter: what concerns the visitor first, then what is strong, then what is new; each part in order.
fn picked<'a>(scene: &Scene, board: &dyn SetBoard, lines: &[&'a LogLine]) -> Vec<&'a LogLine> {
    let rank = |index: usize| (!concerns(scene, lines[index]), !is_strong(board, lines[index]), Reverse(index));
    let mut ranked: Vec<(bool, bool, Reverse<usize>)> = (0..lines.len()).map(rank).collect();
    ranked.sort();
    ranked.truncate(LINES);
    ranked.sort_by_key(|(aside, _, Reverse(index))| (*aside, *index));
    ranked.into_iter().map(|(_, _, Reverse(index))| lines[index]).collect()
}
