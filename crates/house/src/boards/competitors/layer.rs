//! The live layer of the map: tokens, sites, the danger, the round, and where one may go. All else is a picture under it.

use super::{
    glyphs::{self, Piece},
    picture::{At, Sheet},
};
use ::competitors::{Arrow, Cell, Edge, Pack, Territories, Territory, Zones};
use kernel::Seat;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A token or a site on the map.
pub struct Standing {
    /// Its key, the same as long as it is there.
    pub key: String,
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub piece: Piece,
    /// Where in the picture; see [`place`].
    pub at: At,
    /// Are goods on it?
    pub laden: bool,
    /// Is a truck aboard?
    pub carries: bool,
    /// Is it up in the air?
    pub flies: bool,
    /// Is it the one that moves now?
    pub moves: bool,
    /// How many advantage cards are on a site.
    pub stars: usize,
    /// What a screen reader says.
    pub said: String,
    /// Its button, if it may be chosen.
    pub button: Option<Markup>,
}

/// Goods and where they go.
pub struct Bond {
    /// Its key.
    pub key: String,
    /// Whose contract it is.
    pub seat: Seat,
    /// Where the goods are.
    pub from: At,
    /// The Receiver.
    pub to: At,
    /// What the pennant there means.
    pub says: String,
}

/// The way that a choice takes, shown while that is pointed at.
pub struct Way {
    /// The action.
    pub action: String,
    /// From where the token is to where it would be.
    pub places: Vec<At>,
}

/// Where the danger is.
pub struct DangerArea {
    /// What it is called.
    pub name: String,
    /// The territories in it.
    pub territories: Territories,
    /// The seas in it.
    pub zones: Zones,
    /// The territory on which its token stands.
    pub first: Territory,
}

/// A place that may be chosen.
pub struct Spot {
    /// Where.
    pub place: Place,
    /// How many other choices have the same place: they stand side by side.
    pub before: usize,
    /// The button, as wide and high as its place.
    pub button: Markup,
    /// The action, so that the whole territory can be pressed and not only its button.
    pub action: String,
}

/// A place on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On land.
    Territory(Territory),
    /// At its port.
    Port(Territory),
    /// At its airport.
    Airport(Territory),
    /// At sea, or in the air over it.
    Cell(Cell),
    /// An arrow on an edge.
    Arrow(Arrow),
}

/// What lies above the picture.
pub struct Layer {
    /// Tokens and sites.
    pub standing: Vec<Standing>,
    /// The danger, if there is one.
    pub danger: Option<DangerArea>,
    /// Goods and their Receivers.
    pub bonds: Vec<Bond>,
    /// What may be chosen.
    pub spots: Vec<Spot>,
    /// The ways to it.
    pub ways: Vec<Way>,
    /// The mark of the track on which the round token is, from 0.
    pub round: usize,
}

/// All of it.
pub fn draw(pack: &Pack, layer: &Layer) -> Markup {
    let sheet = &Sheet::new(pack);
    html! {
        @if let Some(danger) = &layer.danger { (area(sheet, danger)) }
        (glow(sheet, &layer.spots))
        (round(sheet, layer.round))
        g data-key="bonds" aria-hidden="true" { @for bond in &layer.bonds { (tied(bond)) } }
        g .cmp-ways aria-hidden="true" { @for way in &layer.ways { path data-shows=(way.action) d=(line(sheet, &way.places)) {} } }
        (pieces(layer))
        // Ports and airports lie over the cells around them, and can be pressed.
        @let (cells, others): (Vec<&Spot>, Vec<&Spot>) = layer.spots.iter().partition(|spot| matches!(spot.place, Place::Cell(_)));
        @for spot in cells.into_iter().chain(others) { (button(sheet, spot)) }
    }
}

fn moved((x, y): At) -> String {
    format!("translate({x} {y})")
}

/// The territories and seas that are in danger, and the token.
fn area(sheet: &Sheet, danger: &DangerArea) -> Markup {
    let land: String = danger.territories.map(|territory| sheet.territory(territory)).collect();
    let sea = sheet.hexagons(Cell::all().filter(|cell| sheet.pack[*cell].zone().is_some_and(|zone| danger.zones.contains(zone))));
    html! {
        g .cmp-danger data-key="danger-area" aria-hidden="true" {
            pattern #cmp-hatch patternUnits="userSpaceOnUse" width="12" height="12" patternTransform="rotate(45)" { path d="M0 0V12" {} }
            path .cmp-sea d=(sea) {} path .cmp-land d=(land) {}
        }
        g .cmp-stand data-key="danger" transform=(moved(sheet.stand(danger.first))) role="img" aria-label=(danger.name) { title { (danger.name) } g .cmp-size { (glyphs::danger()) } }
    }
}

/// The round token on its mark.
fn round(sheet: &Sheet, round: usize) -> Markup {
    let at = sheet.mark(round.min(usize::from(sheet.pack.marks).saturating_sub(1)));
    html! { circle .cmp-round data-key="round-token" r=(sheet.mark_radius() + 4) transform=(moved(at)) {} }
}

/// A line of places; where it leads over the edge of the map it is drawn at both.
fn line(sheet: &Sheet, places: &[At]) -> String {
    let width = sheet.width();
    let mut data = String::new();
    for (index, (x, y)) in places.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| places[before]);
        match before {
            None => data += &format!("M{x} {y}"),
            Some((from, high)) if (x - from).abs() > width / 2 => {
                let shift = if *x > from { -width } else { width };
                data += &format!("L{} {y}M{} {high}L{x} {y}", x + shift, from - shift);
            }
            // A sign needs no space before it: there are many ways on a page.
            Some((from, high)) if *y < high => data += &format!("l{}{}", x - from, y - high),
            Some((from, high)) => data += &format!("l{} {}", x - from, y - high),
        }
    }
    data
}

/// Goods and their Receiver: an arc, and a pennant at its end. The token that has them says the same to the ear.
fn tied(bond: &Bond) -> Markup {
    let ((x, y), (to_x, to_y)) = (bond.from, bond.to);
    // The arc rises above the straight line by a quarter of its length.
    let (middle_x, middle_y) = ((x + to_x) / 2, (y + to_y) / 2);
    let rise = (to_x - x).abs().max((to_y - y).abs()) / 4;
    html! {
        g .cmp-bond .(format!("seat-{}", bond.seat)) data-key=(bond.key) {
            path .cmp-arc d=(format!("M{x} {y}Q{middle_x} {} {to_x} {to_y}", middle_y - rise)) {}
            g transform=(moved(bond.to)) { title { (bond.says) } g .cmp-size { (glyphs::pennant(bond.seat)) } }
        }
    }
}

/// From so many on in one place, those of a kind are counted and not all drawn.
const CROWD: usize = 5;

/// One for all of a kind in a crowd, with their number; what may be chosen, moves or carries stands by itself.
fn counted(crowd: Vec<&Standing>) -> Vec<(&Standing, usize)> {
    if crowd.len() < CROWD {
        return crowd.into_iter().map(|one| (one, 1)).collect();
    }
    let alone = |one: &Standing| one.button.is_some() || one.moves || one.laden || one.carries || one.stars > 0;
    let mut all: Vec<(&Standing, usize)> = Vec::new();
    for one in crowd {
        match all.iter_mut().find(|(other, _)| !alone(other) && !alone(one) && (other.seat, other.piece) == (one.seat, one.piece))
        {
            Some((_, count)) => *count += 1,
            None => all.push((one, 1)),
        }
    }
    all
}

/// Tokens and sites; those in one place stand side by side.
fn pieces(layer: &Layer) -> Markup {
    let mut crowds: BTreeMap<At, Vec<&Standing>> = BTreeMap::new();
    for one in &layer.standing {
        crowds.entry(one.at).or_default().push(one);
    }
    // From north to south, so that a nearer one covers one behind it; each keeps its element wherever it goes.
    let mut all: Vec<(At, (f64, f64), &Standing, usize)> = Vec::new();
    for (at, mut crowd) in crowds {
        crowd.sort_by_key(|one| (one.piece, one.seat));
        let crowd = counted(crowd);
        let count = crowd.len();
        all.extend(crowd.into_iter().enumerate().map(|(index, (one, same))| (at, slot(index, count), one, same)));
    }
    apart(&mut all);
    // What may be chosen lies above all else.
    all.sort_by(|(at, slot, one, _), (other_at, other_slot, other, _)| {
        let key = |one: &Standing| one.button.is_some();
        key(one).cmp(&key(other)).then(at.1.cmp(&other_at.1)).then(slot.1.total_cmp(&other_slot.1))
    });
    html! {
        @for (at, slot, one, same) in all {
            g .cmp-stand .(format!("seat-{}", one.seat)) .cmp-flies[one.flies] .cmp-moves[one.moves] data-key=(one.key) transform=(moved(at)) role=[one.button.is_none().then_some("img")] {
                title { (one.said) @if same > 1 { " and " (same - 1) " more" } }
                g .cmp-size { (at_slot(slot, html! {
                    @if one.moves { circle .cmp-halo r="22" {} }
                    (glyphs::piece(one.piece, one.seat))
                    @if one.stars > 0 { (glyphs::star()) }
                    @if same > 1 { (glyphs::count(same)) }
                    @if one.laden { use href="#cmp-crate" {} }
                    @if one.carries { (glyphs::aboard()) }
                    @if let Some(button) = &one.button { foreignObject .cmp-spot x="-14" y="-13" width="28" height="25" { (button) } }
                })) }
            }
        }
    }
}

/// A drawing beside others in its place; most stand alone.
fn at_slot(slot: (f64, f64), drawing: Markup) -> Markup {
    match (slot.0.round(), slot.1.round()) {
        (0.0, 0.0) => drawing,
        (x, y) => html! { g transform=(format!("translate({x} {y})")) { (drawing) } },
    }
}

/// The room of a piece, in its own units.
const ROOM: (f64, f64) = (28.0, 25.0);

/// How many of a piece's units a unit of the map is where the whole world is seen.
const FROM_AFAR: f64 = 0.36;

/// Land, port and airport of a territory lie so close that their pieces would cover each other where the whole world is seen: they
/// are moved apart. From near, where the places themselves are apart, this shifts them only a little.
fn apart(all: &mut [(At, (f64, f64), &Standing, usize)]) {
    for _ in 0..40 {
        let mut moved = false;
        for second in 1..all.len() {
            for first in 0..second {
                let seen = |(at, slot, ..): &(At, (f64, f64), &Standing, usize)| {
                    (f64::from(at.0) * FROM_AFAR + slot.0, f64::from(at.1) * FROM_AFAR + slot.1)
                };
                let (one, other) = (seen(&all[first]), seen(&all[second]));
                let (across, down) = (other.0 - one.0, other.1 - one.1);
                let (narrow, flat) = (ROOM.0 - across.abs(), ROOM.1 - down.abs());
                if narrow <= 0.5 || flat <= 0.5 {
                    continue;
                }
                moved = true;
                let half = |gap: f64, way: f64| if way < 0.0 { -gap / 2.0 } else { gap / 2.0 };
                let push = if narrow <= flat { (half(narrow, across), 0.0) } else { (0.0, half(flat, down)) };
                for (index, sign) in [(first, -1.0), (second, 1.0)] {
                    let slot = &mut all[index].1;
                    *slot = (slot.0 + sign * push.0, slot.1 + sign * push.1);
                }
            }
        }
        if !moved {
            break;
        }
    }
}

/// Where one of several in one place stands: in rows of at most three.
fn slot(index: usize, count: usize) -> (f64, f64) {
    let columns = if count == 4 { 2 } else { count.clamp(1, 3) };
    let rows = count.div_ceil(columns);
    let (row, column) = (index / columns, index % columns);
    let here = if row + 1 == rows { count - row * columns } else { columns };
    let shift = |index: usize, count: usize, step: f64| (index as f64 - (count as f64 - 1.0) / 2.0) * step;
    (shift(column, here, ROOM.0), shift(row, rows, ROOM.1))
}

/// What shines of the places that may be chosen. A territory can be pressed like its button, which may be small; hexagons are as
/// large as theirs and shine together.
fn glow(sheet: &Sheet, spots: &[Spot]) -> Markup {
    let cells = spots.iter().filter_map(|spot| if let Place::Cell(cell) = spot.place { Some(cell) } else { None });
    let lands = spots
        .iter()
        .filter_map(|spot| if let Place::Territory(territory) = spot.place { Some((territory, &spot.action)) } else { None });
    html! {
        g .cmp-glow aria-hidden="true" {
            path .cmp-hexes d=(sheet.hexagons(cells)) {}
            @for (territory, action) in lands { path data-does=(action) d=(sheet.territory(territory)) {} }
        }
    }
}

/// Where what stands at a place is drawn.
pub fn place(sheet: &Sheet, place: Place) -> At {
    let pack = sheet.pack;
    match place {
        Place::Territory(territory) => sheet.stand(territory),
        Place::Port(territory) => sheet.at(pack[territory].port.map_or(pack[territory].point, |port| port.place)),
        Place::Airport(territory) => sheet.at(pack[territory].point),
        Place::Cell(cell) => sheet.at(pack[cell].mark),
        Place::Arrow(arrow) => sheet.at(pack.arrow_point(arrow)),
    }
}

/// The button of a place.
fn button(sheet: &Sheet, spot: &Spot) -> Markup {
    let (x, y) = place(sheet, spot.place);
    let ((x, y), width, height) = match spot.place {
        Place::Territory(territory) => {
            let plate = sheet.pack[territory].plate;
            (sheet.at(plate.centre), i32::from(plate.width), i32::from(plate.height))
        }
        Place::Port(_) => ((x, y), 26, 26),
        Place::Airport(_) => ((x, y), 30, 30),
        Place::Cell(cell) if sheet.pack[cell].mark == cell.centre() => ((x, y), 78, 78),
        Place::Cell(_) => ((x, y), 36, 36),
        Place::Arrow(arrow) => ((if arrow.edge() == Edge::Left { x - 18 } else { x + 18 }, y), 36, 44),
    };
    let y = y + height * spot.before as i32;
    // A port or an airport is a dot on the map: its button is as large as a piece, from afar too.
    let dot = matches!(spot.place, Place::Port(_) | Place::Airport(_));
    html! { foreignObject .cmp-spot .cmp-dot[dot] x=(x - width / 2) y=(y - height / 2) width=(width) height=(height) { (spot.button) } }
}
