//! The folder where the house keeps its tables: for its owner only, for one house at a time, and with a mark in it of how much
//! was written.
//!
//! What was accepted is in the database or in the write-ahead log beside it. Should that log get lost, the database looks whole
//! without it, and the last moves are gone. So the number of what was written is marked in a file of its own as well: a database
//! that holds less than that has lost something.

use anyhow::{Context, bail};
use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

/// The folder of an open house. It is locked until this is dropped, or the process ends, however that ends.
pub(crate) struct Folder {
    path: PathBuf,
    _lock: File,
}

/// The mark of how much was written to the database. It need not be durable by itself: one that is too low misses a loss after the
/// power went, and never tells of one that is none.
pub(crate) struct Mark(File);

/// The name of the database.
const DATABASE: &str = "exchequer.sqlite";

/// What is marked: the number of rows that were written, until the house was closed.
const LENGTH: usize = "open 01234567890123456789\n".len();

impl Mark {
    /// How much was written to the database when the house was left without being closed. None if it was closed, or if nobody
    /// marked anything, as in a new folder or beside a copy of the database.
    pub fn left_open_at(&self) -> Option<u64> {
        let mut text = String::new();
        (&self.0).take(2 * LENGTH as u64).read_to_string(&mut text).ok()?;
        text.strip_prefix("open ")?.strip_suffix('\n')?.parse().ok()
    }

    /// Marks that so much is written, or that the house is closed.
    pub fn set(&self, written: Option<u64>) -> io::Result<()> {
        let text = match written {
            Some(written) => format!("open {written:020}\n"),
            None => format!("{:<25}\n", "closed"),
        };
        // All at once and always of the same length: there is no moment at which only half of it stands there.
        (&self.0).seek(io::SeekFrom::Start(0))?;
        (&self.0).write_all(text.as_bytes())
    }
}

impl Folder {
    /// The folder of a house that was open before, for maintenance of its tables while it is closed.
    pub fn of_house(path: &Path) -> anyhow::Result<Folder> {
        if !path.join(DATABASE).is_file() {
            bail!("there is no house in {}: {DATABASE} is missing there; name its folder with --data", path.display());
        }
        Folder::locked(path, "the house is open on")
    }

    /// Makes the folder if it is not there, and locks it. A folder that is there already stays as it is; only what the house
    /// makes itself is made for its owner only.
    pub fn open(path: &Path) -> anyhow::Result<Folder> {
        let mut make = DirBuilder::new();
        make.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
        make.create(path).with_context(|| format!("the folder {} cannot be made", path.display()))?;
        Folder::locked(path, "another house is open on")
    }

    fn locked(path: &Path, taken: &str) -> anyhow::Result<Folder> {
        let lock = path.join("exchequer.lock");
        let file = private_file(&lock).with_context(|| format!("{} cannot be made", lock.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            // Two houses on one folder would each tell another story of the same tables.
            Err(TryLockError::WouldBlock) => {
                bail!("{taken} {}: close it, or name another folder", path.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(|| format!("{} cannot be locked", lock.display())),
        }
        let folder = Folder { path: path.to_owned(), _lock: file };
        for file in [folder.database(), folder.beside("-wal"), folder.beside("-shm")] {
            // The database itself is made here; the others are made by it and like it.
            if file == folder.database() || file.exists() {
                private_file(&file).with_context(|| format!("{} cannot be made private", file.display()))?;
            }
        }
        Ok(folder)
    }

    /// Where the database is.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// The mark of how much was written to it.
    pub fn mark(&self) -> anyhow::Result<Mark> {
        let path = self.path.join("exchequer.mark");
        Ok(Mark(private_file(&path).with_context(|| format!("{} cannot be made", path.display()))?))
    }

    fn beside(&self, end: &str) -> PathBuf {
        let mut name = self.database().into_os_string();
        name.push(end);
        name.into()
    }
}

/// Opens a file of the house, or makes it; it is for its owner only.
fn private_file(path: &Path) -> io::Result<File> {
    let mut how = OpenOptions::new();
    how.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut how, 0o600);
    let file = how.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            file.set_permissions(fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_as_it_was_set() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let left = || folder.mark().unwrap().left_open_at();
        assert_eq!(left(), None);
        let mark = folder.mark().unwrap();
        for written in [Some(0), Some(7), Some(u64::MAX), None, Some(8)] {
            mark.set(written).unwrap();
            assert_eq!(left(), written);
            let length = fs::metadata(place.path().join("exchequer.mark")).unwrap().len();
            assert_eq!(length, LENGTH as u64);
        }
        for nonsense in ["", "open", "open x\n", "closed 7\n", "\u{fe}", "open 7"] {
            fs::write(place.path().join("exchequer.mark"), nonsense).unwrap();
            assert_eq!(left(), None, "{nonsense:?}");
        }
        assert!(Folder::open(place.path()).is_err(), "one house at a time");
    }
}
