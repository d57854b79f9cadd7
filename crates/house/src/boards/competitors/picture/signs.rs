//! What stands on the map for good: ports, airports, red flags, straits, the arrows on the edges and the track of rounds.

use super::{At, Sheet, names, outline, path::Path};
use ::competitors::{Airport, Edge, Side, StraitKind, StraitSpace, Territory};
use std::fmt::Write;

/// An anchor around its middle.
const ANCHOR: &str = "m0-5v11m-3-7h6m-8.500 3.500q1 5 5.500 5 4.500 0 5.500-5";

/// A pole with a flag, its foot at the place.
const POLE: &str = "m0 0v-19";
const FLAG: &str = "m0-19q4-2.500 7 0t7 0v8.500q-3.500 2.500-7 0t-7 0z";

/// Ports: a buoy with an anchor, on the coast.
pub fn ports(sheet: &Sheet) -> String {
    let (mut buoys, mut anchors) = (Path::default(), Path::default());
    for port in sheet.pack.territories.iter().filter_map(|territory| territory.port) {
        let at = sheet.at(port.place);
        buoys.stamp(at, "m-8.500 0a8.500 8.500 0 1 0 17 0a8.500 8.500 0 1 0-17 0");
        anchors.stamp(at, ANCHOR);
        anchors.stamp(at, "m-1.500-5.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0");
    }
    format!("<path class=\"buoy\" d=\"{}\"/><path class=\"anchor\" d=\"{}\"/>", buoys.data(), anchors.data())
}

/// Airports: a ring, a double one where one flies to other continents. (CMP-DATA-10)
pub fn airports(sheet: &Sheet) -> String {
    let (mut fields, mut rings, mut craft) = (Path::default(), Path::default(), Path::default());
    for territory in sheet.pack.territories.iter().filter(|territory| territory.airport != Airport::None) {
        let at = sheet.at(territory.point);
        let wide = territory.airport == Airport::Intercontinental;
        if wide {
            fields.stamp(at, "m-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0");
            rings.stamp(at, "m-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0");
        } else {
            fields.stamp(at, "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0");
        }
        rings.stamp(at, "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0");
        craft.stamp(at, "m0-5.500q1 0 1 2v1.500l4.500 3v1.300l-4.500-1.300v2.500l1.500 1.200v.8l-2.500-.7-2.500.7v-.8l1.500-1.200v-2.500l-4.500 1.300v-1.300l4.500-3v-1.500q0-2 1-2z");
    }
    let (fields, rings, craft) = (fields.data(), rings.data(), craft.data());
    format!("<path class=\"field\" d=\"{fields}\"/><path class=\"ring\" d=\"{rings}\"/><path class=\"craft\" d=\"{craft}\"/>")
}

/// Red flags, beside the points of their territories.
pub fn flags(sheet: &Sheet) -> String {
    let (mut poles, mut flags) = (Path::default(), Path::default());
    for territory in Territory::all().filter(|territory| sheet.pack[*territory].red_flag) {
        let at = beside(sheet, territory);
        poles.stamp(at, POLE);
        flags.stamp(at, FLAG);
    }
    format!("<path class=\"pole\" d=\"{}\"/><path class=\"flag\" d=\"{}\"/>", poles.data(), flags.data())
}

/// Where the flag's pole stands: clear of the rings, and if it can be at home and clear of names and ports.
fn beside(sheet: &Sheet, territory: Territory) -> At {
    let card = &sheet.pack[territory];
    let (x, y) = sheet.at(card.point);
    let far = match card.airport {
        Airport::None => 0,
        Airport::National => 8,
        Airport::Intercontinental => 12,
    };
    let edges = outline::edges(sheet, Side::Territory(territory));
    let all = &sheet.pack.territories;
    let ports = all.iter().filter_map(|other| other.port.map(|port| port.place));
    let points = all.iter().filter(|other| other.airport != Airport::None && other.id != card.id).map(|other| other.point);
    let round: Vec<At> = ports.chain(points).map(|place| sheet.at(place)).collect();
    let badness = |(dx, dy): &At| {
        let [left, top, right, bottom] = [x + dx, y + dy - 21, x + dx + 14, y + dy];
        let meets = |other: [i32; 4]| left < other[2] && other[0] < right && top < other[3] && other[1] < bottom;
        let names = all.iter().filter(|other| meets(names::rect(sheet, other))).count();
        let signs = round.iter().filter(|(x, y)| meets([x - 8, y - 8, x + 8, y + 8])).count();
        let abroad = [(left, bottom), (left + 7, top + 6)].iter().filter(|at| !outline::inside(&edges, **at)).count();
        names + signs + 2 * abroad
    };
    let sides = [(far, -4), (-far - 14, -4), (far + 2, 10), (-far - 16, 10), (-7, -far - 2), (-7, far + 21)];
    let (dx, dy) = sides.into_iter().min_by_key(badness).unwrap_or_default();
    (x + dx, y + dy)
}

/// Straits and canals with the ways that lead over them.
pub fn straits(sheet: &Sheet) -> String {
    let (mut ships, mut trucks) = (Path::default(), Path::default());
    let (mut spaces, mut waves, mut locks) = (Path::default(), Path::default(), Path::default());
    for strait in &sheet.pack.straits {
        for cell in strait.hexes.into_iter().flatten() {
            sheet.joined(strait.place, sheet.pack[cell].mark, |from, to| ships.stroke(from, to));
        }
        for (from, to) in strait.links.iter().flatten().filter_map(|territory| shore(sheet, strait, *territory)) {
            trucks.stroke(from, to);
        }
        sheet.twice(strait.place, 12, |at| {
            spaces.stamp(at, "m0-11l11 11-11 11-11-11z");
            if strait.kind == StraitKind::Canal {
                locks.stamp(at, "m-3-4.500v9m6-9v9m-6-4.500h6")
            } else {
                waves.stamp(at, "m-5.500-1.500q2.750-3 5.500 0t5.500 0m-11 4q2.750-3 5.500 0t5.500 0")
            }
        });
    }
    let (ships, trucks, spaces) = (ships.data(), trucks.data(), spaces.data());
    let signs = waves.data() + &locks.data();
    format!(
        "<path class=\"by-ship\" d=\"{ships}\"/><path class=\"by-truck\" d=\"{trucks}\"/><path class=\"strait\" d=\"{spaces}\"/><path class=\"strait-sign\" d=\"{signs}\"/>"
    )
}

/// The way of trucks from a strait ashore: to a little inland of the nearest coast, over the edge of the map if that is nearer.
fn shore(sheet: &Sheet, strait: &StraitSpace, territory: Territory) -> Option<(At, At)> {
    let edges = outline::edges(sheet, Side::Territory(territory));
    let (x, y) = sheet.at(strait.place);
    let over = [x - sheet.width(), x, x + sheet.width()].into_iter().map(|x| (x, y));
    let feet = over.filter_map(|from| Some((from, outline::nearest(&edges, from)?)));
    let (from, foot) = feet.min_by_key(|(from, foot)| outline::apart(*from, *foot))?;
    let long = (outline::apart(from, foot) as f64).sqrt().max(1.0);
    let inland = |from: i32, to: i32| to + (f64::from(to - from) / long * 9.0).round() as i32;
    Some((from, (inland(from.0, foot.0), inland(from.1, foot.1))))
}

/// The arrows in the margin, by which aircraft go over the edge.
pub fn arrows(sheet: &Sheet) -> String {
    let mut path = Path::default();
    for arrow in sheet.pack.all_arrows() {
        let (x, y) = sheet.at(sheet.pack.arrow_point(arrow));
        let (shift, shape) = if arrow.edge() == Edge::Left {
            (-8, "m0-17l-22 17 22 17v-9l-10-8 10-8z")
        } else {
            (8, "m0-17l22 17-22 17v-9l10-8-10-8z")
        };
        path.stamp((x + shift, y), shape);
    }
    format!("<path class=\"arrow\" d=\"{}\"/>", path.data())
}

/// The track of rounds in the left margin, from the top. (CMP-DATA-16)
pub fn track(sheet: &Sheet) -> String {
    let marks: Vec<At> = (0..usize::from(sheet.pack.marks)).map(|mark| sheet.mark(mark)).collect();
    let mut text = String::new();
    if let (Some((x, top)), Some((_, bottom))) = (marks.first(), marks.last()) {
        let _ = write!(text, "<path class=\"thread\" d=\"M{x} {top}V{bottom}\"/>");
    }
    let radius = sheet.mark_radius();
    for (index, (x, y)) in marks.iter().enumerate() {
        let class = if index == 0 {
            "mark first"
        } else if index + 1 == marks.len() {
            "mark last"
        } else {
            "mark"
        };
        let _ = write!(text, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        let _ = write!(
            text,
            "<text class=\"count\" x=\"{x}\" y=\"{}\" font-size=\"{radius}\">{}</text>",
            y + radius * 36 / 100,
            index + 1
        );
    }
    text
}
