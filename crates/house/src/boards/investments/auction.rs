//! What is bargained about: an auction with its bids, open deals, and who is still to answer.

use super::{Sight, cards, deed, signs};
use crate::pages::frame;
use ::investments::{Asset, SaleView, TileKind};
use kernel::{Money, Seat, Seats, Viewer};
use maud::{Markup, html};

/// The auction: what, by whom, the highest bid, who is still in, and what a bid would leave.
pub fn draw(sight: &Sight, sale: &SaleView) -> Markup {
    let next = sale.highest.as_ref().map_or(sale.opening, |bid| bid.amount + Money::new(::investments::UNIT));
    let own = match sight.scene.viewer {
        Viewer::Seat(seat) => sight.players.get(seat.index()).filter(|_| sale.seller != Some(seat)),
        Viewer::Watcher => None,
    };
    html! {
        section .inv-sale data-key="sale" aria-label="Auction" {
            header { b { "Auction" } span { "by " @match sale.seller { Some(seller) => { (frame::token(seller)) " " (sight.name(seller)) } None => "the bank" } } }
            @match (sale.business, sale.index) {
                (Some(business), _) => (deed::in_short(sight, business)),
                (None, Some(card)) => (cards::read(TileKind::Shortcut, cards::shortcut(sight, card))),
                _ => p { (sale.item) },
            }
            dl .inv-bids {
                div { dt { "Opening price" } dd { (sale.opening) } }
                div .highest { dt { "Highest bid" } dd { @match &sale.highest { Some(bid) => { b { (bid.amount) } " " (frame::token(bid.seat)) " " (sight.name(bid.seat)) } None => "none yet" } } }
                @if sale.bidding {
                    div { dt { "Still in" } dd { (tokens(sight, sale.bidders)) } }
                    @if let Some(seat) = sale.next { div { dt { "Speaks next" } dd { (frame::token(seat)) " " (sight.name(seat)) } } }
                }
                @if let Some(player) = own {
                    div { dt { "At " (next) " you keep" } dd { b .short[player.cash < next] { (kernel::say::grouped(i64::from(player.cash.units()) - i64::from(next.units()))) } } }
                }
            }
        }
    }
}

/// The signs of seats in a row, with their names to the ear.
pub fn tokens(sight: &Sight, seats: Seats) -> Markup {
    html! { span .inv-seats { @for seat in seats { span title=(sight.name(seat)) { (frame::token(seat)) span .sr { (sight.name(seat)) } } } @if seats.is_empty() { "nobody" } } }
}

/// Who has still to answer, and who has.
pub fn poll(sight: &Sight) -> Markup {
    let Some(poll) = &sight.poll else { return html! {} };
    let missing: Seats = { poll.asked }.filter(|seat| !poll.answered.contains(*seat)).collect();
    html! {
        section .inv-poll data-key="poll" aria-label="Question to several" {
            p { b { "Asked, in secret" } }
            p { "still to answer " (tokens(sight, missing)) }
            @if !poll.answered.is_empty() { p { "answered " (tokens(sight, poll.answered)) } }
        }
    }
}

/// Deals that wait for an answer; what is in them only for their parties.
pub fn deals(sight: &Sight) -> Markup {
    html! {
        @for offer in &sight.offers {
            section .inv-offer data-key=(format!("offer-{}", offer.number)) aria-label="Deal" {
                header { b { @if offer.counters > 0 { "Counter-offer" } @else { "Deal" } } span { (frame::token(offer.proposer)) " " (sight.name(offer.proposer)) " proposes" } }
                @match &offer.content {
                    Some(content) => {
                        @for from in offer.parties {
                            @let given: Vec<_> = content.iter().filter(|transfer| transfer.from == from).collect();
                            @if !given.is_empty() {
                                p .inv-given { (frame::token(from)) b { (sight.name(from)) " gives" } }
                                ul { @for transfer in given { li { (asset(sight, from, &transfer.asset)) @if offer.parties.len() > 2 { " to " (sight.name(transfer.to)) } } } }
                            }
                        }
                    }
                    None => p .note { "Between " (tokens(sight, offer.parties)) ". What is in it is theirs to know." },
                }
                p .note { "still to agree " (tokens(sight, { offer.parties }.filter(|seat| !offer.accepted.contains(*seat)).collect())) }
            }
        }
    }
}

/// A thing of a deal as people call it.
fn asset(sight: &Sight, from: Seat, asset: &Asset) -> Markup {
    match asset {
        Asset::Business(business) => {
            html! { (signs::chip(signs::series(&sight.pack, *business))) " " (signs::name(sight, *business)) (signs::tokens(sight.businesses[business.index()].level)) }
        }
        Asset::Shortcut(place) => {
            let card = sight.players.get(from.index()).and_then(|player| player.shortcuts.get(usize::from(*place)));
            let name = card.and_then(|card| card.index).map(|card| cards::shortcut(sight, card).0);
            html! { (signs::sign(TileKind::Shortcut)) " " @match name { Some(name) => { "Shortcut card “" (name) "”" } None => "a Shortcut card" } }
        }
        Asset::BankCard => html! { (signs::sign(TileKind::Bank)) " a Bank card" },
        Asset::Cash(sum) => html! { b { (sum) } " in money" },
    }
}
