//! The style sheet of the house: one part a file, in the order in which they count.

use crate::livery;
use std::sync::LazyLock;

const PARTS: [&str; 9] = [
    include_str!("style/ground.css"),
    include_str!("style/home.css"),
    include_str!("style/set-up.css"),
    include_str!("style/table.css"),
    include_str!("style/telling.css"),
    include_str!("style/end.css"),
    include_str!("style/rules.css"),
    include_str!("style/sheets.css"),
    include_str!("style/layout.css"),
];

/// The whole sheet.
pub fn sheet() -> &'static str {
    static SHEET: LazyLock<String> = LazyLock::new(|| livery::style() + &PARTS.concat());
    &SHEET
}
