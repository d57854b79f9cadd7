//! Tables: those that anybody can join, new ones, and what one visitor may know of a table.

use super::{Answer, Endpoint, Refused, table_answer::Table};
use crate::{
    fault::Fault,
    pages::OpenTable,
    table::{
        Live,
        chat::{ChatLine, PHRASES, Talk},
        log_window::Part,
        scene::{Look, Scene},
    },
    web::{
        House,
        commands::{self, NewTable},
        input::Input,
        lists,
        origin::Origin,
        records::{self, Record},
        stream::{self, News},
        visitor::{Known, Visitor},
    },
};
use axum::{
    Extension, Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/tables", "open_tables", "The tables that anybody can join")
            .answers::<OpenTables>()
            .handled_by(open_tables),
        Endpoint::post("/tables", "make_table", "Makes a table")
            .needs_token()
            .body::<NewTable>()
            .creates::<Table>()
            .handled_by(found),
        Endpoint::get("/tables/{id}", "table", "A table as you may know it")
            .query::<Wanted>()
            .answers::<Table>()
            .may_conflict()
            .handled_by(table),
        Endpoint::get("/tables/{id}/record", "record", "The record of a finished game")
            .answers::<Record>()
            .may_conflict()
            .handled_by(records::json),
        Endpoint::get("/tables/{id}/chat", "chat", "What was said at a table, for those who sit there")
            .needs_token()
            .query::<Heard>()
            .answers::<Chat>()
            .may_be_forbidden()
            .handled_by(chat),
        Endpoint::get("/tables/{id}/stream", "stream", "News of a table as server-sent events")
            .streams::<News>()
            .handled_by(stream::table),
    ]
}

/// The tables that anybody can join.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpenTables {
    pub tables: Vec<OpenTable>,
}

/// The tables that anybody can join.
async fn open_tables(State(house): State<House>) -> Answer<OpenTables> {
    Ok(Json(OpenTables { tables: lists::open_tables(&house).await? }))
}

/// Makes a table.
async fn found(
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
        let heard = |entry: usize| if entry > live.version() { u64::MAX } else { live.counted.version_of(entry) };
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
async fn table(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Extension(origin): Extension<Origin>,
    Path(id): Path<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
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
#[derive(Serialize, ToSchema)]
pub(crate) struct Chat {
    /// Line by line, the oldest first.
    pub lines: Vec<ChatLine>,
    /// Phrases that are ready to be said.
    pub phrases: &'static [&'static str],
    /// May you say something?
    pub may_say: bool,
}

/// What was said at a table.
async fn chat(
    State(house): State<House>,
    Known(visitor): Known,
    Path(id): Path<String>,
    heard: Result<Query<Heard>, QueryRejection>,
) -> Answer<Chat> {
    let Query(heard) = heard.map_err(|rejection| Fault::bad(rejection.body_text()))?;
    let talk = house.hall.look(&id, |live| Talk::of(live, Some(&visitor.0))).await?;
    talk.reads()?;
    let lines = house.hall.chat(&id, heard.after).await?;
    Ok(Json(Chat { lines, phrases: &PHRASES, may_say: talk == Talk::Speaks }))
}
