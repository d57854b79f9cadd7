//! The aim at hand: a small sheet beside every table, the rules on one page, and what the figures of a board mean.

use super::{frame, lesson, markdown};
use crate::{
    boards,
    table::{Stage, scene::Scene},
};
use engine::AnyGame;
use kernel::Preset;
use maud::{Markup, PreEscaped, html};
use std::{collections::BTreeMap, sync::LazyLock};

/// A text of a game with the pictures of its own pieces.
fn with_pictures(game: &dyn AnyGame, text: &str) -> String {
    let about = game.about();
    let picture = |name: &str| Some(boards::board(about.id)?.sign(name)?.into_string());
    markdown::render_with(text, about.prefix, &picture).html
}

/// The sheet beside a table: what wins, what a turn is, what the figures mean, and where to read on. It is open until its reader has
/// moved, unless their browser knows that it was closed once. A page that is there already keeps it: only a whole one is sent it.
pub fn sheet(scene: &Scene, whole: bool) -> Markup {
    static AIMS: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
        let written = engine::games().iter().filter(|game| !game.primer().aim.is_empty());
        written.map(|game| (game.about().id, with_pictures(*game, game.primer().aim))).collect()
    });
    let Some(aim) = AIMS.get(scene.about.id) else { return html! {} };
    let moved = scene.play.as_ref().is_some_and(|play| play.own_move.is_some() || play.at.is_some());
    let open = !scene.knows_aim && !moved && matches!(scene.stage, Stage::Waiting | Stage::Running);
    let id = scene.about.id;
    html! {
        details .aim data-key="aim" data-aim=(id) data-still[!whole] open[open] {
            summary { span { "How to win" } }
            @if whole {
                div .aim-sheet {
                    (PreEscaped(aim))
                    @if let Some(preset) = preset(scene) { p .note { "This is the game for " (preset.audience) ": " (preset.about) "." } }
                    p .further { (further(id)) }
                }
            }
        }
    }
}

/// Where to read on, the short before the long.
fn further(game: &str) -> Markup {
    html! {
        @if let Ok(game) = engine::game(game) { (lesson::link(game, "")) }
        a href=(format!("/rules/{game}/summary")) { "Rules on one page" }
        a href=(format!("/rules/{game}")) { "The whole rulebook" }
    }
}

/// The named set of settings that a table is played with, if it is one and not the rulebook's game.
pub fn preset(scene: &Scene) -> Option<Preset> {
    let game = engine::game(scene.about.id).ok()?;
    let settings = game.settings();
    let fits = |preset: &Preset| {
        let Ok(chosen) = preset.chosen(&settings) else { return false };
        settings.iter().filter(|setting| setting.key != "players").all(|setting| {
            let wanted = chosen.get(setting.key).cloned().unwrap_or_else(|| setting.default_value());
            scene.options.get(setting.key).is_none_or(|value| *value == wanted)
        })
    };
    game.presets().into_iter().find(|preset| fits(preset)).filter(|preset| !preset.settings.is_empty())
}

/// What the figures, abbreviations and signs of a board mean: hidden until one of them is pointed at, tapped or focused, or the
/// legend is opened.
pub fn terms(game: &str) -> Markup {
    let Ok(game) = engine::game(game) else { return html! {} };
    let legend = boards::board(game.about().id).and_then(|board| board.legend());
    html! {
        section .terms aria-label="What the figures mean" {
            @for (name, words) in game.primer().terms() { div .term-tip #(format!("term-{name}")) popover { (PreEscaped(with_pictures(game, words))) } }
            @if let Some(legend) = legend {
                div .signs-sheet #legend popover role="dialog" aria-label=(frame::LEGEND) {
                    header { h2 { (frame::LEGEND) } button .small type="button" popovertarget="legend" popovertargetaction="hide" { "Close" } }
                    ul { @for (sign, words, more) in legend { li { span .drawn aria-hidden="true" { (sign) } span { (words) @if !more.is_empty() { small { (more) } } } } } }
                }
            }
        }
    }
}

/// The rules of a game on one page, for the screen and the printer, from the summary that was written of them.
pub fn summary(game: &dyn AnyGame) -> Markup {
    let (about, text) = (game.about(), game.primer().summary);
    let (players, minutes) = (about.players, about.minutes);
    let body = html! {
        main .summary {
            header {
                h1 { (about.title) }
                p .lead { "The rules on one page. " (players.start()) "–" (players.end()) " players, " (minutes.start()) "–" (minutes.end()) " minutes." }
            }
            div .summary-text { (PreEscaped(with_pictures(game, text))) }
            p .further { (lesson::link(game, "")) a href=(format!("/rules/{}", about.id)) { "The whole rulebook, clause by clause" } a href=(format!("/new/{}", about.id)) { "Set up a table" } }
        }
    };
    frame::page_about(frame::Shows::Game(about.id), &format!("{} on one page", about.title), "rules-page", body)
}
