//! What the tests of Expensive Investments set up, and what they read off a table.

#![allow(dead_code)] // each test file uses its own part

use investments::{Investments, InvestmentsRules, Options};
use kernel::{Refusal, Viewer};
pub use proof::{but, letter, seat};
use serde_json::{Value, json};

/// A table whose luck the test decides: dice as they fall, cards by their index ([`p`], [`l`], [`k`], [`g`]).
pub type Table = proof::TestTable<Investments>;

/// Settings by their keys.
pub fn options(settings: Value) -> Options {
    proof::options::<Investments>(settings)
}

/// A table as a set-up page asks for it.
pub fn asked(settings: Value) -> Result<InvestmentsRules, Refusal> {
    proof::asked::<Investments>(settings)
}

/// Why a table with these settings cannot be.
#[track_caller]
pub fn refused_settings(settings: Value) -> Refusal {
    proof::refused_settings::<Investments>(settings)
}

/// A new game with these settings.
#[track_caller]
pub fn start(settings: Value, luck: &[u32]) -> Table {
    Table::start(options(settings), luck)
}

/// So many players at this position; unless it says otherwise A is about to roll and everybody stands on Start with the start money.
#[track_caller]
pub fn table(players: u8, position: Value) -> Table {
    with(json!({ "players": players }), position)
}

/// The same with other settings.
#[track_caller]
pub fn with(settings: Value, position: Value) -> Table {
    Table::at(options(settings), position)
}

/// The luck of drawing a Profit card: `p(1)` is p01.
pub fn p(card: u32) -> u32 {
    card - 1
}

/// A Loss card.
pub fn l(card: u32) -> u32 {
    card - 1
}

/// A Shortcut card.
pub fn k(card: u32) -> u32 {
    card - 1
}

/// A Global Economy card.
pub fn g(card: u32) -> u32 {
    card - 1
}

/// What is read off a table of Expensive Investments.
pub trait InvestmentsTable {
    /// A player as everybody sees them.
    fn player(&self, letter: char) -> Value;
    /// Money in hand.
    fn cash(&self, letter: char) -> i64;
    /// The cash of all.
    fn purses(&self) -> Vec<i64>;
    /// The money of the bank.
    fn bank(&self) -> i64;
    /// The tile where a piece stands.
    fn at_tile(&self, letter: char) -> u64;
    /// The businesses of a player: `b01 b02`.
    fn owned(&self, letter: char) -> String;
    /// The owner of a business, by letter.
    fn owner(&self, business: &str) -> Option<char>;
    /// 0 to 3, or 4 for a monopoly.
    fn level(&self, business: &str) -> u64;
    /// The laps counted on the loan of a business.
    fn loan(&self, business: &str) -> Option<u64>;
    /// The step of the turn.
    fn step(&self) -> String;
    /// Whose slot it is.
    fn active(&self) -> char;
    /// What is topmost of what is pending; nothing if a dash.
    fn pending(&self) -> String;
    /// The table round.
    fn round(&self) -> u64;
    /// Slots still to be skipped in jail.
    fn jail(&self, letter: char) -> u64;
    /// The letters of those whom the game waits for.
    fn awaited(&self) -> String;
    /// The Shortcut cards of a player: `k01 k02`.
    fn hand(&self, letter: char) -> String;
    /// Somebody does this; `luck` is all that it draws.
    #[track_caller]
    fn does(&mut self, letter: char, action: &str, luck: &[u32]);
    /// Everybody who is asked answers in turn, drawing no luck.
    #[track_caller]
    fn answers(&mut self, answers: &[(char, &str)]);
    /// May somebody do this?
    fn allows(&self, letter: char, action: &str) -> bool;
}

impl InvestmentsTable for Table {
    fn player(&self, letter: char) -> Value {
        self.view()["players"][seat(letter).index()].clone()
    }

    fn cash(&self, letter: char) -> i64 {
        self.player(letter)["cash"].as_i64().expect("cash")
    }

    fn purses(&self) -> Vec<i64> {
        self.seats().map(|seat| self.cash(letter(seat))).collect()
    }

    fn bank(&self) -> i64 {
        self.view()["bank"]["cash"].as_i64().expect("the bank's cash")
    }

    fn at_tile(&self, letter: char) -> u64 {
        self.player(letter)["at"].as_u64().expect("a tile")
    }

    fn owned(&self, letter: char) -> String {
        words(&self.player(letter)["owned"])
    }

    fn owner(&self, business: &str) -> Option<char> {
        let owner = deed(self, business)["owner"].as_u64()?;
        Some((b'A' + owner as u8 - 1) as char)
    }

    fn level(&self, business: &str) -> u64 {
        deed(self, business)["level"].as_u64().expect("a level")
    }

    fn loan(&self, business: &str) -> Option<u64> {
        deed(self, business)["loan"].as_u64()
    }

    fn step(&self) -> String {
        self.view()["step"].as_str().expect("a step").to_owned()
    }

    fn active(&self) -> char {
        (b'A' + self.view()["active"].as_u64().expect("a seat") as u8 - 1) as char
    }

    fn pending(&self) -> String {
        self.view()["pending"][0]["what"].as_str().unwrap_or("-").to_owned()
    }

    fn round(&self) -> u64 {
        self.view()["round"].as_u64().expect("a round")
    }

    fn jail(&self, letter: char) -> u64 {
        self.player(letter)["jail"].as_u64().expect("slots")
    }

    fn awaited(&self) -> String {
        kernel::Rules::turn(&*self.rules, &self.state).awaited.map(letter).collect()
    }

    fn hand(&self, letter: char) -> String {
        let view = self.seen_by(Viewer::Seat(seat(letter)));
        let hand = view["players"][seat(letter).index()]["shortcuts"].as_array().cloned().unwrap_or_default();
        hand.iter().map(|card| card["card"].as_str().unwrap_or("?").to_owned()).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn does(&mut self, letter: char, action: &str, luck: &[u32]) {
        if let Err(refusal) = self.try_play(seat(letter), action, luck) {
            panic!("{letter} {action}: {refusal}");
        }
    }

    #[track_caller]
    fn answers(&mut self, answers: &[(char, &str)]) {
        for (letter, action) in answers {
            self.does(*letter, action, &[]);
        }
    }

    fn allows(&self, letter: char, action: &str) -> bool {
        self.actions_of(seat(letter)).iter().any(|other| other == action)
    }
}

fn deed(table: &Table, business: &str) -> Value {
    let number: usize = business.trim_start_matches('b').parse().expect("a business such as b07");
    table.view()["businesses"][number - 1].clone()
}

/// A list of JSON strings as one text.
pub fn words(list: &Value) -> String {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
}
