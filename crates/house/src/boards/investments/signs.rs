//! The signs of the game: kinds of tiles, series, tokens, sums of money.

use ::investments::{Business, Deed, Pack, Series, TileKind, View};
use kernel::{Money, Seat};
use maud::{Markup, html};

/// A sum in short: 140k, 1.25M.
pub fn short(sum: Money) -> String {
    let (sign, units) = (if sum.units() < 0 { "−" } else { "" }, sum.units().unsigned_abs());
    if units < 1_000_000 {
        return format!("{sign}{}k", units / 1000);
    }
    let millions = format!("{}.{:03}", units / 1_000_000, units / 1000 % 1000);
    format!("{sign}{}M", millions.trim_end_matches('0').trim_end_matches('.'))
}

/// The deed of a business.
pub fn deed(pack: &Pack, business: Business) -> &Deed {
    &pack.deeds[business.index()]
}

/// The name of a business.
pub fn name(view: &View, business: Business) -> &str {
    &deed(&view.pack, business).name
}

/// The series of a business.
pub fn series(pack: &Pack, business: Business) -> &Series {
    &pack.series[usize::from(deed(pack, business).series)]
}

/// A series by its colour and its letters.
pub fn chip(series: &Series) -> Markup {
    html! {
        svg .inv-chip viewBox="0 0 34 24" aria-hidden="true" { title { (series.name) } rect width="34" height="24" rx="4" fill=(series.hex) {} text x="17" y="17" fill=(series.ink) { (series.mark) } }
    }
}

/// The colour of a series as a bar over its deed.
pub fn bar(series: &Series) -> Markup {
    html! { svg .inv-bar viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true" { rect width="10" height="1" fill=(series.hex) {} } }
}

/// The outline of a seat's shape about a middle; every fourth seat has the same.
pub fn shape(seat: Seat, r: i32) -> String {
    let d = 2 * r;
    match seat.index() % 4 {
        0 => format!("M-{r} {r}V0a{r} {r} 0 1 1 {r} {r}z"),
        1 => format!("M-{r}-{r}h{d}v{d}h-{d}z"),
        2 => format!("M-{r} {r}V0a{r} {r} 0 0 1 {d} 0v{r}z"),
        _ => format!("M-{r} 0a{r} {r} 0 0 1 {r}-{r}h{r}v{r}a{r} {r} 0 0 1-{r} {r}h-{r}z"),
    }
}

/// The class of a kind of tile.
pub const fn class(kind: TileKind) -> &'static str {
    match kind {
        TileKind::Bank => "inv-bank",
        TileKind::Business => "inv-business",
        TileKind::Profit => "inv-profit",
        TileKind::Loss => "inv-loss",
        TileKind::Shortcut => "inv-shortcut",
        TileKind::Casino => "inv-casino",
        TileKind::Global => "inv-global",
        TileKind::Tax => "inv-tax",
    }
}

/// The outline of a kind's sign, in a square of 24.
pub const fn outline(kind: TileKind) -> &'static str {
    match kind {
        TileKind::Bank | TileKind::Business => "M12 2l11 6v2H1V8zM4 12h3v7H4zm6.5 0h3v7h-3zM17 12h3v7h-3zM2 20h20v3H2z",
        TileKind::Profit => "M12 2l10 11h-6v9H8v-9H2z",
        TileKind::Loss => "M12 22L2 11h6V2h8v9h6z",
        TileKind::Shortcut => "M3 3l9 9-9 9zM12 3l9 9-9 9z",
        TileKind::Casino => "M12 1c3 5 9 7 9 13a4.5 4.5 0 0 1-7.5 3L15 23H9l1.5-6A4.5 4.5 0 0 1 3 14c0-6 6-8 9-13z",
        TileKind::Global => {
            "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm-1 3v6H4a8 8 0 0 1 7-6zm2 0a8 8 0 0 1 7 6h-7zM4 14h7v6a8 8 0 0 1-7-6zm9 0h7a8 8 0 0 1-7 6z"
        }
        TileKind::Tax => {
            "M4 1h12l5 5v17H4zm5 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm1-7L7 19l1.5 1 10-11z"
        }
    }
}

/// The sign of a kind of tile.
pub fn sign(kind: TileKind) -> Markup {
    html! { svg .inv-sign .(class(kind)) viewBox="0 0 24 24" aria-hidden="true" { path d=(outline(kind)) {} } }
}

/// Investments as houses, or the monopoly as a gem.
pub fn tokens(level: u8) -> Markup {
    let said = levelled(level);
    html! {
        @if level > 0 {
            span .inv-tokens .mono[level >= ::investments::MONOPOLY] role="img" aria-label=(said) title=(said) { @for _ in 0..(if level >= ::investments::MONOPOLY { 1 } else { level }) { i {} } }
        }
    }
}

/// A level in words.
pub fn levelled(level: u8) -> String {
    match level {
        0 => "no investment".into(),
        ::investments::MONOPOLY.. => "monopoly".into(),
        level => kernel::say::counted(level, "investment"),
    }
}
