//! What the signs of the map mean.

use super::{
    glyphs::{self, Piece},
    signs,
};
use crate::boards::Legend;
use ::competitors::{Continent, Morphology, Vehicle};
use kernel::{Seat, say::counted};
use maud::{Markup, html};

/// A sign as the map draws it, 40 by 28.
fn sign(class: &str, drawing: &Markup) -> Markup {
    html! { svg .cmp-sign .(class) viewBox="-20 -14 40 28" aria-hidden="true" { (drawing) } }
}

/// The land of a morphology with its signs.
fn land(morphology: Morphology) -> Markup {
    let signs = match morphology {
        Morphology::Plain => "M-11 4l-2-5m4 5v-7m2 7l2-5M5-1l-2-4m4 4v-6m2 6l2-4",
        Morphology::Mountain => "M-14 7l7-13 7 13M0 7l6-10 6 10",
        Morphology::Frozen => "M-8-5v10m-4-8l8 6m-8 0l8-6M8-4v8m-3-6l6 4m-6 0l6-4",
        Morphology::Desert => "M-14 3q5-8 9-2 4-2 7 2M4 5q5-6 10 0",
        Morphology::TropicalForest => {
            "M-8 8v-4m-5-4a5 5 0 1 1 10 0a5 4 0 0 1-10 0M7 8v-4m-4-4a4.500 4.500 0 1 1 9 0a4.500 4 0 0 1-9 0"
        }
    };
    sign(
        &format!("cmp-{}", morphology.id().replace('_', "-")),
        &html! { rect x="-20" y="-14" width="40" height="28" rx="4" {} path .ink d=(signs) {} },
    )
}

/// A piece as it stands on the map, and what may be on it.
fn piece(piece: Piece, with: &Markup) -> Markup {
    html! { svg .seat-1 viewBox="-24 -20 48 36" { (glyphs::single(piece, Seat::FIRST)) (with) } }
}

/// All of it.
pub fn lines() -> Legend {
    let anchor = html! { circle .buoy r="9" {} path .anchor d="M0-5v11M-3-2h6m-9 3.500q1 5 6 5 5 0 6-5" {} };
    let ring = |double: bool| html! { circle .field r="12" {} @if double { circle .ring r="12" {} } circle .ring r="8" {} path .craft d="M0-5.500q1 0 1 2v1.500l4.500 3v1.300L1 1v2.500l1.500 1.200v.8L0 4.800l-2.500.700v-.8L-1 3.500V1l-4.500 1.300V1L-1-2v-1.500q0-2 1-2z" {} };
    let spot = |mark: &Markup| html! { span .cmp-sample { b { "3" } (mark) } };
    let none = html! {};
    let mut all: Legend = Vec::new();
    let mut add = |sign: Markup, words: &'static str, more: &str| all.push((sign, words, more.to_owned()));
    for morphology in Morphology::ALL {
        let cost = counted(morphology.points(), "point");
        add(land(morphology), morphology.words(), &format!("{cost} for a truck"));
    }
    let line = |drawing: Markup| sign("cmp-line", &drawing);
    let post = |drawing: Markup| sign("cmp-post", &drawing);
    add(
        line(html! { path .edged d="M-18 4q10-10 18-3t18-4" {} path .customs d="M-18 4q10-10 18-3t18-4" {} }),
        "border with customs",
        "a loaded truck draws a card",
    );
    add(line(html! { path .regional d="M-18 4q10-10 18-3t18-4" {} }), "regional border", "no customs");
    add(post(anchor), "port", "opens on one sea hexagon");
    add(post(ring(false)), "national airport", "one ring");
    add(post(ring(true)), "intercontinental airport", "two rings");
    add(
        post(html! { path .pole d="M-6 11V-10" {} path .flag d="M-6-10q4-2.500 7 0t7 0v9q-3.500 2.500-7 0t-7 0z" {} }),
        "red flag",
        "who stops here rolls for a political event",
    );
    add(
        post(
            html! { path .strait d="M0-12l12 12-12 12-12-12z" {} path .ring d="M-5.500-1.500q2.750-3 5.500 0t5.500 0m-11 4q2.750-3 5.500 0t5.500 0" {} },
        ),
        "strait or canal",
        "1 point, and nobody stops on it",
    );
    add(post(html! { path .craft d="M6-12l-14 12 14 12v-7l-6-5 6-5z" {} }), "arrow", "aircraft go over the edge here");
    add(piece(Piece::Headquarters, &none), "headquarters", "colour and letter say whose");
    add(piece(Piece::Branch, &none), "branch", "");
    for (kind, vehicle) in [(Piece::Truck, Vehicle::Truck), (Piece::Ship, Vehicle::Ship), (Piece::Aircraft, Vehicle::Aircraft)] {
        add(piece(kind, &none), kind.words(), &format!("{} a turn", counted(vehicle.allowance(), "movement point")));
    }
    add(piece(Piece::Truck, &glyphs::goods()), "goods on it", "a dashed line leads to their Receiver");
    add(piece(Piece::Ship, &glyphs::aboard()), "truck aboard", "");
    add(piece(Piece::Branch, &glyphs::star()), "advantage card on it", "");
    add(piece(Piece::Truck, &glyphs::count(3)), "several of a kind", "in one place");
    add(html! { svg viewBox="-20 -16 40 32" { (glyphs::danger()) } }, "danger", "its area is hatched");
    add(spot(&none), "you can go there", "the points that the way takes");
    add(spot(&html! { i .customs {} }), "customs on the way", "a customs card is drawn");
    add(spot(&html! { i .event {} }), "political event", "if you stop there");
    add(spot(&html! { i .risk {} }), "danger there", "a roll decides if you stop");
    for continent in Continent::ALL {
        add(signs::continent(continent), continent.words(), "");
    }
    all
}
