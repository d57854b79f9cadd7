//! Tokens and sites as small drawings, about 24 units wide around their middle. Each has its owner's colour and letter.

use kernel::Seat;
use maud::{Markup, html};

/// A kind of piece on the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Piece {
    Headquarters,
    Branch,
    Truck,
    Ship,
    Aircraft,
}

impl Piece {
    /// What people call it.
    pub fn words(self) -> &'static str {
        match self {
            Piece::Headquarters => "headquarters",
            Piece::Branch => "branch",
            Piece::Truck => "truck",
            Piece::Ship => "ship",
            Piece::Aircraft => "aircraft",
        }
    }
}

impl Piece {
    const ALL: [Piece; 5] = [Piece::Headquarters, Piece::Branch, Piece::Truck, Piece::Ship, Piece::Aircraft];

    /// The name of its drawing on the page.
    const fn id(self) -> &'static str {
        match self {
            Piece::Headquarters => "cmp-is-office",
            Piece::Branch => "cmp-is-branch",
            Piece::Truck => "cmp-is-truck",
            Piece::Ship => "cmp-is-ship",
            Piece::Aircraft => "cmp-is-aircraft",
        }
    }
}

/// The drawings of all pieces, once for the whole page.
pub fn all() -> Markup {
    html! { defs { @for piece in Piece::ALL { g id=(piece.id()) { ellipse .cmp-shade cy="10" rx="14" ry="4" {} (shape(piece)) } } g #cmp-pennant { path .cmp-goal d="M0 0V-34" {} path .cmp-body d="M1-34H20l-5 7 5 7H1z" {} } g #cmp-crate { (goods()) } } }
}

/// A piece in its owner's colour, with the owner's letter, from the drawings of the page.
pub fn piece(piece: Piece, seat: Seat) -> Markup {
    html! { use href=(format!("#{}", piece.id())) {} (letter(piece, seat)) }
}

/// The pennant of a Receiver, with the owner's letter.
pub fn pennant(seat: Seat) -> Markup {
    html! { use href="#cmp-pennant" {} text x="8" y="-23.5" { (seat.letter()) } }
}

/// The same where the page has no other piece: it is drawn on the spot.
pub fn single(piece: Piece, seat: Seat) -> Markup {
    html! { (shape(piece)) (letter(piece, seat)) }
}

fn letter(piece: Piece, seat: Seat) -> Markup {
    let (x, y) = match piece {
        Piece::Headquarters => (None, "7"),
        Piece::Branch => (None, "7.5"),
        Piece::Truck => (Some("-4.7"), "3"),
        Piece::Ship => (Some("2"), "-.5"),
        Piece::Aircraft => (None, "2.2"),
    };
    html! { text x=[x] y=(y) { (seat.letter()) } }
}

fn shape(piece: Piece) -> Markup {
    match piece {
        Piece::Headquarters => {
            html! { path .cmp-body d="M-11 11V-3L0-12 11-3V11z" {} path .cmp-trim d="M-11-3 0-12 11-3" {} path .cmp-trim d="M0-12v-6l7 2.500-7 2.500" {} }
        }
        Piece::Branch => {
            html! { path .cmp-body d="M-9 9v-10h-1.500l2.500-6h16l2.500 6H9V9z" {} path .cmp-trim d="M-10.500-1h21" {} }
        }
        Piece::Truck => html! {
            path .cmp-body d="M-13-8H3.500v4h5l5 5v5.500h-26.500z" {} path .cmp-pane d="M5.500-2h2.500l3.200 3.200H5.500z" {}
            circle .cmp-wheel cx="-7" cy="7" r="3" {} circle .cmp-wheel cx="8" cy="7" r="3" {}
        },
        Piece::Ship => {
            html! { path .cmp-body d="M-14 2h4v-8h4.500v8h1.500v-11h12v11h6l-3.500 7.500h-21z" {} path .cmp-pane d="M-9-4h2.500v2h-2.500z" {} }
        }
        Piece::Aircraft => html! {
            path .cmp-body d="M0-14c2 0 2.700 2.500 2.700 5.500L14 0v3.500L3 1.500 2.400 8 6 11v2.200L0 12l-6 1.200V11l3.600-3L-3 1.500-14 3.500V0l11.300-8.500C-2.700-11.500-2-14 0-14z" {}
            circle .cmp-body cy="-1" r="6" {}
        },
    }
}

/// The sign of goods on a token.
pub fn goods() -> Markup {
    html! { g .cmp-goods transform="translate(10 -10)" { rect x="-5" y="-5" width="10" height="10" rx="1.500" {} path d="M-5 0H5M0-5V5" {} } }
}

/// The sign of a truck aboard.
pub fn aboard() -> Markup {
    html! { g .cmp-aboard transform="translate(10 9)" { rect x="-6" y="-4.500" width="12" height="9" rx="2" {} path d="M-4-2.500H1v4.500h-5zM1-1h2l1.500 1.500V2H1z" {} } }
}

/// The sign of danger.
pub fn danger() -> Markup {
    html! { path .cmp-warning d="M0-14 15 12h-30z" {} path .cmp-mark d="M0-6v9M0 7v.500" {} }
}

/// The sign of advantage cards on a site.
pub fn star() -> Markup {
    html! { path .cmp-star d="M0-7l2 4.600 5 .5-3.800 3.400L4.300 6.500 0 4-4.300 6.500-3.200 1.500-7-1.900l5-.5z" transform="translate(11 -9)" {} }
}

/// How many of a kind stand there.
pub fn count(count: usize) -> Markup {
    html! { g .cmp-count transform="translate(12 -10)" { circle r="7" {} text y="3.500" { (count) } } }
}
