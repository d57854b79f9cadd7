//! News of a table as server-sent events: `version` with the number of entries, `presence` with who is here, and for those who may
//! read the chat `chat` with the number of its last message; each now and whenever it changes. The heartbeat `alive` comes at
//! regular intervals: a client that hears none for a while knows that the connection is broken, even if it was not closed.

use super::{Failed, House, guard::Watching, origin::Origin, visitor::Visitor};
use crate::{
    clock,
    hall::Hall,
    table::{
        chat::Talk,
        presence::{Attending, Company, Presence},
    },
};
use axum::{
    Extension, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue},
    response::{IntoResponse, Response, Sse, sse::Event},
    routing::get,
};
use futures_util::{StreamExt, stream};
use serde::Serialize;
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{sync::watch, time::Instant};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

/// How soon a listener whose line broke comes back.
const RETRY: Duration = Duration::from_secs(1);

/// Who is here is looked at, and told, at most this often: a thousand who come at once are one piece of news.
const CALM: Duration = Duration::from_millis(250);

/// When streams send a heartbeat: all at the same moments, so that a thousand of them wake the house no more often than one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heartbeat {
    began: Instant,
    every: Duration,
}

impl Heartbeat {
    pub fn new(every: Duration) -> Heartbeat {
        Heartbeat { began: Instant::now(), every: every.max(Duration::from_millis(1)) }
    }

    /// The time of the next heartbeat.
    fn after(&self, now: Instant) -> Instant {
        let passed = now.duration_since(self.began).as_nanos() % self.every.as_nanos();
        now + self.every.saturating_sub(Duration::from_nanos(passed as u64))
    }
}

/// The content of a heartbeat: the version again, in case its event was lost, and the interval in milliseconds.
#[derive(Serialize)]
struct Alive {
    version: u64,
    every: u64,
}

/// What a stream says.
pub(crate) struct News;

impl ToSchema for News {}

impl PartialSchema for News {
    fn schema() -> RefOr<Schema> {
        let news = ObjectBuilder::new().schema_type(Type::String);
        news.description(Some(
            "the event `version` with the table’s version, and the event `presence` with who is here as JSON: `company` as a \
             table tells it, and `now`, the time by the house’s clock; for those who may read the chat also the event `chat` with \
             the number of its last line; each now and whenever it changes. The event `alive` tells that the house is still \
             there: JSON with `version`, the table’s version once more, and `every`, after how many milliseconds the next one \
             comes; who hears none for longer opens the stream anew",
        ))
        .into()
    }
}

/// The same stream as for programs.
pub(super) fn routes() -> Router<House> {
    Router::new().route("/t/{id}/stream", get(table))
}

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
    house.look_on(&id, origin);
    let presence = match house.hall.presence(&id) {
        Ok(presence) => presence,
        Err(fault) => return Failed(fault).answer(&headers),
    };
    let said = match house.hall.listen(&id).await {
        Ok(said) => said,
        Err(fault) => return Failed(fault).answer(&headers),
    };
    let ear = Ear::new(house.hall.clone(), id, visitor.clone(), said);
    let listener = Listener::new(news, presence, &visitor, ear, house.heartbeat, watching);
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.hear().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    let mut closing = house.closing.clone();
    let events = events.take_until(async move { drop(closing.wait_for(|closing| *closing).await) });
    let mut response = Sse::new(events).into_response();
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
    /// When they may look again who is here.
    calm: Instant,
    heartbeat: Heartbeat,
    /// When they send a heartbeat.
    sign: Instant,
    _attending: Attending,
    _watching: Watching,
}

/// What an event tells of who is here.
#[derive(Serialize)]
struct WhoIsHere<'a> {
    /// When that was so, in milliseconds since 1970.
    now: u64,
    #[serde(flatten)]
    company: &'a Company,
}

impl Listener {
    fn new(
        mut news: watch::Receiver<u64>,
        presence: Arc<Presence>,
        visitor: &Visitor,
        ear: Ear,
        heartbeat: Heartbeat,
        watching: Watching,
    ) -> Listener {
        news.mark_changed();
        let (attending, mut changes) = (presence.attend(&visitor.0), presence.changes());
        changes.mark_changed();
        let now = Instant::now();
        Listener {
            news,
            ear,
            presence,
            changes,
            told: None,
            calm: now,
            heartbeat,
            sign: now,
            _attending: attending,
            _watching: watching,
        }
    }

    /// The next event; none when there will be no more.
    async fn hear(&mut self) -> Option<Event> {
        let Listener { news, ear, presence, changes, told, calm, heartbeat, sign, .. } = self;
        loop {
            if news.has_changed().ok()? {
                let version = *news.borrow_and_update();
                return Some(Event::default().event("version").id(version.to_string()).data(version.to_string()).retry(RETRY));
            }
            if let Some(number) = ear.heard().await? {
                return Some(Event::default().event("chat").data(number.to_string()));
            }
            let now = Instant::now();
            if now >= *sign {
                *sign = heartbeat.after(now);
                let alive = Alive { version: *news.borrow(), every: heartbeat.every.as_millis() as u64 };
                return Event::default().event("alive").json_data(alive).ok();
            }
            let looks_again = async {
                // Whatever others do meanwhile, this listener does not even look.
                tokio::time::sleep_until(*calm).await;
                let now = clock::now();
                let gone = presence.next(now).map(|at| Duration::from_millis(at - now + 1));
                match gone {
                    Some(gone) => tokio::time::timeout(gone, changes.changed()).await.unwrap_or(Ok(())),
                    None => changes.changed().await,
                }
            };
            tokio::select! {
                heard = news.changed() => {
                    heard.ok()?;
                    news.mark_changed();
                }
                said = ear.said.changed() => {
                    said.ok()?;
                    ear.said.mark_changed();
                }
                () = tokio::time::sleep_until(*sign) => {}
                changed = looks_again => {
                    changed.ok()?;
                    *calm = Instant::now() + CALM;
                    let now = clock::now();
                    let company = presence.company(now);
                    if told.as_ref() != Some(&company) {
                        let event = Event::default().event("presence").json_data(WhoIsHere { now, company: &company });
                        *told = Some(company);
                        return event.ok();
                    }
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        storage::sqlite::Sqlite,
        web::{Access, guard::Guard, party},
    };
    use futures_util::future::poll_fn;
    use std::{
        collections::BTreeMap,
        pin::pin,
        sync::{
            Mutex,
            atomic::{AtomicUsize, Ordering},
        },
    };

    /// Counts, without looking at a clock, what crowds at a table cost somebody who listens to it.
    #[tokio::test]
    async fn however_many_come_and_go_a_listener_hears_of_it_and_looks_four_times_a_second() {
        let folder = tempfile::tempdir().unwrap();
        let hall = Hall::new(Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap()), Duration::ZERO);
        let (presence, guard) = (Arc::new(Presence::new(Duration::from_secs(120))), Guard::new(Access::default()));
        let ((_news, news), (_said, said)) = (watch::channel(1), watch::channel(0));
        let ann = Visitor("ann".into());
        let ear = Ear::new(hall, "table".into(), ann.clone(), said);
        let watching = guard.watch(party([127, 0, 0, 1].into())).unwrap();
        tokio::time::pause();
        let heartbeat = Heartbeat::new(Duration::from_secs(15));
        let mut listener = Listener::new(news, presence.clone(), &ann, ear, heartbeat, watching);

        let began = Instant::now();
        // A task of its own: what wakes the crowd does not wake who listens.
        let crowded = presence.clone();
        let crowd = tokio::spawn(async move {
            let (mut there, presence) = (Vec::new(), crowded);
            for stranger in 0..10_000usize {
                // Some stay for a while, some are gone at once, and one opens the same table again and again.
                there.push(presence.attend(&format!("stranger {}", stranger % 300)));
                drop(presence.attend("eve"));
                presence.sign(&format!("passer-by {stranger}"));
                let room = 50 + stranger / 100 % 100;
                there.drain(..there.len().saturating_sub(room));
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            there.len()
        });
        let (mut polls, mut heard) = (0, Vec::new());
        let listens = async {
            loop {
                let mut hear = pin!(listener.hear());
                let event = poll_fn(|context| {
                    polls += 1;
                    hear.as_mut().poll(context)
                });
                heard.push(format!("{:?}", event.await));
            }
        };
        let there = tokio::select! {
            there = crowd => there.unwrap(),
            () = listens => unreachable!(),
        };
        assert!(there > 100, "a crowd is there at the end");
        let told = heard.iter().filter(|event| event.contains("presence")).count();
        // The time is made up, so it is the same on every machine.
        let seconds = began.elapsed().as_secs() as usize;
        let most = 4 * (seconds + 1);
        assert!((seconds..=most).contains(&told), "{told} events in {seconds} seconds");
        let alive = heard.iter().filter(|event| event.contains("alive")).count();
        assert_eq!(alive, 1 + seconds / 15, "a sign of life at once, and then as often as was said");
        assert!(heard.len() <= told + alive + 1, "{heard:?}");
        // Each event takes a look, and the end of the pause before it wakes whoever waits.
        assert!(polls <= 4 * most, "looked {polls} times");
        assert_eq!(presence.people(), 1, "nobody who is gone is remembered");
        let last = format!("{:?}", listener.hear().await).replace('\\', "");
        assert!(last.contains("\"watchers\":1,"), "that all are gone is told: {last}");
    }

    #[tokio::test]
    async fn a_thousand_who_listen_to_a_quiet_table_wake_together_and_once_for_each_sign_of_life() {
        let folder = tempfile::tempdir().unwrap();
        let hall = Hall::new(Arc::new(Sqlite::open(&folder.path().join("tables.sqlite")).await.unwrap()), Duration::ZERO);
        tokio::time::pause();
        let (presence, guard) = (Arc::new(Presence::new(Duration::from_secs(120))), Guard::new(Access::default()));
        let ((_news, news), (_said, said)) = (watch::channel(7), watch::channel(0));
        let heartbeat = Heartbeat::new(Duration::from_secs(15));
        let began = Instant::now();
        let (polls, moments) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(BTreeMap::<Duration, usize>::new())));
        let mut listening = tokio::task::JoinSet::new();
        for number in 0..1000 {
            // As with many visitors, each comes at a different time.
            tokio::time::sleep(Duration::from_millis(3)).await;
            let visitor = Visitor(format!("watcher {number}"));
            let ear = Ear::new(hall.clone(), "table".into(), visitor.clone(), said.clone());
            let watching = guard.watch(party([127, 0, (number / 200) as u8, 1].into())).unwrap();
            let mut listener = Listener::new(news.clone(), presence.clone(), &visitor, ear, heartbeat, watching);
            let (polls, moments) = (polls.clone(), moments.clone());
            listening.spawn(async move {
                loop {
                    let mut hear = pin!(listener.hear());
                    let event = poll_fn(|context| {
                        polls.fetch_add(1, Ordering::Relaxed);
                        hear.as_mut().poll(context)
                    });
                    let event = format!("{:?}", event.await).replace('\\', "");
                    if event.contains("alive") {
                        assert!(event.contains("{\"version\":7,\"every\":15000}"), "{event}");
                        *moments.lock().unwrap().entry(began.elapsed()).or_default() += 1;
                    }
                }
            });
        }
        // All have come and have heard who is here; from now on nothing happens.
        tokio::time::sleep_until(began + Duration::from_millis(16_000)).await;
        polls.store(0, Ordering::Relaxed);
        moments.lock().unwrap().clear();
        tokio::time::sleep(Duration::from_secs(150)).await;
        let moments = moments.lock().unwrap().clone();
        assert_eq!(moments.len(), 10, "{moments:?}");
        assert!(moments.values().all(|signs| *signs == 1000), "{moments:?}");
        let polls = polls.load(Ordering::Relaxed);
        assert!(polls <= 1000 * 10 * 3, "looked {polls} times");
    }
}
