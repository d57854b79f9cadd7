//! Small signs on cards and in figures. Each is drawn once on the page and used by its name; what it means is said to the ear.

use ::competitors::{Airport, Continent, Morphology, Vehicle};
use maud::{Markup, html};

const PLANE: &str =
    "M12 6.500q1 0 1 2v2l4 2.700v1.300l-4-1v2.200l1.300 1v1L12 17l-2.300.7v-1l1.300-1v-2.200l-4 1v-1.300l4-2.700v-2q0-2 1-2z";
const SKULL: &str = "M6 4a5 5 0 0 1 5 5c0 2-1 3-1.500 3.600V16h-7v-3.400C2 12 1 11 1 9a5 5 0 0 1 5-5zM3 9.500a1.200 1.200 0 1 0 2.400 0 1.200 1.200 0 0 0-2.400 0zM6.600 9.500a1.200 1.200 0 1 0 2.400 0 1.200 1.200 0 0 0-2.400 0z";

/// The signs that are filled, as paths.
const FILLED: [(&str, &str); 7] = [
    ("truck", "M1 6h13v3h4l5 4v4h-2a3 3 0 0 1-6 0H9a3 3 0 0 1-6 0H1zM16 11v3h5l-3.500-3z"),
    ("ship", "M1 14h3V8h3v6h2V6h8v8h6l-3 6H4zM11 8v2h4V8z"),
    (
        "aircraft",
        "M12 1c1.300 0 2 1.700 2 4v4l9 6v2.500l-9-2.500v4l2.500 2V23L12 21.700 7.500 23v-2l2.500-2v-4l-9 2.500V15l9-6V5c0-2.300.7-4 2-4z",
    ),
    ("flag", "M5 23V2q4-2 7.500 0T20 2v11q-4 2-7.500 0T7 13v10z"),
    ("star", "M12 1.500l3.200 7 7.300.8-5.500 5 1.600 7.400L12 17.900l-6.600 3.800L7 14.300 1.500 9.300l7.300-.8z"),
    ("crown", "M2 20V7l5.500 5L12 3l4.500 9L22 7v13z"),
    ("branch", "M3 21V11H1.500L4 5h16l2.500 6H21v10z"),
];

/// The signs of lines, as paths.
const OPEN: [(&str, &str); 6] = [
    ("any", "M4 12a8 8 0 0 1 14-5.300M20 12a8 8 0 0 1-14 5.300M18 2v5h-5M6 22v-5h5"),
    ("port", "M12 8v13M8 12h8M3.500 14.500q1 6.500 8.500 6.500t8.500-6.500M9.500 5a2.500 2.500 0 1 0 5 0 2.500 2.500 0 0 0-5 0z"),
    ("clock", "M2.500 12a9.500 9.500 0 1 0 19 0 9.500 9.500 0 0 0-19 0zM12 6v6.500l4.500 2.500"),
    ("land", "M5 2h14v20H5zM8 16l3-6 2.500 4 1.500-2 2 4z"),
    ("deal", "M5 2h14v20H5zM8 7h8M8 11h8M8 15h5"),
    ("customs", "M3 20V8l9-5 9 5v12zM3 11h18M8 20v-5h8v5"),
];

/// All signs, once for the whole page.
pub fn all() -> Markup {
    html! {
        svg .cmp-all aria-hidden="true" width="0" height="0" {
            @for (name, path) in FILLED { symbol #(format!("cmp-{name}")) viewBox="0 0 24 24" { path d=(path) {} } }
            @for (name, path) in OPEN { symbol .cmp-open #(format!("cmp-{name}")) viewBox="0 0 24 24" { path d=(path) {} } }
            (super::glyphs::all())
            symbol .cmp-open #cmp-national viewBox="0 0 24 24" { circle cx="12" cy="12" r="9" {} path .fill d=(PLANE) {} }
            symbol .cmp-open #cmp-world-wide viewBox="0 0 24 24" { circle cx="12" cy="12" r="11" {} circle cx="12" cy="12" r="8.200" {} path .fill d=(PLANE) {} }
            symbol #cmp-skulls viewBox="0 3 26 14" { path d=(SKULL) {} path d=(SKULL) transform="translate(13 0)" {} }
        }
    }
}

/// A sign where the page has no drawings: it is drawn on the spot.
pub fn alone(name: &str, class: &str) -> Option<Markup> {
    let known = |signs: &[(&str, &'static str)]| signs.iter().find(|(known, _)| *known == name).map(|(_, path)| *path);
    let (path, open) = known(&FILLED).map(|path| (path, false)).or_else(|| known(&OPEN).map(|path| (path, true)))?;
    Some(html! { svg .cmp-icon .(class) viewBox="0 0 24 24" { g .cmp-open[open] { path d=(path) {} } } })
}

/// A sign of more than one path, drawn on the spot.
pub fn drawn(name: &str) -> Option<Markup> {
    let rings = |outer: bool| html! { svg .cmp-icon viewBox="0 0 24 24" { g .cmp-open { @if outer { circle cx="12" cy="12" r="11" {} } circle cx="12" cy="12" r=(if outer { "8.200" } else { "9" }) {} path .fill d=(PLANE) {} } } };
    Some(match name {
        "national" => rings(false),
        "world-wide" => rings(true),
        "skulls" => {
            html! { svg .cmp-icon.cmp-skull viewBox="0 3 26 14" { path d=(SKULL) {} path d=(SKULL) transform="translate(13 0)" {} } }
        }
        _ => return None,
    })
}

fn sign(name: &str, class: &str, words: &str) -> Markup {
    html! { svg class=(["cmp-icon", class].join(" ").trim_end()) role="img" aria-label=(words) { use href=(format!("#cmp-{name}")) {} } }
}

/// A sign among others that are said together.
fn silent(name: &str) -> Markup {
    html! { svg { use href=(format!("#cmp-{name}")) {} } }
}

/// What a territory has, and what entering it costs a truck.
pub fn land(port: bool, airport: Airport, red_flag: bool, morphology: Morphology) -> Markup {
    let (ground, points) = (morphology.words(), morphology.points());
    let port_words = if port { "port, " } else { "" };
    let flag_words = if red_flag { ", red flag" } else { "" };
    html! {
        span .cmp-signs role="img" aria-label=(format!("{port_words}{}{flag_words}, {ground}: {points} for a truck", airport.words())) {
            @if port { (silent("port")) }
            @match airport { Airport::None => {}, Airport::National => (silent("national")), Airport::Intercontinental => (silent("world-wide")) }
            @if red_flag { b { (silent("flag")) } }
            i .(format!("cmp-{}", morphology.id().replace('_', "-"))) { (points) }
        }
    }
}

/// A kind of token.
pub fn vehicle(vehicle: Vehicle) -> Markup {
    sign(vehicle.id(), "", vehicle.words())
}

/// Any kind of token will do.
pub fn any_vehicle() -> Markup {
    sign("any", "", "any kind of token")
}

/// A red flag.
pub fn flag() -> Markup {
    sign("flag", "cmp-red", "red flag")
}

/// Two skulls: illegal goods.
pub fn skulls() -> Markup {
    sign("skulls", "cmp-skull", "two skulls: illegal goods")
}

/// The star of a special card.
pub fn star() -> Markup {
    sign("star", "cmp-gold", "special card")
}

/// Movement turns.
pub fn clock() -> Markup {
    sign("clock", "", "movement turns")
}

/// Victory points.
pub fn crown() -> Markup {
    sign("crown", "cmp-gold", "victory points")
}

/// Branches.
pub fn branch() -> Markup {
    sign("branch", "", "branches")
}

/// Territory cards.
pub fn land_card() -> Markup {
    sign("land", "", "territory cards")
}

/// Contract cards.
pub fn deal_card() -> Markup {
    sign("deal", "", "contract cards")
}

/// Customs cards.
pub fn customs() -> Markup {
    sign("customs", "", "customs cards")
}

/// The two letters of a continent.
pub const fn letters(continent: Continent) -> &'static str {
    match continent {
        Continent::NorthAmerica => "NA",
        Continent::SouthAmerica => "SA",
        Continent::Europe => "EU",
        Continent::Africa => "AF",
        Continent::Asia => "AS",
        Continent::Oceania => "OC",
    }
}

/// A continent as a chip.
pub fn continent(continent: Continent) -> Markup {
    html! { abbr .cmp-continent .(format!("cmp-{}", continent.id().replace('_', "-"))) title=(continent.words()) { (letters(continent)) } }
}
