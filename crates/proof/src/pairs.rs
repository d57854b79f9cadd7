//! Mixes of settings in which every value of each setting meets every value of every other.
//!
//! Most mistakes come of one setting or of two that meet. A game of forty settings has more tables than anybody can play, but a few
//! dozen hold every such pair.

use crate::{pack, settings::Chosen};
use kernel::{Game, Kind, Luck, Seeded, Setting};
use serde_json::Value;
use std::collections::BTreeSet;

/// How often a pair is tried with other company before it counts as one that cannot be.
const ATTEMPTS: usize = 12;

/// A value of a setting: which setting, which value.
type One = (usize, usize);

/// The mixes, and what cannot meet.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// Settings of tables that can be played; together they hold every pair that can be.
    pub mixes: Vec<Chosen>,
    /// Pairs that every table refused, such as `players = 2, auction = interest`.
    pub impossible: Vec<String>,
}

/// Covers all pairs of values; `pinned` settings have one value in every mix, so that no game takes too long. Of a number its ends
/// and its default stand for all.
#[track_caller]
pub fn pairs<G: Game>(seed: u64, pinned: &[(&str, &str)]) -> Pairs {
    let known = G::settings();
    let pin = |(key, text): &(&str, &str)| {
        let setting = kernel::settings::find(&known, key).unwrap_or_else(|refusal| panic!("{refusal}"));
        ((*key).to_owned(), setting.read(text).unwrap_or_else(|refusal| panic!("{refusal}")))
    };
    let pinned: Chosen = pinned.iter().map(pin).collect();
    let free = known.iter().filter(|setting| !pinned.contains_key(setting.key));
    let choices: Vec<(&str, Vec<Value>)> = free.map(|setting| (setting.key, few(setting))).collect();
    let mut search = Search { choices, open: BTreeSet::new(), luck: Seeded::new(seed) };
    search.open_all();
    let mut pairs = Pairs::default();
    while let Some(pair) = search.open.first().copied() {
        let possible = (0..ATTEMPTS).find_map(|attempt| {
            let values = search.around(pair, attempt);
            let mut mix = pinned.clone();
            mix.extend(values.iter().enumerate().map(|one| search.written(one)));
            let options = serde_json::from_value(Value::Object(mix.clone())).unwrap_or_else(|error| panic!("{mix:?}: {error}"));
            G::rules(pack::<G>(), &options).is_ok().then_some((values, mix))
        });
        match possible {
            Some((values, mix)) => {
                search.open.retain(|(one, other)| values[one.0] != one.1 || values[other.0] != other.1);
                pairs.mixes.push(mix);
            }
            None => {
                search.open.remove(&pair);
                let [one, other] = [pair.0, pair.1].map(|(setting, value)| search.written((setting, &value)));
                pairs.impossible.push(format!("{} = {}, {} = {}", one.0, one.1, other.0, other.1));
            }
        }
    }
    pairs
}

/// All values of a choice, the default first; of a number its default and its ends.
fn few(setting: &Setting) -> Vec<Value> {
    let mut values = vec![setting.default_value()];
    values.extend(match &setting.kind {
        Kind::Choice { values } => values.iter().map(|(name, _)| Value::from(*name)).collect(),
        Kind::Number { low, high, .. } => vec![Value::from(*low), Value::from(*high)],
    });
    let mut once = Vec::new();
    values.into_iter().for_each(|value| {
        if !once.contains(&value) {
            once.push(value)
        }
    });
    once
}

struct Search<'a> {
    /// The keys of the settings and what each can be, its default first.
    choices: Vec<(&'a str, Vec<Value>)>,
    /// The pairs that no mix has yet.
    open: BTreeSet<(One, One)>,
    luck: Seeded,
}

impl Search<'_> {
    fn open_all(&mut self) {
        let ones = |setting: usize| (0..self.choices[setting].1.len()).map(move |value| (setting, value));
        let count = self.choices.len();
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        self.open = all.flat_map(|(one, other)| ones(one).flat_map(move |a| ones(other).map(move |b| (a, b)))).collect();
    }

    /// A mix with this pair and with as many other open pairs as come easily; the later the attempt, the more have their default.
    fn around(&mut self, (one, other): (One, One), attempt: usize) -> Vec<usize> {
        let mut values: Vec<Option<usize>> = vec![None; self.choices.len()];
        (values[one.0], values[other.0]) = (Some(one.1), Some(other.1));
        let mut left: Vec<usize> = (0..values.len()).filter(|setting| values[*setting].is_none()).collect();
        while !left.is_empty() {
            let setting = left.swap_remove(self.luck.below(left.len()));
            let plain = self.luck.below(ATTEMPTS - 1) < attempt;
            values[setting] = Some(if plain { 0 } else { self.most_wanted(setting, &values) });
        }
        values.into_iter().flatten().collect()
    }

    /// The value of a setting that closes most open pairs with those chosen so far.
    fn most_wanted(&mut self, setting: usize, values: &[Option<usize>]) -> usize {
        let count = self.choices[setting].1.len();
        let first = self.luck.below(count);
        let closes = |value: usize| {
            let others = values.iter().enumerate().filter_map(|(other, chosen)| Some((other, (*chosen)?)));
            let pair = |other: One| if other.0 < setting { (other, (setting, value)) } else { ((setting, value), other) };
            others.filter(|other| self.open.contains(&pair(*other))).count()
        };
        (0..count).map(|turn| (first + turn) % count).max_by_key(|value| closes(*value)).unwrap_or(0)
    }

    fn written(&self, (setting, value): (usize, &usize)) -> (String, Value) {
        let (key, values) = &self.choices[setting];
        ((*key).to_owned(), values[*value].clone())
    }
}
