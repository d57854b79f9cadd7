//! Packs: a game's content as files that a person can edit, and what is wrong with them by file and line.

use crate::Key;
use serde::de::DeserializeOwned;
use std::{collections::BTreeMap, fmt, ops::Range};
use toml::Spanned;

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

    /// A fault for each file that does not belong to a pack of these files; the message says which do.
    pub fn strangers(&self, known: &[&str], message: &str) -> Vec<PackFault> {
        let strange = self.0.keys().filter(|name| !known.contains(&name.as_str()));
        strange.map(|name| PackFault { file: name.clone(), line: None, message: message.to_owned() }).collect()
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

    /// What is wrong with the head of a pack: it says for which game it is, and has a name that can be shown.
    pub fn head_faults(self, id: &str, game: &Spanned<String>, name: &Spanned<String>) -> Vec<PackFault> {
        let mut faults = Vec::new();
        if game.get_ref() != id {
            faults.push(self.fault(game.span(), format!("this is a pack of `{}`, not of `{id}`", game.get_ref())));
        }
        if !is_plain(name.get_ref()) {
            faults.push(self.fault(name.span(), "a pack has a name of 1 to 40 characters"));
        }
        faults
    }

    /// Something wrong at this place of the text.
    pub fn fault(self, place: Range<usize>, message: impl Into<String>) -> PackFault {
        let before = self.text.get(..place.start.min(self.text.len())).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        PackFault { file: self.name.to_owned(), line: Some(line), message: message.into() }
    }
}

/// Can this be shown on a card or in a line of the log? It has 1 to 40 characters, none of them a control character, and no
/// space at an end.
pub fn is_plain(text: &str) -> bool {
    let length = text.chars().count();
    (1..=40).contains(&length) && text.trim() == text && !text.chars().any(char::is_control)
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
    fn the_head_of_a_pack_names_its_game() {
        #[derive(Deserialize)]
        struct Head {
            game: Spanned<String>,
            name: Spanned<String>,
        }
        let files = Files::new([("pack.toml", "game = \"chess\"\nname = \" x\"\n"), ("notes.txt", "")]);
        let file = files.get("pack.toml").unwrap();
        let head: Head = file.toml().unwrap();
        let told: Vec<String> = file.head_faults("go", &head.game, &head.name).iter().map(PackFault::to_string).collect();
        let wrong =
            ["pack.toml:1: this is a pack of `chess`, not of `go`", "pack.toml:2: a pack has a name of 1 to 40 characters"];
        assert_eq!(told, wrong);
        assert_eq!(file.head_faults("chess", &head.game, &head.game), []);
        let strangers = files.strangers(&["pack.toml"], "a pack of go is pack.toml; this file belongs to none");
        assert_eq!(strangers[0].to_string(), "notes.txt: a pack of go is pack.toml; this file belongs to none");
        assert_eq!(strangers.len(), 1);
    }

    #[test]
    fn a_changed_byte_changes_the_hash() {
        let hash = |text: &str| Files::new([("a", text)]).hash();
        assert_eq!(hash("x"), hash("x"));
        assert_ne!(hash("x"), hash("y"));
        assert_ne!(Files::new([("a", "bc")]).hash(), Files::new([("ab", "c")]).hash());
    }
}
