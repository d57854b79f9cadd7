//! JSON over HTTP for all that the pages do. The words are those of the line protocol where they meet.

use super::{
    House, commands,
    commands::Done,
    input::Input,
    lists, retry_later,
    tables::finished_record,
    visitor::{Known, Visitor},
};
use crate::{
    fault::Fault,
    live::Stage,
    pages::{OpenTable, OwnTable},
    scene::Scene,
    token,
};
use axum::{
    Extension, Json,
    extract::{Path, Query, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use engine::told;
use kernel::{Seats, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};

/// A fault as JSON.
pub(crate) fn fault(fault: Fault) -> Response {
    let status = fault.status;
    retry_later((status, Json(json!({ "error": fault }))).into_response())
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
        StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "this cannot be asked of this address; see /api/openapi.json"),
        StatusCode::REQUEST_TIMEOUT => ("timeout", "the request did not come to its end"),
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

type Answer = Result<Response, Refused>;

/// A token for a program, to be sent as `Authorization: Bearer …`.
pub(crate) async fn visitor() -> Response {
    (StatusCode::CREATED, Json(json!({ "token": token::visitor() }))).into_response()
}

/// The games of the house.
pub(crate) async fn games() -> Response {
    let games: Vec<Value> = engine::games().iter().map(|game| told::facts(*game)).collect();
    Json(json!({ "games": games })).into_response()
}

/// The bots that can sit at a table.
pub(crate) async fn bots() -> Response {
    Json(json!({ "bots": told::bots() })).into_response()
}

/// One game with its settings.
pub(crate) async fn game(Path(id): Path<String>) -> Answer {
    let game = engine::game(&id).map_err(Fault::from)?;
    let mut answer = told::facts(game);
    answer["settings"] = game.settings().iter().map(told::setting).collect();
    answer["presets"] = told::presets(game).map_err(Fault::from)?;
    Ok(Json(answer).into_response())
}

/// The clauses of a game.
pub(crate) async fn rules(Path(id): Path<String>) -> Answer {
    let game = engine::game(&id).map_err(Fault::from)?;
    let clauses: Vec<Value> = game.rulebook().clauses().iter().map(told::clause).collect();
    Ok(Json(json!({ "game": id, "clauses": clauses })).into_response())
}

/// The tables that anybody can join.
pub(crate) async fn open_tables(State(house): State<House>) -> Answer {
    let open = lists::open_tables(&house).await?;
    let told = |table: &OpenTable| json!({ "table": table.id, "game": table.game, "host": table.host, "seats": table.seats, "free": table.free });
    let open: Vec<Value> = open.iter().map(told).collect();
    Ok(Json(json!({ "tables": open })).into_response())
}

/// The visitor's own tables.
pub(crate) async fn own_tables(State(house): State<House>, Known(visitor): Known) -> Answer {
    let own = lists::own_tables(&house, &visitor).await?;
    let told = |table: &OwnTable| {
        json!({
            "table": table.id,
            "game": table.game,
            "stage": table.stage.word(),
            "seats": table.seats,
            "own": table.own,
            "host": table.host,
            "awaited": table.awaited,
            "your_turn": table.your_turn,
            "winners": table.winners,
        })
    };
    let own: Vec<Value> = own.iter().map(told).collect();
    Ok(Json(json!({ "tables": own })).into_response())
}

/// Makes a table.
pub(crate) async fn found(State(house): State<House>, Known(visitor): Known, input: Input) -> Answer {
    let id = commands::found(&house, &visitor, &input).await?;
    let token = visitor.0.clone();
    let scene = house.hall.look(&id, move |live| Scene::of(live, Some(&token), None, false)).await??;
    Ok((StatusCode::CREATED, Json(table_told(&scene, 0))).into_response())
}

/// What part of a table is asked for.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Part {
    at: Option<usize>,
    from: usize,
}

/// A table as the visitor may know it.
pub(crate) async fn table(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    part: Result<Query<Part>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(part) = part.map_err(|rejection| Fault::bad(rejection.body_text()))?;
    house.hall.visit(&id).await;
    let scene = house.hall.look(&id, move |live| Scene::of(live, Some(&visitor.0), part.at, false)).await??;
    Ok(Json(table_told(&scene, part.from)).into_response())
}

/// The record of a finished game.
pub(crate) async fn record(State(house): State<House>, Path(id): Path<String>) -> Answer {
    let record = finished_record(&house, &id).await?;
    Ok(Json(json!({ "record": record })).into_response())
}

/// Carries out a command at a table.
pub(crate) async fn command(
    State(house): State<House>,
    Known(visitor): Known,
    Path((id, verb)): Path<(String, String)>,
    input: Input,
) -> Answer {
    let answer = match commands::run(&house, &visitor, &id, &verb, &input).await? {
        Done::Version(version) => json!({ "table": id, "version": version }),
        Done::Seat(version, seat) => json!({ "table": id, "version": version, "seat": seat }),
        Done::Table(table) => json!({ "table": table }),
    };
    Ok(Json(answer).into_response())
}

fn table_told(scene: &Scene, from: usize) -> Value {
    let viewer = match scene.viewer {
        Viewer::Seat(seat) => json!(seat),
        Viewer::Watcher => json!("watcher"),
    };
    let mut answer = json!({
        "table": scene.id,
        "version": scene.version,
        "game": scene.about.id,
        "options": scene.options,
        "stage": scene.stage.word(),
        "seats": scene.seats,
        "viewer": viewer,
        "own": scene.own,
        "host": scene.host,
        "open": scene.open,
        "may_sit": scene.may_sit,
        "invitation": scene.invitation,
        "commitment": scene.commitment,
        "from": scene.from,
        "next": scene.next,
        "request": scene.request.map(|(by, missing)| json!({ "by": by, "missing": missing })),
    });
    if let Some(play) = &scene.play {
        let log: Vec<_> = play.log.iter().filter(|told| told.entry >= from).collect();
        answer["awaited"] = json!(play.awaited);
        answer["prompt"] = json!(play.prompt);
        answer["view"] = json!(play.view);
        answer["choices"] = json!(play.choices);
        answer["undoable"] = json!(play.undoable);
        answer["events"] = json!(log);
        answer["moments"] = json!(play.moments);
        answer["at"] = json!(play.at);
        answer["past_is_open"] = json!(play.past_is_open);
        if scene.stage == Stage::Over {
            answer["outcome"] = json!(play.outcome);
            answer["score"] = json!(play.score);
            answer["standing"] = json!(play.standing);
        }
    } else {
        answer["awaited"] = json!(Seats::NONE);
    }
    answer
}
