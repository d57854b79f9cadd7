//! How good a state looks for a player: what bots build on.

use crate::{
    board::{Corner, Space, Spaces},
    paths::DIE,
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::Seat;
use std::cmp::Ordering;

/// The value of one point on the score list.
const POINT: i64 = 600;

impl EconomyRules {
    /// The lead in points, what the properties may bring and what they may lose, and what the next roll may bring.
    pub(crate) fn standing(&self, state: &State, seat: Seat) -> i64 {
        let me = seat.index();
        if me >= self.players {
            return 0;
        }
        let rivals = || (0..self.players).filter(move |player| *player != me);
        let best = rivals().map(|player| i64::from(state.points[player])).max().unwrap_or(0);
        let sum: i64 = rivals().map(|player| i64::from(state.points[player])).sum();
        let own = i64::from(state.points[me]);
        if state.step == Step::Over {
            return match own.cmp(&best) {
                Ordering::Greater => 1_000_000_000,
                // ECO-END-7: a shared win counts half.
                Ordering::Equal => 500_000_000,
                Ordering::Less => -1_000_000_000 + own,
            };
        }
        let lead = POINT * own - POINT * 2 / 3 * best - POINT / 6 * sum;
        lead + self.promise(state, me) - self.threat(state, me) + self.prospects(state, seat)
    }

    /// The value of a sector's properties grows with the square of their sum, since players land where they are paid most.
    fn promise(&self, state: &State, me: usize) -> i64 {
        self.each_sector(|card| {
            let own = i64::from(self.pays(state.properties[me], card));
            let rival =
                (0..self.players).filter(|player| *player != me).map(|player| self.pays(state.properties[player], card)).max();
            60 * own * own - 20 * i64::from(rival.unwrap_or(0)).pow(2)
        })
    }

    /// A property whose location lies face down can be taken from its owner. (ECO-DOWN-3)
    fn threat(&self, state: &State, me: usize) -> i64 {
        let at_risk = |space: Space| {
            let card = state.locations[space.index()]?;
            let points = i64::from(self.face(card).category.points());
            Some(if state.properties[me].contains(card) { 150 * points } else { -40 * points })
        };
        state.face_down.filter_map(at_risk).sum()
    }

    fn each_sector(&self, value: impl Fn(crate::Card) -> i64) -> i64 {
        let first_of_sector = |card: &crate::Card| self.sectors[card.index()].0.trailing_zeros() as usize == card.index();
        crate::Card::all().filter(first_of_sector).map(value).sum()
    }

    /// The best landing of each roll, on a board without pieces in the way, averaged over the die.
    fn prospects(&self, state: &State, seat: Seat) -> i64 {
        if matches!(state.step, Step::Pick | Step::Place(_)) {
            return 0;
        }
        let part = state.part();
        let best = |ends: Spaces| ends.map(|space| self.landing_value(state, seat, space, part)).max().unwrap_or(0).max(0);
        let from_corner = |corner: Corner, die| self.paths.from_corner(corner, die, Spaces::NONE);
        let total: i64 = (1..=DIE)
            .map(|die| match state.piece(seat) {
                Piece::On(space) => best(self.paths.from_space(space, die, Spaces::NONE)),
                Piece::At(corner) => best(from_corner(corner, die)),
                Piece::Outside => Corner::ALL.into_iter().map(|corner| best(from_corner(corner, die))).max().unwrap_or(0),
            })
            .sum();
        total / 12
    }

    fn landing_value(&self, state: &State, seat: Seat, space: Space, part: u8) -> i64 {
        let Some(card) = state.locations[space.index()] else { return 0 };
        let points = i64::from(self.face(card).category.points());
        match (part, state.face_down.contains(space)) {
            (1, false) if state.owner(card).is_none() => {
                let own = i64::from(self.pays(state.properties[seat.index()], card));
                60 * points * (points + 2 * own)
            }
            (1, _) => 0,
            (_, false) => POINT * i64::from(self.pays(state.properties[seat.index()], card)),
            (_, true) => POINT * (points + i64::from(self.pays(state.properties[seat.index()], card))),
        }
    }
}
