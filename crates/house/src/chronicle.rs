//! When everything at a table became known, and what the players did beside the game: asked, agreed, took back.

use crate::log::LogEntry;
use kernel::Seat;

/// What the log of a table tells beside the game's own events.
#[derive(Clone, Default, Debug)]
pub struct Chronicle {
    /// The version with which each entry of the game's record came, the set-up first.
    heard: Vec<u32>,
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
    pub deed: Deed,
}

/// What one can do about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
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
        let (seat, deed) = match entry {
            LogEntry::Began { .. } | LogEntry::Acted { .. } => return self.heard.push(version as u32),
            LogEntry::TookBack { by, consent, .. } => {
                self.heard.push(version as u32);
                // Several actions are taken back one by one, but told as one deed.
                if let Some(last) = self.remarks.last_mut()
                    && let Deed::TookBack { actions, consent: alike } = &mut last.deed
                    && (last.version + 1, last.seat, *alike) == (version, Some(*by), *consent)
                {
                    *actions += 1;
                    last.version = version;
                    return;
                }
                (Some(*by), Deed::TookBack { actions: 1, consent: *consent })
            }
            LogEntry::Asked { by } => (Some(*by), Deed::Asked),
            LogEntry::Agreed { seat } => (Some(*seat), Deed::Agreed),
            LogEntry::Declined { seat } => (Some(*seat), Deed::Declined),
            LogEntry::HandedOver { seat, by_host, .. } => (Some(*seat), Deed::HandedOver { by_host: *by_host }),
            LogEntry::Resumed { seat, .. } => (Some(*seat), Deed::Resumed),
            LogEntry::RanOut { seat, bot, .. } => (Some(*seat), Deed::RanOut { bot: bot.is_some() }),
            LogEntry::Renamed { seat, was, .. } => (Some(*seat), Deed::Renamed { was: was.clone() }),
            LogEntry::WentOn { edition, kept, lost, .. } => {
                (None, Deed::WentOn { edition: edition.number, kept: *kept, lost: *lost })
            }
            LogEntry::Stopped { .. } => (None, Deed::Stopped),
            LogEntry::Sat { .. }
            | LogEntry::Left { .. }
            | LogEntry::Stood { .. }
            | LogEntry::Followed { .. }
            | LogEntry::Closed { .. } => return,
        };
        self.remarks.push(Remark { version, seat, deed });
    }

    /// The version with which an entry of the game's record came; 0 is the set-up.
    pub fn heard(&self, entry: usize) -> u64 {
        self.heard.get(entry).copied().unwrap_or_default().into()
    }

    /// What the players did about the game, oldest first.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }
}

impl Deed {
    /// The deed as a line of the log, after the name of who did it; of the house, a whole sentence.
    pub fn words(&self) -> String {
        match self {
            Deed::TookBack { actions: 1, consent: false } => "took back the last move".to_owned(),
            Deed::TookBack { actions: 1, consent: true } => "took back the last move with everybody’s consent".to_owned(),
            Deed::TookBack { actions, consent: false } => format!("took back {actions} moves"),
            Deed::TookBack { actions, consent: true } => format!("took back {actions} moves with everybody’s consent"),
            Deed::Asked => "asked to take back the last move".to_owned(),
            Deed::Agreed => "agreed".to_owned(),
            Deed::Declined => "did not agree".to_owned(),
            Deed::HandedOver { by_host: false } => "handed over to a bot".to_owned(),
            Deed::HandedOver { by_host: true } => "was away: the host let a bot play".to_owned(),
            Deed::Resumed => "is back".to_owned(),
            Deed::RanOut { bot: true } => "ran out of time: a bot plays on".to_owned(),
            Deed::RanOut { bot: false } => "ran out of time: the safe choice is made".to_owned(),
            Deed::Renamed { was } => format!("is the new name of {was}"),
            Deed::WentOn { edition, kept, lost } => {
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
            Deed::Stopped => "The rules of this game were changed, and it cannot go on under the new ones".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_at_once_is_one_remark() {
        let (ann, bob) = (Seat::FIRST, Seat::new(1).unwrap());
        let mut chronicle = Chronicle::default();
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
        }
        let told: Vec<(u64, String)> = chronicle.remarks().iter().map(|one| (one.version, one.deed.words())).collect();
        assert_eq!(told.len(), 4);
        assert_eq!(told[2], (7, "took back 2 moves with everybody’s consent".to_owned()));
        assert_eq!([0, 1, 2, 3].map(|entry| chronicle.heard(entry)), [3, 6, 7, 8]);
    }
}
