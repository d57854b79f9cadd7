//! Signing a contract: the contract card, the token, the Receiver. (CMP-SIGN; D5)

use crate::{
    actions::Action,
    events::Event,
    places::{Contract, Territory, Vehicles},
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, Load, State},
    tokens::Token,
};
use kernel::{Journal, Luck, Refusal, Seat, Seats, refuse};

impl CompetitorsRules {
    /// May this token carry the goods of a new contract, whatever they are, and however many contracts are signed already?
    /// (CMP-SIGN-3 to CMP-SIGN-6, CMP-SIGN-10, CMP-SIGN-14)
    fn may_carry(&self, state: &State, seat: Seat, token: Token) -> Result<Territory, Refusal> {
        if token.owner() != seat || state.piece(token).hire.is_some() {
            return refuse("CMP-SIGN-10", "the token must be your own");
        }
        if state.piece(token).load.is_some() {
            return refuse("CMP-SIGN-5", "it has the goods of another contract");
        }
        let Some(sender) = state.territory_of(token) else {
            return refuse("CMP-SIGN-4", "it is in no territory: a ship must be docked, an aircraft landed");
        };
        if !state.player(seat).territories.contains(sender) {
            return refuse("CMP-SIGN-14", "the card of the territory in which it is, is not in your hand");
        }
        Ok(sender)
    }

    /// The kinds of the tokens that may carry goods from where they are. (CMP-SIGN-7)
    fn ready_vehicles(&self, state: &State, seat: Seat) -> Vehicles {
        // The Sender's card and the Receiver's. (CMP-SIGN-1)
        if state.player(seat).territories.len() < 2 {
            return Vehicles::NONE;
        }
        let ready = Token::fleet(seat).filter(|token| self.may_carry(state, seat, *token).is_ok());
        ready.map(Token::vehicle).collect()
    }

    fn may_sign_with(&self, state: &State, seat: Seat, card: Contract, ready: Vehicles) -> Result<(), Refusal> {
        if !state.player(seat).contracts.contains(card) {
            return refuse("CMP-SIGN-8", "this contract card is not in your hand");
        }
        let Some(goods) = self.goods(card) else {
            return refuse("CMP-SIGN-9", "a special card carries no goods and cannot be signed");
        };
        match goods.vehicle {
            _ if state.player(seat).territories.len() < 2 => refuse("CMP-SIGN-1", "you need two territory cards in hand"),
            _ if ready.is_empty() => refuse("CMP-SIGN-14", "no free token of yours is in the territory of a card in your hand"),
            Some(vehicle) if !ready.contains(vehicle) => {
                refuse("CMP-SIGN-7", "no free token of the kind that the card shows is in the territory of a card in your hand")
            }
            _ => Ok(()),
        }
    }

    /// May this contract be signed? Illegal goods may. (CMP-SIGN-1, CMP-TURN-7, CMP-ILL-4)
    pub(crate) fn may_sign(&self, state: &State, seat: Seat, card: Contract) -> Result<(), Refusal> {
        self.may_sign_with(state, seat, card, self.ready_vehicles(state, seat))
    }

    /// The contract cards that may be signed. (D5)
    pub(crate) fn list_signatures(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let ready = self.ready_vehicles(state, seat);
        if !ready.is_empty() {
            let cards = state.player(seat).contracts.and_not(self.routes.special);
            out.extend(cards.filter(|card| self.may_sign_with(state, seat, *card, ready).is_ok()).map(Action::Sign));
        }
    }

    /// May this token be named? (D5)
    pub(crate) fn may_name(&self, state: &State, seat: Seat, token: Token) -> Result<(), Refusal> {
        let Some(Frame::Sign { contract, token: None }) = state.top() else {
            return refuse("CMP-SIGN-3", "no contract waits for a token");
        };
        self.may_carry(state, seat, token)?;
        match self.goods(*contract).and_then(|goods| goods.vehicle) {
            Some(vehicle) if vehicle != token.vehicle() => refuse("CMP-SIGN-7", "the contract card shows another kind of token"),
            _ => Ok(()),
        }
    }

    /// May this card be the Receiver? Any card of hand may, also one of a headquarters' territory; whether it can be reached nobody checks.
    /// (CMP-SIGN-11, CMP-SETUP-14; D5)
    pub(crate) fn may_receive(&self, state: &State, seat: Seat, to: Territory) -> Result<(), Refusal> {
        let Some(Frame::Sign { token: Some(token), .. }) = state.top() else {
            return refuse("CMP-SIGN-1", "no contract waits for its Receiver");
        };
        if !state.player(seat).territories.contains(to) {
            return refuse("CMP-SIGN-8", "this territory card is not in your hand");
        }
        if state.territory_of(*token) == Some(to) {
            return refuse("CMP-SIGN-1", "this card is the Sender: the Receiver is another one");
        }
        Ok(())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// The token is named; its territory is the Sender. (CMP-SIGN-3, CMP-SIGN-14)
    pub fn name_token(&mut self, token: Token) {
        if let Some(Frame::Sign { token: named, .. }) = self.state.pending.top_mut() {
            *named = Some(token);
        }
    }

    /// The Receiver is chosen: the cards are laid down, and the goods are on the token until a Delivery. (CMP-SIGN-1, CMP-SIGN-3, CMP-SIGN-13)
    pub fn sign(&mut self, seat: Seat, receiver: Territory) {
        let Some(Frame::Sign { contract, token: Some(token) }) = self.state.top().copied() else { return };
        self.pop();
        let Some(sender) = self.state.territory_of(token) else { return };
        let player = self.state.player_mut(seat);
        player.contracts.remove(contract);
        player.territories.remove(sender);
        player.territories.remove(receiver);
        // CMP-DECK-7: face down, so nobody else sees which contract card it was.
        self.contract_left(seat, contract, Seats::NONE);
        self.territory_open(sender);
        self.territory_open(receiver);
        self.state.piece_mut(token).load = Some(Load { contract, sender, receiver, signer: seat, known: Seats::NONE });
        self.sealed = true;
        self.note(|| Event::Signed { seat, token, sender, receiver, contract: Some(contract) });
    }
}
