//! The opening: the last player in turn order places the eight trend markers. (PRF-START-4 to PRF-START-8)
//!
//! The spaces from 2 to 12 without the Joker are decided one by one: a marker, or nothing.

use crate::{
    actions::Action,
    colours::Marker,
    events::Event,
    rules::ProfitabilityRules,
    state::State,
    trendline::{Space, Trendline},
};
use kernel::{Consequence, Journal, Luck, Refusal};

/// How many spaces stay empty. (PRF-START-7)
const EMPTY: usize = 2;

impl ProfitabilityRules {
    /// The next space to decide; none when all are decided.
    pub(crate) fn next_space(&self, state: &State) -> Option<Space> {
        Space::nth(state.marked)
    }

    /// May the next space stay empty? Two spaces do. (PRF-START-7)
    pub(crate) fn may_leave(&self, state: &State) -> bool {
        usize::from(state.marked) - (state.trend.len() as usize) < EMPTY
    }

    pub(crate) fn list_marks(&self, state: &State, out: &mut Vec<Action>) {
        let unplaced = state.trend.unplaced();
        let markers = (0..Marker::COUNT).filter(|index| unplaced >> index & 1 != 0);
        out.extend(markers.map(|index| Action::Mark(Marker::at(index))));
        if self.may_leave(state) {
            out.push(Action::Leave);
        }
    }

    /// Decides the next space, and those after it for which there is no choice. After the last one the first turn begins.
    pub(crate) fn mark(
        &self,
        state: &mut State,
        marker: Option<Marker>,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        match marker {
            Some(marker) if state.trend.unplaced() >> marker.index() & 1 == 0 => {
                let reason = format!("{marker} lies on the trendline already: of each colour one points up and one down");
                return Err(Refusal::new("PRF-START-5", reason));
            }
            None if !self.may_leave(state) => {
                return Err(Refusal::new("PRF-START-7", "two spaces stay empty already: put a marker on this one"));
            }
            _ => {}
        }
        self.decide(state, marker, journal);
        while let Some(forced) = self.forced(state) {
            self.decide(state, forced, journal);
        }
        if self.next_space(state).is_some() {
            return Ok(Consequence::Open);
        }
        state.seat = state.starter;
        self.begin_turn(state, luck, journal);
        Ok(Consequence::Sealed)
    }

    /// Nobody decides anything: the markers lie as in the reference setup, and the first turn begins. (PRF-OPT-15)
    pub(crate) fn lay_markers(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        state.trend = Trendline::reference();
        state.marked = Space::COUNT as u8;
        journal.note(|| Event::MarkersLaid);
        state.seat = state.starter;
        self.begin_turn(state, luck, journal);
    }

    fn decide(&self, state: &mut State, marker: Option<Marker>, journal: &mut impl Journal<Event>) {
        let Some(space) = self.next_space(state) else { return };
        if let Some(marker) = marker {
            state.trend.put(space, marker);
        }
        state.marked += 1;
        let seat = state.seat;
        journal.note(|| Event::Marked { seat, space: space.sum(), marker: marker.map(|marker| marker.to_string()) });
    }

    /// What happens with the next space if there is no choice: all markers are placed, or the last one has one space left.
    pub(crate) fn forced(&self, state: &State) -> Option<Option<Marker>> {
        self.next_space(state)?;
        let unplaced = state.trend.unplaced();
        match (unplaced.count_ones(), self.may_leave(state)) {
            (0, _) => Some(None),
            (1, false) => Some(Some(Marker::at(unplaced.trailing_zeros() as usize))),
            _ => None,
        }
    }
}
