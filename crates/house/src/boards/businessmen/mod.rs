//! Businessmen's board: the exchange with its market and price tracks, the three cars, the two wheels, the victory scale and
//! the players' tablets.

mod cars;
mod exchange;
mod glyphs;
mod tablets;
mod wheels;

use super::{Board, offer};
use crate::{
    pages::frame,
    scene::{PlayScene, Scene},
};
use ::businessmen::{Phase, View};
use engine::{Choice, Told};
use kernel::Seat;
use maud::{Markup, html};
use serde::Deserialize;

/// Businessmen.
pub struct Businessmen;

fn view(play: &PlayScene) -> Option<View> {
    View::deserialize(&play.view).ok()
}

impl Board for Businessmen {
    fn draw(&self, scene: &Scene, play: &PlayScene) -> Markup {
        let Some(view) = view(play) else { return html! { p { "The board cannot be drawn." } } };
        html! {
            (round(&view, scene))
            div .biz-table {
                (scale(&view, scene))
                (exchange::draw(&view, play))
                (cars::draw(&view, scene, play))
                (wheels::draw(&view, scene))
            }
        }
    }

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn picture(&self) -> Markup {
        cars::picture()
    }

    fn offers(&self, action: &str) -> bool {
        ["buy ", "load ", "export "].iter().any(|verb| action.starts_with(verb))
    }

    fn figures(&self, play: &PlayScene, seat: Seat) -> Markup {
        let Some(view) = view(play) else { return html! {} };
        view.players.get(seat.index()).map_or_else(|| html! {}, |player| tablets::draw(&view, player))
    }

    fn opens_turn(&self, told: &Told, before: &Told) -> bool {
        let kind = |told: &Told| told.data.get("event").and_then(|event| event.as_str()).unwrap_or_default().to_owned();
        match kind(told).as_str() {
            "round_began" | "goods_turned" | "wheel_turned" | "won" => true,
            "passed" | "stored" => told.entry != before.entry,
            _ => {
                told.data.get("seat").is_some()
                    && (told.entry != before.entry || told.data.get("seat") != before.data.get("seat"))
            }
        }
    }

    fn colours(&self, play: &PlayScene) -> Vec<String> {
        view(play).map(|view| view.players.iter().map(|player| player.colour.clone()).collect()).unwrap_or_default()
    }

    fn tone(&self, play: &PlayScene) -> &'static str {
        match view(play).map(|view| view.phase) {
            Some(Phase::Over) => "over",
            Some(_) => "businessmen",
            None => "waiting",
        }
    }
}

/// The steps of a round, as the rulebook's table has them.
const STEPS: [(&str, &str, &[Phase]); 7] = [
    ("", "Start", &[Phase::Announcing]),
    ("1", "Buying", &[Phase::Buying]),
    ("2", "Loading", &[Phase::Loading, Phase::Storing]),
    ("3", "Sending", &[Phase::Exporting]),
    ("4", "Improving", &[Phase::Improving]),
    ("5", "Events", &[Phase::Events]),
    ("6", "Insurance", &[Phase::Insuring]),
];

/// Which round it is, who leads it, and where in it we are.
fn round(view: &View, scene: &Scene) -> Markup {
    let here = STEPS.iter().position(|(_, _, phases)| phases.contains(&view.phase));
    html! {
        div .banner.biz-banner {
            p {
                strong { @if view.phase == Phase::Over { "The end" } @else { "Round " (view.round) @if let Some(limit) = view.round_limit { " of " (limit) } } }
                @if let (Some(leader), false) = (view.leader, view.phase == Phase::Over) { span .biz-lead { (frame::token(leader)) (frame::name(scene, leader)) " leads" } }
                span .line { (view.victory_target) " points win" }
            }
            ol .biz-steps aria-label="The phases of the round" {
                @for (index, (number, word, _)) in STEPS.iter().enumerate() {
                    li .here[here == Some(index)] .done[here.is_some_and(|here| index < here)] aria-current=[(here == Some(index)).then_some("step")] {
                        @if !number.is_empty() { b { (number) } } span { (word) }
                    }
                }
            }
        }
    }
}

/// The victory scale with everybody's marker. (BIZ-VP-1)
fn scale(view: &View, scene: &Scene) -> Markup {
    let end = u32::from(view.scale.max(1));
    let place = |points: u16| (u32::from(points).min(end) * 100 + end / 2) / end;
    let below = |index: usize| {
        view.players[..index].iter().filter(|other| place(other.points) == place(view.players[index].points)).count()
    };
    let said = view.players.iter().map(|player| format!("{} {}", frame::name(scene, player.seat), player.points));
    html! {
        div .biz-scale role="img" aria-label=(format!("Victory points: {}", said.collect::<Vec<_>>().join(", "))) {
            span .biz-scale-line {}
            @for mark in (0..=view.scale).step_by(5) { span .biz-tick data-px=(place(mark)) { (mark) } }
            @if !view.scale.is_multiple_of(5) { span .biz-tick data-px="100" { (view.scale) } }
            @if view.victory_target <= view.scale { span .biz-goal data-px=(place(view.victory_target)) {} }
            @for (index, player) in view.players.iter().enumerate() {
                span .biz-pin .(format!("seat-{}", player.seat)) data-px=(place(player.points)) data-slot=(below(index)) data-key=(format!("pin-{}", player.seat)) {
                    (frame::token(player.seat))
                }
            }
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
        html! { (face) span .biz-tip aria-hidden="true" { (words) @if !effect.is_empty() { small { (effect) } } } },
    )
}
