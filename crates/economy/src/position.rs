//! Positions that a person can write by hand, action notation, and the invariants.

use crate::{
    actions::Action,
    board::{Space, Spaces},
    cards::{Card, CardSet},
    options::{DeckName, Placement},
    rules::EconomyRules,
    state::{PIECES, Piece, State, Step},
};
use kernel::{Notation, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A whole table, written with the rulebook's names. Only the die and whose turn it is must be given; the rest has a
/// natural default.
///
/// ```
/// use kernel::{Game, Notation, Rules, Seat};
/// let pack = economy::Economy::pack(&economy::Economy::files()).unwrap();
/// let options = economy::Options { players: 3, ..Default::default() };
/// let rules = economy::Economy::rules(&pack, &options).unwrap();
/// // All pieces outside, the reference layout, no property taken yet.
/// let position = economy::Position { turn: Some(Seat::FIRST), die: Some(1), ..Default::default() };
/// let state = rules.place(&position).unwrap();
/// assert_eq!(state.reach.map(|space| space.to_string()).collect::<Vec<_>>(), ["a1", "h1", "a8", "h8"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The number rolled; none while locations are being placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// Which location lies on which space; if left out, the reference layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locations: Option<BTreeMap<String, String>>,
    /// The spaces whose location lies face down.
    pub face_down: Vec<String>,
    /// Where each piece is: a space, `outside`, or `outside a8` at a corner.
    pub pieces: Vec<String>,
    /// The properties of each player.
    pub properties: Vec<Vec<String>>,
    /// The points of each player.
    pub points: Vec<u16>,
    /// The locations in each player's hand.
    pub hands: Vec<Vec<String>>,
    /// The card that the player in turn has picked to place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picked: Option<String>,
    /// The space where the player in turn lands on another piece and must choose a corner for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landing: Option<String>,
    /// Turns taken in part 1 and in part 2, for statistics.
    pub turns: [u16; 2],
    /// Landings that paid, for statistics.
    pub payments: u16,
    /// Pieces thrown off, for statistics.
    pub hits: u16,
}

fn refuse<T>(clause: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason.into()))
}

impl Notation for EconomyRules {
    type Position = Position;

    fn write(&self, action: &Action) -> String {
        match action {
            Action::Pick(card) => format!("pick {}", self.face(*card).id),
            Action::Place(space) => format!("place {space}"),
            Action::Move(space) => format!("move {space}"),
            Action::Corner(corner) => format!("corner {corner}"),
        }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let shape = "an action is `pick CARD`, `place SPACE`, `move SPACE` or `corner CORNER`";
        let (verb, object) = text.trim().split_once(' ').ok_or_else(|| format!("`{text}` is no action: {shape}"))?;
        let object = object.trim();
        match verb {
            "pick" => {
                let example = self.faces.first().map_or("MOT-3", |face| face.id.as_str());
                let unknown = || format!("`{object}` is no card of this deck; a card is written like {example}");
                self.card(object).map(Action::Pick).ok_or_else(unknown)
            }
            "place" => object.parse().map(Action::Place),
            "move" => object.parse().map(Action::Move),
            "corner" => object.parse().map(Action::Corner),
            _ => Err(format!("`{text}` is no action: {shape}")),
        }
    }

    fn position(&self, state: &State) -> Position {
        let id = |card: Card| self.face(card).id.clone();
        let players = |set: &[CardSet]| set[..self.players].iter().map(|cards| cards.map(id).collect()).collect();
        let layout = |space: Space| Some((space.to_string(), id(state.locations[space.index()]?)));
        Position {
            turn: Some(state.seat),
            die: (state.die > 0).then_some(state.die),
            locations: Some(state.laid().filter_map(layout).collect()),
            face_down: state.face_down.map(|space| space.to_string()).collect(),
            pieces: Seat::FIRST.clockwise(self.players).map(|seat| write_piece(state.piece(seat))).collect(),
            properties: players(&state.properties),
            points: state.points[..self.players].to_vec(),
            hands: players(&state.hands),
            picked: if let Step::Place(card) = state.step { Some(id(card)) } else { None },
            landing: if let Step::Hit(space) = state.step { Some(space.to_string()) } else { None },
            turns: state.turns,
            payments: state.payments,
            hits: state.hits,
        }
    }

    fn place(&self, position: &Position) -> Result<State, Refusal> {
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
        self.check(&state)?;
        Ok(state)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        self.check_cards(state)?;
        self.check_pieces(state)?;
        self.check_points(state)?;
        self.check_now(state)
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        let setup = |state: &State| matches!(state.step, Step::Pick | Step::Place(_));
        if !setup(before) && before.spaces != after.spaces {
            return refuse("ECO-INV-1", "a location moved after the set-up");
        }
        if after.owned().0 & before.owned().0 != before.owned().0 {
            return refuse("ECO-INV-2", "a property went back to the board");
        }
        let moved: Vec<(Card, Seat)> = before.owned().filter_map(|card| Some((card, after.owner(card)?))).collect();
        let moved: Vec<Seat> =
            moved.into_iter().filter(|(card, owner)| before.owner(*card) != Some(*owner)).map(|(_, owner)| owner).collect();
        if moved.len() > 1 || moved.iter().any(|owner| *owner != before.seat || before.part() != 2) {
            return refuse("ECO-INV-6", "properties changed hands other than one to the player in turn in part 2");
        }
        let turned = Spaces(before.face_down.0 ^ after.face_down.0);
        if turned.len() > 1 || before.part() == 1 && !Spaces(turned.0 & before.face_down.0).is_empty() {
            return refuse("ECO-INV-7", "more than one location was turned, or one was turned up in part 1");
        }
        let gains = (0..self.players).map(|seat| i32::from(after.points[seat]) - i32::from(before.points[seat]));
        let (total, falls) = gains.fold((0, false), |(total, falls), gain| (total + gain, falls || gain < 0));
        let sums: Vec<i32> = self.sectors.iter().filter_map(|sector| self.pays_all(*sector)).collect();
        if falls || total > 0 && !sums.contains(&total) {
            return refuse("ECO-INV-8", format!("a landing gave {total} points in all, which no sector pays"));
        }
        let pressed = Spaces(after.face_down.0 & !before.face_down.0);
        let empty = landed(before, after).is_some_and(|space| after.locations[space.index()].is_none());
        if total > 0 && (!pressed.is_empty() || empty) {
            return refuse("ECO-INV-9", "points were given though a location was turned down or the space was empty");
        }
        if before.part() == 2 && after.part() == 1 {
            return refuse("ECO-INV-11", "part 2 went back to part 1");
        }
        Ok(())
    }
}

impl EconomyRules {
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
                        return refuse("ECO-GAME-6", format!("`{text}` is no place; write a space, `outside` or `outside a8`"));
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
        // Pieces that share a space would make nonsense of what can be reached.
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
            None => refuse("ECO-CARD-4", format!("`{id}` is no card of deck {}", self.options.deck.name())),
        }
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
            return refuse("ECO-INV-2", "each of the 36 properties is either somebody's or on the board");
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

    /// Only what lies open is held against `spacing`: what lies face down is for each viewer to guess. (ECO-SETUP-5)
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
    fn check_pieces(&self, state: &State) -> Result<(), Refusal> {
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

    fn pays_all(&self, sector: CardSet) -> Option<i32> {
        let card = { sector }.next()?;
        Some(self.pays(CardSet::ALL, card).into())
    }
}

/// Where the piece of the player in turn came to stand by a step.
fn landed(before: &State, after: &State) -> Option<Space> {
    match (before.piece(before.seat), after.piece(before.seat)) {
        (old, Piece::On(space)) if old != Piece::On(space) => Some(space),
        _ => None,
    }
}

fn known_space(text: &str) -> Result<Space, Refusal> {
    text.parse().or_else(|message: String| refuse("ECO-BOARD-1", message))
}

fn write_piece(piece: Piece) -> String {
    match piece {
        Piece::Outside => "outside".to_owned(),
        Piece::At(corner) => format!("outside {corner}"),
        Piece::On(space) => space.to_string(),
    }
}
