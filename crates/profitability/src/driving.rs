//! Driving: one decision from here to a stop, at the price of the cheapest way. (PRF-MOVE, PRF-WH, PRF-FIRST)

use crate::{
    colours::Colour,
    events::Event,
    places::{Place, Warehouse},
    reach::Way,
    routes::Routes,
    rules::ProfitabilityRules,
    state::{Deeds, Drive, Stage, State},
};
use kernel::{Consequence, Journal, Luck, Refusal};

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
        journal.note(|| self.told(state, from, to, via, price));
        let truck = &mut state.trucks[colour.index()];
        state.counts.steps = state.counts.steps.saturating_add(price.into());
        state.counts.carried = state.counts.carried.saturating_add(truck.load() * u32::from(price));
        state.drive = Some(Drive { colour, from, via, last: truck.last });
        // PRF-FIRST-1: with the first step out the duty is done.
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
        if self.single && (via.is_some() || from.warehouse().is_some()) {
            state.left = true;
        }
        if self.take_back {
            // PRF-WH-10: after a departure nothing is taken back; what was booked in this turn stays known.
            state.deeds = Deeds { bookings: state.deeds.bookings, booked: state.deeds.booked, ..Deeds::NONE };
        }
        state.put(colour, Some(to));
        state.points -= price;
        Ok(self.act_done(state, luck, journal))
    }

    fn told(&self, state: &State, from: Place, to: Place, via: Option<Warehouse>, price: u8) -> Event {
        let colour = state.colour();
        let path = Way::of(self, state, colour).and_then(|way| Routes::of(&way).to(to, via)).unwrap_or_default();
        Event::Drove {
            seat: state.seat,
            from: self.board.name(from),
            to: self.board.name(to),
            path: path.into_iter().map(|place| self.board.name(place)).collect(),
            price,
        }
    }

    /// Why the player in turn cannot drive there.
    #[cold]
    pub(crate) fn why_not_drive(&self, state: &State, to: Place, via: Option<Warehouse>) -> Refusal {
        let colour = state.colour();
        let (name, points) = (self.board.name(to), state.points);
        let Some(way) = Way::of(self, state, colour) else {
            return Refusal::new("PRF-GAME-4", "there is no truck of this colour");
        };
        let truck = state.truck(colour);
        match to {
            Place::Dot(dot) if !self.board.dots(state.tiles).contains(dot) => {
                return Refusal::new("PRF-MOVE-2", format!("there is no dot {name} as the tiles lie: drive where a road leads"));
            }
            Place::Dot(dot) if way.is_occupied(dot) => {
                let reason = format!("another truck stands on {name}: stop on a free dot before it, or drive further");
                return Refusal::new("PRF-MOVE-5", reason);
            }
            Place::Dot(_) if truck.at == Some(to) && via.is_none() => {
                return Refusal::new("PRF-MOVE-8", format!("your truck stands on {name} already: drive on, or end your turn"));
            }
            Place::In(warehouse) if via.map_or(truck.last == warehouse, |via| via == warehouse) => {
                let reason = format!("you have just been in {name}: visit another warehouse before you come back");
                return Refusal::new("PRF-WH-5", reason);
            }
            Place::In(warehouse) if !way.has_room(warehouse) => {
                let reason = format!("{name} is full: it has room for {} at a time", trucks(warehouse.room()));
                return Refusal::new("PRF-WH-3", reason);
            }
            _ => {}
        }
        if let Some(via) = via {
            if !way.has_room(via) {
                return Refusal::new("PRF-WH-4", format!("{via} is full and cannot be driven through"));
            }
            if way.alone().price(Place::In(via), None, points).is_none() && truck.last == via {
                return Refusal::new(
                    "PRF-WH-5",
                    format!("you have just been in {via}: visit another warehouse before you come back"),
                );
            }
        }
        if way.if_all_open().price(to, via, points).is_some() {
            let reason = format!("a full warehouse is on the way to {name} and cannot be driven through: there is no way round");
            return Refusal::new("PRF-WH-4", reason);
        }
        if self.block && way.alone().price(to, via, points).is_some() {
            let reason = format!("other trucks block the way to {name}: with {} there is no way round", a_number(points));
            return Refusal::new("PRF-MOVE-6", reason);
        }
        let through = via.map_or_else(String::new, |via| format!(" through {via}"));
        Refusal::new("PRF-TURN-4", format!("{name} is too far{through}: each dot costs 1 point, and you have {points}"))
    }

    /// The last drive of any truck, as it went.
    pub(crate) fn last_route(&self, state: &State) -> Option<(Colour, Vec<Place>)> {
        let Drive { colour, from, via, last } = state.drive?;
        let to = state.truck(colour).at?;
        let way = Way::from(self, state, colour, from, last)?;
        Some((colour, Routes::of(&way).to(to, via)?))
    }

    /// Does the player in turn still have to drive out of the small warehouse, and can? (PRF-FIRST-1, PRF-FIRST-3)
    #[inline]
    pub(crate) fn must_drive(&self, state: &State) -> bool {
        let colour = state.colour();
        state.truck(colour).home && Way::of(self, state, colour).is_some_and(|way| way.can_drive(state.points))
    }
}

impl Way<'_> {
    /// Is there any stop at all?
    fn can_drive(&self, points: u8) -> bool {
        self.reach(points).stops(self).any(|stops| !stops.dots.is_empty() || !stops.parks.is_empty())
    }
}

/// How many trucks, in words.
fn trucks(count: usize) -> String {
    if count == 1 { "1 truck".into() } else { format!("{count} trucks") }
}

/// How many points, in words.
pub(crate) fn a_number(points: u8) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}
