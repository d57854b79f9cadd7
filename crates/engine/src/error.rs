//! Errors for programs and for people: a code that never changes, a message that may, and the clause if a rule was the reason.

use arena::ArenaFault;
use kernel::{PackFault, RecordFault, Refusal, TableFault};
use serde::Serialize;
use std::fmt;

/// Why something was not done. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EngineError {
    /// What kind of error it is; one of [`CODES`].
    pub code: &'static str,
    /// What was wrong and what would be right.
    pub message: String,
    /// The clause of the rulebook, if a rule was the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
}

/// Every code with its meaning.
pub const CODES: &[(&str, &str)] = &[
    ("line", "the line is not one JSON object in UTF-8, or too long"),
    ("command", "there is no such command"),
    ("fields", "a field is unknown, missing or of the wrong type"),
    ("limit", "a limit of the engine is exceeded"),
    ("game", "there is no such game"),
    ("clause", "there is no such clause"),
    ("options", "a setting has a value that is not allowed, or contradicts another"),
    ("pack", "the content breaks a rule of the rulebook"),
    ("seats", "the names do not fit the number of players, or two are alike"),
    ("position", "the position is impossible"),
    ("record", "the record cannot be read, or breaks the rules"),
    ("edition", "the record was played under another edition of the rules"),
    ("content", "the record was played with other content"),
    ("table", "there is no such table"),
    ("seat", "there is no such seat at this table"),
    ("moment", "there is no such moment, or it was taken back"),
    ("past", "remembering is part of the game; its past is open when it is over"),
    ("turn", "this seat has nothing to decide now"),
    ("action", "the text is not an action of this game"),
    ("refused", "the rules forbid it"),
    ("luck", "the scripted luck does not fit what the rules draw"),
    ("undo", "it cannot be taken back"),
    ("bot", "there is no such bot, or it cannot play this"),
    ("bug", "a bug in the engine; the table was closed"),
];

impl EngineError {
    /// An error of this kind.
    pub fn new(code: &'static str, message: impl Into<String>) -> EngineError {
        EngineError { code, message: message.into(), clause: None }
    }

    /// A refusal of the rules as an error of this kind, with the players' names.
    pub fn refusal(code: &'static str, refusal: Refusal, names: &[String]) -> EngineError {
        let clause = Some(refusal.clause).filter(|clause| !clause.is_empty());
        EngineError { code, message: refusal.reason.with(names), clause }
    }

    /// What is wrong with a pack, one fault per line.
    pub fn faults(faults: &[PackFault]) -> EngineError {
        let lines: Vec<String> = faults.iter().map(PackFault::to_string).collect();
        EngineError::new("pack", lines.join("\n"))
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.clause {
            Some(clause) => write!(f, " ({clause})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<TableFault> for EngineError {
    fn from(fault: TableFault) -> EngineError {
        match fault {
            TableFault::Refused(refusal) => EngineError::refusal("refused", refusal, &[]),
            TableFault::Luck(_) => EngineError::new("luck", fault.to_string()),
            TableFault::Undo(_) => EngineError::new("undo", fault.to_string()),
            TableFault::Replay { .. } => EngineError::new("record", fault.to_string()),
        }
    }
}

impl From<RecordFault> for EngineError {
    fn from(fault: RecordFault) -> EngineError {
        EngineError::new("record", fault.to_string())
    }
}

impl From<ArenaFault> for EngineError {
    fn from(fault: ArenaFault) -> EngineError {
        let message = fault.to_string();
        match fault {
            ArenaFault::UnknownBot(_) => EngineError::new("bot", message),
            ArenaFault::Lineup { .. } => EngineError::new("seats", message),
            ArenaFault::Games | ArenaFault::Threads { .. } => EngineError::new("limit", message),
            ArenaFault::Setup { .. } => EngineError::new("pack", message),
            // A bot that was refused or a game that never ends has broken a promise.
            ArenaFault::Refused { .. } | ArenaFault::Endless { .. } => EngineError::new("bug", message),
        }
    }
}
