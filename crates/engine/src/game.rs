//! The interface that all games of the house share.

use crate::{AnyTable, EngineError, Lesson, table::Seated};
use arena::{BenchLine, Plan, Report};
use kernel::{
    About, Entry, Files, Game, Key, MAX_SEATS, Notation, PackFault, Preset, Primer, Record, Rulebook, Rules, Setting, Table,
    settings::{self, Settings},
};
use serde_json::{Map, Value};
use std::{
    marker::PhantomData,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// The longest name of a player, in characters.
pub const LONGEST_NAME: usize = 40;

/// Any game.
pub trait AnyGame: Send + Sync {
    /// The facts.
    fn about(&self) -> About;

    /// What a newcomer reads before the rulebook.
    fn primer(&self) -> Primer;

    /// Every setting of a table.
    fn settings(&self) -> Vec<Setting>;

    /// Named sets of settings, the standard game first.
    fn presets(&self) -> Vec<Preset>;

    /// The settings that this preset names.
    fn preset(&self, name: &str) -> Result<Map<String, Value>, EngineError>;

    /// All clauses.
    fn rulebook(&self) -> &Rulebook;

    /// The lesson for newcomers, if there is one, or what is wrong with it if it cannot be read.
    fn lesson(&self) -> Result<Option<&Lesson>, &PackFault>;

    /// The content that comes with the program.
    fn files(&self) -> Files;

    /// What is wrong with this content; empty if it can be played.
    fn check_pack(&self, files: &Files) -> Vec<PackFault>;

    /// The chosen settings, checked one by one and together, and completed with the defaults.
    fn options(&self, chosen: &Map<String, Value>) -> Result<Map<String, Value>, EngineError>;

    /// Settings written as `key=value`, checked one by one.
    fn read_options(&self, pairs: &[&str]) -> Result<Map<String, Value>, EngineError>;

    /// Opens a table.
    fn open(&self, setup: Setup) -> Result<Box<dyn AnyTable>, EngineError>;

    /// Opens a table at a position, written with the rulebook's names.
    fn open_at(&self, setup: Setup, position: &Value) -> Result<Box<dyn AnyTable>, EngineError>;

    /// The fingerprint of the content that comes with the program.
    fn pack(&self) -> Key;

    /// Goes on from [what was saved](AnyTable::keep) of a table after this entry, under the current rules, when the entries
    /// before it cannot be replayed any more. Settings that the game no longer has are left out.
    fn go_on(&self, setup: Setup, kept: &Value, entry: usize) -> Result<Box<dyn AnyTable>, EngineError>;

    /// Plays a record again, checking every action, draw and fingerprint. The record must be of this edition and content.
    ///
    /// With the table's own secret the table goes on with its promise of fair dice. With another it can be looked at and played
    /// on, but the promise ends with the next action.
    fn replay(&self, record: &Record, files: Option<&Files>, secret: Key) -> Result<Box<dyn AnyTable>, EngineError>;

    /// Plays many games between bots. `progress` is called from time to time with the number of games finished since the last call.
    fn simulate(
        &self,
        files: Option<&Files>,
        options: &Map<String, Value>,
        plan: &Plan,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Report, EngineError>;

    /// How fast the game is, with its own content and default settings.
    fn bench(&self) -> Result<BenchLine, EngineError>;
}

/// What is needed to open a table.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The content; none for what comes with the program.
    pub files: Option<Files>,
    /// The chosen settings; the others have their defaults.
    pub options: Map<String, Value>,
    /// The players' names; none for plain numbers.
    pub seats: Vec<String>,
    /// The table's secret, from which all luck comes.
    pub secret: Key,
    /// What the seats add to it: nothing, or one key each.
    pub entropy: Vec<Key>,
    /// Luck to be used first.
    pub script: Vec<u32>,
}

impl Setup {
    /// A table with this secret and defaults for everything else.
    pub fn new(secret: Key) -> Setup {
        Setup { files: None, options: Map::new(), seats: Vec::new(), secret, entropy: Vec::new(), script: Vec::new() }
    }
}

/// The game `G` as any game. It is made once and lives as long as the program.
pub fn boxed<G: Game>() -> &'static dyn AnyGame {
    Box::leak(Box::new(Boxed::<G> {
        rulebook: OnceLock::new(),
        lesson: OnceLock::new(),
        content: OnceLock::new(),
        others: Mutex::default(),
        game: PhantomData,
    }))
}

/// A game behind the shared interface, as it is in the registry.
struct Boxed<G: Game> {
    rulebook: OnceLock<Rulebook>,
    lesson: OnceLock<Result<Option<Lesson>, PackFault>>,
    content: OnceLock<Content<G>>,
    /// Other content that was read recently, so that tables with the same content share it.
    others: Mutex<Vec<Content<G>>>,
    game: PhantomData<fn() -> G>,
}

/// How many others are kept.
const OTHERS: usize = 8;

/// A checked pack and its fingerprint.
struct Content<G: Game> {
    pack: Arc<G::Pack>,
    hash: Key,
}

impl<G: Game> Clone for Content<G> {
    fn clone(&self) -> Content<G> {
        Content { pack: self.pack.clone(), hash: self.hash }
    }
}

impl<G: Game> Content<G> {
    fn read(files: &Files) -> Result<Content<G>, EngineError> {
        let pack = G::pack(files).map_err(|faults| EngineError::faults(&faults))?;
        Ok(Content { pack: Arc::new(pack), hash: files.hash() })
    }
}

impl<G: Game> Boxed<G> {
    /// The content that comes with the program is read once, since every table needs it.
    fn content(&self, files: Option<&Files>) -> Result<Content<G>, EngineError> {
        if let Some(files) = files {
            let hash = files.hash();
            let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(read) = others.iter().find(|other| other.hash == hash) {
                return Ok(read.clone());
            }
            let read = Content::read(files)?;
            if others.len() == OTHERS {
                others.remove(0);
            }
            others.push(read.clone());
            return Ok(read);
        }
        if let Some(content) = self.content.get() {
            return Ok(content.clone());
        }
        let content = Content::read(&G::files())?;
        Ok(self.content.get_or_init(|| content).clone())
    }

    fn typed(&self, chosen: &Map<String, Value>) -> Result<G::Options, EngineError> {
        G::Options::from_map(chosen).map_err(|refusal| EngineError::refusal("options", refusal, &[]))
    }

    fn rules(&self, content: &Content<G>, options: &G::Options) -> Result<Arc<G::Rules>, EngineError> {
        let rules = G::rules(&content.pack, options).map_err(|refusal| EngineError::refusal("options", refusal, &[]))?;
        Ok(Arc::new(rules))
    }

    /// Everything that a table needs before its first state.
    fn prepare(&self, setup: &mut Setup) -> Result<(Arc<G::Rules>, kernel::Header), EngineError> {
        let content = self.content(setup.files.as_ref())?;
        let options = self.typed(&setup.options)?;
        let rules = self.rules(&content, &options)?;
        let seats = names(std::mem::take(&mut setup.seats), rules.players())?;
        let entropy = std::mem::take(&mut setup.entropy);
        if !entropy.is_empty() && entropy.len() != seats.len() {
            return Err(EngineError::new("seats", format!("{} seats add entropy, {} play", entropy.len(), seats.len())));
        }
        Ok((rules, kernel::header::<G>(content.hash, &options, seats, entropy)))
    }
}

impl<G: Game> AnyGame for Boxed<G> {
    fn about(&self) -> About {
        G::about()
    }

    fn primer(&self) -> Primer {
        G::primer()
    }

    fn settings(&self) -> Vec<Setting> {
        G::settings()
    }

    fn presets(&self) -> Vec<Preset> {
        G::presets()
    }

    fn preset(&self, name: &str) -> Result<Map<String, Value>, EngineError> {
        let presets = G::presets();
        let preset = presets.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let known: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
            EngineError::new("options", format!("there is no preset `{name}`; there are {}", known.join(", ")))
        })?;
        preset.chosen(&G::settings()).map_err(|refusal| EngineError::refusal("options", refusal, &[]))
    }

    fn rulebook(&self) -> &Rulebook {
        self.rulebook.get_or_init(|| Rulebook::read(G::about().rulebook))
    }

    fn lesson(&self) -> Result<Option<&Lesson>, &PackFault> {
        self.lesson.get_or_init(|| G::lesson().map(Lesson::read).transpose()).as_ref().map(Option::as_ref)
    }

    fn files(&self) -> Files {
        G::files()
    }

    fn check_pack(&self, files: &Files) -> Vec<PackFault> {
        G::pack(files).err().unwrap_or_default()
    }

    fn options(&self, chosen: &Map<String, Value>) -> Result<Map<String, Value>, EngineError> {
        let options = self.typed(chosen)?;
        // Contradictory settings are refused here as they would be when the table is opened.
        self.rules(&self.content(None)?, &options)?;
        Ok(options.to_map())
    }

    fn read_options(&self, pairs: &[&str]) -> Result<Map<String, Value>, EngineError> {
        let known = G::settings();
        let mut chosen = Map::new();
        for pair in pairs {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| EngineError::new("options", format!("`{pair}` is not a setting; write key=value")))?;
            let value = settings::find(&known, key.trim()).and_then(|setting| setting.read(value.trim()));
            let value = value.map_err(|refusal| EngineError::refusal("options", refusal, &[]))?;
            if chosen.insert(key.trim().to_owned(), value).is_some() {
                return Err(EngineError::new("options", format!("`{}` is set twice", key.trim())));
            }
        }
        Ok(chosen)
    }

    fn open(&self, mut setup: Setup) -> Result<Box<dyn AnyTable>, EngineError> {
        let (rules, header) = self.prepare(&mut setup)?;
        Ok(Box::new(Seated::new(Table::open(rules, header, setup.secret, setup.script)?)))
    }

    fn open_at(&self, mut setup: Setup, position: &Value) -> Result<Box<dyn AnyTable>, EngineError> {
        let (rules, header) = self.prepare(&mut setup)?;
        if !position.is_object() {
            return Err(EngineError::new("position", "a position is a JSON object"));
        }
        let position = serde_json::from_value(position.clone())
            .map_err(|error| EngineError::new("position", format!("the position cannot be read: {error}")))?;
        let impossible = |refusal| EngineError::refusal("position", refusal, &[]);
        let state = rules.restore(&position).map_err(impossible)?;
        rules.check(&state).map_err(impossible)?;
        let mut table = Table::open_at(rules, header, setup.secret, &position)?;
        if !setup.script.is_empty() {
            table.script(setup.script)?;
        }
        Ok(Box::new(Seated::new(table)))
    }

    fn pack(&self) -> Key {
        self.content.get().map_or_else(|| G::files().hash(), |content| content.hash)
    }

    fn go_on(&self, mut setup: Setup, kept: &Value, entry: usize) -> Result<Box<dyn AnyTable>, EngineError> {
        setup.options.retain(|key, value| self.typed(&Map::from_iter([(key.clone(), value.clone())])).is_ok());
        let (rules, header) = self.prepare(&mut setup)?;
        let kept: kernel::Kept<_, _> = serde_json::from_value(kept.clone())
            .map_err(|error| EngineError::new("position", format!("what was kept cannot be read: {error}")))?;
        let impossible = |refusal| EngineError::refusal("position", refusal, &[]);
        let state = rules.restore(&kept.position).map_err(impossible)?;
        rules.check(&state).map_err(impossible)?;
        Ok(Box::new(Seated::new(Table::go_on(rules, header, setup.secret, &kept, entry)?)))
    }

    fn replay(&self, record: &Record, files: Option<&Files>, secret: Key) -> Result<Box<dyn AnyTable>, EngineError> {
        let (about, header) = (G::about(), &record.header);
        if header.game != about.id {
            return Err(EngineError::new("game", format!("this is a record of {}, not of {}", header.game, about.id)));
        }
        if header.edition != about.edition {
            let message = format!(
                "the record was played under edition {} of the rules; these are edition {}",
                header.edition, about.edition
            );
            return Err(EngineError::new("edition", message));
        }
        let content = self.content(files)?;
        if header.pack != content.hash {
            let message = format!("the record was played with content {}, this is {}; give its files", header.pack, content.hash);
            return Err(EngineError::new("content", message));
        }
        let rules = self.rules(&content, &self.typed(&header.options)?)?;
        let players = rules.players();
        if header.seats.len() != players {
            return Err(EngineError::new("seats", format!("the record names {} seats, {players} play", header.seats.len())));
        }
        let seated = |entry: &Entry| match entry {
            Entry::Act { seat, .. } | Entry::Undo { by: seat, .. } => seat.index() < players,
        };
        if let Some(stranger) = record.entries.iter().position(|entry| !seated(entry)) {
            let message = format!("entry {}: there is no such seat; {players} play", stranger + 1);
            return Err(EngineError::new("record", message));
        }
        let secret = header.secret.unwrap_or(secret);
        let table = Table::replay(rules, record, secret).map_err(|fault| match fault {
            kernel::TableFault::Refused(refusal) => EngineError::refusal("record", refusal, &header.seats),
            fault => fault.into(),
        })?;
        Ok(Box::new(Seated::new(table)))
    }

    fn simulate(
        &self,
        files: Option<&Files>,
        options: &Map<String, Value>,
        plan: &Plan,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Report, EngineError> {
        let options = self.typed(options)?;
        let rules = self.rules(&self.content(files)?, &options)?;
        Ok(arena::simulate::<G>(&rules, &options, plan, progress)?)
    }

    fn bench(&self) -> Result<BenchLine, EngineError> {
        Ok(arena::bench::<G>()?)
    }
}

/// Names that records and pages can hold: one line, not too long, one for each player.
fn names(given: Vec<String>, players: usize) -> Result<Vec<String>, EngineError> {
    let players = players.min(MAX_SEATS);
    if given.is_empty() {
        return Ok((1..=players).map(|number| format!("Seat {number}")).collect());
    }
    if given.len() != players {
        return Err(EngineError::new("seats", format!("there are {} names for {players} players", given.len())));
    }
    let tidy = |name: String| {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = name.chars().count();
        if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
            let message = format!("a name has 1 to {LONGEST_NAME} characters on one line");
            return Err(EngineError::new("seats", message));
        }
        Ok(name)
    };
    given.into_iter().map(tidy).collect()
}
