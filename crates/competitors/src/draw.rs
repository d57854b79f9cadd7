//! Drawing cards, and the open discard piles. (CMP-DRAW, CMP-DECK; D4, D32)

use crate::{
    actions::Action,
    events::Event,
    places::{Contract, Territory},
    play::Play,
    rules::CompetitorsRules,
    state::{Frame, State},
};
use kernel::{Journal, Luck, Refusal, Seat, refuse};

impl CompetitorsRules {
    /// Is there a territory card to draw, in the deck or in the pile that becomes the deck? (CMP-DRAW-1, CMP-DECK-2)
    pub(crate) fn may_draw_territory(&self, state: &State) -> Result<(), Refusal> {
        if state.territory_deck.is_empty() && state.territory_discard.is_empty() {
            return refuse("CMP-DECK-2", "there is no territory card left to draw");
        }
        Ok(())
    }

    /// Is there a contract card to draw? There is no third deck to draw from: customs cards come by themselves. (CMP-DRAW-1, CMP-DRAW-4,
    /// CMP-DECK-2)
    pub(crate) fn may_draw_contract(&self, state: &State) -> Result<(), Refusal> {
        if state.contract_deck.is_empty() && state.contract_discard.is_empty() {
            return refuse("CMP-DECK-2", "there is no contract card left to draw");
        }
        Ok(())
    }

    /// Has the player more cards in hand than the turn may end with? (CMP-DRAW-3)
    pub(crate) fn exceeds_hand_limit(&self, state: &State, seat: Seat) -> bool {
        let player = state.player(seat);
        let cards = player.territories.len() + player.contracts.len();
        self.options.hand_limit.is_some_and(|limit| cards > usize::from(limit))
    }

    /// May this card be discarded? (D32)
    pub(crate) fn may_discard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !matches!(state.top(), Some(Frame::Discard)) {
            return refuse("CMP-DRAW-3", "cards are discarded only at the end of a turn, down to the limit of the hand");
        }
        let player = state.player(seat);
        let held = match *action {
            Action::DiscardTerritory(card) => player.territories.contains(card),
            Action::DiscardContract(card) => player.contracts.contains(card),
            _ => false,
        };
        if held { Ok(()) } else { refuse("CMP-DRAW-3", "this card is not in your hand") }
    }

    /// Every card of hand. (D32)
    pub(crate) fn list_discards(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let player = state.player(seat);
        out.extend(player.territories.map(Action::DiscardTerritory));
        out.extend(player.contracts.map(Action::DiscardContract));
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// A card is discarded because the hand is too large. (D32)
    pub fn discard(&mut self, seat: Seat, action: &Action) {
        self.sealed = true;
        match *action {
            Action::DiscardTerritory(card) => {
                self.state.player_mut(seat).territories.remove(card);
                self.discard_territory(card);
                self.note(|| Event::DiscardedTerritory { seat, card });
            }
            Action::DiscardContract(card) => {
                self.state.player_mut(seat).contracts.remove(card);
                self.discard_contract(card);
                self.note(|| Event::DiscardedContract { seat, card });
            }
            _ => {}
        }
    }

    /// Goes on discarding until the hand is as small as it must be. (CMP-DRAW-3)
    pub fn keep_discarding(&mut self) -> bool {
        let fits = !self.rules.exceeds_hand_limit(self.state, self.state.active);
        if fits {
            self.pop();
        }
        fits
    }

    /// A territory card that has left its place goes to the open pile. (CMP-DECK-1)
    pub fn discard_territory(&mut self, card: Territory) {
        self.state.territory_discard.insert(card);
        self.territory_open(card);
    }

    /// A contract card that has left its place goes to the open pile. (CMP-DECK-1)
    pub fn discard_contract(&mut self, card: Contract) {
        self.state.contract_discard.insert(card);
        self.contract_open(card);
    }
}
