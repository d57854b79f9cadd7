//! What is kept of a table beside its log, so that it outlives the rules that it was played by: now and then the position, and what
//! was told since the one before; at the end how it came out.

use crate::{
    boards,
    table::{Live, LogEntry, counted_entries::CountedEntries, loading, log_window::LogLine},
};
use engine::{AnyGame, AnyTable, Chart, Data, ToldEvent};
use kernel::{Line, Outcome, Seat, Seats, Viewer, say::Unit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A position is kept after so many entries of the game's record, and when it is over.
pub const EVERY: usize = 64;

/// What is kept of a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The last entry of the game's record.
    pub entry: usize,
    /// The position, and what everybody remembers.
    pub moment: Value,
    /// What was told since the moment that was kept before, as everybody may know it.
    pub told: Vec<StoredLine>,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<StoredEnd>,
}

/// A line of the log as it was told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredLine {
    /// The entry of the game's record.
    pub entry: usize,
    /// The version of the table with which it came.
    pub version: u64,
    /// What happened.
    pub text: String,
    /// The clause it rests on.
    pub clause: String,
    /// Who did it, as far as the line says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Does a new turn begin with it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredEnd {
    /// What was said of it.
    pub prompt: Sentence,
    /// PerSeat and scores; none if it had no outcome.
    pub outcome: Option<StoredOutcome>,
    /// The score worked out.
    pub score: Vec<Sentence>,
    /// How everybody stood through the game.
    pub chart: Chart,
    /// What that is measured in.
    pub chart_caption: String,
    /// What the score is counted in; empty words where that was not kept.
    #[serde(default)]
    pub score_unit: Unit,
}

/// A sentence and the clause it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sentence {
    /// Plain words.
    pub text: String,
    /// The clause; none for what the house says.
    pub clause: String,
}

/// Who came in where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredOutcome {
    /// The place of each seat, the first seat first.
    pub places: Vec<u8>,
    /// The score of each seat.
    pub scores: Vec<i32>,
    /// The clause by which it ended.
    pub clause: String,
}

impl Snapshot {
    /// What is to be kept of a table now, if anything is: `to` is the last entry of which it is kept what was told.
    pub fn of(live: &Live, to: Option<usize>) -> Option<Snapshot> {
        let table = live.table.as_deref()?;
        let (entry, over) = (table.version(), table.turn().is_over());
        Some(Snapshot {
            entry,
            moment: table.keep().ok()?,
            told: told(live, table, to.map_or(0, |to| to + 1)),
            end: over.then(|| StoredEnd::of(live, table)).flatten(),
        })
    }
}

/// What was told from this entry on.
pub fn told(live: &Live, table: &dyn AnyTable, first: usize) -> Vec<StoredLine> {
    let board = boards::board(&live.founding.game);
    let told = table.events(first..=table.version(), Viewer::Watcher);
    let opens = |index: usize| match (index.checked_sub(1).and_then(|before| told.get(before)), board) {
        (Some(before), Some(board)) => board.opens_turn(&told[index], before),
        (Some(before), None) => told[index].entry != before.entry,
        (None, _) => true,
    };
    let line = |(index, told): (usize, &ToldEvent)| StoredLine {
        entry: told.entry,
        version: live.counted.version_of(told.entry),
        text: told.text.clone(),
        clause: told.clause.to_owned(),
        seat: board.and_then(|board| board.doer(told)),
        opens: opens(index),
    };
    told.iter().enumerate().map(line).collect()
}

/// What is still needed of a finished table: the last position, how the game ended and the texts of its log. The other positions
/// were kept to go on from, which is over; only the one from which the game went on under other rules stays, because its log is
/// replayed from there.
pub fn of_finished(snapshots: Vec<(u64, Snapshot)>, entries: &[LogEntry]) -> Vec<(u64, Snapshot)> {
    let counted = CountedEntries::of(entries);
    let (from, last) = (loading::goes_on(entries), snapshots.len().saturating_sub(1));
    let (mut needed, mut told) = (Vec::new(), Vec::new());
    for (index, (sequence, mut snapshot)) in snapshots.into_iter().enumerate() {
        told.extend(snapshot.told.drain(..).filter(|line| counted.counts(line.entry)));
        if index == last || Some(sequence) == from {
            snapshot.told = std::mem::take(&mut told);
            // None of these moments can be looked at where this chart is shown.
            snapshot.end.iter_mut().for_each(|end| end.chart.stops.clear());
            needed.push((sequence, snapshot));
        }
    }
    needed
}

impl StoredLine {
    /// As a line of this game's log.
    pub fn line(&self, game: &'static dyn AnyGame) -> LogLine {
        let (text, clause, data) = (self.text.clone(), clause(game, &self.clause), Data::new(Value::Null));
        let told = Some(ToldEvent { entry: self.entry, text: text.clone(), clause, data });
        LogLine { version: self.version, text, seat: self.seat, told, past: true, opens_turn: self.opens }
    }
}

impl StoredEnd {
    fn of(live: &Live, table: &dyn AnyTable) -> Option<StoredEnd> {
        let sentence = |line: &Line| Sentence { text: line.text.clone(), clause: line.clause.to_owned() };
        Some(StoredEnd {
            prompt: sentence(&table.prompt(Viewer::Watcher, None).ok()?),
            outcome: table.outcome().map(StoredOutcome::of),
            score: table.score(None).ok()?.iter().map(sentence).collect(),
            chart: live.chart()?.as_ref().clone(),
            chart_caption: table.chart_caption().to_owned(),
            score_unit: table.score_unit(),
        })
    }
}

impl Sentence {
    /// As a line of this game; a clause that its rulebook does not have any more is left out.
    pub fn line(&self, game: &'static dyn AnyGame) -> Line {
        Line::new(clause(game, &self.clause), self.text.clone())
    }
}

impl StoredOutcome {
    fn of(outcome: Outcome) -> StoredOutcome {
        let all = Seats::first(outcome.players());
        StoredOutcome {
            places: all.map(|seat| outcome.place(seat)).collect(),
            scores: all.map(|seat| outcome.score(seat)).collect(),
            clause: outcome.clause.to_owned(),
        }
    }

    /// As the outcome of this game.
    pub fn outcome(&self, game: &'static dyn AnyGame) -> Outcome {
        let rank: Vec<i16> = self.places.iter().map(|place| -i16::from(*place)).collect();
        let clause = clause(game, &self.clause);
        let outcome = Outcome::by(&rank, &self.scores, clause);
        // Where partners share a place, the next one is not left out.
        if StoredOutcome::of(outcome).places == self.places { outcome } else { Outcome::in_teams(&rank, &self.scores, clause) }
    }
}

/// The clause of this name as the rulebook has it.
fn clause(game: &'static dyn AnyGame, name: &str) -> &'static str {
    game.rulebook().clause(name).map_or("", |clause| clause.id.as_str())
}

/// What is known of a table, or of its earlier part, that cannot be folded any more.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// What was told of it.
    pub lines: Vec<StoredLine>,
    /// How it ended, if it did and that was kept.
    pub end: Option<StoredEnd>,
}

impl Past {
    /// From all that was kept, without what was taken back afterwards.
    pub fn of<'a>(snapshots: impl Iterator<Item = &'a Snapshot> + Clone, counted: &CountedEntries) -> Past {
        let lines = snapshots.clone().flat_map(|snapshot| &snapshot.told).filter(|line| counted.counts(line.entry));
        Past { lines: lines.cloned().collect(), end: snapshots.last().and_then(|snapshot| snapshot.end.clone()) }
    }
}
