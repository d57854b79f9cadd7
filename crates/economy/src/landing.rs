//! Landings: collecting, hitting, turning over, paying, and the end. (ECO-COLLECT, ECO-HIT, ECO-PART, ECO-SCORE, ECO-DOWN, ECO-END)

use crate::{
    board::{Corner, Space, Spaces},
    cards::Card,
    events::Event,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{Consequence, Journal, Luck, Refusal, Seat};

impl EconomyRules {
    /// Landing on a space without another piece.
    #[inline]
    pub(crate) fn land(&self, state: &mut State, space: Space, journal: &mut impl Journal<Event>) {
        let seat = state.seat;
        let Some(card) = state.locations[space.index()] else {
            let clause = if state.part() == 1 { "ECO-COLLECT-6" } else { "ECO-SCORE-5" };
            journal.note(|| Event::Nothing { seat, clause });
            return;
        };
        if state.part() == 1 {
            self.collect(state, card, journal);
        } else if state.face_down.contains(space) {
            self.turn_up(state, space, card, journal);
        } else {
            self.pay(state, card, journal);
        }
    }

    /// Part 1: the property, if it still lies there. (ECO-COLLECT-1 to ECO-COLLECT-8)
    #[inline]
    fn collect(&self, state: &mut State, card: Card, journal: &mut impl Journal<Event>) {
        let seat = state.seat;
        if state.owned().contains(card) {
            let down = state.spaces[card.index()].is_some_and(|space| state.face_down.contains(space));
            let clause = if down { "ECO-COLLECT-7" } else { "ECO-COLLECT-2" };
            journal.note(|| Event::Nothing { seat, clause });
            return;
        }
        state.take(seat, card);
        journal.note(|| {
            let face = self.face(card);
            Event::Took { seat, card: Some(face.id.clone()), title: Some(face.title.clone()) }
        });
        if state.part() == 2 {
            // ECO-PART-2: this landing gives no points; the next turn is the first of part 2.
            journal.note(|| Event::PartTwo);
        }
    }

    /// Landing on another piece: it is put outside at the corner chosen, then the location is turned. (ECO-HIT-1 to ECO-HIT-11)
    #[inline]
    pub(crate) fn throw_off(
        &self,
        state: &mut State,
        space: Space,
        corner: Corner,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let seat = state.seat;
        if let Some(other) = state.piece_on(space) {
            state.put(other, Piece::At(corner));
            state.hits = state.hits.saturating_add(1);
            journal.note(|| Event::ThrownOff { seat, other, corner: corner.to_string() });
        }
        state.put(seat, Piece::On(space));
        state.step = Step::Move;
        match state.locations[space.index()] {
            // ECO-HIT-10
            None => journal.note(|| Event::Nothing { seat, clause: "ECO-HIT-10" }),
            // ECO-HIT-9
            Some(card) if state.face_down.contains(space) && state.part() == 2 => self.turn_up(state, space, card, journal),
            // ECO-HIT-5
            Some(_) if state.face_down.contains(space) => journal.note(|| Event::Nothing { seat, clause: "ECO-HIT-5" }),
            // ECO-HIT-4, ECO-HIT-8
            Some(_) => {
                state.face_down.insert(space);
                let clause = if state.part() == 1 { "ECO-HIT-4" } else { "ECO-HIT-8" };
                journal.note(|| Event::TurnedDown { space: space.to_string(), clause });
            }
        }
        self.end_turn(state, luck, journal);
        Ok(Consequence::Sealed)
    }

    /// Part 2, a face-down location: it is turned up, its property goes to the player who landed, then its sector pays.
    /// (ECO-DOWN-1 to ECO-DOWN-6)
    fn turn_up(&self, state: &mut State, space: Space, card: Card, journal: &mut impl Journal<Event>) {
        let to = state.seat;
        state.face_down.remove(space);
        journal.note(|| Event::TurnedUp { space: space.to_string(), card: Some(self.face(card).id.clone()) });
        if let Some(from) = state.owner(card)
            && from != to
        {
            state.properties[from.index()].remove(card);
            state.properties[to.index()].insert(card);
            journal.note(|| Event::HandedOver { from, to, card: self.face(card).id.clone() });
        }
        self.pay(state, card, journal);
    }

    /// The sector of a location pays everybody at once, and the game may be over. (ECO-SCORE-1 to ECO-SCORE-4, ECO-END-6)
    #[inline]
    fn pay(&self, state: &mut State, card: Card, journal: &mut impl Journal<Event>) {
        let mut paid = [0; crate::state::PIECES];
        for ((paid, points), properties) in paid.iter_mut().zip(&mut state.points).zip(&state.properties) {
            *paid = self.pays(*properties, card);
            *points = points.saturating_add(*paid);
        }
        state.payments = state.payments.saturating_add(1);
        journal.note(|| {
            let face = self.face(card);
            let points = paid[..self.players].to_vec();
            Event::Paid { card: Some(face.id.clone()), sector: Some(face.sector.clone()), points }
        });
        if self.is_won(&state.points[..self.players]) {
            state.step = Step::Over;
            state.reach = Spaces::NONE;
            journal.note(|| Event::Won { winners: self.leaders(state), clause: self.ending(state) });
        }
    }

    fn leaders(&self, state: &State) -> Vec<Seat> {
        let best = state.points[..self.players].iter().max();
        Seat::FIRST.clockwise(self.players).filter(|seat| Some(&state.points[seat.index()]) == best).collect()
    }
}
