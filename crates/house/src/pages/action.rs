//! The action form: everything the visitor may do, in words; what may not be done, with its reason; taking back.

use super::frame;
use crate::{
    boards::SetBoard,
    scene::{PlayScene, Scene},
};
use engine::{Barred, Choice};
use kernel::{Seat, Viewer};
use maud::{Markup, html};

/// From so many choices on, the list in words is closed until it is asked for.
const MANY: usize = 4;

/// The whole region while the game is played.
pub fn form(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>) -> Markup {
    let hidden = scene.shared && board.is_some_and(|board| board.hides_hand());
    html! {
        (request(scene))
        @match (hidden, scene.viewer) {
            (true, Viewer::Seat(seat)) => (curtain(scene, play, board, seat)),
            _ => div .at-hand data-key="at-hand" { (at_hand(scene, play, board)) },
        }
        (waiting_for_bots(scene))
    }
}

/// On a device that is passed round, what is one player's secret waits until that player opens it.
fn curtain(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>, seat: Seat) -> Markup {
    html! {
        details .curtain.at-hand data-key=(format!("curtain-{seat}")) {
            summary { (frame::token(seat)) span { strong { (frame::name(scene, seat)) } ", is that you? Open your hand." } }
            (at_hand(scene, play, board))
        }
    }
}

/// What is in hand and what may be done.
fn at_hand(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>) -> Markup {
    html! {
        @if let Some(board) = board { div .hand-place data-key="hand" { (board.hand()) } }
        @if let Viewer::Seat(seat) = scene.viewer {
            form #play method="post" action=(format!("/t/{}/play", scene.id)) data-key="play" {
                input type="hidden" name="version" value=(scene.version);
                input type="hidden" name="seat" value=(seat);
                (choices(board, play))
            }
            (barred(scene, &play.choices.barred))
        } @else {
            p .watching data-key="watching" { "You are watching. Every seat is taken; you see what is open to everyone." }
        }
    }
}

fn choices(board: Option<&dyn SetBoard>, play: &PlayScene) -> Markup {
    let actions = &play.choices.actions;
    let (drawn, plain): (Vec<&Choice>, Vec<&Choice>) =
        actions.iter().partition(|choice| board.is_some_and(|board| board.offers(&choice.action)));
    html! {
        @for choice in plain { (button(choice)) }
        @if !drawn.is_empty() {
            // Two lists to the script, so that a short one left open does not open a long one.
            details .moves data-key=(if drawn.len() <= MANY { "moves" } else { "many-moves" }) open[drawn.len() <= MANY] {
                summary { (drawn.len()) @if drawn.len() == 1 { " choice" } @else { " choices" } " in words" }
                ul { @for choice in drawn { li data-key=(choice.action) { (button(choice)) } } }
            }
        }
    }
}

/// A choice in words: what it does, and what that would change.
fn button(choice: &Choice) -> Markup {
    html! {
        button .choice type="submit" name="action" value=(choice.action) data-key=(choice.action) {
            span { (choice.text) }
            @if !choice.effect.is_empty() { small .effect { (choice.effect) } }
        }
    }
}

fn barred(scene: &Scene, barred: &[Barred]) -> Markup {
    html! {
        @if !barred.is_empty() {
            details .moves.not data-key="barred" {
                summary { (barred.len()) " not possible now. Why?" }
                ul { @for one in barred { li { span { (one.text) } " " small { (frame::sentence(&one.reason)) " " (frame::clause(scene.about.id, one.clause)) } } } }
            }
        }
    }
}

fn waiting_for_bots(scene: &Scene) -> Markup {
    let bot = scene.seats.iter().find(|seat| seat.awaited && seat.bot.is_some());
    html! {
        @if let Some(seat) = bot {
            form .hurry method="post" action=(format!("/t/{}/hurry", scene.id)) data-key="hurry" {
                span { (seat.name.as_deref().unwrap_or("A bot")) " is thinking" span .dots aria-hidden="true" { "…" } }
                @if scene.host || !scene.own.is_empty() { button type="submit" data-press="h" { "Hurry" } }
            }
        }
    }
}

/// The request that the visitor has to answer: who asks, and for which seat the visitor answers.
pub fn asked(scene: &Scene) -> Option<(Seat, Seat)> {
    let (by, missing) = scene.request?;
    let answers = scene.seats.iter().find(|seat| seat.own && missing.contains(seat.seat))?;
    Some((by, answers.seat))
}

/// Somebody asks everybody to take back the last move.
fn request(scene: &Scene) -> Markup {
    let Some((by, _)) = scene.request else { return html! {} };
    let name = frame::name(scene, by);
    html! {
        div .request data-key="request" {
            p { (frame::token(by)) strong title=(name) { (name) } span { "would like to take back the last move." } }
            @if let Some((_, seat)) = asked(scene) {
                div .pair {
                    @for (deed, word) in [("agree", "Agree"), ("decline", "Decline")] {
                        form method="post" action=(format!("/t/{}/{deed}", scene.id)) {
                            input type="hidden" name="seat" value=(seat);
                            button type="submit" .primary[deed == "agree"] { (word) }
                        }
                    }
                }
            } @else { p .note { "Waiting for the others to answer." } }
        }
    }
}

/// Taking back, always in the same place. What cannot be done now says why when it is pressed: without the script the house
/// says so.
pub fn again(scene: &Scene, play: &PlayScene, seat: Seat) -> Markup {
    let why = if scene.to_take_back == 0 {
        "There is nothing to take back yet."
    } else if scene.request.is_some() {
        "The others have already been asked."
    } else {
        "You cannot take back anything on your own now: a roll, a reveal or another player’s move has come since."
    };
    let one = |deed: &str, word: &str, key: Option<&str>, off: bool| {
        html! {
            form method="post" action=(format!("/t/{}/{deed}", scene.id)) data-key=(word) {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="version" value=(scene.version);
                button .quiet type="submit" aria-disabled=[off.then_some("true")] title=[off.then_some(why)] data-press=[key] { (word) }
            }
        }
    };
    let alone = play.undoable > 0;
    let with_all = !alone && scene.to_take_back > 0 && scene.request.is_none();
    let others = scene.seats.iter().any(|seat| seat.person && !seat.own && seat.bot.is_none());
    let bots = scene.seats.iter().any(|seat| seat.bot.is_some());
    html! {
        section .again data-key="again" aria-label="Take back" {
            // Where nothing can be taken back alone, the same place asks the others, and no single key does; bots agree to
            // everything.
            @match (with_all, others, bots) {
                (true, true, _) => (one("ask", "Ask to undo", None, false)),
                (true, false, true) => (one("ask", "Undo with the bots", Some("u"), false)),
                (true, false, false) => (one("ask", "Undo", Some("u"), false)),
                (false, ..) => (one("undo", "Undo", Some("u"), !alone)),
            }
            (one("restart", "Restart turn", Some("r"), !alone))
        }
    }
}
