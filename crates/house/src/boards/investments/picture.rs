//! A small picture for the home page: a corner of the loop with towers, tokens and two pieces.

use super::signs;
use ::investments::TileKind;
use kernel::Seat;
use maud::{Markup, html};

/// Some tiles along a street, as colours with letters; none is a corner of the loop.
const STREET: [(&str, &str, &str); 8] = [
    ("#8B5A2B", "white", "FA"),
    ("#D9B382", "black", "FO"),
    ("#87CEEB", "black", "TS"),
    ("#FF8C00", "black", "TO"),
    ("#8A5FBF", "white", "TX"),
    ("#FFD500", "black", "HA"),
    ("#C81E1E", "white", "EN"),
    ("#0B6B2B", "white", "MV"),
];

/// The skyline over the street: left, height, how many rows of windows.
const TOWERS: [(i32, i32, i32); 7] =
    [(22, 74, 3), (84, 112, 5), (140, 60, 2), (196, 138, 6), (262, 92, 4), (322, 120, 5), (392, 80, 3)];

pub fn draw() -> Markup {
    let seat = |index: usize| Seat::new(index).unwrap_or(Seat::FIRST);
    html! {
        div .inv-picture role="img" aria-label="A street of businesses in their colours under a skyline, with two pieces on it" {
            svg viewBox="0 0 500 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
                circle .sun cx="404" cy="66" r="34" {}
                @for (index, (x, high, rows)) in TOWERS.into_iter().enumerate() {
                    rect .tower .even[index % 2 == 0] x=(x) y=(186 - high) width="52" height=(high) {}
                    @for row in 0..rows { path .windows d=(format!("M{} {}h9v9h-9zm16 0h9v9h-9zm16 0h9v9h-9z", x + 6, 196 - high + row * 19)) {} }
                }
                rect .road y="186" width="500" height="114" {}
                @for (index, (hex, ink, mark)) in (0..).zip(STREET) {
                    g transform=(format!("translate({} 198)", 12 + index * 60)) {
                        rect .lot width="56" height="94" rx="4" {}
                        rect width="56" height="30" rx="4" fill=(hex) {}
                        text x="28" y="21" fill=(ink) { (mark) }
                        @if index % 3 == 1 { path .lot-token d="M14 40h12v12H14zM30 40h12v12H30z" {} }
                        @if index == 6 { path .gem d="M28 36l12 12-12 12-12-12z" {} }
                    }
                }
                g transform="translate(128 268) scale(1.5)" .(format!("seat-{}", seat(0))) .inv-own { path d=(signs::shape(seat(0), 12)) {} text y="5" { "A" } }
                g transform="translate(344 268) scale(1.5)" .(format!("seat-{}", seat(1))) .inv-own { path d=(signs::shape(seat(1), 12)) {} text y="5" { "B" } }
                g .(signs::class(TileKind::Profit)) transform="translate(258 248) scale(1.6)" { path d=(signs::outline(TileKind::Profit)) {} }
            }
        }
    }
}
