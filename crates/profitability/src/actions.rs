//! What a player can do, and how it is written. (D4 to D13 of the rulebook's table of decisions)

use crate::{
    colours::{Colour, Direction, Marker},
    places::{Place, Warehouse},
    trendline::Space,
};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Put this marker on the next space of the trendline. (PRF-START-4)
    Mark(Marker),
    /// Leave the next space of the trendline empty. (PRF-START-7)
    Leave,
    /// Move the marker from this space to the empty space that was rolled, in this direction. (PRF-TREND-6)
    Fill {
        /// Where it lies.
        from: Space,
        /// How it will point.
        direction: Direction,
    },
    /// Joker, part a: move this price by one square. (PRF-JOKER-2)
    Price {
        /// Whose price.
        colour: Colour,
        /// Which way.
        direction: Direction,
    },
    /// Joker, part b: move a marker to a free space. (PRF-JOKER-3)
    Shift {
        /// Where it lies.
        from: Space,
        /// Where it goes.
        to: Space,
        /// How it will point.
        direction: Direction,
    },
    /// Joker, part b: turn the marker on this space. (PRF-JOKER-3)
    Turn(Space),
    /// Do not use this part of the Joker. (PRF-JOKER-4)
    Decline,
    /// Drive the cheapest way to this place. (PRF-MOVE-1)
    Drive {
        /// Where to stop.
        to: Place,
        /// The last warehouse to drive through; none for a way by roads alone. (PRF-WH-7)
        via: Option<Warehouse>,
    },
    /// Unload a good of this colour. (PRF-UNLOAD-3)
    Unload(Colour),
    /// Unload the damaged good. (PRF-DMG-2)
    Scrap,
    /// Load a good. (PRF-LOAD-2)
    Load {
        /// The colour of the storage space.
        space: Colour,
        /// The colour of the good.
        good: Colour,
    },
    /// End the turn. (PRF-TURN-7)
    End,
    /// Take back the last good unloaded or loaded. (PRF-WH-10)
    Back,
}
