//! A chart of the whole game: how everybody stood, move by move.

use super::turning::Turn;
use crate::table::scene::{PlayScene, Scene};
use engine::Chart;
use kernel::{Seat, say::grouped};
use maud::{Markup, html};

const WIDE: f64 = 420.0;
const HIGH: f64 = 180.0;

/// Everybody's standing over the game: a line a seat, with its letter at the end, and its turning points by their numbers. Moments all
/// over it are links.
pub fn draw(scene: &Scene, play: &PlayScene, chart: &Chart, turns: &[Turn]) -> Markup {
    // Where nothing has happened yet there is nothing to see: the chart begins where the first line leaves the ground.
    let leaves = |line: &Vec<(usize, i64)>| line.windows(2).find(|pair| pair[0].1 != pair[1].1).map(|pair| pair[0].0);
    let from = chart.lines.iter().filter_map(leaves).min().unwrap_or(0);
    let count = chart.moments.saturating_sub(from).max(2);
    let values = || chart.lines.iter().flatten().map(|(_, value)| *value);
    let (most, least) = (values().max().unwrap_or(1).max(1), values().min().unwrap_or(0).min(0));
    // As much room at the left as the longest number on the axis takes.
    let left = 8.0 + 7.0 * grouped(most).chars().count().max(grouped(least).chars().count()) as f64;
    let across = WIDE - left - 18.0;
    let x = |place: usize| left + across * place.saturating_sub(from) as f64 / (count - 1) as f64;
    let y = |value: i64| 8.0 + (HIGH - 24.0) * (1.0 - (value - least) as f64 / (most - least) as f64);
    let line = |seat: usize| {
        let points = chart.lines.get(seat).into_iter().flatten().filter(|(place, _)| *place >= from);
        points.map(|(place, value)| format!("{:.1},{:.1}", x(*place), y(*value))).collect::<Vec<_>>().join(" ")
    };
    let ends: Vec<i64> = chart.lines.iter().map(|line| line.last().map_or(0, |(_, value)| *value)).collect();
    let said = scene.seats.iter().map(|seat| {
        let end = ends.get(seat.seat.index()).copied().unwrap_or(0);
        format!("{} {}", seat.name.as_deref().unwrap_or_default(), grouped(end))
    });
    let said = format!("Final standing in {}: {}", play.chart_caption, said.collect::<Vec<_>>().join(", "));
    let stops: Vec<&(usize, usize)> = chart.stops.iter().filter(|(place, _)| *place >= from).collect();
    // Each moment that can be chosen has the room up to the next one.
    let room = |index: usize| {
        let edge = |one: Option<usize>, other: usize| one.map_or(x(other), |one| (x(one) + x(other)) / 2.0);
        let (place, before) = (stops[index].0, index.checked_sub(1).map(|before| stops[before].0));
        (edge(before, place), edge(stops.get(index + 1).map(|next| next.0), place))
    };
    let sheet = format!("0 0 {WIDE} {HIGH}");
    html! {
        svg viewBox=(sheet) role="img" aria-label=(said) {
            @for value in ticks(least, most) {
                path .rule d=(format!("M{left:.1} {:.1}H{:.1}", y(value), WIDE - 18.0)) {}
                text .axis x=(format!("{:.1}", left - 4.0)) y=(format!("{:.1}", y(value) + 4.0)) { (grouped(value)) }
            }
            @for seat in &scene.seats {
                g .(format!("seat-{}", seat.seat)) { polyline .line points=(line(seat.seat.index())) {} }
            }
            @for (seat, y) in spread(scene, ends.iter().map(|value| y(*value)).collect()) {
                g .label .(format!("seat-{seat}")) { circle cx=(WIDE - 9.0) cy=(format!("{y:.1}")) r="8" {} text x=(WIDE - 9.0) y=(format!("{:.1}", y + 4.2)) { (seat.letter()) } }
            }
            @if play.at.is_some() { path .here d=(format!("M{0:.1} 4V{1:.1}", x(play.steps.here), HIGH - 12.0)) {} }
            @for (index, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.place >= from) {
                g .turn .(format!("seat-{}", turn.seat)) transform=(format!("translate({:.1} {:.1})", x(turn.place), y(turn.value))) { circle r="8" {} text y="4.200" { (index + 1) } }
            }
            text .axis.moves x=(WIDE / 2.0) y=(HIGH - 3.0) { "moves" }
        }
        // For the mouse alone: who uses the keyboard goes from move to move, or by the lines of the log.
        svg .moments viewBox=(sheet) aria-hidden="true" {
            @for (index, (place, moment)) in stops.iter().enumerate() {
                @let (left, right) = room(index);
                a href=(format!("/t/{}?at={moment}", scene.id)) tabindex="-1" {
                    rect x=(format!("{left:.1}")) y="0" width=(format!("{:.1}", (right - left).max(0.5))) height=(HIGH) { title { "Move " (place) } }
                }
            }
        }
    }
}

/// Four to six round numbers from the least to the most, 0 among them.
fn ticks(least: i64, most: i64) -> Vec<i64> {
    let rough = ((most - least) / 5).max(1);
    let power = 10_i64.pow(rough.ilog10());
    let step = [1, 2, 5, 10].map(|times| times * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    (least / step..=most / step).map(|times| times * step).collect()
}

/// The heights of the letters at the ends of the lines, moved apart so that none hides another.
fn spread(scene: &Scene, ends: Vec<f64>) -> Vec<(Seat, f64)> {
    let mut labels: Vec<(Seat, f64)> = scene.seats.iter().map(|seat| seat.seat).zip(ends).collect();
    labels.sort_by(|one, other| one.1.total_cmp(&other.1));
    for index in 1..labels.len() {
        labels[index].1 = labels[index].1.max(labels[index - 1].1 + 15.0);
    }
    let mut lowest = HIGH - 10.0;
    for label in labels.iter_mut().rev() {
        label.1 = label.1.min(lowest);
        lowest = label.1 - 15.0;
    }
    labels
}
