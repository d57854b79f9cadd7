//! Businessmen's board: the exchange with its market and price tracks, the three cars, the two wheels, the victory scale and
//! the players' tablets.

mod cars;
mod exchange;
mod glyphs;
mod sheet;
mod tablets;
mod telling;
mod wheels;

use super::{Beat, Board};
use crate::pages::frame;
use ::businessmen::{Event, Phase, View};
use kernel::{Seat, Seats, say::counted};
use maud::{Markup, html};

/// Businessmen.
pub struct Businessmen;

type Sight<'a> = super::Sight<'a, View>;

impl Board for Businessmen {
    type View = View;
    type Event = Event;

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn has_places(&self) -> bool {
        true
    }

    fn picture(&self) -> Markup {
        cars::picture()
    }

    fn sign(&self, name: &str) -> Option<Markup> {
        sheet::sign(name)
    }

    fn draw(&self, sight: &Sight) -> Markup {
        html! {
            (round(sight))
            div .biz-table { (scale(sight)) (exchange::draw(sight)) (cars::draw(sight)) (wheels::draw(sight)) }
        }
    }

    fn offers(&self, action: &str) -> bool {
        ["buy ", "load ", "export "].iter().any(|verb| action.starts_with(verb))
    }

    fn figures(&self, view: &View, seat: Seat) -> Markup {
        view.players.get(seat.index()).map_or_else(|| html! {}, |player| tablets::draw(view, player))
    }

    fn colours(&self, view: &View) -> Vec<String> {
        view.players.iter().map(|player| player.colour.clone()).collect()
    }

    fn tone(&self, view: &View) -> &'static str {
        if view.phase == Phase::Over { "over" } else { "businessmen" }
    }

    fn doer(&self, event: &Event) -> Option<Seat> {
        event.seat()
    }

    fn beat(&self, event: &Event, view: &View) -> Beat {
        telling::beat(event, view)
    }

    fn befalls(&self, event: &Event) -> Seats {
        telling::befalls(event)
    }

    fn opens_turn(&self, event: &Event, before: &Event, same_move: bool) -> bool {
        match event {
            Event::RoundBegan { .. } | Event::GoodsTurned { .. } | Event::WheelTurned { .. } | Event::Won { .. } => true,
            Event::Passed { .. } | Event::Stored { .. } => !same_move,
            _ => event.seat().is_some() && (!same_move || event.seat() != before.seat()),
        }
    }
}

/// The steps of a round, as the rulebook's table has them.
const STEPS: [(&str, &str, &[Phase]); 7] = [
    ("", "Start", &[Phase::Announcing]),
    ("1", "Buying", &[Phase::Buying]),
    ("2", "Loading", &[Phase::Loading, Phase::Storing]),
    ("3", "Sending", &[Phase::Exporting]),
    ("4", "Improving", &[Phase::Improving]),
    ("5", "Events", &[Phase::Events]),
    ("6", "Insurance", &[Phase::Insuring]),
];

/// Which round it is, who leads it, and where in it we are.
fn round(sight: &Sight) -> Markup {
    let here = STEPS.iter().position(|(_, _, phases)| phases.contains(&sight.phase));
    html! {
        div .banner.biz-banner data-key="round" {
            p {
                strong { @if sight.phase == Phase::Over { "The end" } @else { (frame::term("round", "", None, html! { "Round " (sight.round) @if let Some(limit) = sight.round_limit { " of " (limit) } })) } }
                @if let (Some(leader), false) = (sight.leader, sight.phase == Phase::Over) { span .biz-lead { (frame::token(leader)) (sight.name(leader)) " leads" } }
                span .line { (counted(sight.victory_target, "point")) @if sight.victory_target == 1 { " wins" } @else { " win" } }
            }
            div .biz-phases {
                ol .biz-steps aria-label="The phases of the round" {
                    @for (index, (number, word, _)) in STEPS.iter().enumerate() {
                        li .here[here == Some(index)] .done[here.is_some_and(|here| index < here)] aria-current=[(here == Some(index)).then_some("step")] {
                            @if !number.is_empty() { b { (number) } } span { (word) }
                        }
                    }
                }
                @if let Some((number, word, _)) = here.map(|here| STEPS[here]) { (frame::term("phases", "over", Some(format!("Now: {number} {word}").replace("  ", " ").as_str()), html! {})) }
            }
        }
    }
}

/// The victory scale with everybody's marker. (BIZ-VP-1)
fn scale(sight: &Sight) -> Markup {
    let end = u32::from(sight.scale.max(1));
    let place = |points: u16| (u32::from(points).min(end) * 100 + end / 2) / end;
    let below = |index: usize| {
        sight.players[..index].iter().filter(|other| place(other.points) == place(sight.players[index].points)).count()
    };
    let said = sight.players.iter().map(|player| format!("{} {}", sight.name(player.seat), player.points));
    html! {
        div .biz-scale {
            span .biz-scale-line {}
            (frame::term("points", "over", Some(&format!("Victory points: {}", said.collect::<Vec<_>>().join(", "))), html! {}))
            @for mark in (0..=sight.scale).step_by(5) { span .biz-tick aria-hidden="true" data-px=(place(mark)) { (mark) } }
            @if !sight.scale.is_multiple_of(5) { span .biz-tick aria-hidden="true" data-px="100" { (sight.scale) } }
            @if sight.victory_target <= sight.scale { span .biz-goal data-px=(place(sight.victory_target)) {} }
            @for (index, player) in sight.players.iter().enumerate() {
                span .biz-pin .(format!("seat-{}", player.seat)) data-px=(place(player.points)) data-slot=(below(index)) data-key=(format!("pin-{}", player.seat)) {
                    (frame::token(player.seat))
                }
            }
        }
    }
}
