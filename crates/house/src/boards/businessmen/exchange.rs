//! The exchange: for each good its price track, what lies on the market and in the pile, and what may be bought or exported.

use super::{Sight, glyphs};
use crate::{boards::choose, pages::frame};
use ::businessmen::{Good, GoodView};
use engine::Choice;
use maud::{Markup, html};

/// The six goods, a line each.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        section .biz-exchange aria-label="Market and prices" data-grid {
            div .biz-line.biz-head {
                span { "Good" } (head("price", "Price")) span {} (head("market", "Market")) (head("pile", "Pile"))
            }
            @for good in &sight.goods { (line(sight, good)) }
        }
    }
}

/// The head of a column, which tells what stands below it.
fn head(term: &str, words: &str) -> Markup {
    html! { span { (frame::term(term, "word", None, html! { (words) })) } }
}

fn line(sight: &Sight, good: &GoodView) -> Markup {
    let name = good.name.to_lowercase();
    let buys: Vec<&Choice> = (1..=good.market).filter_map(|units| sight.choice(&format!("buy {units} {name}"))).collect();
    let exports: Vec<(&(u8, u16), &Choice)> =
        sight.lots.iter().filter_map(|lot| Some((lot, sight.choice(&format!("export {} {name}", lot.0))?))).collect();
    html! {
        div .biz-line .(glyphs::class(good.good)) .biz-embargoed[good.embargoed] data-key=(format!("good-{name}")) role="group" aria-label=(described(good)) {
            span .biz-name {
                (glyphs::chip(good.good, None)) span { (good.name) }
                @if good.exportable { span .biz-export title="on this round’s export card" { svg viewBox="0 0 24 24" aria-hidden="true" { path d="M3 14h18l-2.500 6h-13zM11 3h2v9h-2zM14 5l6 6h-6zM10 6v5H5z" {} } } }
            }
            (track(good))
            b .biz-price data-key=(format!("price-{name}-{}", good.price)) { (good.price) }
            span .biz-market {
                @if good.embargoed { span .biz-stamp { "Embargo" } }
                @if !buys.is_empty() {
                    span .biz-acts {
                        @for (units, choice) in (1..).zip(&buys) { (choose(choice, "biz-act", html! { (units) })) }
                        small { "of " (good.market) }
                    }
                } @else if !exports.is_empty() {
                    span .biz-acts { @for ((units, points), choice) in exports { (choose(choice, "biz-act biz-ship", html! { (units) small { "+" (points) } })) } }
                } @else if good.market > 0 {
                    span .biz-tiles { @for _ in 0..good.market { i {} } b { (good.market) } }
                }
            }
            span .biz-pile title="in the pile" { (good.pile) }
        }
    }
}

/// The track with its bands and the marker that glides along it. (BIZ-PRICE-1)
fn track(good: &GoodView) -> Markup {
    html! {
        span .biz-track aria-hidden="true" {
            span .biz-bands {
                @for (index, price) in good.track.iter().enumerate() {
                    @let first = index == 0 || good.track[index - 1] != *price;
                    i .first[first] .even[price % 2 == 0] .now[*price == good.price] { @if first { (price) } }
                }
            }
            span .biz-marker data-px=(place(good, good.position)) data-key=(marker(good.good)) {}
        }
    }
}

/// How far along its track the marker of a good is at this position, in hundredths.
pub fn place(good: &GoodView, position: u8) -> u32 {
    let positions = good.track.len().max(1) as u32;
    (u32::from(position) * 2 + 1) * 100 / (positions * 2)
}

/// The key of a price marker.
pub fn marker(good: Good) -> String {
    format!("marker-{}", good.index())
}

/// A good in words.
fn described(good: &GoodView) -> String {
    let mut said = vec![format!(
        "{}: price {}, position {} of {}",
        good.name,
        good.price,
        good.position,
        good.track.len().saturating_sub(1)
    )];
    said.push(format!("{} on the market, {} in the pile", good.market, good.pile));
    if good.exportable {
        said.push("on the export card".to_owned());
    }
    if good.embargoed {
        said.push("under embargo".to_owned());
    }
    said.join(", ")
}
