//! The end: how the visitor did, who won, the score by clause, a chart of the whole game, and where to go from there. Also looking back.

use super::{chart, frame, origins::Bars, turning};
use crate::{
    boards::SetBoard,
    table::{
        Stage,
        scene::{PlayScene, Scene},
    },
};
use engine::Origins;
use kernel::{
    Line, Outcome, Seat, Viewer,
    say::{Unit, grouped, listed, ordinal},
};
use maud::{Markup, html};

/// The region of what can be done when the game is over.
pub fn panel(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>) -> Markup {
    html! {
        @if play.at.is_none() { (result(scene, play, board)) (course(scene, play)) }
        (controls(scene, play))
        @if play.at.is_some() { (course(scene, play)) }
        (onward(scene, play))
        @if play.at.is_none() { (score(scene, play)) }
    }
}

/// The same for a game whose rules have changed since: what was told of it then.
pub fn as_told(scene: &Scene, play: &PlayScene) -> Markup {
    html! {
        p .note data-key="rests" { "The rules of this game have changed since. It is shown as it was told then." }
        (result(scene, play, None))
        (course(scene, play))
        (onward(scene, play))
        @if !play.score.is_empty() { (score(scene, play)) }
    }
}

/// How it ended: for the visitor, for everybody, and where it all came from.
fn result(scene: &Scene, play: &PlayScene, board: Option<&dyn SetBoard>) -> Markup {
    let Some(outcome) = &play.outcome else { return html! {} };
    html! {
        div .verdict data-key="verdict" {
            p .how { (verdict(scene, outcome, &play.score_unit)) }
            @for line in reasons(play) { p .note { (frame::sentence(&line.text)) " " (frame::clause(scene.about.id, line.clause)) } }
        }
        (podium(scene, outcome, play.chart.as_ref().and_then(|chart| chart.origins.as_ref()), board))
    }
}

/// How the visitor did; to those who look on, or who share a device, who won.
fn verdict(scene: &Scene, outcome: &Outcome, unit: &Unit) -> String {
    let winners: Vec<Seat> = scene.seats.iter().map(|seat| seat.seat).filter(|seat| outcome.place(*seat) == 1).collect();
    let named = |seats: &[Seat]| listed(seats.iter().map(|seat| frame::name(scene, *seat).to_owned()));
    let best = winners.first().map_or(0, |seat| outcome.score(*seat));
    let rest = scene.seats.iter().map(|seat| seat.seat).filter(|seat| outcome.place(*seat) > 1);
    let next = rest.max_by_key(|seat| (std::cmp::Reverse(outcome.place(*seat)), outcome.score(*seat)));
    let ahead = next.map_or_else(String::new, |next| match best - outcome.score(next) {
        0 => format!(", level with {} but ahead in the tie", frame::name(scene, next)),
        by if by > 0 => format!(", {} ahead of {}", unit.of(by), frame::name(scene, next)),
        _ => String::new(),
    });
    let own = match scene.viewer {
        Viewer::Seat(seat) if !scene.shared && !scene.own.is_empty() => Some(seat),
        _ => None,
    };
    match own {
        _ if winners.is_empty() => "Everybody lost.".to_owned(),
        Some(own) if winners == [own] => format!("You won with {}{ahead}.", unit.of(best)),
        Some(own) if winners.contains(&own) => {
            let others: Vec<Seat> = winners.iter().copied().filter(|seat| *seat != own).collect();
            format!("You won together with {}, with {}.", named(&others), unit.of(best))
        }
        Some(own) => {
            let (place, behind) = (outcome.place(own), best - outcome.score(own));
            let behind = match behind {
                0 => "level in score but behind in the tie with".to_owned(),
                by if by > 0 => format!("{} behind", unit.of(by)),
                _ => "after".to_owned(),
            };
            format!("You came {} of {}, {behind} {}.", ordinal(place), scene.seats.len(), named(&winners))
        }
        None => format!("{} won with {}{ahead}.", named(&winners), unit.of(best)),
    }
}

/// What the score says at its end, after everybody's own lines: how a tie was broken, why it ended.
fn reasons(play: &PlayScene) -> impl Iterator<Item = &Line> {
    let alone = |line: &&Line| play.score.iter().filter(|other| other.clause == line.clause).count() == 1;
    let count = play.score.iter().rev().take_while(alone).count();
    play.score.iter().skip(play.score.len() - count)
}

/// How everybody stood through the game, with its turning points.
fn course(scene: &Scene, play: &PlayScene) -> Markup {
    let Some(chart) = &play.chart else { return html! {} };
    let end = |seat: Seat| chart.lines.get(seat.index()).and_then(|line| line.last()).map(|(_, value)| *value);
    let differs = |outcome: &Outcome| {
        scene.seats.iter().any(|seat| end(seat.seat).is_some_and(|end| end != i64::from(outcome.score(seat.seat))))
    };
    let apart = play.outcome.as_ref().is_some_and(differs);
    let turns = turning::points(scene, chart, &play.chart_caption, play.outcome.as_ref());
    html! {
        figure .chart data-key="chart" {
            (chart::draw(scene, play, chart, &turns))
            figcaption { "Move by move: " (play.chart_caption) ". " @if apart { "PerSeat go by the score, not by this. " } @if !chart.stops.is_empty() { span .script-only { "Choose a moment to look back at it." } } }
        }
        @if !turns.is_empty() {
            ol .turning data-key="turning" aria-label="Turning points" {
                @for (index, turn) in turns.iter().enumerate() {
                    li { b aria-hidden="true" { (index + 1) } @match turn.moment { Some(moment) => a href=(format!("/t/{}?at={moment}", scene.id)) { (turn.words) }, None => span { (turn.words) } } }
                }
            }
        }
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

/// Everybody in the order of their places, each with a picture of where it all came from.
fn podium(scene: &Scene, outcome: &Outcome, origins: Option<&Origins>, board: Option<&dyn SetBoard>) -> Markup {
    let mut order: Vec<Seat> = scene.seats.iter().map(|seat| seat.seat).collect();
    order.sort_by_key(|seat| (outcome.place(*seat), seat.index()));
    let bars = origins.map(|origins| Bars::of(origins, board));
    html! {
        ol .podium data-key="podium" {
            @for seat in order {
                li .(format!("seat-{seat}")) .first[outcome.place(seat) == 1] {
                    span .place { (outcome.place(seat)) "." } (frame::token(seat))
                    strong title=(frame::name(scene, seat)) { (frame::name(scene, seat)) }
                    @if let Some(bars) = &bars { (bars.draw(seat)) }
                    span .score { (grouped(outcome.score(seat))) }
                }
            }
        }
        @if let Some(bars) = &bars { (bars.legend()) }
    }
}

/// How fast a game plays by itself.
const SPEEDS: [(&str, &str); 3] = [("slow", "Slow"), ("normal", "Normal speed"), ("fast", "Fast")];

/// From moment to moment, by hand or by itself.
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
        div .by-itself data-key="by-itself" {
            button type="button" data-replay hidden { "▶ Play" }
            label .speed data-replay-speed hidden { span .sr { "Speed" } select { @for (name, word) in SPEEDS { option value=(name) selected[name == "normal"] { (word) } } } }
            @if let Some(at) = play.at { a .plain href=(link(at)) data-share { "Link to this moment" } }
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
