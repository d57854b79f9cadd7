//! Any of the listed actions, uniformly random, without a list: one of all that might be done is drawn, and only what was drawn is checked.

use crate::{
    Action, CompetitorsRules, FLEET, Place, State, Stop, Token, Tokens, Vehicle,
    deals::bargaining::PROPOSALS,
    decision::{Decision, OwnTurn, Travel},
    movement::{Traveller, aircraft::USUAL_CELLS},
};
use kernel::{Luck, Seat};

/// After so many draws of what cannot be done all that can be done is listed.
const TRIES: usize = 48;

impl CompetitorsRules {
    pub(crate) fn any(&self, state: &State, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Action>) -> Option<Action> {
        buffer.clear();
        let now = state.now();
        if seat == state.active {
            let drawn = now.any(self, state, seat, luck, buffer);
            if drawn.is_some() {
                return drawn;
            }
            buffer.clear();
        }
        now.list(self, state, seat, buffer);
        if buffer.is_empty() { None } else { Some(buffer[luck.below(buffer.len())]) }
    }

    /// Draws until something is found, but not for ever. What cannot be done is none.
    fn draw(count: usize, luck: &mut impl Luck, mut at: impl FnMut(usize) -> Option<Action>) -> Option<Action> {
        (0..TRIES).find_map(|_| at(luck.below(count)))
    }

    /// Between two actions.
    pub(crate) fn any_in_turn(&self, state: &State, seat: Seat, luck: &mut impl Luck, few: &mut Vec<Action>) -> Option<Action> {
        let (mut signed, mut hired) = (Tokens::NONE, false);
        for token in Token::all() {
            let piece = state.piece(token);
            if piece.load.is_some_and(|load| load.signer == seat) {
                signed.insert(token);
            }
            hired |= piece.hire.is_some();
        }
        if hired {
            return None;
        }
        // What is few and has to be looked for is listed.
        few.push(Action::End);
        self.list_free_steps(state, seat, few);
        self.list_answers(state, seat, few);
        let player = state.player(seat);
        let (special, goods) = (player.contracts.and(self.routes.special), player.contracts.and_not(self.routes.special));
        let proposals = if self.has_proposal(state, seat) { PROPOSALS } else { 0 };
        let fleet = |number: usize| Token::new(seat.index() * FLEET + number);
        let actions =
            [2, goods.len(), signed.len(), FLEET, Vehicle::ALL.len(), FLEET, player.territories.len(), player.branches.len()];
        let actions = if state.turn.actions > 0 { actions } else { [0; 8] };
        let total = few.len() + special.len() + proposals + actions.iter().sum::<usize>();
        Self::draw(total, luck, |number| {
            let mut number = number;
            // Is it among the next so many? Then which of them.
            let mut among = |count: usize| {
                let found = (number < count).then_some(number);
                number = number.wrapping_sub(if found.is_some() { 0 } else { count });
                found
            };
            if let Some(number) = among(few.len()) {
                return Some(few[number]);
            }
            if let Some(number) = among(proposals) {
                return self.usual_proposal(state, seat, number);
            }
            let action = if let Some(number) = among(special.len()) {
                Action::Play(special.at_rank(number as u32)?)
            } else if let Some(number) = among(actions[0]) {
                if number == 0 { Action::DrawTerritory } else { Action::DrawContract }
            } else if let Some(number) = among(actions[1]) {
                Action::Sign(goods.at_rank(number as u32)?)
            } else if let Some(number) = among(actions[2]) {
                Action::Deliver(state.piece(signed.at_rank(number as u32)?).load?.sender)
            } else if let Some(number) = among(actions[3]) {
                Action::Move(fleet(number)?)
            } else if let Some(number) = among(actions[4]) {
                Action::Buy(Vehicle::ALL[number])
            } else if let Some(number) = among(actions[5]) {
                Action::Sell(fleet(number)?)
            } else if let Some(number) = among(actions[6]) {
                Action::Build(player.territories.at_rank(number as u32)?)
            } else {
                Action::SellBranch(player.branches.at_rank(number as u32)?)
            };
            OwnTurn.may(self, state, seat, &action).is_ok().then_some(action)
        })
    }

    /// In a Move or a Delivery, where one token may take the next step.
    pub(crate) fn any_in_journey(
        &self,
        state: &State,
        seat: Seat,
        luck: &mut impl Luck,
        few: &mut Vec<Action>,
    ) -> Option<Action> {
        let movers = self.movers(state);
        let token = movers.lowest().filter(|_| movers.len() == 1)?;
        self.list_free_steps(state, seat, few);
        few.extend(Travel.may_stop(state).then_some(Action::Stop));
        few.extend(Travel.may_give_up(state).then_some(Action::GiveUp));
        self.list_delivery_cards(state, seat, few);
        if state.is_open_point() {
            self.list_negotiation(state, seat, few);
        }
        let go = |to: Stop| Action::Go { token, to };
        let (points, place) = (self.points_left(state, token), state.piece(token).place);
        let traveller = self.traveller(state, token);
        match (token.vehicle(), place, traveller) {
            (Vehicle::Truck, Place::Land(from), Some(traveller)) => {
                let reached = self.drives(state, &traveller, from, points).reached;
                Self::draw(few.len() + reached.len(), luck, |number| match number.checked_sub(few.len()) {
                    None => Some(few[number]),
                    Some(number) => reached.at_rank(number as u32).map(Stop::Territory).map(go),
                })
            }
            (Vehicle::Ship, _, Some(traveller)) => {
                let sails = self.sails(state, &traveller, place, points);
                let (ports, cells) = (sails.ports.len(), sails.cells().count());
                Self::draw(few.len() + ports + cells, luck, |number| match number.checked_sub(few.len()) {
                    None => Some(few[number]),
                    Some(number) if number < ports => sails.ports.at_rank(number as u32).map(Stop::Territory).map(go),
                    Some(number) => sails.cells().nth(number - ports).map(|sail| go(Stop::Cell(sail.cell))),
                })
            }
            (Vehicle::Aircraft, _, Some(traveller)) => self.any_flight(state, token, &traveller, luck, few),
            _ if few.is_empty() => None,
            _ => Some(few[luck.below(few.len())]),
        }
    }

    fn any_flight(
        &self,
        state: &State,
        token: Token,
        traveller: &Traveller,
        luck: &mut impl Luck,
        few: &[Action],
    ) -> Option<Action> {
        let flights = self.flights(state, token, traveller, self.points_left(state, token));
        let (airports, arrows) = (flights.airports.len(), if flights.airborne { 2 * self.pack.arrows.len() } else { 0 });
        let cells = if flights.airborne { USUAL_CELLS } else { 0 };
        let longest = flights.longest();
        Self::draw(few.len() + airports + arrows + cells, luck, |number| {
            let Some(number) = number.checked_sub(few.len()) else { return Some(few[number]) };
            let to = if let Some(number) = number.checked_sub(airports + arrows) {
                Stop::Cell(self.usual_cell(state, token, flights.goal, longest, number)?)
            } else if let Some(number) = number.checked_sub(airports) {
                Some(Stop::Arrow(self.pack.all_arrows().nth(number)?)).filter(|to| flights.flies(*to).is_some())?
            } else {
                let to = flights.airports.at_rank(number as u32)?;
                Some(Stop::Territory(to)).filter(|_| flights.lands(to))?
            };
            Some(Action::Go { token, to })
        })
    }
}
