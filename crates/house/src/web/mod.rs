//! The house on the web: routes, and the order in which a request passes through them.

mod along;
mod answers;
mod api;
mod assets;
mod bodies;
mod calls;
mod chat;
mod commands;
mod guard;
mod health;
mod input;
mod lessons;
mod lists;
mod metrics;
mod naming;
mod open;
mod openapi;
mod origin;
mod packed;
mod pictures;
mod records;
mod rest;
mod stream;
mod tables;
mod visitor;
mod workshop;

pub use guard::{Access, Limits, host};
pub use origin::Network;

pub(crate) use guard::LengthToldTwice;
pub(crate) use origin::party;

use crate::{calls::Caller, fault::Fault, hall::Hall, pages, token};
use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, Path, Query, Request, State},
    http::{Extensions, HeaderMap, StatusCode, Version, header},
    middleware::{self, Next},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use engine::Setup;
use origin::Origin;
use packed::Print;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
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
    passes: Arc<along::Passes>,
    records: Arc<records::Records>,
    prints: Arc<packed::Prints>,
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

/// All routes of the house.
pub fn router(house: House) -> Router {
    let pages = Router::new()
        .route("/", get(home))
        .route("/new/{game}", get(set_up))
        .route("/new/{game}/check", get(check))
        .route("/rules/{game}", get(rules))
        .route("/learn/{game}", get(lessons::begin))
        .route("/learn/{game}/{step}", get(lessons::page))
        .route("/learn/{game}/{step}/fragment", get(lessons::fragment))
        .route("/learn/{game}/{step}/preview", get(lessons::preview))
        .route("/learn/{game}/{step}/{verb}", get(lessons::back).post(lessons::choose))
        .route("/rules/{game}/summary", get(summary))
        .route("/along", get(along::page).post(along::make))
        .route("/along/{key}", get(along::ask).post(along::take))
        .route("/tables", get(|| async { Redirect::to("/") }).post(tables::found))
        .route("/past", get(past_tables))
        .route("/calls", get(calls::page))
        .route("/calls/{change}", get(|| async { Redirect::to("/calls") }).post(calls::change))
        .route("/calls/confirm/{secret}", get(calls::ask_to_confirm).post(calls::confirm))
        .route("/calls/stop/{secret}", get(calls::ask_to_stop).post(calls::stop))
        .route("/t/{id}", get(tables::page))
        .route("/t/{id}/join/{invite}", get(tables::join))
        .route("/t/{id}/fragment", get(tables::fragment))
        .route("/t/{id}/log", get(tables::log))
        .route("/t/{id}/preview", get(tables::preview))
        .route("/t/{id}/record", get(records::file))
        .route("/t/{id}/chat", get(chat::page).post(chat::hush))
        .route("/t/{id}/say", get(tables::back_to_chat).post(chat::say))
        .route("/t/{id}/stream", get(stream::table))
        .route("/t/{id}/{verb}", get(tables::back).post(tables::command));
    let api = Router::new()
        .route("/openapi.json", get(openapi::document))
        .route("/visitors", post(api::visitor))
        .route("/visitors/me/tables", get(api::own_tables))
        .route("/visitors/me/calls", get(calls::told).post(calls::tell))
        .route("/bots", get(api::bots))
        .route("/games", get(api::games))
        .route("/games/{game}", get(api::game))
        .route("/games/{game}/rules", get(api::rules))
        .route("/tables", get(api::open_tables).post(api::found))
        .route("/tables/{id}", get(api::table))
        .route("/tables/{id}/record", get(records::json))
        .route("/tables/{id}/chat", get(api::chat))
        .route("/tables/{id}/stream", get(stream::table))
        .route("/tables/{id}/{verb}", post(api::command));
    pages
        .nest("/api", api)
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
        .layer(middleware::from_fn(rest::leave_none))
        .layer(middleware::from_fn_with_state(house.clone(), origin::note))
        .layer(middleware::from_fn(guard::headers))
        .layer(middleware::from_fn(metrics::measure))
        .layer(tower_http::trace::TraceLayer::new_for_http().make_span_with(metrics::span))
        .with_state(house)
}

/// Is this answer to be compressed? Those that are compressed once for everybody are left alone.
fn packs() -> impl Predicate {
    let again = |_: StatusCode, _: Version, _: &HeaderMap, beside: &Extensions| beside.get::<packed::AsItIs>().is_none();
    DefaultPredicate::new().and(again)
}

async fn home(
    State(house): State<House>,
    Extension(visitor): Extension<visitor::Visitor>,
    learner: lessons::Learner,
) -> Result<Response, Failed> {
    let (open, own) = (lists::open_tables(&house).await?, lists::own_tables(&house, &visitor).await?);
    Ok(pages::home(&open, &own.tables, own.older.as_ref(), &learner.been()).into_response())
}

/// The visitor's tables that are over, page by page.
async fn past_tables(
    State(house): State<House>,
    Extension(visitor): Extension<visitor::Visitor>,
    Query(which): Query<lists::Which>,
) -> Result<Response, Failed> {
    let before = which.before()?;
    let own = lists::past_tables(&house, &visitor, before.as_ref()).await?;
    Ok(pages::past_tables(&own.tables, own.older.as_ref(), before.is_none()).into_response())
}

/// How a set-up page begins.
#[derive(serde::Deserialize)]
struct Beginning {
    /// With this set of settings.
    preset: Option<String>,
}

async fn set_up(Path(game): Path<String>, Query(beginning): Query<Beginning>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    let form = match &beginning.preset {
        Some(name) => pages::Form::of(&game.preset(name).map_err(Fault::from)?),
        None => pages::Form::default(),
    };
    Ok(pages::set_up(game, &form, None).into_response())
}

/// Whether the settings go together, or why not: for the script, while somebody chooses.
async fn check(Path(game): Path<String>, Query(form): Query<BTreeMap<String, String>>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    let pairs = form.iter().filter_map(|(name, value)| Some(format!("{}={value}", name.strip_prefix("option.")?)));
    let pairs: Vec<String> = pairs.collect();
    let pairs: Vec<&str> = pairs.iter().map(String::as_str).collect();
    let options = game.read_options(&pairs).and_then(|chosen| game.options(&chosen));
    let opened = options.and_then(|options| game.open(Setup { options, ..Setup::new(token::entropy()) }));
    Ok(pages::excluded(game, opened.err().map(Fault::from).as_ref()).into_response())
}

const HTML: &str = "text/html; charset=utf-8";

async fn rules(State(house): State<House>, headers: HeaderMap, Path(game): Path<String>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    let page = house.prints.get(Print::Rules, game.about().id, || pages::rules(game).into_string()).await?;
    Ok(page.answer(&headers, HTML))
}

async fn summary(State(house): State<House>, headers: HeaderMap, Path(game): Path<String>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    if game.primer().summary.is_empty() {
        return Err(Failed(Fault::missing("nobody has written a summary of these rules yet")));
    }
    let page = house.prints.get(Print::Summary, game.about().id, || pages::summary(game).into_string()).await?;
    Ok(page.answer(&headers, HTML))
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
