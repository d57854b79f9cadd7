//! The commands at a table for programs. One route serves all of them, so that figures count them together.

use super::{Endpoint, Refused};
use crate::{
    hall::ADVISER,
    table::{Advice, seat_schema::SeatNumber},
    web::{
        House,
        commands::{self, COMMANDS, Done},
        input::Input,
        origin::Origin,
        visitor::Known,
    },
};
use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    response::{IntoResponse, Response},
    routing::post,
};
use engine::Choice;
use kernel::Seat;
use serde::Serialize;
use utoipa::ToSchema;

pub(super) fn endpoints() -> impl Iterator<Item = Endpoint> {
    COMMANDS.iter().map(|command| {
        let (path, id) = (format!("/tables/{{id}}/{}", command.name), command.name.replace('-', "_"));
        Endpoint::post(path, id, command.about).needs_token().body_of(command.body).answers_with(command.answer).may_conflict()
    })
}

pub(super) fn routes() -> Router<House> {
    Router::new().route("/tables/{id}/{verb}", post(command))
}

/// What came of a command.
#[derive(Serialize, ToSchema)]
#[schema(as = Done)]
pub(crate) struct DoneAnswer {
    /// The table.
    pub table: String,
    /// The version that the table has now.
    pub version: u64,
    /// The seat that you have, if you sat down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SeatNumber)]
    pub seat: Option<Seat>,
}

/// What a bot would do in your place.
#[derive(Serialize, ToSchema)]
#[schema(as = Hint)]
pub(crate) struct HintAnswer {
    /// The table.
    pub table: String,
    /// The version that the table has now.
    pub version: u64,
    /// Your seat.
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
    /// Who was asked.
    pub bot: &'static str,
    /// What it would do.
    pub hint: Choice,
    /// What comes next in its ranking; left out where it compared nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub runner_up: Option<Choice>,
    /// How many other choices it sees as exactly as good as what it would do; the runner-up is one of them, if there are any.
    pub level: usize,
    /// How many choices it compared.
    pub compared: usize,
}

impl HintAnswer {
    fn new(table: String, version: u64, seat: Seat, advice: Advice) -> HintAnswer {
        let Advice { choice: hint, runner_up, compared } = advice;
        let level = runner_up.as_ref().map_or(0, |next| next.level);
        HintAnswer { table, version, seat, bot: ADVISER, hint, runner_up: runner_up.map(|next| next.choice), level, compared }
    }
}

/// Where the game goes on.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextTable {
    /// The other table.
    pub table: String,
}

/// Carries out a command at a table.
async fn command(
    State(house): State<House>,
    Known(visitor): Known,
    Extension(origin): Extension<Origin>,
    Path((id, verb)): Path<(String, String)>,
    input: Input,
) -> Result<Response, Refused> {
    Ok(match commands::run(&house, &visitor, origin, &id, &verb, &input).await? {
        Done::Version(version) => Json(DoneAnswer { table: id, version, seat: None }).into_response(),
        Done::Seat(version, seat) => Json(DoneAnswer { table: id, version, seat: Some(seat) }).into_response(),
        Done::Hint(version, seat, advice) => Json(HintAnswer::new(id, version, seat, *advice)).into_response(),
        Done::Table(table) => Json(NextTable { table }).into_response(),
    })
}
