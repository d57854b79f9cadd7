//! What is pending: a stack of small frames in a game's state, each waiting for the one above it.
//!
//! For example, a card moves a piece, the piece lands on a tile, the tile demands a payment, and the payment needs a sale. Each
//! of these is a frame, and when the topmost is done the one below goes on. The depth is bounded by the rules of the game.
//!
//! ```
//! use kernel::Pending;
//! let mut pending = Pending::<&str, 4>::NONE;
//! pending.push("land on the tile")?;
//! pending.push("pay the fee")?;
//! assert_eq!(pending.pop(), Some("pay the fee"));
//! assert_eq!(pending.top(), Some(&"land on the tile"));
//! # Ok::<(), kernel::TooDeep>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A stack of at most `N` frames, the topmost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pending<F, const N: usize> {
    /// Frames beyond the depth are `None`, so that equal stacks are equal bytes.
    frames: [Option<F>; N],
    depth: u8,
}

/// There is no room for another frame: the stack is deeper than the rules allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more is pending than can be")]
pub struct TooDeep;

impl<F: Copy, const N: usize> Pending<F, N> {
    /// Nothing is pending.
    pub const NONE: Pending<F, N> = {
        assert!(N <= u8::MAX as usize);
        Pending { frames: [None; N], depth: 0 }
    };

    /// Is nothing pending?
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// How many frames there are.
    pub const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// Puts a frame on top.
    #[inline]
    pub fn push(&mut self, frame: F) -> Result<(), TooDeep> {
        let depth = self.depth();
        *self.frames.get_mut(depth).ok_or(TooDeep)? = Some(frame);
        self.depth += 1;
        Ok(())
    }

    /// Takes the topmost frame off.
    #[inline]
    pub fn pop(&mut self) -> Option<F> {
        self.depth = self.depth.checked_sub(1)?;
        self.frames[usize::from(self.depth)].take()
    }

    /// The topmost frame.
    #[inline]
    pub fn top(&self) -> Option<&F> {
        self.frames[..self.depth()].last()?.as_ref()
    }

    /// The topmost frame, to change it.
    #[inline]
    pub fn top_mut(&mut self) -> Option<&mut F> {
        self.frames[..self.depth as usize].last_mut()?.as_mut()
    }

    /// The frame below all others, to change it.
    pub fn bottom_mut(&mut self) -> Option<&mut F> {
        self.frames[..self.depth as usize].first_mut()?.as_mut()
    }

    /// All frames, the topmost first.
    pub fn iter(&self) -> impl Iterator<Item = &F> {
        self.frames[..self.depth()].iter().rev().flatten()
    }
}

/// Written as a list, the topmost last.
impl<F: Serialize, const N: usize> Serialize for Pending<F, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.frames[..self.depth as usize].iter().flatten())
    }
}

impl<'de, F: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for Pending<F, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pending = Pending::NONE;
        for frame in Vec::deserialize(deserializer)? {
            pending.push(frame).map_err(serde::de::Error::custom)?;
        }
        Ok(pending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_last_is_done_first() {
        let mut pending = Pending::<u8, 2>::NONE;
        assert_eq!((pending.pop(), pending.top()), (None, None));
        pending.push(1).unwrap();
        pending.push(2).unwrap();
        assert_eq!(pending.push(3), Err(TooDeep));
        *pending.top_mut().unwrap() = 4;
        *pending.bottom_mut().unwrap() = 5;
        assert_eq!(pending.iter().copied().collect::<Vec<_>>(), [4, 5]);
        assert_eq!((pending.pop(), pending.pop(), pending.pop()), (Some(4), Some(5), None));
        assert_eq!(pending.bottom_mut(), None);
        assert_eq!(pending, Pending::NONE, "nothing is left behind of what is done");
    }

    #[test]
    fn it_is_written_as_a_list() {
        let pending: Pending<u8, 3> = serde_json::from_str("[1,2]").unwrap();
        assert_eq!(pending.top(), Some(&2));
        assert_eq!(serde_json::to_string(&pending).unwrap(), "[1,2]");
        assert!(serde_json::from_str::<Pending<u8, 1>>("[1,2]").is_err());
    }
}
