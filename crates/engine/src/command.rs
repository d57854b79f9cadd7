//! The commands of the line protocol, each with its description, its fields and what it does.

use crate::{Desk, EngineError, catalogue, looking, opening, playing};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Raised when an old program would no longer understand the replies.
pub(crate) const PROTOCOL: u32 = 1;

/// The longest that a bot may think, in milliseconds.
pub const MOST_MILLIS: u64 = 60_000;

/// How many draws may be scripted at once.
pub const LONGEST_SCRIPT: usize = 10_000;

type Fields = Map<String, Value>;
pub(crate) type Answer = Result<Map<String, Value>, EngineError>;

/// A command of the line protocol.
pub struct Command {
    /// What `do` says.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Its fields and what they mean. Those with a `?` may be left out.
    pub fields: &'static [(&'static str, &'static str)],
    pub(crate) run: fn(&mut Desk, Fields) -> Answer,
}

const TABLE: (&str, &str) = ("table?", "the table’s number; may be left out while only one is open");
const SEAT: (&str, &str) = ("seat", "the seat’s number, from 1");
const VIEWER: (&str, &str) = ("viewer?", "a seat’s number, or \"watcher\" (the default), who sees the least");
const AT: (&str, &str) =
    ("at?", "the moment after this entry, 0 for the set-up; now if left out, and only now where the past is not open");
const GAME: (&str, &str) = ("game", "the game’s id");
const PRESET: (&str, &str) = ("preset?", "a named set of settings; `options` are changes to it");
const OPTIONS: (&str, &str) = ("options?", "settings by key; the rest keep their defaults");
const SEATS: (&str, &str) = ("seats?", "how many play, or their names");
const SEED: (&str, &str) = ("seed?", "a number from which all luck comes; unpredictable if left out");
const FILES: (&str, &str) = ("files?", "other content: texts by file name");
const SCRIPT: (&str, &str) = ("script?", "luck to be used first");

/// Every command, in the order in which the page on the protocol explains them.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "hello",
        about: "What the engine is, and what it can do.",
        fields: &[],
        run: |desk, fields| catalogue::hello(desk, read(fields)?),
    },
    Command {
        name: "help",
        about: "Every command with its fields, and every error code.",
        fields: &[],
        run: |_, fields| catalogue::help(read(fields)?),
    },
    Command { name: "games", about: "The games.", fields: &[], run: |desk, fields| catalogue::games(desk, read(fields)?) },
    Command {
        name: "options",
        about: "The settings of a game; those chosen are checked and completed.",
        fields: &[GAME, PRESET, OPTIONS],
        run: |desk, fields| catalogue::options(desk, read(fields)?),
    },
    Command {
        name: "rules",
        about: "The clauses of a game’s rulebook.",
        fields: &[GAME, ("clause?", "only this clause")],
        run: |desk, fields| catalogue::rules(desk, read(fields)?),
    },
    Command {
        name: "pack",
        about: "The content of a game; or, given other content, what is wrong with it.",
        fields: &[GAME, FILES],
        run: |desk, fields| catalogue::pack(desk, read(fields)?),
    },
    Command {
        name: "new",
        about: "Opens a table.",
        fields: &[GAME, PRESET, OPTIONS, SEATS, SEED, FILES, SCRIPT],
        run: |desk, fields| opening::new(desk, read(fields)?),
    },
    Command {
        name: "load",
        about: "Opens a table at a position.",
        fields: &[GAME, ("position", "the whole state with the rulebook’s names"), PRESET, OPTIONS, SEATS, SEED, FILES, SCRIPT],
        run: |desk, fields| opening::load(desk, read(fields)?),
    },
    Command {
        name: "import",
        about: "Opens a table from a record, checking every action, draw and fingerprint.",
        fields: &[("record", "the text of the record"), SEED, FILES],
        run: |desk, fields| opening::import(desk, read(fields)?),
    },
    Command { name: "tables", about: "The open tables.", fields: &[], run: |desk, fields| opening::tables(desk, read(fields)?) },
    Command {
        name: "script",
        about: "Sets the next draws of luck, replacing what was scripted before.",
        fields: &[("luck", "the draws, as people would read them off the die or the card"), TABLE],
        run: |desk, fields| playing::script(desk, read(fields)?),
    },
    Command {
        name: "actions",
        about: "What a seat may do now, and what it may not and why.",
        fields: &[SEAT, TABLE],
        run: |desk, fields| playing::actions(desk, read(fields)?),
    },
    Command {
        name: "play",
        about: "Plays an action.",
        fields: &[SEAT, ("action", "the action in the game’s notation"), ("time?", "when, in milliseconds since 1970"), TABLE],
        run: |desk, fields| playing::play(desk, read(fields)?),
    },
    Command {
        name: "undo",
        about: "Takes back the last action.",
        fields: &[SEAT, ("consent?", "whether all others agree; false if left out"), TABLE],
        run: |desk, fields| playing::undo(desk, read(fields)?),
    },
    Command {
        name: "fallback",
        about: "A safe choice for an absent player.",
        fields: &[SEAT, ("play?", "whether to play it as well"), TABLE],
        run: |desk, fields| playing::fallback(desk, read(fields)?),
    },
    Command {
        name: "bot",
        about: "What a bot would do in this seat, seeing no more than the seat does.",
        fields: &[
            SEAT,
            ("name", "the bot’s name"),
            ("nodes?", "how many actions it may try out"),
            ("millis?", "how long it may think, at most 60000"),
            ("seed?", "a number for its random choices; 0 if left out"),
            ("play?", "whether to play it as well"),
            TABLE,
        ],
        run: |desk, fields| playing::bot(desk, read(fields)?),
    },
    Command {
        name: "view",
        about: "What a viewer may know, and the prompt.",
        fields: &[VIEWER, AT, TABLE],
        run: |desk, fields| looking::view(desk, read(fields)?),
    },
    Command {
        name: "draw",
        about: "The table drawn in characters.",
        fields: &[VIEWER, AT, TABLE],
        run: |desk, fields| looking::draw(desk, read(fields)?),
    },
    Command {
        name: "events",
        about: "What happened, as a viewer may know it; where remembering is part of the game, only news in full.",
        fields: &[("from?", "the first entry; 0, the set-up, if left out"), VIEWER, TABLE],
        run: |desk, fields| looking::events(desk, read(fields)?),
    },
    Command {
        name: "position",
        about: "The whole state with the rulebook’s names, secrets included: for the operator alone. `load` reads it.",
        fields: &[AT, TABLE],
        run: |desk, fields| looking::position(desk, read(fields)?),
    },
    Command {
        name: "outcome",
        about: "How it ended; null before that.",
        fields: &[TABLE],
        run: |desk, fields| looking::outcome(desk, read(fields)?),
    },
    Command {
        name: "score",
        about: "How the score comes about, clause by clause. Before the end it may reveal what is hidden.",
        fields: &[AT, TABLE],
        run: |desk, fields| looking::score(desk, read(fields)?),
    },
    Command {
        name: "export",
        about: "The record as text; `import` reads it. It reveals all luck: before the end it is for the operator alone.",
        fields: &[TABLE],
        run: |desk, fields| looking::export(desk, read(fields)?),
    },
    Command {
        name: "close",
        about: "Closes a table.",
        fields: &[TABLE],
        run: |desk, fields| opening::close(desk, read(fields)?),
    },
    Command { name: "quit", about: "Ends the engine.", fields: &[], run: |desk, fields| opening::quit(desk, read(fields)?) },
];

/// The fields of a request, all of them known and of the right type.
fn read<T: DeserializeOwned>(fields: Fields) -> Result<T, EngineError> {
    serde_json::from_value(Value::Object(fields)).map_err(|error| EngineError::new("fields", error.to_string()))
}

/// The fields of a reply.
pub(crate) fn body(value: Value) -> Answer {
    match value {
        Value::Object(body) => Ok(body),
        other => Ok(Map::from_iter([("value".to_owned(), other)])),
    }
}

/// The texts of a pack by file name.
pub(crate) type Texts = BTreeMap<String, String>;

/// No field at all.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A request that only names its table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Only {
    pub(crate) table: Option<u64>,
}
