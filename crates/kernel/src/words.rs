//! Notation for programs and records, words for people.

use crate::{Bargain, Bounds, Refusal, Rules, Seat, Viewer, say::Unit};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::Arc;

/// Converts an event to JSON for programs.
pub type EventNames<E> = Arc<dyn Fn(&E) -> serde_json::Result<serde_json::Value> + Send + Sync>;

/// Actions and states as text that a person can read and write.
pub trait Notation: Rules {
    /// A whole state with the rulebook's names. It is unchecked; only [`Notation::restore`] makes it a state.
    type Position: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug;

    /// An action in a few words, such as `move c2`; [`Notation::read`] reads it back.
    fn write(&self, action: &Self::Action) -> String;

    /// Reads an action, or says what is wrong with the text and what would be right.
    fn read(&self, text: &str) -> Result<Self::Action, String>;

    /// The whole state, secrets included.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// Sets up a position, or says why it is impossible.
    fn restore(&self, position: &Self::Position) -> Result<Self::State, Refusal>;

    /// What is true of every state of the game (coins, goods, cards, pieces); a broken one names its clause.
    fn check(&self, state: &Self::State) -> Result<(), Refusal>;

    /// What is true of every step of the game; a broken one names its clause.
    fn check_step(&self, _before: &Self::State, _after: &Self::State) -> Result<(), Refusal> {
        Ok(())
    }

    /// For games whose events hold things of a pack by number: the conversion that names these things for programs. Without it an
    /// event is serialised as it is.
    fn event_names(&self) -> Option<EventNames<Self::Event>> {
        None
    }
}

/// The text before and after the amount in the notation of an action with an open amount, such as `bid ` and nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AmountText {
    /// The text before the amount.
    pub before: String,
    /// The text after it.
    pub after: String,
}

impl AmountText {
    /// The text around the amounts of these bounds: the one word in which the least action differs from the most.
    pub fn of<R: Notation>(rules: &R, bounds: &Bounds<R::Action>) -> Option<AmountText> {
        let least = rules.write(&bounds.least);
        let low = bounds.low.units().to_string();
        let words: Vec<&str> = least.split(' ').collect();
        // If the number appears more than once, the right word is the one whose replacement gives the other end.
        let places = (0..words.len()).filter(|place| words[*place] == low);
        let text = places.map(|place| AmountText {
            before: words[..place].iter().map(|word| format!("{word} ")).collect(),
            after: words[place + 1..].iter().map(|word| format!(" {word}")).collect(),
        });
        { text }.find(|text| rules.read(&text.with(i64::from(bounds.high.units()))).as_ref() == Ok(&bounds.most))
    }

    /// The action with this amount, as it is written.
    pub fn with(&self, amount: i64) -> String {
        format!("{}{amount}{}", self.before, self.after)
    }
}

/// A sentence and the clause behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Plain words.
    pub text: String,
    /// The clause of the rulebook.
    pub clause: &'static str,
}

impl Line {
    /// A sentence with its clause.
    pub fn new(clause: &'static str, text: impl Into<String>) -> Line {
        Line { text: text.into(), clause }
    }
}

/// A figure for statistics, with its key.
pub type Figure = (&'static str, i64);

/// The texts for pages, logs and terminals.
pub trait Words: Rules {
    /// One sentence for this viewer: whose turn it is and what is asked.
    fn prompt(&self, state: &Self::State, viewer: Viewer, names: &[String]) -> Line;

    /// What an action of this seat would do, as the words on its button.
    fn label(&self, state: &Self::State, seat: Seat, action: &Self::Action, names: &[String]) -> Line;

    /// What the action would change for this seat, in a few words such as `7 coins left`, shown before it is chosen;
    /// empty if the label already says so.
    fn effect(&self, _state: &Self::State, _seat: Seat, _action: &Self::Action, _names: &[String]) -> String {
        String::new()
    }

    /// The text before the field of an open amount, such as `Bid` or `Sell the mill for at least`; `least` is the action with
    /// the least amount.
    fn amount(&self, state: &Self::State, seat: Seat, least: &Self::Action, names: &[String]) -> String {
        self.label(state, seat, least, names).text
    }

    /// What the action is about, in a word or two such as `Sell` or `Bank cards`: long lists of choices are grouped by it. Empty
    /// for an action without a group.
    fn topic(&self, _state: &Self::State, _seat: Seat, _action: &Self::Action) -> &'static str {
        ""
    }

    /// The deals that this seat can put together now, for a form.
    fn bargains(&self, _state: &Self::State, _seat: Seat, _names: &[String]) -> Vec<Bargain> {
        Vec::new()
    }

    /// The text for a standing answer to this kind of question, such as `Decline all deals until I say otherwise`.
    fn standing_answer(&self, _kind: &str) -> &'static str {
        "No, until I say otherwise"
    }

    /// Actions of this phase that are not allowed now, and why.
    fn barred(&self, _state: &Self::State, _seat: Seat) -> Vec<(Self::Action, Refusal)> {
        Vec::new()
    }

    /// A line of the log.
    fn tell(&self, event: &Self::Event, names: &[String]) -> Line;

    /// The table drawn in characters, as this viewer sees it.
    fn draw(&self, state: &Self::State, viewer: Viewer, names: &[String]) -> String;

    /// How the score of each seat comes about, clause by clause.
    fn score(&self, state: &Self::State, names: &[String]) -> Vec<Line>;

    /// What the score of a finished game is counted in.
    fn score_unit(&self, _state: &Self::State) -> Unit {
        Unit::POINTS
    }

    /// Is everything done that comes before the first turn? Charts leave out what happens before that.
    fn is_set_up(&self, _state: &Self::State) -> bool {
        true
    }

    /// The value of each seat in the chart of the game; empty if a chart would be pointless.
    fn chart_values(&self, _state: &Self::State) -> Vec<i64> {
        Vec::new()
    }

    /// What these values are, in a few words for the caption of the chart.
    fn chart_caption(&self) -> &'static str {
        "points"
    }

    /// Where points or money come from, in a few words each, for a picture of the score; empty if a game does not track that.
    fn sources(&self) -> Vec<String> {
        Vec::new()
    }

    /// How much an event brought each seat from which of [`Words::sources`], by index; negative for costs. `before` is the state
    /// before the action that caused it.
    fn brought(&self, _before: &Self::State, _event: &Self::Event, _add: &mut dyn FnMut(Seat, usize, i64)) {}

    /// What comes from there, as in "Where the points came from".
    fn sources_of(&self) -> &'static str {
        "points"
    }

    /// Which round, lap or turn of the table this is, counted from 1, for [`Words::course`]; 0 if a game has none.
    fn round(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Figures that are worth following through a game, such as prices, taken as each round begins; the same keys in every
    /// round.
    fn course(&self, _state: &Self::State, _figures: &mut Vec<Figure>) {}

    /// Figures of a finished game for statistics, such as the length of a part; the same keys in every game.
    fn figures(&self, _state: &Self::State, _figures: &mut Vec<Figure>) {}

    /// Figures that are added up from the events of a game because the state has no room for them, such as payments by purpose.
    /// None of them has the name of one of [`Words::figures`]. Those with the same name up to `: ` are a family, which a report
    /// draws together.
    fn flows(&self) -> &'static [&'static str] {
        &[]
    }

    /// How much an event adds to which of [`Words::flows`], by index.
    fn flow(&self, _event: &Self::Event, _add: &mut dyn FnMut(usize, i64)) {}
}
