//! Style sheets, the script and pictures, from inside the binary.

use super::Failed;
use crate::{boards, fault::Fault, style};
use axum::{
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use kernel::Key;
use rust_embed::Embed;
use std::borrow::Cow;

#[derive(Embed)]
#[folder = "src/assets"]
struct Assets;

/// One asset, with its content's hash as the tag.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let data: Cow<'static, [u8]> = match name.as_str() {
        "house.css" => Cow::Borrowed(style::sheet().as_bytes()),
        "boards.css" => Cow::Borrowed(boards::styles().as_bytes()),
        _ => match Assets::get(&name) {
            Some(file) => file.data,
            None => return Failed(Fault::missing("there is no such file")).answer(&headers),
        },
    };
    let tag = format!("\"{:.24}\"", Key::of(&[&data]).to_string());
    let kind = match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let cache = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    (cache, [(header::CONTENT_TYPE, kind)], data).into_response()
}
