//! What the signs of the map mean.

use super::signs;
use crate::boards::Legend;
use ::profitability::{Colour, Direction};
use kernel::Seat;
use maud::{Markup, html};

/// Something of the map, 48 by 34.
fn drawn(drawing: &Markup) -> Markup {
    html! { svg viewBox="0 0 48 34" { (drawing) } }
}

/// All of it.
pub fn lines() -> Legend {
    let dot =
        |tiled: bool| html! { path .prf-road d="M0 14H48" {} circle .prf-dot .prf-tiled[tiled] cx="24" cy="14" r="7.500" {} };
    let lines = [
        (
            drawn(&html! { (dot(false)) text .prf-name x="24" y="32" { "N1" } }),
            "a dot",
            "trucks stop here; N, E, S, W: the side of the map",
        ),
        (drawn(&dot(true)), "a dot of a tile", "“the north-west dot of tile NE”: in the north-west of the north-eastern tile"),
        (signs::good(Colour::Red), "a good", "R red, B blue, Y yellow, G green"),
        (
            html! { span .prf-crate .(signs::class(Colour::Blue)) { "B" sub { "2" } } },
            "several goods",
            "the small number counts them",
        ),
        (html! { span .prf-crate.broken { "×" } }, "the damaged good", "in a storage space"),
        (signs::damaged(Colour::Red), "the damaged good", "on a truck"),
        (drawn(&signs::truck(Seat::FIRST)), "a truck", "letter and colour say whose; its load is above it"),
        (
            drawn(&html! { circle .prf-badge cx="24" cy="17" r="12" {} text .prf-way-in x="24" y="23" { "▴" } }),
            "arrow on a truck",
            "to the warehouse: it may unload; away from it: it loads",
        ),
        (
            drawn(
                &html! { rect .prf-wall .(signs::class(Colour::Red)) x="9" y="2" width="30" height="30" rx="3" {} @for (at, colour) in Colour::ALL.into_iter().enumerate() { rect .prf-part .(signs::class(colour)) x=(11 + 14 * (at % 2)) y=(4 + 14 * (at / 2)) width="12" height="12" {} } },
            ),
            "a warehouse",
            "one storage space for each colour; the frame is whose it is",
        ),
        (
            drawn(
                &html! { rect .prf-field.prf-tenth x="15" y="8" width="18" height="18" rx="3" {} text .prf-sum x="24" y="21" { "15" } },
            ),
            "profit track",
            "in thousands, round the map; the round counters are the players",
        ),
        (
            drawn(&html! { rect .prf-field.prf-goal x="15" y="8" width="18" height="18" rx="3" {} }),
            "the target",
            "on the profit track",
        ),
        (signs::marker(Colour::Blue, Direction::Up), "a trend marker", "its colour’s price moves that way"),
    ];
    lines.into_iter().map(|(sign, words, more)| (sign, words, more.to_owned())).collect()
}
