//! Signed contracts: where the goods are, where they go, how long they may take, and what they earn.

use super::{Sight, cards, picture::Sheet, signs, whereabouts};
use crate::{boards::choose, pages::frame};
use ::competitors::{DeliveryView, SignedView};
use kernel::Viewer;
use maud::{Markup, html};

/// The running Delivery of this contract.
fn running<'a>(sight: &'a Sight, signed: &SignedView) -> Option<&'a DeliveryView> {
    let journey = sight.view.journey.as_ref()?;
    journey.delivery.as_ref().filter(|delivery| delivery.sender == signed.sender.id && sight.active == signed.signer)
}

/// One contract; with its button where it can be delivered now and the viewer's own are shown.
pub fn draw(sight: &Sight, signed: &SignedView, own: bool) -> Markup {
    let token = sight.tokens.iter().find(|one| one.token == signed.token);
    let delivery = running(sight, signed);
    let limit = delivery.and_then(|delivery| delivery.limit).or(signed.contract.as_ref().and_then(|card| card.limit));
    let used = delivery.map_or(0, |delivery| delivery.used);
    let place = token.map(|token| whereabouts::words(&sight.pack, &token.at)).unwrap_or_default();
    let there = token.and_then(|token| whereabouts::at(&Sheet::new(&sight.pack), whereabouts::outer(sight, &token.at)));
    let carrier = html! { (signs::vehicle(signed.token.vehicle())) " " (whereabouts::token(signed.token)) " " (place) };
    let choice = sight.choice(&format!("deliver {}", signed.sender.id)).filter(|_| own);
    html! {
        li .cmp-signed .(format!("seat-{}", signed.signer)) .running[delivery.is_some()] data-key=(format!("signed-{}-{}", if own { "own" } else { "all" }, signed.sender.id)) {
            p .cmp-way {
                @if !own { (frame::token(signed.signer)) }
                (signs::continent(signed.sender.continent)) (whereabouts::named(sight, &signed.sender.id, &signed.sender.name))
                span .cmp-arrow aria-label="to" { "→" }
                (signs::continent(signed.receiver.continent)) b { (whereabouts::named(sight, &signed.receiver.id, &signed.receiver.name)) }
                @if signed.receiver.red_flag { (signs::flag()) }
            }
            p .cmp-terms {
                @match &signed.contract {
                    Some(card) => { b { (card.name) } @if card.illegal { (signs::skulls()) } @if let Some(vehicle) = card.vehicle { span title=(format!("by {} only", vehicle.words())) { (signs::vehicle(vehicle)) } } }
                    None => span .note { "contract face down" },
                }
                @match limit { Some(limit) => (cards::turns(used, limit)), None if delivery.is_some() => span { (signs::clock()) " " (used) " used" }, None => {} }
                span { (signs::crown()) " " (signed.points) }
                @if let Some(reward) = signed.contract.as_ref().and_then(|card| card.reward) { b .cmp-pays { (reward) } }
            }
            p .cmp-carrier { @match there { Some(there) => (whereabouts::link(sight, there, &carrier)), None => (carrier) } @if delivery.is_some_and(|delivery| delivery.free_pass) { span .badge { "no more customs" } } }
            @if let Some(delivery) = delivery { @for card in &delivery.laid { p .note { (signs::star()) " " (card.name) " lies open" } } }
            @if let Some(choice) = choice { (choose(choice, "cmp-deliver", html! { "Deliver" })) }
        }
    }
}

/// The contracts of everybody else; the viewer's own are at hand.
pub fn others(sight: &Sight) -> Markup {
    let all: Vec<&SignedView> = sight.contracts.iter().filter(|signed| !is_own(sight, signed)).collect();
    html! {
        @if !all.is_empty() {
            section .cmp-panel.cmp-contracts data-key="contracts" {
                h3 { "Contracts of the others" }
                ul { @for signed in all { (draw(sight, signed, false)) } }
            }
        }
    }
}

/// Is it the viewer's own?
pub fn is_own(sight: &Sight, signed: &SignedView) -> bool {
    sight.scene.viewer == Viewer::Seat(signed.signer)
}
