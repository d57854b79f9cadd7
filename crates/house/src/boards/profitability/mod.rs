//! PROFI-T-ABILITY's board: the road map with its warehouses and trucks, the profit area, the trendline, and what the truck
//! of the player in turn carries.

mod cab;
mod ladder;
mod map;
mod signs;

use super::{Board, offer};
use crate::scene::{PlayScene, Scene};
use ::profitability::View;
use engine::{Choice, Told};
use kernel::{Seat, Viewer};
use maud::{Markup, html};
use serde::Deserialize;

/// PROFI-T-ABILITY.
pub struct Profitability;

fn view(play: &PlayScene) -> Option<View> {
    View::deserialize(&play.view).ok()
}

impl Board for Profitability {
    fn draw(&self, scene: &Scene, play: &PlayScene) -> Markup {
        let Some(view) = view(play) else { return html! { p { "The board cannot be drawn." } } };
        html! {
            (banner(&view, scene))
            div .prf-table {
                (map::draw(&view, scene, play))
                div .prf-side { (ladder::prices(&view)) (ladder::trendline(&view)) }
            }
        }
    }

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn picture(&self) -> Markup {
        map::picture()
    }

    fn offers(&self, action: &str) -> bool {
        let drawn = ["drive ", "unload ", "load ", "mark ", "joker ", "shift ", "turn ", "fill "];
        drawn.iter().any(|verb| action.starts_with(verb))
    }

    fn hand(&self, scene: &Scene, play: &PlayScene) -> Markup {
        view(play).map_or_else(|| html! {}, |view| cab::draw(&view, scene, play))
    }

    fn figures(&self, play: &PlayScene, seat: Seat) -> Markup {
        let Some(view) = view(play) else { return html! {} };
        cab::figures(&view, seat)
    }

    fn ledger(&self, _scene: &Scene, play: &PlayScene) -> Markup {
        view(play).map_or_else(|| html! {}, |view| cab::ledger(&view))
    }

    fn opens_turn(&self, told: &Told, before: &Told) -> bool {
        let kind = |told: &Told| told.data.get("event").and_then(|event| event.as_str()).unwrap_or_default().to_owned();
        match kind(told).as_str() {
            "rolled" | "match_began" | "match_ended" | "won" | "started" => true,
            "marked" => kind(before) != "marked",
            _ => false,
        }
    }

    fn colours(&self, play: &PlayScene) -> Vec<String> {
        view(play).map(|view| view.colours.iter().map(|colour| colour.name().to_owned()).collect()).unwrap_or_default()
    }

    fn tone(&self, play: &PlayScene) -> &'static str {
        match view(play) {
            Some(view) if view.step == "over" => "over",
            Some(view) if view.closing.is_some() => "profitability-closing",
            Some(_) => "profitability",
            None => "waiting",
        }
    }
}

/// Which match and lap it is, and how far the leader has come.
fn banner(view: &View, scene: &Scene) -> Markup {
    let best = view.players.iter().map(|player| player.profit).max().unwrap_or(0);
    let width = best.clamp(0, view.target.max(1)) * 100 / view.target.max(1);
    let (part, verb) = match (view.step.as_str(), view.closing) {
        ("over", _) => ("The end".to_owned(), ""),
        ("marking", _) => ("Before the start".to_owned(), "Place the trend"),
        (_, Some(1)) => (format!("Lap {}", view.lap), "The last turn"),
        (_, Some(_)) => (format!("Lap {}", view.lap), "Closing turns"),
        _ => (format!("Lap {}", view.lap), ""),
    };
    html! {
        div .banner {
            p {
                strong { (part) @if view.matches > 1 { " · match " (view.number) " of " (view.matches) } }
                span .verb { (verb) }
                span .line { "to " (signs::euro(view.target)) @if view.mode == "team" { ", in teams" } }
            }
            svg .progress viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect width=(width) height="1" {} }
            p .sr { (scene.about.title) }
        }
    }
}

/// The button of a choice on the board; what it does and changes is told while it is pointed at.
fn button(choice: &Choice, class: &str, face: Markup) -> Markup {
    let (words, effect) = (&choice.text, &choice.effect);
    let said = if effect.is_empty() { words.clone() } else { format!("{words}: {effect}") };
    offer(
        &choice.action,
        &said,
        class,
        html! { (face) span .prf-tip aria-hidden="true" { (words) @if !effect.is_empty() { small { (effect) } } } },
    )
}

/// Is the visitor to play?
fn own_turn(view: &View, scene: &Scene) -> bool {
    view.turn.is_some_and(|seat| scene.viewer == Viewer::Seat(seat))
}
