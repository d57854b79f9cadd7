//! How the map is drawn. (CMP-DATA-24)

use crate::content::{
    pack::{Line, Pack, Side},
    places::{BorderKind, Cell, Point},
};

/// As what a line of the map is drawn. (CMP-DATA-24)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stroke {
    /// One side is water.
    Coast,
    /// Between two territories.
    Border(BorderKind),
    /// Between a territory and land that is none.
    Bare,
}

/// The corners of a hexagon around its centre, from the top clockwise. (CMP-DATA-24)
const CORNERS: [(i16, i16); 6] = [(0, 52), (45, 26), (45, -26), (0, -52), (-45, -26), (-45, 26)];

impl Pack {
    /// As what a line is drawn. (CMP-DATA-24)
    pub fn stroke(&self, line: &Line) -> Stroke {
        match (line.left, line.right) {
            (Side::Water, _) | (_, Side::Water) => Stroke::Coast,
            (Side::Territory(a), Side::Territory(b)) => self.border(a, b).map_or(Stroke::Bare, Stroke::Border),
            (Side::Bare, _) | (_, Side::Bare) => Stroke::Bare,
        }
    }

    /// The corners of the hexagon of a sea cell: around its centre, or, if its mark lies off the centre, two fifths as large around
    /// the mark. (CMP-DATA-24)
    pub fn hexagon(&self, cell: Cell) -> [Point; 6] {
        let (centre, mark) = (cell.centre(), self[cell].mark);
        let size = |length: i16| if self.is_off_centre(cell) { (2 * length + 2 * length.signum()) / 5 } else { length };
        let at = if mark == centre { centre } else { mark };
        CORNERS.map(|(x, y)| Point { x: at.x + size(x), y: at.y + size(y) })
    }

    /// Is the mark of a sea cell off its centre, so that dotted lanes lead to the cells it is linked to? (CMP-DATA-24)
    pub fn is_off_centre(&self, cell: Cell) -> bool {
        self[cell].is_sea() && self[cell].mark != cell.centre()
    }
}

/// A line with its corners cut once: each inner point is replaced by two, a quarter of the way to its neighbours, and the ends stay.
/// (CMP-DATA-24)
pub fn softened(points: &[Point]) -> Vec<Point> {
    let quarter = |from: Point, to: Point| {
        let part = |from: i16, to: i16| from + (to - from) / 4;
        Point { x: part(from.x, to.x), y: part(from.y, to.y) }
    };
    let inner = points.windows(3).flat_map(|three| [quarter(three[1], three[0]), quarter(three[1], three[2])]);
    points.first().copied().into_iter().chain(inner).chain(points.last().copied().filter(|_| points.len() > 1)).collect()
}
