//! The style sheet of the house: one part a file, in the order in which they count.

pub mod needed;

use crate::pages::seat_colours;
use std::sync::LazyLock;

const PARTS: &[&str] = &[
    include_str!("ground.css"),
    include_str!("home.css"),
    include_str!("set-up.css"),
    include_str!("table.css"),
    include_str!("telling.css"),
    include_str!("hint.css"),
    include_str!("aim.css"),
    include_str!("deal.css"),
    include_str!("company.css"),
    include_str!("end.css"),
    include_str!("rules.css"),
    include_str!("map.css"),
    include_str!("sheets.css"),
    include_str!("chat.css"),
    include_str!("layout.css"),
    include_str!("lesson.css"),
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
    static SHEET: LazyLock<String> = LazyLock::new(|| seat_colours::style() + &PARTS.concat() + &as_many_as_play());
    &SHEET
}
