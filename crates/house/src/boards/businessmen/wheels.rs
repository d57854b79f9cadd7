//! The two wheels, turned to what they showed, and the open cards.

use super::{Sight, glyphs};
use crate::{boards::ANGLE, pages::frame};
use ::businessmen::{Event, Good, PriceSectorView, View};
use kernel::{Money, Seat, say::counted};
use maud::{Markup, html};

/// Both wheels and both cards.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        section .biz-chance aria-label="Wheels and cards" {
            (price_wheel(sight))
            (event_wheel(sight))
            (cards(sight))
        }
    }
}

/// Where each sector begins and how wide it is, in degrees.
fn spans(weights: &[u32]) -> Vec<(f64, f64)> {
    let all = f64::from(weights.iter().sum::<u32>().max(1));
    let mut from = 0.0;
    let span = |weight: &u32| {
        let wide = f64::from(*weight) * 360.0 / all;
        from += wide;
        (from - wide, wide)
    };
    weights.iter().map(span).collect()
}

/// The angle by which the wheel is turned so that the middle of this sector is on top.
fn turned((from, wide): (f64, f64)) -> usize {
    let step = ANGLE as f64;
    let steps = ((360.0 - from - wide / 2.0) / step).round() as usize;
    steps * ANGLE % 360
}

fn price_spans(view: &View) -> Vec<(f64, f64)> {
    spans(&view.price_wheel.sectors.iter().map(|sector| sector.weight).collect::<Vec<_>>())
}

fn event_spans(view: &View) -> Vec<(f64, f64)> {
    spans(&view.event_wheel.sectors.iter().map(|sector| sector.weight).collect::<Vec<_>>())
}

/// The angle of the price wheel when it shows this sector.
pub fn price_angle(view: &View, sector: &str) -> Option<usize> {
    let index = view.price_wheel.sectors.iter().position(|one| one.id == sector)?;
    price_spans(view).get(index).copied().map(turned)
}

/// The angle of the event wheel when it shows this sector.
pub fn event_angle(view: &View, sector: &str) -> Option<usize> {
    let index = view.event_wheel.sectors.iter().position(|one| one.id == sector)?;
    event_spans(view).get(index).copied().map(turned)
}

/// A sector's outline around the middle, clockwise from the top.
fn outline((from, wide): (f64, f64)) -> String {
    let point = |angle: f64| {
        let angle = (angle - 90.0).to_radians();
        format!("{:.1} {:.1}", 96.0 * angle.cos(), 96.0 * angle.sin())
    };
    format!("M0 0L{}A96 96 0 {} 1 {}Z", point(from), u8::from(wide > 180.0), point(from + wide))
}

/// The hand that stands still above the wheel.
fn hand() -> Markup {
    html! { path .hand d="M-8 -99h16L0 -78z" {} }
}

fn price_wheel(view: &View) -> Markup {
    let wheel = &view.price_wheel;
    let spans = price_spans(view);
    let shown = wheel.shown.as_ref().and_then(|shown| wheel.sectors.iter().position(|sector| sector.id == *shown));
    let words = shown.map_or("not spun yet".to_owned(), |index| told(view, &wheel.sectors[index]));
    let angle = shown.map_or(0, |index| turned(spans[index]));
    html! {
        figure .biz-wheel data-key="price-wheel" {
            svg viewBox="-100 -100 200 200" role="img" aria-label=(format!("Price wheel: {words}")) {
                g .disc data-angle=(angle) data-key="price-disc" {
                    @for (index, sector) in wheel.sectors.iter().enumerate() {
                        path .sector .embargo[sector.kind == "embargo"] .even[index % 2 == 0] .shown[shown == Some(index)] d=(outline(spans[index])) {}
                        (signs(sector, spans[index]))
                    }
                }
                circle .hub r="16" {} (hand())
            }
            figcaption { b { (frame::term("price-wheel", "word", None, html! { "Price wheel" })) } span .alarm[shown.is_some_and(|index| wheel.sectors[index].kind == "embargo")] { (words) } }
        }
    }
}

/// The goods of a sector one under the other, with the way they move.
fn signs(sector: &PriceSectorView, (from, wide): (f64, f64)) -> Markup {
    let middle = from + wide / 2.0;
    let size = (wide * 0.8).clamp(12.0, 26.0);
    let steps = |good: &Good| sector.moves.iter().find(|(moved, _)| moved == good).map_or(0, |(_, steps)| *steps);
    html! {
        g transform=(format!("rotate({middle:.1})")) {
            @for (row, good) in sector.goods.iter().take(3).enumerate() {
                @let y = -92.0 + row as f64 * (size + 5.0);
                g .(glyphs::class(*good)) .sign transform=(format!("translate({:.1} {y:.1})", -size / 2.0)) {
                    rect .field width=(format!("{size:.1}")) height=(format!("{size:.1}")) rx="4" {}
                    g transform=(format!("translate({0:.1} {0:.1}) scale({1:.2})", size * 0.12, size * 0.76 / 24.0)) { (glyphs::good(*good)) }
                    @match steps(good).signum() {
                        1 => path .up d=(format!("M{0:.1} -3l4 6h-8z", size + 3.0)) {},
                        -1 => path .down d=(format!("M{0:.1} {1:.1}l4 -6h-8z", size + 3.0, size + 3.0)) {},
                        _ => path .bar d=(format!("M1 1L{0:.1} {0:.1}", size - 1.0)) {},
                    }
                }
            }
        }
    }
}

/// What a sector does, in words.
fn told(view: &View, sector: &PriceSectorView) -> String {
    let name = |good: &Good| view.goods.get(good.index()).map_or_else(String::new, |good| good.name.clone());
    if sector.kind == "embargo" {
        return format!("Embargo: {}", sector.goods.iter().map(name).collect::<Vec<_>>().join(", "));
    }
    let moves =
        sector.moves.iter().map(|(good, steps)| format!("{} {}{}", name(good), if *steps > 0 { "+" } else { "−" }, steps.abs()));
    moves.collect::<Vec<_>>().join(", ")
}

fn event_wheel(sight: &Sight) -> Markup {
    let wheel = &sight.event_wheel;
    let spans = event_spans(sight);
    let shown = wheel.spun.as_ref().and_then(|(_, shown)| wheel.sectors.iter().position(|sector| sector.id == *shown));
    let words = match (&wheel.spun, shown) {
        (Some((seat, _)), Some(index)) => {
            let hit = wheel.sectors[index].hits.map_or("nothing", |hit| hit.title());
            format!("{}: {hit}", sight.name(*seat))
        }
        _ => "not spun yet".to_owned(),
    };
    html! {
        figure .biz-wheel data-key="event-wheel" {
            svg viewBox="-100 -100 200 200" role="img" aria-label=(format!("Event wheel: {words}")) {
                g .disc data-angle=(shown.map_or(0, |index| turned(spans[index]))) data-key="event-disc" {
                    @for (index, sector) in wheel.sectors.iter().enumerate() {
                        path .sector .hits[sector.hits.is_some()] .even[index % 2 == 0] .shown[shown == Some(index)] d=(outline(spans[index])) {}
                        @if let Some(hit) = sector.hits {
                            g .sign transform=(format!("rotate({:.1}) translate(-16 -86) scale(1.33)", spans[index].0 + spans[index].1 / 2.0)) { (glyphs::characteristic(hit)) }
                        }
                    }
                }
                circle .hub r="16" {} (hand())
            }
            figcaption {
                b { (frame::term("event-wheel", "word", None, html! { "Event wheel" })) }
                @let all = spins(sight);
                @if all.is_empty() { span { (words) } }
                @else { ul .biz-spins { @for spin in &all { li .alarm[spin.hurts] { (frame::token(spin.seat)) span { span .sr { (sight.name(spin.seat)) ": " } (spin.effect) } } } } }
            }
        }
    }
}

/// What the event wheel brought one player.
struct Spin {
    seat: Seat,
    effect: String,
    hurts: bool,
}

/// What it brought everybody when it was last spun, as far as the log on the page goes.
fn spins(sight: &Sight) -> Vec<Spin> {
    let play = sight.play;
    let lines = &play.last_lines.as_ref().unwrap_or(&play.log).lines;
    let told = lines.iter().filter_map(|line| line.told.as_ref()).filter(|told| play.at.is_none_or(|at| told.entry <= at));
    let mut spins: Vec<Spin> = Vec::new();
    let mut over = false;
    for event in told.filter_map(|told| told.data.of::<Event>()) {
        let mut add = |seat: &Seat, effect: String| {
            if let Some(spin) = spins.iter_mut().rfind(|spin| spin.seat == *seat) {
                (spin.effect, spin.hurts) = (effect, true);
            }
        };
        match event {
            Event::RoundBegan { .. } => over = true,
            Event::Spun { seat, hit, .. } => {
                if std::mem::take(&mut over) {
                    spins.clear();
                }
                spins.push(Spin { seat: *seat, effect: hit.map_or("nothing", |hit| hit.title()).to_owned(), hurts: false });
            }
            Event::Warned { seat, characteristic } => add(seat, format!("{} warned", characteristic.title())),
            Event::Averted { seat, characteristic } => {
                add(seat, format!("{} insured", characteristic.title()));
                spins.last_mut().into_iter().for_each(|spin| spin.hurts = false);
            }
            Event::Penalised { seat, characteristic, from, level, points } => {
                let falls = if level < from { format!(" to level {level}") } else { String::new() };
                let costs = if *points > 0 { format!(", −{}", counted(*points, "point")) } else { String::new() };
                add(seat, format!("{}{falls}{costs}", characteristic.title()));
            }
            _ => {}
        }
    }
    spins
}

/// The open cards beside their decks.
fn cards(view: &View) -> Markup {
    let chips = |goods: &[Good]| {
        html! { @for good in goods { (glyphs::chip(*good, view.goods.get(good.index()).map(|good| good.name.as_str()))) } }
    };
    html! {
        div .biz-cards {
            div .biz-card data-key=(format!("goods-card-{}", view.goods_card.as_ref().map_or("", |card| card.id.as_str()))) {
                p { b { (frame::term("goods-card", "word", None, html! { "Goods card" })) } small { (view.goods_deck.left) " left" } }
                @match &view.goods_card {
                    Some(card) => p .biz-laid { @for (good, units) in &card.goods { span { (chips(&[*good])) b { (units) } } } },
                    None => p .note { "not turned yet" },
                }
            }
            div .biz-card data-key=(format!("export-card-{}", view.export_card.as_ref().map_or("", |card| card.id.as_str()))) {
                p { b { (frame::term("export-card", "word", None, html! { "Export card" })) } small { (view.export_deck.left) " left" } }
                @match &view.export_card {
                    Some(card) => p .biz-laid { (chips(&card.goods)) },
                    None => p .note { "not turned yet" },
                }
                p .biz-lots { @for (units, points) in &view.lots { span { (units) " → +" (points) } } }
            }
            @if let Some(bank) = view.bank { p .biz-bank { "Bank: " b { (bank) } @if bank == Money::new(1) { " coin" } @else { " coins" } } }
        }
    }
}
