//! Texts for people are correct English, and true at the moment they are shown.

use crate::{
    Law,
    moment::{Moment, Spoken},
};
use kernel::{Line, Refusal, Seat, Seeded, Viewer};
use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
};

/// Nouns that are counted in the texts of all games, singular and plural.
pub const NOUNS: &[(&str, &str)] = &[
    ("card", "cards"),
    ("coin", "coins"),
    ("good", "goods"),
    ("lot", "lots"),
    ("match", "matches"),
    ("player", "players"),
    ("point", "points"),
    ("property", "properties"),
    ("round", "rounds"),
    ("space", "spaces"),
    ("step", "steps"),
    ("turn", "turns"),
    ("unit", "units"),
];

/// Verb forms for one player that are wrong for two: `Ann wins`, `Ann and Bob win`.
const OF_ONE: &[&str] = &["wins", "takes", "gets", "has", "is", "was", "loses", "scores", "pays", "shares", "leads", "ties"];

/// Verbs that make no sense with zero: `loses 0 points`.
const OF_SOMETHING: &[&str] = &["lose", "loses", "gain", "gains", "score", "scores", "costs", "pay", "pays", "get", "gets"];

/// What is wrong with this text, if anything. `names` are the players', `nouns` what the game counts.
pub fn slip(text: &str, names: &[String], nouns: &[(&str, &str)]) -> Option<String> {
    if text.trim().is_empty() {
        return Some("says nothing".into());
    }
    if text.trim() != text || text.contains("  ") || text.contains(char::is_control) {
        return Some("has spaces where none belong".into());
    }
    let odd = [" .", " ,", " ;", " :", " ?", " !", " )", "( ", ",,", ",.", ";.", ":.", "::", "{", "}", "Some(", "None)"];
    if let Some(odd) = odd.into_iter().find(|odd| text.contains(odd)) {
        return Some(format!("has `{odd}`"));
    }
    let words: Vec<&str> = text.split(' ').map(bare).collect();
    // A mark between the two ends what is counted: `3 of 1; properties 10`.
    let counted = text.split(' ').zip(words.windows(2)).filter(|(raw, pair)| raw.len() == pair[0].len());
    for (_, pair) in counted {
        let Ok(count) = pair[0].trim_start_matches(['+', '-', '−', '(']).replace(',', "").parse::<u64>() else { continue };
        let wrong = |(one, many): &&(&str, &str)| pair[1] == if count == 1 { *many } else { *one };
        if nouns.iter().any(|noun| wrong(&noun)) {
            return Some(format!("counts `{} {}`", pair[0], pair[1]));
        }
    }
    let of_nothing = |pair: &&[&str]| OF_SOMETHING.contains(&pair[0]) && ["0", "+0", "-0", "−0"].contains(&pair[1]);
    if let Some(pair) = words.windows(2).find(of_nothing) {
        return Some(format!("says `{} {}`", pair[0], pair[1]));
    }
    for one in names {
        for (at, _) in text.match_indices(&format!(" and {one} ")) {
            let before = &text[..at];
            let verb = text[at + " and ".len() + one.len()..].split_whitespace().next().map_or("", bare);
            if names.iter().any(|other| before.ends_with(other.as_str())) && OF_ONE.contains(&verb) {
                return Some(format!("says of two that each `{verb}`"));
            }
        }
    }
    None
}

/// A word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '’', '\''])
}

/// What is wrong with the beginning or the end of a sentence, if anything.
fn sentence(text: &str, names: &[String]) -> Option<String> {
    let named = names.iter().any(|name| text.starts_with(name.as_str()));
    if !named && text.starts_with(char::is_lowercase) {
        return Some("begins with a small letter".into());
    }
    (!text.ends_with(['.', '?', '!', ')'])).then(|| "does not end like a sentence".into())
}

/// Does this sentence name the player?
fn names_it(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let after = text[at + name.len()..].chars().next();
        !after.is_some_and(char::is_alphanumeric)
    })
}

/// Finds a seat that is called by its number although its player's name is known.
fn numbered_seat(text: &str, names: &[String]) -> Option<String> {
    let words: Vec<&str> = text.split(' ').map(bare).collect();
    let named = |number: &str| number.parse::<usize>().is_ok_and(|number| (1..=names.len()).contains(&number));
    let seat = words.windows(2).find(|pair| pair[0].eq_ignore_ascii_case("seat") && named(pair[1]))?;
    Some(format!("says `{} {}` where the player has a name", seat[0], seat[1]))
}

/// Checks the texts of one moment against the state.
pub(crate) struct Ear<'a, 'b, R: Spoken> {
    pub moment: &'a Moment<'b, R>,
    /// What this game counts beside [`NOUNS`].
    pub nouns: &'a [(&'a str, &'a str)],
    /// Where slips are collected. If nowhere, the first slip ends the proof.
    pub slips: Option<&'a Slips>,
}

/// The slips found at many moments, one of each kind.
#[derive(Default)]
pub(crate) struct Slips(RefCell<BTreeMap<String, String>>);

impl Slips {
    /// Notes a slip; those that differ only in their numbers and players are one.
    fn note(&self, what: &str, names: &[String], whereabouts: String) {
        let nobody = names.iter().fold(what.to_owned(), |text, name| text.replace(name.as_str(), "somebody"));
        let kind = nobody.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        self.0.borrow_mut().entry(kind).or_insert_with(|| format!("{what}\n  {whereabouts}"));
    }

    /// Panics with all that was noted.
    #[track_caller]
    pub fn require_none(&self) {
        let slips = self.0.borrow();
        let told: Vec<&str> = slips.values().take(SLIPS_TOLD).map(String::as_str).collect();
        assert!(slips.is_empty(), "{}: {} slips\n\n{}", Law::Words, slips.len(), told.join("\n\n"));
    }
}

/// At most this many slips are printed in full.
const SLIPS_TOLD: usize = 60;

impl<'a, 'b, R: Spoken> Ear<'a, 'b, R> {
    /// Ends the proof at the first slip.
    pub fn strict(moment: &'a Moment<'b, R>) -> Ear<'a, 'b, R> {
        Ear { moment, nouns: &[], slips: None }
    }

    /// Reports a slip.
    pub fn slip(&self, what: &str) {
        match self.slips {
            Some(slips) => slips.note(what, self.moment.names, self.moment.whereabouts()),
            None => self.moment.fail(Law::Words, what),
        }
    }

    fn require(&self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.slip(&what());
        }
    }

    /// Checks a text.
    pub fn plain(&self, text: &str, what: impl FnOnce() -> String) {
        let names = self.moment.names;
        let slip = slip(text, names, NOUNS).or_else(|| slip(text, names, self.nouns)).or_else(|| numbered_seat(text, names));
        if let Some(slip) = slip {
            self.slip(&format!("{} {slip}: “{text}”", what()));
        }
    }

    /// Checks a whole sentence and the clause that it cites.
    fn sentence(&self, Line { clause, text }: &Line, what: impl Fn() -> String) {
        self.moment.cites(clause, text, &what);
        self.plain(text, &what);
        if let Some(slip) = sentence(text, self.moment.names) {
            self.slip(&format!("{} {slip}: “{text}”", what()));
        }
    }

    /// Checks that a refusal says why and by which clause.
    pub fn refusal(&self, refusal: &Refusal, what: impl Fn() -> String) {
        let reason = refusal.reason.with(self.moment.names);
        self.moment.cites(refusal.clause, &reason, &what);
        self.plain(&reason, &what);
    }

    /// Checks all texts of this moment.
    pub fn hears_the_moment(&self, luck: &Seeded) {
        self.prompts_ask_whom_they_should();
        for seat in self.moment.players() {
            self.choices_are_told_apart(seat);
            self.bars_are_true(seat, luck);
        }
    }

    /// An awaited player is addressed as "you". Everybody else is told by name whom they wait for, or who won. So a player who
    /// may not act is never asked.
    fn prompts_ask_whom_they_should(&self) {
        let moment = self.moment;
        let turn = moment.rules.turn(&moment.state);
        let prompt = |viewer| moment.rules.prompt(&moment.state, viewer, moment.names);
        let watched = prompt(Viewer::Watcher).text;
        let due = match moment.rules.outcome(&moment.state) {
            Some(outcome) => outcome.winners(),
            None => turn.awaited,
        };
        for viewer in moment.viewers() {
            let line = prompt(viewer);
            self.sentence(&line, || format!("the prompt for {viewer:?}"));
            let text = line.text;
            if let Viewer::Seat(seat) = viewer
                && turn.awaited.or(turn.asked).contains(seat)
            {
                let asked = text != watched && !names_it(&text, &moment.names[seat.index()]);
                self.require(asked, || format!("seat {seat} is awaited but not asked: “{text}”"));
                continue;
            }
            for other in due {
                let name = &moment.names[other.index()];
                let named = names_it(&text, name) || viewer.holds(other);
                self.require(named, || format!("the prompt for {viewer:?} does not name {name}: “{text}”"));
            }
        }
    }

    /// No two choices of a seat read the same.
    fn choices_are_told_apart(&self, seat: Seat) {
        let moment = self.moment;
        let mut known: HashMap<(String, String), R::Action> = HashMap::new();
        for action in moment.legal(&moment.state, seat) {
            let Line { clause, text: label } = moment.rules.label(&moment.state, seat, &action, moment.names);
            moment.cites(clause, &label, || format!("the label of {}", moment.name(seat, &action)));
            let effect = moment.rules.effect(&moment.state, seat, &action, moment.names);
            self.plain(&label, || format!("the label of {}", moment.name(seat, &action)));
            if !effect.is_empty() {
                self.plain(&effect, || format!("the effect of {}", moment.name(seat, &action)));
            }
            if let Some(other) = known.insert((label.clone(), effect), action) {
                let (one, other) = (moment.name(seat, &action), moment.rules.write(&other));
                self.slip(&format!("{one} and `{other}` both read “{label}”"));
            }
        }
    }

    /// An action that is shown as barred is refused with exactly that text, and is not listed.
    fn bars_are_true(&self, seat: Seat, luck: &Seeded) {
        let moment = self.moment;
        let listed = moment.legal(&moment.state, seat);
        for (action, refusal) in moment.rules.barred(&moment.state, seat) {
            let name = || moment.name(seat, &action);
            self.refusal(&refusal, || format!("the bar on {}", name()));
            self.require(!listed.contains(&action), || format!("{} is listed and barred: {refusal}", name()));
            let result = moment.attempt(&moment.state, seat, &action, luck.clone()).result;
            self.require(result.as_ref() == Err(&refusal), || {
                format!("{} is barred with “{refusal}” but then {result:?}", name())
            });
        }
    }

    /// Checks the log lines of these events and what they add to the ledger.
    pub fn hears_the_log(&self, events: &[R::Event]) {
        let (flows, sources) = (self.moment.rules.flows().len(), self.moment.rules.sources().len());
        let seats = self.moment.names.len();
        for event in events {
            self.moment.rules.brought(&self.moment.state, event, &mut |seat, place, _| {
                let there = place < sources && seat.index() < seats;
                self.require(there, || {
                    format!("{event:?} brings seat {seat} of {seats} something from source {place} of {sources}")
                });
            });
            self.moment.rules.flow(event, &mut |place, _| {
                self.require(place < flows, || format!("{event:?} adds to flow {place} of {flows}"));
            });
            for seen in self.moment.viewers().into_iter().filter_map(|viewer| self.moment.rules.seen(event, viewer)) {
                let line = self.moment.rules.tell(&seen, self.moment.names);
                self.sentence(&line, || format!("the log line of {seen:?}"));
            }
        }
    }

    /// Checks the texts about the score.
    pub fn hears_the_score(&self) {
        for line in self.moment.rules.score(&self.moment.state, self.moment.names) {
            self.moment.cites(line.clause, &line.text, || "a line of the score".into());
            self.plain(&line.text, || "a line of the score".into());
        }
    }
}
