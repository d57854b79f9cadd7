//! How a table is read from the store, whatever has become of the rules that it was played by.
//!
//! Its log is folded, and some fingerprints are compared on the way; all of them if the edition is another one. If the rules lead
//! elsewhere than they did, a running game goes on from the last position that was kept, and a finished one is shown as it was told.

use crate::{
    clock,
    fault::Fault,
    storage::StoredLog,
    table::{
        Edition, Live, LogEntry, Source, Stage, Unplayable,
        counted_entries::CountedEntries,
        snapshot::{Past, Snapshot, told},
    },
};
use kernel::{Files, Header, Record, Start};

/// All that the store has of a table.
pub struct StoredTable {
    /// The table's id.
    pub id: String,
    /// What was fixed, and what happened.
    pub log: StoredLog,
    /// The content, if it is not what comes with the program.
    pub files: Option<Files>,
    /// What was kept beside the log, and after which entry of it; of a log that goes on from nothing kept it need not be read.
    pub snapshots: Vec<(u64, Snapshot)>,
}

/// A table that was read, and what happens with it at once.
pub struct LoadedTable {
    /// The table; what happens is not yet part of it.
    pub live: Live,
    /// What happens: it goes on under other rules, or stops.
    pub then: Option<LogEntry>,
    /// What is to be kept of it.
    pub snapshot: Option<Snapshot>,
}

/// The last entry of a log after which play goes on from a moment that was kept with it.
pub fn goes_on(entries: &[LogEntry]) -> Option<u64> {
    let last = entries.iter().rposition(|entry| matches!(entry, LogEntry::WentOn { kept: true, .. }));
    last.map(|index| index as u64 + 1)
}

/// The rules that the last entries of a log were made under.
pub fn edition(log: &StoredLog) -> Option<Edition> {
    let went_on = log.entries.iter().rev().find_map(|entry| match entry {
        LogEntry::WentOn { edition, .. } => Some(*edition),
        _ => None,
    });
    went_on.or(log.founding.edition)
}

impl StoredTable {
    /// Folds the log by the present rules. It fails if they lead elsewhere than they did.
    pub fn fold(&self) -> Result<LoadedTable, Fault> {
        if self.log.entries.iter().any(|entry| matches!(entry, LogEntry::Stopped { .. })) {
            return Err(Fault::internal("the table was stopped"));
        }
        let game = engine::game(&self.log.founding.game)?;
        let (now, then) = (Edition::of(game), edition(&self.log));
        let again = || Source::Replayed { thoroughly: then.is_none_or(|then| then.number != now.number) };
        let goes_on = goes_on(&self.log.entries);
        let mut live = self.unplayed();
        live.files.clone_from(&self.files);
        live.source = if goes_on.is_some() { Source::Noted } else { again() };
        let last = self.log.entries.iter().rposition(|entry| matches!(entry, LogEntry::Acted { .. }));
        for (index, entry) in self.log.entries.iter().enumerate() {
            if let Source::Replayed { thoroughly } = &mut live.source {
                *thoroughly |= Some(index) == last;
            }
            live.take(&mut entry.clone())?;
            if Some(live.sequence) == goes_on {
                let stored = self.snapshots.iter().find(|(sequence, _)| *sequence == live.sequence);
                let (_, snapshot) = stored.ok_or_else(|| Fault::internal("what was kept is missing"))?;
                live.table = Some(live.game_at(&snapshot.moment, snapshot.entry, self.files.clone())?);
                live.past = Some(self.past(&live));
                live.source = again();
            }
            if self.log.snapshot_to == Some(live.counted.number()) && live.table.is_some() {
                live.note_snapshot(live.counted.number());
            }
        }
        live.source = Source::New;
        // Every page of a finished game shows it, and computing it takes a while.
        drop(live.chart());
        if live.counted.has_begun() {
            live.files = None;
        }
        let goes_on = matches!(live.stage(), Stage::Waiting | Stage::Running);
        let other = then.filter(|then| then.number != now.number && goes_on);
        let then = other.map(|then| {
            let edition = Edition { number: now.number, ..then };
            LogEntry::WentOn { edition, kept: false, lost: 0, time: clock::now() }
        });
        let snapshot = live.due_snapshot();
        Ok(LoadedTable { live, then, snapshot })
    }

    /// The table before anything happened at it.
    fn unplayed(&self) -> Live {
        let mut live = Live::new(self.id.clone(), self.log.founding.clone());
        if let Some(clocks) = &mut live.clocks {
            clocks.closed(self.log.closed.clone());
        }
        live
    }

    /// What was told of the part that is not folded.
    fn past(&self, live: &Live) -> Past {
        let snapshots = self.snapshots.iter().filter(|(sequence, _)| *sequence <= live.sequence);
        Past::of(snapshots.map(|(_, snapshot)| snapshot), &live.counted)
    }

    /// The table, if its log leads elsewhere than it did: without playing what was played.
    pub fn revive(&self) -> Result<LoadedTable, Fault> {
        let mut live = self.unplayed();
        live.source = Source::Noted;
        for entry in &self.log.entries {
            live.take(&mut entry.clone())?;
        }
        live.source = Source::New;
        if !live.counted.has_begun() {
            return Err(Fault::internal("the log contradicts itself"));
        }
        live.past = Some(self.past(&live));
        let last = self.snapshots.last().map(|(_, snapshot)| snapshot);
        if live.unplayable.is_some() || self.log.stage == Stage::Over {
            live.unplayable = live.unplayable.or(Some(Unplayable::Over));
            live.table =
                last.and_then(|last| self.contents().find_map(|files| live.game_at(&last.moment, last.entry, files).ok()));
            return Ok(LoadedTable { live, then: None, snapshot: None });
        }
        for files in self.contents() {
            let pack = files.as_ref().map(Files::hash);
            let Some((snapshot, lost)) = last.and_then(|last| self.catch_up(&live, last, files)) else { continue };
            let now = Edition::of(engine::game(&self.log.founding.game)?);
            let edition = Edition { pack: pack.unwrap_or(now.pack), ..now };
            let then = LogEntry::WentOn { edition, kept: true, lost, time: clock::now() };
            return Ok(LoadedTable { live, then: Some(then), snapshot: Some(snapshot) });
        }
        Ok(LoadedTable { live, then: Some(LogEntry::Stopped { time: clock::now() }), snapshot: None })
    }

    /// The content that the table can be played with: its own, and what comes with the program.
    fn contents(&self) -> impl Iterator<Item = Option<Files>> {
        [self.files.clone(), None].into_iter().skip(usize::from(self.files.is_none()))
    }

    /// Plays again what came after the last moment that was kept, as far as it leads where it led, by the present rules. Gives where
    /// that ends, and how many actions are lost.
    fn catch_up(&self, live: &Live, last: &Snapshot, files: Option<Files>) -> Option<(Snapshot, usize)> {
        let mut table = live.game_at(&last.moment, last.entry, files).ok()?;
        let played = self.log.entries.iter().filter(|entry| matches!(entry, LogEntry::Acted { .. } | LogEntry::TookBack { .. }));
        for entry in played.skip(last.entry) {
            let again = match entry {
                LogEntry::Acted { seat, action, time, found } => {
                    let (Some(hash), Some(luck)) = (found.fingerprint(), &found.luck) else { break };
                    let again = table.script(luck).and_then(|()| table.play_again(*seat, action, Some(*time), hash, true));
                    again.is_ok() && table.scripted().is_empty()
                }
                LogEntry::TookBack { by, consent, .. } => table.undo(*by, *consent).is_ok(),
                _ => true,
            };
            if !again {
                break;
            }
        }
        // What was taken back later is not brought back; the moment that was kept counts.
        while table.moments().len() > 1 && table.moments().last().is_some_and(|last| *last > live.counted.last()) {
            table.undo(kernel::Seat::FIRST, true).ok()?;
        }
        let (told, lost) = (told(live, table.as_ref(), last.entry + 1), live.counted.after(*table.moments().last()?));
        // The numbers of entries go on where the log ends, so that none comes twice.
        Some((Snapshot { entry: live.counted.number(), moment: table.keep().ok()?, told, end: None }, lost))
    }

    /// Goes on from what was kept, once that is stored.
    pub fn went_on(&mut self, live: &mut Live, snapshot: Snapshot) -> Result<(), Fault> {
        let files = match live.edition {
            Some(edition) => self.files.take().filter(|files| files.hash() == edition.pack),
            None => None,
        };
        live.table = Some(live.game_at(&snapshot.moment, snapshot.entry, files)?);
        self.snapshots.push((live.sequence, snapshot));
        live.past = Some(self.past(live));
        live.note_snapshot(live.counted.number());
        Ok(())
    }
}

/// The record of a finished game that the present rules cannot play again: from the log alone. A program with the rules of then can
/// replay it. None if the log does not tell all of it: an older house wrote it, or the game went on under other rules.
pub fn record(live: &Live, entries: &[LogEntry]) -> Option<Record> {
    let (edition, founding) = (live.founding.edition?, &live.founding);
    let chairs = live.chairs.iter().flatten();
    let header = Header {
        game: founding.game.clone(),
        edition: edition.number,
        pack: edition.pack,
        options: founding.options.clone(),
        seats: chairs.clone().map(|chair| chair.name.clone()).collect(),
        commitment: Some(founding.secret.commitment()),
        secret: Some(founding.secret),
        entropy: chairs.map(|chair| chair.entropy).collect(),
        position: founding.position.clone(),
    };
    let (mut start, mut played, mut counted) = (None, Vec::new(), CountedEntries::default());
    for (version, entry) in (1..).zip(entries) {
        counted.note(entry, version);
        match entry {
            LogEntry::Began { found, .. } => start = Some(Start { luck: found.luck.clone()?, hash: found.fingerprint()? }),
            LogEntry::Acted { seat, action, time, found } => played.push(kernel::Entry::Act {
                seat: *seat,
                action: action.clone(),
                luck: found.luck.clone()?,
                hash: found.fingerprint()?,
                time: Some(*time),
            }),
            LogEntry::TookBack { by, .. } => played.push(kernel::Entry::Undo { by: *by, to: counted.last() }),
            LogEntry::WentOn { kept: true, .. } => return None,
            _ => {}
        }
    }
    Some(Record { header, start: start?, entries: played })
}
