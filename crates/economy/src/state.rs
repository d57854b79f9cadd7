//! All that changes in play.

use crate::{
    board::{Corner, Space, Spaces},
    cards::{Card, CardSet},
};
use kernel::Seat;
use std::fmt;

/// The most players. (ECO-COMP-4)
pub const PIECES: usize = 6;

/// The whole table between two decisions.
///
/// Some fields follow from others and are kept because every step of play needs them: `locations` and `spaces` are the same
/// layout read both ways, `occupied` follows from the pieces, `left` from the properties, and `reach` is worked out once, when
/// the die is rolled or a card is picked.
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
    /// The spaces where pieces stand; those outside are in nobody's way. (ECO-MOVE-14)
    pub occupied: Spaces,
    /// Where the pieces are.
    pub(crate) pieces: Pieces,
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
    /// How many properties nobody has yet; 0 in part 2. (ECO-PART-1)
    pub left: u8,
    /// The number rolled; 0 while locations are being placed.
    pub die: u8,
    /// What is asked of the player in turn.
    pub step: Step,
}

/// Where a piece is. (ECO-INV-5)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Outside, and it has never entered: it belongs to no corner. (ECO-SETUP-10, ECO-SETUP-11)
    Outside,
    /// Outside at the corner where it was put. (ECO-HIT-2)
    At(Corner),
    /// On the board.
    On(Space),
}

/// Where all pieces are, a byte for each: a space, a corner, or never entered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pieces([u8; PIECES]);

impl Pieces {
    const FIRST_CORNER: u8 = Space::COUNT as u8;
    const NEVER_ENTERED: u8 = Pieces::FIRST_CORNER + 4;
    const OUTSIDE: Pieces = Pieces([Pieces::NEVER_ENTERED; PIECES]);

    fn decode(byte: u8) -> Piece {
        match Space::new(byte.into()) {
            Some(space) => Piece::On(space),
            None => Corner::ALL.get(usize::from(byte - Pieces::FIRST_CORNER)).map_or(Piece::Outside, |corner| Piece::At(*corner)),
        }
    }

    fn encode(piece: Piece) -> u8 {
        match piece {
            Piece::On(space) => space.index() as u8,
            Piece::At(corner) => Pieces::FIRST_CORNER + corner as u8,
            Piece::Outside => Pieces::NEVER_ENTERED,
        }
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.map(Pieces::decode)).finish()
    }
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
    /// An empty board, and nobody has anything.
    pub(crate) const EMPTY: State = State {
        hands: [CardSet::NONE; PIECES],
        properties: [CardSet::NONE; PIECES],
        face_down: Spaces::NONE,
        reach: Spaces::NONE,
        locations: [None; Space::COUNT],
        spaces: [None; Card::COUNT],
        occupied: Spaces::NONE,
        pieces: Pieces::OUTSIDE,
        points: [0; PIECES],
        turns: [0; 2],
        payments: 0,
        hits: 0,
        seat: Seat::FIRST,
        left: Card::COUNT as u8,
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

    /// Part 1 or part 2. (ECO-GAME-3, ECO-PART-1)
    #[inline]
    pub fn part(&self) -> u8 {
        if self.left == 0 { 2 } else { 1 }
    }

    /// Where this player's piece is.
    #[inline]
    pub fn piece(&self, seat: Seat) -> Piece {
        self.pieces.0.get(seat.index()).map_or(Piece::Outside, |byte| Pieces::decode(*byte))
    }

    /// Puts a player's piece somewhere.
    #[inline]
    pub(crate) fn put(&mut self, seat: Seat, piece: Piece) {
        if let Piece::On(space) = self.piece(seat) {
            self.occupied.remove(space);
        }
        if let Piece::On(space) = piece {
            self.occupied.insert(space);
        }
        if let Some(byte) = self.pieces.0.get_mut(seat.index()) {
            *byte = Pieces::encode(piece);
        }
    }

    /// The spaces where other pieces than this player's stand.
    #[inline]
    pub(crate) fn others(&self, seat: Seat) -> Spaces {
        let mut others = self.occupied;
        if let Piece::On(space) = self.piece(seat) {
            others.remove(space);
        }
        others
    }

    /// Whose piece stands on this space.
    pub fn piece_on(&self, space: Space) -> Option<Seat> {
        self.pieces.0.iter().position(|byte| usize::from(*byte) == space.index()).and_then(Seat::new)
    }

    /// A player takes a property that nobody had. (ECO-COLLECT-1)
    #[inline]
    pub(crate) fn take(&mut self, seat: Seat, card: Card) {
        self.properties[seat.index()].insert(card);
        self.left = self.left.saturating_sub(1);
    }
}
