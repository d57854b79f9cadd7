//! Small pictures of the pieces, for the sheets that tell the game.

use super::{
    glyphs::{self, Piece},
    signs,
};
use kernel::Seat;
use maud::{Markup, html};

/// The picture of this name.
pub fn sign(name: &str) -> Option<Markup> {
    let piece = |piece| html! { svg .seat-1 viewBox="-17 -19 34 34" { (glyphs::single(piece, Seat::FIRST)) } };
    Some(match name {
        "truck" => piece(Piece::Truck),
        "ship" => piece(Piece::Ship),
        "aircraft" => piece(Piece::Aircraft),
        "office" => piece(Piece::Headquarters),
        "branch" => piece(Piece::Branch),
        "goods" => html! { svg viewBox="3 -17 14 14" { (glyphs::goods()) } },
        "danger" => html! { svg viewBox="-16 -16 32 32" { (glyphs::danger()) } },
        "any" | "clock" | "port" => signs::alone(name, "")?,
        "skulls" | "national" | "world-wide" => signs::drawn(name)?,
        "star" => signs::alone("star", "cmp-gold")?,
        "crown" => signs::alone("crown", "cmp-gold")?,
        "cards" => signs::alone("land", "")?,
        "contract" => signs::alone("deal", "")?,
        "customs" => signs::alone("customs", "")?,
        "flag" => signs::alone("flag", "cmp-red")?,
        _ => return None,
    })
}
