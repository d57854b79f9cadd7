//! Finished tables, put away: the log and what is kept beside it as one row, compressed to a fraction of their size.

use super::{Sqlite, damaged};
use crate::{
    storage::{Store, StoreFault, StoredLog},
    table::snapshot::Snapshot,
};
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use serde::{Serialize, de::DeserializeOwned};
use std::io::Read;

/// No log comes near this many bytes; a row that claims more is damaged.
const LARGEST: u64 = 1 << 30;

/// Serializes and compresses it.
pub(super) fn packed(what: &impl Serialize) -> Result<Vec<u8>, StoreFault> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut packer, what)?;
    packer.finish().map_err(|error| StoreFault::Failed(error.to_string()))
}

/// Decompresses it.
pub(super) fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreFault> {
    let mut text = Vec::new();
    let read = DeflateDecoder::new(bytes).take(LARGEST).read_to_end(&mut text);
    read.map_err(|error| StoreFault::Damaged(error.to_string()))?;
    serde_json::from_slice(&text).map_err(damaged)
}

impl Sqlite {
    /// Puts a table away; later entries are stored beside it again.
    pub(super) async fn pack_away(&self, id: &str, snapshots: &[(u64, Snapshot)]) -> Result<(), StoreFault> {
        let Some(StoredLog { entries, .. }) = self.load(id).await? else { return Ok(()) };
        let (count, snapshot_to) = (entries.len() as i64, snapshots.last().map(|(_, snapshot)| snapshot.entry as i64));
        let snapshots = snapshots.to_vec();
        // Compressing takes a moment, so other requests are served meanwhile.
        let packing = tokio::task::spawn_blocking(move || Ok::<_, StoreFault>((packed(&entries)?, packed(&snapshots)?)));
        let (log, snapshots) = packing.await.map_err(|error| StoreFault::Failed(error.to_string()))??;
        let mut writing = self.writer.begin().await?;
        let to = writing.connection()?;
        let put = sqlx::query("INSERT OR REPLACE INTO shelf VALUES (?1, ?2, ?3, ?4, ?5)").bind(id).bind(count);
        put.bind(snapshot_to).bind(log).bind(snapshots).execute(&mut *to).await?;
        for emptied in [
            "DELETE FROM entry WHERE table_id = ?1 AND sequence <= ?2",
            "DELETE FROM kept WHERE table_id = ?1 AND sequence <= ?2",
        ] {
            sqlx::query(emptied).bind(id).bind(count).execute(&mut *to).await?;
        }
        writing.commit().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::LogEntry;

    #[test]
    fn what_is_packed_comes_back() {
        let entries: Vec<LogEntry> = (0..300).map(|time| LogEntry::began(1_700_000_000_000 + time)).collect();
        let bytes = packed(&entries).unwrap();
        assert!(bytes.len() < 3000, "{}", bytes.len());
        assert_eq!(unpacked::<Vec<LogEntry>>(&bytes).unwrap(), entries);
        for torn in [&bytes[..bytes.len() / 2], b"", b"torn"] {
            assert!(matches!(unpacked::<Vec<LogEntry>>(torn), Err(StoreFault::Damaged(_))));
        }
    }
}
