//! Buying tokens from the bank and selling them to it. (CMP-BUY, CMP-SELL; D22, D23)

use crate::{
    events::Event,
    places::{Territory, Vehicle},
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State},
    tokens::{Place, Token},
};
use kernel::{Journal, Luck, Refusal, Seat, refuse};

impl CompetitorsRules {
    /// The next token of a kind in the player's supply. (CMP-BUY-5)
    pub(crate) fn in_supply(&self, state: &State, seat: Seat, vehicle: Vehicle) -> Option<Token> {
        Token::kind(seat, vehicle).find(|token| !state.is_out(*token))
    }

    /// May a token of this kind be bought? (D22)
    pub(crate) fn may_buy(&self, state: &State, seat: Seat, vehicle: Vehicle) -> Result<(), Refusal> {
        if self.in_supply(state, seat, vehicle).is_none() {
            return refuse("CMP-BUY-5", "you own all tokens of this kind that your colour has");
        }
        if state.player(seat).money < vehicle.price() {
            return refuse("CMP-BUY-3", "the price is paid at once, and you do not have it");
        }
        if self.fitting_sites(state, seat, vehicle).is_empty() {
            return refuse("CMP-BUY-4", "no site of yours has the port or airport that it needs");
        }
        Ok(())
    }

    /// May the bought token be put there? (D22)
    pub(crate) fn may_put_bought(&self, state: &State, seat: Seat, at: Territory) -> Result<(), Refusal> {
        match state.top() {
            Some(Frame::Buy(vehicle)) if self.fitting_sites(state, seat, *vehicle).contains(at) => Ok(()),
            Some(Frame::Buy(_)) => {
                refuse("CMP-BUY-4", "it is put on a site of yours; a ship needs a port there, an aircraft an airport")
            }
            _ => refuse("CMP-BUY-4", "no token was bought"),
        }
    }

    /// May this token be sold? The last one may. (CMP-SELL-3; D23)
    pub(crate) fn may_sell(&self, state: &State, seat: Seat, token: Token) -> Result<(), Refusal> {
        let piece = state.piece(token);
        if token.owner() != seat || !state.is_out(token) {
            return refuse("CMP-SELL-1", "you sell tokens of yours that are on the map");
        }
        if piece.load.is_some() {
            return refuse("CMP-SELL-2", "it has goods on it");
        }
        if piece.cargo.is_some() {
            return refuse("CMP-SELL-2", "a truck is aboard it");
        }
        if matches!(piece.place, Place::Aboard(_)) {
            return refuse("CMP-SELL-2", "it is aboard a carrier");
        }
        if piece.hire.is_some() {
            return refuse("CMP-SELL-2", "it is hired out");
        }
        Ok(())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// The price is paid; the place is asked for. (CMP-BUY-1, CMP-BUY-3)
    pub fn buy(&mut self, seat: Seat, vehicle: Vehicle) {
        self.pays_bank(seat, vehicle.price());
        self.push(Frame::Buy(vehicle));
    }

    /// The bought token is put on a site: nothing arises from it. (CMP-BUY-4, CMP-BUY-6, CMP-TM-11)
    pub fn put_bought(&mut self, seat: Seat, at: Territory) {
        let Some(Frame::Buy(vehicle)) = self.state.top().copied() else { return };
        self.pop();
        let Some(token) = self.rules.in_supply(self.state, seat, vehicle) else { return };
        self.set_place(token, self.rules.place_on(vehicle, at));
        // What was delayed or handled before was another token.
        let turn = &mut self.state.turn;
        for set in [&mut turn.delayed, &mut turn.boarded, &mut turn.landed, &mut turn.handed] {
            set.remove(token);
        }
        self.note(|| Event::Bought { seat, token, at, price: vehicle.price() });
    }

    /// A token goes back to the supply for half its price. (CMP-SELL-1)
    pub fn sell(&mut self, seat: Seat, token: Token) {
        self.take_off(token);
        let price = self.bank_pays(seat, token.vehicle().price_back());
        self.note(|| Event::Sold { seat, token, price });
    }
}
