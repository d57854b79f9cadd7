//! Who is asking: a token in a cookie that no script can read, or a bearer token for programs.

use super::{House, api, origin::Origin};
use crate::{fault::Fault, token};
use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderValue, header, request::Parts},
    middleware::Next,
    response::Response,
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};

const COOKIE: &str = "exchequer";

/// A visitor by their token. It is never shown and never logged.
#[derive(Clone)]
pub(crate) struct Visitor(pub String);

/// A visitor who came with a token.
#[derive(Clone)]
pub(crate) struct Known(pub Visitor);

/// A program that wants to change something has to come with a token: nobody could tell it who it was afterwards.
impl<S: Send + Sync> FromRequestParts<S> for Known {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Known, Response> {
        parts.extensions.get::<Known>().cloned().ok_or_else(|| {
            api::fault(Fault::unknown("who are you? Get a token with `POST /api/visitors`, send `Authorization: Bearer TOKEN`"))
        })
    }
}

/// Recognises a visitor, or gives a new one a token.
///
/// A token is the visitor's own secret, and the house keeps no list of those it gave out: it stores the hash of one where its
/// holder sits, so one that it never saw is somebody new. Refusing it would need that list, and would protect nobody: what guards a
/// seat is that its token cannot be guessed.
pub(crate) async fn recognise(State(_): State<House>, mut request: Request, next: Next) -> Response {
    let authorization = request.headers().get(header::AUTHORIZATION);
    let bearer = authorization.and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    let bearer = bearer.map(str::trim).filter(|token| token::is_visitor(token));
    let programs = request.uri().path().starts_with("/api/");
    if programs && authorization.is_some() && bearer.is_none() {
        return api::fault(Fault::unknown(
            "this is not a token: get one with `POST /api/visitors`, send `Authorization: Bearer TOKEN`",
        ));
    }
    let jar = CookieJar::from_headers(request.headers());
    let known = bearer.map(str::to_owned).or_else(|| jar.get(COOKIE).map(|cookie| cookie.value().to_owned()));
    let known = known.filter(|token| token::is_visitor(token));
    let new = known.is_none();
    let token = known.unwrap_or_else(token::visitor);
    // Where a trusted proxy speaks HTTPS, the cookie never travels in the open.
    let secure = request.extensions().get::<Origin>().is_some_and(|origin| origin.https);
    request.extensions_mut().insert(Visitor(token.clone()));
    if !new {
        request.extensions_mut().insert(Known(Visitor(token.clone())));
    }
    let mut response = next.run(request).await;
    // A visitor who was just given a token by the handler gets no other one.
    if new && !programs && !response.headers().contains_key(header::SET_COOKIE) {
        response.headers_mut().extend(cookie(token, secure).map(|cookie| (header::SET_COOKIE, cookie)));
    }
    response
}

/// The cookie by which a visitor is known from now on.
pub(crate) fn cookie(token: String, secure: bool) -> Option<HeaderValue> {
    let cookie = Cookie::build((COOKIE, token)).path("/").http_only(true).secure(secure).same_site(SameSite::Lax).max_age(YEAR);
    HeaderValue::from_str(&cookie.build().to_string()).ok()
}

const YEAR: time::Duration = time::Duration::days(365);
