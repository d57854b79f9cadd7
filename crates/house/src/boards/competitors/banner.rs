//! Which round it is, whose turn, how many actions are left, and the danger that lasts.

use super::{Sight, cards, glyphs, signs, whereabouts};
use crate::pages::frame;
use ::competitors::Stage;
use kernel::say::counted;
use maud::{Markup, html};

/// One line above the map.
pub fn draw(sight: &Sight) -> Markup {
    // What is read aloud has the words that are shown.
    let left = match sight.actions {
        0 if sight.view.journey.is_some() => "last action of the turn".to_owned(),
        0 => "end of the turn".to_owned(),
        actions => format!("{} left", counted(actions, "action")),
    };
    html! {
        (signs::all())
        div .banner.cmp-banner data-key="round" {
            p {
                strong { @match sight.stage { Stage::Choosing => "Choosing headquarters", Stage::Playing => (frame::term("rounds", "", None, html! { "Round " (sight.round) " of " (sight.last_round) })), Stage::Over => "The end" } }
                @if sight.stage != Stage::Over { span .cmp-lead { (frame::token(sight.active)) (sight.name(sight.active)) } }
                @if sight.stage == Stage::Playing { (frame::term("actions", "cmp-actions", Some(&left), html! { @for _ in 0..sight.actions { i {} } @if sight.actions == 0 { @if sight.view.journey.is_some() { "last action" } @else { "end of the turn" } } })) }
                @if let Some(journey) = &sight.view.journey {
                    span .cmp-journey {
                        (signs::vehicle(journey.token.vehicle()))
                        @if let Some(delivery) = &journey.delivery { "Delivery, turn " (delivery.used) @if let Some(limit) = delivery.limit { " of " (limit) } } @else { (whereabouts::token(journey.token)) " moves" }
                        @if journey.moving && !journey.left.is_empty() { (frame::term("left", "", None, html! { @for left in &journey.left { span .cmp-left title=(format!("{} left for {}", counted(left.points, "point"), whereabouts::token(left.token))) { (signs::vehicle(left.token.vehicle())) (left.points.max(0)) } } })) }
                    }
                }
            }
            @if let Some(danger) = &sight.danger {
                @let face = html! { svg .cmp-icon viewBox="-16 -16 32 32" aria-hidden="true" { (glyphs::danger()) } (danger.name) };
                span .cmp-now { (frame::telling("danger", "", face, cards::danger_now(sight, danger))) }
            }
        }
    }
}
