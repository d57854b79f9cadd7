//! The table while something is done at it: the rules, the state, the luck, and who listens. Money moves here and nowhere else.

use crate::{
    content::things::{Business, Fortune, UNIT},
    decisions::Frame,
    events::Event,
    rules::InvestmentsRules,
    state::{Party, State},
};
use kernel::{Journal, Luck, Money, Seat};

/// A deed in progress.
pub(crate) struct Play<'a, L, J> {
    pub rules: &'a InvestmentsRules,
    pub state: &'a mut State,
    pub luck: &'a mut L,
    pub journal: &'a mut J,
    /// Was luck drawn or something hidden shown, or is the deed final by a rule? (INV-SELL-6)
    pub sealed: bool,
}

/// What a payment is for, by where it stands in the flows of a lap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// Subsidies, cards, winnings; taxes, interest, fines.
    Dues,
    /// Businesses, upgrades, loans, Bank cards.
    Property,
}

fn add(total: &mut u16, amount: Money) {
    *total = total.saturating_add(u16::try_from(amount.units() / UNIT).unwrap_or(u16::MAX));
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    pub fn note(&mut self, event: impl FnOnce() -> Event) {
        self.journal.note(event);
    }

    pub fn push(&mut self, frame: impl Into<Frame>) {
        self.state.push(frame.into());
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

    /// One die.
    pub fn die(&mut self) -> u8 {
        self.sealed = true;
        self.luck.die(6)
    }

    pub fn cash(&self, seat: Seat) -> Money {
        self.state.player(seat).cash
    }

    /// The bank pays what it must, as far as it can; gives what it paid. (INV-COMP-3)
    pub fn bank_pays(&mut self, seat: Seat, amount: Money, flow: Flow) -> Money {
        let amount = if self.rules.box_only { amount.min(self.state.bank.max(Money::ZERO)) } else { amount };
        self.state.bank += -amount;
        let player = self.state.player_mut(seat);
        player.cash += amount;
        match flow {
            Flow::Dues => add(&mut player.book.from_bank, amount),
            Flow::Property => add(&mut player.book.from_property, amount),
        }
        amount
    }

    /// A player pays the bank what they have in hand.
    pub fn pays_bank(&mut self, seat: Seat, amount: Money, flow: Flow) {
        self.state.bank += amount;
        let player = self.state.player_mut(seat);
        player.cash += -amount;
        match flow {
            Flow::Dues => add(&mut player.book.to_bank, amount),
            Flow::Property => add(&mut player.book.to_property, amount),
        }
    }

    /// A player pays another what they have in hand.
    pub fn pays(&mut self, from: Seat, to: Seat, amount: Money) {
        let payer = self.state.player_mut(from);
        payer.cash += -amount;
        add(&mut payer.book.to_players, amount);
        let paid = self.state.player_mut(to);
        paid.cash += amount;
        add(&mut paid.book.from_players, amount);
    }

    /// A player pays the bank or another.
    pub fn pays_party(&mut self, from: Seat, to: Party, amount: Money) {
        match to {
            Party::Bank => self.pays_bank(from, amount, Flow::Dues),
            Party::Player(to) => self.pays(from, to, amount),
        }
    }

    /// A business changes hands; who owns enough has won. (INV-END-14)
    pub fn transfer(&mut self, business: Business, owner: Option<Seat>) {
        self.state.give(business, owner);
        if let Some(owner) = owner {
            self.crown(owner);
        }
    }

    /// The top card of a pile of fortune. (INV-CARD-2)
    pub fn draw(&mut self, fortune: Fortune) -> Option<u8> {
        let card = self.state.fortunes[fortune.index()].draw(self.luck)?;
        self.sealed = true;
        Some(card)
    }

    /// A Profit or Loss card that was shown goes back: under its pile, or aside until the turn ends. (INV-CARD-2, INV-HIDDEN-12)
    pub fn put_back(&mut self, fortune: Fortune, card: u8) {
        if self.rules.hidden {
            self.state.aside[fortune.index()] |= 1 << card;
        } else {
            self.state.fortunes[fortune.index()].put_under(card);
        }
    }
}
