//! All that the loader checks of what the map is drawn from: lines, ports, marks, straits, plates and windows.
//! (CMP-DATA-22, CMP-DATA-23)

use crate::content::{
    map_checks::BARE,
    pack::{Drawing, GridCell, Line, Plate, Side, StraitSpace, TerritoryCard, Window},
    pack_checks::Check,
    pack_rows::{LineRow, Sheets},
    places::{Point, Territory, WIDTH},
};
use kernel::Sheet;
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// The most points of one line that are sensible.
const MOST_POINTS: usize = 1_000;

/// How far a port may lie off the coast. (CMP-DATA-23)
const OFF_COAST: i64 = 3;

impl Check {
    /// CMP-DATA-22, CMP-DATA-23.
    pub fn drawing(
        &mut self,
        sheets: &Sheets<'_>,
        territories: &[TerritoryCard],
        grid: &[GridCell],
        straits: &[StraitSpace],
    ) -> Drawing {
        let (frame, world, continents) = self.windows(sheets);
        let lines = self.lines(&sheets.outlines, territories);
        self.plates(sheets, territories, straits);
        let mut drawing = Drawing { lines, rings: Vec::new(), bare: Vec::new(), frame, world, continents };
        // A line that was left out would look like a gap, so the rest is looked at only if all lines are sound.
        if drawing.lines.len() == sheets.outlines.rows.len() {
            self.crossings(&sheets.outlines, &drawing.lines);
            self.rings(sheets, territories, &mut drawing);
            self.shared_lines(sheets, territories, &drawing.lines);
            self.coasts(sheets, territories, grid, straits, &drawing.lines);
        }
        drawing
    }

    /// The frame, the world and the continents. (CMP-DATA-23)
    fn windows(&mut self, sheets: &Sheets<'_>) -> (Window, Window, [Window; 6]) {
        let (map, file) = (&sheets.map, sheets.map_file);
        let edges = [&map.frame.left, &map.frame.bottom, &map.frame.right, &map.frame.top];
        let [left, bottom, right, top] = edges.map(|edge| *edge.get_ref());
        self.hold_at(file, &map.frame.left, (left, right) == (0, i64::from(WIDTH)), || {
            format!("the frame goes once round the world, from left = 0 to right = {WIDTH} (CMP-DATA-23)")
        });
        self.hold_at(file, &map.frame.top, -900 <= bottom && bottom < top && top <= 900, || {
            "the frame has its `top` above its `bottom`, both between -900 and 900 (CMP-DATA-23)".into()
        });
        let mut window = |name: &str, view: &Spanned<Vec<i64>>| {
            let inside = match **view.get_ref() {
                [from, low, to, high] => left <= from && from < to && to <= right && bottom <= low && low < high && high <= top,
                _ => false,
            };
            self.hold_at(file, view, inside, || {
                format!("the view `{name}` is left, bottom, right, top of a window in the frame (CMP-DATA-23)")
            });
            let edge = |place: usize| view.get_ref().get(place).and_then(|edge| i16::try_from(*edge).ok()).unwrap_or_default();
            Window { left: edge(0), bottom: edge(1), right: edge(2), top: edge(3) }
        };
        let views = &map.views;
        let world = window("world", &views.world);
        let continents = [
            window("north_america", &views.north_america),
            window("south_america", &views.south_america),
            window("europe", &views.europe),
            window("africa", &views.africa),
            window("asia", &views.asia),
            window("oceania", &views.oceania),
        ];
        let small = |edge: i64| i16::try_from(edge).unwrap_or_default();
        (Window { left: small(left), bottom: small(bottom), right: small(right), top: small(top) }, world, continents)
    }

    /// The lines as they are written; those that are not sound are told and left out. (CMP-DATA-22)
    fn lines(&mut self, sheet: &Sheet<'_, LineRow>, territories: &[TerritoryCard]) -> Vec<Line> {
        let mut lines = Vec::new();
        for row in &sheet.rows {
            let sides = [&row.left, &row.right].map(|id| {
                let side = match id.as_str() {
                    "" => Some(Side::Water),
                    BARE => Some(Side::Bare),
                    id => territories.iter().position(|card| card.id == id).and_then(Territory::new).map(Side::Territory),
                };
                self.hold(row, side.is_some(), || {
                    format!("`{id}` is beside a line, but is neither a territory nor `{BARE}` nor empty (CMP-DATA-22)")
                });
                side
            });
            let points: Option<Vec<Point>> = row.points.split(';').map(point).collect();
            let sound = points
                .filter(|points| (2..=MOST_POINTS).contains(&points.len()) && points.windows(2).all(|pair| pair[0] != pair[1]));
            self.hold(row, sound.is_some(), || {
                format!(
                    "`points` are 2 to {MOST_POINTS} points `x y` divided by `;`, x from 0 to {WIDTH} and y from -900 to 900, no two \
                     equal ones in a row (CMP-DATA-22)"
                )
            });
            let ([Some(left), Some(right)], Some(points)) = (sides, sound) else { continue };
            self.hold(row, left != right, || "the two sides of a line differ (CMP-DATA-22)".into());
            if left != right {
                lines.push(Line { left, right, points });
            }
        }
        lines
    }

    /// No lines that cross: lines meet only at their ends. (CMP-DATA-22)
    fn crossings(&mut self, sheet: &Sheet<'_, LineRow>, lines: &[Line]) {
        let mut pieces: Vec<Piece> = Vec::new();
        for (line, points) in lines.iter().map(|line| &line.points).enumerate() {
            let last = points.len() - 2;
            let piece = |(place, ends): (usize, &[Point])| Piece { line, place, last, from: ends[0], to: ends[1] };
            pieces.extend(points.windows(2).enumerate().map(piece));
        }
        // From west to east, so that each is compared only with those that begin before it ends.
        pieces.sort_by_key(Piece::west);
        let mut told = BTreeSet::new();
        for (index, piece) in pieces.iter().enumerate() {
            for other in pieces[index + 1..].iter().take_while(|other| other.west() <= piece.east()) {
                if !piece.clear_of(other) {
                    let (first, second) = (piece.line.min(other.line), piece.line.max(other.line));
                    if told.insert((first, second)) {
                        let Point { x, y } = other.from;
                        let before = sheet.rows[first].line;
                        self.wrong(
                            &sheet.rows[second],
                            format!("near {x} {y} this line crosses or touches that of line {before}: they meet only at their ends (CMP-DATA-22)"),
                        );
                    }
                }
            }
        }
    }

    /// The lines of every territory close to rings, with the territory's point inside. (CMP-DATA-22)
    fn rings(&mut self, sheets: &Sheets<'_>, territories: &[TerritoryCard], drawing: &mut Drawing) {
        for ((row, territory), card) in sheets.territories.rows.iter().zip(Territory::all()).zip(territories) {
            let rings = match rings_of(&drawing.lines, Side::Territory(territory)) {
                Ok(rings) => rings,
                Err(Gap { line, at: Point { x, y } }) => {
                    let id = &card.id;
                    self.wrong(
                        &sheets.outlines.rows[line],
                        format!("the lines of {id} do not close to rings: nothing goes on from {x} {y} (CMP-DATA-22)"),
                    );
                    Vec::new()
                }
            };
            let Point { x, y } = card.point;
            self.hold(row, rings.is_empty() || winding(&rings, card.point) == 1, || {
                format!(
                    "the point of {} at {x} {y} is not inside its lines, with the territory on their left (CMP-DATA-22)",
                    card.id
                )
            });
            let any = drawing.lines.iter().any(|line| line.has(Side::Territory(territory)));
            self.hold(row, any, || format!("no line of outlines.csv is that of {} (CMP-DATA-22)", card.id));
            drawing.rings.push(rings);
        }
        match rings_of(&drawing.lines, Side::Bare) {
            Ok(rings) => drawing.bare = rings,
            Err(Gap { line, at: Point { x, y } }) => self.wrong(
                &sheets.outlines.rows[line],
                format!("the lines of `{BARE}` do not close to rings: nothing goes on from {x} {y} (CMP-DATA-22)"),
            ),
        }
    }

    /// Two territories share a line exactly if they have a border. (CMP-DATA-22)
    fn shared_lines(&mut self, sheets: &Sheets<'_>, territories: &[TerritoryCard], lines: &[Line]) {
        let mut drawn = BTreeSet::new();
        for (row, line) in sheets.outlines.rows.iter().zip(lines) {
            let (Side::Territory(a), Side::Territory(b)) = (line.left, line.right) else { continue };
            drawn.insert([a.min(b), a.max(b)]);
            let joined = territories[a.index()].neighbours.iter().any(|neighbour| neighbour.to == b);
            self.hold(row, joined, || {
                format!("{} and {} share this line, but have no border in borders.csv (CMP-DATA-22)", row.left, row.right)
            });
        }
        for row in &sheets.borders.rows {
            let find = |id: &String| territories.iter().position(|card| card.id == *id);
            let pair = find(&row.a).zip(find(&row.b)).and_then(|(a, b)| Territory::new(a.min(b)).zip(Territory::new(a.max(b))));
            self.hold(row, pair.is_some_and(|(a, b)| drawn.contains(&[a, b])), || {
                format!("{} and {} have a border, but share no line in outlines.csv (CMP-DATA-22)", row.a, row.b)
            });
        }
    }

    /// Ports on their coast, marks and straits in water. (CMP-DATA-23)
    fn coasts(
        &mut self,
        sheets: &Sheets<'_>,
        territories: &[TerritoryCard],
        grid: &[GridCell],
        straits: &[StraitSpace],
        lines: &[Line],
    ) {
        for ((row, territory), card) in sheets.territories.rows.iter().zip(Territory::all()).zip(territories) {
            let Some(port) = card.port else { continue };
            let own = Side::Territory(territory);
            let coast = lines.iter().filter(|line| line.has(own) && line.has(Side::Water));
            let near = coast.flat_map(|line| line.points.windows(2)).any(|ends| is_near(port.place, ends[0], ends[1]));
            self.hold(row, near, || {
                let Point { x, y } = port.place;
                format!("the port at {x} {y} is more than {OFF_COAST} off the coast of {} (CMP-DATA-23)", card.id)
            });
        }
        // What is land has it on the left of all coasts together.
        let turned = |line: &Line| {
            let mut points = line.points.clone();
            if line.left == Side::Water {
                points.reverse();
            }
            points
        };
        let coasts: Vec<Vec<Point>> = lines.iter().filter(|line| line.has(Side::Water)).map(turned).collect();
        for (row, cell) in sheets.grid.rows.iter().zip(grid).filter(|(_, cell)| cell.is_sea()) {
            let Point { x, y } = cell.mark;
            self.hold(row, winding(&coasts, cell.mark) == 0, || {
                format!("the mark at {x} {y} is on land, not in water (CMP-DATA-23)")
            });
        }
        for (row, strait) in sheets.straits.rows.iter().zip(straits) {
            let Point { x, y } = strait.place;
            self.hold(row, winding(&coasts, strait.place) == 0, || {
                format!("the strait at {x} {y} is on land, not in water (CMP-DATA-23)")
            });
        }
    }

    /// No two plates overlap, and none lies over the point of a territory or over a strait. (CMP-DATA-23)
    fn plates(&mut self, sheets: &Sheets<'_>, territories: &[TerritoryCard], straits: &[StraitSpace]) {
        let rows = &sheets.territories.rows;
        for (index, (row, card)) in rows.iter().zip(territories).enumerate() {
            for other in territories[..index].iter().filter(|other| card.plate.overlaps(other.plate)) {
                self.wrong(row, format!("the plates of {} and {} overlap (CMP-DATA-23)", card.id, other.id));
            }
            for other in territories.iter().filter(|other| card.plate.covers(other.point)) {
                self.wrong(row, format!("the plate of {} lies over the point of {} (CMP-DATA-23)", card.id, other.id));
            }
            for strait in straits.iter().filter(|strait| card.plate.covers(strait.place)) {
                self.wrong(row, format!("the plate of {} lies over {} (CMP-DATA-23)", card.id, strait.name));
            }
        }
    }
}

impl Line {
    /// Is this on one of its sides?
    pub fn has(&self, side: Side) -> bool {
        self.left == side || self.right == side
    }
}

impl Plate {
    /// Is a point under it? Its edge covers nothing.
    pub fn covers(self, point: Point) -> bool {
        let (x, y) = (point.x.abs_diff(self.centre.x), point.y.abs_diff(self.centre.y));
        2 * i32::from(x) < i32::from(self.width) && 2 * i32::from(y) < i32::from(self.height)
    }

    /// Does it overlap another? Edges may touch.
    pub fn overlaps(self, other: Plate) -> bool {
        let (x, y) = (self.centre.x.abs_diff(other.centre.x), self.centre.y.abs_diff(other.centre.y));
        let (width, height) = (i32::from(self.width) + i32::from(other.width), i32::from(self.height) + i32::from(other.height));
        2 * i32::from(x) < width && 2 * i32::from(y) < height
    }
}

/// A point `x y`.
fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(' ')?;
    let (x, y) = (x.parse::<i16>().ok()?, y.parse::<i16>().ok()?);
    ((0..=WIDTH).contains(&x) && (-900..=900).contains(&y)).then_some(Point { x, y })
}

/// A straight piece of a line.
struct Piece {
    line: usize,
    /// Which piece of its line this is, and which is the last.
    place: usize,
    last: usize,
    from: Point,
    to: Point,
}

impl Piece {
    fn west(&self) -> i16 {
        self.from.x.min(self.to.x)
    }

    fn east(&self) -> i16 {
        self.from.x.max(self.to.x)
    }

    /// Is this end of it an end of its line?
    fn ends_at(&self, point: Point) -> bool {
        self.place == 0 && self.from == point || self.place == self.last && self.to == point
    }

    /// Does it meet the other only where they may meet?
    fn clear_of(&self, other: &Piece) -> bool {
        let (low, high) = (self.from.y.min(self.to.y), self.from.y.max(self.to.y));
        if other.from.y.max(other.to.y) < low || high < other.from.y.min(other.to.y) {
            return true;
        }
        let here = [turn(other.from, other.to, self.from), turn(other.from, other.to, self.to)];
        let there = [turn(self.from, self.to, other.from), turn(self.from, self.to, other.to)];
        let apart = |turns: [i64; 2]| turns[0].signum() * turns[1].signum() > 0;
        if apart(here) || apart(there) {
            return true;
        }
        let mut shared = [self.from, self.to].into_iter().filter(|end| [other.from, other.to].contains(end));
        let (Some(meeting), None) = (shared.next(), shared.next()) else { return false };
        // The far ends: two pieces on one straight line overlap if both go the same way from where they meet.
        let far = |piece: &Piece| if piece.from == meeting { piece.to } else { piece.from };
        if here == [0, 0] && along(meeting, far(self), far(other)) > 0 {
            return false;
        }
        let joined = self.line == other.line && self.place.abs_diff(other.place) == 1;
        joined || self.ends_at(meeting) && other.ends_at(meeting)
    }
}

/// Twice the area of the triangle: above 0 if who walks from the first to the second has the third on the left.
fn turn(from: Point, to: Point, third: Point) -> i64 {
    let [x1, y1, x2, y2, x3, y3] = [from.x, from.y, to.x, to.y, third.x, third.y].map(i64::from);
    (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1)
}

/// Above 0 if two points lie the same way from a third.
fn along(from: Point, one: Point, other: Point) -> i64 {
    let [x, y, x1, y1, x2, y2] = [from.x, from.y, one.x, one.y, other.x, other.y].map(i64::from);
    (x1 - x) * (x2 - x) + (y1 - y) * (y2 - y)
}

/// Is a point at most [`OFF_COAST`] off a straight piece?
fn is_near(point: Point, from: Point, to: Point) -> bool {
    let reach = OFF_COAST * OFF_COAST;
    let beside = along(from, to, point) >= 0 && along(to, from, point) >= 0;
    let area = turn(from, to, point);
    beside && area * area <= reach * i64::from(from.squared(to))
        || i64::from(point.squared(from)) <= reach
        || i64::from(point.squared(to)) <= reach
}

/// How many times lines that close to rings go round a point, counterclockwise. (CMP-DATA-22)
pub fn winding(lines: &[Vec<Point>], point: Point) -> i32 {
    let pieces = lines.iter().flat_map(|line| line.windows(2));
    pieces
        .map(|ends| {
            let (up, down) = (ends[0].y <= point.y && point.y < ends[1].y, ends[1].y <= point.y && point.y < ends[0].y);
            let side = turn(ends[0], ends[1], point);
            i32::from(up && side > 0) - i32::from(down && side < 0)
        })
        .sum()
}

/// Where the lines of something do not close: the line whose end leads nowhere.
struct Gap {
    line: usize,
    at: Point,
}

/// The rings of a territory, which has them on its left; each ends where it begins. (CMP-DATA-22)
fn rings_of(lines: &[Line], side: Side) -> Result<Vec<Vec<Point>>, Gap> {
    let mut ways: BTreeMap<Point, Vec<(usize, Vec<Point>)>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.has(side)) {
        let mut points = line.points.clone();
        if line.right == side {
            points.reverse();
        }
        ways.entry(points[0]).or_default().push((index, points));
    }
    let mut rings = Vec::new();
    while let Some((&start, _)) = ways.iter().find(|(_, from)| !from.is_empty()) {
        let mut ring: Vec<Point> = vec![start];
        let mut last = 0;
        loop {
            let end = ring[ring.len() - 1];
            let Some((index, points)) = ways.get_mut(&end).and_then(Vec::pop) else { return Err(Gap { line: last, at: end }) };
            last = index;
            ring.extend(&points[1..]);
            if ring[ring.len() - 1] == start {
                break;
            }
        }
        rings.push(ring);
    }
    Ok(rings)
}
