//! What is known of a game's course from the table's log alone, without its rules: which entries there are and which count.

use crate::log::LogEntry;

/// The entries of a game's record, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The number of the last entry.
    pub version: usize,
    /// Those that count, the beginning first; empty before the game begins.
    line: Vec<u32>,
}

impl Outline {
    /// Takes in an entry of the table's log.
    pub fn note(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Began { .. } => self.line = vec![0],
            LogEntry::Acted { .. } => {
                self.version += 1;
                self.line.push(self.version as u32);
            }
            LogEntry::TookBack { .. } => {
                self.version += 1;
                if self.line.len() > 1 {
                    self.line.pop();
                }
            }
            LogEntry::WentOn { kept: true, lost, .. } => {
                self.line.truncate(self.line.len().saturating_sub(*lost));
                // The position that play goes on from has the number of the last entry, whether or not that one counts.
                if self.last() != self.version {
                    self.line.push(self.version as u32);
                }
            }
            _ => {}
        }
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
