//! Signed contracts: where the goods are, where they go, how long they may take, and what they earn.

use super::{Sight, cards, picture::Sheet, signs, spots, whereabouts};
use crate::pages::frame;
use ::competitors::{DeliveryView, NeedView, SignedView, Stage};
use kernel::{Viewer, say::counted};
use maud::{Markup, html};

/// The running Delivery of this contract.
fn running<'a>(sight: &'a Sight, signed: &SignedView) -> Option<&'a DeliveryView> {
    let journey = sight.view.journey.as_ref()?;
    journey.delivery.as_ref().filter(|delivery| delivery.sender == signed.sender.id && sight.active == signed.signer)
}

/// One contract of the viewer, with its button where it can be delivered now. While something moves only the one that is under way is told
/// at length.
pub fn own(sight: &Sight, signed: &SignedView) -> Markup {
    let delivery = running(sight, signed);
    if delivery.is_none() && sight.view.journey.is_some() {
        return other(sight, signed);
    }
    let limit = delivery.and_then(|delivery| delivery.limit).or(signed.contract.as_ref().and_then(|card| card.limit));
    let used = delivery.map_or(0, |delivery| delivery.used);
    let token = sight.tokens.iter().find(|one| one.token == signed.token);
    let there = token.and_then(|token| whereabouts::at(&Sheet::new(&sight.pack), whereabouts::outer(sight, &token.at)));
    let carrier = carrier(sight, signed);
    html! {
        li .cmp-signed .(format!("seat-{}", signed.signer)) .running[delivery.is_some()] data-key=(format!("signed-{}", signed.sender.id)) {
            p .cmp-way {
                (signs::continent(signed.sender.continent)) (signed.sender.name)
                (arrow())
                (signs::continent(signed.receiver.continent)) b { (whereabouts::named(sight, &signed.receiver.id, &signed.receiver.name)) }
                @if signed.receiver.red_flag { (signs::flag()) }
            }
            p .cmp-terms {
                @if let Some(card) = &signed.contract { b { (card.name) } @if card.illegal { (signs::skulls()) } @if let Some(vehicle) = card.vehicle { span title=(format!("by {} only", vehicle.words())) { (signs::vehicle(vehicle)) } } }
                @if let Some(limit) = limit { (cards::turns(used, limit)) }
                span { (signs::crown()) " " (signed.points) }
                @if let Some(reward) = signed.contract.as_ref().and_then(|card| card.reward) { b .cmp-pays { (reward) } }
            }
            p .cmp-carrier { @match there { Some(there) => (whereabouts::link(sight, there, &carrier)), None => (carrier) } @if delivery.is_some_and(|delivery| delivery.free_pass) { span .badge { "no more customs" } } }
            (needs(signed, limit.map(|limit| limit.saturating_sub(used))))
            (laid(delivery))
            @if let Some(choice) = sight.choice(&format!("deliver {}", signed.sender.id)) { (spots::small(choice, "cmp-deliver", "Deliver")) }
        }
    }
}

/// One contract in few lines.
fn other(sight: &Sight, signed: &SignedView) -> Markup {
    let delivery = running(sight, signed);
    html! {
        li .cmp-signed .(format!("seat-{}", signed.signer)) .running[delivery.is_some()] data-key=(format!("signed-{}", signed.sender.id)) {
            p { @if !is_own(sight, signed) { (frame::token(signed.signer)) } (signed.sender.name) (arrow()) b { (whereabouts::named(sight, &signed.receiver.id, &signed.receiver.name)) } }
            p .cmp-carrier {
                @if let Some(card) = &signed.contract { b { (card.name) } }
                (carrier(sight, signed))
                span { (signs::crown()) " " (signed.points) }
                @if let Some(delivery) = delivery { span { (counted(delivery.used, "movement turn")) " used" } }
                @if delivery.is_some_and(|delivery| delivery.free_pass) { span .badge { "no more customs" } }
            }
            (needs(signed, None))
            (laid(delivery))
        }
    }
}

fn arrow() -> Markup {
    html! { span role="img" aria-label="to" { "→" } }
}

/// The token that has the goods, and where it is.
fn carrier(sight: &Sight, signed: &SignedView) -> Markup {
    let place = sight.tokens.iter().find(|one| one.token == signed.token).map(|token| whereabouts::words(&sight.pack, &token.at));
    html! { (signs::vehicle(signed.token.vehicle())) " " (signed.token.number()) " " (place.unwrap_or_default()) }
}

/// Cards that lie open beside a Delivery.
fn laid(delivery: Option<&DeliveryView>) -> Markup {
    html! { @if let Some(delivery) = delivery { @for card in &delivery.laid { p .note { (signs::star()) " " (card.name) " lies open" } } } }
}

/// How far it still is for the tokens that may take the goods, and whether that takes longer than there is time.
fn needs(signed: &SignedView, left: Option<u8>) -> Markup {
    let by = |need: &NeedView| {
        let late = if left.is_some_and(|left| need.turns > left) { " (too long)" } else { "" };
        let turns = if need.turns == 0 { "none".to_owned() } else { need.turns.to_string() };
        format!("{turns} by {}{late}", need.vehicle.words())
    };
    html! {
        // Halfway through a strait or a tunnel nothing is said of the way.
        @match (signed.needs.is_empty(), left) {
            (true, Some(_)) => {},
            (true, None) => p .cmp-needs { "Needs another kind of token on the way." },
            (false, _) => p .cmp-needs { "Movement turns needed: " (signed.needs.iter().map(by).collect::<Vec<_>>().join(", ")) },
        }
    }
}

/// The contracts of everybody else; the viewer's own are at hand.
pub fn others(sight: &Sight) -> Markup {
    let all: Vec<&SignedView> = sight.contracts.iter().filter(|signed| !is_own(sight, signed)).collect();
    html! {
        @if sight.stage != Stage::Over || !all.is_empty() {
            section .cmp-panel.cmp-contracts .cmp-none[all.is_empty()] data-key="contracts" {
                @if all.is_empty() { h2 { "Contracts of the others" } p .note { "None is signed." } }
                @else { h2 { (frame::term("signed", "word", None, html! { "Contracts of the others" })) @if all.iter().any(|signed| signed.contract.is_none()) { small { "contract face down" } } }
                ul { @for signed in all { (other(sight, signed)) } } }
            }
        }
    }
}

/// Is it the viewer's own?
pub fn is_own(sight: &Sight, signed: &SignedView) -> bool {
    sight.scene.viewer == Viewer::Seat(signed.signer)
}
