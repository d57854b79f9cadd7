//! What is negotiated: wishes, open offers, an auction.

use super::{Sight, cards, signs, whereabouts};
use crate::pages::frame;
use ::competitors::{Continent, ContractView, OfferView, SaleView, Stage, Token, Vehicle};
use kernel::{Money, Seat, Seats, Viewer};
use maud::{Markup, html};

/// The signs of seats in a row, with their names to the ear.
fn tokens(sight: &Sight, seats: Seats) -> Markup {
    html! { span .cmp-seats { @for seat in seats { span title=(sight.name(seat)) { (frame::token(seat)) span .sr { (sight.name(seat)) } } } @if seats.is_empty() { "nobody" } } }
}

fn who(sight: &Sight, seat: Seat) -> Markup {
    html! { (frame::token(seat)) " " (sight.name(seat)) }
}

fn money(text: &str) -> Option<Money> {
    text.parse().ok().map(Money::new)
}

/// Something that changes hands or is wished for, from how an action writes it.
fn thing(sight: &Sight, text: &str, card: Option<&ContractView>) -> Markup {
    let pack = &sight.pack;
    let land = |id: &str| pack.find_territory(id).map_or_else(|| id.to_owned(), |found| pack[found].name.clone());
    let continent = |id: &str| Continent::ALL.into_iter().find(|one| one.id() == id).map_or("", Continent::words);
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["card", id] => html! { (signs::land_card()) " " (whereabouts::named(sight, id, &land(id))) },
        ["cards", id] => html! { (signs::land_card()) " a territory card of " (continent(id)) },
        ["contract" | "shown", ..] | ["unnamed", _] => match card {
            Some(card) => {
                html! { (signs::deal_card()) " " b { (card.name) } @if let (Some(limit), Some(reward)) = (card.limit, card.reward) { " (" (limit) " turns, " (reward) ")" } }
            }
            None => html! { (signs::deal_card()) " a contract card" },
        },
        ["token", token] => match token.parse::<Token>() {
            Ok(token) => {
                html! { (signs::vehicle(token.vehicle())) " " (whereabouts::token(token)) @if let Some(one) = sight.tokens.iter().find(|one| one.token == token) { ", " (whereabouts::words(pack, &one.at)) } }
            }
            Err(_) => html! { (token) },
        },
        ["branch", id] => html! { "the branch in " (whereabouts::named(sight, id, &land(id))) },
        ["branches", id] => html! { "a branch in " (continent(id)) },
        ["passage", from, to] => {
            html! { "a passage from " (whereabouts::named(sight, from, &land(from))) " to " (whereabouts::named(sight, to, &land(to))) }
        }
        ["hire", token, ref load @ .., fee, payment] => {
            let named = token.parse::<Token>().map_or_else(|_| token.to_owned(), whereabouts::token);
            let load = match load {
                ["goods", sender] => format!("the goods from {}", land(sender)),
                _ => "a truck".to_owned(),
            };
            html! { "hire of " (named) " for " (load) @if let Some(fee) = money(fee).filter(|fee| *fee > Money::ZERO) { ", " b { (fee) } @if payment == "success" { " if they are delivered" } @else { " at once" } } }
        }
        [one] => match (money(one), Vehicle::ALL.into_iter().find(|vehicle| vehicle.id() == one)) {
            (Some(amount), _) => html! { b { (amount) } " in money" },
            (None, Some(vehicle)) => html! { (signs::vehicle(vehicle)) " " (vehicle.words()) },
            (None, None) => html! { (one) },
        },
        _ => html! { (text) },
    }
}

/// Wishes and offers.
pub fn draw(sight: &Sight) -> Markup {
    let quiet = sight.asks.is_empty() && sight.offers.is_empty();
    html! {
        @if sight.stage != Stage::Over {
            // Where there is room it has its place before there is anything in it, so that nothing makes way for it.
            section .cmp-panel.cmp-trade .cmp-none[quiet] data-key="trade" {
                h2 { "Negotiations" }
                @if quiet { p .note { "No offer is open." } }
                @for ask in &sight.asks { p .cmp-ask data-key=(format!("ask-{}", ask.seat)) { (who(sight, ask.seat)) " wants " (thing(sight, &ask.wanted, None)) " and offers " (thing(sight, &ask.offered, None)) } }
                @for offer in &sight.offers { (deal(sight, offer)) }
            }
        }
    }
}

/// An open offer; what is in it only for its parties.
fn deal(sight: &Sight, offer: &OfferView) -> Markup {
    html! {
        article .cmp-offer data-key=(format!("offer-{}", offer.number)) {
            header { b { @if offer.counters > 0 { "Counter-offer " } @else { "Offer " } (offer.number) } span { (who(sight, offer.proposer)) } }
            @match &offer.content {
                Some(content) => {
                    @for from in offer.parties {
                        @let given: Vec<_> = content.iter().filter(|one| one.from == from).collect();
                        @if !given.is_empty() {
                            div .cmp-gives { span { (who(sight, from)) " gives" } ul { @for one in given { li { (thing(sight, &one.asset, one.contract.as_ref())) @if offer.parties.len() > 2 { " to " (sight.name(one.to)) } @if one.asked { span .badge { "asked to be shown" } } } } } }
                        }
                    }
                }
                None => p .note { "Between " (tokens(sight, offer.parties)) ". What is in it is theirs to know." },
            }
            p .note { "still to agree " (tokens(sight, { offer.parties }.filter(|seat| !offer.accepted.contains(*seat)).collect())) }
        }
    }
}

/// The auction: what, by whom, the highest bid, who is still in, and what a bid would leave.
pub fn sale(sight: &Sight, sale: &SaleView) -> Markup {
    let next = sale.highest.as_ref().map_or(sale.lowest, |bid| bid.amount + Money::new(::competitors::figures::UNIT));
    let own = match sight.scene.viewer {
        Viewer::Seat(seat) if seat != sale.seller => sight.players.get(seat.index()),
        _ => None,
    };
    html! {
        article .cmp-big.cmp-sale data-key="sale" {
            header { span .cmp-kind { "Auction by " (who(sight, sale.seller)) } }
            ul .cmp-lot { @for text in &sale.lot { li { (thing(sight, text, sale.contracts.iter().find(|card| text.ends_with(&card.id)))) } } }
            @for card in &sale.contracts { div .cmp-card.cmp-goods-card { (cards::contract(card)) } }
            dl {
                div { dt { "Lowest price" } dd { (sale.lowest) } }
                div .highest { dt { "Highest bid" } dd { @match &sale.highest { Some(bid) => { b { (bid.amount) } " " (who(sight, bid.seat)) } None => "none yet" } } }
                div { dt { "Still in" } dd { (tokens(sight, sale.bidders)) } }
                @if let Some(seat) = sale.next { div { dt { "Speaks next" } dd { (who(sight, seat)) } } }
                @if let Some(player) = own { div { dt { "At " (next) " you keep" } dd { b .short[player.money < next] { (kernel::say::grouped(i64::from(player.money.units()) - i64::from(next.units()))) } } } }
            }
        }
    }
}
