//! The table while something is done at it: the rules, the state, the luck, and who listens. Money moves and cards are drawn here.

use crate::{CompetitorsRules, Contract, Event, Failure, State, Territory, decision::Frame, movement::Way};
use kernel::{Journal, Luck, Money, Seat};

/// A deed in progress.
pub(crate) struct Play<'a, L, J> {
    pub rules: &'a CompetitorsRules,
    pub state: &'a mut State,
    pub luck: &'a mut L,
    pub journal: &'a mut J,
    /// Was luck drawn or something hidden shown?
    pub sealed: bool,
    /// Why the Delivery fails, if an effect now makes it fail.
    pub cause: Failure,
    /// The way of the step that is taken.
    pub way: Option<Way>,
}

impl<'a, L: Luck, J: Journal<Event>> Play<'a, L, J> {
    pub fn new(rules: &'a CompetitorsRules, state: &'a mut State, luck: &'a mut L, journal: &'a mut J) -> Play<'a, L, J> {
        Play { rules, state, luck, journal, sealed: false, cause: Failure::GaveUp, way: None }
    }

    pub fn note(&mut self, event: impl FnOnce() -> Event) {
        self.journal.note(event);
    }

    /// Puts a frame on top. The depth of what can be pending is bounded by the rules; see [`crate::DEPTH`].
    pub fn push(&mut self, frame: impl Into<Frame>) {
        let pushed = self.state.pending.push(frame.into());
        debug_assert!(pushed.is_ok(), "more is pending than can be");
    }

    /// These are done one after another, the first one first.
    pub fn then<const N: usize>(&mut self, frames: [Frame; N]) {
        frames.into_iter().rev().for_each(|frame| self.push(frame));
    }

    /// The topmost frame is done.
    pub fn pop(&mut self) {
        self.state.pending.pop();
    }

    /// The topmost frame goes on as this.
    pub fn replace(&mut self, frame: impl Into<Frame>) {
        match self.state.pending.top_mut() {
            Some(top) => *top = frame.into(),
            None => self.push(frame),
        }
    }

    /// One die with so many sides.
    pub fn die(&mut self, sides: u8) -> u8 {
        self.sealed = true;
        self.luck.die(sides)
    }

    pub fn money(&self, seat: Seat) -> Money {
        self.state.player(seat).money
    }

    /// The bank pays, as far as it can where its coins are counted; gives what it paid. (CMP-COMP-10)
    pub fn bank_pays(&mut self, seat: Seat, amount: Money) -> Money {
        let amount = if self.rules.options.bank_limited { amount.min(self.state.bank.max(Money::ZERO)) } else { amount };
        if self.rules.options.bank_limited {
            self.state.bank += -amount;
        }
        self.state.player_mut(seat).money += amount;
        amount
    }

    /// A player pays the bank what they have. (CMP-FUEL-4)
    pub fn pays_bank(&mut self, seat: Seat, amount: Money) {
        if self.rules.options.bank_limited {
            self.state.bank += amount;
        }
        self.state.player_mut(seat).money += -amount;
    }

    /// A player pays another what they have: nobody ever has less than nothing. (CMP-MONEY-2)
    pub fn pays(&mut self, from: Seat, to: Seat, amount: Money) {
        self.state.player_mut(from).money += -amount;
        self.state.player_mut(to).money += amount;
    }

    /// Takes the top territory card; an empty deck is made anew of its discard pile. (CMP-DECK-2)
    pub fn take_territory(&mut self) -> Option<Territory> {
        if self.state.territory_deck.is_empty() && !self.state.territory_discard.is_empty() {
            self.state.territory_deck = self.state.territory_discard;
            self.state.territory_discard = crate::Territories::NONE;
            self.note(|| Event::ReshuffledTerritories);
        }
        let card = Territory::new(self.luck.among(self.state.territory_deck.cards())?.into())?;
        self.sealed = true;
        self.state.territory_deck.remove(card);
        Some(card)
    }

    /// Takes the top contract card in the same way. (CMP-DECK-2)
    pub fn take_contract(&mut self) -> Option<Contract> {
        if self.state.contract_deck.is_empty() && !self.state.contract_discard.is_empty() {
            self.state.contract_deck = self.state.contract_discard;
            self.state.contract_discard = crate::Contracts::NONE;
            self.note(|| Event::ReshuffledContracts);
        }
        let card = Contract::new(self.luck.among(self.state.contract_deck.cards())?.into())?;
        self.sealed = true;
        self.state.contract_deck.remove(card);
        Some(card)
    }

    /// Draws a territory card into the hand; says whether there was one. (CMP-DRAW-1, CMP-EFF-14)
    pub fn draw_territory(&mut self, seat: Seat) -> bool {
        let Some(card) = self.take_territory() else { return false };
        self.state.player_mut(seat).territories.insert(card);
        self.note(|| Event::DrewTerritory { seat, card: Some(card) });
        true
    }

    /// Draws a contract card into the hand; says whether there was one. (CMP-DRAW-1, CMP-DELIV-10, CMP-EFF-14)
    pub fn draw_contract(&mut self, seat: Seat, early: bool) -> bool {
        let Some(card) = self.take_contract() else { return false };
        self.state.player_mut(seat).contracts.insert(card);
        self.note(|| Event::DrewContract { seat, card: Some(card), early });
        true
    }
}
