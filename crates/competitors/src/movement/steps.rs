//! Taking a step: what is paid, where the token comes, and what that triggers. (CMP-TM-3, CMP-TM-7; D8 to D10)

use crate::{
    At, Cell, Event, Journey, Place, Stop, Strait, Territory, Token, Tokens,
    decision::{AfterStep, CardOrEvent, CrossStrait, DrawCustoms, Frame, RollEvent, Weather},
    figures::HEADQUARTERS_FEE,
    movement::{
        CAP_WITH_TRUCK, Traveller, Way,
        aircraft::hangar,
        routes::Over,
        trucks::{BorderCard, Drive},
    },
    play::Play,
};
use kernel::{Journal, Luck, Money, Seat};

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Begins to move a token: the action is used, whatever follows. (CMP-MOVE-1, CMP-MOVE-7)
    pub fn begin_move(&mut self, seat: Seat, token: Token) {
        self.state.journey = Some(Journey::of(token));
        self.note(|| Event::MoveBegan { seat, token });
    }

    pub fn journey(&mut self) -> Option<&mut Journey> {
        self.state.journey.as_mut()
    }

    /// A token takes a step or a run of steps by a way that it may take; others in the same place do not matter. (CMP-TM-3, CMP-TM-12,
    /// CMP-TM-13)
    pub fn go(&mut self, token: Token, to: Stop, way: Way) {
        let rules = self.rules;
        let (seat, from) = (self.state.active, self.state.piece(token).place);
        let free = rules.refuels_free(self.state, token);
        let fuel = if let Way::Fly(flight) = way { flight.fuel } else { rules.fuel(self.state, token) };
        let Some(traveller) = rules.traveller(self.state, token) else { return };
        self.tell_way(token, to, way, fuel, &traveller);
        let starts = self.state.journey.as_ref().is_some_and(|journey| !journey.moving);
        self.begin_step(token, starts, free);
        self.pay_fuel(seat, token, fuel);
        match (way, to) {
            (Way::Drive(drive), Stop::Territory(to)) => {
                self.set_out(token, Place::Land(drive.from), None);
                match drive.over {
                    Over::Strait(strait) => {
                        let beyond = drive.points.min(rules.far_points(self.state, Stop::Territory(to)));
                        self.spend(token, drive.points - beyond);
                        self.enter_strait(token, strait, Stop::Territory(drive.from), Stop::Territory(to), traveller.draws);
                    }
                    Over::Border(_) => {
                        self.spend(token, drive.points);
                        self.push(AfterStep);
                        self.enter_by_land(token, to, rules.border_card(self.state, &traveller, to, drive.over));
                    }
                }
            }
            (Way::Sail { points, near, strait }, Stop::Cell(to)) => {
                self.set_out(token, near, None);
                match (strait, near) {
                    (Some(strait), Place::Sea(near)) => {
                        let beyond = points.min(rules.far_points(self.state, Stop::Cell(to)));
                        self.spend(token, points - beyond);
                        self.enter_strait(token, strait, Stop::Cell(near), Stop::Cell(to), traveller.draws);
                    }
                    _ => {
                        self.spend(token, points);
                        self.push(AfterStep);
                        self.enter_hex(token, to);
                    }
                }
            }
            (Way::Dock { points }, Stop::Territory(to)) => {
                let Some(port) = rules.pack[to].port else { return };
                self.set_out(token, Place::Sea(port.hex), None);
                self.spend(token, points);
                self.push(AfterStep);
                self.dock(token, to);
            }
            (Way::Fly(flight), to) => {
                if let Some(journey) = self.journey() {
                    journey.notches[hangar(token)] = journey.notches[hangar(token)].saturating_add(flight.notch);
                }
                let last = self.state.piece(token).last;
                self.set_out(token, from, last);
                self.spend(token, flight.points);
                self.push(AfterStep);
                self.fly(token, to);
            }
            _ => {}
        }
    }

    /// Logs a way with all its places, which are computed only if somebody listens. Where a customs card is drawn on a strait
    /// the way ends there; the rest is logged when it is known. (CMP-STRAIT-4)
    fn tell_way(&mut self, token: Token, to: Stop, way: Way, fuel: Money, traveller: &Traveller) {
        let (rules, state) = (self.rules, &*self.state);
        let (seat, from, points) = (state.active, state.piece(token).place, rules.points_left(state, token));
        let beyond = rules.far_points(state, to);
        self.journal.note(|| {
            let sailed = |hex: Option<Cell>, quietly: bool| -> Vec<At> {
                let sails = rules.sails(state, traveller, from, points);
                let sail = hex.and_then(|hex| if quietly { sails.quietly_to(hex) } else { sails.to(hex) });
                sail.map_or_else(Vec::new, |sail| sails.way(sail).into_iter().map(At::Sea).collect())
            };
            let (mut places, mut points) = match (way, from, to) {
                (Way::Drive(drive), Place::Land(start), Stop::Territory(to)) => {
                    let places = rules.drives(state, traveller, start, points).way(to);
                    (places.into_iter().map(At::Land).collect(), drive.points)
                }
                (Way::Dock { points }, _, Stop::Territory(to)) => {
                    let mut places = sailed(rules.pack[to].port.map(|port| port.hex), true);
                    places.push(At::Port(to));
                    (places, points)
                }
                (Way::Drive(Drive { points, .. }) | Way::Sail { points, .. } | Way::Dock { points }, _, to) => {
                    (sailed(if let Stop::Cell(to) = to { Some(to) } else { None }, false), points)
                }
                (Way::Fly(flight), _, Stop::Territory(to)) => (vec![At::Airport(to)], flight.points),
                (Way::Fly(flight), _, Stop::Cell(cell)) => (vec![At::Air(cell)], flight.points),
                (Way::Fly(flight), _, Stop::Arrow(arrow)) => (vec![At::Arrow(arrow)], flight.points),
            };
            if let Some(strait) = way.strait().filter(|_| traveller.draws) {
                places.pop();
                places.push(At::Strait(strait));
                points -= points.min(beyond);
            }
            Event::Went { seat, token, from: from.into(), way: places, points, fuel }
        });
    }

    /// The first moving step begins the movement turn. (CMP-TM-3, CMP-DELIV-3, CMP-COMBO-6)
    fn begin_step(&mut self, token: Token, starts: bool, free: bool) {
        let cargo = self.state.piece(token).cargo;
        let Some(journey) = self.state.journey.as_mut() else { return };
        if starts {
            let own = token.vehicle().allowance() as i8;
            *journey = Journey {
                token: journey.token,
                delivery: journey.delivery,
                moving: true,
                cap: if cargo.is_some() { CAP_WITH_TRUCK } else { own },
                ..Journey::of(token)
            };
            if free {
                journey.free_fuel.insert(token);
            }
            if let Some(delivery) = &mut journey.delivery {
                delivery.used = delivery.used.saturating_add(1);
            }
        }
        // CMP-MOVE-8: of the tokens that have moved, only the one that takes this step and what it carries go on.
        let step = cargo.map_or(Tokens::only(token), |truck| Tokens::only(token).with(truck));
        journey.parted = journey.parted.or(journey.moved.and_not(step));
        journey.moved = journey.moved.or(step);
        journey.group = journey.group.or(step);
        // CMP-POL-2: a truck that leaves aboard has only passed through, and a card that is due if it stops is not due any more.
        if let Some(truck) = cargo.filter(|truck| journey.drove.contains(*truck)) {
            journey.drove.remove(truck);
            journey.card_due = false;
        }
        // CMP-CHART-3: a hired token that carries the goods earns its fee.
        let hired = token.owner() != self.state.active;
        if let Some(delivery) = &mut journey.delivery
            && hired
        {
            delivery.carried_by.insert(token);
        }
        // CMP-COMBO-15: free steps are counted between two moving steps.
        self.state.turn.boarded = Tokens::NONE;
        self.state.turn.landed = Tokens::NONE;
        self.state.turn.handed = Tokens::NONE;
    }

    fn pay_fuel(&mut self, seat: Seat, token: Token, fuel: Money) {
        self.pays_bank(seat, fuel);
        if let Some(journey) = self.journey() {
            journey.fuelled.insert(token);
        }
    }

    /// The last step begins here. (CMP-EFF-5)
    fn set_out(&mut self, token: Token, from: Place, last: Option<Territory>) {
        self.set_place(token, from);
        if let Some(journey) = self.journey() {
            journey.from = from;
            journey.from_last = last;
        }
    }

    /// Points are used: the token's own, and those of the group. (CMP-COMBO-6)
    pub fn spend(&mut self, token: Token, points: u8) {
        if let Some(journey) = self.journey() {
            journey.left[token.index()] -= points as i8;
            journey.cap -= points as i8;
        }
    }

    /// Puts a token somewhere; what is aboard comes along, and a truck leaves its carrier. An aircraft remembers the airport. (CMP-COMBO-14)
    pub fn set_place(&mut self, token: Token, place: Place) {
        if let Place::Aboard(carrier) = self.state.piece(token).place {
            self.state.piece_mut(carrier).cargo = None;
        }
        let piece = self.state.piece_mut(token);
        piece.place = place;
        match place {
            Place::Airport(territory) => piece.last = Some(territory),
            Place::Aboard(carrier) => self.state.piece_mut(carrier).cargo = Some(token),
            _ => {}
        }
    }

    /// A truck or a ship enters a strait: it goes on at once, or as the customs card allows, whatever lies beyond. (CMP-STRAIT-1,
    /// CMP-STRAIT-4, CMP-CUST-5, CMP-CUST-13)
    fn enter_strait(&mut self, token: Token, strait: Strait, near: Stop, far: Stop, draws: bool) {
        self.then([CrossStrait { token, strait, near, far }.into(), AfterStep.into()]);
        if draws {
            self.set_place(token, Place::Strait(strait));
            self.push(DrawCustoms { token, at: None });
        }
    }

    /// The movement turn ends with what is due of this step. (CMP-TM-5)
    pub fn end_here(&mut self) {
        if let Some(journey) = self.journey() {
            journey.ended = true;
        }
    }

    /// The headquarters fee and the tolls, in this order. (CMP-TM-7, CMP-HQ-4, CMP-SPEC-23)
    fn pay_entry(&mut self, token: Token, to: Territory) {
        let payer = self.state.active;
        for seat in self.rules.seats() {
            if seat == payer || seat == token.owner() || !self.rules.sites(self.state, seat).contains(to) {
                continue;
            }
            if self.rules.headquarters(self.state, seat) == Some(to) {
                self.pays(payer, seat, HEADQUARTERS_FEE);
                self.note(|| Event::Fee { from: payer, to: seat, at: to, amount: HEADQUARTERS_FEE });
            }
            let toll = self.rules.tolls(self.state, seat, to);
            if toll > Money::ZERO {
                self.pays(payer, seat, toll);
                self.note(|| Event::Toll { from: payer, to: seat, at: to, amount: toll });
            }
        }
    }

    /// A truck is in a territory. (CMP-TRUCK-5, CMP-TRUCK-6, CMP-TM-9)
    pub fn enter_by_land(&mut self, token: Token, to: Territory, card: BorderCard) {
        let weather = match self.rules.traveller_now(self.state, token) {
            Some(traveller) => self.rules.meets_weather(self.state, &traveller, to),
            None => false,
        };
        self.set_place(token, Place::Land(to));
        self.pay_entry(token, to);
        let flag = self.rules.routes.flags.contains(to);
        let turn_ends = matches!(self.state.top(), Some(Frame::TurnOver(_)));
        if let Some(journey) = self.journey() {
            journey.drove.insert(token);
            journey.card_due = card == BorderCard::IfItStops;
        }
        if turn_ends {
            return;
        }
        if weather {
            self.weather_on_entry(token);
        }
        match card {
            BorderCard::Now if flag => self.push(CardOrEvent { token }),
            BorderCard::Now => self.push(DrawCustoms { token, at: Some(to) }),
            BorderCard::None | BorderCard::IfItStops => {}
        }
    }

    /// A ship is in a hex.
    pub fn enter_hex(&mut self, token: Token, to: Cell) {
        let weather = match self.rules.traveller_now(self.state, token) {
            Some(traveller) => self.rules.sails_into_weather(self.state, &traveller, to),
            None => false,
        };
        self.set_place(token, Place::Sea(to));
        if weather && !matches!(self.state.top(), Some(Frame::TurnOver(_))) {
            self.weather_on_entry(token);
        }
    }

    fn weather_on_entry(&mut self, token: Token) {
        if let Some(journey) = self.journey() {
            journey.weathered = true;
            journey.to_check.insert(token);
        }
        self.push(Weather);
    }

    /// A ship docks. (CMP-SHIP-5, CMP-SHIP-8, CMP-SHIP-9, CMP-CUST-4, CMP-CUST-11)
    fn dock(&mut self, token: Token, to: Territory) {
        let draws = self.rules.traveller_now(self.state, token).is_some_and(|traveller| traveller.draws);
        self.set_place(token, Place::Port(to));
        self.pay_entry(token, to);
        let card = draws && !self.rules.has_site_on(self.state, self.state.active, to);
        self.stop_of_carrier(token, to, card);
    }

    /// An aircraft is in flight, or lands; what it flies over does nothing. (CMP-AIR-7 to CMP-AIR-16, CMP-AIR-18)
    fn fly(&mut self, token: Token, to: Stop) {
        match to {
            Stop::Cell(cell) => self.set_place(token, Place::Air(cell)),
            Stop::Arrow(arrow) => {
                self.set_place(token, Place::Edge(arrow.opposite()));
                self.end_here();
            }
            Stop::Territory(to) => {
                let draws = self.rules.traveller_now(self.state, token).is_some_and(|traveller| traveller.draws);
                let card = draws && self.rules.landing_card(self.state, self.state.piece(token).last, to);
                self.set_place(token, Place::Airport(to));
                self.pay_entry(token, to);
                if self.rules.landing_ends(self.state, token.owner(), to) {
                    self.end_here();
                }
                self.stop_of_carrier(token, to, card);
            }
        }
    }

    /// A ship or an aircraft has stopped in a territory: the customs card and the event, in the order that the player chooses. (CMP-POL-8)
    fn stop_of_carrier(&mut self, token: Token, to: Territory, card: bool) {
        let event = self.rules.routes.flags.contains(to);
        // CMP-CHART-11: a truck that was left aboard when a hire ended at sea goes ashore.
        if let Some(truck) = self.state.piece(token).cargo.filter(|truck| truck.owner() != self.state.active) {
            self.put_ashore(token.owner(), truck, token, to);
        }
        match (card, event) {
            (true, true) if self.rules.customs_come_first(token) => {
                self.then([DrawCustoms { token, at: Some(to) }.into(), RollEvent { token, at: Some(to) }.into()]);
            }
            (true, true) => self.push(CardOrEvent { token }),
            (true, false) => self.push(DrawCustoms { token, at: Some(to) }),
            (false, true) => self.push(RollEvent { token, at: Some(to) }),
            (false, false) => {}
        }
    }
}
