//! Changes of a table and new tables: what happens is applied, durably stored, and only then seen by others.

use super::{Hall, apart, slot::tell, stored};
use crate::{
    clock,
    fault::Fault,
    storage::{Change, Summary},
    table::{Founding, Holder, Live, LogEntry, Stage, snapshot::Snapshot},
    token,
};
use kernel::{Key, Seat};

/// The longest log of a table. No game comes near it; who fills it up only wastes the disk.
const LONGEST_LOG: u64 = 100_000;

/// How often one seat can ask, go and come back between two moves: more would only fill up the log.
const MOST_SAID: usize = 50;

/// The most actions that can be taken back at one table: with more, the table would take long to read.
const MOST_TAKEN_BACK: usize = 5000;

/// The most times that people can sit down at a table and leave it before the game begins: more would only fill the log.
const MOST_COMINGS: usize = 500;

/// How many standing answers follow one change at most: no game asks more in one go.
const MOST_ANSWERS: usize = 64;

/// The table that follows another one.
pub enum Following {
    /// It is there already.
    There(String),
    /// A new one, to which the old one leads from now on.
    Next(Founding, Vec<LogEntry>),
    /// A new one that the old one does not know of.
    Aside(Founding, Vec<LogEntry>),
}

/// A new table that is not stored yet.
struct New {
    live: Live,
    entries: Vec<LogEntry>,
    summary: Summary,
    snapshot: Option<Snapshot>,
}

impl New {
    fn of(founding: Founding, mut entries: Vec<LogEntry>) -> Result<New, Fault> {
        let mut live = Live::new(token::table(), founding);
        entries.iter_mut().try_for_each(|entry| live.take(entry))?;
        let (summary, snapshot) = (live.summary(), live.due_snapshot());
        if let Some(snapshot) = &snapshot {
            live.note_snapshot(snapshot.entry);
        }
        Ok(New { live, entries, summary, snapshot })
    }

    fn change(&self) -> Change<'_> {
        Change {
            founding: Some(&self.live.founding),
            stage: Some(self.live.stage().word()),
            summary: Some(&self.summary),
            snapshot: self.snapshot.as_ref(),
            ..Change::of(&self.live.id, 1, &self.entries)
        }
    }
}

/// How much of a change has to happen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All of it or nothing.
    Whole,
    /// As much as goes, from the first entry on.
    AsFar,
}

impl Hall {
    /// Makes a table where these things have happened already.
    pub async fn found(&self, founding: Founding, entries: Vec<LogEntry>) -> Result<String, Fault> {
        self.to_its_end(move |hall| async move {
            let new = New::of(hall.fixed(founding).await?, entries)?;
            hall.store().commit(&[new.change()]).await.map_err(stored)?;
            Ok(hall.put_up(new).await)
        })
        .await
    }

    /// Makes a table that follows another one. `decide` looks at that one, and nobody else can change it meanwhile: two who
    /// ask at once come to the same table. Both tables are stored in one go, so that neither ever knows of the other alone.
    pub async fn follow<D>(&self, id: &str, decide: D) -> Result<String, Fault>
    where
        D: FnOnce(&Live) -> Result<Following, Fault> + Send + 'static,
    {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move {
            let slot = hall.known_slot(&id)?;
            let mut guard = slot.live.lock().await;
            let live = match hall.loaded(&id, &slot, &mut guard).await {
                Ok(live) => live,
                Err(fault) => {
                    drop(guard);
                    hall.forget(&id, slot);
                    return Err(fault);
                }
            };
            let new = match decide(live)? {
                Following::There(table) => return Ok(table),
                Following::Aside(founding, entries) => {
                    drop(guard);
                    return hall.found(founding, entries).await;
                }
                Following::Next(founding, entries) => New::of(hall.fixed(founding).await?, entries)?,
            };
            let followed = [LogEntry::Followed { table: new.live.id.clone() }];
            let sequence = live.sequence + 1;
            let change = Change::of(&id, sequence, &followed);
            // As in a change: should anything fail half-way, the table is read anew from the store.
            let Some(mut live) = guard.take() else { return Err(Fault::internal("the table is gone")) };
            live.take(&mut followed[0].clone())?;
            hall.store().commit(&[new.change(), change]).await.map_err(stored)?;
            tell(&slot, &live);
            *guard = Some(live);
            drop(guard);
            Ok(hall.put_up(new).await)
        })
        .await
    }

    /// Brings a new table that is stored into the hall; its bots begin.
    async fn put_up(&self, new: New) -> String {
        metrics::counter!("exchequer_tables_founded_total").increment(1);
        let (id, mut live) = (new.live.id.clone(), new.live);
        let (slot, bots) = (self.slot(&id), live.awaits_bot());
        live.presence = slot.presence.clone();
        tell(&slot, &live);
        self.tell_turns(&live, None);
        self.wind(&live);
        *slot.live.lock().await = Some(live);
        slot.onlookers.note(None);
        if bots {
            self.play_bots(&id, slot);
        }
        id
    }

    /// Changes a table: `decide` looks at it and says what happens. All of it is applied, durably stored, and only then seen
    /// by others. What is refused changes nothing.
    pub async fn change<D>(&self, id: &str, decide: D) -> Result<u64, Fault>
    where
        D: FnOnce(&Live) -> Result<Vec<LogEntry>, Fault> + Send + 'static,
    {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move { hall.change_now(&id, decide, Extent::Whole).await }).await
    }

    /// The same, but what cannot happen any more after what comes before it is left out: of several who answer at once the first may
    /// have settled the matter.
    pub(super) async fn change_as_far<D>(&self, id: &str, decide: D) -> Result<u64, Fault>
    where
        D: FnOnce(&Live) -> Result<Vec<LogEntry>, Fault> + Send + 'static,
    {
        let id = id.to_owned();
        self.to_its_end(move |hall| async move { hall.change_now(&id, decide, Extent::AsFar).await }).await
    }

    async fn change_now<D>(&self, id: &str, decide: D, extent: Extent) -> Result<u64, Fault>
    where
        D: FnOnce(&Live) -> Result<Vec<LogEntry>, Fault>,
    {
        let slot = self.known_slot(id)?;
        let mut guard = slot.live.lock().await;
        let live = match self.loaded(id, &slot, &mut guard).await {
            Ok(live) => live,
            Err(fault) => {
                drop(guard);
                self.forget(id, slot);
                return Err(fault);
            }
        };
        let (before, stood) = (live.stage(), live.summary());
        let mut entries = decide(live)?;
        let taken_back = entries.iter().filter(|entry| matches!(entry, LogEntry::TookBack { .. })).count();
        let Some((first, others)) = entries.split_first_mut() else { return Ok(live.sequence) };
        if first.said_by().is_some_and(|seat| live.said(seat) >= MOST_SAID) {
            return Err(Fault::conflict("you have said enough about this move: wait for the next one"));
        }
        if matches!(first, LogEntry::Sat { .. } | LogEntry::Left { .. }) && live.comings >= MOST_COMINGS {
            return Err(Fault::conflict("there was too much coming and going at this table: make a new one"));
        }
        if taken_back > 0 && live.taken_back + taken_back > MOST_TAKEN_BACK {
            return Err(Fault::conflict("so much was taken back at this table that nothing more can be"));
        }
        if live.sequence + others.len() as u64 >= LONGEST_LOG {
            return Err(Fault::conflict("this table has reached its limit: start a new one"));
        }
        // Taken out while it changes: should anything fail half-way, the table is read anew from the store.
        let Some(mut live) = guard.take() else { return Err(Fault::internal("the table is gone")) };
        let sequence = live.sequence + 1;
        if let Err(fault) = live.take(first) {
            // What is refused has changed nothing.
            *guard = Some(live);
            return Err(fault);
        }
        let mut taken = 1;
        for entry in others {
            match live.take(entry) {
                Ok(()) => taken += 1,
                Err(fault) if extent == Extent::Whole => return Err(fault),
                // What is refused has changed nothing: the others see what they can still answer.
                Err(_) => break,
            }
        }
        entries.truncate(taken);
        // What was answered once for all is answered at once, before anybody sees the question.
        for _ in 0..MOST_ANSWERS {
            let Some((seat, action)) = live.standing_answer() else { break };
            let mut answer = LogEntry::acted(seat, action, clock::now());
            if let Err(fault) = live.take(&mut answer) {
                tracing::error!(table = id, %seat, fault = fault.message, "a standing answer was refused");
                break;
            }
            entries.push(answer);
        }
        let (after, bots) = (live.stage(), live.awaits_bot());
        let stage = (before != after).then_some(after.word());
        let stands = Some(live.summary()).filter(|stands| *stands != stood);
        let new = match after {
            // To tell how a whole game went takes a while, in which others want to be served.
            Stage::Over => {
                let told = apart(move || (live.due_snapshot(), live)).await?;
                live = told.1;
                told.0
            }
            _ => live.due_snapshot(),
        };
        let (summary, snapshot) = (stands.as_ref(), new.as_ref());
        self.store()
            .commit(&[Change { stage, summary, snapshot, ..Change::of(id, sequence, &entries) }])
            .await
            .map_err(stored)?;
        if let Some(snapshot) = new {
            live.note_snapshot(snapshot.entry);
        }
        let sequence = live.sequence;
        tell(&slot, &live);
        if stands.is_some() {
            self.tell_turns(&live, Some(&stood));
        }
        self.wind(&live);
        *guard = Some(live);
        drop(guard);
        if bots {
            self.play_bots(id, slot);
        }
        if after == Stage::Over {
            self.put_away_soon(id);
        }
        Ok(sequence)
    }
}

/// Sitting down, as an entry. A player who brings luck of their own finds its hash in the record, and can so check
/// that it counted.
pub fn sits(seat: Seat, name: &str, holder: Holder, luck: Option<&str>) -> LogEntry {
    let entropy = match luck.filter(|luck| !luck.is_empty()) {
        Some(luck) => Key::of(&[b"exchequer seat", luck.as_bytes()]),
        None => token::entropy(),
    };
    LogEntry::Sat { seat, name: name.to_owned(), holder, entropy }
}
