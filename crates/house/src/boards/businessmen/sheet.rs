//! Small pictures of the pieces, for the sheets that tell the game.

use super::{cars, glyphs};
use ::businessmen::{Characteristic, Good};
use maud::{Markup, html};

/// The picture of this name.
pub fn sign(name: &str) -> Option<Markup> {
    let level = |which| html! { svg .biz-drawn viewBox="0 0 24 24" { (glyphs::characteristic(which)) } };
    Some(match name {
        "points" => html! { svg .biz-drawn viewBox="0 0 24 24" { path d="M5 22V3h13l-3 5 3 5H7.500v9z" {} } },
        "good" => glyphs::chip(Good::Fish, None),
        "export" => html! { svg .biz-drawn viewBox="0 0 24 24" { path d="M1 14h3V8h3v6h2V6h8v8h6l-3 6H4z" {} } },
        "car" => cars::single(),
        "warehouse" => level(Characteristic::Warehouse),
        "loader" => level(Characteristic::Loader),
        "manager" => level(Characteristic::Manager),
        "warning" => {
            html! { svg .biz-warning.biz-drawn viewBox="0 0 24 24" { path d="M12 2 23 21H1z" {} path .mark d="M11 9h2v6h-2zm0 7.500h2v2h-2z" {} } }
        }
        "shield" => {
            html! { svg .biz-shield.biz-drawn viewBox="0 0 24 24" { path d="M12 2l9 3v6c0 5.500-3.700 9.500-9 11-5.300-1.500-9-5.500-9-11V5z" {} path .mark d="M7.500 12l3 3 6-6.500" {} } }
        }
        _ => return None,
    })
}
