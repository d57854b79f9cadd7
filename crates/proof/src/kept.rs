//! Whole games that are kept as records beside the tests of their game: replayed, told anew, forged.

use kernel::{Entry, Game, Key, Notation, Record, Rules, Table, TableFault, Viewer, Words, header};
use std::{fs, sync::Arc};

/// Where they are kept; tests run in the directory of their crate.
const FOLDER: &str = "tests/records";

/// A table for a record that is to be kept, with these players and luck from this seed.
pub fn table_to_keep<G: Game>(
    rules: &Arc<G::Rules>,
    options: &G::Options,
    names: &[&str],
    seed: u64,
    position: Option<&<G::Rules as Notation>::Position>,
) -> Table<G::Rules> {
    let names: Vec<String> = names.iter().take(rules.players()).map(|name| (*name).to_owned()).collect();
    let entropy = names.iter().map(|name| Key::of(&[name.as_bytes()])).collect();
    let head = header::<G>(G::files().hash(), options, names, entropy);
    let secret = Key::of(&[b"record", &seed.to_le_bytes()]);
    let table = match position {
        None => Table::open(rules.clone(), head, secret, Vec::new()),
        Some(position) => Table::open_at(rules.clone(), head, secret, position),
    };
    table.expect("a table")
}

/// Keeps the record of a table under this name.
pub fn keep<R: Notation + Words>(name: &str, table: &Table<R>) {
    fs::create_dir_all(FOLDER).expect("a folder");
    fs::write(format!("{FOLDER}/{name}.txt"), told(table)).expect("a file");
}

/// The record with the log for people.
fn told<R: Notation + Words>(table: &Table<R>) -> String {
    let record = table.record();
    let events = table.events_from(0, Viewer::Watcher);
    record.annotated(|entry| {
        let here = events.iter().filter(|event| event.entry == entry);
        here.map(|event| table.rules().tell(&event.event, &record.header.seats).text).collect()
    })
}

/// Every record that is kept, by its name, replayed with luck and fingerprints checked. With `UPDATE_RECORDS` in the environment
/// they are played and kept anew first.
pub fn kept<G: Game>(update: impl FnOnce()) -> Vec<(String, Table<G::Rules>)> {
    static ONCE: std::sync::Once = std::sync::Once::new();
    if std::env::var_os("UPDATE_RECORDS").is_some() {
        ONCE.call_once(update);
    }
    let mut names: Vec<String> = fs::read_dir(FOLDER)
        .expect("the folder of records")
        .map(|file| file.expect("a file").file_name().into_string().expect("a plain name"))
        .filter_map(|file| Some(file.strip_suffix(".txt")?.to_owned()))
        .collect();
    names.sort();
    let pack = G::pack(&G::files()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let replay = |name: String| {
        let text = fs::read_to_string(format!("{FOLDER}/{name}.txt")).expect("a text");
        let record = Record::read(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let options: G::Options = serde_json::from_value(record.header.options.clone().into()).expect("options of the game");
        let rules = G::rules(&pack, &options).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let table = again(&Arc::new(rules), &record).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        (name, table)
    };
    names.into_iter().map(replay).collect()
}

fn again<R: Notation>(rules: &Arc<R>, record: &Record) -> Result<Table<R>, TableFault> {
    Table::replay(rules.clone(), record, Key([0; 32]))
}

/// Each record tells the same as it did, comes to its end, and was played by this edition with this pack and luck that
/// everybody can check.
pub fn records_tell_the_same<G: Game>(kept: &[(String, Table<G::Rules>)]) {
    assert!(!kept.is_empty(), "no record is kept");
    for (name, table) in kept {
        let text = fs::read_to_string(format!("{FOLDER}/{name}.txt")).expect("a text");
        assert!(told(table) == text, "{name} is told otherwise now; UPDATE_RECORDS=1 writes it anew");
        assert!(table.rules().turn(table.state()).is_over(), "{name} has no end");
        let (head, about) = (table.header(), G::about());
        assert_eq!((head.game.as_str(), head.edition), (about.id, about.edition), "{name}");
        assert_eq!(head.pack, G::files().hash(), "{name} was played with another pack");
        assert!(head.secret.is_some() && head.commitment.is_some(), "{name}: everybody can check its luck");
    }
}

/// No record replays with another draw, another fingerprint or another seat.
pub fn forged_records_do_not_replay<R: Notation>(kept: &[(String, Table<R>)]) {
    let mut forgeries = 0;
    for (name, table) in kept {
        let (record, rules) = (table.record(), table.rules());
        let drew = |entry: &Entry| matches!(entry, Entry::Act { luck, .. } if !luck.is_empty());
        let middle = record.entries.len() / 2;
        let later = record.entries[middle..].iter().position(drew).map(|index| middle + index);
        let Some(index) = later.or_else(|| record.entries.iter().position(drew)) else { continue };
        for change in ["draw", "fingerprint", "seat"] {
            let mut forged = record.clone();
            if let Entry::Act { luck, hash, seat, .. } = &mut forged.entries[index] {
                match change {
                    "draw" => luck[0] = luck[0] % 6 + 1,
                    "fingerprint" => hash.0 ^= 1,
                    _ => *seat = seat.next(rules.players()),
                }
            }
            assert!(again(rules, &forged).is_err(), "{name} replays with another {change}");
            forgeries += 1;
        }
    }
    assert!(forgeries > 0, "no record draws luck");
}

/// Was something taken back by the one who did it, and something with everybody's consent?
pub fn undos<R: Notation>(table: &Table<R>) -> (bool, bool) {
    let entries = &table.record().entries;
    let drew = |index: usize| matches!(&entries[index], Entry::Act { luck, .. } if !luck.is_empty());
    let undone = |consent: bool| {
        let undo = |index: &usize| matches!(entries[*index], Entry::Undo { .. });
        (1..entries.len()).filter(undo).any(|index| drew(index - 1) == consent)
    };
    (undone(false), undone(true))
}
