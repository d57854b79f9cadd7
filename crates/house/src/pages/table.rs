//! The table page: the status line, the action form, the board, the seats, the log. One element holds all five; the
//! script asks for it anew and morphs it in.

use super::{action, end, frame, history, seats};
use crate::{
    boards,
    fault::Fault,
    live::Stage,
    scene::{PlayScene, Scene},
};
use kernel::Viewer;
use maud::{Markup, html};

/// The whole page of a table.
pub fn table(scene: &Scene, fault: Option<&Fault>) -> Markup {
    // Without the script nobody tells the page that others have moved: it looks again by itself.
    let waits = scene.stage == Stage::Running && fault.is_none() && !own_turn(scene);
    let body = html! { (fragment(scene, fault)) (keys()) @if waits { noscript { meta http-equiv="refresh" content="4"; } } };
    frame::page(&format!("{} table", scene.about.title), "table-page", body)
}

/// Is the visitor to play?
fn own_turn(scene: &Scene) -> bool {
    matches!(scene.viewer, Viewer::Seat(seat) if scene.seats.iter().any(|one| one.seat == seat && one.awaited && one.bot.is_none()))
}

/// The part of the page that changes as the table does.
pub fn fragment(scene: &Scene, fault: Option<&Fault>) -> Markup {
    let board = boards::board(scene.about.id);
    let tone = match (&scene.play, board) {
        (Some(play), Some(board)) => board.tone(play),
        _ => "waiting",
    };
    let at = scene.play.as_ref().and_then(|play| play.at);
    let own_turn = own_turn(scene);
    let colours = match (&scene.play, board) {
        (Some(play), Some(board)) => board.colours(play),
        _ => Vec::new(),
    };
    let colours: Vec<String> = colours.iter().enumerate().map(|(index, colour)| format!("{}{colour}", index + 1)).collect();
    let colours = (!colours.is_empty()).then(|| colours.join(" "));
    html! {
        main #table .table data-key="table" data-id=(scene.id) data-version=(scene.version) data-tone=(tone) data-stage=(scene.stage.word())
            data-at=[at] data-invite=[&scene.invite_key] data-turn[own_turn && scene.stage == Stage::Running] data-title=(tab_title(scene, own_turn)) data-seats=(scene.seats.len()) data-game=(scene.about.id) data-colours=[colours] {
            (status(scene, fault))
            section .action data-key="action" aria-label="What you can do" {
                @match (&scene.play, scene.stage) {
                    (Some(play), Stage::Over) => (end::panel(scene, play)),
                    (Some(play), _) if play.at.is_some() => (end::looking_back(scene, play)),
                    (Some(play), _) => (action::form(scene, play)),
                    (None, _) => (seats::waiting(scene)),
                }
            }
            section .board data-key="board" aria-label="Board" {
                @match (&scene.play, board) {
                    (Some(play), Some(board)) => (board.draw(scene, play)),
                    (None, Some(board)) => (board.picture()),
                    _ => p { "This game has no board yet." },
                }
            }
            (seats::list(scene))
            (history::log(scene))
        }
    }
}

fn tab_title(scene: &Scene, own_turn: bool) -> String {
    match scene.stage {
        Stage::Waiting => format!("Waiting for players · {}", scene.about.title),
        Stage::Over => format!("Over · {}", scene.about.title),
        Stage::Closed => format!("Closed · {}", scene.about.title),
        Stage::Running if own_turn => format!("Your turn · {}", scene.about.title),
        Stage::Running => scene.about.title.to_owned(),
    }
}

/// Whose turn it is and what is asked; what has just happened; what was refused.
fn status(scene: &Scene, fault: Option<&Fault>) -> Markup {
    let game = scene.about.id;
    html! {
        section .status data-key="status" aria-label="Status" {
            div role="status" aria-live="polite" {
                @if let Some(fault) = fault {
                    p .fault data-key="fault" { (frame::sentence(&fault.message)) " " @if let Some(clause) = fault.clause { (frame::clause(game, clause)) } }
                }
                @match &scene.play {
                    Some(play) => {
                        h1 .prompt data-key="prompt" { @if let Some(seat) = play.awaited.lowest() { (frame::token(seat)) } span { (headline(play)) } }
                        (news(play))
                    }
                    None => {
                        h1 .prompt data-key="prompt" { span { (waiting_for(scene)) } }
                    }
                }
            }
        }
    }
}

fn headline(play: &PlayScene) -> String {
    match play.at {
        Some(at) => {
            let place = play.moments.iter().position(|moment| *moment == at).unwrap_or(0);
            format!("Looking back: move {place} of {}", play.moments.len().saturating_sub(1))
        }
        None => play.prompt.text.clone(),
    }
}

/// What the last entry brought about, to be read out as it comes in.
fn news(play: &PlayScene) -> Markup {
    let last = play.log.last().map_or(0, |told| told.entry);
    let lines: Vec<&str> = play.log.iter().filter(|told| told.entry == last).map(|told| told.text.as_str()).collect();
    let words = lines.join(" ");
    html! { p .news data-key="news" title=(words) { (words) } }
}

fn waiting_for(scene: &Scene) -> String {
    match scene.seats.iter().filter(|seat| seat.name.is_none()).count() {
        _ if scene.stage == Stage::Closed => "The host closed this table.".to_owned(),
        0 => "All seats are taken; the game begins.".to_owned(),
        1 => "One seat is free. The game begins when it is taken.".to_owned(),
        free => format!("{free} seats are free. The game begins when all are taken."),
    }
}

/// The sheet of keyboard shortcuts.
fn keys() -> Markup {
    const KEYS: [(&str, &str); 8] = [
        ("Tab", "go through everything you may do"),
        ("← ↑ → ↓", "go from space to space; when looking back, from move to move"),
        ("Enter", "do it"),
        ("U", "take back"),
        ("R", "restart the turn"),
        ("H", "hurry the bots"),
        ("L", "open or close the list of moves"),
        ("?", "this sheet; Esc closes it"),
    ];
    html! {
        dialog #keys aria-labelledby="keys-title" {
            form method="dialog" {
                h2 #keys-title { "Keyboard" }
                dl { @for (key, deed) in KEYS { div { dt { kbd { (key) } } dd { (deed) } } } }
                button .primary type="submit" { "Close" }
            }
        }
    }
}
