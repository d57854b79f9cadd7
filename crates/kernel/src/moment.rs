//! Moments of a table. Some are kept, so that any other can be computed from one shortly before it.

use crate::{Rules, Seat, Viewer};

/// At most this many moments of a game are kept, however long it is.
const MOST: usize = 128;

/// How far apart they are at first. As a game grows, every other one is dropped.
const CLOSEST: usize = 4;

/// A moment of a table: the state, and what viewers remember who have watched so far.
#[derive(Debug)]
pub(crate) struct Moment<R: Rules> {
    pub state: R::State,
    /// The memories of the seats in their order, then that of a watcher.
    pub memories: Vec<R::Memory>,
}

// Not derived: the rules need not be `Clone`.
impl<R: Rules> Clone for Moment<R> {
    fn clone(&self) -> Moment<R> {
        Moment { state: self.state, memories: self.memories.clone() }
    }
}

impl<R: Rules> Moment<R> {
    /// The first moment that anybody sees.
    pub fn first(rules: &R, state: R::State) -> Moment<R> {
        let mut moment = Moment { state, memories: vec![R::Memory::default(); rules.players() + 1] };
        moment.remember(rules);
        moment
    }

    /// Updates every viewer's memory with what they see now.
    pub fn remember(&mut self, rules: &R) {
        let players = rules.players();
        for (index, memory) in self.memories.iter_mut().enumerate() {
            let viewer = Seat::new(index).filter(|_| index < players).map_or(Viewer::Watcher, Viewer::Seat);
            rules.remember(memory, &self.state, viewer);
        }
    }

    /// What this viewer remembers.
    pub fn memory(&self, viewer: Viewer) -> R::Memory {
        let seat = match viewer {
            Viewer::Seat(seat) => self.memories.get(seat.index()),
            Viewer::Watcher => None,
        };
        seat.or(self.memories.last()).cloned().unwrap_or_default()
    }
}

/// The kept moments by their place on the line. The first of the line is always kept.
#[derive(Debug)]
pub(crate) struct Checkpoints<R: Rules> {
    apart: usize,
    kept: Vec<(usize, Moment<R>)>,
}

impl<R: Rules> Clone for Checkpoints<R> {
    fn clone(&self) -> Checkpoints<R> {
        Checkpoints { apart: self.apart, kept: self.kept.clone() }
    }
}

impl<R: Rules> Checkpoints<R> {
    /// Only the first.
    pub fn new(first: Moment<R>) -> Checkpoints<R> {
        Checkpoints { apart: CLOSEST, kept: vec![(0, first)] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// The game has reached this place: keeps the moment if it is time for one.
    pub fn pass(&mut self, place: usize, moment: &Moment<R>) {
        if !place.is_multiple_of(self.apart) {
            return;
        }
        self.kept.push((place, moment.clone()));
        if self.kept.len() > MOST {
            self.apart *= 2;
            self.kept.retain(|(place, _)| place.is_multiple_of(self.apart));
        }
    }

    /// Everything after this place was taken back.
    pub fn back_to(&mut self, place: usize) {
        self.kept.truncate(self.kept.partition_point(|(kept, _)| *kept <= place).max(1));
    }

    /// The last one at this place or before it.
    pub fn before(&self, place: usize) -> (usize, Moment<R>) {
        self.kept[self.kept.partition_point(|(kept, _)| *kept <= place).max(1) - 1].clone()
    }
}
