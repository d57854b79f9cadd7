//! Before the first turn: who starts, the deal, and the layout of the locations. (ECO-SETUP, ECO-START)

use crate::{
    actions::Action,
    board::{Space, Spaces},
    cards::{Card, CardSet},
    events::Event,
    options::{Placement, Starter},
    rules::EconomyRules,
    state::{State, Step},
};
use kernel::{Cards, Consequence, Journal, Luck, Refusal, Seat, Seats, Viewer};

impl EconomyRules {
    /// ECO-START-1, ECO-START-2.
    pub(crate) fn choose_starter(&self, luck: &mut impl Luck) -> Seat {
        match self.options.starter {
            Starter::Random => Seat::new(luck.below(self.players)).unwrap_or(Seat::FIRST),
            Starter::HostChoice => self.options.named_starter(),
            Starter::FirstSeat => Seat::FIRST,
        }
    }

    /// ECO-SETUP-7: the players place the cards, or the program does and the first turn begins.
    pub(crate) fn lay_out(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        match self.options.placement {
            Placement::Players => {
                self.deal(state, luck);
                let hands = || state.hands[..self.players].iter().map(|hand| hand.len()).collect();
                journal.note(|| Event::Dealt { hands: hands() });
            }
            Placement::Random => {
                self.lay_at_random(state, luck);
                self.begin_play(state, luck, journal);
            }
            Placement::Reference => {
                self.layout.iter().for_each(|(space, card)| state.lay(*card, *space));
                self.begin_play(state, luck, journal);
            }
        }
    }

    /// ECO-SETUP-1, ECO-SETUP-2: one card at a time, clockwise from the starting player.
    fn deal(&self, state: &mut State, luck: &mut impl Luck) {
        let mut deck = Cards::first(Card::COUNT);
        let mut seat = state.seat;
        while let Some(card) = luck.among(deck) {
            deck.remove(card);
            if let Some(card) = Card::new(card.into()) {
                state.hands[seat.index()].insert(card);
            }
            seat = seat.next(self.players);
        }
    }

    fn lay_at_random(&self, state: &mut State, luck: &mut impl Luck) {
        let mut deck = Cards::first(Card::COUNT);
        while let Some(number) = luck.among(deck) {
            deck.remove(number);
            let Some(card) = Card::new(number.into()) else { continue };
            let free = Cards::from_bits(self.room_for(state, card).0.into());
            if let Some(space) = luck.among(free).and_then(|space| Space::new(space.into())) {
                state.lay(card, space);
            }
        }
    }

    fn begin_play(&self, state: &mut State, luck: &mut impl Luck, journal: &mut impl Journal<Event>) {
        journal.note(|| Event::LaidOut);
        self.begin_turn(state, luck, journal);
    }

    /// The spaces where this card may be placed. (ECO-SETUP-4, ECO-SETUP-5)
    #[inline]
    pub(crate) fn room_for(&self, state: &State, card: Card) -> Spaces {
        let mut taken = self.too_close(state, card);
        for space in state.spaces.iter().flatten() {
            taken.insert(*space);
        }
        Spaces(!taken.0)
    }

    /// The spaces around locations of the same sector. (ECO-SETUP-5)
    #[inline]
    fn too_close(&self, state: &State, card: Card) -> Spaces {
        let mut barred = Spaces::NONE;
        for other in self.sectors[card.index()] {
            if let Some(space) = state.spaces[other.index()] {
                barred.0 |= self.around[space.index()].0;
            }
        }
        barred
    }

    /// Choosing a card to place. Nobody else sees it yet, so the choice can be taken back. (ECO-SETUP-4)
    #[inline]
    pub(crate) fn pick(&self, state: &mut State, card: Card, journal: &mut impl Journal<Event>) -> Result<Consequence, Refusal> {
        let seat = state.seat;
        if !state.hands[seat.index()].contains(card) {
            return Err(Refusal::new("ECO-SETUP-4", "that card is not in your hand: pick one that is"));
        }
        state.step = Step::Place(card);
        state.reach = self.room_for(state, card);
        journal.note(|| Event::Picked { seat, card: Some(self.face(card).id.clone()) });
        Ok(Consequence::Open)
    }

    /// Placing it, face up for all to see. After the last card the first turn begins. (ECO-SETUP-3, ECO-SETUP-8)
    #[inline]
    pub(crate) fn place_card(
        &self,
        state: &mut State,
        card: Card,
        space: Space,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        if !state.reach.contains(space) {
            return Err(self.why_not_place(state, space));
        }
        let seat = state.seat;
        state.hands[seat.index()].remove(card);
        state.lay(card, space);
        state.reach = Spaces::NONE;
        journal.note(|| Event::Placed { seat, card: Some(self.face(card).id.clone()), space: space.to_string() });
        // ECO-EDGE-15: players who have no card left are skipped.
        let next = seat.next(self.players).clockwise(self.players).find(|seat| !state.hands[seat.index()].is_empty());
        match next {
            Some(next) => {
                state.seat = next;
                state.step = Step::Pick;
            }
            None => {
                // The last card was the last of the last player round the table: the starting player follows, or, with
                // five players, follows on itself.
                state.seat = self.starter_after(seat);
                self.begin_play(state, luck, journal);
            }
        }
        Ok(Consequence::Sealed)
    }

    /// Works out who started from who placed the last card: the starting player places the 1st, 6th, 11th … of 36 cards with
    /// five players and so the 36th too; otherwise the player before them does.
    fn starter_after(&self, last: Seat) -> Seat {
        if Card::COUNT.is_multiple_of(self.players) { last.next(self.players) } else { last }
    }

    pub(crate) fn why_not_place(&self, state: &State, space: Space) -> Refusal {
        if state.locations[space.index()].is_some() {
            Refusal::new("ECO-SETUP-4", format!("a location lies on {space} already: choose a free space"))
        } else {
            let reason = format!("a location of the same sector lies too close to {space}: choose a space farther away");
            Refusal::new("ECO-SETUP-5", reason)
        }
    }

    /// The free spaces where the picked card may not lie, and why.
    pub(crate) fn barred_places(&self, state: &State) -> Vec<(Action, Refusal)> {
        let barred = Spaces(!state.reach.0 & !state.laid().0);
        barred.map(|space| (Action::Place(space), self.why_not_place(state, space))).collect()
    }

    /// The same table with the hands and faces that a viewer neither sees nor remembers dealt anew. (ECO-SETUP-6, ECO-KNOW-2)
    pub(crate) fn deal_anew(&self, state: &State, viewer: Viewer, memory: Spaces, luck: &mut impl Luck) -> State {
        let mut state = *state;
        let others: Seats = Seats::first(self.players).filter(|seat| !viewer.holds(*seat)).collect();
        let mut pool = Cards::from_bits(others.fold(0, |all, seat| all | u128::from(state.hands[seat.index()].0)));
        for seat in others {
            let count = state.hands[seat.index()].len();
            let mut hand = CardSet::NONE;
            for card in (0..count).filter_map(|_| {
                let card = luck.among(pool)?;
                pool.remove(card);
                Card::new(card.into())
            }) {
                hand.insert(card);
            }
            state.hands[seat.index()] = hand;
        }
        if let Step::Place(_) = state.step
            && !viewer.holds(state.seat)
        {
            let hand = Cards::from_bits(state.hands[state.seat.index()].0.into());
            if let Some(card) = luck.among(hand).and_then(|card| Card::new(card.into())) {
                state.step = Step::Place(card);
                state.reach = self.room_for(&state, card);
            }
        }
        if !self.shows_faces(&state) {
            let unknown = Spaces(state.face_down.0 & !memory.0);
            let mut faces = Cards::NONE;
            for card in unknown.filter_map(|space| state.locations[space.index()]) {
                faces.insert(card.index() as u8);
            }
            for space in unknown {
                if let Some(card) = luck.among(faces) {
                    faces.remove(card);
                    if let Some(card) = Card::new(card.into()) {
                        state.lay(card, space);
                    }
                }
            }
        }
        state
    }
}
