//! JSON over HTTP for all that the pages do. The words are those of the line protocol where they meet.

use super::{
    House, commands,
    commands::Done,
    input::Input,
    retry_later,
    tables::{self, finished_record},
    visitor::Visitor,
};
use crate::{fault::Fault, live::Stage, scene::Scene, token};
use axum::{
    Extension, Json,
    extract::{Path, Query, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use engine::AnyGame;
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
    let message = match status {
        StatusCode::METHOD_NOT_ALLOWED => "this cannot be asked of this address; see /api/openapi.json",
        StatusCode::REQUEST_TIMEOUT => "the request did not come to its end",
        _ => "the request cannot be understood; see /api/openapi.json",
    };
    let mut told = fault(Fault { status, ..Fault::bad(message) });
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
    let games: Vec<Value> = engine::games().iter().map(|game| about(*game)).collect();
    Json(json!({ "games": games })).into_response()
}

fn about(game: &dyn AnyGame) -> Value {
    let about = game.about();
    json!({
        "game": about.id,
        "title": about.title,
        "line": about.line,
        "players": [about.players.start(), about.players.end()],
        "minutes": [about.minutes.start(), about.minutes.end()],
        "edition": about.edition,
    })
}

/// One game with its settings.
pub(crate) async fn game(Path(id): Path<String>) -> Answer {
    let game = engine::game(&id).map_err(Fault::from)?;
    let mut answer = about(game);
    answer["settings"] = json!(game.settings());
    Ok(Json(answer).into_response())
}

/// The clauses of a game.
pub(crate) async fn rules(Path(id): Path<String>) -> Answer {
    let game = engine::game(&id).map_err(Fault::from)?;
    let clauses = game.rulebook().clauses().iter();
    let clauses: Vec<Value> = clauses
        .map(|clause| json!({ "clause": clause.id, "mark": clause.mark, "section": clause.section, "text": clause.text }))
        .collect();
    Ok(Json(json!({ "game": id, "clauses": clauses })).into_response())
}

/// The tables that anybody can join.
pub(crate) async fn open_tables(State(house): State<House>) -> Answer {
    let open = tables::open_tables(&house).await?;
    let told = |table: &crate::pages::OpenTable| json!({ "table": table.id, "game": table.game, "host": table.host, "seats": table.seats, "free": table.free });
    let open: Vec<Value> = open.iter().map(told).collect();
    Ok(Json(json!({ "tables": open })).into_response())
}

/// Makes a table.
pub(crate) async fn found(State(house): State<House>, Extension(visitor): Extension<Visitor>, input: Input) -> Answer {
    let id = commands::found(&house, &visitor, &input).await?;
    let token = visitor.0.clone();
    let scene = house.hall.look(&id, move |live| Scene::of(live, Some(&token), None, false)).await??;
    Ok((StatusCode::CREATED, Json(told(&scene, 0))).into_response())
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
    let scene = house.hall.look(&id, move |live| Scene::of(live, Some(&visitor.0), part.at, false)).await??;
    Ok(Json(told(&scene, part.from)).into_response())
}

/// The record of a finished game.
pub(crate) async fn record(State(house): State<House>, Path(id): Path<String>) -> Answer {
    let record = finished_record(&house, &id).await?;
    Ok(Json(json!({ "record": record })).into_response())
}

/// Carries out a command at a table.
pub(crate) async fn command(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path((id, verb)): Path<(String, String)>,
    input: Input,
) -> Answer {
    let answer = match commands::run(&house, &visitor, &id, &verb, &input).await? {
        Done::Version(version) => json!({ "table": id, "version": version }),
        Done::Table(table) => json!({ "table": table }),
    };
    Ok(Json(answer).into_response())
}

fn told(scene: &Scene, from: usize) -> Value {
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
        "invitation": scene.invitation,
        "next": scene.next,
    });
    if let Some((by, missing)) = scene.request {
        answer["request"] = json!({ "by": by, "missing": missing });
    }
    if let Some(play) = &scene.play {
        let log: Vec<_> = play.log.iter().filter(|told| told.entry >= from).collect();
        answer["awaited"] = json!(play.awaited);
        answer["prompt"] = json!(play.prompt);
        answer["view"] = play.view.clone();
        answer["choices"] = json!(play.choices);
        answer["undoable"] = json!(play.undoable);
        answer["events"] = json!(log);
        answer["moments"] = json!(play.moments);
        if scene.stage == Stage::Over {
            answer["outcome"] = json!(play.outcome);
            answer["score"] = json!(play.score);
        }
    } else {
        answer["awaited"] = json!(Seats::NONE);
    }
    answer
}
