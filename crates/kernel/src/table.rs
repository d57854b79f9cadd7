//! A table in play: the fold of its record, with undo, scripted luck and replay.

use crate::{
    Consequence, Entry, Fair, Fingerprint, Game, Header, Key, LuckFault, Notation, Prepared, Record, Recording, Refusal, Rules,
    Scripted, Seat, Start, Viewer,
};
use sha2::{Digest, Sha256};
use std::{collections::VecDeque, sync::Arc};

/// Rules that a table can keep a record of.
pub trait Recorded: Notation {
    /// The fingerprint of a state: of its position as JSON, so that it does not depend on how the state lies in memory.
    fn fingerprint(&self, state: &Self::State) -> Fingerprint {
        let text = serde_json::to_vec(&self.position(state)).unwrap_or_default();
        let hash = Sha256::digest(&text);
        Fingerprint(u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]))
    }
}

impl<R: Notation> Recorded for R {}

/// Why a move was not played, taken back or replayed. Nothing was changed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TableFault {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The scripted luck does not fit what the rules draw.
    #[error("scripted luck does not fit: {0}")]
    Luck(#[from] LuckFault),
    /// There is nothing that this seat may take back.
    #[error("{0}")]
    Undo(&'static str),
    /// The record cannot have happened.
    #[error("entry {entry}: {message}")]
    Replay {
        /// Which entry; 0 is the start.
        entry: usize,
        /// What is wrong with it.
        message: String,
    },
}

/// Something that happened, and the entry of the record that brought it about.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Event<E> {
    /// The entry; 0 is the set-up.
    pub entry: usize,
    /// What happened.
    #[serde(flatten)]
    pub event: E,
}

/// A moment of a table: the state after an entry that counts.
#[derive(Clone, Debug)]
struct Moment<S> {
    /// The entry that led here; 0 is the start.
    entry: usize,
    state: S,
    seat: Option<Seat>,
    consequence: Consequence,
}

/// A table in play.
#[derive(Debug)]
pub struct Table<R: Rules> {
    rules: Arc<R>,
    record: Record,
    luck: Fair,
    secret: Key,
    scripted: VecDeque<u32>,
    line: Vec<Moment<R::State>>,
    events: Vec<Event<R::Event>>,
}

// Not derived: the rules are shared, so they need not be `Clone`.
impl<R: Rules> Clone for Table<R> {
    fn clone(&self) -> Table<R> {
        Table {
            rules: self.rules.clone(),
            record: self.record.clone(),
            luck: self.luck.clone(),
            secret: self.secret,
            scripted: self.scripted.clone(),
            line: self.line.clone(),
            events: self.events.clone(),
        }
    }
}

impl<R: Notation> Table<R> {
    /// Opens a table: the set-up is drawn from the secret and what the seats added.
    ///
    /// `header` says who plays what; its commitment is made here. `coming` is luck to be used first, for trying things out;
    /// a table with scripted luck promises no fair dice.
    pub fn open(rules: Arc<R>, header: Header, secret: Key, coming: Vec<u32>) -> Result<Table<R>, TableFault> {
        let mut table = Table::shell(rules, header, secret);
        if !coming.is_empty() {
            table.script(coming)?;
        }
        let mut events = Vec::new();
        let mut luck = table.source();
        let state = table.rules.start(&mut luck, &mut events);
        let drawn = table.settle(luck)?;
        table.begin(state, drawn, events);
        Ok(table)
    }

    /// Opens a table at a position. It promises no fair dice before that moment, but all after it.
    pub fn open_at(rules: Arc<R>, mut header: Header, secret: Key, position: &R::Position) -> Result<Table<R>, TableFault> {
        let state = rules.place(position)?;
        header.position = serde_json::to_value(rules.position(&state)).ok();
        let mut table = Table::shell(rules, header, secret);
        table.begin(state, Vec::new(), Vec::new());
        Ok(table)
    }

    fn shell(rules: Arc<R>, mut header: Header, secret: Key) -> Table<R> {
        header.commitment = Some(secret.commitment());
        header.secret = None;
        // A name stands on a line of the record.
        for name in &mut header.seats {
            *name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let luck = Fair::new(secret, &header.entropy);
        let start = Start { luck: Vec::new(), hash: Fingerprint(0) };
        let record = Record { header, start, entries: Vec::new() };
        Table { rules, record, luck, secret, scripted: VecDeque::new(), line: Vec::new(), events: Vec::new() }
    }

    fn begin(&mut self, state: R::State, luck: Vec<u32>, events: Vec<R::Event>) {
        self.record.start = Start { luck, hash: self.rules.fingerprint(&state) };
        self.line.push(Moment { entry: 0, state, seat: None, consequence: Consequence::Sealed });
        self.events.extend(events.into_iter().map(|event| Event { entry: 0, event }));
        self.reveal();
    }

    fn source(&self) -> Recording<Prepared<Fair>> {
        Recording::new(Prepared::new(self.scripted.clone(), self.luck.clone()))
    }

    fn settle(&mut self, luck: Recording<Prepared<Fair>>) -> Result<Vec<u32>, TableFault> {
        let (prepared, drawn) = luck.into_parts();
        if let Some(fault) = prepared.fault {
            return Err(fault.into());
        }
        self.scripted = prepared.coming;
        self.luck = prepared.then;
        Ok(drawn)
    }

    /// Decides the luck to come, before any that is drawn fairly. From here on the record carries no promise of fair dice; a
    /// finished game keeps the one it has kept.
    pub fn script(&mut self, coming: impl IntoIterator<Item = u32>) -> Result<(), TableFault> {
        if !self.line.is_empty() && self.rules.turn(self.state()).is_over() {
            return Err(TableFault::Luck(LuckFault::Over));
        }
        self.scripted = coming.into_iter().collect();
        if !self.scripted.is_empty() {
            self.record.header.commitment = None;
        }
        Ok(())
    }

    /// The luck that is scripted and not yet drawn.
    pub fn scripted(&self) -> impl Iterator<Item = u32> {
        self.scripted.iter().copied()
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The state now.
    pub fn state(&self) -> &R::State {
        // `begin` put the first moment there and nothing takes it away.
        &self.line[self.line.len() - 1].state
    }

    /// The state after entry `entry`, if that entry counts; 0 is the start.
    pub fn state_after(&self, entry: usize) -> Option<&R::State> {
        self.line.iter().find(|moment| moment.entry == entry).map(|moment| &moment.state)
    }

    /// The number of entries so far, taken back or not.
    pub fn version(&self) -> usize {
        self.record.entries.len()
    }

    /// All that happened from entry `first` on, as this viewer may know it; 0 is the set-up.
    pub fn events_from(&self, first: usize, viewer: Viewer) -> Vec<Event<R::Event>> {
        let later = self.events.iter().filter(|event| event.entry >= first);
        later.filter_map(|Event { entry, event }| Some(Event { entry: *entry, event: self.rules.seen(event, viewer)? })).collect()
    }

    /// What this viewer remembers who has watched from the start.
    pub fn memory(&self, viewer: Viewer) -> R::Memory {
        let mut memory = R::Memory::default();
        self.line.iter().for_each(|moment| self.rules.remember(&mut memory, &moment.state, viewer));
        memory
    }

    /// Plays one action of one seat.
    pub fn play(&mut self, seat: Seat, action: &R::Action, time: Option<u64>) -> Result<(), TableFault> {
        let mut state = *self.state();
        let mut luck = self.source();
        let mut events = Vec::new();
        let consequence = self.rules.apply(&mut state, seat, action, &mut luck, &mut events)?;
        let luck = self.settle(luck)?;
        if self.record.header.commitment.is_some_and(|published| published != self.secret.commitment()) {
            // A replayed game played on with another secret: the promise of the old one ends here.
            (self.record.header.commitment, self.record.header.secret) = (None, None);
        }
        let hash = self.rules.fingerprint(&state);
        self.record.entries.push(Entry::Act { seat, action: self.rules.write(action), luck, hash, time });
        let entry = self.version();
        self.line.push(Moment { entry, state, seat: Some(seat), consequence });
        self.events.extend(events.into_iter().map(|event| Event { entry, event }));
        self.reveal();
        Ok(())
    }

    fn reveal(&mut self) {
        if self.rules.turn(self.state()).is_over() && self.record.header.commitment.is_some() {
            self.record.header.secret = Some(self.secret);
        }
    }

    /// How many actions this seat may take back alone: its own, up to the last that drew luck or showed something.
    /// None once the luck is shown.
    pub fn undoable(&self, seat: Seat) -> usize {
        if self.record.header.secret.is_some() {
            return 0;
        }
        let own = |moment: &&Moment<R::State>| moment.seat == Some(seat) && moment.consequence == Consequence::Open;
        self.line.iter().rev().take_while(own).count()
    }

    /// Takes back the last action that counts. Alone a seat may do so within [`Table::undoable`]; with everybody's consent
    /// up to the start. The undo is an entry of its own, and luck once drawn does not come again.
    pub fn undo(&mut self, by: Seat, consent: bool) -> Result<(), TableFault> {
        if self.line.len() < 2 {
            return Err(TableFault::Undo("nothing has been done yet that could be taken back"));
        }
        if self.record.header.secret.is_some() {
            return Err(TableFault::Undo("the game is over and its luck is shown; it cannot be taken back"));
        }
        if by.index() >= self.rules.players() {
            return Err(TableFault::Undo("only who plays here can take something back"));
        }
        if !consent && self.undoable(by) == 0 {
            return Err(TableFault::Undo(
                "your last action drew luck, showed something or was followed by another player's; only all together can take it back",
            ));
        }
        self.line.pop();
        let to = self.line[self.line.len() - 1].entry;
        self.record.entries.push(Entry::Undo { by, to });
        self.events.retain(|event| event.entry <= to);
        Ok(())
    }

    /// The record so far. The secret is in it once the game is over.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Plays a record again and checks every action, draw and fingerprint, and the fair dice once the secret is shown.
    ///
    /// The table that comes out is a game that can be looked at at any moment. With the `secret` it was opened with it goes
    /// on as if it had never been interrupted; with another one its luck comes from there, and fair dice are promised no more.
    pub fn replay(rules: Arc<R>, record: &Record, secret: Key) -> Result<Table<R>, TableFault> {
        let wrong = |entry: usize, message: String| TableFault::Replay { entry, message };
        let mut table = Table::shell(rules, record.header.clone(), secret);
        let mut fair = record.header.secret.map(|secret| Fair::new(secret, &record.header.entropy));
        if record.header.secret.map(Key::commitment) != record.header.commitment && record.header.secret.is_some() {
            return Err(wrong(0, "the secret is not the one that was committed to".into()));
        }
        let mut checked = |entry: usize, luck: &[u32], run: &mut dyn FnMut(&mut Retold<'_>)| -> Result<(), TableFault> {
            let mut retold = Retold { script: Scripted::new(luck), fair: fair.as_mut(), unfair: None };
            run(&mut retold);
            let unfair = retold.unfair;
            retold.script.finish().map_err(|fault| wrong(entry, format!("the luck does not fit: {fault}")))?;
            match unfair {
                Some((drawn, fair)) => Err(wrong(entry, format!("the luck {drawn} is not fair: the secret gives {fair}"))),
                None => Ok(()),
            }
        };
        let same = |entry: usize, found: Fingerprint, told: Fingerprint| {
            let message = format!("the rules lead to state {found}, the record says {told}");
            if found == told { Ok(()) } else { Err(wrong(entry, message)) }
        };

        let mut events = Vec::new();
        let state = match &record.header.position {
            Some(_) if !record.start.luck.is_empty() => {
                return Err(wrong(0, "a game that begins at a position draws nothing for its set-up".into()));
            }
            Some(position) => {
                let position = serde_json::from_value(position.clone()).map_err(|error| wrong(0, error.to_string()))?;
                table.rules.place(&position)?
            }
            None => {
                let mut begun = None;
                checked(0, &record.start.luck, &mut |luck| begun = Some(table.rules.start(luck, &mut events)))?;
                begun.ok_or_else(|| wrong(0, "the game did not start".into()))?
            }
        };
        table.begin(state, record.start.luck.clone(), events);
        same(0, table.record.start.hash, record.start.hash)?;

        for (index, entry) in record.entries.iter().enumerate() {
            let number = index + 1;
            match entry {
                Entry::Act { seat, action, luck: drawn, hash, time } => {
                    let action = table.rules.read(action).map_err(|message| wrong(number, message))?;
                    let (mut state, mut events, mut result) = (*table.state(), Vec::new(), None);
                    let rules = table.rules.clone();
                    checked(number, drawn, &mut |luck| {
                        result = Some(rules.apply(&mut state, *seat, &action, luck, &mut events));
                    })?;
                    let refused = |refusal: Refusal| wrong(number, refusal.to_string());
                    let consequence = result.unwrap_or(Ok(Consequence::Open)).map_err(refused)?;
                    let found = rules.fingerprint(&state);
                    same(number, found, *hash)?;
                    let action = rules.write(&action);
                    table.record.entries.push(Entry::Act { seat: *seat, action, luck: drawn.clone(), hash: found, time: *time });
                    table.line.push(Moment { entry: number, state, seat: Some(*seat), consequence });
                    table.events.extend(events.into_iter().map(|event| Event { entry: number, event }));
                }
                Entry::Undo { by, to } => {
                    if by.index() >= table.rules.players() {
                        return Err(wrong(number, format!("seat {by} does not play here")));
                    }
                    if record.header.commitment.is_some() && table.rules.turn(table.state()).is_over() {
                        return Err(wrong(number, "the game was over and its luck shown; it cannot be taken back".into()));
                    }
                    let at = table.line.iter().position(|moment| moment.entry == *to);
                    let at = at.ok_or_else(|| wrong(number, format!("entry {to} does not count any more")))?;
                    if at + 1 == table.line.len() {
                        return Err(wrong(number, "it takes nothing back".into()));
                    }
                    table.line.truncate(at + 1);
                    table.events.retain(|event| event.entry <= *to);
                    table.record.entries.push(Entry::Undo { by: *by, to: *to });
                }
            }
        }
        table.luck.next = record.draws();
        if record.header.secret.is_some() && !table.rules.turn(table.state()).is_over() {
            return Err(wrong(record.entries.len(), "the secret is shown, but the game is not over".into()));
        }
        // What was published stays; a new secret is only for playing on.
        table.record.header.commitment = record.header.commitment;
        table.record.header.secret = record.header.secret;
        Ok(table)
    }
}

/// Luck read from a record and, where the secret is known, compared with what it should have been.
struct Retold<'a> {
    script: Scripted,
    fair: Option<&'a mut Fair>,
    unfair: Option<(u32, u32)>,
}

impl Retold<'_> {
    fn compare(&mut self, told: u32, fair: impl FnOnce(&mut Fair) -> u32) {
        if let Some(should) = self.fair.as_deref_mut().map(fair)
            && should != told
        {
            self.unfair.get_or_insert((told, should));
        }
    }
}

impl crate::Luck for Retold<'_> {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        let told = self.script.between(low, high);
        self.compare(told, |fair| fair.between(low, high));
        told
    }

    fn among(&mut self, cards: crate::Cards) -> Option<u8> {
        let told = self.script.among(cards)?;
        self.compare(u32::from(told), |fair| fair.among(cards).map_or(u32::MAX, u32::from));
        Some(told)
    }
}

/// The header of a table that is about to be opened.
pub fn header<G: Game>(pack: Key, options: &G::Options, seats: Vec<String>, entropy: Vec<Key>) -> Header {
    let about = G::about();
    let options = match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(options)) => options,
        _ => serde_json::Map::new(),
    };
    Header {
        game: about.id.to_owned(),
        edition: about.edition,
        pack,
        options,
        seats,
        commitment: None,
        secret: None,
        entropy,
        position: None,
    }
}
