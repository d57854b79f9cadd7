//! Land: a colour for each morphology, and small signs strewn over it, so that nobody has to tell colours apart.

use super::{At, Sheet, outline, path::Path};
use ::competitors::{Airport, Morphology, Side, Territory};

/// The morphologies with their class.
pub const MORPHOLOGIES: [(Morphology, &str); 5] = [
    (Morphology::Plain, "plain"),
    (Morphology::Mountain, "mountain"),
    (Morphology::Frozen, "frozen"),
    (Morphology::Desert, "desert"),
    (Morphology::TropicalForest, "forest"),
];

/// The territories of a morphology.
fn of(sheet: &Sheet, morphology: Morphology) -> impl Iterator<Item = Territory> {
    Territory::all().filter(move |territory| sheet.pack[*territory].morphology == morphology)
}

/// All territories of a morphology as one path.
pub fn ground(sheet: &Sheet, morphology: Morphology) -> String {
    let mut path = Path::default();
    of(sheet, morphology).for_each(|territory| outline::rings(sheet, &mut path, Side::Territory(territory)));
    path.data()
}

/// How far signs lie apart, and the least distance of a sign from the lines of its territory.
fn spacing(morphology: Morphology) -> (i32, i32) {
    match morphology {
        Morphology::Plain => (34, 9),
        Morphology::Mountain => (25, 9),
        Morphology::Frozen => (36, 9),
        Morphology::Desert => (30, 9),
        Morphology::TropicalForest => (22, 8),
    }
}

/// The shapes of a sign, of which one is chosen by chance: the strokes, and what is filled.
fn shapes(morphology: Morphology) -> &'static [(&'static str, &'static str)] {
    match morphology {
        // Blades of grass.
        Morphology::Plain => &[("m-4 2l-2-4m4 4v-6m2 6l2-4", ""), ("m-2 2l-2-4m4 4l1-5", "")],
        // Peaks with a shaded side.
        Morphology::Mountain => &[
            ("m-9 5l8-13 8 13", "m-1-8l8 13h-6l-3-6z"),
            ("m-7 4l6-10 6 10", "m-1-6l6 10h-5l-2-5z"),
            ("m-11 5l7-12 5 8 3-5 7 9", "m-4-7l7 12h-5l-3-6z"),
        ],
        // Crystals of snow.
        Morphology::Frozen => &[("m0-5v10m-4-8l8 6m-8 0l8-6", ""), ("m0-3v6m-3-5l6 4m-6 0l6-4", "")],
        // Dunes.
        Morphology::Desert => {
            &[("m-8 3q5-8 9-2 4-2 7 2", "m-7-2h1.500m4-3h1.500m5 2h1.500"), ("m-6 2q5-6 11 0", "m-3-4h1.500m5 1h1.500")]
        }
        // Round trees.
        Morphology::TropicalForest => &[
            ("m0 6v-4", "m-5-1a5 5 0 1 1 10 0a5 4 0 0 1-10 0"),
            ("m0 5v-3", "m-4-1a4 4 0 1 1 8 0a4 3 0 0 1-8 0"),
            ("m-3 6v-4m6 2v-3", "m-7-1a4.500 4.500 0 1 1 8 0a4 3.500 0 0 1-8 0m6-1a4 4 0 1 1 7 0a3.500 3 0 0 1-7 0"),
        ],
    }
}

/// A number that looks like chance and is the same whenever the picture is made.
fn chance(of: At) -> u32 {
    let mut mixed = (of.0 as u32).wrapping_mul(0x9E37_79B1) ^ (of.1 as u32).wrapping_mul(0x85EB_CA77);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
    mixed ^ (mixed >> 15)
}

/// Is there room for a sign: not on a plate, an airport or a port?
fn is_free(sheet: &Sheet, at: At) -> bool {
    sheet.pack.territories.iter().all(|territory| {
        let (x, y) = sheet.at(territory.plate.centre);
        let (width, height) = (i32::from(territory.plate.width), i32::from(territory.plate.height));
        let on_plate = (at.0 - x).abs() < width / 2 + 6 && (at.1 - y).abs() < height / 2 + 4;
        let near = |place: At, far: i64| outline::apart(place, at) < far * far;
        let on_airport = territory.airport != Airport::None && near(sheet.at(territory.point), 19);
        !on_plate && !on_airport && !territory.port.is_some_and(|port| near(sheet.at(port.place), 17))
    })
}

/// Where the signs of a territory are: on a grid, each moved a little as if by chance.
fn places(sheet: &Sheet, territory: Territory) -> Vec<At> {
    let edges = outline::edges(sheet, Side::Territory(territory));
    let (step, rim) = spacing(sheet.pack[territory].morphology);
    let within = |at: At| {
        let clear = |foot: At| outline::apart(foot, at) >= i64::from(rim * rim);
        outline::inside(&edges, at) && outline::nearest(&edges, at).is_none_or(clear)
    };
    let ends = |axis: fn(&At) -> i32| {
        let all = || edges.iter().map(|[start, _]| axis(start));
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((west, east), (north, south)) = (ends(|at| at.0), ends(|at| at.1));
    let mut found = Vec::new();
    for (row, y) in (north..south).step_by(step as usize).enumerate() {
        for x in (west - step..east).step_by(step as usize) {
            let shift = if row % 2 == 0 { 0 } else { step / 2 };
            let luck = chance((x, y));
            let moved = |luck: u32| (luck % 100) as i32 * step / 220 - step / 5;
            let at = (x + shift + moved(luck), y + moved(luck >> 8));
            if within(at) && is_free(sheet, at) {
                found.push(at);
            }
        }
    }
    found
}

/// The signs of a morphology as two paths: strokes, and what is filled.
pub fn signs(sheet: &Sheet, morphology: Morphology) -> (String, String) {
    let (mut strokes, mut filled) = (Path::default(), Path::default());
    let mut all: Vec<At> = of(sheet, morphology).flat_map(|territory| places(sheet, territory)).collect();
    // From north to south, so that a nearer sign covers one behind it.
    all.sort_by_key(|at| (at.1, at.0));
    for at in all {
        let shapes = shapes(morphology);
        let (stroke, fill) = shapes[chance((at.1, at.0)) as usize % shapes.len()];
        strokes.stamp(at, stroke);
        if !fill.is_empty() {
            filled.stamp(at, fill);
        }
    }
    (strokes.data(), filled.data())
}
