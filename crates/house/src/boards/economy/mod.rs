//! ECONOMY's board: the chequered cloth with its cards and pieces, the hand, the die, and who owns what.

mod cards;
mod cloth;
mod glyphs;
mod ledger;

use super::{Board, offer_at};
use crate::scene::{PlayScene, Scene};
use ::economy::{CardView, LocationView, PlayerView};
use engine::Told;
use kernel::{Seat, Viewer};
use maud::{Markup, html};
use serde::Deserialize;

/// ECONOMY.
pub struct Economy;

/// The game's view as the page reads it.
#[derive(Deserialize)]
struct Sight {
    part: String,
    turn: Option<Seat>,
    step: Option<String>,
    die: Option<u8>,
    target: u16,
    locations: Vec<LocationView>,
    players: Vec<PlayerView>,
    hand: Vec<CardView>,
    picked: Option<CardView>,
    landing: Option<String>,
    left: usize,
    turns: [u16; 2],
}

impl Sight {
    fn of(play: &PlayScene) -> Option<Sight> {
        Sight::deserialize(&play.view).ok()
    }

    fn step(&self) -> &str {
        self.step.as_deref().unwrap_or_default()
    }

    fn own_turn(&self, scene: &Scene) -> bool {
        self.turn.is_some_and(|seat| scene.viewer == Viewer::Seat(seat))
    }
}

impl Board for Economy {
    fn draw(&self, scene: &Scene, play: &PlayScene) -> Markup {
        match Sight::of(play) {
            Some(sight) => html! { (banner(&sight, scene)) (cloth::draw(&sight, scene, play)) },
            None => html! { p { "The board cannot be drawn." } },
        }
    }

    fn style(&self) -> &'static str {
        include_str!("style.css")
    }

    fn picture(&self) -> Markup {
        cloth::picture()
    }

    fn offers(&self, _action: &str) -> bool {
        // Cards stand in the hand; spaces and corners on the cloth.
        true
    }

    fn hand(&self, scene: &Scene, play: &PlayScene) -> Markup {
        let Some(sight) = Sight::of(play) else { return html! {} };
        html! {
            @if let (Some(die), Some(seat)) = (sight.die, sight.turn) { (roll(&sight, die, seat)) }
            @if let Some(card) = &sight.picked {
                div .placing data-key="placing" { (cards::face(card, cards::Mark::None)) p { strong { (card.title) } br; (card.sector) " " (glyphs::word(card.category)) } }
            }
            @if !sight.hand.is_empty() { (hand(&sight, scene, play)) }
        }
    }

    fn hides_hand(&self, play: &PlayScene) -> bool {
        Sight::of(play).is_some_and(|sight| !sight.hand.is_empty())
    }

    fn figures(&self, play: &PlayScene, seat: Seat) -> Markup {
        let Some(sight) = Sight::of(play) else { return html! {} };
        sight.players.get(seat.index()).map_or_else(|| html! {}, |player| ledger::track(&sight, player))
    }

    fn ledger(&self, scene: &Scene, play: &PlayScene) -> Markup {
        Sight::of(play).map_or_else(|| html! {}, |sight| ledger::draw(&sight, scene))
    }

    fn opens_turn(&self, told: &Told, before: &Told) -> bool {
        let kind = |told: &Told| told.data.get("event").and_then(|event| event.as_str()).unwrap_or_default().to_owned();
        match kind(told).as_str() {
            "rolled" | "picked" | "part_two" | "laid_out" | "won" => true,
            // A placed card stands alone where the picking was somebody's secret.
            "placed" => kind(before) != "picked",
            _ => false,
        }
    }

    fn tone(&self, play: &PlayScene) -> &'static str {
        match play.view.get("part").and_then(|part| part.as_str()) {
            Some("setup") => "setup",
            Some("1") => "part-1",
            Some("2") => "part-2",
            _ => "over",
        }
    }
}

/// Which part of the game it is, and how far it has come.
fn banner(sight: &Sight, scene: &Scene) -> Markup {
    let best = sight.players.iter().map(|player| player.points).max().unwrap_or(0);
    let laid = sight.locations.len();
    let (part, verb, line, done, of) = match sight.part.as_str() {
        "setup" => ("Setting up", "Place", format!("{laid} of 36 locations lie on the board"), laid, 36),
        "1" => {
            let taken = 36 - sight.left.min(36);
            ("Part 1", "Collect", format!("{} of 36 properties still to be had", sight.left), taken, 36)
        }
        "2" => {
            let target = usize::from(sight.target);
            ("Part 2", "Earn", format!("first to {target} points wins"), usize::from(best), target)
        }
        _ => ("The end", "", format!("played to {} points", sight.target), 1, 1),
    };
    let width = (done.min(of) * 100) / of.max(1);
    html! {
        div .banner {
            p { strong { (part) } span .verb { (verb) } span .line { (line) } }
            svg .progress viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" { rect width=(width) height="1" {} }
            p .sr { (scene.about.title) }
        }
    }
}

/// The die, new with each roll.
fn roll(sight: &Sight, die: u8, seat: Seat) -> Markup {
    let turn = sight.turns[0] + sight.turns[1];
    let spots: &[(u8, u8)] = match die {
        1 => &[(50, 50)],
        2 => &[(28, 28), (72, 72)],
        3 => &[(26, 26), (50, 50), (74, 74)],
        4 => &[(28, 28), (72, 28), (28, 72), (72, 72)],
        5 => &[(27, 27), (73, 27), (50, 50), (27, 73), (73, 73)],
        _ => &[(29, 24), (71, 24), (29, 50), (71, 50), (29, 76), (71, 76)],
    };
    html! {
        svg .die .(format!("seat-{seat}")) data-key=(format!("die-{turn}-{seat}")) viewBox="0 0 100 100" role="img" aria-label=(format!("The die shows {die}")) {
            rect .body x="4" y="4" width="92" height="92" rx="20" {}
            @for (x, y) in spots { circle .spot cx=(x) cy=(y) r="9.500" {} }
        }
    }
}

/// The cards in hand; those that may be picked are buttons.
fn hand(sight: &Sight, scene: &Scene, play: &PlayScene) -> Markup {
    let picking = sight.own_turn(scene) && sight.step() == "pick";
    html! {
        div .hand .idle[!picking] role="group" aria-label="Your hand" data-grid {
            @for card in sight.hand.iter().filter(|card| sight.picked.as_ref() != Some(*card)) {
                @let action = format!("pick {}", card.id);
                @let key = format!("card {}", card.id);
                @let choice = play.choices.actions.iter().find(|choice| choice.action == action);
                @if let Some(choice) = choice {
                    (offer_at(&key, &action, &choice.text, "in-hand", html! { (cards::face(card, cards::Mark::None)) span .title { (card.title) } }))
                } @else {
                    div .in-hand data-key=(key) tabindex="-1" { (cards::face(card, cards::Mark::None)) span .title { (card.title) } }
                }
            }
        }
    }
}
