//! The names of the laws.

use std::fmt;

/// A law that every game keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// Promise 1, applying an action.
    Atomic,
    /// Promise 1, the end.
    Ends,
    /// Promise 2.
    Listed,
    /// Promise 3.
    Clauses,
    /// Promise 4.
    Luck,
    /// Promise 5.
    Imagined,
    /// Promise 6.
    Views,
    /// Promise 7.
    Invariants,
    /// Promise 8.
    Fallbacks,
    /// Promise 9, what may be taken back.
    Consequence,
    /// Promise 9, taking it back.
    Undo,
    /// Promise 10.
    Journal,
    /// Questions and their answers.
    Asked,
    /// Deals that a form can put together.
    Bargains,
    /// Text of actions and positions.
    Notation,
    /// The record of a game.
    Records,
    /// The settings of a table.
    Settings,
    /// What people read.
    Words,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Atomic => "promise 1, total and atomic",
            Law::Ends => "promise 1, no run without end",
            Law::Listed => "promise 2, listed means legal",
            Law::Clauses => "promise 3, every refusal names a clause",
            Law::Luck => "promise 4, all luck comes through Luck",
            Law::Imagined => "promise 5, imagining is re-dealing what the viewer cannot know",
            Law::Views => "promise 6, views leak nothing",
            Law::Invariants => "promise 7, nothing is created or lost",
            Law::Fallbacks => "promise 8, every decision has a fallback",
            Law::Consequence => "promise 9, consequences are honest",
            Law::Undo => "promise 9, undo restores exactly",
            Law::Journal => "promise 10, the journal changes nothing",
            Law::Asked => "asking, a player who is asked can answer",
            Law::Bargains => "bargaining, what can be put together can be proposed",
            Law::Notation => "notation, what is written is read back",
            Law::Records => "records, replay equals play",
            Law::Settings => "settings, each value makes a table or is refused by a clause",
            Law::Words => "words, what is said is English and so",
        })
    }
}
