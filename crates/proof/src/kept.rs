//! Golden records: whole games that are kept beside the tests of their game, to be replayed, retold and forged.

use crate::{difference::why_not, options, pack, rules};
use kernel::{Entry, Game, Key, Luck, Notation, Record, Rules, Seat, Seeded, Table, TableFault, Viewer, Words, header};
use serde_json::Value;
use std::{fs, sync::Arc};

/// The folder of the records; tests run in the directory of their crate.
const FOLDER: &str = "tests/records";

/// A table of this game.
pub type Played<G> = Table<<G as Game>::Rules>;

/// Plays for all seats; the luck is for random choices.
pub type Player<G> =
    Box<dyn FnMut(&<<G as Game>::Rules as Rules>::State, Seat, &mut Seeded) -> <<G as Game>::Rules as Rules>::Action>;

/// A record that is kept, and what makes it worth keeping.
pub struct Golden<G: Game> {
    /// The name of its file.
    pub name: &'static str,
    /// The settings of its table.
    pub options: G::Options,
    /// Where it begins, if not at the beginning.
    pub position: Option<Value>,
    /// Do the players sometimes take something back?
    pub undo: bool,
    /// How many milliseconds each of them takes; none if no time passes.
    pub pace: Option<u64>,
    wanted: Wanted<G>,
}

type Wanted<G> = Box<dyn Fn(&Played<G>) -> bool>;

impl<G: Game> Golden<G> {
    /// A game with these settings for which this holds once it is over.
    pub fn new(name: &'static str, settings: Value, wanted: impl Fn(&Played<G>) -> bool + 'static) -> Golden<G> {
        Golden { name, options: options::<G>(settings), position: None, undo: false, pace: None, wanted: Box::new(wanted) }
    }

    /// It begins here.
    #[must_use]
    pub fn at(self, position: Value) -> Golden<G> {
        Golden { position: Some(position), ..self }
    }

    /// In it something is taken back.
    #[must_use]
    pub fn with_undo(self) -> Golden<G> {
        Golden { undo: true, ..self }
    }

    /// Everybody takes this many milliseconds to decide, so that the clock of the table runs.
    #[must_use]
    pub fn timed(self, pace: u64) -> Golden<G> {
        Golden { pace: Some(pace), ..self }
    }

    /// Is this game worth keeping?
    pub fn is_wanted(&self, table: &Played<G>) -> bool {
        let undone = || matches!(undos(table), (true, _) | (_, true));
        table.rules().turn(table.state()).is_over() && (!self.undo || undone()) && (self.wanted)(table)
    }

    fn play(&self, archive: &Archive<G>, seed: u64) -> Played<G> {
        let rules = Arc::new(rules::<G>(&self.options));
        let names: Vec<String> = archive.names.iter().take(rules.players()).map(|name| (*name).to_owned()).collect();
        let entropy = names.iter().map(|name| Key::of(&[name.as_bytes()])).collect();
        let head = header::<G>(G::files().hash(), &self.options, names, entropy);
        let secret = Key::of(&[b"record", &seed.to_le_bytes()]);
        let table = match &self.position {
            None => Table::open(rules.clone(), head, secret, Vec::new()),
            Some(position) => {
                let position = serde_json::from_value(position.clone()).expect("the shape of a position");
                Table::open_at(rules.clone(), head, secret, &position)
            }
        };
        let mut table = table.unwrap_or_else(|fault| panic!("{}: {fault}", self.name));
        let (mut choose, mut whim) = ((archive.player)(self, &rules), Seeded::new(seed));
        while let Some(seat) = rules.turn(table.state()).awaited.lowest() {
            let action = choose(table.state(), seat, &mut whim);
            let time = self.pace.map(|pace| pace * (1 + table.version() as u64));
            table.play(seat, &action, time).unwrap_or_else(|fault| panic!("{}: {fault}", self.name));
            if self.undo && whim.below(30) == 0 && !rules.turn(table.state()).is_over() {
                let consent = table.undoable(seat) == 0;
                table.undo(seat, consent).unwrap_or_else(|fault| panic!("{}: {fault}", self.name));
            }
        }
        table
    }
}

/// The records of a game, and how they are played when they are played anew.
pub struct Archive<G: Game> {
    /// The players, as many as a table may have.
    pub names: &'static [&'static str],
    /// The records.
    pub goldens: Vec<Golden<G>>,
    /// How many seeds are tried for each record.
    pub seeds: u64,
    /// The shortest of this many suitable games is kept.
    pub of: usize,
    /// Who plays.
    pub player: fn(&Golden<G>, &Arc<G::Rules>) -> Player<G>,
}

impl<G: Game> Archive<G> {
    /// Every kept record by its name, replayed with its luck and fingerprints checked.
    ///
    /// With `UPDATE_RECORDS=1` in the environment the games are first played and stored again. With `UPDATE_RECORDS=told` the games
    /// stay, and only the log for people is written again.
    pub fn tables(&self) -> Vec<(String, Played<G>)> {
        static ONCE: std::sync::Once = std::sync::Once::new();
        let update = std::env::var("UPDATE_RECORDS").unwrap_or_default();
        ONCE.call_once(|| match update.as_str() {
            "" => {}
            "told" => replayed::<G>().iter().for_each(|(name, table)| keep(name, table)),
            _ => self.goldens.iter().for_each(|golden| {
                let games = (0..self.seeds).map(|seed| golden.play(self, seed));
                let shortest = games.filter(|table| golden.is_wanted(table)).take(self.of).min_by_key(|table| table.version());
                keep(golden.name, &shortest.unwrap_or_else(|| panic!("{}: no game ends so", golden.name)));
            }),
        });
        replayed::<G>()
    }

    /// A game between the archive's players that is not kept.
    pub fn a_game(&self, settings: Value, seed: u64) -> Played<G> {
        Golden::new("a game", settings, |_| true).play(self, seed)
    }

    /// Every record of the list is kept and is what the list asks for, and there are no others.
    #[track_caller]
    pub fn covers(&self, tables: &[(String, Played<G>)]) {
        for golden in &self.goldens {
            let found = tables.iter().find(|(name, _)| name == golden.name);
            let (name, table) = found.unwrap_or_else(|| panic!("{} is not kept", golden.name));
            assert!(golden.is_wanted(table), "{name} is not what it should be");
            let written = serde_json::to_value(&golden.options).expect("settings are JSON");
            let kept = serde_json::from_value::<G::Options>(table.header().options.clone().into());
            assert_eq!(kept.and_then(serde_json::to_value).ok(), Some(written), "{name} was played with other settings");
        }
        assert_eq!(tables.len(), self.goldens.len(), "no other record is kept");
    }
}

/// Keeps the record of a table under this name.
fn keep<R: Notation + Words>(name: &str, table: &Table<R>) {
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

fn replayed<G: Game>() -> Vec<(String, Played<G>)> {
    let mut names: Vec<String> = fs::read_dir(FOLDER)
        .expect("the folder of records")
        .map(|file| file.expect("a file").file_name().into_string().expect("a plain name"))
        .filter_map(|file| Some(file.strip_suffix(".txt")?.to_owned()))
        .collect();
    names.sort();
    let replay = |name: String| {
        let text = fs::read_to_string(format!("{FOLDER}/{name}.txt")).expect("a text");
        let record = Record::read(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let options: G::Options = serde_json::from_value(record.header.options.clone().into()).expect("options of the game");
        let rules = G::rules(pack::<G>(), &options).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let rules = Arc::new(rules);
        let table = again(&rules, &record).unwrap_or_else(|fault| panic!("{name}: {}", why_not(&rules, &record, &fault)));
        (name, table)
    };
    names.into_iter().map(replay).collect()
}

fn again<R: Notation>(rules: &Arc<R>, record: &Record) -> Result<Table<R>, TableFault> {
    Table::replay(rules.clone(), record, Key([0; 32]))
}

/// Each record gives the same log as before, reaches the end of the game, and was played by this edition, with this pack and with
/// luck that everybody can check.
pub fn records_tell_the_same<G: Game>(kept: &[(String, Table<G::Rules>)]) {
    assert!(!kept.is_empty(), "no record is kept");
    for (name, table) in kept {
        let text = fs::read_to_string(format!("{FOLDER}/{name}.txt")).expect("a text");
        assert!(told(table) == text, "{name} is told otherwise now; UPDATE_RECORDS=told writes it anew");
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
            if change == "seat" && rules.players() == 1 {
                continue;
            }
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
