//! Safety: what a browser is told, where requests may come from, by which name, and how many.

use super::{
    Failed, House,
    costly_work::CostlyWork,
    origin::{Network, Origin},
};
use crate::{
    fault::{Code, Fault},
    net::open_limits::{Counted, OpenLimits},
};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{net::IpAddr, num::NonZeroU32, sync::Arc, time::Duration};

/// How much one address may ask. Of IPv6 a network of 64 bits counts as one address.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests a second, on average.
    pub requests: NonZeroU32,
    /// Requests at once.
    pub burst: NonZeroU32,
    /// New tables a minute.
    pub tables: NonZeroU32,
    /// Tables in play where only bots sit.
    pub bot_tables: NonZeroU32,
    /// How many times an hour one address may sit down at a table or leave it.
    pub comings: NonZeroU32,
    /// Costly requests in progress at once, such as those for the record of a game.
    pub costly: NonZeroU32,
    /// Hints a minute.
    pub hints: NonZeroU32,
    /// Open connections.
    pub connections: NonZeroU32,
    /// Open streams.
    pub streams: NonZeroU32,
    /// Open connections of all addresses together; there are never more than the system's limit of open files allows.
    pub all_connections: NonZeroU32,
    /// How long somebody may leave unread what they asked for.
    pub unread: Duration,
    /// How often a client that watches a table hears that the house is still there.
    pub heartbeat: Duration,
    /// The shortest time that a clock may give for a move: where nobody is, the house moves when it is over.
    pub shortest_move: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Limits {
            requests: number(50),
            burst: number(300),
            tables: number(20),
            bot_tables: number(10),
            comings: number(30),
            costly: number(8),
            hints: number(10),
            connections: number(256),
            streams: number(200),
            all_connections: number(10_000),
            unread: Duration::from_secs(30),
            heartbeat: Duration::from_secs(15),
            shortest_move: Duration::from_secs(10),
        }
    }
}

/// How many hints one address waits for at once.
const HINTS_AT_ONCE: usize = 2;

/// Whom the house listens to.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// How much one address may ask.
    pub limits: Limits,
    /// The proxies that are trusted to say for whom they speak.
    pub proxies: Vec<Network>,
    /// The names that the house answers to; if there are none, any address and the names of the machine for itself.
    pub hosts: Vec<String>,
}

/// Counts requests by address.
pub(crate) struct Guard {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    comings: DefaultKeyedRateLimiter<(IpAddr, String)>,
    bot_tables: usize,
    costly_work: CostlyWork,
    hints: DefaultKeyedRateLimiter<IpAddr>,
    thinking: Arc<OpenLimits>,
    streams: Arc<OpenLimits>,
    shortest_move: Duration,
    proxies: Vec<Network>,
    hosts: Vec<String>,
}

/// An open stream, counted until it ends.
pub(crate) struct Watching(#[expect(dead_code, reason = "held to be counted")] Counted);

impl Guard {
    pub fn new(access: Access) -> Guard {
        let Access { limits, proxies, hosts } = access;
        Guard {
            requests: RateLimiter::keyed(Quota::per_second(limits.requests).allow_burst(limits.burst)),
            tables: RateLimiter::keyed(Quota::per_minute(limits.tables)),
            comings: RateLimiter::keyed(Quota::per_hour(limits.comings)),
            bot_tables: limits.bot_tables.get() as usize,
            costly_work: CostlyWork::new(limits.costly.get() as usize),
            hints: RateLimiter::keyed(Quota::per_minute(limits.hints)),
            thinking: OpenLimits::new(HINTS_AT_ONCE, usize::MAX),
            // A stream is a connection: all together they are limited where these are.
            streams: OpenLimits::new(limits.streams.get() as usize, usize::MAX),
            shortest_move: limits.shortest_move,
            proxies,
            hosts,
        }
    }

    /// The proxies that are trusted.
    pub fn proxies(&self) -> &[Network] {
        &self.proxies
    }

    /// The shortest time that a clock may give for a move.
    pub fn shortest_move(&self) -> Duration {
        self.shortest_move
    }

    /// Lets one more stream be opened by this party, unless there are too many.
    pub fn watch(&self, party: IpAddr) -> Result<Watching, Fault> {
        let counted = self.streams.open(Some(party)).map_err(|_| too_much())?;
        metrics::gauge!("exchequer_watchers").increment(1.0);
        Ok(Watching(counted))
    }

    /// How many tables where only bots play one address can have in play.
    pub fn bot_tables(&self) -> usize {
        self.bot_tables
    }

    /// Counts that this address sits down at a table or leaves it: each time is an entry in the table's log.
    pub fn come_or_go(&self, party: IpAddr, table: &str) -> Result<(), Fault> {
        let busy =
            || Fault::busy("there is too much coming and going at this table from your address: try again in a few minutes");
        self.comings.check_key(&(party, table.to_owned())).map_err(|_| busy())
    }

    /// Where costly work is done.
    pub fn costly_work(&self) -> &CostlyWork {
        &self.costly_work
    }

    /// Lets this party ask for one more hint, which is counted until it is there: the bots at the tables think in the same queue.
    pub fn hint(&self, party: IpAddr) -> Result<Counted, Fault> {
        let busy = || Fault::busy("many hints were asked for from your address: wait a moment and try again");
        self.hints.check_key(&party).map_err(|_| busy())?;
        self.thinking.open(Some(party)).map_err(|_| busy())
    }

    /// Forgets addresses that have not asked for a while.
    pub fn sweep(&self) {
        self.comings.retain_recent();
        self.hints.retain_recent();
        self.requests.retain_recent();
        self.tables.retain_recent();
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        metrics::gauge!("exchequer_watchers").decrement(1.0);
    }
}

impl House {
    /// Forgets what is not needed any more: tables that nobody watches, addresses that ask no more.
    pub fn sweep(&self) {
        self.hall.sweep();
        self.guard.sweep();
        self.caller.sweep();
        self.metrics.sweep();
    }
}

/// Too many requests from one address are refused. Whoever looks after the house on its own machine may always ask how it
/// is.
pub(crate) async fn limit(State(house): State<House>, request: Request, next: Next) -> Response {
    let origin = request.extensions().get::<Origin>().copied().unwrap_or_default();
    let (path, party) = (request.uri().path(), origin.party());
    let founding = request.method() == Method::POST && makes_table(path);
    let allowed = path == HEALTH && origin.address.is_loopback()
        || house.guard.requests.check_key(&party).is_ok() && (!founding || house.guard.tables.check_key(&party).is_ok());
    if allowed {
        return next.run(request).await;
    }
    Failed(too_much()).answer(request.headers())
}

/// Where the house says how it is.
pub(crate) const HEALTH: &str = "/healthz";

fn too_much() -> Fault {
    Fault::busy("too many requests at once: wait a moment and try again")
}

/// Is a table made at this address? A rematch is a new table, too.
fn makes_table(path: &str) -> bool {
    matches!(path, "/tables" | "/api/tables") || path.ends_with("/rematch") || path.ends_with("/play-on")
}

/// Marks a request that gives the length of its body twice, in two ways, or that comes after a length that cannot be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConflictingLengths;

/// Refuses ambiguous requests: if one names two hosts or gives two lengths, proxies on its way may have understood it
/// differently.
pub(crate) async fn one_meaning(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).map(|host| host.as_bytes());
    let other = |authority: &Authority| host.is_some_and(|host| !host.eq_ignore_ascii_case(authority.as_str().as_bytes()));
    let why = if request.headers().get_all(header::HOST).iter().count() > 1 || request.uri().authority().is_some_and(other) {
        "this request names two hosts"
    } else if request.extensions().get::<ConflictingLengths>().is_some() {
        "this request tells the length of its body twice, by Content-Length and by Transfer-Encoding, or it or one before it tells a length that cannot be read"
    } else {
        return next.run(request).await;
    };
    Failed(Fault::bad(why)).answer(request.headers())
}

/// The house answers to its own names only. Otherwise a page of some other site, whose name was made to point here, would be a
/// page of this house to the browser.
pub(crate) async fn by_name(State(house): State<House>, request: Request, next: Next) -> Response {
    let said = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or("?"));
    let said = request.uri().authority().map(|authority| authority.as_str()).or(said);
    // Monitoring from outside may use any name; and a client that names none is no browser.
    let any = matches!(request.uri().path(), HEALTH | "/metrics");
    match said.map(without_port) {
        Some(name) if !any && !answers_to(name, &house.guard.hosts) => {
            let name: String = name.chars().take(LONGEST_HOST).collect();
            let message =
                format!("this house does not answer to the name `{name}`; whoever runs it can add it with `--host {name}`");
            let fault = Fault::new(Code::Host, message);
            Failed(fault).answer(request.headers())
        }
        _ => next.run(request).await,
    }
}

/// The longest name of a host, in characters.
const LONGEST_HOST: usize = 255;

/// A name that the house can answer to, as it is given on the command line: without scheme and port.
pub fn host(text: &str) -> Result<String, String> {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '.' | '_');
    let address = |text: &str| text.parse::<IpAddr>().is_ok();
    if !text.is_empty() && text.len() <= LONGEST_HOST && (text.chars().all(plain) || address(text)) {
        return Ok(text.to_owned());
    }
    Err(format!("`{text}` is not the name of a host such as games.example.org: leave out the scheme and the port"))
}

fn without_port(host: &str) -> &str {
    let end = host.rfind(']').unwrap_or(0);
    host[end..].find(':').map_or(host, |colon| &host[..end + colon])
}

fn answers_to(name: &str, hosts: &[String]) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
    let address = bare.parse::<IpAddr>().ok();
    // Nobody can make an address point elsewhere.
    let own = name == "localhost" || name.ends_with(".localhost") || address.is_some_and(|address| address.is_loopback());
    own || address.is_some() && hosts.is_empty() || hosts.iter().any(|host| host.eq_ignore_ascii_case(bare))
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
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(policy));
    for (name, value) in
        [("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin"), ("cross-origin-opener-policy", "same-origin")]
    {
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
    fn one_address_asks_for_few_hints() {
        let guard = Guard::new(Access::default());
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let first = guard.hint(one).unwrap();
        let second = guard.hint(one).unwrap();
        assert!(guard.hint(one).is_err(), "two wait already");
        guard.hint(other).unwrap();
        drop((first, second));
        let more = (0..20).filter(|_| guard.hint(one).is_ok()).count();
        assert_eq!(more, 7, "ten a minute were asked for, one of them in vain");
    }

    #[test]
    fn the_house_answers_to_its_own_names() {
        let known = ["games.example.org".to_owned(), "2001:db8::7".to_owned()];
        let answers = |host: &str, hosts: &[String]| answers_to(without_port(host), hosts);
        for own in ["localhost", "LocalHost:7878", "a.localhost", "127.0.0.1:1", "127.9.9.9", "[::1]:7878", "[::1]", "localhost."]
        {
            assert!(answers(own, &[]) && answers(own, &known), "{own}");
        }
        for address in ["192.0.2.1:80", "[2001:db8::8]:80", "10.0.0.1"] {
            assert!(answers(address, &[]) && !answers(address, &known), "{address}");
        }
        for name in ["games.example.org", "GAMES.example.ORG.:443", "[2001:db8::7]:80"] {
            assert!(answers(name, &known), "{name}");
        }
        for other in
            ["evil.example", "evil.example:7878", "localhost.evil.example", "127.0.0.1.evil.example", "", "xlocalhost", "?"]
        {
            assert!(!answers(other, &[]) && !answers(other, &known), "{other}");
        }
        assert!(!answers("games.example.org", &[]));
        for name in ["games.example.org", "house", "192.0.2.1", "2001:db8::7"] {
            assert_eq!(host(name).as_deref(), Ok(name));
        }
        for nonsense in ["", "http://house", "house:80", "a b", "[::1]"] {
            assert!(host(nonsense).is_err(), "{nonsense}");
        }
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
