//! A turn: the roll, the move, the landing, and whose turn is next. (ECO-TURN, ECO-MOVE)

use crate::{
    actions::Action,
    board::{Corner, Space, Spaces},
    events::Event,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{Consequence, Journal, Luck, Refusal, Seat, say::counted};

impl EconomyRules {
    /// Rolls for the player in turn. A player with no path of that length stays, and the next one rolls. The same in both parts.
    /// (ECO-COMP-5, ECO-TURN-3, ECO-MOVE-11)
    ///
    /// The loop ends: there are at most six pieces, so one of them always borders a connected area of more than 41 free spaces,
    /// and in such an area paths of every rolled length begin on every space. So not all pieces can be blocked.
    #[inline]
    pub(crate) fn begin_turn(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        let part = usize::from(state.part() == 2);
        for _ in 0..=self.players {
            let seat = state.seat;
            state.die = luck.die(6);
            state.turns[part] = state.turns[part].saturating_add(1);
            state.reach = self.ends(state, seat);
            state.step = Step::Move;
            let die = state.die;
            journal.note(|| Event::Rolled { seat, die });
            if !state.reach.is_empty() {
                return;
            }
            journal.note(|| Event::Stayed { seat });
            state.seat = seat.next(self.players);
        }
    }

    /// The end spaces of this player's piece with the number rolled. (ECO-MOVE-12)
    #[inline]
    pub(crate) fn ends(&self, state: &State, seat: Seat) -> Spaces {
        let others = state.others(seat);
        let steps = state.die.into();
        match state.piece(seat) {
            Piece::On(space) => self.paths.from_space(space, steps, others),
            Piece::At(corner) => self.paths.from_corner(corner, steps, others),
            Piece::Outside => {
                let from = |corner| self.paths.from_corner(corner, steps, others).0;
                Spaces(Corner::ALL.into_iter().fold(0, |ends, corner| ends | from(corner)))
            }
        }
    }

    /// Moves the piece. If another piece stands there, a corner has to be chosen for it first. (ECO-MOVE-10)
    #[inline]
    pub(crate) fn move_piece(
        &self,
        state: &mut State,
        to: Space,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        if !state.reach.contains(to) {
            return Err(self.why_not_move(state, to));
        }
        let seat = state.seat;
        journal.note(|| match state.piece(seat) {
            Piece::On(from) => Event::Moved { seat, from: Some(from.to_string()), to: Some(to.to_string()) },
            Piece::At(_) | Piece::Outside => Event::Entered { seat, to: Some(to.to_string()) },
        });
        if state.occupied.contains(to) {
            state.step = Step::Hit(to);
            return Ok(Consequence::Open);
        }
        state.put(seat, Piece::On(to));
        self.land(state, to, journal);
        self.end_turn(state, luck, journal);
        Ok(Consequence::Sealed)
    }

    /// The left-hand neighbour is next, unless the game is over. (ECO-TURN-2)
    #[inline]
    pub(crate) fn end_turn(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        if state.step != Step::Over {
            state.seat = state.seat.next(self.players);
            self.begin_turn(state, luck, journal);
        }
    }

    /// Why the piece in turn cannot end there, in the rulebook's order.
    pub(crate) fn why_not_move(&self, state: &State, to: Space) -> Refusal {
        let die = state.die;
        let free = |ends: Spaces| ends.contains(to);
        let steps = usize::from(die);
        let blocked = || {
            let reason = format!("every way to {to} with a {die} leads over another piece: choose another space");
            Refusal::new("ECO-MOVE-9", reason)
        };
        let far = || {
            Refusal::new("ECO-MOVE-1", format!("{to} is not exactly {} away: move the full number rolled", counted(die, "space")))
        };
        let barred = |corner: Corner| state.others(state.seat).contains(corner.space()) && steps > 1;
        match state.piece(state.seat) {
            Piece::On(space) if space == to => {
                Refusal::new("ECO-MOVE-8", format!("the move begins on {to} and cannot end there: choose another space"))
            }
            Piece::On(space) if free(self.paths.from_space(space, steps, Spaces::NONE)) => blocked(),
            Piece::On(_) => far(),
            Piece::At(corner) if free(self.paths.from_corner(corner, steps, Spaces::NONE)) => blocked(),
            Piece::At(corner) => {
                let elsewhere = Corner::ALL.into_iter().any(|other| free(self.paths.from_corner(other, steps, Spaces::NONE)));
                let reason =
                    format!("your piece must enter at {corner}, where it was put: with a {die} you cannot reach {to} from there");
                if elsewhere { Refusal::new("ECO-MOVE-4", reason) } else { far() }
            }
            Piece::Outside => {
                let corners =
                    || Corner::ALL.into_iter().filter(|corner| free(self.paths.from_corner(*corner, steps, Spaces::NONE)));
                if corners().next().is_none() {
                    far()
                } else if corners().all(barred) {
                    let reason = format!("the corner on the way to {to} is occupied; with a {die} you cannot enter there");
                    Refusal::new("ECO-MOVE-13", reason)
                } else {
                    blocked()
                }
            }
        }
    }

    /// The spaces that only other pieces keep the player from reaching, and why.
    pub(crate) fn barred_moves(&self, state: &State) -> Vec<(Action, Refusal)> {
        let steps = usize::from(state.die);
        let open = match state.piece(state.seat) {
            Piece::On(space) => self.paths.from_space(space, steps, Spaces::NONE),
            Piece::At(corner) => self.paths.from_corner(corner, steps, Spaces::NONE),
            Piece::Outside => Spaces(
                Corner::ALL.into_iter().fold(0, |ends, corner| ends | self.paths.from_corner(corner, steps, Spaces::NONE).0),
            ),
        };
        let barred = Spaces(open.0 & !state.reach.0);
        barred.map(|space| (Action::Move(space), self.why_not_move(state, space))).collect()
    }
}
