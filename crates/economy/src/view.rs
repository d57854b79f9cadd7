//! What one viewer may know. (The rulebook's table of secrets)

use crate::{
    board::Space,
    cards::Card,
    events::Event,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{Rules, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// The table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// `setup`, `1`, `2` or `over`.
    pub part: &'static str,
    /// Whose turn it is; nobody's when the game is over.
    pub turn: Option<Seat>,
    /// What is asked of that player: `pick`, `place`, `move` or `hit`.
    pub step: Option<&'static str>,
    /// The number rolled.
    pub die: Option<u8>,
    /// The points that win.
    pub target: u16,
    /// The spaces where a location lies.
    pub locations: Vec<LocationView>,
    /// All players.
    pub players: Vec<PlayerView>,
    /// The viewer's hand.
    pub hand: Vec<CardView>,
    /// The card that the viewer picked to place.
    pub picked: Option<CardView>,
    /// The space where a piece lands on another one.
    pub landing: Option<String>,
    /// Where the player in turn can go, or the viewer may place the picked card.
    pub reach: Vec<String>,
    /// Properties that nobody has yet.
    pub left: usize,
    /// Turns taken in part 1 and in part 2.
    pub turns: [u16; 2],
}

/// A space with a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LocationView {
    /// Its space.
    pub space: String,
    /// The card; none when it lies face down.
    pub card: Option<CardView>,
    /// Does it lie face down?
    pub face_down: bool,
    /// Does its property still lie on it?
    pub property: bool,
    /// Who has its property, if the card can be seen.
    pub owner: Option<Seat>,
}

/// A card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardView {
    /// Its name in notation.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The code of its sector.
    pub code: String,
    /// The name of its sector.
    pub sector: String,
    /// The sector's number, from 0.
    pub sector_number: u8,
    /// Its category, which is what it is worth.
    pub category: u8,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// The colour of the piece.
    pub colour: String,
    /// The space of the piece, if it is on the board.
    pub space: Option<String>,
    /// The corner where the piece waits outside, if it was put at one.
    pub corner: Option<String>,
    /// The points.
    pub points: u16,
    /// What the properties bring in all.
    pub worth: u16,
    /// The properties.
    pub properties: Vec<CardView>,
    /// How many locations are still in hand.
    pub cards_in_hand: usize,
}

impl EconomyRules {
    /// What a viewer may know of an event: a card picked is its holder's secret. (ECO-SETUP-6)
    pub(crate) fn seen_by(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Picked { seat, .. } if !viewer.holds(*seat) => Some(Event::Picked { seat: *seat, card: None }),
            _ => Some(event.clone()),
        }
    }

    /// How an old event is told now. Nothing may give away the face of a location that lies face down now: not its card, not who
    /// came there first and so took its property, not what it paid and who handed its property over. (ECO-KNOW-2, ECO-KNOW-3)
    pub(crate) fn recalled_from(&self, event: &Event, state: &State) -> Option<Event> {
        let lies_down = |space: &Space| state.face_down.contains(*space);
        let is_open =
            |id: &String| self.card(id).and_then(|card| state.spaces[card.index()]).as_ref().is_none_or(|at| !lies_down(at));
        let is_open_at = |space: &String| space.parse().is_ok_and(|space| !lies_down(&space));
        let mut event = event.clone();
        match &mut event {
            Event::Picked { card, .. } | Event::Placed { card, .. } | Event::TurnedUp { card, .. } => {
                *card = card.take().filter(is_open)
            }
            Event::Entered { to, .. } => *to = to.take().filter(is_open_at),
            Event::Moved { from, to, .. } => {
                *from = from.take().filter(is_open_at);
                *to = to.take().filter(is_open_at);
            }
            Event::Took { card, title, .. } => {
                *card = card.take().filter(is_open);
                *title = title.take().filter(|_| card.is_some());
            }
            Event::HandedOver { card, .. } if !is_open(card) => return None,
            Event::Paid { card, sector, points } if !card.as_ref().is_some_and(is_open) => {
                (*card, *sector) = (None, None);
                points.clear();
            }
            _ => {}
        }
        Some(event)
    }

    pub(crate) fn card_view(&self, card: Card) -> CardView {
        let face = self.face(card);
        CardView {
            id: face.id.clone(),
            title: face.title.clone(),
            code: face.code.clone(),
            sector: face.sector.clone(),
            sector_number: face.sector_number,
            category: face.category as u8,
        }
    }

    pub(crate) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        let over = self.turn(state).is_over();
        let own = |seat: Seat| viewer.holds(seat);
        let hand = match viewer {
            Viewer::Seat(seat) if seat.index() < self.players => state.hands[seat.index()],
            _ => crate::CardSet::NONE,
        };
        let (step, picked, landing) = match state.step {
            Step::Pick => (Some("pick"), None, None),
            Step::Place(card) if own(state.seat) => (Some("place"), Some(self.card_view(card)), None),
            // Everybody may know that a card was picked, but not which.
            Step::Place(_) => (Some("place"), None, None),
            Step::Move => (Some("move"), None, None),
            Step::Hit(space) => (Some("hit"), None, Some(space.to_string())),
            Step::Over => (None, None, None),
        };
        let reach = match state.step {
            Step::Move => state.reach,
            Step::Place(_) if own(state.seat) => state.reach,
            _ => crate::Spaces::NONE,
        };
        View {
            part: match state.step {
                Step::Pick | Step::Place(_) => "setup",
                Step::Over => "over",
                _ if state.part() == 1 => "1",
                _ => "2",
            },
            turn: (!over).then_some(state.seat),
            step,
            die: (state.die > 0 && !over).then_some(state.die),
            target: self.target,
            locations: state.laid().map(|space| self.location_view(state, space)).collect(),
            players: Seat::FIRST.clockwise(self.players).map(|seat| self.player_view(state, seat)).collect(),
            hand: hand.map(|card| self.card_view(card)).collect(),
            picked,
            landing,
            reach: reach.map(|space| space.to_string()).collect(),
            left: state.left.into(),
            turns: state.turns,
        }
    }

    fn location_view(&self, state: &State, space: Space) -> LocationView {
        let face_down = state.face_down.contains(space);
        // ECO-KNOW-3
        let shown = !face_down || self.shows_faces(state);
        let card = state.locations[space.index()];
        let owner = card.and_then(|card| state.owner(card));
        LocationView {
            space: space.to_string(),
            card: card.filter(|_| shown).map(|card| self.card_view(card)),
            face_down,
            property: owner.is_none() && matches!(state.step, Step::Move | Step::Hit(_)),
            owner: owner.filter(|_| shown),
        }
    }

    fn player_view(&self, state: &State, seat: Seat) -> PlayerView {
        let piece = state.piece(seat);
        let properties = state.properties[seat.index()];
        PlayerView {
            seat,
            colour: self.pieces[seat.index()].clone(),
            space: if let Piece::On(space) = piece { Some(space.to_string()) } else { None },
            corner: if let Piece::At(corner) = piece { Some(corner.to_string()) } else { None },
            points: state.points[seat.index()],
            worth: properties.map(|card| self.face(card).category.points()).sum(),
            properties: properties.map(|card| self.card_view(card)).collect(),
            cards_in_hand: state.hands[seat.index()].len(),
        }
    }
}
