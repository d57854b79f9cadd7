//! ECONOMY's board: the chequered cloth with its cards and pieces, the hand, the die, and who owns what.

mod cards;
mod cloth;
mod glyphs;
mod ledger;
mod sheet;
mod telling;

use super::{Beat, Board, die, offer_at};
use crate::pages::frame;
use ::economy::{CardView, Event, View};
use kernel::{Seat, Seats, say::counted};
use maud::{Markup, html};

/// ECONOMY.
pub struct Economy;

type Sight<'a> = super::Sight<'a, View>;

impl Board for Economy {
    type View = View;
    type Event = Event;

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn picture(&self) -> Markup {
        cloth::picture()
    }

    fn sign(&self, name: &str) -> Option<Markup> {
        sheet::sign(name)
    }

    fn draw(&self, sight: &Sight) -> Markup {
        html! { (banner(sight)) (cloth::draw(sight)) }
    }

    fn offers(&self, _action: &str) -> bool {
        // Cards stand in the hand; spaces and corners on the cloth.
        true
    }

    fn hand(&self, sight: &Sight) -> Markup {
        html! {
            @if let (Some(die), Some(seat)) = (sight.die, sight.turn) { (roll(sight, die, seat)) }
            @if let Some(card) = &sight.picked {
                div .placing data-key="placing" title=(kind(card)) { (cards::face(card, cards::Mark::None)) p { strong { (card.title) } br; (kind(card)) } }
            }
            @if !sight.hand.is_empty() { (hand(sight)) }
        }
    }

    fn hides_hand(&self, view: &View) -> bool {
        !view.hand.is_empty()
    }

    fn figures(&self, view: &View, seat: Seat) -> Markup {
        view.players.get(seat.index()).map_or_else(|| html! {}, |player| ledger::track(view, player))
    }

    fn ledger(&self, sight: &Sight) -> Markup {
        ledger::draw(sight)
    }

    fn colours(&self, view: &View) -> Vec<String> {
        view.players.iter().map(|player| player.colour.clone()).collect()
    }

    fn source_class(&self, view: &View, source: &str) -> Option<String> {
        let sector = view.locations.iter().filter_map(|location| location.card.as_ref()).find(|card| card.sector == source)?;
        Some(cards::sector_class(sector.sector_number))
    }

    fn tone(&self, view: &View) -> &'static str {
        match view.part {
            "setup" => "setup",
            "1" => "part-1",
            "2" => "part-2",
            _ => "over",
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
            Event::Rolled { .. } | Event::Picked { .. } | Event::PartTwo | Event::LaidOut | Event::Won { .. } => true,
            // A placed card stands alone where the picking was somebody's secret.
            Event::Placed { .. } => !matches!(before, Event::Picked { .. }),
            _ => false,
        }
    }
}

/// Which part of the game it is, and how far it has come.
fn banner(sight: &Sight) -> Markup {
    let best = sight.players.iter().map(|player| player.points).max().unwrap_or(0);
    let laid = sight.locations.len();
    let (part, verb, line, done, of) = match sight.part {
        "setup" => ("Setting up", "Place", format!("{laid} of 36 locations lie on the board"), laid, 36),
        "1" => {
            let taken = 36 - sight.left.min(36);
            ("Part 1", "Collect", format!("{} of 36 properties still to be had", sight.left), taken, 36)
        }
        "2" => {
            let target = usize::from(sight.target);
            ("Part 2", "Earn", format!("first to {} wins", counted(sight.target, "point")), usize::from(best), target)
        }
        _ => ("The end", "", format!("played to {}", counted(sight.target, "point")), 1, 1),
    };
    let width = (done.min(of) * 100) / of.max(1);
    html! {
        div .banner {
            p { strong { (frame::term("part", "", None, html! { (part) })) } span .verb { (verb) } span .line { (line) } }
            svg .progress viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect width=(width) height="1" {} }
            p .sr { (sight.scene.about.title) }
        }
    }
}

/// The die, new with each roll.
fn roll(view: &View, number: u8, seat: Seat) -> Markup {
    let turn = view.turns[0] + view.turns[1];
    html! { span .cast data-key=(format!("die-{turn}-{seat}")) { (die("die", number, seat, "The die")) } }
}

/// A card's sector and category in words.
fn kind(card: &CardView) -> String {
    format!("{} {}", card.sector, glyphs::word(card.category))
}

/// The cards in hand; those that may be picked are buttons.
fn hand(sight: &Sight) -> Markup {
    let picking = sight.is_own(sight.turn) && sight.step == Some("pick");
    html! {
        div .hand .idle[!picking] role="group" aria-label="Your hand" data-grid {
            @for card in sight.hand.iter().filter(|card| sight.picked.as_ref() != Some(*card)) {
                @let action = format!("pick {}", card.id);
                @let key = format!("card {}", card.id);
                @if let Some(choice) = sight.choice(&action) {
                    (offer_at(&key, &action, &choice.text, "in-hand", html! { (cards::face(card, cards::Mark::None)) span .title aria-hidden="true" { (card.title) } }))
                } @else {
                    div .in-hand data-key=(key) tabindex="-1" title=(kind(card)) { (cards::face(card, cards::Mark::None)) span .title { (card.title) } }
                }
            }
        }
    }
}
