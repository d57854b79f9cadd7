//! Small pictures of the pieces, for the sheets that tell the game.

use super::signs;
use ::profitability::{Colour, Direction};
use kernel::Seat;
use maud::{Markup, html};

/// The picture of this name.
pub fn sign(name: &str) -> Option<Markup> {
    Some(match name {
        "target" => html! { svg .prf-drawn viewBox="0 0 24 24" { path d="M5 22V3h13l-3 5 3 5H7.500v9z" {} } },
        "marker" => signs::marker(Colour::Blue, Direction::Up),
        "truck" => html! { svg viewBox="0 0 48 34" { (signs::truck(Seat::FIRST)) } },
        "good" => signs::good(Colour::Blue),
        "own" => signs::good(Colour::Red),
        "damaged" => signs::damaged(Colour::Red),
        _ => return None,
    })
}
