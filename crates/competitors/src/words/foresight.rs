//! What a step would cost and bring, as far as it is certain before it is taken. (D8 to D10)

use crate::{
    CompetitorsRules, Continent, Place, State, Stop, Strait, Territory, Token, Vehicle,
    movement::{Traveller, Way, routes::Over, trucks::BorderCard},
    words::{
        choice::Choice,
        saying::{Reader, capital, plain},
    },
};
use kernel::{Money, say::counted};

/// When a customs card is drawn for the step.
enum Card {
    None,
    Now,
    IfItStops,
    On(Strait),
}

/// What a step comes to.
struct Foresight {
    points: u8,
    fuel: Money,
    card: Card,
    /// A strait that is crossed by the last part of the way.
    strait: Option<Strait>,
    /// Where the token then is, if nothing comes between.
    place: Place,
    /// Does the movement turn end there in any case?
    ends: bool,
}

impl CompetitorsRules {
    /// The words of a step.
    pub(crate) fn choice_of_step(&self, state: &State, token: Token, to: Stop, reader: &Reader) -> Choice {
        let clause = if state.journey.is_some_and(|journey| journey.delivery.is_some()) { "CMP-DELIV-5" } else { "CMP-TM-3" };
        let destination = self.destination(token.vehicle(), to);
        // Where several tokens may move, it is said which one.
        let label = match self.movers(state).len() {
            0 | 1 => format!("Go to {destination}"),
            _ => format!("{} to {destination}", capital(&self.token(token, reader))),
        };
        Choice::new(clause, label).so(self.step_parts(state, token, to, reader)).under(topic_of_step(self, token, to))
    }

    fn step_parts(&self, state: &State, token: Token, to: Stop, reader: &Reader) -> Vec<String> {
        let Some(traveller) = self.traveller(state, token) else { return Vec::new() };
        let Ok(way) = self.may_go(state, token, to) else { return Vec::new() };
        let Some(step) = self.foreseen(state, &traveller, token, to, way) else { return Vec::new() };
        let (seat, left) = (state.active, self.points_left(state, token));
        let entry = step.place.territory().map_or(Money::ZERO, |at| self.entry_price(state, &traveller, at));
        let mut parts = vec![format!("{} of {left}", counted(step.points, "point"))];
        if step.fuel + entry > Money::ZERO {
            let price = match (step.fuel, entry) {
                (fuel, Money::ZERO) => format!("fuel {fuel}"),
                (Money::ZERO, fee) => format!("a fee of {fee}{}", self.to_whom(state, step.place, reader)),
                (fuel, fee) => format!("fuel {fuel} and a fee of {fee}{}", self.to_whom(state, step.place, reader)),
            };
            parts.push(format!("{price}, {}", self.left(state, seat, step.fuel + entry)));
        }
        if let Some(strait) = step.strait {
            parts.push(format!("across {}", self.pack[strait].name));
        }
        let arrives = traveller.receiver.is_some() && traveller.receiver == step.place.territory();
        parts.extend(match step.card {
            Card::None => None,
            Card::Now => Some("a customs card".to_owned()),
            Card::IfItStops if arrives => Some("a customs card".to_owned()),
            Card::IfItStops => Some("a customs card if it stops there".to_owned()),
            Card::On(strait) => Some(format!("a customs card on {}", self.pack[strait].name)),
        });
        if step.place.territory().is_some_and(|at| self.routes.flags.contains(at)) {
            let certain = token.is_carrier() || arrives;
            parts.push(if certain { "a political event" } else { "a political event if it stops there" }.to_owned());
        }
        if step.ends && !arrives {
            parts.push("the movement turn ends there".to_owned());
        }
        parts.extend(self.risk(state, token, step.place));
        if arrives {
            parts.extend(self.arrival(state));
        }
        parts
    }

    /// ` to Bob`, who has a site there.
    fn to_whom(&self, state: &State, place: Place, reader: &Reader) -> String {
        let owner = place.territory().and_then(|at| self.site_owner(state, at));
        owner.map_or(String::new(), |owner| format!(" to {}", reader.who(owner)))
    }

    /// What the running Delivery earns. (CMP-DELIV-9)
    fn arrival(&self, state: &State) -> Option<String> {
        let sender = state.journey?.delivery?.sender;
        let load = state.piece(state.carrying(sender)?).load?;
        let reward = self.reward_words(state, load.signer, load.contract, load.sender, load.receiver);
        Some(format!("the goods are at the Receiver: {reward}"))
    }

    fn foreseen(&self, state: &State, traveller: &Traveller, token: Token, to: Stop, way: Way) -> Option<Foresight> {
        Some(match (way, to) {
            (Way::Drive(drive), Stop::Territory(at)) => {
                let (card, strait) = match drive.over {
                    Over::Strait(strait) => (if traveller.draws { Card::On(strait) } else { Card::None }, Some(strait)),
                    Over::Border(_) => (self.card_at_border(state, traveller, at, drive.over), None),
                };
                let fuel = self.fuel(state, token);
                Foresight { points: drive.points, fuel, card, strait, place: Place::Land(at), ends: false }
            }
            (Way::Sail { points, strait, .. }, Stop::Cell(cell)) => {
                let card = strait.filter(|_| traveller.draws).map_or(Card::None, Card::On);
                Foresight { points, fuel: self.fuel(state, token), card, strait, place: Place::Sea(cell), ends: false }
            }
            (Way::Dock { points }, Stop::Territory(at)) => {
                let draws = traveller.draws && !self.has_site_on(state, state.active, at);
                let card = if draws { Card::Now } else { Card::None };
                Foresight { points, fuel: self.fuel(state, token), card, strait: None, place: Place::Port(at), ends: false }
            }
            (Way::Fly(flight), Stop::Territory(at)) => {
                let draws = traveller.draws && self.landing_card(state, state.piece(token).last, at);
                let card = if draws { Card::Now } else { Card::None };
                let ends = self.landing_ends(state, token.owner(), at);
                Foresight { points: flight.points, fuel: flight.fuel, card, strait: None, place: Place::Airport(at), ends }
            }
            (Way::Fly(flight), Stop::Cell(cell)) => {
                let place = Place::Air(cell);
                Foresight { points: flight.points, fuel: flight.fuel, card: Card::None, strait: None, place, ends: false }
            }
            (Way::Fly(flight), Stop::Arrow(arrow)) => {
                let place = Place::Edge(arrow.opposite());
                Foresight { points: flight.points, fuel: flight.fuel, card: Card::None, strait: None, place, ends: true }
            }
            _ => return None,
        })
    }

    fn card_at_border(&self, state: &State, traveller: &Traveller, to: Territory, over: Over) -> Card {
        match self.border_card(state, traveller, to, over) {
            BorderCard::None => Card::None,
            BorderCard::Now => Card::Now,
            BorderCard::IfItStops => Card::IfItStops,
        }
    }

    /// Tokens of a player that are out, with where they are.
    pub(crate) fn fleet_words(&self, state: &State, seat: kernel::Seat, reader: &Reader) -> Vec<String> {
        let out = Token::fleet(seat).filter(|token| state.is_out(*token));
        out.map(|token| format!("{} {}", plain(token), self.place_words(state.piece(token).place, reader))).collect()
    }
}

/// The topic of the airports of a continent.
const fn airports_of(continent: Continent) -> &'static str {
    match continent {
        Continent::NorthAmerica => "Airports in North America",
        Continent::SouthAmerica => "Airports in South America",
        Continent::Europe => "Airports in Europe",
        Continent::Africa => "Airports in Africa",
        Continent::Asia => "Airports in Asia",
        Continent::Oceania => "Airports in Oceania",
    }
}

/// What a step of a token is about.
pub(crate) fn topic_of_step(rules: &CompetitorsRules, token: Token, to: Stop) -> &'static str {
    match (token.vehicle(), to) {
        (Vehicle::Truck, _) => "Roads",
        (Vehicle::Ship, Stop::Territory(_)) => "Ports",
        (Vehicle::Ship, _) => "Sea",
        (Vehicle::Aircraft, Stop::Territory(at)) => airports_of(rules.pack[at].continent),
        (Vehicle::Aircraft, _) => "Air",
    }
}
