//! What the tests of COMPETITOR$ set up, and what they read off a table.

#![allow(dead_code)] // each test file uses its own part

mod laid_out;
mod travel;

use competitors::{Competitors, CompetitorsRules, Contracts, Options, Place, Territories, Territory, Token};
use kernel::{OfferNumber, Refusal, Rules, Viewer};
pub use laid_out::{Setup, set, set_with};
pub use proof::{letter, seat};
use serde_json::Value;
pub use travel::{PASS, Travel};

/// A table whose luck the test decides: dice as they fall, cards by their index ([`c`]).
pub type Table = proof::TestTable<Competitors>;

/// Settings by their keys.
pub fn options(settings: Value) -> Options {
    proof::options::<Competitors>(settings)
}

/// The luck of drawing a contract card: `c(1)` is C001.
pub fn c(card: u32) -> u32 {
    card - 1
}

/// The luck of drawing a territory card, by its id.
pub fn t(id: &str) -> u32 {
    let card = proof::pack::<Competitors>().find_territory(id);
    card.unwrap_or_else(|| panic!("no territory {id}")).index() as u32
}

/// The luck of drawing a customs card: `u(4)` is U04.
pub fn u(card: u32) -> u32 {
    card - 1
}

/// A table as a set-up page asks for it.
pub fn asked(settings: Value) -> Result<CompetitorsRules, Refusal> {
    proof::asked::<Competitors>(settings)
}

/// Why a table with these settings cannot be.
#[track_caller]
pub fn refused_settings(settings: Value) -> Refusal {
    proof::refused_settings::<Competitors>(settings)
}

/// What is read off a table of COMPETITOR$, and how it is played.
pub trait CompetitorsTable {
    /// Somebody does this; `luck` is all that it draws.
    #[track_caller]
    fn lucky(&mut self, letter: char, action: &str, luck: &[u32]);
    /// Somebody does this, drawing no luck.
    #[track_caller]
    fn does(&mut self, letter: char, action: &str);
    /// May somebody do this, as listed?
    fn allows(&self, letter: char, action: &str) -> bool;
    /// Money in hand.
    fn money(&self, letter: char) -> i32;
    /// The money of all.
    fn purses(&self) -> Vec<i32>;
    /// Victory points.
    fn points(&self, letter: char) -> u16;
    /// Territory cards of hand, in the order of the file: `spain poland`.
    fn cards(&self, letter: char) -> String;
    /// Contract cards of hand: `C001 C002`.
    fn contracts(&self, letter: char) -> String;
    /// The cards that a player knows in other hands: territory cards, then contract cards.
    fn known(&self, letter: char) -> String;
    /// The branches of a player.
    fn branches(&self, letter: char) -> String;
    /// Where a token is: `land poland`, `port italy`, `sea 19:2`, `airport japan`, `air 20:3`, `aboard a-ship-1`, `supply`.
    fn place(&self, token: &str) -> String;
    /// The player whose turn it is.
    fn active(&self) -> char;
    /// The actions that are left in the turn.
    fn actions_left(&self) -> u8;
    /// Movement turns that count as used, and the limit, of the running Delivery.
    fn used(&self) -> Option<(u8, u8)>;
    /// The goods on a token: `C036 portugal poland`; a dash if there are none.
    fn load(&self, token: &str) -> String;
    /// The number of the offer that was made last among those that are open.
    fn number(&self) -> OfferNumber;
    /// How many offers are open.
    fn open_offers(&self) -> usize;
    /// The last event of a kind, as a player or (with a dash) somebody who watches sees it.
    fn heard(&self, letter: char, kind: &str) -> Value;
}

impl CompetitorsTable for Table {
    #[track_caller]
    fn lucky(&mut self, letter: char, action: &str, luck: &[u32]) {
        if let Err(refusal) = self.try_play(seat(letter), action, luck) {
            panic!("{letter} {action}: {refusal}");
        }
    }

    #[track_caller]
    fn does(&mut self, letter: char, action: &str) {
        self.lucky(letter, action, &[]);
    }

    fn allows(&self, letter: char, action: &str) -> bool {
        self.actions_of(seat(letter)).iter().any(|other| other == action)
    }

    fn money(&self, letter: char) -> i32 {
        self.state.player(seat(letter)).money.units()
    }

    fn purses(&self) -> Vec<i32> {
        self.seats().map(|seat| self.money(letter(seat))).collect()
    }

    fn points(&self, letter: char) -> u16 {
        self.state.player(seat(letter)).points
    }

    fn cards(&self, letter: char) -> String {
        territories(self, self.state.player(seat(letter)).territories)
    }

    fn contracts(&self, letter: char) -> String {
        contracts(self, self.state.player(seat(letter)).contracts)
    }

    fn known(&self, letter: char) -> String {
        let player = self.state.player(seat(letter));
        let known = [territories(self, player.known_territories), contracts(self, player.known_contracts)];
        known.join(" ").trim().to_owned()
    }

    fn branches(&self, letter: char) -> String {
        territories(self, self.state.player(seat(letter)).branches)
    }

    fn place(&self, token: &str) -> String {
        let token: Token = token.parse().expect("a token");
        let id = |territory: Territory| self.rules.pack[territory].id.as_str();
        match self.state.piece(token).place {
            Place::Supply => "supply".into(),
            Place::Land(at) => format!("land {}", id(at)),
            Place::Aboard(carrier) => format!("aboard {carrier}"),
            Place::Port(at) => format!("port {}", id(at)),
            Place::Sea(cell) => format!("sea {cell}"),
            Place::Airport(at) => format!("airport {}", id(at)),
            Place::Air(cell) => format!("air {cell}"),
            Place::Edge(arrow) => format!("edge {arrow:?}"),
            Place::Strait(strait) => format!("strait {strait:?}"),
        }
    }

    fn active(&self) -> char {
        letter(self.state.active)
    }

    fn actions_left(&self) -> u8 {
        self.state.turn.actions
    }

    fn used(&self) -> Option<(u8, u8)> {
        let delivery = self.state.journey?.delivery?;
        Some((delivery.used, delivery.limit))
    }

    fn load(&self, token: &str) -> String {
        let token: Token = token.parse().expect("a token");
        let pack = &self.rules.pack;
        let told =
            |load: competitors::Load| [pack[load.contract].id.as_str(), &pack[load.sender].id, &pack[load.receiver].id].join(" ");
        self.state.piece(token).load.map_or("-".into(), told)
    }

    #[track_caller]
    fn number(&self) -> OfferNumber {
        self.state.offers.iter().last().expect("an open offer").0
    }

    fn open_offers(&self) -> usize {
        self.state.offers.iter().count()
    }

    fn heard(&self, letter: char, kind: &str) -> Value {
        let viewer = if letter == '-' { Viewer::Watcher } else { Viewer::Seat(seat(letter)) };
        let heard = self.events.iter().filter_map(|event| self.rules.seen(event, viewer));
        let told = heard.map(|event| serde_json::to_value(event).expect("an event is JSON"));
        told.rev().find(|event| event["event"] == kind).unwrap_or_default()
    }
}

fn territories(table: &Table, set: Territories) -> String {
    set.map(|card| table.rules.pack[card].id.clone()).collect::<Vec<_>>().join(" ")
}

fn contracts(table: &Table, set: Contracts) -> String {
    set.map(|card| table.rules.pack[card].id.clone()).collect::<Vec<_>>().join(" ")
}
