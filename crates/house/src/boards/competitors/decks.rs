//! The decks and their discard piles, and the bank.

use super::{Sight, cards, signs};
use crate::{boards::choose, pages::frame};
use engine::Choice;
use maud::{Markup, html};

/// A deck: how many cards are left, and a button where one may be drawn.
fn deck(key: &str, name: &str, sign: &Markup, left: usize, choice: Option<&Choice>) -> Markup {
    let face = html! { span .cmp-pile .empty[left == 0] { (sign) b { (left) } } span { (name) } };
    html! {
        div .cmp-deck data-key=(key) { @match choice { Some(choice) => (choose(choice, "cmp-draw", html! { (face) })), None => (face) } }
    }
}

/// A discard pile: open to all, the names of its cards folded.
fn pile(key: &str, what: &str, names: &[&str]) -> Markup {
    html! {
        @if !names.is_empty() {
            details .cmp-discard data-key=(key) { summary { (what) small { (names.len()) } } p { (names.join(", ")) } }
        }
    }
}

/// All of it.
pub fn draw(sight: &Sight) -> Markup {
    let (pack, decks) = (&sight.pack, &sight.decks);
    let lands: Vec<&str> =
        decks.territory_discard.iter().filter_map(|id| pack.find_territory(id)).map(|card| pack[card].name.as_str()).collect();
    let deals: Vec<&str> =
        decks.contract_discard.iter().filter_map(|id| pack.find_contract(id)).map(|card| pack[card].name.as_str()).collect();
    // What was resolved last lies at the bottom.
    let last = decks.customs_known.last().and_then(|id| pack.find_customs(id)).map(|card| &pack[card]);
    html! {
        section .cmp-panel.cmp-decks data-key="decks" {
            h2 { (frame::term("decks", "word", None, html! { "Decks" })) }
            div .cmp-piles data-grid {
                (deck("deck-territory", "Territories", &signs::land_card(), decks.territories, sight.choice("draw territory")))
                (deck("deck-contract", "Contracts", &signs::deal_card(), decks.contracts, sight.choice("draw contract")))
                (deck("deck-customs", "Customs", &signs::customs(), decks.customs_unseen + decks.customs_known.len(), None))
                div .cmp-deck data-key="bank" { span .cmp-coins { "€" @if let Some(bank) = sight.bank { b { (bank) } } } span { "Bank" } }
            }
            (pile("discard-territories", "Discarded territory cards", &lands))
            (pile("discard-contracts", "Discarded contract cards", &deals))
            @if let Some(card) = last {
                details .cmp-discard data-key="last-customs" { summary { "Last customs card: " (card.title) } p { (card.text) } (cards::laws(card)) }
            }
        }
    }
}
