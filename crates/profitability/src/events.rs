//! What happened, with the rulebook's names. Nothing is hidden from anybody. (PRF-SECRET-1)

use crate::colours::{Colour, Direction};
use kernel::Seat;
use serde::Serialize;

/// Something that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// A match began. (PRF-MULTI-5)
    MatchBegan {
        /// Which one, from 1.
        #[serde(rename = "match")]
        number: u8,
    },
    /// A seat has its colour. (PRF-GAME-6)
    Coloured {
        /// Whose.
        seat: Seat,
        /// The colour.
        colour: Colour,
    },
    /// The tiles lie in their slots: NW, NE, SE, SW with their quarter turns. (PRF-SETUP-1)
    TilesLaid {
        /// Such as `A0`.
        tiles: Vec<String>,
    },
    /// All goods lie in their places. (PRF-SETUP-13)
    GoodsLaid,
    /// Somebody rolled for the start. (PRF-START-1)
    StartRolled {
        /// Who.
        seat: Seat,
        /// The dice.
        dice: [u8; 2],
    },
    /// Who starts was decided. (PRF-START-1)
    Started {
        /// The starting player.
        seat: Seat,
    },
    /// All trend markers lie as in the reference setup, and nobody places them. (PRF-OPT-15)
    MarkersLaid,
    /// A space of the trendline was decided in the opening. (PRF-START-4)
    Marked {
        /// By whom.
        seat: Seat,
        /// Which space.
        space: u8,
        /// The marker; none if the space stays empty.
        marker: Option<String>,
    },
    /// The dice of a turn. (PRF-TURN-1)
    Rolled {
        /// By whom.
        seat: Seat,
        /// The dice.
        dice: [u8; 2],
        /// Their sum.
        sum: u8,
        /// The action points.
        points: u8,
    },
    /// A price moved by one square. (PRF-TREND-2, PRF-JOKER-2)
    PriceMoved {
        /// By whom with the Joker; by nobody in a trend step.
        by: Option<Seat>,
        /// Whose price.
        colour: Colour,
        /// What it was.
        from: i32,
        /// What it is.
        to: i32,
    },
    /// A marker turned on its space. (PRF-TREND-3, PRF-TREND-4, PRF-JOKER-3)
    MarkerTurned {
        /// By whom with the Joker; by nobody in a trend step.
        by: Option<Seat>,
        /// Its space.
        space: u8,
        /// Its colour.
        colour: Colour,
        /// How it points now.
        direction: Direction,
    },
    /// A marker went to another space. (PRF-TREND-6, PRF-JOKER-3)
    MarkerMoved {
        /// By whom.
        seat: Seat,
        /// With the Joker, or to fill the empty space that was rolled?
        joker: bool,
        /// From which space.
        from: u8,
        /// To which space.
        to: u8,
        /// Its colour.
        colour: Colour,
        /// How it points now.
        direction: Direction,
    },
    /// The Joker was rolled. (PRF-JOKER-1)
    Joker {
        /// By whom.
        seat: Seat,
    },
    /// A part of the Joker was not used. (PRF-JOKER-4)
    Declined {
        /// By whom.
        seat: Seat,
        /// `a` or `b`.
        part: char,
    },
    /// A truck drove. (PRF-MOVE-8)
    Drove {
        /// Whose.
        seat: Seat,
        /// From where.
        from: String,
        /// To where.
        to: String,
        /// Every place of the way, both ends included.
        path: Vec<String>,
        /// What it cost.
        price: u8,
    },
    /// A good was unloaded. (PRF-UNLOAD-5)
    Unloaded {
        /// By whom.
        seat: Seat,
        /// Its colour; none for the damaged good.
        good: Option<Colour>,
        /// Is it the damaged good?
        damaged: bool,
        /// Where.
        warehouse: String,
        /// What it earned in all; below 0 for the damaged good.
        profit: i32,
        /// The extra profit in it. (PRF-UNLOAD-6)
        extra: i32,
        /// The profit afterwards.
        total: i32,
    },
    /// A good was loaded. (PRF-LOAD-3)
    Loaded {
        /// By whom.
        seat: Seat,
        /// From the space of which colour.
        space: Colour,
        /// The good.
        good: Colour,
        /// Where.
        warehouse: String,
    },
    /// The last good unloaded or loaded was taken back. (PRF-WH-10)
    TookBack {
        /// By whom.
        seat: Seat,
        /// What, in notation.
        deed: String,
        /// The profit afterwards.
        total: i32,
    },
    /// A turn ended. (PRF-TURN-7)
    TurnEnded {
        /// Whose.
        seat: Seat,
        /// Action points that were lost. (PRF-TURN-6)
        unused: u8,
    },
    /// The target was reached: the others have one turn each. (PRF-END-1, PRF-END-2)
    TargetReached {
        /// By whom.
        seat: Seat,
        /// With what profit.
        total: i32,
    },
    /// A match is over. (PRF-END-5)
    MatchEnded {
        /// Which one, from 1.
        #[serde(rename = "match")]
        number: u8,
        /// The place of each seat.
        places: Vec<u8>,
        /// The profit of each seat.
        profits: Vec<i32>,
    },
    /// A place earned a bonus. (PRF-MULTI-2, PRF-MULTI-3)
    Bonus {
        /// Whose; of a team the first of the partners.
        seat: Seat,
        /// The colour.
        colour: Colour,
        /// How much.
        euro: i32,
        /// The total of the series afterwards.
        total: i32,
    },
    /// The game is over. (PRF-GAME-7)
    Won {
        /// Who.
        winners: Vec<Seat>,
        /// By which clause.
        clause: &'static str,
    },
}

impl Event {
    /// The player who did it or whom it affects, if that is one player.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Event::Coloured { seat, .. }
            | Event::StartRolled { seat, .. }
            | Event::Started { seat }
            | Event::Marked { seat, .. }
            | Event::Rolled { seat, .. }
            | Event::MarkerMoved { seat, .. }
            | Event::Joker { seat }
            | Event::Declined { seat, .. }
            | Event::Drove { seat, .. }
            | Event::Unloaded { seat, .. }
            | Event::Loaded { seat, .. }
            | Event::TookBack { seat, .. }
            | Event::TurnEnded { seat, .. }
            | Event::TargetReached { seat, .. }
            | Event::Bonus { seat, .. } => Some(*seat),
            Event::PriceMoved { by, .. } => *by,
            Event::MarkerTurned { by, .. } => *by,
            _ => None,
        }
    }
}
