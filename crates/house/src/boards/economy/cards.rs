//! A card's face and back.

use super::glyphs;
use ::economy::CardView;
use kernel::Seat;
use maud::{Markup, html};

/// What lies on a card.
#[derive(Clone, Copy, PartialEq)]
pub enum Mark {
    /// Nothing.
    None,
    /// Its property, still to be had.
    Property,
    /// The sign of its property's owner.
    Owner(Seat),
}

/// The class that brings a sector's colour.
pub fn sector_class(number: u8) -> String {
    format!("sector-{}", number % 12)
}

/// The face of a card: its category as a silhouette in the sector's colour, the sector's sign on it, its points as pips.
pub fn face(card: &CardView, mark: Mark) -> Markup {
    // Where the sector's sign fits into the silhouette.
    let sign = match card.category {
        3 => "translate(33 17) scale(1.42)",
        2 => "translate(36.500 35) scale(1.25)",
        _ => "translate(35.500 28) scale(1.25)",
    };
    html! {
        svg .card .(sector_class(card.sector_number)) viewBox="0 0 100 100" aria-hidden="true" focusable="false" {
            rect .paper x="4" y="4" width="92" height="92" rx="10" {}
            g .silhouette transform="translate(10 5) scale(.8)" { (glyphs::category(card.category)) }
            g .sign transform=(sign) { (glyphs::sector(&card.code)) }
            text .code x="12" y="89.500" { (card.code) }
            @for pip in 0..card.category { circle .pip cx=(86 - 11 * u32::from(pip)) cy="84.500" r="4.300" {} }
            @match mark {
                Mark::None => {}
                Mark::Property => g .coin { circle cx="80" cy="20" r="15" {} circle .rim cx="80" cy="20" r="11.500" {} text x="80" y="26" { (card.category) } },
                Mark::Owner(seat) => g .owner .(format!("seat-{seat}")) { path d="M63 3h30c2 0 3 1 3 3v29l-16 8-17-8z" {} text x="79.500" y="27" { (seat.letter()) } },
            }
        }
    }
}

/// What a landing would pay, a tag for each who gets something.
pub fn pays(paid: &[(Seat, u16)]) -> Markup {
    html! {
        svg .pays viewBox="0 0 100 30" aria-hidden="true" focusable="false" {
            @for (index, (seat, points)) in paid.iter().enumerate() {
                g .(format!("seat-{seat}")) transform=(format!("translate({} 2)", 6 + 22 * index)) { rect width="21" height="23" rx="5" {} text x="10.500" y="17.500" { (points) } }
            }
        }
    }
}

/// The back of a card: a rosette as on a banknote.
pub fn back() -> Markup {
    html! {
        svg .card .back viewBox="0 0 100 100" aria-hidden="true" focusable="false" {
            rect .paper x="4" y="4" width="92" height="92" rx="10" {}
            rect .edge x="10" y="10" width="80" height="80" rx="6" {}
            @for turn in 0..9 { ellipse .thread cx="50" cy="50" rx="35" ry="13" transform=(format!("rotate({} 50 50)", turn * 20)) {} }
            circle .heart cx="50" cy="50" r="11" {}
            path .check d="M43 43h7v7h-7zM50 50h7v7h-7z" {}
        }
    }
}

/// A piece: a pawn with its letter.
pub fn pawn(seat: Seat) -> Markup {
    html! {
        svg viewBox="0 0 60 70" aria-hidden="true" focusable="false" {
            ellipse .shade cx="30" cy="65" rx="25" ry="4.500" {}
            path .body d="M30 3a14 14 0 0 1 8.500 25c5 4 8 10 9.500 17 1 4 3 7 5 10 2.500 4 .5 10-5 10H12c-5.500 0-7.500-6-5-10 2-3 4-6 5-10 1.500-7 4.500-13 9.500-17A14 14 0 0 1 30 3z" {}
            text x="30" y="56" { (seat.letter()) }
        }
    }
}
