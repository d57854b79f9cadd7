//! Signing a contract: the contract card, the token, the Receiver. (CMP-SIGN; D5)

use crate::{
    Action, Airport, CompetitorsRules, Contract, Event, Load, PendingView, State, Territory, Token, Vehicle, Vehicles,
    bots::sensible::keep,
    decision::Decision,
    play::Play,
    positions::invariants::is,
    untimely::untimely,
    words::{
        choice::Choice,
        saying::{Reader, plain},
    },
};
use kernel::{Journal, Line, Luck, Refusal, Seat, Seats, Viewer, refuse};

impl CompetitorsRules {
    /// May this token carry the goods of a new contract, whatever they are, and however many contracts are signed already?
    /// (CMP-SIGN-3 to CMP-SIGN-6, CMP-SIGN-10, CMP-SIGN-14)
    fn may_carry(&self, state: &State, seat: Seat, token: Token) -> Result<Territory, Refusal> {
        if token.owner() != seat || state.piece(token).hire.is_some() {
            return refuse("CMP-SIGN-10", "the token must be your own");
        }
        if state.piece(token).load.is_some() {
            return refuse("CMP-SIGN-5", "it has the goods of another contract");
        }
        let Some(sender) = state.territory_of(token) else {
            return refuse("CMP-SIGN-4", "it is in no territory: a ship must be docked, an aircraft landed");
        };
        if !state.player(seat).territories.contains(sender) {
            return refuse("CMP-SIGN-14", "the card of the territory in which it is, is not in your hand");
        }
        Ok(sender)
    }

    /// The kinds of the tokens that may carry goods from where they are. (CMP-SIGN-7)
    fn ready_vehicles(&self, state: &State, seat: Seat) -> Vehicles {
        // The Sender's card and the Receiver's. (CMP-SIGN-1)
        if state.player(seat).territories.len() < 2 {
            return Vehicles::NONE;
        }
        let ready = Token::fleet(seat).filter(|token| self.may_carry(state, seat, *token).is_ok());
        ready.map(Token::vehicle).collect()
    }

    fn may_sign_with(&self, state: &State, seat: Seat, card: Contract, ready: Vehicles) -> Result<(), Refusal> {
        if !state.player(seat).contracts.contains(card) {
            return refuse("CMP-SIGN-8", "this contract card is not in your hand");
        }
        let Some(goods) = self.goods(card) else {
            return refuse("CMP-SIGN-9", "a special card carries no goods and cannot be signed");
        };
        match goods.vehicle {
            _ if state.player(seat).territories.len() < 2 => refuse("CMP-SIGN-1", "you need two territory cards in hand"),
            _ if ready.is_empty() => refuse("CMP-SIGN-14", "no free token of yours is in the territory of a card in your hand"),
            Some(vehicle) if !ready.contains(vehicle) => {
                refuse("CMP-SIGN-7", "no free token of the kind that the card shows is in the territory of a card in your hand")
            }
            _ => Ok(()),
        }
    }

    /// May this contract be signed? Illegal goods may. (CMP-SIGN-1, CMP-TURN-7, CMP-ILL-4)
    pub(crate) fn may_sign(&self, state: &State, seat: Seat, card: Contract) -> Result<(), Refusal> {
        self.may_sign_with(state, seat, card, self.ready_vehicles(state, seat))
    }

    /// The contract cards that may be signed. (D5)
    pub(crate) fn list_signatures(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let ready = self.ready_vehicles(state, seat);
        if !ready.is_empty() {
            let cards = state.player(seat).contracts.and_not(self.routes.special);
            out.extend(cards.filter(|card| self.may_sign_with(state, seat, *card, ready).is_ok()).map(Action::Sign));
        }
    }
}

/// A contract is being signed: the token is to be named, then the Receiver. (D5)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The contract card.
    pub contract: Contract,
    /// The token, once named.
    pub token: Option<Token>,
}

impl Sign {
    /// The goods are on the token until a Delivery. (CMP-SIGN-1, CMP-SIGN-3, CMP-SIGN-13)
    fn lay_down(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, token: Token, receiver: Territory) {
        let contract = self.contract;
        play.pop();
        let Some(sender) = play.state.territory_of(token) else { return };
        let player = play.state.player_mut(seat);
        player.contracts.remove(contract);
        player.territories.remove(sender);
        player.territories.remove(receiver);
        // CMP-DECK-7: face down, so nobody else sees which contract card it was.
        play.contract_left(seat, contract, Seats::NONE);
        play.territory_open(sender);
        play.territory_open(receiver);
        play.state.piece_mut(token).load = Some(Load { contract, sender, receiver, signer: seat, known: Seats::NONE });
        play.sealed = true;
        play.note(|| Event::Signed { seat, token, sender, receiver, contract: Some(contract) });
    }
}

impl Decision for Sign {
    fn candidates(&self, _rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match self.token {
            None => out.extend(Token::fleet(seat).map(Action::Carrier)),
            Some(_) => out.extend(state.player(seat).territories.map(Action::Receiver)),
        }
    }

    /// Any other card of hand may be the Receiver, also one of a headquarters’ territory; whether it can be reached nobody checks.
    /// (CMP-SIGN-11, CMP-SETUP-14)
    fn may(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match (*action, self.token) {
            (Action::Carrier(token), None) => {
                rules.may_carry(state, seat, token)?;
                match rules.goods(self.contract).and_then(|goods| goods.vehicle) {
                    Some(vehicle) if vehicle != token.vehicle() => {
                        refuse("CMP-SIGN-7", "the contract card shows another kind of token")
                    }
                    _ => Ok(()),
                }
            }
            (Action::Receiver(to), Some(_)) if !state.player(seat).territories.contains(to) => {
                refuse("CMP-SIGN-8", "this territory card is not in your hand")
            }
            (Action::Receiver(to), Some(token)) if state.territory_of(token) == Some(to) => {
                refuse("CMP-SIGN-1", "this card is the Sender: the Receiver is another one")
            }
            (Action::Receiver(_), Some(_)) => Ok(()),
            _ => untimely(rules, state, seat, action),
        }
    }

    /// The territory of the token is the Sender; with the Receiver the cards are laid down. (CMP-SIGN-3, CMP-SIGN-14)
    fn act(&self, play: &mut Play<'_, impl Luck, impl Journal<Event>>, seat: Seat, action: &Action) {
        match (*action, self.token) {
            (Action::Carrier(token), None) => play.replace(Sign { token: Some(token), ..*self }),
            (Action::Receiver(to), Some(token)) => self.lay_down(play, seat, token, to),
            _ => {}
        }
    }

    fn prompt(&self, rules: &CompetitorsRules, state: &State, reader: &Reader<'_>) -> Line {
        let you = || match self.token {
            None => format!("Which token takes the goods of {}?", rules.card_in_full(self.contract)),
            Some(token) => {
                let sender = state.territory_of(token).map_or("", |at| rules.land(at));
                format!("The goods go from {sender} with {}: choose the Receiver.", plain(token))
            }
        };
        reader.one(state.active, "CMP-SIGN-1", you, || format!("{} signs a contract.", reader.name(state.active)))
    }

    fn choice(&self, rules: &CompetitorsRules, state: &State, seat: Seat, action: &Action, reader: &Reader<'_>) -> Choice {
        match (*action, self.token) {
            (Action::Carrier(token), _) => {
                let at = rules.place_words(state.piece(token).place, reader);
                let sender = state.territory_of(token).map_or(String::new(), |at| format!("the Sender is {}", rules.land(at)));
                Choice::new("CMP-SIGN-3", format!("Put the goods on {}, {at}", plain(token))).so([sender])
            }
            (Action::Receiver(to), Some(token)) => {
                let sender = state.territory_of(token);
                let reward = sender.map_or(String::new(), |sender| rules.reward_words(state, seat, self.contract, sender, to));
                let barred = match rules.goods(self.contract).and_then(|goods| goods.vehicle) {
                    Some(Vehicle::Ship) if rules.pack[to].port.is_none() => "there is no port for the ship",
                    Some(Vehicle::Aircraft) if rules.pack[to].airport == Airport::None => "there is no airport for the aircraft",
                    _ => "",
                };
                Choice::new("CMP-SIGN-1", format!("Deliver to {}", rules.land(to)))
                    .so([reward, rules.facilities(to), barred.to_owned()])
                    .under("Receivers")
            }
            _ => Choice::written(rules, action),
        }
    }

    /// The first that fits.
    fn fallback(&self, rules: &CompetitorsRules, state: &State, seat: Seat) -> Action {
        let mut fitting = Vec::new();
        self.candidates(rules, state, seat, &mut fitting);
        fitting.into_iter().find(|action| self.may(rules, state, seat, action).is_ok()).unwrap_or(Action::End)
    }

    /// What the best plans name.
    fn sensible(&self, rules: &CompetitorsRules, state: &State, seat: Seat, out: &mut Vec<Action>, before: usize) {
        let plans = rules.best_plans(state, seat);
        let ready = || plans.ready.iter().flatten().filter(|plan| plan.contract == self.contract);
        keep(out, before, |action| match (*action, self.token) {
            (Action::Carrier(token), None) => ready().any(|plan| plan.token == token),
            (Action::Receiver(to), Some(token)) => ready().any(|plan| plan.token == token && plan.receiver == to),
            _ => false,
        });
    }

    /// What with, its player alone sees.
    fn shown(&self, rules: &CompetitorsRules, state: &State, viewer: Viewer) -> Option<PendingView> {
        let own = viewer.holds(state.active);
        let contract = own.then(|| rules.contract_view(self.contract));
        Some(PendingView::Signing { seat: state.active, contract, token: self.token.filter(|_| own) })
    }

    fn token(&self) -> Option<Token> {
        self.token
    }

    fn fits_turn(&self, state: &State) -> bool {
        state.journey.is_none()
    }

    fn check(&self, rules: &CompetitorsRules, state: &State) -> Result<(), Refusal> {
        let player = state.player(state.active);
        let held = player.contracts.contains(self.contract) && rules.goods(self.contract).is_some();
        is(held, "CMP-SIGN-8", || "the contract that is being signed is a goods card of the active player’s hand".into())?;
        let fits = self.token.is_none_or(|token| {
            let piece = state.piece(token);
            let free = token.owner() == state.active && piece.load.is_none() && piece.hire.is_none();
            let vehicle = rules.goods(self.contract).and_then(|goods| goods.vehicle);
            let sender = state.territory_of(token).is_some_and(|at| player.territories.contains(at));
            free && sender && vehicle.is_none_or(|vehicle| vehicle == token.vehicle())
        });
        is(fits, "CMP-SIGN-14", || "the named token cannot carry the goods of this contract from where it is".into())
    }
}
