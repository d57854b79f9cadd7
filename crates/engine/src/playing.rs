//! Playing: what may be done, doing it, taking it back, and letting others choose.

use crate::{
    AnyTable, Desk, EngineError, MOST_MILLIS,
    command::{Answer, body},
    opening::{standing, within_script},
};
use bots::Budget;
use kernel::{Seat, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Script {
    luck: Vec<u32>,
    table: Option<u64>,
}

pub(crate) fn script(desk: &mut Desk, request: Script) -> Answer {
    within_script(&request.luck)?;
    let (number, table) = desk.table(request.table)?;
    table.script(&request.luck)?;
    body(json!({ "table": number, "luck": table.scripted() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Actions {
    seat: usize,
    table: Option<u64>,
}

pub(crate) fn actions(desk: &mut Desk, request: Actions) -> Answer {
    let (_, table) = desk.table(request.table)?;
    let seat = table.seat(request.seat)?;
    let choices = table.actions(seat);
    let mut told = json!({
        "actions": choices.actions,
        "amounts": choices.amounts,
        "barred": choices.barred,
        "undoable": table.undoable(seat),
    });
    if let Some(question) = &choices.question {
        told["question"] = json!(question);
    }
    if !choices.bargains.is_empty() {
        told["bargains"] = json!(choices.bargains);
    }
    body(told)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    seat: usize,
    action: String,
    time: Option<u64>,
    table: Option<u64>,
}

pub(crate) fn play(desk: &mut Desk, request: Play) -> Answer {
    let (number, table) = desk.table(request.table)?;
    let seat = table.seat(request.seat)?;
    table.play(seat, &request.action, request.time)?;
    body(played(number, table.as_ref(), seat))
}

/// The status of a table after an action, and the events as the seat that acted saw them.
fn played(number: u64, table: &dyn AnyTable, seat: Seat) -> Value {
    let mut told = standing(number, table);
    told["events"] = json!(table.events(table.version()..=usize::MAX, Viewer::Seat(seat)));
    told
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undo {
    seat: usize,
    #[serde(default)]
    consent: bool,
    table: Option<u64>,
}

pub(crate) fn undo(desk: &mut Desk, request: Undo) -> Answer {
    let (number, table) = desk.table(request.table)?;
    let seat = table.seat(request.seat)?;
    table.undo(seat, request.consent)?;
    body(standing(number, table.as_ref()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fallback {
    seat: usize,
    #[serde(default)]
    play: bool,
    table: Option<u64>,
}

pub(crate) fn fallback(desk: &mut Desk, request: Fallback) -> Answer {
    let (number, table) = desk.table(request.table)?;
    let seat = table.seat(request.seat)?;
    let action = table.fallback(seat)?;
    chosen(number, table.as_mut(), seat, &action, request.play)
}

/// A choice that was made for a seat; if it is to be played, also the result.
fn chosen(number: u64, table: &mut dyn AnyTable, seat: Seat, action: &str, play: bool) -> Answer {
    let mut told = json!({ "action": action });
    if play {
        table.play(seat, action, None)?;
        if let (Value::Object(told), Value::Object(played)) = (&mut told, played(number, table, seat)) {
            told.extend(played);
        }
    }
    body(told)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bot {
    seat: usize,
    name: String,
    nodes: Option<u64>,
    millis: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    play: bool,
    table: Option<u64>,
}

pub(crate) fn bot(desk: &mut Desk, request: Bot) -> Answer {
    if request.millis.is_some_and(|millis| millis > MOST_MILLIS) {
        return Err(EngineError::new("limit", format!("a bot thinks at most {MOST_MILLIS} milliseconds")));
    }
    let (number, table) = desk.table(request.table)?;
    let seat = table.seat(request.seat)?;
    // Even without a time limit in the request a bot must not think for ever.
    let time = Duration::from_millis(request.millis.unwrap_or(MOST_MILLIS));
    let action = table.bot(seat, &request.name, request.seed, &Budget { nodes: request.nodes, time: Some(time) })?;
    chosen(number, table.as_mut(), seat, &action, request.play)
}
