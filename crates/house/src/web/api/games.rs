//! Games and bots.

use super::{Answer, Endpoint, Refused};
use crate::{
    fault::Fault,
    web::{House, compressed::Print},
};
use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
};
use engine::told;
use serde::Serialize;
use utoipa::ToSchema;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/bots", "bots", "The bots that can sit at a table").answers::<Bots>().handled_by(bots),
        Endpoint::get("/games", "games", "The games of the house").answers::<Games>().handled_by(games),
        Endpoint::get("/games/{game}", "game", "One game with its settings").answers::<told::Game>().handled_by(game),
        Endpoint::get("/games/{game}/rules", "rules", "The clauses of a game").answers::<Rules>().handled_by(rules),
    ]
}

/// The bots that can sit at a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct Bots {
    pub bots: Vec<told::Bot>,
}

/// The bots that can sit at a table.
async fn bots() -> Json<Bots> {
    Json(Bots { bots: told::bots() })
}

/// The games of the house.
#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    pub games: Vec<told::Game>,
}

/// The games of the house.
async fn games() -> Json<Games> {
    Json(Games { games: engine::games().iter().map(|game| told::Game::listed(*game)).collect() })
}

/// One game with its settings.
async fn game(Path(id): Path<String>) -> Answer<told::Game> {
    let game = engine::game(&id).map_err(Fault::from)?;
    Ok(Json(told::Game::whole(game).map_err(Fault::from)?))
}

/// The clauses of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rules {
    /// The game's id.
    pub game: String,
    pub clauses: Vec<told::Clause>,
}

/// The clauses of a game.
async fn rules(State(house): State<House>, headers: HeaderMap, Path(id): Path<String>) -> Result<Response, Refused> {
    let game = engine::game(&id).map_err(Fault::from)?;
    let clauses = move || {
        let clauses = game.rulebook().clauses().iter().map(told::Clause::from).collect();
        serde_json::to_string(&Rules { game: id, clauses }).unwrap_or_default()
    };
    let told = house.prints.get(Print::Clauses, game.about().id, clauses).await?;
    Ok(told.answer(&headers, "application/json"))
}
