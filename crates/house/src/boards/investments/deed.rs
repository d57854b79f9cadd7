//! A tile in large: the deed of a business with its fees, or what stands on the tile.

use super::{Sight, signs};
use crate::pages::frame;
use ::investments::{Business, Deed, Growth, MONOPOLY, Tile, TileKind};
use kernel::{Money, say::counted};
use maud::{Markup, html};

/// The tile with this index.
pub fn draw(sight: &Sight, index: u8) -> Markup {
    match sight.pack.board.get(usize::from(index)) {
        Some(Tile { business: Some(business), .. }) => deed(sight, *business),
        Some(tile) => plain(sight, index, tile),
        None => html! {},
    }
}

/// A deed: whose it is, its price, its fees by level with the present one marked.
pub fn deed(sight: &Sight, business: Business) -> Markup {
    let (deed, series) = (signs::deed(&sight.pack, business), signs::series(&sight.pack, business));
    let state = &sight.businesses[business.index()];
    let kind = sight.pack.types.get(usize::from(deed.kind.0)).map_or("", String::as_str);
    html! {
        article .inv-deed data-key=(format!("deed-{business}")) aria-label=(format!("Deed: {}", deed.name)) {
            (signs::bar(series))
            header { (signs::chip(series)) div { h2 { (deed.name) } p { (series.name) " · " (kind) } } }
            p .inv-owner {
                @match state.owner {
                    Some(owner) => { (frame::token(owner)) b { (sight.name(owner)) } (signs::tokens(state.level)) @if let Some(laps) = state.loan { span .badge.inv-lent { "mortgaged" @if laps > 0 { ", " (counted(laps, "lap")) } } } }
                    None => { span .inv-free { "for sale" } b { (state.price) } @if state.price != deed.price { s .note { (deed.price) } } }
                }
            }
            table .inv-fees {
                caption .sr { "Fees" }
                tbody {
                    @for (row, (words, fee)) in fees(deed, series.members.len()).into_iter().enumerate() {
                        tr .now[now(sight, business) == Some(row)] aria-current=[(now(sight, business) == Some(row)).then_some("true")] { th scope="row" { @if row == 0 { (frame::term("deed", "word", None, html! { (words) })) } @else { (words) } } td { (fee) } }
                    }
                }
            }
            dl .inv-terms {
                @if state.owner.is_some() { div { dt { "Price" } dd { (state.price) } } }
                div { dt { "Mortgage" } dd { (deed.mortgage) } }
                @if deed.growth == Growth::Standard { div { dt { "Investment" } dd { (deed.investment) } } div { dt { "Monopoly" } dd { (deed.monopoly) } } }
            }
            @if let Some(row) = now(sight, business) { @if deed.fees.get(row) != Some(&state.fee) { p .inv-fee-now { "Fee now " b { (state.fee) } } } }
        }
    }
}

/// A deed in short: its name, what stands on it, and its fee now.
pub fn in_short(sight: &Sight, business: Business) -> Markup {
    let (deed, series) = (signs::deed(&sight.pack, business), signs::series(&sight.pack, business));
    let state = &sight.businesses[business.index()];
    html! {
        article .inv-deed data-key=(format!("deed-{business}")) aria-label=(format!("Deed: {}", deed.name)) {
            (signs::bar(series))
            header { (signs::chip(series)) div { h2 { (deed.name) } p { (series.name) @if state.level > 0 { " · " (signs::levelled(state.level)) } @if state.loan.is_some() { " · mortgaged" } } } }
            dl .inv-terms { div { dt { "Price" } dd { (state.price) } } div { dt { "Fee now" } dd { b { (state.fee) } } } }
        }
    }
}

/// The rows of the table of fees.
fn fees(deed: &Deed, members: usize) -> Vec<(String, Money)> {
    match deed.growth {
        Growth::Standard => {
            let words = ["Fee", "1 investment", "2 investments", "3 investments", "Monopoly"].map(str::to_owned);
            words.into_iter().zip(deed.fees).collect()
        }
        Growth::Count => (1..=members).map(|count| format!("{count} of the series")).zip(deed.fees).collect(),
    }
}

/// The row that counts now.
fn now(sight: &Sight, business: Business) -> Option<usize> {
    let (deed, state) = (signs::deed(&sight.pack, business), &sight.businesses[business.index()]);
    let owner = state.owner.filter(|_| state.loan.is_none())?;
    match deed.growth {
        Growth::Standard => Some(state.level.min(MONOPOLY).into()),
        Growth::Count => {
            let members = signs::series(&sight.pack, business).members;
            members.and(sight.players[owner.index()].owned).len().checked_sub(1)
        }
    }
}

/// A tile without a deed: its sign, its name and what stands on it.
fn plain(sight: &Sight, index: u8, tile: &Tile) -> Markup {
    let text = sight.words.tiles.get(usize::from(index)).map_or("", String::as_str);
    let odds =
        (tile.kind == TileKind::Casino).then(|| sight.pack.casino.get(usize::from(tile.number).saturating_sub(1))).flatten();
    html! {
        article .inv-deed.inv-place .(signs::class(tile.kind)) data-key="place" aria-label=(tile.name) {
            header { (signs::sign(tile.kind)) div { h2 { (tile.name) } p { (tile.kind.words()) } } }
            p .inv-text { (text) }
            @if let Some(game) = odds {
                ul .inv-odds { @for choice in &game.choices { li { span { (choice.label) } b { "× " (choice.payout) } } } }
            }
        }
    }
}
