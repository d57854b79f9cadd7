//! Actions and states as text, and back.

use crate::{
    actions::Action,
    board::Space,
    cards::{Card, CardSet},
    position::Position,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{Notation, Refusal, Seat};

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
        let (verb, object) = text.trim().split_once(' ').ok_or_else(|| format!("`{text}` is not an action: {shape}"))?;
        let object = object.trim();
        match verb {
            "pick" => {
                let example = self.faces.first().map_or("MOT-3", |face| face.id.as_str());
                let unknown = || format!("`{object}` is not a card of this deck; a card is written like {example}");
                self.card(object).map(Action::Pick).ok_or_else(unknown)
            }
            "place" => object.parse().map(Action::Place),
            "move" => object.parse().map(Action::Move),
            "corner" => object.parse().map(Action::Corner),
            _ => Err(format!("`{text}` is not an action: {shape}")),
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

    fn restore(&self, position: &Position) -> Result<State, Refusal> {
        self.table_of(position)
    }

    fn check(&self, state: &State) -> Result<(), Refusal> {
        self.check_state(state)
    }

    fn check_step(&self, before: &State, after: &State) -> Result<(), Refusal> {
        self.check_between(before, after)
    }
}

fn write_piece(piece: Piece) -> String {
    match piece {
        Piece::Outside => "outside".to_owned(),
        Piece::At(corner) => format!("outside {corner}"),
        Piece::On(space) => space.to_string(),
    }
}
