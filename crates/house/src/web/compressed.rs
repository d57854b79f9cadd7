//! Answers that are the same for every client: made and compressed once, and held in memory once.

use crate::{
    assets::{accepts, gzip},
    fault::Fault,
};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::Compression;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// A text, plain and compressed. Somebody waits while it is compressed, so it is not compressed as tightly as a file that never
/// changes ([`crate::assets::Packed`]).
pub(crate) struct Gzipped {
    plain: Bytes,
    packed: Bytes,
}

impl Gzipped {
    pub fn of(plain: impl Into<Bytes>) -> Gzipped {
        let plain = plain.into();
        Gzipped { packed: gzip(&plain, Compression::default()), plain }
    }

    /// Its size in bytes, both forms together.
    pub fn size(&self) -> usize {
        self.plain.len() + self.packed.len()
    }

    /// The answer to a client that sent these headers.
    pub fn answer(&self, headers: &HeaderMap, kind: &'static str) -> Response {
        let packed = accepts(headers, "gzip");
        let mut answer = Body::from(if packed { self.packed.clone() } else { self.plain.clone() }).into_response();
        answer.extensions_mut().insert(AsItIs);
        let told = answer.headers_mut();
        told.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            told.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        answer
    }
}

/// Marks an answer that must not be compressed again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsItIs;

/// The pages of a game that are the same for everybody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Print {
    /// The page of its rules.
    Rules,
    /// The rules on one page.
    Summary,
    /// The clauses for programs.
    Clauses,
}

/// A text that is made when it is first asked for.
type MadeOnce = Arc<OnceLock<Arc<Gzipped>>>;

/// The texts that were made, by game.
#[derive(Default)]
pub(crate) struct Prints(Mutex<BTreeMap<(Print, &'static str), MadeOnce>>);

impl Prints {
    /// Makes it when it is first asked for; only requests for the same text wait for it.
    pub async fn get(
        &self,
        print: Print,
        game: &'static str,
        make: impl FnOnce() -> String + Send + 'static,
    ) -> Result<Arc<Gzipped>, Fault> {
        let once = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry((print, game)).or_default().clone();
        if let Some(made) = once.get() {
            return Ok(made.clone());
        }
        let making = tokio::task::spawn_blocking(move || once.get_or_init(|| Arc::new(Gzipped::of(make()))).clone());
        making.await.map_err(|_| Fault::internal("this page could not be made"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::{
            atomic::{AtomicUsize, Ordering},
            mpsc,
        },
        time::Duration,
    };

    #[tokio::test]
    async fn what_is_the_same_for_everybody_is_made_once() {
        let (prints, made) = (Prints::default(), Arc::new(AtomicUsize::new(0)));
        for _ in 0..100 {
            let made = made.clone();
            let make = move || {
                made.fetch_add(1, Ordering::SeqCst);
                "rules".repeat(1000)
            };
            assert!(prints.get(Print::Rules, "economy", make).await.unwrap().packed.len() < 1000);
        }
        assert_eq!(made.load(Ordering::SeqCst), 1);
        let other = prints.get(Print::Summary, "economy", || "short".to_owned()).await.unwrap();
        assert_eq!(other.plain, "short");
    }

    #[tokio::test]
    async fn while_one_page_is_made_others_are_not_held_up() {
        let prints = Arc::new(Prints::default());
        let (finish, finished) = mpsc::channel();
        let slow = tokio::spawn({
            let prints = prints.clone();
            let make = move || finished.recv_timeout(Duration::from_secs(60)).unwrap_or_default();
            async move { prints.get(Print::Rules, "economy", make).await }
        });
        tokio::task::yield_now().await;
        let other = prints.get(Print::Rules, "investments", || "short".to_owned()).await.unwrap();
        assert_eq!(other.plain, "short");
        finish.send("long".to_owned()).unwrap();
        assert_eq!(slow.await.unwrap().unwrap().plain, "long", "it waited for the other one");
    }
}
