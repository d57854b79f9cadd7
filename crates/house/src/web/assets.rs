//! Style sheets, scripts and signs, each under an address of its own for ever.

use super::Failed;
use crate::{
    assets::{self, Asset, Packed, WORKER},
    fault::Fault,
};
use axum::{
    extract::Path,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
};

/// What is fetched once and kept.
pub(super) const LASTING: &str = "public, max-age=31536000, immutable";

/// A file under the address that stands for its content. An address that an older program gave out shows what there is now, but only
/// for now.
pub(crate) async fn asset(Path((edition, name)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Failed> {
    let asset = assets::named(&name).filter(|_| name != WORKER).ok_or_else(missing)?;
    let cache = if asset.is_edition(&edition) { LASTING } else { "no-cache" };
    Ok(answer(asset, cache, headers).await)
}

/// The worker itself, or the way to a file that is asked for by its name alone.
pub(crate) async fn by_name(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Failed> {
    let asset = assets::named(&name).ok_or_else(missing)?;
    if name != WORKER {
        return Ok(([(header::CACHE_CONTROL, "no-cache")], Redirect::temporary(&assets::address(&name))).into_response());
    }
    Ok(answer(asset, "no-cache", headers).await)
}

async fn answer(asset: &'static Asset, cache: &'static str, headers: HeaderMap) -> Response {
    // To pack a file for the first time takes a while.
    match tokio::task::spawn_blocking(move || packed(&asset.packed, &headers)).await {
        Ok(content) => ([(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, cache)], content).into_response(),
        Err(_) => Failed(Fault::internal("this file cannot be sent")).into_response(),
    }
}

/// What browsers ask for without being told to.
pub(crate) async fn icon() -> Redirect {
    Redirect::temporary(&assets::address("mark.svg"))
}

fn missing() -> Fault {
    Fault::missing("there is no such file")
}

/// The content as this reader gets it.
pub(super) fn packed(packed: &Packed, headers: &HeaderMap) -> Response {
    let (encoding, content) = packed.for_reader(headers);
    let mut answer = content.into_response();
    answer.headers_mut().remove(header::CONTENT_TYPE);
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    answer
}
