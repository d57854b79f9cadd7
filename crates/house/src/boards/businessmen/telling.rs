//! What the events of Businessmen look like.

use super::{exchange, glyphs, wheels};
use crate::boards::beat::{Beat, seat_row};
use ::businessmen::{Car, Characteristic, Event, Good, View};
use kernel::{Seat, Seats};
use maud::{Markup, html};

/// How an event is shown.
pub fn beat(event: &Event, view: &View) -> Beat {
    match event {
        Event::Started { seat } | Event::Stored { seat, .. } => Beat::glance().mark_seat(*seat),
        Event::Passed { seat, .. } | Event::InsuranceEnded { seat, .. } => Beat::glance().mark_seat(*seat),
        Event::RoundBegan { .. } => Beat::moment().mark("round"),
        Event::Granted { seat, coins } => Beat::moment().mark_seat(*seat).fly("round", seat_row(*seat), format!("+{coins}")),
        Event::Skipped { seat, points_lost: 0 } => Beat::glance().mark_seat(*seat),
        Event::Skipped { seat, .. } => Beat::long().strong().mark_seat(*seat).mark(pin(*seat)),
        Event::Reshuffled { .. } | Event::MarketReturned { .. } => Beat::glance(),
        Event::GoodsTurned { laid, .. } => marked(Beat::long().card(), laid.iter().map(|(good, _)| *good), view)
            .picture(html! { @for (good, units) in laid { (glyphs::chip(*good, None)) b { (units) } } }),
        Event::ExportTurned { goods, .. } => marked(Beat::long().card(), goods.iter().copied(), view)
            .picture(html! { @for good in goods { (glyphs::chip(*good, None)) } }),
        Event::Bought { seat, good, cost, .. } => {
            let beat = Beat::moment().mark_seat(*seat).mark(line(view, *good)).picture(glyphs::chip(*good, None));
            beat.fly(seat_row(*seat), line(view, *good), coins(cost))
        }
        Event::Loaded { seat, good, units, car, .. } => Beat::moment()
            .mark(loaded(*car))
            .fly(seat_row(*seat), loaded(*car), format!("{units} {}", name(view, *good)))
            .picture(glyphs::chip(*good, None)),
        Event::Kept { seat, .. } => Beat::moment().mark_seat(*seat),
        Event::WheelTurned { sector, moves, embargo } => {
            let beat = Beat::long().mark("price-wheel");
            let beat = match wheels::price_angle(view, sector) {
                Some(angle) => beat.set("price-disc", "data-angle", angle),
                None => beat,
            };
            match embargo.is_empty() {
                true => priced(beat.then(), moves, view),
                false => marked(beat.strong(), embargo.iter().copied(), view),
            }
        }
        Event::Sent { car, paid, points, .. } => {
            let pay = |beat: Beat, (seat, _, coins_paid): &(Seat, u8, kernel::Money)| {
                beat.mark_seat(*seat).fly(loaded(*car), seat_row(*seat), format!("+{}", coins(coins_paid)))
            };
            let beat = paid.iter().fold(Beat::long().mark(loaded(*car)), pay);
            match points {
                Some((seat, points)) => beat.fly(loaded(*car), pin(*seat), scored(*points)),
                None => beat,
            }
        }
        Event::Held { car, good } => Beat::moment().mark(loaded(*car)).mark(line(view, *good)),
        Event::PricesAdjusted { moves } => priced(Beat::moment(), moves, view),
        Event::Exported { seat, good, points, .. } => Beat::moment()
            .mark(line(view, *good))
            .fly(line(view, *good), pin(*seat), scored(*points))
            .picture(glyphs::chip(*good, None)),
        Event::Improved { seat, characteristic, cost, points, .. } => Beat::moment()
            .mark_seat(*seat)
            .fly(seat_row(*seat), "round", coins(cost))
            .fly(seat_row(*seat), pin(*seat), scored(*points))
            .picture(sign(*characteristic)),
        Event::Spun { seat, sector, hit } => {
            let beat = Beat::long().mark("event-wheel").mark_seat(*seat);
            let beat = match wheels::event_angle(view, sector) {
                Some(angle) => beat.set("event-disc", "data-angle", angle),
                None => beat,
            };
            hit.map_or(beat.clone(), |hit| beat.picture(sign(hit)))
        }
        Event::Warned { seat, characteristic } => Beat::long().strong().mark_seat(*seat).picture(sign(*characteristic)),
        Event::Averted { seat, characteristic } => Beat::long().mark_seat(*seat).picture(sign(*characteristic)),
        Event::Penalised { seat, characteristic, from, level, points } => {
            let beat = Beat::long().mark_seat(*seat).mark(pin(*seat)).picture(sign(*characteristic));
            if level < from || *points > 0 { beat.strong() } else { beat }
        }
        Event::Insured { seat, characteristic, cost } => {
            Beat::moment().mark_seat(*seat).fly(seat_row(*seat), "round", coins(cost)).picture(sign(*characteristic))
        }
        Event::Won { winners, .. } => winners.iter().fold(Beat::long().strong(), |beat, seat| beat.mark_seat(*seat)),
    }
}

/// Whom an event befalls.
pub fn befalls(event: &Event) -> Seats {
    match event {
        Event::Sent { paid, .. } => paid.iter().map(|(seat, ..)| *seat).collect(),
        Event::Won { .. } => Seats::ALL,
        _ => event.seat().into_iter().collect(),
    }
}

/// The line of a good on the exchange.
fn line(view: &View, good: Good) -> String {
    format!("good-{}", name(view, good))
}

fn name(view: &View, good: Good) -> String {
    view.goods.get(good.index()).map_or_else(String::new, |good| good.name.to_lowercase())
}

fn loaded(car: Car) -> String {
    format!("car-{}", car.word())
}

/// The marker of a player on the victory scale.
fn pin(seat: Seat) -> String {
    format!("pin-{seat}")
}

fn coins(amount: &kernel::Money) -> String {
    kernel::say::counted(amount.units(), "coin")
}

fn scored(points: u16) -> String {
    format!("+{}", kernel::say::counted(points, "point"))
}

fn sign(which: Characteristic) -> Markup {
    html! { svg .biz-sign viewBox="0 0 24 24" aria-hidden="true" { (glyphs::characteristic(which)) } }
}

fn marked(beat: Beat, goods: impl Iterator<Item = Good>, view: &View) -> Beat {
    goods.fold(beat, |beat, good| beat.mark(line(view, good)))
}

/// The price markers glide to where they stand after an event.
fn priced(beat: Beat, moves: &[(Good, i16, u8, u8)], view: &View) -> Beat {
    let glide = |beat: Beat, (good, _, position, _): &(Good, i16, u8, u8)| {
        let Some(place) = view.goods.get(good.index()).map(|good| exchange::place(good, *position)) else { return beat };
        beat.mark(line(view, *good)).set(&exchange::marker(*good), "data-px", place)
    };
    moves.iter().fold(beat, glide)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::tests::view_of;
    use kernel::Money;

    const ANN: Seat = Seat::FIRST;

    #[test]
    fn a_wheel_turns_to_the_sector_it_shows_and_the_markers_glide_after_it() {
        let view: View = view_of("businessmen");
        let mut angles = std::collections::BTreeSet::new();
        for sector in &view.price_wheel.sectors {
            let moves = vec![(Good::Fish, 2, 3, 4)];
            let json = beat(&Event::WheelTurned { sector: sector.id.clone(), moves, embargo: Vec::new() }, &view).json();
            let set: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(set["set"][0][0][0], "price-disc");
            assert_eq!(set["set"][1][0][0], "marker-0", "{json}");
            angles.insert(set["set"][0][0][2].to_string());
        }
        assert_eq!(angles.len(), view.price_wheel.sectors.len(), "{angles:?}");
    }

    #[test]
    fn what_hurts_is_strong_and_what_does_not_is_not() {
        let view: View = view_of("businessmen");
        let sector = view.price_wheel.sectors[0].id.clone();
        let (seat, characteristic) = (ANN, Characteristic::Loader);
        for (event, strong) in [
            (Event::Penalised { seat, characteristic, from: 2, level: 1, points: 2 }, true),
            (Event::Penalised { seat, characteristic, from: 1, level: 1, points: 0 }, false),
            (Event::Warned { seat, characteristic }, true),
            (Event::Skipped { seat, points_lost: 1 }, true),
            (Event::Skipped { seat, points_lost: 0 }, false),
            (Event::WheelTurned { sector: sector.clone(), moves: Vec::new(), embargo: vec![Good::Oil] }, true),
            (Event::WheelTurned { sector, moves: Vec::new(), embargo: Vec::new() }, false),
            (Event::Averted { seat, characteristic }, false),
            (Event::Won { winners: vec![seat], clause: "BIZ-END-1" }, true),
        ] {
            assert_eq!(beat(&event, &view).strong, strong, "{event:?}");
        }
    }

    #[test]
    fn coins_fly_from_a_car_to_each_owner_and_a_card_is_read() {
        let view: View = view_of("businessmen");
        let ben = Seat::new(1).unwrap();
        let paid = vec![(ANN, 2, Money::new(8)), (ben, 1, Money::new(1))];
        let sent = Event::Sent { car: Car::Blue, good: Good::Oil, price: 4, paid, points: None };
        let json = beat(&sent, &view).json();
        assert!(
            json.contains(r#"["car-blue","seat-1","+8 coins"]"#) && json.contains(r#"["car-blue","seat-2","+1 coin"]"#),
            "{json}"
        );
        assert_eq!(befalls(&sent), Seats::only(ANN).with(ben));
        let turned = beat(&Event::GoodsTurned { card: "g1".into(), laid: vec![(Good::Oil, 3)] }, &view);
        assert!(turned.card && turned.picture.is_some() && turned.json().contains("good-oil"), "{turned:?}");
    }
}
