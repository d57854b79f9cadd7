//! What the owner of a house does with its store while it is closed: see what it contains, and delete old tables.

use crate::{
    clock, hall,
    serve::checked_store,
    storage::{Holding, Room, StoreFault, Upkeep as _, folder::Folder, sqlite::Sqlite},
    table::Stage,
};
use anyhow::Context;
use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

/// How many tables are deleted at once.
const AT_ONCE: usize = 100;

/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// The store of a closed house. While this exists, the house cannot be opened.
pub struct Upkeep {
    /// Holds the lock.
    _folder: Folder,
    store: Sqlite,
}

/// After how many days tables are old; without a number none is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ages {
    /// Those that are over, were closed or were stopped: since then.
    pub finished: Option<u64>,
    /// Those that wait or are played: since anybody last did anything there.
    pub abandoned: Option<u64>,
}

impl Ages {
    /// Is this table old?
    pub fn are_passed_by(self, table: &Holding) -> bool {
        let days = if is_finished(table.stage) { self.finished } else { self.abandoned };
        days.is_some_and(|days| table.last < clock::now().saturating_sub(days.saturating_mul(DAY)))
    }
}

/// Can nothing be played at such a table any more?
pub fn is_finished(stage: Stage) -> bool {
    matches!(stage, Stage::Over | Stage::Closed | Stage::Stopped)
}

/// How many days ago this was.
pub fn days_ago(time: u64) -> u64 {
    clock::now().saturating_sub(time) / DAY
}

impl Upkeep {
    /// Opens the store in a folder where no house is open.
    pub async fn open(data: &Path) -> anyhow::Result<Upkeep> {
        let folder = Folder::of_house(data)?;
        // The mark stays unchanged: a house that crashed still has to know that when it opens, and one that was closed stays
        // closed even if this program is killed.
        let (store, _) = checked_store(&folder, false).await?;
        // The ages of tables are told by the clock of the house, which may be ahead of the system's.
        store.keeps_time().await.context("the time of the house cannot be read")?;
        Ok(Upkeep { _folder: folder, store })
    }

    /// All tables.
    pub async fn tables(&self) -> anyhow::Result<Vec<Holding>> {
        self.store.holdings().await.context("the tables cannot be counted")
    }

    /// How much room the store takes.
    pub async fn room(&self) -> anyhow::Result<Room> {
        self.store.room().await.context("the file cannot be measured")
    }

    /// Writes the record of a table into a folder. Returns whether there is one: not every table has a game that can be
    /// recorded.
    pub async fn archive(&self, table: &Holding, folder: &Path) -> anyhow::Result<bool> {
        let record = match hall::record_of(&self.store, &table.id).await {
            // A table that cannot be read has no record.
            Err(StoreFault::Damaged(_)) => None,
            record => record.context("a table cannot be read")?,
        };
        let Some(record) = record else { return Ok(false) };
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let path = folder.join(format!("exchequer-{}.txt", table.id));
        let write = || {
            let mut file = File::create(&path)?;
            file.write_all(record.as_bytes())?;
            // The table is deleted only once its record is safely on the disk, and its name in the folder, too.
            file.sync_all()?;
            File::open(folder)?.sync_all()
        };
        write().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(true)
    }

    /// Deletes these tables from the store. `done` is called repeatedly with the number deleted so far.
    pub async fn remove(&self, tables: &[Holding], mut done: impl FnMut(usize)) -> anyhow::Result<()> {
        for (index, some) in tables.chunks(AT_ONCE).enumerate() {
            let ids: Vec<String> = some.iter().map(|table| table.id.clone()).collect();
            self.store.remove(&ids).await.context("tables cannot be taken out")?;
            done(index * AT_ONCE + some.len());
        }
        Ok(())
    }

    /// Returns free space to the file system.
    pub async fn give_back(&self) -> anyhow::Result<()> {
        self.store.give_back().await.context("the room that is free cannot be given back")
    }

    /// Closes the store.
    pub async fn close(self) {
        self.store.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn looking_after_the_store_does_not_change_whether_the_house_was_closed() {
        let place = tempfile::tempdir().unwrap();
        let mark = || Folder::open(place.path()).unwrap().mark().unwrap();
        Sqlite::open(&Folder::open(place.path()).unwrap().database()).await.unwrap().close().await;
        // Closed, unknown, left open: the mark is the same afterwards, whether or not this was finished.
        for left in ["closed", "", "open 00000000000000000000\n"] {
            std::fs::write(place.path().join("exchequer.mark"), left).unwrap();
            let left = mark().left_open_at();
            for ends in [false, true] {
                let upkeep = Upkeep::open(place.path()).await.unwrap();
                upkeep.remove(&upkeep.tables().await.unwrap(), |_| ()).await.unwrap();
                upkeep.give_back().await.unwrap();
                let during = std::fs::read_to_string(place.path().join("exchequer.mark")).unwrap();
                assert_eq!(during.starts_with("open"), left.is_some(), "{during}");
                if ends {
                    upkeep.close().await;
                } else {
                    drop(upkeep);
                }
                assert_eq!(mark().left_open_at(), left);
            }
        }
    }
}
