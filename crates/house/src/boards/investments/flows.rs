//! Where the money of a lap came from and where it went, as bands whose width is the sum.

use super::{Sight, signs};
use crate::pages::frame;
use kernel::{Money, Seat, Viewer};
use maud::{Markup, html};

/// The picture's size.
const WIDE: i32 = 300;
const HIGH: i32 = 116;
/// The most room that the bands of one side have.
const ROOM: i32 = 60;
/// The least room that a band has at its outer end, where its name is written.
const LEAST: i32 = 27;
/// Where the middle begins and ends.
const MIDDLE: (i32, i32) = (138, 162);

/// Whose money is shown: the viewer's, to watchers that of the player in turn.
fn whose(sight: &Sight) -> Seat {
    match sight.scene.viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Watcher => sight.active,
    }
}

/// The flows of this lap.
pub fn draw(sight: &Sight) -> Markup {
    let seat = whose(sight);
    let Some(player) = sight.players.get(seat.index()) else { return html! {} };
    let lap = &player.lap;
    let came = [("bank", lap.from_bank), ("players", lap.from_players), ("property", lap.from_property)];
    let went = [("bank", lap.to_bank), ("players", lap.to_players), ("property", lap.to_property)];
    let sum = |side: &[(&str, Money); 3]| side.iter().map(|(_, sum)| i64::from(sum.units())).sum::<i64>();
    let most = sum(&came).max(sum(&went));
    html! {
        figure .inv-flows .(format!("seat-{seat}")) data-key="flows" {
            figcaption { (frame::term("lap-money", "word", None, html! { "This lap" })) @if sight.is_own(Some(seat)) { ", your money" } @else { ", the money of " (frame::token(seat)) " " (sight.name(seat)) } }
            @if most == 0 { p .note { "Nothing has come or gone yet." } }
            @else {
                svg viewBox=(format!("0 0 {WIDE} {HIGH}")) role="img" aria-label=(said(&came, &went)) {
                    (side(&came, most, true)) (side(&went, most, false))
                    rect .inv-node x=(MIDDLE.0) y="4" width=(MIDDLE.1 - MIDDLE.0) height=(HIGH - 8) rx="5" {}
                    text .inv-me x=(WIDE / 2) y=(HIGH / 2 + 5) { (seat.letter()) }
                }
            }
        }
    }
}

/// One side: its bands between the names and the middle.
fn side(flows: &[(&str, Money); 3], most: i64, left: bool) -> Markup {
    let thick = |sum: Money| (i64::from(sum.units()) * i64::from(ROOM) / most.max(1)).max(2) as i32;
    let all: i32 = flows.iter().filter(|(_, sum)| sum.units() > 0).map(|(_, sum)| thick(*sum)).sum();
    let some = || flows.iter().filter(|(_, sum)| sum.units() > 0);
    let room: i32 = some().map(|(_, sum)| thick(*sum).max(LEAST)).sum();
    let (mut inner, mut outer) = ((HIGH - all) / 2, (HIGH - room) / 2);
    let mut bands = Vec::new();
    for (name, sum) in some() {
        let (thick, needed) = (thick(*sum), thick(*sum).max(LEAST));
        bands.push((*name, *sum, outer + needed / 2, inner + thick / 2, thick));
        (inner, outer) = (inner + thick, outer + needed);
    }
    let (rim, gate, bend) = if left { (80, MIDDLE.0, 110) } else { (220, MIDDLE.1, 190) };
    html! {
        @for (name, sum, outer, inner, thick) in bands {
            path .inv-flow .(name) .out[!left] stroke-width=(thick) d=(format!("M{rim} {outer}C{bend} {outer} {bend} {inner} {gate} {inner}")) {}
            text .inv-sum .out[!left] x=(if left { 74 } else { 226 }) y=(outer - 1) { (name) }
            text .inv-sum.amount .out[!left] x=(if left { 74 } else { 226 }) y=(outer + 12) { @if left { "+" } @else { "−" } (signs::short(sum)) }
        }
    }
}

/// The flows in words.
fn said(came: &[(&str, Money); 3], went: &[(&str, Money); 3]) -> String {
    let words = |side: &[(&str, Money); 3]| {
        let some = side.iter().filter(|(_, sum)| sum.units() > 0).map(|(name, sum)| format!("{name} {sum}"));
        let some: Vec<String> = some.collect();
        if some.is_empty() { "nothing".to_owned() } else { some.join(", ") }
    };
    format!("Came in from: {}. Went out to: {}.", words(came), words(went))
}
