//! What Businessmen counts, in words; none of it is "no coins".

use kernel::{Money, say::counted};

fn some(count: i32, noun: &str) -> String {
    if count == 0 { format!("no {noun}s") } else { counted(count, noun) }
}

/// So many coins.
pub(crate) fn coins(amount: Money) -> String {
    some(amount.units(), "coin")
}

/// So many points.
pub(crate) fn points(count: u16) -> String {
    some(count.into(), "point")
}

/// So many units.
pub(crate) fn units(count: u8) -> String {
    some(count.into(), "unit")
}

/// So many goods.
pub(crate) fn goods(count: usize) -> String {
    some(count as i32, "good")
}
