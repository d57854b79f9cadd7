//! Mixes of settings in which every value of each setting meets every value of every other.
//!
//! Most mistakes come from one setting or from two together. A game with forty settings has more combinations than anybody can
//! play, but a few dozen cover every pair.

use crate::{pack, settings::Chosen};
use kernel::{Game, Kind, Luck, Refusal, Seeded, Setting};
use serde_json::Value;
use std::collections::BTreeSet;

/// How often a pair is tried with different other settings before settings are searched for that make it possible.
const ATTEMPTS: usize = 12;

/// A value of a setting: which setting, which value.
type One = (usize, usize);

/// The mixes, and the pairs that cannot be combined.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// Settings of playable tables; together they contain every possible pair.
    pub mixes: Vec<Chosen>,
    /// Pairs that no other setting makes possible, such as `players = 2, auction = interest`.
    pub impossible: Vec<String>,
}

/// Covers all pairs of values. `pinned` settings have one value in every mix, so that no game takes too long. A number is
/// represented by its ends and its default.
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
        let mixed = |values: &[usize]| -> Chosen {
            let chosen = values.iter().enumerate().map(|one| search.written(one));
            pinned.clone().into_iter().chain(chosen).collect()
        };
        let table = |values: &[usize]| {
            let mix = mixed(values);
            let options = serde_json::from_value(Value::Object(mix.clone())).unwrap_or_else(|error| panic!("{mix:?}: {error}"));
            G::rules(pack::<G>(), &options).map(drop)
        };
        let mut luck = search.luck.clone();
        let easily = (0..ATTEMPTS).map(|attempt| search.around(pair, attempt, &mut luck)).find(|values| table(values).is_ok());
        let possible = easily.or_else(|| search.with_help(pair, table)).map(|values| (mixed(&values), values));
        search.luck = luck;
        match possible {
            Some((mix, values)) => {
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

/// All values of a choice, the default first; of a number its default, its ends and the word that can stand for it.
fn few(setting: &Setting) -> Vec<Value> {
    let mut values = vec![setting.default_value()];
    values.extend(match &setting.kind {
        Kind::Choice { values } => values.iter().map(|(name, _)| Value::from(*name)).collect::<Vec<_>>(),
        Kind::Number { low, high, word, .. } => {
            [*low, *high].map(Value::from).into_iter().chain(word.map(|(name, _)| Value::from(name))).collect()
        }
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

    /// A mix with this pair and with as many other open pairs as are easy to add; later attempts leave more settings at their
    /// default.
    fn around(&self, (one, other): (One, One), attempt: usize, luck: &mut Seeded) -> Vec<usize> {
        let mut values: Vec<Option<usize>> = vec![None; self.choices.len()];
        (values[one.0], values[other.0]) = (Some(one.1), Some(other.1));
        let mut left: Vec<usize> = (0..values.len()).filter(|setting| values[*setting].is_none()).collect();
        while !left.is_empty() {
            let setting = left.swap_remove(luck.below(left.len()));
            let plain = luck.below(ATTEMPTS - 1) < attempt;
            values[setting] = Some(if plain { 0 } else { self.most_wanted(setting, &values, luck) });
        }
        values.into_iter().flatten().collect()
    }

    /// A mix in which one or two other settings make this pair possible, with all others at their default. Settings that the
    /// refusal names are tried first, and only these are tried two at a time.
    fn with_help(&self, (one, other): (One, One), table: impl Fn(&[usize]) -> Result<(), Refusal>) -> Option<Vec<usize>> {
        let mut plain = vec![0; self.choices.len()];
        (plain[one.0], plain[other.0]) = (one.1, other.1);
        let reason = table(&plain).err().map_or_else(String::new, |refusal| refusal.reason.to_string());
        let named = |setting: &usize| reason.contains(self.choices[*setting].0);
        let helpers: Vec<usize> = (0..plain.len()).filter(|setting| ![one.0, other.0].contains(setting)).collect();
        let (first, rest): (Vec<usize>, Vec<usize>) = helpers.iter().partition(|setting| named(setting));
        let changed = |values: &[usize], setting: usize| -> Vec<Vec<usize>> {
            let change =
                |value: usize| values.iter().enumerate().map(|(at, now)| if at == setting { value } else { *now }).collect();
            (0..self.choices[setting].1.len()).map(change).collect()
        };
        let one_more = || first.iter().chain(&rest).flat_map(|setting| changed(&plain, *setting));
        let two_more = || {
            let of_named = first.iter().flat_map(|setting| changed(&plain, *setting));
            of_named.flat_map(|values| helpers.iter().flat_map(|setting| changed(&values, *setting)).collect::<Vec<_>>())
        };
        one_more().find(|values| table(values).is_ok()).or_else(|| two_more().find(|values| table(values).is_ok()))
    }

    /// The value of a setting that covers the most open pairs with the values chosen so far.
    fn most_wanted(&self, setting: usize, values: &[Option<usize>], luck: &mut Seeded) -> usize {
        let count = self.choices[setting].1.len();
        let first = luck.below(count);
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
