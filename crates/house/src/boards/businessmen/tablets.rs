//! A player's tablet: points, coins, levels with warnings and insurance, both warehouses.

use super::glyphs;
use crate::pages::frame;
use ::businessmen::{Characteristic, Good, PlayerView, View};
use kernel::{Money, say::counted};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The tablet of a player, for their line among the seats.
pub fn draw(view: &View, player: &PlayerView) -> Markup {
    let (points, target) = (u32::from(player.points), u32::from(view.victory_target.max(1)));
    html! {
        div .figures {
            svg .track viewBox=(format!("0 0 {target} 4")) preserveAspectRatio="none" role="img" aria-label=(format!("{points} of {}", counted(target, "point"))) {
                rect .bed width=(target) height="4" {}
                rect .run width=(points.min(target)) height="4" {}
                @for mark in 1..target { path .tick d=(format!("M{mark} 0v4")) {} }
            }
            p .count { (frame::term("points", "bar", None, html! { b { (points) } "/" (target) i .sr { " points" } })) }
        }
        div .biz-tablet {
            (frame::term("coins", "biz-coins", None, html! { svg viewBox="0 0 24 24" aria-hidden="true" { circle cx="12" cy="12" r="10" {} circle .rim cx="12" cy="12" r="7" {} } b { (player.coins) } span .sr { @if player.coins == Money::new(1) { " coin" } @else { " coins" } } }))
            @for (which, level, limit) in [
                (Characteristic::Warehouse, player.warehouse, player.warehouse_limit),
                (Characteristic::Loader, player.loader, player.load_limit),
                (Characteristic::Manager, player.manager, player.buy_limit),
            ] { (level_of(player, which, level, limit)) }
            @if player.skips { span .badge { "skips" } } @else if player.passed { span .badge { "passed" } }
        }
        p .biz-stores {
            @if player.main.is_empty() && player.temporary.is_empty() { span .note { "no goods" } }
            @else { (frame::term("stores", "biz-stocks", None, html! { (stock(view, &player.main, "main warehouse", false)) (stock(view, &player.temporary, "temporary warehouse", true)) })) }
        }
    }
}

/// A characteristic: its sign, its level as pips, what it allows, whether it is warned or insured.
fn level_of(player: &PlayerView, which: Characteristic, level: u8, limit: u8) -> Markup {
    let (warned, insured) = (player.warnings.contains(&which), player.insured.contains(&which));
    let allows = match which {
        Characteristic::Warehouse => format!("keeps {}", counted(limit, "good")),
        Characteristic::Loader => format!("loads up to {}", counted(limit, "unit")),
        Characteristic::Manager => format!("buys up to {}", counted(limit, "unit")),
    };
    let mut said = format!("{}: level {level}, {allows}", which.title());
    if warned {
        said += ", warning marker";
    }
    if insured {
        said += ", insured";
    }
    let term = match which {
        Characteristic::Warehouse => "warehouse",
        Characteristic::Loader => "loader",
        Characteristic::Manager => "manager",
    };
    let class = format!("biz-level{}{}", if warned { " warned" } else { "" }, if insured { " insured" } else { "" });
    html! {
        (frame::term(term, &class, Some(&said), html! {
            svg viewBox="0 0 24 24" aria-hidden="true" { (glyphs::characteristic(which)) }
            span .biz-pips aria-hidden="true" { @for pip in 1..=3 { i .on[pip <= level] {} } }
            @if warned { svg .biz-warning viewBox="0 0 24 24" aria-hidden="true" { path d="M12 2 23 21H1z" {} path .mark d="M11 9h2v6h-2zm0 7.500h2v2h-2z" {} } }
            @if insured { svg .biz-shield viewBox="0 0 24 24" aria-hidden="true" { path d="M12 2l9 3v6c0 5.500-3.700 9.500-9 11-5.300-1.500-9-5.500-9-11V5z" {} path .mark d="M7.500 12l3 3 6-6.500" {} } }
        }))
    }
}

fn stock(view: &View, goods: &BTreeMap<Good, u8>, place: &str, temporary: bool) -> Markup {
    html! {
        @for (good, units) in goods {
            @let name = view.goods.get(good.index()).map_or("", |good| good.name.as_str());
            span .biz-stock .temporary[temporary] title=(format!("{units} {name}, {place}")) { (glyphs::chip(*good, Some(&format!("{name}, {place}")))) b { (units) } }
        }
    }
}
