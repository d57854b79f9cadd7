//! News of a table as server-sent events: `version` with the number of entries, now and whenever it changes.

use super::{Failed, House, origin::Origin};
use axum::{
    Extension,
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures_util::{StreamExt, stream};
use std::{convert::Infallible, time::Duration};

/// How soon a listener whose line broke comes back.
const RETRY: Duration = Duration::from_secs(1);

/// The stream of one table. It ends when the house closes.
pub(crate) async fn table(
    State(house): State<House>,
    Path(id): Path<String>,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
) -> Response {
    let watching = house.guard.watch(origin.party());
    let (watching, mut news) = match (watching, house.hall.watch(&id).await) {
        (Ok(watching), Ok(news)) => (watching, news),
        (Err(fault), _) | (_, Err(fault)) => return Failed(fault).answer(&headers),
    };
    news.mark_changed();
    let events = stream::unfold((news, watching), |(mut news, watching)| async move {
        news.changed().await.ok()?;
        let version = *news.borrow_and_update();
        let event = Event::default().event("version").id(version.to_string()).data(version.to_string()).retry(RETRY);
        Some((Ok::<_, Infallible>(event), (news, watching)))
    });
    let mut closing = house.closing.clone();
    let events = events.take_until(async move { drop(closing.wait_for(|closing| *closing).await) });
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))).into_response();
    // Proxies must hand each event on at once.
    response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}
