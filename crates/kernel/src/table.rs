//! A table in play: the result of its record, with undo, scripted luck and replay.

use crate::{
    Clock, Consequence, Entry, Fair, Fingerprint, Game, Header, Journal, Key, LuckFault, Notation, Prepared, Record, Recording,
    Refusal, Rules, Scripted, Seat, Silent, Start, Viewer,
    ledger::Ledger,
    moment::{Checkpoints, Moment},
};
use sha2::{Digest, Sha256};
use std::{collections::VecDeque, ops::RangeInclusive, sync::Arc};

/// Rules that a table can keep a record of.
pub trait Recorded: Notation {
    /// The fingerprint of a state. It is made from its position as JSON, so that it does not depend on the layout in memory.
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
    /// The record breaks the rules.
    #[error("entry {entry}: {message}")]
    Replay {
        /// Which entry; 0 is the start.
        entry: usize,
        /// What is wrong with it.
        message: String,
    },
}

/// An event, and the entry of the record that caused it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Event<E> {
    /// The entry; 0 is the set-up.
    pub entry: usize,
    /// What happened.
    #[serde(flatten)]
    pub event: E,
}

/// What is saved of a moment outside the table, so that play can go on from there even if the rules change.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(bound = "P: serde::Serialize + serde::de::DeserializeOwned, M: serde::Serialize + serde::de::DeserializeOwned")]
pub struct Kept<P, M> {
    /// The state.
    pub position: P,
    /// What viewers remember: the seats in their order, then a watcher.
    #[serde(default = "Vec::new", skip_serializing_if = "nothing")]
    pub memories: Vec<M>,
    /// How long it was in play.
    #[serde(default, skip_serializing_if = "Clock::stands_still")]
    pub clock: Clock,
}

/// Memories of a game in which nothing has to be remembered are not written.
fn nothing<M>(memories: &[M]) -> bool {
    size_of::<M>() == 0 || memories.is_empty()
}

/// A table in play. It holds the current moment and a bounded number of earlier ones; all others, and the events at them, are
/// computed from these. It grows with the game by only a few bytes for each entry.
#[derive(Debug)]
pub struct Table<R: Rules> {
    rules: Arc<R>,
    header: Header,
    start: Start,
    ledger: Ledger<R::Action>,
    luck: Fair,
    secret: Key,
    scripted: VecDeque<u32>,
    now: Moment<R>,
    checkpoints: Checkpoints<R>,
}

// Not derived: the rules are shared, so they need not be `Clone`.
impl<R: Rules> Clone for Table<R> {
    fn clone(&self) -> Table<R> {
        Table {
            rules: self.rules.clone(),
            header: self.header.clone(),
            start: self.start.clone(),
            ledger: self.ledger.clone(),
            luck: self.luck.clone(),
            secret: self.secret,
            scripted: self.scripted.clone(),
            now: self.now.clone(),
            checkpoints: self.checkpoints.clone(),
        }
    }
}

impl<R: Notation> Table<R> {
    /// Opens a table: the set-up is drawn from the secret and what the seats added.
    ///
    /// `header` says who plays what; its commitment is made here. `coming` is luck to be used first, for trying things out;
    /// a table with scripted luck does not promise fair dice.
    pub fn open(rules: Arc<R>, header: Header, secret: Key, coming: Vec<u32>) -> Result<Table<R>, TableFault> {
        let mut header = sealed(header, secret);
        if !coming.is_empty() {
            header.commitment = None;
        }
        let fair = Fair::new(secret, &header.entropy);
        let mut luck = Recording::new(Prepared::new(coming.into(), fair));
        let state = rules.start(&mut luck, &mut Silent);
        let (prepared, drawn) = luck.into_parts();
        if let Some(fault) = prepared.fault {
            return Err(fault.into());
        }
        let mut table = Table::begin(rules, header, secret, state, drawn);
        (table.scripted, table.luck) = (prepared.coming, prepared.then);
        Ok(table)
    }

    /// Opens a table at a position. It promises fair dice from there on.
    pub fn open_at(rules: Arc<R>, header: Header, secret: Key, position: &R::Position) -> Result<Table<R>, TableFault> {
        let state = rules.restore(position)?;
        let mut header = sealed(header, secret);
        header.position = serde_json::to_value(rules.position(&state)).ok();
        Ok(Table::begin(rules, header, secret, state, Vec::new()))
    }

    /// Goes on from what was saved of a table after its entry `entry`, when the entries before it cannot be replayed any more
    /// because the rules have changed. Entries are numbered on from there, and the clock runs on.
    ///
    /// New entropy of each seat is derived from the old, so that no draw is repeated and all of them can be checked from here on.
    pub fn go_on(
        rules: Arc<R>,
        mut header: Header,
        secret: Key,
        kept: &Kept<R::Position, R::Memory>,
        entry: usize,
    ) -> Result<Table<R>, TableFault> {
        let state = rules.restore(&kept.position)?;
        header.entropy.resize(rules.players(), Key([0; 32]));
        for added in &mut header.entropy {
            *added = Key::of(&[b"exchequer goes on", &added.0, &(entry as u64).to_le_bytes()]);
        }
        let mut header = sealed(header, secret);
        header.position = serde_json::to_value(rules.position(&state)).ok();
        let mut table = Table::begin(rules, header, secret, state, Vec::new());
        table.ledger = Ledger::new(entry);
        table.luck.clock = kept.clock;
        if kept.memories.len() == table.now.memories.len() {
            table.now.memories.clone_from(&kept.memories);
            table.checkpoints = Checkpoints::new(table.now.clone());
        }
        Ok(table)
    }

    fn begin(rules: Arc<R>, header: Header, secret: Key, state: R::State, drawn: Vec<u32>) -> Table<R> {
        let now = Moment::first(rules.as_ref(), state);
        let mut luck = Fair::new(secret, &header.entropy);
        luck.next = drawn.len() as u64;
        let mut table = Table {
            start: Start { luck: drawn, hash: rules.fingerprint(&state) },
            checkpoints: Checkpoints::new(now.clone()),
            ledger: Ledger::new(0),
            scripted: VecDeque::new(),
            rules,
            header,
            luck,
            secret,
            now,
        };
        table.reveal();
        table
    }

    /// Sets the next draws of luck. From here on the record does not promise fair dice; for a finished game, whose dice were
    /// fair, the promise stays.
    pub fn script(&mut self, coming: impl IntoIterator<Item = u32>) -> Result<(), TableFault> {
        if self.rules.turn(self.state()).is_over() {
            return Err(TableFault::Luck(LuckFault::Over));
        }
        self.scripted = coming.into_iter().collect();
        if !self.scripted.is_empty() {
            self.header.commitment = None;
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

    /// What was fixed before the first move.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Changes the name of the player on this seat, in the record and in all texts from now on.
    pub fn rename(&mut self, seat: Seat, name: String) {
        if let Some(known) = self.header.seats.get_mut(seat.index()) {
            *known = name;
        }
    }

    /// How play began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The state now.
    pub fn state(&self) -> &R::State {
        &self.now.state
    }

    /// The state after entry `entry`, if that entry counts; 0 is the start.
    pub fn state_after(&self, entry: usize) -> Option<R::State> {
        let place = self.ledger.place(entry)?;
        if place + 1 == self.line().len() { Some(self.now.state) } else { Some(self.moment(place)?.state) }
    }

    /// The entries that count, in order, with the start first: the moments of the game.
    pub fn line(&self) -> &[usize] {
        self.ledger.line()
    }

    /// The seat whose action led to the moment at this place of the line; nobody at the start.
    pub fn actor(&self, place: usize) -> Option<Seat> {
        self.ledger.act(place).map(|act| act.seat)
    }

    /// The number of entries so far, taken back or not.
    pub fn version(&self) -> usize {
        self.ledger.version()
    }

    /// The fingerprint of the state now.
    pub fn fingerprint(&self) -> Fingerprint {
        self.ledger.act(self.line().len() - 1).map_or(self.start.hash, |act| act.hash)
    }

    /// How many moments are kept to compute others from.
    pub fn checkpoints(&self) -> usize {
        self.checkpoints.len()
    }

    /// How many bytes the table takes, without its rules.
    pub fn size(&self) -> usize {
        let memories = (self.rules.players() + 1) * size_of::<R::Memory>();
        self.ledger.size() + self.checkpoints.len() * (size_of::<Moment<R>>() + memories)
    }

    /// A moment of the line, computed from the last kept one before it.
    fn moment(&self, place: usize) -> Option<Moment<R>> {
        let (kept, mut moment) = self.checkpoints.before(place);
        for place in kept + 1..=place {
            self.repeat(&mut moment, place, &mut Silent)?;
        }
        Some(moment)
    }

    /// Goes through all moments of the line in order, each with its state and the events since the one before.
    pub fn walk(&self, mut each: impl FnMut(usize, &R::State, &[R::Event])) {
        let (_, mut moment) = self.checkpoints.before(0);
        each(0, &moment.state, &[]);
        let mut happened = Vec::new();
        for place in 1..self.line().len() {
            happened.clear();
            if self.repeat(&mut moment, place, &mut happened).is_none() {
                return;
            }
            each(place, &moment.state, &happened);
        }
    }

    /// Advances from the moment before this place of the line to the one at it.
    fn repeat(&self, moment: &mut Moment<R>, place: usize, journal: &mut impl Journal<R::Event>) -> Option<()> {
        let act = self.ledger.act(place)?;
        let mut luck = Scripted::new(self.ledger.drawn(act));
        self.rules.apply(&mut moment.state, act.seat, self.ledger.action(act), &mut luck, journal).ok()?;
        moment.remember(&self.rules);
        Some(())
    }

    /// All that happened from entry `first` on, as this viewer may know it; 0 is the set-up.
    pub fn events_from(&self, first: usize, viewer: Viewer) -> Vec<Event<R::Event>> {
        self.events(first..=self.version(), viewer)
    }

    /// The events of these entries, as this viewer may know them. They are computed again from the last kept moment before them;
    /// entries that were taken back have none.
    ///
    /// If remembering is part of the game, [news](Table::news) is told in full, and until the game is over older events only as
    /// far as they may be [recalled](Rules::recalled).
    pub fn events(&self, entries: RangeInclusive<usize>, viewer: Viewer) -> Vec<Event<R::Event>> {
        let (line, mut told) = (self.line(), Vec::new());
        let mut happened = Vec::new();
        let news = if self.past_is_open() { 0 } else { self.news(viewer) };
        let mut tell = |entry: usize, happened: &mut Vec<R::Event>| {
            let seen = happened.drain(..).filter_map(|event| self.rules.seen(&event, viewer));
            let again = |event| if entry < news { self.rules.recalled(&event, self.state(), viewer) } else { Some(event) };
            told.extend(seen.filter_map(again).map(|event| Event { entry, event }));
        };
        let mut place = line.partition_point(|entry| entry < entries.start());
        if place == 0 && entries.contains(&0) && self.header.position.is_none() {
            self.rules.start(&mut Scripted::new(self.start.luck.as_slice()), &mut happened);
            tell(0, &mut happened);
        }
        place = place.max(1);
        if line.get(place).is_some_and(|entry| entries.contains(entry))
            && let Some(mut moment) = self.moment(place - 1)
        {
            while let Some(entry) = line.get(place).filter(|entry| entries.contains(entry)) {
                if self.repeat(&mut moment, place, &mut happened).is_none() {
                    break;
                }
                tell(*entry, &mut happened);
                place += 1;
            }
        }
        told
    }

    /// May earlier moments be looked at? Always once the game is over; before that only if remembering is not part of it.
    pub fn past_is_open(&self) -> bool {
        !self.rules.forgets() || self.rules.turn(self.state()).is_over()
    }

    /// The first entry that is still news to this viewer. For a seat, news is its own last turn (its last actions in a row) and
    /// everything after it; for a watcher, the last turn of anybody.
    pub fn news(&self, viewer: Viewer) -> usize {
        let line = self.line();
        let actor = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher => self.actor(line.len() - 1),
        };
        let since = (0..line.len()).rev().skip_while(|place| self.actor(*place) != actor);
        since.take_while(|place| self.actor(*place) == actor).last().map_or(0, |place| line[place])
    }

    /// What this viewer remembers if they have watched from the start.
    pub fn memory(&self, viewer: Viewer) -> R::Memory {
        self.now.memory(viewer)
    }

    /// What has to be saved of this moment to go on from it.
    pub fn keep(&self) -> Kept<R::Position, R::Memory> {
        Kept { position: self.rules.position(self.state()), memories: self.now.memories.clone(), clock: self.luck.clock }
    }

    /// Plays one action of one seat. `time` is when, in milliseconds since 1970, for the [clock](Clock) of the table.
    pub fn play(&mut self, seat: Seat, action: &R::Action, time: Option<u64>) -> Result<(), TableFault> {
        self.act(seat, action, time, |rules, state| Ok(rules.fingerprint(state)))
    }

    /// Plays again an action that was played at this table before and led to this fingerprint. Comparing fingerprints takes far
    /// longer than playing, so that is done only if `checked`.
    pub fn play_again(
        &mut self,
        seat: Seat,
        action: &R::Action,
        time: Option<u64>,
        told: Fingerprint,
        checked: bool,
    ) -> Result<(), TableFault> {
        let entry = self.version() + 1;
        self.act(seat, action, time, |rules, state| if checked { same(entry, rules.fingerprint(state), told) } else { Ok(told) })
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &R::Action,
        time: Option<u64>,
        fingerprint: impl FnOnce(&R, &R::State) -> Result<Fingerprint, TableFault>,
    ) -> Result<(), TableFault> {
        let mut state = *self.state();
        let mut fair = self.luck.clone();
        fair.clock.note(time);
        let mut luck = Recording::new(Prepared::new(self.scripted.clone(), fair));
        let consequence = self.rules.apply(&mut state, seat, action, &mut luck, &mut Silent)?;
        let (prepared, drawn) = luck.into_parts();
        if let Some(fault) = prepared.fault {
            return Err(fault.into());
        }
        let hash = fingerprint(&self.rules, &state)?;
        (self.scripted, self.luck) = (prepared.coming, prepared.then);
        if self.header.commitment.is_some_and(|published| published != self.secret.commitment()) {
            // A replayed game is played on with another secret, so the promise of the old one ends here.
            (self.header.commitment, self.header.secret) = (None, None);
        }
        self.ledger.note(seat, *action, consequence, &drawn, hash, time);
        self.go_to(state);
        self.reveal();
        Ok(())
    }

    /// The last entry led to this state.
    fn go_to(&mut self, state: R::State) {
        self.now.state = state;
        self.now.remember(&self.rules);
        self.checkpoints.pass(self.ledger.line().len() - 1, &self.now);
    }

    fn reveal(&mut self) {
        if self.rules.turn(self.state()).is_over() && self.header.commitment.is_some() {
            self.header.secret = Some(self.secret);
        }
    }

    /// How many actions this seat may take back on its own: its latest ones, back to the last that drew luck or revealed
    /// something. None once the secret is published.
    pub fn undoable(&self, seat: Seat) -> usize {
        if self.header.secret.is_some() {
            return 0;
        }
        let own =
            |place: &usize| self.ledger.act(*place).is_some_and(|act| act.seat == seat && act.consequence == Consequence::Open);
        (0..self.line().len()).rev().take_while(own).count()
    }

    /// Takes back the last action that counts. A seat may do so on its own within [`Table::undoable`], and with everybody's
    /// consent back to the start. The undo is a new entry, luck that was drawn is not drawn again, and the clock runs on.
    pub fn undo(&mut self, by: Seat, consent: bool) -> Result<(), TableFault> {
        let Some(place) = self.line().len().checked_sub(2) else {
            return Err(TableFault::Undo("there is nothing to take back yet"));
        };
        if self.header.secret.is_some() {
            return Err(TableFault::Undo("the game is over and its secret is published; nothing can be taken back"));
        }
        if by.index() >= self.rules.players() {
            return Err(TableFault::Undo("only players at this table can take something back"));
        }
        if !consent && self.undoable(by) == 0 {
            return Err(TableFault::Undo(
                "your last action drew luck, revealed something or was followed by another player’s; it can be taken back only if everybody agrees",
            ));
        }
        self.back_to(by, place)
    }

    /// Takes back everything after this place of the line.
    fn back_to(&mut self, by: Seat, place: usize) -> Result<(), TableFault> {
        let lost = TableFault::Undo("what was before cannot be worked out again");
        self.now = self.moment(place).ok_or(lost)?;
        self.checkpoints.back_to(place);
        self.ledger.undo(by, self.line()[place]);
        Ok(())
    }

    /// The record so far. It contains the secret once the game is over. If play went on from a saved moment, it begins there.
    pub fn record(&self) -> Record {
        let entries = self.ledger.entries(0, |action| self.rules.write(action));
        Record { header: self.header.clone(), start: self.start.clone(), entries }
    }

    /// What the last action drew, and the fingerprint of the state that it led to; none right after the start or an undo.
    pub fn last_draws(&self) -> Option<(&[u32], Fingerprint)> {
        let act = self.ledger.act(self.line().len() - 1).filter(|_| self.line().last() == Some(&self.version()))?;
        Some((self.ledger.drawn(act), act.hash))
    }

    /// The last entry of the record.
    pub fn last_entry(&self) -> Option<Entry> {
        let before = self.version() - self.line()[0];
        self.ledger.entries(before.checked_sub(1)?, |action| self.rules.write(action)).pop()
    }

    /// Plays a record again and checks every action, draw and fingerprint; and, once the secret is shown, the fair dice and the
    /// answers of the clock. If a game begins at a position, its clock may have run before, so the answers of the clock are
    /// accepted as they are.
    ///
    /// Every moment of the resulting table can be looked at. With the `secret` it was opened with, it goes on as if it had never
    /// been interrupted. With another one its luck comes from that, and fair dice are no longer promised.
    pub fn replay(rules: Arc<R>, record: &Record, secret: Key) -> Result<Table<R>, TableFault> {
        let mut fair = record.header.secret.map(|secret| Fair::new(secret, &record.header.entropy));
        if record.header.secret.map(Key::commitment) != record.header.commitment && record.header.secret.is_some() {
            return Err(wrong(0, "the secret does not match the commitment"));
        }
        let from_start = record.header.position.is_none();
        let mut checked = |entry: usize, luck: &[u32], clock: Clock, run: &mut dyn FnMut(&mut Retold<'_>)| {
            if let Some(fair) = &mut fair {
                fair.clock = clock;
            }
            let mut retold = Retold { script: Scripted::new(luck), fair: fair.as_mut(), from_start, unfair: None };
            run(&mut retold);
            let unfair = retold.unfair;
            retold.script.finish().map_err(|fault| wrong(entry, format!("the luck does not fit: {fault}")))?;
            unfair.map_or(Ok(()), |message| Err(wrong(entry, message)))
        };

        let state = match &record.header.position {
            Some(_) if !record.start.luck.is_empty() => {
                return Err(wrong(0, "a game that begins at a position draws nothing for its set-up"));
            }
            Some(position) => {
                let position = serde_json::from_value(position.clone()).map_err(|error| wrong(0, error.to_string()))?;
                rules.restore(&position)?
            }
            None => {
                let mut begun = None;
                checked(0, &record.start.luck, Clock::default(), &mut |luck| begun = Some(rules.start(luck, &mut Silent)))?;
                begun.ok_or_else(|| wrong(0, "the game did not start"))?
            }
        };
        let header = sealed(record.header.clone(), secret);
        let mut table = Table::begin(rules, header, secret, state, record.start.luck.clone());
        same(0, table.start.hash, record.start.hash)?;

        for (index, entry) in record.entries.iter().enumerate() {
            let number = index + 1;
            match entry {
                Entry::Act { seat, action, luck: drawn, hash, time } => {
                    let action = table.rules.read(action).map_err(|message| wrong(number, message))?;
                    let (mut state, mut result) = (*table.state(), None);
                    let rules = table.rules.clone();
                    table.luck.clock.note(*time);
                    checked(number, drawn, table.luck.clock, &mut |luck| {
                        result = Some(rules.apply(&mut state, *seat, &action, luck, &mut Silent));
                    })?;
                    let refused = |refusal: Refusal| wrong(number, refusal.to_string());
                    let consequence = result.unwrap_or(Ok(Consequence::Open)).map_err(refused)?;
                    let found = same(number, rules.fingerprint(&state), *hash)?;
                    table.ledger.note(*seat, action, consequence, drawn, found, *time);
                    table.go_to(state);
                }
                Entry::Undo { by, to } => {
                    if by.index() >= table.rules.players() {
                        return Err(wrong(number, format!("seat {by} does not play here")));
                    }
                    if record.header.commitment.is_some() && table.rules.turn(table.state()).is_over() {
                        return Err(wrong(number, "the game was over and its secret published; nothing can be taken back"));
                    }
                    let place = table.ledger.place(*to);
                    let place = place.ok_or_else(|| wrong(number, format!("entry {to} does not count any more")))?;
                    if place + 1 == table.line().len() {
                        return Err(wrong(number, "it takes nothing back"));
                    }
                    table.back_to(*by, place)?;
                }
            }
        }
        table.luck.next = (table.start.luck.len() + table.ledger.draws()) as u64;
        if record.header.secret.is_some() && !table.rules.turn(table.state()).is_over() {
            return Err(wrong(record.entries.len(), "the record has the secret, but the game is not over"));
        }
        // The published commitment stays; a new secret is only for playing on.
        table.header.commitment = record.header.commitment;
        table.header.secret = record.header.secret;
        Ok(table)
    }
}

/// The header of a table with a commitment to this secret, but without the secret.
fn sealed(mut header: Header, secret: Key) -> Header {
    header.commitment = Some(secret.commitment());
    header.secret = None;
    // A name has to fit on one line of the record.
    for name in &mut header.seats {
        *name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    header
}

fn wrong(entry: usize, message: impl Into<String>) -> TableFault {
    TableFault::Replay { entry, message: message.into() }
}

/// The fingerprint, if it is the one in the record.
fn same(entry: usize, found: Fingerprint, told: Fingerprint) -> Result<Fingerprint, TableFault> {
    let message = || format!("the rules lead to state {found}, the record says {told}");
    if found == told { Ok(found) } else { Err(wrong(entry, message())) }
}

/// Luck read from a record and, if the secret is known, compared with what it should have been.
struct Retold<'a> {
    script: Scripted,
    fair: Option<&'a mut Fair>,
    /// Does the record contain the whole game, and so all the time on its clock?
    from_start: bool,
    /// The first draw that is not what it should have been.
    unfair: Option<String>,
}

impl Retold<'_> {
    fn compare(&mut self, told: u32, fair: impl FnOnce(&mut Fair) -> u32) {
        if let Some(should) = self.fair.as_deref_mut().map(fair)
            && should != told
        {
            self.unfair.get_or_insert_with(|| format!("the luck {told} is not fair: the secret gives {should}"));
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

    fn time_is_up(&mut self, minutes: u32) -> bool {
        let told = self.script.time_is_up(minutes);
        if let Some(up) = self.fair.as_deref_mut().map(|fair| fair.time_is_up(minutes))
            && up != told
            && self.from_start
        {
            let (told, is) = if told { ("is", "is not") } else { ("is not", "is") };
            let message = || format!("it says that the time {told} up: by the times of the entries it {is}");
            self.unfair.get_or_insert_with(message);
        }
        told
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
