//! A table for tests: set it up, decide the luck, play in the game's notation.

#![allow(dead_code)] // each test file uses its own part

use businessmen::{Action, Businessmen, BusinessmenRules, Event, Options, Position, State};
use kernel::{Cards, Consequence, Game, Luck, Notation, Refusal, Rules, Scripted, Seat, Seeded, Silent, Viewer};
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

/// A seat by its letter.
pub fn seat(letter: char) -> Seat {
    Seat::new(letter as usize - 'A' as usize).expect("a seat from A")
}

/// The letter of a seat.
pub fn letter(seat: Seat) -> char {
    (b'A' + seat.index() as u8) as char
}

/// Settings by their keys; unless they say otherwise, four play and the first seat begins.
pub fn options(settings: Value) -> Options {
    let settings = but(json!({"players": 4, "first_player": "1"}), settings);
    serde_json::from_value(settings).expect("settings of the game")
}

/// So many players, all else by default.
pub fn players(players: u8) -> Options {
    options(json!({ "players": players }))
}

/// A table as a set-up page asks for it: the settings are checked one by one, then together.
pub fn asked(settings: Value) -> Result<BusinessmenRules, Refusal> {
    let chosen = settings.as_object().expect("settings by key");
    kernel::settings::check(&Businessmen::settings(), chosen)?;
    let options: Options = serde_json::from_value(settings).expect("checked settings can be read");
    let pack = Businessmen::pack(&Businessmen::files()).expect("the standard pack is sound");
    Businessmen::rules(&pack, &options)
}

/// Why a table with these settings cannot be.
#[track_caller]
pub fn refused_settings(settings: Value) -> Refusal {
    asked(settings).map(|_| ()).expect_err("settings that cannot be")
}

/// The rules of a table with the standard pack.
pub fn rules(options: &Options) -> BusinessmenRules {
    let pack = Businessmen::pack(&Businessmen::files()).expect("the standard pack is sound");
    Businessmen::rules(&pack, options).expect("settings that fit together")
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
#[derive(Clone)]
pub struct Table {
    pub rules: BusinessmenRules,
    pub state: State,
    /// What happened since the table was set up, as JSON.
    pub events: Vec<Value>,
    /// The luck of [`Table::calm`] and [`Table::until`].
    pub fate: Fate,
}

impl Table {
    /// A new game; `luck` is all that the set-up draws.
    pub fn start(options: &Options, luck: &[u32]) -> Table {
        let rules = rules(options);
        let mut events: Vec<Event> = Vec::new();
        let mut script = Scripted::new(luck);
        let state = rules.start(&mut script, &mut events);
        script.finish().expect("the luck of the set-up fits");
        rules.check(&state).expect("a sound start");
        Table { rules, state, events: events.iter().map(to_json).collect(), fate: Fate::default() }
    }

    /// A table at a position written as JSON; see `businessmen::Position`.
    #[track_caller]
    pub fn at(options: &Options, position: Value) -> Table {
        Table::try_at(options, position).unwrap_or_else(|refusal| panic!("a possible position: {refusal}"))
    }

    /// The same for positions that may be refused.
    #[track_caller]
    pub fn try_at(options: &Options, position: Value) -> Result<Table, Refusal> {
        let rules = rules(options);
        let position: Position = serde_json::from_value(position).expect("the shape of a position");
        let state = rules.place(&position)?;
        Ok(Table { rules, state, events: Vec::new(), fate: Fate::default() })
    }

    /// The player in turn does this; `luck` is all that it draws.
    #[track_caller]
    pub fn play(&mut self, action: &str, luck: &[u32]) -> Consequence {
        let seat = self.seat();
        self.try_play(seat, action, luck).unwrap_or_else(|refusal| panic!("{action}: {refusal}"))
    }

    /// The player in turn does all this, one after another, drawing no luck.
    #[track_caller]
    pub fn plays(&mut self, actions: &[&str]) {
        for action in actions {
            self.play(action, &[]);
        }
    }

    /// A player tries this; a refusal must leave the table untouched.
    #[track_caller]
    pub fn try_play(&mut self, seat: Seat, action: &str, luck: &[u32]) -> Result<Consequence, Refusal> {
        let mut script = Scripted::new(luck);
        let result = self.act(seat, action, &mut script);
        if result.is_ok() {
            script.finish().unwrap_or_else(|fault| panic!("{action}: {fault}"));
        }
        result
    }

    /// The player in turn does this with the luck of [`Table::fate`].
    #[track_caller]
    pub fn calm(&mut self, action: &str) {
        let mut fate = std::mem::take(&mut self.fate);
        let result = self.act(self.seat(), action, &mut fate);
        self.fate = fate;
        result.unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }

    #[track_caller]
    fn act(&mut self, seat: Seat, action: &str, luck: &mut impl Luck) -> Result<Consequence, Refusal> {
        let action = self.rules.read(action).unwrap_or_else(|message| panic!("{message}"));
        let before = self.state;
        let mut events: Vec<Event> = Vec::new();
        let result = self.rules.apply(&mut self.state, seat, &action, luck, &mut events);
        match &result {
            Ok(_) => {
                self.rules.check(&self.state).unwrap_or_else(|fault| panic!("a sound state after {action:?}: {fault}"));
                self.rules.check_step(&before, &self.state).unwrap_or_else(|fault| panic!("a sound step by {action:?}: {fault}"));
                self.events.extend(events.iter().map(to_json));
            }
            Err(_) => {
                assert_eq!(self.state, before, "a refusal changes nothing");
                assert!(events.is_empty(), "a refusal tells nothing");
            }
        }
        result
    }

    /// Everybody does the least (play, pass, done, the first set to keep) until this phase begins.
    #[track_caller]
    pub fn until(&mut self, phase: &str) {
        for _ in 0..1_000 {
            if self.phase() == phase {
                return;
            }
            let least = self.least();
            self.calm(&least);
        }
        panic!("{phase} never comes");
    }

    /// Everybody does the least until the announcements of the next round begin.
    #[track_caller]
    pub fn next_round(&mut self) {
        let round = self.round();
        for _ in 0..1_000 {
            if self.round() > round || self.turn().is_none() {
                return;
            }
            let least = self.least();
            self.calm(&least);
        }
        panic!("the next round never comes");
    }

    fn least(&self) -> String {
        let actions = self.actions();
        let least = |action: &&String| ["play", "pass", "done"].contains(&action.as_str());
        actions.iter().find(least).or(actions.first()).expect("something can be done").clone()
    }

    /// The clause by which the player in turn is refused this.
    #[track_caller]
    pub fn refused(&mut self, action: &str) -> &'static str {
        let seat = self.seat();
        self.try_play(seat, action, &[]).expect_err("this should be refused").clause
    }

    /// The clause by which somebody is refused this.
    #[track_caller]
    pub fn refused_to(&mut self, letter: char, action: &str) -> &'static str {
        self.try_play(seat(letter), action, &[]).expect_err("this should be refused").clause
    }

    /// What the player in turn may do, in notation.
    pub fn actions(&self) -> Vec<String> {
        let Some(seat) = self.rules.turn(&self.state).awaited.lowest() else { return Vec::new() };
        self.actions_of(seat)
    }

    /// What somebody may do, in notation.
    pub fn actions_of(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.rules.actions(&self.state, seat, &mut actions);
        actions.iter().map(|action| self.rules.write(action)).collect()
    }

    /// The same in alphabetical order.
    pub fn sorted(&self) -> Vec<String> {
        let mut actions = self.actions();
        actions.sort();
        actions
    }

    /// May the player in turn do this?
    pub fn may(&self, action: &str) -> bool {
        self.actions().iter().any(|other| other == action)
    }

    /// The seat of the player in turn.
    #[track_caller]
    pub fn seat(&self) -> Seat {
        self.rules.turn(&self.state).awaited.lowest().expect("somebody's turn")
    }

    /// The letter of the player in turn.
    pub fn turn(&self) -> Option<char> {
        self.rules.turn(&self.state).awaited.lowest().map(letter)
    }

    /// Phase and player in turn.
    pub fn now(&self) -> (String, char) {
        (self.phase(), self.turn().unwrap_or('-'))
    }

    /// The whole state as it is written down.
    pub fn position(&self) -> Value {
        serde_json::to_value(self.rules.position(&self.state)).expect("a position is JSON")
    }

    pub fn phase(&self) -> String {
        self.position()["phase"].as_str().expect("a phase").to_owned()
    }

    pub fn round(&self) -> u64 {
        self.position()["round"].as_u64().unwrap_or(1)
    }

    /// The lead seat, by letter.
    pub fn lead(&self) -> char {
        let number = self.position()["lead"].as_u64().unwrap_or(1);
        (b'A' + number as u8 - 1) as char
    }

    /// A player as a position has him.
    pub fn player(&self, letter: char) -> Value {
        self.position()["players"][seat(letter).index()].clone()
    }

    pub fn coins(&self, letter: char) -> u64 {
        self.player(letter)["coins"].as_u64().expect("a purse is written down")
    }

    pub fn points(&self, letter: char) -> u64 {
        self.player(letter)["points"].as_u64().unwrap_or(0)
    }

    /// The purses of all.
    pub fn purses(&self) -> Vec<u64> {
        self.seats().map(|seat| self.coins(letter(seat))).collect()
    }

    /// The victory points of all.
    pub fn scale(&self) -> Vec<u64> {
        self.seats().map(|seat| self.points(letter(seat))).collect()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::FIRST.clockwise(self.rules.players())
    }

    /// Main warehouse, Loader and Manager.
    pub fn levels(&self, letter: char) -> [u64; 3] {
        let player = self.player(letter);
        CHARACTERISTICS.map(|characteristic| player[characteristic].as_u64().unwrap_or(1))
    }

    pub fn level(&self, letter: char, characteristic: &str) -> u64 {
        self.player(letter)[characteristic].as_u64().unwrap_or(1)
    }

    /// What lies in a main warehouse: `Oil 3, Wood 4` as `oil 3, wood 4`, in the order of the goods.
    pub fn main(&self, letter: char) -> String {
        stock(&self.player(letter)["main"])
    }

    pub fn temporary(&self, letter: char) -> String {
        stock(&self.player(letter)["temporary"])
    }

    /// The characteristics with a warning marker.
    pub fn warnings(&self, letter: char) -> Vec<String> {
        names(&self.player(letter)["warnings"])
    }

    pub fn insured(&self, letter: char) -> Vec<String> {
        names(&self.player(letter)["insured"])
    }

    pub fn skips(&self, letter: char) -> bool {
        self.player(letter)["skips"].as_bool().unwrap_or(false)
    }

    /// The six piles.
    pub fn piles(&self) -> [u64; 6] {
        let view = self.view();
        std::array::from_fn(|good| view["goods"][good]["pile"].as_u64().expect("a pile"))
    }

    pub fn pile(&self, good: &str) -> u64 {
        self.piles()[index(good)]
    }

    /// What lies on the market.
    pub fn market(&self) -> String {
        let view = self.view();
        let market = |good: usize| view["goods"][good]["market"].as_u64().expect("a count");
        stock(&json!((0..6).map(|good| (GOODS[good].to_owned(), json!(market(good)))).collect::<Map<_, _>>()))
    }

    /// The positions of the six price markers.
    pub fn markers(&self) -> [u64; 6] {
        let view = self.view();
        std::array::from_fn(|good| view["goods"][good]["position"].as_u64().expect("a position"))
    }

    pub fn marker(&self, good: &str) -> u64 {
        self.markers()[index(good)]
    }

    /// The six prices.
    pub fn prices(&self) -> [u64; 6] {
        let view = self.view();
        std::array::from_fn(|good| view["goods"][good]["price"].as_u64().expect("a price"))
    }

    /// The goods under embargo.
    pub fn embargo(&self) -> Vec<String> {
        let mut goods = names(&self.position()["embargo"]);
        goods.sort_by_key(|good| index(good));
        goods
    }

    /// A car as `fish A4 B1`, or `empty`.
    pub fn car(&self, car: &str) -> String {
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

    /// All three cars.
    pub fn cars(&self) -> [String; 3] {
        CARS.map(|car| self.car(car))
    }

    /// What somebody who only watches sees, as JSON.
    pub fn view(&self) -> Value {
        self.seen_by(Viewer::Watcher)
    }

    pub fn seen_by(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.rules.view(&self.state, viewer)).expect("a view is JSON")
    }

    /// What happened of this kind.
    pub fn told(&self, kind: &str) -> Vec<Value> {
        self.events.iter().filter(|event| event["event"] == kind).cloned().collect()
    }

    /// The letters of those to whom this happened, in order.
    pub fn who(&self, kind: &str) -> String {
        self.told(kind).iter().map(who).collect()
    }

    /// What happened, as the names of its kinds.
    pub fn kinds(&self) -> Vec<String> {
        self.events.iter().map(|event| event["event"].as_str().expect("a kind").to_owned()).collect()
    }

    /// Forgets what happened so far.
    pub fn forget(&mut self) {
        self.events.clear();
    }

    /// Who won, by letter, and the clause; none while the game goes on.
    pub fn won(&self) -> Option<(String, &'static str)> {
        let outcome = self.rules.outcome(&self.state)?;
        Some((outcome.winners().map(letter).collect(), outcome.clause))
    }

    /// The places of all seats, once the game is over.
    pub fn places(&self) -> Vec<u8> {
        let outcome = self.rules.outcome(&self.state).expect("the game is over");
        self.seats().map(|seat| outcome.place(seat)).collect()
    }
}

/// Where a good stands in the order of the goods.
pub fn index(good: &str) -> usize {
    GOODS.iter().position(|other| *other == good).unwrap_or_else(|| panic!("{good} is no good"))
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

fn to_json(event: &Event) -> Value {
    serde_json::to_value(event).expect("an event is JSON")
}

/// A JSON object with some of its keys replaced.
#[track_caller]
pub fn but(mut position: Value, changes: Value) -> Value {
    let (Some(object), Value::Object(changes)) = (position.as_object_mut(), changes) else { panic!("two JSON objects") };
    object.extend(changes);
    position
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

/// A player who takes what looks best at once; `whim` is the luck it imagines and decides between equals.
pub fn greedy(rules: &BusinessmenRules, state: &State, seat: Seat, whim: &mut Seeded) -> Action {
    let mut actions = Vec::new();
    rules.actions(state, seat, &mut actions);
    let mut worth = |action: &Action| {
        let mut next = *state;
        rules.apply(&mut next, seat, action, whim, &mut Silent).expect("what is listed is legal");
        (rules.worth(&next, seat), whim.below(1_000))
    };
    let worths: Vec<_> = actions.iter().map(&mut worth).collect();
    let best = (0..actions.len()).max_by_key(|index| worths[*index]).expect("something can be done");
    actions[best]
}

/// All who can look at a table of this many players: every seat, and somebody who only watches.
pub fn viewers(players: usize) -> Vec<Viewer> {
    Seat::FIRST.clockwise(players).map(Viewer::Seat).chain([Viewer::Watcher]).collect()
}
