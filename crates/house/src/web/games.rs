//! The pages of a game: its set-up, its rules and their summary.

use super::{Failed, House, compressed::Print};
use crate::{fault::Fault, pages, token};
use axum::{
    Router,
    extract::{Path, Query, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
    routing::get,
};
use engine::Setup;
use std::collections::BTreeMap;

const HTML: &str = "text/html; charset=utf-8";

pub(super) fn routes() -> Router<House> {
    Router::new()
        .route("/new/{game}", get(set_up))
        .route("/new/{game}/check", get(check))
        .route("/rules/{game}", get(rules))
        .route("/rules/{game}/summary", get(summary))
}

/// How a set-up page begins.
#[derive(serde::Deserialize)]
struct Beginning {
    /// With this set of settings.
    preset: Option<String>,
}

async fn set_up(Path(game): Path<String>, Query(beginning): Query<Beginning>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    let form = match &beginning.preset {
        Some(name) => pages::Form::of(&game.preset(name).map_err(Fault::from)?),
        None => pages::Form::default(),
    };
    Ok(pages::set_up(game, &form, None).into_response())
}

/// Whether the settings go together, or why not: for the script, while somebody chooses.
async fn check(Path(game): Path<String>, Query(form): Query<BTreeMap<String, String>>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    let pairs = form.iter().filter_map(|(name, value)| Some(format!("{}={value}", name.strip_prefix("option.")?)));
    let pairs: Vec<String> = pairs.collect();
    let pairs: Vec<&str> = pairs.iter().map(String::as_str).collect();
    let options = game.read_options(&pairs).and_then(|chosen| game.options(&chosen));
    let opened = options.and_then(|options| game.open(Setup { options, ..Setup::new(token::entropy()) }));
    Ok(pages::excluded(game, opened.err().map(Fault::from).as_ref()).into_response())
}

async fn rules(State(house): State<House>, headers: HeaderMap, Path(game): Path<String>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    let page = house.prints.get(Print::Rules, game.about().id, || pages::rules(game).into_string()).await?;
    Ok(page.answer(&headers, HTML))
}

async fn summary(State(house): State<House>, headers: HeaderMap, Path(game): Path<String>) -> Result<Response, Failed> {
    let game = engine::game(&game).map_err(Fault::from)?;
    if game.primer().summary.is_empty() {
        return Err(Failed(Fault::missing("nobody has written a summary of these rules yet")));
    }
    let page = house.prints.get(Print::Summary, game.about().id, || pages::summary(game).into_string()).await?;
    Ok(page.answer(&headers, HTML))
}
