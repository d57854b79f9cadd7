//! Safety: what a browser is told, where requests may come from, and how many.

use super::{Failed, House};
use crate::fault::Fault;
use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
};

/// How much one address may ask.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests a second, on average.
    pub requests: NonZeroU32,
    /// Requests at once.
    pub burst: NonZeroU32,
    /// New tables a minute.
    pub tables: NonZeroU32,
    /// Open streams.
    pub streams: NonZeroU32,
}

impl Default for Limits {
    fn default() -> Limits {
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Limits { requests: number(50), burst: number(300), tables: number(20), streams: number(2000) }
    }
}

/// Counts requests by address.
pub(crate) struct Guard {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    streams: Mutex<HashMap<IpAddr, u32>>,
    most_streams: u32,
}

/// An open stream, counted until it ends.
pub(crate) struct Watching {
    guard: Arc<Guard>,
    address: IpAddr,
}

impl Guard {
    pub fn new(limits: Limits) -> Guard {
        Guard {
            requests: RateLimiter::keyed(Quota::per_second(limits.requests).allow_burst(limits.burst)),
            tables: RateLimiter::keyed(Quota::per_minute(limits.tables)),
            streams: Mutex::default(),
            most_streams: limits.streams.get(),
        }
    }

    /// Lets one more stream be opened from this address, unless there are too many.
    pub fn watch(self: &Arc<Guard>, address: IpAddr) -> Result<Watching, Fault> {
        let mut streams = self.streams();
        let open = streams.entry(address).or_default();
        if *open >= self.most_streams {
            return Err(too_much());
        }
        *open += 1;
        metrics::gauge!("exchequer_watchers").increment(1.0);
        Ok(Watching { guard: self.clone(), address })
    }

    fn streams(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, u32>> {
        // A panic while the lock was held leaves a whole map behind.
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets addresses that have not asked for a while.
    pub fn sweep(&self) {
        self.requests.retain_recent();
        self.tables.retain_recent();
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        metrics::gauge!("exchequer_watchers").decrement(1.0);
        let mut streams = self.guard.streams();
        if let Some(open) = streams.get_mut(&self.address) {
            *open -= 1;
            if *open == 0 {
                streams.remove(&self.address);
            }
        }
    }
}

impl House {
    /// Forgets what is not needed any more: tables that nobody watches, addresses that ask no more.
    pub fn sweep(&self) {
        self.hall.sweep();
        self.guard.sweep();
        self.metrics.sweep();
    }
}

/// Too many requests from one address are refused.
pub(crate) async fn limit(State(house): State<House>, request: Request, next: Next) -> Response {
    let address = address(request.extensions().get());
    let founding = request.method() == Method::POST && makes_table(request.uri().path());
    let allowed =
        house.guard.requests.check_key(&address).is_ok() && (!founding || house.guard.tables.check_key(&address).is_ok());
    if allowed {
        return next.run(request).await;
    }
    Failed(too_much()).answer(request.headers())
}

/// Where a request comes from; from here, if nobody says.
pub(crate) fn address(from: Option<&ConnectInfo<SocketAddr>>) -> IpAddr {
    from.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip())
}

fn too_much() -> Fault {
    Fault::busy("too many requests at once: wait a moment and try again")
}

/// Is a table made at this address? A rematch is a new table, too.
fn makes_table(path: &str) -> bool {
    matches!(path, "/tables" | "/api/tables") || path.ends_with("/rematch") || path.ends_with("/play-on")
}

/// A form may only be sent from a page of this house: nobody can make a visitor's browser move for them.
pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if safe || from_here(request.headers()) {
        return next.run(request).await;
    }
    Failed(Fault::forbidden("this was sent from another site")).answer(request.headers())
}

fn from_here(headers: &HeaderMap) -> bool {
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let site = HeaderName::from_static("sec-fetch-site");
    if let Some(site) = text(&site) {
        return matches!(site, "same-origin" | "none");
    }
    // A program that is no browser sends neither, and holds no other site's cookie.
    text(&header::ORIGIN).is_none_or(|origin| origin.split_once("://").map(|(_, host)| host) == text(&header::HOST))
}

/// What every answer tells the browser.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                  form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    for (name, value) in [
        ("content-security-policy", policy),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(pairs: &[(&'static str, &'static str)]) -> bool {
        let headers = pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        from_here(&headers.collect())
    }

    #[test]
    fn only_pages_of_this_house_may_send_forms() {
        assert!(sent(&[("sec-fetch-site", "same-origin")]));
        assert!(sent(&[("host", "127.0.0.1:1"), ("origin", "http://127.0.0.1:1")]));
        assert!(sent(&[("host", "127.0.0.1:1")]));
        assert!(!sent(&[("sec-fetch-site", "cross-site")]));
        assert!(!sent(&[("sec-fetch-site", "same-site")]));
        assert!(!sent(&[("host", "127.0.0.1:1"), ("origin", "http://127.0.0.1:2")]));
        assert!(!sent(&[("host", "127.0.0.1:1"), ("origin", "null")]));
    }
}
