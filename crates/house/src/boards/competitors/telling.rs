//! What the events of COMPETITOR$ look like.

use super::{cards, layer, picture::Sheet, signs, table::site_key, whereabouts};
use crate::boards::{
    self,
    beat::{Beat, seat_row},
};
use ::competitors::{At, ContractKind, CustomsCard, Event, Territory, Token, Told, ToldAsset, View};
use kernel::{Money, Seat, Seats};
use maud::{Markup, html};

/// How an event is shown.
pub fn beat(event: &Event, view: &View) -> Beat {
    let pack = &view.pack;
    match event {
        Event::RolledFirst { seat, die } => dice(Beat::glance().mark_seat(*seat), *seat, *die),
        Event::First { seat } | Event::Coloured { seat, .. } | Event::Turn { seat } => {
            Beat::glance().mark_seat(*seat).mark("round")
        }
        Event::TurnOver { seat }
        | Event::Declined { seat, .. }
        | Event::Withdrew { seat, .. }
        | Event::Accepted { seat, .. }
        | Event::Passed { seat } => Beat::glance().mark_seat(*seat),
        Event::Settled { seat, office } => Beat::moment().mark_seat(*seat).mark(site_key(&pack[pack[*office].territory].id)),
        Event::Dealt { .. } => {
            let seats = view.players.iter().map(|player| player.seat);
            seats.fold(Beat::moment(), |beat, seat| {
                beat.fly("deck-territory", seat_row(seat), "cards").fly("deck-contract", seat_row(seat), "cards")
            })
        }
        Event::Danger { area, die } => {
            let danger = pack.danger(*area, *die);
            let there = place(view, At::Land(danger.first));
            let picture = html! { article .cmp-big.cmp-danger-card { header { svg .cmp-icon viewBox="-16 -16 32 32" aria-hidden="true" { (super::glyphs::danger()) } b { (danger.name) } } p .cmp-text { (danger.text) } } };
            at(Beat::long().card().mark("danger"), "danger", there).picture(picture)
        }
        Event::Round { .. } => {
            let sheet = Sheet::new(pack);
            let round = usize::from(view.round).saturating_sub(1).min(usize::from(pack.marks).saturating_sub(1));
            at(Beat::moment().mark("round").mark("round-token"), "round-token", Some(sheet.mark(round)))
        }
        Event::DrewTerritory { seat, card } => {
            let beat = Beat::moment().mark("deck-territory").fly("deck-territory", seat_row(*seat), "card");
            match card {
                Some(card) => {
                    beat.picture(html! { span .cmp-told { (signs::continent(pack[*card].continent)) b { (pack[*card].name) } } })
                }
                None => beat.picture(signs::land_card()),
            }
        }
        Event::DrewContract { seat, card, .. } => {
            let beat = Beat::moment().mark("deck-contract").fly("deck-contract", seat_row(*seat), "card");
            match card {
                Some(card) => beat.picture(contract(view, *card)),
                None => beat.picture(signs::deal_card()),
            }
        }
        Event::ReshuffledTerritories => Beat::glance().mark("deck-territory"),
        Event::ReshuffledContracts => Beat::glance().mark("deck-contract"),
        Event::Signed { seat, token, contract: card, receiver, .. } => {
            let beat = Beat::moment().mark_seat(*seat).mark(token.to_string()).fly(seat_row(*seat), token.to_string(), "goods");
            let beat = beat.mark(format!("card-{}", pack[*receiver].id));
            match card {
                Some(card) => beat.picture(contract(view, *card)),
                None => beat.picture(signs::deal_card()),
            }
        }
        Event::DeliveryBegan { seat, token, .. } => {
            Beat::moment().mark_seat(*seat).mark(token.to_string()).picture(vehicle(*token))
        }
        Event::MoveBegan { seat, token } => Beat::glance().mark_seat(*seat).mark(token.to_string()).picture(vehicle(*token)),
        Event::Went { seat, token, way, fuel, .. } => went(*seat, *token, way, *fuel, view),
        Event::Fee { from, to, at, amount } | Event::Toll { from, to, at, amount } => {
            Beat::moment().mark(site_key(&pack[*at].id)).fly(seat_row(*from), seat_row(*to), sum(*amount))
        }
        Event::Loaded { truck, carrier, .. } | Event::Unloaded { truck, carrier, .. } => {
            Beat::moment().mark(truck.to_string()).mark(carrier.to_string()).picture(vehicle(*truck))
        }
        Event::Handed { from, to, .. } => Beat::moment().mark(to.to_string()).fly(from.to_string(), to.to_string(), "goods"),
        Event::MovementOver { token, .. } | Event::Points { token, .. } | Event::Stopped { token } | Event::Delayed { token } => {
            Beat::glance().mark(token.to_string())
        }
        Event::Customs { token, card, .. } => {
            Beat::long().card().mark("deck-customs").mark(token.to_string()).picture(customs(&pack[*card]))
        }
        Event::PickedCustoms { card, .. } => Beat::moment().mark("stage").picture(customs(&pack[*card])),
        Event::CancelledCustoms { seat, by, .. } => Beat::moment().mark_seat(*seat).mark("stage").picture(contract(view, *by)),
        Event::ShownContract { seat, contract: card, .. } => Beat::long().card().mark_seat(*seat).picture(contract(view, *card)),
        Event::Political { token, continent, die, spares, .. } => {
            let event = pack.political_event(*continent, *die);
            let picture = html! { article .cmp-big.cmp-event { header { span .cmp-kind { (signs::flag()) " " (continent.words()) " · rolled " (die) } b { (event.title) } } p .cmp-text { @if spares.is_some() { "It is not for this token: nothing happens." } @else { (event.text) } } p .cmp-law { (::competitors::effect_words(&event.effects)) } } };
            Beat::long().card().mark(token.to_string()).picture(picture)
        }
        Event::NoEffect { seat, token, .. } => {
            let beat = Beat::glance().mark_seat(*seat);
            token.map_or(beat.clone(), |token| beat.mark(token.to_string()))
        }
        Event::RolledEffect { seat, die } => dice(Beat::moment().mark_seat(*seat), *seat, *die),
        Event::Paid { seat, amount, .. } | Event::Audited { seat, amount, .. } => to_bank(Beat::moment(), *seat, *amount),
        Event::ExtraPoint { seat, token, amount, .. } => to_bank(Beat::moment().mark(token.to_string()), *seat, *amount),
        Event::Gained { seat, amount } => from_bank(Beat::moment(), *seat, *amount),
        Event::TurnedBack { token, to } | Event::NearSide { token, to, .. } => {
            at(Beat::moment().mark(token.to_string()), &token.to_string(), place(view, *to))
        }
        Event::LostTurns { seat, .. }
        | Event::GainedTurns { seat, .. }
        | Event::FreePass { seat }
        | Event::ExtraAction { seat }
        | Event::TurnEnded { seat } => Beat::moment().mark_seat(*seat).mark("round"),
        Event::Seized { token } => Beat::long().strong().mark(token.to_string()).mark_seat(token.owner()),
        Event::Weather { seat, tokens, die, saved, .. } => {
            let beat = tokens.iter().fold(Beat::moment().mark("danger"), |beat, token| beat.mark(token.to_string()));
            let beat = match die {
                Some(die) => dice(beat, *seat, *die),
                None => beat,
            };
            if *saved { beat } else { beat.strong() }
        }
        Event::PutBack { token, to } | Event::Brought { token, to, .. } => {
            at(Beat::moment().mark(token.to_string()), &token.to_string(), home(view, *token, *to))
        }
        Event::PutTraded { token, at: to, .. } => {
            at(Beat::moment().mark(token.to_string()), &token.to_string(), place(view, *to))
        }
        Event::Delivered { seat, token, reward, bonus, points, contract: card, .. } => {
            let beat = Beat::long().strong().mark_seat(*seat).mark(token.to_string()).mark(format!("column-{seat}"));
            beat.fly("bank", seat_row(*seat), sum(*reward + *bonus))
                .fly(token.to_string(), format!("column-{seat}"), format!("+{points}"))
                .picture(contract(view, *card))
        }
        Event::Failed { seat, contract: card, .. } => {
            Beat::long().strong().mark_seat(*seat).mark(format!("column-{seat}")).picture(contract(view, *card))
        }
        Event::Bought { seat, token, price, .. } => to_bank(Beat::moment(), *seat, *price)
            .fly("bank", seat_row(*seat), whereabouts::token(*token))
            .picture(vehicle(*token)),
        Event::Sold { seat, token, price } => {
            from_bank(Beat::moment().mark(token.to_string()), *seat, *price).picture(vehicle(*token))
        }
        Event::Built { seat, at, price } => to_bank(Beat::moment().mark(site_key(&pack[*at].id)), *seat, *price),
        Event::SoldBranch { seat, at, price } => from_bank(Beat::moment().mark(site_key(&pack[*at].id)), *seat, *price),
        Event::Played { seat, card } => Beat::long().card().mark_seat(*seat).picture(contract(view, *card)),
        Event::Placed { card, at, .. } | Event::Removed { card, at } => {
            Beat::moment().mark(site_key(&pack[*at].id)).picture(contract(view, *card))
        }
        Event::Looked { seat, at, .. } => Beat::moment().mark_seat(*seat).mark_seat(*at),
        Event::Swapped { seat, with, .. } => {
            Beat::moment().fly(seat_row(*seat), seat_row(*with), "card").fly(seat_row(*with), seat_row(*seat), "card")
        }
        Event::DiscardedTerritory { seat, .. } => Beat::glance().fly(seat_row(*seat), "deck-territory", "card"),
        Event::DiscardedContract { seat, .. } => Beat::glance().fly(seat_row(*seat), "deck-contract", "card"),
        Event::Asked { seat, .. } => Beat::moment().mark_seat(*seat).mark("trade"),
        Event::Offered { parties, .. } | Event::Void { parties, .. } => {
            { *parties }.fold(Beat::moment().mark("trade"), Beat::mark_seat)
        }
        Event::Lapsed { .. } => Beat::glance().mark("trade"),
        Event::Inspected { seat, .. } => Beat::moment().mark_seat(*seat).mark("trade"),
        Event::Showed { seat, to, contract: card, .. } => {
            let beat = Beat::moment().mark_seat(*seat).mark_seat(*to);
            card.map_or(beat.clone(), |card| beat.card().picture(contract(view, card)))
        }
        Event::Deal { content, .. } => content.iter().fold(Beat::long(), |beat, told| handed(beat, told, view)),
        Event::HirePaid { from, to, token, amount } => {
            Beat::moment().mark(token.to_string()).fly(seat_row(*from), seat_row(*to), sum(*amount))
        }
        Event::HireReturned { seat, token, amount } => {
            Beat::moment().mark(token.to_string()).mark_seat(*seat).fly(token.to_string(), seat_row(*seat), sum(*amount))
        }
        Event::Auction { seat, .. } => Beat::long().mark_seat(*seat).mark("stage"),
        Event::Bid { seat, amount } => Beat::moment().mark("stage").fly(seat_row(*seat), "stage", sum(*amount)),
        Event::AuctionSold { seat, to, amount, lot } => {
            let beat = Beat::long().mark("stage").fly(seat_row(*to), seat_row(*seat), sum(*amount));
            lot.iter().fold(beat, |beat, told| handed(beat, &Told { from: *seat, to: *to, ..*told }, view))
        }
        Event::Unsold { seat } => Beat::moment().mark_seat(*seat).mark("stage"),
        Event::Over { .. } => Beat::long().strong().mark("score"),
    }
}

/// A way, place by place, and the fuel for it.
fn went(seat: Seat, token: Token, way: &[At], fuel: Money, view: &View) -> Beat {
    let key = token.to_string();
    let beat = if way.len() > 2 { Beat::long() } else { Beat::moment() };
    let beat = way.iter().enumerate().fold(beat.mark(key.as_str()), |beat, (index, to)| {
        let beat = if index > 0 { beat.then() } else { beat };
        at(beat, &key, place(view, *to))
    });
    if fuel > Money::ZERO { beat.fly(seat_row(seat), "bank", sum(fuel)) } else { beat }
}

/// A piece glides to a place of the map.
fn at(beat: Beat, key: &str, place: Option<super::picture::At>) -> Beat {
    match place {
        Some((x, y)) => beat.set(key, "transform", format!("translate({x} {y})")),
        None => beat,
    }
}

fn place(view: &View, at: At) -> Option<super::picture::At> {
    whereabouts::told_at(&Sheet::new(&view.pack), at)
}

/// Where a token stands that is put on a site.
fn home(view: &View, token: Token, to: Territory) -> Option<super::picture::At> {
    let place = match token.vehicle() {
        ::competitors::Vehicle::Truck => layer::Place::Territory(to),
        ::competitors::Vehicle::Ship => layer::Place::Port(to),
        ::competitors::Vehicle::Aircraft => layer::Place::Airport(to),
    };
    Some(layer::place(&Sheet::new(&view.pack), place))
}

fn sum(amount: Money) -> String {
    amount.to_string()
}

fn to_bank(beat: Beat, seat: Seat, amount: Money) -> Beat {
    beat.mark_seat(seat).fly(seat_row(seat), "bank", sum(amount))
}

fn from_bank(beat: Beat, seat: Seat, amount: Money) -> Beat {
    beat.mark_seat(seat).fly("bank", seat_row(seat), sum(amount))
}

fn dice(beat: Beat, seat: Seat, die: u8) -> Beat {
    beat.picture(boards::die("cmp-die", die, seat, "The die"))
}

fn vehicle(token: Token) -> Markup {
    html! { span .(format!("seat-{}", token.owner())) .cmp-told { (signs::vehicle(token.vehicle())) } }
}

/// A contract card, as far as it is read at a glance.
fn contract(view: &View, card: ::competitors::Contract) -> Markup {
    let card = &view.pack[card];
    let class = if matches!(card.kind, ContractKind::Goods(_)) { "cmp-goods-card" } else { "cmp-special" };
    html! {
        div .cmp-card .(class) {
            b .cmp-name { (card.name) }
            @if let Some(goods) = card.goods() { span .cmp-terms { @if let Some(vehicle) = goods.vehicle { (signs::vehicle(vehicle)) } span { (signs::clock()) " " (goods.limit) } b .cmp-pays { (goods.reward) } @if goods.illegal { (signs::skulls()) } } }
            @if let Some(special) = card.special() { span .cmp-does { (special) } }
        }
    }
}

fn customs(card: &CustomsCard) -> Markup {
    html! {
        article .cmp-big.cmp-customs .(format!("cmp-{}", card.colour.id())) {
            header { span .cmp-kind { "Customs · " (card.colour.words()) } b { (card.title) } }
            p .cmp-text { (card.text) }
            (cards::laws(card))
        }
    }
}

/// One thing of a deal flies.
fn handed(beat: Beat, told: &Told, view: &View) -> Beat {
    let words = match told.asset {
        ToldAsset::Money(amount) => sum(amount),
        ToldAsset::Territory(card) => view.pack[card].name.clone(),
        ToldAsset::Contract { card, .. } => card.map_or_else(|| "contract".into(), |card| view.pack[card].name.clone()),
        ToldAsset::Token(token) => whereabouts::token(token),
        ToldAsset::Branch(at) => format!("branch {}", view.pack[at].name),
        ToldAsset::Hire { token, .. } => format!("hire of {}", whereabouts::token(token)),
    };
    beat.fly(seat_row(told.from), seat_row(told.to), words)
}

/// Whose deed an event is.
pub fn doer(event: &Event) -> Option<Seat> {
    match event {
        Event::Dealt { .. }
        | Event::Danger { .. }
        | Event::Round { .. }
        | Event::ReshuffledTerritories
        | Event::ReshuffledContracts => None,
        Event::Lapsed { .. } | Event::Void { .. } | Event::Deal { .. } | Event::Over { .. } | Event::Removed { .. } => None,
        Event::Points { token, .. }
        | Event::Stopped { token }
        | Event::TurnedBack { token, .. }
        | Event::Delayed { token }
        | Event::Seized { token }
        | Event::NearSide { token, .. }
        | Event::PutBack { token, .. } => Some(token.owner()),
        Event::Fee { from, .. } | Event::Toll { from, .. } | Event::HirePaid { from, .. } => Some(*from),
        Event::RolledFirst { seat, .. }
        | Event::First { seat }
        | Event::Coloured { seat, .. }
        | Event::Settled { seat, .. }
        | Event::Turn { seat }
        | Event::TurnOver { seat }
        | Event::DrewTerritory { seat, .. }
        | Event::DrewContract { seat, .. }
        | Event::Signed { seat, .. }
        | Event::DeliveryBegan { seat, .. }
        | Event::MoveBegan { seat, .. }
        | Event::Went { seat, .. }
        | Event::Loaded { seat, .. }
        | Event::Unloaded { seat, .. }
        | Event::Handed { seat, .. }
        | Event::MovementOver { seat, .. }
        | Event::Customs { seat, .. }
        | Event::PickedCustoms { seat, .. }
        | Event::CancelledCustoms { seat, .. }
        | Event::ShownContract { seat, .. }
        | Event::Political { seat, .. }
        | Event::NoEffect { seat, .. }
        | Event::RolledEffect { seat, .. }
        | Event::Paid { seat, .. }
        | Event::Gained { seat, .. }
        | Event::LostTurns { seat, .. }
        | Event::GainedTurns { seat, .. }
        | Event::FreePass { seat }
        | Event::ExtraAction { seat }
        | Event::TurnEnded { seat }
        | Event::ExtraPoint { seat, .. }
        | Event::Weather { seat, .. }
        | Event::Delivered { seat, .. }
        | Event::Failed { seat, .. }
        | Event::Bought { seat, .. }
        | Event::Sold { seat, .. }
        | Event::Built { seat, .. }
        | Event::SoldBranch { seat, .. }
        | Event::Brought { seat, .. }
        | Event::Played { seat, .. }
        | Event::Placed { seat, .. }
        | Event::Looked { seat, .. }
        | Event::Swapped { seat, .. }
        | Event::Audited { seat, .. }
        | Event::DiscardedTerritory { seat, .. }
        | Event::DiscardedContract { seat, .. }
        | Event::Asked { seat, .. }
        | Event::Offered { seat, .. }
        | Event::Accepted { seat, .. }
        | Event::Declined { seat, .. }
        | Event::Withdrew { seat, .. }
        | Event::Inspected { seat, .. }
        | Event::Showed { seat, .. }
        | Event::HireReturned { seat, .. }
        | Event::PutTraded { seat, .. }
        | Event::Auction { seat, .. }
        | Event::Bid { seat, .. }
        | Event::Passed { seat }
        | Event::AuctionSold { seat, .. }
        | Event::Unsold { seat } => Some(*seat),
    }
}

/// Whom an event befalls: who does it, who is paid, hit, looked at or asked.
pub fn befalls(event: &Event) -> Seats {
    let own: Seats = doer(event).into_iter().collect();
    match event {
        Event::Coloured { other: Some(other), .. } => own.with(*other),
        Event::Fee { to, .. }
        | Event::Toll { to, .. }
        | Event::HirePaid { to, .. }
        | Event::Showed { to, .. }
        | Event::AuctionSold { to, .. } => own.with(*to),
        Event::Looked { at, .. } => own.with(*at),
        Event::Swapped { with, .. } => own.with(*with),
        Event::Audited { by, .. } => own.with(*by),
        Event::Offered { parties, .. } | Event::Void { parties, .. } | Event::Inspected { parties, .. } => own.or(*parties),
        Event::Deal { content, .. } => content.iter().fold(own, |seats, told| seats.with(told.from).with(told.to)),
        Event::Weather { tokens, .. } => tokens.iter().fold(own, |seats, token| seats.with(token.owner())),
        Event::Over { winners } => *winners,
        _ => own,
    }
}

/// A new turn of the log begins with a turn, a new danger, and the end.
pub fn opens_turn(event: &Event, before: &Event) -> bool {
    match event {
        Event::Turn { .. } | Event::Over { .. } | Event::Dealt { .. } => true,
        Event::Round { .. } => true,
        Event::Danger { .. } => !matches!(before, Event::Round { .. }),
        Event::Settled { .. } => !matches!(before, Event::Coloured { .. }),
        _ => false,
    }
}
