//! All that changes in play.

use crate::{
    board::Laid,
    colours::Colour,
    goods::{Goods, Store},
    places::{Dot, Dots, Place, Warehouse},
    roads::Links,
    trendline::Trendline,
};
use kernel::{Money, Seat};

/// The most players: one a colour. (PRF-GAME-1)
pub const PLAYERS: usize = 4;

/// The most action points of a turn. (PRF-TURN-3)
pub const MOST_POINTS: usize = 6;

/// What is asked of the player in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The trend markers are placed, one space after the other. (PRF-START-4)
    Marking,
    /// The space rolled is empty: put a marker on it. (PRF-TREND-6)
    Filling,
    /// Joker, part a, once. (PRF-JOKER-2, PRF-JOKER-5)
    JokerPrice,
    /// Joker, part b, once: a marker is moved or turned. (PRF-JOKER-3, PRF-JOKER-5)
    JokerTrend,
    /// Drive, unload, load. (PRF-SEQ-1)
    Acting,
    /// All matches are over. (PRF-END-5)
    Over,
}

impl Step {
    /// All steps.
    pub const ALL: [Step; 6] = [Step::Marking, Step::Filling, Step::JokerPrice, Step::JokerTrend, Step::Acting, Step::Over];

    /// The name in positions and views.
    pub const fn name(self) -> &'static str {
        match self {
            Step::Marking => "marking",
            Step::Filling => "filling",
            Step::JokerPrice => "joker_price",
            Step::JokerTrend => "joker_trend",
            Step::Acting => "acting",
            Step::Over => "over",
        }
    }
}

/// What the arrow of a parked truck shows. (PRF-ARROW-1)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Towards the warehouse: it may unload. (PRF-ARROW-2)
    Unload,
    /// Away from it: it loads and departs. (PRF-ARROW-3)
    Load,
}

impl Stage {
    /// The name in positions and views.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Unload => "unload",
            Stage::Load => "load",
        }
    }
}

/// Where a damaged good is. (PRF-INV-2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Damaged {
    /// On its truck. (PRF-SETUP-11)
    OnTruck,
    /// Out of play, in the storage space of its colour in this warehouse. (PRF-DMG-6)
    In(Warehouse),
    /// Removed with its truck. (PRF-GAME-4)
    Removed,
}

/// A truck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truck {
    /// Where it is; nowhere if nobody plays its colour. (PRF-GAME-4)
    pub at: Option<Place>,
    /// The arrow; it counts only in a warehouse, and is kept from turn to turn. (PRF-SEQ-4, PRF-SEQ-6)
    pub stage: Stage,
    /// The warehouse that it entered last. (PRF-WH-6)
    pub last: Warehouse,
    /// The normal goods on it.
    pub goods: Goods,
    /// The damaged good of its colour.
    pub damaged: Damaged,
    /// Must it still drive out of its small warehouse for the first time? (PRF-FIRST-1, PRF-FIRST-3)
    pub home: bool,
}

impl Truck {
    /// The warehouse it is in.
    #[inline]
    pub fn warehouse(&self) -> Option<Warehouse> {
        self.at.and_then(Place::warehouse)
    }

    /// The dot it is on.
    #[inline]
    pub fn dot(&self) -> Option<Dot> {
        self.at.and_then(Place::dot)
    }

    /// Is the damaged good on it?
    #[inline]
    pub fn carries_damaged(&self) -> bool {
        self.damaged == Damaged::OnTruck
    }

    /// How many goods are on it, the damaged one included. (PRF-LOAD-5)
    #[inline]
    pub fn load(&self) -> u32 {
        self.goods.total() + u32::from(self.carries_damaged())
    }
}

/// A good unloaded or loaded in this turn that can be taken back. (PRF-WH-10)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoodHandled {
    /// A good was unloaded.
    Unloaded(Colour),
    /// The damaged good was unloaded.
    Scrapped,
    /// A good was loaded: from which space, of which colour.
    Loaded(Colour, Colour),
}

/// The goods that the player in turn can take back, and what taking them back restores. Used only with
/// `take_back = until_departure`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoodsHandled {
    /// The goods unloaded and loaded in this turn in this warehouse, the first one first.
    pub done: [Option<GoodHandled>; MOST_POINTS],
    /// The arrow before the first of them.
    pub stage: Stage,
    /// How many bookings there had been when the turn began.
    pub bookings: u32,
    /// The last booking of the player's (team's) pawn when the turn began.
    pub booked: u32,
}

impl GoodsHandled {
    /// Nothing to take back.
    pub const NONE: GoodsHandled = GoodsHandled { done: [None; MOST_POINTS], stage: Stage::Unload, bookings: 0, booked: 0 };

    /// How many there are.
    pub fn len(&self) -> usize {
        self.done.iter().flatten().count()
    }

    /// The last of them, which is taken back first.
    pub fn last(&self) -> Option<GoodHandled> {
        self.done.iter().rev().flatten().next().copied()
    }

    /// Is there nothing to take back?
    pub fn is_empty(&self) -> bool {
        self.done[0].is_none()
    }
}

/// Where the player in turn has unloaded or loaded a good in this turn. Kept only with `sequence = single`. (PRF-SEQ-7)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Handled {
    /// Nowhere yet.
    Nothing,
    /// In the warehouse where the truck stands.
    Here,
    /// In a warehouse that the truck has left since.
    Elsewhere,
}

impl Handled {
    /// All of them.
    pub const ALL: [Handled; 3] = [Handled::Nothing, Handled::Here, Handled::Elsewhere];

    /// The name in positions and views.
    pub const fn name(self) -> &'static str {
        match self {
            Handled::Nothing => "nothing",
            Handled::Here => "here",
            Handled::Elsewhere => "elsewhere",
        }
    }
}

/// The last drive of any truck: enough to find its way again, since no truck has moved since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drive {
    /// Whose truck.
    pub colour: Colour,
    /// From where.
    pub from: Place,
    /// Through which warehouse last.
    pub via: Option<Warehouse>,
    /// The warehouse it had visited last before it set off.
    pub last: Warehouse,
}

/// The score of a series, by colour; partners have the same. (PRF-MULTI-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Profits and bonuses of the matches that are over.
    pub totals: [Money; PLAYERS],
    /// How often each was first, second, third, fourth.
    pub placings: [[u8; PLAYERS]; PLAYERS],
    /// The place in the match that ended last; 0 before that.
    pub last: [u8; PLAYERS],
}

/// What is counted for statistics, over all matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Laps of the matches that are over.
    pub laps: u32,
    /// Normal goods unloaded.
    pub unloaded: u32,
    /// Damaged goods unloaded.
    pub damaged: u32,
    /// Steps driven, parking places included.
    pub steps: u32,
    /// Goods on the truck, for each step driven.
    pub carried: u32,
    /// Extra profits earned. (PRF-UNLOAD-6)
    pub extras: u32,
    /// Jokers rolled.
    pub jokers: u32,
}

/// The whole table between two decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// What lies in each warehouse.
    pub stores: [Store; Warehouse::COUNT],
    /// All links of the roads: they follow from `tiles`, and are kept because every step needs them.
    pub(crate) links: Links,
    /// Which tile lies in which slot. (PRF-SETUP-1)
    pub tiles: [Laid; 4],
    /// The trucks by colour.
    pub trucks: [Truck; PLAYERS],
    /// The dots where trucks stand: they follow from `trucks`.
    pub(crate) occupied: Dots,
    /// The profit by account: of a colour, or of a team under the first of its colours. (PRF-TEAM-3)
    pub profits: [Money; PLAYERS],
    /// The number of the last booking of each account; 0 if its pawn never moved. (PRF-TIE-5)
    pub booked: [u32; PLAYERS],
    /// How many bookings there were in this match.
    pub bookings: u32,
    /// The square of each price on the profit area, from 0.
    pub prices: [u8; PLAYERS],
    /// The trend markers.
    pub trend: Trendline,
    /// How many spaces of the trendline are decided while the markers are placed. (PRF-START-4)
    pub marked: u8,
    /// The colour of each seat. (PRF-GAME-6)
    pub colours: [Colour; PLAYERS],
    /// The seat of each colour that is played.
    pub(crate) seats: [Option<Seat>; PLAYERS],
    /// Whose turn it is.
    pub seat: Seat,
    /// Who began the match. (PRF-START-1)
    pub starter: Seat,
    /// The dice of the turn; 0 before the first roll.
    pub dice: [u8; 2],
    /// Action points left. (PRF-TURN-3)
    pub points: u8,
    /// What is asked of the player in turn.
    pub step: Step,
    /// Where goods were handled in this turn. Kept only with `sequence = single`. (PRF-SEQ-7)
    pub handled: Handled,
    /// How many turns are left once the end has begun, the current one included. (PRF-END-2)
    pub closing: Option<u8>,
    /// Which match this is, from 1.
    pub number: u8,
    /// Which lap of the match this is, from 1. (PRF-GAME-5)
    pub lap: u16,
    /// What can be taken back.
    pub goods_handled: GoodsHandled,
    /// The last drive.
    pub drive: Option<Drive>,
    /// The score of the series.
    pub series: Series,
    /// What is counted.
    pub counts: Counts,
}

impl State {
    /// The colour of the player in turn.
    #[inline]
    pub fn colour(&self) -> Colour {
        self.colours[self.seat.index() & 3]
    }

    /// The seat that plays a colour.
    #[inline]
    pub fn seat_of(&self, colour: Colour) -> Option<Seat> {
        self.seats[colour.index()]
    }

    /// The colours that are played, clockwise from red.
    pub fn played(&self) -> impl Iterator<Item = Colour> + use<> {
        let seats = self.seats;
        Colour::ALL.into_iter().filter(move |colour| seats[colour.index()].is_some())
    }

    /// The truck of a colour.
    #[inline]
    pub fn truck(&self, colour: Colour) -> &Truck {
        &self.trucks[colour.index()]
    }

    /// How many trucks other than that of `colour` are in a warehouse. (PRF-WH-3)
    #[inline]
    pub fn guests(&self, warehouse: Warehouse, colour: Colour) -> usize {
        let inside = Some(Place::In(warehouse));
        Colour::ALL.into_iter().filter(|other| *other != colour && self.trucks[other.index()].at == inside).count()
    }

    /// Puts a truck somewhere.
    #[inline]
    pub(crate) fn put(&mut self, colour: Colour, place: Option<Place>) {
        let truck = &mut self.trucks[colour.index()];
        if let Some(Place::Dot(dot)) = truck.at {
            self.occupied.0 &= !Dots::only(dot).0;
        }
        truck.at = place;
        if let Some(Place::Dot(dot)) = place {
            self.occupied.insert(dot);
        }
    }
}
