//! Why a truck or a ship cannot get to a place: the reason given for a refused step. (CMP-TRUCK-3, CMP-SHIP-2, CMP-SHIP-3,
//! CMP-TM-13)

use crate::{Cell, CompetitorsRules, Lasting, Place, State, Territories, Territory, movement::Traveller};
use kernel::{Money, Refusal, say::counted};

/// A traveller whom nothing stops: no customs, danger or fee.
fn carefree(traveller: &Traveller) -> Traveller {
    Traveller { money: Money::new(i32::MAX), priced: Territories::NONE, ..untouched(traveller) }
}

/// A traveller who pays fees but draws no customs cards and meets no danger.
fn untouched(traveller: &Traveller) -> Traveller {
    Traveller { draws: false, receiver: None, weathered: true, ..*traveller }
}

/// The refusal for something that comes first on the way. (CMP-TM-13)
fn met_on_the_way(what: &str) -> Refusal {
    Refusal::new("CMP-TM-13", format!("{what} on the way comes first: go only as far as that, then on"))
}

fn too_far(clause: &'static str, points: u8) -> Refusal {
    Refusal::new(clause, format!("it is too far: {} left", counted(points, "point")))
}

fn slow_sea() -> Refusal {
    Refusal::new("CMP-EFF-22", "as long as the danger lasts, the sea on the way is slow")
}

impl CompetitorsRules {
    /// Why a truck cannot drive there now.
    pub(crate) fn why_no_drive(
        &self,
        state: &State,
        traveller: &Traveller,
        from: Territory,
        points: u8,
        to: Territory,
    ) -> Refusal {
        let reaches =
            |state: &State, traveller: &Traveller, points: u8| self.drive_to(state, traveller, from, points, to).is_some();
        let closed = |danger: &crate::Danger| danger.lasting == Lasting::ClosedRoads;
        if from == to {
            return Refusal::new("CMP-TRUCK-3", "the truck is there already");
        }
        if self.danger(state).is_some_and(|danger| closed(danger) && danger.territories.contains(to)) {
            return Refusal::new("CMP-EFF-25", "the roads into it are closed as long as the danger lasts");
        }
        let entry = self.entry_price(state, traveller, to);
        match () {
            () if reaches(state, &carefree(traveller), points) => match () {
                () if entry > traveller.money => Refusal::new("CMP-HQ-4", format!("you cannot pay the fee of {entry} there")),
                () if reaches(state, &Traveller { draws: false, ..*traveller }, points) => met_on_the_way("a customs card"),
                () if reaches(state, &Traveller { weathered: true, ..*traveller }, points) => met_on_the_way("the danger"),
                () if reaches(state, &untouched(traveller), points) => met_on_the_way("what is due"),
                () => met_on_the_way("a fee"),
            },
            () if reaches(&calm(state), &carefree(traveller), points) => {
                Refusal::new("CMP-EFF-25", "as long as the danger lasts, roads on the way are closed or slow")
            }
            () if self.is_on_the_road_from(from, to) => too_far("CMP-TRUCK-3", points),
            () => Refusal::new("CMP-TRUCK-3", "no road leads there"),
        }
    }

    /// Do roads lead from here to there, however long they are?
    fn is_on_the_road_from(&self, from: Territory, to: Territory) -> bool {
        let mut reached = Territories::NONE.with(from);
        loop {
            let next = reached.flat_map(|one| self.routes.roads[one.index()].iter()).fold(reached, |all, road| all.with(road.to));
            if next == reached {
                return reached.contains(to);
            }
            reached = next;
        }
    }

    /// Why a ship cannot sail to this hex now.
    pub(crate) fn why_no_sail(&self, state: &State, traveller: &Traveller, place: Place, points: u8, to: Cell) -> Refusal {
        let sails =
            |state: &State, traveller: &Traveller| self.sails_until(state, traveller, place, points, Some(to)).to(to).is_some();
        let reaches = |traveller: &Traveller| sails(state, traveller);
        match () {
            () if place == Place::Sea(to) => Refusal::new("CMP-SHIP-2", "the ship is there already"),
            () if self.pack[to].zone().is_none() => Refusal::new("CMP-SHIP-2", "there is no sea in this hex"),
            () if reaches(&carefree(traveller)) => self.met_at_sea(traveller, reaches),
            () if sails(&calm(state), &carefree(traveller)) => slow_sea(),
            () => too_far("CMP-SHIP-2", points),
        }
    }

    /// Why a ship cannot dock there now.
    pub(crate) fn why_no_dock(&self, state: &State, traveller: &Traveller, place: Place, points: u8, to: Territory) -> Refusal {
        let hex = self.pack[to].port.map(|port| port.hex);
        let docks =
            |state: &State, traveller: &Traveller| self.sails_until(state, traveller, place, points, hex).ports.contains(to);
        let reaches = |traveller: &Traveller| docks(state, traveller);
        let entry = self.entry_price(state, traveller, to);
        match () {
            () if place == Place::Port(to) => Refusal::new("CMP-SHIP-3", "the ship is there already"),
            () if hex.is_none() => Refusal::new("CMP-SHIP-3", "there is no port"),
            () if self.port_is_closed(state, to) => Refusal::new("CMP-EFF-23", "the port is closed as long as the danger lasts"),
            () if reaches(&carefree(traveller)) && entry > traveller.money => {
                Refusal::new("CMP-HQ-4", format!("you cannot pay the fee of {entry} there"))
            }
            () if reaches(&carefree(traveller)) => self.met_at_sea(traveller, reaches),
            () if docks(&calm(state), &carefree(traveller)) => slow_sea(),
            () => too_far("CMP-SHIP-3", points),
        }
    }

    fn met_at_sea(&self, traveller: &Traveller, reaches: impl Fn(&Traveller) -> bool) -> Refusal {
        match () {
            () if reaches(&Traveller { draws: false, ..*traveller }) => met_on_the_way("a customs card"),
            () if reaches(&Traveller { weathered: true, ..*traveller }) => met_on_the_way("the danger"),
            () => met_on_the_way("what is due"),
        }
    }
}

/// The same state without the danger.
fn calm(state: &State) -> State {
    State { danger: None, ..*state }
}
