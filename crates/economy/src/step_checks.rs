//! What is true of every step from one state to the next. (ECO-INV)

use crate::{
    board::{Space, Spaces},
    cards::{Card, CardSet},
    rules::EconomyRules,
    state::{Piece, State, Step},
};
use kernel::{Refusal, Seat, refuse};

impl EconomyRules {
    pub(crate) fn check_between(&self, before: &State, after: &State) -> Result<(), Refusal> {
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
