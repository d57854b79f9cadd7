//! The house on the web: the order in which a request passes through its layers, and who answers it.
//!
//! Each module of pages has its routes beside their handlers; what programs ask is in [`api`], what visitors do at a table in
//! [`commands`].

mod api;
mod assets;
mod calls;
mod chat;
mod commands;
mod compose_action;
mod compressed;
mod costly_work;
mod games;
mod guard;
mod health;
mod home;
mod input;
mod lessons;
mod lists;
mod metrics;
mod names;
mod origin;
mod pictures;
mod records;
mod second_device;
mod stream;
mod tables;
mod unread_body;
mod visitor;

pub use guard::{Access, Limits, host};
pub use origin::Network;

pub(crate) use guard::ConflictingLengths;
pub(crate) use origin::party;

use crate::{calls::Caller, fault::Fault, hall::Hall, pages};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{Extensions, HeaderMap, StatusCode, Version, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use origin::Origin;
use std::{sync::Arc, time::Duration};
use tokio::sync::watch;
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer,
        predicate::{DefaultPredicate, Predicate},
    },
    timeout::TimeoutLayer,
};

/// The largest body of a request, in bytes.
const LARGEST_BODY: usize = 64 * 1024;

/// The compression level of pages: the next one takes half as long again and saves a sixteenth.
const EFFORT: i32 = 4;

/// How long a request may take to come in and be answered. A stream is answered when it begins.
const LONGEST_REQUEST: Duration = Duration::from_secs(20);

/// What every handler has.
#[derive(Clone)]
pub struct House {
    /// All tables.
    pub hall: Hall,
    /// Who calls people when it is their turn.
    pub caller: Arc<Caller>,
    /// Turns true when the house closes.
    pub closing: watch::Receiver<bool>,
    guard: Arc<guard::Guard>,
    pulse: Arc<health::Pulse>,
    passes: Arc<second_device::Passes>,
    records: Arc<records::Records>,
    prints: Arc<compressed::Prints>,
    heartbeat: stream::Heartbeat,
    metrics: metrics::Metrics,
}

impl House {
    /// A house around this hall.
    pub fn new(hall: Hall, access: Access, caller: Arc<Caller>, closing: watch::Receiver<bool>) -> House {
        let heartbeat = stream::Heartbeat::new(access.limits.heartbeat);
        House {
            hall,
            caller,
            closing,
            heartbeat,
            guard: Arc::new(guard::Guard::new(access)),
            pulse: Arc::default(),
            passes: Arc::default(),
            records: Arc::default(),
            prints: Arc::default(),
            metrics: metrics::Metrics::install(),
        }
    }

    /// Somebody visits a table, or has it open.
    async fn visit(&self, id: &str, origin: Origin) {
        self.hall.visit(id).await;
        self.look_on(id, origin);
    }

    /// Somebody looks at a table or does something there: if only bots play at it, they go on.
    fn look_on(&self, id: &str, origin: Origin) {
        self.hall.look_on(id, origin.party(), self.guard.bot_tables());
    }
}

/// All routes of the house, and the layers around them. A layer further down is passed earlier: a request that is refused there
/// costs little.
pub fn router(house: House) -> Router {
    let pages = [
        home::routes(),
        games::routes(),
        lessons::routes(),
        second_device::routes(),
        calls::routes(),
        tables::routes(),
        chat::routes(),
        records::routes(),
        stream::routes(),
    ];
    let pages = pages.into_iter().fold(Router::new(), Router::merge);
    pages
        .nest("/api", api::routes())
        .route_layer(middleware::from_fn_with_state(house.clone(), tables::bring_in))
        .route_layer(middleware::from_fn_with_state(house.clone(), visitor::recognise))
        .route("/assets/{name}", get(assets::by_name))
        .route("/assets/{edition}/{name}", get(assets::asset))
        .route("/pictures/{game}/{pack}/{drawn}/{name}", get(pictures::picture))
        .route("/favicon.ico", get(assets::icon))
        .route(guard::HEALTH, get(health::page))
        .route("/metrics", get(metrics::page))
        .fallback(nowhere)
        // A page of tens of kilobytes shrinks to a sixth. Files that never change are already compressed; streams are not
        // compressed.
        .layer(CompressionLayer::new().quality(CompressionLevel::Precise(EFFORT)).compress_when(packs()))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(house.clone(), guard::limit))
        .layer(middleware::from_fn(guard::same_origin))
        .layer(middleware::from_fn_with_state(house.clone(), guard::by_name))
        .layer(middleware::from_fn(guard::one_meaning))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, LONGEST_REQUEST))
        .layer(CatchPanicLayer::custom(|_| Failed(Fault::internal("something went wrong")).into_response()))
        .layer(middleware::from_fn(speak_to_people))
        .layer(middleware::from_fn(api::speak_json))
        .layer(middleware::from_fn(unread_body::leave_none))
        .layer(middleware::from_fn_with_state(house.clone(), origin::note))
        .layer(middleware::from_fn(guard::headers))
        .layer(middleware::from_fn(metrics::measure))
        .layer(tower_http::trace::TraceLayer::new_for_http().make_span_with(metrics::span))
        .with_state(house)
}

/// Is this answer to be compressed? Those that are compressed once for everybody are left alone.
fn packs() -> impl Predicate {
    let again = |_: StatusCode, _: Version, _: &HeaderMap, beside: &Extensions| beside.get::<compressed::AsItIs>().is_none();
    DefaultPredicate::new().and(again)
}

async fn nowhere(headers: HeaderMap) -> Response {
    Failed(Fault::missing("there is no page at this address")).answer(&headers)
}

/// People get a page, also where a request did not come as far as a handler: an address that cannot be read, a way of asking
/// that is not answered. What is meant for programs stays as it is.
async fn speak_to_people(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let programs = ["/api", "/assets/", "/pictures/", "/healthz", "/metrics"].iter().any(|start| path.starts_with(start));
    let answer = next.run(request).await;
    let status = answer.status();
    let told = answer
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html") || kind.as_bytes().starts_with(b"application/json"));
    if programs || told || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    let message = match status {
        StatusCode::METHOD_NOT_ALLOWED => "that cannot be done at this address",
        StatusCode::REQUEST_TIMEOUT => "the request took too long",
        _ => "this address is not valid",
    };
    let mut page = Failed(Fault { status, ..Fault::bad(message) }).into_response();
    if let Some(allow) = answer.headers().get(header::ALLOW) {
        page.headers_mut().insert(header::ALLOW, allow.clone());
    }
    page
}

/// A fault as the answer to a request for a page.
pub(crate) struct Failed(pub Fault);

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        Failed(fault)
    }
}

impl Failed {
    /// A page for people, JSON for programs.
    pub(crate) fn answer(self, headers: &HeaderMap) -> Response {
        if input::wants_json(headers) { api::fault(self.0) } else { self.into_response() }
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        retry_later((self.0.status, pages::fault(&self.0)).into_response())
    }
}

/// Says when to try again what could not be done just now.
fn retry_later(mut answer: Response) -> Response {
    if matches!(answer.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        answer.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("2"));
    }
    answer
}
