//! Is the house well? It is while its store can be read and written.

use super::House;
use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use std::time::Duration;
use tokio::{sync::Mutex, time::Instant};

/// For how long an answer of the store counts: however many ask, the store is asked once in this time.
const FRESH: Duration = Duration::from_secs(1);

/// How long the store may take to answer.
const LONGEST: Duration = Duration::from_secs(5);

/// When the store answered last, and whether it was well.
#[derive(Default)]
pub(crate) struct Pulse(Mutex<Option<(Instant, bool)>>);

/// `ok` while the store is well.
pub(crate) async fn page(State(house): State<House>) -> Response {
    let mut pulse = house.pulse.0.lock().await;
    let well = match *pulse {
        Some((felt, well)) if felt.elapsed() < FRESH => well,
        _ => {
            let well = is_well(&house).await;
            *pulse = Some((Instant::now(), well));
            well
        }
    };
    match well {
        true => (StatusCode::OK, "ok\n").into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

async fn is_well(house: &House) -> bool {
    match tokio::time::timeout(LONGEST, house.hall.store().ping()).await {
        Ok(Ok(())) => true,
        Ok(Err(fault)) => {
            tracing::error!(%fault, "the store is not well");
            false
        }
        Err(_) => {
            tracing::error!("the store does not answer");
            false
        }
    }
}
