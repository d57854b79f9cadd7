//! Who sits where, and how one sits down.

use super::{company, frame, timing};
use crate::{
    boards::SetBoard,
    table::{
        GUEST, LONGEST_NAME, Stage,
        scene::{Scene, SeatScene},
    },
};
use maud::{Markup, html};

/// The one command for a seat that somebody writes.
const RENAME: &str = "rename";

/// Up to so many seats have a row each; more are shown in short.
const ROOMY: usize = 6;

/// The region of the seats.
pub fn list(scene: &Scene, board: Option<&dyn SetBoard>) -> Markup {
    let compact = scene.seats.len() > ROOMY;
    // Where a game deals colours out, a seat's is not the one it has elsewhere: it is named.
    let colours = board.map(|board| board.colours()).unwrap_or_default();
    html! {
        section .seats data-key="seats" aria-label="Players" data-away=(scene.company.away) data-notice=(scene.company.notice) {
            (company::announced(scene))
            ol class=[compact.then_some("compact")] {
                @for seat in &scene.seats {
                    @let (one, menu) = (company::of(scene, seat), menu(scene, seat));
                    li .(format!("seat-{}", seat.seat)) .awaited[seat.awaited || seat.asked] .free[seat.name.is_none()] data-key=(format!("seat-{}", seat.seat))
                        data-here=[one.map(|one| if one.here { "yes" } else { "no" })] data-since=[one.and_then(|one| one.since)] data-free=[one.and_then(|one| one.free)] data-stand-in=[one.and_then(|one| one.stand_in)] {
                        div .who {
                            (frame::token(seat.seat))
                            strong title=[&seat.name] { (seat.name.as_deref().unwrap_or("Free seat")) }
                            @if seat.own && menu.0.is_empty() { span .badge.own { "you" } }
                            @if let Some(colour) = colours.get(seat.seat.index()) { small .hue { (colour) } }
                            (timing::left(scene, seat))
                            (kind(seat))
                            @if let Some(one) = one.filter(|_| !seat.own) { (company::presence(scene, one)) }
                        }
                        @if let Some(board) = board { (board.figures(seat.seat)) }
                        @if seat.own && scene.stage == Stage::Running {
                            @if seat.bot.is_some() { (form(scene, seat, "resume", "Play again yourself", false, html! {})) }
                            @else if scene.clock_rests { (form(scene, seat, "resume", "I am back: start the clocks", false, html! {})) }
                        }
                        (menu)
                    }
                }
            }
            (company::watchers(scene))
            @if scene.stage == Stage::Running { (timing::rule(scene)) }
            @if let Some(board) = board { (board.ledger()) }
            @if scene.stage != Stage::Closed && scene.lesson.is_none() { (fair_dice(scene)) }
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
        @match (&seat.bot, seat.person) {
            (Some(bot), false) => span .badge { "bot" span .which { " · " (bot) } },
            (Some(bot), true) => span .badge { "bot for now" span .which { " · " (bot) } },
            _ => {}
        }
        @if seat.asked { span .badge.turn { "asked" } } @else if seat.awaited { span .badge.turn { "to play" } }
    }
}

/// A command for a seat; it may be barred now.
fn form(scene: &Scene, seat: &SeatScene, deed: &str, word: &str, barred: bool, more: Markup) -> Markup {
    html! {
        form .(deed) .writes[deed == RENAME] method="post" action=(format!("/t/{}/{deed}", scene.id)) data-key=(format!("{deed}-{}", seat.seat)) {
            input type="hidden" name="seat" value=(seat.seat);
            (more)
            button .small type="submit" aria-disabled=[barred.then_some("true")] { (word) }
        }
    }
}

/// What can be done about a seat. It is folded, so that nothing of it is done by one press of a key.
fn menu(scene: &Scene, seat: &SeatScene) -> Markup {
    if scene.lesson.is_some() {
        return html! {};
    }
    let name = seat.name.as_deref().unwrap_or("this seat");
    let unnamed = seat.own && name.starts_with(GUEST);
    let said = match seat.own {
        true if unnamed => "Your name, and more for your seat".to_owned(),
        true => format!("You, {name}: more for your seat"),
        false => format!("More for {name}"),
    };
    let deeds = html! {
        @if seat.own && matches!(scene.stage, Stage::Waiting | Stage::Running) {
            (rename(scene, seat))
            (frame::to_write(scene, &format!("name-{}", seat.seat), "Write your name"))
            a href="/along" { "Play on another device" }
        }
        @match (scene.stage, seat.own) {
            (Stage::Waiting, true) => (form(scene, seat, "leave", "Leave the table", false, html! {})),
            (Stage::Waiting, false) if scene.host && seat.name.is_some() => (form(scene, seat, "leave", "Free this seat", false, html! {})),
            (Stage::Running, true) if seat.bot.is_none() => (hand_over(scene, seat, "Yes, hand it over", false, html! {
                p { "Hand your seat over to a bot? You can take it back at any time." }
            })),
            // Where there are clocks, everybody has the time that was agreed on.
            (Stage::Running, false) if scene.host && seat.person && seat.bot.is_none() && (scene.clock.is_none() || seat.ran_out) => (company::stand_in(scene, seat)),
            _ => {}
        }
    };
    html! {
        @if !deeds.0.is_empty() {
            details .seat-menu .unnamed[unnamed] id=[seat.own.then(|| format!("name-{}", seat.seat))] data-key=(format!("menu-{}", seat.seat)) open[seat.own && scene.write == Some(format!("name-{}", seat.seat))] {
                summary aria-label=(said) {
                    @if unnamed { span .badge.own { "your name" } } @else if seat.own { span .badge.own { "you" } } @else { "⋯" }
                }
                div .seat-deeds { (deeds) }
            }
        }
    }
}

/// Changing one's own name.
fn rename(scene: &Scene, seat: &SeatScene) -> Markup {
    let name = seat.name.as_deref().filter(|name| !name.starts_with(GUEST)).unwrap_or_default();
    form(
        scene,
        seat,
        RENAME,
        "Save",
        false,
        html! {
            label { span { "Your name" } input type="text" name="name" required maxlength=(LONGEST_NAME) value=(name) placeholder=(GUEST) autocomplete="nickname"; }
        },
    )
}

/// Letting a bot play for a seat.
pub(super) fn hand_over(scene: &Scene, seat: &SeatScene, word: &str, barred: bool, question: Markup) -> Markup {
    form(scene, seat, "hand-over", word, barred, html! { (question) input type="hidden" name="bot" value="steady"; })
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
        div .sit id=(format!("sit-{}", seat.seat)) data-key=(format!("sit-{}", seat.seat)) {
            (frame::to_write(scene, &format!("sit-{}", seat.seat), &format!("Take seat {} as well", seat.seat)))
            form .pair.writes method="post" action=(format!("/t/{}/sit", scene.id)) {
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
            @if let Some(clock) = &scene.clock { p { "Clock: " b { (timing::words(clock)) } "." } }
            @if other.is_empty() { p { "The standard game." } }
            @else { ul { @for (setting, value) in other { li { (frame::words(setting.key)) ": " b { (value) } " " (frame::clause(scene.about.id, setting.clause)) } } } }
            p { a href=(format!("/rules/{}", scene.about.id)) { "The rules of " (scene.about.title) } }
        }
    }
}
