//! The links between dots, as sets of dots: one step from a whole set is a few shifts. (PRF-MOVE-1, PRF-MOVE-4)

use crate::places::{Dot, Dots, SIDE};
use std::ops::{BitOr, Shl};

/// How far apart two linked points are in the numbering: to the right, down, down right, down left.
const SHIFTS: [u32; 4] = [1, SIDE as u32, SIDE as u32 + 1, SIDE as u32 - 1];

/// Which dots are linked. Links go both ways and join points of the grid that touch. (PRF-MOVE-4, PRF-BOARD-8)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Links([u64; 4]);

impl Links {
    /// No link.
    pub const NONE: Links = Links([0; 4]);

    /// A link between two points that touch; none if they do not.
    pub fn between(one: Dot, other: Dot) -> Option<Links> {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        let touching = one.x().abs_diff(other.x()) <= 1 && one.y().abs_diff(other.y()) <= 1;
        let far = (high.index() - low.index()) as u32;
        let place = SHIFTS.iter().position(|shift| *shift == far).filter(|_| touching)?;
        let mut links = Links::NONE;
        links.0[place] = 1 << low.index();
        Some(links)
    }

    /// All dots one step from these.
    #[inline(always)]
    pub const fn step(&self, from: Dots) -> Dots {
        let [right, down, down_right, down_left] = self.0;
        let set = from.0;
        Dots(
            (set & right) << 1
                | set >> 1 & right
                | (set & down) << 8
                | set >> 8 & down
                | (set & down_right) << 9
                | set >> 9 & down_right
                | (set & down_left) << 7
                | set >> 7 & down_left,
        )
    }

    /// The dots linked to this one.
    pub const fn of(&self, dot: Dot) -> Dots {
        self.step(Dots::only(dot))
    }

    /// Are these two linked?
    pub const fn joins(&self, one: Dot, other: Dot) -> bool {
        self.of(one).contains(other)
    }

    /// How many links there are.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|links| links.count_ones()).sum()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
}

impl BitOr for Links {
    type Output = Links;

    fn bitor(self, other: Links) -> Links {
        let mut links = self;
        links.0.iter_mut().zip(other.0).for_each(|(links, other)| *links |= other);
        links
    }
}

/// The same links, moved on by this many points.
impl Shl<usize> for Links {
    type Output = Links;

    fn shl(self, points: usize) -> Links {
        Links(self.0.map(|links| links << (points & 63)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_join_points_that_touch() {
        let dot = |x, y| Dot::at(x, y).unwrap();
        for (one, other) in [((3, 3), (4, 3)), ((3, 3), (3, 4)), ((3, 3), (4, 4)), ((4, 3), (3, 4))] {
            let (one, other) = (dot(one.0, one.1), dot(other.0, other.1));
            for links in [Links::between(one, other).unwrap(), Links::between(other, one).unwrap()] {
                assert!(links.joins(one, other) && links.joins(other, one));
                assert_eq!(links.len(), 1);
            }
        }
        assert_eq!(Links::between(dot(8, 1), dot(1, 2)), None, "the grid has edges");
        assert_eq!(Links::between(dot(1, 1), dot(8, 1)), None);
        assert_eq!(Links::between(dot(1, 1), dot(1, 3)), None);
    }
}
