//! A table for tests: set it up, decide the luck, play in the game's notation.

#![allow(dead_code)] // each test file uses its own part

use economy::{Action, Economy, EconomyRules, Event, Options, Placement, Position, Space, Starter, State};
use kernel::{Consequence, Game, Luck, Notation, Refusal, Rules, Scripted, Seat, Seeded, Silent, Viewer};
use serde_json::Value;

/// A seat by its letter in the rulebook's examples.
pub fn seat(letter: char) -> Seat {
    Seat::new(letter as usize - 'A' as usize).expect("a seat from A")
}

/// The settings of most examples: the reference layout, the first seat starts.
pub fn reference(players: u8) -> Options {
    Options { players, placement: Placement::Reference, starter: Starter::FirstSeat, ..Options::default() }
}

/// The rules of a table with the standard pack.
pub fn rules(options: Options) -> EconomyRules {
    let pack = Economy::pack(&Economy::files()).expect("the standard pack is sound");
    Economy::rules(&pack, &options).expect("settings that fit together")
}

/// A table whose luck the test decides.
#[derive(Clone)]
pub struct Table {
    pub rules: EconomyRules,
    pub state: State,
    /// What happened since the table was set up.
    pub events: Vec<Event>,
}

impl Table {
    /// A new game; `luck` is all that the set-up draws, the first roll included.
    pub fn start(options: Options, luck: &[u32]) -> Table {
        let rules = rules(options);
        let mut events = Vec::new();
        let mut script = Scripted::new(luck);
        let state = rules.start(&mut script, &mut events);
        script.finish().expect("the luck of the set-up fits");
        rules.check(&state).expect("a sound start");
        Table { rules, state, events }
    }

    /// A table at a position written as JSON; see `economy::Position`.
    pub fn at(options: Options, position: Value) -> Table {
        Table::try_at(options, position).expect("a possible position")
    }

    /// The same for positions that may be refused.
    pub fn try_at(options: Options, position: Value) -> Result<Table, Refusal> {
        let rules = rules(options);
        let position: Position = serde_json::from_value(position).expect("the shape of a position");
        let state = rules.place(&position)?;
        Ok(Table { rules, state, events: Vec::new() })
    }

    /// The player in turn does this; `luck` is all that it draws (mostly the next player's die).
    #[track_caller]
    pub fn play(&mut self, action: &str, luck: &[u32]) -> Consequence {
        let seat = self.state.seat;
        self.try_play(seat, action, luck).unwrap_or_else(|refusal| panic!("{action}: {refusal}"))
    }

    /// A player tries this; a refusal must leave the table untouched.
    #[track_caller]
    pub fn try_play(&mut self, seat: Seat, action: &str, luck: &[u32]) -> Result<Consequence, Refusal> {
        let action = self.rules.read(action).unwrap_or_else(|message| panic!("{message}"));
        let before = self.state;
        let mut script = Scripted::new(luck);
        let result = self.rules.apply(&mut self.state, seat, &action, &mut script, &mut self.events);
        match &result {
            Ok(_) => {
                script.finish().unwrap_or_else(|fault| panic!("{fault}"));
                self.rules.check(&self.state).expect("a sound state");
                self.rules.check_step(&before, &self.state).expect("a sound step");
            }
            Err(_) => assert_eq!(self.state, before, "a refusal changes nothing"),
        }
        result
    }

    /// The clause by which the player in turn is refused this.
    #[track_caller]
    pub fn refused(&mut self, action: &str) -> &'static str {
        let seat = self.state.seat;
        self.try_play(seat, action, &[]).expect_err("this should be refused").clause
    }

    /// What the player in turn may do, in notation.
    pub fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.rules.actions(&self.state, self.state.seat, &mut actions);
        actions.iter().map(|action| self.rules.write(action)).collect()
    }

    /// The end spaces of the player in turn, sorted by name.
    pub fn ends(&self) -> Vec<String> {
        let mut ends: Vec<String> =
            self.actions().iter().filter_map(|action| Some(action.strip_prefix("move ")?.to_owned())).collect();
        ends.sort();
        ends
    }

    /// The properties of a player, in the order of the deck.
    pub fn properties(&self, letter: char) -> Vec<String> {
        self.rules.position(&self.state).properties[seat(letter).index()].clone()
    }

    /// The points of all players.
    pub fn points(&self) -> Vec<u16> {
        self.state.points[..self.rules.players()].to_vec()
    }

    /// Where a player's piece is, as in a position: `c2`, `outside` or `outside a8`.
    pub fn piece(&self, letter: char) -> String {
        self.rules.position(&self.state).pieces[seat(letter).index()].clone()
    }

    /// The spaces whose location lies face down.
    pub fn face_down(&self) -> Vec<String> {
        self.state.face_down.map(|space: Space| space.to_string()).collect()
    }

    /// What a viewer sees, as JSON.
    pub fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.rules.view(&self.state, viewer)).expect("a view is JSON")
    }
}

/// Who owns what in the rulebook's run of part 2: for each sector the owners of the invention, the factory and the two shops.
pub const OWNERS: [(&str, &str); 9] = [
    ("MOT", "ABBC"),
    ("TEX", "ABBC"),
    ("FOO", "CCCC"),
    ("MED", "AAAA"),
    ("COM", "BBBB"),
    ("PHO", "CCCC"),
    ("FUR", "ABCC"),
    ("TOY", "BCAA"),
    ("COS", "CABB"),
];

/// The properties of each player as a position has them, from a list like [`OWNERS`]; `-` is nobody.
pub fn owned_by(owners: &[(&str, &str)]) -> Value {
    let mut properties = vec![Vec::new(); 6];
    for (sector, letters) in owners {
        for (letter, kind) in letters.chars().zip(["3", "2", "1a", "1b"]).filter(|(letter, _)| *letter != '-') {
            properties[seat(letter).index()].push(format!("{sector}-{kind}"));
        }
    }
    while properties.last().is_some_and(Vec::is_empty) {
        properties.pop();
    }
    properties.into()
}

/// [`OWNERS`] with other owners for some sectors.
pub fn owners_but(changes: &[(&str, &str)]) -> Value {
    let changed = OWNERS.map(|(sector, letters)| {
        let letters = changes.iter().find(|(other, _)| *other == sector).map_or(letters, |(_, letters)| letters);
        (sector, letters)
    });
    owned_by(&changed)
}

/// The rulebook's run of part 2 as it begins: three players, A has rolled a 3, c2 (PHO-3, C's) lies face down.
pub fn part_two() -> Value {
    serde_json::json!({
        "turn": 1,
        "die": 3,
        "face_down": ["c2"],
        "pieces": ["d3", "e6", "c5"],
        "properties": owned_by(&OWNERS),
    })
}

/// A position with some of its keys replaced.
pub fn but(mut position: Value, changes: Value) -> Value {
    if let (Some(position), Value::Object(changes)) = (position.as_object_mut(), changes) {
        position.extend(changes);
    }
    position
}

/// All who can look at a table of this many players: every seat, and somebody who only watches.
pub fn viewers(players: usize) -> Vec<Viewer> {
    Seat::FIRST.clockwise(players).map(Viewer::Seat).chain([Viewer::Watcher]).collect()
}

impl Table {
    /// What happened since the `from`-th event, as the names of its kinds.
    pub fn kinds(&self, from: usize) -> Vec<String> {
        let kind = |event: &Event| serde_json::to_value(event).expect("an event is JSON")["event"].as_str().map(str::to_owned);
        self.events[from..].iter().filter_map(kind).collect()
    }

    /// What the last sector that paid gave each player.
    pub fn last_paid(&self) -> Option<(String, Vec<u16>)> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Paid { sector, points } => Some((sector.clone(), points.clone())),
            _ => None,
        })
    }

    /// How often a sector paid.
    pub fn payments(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Paid { .. })).count()
    }

    /// Who won, by letter, and the clause; none while the game goes on.
    pub fn won(&self) -> Option<(String, &'static str)> {
        let outcome = self.rules.outcome(&self.state)?;
        Some((outcome.winners().map(|seat| (b'A' + seat.index() as u8) as char).collect(), outcome.clause))
    }

    /// The letter of the player in turn.
    pub fn turn(&self) -> Option<char> {
        self.rules.turn(&self.state).awaited.lowest().map(|seat| (b'A' + seat.index() as u8) as char)
    }

    /// What a viewer is shown of the location on a space.
    pub fn location(&self, viewer: Viewer, space: &str) -> Value {
        let view = self.view(viewer);
        let locations = view["locations"].as_array().cloned().unwrap_or_default();
        locations.into_iter().find(|location| location["space"] == space).unwrap_or(Value::Null)
    }
}

/// A player who takes what looks best at once; `whim` is the luck it imagines and decides between equals.
pub fn greedy(rules: &EconomyRules, state: &State, seat: Seat, whim: &mut Seeded) -> Action {
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
