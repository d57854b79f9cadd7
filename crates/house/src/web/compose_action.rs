//! Open actions that come in parts: an amount in its field, a deal as boxes and sums. Here they become one line of the game's
//! notation, which the rules check like any other.

use super::{commands::PutTogether, input::LONGEST_TEXT};
use crate::{fault::Fault, table::Live};
use kernel::Seat;

/// The action with the amount in place of its `?`; without an amount, the action as it is.
pub(crate) fn with_amount(action: &str, amount: Option<&str>) -> Result<String, Fault> {
    let Some(amount) = amount else { return Ok(action.to_owned()) };
    match action.split_once('?') {
        Some((before, after)) if !after.contains('?') => Ok(format!("{before}{}{after}", whole(amount)?)),
        _ => Err(Fault::bad("an action with an amount has one `?`, where the amount belongs")),
    }
}

/// A whole number as people write it.
fn whole(text: &str) -> Result<i64, Fault> {
    let number = text.trim().parse();
    number.map_err(|_| {
        Fault::bad(format!("“{}” is not a whole number: write one such as 20", text.chars().take(20).collect::<String>()))
    })
}

/// The deal of these things and sums, as an action.
pub(crate) fn put_together(live: &Live, seat: Seat, put: &PutTogether) -> Result<String, Fault> {
    let bargains = live.game().map(|table| table.actions(seat).bargains).unwrap_or_default();
    let bargain = bargains.iter().find(|bargain| bargain.verb == *put.deal);
    let bargain = bargain.ok_or_else(|| Fault::conflict("such a deal cannot be made any more: look again"))?;
    let by_rule = |fault: Fault| Fault { clause: Some(bargain.clause), ..fault };
    if put.with.as_ref().is_some_and(|with| with.split(',').count() > bargain.most_partners) {
        return Err(by_rule(Fault::conflict(format!("choose at most {} partners for one deal", bargain.most_partners))));
    }
    let mut parts: Vec<String> = put.thing.0.values().cloned().collect();
    for (between, sum) in &put.sum.0 {
        match whole(sum).map_err(by_rule)? {
            0 => {}
            sum => parts.push(format!("{between} {sum}")),
        }
    }
    if parts.is_empty() {
        return Err(by_rule(Fault::conflict("nothing changes hands: choose what is given, or write a sum")));
    }
    let action = format!("{} {}", bargain.verb, parts.join(", "));
    if action.len() > LONGEST_TEXT {
        return Err(by_rule(Fault::bad(format!("a deal names at most {} things", bargain.most_things))));
    }
    Ok(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_takes_the_place_of_its_sign() {
        assert_eq!(with_amount("sell card-3 for ?", Some(" 20 ")).unwrap(), "sell card-3 for 20");
        assert_eq!(with_amount("bid 12", None).unwrap(), "bid 12");
        for (action, amount) in
            [("bid 12", "20"), ("bid ? ?", "20"), ("bid ?", "much"), ("bid ?", ""), ("bid ?", "1.5"), ("bid ?", "2, 3")]
        {
            assert!(with_amount(action, Some(amount)).is_err(), "{action} {amount}");
        }
    }
}
