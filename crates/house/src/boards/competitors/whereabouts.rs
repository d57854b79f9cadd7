//! Where things are: on the map, in words, and as links that lead there.

use super::{
    Sight,
    layer::{self, Place},
    picture::{At, Sheet},
};
use ::competitors::{Arrow, Cell, Continent, Ground, Pack, PlaceView, Territory, Token};
use maud::{Markup, html};

/// How much of the map a link to a place shows: width and height.
const AROUND: [i32; 2] = [760, 400];

/// The territory with this id.
pub fn territory(pack: &Pack, id: &str) -> Option<Territory> {
    pack.find_territory(id)
}

/// The arrow that is written so.
pub fn arrow(pack: &Pack, text: &str) -> Option<Arrow> {
    let (edge, pair) = text.split_once('-')?;
    let pair: usize = pair.parse().ok()?;
    pack.all_arrows().find(|arrow| arrow.pair() + 1 == pair && (arrow.edge() == ::competitors::Edge::Left) == (edge == "left"))
}

/// Where a token is drawn; nowhere if it is aboard another or not on the map.
pub fn at(sheet: &Sheet, place: &PlaceView) -> Option<At> {
    let pack = sheet.pack;
    let on = |id: &str, make: fn(Territory) -> Place| Some(layer::place(sheet, make(territory(pack, id)?)));
    match place {
        PlaceView::Supply | PlaceView::Aboard(_) => None,
        PlaceView::Land(id) => on(id, Place::Territory),
        PlaceView::Port(id) => on(id, Place::Port),
        PlaceView::Airport(id) => on(id, Place::Airport),
        PlaceView::Sea(cell) | PlaceView::Air(cell) => Some(layer::place(sheet, Place::Cell(*cell))),
        PlaceView::Edge(text) => Some(layer::place(sheet, Place::Arrow(arrow(pack, text)?))),
        PlaceView::Strait(id) => Some(sheet.at(pack[pack.find_strait(id)?].place)),
    }
}

/// Where something that is told is drawn.
pub fn told_at(sheet: &Sheet, at: ::competitors::At) -> Option<At> {
    use ::competitors::At as Told;
    let place = match at {
        Told::Land(territory) => Place::Territory(territory),
        Told::Port(territory) => Place::Port(territory),
        Told::Airport(territory) => Place::Airport(territory),
        Told::Sea(cell) | Told::Air(cell) => Place::Cell(cell),
        Told::Arrow(arrow) => Place::Arrow(arrow),
        Told::Strait(strait) => return Some(sheet.at(sheet.pack[strait].place)),
        Told::Aboard(_) | Told::Supply => return None,
    };
    Some(layer::place(sheet, place))
}

/// What lies in a cell.
fn waters(pack: &Pack, cell: Cell) -> &str {
    match pack[cell].ground {
        Ground::Sea(zone) => &pack[zone].name,
        Ground::Land(territory) => &pack[territory].name,
    }
}

/// The place in words.
pub fn words(pack: &Pack, place: &PlaceView) -> String {
    let name = |id: &str| territory(pack, id).map_or_else(String::new, |found| pack[found].name.clone());
    match place {
        PlaceView::Supply => "in the supply".into(),
        PlaceView::Land(id) => format!("in {}", name(id)),
        PlaceView::Aboard(carrier) => format!("aboard {}", token(*carrier)),
        PlaceView::Port(id) => format!("in the port of {}", name(id)),
        PlaceView::Sea(cell) => format!("at sea, {}", waters(pack, *cell)),
        PlaceView::Airport(id) => format!("at the airport of {}", name(id)),
        PlaceView::Air(cell) => format!("in flight over {}", waters(pack, *cell)),
        PlaceView::Edge(_) => "in flight at the edge of the map".into(),
        PlaceView::Strait(id) => pack.find_strait(id).map_or_else(String::new, |strait| format!("on {}", pack[strait].name)),
    }
}

/// A token without its owner: `truck 2`.
pub fn token(token: Token) -> String {
    format!("{} {}", token.vehicle().words(), token.number())
}

/// Where a token is, whatever it is aboard of.
pub fn outer<'a>(sight: &'a Sight, place: &'a PlaceView) -> &'a PlaceView {
    match place {
        PlaceView::Aboard(carrier) => sight.tokens.iter().find(|one| one.token == *carrier).map_or(place, |one| &one.at),
        other => other,
    }
}

/// The continent that shows a place best to those whose browser runs no script.
fn continent_at(sheet: &Sheet, (x, y): At) -> Option<Continent> {
    let middle = |continent: Continent| {
        let [left, top, width, height] = sheet.rect(sheet.pack.drawing.continents[continent.index()]);
        let inside = (left..left + width).contains(&x) && (top..top + height).contains(&y);
        inside.then(|| (left + width / 2 - x).pow(2) + (top + height / 2 - y).pow(2))
    };
    Continent::ALL
        .into_iter()
        .filter_map(|continent| Some((middle(continent)?, continent.index(), continent)))
        .min()
        .map(|(.., found)| found)
}

/// A link that shows a place of the map.
pub fn link(sight: &Sight, place: At, face: &Markup) -> Markup {
    let sheet = Sheet::new(&sight.pack);
    let part = continent_at(&sheet, place).map_or("world", Continent::id);
    let [width, height] = AROUND;
    let (x, y) = place;
    html! { a .cmp-there href=(format!("{}?view={part}", sight.scene.address())) data-view=(format!("{} {} {width} {height}", x - width / 2, y - height / 2)) { (face) } }
}

/// A territory by its name, as a link to where it is.
pub fn named(sight: &Sight, id: &str, name: &str) -> Markup {
    match territory(&sight.pack, id) {
        Some(found) => link(sight, Sheet::new(&sight.pack).stand(found), &html! { (name) }),
        None => html! { (name) },
    }
}
