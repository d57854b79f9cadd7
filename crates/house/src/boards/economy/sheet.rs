//! Small pictures of the pieces, for the sheets that tell the game.

use super::{cards, glyphs};
use crate::boards::die;
use kernel::Seat;
use maud::{Markup, html};

/// The picture of this name.
pub fn sign(name: &str) -> Option<Markup> {
    Some(match name {
        "pawn" => html! { span .pawn.seat-1 { (cards::pawn(Seat::FIRST)) } },
        "die" => die("die", 4, Seat::FIRST, "The die"),
        "shop" => card(1, 1),
        "factory" => card(1, 2),
        "invention" => card(1, 3),
        "property" => {
            html! { svg .card viewBox="60 0 40 40" { g .coin { circle cx="80" cy="20" r="15" {} circle .rim cx="80" cy="20" r="11.500" {} text x="80" y="26" { "3" } } } }
        }
        "pays" => {
            html! { svg .card.seat-2 viewBox="0 0 28 28" { rect .paid x="2" y="2" width="24" height="24" rx="5" {} text .paid-text x="14" y="19" { "+3" } } }
        }
        "back" => cards::back(),
        _ => return None,
    })
}

/// A card of a category.
fn card(sector: u8, category: u8) -> Markup {
    html! {
        svg .card .(cards::sector_class(sector)) viewBox="0 0 100 100" {
            rect .paper x="4" y="4" width="92" height="92" rx="10" {}
            g .silhouette transform="translate(10 5) scale(.8)" { (glyphs::category(category)) }
            @for pip in 0..category { circle .pip cx=(86 - 11 * u32::from(pip)) cy="84.500" r="4.300" {} }
        }
    }
}
