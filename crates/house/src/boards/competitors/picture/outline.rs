//! The forms of land: rings of territories, coasts and borders. (CMP-DATA-22)

use super::{At, Sheet, path::Path};
use ::competitors::{BorderKind, Line, Side};
use std::collections::BTreeMap;

/// A line as it is walked by somebody who has this side at the left hand.
fn along(sheet: &Sheet, line: &Line, side: Side) -> impl Iterator<Item = Vec<At>> {
    let points: Vec<At> = line.points.iter().map(|point| sheet.at(*point)).collect();
    let back = (line.right == side).then(|| points.iter().rev().copied().collect());
    (line.left == side).then_some(points).into_iter().chain(back)
}

/// The rings around everything on these sides, added to one path.
pub fn rings(sheet: &Sheet, path: &mut Path, side: Side) {
    let mut open: BTreeMap<At, Vec<Vec<At>>> = BTreeMap::new();
    for points in sheet.pack.drawing.lines.iter().flat_map(|line| along(sheet, line, side)) {
        match (points.first(), points.last()) {
            (Some(first), Some(last)) if first == last => path.soft_ring(&points),
            (Some(first), Some(_)) => open.entry(*first).or_default().push(points),
            _ => {}
        }
    }
    // Which way is taken where a territory touches itself makes no difference to what is inside.
    while let Some(mut next) = open.first_entry() {
        let start = *next.key();
        let Some(mut points) = next.get_mut().pop() else {
            next.remove();
            continue;
        };
        path.begin((2 * start.0, 2 * start.1));
        loop {
            path.soft(&points);
            let Some(end) = points.last().copied().filter(|end| *end != start) else { break };
            match open.get_mut(&end).and_then(Vec::pop) {
                Some(more) => points = more,
                None => break,
            }
        }
        path.close();
    }
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Between land and water.
    Coast,
    /// Grey.
    Regional,
    /// White edged with red.
    Customs,
}

/// What is drawn of a line: nothing where the land only ends because the map does.
fn kind(sheet: &Sheet, line: &Line) -> Option<Kind> {
    let at_edge = |axis: fn(At) -> i32, edge: i32| line.points.iter().all(|point| (axis(sheet.at(*point)) - edge).abs() <= 1);
    let edge = [0, sheet.width()].iter().any(|edge| at_edge(|at| at.0, *edge))
        || [0, sheet.height()].iter().any(|edge| at_edge(|at| at.1, *edge));
    match (line.left, line.right) {
        (Side::Water, _) | (_, Side::Water) => (!edge).then_some(Kind::Coast),
        (Side::Territory(a), Side::Territory(b)) if sheet.pack.border(a, b) == Some(BorderKind::Customs) => Some(Kind::Customs),
        _ => Some(Kind::Regional),
    }
}

/// All lines of a kind as one path.
pub fn lines(sheet: &Sheet, wanted: Kind) -> String {
    let mut path = Path::default();
    for line in sheet.pack.drawing.lines.iter().filter(|line| kind(sheet, line) == Some(wanted)) {
        let points: Vec<At> = line.points.iter().map(|point| sheet.at(*point)).collect();
        if points.first() == points.last() {
            path.soft_ring(&points);
        } else if let Some(first) = points.first() {
            path.begin((2 * first.0, 2 * first.1));
            path.soft(&points);
        }
    }
    path.data()
}

/// The stretches that bound one side, as pairs of ends.
pub fn edges(sheet: &Sheet, side: Side) -> Vec<[At; 2]> {
    let bounding = sheet.pack.drawing.lines.iter().filter(|line| line.left == side || line.right == side);
    bounding.flat_map(|line| line.points.windows(2).map(|ends| [sheet.at(ends[0]), sheet.at(ends[1])])).collect()
}

/// Is the point within these edges?
pub fn inside(edges: &[[At; 2]], (x, y): At) -> bool {
    let crossed = edges.iter().filter(|[a, b]| {
        (a.1 > y) != (b.1 > y) && {
            let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
            let (left, right) = (i64::from(x - a.0) * dy, i64::from(y - a.1) * dx);
            if dy > 0 { left < right } else { left > right }
        }
    });
    crossed.count() % 2 == 1
}

/// The place on these edges that is nearest to a point.
pub fn nearest(edges: &[[At; 2]], to: At) -> Option<At> {
    edges.iter().map(|edge| foot(*edge, to)).min_by_key(|place| apart(*place, to))
}

/// The square of the distance of two points.
pub fn apart(one: At, other: At) -> i64 {
    let (dx, dy) = (i64::from(one.0 - other.0), i64::from(one.1 - other.1));
    dx * dx + dy * dy
}

/// The place on an edge that is nearest to a point.
fn foot([a, b]: [At; 2], to: At) -> At {
    let long = apart(a, b).max(1);
    let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
    let along = (i64::from(to.0 - a.0) * dx + i64::from(to.1 - a.1) * dy).clamp(0, long);
    // The result lies between the two ends.
    (a.0 + (dx * along / long) as i32, a.1 + (dy * along / long) as i32)
}
