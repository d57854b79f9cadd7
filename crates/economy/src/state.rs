//! All that changes in play.

use crate::{
    board::{Corner, Space, Spaces},
    cards::{Card, CardSet},
};
use kernel::Seat;

/// The most players. (ECO-COMP-4)
pub const PIECES: usize = 6;

/// The whole table between two decisions.
///
/// What follows from the rest is kept too where play asks for it at every step: `locations` and `spaces` are the same
/// layout read both ways, and `reach` is worked out once when the die is rolled or a card is picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Location cards not yet placed, by player. (ECO-SETUP-1)
    pub hands: [CardSet; PIECES],
    /// Properties collected, by player. (ECO-COLLECT-3)
    pub properties: [CardSet; PIECES],
    /// Locations that lie face down, by space. (ECO-HIT-4)
    pub face_down: Spaces,
    /// Where the player in turn may place the picked card or end the move.
    pub reach: Spaces,
    /// Which location lies on each space.
    pub locations: [Option<Card>; Space::COUNT],
    /// On which space each location lies.
    pub spaces: [Option<Space>; Card::COUNT],
    /// Where the pieces are.
    pub pieces: [Piece; PIECES],
    /// The score list. (ECO-COMP-6)
    pub points: [u16; PIECES],
    /// Turns taken in part 1 and in part 2.
    pub turns: [u16; 2],
    /// Landings that paid. (ECO-SCORE-1)
    pub payments: u16,
    /// Pieces thrown off. (ECO-HIT-1)
    pub hits: u16,
    /// Whose turn it is.
    pub seat: Seat,
    /// The number rolled; 0 while locations are being placed.
    pub die: u8,
    /// What is asked of the player in turn.
    pub step: Step,
}

/// Where a piece is. (ECO-INV-5)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Outside, and it has never entered. (ECO-SETUP-10)
    Outside,
    /// Outside at the corner where it was put. (ECO-HIT-2)
    At(Corner),
    /// On the board.
    On(Space),
}

/// What is asked of the player in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Choose a card of the hand to place. (ECO-SETUP-4)
    Pick,
    /// Place the card chosen. (ECO-SETUP-4)
    Place(Card),
    /// Move the piece. (ECO-MOVE-12)
    Move,
    /// The piece lands here on another one: choose the corner for that. (ECO-HIT-3)
    Hit(Space),
    /// The game is over. (ECO-END-6)
    Over,
}

impl State {
    /// Nothing on the board, nobody has anything.
    pub(crate) const EMPTY: State = State {
        hands: [CardSet::NONE; PIECES],
        properties: [CardSet::NONE; PIECES],
        face_down: Spaces::NONE,
        reach: Spaces::NONE,
        locations: [None; Space::COUNT],
        spaces: [None; Card::COUNT],
        pieces: [Piece::Outside; PIECES],
        points: [0; PIECES],
        turns: [0; 2],
        payments: 0,
        hits: 0,
        seat: Seat::FIRST,
        die: 0,
        step: Step::Pick,
    };

    /// Lays a location on a space.
    #[inline]
    pub(crate) fn lay(&mut self, card: Card, space: Space) {
        self.locations[space.index()] = Some(card);
        self.spaces[card.index()] = Some(space);
    }

    /// The spaces where a location lies.
    pub fn laid(&self) -> Spaces {
        self.spaces.iter().flatten().copied().collect()
    }

    /// Properties that players have.
    #[inline]
    pub fn owned(&self) -> CardSet {
        CardSet(self.properties.iter().fold(0, |all, set| all | set.0))
    }

    /// Properties that nobody has yet.
    pub fn uncollected(&self) -> CardSet {
        CardSet(CardSet::ALL.0 & !self.owned().0)
    }

    /// Who has this property.
    pub fn owner(&self, card: Card) -> Option<Seat> {
        self.properties.iter().position(|set| set.contains(card)).and_then(Seat::new)
    }

    /// Part 1 or part 2. (ECO-PART-1)
    #[inline]
    pub fn part(&self) -> u8 {
        if self.owned() == CardSet::ALL { 2 } else { 1 }
    }

    /// The spaces where other pieces than this player's stand.
    #[inline]
    pub(crate) fn others(&self, seat: Seat) -> Spaces {
        let mut others = Spaces::NONE;
        for (player, piece) in self.pieces.iter().enumerate() {
            if let Piece::On(space) = piece
                && player != seat.index()
            {
                others.insert(*space);
            }
        }
        others
    }

    /// Whose piece stands on this space.
    #[inline]
    pub fn piece_on(&self, space: Space) -> Option<Seat> {
        self.pieces.iter().position(|piece| *piece == Piece::On(space)).and_then(Seat::new)
    }
}
