//! The action form: everything the visitor may do, in words; what may not be done, with its reason; taking back.

use super::frame;
use crate::{
    boards::{self, Board, id_of},
    scene::{PlayScene, Scene},
};
use engine::{Barred, Choice};
use kernel::{Seat, Viewer};
use maud::{Markup, html};

/// From so many choices on, the list in words is closed until it is asked for.
const MANY: usize = 4;

/// The whole region while the game is played.
pub fn form(scene: &Scene, play: &PlayScene) -> Markup {
    let board = boards::board(scene.about.id);
    let hidden = scene.shared && board.is_some_and(|board| board.hides_hand(play));
    html! {
        @match (hidden, scene.viewer) {
            (true, Viewer::Seat(seat)) => (curtain(scene, play, board, seat)),
            _ => (at_hand(scene, play, board)),
        }
        (waiting_for_bots(scene))
        (request(scene))
        @if let Viewer::Seat(seat) = scene.viewer { (again(scene, play, seat)) }
    }
}

/// On a device that is passed round, what is one player's secret waits until that player opens it.
fn curtain(scene: &Scene, play: &PlayScene, board: Option<&'static dyn Board>, seat: Seat) -> Markup {
    let name = scene.seats.get(seat.index()).and_then(|one| one.name.as_deref()).unwrap_or_default();
    html! {
        details .curtain data-key=(format!("curtain-{seat}")) {
            summary { (frame::token(seat)) span { strong { (name) } ", it is you? Open your hand." } }
            (at_hand(scene, play, board))
        }
    }
}

/// What is in hand and what may be done.
fn at_hand(scene: &Scene, play: &PlayScene, board: Option<&'static dyn Board>) -> Markup {
    html! {
        @if let Some(board) = board { div .hand-place data-key="hand" { (board.hand(scene, play)) } }
        @if let Viewer::Seat(seat) = scene.viewer {
            form #play method="post" action=(format!("/t/{}/play", scene.id)) data-key="play" {
                input type="hidden" name="version" value=(scene.version);
                input type="hidden" name="seat" value=(seat);
                (choices(board, scene, play))
            }
            (barred(scene, &play.choices.barred))
        } @else {
            p .watching data-key="watching" { "You are watching. Every seat is taken; you see what everybody may see." }
        }
    }
}

fn choices(board: Option<&'static dyn Board>, scene: &Scene, play: &PlayScene) -> Markup {
    let actions = &play.choices.actions;
    let (drawn, plain): (Vec<&Choice>, Vec<&Choice>) =
        actions.iter().partition(|choice| board.is_some_and(|board| board.offers(&choice.action)));
    html! {
        @for choice in plain { button type="submit" name="action" value=(choice.action) data-key=(choice.action) { (face(scene, choice)) } }
        @if !drawn.is_empty() {
            // Two lists to the script, so that a short one left open does not open a long one.
            details .moves data-key=(if drawn.len() <= MANY { "moves" } else { "many-moves" }) open[drawn.len() <= MANY] {
                summary { (drawn.len()) @if drawn.len() == 1 { " choice" } @else { " choices" } " in words" }
                ul { @for choice in drawn { li data-key=(choice.action) { label for=(id_of(&choice.action)) { (face(scene, choice)) } } } }
            }
        }
    }
}

/// What is on the button: what it does, and what that would change.
fn face(scene: &Scene, choice: &Choice) -> Markup {
    html! {
        span { (frame::named(&choice.text, scene)) }
        @if !choice.effect.is_empty() { small .effect { (frame::named(&choice.effect, scene)) } }
    }
}

fn barred(scene: &Scene, barred: &[Barred]) -> Markup {
    html! {
        @if !barred.is_empty() {
            details .moves.not data-key="barred" {
                summary { (barred.len()) " not possible now: why?" }
                ul { @for one in barred { li { span { (frame::named(&one.text, scene)) } " " small { (frame::sentence(&frame::named(&one.reason, scene))) " " (frame::clause(scene.about.id, one.clause)) } } } }
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

/// Somebody asks everybody to take back the last move.
fn request(scene: &Scene) -> Markup {
    let Some((by, missing)) = scene.request else { return html! {} };
    let name = scene.seats.get(by.index()).and_then(|seat| seat.name.as_deref()).unwrap_or("Somebody");
    let answers = scene.seats.iter().find(|seat| seat.own && missing.contains(seat.seat));
    html! {
        div .request data-key="request" {
            p { (frame::token(by)) strong { (name) } " asks to take back the last move." }
            @if let Some(seat) = answers {
                div .pair {
                    @for (deed, word) in [("agree", "Agree"), ("decline", "Decline")] {
                        form method="post" action=(format!("/t/{}/{deed}", scene.id)) {
                            input type="hidden" name="seat" value=(seat.seat);
                            button type="submit" .primary[deed == "agree"] { (word) }
                        }
                    }
                }
            } @else { p .note { "Waiting for the others’ answer." } }
        }
    }
}

/// Taking back, always in the same place.
fn again(scene: &Scene, play: &PlayScene, seat: Seat) -> Markup {
    let none = play.undoable == 0;
    let may_ask = none && scene.request.is_none() && play.moments.len() > 1;
    let others = scene.seats.iter().any(|seat| seat.person && !seat.own && seat.bot.is_none());
    let why = "Nothing of yours can be taken back: a roll, a reveal or another player's move stands in between";
    let one = |deed: &str, word: &str, key: &str, off: bool, why: &str| {
        html! {
            form method="post" action=(format!("/t/{}/{deed}", scene.id)) {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="version" value=(scene.version);
                button .quiet type="submit" disabled[off] title=[off.then_some(why)] data-press=(key) { (word) }
            }
        }
    };
    html! {
        div .again data-key="again" role="group" aria-label="Take back" {
            // Where nothing can be taken back alone, the same button asks the others; bots agree to everything.
            @if may_ask { (one("ask", if others { "Ask to undo" } else { "Undo with the bots" }, "u", false, "")) }
            @else { (one("undo", "Undo", "u", none, why)) }
            (one("restart", "Restart turn", "r", none, why))
        }
    }
}
