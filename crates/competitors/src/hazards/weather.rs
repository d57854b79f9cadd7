//! Meteorological, natural and human events: the danger, who is exposed to it, and what is put back. (CMP-WX)

use crate::{
    Action, Advantage, CompetitorsRules, Contracts, Event, Failure, PendingView, Place, Point, State, Stop, Territories,
    Territory, Token, Tokens, TurnState, Vehicle, WeatherLoaded,
    decision::{Decision, Frame},
    play::Play,
    positions::invariants::is,
    state::Danger,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, capital, plain},
    },
};
use kernel::{Journal, Line, Luck, Refusal, Seat, Seats, Turn, Viewer, refuse};

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
                Frame::CrossStrait(crossing) if crossing.strait == strait => match crossing.near {
                    Stop::Territory(at) => Some(self.pack[at].point),
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
}

impl<L: Luck, J: Journal<Event>> Play<'_, L, J> {
    /// Rolls a new danger, which takes the place of the old one and strikes at once. (CMP-WX-1 to CMP-WX-3, CMP-SETUP-13)
    pub fn new_danger(&mut self) {
        let area = crate::Continent::new(usize::from(self.die(6)) - 1).unwrap_or(crate::Continent::NorthAmerica);
        let die = self.die(12);
        self.state.danger = Some(Danger { area, die });
        self.note(|| Event::Danger { area, die });
        self.push(Strike { left: self.rules.seats() });
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
        self.push(PutBack { token });
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

/// The danger strikes these players, one by one in order of play: each rolls once for all own tokens in the area. (CMP-WX-7, CMP-WX-8)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strike {
    /// Who is left.
    pub left: Seats,
}

impl Decision for Strike {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let Some(seat) = play.rules.in_order(play.state).find(|seat| self.left.contains(*seat)) else {
            play.pop();
            // CMP-ROUND-2: a danger strikes at the start of a round, and then the first player's turn begins.
            play.begin_turn(play.state.first);
            return true;
        };
        play.replace(Strike { left: self.left.without(seat) });
        let exposed: Tokens = Token::fleet(seat).filter(|token| play.rules.is_exposed(play.state, *token)).collect();
        if !exposed.is_empty() && !play.is_saved(seat, exposed) {
            let mut tokens = exposed;
            // The last one pushed is put back first.
            while let Some(token) = { tokens }.last() {
                tokens.remove(token);
                play.blow_away(token);
            }
        }
        true
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.journey.is_none() && state.turn == TurnState::default() && state.active == state.first
    }

    fn check(&self, rules: &CompetitorsRules, _state: &State) -> Result<(), Refusal> {
        is(self.left.within(rules.seats()), "CMP-WX-8", || "the danger strikes those who play".into())
    }
}

/// Tokens of the journey that rest or have entered the area are checked against the weather, one by one. (CMP-WX-9)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weather;

impl Decision for Weather {
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let next = play.state.journey.as_ref().and_then(|journey| journey.to_check.lowest());
        let (Some(token), Some(journey)) = (next, play.journey()) else {
            play.pop();
            return true;
        };
        journey.to_check.remove(token);
        if play.rules.is_exposed(play.state, token) && !play.is_saved(token.owner(), Tokens::only(token)) {
            play.end_here();
            if let Some(journey) = play.journey() {
                journey.drove.remove(token);
            }
            play.blow_away(token);
        }
        true
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::AfterStep(_) | Frame::Arrived(_)))
    }
}

/// A token is to be put on its owner's nearest site; if several are as near, the owner is asked. (D26, CMP-WX-10)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PutBack {
    /// Which token.
    pub token: Token,
}

impl Decision for PutBack {
    fn turn(&self, _rules: &CompetitorsRules, _state: &State) -> Turn {
        Turn::of(self.token.owner())
    }

    fn candidates(&self, rules: &CompetitorsRules, state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(rules.nearest_sites(state, self.token).map(Action::Put));
    }

    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Put(to) if rules.nearest_sites(state, self.token).contains(to) => Ok(()),
            Action::Put(_) => refuse("CMP-WX-10", "another site is nearer"),
            _ => untimely(rules, state, seat, action),
        }
    }

    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, _seat: Seat, action: &Action) {
        if let Action::Put(site) = *action {
            play.pop();
            play.put_on_site(self.token, site);
        }
    }

    /// Unless the owner has to choose.
    fn run(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>) -> bool {
        let sites = match play.state.is_out(self.token) {
            true => play.rules.nearest_sites(play.state, self.token),
            false => Territories::NONE,
        };
        if sites.len() > 1 {
            return false;
        }
        play.pop();
        if let Some(site) = sites.lowest() {
            play.put_on_site(self.token, site);
        }
        true
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let (owner, token) = (self.token.owner(), plain(self.token));
        let at = rules.place_words(state.piece(state.outermost(self.token)).place, reader);
        let you =
            || format!("{}, {at}, has to leave, and two or more of your sites are equally near: choose one.", capital(&token));
        let they = || format!("{} chooses the site to which {token}, {at}, is put back.", reader.name(owner));
        reader.one(owner, "CMP-WX-10", you, they)
    }

    fn choice(&self, rules: &CompetitorsRules, _state: &State, _seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        let Action::Put(at) = *action else { return Choice::written(rules, action) };
        let place = rules.place_words(rules.place_on(self.token.vehicle(), at), reader);
        Choice::new("CMP-WX-10", format!("Put {} {place}", plain(self.token)))
    }

    fn fallback(&self, rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        let sites = rules.nearest_sites(state, self.token);
        let home = rules.headquarters(state, seat).filter(|home| sites.contains(*home));
        home.or(sites.lowest()).map_or(Action::End, Action::Put)
    }

    fn shown(&self, rules: &CompetitorsRules, state: &State, _viewer: Viewer) -> Option<PendingView> {
        let sites = rules.territory_ids(rules.nearest_sites(state, self.token));
        Some(PendingView::PutBack { token: self.token, sites })
    }

    fn token(&self) -> Option<Token> {
        Some(self.token)
    }

    fn lies_on(&self, below: Option<&Frame>) -> bool {
        matches!(below, Some(Frame::Strike(_) | Frame::Weather(_) | Frame::PutBack(_) | Frame::ApplyEffect(_)))
    }
}
