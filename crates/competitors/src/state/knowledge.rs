//! Known cards: what players have seen in other hands, and when that ends. (CMP-DECK-6, CMP-DECK-7)
//!
//! A mark says that a card is in another hand, and every mark is true; in whose hand it is, the hands say. A mark on a signed
//! contract lies with its goods, in [`Load::known`](crate::Load::known).

use crate::{CompetitorsRules, Contract, Event, State, Territory, Token, play::Play};
use kernel::{Journal, Luck, Seat, Seats};

impl State {
    /// A player has seen a territory card go to another hand, or lie in it.
    pub(crate) fn learn_territory(&mut self, seat: Seat, card: Territory) {
        let elsewhere = |player: &crate::Player| player.territories.contains(card);
        if !self.player(seat).territories.contains(card) && self.players.iter().any(elsewhere) {
            self.player_mut(seat).known_territories.insert(card);
        }
    }

    /// A player has seen a contract card in another hand, or that of a signed contract.
    pub(crate) fn learn_contract(&mut self, seat: Seat, card: Contract) {
        if self.player(seat).contracts.contains(card) {
            return;
        }
        if self.players.iter().any(|player| player.contracts.contains(card)) {
            self.player_mut(seat).known_contracts.insert(card);
        } else if let Some(load) =
            self.tokens.iter_mut().filter_map(|piece| piece.load.as_mut()).find(|load| load.contract == card)
            && load.signer != seat
        {
            load.known.insert(seat);
        }
    }

    /// A contract card leaves a hand, and only these see which: for all others every mark on contract cards of that hand ends.
    /// (CMP-DECK-7)
    pub(crate) fn contract_leaves(&mut self, from: Seat, card: Contract, seen_by: Seats) {
        let hand = self.player(from).contracts.with(card);
        for (index, player) in self.players.iter_mut().enumerate() {
            if !Seat::new(index).is_some_and(|seat| seen_by.contains(seat)) {
                player.known_contracts = player.known_contracts.and_not(hand);
            }
        }
    }

    /// Does a player see or know where this territory card is, as a card of hand?
    fn knows_territory(&self, seat: Seat, card: Territory) -> bool {
        let player = self.player(seat);
        player.territories.contains(card) || player.known_territories.contains(card)
    }

    /// Does a player see or know where this contract card is, as a card of hand or of a signed contract?
    fn knows_contract(&self, seat: Seat, card: Contract) -> bool {
        let player = self.player(seat);
        let signed = |token: Token| {
            let load = self.piece(token).load.filter(|load| load.contract == card);
            load.is_some_and(|load| load.signer == seat || load.known.contains(seat))
        };
        player.contracts.contains(card) || player.known_contracts.contains(card) || Token::all().any(signed)
    }
}

impl CompetitorsRules {
    /// Does this territory card lie open: discarded, beside a headquarters card, or in a signed contract?
    pub(crate) fn is_open_territory(&self, state: &State, card: Territory) -> bool {
        let signed = |token: Token| state.piece(token).load.is_some_and(|load| load.sender == card || load.receiver == card);
        state.territory_discard.contains(card)
            || state.players.iter().any(|player| player.branches.contains(card))
            || Token::all().any(signed)
    }

    /// Does this contract card lie open: discarded, on a site, or laid open in a Delivery?
    pub(crate) fn is_open_contract(&self, state: &State, card: Contract) -> bool {
        let laid = state.journey.and_then(|journey| journey.delivery).is_some_and(|delivery| delivery.laid.contains(card));
        state.contract_discard.contains(card) || state.advantages[card.index()].is_some() || laid
    }

    /// Can all these players see that this territory card is not in the giver's hand? (CMP-NEG-22)
    pub(crate) fn all_see_territory_gone(&self, state: &State, from: Seat, card: Territory, parties: Seats) -> bool {
        !state.player(from).territories.contains(card)
            && (self.is_open_territory(state, card) || parties.without(from).all(|party| state.knows_territory(party, card)))
    }

    /// Can all these players see that this contract card is not in the giver's hand? (CMP-NEG-22)
    pub(crate) fn all_see_contract_gone(&self, state: &State, from: Seat, card: Contract, parties: Seats) -> bool {
        !state.player(from).contracts.contains(card)
            && (self.is_open_contract(state, card) || parties.without(from).all(|party| state.knows_contract(party, card)))
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A territory card has left a hand openly: all marks on it end. (CMP-DECK-6)
    pub fn territory_open(&mut self, card: Territory) {
        self.state.players.iter_mut().for_each(|player| player.known_territories.remove(card));
    }

    /// A contract card has left a hand openly: all marks on it end. (CMP-DECK-6)
    pub fn contract_open(&mut self, card: Contract) {
        self.state.players.iter_mut().for_each(|player| player.known_contracts.remove(card));
    }

    /// A contract card has left a hand, and only these have seen which. (CMP-DECK-7)
    pub fn contract_left(&mut self, from: Seat, card: Contract, seen_by: Seats) {
        self.state.contract_leaves(from, card, seen_by.with(from));
    }

    /// Two players have swapped territory cards unseen: for all others the marks on those of both hands end, and the two know what
    /// they gave. (CMP-DECK-6, CMP-DECK-7, CMP-SPEC-18)
    pub fn territories_swapped(&mut self, seat: Seat, given: Territory, with: Seat, taken: Territory) {
        let hands = self.state.player(seat).territories.or(self.state.player(with).territories);
        for other in self.rules.seats().without(seat).without(with) {
            let player = self.state.player_mut(other);
            player.known_territories = player.known_territories.and_not(hands);
        }
        self.state.player_mut(seat).known_territories.remove(taken);
        self.state.player_mut(with).known_territories.remove(given);
        self.learn_territory(seat, given);
        self.learn_territory(with, taken);
    }

    /// A player has seen a territory card in another hand. (CMP-DECK-6)
    pub fn learn_territory(&mut self, seat: Seat, card: Territory) {
        self.state.learn_territory(seat, card);
    }

    /// A player has seen a contract card in another hand or of a signed contract. (CMP-DECK-6)
    pub fn learn_contract(&mut self, seat: Seat, card: Contract) {
        self.state.learn_contract(seat, card);
    }
}
