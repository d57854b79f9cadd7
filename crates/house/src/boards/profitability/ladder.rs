//! The profit area as a ladder of prices, and the trendline with its directed markers.

use super::{Sight, signs};
use crate::{boards::choose, pages::frame};
use ::profitability::{Colour, Direction, View};
use maud::{Markup, html};

/// The four prices, the highest square on top.
pub fn prices(view: &View) -> Markup {
    let said: Vec<String> =
        view.prices.iter().map(|price| format!("{} {}", price.colour.name(), signs::euro(price.price))).collect();
    html! {
        section .prf-prices aria-label=(format!("Prices: {}", said.join(", "))) {
            h2 { (frame::term("price", "word", None, html! { "Prices" })) }
            div .prf-ladder aria-hidden="true" {
                @for (square, amount) in view.area.iter().enumerate().rev() {
                    span .prf-rung { (signs::euro(*amount)) }
                    @for price in &view.prices { span .prf-cell .here[usize::from(price.square) == square] .(signs::class(price.colour)) data-key=(self::square(price.colour, square)) { @if usize::from(price.square) == square { span .prf-coin { (signs::initial(price.colour)) } } } }
                }
            }
        }
    }
}

/// The key of a square of the profit area.
pub fn square(colour: Colour, square: usize) -> String {
    format!("price-{}-{square}", colour.name())
}

/// The key of a space of the trendline.
pub fn space(space: u8) -> String {
    format!("trend-{space}")
}

/// The trendline from 2 to 12; the rolled sum is marked.
pub fn trendline(view: &View) -> Markup {
    let rolled = view.dice.map(|dice| dice[0] + dice[1]).filter(|_| view.step != "marking");
    html! {
        section .prf-trend aria-label="Trendline" {
            h2 { (frame::term("trend", "word", None, html! { "Trendline" })) }
            ol {
                @for space in &view.trend {
                    li .rolled[rolled == Some(space.space)] .next[view.marking == Some(space.space)] aria-current=[(rolled == Some(space.space) || view.marking == Some(space.space)).then_some("true")] data-key=(self::space(space.space)) {
                        b { (space.space) }
                        @if space.joker { span .prf-joker { "Joker" } }
                        @else if let Some(marker) = &space.marker { (signs::marker(marker.colour, marker.direction)) }
                        @else { span .prf-empty { "–" } }
                    }
                }
            }
        }
    }
}

/// The second part of the Joker: first the marker, then where it goes, or that it turns. (PRF-JOKER-3)
pub fn joker(sight: &Sight) -> Markup {
    let free = || sight.trend.iter().filter(|space| !space.joker && space.marker.is_none()).map(|space| space.space);
    html! {
        div .prf-marker-first role="group" aria-label="The Joker: first a marker, then where it goes" data-grid {
            p .prf-head { "First the marker, then where it goes" }
            @for (space, marker) in sight.trend.iter().filter_map(|space| Some((space.space, space.marker.as_ref()?))) {
                @let (over, word) = match marker.direction { Direction::Up => (Direction::Down, "turn down"), Direction::Down => (Direction::Up, "turn up") };
                details .prf-taken name="joker" data-key=(format!("joker-{space}")) {
                    summary { span .prf-from { "on " (space) } (signs::marker(marker.colour, marker.direction)) }
                    div .prf-markers {
                        @if let Some(choice) = sight.choice(&format!("turn {space}")) { (choose(choice, "prf-item", html! { (signs::marker(marker.colour, over)) span { (word) } })) }
                        @for to in free() {
                            @for (sign, way) in [('+', Direction::Up), ('-', Direction::Down)] {
                                @if let Some(choice) = sight.choice(&format!("shift {space} {to} {sign}")) { (choose(choice, "prf-item", html! { (signs::marker(marker.colour, way)) span { "to " (to) } })) }
                            }
                        }
                    }
                }
            }
        }
    }
}
