//! Where there is room: the water in small squares, and what was put on the picture so far.

use super::{At, Sheet, outline};
use ::competitors::Side;

/// The side of a square.
const SQUARE: i32 = 6;

/// A rectangle of the picture: left, top, right, bottom.
pub type Rect = [i32; 4];

/// What is taken on a picture.
pub struct Room {
    columns: i32,
    rows: i32,
    water: Vec<bool>,
    taken: Vec<Rect>,
}

impl Room {
    /// Nothing but land is taken.
    pub fn new(sheet: &Sheet) -> Room {
        let (columns, rows) = (sheet.width() / SQUARE, sheet.height() / SQUARE);
        let mut water = vec![true; (columns * rows) as usize];
        // The coasts are crossed from left to right along each row of squares; at a crossing land begins or ends.
        let coast = outline::edges(sheet, Side::Water);
        for row in 0..rows {
            let y = row * SQUARE + SQUARE / 2;
            let crossing = |[a, b]: &[At; 2]| {
                let crossed = (a.1 > y) != (b.1 > y);
                crossed.then(|| a.0 + (i64::from(b.0 - a.0) * i64::from(y - a.1) / i64::from(b.1 - a.1)) as i32)
            };
            let mut crossings: Vec<i32> = coast.iter().filter_map(crossing).collect();
            crossings.sort_unstable();
            for land in crossings.chunks(2) {
                let end = land.get(1).copied().unwrap_or(sheet.width());
                for column in (land[0] / SQUARE).max(0)..=(end / SQUARE).min(columns - 1) {
                    water[(row * columns + column) as usize] = false;
                }
            }
        }
        Room { columns, rows, water, taken: Vec::new() }
    }

    /// Takes a place.
    pub fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Is nothing there yet?
    pub fn is_free(&self, [left, top, right, bottom]: Rect) -> bool {
        !self.taken.iter().any(|other| left < other[2] && other[0] < right && top < other[3] && other[1] < bottom)
    }

    /// Is it all water?
    pub fn is_water(&self, [left, top, right, bottom]: Rect) -> bool {
        let inside = left >= 0 && top >= 0 && right < self.columns * SQUARE && bottom < self.rows * SQUARE;
        let mut squares =
            (top / SQUARE..=bottom / SQUARE).flat_map(|row| (left / SQUARE..=right / SQUARE).map(move |column| (row, column)));
        inside && squares.all(|(row, column)| self.water[(row * self.columns + column) as usize])
    }

    /// The middle of the largest square of water, and half its side.
    pub fn widest(&self) -> (At, i32) {
        let mut best = (0, 0, 0);
        let mut above = vec![0; self.columns as usize];
        for row in 0..self.rows {
            let mut corner = 0;
            for column in 0..self.columns as usize {
                let kept = above[column];
                let left = if column > 0 { above[column - 1] } else { 0 };
                let side =
                    if self.water[row as usize * self.columns as usize + column] { kept.min(left).min(corner) + 1 } else { 0 };
                above[column] = side;
                corner = kept;
                best = best.max((side, row, column as i32));
            }
        }
        let (side, row, column) = best;
        (((2 * column - side) * SQUARE / 2, (2 * row - side) * SQUARE / 2), side * SQUARE / 2)
    }
}
