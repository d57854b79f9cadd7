//! What the events of Expensive Investments look like.

use super::{
    cards,
    ring::{self, business_key, piece_key, tile_key},
    signs,
};
use crate::boards::{
    self,
    beat::{Beat, seat_row},
};
use ::investments::{Asset, Event, Fortune, Item, TileKind, ToldTransfer, View};
use kernel::{Money, Seat, Seats};
use maud::{Markup, html};

/// How an event is shown.
pub fn beat(event: &Event, view: &View) -> Beat {
    match event {
        Event::OrderRolled { seat, die } | Event::ContestRolled { seat, die } => {
            dice(Beat::glance().mark_seat(*seat), *seat, &[*die])
        }
        Event::OrderSet { .. } | Event::HiddenDealt => Beat::glance(),
        Event::LotteryRolled { seat, dice: both, business, .. } => {
            dice(Beat::glance().mark_seat(*seat).mark(business_key(view, *business)), *seat, both)
        }
        Event::LotteryWon { seat, business, monopoly, .. } => {
            let beat =
                Beat::moment().mark(business_key(view, *business)).fly(business_key(view, *business), seat_row(*seat), "deed");
            if *monopoly { beat.picture(gem()) } else { beat }
        }
        Event::LotteryPaid { seat, business, amount } => {
            to_bank(Beat::moment().mark(business_key(view, *business)), *seat, *amount)
        }
        Event::LotteryReceived { seat, business, amount } => {
            from_bank(Beat::moment().mark(business_key(view, *business)), *seat, *amount)
        }
        Event::RoundBegan { .. } => Beat::glance().mark("round"),
        Event::TurnBegan { seat, .. } => Beat::glance().mark_seat(*seat).mark(piece_key(view, *seat)),
        Event::Skipped { seat, .. } => Beat::glance().mark_seat(*seat),
        Event::Rolled { seat, dice: both, .. } | Event::RolledAgain { seat, dice: both, .. } => {
            dice(Beat::moment().mark(piece_key(view, *seat)), *seat, both)
        }
        Event::Picked { seat, .. } | Event::SumAccepted { seat, .. } | Event::Halved { seat, .. } | Event::Drove { seat, .. } => {
            Beat::glance().mark(piece_key(view, *seat))
        }
        Event::ShortcutPlayed { seat, mover, card } => {
            let beat = Beat::long().card().mark_seat(*seat).mark(piece_key(view, *mover));
            beat.picture(cards::read(TileKind::Shortcut, cards::shortcut(view, *card)))
        }
        Event::Moved { seat, from, to, back, .. } => moved(*seat, *from, *to, *back, view),
        Event::Jumped { seat, to, .. } => arrive(Beat::moment().mark(tile_key(*to)), *seat, *to, view),
        Event::Subsidised { seat, amount, extra } => from_bank(Beat::moment(), *seat, *amount + *extra),
        Event::LoanPaid { seat, business, amount, .. } | Event::Repaid { seat, business, amount } => {
            to_bank(Beat::moment().mark(business_key(view, *business)), *seat, *amount)
        }
        Event::PledgeLost { seat, business } => Beat::long().strong().mark_seat(*seat).mark(business_key(view, *business)),
        Event::LoanRefused { seat, .. } | Event::Refused { seat, .. } | Event::PollRefused { seat, .. } => {
            Beat::moment().mark_seat(*seat)
        }
        Event::KeptExpired { seat, .. } | Event::ArmedLapsed { seat } | Event::TaxCardReturned { seat } => {
            Beat::glance().mark_seat(*seat)
        }
        Event::RepeatRolled { seat, die } | Event::CardRolled { seat, die } => {
            dice(Beat::moment().mark_seat(*seat), *seat, &[*die])
        }
        Event::Bought { seat, business, price } => {
            let tile = business_key(view, *business);
            to_bank(Beat::moment().mark(tile.as_str()), *seat, *price)
                .fly(tile, seat_row(*seat), "deed")
                .picture(chip(view, *business))
        }
        Event::NotBought { seat, business } | Event::FeeWaived { seat, business, .. } => {
            Beat::glance().mark_seat(*seat).mark(business_key(view, *business))
        }
        Event::NoFee { seat, business, .. } => Beat::glance().mark_seat(*seat).mark(business_key(view, *business)),
        Event::ForceAsked { seat, owner, business, .. } | Event::ForceRefused { seat, owner, business } => {
            Beat::moment().mark_seat(*seat).mark_seat(*owner).mark(business_key(view, *business))
        }
        Event::ForcedTrade { seat, owner, business, price } => Beat::long()
            .strong()
            .mark(business_key(view, *business))
            .mark_seat(*owner)
            .fly(seat_row(*seat), seat_row(*owner), sum(*price))
            .picture(chip(view, *business)),
        Event::Invested { seat, business, price, .. } => {
            let tile = business_key(view, *business);
            Beat::moment().mark(tile.as_str()).fly(seat_row(*seat), tile, sum(*price)).picture(chip(view, *business))
        }
        Event::Monopolised { seat, business, price } => {
            let tile = business_key(view, *business);
            Beat::long().mark(tile.as_str()).fly(seat_row(*seat), tile, sum(*price)).picture(gem())
        }
        Event::Paid { seat, to, amount, business, .. } => {
            let beat = Beat::moment().mark_seat(*seat);
            let beat = business.map_or(beat.clone(), |business| beat.mark(business_key(view, business)));
            match to {
                Some(to) => beat.mark_seat(*to).fly(seat_row(*seat), seat_row(*to), sum(*amount)),
                None => to_bank(beat, *seat, *amount),
            }
        }
        Event::BankStoodIn { seat, debtor, amount } => from_bank(Beat::moment().mark_seat(*debtor), *seat, *amount),
        Event::Jailed { seat, .. } => Beat::long().strong().mark_seat(*seat).mark(piece_key(view, *seat)).picture(bars()),
        Event::Expelled { seat, .. } | Event::Bankrupt { seat, .. } | Event::Resigned { seat } | Event::Out { seat, .. } => {
            Beat::long().strong().mark_seat(*seat)
        }
        Event::UpgradeSold { seat, business, amount, .. }
        | Event::Sold { seat, business, amount }
        | Event::Mortgaged { seat, business, amount } => {
            from_bank(Beat::moment().mark(business_key(view, *business)), *seat, *amount)
        }
        Event::UpgradeLost { seat, business, .. } => Beat::moment().mark_seat(*seat).mark(business_key(view, *business)),
        Event::ShortcutSold { seat, amount, .. } | Event::BankCardSold { seat, amount } => {
            from_bank(Beat::moment(), *seat, *amount)
        }
        Event::BankCardBought { seat, price, .. } => {
            to_bank(Beat::long(), *seat, *price).fly("bank", seat_row(*seat), "Bank card").picture(signs::sign(TileKind::Bank))
        }
        Event::FortuneRolled { seat, die, fortune } => {
            let picture = html! { (boards::die("inv-die", *die, *seat, "A die")) (signs::sign(cards::kind(*fortune))) };
            Beat::moment().mark_seat(*seat).picture(picture)
        }
        Event::CardDrawn { seat, fortune, card } => drawn(Beat::long().mark_seat(*seat), *fortune, *card, view),
        Event::CardIgnored { fortune, card } => drawn(Beat::moment(), *fortune, *card, view),
        Event::CardCancelled { seat, .. } | Event::CardRefused { seat, .. } | Event::CardKept { seat, .. } => {
            Beat::moment().mark_seat(*seat).mark("stage")
        }
        Event::KeptAtWork { seat, card } => drawn(Beat::moment().mark_seat(*seat), Fortune::Loss, *card, view),
        Event::Received { seat, from: Some(from), amount } => {
            Beat::moment().mark_seat(*seat).fly(seat_row(*from), seat_row(*seat), sum(*amount))
        }
        Event::Received { seat, from: None, amount } => from_bank(Beat::moment(), *seat, *amount),
        Event::WillMiss { seat, .. } | Event::ExtraTurn { seat } | Event::NoEffect { seat, .. } => {
            Beat::moment().mark_seat(*seat)
        }
        Event::Named { mover, business, .. } => Beat::moment().mark(business_key(view, *business)).mark(piece_key(view, *mover)),
        Event::ShortcutDrawn { seat, card } => {
            let beat = Beat::moment().mark_seat(*seat).picture(signs::sign(TileKind::Shortcut));
            match card {
                Some(card) => beat.card().picture(cards::read(TileKind::Shortcut, cards::shortcut(view, *card))),
                None => beat,
            }
        }
        Event::ShortcutsLost { seat, .. } => Beat::long().strong().mark_seat(*seat),
        Event::GlobalDrawn { card, .. } => {
            Beat::long().card().mark("global").picture(cards::read(TileKind::Global, cards::global(view, *card)))
        }
        Event::TokensSet { .. } | Event::TokenRemoved { .. } => Beat::glance().mark("global"),
        Event::GlobalExpired { .. } => Beat::moment().mark("global"),
        Event::Taxed { seat, .. } => Beat::moment().mark_seat(*seat).picture(signs::sign(TileKind::Tax)),
        Event::CasinoRolled { seat, dice: both } => dice(Beat::long().mark_seat(*seat), *seat, both),
        Event::Bet { seat, won, amount, stake, .. } => match won {
            true => from_bank(Beat::moment(), *seat, *amount),
            false => to_bank(Beat::moment(), *seat, *stake),
        },
        Event::HiddenTaken { seat, fortune } | Event::HiddenKept { seat, fortune, .. } => {
            Beat::moment().mark_seat(*seat).picture(signs::sign(cards::kind(*fortune)))
        }
        Event::Armed { seat, card } => Beat::moment().mark_seat(*seat).picture(signs::sign(cards::kind(card.fortune()))),
        Event::HiddenUsed { seat, target, fortune, card } => {
            drawn(Beat::long().mark_seat(*seat).mark_seat(*target), *fortune, *card, view)
        }
        Event::Answered { seat } | Event::Passed { seat } => Beat::glance().mark_seat(*seat),
        Event::Offered { parties, .. } => { *parties }.fold(Beat::moment(), Beat::mark_seat),
        Event::OfferDeclined { seat, .. } | Event::Withdrawn { seat, .. } => Beat::glance().mark_seat(*seat),
        Event::Dealt { deal, .. } => deal.iter().fold(Beat::long(), |beat, transfer| handed(beat, transfer, view)),
        Event::PutUp { item, .. } => on_sale(Beat::moment().mark("stage"), item, view),
        Event::Interested { seats } => { *seats }.fold(Beat::moment(), Beat::mark_seat),
        Event::BidMade { seat, amount } => {
            Beat::moment().mark_seat(*seat).mark("stage").fly(seat_row(*seat), "stage", sum(*amount))
        }
        Event::Auctioned { seat, buyer, item, price } => {
            let to = seat.map_or_else(|| "bank".into(), seat_row);
            on_sale(Beat::long().mark_seat(*buyer), item, view).fly(seat_row(*buyer), to, sum(*price))
        }
        Event::Unsold { item, .. } => on_sale(Beat::moment(), item, view),
        Event::EndProposed { seat } => Beat::long().card().mark_seat(*seat),
        Event::EndAnswered { .. } => Beat::moment(),
        Event::TurnEnded { seat } => Beat::glance().mark_seat(*seat),
        Event::Over { .. } => Beat::long().strong(),
    }
}

/// Whose deed an event is.
pub fn doer(event: &Event) -> Option<Seat> {
    match event {
        Event::OrderSet { .. } | Event::HiddenDealt | Event::RoundBegan { .. } | Event::CardIgnored { .. } => None,
        Event::TokenRemoved { .. } | Event::GlobalExpired { .. } | Event::Interested { .. } | Event::EndAnswered { .. } => None,
        Event::Dealt { .. } | Event::Over { .. } => None,
        Event::PutUp { seat, .. } | Event::Unsold { seat, .. } => *seat,
        Event::Auctioned { buyer, .. } => Some(*buyer),
        Event::OrderRolled { seat, .. }
        | Event::LotteryRolled { seat, .. }
        | Event::LotteryWon { seat, .. }
        | Event::LotteryPaid { seat, .. }
        | Event::LotteryReceived { seat, .. }
        | Event::TurnBegan { seat, .. }
        | Event::Skipped { seat, .. }
        | Event::Rolled { seat, .. }
        | Event::RolledAgain { seat, .. }
        | Event::Picked { seat, .. }
        | Event::SumAccepted { seat, .. }
        | Event::Halved { seat, .. }
        | Event::Drove { seat, .. }
        | Event::ShortcutPlayed { seat, .. }
        | Event::Moved { seat, .. }
        | Event::Jumped { seat, .. }
        | Event::Subsidised { seat, .. }
        | Event::LoanPaid { seat, .. }
        | Event::PledgeLost { seat, .. }
        | Event::LoanRefused { seat, .. }
        | Event::KeptExpired { seat, .. }
        | Event::ArmedLapsed { seat }
        | Event::RepeatRolled { seat, .. }
        | Event::Bought { seat, .. }
        | Event::NotBought { seat, .. }
        | Event::NoFee { seat, .. }
        | Event::FeeWaived { seat, .. }
        | Event::ForceAsked { seat, .. }
        | Event::ForcedTrade { seat, .. }
        | Event::ForceRefused { owner: seat, .. }
        | Event::Invested { seat, .. }
        | Event::Monopolised { seat, .. }
        | Event::Paid { seat, .. }
        | Event::Refused { seat, .. }
        | Event::PollRefused { seat, .. }
        | Event::BankStoodIn { seat, .. }
        | Event::Jailed { seat, .. }
        | Event::Expelled { seat, .. }
        | Event::Bankrupt { seat, .. }
        | Event::Resigned { seat }
        | Event::Out { seat, .. }
        | Event::UpgradeSold { seat, .. }
        | Event::UpgradeLost { seat, .. }
        | Event::Sold { seat, .. }
        | Event::Mortgaged { seat, .. }
        | Event::Repaid { seat, .. }
        | Event::ShortcutSold { seat, .. }
        | Event::BankCardSold { seat, .. }
        | Event::BankCardBought { seat, .. }
        | Event::FortuneRolled { seat, .. }
        | Event::CardDrawn { seat, .. }
        | Event::CardCancelled { seat, .. }
        | Event::CardRefused { seat, .. }
        | Event::CardKept { seat, .. }
        | Event::KeptAtWork { seat, .. }
        | Event::NoEffect { seat, .. }
        | Event::CardRolled { seat, .. }
        | Event::ContestRolled { seat, .. }
        | Event::Received { seat, .. }
        | Event::WillMiss { seat, .. }
        | Event::ExtraTurn { seat }
        | Event::Named { seat, .. }
        | Event::ShortcutDrawn { seat, .. }
        | Event::ShortcutsLost { seat, .. }
        | Event::GlobalDrawn { seat, .. }
        | Event::TokensSet { seat, .. }
        | Event::Taxed { seat, .. }
        | Event::TaxCardReturned { seat }
        | Event::CasinoRolled { seat, .. }
        | Event::Bet { seat, .. }
        | Event::HiddenTaken { seat, .. }
        | Event::HiddenKept { seat, .. }
        | Event::HiddenUsed { seat, .. }
        | Event::Armed { seat, .. }
        | Event::Answered { seat }
        | Event::Offered { seat, .. }
        | Event::OfferDeclined { seat, .. }
        | Event::Withdrawn { seat, .. }
        | Event::BidMade { seat, .. }
        | Event::Passed { seat }
        | Event::EndProposed { seat }
        | Event::TurnEnded { seat } => Some(*seat),
    }
}

/// Whom an event befalls.
pub fn befalls(event: &Event) -> Seats {
    let own: Seats = doer(event).into_iter().collect();
    match event {
        Event::Over { .. } | Event::GlobalDrawn { .. } | Event::EndProposed { .. } => Seats::ALL,
        Event::Paid { to: Some(other), .. } | Event::Received { from: Some(other), .. } => own.with(*other),
        Event::ForceAsked { owner, .. } | Event::ForcedTrade { owner, .. } | Event::NoFee { owner, .. } => own.with(*owner),
        Event::ForceRefused { seat, .. } => own.with(*seat),
        Event::ShortcutPlayed { mover, .. } | Event::Named { mover, .. } => own.with(*mover),
        Event::HiddenUsed { target, .. } => own.with(*target),
        Event::Offered { parties, .. } | Event::Dealt { parties, .. } => own.or(*parties),
        Event::Auctioned { seat: Some(seller), .. } => own.with(*seller),
        Event::Bankrupt { to: Some(creditor), .. } => own.with(*creditor),
        Event::BankStoodIn { debtor, .. } => own.with(*debtor),
        _ => own,
    }
}

/// Does a new turn of the log begin with this event?
pub fn opens_turn(event: &Event, before: &Event) -> bool {
    match event {
        Event::TurnBegan { .. } | Event::Over { .. } => !matches!(before, Event::RoundBegan { .. }),
        Event::RoundBegan { .. } => true,
        Event::Skipped { .. } => !matches!(before, Event::RoundBegan { .. } | Event::Skipped { .. }),
        Event::LotteryRolled { seat, .. } => doer(before) != Some(*seat),
        Event::OrderRolled { .. } => !matches!(before, Event::OrderRolled { .. }),
        _ => false,
    }
}

fn sum(amount: Money) -> String {
    signs::short(amount)
}

fn from_bank(beat: Beat, seat: Seat, amount: Money) -> Beat {
    beat.mark_seat(seat).fly("bank", seat_row(seat), format!("+{}", sum(amount)))
}

fn to_bank(beat: Beat, seat: Seat, amount: Money) -> Beat {
    beat.mark_seat(seat).fly(seat_row(seat), "bank", sum(amount))
}

fn dice(beat: Beat, seat: Seat, dice: &[u8]) -> Beat {
    beat.picture(html! { @for die in dice.iter().filter(|die| **die > 0) { (boards::die("inv-die", *die, seat, "A die")) } })
}

fn chip(view: &View, business: ::investments::Business) -> Markup {
    signs::chip(signs::series(&view.pack, business))
}

fn gem() -> Markup {
    signs::tokens(::investments::MONOPOLY)
}

fn bars() -> Markup {
    html! { svg .inv-sign viewBox="0 0 24 24" aria-hidden="true" { path d="M1 1h22v3H1zM1 20h22v3H1zM3 4h3v16H3zm5 0h3v16H8zm5 0h3v16h-3zm5 0h3v16h-3z" {} } }
}

/// A card is turned up: large, with its text, until it is read.
fn drawn(beat: Beat, fortune: Fortune, card: u8, view: &View) -> Beat {
    beat.card().mark("stage").picture(cards::read(cards::kind(fortune), cards::fortune(view, fortune, card)))
}

/// A thing of a deal goes from one player to the other.
fn handed(beat: Beat, transfer: &ToldTransfer, view: &View) -> Beat {
    let words = match transfer.asset {
        Asset::Business(business) => signs::name(view, business).to_owned(),
        Asset::Shortcut(_) => "Shortcut card".to_owned(),
        Asset::BankCard => "Bank card".to_owned(),
        Asset::Cash(amount) => sum(amount),
    };
    beat.mark_seat(transfer.from).fly(seat_row(transfer.from), seat_row(transfer.to), words)
}

fn on_sale(beat: Beat, item: &Item, view: &View) -> Beat {
    match item {
        Item::Business(business) => beat.mark(business_key(view, *business)).picture(chip(view, *business)),
        Item::Shortcut(_) => beat.picture(signs::sign(TileKind::Shortcut)),
    }
}

/// A piece goes along the tiles, round every corner on its way.
fn moved(seat: Seat, from: u8, to: u8, back: bool, view: &View) -> Beat {
    let tiles = &view.pack.board;
    let count = tiles.len().max(1);
    let next = |index: usize| if back { (index + count - 1) % count } else { (index + 1) % count };
    let mut way = Vec::new();
    let mut here = usize::from(from);
    while here != usize::from(to) && way.len() < count {
        here = next(here);
        way.push(here);
    }
    let turns = |index: usize| {
        let (before, after) = (&tiles[(index + count - 1) % count], &tiles[(index + 1) % count]);
        before.x != after.x && before.y != after.y
    };
    let piece = piece_key(view, seat);
    let beat = if way.len() > 12 { Beat::long() } else { Beat::moment() };
    let corners = way.iter().filter(|index| **index != usize::from(to) && tiles.get(**index).is_some() && turns(**index));
    let along = corners.fold(beat.mark(piece.as_str()).mark(tile_key(to)), |beat, index| {
        u8::try_from(*index)
            .ok()
            .and_then(|index| ring::alone(view, index))
            .map_or(beat.clone(), |place| beat.then().set(&piece, "transform", place))
    });
    arrive(along.then(), seat, to, view)
}

/// A piece comes to its tile: to where it stands now, if it is still there.
fn arrive(beat: Beat, seat: Seat, to: u8, view: &View) -> Beat {
    let there = view.players.get(seat.index()).is_some_and(|player| player.at == to);
    let place = if there { ring::stands(view, seat) } else { None };
    match place.or_else(|| ring::alone(view, to)) {
        Some(place) => beat.set(&piece_key(view, seat), "transform", place),
        None => beat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::tests::view_of;
    use ::investments::{Business, DebtKind, How};

    const ANN: Seat = Seat::FIRST;

    fn ben() -> Seat {
        Seat::new(1).unwrap()
    }

    fn json(event: &Event, view: &View) -> serde_json::Value {
        serde_json::from_str(&beat(event, view).json()).unwrap()
    }

    #[test]
    fn a_piece_goes_round_every_corner_on_its_way() {
        let view: View = view_of("investments");
        let stages = |from: u8, to: u8, back: bool| {
            let event = Event::Moved { seat: ANN, from, to, distance: 1, back, how: How::Dice };
            json(&event, &view)["set"].as_array().unwrap().clone()
        };
        assert_eq!(stages(1, 7, false).len(), 1, "straight on");
        let round = stages(20, 30, false);
        assert_eq!(round.len(), 2, "{round:?}");
        assert_eq!(round[0][0][2].as_str(), ring::alone(&view, 24).as_deref(), "the corner comes first");
        assert_eq!(round[1][0], serde_json::json!(["piece-1", "transform", ring::alone(&view, 30).unwrap()]));
        assert_eq!(stages(30, 20, true).len(), 2, "and back the same way");
        assert_eq!(stages(30, 20, false).len(), 4, "almost all the way round");
    }

    #[test]
    fn money_flies_between_players_and_the_bank() {
        let view: View = view_of("investments");
        let (seat, amount, business) = (ANN, Money::new(140_000), Business::new(6));
        let paid = |to| json(&Event::Paid { seat, to, amount, kind: DebtKind::Fee, business }, &view)["fly"].clone();
        assert_eq!(paid(Some(ben())), serde_json::json!([["seat-1", "seat-2", "140k"]]));
        assert_eq!(paid(None), serde_json::json!([["seat-1", "bank", "140k"]]));
        let event = Event::Subsidised { seat, amount: Money::new(1_200_000), extra: Money::new(50_000) };
        assert_eq!(json(&event, &view)["fly"], serde_json::json!([["bank", "seat-1", "+1.25M"]]));
        let to = Some(ben());
        assert_eq!(befalls(&Event::Paid { seat, to, amount, kind: DebtKind::Fee, business }), Seats::only(ANN).with(ben()));
    }

    #[test]
    fn a_card_is_read_and_a_blow_is_strong() {
        let view: View = view_of("investments");
        let drawn = beat(&Event::CardDrawn { seat: ANN, fortune: Fortune::Loss, card: 3 }, &view);
        let text = cards::fortune(&view, Fortune::Loss, 3).1;
        assert!(drawn.card && drawn.picture.unwrap().into_string().contains(text));
        for event in
            [Event::Jailed { seat: ANN, rounds: 3, fine: Money::new(100_000) }, Event::Out { seat: ANN, cash: Money::ZERO }]
        {
            assert!(beat(&event, &view).strong, "{event:?}");
        }
        let unseen = beat(&Event::ShortcutDrawn { seat: ANN, card: None }, &view);
        assert!(!unseen.card && !unseen.strong);
    }
}
