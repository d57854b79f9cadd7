//! The entries of a table, stored in as little memory as possible: a game may have ten thousand of them.

use crate::{Consequence, Entry, Fingerprint, Seat};
use std::{collections::HashMap, hash::Hash, num::NonZeroU64};

/// The entries of a record in some thirty bytes each, and which of them count.
#[derive(Clone, Debug)]
pub(crate) struct Ledger<A> {
    /// The number of the entry before the first one here: 0, unless play goes on from a saved position.
    base: usize,
    notes: Vec<Note>,
    /// Every different action once: a game has many entries but few different actions, and some are large.
    actions: Vec<A>,
    /// The index of each action among them.
    known: HashMap<A, u32>,
    /// All draws in order; each note says which belong to it.
    luck: Vec<u32>,
    /// The entries that count, in order, with the start first: the moments of the game.
    line: Vec<usize>,
}

/// One entry.
#[derive(Clone, Copy, Debug)]
enum Note {
    Act(Act),
    Undo { by: Seat, to: u32 },
}

/// What a seat did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Act {
    pub seat: Seat,
    pub consequence: Consequence,
    pub hash: Fingerprint,
    action: u32,
    /// Its draws: the index of the first, and how many.
    luck: (u32, u32),
    /// When, plus 1, so that having no time takes no extra space.
    time: Option<NonZeroU64>,
}

impl<A: Copy + Eq + Hash> Ledger<A> {
    /// An empty ledger.
    pub fn new(base: usize) -> Ledger<A> {
        let (actions, known) = (Vec::new(), HashMap::new());
        Ledger { base, notes: Vec::new(), actions, known, luck: Vec::new(), line: vec![base] }
    }

    /// How many bytes it takes, counting what grows with the game.
    pub fn size(&self) -> usize {
        let actions = self.actions.capacity() * size_of::<A>() + self.known.capacity() * size_of::<(A, u32)>();
        let entries = self.notes.capacity() * size_of::<Note>() + self.line.capacity() * size_of::<usize>();
        actions + entries + self.luck.capacity() * size_of::<u32>()
    }

    /// The number of the last entry.
    pub fn version(&self) -> usize {
        self.base + self.notes.len()
    }

    /// The entries that count, the beginning first.
    pub fn line(&self) -> &[usize] {
        &self.line
    }

    /// The place of an entry on the line, if it counts.
    pub fn place(&self, entry: usize) -> Option<usize> {
        self.line.binary_search(&entry).ok()
    }

    /// How many draws there were since the beginning, including those that were taken back.
    pub fn draws(&self) -> usize {
        self.luck.len()
    }

    /// What was done at this place of the line; nothing at the start.
    pub fn act(&self, place: usize) -> Option<&Act> {
        let index = self.line.get(place)?.checked_sub(self.base + 1)?;
        match self.notes.get(index)? {
            Note::Act(act) => Some(act),
            Note::Undo { .. } => None,
        }
    }

    /// The action itself.
    pub fn action(&self, act: &Act) -> &A {
        &self.actions[act.action as usize]
    }

    /// What it drew.
    pub fn drawn(&self, act: &Act) -> &[u32] {
        let (first, count) = (act.luck.0 as usize, act.luck.1 as usize);
        self.luck.get(first..first + count).unwrap_or_default()
    }

    /// A seat did something.
    pub fn note(&mut self, seat: Seat, action: A, consequence: Consequence, luck: &[u32], hash: Fingerprint, time: Option<u64>) {
        let drawn = (self.luck.len() as u32, luck.len() as u32);
        self.luck.extend(luck);
        let action = *self.known.entry(action).or_insert_with(|| {
            self.actions.push(action);
            self.actions.len() as u32 - 1
        });
        let time = time.and_then(|time| NonZeroU64::new(time.saturating_add(1)));
        push(&mut self.notes, Note::Act(Act { action, seat, consequence, hash, luck: drawn, time }));
        push(&mut self.line, self.base + self.notes.len());
    }

    /// Everything after this entry was taken back.
    pub fn undo(&mut self, by: Seat, to: usize) {
        self.line.truncate(self.line.partition_point(|entry| *entry <= to));
        push(&mut self.notes, Note::Undo { by, to: to as u32 });
    }

    /// The entries from this index on, as in a record: numbered from 1, whatever their numbers are here.
    pub fn entries(&self, first: usize, write: impl Fn(&A) -> String) -> Vec<Entry> {
        let entry = |note: &Note| match note {
            Note::Act(act) => Entry::Act {
                seat: act.seat,
                action: write(self.action(act)),
                luck: self.drawn(act).to_vec(),
                hash: act.hash,
                time: act.time.map(|time| time.get() - 1),
            },
            Note::Undo { by, to } => Entry::Undo { by: *by, to: *to as usize - self.base },
        };
        self.notes.iter().skip(first).map(entry).collect()
    }
}

/// Grows the list by a quarter instead of doubling it, since a long game would rarely use the extra space.
fn push<T>(list: &mut Vec<T>, one: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 8);
    }
    list.push(one);
}
