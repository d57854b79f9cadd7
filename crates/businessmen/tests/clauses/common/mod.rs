//! What Businessmen's tests set up, and what they read off a table.

#![allow(dead_code)] // each test file uses its own part

use businessmen::{Businessmen, BusinessmenRules, Options};
use kernel::{Cards, Luck, Refusal};
pub use proof::{best, but, letter, seat, viewers};
use serde_json::{Map, Value, json};
use std::collections::VecDeque;

/// The six goods in the order of the rulebook.
pub const GOODS: [&str; 6] = ["fish", "meat", "grain", "wood", "oil", "metal"];
/// The three cars in the order in which they are settled.
pub const CARS: [&str; 3] = ["yellow", "blue", "green"];
/// The three characteristics.
pub const CHARACTERISTICS: [&str; 3] = ["warehouse", "loader", "manager"];

/// Sectors of the event wheel: Main warehouse, nothing, Loader, Manager.
pub const WAREHOUSE: u32 = 1;
pub const NOTHING: u32 = 2;
pub const LOADER: u32 = 3;
pub const MANAGER: u32 = 5;

/// Settings by their keys; unless they say otherwise, four play, the first seat begins, and anybody may skip, so that a round begins
/// with a decision.
pub fn options(settings: Value) -> Options {
    standard(but(json!({"skip_limit": "none"}), settings))
}

/// The same with the skip limit of the rulebook.
pub fn standard(settings: Value) -> Options {
    proof::options::<Businessmen>(but(json!({"players": 4, "first_player": 1}), settings))
}

/// So many players, all else as in [`options`].
pub fn players(players: u8) -> Options {
    options(json!({ "players": players }))
}

/// A table as a set-up page asks for it.
pub fn asked(settings: Value) -> Result<BusinessmenRules, Refusal> {
    proof::asked::<Businessmen>(settings)
}

/// Why a table with these settings cannot be.
#[track_caller]
pub fn refused_settings(settings: Value) -> Refusal {
    proof::refused_settings::<Businessmen>(settings)
}

/// The rules of a table with the standard pack.
pub fn rules(options: &Options) -> BusinessmenRules {
    proof::rules::<Businessmen>(options)
}

/// Luck that the test decides as far as it cares; else no price moves and nobody is hit.
#[derive(Clone, Default)]
pub struct Fate {
    /// Goods cards to come, by number: 24 is G24.
    pub goods: VecDeque<u8>,
    /// Export cards to come, by number.
    pub exports: VecDeque<u8>,
    /// Sectors of the price wheel to come.
    pub wheel: VecDeque<u32>,
    /// Sectors of the event wheel to come.
    pub events: VecDeque<u32>,
    /// Was the last card that was turned a goods card?
    export_next: bool,
}

impl Luck for Fate {
    fn between(&mut self, low: u32, high: u32) -> u32 {
        match (low, high) {
            // W02: an embargo on Metal and Wood.
            (1, 12) => self.wheel.pop_front().unwrap_or(2),
            (1, 8) => self.events.pop_front().unwrap_or(NOTHING),
            _ => low,
        }
    }

    fn among(&mut self, cards: Cards) -> Option<u8> {
        let queue = if self.export_next { &mut self.exports } else { &mut self.goods };
        self.export_next = !self.export_next;
        match queue.pop_front() {
            Some(number) => {
                assert!(cards.contains(number - 1), "card {number} is in the deck");
                Some(number - 1)
            }
            None => cards.at_rank(0),
        }
    }
}

/// A table whose luck the test decides.
pub type Table = proof::TestTable<Businessmen, Fate>;

/// What is read off a table of Businessmen, and how a round goes on when nobody does much.
pub trait BusinessmenTable {
    /// Everybody does the least (play, pass, done, the first set to keep) until this phase begins.
    #[track_caller]
    fn until(&mut self, phase: &str);
    /// Everybody does the least until the announcements of the next round begin.
    #[track_caller]
    fn next_round(&mut self);
    /// Phase and player in turn.
    fn now(&self) -> (String, char);
    fn phase(&self) -> String;
    fn round(&self) -> u64;
    /// The lead seat, by letter.
    fn lead(&self) -> char;
    /// A player as a position has him.
    fn player(&self, letter: char) -> Value;
    fn coins(&self, letter: char) -> u64;
    fn points(&self, letter: char) -> u64;
    /// The purses of all.
    fn purses(&self) -> Vec<u64>;
    /// The victory points of all.
    fn scale(&self) -> Vec<u64>;
    /// Main warehouse, Loader and Manager.
    fn levels(&self, letter: char) -> [u64; 3];
    fn level(&self, letter: char, characteristic: &str) -> u64;
    /// What lies in a main warehouse: `Oil 3, Wood 4` as `oil 3, wood 4`, in the order of the goods.
    fn main(&self, letter: char) -> String;
    fn temporary(&self, letter: char) -> String;
    /// The characteristics with a warning marker.
    fn warnings(&self, letter: char) -> Vec<String>;
    fn insured(&self, letter: char) -> Vec<String>;
    fn skips(&self, letter: char) -> bool;
    /// The six piles.
    fn piles(&self) -> [u64; 6];
    fn pile(&self, good: &str) -> u64;
    /// What lies on the market.
    fn market(&self) -> String;
    /// The positions of the six price markers.
    fn markers(&self) -> [u64; 6];
    fn marker(&self, good: &str) -> u64;
    /// The six prices.
    fn prices(&self) -> [u64; 6];
    /// The goods under embargo.
    fn embargo(&self) -> Vec<String>;
    /// A car as `fish A4 B1`, or `empty`.
    fn car(&self, car: &str) -> String;
    /// All three cars.
    fn cars(&self) -> [String; 3];
    /// The letters of those to whom this happened, in order.
    fn who(&self, kind: &str) -> String;
}

impl BusinessmenTable for Table {
    #[track_caller]
    fn until(&mut self, phase: &str) {
        for _ in 0..1_000 {
            if self.phase() == phase {
                return;
            }
            let least = least(self);
            self.calm(&least);
        }
        panic!("{phase} never comes");
    }

    #[track_caller]
    fn next_round(&mut self) {
        let round = self.round();
        for _ in 0..1_000 {
            if self.round() > round || self.turn().is_none() {
                return;
            }
            let least = least(self);
            self.calm(&least);
        }
        panic!("the next round never comes");
    }

    fn now(&self) -> (String, char) {
        (self.phase(), self.turn().unwrap_or('-'))
    }

    fn phase(&self) -> String {
        self.position()["phase"].as_str().expect("a phase").to_owned()
    }

    fn round(&self) -> u64 {
        self.position()["round"].as_u64().unwrap_or(1)
    }

    fn lead(&self) -> char {
        let number = self.position()["lead"].as_u64().unwrap_or(1);
        (b'A' + number as u8 - 1) as char
    }

    fn player(&self, letter: char) -> Value {
        self.position()["players"][seat(letter).index()].clone()
    }

    fn coins(&self, letter: char) -> u64 {
        self.player(letter)["coins"].as_u64().expect("a purse is written down")
    }

    fn points(&self, letter: char) -> u64 {
        self.player(letter)["points"].as_u64().unwrap_or(0)
    }

    fn purses(&self) -> Vec<u64> {
        self.seats().map(|seat| self.coins(letter(seat))).collect()
    }

    fn scale(&self) -> Vec<u64> {
        self.seats().map(|seat| self.points(letter(seat))).collect()
    }

    fn levels(&self, letter: char) -> [u64; 3] {
        let player = self.player(letter);
        CHARACTERISTICS.map(|characteristic| player[characteristic].as_u64().unwrap_or(1))
    }

    fn level(&self, letter: char, characteristic: &str) -> u64 {
        self.player(letter)[characteristic].as_u64().unwrap_or(1)
    }

    fn main(&self, letter: char) -> String {
        stock(&self.player(letter)["main"])
    }

    fn temporary(&self, letter: char) -> String {
        stock(&self.player(letter)["temporary"])
    }

    fn warnings(&self, letter: char) -> Vec<String> {
        names(&self.player(letter)["warnings"])
    }

    fn insured(&self, letter: char) -> Vec<String> {
        names(&self.player(letter)["insured"])
    }

    fn skips(&self, letter: char) -> bool {
        self.player(letter)["skips"].as_bool().unwrap_or(false)
    }

    fn piles(&self) -> [u64; 6] {
        let view = self.view();
        std::array::from_fn(|good| view["goods"][good]["pile"].as_u64().expect("a pile"))
    }

    fn pile(&self, good: &str) -> u64 {
        self.piles()[index(good)]
    }

    fn market(&self) -> String {
        let view = self.view();
        let market = |good: usize| view["goods"][good]["market"].as_u64().expect("a count");
        stock(&json!((0..6).map(|good| (GOODS[good].to_owned(), json!(market(good)))).collect::<Map<_, _>>()))
    }

    fn markers(&self) -> [u64; 6] {
        let view = self.view();
        std::array::from_fn(|good| view["goods"][good]["position"].as_u64().expect("a position"))
    }

    fn marker(&self, good: &str) -> u64 {
        self.markers()[index(good)]
    }

    fn prices(&self) -> [u64; 6] {
        let view = self.view();
        std::array::from_fn(|good| view["goods"][good]["price"].as_u64().expect("a price"))
    }

    fn embargo(&self) -> Vec<String> {
        let mut goods = names(&self.position()["embargo"]);
        goods.sort_by_key(|good| index(good));
        goods
    }

    fn car(&self, car: &str) -> String {
        let view = self.view();
        let at = CARS.iter().position(|other| *other == car).expect("a car");
        let car = &view["cars"][at];
        match car["good"].as_str() {
            None => {
                assert!(units(car).iter().all(|units| *units == 0), "an empty car holds nothing");
                "empty".into()
            }
            Some(good) => {
                let units = units(car).into_iter().enumerate().filter(|(_, units)| *units > 0);
                let owners: Vec<String> =
                    units.map(|(player, units)| format!("{}{units}", (b'A' + player as u8) as char)).collect();
                format!("{} {}", good.to_lowercase(), owners.join(" "))
            }
        }
    }

    fn cars(&self) -> [String; 3] {
        CARS.map(|car| self.car(car))
    }

    fn who(&self, kind: &str) -> String {
        self.told(kind).iter().map(who).collect()
    }
}

/// The least that the player in turn can do.
fn least(table: &Table) -> String {
    let actions = table.actions();
    let least = |action: &&String| ["play", "pass", "done"].contains(&action.as_str());
    actions.iter().find(least).or(actions.first()).expect("something can be done").clone()
}

/// Where a good stands in the order of the goods.
pub fn index(good: &str) -> usize {
    GOODS.iter().position(|other| *other == good).unwrap_or_else(|| panic!("{good} is not a good"))
}

/// The letter of the player an event is about.
pub fn who(event: &Value) -> char {
    (b'A' + event["seat"].as_u64().expect("a seat") as u8 - 1) as char
}

fn units(car: &Value) -> Vec<u64> {
    car["units"].as_array().map(|units| units.iter().filter_map(Value::as_u64).collect()).unwrap_or_default()
}

fn names(value: &Value) -> Vec<String> {
    let names = value.as_array().map(Vec::as_slice).unwrap_or_default();
    names.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect()
}

/// A stock as `oil 3, wood 4` in the order of the goods; `-` if there is nothing.
fn stock(value: &Value) -> String {
    let units = |good: &str| value[good].as_u64().filter(|units| *units > 0);
    let stock: Vec<String> = GOODS.iter().filter_map(|good| Some(format!("{good} {}", units(good)?))).collect();
    if stock.is_empty() { "-".into() } else { stock.join(", ") }
}

/// A player of a hand-written position: a purse, and what differs from a new player.
pub fn player(coins: u32, changes: Value) -> Value {
    but(json!({ "coins": coins }), changes)
}

/// A hand-written position of the second round, seat A in the lead; G24 and E10 (Grain, Wood, Oil) are open.
pub fn position(phase: &str, turn: char, players: &[Value]) -> Value {
    json!({
        "round": 2,
        "lead": 1,
        "phase": phase,
        "turn": seat(turn).number(),
        "players": players,
        "goods_card": "G24",
        "export_card": "E10",
    })
}

/// The end of loading: A leads and B may still load a unit of Meat; when B passes the price wheel is spun. A has 50 coins
/// and so is asked what to improve once Phase 3 is over.
pub fn before_the_wheel(changes: Value) -> Value {
    let players = [player(50, json!({})), player(0, json!({"main": {"meat": 1}}))];
    but(position("loading", 'B', &players), changes)
}
