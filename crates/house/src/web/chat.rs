//! The chat of a table: a page of its own, new lines alone for the script, and what each browser does not want to hear.

use super::{Failed, House, commands, input::Input, origin::Origin, visitor::Visitor};
use crate::{
    fault::Fault,
    pages,
    table::chat::{ChatScene, Memory},
    token,
};
use axum::{
    Extension, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use kernel::Seat;
use serde::Deserialize;

/// How many lines a table's page shows; the page of the chat shows all that are kept.
const SHOWN: usize = 50;

/// A browser remembers for so long.
const REMEMBERED: time::Duration = time::Duration::days(90);

const COOKIE: &str = "chat";

pub(super) fn routes() -> Router<House> {
    Router::new().route("/t/{id}/chat", get(page).post(hush)).route("/t/{id}/say", get(back).post(say))
}

/// What of the chat is asked for.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Heard {
    /// The lines after this one.
    after: Option<u64>,
    /// Are they being read?
    read: Option<String>,
}

/// The chat as a visitor sees it.
async fn scene(
    house: &House,
    visitor: &Visitor,
    headers: &HeaderMap,
    id: &str,
    after: u64,
    most: usize,
) -> Result<ChatScene, Fault> {
    let jar = CookieJar::from_headers(headers);
    let memory = jar.get(COOKIE).map(|cookie| Memory::read(cookie.value())).unwrap_or_default();
    let scene = house.hall.look(id, |live| ChatScene::of(live, &visitor.0, memory)).await??;
    let said = if scene.talk.reads().is_ok() { house.hall.chat(id, 0).await? } else { Vec::new() };
    Ok(scene.with(&said, after, most))
}

/// The chat for the page of a table.
pub(crate) async fn beside(house: &House, visitor: &Visitor, headers: &HeaderMap, id: &str) -> Result<ChatScene, Fault> {
    scene(house, visitor, headers, id, 0, SHOWN).await
}

/// The page of the chat; for the script its part of the table's page with nothing but new lines.
async fn page(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(heard): Query<Heard>,
) -> Result<Response, Failed> {
    if headers.contains_key(SCRIPT) {
        let mut chat = scene(&house, &visitor, &headers, &id, heard.after.unwrap_or(0), SHOWN).await?;
        let read = heard.read.is_some().then(|| chat.memory_when_read());
        chat.memory = read.unwrap_or(chat.memory);
        let page = if heard.after.is_some() { pages::chat_news(&chat) } else { pages::chat_beside(&chat) };
        return Ok(remembering(page.into_response(), &id, read));
    }
    shown(&house, &visitor, &headers, &id, None).await
}

/// What the script sends with what it asks.
const SCRIPT: &str = "x-exchequer";

async fn shown(
    house: &House,
    visitor: &Visitor,
    headers: &HeaderMap,
    id: &str,
    fault: Option<&Fault>,
) -> Result<Response, Failed> {
    let mut chat = scene(house, visitor, headers, id, 0, usize::MAX).await?;
    chat.talk.reads()?;
    let memory = chat.memory_when_read();
    let page = pages::chat(&chat, fault);
    let status = fault.map_or(StatusCode::OK, |fault| fault.status);
    Ok(remembering((status, page).into_response(), id, Some(memory)))
}

/// The address of a line that was said leads to the chat.
async fn back(Path(id): Path<String>) -> Result<Redirect, Failed> {
    match token::is_table(&id) {
        true => Ok(Redirect::to(&format!("/t/{id}/chat"))),
        false => Err(Fault::missing("there is no such table").into()),
    }
}

/// Says something: the script gets nothing back but whether it was said, since it hears of it as all others do.
async fn say(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
    Path(id): Path<String>,
    input: Input,
) -> Result<Response, Failed> {
    let said = commands::run(&house, &visitor, origin, &id, "say", &input).await;
    match said {
        Ok(_) if headers.contains_key(SCRIPT) => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(_) => Ok(Redirect::to(&format!("/t/{id}/chat")).into_response()),
        Err(fault) if headers.contains_key(SCRIPT) => Ok(Failed(fault).answer(&headers)),
        Err(fault) => match shown(&house, &visitor, &headers, &id, Some(&fault)).await {
            Ok(page) => Ok(page),
            Err(_) => Err(fault.into()),
        },
    }
}

/// Not hearing somebody any more, on one's own screen.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Hush {
    /// Whom; without it, everybody.
    pub seat: Option<Seat>,
    /// From now on, or no longer?
    pub on: bool,
}

/// Hears somebody no more, or again, on this screen alone.
async fn hush(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Path(id): Path<String>,
    input: Input,
) -> Result<Response, Failed> {
    let Hush { seat, on } = input.read()?;
    let chat = scene(&house, &visitor, &headers, &id, 0, 0).await?;
    chat.talk.reads()?;
    let mut memory = chat.memory;
    memory.hush(seat, on);
    let answer = match headers.contains_key(SCRIPT) {
        true => StatusCode::NO_CONTENT.into_response(),
        false => Redirect::to(&format!("/t/{id}/chat")).into_response(),
    };
    Ok(remembering(answer, &id, Some(memory)))
}

/// Lets the browser remember, for this table alone.
fn remembering(mut answer: Response, id: &str, memory: Option<Memory>) -> Response {
    let Some(memory) = memory else { return answer };
    let cookie = Cookie::build((COOKIE, memory.write()))
        .path(format!("/t/{id}"))
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(REMEMBERED)
        .build();
    if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
        answer.headers_mut().append(header::SET_COOKIE, value);
    }
    answer
}
