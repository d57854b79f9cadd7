//! A table of any game, with the same interface for all games.

use crate::{
    Data, EngineError,
    chart::{Chart, Origins, Sketch},
    thought::{Thought, Undecided},
};
use bots::Budget;
use kernel::{
    AmountText, Bargain, Entry, Fingerprint, Header, Line, Money, Notation, Outcome, Record, Seat, Seats, Seeded, Silent, Start,
    Table, TableFault, Turn, Viewer, Words, say::Unit,
};
use serde::Serialize;
use serde_json::Value;
use std::{collections::BTreeMap, ops::RangeInclusive};
use utoipa::ToSchema;

/// A table in play of any game.
///
/// Methods about a moment take `at`: the number of an entry of the record that counts, 0 for the set-up, none for now. An earlier
/// moment is refused if [the past is not open](AnyTable::past_is_open).
pub trait AnyTable: Send {
    /// What was fixed before the first move.
    fn header(&self) -> &Header;

    /// The game's id.
    fn game(&self) -> &str {
        &self.header().game
    }

    /// Who sits where.
    fn names(&self) -> &[String] {
        &self.header().seats
    }

    /// Changes the name of the player on this seat, in the record and in all texts from now on.
    fn rename(&mut self, seat: Seat, name: String);

    /// How many play.
    fn players(&self) -> usize {
        self.names().len()
    }

    /// The number of entries so far, taken back or not.
    fn version(&self) -> usize;

    /// The fingerprint of the state now.
    fn fingerprint(&self) -> Fingerprint;

    /// The record so far. It reveals all luck, so before the end it is only for the operator.
    fn record(&self) -> Record;

    /// How play began: the luck of the set-up and what it led to.
    fn start(&self) -> &Start;

    /// The last entry of the record.
    fn last_entry(&self) -> Option<Entry>;

    /// What the last action drew, and the fingerprint of the state that it led to; none right after the start or an undo.
    fn last_draws(&self) -> Option<(&[u32], Fingerprint)>;

    /// The record as text, with the log that everybody may read as comments.
    fn export(&self) -> String;

    /// A copy of the table, for work on it that takes long.
    fn copy(&self) -> Box<dyn AnyTable>;

    /// Whom the game waits for, and who else may act.
    fn turn(&self) -> Turn;

    /// Whom the game waited for at that moment.
    fn turn_at(&self, at: Option<usize>) -> Result<Turn, EngineError>;

    /// Everything that this seat may do now, and what it may not do and why.
    fn actions(&self, seat: Seat) -> Choices;

    /// What this seat is asked, if somebody waits for its answer.
    fn question(&self, seat: Seat) -> Option<Asked>;

    /// The text for a standing answer to this kind of question.
    fn standing_answer(&self, kind: &str) -> &'static str;

    /// What an action written in the game's notation would do, in words. Changes nothing; an action that could not be played is
    /// refused.
    fn preview(&self, seat: Seat, action: &str) -> Result<Choice, EngineError>;

    /// Plays an action written in the game's notation; `time` is when, in milliseconds since 1970.
    fn play(&mut self, seat: Seat, action: &str, time: Option<u64>) -> Result<(), EngineError>;

    /// Plays again an action that was played at this table before. The fingerprint is compared only if `checked`, since that
    /// takes far longer than playing.
    fn play_again(
        &mut self,
        seat: Seat,
        action: &str,
        time: Option<u64>,
        told: Fingerprint,
        checked: bool,
    ) -> Result<(), EngineError>;

    /// How many actions this seat may take back on its own.
    fn undoable(&self, seat: Seat) -> usize;

    /// Takes back the last action that counts; with everybody's consent, back to the start.
    fn undo(&mut self, seat: Seat, consent: bool) -> Result<(), EngineError>;

    /// The decision of this seat, separate from the table, which can go on meanwhile.
    fn thought(&self, seat: Seat) -> Result<Box<dyn Thought>, EngineError>;

    /// A safe choice for an absent player.
    fn fallback(&self, seat: Seat) -> Result<String, EngineError> {
        Ok(self.thought(seat)?.fallback())
    }

    /// What a bot in this seat would do. It sees what the seat sees and remembers what the seat has seen.
    fn bot(&self, seat: Seat, name: &str, seed: u64, budget: &Budget) -> Result<String, EngineError> {
        self.thought(seat)?.bot(name, seed, budget)
    }

    /// What this viewer may know: the game's own view.
    fn view(&self, viewer: Viewer, at: Option<usize>) -> Result<Data, EngineError>;

    /// One sentence to this viewer: whose turn it is and what is asked.
    fn prompt(&self, viewer: Viewer, at: Option<usize>) -> Result<Line, EngineError>;

    /// The table drawn in characters, as this viewer sees it.
    fn draw(&self, viewer: Viewer, at: Option<usize>) -> Result<String, EngineError>;

    /// The events of these entries, as this viewer may know them, without entries that were taken back. If the past is not open,
    /// old events are told without anything that is hidden again.
    fn events(&self, entries: RangeInclusive<usize>, viewer: Viewer) -> Vec<ToldEvent>;

    /// The whole state with the rulebook's names, secrets included: only for the operator.
    fn position(&self, at: Option<usize>) -> Result<Value, EngineError>;

    /// What has to be saved of this moment so that play can go on from it under changed rules: only for the operator.
    fn keep(&self) -> Result<Value, EngineError>;

    /// The moments that can be asked about: the entries that count, in order, the start first.
    fn moments(&self) -> &[usize];

    /// The seat whose action led to the moment at this place among them; nobody at the start.
    fn actor(&self, place: usize) -> Option<Seat>;

    /// May everybody look at earlier moments? Always once the game is over; before that only if remembering is not part of it.
    fn past_is_open(&self) -> bool;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// How the score of each seat comes about, clause by clause. Before the end it may reveal hidden things.
    fn score(&self, at: Option<usize>) -> Result<Vec<Line>, EngineError>;

    /// How good each seat's game looks, as bots judge it. Before the end it may reveal hidden things.
    fn worth(&self, at: Option<usize>) -> Result<Vec<i64>, EngineError>;

    /// What the score is counted in.
    fn score_unit(&self) -> Unit;

    /// The value of each seat in the chart of the game. Before the end it may reveal hidden things.
    fn chart_values(&self, at: Option<usize>) -> Result<Vec<i64>, EngineError>;

    /// The chart of the whole game, with a limited number of points however long it was.
    fn chart(&self) -> Chart;

    /// What the values of the chart are, in a few words.
    fn chart_caption(&self) -> &'static str;

    /// Figures of the game for statistics.
    fn figures(&self) -> BTreeMap<&'static str, i64>;

    /// Sets the next draws of luck. From here on the record does not promise fair dice.
    fn script(&mut self, coming: &[u32]) -> Result<(), EngineError>;

    /// The luck that is scripted and not yet drawn.
    fn scripted(&self) -> Vec<u32>;

    /// The seat with this number, if it is at this table.
    fn seat(&self, number: usize) -> Result<Seat, EngineError> {
        let seat = Seat::try_from(number).ok().filter(|seat| seat.index() < self.players());
        seat.ok_or_else(|| EngineError::new("seat", format!("there is no seat {number}; the seats are 1 to {}", self.players())))
    }
}

/// Everything that a seat may do, as data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Choices {
    /// What may be done now; of open amounts only a few.
    pub actions: Vec<Choice>,
    /// The amounts that may be chosen freely.
    pub amounts: Vec<Amount>,
    /// Actions of this phase that are not allowed now.
    pub barred: Vec<Barred>,
    /// What the seat is asked, if somebody waits for its answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub question: Option<Asked>,
    /// The deals that the seat can put together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub bargains: Vec<Bargain>,
}

/// What a seat is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Asked {
    /// What kind of question it is.
    pub kind: &'static str,
    /// The action that a standing answer to this kind gives; none if each question needs its own answer.
    #[schema(required)]
    pub standing: Option<String>,
    /// The text for such a standing answer.
    pub words: &'static str,
}

/// Something a seat may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// The action in the game's notation.
    pub action: String,
    /// What it would do, in words.
    pub text: String,
    /// The clause it rests on.
    pub clause: &'static str,
    /// What it would change for the seat, in a few words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub effect: String,
    /// What it is about, where choices are grouped.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub topic: &'static str,
    /// Never taken by bots or random play, such as resigning.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub last_resort: bool,
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

/// An amount that may be chosen freely: every step from the least to the most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Amount {
    /// What is written before the field, in words.
    pub text: String,
    /// The action up to the amount.
    pub before: String,
    /// The action after the amount.
    pub after: String,
    /// The action with the least amount.
    pub least: String,
    /// The action with the greatest amount.
    pub most: String,
    /// The least amount.
    #[schema(value_type = i64)]
    pub low: Money,
    /// The greatest amount.
    #[schema(value_type = i64)]
    pub high: Money,
    /// The distance between two neighbouring amounts.
    #[schema(value_type = i64)]
    pub step: Money,
    /// The clause that bounds it.
    pub clause: &'static str,
    /// What it is about, where choices are grouped.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub topic: &'static str,
}

impl Amount {
    /// The action with this amount, as it is written.
    pub fn with(&self, amount: impl std::fmt::Display) -> String {
        format!("{}{amount}{}", self.before, self.after)
    }

    /// Is this the action with some amount or other?
    pub fn covers(&self, action: &str) -> bool {
        let amount = action.strip_prefix(&self.before).and_then(|rest| rest.strip_suffix(&self.after));
        amount.is_some_and(|amount| amount.parse::<i64>().is_ok())
    }

    /// Some amounts that people often choose: the least, the next one, a quarter, a half, and the most.
    pub fn usual(&self) -> Vec<Money> {
        let (low, high, step) = (i64::from(self.low.units()), i64::from(self.high.units()), i64::from(self.step.units()).max(1));
        let part = |quarters: i64| low + (high - low) * quarters / 4 / step * step;
        let mut usual = vec![low, low + step, part(1), part(2), high];
        usual.retain(|amount| (low..=high).contains(amount));
        usual.sort_unstable();
        usual.dedup();
        usual.into_iter().filter_map(|amount| i32::try_from(amount).ok().map(Money::new)).collect()
    }
}

/// Something that may not be done now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Barred {
    /// The action in the game's notation.
    pub action: String,
    /// What it would do, in words.
    pub text: String,
    /// Why not, and what to do about it.
    pub reason: String,
    /// The clause that forbids it.
    pub clause: &'static str,
}

/// Something that happened, as one viewer may know it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = Event)]
pub struct ToldEvent {
    /// The entry of the record that caused it; 0 is the set-up.
    pub entry: usize,
    /// A line of the log.
    pub text: String,
    /// The clause it rests on.
    pub clause: &'static str,
    /// The game's own event.
    #[schema(value_type = Object)]
    pub data: Data,
}

/// A kernel table behind the interface that all games share.
pub(crate) struct Seated<R: Notation + Words> {
    table: Table<R>,
}

impl<R: Notation + Words> Seated<R> {
    pub(crate) fn new(table: Table<R>) -> Seated<R> {
        Seated { table }
    }

    fn rules(&self) -> &R {
        self.table.rules()
    }

    fn state(&self, at: Option<usize>) -> Result<R::State, EngineError> {
        let Some(entry) = at else { return Ok(*self.table.state()) };
        let Some(state) = self.table.state_after(entry) else {
            let why = match entry {
                _ if entry > self.table.version() => "does not exist yet",
                _ if entry < self.table.line()[0] => "was played under other rules and cannot be shown any more",
                _ => "was taken back or takes something back",
            };
            return Err(EngineError::new("moment", format!("entry {entry} {why}; there are {} entries", self.table.version())));
        };
        if self.table.past_is_open() || self.table.line().last() == Some(&entry) {
            return Ok(state);
        }
        Err(EngineError::new("past", "remembering is part of this game: it can be looked back on when it is over"))
    }

    /// An action of this seat now, in words.
    fn told(&self, seat: Seat, action: &R::Action) -> Choice {
        let (rules, state, names) = (self.rules(), self.table.state(), self.names());
        let Line { text, clause } = rules.label(state, seat, action, names);
        let (effect, topic) = (rules.effect(state, seat, action, names), rules.topic(state, seat, action));
        Choice { action: rules.write(action), text, clause, effect, topic, last_resort: false }
    }

    fn read(&self, action: &str) -> Result<R::Action, EngineError> {
        self.rules().read(action).map_err(|message| EngineError::new("action", message))
    }

    /// Refuses if this seat has nothing to decide.
    fn deciding(&self, seat: Seat) -> Result<(), EngineError> {
        let turn = self.turn();
        if turn.admits(seat) {
            return Ok(());
        }
        let numbers = |seats: Seats| seats.map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ");
        let message = match turn.is_over() {
            true => "the game is over".to_owned(),
            false => format!("seat {seat} has nothing to decide now; awaited: {}", numbers(turn.awaited)),
        };
        Err(EngineError::new("turn", message))
    }
}

impl<R: Notation + Words> AnyTable for Seated<R> {
    fn header(&self) -> &Header {
        self.table.header()
    }

    fn rename(&mut self, seat: Seat, name: String) {
        self.table.rename(seat, name);
    }

    fn version(&self) -> usize {
        self.table.version()
    }

    fn fingerprint(&self) -> Fingerprint {
        self.table.fingerprint()
    }

    fn record(&self) -> Record {
        self.table.record()
    }

    fn start(&self) -> &Start {
        self.table.start()
    }

    fn last_entry(&self) -> Option<Entry> {
        self.table.last_entry()
    }

    fn last_draws(&self) -> Option<(&[u32], Fingerprint)> {
        self.table.last_draws()
    }

    fn export(&self) -> String {
        // A record is numbered from 1, even if play went on from a later entry.
        let first = self.table.line()[0];
        let mut log: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for told in self.events(0..=usize::MAX, Viewer::Watcher) {
            log.entry(told.entry - first).or_default().push(told.text);
        }
        self.record().annotated(|entry| log.get(&entry).cloned().unwrap_or_default())
    }

    fn copy(&self) -> Box<dyn AnyTable> {
        Box::new(Seated { table: self.table.clone() })
    }

    fn turn(&self) -> Turn {
        self.rules().turn(self.table.state())
    }

    fn turn_at(&self, at: Option<usize>) -> Result<Turn, EngineError> {
        Ok(self.rules().turn(&self.state(at)?))
    }

    fn actions(&self, seat: Seat) -> Choices {
        let (rules, state, names) = (self.rules(), self.table.state(), self.names());
        let (mut actions, mut bounds) = (Vec::new(), Vec::new());
        rules.actions(state, seat, &mut actions);
        let listed = actions.len();
        rules.last_resorts(state, seat, &mut actions);
        rules.bounds(state, seat, &mut bounds);
        let choice = |action: &R::Action| self.told(seat, action);
        let barred = |(action, refusal): &(R::Action, kernel::Refusal)| {
            let Choice { action, text, .. } = choice(action);
            Barred { action, text, reason: refusal.reason.with(names), clause: refusal.clause }
        };
        let amount = |bounds: &kernel::Bounds<R::Action>| {
            let AmountText { before, after } = AmountText::of(rules, bounds)?;
            Some(Amount {
                text: rules.amount(state, seat, &bounds.least, names),
                before,
                after,
                least: rules.write(&bounds.least),
                most: rules.write(&bounds.most),
                low: bounds.low,
                high: bounds.high,
                step: bounds.step,
                clause: bounds.clause,
                topic: rules.topic(state, seat, &bounds.least),
            })
        };
        Choices {
            actions: actions
                .iter()
                .enumerate()
                .map(|(place, action)| Choice { last_resort: place >= listed, ..choice(action) })
                .collect(),
            amounts: bounds.iter().filter_map(amount).collect(),
            barred: rules.barred(state, seat).iter().map(barred).collect(),
            question: self.question(seat),
            bargains: rules.bargains(state, seat, self.names()),
        }
    }

    fn question(&self, seat: Seat) -> Option<Asked> {
        let rules = self.rules();
        let kernel::Question { kind, standing } = rules.question(self.table.state(), seat)?;
        Some(Asked { kind, standing: standing.map(|action| rules.write(&action)), words: rules.standing_answer(kind) })
    }

    fn standing_answer(&self, kind: &str) -> &'static str {
        self.rules().standing_answer(kind)
    }

    fn preview(&self, seat: Seat, action: &str) -> Result<Choice, EngineError> {
        let action = self.read(action)?;
        let mut after = *self.table.state();
        // Whether something may be done does not depend on the luck that it draws.
        let done = self.rules().apply(&mut after, seat, &action, &mut Seeded::new(0), &mut Silent);
        done.map_err(|refusal| EngineError::refusal("refused", refusal, self.names()))?;
        Ok(self.told(seat, &action))
    }

    fn play(&mut self, seat: Seat, action: &str, time: Option<u64>) -> Result<(), EngineError> {
        let action = self.read(action)?;
        self.table.play(seat, &action, time).map_err(|fault| match fault {
            TableFault::Refused(refusal) => EngineError::refusal("refused", refusal, self.names()),
            fault => fault.into(),
        })
    }

    fn play_again(
        &mut self,
        seat: Seat,
        action: &str,
        time: Option<u64>,
        told: Fingerprint,
        checked: bool,
    ) -> Result<(), EngineError> {
        let action = self.read(action)?;
        Ok(self.table.play_again(seat, &action, time, told, checked)?)
    }

    fn undoable(&self, seat: Seat) -> usize {
        self.table.undoable(seat)
    }

    fn undo(&mut self, seat: Seat, consent: bool) -> Result<(), EngineError> {
        Ok(self.table.undo(seat, consent)?)
    }

    fn thought(&self, seat: Seat) -> Result<Box<dyn Thought>, EngineError> {
        self.deciding(seat)?;
        let memory = self.table.memory(Viewer::Seat(seat));
        Ok(Box::new(Undecided { rules: self.table.rules().clone(), state: *self.table.state(), seat, memory }))
    }

    fn view(&self, viewer: Viewer, at: Option<usize>) -> Result<Data, EngineError> {
        Ok(Data::new(self.rules().view(&self.state(at)?, viewer)))
    }

    fn prompt(&self, viewer: Viewer, at: Option<usize>) -> Result<Line, EngineError> {
        Ok(self.rules().prompt(&self.state(at)?, viewer, self.names()))
    }

    fn draw(&self, viewer: Viewer, at: Option<usize>) -> Result<String, EngineError> {
        Ok(self.rules().draw(&self.state(at)?, viewer, self.names()))
    }

    fn events(&self, entries: RangeInclusive<usize>, viewer: Viewer) -> Vec<ToldEvent> {
        let names = self.rules().event_names();
        let tell = |happened: kernel::Event<R::Event>| {
            let Line { text, clause } = self.rules().tell(&happened.event, self.names());
            ToldEvent { entry: happened.entry, text, clause, data: Data::of_event(happened.event, names.clone()) }
        };
        self.table.events(entries, viewer).into_iter().map(tell).collect()
    }

    fn position(&self, at: Option<usize>) -> Result<Value, EngineError> {
        json(&self.rules().position(&self.state(at)?))
    }

    fn keep(&self) -> Result<Value, EngineError> {
        json(&self.table.keep())
    }

    fn moments(&self) -> &[usize] {
        self.table.line()
    }

    fn actor(&self, place: usize) -> Option<Seat> {
        self.table.actor(place)
    }

    fn past_is_open(&self) -> bool {
        self.table.past_is_open()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(self.table.state())
    }

    fn score(&self, at: Option<usize>) -> Result<Vec<Line>, EngineError> {
        Ok(self.rules().score(&self.state(at)?, self.names()))
    }

    fn worth(&self, at: Option<usize>) -> Result<Vec<i64>, EngineError> {
        let state = &self.state(at)?;
        Ok(Seats::first(self.players()).map(|seat| self.rules().worth(state, seat)).collect())
    }

    fn chart_values(&self, at: Option<usize>) -> Result<Vec<i64>, EngineError> {
        Ok(self.rules().chart_values(&self.state(at)?))
    }

    fn score_unit(&self) -> Unit {
        self.rules().score_unit(self.table.state())
    }

    fn chart(&self) -> Chart {
        let rules = self.rules();
        let mut sketch = Sketch::new(self.players(), self.table.line().len());
        let mut origins = Origins::new(rules.sources(), rules.sources_of(), self.players());
        let mut before = *self.table.state();
        let mut begins = None;
        self.table.walk(|place, state, happened| {
            sketch.add(place, &rules.chart_values(state));
            if begins.is_none() && rules.is_set_up(state) {
                begins = Some(place);
            }
            for event in happened {
                rules.brought(&before, event, &mut |seat, source, amount| origins.add(seat, source, amount));
            }
            before = *state;
        });
        let line = self.table.line();
        Chart { begins: begins.unwrap_or(line.len()), origins: origins.told(), ..sketch.done(line) }
    }

    fn chart_caption(&self) -> &'static str {
        self.rules().chart_caption()
    }

    fn figures(&self) -> BTreeMap<&'static str, i64> {
        let mut figures = Vec::new();
        self.rules().figures(self.table.state(), &mut figures);
        figures.into_iter().collect()
    }

    fn script(&mut self, coming: &[u32]) -> Result<(), EngineError> {
        Ok(self.table.script(coming.iter().copied())?)
    }

    fn scripted(&self) -> Vec<u32> {
        self.table.scripted().collect()
    }
}

fn json(data: &impl Serialize) -> Result<Value, EngineError> {
    serde_json::to_value(data).map_err(|error| EngineError::new("bug", format!("this cannot be written as JSON: {error}")))
}
