//! When a customs card is due (CMP-CUST). `sites` are the sites of the goods' owner (CMP-CUST-14).

use crate::{
    printed::{Border, Land, Printed},
    routes::{Drive, Over, Sail, at_home},
};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    No,
    /// On the border, on the strait, in the port or at the airport.
    Now,
    /// Only if the T.M. ends in the territory that was entered.
    IfItEndsHere,
}

/// The settings that bear on customs (CMP-OPT-1).
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// `aircraft_customs` is `any`.
    pub every_landing: bool,
    /// `transit_flag_customs` is `none`.
    pub no_card_in_transit: bool,
    /// `regional_flag_customs` is yes.
    pub regional_flags: bool,
}

/// A step of a truck (CMP-CUST-2, CMP-CUST-3, CMP-CUST-5, CMP-CUST-8 to CMP-CUST-10, CMP-CUST-12, CMP-CUST-13).
pub fn truck(printed: &Printed, settings: Settings, sites: &BTreeSet<Land>, loaded: bool, drive: Drive) -> Due {
    if !loaded {
        return Due::No;
    }
    let Over::Border(border) = drive.over else { return Due::Now };
    if sites.contains(&drive.to) {
        return Due::No;
    }
    let flag = printed.territories[drive.to].red_flag;
    match border {
        Border::Customs if flag && settings.no_card_in_transit => Due::IfItEndsHere,
        Border::Customs => Due::Now,
        Border::Regional if flag && settings.regional_flags => Due::IfItEndsHere,
        Border::Regional => Due::No,
    }
}

/// A step of a ship other than docking (CMP-CUST-5).
pub fn ship_crosses(laden: bool, sail: Sail) -> Due {
    if laden && sail.strait.is_some() { Due::Now } else { Due::No }
}

/// A docking (CMP-CUST-4, CMP-CUST-8).
pub fn ship_docks(printed: &Printed, sites: &BTreeSet<Land>, laden: bool, port: Land) -> Due {
    if laden && !at_home(printed, sites, port) { Due::Now } else { Due::No }
}

/// A landing (CMP-CUST-6, CMP-CUST-8). `from` is the territory that the aircraft last took off from.
pub fn aircraft_lands(printed: &Printed, settings: Settings, sites: &BTreeSet<Land>, laden: bool, from: Land, at: Land) -> Due {
    let abroad = printed.territories[from].customs_area != printed.territories[at].customs_area;
    if laden && !sites.contains(&at) && (abroad || settings.every_landing) { Due::Now } else { Due::No }
}

/// Is a political event due (CMP-POL-1 to CMP-POL-3)? A truck stops where its T.M. ends, a ship where it docks, an aircraft where it
/// lands; an own site is no protection (CMP-POL-12).
pub fn political_event(printed: &Printed, stops_at: Land) -> bool {
    printed.territories[stops_at].red_flag
}
