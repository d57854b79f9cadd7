//! What the signs of the loop mean.

use super::signs;
use crate::boards::Legend;
use ::investments::{MONOPOLY, TileKind};
use maud::{Markup, html};

/// A piece of the loop, 48 by 34.
fn drawn(drawing: &Markup) -> Markup {
    html! { svg .inv-sample viewBox="0 0 48 34" { (drawing) } }
}

/// All of it.
pub fn lines() -> Legend {
    let kinds = [
        (TileKind::Bank, "Bank", "pays each lap; three tiles, numbered"),
        (TileKind::Profit, "Profit", "draw a card that helps"),
        (TileKind::Loss, "Loss", "draw a card that hurts"),
        (TileKind::Shortcut, "Shortcut", "take a card that changes a later move"),
        (TileKind::Casino, "Casino", "bet on dice"),
        (TileKind::Global, "Global Economy", "draw a card for everybody"),
        (TileKind::Tax, "Tax Office", "pay a tax and take a Tax Office card"),
    ];
    let owned = |more: Markup| html! { rect .inv-band width="48" height="12" {} text .inv-code x="24" y="10" { "FO" } (more) };
    let pieces = [
        (drawn(&owned(html! {})), "a business", "two letters and a colour: its series, by name under “Who has what”"),
        (
            drawn(&owned(
                html! { g .seat-2 .inv-own transform="translate(24 23)" { path d=(signs::shape(kernel::Seat::new(1).unwrap_or(kernel::Seat::FIRST), 9)) {} text y="4" { "B" } } },
            )),
            "its owner",
            "as in the list of players; none: it is for sale",
        ),
        (signs::tokens(2), "investments", "one square each"),
        (signs::tokens(MONOPOLY), "monopoly", "the highest level"),
        (drawn(&html! { text .inv-loan x="24" y="22" { "%2" } }), "mortgaged", "no fee; the number counts the laps"),
    ];
    let kinds = kinds.into_iter().map(|(kind, words, more)| (signs::sign(kind), words, more));
    pieces.into_iter().chain(kinds).map(|(sign, words, more)| (sign, words, more.to_owned())).collect()
}
