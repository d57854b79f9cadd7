//! Lists of choices in the terminal: actions by topic, open amounts, deals.

use engine::{Amount, AnyTable, Choice, Choices};
use kernel::{Bargain, Seat, Seats};
use std::io::{self, Write};

/// How many actions are listed unless the player asks for all.
pub const LISTED: usize = 40;

/// From this many actions on, each topic has its own list.
const MANY: usize = 12;

/// The actions with their numbers, those of a topic behind its name; then amounts, deals, and what is not allowed now.
pub fn show(out: &mut impl Write, table: &dyn AnyTable, seat: Seat, choices: &Choices, listed: usize) -> io::Result<()> {
    let folds = choices.actions.len() > MANY && listed != usize::MAX;
    let stands = |topic: &str| !folds || topic.is_empty();
    let standing: Vec<_> = choices.actions.iter().enumerate().filter(|(_, choice)| stands(choice.topic)).collect();
    let more = standing.len().saturating_sub(listed);
    list(out, standing.into_iter().take(listed))?;
    if more > 0 {
        writeln!(out, "      … and {more} more: `all` shows them")?;
    }
    for topic in topics(choices).into_iter().filter(|topic| !stands(topic)) {
        let count = choices.actions.iter().filter(|choice| choice.topic == topic).count();
        writeln!(out, "      {topic}: {count} more; type `{}` to list them", topic.to_lowercase())?;
    }
    for amount in choices.amounts.iter().filter(|amount| stands(amount.topic)) {
        show_amount(out, table, seat, amount)?;
    }
    for bargain in &choices.bargains {
        let (title, clause) = (&bargain.title, bargain.clause);
        writeln!(
            out,
            "      {title}: who gives what to whom, such as `{}`; `deal` shows what there is  {clause}",
            example(bargain)
        )?;
    }
    if let Some(question) = choices.question.as_ref().filter(|question| question.standing.is_some()) {
        writeln!(out, "      `stand`: {}", question.words)?;
    }
    for barred in choices.barred.iter().take(listed) {
        writeln!(out, "   –  {}: {}  {}", barred.text, barred.reason, barred.clause)?;
    }
    Ok(())
}

/// The topics of all choices, in the order in which they first come up.
fn topics(choices: &Choices) -> Vec<&'static str> {
    let mut topics: Vec<&str> = Vec::new();
    for choice in choices.actions.iter().filter(|choice| !choice.topic.is_empty()) {
        if !topics.contains(&choice.topic) {
            topics.push(choice.topic);
        }
    }
    topics
}

/// Shows the list of a topic, if somebody typed the name of one.
pub fn show_topic(out: &mut impl Write, table: &dyn AnyTable, seat: Seat, choices: &Choices, typed: &str) -> io::Result<bool> {
    let Some(topic) = topics(choices).into_iter().find(|topic| topic.eq_ignore_ascii_case(typed)) else { return Ok(false) };
    list(out, choices.actions.iter().enumerate().filter(|(_, choice)| choice.topic == topic))?;
    for amount in choices.amounts.iter().filter(|amount| amount.topic == topic) {
        show_amount(out, table, seat, amount)?;
    }
    Ok(true)
}

/// Lists actions with their numbers: what each does, what that would change, how it is written, its clause.
pub fn list<'a>(out: &mut impl Write, choices: impl Iterator<Item = (usize, &'a Choice)>) -> io::Result<()> {
    let choices: Vec<(usize, String, &Choice)> = choices.map(|(index, choice)| (index, words(choice), choice)).collect();
    let widest = choices.iter().map(|(_, words, _)| words.chars().count()).max().unwrap_or(0);
    let longest = choices.iter().map(|(_, _, choice)| choice.action.chars().count()).max().unwrap_or(0);
    for (index, words, choice) in choices {
        writeln!(out, "{:>4}  {words:widest$}  {:longest$}  {}", index + 1, choice.action, choice.clause)?;
    }
    Ok(())
}

/// What an action does, and what that would change.
pub fn words(choice: &Choice) -> String {
    match choice.effect.as_str() {
        "" => choice.text.clone(),
        effect => format!("{} ({effect})", choice.text),
    }
}

/// Shows an open amount: its bounds, and what the least and the greatest would change.
fn show_amount(out: &mut impl Write, table: &dyn AnyTable, seat: Seat, amount: &Amount) -> io::Result<()> {
    let Amount { text, low, high, step, clause, .. } = amount;
    writeln!(out, "      {text}: any amount from {low} to {high} in steps of {step}  {clause}")?;
    for action in [&amount.least, &amount.most] {
        let effect = table.preview(seat, action).map(|choice| choice.effect).unwrap_or_default();
        writeln!(out, "        `{action}`{}{effect}", if effect.is_empty() { "" } else { ": " })?;
    }
    Ok(())
}

/// An example of a deal of this kind, as it would be written: its draft, or any one thing for any sum.
fn example(bargain: &Bargain) -> String {
    if !bargain.draft.is_empty() {
        return format!("{} {}", bargain.verb, bargain.draft);
    }
    let lot = bargain.lots.iter().find_map(|lot| Some((lot.from, lot.to.lowest()?, lot.asset.clone())));
    let price = lot.as_ref().and_then(|(from, to, _)| {
        let sum = bargain.purse(*to).min(bargain.step);
        (sum > kernel::Money::ZERO).then(|| (*to, *from, sum.to_string()))
    });
    bargain.written(&lot.into_iter().chain(price).collect::<Vec<_>>())
}

/// Shows everything that can change hands in a deal.
pub fn show_deal(out: &mut impl Write, names: &[String], seat: Seat, bargain: &Bargain) -> io::Result<()> {
    let name = |seat: Seat| format!("{seat} {}", names.get(seat.index()).map_or("", String::as_str));
    let named = |seats: Seats| seats.map(name).collect::<Vec<_>>().join(", ");
    let Bargain { title, verb, partners, most_partners, most_things, step, clause, .. } = bargain;
    writeln!(out, "{title}  {clause}")?;
    writeln!(out, "  write `{verb}` and then who gives what to whom, with commas between: `{}`", example(bargain))?;
    writeln!(out, "  at most {most_partners} of: {}; at most {most_things} things", named(*partners))?;
    if bargain.mutual {
        writeln!(out, "  everybody in it gives something and gets something")?;
    }
    for giver in partners.with(seat) {
        writeln!(out, "  {} can give", name(giver))?;
        for lot in bargain.lots.iter().filter(|lot| lot.from == giver) {
            writeln!(out, "    {:<16} {} (to {})", lot.asset, lot.name, named(lot.to))?;
        }
        let most = bargain.purse(giver);
        if most > kernel::Money::ZERO {
            writeln!(out, "    {:<16} money, in steps of {step}", format!("{step} to {most}"))?;
        }
    }
    Ok(())
}
