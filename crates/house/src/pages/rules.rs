//! The rules page: the whole rulebook with an anchor for each clause, fit for printing.

use super::{frame, lesson, markdown};
use engine::AnyGame;
use maud::{Markup, PreEscaped, html};

/// The rulebook of a game.
pub fn rules(game: &dyn AnyGame) -> Markup {
    let about = game.about();
    let book = markdown::render(about.rulebook, about.prefix);
    let body = html! {
        div .rules {
            nav .contents aria-label="Contents" {
                p { (about.title) }
                ol { @for (anchor, heading, level) in &book.headings { li .(format!("level-{level}")) { a href=(format!("#{anchor}")) { (heading) } } } }
            }
            main {
                h1 { "The rules of " (about.title) }
                p .lead { (about.players.start()) "–" (about.players.end()) " players, " (about.minutes.start()) "–" (about.minutes.end()) " minutes. Edition " (about.edition) "." }
                (lesson::link(game, "button"))
                @if !game.primer().summary.is_empty() { p { a href=(format!("/rules/{}/summary", about.id)) { "The same on one page" } } }
                p .legend { span .mark-ruling { "ruling" } " decided by us where the printed rules are silent · " span .mark-option { "option" } " can be set for a table · " span .mark-content { "content" } " cards and numbers" }
                (PreEscaped(book.html))
            }
        }
    };
    frame::page_about(frame::Shows::Game(about.id), &format!("Rules of {}", about.title), "rules-page", body)
}
