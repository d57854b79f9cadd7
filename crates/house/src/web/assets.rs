//! Style sheets, scripts and pictures, each at a permanent address.

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

/// The response headers of files that a browser may keep.
pub(super) const LASTING: &str = "public, max-age=31536000, immutable";

/// A file at the address with its hash. For a hash of an older version the present file is served, but not to be kept.
pub(crate) async fn asset(Path((edition, name)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Failed> {
    let asset = assets::named(&name).filter(|_| name != WORKER).ok_or_else(missing)?;
    let cache = if asset.is_edition(&edition) { LASTING } else { "no-cache" };
    Ok(answer(asset, cache, headers).await)
}

/// The worker itself, or a redirect for a file that is asked for by name without a hash.
pub(crate) async fn by_name(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Failed> {
    let asset = assets::named(&name).ok_or_else(missing)?;
    if name != WORKER {
        return Ok(([(header::CACHE_CONTROL, "no-cache")], Redirect::temporary(&assets::address(&name))).into_response());
    }
    Ok(answer(asset, "no-cache", headers).await)
}

async fn answer(asset: &'static Asset, cache: &'static str, headers: HeaderMap) -> Response {
    // Compressing a file for the first time takes a while.
    match tokio::task::spawn_blocking(move || packed(&asset.packed, &headers)).await {
        Ok(content) => ([(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, cache)], content).into_response(),
        Err(_) => Failed(Fault::internal("this file cannot be sent")).into_response(),
    }
}

/// Files that browsers ask for by themselves.
pub(crate) async fn icon() -> Redirect {
    Redirect::temporary(&assets::address("mark.svg"))
}

fn missing() -> Fault {
    Fault::missing("there is no such file")
}

/// The content in an encoding that the client accepts.
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
