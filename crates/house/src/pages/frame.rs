//! What all pages share: the head, the mark and the foot.

use crate::{assets, boards, table::scene::Scene};
use kernel::Seat;
use maud::{DOCTYPE, Markup, html};

/// What the head of a page says.
pub struct Head<'a> {
    /// The title, to which the name of the house is added.
    pub title: &'a str,
    /// Does the page call its visitor?
    pub calls: bool,
    /// After how many seconds the page looks again by itself where no script does.
    pub again: Option<u32>,
    /// Which games it shows.
    pub shows: Shows<'a>,
    /// What stands at the end of the masthead.
    pub tools: Markup,
}

/// Which games a page shows: it loads no more of their styles and scripts than that needs.
#[derive(Clone, Copy)]
pub enum Shows<'a> {
    /// None.
    NoGame,
    /// A picture of each.
    Pictures,
    /// One, with everything for its board.
    Game(&'a str),
}

/// A whole page without a game. `class` tells the body's kind to the style sheet.
pub fn page(title: &str, class: &str, main: Markup) -> Markup {
    page_about(Shows::NoGame, title, class, main)
}

/// A whole page with games on it.
pub fn page_about(shows: Shows, title: &str, class: &str, main: Markup) -> Markup {
    page_with(&Head { title, calls: false, again: None, shows, tools: html! {} }, class, main)
}

/// A whole page with more to say in its head.
pub fn page_with(head: &Head, class: &str, main: Markup) -> Markup {
    let icon = assets::address(if head.calls { "mark-turn.svg" } else { "mark.svg" });
    let styles = match head.shows {
        Shows::NoGame => None,
        Shows::Pictures => Some(assets::address("pictures.css")),
        Shows::Game(game) => assets::style_of(game),
    };
    let map = matches!(head.shows, Shows::Game(game) if boards::board(game).is_some_and(|board| board.has_map()));
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#0f4a3a";
                title { (head.title) " · Exchequer" }
                link rel="icon" type="image/svg+xml" href=(icon);
                link rel="stylesheet" href=(assets::address("house.css"));
                @if let Some(styles) = styles { link rel="stylesheet" href=(styles); }
                // The map handles a click before the rest of the page does.
                @if map { script type="module" src=(assets::address("map.js")) {} }
                script type="module" src=(assets::address("house.js")) {}
                @for part in PARTS { link rel="modulepreload" href=(assets::address(part)); }
                @if let Some(seconds) = head.again { noscript { meta http-equiv="refresh" content=(seconds); link rel="stylesheet" href=(assets::address("plain.css")); } }
            }
            body class=(class) {
                a .skip href="#main" { "Skip to content" }
                header .masthead {
                    a .brand href="/" aria-label="Exchequer, to all games" { (mark()) span .wordmark { "Exchequer" } }
                    nav aria-label="House" {
                        a href="/" { "Games" }
                        @if class == "table-page" { button .quiet type="button" data-sheet="keys" hidden title="Keyboard shortcuts, and how fast events are shown (?)" { "Keys & pace" } }
                    }
                    (head.tools)
                }
                div #main tabindex="-1" { (main) }
            }
        }
    }
}

/// Modules that the script imports, so that they are loaded in parallel.
const PARTS: [&str; 7] = ["calls.js", "chat.js", "company.js", "figures.js", "news.js", "requests.js", "telling.js"];

/// The mark: a counter on the chequered cloth.
pub fn mark() -> Markup {
    html! {
        svg .mark viewBox="0 0 32 32" aria-hidden="true" focusable="false" {
            rect .ground width="32" height="32" rx="7" {}
            path .checks d="M4 4h8v8H4zM20 4h8v8h-8zM12 12h8v8h-8zM4 20h8v8H4zM20 20h8v8h-8z" {}
            circle .counter cx="16" cy="16" r="7.500" {}
            circle .rim cx="16" cy="16" r="4.800" {}
        }
    }
}

/// A link to a clause of the rulebook.
pub fn clause(game: &str, clause: &str) -> Markup {
    html! {
        @if !clause.is_empty() { a .clause href=(format!("/rules/{game}#{clause}")) title=(format!("Rule {clause}")) { (clause) } }
    }
}

/// The sign of a seat: its colour and its letter.
pub fn token(seat: Seat) -> Markup {
    html! { span .token .(format!("seat-{seat}")) aria-hidden="true" { (seat.letter()) } }
}

/// A figure or an abbreviation that tells what it means when it is pointed at, tapped or focused: the words are one of the
/// game's terms, on the page once.
pub fn term(name: &str, class: &str, said: Option<&str>, face: Markup) -> Markup {
    html! { button .term .(class) type="button" popovertarget=(format!("term-{name}")) aria-label=[said] { (face) } }
}

/// A link to where the visitor can write something without being disturbed. Only a page that looks for news by itself shows it, in the
/// place of its forms with the class `writes`: looking again would take away what is half written.
pub fn to_write(scene: &Scene, what: &str, words: &str) -> Markup {
    let seat = scene.chosen.map_or_else(String::new, |seat| format!("&as={seat}"));
    html! { a .to-write hidden data-key=(format!("to-write-{what}")) href=(format!("{}?write={what}{seat}#{what}", scene.address())) { (words) } }
}

/// A figure that tells what it means just now, in words of its own.
pub fn telling(name: &str, class: &str, face: Markup, words: Markup) -> Markup {
    let id = format!("now-{name}");
    html! { button .term .(class) type="button" popovertarget=(id) { (face) } div .term-tip #(id) popover data-key=(id) { (words) } }
}

/// What opens the board's legend, which is on the page once.
pub fn legend(words: &str) -> Markup {
    html! { button .legend-of type="button" popovertarget="legend" aria-label=[(words != LEGEND).then_some(LEGEND)] { (words) } }
}

/// What a legend is called.
pub const LEGEND: &str = "What the signs mean";

/// The name of who sits there.
pub fn name(scene: &Scene, seat: Seat) -> &str {
    scene.seats.get(seat.index()).and_then(|one| one.name.as_deref()).unwrap_or("Somebody")
}

/// A message of the house as a sentence: it begins with a capital and ends with a stop.
pub fn sentence(message: &str) -> String {
    let mut signs = message.chars();
    let first: String = signs.next().map(|sign| sign.to_uppercase().collect()).unwrap_or_default();
    let stop = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", signs.as_str())
}

/// A key of a setting as a title: `starting_seat` is "Starting seat".
pub fn words(key: &str) -> String {
    let spaced = key.replace('_', " ");
    let mut signs = spaced.chars();
    signs.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), signs.as_str()))
}
