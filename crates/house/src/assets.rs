//! Style sheets, scripts and pictures that pages load, served from inside the program. An address contains a hash of the
//! content, so a browser never fetches the same file twice.

use crate::{boards, pages::style};
use axum::{
    body::Bytes,
    http::{HeaderMap, header},
};
use flate2::{Compression, write::GzEncoder};
use kernel::Key;
use rust_embed::Embed;
use std::{
    borrow::Cow,
    collections::BTreeMap,
    io::Write,
    sync::{LazyLock, OnceLock},
};

#[derive(Embed)]
#[folder = "src/assets"]
struct Embedded;

/// The script that shows notifications. Its address has no hash, because browsers look for a newer version at the same address.
pub const WORKER: &str = "worker.js";

/// The brotli level, up to 11. Debug builds use a lower one, because the best is slow there.
const QUALITY: i32 = if cfg!(debug_assertions) { 2 } else { 11 };

/// A file that never changes, compressed once for everybody who fetches it.
pub struct Packed {
    plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl Packed {
    /// A file with this content.
    pub fn new(content: impl Into<Bytes>) -> Packed {
        Packed { plain: content.into(), brotli: OnceLock::new(), gzip: OnceLock::new() }
    }

    /// The content as it is.
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// The smallest encoding of the content that the client accepts, and its name. The first call takes a while.
    pub fn for_reader(&self, headers: &HeaderMap) -> (Option<&'static str>, Bytes) {
        if accepts(headers, "br") {
            return (Some("br"), self.brotli.get_or_init(|| brotli(&self.plain)).clone());
        }
        if accepts(headers, "gzip") {
            return (Some("gzip"), self.gzip.get_or_init(|| gzip(&self.plain, Compression::best())).clone());
        }
        (None, self.plain.clone())
    }
}

/// Does a client that sent these headers accept this encoding?
pub(crate) fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let offers = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|value| value.split(',')).any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let refused = |weight: &str| weight.strip_prefix("q=").is_some_and(|weight| weight.trim_matches(['0', '.']).is_empty());
        named && !parts.any(refused)
    })
}

fn brotli(content: &[u8]) -> Bytes {
    let parameters = brotli::enc::BrotliEncoderParams { quality: QUALITY, size_hint: content.len(), ..Default::default() };
    let mut packed = Vec::new();
    match brotli::BrotliCompress(&mut &content[..], &mut packed, &parameters) {
        Ok(_) => packed.into(),
        Err(impossible) => unreachable!("memory can be written: {impossible}"),
    }
}

/// The content in the encoding that every browser reads.
pub(crate) fn gzip(content: &[u8], effort: Compression) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), effort);
    let packed = encoder.write_all(content).and_then(|()| encoder.finish());
    match packed {
        Ok(packed) => packed.into(),
        Err(impossible) => unreachable!("memory can be written: {impossible}"),
    }
}

/// A file that pages load.
pub struct Asset {
    /// Its media type.
    pub kind: &'static str,
    /// The hash of its content, as it stands in its address.
    edition: String,
    /// Its content.
    pub packed: Packed,
}

/// All of them by their names.
static SHELF: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let mut sheets =
        vec![("house.css".to_owned(), style::sheet().to_owned()), ("pictures.css".to_owned(), boards::style_of_pictures())];
    sheets.extend(boards::styles().map(|(game, sheet)| (format!("{game}.css"), sheet)));
    let sheets = sheets.into_iter().map(|(name, sheet)| (name, edition(&[sheet.as_bytes()]), sheet.into_bytes()));
    let files = Embedded::iter().filter_map(|name| Some((name.clone().into_owned(), Embedded::get(&name)?.data)));
    let files: BTreeMap<String, Cow<'static, [u8]>> = files.collect();
    // Scripts load each other by name, so all of them share one hash.
    let parts: Vec<&[u8]> = files.iter().flat_map(|(name, content)| [name.as_bytes(), content]).collect();
    let together = edition(&parts);
    let files = files.into_iter().map(|(name, content)| (name, together.clone(), content.into_owned()));
    let asset = |(name, edition, content): (String, String, Vec<u8>)| {
        let kind = kind(&name);
        (name, Asset { kind, edition, packed: Packed::new(content) })
    };
    sheets.chain(files).map(asset).collect()
});

fn edition(parts: &[&[u8]]) -> String {
    format!("{:.16}", Key::of(parts).to_string())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The file with this name.
pub fn named(name: &str) -> Option<&'static Asset> {
    SHELF.get(name)
}

impl Asset {
    /// Is this the hash of its content?
    pub fn is_edition(&self, edition: &str) -> bool {
        self.edition == edition
    }
}

/// The address of a file, valid as long as the file does not change.
pub fn address(name: &str) -> String {
    named(name).map_or_else(|| format!("/assets/{name}"), |asset| format!("/assets/{}/{name}", asset.edition))
}

/// Where the style sheet of a game is, if it has one of its own.
pub fn style_of(game: &str) -> Option<String> {
    let name = format!("{game}.css");
    named(&name).map(|_| address(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn asking(encodings: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, encodings.parse().unwrap())])
    }

    #[test]
    fn each_reader_gets_the_smallest_form_that_they_read() {
        let packed = Packed::new(style::sheet().as_bytes());
        for (encodings, told) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip, deflate", Some("gzip")),
            ("GZIP;q=1.0, br;q=0", Some("gzip")),
            ("br;q=0.0, gzip;q=0.000", None),
            ("identity", None),
            ("", None),
        ] {
            let (encoding, content) = packed.for_reader(&asking(encodings));
            assert_eq!(encoding, told, "{encodings}");
            let mut read = Vec::new();
            match encoding {
                Some("br") => brotli::BrotliDecompress(&mut &content[..], &mut read).unwrap(),
                Some(_) => drop(flate2::read::GzDecoder::new(&content[..]).read_to_end(&mut read).unwrap()),
                None => read.extend(&content),
            }
            assert_eq!(read, packed.plain, "{encodings}");
            assert!(encoding.is_none() || content.len() * 3 < read.len(), "{encodings}: {} of {}", content.len(), read.len());
        }
    }

    #[test]
    fn an_address_names_what_is_behind_it() {
        for (name, asset) in SHELF.iter() {
            assert_eq!(address(name), format!("/assets/{}/{name}", asset.edition));
        }
        assert_eq!(named("house.js").unwrap().edition, named("news.js").unwrap().edition, "scripts find each other by name");
        assert_ne!(named("house.css").unwrap().edition, named("house.js").unwrap().edition);
        assert_eq!(style_of("nogame"), None);
    }
}
