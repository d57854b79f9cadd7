//! What ECONOMY's tests set up, and what they read off a table.

#![allow(dead_code)] // each test file uses its own part

use economy::{Economy, EconomyRules, Event, Options, Placement, Space, Starter};
use kernel::{Notation, Rules, Viewer};
#[allow(unused_imports)] // as above
pub use proof::{best, but, seat, viewers};
use serde_json::Value;

/// A table whose luck the test decides.
pub type Table = proof::TestTable<Economy>;

/// The settings of most examples: the reference layout, the first seat starts.
pub fn reference(players: u8) -> Options {
    Options { players, placement: Placement::Reference, starter: Starter::FirstSeat, ..Options::default() }
}

/// The rules of a table with the standard pack.
pub fn rules(options: Options) -> EconomyRules {
    proof::rules::<Economy>(&options)
}

/// What is read off a table of ECONOMY.
pub trait EconomyTable {
    /// The end spaces of the player in turn, sorted by name.
    fn ends(&self) -> Vec<String>;
    /// The properties of a player, in the order of the deck.
    fn properties(&self, letter: char) -> Vec<String>;
    /// The points of all players.
    fn points(&self) -> Vec<u16>;
    /// Where a player's piece is, as in a position: `c2`, `outside` or `outside a8`.
    fn piece(&self, letter: char) -> String;
    /// The spaces whose location lies face down.
    fn face_down(&self) -> Vec<String>;
    /// What a viewer is shown of the location on a space.
    fn location(&self, viewer: Viewer, space: &str) -> Value;
    /// What the last sector that paid gave each player.
    fn last_paid(&self) -> Option<(String, Vec<u16>)>;
    /// How often a sector paid.
    fn payments(&self) -> usize;
}

impl EconomyTable for Table {
    fn ends(&self) -> Vec<String> {
        self.listed("move ").iter().filter_map(|action| Some(action.strip_prefix("move ")?.to_owned())).collect()
    }

    fn properties(&self, letter: char) -> Vec<String> {
        self.rules.position(&self.state).properties[seat(letter).index()].clone()
    }

    fn points(&self) -> Vec<u16> {
        self.state.points[..self.rules.players()].to_vec()
    }

    fn piece(&self, letter: char) -> String {
        self.rules.position(&self.state).pieces[seat(letter).index()].clone()
    }

    fn face_down(&self) -> Vec<String> {
        self.state.face_down.map(|space: Space| space.to_string()).collect()
    }

    fn location(&self, viewer: Viewer, space: &str) -> Value {
        let view = self.seen_by(viewer);
        let locations = view["locations"].as_array().cloned().unwrap_or_default();
        locations.into_iter().find(|location| location["space"] == space).unwrap_or(Value::Null)
    }

    fn last_paid(&self) -> Option<(String, Vec<u16>)> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Paid { sector: Some(sector), points, .. } => Some((sector.clone(), points.clone())),
            _ => None,
        })
    }

    fn payments(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Paid { .. })).count()
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
