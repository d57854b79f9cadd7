//! CMP-DATA: what the map is drawn from.

use crate::{Draft, land, map_refuses, refuses, standard};
use competitors::{BorderKind, Cell, Continent, Point, Side, Stroke, Territory, softened};

const LINES: &str = "outlines.csv";
const LANDS: &str = "territories.csv";

/// Twice the area within a ring; above 0 if it goes counterclockwise.
fn area(ring: &[Point]) -> i64 {
    let cross = |ends: &[Point]| i64::from(ends[0].x) * i64::from(ends[1].y) - i64::from(ends[1].x) * i64::from(ends[0].y);
    ring.windows(2).map(cross).sum()
}

#[test]
fn cmp_data_22_the_outlines() {
    let pack = standard();
    let lines = &pack.drawing.lines;
    assert_eq!(lines.len(), 378);
    assert_eq!(lines.iter().map(|line| line.points.len()).sum::<usize>(), 2_920);
    let rings = lines.iter().filter(|line| line.points.first() == line.points.last());
    let (islands, lakes): (Vec<_>, Vec<_>) = rings.partition(|line| area(&line.points) > 0);
    assert_eq!((islands.len(), lakes.len()), (54, 4));
    for territory in Territory::all() {
        let rings = &pack.drawing.rings[territory.index()];
        assert!(!rings.is_empty() && rings.iter().all(|ring| ring.len() > 3 && ring.first() == ring.last()));
        // The territory is on the left: the area, counted counterclockwise, is above 0.
        let twice: i64 = rings.iter().map(|ring| area(ring)).sum();
        assert!(twice > 0, "{}", pack[territory].id);
    }
    assert!(!pack.drawing.bare.is_empty());
    // Where four territories meet in a point, those across share no line: the borders are those of the lines.
    let mut shared: Vec<[Territory; 2]> = lines
        .iter()
        .filter_map(|line| match (line.left, line.right) {
            (Side::Territory(a), Side::Territory(b)) => Some([a.min(b), a.max(b)]),
            _ => None,
        })
        .collect();
    shared.sort();
    shared.dedup();
    let mut borders: Vec<_> = pack.borders.iter().map(|border| [border.a.min(border.b), border.a.max(border.b)]).collect();
    borders.sort();
    assert_eq!(shared, borders);
}

#[test]
fn cmp_data_22_lines_that_are_not_right() {
    let (key, clause) = ("afghanistan,iran", |words| ("CMP-DATA-22", words));
    refuses(LINES, key, "left", "atlantis", clause("`atlantis` is beside a line, but is neither a territory"));
    refuses(LINES, key, "right", "afghanistan", clause("the two sides of a line differ"));
    for points in ["", "1 2", "1 2;x 3", "1 2;1 2", "1 2;3601 5", "1 2;4 901", "1 2;-1 5", "1 2;3 4;", "1,2;3,4"] {
        refuses(LINES, key, "points", points, clause("`points` are 2 to 1000 points"));
    }
    refuses(LANDS, "cuba", "id", "bare", clause("`bare` is what outlines call land"));
}

#[test]
fn cmp_data_22_lines_do_not_cross() {
    let words = "they meet only at their ends";
    // A strange island across Afghanistan.
    let across = Draft::standard().with(LINES, "bare,,2250 320;2420 320;2420 322;2250 322;2250 320");
    across.refused(LINES, "bare,,2250 320;2420 320;2420 322;2250 322;2250 320", "CMP-DATA-22", words);
    // Islands in the open sea: one that crosses itself, one that turns back on itself, and pairs of them.
    let islands =
        |islands: &[&str]| islands.iter().fold(Draft::standard(), |draft, island| draft.with(LINES, &format!("bare,,{island}")));
    let last = |islands: &[&str]| 379 + islands.len();
    let east = "100 -300;120 -300;110 -280;100 -300";
    let refused = [
        &["100 -300;120 -280;120 -300;100 -280;100 -300"][..],
        &["100 -300;120 -300;110 -300;110 -280;100 -300"],
        &[east, "120 -320;130 -300;120 -300;120 -320"],
        &[east, "110 -320;120 -320;110 -300;110 -320"],
        &[east, east],
        &[east, "100 -300;110 -300;105 -320;100 -300"],
    ];
    for drawn in refused {
        islands(drawn).refused_at(LINES, last(drawn), "CMP-DATA-22", words);
    }
    for drawn in [&[east][..], &[east, "100 -300;95 -320;105 -320;100 -300"], &[east, "120 -320;130 -301;119 -301;120 -320"]] {
        islands(drawn).pack();
    }
}

#[test]
fn cmp_data_22_rings_close_around_their_point() {
    let gap = Draft::standard().set(LINES, "afghanistan,iran", "points", "2301 355;2296 334;2307 311;2300 300");
    gap.refused(LINES, "afghanistan,iran", "CMP-DATA-22", "do not close to rings: nothing goes on from 2300 300");
    let away = Draft::standard().set(LANDS, "afghanistan", "lon", "90");
    away.refused(LANDS, "afghanistan", "CMP-DATA-22", "is not inside its lines");
    // The land of an island on the wrong hand.
    let mut draft = Draft::standard();
    let island = draft.rows(LINES).iter().position(|row| row[0] == "madagascar" && row[1].is_empty()).unwrap();
    draft.rows(LINES)[island].swap(0, 1);
    draft.refused(LANDS, "madagascar", "CMP-DATA-22", "is not inside its lines, with the territory on their left");
    let mut draft = Draft::standard();
    draft.rows(LINES).retain(|row| row[0] != "madagascar" && row[1] != "madagascar");
    draft.refused(LANDS, "madagascar", "CMP-DATA-22", "no line of outlines.csv is that of madagascar");
    let bare = Draft::standard().without(LINES, "afghanistan,bare");
    let faults = bare.faults();
    assert!(
        faults.iter().any(|fault| fault.file == LINES && fault.message.contains("the lines of `bare` do not close")),
        "{faults:?}"
    );
}

#[test]
fn cmp_data_22_a_line_for_each_border() {
    let mut draft = Draft::standard();
    draft.rows("borders.csv").retain(|row| !(row[0] == "alaska" || row[1] == "alaska"));
    let mut line =
        draft.rows(LINES).iter().position(|row| row.contains(&"alaska".into()) && row.contains(&"western_canada".into()));
    let line = line.take().unwrap() + 1;
    draft.refused_at(LINES, line, "CMP-DATA-22", "share this line, but have no border");
    let more = Draft::standard().with("borders.csv", "cuba,japan,customs");
    more.refused("borders.csv", "cuba,japan", "CMP-DATA-22", "cuba and japan have a border, but share no line");
}

#[test]
fn cmp_data_23_plates() {
    let pack = standard();
    let sizes: Vec<(i16, i16)> = pack.territories.iter().map(|card| (card.plate.width, card.plate.height)).collect();
    assert!(sizes.contains(&(22, 30)) && sizes.contains(&(150, 76)));
    assert!(sizes.iter().all(|(width, height)| (22..=150).contains(width) && (18..=76).contains(height)));
    for size in ["21", "-22", "4000"] {
        refuses(LANDS, "cuba", "plate_w", size, ("CMP-DATA-23", "a plate is at least 22 wide and 18 high"));
    }
    refuses(LANDS, "cuba", "plate_h", "17", ("CMP-DATA-23", "a plate is at least 22 wide and 18 high"));
    refuses(LANDS, "cuba", "plate_x", "3601", ("CMP-DATA-23", "is not on the map"));
    refuses(LANDS, "cuba", "plate_y", "-901", ("CMP-DATA-23", "is not on the map"));
    let onto = |id: &str, x: i16, y: i16| {
        Draft::standard().set(LANDS, id, "plate_x", &x.to_string()).set(LANDS, id, "plate_y", &y.to_string())
    };
    let panama = pack[land("panama")].plate.centre;
    onto("cuba", panama.x, panama.y).refused(LANDS, "cuba", "CMP-DATA-23", "the plates of cuba and panama overlap");
    let japan = pack[land("japan")].point;
    onto("cuba", japan.x, japan.y).refused(LANDS, "cuba", "CMP-DATA-23", "the plate of cuba lies over the point of japan");
    let bering = pack[pack.find_strait("bering").unwrap()].place;
    onto("cuba", bering.x, bering.y).refused(LANDS, "cuba", "CMP-DATA-23", "the plate of cuba lies over Bering Strait");
}

#[test]
fn cmp_data_23_ports_marks_and_straits() {
    let pack = standard();
    let off = Cell::all().filter(|cell| pack.is_off_centre(*cell)).count();
    assert_eq!(off, 54);
    refuses(LANDS, "cuba", "port_x", "", ("CMP-DATA-23", "`port_x` and `port_y` are given exactly if `port` is yes"));
    refuses(LANDS, "mongolia", "port_y", "100", ("CMP-DATA-23", "`port_x` and `port_y` are given exactly if `port` is yes"));
    let place = pack[land("cuba")].port.unwrap().place;
    refuses(LANDS, "cuba", "port_y", &(place.y + 40).to_string(), ("CMP-DATA-23", "more than 3 off the coast of cuba"));
    refuses("grid.csv", "19,2", "mark_x", "1801", ("CMP-DATA-23", "lie outside the hexagon of 19:2"));
    refuses("grid.csv", "19,2", "mark_y", "640", ("CMP-DATA-23", "lie outside the hexagon of 19:2"));
    let germany = pack[land("germany")].point;
    let inland = Draft::standard().set("straits.csv", "dover", "x", &germany.x.to_string());
    let inland = inland.set("straits.csv", "dover", "y", &germany.y.to_string());
    inland.refused("straits.csv", "dover", "CMP-DATA-23", "the strait at 1790 515 is on land");
    let ashore = Draft::standard().set("grid.csv", "19,2", "mark_x", "1785").set("grid.csv", "19,2", "mark_y", "560");
    ashore.refused("grid.csv", "19,2", "CMP-DATA-23", "the mark at 1785 560 is on land");
    refuses("straits.csv", "dover", "x", "-1", ("CMP-DATA-23", "is not on the map"));
}

#[test]
fn cmp_data_23_frame_and_views() {
    let drawing = &standard().drawing;
    let edges = |window: competitors::Window| [window.left, window.bottom, window.right, window.top];
    assert_eq!(edges(drawing.frame), [0, -638, 3600, 792]);
    assert_eq!(drawing.world, drawing.frame);
    assert_eq!(edges(drawing.continents[Continent::Oceania.index()]), [2750, -500, 3600, 60]);
    map_refuses("left = 0", "left = 5", ("CMP-DATA-23", "once round the world"));
    map_refuses("top = 792", "top = -700", ("CMP-DATA-23", "its `top` above its `bottom`"));
    for view in [
        "[1400, 330, 2400]",
        "[2400, 330, 1400, 730]",
        "[1400, 330, 2400, 793]",
        "[-1, 330, 2400, 730]",
        "[1400, 730, 2400, 330]",
    ] {
        map_refuses("europe", &format!("europe = {view}"), ("CMP-DATA-23", "the view `europe` is left, bottom, right, top"));
    }
}

#[test]
fn cmp_data_24_how_the_map_is_drawn() {
    let pack = standard();
    for line in &pack.drawing.lines {
        match pack.stroke(line) {
            Stroke::Coast => assert!(line.left == Side::Water || line.right == Side::Water),
            Stroke::Bare => assert!(line.left == Side::Bare || line.right == Side::Bare),
            Stroke::Border(kind) => {
                let (Side::Territory(a), Side::Territory(b)) = (line.left, line.right) else { panic!("{line:?}") };
                assert_eq!(kind == BorderKind::Regional, pack[a].area == pack[b].area);
            }
        }
    }
    let cell = |text| Cell::read(text).unwrap();
    let points = |points: [(i16, i16); 6]| points.map(|(x, y)| Point { x, y });
    let full = points([(45, 792), (90, 766), (90, 714), (45, 688), (0, 714), (0, 766)]);
    assert_eq!(pack.hexagon(cell("0:0")), full);
    // The mark of 19:2 lies off its centre: a hexagon of two fifths around it.
    let small = points([(1722, 587), (1740, 576), (1740, 556), (1722, 545), (1704, 556), (1704, 576)]);
    assert_eq!(pack.hexagon(cell("19:2")), small);
    assert!(pack.is_off_centre(cell("19:2")) && !pack.is_off_centre(cell("0:0")));
}

#[test]
fn cmp_data_24_lines_may_be_softened() {
    let line = [(0, 0), (40, 0), (40, 80)].map(|(x, y)| Point { x, y });
    let soft = [(0, 0), (30, 0), (40, 20), (40, 80)].map(|(x, y)| Point { x, y });
    assert_eq!(softened(&line), soft, "the ends stay");
    assert_eq!(softened(&line[..2]), line[..2]);
}
