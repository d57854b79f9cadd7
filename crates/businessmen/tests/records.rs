//! Whole games kept as records: every way the game ends, every number of players.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them anew.

mod common;

use businessmen::{Businessmen, BusinessmenRules, Options};
use common::{greedy, options};
use kernel::{Consequence, Entry, Game, Key, Luck, Notation, Record, Rules, Seeded, Table, Viewer, Words, header};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, sync::Arc};

/// Where they are kept; tests run in the directory of their crate.
const FOLDER: &str = "tests/records";

type Played = Table<BusinessmenRules>;

/// A record that is kept, and what makes it worth keeping.
struct Kept {
    name: &'static str,
    settings: Value,
    undo: bool,
    wanted: fn(&Played) -> bool,
}

fn kept() -> Vec<Kept> {
    vec![
        Kept {
            name: "two-players-one-winner",
            settings: json!({"players": 2, "first_player": "random"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-3", 1),
        },
        Kept {
            name: "three-players-more-coins",
            settings: json!({"players": 3, "first_player": "random"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-4", 1),
        },
        Kept {
            name: "four-players-more-points",
            settings: json!({"tie_break": "points", "victory_target": 8, "bank": "finite"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-4", 1),
        },
        Kept {
            name: "two-players-equal-coins",
            settings: json!({"players": 2, "victory_target": 5, "load_duty": "must"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-5", 1),
        },
        Kept {
            name: "two-players-shared-win",
            settings: json!({"players": 2, "victory_target": 5, "points_cap": "target"}),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-5", 2),
        },
        Kept {
            name: "four-players-round-limit-with-undo",
            settings: json!({"round_limit": 8, "load_pass": "turn", "market_leftovers": "stay"}),
            undo: true,
            wanted: |table| ended_by(table, "BIZ-END-8", 1) && undos(table) == (true, true),
        },
        Kept {
            name: "three-players-second-strike",
            settings: json!({
                "players": 3, "event_mode": "second_strike", "overflow": "next_store", "loader_limit": "per_good",
                "loading_start": "first_to_pass", "export_lots": "any", "quiet_round": "freeze", "same_good_twice": "largest",
            }),
            undo: false,
            wanted: |table| ended_by(table, "BIZ-END-3", 1),
        },
    ]
}

fn ended_by(table: &Played, clause: &str, winners: usize) -> bool {
    let outcome = table.rules().outcome(table.state());
    outcome.is_some_and(|outcome| outcome.clause == clause && outcome.winners().len() == winners)
}

/// Was something taken back by the one who did it, and something with everybody's consent?
fn undos(table: &Played) -> (bool, bool) {
    let entries = &table.record().entries;
    let drew = |index: usize| matches!(&entries[index], Entry::Act { luck, .. } if !luck.is_empty());
    let undone = |consent: bool| {
        let undo = |index: &usize| matches!(entries[*index], Entry::Undo { .. });
        (1..entries.len()).filter(undo).any(|index| drew(index - 1) == consent)
    };
    (undone(false), undone(true))
}

fn rules(options: &Options) -> Arc<BusinessmenRules> {
    Arc::new(common::rules(options))
}

/// Plays a game between greedy players; with `undo` they sometimes think better of it.
fn play(rules: &Arc<BusinessmenRules>, options: &Options, seed: u64, undo: bool) -> Played {
    let names: Vec<String> =
        ["Olya", "Nazar", "Martha", "Anton"][..rules.players()].iter().map(|name| name.to_string()).collect();
    let entropy = names.iter().map(|name| Key::of(&[name.as_bytes()])).collect();
    let head = header::<Businessmen>(Businessmen::files().hash(), options, names, entropy);
    let secret = Key::of(&[b"record", &seed.to_le_bytes()]);
    let mut table = Table::open(rules.clone(), head, secret, Vec::new()).expect("a table");
    let mut whim = Seeded::new(seed);
    while let Some(seat) = rules.turn(table.state()).awaited.lowest() {
        // Now and then a whim, or all games would be much alike.
        let action = match whim.below(6) {
            0 => rules.any_action(table.state(), seat, &mut whim, &mut Vec::new()).expect("something can be done"),
            _ => greedy(rules, table.state(), seat, &mut whim),
        };
        table.play(seat, &action, None).expect("what is listed is legal");
        if undo && whim.below(30) == 0 && !rules.turn(table.state()).is_over() {
            let consent = table.undoable(seat) == 0;
            table.undo(seat, consent).expect("it can be taken back");
        }
    }
    table
}

/// The record as it is kept: with the log for people.
fn text(table: &Played) -> String {
    let record = table.record();
    let events = table.events_from(0, Viewer::Watcher);
    record.annotated(|entry| {
        let here = events.iter().filter(|event| event.entry == entry);
        here.map(|event| table.rules().tell(&event.event, &record.header.seats).text).collect()
    })
}

fn path(name: &str) -> String {
    format!("{FOLDER}/{name}.txt")
}

/// Every record in the folder, replayed.
fn replayed() -> Vec<(String, Played)> {
    if std::env::var_os("UPDATE_RECORDS").is_some() {
        update();
    }
    let mut names: Vec<String> = fs::read_dir(FOLDER)
        .expect("the folder of records")
        .map(|file| file.expect("a file").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let text = fs::read_to_string(format!("{FOLDER}/{name}")).expect("a text");
            let record = Record::read(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let options: Options = serde_json::from_value(record.header.options.clone().into()).expect("options of the game");
            let table = Table::replay(rules(&options), &record, Key([0; 32])).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            (name, table)
        })
        .collect()
}

fn update() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        fs::create_dir_all(FOLDER).expect("a folder");
        for Kept { name, settings, undo, wanted } in kept() {
            let options = options(settings);
            let rules = rules(&options);
            let games = (0..4_000).map(|seed| play(&rules, &options, seed, undo));
            let shortest = games.filter(wanted).take(2).min_by_key(|table| table.version());
            let shortest = shortest.unwrap_or_else(|| panic!("{name}: no game ends so"));
            fs::write(path(name), text(&shortest)).expect("a file");
        }
    });
}

#[test]
fn every_record_replays_to_its_end() {
    for (name, table) in replayed() {
        let kept = fs::read_to_string(format!("{FOLDER}/{name}")).expect("a text");
        assert!(text(&table) == kept, "{name} is told otherwise now; UPDATE_RECORDS=1 writes it anew");
        assert!(table.rules().turn(table.state()).is_over(), "{name}");
        let head = &table.record().header;
        assert_eq!((head.game.as_str(), head.edition), ("businessmen", Businessmen::about().edition));
        assert_eq!(head.pack, Businessmen::files().hash(), "{name} was played with another pack");
        assert!(head.secret.is_some() && head.commitment.is_some(), "{name}: everybody can check its luck");
    }
}

#[test]
fn the_records_cover_every_ending_and_player_count() {
    let tables = replayed();
    let outcome = |table: &Played| table.rules().outcome(table.state()).expect("a finished game");
    let clauses: BTreeSet<&str> = tables.iter().map(|(_, table)| outcome(table).clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["BIZ-END-3", "BIZ-END-4", "BIZ-END-5", "BIZ-END-8"]);
    let players: BTreeSet<usize> = tables.iter().map(|(_, table)| table.rules().players()).collect();
    assert_eq!(players.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
    for Kept { name, wanted, .. } in kept() {
        let (_, table) = tables.iter().find(|(file, _)| *file == format!("{name}.txt")).expect("the record is kept");
        assert!(wanted(table), "{name}");
    }
}

#[test]
fn a_changed_record_does_not_replay() {
    for (name, table) in replayed() {
        let (record, rules) = (table.record(), table.rules());
        let middle = record.entries.len() / 2;
        for change in ["luck", "hash", "seat"] {
            let mut forged = record.clone();
            let entry =
                forged.entries[middle..].iter_mut().find(|entry| matches!(entry, Entry::Act { luck, .. } if !luck.is_empty()));
            let Some(Entry::Act { luck, hash, seat, .. }) = entry else { panic!("{name} draws luck") };
            match change {
                "luck" => luck[0] = luck[0] % 8 + 1,
                "hash" => hash.0 ^= 1,
                _ => *seat = seat.next(rules.players()),
            }
            assert!(Table::replay(rules.clone(), &forged, Key([0; 32])).is_err(), "{name} with another {change}");
        }
    }
}

#[test]
fn what_a_player_may_take_back_alone_is_a_choice_that_showed_nothing() {
    let options = options(json!({}));
    let rules = rules(&options);
    let table = play(&rules, &options, 1, false);
    let mut state = *table.state_after(0).expect("the start");
    let mut seen = BTreeSet::new();
    for entry in &table.record().entries {
        let Entry::Act { seat, action, luck, .. } = entry else { continue };
        let action = rules.read(action).expect("an action");
        let mut script = kernel::Scripted::new(luck.clone());
        let consequence = rules.apply(&mut state, *seat, &action, &mut script, &mut kernel::Silent).expect("a legal action");
        assert_eq!(consequence == Consequence::Sealed, !luck.is_empty(), "what draws luck is sealed, and nothing else");
        seen.insert(consequence == Consequence::Open);
    }
    assert_eq!(seen.len(), 2);
}
