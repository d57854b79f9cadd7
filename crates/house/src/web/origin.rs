//! Where a request comes from: the address at the other end of the line, or, where that is a proxy the house was told to trust,
//! the address for which the proxy speaks.

use super::House;
use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, header},
    middleware::Next,
    response::Response,
};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

/// An address, or all that begin like it: `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    /// Is this address in it?
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => begin_alike(own.to_bits().into(), other.to_bits().into(), 32 - self.bits),
            (IpAddr::V6(own), IpAddr::V6(other)) => begin_alike(own.to_bits(), other.to_bits(), 128 - self.bits),
            _ => false,
        }
    }
}

/// Are two addresses the same but for their last bits?
fn begin_alike(one: u128, other: u128, last: u32) -> bool {
    (one ^ other).checked_shr(last).unwrap_or(0) == 0
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("`{text}` is neither an address such as 192.0.2.1 nor a network such as 10.0.0.0/8");
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > most { Err(wrong()) } else { Ok(Network { address, bits }) }
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    pub address: IpAddr,
    /// Did it come to the proxy by HTTPS?
    pub https: bool,
}

/// What nobody says anything of comes from here.
impl Default for Origin {
    fn default() -> Origin {
        Origin { address: Ipv4Addr::LOCALHOST.into(), https: false }
    }
}

impl Origin {
    /// Of whoever is at the other end of the line, and of what they say if they are trusted.
    pub fn of(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> Origin {
        let peer = peer.to_canonical();
        let trusted = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
        if !trusted(peer) {
            return Origin { address: peer, https: false };
        }
        let steps = steps(headers);
        let https = steps.last().is_some_and(|step| step.https) || said_https(headers);
        // Each proxy adds at the end from whom it heard. What stands before the first address that is not trusted is hearsay.
        let mut address = peer;
        for step in steps.iter().rev() {
            let Some(from) = step.from else { break };
            address = from;
            if !trusted(from) {
                break;
            }
        }
        Origin { address, https }
    }

    /// For whom requests are counted.
    pub fn party(&self) -> IpAddr {
        party(self.address)
    }
}

/// An IPv6 address comes with the other 2⁶⁴ of its network.
pub(crate) fn party(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

/// What one proxy tells: from whom it heard, if it says so in a way that can be read, and by which way.
struct Step {
    from: Option<IpAddr>,
    https: bool,
}

/// What the proxies tell, the nearest last. `Forwarded` is looked at only where there is no `X-Forwarded-For`: a proxy that
/// writes one of them hands the other on as it came.
fn steps(headers: &HeaderMap) -> Vec<Step> {
    let listed = |name: &str| {
        let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        texts.flat_map(|text| text.split(',')).map(str::trim).map(str::to_owned).collect::<Vec<_>>()
    };
    let told = listed("x-forwarded-for");
    if !told.is_empty() {
        return told.iter().map(|text| Step { from: address(text), https: false }).collect();
    }
    let step = |text: &String| {
        let mut step = Step { from: None, https: false };
        for (key, value) in text.split(';').filter_map(|pair| pair.trim().split_once('=')) {
            let value = value.trim_matches('"');
            match key.to_ascii_lowercase().as_str() {
                "for" => step.from = address(value),
                "proto" => step.https = value.eq_ignore_ascii_case("https"),
                _ => {}
            }
        }
        step
    };
    listed(header::FORWARDED.as_str()).iter().map(step).collect()
}

fn said_https(headers: &HeaderMap) -> bool {
    let mut said = headers.get_all("x-forwarded-proto").iter().filter_map(|value| value.to_str().ok());
    let last = said.next_back().and_then(|said| said.rsplit(',').next());
    last.is_some_and(|way| way.trim().eq_ignore_ascii_case("https"))
}

/// An address as proxies write it, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = |text: &str| text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address = text.parse().ok().or_else(|| bare(text)).or_else(|| text.parse::<SocketAddr>().ok().map(|at| at.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// Notes where a request comes from.
pub(crate) async fn note(State(house): State<House>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let origin = peer.map_or_else(Origin::default, |peer| Origin::of(peer, request.headers(), house.guard.proxies()));
    request.extensions_mut().insert(origin);
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn network(text: &str) -> Network {
        text.parse().unwrap()
    }

    #[test]
    fn a_network_is_all_addresses_that_begin_alike() {
        for (own, inside, outside) in [
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::1", "::1", "::2"),
            ("10.0.0.0/8", "::ffff:10.1.1.1", "::ffff:11.1.1.1"),
        ] {
            assert!(network(own).contains(inside.parse().unwrap()), "{inside} is in {own}");
            assert!(!network(own).contains(outside.parse().unwrap()), "{outside} is not in {own}");
        }
        for nonsense in ["", "house", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "1.2.3.4:80", "1.2.3/8"] {
            assert!(nonsense.parse::<Network>().is_err(), "{nonsense}");
        }
    }

    fn told(peer: &str, pairs: &[(&'static str, &'static str)]) -> (String, bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        let proxies = [network("127.0.0.1"), network("10.0.0.0/8")];
        let origin = Origin::of(peer.parse().unwrap(), &headers, &proxies);
        (origin.address.to_string(), origin.https)
    }

    #[test]
    fn only_a_trusted_proxy_speaks_for_others() {
        let forwarded = ("x-forwarded-for", "192.0.2.9");
        let is = |address: &str, https| (address.to_owned(), https);
        assert_eq!(told("192.0.2.1", &[forwarded, ("x-forwarded-proto", "https")]), is("192.0.2.1", false));
        assert_eq!(told("127.0.0.1", &[forwarded, ("x-forwarded-proto", "https")]), is("192.0.2.9", true));
        assert_eq!(told("127.0.0.1", &[]), is("127.0.0.1", false));
        // What the visitor wrote there themselves stands further left.
        assert_eq!(told("127.0.0.1", &[("x-forwarded-for", "198.51.100.1, 192.0.2.9")]), is("192.0.2.9", false));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-for", "198.51.100.1, 192.0.2.9, 10.1.1.1")]), is("192.0.2.9", false));
        assert_eq!(
            told("127.0.0.1", &[("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "192.0.2.9")]),
            is("192.0.2.9", false)
        );
        assert_eq!(told("127.0.0.1", &[("x-forwarded-for", "192.0.2.9:4711")]), is("192.0.2.9", false));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-for", "[2001:db8::1]:4711")]), is("2001:db8::1", false));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-for", "192.0.2.9, unknown")]), is("127.0.0.1", false));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-for", "")]), is("127.0.0.1", false));
        let both = [("forwarded", "for=198.51.100.1;proto=https"), forwarded];
        assert_eq!(told("127.0.0.1", &both), is("192.0.2.9", false));
        let steps = ("forwarded", "for=198.51.100.1;proto=http, for=\"[2001:db8::7]:80\";by=10.0.0.1;Proto=HTTPS");
        assert_eq!(told("::ffff:10.0.0.1", &[steps]), is("2001:db8::7", true));
        assert_eq!(told("127.0.0.1", &[("x-forwarded-proto", "https, http")]), is("127.0.0.1", false));
    }

    #[test]
    fn a_network_of_ipv6_is_one_party() {
        let of = |address: &str| party(address.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2::1"), "2001:db8:1:2::");
        assert_eq!(of("192.0.2.9"), "192.0.2.9");
        assert_eq!(of("::ffff:192.0.2.9"), "192.0.2.9");
    }
}
