//! Web hooks: a small request to an address that a player gave. It must not be a way into the host's own network, so it goes to
//! public addresses only, unless the host allows others; what a name resolves to is looked at, and that very address is spoken to. A
//! public address can be inside, too: the house's own, and with IPv6 those of its neighbours.

use super::{
    Way,
    trust::{Trust, count_distrusted, distrusted},
};
use crate::{
    fault::Fault,
    web::{Network, party},
};
use axum::{
    body::Body,
    http::{Request, Uri, header, uri::Scheme},
};
use governor::DefaultKeyedRateLimiter;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpStream, lookup_host},
};
use tokio_rustls::{TlsConnector, rustls::pki_types::ServerName};

/// How long a call may take, from the name to the answer.
const LONGEST: Duration = Duration::from_secs(6);

/// The most bytes that are read of an answer. Only its status counts, but a server may send interim responses before that.
const LONGEST_ANSWER: usize = 64 * 1024;

/// The longest address, in bytes.
const LONGEST_ADDRESS: usize = 500;

/// Why a call did not come through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Miss {
    /// The name leads nowhere, or only where no hook may lead.
    Nowhere,
    /// Nobody answered, or not in time.
    Silence,
    /// The server's certificate is not believed.
    Untrusted,
    /// The answer was a refusal. Redirects are not followed.
    Refused,
    /// Too many call there.
    Crowded,
}

impl Miss {
    /// In words for who gave the address. What a server answered is not told: nobody is to look around by way of the house.
    pub fn words(self) -> &'static str {
        match self {
            Miss::Nowhere => "there is no public server at this address",
            Miss::Untrusted => "the certificate of this address is not trusted here",
            Miss::Silence | Miss::Refused => "this address did not answer with success, which is a status from 200 to 299",
            Miss::Crowded => "too many calls go to this address: try again in a minute",
        }
    }
}

/// An address that a hook can have.
pub(super) fn read(text: &str) -> Result<Uri, Fault> {
    let wrong = |why: &str| Fault::bad(format!("this is not the address of a web hook: {why}"));
    let text = text.trim();
    if text.len() > LONGEST_ADDRESS {
        return Err(wrong("it is too long"));
    }
    let address: Uri = text.parse().map_err(|_| wrong("it should look like https://example.org/hook"))?;
    let scheme = address.scheme().ok_or_else(|| wrong("it has to begin with https:// or http://"))?;
    if ![Scheme::HTTP, Scheme::HTTPS].contains(scheme) {
        return Err(wrong("it has to begin with https:// or http://"));
    }
    if address.authority().is_none_or(|authority| authority.as_str().contains('@') || authority.host().is_empty()) {
        return Err(wrong("it needs a host, and no name or password before it"));
    }
    // Other services than web servers listen on the other low ports.
    match address.port_u16() {
        None | Some(80 | 443 | 1024..) => Ok(address),
        Some(_) => Err(wrong("a web server listens on port 80, 443, or 1024 and above")),
    }
}

/// Where calls may go, and how often.
pub(super) struct Reach<'a> {
    /// Networks that hooks may lead to although they are not public.
    pub networks: &'a [Network],
    /// The address by which people know the house.
    pub home: Option<&'a str>,
    /// Calls to one address of the network.
    pub limit: &'a DefaultKeyedRateLimiter<IpAddr>,
    /// Whose certificates are believed.
    pub trust: &'a Trust,
}

impl Reach<'_> {
    /// The first of these addresses that calls may go to.
    async fn first(&self, found: &[IpAddr]) -> Option<IpAddr> {
        let allowed = |address: &IpAddr| self.networks.iter().any(|network| network.contains(*address));
        if let Some(address) = found.iter().copied().find(allowed) {
            return Some(address);
        }
        let home = match self.home.and_then(|home| home.parse::<Uri>().ok()) {
            Some(home) => resolved(home.host().unwrap_or_default(), 443).await,
            None => Vec::new(),
        };
        found.iter().copied().find(|address| is_outside(*address, &home, local_towards(*address)))
    }
}

/// Is this an address of the public internet, and not the house's own, by its name or by where it speaks from?
fn is_outside(address: IpAddr, home: &[IpAddr], local: Option<IpAddr>) -> bool {
    is_public(address) && !home.contains(&address) && !local.is_some_and(|local| is_near(local, address))
}

async fn resolved(host: &str, port: u16) -> Vec<IpAddr> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    lookup_host((bare, port)).await.map(|found| found.map(|one| one.ip()).collect()).unwrap_or_default()
}

/// The address of this machine from which it would speak to that one. Nothing is sent to learn it.
fn local_towards(address: IpAddr) -> Option<IpAddr> {
    let any = if address.is_ipv4() { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { IpAddr::V6(Ipv6Addr::UNSPECIFIED) };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((address, 443)).ok()?;
    socket.local_addr().ok().map(|local| local.ip())
}

/// Is that address this machine's own, or one of its network, as far as the address tells? A network of IPv6 has 64 bits.
fn is_near(local: IpAddr, address: IpAddr) -> bool {
    party(local.to_canonical()) == party(address.to_canonical())
}

/// Sends a call.
pub(super) async fn post(address: &Uri, reach: &Reach<'_>, call: &Value) -> Result<(), Miss> {
    tokio::time::timeout(LONGEST, posted(address, reach, call)).await.unwrap_or(Err(Miss::Silence))
}

async fn posted(address: &Uri, reach: &Reach<'_>, call: &Value) -> Result<(), Miss> {
    let host = address.host().ok_or(Miss::Nowhere)?;
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let secure = address.scheme() == Some(&Scheme::HTTPS);
    let port = address.port_u16().unwrap_or(if secure { 443 } else { 80 });
    let target = reach.first(&resolved(bare, port).await).await.ok_or(Miss::Nowhere)?;
    reach.limit.check_key(&party(target)).map_err(|_| Miss::Crowded)?;
    let stream = TcpStream::connect((target, port)).await.map_err(|_| Miss::Silence)?;
    let stream = Listening { stream, left: LONGEST_ANSWER };
    let status = if secure {
        let name = ServerName::try_from(bare.to_owned()).map_err(|_| Miss::Nowhere)?;
        let stream = TlsConnector::from(reach.trust.client()).connect(name, stream).await.map_err(|error| unheard(&error))?;
        exchange(stream, address, call).await
    } else {
        exchange(stream, address, call).await
    };
    match status.map_err(|_| Miss::Silence)? {
        200..300 => Ok(()),
        _ => Err(Miss::Refused),
    }
}

/// Why no encrypted line came about. Players give any address, so the host is told by a figure, and by the log only if it is asked for.
fn unheard(error: &std::io::Error) -> Miss {
    let Some(reason) = distrusted(error) else { return Miss::Silence };
    count_distrusted(Way::Hook);
    tracing::info!(reason, "a web hook was not called: its certificate is not trusted");
    Miss::Untrusted
}

/// Asks, and gives the status of the answer; what else is answered is not read.
async fn exchange<S>(stream: S, address: &Uri, call: &Value) -> Result<u16, hyper::Error>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let speaking = tokio::spawn(connection);
    let mut request = Request::new(Body::from(call.to_string()));
    *request.method_mut() = hyper::Method::POST;
    *request.uri_mut() = address.path_and_query().and_then(|path| path.as_str().parse().ok()).unwrap_or_default();
    let host = address.authority().and_then(|authority| authority.as_str().parse().ok());
    let headers = request.headers_mut();
    headers.insert(header::HOST, host.unwrap_or(header::HeaderValue::from_static("localhost")));
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    headers.insert(header::USER_AGENT, header::HeaderValue::from_static("exchequer"));
    headers.insert(header::CONNECTION, header::HeaderValue::from_static("close"));
    let answer = sender.send_request(request).await.map(|answer| answer.status().as_u16());
    speaking.abort();
    answer
}

/// A connection that takes in a limited number of bytes.
struct Listening {
    stream: TcpStream,
    left: usize,
}

impl AsyncRead for Listening {
    fn poll_read(mut self: Pin<&mut Listening>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.left == 0 {
            return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.left = self.left.saturating_sub(buffer.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Listening {
    fn poll_write(mut self: Pin<&mut Listening>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Listening>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Listening>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Is this an address of the public internet, and not of some inner network?
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let inner = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        // This network; shared by carriers; protocols; relays from IPv6; measurements; not given to anybody, and broadcast.
        || a == 0
        || a == 100 && (64..128).contains(&b)
        || a == 192 && b == 0 && c == 0
        || a == 192 && b == 88 && c == 99
        || a == 198 && (18..20).contains(&b)
        || a >= 240;
    !inner
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // What is given to the public begins with 001. Of that not public: protocols and tunnels, documentation, and what holds an
    // address of IPv4.
    let public = a & 0xe000 == 0x2000;
    let inner = a == 0x2001 && (b < 0x200 || b == 0xdb8) || a == 0x2002 || a == 0x3fff && b < 0x1000;
    public && !inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::{Quota, RateLimiter};
    use std::num::NonZeroU32;

    #[test]
    fn only_public_addresses_are_public() {
        for inner in [
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "100.127.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.19.9.9",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "192.88.99.1",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "3fff::1",
            "4000::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for public in
            ["1.1.1.1", "100.63.0.1", "172.32.0.1", "198.20.0.1", "2606:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn a_hook_is_an_address_of_a_web_server() {
        for good in
            ["https://example.org/hook?x=1", "http://example.org", "https://example.org:8443/", "http://[2606:4700::1111]/x"]
        {
            assert!(read(good).is_ok(), "{good}");
        }
        for wrong in [
            "",
            "example.org",
            "/hook",
            "ftp://example.org/",
            "file:///etc/passwd",
            "https://me:pw@example.org/",
            "https://",
            "http://example.org:25/",
            "http://example.org:22",
            "gopher://x",
            "javascript:alert(1)",
            "http://exa mple.org/",
            "http://example.org/\r\nx: y",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read(&format!("https://example.org/{}", "x".repeat(500))).is_err());
    }

    #[tokio::test]
    async fn no_name_and_no_number_leads_inside() {
        let call = serde_json::json!({});
        for inside in [
            "http://127.0.0.1:9999/",
            "http://localhost:9999/",
            "http://[::1]:9999/",
            "http://2130706433:8080/",
            "http://0x7f.1:8080/",
        ] {
            let (address, limit) = (read(inside).unwrap(), RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN)));
            let reach = Reach { networks: &[], home: None, limit: &limit, trust: &Trust::default() };
            assert_eq!(post(&address, &reach, &call).await, Err(Miss::Nowhere), "{inside}");
        }
    }

    #[tokio::test]
    async fn one_place_is_not_called_all_the_time() {
        let (limit, networks) = (RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN)), ["127.0.0.0/8".parse().unwrap()]);
        let reach = Reach { networks: &networks, home: None, limit: &limit, trust: &Trust::default() };
        let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let post = async |path: &str| {
            let address = read(&format!("http://{closed}{path}")).unwrap();
            post(&address, &reach, &serde_json::json!({})).await
        };
        assert_eq!(post("/one").await, Err(Miss::Silence));
        assert_eq!(post("/other").await, Err(Miss::Crowded));
    }

    #[tokio::test]
    async fn the_house_and_its_neighbours_are_inside_although_their_addresses_are_public() {
        let limit = RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN));
        let reach =
            Reach { networks: &[], home: Some("https://[2606:4700::1111]:8443"), limit: &limit, trust: &Trust::default() };
        let addresses = ["2606:4700::1111", "2606:4700::2222"].map(|address| address.parse().unwrap());
        assert_eq!(reach.first(&addresses).await, Some(addresses[1]));
        for (local, near) in [("2606:4700:1:2::1", "2606:4700:1:2:3::4"), ("8.8.8.8", "8.8.8.8"), ("8.8.8.8", "::ffff:8.8.8.8")] {
            assert!(is_near(local.parse().unwrap(), near.parse().unwrap()), "{near}");
        }
        for (local, far) in [("2606:4700:1:2::1", "2606:4700:1:3::1"), ("8.8.8.8", "8.8.4.4"), ("8.8.8.8", "2606:4700::1")] {
            assert!(!is_near(local.parse().unwrap(), far.parse().unwrap()), "{far}");
        }
        // It counts wherever a hook leads: an own or inner address is no target, and the next one is taken.
        let [own, inner, other] = ["8.8.8.8", "10.0.0.1", "8.8.4.4"].map(|address| address.parse().unwrap());
        assert!(is_outside(other, &[], None) && is_outside(other, &[own], Some(own)));
        assert!(!is_outside(own, &[], Some(own)) && !is_outside(own, &[own], None) && !is_outside(inner, &[], None));
        assert_eq!(reach.first(&[inner, "169.254.169.254".parse().unwrap(), "fd12:3456::1".parse().unwrap()]).await, None);
        assert_eq!(local_towards("127.0.0.1".parse().unwrap()), Some("127.0.0.1".parse().unwrap()));
    }
}
