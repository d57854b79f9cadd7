//! What the bank has: Bank cards, tokens, piles, money.

use super::{Sight, signs};
use crate::pages::frame;
use ::investments::TileKind;
use maud::{Markup, html};

/// The bank at a glance.
pub fn draw(sight: &Sight) -> Markup {
    let (bank, all) = (&sight.bank, sight.pack.numbers.bank_cards);
    let piles = [TileKind::Profit, TileKind::Loss, TileKind::Shortcut, TileKind::Global];
    html! {
        section .inv-vault aria-label="The bank" data-key="bank" {
            @if bank.limited { header { b { "Bank" } span .inv-by { "has " (bank.cash) } } }
            p .inv-shares role="img" aria-label=(format!("{} of {all} Bank cards left, {} each", bank.bank_cards, sight.pack.numbers.bank_card_price)) {
                (signs::sign(TileKind::Bank))
                span .inv-stack { @for card in 0..all { i .on[card < bank.bank_cards] {} } }
                span { b { (bank.bank_cards) } " of " (all) " Bank cards left" }
            }
            p .inv-stock {
                (frame::term("stock", "word", None, html! { "Left" }))
                @if let Some(left) = bank.investments { span title="investment tokens left" { span .inv-tokens { i {} } (left) span .sr { " investment tokens left" } } }
                @if let Some(left) = bank.monopolies { span title="monopoly tokens left" { span .inv-tokens.mono { i {} } (left) span .sr { " monopoly tokens left" } } }
                span title="Tax Office cards left" { (signs::sign(TileKind::Tax)) (bank.tax_cards) span .sr { " Tax Office cards left" } }
                @for (kind, count) in piles.into_iter().zip(bank.piles) { span title=(format!("{} cards in the pile", kind.words())) { (signs::sign(kind)) (count) span .sr { " " (kind.words()) " cards in the pile" } } }
            }
        }
    }
}
