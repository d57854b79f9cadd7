//! JSON over HTTP for all that the pages do. The words are those of the line protocol where they meet.
//!
//! Each [`Endpoint`] stands beside its handler and the types that it reads and answers. The routes and the OpenAPI document are
//! made from the same list.

mod commands;
pub(crate) mod document;
mod endpoint;
mod games;
mod table_answer;
mod tables;
mod visitors;

pub(crate) use commands::{DoneAnswer, HintAnswer, NextTable};
pub(crate) use endpoint::Endpoint;

use super::{House, calls, retry_later};
use crate::fault::{Code, Fault};
use axum::{
    Json, Router,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Everything that programs can ask.
fn endpoints() -> Vec<Endpoint> {
    let mut all = vec![document::endpoint()];
    all.extend(visitors::endpoints());
    all.extend(calls::endpoints());
    all.extend(games::endpoints());
    all.extend(tables::endpoints());
    all.extend(commands::endpoints());
    all
}

/// The routes to all of it, below `/api`.
pub(super) fn routes() -> Router<House> {
    endpoints().into_iter().fold(commands::routes(), |router, endpoint| match endpoint.route() {
        Some((path, handler)) => router.route(&path, handler),
        None => router,
    })
}

/// Not done; nothing was changed.
#[derive(Serialize, ToSchema)]
pub(crate) struct NotDone {
    pub error: Fault,
}

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
        StatusCode::METHOD_NOT_ALLOWED => (Code::MethodNotAllowed, "that cannot be done at this address; see /api/openapi.json"),
        StatusCode::REQUEST_TIMEOUT => (Code::Timeout, "the request took too long"),
        _ => (Code::BadRequest, "the request cannot be understood; see /api/openapi.json"),
    };
    let mut told = fault(Fault { status, ..Fault::new(code, message) });
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

/// What most handlers return.
type Answer<T> = Result<Json<T>, Refused>;
