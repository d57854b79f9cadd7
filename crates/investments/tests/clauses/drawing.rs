//! What the tests of cards and tiles set up: a piece that comes to a tile, a card that is drawn there, and what it changed.

#![allow(dead_code)] // each test file uses its own part

pub use crate::common::*;
use investments::Business;
pub use proof::viewers;
use serde_json::{Value, json};

/// A table at which player A is about to roll: with 1 and 2 their piece, or the common one, comes to this tile.
#[track_caller]
pub fn before(tile: u8, settings: Value, position: Value) -> Table {
    with(settings, standing(tile, position))
}

/// The position with A's piece three tiles before this one.
pub fn standing(tile: u8, mut position: Value) -> Value {
    let players = position.as_object_mut().expect("a position").entry("players").or_insert(json!([]));
    let players = players.as_array_mut().expect("players");
    if players.is_empty() {
        players.push(json!({}));
    }
    players[0]["at"] = json!((tile + 97) % 100);
    position
}

/// The clause by which a position is refused.
#[track_caller]
pub fn impossible(settings: Value, position: Value) -> &'static str {
    match Table::try_at(options(settings), position.clone()) {
        Ok(_) => panic!("{position} should be refused"),
        Err(refusal) => refusal.clause,
    }
}

/// A card as luck draws it: `p21` is the 21st of its pile.
pub fn card(id: &str) -> u32 {
    id[1..].parse::<u32>().expect("the number of a card") - 1
}

/// A business by its id.
pub fn business(id: &str) -> Business {
    Business::read(id).expect("a business")
}

/// The tiles on which cards are drawn in these tests.
pub const PROFIT: u8 = 16;
pub const LOSS: u8 = 9;
pub const SHORTCUT: u8 = 12;
pub const GLOBAL: u8 = 48;
pub const TAX: u8 = 73;

/// Cards that are drawn, and what is read off a table then.
pub trait Drawing {
    /// Whoever is in turn rolls 1 and 2; `luck` is what comes after.
    #[track_caller]
    fn roll(&mut self, luck: &[u32]);
    /// The same, and draws this card.
    #[track_caller]
    fn draws(&mut self, id: &str, luck: &[u32]);
    /// The same with a Loss card that is followed; `luck` is what following it draws.
    #[track_caller]
    fn follows(&mut self, id: &str, luck: &[u32]);
    /// Everybody who is asked says this, and no luck is drawn.
    #[track_caller]
    fn all_say(&mut self, action: &str);
    /// By how much the cash of each differs from the start money.
    fn net(&self) -> Vec<i64>;
    /// The kept cards of a player.
    fn kept(&self, letter: char) -> Vec<String>;
    /// The hidden cards of a player.
    fn hidden(&self, letter: char) -> Vec<String>;
    /// The cards under a pile (`profit`, `loss`, `shortcut`, `global`).
    fn under(&self, pile: &str) -> Vec<String>;
    /// The last card under a pile.
    fn bottom(&self, pile: &str) -> String;
    /// The Global Economy card in force and its tokens; a hyphen if there is none.
    fn global(&self) -> (String, u64);
    /// What a position says of a player.
    fn written(&self, letter: char) -> Value;
}

fn texts(list: &Value) -> Vec<String> {
    let text = |one: &Value| one.as_str().or(one["card"].as_str()).expect("a card").to_owned();
    list.as_array().map(|list| list.iter().map(text).collect()).unwrap_or_default()
}

impl Drawing for Table {
    #[track_caller]
    fn roll(&mut self, luck: &[u32]) {
        self.play("roll", &[&[1, 2], luck].concat());
    }

    #[track_caller]
    fn draws(&mut self, id: &str, luck: &[u32]) {
        self.play("roll", &[&[1, 2, card(id)], luck].concat());
    }

    #[track_caller]
    fn follows(&mut self, id: &str, luck: &[u32]) {
        self.draws(id, &[]);
        self.play("follow", luck);
    }

    #[track_caller]
    fn all_say(&mut self, action: &str) {
        for letter in self.awaited().chars() {
            self.does(letter, action, &[]);
        }
    }

    fn net(&self) -> Vec<i64> {
        let players = self.seats().count();
        let start = i64::from(self.rules.pack.numbers.start_money[players.min(6) - 1].units());
        self.purses().iter().map(|cash| cash - start).collect()
    }

    fn kept(&self, letter: char) -> Vec<String> {
        texts(&self.written(letter)["kept"])
    }

    fn hidden(&self, letter: char) -> Vec<String> {
        texts(&self.written(letter)["hidden"])
    }

    fn under(&self, pile: &str) -> Vec<String> {
        texts(&self.position()["under"][pile])
    }

    fn bottom(&self, pile: &str) -> String {
        self.under(pile).pop().unwrap_or_default()
    }

    fn global(&self) -> (String, u64) {
        let global = self.position()["global"].clone();
        (global["card"].as_str().unwrap_or("-").to_owned(), global["tokens"].as_u64().unwrap_or(0))
    }

    fn written(&self, letter: char) -> Value {
        self.position()["players"][seat(letter).index()].clone()
    }
}
