//! Pictures of boards, each under an address of its own for ever.

use super::{Failed, House, assets};
use crate::{boards::pictures, fault::Fault};
use axum::{
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use kernel::Key;

/// A picture loads nothing and runs nothing. It has its own style sheet inside, so that it follows the visitor's light or dark.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// One picture. An address that an older program gave out shows what this one draws, but only for now.
pub(crate) async fn picture(
    State(house): State<House>,
    Path((game, pack, drawn, name)): Path<(String, String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let missing = || Fault::missing("there is no such picture");
    let game = engine::game(&game).map_err(Fault::from)?;
    let pack: Key = pack.parse().map_err(|_| missing())?;
    let name = name.strip_suffix(".svg").ok_or_else(missing)?;
    // A board has pictures of the same names for every pack: what is not among them is not looked for in the store.
    pictures::own(game).get(name).ok_or_else(missing)?;
    let pictures = match pictures::kept(game, pack) {
        _ if pack == game.pack() => pictures::own(game),
        Some(kept) => kept,
        None => {
            let files = house.hall.pack(pack).await?.ok_or_else(missing)?;
            let drawn = tokio::task::spawn_blocking(move || pictures::pictures(game, pack, || files)).await;
            drawn.map_err(|_| missing())?
        }
    };
    // Compressing one for the first time takes a while.
    let name = name.to_owned();
    let content = tokio::task::spawn_blocking(move || Some(assets::packed(pictures.get(&name)?, &headers))).await;
    let content = content.ok().flatten().ok_or_else(missing)?;
    let lasting = drawn == pictures::drawn(game);
    let told = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, if lasting { assets::LASTING } else { "no-cache" }),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((told, content).into_response())
}
