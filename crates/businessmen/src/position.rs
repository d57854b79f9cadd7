//! Positions that a person can write by hand.

use crate::{
    goods::{Car, Characteristic},
    state::{Books, Phase},
    view::{Earned, Lost},
};
use kernel::{Money, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Units by the name of the good, in lower case.
pub(crate) type Stock = BTreeMap<String, u8>;

/// A whole table, written with the rulebook's names. Everything but the phase has a natural default.
///
/// ```
/// use businessmen::{Businessmen, Options, Phase, Position};
/// use kernel::{Game, Notation, Rules};
/// let pack = Businessmen::pack(&Businessmen::files()).unwrap();
/// let rules = Businessmen::rules(&pack, &Options { skip_limit: None, ..Options::default() }).unwrap();
/// // Seat 1 leads the first round and is asked whether it skips.
/// let state = rules.restore(&Position::default()).unwrap();
/// assert_eq!(rules.view(&state, kernel::Viewer::Watcher).phase, Phase::Announcing);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// Which round, from 1.
    pub round: u16,
    /// The lead seat.
    pub lead: Seat,
    /// What is asked.
    pub phase: Phase,
    /// Whose turn it is; if left out, the player who begins the phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The players by seat; those left out are as at the start.
    pub players: Vec<PlayerPosition>,
    /// The piles; if left out, all tiles that are nowhere else.
    pub piles: Stock,
    /// What is for sale.
    pub market: Stock,
    /// Positions of the price markers; those left out are at the start.
    pub prices: Stock,
    /// What is in the cars; those left out are empty.
    pub cars: BTreeMap<Car, CarPosition>,
    /// The open goods card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goods_card: Option<String>,
    /// The open export card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export_card: Option<String>,
    /// Goods cards on the discard pile; the deck is all the rest.
    pub goods_discard: Vec<String>,
    /// Export cards on the discard pile; the deck is all the rest.
    pub export_discard: Vec<String>,
    /// The goods under embargo in this round.
    pub embargo: Vec<String>,
    /// What the Bank holds, where it is finite; if left out, all that is not in the purses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<Money>,
    /// Who passed first in Phase 1, with `loading_start = first_to_pass`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_passed: Option<Seat>,
    /// How many have passed one after another in loading, with `load_pass = turn`.
    pub passes: u8,
    /// The sector that the price wheel showed last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wheel: Option<String>,
    /// The last spin of the event wheel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spin: Option<SpinPosition>,
    /// What happened so far, for statistics.
    pub books: Books,
}

/// A player of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerPosition {
    /// The purse; if left out, what a player starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coins: Option<Money>,
    /// The victory points.
    pub points: u16,
    /// In what order the player reached the victory target, from 1, with `tie_break = first`; those without a number reached it
    /// with the same payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u8>,
    /// The level of the Main warehouse.
    pub warehouse: u8,
    /// The level of the Loader.
    pub loader: u8,
    /// The level of the Manager.
    pub manager: u8,
    /// The main warehouse.
    pub main: Stock,
    /// The temporary warehouse.
    pub temporary: Stock,
    /// What has a warning marker.
    pub warnings: Vec<Characteristic>,
    /// What is insured.
    pub insured: Vec<Characteristic>,
    /// Does this player skip the round?
    pub skips: bool,
    /// Is a grant due to this player at the beginning of the next round? For a player who skips it is due anyway.
    pub grant: bool,
    /// Has this player passed in this phase?
    pub passed: bool,
    /// What was bought in this round.
    pub bought: Vec<String>,
    /// What was loaded in this phase, with `loader_limit = per_good`.
    pub loaded: Stock,
    /// What was exported in this round.
    pub exported: Vec<String>,
    /// Points gained so far.
    pub earned: Earned,
    /// Points lost so far.
    pub lost: Lost,
}

/// What lies in a car of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarPosition {
    /// The good.
    pub good: String,
    /// The units of each seat.
    pub units: Vec<u8>,
}

/// A spin of the event wheel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpinPosition {
    /// Whose.
    pub seat: Seat,
    /// The sector.
    pub sector: String,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            round: 1,
            lead: Seat::FIRST,
            phase: Phase::Announcing,
            turn: None,
            players: Vec::new(),
            piles: Stock::new(),
            market: Stock::new(),
            prices: Stock::new(),
            cars: BTreeMap::new(),
            goods_card: None,
            export_card: None,
            goods_discard: Vec::new(),
            export_discard: Vec::new(),
            embargo: Vec::new(),
            bank: None,
            first_passed: None,
            passes: 0,
            wheel: None,
            spin: None,
            books: Books::default(),
        }
    }
}

impl Default for PlayerPosition {
    fn default() -> PlayerPosition {
        PlayerPosition {
            coins: None,
            points: 0,
            reached: None,
            warehouse: 1,
            loader: 1,
            manager: 1,
            main: Stock::new(),
            temporary: Stock::new(),
            warnings: Vec::new(),
            insured: Vec::new(),
            skips: false,
            grant: false,
            passed: false,
            bought: Vec::new(),
            loaded: Stock::new(),
            exported: Vec::new(),
            earned: Earned::default(),
            lost: Lost::default(),
        }
    }
}
