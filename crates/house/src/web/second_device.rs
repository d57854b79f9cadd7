//! Taking one's seats along to a second device: a link that works once and not for long makes the other browser the same visitor.

use super::{
    Failed, House, lists,
    origin::Origin,
    tables::own_address,
    visitor::{Known, Visitor, cookie},
};
use crate::{
    fault::{Code, Fault},
    pages, token,
};
use axum::{
    Extension, Router,
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a link works.
pub(crate) const LASTS: Duration = Duration::from_secs(10 * 60);

/// How many links there are at most; each visitor has one.
const MOST: usize = 10_000;

/// How many links one address of the network has open at most.
const MOST_EACH: usize = 20;

/// The links that have been made and not been used yet, by the hashes of what they hold. They are the house's memory and nothing of
/// them is stored.
#[derive(Default)]
pub(crate) struct Passes(Mutex<HashMap<String, Pass>>);

struct Pass {
    visitor: String,
    /// The address that it was made from.
    party: IpAddr,
    until: Instant,
}

impl Passes {
    /// All that still work.
    fn good(&self) -> MutexGuard<'_, HashMap<String, Pass>> {
        let (mut passes, now) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        passes.retain(|_, pass| pass.until > now);
        passes
    }

    /// A new link of a visitor; the one before does not work any more.
    fn make(&self, visitor: &Visitor, party: IpAddr) -> Result<String, Fault> {
        let mut passes = self.good();
        passes.retain(|_, pass| pass.visitor != visitor.0);
        if passes.len() >= MOST {
            return Err(Fault::unavailable("too many links are open: try again in a few minutes"));
        }
        if passes.values().filter(|pass| pass.party == party).count() >= MOST_EACH {
            return Err(Fault::busy("too many links of your address are open: use one, or try again in ten minutes"));
        }
        let key = token::invitation();
        passes.insert(token::hash(&key), Pass { visitor: visitor.0.clone(), party, until: Instant::now() + LASTS });
        Ok(key)
    }

    /// Does this link work, and whose is it?
    fn of(&self, key: &str) -> Option<String> {
        self.good().get(&token::hash(key)).map(|pass| pass.visitor.clone())
    }

    /// Uses a link up.
    fn take(&self, key: &str) -> Option<String> {
        self.good().remove(&token::hash(key)).map(|pass| pass.visitor)
    }
}

pub(super) fn routes() -> Router<House> {
    Router::new().route("/along", get(page).post(make)).route("/along/{key}", get(ask).post(take))
}

fn spent() -> Failed {
    let message = "this link was used already, or it is too old: make a new one on the device where you play";
    Failed(Fault::new(Code::Gone, message))
}

/// What a link does, and a button to make one.
async fn page() -> Response {
    pages::along(None).into_response()
}

/// Makes a link.
async fn make(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let key = house.passes.make(&visitor, origin.party())?;
    let address = own_address(&headers, origin).unwrap_or_default();
    Ok(pages::along(Some(&format!("{address}/along/{key}"))).into_response())
}

/// Asks the visitor who opened a link whether they mean it: to open a link changes nothing, since browsers open links by themselves.
async fn ask(
    State(house): State<House>,
    Extension(visitor): Extension<Visitor>,
    Path(key): Path<String>,
) -> Result<Response, Failed> {
    let whose = house.passes.of(&key).ok_or_else(spent)?;
    let own = lists::own_tables(&house, &visitor).await?.tables.len();
    let theirs = lists::own_tables(&house, &Visitor(whose.clone())).await?.tables;
    Ok(pages::take_along(&key, whose == visitor.0, &theirs, own).into_response())
}

/// Uses a link: this browser is the same visitor from now on.
async fn take(
    State(house): State<House>,
    Extension(origin): Extension<Origin>,
    known: Option<Extension<Known>>,
    Path(key): Path<String>,
) -> Result<Response, Failed> {
    let whose = house.passes.of(&key).ok_or_else(spent)?;
    if known.is_some_and(|Extension(Known(visitor))| visitor.0 == whose) {
        return Err(Fault::conflict("this is the device where the link was made: open it on the other one").into());
    }
    let visitor = house.passes.take(&key).ok_or_else(spent)?;
    let mut answer = Redirect::to("/").into_response();
    answer.headers_mut().extend(cookie(visitor, origin.https).map(|cookie| (header::SET_COOKIE, cookie)));
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn a_link_works_once_and_a_new_one_replaces_it() {
        let passes = Passes::default();
        let (ann, bob) = (Visitor("ann".into()), Visitor("bob".into()));
        let make = |visitor: &Visitor| passes.make(visitor, HERE).unwrap();
        let (first, second, other) = (make(&ann), make(&ann), make(&bob));
        assert_eq!((passes.of(&first), passes.take(&first)), (None, None), "replaced");
        assert_eq!(passes.of(&second).as_deref(), Some("ann"), "to look uses nothing up");
        assert_eq!((passes.take(&second).as_deref(), passes.take(&second)), (Some("ann"), None));
        passes.0.lock().unwrap().values_mut().for_each(|pass| pass.until = Instant::now());
        assert_eq!(passes.take(&other), None, "too old");
        assert!(passes.good().is_empty(), "and forgotten");
    }

    #[test]
    fn one_address_leaves_links_for_others() {
        let passes = Passes::default();
        let make = |number: usize, party: IpAddr| passes.make(&Visitor(number.to_string()), party);
        for number in 0..MOST_EACH {
            make(number, HERE).unwrap();
        }
        assert_eq!(make(MOST_EACH, HERE).unwrap_err().status, StatusCode::TOO_MANY_REQUESTS);
        make(0, HERE).expect("a visitor’s new link takes the place of the old one");
        make(MOST_EACH, IpAddr::from([192, 0, 2, 2])).expect("another address has none yet");
        // Nor are there any number of them, from however many addresses.
        let open = passes.good().len();
        for number in open..MOST {
            let pass = Pass { visitor: format!("visitor {number}"), party: HERE, until: Instant::now() + LASTS };
            passes.0.lock().unwrap().insert(number.to_string(), pass);
        }
        assert_eq!(make(MOST, IpAddr::from([192, 0, 2, 3])).unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
    }
}
