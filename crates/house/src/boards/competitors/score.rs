//! The columns of victory points, 1 to 10, with everybody's crown.

use super::{Sight, signs};
use crate::pages::frame;
use ::competitors::figures::VICTORY_TARGET;
use maud::{Markup, html};

/// A column for each player.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        section .cmp-panel.cmp-score data-key="score" aria-label="Victory points" {
            h2 { (frame::term("tally", "word", None, html! { "Victory points" })) }
            p .note.cmp-key { "✓ delivered, ✗ failed" }
            div .cmp-columns {
                @for player in &sight.players {
                    div .cmp-column .(format!("seat-{}", player.seat)) data-key=(format!("column-{}", player.seat)) role="img" aria-label=(format!("{}: {}", sight.name(player.seat), kernel::say::counted(i64::from(player.points), "victory point"))) {
                        ol aria-hidden="true" {
                            @for step in (1..=u16::from(VICTORY_TARGET)).rev() {
                                @let crowned = player.points == step || step == u16::from(VICTORY_TARGET) && player.points > step;
                                @let class = if crowned { Some("reached crowned") } else { (player.points >= step).then_some("reached") };
                                li class=[class] { @if crowned { (signs::crown()) @if player.points > step { (player.points) } } @else { (step) } }
                            }
                        }
                        (frame::token(player.seat))
                        small { (player.book.delivered) "✓ " (player.book.failed) "✗" }
                    }
                }
            }
        }
    }
}
