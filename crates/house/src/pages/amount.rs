//! The field of an open amount: a bid, a bet, a loan. From where to where it goes, some usual values as buttons, and what it
//! would change before it is done.

use super::frame;
use crate::table::scene::{AmountScene, Scene};
use engine::Choice;
use kernel::{Money, Seat};
use maud::{Markup, html};

/// From so many amounts of a kind on, they are a list to open.
pub const MANY: usize = 4;

/// A form for every amount; those that begin with the same verb share one.
pub fn forms(scene: &Scene, seat: Seat, amounts: &[&AmountScene]) -> Markup {
    html! {
        @for same in amounts.chunk_by(|one, other| verb(one) == verb(other)) {
            @match same { [one] => (form(scene, seat, one)), several => (shared(scene, seat, several)) }
        }
        @if let Some(one) = amounts.first() { (frame::to_write(scene, &format!("amount-{}", verb(one)), "Write an amount…")) }
    }
}

/// The first word of the action.
pub fn verb(one: &AmountScene) -> &str {
    one.amount.before.split(' ').next().unwrap_or_default()
}

/// One form for several amounts of a kind: for which of them, and how much.
fn shared(scene: &Scene, seat: Seat, several: &[&AmountScene]) -> Markup {
    let action = |one: &AmountScene| one.amount.with("?");
    let refused = several.iter().position(|one| scene.filled_in("action") == Some(&action(one)));
    let chosen = refused.unwrap_or(0);
    let (first, verb) = (several[chosen], verb(several[0]));
    let value =
        refused.and_then(|_| scene.filled_in("amount")).map_or_else(|| first.amount.low.units().to_string(), str::to_owned);
    let effect = first.usual.first().filter(|_| refused.is_none()).map_or("", |choice| choice.effect.as_str());
    let texts: Vec<&str> = several.iter().map(|one| one.amount.text.as_str()).collect();
    let (before, after) = (shared_words(&texts, false), shared_words(&texts, true));
    let own = |one: &AmountScene| {
        let text = &one.amount.text;
        frame::words(text[before.len()..text.len() - after.len()].trim())
    };
    let id = format!("amount-{verb}");
    let bounds = |one: &AmountScene| (one.amount.low, one.amount.high, one.amount.step);
    let alike = several.iter().all(|one| bounds(one) == bounds(several[0]));
    html! {
        form .amount.writes method="post" action=(format!("{}/play", scene.address())) data-key=(id) data-preview=(format!("{}/preview", scene.address())) novalidate {
            input type="hidden" name="version" value=(scene.version);
            input type="hidden" name="seat" value=(seat);
            fieldset {
                legend { (before) }
                @if several.len() > MANY {
                    select name="action" aria-label=(before) { @for (index, one) in several.iter().enumerate() { option value=(action(one)) selected[index == chosen] { (own(one)) @if !alike { ", " (range(&one.amount)) } } } }
                } @else {
                    @for (index, one) in several.iter().enumerate() {
                        label .tick data-key=(action(one)) {
                            input type="radio" name="action" value=(action(one)) checked[index == chosen];
                            span { (own(one)) @if !alike { small { (range(&one.amount)) } } }
                        }
                    }
                }
            }
            div .pair {
                @if !after.is_empty() { label for=(id) { (after) } }
                input id=(id) type="number" inputmode="numeric" name="amount" min=(first.amount.low.units()) max=(first.amount.high.units()) step=(first.amount.step.units())
                    value=(value) required autocomplete="off" aria-label=[after.is_empty().then_some("How much")] aria-invalid=[refused.map(|_| "true")];
                button .primary type="submit" { "OK" span .sr { ": " (before) " this amount" } }
            }
            output .effect for=(id) data-key="effect" { (effect) }
            p .note { @if alike { (range(&first.amount)) " " } (frame::clause(scene.about.id, first.amount.clause)) }
            @if alike {
                div .usual role="group" aria-label="Usual amounts" {
                    @for sum in first.usual.iter().filter_map(|choice| written_sum(&first.amount, choice)) {
                        button type="submit" name="usual" value=(sum.units()) data-key=(format!("usual-{verb}-{}", sum.units())) { (sum) }
                    }
                }
            }
        }
    }
}

/// The words with which all texts begin, or end; names are not among them.
fn shared_words<'a>(texts: &[&'a str], at_the_end: bool) -> &'a str {
    let Some((first, rest)) = texts.split_first() else { return "" };
    let words =
        |text: &'a str| -> Vec<&'a str> { if at_the_end { text.split(' ').rev().collect() } else { text.split(' ').collect() } };
    let is_name = |word: &str| !word.starts_with(|letter: char| letter.is_lowercase());
    let rest: Vec<Vec<&str>> = rest.iter().map(|text| words(text)).collect();
    let shared = |(index, word): &(usize, &str)| {
        (!is_name(word) || *index == 0 && !at_the_end) && rest.iter().all(|other| other.get(*index) == Some(word))
    };
    let long: usize = words(first).into_iter().enumerate().take_while(shared).map(|(_, word)| word.len() + 1).sum();
    let long = long.saturating_sub(1);
    if at_the_end { &first[first.len() - long..] } else { &first[..long] }
}

/// From where to where an amount goes.
fn range(amount: &engine::Amount) -> String {
    let steps = if amount.step.units() == 1 { String::new() } else { format!(", in steps of {}", amount.step) };
    format!("{} to {}{steps}", amount.low, amount.high)
}

/// The form of an amount. It posts the action with a `?` in the place of the amount.
fn form(scene: &Scene, seat: Seat, one: &AmountScene) -> Markup {
    let amount = &one.amount;
    let action = amount.with("?");
    // What was refused is filled in again.
    let refused = scene.filled_in("amount").filter(|_| scene.filled_in("action") == Some(&action));
    let value = refused.map_or_else(|| amount.low.units().to_string(), str::to_owned);
    let effect = one.usual.first().filter(|_| refused.is_none()).map_or("", |choice| choice.effect.as_str());
    let id = format!("amount-{}", action.replace(' ', "-"));
    html! {
        form .amount.writes method="post" action=(format!("{}/play", scene.address())) data-key=(id) data-preview=(format!("{}/preview", scene.address())) novalidate {
            input type="hidden" name="version" value=(scene.version);
            input type="hidden" name="seat" value=(seat);
            input type="hidden" name="action" value=(action);
            label for=(id) { (amount.text) }
            div .pair {
                input id=(id) type="number" inputmode="numeric" name="amount" min=(amount.low.units()) max=(amount.high.units()) step=(amount.step.units())
                    value=(value) required autocomplete="off" aria-describedby=(format!("{id}-bounds")) aria-invalid=[refused.map(|_| "true")];
                button .primary type="submit" { "OK" span .sr { ": " (amount.text) " this amount" } }
            }
            output .effect for=(id) data-key="effect" { (effect) }
            p .note { span id=(format!("{id}-bounds")) { (range(amount)) } " " (frame::clause(scene.about.id, amount.clause)) }
            @if one.usual.len() > 1 {
                div .usual role="group" aria-label="Usual amounts" { @for choice in &one.usual { (usual(amount, choice)) } }
            }
        }
    }
}

/// The amount in a written action.
fn written_sum(amount: &engine::Amount, choice: &Choice) -> Option<Money> {
    let number = choice.action.strip_prefix(&amount.before)?.strip_suffix(&amount.after)?;
    number.parse().ok().map(Money::new)
}

/// A usual amount: one click, with what it would change.
fn usual(amount: &engine::Amount, choice: &Choice) -> Markup {
    let sum = written_sum(amount, choice);
    html! {
        button type="submit" form="play" name="action" value=(choice.action) data-key=(choice.action)
            title=(choice.effect) aria-label=(format!("{} {}", choice.text, choice.effect)) { @if let Some(sum) = sum { (sum) } @else { (choice.action) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_texts_have_in_common_is_said_once_and_names_stay_whole() {
        let auctions = ["Auction Coal Mine from", "Auction Gold Mine from"];
        assert_eq!((shared_words(&auctions, false), shared_words(&auctions, true)), ("Auction", "from"));
        let stakes = ["Stake on “One or two”", "Stake on “Three or four”"];
        assert_eq!((shared_words(&stakes, false), shared_words(&stakes, true)), ("Stake on", ""));
    }
}
