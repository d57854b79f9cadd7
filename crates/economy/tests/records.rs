//! Whole games kept as records: every way the game ends, every number of players, every deck and every placement.
//!
//! Each is replayed action by action, with its luck and its fingerprints checked. `UPDATE_RECORDS=1` plays them anew.

mod common;

use common::greedy;
use economy::{DeckName, Economy, EconomyRules, MemoryRule, Options, Placement, Tie};
use kernel::{Consequence, Entry, Game, Key, Luck, Record, Rules, Seeded, Table, Viewer, Words, header};
use std::{collections::BTreeSet, fs, sync::Arc};

/// Where they are kept; tests run in the directory of their crate.
const FOLDER: &str = "tests/records";

type Played = Table<EconomyRules>;

/// A record that is kept, and what makes it worth keeping.
struct Kept {
    name: &'static str,
    options: Options,
    undo: bool,
    wanted: fn(&Played) -> bool,
}

fn kept() -> Vec<Kept> {
    let by_default = Options::default;
    let players = |players| Options { players, ..by_default() };
    vec![
        Kept {
            name: "two-players-reference",
            options: Options { placement: Placement::Reference, ..players(2) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-1"),
        },
        Kept {
            name: "three-players-shared-win",
            options: Options { placement: Placement::Random, deck: DeckName::D3221, ..players(3) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-7"),
        },
        Kept {
            name: "three-players-played-on-after-a-tie",
            options: Options { placement: Placement::Reference, tie: Tie::PlayOn, memory: MemoryRule::Shown, ..players(3) },
            undo: false,
            wanted: went_on_after_a_tie,
        },
        Kept {
            name: "four-players-with-undo",
            options: by_default(),
            undo: true,
            wanted: |table| ended_by(table, "ECO-END-1") && undos(table) == (true, true),
        },
        Kept {
            name: "five-players-twelve-sectors",
            options: Options { placement: Placement::Random, deck: DeckName::Twelve, ..players(5) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-5"),
        },
        Kept {
            name: "six-players-3321",
            options: Options { placement: Placement::Reference, deck: DeckName::D3321, ..players(6) },
            undo: false,
            wanted: |table| ended_by(table, "ECO-END-5"),
        },
    ]
}

fn ended_by(table: &Played, clause: &str) -> bool {
    table.rules().outcome(table.state()).is_some_and(|outcome| outcome.clause == clause)
}

/// Did two lead with the target reached, and the game was not over?
fn went_on_after_a_tie(table: &Played) -> bool {
    let tied = |entry| {
        let Some(state) = table.state_after(entry) else { return false };
        let points = &state.points[..table.rules().players()];
        let best = points.iter().max();
        let level = points.iter().filter(|points| Some(*points) == best).count() > 1;
        level && best >= Some(&table.rules().target) && !table.rules().turn(state).is_over()
    };
    (0..=table.version()).any(tied) && table.rules().turn(table.state()).is_over()
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

fn rules(options: &Options) -> Arc<EconomyRules> {
    Arc::new(common::rules(options.clone()))
}

/// Plays a game between greedy players; with `undo` they sometimes think better of it.
fn play(rules: &Arc<EconomyRules>, seed: u64, undo: bool) -> Played {
    let names: Vec<String> =
        ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"][..rules.players()].iter().map(|name| name.to_string()).collect();
    let entropy = names.iter().map(|name| Key::of(&[name.as_bytes()])).collect();
    let head = header::<Economy>(Economy::files().hash(), &rules.options, names, entropy);
    let secret = Key::of(&[b"record", &seed.to_le_bytes()]);
    let mut table = Table::open(rules.clone(), head, secret, Vec::new()).expect("a table");
    let mut whim = Seeded::new(seed);
    while let Some(seat) = rules.turn(table.state()).awaited.lowest() {
        // Now and then a whim, or nobody would ever help another to an equal score.
        let action = match whim.below(5) {
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
        for Kept { name, options, undo, wanted } in kept() {
            let rules = rules(&options);
            let games = (0..2_000).map(|seed| play(&rules, seed, undo));
            let shortest = games.filter(wanted).take(3).min_by_key(|table| table.version());
            fs::write(path(name), text(&shortest.expect("a game that ends so"))).expect("a file");
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
        assert_eq!((head.game.as_str(), head.edition), ("economy", Economy::about().edition));
        assert_eq!(head.pack, Economy::files().hash(), "{name} was played with another pack");
        assert!(head.secret.is_some() && head.commitment.is_some(), "{name}: everybody can check its luck");
    }
}

#[test]
fn the_records_cover_every_ending_player_count_deck_and_placement() {
    let tables: Vec<Played> = replayed().into_iter().map(|(_, table)| table).collect();
    let outcome = |table: &Played| table.rules().outcome(table.state()).expect("a finished game");
    let clauses: BTreeSet<&str> = tables.iter().map(|table| outcome(table).clause).collect();
    assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["ECO-END-1", "ECO-END-5", "ECO-END-7"]);
    let players: BTreeSet<usize> = tables.iter().map(|table| table.rules().players()).collect();
    assert_eq!(players.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    let decks: BTreeSet<DeckName> = tables.iter().map(|table| table.rules().options.deck).collect();
    assert_eq!(decks.into_iter().collect::<Vec<_>>(), DeckName::ALL);
    for placement in [Placement::Players, Placement::Random, Placement::Reference] {
        assert!(tables.iter().any(|table| table.rules().options.placement == placement), "{placement:?}");
    }
    assert!(tables.iter().any(|table| outcome(table).winners().len() > 1), "a shared win");
    assert!(tables.iter().any(went_on_after_a_tie));
    assert!(tables.iter().any(|table| undos(table) == (true, true)));
    for Kept { name, wanted, .. } in kept() {
        let (_, table) = replayed().into_iter().find(|(file, _)| *file == format!("{name}.txt")).expect("the record is kept");
        assert!(wanted(&table), "{name}");
    }
}

#[test]
fn a_changed_record_does_not_replay() {
    for (name, table) in replayed() {
        let (record, rules) = (table.record(), table.rules());
        let middle = record.entries.len() / 2;
        for change in ["die", "hash", "seat"] {
            let mut forged = record.clone();
            let entry =
                forged.entries[middle..].iter_mut().find(|entry| matches!(entry, Entry::Act { luck, .. } if !luck.is_empty()));
            let Some(Entry::Act { luck, hash, seat, .. }) = entry else { panic!("{name} draws luck") };
            match change {
                "die" => luck[0] = luck[0] % 6 + 1,
                "hash" => hash.0 ^= 1,
                _ => *seat = seat.next(rules.players()),
            }
            assert!(Table::replay(rules.clone(), &forged, Key([0; 32])).is_err(), "{name} with another {change}");
        }
    }
}

#[test]
fn what_a_player_may_take_back_alone_is_a_choice_that_showed_nothing() {
    // Picking a card, and landing on a piece before its corner is chosen.
    let rules = rules(&Options::default());
    let table = play(&rules, 1, false);
    let mut state = *table.state_after(0).expect("the start");
    let mut open = BTreeSet::new();
    for entry in &table.record().entries {
        let Entry::Act { seat, action, luck, .. } = entry else { continue };
        let action = kernel::Notation::read(&*rules, action).expect("an action");
        let mut script = kernel::Scripted::new(luck.clone());
        let consequence = rules.apply(&mut state, *seat, &action, &mut script, &mut kernel::Silent).expect("a legal action");
        if consequence == Consequence::Open {
            open.insert(rules.view(&state, Viewer::Watcher).step.expect("the game goes on"));
        }
    }
    assert_eq!(open.into_iter().collect::<Vec<_>>(), ["hit", "place"]);
}
