//! Actions that do not belong where they are tried.

use crate::moment::{Moment, Spoken};
use kernel::{Luck, Seeded};
use std::{collections::HashSet, hash::Hash};

/// How many actions of a kind are kept: enough for variety, few enough to stay fast.
const ROOM: usize = 256;

/// Actions that were listed or read at any table of the game, by the first word of their notation. There are many different bids
/// but only one way to draw; grouped like this, both are tried.
pub(crate) struct Pool<A> {
    kinds: Vec<(String, Vec<A>)>,
    known: HashSet<A>,
}

impl<A: Copy + Eq + Hash> Pool<A> {
    pub fn new() -> Pool<A> {
        Pool { kinds: Vec::new(), known: HashSet::new() }
    }

    pub fn add<R: Spoken<Action = A>>(&mut self, moment: &Moment<R>, actions: impl IntoIterator<Item = A>) {
        for action in actions {
            if self.known.contains(&action) {
                continue;
            }
            let kind = moment.kind(&action);
            let place = self.kinds.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
                self.kinds.push((kind, Vec::new()));
                self.kinds.len() - 1
            });
            let of_a_kind = &mut self.kinds[place].1;
            if of_a_kind.len() < ROOM {
                of_a_kind.push(action);
                self.known.insert(action);
            }
        }
    }

    /// Any of any kind.
    pub fn any(&self, luck: &mut Seeded) -> Option<A> {
        let (_, of_a_kind) = self.kinds.get(luck.below(self.kinds.len()))?;
        of_a_kind.get(luck.below(of_a_kind.len())).copied()
    }

    /// Some of them, some repeated.
    pub fn some(&self, count: usize, luck: &mut Seeded) -> Vec<A> {
        (0..count).filter_map(|_| self.any(luck)).collect()
    }
}

/// Misspells actions of the pool. Those that can still be read join it.
pub(crate) fn misspell<R: Spoken>(moment: &Moment<R>, pool: &mut Pool<R::Action>, count: usize, luck: &mut Seeded) {
    for _ in 0..count {
        let (Some(one), Some(other)) = (pool.any(luck), pool.any(luck)) else { return };
        let text = mutated(&moment.rules.write(&one), &moment.rules.write(&other), luck);
        pool.add(moment, moment.rules.read(&text).ok());
    }
}

fn mutated(text: &str, other: &str, luck: &mut Seeded) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut words: Vec<&str> = text.split(' ').collect();
    let others: Vec<&str> = other.split(' ').collect();
    let letter = luck.below(letters.len());
    let word = luck.below(words.len());
    match luck.below(7) {
        0 if !letters.is_empty() => {
            letters.remove(letter);
            letters.into_iter().collect()
        }
        1 if !letters.is_empty() => {
            letters.insert(letter, letters[letter]);
            letters.into_iter().collect()
        }
        2 if !letters.is_empty() => {
            let strange: Vec<char> = "0123456789abchxz ,.-+:|#é\n\u{0}".chars().collect();
            letters[letter] = strange[luck.below(strange.len())];
            letters.into_iter().collect()
        }
        3 => {
            words[word] = others[luck.below(others.len())];
            words.join(" ")
        }
        4 => {
            let absurd =
                ["0", "1", "-1", "7", "127", "128", "255", "256", "65536", "2147483647", "4294967296", "99999999999999999999"];
            words[word] = absurd[luck.below(absurd.len())];
            words.join(" ")
        }
        5 => {
            words.truncate(word);
            words.join(" ")
        }
        _ => {
            words.push(others[luck.below(others.len())]);
            words.join(" ")
        }
    }
}
