//! Where a piece can end: every space that a path of exactly the rolled length leads to. (ECO-MOVE-5 to ECO-MOVE-13)
//!
//! All paths of up to six steps are worked out once. On an empty stretch of board the end spaces are a look-up; with other
//! pieces near, an end space counts if one of its paths is free. For that only the set of spaces passed matters, not
//! their order.

use crate::board::{Corner, Space, Spaces};

/// The highest roll.
pub const DIE: usize = 6;

/// All paths on the board by start, length and end.
#[derive(Clone, Debug)]
pub struct Paths {
    fans: Vec<Fan>,
    /// Where the paths to each end of each fan begin in `passed`.
    begins: Vec<u32>,
    /// The spaces passed between start and end, a set for each path.
    passed: Vec<u64>,
}

/// All paths of one length from one start.
#[derive(Clone, Copy, Debug)]
struct Fan {
    ends: u64,
    /// Every space that any of its paths passes.
    passed: u64,
    /// Its first entry in `begins`.
    first: u32,
}

impl Paths {
    /// Works out all paths.
    pub fn new() -> Paths {
        let mut paths = Paths { fans: Vec::new(), begins: Vec::new(), passed: Vec::new() };
        for length in 1..=DIE {
            for start in Space::all() {
                let mut found: Vec<(usize, u64)> = Vec::new();
                walk(start, 1 << start.index(), length, &mut |end, passed| {
                    found.push((end.index(), passed & !(1 << start.index())));
                });
                found.sort_unstable();
                found.dedup();
                paths.add(&found);
            }
        }
        paths.begins.push(paths.passed.len() as u32);
        paths
    }

    fn add(&mut self, found: &[(usize, u64)]) {
        let mut fan = Fan { ends: 0, passed: 0, first: self.begins.len() as u32 };
        for (end, passed) in found {
            if fan.ends >> end & 1 == 0 {
                self.begins.push(self.passed.len() as u32);
            }
            fan.ends |= 1 << end;
            fan.passed |= passed;
            self.passed.push(*passed);
        }
        self.fans.push(fan);
    }

    /// The end spaces of a piece that stands on `start`, with other pieces on `others`.
    #[inline]
    pub fn from_space(&self, start: Space, steps: usize, others: Spaces) -> Spaces {
        if steps == 0 || steps > DIE {
            return Spaces::NONE;
        }
        let fan = self.fans[(steps - 1) * Space::COUNT + start.index()];
        let blocks = others.0 & fan.passed;
        if blocks == 0 {
            return Spaces(fan.ends);
        }
        let begins = &self.begins[fan.first as usize..];
        let mut free = 0;
        let mut ends = fan.ends;
        let mut place = 0;
        while ends != 0 {
            let paths = &self.passed[begins[place] as usize..begins[place + 1] as usize];
            if paths.iter().any(|passed| passed & blocks == 0) {
                free |= ends & ends.wrapping_neg();
            }
            ends &= ends - 1;
            place += 1;
        }
        Spaces(free)
    }

    /// The end spaces of a piece that enters at `corner`; that step counts 1. (ECO-MOVE-2, ECO-MOVE-13)
    #[inline]
    pub fn from_corner(&self, corner: Corner, steps: usize, others: Spaces) -> Spaces {
        let entry = corner.space();
        match steps {
            1 => Spaces(1 << entry.index()),
            _ if others.contains(entry) => Spaces::NONE,
            _ => self.from_space(entry, steps.saturating_sub(1), others),
        }
    }

    /// The memory that the tables take, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.fans[..]) + size_of_val(&self.begins[..]) + size_of_val(&self.passed[..])
    }
}

impl Default for Paths {
    fn default() -> Paths {
        Paths::new()
    }
}

/// Every path of this many steps that uses no space twice; `seen` are the spaces used so far, the start included.
fn walk(at: Space, seen: u64, steps: usize, found: &mut impl FnMut(Space, u64)) {
    for next in at.neighbours() {
        if seen >> next.index() & 1 != 0 {
            continue;
        }
        if steps == 1 {
            found(next, seen);
        } else {
            walk(next, seen | 1 << next.index(), steps - 1, found);
        }
    }
}
