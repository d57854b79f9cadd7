//! The home page and the list of tables that are over.

use super::{Failed, House, lessons, lists, visitor::Visitor};
use crate::pages;
use axum::{
    Extension, Router,
    extract::{Query, State},
    response::{IntoResponse, Response},
    routing::get,
};

pub(super) fn routes() -> Router<House> {
    Router::new().route("/", get(home)).route("/past", get(past_tables))
}

async fn home(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    learner: lessons::Learner,
) -> Result<Response, Failed> {
    let (open, own) = (lists::open_tables(&house).await?, lists::own_tables(&house, &visitor).await?);
    Ok(pages::home(&open, &own.tables, own.older.as_ref(), &learner.been()).into_response())
}

/// The visitor's tables that are over, page by page.
async fn past_tables(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Query(which): Query<lists::Which>,
) -> Result<Response, Failed> {
    let before = which.before()?;
    let own = lists::past_tables(&house, &visitor, before.as_ref()).await?;
    Ok(pages::past_tables(&own.tables, own.older.as_ref(), before.is_none()).into_response())
}
