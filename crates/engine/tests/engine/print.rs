//! All texts for people have one apostrophe and one minus sign, in all games: checked in random play and in the texts beside
//! each game.

use engine::{AnyGame, AnyTable, Setup, secret_of};
use kernel::{Luck, Seats, Seeded, Viewer};
use proof::typed_mark;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// How many actions of each table are checked.
const ACTIONS: usize = 250;

/// How many texts of a game are heard at least.
const LEAST: usize = 2_000;

/// The texts that were checked, and those with typewriter characters.
#[derive(Default)]
struct Ear {
    heard: usize,
    slips: BTreeSet<String>,
}

impl Ear {
    fn hear(&mut self, text: &str) {
        self.heard += 1;
        self.slips.extend(typed_mark(text));
    }

    /// All texts of this JSON, whatever their keys.
    fn hear_all(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.hear(text),
            Value::Array(values) => values.iter().for_each(|value| self.hear_all(value)),
            Value::Object(fields) => fields.values().for_each(|value| self.hear_all(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    #[track_caller]
    fn found_nothing(&self, least: usize) {
        assert!(self.heard >= least, "only {} texts were heard", self.heard);
        let told: Vec<&str> = self.slips.iter().take(60).map(String::as_str).collect();
        assert!(told.is_empty(), "{} texts:\n{}", self.slips.len(), told.join("\n"));
    }
}

/// Prompts, choices and refused actions, for everybody who may act.
fn hear_moment(ear: &mut Ear, table: &dyn AnyTable) {
    let seats = Seats::first(table.players());
    for viewer in seats.map(Viewer::Seat).chain([Viewer::Watcher]) {
        ear.hear(&table.prompt(viewer, None).expect("a prompt").text);
    }
    let turn = table.turn();
    for seat in turn.awaited.or(turn.asked) {
        let choices = table.actions(seat);
        for choice in &choices.actions {
            [choice.text.as_str(), &choice.effect, choice.topic].iter().for_each(|text| ear.hear(text));
        }
        for barred in &choices.barred {
            [&barred.text, &barred.reason].iter().for_each(|text| ear.hear(text));
        }
        choices.question.iter().for_each(|question| ear.hear(question.words));
    }
}

/// Plays at random and sometimes tries what was possible earlier, which is mostly refused.
fn hear_table(ear: &mut Ear, game: &dyn AnyGame, options: Map<String, Value>, seed: u64) {
    let mut table = game.open(Setup { options, ..Setup::new(secret_of(seed)) }).expect("a table");
    let mut luck = Seeded::new(seed);
    let mut known: Vec<String> = Vec::new();
    for _ in 0..ACTIONS {
        let Some(seat) = table.turn().awaited.lowest() else { break };
        hear_moment(ear, table.as_ref());
        let choices = table.actions(seat).actions;
        let usual: Vec<&str> = choices.iter().filter(|choice| !choice.last_resort).map(|choice| choice.action.as_str()).collect();
        let Some(action) = (!usual.is_empty()).then(|| usual[luck.below(usual.len())].to_owned()) else { break };
        for _ in 0..3 {
            let Some(other) = (!known.is_empty()).then(|| known[luck.below(known.len())].clone()) else { break };
            for seat in Seats::first(table.players()) {
                if let Err(error) = table.preview(seat, &other) {
                    ear.hear(&error.message);
                }
            }
        }
        table.play(seat, &action, None).expect("a listed action");
        known.push(action);
    }
    for viewer in Seats::first(table.players()).map(Viewer::Seat).chain([Viewer::Watcher]) {
        table.events(0..=usize::MAX, viewer).iter().for_each(|told| ear.hear(&told.text));
    }
    table.score(None).expect("a score").iter().for_each(|line| ear.hear(&line.text));
    ear.hear(table.chart_caption());
}

/// The texts beside a game: its aim, rules, terms, settings and lesson.
fn read_texts(ear: &mut Ear, game: &dyn AnyGame) {
    let (about, primer) = (game.about(), game.primer());
    let texts = [about.title, about.line, primer.aim, primer.summary, primer.terms, about.rulebook];
    let mut fenced = false;
    for line in texts.iter().flat_map(|text| text.lines()) {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced {
            ear.hear(line);
        }
    }
    for preset in game.presets() {
        [preset.about, preset.audience].iter().for_each(|text| ear.hear(text));
    }
    ear.hear_all(&serde_json::to_value(game.settings()).expect("settings"));
    let lesson = game.lesson().expect("a lesson that can be read");
    for chapter in lesson.iter().flat_map(|lesson| &lesson.chapters) {
        ear.hear(&chapter.title);
        for step in &chapter.steps {
            let said = [&step.text, &step.hint].into_iter().chain(step.wrong.values()).chain(&step.tells);
            said.for_each(|text| ear.hear(text));
        }
    }
    lesson.iter().flat_map(|lesson| &lesson.learnt).for_each(|line| ear.hear(line));
}

fn is_printed(game: &str) {
    let tables = proof::Facts::of(game).printed;
    let game = engine::game(game).expect("a game of the house");
    let mut ear = Ear::default();
    read_texts(&mut ear, game);
    for (seed, options) in (1..).zip(tables) {
        hear_table(&mut ear, game, options, seed);
    }
    ear.found_nothing(LEAST);
}

engine::test_each_game!(is_printed);

/// The commands of the line protocol as `help` tells them.
#[test]
fn the_protocol_is_printed() {
    let mut ear = Ear::default();
    let mut desk = engine::Desk::new(engine::games());
    ear.hear_all(&crate::common::ask(&mut desk, json!({"do": "help"})));
    for command in engine::COMMANDS {
        ear.hear(command.about);
        command.fields.iter().for_each(|(_, about)| ear.hear(about));
    }
    ear.found_nothing(40);
}
