//! What is true of every state. (ECO-INV)

use crate::{
    board::{Space, Spaces},
    cards::{Card, CardSet},
    options::Placement,
    rules::EconomyRules,
    state::{PIECES, Piece, State, Step},
};
use kernel::{Refusal, Seats, refuse};

impl EconomyRules {
    pub(crate) fn check_state(&self, state: &State) -> Result<(), Refusal> {
        self.check_cards(state)?;
        self.check_pieces(state)?;
        self.check_points(state)?;
        self.check_now(state)
    }

    /// ECO-INV-1 to ECO-INV-4.
    fn check_cards(&self, state: &State) -> Result<(), Refusal> {
        let placing = matches!(state.step, Step::Pick | Step::Place(_));
        let mut hands = CardSet::NONE;
        for hand in state.hands {
            if hand.0 & hands.0 != 0 {
                return refuse("ECO-INV-1", "a location is in two hands");
            }
            hands.0 |= hand.0;
        }
        let laid: CardSet = Card::all().filter(|card| state.spaces[card.index()].is_some()).collect();
        if laid.0 & hands.0 != 0 || laid.0 | hands.0 != CardSet::ALL.0 {
            return refuse("ECO-INV-1", "each of the 36 locations is either in one hand or on the board");
        }
        let both_ways = Space::all().all(|space| match state.locations[space.index()] {
            Some(card) => state.spaces[card.index()] == Some(space),
            None => true,
        });
        if !both_ways || state.laid().len() != laid.len() {
            return refuse("ECO-INV-1", "every location lies on a space of its own");
        }
        if placing == hands.is_empty() {
            return refuse("ECO-SETUP-8", "play begins when all locations lie on the board");
        }
        if placing && self.options.placement != Placement::Players {
            return refuse("ECO-SETUP-7", "at this table the program places the cards: nobody has any in hand");
        }
        if placing && !state.owned().is_empty() {
            return refuse("ECO-SETUP-8", "nobody has properties while locations are being placed");
        }
        self.check_spacing(state)?;
        let mut owned = CardSet::NONE;
        for properties in state.properties {
            if properties.0 & owned.0 != 0 {
                return refuse("ECO-INV-2", "a property has two owners");
            }
            owned.0 |= properties.0;
        }
        if owned.len() + usize::from(state.left) != Card::COUNT {
            return refuse("ECO-INV-2", "each of the 36 properties is either somebody’s or on the board");
        }
        for space in state.face_down {
            match state.locations[space.index()] {
                None => return refuse("ECO-INV-7", format!("nothing lies on {space} that could be face down")),
                Some(card) if !owned.contains(card) => {
                    return refuse("ECO-INV-4", format!("{space} lies face down, so somebody has its property"));
                }
                Some(_) => {}
            }
        }
        // ECO-PART-4: the first piece that ever stood there took the property.
        for seat in Seats::first(PIECES) {
            if let Piece::On(space) = state.piece(seat)
                && let Some(card) = state.locations[space.index()]
                && !owned.contains(card)
            {
                return refuse("ECO-INV-3", format!("a piece stands on {space}, so its property has been taken"));
            }
        }
        Ok(())
    }

    /// Only face-up locations are checked against `spacing`: viewers who imagine the face-down ones may guess wrong. (ECO-SETUP-5)
    fn check_spacing(&self, state: &State) -> Result<(), Refusal> {
        for space in Spaces(state.laid().0 & !state.face_down.0) {
            let Some(card) = state.locations[space.index()] else { continue };
            for other in self.sectors[card.index()].filter_map(|other| state.spaces[other.index()]) {
                if self.around[space.index()].contains(other) && !state.face_down.contains(other) {
                    return refuse(
                        "ECO-SETUP-5",
                        format!("locations of one sector lie too close together on {space} and {other}"),
                    );
                }
            }
        }
        Ok(())
    }

    /// ECO-INV-5.
    pub(crate) fn check_pieces(&self, state: &State) -> Result<(), Refusal> {
        let mut occupied = Spaces::NONE;
        for seat in Seats::first(PIECES) {
            let piece = state.piece(seat);
            if let Piece::On(space) = piece {
                if occupied.contains(space) {
                    return refuse("ECO-INV-5", format!("two pieces stand on {space}"));
                }
                occupied.insert(space);
            }
            if seat.index() >= self.players && piece != Piece::Outside {
                return refuse("ECO-GAME-1", "a piece is in play that nobody has");
            }
            if matches!(state.step, Step::Pick | Step::Place(_)) && piece != Piece::Outside {
                return refuse("ECO-SETUP-10", "pieces stay outside until all locations lie on the board");
            }
        }
        if occupied != state.occupied {
            return refuse("ECO-INV-5", "every piece is on exactly one space or outside");
        }
        Ok(())
    }

    /// ECO-INV-8 and ECO-INV-12.
    fn check_points(&self, state: &State) -> Result<(), Refusal> {
        if state.part() == 1 && state.points.iter().any(|points| *points > 0) {
            return refuse("ECO-INV-8", "there are no points in part 1, while properties lie on the board");
        }
        if state.part() == 1 && (state.payments, state.turns[1]) != (0, 0) {
            return refuse("ECO-INV-8", "nothing pays and no turn of part 2 is taken while properties lie on the board");
        }
        let others = state.points[self.players..].iter().any(|points| *points > 0);
        if others || state.points.iter().any(|points| *points > 10_000) {
            return refuse("ECO-PART-3", "the score list has a line for each player, up to 10,000 points");
        }
        if self.is_won(&state.points[..self.players]) != (state.step == Step::Over) {
            return refuse("ECO-INV-12", "the game is over exactly when somebody has won");
        }
        Ok(())
    }

    /// What is asked of the player in turn fits the rest.
    fn check_now(&self, state: &State) -> Result<(), Refusal> {
        let seat = state.seat;
        match state.step {
            Step::Pick | Step::Place(_) => {
                // One card each in turn: round the table from the player in turn, hands shrink by one at most once.
                let sizes: Vec<usize> = seat.clockwise(self.players).map(|seat| state.hands[seat.index()].len()).collect();
                let even = sizes.windows(2).all(|pair| pair[0] >= pair[1]) && sizes[0] - sizes[self.players - 1] <= 1;
                if !even || sizes[0] == 0 {
                    return refuse("ECO-SETUP-4", "cards are dealt and placed one by one clockwise: these hands cannot be");
                }
                if let Step::Place(card) = state.step
                    && (!state.hands[seat.index()].contains(card) || state.reach != self.room_for(state, card))
                {
                    return refuse("ECO-SETUP-4", "the card picked is in the hand of the player in turn");
                }
            }
            Step::Move | Step::Hit(_) => {
                if state.reach != self.ends(state, seat) || state.reach.is_empty() {
                    let reason = format!("with a {} the piece of seat {seat} cannot move: its turn would be over", state.die);
                    return refuse("ECO-MOVE-11", reason);
                }
                if let Step::Hit(space) = state.step
                    && (!state.reach.contains(space) || state.piece_on(space).is_none())
                {
                    return refuse("ECO-HIT-1", format!("the player in turn cannot land on a piece on {space}"));
                }
            }
            Step::Over => {}
        }
        Ok(())
    }
}
