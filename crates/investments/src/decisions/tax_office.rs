//! The Tax Office. (INV-TAX; D24)

use crate::{
    actions::Action,
    content::effects::Global,
    content::things::Fraction,
    decisions::{Choices, Debt, Decision, Frame},
    events::Event,
    play::Play,
    rules::InvestmentsRules,
    state::position::is_default,
    state::{DebtKind, Party, State},
    view::PendingView,
    words::Choice,
    words::saying::Reader,
};
use kernel::{Journal, Line, Luck, Money, Seat, Seats};
use serde::{Deserialize, Serialize};

/// After the tax: a Tax Office card, and the stay. (INV-TAX-6)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taxed {
    /// Who paid.
    pub seat: Seat,
}

impl Decision for Taxed {
    /// Whoever has paid gets a card, if there is one, and stays for a round. (INV-TAX-3, INV-TAX-6, INV-TAX-11, INV-TAX-12)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Taxed { seat } = *self;
        play.pop();
        if !play.state.is_present(seat) {
            return true;
        }
        // INV-TAX-11: the old card is handed in and a new one received.
        play.state.player_mut(seat).tax_card = false;
        let card = play.rules.tax_cards(play.state) > 0;
        play.state.player_mut(seat).tax_card = card;
        // INV-TAX-2: whoever stays receives no fees. INV-SINGLE-13: with one piece for all nobody stays.
        let stays = !play.rules.single;
        play.state.player_mut(seat).stays |= stays;
        play.note(|| Event::Taxed { seat, card, stays });
        true
    }

    fn names(&self) -> Seats {
        Seats::only(self.seat)
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::Debt(_))
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-TAX-6", !rules.reroll)
    }
}

/// Everybody pays the tax, one after another. (INV-SINGLE-13)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taxes {
    /// Who is left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Seats,
    /// The number of the tile.
    pub tile: u8,
}

impl Decision for Taxes {
    /// The next of all pays. (INV-SINGLE-13)
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Taxes { left, tile } = *self;
        let Some(seat) = play.state.first_of(left) else {
            play.pop();
            return true;
        };
        play.replace(Taxes { left: left.without(seat), tile });
        if play.state.is_present(seat) {
            play.push(Taxed { seat });
            let amount = play.rules.tax(play.state, seat, tile).into();
            play.push(Debt { seat, to: Party::Bank, amount, kind: DebtKind::AgreedTax, business: None });
        }
        true
    }

    fn names(&self) -> Seats {
        self.left
    }

    fn bears(&self, _rules: &InvestmentsRules, above: &Frame, _under: Option<&Frame>) -> bool {
        matches!(above, Frame::RefusalPoll(_) | Frame::Refusers(_) | Frame::Taxed(_))
    }

    fn check(&self, rules: &InvestmentsRules, _state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-SINGLE-13", rules.single && !rules.reroll && (1..=3).contains(&self.tile))
    }
}

/// D24: roll again at the Tax Office? (INV-TAX-14)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reroll {
    /// Who.
    pub seat: Seat,
}

impl Decision for Reroll {
    fn seat(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        play.pop();
        if *action == Action::Yes {
            play.roll(seat);
        }
    }

    fn ask(&self, _rules: &InvestmentsRules, _state: &State, reader: &Reader) -> Line {
        let Reroll { seat } = *self;
        let you = || "You are at the Tax Office, which takes nothing: roll again and move on, or stay.".to_owned();
        reader.one(seat, "INV-TAX-14", you, || format!("{} may roll again at the Tax Office.", reader.name(seat)))
    }

    fn choice(&self, rules: &InvestmentsRules, state: &State, seat: Seat, action: &Action, reader: &Reader) -> Choice {
        match action {
            Action::Yes => Choice::new("INV-TAX-14", "Roll again and move on"),
            Action::No => Choice::new("INV-TAX-14", "Stay here"),
            _ => rules.usual_choice(state, seat, action, reader),
        }
    }

    fn view(&self, _rules: &InvestmentsRules, _state: &State) -> PendingView {
        PendingView::Reroll { seat: self.seat }
    }

    fn check(&self, rules: &InvestmentsRules, state: &State, _top: bool) -> (&'static str, bool) {
        ("INV-TAX-14", rules.reroll && self.seat == state.active())
    }

    fn choices(&self) -> Option<Choices> {
        Some((&[Action::No, Action::Yes], "INV-TAX-14", "you may roll again: yes or no"))
    }
}

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
            self.push(Taxes { left: all, tile: number });
            self.ask_for_refusals(all, Seats::NONE, Money::ZERO, false);
        } else {
            self.push(Taxed { seat });
            let amount = self.rules.tax(self.state, seat, number).into();
            self.push(Debt { seat, to: Party::Bank, amount, kind: DebtKind::Tax, business: None });
        }
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
            self.push(Reroll { seat });
        }
    }
}

/// The words of rolling again at the Tax Office.
impl InvestmentsRules {}
