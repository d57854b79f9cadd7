//! The style sheet of the house: one part a file, in the order in which they count.

pub mod needed;

use crate::livery;
use std::sync::LazyLock;

const PARTS: &[&str] = &[
    include_str!("style/ground.css"),
    include_str!("style/home.css"),
    include_str!("style/set-up.css"),
    include_str!("style/table.css"),
    include_str!("style/telling.css"),
    include_str!("style/hint.css"),
    include_str!("style/aim.css"),
    include_str!("style/deal.css"),
    include_str!("style/company.css"),
    include_str!("style/end.css"),
    include_str!("style/rules.css"),
    include_str!("style/map.css"),
    include_str!("style/sheets.css"),
    include_str!("style/chat.css"),
    include_str!("style/layout.css"),
    include_str!("style/lesson.css"),
];

/// On the set-up page only as many seats are shown as play.
fn as_many_as_play() -> String {
    let hide = |players: usize| {
        let chosen = format!("form:has([name=\"option.players\"] [value=\"{players}\"]:checked)");
        format!(
            "{chosen} [data-seat=\"{next}\"], {chosen} [data-seat=\"{next}\"] ~ [data-seat] {{ display: none; }}\n",
            next = players + 1
        )
    };
    (1..kernel::MAX_SEATS).map(hide).collect()
}

/// The whole sheet.
pub fn sheet() -> &'static str {
    static SHEET: LazyLock<String> = LazyLock::new(|| livery::style() + &PARTS.concat() + &as_many_as_play());
    &SHEET
}
