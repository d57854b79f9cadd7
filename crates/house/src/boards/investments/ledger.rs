//! Who has what: each player's figures, who would take the wealth tokens, and every series with the owners of its businesses.

use super::{Sight, auction, signs};
use crate::pages::frame;
use ::investments::{Business, COUNTS, PlayerView, Series, View};
use kernel::{Seat, say::counted};
use maud::{Markup, html};

/// What the wealth tokens are for, in the order of the counts. (INV-WEALTH-1)
const WEALTH: [&str; COUNTS] = ["Bank cards", "Monopolies", "Investments", "Complete series", "Businesses", "Money"];

/// More leaders than this are counted, not shown.
const MANY: usize = 6;

/// The figures of one player.
pub fn figures(view: &View, seat: Seat) -> Markup {
    let Some(player) = view.players.get(seat.index()) else { return html! {} };
    if player.out > 0 {
        return html! { p .inv-figures { span .badge.inv-gone { "out of the game" } } };
    }
    let series = player.counts[3];
    html! {
        p .inv-figures {
            b { (frame::term("cash", "", None, html! { (player.cash) })) }
            (frame::term("businesses", "inv-count", None, html! { (works()) (player.owned.len()) span .sr { " businesses" } }))
            @if series > 0 { (frame::term("series", "inv-count inv-complete", None, html! { "✓" (series) span .sr { " complete series" } })) }
            @if player.bank_cards > 0 { (frame::term("bank-cards", "inv-count", None, html! { (signs::sign(::investments::TileKind::Bank)) (player.bank_cards) span .sr { " Bank cards" } })) }
            @if !player.shortcuts.is_empty() { (frame::term("shortcuts", "inv-count", None, html! { (signs::sign(::investments::TileKind::Shortcut)) (player.shortcuts.len()) span .sr { " Shortcut cards" } })) }
            @if player.tax_card { (frame::term("tax-card", "inv-count", None, html! { (signs::sign(::investments::TileKind::Tax)) span .sr { "a Tax Office card" } })) }
            (marks(view, player))
        }
    }
}

/// What keeps a player from playing as usual.
fn marks(view: &View, player: &PlayerView) -> Markup {
    html! {
        @if player.jail > 0 { span .badge.inv-jail { "in jail, " (counted(player.jail, "turn")) } }
        @if player.stays { span .badge { (view.words.stay) } }
        @if player.missed > 0 { span .badge { "misses " (counted(player.missed, "turn")) } }
        @if player.extra > 0 { span .badge { "extra turn" } }
        @if player.offences > 0 { span .badge { (counted(player.offences, "offence")) } }
    }
}

/// The sign of a business.
pub fn works() -> Markup {
    html! { svg .inv-sign viewBox="0 0 24 24" aria-hidden="true" { path d="M2 22V10l6 4v-4l6 4V3h6l2 19z" {} } }
}

/// Wealth tokens, and the series.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        table .inv-wealth {
            caption { (frame::term("wealth", "word", None, html! { "Most of each now" })) }
            tbody {
                @for (index, words) in WEALTH.iter().enumerate() {
                    @let leaders = sight.wealth.get(index).copied().unwrap_or_default();
                    @let most = sight.players.iter().map(|player| player.counts[index]).max().unwrap_or(0);
                    tr { th scope="row" { (words) } td { @if leaders.is_empty() { span .note { "nobody" } } @else if leaders.len() > MANY { (leaders.len()) " players" } @else { (auction::tokens(sight, leaders)) } } td { (kernel::say::grouped(most)) } }
                }
            }
        }
        section .inv-ledger aria-label="The series" {
            h2 { (frame::term("ledger", "word", None, html! { "Who has what" })) }
            @for series in &sight.pack.series { (row(sight, series)) }
        }
    }
}

/// A series: closed, the owners of its businesses at a glance; open, each by its name with price or fee.
fn row(sight: &Sight, series: &Series) -> Markup {
    html! {
        details data-key=(format!("series-{}", series.id)) {
            summary { (signs::chip(series)) span { (series.name) } span .inv-cells aria-hidden="true" { @for business in series.members { (cell(sight, business)) } } }
            table { tbody { @for business in series.members { (line(sight, business)) } } }
        }
    }
}

/// A business in its row: its owner's sign, what stands on it.
fn cell(sight: &Sight, business: Business) -> Markup {
    let state = &sight.businesses[business.index()];
    html! {
        @match state.owner {
            Some(owner) => b .token .(format!("seat-{owner}")) .lent[state.loan.is_some()] { (owner.letter()) @if state.level > 0 { (signs::tokens(state.level)) } },
            None => i {},
        }
    }
}

fn line(sight: &Sight, business: Business) -> Markup {
    let state = &sight.businesses[business.index()];
    html! {
        tr {
            th scope="row" { (signs::name(sight, business)) }
            @match state.owner {
                Some(owner) => { td { (sight.name(owner)) } td { @if state.loan.is_some() { "mortgaged" } @else { "fee " (signs::short(state.fee)) } } }
                None => { td { "bank" } td { "price " (signs::short(state.price)) } }
            }
        }
    }
}
