//! A piece on its way, and what passing brings. (INV-MOVE)

use crate::{
    decisions::{Decision, Frame, Landing},
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::position::is_default,
    state::{FortuneId, How, State},
    view::{CardView, card_view},
};
use kernel::{Journal, Luck, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A piece is on its way forward. (INV-MOVE-4)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moving {
    /// Whose; the roller's where one piece stands for all.
    pub seat: Seat,
    /// How many tiles are left.
    pub left: u8,
    /// Where the movement began.
    pub from: u8,
    /// Did it make a lap event?
    #[serde(default, skip_serializing_if = "is_default")]
    pub lapped: bool,
    /// By what.
    pub how: How,
    /// The card that goes under its pile on arrival. (INV-CARD-6)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<FortuneId>,
}

impl Decision for Moving {
    fn card(&self) -> Option<FortuneId> {
        self.card
    }

    /// Goes on from stop to stop until the piece has come to its last tile. (INV-MOVE-4)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Moving { seat, left, from, lapped, how, card } = *self;
        let Some(seat) = play.leader(seat) else {
            play.drop_frame();
            return true;
        };
        let at = play.rules.piece(play.state, seat);
        if left == 0 {
            play.pop();
            if let Some(card) = card {
                // INV-CARD-6: before the tile is resolved.
                play.put_back(card.fortune(), card.card());
            }
            play.push(Landing { seat, from, lapped });
            return true;
        }
        let rules = play.rules;
        // A whole lap is not told from none, which makes no difference: then nothing is left to walk.
        let walked = rules.distance(from, at) % rules.length;
        let stops = rules.stops(from);
        let next = stops.into_iter().filter(|stop| *stop > walked).min().map_or(left, |stop| left.min(stop - walked));
        let (at, walked, left) = (rules.ahead(at, next), walked.saturating_add(next), left - next);
        play.put_piece(seat, at);
        let lap = walked == stops[0] && play.enters_bank(seat, how);
        play.replace(Moving { seat, left, from, lapped: lapped || lap, how, card });
        if walked == stops[1] {
            play.pass_tax_office(seat);
        }
        if walked == stops[2] {
            play.pass_global(seat);
        }
        if lap {
            play.lap_event(seat, left);
        }
        true
    }

    fn shown_card(&self) -> Option<CardView> {
        self.card.map(|card| card_view(self.seat, card, false))
    }

    fn names(&self) -> Seats {
        Seats::only(self.seat)
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::Lap(_))
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-INVAR-10", self.from < rules.length)
    }
}

impl InvestmentsRules {
    /// Whose laps count for this player's piece: the first seat stands for the common one. (INV-SINGLE-11)
    #[inline]
    pub(crate) fn lapper(&self, seat: Seat) -> Seat {
        if self.single { Seat::FIRST } else { seat }
    }

    /// After how many tiles of a movement from here something happens: the first Bank tile is entered, the Tax Office or the Global
    /// Economy lies behind as a whole. From one Bank tile to another or off the group nothing does. (INV-MOVE-3, INV-MOVE-4, INV-LAP-6,
    /// INV-TAX-13)
    fn stops(&self, from: u8) -> [u8; 3] {
        let behind = |first: u8| self.distance(from, first).saturating_add(3);
        [self.distance(from, self.first_bank), behind(self.first_tax), behind(self.first_global)]
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Puts a piece on a tile, whoever else stands there. (INV-MOVE-9)
    pub fn put_piece(&mut self, seat: Seat, tile: u8) {
        let piece = self.rules.lapper(seat);
        self.state.player_mut(piece).at = tile;
    }

    /// Who resolves what a piece brings: its player while present; where one piece stands for all and the roller is jailed or out by now,
    /// the next who is present, since the others still follow. (INV-SINGLE-18, INV-SINGLE-19)
    pub fn leader(&self, seat: Seat) -> Option<Seat> {
        match self.state.is_present(seat) {
            true => Some(seat),
            false if self.rules.single => self.state.first_of(self.state.present()),
            false => None,
        }
    }

    /// A movement forward begins. (INV-MOVE-1)
    pub fn set_off(&mut self, seat: Seat, distance: u8, how: How, card: Option<FortuneId>) {
        let from = self.rules.piece(self.state, seat);
        let to = self.rules.ahead(from, distance % self.rules.length);
        self.note(|| Event::Moved { seat, from, to, distance, back: false, how });
        self.push(Moving { seat, left: distance, from, lapped: false, how, card });
    }

    /// Does entering the first Bank tile make a lap event? Each one does, but for two cases. (INV-LAP-1, INV-LAP-5, INV-LAP-7 to
    /// INV-LAP-9)
    fn enters_bank(&mut self, seat: Seat, how: How) -> bool {
        let lapper = self.rules.lapper(seat);
        let player = self.state.player_mut(lapper);
        if player.returned > 0 {
            player.returned -= 1;
            return false;
        }
        !(how == How::Shortcut && player.subsidised)
    }

    /// A movement backward: no tile passed does anything, but laps are returned. (INV-MOVE-2, INV-LAP-7)
    pub fn move_back(&mut self, seat: Seat, distance: u8) {
        let from = self.rules.piece(self.state, seat);
        let length = self.rules.length;
        let to = self.rules.ahead(from, length - distance % length);
        self.note(|| Event::Moved { seat, from, to, distance, back: true, how: How::Shortcut });
        // The first Bank tile is left backward if it lies on the way and is not the last tile.
        let to_bank = self.rules.distance(self.rules.first_bank, from) % length;
        let laps = if distance > to_bank { 1 + (distance - to_bank - 1) / length } else { 0 };
        let lapper = self.rules.lapper(seat);
        let player = self.state.player_mut(lapper);
        player.returned = player.returned.saturating_add(laps);
        self.put_piece(seat, to);
        self.push(Landing { seat, from, lapped: false });
    }
}
