//! Lessons: a game taught on prepared tables, step by step. A lesson is data that a person can edit; the table of each step is
//! the fold of what the lesson says up to there, so a step needs no memory but its number.

use crate::{AnyGame, AnyTable, EngineError, Setup, secret_of};
use kernel::{Files, PackFault, Seat};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The longest text of a step, and of what is said to a wrong choice, in characters: one or two sentences.
pub const LONGEST_TEXT: usize = 240;

/// So many actions are played in a chapter at most, so that nobody waits for a step.
pub const MOST_ACTIONS: usize = 60;

/// The name of the file in what is said about it.
const FILE: &str = "lesson.toml";

/// A game taught step by step.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// About how many minutes it takes.
    pub minutes: u8,
    /// What was learnt, in a few lines for the end.
    pub learnt: Vec<String>,
    /// The chapters, each on a table of its own.
    #[serde(rename = "chapter")]
    pub chapters: Vec<Chapter>,
}

/// Some steps on one table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// What it is about, in a few words.
    pub title: String,
    /// The settings that differ from the defaults.
    #[serde(default)]
    pub settings: Map<String, Value>,
    /// Who plays.
    pub seats: Vec<String>,
    /// Whom of them the learner plays.
    #[serde(default = "first")]
    pub learner: Seat,
    /// The position it begins with; the set-up of the rules where there is none.
    pub position: Option<Value>,
    /// The luck of the set-up.
    #[serde(default)]
    pub luck: Vec<u32>,
    /// The steps.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

fn first() -> Seat {
    Seat::FIRST
}

/// One step: something to read and, in most of them, something to do.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the learner reads: one or two sentences.
    pub text: String,
    /// The action that the learner has to do, in the game's notation; none if there is only something to read.
    #[serde(rename = "do")]
    pub deed: Option<String>,
    /// Things to highlight, by their `data-key` on the page.
    #[serde(default)]
    pub look: Vec<String>,
    /// Why this is the right action: shown to a learner who chooses another one.
    #[serde(default)]
    pub hint: String,
    /// What is shown for this wrong choice; `buy * fish` stands for any that begins and ends like this.
    #[serde(default)]
    pub wrong: BTreeMap<String, String>,
    /// What the other players do then, each with the number of the seat first: `2 move c3`.
    #[serde(default)]
    pub then: Vec<String>,
    /// The luck that is drawn meanwhile, as numbers like those of the game's notation.
    #[serde(default)]
    pub luck: Vec<u32>,
    /// Lines of the log, or parts of lines, that must then appear. For tests only.
    #[serde(default)]
    pub tells: Vec<String>,
}

/// Where a step is.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The number of the step from 1; the end comes after the last.
    pub number: usize,
    /// The number of the chapter from 1.
    pub chapter_number: usize,
    /// The chapter.
    pub chapter: &'a Chapter,
    /// The step; none at the end.
    pub step: Option<&'a Step>,
    /// The steps of the chapter before it.
    before: &'a [Step],
}

/// An action that a seat does in a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed<'a> {
    /// Who.
    pub seat: Seat,
    /// What, in the game's notation.
    pub action: &'a str,
    /// Luck to be scripted before it; what it does not use is left for the next action.
    pub luck: &'a [u32],
}

/// What the lesson says to a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is the right choice.
    Right,
    /// It is allowed, but not the right choice; this text says why.
    Other(String),
}

impl Lesson {
    /// Reads a lesson; a fault is reported with its line.
    pub fn read(text: &str) -> Result<Lesson, PackFault> {
        Files::new([(FILE, text)]).get(FILE)?.toml()
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.steps.len()).sum()
    }

    /// The step with this number, or the end, which comes after the last step; nothing beyond that.
    pub fn place(&self, number: usize) -> Option<Place<'_>> {
        let mut left = number.checked_sub(1)?;
        for (index, chapter) in self.chapters.iter().enumerate() {
            let last = index + 1 == self.chapters.len();
            if left < chapter.steps.len() || last && left == chapter.steps.len() {
                let (before, step) = (&chapter.steps[..left], chapter.steps.get(left));
                return Some(Place { number, chapter_number: index + 1, chapter, step, before });
            }
            left -= chapter.steps.len();
        }
        None
    }

    /// Everything that is wrong with it. It is played through, and every wrong choice is tried.
    pub fn faults(&self, game: &dyn AnyGame) -> Vec<String> {
        let mut faults = Vec::new();
        if self.learnt.is_empty() || self.learnt.len() > 4 {
            faults.push("what was learnt is one to four lines".to_owned());
        }
        for line in self.learnt.iter().chain(self.chapters.iter().map(|chapter| &chapter.title)) {
            faults.extend(too_long(line));
        }
        for chapter in &self.chapters {
            faults.extend(crate::twice(&chapter.seats).map(|twice| format!("{}: {twice}", chapter.title)));
        }
        for number in 1..=self.steps() + 1 {
            let Some(place) = self.place(number) else { continue };
            let found = place.faults(game, self.place(number + 1));
            faults.extend(found.into_iter().map(|fault| format!("step {number} ({}): {fault}", place.chapter.title)));
        }
        faults
    }
}

impl<'a> Place<'a> {
    /// The actions at this step's table before it.
    pub fn deeds(&self) -> Result<Vec<Deed<'a>>, EngineError> {
        let mut deeds = Vec::new();
        for step in self.before {
            deeds.extend(step.deeds(self.chapter.learner)?);
        }
        Ok(deeds)
    }

    /// How the table of this step is opened.
    pub fn setup(&self) -> Setup {
        Setup {
            options: self.chapter.settings.clone(),
            seats: self.chapter.seats.clone(),
            script: self.chapter.luck.clone(),
            // Luck that a lesson does not set is the same for everybody.
            entropy: vec![secret_of(2); self.chapter.seats.len()],
            ..Setup::new(secret_of(1))
        }
    }

    /// The table as it is at this step.
    pub fn table(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyTable>, EngineError> {
        let mut table = match &self.chapter.position {
            Some(position) => game.open_at(self.setup(), position)?,
            None => game.open(self.setup())?,
        };
        for deed in self.deeds()? {
            deed.play(table.as_mut())?;
        }
        Ok(table)
    }

    /// What the lesson answers to a choice of the learner at this step. Actions that are not allowed are refused as at any table.
    pub fn answer(&self, table: &dyn AnyTable, action: &str) -> Result<Answer, EngineError> {
        let chosen = table.preview(self.chapter.learner, action)?;
        let Some(step) = self.step else {
            return Ok(Answer::Other("The lesson is over. Play on at a table of your own!".into()));
        };
        let Some(deed) = &step.deed else {
            return Ok(Answer::Other("Nothing has to be done here yet: read, and go on.".into()));
        };
        let meant = table.preview(self.chapter.learner, deed)?;
        if meant.action == chosen.action {
            return Ok(Answer::Right);
        }
        Ok(Answer::Other(match step.said_to(&chosen.action) {
            Some(words) => words.to_owned(),
            None if step.hint.is_empty() => format!("“{}” is allowed, too. But try “{}” now.", chosen.text, meant.text),
            None => format!("“{}” is allowed, too. {}", chosen.text, step.hint),
        }))
    }

    fn faults(&self, game: &dyn AnyGame, next: Option<Place>) -> Vec<String> {
        let mut faults = Vec::new();
        let table = match self.table(game) {
            Ok(table) => table,
            Err(error) => return vec![format!("it cannot be set up: {error}")],
        };
        if table.version() > MOST_ACTIONS {
            faults.push(format!("a chapter plays at most {MOST_ACTIONS} actions"));
        }
        let Some(step) = self.step else { return faults };
        for text in [&step.text, &step.hint].into_iter().chain(step.wrong.values()) {
            faults.extend(too_long(text));
        }
        if step.text.trim().is_empty() {
            faults.push("it says nothing".to_owned());
        }
        faults.extend(self.choices(table.as_ref(), step));
        let mut after = table.copy();
        for deed in step.deeds(self.chapter.learner).unwrap_or_default() {
            if let Err(error) = deed.play(after.as_mut()) {
                faults.push(format!("`{}` of seat {} cannot be played: {error}", deed.action, deed.seat));
                return faults;
            }
        }
        if !after.scripted().is_empty() {
            faults.push(format!("the luck {:?} is not drawn", after.scripted()));
        }
        let told = after.events(table.version() + 1..=after.version(), kernel::Viewer::Seat(self.chapter.learner));
        let told: Vec<String> = told.into_iter().map(|told| told.text).collect();
        for line in &step.tells {
            if !told.iter().any(|told| told.contains(line)) {
                faults.push(format!("“{line}” is not told; there is {told:#?}"));
            }
        }
        let same_table = next.is_some_and(|next| next.chapter_number == self.chapter_number);
        let acts = next.and_then(|next| next.step).is_some_and(|step| step.deed.is_some());
        if same_table && acts && !after.turn().concerned().contains(self.chapter.learner) {
            faults.push("the next step asks the learner to act, but the game does not".to_owned());
        }
        faults
    }

    /// Checks that every choice is answered and that only the right one leads on.
    fn choices(&self, table: &dyn AnyTable, step: &Step) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(deed) = &step.deed {
            match self.answer(table, deed) {
                Ok(Answer::Right) => {}
                Ok(Answer::Other(_)) => faults.push(format!("`{deed}` does not lead on")),
                Err(error) => faults.push(format!("`{deed}` cannot be done: {error}")),
            }
        }
        let listed: Vec<String> = table.actions(self.chapter.learner).actions.into_iter().map(|choice| choice.action).collect();
        for action in &listed {
            match self.answer(table, action) {
                Ok(Answer::Right) if step.deed.as_ref() == Some(action) => {}
                Ok(Answer::Right) => faults.push(format!("write `{action}` as it is listed")),
                Ok(Answer::Other(words)) => {
                    faults.extend(words.trim().is_empty().then(|| format!("nothing is said to `{action}`")))
                }
                Err(error) => faults.push(format!("`{action}` is listed, but refused: {error}")),
            }
        }
        // A text for a choice that does not exist is a mistake.
        for pattern in step.wrong.keys() {
            if !listed.iter().any(|action| fits(pattern, action)) {
                faults.push(format!("nobody can choose `{pattern}` here; there is {listed:?}"));
            }
        }
        faults
    }
}

impl Step {
    /// The actions of this step: the learner's, then those of the others.
    fn deeds(&self, learner: Seat) -> Result<Vec<Deed<'_>>, EngineError> {
        let own = self.deed.iter().map(|action| Ok(Deed { seat: learner, action, luck: &[] }));
        let others = self.then.iter().map(|deed| {
            let wrong = || EngineError::new("action", format!("`{deed}` does not begin with the number of a seat"));
            let (seat, action) = deed.split_once(' ').ok_or_else(wrong)?;
            let seat = seat.parse::<usize>().ok().and_then(|number| Seat::try_from(number).ok()).ok_or_else(wrong)?;
            Ok(Deed { seat, action, luck: &[] })
        });
        let mut deeds = own.chain(others).collect::<Result<Vec<_>, EngineError>>()?;
        if let Some(first) = deeds.first_mut() {
            first.luck = &self.luck;
        }
        Ok(deeds)
    }

    /// The text for this wrong choice: for exactly this one, or else for a pattern that it fits.
    fn said_to(&self, action: &str) -> Option<&str> {
        let fitting = self.wrong.iter().filter(|(pattern, _)| fits(pattern, action));
        fitting.max_by_key(|(pattern, _)| (*pattern == action, pattern.len())).map(|(_, words)| words.as_str())
    }
}

impl Deed<'_> {
    /// Plays the action.
    pub fn play(&self, table: &mut dyn AnyTable) -> Result<(), EngineError> {
        if !self.luck.is_empty() {
            table.script(self.luck)?;
        }
        table.play(self.seat, self.action, None)
    }
}

/// Does this action fit the pattern? `buy * fish` stands for every action that begins with `buy ` and ends with ` fish`.
fn fits(pattern: &str, action: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => action.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
        None => pattern == action,
    }
}

fn too_long(text: &str) -> Option<String> {
    let length = text.chars().count();
    (length > LONGEST_TEXT).then(|| format!("a text has at most {LONGEST_TEXT} characters, “{text}” has {length}"))
}
