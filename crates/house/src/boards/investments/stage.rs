//! The middle of the loop: what it is all about now, large enough to read.

use super::{Sight, ahead, auction, bank, cards, deed, flows, purse, signs};
use crate::{boards, pages::frame};
use ::investments::{Business, PendingView, RollView, Step};
use kernel::say::counted;
use maud::{Markup, html};

/// The dice, what is being decided, the world's economy, the bank and the money of the lap.
pub fn draw(sight: &Sight) -> Markup {
    html! {
        div .inv-centre {
            div .inv-middle {
                (dice(sight))
                div .inv-stage data-key="stage" { (topic(sight)) }
            }
            div .inv-around {
                (purse::draw(sight))
                (auction::poll(sight))
                (cards::in_force(sight))
                (bank::draw(sight))
                (flows::draw(sight))
            }
            (ahead::draw(sight))
        }
    }
}

/// What is shown in large: a deal that waits for an answer, what is sold, a card that is read, the business that it is about, or
/// where the piece stands.
fn topic(sight: &Sight) -> Markup {
    if !sight.offers.is_empty() {
        return auction::deals(sight);
    }
    if let Some(sale) = &sight.sale {
        return auction::draw(sight, sale);
    }
    if let Some(card) = &sight.card {
        return cards::turned_up(sight, card);
    }
    if let Some(business) = sight.pending.iter().find_map(concerned) {
        return deed::deed(sight, business);
    }
    let at = sight.players.get(sight.active.index()).map_or(0, |player| player.at);
    deed::draw(sight, at)
}

/// The business that is decided about.
fn concerned(pending: &PendingView) -> Option<Business> {
    match pending {
        PendingView::Loan { business, .. }
        | PendingView::Buy { business, .. }
        | PendingView::Force { business, .. }
        | PendingView::Forced { business, .. }
        | PendingView::Upgrade { business, .. }
        | PendingView::ForcePoll { business, .. } => Some(*business),
        PendingView::Debt { business, .. } => *business,
        _ => None,
    }
}

/// The last roll.
fn dice(sight: &Sight) -> Markup {
    html! {
        div .inv-dice data-key="dice" {
            @match &sight.roll {
                Some(roll) => (rolled(sight, roll)),
                None if !matches!(sight.step, Step::Begin | Step::Roll) => {}
                None => p .note { (frame::token(sight.active)) " " (sight.name(sight.active)) " is about to roll" },
            }
        }
    }
}

fn rolled(sight: &Sight, roll: &RollView) -> Markup {
    html! {
        @for (index, die) in roll.dice.iter().enumerate() { span .inv-cast data-key=(format!("die-{index}-{}-{}", sight.round, roll.seat)) { (boards::die("inv-die", *die, roll.seat, "A die")) } }
        p { (frame::token(roll.seat)) " " b { (counted(roll.distance, "tile")) } @if roll.back { " back" } }
    }
}

/// The name of the business in a pending question, for the eye.
pub fn named(sight: &Sight, business: Option<Business>) -> String {
    business.map_or_else(String::new, |business| format!(" for {}", signs::name(sight, business)))
}
