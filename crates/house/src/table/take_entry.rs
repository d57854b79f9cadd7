//! What an entry of the log does to a table.

use super::{Chair, Found, Holder, Live, LogEntry, Request, Stage, Unplayable, snapshot::EVERY};
use crate::fault::Fault;
use engine::{AnyTable, Setup};
use kernel::{Files, Seat, Seats};
use serde_json::Value;

/// Where the entries come from that are taken in.
#[derive(Debug, Default)]
pub(crate) enum Source {
    /// They are new.
    #[default]
    New,
    /// They are read from the store and played again.
    Replayed {
        /// Is every fingerprint compared? If not, some are: that takes far longer than to play.
        thoroughly: bool,
    },
    /// They are read from the store, and noted without being played.
    Noted,
}

impl Live {
    /// Takes in an entry: one that is read from the store, or one that is about to be stored.
    ///
    /// A new `Acted` comes without its fingerprint; it is filled in. An old one must lead to the state it led to before.
    pub fn take(&mut self, entry: &mut LogEntry) -> Result<(), Fault> {
        if self.unplayable.is_some()
            && matches!(entry, LogEntry::Acted { .. } | LogEntry::TookBack { .. } | LogEntry::Asked { .. })
        {
            return Err(Fault::conflict("this game was played under other rules: it can only be looked at"));
        }
        let mut acted_by = None;
        match entry {
            LogEntry::Sat { seat, name, holder, entropy } => {
                if self.table.is_some() {
                    return Err(Fault::conflict("the game has begun; no one can sit down any more"));
                }
                if self.closed {
                    return Err(closed());
                }
                let chair = self.chairs.get_mut(seat.index()).ok_or_else(|| Fault::bad("there is no such seat"))?;
                if chair.is_some() {
                    return Err(Fault::conflict(format!("seat {seat} is taken: choose another")));
                }
                *chair = Some(Chair {
                    name: name.clone(),
                    holder: holder.clone(),
                    standing_in: None,
                    by_host: false,
                    entropy: *entropy,
                });
            }
            LogEntry::Left { seat } => {
                if self.table.is_some() {
                    return Err(Fault::conflict("the game has begun: hand your seat to a bot instead"));
                }
                let chair = self.chairs.get_mut(seat.index()).ok_or_else(|| Fault::bad("there is no such seat"))?;
                if chair.take().is_none() {
                    return Err(Fault::conflict("nobody sits there"));
                }
            }
            LogEntry::Began { found, .. } => {
                if self.counted.has_begun() || !self.free_seats().is_empty() {
                    return Err(Fault::conflict("the game begins when all seats are taken"));
                }
                self.begin(found)?;
            }
            LogEntry::Acted { seat, action, time, found } => {
                let by_bot = self.chair(*seat).is_some_and(|chair| chair.bot().is_some());
                // An answer that stands is not given now: its giver may have done something else meanwhile.
                let stands = self.standing_answer().is_some_and(|(giver, answer)| giver == *seat && answer == *action);
                self.act(*seat, action, *time, found)?;
                self.by_bot.push(by_bot);
                self.request = None;
                acted_by = Some(*seat).filter(|seat| !stands && !by_bot && self.timed_out != Some(*seat));
                if let Some(acted) = self.acted.get_mut(seat.index()).filter(|_| !stands) {
                    *acted = self.sequence + 1;
                }
            }
            LogEntry::TookBack { by, consent, .. } => {
                if !matches!(self.source, Source::Noted) {
                    self.table.as_mut().ok_or_else(waiting)?.undo(*by, *consent)?;
                }
                self.by_bot.push(false);
                self.request = None;
                acted_by = Some(*by);
                if let Some(acted) = self.acted.get_mut(by.index()) {
                    *acted = self.sequence + 1;
                }
            }
            LogEntry::Asked { by } if matches!(self.source, Source::Noted) => {
                self.request = Some(Request { by: *by, missing: Seats::NONE });
            }
            LogEntry::Asked { by } => {
                let table = self.table.as_ref().ok_or_else(waiting)?;
                if self.to_take_back() == 0 || table.turn().is_over() {
                    return Err(Fault::conflict("there is nothing to take back"));
                }
                self.request = Some(Request { by: *by, missing: self.to_be_asked(*by) });
            }
            LogEntry::Agreed { seat } => {
                let request = self.request.as_mut().ok_or_else(|| Fault::conflict("nobody is asking for anything right now"))?;
                request.missing = request.missing.without(*seat);
            }
            LogEntry::Declined { .. } => self.request = None,
            LogEntry::HandedOver { seat, bot, by_host } => {
                // A bot that is no more plays the safe choice.
                if matches!(self.source, Source::New) && bots::BOTS.iter().all(|known| known.name != bot) {
                    return Err(Fault::bad(format!("there is no bot `{bot}`")));
                }
                let chair = self.occupied(*seat)?;
                if chair.bot() == Some(bot) || matches!(chair.holder, Holder::Bot(_)) {
                    return Err(Fault::conflict("a bot is already playing that seat"));
                }
                // Who went by themselves is not brought back by the host's word.
                chair.by_host = *by_host && (chair.by_host || chair.standing_in.is_none());
                chair.standing_in = Some(bot.clone());
            }
            LogEntry::Resumed { seat, .. } => {
                // The first player to come back to a table that all had left lets the clocks run again.
                let needless = matches!(self.source, Source::New) && !self.clocks_rest();
                let chair = self.occupied(*seat)?;
                if chair.standing_in.take().is_none() && needless {
                    return Err(Fault::conflict("no bot is playing for that seat"));
                }
                chair.by_host = false;
                acted_by = Some(*seat);
            }
            LogEntry::RanOut { seat, bot, .. } => {
                let chair = self.occupied(*seat)?;
                if let Some(bot) = bot {
                    // The person has given up no say.
                    (chair.standing_in, chair.by_host) = (Some(bot.clone()), true);
                }
            }
            LogEntry::Renamed { seat, name, .. } => {
                if matches!(self.stage(), Stage::Over | Stage::Closed | Stage::Stopped) && matches!(self.source, Source::New) {
                    return Err(Fault::conflict("the game is over: names stay as they are"));
                }
                self.occupied(*seat)?.name.clone_from(name);
                if let Some(table) = &mut self.table {
                    table.rename(*seat, name.clone());
                }
            }
            LogEntry::Stood { seat, kind, on } => {
                let kinds = self.standing.get_mut(seat.index()).ok_or_else(|| Fault::bad("there is no such seat"))?;
                let stands = kinds.iter().position(|known| known == kind);
                match (stands, on) {
                    (None, true) => kinds.push(kind.clone()),
                    (Some(index), false) => drop(kinds.remove(index)),
                    (Some(_), true) => return Err(Fault::conflict("this answer stands already")),
                    (None, false) => return Err(Fault::conflict("you have left no such answer")),
                }
            }
            LogEntry::Followed { table } => self.next = Some(table.clone()),
            LogEntry::Closed { .. } => {
                if self.table.is_some() || self.closed {
                    return Err(Fault::conflict("only a table that is waiting for players can be closed"));
                }
                self.closed = true;
            }
            LogEntry::WentOn { edition, .. } => {
                self.edition = Some(*edition);
                self.request = None;
            }
            LogEntry::Stopped { .. } => {
                self.unplayable = Some(Unplayable::Stopped);
                self.request = None;
            }
        }
        self.comings += usize::from(matches!(entry, LogEntry::Sat { .. } | LogEntry::Left { .. }));
        self.taken_back += usize::from(matches!(entry, LogEntry::TookBack { .. }));
        self.keep_time(entry, acted_by);
        match entry.said_by().and_then(|seat| self.said.get_mut(seat.index())) {
            Some(said) => *said += 1,
            None if matches!(entry, LogEntry::Acted { .. } | LogEntry::TookBack { .. }) => self.said.fill(0),
            None => {}
        }
        self.sequence += 1;
        self.counted.note(entry, self.sequence);
        self.chronicle.note(entry, self.sequence);
        Ok(())
    }

    /// What an entry means for the clocks. `acted_by` is who did it of their own accord.
    fn keep_time(&mut self, entry: &LogEntry, acted_by: Option<Seat>) {
        let turn = self.turn();
        let people = Seats::first(self.chairs.len()).filter(|seat| self.is_played_by_person(*seat)).collect();
        self.timed_out = match entry {
            LogEntry::RanOut { seat, bot: None, .. } => Some(*seat),
            _ => None,
        };
        let Some(clocks) = &mut self.clocks else { return };
        if let Some(seat) = acted_by {
            clocks.wake(seat);
        }
        let time = match *entry {
            LogEntry::Began { time, .. } | LogEntry::Acted { time, .. } | LogEntry::WentOn { time, .. } => {
                clocks.advance(time, turn);
                time
            }
            LogEntry::TookBack { by, time, consent } => {
                clocks.take_back(by, time, turn, consent);
                time
            }
            LogEntry::Resumed { seat, time } => {
                clocks.take_breath(seat, time);
                time
            }
            LogEntry::RanOut { seat, time, .. } => {
                clocks.run_out(seat, time);
                time
            }
            _ => return,
        };
        clocks.settle(people, time, turn);
    }

    /// The set-up, or what it was.
    fn begin(&mut self, found: &mut Found) -> Result<(), Fault> {
        if matches!(self.source, Source::Noted) {
            return Ok(());
        }
        let files = self.files.take();
        let setup = self.setup(files);
        let game = engine::game(&self.founding.game)?;
        let table = match &self.founding.position {
            Some(position) => game.open_at(setup, position)?,
            None => game.open(setup)?,
        };
        let start = table.start();
        match found.fingerprint() {
            None => *found = Found::new(start.hash, &start.luck),
            Some(hash) if hash != start.hash => return Err(self.differs()),
            Some(_) => {}
        }
        self.table = Some(table);
        Ok(())
    }

    /// What a seat does, or did.
    fn act(&mut self, seat: Seat, action: &str, time: u64, found: &mut Found) -> Result<(), Fault> {
        let thoroughly = match &self.source {
            Source::Noted => return Ok(()),
            Source::Replayed { thoroughly } => *thoroughly,
            Source::New => false,
        };
        let table = self.table.as_mut().ok_or_else(waiting)?;
        match found.fingerprint() {
            Some(hash) => {
                let checked = thoroughly || (table.version() + 1).is_multiple_of(EVERY);
                table.play_again(seat, action, Some(time), hash, checked)?;
            }
            None => {
                table.play(seat, action, Some(time))?;
                if let Some((luck, hash)) = table.last_draws() {
                    *found = Found::new(hash, luck);
                }
            }
        }
        Ok(())
    }

    fn differs(&self) -> Fault {
        Fault::internal(format!("the log of table {} leads to another state than it did", self.id))
    }

    /// What was agreed before the game began.
    fn setup(&self, files: Option<Files>) -> Setup {
        let chairs = self.chairs.iter().flatten();
        Setup {
            files,
            options: self.founding.options.clone(),
            seats: chairs.clone().map(|chair| chair.name.clone()).collect(),
            entropy: chairs.map(|chair| chair.entropy).collect(),
            script: self.script.clone(),
            ..Setup::new(self.founding.secret)
        }
    }

    /// The game at a moment that was kept after this entry, by the present rules and this content.
    pub(crate) fn game_at(&self, moment: &Value, entry: usize, files: Option<Files>) -> Result<Box<dyn AnyTable>, Fault> {
        Ok(engine::game(&self.founding.game)?.go_on(self.setup(files), moment, entry)?)
    }
}

fn closed() -> Fault {
    Fault::conflict("the host closed this table")
}

fn waiting() -> Fault {
    Fault::conflict("the game has not begun yet: seats are still free")
}
