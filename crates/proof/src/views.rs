//! Views leak nothing: a state in which everything that a viewer cannot know was dealt again looks the same to that viewer, gives
//! the same answers and the same texts. And what is retold of the past never saves players from having to remember it.

use crate::{
    Counts, Law,
    garbage::Pool,
    moment::{Moment, Spoken},
};
use kernel::{Consequence, Luck, Seat, Seeded, Table, Viewer};
use serde_json::Value;

/// Two states that this viewer cannot tell apart: the true one of the moment, and one imagined.
struct Twins<'a, R: Spoken> {
    moment: &'a Moment<'a, R>,
    viewer: Viewer,
    twin: R::State,
}

/// Checked for a viewer who remembers the game and for one who has just arrived.
pub(crate) fn nothing_leaks<R: Spoken>(
    moment: &Moment<R>,
    viewer: Viewer,
    memory: &R::Memory,
    pool: &Pool<R::Action>,
    luck: &mut Seeded,
    report: &mut Counts,
) {
    for memory in [&R::Memory::default(), memory] {
        let twin = moment.rules.imagine(&moment.state, viewer, memory, &mut luck.clone());
        let twins = Twins { moment, viewer, twin };
        report.redealt += usize::from(twin != moment.state);
        twins.imagined_from_what_is_known(memory, luck);
        twins.look_the_same(memory);
        twins.sound_the_same();
        if let Viewer::Seat(seat) = viewer {
            twins.ask_the_same(seat);
            twins.answer_the_same(seat, pool, luck);
        }
        for seat in moment.players() {
            twins.unfold_the_same(seat, luck, report);
        }
        luck.bits();
    }
}

impl<R: Spoken> Twins<'_, R> {
    fn require_same<T: PartialEq + std::fmt::Debug>(&self, what: &str, truth: &T, imagined: &T) {
        self.moment.require(truth == imagined, Law::Views, || {
            let viewer = self.viewer;
            format!("{what} tells {viewer:?} what is hidden:\n    {truth:?}\n  but would be, dealt otherwise,\n    {imagined:?}")
        });
    }

    /// An imagined state breaks no invariant, and does not depend on what the viewer cannot know.
    fn imagined_from_what_is_known(&self, memory: &R::Memory, luck: &Seeded) {
        let Twins { moment, viewer, twin } = self;
        if let Err(refusal) = moment.rules.check(twin) {
            moment.fail(Law::Imagined, &format!("{viewer:?} imagines a state that cannot be: {refusal}"));
        }
        // With the same luck it must not matter which of the two states the viewer imagines from.
        let mut other = luck.clone();
        other.bits();
        let here = moment.rules.imagine(&moment.state, *viewer, memory, &mut other.clone());
        let there = moment.rules.imagine(twin, *viewer, memory, &mut other);
        moment.require(here == there, Law::Imagined, || {
            format!("what {viewer:?} imagines depends on what is hidden:\n    {here:?}\n  but would be, dealt otherwise,\n    {there:?}")
        });
    }

    fn look_the_same(&self, memory: &R::Memory) {
        let Twins { moment, viewer, twin } = self;
        let (rules, state) = (moment.rules, &moment.state);
        self.require_same("the view", &moment.json(&rules.view(state, *viewer)), &moment.json(&rules.view(twin, *viewer)));
        self.require_same("whose turn it is", &rules.turn(state), &rules.turn(twin));
        self.require_same("the outcome", &rules.outcome(state), &rules.outcome(twin));
        let (mut seen, mut imagined) = (memory.clone(), memory.clone());
        rules.remember(&mut seen, state, *viewer);
        rules.remember(&mut imagined, twin, *viewer);
        self.require_same("the memory", &format!("{seen:?}"), &format!("{imagined:?}"));
    }

    fn sound_the_same(&self) {
        let Twins { moment, viewer, twin } = self;
        let (rules, state, names) = (moment.rules, &moment.state, moment.names);
        self.require_same("the prompt", &rules.prompt(state, *viewer, names), &rules.prompt(twin, *viewer, names));
        if rules.turn(state).is_over() {
            self.require_same("the score", &rules.score(state, names), &rules.score(twin, names));
        }
        self.require_same("the drawing", &rules.draw(state, *viewer, names), &rules.draw(twin, *viewer, names));
    }

    /// The viewer's own seat has the same choices with the same texts.
    fn ask_the_same(&self, seat: Seat) {
        let Twins { moment, twin, .. } = self;
        let (rules, state, names) = (moment.rules, &moment.state, moment.names);
        let list = moment.legal(state, seat);
        self.require_same("what is listed", &list, &moment.legal(twin, seat));
        let (mut bounds, mut imagined) = (Vec::new(), Vec::new());
        rules.bounds(state, seat, &mut bounds);
        rules.bounds(twin, seat, &mut imagined);
        self.require_same("what is open", &bounds, &imagined);
        self.require_same("what is barred", &rules.barred(state, seat), &rules.barred(twin, seat));
        self.require_same("what is asked", &rules.question(state, seat), &rules.question(twin, seat));
        let bargains = |state| rules.bargains(state, seat, moment.names);
        self.require_same("what can be dealt", &bargains(state), &bargains(twin));
        if rules.turn(state).concerned().contains(seat) {
            self.require_same("the fallback", &rules.fallback(state, seat), &rules.fallback(twin, seat));
        }
        for action in list {
            let label = |state: &R::State| rules.label(state, seat, &action, names);
            self.require_same("a label", &label(state), &label(twin));
            let effect = |state: &R::State| rules.effect(state, seat, &action, names);
            self.require_same("an effect", &effect(state), &effect(twin));
        }
    }

    /// What the viewer tries is refused with the same text, or done with the same consequence.
    fn answer_the_same(&self, seat: Seat, pool: &Pool<R::Action>, luck: &mut Seeded) {
        for action in pool.some(6, luck) {
            let truth = self.moment.attempt(&self.moment.state, seat, &action, luck.clone()).result;
            let imagined = self.moment.attempt(&self.twin, seat, &action, luck.clone()).result;
            self.require_same(&format!("the answer to {}", self.moment.name(seat, &action)), &truth, &imagined);
        }
    }

    /// An action that claims to reveal nothing hidden shows the viewer the same in both states.
    fn unfold_the_same(&self, seat: Seat, luck: &mut Seeded, report: &mut Counts) {
        let Twins { moment, viewer, twin } = self;
        let Some((action, counterpart)) = self.counterparts(seat, luck) else { return };
        let truth = moment.attempt(&moment.state, seat, &action, luck.clone());
        let imagined = moment.attempt(twin, seat, &counterpart, luck.clone());
        if (&truth.result, &imagined.result) != (&Ok(Consequence::Open), &Ok(Consequence::Open)) {
            return;
        }
        report.compared += 1;
        let seen = |events: &[R::Event]| -> Vec<_> {
            let seen = events.iter().filter_map(|event| moment.rules.seen(event, *viewer));
            seen.map(|event| (moment.json(&event), moment.rules.tell(&event, moment.names))).collect()
        };
        let what = |part: &str| format!("{part} after {}, which says it is Open,", moment.name(seat, &action));
        self.require_same(&what("what is seen"), &seen(&truth.events), &seen(&imagined.events));
        let view = |state: &R::State| moment.json(&moment.rules.view(state, *viewer));
        self.require_same(&what("the view"), &view(&truth.after), &view(&imagined.after));
    }

    /// The same action in both states. Where the states offer different ones (cards of a hidden hand), two of the same kind.
    fn counterparts(&self, seat: Seat, luck: &mut Seeded) -> Option<(R::Action, R::Action)> {
        let truth = self.moment.actions(&self.moment.state, seat);
        let imagined = self.moment.actions(&self.twin, seat);
        let action = *truth.get(luck.below(truth.len()))?;
        if imagined.contains(&action) {
            return Some((action, action));
        }
        let kind = self.moment.kind(&action);
        let only = |ours: &[R::Action], theirs: &[R::Action]| -> Vec<R::Action> {
            ours.iter().filter(|one| !theirs.contains(one) && self.moment.kind(one) == kind).copied().collect()
        };
        let (truth, imagined) = (only(&truth, &imagined), only(&imagined, &truth));
        let place = truth.iter().position(|one| *one == action)?;
        (truth.len() == imagined.len()).then(|| (action, imagined[place]))
    }
}

/// Old events, as retold, name nothing whose place the table hides from a viewer who has just arrived.
pub(crate) fn the_past_keeps_what_is_hidden<R: Spoken>(moment: &Moment<R>, table: &Table<R>, viewer: Viewer, luck: &mut Seeded) {
    if table.past_is_open() {
        return;
    }
    let rules = moment.rules;
    let twin = rules.imagine(&moment.state, viewer, &R::Memory::default(), luck);
    let position = |state: &R::State| moment.json(&rules.position(state));
    let mut hidden = Vec::new();
    displaced(&position(&moment.state), &position(&twin), &mut hidden);
    let news = table.news(viewer);
    for past in table.events_from(0, viewer).into_iter().filter(|past| past.entry < news) {
        let line = rules.tell(&past.event, moment.names);
        moment.cites(line.clause, &line.text, || format!("the log line of {:?}, recalled,", past.event));
        let told = format!("{} {}", line.text, moment.json(&past.event));
        if let Some(name) = hidden.iter().find(|name| names(&told, name)) {
            let entry = past.entry;
            moment.fail(
                Law::Views,
                &format!("what {viewer:?} is told again of entry {entry} names `{name}`, which is hidden: {told}"),
            );
        }
    }
}

/// Does the text name this, as a word of its own?
fn names(text: &str, name: &str) -> bool {
    let word = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let mut found = text.match_indices(name).map(|(at, _)| (&text[..at], &text[at + name.len()..]));
    found.any(|(before, after)| !word(before.chars().next_back()) && !word(after.chars().next()))
}

/// The names whose place differs between the two positions.
fn displaced(truth: &Value, imagined: &Value, out: &mut Vec<String>) {
    let scalar = |value: &Value| !value.is_array() && !value.is_object();
    match truth {
        Value::String(name) if truth != imagined => out.push(name.clone()),
        Value::Array(list) => {
            let other = imagined.as_array().map_or(&[][..], Vec::as_slice);
            for (index, item) in list.iter().enumerate() {
                // A list of names is a set: what matters is whether a name is in it.
                let counterpart = if scalar(item) { other.iter().find(|other| *other == item) } else { other.get(index) };
                displaced(item, counterpart.unwrap_or(&Value::Null), out);
            }
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, item)| displaced(item, imagined.get(key).unwrap_or(&Value::Null), out));
        }
        _ => {}
    }
}
