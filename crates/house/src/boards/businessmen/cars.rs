//! The three cars with their loads in the owners' colours and letters.

use super::{Sight, glyphs};
use crate::{boards::choose, pages::frame};
use ::businessmen::{Car, CarView, Good};
use engine::Choice;
use kernel::{Seat, Seats, say::counted};
use maud::{Markup, html};

/// The cars side by side.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        section .biz-cars aria-label="Cars" data-grid { @for car in &sight.cars { (car_with_loads(sight, car)) } }
    }
}

fn car_with_loads(sight: &Sight, car: &CarView) -> Markup {
    let offered = |(good, units): &(Good, u8)| {
        let name = sight.goods.get(good.index())?.name.to_lowercase();
        Some((*good, *units, sight.choice(&format!("load {name} {}", car.name))?))
    };
    let loads: Vec<(Good, u8, &Choice)> = car.loads.iter().filter_map(offered).collect();
    let price = car.good.and_then(|good| sight.goods.get(good.index())).map(|good| (good.price, good.embargoed));
    html! {
        div .biz-car .full[car.full] data-key=(format!("car-{}", car.name)) {
            (drawn(car, Some(&described(sight, car))))
            p .biz-car-line {
                strong { (car.name) } (frame::term("load", "", None, html! { (car.total) "/" (car.capacity) " " span .biz-car-points { "+" (car.points) } }))
                @match (car.full, price) {
                    (true, Some((_, true))) => span .biz-held { "held: embargo" },
                    // Whether it leaves, and at what price, is for the price wheel to say.
                    (true, Some((price, false))) => span .biz-leaves { "full, now " (price) " each" },
                    (false, Some((price, _))) => span { "now " (price) " each" },
                    _ => span { "empty" },
                }
            }
            @if !loads.is_empty() {
                div .biz-loads { @for (good, units, choice) in loads { (choose(choice, "biz-act biz-load", html! { (glyphs::chip(good, None)) span { (units) } })) } }
            }
        }
    }
}

fn described(sight: &Sight, car: &CarView) -> String {
    let Some(good) = car.good.and_then(|good| sight.goods.get(good.index())) else {
        return format!("The {} car is empty; it carries {}", car.name, counted(car.capacity, "unit"));
    };
    let owners = Seats::first(car.units.len()).filter(|seat| car.units[seat.index()] > 0);
    let owners: Vec<String> = owners.map(|seat| format!("{} {}", sight.name(seat), car.units[seat.index()])).collect();
    format!("The {} car holds {} {} of {}: {}", car.name, good.name, car.total, car.capacity, owners.join(", "))
}

/// The car itself, with what is said of it; as part of a larger picture nothing is.
fn drawn(car: &CarView, said: Option<&str>) -> Markup {
    let width = (148.0 / f64::from(car.capacity.max(1))).min(29.6);
    let owners = Seats::first(car.units.len()).flat_map(|seat| (0..car.units[seat.index()]).map(move |_| seat));
    let bed = width * f64::from(car.capacity);
    html! {
        svg .biz-truck .(format!("biz-truck-{}", car.name)) viewBox="0 0 214 84" role=[said.map(|_| "img")] aria-label=[said] aria-hidden=[said.is_none().then_some("true")] {
            rect .bed x=(format!("{:.1}", 154.0 - bed)) y="14" width=(format!("{:.1}", bed + 4.0)) height="48" rx="5" {}
            @for slot in 0..car.capacity {
                rect .slot x=(format!("{:.1}", 156.0 - bed + width * f64::from(slot) + 1.5)) y="19" width=(format!("{:.1}", width - 3.0)) height="38" rx="3" {}
            }
            @for (slot, seat) in owners.enumerate() {
                (unit(car.good, seat, 156.0 - bed + width * slot as f64 + 1.5, width - 3.0))
            }
            path .cab d="M162 26h22c3 0 5 1.500 6.500 4L202 46c1 1.500 2 3 2 5v11h-42z" {}
            path .window d="M168 31h15c1.500 0 2.500.8 3.400 2.200L193 44h-25z" {}
            rect .chassis x="4" y="62" width="202" height="6" rx="3" {}
            @for x in [34, 58, 182] { circle .wheel cx=(x) cy="70" r="11" {} circle .hub cx=(x) cy="70" r="4" {} }
        }
    }
}

/// A unit of a good in its owner's colour, with the good's sign and the owner's letter.
fn unit(good: Option<Good>, seat: Seat, x: f64, width: f64) -> Markup {
    let sign = width.min(22.0) / 24.0;
    html! {
        g .biz-unit .(format!("seat-{seat}")) transform=(format!("translate({x:.1} 19)")) {
            rect width=(format!("{width:.1}")) height="38" rx="3" {}
            @if let Some(good) = good { g transform=(format!("translate({:.1} 2) scale({:.2})", (width - 24.0 * sign) / 2.0, sign)) { (glyphs::good(good)) } }
            text x=(format!("{:.1}", width / 2.0)) y="34" { (seat.letter()) }
        }
    }
}

/// A car that is full, for a sheet.
pub fn single() -> Markup {
    drawn(&pictured(Car::Yellow, 5, Good::Fish, [0, 5, 0]), None)
}

/// A car as it might stand there.
fn pictured(car: Car, capacity: u8, good: Good, units: [u8; 3]) -> CarView {
    CarView {
        car,
        name: car.word().to_owned(),
        capacity,
        points: 1,
        fall: capacity,
        good: Some(good),
        total: units.iter().sum(),
        full: units.iter().sum::<u8>() >= capacity,
        units: units.to_vec(),
        loads: Vec::new(),
    }
}

/// Two cars on the road, for the home page.
pub fn picture() -> Markup {
    let prices: [(Good, u8); 6] =
        [(Good::Fish, 4), (Good::Meat, 2), (Good::Grain, 5), (Good::Wood, 1), (Good::Oil, 3), (Good::Metal, 4)];
    html! {
        div .biz-picture role="img" aria-label="Two loaded cars under a board of six prices" {
            div .biz-board { @for (good, price) in prices { span .(glyphs::class(good)) { (glyphs::chip(good, None)) b { (price) } } } }
            (drawn(&pictured(Car::Green, 7, Good::Oil, [4, 0, 3]), None))
            (drawn(&pictured(Car::Yellow, 5, Good::Fish, [0, 5, 0]), None))
        }
    }
}
