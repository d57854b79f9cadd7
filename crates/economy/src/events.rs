//! What happened, with the rulebook's names.

use kernel::Seat;
use serde::Serialize;

/// Something that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub enum Event {
    /// Who starts was decided.
    Started {
        /// The starting player.
        seat: Seat,
    },
    /// The locations were dealt; how many each player has.
    Dealt {
        /// Cards by player.
        hands: Vec<usize>,
    },
    /// A card of the hand was chosen. Only its holder may know which.
    Picked {
        /// Who.
        seat: Seat,
        /// Which.
        card: Option<String>,
    },
    /// A location was placed.
    Placed {
        /// By whom.
        seat: Seat,
        /// The card; none where it is hidden again.
        card: Option<String>,
        /// Where.
        space: String,
    },
    /// All locations lie on the board, each with its property.
    LaidOut,
    /// The die was rolled.
    Rolled {
        /// By whom.
        seat: Seat,
        /// The number.
        die: u8,
    },
    /// There was no path of the rolled length.
    Stayed {
        /// Whose piece.
        seat: Seat,
    },
    /// A piece entered the board and moved on.
    Entered {
        /// Whose.
        seat: Seat,
        /// To which space; none where the location there is hidden again.
        to: Option<String>,
    },
    /// A piece moved.
    Moved {
        /// Whose.
        seat: Seat,
        /// From which space; none where the location there is hidden again.
        from: Option<String>,
        /// To which space; none where the location there is hidden again.
        to: Option<String>,
    },
    /// A property was taken from the board.
    Took {
        /// By whom.
        seat: Seat,
        /// The property; none where its location is hidden again.
        card: Option<String>,
        /// Its title.
        title: Option<String>,
    },
    /// A piece was thrown off.
    ThrownOff {
        /// Who did it.
        seat: Seat,
        /// Whose piece it was.
        other: Seat,
        /// The corner it was put at.
        corner: String,
    },
    /// A location was turned face down.
    TurnedDown {
        /// Where it lies.
        space: String,
        /// The clause that says so in this part of the game.
        clause: &'static str,
    },
    /// A location was turned face up.
    TurnedUp {
        /// Where it lies.
        space: String,
        /// The card; none where it is hidden again.
        card: Option<String>,
    },
    /// A property changed hands.
    HandedOver {
        /// Who had it.
        from: Seat,
        /// Who has it now.
        to: Seat,
        /// The property.
        card: String,
    },
    /// The sector of a location paid.
    Paid {
        /// The location; none where it is hidden again, and with it all else.
        card: Option<String>,
        /// The sector.
        sector: Option<String>,
        /// What each player got.
        points: Vec<u16>,
    },
    /// Nothing happened on this landing.
    Nothing {
        /// Who landed.
        seat: Seat,
        /// The clause that says so.
        clause: &'static str,
    },
    /// The last property is taken; part 2 begins.
    PartTwo,
    /// The game is over.
    Won {
        /// All who won.
        winners: Vec<Seat>,
        /// The clause by which the game ended.
        clause: &'static str,
    },
}

impl Event {
    /// The player who did it, if it was one player.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Event::Started { seat }
            | Event::Picked { seat, .. }
            | Event::Placed { seat, .. }
            | Event::Rolled { seat, .. }
            | Event::Stayed { seat }
            | Event::Entered { seat, .. }
            | Event::Moved { seat, .. }
            | Event::Took { seat, .. }
            | Event::ThrownOff { seat, .. }
            | Event::Nothing { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
