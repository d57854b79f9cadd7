//! The data of a path, written as short as it can be. A picture has some ten thousand points.

use super::At;

/// Writes the `d` of a path. Places are halves of a unit, so that the middle of two points is exact.
#[derive(Default)]
pub struct Path {
    data: String,
    at: At,
    command: char,
}

/// A place of the picture in halves of a unit.
pub type Halves = (i32, i32);

/// The middle of two points in halves.
fn middle(one: At, other: At) -> Halves {
    (one.0 + other.0, one.1 + other.1)
}

fn halves(point: At) -> Halves {
    (2 * point.0, 2 * point.1)
}

impl Path {
    /// What was written.
    pub fn data(self) -> String {
        self.data
    }

    fn command(&mut self, command: char) {
        if self.command != command {
            self.data.push(command);
            self.command = command;
        }
    }

    fn number(&mut self, number: i32) {
        let after_digit = self.data.ends_with(|sign: char| sign.is_ascii_digit());
        let (whole, half) = (number.unsigned_abs() / 2, number % 2 != 0);
        if number < 0 {
            self.data.push('-');
        } else if after_digit {
            self.data.push(' ');
        }
        if whole > 0 || !half {
            self.data += &whole.to_string();
        }
        if half {
            self.data += ".5";
        }
    }

    fn pair(&mut self, to: Halves) {
        self.number(to.0 - self.at.0);
        self.number(to.1 - self.at.1);
    }

    /// Begins anew at this place.
    pub fn begin(&mut self, at: Halves) {
        self.command = ' ';
        self.command('M');
        self.at = (0, 0);
        self.pair(at);
        self.at = at;
    }

    /// A straight line on its own.
    pub fn stroke(&mut self, from: At, to: At) {
        self.begin(halves(from));
        self.line(halves(to));
    }

    /// A straight line.
    pub fn line(&mut self, to: Halves) {
        self.command('l');
        self.pair(to);
        self.at = to;
    }

    /// A line through these points with its corners cut, as it looks when that has been done for ever: a spline whose control
    /// points are the inner points. The pen is at the first of them, and ends at the last. (CMP-DATA-24)
    pub fn soft(&mut self, points: &[At]) {
        match points {
            [] | [_] => {}
            [_, last] => self.line(halves(*last)),
            [_, control, .., last] => {
                let joint = |index: usize| match points.get(index + 2) {
                    Some(_) => middle(points[index], points[index + 1]),
                    None => halves(*last),
                };
                self.curve(halves(*control), joint(1));
                (2..points.len() - 1).for_each(|index| self.glide(joint(index)));
            }
        }
    }

    /// A ring through these points, the last of which is the first again.
    pub fn soft_ring(&mut self, ring: &[At]) {
        let Some((_, points)) = ring.split_last().filter(|(_, points)| points.len() > 2) else { return };
        let joint = |index: usize| middle(points[index % points.len()], points[(index + 1) % points.len()]);
        self.begin(joint(0));
        self.curve(halves(points[1]), joint(1));
        (2..=points.len()).for_each(|index| self.glide(joint(index)));
        self.close();
    }

    fn curve(&mut self, control: Halves, to: Halves) {
        self.command('q');
        self.pair(control);
        self.pair(to);
        self.at = to;
    }

    /// Goes on in the same direction: the control point is the last one mirrored.
    fn glide(&mut self, to: Halves) {
        self.command('t');
        self.pair(to);
        self.at = to;
    }

    /// Closes the ring.
    pub fn close(&mut self) {
        self.data.push('z');
        self.command = ' ';
    }

    /// A shape that is written out, at this place.
    pub fn stamp(&mut self, at: At, shape: &str) {
        self.begin(halves(at));
        self.data += shape;
        self.command = ' ';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_cut_and_ends_stay() {
        let mut path = Path::default();
        path.begin((0, 0));
        path.soft(&[(0, 0), (10, 0), (10, 10), (25, 10)]);
        assert_eq!(path.data(), "M0 0q10 0 10 5t15 5");
        let mut straight = Path::default();
        straight.begin((2, 2));
        straight.soft(&[(1, 1), (0, 4)]);
        assert_eq!(straight.data(), "M1 1l-1 3");
    }

    #[test]
    fn a_ring_is_round_everywhere() {
        let mut path = Path::default();
        path.soft_ring(&[(0, 0), (10, 0), (10, 11), (0, 0)]);
        assert_eq!(path.data(), "M5 0q5 0 5 5.5t-5 0 0-5.5z");
    }
}
