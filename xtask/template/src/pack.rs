//! The content of the game, and what its loader checks.

use kernel::{Files, PackFault};
use serde::Deserialize;
use toml::Spanned;

/// The files that come with the program.
pub fn files() -> Files {
    kernel::pack_files!["pack.toml"]
}

/// Checked content.
#[derive(Clone, Debug)]
pub struct Pack {
    /// How many faces the die has.
    pub faces: u8,
    /// How many coins win.
    pub target: u16,
}

/// `pack.toml` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: Spanned<String>,
    name: Spanned<String>,
    faces: Spanned<u8>,
    target: Spanned<u16>,
}

/// Checks a pack; every fault names its file and line. (__PREFIX__-PACK-1)
pub fn read(files: &Files) -> Result<Pack, Vec<PackFault>> {
    let mut faults = files.strangers(&["pack.toml"], "a pack of __Title__ is pack.toml; this file belongs to none");
    let written = files.get("pack.toml").and_then(|file| Ok((file, file.toml::<Written>()?)));
    let (file, Written { game, name, faces, target }) = match written {
        Ok(written) => written,
        Err(fault) => {
            faults.push(fault);
            return Err(faults);
        }
    };
    faults.extend(file.head_faults("__game__", &game, &name));
    if !(4..=20).contains(faces.get_ref()) {
        faults.push(file.fault(faces.span(), "the die has 4 to 20 faces (__PREFIX__-PACK-1)"));
    }
    if !(10..=500).contains(target.get_ref()) {
        faults.push(file.fault(target.span(), "10 to 500 coins win (__PREFIX__-PACK-1)"));
    }
    let pack = Pack { faces: faces.into_inner(), target: target.into_inner() };
    if faults.is_empty() { Ok(pack) } else { Err(faults) }
}
