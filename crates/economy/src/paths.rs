//! Where a piece can end: every space that a path of exactly the rolled length leads to. (ECO-MOVE-5 to ECO-MOVE-13)
//!
//! All paths of up to six steps are worked out once. Where no other piece is near, the end spaces are looked up. Otherwise an end
//! space counts if one of its paths is free; only the set of spaces passed matters for that, not their order.

use crate::board::{Corner, Space, Spaces};

/// The highest roll.
pub const DIE: usize = 6;

/// All paths on the board by start, length and end.
#[derive(Clone, Debug)]
pub struct Paths {
    fans: Vec<Fan>,
    ends: Vec<End>,
    /// The spaces passed between start and end: one set for each path to an end, without the first path.
    more: Vec<u64>,
}

/// All paths of one length from one start.
#[derive(Clone, Copy, Debug)]
struct Fan {
    /// Where they end.
    ends: u64,
    /// Every space that any of them passes.
    passed: u64,
    /// Its entries in the list of ends, in the order of the spaces.
    first: u32,
    count: u32,
}

/// All paths of one length from one start to one end.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The end, as a set of one space.
    space: u64,
    /// The spaces that the first path passes.
    passed: u64,
    /// The other paths' entries in the list of paths.
    first: u32,
    count: u32,
}

impl Paths {
    /// Works out all paths.
    pub fn new() -> Paths {
        let mut paths = Paths { fans: Vec::new(), ends: Vec::new(), more: Vec::new() };
        for length in 1..=DIE {
            for start in Space::all() {
                let mut found: Vec<(usize, u64)> = Vec::new();
                let here = 1 << start.index();
                walk(start, here, length, &mut |end, seen| found.push((end.index(), seen & !here)));
                found.sort_unstable();
                found.dedup();
                paths.add(&found);
            }
        }
        paths
    }

    fn add(&mut self, found: &[(usize, u64)]) {
        let mut fan = Fan { ends: 0, passed: 0, first: self.ends.len() as u32, count: 0 };
        for paths in found.chunk_by(|(end, _), (other, _)| end == other) {
            let sets = spread(paths.iter().map(|(_, passed)| *passed).collect());
            let space = 1 << paths[0].0;
            let count = sets.len() as u32 - 1;
            self.ends.push(End { space, passed: sets[0], first: self.more.len() as u32, count });
            self.more.extend(&sets[1..]);
            fan.ends |= space;
            fan.count += 1;
            fan.passed |= sets.iter().fold(0, |all, set| all | set);
        }
        self.fans.push(fan);
    }

    /// The end spaces of a piece that stands on `start`, with other pieces on `others`. Only pieces are in the way, never
    /// cards. (ECO-MOVE-6, ECO-MOVE-9)
    #[inline]
    pub fn from_space(&self, start: Space, steps: usize, others: Spaces) -> Spaces {
        if steps == 0 || steps > DIE {
            return Spaces::NONE;
        }
        let fan = self.fans[(steps - 1) * Space::COUNT + start.index()];
        let blocks = others.0 & fan.passed;
        if blocks == 0 { Spaces(fan.ends) } else { self.around(fan, blocks) }
    }

    /// The ends that some path reaches without passing these pieces.
    fn around(&self, fan: Fan, blocks: u64) -> Spaces {
        let ends = &self.ends[fan.first as usize..][..fan.count as usize];
        // The first path is nearly always free, so it is checked for all ends without branching.
        let free = ends.iter().fold(0, |free, end| free | if end.passed & blocks == 0 { end.space } else { 0 });
        let mut doubtful = fan.ends & !free;
        let mut free = free;
        while doubtful != 0 {
            let space = doubtful & doubtful.wrapping_neg();
            let end = ends[(fan.ends & (space - 1)).count_ones() as usize];
            let mut others = self.more[end.first as usize..][..end.count as usize].iter();
            if others.any(|passed| passed & blocks == 0) {
                free |= space;
            }
            doubtful ^= space;
        }
        Spaces(free)
    }

    /// The end spaces of a piece that enters at `corner`; that step counts 1. (ECO-MOVE-2, ECO-MOVE-3, ECO-MOVE-13)
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
        size_of_val(&self.fans[..]) + size_of_val(&self.ends[..]) + size_of_val(&self.more[..])
    }
}

impl Default for Paths {
    fn default() -> Paths {
        Paths::new()
    }
}

/// Orders paths so that one piece blocks as few successive ones as possible: each next path shares the fewest spaces with all
/// paths before it.
fn spread(mut sets: Vec<u64>) -> Vec<u64> {
    let mut shared = u64::MAX;
    for place in 0..sets.len() {
        let next = (place..sets.len()).min_by_key(|next| (sets[*next] & shared).count_ones()).unwrap_or(place);
        sets.swap(place, next);
        shared &= sets[place];
    }
    sets
}

/// Every path of this many steps that uses no space twice; `seen` are the spaces used so far, the start included.
/// (ECO-MOVE-5, ECO-MOVE-7, ECO-MOVE-8, ECO-INV-10)
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
