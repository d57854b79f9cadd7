//! The table page: the status line, the action form, the board, the seats, the log. One element holds all five; the
//! script asks for it anew and morphs it in.

use super::{action, aim, calls, chat, deal, end, frame, hint, history, seats, telling};
use crate::table::log_window::{HEARD, LogLine};
use crate::{
    boards,
    fault::Fault,
    table::{
        Stage,
        scene::{PlayScene, Scene},
    },
};
use kernel::{Line, Seat, Viewer};
use maud::{Markup, html};

/// The whole page of a table.
pub fn table(scene: &Scene, fault: Option<&Fault>) -> Markup {
    let calls = own_turn(scene) || action::asked(scene).is_some();
    let tools = html! { @if let Some(chat) = &scene.chat { (chat::beside(chat)) } };
    let head = frame::Head {
        title: &tab_title(scene),
        calls,
        again: looks_again(scene, fault),
        shows: frame::Shows::Game(scene.about.id),
        tools,
    };
    frame::page_with(
        &head,
        "table-page",
        html! { (drawn(scene, fault, true)) p .sr role="status" data-clock-told {} (keys()) (aim::terms(scene.about.id)) },
    )
}

/// Without the script nobody tells the page that others have moved: it looks again by itself, in so many seconds. Whoever
/// has to answer or wants to write something is not disturbed.
fn looks_again(scene: &Scene, fault: Option<&Fault>) -> Option<u32> {
    if scene.write.is_some() { None } else { news_within(scene, fault) }
}

/// In how many seconds there may be news for which a page without script should look.
fn news_within(scene: &Scene, fault: Option<&Fault>) -> Option<u32> {
    let looking_back = scene.play.as_ref().is_some_and(|play| play.at.is_some() || play.leafing);
    if fault.is_some() || looking_back || scene.draft.is_some() || own_turn(scene) || action::asked(scene).is_some() {
        return None;
    }
    match scene.stage {
        Stage::Running => Some(4),
        Stage::Waiting if scene.may_sit && scene.own.is_empty() => None,
        Stage::Waiting => Some(10),
        Stage::Over | Stage::Closed | Stage::Stopped => None,
    }
}

/// What the visitor is asked now, whatever moment the page shows.
fn question(scene: &Scene) -> Option<&Line> {
    scene.play.as_ref()?.question.as_ref()
}

/// Is the visitor to play?
fn own_turn(scene: &Scene) -> bool {
    scene.play.as_ref().is_some_and(|play| play.own_turn)
}

/// The part of the page that changes as the table does.
pub fn fragment(scene: &Scene, fault: Option<&Fault>) -> Markup {
    drawn(scene, fault, false)
}

/// The same; as a part of a `whole` page with what never changes in it.
fn drawn(scene: &Scene, fault: Option<&Fault>, whole: bool) -> Markup {
    let board = boards::set(scene);
    let board = board.as_deref();
    let tone = board.map_or("waiting", |board| board.tone());
    let at = scene.play.as_ref().and_then(|play| play.at);
    let (own_turn, draft) = (own_turn(scene), scene.draft.as_ref());
    let colours = colours(board);
    let page = html! {
        main #table .table data-key="table" data-id=(scene.id) data-version=(scene.version) data-now=(scene.now) data-tone=(tone) data-stage=(scene.stage.word())
            data-at=[at] data-as=[scene.chosen] data-deal=[draft.map(|draft| &draft.verb)] data-with=[draft.map(|draft| deal::numbers(draft.with))] data-invite=[&scene.invite_key] data-turn[own_turn] data-asked[action::asked(scene).is_some()]
            data-seated[!scene.own.is_empty()] data-talk=(company(scene)) data-title=(tab_title(scene)) data-seats=(scene.seats.len()) data-game=(scene.about.id) data-colours=[colours] {
            (status(scene, fault))
            section .action data-key="action" aria-label="What you can do" {
                @match (&scene.play, scene.stage) {
                    (Some(play), _) if scene.unplayable => (end::as_told(scene, play)),
                    (Some(play), Stage::Over) => (end::panel(scene, play, board)),
                    (Some(play), _) if play.at.is_some() => (end::looking_back(scene, play)),
                    (Some(play), _) => (action::form(scene, play, board)),
                    (None, _) => (seats::waiting(scene)),
                }
            }
            @if let (Some(play), Stage::Running, Viewer::Seat(seat)) = (&scene.play, scene.stage, scene.viewer) {
                @if play.at.is_none() { (action::again(scene, play, seat, board)) }
            }
            section .board data-key="board" aria-label="Board" {
                @match (board, boards::board(scene.about.id)) {
                    (Some(board), _) => (board.draw()),
                    (None, Some(board)) if scene.play.is_none() => (board.picture()),
                    _ if scene.unplayable => p .note { "The board cannot be drawn any more." },
                    _ => p { "This game has no board yet." },
                }
            }
            (aim::sheet(scene, whole))
            (seats::list(scene, board))
            (telling::lately(scene, board))
            (history::log(scene))
        }
    };
    match scene.play.as_ref().and_then(|play| play.hint.as_ref()) {
        Some(hint) => hint::marked(page, &hint.choice.action, "data-advised"),
        None => page,
    }
}

/// The colours that the game gives its players, by their seats.
pub(super) fn colours(board: Option<&dyn boards::SetBoard>) -> Option<String> {
    let colours = board.map(|board| board.colours()).unwrap_or_default();
    let colours: Vec<String> = colours.iter().enumerate().map(|(index, colour)| format!("{}{colour}", index + 1)).collect();
    (!colours.is_empty()).then(|| colours.join(" "))
}

/// What the visitor may do with the chat, and with whom.
fn company(scene: &Scene) -> String {
    let others = scene.seats.iter().filter(|seat| seat.person && !seat.own);
    scene.talk.with(others.filter_map(|seat| Some((seat.seat, seat.name.as_deref()?))))
}

fn tab_title(scene: &Scene) -> String {
    if let Some((by, _)) = action::asked(scene) {
        return format!("{} asks · {}", frame::name(scene, by), scene.about.title);
    }
    if let Some(question) = question(scene) {
        return format!("{} · {}", question.text, scene.about.title);
    }
    match scene.stage {
        Stage::Waiting => format!("Waiting for players · {}", scene.about.title),
        Stage::Over => format!("Over · {}", scene.about.title),
        Stage::Closed => format!("Closed · {}", scene.about.title),
        Stage::Stopped => format!("Stopped · {}", scene.about.title),
        Stage::Running if own_turn(scene) => format!("Your turn · {}", scene.about.title),
        Stage::Running => scene.about.title.to_owned(),
    }
}

/// Whose turn it is and what is asked; what has just happened; what was refused.
fn status(scene: &Scene, fault: Option<&Fault>) -> Markup {
    let game = scene.about.id;
    html! {
        section .status data-key="status" aria-label="Status" {
            div .asked-for role="status" aria-live="polite" {
                @if let Some(fault) = fault {
                    p .fault data-key="fault" { (frame::sentence(&fault.message)) " " @if let Some(clause) = fault.clause { (frame::clause(game, clause)) } }
                }
                @match &scene.play {
                    Some(play) => {
                        h1 .prompt .long[headline(play).chars().count() > 100] data-key="prompt" tabindex="-1" { @if let Some(seat) = whose(scene, play) { (frame::token(seat)) } span title=(headline(play)) { (headline(play)) } }
                    }
                    None => {
                        h1 .prompt data-key="prompt" tabindex="-1" { span { (waiting_for(scene)) } }
                    }
                }
                @if let Some(play) = &scene.play { (hint::said(play)) }
                @if let Some(question) = question(scene).filter(|_| scene.play.as_ref().is_some_and(|play| play.at.is_some())) {
                    p .question data-key="question" { (question.text) " " a href=(format!("/t/{}", scene.id)) { "Answer" } }
                }
            }
            @if scene.write.is_some() && news_within(scene, fault).is_some() {
                p .note data-key="undisturbed" { "While you write, this page does not look for news. " a href=(scene.address()) { "Back to the table" } }
            }
            @if let Some(play) = &scene.play { (news(scene, play)) (telling::teller()) }
        }
    }
}

/// Whose sign stands before the prompt: the viewer's own where they are to decide, otherwise that of whoever decides next.
fn whose(scene: &Scene, play: &PlayScene) -> Option<Seat> {
    let concerned = play.asked.or(play.awaited);
    match scene.viewer {
        Viewer::Seat(seat) if concerned.contains(seat) => Some(seat),
        _ => play.asked.lowest().or(play.awaited.lowest()),
    }
}

fn headline(play: &PlayScene) -> String {
    match play.at {
        Some(_) => format!("Looking back: move {} of {}", play.steps.here, play.steps.end),
        None => play.prompt.text.clone(),
    }
}

/// What has happened: to the eye the last of it, to the ear every line that was not there before.
pub(super) fn news(scene: &Scene, play: &PlayScene) -> Markup {
    let all = &play.last_lines.as_ref().unwrap_or(&play.log).lines;
    let shown = play.at.and_then(|at| all.iter().filter_map(|line| Some(line.told.as_ref()?.entry)).rfind(|entry| *entry <= at));
    let heard_then = |line: &&LogLine| play.at.is_none() || shown.is_some() && line.told.as_ref().map(|told| told.entry) == shown;
    let lines: Vec<&LogLine> = all.iter().filter(heard_then).collect();
    let last = lines.last().map_or(0, |line| line.version);
    let latest = lines.iter().position(|line| line.version == last).unwrap_or(0);
    // Of several turns in one go the last is what the visitor has to know now.
    let turn = lines.iter().rposition(|line| line.opens_turn).unwrap_or(0);
    let latest = latest.max(turn);
    let words = lines[latest..].iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
    let newer = lines.iter().position(|line| scene.since.is_some_and(|since| line.version > since)).unwrap_or(lines.len());
    let heard = &lines[newer.min(lines.len().saturating_sub(HEARD))..];
    // Lines of one version are told apart by their place in it.
    let keyed = heard.chunk_by(|one, other| one.version == other.version).flat_map(|same| same.iter().enumerate());
    html! {
        p .news data-key="news" title=(words) aria-hidden="true" { (words) }
        div .sr role="log" aria-live="polite" aria-label="News" data-key="told" {
            @for (index, line) in keyed { p data-key=(format!("{}-{index}", line.version)) { (line.text) } }
        }
    }
}

fn waiting_for(scene: &Scene) -> String {
    match scene.seats.iter().filter(|seat| seat.name.is_none()).count() {
        _ if scene.stage == Stage::Closed => "The host closed this table.".to_owned(),
        0 => "All seats are taken. The game is starting.".to_owned(),
        1 => "One seat is free. The game starts when it is taken.".to_owned(),
        free => format!("{free} seats are free. The game starts when all are taken."),
    }
}

/// The sheet of keyboard shortcuts.
pub(super) fn keys() -> Markup {
    const KEYS: [(&str, &str); 10] = [
        ("Tab", "move through everything you can do"),
        ("← ↑ → ↓", "move from space to space, or from move to move when looking back"),
        ("Enter", "do it"),
        ("U", "undo"),
        ("R", "restart the turn"),
        ("I", "ask a bot for a hint"),
        ("H", "hurry the bots"),
        ("L", "open or close the list of moves"),
        ("Esc", "skip what is being shown"),
        ("?", "show this list; Esc closes it"),
    ];
    html! {
        dialog #keys aria-labelledby="keys-title" {
            form method="dialog" {
                h2 #keys-title { "Keys and pace" }
                label .pace-choice { span { "Show what happens" small { "Events are shown one after the other. Remembered on this device." } } (telling::pace()) }
                (calls::switches())
                dl { @for (key, deed) in KEYS { div { dt { kbd { (key) } } dd { (deed) } } } }
                label .tick { input #letters type="checkbox" checked; span { "Use single letters and ? as shortcuts" small { "Remembered on this device." } } }
                button .primary type="submit" { "Close" }
            }
        }
    }
}
