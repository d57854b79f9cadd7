//! Tables that a test lays out piece by piece: who holds which cards, where tokens are, what is signed.

use super::{Table, options, seat};
use competitors::{Contract, Contracts, Load, Piece, Place, State, Territories, Territory, Token, Vehicle};
use kernel::{Money, Notation, Rules, Seats, Seeded, Silent};
use serde_json::{Value, json};
use std::sync::Arc;

/// The headquarters, by seat: Germany, Italy, Japan, Atlantic States, Northern China.
const OFFICES: [&str; 5] = ["H3", "H4", "H8", "H1", "H7"];

/// A table in the making. All hands are empty at first, everybody has the tokens and the money of the start, it is A's first turn, and
/// the danger that lasts is far from Europe.
pub struct Setup {
    rules: Arc<competitors::CompetitorsRules>,
    state: State,
}

/// So many players.
pub fn set(players: u8) -> Setup {
    set_with(json!({ "players": players }))
}

/// With these settings.
pub fn set_with(settings: Value) -> Setup {
    let rules = Arc::new(proof::rules::<competitors::Competitors>(&options(settings)));
    let begin = |seed: u64| {
        let mut luck = Seeded::new(seed);
        let mut state = rules.start(&mut luck, &mut Silent);
        while let Some(seat) = rules.turn(&state).awaited.lowest().filter(|seat| state.player(*seat).office.is_none()) {
            let office = rules.read(&format!("headquarters {}", OFFICES[seat.index()])).expect("a headquarters");
            rules.apply(&mut state, seat, &office, &mut luck, &mut Silent).expect("it is free");
        }
        state
    };
    let fits = |state: &State| {
        let far = state.danger.is_some_and(|danger| danger.area == competitors::Continent::Oceania);
        far && state.first == seat('A')
    };
    let mut state = (0..).map(begin).find(fits).expect("a start with A first and the danger in Oceania");
    for player in &mut state.players {
        state.territory_deck = state.territory_deck.or(std::mem::replace(&mut player.territories, Territories::NONE));
        state.contract_deck = state.contract_deck.or(std::mem::replace(&mut player.contracts, Contracts::NONE));
    }
    Setup { rules, state }
}

impl Setup {
    fn territory(&self, id: &str) -> Territory {
        let place = self.rules.pack.territories.iter().position(|card| card.id == id);
        place.and_then(Territory::new).unwrap_or_else(|| panic!("no territory {id}"))
    }

    fn contract(&self, id: &str) -> Contract {
        let place = self.rules.pack.contracts.iter().position(|card| card.id == id);
        place.and_then(Contract::new).unwrap_or_else(|| panic!("no contract {id}"))
    }

    /// The card is taken from the deck.
    fn drawn(&mut self, id: &str) -> Territory {
        let card = self.territory(id);
        assert!(self.state.territory_deck.contains(card), "{id} is somewhere already");
        self.state.territory_deck.remove(card);
        card
    }

    fn drawn_contract(&mut self, id: &str) -> Contract {
        let card = self.contract(id);
        assert!(self.state.contract_deck.contains(card), "{id} is somewhere already");
        self.state.contract_deck.remove(card);
        card
    }

    /// Territory cards of hand: `poland spain`.
    pub fn cards(mut self, who: char, ids: &str) -> Setup {
        for id in ids.split_whitespace() {
            let card = self.drawn(id);
            self.state.player_mut(seat(who)).territories.insert(card);
        }
        self
    }

    /// Contract cards of hand: `C001 C109`.
    pub fn contracts(mut self, who: char, ids: &str) -> Setup {
        for id in ids.split_whitespace() {
            let card = self.drawn_contract(id);
            self.state.player_mut(seat(who)).contracts.insert(card);
        }
        self
    }

    /// Money in hand.
    pub fn money(mut self, who: char, amount: i32) -> Setup {
        self.state.player_mut(seat(who)).money = Money::new(amount);
        self
    }

    /// Branches: `spain france`.
    pub fn branches(mut self, who: char, ids: &str) -> Setup {
        for id in ids.split_whitespace() {
            let card = self.drawn(id);
            self.state.player_mut(seat(who)).branches.insert(card);
        }
        self
    }

    /// An advantage card on a site.
    pub fn advantage(mut self, card: &str, site: &str) -> Setup {
        let (card, site) = (self.drawn_contract(card), self.territory(site));
        self.state.advantages[card.index()] = Some(site);
        self
    }

    /// A token in a territory, on a sea hex or in flight over a cell, aboard a carrier, or in the supply (`-`).
    pub fn token(mut self, name: &str, at: &str) -> Setup {
        let token: Token = name.parse().expect("a token");
        let cell = competitors::Cell::read(at);
        let here = || self.territory(at);
        let place = match (token.vehicle(), cell) {
            _ if at == "-" => Place::Supply,
            (Vehicle::Truck, None) if at.contains('-') => Place::Aboard(at.parse().expect("a carrier")),
            (Vehicle::Truck, _) => Place::Land(here()),
            (Vehicle::Ship, Some(cell)) => Place::Sea(cell),
            (Vehicle::Ship, None) => Place::Port(here()),
            (Vehicle::Aircraft, Some(cell)) => Place::Air(cell),
            (Vehicle::Aircraft, None) => Place::Airport(here()),
        };
        if let Place::Aboard(carrier) = place {
            self.state.piece_mut(carrier).cargo = Some(token);
        }
        let office = self.rules.headquarters(&self.state, token.owner());
        let last =
            if token.vehicle() == Vehicle::Aircraft && place != Place::Supply { place.territory().or(office) } else { None };
        *self.state.piece_mut(token) = Piece { place, last, ..Piece::default() };
        self
    }

    /// A signed contract whose goods are on this token of the signer.
    pub fn signed(mut self, token: &str, contract: &str, sender: &str, receiver: &str) -> Setup {
        let token: Token = token.parse().expect("a token");
        let (contract, sender, receiver) = (self.drawn_contract(contract), self.drawn(sender), self.drawn(receiver));
        let load = Load { contract, sender, receiver, signer: token.owner(), known: Seats::NONE };
        self.state.piece_mut(token).load = Some(load);
        self
    }

    /// Victory points.
    pub fn points(mut self, who: char, points: u16) -> Setup {
        self.state.player_mut(seat(who)).points = points;
        self
    }

    /// It is this player's turn.
    pub fn active(mut self, who: char) -> Setup {
        self.state.active = seat(who);
        self
    }

    /// So many actions are left in the turn.
    pub fn actions(mut self, actions: u8) -> Setup {
        self.state.turn.actions = actions;
        self
    }

    /// The round.
    pub fn round(mut self, round: u16) -> Setup {
        self.state.round = round;
        self
    }

    /// The danger that lasts: `europe 4`.
    pub fn danger(mut self, area: &str, die: u8) -> Setup {
        let area = competitors::Continent::ALL.into_iter().find(|continent| continent.id() == area).expect("a continent");
        self.state.danger = Some(competitors::LastingDanger { area, die });
        self
    }

    /// The whole territory deck is discarded, or in somebody's hand; of the deck only these cards are left.
    pub fn territory_deck(mut self, left: &str, rest: Option<char>) -> Setup {
        let left: Territories = left.split_whitespace().map(|id| self.territory(id)).collect();
        let gone = std::mem::replace(&mut self.state.territory_deck, left).and_not(left);
        match rest {
            Some(who) => {
                let player = self.state.player_mut(seat(who));
                player.territories = player.territories.or(gone);
            }
            None => self.state.territory_discard = self.state.territory_discard.or(gone),
        }
        self
    }

    /// The same of the contract deck.
    pub fn contract_deck(mut self, left: &str, rest: Option<char>) -> Setup {
        let left: Contracts = left.split_whitespace().map(|id| self.contract(id)).collect();
        let gone = std::mem::replace(&mut self.state.contract_deck, left).and_not(left);
        match rest {
            Some(who) => {
                let player = self.state.player_mut(seat(who));
                player.contracts = player.contracts.or(gone);
            }
            None => self.state.contract_discard = self.state.contract_discard.or(gone),
        }
        self
    }

    /// All tokens of a player go back to the supply.
    pub fn without_tokens(mut self, who: char) -> Setup {
        for token in Token::fleet(seat(who)) {
            *self.state.piece_mut(token) = Piece::default();
        }
        self
    }

    /// Anything else.
    pub fn change(mut self, change: impl FnOnce(&mut State)) -> Setup {
        change(&mut self.state);
        self
    }

    /// The table.
    #[track_caller]
    pub fn done(self) -> Table {
        Table::of(self.rules, self.state)
    }
}
