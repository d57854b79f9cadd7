//! Positions that a person can write by hand.

use kernel::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A whole table, written with the rulebook's names. Only the die and whose turn it is must be given; the rest has a
/// natural default.
///
/// ```
/// use kernel::{Game, Notation, Rules, Seat};
/// let pack = economy::Economy::pack(&economy::Economy::files()).unwrap();
/// let options = economy::Options { players: 3, ..Default::default() };
/// let rules = economy::Economy::rules(&pack, &options).unwrap();
/// // All pieces outside, the reference layout, no property taken yet.
/// let position = economy::Position { turn: Some(Seat::FIRST), die: Some(1), ..Default::default() };
/// let state = rules.restore(&position).unwrap();
/// assert_eq!(state.reach.map(|space| space.to_string()).collect::<Vec<_>>(), ["a1", "h1", "a8", "h8"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The number rolled; none while locations are being placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// Which location lies on which space; if left out, the reference layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locations: Option<BTreeMap<String, String>>,
    /// The spaces whose location lies face down.
    pub face_down: Vec<String>,
    /// Where each piece is: a space, `outside`, or `outside a8` at a corner.
    pub pieces: Vec<String>,
    /// The properties of each player.
    pub properties: Vec<Vec<String>>,
    /// The points of each player.
    pub points: Vec<u16>,
    /// The locations in each player's hand.
    pub hands: Vec<Vec<String>>,
    /// The card that the player in turn has picked to place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picked: Option<String>,
    /// The space where the player in turn lands on another piece and must choose a corner for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landing: Option<String>,
    /// Turns taken in part 1 and in part 2, for statistics.
    pub turns: [u16; 2],
    /// Landings that paid, for statistics.
    pub payments: u16,
    /// Pieces thrown off, for statistics.
    pub hits: u16,
}
