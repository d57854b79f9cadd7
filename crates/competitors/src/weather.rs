//! Meteorological, natural and human events: the danger, who is exposed to it, and what is put back. (CMP-WX)

use crate::{
    effects::Advantage,
    events::{Event, Failure},
    options::WeatherLoaded,
    places::{Contracts, Point, Territories, Territory, Vehicle},
    play::Play,
    rules::CompetitorsRules,
    state::{Danger, Frame, State},
    tokens::{Place, Stop, Token, Tokens},
};
use kernel::{Journal, Luck, Refusal, Seat, Seats, refuse};

/// A save number from which on no roll is needed. (CMP-SPEC-13)
const SAFE: u8 = 7;

impl CompetitorsRules {
    /// Is the token exposed to the danger: vulnerable, in its area, and of a kind that it hits? (CMP-WX-4 to CMP-WX-6, CMP-WX-13, CMP-WX-14,
    /// CMP-SHIP-7)
    pub(crate) fn is_exposed(&self, state: &State, token: Token) -> bool {
        let Some(danger) = self.danger(state) else { return false };
        let here = match state.piece(token).place {
            Place::Land(at) => danger.territories.contains(at) && !self.sites(state, token.owner()).contains(at),
            Place::Sea(cell) => self.pack[cell].zone().is_some_and(|zone| danger.zones.contains(zone)),
            place if place.is_flight() => self.flight_cell(place).is_some_and(|cell| {
                let cell = &self.pack[cell];
                cell.zone().is_some_and(|zone| danger.zones.contains(zone))
                    || !cell.territories.and(danger.territories).is_empty()
            }),
            _ => false,
        };
        here && danger.affects.contains(token.vehicle())
    }

    /// A roll below this saves the player. (CMP-WX-7, CMP-SPEC-13)
    pub(crate) fn save_number(&self, state: &State, seat: Seat) -> u8 {
        let (Some(danger), Some(card)) = (state.danger, self.danger(state)) else { return SAFE };
        let cards = self.advantages(state, seat).filter(|(_, _, site)| self.pack[*site].continent == danger.area);
        let more = cards.map(|(_, card, _)| if let Advantage::Save(more) = card { more } else { 0 });
        more.fold(card.save, u8::saturating_add)
    }

    /// Sites of the owner on which such a token can be put. (CMP-BUY-4, CMP-BRANCH-7, CMP-WX-10)
    pub(crate) fn fitting_sites(&self, state: &State, seat: Seat, vehicle: Vehicle) -> Territories {
        let sites = self.sites(state, seat);
        match vehicle {
            Vehicle::Truck => sites,
            Vehicle::Ship => sites.and(self.routes.ports),
            Vehicle::Aircraft => sites.and(self.routes.airports),
        }
    }

    /// The place of a token on such a territory.
    pub(crate) fn place_on(&self, vehicle: Vehicle, territory: Territory) -> Place {
        match vehicle {
            Vehicle::Truck => Place::Land(territory),
            Vehicle::Ship => Place::Port(territory),
            Vehicle::Aircraft => Place::Airport(territory),
        }
    }

    /// Is it at a site of its owner already? (CMP-EFF-13)
    pub(crate) fn is_at_site(&self, state: &State, token: Token) -> bool {
        // CMP-COMBO-14: a truck aboard is where its carrier is.
        state.territory_of(token).is_some_and(|at| self.sites(state, token.owner()).contains(at))
    }

    /// From where distances count: on a strait from the near side. (CMP-WX-10, CMP-STRAIT-7)
    fn point_of(&self, state: &State, token: Token) -> Option<Point> {
        let token = state.outermost(token);
        match state.piece(token).place {
            Place::Land(at) | Place::Port(at) | Place::Airport(at) => Some(self.pack[at].point),
            Place::Sea(cell) => Some(cell.centre()),
            Place::Strait(strait) => { state.pending.iter() }.find_map(|frame| match frame {
                Frame::Crossing { strait: crossed, near, .. } if *crossed == strait => match near {
                    Stop::Territory(at) => Some(self.pack[*at].point),
                    Stop::Cell(cell) => Some(cell.centre()),
                    Stop::Arrow(_) => None,
                },
                _ => None,
            }),
            place => self.flight_point(place),
        }
    }

    /// The sites of its owner that are nearest to a token; several if they are equally near. (CMP-WX-10, CMP-CHART-10)
    pub(crate) fn nearest_sites(&self, state: &State, token: Token) -> Territories {
        let sites = self.fitting_sites(state, token.owner(), token.vehicle());
        let Some(from) = self.point_of(state, token) else { return sites };
        let distance = |site: &Territory| from.squared_around(self.pack[*site].point);
        let Some(least) = { sites }.map(|site| distance(&site)).min() else { return sites };
        { sites }.filter(|site| distance(site) == least).collect()
    }

    /// May the token be put back there? (D26)
    pub(crate) fn may_put_back(&self, state: &State, seat: Seat, to: Territory) -> Result<(), Refusal> {
        let Some(Frame::PutBack(token)) = state.top() else {
            return refuse("CMP-WX-10", "no token is to be put back");
        };
        if token.owner() != seat {
            return refuse("CMP-WX-10", "the owner of the token chooses");
        }
        if !self.nearest_sites(state, *token).contains(to) {
            return refuse("CMP-WX-10", "another site is nearer");
        }
        Ok(())
    }
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Rolls a new danger, which takes the place of the old one and strikes at once. (CMP-WX-1 to CMP-WX-3, CMP-SETUP-13)
    pub fn new_danger(&mut self) {
        let area = crate::places::Continent::new(usize::from(self.die(6)) - 1).unwrap_or(crate::places::Continent::NorthAmerica);
        let die = self.die(12);
        self.state.danger = Some(Danger { area, die });
        self.note(|| Event::Danger { area, die });
        self.push(Frame::Strike(self.rules.seats()));
    }

    /// The danger strikes those who are left, in order of play: each rolls once for all own tokens in the area. (CMP-WX-7, CMP-WX-8)
    pub fn strike(&mut self, left: Seats) -> bool {
        let Some(seat) = self.rules.in_order(self.state).find(|seat| left.contains(*seat)) else {
            self.pop();
            // CMP-ROUND-2: a danger strikes at the start of a round, and then the first player's turn begins.
            self.begin_turn(self.state.first);
            return true;
        };
        self.replace(Frame::Strike(left.without(seat)));
        let exposed: Tokens = Token::fleet(seat).filter(|token| self.rules.is_exposed(self.state, *token)).collect();
        if !exposed.is_empty() && !self.is_saved(seat, exposed) {
            let mut tokens = exposed;
            // The last one pushed is put back first.
            while let Some(token) = { tokens }.last() {
                tokens.remove(token);
                self.blow_away(token);
            }
        }
        true
    }

    /// Rolls against the danger. (CMP-WX-7)
    fn is_saved(&mut self, seat: Seat, tokens: Tokens) -> bool {
        let save = self.rules.save_number(self.state, seat);
        let die = (save < SAFE).then(|| self.die(6));
        let saved = die.is_none_or(|die| die < save);
        self.note(|| Event::Weather { seat, tokens: tokens.collect(), die, save, saved });
        saved
    }

    /// The token is put back, with or without its goods. (CMP-WX-11, CMP-WX-12)
    fn blow_away(&mut self, token: Token) {
        if self.rules.options.weather_loaded == WeatherLoaded::Fail {
            let cargo = self.state.piece(token).cargo;
            for loaded in [Some(token), cargo].into_iter().flatten() {
                let Some(sender) = self.state.piece(loaded).load.map(|load| load.sender) else { continue };
                let runs =
                    self.state.journey.and_then(|journey| journey.delivery).is_some_and(|delivery| delivery.sender == sender);
                if runs {
                    self.fail_delivery(Failure::Weather);
                } else {
                    self.fail_contract(sender, Failure::Weather, Contracts::NONE);
                }
            }
        }
        self.push(Frame::PutBack(token));
    }

    /// Tokens of the journey that rest or have entered the area are checked one by one. (CMP-WX-9)
    pub fn check_weather(&mut self) -> bool {
        let Some(journey) = self.state.journey.as_mut() else {
            self.pop();
            return true;
        };
        let Some(token) = journey.to_check.lowest() else {
            self.pop();
            return true;
        };
        journey.to_check.remove(token);
        if self.rules.is_exposed(self.state, token) && !self.is_saved(token.owner(), Tokens::only(token)) {
            self.end_here();
            if let Some(journey) = self.journey() {
                journey.drove.remove(token);
            }
            self.blow_away(token);
        }
        true
    }

    /// A token is put on its owner's nearest site, unless the owner has to choose. (CMP-WX-10)
    pub fn put_back(&mut self, token: Token) -> bool {
        if !self.state.is_out(token) {
            self.pop();
            return true;
        }
        let sites = self.rules.nearest_sites(self.state, token);
        match sites.lowest() {
            Some(site) if sites.len() == 1 => {
                self.pop();
                self.put_on_site(token, site);
                true
            }
            Some(_) => false,
            None => {
                self.pop();
                true
            }
        }
    }

    /// The owner has chosen. (D26)
    pub fn put_back_to(&mut self, site: Territory) {
        if let Some(Frame::PutBack(token)) = self.state.top().copied() {
            self.pop();
            self.put_on_site(token, site);
        }
    }

    /// Puts a token on a site; nothing else arises from it. (CMP-TM-11)
    pub fn put_on_site(&mut self, token: Token, site: Territory) {
        let place = self.rules.place_on(token.vehicle(), site);
        self.set_place(token, place);
        // What is still due of the step does not take it back to where the step began. (CMP-EFF-5, CMP-EFF-13)
        if let Some(journey) = self.state.journey.as_mut().filter(|journey| journey.moved.contains(token)) {
            journey.from = place;
        }
        self.note(|| Event::PutBack { token, to: site });
    }
}
