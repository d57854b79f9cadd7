//! Who is vulnerable where, under which danger, and which sites are nearest (CMP-WX).

use crate::{
    money::takes,
    printed::{Danger, Hex, Kind, Land, Printed},
    routes::Aloft,
};
use std::collections::BTreeSet;

/// Where a token is; a truck aboard is where its carrier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Truck(Land),
    Docked(Land),
    AtSea(Hex),
    Landed(Land),
    /// A cell or an arrow.
    Aloft(Aloft),
}

impl Place {
    pub fn kind(self) -> Kind {
        match self {
            Place::Truck(_) => Kind::Truck,
            Place::Docked(_) | Place::AtSea(_) => Kind::Ship,
            Place::Landed(_) | Place::Aloft(_) => Kind::Aircraft,
        }
    }

    pub fn point(self, printed: &Printed) -> (i64, i64) {
        match self {
            Place::Truck(land) | Place::Docked(land) | Place::Landed(land) => printed.territories[land].point,
            Place::AtSea(hex) => printed.cells[&hex].centre,
            Place::Aloft(place) => place.point(printed),
        }
    }

    /// Is the token in the area of the danger (CMP-WX-4)?
    pub fn in_area(self, printed: &Printed, danger: &Danger) -> bool {
        match self {
            Place::Truck(land) | Place::Docked(land) | Place::Landed(land) => danger.territories.contains(&land),
            Place::AtSea(hex) => danger.zones.contains(&printed.cells[&hex].zone),
            Place::Aloft(place) => {
                let cell = &printed.cells[&place.cell(printed)];
                let listed = |name: &String| danger.territories.iter().any(|land| printed.territories[*land].id == *name);
                danger.zones.contains(&cell.zone) || listed(&cell.zone) || cell.also.iter().any(listed)
            }
        }
    }

    /// CMP-WX-5, CMP-WX-6: `sites` are those of the token's owner.
    pub fn vulnerable(self, sites: &BTreeSet<Land>) -> bool {
        match self {
            Place::Truck(land) => !sites.contains(&land),
            Place::AtSea(_) | Place::Aloft(_) => true,
            Place::Docked(_) | Place::Landed(_) => false,
        }
    }

    /// Must the owner of the outermost token at this place roll (CMP-WX-7, CMP-WX-13, CMP-WX-14)?
    pub fn endangered(self, printed: &Printed, danger: &Danger, sites: &BTreeSet<Land>) -> bool {
        self.in_area(printed, danger) && self.vulnerable(sites) && danger.affects.contains(&self.kind())
    }
}

/// CMP-WX-7, CMP-SPEC-13: `raised` is what advantages add to the save number. `None` if no roll is needed.
pub fn saved(danger: &Danger, raised: u32, roll: u32) -> Option<bool> {
    let save = danger.save + raised;
    (save < 7).then_some(roll < save)
}

/// The nearest sites for a token that is put back, all that are equally near, in the order of the file (CMP-WX-10).
pub fn nearest(printed: &Printed, sites: &BTreeSet<Land>, kind: Kind, from: (i64, i64)) -> Vec<Land> {
    let square = |land: Land| {
        let point = printed.territories[land].point;
        let across = (point.0 - from.0).abs();
        across.min(3_600 - across).pow(2) + (point.1 - from.1).pow(2)
    };
    let fit: Vec<Land> = sites.iter().copied().filter(|site| takes(printed, *site, kind)).collect();
    let least = fit.iter().map(|site| square(*site)).min();
    fit.into_iter().filter(|site| Some(square(*site)) == least).collect()
}

/// Where a token goes when its owner says nothing: the headquarters if it is among the nearest, otherwise the first in the file
/// (decision D26).
pub fn where_put_back(nearest: &[Land], headquarters: Land) -> Land {
    if nearest.contains(&headquarters) { headquarters } else { nearest[0] }
}
