//! PROFI-T-ABILITY's board: the road map with its warehouses and trucks, the profit area, the trendline, and what the truck
//! of the player in turn carries.

mod cab;
mod ladder;
mod legend;
mod map;
mod sheet;
mod signs;
mod telling;

use super::{Beat, Board, Legend};
use crate::pages::frame;
use ::profitability::{Event, View};
use kernel::{Seat, Seats};
use maud::{Markup, html};

/// PROFI-T-ABILITY.
pub struct Profitability;

type Sight<'a> = super::Sight<'a, View>;

impl Board for Profitability {
    type View = View;
    type Event = Event;

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn picture(&self) -> Markup {
        map::picture()
    }

    fn sign(&self, name: &str) -> Option<Markup> {
        sheet::sign(name)
    }

    fn legend(&self) -> Option<Legend> {
        Some(legend::lines())
    }

    fn draw(&self, sight: &Sight) -> Markup {
        html! {
            (banner(sight))
            div .prf-table {
                (map::draw(sight))
                div .prf-side { (ladder::prices(sight)) (ladder::trendline(sight)) }
            }
        }
    }

    fn offers(&self, action: &str) -> bool {
        let drawn = ["drive ", "unload ", "load ", "mark ", "joker ", "shift ", "turn ", "fill "];
        drawn.iter().any(|verb| action.starts_with(verb))
    }

    fn hand(&self, sight: &Sight) -> Markup {
        cab::draw(sight)
    }

    fn figures(&self, view: &View, seat: Seat) -> Markup {
        cab::figures(view, seat)
    }

    fn ledger(&self, sight: &Sight) -> Markup {
        cab::ledger(sight)
    }

    fn colours(&self, view: &View) -> Vec<String> {
        view.colours.iter().map(|colour| colour.name().to_owned()).collect()
    }

    fn tone(&self, view: &View) -> &'static str {
        match (view.step.as_str(), view.closing) {
            ("over", _) => "over",
            (_, Some(_)) => "profitability-closing",
            (_, None) => "profitability",
        }
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

    fn opens_turn(&self, event: &Event, before: &Event, _same_move: bool) -> bool {
        match event {
            Event::Rolled { .. } | Event::MatchBegan { .. } | Event::MatchEnded { .. } => true,
            Event::Started { .. } | Event::Won { .. } => true,
            Event::Marked { .. } => !matches!(before, Event::Marked { .. }),
            _ => false,
        }
    }
}

/// Which match and lap it is, and how far the leader has come.
fn banner(sight: &Sight) -> Markup {
    let best = sight.players.iter().map(|player| player.profit).max().unwrap_or(0);
    let width = best.clamp(0, sight.target.max(1)) * 100 / sight.target.max(1);
    let (part, verb) = match (sight.step.as_str(), sight.closing) {
        ("over", _) => ("The end".to_owned(), ""),
        ("marking", _) => ("Before the start".to_owned(), "Place the trend"),
        (_, Some(1)) => (format!("Lap {}", sight.lap), "The last turn"),
        (_, Some(_)) => (format!("Lap {}", sight.lap), "Closing turns"),
        _ => (format!("Lap {}", sight.lap), ""),
    };
    html! {
        div .banner data-key="match" {
            p {
                strong { (frame::term("lap", "", None, html! { (part) })) @if sight.matches > 1 { " · match " (sight.number) " of " (sight.matches) } }
                span .verb { (verb) }
                span .line { "to " (signs::euro(sight.target)) " EUR" @if sight.mode == "team" { ", in teams" } " " (frame::legend("Signs")) }
            }
            svg .progress viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect width=(width) height="1" {} }
            p .sr { (sight.scene.about.title) }
        }
    }
}
