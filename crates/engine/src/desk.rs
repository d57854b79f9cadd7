//! A program's session: its open tables, and one reply to each line it sends.

use crate::{AnyGame, AnyTable, COMMANDS, EngineError, registry};
use serde::{Deserialize, Serialize, de};
use serde_json::{Map, Value, value::RawValue};
use std::{
    collections::BTreeMap,
    io::{self, BufRead, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 16 << 20;

/// How many tables a program may have open.
pub const MOST_TABLES: usize = 64;

/// A program's session: reads requests, replies to each, and keeps the open tables between them.
///
/// ```
/// let mut desk = engine::Desk::new(engine::games());
/// let reply = desk.answer(br#"{"id":7,"do":"tables"}"#).unwrap();
/// assert_eq!(reply, r#"{"id":7,"ok":true,"tables":[]}"#);
/// ```
pub struct Desk {
    pub(crate) games: &'static [&'static dyn AnyGame],
    pub(crate) tables: BTreeMap<u64, Box<dyn AnyTable>>,
    opened: u64,
    /// The table that the current request is about.
    busy: Option<u64>,
    pub(crate) closed: bool,
}

/// A request: who asks, what, and with which fields.
struct Request {
    /// Exactly as it was sent: a number may be too long for any of our types.
    id: Option<Box<RawValue>>,
    fields: Map<String, Value>,
}

/// The object of a line. A key that is given twice is refused, because it is not clear which one was meant.
impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Request, D::Error> {
        struct Keys;
        impl<'de> de::Visitor<'de> for Keys {
            type Value = Request;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: de::MapAccess<'de>>(self, mut entries: M) -> Result<Request, M::Error> {
                let (mut id, mut fields) = (None, Map::new());
                while let Some(key) = entries.next_key::<String>()? {
                    if fields.contains_key(&key) || key == "id" && id.is_some() {
                        return Err(de::Error::custom(format_args!("`{key}` is given twice")));
                    }
                    if key == "id" {
                        id = Some(entries.next_value()?);
                    } else {
                        fields.insert(key, entries.next_value()?);
                    }
                }
                Ok(Request { id, fields })
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

#[derive(Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Box<RawValue>>,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<EngineError>,
    #[serde(flatten)]
    body: Map<String, Value>,
}

impl Desk {
    /// A desk with no table open, for these games.
    pub fn new(games: &'static [&'static dyn AnyGame]) -> Desk {
        Desk { games, tables: BTreeMap::new(), opened: 0, busy: None, closed: false }
    }

    /// Answers every line until the input ends or somebody quits.
    pub fn serve(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        while !self.closed {
            line.clear();
            input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                break;
            }
            if line.len() > LONGEST_LINE && !line.ends_with(b"\n") {
                input.skip_until(b'\n')?;
            }
            if let Some(reply) = self.answer(&line) {
                writeln!(output, "{reply}")?;
                output.flush()?;
            }
        }
        Ok(())
    }

    /// The reply to one line; none to an empty one.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if line.len() <= LONGEST_LINE && line.trim_ascii().is_empty() {
            return None;
        }
        let (id, result) = match read_request(line) {
            Ok(Request { id, fields }) => (id, self.carry_out(fields)),
            Err(error) => (None, Err(error)),
        };
        let reply = match result {
            Ok(body) => Reply { id, ok: true, error: None, body },
            Err(error) => Reply { id, ok: false, error: Some(error), body: Map::new() },
        };
        // A reply is made of JSON values, so it can always be written.
        Some(serde_json::to_string(&reply).unwrap_or_default())
    }

    /// Has somebody quit?
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn carry_out(&mut self, mut fields: Map<String, Value>) -> Result<Map<String, Value>, EngineError> {
        let name = match fields.shift_remove("do") {
            Some(Value::String(name)) => name,
            Some(_) => return Err(EngineError::new("command", "`do` is the name of a command; `help` lists them")),
            None => return Err(EngineError::new("command", "`do` is missing: it names the command; `help` lists them")),
        };
        let command = COMMANDS.iter().find(|command| command.name == name);
        let command =
            command.ok_or_else(|| EngineError::new("command", format!("there is no command `{name}`; `help` lists them")))?;
        self.busy = None;
        // Games promise not to panic. If one does, only its own table is lost.
        catch_unwind(AssertUnwindSafe(|| (command.run)(self, fields))).unwrap_or_else(|_| {
            let closed = self.busy.take().and_then(|table| self.tables.remove(&table).map(|_| table));
            let fate = closed.map_or_else(String::new, |table| format!(" Table {table} was closed."));
            Err(EngineError::new("bug", format!("`{name}` failed because of a bug in the engine.{fate}")))
        })
    }

    /// The game with this id.
    pub(crate) fn game(&self, id: &str) -> Result<&'static dyn AnyGame, EngineError> {
        registry::find(self.games, id)
    }

    /// The table with this number, or the only one if none is named.
    pub(crate) fn table(&mut self, number: Option<u64>) -> Result<(u64, &mut Box<dyn AnyTable>), EngineError> {
        let open = self.tables.len();
        let number = match (number, self.tables.keys().next()) {
            (Some(number), _) => number,
            (None, Some(only)) if open == 1 => *only,
            _ => return Err(EngineError::new("table", format!("{open} tables are open; name one with `table`"))),
        };
        self.busy = Some(number);
        let missing = || EngineError::new("table", format!("table {number} is not open; `tables` lists those that are"));
        self.tables.get_mut(&number).map(|table| (number, table)).ok_or_else(missing)
    }

    /// Is there room for one more table? Asked before the work of opening it.
    pub(crate) fn room(&self) -> Result<(), EngineError> {
        if self.tables.len() < MOST_TABLES {
            return Ok(());
        }
        Err(EngineError::new("limit", format!("{MOST_TABLES} tables are open; close one first")))
    }

    /// Adds a table and gives it a number, which is never reused.
    pub(crate) fn put(&mut self, table: Box<dyn AnyTable>) -> u64 {
        self.opened += 1;
        self.tables.insert(self.opened, table);
        self.opened
    }
}

fn read_request(line: &[u8]) -> Result<Request, EngineError> {
    if line.len() > LONGEST_LINE {
        return Err(EngineError::new("line", format!("a line may have at most {LONGEST_LINE} bytes")));
    }
    let text = std::str::from_utf8(line).map_err(|error| EngineError::new("line", format!("a line must be UTF-8: {error}")))?;
    serde_json::from_str(text).map_err(|error| EngineError::new("line", format!("a line is one JSON object: {error}")))
}
