//! The end: who won, the score by clause, a chart of the whole game, and where to go from there. Also looking back.

use super::frame;
use crate::{
    live::Stage,
    scene::{PlayScene, Scene},
};
use engine::Chart;
use kernel::{Outcome, Seat};
use maud::{Markup, html};

/// The region of what can be done when the game is over.
pub fn panel(scene: &Scene, play: &PlayScene) -> Markup {
    html! {
        @if let (Some(outcome), None) = (&play.outcome, play.at) { (podium(scene, outcome)) }
        (controls(scene, play))
        (onward(scene, play))
        @if let Some(chart) = &play.chart {
            figure .chart data-key="chart" {
                (drawn(scene, play, chart))
                figcaption { "Move by move: " (play.chart_caption) ". " span .script-only { "Choose a moment to look back at it." } }
            }
        }
        @if play.at.is_none() { (score(scene, play)) }
    }
}

/// The same for a game whose rules have changed since: what was told of it then.
pub fn as_told(scene: &Scene, play: &PlayScene) -> Markup {
    html! {
        p .note data-key="rests" { "The rules of this game have changed since. It is shown as it was told then." }
        @if let Some(outcome) = &play.outcome { (podium(scene, outcome)) }
        (onward(scene, play))
        @if let Some(chart) = &play.chart {
            figure .chart data-key="chart" {
                (drawn(scene, play, chart))
                figcaption { "Move by move: " (play.chart_caption) "." }
            }
        }
        @if !play.score.is_empty() { (score(scene, play)) }
    }
}

/// The region of what can be done while the game goes on and the visitor looks at an earlier moment of it.
pub fn looking_back(scene: &Scene, play: &PlayScene) -> Markup {
    html! {
        (controls(scene, play))
        div .onward data-key="onward" { a .button.primary href=(format!("/t/{}", scene.id)) { "Back to the game" } }
        p .note { "The game is still going on." }
    }
}

/// Everybody in the order of their places.
fn podium(scene: &Scene, outcome: &Outcome) -> Markup {
    let mut order: Vec<Seat> = scene.seats.iter().map(|seat| seat.seat).collect();
    order.sort_by_key(|seat| (outcome.place(*seat), seat.index()));
    html! {
        ol .podium data-key="podium" {
            @for seat in order {
                li .(format!("seat-{seat}")) .first[outcome.place(seat) == 1] {
                    span .place { (outcome.place(seat)) "." } (frame::token(seat))
                    strong title=(frame::name(scene, seat)) { (frame::name(scene, seat)) }
                    span .score { (kernel::say::grouped(outcome.score(seat))) }
                }
            }
        }
    }
}

/// From moment to moment.
fn controls(scene: &Scene, play: &PlayScene) -> Markup {
    let link = |at: usize| format!("/t/{}?at={at}", scene.id);
    let steps = &play.steps;
    let step = |moment: Option<usize>, rel: &str, word: &str, sign: &str| {
        html! {
            @match moment {
                Some(moment) => a .button href=(link(moment)) rel=(rel) aria-label=(word) title=(word) { (sign) },
                None => span .button.off aria-hidden="true" { (sign) },
            }
        }
    };
    html! {
        nav .replay data-key="replay" aria-label="Look back" {
            (step(steps.previous.map(|_| steps.first), "start", "First move", "«"))
            (step(steps.previous, "prev", "Previous move", "‹"))
            span .where { (steps.here) " / " (steps.end) }
            (step(steps.next, "next", "Next move", "›"))
            @if play.at.is_some() { a .button href=(format!("/t/{}", scene.id)) rel="last" aria-label="Latest move" title="Latest move" { "»" } }
            @else { span .button.off aria-hidden="true" { "»" } }
        }
    }
}

fn score(scene: &Scene, play: &PlayScene) -> Markup {
    html! {
        div .worked-out data-key="score" {
            h2 { "The score" }
            ul { @for line in &play.score { li { (line.text) " " (frame::clause(scene.about.id, line.clause)) } } }
        }
    }
}

fn onward(scene: &Scene, play: &PlayScene) -> Markup {
    let seated = !scene.own.is_empty();
    html! {
        div .onward data-key="onward" {
            @if let Some(next) = &scene.next { a .button.primary href=(format!("/t/{next}")) { "Go to the next table" } }
            @else if seated && play.at.is_none() && scene.stage == Stage::Over {
                form method="post" action=(format!("/t/{}/rematch", scene.id)) { button .primary type="submit" { "Rematch" } }
            }
            @if let Some(at) = play.at {
                form method="post" action=(format!("/t/{}/play-on", scene.id)) {
                    input type="hidden" name="at" value=(at);
                    button type="submit" { "Play on from here" }
                }
            }
            @if scene.stage == Stage::Over { a .button href=(format!("/t/{}/record", scene.id)) download { "Download the record" } }
            a .plain href=(format!("/new/{}", scene.about.id)) { "New table" }
        }
    }
}

const WIDE: f64 = 320.0;
const HIGH: f64 = 190.0;

/// Everybody's standing over the game: a line a seat, with its letter at the end. Moments all over it are links.
fn drawn(scene: &Scene, play: &PlayScene, chart: &Chart) -> Markup {
    // Where nothing has happened yet there is nothing to see: the chart begins where the first line leaves the ground.
    let leaves = |line: &Vec<(usize, i64)>| line.windows(2).find(|pair| pair[0].1 != pair[1].1).map(|pair| pair[0].0);
    let from = chart.lines.iter().filter_map(leaves).min().unwrap_or(0);
    let count = chart.moments.saturating_sub(from).max(2);
    let values = || chart.lines.iter().flatten().map(|(_, value)| *value);
    let (most, least) = (values().max().unwrap_or(1).max(1), values().min().unwrap_or(0).min(0));
    // As much room at the left as the longest number on the axis takes.
    let left = 8.0 + 7.0 * kernel::say::grouped(most).chars().count().max(kernel::say::grouped(least).chars().count()) as f64;
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
        format!("{} {}", seat.name.as_deref().unwrap_or_default(), kernel::say::grouped(end))
    });
    let said = format!("Final standing in {}: {}", play.chart_caption, said.collect::<Vec<_>>().join(", "));
    let stops: Vec<&(usize, usize)> = chart.stops.iter().filter(|(place, _)| *place >= from).collect();
    // Each moment that can be chosen has the room up to the next one.
    let room = |index: usize| {
        let edge = |one: Option<usize>, other: usize| one.map_or(x(other), |one| (x(one) + x(other)) / 2.0);
        let (place, before) = (stops[index].0, index.checked_sub(1).map(|before| stops[before].0));
        (edge(before, place), edge(stops.get(index + 1).map(|next| next.0), place))
    };
    html! {
        svg viewBox=(format!("0 0 {WIDE} {HIGH}")) role="img" aria-label=(said) {
            @for value in ticks(least, most) {
                path .rule d=(format!("M{left:.1} {:.1}H{:.1}", y(value), WIDE - 18.0)) {}
                text .axis x=(format!("{:.1}", left - 4.0)) y=(format!("{:.1}", y(value) + 4.0)) { (kernel::say::grouped(value)) }
            }
            @for seat in &scene.seats {
                g .(format!("seat-{}", seat.seat)) { polyline .line points=(line(seat.seat.index())) {} }
            }
            @for (seat, y) in spread(scene, ends.iter().map(|value| y(*value)).collect()) {
                g .label .(format!("seat-{seat}")) { circle cx=(WIDE - 9.0) cy=(format!("{y:.1}")) r="8" {} text x=(WIDE - 9.0) y=(format!("{:.1}", y + 4.2)) { (seat.letter()) } }
            }
            @if play.at.is_some() { path .here d=(format!("M{0:.1} 4V{1:.1}", x(play.steps.here), HIGH - 12.0)) {} }
            g .moments {
                @for (index, (place, moment)) in stops.iter().enumerate() {
                    @let (left, right) = room(index);
                    a href=(format!("/t/{}?at={moment}", scene.id)) tabindex="-1" aria-hidden="true" {
                        rect x=(format!("{left:.1}")) y="0" width=(format!("{:.1}", (right - left).max(0.5))) height=(HIGH) { title { "Move " (place) } }
                    }
                }
            }
            text .axis.moves x=(WIDE / 2.0) y=(HIGH - 3.0) { "moves" }
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
    let over = labels.last().map_or(0.0, |last| (last.1 - (HIGH - 10.0)).max(0.0));
    labels.iter_mut().for_each(|label| label.1 -= over);
    labels
}
