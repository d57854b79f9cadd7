//! Driving: one decision takes a truck to its next stop, at the price of the cheapest way. (PRF-MOVE, PRF-WH, PRF-FIRST)

use crate::{
    colours::Colour,
    events::Event,
    places::{Place, Warehouse},
    reach::Way,
    routes::Routes,
    rules::ProfitabilityRules,
    state::{Drive, GoodsHandled, Handled, Stage, State},
};
use kernel::{Consequence, Journal, Luck, Refusal, say::counted};

impl ProfitabilityRules {
    /// Drives to this place, through `via` last if that is named.
    #[inline]
    pub(crate) fn drive(
        &self,
        state: &mut State,
        to: Place,
        via: Option<Warehouse>,
        luck: &mut impl Luck,
        journal: &mut impl Journal<Event>,
    ) -> Result<Consequence, Refusal> {
        let colour = state.colour();
        let price = Way::of(self, state, colour).and_then(|way| way.price(to, via, state.points));
        let (Some(price), Some(from)) = (price, state.truck(colour).at) else {
            return Err(self.why_not_drive(state, to, via));
        };
        journal.note(|| self.drove(state, from, to, via, price));
        let truck = &mut state.trucks[colour.index()];
        state.counts.steps = state.counts.steps.saturating_add(price.into());
        state.counts.carried = state.counts.carried.saturating_add(truck.load() * u32::from(price));
        state.drive = Some(Drive { colour, from, via, last: truck.last });
        // PRF-FIRST-1: the first step out fulfils the duty.
        truck.home = false;
        if let Some(via) = via {
            truck.last = via;
        }
        if let Place::In(warehouse) = to {
            // PRF-ARROW-4, PRF-WH-6
            truck.last = warehouse;
            truck.stage = Stage::Unload;
        } else {
            truck.stage = Stage::Load;
        }
        // PRF-SEQ-7: after goods were handled here, none may be handled in the next warehouse. Driving through one handles
        // nothing. (PRF-EDGE-22)
        if state.handled == Handled::Here {
            state.handled = Handled::Elsewhere;
        }
        if self.take_back {
            // PRF-WH-10: after a departure nothing can be taken back, but the bookings of this turn are remembered.
            state.goods_handled =
                GoodsHandled { bookings: state.goods_handled.bookings, booked: state.goods_handled.booked, ..GoodsHandled::NONE };
        }
        state.put(colour, Some(to));
        state.points -= price;
        Ok(self.act_done(state, luck, journal))
    }

    fn drove(&self, state: &State, from: Place, to: Place, via: Option<Warehouse>, price: u8) -> Event {
        let colour = state.colour();
        let path = Way::of(self, state, colour).and_then(|way| Routes::of(&way).to(to, via)).unwrap_or_default();
        Event::Drove { seat: state.seat, from: self.board.name(from), to: self.board.name(to), path: self.names(path), price }
    }

    /// Why the player in turn cannot drive there.
    #[cold]
    pub(crate) fn why_not_drive(&self, state: &State, to: Place, via: Option<Warehouse>) -> Refusal {
        let colour = state.colour();
        let Some(way) = Way::of(self, state, colour) else {
            return Refusal::new("PRF-GAME-4", "there is no truck of this colour");
        };
        let (name, truck) = (self.board.said(to), state.truck(colour));
        match (to, via) {
            (Place::Dot(dot), _) if !self.board.dots(state.tiles).contains(dot) => {
                return Refusal::new("PRF-MOVE-2", format!("there is no dot {name} as the tiles lie: drive where a road leads"));
            }
            (Place::Dot(dot), _) if way.is_occupied(dot) => {
                return Refusal::new("PRF-MOVE-5", format!("another truck stands on {name}: stop on a free dot"));
            }
            (Place::Dot(_), None) if truck.at == Some(to) => {
                return Refusal::new("PRF-MOVE-8", format!("your truck stands on {name} already"));
            }
            (Place::In(_), None) if truck.at == Some(to) => {
                let reason = format!("your truck is in {name}: leave it and visit another warehouse before you come back");
                return Refusal::new("PRF-WH-5", reason);
            }
            (Place::In(warehouse), Some(via)) if via == warehouse => {
                return Refusal::new(
                    "PRF-WH-5",
                    format!("you cannot both drive through {name} and stop in it: visit another warehouse first"),
                );
            }
            (Place::In(warehouse), None) if truck.last == warehouse => {
                return Refusal::new("PRF-WH-5", visited_last(warehouse));
            }
            (Place::In(warehouse), _) if !way.has_room(warehouse) => {
                let reason = format!("{name} is full: it has room for {} at a time", counted(warehouse.room() as u32, "truck"));
                return Refusal::new("PRF-WH-3", reason);
            }
            _ => {}
        }
        match via {
            Some(via) => self.why_not_through(state, &way, to, via),
            None => self.why_not_by_road(state, &way, to),
        }
    }

    /// Why there is no way by roads alone to a place where the truck may stop.
    fn why_not_by_road(&self, state: &State, way: &Way<'_>, to: Place) -> Refusal {
        let (name, points) = (self.board.said(to), state.points);
        let through = Warehouse::all().find(|via| way.price(to, Some(*via), points).is_some());
        if let Some(through) = through {
            let reason = format!("{name} cannot be reached by road alone now: drive there through {}", through.said());
            return Refusal::new("PRF-WH-7", reason);
        }
        if self.block && way.alone().price(to, None, points).is_some() {
            return Refusal::new("PRF-MOVE-6", format!("other trucks block the way to {name}"));
        }
        Refusal::new("PRF-TURN-4", format!("{name} is too far: each dot costs 1 action point, and you have {points}"))
    }

    /// Why there is no way through this warehouse to a place where the truck may stop.
    fn why_not_through(&self, state: &State, way: &Way<'_>, to: Place, via: Warehouse) -> Refusal {
        let (name, through, points) = (self.board.said(to), via.said(), state.points);
        let truck = state.truck(state.colour());
        if truck.at == Some(Place::In(via)) {
            let reason = format!("your truck is in {through}: leaving it is not driving through it");
            return Refusal::new("PRF-WH-7", reason);
        }
        if !way.has_room(via) {
            return Refusal::new("PRF-WH-4", format!("{through} is full and cannot be driven through"));
        }
        if truck.last == via {
            return Refusal::new("PRF-WH-5", visited_last(via));
        }
        if way.if_all_open().price(to, Some(via), points).is_some() {
            let reason = format!("the way to {name} through {through} leads through a full warehouse");
            return Refusal::new("PRF-WH-4", reason);
        }
        if self.block && way.alone().price(to, Some(via), points).is_some() {
            return Refusal::new("PRF-MOVE-6", format!("other trucks block the way to {name} through {through}"));
        }
        let reason = format!("{name} is too far through {through}: each dot costs 1 action point, and you have {points}");
        Refusal::new("PRF-TURN-4", reason)
    }

    /// The last drive of any truck, as it went.
    pub(crate) fn last_route(&self, state: &State) -> Option<(Colour, Vec<Place>)> {
        let Drive { colour, from, via, last } = state.drive?;
        let to = state.truck(colour).at?;
        let way = Way::from(self, state, colour, from, last)?;
        Some((colour, Routes::of(&way).to(to, via)?))
    }

    /// Must the player in turn still drive out of the small warehouse, and is that possible? (PRF-FIRST-1, PRF-FIRST-3)
    #[inline]
    pub(crate) fn must_drive(&self, state: &State) -> bool {
        let colour = state.colour();
        state.truck(colour).home && Way::of(self, state, colour).is_some_and(|way| way.can_drive(state.points))
    }
}

impl Way<'_> {
    /// Is there any place to drive to?
    pub(crate) fn can_drive(&self, points: u8) -> bool {
        self.reach(points).stops(self).any(|stops| !stops.dots.is_empty() || !stops.parks.is_empty())
    }
}

/// PRF-WH-5: why this warehouse may not be entered.
fn visited_last(warehouse: Warehouse) -> String {
    format!("{} is the warehouse you visited last: visit another one before you come back", warehouse.said())
}
