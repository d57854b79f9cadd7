//! Answers that are the same for everybody who asks: made and packed once, and in memory once however many ask.

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

/// A text as it is, and packed.
pub(crate) struct Packed {
    plain: Bytes,
    packed: Bytes,
}

impl Packed {
    pub fn of(plain: Vec<u8>) -> io::Result<Packed> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&plain)?;
        Ok(Packed { packed: packer.finish()?.into(), plain: plain.into() })
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.plain.len() + self.packed.len()
    }

    /// The answer for whoever sent these headers.
    pub fn answer(&self, headers: &HeaderMap, kind: &'static str) -> Response {
        let packed = accepts_gzip(headers);
        let mut answer = Body::from(if packed { self.packed.clone() } else { self.plain.clone() }).into_response();
        let told = answer.headers_mut();
        told.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            told.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        answer
    }
}

/// Can whoever asks unpack it?
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let said = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|said| said.to_str().ok());
    said.flat_map(|said| said.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let never = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.trim().parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !never
    })
}

/// What of a game is the same for everybody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Print {
    /// The page of its rules.
    Rules,
    /// The rules on one page.
    Summary,
    /// The clauses for programs.
    Clauses,
}

/// What was made once, by game.
#[derive(Default)]
pub(crate) struct Prints(Mutex<BTreeMap<(Print, &'static str), Arc<Packed>>>);

impl Prints {
    /// It is made when it is asked for first, while others who want it wait.
    pub fn get(&self, print: Print, game: &'static str, make: impl FnOnce() -> String) -> io::Result<Arc<Packed>> {
        let mut prints = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = prints.get(&(print, game)) {
            return Ok(made.clone());
        }
        let made = Arc::new(Packed::of(make().into_bytes())?);
        prints.insert((print, game), made.clone());
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_for_everybody_is_made_once() {
        let prints = Prints::default();
        let mut made = 0;
        for _ in 0..100 {
            let print = prints.get(Print::Rules, "economy", || {
                made += 1;
                "rules".repeat(1000)
            });
            assert!(print.unwrap().packed.len() < 1000);
        }
        assert_eq!(made, 1);
        let other = prints.get(Print::Summary, "economy", || "short".to_owned()).unwrap();
        assert_eq!(other.plain, "short");
    }
}
