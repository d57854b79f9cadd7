//! Packs: a game's content as files that a person can edit, and what is wrong with them by file and line.

use crate::Key;
use serde::de::DeserializeOwned;
use std::{collections::BTreeMap, fmt, ops::Range};

/// The files of a pack by name, unchecked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files(BTreeMap<String, String>);

impl Files {
    /// These files.
    pub fn new<N: Into<String>, T: Into<String>>(files: impl IntoIterator<Item = (N, T)>) -> Files {
        Files(files.into_iter().map(|(name, text)| (name.into(), text.into())).collect())
    }

    /// Every file with its text, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// One file.
    pub fn get(&self, name: &str) -> Result<File<'_>, PackFault> {
        match self.0.get_key_value(name) {
            Some((name, text)) => Ok(File { name, text }),
            None => Err(PackFault { file: name.to_owned(), line: None, message: "this file is missing from the pack".into() }),
        }
    }

    /// The fingerprint of the whole content, which every record names.
    pub fn hash(&self) -> Key {
        let parts: Vec<&[u8]> = self.0.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]).collect();
        Key::of(&parts)
    }
}

/// One file of a pack.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> File<'a> {
    /// The whole text.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The file read as TOML of this shape.
    pub fn toml<T: DeserializeOwned>(self) -> Result<T, PackFault> {
        toml::from_str(self.text).map_err(|error| {
            let place = error.span().unwrap_or(0..0);
            self.fault(place, error.message())
        })
    }

    /// Something wrong at this place of the text.
    pub fn fault(self, place: Range<usize>, message: impl Into<String>) -> PackFault {
        let before = self.text.get(..place.start.min(self.text.len())).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        PackFault { file: self.name.to_owned(), line: Some(line), message: message.into() }
    }
}

/// What is wrong with a pack, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackFault {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for PackFault {}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, Debug)]
    struct Price {
        #[expect(dead_code)]
        price: u8,
    }

    #[test]
    fn a_fault_names_file_and_line() {
        let files = Files::new([("prices.toml", "# prices\n\nprice = \"much\"\n")]);
        let fault = files.get("prices.toml").unwrap().toml::<Price>().unwrap_err();
        assert!(fault.to_string().starts_with("prices.toml:3: invalid type"), "{fault}");
        assert_eq!(files.get("map.toml").unwrap_err().to_string(), "map.toml: this file is missing from the pack");
    }

    #[test]
    fn a_changed_byte_changes_the_hash() {
        let hash = |text: &str| Files::new([("a", text)]).hash();
        assert_eq!(hash("x"), hash("x"));
        assert_ne!(hash("x"), hash("y"));
        assert_ne!(Files::new([("a", "bc")]).hash(), Files::new([("ab", "c")]).hash());
    }
}
