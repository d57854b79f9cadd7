//! Visitors: a token for a program, and the visitor's own tables.

use super::{Answer, Endpoint};
use crate::{
    fault::Fault,
    pages::OwnTable,
    token,
    web::{House, lists, visitor::Known},
};
use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::StatusCode,
};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post("/visitors", "new_visitor", "A token for a program, to be sent as a bearer token")
            .creates::<NewVisitor>()
            .handled_by(visitor),
        Endpoint::get(
            "/visitors/me/tables",
            "own_tables",
            "Your tables: first where it is your turn, then those being played, those that wait, and the last that are over; `older` leads to \
             the others that are over",
        )
        .needs_token()
        .query::<lists::Which>()
        .answers::<OwnTables>()
        .handled_by(own_tables),
    ]
}

/// A visitor who was not here before.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewVisitor {
    /// Your secret: 26 small letters and digits.
    pub token: String,
}

/// A token for a program, to be sent as `Authorization: Bearer …`.
async fn visitor() -> (StatusCode, Json<NewVisitor>) {
    (StatusCode::CREATED, Json(NewVisitor { token: token::visitor() }))
}

/// Your tables.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnTables {
    pub tables: Vec<OwnTable>,
    /// What to ask for as `before` to get tables that were over earlier; `null` if there are none.
    #[schema(required)]
    pub older: Option<String>,
}

/// The visitor's own tables.
async fn own_tables(
    State(house): State<House>,
    Known(visitor): Known,
    which: Result<Query<lists::Which>, QueryRejection>,
) -> Answer<OwnTables> {
    let Query(which) = which.map_err(|rejection| Fault::bad(rejection.body_text()))?;
    let own = match which.before()? {
        None => lists::own_tables(&house, &visitor).await?,
        before => lists::past_tables(&house, &visitor, before.as_ref()).await?,
    };
    Ok(Json(OwnTables { tables: own.tables, older: own.older.map(|place| place.to_string()) }))
}
