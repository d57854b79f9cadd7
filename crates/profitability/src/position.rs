//! Positions that a person can write by hand.

use crate::colours::Colour;
use kernel::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A whole table, written with the rulebook's names. Everything has a natural default: the reference set-up of the rulebook
/// with everybody at home.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// Which match of the series this is; the first if left out.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// Which lap of the match; the first if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lap: Option<u16>,
    /// Whose turn it is; the starter's if left out (while markers are placed, that of the last player in turn order).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// Who began the match; the first seat if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starter: Option<Seat>,
    /// What is asked: `marking`, `filling`, `joker_price`, `joker_trend`, `acting` or `over`; `acting` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The dice of the turn; 6 and 1 if left out, two sixes while an empty space is filled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<[u8; 2]>,
    /// Action points left; those of the dice if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The colour of each seat; in the order of joining if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<Vec<Colour>>,
    /// The tiles in NW, NE, SE and SW with their quarter turns, such as `A0`; as `tiles = fixed` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// The markers on the trendline, such as `"2": "red+"`; the reference placement if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trend: Option<BTreeMap<u8, String>>,
    /// How many of the ten spaces are decided while markers are placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<u8>,
    /// The prices in EUR; those left out stand on the middle square.
    pub prices: BTreeMap<Colour, i32>,
    /// The profits in EUR, a team's under either of its colours; 0 for those left out.
    pub profits: BTreeMap<Colour, i32>,
    /// The trucks; those left out are at home with their damaged good and their good of the reference set-up.
    pub trucks: BTreeMap<Colour, TruckPosition>,
    /// What lies in the warehouses, by storage space. A space left out of a warehouse that is named is empty. Warehouses that are
    /// not named hold the goods of the reference set-up, more or less of them where the goods named do not make eleven of a
    /// colour.
    pub stores: BTreeMap<String, BTreeMap<Colour, Vec<Colour>>>,
    /// Turns left once the end has begun, the current one included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closing: Option<u8>,
    /// The number of the last booking of each pawn; 0 for those left out. If all are left out, pawns that have moved did so in turn
    /// order, or in the order of their last turns once somebody has reached the target.
    pub bookings: BTreeMap<Colour, u32>,
    /// How many bookings there were; as many as the latest one if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub booking: Option<u32>,
    /// With `sequence = single`, where the player in turn has unloaded or loaded a good in this turn: `nothing`, `here`, or
    /// `elsewhere`; `nothing` if left out, but `here` if it can be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handled: Option<String>,
    /// With `take_back = until_departure`: what can be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deeds: Option<DeedsPosition>,
    /// The last drive of any truck, for drawing its way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drive: Option<DrivePosition>,
    /// The score of the series up to here; nothing if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesPosition>,
    /// What is counted for statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<CountsPosition>,
}

/// A truck.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TruckPosition {
    /// The dot or the warehouse where it is; its small warehouse if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// In a warehouse, what the arrow shows: `unload` or `load`; `unload` if left out, but `load` at home.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// The warehouse it entered last; the one it is in, or its small one, if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The normal goods on it; that of the reference set-up if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goods: Option<Vec<Colour>>,
    /// Is its damaged good on it? It is, if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<bool>,
    /// Where its damaged good was unloaded; its small warehouse if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrapped: Option<String>,
    /// Must it still drive out of its small warehouse for the first time? If left out, it must when it is there in the first
    /// lap and its player has not had a turn yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<bool>,
}

/// What can be taken back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeedsPosition {
    /// In notation, the first one first: `unload green`, `unload damaged`, `load blue yellow`.
    pub done: Vec<String>,
    /// The arrow before the first of them; `unload` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// How many bookings there had been when the turn began.
    pub booking: u32,
    /// The last booking of the pawn when the turn began.
    pub booked: u32,
}

/// The last drive of any truck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrivePosition {
    /// Whose truck.
    pub colour: Colour,
    /// From where.
    pub from: String,
    /// Through which warehouse last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The warehouse it had visited last before it set off.
    pub last: String,
}

/// The score of a series by colour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeriesPosition {
    /// Profits and bonuses of the matches that are over.
    pub totals: BTreeMap<Colour, i32>,
    /// How often each was first, second, third, fourth.
    pub places: BTreeMap<Colour, [u8; 4]>,
    /// The place in the match that ended last.
    pub last: BTreeMap<Colour, u8>,
}

/// What is counted for statistics.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CountsPosition {
    /// Laps of the matches that are over.
    pub laps: u32,
    /// Normal goods unloaded.
    pub unloaded: u32,
    /// Damaged goods unloaded.
    pub damaged: u32,
    /// Steps driven.
    pub steps: u32,
    /// Goods on the truck, for each step driven.
    pub carried: u32,
    /// Extra profits earned.
    pub extras: u32,
    /// Jokers rolled.
    pub jokers: u32,
}
