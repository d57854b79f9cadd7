//! A turn: its actions, the parts of those that are chosen part by part, and how a turn and a round end. (CMP-TURN, CMP-ROUND; D3)

use crate::{
    actions::Action,
    events::Event,
    places::Vehicle,
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State, TurnState},
    tokens::{Token, Tokens},
};
use kernel::{Journal, Luck, Refusal, Seat, refuse};

impl CompetitorsRules {
    /// All that the active player may do between two actions, but for negotiating; any of it twice. (CMP-GEN-3, CMP-TURN-9; D3, with D4 to D7, D11, D12 and D20 to D25)
    pub(crate) fn list_turn_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::End);
        if state.turn.actions > 0 {
            if self.may_draw_territory(state).is_ok() {
                out.push(Action::DrawTerritory);
            }
            if self.may_draw_contract(state).is_ok() {
                out.push(Action::DrawContract);
            }
            self.list_signatures(state, seat, out);
            out.extend(state.signed(seat).map(|(_, load)| Action::Deliver(load.sender)));
            out.extend(Token::fleet(seat).filter(|token| self.can_move(state, seat, *token).is_ok()).map(Action::Move));
            let hired = Token::all().filter(|token| state.piece(*token).hire.is_some() && token.owner() != seat);
            out.extend(hired.filter(|token| self.can_move(state, seat, *token).is_ok()).map(Action::Move));
            out.extend(Vehicle::ALL.into_iter().filter(|vehicle| self.may_buy(state, seat, *vehicle).is_ok()).map(Action::Buy));
            out.extend(Token::fleet(seat).filter(|token| self.may_sell(state, seat, *token).is_ok()).map(Action::Sell));
            self.list_builds(state, seat, out);
            out.extend(state.player(seat).branches.map(Action::SellBranch));
        }
        self.list_special_cards(state, seat, out);
        self.list_free_steps(state, seat, out);
    }

    /// May this be done between two actions? (CMP-TURN-1, CMP-TURN-7)
    pub(crate) fn may_turn_action(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !state.is_choosing_action() || seat != state.active {
            return refuse("CMP-TURN-1", "finish what you have begun first");
        }
        match *action {
            Action::End => return Ok(()),
            Action::Play(card) => return self.may_play(state, seat, card),
            _ if state.turn.actions == 0 => return refuse("CMP-TURN-1", "you have no action left"),
            _ => {}
        }
        match *action {
            Action::DrawTerritory => self.may_draw_territory(state),
            Action::DrawContract => self.may_draw_contract(state),
            Action::Sign(card) => self.may_sign(state, seat, card),
            Action::Deliver(sender) => self.may_deliver(state, seat, sender),
            Action::Move(token) => self.can_move(state, seat, token),
            Action::Buy(vehicle) => self.may_buy(state, seat, vehicle),
            Action::Sell(token) => self.may_sell(state, seat, token),
            Action::Build(card) => self.may_build(state, seat, card),
            Action::SellBranch(at) => self.may_sell_branch(state, seat, at),
            _ => refuse("CMP-TURN-1", "this is no action of a turn"),
        }
    }

    /// The next part of what was begun. (D5, D20 to D22, D32, D33)
    pub(crate) fn list_part(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.top() {
            Some(Frame::Sign { token: None, .. }) => {
                out.extend(Token::fleet(seat).filter(|token| self.may_name(state, seat, *token).is_ok()).map(Action::Carrier));
            }
            Some(Frame::Sign { token: Some(token), .. }) => {
                let cards = state.player(seat).territories;
                out.extend(cards.filter(|card| state.territory_of(*token) != Some(*card)).map(Action::Receiver));
            }
            Some(Frame::Buy(vehicle)) => out.extend(self.fitting_sites(state, seat, *vehicle).map(Action::At)),
            Some(Frame::Advantage(_)) => out.extend(self.roomy_sites(state, seat).map(Action::Place)),
            Some(Frame::Instant(_)) => self.list_targets(state, seat, out),
            Some(Frame::Swap { .. }) => out.extend(state.player(seat).territories.map(Action::Give)),
            Some(Frame::Bring(_)) => {
                out.push(Action::Done);
                out.extend(Token::fleet(seat).filter(|token| self.may_bring(state, seat, *token).is_ok()).map(Action::Bring));
            }
            Some(Frame::Discard) => self.list_discards(state, seat, out),
            _ => {}
        }
    }

    /// May this be the next part of what was begun?
    pub(crate) fn may_part(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Carrier(token) => self.may_name(state, seat, token),
            Action::Receiver(to) => self.may_receive(state, seat, to),
            Action::At(at) => self.may_put_bought(state, seat, at),
            Action::Place(at) => self.may_place(state, seat, at),
            Action::Target(target) => self.may_target(state, seat, target),
            Action::Revoke(card) => self.may_revoke(state, card),
            Action::Give(card) => self.may_give(state, seat, card),
            Action::Bring(token) => self.may_bring(state, seat, token),
            Action::Done if matches!(state.top(), Some(Frame::Bring(_))) => Ok(()),
            Action::Done => refuse("CMP-BRANCH-8", "no tokens are being put on a new branch"),
            Action::DiscardTerritory(_) | Action::DiscardContract(_) => self.may_discard(state, seat, action),
            _ => refuse("CMP-TURN-1", "nothing was begun that this would finish"),
        }
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Does an action, plays a card, which costs none, or ends the turn. (CMP-TURN-5, CMP-DRAW-2; D3)
    pub fn turn_action(&mut self, seat: Seat, action: &Action) {
        match *action {
            // CMP-TURN-4: what is left is lost.
            Action::End => {
                self.state.turn.actions = 0;
                self.push(Frame::TurnOver);
                return;
            }
            Action::Play(card) => return self.play_card(seat, card),
            _ => {}
        }
        let turn = &mut self.state.turn;
        turn.actions = turn.actions.saturating_sub(1);
        // CMP-COMBO-15: free steps are counted between two actions too.
        (turn.boarded, turn.landed, turn.handed) = (Tokens::NONE, Tokens::NONE, Tokens::NONE);
        match *action {
            Action::DrawTerritory => {
                self.draw_territory(seat);
            }
            Action::DrawContract => {
                self.draw_contract(seat, false);
            }
            Action::Sign(contract) => self.push(Frame::Sign { contract, token: None }),
            Action::Deliver(sender) => self.deliver(seat, sender),
            Action::Move(token) => self.begin_move(seat, token),
            Action::Buy(vehicle) => self.buy(seat, vehicle),
            Action::Sell(token) => self.sell(seat, token),
            Action::Build(card) => self.build(seat, card),
            Action::SellBranch(at) => self.sell_branch(seat, at),
            _ => {}
        }
    }

    /// The next part of what was begun.
    pub fn part(&mut self, seat: Seat, action: &Action) {
        match *action {
            Action::Carrier(token) => self.name_token(token),
            Action::Receiver(to) => self.sign(seat, to),
            Action::At(at) => self.put_bought(seat, at),
            Action::Place(at) => self.place(seat, at),
            Action::Target(target) => self.target(seat, target),
            Action::Revoke(card) => self.revoke(seat, card),
            Action::Give(card) => self.swap(seat, card),
            Action::Bring(token) => self.bring(seat, token),
            Action::Done => self.pop(),
            Action::DiscardTerritory(_) | Action::DiscardContract(_) => self.discard(seat, action),
            _ => {}
        }
    }

    /// A turn begins with all its actions. (CMP-TURN-1, CMP-TURN-2)
    pub fn begin_turn(&mut self, seat: Seat) {
        self.state.active = seat;
        self.state.turn = TurnState { actions: self.rules.options.actions_per_turn, ..TurnState::default() };
        self.note(|| Event::Turn { seat });
    }

    /// A round begins: a new danger strikes, then the first player's turn begins. In a game for points the round goes on counting beyond
    /// the track. (CMP-ROUND-2, CMP-ROUND-4)
    pub fn begin_round(&mut self) {
        let round = self.state.round;
        self.state.active = self.state.first;
        self.state.turn = TurnState::default();
        self.note(|| Event::Round { round });
        self.new_danger();
    }

    /// The turn is over: the hand, hires and offers, then the next player or the end of the round; if that decides the
    /// game, no new danger comes. (CMP-GEN-5, CMP-TURN-3, CMP-ROUND-1 to CMP-ROUND-3)
    pub fn end_turn(&mut self) -> bool {
        let seat = self.state.active;
        self.state.journey = None;
        self.state.turn.actions = 0;
        // CMP-DRAW-3: before that the turn cannot end.
        if self.rules.exceeds_hand_limit(self.state, seat) {
            self.push(Frame::Discard);
            return true;
        }
        self.pop();
        self.end_hires();
        self.offers_of_turn_end(seat);
        self.note(|| Event::TurnOver { seat });
        let next = seat.next(self.rules.players);
        if next != self.state.first {
            self.begin_turn(next);
        } else if self.rules.is_decided(self.state) {
            self.finish();
        } else {
            self.state.round += 1;
            self.begin_round();
        }
        true
    }
}
