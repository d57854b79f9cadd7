//! The field of an open amount: a bid, a bet, a loan. From where to where it goes, some usual values as buttons, and what it
//! would change before it is done.

use super::frame;
use crate::scene::{AmountScene, Scene};
use engine::Choice;
use kernel::Seat;
use maud::{Markup, html};

/// The form of an amount. It posts the action with a `?` in the place of the amount.
pub fn form(scene: &Scene, seat: Seat, one: &AmountScene) -> Markup {
    let amount = &one.amount;
    let action = amount.with("?");
    // What was refused is filled in again.
    let refused = scene.filled_in("amount").filter(|_| scene.filled_in("action") == Some(&action));
    let value = refused.map_or_else(|| amount.low.units().to_string(), str::to_owned);
    let effect = one.usual.first().filter(|_| refused.is_none()).map_or("", |choice| choice.effect.as_str());
    let id = format!("amount-{}", action.replace(' ', "-"));
    html! {
        form .amount method="post" action=(format!("/t/{}/play", scene.id)) data-key=(id) data-preview=(format!("/t/{}/preview", scene.id)) novalidate {
            input type="hidden" name="version" value=(scene.version);
            input type="hidden" name="seat" value=(seat);
            input type="hidden" name="action" value=(action);
            label for=(id) { (amount.text) " " (frame::clause(scene.about.id, amount.clause)) }
            div .pair {
                input id=(id) type="number" inputmode="numeric" name="amount" min=(amount.low.units()) max=(amount.high.units()) step=(amount.step.units())
                    value=(value) required autocomplete="off" aria-describedby=(format!("{id}-bounds")) aria-invalid=[refused.map(|_| "true")];
                button .primary type="submit" aria-label=(format!("{}: this amount", amount.text)) { "OK" }
            }
            output .effect for=(id) data-key="effect" { (effect) }
            p .note id=(format!("{id}-bounds")) { (amount.low) " to " (amount.high) @if amount.step.units() != 1 { ", in steps of " (amount.step) } }
            @if one.usual.len() > 1 {
                div .usual role="group" aria-label="Usual amounts" { @for choice in &one.usual { (usual(amount, choice)) } }
            }
        }
    }
}

/// A usual amount: one click, with what it would change.
fn usual(amount: &engine::Amount, choice: &Choice) -> Markup {
    let number = choice.action.strip_prefix(&amount.before).and_then(|rest| rest.strip_suffix(&amount.after));
    html! {
        button type="submit" form="play" name="action" value=(choice.action) data-key=(choice.action)
            title=(choice.effect) aria-label=(format!("{} {}", choice.text, choice.effect)) { (number.unwrap_or(&choice.action)) }
    }
}
