//! Who is here: at each seat, and how many watch. The script keeps it up to date between two fragments (`company.js`), in the
//! same words.

use super::{frame, seats};
use crate::table::{
    Stage,
    presence::{Attendance, spell},
    scene::{Scene, SeatScene},
};
use maud::{Markup, html};

/// Whether the person of a seat is here, as long as that matters.
pub fn of<'a>(scene: &'a Scene, seat: &SeatScene) -> Option<&'a Attendance> {
    let matters = matches!(scene.stage, Stage::Waiting | Stage::Running);
    scene.company.at(seat.seat).filter(|_| matters && (scene.stage == Stage::Waiting || seat.bot.is_none()))
}

/// Here, or away since when.
pub fn presence(scene: &Scene, one: &Attendance) -> Markup {
    let minutes = one.since.map_or(0, |since| scene.now.saturating_sub(since) / 60_000);
    html! {
        span .presence { @if one.here { "here" } @else { "away" @if minutes > 0 { span .for { (away_for(minutes)) } } } }
    }
}

/// How long somebody has been away.
fn away_for(minutes: u64) -> String {
    match minutes {
        0..=89 => format!(" {minutes} min"),
        90..=2159 => format!(" {} h", minutes / 60),
        _ => format!(" {} days", minutes / 1440),
    }
}

/// The bots that are about to stand in for somebody.
pub fn announced(scene: &Scene) -> Markup {
    html! {
        div .announced role="status" data-key="announced" {
            @for (one, at) in scene.company.seats.iter().filter_map(|one| Some((one, one.stand_in?))) {
                @let name = frame::name(scene, one.seat);
                p data-key=(format!("announced-{}", one.seat)) {
                    "A bot may stand in for " (name) " soon, unless " (name) " comes back: "
                    span aria-hidden="true" data-until=(at) { (spell(at.saturating_sub(scene.now))) }
                }
            }
        }
    }
}

/// How many watch.
pub fn watchers(scene: &Scene) -> Markup {
    html! {
        p .note data-key="watchers" data-watchers hidden[scene.company.watchers == 0] {
            @match scene.company.watchers { 1 => "1 person is watching.", many => { (many) " people are watching." } }
        }
    }
}

/// The host's way to let a bot stand in, which is barred while the player is here.
pub fn stand_in(scene: &Scene, seat: &SeatScene) -> Markup {
    let name = frame::name(scene, seat.seat);
    let held = scene.company.held(seat.seat, scene.now).map(|why| format!("{name} {why}."));
    let notice = spell(scene.company.notice);
    let free = format!("Let a bot play until {name} comes back? Everybody is told {notice} before.");
    seats::hand_over(scene, seat, "Let a bot play", held.is_some(), html! { p { (held.unwrap_or(free)) } })
}
