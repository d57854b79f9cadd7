//! The records of finished games. Producing the record of a long game takes a while and some memory, so only a few are produced
//! at once, and they are kept for later requests.

use super::{Failed, House, api::Refused, compressed::Gzipped, origin::Origin};
use crate::{
    fault::Fault,
    hall::Hall,
    table::{Live, Stage},
};
use axum::{
    Extension, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, header},
    response::Response,
    routing::get,
};
use serde::Serialize;
use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use utoipa::ToSchema;

/// The most bytes of records that are kept; one record is kept however long it is.
const KEPT: usize = 16 << 20;

/// The record of a finished game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Record {
    /// As `exchequer replay` reads it.
    pub record: String,
}

pub(super) fn routes() -> Router<House> {
    Router::new().route("/t/{id}/record", get(file))
}

/// The records that were used recently, the latest first.
#[derive(Default)]
pub(crate) struct Records(Mutex<VecDeque<(String, Arc<PackedRecord>)>>);

/// A record in the forms in which it is sent.
struct PackedRecord {
    text: Gzipped,
    json: Gzipped,
}

impl PackedRecord {
    fn of(record: String) -> Option<PackedRecord> {
        let record = Record { record };
        let json = serde_json::to_vec(&record).ok()?;
        Some(PackedRecord { text: Gzipped::of(record.record), json: Gzipped::of(json) })
    }

    fn size(&self) -> usize {
        self.text.size() + self.json.size()
    }
}

impl Records {
    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, Arc<PackedRecord>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, id: &str) -> Option<Arc<PackedRecord>> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(known, _)| known == id)?;
        let hit = kept.remove(place)?;
        kept.push_front(hit.clone());
        Some(hit.1)
    }

    fn keep(&self, id: &str, record: Arc<PackedRecord>) {
        let mut kept = self.kept();
        kept.retain(|(known, _)| known != id);
        kept.push_front((id.to_owned(), record));
        let mut size = 0;
        let fits = kept.iter().take_while(|(_, record)| {
            size += record.size();
            size <= KEPT
        });
        let most = fits.count().max(1);
        kept.truncate(most);
    }
}

/// The record of a finished game. Before the end it would reveal secrets.
async fn finished(house: &House, id: &str, party: IpAddr) -> Result<Arc<PackedRecord>, Fault> {
    let over = |live: &Live| match live.stage() {
        Stage::Over => Ok(()),
        _ => Err(Fault::conflict("the record is available when the game is over")),
    };
    house.hall.look(id, over).await??;
    if let Some(kept) = house.records.get(id) {
        return Ok(kept);
    }
    house.guard.costly_work().work(party, told(house.hall.clone(), house.records.clone(), id.to_owned())).await
}

/// Produces a record, unless the request before this one has produced it.
async fn told(hall: Hall, records: Arc<Records>, id: String) -> Result<Arc<PackedRecord>, Fault> {
    if let Some(kept) = records.get(&id) {
        return Ok(kept);
    }
    let tell = hall.record(&id).await?;
    let telling = tokio::task::spawn_blocking(move || {
        let kept = Arc::new(PackedRecord::of(tell())?);
        records.keep(&id, kept.clone());
        Some(kept)
    });
    telling.await.ok().flatten().ok_or_else(|| Fault::internal("the house stumbled over this record"))
}

/// The record as a file.
async fn file(
    State(house): State<House>,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Failed> {
    let record = finished(&house, &id, origin.party()).await?;
    let mut answer = record.text.answer(&headers, "text/plain; charset=utf-8");
    let name = HeaderValue::from_str(&format!("attachment; filename=\"exchequer-{id}.txt\""));
    answer.headers_mut().extend(name.ok().map(|name| (header::CONTENT_DISPOSITION, name)));
    Ok(answer)
}

/// The record for a program.
pub(crate) async fn json(
    State(house): State<House>,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let record = finished(&house, &id, origin.party()).await?;
    Ok(record.json.answer(&headers, "application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(length: usize) -> Arc<PackedRecord> {
        // Digits that hardly compress.
        let text = (0..length).map(|place| char::from(b'0' + (place * place * 7919 % 1009 % 10) as u8)).collect();
        Arc::new(PackedRecord::of(text).unwrap())
    }

    #[test]
    fn what_is_kept_is_bounded_and_what_was_asked_for_stays_longest() {
        let records = Records::default();
        for number in 0..20 {
            records.keep(&number.to_string(), record(1 << 20));
            assert!(records.get("0").is_some(), "asked for again and again");
            let size: usize = records.kept().iter().map(|(_, record)| record.size()).sum();
            assert!(size <= KEPT, "{size} bytes");
        }
        assert!(records.kept().len() > 3 && records.get("1").is_none());
        records.keep("long", record(KEPT));
        assert!(records.get("long").is_some() && records.kept().len() == 1, "one is kept however long it is");
    }
}
