//! What the players did beside the game: asked, agreed, took back.

use crate::table::LogEntry;
use kernel::Seat;

/// What the log of a table tells beside the game's own events.
#[derive(Clone, Default, Debug)]
pub struct Chronicle {
    remarks: Vec<Remark>,
}

/// Something that a player did about the game rather than in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The version of the table with which it came.
    pub version: u64,
    /// Who; none if it was the house.
    pub seat: Option<Seat>,
    /// What.
    pub kind: RemarkKind,
}

/// What one can do about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// Took back so many actions, alone or with everybody's consent.
    TookBack {
        /// How many.
        actions: usize,
        /// With everybody's consent?
        consent: bool,
    },
    /// Asked all to take back the last action.
    Asked,
    /// Agreed to that.
    Agreed,
    /// Did not agree.
    Declined,
    /// Let a bot play, or had it let by the host.
    HandedOver {
        /// Did the host decide it?
        by_host: bool,
    },
    /// Plays again.
    Resumed,
    /// Ran out of time.
    RanOut {
        /// Does a bot play from now on?
        bot: bool,
    },
    /// Has another name.
    Renamed {
        /// The one before.
        was: String,
    },
    /// The rules were changed: the game goes on under this edition.
    WentOn {
        /// The number of the edition.
        edition: u32,
        /// Does it go on from here, or did nothing change?
        kept: bool,
        /// How many of the last actions could not be kept.
        lost: usize,
    },
    /// The rules were changed: the game cannot go on.
    Stopped,
}

impl Chronicle {
    /// Takes in an entry of the table's log; `version` is the table's with it.
    pub fn note(&mut self, entry: &LogEntry, version: u64) {
        let (seat, kind) = match entry {
            LogEntry::TookBack { by, consent, .. } => {
                // Several actions are taken back one by one, but told as one remark.
                if let Some(last) = self.remarks.last_mut()
                    && let RemarkKind::TookBack { actions, consent: alike } = &mut last.kind
                    && (last.version + 1, last.seat, *alike) == (version, Some(*by), *consent)
                {
                    *actions += 1;
                    last.version = version;
                    return;
                }
                (Some(*by), RemarkKind::TookBack { actions: 1, consent: *consent })
            }
            LogEntry::Asked { by } => (Some(*by), RemarkKind::Asked),
            LogEntry::Agreed { seat } => (Some(*seat), RemarkKind::Agreed),
            LogEntry::Declined { seat } => (Some(*seat), RemarkKind::Declined),
            LogEntry::HandedOver { seat, by_host, .. } => (Some(*seat), RemarkKind::HandedOver { by_host: *by_host }),
            LogEntry::Resumed { seat, .. } => (Some(*seat), RemarkKind::Resumed),
            LogEntry::RanOut { seat, bot, .. } => (Some(*seat), RemarkKind::RanOut { bot: bot.is_some() }),
            LogEntry::Renamed { seat, was, .. } => (Some(*seat), RemarkKind::Renamed { was: was.clone() }),
            LogEntry::WentOn { edition, kept, lost, .. } => {
                (None, RemarkKind::WentOn { edition: edition.number, kept: *kept, lost: *lost })
            }
            LogEntry::Stopped { .. } => (None, RemarkKind::Stopped),
            LogEntry::Began { .. }
            | LogEntry::Acted { .. }
            | LogEntry::Sat { .. }
            | LogEntry::Left { .. }
            | LogEntry::Stood { .. }
            | LogEntry::Followed { .. }
            | LogEntry::Closed { .. } => return,
        };
        self.remarks.push(Remark { version, seat, kind });
    }

    /// What the players did about the game, oldest first.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

impl RemarkKind {
    /// The remark as a line of the log, after the name of who did it; of the house, a whole sentence.
    pub fn words(&self) -> String {
        match self {
            RemarkKind::TookBack { actions: 1, consent: false } => "took back the last move".to_owned(),
            RemarkKind::TookBack { actions: 1, consent: true } => "took back the last move with everybody’s consent".to_owned(),
            RemarkKind::TookBack { actions, consent: false } => format!("took back {actions} moves"),
            RemarkKind::TookBack { actions, consent: true } => format!("took back {actions} moves with everybody’s consent"),
            RemarkKind::Asked => "asked to take back the last move".to_owned(),
            RemarkKind::Agreed => "agreed".to_owned(),
            RemarkKind::Declined => "did not agree".to_owned(),
            RemarkKind::HandedOver { by_host: false } => "handed over to a bot".to_owned(),
            RemarkKind::HandedOver { by_host: true } => "was away: the host let a bot play".to_owned(),
            RemarkKind::Resumed => "is back".to_owned(),
            RemarkKind::RanOut { bot: true } => "ran out of time: a bot plays on".to_owned(),
            RemarkKind::RanOut { bot: false } => "ran out of time: the safe choice is made".to_owned(),
            RemarkKind::Renamed { was } => format!("is the new name of {was}"),
            RemarkKind::WentOn { edition, kept, lost } => {
                let then = match (*kept, *lost) {
                    (false, _) => "All that was played counts as before".to_owned(),
                    (true, 0) => "The game goes on from here under the new rules".to_owned(),
                    (true, 1) => {
                        "The last move could not be kept: the game goes on from before it, under the new rules".to_owned()
                    }
                    (true, lost) => {
                        format!("The last {lost} moves could not be kept: the game goes on from before them, under the new rules")
                    }
                };
                format!("The rules of this game were changed (edition {edition}). {then}")
            }
            RemarkKind::Stopped => "The rules of this game were changed, and it cannot go on under the new ones".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::counted_entries::CountedEntries;

    #[test]
    fn what_is_taken_back_at_once_is_one_remark() {
        let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
        let (mut chronicle, mut counted) = (Chronicle::default(), CountedEntries::default());
        let entries = [
            LogEntry::began(0),
            LogEntry::Asked { by: ann },
            LogEntry::Agreed { seat: bob },
            LogEntry::took_back(ann, true),
            LogEntry::took_back(ann, true),
            LogEntry::took_back(bob, true),
        ];
        for (index, entry) in entries.iter().enumerate() {
            chronicle.note(entry, index as u64 + 3);
            counted.note(entry, index as u64 + 3);
        }
        let told: Vec<(u64, String)> = chronicle.remarks().iter().map(|one| (one.version, one.kind.words())).collect();
        assert_eq!(told.len(), 4);
        assert_eq!(told[2], (7, "took back 2 moves with everybody’s consent".to_owned()));
        assert_eq!([0, 1, 2, 3].map(|entry| counted.version_of(entry)), [3, 6, 7, 8]);
    }
}
