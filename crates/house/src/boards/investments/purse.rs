//! What a payment would leave, and what could be raised for it.

use super::{Sight, stage};
use crate::pages::frame;
use ::investments::{Business, DebtKind, PendingView};
use kernel::{Money, Seat};
use maud::{Markup, html};

/// Somebody is to pay, or may.
struct Due {
    seat: Seat,
    to: Option<Seat>,
    amount: Money,
    what: String,
    must: bool,
}

/// What is to be paid now, if anything.
fn due(sight: &Sight) -> Option<Due> {
    let named = |what: &str, business: Business| format!("{what}{}", stage::named(sight, Some(business)));
    sight.pending.iter().find_map(|pending| match *pending {
        PendingView::Debt { seat, to, amount, kind, business } => {
            Some(Due { seat, to, amount, what: format!("{}{}", owed(kind), stage::named(sight, business)), must: true })
        }
        PendingView::Buy { seat, business, price } => {
            Some(Due { seat, to: None, amount: price, what: named("Price", business), must: false })
        }
        PendingView::Force { seat, business, price } => {
            let to = sight.businesses[business.index()].owner;
            Some(Due { seat, to, amount: price, what: named("Forced trade", business), must: false })
        }
        PendingView::Loans { seat, due } => Some(Due { seat, to: None, amount: due, what: "Loans due".into(), must: true }),
        PendingView::Loan { seat, business, due } => {
            Some(Due { seat, to: None, amount: due, what: named("Loan", business), must: true })
        }
        _ => None,
    })
}

/// What a debt is for.
const fn owed(kind: DebtKind) -> &'static str {
    match kind {
        DebtKind::Fee | DebtKind::AgreedFee => "Fee",
        DebtKind::ReverseFee => "Fee to the visitor",
        DebtKind::Tax | DebtKind::AgreedTax => "Tax",
        DebtKind::Card => "By card",
        DebtKind::Flat | DebtKind::AgreedFlat => "Loss",
        DebtKind::Pips => "For the pips",
        DebtKind::Fine => "Fine",
        DebtKind::Loan => "Loan",
    }
}

/// Due, cash, what is left, and what selling and mortgaging would bring.
pub fn draw(sight: &Sight) -> Markup {
    let Some(due) = due(sight) else { return html! {} };
    let Some(player) = sight.players.get(due.seat.index()) else { return html! {} };
    let (cash, reserve, amount) = (player.cash, player.reserve, due.amount);
    let after = i64::from(cash.units()) - i64::from(amount.units());
    let short = after < 0;
    html! {
        section .inv-purse .short[short] data-key="purse" aria-label="What it would leave" {
            header { (frame::token(due.seat)) b { (due.what) } }
            dl {
                div { dt { @if due.must { "Due to " } @else { "Costs, to " } @match due.to { Some(to) => { (frame::token(to)) " " (sight.name(to)) } None => "the bank" } } dd { (amount) } }
                div { dt { "Cash" } dd { (cash) } }
                div .after { dt { @if short { "Missing" } @else { "Left" } } dd { b { (kernel::say::grouped(after.abs())) } } }
                div { dt { "Sales and loans bring" } dd { (reserve) } }
            }
            @if short {
                p .inv-verdict {
                    @if i64::from(reserve.units()) + after >= 0 { "Sales and loans are enough." } @else { "Even all together is not enough." }
                }
            }
        }
    }
}
