//! Small pictures of the pieces, for the sheets that tell the game.

use super::{ledger, signs};
use crate::boards::die;
use ::investments::TileKind;
use kernel::Seat;
use maud::{Markup, html};

/// The picture of this name.
pub fn sign(name: &str) -> Option<Markup> {
    Some(match name {
        "token" => {
            html! { svg .inv-drawn viewBox="0 0 24 24" { path d="M12 1.500l3.200 7 7.300.8-5.500 5 1.600 7.400L12 17.900l-6.600 3.800L7 14.300 1.500 9.300l7.300-.8z" {} } }
        }
        "dice" => die("inv-die", 5, Seat::FIRST, "A die"),
        "business" => ledger::works(),
        "series" => html! { svg .inv-token viewBox="0 0 24 24" { path d="M2 21V12l5-4 5 4v9zM12 21V12l5-4 5 4v9z" {} } },
        "investment" => html! { svg .inv-gem viewBox="0 0 24 24" { path .inv-level d="M4 4h16v16H4z" {} } },
        "monopoly" => html! { svg .inv-gem viewBox="0 0 24 24" { path d="M12 2l10 10-10 10L2 12z" {} } },
        "bank" => signs::sign(TileKind::Bank),
        "profit" => signs::sign(TileKind::Profit),
        "loss" => signs::sign(TileKind::Loss),
        "shortcut" => signs::sign(TileKind::Shortcut),
        "global" => signs::sign(TileKind::Global),
        "casino" => signs::sign(TileKind::Casino),
        "tax" => signs::sign(TileKind::Tax),
        _ => return None,
    })
}
