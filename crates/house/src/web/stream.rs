//! News of a table as server-sent events: `version` with the number of entries, `presence` with who is here, and for those who may
//! read the chat `chat` with the number of its last line; each now and whenever it changes.

use super::{Failed, House, guard::Watching, origin::Origin, visitor::Visitor};
use crate::{
    chat::Talk,
    clock,
    hall::Hall,
    presence::{Attending, Company, Presence},
};
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
use serde::Serialize;
use std::{convert::Infallible, future::pending, sync::Arc, time::Duration};
use tokio::{sync::watch, time::Instant};

/// How soon a listener whose line broke comes back.
const RETRY: Duration = Duration::from_secs(1);

/// Who is here is told at most this often: a thousand who come at once are one piece of news.
const CALM: Duration = Duration::from_millis(250);

/// The stream of one table. It ends when the house closes.
pub(crate) async fn table(
    State(house): State<House>,
    Path(id): Path<String>,
    Extension(origin): Extension<Origin>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let watching = house.guard.watch(origin.party());
    let (watching, news) = match (watching, house.hall.watch(&id).await) {
        (Ok(watching), Ok(news)) => (watching, news),
        (Err(fault), _) | (_, Err(fault)) => return Failed(fault).answer(&headers),
    };
    let presence = match house.hall.presence(&id) {
        Ok(presence) => presence,
        Err(fault) => return Failed(fault).answer(&headers),
    };
    let said = match house.hall.listen(&id).await {
        Ok(said) => said,
        Err(fault) => return Failed(fault).answer(&headers),
    };
    let ear = Ear::new(house.hall.clone(), id, visitor.clone(), said);
    let listener = Listener::new(news, presence, &visitor, ear, watching);
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.hear().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    let mut closing = house.closing.clone();
    let events = events.take_until(async move { drop(closing.wait_for(|closing| *closing).await) });
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))).into_response();
    // Proxies must hand each event on at once.
    response.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

/// Somebody who listens to a table.
struct Listener {
    news: watch::Receiver<u64>,
    ear: Ear,
    presence: Arc<Presence>,
    changes: watch::Receiver<u64>,
    /// Who they were told is here.
    told: Option<Company>,
    /// When they may be told so again.
    calm: Instant,
    _attending: Attending,
    _watching: Watching,
}

/// What an event tells of who is here.
#[derive(Serialize)]
struct Told<'a> {
    /// When that was so, in milliseconds since 1970.
    now: u64,
    #[serde(flatten)]
    company: &'a Company,
}

impl Listener {
    fn new(mut news: watch::Receiver<u64>, presence: Arc<Presence>, visitor: &Visitor, ear: Ear, watching: Watching) -> Listener {
        news.mark_changed();
        let (attending, changes) = (presence.attend(&visitor.0), presence.changes());
        Listener { news, ear, presence, changes, told: None, calm: Instant::now(), _attending: attending, _watching: watching }
    }

    /// The next event; none when there will be no more.
    async fn hear(&mut self) -> Option<Event> {
        loop {
            if self.news.has_changed().ok()? {
                let version = *self.news.borrow_and_update();
                return Some(Event::default().event("version").id(version.to_string()).data(version.to_string()).retry(RETRY));
            }
            if let Some(number) = self.ear.heard().await? {
                return Some(Event::default().event("chat").data(number.to_string()));
            }
            let now = clock::now();
            let company = self.presence.company(now);
            let new = self.told.as_ref() != Some(&company);
            if new && self.calm <= Instant::now() {
                self.calm = Instant::now() + CALM;
                let event = Event::default().event("presence").json_data(Told { now, company: &company });
                self.told = Some(company);
                return event.ok();
            }
            let (calm, expires) = (self.calm, self.presence.next(now).map(|at| Duration::from_millis(at - now + 1)));
            let look_again = async move {
                match (new, expires) {
                    (true, _) => tokio::time::sleep_until(calm).await,
                    (false, Some(time)) => tokio::time::sleep(time).await,
                    (false, None) => pending().await,
                }
            };
            tokio::select! {
                heard = self.news.changed() => {
                    heard.ok()?;
                    self.news.mark_changed();
                }
                said = self.ear.said.changed() => {
                    said.ok()?;
                    self.ear.said.mark_changed();
                }
                changed = self.changes.changed(), if !new => changed.ok()?,
                () = look_again => {}
            }
        }
    }
}

/// How somebody hears what is said at a table.
struct Ear {
    hall: Hall,
    id: String,
    visitor: Visitor,
    said: watch::Receiver<u64>,
}

impl Ear {
    fn new(hall: Hall, id: String, visitor: Visitor, mut said: watch::Receiver<u64>) -> Ear {
        if *said.borrow() > 0 {
            said.mark_changed();
        }
        Ear { hall, id, visitor, said }
    }

    /// The number of the last line, if it is new to who may read it. Who sits down while they listen hears the others from then on.
    async fn heard(&mut self) -> Option<Option<u64>> {
        if !self.said.has_changed().ok()? {
            return Some(None);
        }
        let number = *self.said.borrow_and_update();
        let talk = self.hall.look(&self.id, |live| Talk::of(live, Some(&self.visitor.0))).await.ok()?;
        Some(talk.reads().is_ok().then_some(number))
    }
}
