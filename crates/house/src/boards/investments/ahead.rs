//! The tiles ahead of a piece in words and colours, for screens on which the loop is small.

use super::{Sight, signs};
use crate::pages::frame;
use ::investments::Tile;
use kernel::Viewer;
use maud::{Markup, html};

/// As far as two dice go.
const FAR: usize = 12;

/// What lies ahead of the viewer's piece; to watchers ahead of the piece in turn.
pub fn draw(sight: &Sight) -> Markup {
    if sight.ending.is_some() {
        return html! {};
    }
    let seat = match sight.scene.viewer {
        Viewer::Seat(seat) if !sight.single_piece => seat,
        _ => sight.active,
    };
    let Some(player) = sight.players.get(seat.index()).filter(|player| player.out == 0) else { return html! {} };
    let tiles = &sight.pack.board;
    let ahead = (1..=FAR).map(|steps| (steps, &tiles[(usize::from(player.at) + steps) % tiles.len().max(1)]));
    html! {
        section .inv-ahead data-key="ahead" aria-label=(format!("Ahead of {}", sight.name(seat))) {
            h2 { (frame::term("ahead", "word", None, html! { "Ahead of " @if sight.is_own(Some(seat)) { "you" } @else { (sight.name(seat)) } })) }
            ol tabindex="0" { @for (steps, tile) in ahead { li title=(tile.name) { b { (steps) } (tile_in_short(sight, tile)) } } }
        }
    }
}

fn tile_in_short(sight: &Sight, tile: &Tile) -> Markup {
    let Some(business) = tile.business else {
        return html! { (signs::sign(tile.kind)) span .inv-tile-name { (tile.name) } };
    };
    let state = &sight.businesses[business.index()];
    html! {
        (signs::chip(signs::series(&sight.pack, business)))
        span .inv-tile-name { (tile.name) }
        @match state.owner {
            Some(owner) => span .inv-toll { (frame::token(owner)) @if state.loan.is_some() { "–" span .sr { "no fee" } } @else { (signs::short(state.fee)) } },
            None => span .inv-free { (signs::short(state.price)) },
        }
    }
}
