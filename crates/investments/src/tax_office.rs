//! The Tax Office. (INV-TAX; D24)

use crate::{
    effects::Global,
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    saying::Reader,
    state::{DebtKind, Frame, Party, State},
    things::Fraction,
    words::Choice,
};
use kernel::{Journal, Line, Luck, Money, Seat, Seats};

impl InvestmentsRules {
    /// The tax of this tile for this player: each tile has its own, and whoever brings a card of the lap before pays less. (INV-TAX-5,
    /// INV-TAX-7, INV-TAX-10, INV-TAX-11)
    pub fn tax(&self, state: &State, seat: Seat, number: u8) -> Money {
        let list = self.pack.taxes[usize::from(number).clamp(1, 3) - 1];
        let factor = self.terms(state).iter().find_map(|term| match term {
            Global::TaxMult(factor) => Some(*factor),
            _ => None,
        });
        let tax = factor.map_or(list, |factor| factor.of(list));
        let discount = self.pack.numbers.tax_discount;
        let rest = Fraction { over: discount.under.saturating_sub(discount.over), under: discount.under };
        if state.player(seat).tax_card { rest.of(tax) } else { tax }
    }

    /// How many Tax Office cards the bank has. (INV-TAX-13)
    pub(crate) fn tax_cards(&self, state: &State) -> usize {
        let held = state.players[..self.players].iter().filter(|player| player.tax_card).count();
        usize::from(self.pack.numbers.tax_cards).saturating_sub(held)
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Landing: the tax is due. (INV-TAX-1, INV-SINGLE-13)
    pub fn land_on_tax(&mut self, seat: Seat, number: u8) {
        if self.rules.single {
            let all = self.state.present();
            self.push(Frame::Taxes { left: all, tile: number });
            self.ask_for_refusals(all, Seats::NONE, Money::ZERO, false);
        } else {
            self.push(Frame::Taxed { seat });
            let amount = self.rules.tax(self.state, seat, number).into();
            self.push(Frame::Debt { seat, to: Party::Bank, amount, kind: DebtKind::Tax, business: None });
        }
    }

    /// The next of all pays. (INV-SINGLE-13)
    pub fn next_tax(&mut self, left: Seats, tile: u8) -> bool {
        let Some(seat) = self.state.first_of(left) else {
            self.pop();
            return true;
        };
        self.replace(Frame::Taxes { left: left.without(seat), tile });
        if self.state.is_present(seat) {
            self.push(Frame::Taxed { seat });
            let amount = self.rules.tax(self.state, seat, tile).into();
            self.push(Frame::Debt { seat, to: Party::Bank, amount, kind: DebtKind::AgreedTax, business: None });
        }
        true
    }

    /// Whoever has paid gets a card, if there is one, and stays for a round. (INV-TAX-3, INV-TAX-6, INV-TAX-11, INV-TAX-12)
    pub fn after_tax(&mut self, seat: Seat) -> bool {
        self.pop();
        if !self.state.is_present(seat) {
            return true;
        }
        // INV-TAX-11: the old card is handed in and a new one received.
        self.state.player_mut(seat).tax_card = false;
        let card = self.rules.tax_cards(self.state) > 0;
        self.state.player_mut(seat).tax_card = card;
        // INV-TAX-2: whoever stays receives no fees. INV-SINGLE-13: with one piece for all nobody stays.
        let stays = !self.rules.single;
        self.state.player_mut(seat).stays |= stays;
        self.note(|| Event::Taxed { seat, card, stays });
        true
    }

    /// Whoever passes all three tiles returns the card. (INV-TAX-8)
    pub fn pass_tax_office(&mut self, seat: Seat) {
        for seat in self.struck(seat) {
            if std::mem::take(&mut self.state.player_mut(seat).tax_card) {
                self.note(|| Event::TaxCardReturned { seat });
            }
        }
    }

    /// With `tax_mode = reroll` the active player may roll again. (INV-TAX-14, INV-TAX-15)
    pub fn land_on_ignored_tax(&mut self, seat: Seat) {
        if seat == self.state.active() {
            self.push(Frame::Reroll { seat });
        }
    }
}

/// The words of rolling again at the Tax Office.
impl InvestmentsRules {
    pub(crate) fn ask_to_roll_again(&self, seat: Seat, reader: &Reader) -> Line {
        let you = || "You are at the Tax Office, which takes nothing: roll again and move on, or stay.".to_owned();
        reader.one(seat, "INV-TAX-14", you, || format!("{} may roll again at the Tax Office.", reader.name(seat)))
    }

    pub(crate) fn choice_of_rolling_again(&self, yes: bool) -> Choice {
        if yes { Choice::new("INV-TAX-14", "Roll again and move on") } else { Choice::new("INV-TAX-14", "Stay here") }
    }
}
