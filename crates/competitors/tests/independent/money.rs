//! Fees, fuel, rewards, victory points, wealth and places.

use crate::printed::{Kind, Land, Printed};
use std::collections::BTreeSet;

pub type Player = usize;

/// CMP-HQ-2.
pub const HEADQUARTERS_FEE: i64 = 10_000;

#[derive(Clone, Debug)]
pub struct Site {
    pub owner: Player,
    pub land: Land,
    pub headquarters: bool,
    /// The tolls of the advantage cards on it (CMP-SPEC-10).
    pub tolls: Vec<i64>,
}

/// The payments for the entry of a token into a territory, in order (CMP-HQ-2, CMP-HQ-3, CMP-SPEC-10, CMP-SPEC-23, CMP-BRANCH-12).
/// `user` moves the token, `owner` owns it; to neither of them is anything due (CMP-CHART-9).
pub fn entry(sites: &[Site], user: Player, owner: Player, land: Land) -> Vec<(Player, i64)> {
    let mut payments = Vec::new();
    for site in sites.iter().filter(|site| site.land == land && site.owner != user && site.owner != owner) {
        if site.headquarters {
            payments.push((site.owner, HEADQUARTERS_FEE));
        }
        payments.extend(site.tolls.iter().map(|toll| (site.owner, *toll)));
    }
    payments
}

/// The fuel of a truck or a ship for a T.M. (CMP-FUEL-1, CMP-FUEL-2).
pub fn fuel(kind: Kind) -> i64 {
    match kind {
        Kind::Truck => 500,
        Kind::Ship => 1_000,
        Kind::Aircraft => panic!("an aircraft pays by distance"),
    }
}

/// What an aircraft pays for each flight of one T.M. that reach these notches (CMP-AIR-4, CMP-AIR-5). `per_turn`: the setting
/// `aircraft_fuel`.
pub fn flight_fuel(notches: &[u32], per_turn: bool) -> Vec<i64> {
    let mut paid = 0;
    let mut each = Vec::new();
    for notch in notches {
        let full = 1_000 * i64::from(*notch);
        let now = if per_turn { full.min(3_000 - paid) } else { full };
        paid += now;
        each.push(now);
    }
    each
}

/// The price of an extra P.M. on a strait (CMP-STRAIT-5).
pub fn extra_point(kind: Kind) -> i64 {
    match kind {
        Kind::Truck => 5_000,
        Kind::Ship => 10_000,
        Kind::Aircraft => panic!("no aircraft is on a strait"),
    }
}

/// CMP-BUY-2.
pub fn price(kind: Kind) -> i64 {
    match kind {
        Kind::Truck => 30_000,
        Kind::Ship => 100_000,
        Kind::Aircraft => 200_000,
    }
}

pub fn price_back(kind: Kind) -> i64 {
    price(kind) / 2
}

pub const BRANCH_PRICE: i64 = 100_000;
pub const BRANCH_BACK: i64 = 50_000;

/// Where a bought token may be put (CMP-BUY-4).
pub fn places_for_new(printed: &Printed, sites: &BTreeSet<Land>, kind: Kind) -> Vec<Land> {
    sites.iter().copied().filter(|site| takes(printed, *site, kind)).collect()
}

/// Can a token of this kind be put on a territory?
pub fn takes(printed: &Printed, land: Land, kind: Kind) -> bool {
    use crate::printed::Airport;
    match kind {
        Kind::Truck => true,
        Kind::Ship => printed.territories[land].port.is_some(),
        Kind::Aircraft => printed.territories[land].airport != Airport::None,
    }
}

/// CMP-END-7.
pub fn wealth(money: i64, tokens: &[Kind], branches: usize) -> i64 {
    money + tokens.iter().map(|kind| price_back(*kind)).sum::<i64>() + BRANCH_BACK * branches as i64
}

/// VP after a success (CMP-VP-1, CMP-VP-5, CMP-VP-6).
pub fn after_success(printed: &Printed, before: i64, sender: Land, receiver: Land, cap: Option<i64>) -> i64 {
    let after = before + printed.victory_points(sender, receiver);
    cap.map_or(after, |cap| after.min(cap))
}

/// VP after a failure (CMP-VP-3, CMP-VP-4).
pub fn after_failure(before: i64) -> i64 {
    (before - 1).max(0)
}

/// CMP-DELIV-10, CMP-DELIV-11: the printed number counts, and T.M. that effects took count as used.
pub fn early(used: u32, printed_limit: u32) -> bool {
    used < printed_limit
}

/// The place of every player, from VP and wealth; equals share one (CMP-END-8, CMP-END-11).
pub fn places(standing: &[(i64, i64)]) -> Vec<usize> {
    standing.iter().map(|own| 1 + standing.iter().filter(|other| *other > own).count()).collect()
}
