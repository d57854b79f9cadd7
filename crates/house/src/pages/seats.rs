//! Who sits where, and how one sits down.

use super::frame;
use crate::{
    boards::SetBoard,
    live::{LONGEST_NAME, Stage},
    scene::{Scene, SeatScene},
};
use maud::{Markup, html};

/// Up to so many seats have a row each; more are shown in short.
const ROOMY: usize = 6;

/// The region of the seats.
pub fn list(scene: &Scene, board: Option<&dyn SetBoard>) -> Markup {
    let compact = scene.seats.len() > ROOMY;
    html! {
        section .seats data-key="seats" aria-label="Players" {
            ol .compact[compact] {
                @for seat in &scene.seats {
                    li .(format!("seat-{}", seat.seat)) .awaited[seat.awaited || seat.asked] .free[seat.name.is_none()] data-key=(format!("seat-{}", seat.seat)) {
                        div .who {
                            (frame::token(seat.seat))
                            strong title=[&seat.name] { (seat.name.as_deref().unwrap_or("Free seat")) }
                            (kind(seat))
                            @let deeds = holding(scene, seat);
                            @if compact && !deeds.0.is_empty() {
                                details .more data-key="more" { summary aria-label=(format!("More for {}", seat.name.as_deref().unwrap_or("this seat"))) { "⋯" } (deeds) }
                            } @else { (deeds) }
                        }
                        @if let Some(board) = board { (board.figures(seat.seat)) }
                    }
                }
            }
            @if let Some(board) = board { (board.ledger()) }
            @if scene.stage != Stage::Closed { (fair_dice(scene)) }
            @if let Some(from) = &scene.from { p .note data-key="from" { "This table follows on from " a href=(format!("/t/{from}")) { "another one" } "." } }
        }
    }
}

/// The promise of the house about its dice, and how to hold it to it.
fn fair_dice(scene: &Scene) -> Markup {
    html! {
        details .fair data-key="fair" {
            summary { "Fair dice" }
            p .note {
                "Every roll and every draw comes from a secret that the house chose before anyone sat down, mixed with something from each seat. This is the fingerprint of that secret: "
                code .commitment { (scene.commitment) }
            }
            p .note {
                "Keep a copy of it. When the game is over the record contains the secret, and "
                code { "exchequer replay FILE" } " checks that it has this fingerprint and that every roll came from it."
            }
        }
    }
}

fn kind(seat: &SeatScene) -> Markup {
    html! {
        @if seat.own { span .badge.own { "you" } }
        @match (&seat.bot, seat.person) {
            (Some(bot), false) => span .badge { "bot" span .which { " · " (bot) } },
            (Some(bot), true) => span .badge { "bot for now" span .which { " · " (bot) } },
            _ => {}
        }
        @if seat.asked { span .badge.turn { "asked" } } @else if seat.awaited { span .badge.turn { "to play" } }
    }
}

/// Handing a seat to a bot, taking it back, leaving; the host can do so for those who are gone.
fn holding(scene: &Scene, seat: &SeatScene) -> Markup {
    let form = |deed: &str, word: &str, extra: Markup| {
        html! {
            form method="post" action=(format!("/t/{}/{deed}", scene.id)) data-key=(format!("{deed}-{}", seat.seat)) {
                input type="hidden" name="seat" value=(seat.seat);
                (extra)
                button .quiet.small type="submit" { (word) }
            }
        }
    };
    html! {
        @match (scene.stage, seat.own) {
            (Stage::Waiting, true) => (form("leave", "Leave", html! {})),
            (Stage::Waiting, false) if scene.host && seat.name.is_some() => (form("leave", "Free this seat", html! {})),
            (Stage::Running, true) if seat.bot.is_some() => (form("resume", "Play again", html! {})),
            (Stage::Running, true) => (form("hand-over", "Hand over to a bot", html! { input type="hidden" name="bot" value="steady"; })),
            (Stage::Running, false) if scene.host && seat.person && seat.bot.is_none() => {
                (form("hand-over", "Let a bot play", html! { input type="hidden" name="bot" value="steady"; }))
            }
            _ => {}
        }
    }
}

/// What can be done at a table that waits for players.
pub fn waiting(scene: &Scene) -> Markup {
    let free: Vec<&SeatScene> = scene.seats.iter().filter(|seat| seat.name.is_none()).collect();
    html! {
        @if let Some(path) = &scene.invitation {
            div .invite data-key="invite" {
                h2 { "Invite someone" }
                p { "Anyone who opens this link can take a free seat. No account needed." }
                div .link {
                    input #invite-link type="text" readonly value=(path) aria-label="Invitation link" data-link=(path);
                    button type="button" data-copy="invite-link" hidden { "Copy" }
                }
                p .note { a href=(path) { "Open the invitation" } @if scene.open { ". The table is also listed on the home page." } }
            }
        }
        @if scene.may_sit && (scene.host || scene.own.is_empty()) {
            @for seat in &free { (sit(scene, seat)) }
        } @else if scene.stage == Stage::Closed {
            p .note { "This table is closed. " a href=(format!("/new/{}", scene.about.id)) { "Set up another table" } "." }
        } @else if !scene.may_sit {
            p .note { "This table is by invitation only. You can watch: the game appears here as soon as it starts." }
        }
        (settings(scene))
        @if scene.host && scene.stage == Stage::Waiting {
            form .close data-key="close" method="post" action=(format!("/t/{}/close", scene.id)) {
                button .quiet.small type="submit" { "Close this table" }
            }
        }
    }
}

fn sit(scene: &Scene, seat: &SeatScene) -> Markup {
    html! {
        div .sit data-key=(format!("sit-{}", seat.seat)) {
            form .pair method="post" action=(format!("/t/{}/sit", scene.id)) {
                (frame::token(seat.seat))
                input type="hidden" name="seat" value=(seat.seat);
                input type="hidden" name="luck" value="";
                @if let Some(invite) = &scene.invite_key { input type="hidden" name="invite" value=(invite); }
                input type="text" name="name" required maxlength=(LONGEST_NAME) placeholder="Your name" aria-label=(format!("Your name, for seat {}", seat.seat)) autocomplete="nickname";
                button .primary[scene.own.is_empty()] type="submit" { "Sit down" }
            }
            @if scene.host {
                form .pair method="post" action=(format!("/t/{}/bot", scene.id)) {
                    input type="hidden" name="seat" value=(seat.seat);
                    span .note { "or" }
                    @for bot in bots::BOTS.iter().rev() {
                        button .quiet.small type="submit" name="bot" value=(bot.name) title=(bot.line) { "Bot “" (bot.name) "”" }
                    }
                }
            }
        }
    }
}

/// The settings of the table that differ from the standard game.
fn settings(scene: &Scene) -> Markup {
    let Ok(game) = engine::game(scene.about.id) else { return html! {} };
    let settings = game.settings();
    let other: Vec<_> = settings
        .iter()
        .filter_map(|setting| {
            let value = scene.options.get(setting.key)?;
            (*value != setting.default_value()).then(|| (setting, setting.meaning(value)))
        })
        .collect();
    html! {
        div .agreed {
            h2 { "Settings" }
            @if other.is_empty() { p { "The standard game." } }
            @else { ul { @for (setting, value) in other { li { (frame::words(setting.key)) ": " b { (value) } " " (frame::clause(scene.about.id, setting.clause)) } } } }
            p { a href=(format!("/rules/{}", scene.about.id)) { "The rules of " (scene.about.title) } }
        }
    }
}
