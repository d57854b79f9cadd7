//! Commands for looking at a table, as a viewer or as the operator.

use crate::{
    AnyTable, Desk, EngineError,
    command::{Answer, Only, body},
};
use kernel::Viewer;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    viewer: Option<Value>,
    at: Option<usize>,
    table: Option<u64>,
}

fn viewer(table: &dyn AnyTable, viewer: Option<&Value>) -> Result<Viewer, EngineError> {
    match viewer {
        None => Ok(Viewer::Watcher),
        Some(Value::String(word)) if word == "watcher" => Ok(Viewer::Watcher),
        Some(Value::Number(number)) => {
            let number = number.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
            Ok(Viewer::Seat(table.seat(number)?))
        }
        Some(_) => Err(EngineError::new("fields", "`viewer` is a seat’s number or \"watcher\"")),
    }
}

pub(crate) fn view(desk: &mut Desk, request: View) -> Answer {
    let (_, table) = desk.table(request.table)?;
    let viewer = viewer(table.as_ref(), request.viewer.as_ref())?;
    body(json!({ "prompt": table.prompt(viewer, request.at)?, "view": table.view(viewer, request.at)? }))
}

pub(crate) fn draw(desk: &mut Desk, request: View) -> Answer {
    let (_, table) = desk.table(request.table)?;
    let viewer = viewer(table.as_ref(), request.viewer.as_ref())?;
    body(json!({ "text": table.draw(viewer, request.at)? }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Events {
    #[serde(default)]
    from: usize,
    viewer: Option<Value>,
    table: Option<u64>,
}

pub(crate) fn events(desk: &mut Desk, request: Events) -> Answer {
    let (_, table) = desk.table(request.table)?;
    let viewer = viewer(table.as_ref(), request.viewer.as_ref())?;
    body(json!({ "events": table.events(request.from..=usize::MAX, viewer) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moment {
    at: Option<usize>,
    table: Option<u64>,
}

pub(crate) fn position(desk: &mut Desk, request: Moment) -> Answer {
    let (_, table) = desk.table(request.table)?;
    body(json!({ "position": table.position(request.at)? }))
}

pub(crate) fn score(desk: &mut Desk, request: Moment) -> Answer {
    let (_, table) = desk.table(request.table)?;
    body(json!({ "score": table.score(request.at)? }))
}

pub(crate) fn outcome(desk: &mut Desk, request: Only) -> Answer {
    let (_, table) = desk.table(request.table)?;
    body(json!({ "outcome": table.outcome() }))
}

pub(crate) fn export(desk: &mut Desk, request: Only) -> Answer {
    let (_, table) = desk.table(request.table)?;
    body(json!({ "record": table.export() }))
}
