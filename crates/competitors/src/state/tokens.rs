//! Trucks, ships and aircraft: their names, where they can be, and where they can go.

use crate::content::places::{Arrow, Cell, Strait, Territory, Vehicle};
use kernel::Seat;
use std::{fmt, str::FromStr};

/// The most players of a table. (CMP-GEN-1)
pub const PLAYERS: usize = 5;

/// How many tokens a colour has: 5 trucks, 3 ships, 2 aircraft. (CMP-COMP-5)
pub const FLEET: usize = 10;

/// One truck, ship or aircraft of a player, on the map or in the supply. It is written `a-truck-2`: the player's letter, the kind,
/// and which of that kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(u8);

impl Token {
    /// How many there are.
    pub const COUNT: usize = PLAYERS * FLEET;

    /// The one with this index.
    #[inline]
    pub const fn new(index: usize) -> Option<Token> {
        if index < Token::COUNT { Some(Token(index as u8)) } else { None }
    }

    /// Its index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This player's token of a kind, counted from 1.
    pub const fn of(seat: Seat, vehicle: Vehicle, number: usize) -> Option<Token> {
        let (first, count) = Token::range(vehicle);
        if seat.index() < PLAYERS && number >= 1 && number <= count {
            Token::new(seat.index() * FLEET + first + number - 1)
        } else {
            None
        }
    }

    const fn range(vehicle: Vehicle) -> (usize, usize) {
        match vehicle {
            Vehicle::Truck => (0, 5),
            Vehicle::Ship => (5, 3),
            Vehicle::Aircraft => (8, 2),
        }
    }

    /// All tokens of a player, trucks first.
    #[inline]
    pub fn fleet(seat: Seat) -> impl Iterator<Item = Token> + Clone {
        let first = seat.index() * FLEET;
        (first..first + FLEET).filter_map(Token::new)
    }

    /// All tokens of a player of one kind.
    #[inline]
    pub fn kind(seat: Seat, vehicle: Vehicle) -> impl Iterator<Item = Token> + Clone {
        let (first, count) = Token::range(vehicle);
        let first = seat.index() * FLEET + first;
        (first..first + count).filter_map(Token::new)
    }

    /// All tokens of the box.
    pub fn all() -> impl Iterator<Item = Token> {
        (0..Token::COUNT).filter_map(Token::new)
    }

    /// Whose colour it has.
    #[inline]
    pub const fn owner(self) -> Seat {
        match Seat::new(self.0 as usize / FLEET) {
            Some(seat) => seat,
            None => Seat::FIRST,
        }
    }

    /// A truck, a ship or an aircraft.
    #[inline]
    pub const fn vehicle(self) -> Vehicle {
        match self.0 as usize % FLEET {
            0..5 => Vehicle::Truck,
            5..8 => Vehicle::Ship,
            _ => Vehicle::Aircraft,
        }
    }

    /// Which of its kind, counted from 1.
    pub const fn number(self) -> usize {
        let slot = self.0 as usize % FLEET;
        slot - Token::range(self.vehicle()).0 + 1
    }

    /// Is it a truck?
    #[inline]
    pub const fn is_truck(self) -> bool {
        matches!(self.vehicle(), Vehicle::Truck)
    }

    /// Can a truck be aboard it?
    #[inline]
    pub const fn is_carrier(self) -> bool {
        !self.is_truck()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.owner().letter().to_ascii_lowercase(), self.vehicle().id(), self.number())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Token, String> {
        let wrong =
            || format!("`{}` is not a token; write the player’s letter, the kind and which, such as `a-truck-2`", short(text));
        Token::all().find(|token| token.to_string() == text).ok_or_else(wrong)
    }
}

/// As much of a stranger's text as an answer repeats.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl serde::Serialize for Token {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Token {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Token, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

kernel::set! {
    /// A set of tokens.
    pub struct Tokens(u64) of Token, written as a list;
}

/// Where a token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// Not on the map: in its owner's supply. (CMP-SETUP-12)
    #[default]
    Supply,
    /// A truck in a territory.
    Land(Territory),
    /// A truck aboard a ship or an aircraft.
    Aboard(Token),
    /// A ship docked in a port.
    Port(Territory),
    /// A ship at sea.
    Sea(Cell),
    /// An aircraft at an airport.
    Airport(Territory),
    /// An aircraft in flight over a cell. (CMP-AIR-8)
    Air(Cell),
    /// An aircraft in flight at an arrow of the edge. (CMP-AIR-11)
    Edge(Arrow),
    /// A truck or a ship that customs hold on a strait; between two decisions of the step only. (CMP-STRAIT-2)
    Strait(Strait),
}

impl Place {
    /// The territory in whose land, port or airport this is.
    #[inline]
    pub const fn territory(self) -> Option<Territory> {
        match self {
            Place::Land(territory) | Place::Port(territory) | Place::Airport(territory) => Some(territory),
            _ => None,
        }
    }

    /// Is an aircraft there in flight?
    #[inline]
    pub const fn is_flight(self) -> bool {
        matches!(self, Place::Air(_) | Place::Edge(_))
    }
}

/// Where a step or a run of steps ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stop {
    /// A truck in a territory, a ship in its port, an aircraft at its airport.
    Territory(Territory),
    /// A ship at sea, an aircraft in flight.
    Cell(Cell),
    /// An aircraft at an arrow of this edge; it goes on from the other one. (CMP-AIR-10)
    Arrow(Arrow),
}
