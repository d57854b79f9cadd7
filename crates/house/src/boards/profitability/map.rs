//! The road map: the profit track around it, tiles and roads, warehouses with what they store, trucks, and where one may
//! drive with the way there.

use super::{Sight, signs};
use crate::boards::choose;
use ::profitability::{Colour, DotView, PlayerView, TruckView, View, WarehouseView, said};
use kernel::Seat;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The picture's units for one step of the grid; the grid goes from −1 to 10, with a rim around it.
const UNIT: f64 = 50.0;

/// The middle of the map in either direction.
const MIDDLE: f64 = 4.5;

/// The whole map.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        div .prf-map role="group" aria-label="The road map" data-grid {
            svg .prf-ground viewBox="-64 -64 578 578" aria-hidden="true" {
                (track(sight))
                @for tile in &sight.tiles {
                    g .prf-tile { rect x=(at(tile.x - 0.5)) y=(at(tile.y - 0.5)) width=(3.0 * UNIT) height=(3.0 * UNIT) rx="12" {} text x=(at(tile.x + 2.4)) y=(at(tile.y - 0.2)) { (tile.name) } }
                }
                (roads(sight))
                @if let Some(drive) = &sight.drive {
                    polyline .prf-casing points=(points(sight, &drive.path)) {}
                    polyline .prf-driven .(signs::class(drive.colour)) points=(points(sight, &drive.path)) {}
                }
                @for dot in &sight.board.dots {
                    circle .prf-dot .prf-tiled[dot.tile] cx=(at(dot.x)) cy=(at(dot.y)) r="7.500" { title { (said(&dot.name)) } }
                    @if !dot.tile { (label(dot)) }
                }
                (pawns(sight))
            }
            (connections(sight))
            @for warehouse in &sight.warehouses { (building(warehouse)) }
            @if sight.is_own(sight.turn) { (stops(sight)) }
            @for truck in &sight.trucks { (parked_or_driving(sight, truck)) }
        }
    }
}

/// The name of a dot at the rim, written on its inner side, beside the road that may lead there.
fn label(dot: &DotView) -> Markup {
    let beside = (dot.x - MIDDLE).abs() > (dot.y - MIDDLE).abs();
    let (dx, dy) = match (beside, dot.x < MIDDLE, dot.y < MIDDLE) {
        (false, _, true) => (0.34, 0.38),
        (false, _, false) => (0.34, -0.24),
        (true, true, _) => (0.36, 0.36),
        (true, false, _) => (-0.36, 0.36),
    };
    html! { text .prf-name x=(at(dot.x + dx)) y=(at(dot.y + dy)) { (dot.name) } }
}

fn at(coordinate: f64) -> String {
    format!("{:.1}", coordinate * UNIT)
}

/// Where every place lies, by its name.
pub fn places(view: &View) -> BTreeMap<&str, (f64, f64)> {
    let dots = view.board.dots.iter().map(|dot: &DotView| (dot.name.as_str(), (dot.x, dot.y)));
    dots.chain(view.warehouses.iter().map(|warehouse| (warehouse.name.as_str(), (warehouse.x, warehouse.y)))).collect()
}

/// A way from place to place as the points of a line.
fn points(view: &View, path: &[String]) -> String {
    let places = places(view);
    let point = |name: &String| places.get(name.as_str()).map(|(x, y)| format!("{},{}", at(*x), at(*y)));
    path.iter().filter_map(point).collect::<Vec<_>>().join(" ")
}

fn roads(view: &View) -> Markup {
    let places = places(view);
    let line = |link: &[String; 2]| {
        let (from, to) = (places.get(link[0].as_str())?, places.get(link[1].as_str())?);
        Some(format!("M{} {}L{} {}", at(from.0), at(from.1), at(to.0), at(to.1)))
    };
    let all: String = view.board.links.iter().filter_map(line).collect();
    html! { path .prf-road d=(all) {} path .prf-stripe d=(all) {} }
}

/// The roads for those who cannot see them: where each place leads.
fn connections(view: &View) -> Markup {
    let mut leads: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for [one, other] in &view.board.links {
        for (from, to) in [(one, other), (other, one)] {
            leads.entry(from.as_str()).or_default().push(said(to));
        }
    }
    html! {
        ul .sr aria-label="Roads" { @for (from, to) in leads { li { (said(from)) " leads to " (to.join(", ")) } } }
    }
}

/// The profit track: a field for each step, a number at every tenth. (PRF-BOARD-3)
fn track(view: &View) -> Markup {
    // Round the track once, a target lies on a field of the next lap.
    let goal = |index: usize| view.target / view.track.step.max(1) % view.track.fields.len().max(1) as i32 == index as i32;
    html! {
        @for (index, field) in view.track.fields.iter().enumerate() {
            rect .prf-field .prf-tenth[index % 10 == 0] .prf-goal[goal(index)] x=(format!("{:.1}", field[0] * UNIT - 9.0)) y=(format!("{:.1}", field[1] * UNIT - 9.0)) width="18" height="18" rx="3" {}
            @if index % 10 == 0 { text .prf-sum x=(at(field[0])) y=(format!("{:.1}", field[1] * UNIT + 4.0)) { (index as i32 * view.track.step / 1000) } }
        }
    }
}

/// The pawns on the profit track; partners share one. (PRF-TEAM-3)
fn pawns(view: &View) -> Markup {
    let leads = |player: &&PlayerView| player.partner.is_none_or(|partner| player.seat < partner);
    let pawns: Vec<&PlayerView> = view.players.iter().filter(leads).collect();
    let alike = |player: &PlayerView| pawns.iter().filter(|other| other.field == player.field).count();
    // Two side by side, more in a square.
    let aside = |index: usize| {
        let player = pawns[index];
        let rank = pawns[..index].iter().filter(|other| other.field == player.field).count();
        match (alike(player), rank) {
            (0 | 1, _) => (0.0, 0.0),
            (2, rank) => (if rank == 0 { -8.5 } else { 8.5 }, 0.0),
            (_, rank) => (if rank % 2 == 0 { -8.5 } else { 8.5 }, if rank < 2 { -8.5 } else { 8.5 }),
        }
    };
    html! {
        @for (index, player) in pawns.iter().enumerate() {
            @let (dx, dy) = aside(index);
            @let alone = alike(player) == 1;
            g .prf-pawn .crowded[!alone] .(format!("seat-{}", player.seat)) data-key=(pawn_key(player.seat)) transform=(moved(player.x * UNIT + dx, player.y * UNIT + dy)) {
                circle r=(if alone { "12" } else { "9" }) {}
                @if let Some(partner) = player.partner { path .(format!("seat-{partner}")) .half d=(if alone { "M0-10.750A10.750 10.750 0 0 1 0 10.750z" } else { "M0-7.750A7.750 7.750 0 0 1 0 7.750z" }) {} }
                text y=(if alone { "4.500" } else { "3.500" }) { (player.seat.letter()) @if let Some(partner) = player.partner { (partner.letter()) } }
            }
        }
    }
}

/// The key of a pawn.
pub fn pawn_key(seat: Seat) -> String {
    format!("pawn-{seat}")
}

/// Where a pawn stands that is alone on the field of a profit.
pub fn field(view: &View, profit: i32) -> Option<String> {
    let fields = &view.track.fields;
    let index = (profit / view.track.step.max(1)).rem_euclid(fields.len().max(1) as i32);
    let [x, y] = fields.get(usize::try_from(index).ok()?)?;
    Some(moved(x * UNIT, y * UNIT))
}

fn moved(x: f64, y: f64) -> String {
    format!("translate({x:.1} {y:.1})")
}

/// How a warehouse lies: a large one along its edge of the map.
fn shape(warehouse: &WarehouseView) -> &'static str {
    match (warehouse.large, (warehouse.x - MIDDLE).abs() > (warehouse.y - MIDDLE).abs()) {
        (true, true) => "tall",
        (true, false) => "wide",
        (false, _) => "small",
    }
}

/// Where the building stands: a small one a little further in than its parking place, since it needs the room.
fn middle(warehouse: &WarehouseView) -> (f64, f64) {
    let inward = |coordinate: f64| coordinate + if coordinate < MIDDLE { 0.25 } else { -0.25 };
    if warehouse.large { (warehouse.x, warehouse.y) } else { (inward(warehouse.x), inward(warehouse.y)) }
}

/// A warehouse with its four storage spaces.
fn building(warehouse: &WarehouseView) -> Markup {
    let stored: Vec<String> =
        warehouse.spaces.iter().map(|space| format!("{} space {}", space.colour.name(), signs::stored(space))).collect();
    let (x, y) = middle(warehouse);
    let kind = if warehouse.large { "Large" } else { "Small" };
    let said = format!("{kind} {} warehouse: {}", warehouse.colour.name(), stored.join("; "));
    html! {
        div .prf-house .(signs::class(warehouse.colour)) .(shape(warehouse)) data-gx=(x) data-gy=(y) data-key=(warehouse.name) role="img" aria-label=(said) title=(said) {
            @for space in &warehouse.spaces {
                span .prf-space .(signs::class(space.colour)) .full[signs::counted(&space.goods).len() + usize::from(space.damaged) > 2] { (signs::crates(space)) }
            }
        }
    }
}

/// The places where the player in turn may stop, with the price; the way there shows while one is pointed at.
fn stops(sight: &Sight) -> Markup {
    let places = places(sight);
    html! {
        @for stop in &sight.reach {
            @if stop.via.is_some() {
                svg .prf-path data-shows=(stop.action) data-key=(format!("way {}", stop.action)) viewBox="-64 -64 578 578" aria-hidden="true" { polyline points=(points(sight, &stop.path)) {} }
            } @else if let (Some(choice), Some(place)) = (sight.choice(&stop.action), places.get(stop.to.as_str())) {
                @let warehouse = sight.warehouses.iter().find(|warehouse| warehouse.name == stop.to);
                @let (x, y) = warehouse.map_or(*place, middle);
                div .prf-way data-key=(format!("way {}", stop.to)) {
                    svg .prf-path data-shows=(stop.action) viewBox="-64 -64 578 578" aria-hidden="true" { polyline points=(points(sight, &stop.path)) {} }
                    span .prf-stop .inside[warehouse.is_some()] .(warehouse.map_or("", shape)) .west[x < MIDDLE] .south[y > MIDDLE] data-gx=(x) data-gy=(y) { (choose(choice, "prf-go", html! { span .prf-price { (stop.price) } })) }
                }
            }
        }
    }
}

/// How far from its parking place a truck in a warehouse is drawn: beside the building, so that what lies in it can be seen.
fn yard(view: &View, truck: &TruckView) -> (f64, f64) {
    let here = view.trucks.iter().filter(|other| other.place == truck.place);
    let rank = here.filter(|other| other.colour < truck.colour).count();
    let (east, south) = (truck.x > MIDDLE, truck.y > MIDDLE);
    let toward = |positive: bool, by: f64| if positive { by } else { -by };
    let warehouse = view.warehouses.iter().find(|warehouse| warehouse.name == truck.place);
    match warehouse.map_or("", shape) {
        "wide" => (toward(rank > 0, 2.0), 0.0),
        "tall" => (0.0, toward(rank > 0, 1.75)),
        _ => (toward(east, 0.25), toward(!south, 1.5)),
    }
}

/// The arrow of a truck in a warehouse: to the building as long as it may unload, then away from it. (PRF-ARROW-2, PRF-ARROW-3)
fn arrow(unloads: bool, dx: f64, dy: f64) -> &'static str {
    let (dx, dy) = if unloads { (-dx, -dy) } else { (dx, dy) };
    match (dx.abs() > dy.abs(), dx > 0.0, dy > 0.0) {
        (true, true, _) => "▸",
        (true, false, _) => "◂",
        (false, _, true) => "▾",
        (false, _, false) => "▴",
    }
}

/// The key of a truck.
pub fn truck_key(seat: Seat) -> String {
    format!("truck-{seat}")
}

/// Where a truck is drawn.
pub fn standing(view: &View, truck: &TruckView) -> (f64, f64) {
    let (dx, dy) = if truck.parked { yard(view, truck) } else { (0.0, 0.0) };
    (truck.x + dx, truck.y + dy)
}

/// A truck, with its load and, in a warehouse, its arrow.
fn parked_or_driving(sight: &Sight, truck: &TruckView) -> Markup {
    let (x, y) = standing(sight, truck);
    let (dx, dy) = (x - truck.x, y - truck.y);
    let load = signs::with_damaged(&truck.goods, truck.damaged);
    let stage = truck.stage.as_deref().map_or(String::new(), |stage| format!(", {}", signs::arrow(stage)));
    let said = format!("{}’s truck at {}, carrying {load}{stage}", sight.name(truck.seat), said(&truck.place));
    html! {
        div .prf-lorry .(format!("seat-{}", truck.seat)) .turn[sight.turn == Some(truck.seat)] data-gx=(x) data-gy=(y) data-key=(truck_key(truck.seat)) role="img" aria-label=(said) title=(said) {
            svg .prf-van viewBox="0 0 48 34" aria-hidden="true" { (signs::truck(truck.seat)) }
            span .prf-load aria-hidden="true" {
                @for good in &truck.goods { i .(signs::class(*good)) { (signs::initial(*good)) } }
                @if truck.damaged { i .broken {} }
            }
            @if let Some(stage) = &truck.stage { span .prf-stage .(stage) aria-hidden="true" { (arrow(stage == "unload", dx, dy)) } }
        }
    }
}

/// A crossroads with two trucks, for the home page.
pub fn picture() -> Markup {
    let house = |x: i32, y: i32, colour: Colour, goods: &[Colour]| {
        html! {
            g .(signs::class(colour)) transform=(format!("translate({x} {y})")) {
                rect .wall width="86" height="58" rx="6" {} path .roof d="M-6 8 43 -16 92 8z" {}
                @for (index, good) in goods.iter().enumerate() {
                    g .prf-good .(signs::class(*good)) transform=(format!("translate({} {}) scale(.85)", 8 + (index % 3) * 25, 10 + (index / 3) * 23)) { rect width="24" height="24" rx="4" {} text x="12" y="17.500" { (signs::initial(*good)) } }
                }
            }
        }
    };
    let seat = |index: usize| Seat::new(index).unwrap_or(Seat::FIRST);
    html! {
        div .prf-picture role="img" aria-label="Warehouses at a crossroads, and two trucks on the road" {
            svg viewBox="0 0 500 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
                path .prf-road d="M-10 150H510M250 -10V310M250 150 420 310M250 150 90 -10" {} path .prf-stripe d="M-10 150H510M250 -10V310M250 150 420 310M250 150 90 -10" {}
                @for (x, y) in [(60, 150), (125, 150), (190, 150), (250, 150), (310, 150), (375, 150), (440, 150), (250, 85), (250, 215), (195, 95), (305, 203)] { circle .prf-dot .prf-tiled[x == 250] cx=(x) cy=(y) r="9" {} }
                (house(40, 44, Colour::Red, &[Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow]))
                (house(372, 40, Colour::Blue, &[Colour::Blue, Colour::Blue, Colour::Red]))
                (house(84, 212, Colour::Yellow, &[Colour::Yellow, Colour::Green]))
                (house(400, 206, Colour::Green, &[Colour::Green, Colour::Red, Colour::Yellow]))
                g transform="translate(150 118) scale(1.5)" { (signs::truck(seat(0))) }
                g transform="translate(330 118) scale(1.5)" { (signs::truck(seat(1))) }
            }
        }
    }
}
