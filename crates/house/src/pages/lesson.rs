//! A step of a lesson: the page of a table with what to learn in place of the status line. What is meant glows; all else can be
//! chosen, too, and is answered.

use super::{action, aim, frame, hint, home, seats, table, telling};
use crate::{
    boards,
    fault::Fault,
    table::{
        lesson::{Been, LessonScene},
        scene::Scene,
    },
};
use engine::AnyGame;
use maud::{Markup, PreEscaped, html};

/// The whole page of a step.
pub fn lesson(scene: &Scene, fault: Option<&Fault>) -> Markup {
    let title = scene.lesson.as_ref().map(title).unwrap_or_default();
    let head =
        frame::Head { title: &title, calls: false, again: None, shows: frame::Shows::Game(scene.about.id), tools: html! {} };
    frame::page_with(&head, "table-page", html! { (lesson_fragment(scene, fault)) (table::keys()) (aim::terms(scene.about.id)) })
}

fn title(lesson: &LessonScene) -> String {
    match lesson.is_end() {
        true => format!("You have learnt {}", lesson.lesson.title),
        false => format!("Step {} of {} · Learn {}", lesson.number, lesson.lesson.steps, lesson.lesson.title),
    }
}

/// The part of the page that changes from step to step.
pub fn lesson_fragment(scene: &Scene, fault: Option<&Fault>) -> Markup {
    let (Some(lesson), Some(play)) = (&scene.lesson, &scene.play) else { return html! {} };
    let board = boards::set(scene);
    let board = board.as_deref();
    let (acts, draft) = (lesson.deed.is_some(), scene.draft.as_ref());
    let page = html! {
        main #table .table.lesson data-key="table" data-lesson=(lesson.chapter_number) data-address=(scene.address()) data-version=(scene.version)
            data-tone=(board.map_or("plain", |board| board.tone())) data-stage="running" data-turn[acts] data-title=(title(lesson))
            data-deal=[draft.map(|draft| &draft.verb)] data-seats=(scene.seats.len()) data-game=(scene.about.id) data-colours=[table::colours(board)] {
            section .status data-key="status" aria-label="Lesson" {
                (place(lesson))
                div .asked-for role="status" aria-live="polite" {
                    @if let Some(fault) = fault {
                        p .fault data-key="fault" { (frame::sentence(&fault.message)) " " @if let Some(clause) = fault.clause { (frame::clause(scene.about.id, clause)) } }
                    } @else if let Some(said) = &lesson.said {
                        p .kindly data-key="said" { (said) }
                    }
                    h1 .prompt data-key="prompt" tabindex="-1" { span { (text(lesson)) } }
                }
                (ways(lesson))
                (table::news(scene, play))
                (telling::teller())
            }
            section .action data-key="action" aria-label="What you can do" {
                @if lesson.is_end() { (end(lesson)) } @else {
                    p .asks data-key="asks" { small { "At a table you read:" } " " (play.prompt.text) }
                    div .at-hand data-key="at-hand" { (action::at_hand(scene, play, board)) }
                }
            }
            section .board data-key="board" aria-label="Board" { @if let Some(board) = board { (board.draw()) } }
            (seats::list(scene, board))
            (telling::lately(scene, board))
            p #meant-note .sr data-key="meant-note" { "This is what the lesson means." }
        }
    };
    glowing(page, lesson)
}

/// How far the lesson is.
fn place(lesson: &LessonScene) -> Markup {
    let (number, steps) = (lesson.number.min(lesson.lesson.steps), lesson.lesson.steps);
    html! {
        div .lesson-place data-key="lesson-place" {
            p { strong { "Learn " (lesson.lesson.title) } span { (lesson.chapter) } }
            progress max=(steps) value=(lesson.number - 1) aria-label="How far the lesson is" {}
            p .count { @if lesson.is_end() { "Done: " (steps) " steps" } @else { "Step " b { (number) } " of " (steps) } }
        }
    }
}

/// What the learner reads. Words between two stars are strong.
fn text(lesson: &LessonScene) -> Markup {
    if lesson.is_end() {
        return html! { "Well done! Now you know how " (lesson.lesson.title) " is played." };
    }
    strong(lesson.text)
}

fn strong(text: &str) -> Markup {
    html! { @for (index, part) in text.split("**").enumerate() { @if index % 2 == 1 { strong { (part) } } @else { (part) } } }
}

/// Back and on. Where something is to be done, doing it leads on; but nobody is kept from looking ahead.
fn ways(lesson: &LessonScene) -> Markup {
    let acts = lesson.deed.is_some();
    html! {
        nav .lesson-ways data-key="ways" aria-label="Steps" {
            // Whoever goes by keyboard, or has a small screen, finds what glows without passing all else.
            @if acts { a .button.quiet.to-meant data-key="to-meant" href="#meant" { "Show me" } }
            @if lesson.number > 1 { a .button.quiet rel="prev" data-step data-key="back" href=(lesson.step(lesson.number - 1)) { "Back" } }
            @if !lesson.is_end() {
                @let word = if acts { "Skip" } else { "Go on" };
                a .button .primary[!acts] .quiet[acts] rel="next" data-step data-key="go-on" href=(lesson.step(lesson.number + 1)) { (word) }
            }
        }
    }
}

/// The end: what was learnt, and where to go from here.
fn end(lesson: &LessonScene) -> Markup {
    let game = lesson.lesson.game;
    html! {
        div .learnt data-key="learnt" {
            h2 { "What you have learnt" }
            ul { @for line in lesson.learnt { li { (strong(line)) } } }
            @if let Ok(game) = engine::game(game) { (home::play_now(game)) }
            a .button href=(format!("/rules/{game}")) { "Read the rules" }
            @if let Some(next) = lesson.next() { a .button href=(next.address()) { "Next lesson: " (next.title) } }
            a .plain href=(lesson.step(1)) { "Start again" }
        }
    }
}

/// The way to a game's lesson, where it has one.
pub fn link(game: &dyn AnyGame, class: &str) -> Markup {
    link_for(game, class, &Been::default())
}

/// The same for a visitor who has been in some lessons.
pub fn link_for(game: &dyn AnyGame, class: &str, been: &Been) -> Markup {
    html! {
        @if let Some(lesson) = crate::table::lesson::of(game.about().id) {
            a .(class) href=(lesson.address()) {
                @if been.has_done(&lesson) { span aria-hidden="true" { "✓ " } "Lesson done: take it again" }
                @else if been.is_amid(&lesson) { "Go on with the lesson" }
                @else { "Learn it in " (lesson.minutes) " minutes" }
            }
        }
    }
}

/// What a button that is meant has, for those who see and for those who listen.
const MEANT: &str = "data-meant aria-describedby=\"meant-note\"";

/// Marks what is meant and what to look at, wherever a board has drawn it: boards need not know that they teach.
fn glowing(page: Markup, lesson: &LessonScene) -> Markup {
    let mut page = match lesson.deed {
        Some(deed) => hint::marked(page, deed, MEANT).into_string(),
        None => page.into_string(),
    };
    // Where it stands in words and on the board or in the hand, the link leads there.
    let button = lesson.deed.map(|deed| format!("name=\"action\" value=\"{}\"", html! { (deed) }.into_string()));
    let places: Vec<usize> = button.iter().flat_map(|button| page.match_indices(button)).map(|(place, _)| place).collect();
    let in_words =
        |place: &usize| page[..*place].rfind('<').is_some_and(|tag| page[tag..].starts_with("<button class=\"choice\""));
    if let Some(place) = places.iter().rev().find(|place| !in_words(place)).or(places.last()).copied() {
        page.insert_str(place, "id=\"meant\" ");
    }
    for key in lesson.look {
        let key = format!("data-key=\"{}\"", html! { (key) }.into_string());
        page = page.replace(&key, &format!("{key} data-look"));
    }
    PreEscaped(page)
}
