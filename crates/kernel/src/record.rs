//! Records: a whole game as text that a person can read and a program can replay.
//!
//! ```text
//! exchequer record 1
//! game: economy
//! edition: 1
//! pack: 0c31…
//! options: {"players":3}
//! seat 1: Ann
//! seat 2: steady
//! commitment: 8f02…
//! start: luck 1 | hash 5d0e1c22
//!
//! 1. seat 2: move a8 | luck 4 | hash 91ab07fe
//! # Ann moves to a8 and takes MOT-3.
//! 2. undo to 0 by seat 2
//! ```
//!
//! A line that begins with `#` is for people and is skipped. A line `entropy N:` for each seat says what it added to the luck.
//! When the game is over, `secret:` is added, and anyone can check every roll.

use crate::{Key, Seat};
use serde_json::{Map, Value};
use std::fmt::{self, Write};

const FIRST_LINE: &str = "exchequer record 1";

/// The longest record that is read, in bytes; no game comes near it.
pub const LONGEST_RECORD: usize = 64 << 20;

/// A game as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// What was fixed before the first move.
    pub header: Header,
    /// The luck of the set-up and the state it led to.
    pub start: Start,
    /// What was done, in order; nothing is ever deleted.
    pub entries: Vec<Entry>,
}

/// What was agreed before the first move.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The edition of its rules.
    pub edition: u32,
    /// The fingerprint of its content.
    pub pack: Key,
    /// The settings that were chosen.
    pub options: Map<String, Value>,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The commitment to the table's secret; none if fair dice are not promised.
    pub commitment: Option<Key>,
    /// The secret, once the game is over.
    pub secret: Option<Key>,
    /// What each seat added to it.
    pub entropy: Vec<Key>,
    /// The position it began with, if not the set-up of the rules.
    pub position: Option<Value>,
}

/// How play began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// What was drawn in the set-up.
    pub luck: Vec<u32>,
    /// The state's fingerprint.
    pub hash: Fingerprint,
}

/// One entry of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A seat did something.
    Act {
        /// Who.
        seat: Seat,
        /// What, in the game's notation.
        action: String,
        /// What was drawn.
        luck: Vec<u32>,
        /// The state it led to.
        hash: Fingerprint,
        /// When, in milliseconds since 1970.
        time: Option<u64>,
    },
    /// Everything after entry `to` was taken back.
    Undo {
        /// Who took it back.
        by: Seat,
        /// The last entry that still counts; 0 for the start.
        to: usize,
    },
}

/// A short fingerprint of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(pub u32);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// A record that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.annotated(|_| Vec::new()))
    }
}

impl Record {
    /// The text of the record, with lines for people after each entry (0 is the start).
    pub fn annotated(&self, comments: impl Fn(usize) -> Vec<String>) -> String {
        let mut text = String::new();
        self.write(&mut text, comments).map_or_else(|_| String::new(), |()| text)
    }

    /// How many draws were made, those taken back included: the number of the next one.
    pub fn draws(&self) -> u64 {
        let drawn = self.entries.iter().map(|entry| match entry {
            Entry::Act { luck, .. } => luck.len(),
            Entry::Undo { .. } => 0,
        });
        (self.start.luck.len() + drawn.sum::<usize>()) as u64
    }

    fn write(&self, out: &mut String, comments: impl Fn(usize) -> Vec<String>) -> fmt::Result {
        let header = &self.header;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(out, "{FIRST_LINE}\ngame: {}\nedition: {}\npack: {}", header.game, header.edition, header.pack)?;
        writeln!(out, "options: {}", Value::Object(header.options.clone()))?;
        for (index, name) in header.seats.iter().enumerate() {
            writeln!(out, "seat {}: {}", index + 1, one_line(name))?;
        }
        if let Some(commitment) = header.commitment {
            writeln!(out, "commitment: {commitment}")?;
        }
        if let Some(secret) = header.secret {
            writeln!(out, "secret: {secret}")?;
        }
        for (index, entropy) in header.entropy.iter().enumerate() {
            writeln!(out, "entropy {}: {entropy}", index + 1)?;
        }
        if let Some(position) = &header.position {
            writeln!(out, "position: {position}")?;
        }
        writeln!(out, "start:{} hash {}\n", drawn(&self.start.luck), self.start.hash)?;
        let remark = |out: &mut String, entry| comments(entry).iter().try_for_each(|line| writeln!(out, "# {}", one_line(line)));
        remark(out, 0)?;
        for (index, entry) in self.entries.iter().enumerate() {
            let number = index + 1;
            match entry {
                Entry::Act { seat, action, luck, hash, time } => {
                    write!(out, "{number}. seat {seat}: {} |{} hash {hash}", one_line(action), drawn(luck))?;
                    if let Some(time) = time {
                        write!(out, " | time {time}")?;
                    }
                    writeln!(out)?;
                }
                Entry::Undo { by, to } => writeln!(out, "{number}. undo to {to} by seat {by}")?,
            }
            remark(out, number)?;
        }
        Ok(())
    }

    /// Reads a record, or says what is wrong in which line.
    pub fn read(text: &str) -> Result<Record, RecordFault> {
        if text.len() > LONGEST_RECORD {
            return Err(RecordFault { line: 1, message: format!("a record may have at most {LONGEST_RECORD} bytes") });
        }
        let mut reader = Reader::default();
        let mut last = 0;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            let line = line.trim_end();
            if index == 0 && line != FIRST_LINE {
                return Err(RecordFault { line: 1, message: format!("a record begins with `{FIRST_LINE}`") });
            }
            if index > 0 && !line.is_empty() && !line.starts_with('#') {
                reader.line(line).map_err(|message| RecordFault { line: last, message })?;
            }
        }
        reader.finish().map_err(|message| RecordFault { line: last.max(1), message })
    }
}

fn drawn(luck: &[u32]) -> String {
    if luck.is_empty() {
        return String::new();
    }
    let numbers: Vec<String> = luck.iter().map(u32::to_string).collect();
    format!(" luck {} |", numbers.join(" "))
}

#[derive(Default)]
struct Reader {
    game: Option<String>,
    edition: Option<u32>,
    pack: Option<Key>,
    options: Option<Map<String, Value>>,
    seats: Vec<String>,
    commitment: Option<Key>,
    secret: Option<Key>,
    entropy: Vec<Key>,
    position: Option<Value>,
    start: Option<Start>,
    entries: Vec<Entry>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.start.is_some() {
            let entry = self.entry(line)?;
            self.entries.push(entry);
            return Ok(());
        }
        let (key, value) = line.split_once(':').ok_or("a header line is `name: value`")?;
        let value = value.trim();
        match key {
            "game" => once(&mut self.game, key, value.to_owned()),
            "edition" => once(&mut self.edition, key, number(value)?),
            "pack" => once(&mut self.pack, key, value.parse()?),
            "options" => once(&mut self.options, key, json(value)?),
            "commitment" => once(&mut self.commitment, key, value.parse()?),
            "secret" => once(&mut self.secret, key, value.parse()?),
            "position" => once(&mut self.position, key, json(value)?),
            "start" => {
                let (luck, hash, time) = facts(value)?;
                if time.is_some() {
                    return Err("the start has no time".into());
                }
                once(&mut self.start, key, Start { luck, hash })
            }
            _ => match key.split_once(' ') {
                Some(("seat", seat)) if seat_number(seat)?.index() == self.seats.len() => {
                    self.seats.push(value.to_owned());
                    Ok(())
                }
                Some(("entropy", seat)) if seat_number(seat)?.index() == self.entropy.len() => {
                    self.entropy.push(value.parse()?);
                    Ok(())
                }
                Some(("seat" | "entropy", _)) => Err(format!("`{key}` is out of order: seats are counted from 1")),
                _ => Err(format!("`{key}` does not belong into the header")),
            },
        }
    }

    fn entry(&self, line: &str) -> Result<Entry, String> {
        let shape = "an entry is `N. seat S: action | luck … | hash H` or `N. undo to N by seat S`";
        let (count, rest) = line.split_once(". ").ok_or(shape)?;
        let expected = self.entries.len() + 1;
        if number::<usize>(count)? != expected {
            return Err(format!("this is entry {expected}, not {count}"));
        }
        if let Some(undo) = rest.strip_prefix("undo to ") {
            let (to, by) = undo.split_once(" by seat ").ok_or(shape)?;
            return Ok(Entry::Undo { by: seat_number(by)?, to: number(to)? });
        }
        let (seat, rest) = rest.strip_prefix("seat ").and_then(|rest| rest.split_once(": ")).ok_or(shape)?;
        let (action, rest) = rest.split_once(" | ").ok_or(shape)?;
        let (luck, hash, time) = facts(rest)?;
        Ok(Entry::Act { seat: seat_number(seat)?, action: action.to_owned(), luck, hash, time })
    }

    fn finish(self) -> Result<Record, String> {
        let missing = |key: &str| format!("the line `{key}:` is missing");
        let header = Header {
            game: self.game.ok_or_else(|| missing("game"))?,
            edition: self.edition.ok_or_else(|| missing("edition"))?,
            pack: self.pack.ok_or_else(|| missing("pack"))?,
            options: self.options.ok_or_else(|| missing("options"))?,
            seats: self.seats,
            commitment: self.commitment,
            secret: self.secret,
            entropy: self.entropy,
            position: self.position,
        };
        Ok(Record { header, start: self.start.ok_or_else(|| missing("start"))?, entries: self.entries })
    }
}

fn once<T>(place: &mut Option<T>, key: &str, value: T) -> Result<(), String> {
    if place.is_some() {
        return Err(format!("`{key}` is given twice"));
    }
    *place = Some(value);
    Ok(())
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a valid number"))
}

fn seat_number(text: &str) -> Result<Seat, String> {
    Seat::try_from(number::<usize>(text)?)
}

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("this is not the expected JSON: {error}"))
}

fn facts(text: &str) -> Result<(Vec<u32>, Fingerprint, Option<u64>), String> {
    let (mut luck, mut hash, mut time) = (None, None, None);
    for fact in text.split(" | ") {
        let (key, value) = fact.trim().split_once(' ').ok_or_else(|| format!("`{fact}` is not `name value`"))?;
        match key {
            "luck" => once(&mut luck, key, value.split(' ').map(number).collect::<Result<Vec<u32>, String>>()?)?,
            "hash" if value.len() == 8 => {
                let bits = u32::from_str_radix(value, 16).map_err(|_| format!("`{value}` is not a fingerprint"))?;
                once(&mut hash, key, Fingerprint(bits))?;
            }
            "hash" => return Err("a fingerprint has 8 hexadecimal digits".into()),
            "time" => once(&mut time, key, number(value)?)?,
            _ => return Err(format!("`{key}` is neither luck, hash nor time")),
        }
    }
    Ok((luck.unwrap_or_default(), hash.ok_or("the hash is missing")?, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Record {
        let header = Header {
            game: "economy".into(),
            edition: 1,
            pack: Key([0xab; 32]),
            options: Map::from_iter([("players".to_owned(), Value::from(3))]),
            seats: vec!["Ann".into(), "Bob: the second".into()],
            commitment: Some(Key([1; 32])),
            secret: Some(Key([2; 32])),
            entropy: vec![Key([3; 32]), Key([4; 32])],
            position: Some(serde_json::json!({ "part": 2 })),
        };
        let act =
            |luck, time| Entry::Act { seat: Seat::FIRST, action: "move a8".into(), luck, hash: Fingerprint(0x00c0_ffee), time };
        let entries = vec![act(vec![4, 17], Some(5)), act(vec![], None), Entry::Undo { by: Seat::FIRST, to: 1 }];
        Record { header, start: Start { luck: vec![1], hash: Fingerprint(7) }, entries }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let record = sample();
        assert_eq!(Record::read(&record.to_string()), Ok(record.clone()));
        let annotated = record.annotated(|entry| vec![format!("after {entry}\nand more")]);
        assert!(annotated.contains("\n# after 2 and more\n"));
        assert_eq!(Record::read(&annotated), Ok(record));
    }

    #[test]
    fn a_fault_names_its_line() {
        let text = sample().to_string();
        for (from, to, fault) in [
            ("exchequer record 1", "PGN", "line 1: a record begins with `exchequer record 1`"),
            ("edition: 1", "edition: one", "line 3: `one` is not a valid number"),
            ("edition: 1", "edition: 1\nedition: 1", "line 4: `edition` is given twice"),
            ("seat 2:", "seat 3:", "line 7: `seat 3` is out of order: seats are counted from 1"),
            ("2. seat", "7. seat", "line 16: this is entry 2, not 7"),
            ("hash 00c0ffee | time", "hash c0ffee | time", "line 15: a fingerprint has 8 hexadecimal digits"),
            ("game: economy\n", "", "line 16: the line `game:` is missing"),
            ("1. seat 1: move", "1. seat 0: move", "line 15: 0 is not a seat: seats are numbered 1 to 16"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_eq!(Record::read(&broken).unwrap_err().to_string(), fault);
        }
    }
}
