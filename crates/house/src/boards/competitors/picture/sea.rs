//! The sea: its hexagons, the lanes of those that have little room, and the names of seas. (CMP-DATA-6, CMP-DATA-24)

use super::{
    At, Sheet, escaped, outline,
    path::Path,
    room::{Rect, Room},
};
use ::competitors::{Cell, Direction, Zone};
use std::{collections::BTreeMap, fmt::Write};

/// The corners of a hexagon around its centre, from the top to the right.
const CORNERS: [At; 6] = [(0, -52), (45, -26), (45, 26), (0, 52), (-45, 26), (-45, -26)];

/// The hexagon of a cell, and the small one of a cell whose ships are drawn off its centre.
const HEXAGON: &str = "m0-52l45 26v52l-45 26-45-26v-52z";
const SMALL: &str = "m0-21l18 10.500v21l-18 10.500-18-10.500v-21z";

/// The cells of the sea.
fn seas(sheet: &Sheet) -> impl Iterator<Item = Cell> {
    Cell::all().filter(|cell| sheet.pack[*cell].is_sea())
}

/// Is there so much room in a cell that its hexagon is whole?
pub fn is_whole(sheet: &Sheet, cell: Cell) -> bool {
    sheet.pack[cell].mark == cell.centre()
}

/// The hexagons of these cells.
pub fn outlines(sheet: &Sheet, cells: impl IntoIterator<Item = Cell>) -> String {
    let mut path = Path::default();
    for cell in cells {
        sheet.twice(sheet.pack[cell].mark, 52, |at| path.stamp(at, shape(sheet, cell)));
    }
    path.data()
}

fn shape(sheet: &Sheet, cell: Cell) -> &'static str {
    if is_whole(sheet, cell) { HEXAGON } else { SMALL }
}

/// The hexagons, the small ones, and the dotted lanes to those.
pub fn hexagons(sheet: &Sheet) -> [String; 3] {
    let full = outlines(sheet, seas(sheet).filter(|cell| is_whole(sheet, *cell)));
    let small = outlines(sheet, seas(sheet).filter(|cell| !is_whole(sheet, *cell)));
    let mut lanes = Path::default();
    for cell in seas(sheet) {
        for other in sheet.pack[cell].links.iter().filter(|other| cell < **other) {
            if !is_whole(sheet, cell) || !is_whole(sheet, *other) {
                sheet.joined(sheet.pack[cell].mark, sheet.pack[*other].mark, |from, to| lanes.stroke(from, to));
            }
        }
    }
    [full, small, lanes.data()]
}

/// The edges between whole hexagons of two seas.
pub fn zone_edges(sheet: &Sheet) -> String {
    // The way to a neighbour, and the corners of the edge towards it.
    let ways = [(Direction::East, 1), (Direction::SouthEast, 2), (Direction::SouthWest, 3)];
    let mut path = Path::default();
    for cell in seas(sheet).filter(|cell| is_whole(sheet, *cell)) {
        for (way, corner) in ways {
            let other = cell.next(way).filter(|other| sheet.pack[*other].is_sea() && is_whole(sheet, *other));
            if other.is_some_and(|other| sheet.pack[other].zone() != sheet.pack[cell].zone()) {
                let [from, to] = [CORNERS[corner], CORNERS[corner + 1]];
                sheet.twice(cell.centre(), 52, |at| path.stroke((at.0 + from.0, at.1 + from.1), (at.0 + to.0, at.1 + to.1)));
            }
        }
    }
    path.data()
}

/// The names of the seas, each where it has room for large letters.
pub fn names(sheet: &Sheet, room: &mut Room) -> String {
    let mut zones: BTreeMap<Zone, Vec<Cell>> = BTreeMap::new();
    for cell in seas(sheet) {
        zones.entry(sheet.pack[cell].zone().unwrap_or(Zone::FIRST)).or_default().push(cell);
    }
    let mut zones: Vec<_> = zones.into_iter().collect();
    zones.sort_by_key(|(_, cells)| cells.len());
    let mut text = String::new();
    for (zone, cells) in zones {
        let Some(label) = Label::of(sheet, room, &sheet.pack[zone].name, &cells) else { continue };
        room.take(label.rect);
        let class = if label.wide { " class=\"wide\"" } else { "" };
        let [left, top, right, _] = label.rect;
        for (index, line) in label.lines.iter().enumerate() {
            let (x, y) = ((left + right) / 2, top + (index as i32 + 1) * label.size - label.size / 5);
            let _ = write!(text, "<text{class} x=\"{x}\" y=\"{y}\" font-size=\"{}\">{}</text>", label.size, escaped(line));
        }
    }
    text
}

/// A name that has found its place.
struct Label {
    lines: Vec<String>,
    size: i32,
    rect: Rect,
    /// Are its letters spaced out?
    wide: bool,
}

impl Label {
    /// As large as there is room for, in the middle of the sea or near it, and rather between two rows of ships than on them.
    fn of(sheet: &Sheet, room: &Room, name: &str, cells: &[Cell]) -> Option<Label> {
        let wide = cells.len() >= 10;
        let (largest, letter) = match cells.len() {
            20.. => (36, 82),
            10.. => (28, 82),
            4.. => (20, 56),
            2.. => (15, 56),
            _ => (11, 56),
        };
        let marks: Vec<At> = cells.iter().map(|cell| sheet.at(sheet.pack[*cell].mark)).collect();
        // Where the edge cuts a sea in two, the middle of its parts would be nowhere near either.
        let middle = *marks.iter().min_by_key(|mark| marks.iter().map(|other| outline::apart(**mark, *other)).sum::<i64>())?;
        let own = |at: At| {
            let nearest = seas(sheet).min_by_key(|cell| outline::apart(sheet.at(cell.centre()), at));
            nearest.is_some_and(|cell| cells.contains(&cell))
        };
        let shifts = shifts(cells.len());
        // Rather across a port than not at all.
        for (size, alone) in [true, false].into_iter().flat_map(|alone| (5..=largest).rev().map(move |size| (size, alone))) {
            let mut found: Option<(i64, Label)> = None;
            for lines in layouts(name) {
                let longest = lines.iter().map(|line| line.chars().count()).max()? as i32;
                let (width, height) = (longest * size * letter / 100, lines.len() as i32 * size);
                for (mark, shift) in marks.iter().flat_map(|mark| shifts.iter().map(move |shift| (mark, shift))) {
                    let (x, y) = (mark.0 + shift.0, mark.1 + shift.1);
                    let rect = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
                    let has_room = (!alone || room.is_free(rect)) && room.is_water(rect);
                    if !(has_room && own((rect[0], y)) && own((rect[2], y)) && own((x, y))) {
                        continue;
                    }
                    let on_ships = if height < 2 * shift.1.abs() { 0 } else { 40 * 40 };
                    let cost = outline::apart((x, y), middle) + on_ships + 900 * lines.len() as i64;
                    if found.as_ref().is_none_or(|(least, _)| cost < *least) {
                        found = Some((cost, Label { lines: lines.clone(), size, rect, wide }));
                    }
                }
            }
            if let Some((_, label)) = found {
                return Some(label);
            }
        }
        None
    }
}

/// Where a name may stand beside the place of a ship. A small sea is full of other things, and its name has to look for a gap.
fn shifts(cells: usize) -> Vec<At> {
    if cells > 2 {
        return vec![(0, 34), (0, -34), (45, 34), (-45, 34), (45, 0), (-45, 0), (0, 0), (20, 26), (-20, 26)];
    }
    (-8..=8).flat_map(|x| (-8..=8).map(move |y| (8 * x, 8 * y))).collect()
}

/// The ways to break a name into one or two lines.
fn layouts(name: &str) -> Vec<Vec<String>> {
    let words: Vec<&str> = name.split(' ').collect();
    let broken = (1..words.len()).map(|split| vec![words[..split].join(" "), words[split..].join(" ")]);
    std::iter::once(vec![name.to_owned()]).chain(broken).collect()
}
