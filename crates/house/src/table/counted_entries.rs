//! The entries of a game's record, from the table's log alone, without its rules: which there are, which of them count, and with
//! which version of the table each came. It is folded once, with the table.

use crate::table::LogEntry;

/// The entries of a game's record, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct CountedEntries {
    /// The version of the table with which each entry came, the set-up first; empty before the game begins.
    versions: Vec<u32>,
    /// Those that count, the beginning first; empty before the game begins.
    line: Vec<u32>,
}

impl CountedEntries {
    /// Those of a whole log.
    pub fn of(entries: &[LogEntry]) -> CountedEntries {
        let mut counted = CountedEntries::default();
        (1..).zip(entries).for_each(|(version, entry)| counted.note(entry, version));
        counted
    }

    /// Takes in an entry of the table's log; `version` is the table's with it.
    pub fn note(&mut self, entry: &LogEntry, version: u64) {
        if matches!(entry, LogEntry::Began { .. } | LogEntry::Acted { .. } | LogEntry::TookBack { .. }) {
            self.versions.push(version as u32);
        }
        match entry {
            LogEntry::Began { .. } => self.line = vec![0],
            LogEntry::Acted { .. } => self.line.push(self.number() as u32),
            LogEntry::TookBack { .. } if self.line.len() > 1 => drop(self.line.pop()),
            LogEntry::WentOn { kept: true, lost, .. } => {
                self.line.truncate(self.line.len().saturating_sub(*lost));
                // The position that play goes on from has the number of the last entry, whether or not that one counts.
                if self.last() != self.number() {
                    self.line.push(self.number() as u32);
                }
            }
            _ => {}
        }
    }

    /// The number of the last entry.
    pub fn number(&self) -> usize {
        self.versions.len().saturating_sub(1)
    }

    /// The version of the table with which an entry came; 0 is the set-up.
    pub fn version_of(&self, entry: usize) -> u64 {
        self.versions.get(entry).copied().unwrap_or_default().into()
    }

    /// Has the game begun?
    pub fn has_begun(&self) -> bool {
        !self.line.is_empty()
    }

    /// The last entry that counts.
    pub fn last(&self) -> usize {
        self.line.last().copied().unwrap_or_default() as usize
    }

    /// How many of those that count come after this entry.
    pub fn after(&self, entry: usize) -> usize {
        self.line.len() - self.line.partition_point(|one| *one as usize <= entry)
    }

    /// Does this entry count?
    pub fn counts(&self, entry: usize) -> bool {
        self.line.binary_search(&(entry as u32)).is_ok()
    }
}
