//! The board of Expensive Investments: the loop with its tiles and pieces, what is being decided in its middle, the viewer's
//! businesses and cards, and who has what.

mod ahead;
mod auction;
mod bank;
mod cards;
mod deed;
mod flows;
mod holdings;
mod ledger;
mod legend;
mod picks;
mod picture;
mod purse;
mod ring;
mod sheet;
mod signs;
mod stage;
mod telling;

use super::{Beat, Board, Legend};
use crate::pages::frame;
use ::investments::{Event, Step, View};
use kernel::{Seat, Seats};
use maud::{Markup, html};

/// Expensive Investments.
pub struct Investments;

type Sight<'a> = super::Sight<'a, View>;

impl Board for Investments {
    type View = View;
    type Event = Event;

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn picture(&self) -> Markup {
        picture::draw()
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
            div .inv-table { div .inv-loop { (ring::draw(sight)) (picks::draw(sight)) } (stage::draw(sight)) }
        }
    }

    fn offers(&self, action: &str) -> bool {
        picks::about(action).is_some()
    }

    fn hand(&self, sight: &Sight) -> Markup {
        holdings::draw(sight)
    }

    fn belongings(&self, sight: &Sight) -> Markup {
        holdings::belongings(sight)
    }

    fn leaves(&self, action: &str) -> bool {
        matches!(action, "resign" | "propose end")
    }

    fn hides_hand(&self, view: &View) -> bool {
        view.players.iter().any(|player| player.shortcuts.iter().any(|card| card.card.is_some()))
    }

    fn figures(&self, view: &View, seat: Seat) -> Markup {
        ledger::figures(view, seat)
    }

    fn ledger(&self, sight: &Sight) -> Markup {
        ledger::draw(sight)
    }

    fn tone(&self, view: &View) -> &'static str {
        if view.ending.is_some() { "over" } else { "investments" }
    }

    fn doer(&self, event: &Event) -> Option<Seat> {
        telling::doer(event)
    }

    fn beat(&self, event: &Event, view: &View) -> Beat {
        telling::beat(event, view)
    }

    fn befalls(&self, event: &Event) -> Seats {
        telling::befalls(event)
    }

    fn opens_turn(&self, event: &Event, before: &Event, _same_move: bool) -> bool {
        telling::opens_turn(event, before)
    }
}

/// The steps of a turn, as the rulebook has them. (INV-TURN-1)
const STEPS: [(&str, &[Step]); 4] = [
    ("Roll", &[Step::Begin, Step::Roll]),
    ("Tile", &[Step::Resolve, Step::Resolved]),
    ("Trade", &[Step::Trade]),
    ("Bank card", &[Step::BankCard]),
];

/// Which round it is, whose turn, and where in it we are.
fn banner(sight: &Sight) -> Markup {
    let over = sight.ending.is_some();
    let here = STEPS.iter().position(|(_, steps)| steps.contains(&sight.step)).filter(|_| !over);
    html! {
        div .banner.inv-banner data-key="round" {
            p {
                strong { @if over { "The end" } @else { (frame::term("round", "", None, html! { "Round " (sight.round) @if let Some(limit) = sight.limit_rounds { " of " (limit) } })) } }
                @if !over { span .inv-lead { (frame::token(sight.active)) (sight.name(sight.active)) @if sight.more_turns > 0 { ", and again" } } }
                @if let Some(limit) = sight.limit_minutes { span .line { "at most " (limit) " minutes" } }
                (frame::legend("Signs"))
            }
            @if !over {
                ol .inv-steps aria-label="The steps of a turn" {
                    @for (index, (word, _)) in STEPS.iter().enumerate() {
                        li .here[here == Some(index)] .done[here.is_some_and(|here| index < here)] aria-current=[(here == Some(index)).then_some("step")] { b { (index + 1) } span { (word) } }
                    }
                }
            }
        }
    }
}
