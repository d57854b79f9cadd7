//! The end: who won, the score by clause, a chart of the whole game, and where to go from there. Also looking back.

use super::frame;
use crate::scene::{PlayScene, Scene};
use kernel::{Outcome, Seat};
use maud::{Markup, html};

/// The region of what can be done when the game is over.
pub fn panel(scene: &Scene, play: &PlayScene) -> Markup {
    html! {
        @if let (Some(outcome), None) = (&play.outcome, play.at) { (podium(scene, outcome)) }
        (controls(scene, play))
        (onward(scene, play))
        figure .chart data-key="chart" {
            (chart(scene, play))
            figcaption { "Move by move: " (play.standing_of) ". " span .script-only { "Choose a moment to look back on it." } }
        }
        @if play.at.is_none() { (score(scene, play)) }
    }
}

/// The region of what can be done while the game goes on and the visitor looks at an earlier moment of it.
pub fn looking_back(scene: &Scene, play: &PlayScene) -> Markup {
    html! {
        (controls(scene, play))
        div .onward data-key="onward" { a .button.primary href=(format!("/t/{}", scene.id)) { "Back to the game" } }
        p .note { "The game goes on meanwhile." }
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
    let here = play
        .at
        .and_then(|at| play.moments.iter().position(|moment| *moment == at))
        .unwrap_or(play.moments.len().saturating_sub(1));
    let end = play.moments.len().saturating_sub(1);
    let step = |to: Option<usize>, rel: &str, word: &str, sign: &str| {
        let moment = to.and_then(|to| play.moments.get(to)).copied();
        html! {
            @match moment {
                Some(moment) => a .button href=(link(moment)) rel=(rel) aria-label=(word) title=(word) { (sign) },
                None => span .button.off aria-hidden="true" { (sign) },
            }
        }
    };
    html! {
        nav .replay data-key="replay" aria-label="Look back" {
            (step((here > 0).then_some(0), "start", "To the start", "«"))
            (step(here.checked_sub(1), "prev", "One move back", "‹"))
            span .where { (here) " / " (end) }
            (step((here < end).then_some(here + 1), "next", "One move on", "›"))
            @if play.at.is_some() { a .button href=(format!("/t/{}", scene.id)) rel="last" aria-label="To the last moment" title="To the last moment" { "»" } }
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
            @if let Some(next) = &scene.next { a .button.primary href=(format!("/t/{next}")) { "To the next table" } }
            @else if seated && play.at.is_none() {
                form method="post" action=(format!("/t/{}/rematch", scene.id)) { button .primary type="submit" { "Rematch" } }
            }
            @if let Some(at) = play.at {
                form method="post" action=(format!("/t/{}/play-on", scene.id)) {
                    input type="hidden" name="at" value=(at);
                    button type="submit" { "Play on from here" }
                }
            }
            a .button href=(format!("/t/{}/record", scene.id)) download { "Download the record" }
            a .plain href=(format!("/new/{}", scene.about.id)) { "Another table" }
        }
    }
}

const WIDE: f64 = 320.0;
const HIGH: f64 = 190.0;

/// Everybody's standing over the game: a line a seat, with its letter at the end. Each moment is a link.
fn chart(scene: &Scene, play: &PlayScene) -> Markup {
    // Where nothing has happened yet there is nothing to see: the chart begins where the first line leaves the ground.
    let first = play.standing.first();
    let from = play.standing.iter().position(|standing| Some(standing) != first).unwrap_or(1).saturating_sub(1);
    let count = play.standing.len().saturating_sub(from).max(2);
    let most = play.standing.iter().flatten().copied().max().unwrap_or(1).max(1);
    let least = play.standing.iter().flatten().copied().min().unwrap_or(0).min(0);
    // As much room at the left as the longest number on the axis takes.
    let left = 8.0 + 7.0 * kernel::say::grouped(most).chars().count().max(kernel::say::grouped(least).chars().count()) as f64;
    let across = WIDE - left - 18.0;
    let x = |index: usize| left + across * index.saturating_sub(from) as f64 / (count - 1) as f64;
    let y = |value: i64| 8.0 + (HIGH - 24.0) * (1.0 - (value - least) as f64 / (most - least) as f64);
    let line = |seat: usize| {
        let point =
            |(index, standing): (usize, &Vec<i64>)| format!("{:.1},{:.1}", x(index), y(standing.get(seat).copied().unwrap_or(0)));
        play.standing.iter().enumerate().skip(from).map(point).collect::<Vec<_>>().join(" ")
    };
    let here = play.at.and_then(|at| play.moments.iter().position(|moment| *moment == at));
    let last = play.standing.last();
    let width = across / (count - 1) as f64;
    let said = scene.seats.iter().map(|seat| {
        let end = last.and_then(|last| last.get(seat.seat.index())).copied().unwrap_or(0);
        format!("{} {}", seat.name.as_deref().unwrap_or_default(), kernel::say::grouped(end))
    });
    let said = format!("Standing at the end in {}: {}", play.standing_of, said.collect::<Vec<_>>().join(", "));
    html! {
        svg viewBox=(format!("0 0 {WIDE} {HIGH}")) role="img" aria-label=(said) {
            @for value in ticks(least, most) {
                path .rule d=(format!("M{left:.1} {:.1}H{:.1}", y(value), WIDE - 18.0)) {}
                text .axis x=(format!("{:.1}", left - 4.0)) y=(format!("{:.1}", y(value) + 4.0)) { (kernel::say::grouped(value)) }
            }
            @for seat in &scene.seats {
                g .(format!("seat-{}", seat.seat)) { polyline .line points=(line(seat.seat.index())) {} }
            }
            @for (seat, y) in spread(scene, last.map(|last| last.iter().map(|value| y(*value)).collect()).unwrap_or_default()) {
                g .label .(format!("seat-{seat}")) { circle cx=(WIDE - 9.0) cy=(format!("{y:.1}")) r="8" {} text x=(WIDE - 9.0) y=(format!("{:.1}", y + 4.2)) { (seat.letter()) } }
            }
            @if let Some(here) = here { path .here d=(format!("M{0:.1} 4V{1:.1}", x(here), HIGH - 12.0)) {} }
            g .moments {
                @for (index, moment) in play.moments.iter().enumerate().skip(from) {
                    a href=(format!("/t/{}?at={moment}", scene.id)) tabindex="-1" aria-hidden="true" {
                        rect x=(format!("{:.2}", x(index) - width / 2.0)) y="0" width=(format!("{width:.2}")) height=(HIGH) { title { "Move " (index) } }
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
