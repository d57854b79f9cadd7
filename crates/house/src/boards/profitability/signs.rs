//! The signs of PROFI-T-ABILITY's board: goods by colour and letter, markers with their direction, trucks.

use ::profitability::{Colour, Direction, SpaceView};
use kernel::Seat;
use maud::{Markup, html};

/// The class that gives a colour of the game its colour.
pub fn class(colour: Colour) -> String {
    format!("prf-{}", colour.name())
}

/// The letter of a colour.
pub fn initial(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
        Colour::Yellow => 'Y',
        Colour::Green => 'G',
    }
}

/// An amount as people write it: 2,500.
pub fn euro(amount: i32) -> String {
    kernel::say::grouped(amount)
}

/// How many there are of each colour, those that are there.
pub fn counted(goods: &[Colour]) -> Vec<(Colour, usize)> {
    let count = |colour: Colour| (colour, goods.iter().filter(|good| **good == colour).count());
    Colour::ALL.into_iter().map(count).filter(|(_, count)| *count > 0).collect()
}

/// Goods in words: "2 red, 1 blue".
pub fn said(goods: &[Colour]) -> String {
    let parts: Vec<String> = counted(goods).iter().map(|(colour, count)| format!("{count} {}", colour.name())).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// What lies in a storage space, in words.
pub fn stored(space: &SpaceView) -> String {
    with_damaged(&space.goods, space.damaged)
}

/// Goods in words, and the damaged one if it is among them: "2 red and the damaged good".
pub fn with_damaged(goods: &[Colour], damaged: bool) -> String {
    match (goods, damaged) {
        ([], true) => "the damaged good".to_owned(),
        (goods, true) => format!("{} and the damaged good", said(goods)),
        (goods, false) => said(goods),
    }
}

/// Where the arrow of a truck in a warehouse points, in words. (PRF-ARROW-2, PRF-ARROW-3)
pub fn arrow(stage: &str) -> String {
    format!("arrow at {}", if stage == "unload" { "unloading" } else { "loading" })
}

/// What lies in a storage space, as small crates.
pub fn crates(space: &SpaceView) -> Markup {
    html! {
        @for (colour, count) in counted(&space.goods) { span .prf-crate .(class(colour)) { (initial(colour)) @if count > 1 { sub { (count) } } } }
        @if space.damaged { span .prf-crate.broken { "×" } }
    }
}

/// A good as a small crate with its letter.
pub fn good(colour: Colour) -> Markup {
    html! {
        svg .prf-good .(class(colour)) viewBox="0 0 24 24" role="img" aria-label=(colour.name()) {
            rect width="24" height="24" rx="4" {} text x="12" y="17.500" { (initial(colour)) }
        }
    }
}

/// The damaged good: a broken crate.
pub fn damaged(colour: Colour) -> Markup {
    html! {
        svg .prf-good .prf-damaged .(class(colour)) viewBox="0 0 24 24" role="img" aria-label="damaged good" {
            rect width="24" height="24" rx="4" {} path d="M4 3l6 7-4 4 7 7M20 5l-6 5 4 4-5 6" {}
        }
    }
}

/// A trend marker: an arrow in its colour with its letter.
pub fn marker(colour: Colour, direction: Direction) -> Markup {
    let (way, word, y) = match direction {
        Direction::Up => ("M12 1l11 10h-5v12H6V11H1z", "up", "19"),
        Direction::Down => ("M12 23l11-10h-5V1H6v12H1z", "down", "14"),
    };
    html! {
        svg .prf-arrow .(class(colour)) viewBox="0 0 24 24" role="img" aria-label=(format!("{} {word}", colour.name())) { path d=(way) {} text x="12" y=(y) { (initial(colour)) } }
    }
}

/// A truck in its driver's colour, with the driver's letter: 48 by 34 points of a drawing.
pub fn truck(seat: Seat) -> Markup {
    html! {
        g .prf-truck .(format!("seat-{seat}")) {
            path .body d="M2 4h28v20H2zM31 10h8l7 8v6H31z" {} path .window d="M34 13h4l4 5h-8z" {}
            circle .wheel cx="11" cy="26" r="5" {} circle .wheel cx="38" cy="26" r="5" {}
            text x="16" y="20" { (seat.letter()) }
        }
    }
}
