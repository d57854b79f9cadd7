//! All that changes in play.

use crate::goods::{Car, Characteristic, Characteristics, Good, Goods, Units};
use kernel::{Cards, Money, Seat, Seats};
use serde::{Deserialize, Serialize};

/// The most players. (BIZ-COMP-1)
pub const MOST_PLAYERS: usize = 4;

/// The whole table between two decisions.
///
/// `active` and `left` follow from the rest; they are kept because play asks for them at every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Goods cards not turned since the last shuffle. (BIZ-MARKET-5)
    pub goods_deck: Cards,
    /// Export cards not turned since the last shuffle. (BIZ-MARKET-5)
    pub export_deck: Cards,
    /// The players; places without a player are empty.
    pub players: [Player; MOST_PLAYERS],
    /// The piles. (BIZ-COMP-2)
    pub piles: Units,
    /// What is for sale. (BIZ-MARKET-1)
    pub market: Units,
    /// What lies in the cars; several may hold the same good. (BIZ-LOAD-8)
    pub cars: [Load; Car::COUNT],
    /// Where each price marker stands on its track; only the wheel and the adjustment move it. (BIZ-COMP-5, BIZ-PRICE-1,
    /// BIZ-PRICE-2)
    pub positions: [u8; Good::COUNT],
    /// The goods under embargo in this round. (BIZ-WHEEL-4)
    pub embargo: Goods,
    /// What is asked.
    pub phase: Phase,
    /// The lead seat of the round. (BIZ-ROUND-2)
    pub lead: Seat,
    /// Whose turn it is; the lead seat when the game is over.
    pub seat: Seat,
    /// Which round, from 1.
    pub round: u16,
    /// Who skips this round. (BIZ-SKIP-1)
    pub skips: Seats,
    /// Who takes part in this round: everybody at the table who does not skip.
    pub active: Seats,
    /// To whom the Bank pays at the beginning of the next round. (BIZ-SKIP-7)
    pub grants: Seats,
    /// Who has passed in this phase. (BIZ-BUY-7, BIZ-LOAD-11)
    pub passed: Seats,
    /// Who takes part and has not passed in this phase.
    pub left: Seats,
    /// Who passed first in Phase 1, where that decides who loads first. (BIZ-LOAD-1)
    pub first_passed: Option<Seat>,
    /// How many have passed one after another, where a pass in loading is for the turn only. (BIZ-LOAD-11)
    pub passes: u8,
    /// The open goods card. (BIZ-MARKET-3)
    pub goods_card: Option<u8>,
    /// The open export card. (BIZ-MARKET-3)
    pub export_card: Option<u8>,
    /// The sector that the price wheel showed last, until cards are turned again.
    pub sector: Option<u8>,
    /// The last spin of the event wheel, until cards are turned again.
    pub spin: Option<(Seat, u8)>,
    /// What the Bank holds where it is finite, else nothing. (BIZ-BANK-3)
    pub bank: Money,
    /// What happened so far, for statistics.
    pub books: Books,
}

/// What a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The main warehouse: any number of units, of as many goods as its level allows. (BIZ-COMP-10, BIZ-COMP-12)
    pub main: Units,
    /// The temporary warehouse. (BIZ-COMP-10)
    pub temporary: Units,
    /// Loaded in this phase, where the loader's limit is for each good. (BIZ-LOAD-9)
    pub loaded: Units,
    /// The purse.
    pub coins: Money,
    /// The victory points. (BIZ-VP-1)
    pub points: u16,
    /// In what order the player reached the victory target without falling below it since, from 1; 0 for players who are below it,
    /// and at tables where it does not break a tie. (BIZ-END-4)
    pub reached: u8,
    /// Points gained by improving, by exporting and by cars. (BIZ-VP-2)
    pub earned: [u16; 3],
    /// Points lost to events and to skipping. (BIZ-VP-3)
    pub lost: [u16; 2],
    /// The level of each characteristic, 1 to 3. (BIZ-COMP-9)
    pub levels: [u8; Characteristic::COUNT],
    /// Which have a warning marker. (BIZ-COMP-6, BIZ-EVENT-3)
    pub warnings: Characteristics,
    /// Which are insured. (BIZ-INSURE-4)
    pub insured: Characteristics,
    /// What was bought in this round. (BIZ-BUY-6)
    pub bought: Goods,
    /// What was exported in this round. (BIZ-EXPORT-7)
    pub exported: Goods,
}

/// What lies in a car. (BIZ-LOAD-6)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// The good; none while it is empty. (BIZ-LOAD-3)
    pub good: Option<Good>,
    /// The units of all owners together.
    pub total: u8,
    /// The units of each player, in any proportion. (BIZ-LOAD-7)
    pub units: [u8; MOST_PLAYERS],
}

/// What happened so far, for statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Books {
    /// Cars sent.
    pub sent: u16,
    /// Units sold in them.
    pub sold: u32,
    /// The prices of these units, summed.
    pub prices: u32,
    /// Lots exported.
    pub exports: u16,
    /// Rounds sat out.
    pub skips: u16,
    /// Times that the event wheel hit.
    pub hits: u16,
    /// Insurances bought.
    pub insurances: u16,
}

/// What is asked of the player in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Skip the round? (D1)
    #[default]
    Announcing,
    /// Phase 1. (D2)
    Buying,
    /// Phase 2, first part. (D3)
    Loading,
    /// Phase 2, second part. (D4)
    Storing,
    /// Phase 3, third part: what comes before it asks nobody. (D5)
    Exporting,
    /// Phase 4. (D6)
    Improving,
    /// Phase 5. (D7)
    Events,
    /// Phase 6. (D8)
    Insuring,
    /// The game is over.
    Over,
}

impl Phase {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Announcing => "announcing",
            Phase::Buying => "buying",
            Phase::Loading => "loading",
            Phase::Storing => "storing",
            Phase::Exporting => "exporting",
            Phase::Improving => "improving",
            Phase::Events => "events",
            Phase::Insuring => "insuring",
            Phase::Over => "over",
        }
    }
}

impl Load {
    /// An empty car.
    pub const EMPTY: Load = Load { good: None, total: 0, units: [0; MOST_PLAYERS] };

    /// The players who have units in it.
    pub fn owners(&self) -> Seats {
        let own = |seat: &Seat| self.units[seat.index()] > 0;
        Seats::first(MOST_PLAYERS).filter(own).collect()
    }
}

impl Player {
    /// A player who has nothing, as at a place without a player.
    pub const NOBODY: Player = Player {
        main: Units::NONE,
        temporary: Units::NONE,
        loaded: Units::NONE,
        coins: Money::ZERO,
        points: 0,
        reached: 0,
        earned: [0; 3],
        lost: [0; 2],
        levels: [1; Characteristic::COUNT],
        warnings: Characteristics::NONE,
        insured: Characteristics::NONE,
        bought: Goods::NONE,
        exported: Goods::NONE,
    };

    /// The units of both warehouses. (BIZ-LOAD-4)
    #[inline]
    pub const fn stock(&self) -> Units {
        self.main.plus(self.temporary)
    }

    /// The level of a characteristic.
    #[inline]
    pub const fn level(&self, characteristic: Characteristic) -> u8 {
        self.levels[characteristic.index()]
    }
}

/// Where points come from and go to: the books of a player.
pub(crate) mod account {
    /// Of `earned`: improving.
    pub const IMPROVING: usize = 0;
    /// Of `earned`: exporting.
    pub const EXPORTING: usize = 1;
    /// Of `earned`: cars of one's own goods.
    pub const CARS: usize = 2;
    /// Of `lost`: events.
    pub const EVENTS: usize = 0;
    /// Of `lost`: skipping.
    pub const SKIPPING: usize = 1;
}

/// For each seat, the seats with a higher number.
const ABOVE: [Seats; MOST_PLAYERS] = {
    let (first, all) = (Seat::FIRST, Seats::first(MOST_PLAYERS));
    let second = first.next(MOST_PLAYERS);
    let third = second.next(MOST_PLAYERS);
    let above_first = all.without(first);
    let above_second = above_first.without(second);
    [above_first, above_second, above_second.without(third), Seats::NONE]
};

/// The first of these seats clockwise after this one; the seat itself comes last.
#[inline]
pub(crate) const fn after(seats: Seats, seat: Seat) -> Option<Seat> {
    match seats.and(ABOVE[seat.index() & 3]).lowest() {
        Some(seat) => Some(seat),
        None => seats.lowest(),
    }
}

/// This seat if it is one of these, else the first of them clockwise after it.
#[inline]
pub(crate) const fn from(seats: Seats, seat: Seat) -> Option<Seat> {
    if seats.contains(seat) { Some(seat) } else { after(seats, seat) }
}
