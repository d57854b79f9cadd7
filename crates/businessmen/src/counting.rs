//! Numbers with their nouns, such as "3 coins" and "no coins".

use kernel::{Money, say::counted};

fn some(count: i32, noun: &str) -> String {
    if count == 0 { format!("no {noun}s") } else { counted(count, noun) }
}

/// This many coins.
pub(crate) fn coins(amount: Money) -> String {
    some(amount.units(), "coin")
}

/// This many points.
pub(crate) fn points(count: u16) -> String {
    some(count.into(), "point")
}

/// This many units.
pub(crate) fn units(count: u8) -> String {
    some(count.into(), "unit")
}

/// This many goods.
pub(crate) fn goods(count: usize) -> String {
    some(count as i32, "good")
}
