//! Every value of every setting makes a table, or is refused by a clause.

use crate::{Law, play::Prover};
use kernel::{Game, Luck, Preset, Rulebook, Seeded, Setting};
use serde_json::{Map, Value};

/// How many mixes are tried for a value that does not go with the defaults.
const MIXES_FOR_ONE: usize = 200;

/// The settings as they are written, before anybody checked them.
pub(crate) type Chosen = Map<String, Value>;

/// Each value of each setting in turn, all else by default; then random mixes.
pub(crate) fn try_all<G: Game>(prover: &mut Prover<G>) {
    let settings = G::settings();
    list_is_sound::<G>(&settings, prover.book());
    let mut luck = Seeded::new(prover.effort.seed);
    let mut seed = prover.effort.seed;
    let mut next_seed = || {
        seed += 1;
        seed
    };
    if let Err(refusal) = prover.table(&Chosen::new(), next_seed()) {
        panic!("{}: the defaults of {} are refused: {refusal}", Law::Settings, G::about().id);
    }
    presets_are_sound(prover, &settings);
    for setting in &settings {
        for value in setting.values() {
            let alone = Chosen::from_iter([(setting.key.to_owned(), value.clone())]);
            if prover.table(&alone, next_seed()).is_ok() {
                continue;
            }
            let mixed = (0..MIXES_FOR_ONE).any(|_| {
                let mut mix = sampled(&settings, &mut luck);
                mix.insert(setting.key.to_owned(), value.clone());
                prover.table(&mix, next_seed()).is_ok()
            });
            assert!(mixed, "{}: no table of {} can have {} = {value}", Law::Settings, G::about().id, setting.key);
        }
    }
    for _ in 0..prover.effort.mixes {
        // Refused mixes are counted; the clause they must name is checked where they are refused.
        let _ = prover.table(&sampled(&settings, &mut luck), next_seed());
    }
}

fn sampled(settings: &[Setting], luck: &mut impl Luck) -> Chosen {
    settings.iter().map(|setting| (setting.key.to_owned(), setting.sample(luck))).collect()
}

fn list_is_sound<G: Game>(settings: &[Setting], book: &Rulebook) {
    let game = G::about().id;
    for (index, setting) in settings.iter().enumerate() {
        let key = setting.key;
        assert!(book.clause(setting.clause).is_some(), "{}: `{key}` of {game} names no clause: {}", Law::Clauses, setting.clause);
        assert!(settings[..index].iter().all(|other| other.key != key), "{}: {game} has `{key}` twice", Law::Settings);
    }
    assert!(settings.iter().any(|setting| setting.key == "players"), "{}: {game} has no `players`", Law::Settings);
    let defaults = settings.iter().map(|setting| (setting.key.to_owned(), setting.default_value())).collect();
    let read = options::<G>(&defaults);
    let wrong = Law::Settings;
    assert!(
        read == G::Options::default(),
        "{wrong}: the defaults of {game} as listed are {read:?}, as built {:?}",
        G::Options::default()
    );
}

/// The first preset is the rulebook's game, and the settings of each preset make a table.
fn presets_are_sound<G: Game>(prover: &mut Prover<G>, settings: &[Setting]) {
    let (game, presets) = (G::about().id, G::presets());
    let first = presets.first().is_some_and(|first| first.name == Preset::STANDARD.name && first.settings.is_empty());
    assert!(first, "{}: the first preset of {game} is not the standard game", Law::Settings);
    for (index, preset) in presets.iter().enumerate() {
        let name = preset.name;
        assert!(
            presets[..index].iter().all(|other| other.name != name),
            "{}: {game} has the preset `{name}` twice",
            Law::Settings
        );
        let table = preset.chosen(settings).and_then(|chosen| prover.table(&chosen, prover.effort.seed));
        if let Err(refusal) = table {
            panic!("{}: the preset `{name}` of {game} is refused: {refusal}", Law::Settings);
        }
    }
}

/// The options with these settings. It is a law that they can be read, since the list says which values there are.
pub(crate) fn options<G: Game>(chosen: &Chosen) -> G::Options {
    let read: Result<G::Options, _> = serde_json::from_value(Value::Object(chosen.clone()));
    let options = match read {
        Ok(options) => options,
        Err(error) => panic!("{}: {} cannot be read: {error}", Law::Settings, Value::Object(chosen.clone())),
    };
    let again = serde_json::to_value(&options).and_then(serde_json::from_value::<G::Options>);
    assert!(again.is_ok_and(|again| again == options), "{}: {options:?} does not survive being written", Law::Settings);
    options
}
