//! The map as a picture: all of it that never changes in play, made once from a pack. (CMP-DATA-24)

mod land;
mod names;
mod outline;
mod path;
mod room;
mod sea;
mod signs;

use ::competitors::{Cell, Pack, Point, Side, Territory, Window};
use std::fmt::Write;

/// What lies around the frame: on the left the track of rounds and arrows, on the right arrows; above and below a rim.
pub const MARGIN: [i32; 4] = [104, 34, 40, 34];

/// A place of the picture, counted to the right and down from the upper left corner of the frame.
pub type At = (i32, i32);

/// The picture of a pack.
pub struct Sheet<'a> {
    /// What is drawn.
    pub pack: &'a Pack,
}

impl<'a> Sheet<'a> {
    /// The picture of a pack.
    pub fn new(pack: &'a Pack) -> Sheet<'a> {
        Sheet { pack }
    }

    /// Where a point of the pack is.
    pub fn at(&self, point: Point) -> At {
        let frame = self.pack.drawing.frame;
        (i32::from(point.x) - i32::from(frame.left), i32::from(frame.top) - i32::from(point.y))
    }

    /// A window of the pack: left, top, width and height.
    pub fn rect(&self, window: Window) -> [i32; 4] {
        let (left, top) = self.at(Point { x: window.left, y: window.top });
        let (right, bottom) = self.at(Point { x: window.right, y: window.bottom });
        [left, top, right - left, bottom - top]
    }

    /// The whole picture, margin and all: left, top, width and height.
    pub fn whole(&self) -> [i32; 4] {
        let [left, top, right, bottom] = MARGIN;
        [-left, -top, left + self.width() + right, top + self.height() + bottom]
    }

    /// How wide the frame is: once round the world.
    pub fn width(&self) -> i32 {
        self.rect(self.pack.drawing.frame)[2]
    }

    fn height(&self) -> i32 {
        self.rect(self.pack.drawing.frame)[3]
    }

    /// Where a mark of the track of rounds is, from 0.
    pub fn mark(&self, index: usize) -> At {
        let marks = i32::from(self.pack.marks.max(1));
        (-66, self.height() * (2 * index as i32 + 1) / (2 * marks))
    }

    /// How large a mark is.
    pub fn mark_radius(&self) -> i32 {
        (self.height() / (2 * i32::from(self.pack.marks.max(1))) - 6).clamp(5, 26)
    }

    /// Where trucks and sites stand in a territory: on the lower part of its plate, under the name.
    pub fn stand(&self, territory: Territory) -> At {
        let plate = self.pack[territory].plate;
        let (x, y) = self.at(plate.centre);
        (x, y + i32::from(plate.height) / 4)
    }

    /// The rings around a territory as the data of a path.
    pub fn territory(&self, territory: Territory) -> String {
        self.rings(Side::Territory(territory))
    }

    fn rings(&self, side: Side) -> String {
        let mut path = path::Path::default();
        outline::rings(self, &mut path, side);
        path.data()
    }

    /// The hexagons of cells as the data of a path.
    pub fn hexagons(&self, cells: impl IntoIterator<Item = Cell>) -> String {
        sea::outlines(self, cells)
    }

    /// Draws something at its place, and at the other edge too if it reaches over the one.
    fn twice(&self, place: Point, reach: i32, mut draw: impl FnMut(At)) {
        let (x, y) = self.at(place);
        for x in [x - self.width(), x, x + self.width()] {
            if x + reach >= 0 && x - reach <= self.width() {
                draw((x, y));
            }
        }
    }

    /// Draws a way between two places: the short one, which may lead over the edge and is then drawn at both.
    fn joined(&self, from: Point, to: Point, mut draw: impl FnMut(At, At)) {
        let (from, to) = (self.at(from), self.at(to));
        let width = self.width();
        let shift = if to.0 - from.0 > width / 2 {
            -width
        } else if from.0 - to.0 > width / 2 {
            width
        } else {
            0
        };
        draw(from, (to.0 + shift, to.1));
        if shift != 0 {
            draw((from.0 - shift, from.1), to);
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The map without names of territories.
pub fn map(pack: &Pack) -> String {
    let sheet = &Sheet::new(pack);
    let (width, height) = (sheet.width(), sheet.height());
    let mut text = opening(sheet, include_str!("map.css"));
    let _ = write!(
        text,
        "<defs><radialGradient id=\"w\" cx=\"50%\" cy=\"46%\" r=\"75%\"><stop class=\"near\"/><stop class=\"far\" offset=\"1\"/></radialGradient>"
    );
    for (morphology, class) in land::MORPHOLOGIES {
        let _ = write!(text, "<path id=\"{class}\" d=\"{}\"/>", land::ground(sheet, morphology));
    }
    let _ = write!(text, "<path id=\"bare\" d=\"{}\"/>", sheet.rings(Side::Bare));
    let classes = || land::MORPHOLOGIES.iter().map(|(_, class)| *class).chain(["bare"]);
    let all: String = classes().map(|class| format!("<use href=\"#{class}\"/>")).collect();
    let [coast, customs] = [outline::Kind::Coast, outline::Kind::Customs].map(|kind| outline::lines(sheet, kind));
    let _ =
        write!(text, "<g id=\"land\">{all}</g><path id=\"coast\" d=\"{coast}\"/><path id=\"customs\" d=\"{customs}\"/></defs>");

    // The rim with a scale of degrees, like an atlas has.
    let [left, top, full_width, full_height] = sheet.whole();
    let _ = write!(text, "<path class=\"rim\" d=\"M{left} {top}h{full_width}v{full_height}h-{full_width}z\"/>");
    let _ = write!(text, "<path class=\"scale\" d=\"{}\"/>", scale(width, height));
    // What reaches over the frame is cut off; a picture within the picture does that at no cost.
    let _ = write!(text, "<svg width=\"{width}\" height=\"{height}\">");
    let _ = write!(text, "<path class=\"water\" fill=\"url(#w)\" d=\"M0 0h{width}v{height}H0z\"/>");
    let _ = write!(text, "<path class=\"parallel\" d=\"{}\"/>", parallels(sheet));
    let mut room = room(sheet);
    let (middle, reach) = room.widest();
    let _ = write!(
        text,
        "<g class=\"rose\" transform=\"translate({} {}) scale({:.2})\">{ROSE}</g>",
        middle.0,
        middle.1,
        f64::from(reach.min(150)) / 150.0
    );
    for class in ["shelf a", "shelf b", "shelf c"] {
        let _ = write!(text, "<use class=\"{class}\" href=\"#coast\"/>");
    }
    let [full, small, lanes] = sea::hexagons(sheet);
    let _ = write!(text, "<path class=\"hex\" d=\"{full}\"/><path class=\"zone\" d=\"{}\"/>", sea::zone_edges(sheet));
    let _ = write!(text, "<path class=\"lane\" d=\"{lanes}\"/><path class=\"hex small\" d=\"{small}\"/>");
    let _ = write!(text, "<g class=\"seas\">{}</g>", sea::names(sheet, &mut room));
    text += "<use class=\"shadow\" href=\"#land\"/>";
    for class in classes() {
        let _ = write!(text, "<use class=\"{class}\" href=\"#{class}\"/>");
    }
    for (morphology, class) in land::MORPHOLOGIES {
        let (strokes, filled) = land::signs(sheet, morphology);
        let _ = write!(
            text,
            "<g class=\"signs {class}-signs\"><path class=\"ink\" d=\"{strokes}\"/><path class=\"body\" d=\"{filled}\"/></g>"
        );
    }
    text += "<use class=\"coast\" href=\"#coast\"/>";
    let _ = write!(text, "<path class=\"regional\" d=\"{}\"/>", outline::lines(sheet, outline::Kind::Regional));
    text += "<use class=\"edged\" href=\"#customs\"/><use class=\"customs\" href=\"#customs\"/>";
    text += &signs::straits(sheet);
    text += &signs::ports(sheet);
    text += &signs::airports(sheet);
    text += &signs::flags(sheet);
    text += "</svg>";
    let _ = write!(text, "<path class=\"neat\" d=\"M0 0h{width}v{height}H0z\"/>");
    text += &signs::arrows(sheet);
    text += &signs::track(sheet);
    text + "</svg>"
}

/// A compass rose, 300 wide.
const ROSE: &str = "<circle r=\"104\"/><circle r=\"98\"/><path d=\"M0-60l16 44 44 16-44 16-16 44-16-44-44-16 44-16z\" transform=\"rotate(45)\"/>\
<path class=\"lit\" d=\"M0-132L18-18 0 0zM132 0L18 18 0 0zM0 132L-18 18 0 0zM-132 0L-18-18 0 0z\"/><path d=\"M0-132L-18-18 0 0zM132 0L18-18 0 0zM0 132L18 18 0 0zM-132 0L-18 18 0 0z\"/>";

/// Where names of seas find no room: on straits and ports.
fn room(sheet: &Sheet) -> room::Room {
    let mut room = room::Room::new(sheet);
    let ports = sheet.pack.territories.iter().filter_map(|territory| Some(territory.port?.place));
    for place in ports.chain(sheet.pack.straits.iter().map(|strait| strait.place)) {
        let (x, y) = sheet.at(place);
        room.take([x - 10, y - 10, x + 10, y + 10]);
    }
    for territory in &sheet.pack.territories {
        room.take(names::rect(sheet, territory));
    }
    room
}

/// The names of territories, for those who look closely: the large ones, or the small ones, which need a closer look.
pub fn names(pack: &Pack, large: bool) -> String {
    let sheet = &Sheet::new(pack);
    opening(sheet, include_str!("names.css")) + &names::names(sheet, large) + "</svg>"
}

fn opening(sheet: &Sheet, style: &str) -> String {
    let [left, top, width, height] = sheet.whole();
    let style = style.lines().map(str::trim).collect::<Vec<_>>().concat();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\"><style>{style}</style>"
    )
}

/// Alternating dashes of ten degrees around the frame.
fn scale(width: i32, height: i32) -> String {
    let mut path = path::Path::default();
    for (long, place) in [(width, [(0, -6), (0, height + 6)])] {
        for (x, y) in place {
            for from in (0..long).step_by(200) {
                let to = (from + 100).min(long);
                let along = |by: i32| if long == width { (2 * by, 2 * y) } else { (2 * x, 2 * by) };
                path.begin(along(from));
                path.line(along(to));
            }
        }
    }
    path.data()
}

/// The equator and the tropics.
fn parallels(sheet: &Sheet) -> String {
    let mut path = path::Path::default();
    for latitude in [0, 234, -234, 665] {
        let (_, y) = sheet.at(Point { x: 0, y: latitude });
        path.begin((0, 2 * y));
        path.line((2 * sheet.width(), 2 * y));
    }
    path.data()
}
