//! What is being decided, large enough to read: a customs card, a political event, an auction, a contract that is put together.

use super::{Sight, cards, signs, trade, whereabouts};
use crate::boards::choose;
use ::competitors::{ContractView, CustomsView, PendingView, Token};
use maud::{Markup, html};

/// The topmost of what is pending, if there is something to show.
pub fn draw(sight: &Sight) -> Markup {
    let shown = match &sight.sale {
        Some(sale) => Some(trade::sale(sight, sale)),
        None => sight.pending.iter().find_map(|pending| topic(sight, pending)),
    };
    html! { div .cmp-stage .empty[shown.is_none()] data-key="stage" { @if let Some(shown) = shown { (shown) } } }
}

fn topic(sight: &Sight, pending: &PendingView) -> Option<Markup> {
    Some(match pending {
        PendingView::Customs { token, card, .. } => html! { (cards::customs(card)) (for_token(sight, *token)) },
        PendingView::Picking { token, cards, .. } => html! { (pick(sight, cards)) (for_token(sight, *token)) },
        PendingView::Reroll { token, event } | PendingView::Event { token, event, .. } => {
            html! { (cards::event(event)) (for_token(sight, *token)) }
        }
        PendingView::Signing { contract: Some(contract), token, .. } => signing(sight, contract, *token),
        PendingView::Playing { card: Some(card), .. } => {
            html! { article .cmp-big { header { span .cmp-kind { "You play" } } div .cmp-card.cmp-special { (cards::contract(card)) } } }
        }
        _ => return None,
    })
}

/// Whom it befalls.
fn for_token(sight: &Sight, token: Token) -> Markup {
    let at = sight
        .tokens
        .iter()
        .find(|one| one.token == token)
        .map(|one| whereabouts::words(&sight.pack, &one.at))
        .unwrap_or_default();
    html! { p .cmp-befalls .(format!("seat-{}", token.owner())) { (crate::pages::frame::token(token.owner())) (signs::vehicle(token.vehicle())) " " (whereabouts::token(token)) " " (at) } }
}

/// Several customs cards, of which one counts.
fn pick(sight: &Sight, drawn: &[CustomsView]) -> Markup {
    html! {
        div .cmp-picks data-grid {
            @for card in drawn {
                @match sight.choice(&format!("take {}", card.id)) {
                    Some(choice) => (choose(choice, "cmp-pick", cards::customs(card))),
                    None => (cards::customs(card)),
                }
            }
        }
    }
}

/// The three cards of a contract, as far as they lie there. (CMP-SIGN-1, CMP-SIGN-14)
fn signing(sight: &Sight, contract: &ContractView, token: Option<Token>) -> Markup {
    let at =
        token.and_then(|token| sight.tokens.iter().find(|one| one.token == token)).map(|one| whereabouts::outer(sight, &one.at));
    let sender = at.map(|at| whereabouts::words(&sight.pack, at));
    html! {
        article .cmp-big.cmp-signing {
            header { span .cmp-kind { "You sign" } }
            div .cmp-three {
                div .cmp-slot .open[token.is_none()] { small { "Sender" } @match (token, sender) { (Some(token), Some(at)) => { (signs::vehicle(token.vehicle())) b { (at) } } _ => span { "choose a token" } } }
                div .cmp-card.cmp-goods-card { (cards::contract(contract)) }
                div .cmp-slot .open[token.is_some()] { small { "Receiver" } span { @if token.is_some() { "choose on the map" } @else { "then" } } }
            }
        }
    }
}
