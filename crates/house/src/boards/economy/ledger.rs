//! Who has what: points as tracks toward the target, properties by sector and player.

use super::{Sight, cards::sector_class, glyphs};
use crate::pages::frame;
use ::economy::{CardView, PlayerView, View};
use kernel::say::counted;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A player's points on the way to the target.
pub fn track(view: &View, player: &PlayerView) -> Markup {
    let (points, target) = (u32::from(player.points), u32::from(view.target.max(1)));
    let label = format!("{points} of {}", counted(target, "point"));
    html! {
        div .figures {
            svg .track viewBox=(format!("0 0 {target} 4")) preserveAspectRatio="none" role="img" aria-label=(label) {
                rect .bed width=(target) height="4" {}
                rect .run width=(points.min(target)) height="4" {}
                @if target <= 90 { @for mark in 1..target { path .tick d=(format!("M{mark} 0v4")) {} } }
            }
            p .count {
                (frame::term("points", "bar", None, html! { b { (points) } "/" (target) i .sr { " points" } }))
                @if view.part == "setup" { (frame::term("in-hand", "", None, html! { (player.cards_in_hand) " in hand" })) }
                @else { (frame::term("properties", "", None, html! { (player.properties.len()) @if player.properties.len() == 1 { " property" } @else { " properties" } ", worth " (player.worth) })) }
            }
        }
    }
}

/// Properties by sector and player.
pub fn draw(sight: &Sight) -> Markup {
    if sight.part == "setup" {
        return html! {};
    }
    let left: Vec<&CardView> = sight.locations.iter().filter(|at| at.property).filter_map(|at| at.card.as_ref()).collect();
    let mut sectors: BTreeMap<u8, &CardView> = BTreeMap::new();
    for card in sight.players.iter().flat_map(|player| &player.properties).chain(left.iter().copied()) {
        sectors.entry(card.sector_number).or_insert(card);
    }
    let of = |cards: &[&CardView], number: u8| -> Vec<u8> {
        cards.iter().filter(|card| card.sector_number == number).map(|card| card.category).collect()
    };
    let hands: Vec<Vec<&CardView>> = sight.players.iter().map(|player| player.properties.iter().collect()).collect();
    html! {
        table .ledger {
            caption { (frame::term("ledger", "word", None, html! { "What each gets when a sector pays" })) }
            thead { tr {
                th scope="col" { span .sr { "Sector" } }
                @for player in &sight.players {
                    th scope="col" .(format!("seat-{}", player.seat)) { span .token title=(sight.name(player.seat)) { (player.seat.letter()) } span .sr { (sight.name(player.seat)) } }
                }
                @if !left.is_empty() { th scope="col" .open title="still on the board" { "free" } }
            } }
            tbody {
                @for (number, card) in &sectors {
                    @let most = hands.iter().map(|hand| of(hand, *number).iter().map(|one| u32::from(*one)).sum::<u32>()).max().unwrap_or(0);
                    tr .(sector_class(*number)) {
                        th scope="row" { svg .chip viewBox="0 0 24 24" aria-hidden="true" { rect width="24" height="24" rx="5" {} g transform="translate(3.600 3.600) scale(.7)" { (glyphs::sector(&card.code)) } } (card.sector) }
                        @for hand in &hands { (holding(&of(hand, *number), most)) }
                        @if !left.is_empty() { td .open { (silhouettes(&of(&left, *number))) } }
                    }
                }
            }
        }
    }
}

fn holding(categories: &[u8], most: u32) -> Markup {
    let sum: u32 = categories.iter().map(|one| u32::from(*one)).sum();
    html! {
        td .most[sum > 0 && sum == most] {
            @if sum > 0 { b { (sum) } (silhouettes(categories)) }
        }
    }
}

/// The categories as small silhouettes.
fn silhouettes(categories: &[u8]) -> Markup {
    let words: Vec<&str> = categories.iter().map(|one| glyphs::word(*one)).collect();
    html! {
        @if !categories.is_empty() {
            span .kinds role="img" aria-label=(words.join(", ")) {
                @for one in categories { svg viewBox="8 6 84 78" aria-hidden="true" { (glyphs::category(*one)) } }
            }
        }
    }
}
