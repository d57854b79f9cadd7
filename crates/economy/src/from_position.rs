//! Sets up positions that were written down.

use crate::{
    board::{Space, Spaces},
    cards::{Card, CardSet},
    options::DeckName,
    position::Position,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{Refusal, Seat, refuse};

impl EconomyRules {
    /// The state that a position describes, or why it is impossible.
    pub(crate) fn table_of(&self, position: &Position) -> Result<State, Refusal> {
        let Some(seat) = position.turn.filter(|seat| seat.index() < self.players) else {
            return refuse("ECO-TURN-2", format!("`turn` says whose turn it is: a seat from 1 to {}", self.players));
        };
        let mut state = State { seat, turns: position.turns, payments: position.payments, hits: position.hits, ..State::EMPTY };
        self.place_locations(&mut state, position)?;
        self.place_cards(&mut state.properties, &position.properties, "properties", "ECO-INV-2")?;
        state.left -= state.owned().len() as u8;
        self.place_cards(&mut state.hands, &position.hands, "hands", "ECO-INV-1")?;
        self.place_pieces(&mut state, &position.pieces)?;
        if position.points.len() > self.players {
            return refuse("ECO-PART-3", format!("`points` has more entries than the {} players", self.players));
        }
        state.points[..position.points.len()].copy_from_slice(&position.points);
        self.place_step(&mut state, position)?;
        self.check_state(&state)?;
        Ok(state)
    }

    fn place_locations(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        match &position.locations {
            Some(locations) => {
                for (space, id) in locations {
                    let card = self.known_card(id)?;
                    let space = known_space(space)?;
                    if state.spaces[card.index()].is_some() {
                        return refuse("ECO-INV-1", format!("{id} lies on two spaces"));
                    }
                    state.lay(card, space);
                }
            }
            None if self.options.deck == DeckName::Twelve => {
                return refuse("ECO-SETUP-7", "deck twelve has no reference layout: give the `locations`");
            }
            None => self.layout.iter().for_each(|(space, card)| state.lay(*card, *space)),
        }
        for space in &position.face_down {
            let space = known_space(space)?;
            if state.face_down.contains(space) {
                return refuse("ECO-INV-7", format!("`face_down` names {space} twice"));
            }
            state.face_down.insert(space);
        }
        Ok(())
    }

    fn place_cards(&self, sets: &mut [CardSet], given: &[Vec<String>], key: &str, clause: &'static str) -> Result<(), Refusal> {
        if given.len() > self.players {
            return refuse(clause, format!("`{key}` has more entries than the {} players", self.players));
        }
        let mut seen = CardSet::NONE;
        for (set, ids) in sets.iter_mut().zip(given) {
            for id in ids {
                let card = self.known_card(id)?;
                if seen.contains(card) {
                    return refuse(clause, format!("`{key}` names {id} twice"));
                }
                seen.insert(card);
                set.insert(card);
            }
        }
        Ok(())
    }

    fn place_pieces(&self, state: &mut State, pieces: &[String]) -> Result<(), Refusal> {
        if pieces.len() > self.players {
            return refuse("ECO-GAME-1", format!("`pieces` has more entries than the {} players", self.players));
        }
        for (seat, text) in Seat::FIRST.clockwise(self.players).zip(pieces) {
            let piece = match text.strip_prefix("outside") {
                Some("") => Piece::Outside,
                Some(corner) => match corner.strip_prefix(' ').unwrap_or("?").parse() {
                    Ok(corner) => Piece::At(corner),
                    Err(_) => {
                        return refuse(
                            "ECO-GAME-6",
                            format!("`{text}` is not a place; write a space, `outside` or `outside a8`"),
                        );
                    }
                },
                None => Piece::On(known_space(text)?),
            };
            state.put(seat, piece);
        }
        Ok(())
    }

    /// What is asked of the player in turn follows from the rest.
    fn place_step(&self, state: &mut State, position: &Position) -> Result<(), Refusal> {
        let placing = state.hands.iter().any(|hand| !hand.is_empty());
        if placing {
            if position.die.is_some() || position.landing.is_some() {
                return refuse("ECO-SETUP-4", "while locations are in hand nobody has rolled: leave out `die` and `landing`");
            }
            state.step = match &position.picked {
                Some(id) => Step::Place(self.known_card(id)?),
                None => Step::Pick,
            };
            if let Step::Place(card) = state.step {
                state.reach = self.room_for(state, card);
            }
            return Ok(());
        }
        if position.picked.is_some() {
            return refuse("ECO-SETUP-4", "a card is `picked` only from a hand");
        }
        let Some(die) = position.die.filter(|die| (1..=6).contains(die)) else {
            return refuse("ECO-TURN-1", "`die` says what was rolled: a number from 1 to 6");
        };
        state.die = die;
        if self.is_won(&state.points[..self.players]) {
            state.step = Step::Over;
            state.reach = Spaces::NONE;
            if position.landing.is_some() {
                return refuse("ECO-END-6", "somebody has won: nobody lands any more, leave out `landing`");
            }
            return Ok(());
        }
        state.step = Step::Move;
        // What can be reached is not defined for pieces that share a space.
        self.check_pieces(state)?;
        state.reach = self.ends(state, state.seat);
        if let Some(space) = &position.landing {
            state.step = Step::Hit(known_space(space)?);
        }
        Ok(())
    }

    fn known_card(&self, id: &str) -> Result<Card, Refusal> {
        match self.card(id) {
            Some(card) => Ok(card),
            None => refuse("ECO-CARD-4", format!("`{id}` is not a card of deck {}", self.options.deck.name())),
        }
    }
}

fn known_space(text: &str) -> Result<Space, Refusal> {
    text.parse().or_else(|message: String| refuse("ECO-BOARD-1", message))
}
