//! JSON over HTTP for all that the pages do. The words are those of the line protocol where they meet.

use super::{
    House,
    answers::{Bots, Chat, Done, Games, Hint, NewVisitor, NextTable, NotDone, OpenTables, OwnTables, Rules, Table},
    commands,
    input::Input,
    lists,
    origin::Origin,
    packed::Print,
    retry_later,
    visitor::{Known, Visitor},
};
use crate::{
    chat::{PHRASES, Talk},
    fault::Fault,
    live::Live,
    scene::{Look, Scene},
    token,
    window::Part,
};
use axum::{
    Extension, Json,
    extract::{Path, Query, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use engine::told;
use serde::Deserialize;
use utoipa::IntoParams;

/// A fault as JSON.
pub(crate) fn fault(fault: Fault) -> Response {
    let status = fault.status;
    retry_later((status, Json(NotDone { error: fault })).into_response())
}

/// Programs get JSON, whatever they say they accept and whoever answers: also where the request did not come as far as a
/// handler.
pub(crate) async fn speak_json(mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path != "/api" && !path.starts_with("/api/") {
        return next.run(request).await;
    }
    request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    let answer = next.run(request).await;
    let status = answer.status();
    let json = answer.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if json || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    let (code, message) = match status {
        StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "that cannot be done at this address; see /api/openapi.json"),
        StatusCode::REQUEST_TIMEOUT => ("timeout", "the request took too long"),
        _ => ("bad_request", "the request cannot be understood; see /api/openapi.json"),
    };
    let mut told = fault(Fault { status, code, ..Fault::bad(message) });
    if let Some(allow) = answer.headers().get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allow.clone());
    }
    told
}

/// A fault as the answer to a program.
pub(crate) struct Refused(Fault);

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused(fault)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        fault(self.0)
    }
}

type Answer<T> = Result<Json<T>, Refused>;

/// A token for a program, to be sent as `Authorization: Bearer …`.
pub(crate) async fn visitor() -> (StatusCode, Json<NewVisitor>) {
    (StatusCode::CREATED, Json(NewVisitor { token: token::visitor() }))
}

/// The games of the house.
pub(crate) async fn games() -> Json<Games> {
    Json(Games { games: engine::games().iter().map(|game| told::Game::listed(*game)).collect() })
}

/// The bots that can sit at a table.
pub(crate) async fn bots() -> Json<Bots> {
    Json(Bots { bots: told::bots() })
}

/// One game with its settings.
pub(crate) async fn game(Path(id): Path<String>) -> Answer<told::Game> {
    let game = engine::game(&id).map_err(Fault::from)?;
    Ok(Json(told::Game::whole(game).map_err(Fault::from)?))
}

/// The clauses of a game.
pub(crate) async fn rules(State(house): State<House>, headers: HeaderMap, Path(id): Path<String>) -> Result<Response, Refused> {
    let game = engine::game(&id).map_err(Fault::from)?;
    let clauses = move || {
        let clauses = game.rulebook().clauses().iter().map(told::Clause::from).collect();
        serde_json::to_string(&Rules { game: id, clauses }).unwrap_or_default()
    };
    let told = house.prints.get(Print::Clauses, game.about().id, clauses).await?;
    Ok(told.answer(&headers, "application/json"))
}

/// The tables that anybody can join.
pub(crate) async fn open_tables(State(house): State<House>) -> Answer<OpenTables> {
    Ok(Json(OpenTables { tables: lists::open_tables(&house).await? }))
}

/// The visitor's own tables.
pub(crate) async fn own_tables(
    State(house): State<House>,
    Known(visitor): Known,
    which: Result<Query<lists::Which>, axum::extract::rejection::QueryRejection>,
) -> Answer<OwnTables> {
    let Query(which) = which.map_err(|rejection| Fault::bad(rejection.body_text()))?;
    let own = match which.before()? {
        None => lists::own_tables(&house, &visitor).await?,
        before => lists::past_tables(&house, &visitor, before.as_ref()).await?,
    };
    Ok(Json(OwnTables { tables: own.tables, older: own.older.map(|place| place.to_string()) }))
}

/// Makes a table.
pub(crate) async fn found(
    State(house): State<House>,
    Known(visitor): Known,
    Extension(origin): Extension<Origin>,
    input: Input,
) -> Result<(StatusCode, Json<Table>), Refused> {
    let id = commands::found(&house, &visitor, origin, &input).await?;
    let token = visitor.0.clone();
    let scene = house.hall.look(&id, move |live| Scene::of(live, Some(&token), Look::default())).await??;
    Ok((StatusCode::CREATED, Json(Table::of(scene))))
}

/// What part of a table is asked for.
#[derive(Deserialize, Default, IntoParams)]
#[serde(default)]
pub(crate) struct Wanted {
    /// The moment after this entry of the record, if the past is open.
    at: Option<usize>,
    /// Events from this entry of the record on, as many as one answer holds.
    from: Option<usize>,
    /// The last events before this entry of the record.
    before: Option<usize>,
}

impl Wanted {
    fn look(&self, live: &Live) -> Look {
        let heard = |entry: usize| if entry > live.version() { u64::MAX } else { live.chronicle.heard(entry) };
        let log = match (self.from, self.before, self.at) {
            (Some(from), ..) => Some(Part::After(heard(from).saturating_sub(1))),
            (None, Some(before), _) => Some(Part::Before(heard(before))),
            (None, None, Some(at)) => Some(Part::Before(heard(at).saturating_add(1))),
            _ => None,
        };
        Look { at: self.at, log, ..Look::default() }
    }
}

/// A table as the visitor may know it.
pub(crate) async fn table(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Extension(origin): Extension<Origin>,
    Path(id): Path<String>,
    wanted: Result<Query<Wanted>, axum::extract::rejection::QueryRejection>,
) -> Answer<Table> {
    let Query(wanted) = wanted.map_err(|rejection| Fault::bad(rejection.body_text()))?;
    house.visit(&id, origin).await;
    house.hall.sign(&id, &visitor.0);
    let scene = house.hall.look(&id, move |live| Scene::of(live, Some(&visitor.0), wanted.look(live))).await??;
    Ok(Json(Table::of(scene)))
}

/// From where on the chat is asked for.
#[derive(Deserialize, Default, IntoParams)]
#[serde(default)]
pub(crate) struct Heard {
    /// The last line that is known already.
    after: u64,
}

/// What was said at a table.
pub(crate) async fn chat(
    State(house): State<House>,
    Known(visitor): Known,
    Path(id): Path<String>,
    heard: Result<Query<Heard>, axum::extract::rejection::QueryRejection>,
) -> Answer<Chat> {
    let Query(heard) = heard.map_err(|rejection| Fault::bad(rejection.body_text()))?;
    let talk = house.hall.look(&id, |live| Talk::of(live, Some(&visitor.0))).await?;
    talk.reads()?;
    let lines = house.hall.chat(&id, heard.after).await?;
    Ok(Json(Chat { lines, phrases: &PHRASES, may_say: talk == Talk::Speaks }))
}

/// Carries out a command at a table.
pub(crate) async fn command(
    State(house): State<House>,
    Known(visitor): Known,
    Extension(origin): Extension<Origin>,
    Path((id, verb)): Path<(String, String)>,
    input: Input,
) -> Result<Response, Refused> {
    Ok(match commands::run(&house, &visitor, origin, &id, &verb, &input).await? {
        commands::Done::Version(version) => Json(Done { table: id, version, seat: None }).into_response(),
        commands::Done::Seat(version, seat) => Json(Done { table: id, version, seat: Some(seat) }).into_response(),
        commands::Done::Hint(version, seat, advice) => Json(Hint::new(id, version, seat, *advice)).into_response(),
        commands::Done::Table(table) => Json(NextTable { table }).into_response(),
    })
}
