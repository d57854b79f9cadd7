//! Trucks: where one can drive, over borders and straits, in one step or in a run. (CMP-TRUCK, CMP-STRAIT, CMP-TM-13)

use crate::{
    BorderKind, CompetitorsRules, Lasting, State, Territories, Territory, TransitFlagCustoms, Vehicle, WeatherCheck,
    movement::{
        Traveller,
        routes::{Over, Road},
    },
};
use std::cmp::Ordering;

/// How a territory is entered at the end of a way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drive {
    /// The points of the whole way.
    pub points: u8,
    steps: u8,
    /// From where the last step is taken.
    pub from: Territory,
    /// Over what.
    pub over: Over,
}

/// Where a truck can go now: every territory in reach, each by one way.
pub(crate) struct Drives {
    start: Territory,
    /// The best way to each territory, whatever its last step brings.
    ends: [Option<Drive>; Territory::COUNT],
    /// The best way to each territory on which nothing is paid, drawn, rolled or asked, so that a run can go on from there.
    quiet: [Option<Drive>; Territory::COUNT],
    pub reached: Territories,
}

impl Drives {
    /// The way to a territory.
    #[inline]
    pub fn to(&self, territory: Territory) -> Option<Drive> {
        self.ends[territory.index()]
    }

    /// The places of a way from its end back, without the start.
    fn back(&self, end: Territory, drive: Drive) -> impl Iterator<Item = Territory> + '_ {
        let mut next = Some((end, drive));
        std::iter::from_fn(move || {
            let (place, drive) = next?;
            next = if drive.from == self.start { None } else { self.quiet[drive.from.index()].map(|way| (drive.from, way)) };
            Some(place)
        })
    }

    /// The places on the way to a territory, itself the last.
    pub fn way(&self, end: Territory) -> Vec<Territory> {
        let mut way: Vec<Territory> = self.to(end).into_iter().flat_map(|drive| self.back(end, drive)).collect();
        way.reverse();
        way
    }

    /// Fewest points, then fewest steps, then the places that come first in the files. (CMP-TM-13)
    fn is_better(&self, end: Territory, new: Drive, old: Drive) -> bool {
        match (new.points, new.steps).cmp(&(old.points, old.steps)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                // The two ways have as many places; what differs first from the start decides, which is what differs last from the end.
                let pairs = self.back(end, new).zip(self.back(end, old));
                let decided = pairs.fold(Ordering::Equal, |so_far, (new, old)| new.cmp(&old).then(so_far));
                decided == Ordering::Less
            }
        }
    }
}

impl CompetitorsRules {
    /// What a truck pays to enter over this road now; none if the road is closed. (CMP-EFF-21, CMP-EFF-25)
    #[inline]
    pub(crate) fn road_points(&self, state: &State, road: Road) -> Option<u8> {
        match self.danger(state) {
            Some(danger) if danger.territories.contains(road.to) => match danger.lasting {
                Lasting::SlowLand => Some(road.points + 1),
                Lasting::ClosedRoads => None,
                _ => Some(road.points),
            },
            _ => Some(road.points),
        }
    }

    /// Where a truck can go from here with so many points. (CMP-TRUCK-1, CMP-TRUCK-3, CMP-TRUCK-7)
    pub(crate) fn drives(&self, state: &State, traveller: &Traveller, start: Territory, points: u8) -> Drives {
        self.drives_until(state, traveller, start, points, None)
    }

    /// The way of a truck to one territory.
    pub(crate) fn drive_to(
        &self,
        state: &State,
        traveller: &Traveller,
        start: Territory,
        points: u8,
        to: Territory,
    ) -> Option<Drive> {
        self.drives_until(state, traveller, start, points, Some(to)).to(to)
    }

    /// Looks no further than to `goal`, if there is one.
    fn drives_until(
        &self,
        state: &State,
        traveller: &Traveller,
        start: Territory,
        points: u8,
        goal: Option<Territory>,
    ) -> Drives {
        let mut drives =
            Drives { start, ends: [None; Territory::COUNT], quiet: [None; Territory::COUNT], reached: Territories::NONE };
        let mut layers = [Territories::NONE; 32];
        layers[0].insert(start);
        let points = points.min(layers.len() as u8 - 1);
        for used in 0..points {
            // What costs no more than the ways looked at so far is found as well as it can be.
            if goal.and_then(|goal| drives.to(goal)).is_some_and(|way| way.points <= used) {
                break;
            }
            for from in layers[usize::from(used)] {
                let steps = if from == start { 0 } else { drives.quiet[from.index()].map_or(0, |way| way.steps) };
                if from != start && drives.quiet[from.index()].is_some_and(|way| way.points != used) {
                    continue;
                }
                for road in &self.routes.roads[from.index()] {
                    let Some(price) = self.road_points(state, *road) else { continue };
                    let drive = Drive { points: used + price, steps: steps + 1, from, over: road.over };
                    let entry = self.entry_price(state, traveller, road.to);
                    if drive.points > points || road.to == start || entry > traveller.money {
                        continue;
                    }
                    if drives.to(road.to).is_none_or(|old| drives.is_better(road.to, drive, old)) {
                        drives.ends[road.to.index()] = Some(drive);
                        drives.reached.insert(road.to);
                    }
                    let quiet = entry.units() == 0 && self.is_quiet_drive(state, traveller, road.to, road.over);
                    if quiet && drives.quiet[road.to.index()].is_none_or(|old| drives.is_better(road.to, drive, old)) {
                        drives.quiet[road.to.index()] = Some(drive);
                        layers[usize::from(drive.points)].insert(road.to);
                    }
                }
            }
        }
        drives
    }

    /// Is nothing drawn, rolled or asked when the truck enters here and drives on? (CMP-TM-13)
    fn is_quiet_drive(&self, state: &State, traveller: &Traveller, to: Territory, over: Over) -> bool {
        let draws = match over {
            Over::Strait(_) => traveller.draws,
            Over::Border(_) => self.border_card(state, traveller, to, over) == BorderCard::Now,
        };
        !draws && traveller.receiver != Some(to) && !self.meets_weather(state, traveller, to)
    }

    /// Is the weather checked because a truck enters this territory? (CMP-WX-9)
    pub(crate) fn meets_weather(&self, state: &State, traveller: &Traveller, to: Territory) -> bool {
        self.options.weather_check == WeatherCheck::OnEntry
            && !traveller.weathered
            && self.danger(state).is_some_and(|danger| {
                danger.territories.contains(to)
                    && danger.affects.contains(Vehicle::Truck)
                    && !self.sites(state, traveller.owner).contains(to)
            })
    }

    /// Does a loaded truck draw a customs card at a border? (CMP-CUST-3, CMP-CUST-7 to CMP-CUST-10, CMP-HQ-6)
    pub(crate) fn border_card(&self, state: &State, traveller: &Traveller, to: Territory, over: Over) -> BorderCard {
        if !traveller.draws || self.sites(state, traveller.payer).contains(to) {
            return BorderCard::None;
        }
        let flag = self.routes.flags.contains(to);
        match over {
            // CMP-CUST-12: the strait's card is the only one.
            Over::Strait(_) => BorderCard::None,
            Over::Border(BorderKind::Customs) if flag && self.options.transit_flag_customs == TransitFlagCustoms::None => {
                BorderCard::IfItStops
            }
            Over::Border(BorderKind::Customs) => BorderCard::Now,
            Over::Border(BorderKind::Regional) if flag && self.options.regional_flag_customs => BorderCard::IfItStops,
            Over::Border(BorderKind::Regional) => BorderCard::None,
        }
    }
}

/// When a truck draws a customs card at a border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BorderCard {
    None,
    Now,
    IfItStops,
}
