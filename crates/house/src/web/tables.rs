//! Pages of tables.

use super::{
    Failed, House, commands,
    commands::Done,
    input::{Input, wants_json},
    visitor::Visitor,
};
use crate::{fault::Fault, live::Stage, pages, scene::Scene};
use axum::{
    Extension,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

/// Which moment is shown.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Moment {
    at: Option<String>,
    invite: Option<String>,
}

impl Moment {
    fn at(&self) -> Result<Option<usize>, Fault> {
        let wrong = |_| Fault::bad("a moment is the number of an entry");
        self.at.as_deref().filter(|text| !text.is_empty()).map(|text| text.parse().map_err(wrong)).transpose()
    }
}

async fn scene(house: &House, visitor: &Visitor, id: &str, moment: &Moment) -> Result<Scene, Fault> {
    let at = moment.at()?;
    let token = visitor.0.clone();
    let invite = moment.invite.clone();
    house.hall.visit(id).await;
    house
        .hall
        .look(id, move |live| {
            let invited = invite.filter(|invite| *invite == live.founding.invite);
            let mut scene = Scene::of(live, Some(&token), at, invited.is_some())?;
            scene.invite_key = invited;
            Ok(scene)
        })
        .await?
}

/// The page of a table.
pub(crate) async fn page(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let scene = scene(&house, &visitor, &id, &moment).await?;
    Ok(pages::table(&scene, None).into_response())
}

/// The page of a table for somebody who was invited.
pub(crate) async fn join(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path((id, invite)): Path<(String, String)>,
) -> Result<Response, Failed> {
    let moment = Moment { at: None, invite: Some(invite) };
    let scene = scene(&house, &visitor, &id, &moment).await?;
    if scene.invite_key.is_none() {
        return Err(Fault::missing("this invitation is not valid: ask for a new link").into());
    }
    if scene.stage != Stage::Waiting || !scene.own.is_empty() {
        return Ok(Redirect::to(&format!("/t/{id}")).into_response());
    }
    Ok(pages::table(&scene, None).into_response())
}

/// The part of the page that changes.
pub(crate) async fn fragment(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let scene = scene(&house, &visitor, &id, &moment).await?;
    Ok(pages::fragment(&scene, None).into_response())
}

/// The record of a finished game, as a file. Before the end it would tell secrets.
pub(crate) async fn record(State(house): State<House>, Path(id): Path<String>) -> Result<Response, Failed> {
    let text = finished_record(&house, &id).await?;
    let name = format!("attachment; filename=\"exchequer-{id}.txt\"");
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

pub(crate) async fn finished_record(house: &House, id: &str) -> Result<String, Fault> {
    let look = |live: &crate::live::Live| match (live.stage(), &live.table) {
        (Stage::Over, Some(table)) => Ok(table.export()),
        _ => Err(Fault::conflict("the record can be had when the game is over")),
    };
    house.hall.look(id, look).await?
}

/// Makes a table and goes there; what is wrong is said on the set-up page.
pub(crate) async fn found(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    input: Input,
) -> Result<Response, Failed> {
    match commands::found(&house, &visitor, &input).await {
        Ok(id) => Ok(Redirect::to(&format!("/t/{id}")).into_response()),
        Err(fault) => match input.get("game").and_then(|game| engine::game(game).ok()) {
            Some(game) if !wants_json(&headers) => {
                Ok((fault.status, pages::set_up(game, &pages::Form(input.0), Some(&fault))).into_response())
            }
            _ => Ok(Failed(fault).answer(&headers)),
        },
    }
}

/// Carries out a command and shows the table: a redirect for a plain form, nothing for the script, which hears of the change
/// by the stream. What was refused is said on the page as it is now.
pub(crate) async fn command(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path((id, verb)): Path<(String, String)>,
    headers: HeaderMap,
    input: Input,
) -> Result<Response, Failed> {
    let script = headers.get("x-exchequer").is_some();
    match commands::run(&house, &visitor, &id, &verb, &input).await {
        Ok(Done::Table(table)) => Ok(Redirect::to(&format!("/t/{table}")).into_response()),
        Ok(Done::Version(_)) if script => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(Done::Version(_)) => Ok(Redirect::to(&format!("/t/{id}")).into_response()),
        Err(fault) => {
            let moment = Moment { at: None, invite: input.get("invite").map(str::to_owned) };
            let Ok(scene) = scene(&house, &visitor, &id, &moment).await else { return Ok(Failed(fault).answer(&headers)) };
            let page = if script { pages::fragment(&scene, Some(&fault)) } else { pages::table(&scene, Some(&fault)) };
            Ok((fault.status, page).into_response())
        }
    }
}
