//! The score as a picture: where everybody's points or money came from.

use crate::{boards::SetBoard, pages::seat_colours::LIVERIES};
use engine::Origins;
use kernel::{Seat, say::grouped};
use maud::{Markup, html};

/// How wide and high a bar is, in units of the drawing.
const WIDE: f64 = 300.0;
const HIGH: f64 = 14.0;

/// So many colours there are for sources whose names say none.
const HUES: usize = 12;

/// The bars of all players, drawn to one scale: to the right what came in, to the left what was lost.
pub struct Bars<'a> {
    origins: &'a Origins,
    board: Option<&'a dyn SetBoard>,
    zero: f64,
    scale: f64,
}

impl<'a> Bars<'a> {
    pub fn of(origins: &'a Origins, board: Option<&'a dyn SetBoard>) -> Bars<'a> {
        let most = |sign: i64| {
            let sum = |brought: &Vec<i64>| brought.iter().map(|amount| (amount * sign).max(0)).sum::<i64>();
            origins.brought.iter().map(sum).max().unwrap_or(0) as f64
        };
        let scale = WIDE / (most(1) + most(-1)).max(1.0);
        Bars { origins, board, zero: most(-1) * scale, scale }
    }

    fn brought(&self, seat: Seat) -> &[i64] {
        self.origins.brought.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The bar of a player.
    pub fn draw(&self, seat: Seat) -> Markup {
        html! {
            svg .bar viewBox=(format!("0 0 {WIDE} {HIGH}")) preserveAspectRatio="none" role="img" aria-label=(self.said(seat)) {
                path .zero d=(format!("M{:.1} 0V{HIGH}", self.zero)) {}
                @for (source, amount, from, wide) in parts(self.brought(seat), self.zero, self.scale) {
                    rect .(self.hue(source)) x=(format!("{from:.1}")) y="1" width=(format!("{wide:.1}")) height=(HIGH - 2.0) { title { (self.origins.sources[source]) ": " (grouped(amount)) } }
                }
            }
        }
    }

    /// What the colours mean.
    pub fn legend(&self) -> Markup {
        html! {
            div .origins data-key="origins" {
                p { "Where the " (self.origins.of) " came from" }
                ul { @for (source, name) in self.origins.sources.iter().enumerate() { li { i .(self.hue(source)) {} (name) } } }
            }
        }
    }

    /// What has a colour on the board has the same here, and what is red by name is red.
    fn hue(&self, source: usize) -> String {
        let name = &self.origins.sources[source];
        if let Some(class) = self.board.and_then(|board| board.source_class(name)) {
            return class;
        }
        let first = name.split(' ').next().unwrap_or_default();
        match LIVERIES.iter().find(|livery| livery.name == first) {
            Some(livery) => format!("source-{}", livery.name),
            None => format!("source-{}", source % HUES),
        }
    }

    /// A bar in words.
    fn said(&self, seat: Seat) -> String {
        let parts: Vec<String> = self
            .brought(seat)
            .iter()
            .zip(&self.origins.sources)
            .filter(|(amount, _)| **amount != 0)
            .map(|(amount, source)| format!("{source} {}", grouped(*amount)))
            .collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }
}

/// The parts of a bar: which source, how much, where it begins and how wide it is.
fn parts(brought: &[i64], zero: f64, scale: f64) -> Vec<(usize, i64, f64, f64)> {
    let (mut right, mut left) = (zero, zero);
    let mut parts = Vec::new();
    for (source, amount) in brought.iter().copied().enumerate().filter(|(_, amount)| *amount != 0) {
        let wide = amount.unsigned_abs() as f64 * scale;
        if amount > 0 {
            parts.push((source, amount, right, wide));
            right += wide;
        } else {
            left -= wide;
            parts.push((source, amount, left, wide));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_in_goes_to_the_right_and_what_was_lost_to_the_left() {
        assert_eq!(parts(&[3, 0, -2, 4], 20.0, 10.0), [(0, 3, 20.0, 30.0), (2, -2, 0.0, 20.0), (3, 4, 50.0, 40.0)]);
    }
}
